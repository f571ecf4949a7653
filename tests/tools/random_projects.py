"""Projects of a few configs that inherit: what the loaders add to Python, by random.

A project is a folder of files, the main one of which is loaded: bases named by a string, a list or an expression, in Python, YAML
and JSON; `_base_.x`, `{{_base_.x}}` and the other templates; `_delete_`; `with read_base()`; names of packages that
are imported lazily; whatever a config may do with the dicts and lists that its bases gave it; and overrides of the command line.

Observations go to `log`. Nothing depends on the machine.
"""
import json
import random

KEYS = ['type', 'a', 'b', 'lr', 'depth', 'sub', 'head', 'x1', 'scope', 'name', 'cfg']
ODD_KEYS = ['items', 'update', 'keys', '_scope_', '_delete_', 'copy', 'pop', 'get', 'merge', 'lazy', '__name__', 'to_dict', 'values']
NAMES = ['model', 'data', 'opt', 'hooks', 'n', 's', 'pipeline', 'cfg0', '_p', 'train', 'evaluation', 'lr_config', 'runner', 'val', 'env']
STRINGS = ['', 'A', 'SGD', 'data/coco', 'a.b', 'x y', "it's", 'é', '{}', '1', 'None', '_base_', '%d', 'a\nb']
ENVIRONMENT = {'CFG_SET': '7', 'CFG_TEXT': 'some/where', 'CFG_EMPTY': ''}

VALUES = ['1', '-3', '0', '0.5', '1e-4', '1e5', 'True', 'false', 'None', 'none', 'abc', "'q'", '"q"', '1,2,3', '[1,2]', '(1,2)', '[(1,2),[a,b],c]', '[]', '()', '',
          ',', '1,', '[1,2', 'a=b', '[[1]]', '((1,2),)', ' 1', '1_0', 'inf', 'nan', '0x10', '[a b]', "['a','b']", '["x, y"]', '{"a":1}', 'dict(a=1)', '[None,True,1.5]',
          "'[1,2]'", '(1)', '[1],[2]', '(1,2),(3,4)', '٣', '1e400', '- 1', '"1"', "'1,2'", '[1,,2]', '(,)', '[()]', 'data/x.json', 'a.b.c', '[\'a\',1]', "''", '"\'x\'"',
          '1.', '.5', '+1', '1e5,2', 'TRUE', '[ 1 , 2 ]', '-', '\t1', '[(1, 2), (3,)]', 'x,[1', 'é,1', '{{_base_.n}}']


def literal(r, v):
    """Python that makes the value."""
    if isinstance(v, dict):
        if v and all(isinstance(k, str) and k.isidentifier() for k in v) and r.random() < .6:
            return 'dict(%s)' % ', '.join('%s=%s' % (k, literal(r, x)) for k, x in v.items())
        return '{%s}' % ', '.join('%r: %s' % (k, literal(r, x)) for k, x in v.items())
    if isinstance(v, list):
        return '[%s]' % ', '.join(literal(r, x) for x in v)
    if isinstance(v, tuple):
        return '(%s%s)' % (', '.join(literal(r, x) for x in v), ',' if len(v) == 1 else '')
    return repr(v)


def parts(v, kind, at=()):
    """The paths below a value that lead to something of the kind."""
    if isinstance(v, kind):
        yield at
    if isinstance(v, dict):
        for k, x in v.items():
            yield from parts(x, kind, at + (k,))
    elif isinstance(v, (list, tuple)):
        for i, x in enumerate(v):
            yield from parts(x, kind, at + (i,))


class Project:
    """style: 'text' (with mmengine's `_base_.x`), 'mmcv' or 'lazy'."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.style = self.r.choice(['text', 'text', 'mmcv', 'lazy', 'lazy'])
        self.files = {}
        self.count = 0
        self.local = 0
        self.taken = set()
        self.path = 'main.py'
        self.tree = self.file(self.path, self.r.choice([1, 1, 2, 2, 3]))
        self.options = self.overrides() if self.chance(.35) else []

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *a):
        return self.r.choice(a[0] if len(a) == 1 else a)

    # --- values ---

    def scalar(self):
        return self.pick([0, 1, 2, -1, 7, 0.5, 1e-4, True, False, None, 100, *STRINGS[:9]] + [self.pick(STRINGS)])

    def value(self, depth=2):
        kind = self.r.random()
        if depth == 0 or kind < .4:
            return self.scalar()
        if kind < .75:
            return self.dict(depth - 1)
        items = [self.value(depth - 1) for _ in range(self.r.randrange(4))]
        return items if kind < .9 else tuple(items)

    def dict(self, depth=2):
        d = {}
        for _ in range(self.r.randrange(5)):
            d[self.pick(ODD_KEYS) if self.chance(.04) else self.pick(KEYS)] = self.value(depth)
        if self.chance(.05):
            d[self.pick(1, 2.5, None, True)] = self.scalar()
        return d

    def change(self, depth=2):
        """A dict that goes over another one."""
        d = self.dict(depth)
        if self.chance(.25):
            d['_delete_'] = self.pick(True, True, True, False, 0, 1, 'x', None)
        return d

    def over(self, old):
        """A value that goes over this one of the bases."""
        if not isinstance(old, dict):
            return self.value() if self.chance(.03) else self.pick([self.scalar(), [self.value(1)], old])
        if self.chance(.1):
            return self.scalar()
        d = self.change(1)
        for k, v in old.items():
            if isinstance(k, str) and self.chance(.4):
                d[k] = self.over(v)
        return d

    # --- files ---

    def file(self, path, depth):
        """Writes a file and its bases; what it defines, as far as that is plain."""
        kind = 'py' if self.style == 'lazy' or path == 'main.py' and self.chance(.93) else path.rsplit('.', 1)[1]
        bases = self.bases(path, depth)
        below = {}
        for _, tree in bases:
            below.update(tree)
        taken = set(below) if self.style == 'lazy' or self.chance(.03) else self.taken
        own = {k: self.over(v) for k, v in below.items() if self.chance(.35)} if self.style != 'lazy' else {}
        fresh = [n for n in NAMES if n not in taken]
        self.r.shuffle(fresh)
        for n in fresh[:self.r.choice([1, 2, 3, 4])]:
            own[n] = self.dict(3) if self.chance(.5) else self.value(3)
            self.taken.add(n)
        if self.chance(.05):
            own['custom_imports'] = {'imports': ['os'], 'allow_failed_imports': False}
        if kind == 'py':
            self.files[path] = self.python(path, bases, below, own)
        else:
            self.files[path] = self.data(path, kind, bases, below, own)
        return {**below, **own}

    def bases(self, path, depth):
        if depth == 0:
            return []
        out = []
        for _ in range(self.r.choice([0, 1, 1, 1, 2, 2, 3])):
            self.count += 1
            name = '%s%d.%s' % (self.pick('b', 'sub/b') if '/' not in path else 'sub/b', self.count,
                                'py' if self.style == 'lazy' else self.pick('py', 'py', 'py', 'py', 'yaml', 'json'))
            out.append((name, self.file(name, depth - 1)))
        return out

    def relative(self, name, path):
        if '/' in path:
            return name.split('/')[1]
        return name

    def data(self, path, kind, bases, below, own):
        own = json.loads(json.dumps({str(k): v for k, v in own.items()}))
        names = [self.relative(n, path) for n, _ in bases]
        if bases:
            own['_base_'] = names[0] if len(names) == 1 and self.chance(.5) else names
        text = json.dumps(own, indent=1, ensure_ascii=False)  # YAML, too
        if kind == 'yaml' and self.chance(.4):
            text += '\n'
        refs = list(parts(below, object))
        for _ in range(self.r.randrange(3)):
            ref = self.pick(refs) if refs else ()
            if ref and all(isinstance(k, str) and k.isidentifier() for k in ref):
                text = text.replace('null', '{{_base_.%s}}' % '.'.join(ref), 1)
        if self.chance(.2):
            text = text.replace('"SGD"', '"{{ fileBasenameNoExtension }}/x"')
        return text

    # --- Python ---

    def python(self, path, bases, below, own):
        lines = self.head(path, bases, below)
        self.scope = {**below}
        self.below = below
        self.bound = set(below) if self.style == 'lazy' else set()
        self.lazies = []
        if self.style == 'lazy':
            lines += self.imports()
        for name, v in own.items():
            lines.append('%s = %s' % (name, self.expression(v)))
            self.bound.add(name)
            self.scope[name] = v
        if self.style == 'text' and not below and self.chance(.5):
            self.scope = own
        log = 'log%d' % (len(self.files) + 1)
        self.log = log
        body = []
        for _ in range(self.r.choice([0, 2, 4, 7])):
            body += self.statement()
        if body:
            lines.append('%s = []' % log)
        return '\n'.join(lines + body) + '\n'

    def head(self, path, bases, below):
        lines = []
        names = [self.relative(n, path) for n, _ in bases]
        if self.chance(.5):
            lines.append('import copy')
        if self.style == 'lazy':
            lines.append('from mmengine.config import read_base')
            imports = [self.read_base(path, n, tree) for n, (_, tree) in zip(names, bases)]
            if imports and self.chance(.98):
                lines += ['with read_base():', *['    ' + i for i in imports]]
            else:
                for i in imports:
                    lines += ['with read_base():', '    ' + i]
            return lines
        if names:
            quoted = [self.pick("'%s'", "'./%s'", '"%s"') % n for n in names]
            if len(names) == 1 and self.chance(.4):
                text = quoted[0]
            else:
                text = '[%s]' % ', '.join(quoted)
            if self.chance(.25):
                text = self.pick('[x for x in [%s]]' % ', '.join(quoted), '[%s] + []' % ', '.join(quoted),
                                 'list((%s,))' % ', '.join(quoted), "'%s'.split()" % ' '.join(names),
                                 '[%s][:]' % ', '.join(quoted), 'sorted([%s])' % ', '.join(quoted),
                                 '(%s,)' % ', '.join(quoted) if self.chance(.1) else "['{}'.format(n) for n in %r]" % (names,))
            lines.append('_base_ = ' + text)
        return lines

    def read_base(self, path, name, tree):
        module = '.' + name[:-3].replace('/', '.')
        k = self.r.random()
        if k < .7 or not tree:
            return 'from %s import *' % module
        some = self.r.sample(sorted(tree), self.r.randrange(1, len(tree) + 1))
        return 'from %s import %s' % (module, ', '.join(n if self.chance(.75) else '%s as %s_%d' % (n, n, self.count) for n in some))

    def imports(self):
        lines = []
        for line, names in [('from mmdet.models import RetinaNet, FPN as Neck', ['RetinaNet', 'Neck']), ('import mmdet.datasets', ['mmdet.datasets.Coco', 'mmdet']),
                            ('import torch.nn as nn', ['nn.ReLU', 'nn']), ('from torch.optim import SGD', ['SGD'])]:
            if self.chance(.3):
                lines.append(line)
                self.lazies += names
        return lines

    def expression(self, v):
        k = self.r.random()
        if self.lazies and k < .25:
            one = self.pick(self.lazies)
            return self.pick(one, 'dict(type=%s, a=1)' % one, '[%s, %s]' % (one, one), 'dict(%s, type=%s)' % ('b=2', one)) if self.chance(.8) \
                else literal(self.r, v)
        refs = [p for p in parts(self.below, object) if p] if self.below else []
        if refs and k < .3 and self.style != 'lazy':
            ref = self.pick(refs)
            if all(isinstance(x, str) and x.isidentifier() for x in ref):
                mark = '{{%s_base_.%s%s}}' % (self.pick('', ' '), '.'.join(ref), self.pick('', ' '))
                return self.pick(mark, mark, mark, 'dict(a=%s)' % mark, '[%s, 1]' % mark, "(%s,)" % mark, '%s + "x"' % mark, '{%s: 1}' % mark, '[%s] * 2' % mark,
                                 "'p/%s'" % mark if self.chance(.1) else 'dict(a=[dict(b=%s)])' % mark)
        if k < .36 and self.style != 'lazy':
            return self.pick("'{{ fileDirname }}/x'", "'{{fileBasename}}'", "'w/{{ fileBasenameNoExtension }}'", "['{{fileExtname}}']", "'{{$CFG_SET:1}}'", "{{'$CFG_SET:1'}}",
                             "{{'$CFG_NONE:80'}}", "'{{$CFG_TEXT:x}}/y'", "'{{ $CFG_NONE:data/x }}'", '{{"$CFG_NONE:[1,2]"}}', "'{{$CFG_NONE:a b}}'", "dict(a={{'$CFG_SET:5'}})",
                             "'{{$CFG_EMPTY:1}}'" if self.chance(.1) else "'{{ fileBasenameNoExtension}}_{{fileExtname }}'", "'{{ $CFG_NONE : d }}'", "'{{unknown}}'")
        if self.bound and k < .45:
            return self.pick(sorted(self.bound))
        return literal(self.r, v)

    # --- what is done with the values of bases ---

    def reach(self, path):
        """An expression for the value at this path of `scope`."""
        text = path[0]
        if self.style == 'text' and text not in self.bound:
            text = self.pick('_base_.%s', '_base_.%s', '_base_[%r]', '_base_.get(%r)', 'getattr(_base_, %r)') % text
        for k in path[1:]:
            attribute = isinstance(k, str) and k.isidentifier() and self.style != 'mmcv' and self.chance(.6)
            text += '.%s' % k if attribute else '.get(%r)' % k if isinstance(k, str) and self.chance(.15) else '[%r]' % (k,)
        return text

    def place(self, kind):
        found = [p for p in parts(self.scope, kind) if p and (self.style == 'text' or p[0] in self.bound)]
        if not found:
            return None, None
        path = self.pick(found)
        v = self.scope
        for k in path:
            v = v[k]
        return self.reach(path), v

    def statement(self):
        made = []
        for line in self.act():
            made.append(line)
        if not made:
            return []
        if self.chance(.985):
            return ['try:', *['    ' + m for m in made], 'except Exception as e:', '    %s.append(type(e).__name__)' % self.log]
        return made

    def new_local(self):
        self.local += 1
        return 'v%d' % self.local

    def act(self):
        k = self.r.random()
        if k < .55:
            d, v = self.place(dict)
            return self.on_dict(d, v) if d else []
        if k < .75:
            one, v = self.place((list, tuple))
            return self.on_list(one, v) if one else []
        if k < .85:
            if self.lazies:
                return self.on_lazy()
            return self.on_root()
        return self.on_program()

    def text(self, v=None):
        return literal(self.r, self.value() if v is None else v)

    def on_dict(self, d, v):
        r, see = self.r, self.log + '.append(%s)'
        key = self.pick([k for k in v if isinstance(k, str)] or ['zz'])
        key = key if self.chance(.85) else self.pick(KEYS + ODD_KEYS + ['zz'])
        dot = '%s.%s' % (d, key) if key.isidentifier() and self.style != 'mmcv' else '%s[%r]' % (d, key)
        item = self.pick(dot, '%s[%r]' % (d, key))
        other, _ = self.place(dict)
        x, new = self.new_local(), self.text()
        change = literal(r, self.change(1))
        choices = [
            [item + ' = ' + new], [dot + ' = ' + new], ['%s[%r] = %s' % (d, key, change)], [item + ' = ' + (other or '{}')],
            ['%s.update(%s)' % (d, change)], ['%s.update(%s)' % (d, literal(r, self.over(v)))], ['%s.update(%s, q=%s)' % (d, change, new)], ['%s.update(a=%s)' % (d, new)],
            ['%s.update(%s)' % (d, other or '{}')], ['%s.update([("a", 1)])' % d], ['%s |= %s' % (d, change)], ['%s = %s | %s' % (x, d, change)], ['%s = %s | %s' % (x, change, d)],
            ['%s = %s | %s' % (x, d, change), see % ('type(%s).__name__' % x), '%s["a"] = {"b": 1}' % x, see % ('type(%s["a"]).__name__' % x)],
            ['%s = %s.copy()' % (x, d), '%s[%r] = %s' % (x, key, new), see % ('type(%s).__name__' % x)], ['%s = dict(%s)' % (x, d), '%s["n"] = {}' % x, see % ('type(%s["n"]).__name__' % x)],
            ['%s = {**%s}' % (x, d), see % ('type(%s).__name__' % x)], ['%s = dict(**%s)' % (x, d)], ['%s = dict(%s, zz=1)' % (x, d)], ['%s = %s' % (x, d), '%s["n"] = 1' % x],
            ['import copy', '%s = copy.deepcopy(%s)' % (x, d), '%s[%r] = 1' % (x, key)], ['import copy', '%s = copy.copy(%s)' % (x, d), '%s["n"] = {}' % x, see % ('type(%s["n"]).__name__' % x)],
            ['%s = %s.deepcopy()' % (x, d)], ['%s = %s.to_dict()' % (x, d), see % ('type(%s).__name__, [type(q).__name__ for q in %s.values()]' % (x, x)).join('()')],
            [see % ('%s.pop(%r)' % (d, key))], [see % ('%s.pop("zz")' % d)], [see % ('%s.pop("zz", 5)' % d)], [see % ('%s.pop("zz", default=5)' % d)],
            [see % ('%s.get("zz")' % d)], [see % ('%s.get(%r, 3)' % (d, key))], [see % ('%s.get("zz", default={})' % d)],
            ['%s = %s.setdefault("n", {})' % (x, d), '%s["z"] = 1' % x, see % ('type(%s).__name__' % x)], ['%s.setdefault("n", {}).z = 1' % d], [see % ('%s.setdefault(%r, 3)' % (d, key))],
            ['%s.setdefault("n", []).append(1)' % d], [see % ('%s.items()' % d) if self.style != 'mmcv' else see % ('list(%s.items())' % d)], [see % ('list(%s.keys())' % d)],
            [see % ('%s.values()[0]' % d)], [see % ('%s.items()[0]' % d)], [see % ('list(%s)' % d)], [see % ('len(%s)' % d)], [see % ('%r in %s' % (key, d))],
            [see % ('%s == %s' % (d, literal(r, v)))], [see % ('%s == %s' % (literal(r, v), d))], [see % ('%s != %s' % (d, other or '1'))], [see % ('%s is %s' % (d, other or '1'))],
            [see % ('isinstance(%s, dict), type(%s) is dict' % (d, d)).join('()')], [see % ('type(%s).__name__' % d)], [see % ('repr(%s)' % d)], [see % ("f'{%s}'" % d.replace("'", '"'))],
            [see % ("'%%s' %% (%s,)" % d)], [see % ('bool(%s)' % d)], ['%s = %s + {"a": 1}' % (x, d)], [see % ('sorted(%s, key=str)' % d)], [see % ('%s.popitem()' % d)], ['%s.clear()' % d],
            ['%s = %s.fromkeys(["a", "b"], {})' % (x, d), see % ('type(%s).__name__, type(%s["a"]).__name__' % (x, x)).join('()')], ['%s.merge(%s)' % (d, literal(r, self.over(v)))],
            ['%s.merge(%s)' % (d, change)], [see % ('%s.scope' % d)], [see % ('%s.lazy' % d)], [see % ('%s.missing' % d)], [see % ('hasattr(%s, "missing"), hasattr(%s, %r)' % (d, d, key)).join('()')],
            [see % ('getattr(%s, "missing", 3)' % d)], ['setattr(%s, "n", %s)' % (d, new)], ['delattr(%s, %r)' % (d, key)],
            ['delattr(%s, "zz")' % d], ['del ' + item], ['del %s["zz"]' % d], ['%s.items = 3' % d], ['%s["items"] = 3' % d, see % ('callable(%s.items)' % d)], ['%s.missing.y = 1' % d],
            ['%s["missing"]["y"] = 1' % d], ['for k in %s:' % d, '    %s.pop(k)' % d], ['for k, q in %s.items():' % d, '    %s.pop(k)' % d],
            ['for k, q in %s.items():' % d, '    %s[str(k) + "_"] = q' % d], ['for k in list(%s):' % d, '    %s["z" + str(k)] = %s.pop(k)' % (d, d)], ['for k in %s.keys():' % d, '    %s[k] = 1' % d],
            ['for q in %s.values():' % d, '    if isinstance(q, dict):', '        q["seen"] = 1'], ['for q in %s.values():' % d, '    if isinstance(q, list):', '        q.append({"a": 1})'],
            [see % ('hash(%s)' % d)], [see % ('{%s: 1}' % d)], [see % ('[*%s]' % d)], [see % ('[k for k in %s if k != %r]' % (d, key))], ['%s = {k: q for k, q in %s.items() if k != %r}' % (x, d, key)],
            ['%s = [type(q).__name__ for q in %s.values()]' % (x, d)], [see % ('(lambda **k: k)(**%s)' % d)], [see % ('type((lambda **k: k)(**%s)).__name__' % d)], [see % ('next(iter(%s))' % d)],
            [see % ('list(reversed(%s))' % d)], [see % ('list(zip(%s, %s.values()))' % (d, d))], [see % ('max(%s, key=str)' % d)], [see % ('list(enumerate(%s.values()))' % d)],
            [see % ('sorted(map(str, %s.keys() | {"zz"}))' % d)], [see % ('%s.keys() == {%r}' % (d, key))], ['match %s:' % d, '    case {%r: q, **rest}:' % key, '        ' + see % '(q, rest, type(rest).__name__)',
                                                                                                 '    case _:', '        ' + see % '"none"'],
            ['%s = %s' % (x, d), '%s += {}' % x], ['%s.%s += [dict(a=1)]' % (d, 'a'), see % ('type(%s.a[-1]).__name__' % d)], ['%s = %s["l2"] = [{"a": 1}]' % (x, d), '%s.append(2)' % x],
            ['%s["l3"] = [{"a": 1}]' % d, '%s["l3"].append({"b": 2})' % d, see % ('[type(q).__name__ for q in %s["l3"]]' % d)], ['%s["self"] = %s' % (d, d)] if self.chance(.05) else [],
            ['%s["t"] = ({"a": 1}, [{"b": 2}])' % d, see % ('type(%s["t"][0]).__name__, type(%s["t"][1][0]).__name__' % (d, d)).join('()')],
            ['from collections import OrderedDict', '%s["o"] = OrderedDict(a=OrderedDict(b=1))' % d, see % ('type(%s["o"]).__name__, type(%s["o"]["a"]).__name__' % (d, d)).join('()')],
            ['%s = {"x": {"y": 1}}' % x, '%s["m"] = %s' % (d, x), '%s["x"]["y"] = 2' % x], ['%s = %s.get(%r)' % (x, d, key), '%s = 5' % x],
            ['%s[1] = {"a": 1}' % d, see % ('type(%s[1]).__name__' % d)], ['%s = lambda q=%s: q' % (x, d), see % ('%s() is %s' % (x, d)), 'del ' + x],
            ['def f%s(c, **k):' % x, '    c.update(k)', '    return c', '%s = f%s(%s, a=%s)' % (x, x, d, new)], ['def g%s():' % x, '    %s["g"] = 1' % d, 'g%s()' % x],
            [see % ('str(%s)[:30]' % d)], ['%s.a.b = 3' % d], ['%s["a"]["b"] = 3' % d], ['%s.a = %s.a' % (d, d)], ['%s.__init__(a=1)' % d] if self.chance(.1) else [],
            ['%s.update({%r: {"_delete_": True, "k": 1}})' % (d, key)], ['%s.n = dict(m=%s)' % (d, d), see % ('%s.n.m is %s' % (d, d))] if self.chance(.1) else [],
            [see % ('[*%s.items()]' % d)], [see % ('dict.get(%s, %r)' % (d, key))], ['dict.update(%s, z={"a": 1})' % d, see % ('type(%s["z"]).__name__' % d)],
            ['dict.__setitem__(%s, "z", {})' % d, see % ('type(%s["z"]).__name__' % d)], [see % ('list(dict.items(%s))' % d)], [see % ('type(dict.copy(%s)).__name__' % d)],
            [see % ('%s.get(key=%r)' % (d, key))], [see % ('sum(1 for _ in %s)' % d)], [see % ('any(%s.values())' % d)], [see % ('%s.items() is %s.items()' % (d, d))],
            ['%s = [%s] * 2' % (x, d), '%s[0]["dup"] = 1' % x], ['globals()["%s"] = %s' % (x, d)], [see % ('getattr(%s, "get")(%r)' % (d, key))], ['%s, *_q = %s, 1' % (x, d)],
            ['%s["l4"] = [{"a": [1]}, (2, [3])]' % d, '%s = %s.copy()' % (x, d), '%s["l4"].append(4)' % x, '%s["l4"][0]["a"].append(5)' % x, '%s["l4"][1][1].append(6)' % x],
            ['import copy', 'l = [1, {"b": 2}]', '%s["l5"], %s["l6"] = l, l' % (d, d), '%s = copy.deepcopy(%s)' % (x, d), '%s["l5"].append(3)' % x, see % ('%s["l5"] is %s["l6"]' % (x, x))],
            ['%s["l7"] = l = []' % d, 'l.append(1)', see % ('%s["l7"] is l' % d)], ['%s = %s.fromkeys(["a"], [])' % (x, d), '%s["a"].append(1)' % x], ['%s = {**%s, "e": {}}' % (x, d), '%s["e"]["f"] = 1' % x],
            ['%s = dict(%s.items())' % (x, d), '%s["g"] = 1' % x], ['%s.update(%s, h={"i": []})' % (d, d), '%s["h"]["i"].append(1)' % d], ['%s = (%s | {"j": {}})' % (x, d), '%s["j"]["k"] = 1' % x, '%s["new"] = 1' % x],
            ['%s = {} | %s' % (x, d), see % ('%s.get("zz")' % x)], ['%s = %s | {}' % (x, d), see % ('%s == %s' % (x, d))], ['%s = sum([[q] for q in %s.values()], [])' % (x, d)], ['%s = sorted(%s.items(), key=str)' % (x, d)],
            ['%s = [dict(i) if isinstance(i, dict) else i for i in %s.values()]' % (x, d)], ['from collections import OrderedDict', '%s = OrderedDict(%s)' % (x, d)], ['%s["m1"] = %s["m2"] = {"n": 1}' % (d, d), '%s["m1"]["n"] = 2' % d],
            [see % ('%s.__len__(), %s.__contains__(%r)' % (d, d, key)).join('()')], [see % ('type(%s).mro()[0].__name__' % d)], [see % ('%s.__class__.__name__' % d)],
        ]
        return self.pick([c for c in choices if c])

    def on_list(self, d, v):
        r, see = self.r, self.log + '.append(%s)'
        x, new, i = self.new_local(), self.text(), self.r.randrange(-2, 3)
        other, _ = self.place((list, tuple))
        choices = [
            ['%s.append(%s)' % (d, new)], ['%s.append({"a": 1})' % d, see % ('type(%s[-1]).__name__' % d)], ['%s += [{"a": {}}]' % d, see % ('type(%s[-1]).__name__' % d)], ['%s += (1,)' % d],
            ['%s.extend(%s)' % (d, other)], ['%s.insert(%d, %s)' % (d, i, new)], ['%s[%d] = %s' % (d, i, new)], ['%s[%d] = {"a": {"b": 1}}' % (d, i), see % ('type(%s[%d]).__name__' % (d, i))],
            ['%s[1:1] = [%s]' % (d, new)], ['del %s[%d]' % (d, i)], ['del %s[:1]' % d], [see % ('%s.pop()' % d)], ['%s.reverse()' % d], ['%s = %s * 2' % (x, d)], ['%s = %s + %s' % (x, d, d)],
            ['%s = list(%s)' % (x, d), '%s.append(1)' % x], ['%s = %s[:]' % (x, d), see % ('%s[0] is %s[0]' % (x, d))], ['import copy', '%s = copy.deepcopy(%s)' % (x, d), '%s.append(1)' % x],
            ['import copy', '%s = copy.deepcopy(%s[:1])' % (x, d), see % ('%s[0] is %s[0]' % (x, d))], ['%s = %s' % (x, d), '%s += [9]' % x, see % ('%s is %s' % (x, d))],
            ['for q in %s:' % d, '    if isinstance(q, dict):', '        q["seen"] = 1'], ['for q in %s:' % d, '    if isinstance(q, dict):', '        q.seen = 1'],
            ['for q in %s:' % d, '    if isinstance(q, dict):', '        q.update(a={"z": 1})'], ['for i, q in enumerate(%s):' % d, '    %s[i] = i' % d],
            ['%s = [q for q in %s if not isinstance(q, dict)]' % (x, d)], ['%s = [dict(q, extra=1) for q in %s if isinstance(q, dict)]' % (x, d)], ['%s = [{**q} for q in %s if isinstance(q, dict)]' % (x, d)],
            [see % ('[type(q).__name__ for q in %s]' % d)], [see % ('len(%s)' % d)], [see % ('%s == %s' % (d, literal(r, v)))], [see % ('repr(%s)' % d)], [see % ('%s[%d].type' % (d, i))],
            ['%s[%d].type = "Z"' % (d, i)], ['%s[%d]["type"] = "Z"' % (d, i)], ['%s[%d].update(%s)' % (d, i, self.text(self.change(1)))], ['%s[%d].n = {}' % (d, i), see % ('type(%s[%d].n).__name__' % (d, i))],
            ['%s = {"w": %s}' % (x, d)], ['%s[%d].merge({"_delete_": True})' % (d, i)], [see % ('%s.index(%s)' % (d, self.text(v[0]) if v else 1))], [see % ('tuple(%s)' % d)],
            ['%s.sort(key=str)' % d], ['%s.clear()' % d], [see % ('%s in %s' % (new, d))], ['%s = %s' % (d, new)], ['%s, *%s_r = %s' % (x, x, d)], ['%s = [*%s, *%s]' % (x, d, other)],
        ]
        return self.pick(choices)

    def on_root(self):
        see = self.log + '.append(%s)'
        if self.style != 'text':
            return []
        x = self.new_local()
        return self.pick([
            [see % 'sorted(_base_)'], [see % 'list(_base_.keys())'], [see % 'len(_base_)'], [see % '"model" in _base_'], ['_base_.fresh = {"a": 1}'], ['_base_["fresh"] = {"a": 1}'], ['_base_.pop("model", None)'],
            ['_base_.update(dict(model=dict(a=1)))'], ['del _base_.model'], ['del _base_["data"]'], ['_base_.clear()'], ['for k in list(_base_):', '    %s = _base_[k]' % x], [x + ' = _base_.copy()'],
            [x + ' = _base_'], ['_base_ = {"a": 1}'], ['import copy', x + ' = copy.deepcopy(_base_)'], ['locals().update(_base_)'] if self.chance(.2) else [see % '_base_.get("zz", 1)'],
            ['globals().update(_base_)'] if self.chance(.3) else [see % 'type(_base_).__name__'], ['globals().update({k: 1 for k in _base_})'], ['del _base_'], [see % '"_base_" in globals()'],
            ['_base_.model = _base_.data'], ['_base_.merge(dict(n=5))'], ['_base_ |= dict(n=5)'], ['_base_.model, _base_.n = 1, 2'], ['_base_._scope_ = "x"'], ['_base_.__dd = 1'], ['for _base_.n in range(3): pass'],
            ['_base_.n += 1'], ['_base_.n = _base_.n * 2'], ['_base_.setdefault("data", {}).a = 1'],
        ])

    def on_lazy(self):
        see, one, two = self.log + '.append(%s)', self.pick(self.lazies), self.pick(self.lazies)
        x = self.new_local()
        return self.pick([
            [x + ' = ' + one], [x + ' = dict(type=%s)' % one], [see % one], [see % ('str(%s)' % one)], [see % ('repr(%s)' % one)], [see % ("f'{%s}'" % one)], [see % ('%s == %s' % (one, two))],
            [see % ('%s is %s' % (one, two))], [see % ('bool(%s)' % one)], [see % ('hasattr(%s, "zz")' % one)], [see % (one + '.zz')], [see % (one + '.name')], [see % (one + '.module')],
            [see % (one + '.__name__')], [see % (one + '.__class__.__name__')], [see % ('isinstance(%s, str)' % one)], [see % ('callable(%s)' % one)], [one + '()'], [x + ' = %s(a=1)' % one],
            [see % ('type(%s).__name__' % one)], [see % ('%s + "x"' % one)], [see % ('len(%s)' % one)], [see % ('%s[0]' % one)], [see % ('list(%s)' % one)], [see % ('{%s: 1}' % one)],
            [see % ('%s in [%s]' % (one, two))], [see % ('[%s].index(%s)' % (one, two))], ['import copy', x + ' = copy.deepcopy(%s)' % one, see % ('%s is %s' % (x, one))],
            ['import copy', x + ' = copy.deepcopy(dict(t=%s))' % one, see % ('%s == dict(t=%s)' % (x, one))], [x + ' = {%s, %s}' % (one, one), see % ('len(%s)' % x), 'del ' + x], [see % ("'%%s-%%r' %% (%s, %s)" % (one, two))],
            [see % (one + '._module')], [see % (one + '.build()')], [see % (one + '.location')] if self.chance(.2) else [see % (one + '.source')], [see % ('getattr(%s, "q")' % one)], [one.split('.')[0] + '.attr = 3', see % (one.split('.')[0] + '.attr')],
            [see % ('sorted([%s, %s])' % (one, two))], [see % ('hash(%s) == hash(%s)' % (one, one))], [see % ('%s.__len__' % one)], [see % ('dict(type=%s) == dict(type=%s)' % (one, two))], [see % ('%s or 1' % one)],
            [see % ('"a" in %s' % one)], [see % ('max(%s, %s)' % (one, two))], [see % ('not %s' % one)], [see % ('"%%d" %% %s' % one)], [see % ('"x".join([%s])' % one)], [see % (one + '.build')], [see % ("f'{%s!r:>12}'" % one)], [see % ("f'{%s:>12}'" % one)],
            [see % ('-%s' % one)], [see % ('%s.a.b.c' % one)], [see % ('%s < %s' % (one, two))], ['for q in %s:' % one, '    pass'], ['with %s:' % one, '    pass'] if self.chance(.05) else [see % ('next(%s)' % one)],
            ['del %s.q' % one], [see % ('(%s, [%s], {"k": %s})' % (one, two, one))], ['a, b = %s' % one], ['import copy', x + ' = copy.copy(%s)' % one, see % x], [see % ('%s != %s' % (one, one))], [see % ('set([%s]) == {%s}' % (one, one))],
        ])

    def on_program(self):
        see, x = self.log + '.append(%s)', self.new_local()
        names = sorted(self.bound) or ['log']
        n = self.pick(names)
        if n == 'log':
            return []
        return self.pick([
            ['import os', see % 'os.environ.get("CFG_NONE")'], ['import os', 'os.environ["CFG_MADE"] = "3"', see % 'os.environ["CFG_MADE"]'], ['import os', see % 'os.environ.get("CFG_MADE", "0")'], ['import os', see % 'os.getenv("CFG_MADE")'],
            ['import os', 'os.environ.pop("CFG_MADE", None)'], ['import os', see % '"CFG_MADE" in os.environ'], ['import os', 'os.environ.setdefault("CFG_MADE", "5")'], ['del ' + n], ['%s = [%s for _ in range(2)]' % (x, n)], ['%s = [q for q in range(3)]' % x], ['for i%s in range(2): pass' % x],
            ['class C%s:' % x, '    a = 1', '%s = C%s.a' % (x, x), 'del C' + x], ['__hidden = 1'], ['_shown = 1'], ['def h%s(): return %s' % (x, n), '%s = h%s()' % (x, x)], ['%s = %s' % (n, n)], ['%s: dict = %s' % (x, n)],
            ['%s = dict(_delete_=True, a=%s)' % (x, n)], ['if %s:' % n, '    %s = 1' % x], ['(%s := 5)' % x], [see % ('type(%s).__name__' % n)], ['import types'], ['import os.path as osp', '%s = osp.join("a", "b")' % x], ['%s = (%s, %s)' % (x, n, n)],
            ['_deprecation_ = dict(expected="x")'] if self.chance(.2) else [x + ' = 3'], ['filename = 1'] if self.chance(.1) else [x + ' = "' + x + '"'], [x + ' = __name__'] if self.chance(.2) else [x + ' = ()'],
        ])

    # --- the command line ---

    def overrides(self):
        out = []
        roots = [p for p in parts(self.tree, object) if p]
        for _ in range(self.r.choice([1, 1, 2, 3, 5])):
            path = [str(k) for k in self.pick(roots)] if roots and self.chance(.85) else [self.pick(NAMES)]
            if self.chance(.25):
                path.append(self.pick(KEYS + ['0', '1', '-1', '00', '²', '']))
            if self.chance(.15):
                path = path[:-1] + [self.pick(KEYS + ['0', '9', '_delete_'])]
            out.append('%s=%s' % ('.'.join(path), self.pick(VALUES)))
        return out
