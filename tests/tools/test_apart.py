#!/usr/bin/env python3
"""What belongs to one config, rule or description stays with it: nothing is handed on to what outlives it, and no config is told what another was."""
import os
import subprocess
import sys
import tempfile

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
problems, checks = [], 0
MODEL = """model = dict(type='RetinaNet'%s)
optimizer = dict(type='SGD', lr=0.1)
data = dict(samples_per_gpu=2, train=dict(type='CocoDataset', pipeline=[dict(type='Resize', img_scale=(100, 100))]))
"""
RULE = '\nrule("%s", severity="error", summary="x", why="y", check=check, fragments=True, good=[], bad=[], fixes="None.", since="0.1.0")\n'
NET = """import modules.nn as nn

def _net(m, batch):
    return [batch.images.sum()]

def Net(hook = None, **kw):
    x = Module("Net", _net, fc = nn.Linear(3, 4), loss = _net)
    if hook:
        %s
    return x

module("RetinaNet", build = Net)
"""


def rule(*lines, code='ZZZ001'):
    return 'def check(cfg, s):\n    ' + '\n    '.join(lines) + '\n' + RULE % code


def told(what):
    return 'return [finding("model", "told %%s" %% %s)]' % what


def write(folder, files):
    os.mkdir(os.path.join(folder, '.git'))
    for path, text in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


def run(folder, *args):
    p = subprocess.run([exe, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='replace')
    if p.returncode not in (0, 1, 2):
        problems.append('%s: status %d\n%s' % (' '.join(args), p.returncode, p.stderr[:1500]))
    return p.stdout + p.stderr


def case(name, files, said, *args):
    """The command's output holds what is said."""
    global checks
    checks += 1
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        got = run(folder, *args)
    if said not in got:
        problems.append('%s: %r is not said\n%s' % (name, said, got[:1500]))


def handed_on():
    """Code of one kind keeps what it is given by another, or calls it later."""
    x = MODEL % ''
    box = 'box = []\ndef hook(x):\n    box.append(x)'.split('\n')
    for name, library, description, config, said in (
            ('a declaration, called by a rule', 'm = rule\n' + rule('m("ZZZ002")'), 'pass', x, 'stands at the top of a file'),
            ('a declaration, called by a description', rule(told('stops()')), 'declare("x")', MODEL % ', hook=1', 'stands at the top of a file'),
            ('a function of rules in the config that a rule tries', rule(told('stops([change("model.hook", stops)])')), 'hook()', x, 'told None'),
            ('a closure there', rule(*box, 'stops([change("model.hook", hook)])', told('box')), 'hook(x)', x, 'told []'),
            ('a list there', rule('box = []', 'stops([change("model.hook", [1, box])])', told('box')), 'hook[1].append(torch.cat)', x, 'told []'),
            ('a list on the way there', rule('n = stops([change("model.hook.0.0", 3)])', told('n')), 'hook.append(torch.cat)', MODEL % ', hook=[[1, 2], 3]',
             'cannot be changed'),
            ('a function of rules in each()', rule(told('cfg.each(lambda l, a, f: f(["a"]) or 1, [("", 1)], listed)')), 'pass', x, "told [(('', 1), 1)]"),
            ('a function of rules in once()', 'def f(cfg):\n    return listed\n\n' + rule(told('cfg.once(f)(["a"])')) + rule(told('cfg.once(f)(["a"])'), code='ZZZ002'),
             'pass', x, 'ZZZ002]: told False'),
            ('code of the config', rule(told('stops()')), 'hook(x)', 'def make():\n    box = []\n    return lambda x: box.append(x) or box\n\n' + MODEL % ', hook=make()',
             'of a config is not run here'),
            ('the same, in a rule', rule(told('cfg.get("hook.f")()')), 'pass', x + 'hook = dict(f=lambda: 1)\n', 'of a config is not run here')):
        case(name, {'.cfglint/a.star': library, '.cfglint/b.star': 'declare = module\n\n' + NET % description, 'x.py': config}, said, 'check', 'x.py')
    keep = 'def f%d(cfg):\n    return cfg.get("data.samples_per_gpu")\n\n'
    few = '[cfg.once(f) for f in ([f0] if cfg.get("data.samples_per_gpu") == 2 else [%s])]' % ', '.join('f%d' % i for i in range(20))
    case('what once() has kept, in the variants of a plan', {
        'x.py': MODEL % '', '.cfglint/b.star': NET % 'pass', '.cfglint/a.star': ''.join(keep % i for i in range(20)) + rule(
            'x = %s' % few, 'return [finding("model", "x")] if len([n for n in x if n != cfg.get("data.samples_per_gpu")]) > 0 else []')},
         'best as it is', '--target', '50%', '--gpu', 'rtx3090', 'x.py')


def each_alone():
    """What is found in a config does not depend on those beside it, on their order, nor on how many are looked at at a time."""
    global checks
    names = ['configs/%d.py' % i for i in range(12)]
    files = {name: 'seed = %d\n' % i + MODEL % ("" if i % 3 else ', wrong=%d' % i) for i, name in enumerate(names)}
    files['.cfglint/a.star'] = rule(told('cfg.each(lambda l, a: cfg.get("seed"), [("", 1)])[0][1]')) + rule(
        'f = lambda l, a: len([1 for i in range(a)]) + 1', told('cfg.each(f, [("", 40000)] * (cfg.get("seed") + 1))'), code='ZZZ002')
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        alone = sorted(line for name in names for line in run(folder, 'check', '--format', 'concise', name).split('\n') if line)
        for args in ('-j1', 'configs'), ('-j2', 'configs'), ('-j1', *reversed(names)), ('-j2', *reversed(names)):
            checks += 1
            got = sorted(line for line in run(folder, 'check', '--format', 'concise', *args).split('\n') if line)
            if got != alone:
                problems.append('%s:\n%s' % (' '.join(args), '\n'.join(sorted(set(got) ^ set(alone)))))


def told_to_each():
    """What is wrong with a library file is told of each config that asks it, and not of the first alone."""
    global checks
    checks += 1
    with tempfile.TemporaryDirectory() as folder:
        write(folder, dict({'configs/%d.py' % i: MODEL % '' for i in range(4)}, **{'.cfglint/model/registries.star': 'x = 1\n'}))
        said = run(folder, 'estimate', '--gpu', 'a100', '--format', 'csv', 'configs').count('LIB001')
    if said != 4:
        problems.append('a library file with an error is told of %d configs, and not of 4' % said)


def lines(text, name):
    return sorted(line for line in text.split('\n') if name in line)


def projects_apart():
    """What a `.cfglint` folder says holds for the configs below the folder that it lies in, and `.cfglint.yaml` for all of a run or for none."""
    global checks
    files = {'b/in/.cfglint/n.star': rule(told('"in"'), code='ZZZ003'), 'c/configs/x.py': MODEL % '', 'd/configs/x.py': MODEL % ''}
    for name, width, code in ('a', 4, 'ZZZ001'), ('b', 40000000, 'ZZZ002'), ('b/in', 40000000, None):
        files[name + '/configs/x.py'] = MODEL % ''
        if code:
            files[name + '/.cfglint/n.star'] = NET.replace('4)', '%d)' % width) % 'pass' + rule(told('"%s"' % name), code=code)
            files[name + '/.cfglint/migrate/common.star'] = 'x = 1\n' if name == 'a' else ''
    del files['b/.cfglint/migrate/common.star']
    names = ['a/configs/x.py', 'b/configs/x.py', 'b/in/configs/x.py', 'c/configs/x.py']
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        for words in ('check', '--format', 'concise'), ('check', '--format', 'github'), ('estimate', '--format', 'csv', '--gpu', 'a100'), (
                'plan', '--target', '70%', '--gpu', 'a100', '--format', 'csv'):
            alone = [line for name in names for line in lines(run(folder, *words, name, 'd'), name)]
            for order in names, names[::-1], ['.'], [names[1], names[0], names[3], names[2]]:
                got = run(folder, *words, *order)
                checks += 1
                if [line for name in names for line in lines(got, name)] != alone or not alone:
                    problems.append('%s %s:\n%s\nalone:\n%s' % (' '.join(words), order, got, alone))
        for name in 'b', 'b/in':
            os.mkdir(os.path.join(folder, name, '.git'))
        orders = [sorted(run(folder, 'check', '--format', 'concise', *order).split('\n')) for order in ([names[1], names[2]], [names[2], names[1]])]
        checks += 1
        if orders[0] != orders[1]:
            problems.append('one repository in another: %s' % orders)
        said = run(folder, 'check', '--format', 'sarif', *names)
        checks += 2
        if not all('"id":\t"ZZZ00%d"' % i in said for i in (1, 2, 3)):
            problems.append('not all rules are in the report: ' + said[:500])
        if 'LIM001' not in run(folder, 'check', '--limit', 'libraries=3', *names):
            problems.append('as many `.cfglint` folders as there are')
        said = run(folder, 'migrate', '--diff', 'a', 'b')
        checks += 1
        if "'a/.cfglint' is not read" not in said or 'LIB001' in said:
            problems.append('a migration of two projects: ' + said[:500])
        write(os.path.join(folder, 'a'), {'.cfglint.yaml': 'ignore: [ZZZ]\nselect: [ZZZ]\n'})
        for order in ['a', 'b'], ['b', 'a']:
            checks += 1
            said = run(folder, 'check', '--format', 'concise', *order)
            if "'a/.cfglint.yaml' is not read" not in said or 'ZZZ001' not in said or 'ZZZ002' not in said:
                problems.append('options of one project of two: ' + said[:500])
        checks += 1
        said = run(folder, 'check', '--format', 'concise', 'a')
        if 'ZZZ001' in said or 'not read' in said:
            problems.append('options of a project: ' + said[:500])


def main():
    handed_on()
    told_to_each()
    each_alone()
    projects_apart()
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
