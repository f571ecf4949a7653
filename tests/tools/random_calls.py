"""Programs of calls: every function and method that Python itself lists, every operator, and arguments of all kinds for them.

Most calls take what they want, some something else, too much, too little or a keyword; each is tried by itself, and what it
raises is its result. A method shows its object too, which it may have changed.
"""
import random

VALUES = {
    'int': ['0', '1', '2', '-1', '3', '7', '255', '-8', '2**63', '-2**63', '2**64 - 1', '10**20', 'True', 'False', '97', '0x10ffff', '1000'],
    'float': ['0.0', '-0.0', '1.0', '2.5', '-1.5', '0.5', '1e16', '1e300', '-1e-7', 'float("inf")', 'float("-inf")', 'float("nan")', '2.675', '5e-324', '123456.789', '1e22', '0.1'],
    'complex': ['1j', '1+2j', '0j', '-2.5j'],
    'str': ["''", "'a'", "'abc'", "'aXbXc'", "'Hello World'", "'ß'", "'ΑΣ'", "'1'", "'-12'", "' 7 '", "'0x1f'", "'1.5'", "'a,b,,c'", "'a\\nb\\r\\nc'", "'x/y/../z.tar.gz'", "'/a//b/.'", "'\\t|'", "'é'", "'\\U0001f600'", "'%d'", "'{}'", "'nan'", "'１２'", "'a\\x00b'", "'~/x'", "'..'", "'.x'", "'İ'", "'ǆ'"],
    'bytes': ["b''", "b'abc'", "b'a,b'", "b'\\xff\\x00'", "b'12'", "b' x '"],
    'list': ['[]', '[1, 2, 3]', '[3, 1, 2]', "['b', 'a']", '[[1], [2, 3]]', '[1, 1.0, True]', '[None]', "[('a', 1), ('b', 2)]", '[0.1] * 3', "[1, 'a']", '[float("nan")]', '[2, -3, 2]', "['a', 'B', 'c']"],
    'tuple': ['()', '(1,)', '(1, 2)', "('a', 'b')", '(1, (2, 3))', "(0, 'x', None)", '(1, 2, 3)'],
    'dict': ['{}', "{'a': 1}", "{'a': 1, 'b': [2]}", "{1: 2, 'x': 3}", "{'b': 1, 'a': 2}", "{'sep': '-'}", '{1: 1, 2.0: 4}'],
    'set': ['set()', '{1}', '{1, 2, 3}', '{2, 3, 5}', 'frozenset([1, 2])', "{'a'}"],
    'range': ['range(3)', 'range(0)', 'range(5, 0, -2)', 'range(2, 9, 3)', 'range(-1)'],
    'none': ['None'],
    'slice': ['slice(1)', 'slice(None, None, -1)', 'slice(0, 9, 2)', 'slice(-2, None)', 'slice(1, 1)', 'slice(0, 2, 0)'],
    'function': ['len', 'str', 'int', 'lambda *a: a', 'lambda x: x', 'lambda x, y: (x, y)', 'abs', 'list', 'max', 'bool', 'lambda: 0', 'str.upper', 'None', 'dict', 'operator.add'],
    'type': ['int', 'str', 'list', 'dict', 'tuple', 'float', 'bool', 'set', 'object', 'bytes', 'complex', 'frozenset', 'range', 'type', 'Exception', 'ValueError', '(int, str)', 'type(None)', 'OrderedDict', 'slice'],
    'iterator': ['iter([1, 2])', 'zip("ab", [1, 2])', 'map(str, [1, 2])', '(q for q in (3, 1))', 'enumerate("xy")', 'reversed([1, 2, 3])', 'filter(None, [0, 1])', "{'a': 1}.items()", "{'b': 2}.keys()", "{'c': 3}.values()", 'iter(())'],
}
ANY = sorted(VALUES)
ITEMS = ['list', 'tuple', 'dict', 'set', 'range', 'str', 'iterator', 'bytes']
# What each takes, a letter an argument: i int, f float, n number, s str, b bytes, l list, t tuple, d dict, e set, c things to go over,
# k a function, y a type, z a slice, a anything; what stands behind | may be left out, * comes any number of times.
LETTERS = {'i': ['int'], 'f': ['float'], 'n': ['int', 'float'], 's': ['str'], 'b': ['bytes'], 'l': ['list'], 't': ['tuple'], 'd': ['dict'], 'e': ['set'], 'c': ITEMS, 'k': ['function'], 'y': ['type'], 'z': ['slice', 'int'], 'a': ANY, 'j': ['iterator'], 'm': ['int']}
FUNCTIONS = """abs n|all c|any c|ascii a|bin i|bool |a|bytes |c|callable a|chr i|complex |nn|dict |c|divmod nn|enumerate c|i|filter kc|float |s|format a|s|frozenset |c|getattr as|a|hasattr as|hex i|int |si|isinstance ay|issubclass yy|iter c|len c|list |c|map kc|c|max c|k|min c*
next j|a|oct i|ord s|pow nn|i|range i|ii|repr a|reversed l|round n|i|set |c|sorted c|slice i|ii|str |abs|sum c|n|tuple |c|type a|zip *c|hash i|id |vars |a|dir |a
math.ceil n|math.floor n|math.sqrt n|math.exp n|math.log n|n|math.log2 n|math.log10 n|math.log1p n|math.expm1 n|math.sin n|math.cos n|math.tan n|math.asin n|math.acos n|math.atan n|math.atan2 nn|math.sinh n|math.cosh n|math.tanh n|math.asinh n|math.acosh n|math.atanh n|math.pow nn|math.fabs n|math.fmod nn|math.copysign nn|math.gcd i*|math.lcm i*|math.factorial m|math.comb mm|math.perm m|m|math.isqrt i|math.isnan n|math.isinf n|math.isfinite n|math.isclose nn|math.trunc n|math.modf n|math.frexp n|math.ldexp nm|math.degrees n|math.radians n|math.prod c|math.fsum c|math.hypot n*|math.dist tt|math.remainder nn|math.cbrt n|math.exp2 n|math.erf n|math.gamma n|math.nextafter nn|math.ulp n
osp.join s|ss|osp.basename s|osp.dirname s|osp.split s|osp.splitext s|osp.normpath s|osp.isabs s|osp.commonpath c|osp.commonprefix c|osp.normcase s|osp.splitdrive s|os.fspath s
copy.copy a|copy.deepcopy a|functools.reduce kc|a|functools.partial k*|OrderedDict |c|OrderedDict.fromkeys c|a|dict.fromkeys c|a|str.maketrans s|ss|int.from_bytes bs|bytes.fromhex s|float.fromhex s
itertools.accumulate c|k|itertools.chain *c|itertools.chain.from_iterable l|itertools.combinations cm|itertools.permutations c|m|itertools.combinations_with_replacement cm|itertools.product c|c|itertools.compress cc|itertools.dropwhile kc|itertools.takewhile kc|itertools.filterfalse kc|itertools.islice c|ii|itertools.pairwise c|itertools.starmap kl|itertools.zip_longest c|c|itertools.tee c|m|itertools.groupby c|k|itertools.repeat am
operator.add aa|operator.sub nn|operator.mul nm|operator.truediv nn|operator.floordiv nn|operator.mod nn|operator.neg n|operator.not_ a|operator.eq aa|operator.lt nn|operator.ge cc|operator.getitem lz|operator.itemgetter a|operator.attrgetter s|operator.contains ca|operator.concat cc|operator.and_ ii|operator.or_ ii|operator.xor ii|operator.is_ aa|operator.index i|operator.countOf ca|operator.indexOf ca|operator.methodcaller s|a|operator.truth a|operator.pos n|operator.inv i|operator.abs n|operator.pow nm|operator.lshift im|operator.ne aa|operator.setitem lia|operator.delitem li|operator.iadd ll"""
METHODS = {
    'str': 'capitalize |casefold |center m|s|count s|ii|encode |ss|endswith s|ii|expandtabs |m|find s|ii|format |aa|format_map d|index s|ii|isalnum |isalpha |isascii |isdecimal |isdigit |isidentifier |islower |isnumeric |isprintable |isspace |istitle |isupper |join c|ljust m|s|lower |lstrip |s|maketrans s|ss|partition s|removeprefix s|removesuffix s|replace ss|m|rfind s|ii|rindex s|ii|rjust m|s|rpartition s|rsplit |si|rstrip |s|split |si|splitlines |a|startswith s|ii|strip |s|swapcase |title |translate d|upper |zfill m',
    'bytes': 'capitalize |center m|b|count b|ii|decode |ss|endswith b|expandtabs |m|find b|ii|hex |sm|index b|i|isalnum |isalpha |isascii |isdigit |islower |isspace |istitle |isupper |join c|ljust m|lower |lstrip |b|partition b|removeprefix b|removesuffix b|replace bb|rfind b|rindex b|rjust m|rpartition b|rsplit |bm|rstrip |split |bm|splitlines |startswith b|strip |b|swapcase |title |translate b|upper |zfill m',
    'list': 'append a|clear |copy |count a|extend c|index a|ii|insert ia|pop |i|remove a|reverse |sort |__add__ l|__contains__ a|__getitem__ z|__setitem__ ia|__delitem__ z|__len__ |__mul__ m|__eq__ a|__iadd__ c|__lt__ l|__reversed__ ',
    'tuple': 'count a|index a|ii|__add__ t|__contains__ a|__getitem__ z|__len__ |__mul__ m|__eq__ a|__lt__ t',
    'dict': 'clear |copy |get a|a|items |keys |pop a|a|popitem |setdefault a|a|update |c|values |__contains__ a|__getitem__ a|__setitem__ aa|__delitem__ a|__len__ |__or__ d|__ior__ c|__eq__ a|__reversed__ |fromkeys c|a',
    'set': 'add a|clear |copy |difference *c|difference_update c|discard a|intersection *c|intersection_update c|isdisjoint c|issubset c|issuperset c|pop |remove a|symmetric_difference c|symmetric_difference_update c|union *c|update *c|__contains__ a|__and__ e|__or__ e|__sub__ e|__xor__ e|__le__ e|__lt__ e|__len__ ',
    'int': 'as_integer_ratio |bit_count |bit_length |conjugate |to_bytes |ms|__add__ n|__mul__ n|__truediv__ n|__floordiv__ n|__mod__ n|__pow__ m|__neg__ |__abs__ |__and__ i|__or__ i|__lshift__ m|__rshift__ m|__eq__ a|__lt__ n|__bool__ |__float__ |__index__ |__round__ |i|__divmod__ n|__str__ |__repr__ |__format__ s|__radd__ n|__ceil__ |__floor__ |__trunc__ |__int__ ',
    'float': 'as_integer_ratio |conjugate |hex |is_integer |__add__ n|__mul__ n|__truediv__ n|__mod__ n|__floordiv__ n|__eq__ a|__lt__ n|__neg__ |__int__ |__round__ |m|__divmod__ n|__pow__ n|__trunc__ |__floor__ |__ceil__ |__bool__ ',
    'range': 'count a|index a|__len__ |__contains__ a|__getitem__ z|__eq__ a|__reversed__ ',
    'complex': 'conjugate |__add__ n|__mul__ n|__eq__ a|__neg__ |__abs__ |__pow__ m',
    'slice': 'indices m', 'none': '__bool__ |__eq__ a|__repr__ ', 'type': '__call__ |__eq__ a', 'iterator': '__next__ |__iter__ ',
}
KEYWORDS = ['key', 'reverse', 'default', 'start', 'sep', 'maxsplit', 'base', 'encoding', 'errors', 'keepends', 'tabsize', 'strict', 'initial', 'func', 'fillvalue', 'repeat', 'r', 'times', 'iterable', 'object', 'ndigits', 'number', 'mod', 'exp', 'real', 'imag', 'a', 'x', 'byteorder', 'signed', 'length', 'rel_tol', 'abs_tol', 'file', 'end', 'source', 'step', 'stop']
BINARY = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@', '<', '<=', '==', '!=', '>', '>=', 'in', 'not in', 'is', 'is not', 'and', 'or']
ATTRIBUTES = ['real', 'imag', 'numerator', 'denominator', 'start', 'stop', 'step', '__class__', '__name__', '__doc__', '__qualname__', '__module__', 'nope', '__len__', '__dict__', 'mapping', 'args', '__mro__', '__bases__', 'append', 'keys', '__hash__', '__iter__', 'func']
LAZY = ['zip', 'map', 'filter', 'enumerate', 'reversed', 'iter'] + ['itertools.' + n for n in ('accumulate', 'chain', 'chain.from_iterable', 'combinations', 'combinations_with_replacement', 'compress', 'dropwhile', 'filterfalse', 'islice', 'pairwise', 'permutations', 'product', 'starmap', 'takewhile', 'zip_longest')]
BIG = '10**20', '2**63', '-2**63', '2**64 - 1', '0x10ffff'


def rows(text):
    """[(name, needed, optional)] of a table above; the next name begins where a blank stands."""
    out = []
    for line in text.split('\n'):
        name, parts = None, []
        for piece in line.split('|'):
            if ' ' in piece:
                if name:
                    out.append((name, parts[0], ''.join(parts[1:])))
                name, first = piece.split(' ', 1)
                parts = [first]
            else:
                parts.append(piece)
        out.append((name, parts[0], ''.join(parts[1:])))
    return out


CALLS = [r for r in rows(FUNCTIONS) if r[0] not in ('id', 'dir', 'vars')]
OF = {kind: rows(text) for kind, text in METHODS.items()}


class Program:
    def __init__(self, seed):
        self.r = random.Random('calls %d' % seed)

    def value(self, letter):
        r = self.r
        kinds = ANY if r.random() < .06 else LETTERS[letter]
        kind = r.choice(kinds)
        v = r.choice(VALUES[kind])
        if letter == 'm' and (v in BIG or v in ('255', '1000', '97')):
            v = r.choice(['0', '1', '2', '3', '-1', 'True'])
        return v if kind != 'function' or not v.startswith('lambda') else '(%s)' % v

    def arguments(self, needed, optional):
        r = self.r
        letters = []
        for i, c in enumerate(needed + optional[:r.randint(0, len(optional))]):
            letters += r.choices(letters[-1:] or 'a', k=r.randint(0, 2)) if c == '*' else [c]
        args = [self.value(c) for c in letters]
        if r.random() < .05:
            args.append(self.value('a'))
        if args and r.random() < .05:
            args.pop()
        if args and r.random() < .05:
            args[-1] = '*' + self.value('t')
        if r.random() < .12:
            name = r.choice(KEYWORDS)
            args.append('%s=%s' % (name, self.value({'key': 'k', 'reverse': 'i', 'func': 'k', 'sep': 's', 'maxsplit': 'm', 'default': 'a'}.get(name, 'a'))))
        return ', '.join(args)

    def expression(self):
        r = self.r
        form = r.random()
        if form < .4:
            name, needed, optional = r.choice(CALLS)
            return ('list(%s(%s))' if name in LAZY else '%s(%s)') % (name, self.arguments(needed, optional))
        if form < .75:
            kind = r.choice(list(OF) + ['str', 'list', 'dict', 'set', 'str'])
            name, needed, optional = r.choice(OF[kind])
            call = '(lambda o: (o.%s(%s), o))(%s)' % (name, self.arguments(needed, optional), r.choice(VALUES[kind]))
            return call
        if form < .9:
            a, b, op = self.value('a'), self.value('a'), r.choice(BINARY)
            if r.random() < .6:
                kind = r.choice(['int', 'float', 'str', 'list', 'set', 'tuple', 'dict', 'bytes', 'complex'])
                a, b = r.choice(VALUES[kind]), r.choice(VALUES[kind if r.random() < .8 else 'int'])
            if op in ('*', '**', '<<') and any(x in a + b for x in ('**', '1000', '10ffff', '255')):
                b = r.choice(['2', '0', '-1', 'True', '0.5'])
            return '(%s) %s (%s)' % (a, op, b)
        if form < .95:
            return '(%s)[%s]' % (self.value('a') if r.random() < .3 else self.value(r.choice('cldst')), r.choice([self.value('z'), self.value('z'), self.value('a'), '1:', '::-1', ':2', '-2:', '::2']))
        return r.choice(['getattr(%s, %r, 0)', '(%s).%s', 'hasattr(%s, %r)']) % (self.value('a'), r.choice(ATTRIBUTES))


def program(seed, count=4):
    p = Program(seed)
    lines = ['import copy', 'import functools', 'import itertools', 'import math', 'import operator', 'import os', 'import os.path as osp', 'from collections import OrderedDict']
    for i in range(count):
        lines += ['try:', '    r%d = %s' % (i, p.expression()), 'except Exception as e:', '    r%d = type(e).__name__' % i]
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
