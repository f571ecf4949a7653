#!/usr/bin/env python3
"""Takes one thing out of a model, or the last item of a list, or gives it another kind of value, and asks whether `cfglint check` says why the model stops.

    lacking_parts.py CFGLINT N SEED FOLDER...

N configs below the folders whose models are described whole are taken at random, flat as `show` prints them; what is changed is drawn, too.
Whether a change stops the model is what `estimate` says: less of it is described than before.  Prints, for what is left out, None, of
another kind and shorter, how many changes stop the model and of how many an error or a warning is told that the config itself has not; with --silent
those that were not told.
"""
import copy
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

KINDS = ('left out', 'None', 'of another kind', 'shorter')
EACH = 25  # changes of a config
APART = ('pretrained', 'init_cfg', 'checkpoint', 'prefix')  # what weights are loaded from stops nothing here


def places(value, path=()):
    """The paths of all keys in dicts, of lists the first two items."""
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value[:2])):
        if isinstance(value, dict) and key not in APART:
            yield path + (key,)
        if isinstance(item, (dict, list)):
            yield from places(item, path + (key,))


def value_at(value, path):
    for key in path:
        value = value[key]
    return value


def takes(value, kind):
    return kind != 'shorter' or isinstance(value, list) and len(value) > 1


def of_another_kind(value):
    return str(value) if isinstance(value, (int, float)) else 'text' if isinstance(value, dict) else [value]


def changed(config, path, kind):
    config = copy.deepcopy(config)
    at = value_at(config['model'], path[:-1])
    if kind == 'left out':
        del at[path[-1]]
    elif kind == 'shorter':
        at[path[-1]].pop()
    else:
        at[path[-1]] = None if kind == 'None' else of_another_kind(at[path[-1]])
    return config


def run(exe, *args):
    p = subprocess.run([exe, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(p.stdout) if p.stdout else None


def write(folder, name, config):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.writelines('%s = %r\n' % item for item in config.items() if item[0].isidentifier())


def plant(exe, folder, paths, n):
    """The changes by file, as (config, path, kind); the config itself is NNN_whole.py."""
    made, used = {}, 0
    for path in paths:
        config = run(exe, 'show', '--format', 'json', path) if used < n else None
        if not config or not isinstance(config.get('model'), dict):
            continue
        used += 1
        write(folder, '%03d_whole.py' % used, config)
        drawn = [(p, kind) for p in places(config['model']) for kind in KINDS if takes(value_at(config['model'], p), kind)]
        for i, (at, kind) in enumerate(random.sample(drawn, min(EACH, len(drawn)))):
            name = '%03d_%02d.py' % (used, i)
            made[name] = path, at, kind
            write(folder, name, changed(config, at, kind))
    return made


def told(exe, folder):
    """By file, what is told: errors and warnings, of the configs that meet them in a base, too."""
    found = {}
    for f in run(exe, 'check', '--isolated', '--format', 'json', folder)['findings']:
        if f['severity'] in ('error', 'warning') and f.get('path'):
            found.setdefault(os.path.basename(f['path']), set()).add((f['code'], f['message']))
    return found


def main():
    silent = '--silent' in sys.argv
    exe, n, seed, *folders = [a for a in sys.argv[1:] if a != '--silent']
    random.seed(int(seed))
    paths = [p for folder in folders for p in sorted(glob.glob(os.path.join(folder, '**/configs/**/*.py'), recursive=True))
             if '_base_' not in p]
    random.shuffle(paths)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, '.git'))
        made = plant(exe, folder, paths, int(n))
        found = told(exe, folder)
        rows = run(exe, 'estimate', '--isolated', '--format', 'json', folder)['estimates']
    coverage = {os.path.basename(r['file']): r['coverage'] or 0 for r in rows}
    counts = {kind: [0, 0] for kind in KINDS}
    for name, (path, at, kind) in made.items():
        whole = name[:3] + '_whole.py'
        if coverage.get(whole) != 1 or coverage.get(name, 0) == 1:
            continue
        new = found.get(name, set()) - found.get(whole, set())
        counts[kind][0] += 1
        counts[kind][1] += bool(new)
        if silent and not new:
            print('%s: model.%s %s' % (path, '.'.join(map(str, at)), kind))
    for kind, (stops, tells) in counts.items():
        print('%-16s %5d stop the model, %5d told, %3.0f %%' % (kind, stops, tells, 100 * tells / max(stops, 1)))


if __name__ == '__main__':
    main()
