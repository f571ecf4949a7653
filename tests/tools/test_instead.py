#!/usr/bin/env python3
"""What a rule says instead of others is said by one of them at last: no two give way to each other, and each is a rule."""
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
instead, problems = {}, []
for path in sorted(glob.glob(os.path.join(TOP, 'rules/rules/*.star'))):
    with open(path, encoding='utf-8') as f:
        for code, body in re.findall(r'^rule\("(\w+)",(.*?)^     summary', f.read(), re.M | re.S):
            others = re.search(r'^     instead_of = \[(.*?)\]', body, re.M | re.S)
            instead[code] = re.findall(r'"(\w+)"', others[1]) if others else []


def gives_way(code, seen):
    """The rules that end where they begin, one instead of the other."""
    for other in instead.get(code, []):
        if other in seen:
            return [*seen, other]
        found = gives_way(other, [*seen, other])
        if found:
            return found
    return []


for code, others in instead.items():
    problems += ['%s: there is no rule %s' % (code, x) for x in others if x not in instead]
    problems += [' instead of '.join(loop) + ': nothing is said' for loop in [gives_way(code, [code])] if loop]
print('\n'.join(problems))
print('%d checks' % len(instead))
sys.exit(1 if problems or not any(instead.values()) else 0)
