"""Programs made of scenes: a class, a decorator, a handler, a cache, and what is done with it.

random_python.py composes expressions and grammar_python.py expands productions; here each scene is a small
story of one feature with its own protocol (classes and their special methods, closures, generators, context managers,
exceptions, records, enumerations, caches, copies, ordered dicts, patterns), told with random members and
random values, and put at random into a function, a handler, a loop, a class body or a generator.
What is seen is written to `log`.

Nothing in a program depends on the machine, on the order of a set or on the address of an object.
"""
import random
import re

IMPORTS = '''import collections
import copy
import functools
import itertools
import math
import os.path as osp
from collections import OrderedDict
'''
MORE_IMPORTS = '''import contextlib
import dataclasses
import enum
import json
import operator
import re
import string
from collections import defaultdict, deque, namedtuple
from dataclasses import dataclass, field
'''
PRELUDE = '''def setitem(c, k, v):
    c[k] = v
def delitem(c, k):
    del c[k]
def grow(c, v):
    c += v
    return c
def join(c, v):
    c |= v
    return c
log = []
def see(*a):
    log.append(a[0] if len(a) == 1 else a)
    return a[0] if a else None
def trial(f, *a, **k):
    try:
        log.append(('=', f(*a, **k)))
    except Exception as e:
        log.append(('!', type(e).__name__, str(e) if MESSAGES else 0))
'''
INT = ['0', '1', '2', '3', '5', '-1', '-2', '7', '10', '255', '-7', '2**31', '2**64', '-2**70', '10**18', '1_000']
SMALL = ['0', '1', '2', '3', '4', '-1']
STR = ["''", "'a'", "'abc'", "'a,b,,c'", "'Key'", "' pad '", "'x=1;y=22'", "'data/coco/train'", "'12'", "'-3.5e2'", "'Ünï'", "'ab\\ncd\\tef'",
       "'epoch_{:02d}'", "'%s-%d'", "'{a}'", "'MiXed_Case9'", "'ß'", "'\\u03a3'", "'😀x'", "'../a//b/./c.py'", "'it\\'s'", "'tab\\tq\"q'"]
FLOAT = ['0.5', '-0.0', '2.5', '1e16', '1e-5', '0.1', '3.0', '1e300', '-1.25', '0.045', '1e22', "float('inf')", '123456.789']
IDX = ['0', '1', '2', '-1', '-2', '9', '-9', 'None', 'True', '2**70']
FIELDS = ['a', 'b', 'c', 'lr', 'type']
BINARY = {'add': '+', 'sub': '-', 'mul': '*', 'truediv': '/', 'floordiv': '//', 'mod': '%', 'pow': '**', 'and': '&', 'or': '|', 'xor': '^',
          'lshift': '<<', 'rshift': '>>', 'matmul': '@'}
COMPARE = {'eq': '==', 'ne': '!=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>='}
ERRORS = ['ValueError', 'KeyError', 'TypeError', 'IndexError', 'ZeroDivisionError', 'StopIteration', 'RuntimeError', 'Exception', 'AttributeError', 'OSError', 'LookupError',
          'ArithmeticError', 'NameError', 'AssertionError', 'NotImplementedError']
FAILS = ['1 / 0', '[][1]', '{}["k"]', 'int("x")', 'None.x', 'undefined_name', 'len(3)', '"a" + 1', 'next(iter([]))', '[1, 2].index(5)', '(1).append', 'dict(a=1)["b"]',
         '{[]: 1}', 'a, b = 1, 2, 3', 'a, *b, c = [1]', 'assert 0, "no"', 'raise KeyError("k", 1)', 'raise OSError(2, "gone")', 'raise ValueError', 'math.sqrt(-1)', '(lambda x: x)()',
         '(lambda x, *, k: x)(1, 2)', 'getattr(3, "q")', '"%d" % "x"', '"{}{}".format(1)', 'chr(-1)', 'range(1, 2, 0)', '[].pop()', 'set().pop()', '{}.popitem()', 'deque().pop()', 'b"\\xff".decode()',
         'float("1e")', 'int("12", 99)', '[3][2 ** 70]', '"abc"[None]', 'sorted([1, "a"])', 'max([])', 'sum(["a"])', 'iter(3)', 'd = {}; del d["x"]', 'list(zip([1], [], strict=True))', 'math.factorial(-1)',
         'json.loads("[1,")', 're.compile("(")', '2 ** "a"', '10 ** 400 * 1.0', 'float(10 ** 400)', '"a".join([1])', '1 << -1', '[1][1:2:0]', '{1} + {2}', 'object() < object()', '"x".nope()', 'raise 3', 'raise KeyError from None',
         'operator.itemgetter(1)([])', 'namedtuple("N", "a a")', '"{x}".format(y=1)', '"abc".index("z")', 'print(end=3)', 'divmod(1, 0)', '5 % 0.0', '0.0 ** -1', 'complex("z")', 'hash([])', 'bytes([256])', 'round("a")']


# What is not evaluated: a program of which all shall be known does without.
UNSEEN = re.compile(r'\b(re|json|operator|string|contextlib|dataclasses)\.|Counter|deque|defaultdict|ChainMap|namedtuple|singledispatch|cmp_to_key|class |\.indices\(|groupby|isqrt|comb\(|rsplit\(None|\(str, 3\)|commonpath|copy\.copy\(a\) is a|bytes\(|math\.(hypot|nextafter|fmod|dist)|\beval\(')


class Scenes:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n = 0
        self.plain = self.chance(.6)  # only what is evaluated; the rest watches how far the unknown reaches
        self.names = {'int': [], 'str': [], 'list': [], 'dict': [], 'any': []}

    # --- what scenes are told with ---

    def pick(self, *of):
        return self.r.choice(of[0] if len(of) == 1 else of)

    def fresh(self, stem='v'):
        self.n += 1
        return '%s%d' % (stem, self.n)

    def chance(self, p):
        return self.r.random() < p

    def some(self, of, least=1):
        return self.r.sample(of, self.r.randint(least, min(len(of), least + 3)))

    def seen(self, makes):
        text = self.pick(makes)()
        while self.plain and UNSEEN.search(text):
            text = self.pick(makes)()
        return text

    def int(self, depth=2):
        if depth == 0 or self.chance(.4):
            return self.pick(self.names['int'] or INT) if self.chance(.3) else self.pick(INT)
        return self.seen((
            lambda: '(%s %s %s)' % (self.int(depth - 1), self.pick(['+', '-', '*', '&', '|', '^']), self.int(depth - 1)),
            lambda: '(%s %s %s)' % (self.int(depth - 1), self.pick(['//', '%']), self.pick(['3', '7', '-2', '10'])),
            lambda: 'len(%s)' % self.any(depth - 1, ['str', 'list', 'dict']),
            lambda: '(%s if %s else %s)' % (self.int(depth - 1), self.bool(depth - 1), self.int(depth - 1)),
            lambda: '(%s := %s)' % (self.fresh('w'), self.int(depth - 1)),
            lambda: 'sum(%s)' % self.ints(), lambda: 'int(%r)' % self.pick('12', ' 7 ', '0'), lambda: '(lambda x=%s: x)()' % self.int(depth - 1),
            lambda: '%s.count(%s)' % (self.str(depth - 1), self.str(0)), lambda: 'hash(%s)' % self.pick(SMALL)))

    def str(self, depth=2):
        if depth == 0 or self.chance(.4):
            return self.pick(self.names['str'] or STR) if self.chance(.3) else self.pick(STR)
        return self.seen((
            lambda: '(%s + %s)' % (self.str(depth - 1), self.str(depth - 1)),
            lambda: 'f"{%s}|{%s!r:>%s}|{%s:%s}"' % (self.pick('1', 'log and 2', '[*range(3)]', '3 .real'), self.pick('None', '1.5', '(1,)', 'len'[:0] + '7'), self.pick('3', '12', '0'),
                                                     self.pick('5', '2.5', '-7', '1e10'), self.pick('', '5', '+', '<7', '^9.2f', '08.3f', '.3e', '_', ',', 'g', '%', 'n')),
            lambda: '%s.%s()' % (self.str(depth - 1), self.pick('upper', 'lower', 'title', 'strip', 'swapcase', 'capitalize', 'casefold', 'splitlines and str'[:6] and 'lstrip')),
            lambda: '%s[%s:%s:%s]' % (self.str(depth - 1), self.pick(IDX[:9]), self.pick(IDX[:9]), self.pick('', '2', '-1', '-2')),
            lambda: '%s.join(%s)' % (self.str(0), self.pick('map(str, %s)' % self.ints(), 'sorted(%s)' % self.str(0), "'abc'", 'dict(x=1, y=2)')),
            lambda: '%s.replace(%s, %s, %s)' % (self.str(depth - 1), self.str(0), self.str(0), self.pick(SMALL)),
            lambda: 'repr(%s)' % self.any(depth - 1), lambda: 'str(%s)' % self.any(depth - 1),
            lambda: "'%%%s%s' %% %s" % (self.pick('', '5', '-6', '05', '+', '#', '.2', '8.3'), self.pick('d', 's', 'r', 'x', 'f', 'g', 'e', 'i', 'o', 'c', 'a'), self.pick('3', '-42', '1.5', "'z'", '65', '(7,)', 'True')),
            lambda: "'{%s%s:%s}'.format(%s, %s)" % (self.pick('', '0', '1', '0[0]', '0.real'), self.pick('', '!r', '!s', '!a'), self.pick('', '>6', '^8', '{1}', 'd', '.1f'), self.any(0), self.pick('3', '5')),
            lambda: 'osp.%s(%s)' % (self.pick('basename', 'dirname', 'normpath'), self.str(depth - 1)), lambda: 'osp.join(%s, %s)' % (self.str(0), self.str(0)),
            lambda: 'json.dumps(%s%s)' % (self.any(1, ['list', 'dict', 'str', 'int']), self.pick('', ', indent=2', ', sort_keys=True', ", separators=(',', ':')", ', ensure_ascii=False', ', indent="\\t"'))))

    def bool(self, depth=1):
        return self.pick(lambda: '%s %s %s' % (self.int(depth), self.pick(list(COMPARE.values())), self.int(depth)), lambda: self.pick('True', 'False', 'not log', 'bool(log)'),
                         lambda: '%s in %s' % (self.str(0), self.str(depth)), lambda: 'isinstance(%s, %s)' % (self.any(depth), self.pick('int', 'str', '(list, dict)', 'object', 'int | str')),
                         lambda: '%s < %s <= %s' % (self.int(0), self.int(0), self.int(0)))()

    def ints(self):
        return self.pick('[3, 1, 2]', '(1, 2)', '[]', 'range(4)', '{1}', '[%s, %s]' % (self.int(0), self.int(0)), '(x * x for x in range(3))', 'range(5, 0, -2)', '[True, 2]', 'b"ab"', '{0: 1, 5: 2}')

    def list(self, depth=2):
        if depth == 0 or self.chance(.3):
            return self.pick(self.names['list'] or ['[1, 2, 3]']) if self.chance(.3) else self.pick('[1, 2, 3]', '[]', "['a', 'b']", '[0]', '[[1], [2]]', '[3, 1, 2]', '[None, 0.5]')
        return self.seen((
            lambda: '[%s, *%s]' % (self.any(depth - 1), self.ints()), lambda: '[%s for x in %s if %s]' % (self.pick('x', 'x * 2', '(x, -x)', 'str(x)', '[x]'), self.ints(), self.pick('x', 'x > 1', 'True', '(y := x) % 2')),
            lambda: 'sorted(%s, key=%s, reverse=%s)' % (self.ints(), self.pick('None', 'str', 'lambda x: -x', 'lambda x: x % 2'), self.pick('True', 'False', '0')),
            lambda: '(%s + %s)' % (self.list(depth - 1), self.list(0)), lambda: '%s[%s:%s]' % (self.list(depth - 1), self.pick(IDX), self.pick(IDX)), lambda: 'list(%s)' % self.ints(),
            lambda: '%s * %s' % (self.list(depth - 1), self.pick(SMALL)), lambda: '%s.split(%s)' % (self.str(1), self.pick('', "','", "'a'", "None, 1")),
            lambda: 'list(zip(%s, %s))' % (self.ints(), self.str(0)), lambda: 'list(%s.items())' % self.dict(depth - 1), lambda: '[%s for i in %s for j in range(i %% 3)]' % (self.pick('i', 'j', '(i, j)'), self.ints()),
            lambda: 'list(itertools.%s)' % self.pick('accumulate(%s)' % self.ints(), 'chain(%s, %s)' % (self.ints(), self.str(0)), 'product(%s, "ab")' % self.ints(), 'islice(itertools.count(3), 2, 8, 3)',
                                                     'combinations("abc", 2)', 'pairwise(%s)' % self.ints(), 'batched([1], 1)'[:0] + 'permutations([1, 2], 2)', 'zip_longest(%s, "q")' % self.ints()),
            lambda: 're.%s' % self.pick('findall(r"\\w", %s)' % self.str(0), 'split(r"[,;]", %s)' % self.str(0), 'sub("a", "b", %s).split()' % self.str(0)),
            lambda: '[%s, %s]' % (self.any(depth - 1), self.any(depth - 1))))

    def dict(self, depth=2):
        if depth == 0 or self.chance(.3):
            return self.pick(self.names['dict'] or ['{}']) if self.chance(.3) else self.pick('{}', "dict(a=1, b=[2])", "{'type': 'X', 'lr': 0.1}", "{1: 'x', (1, 2): None}", "{'n': {'m': 1}}", '{1: 0, True: 2, 1.0: 3}')
        return self.seen((
            lambda: '{**%s, %r: %s}' % (self.dict(depth - 1), self.pick(FIELDS), self.any(depth - 1)), lambda: '(%s | %s)' % (self.dict(depth - 1), self.dict(0)),
            lambda: 'dict(%s, %s=%s)' % (self.pick('', self.dict(0), "zip('ab', 'cd')", "[('k', 1)]") or '{}', self.pick(FIELDS), self.any(depth - 1)),
            lambda: '{%s: %s for k in %s}' % (self.pick('k', 'str(k)', '(k,)', 'k % 2'), self.pick('k', '[k]', 'k * 2'), self.ints()), lambda: 'dict.fromkeys(%s, %s)' % (self.str(0), self.any(0)),
            lambda: 'dict(enumerate(%s))' % self.str(0), lambda: 'dict(collections.Counter(%s))' % self.str(0), lambda: 'copy.deepcopy(%s)' % self.dict(depth - 1),
            lambda: 'json.loads(%r)' % self.pick('{"a": [1, 2.0, null]}', '{"k": {"x": true}, "k": 1e3}', '{}', '{"\\u00e9": -0, "n": 1E2}'), lambda: 'dict(sorted(%s.items(), key=str))' % self.dict(depth - 1)))

    def any(self, depth=1, kinds=('int', 'str', 'list', 'dict', 'float', 'bool', 'other')):
        kind = self.pick(list(kinds))
        if kind == 'float':
            return self.pick(FLOAT)
        if kind == 'other':
            return self.pick('None', '...', '(1, 2)', '()', "b'ab'", '1j', 'frozenset({1})', 'range(3)', '{1}', '(%s,)' % self.int(0), 'int', 'slice(1, 2)', "('a', [1])")
        return getattr(self, kind)(*([depth] if kind != 'bool' else []))

    # --- how statements are put ---

    def indent(self, text, by='    '):
        return ''.join(by + line if line.strip() else line for line in text.splitlines(True))

    def put(self, text):
        """The scene at the top, or inside of something."""
        text = text if text.endswith('\n') else text + '\n'
        p = self.r.random()
        f = self.fresh('f')
        if p < .45:
            return 'try:\n%sexcept Exception as e:\n    see("failed", type(e).__name__)\n' % self.indent(text)
        if p < .6:
            return 'def %s(p=%s, *q, **z):\n%s    return p\ntrial(%s%s)\n' % (f, self.int(0), self.indent(text), f, self.pick('', ', 1, 2, k=3'))
        if p < .68:
            return 'def %s():\n    yield 1\n%s    yield see(2)\n    return 3\ntrial(lambda: %s)\n' % (f, self.indent(text), self.pick('list(%s())' % f, 'next(%s())' % f, '[*%s()][-1]' % f, 'sum(zip(%s(), [1]), ())' % f))
        if p < .74:
            return 'for %s in %s:\n    try:\n%s    except Exception as e:\n        see(type(e).__name__)\n        %s\nelse:\n    see("all")\n' % (
                f, self.pick('range(2)', '"ab"', '[1]', '()'), self.indent(text, ' ' * 8), self.pick('break', 'continue', 'pass'))
        if p < .8:
            return 'try:\n    try:\n%s    finally:\n        see("finally")\nexcept Exception as e:\n    see(type(e).__name__, type(e.__context__).__name__)\n' % self.indent(text, ' ' * 8)
        if p < .86:
            return 'def %s():\n    class Inner:\n%s        z = 1\n    return sorted(k for k in vars(Inner) if k[:1] != "_")[:3]\ntrial(%s)\n' % (f, self.indent(text, ' ' * 8), f)
        if p < .92 and not self.plain:
            return 'with contextlib.suppress(%s):\n%s' % (self.pick('Exception', '*[Exception, KeyError]', 'ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RuntimeError, NameError'), self.indent(text))
        return 'if %s or True:\n%s' % (self.bool(), self.indent(text))

    def program(self):
        lines = [IMPORTS, '' if self.plain else MORE_IMPORTS, PRELUDE.replace('MESSAGES', str(self.chance(.04)))]
        for i in range(self.r.randint(2, 6)):
            lines.append('log = log%d = []\n' % i)
            scene = self.pick(PLAIN if self.plain else SCENES)(self)
            if self.plain:
                scene = ''.join(line for line in scene.splitlines(True) if not (line.startswith('trial(') and UNSEEN.search(line)))
                if UNSEEN.search(scene):
                    continue
            lines.append(self.put(scene))
            if self.chance(.5):
                kind = self.pick('int', 'str', 'list', 'dict', 'any')
                name = self.fresh('x')
                value = getattr(self, kind)()
                lines.append('try:\n    %s = %s\nexcept Exception as e:\n    %s = %s\n' % (name, value, name, {'int': '4', 'str': "'s'", 'list': '[5]', 'dict': "{'t': 1}", 'any': '6'}[kind]))
                self.names[kind].append(name)
        return ''.join(lines)


# --- the scenes ---

def special_methods(s):
    """An object with some operators, and what happens when they are asked, give up or raise."""
    name, other = s.fresh('C'), s.fresh('D')
    out = ''
    for c in (name, other):
        base = s.pick('', '(%s)' % name if c == other else '', '(%s)' % s.pick('int', 'list', 'dict', 'str', 'float', 'tuple', 'object', 'Exception')) if s.chance(.6) else ''
        out += 'class %s%s:\n' % (c, base)
        if s.chance(.7):
            out += '    def __init__(self, *a%s):\n        %sself.v = a[0] if a else 0\n' % (s.pick('', ', **k'), s.pick('', '', "super().__init__(); ", 'see("init"); '))
        for op in s.some(list(BINARY), 1):
            for form in s.some(['', 'r', 'i'], 1):
                out += '    def __%s%s__(self, o%s):\n        %s\n' % (form, op, ', m=None' if op == 'pow' else '', s.pick(
                    'return NotImplemented', 'see(%r); return %s' % (form + op, s.int(1)), 'return (%r, type(o).__name__)' % (form + op), 'return self', 'raise TypeError("no")', 'return [self is o]'))
        for op in s.some(list(COMPARE), 0):
            out += '    def __%s__(self, o):\n        %s\n' % (op, s.pick('return NotImplemented', 'return True', 'see(%r); return False' % op, 'return "truthy"', 'return []', 'return self.v %s getattr(o, "v", o)' % COMPARE[op]))
        for text in s.some(["__repr__(self):\n        return 'R'", "__str__(self):\n        return 'S%s' % type(self).__name__", '__len__(self):\n        return %s' % s.pick('2', '0', '-1', 'True', '"x"', '2 ** 70', '1.0'),
                            '__bool__(self):\n        return %s' % s.pick('True', 'False', '1', 'see(False)'), '__hash__(self):\n        return %s' % s.pick('1', '2 ** 70', '-1', '"h"'),
                            '__contains__(self, x):\n        return %s' % s.pick('x', 'see("in")', 'None', '[0]'), '__getitem__(self, i):\n        %s' % s.pick('return i', 'return [1, 2, 3][i]', 'see(i); return %s' % s.any(0), 'raise KeyError(i)', 'if i > 2: raise IndexError(i)\n        return i * 10'),
                            '__iter__(self):\n        %s' % s.pick('return iter([1, 2])', 'yield 1; yield from "ab"', 'return self', 'return [1]', 'return 3'), '__next__(self):\n        %s' % s.pick('raise StopIteration', 'self.v += 1\n        if self.v > 3: raise StopIteration\n        return self.v'),
                            '__call__(self, *a, **k):\n        return %s' % s.pick('(a, k)', 'a', 'see("call")', 'self'), '__getattr__(self, n):\n        %s' % s.pick('return n', 'raise AttributeError(n)', 'if n[:2] == "__": raise AttributeError\n        return see(n)'),
                            '__setitem__(self, i, x):\n        see("set", i, x)', '__delitem__(self, i):\n        see("del", i)', '__index__(self):\n        return %s' % s.pick('1', '2', '"x"', 'True'), '__int__(self):\n        return %s' % s.pick('5', '2.0', 'True'),
                            '__float__(self):\n        return %s' % s.pick('1.5', '2', '"x"'), '__format__(self, spec):\n        return %s' % s.pick('"<" + spec + ">"', 'spec * 2', '3'), '__neg__(self):\n        return %s' % s.any(0), '__abs__(self):\n        return see(7)', '__round__(self, n=None):\n        return ("r", n)',
                            '__reversed__(self):\n        return %s' % s.pick('iter("cba")', '[1]', 'see("rev")'), '__missing__(self, k):\n        return %s' % s.pick('k', 'see("missing")', 'self.setdefault(k, [k])'), '__enter__(self):\n        return see("enter")',
                            '__exit__(self, *a):\n        see("exit", a[0] is None)\n        return %s' % s.pick('True', 'False', 'None', '1'), '__divmod__(self, o):\n        return (1, o)', '__trunc__(self):\n        return 9', '__ceil__(self):\n        return see("ceil")',
                            '__setattr__(self, n, x):\n        %s' % s.pick('object.__setattr__(self, n, x)', 'see("setattr", n); super().__setattr__(n, x)', 'self.__dict__[n] = [x]'), '__getattribute__(self, n):\n        %s' % s.pick('return object.__getattribute__(self, n)', 'if n == "w": return 8\n        return super().__getattribute__(n)'),
                            '__delattr__(self, n):\n        see("delattr", n)', '__length_hint__(self):\n        return 5', '__class_getitem__(cls, k):\n        return (cls.__name__, k)', '__bytes__(self):\n        return b"zz"', '__fspath__(self):\n        return "p/q"', '__dir__(self):\n        return ["z", "a"]',
                            '__instancecheck__(self, o):\n        return True', '__copy__(self):\n        return "copied"', '__deepcopy__(self, memo):\n        return ["deep", len(memo) >= 0]', '__complex__(self):\n        return 1j', '__sizeof__(self):\n        return 1', '__eq__ = None'[:0] + '__ior__(self, o):\n        return ("ior", o)'], 2):
            out += '    def %s\n' % text
        if s.chance(.2):
            out += '    __%s__ = %s\n' % (s.pick('hash', 'eq', 'add', 'radd', 'iter', 'len', 'contains', 'call', 'str'), s.pick('None', 'lambda *a: see(len(a))', 'staticmethod(lambda *a: 1)', 'classmethod(lambda *a: len(a))', 'property(lambda self: lambda *a: 4)'))
    a, b = s.fresh('o'), s.fresh('o')
    out += '%s = %s(%s)\n%s = %s(%s)\n' % (a, name, s.pick('', '', s.any(0)), b, other, s.pick('', '', s.any(0)))
    for _ in range(s.r.randint(4, 9)):
        x, y = s.pick(a, a, b), s.pick(a, b, b, s.any(0))
        if s.chance(.4):
            x, y = y, x
        out += 'trial(lambda: %s)\n' % s.pick('%s %s %s' % (x, s.pick(list(BINARY.values())), y), '%s %s %s' % (x, s.pick(list(COMPARE.values())), y), 'type(%s).__name__' % x, 'str(%s)[:9].split(" object")[0]' % a, 'bool(%s)' % a, 'len(%s)' % x,
                                              'list(%s)' % b, '[*%s][:4]' % a, '%s[%s]' % (a, s.pick(IDX)), '%s[%s:%s]' % (b, s.pick(IDX), s.pick(IDX)), '%s in %s' % (y, x), '%s(1, k=2)' % b, '%s.%s' % (a, s.pick('v', 'w', 'nope', '__class__.__name__')),
                                              'hasattr(%s, %r)' % (a, s.pick('v', 'w', 'q', '__len__', '__iter__')), '{%s: 1}[%s]' % (a, s.pick(a, b, '1')), 'sorted([%s, %s]) == 1' % (a, b), 'max(%s, %s) is %s' % (a, b, a), '[1, 2, 3][%s]' % a, 'int(%s)' % a, 'float(%s)' % b,
                                              'f"{%s:>4}"' % a, 'format(%s, "x")' % b, '"%%s" %% (%s,)' % b, 'abs(%s)' % a, '-%s' % b, 'round(%s)' % a, 'list(reversed(%s))' % b, 'divmod(%s, 2)' % a, 'range(%s)' % a, 'sum(%s)' % b, 'math.ceil(%s)' % a, 'setattr(%s, "w", 3)' % a, 'delattr(%s, "v")' % a,
                                              'getattr(%s, "q", "default")' % b, 'tuple(zip(%s, %s))' % (a, b), 'copy.copy(%s) == "copied"' % a, 'type(copy.deepcopy([%s])[0]).__name__' % b, 'isinstance(%s, %s)' % (b, name), 'issubclass(%s, %s)' % (other, name), 'hash(%s) == hash(%s)' % (a, b), '%s == %s' % (a, a), '[%s] == [%s]' % (a, b),
                                              '%s is not None and not %s' % (a, b), 'operator.%s(%s, %s)' % (s.pick('add', 'eq', 'contains', 'sub', 'iadd'), a, y), '"%%d" %% %s' % a, '%s[1]' % name, 'osp.join("r", %s)' % b, 'complex(%s)' % a, 'bytes(%s)' % b, 'dir(%s)' % a if '__dir__' in out else '1', '[].extend(%s)' % b, 'dict(%s)' % b, 'set([%s, %s]) and 1' % (a, b), 'a1, *a2 = 1' if 0 else 'any(%s)' % b, '(lambda *p, **k: len(p))(*%s)' % a, 'dict(**%s)' % a, 'next(%s)' % b, 'iter(%s) is %s' % (a, a), '"abc"[%s:]' % a, '[0] * %s' % a, 'hex(%s)' % a)
    for _ in range(s.r.randint(0, 3)):
        out += s.pick('%s %s= %s' % (a, s.pick(list(BINARY.values())), s.any(0)), '%s[%s] = %s' % (b, s.pick(IDX), s.any(0)), 'del %s[1]' % a, '%s.w = 5' % a, 'del %s.v' % b, 'for q in %s:\n    see(q)\n    if len(log) > 60: break' % b, 'with %s as q:\n    see(q); %s' % (a, s.pick('1 / 0', 'pass')),
                      'p, *q = %s\nsee(p, q)' % b, 'if %s:\n    see("true")' % a, 'while not %s:\n    break\nelse:\n    see("while")' % b) + '\n'
    return out


def inheritance(s):
    """A diamond, cooperative calls, attributes found along the order of classes."""
    n = [s.fresh('K') for _ in range(4)]
    bases = ['', '(%s)' % n[0], '(%s)' % n[0], '(%s)' % s.pick('%s, %s' % (n[1], n[2]), '%s, %s' % (n[2], n[1]), '%s, %s' % (n[1], n[0]), '%s, %s' % (n[0], n[1]), n[1])]
    out = ''
    for i, (c, b) in enumerate(zip(n, bases)):
        out += 'class %s%s:\n    tag = %s\n' % (c, b, s.any(0)) if s.chance(.6) else 'class %s%s:\n    "doc"\n' % (c, b)
        if s.chance(.25):
            out += '    __slots__ = %s\n' % s.pick("('x',)", "()", "['x', '__dict__']", "'x'")
        if s.chance(.6) or i == 0:
            out += '    def m(self, *a):\n        return [%r%s]\n' % (c, ', *super().m(*a)' if i and s.chance(.8) else '')
        if s.chance(.3):
            out += '    @classmethod\n    def make(cls, *a):\n        return (cls.__name__, a)\n'
        if s.chance(.3):
            out += '    @staticmethod\n    def st(*a):\n        return (%r, a)\n' % c
        if s.chance(.4):
            out += '    @property\n    def p(self):\n        return %s\n' % s.pick('see("p")', 'self.tag', 'super().p', 'self.__dict__', '[1 / 0]')
            if s.chance(.5):
                out += '    @p.setter\n    def p(self, x):\n        see("set p", x)\n'
        if s.chance(.3):
            out += '    def __init_subclass__(cls, **k):\n        see("sub", cls.__name__, k)\n        super().__init_subclass__(%s)\n' % s.pick('', '**k')
        if s.chance(.2):
            out += '    def __new__(cls, *a):\n        see("new", a)\n        return %s\n' % s.pick('super().__new__(cls)', 'object.__new__(cls)', '5', 'super().__new__(cls, *a)')
        if s.chance(.4):
            out += '    def __init__(self, *a):\n        see(%r)\n        %s\n' % (c, s.pick('super().__init__(*a)', 'self.x = a', 'self.__x = 1', 'return %s' % s.pick('None', '1')))
        if s.chance(.2):
            out += '    __hidden = 4\n    def h(self):\n        return self.__hidden, self.__%s\n' % s.pick('hidden', 'x', 'nope')
    o = s.fresh('o')
    out += '%s = %s(%s)\n' % (o, n[3], s.pick('', '1', '1, 2'))
    for _ in range(s.r.randint(3, 8)):
        out += 'trial(lambda: %s)\n' % s.pick('%s.m(1)' % o, '%s.make(2)' % s.pick(o, n[3]), '%s.st(3)' % o, '%s.p' % o, '%s.tag' % o, '[c.__name__ for c in %s.__mro__]' % n[3], '%s.h()' % o, 'setattr(%s, "p", 1)' % o, 'setattr(%s, "x", [1])' % o, 'sorted(vars(%s))' % o,
                                              '%s.x' % o, '%s.m(%s)' % (s.pick(n), o), 'super(%s, %s).m()' % (n[1], o), 'isinstance(%s, %s)' % (o, s.pick(n)), 'issubclass(%s, %s)' % (s.pick(n), s.pick(n)), 'type(%s) is %s' % (o, n[3]), '%s.__bases__[0].__name__' % n[3], '"m" in %s.__dict__' % s.pick(n), '%s.__doc__' % s.pick(n),
                                              '%s.__qualname__' % n[2], '%s.m.__name__' % o, '%s.m.__self__ is %s' % (o, o), 'hasattr(%s, "_%s__hidden")' % (o, n[0]), 'setattr(%s, "tag", 9)' % s.pick(n), 'delattr(%s, "tag")' % s.pick(n), 'getattr(%s, "tag", 0)' % n[3], 'len(%s.__subclasses__())' % n[0], '%s.__module__ == __name__' % n[0], 'type("Dyn", (%s,), dict(q=1))().m()' % n[1],
                                              'type("Dyn", (%s,), {"m": lambda self: 7})().m()' % n[3], '%s.__eq__(%s)' % (o, o), 'type(%s).__mro__.index(object)' % o, 'callable(%s)' % o)
    return out


def descriptors(s):
    c, d = s.fresh('K'), s.fresh('D')
    out = 'class %s:\n' % d
    for text in s.some(['__get__(self, o, t=None):\n        %s' % s.pick('return see("get", o is None)', 'return 7', 'return self if o is None else o.__dict__.get("q", 3)', 'raise AttributeError("none")'), '__set__(self, o, x):\n        %s' % s.pick('see("set", x)', 'o.__dict__["q"] = x', 'raise AttributeError'),
                        '__set_name__(self, owner, n):\n        see(owner.__name__, n)', '__delete__(self, o):\n        see("delete")'], 1):
        out += '    def %s\n' % text
    out += 'class %s:\n    q = %s()\n%s' % (c, d, s.pick('', '    def __getattr__(self, n):\n        return "fallback " + n\n', '    q2 = q\n'))
    if s.chance(.5):
        out += '    @functools.cached_property\n    def cp(self):\n        return see(%s)\n' % s.any(1)
    if s.chance(.4):
        out += '    part = functools.partialmethod(lambda self, *a, **k: (a, k), 1, z=2)\n'
    o = s.fresh('o')
    out += '%s = %s()\n' % (o, c)
    for _ in range(s.r.randint(3, 7)):
        out += 'trial(lambda: %s)\n' % s.pick('%s.q' % o, '%s.q' % c, 'setattr(%s, "q", 5)' % o, 'delattr(%s, "q")' % o, '%s.cp' % o, '(%s.cp, %s.cp)' % (o, o), 'delattr(%s, "cp")' % o, '%s.part(4, y=5)' % o, 'sorted(map(str, %s.__dict__))' % o, 'setattr(%s, "q", 5)' % c, '%s.__dict__.update(q=11)' % o, 'getattr(%s, "nope", "dflt")' % o)
    return out


def closures(s):
    f, g = s.fresh('f'), s.fresh('g')
    return s.pick(
        lambda: 'def %s(n=%s):\n    def up(by=1):\n        nonlocal n\n        n %s= by\n        return n\n    return up, lambda: n\nup, now = %s()\ntrial(lambda: [up(), up(%s), now(), up.__name__])\n' % (f, s.int(0), s.pick('+', '-', '*', '|'), f, s.any(0)),
        lambda: '%s = [%s for i in range(3)]\ntrial(lambda: [h() for h in %s])\n' % (f, s.pick('lambda: i', 'lambda i=i: i', '(lambda j: lambda: j)(i)', 'functools.partial(lambda x: x, i)'), f),
        lambda: 'def %s(acc=%s, *a, k=%s, **kw):\n    %s\n    return acc, a, k, kw\nfor _ in range(2):\n    trial(%s%s)\n' % (f, s.pick('[]', '{}', '0'), s.any(0), s.pick('acc += [1]', 'acc.append(a)', 'acc = acc or 2', 'acc.update(kw)'), f, s.pick('', ', 1', ', [2], 3', ', k=1', ', z=1, *[{}, 2]', ', **{"k": 2, "q": 3}', ', acc={}', ', 1, acc=2')),
        lambda: 'def %s(a, b=2, /, c=3, *, d, e=5):\n    return (a, b, c, d, e)\n%s' % (f, ''.join('trial(lambda: %s(%s))\n' % (f, s.pick('1, d=4', '1, 2, 3, d=4', '1', 'a=1, d=2', '1, 2, 3, 4, d=5', '1, d=4, c=9', '*[1, 2], **{"d": 3}', '1, d=1, z=2', '1, 2, 3, d=4, c=3', '1, b=2, d=3')) for _ in range(3))),
        lambda: 'x_ = "global"\ndef %s():\n    %s\n    return x_\ntrial(%s)\nsee(x_)\n' % (f, s.pick('x_ = "local"', 'global x_\n    x_ = "changed"', 'see(x_)\n    x_ = 1', 'class Q:\n        x_ = x_ + "!"\n    x_ = Q.x_', 'y = [x_ for x_ in "ab"]', 'del x_\n    x_ = 1', 'for x_ in (): pass', 'import math as x_\n    x_ = x_.pi', 'if 0: x_ = 2'), f),
        lambda: 'def %s(n):\n    return 1 if n < 2 else n * %s(n - 1)\ntrial(%s, %s)\n%s = %s\n%s = lambda n: 5\ntrial(%s, 3)\n' % (f, f, f, s.pick('5', '0', '30', '2.5'), g, f, f, g),
        lambda: 'class %s:\n    y = 2\n    z = [y for _ in range(1)] if %s else 0\n    w = [i for i in [y, y]]\ntrial(lambda: (%s.z, %s.w))\n' % (f.upper(), s.pick('True', 'False'), f.upper(), f.upper()),
        lambda: 'def %s():\n    %s = 1\n    def h():\n        return %s\n    del %s\n    return h\ntrial(lambda: %s()())\n' % (f, g, g, g, f),
        lambda: 'def %s():\n    def inner():\n        return v\n    try:\n        see(inner())\n    except NameError as e:\n        see(type(e).__name__)\n    v = %s\n    return inner()\ntrial(%s)\n' % (f, s.any(1), f),
        lambda: 'trial(lambda: (lambda a, b=%s, *c, **d: (a, b, c, d))(%s))\n' % (s.any(0), s.pick('1', '*%s' % s.ints(), '1, **%s' % s.dict(1), '*"ab", *[3], k=4', '**{"a": 1}', '1, 2, *(), **{}', '')))()


def decorators(s):
    d, f = s.fresh('deco'), s.fresh('f')
    out = s.pick(
        'def %s(fn):\n    @functools.wraps(fn)\n    def inner(*a, **k):\n        see("before", fn.__name__)\n        return [fn(*a, **k)]\n    return inner\n' % d,
        'def %s(fn=None, *, n=2):\n    if fn is None:\n        return functools.partial(%s, n=n)\n    return lambda *a: [fn(*a) for _ in range(n)]\n' % (d, d),
        'class %s:\n    def __init__(self, fn):\n        self.fn = fn\n        self.calls = 0\n    def __call__(self, *a):\n        self.calls += 1\n        return self.calls, self.fn(*a)\n' % d,
        'registry_%s = {}\ndef %s(fn):\n    registry_%s[getattr(fn, "__name__", "?")] = len(registry_%s)\n    return fn\n' % (d, d, d, d), '%s = functools.lru_cache(%s)\n' % (d, s.pick('None', '2', '1', 'maxsize=3')), '%s = functools.cache\n' % d, '%s = %s\n' % (d, s.pick('staticmethod', 'callable', 'type', 'lambda f: 3', 'see', 'contextlib.contextmanager', 'functools.singledispatch')))
    out += '@%s\n%sdef %s(a=1, *b):\n    "about"\n    see("run", a)\n    return a%s\n' % (s.pick(d, d, '%s' % d, '(lambda q: %s(q))' % d, '[%s][0]' % d), s.pick('', '', '@%s\n' % d), f, s.pick(' * 2', '', ', b', ' + len(b)'))
    for _ in range(s.r.randint(2, 5)):
        out += 'trial(lambda: %s)\n' % s.pick('%s(2)' % f, '%s()' % f, '%s(%s)' % (f, s.any(0)), '%s(1, 2)' % f, '%s.__name__' % f, '%s.__doc__' % f, '%s.cache_info()' % f, '%s.cache_clear()' % f, '%s.calls' % f, '%s.__wrapped__(3)' % f, '(%s(3), %s(3.0))' % (f, f), '%s(a=3)' % f, '%s.register(str)(lambda a: "str" + a)' % f, '%s("q")' % f)
    return out


def generators(s):
    g, o = s.fresh('g'), s.fresh('o')
    body = ''
    for _ in range(s.r.randint(2, 5)):
        body += '    ' + s.pick('yield %s' % s.any(1), 'x = yield %s\n    see("got", x)' % s.any(0), 'yield from %s' % s.pick(s.ints(), '"ab"', '(i for i in "xy")', 'iter(())'), 'try:\n        yield 10\n    except %s as e:\n        see("caught", type(e).__name__)\n        %s' % (s.pick(ERRORS), s.pick('yield 11', 'raise', 'return 12', 'pass', 'raise KeyError(1) from e')),
                                'try:\n        yield 20\n    finally:\n        see("closing")%s' % s.pick('', '\n        return 21', '\n        yield 22'), 'for i in range(%s):\n        yield i * n' % s.pick('2', '3'), 'r = yield from sub()\n    see("sub gave", r)', 'if n: return n', 'see("step")', 'yield', 'n += (yield n) or 1', 'raise %s(4)' % s.pick(ERRORS), 'with contextlib.suppress(ValueError):\n        yield 30', 'return [n]') + '\n'
    out = 'def sub():\n    try:\n        y = yield "s1"\n        see("y", y)\n        yield "s2"\n    finally:\n        see("sub ends")\n    return "R"\ndef %s(n=%s):\n%s    yield\n' % (g, s.pick('0', '2', '1'), body)
    out += '%s = %s()\n' % (o, g)
    for _ in range(s.r.randint(2, 7)):
        out += 'trial(lambda: %s)\n' % s.pick('next(%s)' % o, 'next(%s)' % o, 'next(%s, "end")' % o, '%s.send(%s)' % (o, s.any(0)), '%s.send(None)' % o, '%s.throw(%s%s)' % (o, s.pick(ERRORS), s.pick('', '("t")')), '%s.close()' % o, 'list(%s)' % o, 'list(itertools.islice(%s, 2))' % o, 'dict(enumerate(%s))' % o, '2 in %s' % o, 'tuple(zip(%s, %s))' % (o, o),
                                              'max(%s(3), default=0, key=str)' % g, '[*%s(2)]' % g, 'iter(%s) is %s' % (o, o), '%s.__next__()' % o)
    if s.chance(.3):
        out += 'for q in %s:\n    see(q)\n    %s\nelse:\n    see("ran out")\n' % (o, s.pick('break', 'pass', 'if q == 1: %s.close()' % o, 'continue'))
    return out + 'del %s\n' % o


def errors(s):
    """What handlers, else, finally and the chain of exceptions see."""
    f = s.fresh('f')
    fail = s.pick(FAILS)
    handler = s.pick('return "h"', 'raise', 'raise %s("again")' % s.pick(ERRORS), 'see(type(e).__name__, e.args%s)' % s.pick('', '[:1]'), 'raise RuntimeError("from") from e', 'raise %s from None' % s.pick(ERRORS), 'pass', 'e.add_note("n"); see(e.__notes__)', 'see(isinstance(e, (LookupError, ArithmeticError)))', 'see(repr(e))', 'see(str(e))', 'del e',
                     'see(e.__traceback__ is None, e.__cause__, type(e.__context__).__name__)')
    last = s.pick('', '', '        see("finally")\n', '        return "f"\n', '        see(1 / 1)\n', '        raise %s("last")\n' % s.pick(ERRORS), '        for _ in "a": %s\n' % s.pick('break', 'continue', 'pass'))
    out = 'def %s():\n    for i in range(2):\n        try:\n            try:\n                %s\n            except %s as e:\n                %s\n' % (f, fail, s.pick('%s' % s.pick(ERRORS), 'Exception', '(%s, %s)' % (s.pick(ERRORS), s.pick(ERRORS)), 'BaseException'), handler.replace('\n', '\n                '))
    out += '            else:\n                %s\n' % s.pick('see("else")', 'return "else"', 'break', 'continue') if s.chance(.4) else ''
    out += '            finally:\n%s' % s.indent(last) if last else ''
    out += s.indent('        except Exception as outer:\n            see("outer", type(outer).__name__, type(outer.__context__).__name__, type(outer.__cause__).__name__, outer.__suppress_context__)\n' if s.chance(.7) else '        finally:\n            see("end")\n            %s\n' % s.pick('continue', 'pass', 'break', 'return "x"'), '')
    out += '    return "done"\ntrial(%s)\n' % f
    if s.chance(.3):
        c = s.fresh('E')
        out += 'class %s(%s):\n%s' % (c, s.pick(ERRORS), s.pick('    pass\n', '    def __init__(self, a, b=2):\n        super().__init__(a)\n        self.b = b\n', '    def __str__(self):\n        return "mine"\n', '    code = 3\n', '    def __reduce__(self):\n        return 1\n'))
        out += 'try:\n    raise %s%s\nexcept %s as e:\n    see(type(e).__name__, str(e), e.args, %s)\nexcept TypeError as e:\n    see("type")\n' % (c, s.pick('', '(1)', '(1, 3)', '("x")', '()'), s.pick(c, 'Exception'), s.pick('repr(e)', 'getattr(e, "b", None)', 'getattr(e, "code", None)', 'e == e'))
    if s.chance(.2):
        out += 'try:\n    raise ExceptionGroup("g", [%s])\nexcept* %s as eg:\n    see("star", len(eg.exceptions), str(eg))\nexcept* Exception as eg:\n    see("rest", [type(x).__name__ for x in eg.exceptions])\n' % (', '.join('%s(%d)' % (s.pick(ERRORS), i) for i in range(s.r.randint(1, 4))), s.pick(ERRORS))
    return out


def contexts(s):
    c = s.fresh('M')
    out = 'class %s:\n    def __init__(self, n, eat=False):\n        self.n, self.eat = n, eat\n    def __enter__(self):\n        see("in", self.n)\n        %s\n    def __exit__(self, t, v, tb):\n        see("out", self.n, t and t.__name__)\n        %s\n' % (
        c, s.pick('return self', 'return self.n', 'if self.n == 3: raise KeyError(3)\n        return self', 'pass'), s.pick('return self.eat', 'return self.eat', 'if t is KeyError: raise ValueError("swap")\n        return self.eat', 'return 1 if self.eat else None'))
    g = s.fresh('cm')
    out += '@contextlib.contextmanager\ndef %s(n, *a):\n    see("begin", n)\n    %s\n' % (g, s.pick('yield n\n    see("end")', 'try:\n        yield n\n    finally:\n        see("end", n)', 'try:\n        yield [n]\n    except %s as e:\n        see("ate", type(e).__name__)' % s.pick(ERRORS), 'try:\n        yield n\n    except Exception:\n        raise RuntimeError("r")', 'if n: yield 1', 'yield 1\n    yield 2', 'with %s(7, True) as z:\n        yield z' % c))
    fail = s.pick('pass', s.pick(FAILS), 'see("body")', 'raise KeyError("b")', 'return 5', 'break', 'continue')
    f = s.fresh('f')
    make = lambda: s.pick('%s(%s, %s)' % (c, s.pick('1', '2', '3'), s.pick('True', 'False')), '%s(%s)' % (g, s.pick('1', '0', '"s"')), 'contextlib.suppress(%s)' % s.pick(ERRORS), 'contextlib.nullcontext(%s)' % s.any(0), 'contextlib.closing(iter_())', 'contextlib.ExitStack()')
    with_ = s.pick('with %s as a:' % make(), 'with %s as a, %s as b:' % (make(), make()), 'with (%s as a, %s,):' % (make(), make()), 'with %s:\n            with %s as (p, q):' % (make(), make()), 'with contextlib.ExitStack() as st:\n            a = st.enter_context(%s)\n            st.callback(see, "cb", %s)\n            %s\n            if 1:' % (
        make(), s.int(0), s.pick('st.push(lambda *e: see("push", e[0] is None))', 'st.push(%s(8, True))' % c, 'st.pop_all().close()', 'kept = st.pop_all()', 'st.enter_context(%s)' % make(), 'pass')))
    inner = 12 + 4 * (with_.count('\n') > 0) * 1
    out += 'def iter_():\n    try:\n        yield 1\n    finally:\n        see("closed")\ndef %s():\n    for i in range(2):\n        %s\n%s%s\n    return "after"\ntrial(%s)\n' % (f, with_, ' ' * inner, fail.replace('\n', '\n' + ' ' * inner) if '; ' not in fail or 1 else fail, f)
    if s.chance(.3):
        out += '@%s(1)\ndef dec_%s():\n    return see("inside")\ntrial(dec_%s)\ntrial(dec_%s)\n' % (g, f, f, f)
    return out


def records(s):
    c = s.fresh('R')
    o = s.fresh('o')
    kind = s.r.randrange(4)
    if kind == 0:
        out = '@dataclass%s\nclass %s:\n' % (s.pick('', '(order=True)', '(frozen=True)', '(eq=False)', '(repr=False)', '(kw_only=True)', '(slots=True)', '(order=True, frozen=True)', '(unsafe_hash=True)', '(init=False)'), c)
        out += ''.join('    %s\n' % t for t in ['a: int', 'b: str = %s' % s.str(0), 'c: list = field(default_factory=%s)' % s.pick('list', 'dict', 'lambda: [1]')][:s.r.randint(1, 3)])
        out += s.pick('', '    d: float = field(default=0.5, %s)\n' % s.pick('repr=False', 'compare=False', 'init=False', 'kw_only=True', 'metadata={"m": 1}'), '    K: "dataclasses.ClassVar" = 3\n', '    e: dataclasses.InitVar[int] = 9\n', '    q: list = []\n')
        out += s.pick('', '    def __post_init__(self, *a):\n        see("post", a)\n        %s\n' % s.pick('pass', 'self.a = 5', 'object.__setattr__(self, "a", [self.a])'), '    def total(self):\n        return self.a\n', '    @property\n    def z(self):\n        return (self.a,)\n')
        if s.chance(.3):
            out += '@dataclass\nclass %sS(%s):\n    s: int = 8\n    a: int = 3\n' % (c, c)
        tries = ['%s' % o, 'dataclasses.asdict(%s)' % o, 'dataclasses.astuple(%s)' % o, '[f.name for f in dataclasses.fields(%s)]' % c, 'dataclasses.replace(%s, a=2)' % o, '%s == %s(1)' % (o, c), '%s < %s(2)' % (o, c), 'hash(%s) == hash(%s)' % (o, o), 'setattr(%s, "a", 3)' % o, '%s()' % c, '%s(1, 2, 3, 4, 5)' % c, '%s(a=1, b="q")' % c, '%s.a' % o, '%s.c' % o, 'vars(%s)' % o, 'repr(%s)' % o,
                 'dataclasses.is_dataclass(%s)' % o, '%s.total()' % o, '%s.z' % o, 'copy.deepcopy(%s)' % o, '%s.K' % c, '%sS(1)' % c, 'str(%sS())' % c, 'sorted([%s, %s(0)])' % (o, c), '%s.__match_args__' % c, '{**dataclasses.asdict(%s)}' % o]
        made = '%s(%s)' % (c, s.pick('1', '1', 'a=1', '"x"'))
    elif kind == 1:
        out = '%s = namedtuple(%r, %s%s)\n' % (c, c, s.pick("'a b c'", "['a', 'b', 'c']", "'a, b, c'", "('a', 'b', 'c')"), s.pick('', ', defaults=[8, 9]', ', rename=True'))
        if s.chance(.3):
            out += 'class %sX(%s):\n    __slots__ = ()\n    def s(self):\n        return self.a + self[1]\n' % (c, c)
        tries = ['%s.a' % o, '%s[1:]' % o, '%s._replace(b=9)' % o, '%s._asdict()' % o, '%s._fields' % c, '%s._make([1, 2, 3])' % c, '%s == (1, 2, 3)' % o, 'a_, *b_ = 1' if 0 else 'list(%s)' % o, 'repr(%s)' % o, '%s(1)' % c, '%s(1, 2, 3, 4)' % c, '%s._field_defaults' % c, '%s + (1,)' % o, '%s.index(2)' % o, 'setattr(%s, "a", 1)' % o, '%s._replace(z=9)' % o, '{%s: 1}[(1, 2, 3)]' % o, '%sX(1, 2, 3).s()' % c, 'copy.copy(%s)' % o, 'isinstance(%s, tuple)' % o, 'json.dumps(%s)' % o, '"%%s %%s %%s" %% %s' % o, 'max(%s)' % o, '%s < (1, 3)' % o, 'type(%s)._make("xyz").c' % o]
        made = '%s(%s)' % (c, s.pick('1, 2, 3', 'c=3, a=1, b=2', '*[1, 2, 3]', '1, 2, 3'))
    elif kind == 2:
        out = 'class %s(enum.%s):\n    A = %s\n    B = %s\n    C = %s\n%s' % (c, s.pick('Enum', 'Enum', 'IntEnum', 'Flag', 'IntFlag', 'Enum'), s.pick('1', '1', 'enum.auto()'), s.pick('2', 'enum.auto()', '1', '4'), s.pick('3', 'enum.auto()', 'A', '8'), s.pick('', '    def up(self):\n        return self.name + "!"\n', '    @property\n    def dbl(self):\n        return self.value * 2\n', '    @classmethod\n    def _missing_(cls, v):\n        return cls.A if v == 99 else None\n'))
        tries = ['%s.name' % o, '%s.value' % o, '%s(2).name' % c, '%s["B"].value' % c, '[m.name for m in %s]' % c, 'len(%s)' % c, 'repr(%s)' % o, 'str(%s)' % o, '%s == 1' % o, '%s is %s.A' % (o, c), '%s(99).name' % c, '%s.up()' % o, '%s.dbl' % o, 'list(%s.__members__)' % c, 'f"{%s}"' % o, '%s.A < %s.B' % (c, c), '(%s.A | %s.B).value' % (c, c), '~%s.A == 3' % c, 'setattr(%s, "A", 3)' % c, '{%s.A: 1}[%s.A]' % (c, c), 'isinstance(%s, int)' % o, '%s in %s' % (o, c), 'hash(%s) == hash("A")' % o, '%s.Z' % c, 'sorted(m.value for m in %s)' % c, 'copy.deepcopy(%s) is %s' % (o, o), 'json.dumps([%s])' % o, '%s.A + 1' % c, 'bool(%s.A)' % c, 'type(%s).__name__' % o]
        made = s.pick('%s.A' % c, '%s(1)' % c, '%s["A"]' % c)
    else:
        out = 'from typing import NamedTuple\nclass %s(NamedTuple):\n    a: int\n    b: str = "d"\n    def m(self):\n        return self.a, self.b\n' % c
        tries = ['%s.m()' % o, '%s' % o, '%s._asdict()' % o, '%s()' % c, 'repr(%s)' % o, '%s == (1, "d")' % o, '%s._replace(a=4)' % o, '%s.b' % o, 'len(%s)' % o, '%s.__annotations__' % c if 0 else '%s._fields' % c]
        made = '%s(1)' % c
    out += '%s = %s\n' % (o, made)
    return out + ''.join('trial(lambda: %s)\n' % s.pick(tries) for _ in range(s.r.randint(3, 7))) + s.pick('', 'match %s:\n    case %s(%s):\n        see("matched", u)\n    case _:\n        see("not matched")\n' % (o, c, s.pick('a=u', 'u, *_' if 0 else 'u', 'a=1 as u', 'u, 2, 3')))


def containers(s):
    """Ordered dicts, default dicts, deques, counters and chains, changed while someone looks."""
    o = s.fresh('o')
    kind = s.r.randrange(6)
    make, acts = [
        (lambda: 'OrderedDict(%s)' % s.pick('', 'a=1, b=2, c=3', '[("a", 1), ("b", 2)]', '{"x": 1}'), ['%s.move_to_end(%r%s)' % (o, s.pick('a', 'b', 'zz'), s.pick('', ', last=False', ', False')), '%s.popitem(%s)' % (o, s.pick('', 'last=False', 'False')), 'list(reversed(%s))' % o, '%s == OrderedDict(b=2, a=1)' % o, '%s == {"a": 1, "b": 2}' % o, '%s | {"z": 0}' % o, 'repr(%s)' % o, '%s.copy() is %s' % (o, o),
             '[%s.pop(k) for k in %s]' % (o, o), '[%s.update({k * 2: 1}) for k in list(%s)]' % (o, o), '[%s.move_to_end(k) for k in %s if len(log) < 50]' % (o, s.pick(o, 'list(%s)' % o)), 'next(iter(%s.items()))' % o, 'OrderedDict.fromkeys("ab", 1)', 'list(reversed(%s.items()))' % o, '{"q": 1} | %s' % o]),
        (lambda: 'defaultdict(%s%s)' % (s.pick('list', 'int', 'lambda: 5', 'None', 'dict', 'lambda: defaultdict(int)'), s.pick('', ', a=1', ', {"b": [2]}')), ['%s["n"]' % o, '%s["n"].append(1)' % o, '%s.get("m")' % o, '"m" in %s' % o, '%s.default_factory is None' % o, 'dict(%s)' % o, '%s["c"]["d"]' % o, 'len(%s)' % o, '%s.setdefault("a", 3)' % o, '%s.copy()["new"]' % o, '%s | {"a": 2}' % o, '%s.__missing__("z")' % o,
             'setitem(%s, "k", %s["k"] * 2)' % (o, o), 'sorted(%s)' % o, '%s == {}' % o, 'type(copy.copy(%s)).__name__' % o, 'json.dumps(%s)' % o]),
        (lambda: 'deque(%s%s)' % (s.ints() if s.chance(.7) else '"abc"', s.pick('', ', 2', ', maxlen=3', ', maxlen=0')), ['%s.append(%s)' % (o, s.any(0)), '%s.appendleft(9)' % o, '%s.pop()' % o, '%s.popleft()' % o, '%s.rotate(%s)' % (o, s.pick('', '1', '-1', '5')), '%s.extend("xy")' % o, '%s.extendleft("xy")' % o, 'list(%s)' % o, '%s[%s]' % (o, s.pick(IDX)), '%s.maxlen' % o, 'len(%s)' % o, '%s.count(1)' % o, '%s.index(1)' % o, '%s.insert(1, 7)' % o, '%s.remove(1)' % o,
             '%s.reverse()' % o, '%s + deque([1])' % o, '%s * 2' % o, '%s == deque([1, 2])' % o, '[%s.append(x) for x in %s if len(log) < 50]' % (o, o), '%s[0:1]' % o, 'repr(%s)' % o, '1 in %s' % o, '%s.copy()' % o, 'list(reversed(%s))' % o, 'setitem(%s, 0, 5)' % o, 'delitem(%s, 0)' % o, 'list(itertools.islice(%s, 1, 3))' % o, '%s.clear()' % o, '%s < deque([5])' % o, 'hash(%s)' % o]),
        (lambda: 'collections.Counter(%s)' % s.pick('', s.str(0), 'a=3, b=-1', '{"x": 2}', s.ints()), ['%s.most_common(%s)' % (o, s.pick('', '1', '2')), '%s["zz"]' % o, 'list(%s.elements())' % o, '%s.update("aab")' % o, '%s.subtract("ab")' % o, '%s + collections.Counter("ab")' % o, '%s - collections.Counter("ab")' % o, '%s & collections.Counter("ab")' % o, '%s | collections.Counter("ab")' % o, '+%s' % o, '-%s' % o, '%s.total()' % o, 'sum(%s.values())' % o, 'dict(%s)' % o, '%s == {"a": 1}' % o, '%s <= collections.Counter("aabbcc")' % o,
             'repr(%s)' % o, '%s.pop("a", None)' % o, '%s.setdefault("q", 4)' % o, 'delitem(%s, "zzz")' % o, 'setitem(%s, "a", 10)' % o, '%s.copy() == %s' % (o, o), 'max(%s, key=%s.get)' % (o, o), 'sorted(%s.items(), key=str)' % o, '%s.update(a=2)' % o, 'grow(%s, %s)' % (o, o), 'collections.Counter.fromkeys("a")']),
        (lambda: 'collections.ChainMap(%s, %s)' % (s.dict(0), s.dict(1)), ['%s.get("a")' % o, 'setitem(%s, "a", 5)' % o, 'len(%s)' % o, 'list(%s)' % o, '%s.maps' % o, '%s.new_child({"n": 1})["n"]' % o, '%s.parents.maps' % o, 'dict(%s)' % o, '%s["zz"]' % o, '%s.pop("a")' % o, '"a" in %s' % o, 'sorted(map(str, %s.items()))' % o, '%s | {"r": 1}' % o, 'bool(%s)' % o, '%s == {}' % o]),
        (lambda: s.dict(1), ['%s.pop(%r, %s)' % (o, s.pick(FIELDS), s.any(0)), '%s.popitem()' % o, '%s.setdefault("n", []).append(1)' % o, '%s.update(%s)' % (o, s.pick('a=1', s.dict(0), '[("k", 2)]', 'zip("ab", [1])', '[1]', '"ab"', '["xy"]')), 'list(%s.%s())' % (o, s.pick('keys', 'values', 'items')), '[%s.pop(k) for k in %s]' % (o, o), '[%s.update({str(k) + "x": 1}) for k in %s]' % (o, o), '[setitem(%s, k, 0) for k in %s]' % (o, o), '%s.keys() & {"a", "n"}' % o, '%s.keys() - {"a"}' % o,
             '%s.items() >= {("a", 1)}' % o, 'list(reversed(%s))' % o, '%s | %s' % (o, s.any(0)), 'dict(**%s)' % o, 'next(iter(%s))' % o, '%s.fromkeys("ab")' % o, '{**%s, **%s}' % (o, o), '%s == dict(reversed(list(%s.items())))' % (o, o), 'join(%s, [("q", 1)])' % o, '%s.get([])' % o, '%s.clear()' % o, 'len(%s)' % o, '%s.__contains__("a")' % o, 'max(%s)' % o, 'sorted(%s.items())' % o, '(lambda **k: k)(**%s)' % o, '%s.copy() == %s' % (o, o), '"{a}".format(**%s)' % o, '"{a}".format_map(%s)' % o, '"%%(a)s" %% %s' % o])][kind]
    out = '%s = %s\n' % (o, make())
    if s.chance(.25):
        out += 'it_ = iter(%s)\ntrial(lambda: next(it_))\n%s\ntrial(lambda: next(it_))\ntrial(lambda: list(it_))\ndel it_\n' % (o, 'trial(lambda: %s)' % s.pick(acts))
    if s.chance(.2):
        out += 'def loop_%s():\n    for k in %s:\n        see(k)\n        %s\n        if len(log) > 40: break\n    return "ended"\ntrial(loop_%s)\n' % (o, s.pick(o, '%s.copy()' % o, 'list(%s)' % o), s.pick(acts), o)
    out += ''.join('trial(lambda: %s)\n' % s.pick(acts) for _ in range(s.r.randint(3, 8)))
    return out + 'trial(lambda: %s)\n' % s.pick('list(%s)' % o, 'dict(%s)' % o, 'repr(%s)' % o, 'len(%s)' % o)


def sequences(s):
    o = s.fresh('o')
    sl = lambda: '%s:%s%s' % (s.pick(IDX + ['']), s.pick(IDX + ['']), s.pick('', '', ':2', ':-1', ':-2', ':0', ':None', ':2**70'))
    out = '%s = %s\n' % (o, s.pick('[1, 2, 3, 4, 5]', '[*"abcdef"]', s.list(), 'bytearray(b"abcdef")' if s.chance(.1) else 'list(range(8))'))
    for _ in range(s.r.randint(3, 8)):
        out += s.pick('trial(setitem, %s, slice(%s, %s, %s), %s)\n' % (o, s.pick(IDX), s.pick(IDX), s.pick('None', '1', '2', '-1', '-2', '0'), s.pick('[9]', '"xy"', '[]', '(7, 8, 9)', s.ints(), o, '3')), 'trial(delitem, %s, %s)\n' % (o, s.pick('slice(%s, %s, %s)' % (s.pick(IDX), s.pick(IDX), s.pick('None', '2', '-1')), s.pick(IDX))),
                      'trial(lambda: %s[%s])\n' % (o, sl()), 'trial(%s.%s)\n' % (o, s.pick('pop', 'pop, 0', 'pop, -2', 'pop, 99', 'append, 1', 'extend, "pq"', 'insert, 2, 0', 'insert, -99, 0', 'remove, 3', 'index, 3', 'index, 3, 1', 'index, 3, -2, 99', 'count, 1', 'reverse', 'copy', 'sort', 'sort, key=str', 'clear', 'extend, 5')), 'trial(lambda: %s * %s)\n' % (o, s.pick(SMALL)),
                      'trial(lambda: %s %s %s)\n' % (o, s.pick('==', '<', '>=', '+'), s.list(1)), 'a, *b = %s or [0]\nsee(a, b)\n' % o, '*a, b, c = [0, 1, *%s]\nsee(c)\n' % o, 'for i, (x, *y) in enumerate(zip(%s, "abc")):\n    see(i, x, y)\n' % o, 'trial(lambda: [%s.pop() for x in %s])\n' % (o, o), '%s[%s] = %s[%s]\n' % (o, s.pick('0', '-1'), o, s.pick('-1', '0')), '%s += %s\n' % (o, s.pick('"z"', '(1,)', 'range(2)')), '%s *= %s\n' % (o, s.pick('1', '2')),
                      'trial(lambda: (lambda a, *b, **c: (a, b))(*%s))\n' % o, 'trial(lambda: sorted(%s, key=lambda v: str(v), reverse=%s))\n' % (o, s.pick('True', 'False')), 'trial(lambda: [*reversed(%s)])\n' % o, 'trial(lambda: %s.__%s__(%s))\n' % (o, s.pick('getitem', 'contains', 'add', 'mul', 'eq', 'lt', 'delitem'), s.pick(IDX)), 'trial(lambda: max(%s, key=str, default=3))\n' % o, 'trial(lambda: range(%s, %s, %s)[%s])\n' % (s.pick(SMALL), s.pick('9', '2**70', '-5'), s.pick('1', '3', '-2', '0'), sl()),
                      'trial(lambda: slice(%s, %s, %s).indices(%s))\n' % (s.pick(IDX), s.pick(IDX), s.pick('None', '2', '-1', '0'), s.pick('5', '0', '-1', '2**70')), 'trial(lambda: %s[%s])\n' % (s.pick("(1, 2, 3)", "'abcdef'", "b'abcdef'"), sl()))
    return out


def sets(s):
    o = s.fresh('o')
    out = '%s = %s\n' % (o, s.pick('set()', '{1, 2, 3}', 'set("abc")', 'frozenset([1, 2])', '{x % 3 for x in range(9)}', '{1, True, 1.0}', '{(), (1,)}'))
    show = lambda e: '(lambda q: (type(q).__name__, len(q), [x for x in (1, 2, 3, 5, 7, 9, "a", "b", (), (1,)) if x in q]) if isinstance(q, (set, frozenset)) else q)(%s)' % e
    for _ in range(s.r.randint(3, 8)):
        out += 'trial(lambda: %s)\n' % show(s.pick('%s %s %s' % (o, s.pick('|', '&', '-', '^', '<', '<=', '==', '>', '!=', '+'), s.pick('{1, 5}', 'set()', 'frozenset({2})', '[1]', '{1: 2}.keys()', o)), '%s.%s(%s)' % (o, s.pick('union', 'intersection', 'difference', 'symmetric_difference', 'issubset', 'issuperset', 'isdisjoint', 'update', 'difference_update', 'intersection_update'), s.pick(s.ints(), '"ab"', '[1], [2]', '', '[[]]', '3')),
                                                   '%s.%s(%s)' % (o, s.pick('add', 'discard', 'remove'), s.pick('1', '"a"', '[]', '{1}', 'frozenset({1})', '(1, [2])')), 'len(%s)' % o, '%s in %s' % (s.pick('1', 'True', '1.0', '[]', '{1}'), o), '%s.copy()' % o, '%s.clear()' % o, 'bool(%s)' % o, 'hash(%s) == hash(frozenset(%s))' % (o, o), '[%s.add(x) for x in list(%s)]' % (o, o), '{%s: 1}' % o, 'min(%s, default=0)' % o, '%s == frozenset(%s)' % (o, o), 'sum(1 for _ in %s)' % o, 'type(%s | frozenset()).__name__' % o, 'join(%s, {7})' % o, '%s.__or__([1])' % o, '%s.__ror__({9})' % o))
    return out


def matching(s):
    subject = s.any(2) if s.chance(.6) else s.pick("{'type': 'X', 'lr': 0.1, 'n': [1, 2]}", "[1, [2, 3], {'k': 4}]", "('go', 5)", "'abc'", '3', '-1.5', 'None', "dict(a=1)", '[1, 2, 3, 4]', "b'ab'", '(1+2j)')
    patterns = ["{'type': t, **rest}", '{"a": int(x)}', '[a, *b]', '(a, b)', '[]', '{}', 'int() | float()', 'str(x)', 'int(x) if x > 0', '[1, [a, b], {"k": c}]', '-1.5', 'None', 'True', '"abc"', '("go" | "stop") as verb, n', '[_, _, *_]', 'dict(a)', 'dict()', 'list() as l', '[int() as i, *_]', 'math.pi', 'bool()', 'b"ab"', '1+2j', 'object()', '{"n": [_, last]}',
                '[*_, z]', 'tuple((a, b))', '(1 | 2 | 3) as small', '{"lr": float(lr), "type": "X"}', 'complex(real=r)', 'str() as u if len(u) > 1', '[a, b] if a == b', 'range()', 'int(imag=0)', '{"zz": None}', '[[x]]', '{1: one, **k}', "{'a': 1, 'a': 2}" if s.chance(.02) else '{"a": 1 | 2}', 'collections.OrderedDict()', 'slice(start=q)', 'set()']
    out = 'def m_(subject):\n    match subject%s:\n' % s.pick('', ', 1' if s.chance(.1) else '')
    for i in range(s.r.randint(1, 5)):
        out += '        case %s:\n            return %d, sorted((k, repr(v)) for k, v in locals().items() if k != "subject")\n' % (s.pick(patterns), i)
    return out + '    return "none"\ntrial(m_, %s)\ntrial(m_, %s)\n' % (subject, s.pick("{'type': 'X', 'lr': 0.1, 'n': [1, 2]}", "[1, [2, 3], {'k': 4}]", "('go', 5)", "'abc'", '3', '(1, 1)', 'True'))


def library(s):
    return ''.join('trial(lambda: %s)\n' % s.pick(
        'functools.reduce(%s, %s%s)' % (s.pick('operator.add', 'lambda a, b: a * 2 + b', 'max', 'lambda a, b: (a, b)'), s.ints(), s.pick('', ', 10')), 'functools.partial(%s, %s)(%s)' % (s.pick('max', 'int', 'dict', 'sorted'), s.pick('1', '"12"', '[1]', 'key=str', 'base=2'), s.pick('2', '"11"', '', 'a=1')),
        'sorted(%s, key=functools.cmp_to_key(lambda a, b: %s))' % (s.ints(), s.pick('b - a', 'a - b', '0', '(a > b) - (a < b)')), 'list(itertools.groupby(%s, lambda x: x %% 2))[0][0]' % s.ints(), '[(k, len(list(g))) for k, g in itertools.groupby(%s)]' % s.pick('"aabba"', s.ints()),
        '[list(x) for x in itertools.tee(%s)]' % s.ints(), 'list(itertools.%s)' % s.pick('takewhile(lambda x: x < 3, %s)' % s.ints(), 'dropwhile(lambda x: x < 2, %s)' % s.ints(), 'filterfalse(None, %s)' % s.ints(), 'starmap(pow, [(2, 3), (3, 2)])', 'compress("abcd", [1, 0, 1])', 'accumulate(%s, max)' % s.ints(), 'accumulate(%s, initial=%s)' % (s.ints(), s.any(0)), 'islice("abcdef", %s, %s)' % (s.pick('0', '2', '-1', 'None'), s.pick('4', 'None', '2**70')), 'combinations_with_replacement("ab", 2)', 'chain.from_iterable(["ab", [1]])', 'zip_longest("ab", [1], fillvalue=%s)' % s.any(0), 'product("ab", repeat=2)', 'repeat(1, 3)', 'permutations("abc", %s)' % s.pick('2', '0', '4', '-1')),
        're.%s' % s.pick('match(r"(\\w+)=(\\d*)", %s)' % s.str(0) + '.groups()', 'search(r"(?P<n>\\d+)", %s)' % s.str(0) + '.groupdict()', 'sub(r"(\\w)(\\w)", r"\\2\\1", %s)' % s.str(0), 'sub("[aeiou]", lambda m: m.group().upper(), %s)' % s.str(0), 'findall(r"(\\w)(\\d?)", %s)' % s.str(0), 'split(r"(,)", %s, %s)' % (s.str(0), s.pick('0', '1')), 'escape(%s)' % s.str(0), 'fullmatch(r"\\w*", %s) is None' % s.str(0), '[m.span() for m in re.finditer("a", %s)]' % s.str(0) if 0 else 'compile("a+", re.I).findall(%s)' % s.str(0), 'subn("a", "", %s)' % s.str(0)),
        'math.%s' % s.pick('gcd(%s, %s)' % (s.int(0), s.int(0)), 'lcm(4, 6, %s)' % s.int(0), 'isqrt(%s)' % s.int(0), 'floor(%s)' % s.pick(FLOAT), 'ceil(%s)' % s.pick(FLOAT), 'prod(%s)' % s.ints(), 'comb(%s, 2)' % s.int(0), 'log(%s, %s)' % (s.pick('8', '100', '0', '2**70'), s.pick('2', '10', '1')), 'trunc(%s)' % s.pick(FLOAT), 'copysign(%s, %s)' % (s.pick(FLOAT), s.pick(FLOAT)), 'fsum([.1] * 10)', 'hypot(3, 4)', 'pow(%s, %s)' % (s.pick(FLOAT), s.pick('2', '-1', '0.5')), 'isclose(.1 + .2, .3)', 'log2(%s)' % s.int(0), 'fmod(%s, 3)' % s.pick(FLOAT), 'exp(%s)' % s.pick('1', '710', '-1'), 'dist([1], [3])', 'factorial(%s)' % s.pick('5', '20', '2.0', '"a"')),
        'osp.%s' % s.pick('split(%s)' % s.str(1), 'splitext(%s)' % s.str(1), 'join(%s, %s, %s)' % (s.str(0), s.str(0), s.str(0)), 'isabs(%s)' % s.str(0), 'relpath("a/b", "a/c")', 'commonprefix(["abc", "abd"])', 'commonpath(["a/b", "a/c"])', 'normpath(%s)' % s.str(1)),
        'copy.%s(%s)' % (s.pick('copy', 'deepcopy'), s.any(2)), '(lambda a: (copy.deepcopy([a, a]), copy.copy(a) is a))(%s)' % s.any(1), '(lambda d: (d.setdefault("self", [d]) is not None, len(copy.deepcopy(d))))({})', 'json.loads(%s)' % s.pick("'[1, 2.50, \"x\", null, true]'", "'{\"a\": {\"b\": []}}'", "'nan'", "'NaN'", "'[1,]'", "'\"\\\\u00e9\\\\n\"'", "' 12 '", "'-0'", "'1e400'", "'\"\\ud83d\\ude00\"'"),
        'json.dumps(%s%s)' % (s.any(2), s.pick('', ', indent=1', ', sort_keys=True', ', default=str', ', skipkeys=True', ', allow_nan=False')), 'string.Template("$a ${b} $$").%s(a=1%s)' % (s.pick('substitute', 'safe_substitute'), s.pick('', ', b=2')), 'operator.%s' % s.pick('itemgetter(0, 1)("abc")', 'attrgetter("real", "imag")(3)', 'methodcaller("upper")("a")', 'mul(3, %s)' % s.any(0), 'contains(%s, 1)' % s.any(0), 'concat([1], [2])', 'truth(%s)' % s.any(0), 'index(%s)' % s.any(0), 'countOf("aab", "a")', 'not_(%s)' % s.any(0), 'floordiv(%s, 3)' % s.int(0)),
        'int.%s' % s.pick('from_bytes(b"\\x01\\x02", %s)' % s.pick('"big"', '"little"', 'signed=True'), 'bit_length(%s)' % s.int(0), '__add__(3, %s)' % s.any(0), 'to_bytes(%s, 4, "big")' % s.int(0), 'bit_count(%s)' % s.int(0)), 'round(%s, %s)' % (s.any(0, ['int', 'float']), s.pick('0', '1', '-1', 'None', '2', '20')), 'divmod(%s, %s)' % (s.any(0, ['int', 'float']), s.any(0, ['int', 'float'])), 'pow(%s, %s, %s)' % (s.int(0), s.pick('3', '-1', '10**5'), s.pick('7', 'None' if s.chance(.1) else '1', '-5', '0')),
        'int(%s%s)' % (s.str(0), s.pick('', ', 16', ', 0')), 'float(%s)' % s.str(0), 'complex(%s)' % s.any(0), 'bytes(%s)' % s.any(0), 'list(map(%s))' % s.pick('operator.add, [1, 2], %s' % s.ints(), 'lambda *a: a, "ab", %s' % s.ints(), 'str.upper, %s' % s.str(0), 'None, [1]'), 'list(filter(%s, %s))' % (s.pick('None', 'bool', 'lambda x: x > 1'), s.ints()), 'list(zip(%s, %s, strict=True))' % (s.ints(), s.str(0)), 'min(%s, %s, key=%s)' % (s.any(0), s.any(0), s.pick('str', 'None', 'lambda v: 0')), 'sum(%s, %s)' % (s.list(1), s.pick('[]', '0', '()', '0.0', '""')), 'all(see(x) for x in %s)' % s.ints(), 'next(filter(None, %s), %s)' % (s.ints(), s.any(0)), 'enumerate(%s, %s).__next__()' % (s.any(0), s.int(0)), 'type(%s)(%s)' % (s.any(0), s.any(0)), 'isinstance(%s, (int, (str, %s)))' % (s.any(0), s.pick('list', '3', 'dict')), 'eval(%r)' % s.pick('1 + 2', 'x', '[i for i in range(3)]', '1 +'), 'getattr(%s, %r, %s)' % (s.any(0), s.pick('real', 'upper', 'keys', 'append', '__name__', 'n'), s.any(0)) + ' is None', '%s.%s' % (s.str(1), s.pick('encode()', 'partition("a")', 'rsplit(None, 1)', 'zfill(6)', 'center(9, "*")', 'translate({97: "x", 98: None})', 'startswith(("a", "x"))', 'expandtabs(3)', 'isidentifier()', 'casefold()', 'format(*[1, 2], a=3)', 'rpartition(",")', 'splitlines(True)', 'removeprefix("a")', 'isdigit()', 'encode("ascii", "replace")', 'find("a", 1)', 'rfind("")', 'join(["x", "y"])', 'ljust(5, "-")', 'istitle()', 'maketrans("ab", "cd")', 'count("")')),
        '%s.%s' % (s.dict(1), s.pick('items()', 'keys() | {1}', 'get("a", %s)' % s.any(0), 'values().__len__()')), 'ascii(%s)' % s.any(1), 'format(%s, %s)' % (s.any(0), s.pick("''", "'>10'", "'05d'", "'.2f'", "'x'", "'_'", "',.1f'", "'s'", "'e'", "'%'", "'*^9'", "'+g'", "'#b'", "'n'", "'z.0f'"))) for _ in range(s.r.randint(4, 9)))


def statements(s):
    f = s.fresh('f')
    return s.pick(
        lambda: 'while (n_ := globals().get("n_", 0) + 1) < %s:\n    %s\nelse:\n    see("else", n_)\n' % (s.pick('3', '1', '5'), s.pick('see(n_)', 'if n_ == 2: break', 'continue', 'see([n_ for n_ in "z"]) if 0 else see(n_)')),
        lambda: 'a = b = %s\na %s= %s\nsee(a, b)\n' % (s.any(1), s.pick('+', '*', '|', '-', '%', '//'), s.any(0)), lambda: '(a, [b, *c]), d = %s, %s\nsee(a, b, c, d)\n' % (s.pick('(1, [2, 3])', '("x", "yz")', '(1, 2)', '[1, (2,)]'), s.any(0)),
        lambda: 'i = 0\na = [0, 0, 0]\ni, a[i] = 1, 5\nsee(i, a)\na[0], a[1] = a[1], a[0]\nsee(a)\n', lambda: 'a: int = %s\nb: "later"\nsee(a, %s)\n' % (s.any(0), s.pick('"b" in globals()', '1')), lambda: 'a = %s\ndel a\ntrial(lambda: a)\n' % s.any(0), lambda: 'x = %s\nx = x if %s else [x]\nsee(x)\n' % (s.any(1), s.bool()),
        lambda: 'def %s():\n    for i in range(3):\n        for j in range(3):\n            if j == i: %s\n            see(i, j)\n        else:\n            see("inner else")\n            %s\n    else:\n        return "for else"\ntrial(%s)\n' % (f, s.pick('break', 'continue', 'return i', 'pass'), s.pick('continue', 'break', 'pass'), f),
        lambda: 'trial(lambda: %s)\n' % s.pick('[(i, j) for i in range(3) if i for j in range(i)]', '{k: v for k, v in zip("ab", range(2)) if v}', '[[j for j in range(i)] for i in range(3)]', '[y for x in [[1], [2, 3]] for y in x]', '{(x, y) for x in "a" for y in "b"}', '[i := 5, i ** 2]', '[x for x in range(5) if (z := x) % 2] + [1]', '(lambda: [lambda: i for i in range(2)])()[0]()', 'any((w := x) > 1 for x in [1, 2, 3]) and w' if 0 else '[*[1], *(2,), *{3: 4}]', '{**{"a": 1}, "a": 2, **{"b": 3}}', 'print' and '1 if 0 else 2 if 0 else 3', 'not 1 == 2', '1 < 2 > 1 != 0', '(yield_ := 3)', '~-1 ** 2', '-2 ** 2', '2 ** -1', '2 ** 3 ** 2', '5 // -2, 5 % -2, -5 // 2', 'True + True', '"a" "b" * 2', '1 if [] else 2', '[] or {} or ()', '0 and 1 / 0', '"a" < "b" < "c"', '(1, 2) < (1, 2, 0)', '[1, [2]] == [1.0, [2]]', '0.1 + 0.2', '1e308 * 10', '1_0.5e1', '0xFF & ~0b11', '3 .__class__.__name__', '...', '__name__ == "__main__"', '"\\N{BULLET}\\x41"', 'rb"\\n"', 'f"{1}{{}}{2!r}" f"{3:>{4}}"', 'f"{"a" if 1 else 2}"' if 0 else "f'{[1, 2][0]}'", '(-1) ** 0.5 == 1j', '(-1) ** (10 ** 30)', '1 ** (10 ** 40)', '0 ** 0', '(-8) ** (1 / 3) == 2'),
        lambda: 'exec(%r)\nsee(globals().get("made"))\n' % s.pick('made = 1', 'made = [i for i in range(3)]', 'made = ', 'def made(): pass\nmade = made()'), lambda: 'globals()["dyn"] = %s\nsee(dyn)\n' % s.any(0), lambda: 'assert %s, %s\nsee("held")\n' % (s.bool(), s.str(0)), lambda: 'if %s:\n    see(1)\nelif %s:\n    see(2)\nelse:\n    see(3)\n' % (s.bool(), s.bool()),
        lambda: 'def %s(*, a, **k): return a, k\ntrial(lambda: %s(**%s))\ntrial(lambda: %s(a=1, **{"a": 2}))\n' % (f, f, s.dict(1), f), lambda: 'from math import %s as m_\ntrial(m_, %s)\n' % (s.pick('sqrt', 'floor', 'gcd', 'exp', 'isnan'), s.pick(FLOAT + INT)), lambda: 'class %s:\n    for i in range(3):\n        if i == 1: %s\n    v = locals().get("i")\nsee(%s.v, hasattr(%s, "i"))\n' % (f.upper(), s.pick('break', 'continue', 'pass'), f.upper(), f.upper()),
        lambda: 'try:\n    import nothing_like_this\nexcept %s as e:\n    see(type(e).__name__)\n' % s.pick('ImportError', 'ModuleNotFoundError', 'Exception'), lambda: 'l = [%s, %s]\nfor l[0] in "ab": pass\nsee(l)\n' % (s.any(0), s.any(0)), lambda: 'with contextlib.suppress(ZeroDivisionError) as n, contextlib.nullcontext([1, 2]) as (p, q):\n    see(n, p, q)\n    1 / 0\nsee("on")\n')()


def metaclasses(s):
    m, c = s.fresh('Meta'), s.fresh('K')
    out = 'class %s(type):\n' % m
    for text in s.some(['__new__(m, n, b, d, **k):\n        see("new", n, sorted(x for x in d if x[:1] != "_"), k)\n        return super().__new__(m, n, b, d)', '__init__(cls, n, b, d, **k):\n        see("init", n)\n        super().__init__(n, b, d)', '__call__(cls, *a):\n        see("call", a)\n        return %s' % s.pick('super().__call__(*a)', '5', 'type.__call__(cls)'), '__len__(cls):\n        return 3', '__getitem__(cls, i):\n        return (cls.__name__, i)', '__iter__(cls):\n        return iter("mn")', '__getattr__(cls, n):\n        return "meta " + n', '__contains__(cls, x):\n        return x == 1',
                        '__prepare__(n, b, **k):\n        return {"given": 1}', '__instancecheck__(cls, o):\n        return o == 1', '__subclasscheck__(cls, o):\n        return True', '__repr__(cls):\n        return "<K>"', '__eq__(cls, o):\n        return True', '__or__(cls, o):\n        return "or"', 'mm(cls):\n        return cls.__name__'], 1):
        out += '    %sdef %s\n' % ('@classmethod\n    ' if text.startswith('__prepare__') else '', text.replace('__prepare__(', '__prepare__(m, ') if text.startswith('__prepare__') else text)
    out += 'class %s(%smetaclass=%s%s):\n    x = 1\n    def f(self):\n        return self.x\n' % (c, s.pick('', 'object, '), m, s.pick('', '', ', k=2'))
    return out + ''.join('trial(lambda: %s)\n' % s.pick('%s()' % c + '.f()', 'len(%s)' % c, '%s[1]' % c, 'list(%s)' % c, '%s.zz' % c, '1 in %s' % c, '%s.given' % c, 'isinstance(1, %s)' % c, 'isinstance(2, %s)' % c, 'issubclass(int, %s)' % c, 'repr(%s)' % c, '%s == 3' % c, '%s | int' % c, '%s.mm()' % c, '%s().mm()' % c, 'type(%s).__name__' % c, 'type(%s()) is %s' % (c, c), 'type(%s).__mro__[1].__name__' % c, 'class_ if 0 else type("T", (%s,), {}).__name__' % c, 'bool(%s)' % c) for _ in range(s.r.randint(3, 6)))


SCENES = [special_methods, special_methods, inheritance, descriptors, closures, closures, decorators, generators, generators, errors, errors, contexts, contexts, records, records, containers, containers, containers, sequences, sets, matching,
          library, library, library, statements, statements, metaclasses]


PLAIN = [closures, closures, decorators, generators, generators, errors, errors, containers, containers, containers, sequences, sequences, sets, sets, matching, matching, library, library, library, statements, statements]


def program(seed):
    """A program that compiles; what it does is for Python to say."""
    for attempt in range(100):
        text = Scenes('%d %d' % (seed, attempt)).program()
        try:
            compile(text, 'config.py', 'exec')
        except SyntaxError:
            continue
        return text
    return ''
