#!/usr/bin/env python3
"""Arguments that constructors in source trees take, and that ARG001 says they do not.

    signatures.py CFGLINT TREE...

Of every registered class of the trees (checkouts of OpenMMLab's projects, of any release) one config is written for each
argument of its constructor, those of its bases included where it hands its others on; a finding is a fault of
rules/rules/takes.star or constructors.star.
"""
import ast
import collections
import json
import os
import subprocess
import sys
import tempfile

LEFT_OUT = {'configs', 'tests', '.git', 'projects', 'docs'}
GENERAL = {'self', 'type', 'init_cfg', 'pretrained', 'train_cfg', 'test_cfg', 'data_preprocessor'}
CONFIG = """\
model = dict(type='A', backbone=dict(type='{0}', {1}=None))
custom_hooks = [dict(type='{0}', {1}=None)]
train_dataloader = dict(batch_size=1, dataset=dict(type='D', pipeline=[dict(type='{0}', {1}=None)]))
train_cfg = dict(by_epoch=True, max_epochs=1)
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))
default_scope = 'mmdet'
"""
One = collections.namedtuple('One', 'names hands_on bases registered')


def name_of(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ''


def popped(init, kwargs):
    """Keys that the constructor takes out of its **kwargs itself."""
    for call in ast.walk(init):
        if (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and name_of(call.func.value) == kwargs
                and call.func.attr in ('get', 'pop', 'setdefault') and call.args
                and isinstance(call.args[0], ast.Constant)):
            yield call.args[0].value


def read(node):
    registered = any('register_module' in ast.dump(d) for d in node.decorator_list)
    bases = [name_of(b) for b in node.bases]
    for init in node.body:
        if isinstance(init, ast.FunctionDef) and init.name == '__init__':
            a = init.args
            more = list(popped(init, a.kwarg.arg)) if a.kwarg else []
            return One([x.arg for x in a.args[1:] + a.kwonlyargs] + more, a.kwarg is not None, bases, registered)
    return One([], True, bases, registered)


def classes(tree):
    found = collections.defaultdict(list)
    for folder, folders, files in os.walk(tree):
        folders[:] = [f for f in folders if f not in LEFT_OUT]
        for path in [os.path.join(folder, f) for f in files if f.endswith('.py')]:
            with open(path, encoding='utf-8', errors='replace') as f:
                try:
                    body = ast.parse(f.read()).body
                except SyntaxError:
                    continue
            for node in body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(read(node))
    return found


def takes(all, name, above=()):
    names = set()
    for one in all[name] if name in all and name not in above else ():
        names |= set(one.names)
        for base in one.bases if one.hands_on else ():
            names |= takes(all, base, above + (name,))
    return names


def main():
    cfglint, pairs = sys.argv[1], {}
    for tree in sys.argv[2:]:
        all = classes(tree)
        for name in [n for n in all if any(one.registered for one in all[n])]:
            for argument in takes(all, name) - GENERAL:
                pairs[name, argument] = tree
    with tempfile.TemporaryDirectory() as top:
        for name, argument in pairs:
            with open(os.path.join(top, f'{name}.{argument}.py'), 'w', encoding='utf-8') as f:
                f.write(CONFIG.format(name, argument))
        out = subprocess.run([cfglint, 'check', '--select', 'ARG001', '--format', 'json', top], stdout=subprocess.PIPE,
                             check=False).stdout
    wrong = sorted({tuple(os.path.basename(f['path']).split('.')[:2]) for f in json.loads(out)['findings']})
    for name, argument in wrong:
        print(f'{name} takes {argument}, in {pairs[name, argument]}')
    print(f'{len(pairs)} arguments, {len(wrong)} that it is said not to take')


if __name__ == '__main__':
    main()
