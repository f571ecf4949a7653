#!/usr/bin/env python3
"""Plants mistakes into the configs of a checkout, and counts those that `check` finds as an error or a warning.

    tests/tools/plant.py build/cfglint FOLDER... [--set NAME]... [--kind WORDS] [--seed 1] [--each 4] [--flat] [--missed]

Each kind of mistake is put into EACH configs that it fits, drawn by the seed: as a config that inherits from the real one and changes what
somebody would change, or into a copy of it. A mistake counts as found when the changed config has an error or a warning that the same
config without it has not. --missed shows those that were not found. docs/planted.md has the table.
"""
import argparse
import importlib
import json
import os
import pickle
import random
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from plants import SETS
from plants.kinds import C, E, Kinds, L, T, at, tried


def generation(cfg):
    if not isinstance(cfg.get('model'), dict):
        return None  # a part for others
    old = [k for k in ('data', 'lr_config', 'optimizer_config', 'runner', 'total_epochs') if k in cfg]
    new = [k for k in ('train_dataloader', 'optim_wrapper', 'param_scheduler', 'train_cfg', 'default_hooks') if k in cfg]
    if len(new) > 3 and not old and at(cfg, 'optim_wrapper.optimizer'):
        return E
    return C if len(old) > 3 and cfg.get('optimizer') and not new else None


def run(exe, folder, *words):
    return subprocess.run([exe, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode('utf-8', 'replace')


def resolved(exe, folder, name, tuples=False):
    """The config's values; with the tuples of Python, or as JSON has them."""
    if not tuples:
        try:
            return json.loads(run(exe, folder, 'show', '--format', 'json', name))
        except ValueError:
            return None
    names = {'__builtins__': {}, 'dict': dict, 'float': float, 'slice': slice}
    cfg = dict(names)
    try:
        exec(run(exe, folder, 'show', '--format', 'python', name), cfg)  # assignments of literals: the program writes no others
    except Exception:
        return None
    return {k: v for k, v in cfg.items() if k not in names}


def findings(exe, folder, name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write(text)
    try:
        out = json.loads(run(exe, folder, 'check', '--format', 'json', name))['findings']
    except ValueError:
        out = []
    os.unlink(os.path.join(folder, name))
    return Counter((f['code'], f['message']) for f in out if f['severity'] != 'info')


def flat(exe, folder, name, text):
    """The config as one file without bases."""
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write(text)
    out = run(exe, folder, 'show', '--format', 'python', name)
    os.unlink(os.path.join(folder, name))
    return out


def configs(folder):
    for dir, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            path = os.path.join(dir, name)
            if '/configs/' in path and '/_base_' not in path and name.endswith(('.py', '.yaml')) and not name.startswith('__'):
                yield path


class Above:
    """A mistake in a config that inherits from the real one; of YAML, which inherits its folder's default.yaml, in one beside it."""

    @staticmethod
    def made(make, cfg, packed):
        """What this kind makes of a config, or of a copy from the packed one; None where it does not fit."""
        return make(cfg)

    @staticmethod
    def read(exe, path):
        folder, name = os.path.split(path)
        if name.endswith('.yaml'):
            cfg = resolved(exe, folder, 'default.yaml') if os.path.exists(os.path.join(folder, 'default.yaml')) else None
            return cfg, T if cfg and all(cfg.get(k) for k in ('model', 'data', 'optimizer', 'runner')) else None
        cfg = resolved(exe, folder, name)
        with open(path, encoding='utf-8', errors='replace') as f:
            found = generation(cfg) if isinstance(cfg, dict) else None
            return cfg, (L if found == E and name[:-3].isidentifier() else None) if 'read_base' in f.read() else found

    @staticmethod
    def texts(path, cfg, made):
        """The config without the mistake, and with it."""
        clean, text = made if isinstance(made, tuple) else ('', made)
        if path.endswith('.yaml'):
            return clean, text
        with open(path, encoding='utf-8', errors='replace') as f:
            new = 'read_base' in f.read()
        name = os.path.basename(path)
        base = 'from mmengine.config import read_base\n\nwith read_base():\n    from .%s import *\n\n' % name[:-3] if new else "_base_ = './%s'\n" % name
        return base + clean, text if text.startswith('_base_') else base + text


class Within:
    """A mistake in a copy of the real config, which inherits nothing."""

    @staticmethod
    def made(make, cfg, packed):
        new = pickle.loads(packed)
        got = tried(make, new)
        return new if got is True else got

    @staticmethod
    def read(exe, path):
        if path.endswith('default.yaml'):
            return None, None
        yaml = path.endswith('.yaml')
        cfg = resolved(exe, *os.path.split(path), tuples=not yaml)
        return cfg, (T if yaml else generation(cfg)) if isinstance(cfg, dict) else None

    @staticmethod
    def texts(path, cfg, made):
        if isinstance(made, str):
            return Above.texts(path, cfg, made)
        if path.endswith('.yaml'):
            return json.dumps(cfg, indent=2), json.dumps(made, indent=2)
        return tuple(''.join('%s = %r\n' % p for p in c.items()) for c in (cfg, made))


def drawn(exe, kinds, way, paths, each):
    """((generation, name), path, text without the mistake, text with it) of each mistake to plant."""
    left = [[each, *kind] for kind in kinds]
    for path in paths:
        if not any(row[0] for row in left):
            break
        cfg, generation = way.read(exe, path)
        packed = pickle.dumps(cfg)
        for row in left if generation else ():
            n, name, wants, make = row
            what = way.made(make, cfg, packed) if wants == generation and n else None
            if what:
                row[0] -= 1
                yield (wants, name), path, *way.texts(path, cfg, what)


def found(exe, number, path, clean, text, as_one):
    folder, base = os.path.split(path)
    yaml = base.endswith('.yaml')
    name = 'planted%d_%s' % (number, 'mine.yaml' if yaml else 'mine.py')
    if as_one and not yaml:
        clean, text = flat(exe, folder, name, clean), flat(exe, folder, name, text)
    before = findings(exe, folder, name, clean)
    return bool(findings(exe, folder, name, text) - before)


def shown(text):
    return text.partition('\n')[2][-160:].strip().replace('\n', '; ') if text.startswith('_base_') else ''


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                epilog='\n'.join(['sets:', *('  %-8s %s' % s for s in SETS.items())]))
    p.add_argument('exe')
    p.add_argument('folders', nargs='+')
    p.add_argument('--set', action='append', choices=SETS, help='of these kinds; all, if not said')
    p.add_argument('--kind', default='', help='of kinds with these words in their names')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--each', type=int, default=4)
    p.add_argument('--missed', action='store_true')
    p.add_argument('--flat', action='store_true', help='into copies that inherit nothing')
    a = p.parse_args()
    exe = os.path.abspath(a.exe)
    paths = [c for f in a.folders for c in configs(os.path.abspath(f))]
    random.Random(a.seed).shuffle(paths)
    sets = [one for name in a.set or SETS for one in vars(importlib.import_module('plants.' + name)).values() if isinstance(one, Kinds)]
    jobs = []
    for way in (Above, Within):
        kinds = [k for one in sets if one.copies == (way is Within) for k in one if a.kind in k[0]]
        jobs += drawn(exe, kinds, way, paths, a.each)
    with ThreadPoolExecutor(2) as pool:
        hits = list(pool.map(lambda j: found(exe, j[0], *j[1][1:], a.flat), enumerate(jobs)))
    table = {}
    for (kind, path, _, text), hit in zip(jobs, hits):
        row = table.setdefault(kind, [0, 0])
        row[0] += hit
        row[1] += 1
        if a.missed and not hit:
            print('missed: %s (%s) in %s: %s' % (kind[1], kind[0], os.path.relpath(path), shown(text)))
    print('| generation | mistake | found | of |\n|---|---|---|---|')
    for (g, name), (hit, n) in sorted(table.items()):
        print('| %s | %s | %d | %d |' % (g, name, hit, n))
    print('| all | | %d | %d |' % (sum(hits), len(hits)))


if __name__ == '__main__':
    main()
