#!/usr/bin/env python3
"""Is a value lost without a word?  Each kind of value of old configs is changed, and has to change what is made of it.

    migrated.py CFGLINT FOLDER [CONFIGS]     one of each kind: a key of a type, in the whole configs below FOLDER/CONFIGS

What is a part of training and what is one of tests are two kinds; a list of single values is changed as a whole.  A
name that only stands for a part elsewhere is not looked at, nor is one of a pipeline: the part is.  A changed config is
migrated beside the config as it was.  Where both results are the same, its report has to say that the value was dropped,
that training changes, or that it is left to a person; that it was translated, or nothing, is a loss.
"""
import json
import os
import subprocess
import sys
import tempfile

BATCH = 200
FREE = ('dropped', 'changed', 'unknown')


def value(v):
    """What `show --format canonical` prints, as Python has it."""
    if isinstance(v, dict) and list(v) == ['__tuple__']:
        return tuple(value(x) for x in v['__tuple__'])
    if isinstance(v, dict) and list(v) == ['__dict__']:
        return {value(k): value(x) for k, x in v['__dict__']}
    if isinstance(v, dict):
        return {k: value(x) for k, x in v.items()}
    return [value(x) for x in v] if isinstance(v, list) else v


def leaves(v, at=(), kind=''):
    """Paths of single values, each with the type it is an argument of."""
    if isinstance(v, dict):
        kind = v['type'] if isinstance(v.get('type'), str) else kind if at[:1] in (('data',), ('model',)) else ''
        for k, x in v.items():
            yield from leaves(x, at + (k,), kind)
    elif isinstance(v, (list, tuple)) and any(isinstance(x, (dict, list, tuple)) for x in v):
        for i, x in enumerate(v):
            yield from leaves(x, at + (i,), kind)
    else:
        yield at, kind, v


def parts(v):
    """All containers in a value."""
    if isinstance(v, (dict, list, tuple)):
        yield v
        for x in v.values() if isinstance(v, dict) else v:
            yield from parts(x)


def names_of_parts(cfg):
    """The keys whose values stand in others, too."""
    held = [k for k in cfg if isinstance(cfg[k], (dict, list, tuple)) and k not in ('data', 'model')]
    return {k for k in held if 'pipeline' in k or any(x == cfg[k] for o in cfg if o != k for x in parts(cfg[o]))}


def other(v):
    if isinstance(v, bool):
        return not v
    if isinstance(v, (int, float)):
        return v + 1 if isinstance(v, int) else v * 1.25 + 0.01
    if isinstance(v, str):
        return v + '_other'
    if isinstance(v, (list, tuple)):
        return type(v)(other(x) for x in v) if v else type(v)([7])
    return 7


def with_other(v, at):
    if not at:
        return other(v)
    if isinstance(v, dict):
        return {k: with_other(x, at[1:]) if k == at[0] else x for k, x in v.items()}
    return type(v)(with_other(x, at[1:]) if i == at[0] else x for i, x in enumerate(v))


def written(folder, name, cfg):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write(''.join('%s = %r\n' % x for x in cfg.items()))


def migrated(exe, folder):
    """What each file has become, and its report."""
    words = [exe, 'migrate', '--format', 'json', '-o', os.path.join(folder, 'new'), 'old']
    p = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    found = {}
    for f in json.loads(p.stdout)['files']:
        name = os.path.basename(f['from'])
        path = os.path.join(folder, 'new/old', name)
        found[name] = (open(path, encoding='utf-8').read() if os.path.exists(path) else None, f)
    return found


def said(report, at):
    """The fates of a value, of all that it is in, and of all of the same value elsewhere."""
    key = '.'.join(map(str, at))
    return [k['fate'] for k in report['keys'] if k['key'] == key or key.startswith(k['key'] + '.') or
            k['key'].startswith(key + '.')]


def configs(exe, root, below):
    for folder, _, files in sorted(os.walk(os.path.join(root, below))):
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), root)
            if name.endswith('.py') and '_base_' not in path:
                p = subprocess.run([exe, 'show', '--format', 'canonical', path], cwd=root, capture_output=True, text=True)
                cfg = value(json.loads(p.stdout)) if p.returncode == 0 else {}
                if {'model', 'data', 'optimizer'} <= set(cfg):
                    yield path, cfg


def judge(exe, work, lost):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'old'))
        for i, (path, cfg, at, _) in enumerate(work):
            written(os.path.join(folder, 'old'), 'was_%d.py' % i, cfg)
            written(os.path.join(folder, 'old'), 'is_%d.py' % i, with_other(cfg, at))
        found = migrated(exe, folder)
        for i, (path, _, at, kind) in enumerate(work):
            was, (now, report) = found['was_%d.py' % i][0], found['is_%d.py' % i]
            if was is not None and was == now and not any(f in FREE for f in said(report, at)):
                lost.append('%s: %s.%s  %s: %s' % (path, kind, at[-1], '.'.join(map(str, at)), said(report, at) or 'nothing'))


def main():
    exe, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    seen, work, lost, n = set(), [], [], 0
    for path, cfg in configs(exe, root, sys.argv[3] if len(sys.argv) > 3 else 'configs'):
        stand = names_of_parts(cfg)
        for at, kind, v in leaves(cfg):
            one = (kind, at[:2] == ('data', 'train'),
                   tuple(x for x in at if not isinstance(x, int))[-2:] if not kind else at[-1])
            if at[-1] == 'type' or at[0] in stand or 'dataset_info' in at or one in seen:
                continue
            seen.add(one)
            work.append((path, cfg, at, kind))
            n += 1
            if len(work) == BATCH:
                judge(exe, work, lost)
                work = []
    judge(exe, work, lost)
    print('\n'.join(sorted(lost)))
    print('%d kinds of values, %d lost' % (n, len(lost)))
    return 1 if lost else 0


if __name__ == '__main__':
    sys.exit(main())
