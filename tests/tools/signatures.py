#!/usr/bin/env python3
"""Arguments that constructors in source trees take, and that ARG001 says they do not.

    signatures.py CFGLINT TREE...
    signatures.py CFGLINT --table TREE... --projects TREE...

Of every registered class of the trees (checkouts of OpenMMLab's projects, of any release) one config is written for each
argument of its constructor, those of its bases included where it hands its others on; a finding is a fault of
rules/rules/takes.star or constructors.star.

--table prints rules/rules/undescribed.star instead: what the constructors of described classes take, in any of the trees, and no
description or table names.  Of the trees of projects, the classes of rules/rules/imported.star alone.
"""
import ast
import collections
import json
import os
import subprocess
import sys
import tempfile
import textwrap

RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../rules/rules')
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


HEAD = """\
# Arguments of described classes that their descriptions leave out, because they change nothing that is recorded: who
# writes one has the class that is described, and none of a project's own. All that the constructors take, in releases
# of OpenMMLab's packages and in the projects that bring a class; `tests/tools/signatures.py --table` prints it.

UNDESCRIBED = dict(
"""
ASK = """\
def check(cfg, s):
    all = [(path, name, cfg.takes(name)) for path, d, name, top, last in cfg.typed() if name]
    return [finding(path, " ".join([name] + [str(k) for k in takes])) for path, name, takes in all if takes != None]

rule("OUR001", severity = "error", since = "0", summary = "what is taken", why = "It is.", check = check, good = [],
     bad = [])
"""


def constants(name):
    """The tables of texts in a library file."""
    with open(os.path.join(RULES, name), encoding='utf-8') as f:
        body = ast.parse(f.read()).body
    for node in [n for n in body if isinstance(n, ast.Assign)]:
        if isinstance(node.value, ast.Call) and all(isinstance(k.value, ast.Constant) for k in node.value.keywords):
            yield node.targets[0].id, {k.arg: set(k.value.value.split()) for k in node.value.keywords}
        elif isinstance(node.value, ast.DictComp):
            texts = [c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
            yield node.targets[0].id, set(' '.join(texts).split())


def described(cfglint):
    """What the descriptions take, by class."""
    listed = subprocess.run([cfglint, 'list', 'modules'], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if '.star' in line]
    with tempfile.TemporaryDirectory() as top:
        os.makedirs(os.path.join(top, '.cfglint', 'rules'))
        with open(os.path.join(top, '.cfglint', 'rules', 'OUR001_takes.star'), 'w', encoding='utf-8') as f:
            f.write(ASK)
        with open(os.path.join(top, 'all.py'), 'w', encoding='utf-8') as f:
            f.write('model = dict(parts=[%s])\ntrain_dataloader = dict()\n' % ', '.join(f"dict(type='{n}')" for n in names))
        out = subprocess.run([cfglint, 'check', '--select', 'OUR001', '--limit', 'findings=99999', '--format', 'json', 'all.py'],
                             cwd=top, stdout=subprocess.PIPE, check=False).stdout
    told = [f['message'].split() for f in json.loads(out)['findings'] if f['code'] == 'OUR001']
    return {name: set(arguments) for name, *arguments in told}


def gather(trees):
    found = collections.defaultdict(list)
    for tree in trees:
        for name, all in classes(tree).items():
            found[name] += [one for one in all if one not in found[name]]
    return found


def table(cfglint, trees, projects):
    known, imported = dict(constants('takes.star')), dict(constants('imported.star'))['IMPORTED']
    ours, theirs = gather(trees), gather(trees + projects)
    print(HEAD, end='')
    for name, there in sorted(described(cfglint).items()):
        all = theirs if name in imported else ours
        there = there | GENERAL | {'bg_cls_weight'} | known['OTHERS'].get(name, set()) | known['MORE_OTHERS'].get(name, set())
        if any(one.registered for one in all.get(name, ())):
            words = sorted(x for x in takes(all, name) - there if isinstance(x, str))
            lines = textwrap.wrap(' '.join(words), 110 - len(name))
            print(''.join(f'    {name} = "{line} "\n' if i == 0 and len(lines) > 1 else f'    {name} = "{line}",\n' if i == 0 else
                          ' ' * (7 + len(name)) + f'"{line}' + (' "\n' if i + 1 < len(lines) else '",\n')
                          for i, line in enumerate(lines)), end='')
    print(')')


def main():
    cfglint, pairs = sys.argv[1], {}
    if sys.argv[2:3] == ['--table']:
        at = sys.argv.index('--projects')
        table(cfglint, sys.argv[3:at], sys.argv[at + 1:])
        return
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
