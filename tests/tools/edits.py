#!/usr/bin/env python3
"""Edits of real configs, read back by their own loader: exactly the intended change, or a refusal.

    edits.py CFGLINT FOLDER [STEP]

For every STEPth config below FOLDER: a literal is replaced, a keyword inserted, an entry deleted and a statement added
by `cfglint set`, and the Config of mmengine, or of mmcv (what this Python can import), loads the old and the new text.
The new text lies beside the old one while it is loaded; use a copy of the folder.
"""
import logging
import os
import random
import subprocess
import sys
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')
try:
    from mmengine.config import Config
except ImportError:
    from mmcv import Config

exe, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
os.chdir(folder)
NEW = 'zz_edited_by_a_test'


def plain(v):
    if isinstance(v, dict):
        return {k: plain(x) for k, x in v.items()}
    if isinstance(v, (list, tuple)):
        return (type(v) if type(v) in (list, tuple) else list)(plain(x) for x in v)
    return v


def load(path):
    cfg = Config.fromfile(path, import_custom_modules=False)
    return plain(cfg.to_dict() if hasattr(cfg, 'to_dict') else cfg._cfg_dict)


def walk(v, path=()):
    """Paths and values below; keys that can be written with dots."""
    items = v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, (list, tuple)) else ()
    for k, x in items:
        if isinstance(k, int) and isinstance(v, dict) or (isinstance(k, str) and (not k.isidentifier() or k.startswith('_'))):
            continue
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


def edits(old, r):
    leaves = [(p, x) for p, x in walk(old) if type(x) in (int, float, str, bool) and len(p) > 1]
    dicts = [(p, x) for p, x in walk(old) if isinstance(x, dict)]
    inner = [(p, x) for p, x in walk(old) if len(p) > 1 and isinstance(p[-1], str)]
    if leaves:
        p, x = r.choice(leaves)
        new = {bool: False if x else True, int: 4321, float: 0.4321, str: NEW}[type(x)]
        yield 'replace', p, new, False
    if dicts:
        p, x = r.choice(dicts)
        yield 'insert', p + (NEW,), 7, False
    if inner:
        yield 'delete', r.choice(inner)[0], None, True
    yield 'statement', (NEW,), [1, 'a'], False


def main():
    out = subprocess.run([exe, 'show', '--format', 'canonical', '.'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    files = [line.split(b'\t', 1)[0].decode() for line in out.stdout.splitlines()]
    counts, problems = {}, []
    for path in files[::step]:
        try:
            old = load(path)
        except Exception:
            continue
        for kind, where, new, delete in edits(old, random.Random(path)):
            key = '.'.join(map(str, where))
            p = subprocess.run([exe, 'set', path, *(['--delete', key] if delete else ['%s=%r' % (key, new)])],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if p.returncode != 0:
                how = 'refused'
            else:
                temporary = os.path.join(os.path.dirname(path), 'zz_edit' + os.path.splitext(path)[1])
                with open(temporary, 'wb') as f:
                    f.write(p.stdout)
                try:
                    got, want = load(temporary), changed(old, where, new, delete)
                    other = sorted(k for k in got.keys() | want.keys() if got.get(k, want) != want.get(k, got))
                    # A name that only stands for a part changes along with the part, and the other way round.
                    how = 'exact' if not other else 'with the names that stand for it' if where[0] not in other or len(other) > 1 else 'wrong'
                except Exception as e:
                    how, other = 'wrong', repr(e)
                os.unlink(temporary)
                if how == 'wrong':
                    problems.append('%s: %s %s: %s' % (path, kind, key, other))
            counts[kind, how] = counts.get((kind, how), 0) + 1
    print('\n'.join(problems))
    for (kind, how), n in sorted(counts.items()):
        print('%-10s %-34s %d' % (kind, how, n))
    sys.exit(1 if problems else 0)


main()
