"""Plants mistakes into the configs of a checkout, and counts those that `check` finds as an error or a warning.

    tests/tools/plant.py build/cfglint FOLDER... [--seed 1] [--each 4] [--missed]

Each kind of mistake is put into EACH configs that it fits, drawn by the seed: as a config that inherits from the real one and changes what
somebody would change. A mistake counts as found when the changed config has an error or a warning that the same config without
it has not. --missed shows those that were not found. docs/planted.md has the table.
"""
import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

KINDS = []


def kind(name, *generations):
    def take(make):
        KINDS.append((name, generations, make))
        return make
    return take


def at(cfg, path, default=None):
    for part in path.split('.'):
        if isinstance(cfg, list) and part.isdigit() and int(part) < len(cfg):
            cfg = cfg[int(part)]
        elif isinstance(cfg, dict) and part in cfg:
            cfg = cfg[part]
        else:
            return default
    return cfg


def is_int(v):
    return isinstance(v, int) and not isinstance(v, bool)


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


# --- mmengine ---

def loop(cfg):
    name = str(at(cfg, 'train_cfg.type', ''))
    if 'EpochBasedTrain' in name or at(cfg, 'train_cfg.by_epoch') is True:
        return 'epoch'
    return 'iter' if 'IterBasedTrain' in name or at(cfg, 'train_cfg.by_epoch') is False else None


def length(cfg):
    n = at(cfg, 'train_cfg.max_epochs' if loop(cfg) == 'epoch' else 'train_cfg.max_iters')
    return n if is_int(n) else 0


def schedulers(cfg):
    all = cfg.get('param_scheduler')
    return [s for s in (all if isinstance(all, list) else [all]) if isinstance(s, dict)]


def plain_wrapper(cfg):
    return isinstance(at(cfg, 'optim_wrapper.optimizer'), dict)


@kind('samples_per_gpu', 'mmengine')
def _(cfg):
    return 'data = dict(samples_per_gpu=8)\n'


@kind('lr_config', 'mmengine')
def _(cfg):
    return "lr_config = dict(policy='step', step=[8, 11])\n"


@kind('runner', 'mmengine')
def _(cfg):
    return "runner = dict(type='EpochBasedRunner', max_epochs=24)\n"


@kind('evaluation', 'mmengine')
def _(cfg):
    return 'evaluation = dict(interval=5)\n'


@kind('optimizer at the top', 'mmengine')
def _(cfg):
    return "optimizer = dict(type='AdamW', lr=1e-4)\n" if 'optimizer' not in cfg else None


@kind('optimizer_config', 'mmengine')
def _(cfg):
    return 'optimizer_config = dict(grad_clip=dict(max_norm=35))\n'


@kind('checkpoint_config', 'mmengine')
def _(cfg):
    return 'checkpoint_config = dict(interval=5)\n'


@kind('total_epochs', 'mmengine')
def _(cfg):
    return 'total_epochs = 36\n'


@kind('resume_from', 'mmengine')
def _(cfg):
    return "resume_from = 'work_dirs/latest.pth'\n"


@kind('fp16', 'mmengine')
def _(cfg):
    return 'fp16 = dict(loss_scale=512.)\n'


@kind('fp16 = True', 'mmengine', 'mmcv')
def _(cfg):
    return 'fp16 = True\n' if not cfg.get('fp16') else None


@kind('base_batch_size at the top', 'mmengine', 'mmcv')
def _(cfg):
    return 'base_batch_size = 64\n'


@kind('auto_scale_lr without a base', 'mmengine')
def _(cfg):
    return 'auto_scale_lr = dict(_delete_=True, enable=True)\n' if 'auto_scale_lr' in cfg else 'auto_scale_lr = dict(enable=True)\n'


@kind('auto_scale_lr and accumulation', 'mmengine')
def _(cfg):
    if is_int(at(cfg, 'auto_scale_lr.base_batch_size')) and plain_wrapper(cfg) and 'auto_scale_lr' in cfg:
        return 'auto_scale_lr = dict(enable=True)\noptim_wrapper = dict(accumulative_counts=4)\n'


@kind('batch x 4, rate kept', 'mmengine', 'mmcv')
def _(cfg):
    for path, text in (('train_dataloader.batch_size', 'train_dataloader = dict(batch_size=%d)\n'),
                       ('data.samples_per_gpu', 'data = dict(samples_per_gpu=%d)\n')):
        if is_int(at(cfg, path)):
            return text % (at(cfg, path) * 4)


@kind('accumulation, rate kept', 'mmengine')
def _(cfg):
    if plain_wrapper(cfg) and not at(cfg, 'optim_wrapper.accumulative_counts') and at(cfg, 'optim_wrapper.type') in ('OptimWrapper', 'AmpOptimWrapper'):
        return 'optim_wrapper = dict(accumulative_counts=4)\n'


@kind('cumulative_iters', 'mmengine')
def _(cfg):
    return 'optim_wrapper = dict(cumulative_iters=4)\n' if plain_wrapper(cfg) else None


@kind('accumulation in train_cfg', 'mmengine')
def _(cfg):
    return 'train_cfg = dict(accumulative_counts=4)\n' if loop(cfg) else None


@kind('accumulation hook of mmcv', 'mmengine')
def _(cfg):
    return "custom_hooks = [dict(type='GradientCumulativeOptimizerHook', cumulative_iters=4)]\n"


@kind('Adam with the arguments of SGD', 'mmengine', 'mmcv')
def _(cfg):
    for path, text in (('optim_wrapper.optimizer', "optim_wrapper = dict(optimizer=dict(type='AdamW'))\n"),
                       ('optimizer', "optimizer = dict(type='AdamW')\n")):
        if at(cfg, path + '.type') == 'SGD' and at(cfg, path + '.momentum') is not None:
            return text


@kind("Adam with SGD's rate", 'mmengine', 'mmcv')
def _(cfg):
    for path, text in (('optim_wrapper.optimizer', "optim_wrapper = dict(optimizer=dict(_delete_=True, type='AdamW', lr=%r, weight_decay=0.05))\n"),
                       ('optimizer', "optimizer = dict(_delete_=True, type='AdamW', lr=%r, weight_decay=0.05)\n")):
        if at(cfg, path + '.type') == 'SGD' and is_number(at(cfg, path + '.lr')) and at(cfg, path + '.lr') >= 0.01:
            return text % at(cfg, path + '.lr')


@kind('loss_scale = 512', 'mmengine')
def _(cfg):
    return "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale=512)\n" if plain_wrapper(cfg) and 'strategy' not in cfg else None


@kind('loss_scale on a plain wrapper', 'mmengine')
def _(cfg):
    return "optim_wrapper = dict(loss_scale='dynamic')\n" if at(cfg, 'optim_wrapper.type', 'OptimWrapper') == 'OptimWrapper' and plain_wrapper(cfg) else None


@kind('paramwise_cfg in the optimizer', 'mmengine')
def _(cfg):
    if plain_wrapper(cfg) and not at(cfg, 'optim_wrapper.paramwise_cfg'):
        return 'optim_wrapper = dict(optimizer=dict(paramwise_cfg=dict(norm_decay_mult=0.)))\n'


@kind('grad_clip', 'mmengine')
def _(cfg):
    return 'optim_wrapper = dict(grad_clip=dict(max_norm=35))\n' if plain_wrapper(cfg) else None


@kind('rate as a text', 'mmengine', 'mmcv')
def _(cfg):
    if plain_wrapper(cfg):
        return "optim_wrapper = dict(optimizer=dict(lr='0.01'))\n"
    return "optimizer = dict(lr='0.01')\n" if at(cfg, 'optimizer.lr') else None


@kind('a shorter run', 'mmengine')
def _(cfg):
    late = [m for s in schedulers(cfg) for m in s.get('milestones', []) if is_int(m) and s.get('by_epoch', True) == (loop(cfg) == 'epoch')]
    if late and length(cfg) > 4:
        return 'train_cfg = dict(max_%ss=%d)\n' % (loop(cfg), max(1, min(late) // 2))


@kind('a run of twice the length', 'mmengine')
def _(cfg):
    last = [s for s in schedulers(cfg) if s.get('by_epoch', True) == (loop(cfg) == 'epoch') and s.get('end') == length(cfg) > 0]
    return 'train_cfg = dict(max_%ss=%d)\n' % (loop(cfg), length(cfg) * 2) if last else None


@kind('iterations with a schedule in epochs', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and [s for s in schedulers(cfg) if s.get('by_epoch', True) and s.get('type') != 'OneCycleLR' and not s.get('convert_to_iter_based')]:
        return "train_cfg = dict(_delete_=True, type='IterBasedTrainLoop', max_iters=20000, val_interval=2000)\n"


@kind('max_iters beside max_epochs', 'mmengine')
def _(cfg):
    return 'train_cfg = dict(max_iters=9000)\n' if loop(cfg) == 'epoch' else None


@kind('type and by_epoch', 'mmengine')
def _(cfg):
    one = at(cfg, 'train_cfg.type') == 'EpochBasedTrainLoop' and at(cfg, 'train_cfg.by_epoch') is None
    return 'train_cfg = dict(by_epoch=True)\n' if one else None


@kind('warmup longer than the run', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and schedulers(cfg):
        return "param_scheduler = [dict(type='LinearLR', start_factor=0.01, by_epoch=True, begin=0, end=%d), dict(type='MultiStepLR', milestones=[1], by_epoch=True)]\n" % (length(cfg) + 5)


@kind('a milestone after the end of its scheduler', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 8:
        n = length(cfg)
        return "param_scheduler = [dict(type='MultiStepLR', begin=0, end=%d, milestones=[%d, %d], by_epoch=True)]\n" % (n // 2, n // 4, n // 2 + 2)


@kind('a scheduler that begins after the run', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg):
        return "param_scheduler = [dict(type='CosineAnnealingLR', begin=%d, end=%d, by_epoch=True)]\n" % (length(cfg) + 10, length(cfg) + 30)


@kind('a schedule that ends before the run', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 8:
        return "param_scheduler = [dict(type='ExponentialLR', gamma=0.9, begin=0, end=%d, by_epoch=True)]\n" % (length(cfg) // 2)


@kind('no evaluation before the end', 'mmengine')
def _(cfg):
    return 'train_cfg = dict(val_interval=%d)\n' % (length(cfg) * 2) if length(cfg) and cfg.get('val_dataloader') else None


@kind('evaluation begins after the end', 'mmengine')
def _(cfg):
    return 'train_cfg = dict(val_begin=%d)\n' % (length(cfg) + 5) if length(cfg) and cfg.get('val_dataloader') else None


@kind('without train_dataloader', 'mmengine')
def _(cfg):
    return 'train_dataloader = None\n' if cfg.get('train_dataloader') and cfg.get('train_cfg') else None


@kind('without val_evaluator', 'mmengine')
def _(cfg):
    return 'val_evaluator = None\n' if cfg.get('val_evaluator') and cfg.get('val_cfg') is not None else None


@kind('persistent workers without workers', 'mmengine')
def _(cfg):
    return 'train_dataloader = dict(num_workers=0, persistent_workers=True)\n' if isinstance(cfg.get('train_dataloader'), dict) else None


@kind('InfiniteSampler in epochs', 'mmengine')
def _(cfg):
    if loop(cfg) == 'epoch' and at(cfg, 'train_dataloader.sampler') and not at(cfg, 'train_dataloader.batch_sampler.batch_size'):
        return "train_dataloader = dict(sampler=dict(_delete_=True, type='InfiniteSampler', shuffle=True))\n"


@kind('a misspelt key of a data loader', 'mmengine')
def _(cfg):
    return 'train_dataloader = dict(batchsize=4)\n' if isinstance(cfg.get('train_dataloader'), dict) else None


@kind('find_unused_parameters beside a wrapper', 'mmengine')
def _(cfg):
    return "model_wrapper_cfg = dict(type='MMDistributedDataParallel')\nfind_unused_parameters = True\n" if 'model_wrapper_cfg' not in cfg else None


@kind('classes without a comma', 'mmengine')
def _(cfg):
    return "train_dataloader = dict(dataset=dict(metainfo=dict(classes=('person'))))\n" if at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset' else None


@kind('resume without a checkpoint', 'mmengine')
def _(cfg):
    return "resume = 'work_dirs/epoch_8.pth'\n"


@kind('a variable that the base has used', 'mmengine', 'mmcv')
def _(cfg):
    for name in ('train_pipeline', 'test_pipeline', 'img_norm_cfg', 'norm_cfg', 'num_classes', 'crop_size', 'data_root', 'class_names', 'ida_aug_conf',
                 'point_cloud_range', 'voxel_size', 'data_config'):
        v = cfg.get(name)
        if isinstance(v, list) and v:
            if name.endswith('pipeline'):
                return "%s = [dict(type='LoadImageFromFile')]\n" % name
            return '%s = %r\n' % (name, [x + 1 if is_number(x) else 'a' for x in v])
        if isinstance(v, dict):
            return '%s = %r\n' % (name, {k: 7 if is_number(x) else x for k, x in v.items()} | ({'type': 'GN', 'num_groups': 32} if 'type' in v else {'size': 3}))
        if is_int(v):
            return '%s = %d\n' % (name, v + 3)
        if isinstance(v, str):
            return "%s = 'elsewhere/'\n" % name


@kind('a base that is not there', 'mmengine', 'mmcv', 'torchpack')
def _(cfg):
    return None


@kind('_delete_ with nothing to delete', 'mmengine', 'mmcv')
def _(cfg):
    return "model = dict(neck_of_mine=dict(_delete_=True, type='FPN'))\n" if isinstance(cfg.get('model'), dict) else None


@kind('a dict over something else', 'mmengine', 'mmcv')
def _(cfg):
    return 'log_level = dict(level=3)\n' if isinstance(cfg.get('log_level'), str) else None


@kind('classes of another number than the head', 'mmengine', 'mmcv')
def _(cfg):
    head = at(cfg, 'model.bbox_head') or at(cfg, 'model.roi_head.bbox_head')
    if not isinstance(head, dict) or not is_int(head.get('num_classes')):
        return None
    if at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset':
        return "train_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog'))))\n"
    return "data = dict(train=dict(classes=('cat', 'dog')))\n" if at(cfg, 'data.train.type') == 'CocoDataset' else None


@kind('a misspelt key at the top', 'mmengine', 'mmcv')
def _(cfg):
    return ("optim_wraper = dict(clip_grad=dict(max_norm=1))\n" if 'optim_wrapper' in cfg else 'optimiser_config = dict(grad_clip=dict(max_norm=1))\n')


@kind('a misspelt argument of a module', 'mmengine', 'mmcv')
def _(cfg):
    for part in ('backbone', 'img_backbone'):
        if at(cfg, 'model.%s.frozen_stages' % part) is not None:
            return 'model = dict(%s=dict(frozen_stage=1))\n' % part


@kind('a misspelt type', 'mmengine', 'mmcv')
def _(cfg):
    name = at(cfg, 'model.backbone.type') or ''
    if name in ('ResNet', 'SwinTransformer', 'HRNet', 'CSPDarknet') and not cfg.get('custom_imports') and not cfg.get('plugin'):
        return "model = dict(backbone=dict(type='%s'))\n" % {'ResNet': 'Resnet', 'SwinTransformer': 'SwinTransfomer', 'HRNet': 'HRNett', 'CSPDarknet': 'CSPDarkNet'}[name]


@kind('eta_min and its ratio', 'mmengine')
def _(cfg):
    return "param_scheduler = [dict(type='CosineAnnealingLR', eta_min=0.0, eta_min_ratio=0.1, by_epoch=True)]\n"


# --- mmcv 1.x ---

def epochs(cfg):
    n = at(cfg, 'runner.max_epochs', cfg.get('total_epochs'))
    return n if is_int(n) else 0


def iters(cfg):
    n = at(cfg, 'runner.max_iters', cfg.get('total_iters'))
    return n if is_int(n) else 0


@kind('train_dataloader', 'mmcv')
def _(cfg):
    return 'train_dataloader = dict(batch_size=8)\n'


@kind('optim_wrapper', 'mmcv')
def _(cfg):
    return "optim_wrapper = dict(type='AmpOptimWrapper')\n"


@kind('param_scheduler', 'mmcv')
def _(cfg):
    return "param_scheduler = [dict(type='CosineAnnealingLR')]\n"


@kind('resume = True', 'mmcv')
def _(cfg):
    return 'resume = True\n'


@kind('data.batch_size', 'mmcv', 'bevfusion')
def _(cfg):
    return 'data = dict(batch_size=8)\n' if isinstance(cfg.get('data'), dict) else None


@kind('accumulation in the runner', 'mmcv')
def _(cfg):
    return 'runner = dict(accumulative_counts=2)\n' if isinstance(cfg.get('runner'), dict) else None


@kind('accumulative_counts', 'mmcv')
def _(cfg):
    return 'optimizer_config = dict(accumulative_counts=2)\n' if isinstance(cfg.get('optimizer_config'), dict) else None


@kind('accumulation without its hook', 'mmcv')
def _(cfg):
    return 'optimizer_config = dict(cumulative_iters=2)\n' if isinstance(cfg.get('optimizer_config'), dict) and not at(cfg, 'optimizer_config.type') else None


@kind('fp16 beside a hook', 'mmcv')
def _(cfg):
    if not cfg.get('fp16') and isinstance(cfg.get('optimizer_config'), dict):
        return "optimizer_config = dict(type='GradientCumulativeFp16OptimizerHook', cumulative_iters=2)\nfp16 = dict(loss_scale=512.)\n"


@kind('a loss scale as an int', 'mmcv')
def _(cfg):
    return 'fp16 = dict(loss_scale=512)\n' if not cfg.get('fp16') else None


@kind('a shorter run', 'mmcv')
def _(cfg):
    steps = at(cfg, 'lr_config.step')
    if isinstance(steps, list) and steps and at(cfg, 'lr_config.policy') == 'step' and epochs(cfg):
        n = max(1, steps[0] // 2)
        return ('runner = dict(max_epochs=%d)\n' % n if at(cfg, 'runner.max_epochs') else '') + ('total_epochs = %d\n' % n if 'total_epochs' in cfg else '')


@kind('milestones behind the run', 'mmcv')
def _(cfg):
    if at(cfg, 'lr_config.policy') == 'step' and epochs(cfg):
        return 'lr_config = dict(step=[%d, %d])\n' % (epochs(cfg) + 4, epochs(cfg) + 8)


@kind('a policy with the arguments of another', 'mmcv')
def _(cfg):
    return "lr_config = dict(policy='CosineAnnealing', min_lr=0)\n" if at(cfg, 'lr_config.step') else None


@kind('both floors', 'mmcv')
def _(cfg):
    return "lr_config = dict(_delete_=True, policy='CosineAnnealing', min_lr=1e-6, min_lr_ratio=0.1)\n" if cfg.get('lr_config') else None


@kind('a tuple of steps', 'mmcv')
def _(cfg):
    return 'lr_config = dict(step=(8, 11))\n' if at(cfg, 'lr_config.policy') == 'step' else None


@kind('warmup longer than the run', 'mmcv')
def _(cfg):
    return "lr_config = dict(warmup='linear', warmup_iters=%d, warmup_ratio=0.1)\n" % (iters(cfg) + 100) if iters(cfg) and cfg.get('lr_config') else None


@kind('no evaluation before the end', 'mmcv')
def _(cfg):
    n = epochs(cfg) or iters(cfg)
    return 'evaluation = dict(interval=%d)\n' % (n * 2) if n and isinstance(cfg.get('evaluation'), dict) else None


@kind('evaluation begins after the end', 'mmcv')
def _(cfg):
    n = epochs(cfg) or iters(cfg)
    return 'evaluation = dict(start=%d)\n' % (n + 5) if n and isinstance(cfg.get('evaluation'), dict) else None


@kind('total_epochs and max_epochs differ', 'mmcv')
def _(cfg):
    return 'runner = dict(max_epochs=%d)\n' % (epochs(cfg) + 12) if at(cfg, 'runner.max_epochs') and 'total_epochs' in cfg else None


@kind('max_epochs and max_iters', 'mmcv')
def _(cfg):
    return 'runner = dict(max_iters=9000)\n' if at(cfg, 'runner.max_epochs') else None


@kind('grad_clip in the optimizer', 'mmcv')
def _(cfg):
    return 'optimizer = dict(grad_clip=dict(max_norm=35))\n' if isinstance(cfg.get('optimizer'), dict) and at(cfg, 'optimizer.type') else None


@kind('paramwise_cfg at the top', 'mmcv')
def _(cfg):
    return 'paramwise_cfg = dict(norm_decay_mult=0.)\n' if not at(cfg, 'optimizer.paramwise_cfg') else None


@kind('persistent workers without workers', 'mmcv')
def _(cfg):
    return 'data = dict(workers_per_gpu=0, persistent_workers=True)\n' if isinstance(cfg.get('data'), dict) else None


# --- torchpack ---

YAML = {
    'rate as a text': 'optimizer:\n  lr: 1e-4\n',
    'a loss scale as an int': 'fp16:\n  loss_scale: 512\n',
    'samples under another name': 'data:\n  batch_size: 8\n',
    'accumulation without fp16': 'fp16: null\noptimizer_config:\n  cumulative_iters: 2\n',
    'a smaller grid': 'model:\n  heads:\n    object:\n      train_cfg:\n        grid_size: [720, 720, 41]\n',
    'batch x 4, rate kept': 'data:\n  samples_per_gpu: 16\n',
    'a key twice': 'max_epochs: 3\nmax_epochs: 4\n',
    'Adam with the arguments of SGD': 'optimizer:\n  momentum: 0.9\n',
    'warmup under another name': 'lr_config:\n  warm_up_iters: 3\n',
    'auto_scale_lr': 'auto_scale_lr:\n  enable: true\n  base_batch_size: 32\n',
}


# --- the run ---

def generation(cfg):
    if not isinstance(cfg.get('model'), dict):
        return None  # a part for others
    old = [k for k in ('data', 'lr_config', 'optimizer_config', 'runner', 'total_epochs') if k in cfg]
    new = [k for k in ('train_dataloader', 'optim_wrapper', 'param_scheduler', 'train_cfg', 'default_hooks') if k in cfg]
    if len(new) > 3 and not old and at(cfg, 'optim_wrapper.optimizer'):
        return 'mmengine'
    return 'mmcv' if len(old) > 3 and cfg.get('optimizer') and not new else None


def run(exe, folder, *words):
    return subprocess.run([exe, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode('utf-8', 'replace')


def resolved(exe, folder, path):
    try:
        return json.loads(run(exe, folder, 'show', '--format', 'json', path))
    except ValueError:
        return None


def findings(exe, folder, name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write(text)
    try:
        out = json.loads(run(exe, folder, 'check', '--format', 'json', name))['findings']
    except ValueError:
        out = []
    os.unlink(os.path.join(folder, name))
    return Counter((f['code'], f['message']) for f in out if f['severity'] != 'info')


def configs(folder):
    for dir, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            path = os.path.join(dir, name)
            if '/configs/' in path and '/_base_' not in path and name.endswith(('.py', '.yaml')) and not name.startswith('__'):
                yield path


# The config as one file without bases.
def flat(exe, folder, name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write(text)
    out = run(exe, folder, 'show', '--format', 'python', name)
    os.unlink(os.path.join(folder, name))
    return out


def plant(exe, path, make, number, as_one):
    folder, base = os.path.split(path)
    name = 'planted%d_%s' % (number, 'mine.yaml' if base.endswith('.yaml') else 'mine.py')
    if base.endswith('.yaml'):
        clean, text = '', make
    else:
        clean = "_base_ = './%s'\n" % base
        text = clean + (make[1] if isinstance(make, tuple) else make) if make else "_base_ = './no_such_%s'\n" % base
        clean += make[0] if isinstance(make, tuple) else ''
        if as_one:
            clean, text = flat(exe, folder, name, clean), flat(exe, folder, name, text)
    before = findings(exe, folder, name, clean)
    return bool(findings(exe, folder, name, text) - before)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('exe')
    p.add_argument('folders', nargs='+')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--each', type=int, default=4)
    p.add_argument('--missed', action='store_true')
    p.add_argument('--flat', action='store_true', help='into copies that inherit nothing')
    p.add_argument('--kind', default='')
    a = p.parse_args()
    exe, draw = os.path.abspath(a.exe), random.Random(a.seed)
    paths = [c for f in a.folders for c in configs(os.path.abspath(f))]
    draw.shuffle(paths)
    jobs, wanted = [], {}
    for name, generations, make in KINDS:
        for g in generations:
            wanted[name, g] = (make, [])
    for name in YAML:
        needs = 'model.encoders.lidar.voxelize.voxel_size' if 'grid' in name else 'optimizer'
        wanted[name, 'torchpack'] = (lambda cfg, text=YAML[name], needs=needs: text if at(cfg, needs) else None, [])
    for path in paths:
        if all(len(got) >= a.each for _, got in wanted.values()):
            break
        if path.endswith('.yaml'):  # what is planted beside it inherits its folder's default.yaml alone
            default = os.path.join(os.path.dirname(path), 'default.yaml')
            cfg = resolved(exe, os.path.dirname(path), 'default.yaml') if os.path.exists(default) else None
            g = 'torchpack' if cfg and all(cfg.get(k) for k in ('model', 'data', 'optimizer', 'runner')) else None
        else:
            cfg = resolved(exe, os.path.dirname(path), os.path.basename(path))
            g = generation(cfg) if isinstance(cfg, dict) and 'read_base' not in open(path, encoding='utf-8', errors='replace').read() else None
        for (name, wants), (make, got) in wanted.items():
            if wants == g and len(got) < a.each and a.kind in name:
                text = make(cfg)
                if text or name == 'a base that is not there' and not path.endswith('.yaml'):
                    got.append(path)
                    jobs.append((name, g, path, cfg, text))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda j: plant(exe, j[1][2], j[1][4], j[0], a.flat), enumerate(jobs)))
    table = {}
    for (name, g, path, _, text), hit in zip(jobs, found):
        row = table.setdefault((g, name), [0, 0])
        row[0] += hit
        row[1] += 1
        if a.missed and not hit:
            print('missed: %s (%s) in %s: %s' % (name, g, os.path.relpath(path), (text[1][-160:] if isinstance(text, tuple) else text or '').strip().replace('\n', '; ')))
    print('| generation | mistake | found | of |\n|---|---|---|---|')
    for (g, name), (hit, n) in sorted(table.items()):
        print('| %s | %s | %d | %d |' % (g, name, hit, n))
    print('| all | | %d | %d |' % (sum(found), len(found)))


if __name__ == '__main__':
    main()
