#!/usr/bin/env python3
"""The lines of tests/python, evaluated by cfglint and by the Python that runs this.

A line is an expression, a paragraph of several lines is statements; each is tried by itself, so that what it raises is compared
too.  What begins with `? ` gives something unknown, which it may; it stands in a config of its own, with the paragraphs of imports.
Elsewhere nothing is unknown.
"""
import ast
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_differential as differential  # noqa: E402

differential.need_judge()
warnings.simplefilter('ignore', SyntaxWarning)
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
checks, problems = 0, []


def is_expression(text):
    try:
        ast.parse(text, mode='eval')
        return True
    except SyntaxError:
        return False


def pieces(text):
    """What is to be tried, without comments."""
    for paragraph in re.split(r'\n\s*\n', text):
        lines = [line for line in paragraph.split('\n') if line and line[0] != '#']
        if all(is_expression(line.removeprefix('? ')) for line in lines):
            yield from lines
        else:
            yield '\n'.join(lines)


def tried(name, text):
    if is_expression(text):
        text = '%s = (%s)' % (name, text)
    return 'try:\n    %s\nexcept Exception as e:\n    %s = type(e).__name__\n' % (text.replace('\n', '\n    '), name)


def evaluate(text):
    """What cfglint makes of a config; None when it refuses it."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'x.py'), 'w', encoding='utf-8') as f:
            f.write(text)
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', 'x.py'], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if p.returncode not in (0, 2) or 'Sanitizer' in p.stderr:
        problems.append('status %d\n%s\n%s' % (p.returncode, text, p.stderr))
    return json.loads(p.stdout) if p.returncode == 0 else None


def compare(where, text, of):
    """`of`: what the program tries, by the name of the result."""
    global checks
    want, have = differential.python(text) or {}, evaluate(text) or {}
    if of and not want and not have:
        problems.append('%s: nothing of it was compared: what stands beside an import may not raise' % where)
    for name in sorted(want.keys() | have.keys() | of.keys()):
        checks += 1
        unknown, what = [0], of.get(name, '')
        if name in of and name not in want and name not in have:
            continue  # statements that raise nothing
        same = name in want and name in have and differential.same(have[name], want[name], unknown) and not unknown[0]
        if not same:
            problems.append('%s: %s: %s\n  %s\n  and not\n  %s' % (where, name, what, json.dumps(have.get(name)), json.dumps(want.get(name))))


for path in sorted(glob.glob(os.path.join(TOP, 'tests/python/*.txt'))):
    with open(path, encoding='utf-8') as f:
        all_ = [p for p in pieces(f.read()) if p]
    imports = [p for p in all_ if re.match(r'import |from ', p)]
    known = [p for p in all_ if p not in imports and not p.startswith('? ')]
    of = {'r%d' % i: p for i, p in enumerate(known)}
    compare(os.path.basename(path), '\n'.join(imports + [tried(name, p) for name, p in of.items()]), of)
    for p in all_:
        if p.startswith('? '):
            checks += 1
            got = evaluate('\n'.join([*imports, tried('r', p[2:])]))
            if got is not None and '"__unknown__"' not in json.dumps(got):
                problems.append('%s: nothing is unknown: %s\n  %s' % (os.path.basename(path), p, json.dumps(got)))
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
