"""Read off threads of users: wrappers of data, loaders, tests that are augmented, clipping and groups, hooks, heads of other sizes, what a copied root lacks."""
from plants.kinds import at, C, E, inner, is_int, is_numbers, Kinds, nest, T, to, typed, written

KINDS = Kinds()
text, setting, value, part, add, steps_of = KINDS.text, KINDS.setting, KINDS.value, KINDS.part, KINDS.add, KINDS.steps_of
PYTHON = (C, E)
LOADER, DATA = 'train_dataloader', 'train_dataloader.dataset'


def is_type(path, *names):
    return lambda c: str(at(c, path + '.type', '')).split('.')[-1] in names


def several(*pairs):
    """Values at paths of different sections."""
    return ''.join(nest(path, written(value)) for path, value in pairs)


def in_steps(part, names, change):
    """change(the first step of these names that it takes)."""
    def make(steps):
        return steps if any(change(d) for d in typed(steps, *names)) else None
    return lambda name, generations: steps_of(name, generations, make, part)


def keyed(**new):
    return lambda d: any(d.get(k) != v for k, v in new.items()) and (d.update(new) or True)


# --- data sets and their wrappers ---

COCO = is_type(DATA, 'CocoDataset')
setting('two data sets over one', E, DATA, "dict(type='ConcatDataset', datasets=[dict(type='CocoDataset', ann_file='a.json'), dict(type='CocoDataset', ann_file='b.json')])", COCO)
setting('rare classes over one data set', E, DATA, "dict(type='ClassBalancedDataset', oversample_thr=1e-3, dataset=dict(type='CocoDataset', ann_file='a.json'))", COCO)
setting('rare classes over one data set', C, 'data.train', "dict(type='ClassBalancedDataset', oversample_thr=1e-3, dataset=dict(type='CocoDataset', ann_file='a.json'))", is_type('data.train', 'CocoDataset'))
setting('balanced scenes over one data set', E, DATA, "dict(type='CBGSDataset', dataset=dict(type='NuScenesDataset', ann_file='a.pkl'))", is_type(DATA, 'NuScenesDataset'))
setting('classes in capitals', E, DATA + '.metainfo', "dict(CLASSES=('cat', 'dog'))", COCO)
setting('one colour for two classes', E, DATA + '.metainfo', "dict(classes=('cat', 'dog', 'cow'), palette=[(220, 20, 60)])", COCO)
setting('names of classes in the data set', E, DATA + '.classes', "('cat', 'dog')", COCO)
setting('classes of metainfo in the old data set', C, 'data.train.metainfo', "dict(classes=('cat', 'dog'))", is_type('data.train', 'CocoDataset'))
add('boxes for a few, masks for all', PYTHON, lambda c: nest('model.roi_head.bbox_head.num_classes', '3') if is_int(at(c, 'model.roi_head.bbox_head.num_classes')) and at(c, 'model.roi_head.mask_head.num_classes') else None)
add('a head over three of a cascade', PYTHON, lambda c: nest('model.roi_head.bbox_head', 'dict(num_classes=3)') if isinstance(at(c, 'model.roi_head.bbox_head'), list) else None)
setting('scenes of classes that the data have not', E, DATA + '.metainfo', "dict(classes=('Pedestrian', 'Cyclist', 'Tricycle'))", is_type(DATA, 'KittiDataset'))
setting('scenes of classes that the data have not', C, 'data.train.classes', "('Pedestrian', 'Cyclist', 'Tricycle')", is_type('data.train', 'KittiDataset'))
add('a root of its own, the metric of before', E, lambda c: several((DATA + '.data_root', 'data/mine/'), ('val_dataloader.dataset.data_root', 'data/mine/'), ('test_dataloader.dataset.data_root', 'data/mine/')), is_type('val_evaluator', 'NuScenesMetric', 'KittiMetric', 'CocoMetric'))
add('a root without its slash', C, lambda c: (lambda r, f: nest('data.train.ann_file', repr(r[:-1] + f[len(r):])) if isinstance(r, str) and r.endswith('/') and isinstance(f, str) and f.startswith(r) else None)(at(c, 'data_root'), at(c, 'data.train.ann_file')))
add('a root without its slash', T, lambda c: 'dataset_root: %s\n' % c['dataset_root'].rstrip('/'), lambda c: isinstance(c.get('dataset_root'), str) and c['dataset_root'].endswith('/'))
setting('a folder as a list', E, DATA + '.data_prefix', "['train/']", COCO)
setting('files by a word', E, DATA + '.backend_args', "'petrel'", COCO)
setting('files on disk by the old name', E, DATA + '.backend_args', "dict(backend='disk')", COCO)
setting('images left out by a number', E, DATA + '.filter_cfg', 'dict(filter_empty_gt=True, min_sizes=32)', COCO)
setting('images left out by an old argument', E, DATA + '.filter_empty_gt', 'False', COCO)
setting('images left out by a new argument', C, 'data.train.filter_cfg', 'dict(filter_empty_gt=False)', is_type('data.train', 'CocoDataset'))

# --- loaders ---

setting('a batch in its sampler', E, LOADER + '.batch_sampler', "dict(type='AspectRatioBatchSampler', batch_size=4)", is_type('train_dataloader.batch_sampler', 'AspectRatioBatchSampler'))
setting('the last one is dropped beside batches', E, LOADER + '.drop_last', 'True', is_type('train_dataloader.batch_sampler', 'AspectRatioBatchSampler'))
setting('collated by a name', E, LOADER + '.collate_fn', "'pseudo_collate'")
setting('a validation without end', E, 'val_dataloader.sampler', "dict(type='InfiniteSampler', shuffle=False)", 'val_dataloader.sampler')
setting('a sampler of the old data', E, LOADER + '.sampler', "dict(type='DistributedGroupSampler')", LOADER + '.sampler')
setting('drawn by a sampler of torch', E, LOADER + '.sampler', "dict(type='WeightedRandomSampler')", LOADER + '.sampler')
setting('workers in text', E, LOADER + '.num_workers', "'auto'")
setting('a batch for all', E, LOADER + '.total_batch_size', '16')
setting('two values for a loader', C, 'data.train_dataloader', 'dict(samples_per_gpu=2, batch_size=4)', 'data.train')

# --- steps ---

in_steps('train', ('PackDetInputs',), keyed(keys=('img', 'gt_bboxes', 'gt_labels')))('packed with keys', E)
in_steps('train', ('RandomFlip',), keyed(prob=[0.3, 0.3]))('two shares of one direction', E)
in_steps('train', ('RandomFlip',), keyed(direction='horizonal'))('a direction a letter off', E)
in_steps('train', ('RandomFlip',), keyed(prob=0.5, direction=['horizontal', 'vertikal']))('one of two directions a letter off', E)
in_steps('train', ('LoadImageFromFile',), keyed(imdecode_backend='opencv'))('read by a library under another name', E)
in_steps('train', ('LoadImageFromFile',), keyed(color_type='rgb'))('colours by a word of nobody', PYTHON)
in_steps('train', ('LoadImageFromFile',), keyed(backend_args='disk'))('read by a word', E)
in_steps('train', ('LoadPointsFromMultiSweeps',), keyed(load_dim=4))('sweeps of another width', PYTHON)
in_steps('train', ('LoadPointsFromMultiSweeps',), keyed(use_dim=[0, 1, 2, 3, 5]))('a column that sweeps do not have', PYTHON)
in_steps('train', ('LoadPointsFromMultiSweeps',), keyed(sweeps_num=[10]))('a list of sweeps', PYTHON)
in_steps('train', ('Pack3DDetInputs',), keyed(keys=['points', 'gt_bboxes', 'gt_labels']))('boxes of images for a model of points', E)
in_steps('train', ('RandomCrop',), keyed(crop_type='relatives'))('a crop of a kind of nobody', E)
in_steps('train', ('RandomCrop',), keyed(cat_max_ratio=75))('a share of the crop per cent', PYTHON)
in_steps('train', ('PhotoMetricDistortion',), keyed(brightness_delta=(32, 48)))('a brightness of two', PYTHON)
in_steps('train', ('PhotoMetricDistortion',), keyed(contrast_range=0.5))('a contrast of one', PYTHON)
in_steps('train', ('GlobalRotScaleTrans',), keyed(scale_ratio_range=[1.05, 0.95]))('a range of scales the wrong way round', PYTHON)
in_steps('train', ('GlobalRotScaleTrans',), keyed(translation_std=0.5, translation_range=[0.5, 0.5, 0.5]))('two ways to move a scene', PYTHON)
in_steps('train', ('RandomFlip3D',), keyed(flip_ratio=0.5))('a scene flipped by the share of images', PYTHON)
in_steps('train', ('RandomResize', 'Resize'), keyed(keep_ratio='True'))('proportions in text', E)
in_steps('train', ('Normalize',), keyed(to_rgb='bgr'))('an order of channels as a word', C)
in_steps('train', ('Pad',), keyed(size=(640, 640), size_divisor=32))('padded to a size and to a divisor', C)


def pasted(name, change):
    def make(steps):
        for d in typed(steps, 'ObjectSample'):
            if isinstance(d.get('db_sampler'), dict):
                d['db_sampler'] = dict(d['db_sampler'])
                return steps if change(d['db_sampler']) else None
        return None
    steps_of(name, PYTHON, make)


pasted('least points of a class under another name', lambda d: isinstance(at(d, 'prepare.filter_by_min_points'), dict) and (d.update(prepare={**d['prepare'], 'filter_by_min_points': {k + 's': v for k, v in d['prepare']['filter_by_min_points'].items()}}) or True))
pasted('pasted as a list', lambda d: isinstance(d.get('sample_groups'), dict) and (d.update(sample_groups=list(d['sample_groups'])) or True))
pasted('objects without their file', lambda d: d.pop('info_path', None) is not None)
pasted('no loader of pasted points', lambda d: d.get('points_loader') is not None and (d.update(points_loader=dict(type='LoadPointsFromFiles', coord_type='LIDAR', load_dim=4, use_dim=4)) or True))

# --- augmented tests ---

TTA = is_type('tta_model', 'DetTTAModel', 'SegTTAModel', 'Seg3DTTAModel')


def tta(name, change):
    def make(c):
        steps = [dict(s) for s in c['tta_pipeline']]
        inner = next((s for s in steps if s.get('type', '').endswith('TestTimeAug')), None)
        if inner is None:
            return None
        inner['transforms'] = [list(map(dict, t)) for t in inner['transforms'] if isinstance(t, list)]
        return nest('tta_pipeline', written(change(steps, inner))) if inner['transforms'] else None
    add(name, E, make, lambda c: isinstance(c.get('tta_pipeline'), list) and TTA(c))


tta('ways to test in one list', lambda steps, inner: inner.update(transforms=[t[0] for t in inner['transforms']]) or steps)
tta('augmented without an image', lambda steps, inner: steps[1:])
tta('merged without knowing the flip', lambda steps, inner: [d.update(meta_keys=('img_id', 'img_path', 'ori_shape', 'img_shape', 'scale_factor')) for d in typed(inner['transforms'], 'PackDetInputs', 'PackSegInputs')] and steps)
tta('nothing is packed in the end', lambda steps, inner: inner.update(transforms=inner['transforms'][:-1]) or steps)
tta('packed behind the ways', lambda steps, inner: inner.update(transforms=inner['transforms'][:-1]) or [*steps, dict(type='PackDetInputs')])
text('thresholds of an augmented test in the model', E, "tta_model = dict(type='DetTTAModel', test_cfg=dict(nms=dict(type='nms', iou_threshold=0.5)))\n", is_type('tta_model', 'DetTTAModel'))

# --- optimizers, clipping, precision ---

setting('clipped by an argument a letter off', E, 'optim_wrapper.clip_grad', 'dict(max_norms=35, norm_type=2)')
setting('clipped by a way of nobody', E, 'optim_wrapper.clip_grad', "dict(type='norms', max_norm=35)")
setting('clipped by value without one', E, 'optim_wrapper.clip_grad', "dict(_delete_=True, type='value', max_norm=35)", 'optim_wrapper.clip_grad')
setting('groups without custom_keys', E, 'optim_wrapper.paramwise_cfg', 'dict(backbone=dict(lr_mult=0.1))')
setting('groups without custom_keys', C, 'optimizer.paramwise_cfg', 'dict(backbone=dict(lr_mult=0.1))')
setting('factors as numbers', E, 'optim_wrapper.paramwise_cfg', 'dict(custom_keys=dict(backbone=0.1))')
setting('factors as numbers', C, 'optimizer.paramwise_cfg', 'dict(custom_keys=dict(backbone=0.1))')
setting('groups as a list', E, 'optim_wrapper.paramwise_cfg', "dict(custom_keys=[dict(name='backbone', lr_mult=0.1)])")
setting('rates of a pair of optimizers', E, 'optim_wrapper.optimizer', "dict(backbone=dict(type='SGD', lr=0.01), head=dict(type='SGD', lr=0.1))")
setting('a scaler by a word a letter off', E, 'optim_wrapper', "dict(type='AmpOptimWrapper', loss_scale='dynamics')", 'optim_wrapper.optimizer')
text('a scaler by another name', C, "fp16 = dict(loss_scales=512.)\n", unless='fp16')
setting('an optimizer in other letters', E, 'optim_wrapper.optimizer', "dict(_delete_=True, type='adamw', lr=0.0001, weight_decay=0.05)")
setting('an optimizer in other letters', C, 'optimizer', "dict(_delete_=True, type='adamw', lr=0.0001, weight_decay=0.05)")
setting('a fused optimizer of nobody', E, 'optim_wrapper.optimizer', "dict(_delete_=True, type='FusedAdamW', lr=0.0001)")
setting('one beta', PYTHON, 'optim_wrapper.optimizer.betas', '0.9', is_type('optim_wrapper.optimizer', 'AdamW', 'Adam'))
setting('a rate per layer in the wrapper', E, 'optim_wrapper.layer_decay_rate', '0.7')
setting('a schedule by the name of torch', E, 'param_scheduler', "[dict(type='CosineAnnealingWarmRestarts', T_0=10, by_epoch=True)]", 'param_scheduler')
setting('a plateau that is not stepped', E, 'param_scheduler', "[dict(type='ReduceLROnPlateau', factor=0.1, patience=3)]", 'param_scheduler')
setting('a plateau without its hook', E, 'param_scheduler', "[dict(type='ReduceOnPlateauLR', monitor='loss', rule='less', factor=0.1, patience=3)]", lambda c: c.get('param_scheduler') and not at(c, 'default_hooks.param_scheduler') == 1)

# --- hooks, loops, logs ---

text('intervals without pairs', E, 'train_cfg = dict(dynamic_intervals=[6, 1])\n', lambda c: is_int(at(c, 'train_cfg.max_epochs')))
for g in (E,):
    text('an average of a way of nobody', g, "custom_hooks = [dict(type='EMAHook', ema_type='ExponentialMovingAverages')]\n")
    text('an average that begins behind the end', g, "custom_hooks = [dict(type='EMAHook', ema_type='ExpMomentumEMA', momentum=0.0002, begin_epoch=5000)]\n", lambda c: is_int(at(c, 'train_cfg.max_epochs')))
    text('an average by epoch and by iteration', g, "custom_hooks = [dict(type='EMAHook', begin_iter=100, begin_epoch=2)]\n")
    text('stopped by nothing that is watched', g, "custom_hooks = [dict(type='EarlyStoppingHook', patience=5)]\n")
    text('a freeze by a hook of nobody', g, "custom_hooks = [dict(type='FreezeHook', modules=['backbone'])]\n")
text('hooks as if they were one', E, "default_hooks = [dict(type='CheckpointHook', interval=1)]\n", 'default_hooks')
text('a hook by its name alone', E, "default_hooks = dict(checkpoint='CheckpointHook')\n", 'default_hooks.checkpoint')
text('a hook by its name alone', PYTHON, "custom_hooks = ['NumClassCheckHook']\n")
setting('saved at each iteration', E, 'default_hooks.checkpoint.by_epoch', 'False', lambda c: is_int(at(c, 'train_cfg.max_epochs')) and at(c, 'default_hooks.checkpoint.interval', 1) == 1)
setting('a window of the log in text', E, 'log_processor', "dict(window_size='50')")
setting('saved as the best of evaluation', C, 'checkpoint_config.save_best', "'bbox_mAP'", 'checkpoint_config')
setting('the best of a short name', C, 'evaluation.save_best', "'mAP'", lambda c: at(c, 'evaluation.metric') in ('bbox', ['bbox'], ['bbox', 'segm']))
text('a workflow of one pair', C, "workflow = ('train', 1)\n")
text('a workflow that only validates', C, "workflow = [('val', 1)]\n")
text('resumed by a flag', C, 'resume_from = True\n')
text('weights as a dict', PYTHON, "load_from = dict(checkpoint='work_dirs/epoch_12.pth')\n")
text('thresholds of the model at the top', E, 'test_cfg = dict(rcnn=dict(score_thr=0.3))\n', 'model.test_cfg.rcnn')
text('thresholds of the model at the top', C, 'test_cfg = dict(rcnn=dict(score_thr=0.3))\n', 'model.test_cfg.rcnn')
text('a seed at the top', E, 'seed = 42\n', unless='seed')
text('randomness in the old run', C, 'randomness = dict(seed=0)\n')
text('imports as a list', E, "custom_imports = ['projects.ours.ours']\n", unless='custom_imports')
text('imports a letter off', E, "custom_imports = dict(imports=['projects.ours.ours'], allow_failed_import=False)\n", unless='custom_imports')
text('unused parameters in the old wrapper', E, "model_wrapper_cfg = dict(type='MMDistributedDataParallel', find_unused_parameter=True)\n", unless='model_wrapper_cfg')
text('one way to draw', E, "visualizer = dict(vis_backends=dict(type='TensorboardVisBackend'))\n", 'visualizer.vis_backends')
text('an experiment in the viewer', E, "visualizer = dict(project='mine')\n", 'visualizer.type')

# --- what is measured ---

CM = is_type('val_evaluator', 'CocoMetric')
setting('items of a metric without a line', E, 'val_evaluator.metric_items', "['mAP50', 'mAP']", CM)
setting('proposals as a number', E, 'val_evaluator.proposal_nums', '100', CM)
setting('a metric in capitals', E, 'val_evaluator.metric', "'BBox'", CM)
setting('overlaps as one number in text', E, 'val_evaluator.iou_thrs', "'0.5'", CM)
setting('overlaps in other letters', E, 'val_evaluator.iou_metrics', "['mIOU']", is_type('val_evaluator', 'IoUMetric'))
setting('scenes are measured without their file', E, 'val_evaluator', "dict(_delete_=True, type='NuScenesMetric', metric='bbox')", is_type('val_evaluator', 'NuScenesMetric'))
setting('another metric over the old one', E, 'val_evaluator', "dict(type='VOCMetric', metric='mAP')", CM)
setting('two measures in one', E, 'val_evaluator', "[dict(metric='bbox'), dict(metric='segm')]", CM)
setting('accuracy of items of nobody', E, 'val_evaluator', "dict(_delete_=True, type='SingleLabelMetric', items=('accuracy',))", is_type('val_evaluator', 'Accuracy'))

# --- the model ---

setting('weights by a text', PYTHON, 'model.backbone.init_cfg', "'torchvision://resnet50'", is_type('model.backbone', 'ResNet'))
setting('weights by an argument a letter off', PYTHON, 'model.backbone.init_cfg', "dict(_delete_=True, type='Pretrained', checkpoints='torchvision://resnet50')", lambda c: is_type('model.backbone', 'ResNet')(c) and at(c, 'model.backbone.init_cfg'))
setting('weights in two ways', PYTHON, 'model.backbone.pretrained', "'torchvision://resnet50'", lambda c: is_type('model.backbone', 'ResNet')(c) and at(c, 'model.backbone.init_cfg'))
setting('a norm by a word', PYTHON, 'model.backbone.norm_cfg', "'SyncBN'", 'model.backbone.norm_cfg')
setting("a norm by torch's name", PYTHON, 'model.backbone.norm_cfg', "dict(type='SyncBatchNorm', requires_grad=True)", is_type('model.backbone.norm_cfg', 'BN', 'SyncBN'))
setting('groups of a norm that are missing', PYTHON, 'model.backbone.norm_cfg', "dict(_delete_=True, type='GN', requires_grad=True)", is_type('model.backbone.norm_cfg', 'BN', 'SyncBN'))
setting('one threshold by two names', PYTHON, 'model.test_cfg.rcnn.nms.iou_thr', '0.6', 'model.test_cfg.rcnn.nms.iou_threshold')
setting('soft suppression a letter off', PYTHON, 'model.test_cfg.rcnn.nms', "dict(_delete_=True, type='soft_nms', iou_threshold=0.5, min_scores=0.05)", 'model.test_cfg.rcnn.nms')
setting('suppression by a word', PYTHON, 'model.test_cfg.rcnn.nms', "'soft_nms'", 'model.test_cfg.rcnn.nms')
setting('boxes of an image by a longer name', PYTHON, 'model.test_cfg.rcnn.max_per_image', '300', 'model.test_cfg.rcnn')
setting('proposals by the old name', PYTHON, 'model.train_cfg.rpn_proposal.max_num', '1000', 'model.train_cfg.rpn_proposal.nms_pre')
add('few queries, more boxes', E, lambda c: "model = dict(num_queries=100, bbox_head=dict(num_classes=1))\n" if is_int(at(c, 'model.num_queries')) and (at(c, 'model.test_cfg.max_per_img') or 0) > 100 else None)
text('things and stuff of another number', PYTHON, 'model = dict(panoptic_head=dict(num_things_classes=3, num_stuff_classes=0), panoptic_fusion_head=dict(num_things_classes=3, num_stuff_classes=0))\n', lambda c: is_numbers(at(c, 'model.panoptic_head.loss_cls.class_weight')))
text('one class by softmax', PYTHON, 'model = dict(decode_head=dict(num_classes=1))\n', is_type('model.decode_head', 'FCNHead', 'PSPHead', 'ASPPHead', 'DepthwiseSeparableASPPHead', 'SegformerHead', 'UPerHead'))
setting('augmented batches as one', E, 'model.data_preprocessor.batch_augments', "dict(type='BatchSyncRandomResize', random_size_range=(480, 800))", is_type('model.data_preprocessor', 'DetDataPreprocessor'))
setting('batches of a size a letter off', E, 'model.data_preprocessor.batch_augments', "[dict(type='BatchSyncRandomResize', random_sizes_range=(480, 800))]", is_type('model.data_preprocessor', 'DetDataPreprocessor'))
setting('channels turned twice', E, 'model.data_preprocessor', 'dict(bgr_to_rgb=True, rgb_to_bgr=True)', is_type('model.data_preprocessor', 'DetDataPreprocessor', 'SegDataPreProcessor'))
setting('a mean without its deviation', E, 'model.data_preprocessor.std', 'None', is_type('model.data_preprocessor', 'DetDataPreprocessor', 'SegDataPreProcessor'))
setting('padding as a pair', E, 'model.data_preprocessor.pad_size_divisor', '(32, 32)', is_type('model.data_preprocessor', 'DetDataPreprocessor'))
setting('a module of a few classes', E, 'model.bbox_head.head_module.num_classes', '3', lambda c: is_int(at(c, 'model.train_cfg.assigner.num_classes')))
setting('a width of the backbone alone', E, 'model.backbone.widen_factor', '0.75', lambda c: at(c, 'model.backbone.widen_factor') != 0.75 and at(c, 'model.neck.widen_factor'))
setting('a plugin by a word', PYTHON, 'model.backbone.plugins', "['ContextBlock']", is_type('model.backbone', 'ResNet'))
setting('deformed at all stages', PYTHON, 'model.backbone', "dict(dcn=dict(type='DCNv2', deform_groups=1, fallback_on_stride=False), stage_with_dcn=(True, True))", is_type('model.backbone', 'ResNet'))
setting('deformed by a name of nobody', PYTHON, 'model.backbone', "dict(dcn=dict(type='DCNv4', deform_groups=1), stage_with_dcn=(False, True, True, True))", is_type('model.backbone', 'ResNet'))

# --- points and BEV ---

HEADS = ('CenterHead',)
part('one task of six', PYTHON, HEADS, 'tasks', lambda v: v[:1] if len(v) > 1 else None)
part('rotations under another name', PYTHON, HEADS, 'common_heads', lambda v: {'_delete_': True, **{k: x for k, x in v.items() if k != 'rot'}, 'rotation': [2, 2]} if 'rot' in v else None)
part('a deformed head without its layer', PYTHON, HEADS, 'separate_head', lambda v: dict(_delete_=True, type='DCNSeparateHead', init_bias=-2.19, final_kernel=3))
part('one task a name, not a list', PYTHON, HEADS, 'tasks', lambda v: [{**v[0], 'class_names': 'car'}, *v[1:]])
part('per class by one assigner', PYTHON, ('Anchor3DHead',), 'assign_per_class', to(True, lambda v: v is False))
part('heights of anchors by one number', PYTHON, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator', 'AlignedAnchor3DRangeGeneratorPerCls'), 'ranges', lambda v: [x[:3] for x in v])
part('widths of points as a list', PYTHON, ('PillarFeatureNet', 'HardSimpleVFE', 'HardVFE'), 'in_channels', lambda v: [v] if is_int(v) else None)
part('anchors in one list', PYTHON, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator', 'AlignedAnchor3DRangeGeneratorPerCls'), 'sizes', lambda v: v[0])
part('pillars of two sizes', PYTHON, ('PillarFeatureNet', 'HardVFE', 'DynamicPillarFeatureNet'), 'voxel_size', lambda v: v[:2])

part('a box of images in a head of scenes', PYTHON, ('CenterHead', 'Anchor3DHead'), 'bbox_coder', to(dict(type='DeltaXYWHBBoxCoder')))
add('a voxel layer of the old place', E, lambda c: nest('model.pts_voxel_layer', 'dict(max_num_points=10, voxel_size=[0.1, 0.1, 0.2], max_voxels=(90000, 120000))') if at(c, 'model.data_preprocessor.voxel_layer') and c.get('default_scope') == 'mmdet3d' else None)
setting('no voxels are made', E, 'model.data_preprocessor.voxel', 'False', 'model.data_preprocessor.voxel')

text('a picture the wrong way round', T, 'image_size: [704, 256]\n', 'image_size')
text('points that are painted, by a flag', T, 'load_augmented: true\n', 'load_augmented')
text('a rotation of one number', T, 'augment2d:\n  rotate: 5.4\n', 'augment2d.rotate')
text('a scale of one number', T, 'augment3d:\n  scale: 0.1\n', 'augment3d.scale')
text('sensors without cameras', T, 'input_modality:\n  use_camera: false\n', lambda c: at(c, 'input_modality.use_camera') is True and at(c, 'model.encoders.camera'))
text('a pipeline by its name', T, 'data:\n  train:\n    dataset:\n      pipeline: train_pipeline\n', 'data.train.dataset.pipeline')
text('a pipeline by its name, in tests', T, 'data:\n  val:\n    pipeline: test_pipeline\n', 'data.val.pipeline')
text('a camera that fuses alone', T, 'model:\n  encoders:\n    lidar: null\n', lambda c: at(c, 'model.encoders.lidar') and at(c, 'model.encoders.camera') and at(c, 'model.fuser'))
text('no fuser of two', T, 'model:\n  fuser: null\n', lambda c: at(c, 'model.encoders.lidar') and at(c, 'model.encoders.camera') and at(c, 'model.fuser'))
text('a map without its head', T, 'model:\n  heads:\n    object: null\n', lambda c: at(c, 'model.heads.object') and not at(c, 'model.heads.map'))
text('depths of another step', T, 'model:\n  encoders:\n    camera:\n      vtransform:\n        dbound: [1.0, 60.0]\n', 'model.encoders.camera.vtransform.dbound')
text('weights of cameras in the wrong place', T, 'model:\n  encoders:\n    camera:\n      pretrained: pretrained/swint-nuimages-pretrained.pth\n', 'model.encoders.camera.backbone')
text('epochs as a list', T, 'max_epochs: [20]\n', 'max_epochs')
text('frames of sweeps in words', T, 'lidar_sweeps: nine\n', 'max_epochs')
text('dimensions of points alone', T, 'load_dim: 4\nuse_dim: 4\n', lambda c: at(c, 'use_dim') == 5 and at(c, 'model.encoders.lidar'))
