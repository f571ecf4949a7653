"""Random programs that use code which is not evaluated, and such code.

A program makes containers that hold and share each other, and then does things to them of which something is unknown: a
key, a condition, how often a loop runs, what a function does that it gives them to.  All that is unknown comes from
the module `unseen`, made here: an Unseen acts differently with every seed, within what its names promise, changes
whatever it is given, and may keep it and change it later.
"""
import random
import types

KEYS = ['a', 'b', 'c', 'd']


class Unseen:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kept = []
        module = types.ModuleType('unseen')
        for name in ('flag', 'key', 'index', 'number', 'text', 'items', 'pairs', 'mapping', 'change', 'keep', 'call',
                     'decorate', 'raises', 'pick', 'Box'):
            setattr(module, name, getattr(self, name))
        self.module = module

    # --- values ---

    def flag(self, *_):
        self.act()
        return self.r.random() < 0.5

    def key(self, *_):
        return self.r.choice(KEYS)

    def index(self, *_):
        return self.r.choice([0, 1, 1, -1, 2])

    def number(self, *_):
        return self.r.choice([0, 1, 2, 7, 2.5])

    def text(self, *_):
        return self.r.choice(['', 'a', 'b,c', 'x'])

    def items(self, *_):
        return [self.r.choice([0, 1, 2, 'a', 'b']) for _ in range(self.r.randint(0, 3))]

    def mapping(self, *_):
        return {k: self.r.choice([0, 1, 'x', [1]]) for k in self.r.sample(KEYS, self.r.randint(0, 3))}

    def pairs(self, *_):
        return list(self.mapping().items())

    def pick(self, *values):
        """One of the values, or what is in one."""
        v = self.r.choice(values)
        if isinstance(v, dict) and v and self.r.random() < 0.5:
            return self.r.choice(list(v.values()))
        if isinstance(v, (list, tuple)) and v and self.r.random() < 0.5:
            return self.r.choice(v)
        return v

    # --- effects ---

    def change(self, *values, **named):
        for v in [*values, *named.values()]:
            self.touch(v, 0)
        self.act()
        return self.r.choice([None, 1, 'x', [1], *values])

    def keep(self, *values):
        self.kept.extend(values)
        return self.change(*values) if self.r.random() < 0.3 else self.r.choice([None, *values])

    def act(self):
        """What was kept may change whenever any of this code runs."""
        for v in list(self.kept):
            if self.r.random() < 0.5:
                self.touch(v, 0)

    def call(self, f, *args):
        out = None
        for _ in range(self.r.randint(0, 2)):
            try:
                out = f(*args)
            except Exception:
                pass
        return out

    def decorate(self, f):
        if self.r.random() < 0.5:
            self.call(f)
        self.kept.append(f)
        return self.r.choice([f, lambda *a, **k: self.call(f, *a), lambda *a, **k: 3])

    def raises(self, *values):
        self.change(*values)
        if self.r.random() < 0.5:
            raise self.r.choice([ValueError, KeyError, TypeError])('unseen')
        return 1

    def Box(self, *values):
        return Box(self, values)

    def touch(self, v, depth):
        r = self.r
        if depth > 4:
            return
        if callable(v):
            try:
                self.touch(v(*[r.choice([0, 1, 'a'])][:r.randint(0, 1)]), depth + 1)
            except Exception:
                pass
        elif isinstance(v, types.GeneratorType) or hasattr(v, '__next__'):
            try:
                self.touch(next(v), depth + 1)
            except Exception:
                pass
        elif isinstance(v, list):
            for x in list(v):
                self.touch(x, depth + 1)
            if r.random() < 0.6:
                r.choice([lambda: v.append(r.randint(10, 99)), lambda: v and v.pop(), v.clear, v.reverse,
                          lambda: v.insert(0, r.randint(10, 99))])()
        elif isinstance(v, dict):
            for x in list(v.values()):
                self.touch(x, depth + 1)
            if r.random() < 0.6:
                r.choice([lambda: v.update({r.choice(KEYS): r.randint(10, 99)}), lambda: v and v.popitem(), v.clear,
                          lambda: v.update(new=r.randint(10, 99))])()
        elif isinstance(v, set):
            r.choice([lambda: v.add(r.randint(10, 99)), v.clear, lambda: v and v.pop()])()
        elif isinstance(v, (tuple, frozenset)):
            for x in list(v):
                self.touch(x, depth + 1)


class Box:
    """An object whose every operation may change what it gets, and what it has got before."""

    unseen, values = None, ()

    def __init__(self, unseen, values):
        self.__dict__.update(unseen=unseen, values=list(values))

    def __deepcopy__(self, _):
        return self

    def _act(self, *values):
        self.values.extend(values)
        self.unseen.change(*self.values)
        return self

    def __setitem__(self, key, value):
        self._act(value)

    def __setattr__(self, name, value):
        self._act(value)

    def __getitem__(self, key):
        return self._act(key)

    def __delitem__(self, key):
        self._act()

    def __iter__(self):
        self._act()
        return iter(self.unseen.items())

    def __contains__(self, item):
        self._act(item)
        return self.unseen.flag()

    def __len__(self):
        self._act()
        return self.unseen.r.randint(0, 2)

    def __enter__(self):
        return self._act()

    def __exit__(self, *_):
        self._act()
        return self.unseen.flag()

    def __eq__(self, other):
        self._act(other)
        return self.unseen.flag()

    def __lt__(self, other):
        self._act(other)
        return self.unseen.flag()

    def __hash__(self):
        return 1

    def __str__(self):
        self._act()
        return self.unseen.text()

    def __call__(self, *values, **named):
        return self._act(*values, *named.values())

    def put(self, *values, **named):
        return self._act(*values, *named.values())

    def _operator(self, other):
        return self._act(other)

    __add__ = __radd__ = __iadd__ = __or__ = __ror__ = __ior__ = __mul__ = __rmul__ = _operator


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = ['import copy', 'import functools', 'import itertools', 'import operator', 'import random',
                      'import heapq', 'import bisect', 'import os', 'import unseen',
                      'from unseen import change, flag, key']
        self.names = {'list': [], 'dict': [], 'set': [], 'value': [], 'iterator': [], 'function': []}
        self.resets = set()  # names that must not be left, as no loader takes what they stand for
        self.n = 0
        self.indent = ''

    def say(self, text):
        self.lines.extend(self.indent + line for line in text.split('\n'))

    def block(self, make):
        old, n = self.indent, len(self.lines)
        names = {k: list(v) for k, v in self.names.items()}
        self.indent += '    '
        make()
        if len(self.lines) == n:
            self.say('pass')
        self.indent = old
        if self.r.random() < 0.8:  # else they may be used where they are not bound
            self.resets.update(self.names['iterator'] + self.names['function'])
            self.names = names

    def fresh(self, kind, text=None):
        self.n += 1
        name = '%s%d' % (kind[0], self.n)
        if text:
            self.say('%s = %s' % (name, text))
        self.names[kind].append(name)
        return name

    def pick(self, *kinds):
        names = [n for k in kinds for n in self.names[k]]
        return self.r.choice(names) if names else self.literal(self.r.choice(kinds))

    def literal(self, kind):
        return {'list': '[1, 2, 3]', 'dict': "{'a': 1, 'b': 2}", 'set': '{1, 2}', 'value': '5', 'iterator': 'iter([1, 2])',
                'function': 'len'}[kind]

    def container(self):
        return self.pick('list', 'dict', 'list', 'dict', 'set')

    def anything(self):
        return self.r.choice([self.container, self.container, lambda: self.pick('value'), lambda: str(self.r.randint(0, 9)),
                              lambda: repr(self.r.choice(KEYS)), lambda: '[%s]' % self.container(),
                              lambda: '{%r: %s}' % (self.r.choice(KEYS), self.container())])()

    # --- making things ---

    def make(self):
        r = self.r
        kind = r.choice(['list', 'list', 'dict', 'dict', 'set', 'value'])
        part = self.anything
        self.fresh(kind, {
            'list': lambda: r.choice(['[1, 2, 3]', '[%s, 2, %s]' % (part(), part()), '[%s] * 2 + [3]' % part(), 'list(%s)' % self.pick('list'),
                                      'copy.copy(%s)' % self.pick('list'), 'copy.deepcopy(%s)' % self.pick('list'), '[[1], [2], [3, 4]]', self.pick('list'),
                                      '[x for x in %s]' % self.pick('list'), '%s[:]' % self.pick('list'), 'sorted([3, 1, 2])', 'list(%s.values())' % self.pick('dict')]),
            'dict': lambda: r.choice(["{'a': 1, 'b': [2], 'c': {'a': 3}}", "dict(a=%s, b=2, c=%s)" % (part(), part()), '{**%s, %r: %s}' % (self.pick('dict'), r.choice(KEYS), part()),
                                      'dict(%s)' % self.pick('dict'), 'copy.deepcopy(%s)' % self.pick('dict'), '%s.copy()' % self.pick('dict'), self.pick('dict'),
                                      '{k: v for k, v in %s.items()}' % self.pick('dict'), '{1: %s, (1, 2): 3}' % part()]),
            'set': lambda: r.choice(['{1, 2, 3}', 'set(%s)' % r.choice(['[1, 2]', "'abc'"]), self.pick('set'), '{4} | {5}']),
            'value': lambda: r.choice(['%d' % r.randint(0, 9), "'text'", 'len(%s)' % self.container(), 'str(%s)' % self.pick('list', 'dict'), '(%s, %s)' % (part(), part()),
                                       '%r in %s' % (r.choice(KEYS), self.pick('dict')), '%s == %s' % (self.container(), self.container()), 'bool(%s)' % self.container(),
                                       'sum(len(str(x)) for x in %s)' % self.pick('list'), '%s.get(%r)' % (self.pick('dict'), r.choice(KEYS)), '%s[0]' % self.pick('list'),
                                       '[x for x in %s]' % self.pick('list'), 'tuple(%s)' % self.pick('list'), 'max([1, 2], key=lambda x: -x)', 'repr(%s)' % self.pick('list'),
                                       'list(%s)' % self.pick('dict'), '%s.items()' % self.pick('dict') if False else 'list(%s.items())' % self.pick('dict')]),
        }[kind]())

    def iterator(self):
        r = self.r
        self.fresh('iterator', r.choice(['iter(%s)' % self.pick('list'), '(x for x in %s)' % self.pick('list'), 'zip(%s, [1, 2])' % self.pick('list'), 'map(str, [1, 2, 3])',
                                         'enumerate(%s)' % self.pick('list'), 'reversed(%s)' % self.pick('list'), '(%s.append(x) for x in [1, 2])' % self.pick('list')]))

    def function(self):
        r = self.r
        name = self.fresh('function')
        body = r.choice(['%s.append(5)' % self.pick('list'), "%s['a'] = %s" % (self.pick('dict'), self.anything()), 'return %s' % self.container(), 'x.append(1)', "x['a'] = 9", 'return x',
                         'global %s; %s = 7' % ((self.pick('value') if self.names['value'] else 'w',) * 2), 'yield %s' % self.container(), '%s.clear()\n    yield 1' % self.container(),
                         'return len(%s)' % self.container(), 'return change(%s)' % self.container(), 'if flag():\n        return 1\n    %s.clear()\n    return 2' % self.container(),
                         'return dict(a=x)', 'while flag():\n        %s.pop()\n        break\n    return x' % self.pick('list')])
        form = r.choice(['def', 'def', 'lambda', 'decorated', 'closure', 'partial', 'class'])
        if form == 'def' or '\n' in body or body.split()[0] in ('global', 'yield', 'return', "x['a']"):
            if form == 'decorated':
                self.say('@unseen.decorate')
            self.say('def %s(x=%s):\n    %s' % (name, self.container(), body))
        elif form == 'lambda':
            self.say('%s = lambda x=3: %s' % (name, body) if '=' not in body else 'def %s(x=1):\n    %s' % (name, body))
        elif form == 'closure':
            self.say('def outer_%s(y):\n    def inner(x=1):\n        nonlocal y\n        y = [y]\n        return y\n    return inner\n%s = outer_%s(%s)' % (name, name, name, self.container()))
        elif form == 'partial':
            self.say('%s = functools.partial(change, %s)' % (name, self.container()))
        elif form == 'class':
            self.say('class C:\n    def run(self, x=1):\n        %s\n%s = C().run\ndel C' % (body, name))
        else:
            self.say('%s = %s.%s' % (name, self.pick('list'), r.choice(['append', 'clear', 'pop'])))

    # --- what is unknown ---

    def unknown(self, what=None):
        r = self.r
        what = what or r.choice(['key', 'index', 'number', 'text', 'items', 'mapping', 'pairs', 'flag', 'Box', 'Box', 'pick'])
        if what == 'pick':
            return 'unseen.pick(%s, %s)' % (self.anything(), self.anything())
        if what == 'Box':
            return 'unseen.Box(%s)' % r.choice(['', '', self.anything()])
        given = '' if r.random() < 0.9 else self.anything()
        return r.choice(['unseen.%s(%s)' % (what, given)] * 3 + ["%s(%s)" % (what, given) if what in ('flag', 'key') else 'unseen.%s()' % what])

    def one_of(self):
        """Unknown which of the program's own things."""
        a, b = self.container(), self.container()
        return self.r.choice(['(%s if flag() else %s)' % (a, b), '(flag() and %s or %s)' % (a, b), '[%s, %s, 1][unseen.index()]' % (a, b), '{0: %s, 1: %s}.get(unseen.number())' % (a, b),
                              'unseen.pick(%s, %s)' % (a, b), 'getattr(unseen, "pick")(%s)' % a, '(lambda: %s if flag() else %s)()' % (a, b), 'next(x for x in [%s, %s] if flag())' % (a, b),
                              '%s.get(key(), %s)' % (self.pick('dict'), a), '%s[key()]' % self.pick('dict')])

    def operation(self):
        """A statement on containers, of which something is unknown."""
        r = self.r
        l, d, s, x = self.pick('list'), self.pick('dict'), self.pick('set'), self.anything()
        u, box = self.unknown, self.unknown('Box')
        return r.choice([
            lambda: '%s.update(%s)' % (d, u(r.choice(['mapping', 'pairs']))), lambda: '%s.update(%s, a=%s)' % (d, u('mapping'), x), lambda: '%s.update(**%s)' % (d, u('mapping')),
            lambda: '%s[%s] = %s' % (d, u('key'), x), lambda: '%s[%s] = %s' % (l, u('index'), x), lambda: '%s.pop(%s, None)' % (d, u('key')), lambda: 'del %s[%s]' % (d, u('key')),
            lambda: 'del %s[%s]' % (l, u('index')), lambda: '%s.setdefault(%s, %s).append(1)' % (d, u('key'), x), lambda: '%s.setdefault(%s, %s)' % (d, u('key'), x),
            lambda: '%s |= %s' % (d, u('mapping')), lambda: '%s |= set(%s)' % (s, u('items')), lambda: '%s.discard(%s)' % (s, u('number')), lambda: '%s.add(%s)' % (s, u('number')),
            lambda: '%s.update(%s)' % (s, u('items')), lambda: '%s.add(%s)' % (s, box), lambda: '%s -= {%s}' % (s, u('number')),
            lambda: '%s[%s:] = [9]' % (l, u('index')), lambda: '%s[:%s] = %s' % (l, u('index'), u('items')), lambda: 'del %s[%s:]' % (l, u('index')), lambda: '%s[::%s]' % (l, u('number')),
            lambda: '%s.extend(%s)' % (l, u('items')), lambda: '%s += %s' % (l, u('items')), lambda: '%s *= %s' % (l, u('index')), lambda: '%s.insert(%s, %s)' % (l, u('index'), x),
            lambda: '%s.remove(%s)' % (l, u('number')), lambda: '%s.pop(%s)' % (l, u('index')), lambda: '%s.sort(key=%s)' % (l, 'lambda v: unseen.number(v)'), lambda: '%s.sort(key=change)' % l,
            lambda: '%s.append(%s)' % (l, u()), lambda: '%s.index(%s)' % (l, u()), lambda: '%s in %s' % (u(), l), lambda: '%s == %s' % (box, self.container()), lambda: '%s < %s' % (l, box),
            lambda: '%s[0] += %s' % (l, u('number')), lambda: "%s['a'] = %s" % (d, u()), lambda: '%s[%s].append(1)' % (d, u('key')), lambda: "%s['c'][%s] = 1" % (d, u('key')),
            lambda: 'random.shuffle(%s)' % l, lambda: 'heapq.heappush(%s, 0)' % l, lambda: 'bisect.insort(%s, 0)' % l, lambda: 'operator.setitem(%s, "a", 5)' % d, lambda: 'operator.iadd(%s, [1])' % l,
            lambda: 'change(%s)' % self.container(), lambda: 'change(*%s)' % l, lambda: 'change(x=%s)' % self.container(), lambda: 'unseen.keep(%s)' % self.container(), lambda: 'unseen.raises()',
            lambda: 'unseen.call(%s)' % self.pick('function'), lambda: 'unseen.call(%s, %s)' % (self.pick('function'), self.container()), lambda: 'unseen.keep(%s)' % self.pick('function'), lambda: 'unseen.flag()',
            lambda: '%s(*%s)' % (self.pick('function'), u('items')), lambda: '%s(**%s)' % (self.pick('function'), '{"x": %s} if flag() else {}' % self.container()), lambda: '%s()' % self.pick('function'),
            lambda: '%s(%s)' % (self.pick('function'), self.container()), lambda: '%s.put(%s)' % (box, x), lambda: '%s[%s] = %s' % (box, x, x), lambda: '%s.attr = %s' % (box, x),
            lambda: '%s.append(4)' % self.one_of(), lambda: 'change(%s)' % self.one_of(), lambda: '%s.update(a=4)' % self.one_of(), lambda: '%s.clear()' % self.one_of(),
            lambda: 'flag() and %s.append(6)' % l, lambda: 'flag() or %s.clear()' % self.container(), lambda: '%s.clear() if flag() else None' % self.container(), lambda: '0 < %s < len([%s.append(1)])' % (u('number'), l),
            lambda: '[%s.append(x) for x in %s]' % (l, u('items')), lambda: '[%s.append(x) for x in [1, 2] if flag()]' % l, lambda: 'list(map(%s.append, %s))' % (l, u('items')), lambda: 'sorted(%s, key=%s.append)' % (u('items'), l),
            lambda: 'any(flag() or %s.append(x) for x in [1, 2])' % l, lambda: 'list(map(change, %s))' % l, lambda: 'functools.reduce(change, %s)' % l, lambda: 'list(filter(change, %s))' % l,
            lambda: 'setattr(%s, "x", %s)' % (box, x), lambda: 'exec(unseen.pick("%s.clear()", "pass"))' % self.container() if r.random() < 0.2 else 'unseen.flag()',
            lambda: 'next(%s, None) if flag() else 0' % self.pick('iterator'), lambda: 'list(itertools.islice(%s, unseen.index()))' % self.pick('iterator'), lambda: 'change(%s)' % self.pick('iterator'),
            lambda: '%s in %s' % (u('number'), self.pick('iterator')), lambda: 'next(%s, None)' % self.pick('iterator'), lambda: 'str(%s)' % box, lambda: 'len(%s)' % box, lambda: 'print(end=%s and "")' % u('flag'),
            lambda: '%s.__setitem__(0, %s)' % (l, u()), lambda: 'list.append(%s, %s)' % (l, u()), lambda: 'dict.update(%s, %s)' % (d, u('mapping')), lambda: '%s.%s(%s)' % (s, r.choice(['intersection_update', 'difference_update']), u('items')),
            lambda: '%s = %s' % (self.pick('value') if self.names['value'] else 'w', self.one_of()),
        ])()

    def statement(self, depth=0):
        r = self.r
        forms = ['operation'] * 8 + ['make'] * 5 + ['value'] * 4 + ['plain'] * 3 + ['iterator', 'function']
        if depth < 2:
            forms += ['if', 'for', 'while', 'with', 'try', 'loop', 'match', 'if']
        form = r.choice(forms)
        if form == 'operation':
            self.say(self.operation())
        elif form == 'make':
            self.make()
        elif form == 'value':
            text = r.choice([self.operation, self.one_of, self.unknown])()
            if ' = ' in text or text.startswith(('del ', 'exec')) or '= ' in text.replace('==', ''):
                self.say(text)
            else:
                self.fresh(r.choice(['value', 'value', 'list', 'dict']), text)
        elif form == 'plain':
            self.say(r.choice(['%s.append(%s)' % (self.pick('list'), self.anything()), "%s['a'] = %s" % (self.pick('dict'), self.anything()), '%s.reverse()' % self.pick('list'),
                               '%s.pop()' % self.pick('list'), "%s.pop('a', None)" % self.pick('dict'), '%s.add(8)' % self.pick('set'), '%s += [1]' % self.pick('list')]))
        elif form == 'iterator':
            self.iterator()
        elif form == 'function':
            if self.indent:
                self.make()
            else:
                self.function()
        else:
            self.compound(form, depth)

    def compound(self, form, depth):
        r = self.r

        def some():
            for _ in range(r.randint(1, 3)):
                self.statement(depth + 1)
            if form in ('for', 'while', 'loop') and r.random() < 0.3:
                self.say('if %s: %s' % (r.choice(['flag()', 'len(%s) > 2' % self.pick('list')]), r.choice(['break', 'continue'])))
        if form == 'if':
            self.say('if %s:' % r.choice([self.unknown('flag'), self.unknown(), '%s in %s' % (self.unknown('key'), self.pick('dict')), 'len(%s) > unseen.number()' % self.container(), self.unknown('number') + ' > 1']))
            self.block(some)
            if r.random() < 0.4:
                self.say('else:')
                self.block(some)
        elif form == 'for':
            self.say('for %s in %s:' % (r.choice(['i', 'i', self.pick('value') if self.names['value'] else 'i']), r.choice([self.unknown('items'), self.unknown('mapping'), 'range(unseen.index() + 1)', self.one_of(), 'zip(%s, %s)' % (self.pick('list'), self.unknown('items'))])))
            self.block(some)
            if r.random() < 0.2:
                self.say('else:')
                self.block(some)
        elif form == 'loop':
            over = r.choice(['[1, 2]', self.pick('list'), self.pick('dict'), 'range(2)', self.pick('iterator')])
            self.say('for i in %s:' % over)
            self.block(lambda: (some(), self.say('if len(%s) > 9: break' % over) if over[0] == 'l' else None))
            self.say('i = 0')
        elif form == 'while':
            self.n += 1
            self.say('t%d = 0' % self.n)
            self.say('while t%d < %s and flag():' % (self.n, r.choice('12')))
            self.block(lambda n=self.n: (self.say('t%d += 1' % n), some()))
        elif form == 'with':
            self.say('with unseen.Box(%s)%s:' % (r.choice(['', self.container()]), r.choice(['', ' as i'])))
            self.block(some)
        elif form == 'try':
            self.say('try:')
            self.block(lambda: (some(), self.say(r.choice(['unseen.raises()', 'pass', 'unseen.raises(%s)' % self.container()])), some()))
            self.say('except %s:' % r.choice(['Exception', 'ValueError', '(KeyError, ValueError, TypeError, IndexError, AttributeError)']))
            self.block(some)
            if r.random() < 0.3:
                self.say('else:')
                self.block(some)
            if r.random() < 0.3:
                self.say('finally:')
                self.block(some)
        elif form == 'match':
            self.say('match %s:' % r.choice([self.unknown('number'), self.unknown('items'), self.unknown('mapping'), self.one_of()]))
            self.block(lambda: (self.say('case %s:' % r.choice(['0', '[]', '[i, *_]', "{'a': i}", '[i]'])), self.block(some), self.say('case _:'), self.block(some)))

    def text(self):
        for kind in ('list', 'dict', 'set', 'value', 'iterator', 'list', 'dict'):
            self.fresh(kind, self.literal(kind))
        self.function()
        for _ in range(3):
            self.make()
        for _ in range(self.r.randint(2, 9)):
            self.statement()
        for _ in range(self.r.randint(0, 3)):
            self.make()
        for name in sorted(self.resets | set(self.names['iterator'] + self.names['function'])):
            self.say('%s = 0' % name)
        return '\n'.join(self.lines) + '\n'


def program(seed):
    return Program(seed).text()


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
