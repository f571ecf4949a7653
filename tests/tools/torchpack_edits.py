#!/usr/bin/env python3
"""Edits of torchpack configs, read back: exactly the intended change, or a refusal.

    torchpack_edits.py CFGLINT FOLDER [STEP [SEED]]

Of every STEPth YAML config below FOLDER, literals are replaced, keys inserted, entries of maps and lists deleted, and
lists replaced, by `cfglint set`.  The old and the new text are loaded by torchpack where this Python has it (PYTHONPATH),
else by the few lines below, and `${...}` is evaluated as BEVFusion does.  The files are replaced while they are loaded;
use a copy of the folder.
"""
import copy
import os
import random
import subprocess
import sys

import yaml

NEW = 'zz_edited_by_a_test'

try:
    from torchpack.utils.config import Config

    def load_raw(path):
        cfg = Config()
        cfg.load(path, recursive=True)
        return cfg.dict()
except ImportError:
    def merge(to, new):
        for k, v in new.items():
            if isinstance(v, dict):
                to[k] = merge(to[k] if isinstance(to.get(k), dict) else {}, v)
            else:
                to[k] = v
        return to

    def load_raw(path):
        """Every default of the folders above, then the file; maps merge, all else replaces."""
        paths, at = [path], path
        while os.path.dirname(at) != at:
            at = os.path.dirname(at)
            paths.append(os.path.join(at, 'default' + os.path.splitext(path)[1]))
        out = {}
        for p in reversed(paths):
            if os.path.exists(p):
                with open(p, encoding='utf-8', newline='') as f:
                    merge(out, yaml.safe_load(f))
        return out


def evaluated(o, names=None):
    names = copy.deepcopy(o) if names is None else names
    if isinstance(o, dict):
        return {k: evaluated(v, names) for k, v in o.items()}
    if isinstance(o, list):
        return [evaluated(v, names) for v in o]
    if isinstance(o, str) and o.startswith('${') and o.endswith('}'):
        return evaluated(eval(o[2:-1], names), names)
    return o


class Names(dict):
    """Maps whose keys are attributes, for `${a.b}`."""

    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k) from None


def named(o):
    if isinstance(o, dict):
        return Names((k, named(v)) for k, v in o.items())
    return [named(v) for v in o] if isinstance(o, list) else o


def load(path):
    raw = load_raw(path)
    return evaluated(raw, named(raw))


def walk(v, path=()):
    """Paths and values below; keys that can be written with dots."""
    for k, x in v.items() if isinstance(v, dict) else enumerate(v) if isinstance(v, list) else ():
        if isinstance(k, str) and not k.isidentifier() or isinstance(k, int) and isinstance(v, dict) or not isinstance(k, (str, int)):
            continue
        yield path + (k,), x
        yield from walk(x, path + (k,))


def changed(v, path, new, delete=False):
    if not path:
        return new
    k, out = path[0], copy.copy(v)
    if delete and len(path) == 1:
        del out[k]
    else:
        out[k] = changed(v[k] if isinstance(v, list) or k in v else {}, path[1:], new, delete)
    return out


def all_edits(old):
    """(kind, path, new value, delete)"""
    places = list(walk(old))
    for p, x in places:
        if type(x) in (int, float, str, bool) or x is None:
            yield 'replace', p, {bool: x is False, int: 4321, float: 0.4321, str: NEW, type(None): 5}[type(x)], False
        if isinstance(x, dict):
            yield 'insert', p + (NEW,), 7, False
        if isinstance(x, list):
            yield 'list', p, [1, 'a', NEW], False
        yield 'delete', p, None, True
    yield 'statement', (NEW,), [1, 'a'], False
    yield 'nested', (NEW, 'a', 'b'), {'c': 1.5}, False


def some_edits(old, r):
    kinds = {}
    for e in all_edits(old):
        kinds.setdefault(e[0], []).append(e)
    for kind in sorted(kinds):
        yield from r.sample(kinds[kind], min(3, len(kinds[kind])))


def try_edit(exe, path, old, edit):
    """'exact', 'refused', or what is wrong."""
    kind, where, new, delete = edit
    key = '.'.join(map(str, where))
    with open(path, 'rb') as f:
        before = f.read()
    p = subprocess.run([exe, 'set', '--in-place', path, *(['--delete', key] if delete else ['%s=%r' % (key, new)])],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(path, 'rb') as f:
        after = f.read()
    try:
        if p.returncode == 2 and after == before:
            return 'refused', p.stderr.decode(errors='replace').splitlines()[:1]
        if p.returncode != 0:
            return 'wrong', p.stderr.decode(errors='replace')
        got, want = load(path), changed(old, where, new, delete)
        if repr(got) == repr(want):
            return 'exact', None
        if got == want:
            return 'exact, in another order', None
        return 'wrong', [k for k in sorted(got.keys() | want.keys(), key=str) if got.get(k, want) != want.get(k, got)]
    except Exception as e:
        return 'wrong', repr(e)
    finally:
        with open(path, 'wb') as f:
            f.write(before)


def main():
    exe, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    seed = sys.argv[4] if len(sys.argv) > 4 else ''
    os.chdir(folder)
    files = sorted(os.path.relpath(os.path.join(d, f)) for d, _, names in os.walk('.') for f in names if f.endswith('.yaml'))
    counts, problems = {}, []
    for path in files[::step]:
        try:
            old = load(path)
        except Exception as e:
            print('%s: not loaded: %r' % (path, e))
            continue
        for edit in some_edits(old, random.Random(seed + path)):
            how, why = try_edit(exe, path, old, edit)
            counts[edit[0], how] = counts.get((edit[0], how), 0) + 1
            if how == 'wrong' or how == 'refused':
                problems.append('%s: %s %s: %s: %s' % (path, edit[0], '.'.join(map(str, edit[1])), how, why))
    print('\n'.join(problems))
    for (kind, how), n in sorted(counts.items()):
        print('%-10s %-34s %d' % (kind, how, n))
    sys.exit(any(how == 'wrong' for _, how in counts))


if __name__ == '__main__':
    main()
