#!/usr/bin/env python3
"""What holds of every plan: the margin of the card, the target, samples of an update, speeds, and that the config it writes takes what
its row says."""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
MARGIN = 0.98  # of the card that the high end may take
checks, problems = 0, []


def run(*args):
    p = subprocess.run([exe, *args, '--format', 'json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return json.loads(p.stdout) if p.returncode in (0, 1) else sys.exit(' '.join(args) + '\n' + p.stderr)


def check(what, good):
    global checks
    checks += 1
    if not good:
        problems.append(what)


def near(a, b):
    return math.isclose(a, b, rel_tol=1e-6)


HEAD = '''
model = dict(type='ImageClassifier', backbone=dict(type='ResNet', depth=18, num_stages=4, out_indices=(3, ), style='pytorch'),
             neck=dict(type='GlobalAveragePooling'), head=dict(type='LinearClsHead', num_classes=10, in_channels=512))
train_dataloader = dict(batch_size=%d, num_workers=2, dataset=dict(type='ImageNet', pipeline=[dict(type='RandomResizedCrop', scale=224)]))
param_scheduler = [dict(type='LinearLR', start_factor=0.1, by_epoch=False, begin=0, end=100)]
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=10)
default_scope = 'mmpretrain'
'''
SGD = "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1, momentum=0.9))\n"
ADAM = "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=0.001)%s)\n"
CONFIGS = {'sgd.py': HEAD % 32 + SGD, 'adam.py': HEAD % 16 + ADAM % '', 'steps.py': HEAD % 24 + ADAM % ', accumulative_counts=3'}


def of_scheme(name, s, recipe, now):
    made = s['batch'] * s['accumulation'] * recipe['gpus']
    what = '%s: %s' % (name, {k: s[k] for k in ('batch', 'accumulation', 'precision', 'checkpointing', 'growth')})
    check(what + ': growth', near(s['growth'], max(made, 1) / recipe['meant_samples']))
    check(what + ': no fewer samples than were meant', made >= recipe['meant_samples'])
    check(what + ': speed beside now', near(s['relative_throughput'], s['samples_per_second'] / now['samples_per_second']))
    used = s['nvidia_smi_bytes']
    check(what + ': low, expected, high', used['low'] <= used['expected'] <= used['high'])


def of_plan(name, path, *options):
    plan = run('plan', *options, path)
    now = next(s for s in plan['schemes'] if s['current'])
    for s in plan['schemes']:
        if s['possible'] and not s['wrong']:
            of_scheme(name, s, plan['recipe'], now)
            used, fits = s['nvidia_smi_bytes'], s['fits']
            check('%s: fits' % name, fits == (used['expected'] <= plan['target_bytes'] and used['high'] <= MARGIN * plan['gpu_bytes']))
    return plan, now


def at_the_edge(name, path, s):
    """A card that is a little too small for the high end, with its margin, and one that is a little larger."""
    for share, fits in ((MARGIN + 0.005, False), (MARGIN - 0.005, True)):
        memory = int(s['nvidia_smi_bytes']['high'] / share)
        plan = run('plan', '--target', '100%', '--gpu-memory', '%dB' % memory, '--batch', str(s['batch']), '--precision', s['precision'], path)
        same = [x for x in plan['schemes'] if all(x[k] == s[k] for k in ('batch', 'precision', 'accumulation', 'checkpointing'))]
        check('%s: a batch of %d with %.3f of the card' % (name, s['batch'], share), [x['fits'] for x in same] == [fits])


def written(name, folder, plan):
    """The config that is written takes what the row of the chosen scheme says, and asks for no other plan."""
    path = os.path.join(folder, 'written_' + name)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(plan['rewritten'])
    chosen = plan['schemes'][plan['chosen']]
    took = run('estimate', '--gpu-memory', '%dB' % plan['gpu_bytes'], path)['memory']['nvidia_smi_bytes']
    check('%s: what was written takes %s, not %s' % (name, took, chosen['nvidia_smi_bytes']), took == chosen['nvidia_smi_bytes'])


WARMUP = ("param_scheduler = [dict(type='LinearLR', start_factor=0.001, by_epoch=False, begin=0, end=500), "
          "dict(type='MultiStepLR', begin=0, end=12, by_epoch=True, milestones=[8, 11], gamma=0.1)]\n")


def planned_again(folder):
    """A card on which single precision fills the target with half the samples of mixed precision: the policy's bound is an end."""
    families, path = os.path.join(TOP, 'fixtures/families'), os.path.join(folder, 'bound.py')
    shutil.copytree(os.path.join(families, 'data'), os.path.join(folder, 'data'))
    with open(os.path.join(families, 'retina.py'), encoding='utf-8') as f:
        text = f.read() + WARMUP
    for gb in ('3.1', '3.3', '3.5'):
        options = ('--target', '70%', '--gpu', 'rtx3090', '--gpu-memory', gb + 'GB')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        first = run('plan', *options, path)
        check('%s GB: the update grows' % gb, first['schemes'][first['chosen']]['growth'] > 1)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(first['rewritten'])
        again = run('plan', *options, path)
        check('%s GB: planned again, %s' % (gb, again['changes']), not again['changes'])


SIZES = [*range(1, 16), *range(16, 32, 2), *range(32, 64, 4), *range(64, 128, 8), *range(128, 385, 16)]  # that people write


def largest(folder):
    """The largest batch of a size that people write, of all that fit; where the recipe's does not, the largest part of it."""
    path = os.path.join(folder, 'largest.py')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(HEAD % 48 + SGD)
    takes = {b: run('estimate', '--gpu-memory', '40GB', '--batch', str(b), path)['memory']['nvidia_smi_bytes'] for b in SIZES}
    for n in range(24):
        memory = int(8e8 * 1.17 ** n)
        plan = run('plan', '--prefer', 'memory', '--keep', 'precision,checkpointing', '--target', '80%', '--gpu-memory', '%dB' % memory, path)
        fit = [b for b in SIZES if takes[b]['expected'] <= plan['target_bytes'] and takes[b]['high'] <= MARGIN * plan['gpu_bytes']]
        parts = [b for b in fit if 48 % b == 0]
        wanted = max(fit) if 48 in fit else max(parts, default=None)
        made = [s for s in plan['schemes'] if not s['current'] and s['fits']]
        got = [s['batch'] for s in made] or [48]
        check('%d bytes: a batch of %s, where %s is the largest' % (memory, got, wanted), wanted is None or got == [wanted])
        check('%d bytes: the samples of the recipe' % memory, all(s['accumulation'] == max(1, 48 // s['batch']) for s in made))


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.git'))
    planned_again(folder)
    largest(folder)
    for name, text in CONFIGS.items():
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        plan, now = of_plan(name, path, '--target', '70%', '--gpu-memory', '24GB')
        check(name + ': target', near(plan['target_bytes'], int(0.7 * plan['gpu_bytes'])))
        at_the_edge(name, path, now)
        for options in ((), ('--keep', 'precision'), ('--prefer', 'memory'), ('--gpus', '4')):
            plan, _ = of_plan(name, path, '--target', '60%', '--gpu-memory', '16GB', *options)
            chosen = plan['schemes'][plan['chosen']]
            rule = math.sqrt if 'adam' in name or 'steps' in name else float
            check('%s %s: learning rate' % (name, options), near(plan['lr_factor'], rule(chosen['growth'])))
            if plan['rewritten'] and '--gpus' not in options:
                written(name, folder, plan)
if problems:
    sys.exit('\n'.join(problems))
print('%d checks' % checks)
