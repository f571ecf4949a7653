#!/usr/bin/env python3
"""Characters of all planes, and each of those that have a kind of their own: what Python's methods say of them, we say."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_differential import need_judge  # noqa: E402

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
