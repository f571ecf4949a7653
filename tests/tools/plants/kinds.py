"""What the sets of kinds beside this file are written with: where a value stands in a config, and the shapes that a mistake has.

A set has KINDS, and each kind a name, the generations that it is of, and a function: given a resolved config it returns None where the
mistake does not fit, the lines that somebody would put behind `_base_`, or a pair of them, the first without the mistake. In a set of
`Kinds(copies=True)` it changes the config that it is given, and returns True.
"""
import copy
import json
import pickle

E, C, T, L = 'mmengine', 'mmcv', 'torchpack', 'new-style'
PY = (C, E)
USED = ('model', 'data', 'train_dataloader', 'val_dataloader', 'test_dataloader', 'optim_wrapper', 'optimizer')  # no names: a copy has values where they are used


# --- what a config says ---

def at(cfg, path, default=None):
    for part in path.split('.'):
        if isinstance(cfg, (list, tuple)) and part.isdigit() and int(part) < len(cfg):
            cfg = cfg[int(part)]
        elif isinstance(cfg, dict) and part in cfg:
            cfg = cfg[part]
        else:
            return default
    return cfg


def is_int(v):
    return isinstance(v, int) and not isinstance(v, bool)


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def is_numbers(v):
    return isinstance(v, (list, tuple)) and len(v) > 0 and all(is_number(x) for x in v)


def loop(cfg):
    name = str(at(cfg, 'train_cfg.type', ''))
    if 'EpochBasedTrain' in name or at(cfg, 'train_cfg.by_epoch') is True:
        return 'epoch'
    return 'iter' if 'IterBasedTrain' in name or at(cfg, 'train_cfg.by_epoch') is False else None


def length(cfg):
    n = at(cfg, 'train_cfg.max_epochs' if loop(cfg) == 'epoch' else 'train_cfg.max_iters')
    return n if is_int(n) else 0


def epochs(cfg):
    n = at(cfg, 'runner.max_epochs', cfg.get('total_epochs'))
    return n if is_int(n) else 0


def iters(cfg):
    n = at(cfg, 'runner.max_iters', cfg.get('total_iters'))
    return n if is_int(n) else 0


def schedulers(cfg):
    all = cfg.get('param_scheduler')
    return [s for s in (all if isinstance(all, list) else [all]) if isinstance(s, dict)]


def plain_wrapper(cfg):
    return isinstance(at(cfg, 'optim_wrapper.optimizer'), dict)


def is_dict(path):
    return lambda cfg: isinstance(at(cfg, path), dict)


def paths_of(cfg, test, path='model'):
    """The paths of all dicts from `path` on for which test(dict) holds."""
    v = at(cfg, path)
    if isinstance(v, dict) and test(v):
        yield path
    for key in v if isinstance(v, dict) else range(len(v)) if isinstance(v, (list, tuple)) else ():
        yield from paths_of(cfg, test, '%s.%s' % (path, key))


def pipeline_path(cfg, part='train'):
    found = 'train_dataloader.dataset' if part == 'train' else 'test_dataloader.dataset'
    path = found if isinstance(at(cfg, found), dict) else 'data.' + part
    for _ in range(3):
        if isinstance(at(cfg, path + '.pipeline'), list) and at(cfg, path + '.dataset') is None:
            return path + '.pipeline'
        path += '.dataset'
    return None


def is_step(s, *names):
    return isinstance(s, dict) and str(s.get('type', '')).split('.')[-1] in names


def dicts(v):
    """All dicts within v, v first."""
    if isinstance(v, dict):
        yield v
    for x in v.values() if isinstance(v, dict) else v if isinstance(v, (list, tuple)) else ():
        yield from dicts(x)


def used(c):
    return [c[k] for k in USED if k in c]


def typed(v, *names):
    return (d for d in dicts(v) if is_step(d, *names))


def inner(c, part='train'):
    """The data set itself, below its wrappers."""
    d = at(c, part + '_dataloader.dataset') or at(c, 'data.' + part)
    while isinstance(d, dict) and isinstance(d.get('dataset'), dict):
        d = d['dataset']
    while isinstance(d, dict) and isinstance(d.get('datasets'), list) and d['datasets'] and isinstance(d['datasets'][0], dict):
        d = d['datasets'][0]
    return d if isinstance(d, dict) else {}


def steps_in(c, part='train'):
    p = pipeline_path(c, part)
    steps = at(c, p) if p else None
    return steps if isinstance(steps, list) else []


# --- how a change is written ---

def written(v):
    """As Python; short lists of numbers as the tuples that they mostly were."""
    if isinstance(v, dict):
        return 'dict(%s)' % ', '.join('%s=%s' % (k, written(x)) for k, x in v.items()) if all(k.isidentifier() for k in v) else repr(v)
    if isinstance(v, list):
        if v and len(v) < 3 and all(is_number(x) for x in v):
            return repr(tuple(v))
        return '[%s]' % ', '.join(written(x) for x in v)
    return repr(v)


def nest(path, source):
    """`path = source`, in dicts."""
    parts = path.split('.')
    for p in reversed(parts[1:]):
        source = 'dict(%s=%s)' % (p, source)
    return '%s = %s\n' % (parts[0], source)


def put(cfg, path, value):
    """`path = value`; a list on the way is written whole."""
    parts = path.split('.')
    for i in range(1, len(parts)):
        above = '.'.join(parts[:i])
        held = at(cfg, above)
        if isinstance(held, list):
            held = copy.deepcopy(held)
            inner = at(held, '.'.join(parts[i:-1])) if len(parts) > i + 1 else held
            last = parts[-1]
            inner[int(last) if isinstance(inner, list) else last] = value
            return nest(above, written(held))
    return nest(path, value if isinstance(value, str) and value[:5] == 'dict(' else written(value))


def set_in(cfg, path, value):
    parent, _, key = path.rpartition('.')
    (at(cfg, parent) if parent else cfg)[key] = value
    return True


# --- what becomes of a value ---

def times(by):
    return lambda v: type(v)(v * by) if is_number(v) and v else None


def each(by):
    return lambda v: type(v)(type(x)(x * by) for x in v) if is_numbers(v) else None


def shorter(v):
    return v[:-1] if isinstance(v, (list, tuple)) and len(v) > 1 else None


def to(new, when=lambda v: True):
    return lambda v: new if when(v) else None


def become(key, change, when=lambda v: True):
    def make(d):
        v = d.get(key)
        if v is None or not when(v):
            return False
        n = change(v) if callable(change) else change
        if n is None or n == v:
            return False
        d[key] = n
        return True
    return make


def lost(key):
    return lambda d: key in d and (d.pop(key) or True)


def with_(**values):
    def make(d):
        if all(d.get(k) == v for k, v in values.items()):
            return False
        d.update(values)
        return True
    return make


def drop(steps, *names):
    """The first step of these names is lost, at any depth."""
    for i, s in enumerate(steps):
        if isinstance(s, dict) and str(s.get('type')).split('.')[-1] in names:
            return bool(steps.pop(i))
        if isinstance(s, dict) and isinstance(s.get('transforms'), list) and drop(s['transforms'], *names):
            return True
    return False


# --- the shapes of mistakes ---

def first_of(where, make):
    """One mistake of the first part of these types, or of the dict at this path, that `make` takes."""
    def take(c):
        if isinstance(where, tuple):
            return next((True for d in typed(used(c), *where) if make(d)), None)
        d = at(c, where) if where else c
        return True if isinstance(d, dict) and make(d) else None
    return take


class Kinds(list):
    """(name, generation, make) of each. `generations` are one or a tuple; `needs` is the path of what must be there, or a test of the config."""

    def __init__(self, copies=False):
        self.copies, self.write = copies, set_in if copies else put

    def add(self, name, generations, make, needs=None, unless=None):
        def fits(cfg):
            return (needs(cfg) if callable(needs) else not needs or at(cfg, needs) is not None) and (not unless or at(cfg, unless) is None)
        for g in (generations,) if isinstance(generations, str) else generations:
            self.append((name, g, lambda cfg: make(cfg) if fits(cfg) else None))

    def kind(self, name, *generations):
        def take(make):
            self.add(name, generations, make)
            return make
        return take

    def on(self, *generations):
        """f(name, where, make): `first_of(where, make)`, of these generations."""
        return lambda name, where, make: self.add(name, generations, first_of(where, make))

    def text(self, name, generations, text, needs=None, unless=None):
        """The same lines wherever it fits."""
        self.add(name, generations, lambda cfg: text, needs, unless)

    def setting(self, name, generations, path, source, needs=None, unless=None):
        """This value, whether the dict above has one or not."""
        def make(cfg):
            parent = path.rpartition('.')[0]
            return nest(path, source) if (not parent or isinstance(at(cfg, parent), dict)) and repr(at(cfg, path)) != source else None
        self.add(name, generations, make, needs, unless)

    def value(self, name, generations, paths, change, needs=None):
        """change(what is there), at the first of the paths that has something which it takes."""
        def make(cfg):
            for path in (paths,) if isinstance(paths, str) else paths:
                old = at(cfg, path)
                new = change(old) if old is not None else None
                if new is not None and new != old:
                    return self.write(cfg, path, new)
            return None
        self.add(name, generations, make, needs)

    def added(self, name, generations, path, new, needs=None):
        """A value where the dict above has none."""
        self.setting(name, generations, path, written(new), needs, unless=path)

    def part(self, name, generations, types, key, change, tops=('model',)):
        """change(an argument) of the first part of one of these types."""
        def make(cfg):
            for path in (p for top in tops for p in paths_of(cfg, lambda d: is_step(d, *types) and key in d, top)):
                old = at(cfg, path)[key]
                new = change(old)
                if new is not None and new != old:
                    return self.write(cfg, path + '.' + key, new)
            return None
        self.add(name, generations, make)

    def steps_of(self, name, generations, change, part='train'):
        """The pipeline written again, as it is and with change(its steps); not where the change does nothing."""
        def make(cfg):
            path = pipeline_path(cfg, part)
            steps = at(cfg, path) if path else None
            if not steps or not all(isinstance(s, dict) for s in steps):
                return None
            new = change([dict(s) for s in steps])
            return (nest(path, written(steps)), nest(path, written(new))) if new and new != steps else None
        self.add(name, generations, make)

    def each_typed(self, name, generations, types, make):
        """make(the first part of these types that it takes)."""
        self.add(name, generations, lambda c: next((True for d in typed(used(c), *types) if make(d)), None))

    def section(self, name, generations, path, make):
        """make(the dict at the first of the paths that is one)."""
        def take(c):
            for p in (path,) if isinstance(path, str) else path:
                d = at(c, p)
                if isinstance(d, dict) and make(d):
                    return True
            return None
        self.add(name, generations, take)

    def each_step(self, name, generations, types, make, part='train'):
        """make(each step of these types); True where it did something."""
        self.add(name, generations, lambda c: any([make(s) for s in typed(steps_in(c, part), *types)]) or None)

    def lose(self, name, generations, types, part='train'):
        """The first step of these types is lost."""
        self.add(name, generations, lambda c: drop(steps_in(c, part), *types) or None)

    def step(self, name, generations, make, part='train'):
        """make(the list of steps)."""
        def take(c):
            p = pipeline_path(c, part)
            steps = at(c, p) if p else None
            return make(steps) if isinstance(steps, list) else None
        self.add(name, generations, take)

    def anywhere(self, name, generations, key, new, holds=lambda d: True):
        """new(the value) of the first dict in use that has the key."""
        def make(c):
            for d in dicts(used(c)):
                old = d.get(key)
                got = new(old) if old is not None and holds(d) else None
                if got is not None and got != old:
                    d[key] = got
                    return True
            return None
        self.add(name, generations, make)


class Overrides(Kinds):
    """Kinds that change a copy of the config, and are written as what a config that inherits it says otherwise; lists are written whole."""

    def add(self, name, generations, make, needs=None, unless=None):
        def texts(generation):
            return lambda cfg: overrides(cfg, make, generation)
        for g in (generations,) if isinstance(generations, str) else generations:
            super().add(name, g, texts(g), needs, unless)


def differing(old, new):
    """What is written for a value that has become another one: (as it was, as it is)."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return old, new
    if any(k not in new for k in old):
        return dict(old, _delete_=True), dict(new, _delete_=True)
    was, now = {}, {}
    for k, v in new.items():
        if k not in old:
            now[k] = v
        elif v != old[k]:
            was[k], now[k] = differing(old[k], v)
    return was, now


def tried(make, new):
    """What a kind makes of a copy that it may change; None where that has another shape than it takes."""
    try:
        return make(new)
    except (TypeError, KeyError, IndexError, ValueError, AttributeError):
        return None


def overrides(cfg, make, generation):
    new = pickle.loads(pickle.dumps(cfg))
    if tried(make, new) is not True:
        return None
    if any(k not in new for k in cfg):
        return None  # what a base says cannot be taken back
    was, now = differing(cfg, new)
    if not now:
        return None
    if generation != T:
        return tuple(''.join('%s = %s\n' % (k, written(v)) for k, v in part.items()) for part in (was, now))
    texts = tuple(json.dumps(part, indent=2) for part in (was, now))
    return None if '"_delete_"' in texts[1] else texts  # torchpack only adds


# --- what becomes of the steps of a pipeline ---

def without(*names):
    return lambda steps: [s for s in steps if not is_step(s, *names)]


def with_keys(names, change):
    def make(steps):
        for s in steps:
            if is_step(s, *names):
                change(s)
                return steps
        return None
    return make


def moved_last(*names):
    return lambda steps: [s for s in steps if not is_step(s, *names)] + [s for s in steps if is_step(s, *names)]


def moved_first(*names):
    return lambda steps: [s for s in steps if is_step(s, *names)] + [s for s in steps if not is_step(s, *names)]
