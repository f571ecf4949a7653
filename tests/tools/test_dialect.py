#!/usr/bin/env python3
"""A new dialect is a file of src/config/dialect, a profile and nothing else: fixtures/dialect is one, and the command
that is built with it reads, lints, changes and inherits from its configs."""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.abspath(sys.argv[1])
checks, problems = 0, []


def check(good, problem):
    global checks
    checks += 1
    if not good:
        problems.append(problem)


# No file but its own, and those of the same family, names a dialect.
folder = os.path.join(TOP, 'src/config/dialect')
names = sorted(os.path.basename(p)[:-2] for p in glob.glob(folder + '/*.c') if not p.endswith('/dialect.c'))
check(len(names) >= 4, 'dialects found: %s' % names)
for path in glob.glob(TOP + '/src/**/*.[ch]', recursive=True):
    if os.path.dirname(path) != folder:
        with open(path, encoding='utf-8') as f:
            found = re.findall(r'\bdialect_(?:%s)\b|"torchpack"' % '|'.join(names), f.read())
        check(not found, '%s names %s' % (os.path.relpath(path, TOP), found))


def command(target):
    """How ninja makes the command, or the object of a source."""
    lines = subprocess.run(['ninja', '-C', build, '-t', 'commands', target], stdout=subprocess.PIPE, text=True).stdout
    return lines.splitlines()[-1]


# The objects of its file, and of the list with one row more, come before those of the library.
with tempfile.TemporaryDirectory() as work:
    with open(os.path.join(build, 'dialects.def'), encoding='utf-8') as f:
        rows = f.read().splitlines(True)
    with open(os.path.join(work, 'dialects.def'), 'w', encoding='utf-8') as f:
        f.writelines(sorted(rows + ['DIALECT(nested)\n']))
    known = 'CMakeFiles/cfglint_config.dir/src/config/dialect/dialect.c.o'
    compile_ = command(known).split(' -o ')[0].replace(' -Werror', '').replace(
        ' -I', ' -I%s -I' % shlex.quote(work), 1)
    for source in (os.path.join(folder, 'dialect.c'), os.path.join(TOP, 'fixtures/dialect/nested.c')):
        name = os.path.join(work, os.path.basename(source))
        made = re.sub(r' -M[DTF]+ \S+| -MD', '', compile_) + ' -c %s -o %s.o' % (shlex.quote(source), name)
        done = subprocess.run(made, shell=True, cwd=build, stderr=subprocess.PIPE, text=True)
        check(done.returncode == 0, '%s: %s' % (source, done.stderr))
    exe = os.path.join(work, 'cfglint')
    link = command('cfglint').replace(' -o cfglint ', ' -o %s %s.o %s.o ' % (
        exe, os.path.join(work, 'dialect.c'), os.path.join(work, 'nested.c')))
    done = subprocess.run(link, shell=True, cwd=build, stderr=subprocess.PIPE, text=True)
    check(done.returncode == 0 and os.path.exists(exe), 'not linked: %s' % done.stderr)

    shutil.copytree(os.path.join(TOP, 'fixtures/dialect'), os.path.join(work, 'configs'))

    def run(*args):
        done = subprocess.run([exe, *args], cwd=os.path.join(work, 'configs'), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.stdout

    def expect(text, *args):
        got = run(*args)
        check(text in got, '%s: %r is not in %r' % (' '.join(args), text, got))

    expect('dialect: nested\nfile: large.yaml\nfile:   base/run.yaml\n', 'dump', 'config', 'large.yaml')
    check(json.loads(run('show', '--format', 'json', 'large.yaml')) == {
        'optimization': {'batch_per_gpu': 8, 'optimizer': 'AdamW', 'lr': 0.003}}, 'the merged config')
    expect('profile: nested, dialect: nested', 'dump', 'settings', 'large.yaml')
    expect('(optimization.lr, base/run.yaml:4)', 'dump', 'settings', 'large.yaml')
    expect(', nested, ', 'show', '--dialect', 'other', 'large.yaml')
    expect('', 'set', 'large.yaml', 'optimization.lr=0.01', '-o', 'fast.yaml')
    expect('file: fast.yaml\nfile:   large.yaml\nfile:     base/run.yaml\n', 'dump', 'config', 'fast.yaml')
    expect('lr                       0.01  (optimization.lr, fast.yaml:3)', 'dump', 'settings', 'fast.yaml')
    expect('2 files: 0 errors, 0 warnings', 'check', '.')

    # One that says nothing of how to write: `set` refuses to make another file.
    with open(os.path.join(TOP, 'fixtures/dialect/nested.c'), encoding='utf-8') as f:
        bare = f.read().replace('    .variant = variant,\n', '')
    with open(os.path.join(work, 'bare.c'), 'w', encoding='utf-8') as f:
        f.write(bare)
    name = os.path.join(work, 'nested.c')
    done = subprocess.run(re.sub(r' -M[DTF]+ \S+| -MD', '', compile_) + ' -c %s -o %s.o' % (os.path.join(work, 'bare.c'), name), shell=True,
                          cwd=build, stderr=subprocess.PIPE, text=True)
    check(done.returncode == 0, 'bare.c: %s' % done.stderr)
    check(subprocess.run(link, shell=True, cwd=build).returncode == 0, 'bare.c is not linked')
    expect('can inherit from this config: its dialect', 'set', 'large.yaml', 'optimization.lr=0.01', '-o', 'slow.yaml')

print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
