#!/usr/bin/env python3
"""Every method, attribute and builtin with arguments of all kinds, also those that nobody would write: what Python raises,
cfglint raises, and what is not unknown is equal.  U is unknown to cfglint.

    test_arguments.py BUILD
"""
import builtins
import collections
import copy
import functools
import itertools
import json
import math
import operator
import os
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_differential import need_judge, python, same  # noqa: E402

need_judge()

warnings.simplefilter('ignore')
A_FILE = 100
SUBJECTS = ['U', 'str(U)', '[U]', '{U: 1}', '{"a": U}', '5', '-3', '2**70', 'True', '2.5', 'math.nan', '2j', '"ab a"', '"%s {0}"', 'b"ab a"', '[3, 1, "a"]', '[]', '(1, 2)',
            '{1: 2, "a": [3]}', '{}', '{1, "a"}', 'frozenset({2})', 'range(1, 9, 2)', 'None', 'slice(1, 2)', '{1: 2}.keys()', '{1: 2}.items()',
            'iter([1, 2])', '(x for x in "ab")', 'ValueError("a", 1)', 'defaultdict(list)', '(lambda x, y=2: x)']
ARGUMENTS = ['', '0', '-1', '2', '2**70', '"a"', '"b", 1', 'None', '[1]', '(1, 2)', '{1: 5}', '{1}', '1.5', 'b"a"', '1, 2', '1, None', '"a", "b", 1',
             '1, 2, 3', '0, 0, 0, 0', '[[1, 2]]', '["a", "b"]', 'iter([1])', 'key=1', 'x=1', 'sep="a"', '"a", default=2', '*[]', '**{"a": 1}', 'len', 'str', '1j', 'U', '"a", U', '[U]']
# What says where it runs, makes what no config is made of, or shows what CPython makes inside.
NOT = {'print', 'input', 'open', 'exit', 'quit', 'help', 'breakpoint', 'eval', 'exec', 'compile', '__import__', 'id', 'hash', 'locals', 'globals', 'vars', 'dir', 'memoryview',
       'object', 'super', 'property', 'copyright', 'credits', 'license', 'aiter', 'anext', 'classmethod', 'staticmethod', 'type', 'bytearray',
       # a text of the machine
       'repr', 'ascii', 'str', 'format', 'set', 'frozenset'}
ENDLESS = {'count', 'cycle', 'repeat'}
LIBM = {'acosh', 'asinh', 'atanh', 'erf', 'erfc', 'gamma', 'lgamma', 'sinh', 'cosh', 'tanh', 'exp', 'exp2', 'expm1', 'log1p', 'sin', 'cos', 'tan', 'atan', 'acos', 'asin', 'pow',
        'cbrt', 'log', 'log2', 'log10', 'atan2', 'dist', 'hypot'}
os.environ['CFGLINT_U'] = '2'  # what a config reads is unknown: U
HEAD = 'import math, operator, itertools, functools, copy\nimport os.path\nU = int(os.environ["CFGLINT_U"])\nfrom collections import OrderedDict, defaultdict\n'


def calls():
    names = {'math': math, 'operator': operator, 'itertools': itertools, 'functools': functools, 'copy': copy, 'OrderedDict': collections.OrderedDict,
             'defaultdict': collections.defaultdict}
    for subject in SUBJECTS:
        value = eval(subject, dict(names, U=2))
        for method in dir(value):
            if method.startswith('_') or type(value).__name__ == 'generator' and method.startswith('gi_'):
                continue
            for a in ARGUMENTS:
                yield '(lambda v: (v.%s(%s), v))(%s)' % (method, a, subject)
        for form in ('-(%s)', '~(%s)', 'not (%s)', 'len(%s)', '(%s)[0]', '(%s)["a"]', '(%s)[0:1]', '(%s)[::-1]', '1 in (%s)', '"a" in (%s)', '[*(%s)]', 'dict(**(%s))', 'f"{(%s)!r:>3}"',
                     '"%%d %%%%" %% (%s)', '(%s)(1)', '(%s).x', 'list(%s)', 'sorted(%s)', 'min(%s)', 'sum(%s)'):
            yield form % subject
        for other in ('1', '2.5', '"a"', '[1]', '{1: 2}', '{1}', 'None', '(1,)', '2j', 'range(3)'):
            for sign in ('+', '-', '*', '/', '//', '%', '**', '<<', '&', '|', '^', '@', '<', '==', 'is not', 'in'):
                yield '(%s) %s (%s)' % (subject, sign, other)
            for sign in ('+=', '-=', '*=', '|=', '&=', '**='):
                yield '(lambda v: (operator.%s(v, %s), v))(%s)' % ({'+=': 'iadd', '-=': 'isub', '*=': 'imul', '|=': 'ior', '&=': 'iand', '**=': 'ipow'}[sign], other, subject)
    for name in dir(builtins):
        value = getattr(builtins, name)
        if callable(value) and name not in NOT and not name.startswith('_') and not isinstance(value, type(Warning)) or name in ('int', 'dict', 'list'):
            for a in ARGUMENTS:
                yield '%s(%s)' % (name, a)
    for module in ('math', 'os.path'):
        for name in dir(math if module == 'math' else os.path):
            if not name.startswith('_') and callable(getattr(math if module == 'math' else os.path, name)) and name not in LIBM:
                for a in ARGUMENTS:
                    yield '%s.%s(%s)' % (module, name, a)
    for name in dir(itertools):
        if not name.startswith('_') and name not in ENDLESS:
            for a in ARGUMENTS:
                yield 'list(itertools.%s(%s))' % (name, a)
    for name in ('reduce', 'partial'):
        for a in ARGUMENTS:
            yield 'functools.%s(%s)' % (name, a)


# What CPython does otherwise, and no config would rest on.
DIFFERS = {'abspath': 'the folder is another one', 'partial': 'what it is shown as', '(2j) is not (2j)': 'constants that are one object',
           'isdisjoint([[': 'items are no keys', 'format_map({1: 5})': 'a place by its number'}


def program(numbered):
    form = 'try:\n    v%d = %s\nexcept Exception as e:\n    v%d = type(e).__name__\n'
    return HEAD + ''.join(form % (i, e, i) for i, e in numbered)


def judged(text, numbered):
    """What Python makes of a program; of its parts, where one of them is no config at all."""
    whole = python(text)
    if whole is not None:
        return whole
    return {k: v for one in numbered for k, v in (python(program([one])) or {}).items()}


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    every = list(enumerate(dict.fromkeys(calls())))
    failed = unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        texts = {'%d.py' % i: program(every[i:i + A_FILE]) for i in range(0, len(every), A_FILE)}
        for name, text in texts.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(text)
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', *texts], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
        if p.returncode != 0:
            print(p.stderr[:3000])
        got = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
        for name, text in texts.items():
            want, have = json.loads(json.dumps(judged(text, every[int(name[:-3]):][:A_FILE]))), json.loads(got.get(name, '{}'))
            for k in want:
                seen = [0]
                if k[0] == 'v' and not same(have.get(k), want[k], seen) and not any(d in every[int(k[1:])][1] for d in DIFFERS):
                    failed += 1
                    print('%s: %s, not %s' % (every[int(k[1:])][1], json.dumps(have.get(k))[:200], json.dumps(want[k])[:200]))
                unknown += seen[0]
    print('%d checks (%d unknown)' % (len(every), unknown))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
