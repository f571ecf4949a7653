#!/usr/bin/env python3
"""Random projects, loaded by cfglint and by mmcv 1.x, mmengine and torchpack, as far as PYTHONPATH has them.

    PYTHONPATH=... projects.py CFGLINT [COUNT [SEED [GENERATOR]]]

A GENERATOR of programs (typed_python, random_calls, ...) makes projects of one file, for both dialects; idiom_projects and random_torchpack make their own.

What the loader refuses, cfglint refuses; what cfglint says is unknown is counted, and all else is equal, order included.
"""
import argparse
import collections
import copy
import importlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import uuid
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_projects  # noqa: E402
from test_differential import TooLong, canonical, same, too_long  # noqa: E402


def loaders():
    """{name: (load(path), DictAction)} of what can be imported."""
    import logging
    found = {}
    logging.disable(logging.CRITICAL)
    try:
        from mmengine.config import Config, DictAction
        found['mmengine'] = lambda path: Config.fromfile(path, import_custom_modules=False), DictAction, lambda c: c.to_dict()
    except ImportError:
        pass
    try:
        from mmcv import Config as Old, DictAction as OldAction
        found['mmcv'] = lambda path: Old.fromfile(path, import_custom_modules=False), OldAction, lambda c: c._cfg_dict
        from torchpack.utils.config import Config as Packed  # which needs mmcv, as BEVFusion does

        def packed(path):
            raw = Packed()
            raw.load(path, recursive=True)
            return Old(settled(raw, copy.deepcopy(raw)), filename=path)
        found['torchpack'] = packed, OldAction, lambda c: c._cfg_dict
    except ImportError:
        pass
    return found


def settled(v, names):
    """Each ${...} that is a whole text, and what it gives in its turn, in place, as BEVFusion evaluates them."""
    if isinstance(v, (dict, list)):
        for at in v if isinstance(v, dict) else itertools.count():
            if isinstance(v, list) and at >= len(v):
                break
            v[at] = settled(v[at], names)
    elif isinstance(v, str) and v[:2] == '${' and v[-1] == '}':
        return settled(eval(v[2:-1], names), names)
    return v


def own(o):
    """Names of temporary folders, references of lazy imports, modules."""
    t = type(o)
    if t is str:
        return re.sub(r'\btmp[a-z0-9_]{8}\b', 'tmp00000000', o)
    if t.__name__ in ('LazyObject', 'LazyAttr'):
        return '%s.%s' % (o.module, o)
    if isinstance(o, type):
        return {'__repr__': re.sub(r'\btmp[a-z0-9_]{8}\b', 'tmp00000000', repr(o))}
    if t.__name__ == 'module':
        return {'__repr__': "<module '%s'>" % o.__name__}
    return None


def reference(loader, path, options):
    load, action, result = loader
    modules, paths, environment = set(sys.modules), list(sys.path), dict(os.environ)
    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, 3)
    try:
        config = load(path)
        if options:
            parser = argparse.ArgumentParser()
            parser.add_argument('--cfg-options', nargs='+', action=action)
            config.merge_from_dict(parser.parse_args(['--cfg-options', *options]).cfg_options)
        return canonical(result(config), own), None
    except (Exception, SystemExit, GeneratorExit) as x:
        return None, '%s: %s' % (type(x).__name__, str(x)[:200])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:] = paths
        for m in set(sys.modules) - modules:
            if m.startswith('tmp'):
                del sys.modules[m]


def order(o):
    if isinstance(o, dict):
        return o if '__unknown__' in o else [[k for k in o], [order(v) for v in o.values()]]
    return [order(v) for v in o] if isinstance(o, list) else None


def unknowns(o):
    if isinstance(o, dict):
        return 1 if '__unknown__' in o else sum(map(unknowns, o.values()))
    return sum(map(unknowns, o)) if isinstance(o, list) else 0


class Alone:
    """A project of one file."""

    def __init__(self, text):
        self.style, self.path, self.options, self.files = 'mmcv', 'main.py', [], {'main.py': text}


def main():
    exe = os.path.abspath(sys.argv[1])
    count, seed = (int(a) for a in (sys.argv[2:] + ['300', '1'][len(sys.argv) - 2:])[:2])
    generator = importlib.import_module(sys.argv[4]) if len(sys.argv) > 4 else None
    sys.setrecursionlimit(1000)
    warnings.simplefilter('ignore')
    sys.unraisablehook = lambda *_: None
    uuid.uuid4 = lambda: uuid.UUID(int=0)
    os.environ.update(random_projects.ENVIRONMENT)
    found = loaders()
    if not found:
        sys.exit('neither mmengine nor mmcv is in PYTHONPATH')
    n = collections.Counter()
    with tempfile.TemporaryDirectory(prefix='projects') as top:
        top = os.path.realpath(top)
        for s in range(seed, seed + count):
            project = Alone(generator.program(s)) if generator and not hasattr(generator, 'Project') else (generator or random_projects).Project(s)
            folder = os.path.join(top, str(s))
            for path, text in project.files.items():
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                with open(os.path.join(folder, path), 'w', encoding='utf-8', newline='') as f:
                    f.write(text)
            os.chdir(folder)
            for name in {'mmcv': ['mmcv', 'mmengine'], 'torchpack': ['torchpack']}.get(project.style, ['mmengine']):
                if name not in found:
                    continue
                try:
                    want, why = reference(found[name], project.path, project.options)
                except TooLong:
                    n['too long'] += 1
                    continue
                env = [x for v in random_projects.ENVIRONMENT for x in ('--env', v)]
                options = ['--cfg-options', *project.options] if project.options else []
                p = subprocess.run([exe, 'show', '--format', 'canonical', '--insertion-order', '--dialect', name, *env, project.path, *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
                if p.returncode not in (0, 2):
                    print('%d: cfglint ended with %d\n%s' % (s, p.returncode, p.stderr[-1500:]))
                    n['bad end'] += 1
                    continue
                have = json.loads(p.stdout) if p.returncode == 0 and p.stdout else None
                n['checks'] += 1
                n['load'] += want is not None
                doubt = unknowns(have)
                n['unknown'] += doubt > 0
                if have is None and want is not None:
                    good = 'cannot be known' in p.stderr or 'LIM0' in p.stderr
                    n['refused alone'] += good
                elif have is not None and want is None:
                    good = doubt > 0
                elif have is None:
                    good = True
                else:
                    good = same(have, want, [0]) and (doubt > 0 or order(have) == order(want))
                if not good:
                    n['wrong'] += 1
                    print('project %d (%s, %s) %s' % (s, project.style, name, ' '.join(map(repr, project.options))))
                    if have is None or want is None:
                        print('  ' + (why if want is None else p.stderr.split('\n')[0][:300]))
                    for k in sorted(have.keys() | want.keys()) if have is not None and want is not None else []:
                        if not same(have.get(k), want.get(k), [0]) or (doubt == 0 and order(have.get(k)) != order(want.get(k))):
                            print('  %s: %s, not %s' % (k, json.dumps(have.get(k))[:300], json.dumps(want.get(k))[:300]))
                    if have is not None and want is not None and list(have) != list(want):
                        print('  order: %s, not %s' % (list(have), list(want)))
            os.chdir(top)
    print(', '.join('%d %s' % (v, k) for k, v in n.items()))
    sys.exit(1 if n['wrong'] or n['bad end'] else 0)


if __name__ == '__main__':
    main()
