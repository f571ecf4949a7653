#!/usr/bin/env python3
"""The same run from its config of mmcv 1.x and from that of mmengine: where the estimates differ.

  dialects.py CFGLINT OLD NEW [--torch 1.10] [--share 0.005] [--sample N]

OLD and NEW are checkouts of both generations of a project. Two configs are of one run when the metafiles of the model zoo name the
same file of weights for them; of the metafiles only `Config` and `Weights` are read. Prints pairs whose allocated memory, parameters
or batch differ by more than the share, and how many there are. Not a test: it takes projects that are not here.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess


def runs(root):
    """Name of the weights -> config."""
    found = {}
    for path in sorted(glob.glob(root + '/configs/**/*.y*ml', recursive=True)):
        config = weights = None
        for line in open(path, encoding='utf-8'):
            name, _, value = line.strip().removeprefix('- ').partition(': ')
            if name == 'Name':
                config = weights = None
            config = value if name == 'Config' else config
            weights = value if name == 'Weights' else weights
            if config and weights and os.path.exists(os.path.join(root, config)):
                found[re.sub(r'.*/', '', weights)] = config
    return found


def estimate(exe, root, config, torch):
    command = [exe, 'estimate', '--format', 'json', '--gpu', 'v100-32gb', '--gpus', '8', '--torch', torch, '--root', root]
    run = subprocess.run(command + [os.path.join(root, config)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        d = json.loads(run.stdout)
        return d['memory']['allocated_bytes']['expected'], d['parameters'], d['regime']['batch']
    except (ValueError, KeyError):
        return None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('exe')
    ap.add_argument('old')
    ap.add_argument('new')
    ap.add_argument('--torch', default='1.10')
    ap.add_argument('--share', type=float, default=0.005)
    ap.add_argument('--sample', type=int, default=0)
    o = ap.parse_args()
    old, new = runs(o.old), runs(o.new)
    pairs = sorted((old[w], new[w]) for w in old if w in new)
    if o.sample:
        pairs = pairs[::max(1, len(pairs) // o.sample)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        a = list(pool.map(lambda p: estimate(o.exe, o.old, p[0], o.torch), pairs))
        b = list(pool.map(lambda p: estimate(o.exe, o.new, p[1], o.torch), pairs))
    differ = without = 0
    for (was, now), x, y in zip(pairs, a, b):
        if not x or not y:
            without += 1
            print('no estimate of %s' % (was if not x else now))
            continue
        apart = [name for name, i, k in zip(('allocated', 'parameters', 'batch'), x, y) if i != k and abs(i / max(k, 1) - 1) > o.share]
        if apart:
            differ += 1
            print('%+6.1f %%  %-9s %s  ->  %s' % (100 * (x[0] / y[0] - 1), '+'.join(n[0] for n in apart), was, now))
    print('%d pairs, %d without an estimate; %d differ by more than %g %%' % (len(pairs), without, differ, 100 * o.share))


main()
