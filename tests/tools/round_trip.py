#!/usr/bin/env python3
"""`show --format python|yaml|json` of a config, and what that resolves to: the same.

    round_trip.py CFGLINT FOLDER...

YAML and JSON have no tuples, and their keys are strings; where a config needs more, the command says so (OUT001), and
those are counted apart.
"""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

exe, folders = os.path.abspath(sys.argv[1]), sys.argv[2:]


def show(folder, *args):
    p = subprocess.run([exe, 'show', *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return p.returncode, p.stdout, p.stderr.decode('utf-8', 'replace')


def plain(v):
    """What YAML or JSON can say: tuples are lists."""
    if isinstance(v, dict):
        if list(v) == ['__tuple__']:
            return [plain(x) for x in v['__tuple__']]
        return {k: plain(x) for k, x in v.items()}
    return [plain(x) for x in v] if isinstance(v, list) else v


def one(args):
    folder, path, want = args
    out = []
    for syntax, name in (('python', 'x.py'), ('yaml', 'x.yaml'), ('json', 'x.json')):
        status, text, error = show(folder, '--format', syntax, path)
        if status != 0 or 'OUT001' in error or '__unknown__' in want:
            out.append((syntax, path, 'said'))
            continue
        with tempfile.TemporaryDirectory() as d:
            os.mkdir(os.path.join(d, '.git'))
            with open(os.path.join(d, name), 'wb') as f:
                f.write(text)
            status, got, error = show(d, '--format', 'canonical', '--dialect', 'mmengine', name)
        a, b = json.loads(want), json.loads(got) if status == 0 else None
        same = a == b or (syntax != 'python' and plain(a) == plain(b))
        out.append((syntax, path, 'same' if same else 'differs'))
    return out


def main():
    counts, problems = {}, []
    for folder in folders:
        p = subprocess.run([exe, 'show', '--format', 'canonical', '.'], cwd=folder, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE)
        rows = [line.split('\t', 1) for line in p.stdout.decode('utf-8').splitlines()]
        with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
            for results in pool.map(one, [(folder, path, want) for path, want in rows]):
                for syntax, path, how in results:
                    counts[syntax, how] = counts.get((syntax, how), 0) + 1
                    if how == 'differs':
                        problems.append('%s of %s/%s' % (syntax, folder, path))
    print('\n'.join(problems))
    for (syntax, how), n in sorted(counts.items()):
        print('%-7s %-8s %d' % (syntax, how, n))
    print('%d checks' % sum(counts.values()))
    sys.exit(1 if problems or not counts else 0)


if __name__ == '__main__':
    main()
