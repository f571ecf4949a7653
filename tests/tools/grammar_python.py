#!/usr/bin/env python3
"""Programs by a grammar: a table of productions for each type of expression and for statements.

Where random_python.py composes mostly pure expressions, these programs watch *when* things happen: calls
that leave a trace, generators with send, throw and close, iterators that are pulled here and there, classes,
context managers, caches, the environment, methods called by their special names.  `<t>` in a production
stands for an expression of type t; what a statement binds can be used from then on.

Nothing in a program depends on the machine, on the order of a set or on the address of an object.
"""
import random
import re

HOLE = re.compile(r'<(\w+)>')

STRINGS = ['', 'a', 'abc', 'Hello World', 'aXbXc', 'ΑΣ', 'ΟΔΟΣ ΟΔΟΣ', 'Σ', 'aΣ.b', 'ǅx', 'ﬁne', 'ß', 'İstanbul', 'ıI', 'o\'neil', '日本語', 'é', 'e\u0301', '\u2028x\x85y',
           'a\x1cb\x0bc', 'tab\tb\tc', ' pad ', '\u00a0x\u2003', '-42', '+7', '٣', '²', '½', 'x_1', '1x', 'def', '𝒳', '\U0001f600z', 'a.b.c', 'a,b,,c', 'line\r\ntwo\rthree\n', '{}', '%s', '\x00', 'ŉ', 'ΐ', 'ϓ']
SPECS = ['', 'd', '5d', '<6', '>8', '^7', '*^9', '=+8', '+', ' ', '-', '05', '+08.2f', '.0f', '#.0f', '.3', '#.3', '.3e', '#.0e', '.0e', 'g', '#g', '.10g', '#.3g', 'G', '%', '.1%', '#.0%', ',', '_', ',.2f', '012,.1f', '_x', '#x', '#o', '#b', '#X', '_b',
         '08_x', 'c', 'n', 's', '.2s', '10.3s', 'z.1f', '+z.0f', 'e', 'E', 'F', '0<9', '0=9', '<05', '^+10.2f', '>#8x', '020,d', '010.3f', '.20f', 'x^5', 'é>4', '#', '#.5', '0', '08', ',d', '_d', '.0', '1', 'j', '.2', '  =6', '10', '+e', '.2d', ',x', ',s', '_s', '#s', '+s', '=5']
PERCENTS = ['%d', '%5d', '%-5d|', '%+d', '% d', '%05d', '%.3d', '%x', '%#x', '%X', '%o', '%#o', '%e', '%.0e', '%#.0e', '%f', '%.0f', '%#.0f', '%.2f', '%+.1f', '%08.2f', '%g', '%#g', '%.10g', '%G', '%s', '%10s|', '%-10s|', '%.2s', '%r', '%a', '%c', '%5c', '%i', '%u', '%%', '%ld', '%5%',
            '%-+6d|', '%-05d|', '% 05d', '%+ d', '%#5x', '%#06x', '%-#6x|', '%.0s', '%.3r', '%F', '%E', '%.15g', '%#.3x', '%.10x', '%+x', '%*d', '%-*d|', '%.*f', '%(k)s', '%(k)5.1f', '%', '%z', '%0.3f', '%.f', '%#r']
INDEXES = ['0', '1', '2', '-1', '-2', '5', '-9', 'None', 'True', '2**31', '2**63', '2**64', '-2**64', '2**63-1', '-2**63', '1.0', "'1'"]
METHODS = ['upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold', 'strip', 'lstrip', 'rstrip', 'isidentifier', 'isupper', 'islower', 'istitle', 'isalpha', 'isalnum', 'isdigit', 'isdecimal', 'isnumeric', 'isspace', 'isprintable', 'isascii', 'splitlines', 'split', 'rsplit', 'expandtabs', 'encode']
ERRORS = ['ValueError', 'KeyError', 'TypeError', 'IndexError', 'ZeroDivisionError', 'StopIteration', 'RuntimeError', 'Exception', 'GeneratorExit', 'AttributeError']
MATH = ['sqrt', 'floor', 'ceil', 'exp', 'log', 'log2', 'log10', 'sin', 'cos', 'tan', 'atan', 'trunc', 'fabs', 'isnan', 'isinf', 'isfinite', 'degrees', 'radians', 'factorial', 'isqrt', 'modf', 'frexp', 'ulp', 'expm1', 'log1p', 'cbrt', 'exp2', 'sinh', 'tanh']


def words(text, extra=()):
    return text.split('\n') + list(extra)


# One production a line.
EXPRESSIONS = {
    'int': words("""<I>
<I>
<I>
t(<int>)
<int> + <int>
<int> - <small>
<int> * <small>
<int> // <int>
<int> % <int>
-<int>
~<int>
<int> << <small>
<int> >> <small>
<int> & <int>
<int> | <int>
<int> ^ <int>
(<int> if <bool> else <int>)
len(<list>)
len(<str>)
len(<dict>)
len(<set>)
sum(<ints>)
max(<ints>, default=<int>)
min(<int>, <int>)
abs(<int>)
<str>.find(<str>, <index>, <index>)
<str>.rfind(<str>, <index>)
<str>.count(<str>, <index>, <index>)
<str>.index(<str>, <index>)
<bytes>.find(<bytes>, <index>, <index>)
<bytes>.count(<bytes>, <index>)
<ints>.index(<small>, <index>, <index>)
<tuple>.index(<small>, <index>)
<ints>.count(<int>)
int(<str>)
int(<float>)
ord(<str>[<small>:][:1])
<f>(<int>)
<f>(<small>)
next(<it>, <int>)
next(<it>)
(<int>).__add__(<int>)
(<int>).__mul__(<small>)
<ints>.__len__()
<dict>.__len__()
<ints>.__getitem__(<index>)
<ints>[<index>]
<long>[<index>]
len(<long>)
<long>.index(<small>)
<long>.count(<small>)
functools.reduce(lambda a, b: a * 2 + b, <ints>, <small>)
functools.reduce(t2, <it>)
(<int>).bit_length()
pow(<int>, <small>, <int>)
divmod(<int>, <int>)[0]
round(<int>, <digits>)
round(<float>)
math.gcd(<int>, <int>)
math.comb(<small>, <small>)
math.perm(<small>, <small>)
int.from_bytes(<bytes>, 'big')
sum(1 for _ in <it>)
hash(<small>)
(lambda *a, k=<small>: len(a) + k)(*<ints>)
(lambda x, /, y=<small>, *, z=<small>: x - y + z)(<int>, z=<small>)
[<int>, <int>][<bool>]
{**<dict>, 'n': <int>}['n']
next(iter(<set>))
(w := <small>) + w
ord(<bytes>.decode('latin-1')[:1] or 'x')
(<int> and <small>)
(<small> or <int>)
<dict>.get(<str>, <small>)
int(<str>, <small>)
math.floor(<float>)
math.prod(<ints>)
(<float>).__trunc__()
<list>.__len__()
len(<it2>)
<bytes>[<index>]
<bytes>.__getitem__(<index>)"""),
    'small': words("""0
1
2
3
4
<S>
True
t(<small>)
len(log)"""),
    'index': INDEXES,
    'digits': ['0', '1', '-1', '2', '-2', '5', '-20', '17', '400', 'None', 'True', '1.0'],
    'float': words("""<F>
<F>
<float> + <int>
<float> * <float>
<float> / <float>
<float> - <float>
<float> // <float>
<float> % <float>
-<float>
<int> / <small>
float(<str>)
float(<int>)
abs(<float>)
round(<float>, <digits>)
<float> ** <small>
math.<mathf>(<float>)
math.<mathf>(<small>)
math.atan2(<float>, <float>)
math.hypot(<float>, <float>)
math.fmod(<float>, <float>)
math.copysign(<float>, <float>)
math.pow(<float>, <small>)
math.fsum([<float>, <float>, <float>])
math.ldexp(<float>, <small>)
math.log(<float>, <small>)
math.dist([<float>], [<float>])
math.remainder(<float>, <float>)
math.nextafter(<float>, <float>)
sum([<float>, <float>, <float>])
max(<float>, <float>)
<complex>.real
abs(<complex>)
(<float>).__round__(<small>)
(<float>).__add__(<int>)
float.fromhex(<S2>)"""),
    'bool': words("""True
False
<int> < <int>
<int> == <float>
<str> in <str>
<small> in <it>
<small> not in <ints>
<str>.startswith(<str>, <index>)
<str>.endswith((<str>, <str>), <index>, <index>)
any(<it>)
all(<it>)
any(t(x) > 1 for x in <ints>)
not <list>
bool(<any>)
<int> < <int> <= <int>
t(<small>) < t(<small>) < t(<small>)
<list> == <list>
<set> <= <set>
<str> == <str>
<tuple> < <tuple>
isinstance(<any>, (int, str))
isinstance(<any>, <type>)
issubclass(<type>, <type>)
callable(<any>)
<str>.is<is>()
<any> is None
hasattr(<any>, <S3>)
<ints>.__contains__(<small>)
<dict>.__contains__(<str>)
<ints>.__eq__(<ints>)
<str>.__contains__(<str>)
(<float>).is_integer()
math.isclose(<float>, <float>)
<bool> and <bool>
<bool> or <bool>
<str> in <dict>
<long> == <long>
<bytes>.startswith(<bytes>, <index>)
<int> in <long>
<float> in <long>
<set>.isdisjoint(<ints>)
<dict> == <dict>
<complex> == <int>
<dict>.keys() == <dict>.keys()
<dict>.keys() <= <dict>.keys()
<dict>.items() == <dict>.items()
(<str>, <any>) in <dict>.items()
<any> in <dict>.values()
<bytes>.isalnum()"""),
    'is': [m[2:] for m in METHODS if m.startswith('is')],
    'type': ['int', 'str', 'bool', 'float', 'list', 'object', 'tuple', 'dict', 'type', 'ValueError', 'Exception'],
    'mathf': MATH,
    'str': words("""<W>
<W>
<W>
<str> + <str>
<str> * <small>
<str>[<index>:<index>]
<str>[::-1]
<str>[<index>]
<str>.<m>()
<str>.<m>()
<str>.<case>()
<str>.<case>()
<str>.center(<small>, '*')
<str>.center(7)
<str>.center(8, '-')
<str>.ljust(<small>)
<str>.rjust(6, '.')
<str>.zfill(<small>)
<str>.zfill(6)
<str>.replace(<str>, <str>)
<str>.replace(<str>, <str>, <index>)
<str>.strip(<str>)
<str>.removeprefix(<str>)
<str>.removesuffix(<str>)
<str>.join(<strs>)
<str>.join(str(x) for x in <it>)
<str>.translate({<small>: <str>, 97: <X>})
<str>.translate(str.maketrans('abΣ', 'xyz', 'c'))
<str>.partition(<str>)[<small>]
<str>.rpartition(<str>)[0]
<str>.expandtabs(<index>)
str(<any>)
repr(<any>)
ascii(<any>)
chr(<int>)
chr(<small> + 65)
hex(<int>)
oct(<int>)
bin(<int>)
format(<num>, <spec>)
format(<num>, <spec>)
format(<num>, <spec>)
format(<str>, <spec>)
format(<any>, <spec>)
format(<complex>, <spec>)
(lambda v: f'{v:<rawspec>}')(<num>)
(lambda v: f'{v:<rawspec>}')(<num>)
(lambda v, w: f'{v!r:>{w}}')(<str>, <small>)
(lambda v, w, p: f'{v:{w}.{p}f}')(<num>, <small>, <small>)
(lambda v: f'{v=}')(<num>)
(lambda v: f'{ v = :>5}')(<int>)
(lambda v, w: f'{v!s:^12}|{w!a}')(<any>, <any>)
(lambda v: f'{v!r}{{}}')(<any>)
f'{t(1)}{t(2)}{len(log)}'
'{:<rawspec>}'.format(<num>)
'{0:<rawspec>}{0!r}'.format(<num>)
'{:{}}|{k!s:>{w}}'.format(<num>, <spec>, k=<any>, w=<small>)
'{a[0]}{b.real}'.format(a=<list>, b=<int>)
'{} {} {}'.format(<any>, <any>, <any>)
'<percent>' % (<num>,)
'<percent>' % (<num>,)
'<percent>' % (<num>,)
'<percent>' % (<any>,)
'<percent>' % <num>
'<percent>' % (<small>, <num>)
'<percent>' % {'k': <num>}
'%s and %s' % (<any>, <any>)
'%s' % <any>
<bytes>.decode('latin-1')
<bytes>.decode('utf-8', 'replace')
<bytes>.hex()
type(<any>).__name__
(<str> if <bool> else <str>)
''.join(sorted(<str>))
max(<str>, <str>, key=len)
(<float>).hex()
(<float>).__repr__()
(<any>).__str__()
<str>.__add__(<str>)
<str>.__mod__(<num>)
<str>.__getitem__(<index>)
<str>.__format__(<spec>)
(<num>).__format__(<spec>)
os.path.join(<str>, <str>)
os.path.basename(<str>)
os.path.dirname(<str>)
os.path.normpath(<str>)
os.path.splitext(<str>)[1]
os.environ.get('UNB_A', <str>)
os.getenv('UNB_B', <str>)
os.environ['UNB_A']
str(<long>)
str(<bytes>, 'latin-1')
repr(<it2>)
string.capwords(<str>)
string.ascii_letters[<index>]
json.dumps(<any>)"""),
    'm': METHODS[:9] + ['lower', 'title', 'expandtabs'],
    'case': METHODS[:6],
    'spec': [repr(s) for s in SPECS],
    'rawspec': [s for s in SPECS if "'" not in s],
    'percent': PERCENTS,
    'X': ['None', "'zz'", '120', '2**64', '-1', "''"],
    'S2': ["'0x1.8p3'", "'inf'", "'-0x.8'", "'1.8'", "'0x1p2000'", "''", "'nan'"],
    'S3': ["'upper'", "'append'", "'__iter__'", "'real'", "'nope'", "'__len__'", "'__hash__'", "'__next__'"],
    'bytes': words("""<B>
<B>
<bytes> + <bytes>
<bytes> * <small>
<bytes>[<index>:<index>]
<str>.encode()
<str>.encode('latin-1', 'replace')
<str>.encode('ascii', 'backslashreplace')
bytes(<ints>)
bytes(<small>)
b','.join([<bytes>, <bytes>])
<bytes>.upper()
<bytes>.title()
<bytes>.replace(<bytes>, <bytes>, <index>)
<bytes>.strip()
<bytes>.center(<small>, b'*')
<bytes>.zfill(<small>)
b'%d|%s' % (<int>, <bytes>)
b'%.1f' % <float>
(<int>).to_bytes(<small>, 'little', signed=<bool>)
<bytes>.expandtabs(<small>)
<bytes>.removeprefix(<bytes>)
<bytes>.swapcase()
<bytes>.translate(None, <bytes>)
<bytes>.partition(<bytes>)[2]
<bytes>.ljust(<small>)"""),
    'complex': words("""<C>
<C>
<complex> + <num>
<complex> * <complex>
<complex> - <num>
<complex> / <complex>
<num> * <complex>
-<complex>
complex(<float>, <float>)
complex(<str>)
<complex> ** <small>
<complex>.conjugate()"""),
    'num': words("""<int>
<int>
<float>
<float>
<bool>
<complex>
<float>"""),
    'list': words("""<ints>
<strs>
[<any>, <any>]
[<any>, *<list>]
[*<it>, <any>]
<list> + <list>
<list> * <small>
<list>[<index>:<index>]
<list>[::-1]
<list>[<index>:<index>:<index>]
list(<it>)
list(<str>)
list(<tuple>)
list(<range>)
list(<dict>.items())
list(<dict>.values())
list(<dict>)
sorted(<ints>, reverse=<bool>)
sorted(<strs>, key=<key>)
[(x, y) for x in <ints> for y in <it>]
[t(x) for x in <ints> if t(x) > 1]
[x for x in <it>]
[x + y for x, y in zip(<ints>, <it>)]
list(zip(<ints>, <it>))
list(zip(<it>, <it>, strict=<bool>))
list(zip(<it>, <ints>))
list(enumerate(<it>, <small>))
list(map(t, <it>))
list(map(t2, <it>, <it>))
list(filter(t, <it>))
list(filter(None, <list>))
list(reversed(<list>))
list(itertools.chain(<it>, <it>))
list(itertools.islice(<it>, <small>))
list(itertools.islice(<it>, <small>, <index>, <index>))
list(itertools.accumulate(<it>, t2))
list(itertools.accumulate(<ints>, initial=<small>))
list(itertools.takewhile(t, <it>))
list(itertools.dropwhile(t, <it>))
list(itertools.filterfalse(t, <it>))
list(itertools.starmap(t2, zip(<it>, <ints>)))
list(itertools.zip_longest(<it>, <ints>, fillvalue=<any>))
list(itertools.product(<ints>, <it>))
list(itertools.product(<ints>, repeat=2))
list(itertools.combinations(<it>, <small>))
list(itertools.permutations(<ints>, <small>))
list(itertools.combinations_with_replacement(<ints>, 2))
list(itertools.pairwise(<it>))
list(itertools.compress(<list>, <it>))
list(itertools.repeat(<any>, <small>))
list(itertools.chain.from_iterable(<it> for _ in range(2)))
[list(g) for _, g in itertools.groupby(<it>)]
[k for k, g in itertools.groupby(<ints>, t)]
[next(<it>, None), next(<it>, None), <it>]
<str>.split(<str>)
<str>.split()
<str>.split(None, <index>)
<str>.rsplit(<str>, <small>)
<str>.splitlines(<bool>)
<bytes>.split()
<bytes>.splitlines()
<list>.copy()
copy.copy(<list>)
copy.deepcopy(<list>)
<list>.__add__(<list>)
<list>.__mul__(<small>)
list(iter(lambda: t(<small>) , 2))[:3] if <bool> else []
[*map(t, <ints>)]
[*<str>]
[y := <small>, y + 1]
[f'{i}' for i in range(<small>)]
list({<small>: <any>}.items())
list(dict.fromkeys(<strs>))
sorted(<set>)
sorted(<dict>)
sorted(<dict>.items(), key=lambda kv: str(kv))
max(<strs>, <ints>, key=len)
list(<bytes>)
list(reversed(<dict>))
list(reversed(<range>))
[c for c in <tuple>]
vars().get('nope', [])"""),
    'ints': words("""[3, 1, 2]
[0, 1, 2, 3]
[]
[5]
[<int>, <small>]
list(range(<small>))
[<small>, <small>, <small>]
[x * 2 for x in <ints>]
[x for x in <ints> if x % 2]
<ints> + <ints>
sorted(<ints>)
<ints>[::-1]
<ints>[<index>:]"""),
    'strs': words("""['a', 'b']
[]
<str>.split(',')
[<str>, <str>]
list(<str>)
[s.upper() for s in <strs>]
list('cab')"""),
    'key': ['len', 'str', 'repr', 'lambda s: s[::-1]', 'None', 'str.lower', 'lambda s: t(len(s))'],
    'tuple': words("""()
(1, 2)
(<any>,)
(<any>, <any>)
(<int>, *<ints>)
tuple(<list>)
tuple(<it>)
<tuple> + <tuple>
<tuple>[<index>:]
<str>.partition(<str>)
divmod(<int>, <int>)
divmod(<float>, <float>)
tuple(sorted(<ints>))
(<float>).as_integer_ratio()
math.frexp(<float>)
math.modf(<float>)
os.path.split(<str>)
os.path.splitext(<str>)
next(zip(<ints>, <it>))
(t(<small>), t(<small>))"""),
    'dict': words("""{}
{'a': 1}
dict(type='X', k=<any>)
{<str>: <any>, 'b': <any>}
{**<dict>, 'z': <any>}
{<key2>: <any>, <key2>: <any>}
dict(zip(<strs>, <it>))
dict(<dict>, y=<any>)
dict([(<str>, <any>)])
{k: v for k, v in <dict>.items()}
{t(x): t(x + 1) for x in <ints>}
dict(enumerate(<it>))
<dict> | <dict>
<dict>.copy()
dict.fromkeys(<strs>, <any>)
copy.deepcopy(<dict>)
dict(a=<small>, **<dict>)
{'n': {'m': <list>}}
dict(map(lambda s: (s, len(s)), <strs>))
dict(collections.Counter(<ints>))
collections.OrderedDict(a=<any>)"""),
    'key2': ['1', 'True', '1.0', "'a'", 'None', '(1, 2)', '0', 'False', '1j', "b'a'", 'frozenset({1})', '2**64', '-1', '()'],
    'set': words("""{1, 2}
set()
{<small>}
{<small>, <small>}
set(<ints>)
frozenset(<ints>)
<set> | <set>
<set> & <set>
<set> - <set>
<set> ^ <set>
{x % 3 for x in <ints>}
<set>.union(<ints>)
<set>.intersection(<it>)
set(<it>)
<dict>.keys() & {'a', 'b'}
<dict>.keys() | <dict>.keys()
<dict>.keys() - {'a'}"""),
    'range': ['range(<small>)', 'range(5)', 'range(1, 9, 2)', 'range(9, 0, -3)', 'range(10)[<index>:<index>]', 'range(0)'],
    'long': ['range(<int>, <int>, 7)', 'range(2**64, 2**64 + 3)', 'range(<int>)', 'range(<int>, <int>, <int>)', '<range>'],
    'it2': ['<range>', '<dict>.keys()', '<dict>.values()', '<dict>.items()'],
    'it': words("""<ints>
<ints>
iter(<ints>)
<range>
(t(x) for x in <ints>)
(x for x in <ints> if t(x))
map(t, <ints>)
map(t2, <ints>, <it>)
filter(t, <it>)
zipped(<it>)
g1(<small>)
g1(<small>)
reversed(<ints>)
itertools.chain(<it>, <it>)
itertools.islice(<it>, <small>)
itertools.accumulate(<it>)
itertools.takewhile(t, <it>)
itertools.islice(itertools.count(<small>, 2), 3)
itertools.islice(itertools.cycle(<ints>), 5)
itertools.repeat(<small>, 3)
(y for x in <ints> for y in range(x % 4))
iter(<it>)
<dict>.values()
iter([<small>, <small>].pop, <small>)
<ints>.__iter__()
itertools.tee(<ints>)[1]"""),
    'any': words("""<int>
<small>
<float>
<bool>
<str>
<str>
<bytes>
<complex>
<list>
<tuple>
<dict>
None
...
<set>
<range>
<type>
<int>
<num>"""),
    'I': ['7', '-3', '0', '255', '2**31', '2**64', '-2**63', '10**20', '65', '12345', '-1', '1_000', '97', '2**63 - 1', '10**15'],
    'S': ['0', '1', '2', '3', '5', '6'],
    'F': ['0.5', '-0.0', '2.5', '1e16', '1e-5', '123456.789', "float('inf')", "float('nan')", '0.1', '1e22', '3.0', '-1.5', '1e300', '5e-324', '0.045', '1234567.0', '99.995', '1e15', '0.00012345', '-0.04', "float('-inf')", '100000.0'],
    'C': ['1j', '(1+2j)', '-0.0j', '(1.5-2.25j)', 'complex(0, float("inf"))', '(1e20+1j)', '0j', '(-1-0j)', 'complex("nan")', '(3+0j)', '(123456.789+0.001j)'],
    'W': [repr(s) for s in STRINGS],
    'B': ["b''", "b'abc'", "b'A b\\tC'", "b'\\xff\\x00'", "b'a,b'", "b' -12 '", "b'x\\r\\ny'"],
    'f': ['f1', 'f1', 'f2', 'c1', 'abs', 't', '(lambda v: v + 1)', 'inc', 'functools.partial(t2, <small>)'],
    'error': ERRORS,
}

PRELUDE = '''import collections
import contextlib
import copy
import functools
import itertools
import json
import math
import os
import string
log = []
def t(x, k='t'):
    log.append((k, x))
    return x
def t2(a, b=1):
    log.append(('t2', a, b))
    return a + b
def zipped(x):
    return (a for a, _ in zip(x, [1, 2, 3]))
def f1(a, b=2, *c, **d):
    return a * 2 - b + len(c) + len(d)
def f2(a, acc=[]):
    acc.append(a)
    return len(acc)
def inc(v):
    global total
    total += 1
    return v + total
total = 0
@functools.lru_cache(maxsize=<L>)
def c1(a, b=1):
    log.append(('c1', a))
    return [a, b] and a + b
def g1(n):
    for i in range(n + 1):
        log.append(('g1', i))
        yield i
    return n
'''

# A statement; `@x` is a new name, which the list of names after `#` gives a type.
STATEMENTS = words("""@a = <int> #int
@a = <float> #float
@a = <str> #str
@a = <str> #str
@a = <list> #list
@a = <dict> #dict
@a = <tuple> #tuple
@a = <set> #set
@a = <bytes> #bytes
@a = <complex> #complex
@a = <any> #
@a = @b = <ints> #ints ints
@a, *@b = <list> # list
@a, @b = <tuple>
(@a, [@b, *@c]), @d = (<int>, <list>), <any>
@a = [*<it>, *<ints>] #list
@a: int = <int> #int
@a = <it>; @b = [next(@a, None), next(@a, None)]; @c = list(itertools.islice(@a, 3)); del @a # list list
@a = <it>; @b = list(itertools.islice(zip(@a, @a), 3)); del @a # list list
@a = map(t, <ints>); log.append('made'); @b = list(@a); del @a # list
@a = iter(<ints>); @b = [x for x in @a if x < 2] + list(@a); del @a # list
@a = <ints>; @b = iter(@a); @c = next(@b, None); @a.append(9); @d = list(@b); del @b #ints
@a = <dict>; @b = @a.items(); @a['new'] = 1; @c = list(@b); del @b #dict
@a = <dict>; @b = @a.keys(); @a['new'] = <any>; @c = (len(@b), 'new' in @b, sorted(map(str, @b))); del @b #dict
@a = itertools.tee(<it>); @b = [next(@a[0], 0), list(itertools.islice(@a[1], 2))]; del @a
@a = (t(x) for x in <ints>); @b = next(@a, None); @a.close(); @c = list(@a); del @a
@a = zip(<it>, <it>); @b = next(@a, None); del @a
@a = enumerate(<it>); @b = next(@a, None); @c = next(@a, None); del @a
@a = <ints>; @b = [(@a.append(7), x) for x in @a if len(@a) < 6] #ints
@a = <ints>; @b = reversed(@a); @a.append(4); @c = list(@b); del @b #ints
<list>.append(<any>)
<n_list>.append(<any>)
<n_list>.extend(<ints>)
<n_list>.insert(<index>, <any>)
<n_list>.__setitem__(<index>, <any>)
<n_list>.__delitem__(<index>)
<n_list>.__iadd__(<list>)
<n_list>.pop(<index>)
<n_list>.remove(<small>)
<n_list>.sort(key=str)
<n_list>.sort(key=t)
<n_list>.reverse()
<n_list>[<index>] = <any>
<n_list>[<index>:<index>] = <list>
<n_list>[<index>:<index>:<index>] = <ints>
<n_list> += <tuple>
<n_list> *= <small>
del <n_list>[<index>]
del <n_list>[<index>:<index>]
<n_dict>[<str>] = <any>
<n_dict>[<key2>] = <any>
<n_dict>.update(<dict>)
<n_dict>.update([(<str>, <any>)], k=<any>)
<n_dict>.__setitem__(<str>, <any>)
<n_dict>.__delitem__('a')
<n_dict>.setdefault(<str>, []).append(<any>)
<n_dict>.pop(<str>, None)
<n_dict>.popitem()
<n_dict> |= <dict>
<n_dict>.__ior__(<dict>)
del <n_dict>['a']
<n_set>.add(<small>)
<n_set>.discard(<small>)
<n_set>.update(<it>)
<n_set> |= <set>
<n_set> &= <set>
<n_int> += <int>
<n_str> += <str>
setattr(<any>, 'x', 1)
os.environ['UNB_A'] = <str>
os.environ['UNB_B'] = <str>
os.environ.update(UNB_A=<str>)
os.environ.setdefault('UNB_B', <str>)
@a = os.environ.pop('UNB_A', <any>)
os.putenv('UNB_A', 'p')
del os.environ['UNB_B']
@a = 'UNB_A' in os.environ
@a = os.environ.get('UNB_B')
c1.cache_clear()
@a = tuple(c1.cache_info())
@a = [c1(<small>), c1(<small>), c1(1), c1(1.0), c1(True), c1(a=1), c1(1, 1)]
@a = c1(<list>)
@a = operator_add = (<int>).__add__; @b = @a(<int>); del @a, operator_add
@a = [].append; @a(1); del @a
@a = <dict>.get; @b = @a(<str>, <any>); del @a
@a = <str>.join; @b = @a(<strs>); del @a
with contextlib.suppress(<error>): @a = <any>
assert <bool>, <str>
raise <error>(<str>)
@a = <n_list>.copy(); @b = @a is <n_list>; @a.append(1)
@a = (lambda: [(yield)]) and 1
globals()['@a'] = <int> #int
@a = locals() is globals()
exec('@a = %r' % <int>) #int
@a = eval('<small> + 1') #int
total += 1
@a = [total, inc(<small>), total]
@a = list(map(inc, <ints>)) + [total]
@a = {inc(1): inc(2), 'x': inc(3)} #dict
@a = f2(<small>) + f2(<small>) * f2(0) #int
@a = copy.deepcopy([<list>] * 2); @a[0].append(1) #list
@a = [[<small>]] * 3; @a[0].append(<any>) #list
@a = dict(l=log[:2]) #dict
@a = len(log) #int""")

COMPOUND = words("""if <bool>:¦  <s>¦else:¦  <s>
for @a in <it>:¦  log.append(@a)¦  if len(log) > <small> + 3: break¦else:¦  <s>
for @a, @b in zip(<it>, <ints>):¦  if @a: continue¦  <s>
while <small> > len(log):¦  log.append('w')¦  <s>
try:¦  <s>¦  <s>¦except <error> as e:¦  @a = repr(e)¦else:¦  <s>¦finally:¦  log.append('f')
try:¦  @a = <any>¦  raise <error>(<small>)¦except (<error>, <error>):¦  <s>¦except Exception as e:¦  @b = str(e)
try:¦  try:¦    <s>¦    raise <error>('q')¦  finally:¦    log.append('in')¦except Exception as e:¦  @a = [type(e).__name__, str(e)]
def @f(p, q=<any>, *r, **k):¦  <s>¦  return [p, q, r, k]¦@a = @f(<any>, *<ints>, z=<any>) #
def @f():¦  for i in <it>:¦    try:¦      yield t(i)¦    finally:¦      log.append(('fin', i))¦@a = list(itertools.islice(@f(), 2)); @b = list(itertools.islice(@f(), 9))
def @f():¦  try:¦    x = yield 1¦    log.append(x)¦    y = yield (x, 2)¦    log.append(y)¦  except <error> as e:¦    log.append(repr(e))¦    yield 'caught'¦  finally:¦    log.append('fin')¦  return 5¦@g = @f(); @a = [next(@g)]¦try:¦  @a.append(@g.send(<any>))¦  @a.append(@g.throw(<error>('th')))¦  @a.append(@g.close())¦except BaseException as e:¦  @a.append(repr(e))¦del @g
def @f():¦  x = yield¦  while x:¦    x = yield t(x) * 2¦  return 'done'¦def @h():¦  r = yield from @f()¦  log.append(r)¦  return r¦@g = @h(); @a = [next(@g), @g.send(<small>)]¦try:¦  @a.append(@g.send(<small>))¦  @a.append(@g.send(0))¦except StopIteration as e:¦  @a.append(e.value)¦del @g
def @f(n):¦  a = [(yield n), (yield n + 1)]¦  log.append(a)¦  b = (yield a) or t(<small>)¦  return {b: (yield b)}¦@g = @f(<small>); @a = []¦for v in [None, <small>, <any>, <small>]:¦  try:¦    @a.append(@g.send(v))¦  except StopIteration as e:¦    @a.append(('stop', e.value))¦del @g
def @f():¦  with contextlib.suppress(<error>):¦    yield 1¦    raise <error>('w')¦  yield 2¦@a = []¦try:¦  @a.extend(@f())¦except Exception as e:¦  @a.append(repr(e))
def @f():¦  try:¦    yield from g1(<small>)¦    yield from <it>¦  finally:¦    log.append('outer')¦@a = []¦for v in @f():¦  @a.append(v)¦  if len(@a) > <small>: break
def @f():¦  yield 1¦  raise <error>('gen')¦@a = []¦try:¦  for v in @f(): @a.append(v)¦except Exception as e:¦  @a.append(repr(e))
def @f():¦  try:¦    yield 1¦    yield 2¦  finally:¦    log.append('closed')¦@g = @f(); @a = next(@g); @g = None; @b = len(log)
def @f():¦  try:¦    yield 1¦    yield 2¦  finally:¦    log.append('closed')¦@a = next(@f()); @b = list(log)
def @f():¦  try:¦    yield 1¦  except GeneratorExit:¦    log.append('exit')¦    raise¦@g = @f(); next(@g); @g.close(); del @g
def @f(a):¦  def inner(b):¦    nonlocal a¦    a += b¦    return a¦  return inner¦@g = @f(<small>); @a = [@g(1), @g(<small>)]
def @f(x):¦  if x <= 0: return [x]¦  return [x] + @f(x - 1)¦@a = @f(<small>) #list
class @K:¦  x = t(<any>)¦  y = [x, 1]¦  log.append('body')¦  def m(self): return self.x¦@a = len(log)
class @K:¦  items = []¦  def __init__(self, v): self.v = v; log.append(('init', v))¦  def add(self, x): self.items.append(x); return self¦  def __len__(self): return len(self.items)¦@o = @K(<small>).add(<any>); @a = len(@o); @b = @o.v; @c = @K.items; del @o
class @K:¦  def __init__(self, v): self.v = v¦  def __add__(self, o): log.append('add'); return @K(self.v + o)¦  def __eq__(self, o): return self.v == o¦  def __hash__(self): return hash(self.v)¦  def __bool__(self): total.append(1) if False else None; return self.v > 1¦  def __contains__(self, x): log.append(x); return True¦  def __getattr__(self, n): return n¦@o = @K(<small>) + <small>; @a = @o == 3; @b = bool(@o); @c = <small> in @o; @d = @o.zzz; @k = {@o: 1}; @h = @k.get(<small>); del @o, @k
class @K(dict):¦  def __missing__(self, k): log.append(k); return k¦@o = @K(a=1); @a = @o['q']; @b = len(log)
class @K:¦  def __enter__(self): log.append('enter'); return 7¦  def __exit__(self, *a): log.append(a[0] is None); return True¦with @K() as @a:¦  <s>¦  raise ValueError(1)
class @K:¦  total = 3¦  def __iter__(self): yield from range(self.total)¦  def __getitem__(self, i): log.append(i); return i¦@a = list(@K()); @b = @K()[<small>]; @c = 2 in @K()
class @K:¦  global @z¦  @z = <any>¦  w = 1¦@a = @K.w
class @B:¦  subs = []¦  def __init_subclass__(cls, **k): log.append(k)¦class @K(@B, k=<small>): pass¦@a = len(log)
@contextlib.contextmanager¦def @f(v):¦  log.append('in')¦  try:¦    yield v¦  finally:¦    log.append('out')¦with @f(<any>) as @a:¦  <s>
with contextlib.nullcontext(<any>) as @a:¦  <s>
def @d(f):¦  def w(*a, **k):¦    log.append('call')¦    return f(*a, **k)¦  return w¦@@d¦def @f(x): return x¦@a = @f(<any>)
@functools.lru_cache(maxsize=<small>)¦def @f(x, y=0):¦  log.append(('miss', x))¦  return [x]¦@a = @f(<small>) is @f(<small>); @b = [@f(i % 3) for i in <ints>]; @f(1).append(2); @c = @f(1)
@functools.cache¦def @f(x): return log.append(x)¦@a = [@f(<small>), @f(<small>), len(log)]
match <any>:¦  case int(@a) | str(@a):¦    <s>¦  case [@a, *_]:¦    <s>¦  case {'a': @a, **@b}:¦    <s>¦  case _:¦    @a = 'other'
match <list>:¦  case [] | [_]:¦    @a = 0¦  case [x, y] if t(<small>):¦    @a = (x, y)¦  case [x, *rest]:¦    @a = rest
try:¦  @a = [t(x) / (<small> - x) for x in <ints>]¦except ZeroDivisionError:¦  @a = len(log)
try:¦  <n_list>[0][<index>] = 1¦except Exception as e:¦  @a = type(e).__name__
for @a in <dict>:¦  try:¦    <n_dict>[@a] = <any>¦  except RuntimeError as e:¦    @b = str(e)
@a = <dict>¦try:¦  for @b in @a:¦    @a[str(@b) + 'x'] = 1¦    if len(@a) > 4: break¦except RuntimeError as e:¦  @c = str(e)
@a = 0¦for _ in range(3):¦  @a += 1¦  <s>¦else:¦  log.append(@a)
if (@a := <any>):¦  <s>¦@b = [@a, @a]
def @f(*, a, b=<any>): return (a, b)¦try:¦  @a = @f(**<dict>)¦except TypeError as e:¦  @a = str(e)
def @f(a, b): return a¦try:¦  @a = @f(*<list>)¦except TypeError as e:¦  @a = type(e).__name__
@a = [lambda: i for i in range(3)]; @b = [f() for f in @a]; del @a
lst = <ints>¦for x in lst:¦  if x and len(lst) < 8: lst.append(x - 1)¦@a = lst
def @f():¦  return (yield)¦@g = @f(); @a = [next(@g)]¦try:¦  @g.send(<any>)¦except StopIteration as e:¦  @a.append(e.value)¦del @g
def @f():¦  global total¦  total = total * 2 + 1¦  yield total¦@a = [total, list(@f()), total]; @g = @f(); @b = total; next(@g); @c = total; del @g""")


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed * 7919 + 13)
        self.names = {}
        self.n = 0

    def expression(self, kind, depth):
        if kind.startswith('n_'):
            names = self.names.get(kind[2:])
            if not names:
                return {'n_list': 'items', 'n_dict': 'table', 'n_set': 'chosen', 'n_int': 'total', 'n_str': 'label'}[kind]
            return self.r.choice(names)
        names = self.names.get(kind)
        if names and self.r.random() < 0.3:
            return self.r.choice(names)
        table = EXPRESSIONS[kind]
        text = self.r.choice(table[:3] if depth <= 0 and len(table) > 17 else table)
        made = self.fill(text, depth - 1)
        atom = kind in ('m', 'case', 'is', 'spec', 'rawspec', 'percent', 'mathf', 'error', 'type', 'key', 'f') or '<' not in text
        return made if atom or re.fullmatch(r'[\w.]+\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|\w+', made) else '(%s)' % made

    def fill(self, text, depth):
        return HOLE.sub(lambda m: self.expression(m.group(1), depth), text)

    def statement(self, depth=3):
        text, _, types = self.r.choice(STATEMENTS).partition(' #')
        made, order = self.bind(text)
        made = self.fill(made, depth)
        if self.r.random() < 0.75:
            made = 'try:\n    %s\nexcept Exception as e:\n    log.append(type(e).__name__)' % made if '\n' not in made else made
            if self.r.random() < 0.9:
                return made  # whether its names are bound is not sure
        for name, kind in zip(order, types.split(' ')):
            if kind:
                self.names.setdefault(kind, []).append(name)
                if kind == 'ints':
                    self.names.setdefault('list', []).append(name)
        return made

    def bind(self, text):
        names = {}

        def name(m):
            if m.group(1) not in names:
                self.n += 1
                names[m.group(1)] = '%s%d' % (m.group(1), self.n)
            return names[m.group(1)]
        return re.sub(r'(?<!@)@(\w)\b', name, text).replace('@@', '@'), list(names.values())

    def compound(self, indent=0):
        text, _, _ = self.r.choice(COMPOUND).partition(' #')
        text, _ = self.bind(text)
        lines = []
        for line in text.split('¦'):
            pad = len(line) - len(line.lstrip())
            inner = line.strip()
            if inner == '<s>':
                made = self.compound() if self.r.random() < 0.08 else self.statement(2)
            else:
                made = self.fill(inner, 2)
            lines += [' ' * (pad * 2) + x for x in made.split('\n')]
        return '\n'.join(lines)

    def make(self):
        r = self.r
        parts = [PRELUDE.replace('<L>', r.choice(['None', '2', '128', '1', '0']))]
        parts.append("label, items, table, chosen = 'x', [4, 1], {'a': 1, 'q': [2]}, {1, 7}\n")
        for _ in range(r.randint(2, 9)):
            before = {k: list(v) for k, v in self.names.items()}
            if r.random() < 0.4:
                parts.append(self.compound() + '\n')
                self.names = before
            else:
                parts.append(self.statement() + '\n')
        return ''.join(parts)


def program(seed):
    return Program(seed).make()


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
