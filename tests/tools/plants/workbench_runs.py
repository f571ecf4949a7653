"""By the hand of `workbench`, before it had read a rule: schedules, batches, hooks, splits and evaluators, loaders, commas and quotes, and what overrides hit."""
from plants.kinds import (C, E, Kinds, L, PY, at, become, dicts, epochs, inner, is_int, is_number, is_numbers, is_step, iters, length, loop, lost, pipeline_path, schedulers,
                          set_in, with_)

KINDS = Kinds()
COPIES = Kinds(copies=True)
on_both, on_c, on_e = COPIES.on(*PY), COPIES.on(C), COPIES.on(E)


def each_scheduler(make):
    return lambda c: any([make(s) for s in schedulers(c)]) or None


# --- schedules and hooks ---

COPIES.add('milestones in epochs counted in iterations', E, lambda c: length(c) and loop(c) == 'epoch' and each_scheduler(
    lambda s: is_step(s, 'MultiStepLR') and become('by_epoch', False)(s))(c))
COPIES.add('a warm-up of iterations counted in epochs', E, lambda c: loop(c) == 'epoch' and each_scheduler(
    lambda s: is_step(s, 'LinearLR') and s.get('end', 0) > 100 and become('by_epoch', True)(s))(c))
COPIES.add('a cosine of another length than the run', E, each_scheduler(lambda s: is_step(s, 'CosineAnnealingLR') and become('T_max', lambda v: v * 2 if is_int(v) and v > 4 else None)(s)))
COPIES.add('a floor above the rate', E, each_scheduler(lambda s: is_step(s, 'CosineAnnealingLR') and become('eta_min', 0.5, lambda v: is_number(v))(s)))
COPIES.add('milestones in epochs of a run in iterations', C, lambda c: iters(c) > 10000 and at(c, 'lr_config.policy') and (c.update(
    lr_config={'policy': 'step', 'step': [8, 11], 'by_epoch': False}) or True) or None)
COPIES.add('milestones of another number than a shorter run', C, lambda c: epochs(c) > 8 and at(c, 'lr_config.policy') == 'step' and at(c, 'runner.max_epochs') and set_in(c, 'runner.max_epochs', 6))
on_c('a floor above the rate', 'lr_config', lambda d: d.get('policy') == 'CosineAnnealing' and become('min_lr', 0.5)(d) and (d.pop('min_lr_ratio', None) or True))
on_c('hooks of the log as one dict', 'log_config', become('hooks', lambda v: v[0] if isinstance(v, (list, tuple)) and v else None))
on_e('the average of weights with the decay of others', '', lambda c: any([become('momentum', 0.9998)(h) for h in c.get('custom_hooks') or () if is_step(h, 'EMAHook')]))
COPIES.add('an average of weights with the decay of others', E, lambda c: isinstance(c.get('custom_hooks', []), list) and not any(is_step(h, 'EMAHook') for h in c.get('custom_hooks') or ()) and (
    c.update(custom_hooks=[*(c.get('custom_hooks') or []), {'type': 'EMAHook', 'ema_type': 'ExponentialMovingAverage', 'momentum': 0.9999}]) or True) or None)
COPIES.add('hooks of one\'s own as one dict', E, lambda c: c.update(custom_hooks={'type': 'EMAHook'}) is None)
COPIES.add('hooks of one\'s own as one dict', C, lambda c: c.update(custom_hooks={'type': 'NumClassCheckHook'}) is None)
COPIES.add('fp16 as a type', E, lambda c: isinstance(at(c, 'optim_wrapper'), dict) and at(c, 'optim_wrapper.type') in ('OptimWrapper', 'AmpOptimWrapper') and at(c, 'optim_wrapper').update(
    type='AmpOptimWrapper', dtype='fp16') is None)
COPIES.add('clipping by a number', E, lambda c: isinstance(at(c, 'optim_wrapper.optimizer'), dict) and c['optim_wrapper'].update(clip_grad=35) is None)
COPIES.add('clipping by a number', C, lambda c: c.get('optimizer_config') is not None and (c.update(optimizer_config={'grad_clip': 35}) is None))
COPIES.add('norms decay by an argument of the optimizer', PY, lambda c: (lambda o: isinstance(o, dict) and with_(norm_decay_mult=0.0)(o))(at(c, 'optim_wrapper.optimizer') or c.get('optimizer')) or None)
COPIES.add('a factor of rates by a misspelt name', PY, lambda c: (lambda o: isinstance(o, dict) and 'constructor' not in o and with_(paramwise_cfg={
    'custom_keys': {'backbone': {'lr_mul': 0.1}}})(o))(c.get('optim_wrapper') or c.get('optimizer')) or None)
COPIES.add('the best by a metric that nobody measures', E, lambda c: isinstance(at(c, 'default_hooks.checkpoint'), dict) and at(c, 'default_hooks.checkpoint').update(save_best='coco/bbox_mAP50') is None)
COPIES.add('the best by a metric that nobody measures', C, lambda c: isinstance(c.get('evaluation'), dict) and c['evaluation'].update(save_best='mAP_total') is None)
COPIES.add('the least is the best', E, lambda c: any(is_step(d, 'CocoMetric', 'IoUMetric', 'VOCMetric') for d in dicts(c.get('val_evaluator'))) and isinstance(at(
    c, 'default_hooks.checkpoint'), dict) and at(c, 'default_hooks.checkpoint').update(save_best='mIoU' if at(c, 'model.decode_head') else 'coco/bbox_mAP', rule='less') is None)
COPIES.add('checkpoints in epochs of a run in iterations', E, lambda c: loop(c) == 'iter' and isinstance(at(c, 'default_hooks.checkpoint'), dict) and with_(by_epoch=True)(at(c, 'default_hooks.checkpoint')) or None)
COPIES.add('a switch of pipelines behind the end', E, lambda c: length(c) and loop(c) == 'epoch' and any(
    [become('switch_epoch', length(c) + 20)(h) for h in c.get('custom_hooks') or () if is_step(h, 'PipelineSwitchHook')]) or None)
COPIES.add('a backend with letters swapped', E, lambda c: isinstance(at(c, 'env_cfg.dist_cfg'), dict) and set_in(c, 'env_cfg.dist_cfg', {'backend': 'ncll'}))
COPIES.add('parameters without use, misspelt', PY, lambda c: c.update(find_unused_parameter=True) is None)
COPIES.add('a painter of another project', E, lambda c: isinstance(at(c, 'visualizer.type'), str) and at(c, 'visualizer').update(
    type='DetLocalVisualizer' if at(c, 'visualizer.type') == 'SegLocalVisualizer' else 'SegLocalVisualizer') is None)
COPIES.add('a scope of another project', E, lambda c: isinstance(c.get('default_scope'), str) and set_in(c, 'default_scope', 'mmseg' if c['default_scope'] != 'mmseg' else 'mmdet'))
COPIES.add('a back end of pictures as one dict', E, lambda c: isinstance(at(c, 'visualizer'), dict) and at(c, 'visualizer').update(vis_backends={'type': 'LocalVisBackend'}) is None)
COPIES.add('a batch that an optimizer is told', E, lambda c: is_int(at(c, 'optim_wrapper.optimizer.batch_size_per_gpu')) and become('batch_size', lambda v: v // 2)(c['train_dataloader']) or None)
COPIES.add('shapes of batches of another loader', E, lambda c: (lambda d: isinstance(d, dict) and become('img_size', lambda v: v * 2 if is_int(v) else None)(d))(at(c, 'val_dataloader.dataset.batch_shapes_cfg')) or None)

# --- data, splits, loaders, evaluators ---


def split(new, old, *keys):
    """What is trained on or tested with is another part's."""
    def make(c):
        a, b = inner(c, new), inner(c, old)
        took = False
        for k in keys:
            if isinstance(a.get(k), (str, dict)) and isinstance(b.get(k), (str, dict)) and a[k] != b[k]:
                a[k] = b[k]
                took = True
        return took or None
    return make


COPIES.add('trained on what is validated', PY, split('train', 'val', 'ann_file'))
COPIES.add('validated on what is trained on', PY, split('val', 'train', 'ann_file'))
COPIES.add('tested on what is trained on, files and folder', PY, split('test', 'train', 'ann_file', 'img_prefix', 'data_prefix'))
COPIES.add('the images of another part', PY, split('val', 'train', 'img_prefix', 'img_dir', 'data_prefix'))
COPIES.add('validated with the labels of another part', PY, split('val', 'train', 'ann_dir'))
COPIES.add('images in a folder of annotations', C, lambda c: (lambda d: isinstance(d.get('img_dir'), str) and isinstance(d.get('ann_dir'), str) and d['img_dir'] != d['ann_dir'] and d.update(
    img_dir=d['ann_dir'], ann_dir=d['img_dir']) is None)(inner(c)) or None)
COPIES.add('an evaluator of the file of before', E, lambda c: any(isinstance(d.get('ann_file'), str) for d in dicts(c.get('val_evaluator'))) and become(
    'ann_file', lambda v: 'annotations/mine_val.json' if isinstance(v, str) and v else None)(inner(c, 'val')) or None)
COPIES.add('masks measured of boxes', E, lambda c: not at(c, 'model.roi_head.mask_head') and at(c, 'model.bbox_head') and any([become(
    'metric', 'segm', lambda v: v in ('bbox', ['bbox']))(d) for d in dicts(c.get('val_evaluator'))]) or None)
COPIES.add('masks measured of boxes', C, lambda c: not at(c, 'model.roi_head.mask_head') and (at(c, 'model.bbox_head') or at(c, 'model.roi_head')) and become(
    'metric', ['bbox', 'segm'], lambda v: v == 'bbox')(c['evaluation']) or None)
COPIES.add('validation without a measure', E, lambda c: c.get('val_evaluator') and lost('val_evaluator')(c) and True)
COPIES.add('only formatted, without a file', E, lambda c: any([d.get('outfile_prefix') is None and with_(format_only=True)(d) for d in dicts(c.get('test_evaluator')) if is_step(d, 'CocoMetric')]) or None)
COPIES.add('two files of annotations', E, lambda c: (lambda d: isinstance(d.get('ann_file'), str) and 'Coco' in str(d.get('type')) and d.update(ann_file=[d['ann_file'], 'more.json']) is None)(inner(c)) or None)
COPIES.add('a prefix of another name', E, lambda c: (lambda d: isinstance(d.get('data_prefix'), dict) and 'img' in d['data_prefix'] and d.update(data_prefix={'img_prefix': d['data_prefix']['img']}) is None)(inner(c)) or None)
COPIES.add('a prefix as a text', E, lambda c: (lambda d: isinstance(d.get('data_prefix'), dict) and 'Coco' in str(d.get('type')) and d.update(data_prefix='train2017/') is None)(inner(c)) or None)
COPIES.add('an endless validation', E, lambda c: isinstance(at(c, 'val_dataloader.sampler'), dict) and set_in(c, 'val_dataloader.sampler', {'type': 'InfiniteSampler', 'shuffle': False}))
COPIES.add('shuffled by loader and sampler', E, lambda c: isinstance(at(c, 'train_dataloader.sampler'), dict) and set_in(c, 'train_dataloader.shuffle', True))
COPIES.add('the last batch of the test is dropped', E, lambda c: (at(c, 'test_dataloader.batch_size') or 0) > 1 and with_(drop_last=True)(c['test_dataloader']) or None)
COPIES.add('fetched ahead by nobody', E, lambda c: isinstance(c.get('train_dataloader'), dict) and c['train_dataloader'].update(num_workers=0, persistent_workers=False, prefetch_factor=2) is None)
COPIES.add('balanced without a threshold', E, lambda c: 'dataset' not in (at(c, 'train_dataloader.dataset') or {'dataset': 0}) and set_in(
    c, 'train_dataloader.dataset', {'type': 'ClassBalancedDataset', 'dataset': at(c, 'train_dataloader.dataset')}))
COPIES.add('balanced without a threshold', C, lambda c: isinstance(at(c, 'data.train'), dict) and 'dataset' not in c['data']['train'] and set_in(
    c, 'data.train', {'type': 'ClassBalancedDataset', 'dataset': c['data']['train']}))
COPIES.add('a pipeline as one step', PY, lambda c: (lambda p: p and isinstance(at(c, p), list) and len(at(c, p)) > 2 and set_in(c, p, at(c, p)[0]))(pipeline_path(c)) or None)
COPIES.add('a pipeline in a list of its own', PY, lambda c: (lambda p: p and isinstance(at(c, p), list) and len(at(c, p)) > 2 and set_in(c, p, [at(c, p)]))(pipeline_path(c)) or None)

# --- a comma behind, and texts ---

COPIES.add('a comma behind the rate', PY, lambda c: any([become('lr', lambda v: (v,) if is_number(v) else None)(o) for o in (c.get('optimizer'), at(c, 'optim_wrapper.optimizer')) if isinstance(o, dict)]) or None)
COPIES.add('a comma behind the weights', PY, lambda c: c.update(load_from=('checkpoints/mine.pth',)) is None)
COPIES.add('a comma behind the folder of the run', PY, lambda c: c.update(work_dir=('work_dirs/mine',)) is None)
COPIES.add('a comma behind the root', PY, lambda c: become('data_root', lambda v: (v,) if isinstance(v, str) else None)(inner(c)) or None)
COPIES.add('a comma behind the number of classes', PY, lambda c: (lambda d: d and become('num_classes', lambda v: (v,) if is_int(v) else None)(d))(next((d for d in dicts(c.get('model')) if 'num_classes' in d), None)) or None)
COPIES.add('a comma behind a step', PY, lambda c: (lambda p: p and isinstance(at(c, p), list) and len(at(c, p)) > 2 and at(c, p).__setitem__(1, (at(c, p)[1],)) is None)(pipeline_path(c)) or None)
COPIES.add('None in quotes', PY, lambda c: c.update(load_from='None') is None)
COPIES.add('False in quotes', PY, lambda c: any([become('with_cp', 'False', lambda v: isinstance(v, bool))(d) or is_step(d, 'ResNet') and with_(norm_eval='False')(d) for d in dicts(at(c, 'model.backbone'))]) or None)
COPIES.add('a pair in one text', PY, lambda c: any([become(k, lambda v: '%d, %d' % tuple(v) if is_numbers(v) and len(v) == 2 else None)(s) for s in at(c, pipeline_path(c) or '') or () for k in (
    'scale', 'img_scale', 'crop_size') if isinstance(s, dict)]) or None)

# --- overrides that hit something else ---

KINDS.text('a head of one stage below two', PY, 'model = dict(bbox_head=dict(num_classes=5))\n', lambda c: at(c, 'model.roi_head.bbox_head') and not at(c, 'model.bbox_head'))
KINDS.text('a head of two stages below one', PY, 'model = dict(roi_head=dict(bbox_head=dict(num_classes=5)))\n', lambda c: at(c, 'model.bbox_head') and not at(c, 'model.roi_head'))
KINDS.text('a pipeline of the loader', E, "train_dataloader = dict(pipeline=[dict(type='LoadImageFromFile')])\n", 'train_dataloader.dataset.pipeline')
KINDS.text('weights in the model', PY, "model = dict(load_from='work_dirs/mine/epoch_12.pth')\n", 'model.backbone')
KINDS.text('a rate beside the optimizer', E, 'optim_wrapper = dict(lr=0.0001)\n', 'optim_wrapper.optimizer')
KINDS.text('a dict for the list of schedulers', E, 'param_scheduler = dict(milestones=[6, 9])\n', lambda c: isinstance(c.get('param_scheduler'), list))
KINDS.text('a file of a wrapper', C, "data = dict(train=dict(ann_file='data/mine/train.json'))\n", lambda c: isinstance(at(c, 'data.train.dataset'), dict))
KINDS.text('a file of a wrapper', E, "train_dataloader = dict(dataset=dict(ann_file='mine/train.json'))\n", 'train_dataloader.dataset.dataset')
KINDS.text('a root for the validated data alone', E, "val_dataloader = dict(dataset=dict(ann_file='annotations/mine.json'))\n", lambda c: any(isinstance(d.get('ann_file'), str) for d in dicts(c.get('val_evaluator'))))
KINDS.text('a batch for all loaders', E, 'batch_size = 4\n', 'train_dataloader.batch_size')
KINDS.text('loaders of a script that nobody runs', E, 'val_dataloader = dict(samples_per_gpu=1)\n', 'val_dataloader.batch_size')
KINDS.text('epochs beside the loop', E, 'max_epochs = 50\n', lambda c: loop(c) == 'epoch')
KINDS.text('an interval of the log at the top', E, 'log_interval = 10\n', 'default_hooks.logger')
KINDS.text('a backbone of another type that keeps its keys', PY, "model = dict(backbone=dict(type='SwinTransformer', embed_dims=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24]))\n",
           lambda c: is_step(at(c, 'model.backbone'), 'ResNet') and at(c, 'model.neck'))
KINDS.text('an optimizer of another type that keeps its keys', C, "optimizer = dict(type='AdamW', lr=0.0001)\n", 'optimizer.momentum')
KINDS.text('a policy that keeps its keys', C, "lr_config = dict(policy='CosineAnnealing', min_lr=0)\n", 'lr_config.step')

# --- new-style files ---

KINDS.text('a head for five classes', L, 'model.bbox_head.num_classes = 5\n', 'model.bbox_head.num_classes')
KINDS.text('a head for five classes of segmentation', L, 'model.decode_head.num_classes = 5\n', 'model.decode_head.num_classes')
KINDS.text('stages for five classes in one head', L, 'model.roi_head.mask_head.num_classes = 5\n', 'model.roi_head.mask_head.num_classes')
KINDS.text('a shallower backbone', L, 'model.backbone.depth = 18\n', lambda c: at(c, 'model.backbone.depth') == 50 and at(c, 'model.neck'))
KINDS.text('a section replaced by one key: the wrapper', L, 'optim_wrapper = dict(optimizer=dict(lr=0.001))\n', 'optim_wrapper.optimizer')
KINDS.text('a section replaced by one key: the model', L, 'model = dict(backbone=dict(frozen_stages=4))\n', 'model.backbone')
KINDS.text('a section replaced by one key: the loader', L, 'train_dataloader = dict(batch_size=4)\n', 'train_dataloader.dataset')
KINDS.text('a section replaced by one key: hooks', L, 'default_hooks = dict(checkpoint=dict(interval=5))\n', 'default_hooks.checkpoint')
KINDS.text('a longer run with the schedule of before', L, 'train_cfg.max_epochs = 100\n', lambda c: is_int(at(c, 'train_cfg.max_epochs')) and at(c, 'train_cfg.max_epochs') < 60)
KINDS.text('masks measured of boxes', L, "val_evaluator.metric = ['bbox', 'segm']\n", lambda c: at(c, 'val_evaluator.metric') == 'bbox')
KINDS.text('no workers that stay', L, 'train_dataloader.num_workers = 0\n', lambda c: at(c, 'train_dataloader.persistent_workers') is True)
KINDS.text('a rate in quotes', L, "optim_wrapper.optimizer.lr = '1e-4'\n", 'optim_wrapper.optimizer.lr')
KINDS.text('a rate beside the optimizer', L, 'optim_wrapper.lr = 0.0001\n', 'optim_wrapper.optimizer.lr')
KINDS.text('the best by a name of nobody', L, "default_hooks.checkpoint.save_best = 'mAP@50'\n", 'default_hooks.checkpoint')
KINDS.text('a comma behind the batch', L, 'train_dataloader.batch_size = 4,\n', 'train_dataloader.batch_size')
KINDS.text('a misspelt key', L, 'model.backbone.frozen_stage = 1\n', 'model.backbone.frozen_stages')
KINDS.text('anchors of fewer strides', L, 'model.bbox_head.anchor_generator.strides = [8, 16, 32, 64]\n', lambda c: len(at(c, 'model.bbox_head.anchor_generator.strides') or ()) == 5)
KINDS.text('channels of another backbone', L, 'model.neck.in_channels = [64, 128, 256, 512]\n', lambda c: at(c, 'model.backbone.depth') == 50 and is_numbers(at(c, 'model.neck.in_channels')))
