"""What stands inside lists, or has to go with something else: steps of pipelines and their order, levels of a pyramid, evaluators, hooks, units,
what a changed type leaves behind."""
from plants.kinds import at, C, E, epochs, is_int, is_number, is_step, iters, Kinds, length, loop, moved_first, moved_last, nest, pipeline_path, plain_wrapper, with_keys, without, written

KINDS = Kinds()
add, kind, setting, steps_of, text = KINDS.add, KINDS.kind, KINDS.setting, KINDS.steps_of, KINDS.text


# --- steps of pipelines ---

PACK = ('PackDetInputs', 'PackSegInputs', 'PackInputs', 'PackPoseInputs', 'Pack3DDetInputs', 'PackActionInputs', 'mmdet.PackDetInputs')
COLLECT = ('Collect', 'Collect3D', 'DefaultFormatBundle')
LOADS = ('LoadImageFromFile', 'LoadPointsFromFile', 'LoadMultiViewImageFromFiles')
steps_of('no step packs', (E,), without(*PACK))
steps_of('no step collects', (C,), without('Collect', 'Collect3D'))
steps_of('no step loads', (E, C), without(*LOADS))
steps_of('no annotations are loaded', (E, C), without('LoadAnnotations', 'LoadAnnotations3D'))
steps_of('packed before it is flipped', (E,), moved_last('RandomFlip', 'RandomFlip3D'))
steps_of('collected before it is normalized', (C,), moved_last('Normalize'))
steps_of('normalized as a tensor', (C,), lambda steps: moved_last('Normalize', 'Collect', 'Collect3D')(steps))
steps_of('flipped before it is loaded', (E, C), moved_first('RandomFlip', 'RandomFlip3D'))
steps_of('resized before it is loaded', (E, C), moved_first('Resize', 'RandomResize', 'RandomResizedCrop'))
steps_of('masks are not loaded', (E, C), with_keys(('LoadAnnotations',), lambda s: s.pop('with_mask', None)))
steps_of('boxes are not loaded', (E, C), with_keys(('LoadAnnotations',), lambda s: s.update(with_bbox=False) if s.get('with_bbox') else None))
steps_of('no labels are collected', (C,), with_keys(('Collect', 'Collect3D'), lambda s: s.update(keys=[k for k in s.get('keys', []) if 'label' not in k])))
steps_of('no boxes are collected', (C,), with_keys(('Collect', 'Collect3D'), lambda s: s.update(keys=[k for k in s.get('keys', []) if 'bboxes' not in k])))
steps_of('no masks are collected', (C,), with_keys(('Collect',), lambda s: s.update(keys=[k for k in s.get('keys', []) if 'mask' not in k])))
steps_of('flip_ratio', (E,), with_keys(('RandomFlip',), lambda s: (s.pop('prob', None), s.update(flip_ratio=0.5))))
steps_of('probability of a flip', (C,), with_keys(('RandomFlip',), lambda s: s.update(flip_prob=0.5) if 'flip_ratio' in s else None))
steps_of('img_scale', (E,), with_keys(('Resize',), lambda s: s.update(img_scale=s.pop('scale')) if 'scale' in s else None))
steps_of('scale', (C,), with_keys(('Resize',), lambda s: s.update(scale=s.pop('img_scale')) if 'img_scale' in s else None))
steps_of('a misspelt step', (E, C), with_keys(('RandomFlip',), lambda s: s.update(type='RandomFilp')))
steps_of('another misspelt step', (E, C), with_keys(('Resize', 'RandomResize'), lambda s: s.update(type='Rezise')))
steps_of('a misspelt argument of a step', (E, C), with_keys(('Resize',), lambda s: s.update(keep_ration=s.pop('keep_ratio')) if 'keep_ratio' in s else None))
steps_of('a misspelt argument of Pad', (C,), with_keys(('Pad',), lambda s: s.update(size_divsor=s.pop('size_divisor')) if 'size_divisor' in s else None))
steps_of('a step of the other generation', (E,), lambda steps: steps[:-1] + [{'type': 'DefaultFormatBundle'}] + steps[-1:])
steps_of('another step of the other generation', (C,), lambda steps: [s for s in steps if not is_step(s, *COLLECT)] + [{'type': 'PackDetInputs'}])
steps_of('Normalize beside a preprocessor', (E,), lambda steps: steps[:-1] + [{'type': 'Normalize', 'mean': [123.675, 116.28, 103.53], 'std': [58.395, 57.12, 57.375], 'to_rgb': True}] + steps[-1:])
steps_of('a crop as a number', (E, C), with_keys(('RandomCrop',), lambda s: s.update(crop_size=512) if isinstance(s.get('crop_size'), list) else None))
steps_of('a scale as a text', (E, C), with_keys(('Resize', 'RandomResize'), lambda s: [s.update({k: '1333x800'}) for k in ('scale', 'img_scale') if k in s]))
steps_of('a probability of 50', (E, C), with_keys(('RandomFlip',), lambda s: [s.update({k: 50}) for k in ('prob', 'flip_ratio') if k in s]))
steps_of('a step without a type', (E, C), with_keys(('RandomFlip',), lambda s: s.pop('type')))
steps_of('a test without its step for tensors', (C,), lambda steps: steps if not steps or not isinstance(steps[-1].get('transforms'), list) else steps[:-1] + [
    steps[-1] | {'transforms': [t for t in steps[-1]['transforms'] if not is_step(t, 'Collect', 'Collect3D')]}], 'test')
steps_of('a random crop in the test', (E, C), lambda steps: steps[:-1] + [{'type': 'RandomCrop', 'crop_size': [320, 320]}] + steps[-1:], 'test')


@kind('a pipeline as a dict', E, C)
def _(cfg):
    path = pipeline_path(cfg)
    return (nest(path, written(at(cfg, path))), nest(path, written(at(cfg, path)[0]))) if path and at(cfg, path) else None


@kind('a pipeline by its name', E, C)
def _(cfg):
    path = pipeline_path(cfg)
    return nest(path, "'train_pipeline'") if path else None


# --- levels of a pyramid ---

def levels(cfg):
    n = at(cfg, 'model.neck.num_outs')
    return n if is_int(n) and at(cfg, 'model.neck.type') == 'FPN' else 0
text('roi_feat_size', (E, C), 'model = dict(roi_head=dict(bbox_head=dict(roi_feat_size=14)))\n', lambda cfg: at(cfg, 'model.roi_head.bbox_head.roi_feat_size') == 7)


@kind('a stride too few', E, C)
def _(cfg):
    path = 'model.bbox_head.anchor_generator.strides'
    v = at(cfg, path)
    return nest(path, repr(v[:-1])) if isinstance(v, list) and len(v) == levels(cfg) > 1 else None


@kind('a stride too many', E, C)
def _(cfg):
    path = 'model.rpn_head.anchor_generator.strides'
    v = at(cfg, path)
    return nest(path, repr(v + [v[-1] * 2])) if isinstance(v, list) and len(v) == levels(cfg) > 1 and is_int(v[-1]) else None


@kind('a level too many', E, C)
def _(cfg):
    return 'model = dict(neck=dict(num_outs=%d))\n' % (levels(cfg) + 1) if levels(cfg) and at(cfg, 'model.bbox_head.type') in ('RetinaHead', 'FCOSHead', 'ATSSHead', 'GFLHead') else None


@kind('strides of a head without anchors', E, C)
def _(cfg):
    v = at(cfg, 'model.bbox_head.strides')
    return nest('model.bbox_head.strides', repr(v[:-1])) if isinstance(v, list) and len(v) == levels(cfg) > 1 else None


@kind('strides that double what they were', E, C)
def _(cfg):
    path = 'model.bbox_head.anchor_generator.strides'
    v = at(cfg, path)
    return nest(path, repr([2 * x for x in v])) if isinstance(v, list) and len(v) == levels(cfg) > 1 and is_int(v[0]) else None


@kind('strides of an extractor', E, C)
def _(cfg):
    path = 'model.roi_head.bbox_roi_extractor.featmap_strides'
    v = at(cfg, path)
    return nest(path, repr([2 * x for x in v])) if isinstance(v, list) and len(v) > 1 and is_int(v[0]) and levels(cfg) else None


@kind('more strides of an extractor than levels', E, C)
def _(cfg):
    path = 'model.roi_head.bbox_roi_extractor.featmap_strides'
    v = at(cfg, path)
    return nest(path, repr(v + [64, 128])) if isinstance(v, list) and len(v) == 4 and levels(cfg) == 5 else None


# --- what a changed type leaves behind ---

def swap(name, path, old, source, *generations, needs='type'):
    """Where what the base has beside the type is no argument of the new one."""
    add(name, generations, lambda cfg: nest(path, source) if at(cfg, path + '.type') in old else None, path + '.' + needs)


swap('Swin over a ResNet', 'model.backbone', ('ResNet',), "dict(type='SwinTransformer', embed_dims=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24])", E, C)
swap('ResNet over a Swin', 'model.backbone', ('SwinTransformer',), "dict(type='ResNet', depth=50)", E, C)
swap('another loss over focal loss', 'model.bbox_head.loss_cls', ('FocalLoss',), "dict(type='CrossEntropyLoss')", E, C)
swap('focal loss over another', 'model.roi_head.bbox_head.loss_cls', ('CrossEntropyLoss',), "dict(type='FocalLoss', gamma=2.0, alpha=0.25)", E, C)
swap('IoU loss over another', 'model.bbox_head.loss_bbox', ('SmoothL1Loss',), "dict(type='GIoULoss')", E, C, needs='beta')
swap('a head over another', 'model.bbox_head', ('RetinaHead',), "dict(type='FCOSHead')", E, C)
swap('a decoder over another', 'model.decode_head', ('PSPHead', 'ASPPHead', 'UPerHead'), "dict(type='FCNHead', num_convs=2)", E, C)
swap('a neck over another', 'model.neck', ('FPN',), "dict(type='ChannelMapper')", E, C, needs='add_extra_convs')
swap('an assigner over another', 'model.train_cfg.assigner', ('MaxIoUAssigner',), "dict(type='ATSSAssigner', topk=9)", E, C)
swap('VOC over COCO', 'data.train', ('CocoDataset',), "dict(type='RepeatDataset', times=3)", C)
swap('repeated over COCO', 'train_dataloader.dataset', ('CocoDataset',), "dict(type='RepeatDataset', times=3)", E)
swap('AdamW over SGD', 'optim_wrapper.optimizer', ('SGD',), "dict(type='AdamW', lr=0.0001)", E)
swap('AdamW over SGD', 'optimizer', ('SGD',), "dict(type='AdamW', lr=0.0001)", C)
swap('SGD over AdamW', 'optim_wrapper.optimizer', ('AdamW',), "dict(type='SGD', lr=0.01)", E, needs='betas')
swap('SGD over AdamW', 'optimizer', ('AdamW',), "dict(type='SGD', lr=0.01)", C, needs='betas')
swap('epochs over iterations', 'train_cfg', ('IterBasedTrainLoop',), "dict(type='EpochBasedTrainLoop', max_epochs=50)", E)
swap('iterations over epochs', 'train_cfg', ('EpochBasedTrainLoop',), "dict(type='IterBasedTrainLoop', max_iters=90000)", E)
swap('iterations over epochs', 'runner', ('EpochBasedRunner',), "dict(type='IterBasedRunner', max_iters=90000)", C)
swap('epochs over iterations', 'runner', ('IterBasedRunner',), "dict(type='EpochBasedRunner', max_epochs=50)", C)
swap('another sampler', 'train_dataloader.sampler', ('DefaultSampler',), "dict(type='GroupSampler')", E)
swap('another evaluator', 'val_evaluator', ('CocoMetric',), "dict(type='VOCMetric')", E)


# --- evaluators, data loaders, hooks ---

text('val_dataloader without the rest', E, 'val_evaluator = None\nval_cfg = None\n', 'val_dataloader')
text('no data for the validation', E, 'val_dataloader = None\n', 'val_dataloader')
text('no data for the test', E, 'test_dataloader = None\n', 'test_dataloader')
text('an evaluator that nobody has', E, "val_evaluator = dict(_delete_=True, type='CoccoMetric')\n", 'val_evaluator.type')
text('a metric that COCO has not', E, "val_evaluator = dict(metric='mAP')\n", 'val_evaluator.outfile_prefix')
text('val_interval as long as iterations', E, 'train_cfg = dict(val_interval=1000)\n', 'train_cfg.max_epochs')
text('checkpoints by iterations', E, "default_hooks = dict(checkpoint=dict(interval=5000))\n", 'train_cfg.max_epochs')
text('a hook that nobody has', E, "custom_hooks = [dict(type='EMAHok', momentum=0.0001)]\n", 'default_hooks')
text('a hook that nobody has', C, "custom_hooks = [dict(type='EMAHok', momentum=0.0001)]\n", 'data')
text('a hook without a type', E, 'custom_hooks = [dict(momentum=0.0001)]\n', 'default_hooks')
text('a misspelt hook argument', E, "default_hooks = dict(checkpoint=dict(max_keep_ckpt=3))\n", 'default_hooks.checkpoint')
text('a misspelt hook argument', C, 'checkpoint_config = dict(max_keep_ckpt=3)\n', 'checkpoint_config')
text('an interval of the log of none', E, 'default_hooks = dict(logger=dict(interval=0))\n', 'default_hooks.logger')
text('a misspelt loader argument', E, 'train_dataloader = dict(num_worker=8)\n', 'train_dataloader.num_workers')
text('a misspelt argument of the sampler', E, 'train_dataloader = dict(sampler=dict(shufle=True))\n', 'train_dataloader.sampler')
text('shuffle in the loader', E, 'train_dataloader = dict(shuffle=True)\n', 'train_dataloader.sampler')
text('workers below zero', E, 'train_dataloader = dict(num_workers=-1)\n', 'train_dataloader.num_workers')
text('a sampler that nobody has', E, "train_dataloader = dict(sampler=dict(type='DefautSampler'))\n", 'train_dataloader.sampler.type')
text('the wrapper of old apex', E, "optim_wrapper = dict(type='AmpOptimWraper')\n", 'optim_wrapper.optimizer')
text('a dtype that nobody has', E, "optim_wrapper = dict(type='AmpOptimWrapper', dtype='fp16')\n", 'optim_wrapper.optimizer')
text('a misspelt dynamic', E, "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='dynamc')\n", 'optim_wrapper.optimizer')
text('a misspelt dynamic', C, "fp16 = dict(loss_scale='dynamc')\n", 'data')
text('fp16 enabled', C, 'fp16 = dict(enabled=True)\n', 'data')
text('save_best of another data set', C, "evaluation = dict(save_best='coco/bbox_map')\n", 'evaluation')
text('a scope that nobody has', E, "default_scope = 'mmdett'\n", 'default_scope')
text('a backend that nobody has', E, "env_cfg = dict(dist_cfg=dict(backend='ncl'))\n", 'env_cfg.dist_cfg')
text('a backend that nobody has', C, "dist_params = dict(backend='ncl')\n", 'dist_params')
text('a level of the log that nobody has', E, "log_level = 'INF'\n", 'log_level')
text('a level of the log that nobody has', C, "log_level = 'INF'\n", 'log_level')
text('find_unused_parameters as a text', C, "find_unused_parameters = 'True'\n", 'data')
text('clip by norm and value', E, "optim_wrapper = dict(clip_grad=dict(max_norm=1, clip_value=2))\n", 'optim_wrapper.optimizer', 'optim_wrapper.clip_grad')
text('a norm to clip as a text', C, "optimizer_config = dict(grad_clip=dict(max_norm='35'))\n", 'optimizer_config')
text('a multiplier as a text', C, "optimizer = dict(paramwise_cfg=dict(custom_keys={'backbone': dict(lr_mult='0.1')}))\n", 'optimizer.type', 'optimizer.paramwise_cfg')
text('a multiplier for a module that there is not', C, "optimizer = dict(paramwise_cfg=dict(custom_keys={'back_bone': dict(lr_mult=0.1)}))\n", 'model.backbone', 'optimizer.paramwise_cfg')
text('a multiplier for a module that there is not', E, "optim_wrapper = dict(paramwise_cfg=dict(custom_keys={'back_bone': dict(lr_mult=0.1)}))\n", 'model.backbone', 'optim_wrapper.paramwise_cfg')
text('multipliers as a list', E, "optim_wrapper = dict(paramwise_cfg=dict(custom_keys=['backbone']))\n", 'model.backbone', 'optim_wrapper.paramwise_cfg')


# --- schedules ---

text('a warmup from nothing', E, "param_scheduler = [dict(type='LinearLR', start_factor=0, by_epoch=False, begin=0, end=500)]\n", loop)
text('milestones in iterations', E, "param_scheduler = [dict(type='MultiStepLR', milestones=[60000, 80000], by_epoch=True)]\n", lambda cfg: loop(cfg) == 'epoch')
text('milestones in iterations', C, 'lr_config = dict(step=[60000, 80000])\n', lambda cfg: at(cfg, 'lr_config.policy') == 'step' and epochs(cfg))
text('milestones in epochs', C, "lr_config = dict(_delete_=True, policy='step', step=[8, 11])\n", lambda cfg: iters(cfg))
text('milestones in epochs', E, "param_scheduler = [dict(type='MultiStepLR', milestones=[8, 11], by_epoch=False)]\n", lambda cfg: loop(cfg) == 'iter')
text('a scheduler without its main argument', E, "param_scheduler = [dict(type='MultiStepLR', by_epoch=True)]\n", loop)
text('gamma of 10', C, 'lr_config = dict(gamma=10)\n', lambda cfg: at(cfg, 'lr_config.policy') == 'step')
text('a base batch of one', E, 'auto_scale_lr = dict(enable=True, base_batch_size=0)\n', lambda cfg: at(cfg, 'auto_scale_lr.base_batch_size'))


@kind('a scheduler that ends before it begins', E)
def _(cfg):
    return "param_scheduler = [dict(type='MultiStepLR', milestones=[8], begin=9, end=3, by_epoch=True)]\n" if loop(cfg) == 'epoch' and length(cfg) > 9 else None


@kind('a rate of 20', E, C)
def _(cfg):
    if plain_wrapper(cfg) and at(cfg, 'optim_wrapper.optimizer.type') == 'SGD' and is_number(at(cfg, 'optim_wrapper.optimizer.lr')):
        return 'optim_wrapper = dict(optimizer=dict(lr=20))\n'
    return 'optimizer = dict(lr=20)\n' if at(cfg, 'optimizer.type') == 'SGD' and is_number(at(cfg, 'optimizer.lr')) else None


@kind('gamma of 10', E)
def _(cfg):
    n = length(cfg)
    return "param_scheduler = [dict(type='MultiStepLR', milestones=[%d], gamma=10, by_epoch=True)]\n" % (n // 2) if loop(cfg) == 'epoch' and n > 3 else None


@kind('momentum above 1', E, C)
def _(cfg):
    if plain_wrapper(cfg) and at(cfg, 'optim_wrapper.optimizer.type') == 'SGD':
        return 'optim_wrapper = dict(optimizer=dict(momentum=9))\n'
    return 'optimizer = dict(momentum=9)\n' if at(cfg, 'optimizer.type') == 'SGD' else None


@kind('decay of 5', E, C)
def _(cfg):
    if plain_wrapper(cfg) and at(cfg, 'optim_wrapper.optimizer.type') == 'SGD':
        return 'optim_wrapper = dict(optimizer=dict(weight_decay=5))\n'
    return 'optimizer = dict(weight_decay=5)\n' if at(cfg, 'optimizer.type') == 'SGD' else None


# --- classes ---


@kind('two names run together', E)
def _(cfg):
    ok = at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset' and at(cfg, 'model.bbox_head.num_classes')
    return "model = dict(bbox_head=dict(num_classes=3))\ntrain_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog' 'bird'))))\n" if ok else None


@kind('colours of fewer classes', E)
def _(cfg):
    ok = at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset' and at(cfg, 'model.bbox_head.num_classes')
    return ("model = dict(bbox_head=dict(num_classes=3))\ntrain_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog', 'bird'), "
            "palette=[(1, 2, 3)])))\nval_dataloader = dict(dataset=dict(metainfo=dict(classes=('cat', 'dog'))))\n") if ok else None


@kind('one head of a cascade', E, C)
def _(cfg):
    heads = at(cfg, 'model.roi_head.bbox_head')
    if isinstance(heads, list) and len(heads) == 3 and all(isinstance(h, dict) and h.get('num_classes') == 80 for h in heads):
        new = [heads[0] | {'num_classes': 3}] + heads[1:]
        return nest('model.roi_head.bbox_head', written(heads)), nest('model.roi_head.bbox_head', written(new))


@kind('labels that start elsewhere in the test', E, C)
def _(cfg):
    if at(cfg, 'train_dataloader.dataset.reduce_zero_label') is not None or at(cfg, 'data.train.reduce_zero_label') is not None:
        path = 'test_dataloader.dataset' if 'test_dataloader' in cfg else 'data.test'
        v = at(cfg, 'train_dataloader.dataset.reduce_zero_label', at(cfg, 'data.train.reduce_zero_label'))
        return nest(path + '.reduce_zero_label', repr(not v))


@kind('a background class counted', E, C)
def _(cfg):
    for path in ('model.bbox_head', 'model.roi_head.bbox_head'):
        if at(cfg, path + '.num_classes') == 80:
            return nest(path + '.num_classes', '81')


# --- points and views ---


@kind('a range that the voxels do not divide', E, C)
def _(cfg):
    for path in ('model.voxel_layer', 'model.pts_voxel_layer', 'model.data_preprocessor.voxel_layer'):
        v = at(cfg, path + '.voxel_size')
        if isinstance(v, list) and all(is_number(x) for x in v):
            return nest(path + '.voxel_size', repr([x * 1.37 for x in v]))


@kind('another range in the head', E, C)
def _(cfg):
    v = at(cfg, 'model.pts_bbox_head.bbox_coder.pc_range')
    return nest('model.pts_bbox_head.bbox_coder.pc_range', repr([x * 2 for x in v])) if isinstance(v, list) and all(is_number(x) for x in v) else None


@kind('weights for too few codes', E, C)
def _(cfg):
    v = at(cfg, 'model.pts_bbox_head.code_weights', at(cfg, 'model.pts_bbox_head.train_cfg.code_weights'))
    return nest('model.pts_bbox_head.code_weights', repr(v[:-2])) if isinstance(v, list) and at(cfg, 'model.pts_bbox_head.code_weights') else None


@kind('the cloud is sampled of other dimensions', E, C)
def _(cfg):
    for path in ('model.voxel_encoder', 'model.pts_voxel_encoder'):
        if is_int(at(cfg, path + '.in_channels')):
            return nest(path + '.in_channels', str(at(cfg, path + '.in_channels') + 2))


# --- the parts around ---

for name, path, source in (('a dropped bracket', 'train_dataloader.batch_size', '(2, )'), ('a batch with a comma', 'data.samples_per_gpu', '(2, )'),
                          ('a rate with a comma', 'optimizer.lr', '(0.01, )'), ('a rate with a comma', 'optim_wrapper.optimizer.lr', '(0.01, )'),
                          ('indices as a text', 'model.backbone.out_indices', "'0, 1, 2, 3'"), ('norm_eval as a text', 'model.backbone.norm_eval', "'False'"),
                          ('norm_cfg as a text', 'model.backbone.norm_cfg', "'BN'"), ('a norm that nobody has', 'model.backbone.norm_cfg', "dict(type='BatchNorm')"),
                          ('an activation that nobody has', 'model.backbone.act_cfg', "dict(type='Relu')"), ('a style that nobody has', 'model.backbone.style', "'pytroch'"),
                          ('frozen stages beyond the last', 'model.backbone.frozen_stages', '7'), ('depths too few', 'model.backbone.depths', '[2, 2, 6]'),
                          ('heads that do not divide', 'model.backbone.num_heads', '[3, 6, 12, 25]'), ('a type as a list', 'model.type', "['FasterRCNN']"),
                          ('init_cfg as a text', 'model.backbone.init_cfg', "'torchvision://resnet50'"),
                          ('evaluation as a number', 'evaluation', '1'), ('checkpoint_config as a number', 'checkpoint_config', '1'), ('param_scheduler as a text', 'param_scheduler', "'cosine'"),
                          ('train_cfg as a number', 'train_cfg', '12'), ('optimizer as a text', 'optim_wrapper.optimizer', "'SGD'"), ('loss weight as a text', 'model.bbox_head.loss_cls.loss_weight', "'1.0'")):
    setting(name, (C, E), path, source, needs=path)
setting('weights of another depth', (C, E), 'model.backbone.init_cfg.checkpoint', "'torchvision://resnet101'",
        lambda cfg: at(cfg, 'model.backbone.init_cfg.checkpoint') == 'torchvision://resnet50')
