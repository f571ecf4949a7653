#!/usr/bin/env python3
"""Every option of every command, alone and in pairs: what is printed, the exit status and the files that are written stand as digests in
tests/options.txt.  They tell that a command does something else than before; what is right the transcripts and cases say.  An option that
has no values here fails.

    tests/tools/test_options.py BUILD [--write]
    tests/tools/test_options.py BUILD --show WORD...     what a command line of options.txt prints
"""
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(TOP, 'tests/options.txt')
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')

# What each command is given to work on, in a copy of the project below.
COMMANDS = {
    'check': 'configs/old.py configs/new.py', 'plan': '--target 60% --gpu rtx3090 --prefer speed configs/new.py', 'scale': '--gpus 16 configs/old.py',
    'show': 'configs/new.py', 'set': 'configs/new.py train_dataloader.batch_size=6', 'migrate': 'configs/old.py',
    'estimate': '--gpu-memory 24GB configs/new.py', 'complexity': 'configs/new.py', 'facts': 'data', 'stub': 'SideHead configs/new.py',
    'explain': 'LR001',
    'list': 'gpus', 'dump': 'memory configs/new.py',
}
# Of each option the values to try; '' is an option that takes none.
VALUES = {
    'help': [''], 'version': [''], 'root': ['.', 'no'], 'package-path': ['.', 'no'], 'dialect': ['mmcv', 'mmengine', 'torchpack', 'x'],
    'profile': ['mmdet', 'mmengine', 'mmseg', 'x'], 'cfg-options': ['train_cfg.max_epochs=9', 'x'], 'env': ['HOME', ''],
    'library': ['lib', 'no'], 'config': ['own.yaml', 'no.yaml'], 'isolated': [''], 'limit': ['steps=50', 'findings=1', 'x=1', 'steps=x'],
    'format': ['text', 'json', 'jsonl', 'concise', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle', 'csv', 'yaml', 'python', 'canonical',
               'markdown', 'x'],
    'color': ['always', 'never', 'auto', 'x'], 'jobs': ['1', '3', '0'], 'origins': [''], 'diff': [''], 'insertion-order': [''],
    'schedule': [''], 'epoch-iterations': ['10', '0'], 'every': [''], 'key': ['optim_wrapper', 'no.such'],
    'target': ['70%', '18GB', '20%,90%', '0%'], 'gpu': ['a100', 'v100', 'orin', 'rtx3090,a100', 'x'], 'gpu-memory': ['8GB', '40960MiB', 'x'],
    'gpus': ['1', '8', '0'], 'measured': ['10.5GB', '1GB', 'x'], 'log': ['run.log', 'empty.log', 'no.log'],
    'keep': ['batch', 'precision,checkpointing', 'accumulation', 'x'], 'fit': [''], 'verify': [''],
    'prefer': ['recipe', 'speed', 'memory', 'x'], 'max-batch': ['3', '0'], 'max-growth': ['1.5', '2', 'x'],
    'precision': ['fp32', 'fp16', 'bf16', 'tf32', 'int8', 'x'], 'lr-rule': ['linear', 'sqrt', 'keep', 'x'], 'force': [''],
    'torch': ['1.5', '1.13', '2.1', '2.9', 'x'], 'alloc-conf': ['expandable_segments:True,max_split_size_mb:128', 'x'], 'amp': [''],
    'batch': ['1', '3', '1..4', '0'], 'inference': [''], 'layers': [''], 'timeline': ['t.html'], 'for': ['configs/old.py', 'no.py'],
    'name': ['here', ''], 'load-dim': ['4', '0'], 'clouds': ['1', '0', 'x'], 'engine': ['pytorch', 'tensorrt', 'x'], 'rule': ['mmengine', 'x'],
    'input': ['128x96', '3x64x64', 'x'], 'prune': ['backbone.layer3=0.5', 'x', 'no=0.5'], 'set': ['model.neck.out_channels=32', 'x'], 'plan': [''],
    'depth': ['0', '1', '5', 'x'], 'deploy': ['gpu=orin,precision=fp16,latency=1ms,memory=1GiB', 'parameters=1M', 'x'],
    'train': ['gpu=a100,gpus=8,memory=1%,hours=1', 'x'], 'select': ['LR,AMP', 'ALL', 'NO1'], 'extend-select': ['ALL', 'LR'], 'ignore': ['LR', 'x'],
    'fail-on': ['error', 'info', 'x'], 'exit-zero': [''], 'baseline': ['known.json', 'no.json'], 'write-baseline': ['new.json'],
    'stdin-filename': ['configs/other.py'], 'fix': [''], 'unsafe-fixes': [''], 'statistics': [''], 'ref-batch': ['4', '0'],
    'output': ['out', 'configs/other.py', 'configs/base.py'], 'in-place': [''], 'into': ['configs/base.py', 'no.py'], 'along': [''],
    'delete': ['optim_wrapper.clip_grad', 'no'], 'to': ['lazy', 'mmengine', 'x'], 'flatten': [''],
}
# And lines that need more than that.
MORE = [
    'estimate --gpu a100 configs/old.py configs/new.py', 'estimate --gpu-memory 24GB --format csv configs', 'plan --target 50%,80% --gpu a100,v100 configs',
    'plan --target 60% --gpu a100 -o out/{stem}_{gpu}_{target}.py configs/old.py configs/new.py', 'show configs/new.py configs/old.py',
    'show --diff configs/base.py configs/new.py', 'set --delete fp16 configs/new.py', 'check --stdin-filename configs/other.py', 'migrate configs',
    'migrate -o out configs', 'facts --for configs/old.py data', 'scale --gpus 3 configs/new.py', 'plan --fit --gpu-memory 1GB configs/new.py',
    *('explain ' + name for name in ('RetinaNet', 'CocoDataset', 'a100', 'SGD', 'Resize', 'EMAHook', 'nothing', '0', 'batch', 'conv')),
    # Not the catalogues of rules and modules, which nearly every change of the library alters.
    *('list ' + what for what in ('datasets', 'transforms', 'optimizers', 'ops', 'settings', 'limits', 'profiles', 'x')),
    *('dump %s configs/new.py' % stage for stage in ('tokens', 'tree', 'config', 'settings', 'graph', 'memory', 'kernels --gpu v100', 'copies', 'x')),
]
SHARE = {'plan': 24}  # one of so many pairs of options is tried; a plan takes ten times as long as most
# What these are for is not in the project (test_own_options.py has a .cfglint.yaml and a package), or only with other words (test_colors.py).
ELSEWHERE = {'package-path', 'isolated', 'color'}
NOTHING = {*(c + ' --' + o for c in ('explain', 'list', 'facts') for o in ('profile', 'cfg-options', 'config')), 'migrate --cfg-options', 'set --along', 'dump --config'}
# What an option says nothing without.
BESIDE = {'show --insertion-order': '--format canonical', 'show --epoch-iterations': '--schedule', 'show --every': '--schedule --format json',
          'plan --verify': '-o out.py', 'plan --force': '-o configs/other.py', 'set --force': '-o configs/other.py',
          'scale --force': '-o configs/other.py', 'migrate --force': '-o configs', 'estimate --force': '--timeline configs/t.html',
          'check --force': '-o configs/other.py', 'facts --force': '-o configs/other.py'}
MODEL = """model = dict(
    type='RetinaNet',
    backbone=dict(type='ResNet', depth=18, num_stages=4, out_indices=(0, 1, 2, 3), frozen_stages=1),
    neck=dict(type='FPN', in_channels=[64, 128, 256, 512], out_channels=64, num_outs=5),
    bbox_head=dict(type='RetinaHead', num_classes=7, in_channels=64, stacked_convs=1, feat_channels=64, anchor_generator=dict(
        type='AnchorGenerator', octave_base_scale=4, scales_per_octave=3, ratios=[0.5, 1.0, 2.0], strides=[8, 16, 32, 64, 128])),
    train_cfg=dict(assigner=dict(type='MaxIoUAssigner', pos_iou_thr=0.5, neg_iou_thr=0.4, min_pos_iou=0), allowed_border=-1, pos_weight=-1),
    test_cfg=dict(nms_pre=1000, score_thr=0.05, nms=dict(type='nms', iou_threshold=0.5), max_per_img=100))
"""
FILES = {
    'configs/base.py': "_base_ = []\n" + MODEL + """size = (256, 192)
train_pipeline = [
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True),
    dict(type='Resize', scale=size, keep_ratio=True), dict(type='RandomFlip', prob=0.5), dict(type='PackDetInputs')]
train_dataloader = dict(batch_size=2, num_workers=2, sampler=dict(type='DefaultSampler', shuffle=True),
                        dataset=dict(type='CocoDataset', data_root='data/', ann_file='a.json', pipeline=train_pipeline))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01, momentum=0.9), clip_grad=dict(max_norm=35))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12, val_interval=1)
param_scheduler = [dict(type='LinearLR', start_factor=0.001, by_epoch=False, begin=0, end=500),
                   dict(type='MultiStepLR', by_epoch=True, begin=0, end=12, milestones=[8, 11], gamma=0.1)]
auto_scale_lr = dict(enable=False, base_batch_size=16)
""",
    'configs/new.py': "_base_ = './base.py'\ntrain_dataloader = dict(batch_size=4)\nfp16 = dict(loss_scale=512.)\n",
    'configs/other.py': "_base_ = './base.py'\ntrain_cfg = dict(max_epochs=3)\n",
    'configs/old.py': MODEL + """data = dict(samples_per_gpu=2, workers_per_gpu=2, train=dict(type='CocoDataset', ann_file='data/a.json', img_prefix='data/', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True),
    dict(type='Resize', img_scale=(256, 192), keep_ratio=True), dict(type='DefaultFormatBundle'),
    dict(type='Collect', keys=['img', 'gt_bboxes', 'gt_labels'])]))
optimizer = dict(type='SGD', lr=0.02, momentum=0.9, weight_decay=0.0001)
optimizer_config = dict(grad_clip=None)
lr_config = dict(policy='step', warmup='linear', warmup_iters=500, warmup_ratio=0.001, step=[8, 11])
runner = dict(type='EpochBasedRunner', max_epochs=12)
checkpoint_config = dict(interval=1)
log_config = dict(interval=50, hooks=[dict(type='TextLoggerHook')])
dist_params = dict(backend='nccl')
log_level = 'INFO'
load_from = None
resume_from = None
workflow = [('train', 1)]
""",
    'lib/own.star': '# Nothing of its own.\n',
    'own.yaml': 'ignore: [LR001]\ngpu: a100\n',
    'run.log': '2023-01-01 10:00:00,000 - mmdet - INFO - Epoch [1][50/100] lr: 1e-3, eta: 1:00:00, time: 0.5, data_time: 0.01, memory: 2048, loss: 1.0\n',
    'empty.log': '',
    'known.json': '{"version": 1, "findings": []}\n',
    'data/a.json': '{"images": [{"id": 1, "height": 480, "width": 640, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "x"}], '
                   '"annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 30, 40], "area": 1200, "iscrowd": 0}]}\n',
}


def write_project(folder, files=FILES):
    os.mkdir(os.path.join(folder, '.git'))
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


def files_of(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in [n for n in names if '.git' not in root]:
            path = os.path.join(root, name)
            with open(path, encoding='utf-8', errors='replace') as f:
                found[os.path.relpath(path, folder)] = f.read()
    return found


def run(line):
    """All that a command line does, in a project of its own."""
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        write_project(folder)
        p = subprocess.run([exe, *line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace')
        said = ['status %d' % p.returncode, p.stdout, p.stderr]
        now = files_of(folder)
        said += ['%s:\n%s' % (name, now.get(name, 'gone')) for name in sorted(now.keys() | FILES) if now.get(name) != FILES.get(name)]
        return p.returncode, '\n'.join(said).replace(folder, '@')


def digest(said):
    return hashlib.blake2b(said.encode(), digest_size=4).hexdigest()


def options_of(command):
    shown = subprocess.run([exe, command, '--help'], stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r'^\s+(?:-\w, |    )--([\w-]+)( [^ ]+)?', shown, re.M)


def with_options(base, name, words):
    """A command line with one more option, which takes the place of its own."""
    line, at = list(base), base.index('--' + name) if '--' + name in base else 0
    if at:
        del line[at:at + len(words)]
    return line[:1] + words + line[1:]


def lines():
    """By the head of its row, the command lines that the row stands for."""
    found = {}
    for command, work in COMMANDS.items():
        base, own = [command, *work.split()], []
        found[command] = [base, [command]]
        for name, argument in options_of(command):
            values = VALUES[name]
            words = [['--' + name, value] if argument else ['--' + name] for value in values]
            beside = BESIDE.get('%s --%s' % (command, name), '').split()
            found['%s --%s' % (command, name)] = [with_options(base[:1] + beside + base[1:], name, w) for w in words]
            own += [words[0]] if name not in ('help', 'version', 'root', 'package-path', 'env', 'color', 'limit', 'jobs') else []
        pairs = list(itertools.combinations(own, 2))
        for first in own:
            found['%s %s and another' % (command, first[0])] = [with_options(with_options(base, b[0][2:], b), a[0][2:], a) for a, b in pairs if a is first][::SHARE.get(command, 4)]
    for line in MORE:
        found[line] = [line.split()]
    return found


def main():
    if sys.argv[2:3] == ['--show']:
        print(run(sys.argv[3:])[1])
        return 0
    known = {name for command in COMMANDS for name, _ in options_of(command)}
    problems = ['--%s has no values in test_options.py' % name for name in sorted(known - set(VALUES))]
    if problems:
        print('\n'.join(problems))
        return 1
    table = lines()
    every = [line for group in table.values() for line in group]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = dict(zip(map(tuple, every), pool.map(run, every)))
    now = []
    for head, group in table.items():
        told = [results[tuple(line)] for line in group]
        statuses = ' '.join(str(status) for status, _ in told) if len(told) < 20 else 'many'
        now.append('%s | %s | %s' % (head, statuses, ' '.join(digest(said) for _, said in told) if len(told) < 20 else
                                     digest(''.join(said for _, said in told))))
    if sys.argv[2:] == ['--write']:
        with open(TABLE, 'w', encoding='utf-8') as f:
            f.write('# Digests of what every option does (tests/tools/test_options.py); `./dev transcribe options` writes them.\n')
            f.write('\n'.join(now) + '\n')
        return 0
    with open(TABLE, encoding='utf-8') as f:
        before = [row for row in f.read().split('\n') if row and not row.startswith('#')]
    problems = ['%s does nothing, whatever its value' % head for head, group in table.items() if head.count(' ') == 1 and '--' in head and head not in NOTHING
                and head.split('--')[1] not in ELSEWHERE and all(results[tuple(line)] == results[tuple(table[head.split()[0]][0])] for line in group)]
    problems += ['now   : ' + row for row in now if row not in before] + ['before: ' + row for row in before if row not in now]
    print('\n'.join(problems))
    print('%d checks' % len(every))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
