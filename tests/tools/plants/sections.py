"""Section by section, as people write configs: a value of each argument that its class refuses, names a letter off, what is forgotten, and words of somewhere else."""
from plants.audit import ALL, PYTHON, train
from plants.kinds import at, C, dicts, E, is_int, Kinds, shorter, T, to, typed, used, USED

KINDS = Kinds(copies=True)
kind, change, part = KINDS.kind, KINDS.value, KINDS.part
add, text, anywhere = KINDS.add, KINDS.text, KINDS.anywhere
HEADS = ('model.bbox_head', 'model.rpn_head', 'model.roi_head.bbox_head', 'model.decode_head', 'model.head', 'model.pts_bbox_head', 'model.heads.object')


def heads(*keys):
    return [h + '.' + k for h in HEADS for k in keys]


def lost(name, generations, types, key):
    """An argument that the class cannot do without."""
    def make(c):
        for d in typed(used(c), *types):
            if key in d:
                del d[key]
                return True
        return None
    add(name, generations, make)


def renamed(name, generations, types, old, new):
    def make(c):
        for d in typed(used(c), *types):
            if old in d and new not in d:
                items = [(new if k == old else k, v) for k, v in d.items()]
                d.clear()
                d.update(items)
                return True
        return None
    add(name, generations, make)


def named(old, new):
    """The class of this name, where the config has it, under the other."""
    def make(c):
        for d in typed(used(c), old):
            d['type'] = new
            return True
        return None
    return make


def typo(name, generations, **names):
    def make(c):
        return next((True for old, new in names.items() if named(old, new)(c)), None)
    add(name, generations, make)


# --- models: coders, assigners, samplers, losses, norms ---

part('deviations of three', PYTHON, ('DeltaXYWHBBoxCoder',), 'target_stds', shorter)
typo('the coder of oriented boxes', PYTHON, DeltaXYWHBBoxCoder='DeltaXYWHAOBoxCoder', DeltaXYZWLHRBBoxCoder='DeltaXYWLHRBBoxCoder')
typo('an assigner a letter off', PYTHON, MaxIoUAssigner='MaxIOUAssigner', HungarianAssigner='HungarianAsigner', HungarianAssigner3D='HungarianAssigner3d')
typo('a calculator a letter off', PYTHON, BboxOverlaps2D='BboxOverlap2D', BboxOverlapsNearest3D='BBoxOverlapsNearest3D')
typo('costs a letter off', PYTHON, FocalLossCost='FocalCost', BBoxL1Cost='BboxL1Cost', BBox3DL1Cost='BBoxL1Cost3D')
part('a sampler of a share of samples', PYTHON, ('RandomSampler', 'mmdet.RandomSampler'), 'num', to(0.5))
part('a share of positives of 25', PYTHON, ('RandomSampler',), 'pos_fraction', to(25))
part('a focal loss without sigmoid', PYTHON, ('FocalLoss', 'mmdet.FocalLoss'), 'use_sigmoid', to(False))
part('a weight of each class as the weight of a loss', PYTHON, ('CrossEntropyLoss', 'SmoothL1Loss', 'L1Loss', 'FocalLoss'), 'loss_weight', to([1.0, 2.0]))
anywhere('BatchNorm2d', PYTHON, 'norm_cfg', lambda v: {**v, 'type': 'BatchNorm2d'} if isinstance(v, dict) and v.get('type') in ('BN', 'SyncBN') else None)
anywhere('SyncBn', PYTHON, 'norm_cfg', lambda v: {**v, 'type': 'SyncBn'} if isinstance(v, dict) and v.get('type') in ('BN', 'SyncBN') else None)
anywhere('an activation a letter off', PYTHON, 'act_cfg', lambda v: {**v, 'type': 'Relu'} if isinstance(v, dict) and v.get('type') == 'ReLU' else None)
anywhere('a way to grow a letter off', PYTHON, 'upsample_cfg', lambda v: {**v, 'mode': 'biliner'} if isinstance(v, dict) and v.get('mode') in ('nearest', 'bilinear') else None)
anywhere('groups of no norm that has them', PYTHON, 'norm_cfg', lambda v: {**v, 'num_groups': 32} if isinstance(v, dict) and v.get('type') == 'BN' else None)
anywhere('groups without a number', PYTHON, 'norm_cfg', lambda v: {'type': 'GN', 'requires_grad': True} if isinstance(v, dict) and v.get('type') in ('BN', 'SyncBN') else None)
anywhere('PreTrained', PYTHON, 'init_cfg', lambda v: {**v, 'type': 'PreTrained'} if isinstance(v, dict) and v.get('type') == 'Pretrained' else None)
anywhere('weights from nowhere', PYTHON, 'init_cfg', lambda v: {'type': 'Pretrained'} if isinstance(v, dict) and v.get('type') == 'Pretrained' else None)
anywhere('weights of another key', PYTHON, 'init_cfg', lambda v: {'type': 'Pretrained', 'ckpt': v['checkpoint']} if isinstance(v, dict) and 'checkpoint' in v else None)
change('a depth that nobody has', PYTHON, ('model.backbone.depth', 'model.img_backbone.depth'), to(51, lambda v: v in (50, 101)))
part('stages counted from one', PYTHON, ('ResNet', 'ResNeXt', 'ResNetV1c', 'mmdet.ResNet'), 'out_indices', to((1, 2, 3, 4), lambda v: tuple(v) == (0, 1, 2, 3)))
part('more stages frozen than there are', PYTHON, ('ResNet', 'ResNeXt', 'ResNetV1c', 'mmdet.ResNet'), 'frozen_stages', to(5))
part('a style of nobody', PYTHON, ('ResNet', 'ResNeXt', 'ResNetV1c', 'mmdet.ResNet'), 'style', to('pytorh'))
part('strides of one stage less', PYTHON, ('ResNet', 'ResNeXt', 'ResNetV1c'), 'strides', shorter)
change('queries under the old name', (E,), 'model.num_queries', lambda v: 0 if is_int(v) else None)
renamed('queries under another name', PYTHON, ('DETRHead', 'DeformableDETRHead', 'PETRHead', 'BEVFormerHead', 'DETR', 'DINO', 'DeformableDETR'), 'num_query', 'num_queries')
renamed('inputs under another name', PYTHON, ('FPN', 'PAFPN', 'ChannelMapper', 'SECONDFPN'), 'in_channels', 'input_channels')
part('positions of the whole width', PYTHON, ('SinePositionalEncoding', 'SinePositionalEncoding3D'), 'num_feats', lambda v: v + 1)
part('an operation of nobody', PYTHON, ('TransformerEncoder', 'BaseTransformerLayer', 'DetrTransformerDecoderLayer', 'BEVFormerLayer'), 'operation_order', lambda v: type(v)(['self_att', *v[1:]]))
part('heads that do not divide the width', PYTHON, ('MultiheadAttention', 'MultiScaleDeformableAttention'), 'num_heads', to(7))
part('a dropout of 10', PYTHON, ('FCNHead', 'PSPHead', 'ASPPHead', 'UPerHead', 'SegformerHead', 'DepthwiseSeparableASPPHead'), 'dropout_ratio', to(10))
part('corners in quotes', PYTHON, ('FCNHead', 'PSPHead', 'ASPPHead', 'UPerHead', 'SegformerHead', 'DepthwiseSeparableASPPHead'), 'align_corners', to('False'))
part('inputs of one level of several', PYTHON, ('UPerHead', 'SegformerHead'), 'in_index', shorter)
part('thres', PYTHON, ('OHEMPixelSampler',), 'thresh', to('0.7'))
lost('a head of no classes', PYTHON, ('RetinaHead', 'FCOSHead', 'FCNHead', 'ASPPHead', 'CenterHead', 'Anchor3DHead', 'LinearClsHead'), 'num_classes')
lost('a neck of no outputs', PYTHON, ('FPN', 'PAFPN'), 'num_outs')
lost('an extractor of no strides', PYTHON, ('SingleRoIExtractor',), 'featmap_strides')
change('regions without an operation', PYTHON, ('model.roi_head.bbox_roi_extractor.roi_layer',), lambda v: {k: x for k, x in v.items() if k != 'type'} if isinstance(v, dict) else None)


# --- what is trained and tested by ---

TESTS = ('model.test_cfg', 'model.test_cfg.rcnn', 'model.test_cfg.rpn')


def suppression(c, key='type'):
    """The first settings of a test that take away boxes by mmcv's nms, whose own settings have the key."""
    for path in TESTS:
        d = at(c, path)
        if isinstance(d, dict) and isinstance(d.get('nms'), dict) and d['nms'].get('type') == 'nms' and key in d['nms']:
            return d
    return None


@kind('suppression without a threshold', *PYTHON)
def _(c):
    d = suppression(c, 'iou_threshold')
    if d:
        d['nms'] = {'type': 'nms'}
        return True


@kind('suppression of another name', *PYTHON)
def _(c):
    d = suppression(c)
    if d:
        d['nms']['type'] = 'nms_iou'
        return True


@kind('suppression as a number', *PYTHON)
def _(c):
    d = suppression(c)
    if d:
        d['nms'] = 0.5
        return True


change('a score that no box has', PYTHON, [p + '.score_thr' for p in TESTS] + ['model.test_cfg.pts.score_threshold'], to(50))
change('no box of an image', PYTHON, [p + '.max_per_img' for p in TESTS], to(0))
change('a way to test that nobody has', PYTHON, 'model.test_cfg.mode', lambda v: v + 's')
add('slides without a stride', PYTHON, lambda c: c['model']['test_cfg'].pop('stride') and True, lambda c: at(c, 'model.test_cfg.mode') == 'slide')
add('slides further than the crop', PYTHON, lambda c: c['model']['test_cfg'].update(stride=(2000, 2000)) or True, lambda c: at(c, 'model.test_cfg.mode') == 'slide')
change('a way to suppress that nobody has', ALL, ('model.test_cfg.pts.nms_type', 'model.test_cfg.nms_type', 'model.pts_bbox_head.test_cfg.nms_type', 'model.heads.object.test_cfg.nms_type'),
       lambda v: 'nms' if isinstance(v, str) else None)
change('one assigner too few', PYTHON, ('model.train_cfg.assigner', 'model.train_cfg.pts.assigner'), lambda v: v[:1] if isinstance(v, list) and len(v) > 2 else None)
change('no assigner', PYTHON, ('model.train_cfg.rpn', 'model.train_cfg', 'model.train_cfg.pts'), lambda v: {k: x for k, x in v.items() if k != 'assigner'} if isinstance(v, dict) and 'assigner' in v else None)


# --- points, boxes, views ---

part('ranges of four numbers', PYTHON, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), 'ranges', lambda v: [r[:4] for r in v])
part('sizes of another count than classes', PYTHON, ('Anchor3DRangeGenerator',), 'sizes', lambda v: v[:-1] if len(v) > 2 else None)
part('codes without the velocity', PYTHON, ('CenterPointBBoxCoder', 'DeltaXYZWLHRBBoxCoder'), 'code_size', lambda v: v - 2)
change('weights of codes of another count', PYTHON, ('model.train_cfg.pts.code_weights', 'model.pts_bbox_head.train_cfg.code_weights', 'model.train_cfg.code_weight'), shorter)
change('a head without the velocity', PYTHON, ('model.pts_bbox_head.common_heads', 'model.bbox_head.common_heads'), lambda v: {k: x for k, x in v.items() if k != 'vel'} if isinstance(v, dict) and 'vel' in v else None)
change('voxels of two sides', ALL, ('model.pts_voxel_layer.voxel_size', 'model.voxel_layer.voxel_size', 'model.data_preprocessor.voxel_layer.voxel_size', 'model.encoders.lidar.voxelize.voxel_size'), shorter)
change('points of another count', PYTHON, ('model.pts_voxel_encoder.in_channels', 'model.voxel_encoder.in_channels'), lambda v: v + 1 if is_int(v) else None)
part('boxes of the other sensor', PYTHON, ('NuScenesDataset', 'KittiDataset', 'WaymoDataset', 'CustomNuScenesDataset'), 'box_type_3d', to('Camera', lambda v: v == 'LiDAR'), USED)
part('a sensor of nobody', PYTHON, ('LoadPointsFromFile', 'LoadPointsFromMultiSweeps'), 'coord_type', to('lidar'), USED)
part('a number behind those loaded', PYTHON, ('LoadPointsFromFile',), 'use_dim', to([0, 1, 2, 9]), USED)
renamed('sweeps under another name', ALL, ('LoadPointsFromMultiSweeps',), 'sweeps_num', 'num_sweeps')
part('sweeps in quotes', ALL, ('LoadPointsFromMultiSweeps',), 'sweeps_num', lambda v: str(v), USED)
lost('nothing to paste', PYTHON, ('ObjectSample',), 'db_sampler')
part('a scale of no range', PYTHON, ('GlobalRotScaleTrans',), 'scale_ratio_range', to(1.05), USED)
part('a flip more often than always', PYTHON, ('RandomFlip3D',), 'flip_ratio_bev_horizontal', to(1.5), USED)
part('a translation of four', PYTHON, ('GlobalRotScaleTrans',), 'translation_std', to([0.5, 0.5, 0.5, 0.5]), USED)
part('points kept of a range of four', PYTHON, ('PointsRangeFilter', 'ObjectRangeFilter'), 'point_cloud_range', lambda v: list(v)[:4], USED)
typo('names of classes a letter off', PYTHON, ObjectNameFilter='ObjectNameFliter', PointShuffle='PointsShuffle', DefaultFormatBundle3D='DefaultFormatBundel3D')
lost('names of no classes', PYTHON, ('ObjectNameFilter',), 'classes')
lost('a test at no point scale', PYTHON, ('MultiScaleFlipAug3D',), 'pts_scale_ratio')
lost('a bundle of no classes', (C,), ('DefaultFormatBundle3D',), 'class_names')


# --- images ---

part('a direction of nobody', PYTHON, ('RandomFlip',), 'direction', to('horisontal'), USED)
add('a direction that is written wrong', PYTHON, lambda c: next((d.update(direction='horizonal') or True for d in typed(train(c), 'RandomFlip') if 'direction' not in d), None))
part('padded to multiples of nothing', PYTHON, ('Pad',), 'size_divisor', to(0), USED)
part('a mean of two', PYTHON, ('Normalize', 'NormalizeMultiviewImage', 'DetDataPreprocessor', 'SegDataPreProcessor'), 'mean', shorter, (*USED, 'data_preprocessor'))
add('a colour of nobody', PYTHON, lambda c: next((d.update(color_type='rgb') or True for d in typed(train(c), 'LoadImageFromFile')), None))
add('a reader of nobody', PYTHON, lambda c: next((d.update(imdecode_backend='opencv') or True for d in typed(train(c), 'LoadImageFromFile')), None))
add('a place of files of nobody', (C,), lambda c: next((d.update(file_client_args=dict(backend='disc')) or True for d in typed(train(c), 'LoadImageFromFile')), None))
add('a place of files that is new', (E,), lambda c: next((d.update(backend_args=dict(backend='locals')) or True for d in typed(train(c), 'LoadImageFromFile')), None))
typo('a distortion a letter off', PYTHON, PhotoMetricDistortion='PhotometricDistortion', RandomResize='RandomResized', LoadAnnotations='LoadAnnotation')
renamed('scales to choose of', (E,), ('RandomChoiceResize',), 'scales', 'scale')
renamed('ratio of a size', PYTHON, ('Resize', 'RandomResize'), 'ratio_range', 'ratio')
part('a range of ratios as a number', PYTHON, ('Resize', 'RandomResize'), 'ratio_range', to(2.0), USED)
part('a cache too small to mix', (E,), ('CachedMosaic',), 'max_cached_images', to(2), USED)
part('a share of one class of 75', PYTHON, ('RandomCrop',), 'cat_max_ratio', to(75), USED)
part('a crop of a side', PYTHON, ('RandomCrop',), 'crop_size', lambda v: v[:1] if isinstance(v, (tuple, list)) else None, USED)
renamed('a shift of labels', PYTHON, ('LoadAnnotations',), 'reduce_zero_label', 'reduce_zero_labels')
renamed('masks a letter off', PYTHON, ('LoadAnnotations',), 'with_mask', 'with_masks')
part('boxes a letter off', (C,), ('Collect',), 'keys', lambda v: ['gt_bbox' if k == 'gt_bboxes' else 'gt_semantic_segs' if k == 'gt_semantic_seg' else k for k in v], USED)
part('keys of a text', (C,), ('Collect', 'Collect3D'), 'keys', to('img'), USED)
part('meta keys of a text', (E,), ('PackDetInputs', 'PackSegInputs'), 'meta_keys', to('img_path'), USED)
lost('collects nothing', (C,), ('Collect', 'Collect3D'), 'keys')
part('never or always', PYTHON, ('RandomFlip', 'PhotoMetricDistortion', 'Rotate', 'RandomErasing', 'RandomRotate'), 'prob', to(None), USED)


# --- data sets and loaders ---

typo('a set a letter off', PYTHON, CocoDataset='CocoDatset', NuScenesDataset='NuscenesDataset', ADE20KDataset='ADE20kDataset', CityscapesDataset='CityScapesDataset',
     KittiDataset='KITTIDataset', ImageNet='Imagenet', DOTADataset='DotaDataset')
renamed('annotations under another name', PYTHON, ('CocoDataset', 'NuScenesDataset', 'KittiDataset', 'CustomNuScenesDataset', 'CocoPanopticDataset'), 'ann_file', 'anno_file')
renamed('a folder under another name', PYTHON, ('CocoDataset', 'ADE20KDataset', 'CityscapesDataset'), 'data_prefix', 'data_prefixes')
renamed('classes under another name', PYTHON, ('CocoDataset', 'NuScenesDataset', 'KittiDataset'), 'classes', 'class_names')
add('no annotations', PYTHON, lambda c: next((d.pop('ann_file') and True for d in typed(train(c), 'NuScenesDataset', 'KittiDataset', 'CocoDataset') if d.get('ann_file')), None))
add('classes in capitals', (E,), lambda c: next((d['metainfo'].update(CLASSES=d['metainfo'].pop('classes')) or True for d in dicts(train(c)) if isinstance(d.get('metainfo'), dict) and 'classes' in d['metainfo']), None))
part('a filter of nobody', (E,), ('CocoDataset',), 'filter_cfg', to(dict(filter_empty_gts=True, min_size=32)), USED)
change('images to another folder', (E,), ('train_dataloader.dataset.data_prefix',), lambda v: {k + 's': x for k, x in v.items()} if isinstance(v, dict) and set(v) & {'img', 'img_path', 'pts'} else None)
change('a sampler of nobody', (E,), 'train_dataloader.sampler.type', to('DefaultSampler_'))
change('shuffled in quotes', (E,), 'train_dataloader.sampler.shuffle', to('True'))
add('no sampler', (E,), lambda c: c['train_dataloader'].pop('sampler') and True, 'train_dataloader.sampler')
change('fewer workers than none', (E, C, T), ('train_dataloader.num_workers', 'data.workers_per_gpu'), to(-1))
change('a way to collate of nobody', (E,), 'train_dataloader.collate_fn.type', lambda v: 'pseudo_colate' if isinstance(v, str) else None)
add('a way to collate a letter off', (E,), lambda c: c['train_dataloader'].update(collate_fn=dict(type='pseudo_colate')) or True, 'train_dataloader')
add('training data for tests', PYTHON, lambda c: next((d.update(test_mode=True) or True for d in typed(train(c), 'CocoDataset', 'NuScenesDataset', 'KittiDataset', 'ADE20KDataset')), None))
change('repeated never', PYTHON, ('train_dataloader.dataset.times', 'data.train.times'), to(0))
lost('repeated without a count', PYTHON, ('RepeatDataset',), 'times')
lost('balanced without a threshold', PYTHON, ('ClassBalancedDataset',), 'oversample_thr')
change('a pipeline in the loader', (E,), 'train_dataloader', lambda v: {**v, 'pipeline': v['dataset']['pipeline']} if isinstance(at(v, 'dataset.pipeline'), list) and len(v['dataset']['pipeline']) > 2 else None)


# --- optimizers ---

OPT = ('optim_wrapper.optimizer', 'optimizer')
change('one beta', ALL, [o + '.betas' for o in OPT], to(0.9))
add('betas of one', ALL, lambda c: next((d.update(betas=(0.9,)) or True for d in (at(c, o) for o in OPT) if d and str(d.get('type')).startswith('Adam')), None))
change('AdamW in other letters', ALL, [o + '.type' for o in OPT], lambda v: {'AdamW': 'Adamw', 'SGD': 'Sgd', 'Adam': 'ADAM'}.get(v))
W = ('optim_wrapper.paramwise_cfg', 'optimizer.paramwise_cfg')
change('rates of modules as numbers', ALL, [w + '.custom_keys' for w in W], lambda v: {k: 0.1 for k in v} if isinstance(v, dict) and v else None)
change('keys of a paramwise section a letter off', ALL, W, lambda v: {'custom_key' if k == 'custom_keys' else k: x for k, x in v.items()} if isinstance(v, dict) and 'custom_keys' in v else None)
change('a multiplier a letter off', ALL, [w + '.custom_keys' for w in W], lambda v: {k: {'lr_mul': 0.1} for k in v} if isinstance(v, dict) and v else None)
change('modules that the model does not have', ALL, [w + '.custom_keys' for w in W], lambda v: {'bacbone': x for k, x in v.items()} if isinstance(v, dict) and 'backbone' in v else None)
change('clipped by a number', (E, C, T), ('optim_wrapper.clip_grad', 'optimizer_config.grad_clip'), lambda v: 35 if isinstance(v, dict) else None)
change('a norm to clip by a letter off', (E, C, T), ('optim_wrapper.clip_grad', 'optimizer_config.grad_clip'), lambda v: {'max_norms': 35} if isinstance(v, dict) else None)
change('a constructor of nobody', PYTHON, ('optim_wrapper.constructor', 'optimizer.constructor'), lambda v: v.replace('Decay', 'Decy') if isinstance(v, str) and 'Decay' in v else None)
change('layers without a decay rate', PYTHON, W, lambda v: {k: x for k, x in v.items() if k != 'layer_decay_rate' and k != 'decay_rate'} if isinstance(v, dict) and ('decay_rate' in v or 'layer_decay_rate' in v) else None)
change('a wrapper of nobody', (E,), 'optim_wrapper.type', lambda v: {'OptimWrapper': 'OptimizerWrapper', 'AmpOptimWrapper': 'AMPOptimWrapper'}.get(v))
add('half precision of a word of somewhere else', (E,), lambda c: c['optim_wrapper'].update(type='AmpOptimWrapper', dtype='fp16') or True, 'optim_wrapper.optimizer')
add('a loss scale a letter off', (E,), lambda c: c['optim_wrapper'].update(type='AmpOptimWrapper', loss_scale='dynamics') or True, 'optim_wrapper.optimizer')
add('fp16 with a key of nobody', (C,), lambda c: c.update(fp16=dict(loss_scales=512.)) or True, lambda c: 'fp16' not in c)


# --- schedules ---

def first_scheduler(name, new, holds=lambda s: True):
    add(name, (E,), lambda c: next((new(s) or True for s in (c['param_scheduler'] if isinstance(c.get('param_scheduler'), (list, tuple)) else [c.get('param_scheduler')])
                                    if isinstance(s, dict) and holds(s)), None))


first_scheduler('one milestone as a number', lambda s: s.update(milestones=8), lambda s: 'milestones' in s)
first_scheduler('a factor of each milestone', lambda s: s.update(gamma=[0.1, 0.01]), lambda s: s.get('type') == 'MultiStepLR')
first_scheduler('an end before its begin', lambda s: s.update(begin=s['end'], end=s.get('begin', 0)), lambda s: is_int(s.get('end')) and s['end'] > s.get('begin', 0))
first_scheduler('a scheduler of no type', lambda s: s.pop('type'))
first_scheduler('a scheduler in other letters', lambda s: s.update(type=s['type'].replace('LR', 'Lr')), lambda s: isinstance(s.get('type'), str))
first_scheduler('epochs in quotes', lambda s: s.update(by_epoch='True'))
first_scheduler('a start of more than one', lambda s: s.update(start_factor=10), lambda s: s.get('type') == 'LinearLR')
first_scheduler('T_max a letter off', lambda s: s.update(t_max=s.pop('T_max')), lambda s: 'T_max' in s)
change('a policy of nobody', (C, T), 'lr_config.policy', lambda v: {'step': 'multistep', 'CosineAnnealing': 'cosine', 'poly': 'polynomial', 'cyclic': 'one_cycle'}.get(v))
change('a warmup of nobody', (C, T), 'lr_config.warmup', lambda v: 'linar' if v == 'linear' else None)
change('a warmup from above', (C, T), 'lr_config.warmup_ratio', to(1.5))
change('a step of none', (C,), 'lr_config.step', lambda v: None if not isinstance(v, list) else [])
change('a gamma in a list', (C,), 'lr_config.step', lambda v: [[x, 0.1] for x in v] if isinstance(v, list) else None)


# --- hooks and the run ---

change('the best of what is not measured', (E, C), ('default_hooks.checkpoint.save_best', 'evaluation.save_best'), lambda v: 'coco/mAP' if isinstance(v, str) else None)
add('the best of a metric of nobody', PYTHON, lambda c: (at(c, 'default_hooks.checkpoint') if c.get('default_hooks') else at(c, 'evaluation')).update(save_best='coco/mAP') or True,
    lambda c: at(c, 'default_hooks.checkpoint') or at(c, 'evaluation'))
add('hooks a letter off', (E,), lambda c: c['default_hooks'].update(checkpoints=c['default_hooks'].pop('checkpoint')) or True, 'default_hooks.checkpoint')
add('one hook, not in a list', PYTHON, lambda c: c.update(custom_hooks=dict(type='EMAHook', priority=49)) or True)
add('a priority of nobody', PYTHON, lambda c: c.update(custom_hooks=[dict(type='EMAHook', priority='HIGHTEST')]) or True)
add('a priority above the highest', PYTHON, lambda c: c.update(custom_hooks=[dict(type='EMAHook', priority=200)]) or True)
add('an early stop of nothing', (E,), lambda c: c.update(custom_hooks=[dict(type='EarlyStoppingHook', patience=5)]) or True)
add('a hook without a type', PYTHON, lambda c: c.update(custom_hooks=[dict(priority=49)]) or True)
add('a logger in other letters', (C,), lambda c: c['log_config']['hooks'].append(dict(type='TensorBoardLoggerHook')) or True, 'log_config.hooks')
add('a viewer in other letters', (E,), lambda c: c.update(vis_backends=[dict(type='LocalVisBackend')], visualizer={**c['visualizer'], 'vis_backends': [dict(type='TensorBoardVisBackend')]}) or True, 'visualizer.type')
add('modules by their names alone', PYTHON, lambda c: c.update(custom_imports='projects.mine') or True)
add('imports that nobody reads', PYTHON, lambda c: c.update(custom_imports=dict(imports=['projects.mine'], allow_failed_import=False)) or True)
add('imports in small letters', PYTHON, lambda c: c.update(custom_import=dict(imports=['projects.mine'])) or True)
add('a level in small letters', PYTHON, lambda c: c.update(log_level='info') or True)
add('a level of nobody', PYTHON, lambda c: c.update(log_level='VERBOSE') or True)
add('a backend a letter off', PYTHON, lambda c: (c['env_cfg']['dist_cfg'] if 'env_cfg' in c else c['dist_params']).update(backend='ncll') or True,
    lambda c: at(c, 'env_cfg.dist_cfg') or c.get('dist_params'))
add('processes of nobody', (E,), lambda c: c['env_cfg']['mp_cfg'].update(mp_start_method='forks') or True, 'env_cfg.mp_cfg')
add('a checkpoint of True', PYTHON, lambda c: c.update(load_from=True) or True)
add('a seed as a number', (E,), lambda c: c.update(randomness=42) or True)
add('seeds', (E,), lambda c: c.update(randomness=dict(seeds=42)) or True)
add('one step of a workflow', (C,), lambda c: c.update(workflow=('train', 1)) or True)
add('a step of a workflow a letter off', (C,), lambda c: c.update(workflow=[('trian', 1)]) or True)
add('an interval of checkpoints under another name', PYTHON, lambda c: (at(c, 'default_hooks.checkpoint') if c.get('default_hooks') else c['checkpoint_config']).update(intervals=1) or True,
    lambda c: at(c, 'default_hooks.checkpoint') or c.get('checkpoint_config'))
add('checkpoints of less than none', PYTHON, lambda c: (at(c, 'default_hooks.checkpoint') if c.get('default_hooks') else c['checkpoint_config']).update(max_keep_ckpts='3') or True,
    lambda c: at(c, 'default_hooks.checkpoint') or c.get('checkpoint_config'))


# --- evaluation ---

METRICS = ('val_evaluator.metric', 'evaluation.metric')
change('boxes in the plural', PYTHON, METRICS, lambda v: 'bboxes' if v in ('bbox', ['bbox']) else None)
change('a metric of another project', PYTHON, METRICS, lambda v: ['bbox', 'segmentation'] if v == ['bbox', 'segm'] else 'MIoU' if v == 'mIoU' else 'map' if v == 'mAP' else None)
change('a metric of segments a letter off', (E,), 'val_evaluator.iou_metrics', to(['mIOU']))
add('metrics under another name', (C,), lambda c: c['evaluation'].update(metrics=c['evaluation'].pop('metric')) or True, 'evaluation.metric')
change('an evaluator a letter off', (E,), 'val_evaluator.type', lambda v: v + 's' if isinstance(v, str) else None)
add('an evaluator without its file', (E,), lambda c: c['val_evaluator'].pop('ann_file') and True, lambda c: at(c, 'val_evaluator.ann_file') and at(c, 'val_evaluator.type') in ('NuScenesMetric', 'KittiMetric', 'WaymoMetric', 'LyftMetric'))
add('an evaluator without its data', (E,), lambda c: c['val_evaluator'].pop('data_root') and True, lambda c: at(c, 'val_evaluator.data_root') and at(c, 'val_evaluator.type') in ('NuScenesMetric', 'LyftMetric'))
add('no evaluator of the test', (E,), lambda c: c.pop('test_evaluator') and True, lambda c: c.get('test_evaluator') and c.get('test_cfg') is not None)
add('a test under another name', (E,), lambda c: c['test_evaluator'].update(metrics=c['test_evaluator'].pop('metric')) or True, lambda c: isinstance(at(c, 'test_evaluator.metric'), (str, list)))


# --- tests in several ways ---

add('an argument of the way to merge a letter off', (E,), lambda c: c['tta_model'].update(tta_config=c['tta_model'].pop('tta_cfg')) or True, 'tta_model.tta_cfg')
change('a model to merge a letter off', (E,), 'tta_model.type', lambda v: v.lower() if isinstance(v, str) else None)
add('a way to test a letter off', (E,), lambda c: next((d.update(type='TestTimeAugs') or True for d in typed(c['tta_pipeline'], 'TestTimeAug')), None), 'tta_pipeline')
add('a step of a test a letter off', (E,), lambda c: next((d.update(type='RandomFlips') or True for d in typed(c['tta_pipeline'], 'RandomFlip')), None), 'tta_pipeline')
add('ways under another name', (E,), lambda c: next((d.update(transform=d.pop('transforms')) or True for d in typed(c['tta_pipeline'], 'TestTimeAug')), None), 'tta_pipeline')
add('the step of a test by another argument', (E,), lambda c: next((d.update(probability=d.pop('prob')) or True for d in typed(c['tta_pipeline'], 'RandomFlip') if 'prob' in d), None), 'tta_pipeline')


# --- inheritance ---

text('_delete', PYTHON, 'model = dict(backbone=dict(_delete=True, type=\'SwinTransformer\'))\n', 'model.backbone')
text('__delete__', PYTHON, 'model = dict(backbone=dict(__delete__=True, type=\'SwinTransformer\'))\n', 'model.backbone')
text('a head of one stage for a model of two', PYTHON, 'model = dict(bbox_head=dict(num_classes=3))\n', lambda c: at(c, 'model.roi_head.bbox_head') and not at(c, 'model.bbox_head'))
text('a head of two stages for a model of one', PYTHON, 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n', lambda c: at(c, 'model.bbox_head') and not at(c, 'model.roi_head'))
text('a rate one level too high', (E,), 'optim_wrapper = dict(lr=0.001)\n', 'optim_wrapper.optimizer')
text('an optimizer one level too low', (C,), 'optimizer = dict(optimizer=dict(lr=0.001))\n', 'optimizer.lr')
text('a pipeline one level too high', (E,), 'train_dataloader = dict(pipeline=[])\n', 'train_dataloader.dataset.pipeline')
text('a pipeline in the plural', (C,), 'data = dict(train=dict(pipelines=[]))\n', 'data.train.pipeline')
text('a model outside of its section', PYTHON, 'backbone = dict(depth=101)\n', 'model.backbone.depth')
text('a neck outside of its section', PYTHON, 'neck = dict(num_outs=4)\n', 'model.neck.num_outs')
text('classes outside of their section', PYTHON, 'num_classes = 3\n', lambda c: (at(c, 'model.bbox_head.num_classes') or at(c, 'model.decode_head.num_classes')) and 'num_classes' not in c)
text('epochs one level too high', (E,), 'max_epochs = 3\n', lambda c: at(c, 'train_cfg.max_epochs') and 'max_epochs' not in c)
text('epochs outside of the runner', (C,), 'max_epochs = 3\n', lambda c: at(c, 'runner.max_epochs') and 'max_epochs' not in c)
text('data in the loader of somewhere else', (C,), 'data = dict(train_loader=dict(samples_per_gpu=1))\n', 'data.samples_per_gpu')
text('an interval one level too high', (E,), 'val_interval = 5\n', lambda c: at(c, 'train_cfg.val_interval') and 'val_interval' not in c)
text('an interval of the log one level too high', (C,), 'log_config = dict(hooks=dict(interval=10))\n', 'log_config.hooks')


# --- torchpack ---

V = 'model.encoders.camera.vtransform.'
change('bounds of two numbers', (T,), (V + 'xbound', V + 'dbound'), shorter)
change('a fuser a letter off', (T,), 'model.fuser.type', lambda v: v.replace('Fuser', 'Fusor'))
add('a step of images a letter off', (T,), lambda c: next((d.update(type='LoadMultiViewImageFromFile') or True for d in typed(used(c), 'LoadMultiViewImageFromFiles')), None))
change('an image of one number', (T,), V + 'image_size', to(256))
change('a rotation of one number', (T,), 'augment3d.rot', to(0.78))
change('a sensor in quotes', (T,), 'data.train.dataset.modality.use_camera', lambda v: str(v))
change('epochs in quotes', (T,), 'runner.max_epochs', lambda v: str(v))
change('an interval of none', (T,), 'evaluation.interval', to(0))
change('the optimizer of nobody', (T,), 'optimizer.type', to('AdamW2'))
change('classes of the map', (T,), 'model.heads.map.classes', shorter)
change('grids under another name', (T,), 'model.heads.map.grid_transform', lambda v: {('in_scope' if k == 'input_scope' else k): x for k, x in v.items()})
change('a decoder of nobody', (T,), 'model.decoder.backbone.type', lambda v: v + '2D')
change('layers of one number', (T,), 'model.decoder.backbone.layer_nums', to(5))
change('strides of one less', (T,), 'model.decoder.backbone.layer_strides', shorter)
change('the loss of nobody', (T,), 'model.heads.object.loss_cls.type', to('FocalLos'))
lost('a view of no size', (T,), ('DepthLSSTransform', 'LSSTransform'), 'feature_size')
lost('voxels of no points', (T,), ('SparseEncoder',), 'sparse_shape')
add('a head without its training', (T,), lambda c: c['model']['heads']['object'].pop('train_cfg') and True, 'model.heads.object.train_cfg')
add('nothing to load', (T,), lambda c: c['data']['train']['dataset'].pop('ann_file') and True, 'data.train.dataset.ann_file')
add('a rate of each part', (T,), lambda c: c['optimizer'].update(paramwise_cfg=dict(custom_keys=dict(backbone=0.1))) or True, 'optimizer.lr')
