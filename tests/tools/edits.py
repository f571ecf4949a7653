#!/usr/bin/env python3
"""Edits of real configs, read back by their own loader: exactly the intended change, or a refusal.

    edits.py CFGLINT FOLDER [STEP [EDITS [SEED]]]

For every STEPth config below FOLDER, EDITS random changes (one to three keys each: values replaced, inserted, deleted, items of
lists, new keys) are made by `cfglint set`, in a copy of the file (`--in-place`) or in a new file that inherits (`-o`), and the
Config of mmengine, or of mmcv (what this Python can import), loads the old and the new text.  Where the loaders differ in anything
but the change, or a refusal has written something, it is wrong.  The new files lie beside the old ones while they are loaded; use a
copy of the folder.
"""
import logging
import os
import random
import shutil
import subprocess
import sys
import warnings

NEW = 'zz_edited_by_a_test'
VALUES = (0, 1, -7, 4321, 0.25, 1e-05, 2.0, True, False, None, 'abc', 'it\'s "so"', 'a\nb\\', 'né', '', '1', 'None', '{{ x }}', '${a}',
          [], [1, 'a'], (1, 2), (3,), (), {}, {'type': 'X', 'n': 1}, [{'a': (1, [2])}], {'a': {'b': {'c': None}}})


def plain(v):
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return (type(v) if type(v) in (list, tuple) else list)(plain(x) for x in v)
    return v


def load(path):
    """By the reference loader."""
    cfg = Config.fromfile(path, import_custom_modules=False)
    return plain(cfg.to_dict() if hasattr(cfg, 'to_dict') else cfg._cfg_dict)


def same(a, b):
    """Without what Python takes for equal: 1, 1.0 and True."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(x, b[k]) for k, x in a.items())
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return a is b or a == b or repr(a) == repr(b)


def can_be_named(k, v):
    return isinstance(v, (list, tuple)) or isinstance(k, str) and k and not set(k) & set('.[]=') and not (k.isdigit() and int(k) in v)


def walk(v, path=()):
    """Paths and values below; keys that can be written with dots."""
    items = v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, (list, tuple)) else ()
    for k, x in items:
        if can_be_named(k, v):
            yield path + (k,), x
            yield from walk(x, path + (k,))


def changed(v, path, new, delete=False):
    if not path:
        return new
    k = path[0]
    if isinstance(v, dict):
        out = dict(v)
        if delete and len(path) == 1:
            del out[k]
        else:
            out[k] = changed(v.get(k, {}), path[1:], new, delete)
        return out
    out = list(v)
    out[k] = changed(v[k], path[1:], new, delete)
    return type(v)(out)


def random_edit(old, r):
    """(path, new value, is it a deletion)"""
    places = list(walk(old))
    kind = r.randrange(8)
    value = r.choice(VALUES)
    if kind == 0 or not places:
        return (NEW,) + r.choice(((), ('a',), ('a', 'b'))), value, False
    leaves = [(p, x) for p, x in places if not isinstance(x, (dict, list, tuple))]
    dicts = [(p, x) for p, x in places if isinstance(x, dict)]
    items = [(p, x) for p, x in places if isinstance(p[-1], int)]
    names = [(p, x) for p, x in places if isinstance(p[-1], str)]
    if kind == 1 and dicts:
        return r.choice(dicts)[0] + (r.choice((NEW, 'class', 'a b', 'type', '_x')),), value, False
    if kind == 2 and names:
        return r.choice(names)[0], None, True
    if kind == 3 and items:
        return r.choice(items)[0], value, False
    if kind == 4:
        return r.choice(places)[0], value, False
    p, x = r.choice(leaves or places)
    if kind == 5 or type(x) not in (int, float, str, bool):
        return p, value, False
    return p, {bool: x is False, int: x + 4321 if type(x) is int else 0, float: 0.4321, str: NEW}[type(x)], False


def random_edits(old, r):
    """Some that do not touch each other, and what they make of the config."""
    edits, want = [], old
    for _ in range(r.choice((1, 1, 1, 2, 3))):
        path, new, delete = random_edit(old, r)
        if any(path[:len(p)] == p[:len(path)] for p, _, _ in edits):
            continue
        edits.append((path, new, delete))
        want = changed(want, path, new, delete)
    return edits, want


def key_of(path, r):
    if r.random() < 0.5:
        return '.'.join(map(str, path))
    return ''.join('[%d]' % k if isinstance(k, int) else '.' + k for k in path)[1:]


def difference(got, want):
    return sorted(str(k) for k in got.keys() | want.keys() if k not in got or k not in want or not same(got[k], want[k]))


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def try_edit(exe, path, r, load, options):
    """'exact', 'refused', or 'wrong', with the command and the reason."""
    folder, extension = os.path.dirname(path), os.path.splitext(path)[1]
    new = os.path.join(folder, 'zz_edit' + extension)
    in_place = r.random() < 0.6
    if in_place:
        shutil.copyfile(path, new)
    try:
        old = load(new if in_place else path)
        before = read(path)
        edits, want = random_edits(old, r)
        args = ['--delete=' + key_of(p, r) if delete else '%s=%r' % (key_of(p, r), v) for p, v, delete in edits]
        where = ['--in-place', '--', new] if in_place else ['-o', new, '--', path]
        args = [a for a in args if a.startswith('--')] + where + [a for a in args if not a.startswith('--')]
        p = subprocess.run([exe, 'set', *options, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said = p.stderr.decode(errors='replace')
        what = 'in place' if in_place else 'new file', args
        if read(path) != before:
            return 'wrong', what, 'the base has changed'
        if p.returncode == 2:
            kept = read(new) == before if in_place else not os.path.exists(new)
            return ('refused' if kept and said else 'wrong'), what, said
        if p.returncode != 0 or p.stdout:
            return 'wrong', what, 'status %d: %s' % (p.returncode, said)
        try:
            got = load(new)
        except Exception as e:
            return 'wrong', what, repr(e)
        return ('exact' if same(got, want) else 'wrong'), what, difference(got, want)
    finally:
        if os.path.exists(new):
            os.unlink(new)


def main():
    global Config
    logging.disable(logging.CRITICAL)
    warnings.simplefilter('ignore')
    try:
        from mmengine.config import Config
        options = []
    except ImportError:
        from mmcv import Config
        options = ['--dialect', 'mmcv']  # where a config does not tell
    exe, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    n_edits = int(sys.argv[4]) if len(sys.argv) > 4 else 4
    seed = sys.argv[5] if len(sys.argv) > 5 else '1'
    os.chdir(folder)
    out = subprocess.run([exe, 'show', '--format', 'canonical', '.'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    files = [line.split(b'\t', 1)[0].decode() for line in out.stdout.splitlines()]
    counts, problems, refusals = {}, [], []
    for path in files[::step]:
        r = random.Random(seed + path)
        try:
            if not same(load(path), load(path)):
                continue  # names of the loader's own, by chance
        except Exception:
            continue
        for _ in range(n_edits):
            how, (where, args), why = try_edit(exe, path, r, load, options)
            counts[where, how] = counts.get((where, how), 0) + 1
            if how != 'exact':
                (problems if how == 'wrong' else refusals).append('%s: %s: %s: %s' % (path, how, args, why))
    print('\n'.join(refusals + problems))
    for (where, how), n in sorted(counts.items()):
        print('%-10s %-10s %d' % (where, how, n))
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
