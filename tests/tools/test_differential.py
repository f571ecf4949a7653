#!/usr/bin/env python3
"""Random programs, evaluated by cfglint and by Python.

    test_differential.py BUILD [COUNT [SEED]]

What Python raises, cfglint refuses; what cfglint says is unknown is counted, and all else is equal.
"""
import contextlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_python  # noqa: E402


FOLLOWED = (3, 11)  # the release of Python that cfglint follows


def need_judge():
    """Ends a test where the Python that runs it is another one: names of functions, sums of numbers and messages differ."""
    if sys.version_info[:2] != FOLLOWED:
        print('0 checks: cfglint follows Python %d.%d, and this is %d.%d' % (FOLLOWED + sys.version_info[:2]))
        sys.exit(0)


def canonical(o, own=lambda o: None):
    """As JSON can hold it; `own` says what becomes of values of one's own, None of others."""
    found = own(o)
    if found is not None:
        return found
    t = type(o)
    if o is None or t in (bool, int, str):
        return o
    if t is float:
        return o if o - o == 0 else {'__float__': repr(o)}
    if isinstance(o, dict):
        items = [(k, canonical(v, own)) for k, v in dict.items(o)]
        if all(type(k) is str for k, _ in items):
            return dict(items)
        return {'__dict__': sorted(([canonical(k, own), v] for k, v in items), key=lambda p: json.dumps(p[0], sort_keys=True))}
    if t is list:
        return [canonical(x, own) for x in o]
    if t is tuple:
        return {'__tuple__': [canonical(x, own) for x in o]}
    if t in (set, frozenset):
        return {'__set__': sorted((canonical(x, own) for x in o), key=json.dumps)}
    if t is bytes:
        return {'__bytes__': o.hex()}
    return {'__repr__': re.sub(' at 0x[0-9a-f]+', '', repr(o))}


class TooLong(BaseException):
    """No judgement."""


def too_long(*_):
    raise TooLong


def python(text, seconds=2):
    """The values of a program; None when it raises, TooLong when it takes seconds."""
    names = {'__name__': 'tmp00000000'}  # mmcv's name for a config, with zeros for the random digits
    environment = dict(os.environ)
    set_digits = getattr(sys, 'set_int_max_str_digits', lambda n: None)
    set_digits(4300)
    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        exec(compile(text, 'config.py', 'exec'), names)
        return {k: canonical(v) for k, v in names.items()
                if not k.startswith('__') and not isinstance(v, (types.ModuleType, types.FunctionType))}
    except (Exception, GeneratorExit):  # a container that holds itself among them: no loader makes a config of it
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        set_digits(0)  # results may be long
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)


def judged(text):
    """The same by a Python of its own: some releases crash where a container is changed while they go over it."""
    result, write = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.suppress(TooLong):
            got = pickle.dumps(python(text))
            with open(write, 'wb') as f:
                f.write(got)
        os._exit(0)
    os.close(write)
    with open(result, 'rb') as f:
        got = f.read()
    os.waitpid(child, 0)
    if not got:
        raise TooLong
    return pickle.loads(got)


def same(a, b, unknown):
    """Equal but for what is unknown; types count, as 1 and 1.0 and True are not the same."""
    if isinstance(a, dict) and '__unknown__' in a:
        unknown[0] += 1
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        # An unknown condition may have set what Python did not.
        perhaps = [k for k in a if k not in b and isinstance(a[k], dict) and '__unknown__' in a[k]]
        unknown[0] += len(perhaps)
        return len(a) - len(perhaps) == len(b) and all(k in a and same(a[k], b[k], unknown) for k in b)
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y, unknown) for x, y in zip(a, b))
    return repr(a) == repr(b)


def is_result(v):
    """And no class or function that was imported."""
    return not (isinstance(v, dict) and list(v) == ['__repr__'] and v['__repr__'].startswith(('<class', '<function', '<built-in', '<enum', '<module')))


def main(program=random_python.program, count=250):
    need_judge()
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    count = int(sys.argv[2]) if len(sys.argv) > 2 else count
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if hasattr(sys, 'set_int_max_str_digits'):
        sys.set_int_max_str_digits(0)
    failed = unknown_programs = raised = values = doubted = without = 0
    with tempfile.TemporaryDirectory() as folder:
        names = ['%d.py' % i for i in range(seed, seed + count)]
        for i, name in enumerate(names):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(program(seed + i))
        open(os.path.join(folder, 'empty.py'), 'w').close()  # of several files each line has its name
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', 'empty.py', *names], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
        if p.returncode not in (0, 2):
            print(p.stderr[:3000])
            sys.exit('cfglint ended with %d' % p.returncode)
        got = dict(line.split('\t', 1) for line in p.stdout.split("\n") if '\t' in line)
        for name in names:
            with open(os.path.join(folder, name), encoding='utf-8') as f:
                text = f.read()
            try:
                want = judged(text)
            except TooLong:
                without += 1
                continue
            unknown = [0]
            have = json.loads(got[name]) if name in got else None
            raised += want is None
            refused = [m for m in p.stderr.splitlines() if m.startswith(name + ':')]
            if have is None and refused and 'cannot be known without running it' in refused[0]:
                good, unknown[0] = True, 1
            elif have is not None and want is None and '"__unknown__"' in got[name]:
                good, unknown[0] = True, 1  # whether something unknown raises is not known
            elif have is not None and want is None and re.search(r'^ *del os\.environ|os\.environ\[.*\] = .*math\.(fsum|dist|hypot)', text, re.M):
                good, unknown[0] = True, 1  # so is what is deleted from the environment taken to be there
            elif have is not None and want is None and re.search(r'^ *assert .*math\.(hypot|nextafter|fmod|dist)', text, re.M):
                good, unknown[0] = True, 1  # an assertion about something unknown is taken to hold
            elif have is None and want is not None and refused and 'error[LIM' in refused[0]:
                good, unknown[0] = True, 1  # it takes more than we spend on a config
            elif have is None or want is None:
                good = have is want
            else:
                good = same(have, want, unknown)
            unknown_programs += unknown[0] > 0
            results = [k for k, v in (want or {}).items() if is_result(v)] if have is not None else []
            values += len(results)
            doubted += sum('"__unknown__"' in json.dumps(have.get(k)) for k in results)
            if not good:
                failed += 1
                print('program %s differs' % name)
                if have is None or want is None:
                    print('  %s' % ('only Python raises' if want is None else
                                    refused[:1]))
                else:
                    for k in sorted(have.keys() | want.keys()):
                        if not same(have.get(k), want.get(k), [0]):
                            print('  %s: %s, not %s' % (k, json.dumps(have.get(k))[:200], json.dumps(want.get(k))[:200]))
    print('%d checks (%d raise, %d hold something unknown; of %d values %d do; Python did not end %d programs)' % (
        count, raised, unknown_programs, values, doubted, without))
    sys.exit(1 if failed or without > count // 20 else 0)


if __name__ == '__main__':
    main()
