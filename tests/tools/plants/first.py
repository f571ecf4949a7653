"""Keys of the other generation, schedules, batches, rates, and names that are nearly right."""
from plants.kinds import at, C, E, epochs, is_dict, is_int, is_number, iters, Kinds, length, loop, plain_wrapper, schedulers, T

KINDS = Kinds()
kind, text = KINDS.kind, KINDS.text


# --- mmengine ---

text('samples_per_gpu', E, 'data = dict(samples_per_gpu=8)\n')
text('lr_config', E, "lr_config = dict(policy='step', step=[8, 11])\n")
text('runner', E, "runner = dict(type='EpochBasedRunner', max_epochs=24)\n")
text('evaluation', E, 'evaluation = dict(interval=5)\n')
text('optimizer at the top', E, "optimizer = dict(type='AdamW', lr=1e-4)\n", lambda cfg: 'optimizer' not in cfg)
text('optimizer_config', E, 'optimizer_config = dict(grad_clip=dict(max_norm=35))\n')
text('checkpoint_config', E, 'checkpoint_config = dict(interval=5)\n')
text('total_epochs', E, 'total_epochs = 36\n')
text('resume_from', E, "resume_from = 'work_dirs/latest.pth'\n")
text('fp16', E, 'fp16 = dict(loss_scale=512.)\n')
text('fp16 = True', (E, C), 'fp16 = True\n', lambda cfg: not cfg.get('fp16'))
text('base_batch_size at the top', (E, C), 'base_batch_size = 64\n')
text('cumulative_iters', E, 'optim_wrapper = dict(cumulative_iters=4)\n', plain_wrapper)
text('accumulation in train_cfg', E, 'train_cfg = dict(accumulative_counts=4)\n', loop)
text('accumulation hook of mmcv', E, "custom_hooks = [dict(type='GradientCumulativeOptimizerHook', cumulative_iters=4)]\n")
text('loss_scale = 512', E, "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale=512)\n", lambda cfg: plain_wrapper(cfg) and 'strategy' not in cfg)
text('loss_scale on a plain wrapper', E, "optim_wrapper = dict(loss_scale='dynamic')\n", lambda cfg: at(cfg, 'optim_wrapper.type', 'OptimWrapper') == 'OptimWrapper' and plain_wrapper(cfg))
text('grad_clip', E, 'optim_wrapper = dict(grad_clip=dict(max_norm=35))\n', plain_wrapper)
text('max_iters beside max_epochs', E, 'train_cfg = dict(max_iters=9000)\n', lambda cfg: loop(cfg) == 'epoch')
text('without train_dataloader', E, 'train_dataloader = None\n', lambda cfg: cfg.get('train_dataloader') and cfg.get('train_cfg'))
text('without val_evaluator', E, 'val_evaluator = None\n', lambda cfg: cfg.get('val_evaluator') and cfg.get('val_cfg') is not None)
text('persistent workers without workers', E, 'train_dataloader = dict(num_workers=0, persistent_workers=True)\n', is_dict('train_dataloader'))
text('a misspelt key of a data loader', E, 'train_dataloader = dict(batchsize=4)\n', is_dict('train_dataloader'))
text('classes without a comma', E, "train_dataloader = dict(dataset=dict(metainfo=dict(classes=('person'))))\n", lambda cfg: at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset')
text('a base that is not there', (E, C), "_base_ = './no_such.py'\n")
text('resume without a checkpoint', E, "resume = 'work_dirs/epoch_8.pth'\n")
text('_delete_ with nothing to delete', (E, C), "model = dict(neck_of_mine=dict(_delete_=True, type='FPN'))\n", is_dict('model'))
text('a dict over something else', (E, C), 'log_level = dict(level=3)\n', lambda cfg: isinstance(cfg.get('log_level'), str))
text('eta_min and its ratio', E, "param_scheduler = [dict(type='CosineAnnealingLR', eta_min=0.0, eta_min_ratio=0.1, by_epoch=True)]\n")


@kind('auto_scale_lr without a base', E)
def _(cfg):
    return 'auto_scale_lr = dict(_delete_=True, enable=True)\n' if 'auto_scale_lr' in cfg else 'auto_scale_lr = dict(enable=True)\n'


@kind('auto_scale_lr and accumulation', E)
def _(cfg):
    if is_int(at(cfg, 'auto_scale_lr.base_batch_size')) and plain_wrapper(cfg) and 'auto_scale_lr' in cfg:
        return 'auto_scale_lr = dict(enable=True)\noptim_wrapper = dict(accumulative_counts=4)\n'


@kind('batch x 4, rate kept', E, C)
def _(cfg):
    for path, text in (('train_dataloader.batch_size', 'train_dataloader = dict(batch_size=%d)\n'),
                       ('data.samples_per_gpu', 'data = dict(samples_per_gpu=%d)\n')):
        if is_int(at(cfg, path)):
            return text % (at(cfg, path) * 4)


@kind('accumulation, rate kept', E)
def _(cfg):
    if plain_wrapper(cfg) and not at(cfg, 'optim_wrapper.accumulative_counts') and at(cfg, 'optim_wrapper.type') in ('OptimWrapper', 'AmpOptimWrapper'):
        return 'optim_wrapper = dict(accumulative_counts=4)\n'


@kind('Adam with the arguments of SGD', E, C)
def _(cfg):
    for path, text in (('optim_wrapper.optimizer', "optim_wrapper = dict(optimizer=dict(type='AdamW'))\n"),
                       ('optimizer', "optimizer = dict(type='AdamW')\n")):
        if at(cfg, path + '.type') == 'SGD' and at(cfg, path + '.momentum') is not None:
            return text


@kind("Adam with SGD's rate", E, C)
def _(cfg):
    for path, text in (('optim_wrapper.optimizer', "optim_wrapper = dict(optimizer=dict(_delete_=True, type='AdamW', lr=%r, weight_decay=0.05))\n"),
                       ('optimizer', "optimizer = dict(_delete_=True, type='AdamW', lr=%r, weight_decay=0.05)\n")):
        if at(cfg, path + '.type') == 'SGD' and is_number(at(cfg, path + '.lr')) and at(cfg, path + '.lr') >= 0.01:
            return text % at(cfg, path + '.lr')


@kind('paramwise_cfg in the optimizer', E)
def _(cfg):
    if plain_wrapper(cfg) and not at(cfg, 'optim_wrapper.paramwise_cfg'):
        return 'optim_wrapper = dict(optimizer=dict(paramwise_cfg=dict(norm_decay_mult=0.)))\n'


@kind('rate as a text', E, C)
def _(cfg):
    if plain_wrapper(cfg):
        return "optim_wrapper = dict(optimizer=dict(lr='0.01'))\n"
    return "optimizer = dict(lr='0.01')\n" if at(cfg, 'optimizer.lr') else None


@kind('a shorter run', E)
def _(cfg):
    late = [m for s in schedulers(cfg) for m in s.get('milestones', []) if is_int(m) and s.get('by_epoch', True) == (loop(cfg) == 'epoch')]
    if late and length(cfg) > 4:
        return 'train_cfg = dict(max_%ss=%d)\n' % (loop(cfg), max(1, min(late) // 2))


@kind('a run of twice the length', E)
def _(cfg):
    last = [s for s in schedulers(cfg) if s.get('by_epoch', True) == (loop(cfg) == 'epoch') and s.get('end') == length(cfg) > 0]
    return 'train_cfg = dict(max_%ss=%d)\n' % (loop(cfg), length(cfg) * 2) if last else None


@kind('iterations with a schedule in epochs', E)
def _(cfg):
    if loop(cfg) == 'epoch' and [s for s in schedulers(cfg) if s.get('by_epoch', True) and s.get('type') != 'OneCycleLR' and not s.get('convert_to_iter_based')]:
        return "train_cfg = dict(_delete_=True, type='IterBasedTrainLoop', max_iters=20000, val_interval=2000)\n"


@kind('type and by_epoch', E)
def _(cfg):
    one = at(cfg, 'train_cfg.type') == 'EpochBasedTrainLoop' and at(cfg, 'train_cfg.by_epoch') is None
    return 'train_cfg = dict(by_epoch=True)\n' if one else None


@kind('warmup longer than the run', E)
def _(cfg):
    if loop(cfg) == 'epoch' and schedulers(cfg):
        return "param_scheduler = [dict(type='LinearLR', start_factor=0.01, by_epoch=True, begin=0, end=%d), dict(type='MultiStepLR', milestones=[1], by_epoch=True)]\n" % (length(cfg) + 5)


@kind('a milestone after the end of its scheduler', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 8:
        n = length(cfg)
        return "param_scheduler = [dict(type='MultiStepLR', begin=0, end=%d, milestones=[%d, %d], by_epoch=True)]\n" % (n // 2, n // 4, n // 2 + 2)


@kind('a scheduler that begins after the run', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg):
        return "param_scheduler = [dict(type='CosineAnnealingLR', begin=%d, end=%d, by_epoch=True)]\n" % (length(cfg) + 10, length(cfg) + 30)


@kind('a schedule that ends before the run', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 8:
        return "param_scheduler = [dict(type='ExponentialLR', gamma=0.9, begin=0, end=%d, by_epoch=True)]\n" % (length(cfg) // 2)


@kind('no evaluation before the end', E)
def _(cfg):
    return 'train_cfg = dict(val_interval=%d)\n' % (length(cfg) * 2) if length(cfg) and cfg.get('val_dataloader') else None


@kind('evaluation begins after the end', E)
def _(cfg):
    return 'train_cfg = dict(val_begin=%d)\n' % (length(cfg) + 5) if length(cfg) and cfg.get('val_dataloader') else None


@kind('InfiniteSampler in epochs', E)
def _(cfg):
    if loop(cfg) == 'epoch' and at(cfg, 'train_dataloader.sampler') and not at(cfg, 'train_dataloader.batch_sampler.batch_size'):
        return "train_dataloader = dict(sampler=dict(_delete_=True, type='InfiniteSampler', shuffle=True))\n"


@kind('find_unused_parameters beside a wrapper', E)
def _(cfg):
    return "model_wrapper_cfg = dict(type='MMDistributedDataParallel')\nfind_unused_parameters = True\n" if 'model_wrapper_cfg' not in cfg else None


@kind('a variable that the base has used', E, C)
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


@kind('classes of another number than the head', E, C)
def _(cfg):
    head = at(cfg, 'model.bbox_head') or at(cfg, 'model.roi_head.bbox_head')
    if not isinstance(head, dict) or not is_int(head.get('num_classes')):
        return None
    if at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset':
        return "train_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog'))))\n"
    return "data = dict(train=dict(classes=('cat', 'dog')))\n" if at(cfg, 'data.train.type') == 'CocoDataset' else None


@kind('a misspelt key at the top', E, C)
def _(cfg):
    return ("optim_wraper = dict(clip_grad=dict(max_norm=1))\n" if 'optim_wrapper' in cfg else 'optimiser_config = dict(grad_clip=dict(max_norm=1))\n')


@kind('a misspelt argument of a module', E, C)
def _(cfg):
    for part in ('backbone', 'img_backbone'):
        if at(cfg, 'model.%s.frozen_stages' % part) is not None:
            return 'model = dict(%s=dict(frozen_stage=1))\n' % part


@kind('a misspelt type', E, C)
def _(cfg):
    name = at(cfg, 'model.backbone.type') or ''
    if name in ('ResNet', 'SwinTransformer', 'HRNet', 'CSPDarknet') and not cfg.get('custom_imports') and not cfg.get('plugin'):
        return "model = dict(backbone=dict(type='%s'))\n" % {'ResNet': 'Resnet', 'SwinTransformer': 'SwinTransfomer', 'HRNet': 'HRNett', 'CSPDarknet': 'CSPDarkNet'}[name]


# --- mmcv 1.x ---

text('train_dataloader', C, 'train_dataloader = dict(batch_size=8)\n')
text('optim_wrapper', C, "optim_wrapper = dict(type='AmpOptimWrapper')\n")
text('param_scheduler', C, "param_scheduler = [dict(type='CosineAnnealingLR')]\n")
text('resume = True', C, 'resume = True\n')
text('accumulation in the runner', C, 'runner = dict(accumulative_counts=2)\n', is_dict('runner'))
text('accumulative_counts', C, 'optimizer_config = dict(accumulative_counts=2)\n', is_dict('optimizer_config'))
text('a loss scale as an int', C, 'fp16 = dict(loss_scale=512)\n', lambda cfg: not cfg.get('fp16'))
text('a policy with the arguments of another', C, "lr_config = dict(policy='CosineAnnealing', min_lr=0)\n", lambda cfg: at(cfg, 'lr_config.step'))
text('both floors', C, "lr_config = dict(_delete_=True, policy='CosineAnnealing', min_lr=1e-6, min_lr_ratio=0.1)\n", lambda cfg: cfg.get('lr_config'))
text('a tuple of steps', C, 'lr_config = dict(step=(8, 11))\n', lambda cfg: at(cfg, 'lr_config.policy') == 'step')
text('max_epochs and max_iters', C, 'runner = dict(max_iters=9000)\n', lambda cfg: at(cfg, 'runner.max_epochs'))
text('grad_clip in the optimizer', C, 'optimizer = dict(grad_clip=dict(max_norm=35))\n', lambda cfg: isinstance(cfg.get('optimizer'), dict) and at(cfg, 'optimizer.type'))
text('paramwise_cfg at the top', C, 'paramwise_cfg = dict(norm_decay_mult=0.)\n', lambda cfg: not at(cfg, 'optimizer.paramwise_cfg'))
text('data.batch_size', C, 'data = dict(batch_size=8)\n', is_dict('data'))
text('persistent workers without workers', C, 'data = dict(workers_per_gpu=0, persistent_workers=True)\n', is_dict('data'))


@kind('accumulation without its hook', C)
def _(cfg):
    return 'optimizer_config = dict(cumulative_iters=2)\n' if isinstance(cfg.get('optimizer_config'), dict) and not at(cfg, 'optimizer_config.type') else None


@kind('fp16 beside a hook', C)
def _(cfg):
    if not cfg.get('fp16') and isinstance(cfg.get('optimizer_config'), dict):
        return "optimizer_config = dict(type='GradientCumulativeFp16OptimizerHook', cumulative_iters=2)\nfp16 = dict(loss_scale=512.)\n"


@kind('a shorter run', C)
def _(cfg):
    steps = at(cfg, 'lr_config.step')
    if isinstance(steps, list) and steps and at(cfg, 'lr_config.policy') == 'step' and epochs(cfg):
        n = max(1, steps[0] // 2)
        return ('runner = dict(max_epochs=%d)\n' % n if at(cfg, 'runner.max_epochs') else '') + ('total_epochs = %d\n' % n if 'total_epochs' in cfg else '')


@kind('milestones behind the run', C)
def _(cfg):
    if at(cfg, 'lr_config.policy') == 'step' and epochs(cfg):
        return 'lr_config = dict(step=[%d, %d])\n' % (epochs(cfg) + 4, epochs(cfg) + 8)


@kind('warmup longer than the run', C)
def _(cfg):
    return "lr_config = dict(warmup='linear', warmup_iters=%d, warmup_ratio=0.1)\n" % (iters(cfg) + 100) if iters(cfg) and cfg.get('lr_config') else None


@kind('no evaluation before the end', C)
def _(cfg):
    n = epochs(cfg) or iters(cfg)
    return 'evaluation = dict(interval=%d)\n' % (n * 2) if n and isinstance(cfg.get('evaluation'), dict) else None


@kind('evaluation begins after the end', C)
def _(cfg):
    n = epochs(cfg) or iters(cfg)
    return 'evaluation = dict(start=%d)\n' % (n + 5) if n and isinstance(cfg.get('evaluation'), dict) else None


@kind('total_epochs and max_epochs differ', C)
def _(cfg):
    return 'runner = dict(max_epochs=%d)\n' % (epochs(cfg) + 12) if at(cfg, 'runner.max_epochs') and 'total_epochs' in cfg else None


# --- torchpack ---

text('rate as a text', T, 'optimizer:\n  lr: 1e-4\n', 'optimizer')
text('a loss scale as an int', T, 'fp16:\n  loss_scale: 512\n', 'optimizer')
text('samples under another name', T, 'data:\n  batch_size: 8\n', 'optimizer')
text('accumulation without fp16', T, 'fp16: null\noptimizer_config:\n  cumulative_iters: 2\n', 'optimizer')
text('a smaller grid', T, 'model:\n  heads:\n    object:\n      train_cfg:\n        grid_size: [720, 720, 41]\n', 'model.encoders.lidar.voxelize.voxel_size')
text('batch x 4, rate kept', T, 'data:\n  samples_per_gpu: 16\n', 'optimizer')
text('a key twice', T, 'max_epochs: 3\nmax_epochs: 4\n', 'optimizer')
text('Adam with the arguments of SGD', T, 'optimizer:\n  momentum: 0.9\n', 'optimizer')
text('warmup under another name', T, 'lr_config:\n  warm_up_iters: 3\n', 'optimizer')
text('auto_scale_lr', T, 'auto_scale_lr:\n  enable: true\n  base_batch_size: 32\n', 'optimizer')
