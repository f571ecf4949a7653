#!/usr/bin/env python3
"""Files, bytes, time and memory for all configs below a folder, beside the reference loader where there is one; and the
time of each config's estimate.

    bench.py CFGLINT FOLDER [FILE]

The reference loader is the Config of mmengine, else of mmcv, when this Python can import it (PYTHONPATH); it loads the
same files in one process, in this run, with its import time left out.  FILE is for the time of one process.
"""
import os
import subprocess
import sys
import time

exe, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
REFERENCE = r'''
import sys, time, logging, warnings
logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')
begin = time.perf_counter()
try:
    from mmengine.config import Config
    name = 'mmengine'
except ImportError:
    from mmcv import Config
    name = 'mmcv'
start = time.perf_counter()
good = 0
for path in sys.stdin.read().split('\n'):
    try:
        Config.fromfile(path, import_custom_modules=False)
        good += 1
    except Exception:
        pass
print(name, good, start - begin, time.perf_counter() - start)
'''


def run(*args, n=5):
    """Best wall time of n runs, its CPU time and its peak memory."""
    best = None
    for _ in range(n):
        start = time.perf_counter()
        p = subprocess.Popen([exe, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out = p.stdout.read()
        _, _, usage = os.wait4(p.pid, 0)
        wall = time.perf_counter() - start
        if best is None or wall < best[0]:
            best = (wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, out)
    return best


def estimates(files, say):
    """One process for each config that has a model, the best of three runs: the middle one, nine of ten, the slowest."""
    seen = []
    for file in files:
        runs = []
        for _ in range(3):
            start = time.perf_counter()
            p = subprocess.Popen([exe, 'estimate', '--format', 'json', '--root', '.', file], cwd=folder, close_fds=False,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(p.pid, 0)
            runs.append((time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file))
            if status != 0:
                break
        else:
            seen.append(min(runs))
    seen.sort()
    for name, at in (('middle', 0.5), ('nine of ten', 0.9), ('slowest', 1)) if seen else ():
        w, c, m, file = seen[min(len(seen) - 1, int(at * len(seen)))]
        say('one process, estimate, %s' % name, w, c, m)
    print('%d estimates, %d of them in 10 ms; the slowest: %s' % (
        len(seen), sum(one[0] < 0.01 for one in seen), seen[-1][3] if seen else 'none'))


def main():
    wall, cpu, memory, out = run('show', '--format', 'canonical', '.')
    files = [line.split(b'\t', 1)[0].decode() for line in out.splitlines()]
    size = sum(os.path.getsize(os.path.join(folder, f)) for f in files)
    one_wall, one_cpu, one_memory, _ = run('show', '--format', 'canonical', '--jobs', '1', '.')
    check_wall, check_cpu, check_memory, _ = run('check', '.')
    row = '%-34s %8s %10s %10s %9s'
    print('%d configs that resolve, %d bytes, %d processors' % (len(files), size, os.cpu_count()))
    print(row % ('', 'wall s', 'CPU s', 'MiB', 'speed'))

    def say(name, w, c, m, than=None):
        print(row % (name, '%.3f' % w, '%.3f' % c, '%.0f' % (m / 1024), '%.0fx' % (than / w) if than else ''))
    p = subprocess.Popen([sys.executable, '-c', REFERENCE], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    p.stdin.write('\n'.join(files).encode())
    p.stdin.close()
    words = p.stdout.read().split()
    _, status, usage = os.wait4(p.pid, 0)
    reference = float(words[3]) if len(words) == 4 else None
    if reference:
        say('%s, %s of them' % (words[0].decode(), words[1].decode()), reference, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
    say('show, all processors', wall, cpu, memory, reference)
    say('show --jobs 1', one_wall, one_cpu, one_memory, reference)
    say('check, all processors', check_wall, check_cpu, check_memory, reference)

    file = sys.argv[3] if len(sys.argv) > 3 else files[len(files) // 2]
    w, c, m, _ = run('show', '--format', 'canonical', file, n=20)
    single = None
    if reference:
        code = 'import warnings; warnings.simplefilter("ignore")\ntry:\n    from mmengine.config import Config\n' \
               'except ImportError:\n    from mmcv import Config\nConfig.fromfile(%r, import_custom_modules=False)' % file
        laps = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run([sys.executable, '-c', code], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            laps.append(time.perf_counter() - start)
        single = min(laps)
        say('one process, reference', single, single, 0)
    say('one process, show', w, c, m, single)
    w, c, m, _ = run('check', file, n=20)
    say('one process, check', w, c, m, single)
    estimates(files, say)


main()
