"""Programs of calls that go over a container while a function that they were given changes it.

Each function, method or statement that goes over something takes a container, or what is lazily made of it, and a function that
changes the container, another one or the iterator at some of its calls.  What comes of it, the containers and each call are shown.
"""
import random

CONTAINERS = {
    'list': ['[]', '[1]', '[1, 2]', '[1, 2, 3]', '[3, 1, 2, 0]', '[[1, 2], [3, 4]]', '["a", "b"]', '[2] * 5'],
    'dict': ['{}', '{1: 2}', '{1: 2, 3: 4}', '{"a": 1, "b": 2, "c": 3}', '{0: 0, 1: 1, 2: 2}'],
    'set': ['set()', '{1}', '{1, 2}', '{1, 2, 3}', '{"a"}'],
}
CHANGES = {
    'list': ['c.append(9)', 'c.clear()', 'c.pop()', 'c.insert(0, 8)', 'c.extend([5] * 40)', 'c[0] = 7', 'c.reverse()', 'c[:] = [6]', 'del c[1:]', 'c.sort()', 'c += [4]', 'c *= 3', 'c.remove(1)'],
    'dict': ['c.clear()', 'c.update({9: 9})', 'c[1] = 7', 'c.popitem()', 'c.pop(1)', 'c.update({i: i for i in range(50)})', 'c.setdefault(5, 5)', 'c["a"] = 0', 'del c[3]'],
    'set': ['c.add(9)', 'c.clear()', 'c.discard(1)', 'c.update(range(50))', 'c.remove(2)', 'c.pop()', 'c &= {1}', 'c |= {2}'],
}
ANSWERS = ['x', 'x', 'len(log)', '-len(log)', 'len(log) < 3', '(len(log), x)', '0', '[x, x]', 'not x', '(1, len(c))', 'len(c)']
LAZY = ['map(f, s)', 'filter(f, s)', '(f(q) for q in s)', 'zip(s, map(f, s))', 'zip(map(f, s), s)', 'enumerate(map(f, s))', 'itertools.accumulate(s, f)', 'itertools.takewhile(f, s)', 'itertools.dropwhile(f, s)',
        'itertools.chain(s, map(f, s))', 'itertools.chain.from_iterable(map(f, s))', 'itertools.islice(map(f, s), 2)', 'itertools.zip_longest(map(f, s), s)', 'itertools.pairwise(map(f, s))', 'itertools.starmap(f, zip(s, s))',
        'itertools.compress(s, map(f, s))', 'itertools.filterfalse(f, s)', 'map(f, s, s)', 'itertools.chain(map(f, s), s)', 'itertools.islice(itertools.cycle(map(f, s)), 5)', '(k for k, g in itertools.groupby(s, f))',
        '[list(g) for k, g in itertools.groupby(s, f)]', 'itertools.tee(map(f, s))[0]', 'itertools.islice(iter(lambda: f(1), 3), 6)', 'map(f, reversed(s))', 'map(f, [1, 2, 3])', 'map(f, "abc")', 'map(f, i)', 'zip(i, map(f, i))']
EAGER = ['max(s, key=f)', 'min(s, key=f)', 'sorted(s, key=f)', 'sorted(s, key=f, reverse=True)', 'functools.reduce(f, s)', 'functools.reduce(f, s, 0)', 'max(s, key=f, default=0)', 'min(i, key=f)', 'max(*s, key=f)']
TAKES = ['list(j)', 'tuple(j)', 'set(j)', 'dict(j)', 'frozenset(j)', 'sum(j)', 'max(j)', 'min(j)', 'any(j)', 'all(j)', 'sorted(j)', '"".join(j)', 'bytes(j)', 'dict.fromkeys(j)', 'math.prod(j)', 'OrderedDict(j)', '2 in j', 'next(j)',
         '[*j, *s]', '(*s, *j)', '(lambda *a: a)(*j)', '(lambda *a: a)(*s, *j)', '[q for q in j]', '{q: len(c) for q in j}', 'list(itertools.product(j, s))', 'list(itertools.combinations(j, 2))', 'operator.contains(j, 2)', 'operator.countOf(j, 1)',
         'operator.indexOf(j, 1)', 'max(j, key=f)', 'sorted(j, key=f)', 'functools.reduce(f, j)', '"%s%s" % tuple(j)', 'math.fsum(j)', 'dict(zip(j, s))', 'list(zip(s, j))', 'list(reversed(list(j)))', 'str(list(j))', 'tuple(j) + tuple(s)',
         '{*j}', '{*s, *j}', '{*j, len(log), *j}', '{len(log), [], *j}']
METHODS = {
    'list': ['c.extend(j)', 'c.__iadd__(j)', 'c.sort(key=f)', 'c.__setitem__(slice(1, 2), j)', 'c.__setitem__(slice(None, None, 2), j)', 'operator.iadd(c, j)', 'c.count(next(j))', 'c.extend(c)', 'c.extend(map(f, c))', 'operator.setitem(c, slice(0, 9), j)'],
    'dict': ['c.update(j)', 'c.__ior__(j)', 'c.update(zip(j, s))', 'c.fromkeys(j)', 'c.update(j, a=1)', 'operator.ior(c, j)', 'c.update(zip(s, map(f, s)))',
             'c.keys() & j', 'j & c.keys()', 'c.items() & zip(j, s)', 'c.keys() | j', 'c.keys() - j', 'c.keys() ^ j', 'c.items() | j', 'c.keys().isdisjoint(j)', 'c.items().isdisjoint(zip(j, s))'],
    'set': ['c.update(j)', 'c.update(s, j)', 'c.difference_update(j)', 'c.intersection_update(j)', 'c.symmetric_difference_update(j)', 'c.union(j)', 'c.intersection(j)', 'c.difference(j)', 'c.symmetric_difference(j)', 'c.issubset(j)',
            'c.issuperset(j)', 'c.isdisjoint(j)', 'c.union(j, s)', 'c.intersection(j, s)', 'c.update(map(f, s))'],
}
STATEMENTS = {
    'list': ['c += j', 'c[1:2] = j', 'c[::2] = j', 'c[:] = j', 'a, *c = j', 'c[len(c):] = j', 'c[-1:] = j'],
    'dict': ['c |= j', 'c |= zip(j, s)', 'c[1], c[2] = j'],
    'set': ['c |= set(j)', 'c -= set(j)', 'a, *b = j'],
}


class Program:
    def __init__(self, seed):
        self.r = random.Random('callbacks %d' % seed)

    def cell(self, n):
        r = self.r
        kind = r.choice(list(CONTAINERS))
        source = r.choice(['c'] * 5 + ['o', '[1, 2, 3]', 'c.items()', 'c.values()', 'list(c)', 'o.keys()'] if kind == 'dict' else ['c'] * 6 + ['o', '[1, 2, 3]', 'list(c)', 'list(o)'])
        lines = ['def cell%d():' % n, '    c, o, log = %s, %s, []' % (r.choice(CONTAINERS[kind]), r.choice(sum(CONTAINERS.values(), []))),
                 '    s = %s' % source, '    i = iter(s)', '    def f(x=0, *rest):', '        log.append(x)',
                 '        if len(log) > 20:', '            raise IndexError']  # what it changes may go on for ever
        when = r.choice(['len(log) == 1', 'len(log) == 2', 'len(log) < 4', 'len(log) == 3', 'x == 2', 'len(log) < 9'])
        change = r.choice(CHANGES[kind] + ['log.append(next(i, None))', 'log.append(next(j, None))'])
        if change.startswith(('c +', 'c *', 'c &', 'c |')):
            lines.append('        nonlocal c')
        lines += ['        if %s:' % when, '            %s' % change, '        return %s' % r.choice(ANSWERS), '    j = r = None', '    try:']
        form = r.random()
        if form < .25:
            lines.append('        r = %s' % r.choice(EAGER))
        else:
            lazy = r.choice(LAZY)
            if 'chain(' in lazy or 'dropwhile' in lazy:  # which go over some of it without asking: a list would feed itself
                lines[2] = '    s = list(%s)' % source
            lines.append('        j = %s' % lazy)
            if form < .55:
                lines.append('        r = %s' % r.choice(TAKES))
            elif form < .85:
                lines.append('        r = %s' % r.choice(METHODS[kind]))
            else:
                lines.append('        %s' % r.choice(STATEMENTS[kind]))
        return lines + ['    except Exception as e:', '        r = type(e).__name__', '    if r is j or r is i:', '        r = 0',
                        '    return [r, c, o, log]', 'r%d = cell%d()' % (n, n), 'del cell%d' % n]


def program(seed, count=4):
    p = Program(seed)
    lines = ['import functools', 'import itertools', 'import math', 'import operator', 'from collections import OrderedDict']
    for n in range(count):
        lines += p.cell(n)
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
