#!/usr/bin/env python3
"""What plain scalars of YAML mean, as PyYAML resolves them: every word of up to three parts of numbers, times and words, and some of more."""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_differential import canonical, same  # noqa: E402

PARTS = ('0', '1', '8', '12', '1.5', 'e12', '59', '60', '.', 'e', 'E', '+', '-', '_', ':', '0x', '0b', '0o', 'f', 'inf', 'nan', 'no', 'On', 'null', '~', '2001-02-03', 'T', 'Z')
MORE = 3000


def words():
    found = {''.join(w) for n in (1, 2, 3) for w in itertools.product(PARTS, repeat=n)}
    draw = random.Random(7)
    found |= {''.join(draw.choice(PARTS) for _ in range(draw.randint(4, 7))) for _ in range(MORE)}
    return sorted(found)


def plain(word):
    """Is it a scalar for PyYAML, and which?"""
    try:
        found = yaml.load('k: ' + word, Loader=yaml.CLoader)
        return canonical(found) if isinstance(found, dict) and list(found) == ['k'] and not isinstance(found['k'], (dict, list)) else None
    except Exception:
        return None


exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
meant = {w: m['k'] for w in words() if (m := plain(w)) is not None}
names = {'k%d' % i: w for i, w in enumerate(meant)}
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'x.yaml')
    with open(path, 'w', encoding='utf-8') as f:
        f.writelines('%s: %s\n' % row for row in names.items())
    p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', path], capture_output=True, text=True)
told = json.loads(p.stdout) if p.returncode == 0 else {}
bad = ['%s: %s, not %s' % (w, json.dumps(told.get(k)), json.dumps(meant[w])) for k, w in names.items() if not same(told.get(k), meant[w], [0])]
print('\n'.join(bad[:20]) + p.stderr[:500])
print('%d checks' % len(names))
sys.exit(1 if bad else 0)
