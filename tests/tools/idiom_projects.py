"""Projects written from idioms: pieces of Python as people write them, with random values in their gaps, in files that inherit.

The other generators compose productions, cells, scenes or calls. Here a piece is a whole idiom (a table of records, a decorator with an argument, a
match over a config, an alias that is changed later), what it makes is known to the pieces after it by its type, and the files of a
project are of all the formats and styles that the loaders know.

In a piece `$a` is a fresh name, `<int>`, `<list>` and so on a value of that type, `<x|y|z>` one of several texts, and a
last line `#: list $a` says what is there afterwards. Nothing depends on the machine, on the order of a set or on an address.
"""
import json
import random
import re

INT = '0 1 2 3 4 7 -1 -2 12 255 256 -17 1000 10**9 2**31 -2**31 2**53+1 2**63-1 -2**63 2**64 10**25 0x1F 0o17 0b101 1_000 True'.split()
FLOAT = '0. 1. -0.0 .5 1e-4 2.5e-05 1e16 1e22 123456789.125 1e-7 0.1 1/3 2.675 1e308 -1.5 3e0 1E5 1_0.2_5'.split()
STRING = ["''", "'a'", "'SGD'", '"it\'s"', "'data/coco/'", "'a,b,,c'", "'  pad '", "'Ünïcode'", "'ß'", "'日本'", "'x=1'", "'{}'", "'%d'", "'a\\tb\\n'", "r'\\d+'", "'ABC' 'def'",
          "'''two\nlines'''", "'1'", "'None'", "'ResNet50'", "'\\u00e9'", "'\\x41\\N{BULLET}'", "'a' \\\n    'b'", "'key_1'", "'a.b.c'", "'-12'", "'1e5'", "'🙂'", "'İ'", "'ﬁ'"]
KEY = ["'a'", "'b'", "'type'", "'lr'", "'x y'", "'é'", '0', '1', '-1', 'None', 'True', '1.0', '(1, 2)', "'_delete'", "'items'", "'1'", "b'k'", '.5', "''"]
NAME = 'a b lr type depth norm_cfg weight x1 _p'.split()

CORE = r'''
$a = <list>
$b = $a
$b<.append(<any>)|+= [<any>]| *= 2|.extend(<list>)|.insert(<idx>, <any>)|.reverse()|[:0] = <list>|[::2] = $a[::2]|[len($a):] = [<int>]>
$c = [$a is $b, len($a), $a[-1:], $a[::-1]]
#: list $a
---
$a = [[<int>] * 2] * 3
$a[<0|1|-1>].append(<any>)
$b = [list(q) for q in $a]
$b[0][0] = <any>
$c = ($a, $b)
#: list $b
---
$a = <dict>
$b = <dict($a)|$a.copy()|{**$a}|$a|copy.copy($a)|copy.deepcopy($a)>
$b['n'] = <any>
$b.setdefault('l', []).append(<int>)
$b.update(a=<any>, **{'w': <any>})
$c = [list($a), list($b), $a.get('n'), 'n' in $a]
#: dict $b
---
$a = <dict>
$a |= <dict>
$b = $a | {<key>: <any>}
$c = $b.pop('a', <any>)
$d = [*$b.items()]
#: dict $a
---
$a = {<key>: <any>, <key>: <any>, <key>: <any>}
$b = [(k, v) for k, v in $a.items()]
$c = $a.get(<key>, 'none')
$d = <key> in $a
del $a[next(iter($a))]
$a[<key>] = <any>
#: dict $a
---
$a = dict.fromkeys(<'abc'|range(3)|['x', 'y']|(1, True, 1.0)>, <list>)
for $k in $a:
    $a[$k].append(<int>)
$b = len($a)
#: dict $a
---
$a = {<int>: 'i', <float>: 'f', <bool>: 'b', None: 'n'}
$b = sorted(map(str, $a))
---
$x = <int>
$a = [$x for $x in range(<small>)]
$b = [$x, ($y := $x) + 1, $y]
$c = [$y := q for q in <list>]
$d = {$x: [$x for $x in 'ab'] for $x in range(2)}
---
$a = [lambda: i for i in range(3)]
$b = [lambda i=i: i for i in range(3)]
$c = [[f() for f in $a], [f() for f in $b]]
#: list $c
---
$a = [(i, j) for i in range(<small>) for j in range(i) if (i + j) % 2 == <0|1>]
$b = {i: {j for j in range(i)} for i in range(3)}
$c = sum(x * y for x, y in $a)
$d = [*(x for x in $a), *range(2)]
#: list $a
---
class $A:
    n = <int>
    l = [<list> for _ in range(2)] if n else <list>
    m = {k: v for k, v in zip('ab', [n, 2])}
    try:
        o = [n + q for q in range(2)]
    except NameError:
        o = 'no'
$a = [$A.n, $A.l, $A.m, $A.o]
---
def $f(x, /, y=<any>, *args, z=<any>, **kw):
    return [x, y, args, z, sorted(kw)]
$a = [$f(<any>), $f(<any>, <any>, <any>), $f(1, z=<any>, w=2), $f(*<list2>, **dict(z=1, q=<any>))]
#: list $a
---
def $f(v, acc=[]):
    acc.append(v)
    return acc
$a = $f(<any>)
$b = $f(<any>)
$c = $f(3, [])
$d = $a is $b
#: list $a
---
def $f(n):
    return n if n < 2 else $f(n - 1) + $f(n - 2)
$a = [$f(i) for i in range(<10|12|5>)]
$b = dict(depth=$f(<small>), type=<str>)
#: list $a
---
def $f():
    n = 0
    def up(k=1):
        nonlocal n
        n += k
        return n
    return up
$u = $f()
$a = [$u(), $u(<small>), $u(), $f()()]
#: list $a
---
$n = 0
def $f(k):
    global $n, $m
    $n += k
    $m = $n * 2
for $i in range(<small>):
    $f($i)
$a = [$n, globals().get('$m')]
---
def $deco(times):
    def wrap(f):
        @functools.wraps(f)
        def run(*a, **k):
            return [f(*a, **k)] * times
        run.times = times
        return run
    return wrap
@$deco(<small>)
@$deco(2)
def $g(x, y=<int>):
    'doc'
    return x, y
$a = $g(<any>)
$b = [$g.__name__, $g.__doc__, $g.times]
#: list $a
---
def $g(n):
    try:
        while n:
            got = yield n
            n = n - 1 if got is None else got
    finally:
        $log.append('end')
    return 'done'
$log = []
$it = $g(<small>)
$a = [next($it, 'over'), next($it, 'over')]
$b = list($it)
def $h():
    r = yield from $g(2)
    yield r
$c = list($h())
del $it
#: list $c
---
def $g():
    total = 0
    while True:
        x = yield total
        if x is None:
            return
        total += x
$it = $g()
next($it)
$a = [$it.send(v) for v in range(<small>)]
try:
    $it.send(None)
except StopIteration as e:
    $b = ['stop', e.value]
$it.close()
del $it
#: list $a
---
$a, *$b = <list2>
*$c, $d = <'abc'|(1, 2, 3)|range(4)|{'k': 1}>
($e, ($f, *$g)), $h = (<any>, <list2>), <any>
$i = $j = [<any>]
$j.append($e)
$k = [*$b, *$c, *'xy', *{}]
#: list $k
---
$a = [0, 1, 2, 3]
$i = 0
$i, $a[$i] = <1|2|3>, <any>
$a[$i], $a[0] = $a[0], $a[$i]
$a[1:3] = <list2>
del $a[<0|-1|1:2|::2>]
#: list $a
---
$a = list(range(<10|7|5>))
$a[<2:5|::3|-3:|:|1:-1|5:2>] = <list2>
$b = $a[<idx>:<idx>:<1|2|-1|-2|None>]
$c = $a[slice(<idx>, None)]
#: list $b
---
match <<dict>|<list2>|<str>|<int>|(1, 2)|[<int>, [<str>, 3]]|{'type': 'A', 'lr': <float>}>:
    case {'type': str(t), **rest}:
        $a = ['map', t, rest]
    case [int() | float() as h, *t] if h:
        $a = ['seq', h, t]
    case [_, [x, 3]] | (_, x):
        $a = ['pair', x]
    case 1 | 2 | -1:
        $a = ['num']
    case 'a' | '':
        $a = ['str']
    case True | None:
        $a = ['one']
    case bool(z):
        $a = ['bool', z]
    case str() as s:
        $a = ['other', s.upper()]
    case {}:
        $a = ['dict']
    case _:
        $a = ['rest']
#: list $a
---
class $P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y):
        self.x, self.y = x, y
def $f(p):
    match p:
        case $P(0, y):
            return 'zero', y
        case $P(x=int(x)) if x > 1:
            return 'big', x
        case $P(x, y=[first, *_]):
            return 'list', first
        case $P():
            return 'point'
        case [$P(x, _), *more]:
            return 'many', x, len(more)
    return 'none'
$a = [$f($P(<int>, <any>)), $f($P(<any>, <list2>)), $f([$P(1, 2), 3]), $f(<any>)]
#: list $a
---
@dataclasses.dataclass<|(order=True)|(frozen=True)|(eq=False)>
class $D:
    a: int
    b: float = <float>
    c: list = dataclasses.field(default_factory=<list|dict|lambda: [1]>)
    def total(self):
        return self.a + self.b
$d = $D(<small>)
$e = dataclasses.replace($d, a=<small>)
$a = [dataclasses.asdict($d), dataclasses.astuple($e), $d.total(), [f.name for f in dataclasses.fields($D)]]
$b = [$d == $D(<small>), repr($e).split('.')[-1][-40:]]
del $d, $e
#: list $a
---
class $E(enum.<Enum|IntEnum>):
    RED = <1|2|3>
    GREEN = 5
    BLUE = 7
    ALIAS = 5
$a = [$E.RED.value, $E['GREEN'].name, $E(7).name, [m.name for m in $E], len($E), $E.ALIAS is $E.GREEN, $E.RED == 1]
#: list $a
---
class $F(enum.<IntFlag|Flag>):
    A = enum.auto()
    B = enum.auto()
    C = A | B
$a = [$F.A.value, $F.C.value, ($F.A | $F.B) is $F.C, ($F.C & $F.B).name, $F.A in $F.C, $F(2).name]
---
$N = collections.namedtuple('$N', <'x y z'|['x', 'y', 'z']|'x,y,z'>, defaults=[<any>])
$n = $N(<any>, <any>)
$a = [$n.x, $n._asdict(), $n._replace(y=<int>)[1], $N._fields, tuple($n), $n[-1], $n == tuple($n)]
$n = None
#: list $a
---
$o = collections.OrderedDict(<[('a', 1), ('b', 2)]|a=1, b=<any>|<dict>>)
$o['z'] = <any>
$o.move_to_end(next(iter($o))<|, last=False>)
$a = [list($o.items()), next(reversed($o))]
$b = $o.popitem(last=<bool>)
$o = dict($o)
#: dict $o
---
$d = collections.defaultdict(<list|int|dict|lambda: 5>)
$x = $d['new']
for $k, $v in <[('a', 1), ('b', 2), ('a', 3)]|zip('xyx', range(3))>:
    $d[$k] = [$d[$k], $v]
$a = [dict($d), 'none' in $d, $d.get('none')]
$d = dict($d)
#: list $a
---
$c = collections.Counter(<'abracadabra'|[1, 1, 2]|{'a': 3}|a=2, b=1>)
$c.update(<'aab'|{'a': 5}|[1]>)
$a = [sorted(map(str, $c.items())), $c.most_common(1)[0][1], $c['zz'], sum($c.values()), sorted(map(str, ($c - collections.Counter('aa')).items()))]
$c = dict($c)
#: dict $c
---
$d = collections.deque(<list2><|, maxlen=2|, 3>)
$d.append(<any>)
$d.appendleft(<any>)
$d.rotate(<1|-1|2>)
$a = [list($d), len($d), $d[0], $d.maxlen]
$d = None
#: list $a
---
$m = collections.ChainMap({'a': 1}, <dict>)
$m['b'] = <any>
$a = [$m['a'], sorted(map(str, $m)), $m.maps[0], len($m.new_child())]
$m = None
---
$a = [list(itertools.<chain(<list>, 'ab')|product('ab', range(2))|permutations('abc', 2)|combinations(range(4), 2)|zip_longest('ab', [1], fillvalue=0)|accumulate([1, 2, 3])|islice(itertools.count(<int>), 3)|pairwise('abc')|starmap(pow, [(2, 3), (3, 2)])|takewhile(lambda q: q ‹ 3, range(9))|dropwhile(bool, [1, 0, 2])|repeat(<any>, 2)|compress('abc', [1, 0, 1])|chain.from_iterable([[1], 'x'])|islice(itertools.cycle('ab'), 5)|filterfalse(None, [0, 1, ''])>)]
#: list $a
---
$a = [(k, list(g)) for k, g in itertools.groupby(<'aabbc'|[1, 1, 2]|sorted('banana')>)]
$b, $c = map(list, itertools.tee(range(<small>)))
#: list $b
---
$a = functools.reduce(<lambda p, q: p + q|operator.mul|lambda p, q: [p, q]|max>, [<small>, <small>, 3])
$f = functools.partial(<max|int|sorted|dict|round>)
$b = functools.partial(dict, a=<any>)(b=2)
#: dict $b
---
@functools.lru_cache(maxsize=<None|2|128>)
def $f(n):
    $log.append(n)
    return n * 2
$log = []
$a = [$f(i % 2) for i in range(<small>)]
#: list $log
---
class $A:
    kind = <str>
    seen = []
    def __init__(self, n=<small>, **kw):
        self.n = n
        self.__dict__.update(kw)
        $A.seen.append(n)
    def __repr__(self):
        return f'{type(self).__name__}({self.n})'
    def __len__(self): return self.n
    def __getitem__(self, i):
        if i >= self.n: raise IndexError(i)
        return i * 2
    def __call__(self, *a): return [self.n, *a]
    def __eq__(self, o): return isinstance(o, $A) and self.n == o.n
    def __add__(self, o): return $A(self.n + getattr(o, 'n', o))
    __radd__ = __add__
    def __bool__(self): return self.n > 1
    def __contains__(self, x): return x == self.n
    @property
    def double(self): return self.n * 2
    @double.setter
    def double(self, v): self.n = v // 2
    @classmethod
    def make(cls, s): return cls(len(s))
    @staticmethod
    def help(x): return (x,)
class $B($A):
    kind = 'sub'
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.extra = [super().double]
$o = $B(<small>, tag=<any>)
$o.double = 8
$a = [repr($o), len($o), list($o), $o(<any>), $o == $A(4), ($o + 1).n, sum([$A(1), $A(2)]).n, bool($o), 4 in $o, $o.double, $B.make('abc').n, $o.help(1), $o.tag, $o.extra, $B.kind, $A.seen]
$b = [f'{$o!r:>10}', '%s' % $o, isinstance($o, $A), issubclass($B, $A), [c.__name__ for c in $B.__mro__], hasattr($o, 'nope'), sorted(vars($o))]
$o = None
#: list $a
---
class $A:
    def __init__(self): self.log = []
    def __getattr__(self, k):
        if k.startswith('_'): raise AttributeError(k)
        return k * 2
    def __setitem__(self, k, v): self.log.append(('set', k, v))
    def __delitem__(self, k): self.log.append(('del', k))
    def __iter__(self):
        yield from (1, <int>)
    def __lt__(self, o): return id
    def __enter__(self): self.log.append('in'); return self
    def __exit__(self, t, v, tb): self.log.append(t and t.__name__); return True
    def __format__(self, s): return '<' + s + '>'
    def __index__(self): return 2
    def __hash__(self): return 7
$o = $A()
$o['k'] = <any>
del $o[1:2]
with $o as $p:
    $p['in'] = 1
    raise ValueError(<str>)
$a = [$o.abc, getattr($o, '_x', 'none'), list($o), $o.log, f'{$o:>5}', [1, 2, 3][$o], $o.__hash__(), hash($o)]
$o = $p = None
#: list $a
---
class $M(type):
    def __new__(mcs, name, bases, ns, **kw):
        ns['made'] = sorted(k for k in ns if not k.startswith('__'))
        return super().__new__(mcs, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.kw = kw
    def __len__(cls): return <small>
class $A(metaclass=$M, tag=<any>):
    x = <int>
    def f(self): pass
$a = [$A.made, $A.kw, len($A), type($A).__name__]
---
class $R:
    all = {}
    def __init_subclass__(cls, key=None, **kw):
        super().__init_subclass__(**kw)
        $R.all[key or cls.__name__.lower()] = cls
    def __class_getitem__(cls, k): return [cls.__name__, k]
class $X($R, key=<str>): n = 1
class $Y($R): n = 2
$a = [sorted(v.n for v in $R.all.values()), len($R.all), $X[int][1] is int, $Y[<any>][1]]
---
class $D:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, o, t=None): return self if o is None else getattr(o, self.name, <any>)
    def __set__(self, o, v): setattr(o, self.name, [v])
class $A:
    x = $D()
    y = $D()
    __slots__ = ('_x', '_y')
$o = $A()
$o.x = <any>
$a = [$o.x, $o.y]
try:
    $o.z = 1
except AttributeError:
    $a.append('no z')
$o = None
#: list $a
---
@functools.total_ordering
class $V:
    def __init__(self, *n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
$a = [v.n for v in sorted([$V(2, 1), $V(1, <small>), $V(1)])]
$b = [$V(1) <= $V(1), $V(2) > $V(1, 9), max($V(3), $V(<small>)).n]
#: list $a
---
$log = []
for $i in range(<small>):
    try:
        if $i == 1: continue
        if $i == <2|3>: break
        $log.append($i)
    except ValueError: pass
    else:
        $log.append('else')
    finally:
        $log.append('fin')
else:
    $log.append('no break')
while $log and len($log) < 9: $log += [<any>]
else: $log.append('done')
#: list $log
---
def $f(x):
    try:
        return [x, 1 / x]
    except (ZeroDivisionError, TypeError) as e:
        return type(e).__name__
    except Exception:
        return 'other'
    finally:
        $log.append(x)
        <pass|$log.append('f')|x = 5>
$log = []
$a = [$f(<any>), $f(0), $f(<float>), $f('s')]
#: list $a
---
class $Err(<ValueError|KeyError|Exception>):
    def __init__(self, code, *a):
        super().__init__(code, *a)
        self.code = code
try:
    try:
        raise $Err(<any>, 'more')
    except $Err as e:
        raise RuntimeError('outer') from e
except RuntimeError as e:
    $a = [type(e.__cause__).__name__, e.__cause__.code, e.args, str(e), e.__cause__.args]
$b = 'e' in globals()
#: list $a
---
try:
    raise ExceptionGroup('many', [ValueError(1), TypeError(<int>), ValueError(3)])
except* ValueError as g:
    $a = [type(x).__name__ for x in g.exceptions]
except* TypeError as g:
    $b = len(g.exceptions)
---
@contextlib.contextmanager
def $c(tag):
    $log.append(('in', tag))
    try:
        yield tag * 2
    except KeyError as e:
        $log.append('key')
    finally:
        $log.append('out')
$log = []
with $c(<str>) as $x, $c(<int>) as $y:
    $log.append([$x, $y])
with $c('q'):
    {}['nope']
with contextlib.suppress(<ValueError|Exception>):
    $z = <int>
    raise ValueError
#: list $log
---
$s, $t = <str>, <list>
$a = f'{<int>:<05d|+,|x|#b|›8|08,.2f|e|_>} {<float>:<.3f|.2e|10.4g|%|.0f|+.1%|g|n>} {$s!r:<*^12|›10|.3|‹4>}'
$w = <small>
$b = f'{$w=} {$w = !s} {3.14159:{$w}.{2}f} {{}} {"q":>{$w}}' f"{$t}" '{not}'
$c = '%05d|%-8s|%+.2e|%x|%%|%r|%c' % (<small>, <str>, <float>, 255, <any>, <65|'z'>)
$d = '{0}-{1!r}-{0:>4}-{k[0]}-{m.real}'.format(<small>, <any>, k=<list2>, m=<int>)
#: str $a
---
$s = <str>
$a = [$s.<upper()|title()|swapcase()|casefold()|capitalize()|strip(' a')|lstrip()|zfill(6)|center(9, '*')|ljust(5)|expandtabs(4)|encode()|encode('utf-16-le')|splitlines()|isidentifier()|isnumeric()|isalnum()|split(',')|rsplit(None, 1)|partition('=')|replace('a', 'bb', 1)|find('b')|count('')|startswith(('a', 'S'))|removeprefix('a')|translate({97: 'X', 98: None})|join('xyz')|rjust(7, '-')|isspace()|isprintable()>, len($s), $s * 2, $s[::-1], sorted($s), 'a' in $s, $s < 'b', $s[<idx>:<idx>]]
#: list $a
---
$t = str.maketrans('abc', '123', 'd')
$a = ['abcd'.translate($t), 'x'.join(map(str, <list>)), ','.join('abc'), 'a b'.split(), <str>.encode('utf-8').hex(), bytes([65, 66]).decode(), ord('é'), chr(<65|8364|128578>), ascii(<str>)]
$b = textwrap.dedent("""
    <a|x y>
      b
    """)
$c = string.Template('$x-${y}-$$').substitute(x=<any>, y=1)
#: list $a
---
$a = [<int> // <nz>, <int> % <nz>, divmod(<int>, <nz>), -7 // 2, -7 % 3, 7 % -3, <float> // .3, -<float> % 7, pow(<small>, <small>, 7), <int> & 255, <int> | 8, <int> ^ 5, ~<int>, 1 << <small>, <int> >> 2, -(<int>) ** 2]
$b = [round(<float>, <0|1|2|-1|None>), round(<half>), round(<int>, -1), int(<float>), float(<int>), <int> / <nz>, <float> * 3, <float> + 1e-9, abs(<int>), min(<int>, <float>), sum([.1] * 3), max(<list2>, key=str)]
#: list $a
---
$a = [int('<12|-7|0x1f|1_0| 5 >', <0|10>), int('ff', 16), int('0b11', 0), float('<1e5|inf|-.5|1_0.5|nan>'), hex(<int>), oct(8), bin(<int>), (<int>).bit_length(), (255).to_bytes(2, 'big'), int.from_bytes(b'\x01\x02', 'little'), (0.75).as_integer_ratio(), (<float>).is_integer(), (2.5).hex(), float.fromhex('0x1.8p1'), complex(1, <int>), (1+2j) * 3j, abs(3+4j), bool(<any>)]
$b = [math.floor(<float>), math.ceil(-1.5), math.sqrt(<small>), math.gcd(12, <small>), math.pi, math.log2(8), math.isclose(.1 + .2, .3), math.inf, math.prod([1, 2, <small>]), math.comb(5, 2), math.hypot(3, 4), math.trunc(-2.7), math.copysign(1, -0.), math.fsum([.1] * 10), math.factorial(<small>), math.degrees(math.pi)]
#: list $a
---
$a = [1 < <small> < 5, 1 == 1.0 == True, <any> is None, not <any>, <any> or <any>, <any> and <any>, <list> == <list>, <list2> < [5], (1, 'a') < (1, 'b'), <any> != <any>, None is None, 3 in <list>, 'a' not in <dict>]
$b = <any> if <any> else <any>
$c = [<any>, <any>][<bool>]
#: list $a
---
$a = fractions.Fraction(<small>, 3) + fractions.Fraction('0.5')
$b = decimal.Decimal('1.10') + decimal.Decimal(<small>)
$a, $b = str($a), str($b)
#: str $a
---
$a = [re.sub(r'(\w)(\d)', r'\2\1', 'a1 b2'), re.findall(r'[a-z]+', <str>), re.split(r'[,;]', 'a,b;c'), bool(re.match('a', <str>)), re.search(r'(?P<n>\d+)', 'ab12c').group('n'), re.compile('A', re.I).sub('x', 'aAb')]
#: list $a
---
$a = [osp.join(<str>, 'b', <'c.py'|'/abs'|'../d'>), osp.splitext('a.b/c.tar.gz'), osp.basename('x/y/'), osp.dirname('/a/b'), osp.normpath('a//b/../c/.'), osp.split('a/b'), osp.isabs(<str>), osp.relpath('/a/b', '/a/c'), osp.commonprefix(['abc', 'abd'])]
$p = pathlib.<PurePosixPath|Path>('data') / <'a'|'x/y.tar.gz'|'..'>
$b = [str($p), $p.name, $p.stem, $p.suffix, str($p.parent), $p.parts, $p.as_posix(), str($p.with_suffix('.q')) if $p.suffix else '']
$p = str($p)
#: list $a
---
$a = json.loads(json.dumps(<jsonable>))
$b = json.dumps({'b': [1, None], 'a': <float2>}, sort_keys=<bool>, indent=<None|2>)
$c = ast.literal_eval(repr(<list2>))
$d = eval('<1 + 2|[q for q in range(3)]|dict(a=1)|len("abc")>')
#: str $b
---
exec('$a = <int>\n$b = [$a] * 2')
$c = [$a, $b, 'locals' and sorted(k for k in locals() if k in ('$a', '$b'))]
---
$a = sorted(<[3, 1, 2]|'hello'|{'b': 1, 'a': 2}|[(1, 'b'), (1, 'a'), (0, 'c')]><|, reverse=True|, key=str|, key=lambda q: (str(q)[-1], q)>)
$b = list(<zip('ab', <list2>)|enumerate('ab', <small>)|map(str, <list>)|filter(None, <list>)|reversed(<list>)|range(<idx2>, <idx2>, <1|-2|3>)|map(lambda p, q: (q, p), 'ab', [1, 2, 3])|iter(<list>)|dict(a=1).items()>)
$c = [any(<list>), all(<list>), len(<list>), sum([1, <int>]), min([<int>, 5]), <list>.count(1), tuple(<list>), list(<str>)]
#: list $b
---
$a = {<int>, <int>, 3} | {1, 2}
$b = [sorted($a & {1, 2, 3}), sorted($a - {3}), $a >= {1}, len($a), sorted($a ^ {1, 99})]
$a.add(4)
$a.discard(<int>)
$c = frozenset([1, 2]) in {frozenset([2, 1]): 1}
#: list $b
---
$a: int = <int>
$b: 'undefined.Type'
$c: dict[str, list[int]] = <dict>
($d): int = 1
$e = __annotations__.get('$a') is int
---
$a = <int>; $b = [$a,
      <any>,  # comment, with ) and '
	<any>]
if $a: $c = 1; $d = 2
else: $c = $d = \
    <any>
$e = (<int>
      + <int>)
#: list $b
---
if <bool>:
	$a = <any>
	if <any>:
		$a = [1]
else:
        $a = <any>
$b = """tri\
ple "q" \\ \'
	tab""" 'x' r'\n' "\x41\101\u00e9"
$c = b'by\x00\xff' b"tes" rb'\d'
$d = ...
---
import <math|string|itertools> as $m
from collections import OrderedDict as $O, abc
$a = $O(a=<any>)
$b = [isinstance($a, dict), isinstance(<any>, abc.Mapping), isinstance(<any>, (int, str)), type(<any>).__name__, type($a) is dict, callable(len), isinstance(True, int)]
$a = dict($a)
#: list $b
---
$a = types.SimpleNamespace(x=<any>, y=[1])
$a.z = <any>
$b = [$a.x, vars($a)['z'], sorted($a.__dict__), getattr($a, 'q', 'no')]
setattr($a, 'x', <int>)
$b.append($a.x)
$a = None
#: list $b
---
class $T(typing.NamedTuple):
    x: int
    y: str = <str>
    def both(self): return [self.x, self.y]
$t = $T(<int>)
$a = [$t.both(), $t._asdict(), $t + (1,), $T._field_defaults]
$t = None
---
$a = copy.deepcopy($l := [<list>, {'k': <list>}])
$b = copy.copy($l)
$l[0].append('deep')
$l[1]['k'] += ['x']
$c = [$a == $l, $b == $l, $b[0] is $l[0], $a[0] is $l[0]]
#: list $a
---
$s = [1]
$a = {'p': $s, 'q': [$s, $s]}
$b = copy.deepcopy($a)
$b['p'].append(<any>)
$a['q'][0] = <any>
$c = [$b['q'], $b['p'] is $b['q'][0]]
#: dict $b
---
$a = [heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 3, 5], <small>), operator.itemgetter(1)('abc'), operator.attrgetter('real')(3), statistics.mean([1, 2, 3]), hashlib.md5(b'a').hexdigest()[:6], zlib.crc32(b'abc'), base64.b64encode(b'hi'), struct.pack('<hb', 1, 2), calendar.isleap(2024), str(datetime.timedelta(hours=<small>)), datetime.date(2024, 1, 31).isoformat(), urllib.parse.quote('a b'), html.escape('<a>'), unicodedata.normalize('NFKC', 'ﬁ'), string.ascii_lowercase[:3], random.Random(<small>).randint(0, 9)]
---
$h = [5, 1, <int>]
heapq.heapify($h)
heapq.heappush($h, 2)
$a = [heapq.heappop($h), $h]
$b = [1, 4]
bisect.insort($b, <small>)
#: list $b
---
ﬁ$a = <int>
ªµ$b = [fi$a]
变量$a = <any>
$c = [ﬁ$a, 变量$a]
---
$a = (lambda *p, k=<any>, **q: [p, k, q])(*<list2>, k=1, j=2)
$b = (lambda x: (lambda y: x + y))(<small>)(<small>)
$c = [(lambda: (yield))] and [f(2) for f in (abs, lambda q: q * 2, str)]
#: list $a
---
$a = [None] * <small>
for $i, ($p, *$q) in enumerate([(1, 2, 3), 'ab', <list2>]):
    $a.append(($i, $p, $q))
for $a[-1:], $z in [([1], 2)]: pass
while ($n := len($a)) > 2: $a.pop(<0|-1>)
#: list $a
---
def $f(*, type, **cfg):
    cfg.setdefault('n', <any>)
    return dict(type=type.upper(), **cfg)
$base = dict(type='relu', inplace=True)
$a = [$f(**$base), $f(**{**$base, 'type': <'x'|'y'>}), $base]
for $c in $a: $c.pop('inplace', None)
#: list $a
---
$stages = dict(a=(<small>, 64), b=(<small>, 128))
$a = dict(type='Net', stages=[dict(name=k, depth=d, width=w, **({'last': True} if k == 'b' else {})) for k, (d, w) in $stages.items()])
$b = $a['stages'][-1]
$b['width'] *= 2
locals()['$late'] = <any>
vars()['$later'] = $late
#: dict $a
---
$p = [dict(type='Load'), dict(type='Resize', scale=(<small>, <small>)), dict(type='Pack')]
$a = [*$p[:1], dict(type='Flip', prob=<float>), *$p[1:]]
$a[<1|2>].update(keep=<bool>)
$a.insert(<idx>, $a.pop())
$b = [t['type'] for t in $a if 'scale' not in t]
$c = next((i for i, t in enumerate($a) if t['type'] == 'Resize'), None)
#: list $a
---
try:
    $a = <list>[<int>]
except (IndexError, TypeError) as $e:
    $a = [type($e).__name__]
try: $b = <dict>[<key>]
except LookupError: $b = 'missing'
try:
    $c = int(<str>)
except ValueError:
    $c = -1
else:
    $c += 1
---
assert <int> is not None, 'never'
if not isinstance(<any>, int): pass
elif <bool>: $a = 1
$b = [q for q in dir() if q == '$b' or q == '$c']
$c = '__name__' in globals(), __debug__
---
class $A(<dict|list>):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.tag = <any>
    def __missing__(self, k): return [k]
    def twice(self): return len(self) * 2
$o = $A()
$a = [$o.twice(), $o.tag, isinstance($o, $A), len($o)]
$o = None
---
class $A(<int|str|float|tuple>):
    def __new__(cls, *a):
        self = super().__new__(cls, *a)
        self.tag = <any>
        return self
try: $o = $A(<(1, 2)|'5'|'7'>)
except TypeError: $o = $A()
$a = [$o.tag, $o == $A(), type($o).__name__, type($o * 2).__name__]
$o = None
---
def $f(x: int = <int>, *y: 'str', **z: dict) -> list:
    """Doc."""
    return [x, y, z]
$a = [$f.__name__, $f.__defaults__, sorted($f.__annotations__), $f.__doc__, $f.__code__.co_argcount if <bool> else 0]
$f.mark = <any>
$b = $f.mark
---
$a = sum((v for k, v in sorted(locals().items()) if k.startswith('nothing_')), [])
$b = [k for k in list(globals()) if k in ('$a', '$zz')]
$c = [n for n, v in dict(globals()).items() if isinstance(v, list) and n == '$a']
#: list $b
---
$a = str(<any>) + repr(<any>) + format(<float>, <'.3'|'›9'|''|'08.1f'>) + format(<int>, <'d'|'+x'|',')|'b'>
$b = [str(<list>), repr(<dict>), str((1,)), str(1e16), str(-0.0), repr('a\'b"'), str(b'a'), str(None), repr(1e-5), str(complex(1, -0.0)), repr({1: [<float>]}), repr(range(3)), str(int), repr(...)]
#: list $b
'''


class Project:
    """style: 'text' (with mmengine's `_base_.x`), 'mmcv' or 'lazy'."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.files, self.fresh, self.path, self.options = {}, 0, 'main.py', []
        self.style = self.r.choice(['alone', 'alone', 'text', 'mmcv', 'lazy'])
        self.known = {}
        self.imports = 'import ' + ', '.join(MODULES) + '\nimport os.path as osp, urllib.parse\n'
        getattr(self, self.style)()
        self.style = 'mmcv' if self.style == 'alone' else self.style
        if self.r.random() < .05:
            self.files = {k: v.replace('\n', '\r\n') for k, v in self.files.items()}

    # --- Python ---

    def pick(self, items):
        return self.r.choice(items)

    def value(self, kind, depth=2):
        r = self.r
        if kind in self.known and self.known[kind] and r.random() < .35:
            return self.pick(self.known[kind])
        if kind == 'int':
            return self.pick(INT)
        if kind == 'float':
            return self.pick(FLOAT)
        if kind == 'float2':
            return self.pick(['0.5', '1e-05', '100.0', '1e+20', '0.0001'])
        if kind == 'half':
            return self.pick(['.5', '1.5', '2.5', '-0.5', '1e15 + .5'])
        if kind == 'bool':
            return self.pick(['True', 'False'])
        if kind == 'str':
            return self.pick(STRING)
        if kind == 'small':
            return self.pick(['1', '2', '3', '4', '5'])
        if kind == 'nz':
            return self.pick(['1', '3', '-2', '7', '2.5', '-0.5', '10**20'])
        if kind == 'idx':
            return self.pick(['0', '1', '-1', '-2', '2', '5'])
        if kind == 'idx2':
            return self.pick(['0', '1', '-1', '-5', '2', '10'])
        if kind == 'key':
            return self.pick(KEY)
        if kind == 'jsonable':
            return self.pick(['{"a": [1, 2.5, None, True], "é": "ü"}', '[1, [2, {"k": "v"}]]', '{1: 2, None: 3, True: 4}', '(1, 2)', '1e100', '"\\u2028"'])
        if kind == 'list2':
            return '[%s]' % ', '.join([self.value('int'), self.value('int')] + [self.value('any', 1) for _ in range(r.randrange(2))])
        if kind == 'list':
            return '[%s]' % ', '.join(self.value('any', depth - 1) for _ in range(r.randrange(4)))
        if kind == 'tuple':
            return '(%s)' % ''.join(self.value('any', depth - 1) + ', ' for _ in range(r.randrange(3)))
        if kind == 'dict':
            if r.random() < .5:
                return 'dict(%s)' % ', '.join('%s=%s' % (k, self.value('any', depth - 1)) for k in r.sample(NAME, r.randrange(4)))
            return '{%s}' % ', '.join('%s: %s' % (k, self.value('any', depth - 1)) for k in r.sample(KEY, r.randrange(4)))
        return self.value(self.pick(['int', 'float', 'str', 'bool'] + (['list', 'dict', 'tuple'] if depth > 0 else []))) if r.random() < .93 else 'None'

    GAP = re.compile(r'<([^<>]*)>')  # the innermost first; ‹ and › are Python's own signs

    def gap(self, m):
        text = m.group(1)
        if '|' in text:
            return self.pick(text.split('|'))
        return self.value(text) if re.fullmatch(r'[a-z]+2?', text) and text in TYPES else m.group(0).replace('<', '\1').replace('>', '\2')

    def piece(self, text=None):
        text = text or self.pick(PIECES)
        self.fresh += 1
        text = re.sub(r'\$(\w+)', lambda m: '%s_%d' % (m.group(1), self.fresh), text)
        while True:
            new = self.GAP.sub(self.gap, text)
            if new == text:
                break
            text = new
        text = text.translate({1: '<', 2: '>', ord('‹'): '<', ord('›'): '>'})
        lines, made = [], []
        for line in text.split('\n'):
            m = re.match(r'#: (\w+) (\w+)', line)
            if m:
                made.append(m.groups())
            else:
                lines.append(line)
        for kind, name in made:
            self.known.setdefault(kind, []).append(name)
        return '\n'.join(lines)

    def code(self, least=1, most=4):
        return '\n'.join(self.piece() for _ in range(self.r.randint(least, most))) + '\n'

    # --- configs ---

    def data(self, depth=2):
        """A value that every format can hold."""
        r = self.r
        k = r.random()
        if depth == 0 or k < .5:
            return self.pick([0, 1, -3, 2.5, 1e-4, True, False, None, 'A', 'SGD', 'a b', '', 'é', '1', 'yes', 'null', '1e5', 10**20, 'x: y', '# c', '010', '~'])
        if k < .7:
            return [self.data(depth - 1) for _ in range(r.randrange(4))]
        return {self.pick(['type', 'a', 'b', 'lr', 'sub', 'x1', 'é']): self.data(depth - 1) for _ in range(r.randrange(1, 4))}

    def tree(self, names):
        return {n: self.data(3) if self.r.random() < .4 else {self.pick(['type', 'a', 'b', 'lr', 'sub']): self.data(2) for _ in range(3)} for n in names}

    def write(self, path, tree):
        kind = path.rsplit('.', 1)[1]
        if kind == 'py':
            body = ''.join('%s = %s\n' % (k, self.literal(v)) for k, v in tree.items())
            self.files[path] = (self.imports + self.code(0, 2) if self.r.random() < .4 else '') + body
        elif kind == 'json':
            self.files[path] = json.dumps(tree, ensure_ascii=self.r.random() < .5, indent=self.pick([None, 2]))
        else:
            self.files[path] = ''.join('%s:%s' % (k, self.yaml(v, 1)) for k, v in tree.items()) or '{}\n'

    def yaml(self, v, depth):
        if isinstance(v, dict) and v and self.r.random() < .8:
            return '\n' + ''.join('%s%s:%s' % ('  ' * depth, k, self.yaml(x, depth + 1)) for k, x in v.items())
        if isinstance(v, list) and v and self.r.random() < .5:
            return '\n' + ''.join('%s- %s' % ('  ' * depth, json.dumps(x, ensure_ascii=False) + '\n') for x in v)
        return ' ' + json.dumps(v, ensure_ascii=False) + self.pick(['', '', '  # note']) + '\n'

    def literal(self, v):
        if isinstance(v, dict) and all(k.isidentifier() for k in v) and self.r.random() < .6:
            return 'dict(%s)' % ', '.join('%s=%s' % (k, self.literal(x)) for k, x in v.items())
        if isinstance(v, dict):
            return '{%s}' % ', '.join('%r: %s' % (k, self.literal(x)) for k, x in v.items())
        if isinstance(v, list):
            return '[%s]' % ', '.join(map(self.literal, v)) if self.r.random() < .8 else '(%s)' % ''.join(self.literal(x) + ', ' for x in v)
        return repr(v)

    def over(self, v, depth=0):
        """A value that a child sets over it."""
        r = self.r
        if isinstance(v, dict) and r.random() < .85:
            new = {k: self.over(x, depth + 1) for k, x in v.items() if r.random() < .5}
            if r.random() < .3:
                new[self.pick(['new', 'type', 'a'])] = self.data(1)
            if r.random() < .15:
                new['_delete_'] = self.pick([True, True, True, False, 0, 1])
            return new
        return self.data(1)

    def alone(self):
        self.files[self.path] = self.imports + self.code(2, 6)
        if self.r.random() < .2:
            self.options = self.overrides({'n': 1, 'd': {'a': [1, {'b': 2}], 'c': 'x'}})
            self.files[self.path] += "n = 1\nd = dict(a=[1, dict(b=2)], c='x')\n"

    def bases(self):
        names = self.r.sample(['model', 'data', 'optimizer', 'runtime', 'hooks', '_p', 'x'], self.r.randint(2, 5))
        cut = self.r.randint(1, len(names))
        out = []
        for i, part in enumerate([names[:cut], names[cut:]]):
            if part:
                path = self.pick(['', '_base_/', 'b/c/']) + 'base%d.%s' % (i, self.pick(['py', 'py', 'py', 'json', 'yaml', 'yml']))
                out.append((path, self.tree(part)))
                self.write(*out[-1])
        return out

    def inherit(self, new):
        r = self.r
        bases = self.bases()
        tree = {k: v for _, t in bases for k, v in t.items()}
        paths = ['./' * (r.random() < .5) + p for p, _ in bases]
        head = '_base_ = %s\n' % (repr(paths[0]) if len(paths) == 1 else self.pick(['%r', '%s']) % (paths,))
        if len(paths) == 1 and r.random() < .3:
            head = '_base_ = [\n    %r,\n]\n' % paths[0]
        lines = []
        for k, v in tree.items():
            if r.random() < .5:
                v = self.over(v)
                lines.append('%s = %s' % (k, self.literal(v)))
        for _ in range(r.randrange(3)):
            k = self.pick(list(tree))
            inner = tree[k] if isinstance(tree[k], dict) else {}
            sub = self.pick(list(inner)) if inner else None
            lines.append(self.pick(new)(k, sub, inner.get(sub) if sub else None))
        self.known = {}
        body = self.code(0, 2) if r.random() < .6 else ''
        self.files[self.path] = (head + self.imports if r.random() < .5 else self.imports + head) + body + '\n'.join(lines) + '\n'
        if r.random() < .25:
            self.files['leaf.py'] = "_base_ = 'main.py'\n" + ''.join('%s = %s\n' % (k, self.literal(self.over(v))) for k, v in tree.items() if r.random() < .4)
            self.path = 'leaf.py'
        if r.random() < .4:
            self.options = self.overrides(tree)

    def mmcv(self):
        self.inherit([lambda k, s, v: 'y_%s = "{{_base_.%s}}"' % (k.strip('_'), k), lambda k, s, v: 'y = {{_base_.%s}}' % k, lambda k, s, v: 'z = dict(q={{_base_.%s.%s}})' % (k, s) if s else 'z = 1',
                      lambda k, s, v: 'n = "{{fileBasename}}-{{ fileBasenameNoExtension }}{{fileExtname}}"', lambda k, s, v: 'w = [{{_base_.%s}}, 1]' % k])

    def text(self):
        self.inherit([
            lambda k, s, v: 'y = _base_.%s' % k, lambda k, s, v: 'y = _base_.%s.%s' % (k, s) if s else 'y = _base_', lambda k, s, v: '_base_.%s = %s' % (k, self.literal(self.data(1))),
            lambda k, s, v: '%s = _base_.%s\n%s.%s.append(%s)' % (k, k, k, s, self.literal(self.data(1))) if isinstance(v, list) else 'y = _base_[%r]' % k,
            lambda k, s, v: '_base_.%s.%s = %s' % (k, s, self.literal(self.data(1))) if s else '_base_.update(dict(a=1))',
            lambda k, s, v: '%s = _base_.%s\n%s.update(dict(a=%s))' % (k, k, k, self.literal(self.data(2))) if s else 'y = list(_base_)',
            lambda k, s, v: 'y = [*_base_.%s.items()]' % k if s else 'y = 1', lambda k, s, v: 'y = copy.deepcopy(_base_.%s)' % k, lambda k, s, v: 'y = _base_.get(%r, 3)' % k,
            lambda k, s, v: '_base_.%s.pop(%r)' % (k, s) if s else '_base_.pop(%r)' % k, lambda k, s, v: 'y = {**_base_.%s, "q": 1}' % k if s else 'y = 2',
            lambda k, s, v: 'y = [q for q in _base_.%s]' % k if s else 'y = 3', lambda k, s, v: 'y = "{{_base_.%s}}"' % k, lambda k, s, v: 'y = {{_base_.%s}}' % k,
            lambda k, s, v: 'del _base_.%s' % k, lambda k, s, v: 'for q, v in _base_.%s.items():\n    y = (q, v)' % k if s else 'y = 0', lambda k, s, v: 'y = _base_.%s | dict(z=1)' % k if s else 'y = 4',
            lambda k, s, v: 'y = f"{_base_.%s}"' % k, lambda k, s, v: 'y = _base_.%s == _base_.%s' % (k, k)])

    def lazy(self):
        r = self.r
        names = r.sample(['model', 'data', 'optimizer', 'runtime', '_p', 'x'], r.randint(2, 4))
        tree = self.tree(names)
        self.files['_base_/base.py'] = (self.imports_one() if r.random() < .7 else '') + ('from torch.optim import SGD\nfrom mmdet.models import RetinaNet, FPN as Neck\n' if r.random() < .7 else '') + \
            (self.code(1, 2) if r.random() < .5 else '') + ''.join('%s = %s\n' % (k, self.literal(v)) for k, v in tree.items()) + ('net = dict(type=RetinaNet, neck=dict(type=Neck))\n' if 'RetinaNet' in self.files.get('_base_/base.py', '') else '')
        self.known = {}
        how = self.pick(['*', '*', ', '.join(names), names[0] + ' as renamed', '(%s,)' % ', '.join(names)])
        head = 'from mmengine.config import read_base\nwith read_base():\n    from %s import %s\n' % (self.pick(['._base_.base', '._base_.base']), how)
        used = ['renamed'] if 'renamed' in how else names
        lines = []
        for _ in range(r.randrange(1, 5)):
            k = self.pick(used)
            v = tree[names[0] if k == 'renamed' else k]
            if isinstance(v, dict) and v:
                s = self.pick(list(v))
                lines.append(self.pick([
                    '%s.update(dict(a=%s))' % (k, self.literal(self.data(2))), '%s.update(%s)' % (k, self.literal(self.over(v))), '%s.%s = %s' % (k, s, self.literal(self.data(1))) if s.isidentifier() else 'y = 1',
                    '%s[%r] = %s' % (k, s, self.literal(self.data(1))), 'y = %s.pop(%r)' % (k, s), 'y = %s.%s' % (k, s) if s.isidentifier() else 'y = 1', '%s.merge(dict(_delete_=True, q=1))' % k,
                    '%s.merge(%s)' % (k, self.literal(self.over(v))), 'y = copy.deepcopy(%s)\ny.update(w=1)' % k, 'y = %s\ny.new = [1]' % k, 'y = dict(**%s)' % k, 'y = [*%s]' % k, 'del %s[%r]' % (k, s),
                    '%s = dict(only=%s)' % (k, k), 'y = %s.get("nope", [])' % k, 'y = type(%s).__name__' % k, 'y = %s.setdefault("l", [])\ny.append(1)' % k, 'y = {k: v for k, v in %s.items()}' % k, 'y = %s.copy()\ny.z = 2' % k,
                    'y = %s.to_dict()' % k if r.random() < .2 else 'y = 2', 'y = len(%s)' % k, 'y = %s | dict(b=3)' % k, 'y = f"{%s[%r]}"' % (k, s)]))
            elif isinstance(v, list):
                lines.append(self.pick(['%s.append(%s)' % (k, self.literal(self.data(1))), 'y = %s + [1]' % k, '%s += [2]' % k, 'y = %s[::-1]' % k, 'y = [*%s]' % k, '%s.extend(%s)' % (k, k), 'y = %s * 2' % k]))
            else:
                lines.append(self.pick(['y = [%s]' % k, '%s = %s' % (k, self.literal(self.data(1))), 'y = (%s, %s)' % (k, k), 'y = f"{%s}"' % k]))
        self.files[self.path] = (self.imports_one() + head if r.random() < .5 else head + self.imports_one()) + (self.code(0, 2) if r.random() < .6 else '') + '\n'.join(lines) + '\n'
        if r.random() < .3:
            self.options = self.overrides({k: tree[k] for k in names if 'renamed' not in how} or {'renamed': 1})

    def imports_one(self):
        return ''.join('import %s\n' % m for m in MODULES) + 'import os.path as osp\nimport urllib.parse\n'

    # --- the command line ---

    def overrides(self, tree):
        out = []
        for _ in range(self.r.choice([1, 1, 2, 3])):
            at, v = [self.pick(list(tree))], None
            v = tree[at[0]]
            while self.r.random() < .6 and isinstance(v, (dict, list)) and v:
                k = self.pick(list(v)) if isinstance(v, dict) else self.r.randrange(len(v))
                at.append(str(k))
                v = v[k]
            if self.r.random() < .2:
                at.append(self.pick(['new', '0', '1', '-1', 'a']))
            out.append('%s=%s' % ('.'.join(at), self.pick(TYPED)))
        return out


TYPED = ['1', '-2', '1.5', '1e-3', 'True', 'false', 'None', 'none', 'abc', "'q'", '"a,b"', '1,2', '[1,2]', '(1,2)', '[(1,a),[2.0,None]]', '', '[]', '()', 'a=b', '1,', "['x', 'y']", '[1, 2]', '0x1', '+3', '.5', '1_000',
         'é', '[[1,2],[3,4]]', '((1,2),3)', 'a b', "[dict]", '{"a":1}', '1e5,2', '-', 'nan', 'TRUE', '"1"', '[a,"b",\'c\']', '  2', "'1'"]
MODULES = ['ast', 'base64', 'bisect', 'calendar', 'collections', 'contextlib', 'copy', 'dataclasses', 'datetime', 'decimal', 'enum', 'fractions', 'functools', 'hashlib', 'heapq', 'html', 'itertools', 'json', 'math', 'operator',
           'pathlib', 'random', 're', 'statistics', 'string', 'struct', 'textwrap', 'types', 'typing', 'unicodedata', 'zlib']
TYPES = set('int float float2 half bool str small nz idx idx2 key jsonable list2 list tuple dict any'.split())
PIECES = [p.strip('\n') for p in CORE.split('\n---\n')]


def program(seed):
    """One file, for the drivers that ask for one."""
    p = Project.__new__(Project)
    p.r, p.files, p.fresh, p.known, p.path, p.options = random.Random(seed), {}, 0, {}, 'main.py', []
    p.imports = 'import ' + ', '.join(MODULES) + '\nimport os.path as osp, urllib.parse\n'
    return p.imports + p.code(2, 6)


if __name__ == '__main__':
    import sys
    for path, text in Project(int(sys.argv[1])).files.items():
        print('#', path)
        print(text)
