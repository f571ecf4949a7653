"""Programs of cells: each declares its results, tries a few statements of one subject, and leaves what it saw.

A draw has a type (`[int]`, `{str: int}`), and is an expression of it over what is in scope; a cell is a `try` whose handler
keeps the name of the exception, so that one mistake costs one cell and the rest is compared all the same.  Subjects:
functions and how they are called, closures, generators, decorators, classes, records, enumerations, loops with their
`else`, `finally`, `with`, `match`, unpacking, slices, aliases, order of dicts, numbers at their edges, formatting.

Nothing in a program depends on the machine, on the order of a set or on the address of an object.
"""
import random
import re

HOLE = re.compile(r'\$(?:\$|([a-z]+))')
BARE = ('slice', 'spec', 'fspec', 'key')
INTS = ['0', '1', '2', '3', '5', '-1', '-7', '10', '255', '2**31', '-2**63', '2**64 - 1', '10**20', 'True', '0x1f', '1_000', '0b11']
FLOATS = ['0.0', '-0.0', '0.5', '1.5', '2.5', '-3.75', '1e16', '1e22', '1e-7', '0.1', '2.675', '1e308', 'float("inf")', 'float("nan")', '5e-324', '1/3', '123456.789', '1e-5', '9007199254740993.0']
STRS = ["''", "'a'", "'abc'", "'Hello, World'", "'x=1,y=2'", "'  pad '", "'12'", "'-3.5'", "'aAbB'", "'ä€'", "'a\\tb\\nc'", "'data/coco/x.json'", "'%s-%d'", "'{}:{}'", "\"it's\"", "'0x1F'", "'k'", "'ß'", "'1e3'", "r'\\d+'", "'a' 'b'"]
KEYS = ['a', 'b', 'c', 'type', 'lr', 'k1', 'x y']
SPECS = ['', 'd', '5', '>6', '<6', '^7', '*^9', '+', '05', '.2f', '.3', '8.3f', 'e', '.1e', 'g', '%', '.0%', ',', '_', 'x', '#x', 'b', 'o', '08b', 's', '.2', '>10', '+.1f', ' ', '=+6', '06.2f', ',.2f', '.0f', 'G', 'c', '#b', '_x', '-', '<', '0>5', '^']
ERRORS = ['ValueError', 'KeyError', 'TypeError', 'IndexError', 'ZeroDivisionError', 'AttributeError', 'RuntimeError', 'LookupError', 'ArithmeticError', 'StopIteration', 'AssertionError', 'OverflowError', 'NotImplementedError', 'OSError']
HEADER = ['import collections', 'import copy', 'import functools', 'import itertools', 'import math', 'import operator', 'import os.path as osp', 'import re', 'import string',
          'import contextlib', 'from collections import OrderedDict, defaultdict, namedtuple, deque, Counter', 'from functools import partial, reduce, wraps, lru_cache',
          'from itertools import chain, product, islice, zip_longest, accumulate, groupby', 'from copy import deepcopy', 'from dataclasses import dataclass, field', 'from enum import Enum, IntEnum']

# What is said of each type: $name stands for a draw of it.  One production each.
GRAMMAR = {
    'int': ['$int + $int', '$int - $int', '$small * $int', '$int // $int', '$int % $int', '-$int', '~$int', 'abs($int)', '$int << $small', '$int >> $small', '$int & $int',
            '$int | $int', '$int ^ $int', '$small ** $small', 'pow($int, $small, $int)', 'len($any)', 'sum($ints)', 'max($ints)', 'min($int, $int)', 'max($ints, key=lambda q: -q)',
            'int($str)', 'int($float)', 'int($str, $small)', 'round($float)', 'round($int, -1)', '$ints[$index]', '$ints.index($int)', '$ints.count($int)', '$str.count($str)', '$str.find($str)',
            '$str.rfind($str, $index)', '($int if $bool else $int)', '($int or $int)', '($int and $int)', '$dict.get($key, $int)', '$dict[$key]', 'divmod($int, $int)[1]', 'math.floor($float)',
            'math.ceil($float)', 'math.gcd($int, $int)', 'math.prod($ints)', '($int).bit_length()', 'ord($str[:1] or "z")', 'sum(q * 2 for q in $ints)', 'reduce(lambda p, q: p * 2 + q, $ints, 0)',
            '(w := $int) + w', 'len([q for q in $ints if q > $int])', '$ints.pop()', 'next(iter($ints), $int)', 'int($bool)', 'sum(map(len, $strs))', '(lambda *p, q=1, **r: len(p) + q + len(r))(*$ints, **$dict)',
            'math.isqrt($int)', 'operator.add($int, $int)', 'sorted($ints)[$index]', '($float).as_integer_ratio()[1]', 'int.from_bytes($bytes, "little")',
            '$tuple[0]', 'range($small, 20, 3)[$index]', '($int).__add__($int)', '$bytes[$index]', 'len(set($ints))', 'len($str.split($key))', '($int).real', 'min($dict.values())', 'list($dict.values())[$index]'],
    'small': ['0', '1', '2', '3', '4', 'len($strs)', '$small + 1', '$bool + 1'],
    'index': ['0', '1', '-1', '2', '-2', '7', 'True', '$small'],
    'float': ['$float + $float', '$float - $int', '$float * $float', '$int / $int', '$float // $float', '$float % $float', '-$float', 'float($int)', 'float($str)', 'round($float, $small)', 'abs($float)', 'math.sqrt($float)',
              'math.pi', '$float ** $small', 'sum([$float, $float, $int])', 'max($float, $int)', 'math.log($float)', 'math.exp($small)', 'math.fabs($float)', 'math.copysign($float, $float)', 'divmod($float, $float)[0]',
              'float("%g" % $float)', '($float if $bool else $int)', 'math.cos($float)', 'math.log2($float)', 'math.pow($float, $small)', 'math.fmod($float, $float)', 'math.degrees($float)', '($float).real',
              'math.modf($float)[0]', 'math.ldexp($float, $small)', 'math.inf', 'math.trunc($float) * 1.0', 'math.log10($float)', 'math.atan2($float, $float)', 'math.tanh($float)', 'pow($float, $float)'],
    'bool': ['True', 'False', '$int < $int', '$int <= $int < $int', '$int == $float', '$str < $str', '$str in $str', '$key in $dict', '$int not in $ints', 'not $bool', '$bool and $bool', '$bool or $bool', '$any == $any', '$any != $any', '$any is None',
             'isinstance($any, $cls)', 'all(q > $int for q in $ints)', 'any($ints)', '$str.startswith($str)', '$str.endswith(($str, $str))', '$str.isdigit()', '$str.isalpha()', '$ints < $ints', '$tuple >= $tuple', 'bool($any)', '$str.isidentifier()', 'math.isclose($float, $float)',
             '$float == $float', 'math.isnan($float)', '$int < $float != $int', 'set($ints) <= $set', '$set.isdisjoint($set)', 'callable($any)', 'hasattr($any, $attr)', 'type($any) is $cls', '$float != $float', '($float).is_integer()', '$dict.keys() <= $dict.keys()', '$set == $set', 'issubclass($cls, $cls)', 'osp.isabs($str)',
             'len($any) > $small is not None', '$str.islower()', '$str == $str', '$int is $none', '1 < $int in $ints', '$bytes < $bytes', 'isinstance($any, ($cls, $cls))'],
    'none': ['None', '[].append($int)', '$dict.update($dict)', '$ints.sort()'],
    'str': ['$str + $str', '$str * $small', '$str[$index]', '$str[$slice]', 'str($any)', 'repr($any)', '$str.upper()', '$str.title()', '$str.strip()', '$str.strip($str)', '$str.replace($str, $str)', '$str.replace($str, $str, $small)', '$str.join($strs)', '$str.split()[$index]', '$str.center($small, "*")',
            '$str.zfill($small)', '$str.ljust($small)', '$str.partition($str)[$index]', '$str.capitalize()', '$str.swapcase()', '$str.casefold()', '$str.expandtabs($small)', '$str.removeprefix($str)', '$str.encode().decode()', "f'{$int}'", "f'{$int:$spec}'", "f'{$float:$spec}'", "f'{$str!r:>{$small}}'",
            "f'{$any!s}|{$int=}'", "f'{$float:{$small}.{$small}f}'", "'%s' % ($any,)", "'%d %s' % ($int, $str)", "'%5.2f|%-6s|' % ($float, $str)", "'%(a)s' % $dict", "'{} {}'.format($any, $any)", "'{0!r:>10}'.format($str)", "'{a}-{b:$spec}'.format(a=$any, b=$int)", "'{0[0]} {0}'.format($ints)",
            'format($float, $fspec)', 'format($int, $fspec)', 'chr($small + 65)', 'hex($int)', 'bin($int)', 'oct($int)', '($str if $bool else $str)', '($str or $str)', 'type($any).__name__', 'osp.join($str, $str)', 'osp.basename($str)', 'osp.splitext($str)[$index]', 'osp.dirname($str)', 'osp.normpath($str)', 'max($strs, key=len)',
            '"".join(reversed($str))', '"".join(sorted($str))', 'min($strs)', 'sorted($strs, key=str.lower)[$index]', 'string.ascii_lowercase[$slice]', '$str.translate(str.maketrans({"a": "b", "x": None}))', 'ascii($str)', '" ".join(map(str, $ints))', '$str.format_map($dict)', '", ".join(f"{k}={v}" for k, v in $dict.items())',
            '$strs[$index]', '$str.splitlines()[$index]', '$str.rjust($small, "-")', '$str.lstrip($str)', '($int).__format__($fspec)', '($float).hex()', '($bytes).hex()', "f'{($int, $str)}'", "f'{$any!a:<12}'", "f'{{}}{ $dict}'"],
    'key': ["'a'", "'b'", "'c'", "'type'", "'lr'", '"x y"'],
    'attr': ["'upper'", "'append'", "'keys'", "'real'", "'nope'", "'__len__'", "'add'"],
    'cls': ['int', 'str', 'list', 'dict', 'float', 'bool', 'tuple', 'set', 'object', 'bytes', 'type(None)', 'OrderedDict', 'Exception', 'type($any)'],
    'pattern': ["r'\\d+'", "'a'", "r'(\\w)(\\w)'", "'[a-z]+'", "'^x'", "'(a|b)*c'"],
    'ints': ['[$int, $int]', '[$int, *$ints]', '$ints + $ints', '$ints * $small', '$ints[$slice]', 'list(range($small, 9, 2))', '[q * $small for q in $ints]', '[q for q in $ints if q % 2]', 'sorted($ints)', 'sorted($ints, reverse=True)', 'list(reversed($ints))', 'list(map(lambda q: q + 1, $ints))',
             '[len(q) for q in $strs]', 'list(filter(None, $ints))', '$ints.copy()', '[p + q for p in $ints for q in $ints]', 'list($dict.values())', 'list(chain($ints, $ints))', 'list(islice($ints, $small))', 'list(accumulate($ints))', '[p * q for p, q in zip($ints, $ints)]', '[i for i, q in enumerate($ints, $small)]',
             'list($bytes)', '[(lambda: q)() for q in $ints]', '[*$ints, *range($small)]', 'list($set & set())', '[w := $int, w + 1]', 'deepcopy($ints)', 'sum([$ints, $ints], [])', '[f() for f in [lambda: q for q in $ints]]', 'list(dict.fromkeys($ints))', 'sorted($set)', 'list(map(max, $ints, $ints))', '[q for p in ($ints, $ints) for q in p]', '[j for i in range($small) for j in range(i)]',
             'list(map(operator.neg, $ints))', '[sum(p) for p in zip_longest($ints, $ints, fillvalue=0)]', '[len(list(g)) for _, g in groupby($ints)]', 'sorted($ints, key=lambda q: (q % 3, -q))', '(lambda *p: list(p))(*$ints)', '[int(q) for q in $str if q.isdigit()]', '(lambda p: (p.append($int), p)[1])($ints)', '[p for p, in zip($ints)]'],
    'strs': ['[$str, $str]', '$str.split($key)', '$str.split()', 'list($str)', '[str(q) for q in $ints]', 'sorted($strs)', '$strs + $strs', 'list($dict)', 'sorted($dict)', '[q.upper() for q in $strs]', '$str.splitlines()', '[f"{q:03d}" for q in $ints]', '$str.rsplit($key, $small)', '$strs[$slice]',
             '[p + q for p, q in product("ab", "cd")]', '["".join(q) for q in itertools.permutations("abc", 2)]', 'list(map(str.strip, $strs))', '[q for q in $strs if q]', 'sorted($strs, key=lambda q: (len(q), q))', 'list(filter(str.isalpha, $strs))', '[k for k, v in $dict.items() if v]', '[type(q).__name__ for q in ($any, $any)]'],
    'tuple': ['($int, $int)', '($int,)', '$tuple + $tuple', 'tuple($ints)', 'divmod($int, $int)', '(*$ints, $int)', '$tuple * $small', 'tuple(q for q in $ints)', '$tuple[$slice]', '($str).partition($str)', 'max(zip($ints, $ints))', 'tuple(sorted($tuple))', 'next(zip($ints, $strs))', '($int, $str, $float)', 'math.frexp($float)', '($float).as_integer_ratio()', 'tuple($dict.items())'],
    'dict': ["{'a': $int, 'b': $int}", 'dict(a=$int, lr=$int)', '{**$dict, $key: $int}', '$dict | $dict', 'dict(zip($strs, $ints))', '{k: v for k, v in $dict.items() if v}', '{q: len(q) for q in $strs}', 'dict($dict, c=$int)', '$dict.copy()', 'dict.fromkeys($strs, $int)', 'dict(sorted($dict.items()))', 'dict([($key, $int), ($key, $int)])', 'deepcopy($dict)',
             '{k: v for v, k in enumerate($strs)}', 'dict(reversed($dict.items()))', '(lambda **k: k)(**$dict)', '(lambda a=0, **k: k)(**$dict)', 'OrderedDict($dict)', '{k: (i, v)[1] for i, (k, v) in enumerate($dict.items())}', '{str(q): q for q in $ints}', 'dict(**$dict)', 'dict(max=$int, **$dict)', '{**dict(a=1), **{k: -v for k, v in $dict.items()}}'],
    'set': ['{$int, $int}', 'set($ints)', '$set | $set', '$set & $set', '$set - $set', '$set ^ $set', '{q % 5 for q in $ints}', 'frozenset($ints)', '$set.union($ints)', '$set.difference($ints)', 'set(map(abs, $ints))', 'set()'],
    'bytes': ["b'ab'", "b''", "b'\\x00\\xff'", '$str.encode()', 'bytes($ints)', '$bytes + $bytes', 'bytes($small)', '$bytes[$slice]', "$bytes.replace(b'a', b'bb')", "b'%d' % $int", '($small).to_bytes(2, "big")', '$bytes.upper()'],
    'slice': [':', '$index:', ':$index', '::2', '::-1', '$index:$index', '-3:-1', '::-2', '$index::$index', '1:None'],
    'nest': ["dict(type='A', in_channels=$int, cfg=dict(k=$any, l=[$any, $any]))", "[dict(type=$str, k=$int), dict(type='B', v=$any)]", "dict(a=[$any], b=($any, $any))", "[$any, [$any, $nest]]", "{'x': $nest, 1: $any}", 'deepcopy($nest)', 'copy.copy($nest)', '[$nest] * 2', '[dict(i=i, n=$any) for i in range($small)]', "{k: [v, $any] for k, v in $dict.items()}"],
}
# What is not evaluated, which is drawn seldom.
DOUBTS = {
    'int': ['math.comb($small, $small)', 'hash($small)'],
    'float': ['math.hypot($float, $float)', 'math.dist(($small, $small), ($small, $small))', 'math.fsum([$float, $float])'],
    'bool': ['bool(re.match($pattern, $str))'],
    'str': ['re.sub($pattern, $str, $str)', 'string.Template("$$a $${b}").substitute(a=$int, b=$str)'],
    'strs': ['re.findall($pattern, $str)', 're.split($pattern, $str)'],
    'dict': ['dict(Counter($strs))', 'dict(defaultdict(int, $dict))', 'dict(collections.ChainMap($dict, $dict))'],
}
LEAVES = {'int': INTS, 'small': ['0', '1', '2', '3', '4'], 'index': ['0', '1', '-1'], 'float': FLOATS, 'bool': ['True', 'False'], 'none': ['None'], 'str': STRS, 'key': GRAMMAR['key'], 'attr': GRAMMAR['attr'], 'cls': ['int', 'str', 'list'], 'pattern': GRAMMAR['pattern'],
          'ints': ['[]', '[1, 2, 3]', '[3, 1, 2, 3]', '[-1]', '[0, 5]'], 'strs': ["['a', 'b']", "['bb', 'a', 'Ccc']", '[]', "'x y z'.split()"], 'tuple': ['()', '(1, 2)', '(0,)'], 'dict': ["{'a': 1, 'b': 2}", 'dict(c=3)', '{}', "dict(type=0, lr=1, a=2)"], 'set': ['set()', '{1, 2, 3}', '{5}'],
          'bytes': ["b'xyz'"], 'slice': [':', '1:', ':-1'], 'nest': ["dict(a=[1, 2], b=dict(c=3))", "[dict(type='A'), (1, [2])]"]}
TYPES = ['int', 'float', 'bool', 'str', 'ints', 'strs', 'tuple', 'dict', 'set', 'bytes', 'none', 'nest']
OPERATORS = {'int': ['+=', '-=', '*=', '//=', '%=', '&=', '|=', '^=', '>>='], 'float': ['+=', '-=', '*=', '/='], 'str': ['+='], 'ints': ['+=', '+='], 'tuple': ['+='], 'dict': ['|='], 'set': ['|=', '&=', '-=', '^='], 'bytes': ['+=']}


class Scope:
    def __init__(self, outer=None):
        self.outer, self.names = outer, {}

    def of(self, kind):
        found, s = [], self
        while s:
            found += s.names.get(kind, [])
            s = s.outer
        return found


class Program:
    def __init__(self, seed):
        self.r, self.n, self.lines, self.indent = random.Random('cells %d' % seed), 0, [], 0
        self.scope, self.waiting = Scope(), []

    # --- draws ---

    def fresh(self, stem='v'):
        self.n += 1
        return '%s%d' % (stem, self.n)

    def chance(self, p):
        return self.r.random() < p

    def pick(self, items):
        return self.r.choice(items)

    def e(self, kind, depth=2):
        """An expression of a type."""
        if kind == 'any':
            kind = self.pick(TYPES)
        if kind in LEAVES and kind not in ('slice', 'key', 'spec') and self.chance(.015):
            kind = self.pick(TYPES)
        if kind in ('spec', 'fspec'):
            s = self.pick(SPECS)
            return s if kind == 'spec' else repr(s)
        names = self.scope.of(kind)
        if names and self.chance(.35):
            return self.pick(names)
        if depth <= 0 or self.chance(.15):
            return self.pick(LEAVES[kind])
        return self.fill(self.pick(DOUBTS[kind] if kind in DOUBTS and self.chance(.01) else GRAMMAR[kind]), depth - 1)

    def fill(self, form, depth):
        return HOLE.sub(lambda m: self.operand(m[1], depth, form) if m[1] else '$', form)

    def operand(self, kind, depth, form):
        text = self.e(kind, depth)
        if form.startswith("f'") and kind not in ('spec', 'fspec'):  # Python 3.11 takes neither a backslash nor the same quote there
            for _ in range(20):
                if not set(text) & set('\\\'{}:!#"='):
                    return text
                text = self.e(kind, 0)
            return '7'
        bare = text.isidentifier()
        return text if kind in BARE or bare or text[0] in '[({' and self.closed(text) else '(%s)' % text

    @staticmethod
    def closed(text):
        """One pair of brackets holds it all."""
        depth, quote = 0, ''
        for i, c in enumerate(text):
            if quote:
                quote = '' if c == quote and text[i - 1] != '\\' else quote
            elif c in '\'"':
                quote = c
            elif c in '([{':
                depth += 1
            elif c in ')]}':
                depth -= 1
                if depth == 0 and i + 1 < len(text):
                    return False
        return True

    # --- lines ---

    def say(self, line):
        self.lines.append('    ' * self.indent + line)

    def block(self, head, body):
        self.say(head)
        self.indent += 1
        n = len(self.lines)
        body()
        if len(self.lines) == n:
            self.say('pass')
        self.indent -= 1

    def bind(self, kind, value=None):
        v = self.fresh()
        self.say('%s = %s' % (v, value or self.e(kind)))
        self.scope.names.setdefault(kind, []).append(v)
        return v

    def cell(self, body):
        out = self.fresh('r')
        self.say('%s = []' % out)
        outer, self.scope = self.scope, Scope(self.scope)
        self.out = out
        self.block('try:', body)
        self.scope = outer
        self.block('except Exception as e_:', lambda: self.say('%s.append(type(e_).__name__)' % out))
        if self.chance(.1):
            self.block(self.pick(['else:', 'finally:']), lambda: self.see("'end'"))

    def see(self, text):
        self.say('%s.append(%s)' % (self.out, text))

    def inner(self, names, body):
        """A block with names of its own, {name: type}."""
        outer, self.scope = self.scope, Scope(self.scope)
        for name, kind in names.items():
            self.scope.names.setdefault(kind, []).append(name)
        body()
        self.scope = outer

    # --- cells ---

    def simple(self):
        for _ in range(self.r.randint(1, 3)):
            self.see(self.e('any', 3))

    def pool(self):
        """A few names for what follows."""
        for _ in range(self.r.randint(1, 3)):
            kind = self.pick(TYPES)
            v = self.bind(kind, self.pick(LEAVES[kind]))
            if kind in OPERATORS and self.chance(.5):
                self.block('try:', lambda: self.say('%s %s %s' % (v, self.pick(OPERATORS[kind]), self.e(kind))))
                self.block('except Exception:', lambda: None)

    def alias(self):
        """Containers with several names, changed by one of them."""
        a, b, c = (self.fresh('s') for _ in range(3))
        self.say('%s = %s' % (a, self.e('nest')))
        self.say('%s = %s' % (b, self.pick(['%s', '[%s, %s]', 'dict(p=%s, q=%s)', '(%s, %s)', '[%s] * 2', 'copy.copy(%s)', 'deepcopy([%s, %s])', '{**dict(z=%s)}']).replace('%s', a)))
        self.say('%s = [q for q in %s] if isinstance(%s, (list, tuple)) else list(%s.values())' % (c, b, b, b))
        for _ in range(self.r.randint(2, 6)):
            self.change(self.pick([a, a, b, c]))
        self.see(self.pick(['(%s, %s)' % (a, b), c, '%s is %s' % (a, c), '[q is %s for q in %s]' % (a, c), '%s == %s' % (a, b)]))

    def change(self, x):
        v, k, i = self.e('any', 1), self.pick(KEYS), self.pick(GRAMMAR['index'][:-1])
        s = self.pick(GRAMMAR['slice'][:-2]).replace('$index', self.pick(['0', '1', '-1', '2']))
        lists = ['%s.append(%s)' % (x, v), '%s[%s] = %s' % (x, i, v), 'del %s[%s]' % (x, i), '%s[%s] = %s' % (x, s, self.e(self.pick(['ints', 'strs', 'tuple']), 1)), 'del %s[%s]' % (x, s), '%s += [%s]' % (x, v), '%s *= 2' % x, '%s.insert(%s, %s)' % (x, i, v), '%s.extend(%s)' % (x, self.e('strs', 1)),
                 '%s.pop(%s)' % (x, i), '%s.reverse()' % x, '%s.clear()' % x, '%s.sort(key=str)' % x, '%s.remove(%s[0])' % (x, x), '%s[:0] = [%s]' % (x, v)]
        dicts = ["%s['%s'] = %s" % (x, k, v), "%s.update(%s)" % (x, self.e('dict', 1)), "%s.pop('%s', None)" % (x, k), "%s.setdefault('%s', []).append(%s)" % (x, k, v), "del %s['%s']" % (x, k), '%s |= %s' % (x, self.e('dict', 1)), '%s.popitem()' % x, "%s.update(%s=%s)" % (x, 'b', v), "%s['%s'] = %s.pop(next(iter(%s)))" % (x, k, x, x),
                 "%s.setdefault('%s', %s)" % (x, k, v)]
        self.block('if isinstance(%s, list):' % x, lambda: self.say(self.pick(lists)))
        self.block('elif isinstance(%s, dict):' % x, lambda: self.say(self.pick(dicts)))
        if self.chance(.4):
            inner = self.fresh('q')
            self.block('for %s in (%s if isinstance(%s, (list, tuple)) else %s.values()):' % (inner, x, x, x), lambda: (
                self.block('if isinstance(%s, dict):' % inner, lambda: self.say("%s['%s'] = %s" % (inner, k, v))),
                self.block('elif isinstance(%s, list) and %s is not %s:' % (inner, inner, x), lambda: self.say('%s.append(%s)' % (inner, v)))))

    def parameters(self):
        """(text, {name: type}): a list of parameters with all of their kinds."""
        names = [(self.fresh('p'), self.pick(['int', 'int', 'str', 'dict', 'ints'])) for _ in range(self.r.randint(0, 3))]
        parts, defaults = [], False
        for name, kind in names:
            defaults = defaults or self.chance(.3)
            note = self.pick(['', '', ': ' + self.pick(['int', '"x"', 'list[int]'])])
            parts.append(name + note + ('=' + self.e(kind, 1) if defaults else ''))
        if parts and self.chance(.2):
            parts.insert(self.r.randint(1, len(parts)), '/')
        star = self.chance(.3)
        if star:
            names.append((self.fresh('p'), 'tuple'))
            parts.append('*' + names[-1][0])
        if self.chance(.3):
            names.append((self.fresh('k'), 'int'))
            parts += ([] if star else ['*']) + [names[-1][0] + self.pick(['', '=' + self.e('int', 1)])]
        if self.chance(.2):
            names.append((self.fresh('k'), 'dict'))
            parts.append('**' + names[-1][0])
        return ', '.join(parts), dict(names)

    def arguments(self, names):
        parts, keyword = [], False
        for name, kind in names.items():
            if kind == 'tuple':
                parts += [] if keyword else [self.e('int', 1)] * self.r.randint(0, 2)
            elif name[0] == 'k' and kind == 'dict':
                parts.append('**dict(z%d=%s)' % (self.n, self.e('int', 1)))
                keyword = True
            else:
                keyword = keyword or name[0] == 'k' or self.chance(.2)
                parts.append((name + '=' if keyword else '') + self.e(kind, 1))
        if self.chance(.1):
            parts.append(self.pick(['**{}', '**%s' % self.e('dict', 1), 'zz=1']))
        elif parts and not keyword and self.chance(.15):
            parts.append(self.pick(['*()', '*%s' % self.e('ints', 1), self.e('any', 1)]))
        if parts and self.chance(.08):
            parts.pop(self.r.randrange(len(parts)))
        return ', '.join(parts)

    def function(self):
        f, (text, names) = self.fresh('f'), self.parameters()
        for d in range(self.r.choice([0, 0, 0, 1, 2])):
            self.decorator()
        self.flush()
        self.block('def %s(%s)%s:' % (f, text, self.pick(['', ' -> int'])), lambda: self.inner(names, self.body))
        for _ in range(self.r.randint(1, 3)):
            self.see(self.pick(['%s(%s)', '%s(%s)', 'partial(%s)(%s)', '(lambda *a, **k: %s(*a, **k))(%s)']) % (f, self.arguments(names)))

    def decorator(self):
        d = self.fresh('d')
        form = self.r.randint(0, 3)
        if form == 0:
            self.block('def %s(g):' % d, lambda: (self.block('def inner_(*a, **k):', lambda: (self.see('g.__name__'), self.say('return g(*a, **k)'))), self.say('return inner_')))
        elif form == 1:
            self.block('def %s(g):' % d, lambda: (self.say('@wraps(g)'), self.block('def inner_(*a, **k):', lambda: self.say('return [g(*a, **k), len(a), sorted(k)]')), self.say('return inner_')))
        elif form == 2:
            self.block('def %s(n):' % d, lambda: self.say('return lambda g: lambda *a, **k: (n, g(*a, **k), g.__name__)'))
            d += '(%s)' % self.e('any', 1)
        else:
            d = self.pick(['functools.cache', 'lru_cache(maxsize=2)', 'lru_cache', 'staticmethod'])
        self.waiting.append('@' + d)

    def flush(self):
        for d in self.waiting:
            self.say(d)
        self.waiting = []

    def body(self):
        """Of a function: statements and a return."""
        for _ in range(self.r.randint(0, 3)):
            self.statement(2)
        if self.chance(.9):
            self.say('return ' + self.e(self.pick(['int', 'str', 'ints', 'dict', 'tuple', 'any'])))

    def statement(self, depth):
        if depth <= 0:
            return self.pick([lambda: self.bind(self.pick(TYPES)), lambda: self.see(self.e('any'))])()
        return self.pick([self.assign, self.assign, self.loop, self.branch, self.attempt, self.augment, self.unpack, self.drop, self.walrus, self.swap, self.matching, self.within])(depth)

    def some(self, depth):
        return lambda: self.inner({}, lambda: [self.statement(depth - 1) for _ in range(self.r.randint(1, 2))])

    def assign(self, depth):
        self.bind(self.pick(TYPES))

    def augment(self, depth):
        kind = self.pick(list(OPERATORS))
        v = self.bind(kind)
        self.say('%s %s %s' % (v, self.pick(OPERATORS[kind]), self.e(kind)))
        self.see(v)

    def loop(self, depth):
        i, v = self.fresh('i'), self.fresh('c')
        self.say('%s = 0' % v)
        if self.chance(.3):
            self.block('while %s < %s:' % (v, self.e('small')), lambda: (self.say('%s += 1' % v), self.turn(depth, v)))
        else:
            kind, head = self.pick([('int', 'for %s in %s:' % (i, self.e('ints'))), ('str', 'for %s in %s:' % (i, self.e('strs'))), ('int', 'for _, %s in enumerate(%s):' % (i, self.e('ints'))), ('int', 'for _k, %s in %s.items():' % (i, self.e('dict'))), ('int', 'for %s in range(%s):' % (i, self.e('small')))])
            self.block(head, lambda: self.inner({i: kind}, lambda: self.turn(depth, v)))
        if self.chance(.4):
            self.block('else:', lambda: self.see("'else'"))
        self.see(v)

    def turn(self, depth, v):
        self.some(depth)()
        if self.chance(.5):
            self.block('if %s:' % self.e('bool'), lambda: (self.say('%s += 10' % v), self.say(self.pick(['break', 'continue']))))

    def branch(self, depth):
        self.block('if %s:' % self.e('any'), self.some(depth))
        if self.chance(.5):
            self.block('elif %s:' % self.e('bool'), self.some(depth))
        if self.chance(.6):
            self.block('else:', self.some(depth))

    def attempt(self, depth):
        x = self.pick(ERRORS)
        self.block('try:', lambda: (self.some(depth)(), self.chance(.5) and self.say('raise %s(%s)' % (x, self.e('any', 1))), self.chance(.2) and self.say('assert %s, %s' % (self.e('bool'), self.e('str', 0)))))
        catches = self.chance(.85)
        if catches:
            self.block(self.pick(['except %s as e_:' % self.pick([x, 'Exception', '(%s, %s)' % (x, self.pick(ERRORS)), 'LookupError']), 'except Exception:', 'except %s:' % self.pick(ERRORS)]), lambda: (
                self.see("'caught'"), 'e_' in self.lines[-2] and self.see(self.pick(['type(e_).__name__', 'isinstance(e_, LookupError)', 'len(e_.args)', 'type(e_.__context__).__name__'])), self.chance(.2) and self.say(self.pick(['raise', 'raise ValueError(1) from None', 'raise KeyError("q")']))))
            if self.chance(.3):
                self.block('else:', lambda: self.see("'no'"))
        if not catches or self.chance(.4):
            self.block('finally:', lambda: self.see("'f'"))

    def unpack(self, depth):
        a, b, c = (self.fresh('u') for _ in range(3))
        self.say(self.pick(['%s, %s = %%(t)s' % (a, b), '%s, *%s = %%(t)s' % (a, b), '*%s, %s = %%(t)s' % (a, b), '%s, *%s, %s = %%(t)s' % (a, b, c), '[%s, (%s, *%s)] = 1, %%(t)s' % (a, b, c), '%s = %s = %%(t)s' % (a, b), '(%s, %s), %s = %%(t)s, 3' % (a, b, c)]) % {'t': self.e(self.pick(['tuple', 'ints', 'strs', 'str', 'dict']))})
        self.see('(%s, %s)' % (a, b))

    def drop(self, depth):
        x = self.bind(self.pick(['ints', 'dict']))
        self.block('if %s:' % x, lambda: self.say('del %s[%s]' % (x, self.pick(['0', '-1', "next(iter(%s))" % x, ':1']))))
        self.see(x)
        if self.chance(.2):
            self.say('del ' + x)
            for names in self.scope.names.values():
                if x in names:
                    names.remove(x)

    def walrus(self, depth):
        w = self.fresh('w')
        self.see(self.pick(['[%s := q for q in %s]' % (w, self.e('ints')), '(%s := %s) and %s' % (w, self.e('any'), w), '{q: %s for q in %s if (%s := len(q)) > 1}' % (w, self.e('strs'), w), 'any((%s := q) > 2 for q in %s)' % (w, self.e('ints'))]))
        self.see(w)

    def swap(self, depth):
        x = self.bind('ints', '[%s, %s, 3]' % (self.e('int', 0), self.e('int', 0)))
        i = self.fresh('j')
        self.say('%s = 0' % i)
        self.say(self.pick(['{x}[0], {x}[1] = {x}[1], {x}[0]', '{i}, {x}[{i}] = 1, 5', '{x}[{i}], {i} = 9, 2', '{x}[1:], {x}[0] = {x}[:1], 7', 'for {x}[0] in range(3): pass', '{x}[{i}] += (({x}.append(4)) or 1)', '{x}[-1], *{i} = {x}', '{x} = {x} + [{x}]']).format(x=x, i=i))
        self.see('(%s, %s)' % (x, i))

    def matching(self, depth):
        self.block('match %s:' % self.e('any'), lambda: [
            self.block('case %s:' % c, lambda: self.see("'%s'" % c.split(' ')[0].replace("'", ''))) for c in
            self.r.sample(['0 | 1', '[a_, *b_] if a_', '{"a": int(q_), **r_}', 'str() as s_', '(p_, q_)', 'None', 'int(n_) if n_ > 2', '-1', '[int(), *_]', 'float()', '"abc" | "x"', '{"type": t_}', 'list() | tuple()', 'dict(k_)', '[]', '{}'], 4)] + [self.block('case _:', lambda: self.see("'none'"))])

    def within(self, depth):
        x = self.fresh('x')
        self.block(self.pick(['with contextlib.suppress(%s):' % self.pick(ERRORS), 'with contextlib.nullcontext(%s) as %s:' % (self.e('any'), x), 'with contextlib.ExitStack() as %s:' % x]), self.some(depth))

    def closure(self):
        f, v, n = self.fresh('f'), self.fresh('n'), self.fresh('g')
        kind = self.pick(['int', 'str', 'ints', 'dict'])
        how = self.pick(['nonlocal', 'global', 'shared', 'late', 'default'])
        if how == 'global':
            self.say('%s = %s' % (n, self.e(kind)))

        def make():
            if how != 'global':
                self.say('%s = %s' % (v, self.e(kind)))
            name = n if how == 'global' else v
            if how == 'late':
                self.say('fs = [lambda x=0: (x, i, %s) for i in range(3)]' % v)
                self.say('gs = []')
                self.block('for j in %s:' % self.e('ints'), lambda: (self.block('def g(%s):' % self.pick(['', 'j=j']), lambda: self.say('return j, %s' % v)), self.say('gs.append(g)')))
                self.say('%s = %s' % (v, self.e(kind)))
                self.say('return [f() for f in fs] + [g() for g in gs]')
                return
            if how == 'default':
                self.block('def step(x, seen=[], *, table={}):', lambda: (self.say('seen.append(x)'), self.say('table[x] = len(seen)'), self.say('return list(seen), dict(table)')))
                self.say('return [step(q) for q in %s] + [%s]' % (self.pick(['(1, 2, 1)', 'range(3)', '"aba"']), v))
                return

            def step():
                if how in ('nonlocal', 'global'):
                    self.say('%s %s' % (how, name))
                    self.say('%s %s %s' % (name, self.pick(OPERATORS[kind]), self.e(kind)))
                else:
                    self.see('len(str(%s))' % name)
                self.say('return %s' % self.pick([name, '[%s]' % name]))
            self.block('def step(x=1):', step)
            if self.chance(.5):
                self.say('%s = %s' % (v, self.e(kind)))
            self.say('return [step() for _ in range(2)]' if how == 'shared' or self.chance(.5) else 'return step() + step()' if kind != 'dict' else 'return step(), step()')
        self.block('def %s():' % f, make)
        self.see('%s()' % f)
        if self.chance(.5):
            self.see('%s()' % f)
        if how == 'global':
            self.see(n)

    def generator(self):
        g, (text, names) = self.fresh('g'), self.parameters()

        def body():
            for _ in range(self.r.randint(1, 4)):
                self.pick([lambda: self.say('yield ' + self.e('any')), lambda: self.say('yield ' + self.e('int')), lambda: self.say('yield from ' + self.e(self.pick(['ints', 'strs', 'tuple']))), lambda: self.see('(yield %s)' % self.e('any')), lambda: self.statement(1),
                           lambda: self.block('for y_ in %s:' % self.e('ints'), lambda: self.say(self.pick(['yield y_', 'yield y_, (yield)', 'yield from (y_,)']))),
                           lambda: (self.block('try:', lambda: (self.say('yield ' + self.e('int')), self.say('yield 5'))), self.block(self.pick(['finally:', 'except GeneratorExit:', 'except ValueError:']), lambda: (self.see("'out'"), self.chance(.3) and self.say('return 4'))))])()
            self.chance(.4) and self.say('return ' + self.e('any'))
        self.block('def %s(%s):' % (g, text), lambda: self.inner(names, body))
        args, it = self.arguments(names), self.fresh('it')
        self.say('%s = %s(%s)' % (it, g, args))
        for _ in range(self.r.randint(1, 4)):
            self.pick([lambda: self.see('next(%s, None)' % it), lambda: self.see('list(islice(%s, 2))' % it), lambda: self.see('%s.send(%s)' % (it, self.pick(['None', self.e('int', 1)]))), lambda: self.see('%s.close()' % it), lambda: self.see('list(zip(%s, range(2)))' % it),
                       lambda: self.see('[q for q in %s]' % it), lambda: self.see('%s in %s' % (self.e('any', 0), it)), lambda: self.see('%s.throw(%s)' % (it, self.pick(ERRORS))), lambda: self.see('(lambda a, *b: (a, b))(*%s)' % it)])()
        if self.chance(.8):
            self.see('list(%s)' % it)
        elif self.chance(.5):
            self.say('del ' + it)

    def class_(self):
        c, base = self.fresh('C'), self.fresh('B')
        attr = self.e('any')

        def body():
            self.say('a = %s' % attr)
            self.say('b = %s' % self.pick(['[q for q in %s]' % self.e('ints'), 'a', '(lambda: 3)()', self.e('any')]))
            for _ in range(self.r.randint(1, 4)):
                self.pick([lambda: self.block('def __init__(self, x=%s, *a, **k):' % self.e('any', 1), lambda: (self.say('self.x = x'), self.say('self.all = (a, sorted(k))'))), lambda: self.block('def __len__(self):', lambda: self.say('return %s' % self.e('small'))),
                           lambda: (self.say('@property'), self.block('def prop(self):', lambda: self.say('return self.a'))), lambda: (self.say('@classmethod'), self.block('def make(cls, *a):', lambda: self.say('return cls.__name__, a'))),
                           lambda: (self.say('@staticmethod'), self.block('def stat(x=2):', lambda: self.say('return x'))), lambda: self.block('def __eq__(self, o):', lambda: self.say('return ' + self.e('bool'))), lambda: self.block('def __call__(self, *a):', lambda: self.say('return len(a)')),
                           lambda: self.block('def __enter__(self):', lambda: (self.see("'in'"), self.say('return self'))), lambda: self.block('def __exit__(self, *a):', lambda: (self.see("'exit'"), self.say('return %s' % self.e('bool')))), lambda: self.block('def __getitem__(self, k):', lambda: self.say('return k')),
                           lambda: self.block('def __getattr__(self, k):', lambda: self.say('return k * 2')), lambda: self.block('def __repr__(self):', lambda: self.say('return "<%s>"' % c)), lambda: self.see(self.e('any')), lambda: self.block('def __iter__(self):', lambda: self.say('yield from ' + self.e('ints')))])()
        if self.chance(.3):
            self.block('class %s:' % base, lambda: (self.say('z = %s' % self.e('any')), self.block('def who(self):', lambda: self.say('return "base"'))))
            self.block('class %s(%s):' % (c, base), lambda: (body(), self.block('def who(self):', lambda: self.say('return "sub " + super().who()'))))
        else:
            self.block('class %s:' % c, body)
        o = self.fresh('o')
        self.say('%s = %s(%s)' % (o, c, self.pick(['', self.e('any', 1)])))
        for _ in range(self.r.randint(1, 4)):
            self.see(self.pick(['%s.a', '%s.x', '%s.b', '%s.prop', '%s.make(1)', 'len(%s)', '%s == 1', '%s(1, 2)', 'repr(%s)[:2]', 'list(%s)', '%s.who()', '%s.nope', 'bool(%s)', 'isinstance(%s, ' + c + ')', 'vars(%s)', 'type(%s).__name__', c + '.stat()', 'hasattr(%s, "x")', '%s["k"]', '%s.all']).replace('%s', o))
        if self.chance(.3):
            self.say(self.pick(['%s.a = %s' % (o, self.e('any')), '%s.a = %s' % (c, self.e('any')), 'setattr(%s, "x", %s)' % (o, self.e('any')), 'del %s.a' % c]))
            self.see('%s.a' % o)
        if self.chance(.3):
            self.block('with %s as ctx_:' % o, lambda: (self.see('ctx_.a'), self.chance(.4) and self.say('raise ValueError')))

    def record(self):
        c = self.fresh('R')
        form = self.r.randint(0, 3)
        if form == 0:
            self.say(self.pick(['@dataclass', '@dataclass(frozen=True)', '@dataclass(order=True)']))
            self.block('class %s:' % c, lambda: (self.say('x: int'), self.say('y: str = %s' % self.e('str', 0)), self.say('z: list = field(default_factory=list)')))
            o = '%s(%s)' % (c, self.pick(['1', '1, "b"', 'x=2, z=[1]', '']))
            self.see(self.pick(['%s.x', '%s.z', '%s == %s' % (o, o), 'repr(%s)', 'dataclass(%s)', '%s.y']).replace('%s', o))
        elif form == 1:
            self.say("%s = namedtuple('%s', %s)" % (c, c, self.pick(["'x y'", "['x', 'y']", "'x, y', defaults=[3]"])))
            o = '%s(%s)' % (c, self.pick(['1, 2', '1, y=%s' % self.e('any', 1), '*%s' % self.e('tuple', 1), '5']))
            self.see(self.pick(['%s.x', '%s[1]', 'list(%s)', 'dict(%s._asdict())', '%s == (1, 2)', 'tuple(%s._replace(x=0))', c + '._fields', 'len(%s)', '[q for q in %s]']).replace('%s', o))
        elif form == 2:
            self.block('class %s(%s):' % (c, self.pick(['Enum', 'IntEnum'])), lambda: (self.say('A = 1'), self.say('B = %s' % self.pick(['2', '1', '"b"']))))
            self.see(self.pick(['%s.A.value', '%s.B.name', '%s(1).name', '[q.name for q in %s]', '%s["A"].value', '%s.A is %s.B', '%s.A == 1', 'len(%s)']).replace('%s', c))
        else:
            self.say('%s = %s' % (c, self.pick(['defaultdict(list)', 'defaultdict(int, a=1)', 'Counter(%s)' % self.e('strs'), 'deque(%s, %s)' % (self.e('ints'), self.pick(['2', 'None'])), 'OrderedDict(%s)' % self.e('dict'), 'collections.ChainMap(dict(a=1), %s)' % self.e('dict')])))
            for _ in range(2):
                self.see(self.pick(['len(%s)', 'list(%s)', "%s['a']", "'a' in %s", 'bool(%s)', 'dict(%s)', 'sorted(%s)', '%s.get("a")', '%s.pop()', '%s.append(1)', '%s.most_common(1)', '%s.popleft()', '%s.move_to_end("a")', '%s.setdefault("a", 2)']).replace('%s', c))

    def flow(self):
        """A function whose ways out meet finally blocks."""
        f = self.fresh('f')

        def body():
            self.block('for i in %s:' % self.pick(['range(3)', '"ab"', '[1]', '()']), lambda: (
                self.block('try:', lambda: (self.see('i'), self.say(self.pick(['if i: return 1', 'if i == 1: break', 'if i: continue', 'pass', 'raise %s' % self.pick(ERRORS), 'i / 0', 'return %s' % self.e('any', 1), '{}[i]', 'yield_ = i'])))),
                self.chance(.5) and self.block('except (%s, TypeError) as x:' % self.pick(ERRORS), lambda: (self.see('type(x).__name__'), self.say(self.pick(['pass', 'continue', 'raise', 'return 2', 'break', 'raise KeyError from x'])))),
                self.block('finally:', lambda: (self.see("'f%d'" % self.r.randint(0, 9)), self.say(self.pick(['pass', 'pass', 'pass', 'return 3', 'break', 'continue', 'i = 9']))))))
            self.chance(.5) and self.block('else:', lambda: self.see("'done'"))
            self.say('return 4')
        self.block('def %s():' % f, body)
        self.see('%s()' % f)

    def edges(self):
        """Numbers and texts at their edges."""
        n, f, s = self.pick(INTS), self.pick(FLOATS), self.pick(SPECS)
        for _ in range(3):
            self.see(self.pick(['format(%s, %r)' % (self.pick([n, f, self.pick(STRS)]), s), '(%s) %% (%s)' % (self.pick([n, f]), self.pick(INTS + FLOATS)), '(%s) // (%s)' % (self.pick([n, f]), self.pick(INTS + FLOATS)), 'divmod(%s, %s)' % (f, self.pick(FLOATS)), 'round(%s, %s)' % (f, self.pick(['0', '1', '2', '-1', '20', 'None', '-400'])),
                                '(%s) ** (%s)' % (f, self.pick(['2', '0.5', '-1', '0', '-0.5', '400'])), 'int(%s)' % f, 'str(%s)' % f, '%s == %s' % (n, f), '%s < %s' % (n, f), 'float(%s)' % n, 'int(%r, %s)' % (self.pick(['0x1f', '11', ' 7_0 ', '-0b1', 'zz', '', '1__0', '٣']), self.pick(['0', '2', '10', '16', '36', '1'])), 'float(%r)' % self.pick(['1e5', ' inf', '-nan', '1_0.5', '.', '1e', 'Infinity', '٣.5', '0x1']),
                                '(%s) << 70' % n, '(%s) >> 3' % n, '(%s) & (%s)' % (n, self.pick(INTS)), '~(%s)' % n, 'hash(%s) == hash(%s)' % (f, f), '{%s: 1, %s: 2}' % (n, self.pick(['1', '1.0', 'True', '0'])), '%s in [%s]' % (f, f), 'sorted([%s, %s, 0.0])' % (f, n), 'max(%s, %s)' % (n, f), 'sum([0.1] * 10)', 'repr([%s, (%s,)])' % (f, n), "'%%%s' %% (%s)" % (self.pick(['.3f', 'd', 'x', '5s', 'r', 'e', 'g', '+d', '05d', 'c', '.0f', '-8.2f', 'i', 'o', '#x', '%']), self.pick([n, f])),
                                '(%s).is_integer()' % f, '(%s).conjugate()' % f, 'complex(%s, 1)' % f, '(%s) / (%s)' % (n, self.pick(INTS)), 'min(%s, %s, %s)' % (f, f, n), 'math.floor(%s)' % f, 'abs(%s)' % f, '[%s] * True' % n, 'bool(%s)' % f, '-(%s)' % f, 'int.from_bytes((5).to_bytes(2, "big"), "big")', 'math.nan != math.nan', 'math.isclose(%s, %s)' % (f, f), "f'{%s:{8}.{3}}'" % f.replace('"', ''), '(1).__class__.__name__']))

    def scopes(self):
        """Whose name is it?"""
        a, f = self.fresh('m'), self.fresh('f')
        self.say('%s = %s' % (a, self.e('int', 0)))
        self.pick([
            lambda: (self.block('def %s():' % f, lambda: (self.say('return %s' % a), self.say('%s = 1' % a))), self.see('%s()' % f)),
            lambda: (self.block('def %s():' % f, lambda: (self.block('if %s:' % self.e('bool'), lambda: self.say('%s = 5' % a)), self.say('return %s' % a))), self.see('%s()' % f)),
            lambda: (self.block('class K_:', lambda: (self.say('%s = 7' % a), self.say('t = [%s for _ in range(1)]' % a), self.say('u = %s' % a))), self.see('(K_.t, K_.u)')),
            lambda: (self.say('g_ = (%s + q for q in [1, 2])' % a), self.say('%s = 100' % a), self.see('list(g_)')),
            lambda: (self.say('%s = [%s for %s in range(3)]' % (f, a, a)), self.see('(%s, %s)' % (f, a))),
            lambda: (self.block('def %s(%s=%s):' % (f, a, a), lambda: (self.say('%s += 1' % a), self.say('return %s, sorted(locals())' % a))), self.see('%s()' % f), self.see('%s(3)' % f)),
            lambda: (self.block('def %s():' % f, lambda: (self.say('def h(): return %s' % a), self.say('del %s' % a) if self.chance(.3) else None, self.say('return h()'))), self.see('%s()' % f)),
            lambda: (self.say("globals()['%s'] = 8" % a), self.see(a)),
            lambda: (self.block('for %s in range(2):' % a, lambda: self.say('pass')), self.see(a)),
            lambda: (self.block('try:', lambda: self.say('raise ValueError(3)')), self.block('except ValueError as %s:' % a, lambda: self.say('pass')), self.see(a)),
            lambda: (self.block('def %s():' % f, lambda: (self.say('import os as %s' % a), self.say('return %s.path.join("a", "b")' % a))), self.see('%s()' % f), self.see(a)),
            lambda: self.see('(lambda %s: [%s for %s in (1, 2)] + [%s])(3)' % (a, a, a, a)),
            lambda: self.see('eval("%s + 1")' % a), lambda: (self.say('exec("%s = 12")' % a), self.see(a)),
            lambda: (self.say('%s: int' % f), self.see(f)), lambda: (self.say('del ' + a), self.see(a)),
            lambda: self.see("'%s' in globals()" % a), lambda: self.see("vars().get('%s')" % a)])()

    def program(self):
        for line in HEADER:
            self.say(line)
        self.cell(self.pool)
        for _ in range(self.r.randint(5, 9)):
            if self.chance(.4):
                kind = self.pick(TYPES)
                self.bind(kind, self.pick(LEAVES[kind]))
            self.cell(self.pick([self.simple, self.simple, self.alias, self.alias, self.function, self.function, self.closure, self.generator, self.class_, self.record, self.flow, self.edges, self.edges, self.scopes, self.some(3), self.some(3)]))
        return '\n'.join(self.lines) + '\n'


def program(seed):
    return Program(seed).program()


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
