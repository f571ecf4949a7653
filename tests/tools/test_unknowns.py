#!/usr/bin/env python3
"""Random programs in which something is unknown: what cfglint says is known has to be so, whatever that is.

    test_unknowns.py BUILD [COUNT [SEED]]

Every program is run by Python several times, each time with other code behind what is unknown.  A value that cfglint
knows has to be the same in all runs that end well.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_unknowns  # noqa: E402
import test_differential as differential  # noqa: E402

RUNS = 4


def python(text, seed):
    """The values of a program with the unseen code number `seed`; None when it raises."""
    sys.modules['unseen'] = random_unknowns.Unseen(seed).module
    random.seed(seed)
    try:
        return differential.python(text, 0.1)
    except (differential.TooLong, RecursionError, MemoryError):
        return None


def known(v):
    if isinstance(v, dict):
        return 0 if '__unknown__' in v else 1 + sum(map(known, v.values()))
    return 1 + sum(map(known, v)) if isinstance(v, list) else 1


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 250
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    warnings.simplefilter('ignore')
    failed = runs = values = names = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        files = ['%d.py' % i for i in range(seed, seed + count)]
        for i, name in enumerate(files):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(random_unknowns.program(seed + i))
        open(os.path.join(folder, 'empty.py'), 'w').close()  # of several files each line has its name
        p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmcv', 'empty.py', *files], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
        if p.returncode not in (0, 2):
            print(p.stderr[:3000])
            sys.exit('cfglint ended with %d' % p.returncode)
        got = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
        for name in files:
            with open(os.path.join(folder, name), encoding='utf-8') as f:
                text = f.read()
            have = json.loads(got[name]) if name in got else None
            refused += have is None
            if have is None and re.search(r'^%s:.*which names this config sets cannot be known' % name, p.stderr, re.M):
                continue
            names += len(have or ())
            values += sum(known(v) > 0 for v in (have or {}).values())
            for run in range(RUNS):
                want = python(text, run)
                if want is None:
                    continue
                runs += 1
                if have is not None and differential.same(have, want, [0]):
                    continue
                failed += 1
                print('program %s differs in run %d' % (name, run))
                if have is None:
                    print('  ' + '; '.join([m for m in p.stderr.splitlines() if m.startswith(name + ':')][:1]))
                for k in sorted((have or {}).keys() | want.keys()) if have is not None else []:
                    if not differential.same({k: have[k]} if k in have else {}, {k: want[k]} if k in want else {}, [0]):
                        print('  %s: %s, not %s' % (k, json.dumps(have.get(k))[:200], json.dumps(want.get(k))[:200]))
                break
    print('%d checks (%d of %d runs end well, %d of %d names are known, %d programs are refused)' % (
        count, runs, count * RUNS, values, names, refused))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
