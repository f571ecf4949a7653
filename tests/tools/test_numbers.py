#!/usr/bin/env python3
"""Numbers that nobody means end in a message, or in a lower bound that says what is not counted: never in a wrong figure."""
import os
import resource
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
SEEDS = os.path.join(TOP, 'fixtures/fuzz/model')
RESNET, SWIN = (os.path.join(SEEDS, name) for name in ('resnet.py', 'swin.py'))
failed = n = 0


def run(*args, cwd=SEEDS):
    return subprocess.run([exe, *args], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))


def check(status, words, *args, cwd=SEEDS):
    """The status, and all these words somewhere in what is printed."""
    global failed, n
    n += 1
    p = run(*args, cwd=cwd)
    text = p.stdout + p.stderr
    missing = [w for w in words if w not in text]
    if p.returncode != status or missing:
        failed += 1
        print('%s: status %d, not %d; without %s\n%s' % (args, p.returncode, status, missing, text[-1500:]))


def option(file, key, status, *words, command=('estimate',)):
    check(status, words, *command, file, '--cfg-options', key)


# What is too large is said, with the part of the config and the number.
option(RESNET, 'model.backbone.base_channels=1000000000', 2, 'ResNet cannot be described', 'too large', 'base_channels is')
option(RESNET, 'model.bbox_head.num_classes=9223372036854775807', 2, 'too large', 'num_classes is its largest')
option(RESNET, 'model.bbox_head.num_classes=9223372036854775807', 2, 'too large', command=('complexity',))
option(RESNET, 'model.bbox_head.num_classes=99999999999999999999', 2, 'RetinaHead cannot be described')
option(RESNET, 'model.bbox_head.stacked_convs=1000000', 2, 'RetinaHead', 'the limit', 'stacked_convs is its largest number', '--limit')
option(SWIN, 'model.backbone.depths=[1,65536,1,1]', 2, 'SwinTransformer', 'the limit', 'depths is its largest number')
option(RESNET, 'train_dataloader.batch_size=9223372036854775807', 2, 'makes no sense')
option(RESNET, 'model.bbox_head.stacked_convs=1000000', 2, 'the limit', command=('--target', '70%'))
option(RESNET, 'model.bbox_head.stacked_convs=1000000', 2, 'the limit', command=('complexity',))
option(RESNET, 'model.bbox_head.stacked_convs=1000000', 1, command=('check', '--gpu', 'rtx3090'))

# What PyTorch refuses is not counted, and said.
for key in ('strides=(0,2,2,2)', 'strides=(-1,2,2,2)', 'dilations=(0,1,1,1)', 'depth=0', 'base_channels=-8', 'base_channels=x'):
    option(RESNET, 'model.backbone.' + key, 1, 'not described, and not counted', 'ResNet')
option(RESNET, 'model.backbone.strides=(0,2,2,2)', 1, 'stride has to be above 0')
for key in ('num_heads=[0,0,0,0]', 'patch_size=0', 'window_size=0', 'embed_dims=-8'):
    option(SWIN, 'model.backbone.' + key, 1, 'not described, and not counted', 'SwinTransformer')
option(SWIN, 'model.backbone.mlp_ratio=0', 0, 'Coverage')
option(SWIN, 'model.decode_head.pool_scales=(0,0)', 1, 'Coverage')

# What is told on the command line.
for words in (['--batch', '0'], ['--batch', '1..1000000000'], ['--batch', '5..1'], ['--gpu-memory', '1e30GB'], ['--gpus', '2147483648'],
              ['--measured', '-1'], ['--gpu-memory', 'nan'], ['--target', 'nan'], ['--target', '1e400']):
    check(2, [words[0]] if words[0] != '--gpus' else [], *([] if words[0] == '--target' else ['estimate']), RESNET, *words)
check(0, ['expected'], 'estimate', RESNET, '--gpus', '1000000')
check(2, ['--batch', 'search_ops'], 'estimate', RESNET, '--batch', '1..20', '--limit', 'search_ops=2000')
check(0, ['search_ops', 'best as it is'], '--target', '70%', RESNET, '--limit', 'search_ops=20000', '--diff')

# A module that a part of the config makes again after it failed once is as it was (memo.h).
with tempfile.TemporaryDirectory() as folder:
    os.makedirs(os.path.join(folder, '.git'))
    os.makedirs(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint/own.star'), 'w') as f:
        f.write('''
import modules.nn as nn

def _run(m, x):
    for layer in m.layers:
        x = layer(x)
    return x

def convs(n):
    return [nn.Sequential(nn.Conv2d(3, 3, 3, padding=1), nn.ReLU()) for i in range(n)]

# The list grows after the call that made it has been kept.
def Own(scale):
    layers = convs(2)
    layers.append(nn.Conv2d(3, 3, 1))
    again = convs(2)
    return Module("Own", _run, layers=layers + again, scale=[2, 3][scale])

module("Own", build=Own)

def _nothing(*args):
    return None

def Selves(**kwargs):
    l = [parameter([3])]
    l.append(l)
    m = l
    for i in range(40):
        m = [m, m]
    checkpoint(_nothing, l, m)
    freeze(l)
    return Module("Selves", _run, layers=m)

module("Selves", build=Selves)

def Wide(**kwargs):
    l = []
    for i in range(100):
        l.append(l)
    return checkpoint(_nothing, l)

module("Wide", build=Wide)

def Late(**kwargs):
    layers = convs(1)
    m = Module("Late", _run, layers=layers)
    layers.append(3)
    return m

module("Late", build=Late)

def _loss(m, batch):
    return [m.backbone(batch.images).sum()]

def Net(backbone, **kwargs):
    return Module("Net", _loss, backbone=build(backbone), loss=_loss)

module("Net", build=Net)


''')
    config = '''
train_dataloader = dict(batch_size=2, dataset=dict(type='CocoDataset', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='Resize', scale=(64, 64)), dict(type='PackDetInputs')]))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
model = dict(type='Net', backbone=dict(type='%s', scale=%s))
'''
    for name, type_, scale in (('own', 'Own', 1), ('fails', 'Own', '"x"'), ('selves', 'Selves', 1), ('wide', 'Wide', 1), ('late', 'Late', 1)):
        with open(os.path.join(folder, name + '.py'), 'w') as f:
            f.write(config % (type_, scale))
    check(1, ['"parameters":\t348'], 'complexity', '--format', 'json', 'own.py', cwd=folder)
    check(1, ['Own', 'not counted'], 'estimate', 'fails.py', cwd=folder)
    check(1, ['Selves', 'not counted'], 'estimate', 'selves.py', cwd=folder)
    check(2, ['Wide cannot be described', 'the limit model_steps'], 'estimate', 'wide.py', cwd=folder)
    check(1, ['Late', 'belongs to a module'], 'estimate', 'late.py', cwd=folder)

print('%d checks' % n)
sys.exit(1 if failed else 0)
