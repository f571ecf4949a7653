#!/usr/bin/env python3
"""A fact that stands in rules/ stands nowhere else: with a file of it changed, given by --library, the command does
otherwise.  No C is touched."""
import os
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
checks, problems = 0, []

FROZEN = """model = dict(type='ImageClassifier', backbone=dict(type='ResNet', depth=50, frozen_stages=0,
    init_cfg=dict(type='Pretrained', checkpoint='torchvision://resnet50')),
    neck=dict(type='GlobalAveragePooling'), head=dict(type='LinearClsHead', num_classes=10, in_channels=2048))
data = dict(samples_per_gpu=64, train=dict(type='ImageNet', pipeline=[dict(type='Resize', size=(224, 224))]))
optimizer = dict(type='SGD', lr=0.1)
optimizer_config = dict()
lr_config = dict(policy='step', step=[3])
runner = dict(type='EpochBasedRunner', max_epochs=4)
"""
SECRET = """import modules.nn as nn

def forward(m, x):
    return m.conv(x)

def Secret():
    return Module("Secret", forward, conv=nn.Conv2d(3, 8, 1))

module("mmsecret.Secret", build=Secret)
"""
# A file of rules, what is replaced in it, the config, the command, and what it prints before and after
FACTS = [
    ('settings/keys.star', '"total_iters", "resume_from",', '"total_iters", "resume_from", "steps_of_old",',
     'steps_of_old = 3\n', ['dump', 'config', 'a.py'], 'dialect: mmengine', 'dialect: mmcv'),
    ('settings/keys.star', 'RUNS = ["train_dataloader"', 'RUNS = ["only_here"',
     'data = dict()\nrunner = dict()\ntrain_dataloader = dict()\noptim_wrapper = dict()\ntrain_cfg = dict(max_epochs=2)\n'
     'lr_config = dict()\n', ['dump', 'config', 'a.py'], 'dialect: mmengine', 'dialect: mmcv'),
    ('settings/keys.star', '"_base_", "model"', '"_base_", "secret", "model"',
     'secret = 1\n', ['check', '--exit-zero', 'configs'], "there is no config and no library file below 'configs'", '1 file: '),
    ('settings/keys.star', '["fp16", "cfg"', '["fp16", "size", "cfg"',
     'size = 4\nmodel = dict(channels=size)\n', ['set', '--along', '--diff', 'a.py', 'model.channels=8'], '+size = 8', '-model'),
    ('model/registries.star', '("mmdet3d", "mmdet"', '("mmsecret", "mmdet3d", "mmdet"',
     "model = dict(type='Secret')\n", ['complexity', 'a.py'], "no description of it", 'Conv2d'),
    ('model/registries.star', 'dict(mmcls', 'dict(mmold = "mmsecret", mmcls',
     "default_scope = 'mmold'\nmodel = dict(type='Secret')\n", ['complexity', 'a.py'], "no description of it", 'Conv2d'),
    ('settings/repairs.star', 'freeze another stage', 'keep another stage',
     FROZEN, ['estimate', 'a.py'], 'freeze another stage of the backbone', 'keep another stage of the backbone'),
]

def run(folder, *args):
    return subprocess.run([exe, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


for path, old, new, config, command, before, after in FACTS:
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(TOP, 'rules', path), encoding='utf-8') as f:
            text = f.read()
        os.makedirs(os.path.join(work, 'more', os.path.dirname(path)))
        os.makedirs(os.path.join(work, 'configs'))
        for name, content in (('a.py', config), ('configs/b.py', config), ('more/secret.star', SECRET)):
            with open(os.path.join(work, name), 'w', encoding='utf-8') as f:
                f.write(content)
        checks += 3
        was = run(work, *command, '--library', 'more')
        with open(os.path.join(work, 'more', path), 'w', encoding='utf-8') as f:
            f.write(text.replace(old, new))
        now = run(work, *command, '--library', 'more')
        if old not in text:
            problems.append('%s: %r is not there' % (path, old))
        if before not in was:
            problems.append('%s: %r is not in %r' % (path, before, was))
        if after not in now or before in now:
            problems.append('%s with %r: %r is not in %r' % (path, new, after, now))

print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
