"""Small sources, right and nearly right: statements put into each other, and tokens changed."""
import random
import re

PIECES = '''x = 1
x, y = y, x
x = y = z
x: int = 1
x: int
x.a: int = 1
x[0]: int
(x): int = 2
x += 1
x.a += 1
x[0] += 1
[x, *y] = z
(x, *y) = z
*x, = y
x = *y, 1
x = [*y, *z]
x = {**y, 'a': 1}
x = {*y, 1}
f(x, *y, k=1, **z)
f(*x, *y)
f(**x, **y)
f(x for x in y)
f(a, (x for x in y))
f(a=1, *b)
f(a := 1)
del x
del x, y
del (x, y)
del [x, y]
del x.a, x[0]
pass
x
x()
x.y.z
x[1:2, ::3]
x[*a]
x[a := 1]
x if y else z
not x
x < y < z
x is not y
x not in y
-x ** -y
x @ y
lambda: 0
lambda x, *y, z=1, **w: x
lambda x, /, y, *, z: x
lambda *, x: x
lambda x=1, y=2: (yield)
[x for x in y]
[x for x in y if z for w in x]
{x: y for x, y in z}
{x for x in y}
(x for x in y)
[x := 1, 2]
(x := 1)
print(x := 1)
[y := f(x) for x in z]
[(i := x) for x in y]
[x for x in (y := z)]
[[(j := x) for x in y] for y in z]
[x async for x in y]
[await x for x in y]
f'{x}'
f'{x!r:>{y}}'
f"{x['a']}"
f'{x:{y}.{z}}'
f'{{}}{x}'
f'{x=}'
f'{x=!s:10}'
f'{lambda x: 1}'
f'{(lambda x: 1)}'
f'{x:=5}'
f'{(x:=5)}'
f'{*x, 1}'
f'{x}' 'b' f'{y}'
f\'\'\'{
x}\'\'\'
rf'{x}\\d'
b'a' b'c'
b'\\xff'
'\\x41\\u1234\\N{DASH}'
'\\400'
u'a'
r'\\'
1_000
0x_ff
0o17
0b11
1e5
1.5j
1.
.5
1if x else 2
0_0
import a
import a.b as c
import a, b
from a import b
from a import (b, c as d,)
from a import *
from . import a
from .. import a as b
from .a.b import c
from __future__ import annotations
from __future__ import braces
global x
nonlocal x
return
return x
return *x, 1
yield
yield x
x = yield y
yield from x
await x
raise
raise x
raise x from y
assert x
assert x, y
break
continue
if x: pass
if x:
    pass
elif y:
    pass
else:
    pass
while x:
    break
else:
    pass
while x: continue
for x in y: pass
for x, y in z:
    continue
else:
    pass
for x in *y, z: pass
for x.a in y: pass
for x[0] in y: break
async for x in y: pass
async with x as y: pass
with x: pass
with x as y, z as w: pass
with (x as y, z): pass
with (x): pass
with (x, y) as z: pass
with x as (y, z): pass
with x as y.a: pass
try: pass
except: pass
try: pass
finally: pass
try:
    pass
except A:
    pass
except (A, B) as e:
    pass
else:
    pass
finally:
    pass
try: pass
except* A: pass
try:
    pass
except* A as e:
    x
def f(): pass
def f(a, b=1, *c, d, e=2, **g): pass
def f(a, /, b, *, c): pass
def f(a: int, *b: int, c: int = 1, **d: int) -> int: return a
def f(*, a): pass
def f(a=1, b=2): return
def f():
    global x
    x = 1
def f():
    x = 1
    def g():
        nonlocal x
        x = 2
def f(x):
    global y
    y = x
    del y
def f():
    yield 1
    return
def f():
    return 1
    yield
async def f():
    await x
async def f():
    async for x in y:
        pass
    async with z as w:
        pass
    return [x async for x in y]
async def f():
    yield 1
async def f():
    return (await x for x in y)
@a
def f(): pass
@a.b(c)
class A: pass
@x[0]
def f(): pass
@(a := b)
def f(): pass
class A(B, *c, k=1, **d): pass
class A:
    x = 1
    def f(self): return super().f()
class A:
    global x
    x = 1
class A:
    def f(self):
        nonlocal x
match x:
    case 1: pass
match x:
    case [1, *y, 2]: pass
    case {'a': 1, **z}: pass
    case A(x, y=1): pass
    case 1 | 2 as w if w: pass
    case (x, y): pass
    case -1.5 + 2j: pass
    case a.b: pass
    case None | True: pass
    case 'a' 'b': pass
    case _: pass
match = 1
match[0] = 1
match(x)
match x, y:
    case x, y: pass
case = 1
type = 1
type X = int
print = 1
_ = 1
x = (
    1,
    2)
x = 1; y = 2
x = 1;
if x: y = 1; z = 2
x = \\
    1
# a comment
if x:
    # a comment
    pass
\tx = 1
if x:
\tpass
é = 1
ﬁ = 1
x = '\\N{no such name}'
x = "a
x = \'\'\'a
...
x = ...
None
True = 1
None.a = 1
__debug__ = 1
x.__debug__ = 1
(x) = 1
(x, y) += 1
[x] += 1
f() = 1
x + 1 = 2
'a' = 1
x = 1 = y
(x for x in y) = 1
(yield) = 1
a if b else c = 1
lambda x: 1 = 2
f(a=1, a=2)
f(a=1, b)
f(**a, *b)
f(**a, b)
f(a b)
f(x for x in y, 1)
f(1=2)
f(a.b=1)
f((a)=1)
f(True=1)
f(None=1)
def f(a, a): pass
def f(a=1, b): pass
def f(*): pass
def f(*, **a): pass
def f(**a, b): pass
def f(*a, *b): pass
def f(/): pass
def f(a, /, b, /): pass
def f(None): pass
def f(a, *, b, *c): pass
def f((a, b)): pass
lambda x, x: 1
lambda *: 1
class f(a for a in b): pass
del f()
del x + 1
del 1
del (x)
del *x
del (x, *y)
del x for x in y
*x
*x = y
*x, *y = z
x = *y
print(*x)
(*x)
(*x,)
[*x for x in y]
{**x for x in y}
{x: 1, y}
{x, y: 1}
{**x, y}
x[*a, 1:2]
x[a:*b]
return (yield)
for f() in x: pass
for 1 in x: pass
for x in y in z: pass
with f() as g(): pass
with x as 1: pass
import a.b as c.d
from a import b.c
from a import
from a import (*)
import *
except: pass
else: pass
x =
= x
x ==
x y
1 2
1a
0777
1__0
0xg
1e
'a' b'c'
f'{'
f'}'
f'{}'
f'{x'
f'{x!z}'
f'{x!}'
f'{a b}'
f'{x:{y:{z}}}'
f'{#}'
f'{x\\n}'
b'é'
x = `y`
x <> y
print x
exec 'a'
x++
x = y?
$x
!x
def f(): x = 1; def g(): pass
if x:
pass
  x
if x:
    pass
  y
async x
await
async def f(): [await x for x in y]
lambda: await x
(x := 1, y := 2)
x := 1
x = y := 1
f(a=b := 1)
{x := 1: 2}
[x := 1 for x in y]
[(x := 1) for x in y]
[z for z in y if (z := 1)]
[a for a in b for c in (a := d)]
class A: [(x := y) for y in z]
lambda: (x := 1)
def f(a=(x := 1)): pass
def f(a: (x := 1)): pass
x: (y := 1)
x: (yield)
def f(x: (yield)): pass
@(yield)
def f(): pass
assert (x, y)
not = 1
x = not
x is = y
try:
    pass
try: pass
except: pass
except A: pass
try: pass
except A, B: pass
try: pass
except A: pass
except* B: pass
try: pass
except* : pass
for x in y:
    try: pass
    finally: continue
while x:
    try: pass
    except* A: break
match x:
    case x: pass
    case y: pass
match x:
    case x | 1: pass
match x:
    case [x, x]: pass
match x:
    case {'a': 1, 'a': 2}: pass
match x:
    case A(x=1, x=2): pass
match x:
    case [*a, *b]: pass
match x:
    case {**a, 'b': 1}: pass
match x:
    case 1 + 1: pass
match x:
    case a.b(): pass
match x:
    case f'{a}': pass
match x:
    case x() as 1: pass
match x:
    case 1 as _: pass
match x:
    case -a: pass
match x:
    case {a: 1}: pass
match x:
    case (a | b): pass
global x; x = 1
x = 1; global x
print(x); global x
global x, x
global a.b
nonlocal x, y
import x; global x
def x(): global x
for x in y: global x
x: int; global x'''

TOKEN = re.compile(r'''[A-Za-z_]\w*|\d[\w.]*|'[^'\n]*'|"[^"\n]*"|\*\*=?|//=?|>>=?|<<=?|:=|->|!=|[<>=+\-*/%&|^@]=|\.\.\.|\n[ \t]*|[ \t]+|.''')
SPARE = ['x', 'y', 'a', '1', "'s'", "f'{x}'", '*', '**', ',', ':', '=', ':=', '(', ')', '[', ']', '{', '}', '.', ';', '/', '->', '@', 'if', 'else', 'for', 'in', 'not', 'is', 'lambda', 'await', 'async ',
         'yield', 'yield from', 'global', 'nonlocal', 'del', 'None', 'True', '__debug__', 'return', 'pass', 'as', 'from', 'import', '_', 'case', 'match', 'type', '...', '~', '-', '|', 'and', 'or', '+=', '\n', ' ', 'print',
         'break', 'continue', 'raise', 'with', 'try:', 'except', 'finally:', 'class', 'def', 'super', '__class__', 'é', '\\\n', '0j', "b'x'", '!', '==', '<', '#']
AROUND = ['def g():\n%s', 'def g(x, *y):\n%s', 'async def g():\n%s', 'class C:\n%s', 'class C:\n    x = 1\n%s', 'if x:\n%s', 'for x in y:\n%s', 'while x:\n%s', 'try:\n%s\nexcept A as x:\n    pass', 'try:\n    pass\nexcept A as x:\n%s',
          'try:\n    pass\nfinally:\n%s', 'with x as y:\n%s', 'def g():\n    x = 1\n    def h():\n%s', 'def g():\n    def x(): pass\n    class C:\n%s', 'match x:\n    case y:\n%s', 'async def g():\n    def h():\n%s', 'try:\n    pass\nexcept* A:\n%s',
          'def g():\n    global x\n%s', 'def g():\n    global x, y, a\n%s', 'if x:\n    pass\nelse:\n%s', 'for x in y:\n    def g():\n%s', 'def x():\n%s', 'lambda: (%s)', '[%s]', '(%s)', 'f(%s)', '{%s}', '[%s for x in y]', '[x for x in %s]', 'x = %s', 'f"{%s}"',
          'def g(x=%s): pass', '(lambda x: %s)', '(x for y in z if %s)', '@%s\ndef g(): pass', 'class C(%s): pass', '{%s: 1}', '{1: %s for x in y}', 'x[%s]', 'return %s', 'print(%s, x)', 'async def g():\n    [%s for x in y]', 'x: %s', 'del %s', 'for %s in y: pass', 'with x as %s: pass', '%s = 1',
          '%s += 1', 'match x:\n    case %s: pass', 'import %s', 'global %s', 'def g(%s): pass', 'lambda %s: 1', 'async def g():\n    await %s', 'class C:\n    [%s for x in y]', 'class C:\n    def g(): [x for x in %s]', 'yield %s']


def pieces():
    """The sources above, each a statement."""
    out = []
    for line in PIECES.split('\n'):
        clause = re.match(r'[ \t]|(elif|else|except|finally|case)\b|case |x}', line) and out and not re.match(r'(except|else|case) ?[:=]', line)
        if clause or (out and (out[-1].startswith('@') and '\n' not in out[-1] or out[-1].endswith("'''{") or out[-1].endswith('\\') or re.match(r'try: pass$|try:$', out[-1].split('\n')[-1]))):
            out[-1] += '\n' + line
        else:
            out.append(line)
    return out


def compiles(text):
    try:
        compile(text, 'piece', 'exec')
        return True
    except (SyntaxError, ValueError):
        return False


ALL = pieces()
RIGHT = [p for p in ALL if compiles(p) or compiles('async def g():\n    while x:\n%s' % '\n'.join(' ' * 8 + line for line in p.split('\n')))]


def indented(text, n):
    return '\n'.join(' ' * n + line if line else line for line in text.split('\n'))


def program(seed):
    r = random.Random(seed)
    text = '\n'.join(r.choice(RIGHT if r.random() < .8 else ALL) for _ in range(r.choice([1, 1, 1, 2, 2, 3])))
    for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3])):
        around = r.choice(AROUND)
        before = around.split('%s')[0]
        if before.endswith('\n'):
            last = before.rstrip('\n').split('\n')[-1]
            depth = len(last) - len(last.lstrip()) + (4 if last.endswith(':') else 0)
            text = around.replace('%s', indented(text, depth))
        else:
            text = around.replace('%s', text if '\n' not in text else r.choice(['x', '*x', 'x := 1', 'yield', 'await x', 'x, y', '**x', '']))
        if r.random() < .2:
            text = r.choice(RIGHT) + '\n' + text
        if r.random() < .2:
            text = text + '\n' + r.choice(RIGHT)
    if r.random() < .3:
        tokens = TOKEN.findall(text)
        for _ in range(r.choice([1, 1, 2])):
            i = r.randrange(len(tokens))
            k = r.random()
            if k < .3:
                tokens[i] = r.choice(SPARE)
            elif k < .6:
                tokens.insert(i, r.choice(SPARE))
            elif k < .75 and len(tokens) > 1:
                del tokens[i]
            elif k < .9:
                j = r.randrange(len(tokens))
                tokens[i], tokens[j] = tokens[j], tokens[i]
            else:
                tokens.insert(i, r.choice(tokens))
        text = ''.join(tokens)
    return text + ('\n' if r.random() < .9 else '')


ARGUMENTS = ['', 'x', 'x,', 'x, y', 'k=1', 'k=1, x', '*x', '*x, y', '**x', '**x, y', '**x, *y', '**x, k=1', 'k=1, *x', 'k=1, k=2', 'x := 1', '(x := 1)', 'k=x := 1', 'x for x in y', 'x for x in y,', '(x for x in y)',
             '(x for x in y),', '(x) for x in y', '(x) for x in (y)', '(x) for x in (y),', '(x) for x in (y), a', '((x) for x in (y)), a', 'a, x for x in y', 'x for x in y, a', 'a, (x for x in y)', '(x for x in y), a', 'k=x for x in y', 'k=(x for x in y)', '*(x for x in y)', '*x for x in y', '[x for x in y]', 'yield', '(yield)',
             'await x', 'lambda: x', 'lambda: (yield)', '1=x', '(k)=1', 'k.a=1', 'None=1', 'x if y', 'x if y else z']
TAKEN = ['f(%s)', 'class A(%s): pass', '@f(%s)\ndef g(): pass', 'async def g(): f(%s)']
ANNOTATED = ['x: %s', 'x: %s = 1', 'x.a: %s', '(x): %s = 1', 'def f(x: %s): pass', 'def f(*x: %s): pass', 'def f() -> %s: pass', 'class A:\n    x: %s', 'def g():\n    x: %s', 'async def g():\n    x: %s', 'def g():\n    def f(x: %s): pass',
             'class A:\n    def f(x: %s): pass', 'async def g():\n    def f() -> %s: pass']
ANNOTATIONS = ['y', '(y := 1)', 'y := 1', '(yield)', '(yield from y)', 'await y', '(await y)', '[z for z in y]', '[z async for z in y]', '[(z := 1) for a in y]', 'lambda: (yield)', '(lambda: (z := 1))', '*y', '(*y, 1)', 'y, z', "'y'"]


def comprehensions():
    """Up to three clauses, each asynchronous or not, what is awaited in them, of each kind, in and around functions of each kind."""
    for brackets in ('[%s]', '{%s}', '{x: %s}', '(%s)', 'f(%s)'):
        for n in (1, 2, 3):
            for mask in range(2 ** n):
                clauses = ' '.join('%sfor x%d in y' % ('async ' if mask >> i & 1 else '', i) for i in range(n))
                for item in ('x', 'await x') if n < 3 else ('x',):
                    yield brackets % (item + ' ' + clauses)
        for clause in ('for x in await y', 'for x in y for z in await x', 'for x in y if await x', 'for x in [z async for z in y]', 'for x in y for z in [a async for a in x]', 'for x in y if [a async for a in x]'):
            yield brackets % ('x ' + clause)


SUITES = ['if x:\n%s\nelif y:\n%s\nelse:\n%s', 'for x in y:\n%s\nelse:\n%s', 'while x:\n%s\nelse:\n%s', 'try:\n%s\nexcept A:\n%s\nexcept B as x:\n%s\nelse:\n%s\nfinally:\n%s', 'try:\n%s\nexcept* A:\n%s',
          'with x as y:\n%s', 'match x:\n    case 1:\n    %s\n    case y:\n    %s', 'def f():\n%s', 'class C:\n%s', 'async def f():\n    async for x in y:\n    %s\n    else:\n    %s', 'async def f():\n    async with x:\n    %s']
PARTICULAR = ['return 1', 'break', 'continue', 'yield', 'await x', 'nonlocal q', 'global q', 'from a import *', 'q: int = 1', 'x.q += 1', 'x[q] += 1', '(q) += 1', '(q, x) += 1', 'x() += 1', 'del q', 'del x()']


def suites():
    """Each suite of each statement with one that not every place takes, the others without; in a function, a loop and a class, too."""
    for suite in SUITES:
        for i in range(suite.count('%s')):
            for one in PARTICULAR:
                yield suite % tuple('    ' + (one if k == i else 'pass') for k in range(suite.count('%s')))


def each():
    """Without any chance: each source above by itself and in functions and classes; suites, arguments, annotations and comprehensions."""
    for piece in suites():
        yield piece
        yield from (around % indented(piece, n) for around, n in (('def g():\n%s', 4), ('def g():\n    q = 1\n    def h():\n%s', 8), ('for z in y:\n%s', 4), ('class C:\n%s', 4)))
    for piece in ALL:
        yield piece
        for around in ('def g():\n%s', 'async def g():\n%s', 'class C:\n%s'):
            yield around % indented(piece, 4)
    for taken in TAKEN:
        yield from (taken % arguments for arguments in ARGUMENTS)
    for annotated in ANNOTATED:
        for annotation in ANNOTATIONS:
            yield annotated % annotation
            yield 'from __future__ import annotations\n' + annotated % annotation
    for one in comprehensions():
        for around in ('%s', 'async def g(): %s', 'def g(): %s', 'async def g():\n    def h(): %s', 'async def g(): lambda: %s', 'async def g():\n    class C: %s', 'async def g(): [%s for z in y]'):
            yield around % one
