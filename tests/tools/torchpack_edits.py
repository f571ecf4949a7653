#!/usr/bin/env python3
"""Edits of torchpack configs, read back: exactly the intended change, or a refusal.

    torchpack_edits.py CFGLINT FOLDER [STEP]

Of every STEPth YAML config below FOLDER, literals are replaced, keys inserted, entries of maps and lists deleted, and
lists replaced, by `cfglint set`.  The old and the new text are loaded by torchpack where this Python has it (PYTHONPATH),
else by the few lines below, and `${...}` is evaluated as BEVFusion does.  The files are replaced while they are loaded;
use a copy of the folder.
"""
import copy
import os
import random
import re
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


def source_of(raw, where):
    """The place that a path stands for: a part of `${a.b[0]}` is a part of a.b.0."""
    at, path = raw, ()
    for k in where:
        try:
            at = at[k]
        except (KeyError, IndexError, TypeError):
            at = None
        path += (k,)
        while isinstance(at, str) and re.fullmatch(r'\$\{[\w.\[\]]+\}', at):
            path = tuple(int(w) if w.isdigit() else w for w in re.findall(r'\w+', at))
            at = raw
            for w in path:
                at = at[w]
    return path


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


def with_aliases(path, where, new, delete):
    """The file's own map with a part changed for all aliases of it; None when the part is not in the file."""
    with open(path, encoding='utf-8', newline='') as f:
        loader = yaml.SafeLoader(f.read())
    top = at = loader.get_single_node()

    def entries(node):
        for pair in node.value:
            if pair[0].tag == 'tag:yaml.org,2002:merge':
                for merged in pair[1].value if isinstance(pair[1], yaml.SequenceNode) else [pair[1]]:
                    yield from entries(merged)
            else:
                yield node.value, pair
    node = yaml.compose(repr(new)) if not delete else None
    for i, k in enumerate(where):
        last = i == len(where) - 1
        if isinstance(at, yaml.SequenceNode) and isinstance(k, int) and k < len(at.value):
            if last:
                at.value[k:k + 1] = [] if delete else [node]
            at = None if last else at.value[k]
        elif isinstance(at, yaml.MappingNode):
            found = [(pairs, p) for pairs, p in entries(at) if p[0].value == k]
            if not found and (delete or not last):
                return None
            if not found:
                at.value.append((yaml.ScalarNode('tag:yaml.org,2002:str', k), node))
            elif last:
                pairs, pair = found[-1]
                pairs[pairs.index(pair):pairs.index(pair) + 1] = [] if delete else [(pair[0], node)]
            at = None if last else found[-1][1][1]
        else:
            return None
    return loader.construct_document(top)


def part(v, path):
    for k in path:
        v = v.get(k) if isinstance(v, dict) else v[k]
    return v


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
    p = subprocess.run([exe, 'set', path, *(['--delete', key] if delete else ['%s=%r' % (key, new)])],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.returncode != 0:
        return 'refused', p.stderr.decode(errors='replace').splitlines()[:1]
    with open(path, 'rb') as f:
        before = f.read()
    try:
        with open(path, 'wb') as f:
            f.write(p.stdout)
        got, want = load(path), changed(old, where, new, delete)
        if repr(got) == repr(want):
            return 'exact', None
        if got == want:
            return 'exact, in another order', None
        with open(path, 'wb') as f:
            f.write(before)
        raw = load_raw(path)
        for n in range(1, len(where) + 1):  # where the change may be written: a `${...}` on the way may give way to a value
            place = source_of(raw, where[:n - 1]) + (where[n - 1],)
            gone = delete and n == len(where)
            try:
                value = None if gone else changed(part(old, where[:n]), where[n:], new, delete)
                want = changed(raw, place, value, gone)
            except (KeyError, IndexError, TypeError):
                continue
            for options in (want, changed(raw, source_of(raw, where[:n]), value, gone)):
                if got == evaluated(options, named(options)):
                    return 'with the names that stand for it', None
        text = with_aliases(path, where, new, delete)
        if text is not None:
            with open(path, 'w', encoding='utf-8') as f:
                yaml.safe_dump(text, f, sort_keys=False)
            if got == load(path):
                return 'with the aliases of it', None
        want = changed(old, where, new, delete)
        return 'wrong', [k for k in sorted(got.keys() | want.keys(), key=str) if got.get(k, want) != want.get(k, got)]
    except Exception as e:
        return 'wrong', repr(e)
    finally:
        with open(path, 'wb') as f:
            f.write(before)


def main():
    exe, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    os.chdir(folder)
    files = sorted(os.path.relpath(os.path.join(d, f)) for d, _, names in os.walk('.') for f in names if f.endswith('.yaml'))
    counts, problems = {}, []
    for path in files[::step]:
        try:
            old = load(path)
        except Exception as e:
            print('%s: not loaded: %r' % (path, e))
            continue
        for edit in some_edits(old, random.Random(path)):
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
