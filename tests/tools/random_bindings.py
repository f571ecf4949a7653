"""Names that are bound, changed and unbound by every construct that can, where it cannot be told whether, how often or when that runs.

A cell sets a name, has a statement stand in one of the places that may run it (a condition, a handler, a default, a decorator, a generator
that is left, a cache, a special method, ...), and looks at the name again.  U is 0 and ONE is 1, but only Python knows.
"""
import random
import re

HEAD = '''import collections
import contextlib
import copy
import functools
import itertools
import json
import operator
import re
import statistics
import zlib
U = zlib.crc32(b'')
ONE = U + 1
'''
# What binds N, or changes what it is.
BIND = [
    'N = [1]', 'N = N', 'N += [2]', '(N := [3])', 'for N in [[4], [5]]: pass', 'for N in []: pass', 'with contextlib.nullcontext([6]) as N: pass',
    'try: raise KeyError(7)\nexcept KeyError as N: pass', 'try: pass\nexcept KeyError as N: pass', 'from math import e as N', 'def N(): return [8]', 'class N: pass',
    'del N', 'N: list = [9]', 'N, *rest = [1, 2], 3', '[N] = [[10]]', '*N, = [11]', 'match [12]:\n    case [N]: pass', 'match {"k": [13]}:\n    case {"k": N, **rest}: pass',
    'match [14]:\n    case [*N]: pass', 'match 15:\n    case int() as N if ONE: pass', '[N := q for q in [[16], [17]]]', '{(N := q): 1 for q in (18, 19)}',
    'any((N := q) for q in [[], [20]])', '(lambda: [N.append(21)])()', 'N[0] = 22', 'N[:] = [23]', 'del N[0]', 'N.append(24)', 'N.extend(q for q in [25])', 'N = N + [29] if ONE else N',
    'N = [*N, 30]', 'while True:\n    N = [31]\n    break', 'if U: N = 32', 'N = lambda: 33', 'N = (q for q in [34])', 'N = iter([35, 36])', 'next(N)', 'N = M', 'M = N', 'N, M = M, N',
    'N[N[0] if N else 0:] = [37]', 'N = N2 = [38]', 'N2 = N; N2.append(39)', 'N.sort(key=lambda q: -q)', 'N *= 2', 'N = sorted(N, reverse=True)', 'assert (N := [40])',
    'raise ValueError(N := [41])', 'return_ = (N := [42]) and 1 / U', 'N = dict(a=N)', 'N |= {"k": 43}', 'f"{(N := [44])}"', '[0, 0][N := 1]', 'N = [45]; raise KeyError',
    '{**(N := {"a": 46})}', 'print(end="", *(N := []))', 'dict(a=(N := [47]))', 'N.__class__', 'N = type(N)(N)', 'N = copy.copy(N); N += [48]', 'nonlocal_ = [N for N in [49]]',
    'list(map(N.append, [50]))', 'filter(N.append, [51])', 'functools.reduce(lambda p, q: N.append(q), [1, 52])', 'N = max(N, [53])']
# Where that stands: for B its statements, for F a function of them, for G their declaration as global names.
PLACES = [
    'B', 'if ONE:\n    B', 'if U:\n    B', 'if U: pass\nelse:\n    B', 'for _ in range(ONE):\n    B', 'for _ in range(U):\n    B', 'while ONE:\n    B\n    break',
    'for _ in [1, ONE]:\n    B\n    if _ == ONE: break', 'try:\n    B\nexcept Exception:\n    pass', 'try:\n    [][U]\nexcept IndexError:\n    B',
    'try:\n    [0][U]\nexcept IndexError:\n    B', 'try:\n    [0][U]\nexcept IndexError: pass\nelse:\n    B', 'try:\n    [][U]\nexcept IndexError: pass\nfinally:\n    B',
    'try:\n    B\n    [][U]\nexcept IndexError: pass', 'try:\n    [0][U]\n    B\nfinally:\n    pass', 'with contextlib.suppress(Exception):\n    B', 'with contextlib.nullcontext():\n    B',
    'def f():\n    G\n    B\nf()', 'def f():\n    G\n    B\nif ONE: f()', 'def f():\n    G\n    B\nif U: f()', 'F\nlist(map(f, [1] * ONE))', 'F\nstatistics.mode([f])()',
    'F\n    return 1\nsorted([ONE, U], key=f)', 'F\n    yield 1\nnext(f())', 'F\n    yield 1\n__g = f()\nnext(__g) if ONE else 0',
    'def f(*a):\n    G\n    yield 1\n    B\n__g = f()\n[*itertools.islice(__g, ONE + 1)]', 'def f(*a):\n    G\n    yield 1\n    B\n__g = f()\n[*itertools.islice(__g, ONE)]',
    'def f(*a):\n    G\n    try:\n        yield 1\n    finally:\n        B\n__g = f()\nnext(__g)\ndel __g',
    'def f(*a):\n    G\n    try:\n        yield 1\n    finally:\n        B\nfor _ in f():\n    if ONE: break',
    'def f(*a):\n    G\n    try:\n        x = yield 1\n    except ValueError:\n        B\n        yield 2\n__g = f()\nnext(__g)\n__g.throw(ValueError)',
    'def f(*a):\n    G\n    while 1:\n        x = yield\n        if x:\n            B\n__g = f()\nnext(__g)\n__g.send(ONE)', '@functools.lru_cache(None)\nF\nf(1), f(1)',
    '@functools.lru_cache(None)\nF\nf(ONE), f(1)', '@functools.lru_cache(None, typed=True)\nF\nf(1)', 'class K:\n    G\n    B', 'class K:\n    def m(self):\n        G\n        B\nK().m()',
    'class K:\n    @property\n    def m(self):\n        G\n        B\nK().m', 'class K:\n    def __eq__(self, o):\n        G\n        B\n        return True\n[K()].index(1)',
    'class K:\n    def __del__(self):\n        G\n        B\nK()', 'class K:\n    def __init_subclass__(cls):\n        G\n        B\nclass L(K): pass',
    'class K:\n    def __hash__(self):\n        G\n        B\n        return 1\n{K(): 1}',
    'class K:\n    def __iter__(self):\n        G\n        B\n        return iter([1])\n[a for a in K()]',
    'class K:\n    def __getattr__(self, n):\n        G\n        B\n        return 1\nK().zz', 'class K:\n    def __format__(self, s):\n        G\n        B\n        return "q"\nf"{K()}"',
    'class K:\n    def __exit__(self, *a):\n        G\n        B\n    def __enter__(self): pass\nwith K(): pass', 'def d(f):\n    G\n    B\n    return f\n@d\ndef g(): pass',
    'def d(f):\n    G\n    B\n    return f\n@d\nclass C: pass', 'F\n    return 1\ndef g(x=f()): pass', 'F\n    return 1\n(lambda x=f(): x)', 'F\n    return 1\nf"{f()!r:>{f()}}"',
    'F\n    return 0\nU and f()', 'F\n    return 0\nONE and f()', 'F\n    return 0\n0 < ONE < f()', 'F\n    return 0\n{ONE: f()}.get(1)',
    'F\n    return 0\n[f() for _ in range(ONE) if U == 0]', 'F\n    return True\nmatch ONE:\n    case 1 if f(): pass', 'F\n    return True\nmatch ONE:\n    case 2 if f(): pass',
    'F\nfunctools.partial(f, 1)()', 'F\nfunctools.partial(f, ONE)()', 'F\n    return "x"\nre.sub("a", f, "aa")', 'F\n    return {}\njson.loads("{}", object_hook=f)',
    'F\n    return {}\ncollections.defaultdict(lambda: f())[U]', 'F\n    return []\niter(f, [])\nlist(iter(f, []))', 'F\n    return 5\nnext(iter(f, U))',
    'F\n    return 5\n__m = map(f, [1, 2])\nnext(__m)', 'F\n    return 5\n__m = map(f, [1, 2])\nU in __m', 'F\n    return 5\n__m = (f() for _ in range(3))\n5 in __m',
    'F\n    return 5\n__m = (f() for _ in range(ONE))\nx, = __m', 'F\n    return 5\noperator.methodcaller("__call__")(f)', 'F\n    return 5\nL = [0, 0]\nL[U] = f()',
    'F\n    return 5\nL = [0, 0]\nL[f():ONE] = []', 'def o():\n    def f():\n        G\n        B\n    return f\no()()',
    'def o():\n    def f():\n        G\n        B\n    if ONE: f()\no()']
# What is there before.
START = [
    'N = [0]', 'N = [0]', 'N = {"z": 0}', 'N = 0', '', 'N = None', 'N = [[0], [1]]', 'N = "t"', 'M = N = [7]', 'N = [1]\nM = [N]']
# What is made of it afterwards, as r.
LOOK = [
    'r = N', 'r = [N]', 'r = [len(N), N]', 'r = N is M', 'try:\n    r = N\nexcept NameError:\n    r = "none"', 'def look(): return N\nr = look()', 'r = N2', 'r = copy.copy(N)',
    'r = [q for q in N]', 'r = type(N).__name__', 'N.append(99)\nr = len(N)', 'M = N\nM += [98]', 'if N: r = 1\nelse: r = 2', 'r = {**N}', 'r = N == [1]', 'r = list(N)[:1]', 'r = N or 5']
NAMES = re.compile(r'(?<![\w.])(N2|N|M|r|f|__g|__m)\b(?!["\']\w)')


def indent(text, by):
    return text.replace('\n', '\n' + by)


def place(around, statements):
    """The statements there, each line as deep as it has to be."""
    around = re.sub(r'\bF$', 'def f(*a):\n    G\n    B', around, flags=re.M)
    out = []
    for line in re.sub(r'\bG$', 'global N, M, N2', around, flags=re.M).split('\n'):
        body = line.lstrip()
        by = line[:len(line) - len(body)]
        out.append(by + indent(statements, by) if body == 'B' else line)
    return '\n'.join(out)


def cell(r, n):
    statements = '\n'.join(r.choice(BIND) for _ in range(r.choice((1, 1, 2))))
    statements = place(r.choice(PLACES), statements)
    if r.random() < .25:
        statements = place(r.choice([p for p in PLACES if not re.search(r'\b[FG]$', p, re.M)]), statements)
    lines = [r.choice(START), statements, r.choice(LOOK), r.choice(LOOK) if r.random() < .5 else '']
    names = {'N': 'n%d' % n, 'M': 'm%d' % n, 'N2': 'k%d' % n, 'r': 'r%d' % n, 'f': 'f%d' % n, '__g': '__g%d' % n, '__m': '__m%d' % n}
    text = NAMES.sub(lambda m: names[m[1]], '\n'.join(x for x in lines if x))
    text = re.sub(r'\bf%d(?=["\'])' % n, 'f', text)  # the letter of an f-string
    return text if r.random() < .5 else 'try:\n    %s\nexcept Exception as e:\n    x%d = type(e).__name__' % (indent(text, '    '), n)


def program(seed):
    for k in range(50):
        r = random.Random(seed * 53 + k)
        text = '\n'.join([HEAD, *(cell(r, n) for n in range(r.randrange(1, 5)))]) + '\n'
        try:
            compile(text, 'config.py', 'exec')
            return text
        except SyntaxError:  # a `del` of nothing that may be deleted, a `break` outside of a loop, ...
            continue
    return HEAD


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])))
