#!/usr/bin/env python3
"""Every command over whole checkouts, in builds with sanitizers; counts what ends badly.

    corpora.py ASAN-BUILD TSAN-BUILD FOLDER [N]

Each folder in FOLDER is a checkout.  Copies of its configs are read, mended and rewritten, the originals are not touched.  The
commands that read a folder take it whole, with two jobs, in both builds, and estimates and plans of many files some of it; those of
one file take every Nth config (1: all), in the first.  A bad end is a signal, a report of a sanitizer, a status that says that we failed, JSON that is none, a file that
was written where only a diff was asked for, or a config that loads no more after it was mended.
"""
import collections
import filecmp
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CPU_SECONDS = 600
PLAN = ['--target', '70%', '--gpu', 'rtx3090']
FOLDER = (['check', '--format', 'json'], ['check', '--format', 'sarif', '--extend-select', 'ALL'], ['check', '--fix', '--diff'],
          ['check', '--unsafe-fixes', '--diff'], ['migrate', '--format', 'json'], ['migrate', '--to', 'lazy', '--diff'])
SOME = (['estimate', '--gpu', 'a100', '--format', 'csv'], ['plan', '--target', '30%,70%', '--gpu', 'a100,rtx3090', '--format', 'csv'])
SOME_OF = 40  # configs
MENDING = (['check', '--fix'], ['check', '--unsafe-fixes'])
FILE = (['estimate', '--format', 'json'], ['estimate', '--layers'], ['complexity', '--format', 'json'], ['show', '--origins'],
        ['show', '--format', 'json'], ['show', '--format', 'python'], ['dump', 'tree'], [*PLAN, '--format', 'json'], [*PLAN, '--diff'],
        ['set', '--diff', 'FILE', 'optimizer.lr=0.5', 'data.samples_per_gpu=3', 'train_dataloader.batch_size=3'])
runs, bad = collections.Counter(), []


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(build, args, folder, *files):
    """What it prints; a bad end is noted."""
    args = [arg for a in args for arg in (files if a == 'FILE' else [a])] if 'FILE' in args else [*args, *files]
    env = dict(os.environ, NO_COLOR='1', ASAN_OPTIONS='detect_leaks=1:handle_sigill=1',
               TSAN_OPTIONS='halt_on_error=0')
    p = subprocess.run([os.path.join(build, 'cfglint'), *args], cwd=folder, env=env, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, preexec_fn=limit)
    error = p.stderr.decode('utf-8', 'replace')
    what = '%s: cfglint %s' % (folder, ' '.join(args))
    kind = ' '.join(a for a in args if a not in files)
    runs[os.path.basename(build), kind, p.returncode] += 1
    if p.returncode not in (0, 1, 2):
        bad.append((what, 'status %d' % p.returncode, error))
    elif re.search(r'Sanitizer|runtime error:', error):
        bad.append((what, 'a sanitizer reports', error[max(error.find('Sanitizer') - 100, 0):]))
    if p.stdout and any(f in args for f in ('json', 'sarif')) and not is_json(p.stdout):
        bad.append((what, 'no valid JSON', p.stdout[-300:].decode('utf-8', 'replace')))
    return p.stdout


def is_json(out):
    try:
        json.loads(out)
        return True
    except ValueError:
        return False


def loaded(build, folder):
    """The configs that load, and what they are."""
    out = run(build, ['show', '--format', 'canonical', '-j2'], folder, '.')
    return dict(line.split(b'\t', 1) for line in out.splitlines() if b'\t' in line)


def copy(source, folder):
    for path, _, names in os.walk(source):
        for name in names:
            if name.endswith(('.py', '.yaml', '.yml', '.json', '.star')) and '/.' not in path[len(source):]:
                to = os.path.join(folder, os.path.relpath(path, source))
                os.makedirs(to, exist_ok=True)
                shutil.copy(os.path.join(path, name), to)
    os.makedirs(os.path.join(folder, '.git'), exist_ok=True)


def differing(a, b):
    """Files of two trees that are not the same."""
    files = {os.path.relpath(os.path.join(d, n), top) for top in (a, b) for d, _, names in os.walk(top) for n in names}
    return sorted(f for f in files if not (os.path.exists(os.path.join(a, f)) and os.path.exists(os.path.join(b, f))
                                           and filecmp.cmp(os.path.join(a, f), os.path.join(b, f), shallow=False)))


def whole_folder(build, source, top):
    """Returns the configs that load."""
    folder = os.path.join(top, 'read')
    copy(source, folder)
    for args in FOLDER:
        run(build, [*args, '-j2'], folder, '.')
    for f in differing(source, folder):
        if os.path.exists(os.path.join(folder, f)):
            bad.append(('%s: %s' % (source, f), 'was written, although only reading was asked for', ''))
    before = loaded(build, folder)
    some = [os.fsdecode(c) for c in sorted(before)]
    for args in SOME if some else ():
        run(build, [*args, '-j2'], folder, *some[::len(some) // SOME_OF + 1])
    migrated = os.path.join(top, 'migrated')
    copy(source, migrated)
    run(build, ['migrate', '-j2', '-o', 'new', '.'], migrated)
    shutil.rmtree(migrated)
    for args in MENDING:
        mended = os.path.join(top, 'mended')
        copy(source, mended)
        run(build, [*args, '-j2'], mended, '.')
        written = differing(folder, mended)
        runs[os.path.basename(build), ' '.join(args) + ': files written', 0] += len(written)
        for name in before.keys() - loaded(build, mended).keys():
            bad.append(('%s: %s' % (source, name.decode('utf-8', 'replace')), 'loads no more after ' + ' '.join(args), ''))
        shutil.rmtree(mended)
    return sorted(before)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    asan, tsan, corpora = map(os.path.abspath, sys.argv[1:4])
    every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    for name in sorted(os.listdir(corpora)):
        source = os.path.join(corpora, name)
        if not os.path.isdir(source):
            continue
        n_bad = len(bad)
        with tempfile.TemporaryDirectory() as top:
            whole_folder(tsan, source, os.path.join(top, 'tsan'))
            configs = whole_folder(asan, source, os.path.join(top, 'asan'))
            folder = os.path.join(top, 'asan', 'read')
            with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
                jobs = [pool.submit(run, asan, args, folder, os.fsdecode(c)) for c in configs[::every] for args in FILE]
                for job in jobs:
                    job.result()
        print('%s: %d configs, %d bad ends' % (name, len(configs), len(bad) - n_bad), flush=True)
        for what, problem, said in bad[n_bad:]:
            print('  %s: %s\n%s' % (what, problem, said[:3000]), flush=True)
    print('\n%-8s %8s %8s %8s %8s  %s' % ('build', 'clean', 'findings', 'refused', 'bad', 'command'))
    for build, kind in sorted({(b, k) for b, k, _ in runs}):
        counts = [runs[build, kind, status] for status in (0, 1, 2)]
        rest = sum(n for (b, k, s), n in runs.items() if (b, k) == (build, kind) and s not in (0, 1, 2))
        print('%-8s %8d %8d %8d %8d  %s' % (build, *counts, rest, kind))
    print('%d bad ends' % len(bad))
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
