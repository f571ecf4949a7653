#!/usr/bin/env python3
"""Formats, searches and cases: each number with each format, each text with each method, evaluated by
cfglint and by Python.

    test_expressions.py BUILD
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import grammar_python as grammar  # noqa: E402
from test_differential import need_judge, python, same  # noqa: E402

A_FILE = 60


def expressions():
    kinds = grammar.EXPRESSIONS
    numbers = kinds['I'] + kinds['F'] + kinds['C'] + ['True', 'False']
    for n in numbers:
        for spec in grammar.SPECS:
            yield 'format(%s, %r)' % (n, spec)
        for pattern in grammar.PERCENTS:
            if '*' not in pattern:  # a width of 2**31 is more than we make
                yield '%r %% (%s,)' % (pattern, n)
    for n in kinds['I'] + kinds['F']:
        for function in grammar.MATH:
            if function not in ('factorial', 'isqrt', 'sinh', 'tanh', 'cbrt', 'exp', 'exp2', 'expm1', 'log1p', 'sin', 'cos', 'tan', 'atan'):  # libm's
                yield 'math.%s(%s)' % (function, n)
    for text in grammar.STRINGS:
        for method in grammar.METHODS:
            yield '%r.%s()' % (text, method)
        for spec in grammar.SPECS:
            yield 'format(%r, %r)' % (text, spec)
        for i in grammar.INDEXES:
            for method in ('find', 'rfind', 'index', 'count', 'startswith', 'endswith'):
                yield '%r.%s("a", %s)' % (text, method, i)
                yield '%r.%s("", %s, %s)' % (text, method, i, i)
        for width in (0, 1, 5, 6, 7):
            for method in ('center', 'zfill', 'expandtabs', 'ljust'):
                yield '%r.%s(%d)' % (text, method, width)
    for i in grammar.INDEXES:
        yield '"abc"[%s]' % i
        yield '[1, 2].pop(%s)' % i
        yield '(lambda l: (l.insert(%s, 9), l))([1, 2])' % i
        for j in grammar.INDEXES:
            for form in ('[1, 2, 3, 2].index(2, %s, %s)', 'b"abcabc".find(b"b", %s, %s)', '[1, 2, 3][%s:%s]', '(1, 2, 3)[%s:%s]', '"abc"[%s:%s]', 'range(5)[%s:%s]'):
                yield form % (i, j)


def program(numbered):
    form = 'try:\n    v%d = %s\nexcept Exception as e:\n    v%d = type(e).__name__\n'
    return 'import math\n' + ''.join(form % (i, e, i) for i, e in numbered)


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    every = list(enumerate(dict.fromkeys(expressions())))
    failed = unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        texts = {'%d.py' % i: program(every[i:i + A_FILE]) for i in range(0, len(every), A_FILE)}
        for name, text in texts.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(text)
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', *texts], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
        if p.returncode != 0:
            sys.exit(p.stderr[:3000])
        got = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
        for name, text in texts.items():
            want, have = json.loads(json.dumps(python(text))), json.loads(got[name])
            for k in want:
                seen = [0]
                if not same(have.get(k), want[k], seen):
                    failed += 1
                    print('%s: %s, not %s' % (every[int(k[1:])][1], json.dumps(have.get(k))[:200], json.dumps(want[k])[:200]))
                unknown += seen[0]
    print('%d checks (%d unknown)' % (len(every), unknown))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    need_judge()
    main()
