"""Random programs of the Python that configs are written in.

Every expression is made for a type, so most programs run; a tenth of the operands is of another
type, so that errors are met too.  Nothing in a program depends on the machine, on the order of a set
or on the address of an object, and nothing grows without bound.
"""
import random

WORDS = ['a', 'conv', 'Model', 'x_y', '', 'data/coco', 'ep_%d', 'ß', '日本', 'lr=0.1', 'a b  c', '3', '-4', '1e3',
         'tab\tx', 'two\nlines', "it's", 'q"q', 'ÄÖ', '\x07', '{x}', 'AbC', '  pad ', '0x1F', 'nan', '007', 'aXbXc']
KEYS = ['type', 'lr', 'k', 'a', 'b', 'num_classes', '0']
TYPES = ['int', 'float', 'bool', 'str', 'list', 'tuple', 'dict', 'none', 'set', 'bytes', 'complex']
ERRORS = ['ZeroDivisionError', 'KeyError', 'IndexError', 'AttributeError', 'UnboundLocalError', 'NameError',
          'OverflowError', 'TypeError', 'AssertionError', 'RecursionError', 'UnicodeError', 'ValueError']


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = {t: [] for t in TYPES}
        self.functions = []  # (name, parameters, required)
        self.generators = []  # names of functions that yield
        self.lines = []
        self.n = 0
        self.depth = 0
        self.indent = ''

    # --- help ---

    def pick(self, *makers):
        return self.r.choice(makers)()

    def fresh(self):
        self.n += 1
        return 'v%d' % self.n

    def known(self, kind):
        return self.r.choice(self.names[kind]) if self.names[kind] else None

    def say(self, line):
        self.lines.append(self.indent + line)

    def block(self, make):
        old = self.indent
        self.indent += '    '
        n = len(self.lines)
        make()
        if len(self.lines) == n:
            self.say('pass')
        self.indent = old

    # --- expressions ---

    def expr(self, kind):
        if self.r.random() < 0.02:
            kind = self.r.choice(TYPES[:-1])
        if self.depth > 3 or self.r.random() < 0.12:
            return self.leaf(kind)
        self.depth += 1
        try:
            name = self.known(kind)
            if name and self.r.random() < 0.25:
                return name
            if self.r.random() < 0.06:
                return '(%s if %s else %s)' % (self.expr(kind), self.expr('bool'), self.expr(kind))
            if self.r.random() < 0.02 and kind in ('int', 'float', 'str'):
                return self.any_of(kind)
            return getattr(self, 'make_' + kind)()
        finally:
            self.depth -= 1

    def leaf(self, kind):
        name = self.known(kind)
        if name and self.r.random() < 0.5:
            return name
        return getattr(self, 'leaf_' + kind)()

    def any_of(self, kind):
        """One that comes out of a container."""
        form = self.r.choice(['[%s, %s][%s]', '(%s, %s)[-1 - %s]', "{0: %s, 1: %s}[%s]"])
        return form % (self.expr(kind), self.expr(kind), self.r.choice(['0', '1', 'True', 'False']))

    def leaf_int(self):
        r = self.r
        return r.choice([str(r.randint(0, 9)), str(r.randint(-20, 300)), '0x%x' % r.randint(0, 999), '1_000',
                         '0b101', '0o17', str(r.randint(0, 10**25)), '-%d' % r.randint(0, 2**70), '2**63', '-2**63'])

    def leaf_number(self):
        return self.r.choice([str(self.r.randint(-20, 300)), '2.5', '1e22', '0x1f'])

    def leaf_float(self):
        r = self.r
        return r.choice([repr(round(r.uniform(-10, 10), r.randint(0, 4))), '1e-3', '2.5', '.5', '1.', '1e22', '1e16',
                         '123456789.125', '1e-5', '0.1', '-0.0', "float('inf')", '5e-324', '1.7976931348623157e308',
                         repr(r.random()), '1_0.0_1', '0.0001', '2e-4'])

    def leaf_bool(self):
        return self.r.choice(['True', 'False'])

    def leaf_none(self):
        return 'None'

    def leaf_str(self):
        r = self.r
        w = r.choice(WORDS)
        return r.choice([repr(w), repr(w), '"%s"' % w.encode('unicode_escape').decode().replace('"', '\\"'),
                         "'''%s'''" % r.choice(['a', 'b\nc', '"q"', '\\x41']), "r'\\d%s'" % r.choice('abc'),
                         "'a' 'b'", "'\\u00e9\\t\\101\\\\'", "u'x'"])

    def leaf_list(self):
        return self.r.choice(['[]', '[1, 2, 3]', "['a', 'b']", '[0.5, -1]', '[[1], [2, 3]]', '[None, True]'])

    def leaf_tuple(self):
        return self.r.choice(['()', '(1,)', '(4, 5, 6)', "('x', 2.5)"])

    def leaf_dict(self):
        return self.r.choice(['{}', "dict(type='A', lr=0.1)", "{'a': 1, 'b': [2]}", "dict(k=dict(k=1))", '{1: 2, True: 3}'])

    def leaf_set(self):
        return self.r.choice(['{1, 2, 3}', 'set()', "{'a', 'b'}", 'frozenset({4, 5})'])

    def leaf_bytes(self):
        return self.r.choice(["b'abc'", "b''", "b'a,b'", "b'\\xff\\x00'", "b' x '", "rb'\\d'", "bytes([1, 2, 250])"])

    def leaf_complex(self):
        return self.r.choice(['1j', '(1+2j)', '0j', '-2.5j', 'complex(1, -1)', '(3-4j)'])

    def make_bytes(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: '(%s + %s)' % (e('bytes'), e('bytes')), lambda: '%s[%s]' % (self.paren('bytes'), self.slice()),
            lambda: '%s.encode(%s)' % (self.s(), r.choice(['', "'utf-8'", "'latin-1'", "'ascii', 'ignore'", "'ascii', 'replace'", "'ascii', errors='backslashreplace'", "'ascii', 'xmlcharrefreplace'"])),
            lambda: '(%s * %s)' % (e('bytes'), self.small(3)), lambda: 'bytes(%s)' % r.choice([self.small(9), '[1, 2]', self.ints(), e('bytes')]),
            lambda: '%s.%s()' % (self.paren('bytes'), r.choice(['upper', 'strip', 'title', 'capitalize', 'lower', 'lstrip'])),
            lambda: '%s.replace(%s, %s)' % (self.paren('bytes'), e('bytes'), e('bytes')), lambda: '%s.join([%s, %s])' % (self.paren('bytes'), e('bytes'), e('bytes')),
            lambda: 'bytes.fromhex(%r)' % r.choice(['00ff', '0 1', 'zz', '61 62']), lambda: '(%s).to_bytes(%s, %r)' % (e('int'), self.small(12), r.choice(['big', 'little'])),
            lambda: '%s.center(%s)' % (self.paren('bytes'), self.small(9)))

    def make_complex(self):
        e, r = self.expr, self.r
        number = lambda: e(r.choice(['complex', 'complex', 'float', 'int']))  # noqa: E731
        return self.pick(
            lambda: '(%s %s %s)' % (number(), r.choice(['+', '-', '*', '/']), e('complex')), lambda: '-%s' % e('complex'),
            lambda: 'complex(%s, %s)' % (e(r.choice(['int', 'float'])), number()), lambda: 'complex(%r)' % r.choice(['1+2j', 'j', '-2.5e1j', '1', 'x', ' (1-j) ', '+1e3+2e-1j']),
            lambda: '%s.conjugate()' % self.paren('complex'), lambda: '%s ** %s' % (self.paren('complex'), r.choice(['2', '0', '3', '-1'])))

    def small(self, top=6):
        return self.r.choice([str(self.r.randint(0, top)), '((%s) %% %d)' % (self.expr('int'), top)])

    def make_none(self):
        return self.r.choice(['None', '{}.get(1)', '[].sort()'])

    def make_int(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: '(%s %s %s)' % (e('int'), r.choice(['+', '-', '*', '&', '|', '^']), e('int')),
            lambda: '(%s %s %s)' % (e('int'), r.choice(['//', '%']), e('int')),
            lambda: '(%s)**%s' % (e('int'), r.choice('0123')),
            lambda: '(%s %s %s)' % (e('int'), r.choice(['<<', '>>']), self.small(20)),
            lambda: '%s%s' % (r.choice(['-', '~', '+', '--']), e('int')),
            lambda: 'abs(%s)' % e('int'), lambda: 'int(%s)' % e(r.choice(['float', 'str', 'bool', 'int'])),
            lambda: 'len(%s)' % e(r.choice(['str', 'list', 'dict', 'tuple', 'set'])),
            lambda: 'round(%s)' % e(r.choice(['float', 'int'])),
            lambda: 'divmod(%s, %s)[%s]' % (e('int'), e('int'), r.choice('01')),
            lambda: '%s(%s, %s)' % (r.choice(['min', 'max']), e('int'), e('int')),
            lambda: '%s(%s, default=%s)' % (r.choice(['min', 'max']), self.ints(), e('int')),
            lambda: 'sum(%s)' % self.ints(), lambda: 'sum(%s, %s)' % (self.ints(), e('int')),
            lambda: '%s.%s(%s)' % (self.s(), r.choice(['find', 'rfind', 'count', 'index']), e('str')),
            lambda: '%s.%s(%s)' % (self.paren('list'), r.choice(['index', 'count']), e('int')),
            lambda: 'ord(%s)' % e('str'), lambda: 'int(%s, %s)' % (e('str'), r.choice(['10', '16', '2', '0'])),
            lambda: '(%s).bit_length()' % e('int'), lambda: 'pow(%s, %s, %s)' % (e('int'), self.small(), e('int')),
            lambda: 'pow(%s, %s)' % (e('int'), self.small(4)), lambda: '(%s and %s)' % (e('int'), e('int')),
            lambda: '(%s or %s)' % (e('int'), e('int')), lambda: 'math.%s(%s)' % (r.choice(['floor', 'ceil', 'trunc']), e('float')),
            lambda: 'math.gcd(%s, %s)' % (e('int'), e('int')), lambda: 'round(%s, %s)' % (e('int'), r.choice(['-1', '0', '2'])),
            lambda: '(lambda x, y=%s: x - y)(%s)' % (e('int'), e('int')), lambda: self.call('int'),
            lambda: '%s[%s]' % (self.paren('bytes'), self.small()), lambda: '%s.%s(%s)' % (self.paren('bytes'), r.choice(['find', 'count', 'index']), e('bytes')),
            lambda: 'int.from_bytes(%s, %r)' % (e('bytes'), r.choice(['big', 'little'])), lambda: 'sum(%s)' % self.generator(), lambda: 'len(list(%s))' % self.generator(),
            lambda: 'next(iter(%s), %s)' % (e(r.choice(['list', 'str', 'bytes'])), e('int')), lambda: 'pow(%s, -1, %s)' % (e('int'), e('int')))

    def make_float(self):
        e, r = self.expr, self.r
        number = lambda: e(r.choice(['float', 'float', 'int', 'bool']))  # noqa: E731
        return self.pick(
            lambda: '(%s %s %s)' % (number(), r.choice(['+', '-', '*', '/', '//', '%']), e('float')),
            lambda: '(%s / %s)' % (e('int'), e('int')), lambda: '-%s' % e('float'),
            lambda: 'round(%s, %s)' % (e('float'), r.choice(['0', '1', '2', '3', '-1', '10'])),
            lambda: 'float(%s)' % e(r.choice(['int', 'str', 'float', 'bool'])), lambda: 'abs(%s)' % e('float'),
            lambda: 'math.%s(%s)' % (r.choice(['sqrt', 'fabs', 'radians', 'degrees']), number()),
            lambda: '(%s) ** %s' % (e('float'), r.choice(['2', '-1', '3'])), lambda: 'abs(%s) ** 0.5' % e('float'),
            lambda: 'sum([%s, %s])' % (number(), number()), lambda: 'max(%s, %s)' % (number(), number()),
            lambda: 'divmod(%s, %s)[%s]' % (number(), e('float'), r.choice('01')),
            lambda: 'float("%s")' % r.choice(['1.5', '-inf', '1e5', ' 2 ', '1_0', 'x', '.5', '+3']),
            lambda: '(%s).is_integer() * 1.0' % e('float'), lambda: '%s.%s' % (self.paren('complex'), r.choice(['real', 'imag'])),
            lambda: 'abs(%s)' % e('complex'), lambda: 'float.fromhex(%r)' % r.choice(['0x1.8p3', '-0x.1p-2', '1', 'inf', 'x']))

    def make_bool(self):
        e, r = self.expr, self.r
        t = r.choice(['int', 'float', 'str', 'list', 'tuple', 'bool'])
        op = lambda: r.choice(['<', '<=', '>', '>=', '==', '!='])  # noqa: E731
        return self.pick(
            lambda: '(%s %s %s)' % (e(t), op(), e(t)), lambda: '(%s %s %s %s %s)' % (e(t), op(), e(t), op(), e(t)),
            lambda: '(%s %s %s)' % (e(r.choice(TYPES)), r.choice(['==', '!=']), e(r.choice(TYPES))),
            lambda: '(not %s)' % e(r.choice(TYPES)), lambda: '(%s and %s)' % (e('bool'), e('bool')),
            lambda: '(%s or %s)' % (e('bool'), e('bool')), lambda: '(%s in %s)' % (e('str'), e(r.choice(['str', 'list', 'dict', 'tuple']))),
            lambda: '(%s not in %s)' % (e('int'), e(r.choice(['list', 'set', 'dict', 'tuple']))),
            lambda: '(%s is %sNone)' % (e(r.choice(TYPES)), r.choice(['', 'not '])),
            lambda: 'isinstance(%s, %s)' % (e(r.choice(TYPES)), r.choice(['int', 'str', '(list, tuple)', 'float', 'bool', 'dict', 'set'])),
            lambda: '%s(%s)' % (r.choice(['any', 'all']), e(r.choice(['list', 'tuple']))),
            lambda: '%s.%s(%s)' % (self.s(), r.choice(['startswith', 'endswith']), e('str')),
            lambda: '%s.%s()' % (self.s(), r.choice(['isdigit', 'isalpha', 'isupper', 'islower', 'isspace', 'isalnum', 'isidentifier', 'isascii'])),
            lambda: 'bool(%s)' % e(r.choice(TYPES)), lambda: '(%s %s %s)' % (e('set'), r.choice(['<=', '<', '==', '>=']), e('set')),
            lambda: 'any(%s > 1 for x in %s)' % ('x', self.ints()), lambda: 'callable(%s)' % e(r.choice(TYPES)),
            lambda: '(%s in %s)' % (e(r.choice(['bytes', 'int'])), e('bytes')), lambda: '(%s in %s)' % (e('int'), self.generator()),
            lambda: '%s.%s()' % (self.s(), r.choice(['istitle', 'isprintable', 'isdecimal', 'isnumeric'])), lambda: '%s.%s()' % (self.paren('bytes'), r.choice(['isdigit', 'isalpha', 'isupper', 'isascii'])),
            lambda: '(%s %s %s)' % (e('bytes'), op(), e('bytes')),
            lambda: 'hasattr(%s, %r)' % (e(r.choice(TYPES)), r.choice(['append', 'keys', 'upper', 'x'])))

    def s(self):
        return self.paren('str')

    def paren(self, kind):
        text = self.expr(kind)
        return text if text[0] in '\'"[({v' and not text.startswith('(lambda') and ' ' not in text else '(%s)' % text

    def ints(self):
        r = self.r
        return self.pick(lambda: '[%s]' % ', '.join(self.expr('int') for _ in range(r.randint(0, 4))),
                         lambda: 'range(%s)' % self.range_args(), lambda: '[x * %s for x in %s]' % (r.choice('123'), 'range(5)'),
                         lambda: '(1, %s)' % self.expr('int'))

    def range_args(self):
        r = self.r
        return r.choice([str(r.randint(-2, 8)), '%d, %d' % (r.randint(-5, 5), r.randint(-5, 9)),
                         '%d, %d, %d' % (r.randint(-5, 9), r.randint(-5, 9), r.choice([1, 2, 3, -1, -2]))])

    def spec(self, kind):
        r = self.r
        head = r.choice(['', '', '*<', '>', '^', '_^', '=']) if kind != 'str' else r.choice(['', '*<', '>', '^'])
        width = r.choice(['', '', '4', '8', '12'])
        if kind == 'str':
            return head + width + r.choice(['', '.2', 's', '.0'])
        sign = r.choice(['', '', '+', ' ', '-'])
        zero = r.choice(['', '', '0']) if not head else ''
        if kind == 'int':
            return head + sign + r.choice(['', '', '#']) + zero + width + r.choice(['', '', ',', '_']) + r.choice(['', 'd', 'd', 'x', 'o', 'b', 'X', 'e', 'f', '.2f', '%', 'n'])
        return head + sign + zero + width + r.choice(['', '', ',']) + r.choice(['', '.0', '.3', '.10']) + r.choice(['', 'f', 'e', 'g', '%', 'G', 'E'])

    def make_str(self):
        e, r = self.expr, self.r
        printable = lambda: e(r.choice(['int', 'float', 'bool', 'str', 'list', 'tuple', 'dict', 'none']))  # noqa: E731

        def f_string():
            parts = []
            for _ in range(r.randint(1, 3)):
                kind = r.choice(['int', 'float', 'str'])
                inside = self.leaf(kind)
                if '"' in inside or '\\' in inside or '{' in inside or '\n' in inside or "'''" in inside:
                    inside = {'int': '7', 'float': '1.5', 'str': "'s'"}[kind]
                parts.append('%s{%s%s%s}' % (r.choice(['', 'a', '{{', 'b ']), inside, r.choice(['', '', '!r', '!s']) if kind == 'str' else '',
                                             r.choice(['', ':' + self.spec(kind)])))
                if parts[-1].startswith('{{'):
                    parts[-1] = '{{}}' + parts[-1][2:]
            return 'f"%s"' % ''.join(parts)
        return self.pick(
            lambda: '(%s + %s)' % (e('str'), e('str')), lambda: '(%s * %s)' % (e('str'), self.small(4)),
            lambda: '%s[%s]' % (self.s(), self.small()), lambda: '%s[%s]' % (self.s(), self.slice()),
            lambda: '%s.%s()' % (self.s(), r.choice(['upper', 'lower', 'title', 'capitalize', 'swapcase', 'strip', 'lstrip', 'rstrip'])),
            lambda: '%s.%s(%s)' % (self.s(), r.choice(['strip', 'lstrip', 'rstrip', 'removeprefix', 'removesuffix']), e('str')),
            lambda: '%s.replace(%s, %s)' % (self.s(), e('str'), e('str')), lambda: '%s.replace(%s, %s, 1)' % (self.s(), e('str'), e('str')),
            lambda: '%s.%s(%s)' % (self.s(), r.choice(['ljust', 'rjust', 'center', 'zfill']), r.choice(['3', '6', '9'])),
            lambda: '%s.center(%s, "*")' % (self.s(), r.choice('57')),
            lambda: 'str(%s)' % printable(), lambda: 'repr(%s)' % printable(),
            lambda: '%s.join([%s])' % (self.s(), ', '.join(e('str') for _ in range(r.randint(0, 3)))),
            lambda: '%s.join(str(x) for x in %s)' % (self.s(), self.ints()), lambda: 'chr(%s)' % r.choice(['65', '233', '0x65e5', e('int')]),
            f_string, f_string,
            lambda: "'%%%s' %% (%s,)" % (r.choice(['d', '5d', '-5d', '05d', 'x', 's', 'r', '+d', 'o', '#x', 'i', '.3d', '8.4d', '-8.2x']), e('int')),
            lambda: "'%%%s' %% %s" % (r.choice(['.2f', 'e', 'g', '8.3f', 's', '.0f', 'f', '+.1f', 'd']), self.paren('float')),
            lambda: "'%s and %s' % ({}, {})".format(e('str'), printable()), lambda: "'%(a)s' % dict(a={})".format(printable()),
            lambda: "'{}'.format(%s)" % printable(), lambda: "'{0}-{1}-{0}'.format(%s, %s)" % (printable(), e('int')),
            lambda: "'{:%s}'.format(%s)" % (self.spec('float'), e('float')), lambda: "'{a[0]}{b!r}'.format(a=%s, b=%s)" % (e('list'), e('str')),
            lambda: "format(%s, %r)" % (e('int'), self.spec('int')), lambda: 'hex(%s)' % e('int'), lambda: 'bin(%s)' % e('int'), lambda: 'oct(%s)' % e('int'),
            lambda: 'type(%s).__name__' % e(r.choice(TYPES)), lambda: "os.path.%s(%s)" % (r.choice(['basename', 'dirname', 'normpath']), e('str')),
            lambda: 'os.path.join(%s, %s)' % (e('str'), e('str')), lambda: 'os.path.splitext(%s)[%s]' % (e('str'), r.choice('01')),
            lambda: '(%s or %s)' % (e('str'), e('str')), lambda: '%s.partition(%s)[%s]' % (self.s(), e('str'), r.choice('012')), lambda: self.call('str'),
            lambda: '%s.translate(%s)' % (self.s(), r.choice(["str.maketrans('ab', 'xy')", "{97: None, 98: 'bb', 120: 121}", e('dict')])),
            lambda: '%s.expandtabs(%s)' % (self.s(), r.choice(['', '4', '0'])), lambda: '%s.casefold()' % self.s(), lambda: '%s.decode(%s)' % (self.paren('bytes'), r.choice(['', "'latin-1'", "'ascii'", "'ascii', 'replace'"])),
            lambda: '%s.hex()' % self.paren('bytes'), lambda: '(%s).hex()' % e('float'), lambda: 'ascii(%s)' % e(r.choice(['str', 'list', 'int'])),
            lambda: "f'{%s:{%s}}'" % (self.leaf_number(), r.choice(['"x"', '">" + str(8)', '"08,"', '"+"'])), lambda: "f'{%s!a:>9}'" % self.leaf_number(),
            lambda: "'%%%s' %% %s" % (r.choice(['a', 'r', 's', '5s', '-6r', 'c', '+d', '05.1f', 'x', '#o', 'e', '.3g']), self.paren(r.choice(['str', 'int', 'float']))),
            lambda: "'{:%s}'.format(%s)" % (r.choice(['>8', '<5', '^7', '*^9', '+', ',', '_', '.2f', 'e', 'g', '%', '#x', 'b', 'c', '08.3f', '=+6', 'n', '.3']), e(r.choice(['int', 'float', 'str', 'bool']))),
            lambda: "''.join(map(str, %s))" % self.generator())

    def generator(self):
        """Something that gives numbers once."""
        e, r = self.expr, self.r
        made = ['(x * 2 for x in %s)' % self.ints(), 'iter(%s)' % self.ints(), 'itertools.islice(itertools.count(%s), %s)' % (r.choice('013'), r.choice('024'))]
        if self.generators:
            made += ['%s(%s)' % (r.choice(self.generators), e('int'))] * 3
        return r.choice(made)

    def iterator(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: 'itertools.chain.from_iterable([%s, %s])' % (e('list'), e('str')), lambda: 'itertools.combinations(%s, %s)' % (e('list'), r.choice('12')),
            lambda: 'itertools.permutations(%s, 2)' % self.ints(), lambda: 'itertools.product(%s, repeat=%s)' % (self.ints(), r.choice('12')),
            lambda: 'itertools.accumulate(%s)' % self.ints(), lambda: 'itertools.zip_longest(%s, %s, fillvalue=%s)' % (self.generator(), e('list'), e('none')),
            lambda: 'itertools.takewhile(lambda x: x < 3, %s)' % self.generator(), lambda: 'itertools.dropwhile(lambda x: x < 3, %s)' % self.generator(),
            lambda: 'zip(%s, itertools.cycle(%s))' % (self.ints(), e('list')), lambda: 'zip(itertools.count(%s), %s)' % (r.choice(['', '5', '0, 2']), e('list')),
            lambda: 'itertools.starmap(max, zip(%s, %s))' % (self.ints(), self.ints()), lambda: 'zip(*[iter(%s)] * 2)' % e('list'),
            lambda: 'itertools.islice(%s, %s, None)' % (self.generator(), r.choice('012')), lambda: 'map(str, %s)' % self.generator(),
            lambda: 'itertools.repeat(%s, %s)' % (e('int'), r.choice('03')), lambda: 'enumerate(%s)' % self.generator(), lambda: self.generator())

    def slice(self):
        r = self.r
        a, b = r.choice(['', '', '1', '-2', '3', '-9', '0', '2']), r.choice(['', '', '1', '-1', '4', '99', '-3'])
        return '%s:%s%s' % (a, b, r.choice(['', '', '', ':2', ':-1', ':-2', ':']))

    def item(self):
        return self.expr(self.r.choice(['int', 'float', 'bool', 'str', 'list', 'tuple', 'dict', 'none']))

    def items(self, most=4):
        out = [self.item() for _ in range(self.r.randint(0, most))]
        if self.r.random() < 0.15:
            out.insert(self.r.randint(0, len(out)), '*' + self.paren(self.r.choice(['list', 'tuple', 'str'])))
        return ', '.join(out)

    def make_list(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: '[%s]' % self.items(), lambda: '[%s]' % self.items(), lambda: '(%s + %s)' % (e('list'), e('list')), lambda: '(%s * %s)' % (e('list'), self.small(3)),
            lambda: '%s[%s]' % (self.paren('list'), self.slice()), lambda: 'list(range(%s))' % self.range_args(),
            lambda: '[x %s for x in %s if x %s]' % (r.choice(['', '* 2', '+ 1', '% 3', '/ 2']), self.ints(), r.choice(['> 0', '% 2 == 0', '!= 1'])),
            lambda: '[(x, y) for x in range(%s) for y in %s]' % (self.small(4), self.ints()),
            lambda: '[[y for y in range(x)] for x in range(%s)]' % self.small(4),
            lambda: 'sorted(%s)' % self.ints(), lambda: 'sorted(%s, key=lambda x: (x %% 3, -x), reverse=%s)' % (self.ints(), e('bool')),
            lambda: 'sorted(%s, key=%s)' % (e('list'), r.choice(['str', 'lambda x: repr(x)'])), lambda: 'sorted(%s)' % e(r.choice(['list', 'str', 'dict', 'set'])),
            lambda: 'list(map(%s, %s))' % (r.choice(['str', 'lambda x: x + 1', 'float', 'abs']), self.ints()),
            lambda: 'list(filter(%s, %s))' % (r.choice(['None', 'lambda x: x > 1']), self.ints()), lambda: 'list(zip(%s, %s))' % (self.ints(), e(r.choice(['list', 'str']))),
            lambda: 'list(enumerate(%s, %s))' % (e(r.choice(['list', 'str'])), self.small()), lambda: 'list(reversed(%s))' % e(r.choice(['list', 'tuple', 'str'])),
            lambda: 'list(%s)' % e(r.choice(['tuple', 'str', 'dict'])), lambda: '%s.split(%s)' % (self.s(), r.choice(["','", '', "'a'", '", ", 1', 'None, 1', "''"])),
            lambda: '%s.splitlines()' % self.s(), lambda: '%s.rsplit("_", 1)' % self.s(), lambda: 'list(%s.%s())' % (self.paren('dict'), r.choice(['keys', 'values', 'items'])),
            lambda: 'list(%s)[:3]' % self.paren('str'), lambda: '%s.copy()' % self.paren('list'), lambda: 'copy.deepcopy(%s)' % e('list'),
            lambda: 'list(divmod(%s, %s))' % (e('int'), e('int')), lambda: 'list(itertools.chain(%s, %s))' % (e('list'), e('tuple')), lambda: self.call('list'),
            lambda: 'list(%s)' % self.iterator(), lambda: 'list(%s)' % self.iterator(), lambda: '[*%s]' % self.generator(), lambda: 'list(%s)' % e('bytes'), lambda: '%s.split(%s)' % (self.paren('bytes'), r.choice(["b','", '', "b'a', 1"])),
            lambda: 'sorted(%s, reverse=%s)' % (self.generator(), e('bool')))

    def make_tuple(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: '(%s,)' % (self.items(3) or '1'), lambda: 'tuple(%s)' % e(r.choice(['list', 'str', 'tuple'])), lambda: '(%s + %s)' % (e('tuple'), e('tuple')),
            lambda: '%s[%s]' % (self.paren('tuple'), self.slice()), lambda: 'tuple(x for x in %s)' % self.ints(), lambda: '(%s * %s)' % (e('tuple'), self.small(3)),
            lambda: '%s.partition(%s)' % (self.s(), e('str')), lambda: 'divmod(%s, %s)' % (e('float'), e('int')), lambda: 'os.path.split(%s)' % e('str'))

    def key(self):
        return self.r.choice([repr(self.r.choice(KEYS)), self.leaf('int'), repr(self.r.choice(KEYS)), self.leaf('str'), '(1, 2)', 'None', '1.0', 'True'])

    def make_dict(self):
        e, r = self.expr, self.r

        def literal():
            parts = ['%s: %s' % (self.key(), self.item()) for _ in range(r.randint(0, 4))]
            if r.random() < 0.2:
                parts.append('**' + self.paren('dict'))
            return '{%s}' % ', '.join(parts)

        def call():
            keys = r.sample([k for k in KEYS if k.isidentifier()], r.randint(0, 3))
            parts = ['%s=%s' % (k, self.item()) for k in keys]
            if r.random() < 0.2:
                parts.append('**' + self.paren('dict'))
            if r.random() < 0.2:
                parts.insert(0, r.choice([e('dict'), '[("a", 1), ["b", 2]]', 'zip("ab", %s)' % self.ints()]))
            return 'dict(%s)' % ', '.join(parts)
        return self.pick(
            literal, literal, call, call, lambda: '{%s: %s for x in %s}' % (r.choice(['x', 'str(x)', 'x % 2']), r.choice(['x', '[x]', 'x * x']), self.ints()),
            lambda: '(%s | %s)' % (e('dict'), e('dict')), lambda: 'dict.fromkeys(%s, %s)' % (r.choice(["'abc'", self.ints()]), e('int')),
            lambda: '%s.copy()' % self.paren('dict'), lambda: 'copy.deepcopy(%s)' % e('dict'), lambda: '{k: v for k, v in %s.items() if %s}' % (self.paren('dict'), r.choice(['k', 'v', 'k == "a"'])),
            lambda: '{v: k for k, v in enumerate(%s)}' % e('str'), lambda: 'dict(zip(%s, %s))' % (self.generator(), e('str')),
            lambda: 'str.maketrans(%s)' % r.choice(["'ab', 'cd'", "{'a': None, 5: 'x'}", "'a', 'b', 'c'", "'a', ''"]))

    def make_set(self):
        e, r = self.expr, self.r
        return self.pick(
            lambda: '{%s, %s}' % (e('int'), e('str')), lambda: '(%s %s %s)' % (e('set'), r.choice('|&-^'), e('set')), lambda: 'set(%s)' % e(r.choice(['list', 'str', 'tuple', 'dict'])),
            lambda: '{x %% %s for x in %s}' % (r.choice('235'), self.ints()), lambda: '%s.%s(%s)' % (self.paren('set'), r.choice(['union', 'intersection', 'difference', 'symmetric_difference']), self.ints()))

    def call(self, kind):
        fit = [f for f in self.functions if f[1] == kind]
        if not fit:
            return self.leaf(kind)
        name, _, parameters, required = self.r.choice(fit)
        n = self.r.randint(required, len(parameters))
        args = []
        for i, (p, t) in enumerate(parameters[:n]):
            named = i >= 1 and self.r.random() < 0.4
            args.append((p + '=' if named else '') + self.expr(t))
            if named:
                args += ['%s=%s' % (q, self.expr(t2)) for q, t2 in parameters[i + 1:n]]
                break
        return '%s(%s)' % (name, ', '.join(args))

    # --- statements ---

    def bind(self, name, kind):
        if self.indent == '' or kind:
            self.names[kind].append(name)

    def assign(self):
        kind = self.r.choice(TYPES)
        name = self.fresh()
        self.guarded(lambda: self.say('%s = %s' % (name, self.expr(kind))), name, kind)

    def guarded(self, make, name, kind):
        """Runs it so that an error becomes a value."""
        if self.r.random() < 0.9:
            self.say('try:')
            self.block(make)
            for error in self.r.sample(ERRORS, 3):
                self.say('except %s:' % error)
                self.block(lambda e=error: self.say('%s = %r' % (name, e)))
            self.say('except Exception as e:')
            self.block(lambda: self.say('%s = %s' % (name, self.r.choice(['"other"', 'type(e).__name__']))))
        else:
            make()
        self.names[kind].append(name)

    def mutate(self):
        r, e = self.r, self.expr
        name = self.fresh()

        def one():
            kind = r.choice(['list', 'dict', 'int', 'float', 'str', 'set', 'tuple'])
            target = self.known(kind)
            if not target:
                self.say('%s = 0' % name)
                return
            s = {
                'int': lambda: '%s %s= %s' % (target, r.choice(['+', '-', '*', '//', '%', '&', '|', '^', '>>']), e('int')),
                'float': lambda: '%s %s= %s' % (target, r.choice(['+', '-', '*', '/', '//']), e('float')),
                'str': lambda: '%s += %s' % (target, e('str')),
                'tuple': lambda: '%s += %s' % (target, e('tuple')),
                'set': lambda: r.choice(['%s.add(%s)' % (target, e('int')), '%s |= %s' % (target, e('set')), '%s.discard(%s)' % (target, e('int')), '%s.update(%s)' % (target, self.ints()), '%s.remove(1)' % target]),
                'list': lambda: r.choice([
                    '%s.append(%s)' % (target, self.item()), '%s.extend(%s)' % (target, e(r.choice(['list', 'str', 'tuple']))), '%s.insert(%s, %s)' % (target, e('int'), self.item()),
                    '%s[%s] = %s' % (target, r.choice(['0', '-1', '1', '9']), self.item()), '%s[%s] = %s' % (target, self.slice(), e('list')), 'del %s[%s]' % (target, r.choice(['0', '-1', ':1', '1:', '5'])),
                    '%s = %s.pop()' % (name, target), '%s = %s.pop(0)' % (name, target), '%s.sort(key=repr, reverse=%s)' % (target, e('bool')), '%s.reverse()' % target, '%s += %s' % (target, e('list')),
                    '%s.remove(%s)' % (target, e('int')), '%s.clear()' % target, '%s *= 2' % target, '%s.append(%s)' % (target, self.leaf('dict'))]),
                'dict': lambda: r.choice([
                    '%s[%s] = %s' % (target, self.key(), self.item()), '%s.update(%s)' % (target, e('dict')), '%s.update(a=%s)' % (target, self.item()), '%s = %s.pop(%s, %s)' % (name, target, self.key(), self.item()),
                    '%s = %s.setdefault(%s, %s)' % (name, target, self.key(), self.item()), 'del %s[%s]' % (target, self.key()), '%s |= %s' % (target, e('dict')), '%s = %s.get(%s)' % (name, target, self.key()),
                    '%s = %s.popitem()' % (name, target), '%s = %s.pop(%s)' % (name, target, self.key())]),
            }[kind]()
            self.say(s)
        self.guarded(one, name, 'none')

    def unpack(self):
        r = self.r
        a, b, c = self.fresh(), self.fresh(), self.fresh()
        form = r.choice(['%s, %s = %s, %s' % (a, b, self.item(), self.item()), '%s, *%s = %s' % (a, b, self.expr('list')), '*%s, %s = %s' % (a, b, self.expr('str')), '[%s, (%s, %s)] = 1, %s' % (a, b, c, self.expr('str')),
                         '%s = %s = %s' % (a, b, self.expr('list')), '%s, %s = %s' % (a, b, self.expr('tuple')), 'for %s, %s in %s.items():\n%s    pass' % (a, b, self.paren('dict'), self.indent + '    ')])
        self.guarded(lambda: self.say(form), c, 'none')

    def loop(self):
        r = self.r
        item, out = self.fresh(), self.fresh()
        self.say('%s = []' % out)
        self.names['list'].append(out)
        self.say('for %s in %s:' % (item, r.choice([self.ints(), self.expr('list'), self.expr('str'), 'range(%s)' % self.range_args()])))

        def body():
            if r.random() < 0.4:
                self.say('if %s == %s:' % (item, self.leaf(r.choice(['int', 'str']))))
                self.block(lambda: self.say(r.choice(['continue', 'break'])))
            if r.random() < 0.4:
                self.guarded(lambda: self.say('%s.append(%s)' % (out, self.item())), self.fresh(), 'none')
            self.say('%s.append(%s)' % (out, r.choice([item, '(%s, %s)' % (item, self.leaf('int')), 'len(%s)' % out])))
        self.block(body)
        if r.random() < 0.3:
            self.say('else:')
            self.block(lambda: self.say('%s.append("else")' % out))

    def while_loop(self):
        n = self.fresh()
        self.say('%s = %d' % (n, self.r.randint(0, 6)))
        self.say('while %s > 0:' % n)

        def body():
            self.say('%s -= 1' % n)
            if self.r.random() < 0.5:
                self.say('if %s: %s' % (self.expr('bool'), self.r.choice(['continue', 'break'])))
            self.statements(1)
        self.block(body)
        self.names['int'].append(n)

    def branch(self):
        name, kind = self.fresh(), self.r.choice(TYPES)
        self.say('if %s:' % self.expr(self.r.choice(TYPES)))
        self.block(lambda: self.say('%s = %s' % (name, self.leaf(kind))))
        if self.r.random() < 0.4:
            self.say('elif %s:' % self.expr('bool'))
            self.block(lambda: self.say('%s = %s' % (name, self.leaf(kind))))
        self.say('else:')
        self.block(lambda: self.say('%s = %s' % (name, self.leaf(kind))))
        self.names[kind].append(name)

    def function(self):
        r = self.r
        name, kind = 'f%d' % len(self.functions), r.choice(['int', 'str', 'list'])
        parameters = [(p, r.choice(['int', 'str', 'list', 'float'])) for p in ['p', 'q', 's'][:r.randint(0, 3)]]
        required = r.randint(0, len(parameters))
        text = [p if i < required else '%s=%s' % (p, self.leaf(t)) for i, (p, t) in enumerate(parameters)]
        if r.random() < 0.2:
            text.append('*rest')
        if r.random() < 0.2:
            text.append('**options')
        outside = {t: list(n) for t, n in self.names.items()}
        self.say('def %s(%s):' % (name, ', '.join(text)))

        def body():
            for p, t in parameters:
                self.names[t].append(p)
            local = self.fresh()
            self.say('%s = %s' % (local, self.expr(kind)))
            self.names[kind].append(local)
            if r.random() < 0.3:
                inner = self.fresh()
                self.say('def g(x=%s):' % self.leaf('int'))
                self.block(lambda: (self.say('nonlocal %s' % local), self.say('%s = %s' % (local, self.leaf(kind))), self.say('return x')))
                self.say('%s = g()' % inner)
            if r.random() < 0.3:
                self.say('if %s:' % self.expr('bool'))
                self.block(lambda: self.say('return %s' % self.expr(kind)))
            if r.random() < 0.2:
                self.say('%s = [g for g in %s]' % (self.fresh(), self.ints()))
            self.say('return %s' % self.expr(kind))
        self.block(body)
        self.names = outside
        self.functions.append((name, kind, parameters, required))

    def yielding(self):
        name = 'g%d' % len(self.generators)
        outside = {t: list(n) for t, n in self.names.items()}
        self.say('def %s(n):' % name)

        def give():
            self.say(self.r.choice(['yield n', 'yield n + 1', 'yield %s' % self.expr('int'), 'yield from %s' % self.ints(), 'yield len(seen)']))

        def body():
            self.say('seen = []')
            for _ in range(self.r.randint(1, 3)):
                form = self.r.choice(['plain', 'for', 'while', 'if', 'stop', 'from'])
                if form == 'for':
                    self.say('for i in %s:' % self.ints())
                    self.block(lambda: (self.say('seen.append(i)'), give(), self.say('if i > 2: %s' % self.r.choice(['break', 'continue', 'return'])), self.say('yield i')))
                    if self.r.random() < 0.3:
                        self.say('else:')
                        self.block(give)
                elif form == 'while':
                    self.say('while len(seen) < %s:' % self.r.choice('123'))
                    self.block(lambda: (self.say('seen.append(n)'), give()))
                elif form == 'if':
                    self.say('if %s:' % self.expr('bool'))
                    self.block(give)
                    self.say('else:')
                    self.block(give)
                elif form == 'stop':
                    self.say('if n == %s: %s' % (self.leaf('int'), self.r.choice(['return', 'return 5', 'raise ValueError(n)'])))
                elif form == 'from' and self.generators:
                    self.say('got = yield from %s(%s)' % (self.r.choice(self.generators), self.r.choice(['n', '1'])))
                    self.say('seen.append(got)')
                else:
                    give()
            give()
        self.block(body)
        self.names = outside
        self.generators.append(name)

    def pulling(self):
        it, a = self.fresh(), self.fresh()
        self.say('%s = %s' % (it, self.generator()))
        self.guarded(lambda: self.say(self.r.choice([
            '%s = [next(%s), next(%s, None)]' % (a, it, it), '%s = [(x, next(%s, 0)) for x in %s]' % (a, it, it), '%s = list(zip(%s, %s))' % (a, it, it),
            '%s = [any(x > 1 for x in %s), list(%s)]' % (a, it, it), '%s = [2 in %s, list(%s)]' % (a, it, it), 'x, *%s = %s' % (a, it)])), a, 'list')
        self.say('del %s' % it)

    def pattern(self, depth=0):
        r = self.r
        form = r.choice(['value', 'value', 'capture', 'any', 'class', 'sequence', 'mapping', 'or', 'as'] if depth < 2 else ['value', 'any', 'class'])
        if form == 'value':
            return r.choice(['0', '1', '-1', '2.5', "'a'", "''", 'None', 'True', 'False', "b'abc'", '1j', '1 + 2j', "'x' 'y'", 'math.pi'])
        if form == 'capture':
            return self.captured()
        if form == 'any':
            return '_' if depth else r.choice(['[]', '()', '{}'])
        if form == 'class':
            inner = self.pattern(depth + 1) if r.random() < 0.4 else ''
            return '%s(%s)' % (r.choice(['int', 'str', 'float', 'list', 'dict', 'tuple', 'bool', 'bytes', 'object' if not inner else 'int']), r.choice([inner, inner, 'real=%s' % inner if inner else '']))
        if form == 'or':
            return '%s | %s' % (r.choice(['0', "'a'", 'int()', 'None', '[]']), r.choice(['1', "'b'", 'str()', '2.5', '{}']))
        if form == 'as':
            return '(%s as %s)' % (self.pattern(2).replace('_', 'int()'), self.captured())
        if form == 'sequence':
            items = [self.pattern(depth + 1) for _ in range(r.randint(0, 3))]
            if r.random() < 0.4:
                items.insert(r.randint(0, len(items)), '*' + r.choice(['_', self.captured()]))
            return r.choice(['[%s]', '(%s,)' if items else '(%s)']) % ', '.join(items)
        items = ['%s: %s' % (k, self.pattern(depth + 1)) for k in r.sample(["'type'", "'a'", "'k'", '1', 'None'], r.randint(0, 2))]
        if r.random() < 0.3:
            items.append('**' + self.captured())
        return '{%s}' % ', '.join(items)

    def captured(self):
        self.captures.append('c%d' % len(self.captures))
        return self.captures[-1]

    def match(self):
        out = self.fresh()
        kind = self.r.choice(TYPES)

        def make():
            self.say('match %s:' % self.r.choice([self.expr(kind), self.leaf(kind), '%s, %s' % (self.expr(kind), self.expr('int')), self.leaf('dict')]))

            def cases():
                for i in range(self.r.randint(1, 4)):
                    self.captures = []
                    pattern = self.pattern()
                    if pattern.startswith('c') and pattern[1:].isdigit():
                        pattern += ' if %s' % self.expr('bool')
                    elif self.r.random() < 0.2:
                        pattern += ' if %s' % self.expr('bool')
                    self.say('case %s:' % pattern)
                    self.block(lambda i=i: self.say('%s = [%s]' % (out, ', '.join([str(i)] + self.captures))))
                if self.r.random() < 0.5:
                    self.say('case _:')
                    self.block(lambda: self.say('%s = []' % out))
            self.block(cases)
        self.guarded(make, out, 'list')

    def group(self):
        out = self.fresh()
        self.say('%s = []' % out)
        self.names['list'].append(out)
        errors = self.r.sample(['ValueError', 'TypeError', 'KeyError', 'OSError'], 3)
        self.say('try:')

        def body():
            self.say('try:')
            self.block(lambda: self.say(self.r.choice(['raise %s(1)' % errors[0], 'raise ExceptionGroup("g", [%s(1), ExceptionGroup("h", [%s(2)]), %s(3)])' % (errors[0], errors[1], errors[0]), 'pass'])))
            for error in errors[:self.r.randint(1, 2)]:
                self.say('except* %s as e:' % error)
                self.block(lambda: self.say(self.r.choice(['%s.append(len(e.exceptions))' % out, '%s.append(str(e))' % out, 'pass'])))
        self.block(body)
        self.say('except BaseException as e:')
        self.block(lambda: self.say('%s.append(type(e).__name__)' % out))

    def again(self):
        out = self.fresh()

        def make():
            self.say('try:')
            self.block(lambda: self.say('%s = %s' % (out, self.expr('int'))))
            self.say('except Exception:')
            self.block(lambda: self.say(self.r.choice(['raise', 'raise KeyError(1)', 'raise ValueError("v") from None'])))
        self.guarded(make, out, 'int')

    def walrus(self):
        name, other = self.fresh(), self.fresh()
        self.say('if (%s := %s):' % (name, self.expr('int')))
        self.block(lambda: self.say('%s = %s + 1' % (other, name)))
        self.names['int'].append(name)

    def finally_(self):
        name = self.fresh()
        self.say('%s = []' % name)
        self.say('try:')
        self.block(lambda: self.guarded(lambda: self.say('%s.append(%s)' % (name, self.item())), self.fresh(), 'none'))
        self.say('finally:')
        self.block(lambda: self.say('%s.append("end")' % name))

    def raising(self):
        name = self.fresh()

        def make():
            self.say(self.r.choice(['raise ValueError("x")', 'assert %s' % self.expr('bool'), 'assert %s, "why"' % self.expr('bool'), 'raise KeyError', '%s = undefined_name' % name, 'del %s' % name]))
        self.guarded(make, name, 'none')

    def statements(self, n):
        for _ in range(n):
            self.r.choices([self.assign, self.mutate, self.unpack, self.loop, self.while_loop, self.branch, self.function, self.walrus, self.finally_, self.raising,
                            self.yielding, self.pulling, self.match, self.group, self.again],
                           [12, 8, 3, 2, 1, 2, 2 if self.indent == '' else 0, 1, 1, 1, 1 if self.indent == '' else 0, 1, 2, 0.5, 0.5])[0]()


def program(seed):
    p = Program(seed)
    p.lines = ['import copy', 'import itertools', 'import math', 'import os']
    p.statements(p.r.randint(3, 14))
    return '\n'.join(p.lines) + '\n'


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
