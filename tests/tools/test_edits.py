#!/usr/bin/env python3
"""Edits of small configs whose values share text and objects, read back by Python itself: exactly what was asked for, or a refusal.

    test_edits.py BUILD [CONFIGS [SEED]]
"""
import os
import random
import sys
import tempfile
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import edits  # noqa: E402
import effort  # noqa: E402

PARTS = (
    'n = 4', 'n = 4  # four', 'r = 0.5', 'd = [dict(k=i, j=4) for i in range(3)]', 'a = b = dict(x=1, y=[1, 2])',
    'def made(n=4, m=dict(q=1)):\n    return dict(n=n, m=m)', 'c1 = made()\nc2 = made(5)', 'c3 = [made(), made()]',
    'base = dict(w=1, v=dict(u=2), type="B")', 'u1 = base', 'u2 = [base, base]', 'u3 = dict(base, w=3)', 'u4 = dict(z=1, **base)',
    'u5 = {**base, "w": 7}', 'm1 = dict(p=n, q=n * 2, s=f"n{n}")', 'for i in range(2):\n    base[f"k{i}"] = dict(t=i)',
    'import copy\ncc = copy.deepcopy(base)', 'tup = (1, [2, 3], base)', 'e = [(lambda r=3: dict(r=r))() for _ in range(2)]',
    'x, y = 1, [1, 2]', 'l = [base] * 2', 'model = dict(a=a, type="M", lr=n / 10)', 'model["extra"] = a', 'a.update(z=9)',
    'if n > 3:\n    cond = dict(v=1)\nelse:\n    cond = dict(v=2)', 's = "a" "b"', 'neg = -3', 'ter = dict(v=1 if n else 2)',
    'optimizer = dict(type="SGD", lr=n)', 'optim_wrapper = dict(optimizer=optimizer, n=n)', 'p = [dict(type="L"), dict(type="R", s=(n, 8))]',
    'data = dict(train=dict(p=p), val=dict(p=p[1:]), n=n)', 'data["test"] = data["val"]', 'q = dict(zip("ab", [1, 2]))', 'w = dict([("a", 1)])',
    't = {1: "a", "b c": dict(d=1), "class": 2}', 'y2 = list(map(lambda v: dict(v=v), [1, 2]))', 'n += 1', 'z = n', 'long = dict(\n    a=1,  # one\n    b=[\n        1,\n        2,\n    ],\n)')


def load(path):
    with open(path, encoding='utf-8') as f:
        names = {}
        exec(f.read(), names)
    kept = {k: v for k, v in names.items() if not k.startswith('__') and not isinstance(v, (types.ModuleType, types.FunctionType))}
    return edits.plain(kept)


def some_config(r):
    """Parts in their order or another one; those that need what is not there are left out."""
    text, names = '', {}
    parts = sorted(r.sample(range(len(PARTS)), r.randrange(3, 14)))
    if r.random() < 0.3:
        r.shuffle(parts)
    for i in parts:
        try:
            exec(PARTS[i], names)
            text += PARTS[i] + '\n'
        except (NameError, KeyError):
            pass
    return text


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 15 if effort.built_with(exe)[0] else 60
    r = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    counts, failed = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for _ in range(n):
            text = some_config(r)
            with open('config.py', 'w', encoding='utf-8') as f:
                f.write(text)
            for _ in range(4):
                how, (_, args), why = edits.try_edit(exe, 'config.py', InPlace(r), load, ['--dialect', 'mmcv'])
                counts[how] = counts.get(how, 0) + 1
                if how == 'wrong':
                    failed += 1
                    print('%s\n%s: %s\n' % (text, args, why))
        os.chdir('/')
    total = sum(counts.values())
    if counts.get('refused', 0) * 4 > total:
        failed += 1
        print('%d of %d edits are refused' % (counts['refused'], total))
    print('%d checks' % total)
    sys.exit(1 if failed else 0)


class InPlace(random.Random):
    """Of the two ways of writing, the one that needs no loader with bases."""

    def __init__(self, r):
        super().__init__(r.random())
        self.first = True

    def random(self):
        if self.first:
            self.first = False
            return 0.0
        return super().random()


main()
