"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a repository of their own."""
import os
import shutil
import subprocess
import sys
import tempfile

build = os.path.abspath(sys.argv[1])
top = os.getcwd()
BASE = '''\
model = dict(type='EncoderDecoder', decode_head=dict(type='FCNHead', num_classes=19))
data = dict(samples_per_gpu=4, train=dict(type='CityscapesDataset'))
optimizer = dict(type='SGD', lr=0.01)
runner = dict(type='IterBasedRunner', max_iters=40000)
'''
GOOD = "_base_ = './base.py'\noptimizer = dict(lr=0.02)\n"
BAD = "_base_ = './base.py'\nrunner = dict(accumulative_counts=2)\n"
checks = 0

if not shutil.which('pre-commit'):
    sys.exit('pre-commit is not installed; `./dev test` installs it')


def run(folder, *words, **more):
    env = dict(os.environ, PATH=build + ':' + os.environ['PATH'], HOME=folder, PRE_COMMIT_HOME=cache,
               GIT_CONFIG_NOSYSTEM='1', ASAN_OPTIONS='detect_leaks=0', **more)
    for name in [n for n in env if n.startswith('GIT_') and n != 'GIT_CONFIG_NOSYSTEM']:
        del env[name]
    return subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def repository(folder):
    os.makedirs(folder, exist_ok=True)
    for words in (['init', '-q'], ['add', '-A'],
                  ['-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'x', '--no-verify']):
        p = run(folder, 'git', *words)
        if p.returncode:
            sys.exit(p.stdout)


def hook(name, config, status, *parts, **more):
    global checks
    write(project, 'configs/leaf.py', config)
    run(project, 'git', 'add', '-A')
    p = run(project, 'pre-commit', 'try-repo', hooks, name, '--all-files', '--verbose', **more)
    if p.returncode != status or [x for x in parts if x not in p.stdout]:
        sys.exit('%s: status %d, and not %d\n%s' % (name, p.returncode, status, p.stdout))
    checks += 1


with tempfile.TemporaryDirectory() as folder:
    cache = os.path.join(folder, 'cache')
    hooks = os.path.join(folder, 'hooks')
    os.makedirs(hooks)
    shutil.copy('.pre-commit-hooks.yaml', hooks)
    shutil.copytree('hooks', os.path.join(hooks, 'hooks'))
    repository(hooks)
    project = os.path.join(folder, 'project')
    write(project, 'configs/base.py', BASE)
    write(project, 'configs/leaf.py', GOOD)
    write(project, 'train.py', "import torch\n\nif __name__ == '__main__':\n    print(torch)\n")
    repository(project)

    hook('cfglint', GOOD, 0, 'Passed', '2 files: 0 errors')
    hook('cfglint', BAD, 1, 'Failed', 'ACC001', 'configs/leaf.py:2:15')
    hook('cfglint-fix', BAD, 1, 'Failed', 'files were modified by this hook', '1 finding mended')
    with open(os.path.join(project, 'configs/leaf.py'), encoding='utf-8') as f:
        if 'cumulative_iters=2' not in f.read():
            sys.exit('cfglint-fix mended nothing')
    program = os.path.join(build, 'cfglint')
    hook('cfglint-build', GOOD, 0, 'Passed', CFGLINT=program)
    hook('cfglint-build', BAD, 1, 'ACC001', CFGLINT=program)
print('%d checks' % checks)
