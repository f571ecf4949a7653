"""Random YAML and JSON documents: most are valid, the rest nearly so."""
import random

PLAIN = '''1 0 -3 +12 1_000 0x1F 0b1_0 0o17 017 08 09 0_7 -0b1 190:20:30 1:60 1:5:59.5 -1:30 0:0 1:5 1e3 1e+3 1.e+3 1.5e-3 .5 ._5 1. 1_.5_
-.inf .inf +.INF .Inf .nan .NaN .Nan -.nan 1.5:30 ~ null Null NULL nUll true True TRUE tRue yes No off ON y n <x <<x =x 2001-12-14 2001-1-1
2001-12-14T21:59:43.10-05:00 2001-12-14t21:59:43.123456789Z 2001-12-14\x2021:59:43\x20+5 2001-12-15\x202:59:43.10 2000-02-29 2001-12-14\x2021:59:00Z
2001-12-14T01:59:43-00:30 2001-12-14T21:00:00.5+00:00 20011-1-1 a a:b a::b a#b -a --x ...x ?a a- a\x20b a:b:c a,b $(x) \\n é 日本 \U0001f600 \ue000 \xa0 http://a/b#c a'b a"b x|y
_ __ ___1 +_1 1__ 0o7 1:2:3 1e5 1E+5 +1.0E+0 12e03 685.230_15e+03 685_230.15 6.8523015e+5 0.1e-400 1.0e+999 1.0e+400 123456789012345678901234567890 1234567890.123456789012345678901234567890
0xFFFFFFFFFFFFFFFFFFFF 99999999999999999999:59 9223372036854775808 -9223372036854775808 9223372036854775807 -9223372036854775809 0.1 00 0_ +0 -0 -0.0 0. +0.0 0b2 0xg -0x1f +017 9:59.5 1:2:3:4:5.25'''.split('\n')
PLAIN = [x.replace('\\x20', ' ') for line in PLAIN for x in line.split(' ')]
ODD = '''= << 0b_ 0x_ +0x_ -_ 2001-13-01 2001-02-29 0000-01-01 2001-12-14T24:00:00 2001-12-14T21:59:43+25:00 2001-12-14T21:59:60 +.5 0x 0b a# a: - -\x20- :a : ? ?\x20a --- ... , [ ] { } [a {a a} a]b @a `a %a %YAML !a &z *a *zz 'a "a |a >a #a
a\x85b a\u2028b a\ufeffb \ud7ff a,b a[b {{x}} 1:2:3: 1:_ a\tb a\x20#b 2001-12-14\t\t1:2:3'''.replace('\n', ' ').split(' ')
ODD = [x.replace('\\x20', ' ') for x in ODD] + ['1' * 200, '0.' + '1' * 200, '1' * 4300, '1' * 4301, '1:' * 12 + '1.5', '1:' * 15 + '1.5', '1:' * 180 + '1.5', '0x' + 'f' * 3000, 'a' * 2000]
QUOTED = ["''", "'a'", "'it''s'", "'a\n  b'", "'a\n\n b'", "' a '", "'\\n'", '""', '"a"', '"\\x41\\u0042\\U00000043"', '"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\"\\\\"', '"\\N\\_\\L\\P"', '"a\\\n  b"', '"a\n  b"', '"a \n\n  b"',
          '"\ta\t\n\tb"', '"1"', "'~'", '"<<"', "'='", '"$(1+1)"', '"a: b"', "'# a'", '"\U0001f600"', "'é'", '"a \\\n \\ b"']
BAD_QUOTED = ['"\\ud83d\\ude00"', '"\\ud800"', '"\\U00110000"', '"\\q"', '"\\x4"', '"\\u12g4"', '"a\\\t b"', "'a", '"a', '"---"', '"\x85"', '"\u2028 a"', '"\\', '"a\n---\nb"', "'a\n... \nb'", '"\\/"']
BLOCKS = ['|\n{0}a\n', '|\n{0}a\n\n', '|-\n{0}a\n{0} b\n', '|+\n{0}a\n\n\n', '>\n{0}a\n{0}b\n', '>\n{0}a\n\n{0}b\n{0}  c\n{0}d\n', '>-\n{0}a\n', '>+\n{0}a\n\n', '|1-\n{0} a\n', '|-1\n{0} a\n', '| # c\n{0}a\n', '|\n', '|-\n\n', '>\n\n{0}a\n',
          '>\n\n\n{0} a\n{0}b\n', '>\n{0}a\n{0}\n{0} b\n{0}\n{0}c\n', '|\n{0}# a\n# b\n', '|\r\n{0}a\r\n{0}b\r\n', '|\n{0}a\tb\n', '>2-\n{0}  a\n{0}b\n']
BAD_BLOCKS = ['|2\n{0}  a\n', '|0\n{0}a\n', '|+9\n{0}a\n', '|#c\n{0}a\n', '|\n{0}\ta\n', '|\n\t{0}a\n', '|\n{0}a\n b\n', '>\n{0}a\x85{0}b\n', '|\n{0}a\u2028{0}b\n', '|\n   \n{0}a\n', '|x\n{0}a\n', '|--\n{0}a\n', '|11\n{0}a\n', '|\n{0}a',
              '|\n{0}a\n...\n', '>\n{0}a\n---\n', '|\t\n{0}a\n']
TAGGED = ['!!str 1', '!!str ~', '!!str', '!!int 5', '!!int "5"', "!!int ' 7 '", '!!int 0o17', '!!int 0b101', '!!int -0x_1f', '!!int 1:30', '!!int +-5', '!!int 1e3', '!!int ""', '!!int "0x0x1"', '!!int 08', '!!int a:1', '!!float 5', '!!float nan', '!!float 1e3', '!!float inf',
          '!!float "-Infinity"', '!!float .NAN', '!!float 1:30', '!!float ""', '!!float 0x10', '!!float _', '!!float 1_0', '!!bool yEs', '!!bool OFF', '!!bool 1', '!!bool', '!!null x', '!!null', '!!binary aGk=', '!!binary "aG k"', '!!binary aGk', '!!binary a', '!!binary é',
          '!!binary aGk==aGk=', '!!binary a===', '!!binary "aGVsbG8gd29ybGQ"', '!!binary |\n  aGVs\n  bG8=\n', '!!timestamp 2001-12-14', '!!timestamp 2001-1-1', '!!timestamp "2001-12-14 1:2:3"', '!!timestamp x', '!!timestamp 2001-13-1', '!!seq [a]', '!!seq a', '!!map {a: b}', '!!map [a]',
          '!!set {a, b: 5}', '!!set {1, 1.0}', '!!set a', '!!set {}', '!!set {[a]}', '!!omap [a: 1, b: 2]', '!!omap [{a: 1, b: 2}]', '!!omap {a: 1}', '!!omap [[a: 1]]', '!!omap []', '!!pairs [a: 1, a: 2]', '!!pairs [1]', '!!pairs [<<: {a: 1}]', '!!merge x', '!!value x', '!!yaml x', '! 1',
          '! "1"', '! {a: 1}', '! [1]', '!a 1', '!!a 1', '!<tag:yaml.org,2002:str> 1', '!<tag:yaml.org,2002:int> 1', '!<!a> 1', '!e!a 1', '!e!int 1', '!!python/tuple [1, [2]]', '!!python/tuple 1', '!!python/tuple []', '!!python/list [1]', '!!python/dict {1: 2}', '!!python/str 1', '!!python/unicode a',
          '!!python/bytes aGk=', '!!python/int 3', '!!python/long 3', '!!python/float 3', '!!python/complex 1+2j', '!!python/complex x', '!!python/bool true', '!!python/none ~', '!!python/none x', '!!python/name:int', '!!python/name:no.x', '!!python/module:math', '!!python/object:no.X {}',
          '!!python/object/apply:int [3]', '!!python/foo 1', '!!%70ython/tuple [1]', '!%61 1', '!!st%72 1', '!!int#c 1', '!! 1', '!<a 1', '!a% 1', '!a, 1', '!!str [a]', '!!str {=: x}', '!!int {=: 5}', '!!str {=: 0x1F}', '!!str {a: 1, =: {=: &q ~}}', '!!bool {"=": yes}', '!!str {=: [a]}', '!!int {!!value k: "7", =: 8}', '!!float {=: .NaN}', '!!timestamp {=: 2001-12-14}', '!!null {=: a}',
          '{.nan: 1, .NaN: 2}', '!!int 0B1', '!!int 0X1F', '!!str,a', '!!int\t5', '!!python/tuple [&t [1], *t]']
SPECIAL = '- ? : , [ ] { } # & * ! | > \' " % @ ` \\ . = ~ < 0 1 a b _ + / \t \x20 \n \r \x85 \u2028 \u2029 \ufeff \x00 \x07 \x1b \x7f \x9f \ufffe \U0010ffff --- ... <<: ?\x20 :\x20 -\x20 \x20# \n\x20 \r\n'.split(' ')
SPECIAL = [x for x in SPECIAL if x]


class Document:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.anchors, self.maps = [], []

    def chance(self, p):
        return self.r.random() < p

    def often(self, good, bad, p=.03):
        return self.r.choice(bad if self.chance(p) else good)

    def scalar(self, indent, flow):
        k = self.r.random()
        if k < .12:
            return self.often(QUOTED, BAD_QUOTED)
        if k < .2 and not flow:
            return self.often(BLOCKS, BAD_BLOCKS).format(' ' * (indent + 1))
        if k < .24:
            return self.r.choice(['a\n' + ' ' * (indent + 1) + 'b', 'a b\n\n' + ' ' * (indent + 2) + 'c', '', ''] + ['a #c\n' + ' ' * (indent + 1) + 'b', 'a\n\tb'] * self.chance(.05))
        if k < .3:
            return self.r.choice(TAGGED)
        return self.often(PLAIN, ODD)

    def anchor(self):
        name = 'n%d' % len(self.anchors) + self.r.choice(['', '', '', '-1', '_', '.', ':', 'é'] if self.chance(.05) else [''])
        self.anchors.append(name if self.chance(.97) else 'n0')
        return '&' + name + ' '

    def properties(self):
        return self.anchor() if self.chance(.08) else ''

    def alias(self):
        return '*' + (self.r.choice(self.anchors) if self.anchors and self.chance(.98) else 'none')

    def flow(self, depth, indent):
        k = self.r.random()
        if self.chance(.06) and self.anchors:
            return self.alias()
        if depth == 0 or k < .55:
            return self.properties() + self.scalar(indent, True)
        gap = self.often(['', '', ' ', '\n' + ' ' * (indent + 1), ' #c\n' + ' ' * (indent + 1)], ['\t', '#c\n'])
        comma = self.r.choice([', ', ', ', ',', ',' + gap, ' , '])
        items = [self.flow_item(depth - 1, indent, k < .75) for _ in range(self.r.randint(0, 3))]
        end = self.often(['', '', '', ',', ', '], [',,']) if items else ''
        return self.properties() + ('[' if k < .75 else '{') + gap + comma.join(items) + end + gap + (']' if k < .75 else '}')

    def flow_item(self, depth, indent, is_list):
        if is_list and self.chance(.8):
            return self.flow(depth, indent)
        k = self.r.random()
        if k < .05:
            return '<<: ' + self.merge()
        key = self.key(indent, True)
        if k < .1:
            return self.often(['? ' + key, '? ' + key + ' : 1', key, "'q' : 1", key + ' :', key + ':'], ['?', ': 1', '"q":1', '? a b\n: c', ''], .1)
        return key + self.often([': ', ': ', ': ', ' : ', ':\n ' + ' ' * indent], [':', ':\t']) + self.flow(depth, indent)

    def block(self, depth, indent):
        """Behind a '-' or a ':': a blank and a value, or a line's end and a collection."""
        k = self.r.random()
        if depth == 0 or k < .4:
            return self.ended(' ' + (self.alias() if self.anchors and self.chance(.08) else self.properties() + self.scalar(indent, False)))
        if k < .6:
            return self.ended(' ' + self.flow(depth, indent))
        inner = indent + self.r.choice([1, 2, 2, 2, 4])
        head = ' ' + self.properties()
        return head.rstrip(' ') + self.r.choice(['', ' ', ' #c']) + '\n' + (self.mapping if k < .85 else self.sequence)(depth - 1, inner)

    def ended(self, text):
        return text if text.endswith('\n') else text + self.often(['', '', '', ' # c', ' '], ['\t', '#', '\t# c']) + '\n'

    def key(self, indent, flow=False):
        k = self.r.random()
        if k < .6:
            return self.r.choice('abcdxy') + self.r.choice(['', '', '1'])
        if k < .9:
            return self.properties() + self.often(PLAIN + ['=', '= '], ODD).rstrip() if self.chance(.7) else self.often(QUOTED, BAD_QUOTED).replace('\n', ' ')
        return self.often(['!!str 1', '!!int "5"', '!!float 5', '!!binary aGk=', '!!null', '!!python/tuple [a, 1]', '"' + 'b' * 1000 + '"'],
                          ['[a]', '{a: b}', '*none ', '? a\n' + ' ' * indent, '"' + 'b' * 1023 + '"', '', '[a, b]', '&k a', '!!set {a}', '!!python/tuple [[a]]', '? [a, {b: c}]\n' + ' ' * indent]
                          + ['a' * n for n in (1000, 1022, 1023, 1024, 1025)], .2)

    def merge(self):
        if self.maps and self.chance(.7):
            some = ['*' + self.r.choice(self.maps) for _ in range(self.r.randint(0, 3))]
            return some[0] if some and self.chance(.5) else '[' + ', '.join(some) + ']'
        return self.often(['{x: 1}', '[{x: 1, y: 2}, {x: 3}]', '[]', '{<<: {z: 1}, x: 2}', '!a {x: 5}', '[!!set {x: 5, z}, {a: 1}]', '{}'], ['[1]', '1', '', '~', '[[{x: 1}]]'], .1)

    def mapping(self, depth, indent):
        out = ''
        for _ in range(self.r.randint(1, 4)):
            start = ' ' * (indent if self.chance(.995) else self.r.randint(0, 6))
            k = self.r.random()
            if k < .06:
                out += start + self.often(['<<'], ['!!merge x', "'<<'", '<<  '], .1) + ': ' + self.merge() + '\n'
            elif k < .09:
                out += self.often(['# c\n', '\n', '  \n'], ['\t\n', start + '\t# c\n', start + '? a\n', start + ': b\n'], .1)
            elif k < .11:
                name = 'm%d' % len(self.maps)
                out += start + name + ': &' + name + self.r.choice([' {x: 1}', ' {x: 2, y: 3}', ' !!map {y: [1, 2]}', '\n' + start + '  x: 4\n' + start + '  <<: ' + self.merge()]) + '\n'
                self.maps.append(name)
            else:
                out += start + self.key(indent) + self.often([':', ':', ' :'], ['', '\t:']) + self.block(depth, indent)
        return out or start + 'a: 1\n'

    def sequence(self, depth, indent):
        out = ''
        for _ in range(self.r.randint(1, 3)):
            start = ' ' * (indent if self.chance(.995) else self.r.randint(0, 6)) + '-'
            k = self.r.random()
            if k < .2:
                inner = self.mapping(max(0, depth - 1), indent + 2)
                out += start + ' ' + inner.lstrip(' ')
            elif k < .26:
                out += start + ' ' + self.sequence(max(0, depth - 1), indent + 2).lstrip(' ')
            else:
                out += start + self.block(depth, indent)
        return out

    def mutated(self, text):
        for _ in range(self.r.randint(1, 3)):
            at = self.r.randint(0, len(text))
            k = self.r.random()
            if k < .5:
                text = text[:at] + self.r.choice(SPECIAL) + text[at:]
            elif k < .7:
                text = text[:at] + text[at + self.r.randint(1, 3):]
            elif k < .8:
                lines = text.split('\n')
                i = self.r.randrange(len(lines))
                lines[i] = self.r.choice([' ', '  ', '\t', '- ', '? ', ': ', '']) + lines[i]
                text = '\n'.join(lines)
            elif k < .9:
                lines = text.split('\n')
                i, j = self.r.randrange(len(lines)), self.r.randrange(len(lines))
                lines[i], lines[j] = lines[j], lines[i]
                text = '\n'.join(lines)
            else:
                text = text.replace('\n', self.r.choice(['\r\n', '\r', '\x85', '\u2028', '\n\n']), self.r.choice([1, -1]))
        return text

    def yaml(self):
        body = self.mapping(3, 0) if self.chance(.93) else self.r.choice([self.sequence(2, 0), self.flow(3, 0) + '\n', '', '# c\n', self.scalar(0, False) + '\n'])
        start = self.often([''] * 20 + ['---\n', '--- # c\n', '%YAML 1.1\n---\n', '%YAML 1.2\n---\n', '%TAG !e! tag:yaml.org,2002:\n---\n', '\ufeff', '\ufeff# c\n', '\ufeff%YAML 1.1\n---\n', '\n\n', '# c\n%YAML 1.1\n---\n', '%YAML 1.1 # c\n--- # c\n'],
                           ['--- ', '%YAML 2.0\n---\n', '%YAML 1.10\n---\n', '%TAG ! tag:x,1:\n---\n', '%TAG !! tag:x,1:\n---\n', '%FOO bar\n---\n', '%YAML 1.1\n', '---\n---\n', '...\n', '--- |\n', '--- !!map\n', '--- &r\n', ' \t\n',
                            '%YAML 1.1\n%YAML 1.1\n---\n', '%YAML\t1.1\n---\n'], .05)
        end = self.often([''] * 20 + ['...\n', '\n\n', '# c', '... # c\n', '...\n# c\n', '...\n...\n'],
                         ['---\n', '...\n---\n', '---\na: 1\n', '...a\n', '--- a\n', '\t', '  \n\t\n', '\x00', '...\n%YAML 1.1\n---\n', '...\ta\n'], .05)
        text = start + body + end
        return self.mutated(text) if self.chance(.25) else text

    # --- JSON ---

    def json_value(self, depth):
        k = self.r.random()
        if depth > 0 and k < .2:
            return self.space('[') + ','.join(self.json_value(depth - 1) for _ in range(self.r.randint(0, 3))) + self.space(']')
        if depth > 0 and k < .45:
            return self.json_object(depth)
        if k < .7:
            return self.json_string()
        return self.space(self.r.choice('0 -0 1 -1 01 +1 1. .5 1.5 -1.5e3 1E5 1e+5 1e-400 1e400 0.0 -0.0 1e 1e+ - NaN Infinity -Infinity +Infinity nan true false null True None 0x10 1_0 123456789012345678901234567890 -9223372036854775808 9223372036854775808'
                                        .split() + ['9' * 4300, '-' + '9' * 4300, '9' * 4301, '0.' + '1' * 5000]))

    def space(self, text):
        return text + self.r.choice(['', '', '', ' ', '\n', '\t', '\r', '\x0b', '\xa0']) if self.chance(.1) else text

    def json_string(self):
        return self.space('"' + ''.join(self.r.choice(['a', 'b', 'é', '\U0001f600', '\\n', '\\"', '\\\\', '\\/', '\\b\\f\\r\\t', '\\u0041', '\\u00e9', '\\ud83d\\ude00', '\\u000a', '\x7f', '\u2028',
                                                       '\ufeff', '${x}', '\\u12', '\\x41', "\\'", '\t', '\n', '\x00', '"'] if self.chance(.4) else ['a', 'b', 'x'])
                                        for _ in range(self.r.randint(0, 3))) + '"')

    def json_object(self, depth):
        pairs = ((self.json_string() if self.chance(.98) else self.r.choice(['a', '1', 'null', "'a'"])) + self.space(':' if self.chance(.99) else '') + self.json_value(depth - 1)
                 for _ in range(self.r.randint(0, 4)))
        return self.space('{') + ','.join(pairs) + (',' if self.chance(.02) else '') + self.space('}')

    def json(self):
        text = self.r.choice([''] * 20 + ['\ufeff', ' ', '\n', '//c\n']) + self.json_object(3) + self.r.choice([''] * 10 + ['\n', ' ', 'x', '\x00', '{}'])
        return self.mutated(text) if self.chance(.15) else text
