"""What values mean beside each other, as a reviewer of experiments looks for it: rates, levels and grids that go together, what a metric
produces, what weights were trained with, which annotations are measured, hooks that never act."""
from plants.kinds import at, C, E, each, epochs, is_int, is_number, is_step, Kinds, length, loop, nest, paths_of, put, shorter, times, with_keys, without, written

KINDS = Kinds()
add, added, part, steps_of, value = KINDS.add, KINDS.added, KINDS.part, KINDS.steps_of, KINDS.value


# --- rates and schedules ---

for g, opt in ((E, 'optim_wrapper.optimizer'), (C, 'optimizer')):
    value('rate x 10', (g,), opt + '.lr', times(10), lambda c, o=opt: at(c, o + '.type') == 'SGD' and (at(c, o + '.lr') or 0) >= 0.01)
    value('momentum above 1', (g,), opt + '.momentum', lambda v: 9.0)
    value('decay x 10000', (g,), opt + '.weight_decay', lambda v: 1.0 if is_number(v) else None)
    value('betas in another order', (g,), opt + '.betas', lambda v: [v[1], v[0]] if isinstance(v, list) and v[0] != v[1] else None)
value('a warmup that starts above the rate', (E,), 'param_scheduler.0.start_factor', lambda v: 10.0)
value('a power of 0', (E,), 'param_scheduler.1.power', lambda v: 0)
value('gamma of 10', (E,), 'param_scheduler.1.gamma', lambda v: 10)
value('steps that fall', (C,), 'lr_config.step', lambda v: v[::-1] if isinstance(v, list) and len(v) > 1 else None)
value('a warmup ratio above 1', (C,), 'lr_config.warmup_ratio', lambda v: 10.0)
value('a warmup that nobody has', (C,), 'lr_config.warmup', lambda v: 'warmup')
added('decayed by key, not by its dict', (E,), 'optim_wrapper.paramwise_cfg', {'backbone': {'lr_mult': 0.1}})
added('groups of a part that is not there', (E,), 'optim_wrapper.paramwise_cfg', {'custom_keys': {'bakcbone': {'lr_mult': 0.1}}},
      lambda c: isinstance(at(c, 'model.backbone'), dict))
added('groups of a part that is not there', (C,), 'optimizer.paramwise_cfg', {'custom_keys': {'bakcbone': {'lr_mult': 0.1}}},
      lambda c: isinstance(at(c, 'model.backbone'), dict))
added('lr_multi', (E,), 'optim_wrapper.paramwise_cfg', {'custom_keys': {'backbone': {'lr_multi': 0.1}}})
added('clipped to nothing', (E,), 'optim_wrapper.clip_grad', {'max_norm': 0, 'norm_type': 2})
added('clipped by a negative norm', (C,), 'optimizer_config.grad_clip', {'max_norm': -1, 'norm_type': 2})
for g, text in ((E, 'train_cfg.val_interval'), (C, 'evaluation.interval')):
    value('evaluated never', (g,), text, lambda v: 100000000)
    value('an interval of a fraction', (g,), text, lambda v: 0.5)
added('evaluation begins behind the end', (E,), 'train_cfg.val_begin', 10 ** 9, lambda c: at(c, 'val_dataloader'))
value('batch x 8', (E,), 'train_dataloader.batch_size', times(8))
value('batch x 8', (C,), 'data.samples_per_gpu', times(8))
added('scaled to a batch of 1', (E,), 'auto_scale_lr', {'enable': True, 'base_batch_size': 0})


# --- hooks ---

def hook(name, text, needs=None, generations=(E, C)):
    def make(cfg):
        if cfg.get('custom_hooks') or needs and not needs(cfg):
            return None
        return 'custom_hooks = [%s]\n' % text.replace('LENGTH', str(length(cfg) or epochs(cfg) or 0))
    add(name, generations, make)


def epochal(cfg):
    return loop(cfg) == 'epoch' and length(cfg) > 4 or bool(epochs(cfg))


hook('EMA with the momentum of another library', "dict(type='EMAHook', momentum=0.9999)", generations=(E,))
hook('EMA with the momentum of another library', "dict(type='EMAHook', momentum=0.9999)", generations=(C,))
hook('EMA that begins behind the end', "dict(type='EMAHook', begin_epoch=LENGTH + 1)".replace(' + 1', '0'), epochal, (E,))
hook('EMA twice', "dict(type='EMAHook', momentum=0.0002), dict(type='EMAHook', momentum=0.0002)", generations=(E,))
hook('a switch of pipelines behind the end', "dict(type='PipelineSwitchHook', switch_epoch=LENGTH0, switch_pipeline=[])", epochal, (E,))
hook('no mosaic for longer than the run', "dict(type='YOLOXModeSwitchHook', num_last_epochs=LENGTH0)", epochal)
hook('stopped by a metric that nobody measures', "dict(type='EarlyStoppingHook', monitor='coco/bbox_mAPP')", lambda c: 'Coco' in str(at(c, 'val_evaluator.type')), (E,))
hook('a hook without a type', "dict(momentum=0.1)")
hook('a hook as a text', "'EMAHook'")
hook('a priority that nobody has', "dict(type='EMAHook', priority='HIGHER')")
for name, metric, other in (('the best by the metric of another task', 'CocoMetric', 'mIoU'), ('the best by the metric of another task', 'IoUMetric', 'coco/bbox_mAP'),
                            ('the best by the metric of another task', 'Accuracy', 'coco/bbox_mAP'), ('the best by the metric of another task', 'VOCMetric', 'coco/bbox_mAP')):
    add(name + ': ' + metric, (E,), lambda c, m=metric, o=other: nest('default_hooks.checkpoint.save_best', repr(o))
        if str(at(c, 'val_evaluator.type')) == m and isinstance(at(c, 'default_hooks.checkpoint'), dict) else None)
add('the best by the metric of another task', (C,), lambda c: "evaluation = dict(save_best='mIoU')\n"
    if at(c, 'evaluation.metric') in ('bbox', ['bbox']) and 'Coco' in str(at(c, 'data.train.type')) else None)
add('masks measured of a model of boxes', (E,), lambda c: "val_evaluator = dict(metric=['bbox', 'segm'])\n"
    if at(c, 'val_evaluator.metric') == 'bbox' and at(c, 'val_evaluator.type') == 'CocoMetric' and not at(c, 'model.roi_head.mask_head')
    and at(c, 'model.bbox_head.type') == 'RetinaHead' else None)
add('masks measured of a model of boxes', (C,), lambda c: "evaluation = dict(metric=['bbox', 'segm'])\n"
    if at(c, 'evaluation.metric') == 'bbox' and at(c, 'model.bbox_head.type') == 'RetinaHead' else None)
added('a rule that nobody has', (E,), 'default_hooks.checkpoint.rule', 'max')
added('a rule that nobody has', (C,), 'evaluation.rule', 'max')

# --- data ---

value('another scope', (E,), 'default_scope', lambda v: 'mmseg' if v in ('mmdet', 'mmdet3d', 'mmpretrain', 'mmpose') else 'mmdet')
value('the loop of tests validates', (E,), 'val_cfg.type', lambda v: 'TestLoop')
value('training is not shuffled', (E,), 'train_dataloader.sampler.shuffle', lambda v: False)
add('measured with other annotations', (E,), lambda c: put(c, 'val_evaluator.ann_file', 'data/other/annotations/test.json')
    if isinstance(at(c, 'val_evaluator.ann_file'), str) else None)
add('measured on what it learned from', (E,), lambda c: put(c, 'val_dataloader.dataset.ann_file', at(c, 'train_dataloader.dataset.ann_file'))
    if isinstance(at(c, 'train_dataloader.dataset.ann_file'), str) and at(c, 'train_dataloader.dataset.ann_file')
    and at(c, 'val_dataloader.dataset.ann_file') != at(c, 'train_dataloader.dataset.ann_file') and isinstance(at(c, 'val_dataloader'), dict) else None)
add('trained on what it is measured with', (C,), lambda c: put(c, 'data.train.ann_file', at(c, 'data.test.ann_file'))
    if isinstance(at(c, 'data.train.ann_file'), str) and isinstance(at(c, 'data.test.ann_file'), str)
    and at(c, 'data.train.ann_file') != at(c, 'data.test.ann_file') else None)
add('classes of the validation forgotten', (E,), lambda c: put(c, 'train_dataloader.dataset.metainfo', {'classes': ['cat', 'dog']})
    + put(c, 'model.bbox_head.num_classes', 2) if at(c, 'train_dataloader.dataset.type') == 'CocoDataset' and is_int(at(c, 'model.bbox_head.num_classes'))
    and at(c, 'train_dataloader.dataset.metainfo') is None and isinstance(at(c, 'val_dataloader.dataset'), dict) else None)
add('classes of the validation forgotten', (C,), lambda c: put(c, 'data.train.classes', ['cat', 'dog'])
    + put(c, 'model.bbox_head.num_classes', 2) if at(c, 'data.train.type') == 'CocoDataset' and is_int(at(c, 'model.bbox_head.num_classes'))
    and at(c, 'data.train.classes') is None else None)
value('channels swapped', (E,), 'model.data_preprocessor.bgr_to_rgb', lambda v: not v)
value('channels in another order', (E,), 'model.data_preprocessor.mean', lambda v: v[::-1] if isinstance(v, list) and v[0] != v[-1] else None)
value('no deviation', (E,), 'model.data_preprocessor.std', lambda v: [0, 0, 0])
value('means of one channel', (E,), 'model.data_preprocessor.mean', lambda v: v[:2] if isinstance(v, list) and len(v) == 3 else None)
steps_of('normalized twice', (E,), lambda steps: steps[:-1] + [{'type': 'Normalize', 'mean': [123.675, 116.28, 103.53], 'std': [58.395, 57.12, 57.375]}] + steps[-1:]
         if is_step(steps[-1], 'PackDetInputs', 'PackSegInputs', 'PackInputs') else None)
steps_of('normalized twice', (C,), lambda steps: [x for s in steps for x in ([s, s] if is_step(s, 'Normalize') else [s])])
steps_of('flipped always', (E,), with_keys(('RandomFlip',), lambda s: s.update(prob=1.5) if 'prob' in s else None))
steps_of('flipped by percent', (C,), with_keys(('RandomFlip',), lambda s: s.update(flip_ratio=50) if 'flip_ratio' in s else None))
steps_of('mosaic of one image', (E,), lambda steps: steps[:2] + [{'type': 'Mosaic', 'img_scale': [640, 640]}] + steps[2:]
         if is_step(steps[-1], 'PackDetInputs') and not any(is_step(s, 'Mosaic', 'CachedMosaic') for s in steps) else None)
steps_of('mosaic of one image', (C,), lambda steps: steps[:2] + [{'type': 'Mosaic', 'img_scale': [640, 640]}] + steps[2:]
         if is_step(steps[0], 'LoadImageFromFile') and any(is_step(s, 'LoadAnnotations') and s.get('with_bbox') for s in steps)
         and not any(is_step(s, 'Mosaic') for s in steps) else None)
steps_of('annotations in the test, of nothing', (E,), without('LoadImageFromFile', 'LoadImageFromNDArray'), 'test')
steps_of('zero stays a class', (E, C), with_keys(('LoadAnnotations',), lambda s: s.update(reduce_zero_label=False) if s.get('reduce_zero_label') else None))
add('zero is no class', (E,), lambda c: put(c, 'train_dataloader.dataset.reduce_zero_label', True)
    if at(c, 'train_dataloader.dataset.type') == 'CityscapesDataset' and at(c, 'model.decode_head') else None)
add('zero is no class', (C,), lambda c: put(c, 'data.train.reduce_zero_label', True)
    if at(c, 'data.train.type') == 'CityscapesDataset' and at(c, 'model.decode_head') else None)
for g, path in ((E, 'train_dataloader.dataset'), (C, 'data.train')):
    add('repeated never', (g,), lambda c, p=path: put(c, p + '.times', 0) if at(c, p + '.type') == 'RepeatDataset' else None)
    add('balanced without a threshold', (g,), lambda c, p=path: nest(p, 'dict(_delete_=True, type=%r, dataset=%s)' % ('ClassBalancedDataset', written(at(c, p))))
        if at(c, p + '.type') == 'CocoDataset' and at(c, p + '.pipeline') else None)
value('prefetched by nobody', (E,), 'train_dataloader.num_workers', lambda v: 0, lambda c: at(c, 'train_dataloader.persistent_workers') is True)
value('workers below none', (E,), 'train_dataloader.num_workers', lambda v: -1)
value('workers below none', (C,), 'data.workers_per_gpu', lambda v: -1)

# --- levels, sizes, grids ---

part('a pyramid of fewer levels', (E, C), ('FPN',), 'num_outs', lambda v: v - 1 if is_int(v) and v > 3 else None)
part('a pyramid that starts later', (E, C), ('FPN',), 'start_level', lambda v: v + 1 if is_int(v) else None)
part('regions of fewer levels than strides', (E, C), ('SingleRoIExtractor',), 'featmap_strides', lambda v: [x * 2 for x in v] if isinstance(v, list) else None)
part('strides of one level more', (E, C), ('AnchorGenerator',), 'strides', lambda v: v + [v[-1] * 2] if isinstance(v, list) and is_int(v[-1]) else None)
part('strides of one level less', (E, C), ('AnchorGenerator', 'MlvlPointGenerator', 'YOLOAnchorGenerator'), 'strides', shorter)
part('boxes in another size of regions', (E, C), ('Shared2FCBBoxHead',), 'roi_feat_size', lambda v: v * 2 if is_int(v) else None)
part('regions of another size', (E, C), ('RoIAlign',), 'output_size', lambda v: v + 1 if v == 7 else None)
part('no deviation of boxes', (E, C), ('DeltaXYWHBBoxCoder',), 'target_stds', lambda v: [0.0] * len(v) if isinstance(v, list) else None)
part('boxes of three numbers', (E, C), ('DeltaXYWHBBoxCoder',), 'target_stds', shorter)
part('focal loss of softmax', (E, C), ('FocalLoss',), 'use_sigmoid', lambda v: False if v is True else None)
part('a loss of no weight', (E, C), ('FocalLoss', 'CrossEntropyLoss', 'L1Loss', 'SmoothL1Loss'), 'loss_weight', lambda v: -1.0)
part('weights of fewer classes', (E, C), ('CrossEntropyLoss',), 'class_weight', shorter)
part('negatives above positives', (E, C), ('MaxIoUAssigner',), 'neg_iou_thr', lambda v: 0.95)
part('more positives than samples', (E, C), ('RandomSampler',), 'pos_fraction', lambda v: 25)
part('samples of none', (E, C), ('RandomSampler',), 'num', lambda v: 0)
part('window of no size', (E, C), ('SwinTransformer',), 'window_size', lambda v: 0)
part('heads of one stage less', (E, C), ('SwinTransformer',), 'num_heads', shorter)
part('depths of one stage less', (E, C), ('SwinTransformer',), 'depths', shorter)
part('a path dropped by percent', (E, C), ('SwinTransformer', 'ConvNeXt', 'VisionTransformer'), 'drop_path_rate', lambda v: 30)
part('five stages frozen', (E, C), ('ResNet', 'ResNetV1c'), 'frozen_stages', lambda v: 5)
part('a style that nobody has', (E, C), ('ResNet', 'ResNetV1c'), 'style', lambda v: 'torch')
part('a stage beyond the last', (E, C), ('ResNet', 'ResNetV1c'), 'out_indices', lambda v: [x + 1 for x in v] if isinstance(v, list) else None)
part('dilations of fewer stages', (E, C), ('ResNetV1c', 'ResNet'), 'dilations', shorter)
part('strides of fewer stages', (E, C), ('ResNetV1c', 'ResNet'), 'strides', shorter)
value('dropout by percent', (E, C), 'model.decode_head.dropout_ratio', lambda v: 10)
add('tested in windows of no size', (E, C), lambda c: "model = dict(test_cfg=dict(mode='slide'))\n"
    if at(c, 'model.test_cfg.mode') == 'whole' and not at(c, 'model.test_cfg.crop_size') else None)
part('strides of windows above their size', (E, C), ('EncoderDecoder',), 'test_cfg', lambda v: {**v, 'stride': [x * 3 for x in v['crop_size']]}
     if v.get('mode') == 'slide' and isinstance(v.get('crop_size'), list) else None)
for path in ('model.test_cfg', 'model.test_cfg.rcnn'):
    value('a score above 1', (E, C), path + '.score_thr', lambda v: 5)
    value('boxes kept: none', (E, C), path + '.max_per_img', lambda v: 0)
    add('boxes that may lie anywhere', (E, C), lambda c, p=path: put(c, p + '.nms.iou_threshold', 1.5) if is_number(at(c, p + '.nms.iou_threshold')) else None)
part('voxels of another size', (E, C), ('HardVFE', 'PillarFeatureNet'), 'voxel_size', each(2))
part('points of fewer numbers', (E, C), ('HardVFE', 'PillarFeatureNet', 'DynamicVFE'), 'in_channels', lambda v: v + 1 if is_int(v) else None)
part('numbers of voxels of other points', (E, C), ('HardSimpleVFE',), 'num_features', lambda v: v - 1 if is_int(v) else None)
part('a grid in another order', (E, C), ('SparseEncoder',), 'sparse_shape', lambda v: v[::-1] if isinstance(v, list) and v[0] != v[-1] else None)
part('a map of another size', (E, C), ('PointPillarsScatter',), 'output_shape', each(2))
part('another factor', (E, C), ('CenterPointBBoxCoder',), 'out_size_factor', times(2))
part('another voxel of the boxes', (E, C), ('CenterPointBBoxCoder',), 'voxel_size', each(2))

def one_less(key):
    """Of anchors that have a range for each size."""
    def make(cfg):
        for path in paths_of(cfg, lambda d: 'Anchor3DRange' in str(d.get('type')) and 2 < len(d.get('ranges') or []) == len(d.get('sizes') or [])):
            return put(cfg, path + '.' + key, at(cfg, path + '.' + key)[:-1])
        return None
    add('%s of one class less' % key, (E, C), make)


one_less('sizes')
one_less('ranges')
part('a task with a class more than it counts', (E, C), ('CenterHead',), 'tasks',
     lambda v: [{**v[0], 'class_names': v[0]['class_names'] + ['zorn']}] + v[1:] if isinstance(v, list) and isinstance(v[0].get('class_names'), list) else None)
add('weights of fewer numbers of boxes', (E, C), lambda c: next((put(c, p + '.code_weights', shorter(at(c, p + '.code_weights'))) for p in (
    'model.train_cfg.pts', 'model.train_cfg') if isinstance(at(c, p + '.code_weights'), list)), None))
add('assigners of one class less', (E, C), lambda c: next((put(c, p, shorter(at(c, p))) for p in ('model.train_cfg.assigner', 'model.train_cfg.pts.assigner')
                                                            if isinstance(at(c, p), list) and len(at(c, p)) > 1), None))
part('heads that do not divide', (E, C), ('MultiheadAttention', 'MultiScaleDeformableAttention'), 'num_heads', lambda v: v - 1 if is_int(v) and v > 2 else None)
part('a position of another width', (E, C), ('SinePositionalEncoding', 'LearnedPositionalEncoding'), 'num_feats', lambda v: v + 2 if is_int(v) else None)


# --- weights and generations ---

value('weights of another depth', (E, C), 'model.backbone.init_cfg.checkpoint', lambda v: 'torchvision://resnet18' if v in ('torchvision://resnet50', 'torchvision://resnet101') else None)
value('weights of another style', (E, C), 'model.backbone.init_cfg.checkpoint', lambda v: 'open-mmlab://detectron2/resnet50_caffe' if v == 'torchvision://resnet50' else None)
value('weights by nobody', (E, C), 'model.backbone.init_cfg.type', lambda v: 'Pretrain')
added('resumed and loaded', (E,), 'resume', 'work_dirs/latest.pth')
added('mixed precision twice', (E,), 'fp16', {'loss_scale': 512.0})
add('frozen whole, and from nothing', (E, C), lambda c: "model = dict(backbone=dict(frozen_stages=1, init_cfg=None))\n"
    if at(c, 'model.backbone.type') == 'ResNet' and at(c, 'model.backbone.init_cfg') and not c.get('load_from') and not at(c, 'model.pretrained') else None)
value('a port as a text', (E,), 'env_cfg.dist_cfg.backend', lambda v: 'ncl')
value('processes that nobody starts', (E,), 'env_cfg.mp_cfg.mp_start_method', lambda v: 'forks')
value('a log that nobody writes', (C,), 'log_config.hooks.0.type', lambda v: 'TextLogger')
value('a log of no interval', (C,), 'log_config.interval', lambda v: 0)
value('a log of no interval', (E,), 'default_hooks.logger.interval', lambda v: 0)
value('a level that nobody has', (E, C), 'log_level', lambda v: 'INFOO')

