"""Projects around real configs: files of a checkout that inherit nothing, and code of ours that works on what they say.

    SPLICED=FOLDER PYTHONPATH=... projects.py build/cfglint 10000 1 spliced_projects

The other generators invent values; here dicts, lists and strings are those that people have in configs, as deep as they are there. A statement takes them
by their path, changes them, copies them, puts them into functions, classes and formats, and later ones see what has become of them.
"""
import ast
import glob
import os
import random
import re

FOLDER = os.environ.get('SPLICED', 'fixtures')


def found(tree, path=''):
    """Places of a literal: (how to get there, its kind)."""
    kind = {ast.Dict: 'D', ast.List: 'L', ast.Tuple: 'T'}.get(type(tree))
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == 'dict' and not tree.args:
        kind, items = 'D', [(repr(k.arg), k.value) for k in tree.keywords if k.arg]
    elif kind == 'D':
        items = [(repr(k.value), v) for k, v in zip(tree.keys, tree.values) if isinstance(k, ast.Constant)]
    elif kind:
        items = [(str(i), v) for i, v in enumerate(tree.elts)]
    elif isinstance(tree, ast.Constant):
        items, kind = [], {str: 'S', int: 'N', float: 'N'}.get(type(tree.value))
    else:
        items = []
    if kind:
        yield path, kind
    for key, child in items:
        yield from found(child, '%s[%s]' % (path, key))


def sources():
    """[(text, [(expression, kind)])] of files that inherit nothing and call nothing but dict()."""
    out = []
    for path in sorted(glob.glob(os.path.join(FOLDER, '**/*.py'), recursive=True)):
        try:
            with open(path, encoding='utf-8') as f:
                text = f.read()
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        if len(text) > 6000 or not all(isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) or isinstance(s, ast.Expr) and
                                       isinstance(s.value, ast.Constant) for s in tree.body):
            continue
        if '_base_' in text or '{{' in text or any(isinstance(n, (ast.Call)) and not (isinstance(n.func, ast.Name) and n.func.id == 'dict') for n in ast.walk(tree)):
            continue
        places = [(s.targets[0].id + p, k) for s in tree.body if isinstance(s, ast.Assign) for p, k in found(s.value)]
        if any(k == 'D' for _, k in places):
            out.append((text, places))
    return out


SOURCES = sources()
# D, L, S, N: a dict, list, string, number that is there; A any of these; K a key; I a small number; V a value of ours; new: what it is called afterwards.
PIECES = [
    'new = copy.deepcopy(D)\nnew.update(K=V, own=A)\n#D', 'new = copy.copy(D)\nnew.setdefault("own", []).append(V)\n#D', 'new = dict(D, **dict(K=V))\n#D',
    'D.update({"K": A})', 'D["K"] = A', 'D.pop("K", None)', 'D.setdefault("K", []) if not isinstance(D.get("K"), (str, int)) else None', 'new = {**D, "own": L}\n#D',
    'L.append(V)', 'L[I:I] = [V, A]', 'L += [dict(type="Own", at=V)]', 'L.insert(I, A)', 'L.reverse()', 'new = L[::-1] + L[:I]\n#L', 'new = L * 2\n#L', 'del L[I:I + 1]',
    'new = sorted(D, key=lambda k: (len(str(k)), str(k)))\n#L', 'new = [dict(t, at=i) if isinstance(t, dict) else t for i, t in enumerate(L)]\n#L',
    'new = {str(k): type(v).__name__ for k, v in D.items()}\n#D', 'new = f\'\'\'{S:>I0}|{N:+.3e}|{S!r}|{len(L):03d}\'\'\'\n#S', 'new = "{0}/{1[0]}-{w:^9}".format(S, [V, 1], w=N)\n#S',
    'new = "%s_%05.2f_%r" % (S, N, V)\n#S', 'new = osp.join(S, "..", osp.basename(S), V if isinstance(V, str) else "x")\n#S', 'new = osp.splitext(osp.normpath(S + "/a.py"))\n#L',
    'new = S.split("_", I)\n#L', 'new = "-".join(map(str, L[:I]))\n#S', 'new = S.replace("e", "E").title().partition("/")[::2]\n#T', 'new = S.encode().hex()[:I0].rjust(12, "*")\n#S',
    'def new_f(x, *rest, key=V, **more):\n    more.update(n=len(rest))\n    return dict(x=x, key=key, **more)\nnew = new_f(A, *L[:I], **{"K": V})\n#D',
    'def new_walk(t, depth=0):\n    if isinstance(t, dict):\n        return max([new_walk(v, depth + 1) for v in t.values()] or [depth])\n'
    '    if isinstance(t, (list, tuple)):\n        return max([new_walk(v, depth + 1) for v in t], default=depth)\n    return depth\nnew = new_walk(A)\n#N',
    'def new_all(t):\n    if isinstance(t, dict):\n        for k in list(t):\n            if k == "type":\n                yield t[k]\n            else:\n                yield from new_all(t[k])\n'
    '    elif isinstance(t, (list, tuple)):\n        for v in t:\n            yield from new_all(v)\nnew = list(map(str, new_all(D)))\n#L',
    'def new_set(t, path, v):\n    *most, last = path.split(".")\n    for p in most:\n        t = t.setdefault(p, {})\n        if not isinstance(t, dict):\n            return None\n    t[last] = v\n    return t\n'
    'new = new_set(D, "own.K", V)\n#D',
    'if (new_n := len(D)) > I:\n    new = dict(n=new_n, keys=[*D][:I])\nelse:\n    new = dict(n=-new_n)\ndel new_n\n#D',
    'match D:\n    case {"type": str(new_t), **new_r}:\n        new = [new_t, sorted(map(str, new_r))]\n    case {}:\n        new = []\ndel D["K"] if False else new[:0]\n#L'.replace('\ndel D["K"] if False else new[:0]', ''),
    'match L:\n    case [new_a, *new_b]:\n        new = (len(new_b), new_a)\n    case _:\n        new = None\n#A',
    'class new_C:\n    base = D\n    items = [i for i in range(I)]\n    def __init__(self, **kw):\n        self.__dict__.update(kw)\n    def __getitem__(self, k):\n        return self.base.get(k, self.items)\n'
    '    def __len__(self):\n        return len(self.base)\n    @property\n    def both(self):\n        return [len(self), self["type"], vars(self)]\nnew = new_C(K=V).both\n#L',
    'class new_D(dict):\n    def __missing__(self, k):\n        return self.setdefault(k, len(self))\nnew_d = new_D(D)\nnew = [new_d["K"], new_d["zz"], dict(new_d)]\ndel new_d\n#L',
    'def new_deco(n):\n    def wrap(f):\n        @functools.wraps(f)\n        def inner(*a, **k):\n            return [n, f(*a, **k), f.__name__]\n        return inner\n    return wrap\n'
    '@new_deco(V)\ndef new_g(t):\n    return sum(isinstance(v, (dict, list)) for v in t.values())\nnew = new_g(D)\n#L',
    'try:\n    new = D["nothing"]\nexcept KeyError as new_e:\n    new = [type(new_e).__name__, new_e.args[0], *L[:1]]\nfinally:\n    D["seen"] = I\n#L',
    'new = []\nfor new_i, new_v in enumerate(L):\n    if new_i > I:\n        break\n    try:\n        new.append(new_v["type"])\n    except (TypeError, KeyError):\n        new.append(None)\n        continue\n    finally:\n        new.append(new_i)\n'
    'else:\n    new.append("all")\n#L',
    'with contextlib.suppress(KeyError, IndexError):\n    new = L[I]\n    D["q"] = D["absent"]\nnew = [D.get("q")]\n#L',
    '@contextlib.contextmanager\ndef new_c(t):\n    t["in"] = True\n    try:\n        yield t\n    finally:\n        t.pop("in")\nwith new_c(D) as new_t:\n    new = list(new_t)\ndel new_t\n#L',
    'new = functools.reduce(lambda a, b: {**a, **b}, [t for t in L if isinstance(t, dict)], {})\n#D', 'new = list(itertools.chain.from_iterable([k, v] for k, v in D.items()))\n#L',
    'new = {k: [v for _, v in g] for k, g in itertools.groupby(sorted((len(str(k)), str(k)) for k in D), key=lambda p: p[0])}\n#D',
    'new = list(zip(L, D, range(I)))\n#L', 'new, *new_r = [*L, V]\n#A', '(new, new2), new3 = (V, A), L\n#A', 'new = new_b = A\n#A', 'new = A if N > I else V\n#A', 'new = round(N / 3, I) * 2 ** I\n#N',
    'new = divmod(int(N * 10), I + 3)\n#T', 'new = max(N, I), min(int(N), 7) // (I + 1), -int(N) % 7\n#T', 'new = [N] * I + [x ** 2 for x in range(I)]\n#L', 'N_ = 1', 'new = json.loads(json.dumps({"a": [1, V], "b": None}))\n#D',
    'new = importlib.import_module("math").floor(N)\n#N', 'new = os.environ.get("CFG_SET", "none") + S[:I]\n#S', 'new = collections.OrderedDict(sorted(D.items(), key=lambda kv: str(kv[0])))\n#D',
    'new = dict(collections.Counter(type(v).__name__ for v in L))\n#D', 'new = collections.defaultdict(list)\nfor new_k, new_v in D.items():\n    new[type(new_v).__name__].append(str(new_k))\nnew = dict(new)\n#D',
    'new = [*filter(lambda t: isinstance(t, dict) and "type" in t, L)]\n#L', 'new = any(isinstance(v, dict) and v.get("type") for v in D.values()), all(L)\n#T', 'new = re.sub(r"(\\w)(\\d+)", r"\\2<\\1>", S)\n#S',
    'new = [m.group() for m in re.finditer("[A-Z][a-z]*", S)]\n#L', 'new = (lambda t, n=I: [t] * n)(V)\n#L', 'new = isinstance(D, dict), D is D, D == dict(D), L != list(L)\n#T', 'new = str(D)[:40] + repr(L)[-20:]\n#S',
    'new = list(D.values())[-1:] + [D.get(k) for k in list(D)[:1]]\n#L', 'new = [x for y in L if isinstance(y, (list, tuple)) for x in y]\n#L', 'new = D | {"K": V}\n#D', 'D |= dict(own=[V])', 'new = set(map(str, D)) & {"type", "K", "own"}\nnew = sorted(new)\n#L',
    'new = list(reversed(list(D)))[:I]\n#L', 'new = D.copy()\nwhile new and len(new) > I:\n    new.popitem()\n#D', 'global_before = sorted(k for k in list(globals()) if k.startswith("v_"))[:I]\nnew = global_before\n#L',
    'new = eval("V") if False else S.count("a")\n#N'.replace('eval("V") if False else ', ''), 'new = dict(zip("abc", [V, A, S]))\n#D', 'new = slice(I, None), L[slice(I, None)]\nnew = new[1]\n#L',
    'for new_k in list(D):\n    if str(new_k).startswith("t"):\n        D[new_k + "_own"] = D.pop(new_k)\n        break\nnew = [*D]\n#L', 'new = [D, D]\nnew[0]["shared"] = V\n#L', 'new = copy.deepcopy([D, D])\nnew[0]["shared"] = V\nnew = [len(q) for q in new]\n#L',
]
RARE = [p for p in PIECES if re.search(r'class |(contextlib|re|json|importlib|collections)\.', p)]  # mostly unknown, and so is what they touch
COMMON = [p for p in PIECES if p not in RARE]
VALUES = ['0', '1', '2.5', '-3', 'None', 'True', '"x"', '"b_c"', '[1, 2]', '(1, )', 'dict(a=1)', '"é"', '1e-4', '[]', '{}', '10**12', '"1"', '[dict(type="A")]', '"a{}"']
KEYS = 'type lr depth own in_channels a norm_cfg'.split()
HEAD = ''.join('import %s\n' % m for m in 'collections contextlib copy functools importlib itertools json os re'.split()) + 'import os.path as osp\n'
TAIL = '\ndel collections, contextlib, copy, functools, importlib, itertools, json, os, re, osp\n'


class Project:
    def __init__(self, seed):
        self.r = random.Random('spliced %d' % seed)
        self.files, self.path, self.options, self.n = {}, 'main.py', [], 0
        self.style = self.r.choice(['mmcv', 'mmcv', 'text', 'lazy'])
        chosen = self.r.sample(SOURCES, self.r.choice([1, 1, 2, 3]))
        self.places = {}
        if self.style == 'mmcv' and self.r.random() < .6:
            text, places = chosen[0]
            self.take(places)
            self.files['main.py'] = HEAD + text + '\n' + self.code() + TAIL
        elif self.style == 'lazy':
            for i, (text, places) in enumerate(chosen):
                self.files['b%d.py' % i] = text
                self.take(places)
            how = 'with read_base():\n' + ''.join('    from .b%d import *\n' % i for i in range(len(chosen)))
            self.files['main.py'] = 'from mmengine.config import read_base\n' + HEAD + how + self.code() + TAIL
        else:
            self.inherit(chosen)
        if self.r.random() < .2 and self.places.get('D'):
            self.options = ['%s=%s' % (self.dotted(), self.r.choice(['1', '[1,2]', 'x', '0.5', 'None', '(1,2)']))]

    def dotted(self):
        place = self.r.choice(self.places['D'])
        return place.replace('[', '.').replace(']', '').replace("'", '') + '.own'

    def take(self, places):
        for expression, kind in places:
            self.places.setdefault(kind, []).append(expression)

    def of(self, kind):
        pool = self.places.get(kind)
        if pool and self.r.random() < .97:
            near = pool[-8:] if self.r.random() < .4 else pool
            return self.r.choice(near)
        return {'D': 'dict(type="Own", a=[1])', 'L': '[1, dict(type=\'B\')]', 'S': '"some_text/a1"', 'N': '3', 'T': '(1, 2)'}[kind]

    def piece(self):
        self.n += 1
        name = 'v_%d' % self.n
        text = self.r.choice(RARE if self.r.random() < .03 else COMMON)
        text, _, kind = text.rpartition('\n#') if '\n#' in text else (text, '', '')
        fixed = {}

        def fill(m):
            word = m.group()
            if word in 'DLSN':  # one of a kind in a piece is the same one, mostly
                if word not in fixed or self.r.random() < .1 and '\n' not in text:
                    fixed[word] = self.of(word)
                return fixed[word]
            if word == 'A':
                return self.of(self.r.choice('DLSNT'))
            if word == 'K':
                return fixed.setdefault('K', self.r.choice(KEYS))
            return self.r.choice(VALUES) if word == 'V' else str(self.r.randrange(4))
        text = re.sub(r'(?<![\w.])[DLSNAKVI](?![\w])|(?<=>)I(?=0)', fill, text)
        text = re.sub(r'\bnew(?=\b|_|\d)', name, text)
        if kind and kind != 'A':
            self.places.setdefault(kind, []).append(name)
        if self.r.random() < .7:  # or most programs would end at their first mistake
            text = 'try:\n    %s\nexcept Exception as v_e:\n    %s = type(v_e).__name__' % (text.replace('\n', '\n    '), name)
        return text

    def code(self):
        return '\n'.join(self.piece() for _ in range(self.r.randrange(3, 11))) + '\n'

    def inherit(self, chosen):
        names = set()
        for i, (text, places) in enumerate(chosen):
            roots = {p.split('[')[0] for p, _ in places}
            if roots & names and self.r.random() < .9:
                continue
            names |= roots
            self.files['b%d.py' % i] = text
            self.take(places)
        bases = sorted(self.files)
        lines = ['_base_ = %r' % (['./' + b for b in bases] if len(bases) > 1 or self.r.random() < .5 else './' + bases[0])]
        old = self.style == 'mmcv'
        before, self.places = self.places, {}
        for kind in 'DLSN':
            for expression in self.r.sample(before.get(kind, []), min(3, len(before.get(kind, [])))):
                dotted = expression.replace('[', '.').replace(']', '').replace("'", '')
                self.n += 1
                at = any(p.isdigit() for p in dotted.split('.'))  # of a list
                if old or self.r.random() < .3:
                    lines.append('v_%d = {{_base_.%s}}' % (self.n, dotted) if self.r.random() < .7 and not at else 'v_%d = "a_{{fileBasenameNoExtension}}_{{ fileExtname }}"' % self.n)
                    continue
                lines.append('v_%d = _base_.%s' % (self.n, expression if at else dotted))
                self.places.setdefault(kind, []).append('v_%d' % self.n)
        for expression in self.r.sample(before['D'], min(3, len(before['D']))):
            parts = expression.replace(']', '').replace("'", '').split('[')
            value = self.r.choice(['dict(own=1)', 'dict(type="New", _delete_=True, a=[1])', 'dict(a=dict(b=2))', '{"0": 5}', 'dict(own=v_1)' if self.n else 'dict()'])
            for p in reversed(parts[1:]):
                value = '{%s: %s}' % ('"%s"' % p if self.r.random() < .9 else p if p.isdigit() else '"%s"' % p, value)
            lines.append('%s = %s' % (parts[0], value))
        if old:
            self.places = {}
        self.files['main.py'] = HEAD + '\n'.join(lines) + '\n' + self.code() + TAIL
