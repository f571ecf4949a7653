"""Values of the wrong kind, schedules by what they do to the rate, keys of neighbours and of nobody, types and arguments that nobody has, test
data that differ from training data."""
from plants.kinds import at, C, E, epochs, is_dict, is_int, is_number, iters, Kinds, length, loop, nest, plain_wrapper, schedulers, T

KINDS = Kinds()
add, kind, setting, text = KINDS.add, KINDS.kind, KINDS.setting, KINDS.text
OPT = 'optim_wrapper.optimizer'


# --- values of the wrong kind ---

for name, path, value in (
        ('rate as a text', OPT + '.lr', "'0.01'"), ('decay as a text', OPT + '.weight_decay', "'1e-4'"), ('one beta', OPT + '.betas', '0.9'),
        ('epochs as a text', 'train_cfg.max_epochs', "'12'"), ('iterations as a float', 'train_cfg.max_iters', '40000.5'),
        ('interval as a text', 'train_cfg.val_interval', "'1'"), ('batch as a text', 'train_dataloader.batch_size', "'2'"),
        ('batch as a float', 'train_dataloader.batch_size', '2.0'), ('batch as a list', 'train_dataloader.batch_size', '[2]'),
        ('workers as a text', 'train_dataloader.num_workers', "'4'"), ('clip_grad as a number', 'optim_wrapper.clip_grad', '35'),
        ('a checkpoint interval as a text', 'default_hooks.checkpoint.interval', "'1'"),
        ('accumulation as a text', 'optim_wrapper.accumulative_counts', "'4'"), ('accumulation as a float', 'optim_wrapper.accumulative_counts', '2.5'),
        ('accumulation of none', 'optim_wrapper.accumulative_counts', '0'), ('negative rate', OPT + '.lr', '-0.01'),
        ('no samples', 'train_dataloader.batch_size', '0'), ('no epochs', 'train_cfg.max_epochs', '0')):
    setting(name, E, path, value, needs=path if 'train_cfg' in path else None)
for name, path, value in (
        ('rate as a text', 'optimizer.lr', "'0.01'"), ('decay as a text', 'optimizer.weight_decay', "'1e-4'"), ('one beta', 'optimizer.betas', '0.9'),
        ('epochs as a text', 'runner.max_epochs', "'12'"), ('interval as a text', 'evaluation.interval', "'1'"),
        ('batch as a text', 'data.samples_per_gpu', "'2'"), ('batch as a float', 'data.samples_per_gpu', '2.0'), ('batch as a list', 'data.samples_per_gpu', '[2]'),
        ('workers as a text', 'data.workers_per_gpu', "'4'"), ('grad_clip as a number', 'optimizer_config.grad_clip', '35'),
        ('a checkpoint interval as a text', 'checkpoint_config.interval', "'1'"), ('negative rate', 'optimizer.lr', '-0.01'),
        ('no samples', 'data.samples_per_gpu', '0')):
    setting(name, C, path, value, needs=path if 'runner' in path or path == 'optimizer.betas' else None)
text('a policy as a number of steps', C, "lr_config = dict(step='8, 11')\n", lambda cfg: isinstance(at(cfg, 'lr_config.step'), list))
text('one milestone without a list', E, "param_scheduler = [dict(type='MultiStepLR', milestones=8, by_epoch=True)]\n", lambda cfg: loop(cfg) == 'epoch')
text('out_indices as a number', (E, C), 'model = dict(backbone=dict(out_indices=3))\n', lambda cfg: isinstance(at(cfg, 'model.backbone.out_indices'), list) and at(cfg, 'model.neck'))


@kind('an optimizer as a text', E, C)
def _(cfg):
    return "optim_wrapper = dict(optimizer=dict(_delete_=True, type='AdamW', lr='1e-4', weight_decay=0.01))\n" if plain_wrapper(cfg) else \
        "optimizer = dict(_delete_=True, type='AdamW', lr='1e-4', weight_decay=0.01)\n" if at(cfg, 'optimizer.lr') else None


@kind('classes as a text for the head', E, C)
def _(cfg):
    for path in ('model.bbox_head', 'model.roi_head.bbox_head', 'model.decode_head', 'model.head'):
        if isinstance(at(cfg, path), dict) and is_int(at(cfg, path + '.num_classes')):
            return nest(path + '.num_classes', "'%d'" % at(cfg, path + '.num_classes'))


@kind('in_channels as a number for a pyramid', E, C)
def _(cfg):
    return 'model = dict(neck=dict(in_channels=256))\n' if at(cfg, 'model.neck.type') == 'FPN' and isinstance(at(cfg, 'model.neck.in_channels'), list) else None


@kind('depth as a text', E, C)
def _(cfg):
    d = at(cfg, 'model.backbone.depth')
    return "model = dict(backbone=dict(depth='%d'))\n" % d if is_int(d) else None


@kind('frozen_stages as a text', E, C)
def _(cfg):
    d = at(cfg, 'model.backbone.frozen_stages')
    return "model = dict(backbone=dict(frozen_stages='%d'))\n" % d if is_int(d) and d >= 0 else None


# --- schedules by what they do ---

def line(text):
    return 'param_scheduler = [%s]\n' % text


def epochal(cfg, least=8):
    return loop(cfg) == 'epoch' and length(cfg) >= least


SHORT = {
    'PolyLR': "dict(type='PolyLR', power=0.9, eta_min=1e-6, begin=0, end=%(h)d, by_epoch=True)",
    'CosineAnnealingLR': "dict(type='CosineAnnealingLR', T_max=%(h)d, eta_min=0, begin=0, end=%(h)d, by_epoch=True)",
    'StepLR': "dict(type='StepLR', step_size=2, gamma=0.9, begin=0, end=%(h)d, by_epoch=True)",
    'LinearLR down': "dict(type='LinearLR', start_factor=1.0, end_factor=0.01, begin=0, end=%(h)d, by_epoch=True)",
    'cosine in iterations of epochs': "dict(type='CosineAnnealingLR', T_max=%(h)d, begin=0, end=%(h)d, by_epoch=True, convert_to_iter_based=True)",
}
for word, scheduler in SHORT.items():
    add('%s ends half way' % word, E, lambda cfg, scheduler=scheduler: line(scheduler % {'h': length(cfg) // 2}), epochal)
text('steps in iterations', C, 'lr_config = dict(step=[60000, 80000])\n', lambda cfg: at(cfg, 'lr_config.policy') == 'step' and epochs(cfg))
text('a step that raises the rate', C, 'lr_config = dict(gamma=10)\n', lambda cfg: at(cfg, 'lr_config.policy') == 'step')


@kind('steps end half way of a longer run', E)
def _(cfg):
    got = [s for s in schedulers(cfg) if s.get('type') == 'MultiStepLR' and s.get('by_epoch', True) and s.get('end') == length(cfg) > 4]
    return 'train_cfg = dict(max_epochs=%d)\n' % (length(cfg) * 3) if got and loop(cfg) == 'epoch' else None


@kind('OneCycle with too few steps', E)
def _(cfg):
    n = length(cfg)
    return line("dict(type='OneCycleLR', eta_max=0.01, total_steps=%d, by_epoch=False)" % (n // 2)) if loop(cfg) == 'iter' and n > 100 else None


@kind('steps in iterations in a run of epochs', E)
def _(cfg):
    return line("dict(type='MultiStepLR', milestones=[8, 11], by_epoch=False)") if epochal(cfg) else None


@kind('a cosine over epochs counted in iterations', E)
def _(cfg):
    return line("dict(type='CosineAnnealingLR', T_max=%d, eta_min=0, by_epoch=False)" % length(cfg)) if epochal(cfg) else None


@kind('a cosine that rises again', E)
def _(cfg):
    return line("dict(type='CosineAnnealingLR', T_max=%d, eta_min=0, by_epoch=True)" % (length(cfg) // 2)) if epochal(cfg) else None


@kind('a cosine of twice the run', E)
def _(cfg):
    return line("dict(type='CosineAnnealingLR', T_max=%d, eta_min=0, begin=0, end=%d, by_epoch=True)" % (length(cfg) * 2, length(cfg) * 2)) if epochal(cfg) else None


@kind('a step longer than the run', E)
def _(cfg):
    return line("dict(type='StepLR', step_size=%d, by_epoch=True)" % (length(cfg) + 3)) if epochal(cfg) else None


@kind('an end in iterations for a warmup in epochs', E)
def _(cfg):
    return line("dict(type='LinearLR', start_factor=0.001, by_epoch=True, begin=0, end=500), dict(type='MultiStepLR', by_epoch=True, milestones=[%d])" % (length(cfg) - 2)) if epochal(cfg) else None


@kind('milestones behind an end of their own', E)
def _(cfg):
    n = length(cfg)
    return line("dict(type='MultiStepLR', begin=0, end=%d, by_epoch=True, milestones=[%d, %d])" % (n // 2, n * 2 // 3, n - 1)) if epochal(cfg, 12) else None


@kind('milestones after the run', E)
def _(cfg):
    n = length(cfg)
    return line("dict(type='MultiStepLR', by_epoch=True, milestones=[%d, %d])" % (n * 2, n * 3)) if epochal(cfg) else None


@kind('a floor above the rate', E)
def _(cfg):
    rate = at(cfg, OPT + '.lr')
    return line("dict(type='CosineAnnealingLR', eta_min=%r, by_epoch=True)" % (rate * 5)) if epochal(cfg) and is_number(rate) else None


@kind('a step that raises the rate', E)
def _(cfg):
    return line("dict(type='MultiStepLR', gamma=10, by_epoch=True, milestones=[%d])" % (length(cfg) // 2)) if epochal(cfg) else None


@kind('a gap after the warmup', E)
def _(cfg):
    n = length(cfg)
    return line("dict(type='LinearLR', start_factor=0.1, by_epoch=True, begin=0, end=1), dict(type='CosineAnnealingLR', by_epoch=True, begin=%d, end=%d)" % (n // 2, n)) if epochal(cfg) else None


@kind('a schedule of mmcv in a new key', E)
def _(cfg):
    return "param_scheduler = dict(_delete_=True, policy='step', step=[8, 11])\n" if isinstance(cfg.get('param_scheduler'), dict) else \
        "param_scheduler = dict(policy='step', step=[8, 11])\n" if cfg.get('param_scheduler') else None


@kind('a longer run with the old steps', C)
def _(cfg):
    steps, n = at(cfg, 'lr_config.step'), epochs(cfg)
    if at(cfg, 'lr_config.policy') == 'step' and isinstance(steps, list) and steps and n and at(cfg, 'runner.max_epochs') and steps[-1] > n * 0.8:
        return 'runner = dict(max_epochs=%d)\n' % (n * 3) + ('total_epochs = %d\n' % (n * 3) if 'total_epochs' in cfg else '')


@kind('a floor above the rate', C)
def _(cfg):
    rate = at(cfg, 'optimizer.lr')
    return "lr_config = dict(_delete_=True, policy='CosineAnnealing', min_lr=%r)\n" % (rate * 5) if is_number(rate) and cfg.get('lr_config') else None


@kind('a warmup in epochs as long as one in iterations', C)
def _(cfg):
    return "lr_config = dict(warmup='linear', warmup_iters=500, warmup_ratio=0.001, warmup_by_epoch=True)\n" if cfg.get('lr_config') and epochs(cfg) else None


@kind('the last evaluation before the end', C)
def _(cfg):
    n = epochs(cfg)
    return 'evaluation = dict(interval=%d)\n' % (n // 2 + 1) if n > 4 and isinstance(cfg.get('evaluation'), dict) else None


@kind('evaluation starts after the end', C)
def _(cfg):
    n = epochs(cfg)
    return 'evaluation = dict(start=%d, interval=1)\n' % (n + 1) if n and isinstance(cfg.get('evaluation'), dict) else None


@kind('checkpoints rarer than the run', C)
def _(cfg):
    n = epochs(cfg) or iters(cfg)
    return 'checkpoint_config = dict(interval=%d)\n' % (n * 3) if n and isinstance(cfg.get('checkpoint_config'), dict) else None


@kind('checkpoints rarer than the run', E)
def _(cfg):
    if isinstance(at(cfg, 'default_hooks.checkpoint'), dict) and length(cfg) and at(cfg, 'default_hooks.checkpoint.by_epoch', True) == (loop(cfg) == 'epoch'):
        return 'default_hooks = dict(checkpoint=dict(interval=%d))\n' % (length(cfg) * 3)


# --- keys of neighbours, and of nobody ---

for path in (
        'train_cfg.max_epoch', 'train_cfg.interval', 'train_cfg.epochs', OPT + '.learning_rate', 'train_dataloader.samples_per_gpu',
        'train_dataloader.workers_per_gpu', 'train_dataloader.dataset.batch_size', 'default_hooks.checkpoint.intervals', 'optim_wrapper.lr',
        'optim_wrapper.fp16', 'optim_wrapper.gradient_accumulation_steps', 'auto_scale_lr.batch_size', 'model.batch_size',
        'model.backbone.num_classes', 'model.neck.in_channel', 'model.fp16', 'model.backbone.pretrain', 'model.backbone.freeze',
        'model.bbox_head.num_class', 'model.decode_head.channel', 'model.backbone.lr_mult', 'model.backbone.dropout', 'model.neck.num_out',
        'model.backbone.use_checkpoint'):
    setting('.'.join(path.split('.')[-2:]), E, path, '1', unless=path)
for path in (
        'runner.max_epoch', 'runner.epochs', 'optimizer.learning_rate', 'data.num_workers', 'data.train.samples_per_gpu', 'data.train.batch_size',
        'lr_config.steps', 'lr_config.warmup_epochs', 'checkpoint_config.intervals', 'evaluation.intervals', 'optimizer_config.clip_grad',
        'optimizer_config.fp16', 'model.backbone.num_classes', 'model.neck.in_channel', 'model.fp16', 'model.backbone.freeze',
        'model.bbox_head.num_class', 'model.decode_head.channel', 'model.backbone.dropout', 'model.neck.num_out', 'model.backbone.use_checkpoint'):
    setting('.'.join(path.split('.')[-2:]), C, path, '1', unless=path, needs='optimizer_config.grad_clip' if 'optimizer_config' in path else None)
for name, lines in (('epochs', 'epochs = 50\n'), ('batch_size', 'batch_size = 8\n'), ('lr', 'lr = 0.01\n'), ('num_classes', 'num_classes = 3\n'), ('amp', 'amp = True\n'),
                   ('max_epochs', 'max_epochs = 50\n'), ('val_interval', 'val_interval = 2\n'), ('optimizer_wrapper', "optimizer_wrapper = dict(type='AmpOptimWrapper')\n"),
                   ('param_schedulers', 'param_schedulers = []\n'), ('train_loader', 'train_loader = dict(batch_size=2)\n'), ('hooks', 'hooks = []\n'),
                   ('accumulative_counts', 'accumulative_counts = 4\n'), ('train_dataset', "train_dataset = dict(type='CocoDataset')\n")):
    text('%s at the top' % name, (E, C), lines, lambda cfg, name=name: name not in cfg)


# --- types ---

for name, path in (('a backbone that nobody has', 'model.backbone'), ('a neck that nobody has', 'model.neck'), ('a head that nobody has', 'model.bbox_head'),
                   ('a segmentation head that nobody has', 'model.decode_head'), ('a classification head that nobody has', 'model.head')):
    text(name, (E, C), nest(path, "dict(_delete_=True, type='Zorn%s')" % path[-4:].title().replace('_', '')),
         lambda cfg, path=path: isinstance(at(cfg, path), dict) and not cfg.get('custom_imports') and not cfg.get('plugin'))
for name, path, value in (
        ('an optimizer that nobody has', OPT + '.type', "'AdamX'"), ('Adamw', OPT + '.type', "'Adamw'"), ('sgd', OPT + '.type', "'sgd'"), ('a wrapper that nobody has', 'optim_wrapper.type', "'FP16OptimWrapper'"),
        ('a loop that nobody has', 'train_cfg.type', "'EpochBasedRunner'"), ('a sampler that nobody has', 'train_dataloader.sampler.type', "'RandomSampler'"),
        ('a hook that nobody has', 'default_hooks.checkpoint.type', "'CheckPointHook'")):
    setting(name, E, path, value, needs=path)
for name, path, value in (('an optimizer that nobody has', 'optimizer.type', "'AdamX'"), ('Adamw', 'optimizer.type', "'Adamw'"), ('sgd', 'optimizer.type', "'sgd'"),
                          ('a loop for a runner', 'runner.type', "'EpochBasedTrainLoop'"), ('a policy that nobody has', 'lr_config.policy', "'Cosine'"),
                          ('a wrapper for a hook', 'optimizer_config.type', "'AmpOptimWrapper'")):
    setting(name, C, path, value, needs=path if 'config.type' not in path else 'optimizer_config.grad_clip')


# --- training and test data ---

def test_pipeline(cfg):
    for path in ('test_dataloader.dataset.pipeline', 'data.test.pipeline'):
        if isinstance(at(cfg, path), list):
            return path, at(cfg, path)
    return None, None


def changed_step(cfg, types, change):
    """The whole test pipeline with one step changed, wherever it stands."""
    path, steps = test_pipeline(cfg)
    hit = []

    def walk(v):
        if isinstance(v, list):
            return [walk(x) for x in v]
        if isinstance(v, dict):
            if v.get('type') in types and not hit:
                new = change(dict(v))
                if new is not None and new != v:
                    hit.append(1)
                    return new
            return {k: walk(x) for k, x in v.items()}
        return v

    new = walk(steps) if path else None
    return nest(path, repr(new)) if hit else None


@kind('another normalization in the test', C)
def _(cfg):
    return changed_step(cfg, ('Normalize',), lambda d: d | {'mean': [0.485, 0.456, 0.406], 'std': [0.229, 0.224, 0.225]} if 'mean' in d else None)


@kind('channels swapped in the test', C)
def _(cfg):
    return changed_step(cfg, ('Normalize',), lambda d: d | {'to_rgb': not d['to_rgb']} if 'to_rgb' in d else None)


@kind('fewer sweeps in the test', E, C)
def _(cfg):
    return changed_step(cfg, ('LoadPointsFromMultiSweeps',), lambda d: d | {'sweeps_num': 0})


@kind('other dimensions of points in the test', E, C)
def _(cfg):
    return changed_step(cfg, ('LoadPointsFromFile',), lambda d: d | {'use_dim': 3 if d.get('use_dim') != 3 else 4})


@kind('another range of points in the test', E, C)
def _(cfg):
    return changed_step(cfg, ('PointsRangeFilter',), lambda d: d | {'point_cloud_range': [-10, -10, -5, 10, 10, 3]})


@kind('other classes in the test', E, C)
def _(cfg):
    if at(cfg, 'test_dataloader.dataset.type') == 'CocoDataset' and at(cfg, 'train_dataloader.dataset.metainfo.classes') is not None:
        return "test_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog'))))\n"
    return "data = dict(test=dict(classes=('cat', 'dog')))\n" if at(cfg, 'data.test.type') == at(cfg, 'data.train.type') == 'CocoDataset' and at(cfg, 'data.train.classes') else None


@kind('classes of the auxiliary head forgotten', E, C)
def _(cfg):
    n = at(cfg, 'model.decode_head.num_classes')
    if is_int(n) and is_int(at(cfg, 'model.auxiliary_head.num_classes')):
        return 'model = dict(decode_head=dict(num_classes=%d))\n' % (n + 3)


@kind('classes of the mask head forgotten', E, C)
def _(cfg):
    if is_int(at(cfg, 'model.roi_head.bbox_head.num_classes')) and is_int(at(cfg, 'model.roi_head.mask_head.num_classes')):
        return 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n'


@kind('classes of a data set that has others', E, C)
def _(cfg):
    for path in ('model.bbox_head', 'model.roi_head.bbox_head'):
        if isinstance(at(cfg, path), dict) and at(cfg, path + '.num_classes') == 80 and not at(cfg, 'model.roi_head.mask_head'):
            return nest(path + '.num_classes', '3')


@kind('normalization of the preprocessor in [0, 1]', E)
def _(cfg):
    if at(cfg, 'model.data_preprocessor.mean') and isinstance(at(cfg, 'model.data_preprocessor.std'), list) and max(at(cfg, 'model.data_preprocessor.std')) > 10:
        return 'model = dict(data_preprocessor=dict(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]))\n'


# --- halves, and things that no longer reach ---

for name, lines, needs in (
        ('without optim_wrapper', 'optim_wrapper = None\n', 'optim_wrapper'), ('without train_cfg', 'train_cfg = None\n', 'train_cfg'),
        ('without val_cfg', 'val_cfg = None\n', 'val_dataloader'), ('without test_evaluator', 'test_evaluator = None\n', 'test_evaluator'),
        ('default hooks as a list', 'default_hooks = []\n', None), ('sync_bn = True', 'sync_bn = True\n', None), ('a negative seed', "randomness = dict(seed='42')\n", None),
        ('auto_scale_lr = True', 'auto_scale_lr = True\n', None)):
    text(name, E, lines, needs)
text('load_from = True', (E, C), 'load_from = True\n')
text('grad_clip at the top', C, 'grad_clip = dict(max_norm=35)\n', lambda cfg: not isinstance(cfg.get('grad_clip'), dict))
text('hooks as a dict', (E, C), "custom_hooks = dict(type='EMAHook')\n", lambda cfg: not isinstance(cfg.get('custom_hooks'), dict))
text('workflow as a text', C, "workflow = 'train'\n")
text('gpus', C, 'gpus = 4\n')
text('a norm that the base has used', (E, C), "norm_cfg = dict(type='GN', num_groups=32, requires_grad=True)\n", is_dict('norm_cfg'))
text('a crop that the base has used', (E, C), 'crop_size = (320, 320)\n', lambda cfg: cfg.get('crop_size'))


@kind('a rate that the base has used', E, C)
def _(cfg):
    for name in ('lr', 'base_lr', 'max_epochs', 'train_batch_size_per_gpu', 'num_classes', 'image_size', 'img_scale', 'grid_config', 'voxel_size', 'bev_h_'):
        if is_number(cfg.get(name)):
            return '%s = %r\n' % (name, cfg[name] * 2)


@kind('a data set above its wrapper', E, C)
def _(cfg):
    for path in ('train_dataloader.dataset', 'data.train'):
        if at(cfg, path + '.type') in ('RepeatDataset', 'ClassBalancedDataset', 'CBGSDataset') and at(cfg, path + '.dataset'):
            return nest(path + '.ann_file', "'mine.json'")


# --- torchpack ---

for name, lines in (
        ('fp16 on', 'fp16: true\n'),
        ('epochs as a text', "runner:\n  max_epochs: '20'\n"),
        ('a clip as a number', 'optimizer_config:\n  grad_clip: 35\n'),
        ('steps for a cosine', 'lr_config:\n  step: [3, 5]\n'),
        ('evaluation rarer than the run', 'evaluation:\n  interval: 100\n'),
        ('a misspelt key', 'optimiser:\n  lr: 1.0e-3\n'),
        ('a batch of another name', 'train_dataloader:\n  batch_size: 4\n'),
        ('a batch as a text', "data:\n  samples_per_gpu: '4'\n"),
        ('an optimizer that nobody has', 'optimizer:\n  type: AdamWW\n'),
        ('a policy that nobody has', 'lr_config:\n  policy: Cosine\n'),
        ('an argument of nobody', 'model:\n  encoders:\n    camera:\n      backbone:\n        freeze_stages: 2\n'),
        ('a warmup of the whole run', 'lr_config:\n  warmup_by_epoch: true\n  warmup_iters: 500\n'),
        ('a decay as a text', 'optimizer:\n  weight_decay: 1e-2\n'),
        ('resume', 'resume: true\n'),
        ('max_epochs at two places', 'runner:\n  max_epochs: 60\ntotal_epochs: 20\n'),
        ('accumulation of mmengine', 'optimizer_config:\n  accumulative_counts: 2\n'),
        ('grad_clip at the top', 'grad_clip:\n  max_norm: 35\n')):
    text(name, T, lines, 'optimizer')
