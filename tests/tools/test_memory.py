#!/usr/bin/env python3
"""Where one allocation fails, a command ends with status 3 and one line, or as if nothing had happened where it can do without;
it writes nothing half, and leaves nothing behind.  And what allocates does so through base/mem.h.

    test_memory.py BUILD [all [WORD]]     by hand: every allocation of every command, or of those with that word

Every allocation: the process splits at each, and it fails in a child; where a child does not end at once with one line,
and from the first file on that is made, a run of its own is judged by all that it leaves.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import effort

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint_faults'))
SANITIZED = effort.built_with(exe)[0]  # then a part of what is tried without
CLEAN = {0, 1}  # what the commands below end with when nothing fails

COMMANDS = [
    ['check', 'tiny.py'],
    ['check', '--format', 'sarif', 'tiny.py', 'tiny.yaml'],
    ['estimate', '--format', 'json', 'tiny.py'],
    ['--target', '50%', '--gpu', 'rtx3090', '-o', 'made.py', 'tiny.py'],
    ['set', '-i', 'tiny.py', 'train_dataloader.batch_size=8'],
    ['show', '--format', 'json', 'big.py'],
    ['show', '--schedule', 'old.py'],
    ['migrate', '--diff', 'old.py'],
    ['migrate', '-j2', '-o', 'new', 'old.py', 'older.py'],
    ['facts', '--name', 'data', 'annotations.json', 'run.log'],
    ['facts', '--format', 'json', '-o', '.cfglint/datasets.star', '--name', 'data', 'annotations.json', 'points.npy'],
    ['scale', '--gpus', '16', '-o', 'made.py', 'old.py'],
    ['plan', '--target', '30%,60%', '--gpu', 'rtx3090,a100', '-o', '{dir}/{stem}_{gpu}_{target}.py', 'tiny.py'],
    ['plan', '--fit', '--gpu', 'a100', '--verify', '-o', 'made.py', 'tiny.py'],
    ['estimate', '--gpu', 'a100', '--log', 'run.log', '--timeline', 'page.html', 'tiny.py'],
    ['complexity', '--prune', 'conv=0.5', '--gpu', 'orin', 'tiny.py'],
    ['check', '--fix', '--deploy', 'gpu=orin,latency=100ms', 'tiny.py', 'tiny.yaml'],
]
WHOLLY = COMMANDS[:1] + [['set', '-i', 'tiny.py', 'train_dataloader.batch_size=8']]
MANY = {'-j2', '{dir}/{stem}_{gpu}_{target}.py', '--verify', '--timeline'}  # these write more than one file, each as a whole
OLD = """\
model = dict(type='TinyNet', channels=4)
data = dict(samples_per_gpu=2, workers_per_gpu=1, train=dict(type='CocoDataset', ann_file='a.json', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='Resize', img_scale=(64, 64)), dict(type='DefaultFormatBundle')]))
optimizer = dict(type='SGD', lr=0.01)
lr_config = dict(policy='step', warmup='linear', warmup_iters=500, step=[8, 11])
runner = dict(type='EpochBasedRunner', max_epochs=12)
"""
ANNOTATIONS = {'images': [{'id': 1, 'width': 640, 'height': 480, 'file_name': 'a.jpg'}], 'categories': [{'id': 1, 'name': 'a'}],
               'annotations': [{'id': 1, 'image_id': 1, 'category_id': 1, 'bbox': [1, 2, 30, 40], 'area': 1200, 'iscrowd': 0}]}
POSITIONS = list(range(1, 16)) + [20, 27, 36, 48, 64, 85, 113, 150, 200, 300, 500, 900, 1600, 3000]


def state(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), 'rb') as f:
                found[os.path.relpath(os.path.join(root, name), folder)] = hashlib.sha256(f.read()).hexdigest()
    return found


def prepare(folder):
    os.mkdir(os.path.join(folder, '.git'))
    shutil.copytree('fixtures/estimate/.cfglint', os.path.join(folder, '.cfglint'))
    shutil.copy('fixtures/estimate/tiny.py', folder)
    with open(os.path.join(folder, 'tiny.yaml'), 'w', encoding='utf-8') as f:
        f.write('model: {type: TinyNet, channels: 4}\nlist: [1, 2.5, a]\n')
    with open(os.path.join(folder, 'big.py'), 'w', encoding='utf-8') as f:
        f.write("_base_ = './base.py'\nx = 3 ** 400\ny = '{{fileBasename}}'\n")
    with open(os.path.join(folder, 'base.py'), 'w', encoding='utf-8') as f:
        f.write('z = [1, 2]\n')
    with open(os.path.join(folder, 'old.py'), 'w', encoding='utf-8') as f:
        f.write(OLD)
    with open(os.path.join(folder, 'older.py'), 'w', encoding='utf-8') as f:
        f.write("_base_ = './old.py'\nruner = dict(max_epochs=3)\noptimizer = dict(lr=0.02)\n")
    shutil.copy('fixtures/estimate/run.log', folder)
    with open(os.path.join(folder, 'annotations.json'), 'w', encoding='utf-8') as f:
        json.dump(ANNOTATIONS, f)
    with open(os.path.join(folder, 'points.npy'), 'wb') as f:
        header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }".ljust(117) + b'\n'
        f.write(b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header + bytes(32))


def run(command, at):
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        before = state(folder)
        env = dict(os.environ, NO_COLOR='1', ASAN_OPTIONS='detect_leaks=0:allocator_may_return_null=1')
        if at:
            env['CFGLINT_FAIL_AT'] = str(at)
        p = subprocess.run([exe] + command, cwd=folder, env=env, capture_output=True, text=True, errors='replace')
        return p, before, state(folder)


def one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # a child has one thread


def doubtful(command):
    """How many allocations a command makes, and those of which a child has not shown that they may fail."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        log = os.path.join(folder, '.git', 'log')
        env = dict(os.environ, NO_COLOR='1', ASAN_OPTIONS='detect_leaks=0:allocator_may_return_null=1', CFGLINT_FAIL_EACH=log)
        subprocess.run([exe] + command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=one_processor)
        with open(log, encoding='utf-8') as f:
            lines = [line.split() for line in f]
    last = next(int(n) for n, what, _ in lines if what == 'end')
    first = next((int(n) for n, what, _ in lines if what == 'makes'), last)
    return last, sorted({int(n) for n, what, _ in lines if what in ('ended', 'none')} | set(range(first + 1, last + 1)))


def is_half(command, name, before, after, written):
    """What is there after a failure is what was there, or all of what was to be written."""
    whole = {before.get(name)} | ({written.get(name)} if MANY & set(command) else set())
    return after.get(name) not in whole and not os.path.basename(name).startswith('.cfglint-')


checks = ended = 0
every = sys.argv[2:3] == ['all']
for command in COMMANDS:
    if len(sys.argv) > 3 and sys.argv[3] not in command:
        continue
    usual, _, written = run(command, 0)
    if usual.returncode not in CLEAN:
        sys.exit('%s: %d without a failure\n%s' % (command, usual.returncode, usual.stderr))
    positions = POSITIONS[::4] if SANITIZED else POSITIONS
    if every or command in WHOLLY[SANITIZED:]:
        last, positions = doubtful(command)
        checks += last - len(positions)
        ended += last - len(positions)
        if every:
            print('%s: %d allocations, %d of them by themselves' % (' '.join(command), last, len(positions)), flush=True)
    for at in positions:
        p, before, after = run(command, at)
        where = '%s, allocation %d: status %d\n%s' % (' '.join(command), at, p.returncode, p.stderr[-600:])
        if p.returncode == 3:
            ended += 1
            if 'cfglint: out of memory\n' not in p.stderr:
                sys.exit('no message: ' + where)
            if any(is_half(command, name, before, after, written) for name in set(before) | set(after)):
                sys.exit('half written: %s' % where)
        elif (p.returncode, p.stdout) != (usual.returncode, usual.stdout) or after != written:
            sys.exit('neither done nor ended: ' + where)
        checks += 1
if ended < checks / 4:
    sys.exit('only %d of %d failures were met' % (ended, checks))

# Nothing else asks the system for memory: where it is refused, all end in one way.
for root, _, names in os.walk('src'):
    for name in names:
        path = os.path.join(root, name)
        if not name.endswith(('.c', '.h')) or path.startswith(os.path.join('src', 'base', 'mem')):
            continue
        with open(path, encoding='utf-8') as f:
            text = re.sub(r'/\*.*?\*/', '', f.read(), flags=re.S)
        found = re.search(r'\b(malloc|calloc|realloc|strdup|strndup|asprintf|talloc_(?:size|zero|array|strdup|realloc\w*|new|asprintf))\(', text)
        if found and not (path == os.path.join('src', 'base', 'heap.c') and found.group(1) == 'malloc'):
            sys.exit('%s: %s() instead of base/mem.h' % (path, found.group(1)))
        checks += 1
print('%d checks' % checks)
