#!/usr/bin/env python3
"""The lines of tests/python, evaluated by cfglint and by the Python that runs this.

A line is an expression, a paragraph of several lines is statements; each is tried by itself, so that what it raises is compared
too.  Where a paragraph begins with `? `, something in it is unknown, which it may be; elsewhere nothing is.  Paragraphs of imports
are as they stand.
"""
import ast
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_differential as differential  # noqa: E402

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')


def pieces(text):
    """(what is to be tried, its statements)"""
    for paragraph in re.split(r'\n\s*\n', text):
        lines = [line for line in paragraph.split('\n') if line and line[0] != '#']
        if all(is_expression(line.removeprefix('? ')) for line in lines):
            yield from ((line, None) for line in lines)
        elif lines:
            yield '\n'.join(lines), '\n'.join(lines).removeprefix('? ').split('\n')


def is_expression(line):
    try:
        compile(line, 'line', 'eval')
        return True
    except SyntaxError:
        return False


def program(text):
    """A config, and what each of its results comes from."""
    out, of = [], {}
    for i, (what, statements) in enumerate(pieces(text)):
        name = 'r%d' % i
        of[name] = what
        if statements:
            of.update((n.id, what) for n in ast.walk(ast.parse('\n'.join(statements)))
                      if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        what = what.removeprefix('? ')
        if statements and all(re.match(r'(import|from) ', line) for line in statements):
            out += statements
            continue
        out += ['try:'] + ['    ' + line for line in statements or ['%s = (%s)' % (name, what)]]
        out += ['except Exception as e:', '    %s = type(e).__name__' % name]
    return '\n'.join(out) + '\n', of


checks, problems = 0, []
for path in sorted(glob.glob(os.path.join(TOP, 'tests/python/*.txt'))):
    with open(path, encoding='utf-8') as f:
        text, of = program(f.read())
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'x.py'), 'w', encoding='utf-8') as f:
            f.write(text)
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', 'x.py'], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    want = differential.python(text)
    have = json.loads(p.stdout) if p.returncode == 0 else {}
    if p.returncode or want is None:
        problems.append('%s: status %d\n%s' % (path, p.returncode, p.stderr))
        continue
    for name in sorted(want.keys() | have.keys()):
        checks += 1
        unknown = [0]
        same = name in want and name in have and differential.same(have[name], want[name], unknown)
        same = same and (unknown[0] > 0) == of.get(name, '').startswith('? ')
        if not same and not differential.is_no_judge(of.get(name, '')):
            problems.append('%s: %s: %s\n  %s\n  and not\n  %s' % (
                os.path.basename(path), name, of.get(name, ''), json.dumps(have.get(name)), json.dumps(want.get(name))))
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
