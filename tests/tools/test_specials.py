#!/usr/bin/env python3
"""Special names (__add__, __ior__, __doc__, ...): which of them each type has, and what calling it gives, in cfglint and in Python.

    test_specials.py BUILD

The names are all that any of the types has, those of every operator, and some that nothing has.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_differential import need_judge, python, same  # noqa: E402

HEAD = 'import functools, pathlib\nfrom collections import OrderedDict, defaultdict, deque\nclass K:\n    pass\n'
# Of these it is known what they have.
EXACT = ['5', '-2**70', 'True', '2.5', '1j', '"ab"', 'b"ab"', '[1, 2]', '(1, 2)', '{"a": 1}', '{1, 2}', 'frozenset([1])', 'range(3)', 'None', 'slice(1)', '...',
         '{"a": 1}.keys()', '{"a": 1}.values()', '{"a": 1}.items()', 'int', 'bool', 'str', 'list', 'dict', 'set', 'float', 'complex', 'bytes', 'tuple', 'frozenset', 'range']
OTHERS = ['iter([1])', 'zip([1])', '(x for x in [1])', 'reversed([1])', 'map(int, [1])', 'enumerate([1])', 'len', '(lambda: 0)', '"ab".upper', 'type', 'object', 'object()', 'K', 'K()',
          'Exception(1)', 'ValueError', 'OrderedDict(a=1)', 'defaultdict(list)', 'deque([1])', 'bytearray(b"a")', 'functools.partial(int)', 'pathlib.PurePosixPath("a")', 'NotImplemented']
OPERATORS = 'add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or'.split()
NOWHERE = '__nope__ __bytes__ __index__ __fspath__ __enter__ __exit__ __aiter__ __await__ __missing__ __set__ __nope __ __add__x'.split()
# What they give differs from one run to the next, or they lead to the names of the program.
NOT_CALLED = set('__hash__ __sizeof__ __dir__ __doc__ __reduce__ __reduce_ex__ __dict__ __getstate__ __builtins__ __globals__ __closure__ __code__ __init_subclass__ __subclasshook__ __traceback__'.split())
ARGUMENTS = ['', '2', 'True', '1.5', '1j', '"a"', 'b"a"', '[1]', '(1,)', '{1}', '{"a": 2}', 'None', '0, 1', '1, 2, 3']


def names(namespace):
    of = [eval(v, namespace) for v in EXACT + OTHERS]
    found = {n for v in of for n in [*dir(v), *dir(type(v))] if n.startswith('__')}
    return sorted(found | {form % op for op in OPERATORS for form in ('__%s__', '__r%s__', '__i%s__')} | set(NOWHERE))


def expressions():
    """(expression, must it be known)"""
    namespace = {}
    exec(HEAD, namespace)
    for name in names(namespace):
        for v in EXACT + OTHERS:
            exact, has = v in EXACT, hasattr(eval(v, namespace), name)
            yield 'hasattr(%s, %r)' % (v, name), exact and not has
            if name not in NOT_CALLED:
                for given in ARGUMENTS if has else ARGUMENTS[1:2]:
                    yield '(%s).%s(%s)' % (v, name, given), exact and not has


def program(expression):
    return HEAD + 'try:\n    v = %s\nexcept Exception as e:\n    v = type(e).__name__\n' % expression


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    every = list(expressions())
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        files = ['%d.py' % i for i in range(len(every))]
        for name, (expression, _) in zip(files, every):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(program(expression))
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', *files], cwd=folder, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, errors='surrogatepass')
    if p.returncode not in (0, 2):
        sys.exit(p.stderr[-3000:])
    got = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
    for name, (expression, known) in zip(files, every):
        want = json.loads(json.dumps(python(program(expression))['v']))
        have = json.loads(got[name])['v'] if name in got else 'refused'
        unknown = [0]
        good = same(have, want, unknown) and not (known and unknown[0])
        counts['bad' if not good else 'unknown' if unknown[0] else 'known'] += 1
        if not good:
            print('%s: %s, not %s' % (expression, json.dumps(have)[:200], json.dumps(want)[:200]))
    print('%d checks (%d unknown)' % (len(every), counts['unknown']))
    sys.exit(1 if counts['bad'] else 0)


if __name__ == '__main__':
    need_judge()
    main()
