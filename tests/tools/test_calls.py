#!/usr/bin/env python3
"""Operations with arguments of all kinds, also those that nobody would write: what PyTorch refuses, a description must not do either,
and all else has PyTorch's shape (fixtures/measured/calls_torch113.tsv).

    test_calls.py BUILD
"""
import json
import os
import re
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
HERE = 'fixtures/measured'


def table(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as f:
        return [line.rstrip('\n').split('\t') for line in f if line.strip() and line[0] != '#']


def tensors():
    """Parameters and locals, as each description has them."""
    build, run = [], []
    with open(os.path.join(HERE, 'calls_torch113.tsv'), encoding='utf-8') as f:
        head = f.readline().split('tensors:')[1]
    for name, kind, shape in re.findall(r'(\w+?)(~|!|\?|#\d+:)([\d,]+)', head):
        shape = '[%s]' % shape.replace(',', ', ')
        if kind in '~!':
            build.append('%s=parameter(%s)' % (name, shape))
            run.append('    %s = module.%s%s\n' % (name, name, '.clone()' if kind == '~' else ''))
        else:
            run.append('    %s = torch.zeros(%s, dtype="%s")\n' % (name, shape, 'bool' if kind == '?' else 'int64'))
    return ', '.join(build), ''.join(run) + '    xt = xt.permute(0, 2, 3, 1)\n'


def description(i, expression, result, build, run):
    used = set(re.findall(r'\w+', expression))
    lines = ''.join(line + '\n' for line in run.split('\n')[:-1] if line.split()[0] in used)
    several = isinstance(result_of := json.loads(result) if result != 'refused' else None, list) and any(isinstance(x, list) for x in result_of)
    outputs = '' if not isinstance(result_of, list) else ', outputs=%s' % (result if several else '[%s]' % result)
    return ('def _run%d(module):\n%s    return %s\n\nexample("call %d.", cfg=dict(type="calls"), run=_run%d, training=True, torch=113%s)\n' % (
        i, lines, expression, i, i, outputs))


calls = table('calls_torch113.tsv')
differs = {pattern: [] for pattern, _ in table('calls_differences.tsv')}
build, run = tensors()
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'calls.star'), 'w', encoding='utf-8') as f:
        f.write('module("calls", build=lambda: Module("calls", lambda m: None, %s))\n\n' % build)
        f.writelines(description(i, e, r, build, run) for i, (e, r) in enumerate(calls))
    p = subprocess.run([exe, 'dump', 'examples', 'call '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
have = {int(n): problem for n, problem in re.findall(r'call (\d+)\. \|.*?\| (.*?) \|', p.stdout)}
bad = []
for i, (expression, result) in enumerate(calls):
    problem = have.get(i, 'it did not run: ' + p.stderr[:300])
    if result == 'refused':
        good, what = bool(problem) and i in have, 'PyTorch refuses it'
    else:
        good, what = not problem, '%s, PyTorch: %s' % (problem, result)
    for pattern in differs:
        if not good and re.fullmatch(pattern, expression):
            differs[pattern].append(expression)
            good = True
    if not good:
        bad.append('%s: %s' % (expression, what))
bad += ['calls_differences.tsv: nothing differs of %s' % pattern for pattern, found in differs.items() if not found]
print('\n'.join(bad))
print('%d checks' % len(calls))
sys.exit(1 if bad or not calls else 0)
