#!/usr/bin/env python3
"""Characters of all planes, and each of those that have a kind of their own: what Python's methods say of them, we say."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_differential import need_judge  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
STEP = 2048
SAME = range(0x4000, 0x9000), range(0xa800, 0xd800), range(0x17000, 0x18800), range(0x22000, 0x2f000), range(0x32000, 0xe0000)  # one kind, mostly
ASKED = 'isidentifier', 'isdigit', 'isdecimal', 'isnumeric', 'isalpha', 'isalnum', 'isspace', 'isprintable', 'islower', 'isupper', 'istitle'
MADE = 'upper', 'lower', 'title', 'casefold', 'swapcase', 'capitalize'


def program(first):
    lines = ['r = [chr(i) for i in range(%d, %d)]' % (first, first + STEP)]
    lines += ['%s = "".join(str(int(c.%s())) for c in r)' % (name, name) for name in ASKED]
    lines += ['%s = [c.%s() for c in r if c.%s() != c]' % (name, name, name) for name in MADE]
    lines += ['goes_on = "".join(str(int(("a" + c).isidentifier())) for c in r)', 'shown = [repr(c) for c in r if repr(c) != "\'" + c + "\'"]',
              'amid = [("a" + c + "b").title() for c in r if ("a" + c + "b").title() != "A" + c + "b"]',
              'parts = [len(("a" + c + "b").split()) for c in r]', 'lines = "".join(str(len(("a" + c + "b").splitlines())) for c in r)', 'del r']
    return '\n'.join(lines) + '\n'


def named():
    r"""Texts for \N{...}: each 50th name, those at both ends of the ranges whose names hold their numbers, and beside them what is no name."""
    found = [n for n in (unicodedata.name(chr(i), '') for i in range(0, 0x110000, 50)) if n]
    for kind in ('CJK UNIFIED IDEOGRAPH-%04X', 'CJK UNIFIED IDEOGRAPH-%05X', 'CJK UNIFIED IDEOGRAPH-%x', 'HANGUL SYLLABLE '):
        inside = [unicodedata.name(chr(i), '').startswith(kind.split('%')[0]) for i in range(0x110000)]
        ends = [i for i in range(1, 0x110000) if inside[i] != inside[i - 1]]
        found += [kind % i for e in ends for i in (e - 1, e) if '%' in kind]
        found += [unicodedata.name(chr(i)) + last for e in ends for i in (e - 1, e) if inside[i] and '%' not in kind for last in ('', 'J', 'N', 'H', 'X')]
    syllables = [unicodedata.name(chr(i)) for i in range(0xac00, 0xac00 + 28)]  # each final of one
    with open(os.path.join(TOP, 'src/syntax/controls.def'), encoding='utf-8') as f:
        controls = re.findall(r'"([^"]+)"\)', f.read())  # all of them: of these unicodedata.name() knows none
    assert len(controls) > 60
    return found + syllables + controls + [n + 'S' for n in controls] + [n.lower() for n in syllables + ['NULL', 'BELL', 'Latin Small Letter A']]


def names(folder):
    """What Python makes of them, and what we make."""
    texts = named()
    for i, name in enumerate(texts):
        with open(os.path.join(folder, 'n%05d.py' % i), 'w', encoding='utf-8') as f:
            f.write('x = "\\N{%s}"\n' % name)
    p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', *('n%05d.py' % i for i in range(len(texts)))], cwd=folder,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
    have = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
    problems = []
    for i, name in enumerate(texts):
        try:
            want = unicodedata.lookup(name)
        except KeyError:
            want = None
        got = json.loads(have.get('n%05d.py' % i, '{}')).get('x')
        if got != want:
            problems.append('%s: %r, not %r' % (name, got, want))
    return problems, len(texts)


def main():
    need_judge()
    problems, checks = [], 0
    firsts = [x for x in range(0, 0xe1000, STEP) if not any(x in some for some in SAME)]
    with tempfile.TemporaryDirectory() as folder:
        for first in firsts:
            with open(os.path.join(folder, '%06x.py' % first), 'w', encoding='utf-8') as f:
                f.write(program(first))
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', '--limit', 'steps=9000000', *('%06x.py' % x for x in firsts)],
                           cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
        problems, checks = names(folder)
    have = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
    for first in firsts:
        want, got = {}, json.loads(have.get('%06x.py' % first, '{}'))
        exec(program(first), want)
        for name in [*ASKED, *MADE, 'goes_on', 'shown', 'amid', 'parts', 'lines']:
            checks += 1
            if got.get(name) != want[name]:
                at = [i for i, two in enumerate(zip(got.get(name) or '', want[name])) if two[0] != two[1]]
                problems.append('%06x: %s differs from the %s. on%s' % (first, name, at[:5], p.stderr[:200]))
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
