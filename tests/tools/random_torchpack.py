"""Random configs of torchpack: default.yaml files in the folders above, and ${...} over all of it.

An expression sees the names before any is evaluated, as objects of torchpack's Config, and with Python's builtins among them. It may
change what it names, what it stands in, and which names there are. Anchors make one object of several places, merges copy keys.
"""
import random
import re

from random_yaml import PLAIN, QUOTED, TAGGED

NAMES = ['a', 'b', 'c', 'lr', 'model', 'data', 'num']
KEYS = ['p', 'q', 'type', 'items', '5', 'y z']
LITERALS = {
    'int': ['0', '1', '2', '7', '-3', '10**18'], 'float': ['0.5', '1e-4', '2.', '1e20', '.1'], 'bool': ['True', 'False'],
    'str': ["'a'", "'bA c'", "''", "'x/y'"], 'list': ['[1, 2]', '[]', "['a']", '[0.1, None]'], 'dict': ['{}', "{'p': 1}", "{'q': {'p': [1]}}"]}
SCALARS = {
    'int': ['0', '3', '-4', '1_000', '017', '0x1F'], 'float': ['0.5', '1.0e-4', '.5', '1e3', '.inf'], 'bool': ['true', 'No'],
    'str': ['a', '"b c"', '"${"', '"$x"', 'x${a}', '"${a} "'], 'list': ['[1, 2, 3]', '[]', '[0.5, a, ~]', '[{p: 1}]'],
    'dict': ['{}', '{p: 1, q: [2]}', '{p: {q: 3}}', '{5: x}', '{p: 1, <<: {p: 2, q: 3}}', '{<<: [{p: 1}, {p: 2, items: 3}], q: 4}', '{~: 1, yes: 2, 0x1F: 3}']}
ODD = [x for x in 3 * PLAIN + QUOTED + TAGGED if '\n' not in x] + ['', '~', 'null']
EMPTY = ['', '\n', '# nothing\n', '---\n', '~\n', '[a]\n', '{}\n', '--- # one\n{a: 1}\n...\n', 'a\n', '%YAML 1.1\n---\na: 1\n', 'a: 1\n---\nb: 2\n', '? a\n: 1\n', '5: 1\n', '<<: {a: 1, lr: 2}\nb: 3\n']
EXPRESSIONS = {
    'int': ['<int> + <int>', '<int> - <int>', '<int> * <int>', '<int> // <int>', '<int> % <int>', 'len(<list>)', 'len(<dict>)', 'sum([<int>, <int>])',
            'int(<float>)', '<int> if <bool> else <int>', 'round(<float>)', '(lambda x, y=<int>: x + y)(<int>)', '(z := <int>)', 'z',
            "<dict>.get('p', <int>)", 'len(globals())', 'ord((<str> or "q")[0])', 'len((lambda **k: k)(**<dict>))', '[*<list>, <int>][-1]'],
    'float': ['<float> + <float>', '<float> * <int>', '<int> / <int>', 'float(<int>)', 'round(<float>, 3)', '2 ** -abs(<int>)', 'sum([<float>, <float>])'],
    'bool': ['<int> < <int>', '<int> == <int>', 'not <bool>', '<bool> and <bool>', '<int> in <list>', 'isinstance(<dict>, dict)', "'p' in <dict>",
             "'a' in globals()", 'hasattr(<dict>, "q")', '<dict> == <dict>', 'any(<list>)'],
    'str': ['<str> + <str>', 'str(<int>)', 'str(<list>)', 'repr(<dict>)', "'{}_{}'.format(<str>, <int>)", "'%s/%d' % (<str>, <int>)", '<str>.upper()',
            'type(<dict>).__name__', 'type(<dict>.copy()).__name__', 'sorted(map(str, <dict>))[0]', "'$' + '{1 + 1}'", "','.join(map(str, <list>))"],
    'list': ['<list> + <list>', '[<int>, <str>]', '<list>[1:]', '[x for x in <list> if x]', '[(x, <int>) for x in <list>]', 'list(<dict>.values())',
             'sorted(globals())', 'tuple(<list>)', '[k for k in globals() if len(k) == 1]', '<list>.copy()', "['$' + '{<int>}']", '[<list>] * 2'],
    'dict': ["{'p': <int>}", 'dict(<dict>, q=<int>)', '{**<dict>, **<dict>}', '<dict>.dict()', '<dict>.copy()', '<dict> | <dict>', "{'s': '$' + '{<int>}'}",
             '{k: v for k, v in <dict>.items()}', "dict.fromkeys('pq', <list>)"]}
CHANGES = ['<list>.append(<int>)', '<list>.insert(0, <str>)', '<list>.clear()', '<list>.extend(<list>)', '<list>.pop()', '<dict>.update(<dict>)',
           "<dict>.update({'p': {'q': <int>}})", '<dict>.update(q=<int>)', '<dict>.update()', "<dict>.setdefault('r', <int>)", "<dict>.pop('p', None)",
           "setattr(<dict>, 'w', <int>)", "delattr(<dict>, 'p')", '<dict>.__ior__(<dict>)']


class Project:
    """A file and the defaults above it."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.style, self.options, self.known, self.files = 'torchpack', [], {}, {}
        top, extension = '', self.r.choice(['.yaml'] * 9 + ['.yml'])
        for depth in range(self.r.randrange(1, 4)):
            if self.r.random() < .6:
                self.files[top + 'default' + extension] = self.r.choice(EMPTY) if self.r.random() < .05 else self.document()
            top += 'd%d/' % depth
        self.path = top + 'x' + extension
        self.files[self.path] = self.document()

    def kind(self):
        return self.r.choice(list(EXPRESSIONS))

    def fill(self, template, depth):
        return re.sub(r'<(\w+)>', lambda m: self.expression(m[1], depth + 1), template)

    def expression(self, kind, depth=0):
        named = [name for name, k in self.known.items() if k == kind]
        how = self.r.random()
        if named and how < .4:
            return self.r.choice(named)
        if depth > 2 or how < .5:
            return '(%s)' % self.r.choice(LITERALS[kind])
        if how < .58:
            return '(%s, %s)[1]' % (self.fill(self.r.choice(CHANGES), depth), self.expression(kind, depth + 1))
        return '(%s)' % self.fill(self.r.choice(EXPRESSIONS[kind]), depth)

    def value(self, kind, indent):
        """YAML, and what kind of value an expression sees there."""
        known = [name for name, k in self.anchors.items() if k == kind]
        how = self.r.random()
        if how < .12 and known:
            return ' *' + self.r.choice(known), kind
        if how < .3 and kind in ('list', 'dict'):
            return self.anchored(kind, indent), kind
        if how < .34:
            return ' ' + self.r.choice(ODD), 'odd'
        return self.plain(kind, indent)

    def anchored(self, kind, indent):
        """What has a name, and an object of its own, from here on."""
        text, of = self.plain(kind, indent)
        name = 'n%d' % len(self.anchors)
        self.anchors[name] = of
        return ' &%s%s' % (name, text)

    def merge(self, indent):
        dicts = [name for name, k in self.anchors.items() if k == 'dict']
        if not dicts or self.r.random() < .6:
            return ''
        several = ', '.join('*' + self.r.choice(dicts) for _ in range(2))
        return '\n%s<<: %s' % (' ' * indent, self.r.choice(['[%s]' % several, '*' + self.r.choice(dicts)]))

    def plain(self, kind, indent):
        if self.r.random() < .5:
            return " '${%s}'" % self.expression(kind).replace("'", "''"), 'str'
        if indent < 8 and kind == 'list' and self.r.random() < .5:
            items = [self.value(self.kind(), indent + 2)[0] for _ in range(self.r.randrange(1, 4))]
            return ''.join('\n%s-%s' % (' ' * indent, item) for item in items), kind
        if indent < 8 and kind == 'dict' and self.r.random() < .7:
            keys = self.r.sample(KEYS, self.r.randrange(1, 4))
            pairs = ['\n%s%s:%s' % (' ' * indent, key, self.value(self.kind(), indent + 2)[0]) for key in keys]
            pairs.insert(self.r.randrange(len(pairs) + 1), self.merge(indent))
            return ''.join(pairs), kind
        return ' ' + self.r.choice(SCALARS[kind]), kind

    def document(self):
        text, self.anchors = '', {}
        for name in self.r.sample(NAMES, self.r.randrange(1, 6)):
            value, kind = self.value(self.kind(), 2)
            self.known[name] = kind
            text += '%s:%s\n' % (name, value)
            text += self.merge(0)[1:] + '\n' if self.r.random() < .05 else ''
        return text
