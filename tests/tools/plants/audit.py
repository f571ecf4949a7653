"""A copy of a real config, inheriting nothing, of which one value is another or one line is gone, as an auditor plants it."""
from plants.kinds import at, C, dicts, E, each, is_int, is_number, is_numbers, Kinds, shorter, T, times, to, typed, used, USED

KINDS = Kinds(copies=True)
kind, change, part = KINDS.kind, KINDS.value, KINDS.part
ALL, PYTHON = (E, C, T), (E, C)


def with_item(i, new):
    def make(v):
        if not isinstance(v, (list, tuple)) or not -len(v) <= i < len(v):
            return None
        items = list(v)
        items[i] = new(items[i]) if callable(new) else new
        return type(v)(items)
    return make


def swapped(v):
    return type(v)((v[1], v[0])) if is_numbers(v) and len(v) == 2 and v[0] != v[1] else None


def train(c):
    return c.get('train_dataloader') or at(c, 'data.train')


def test(c):
    return c.get('val_dataloader') or at(c, 'data.test')


# --- classes ---

change('classes of the auxiliary head', PYTHON, ('model.auxiliary_head.num_classes',), lambda v: v + 1)
change('classes of the mask head', PYTHON, ('model.roi_head.mask_head.num_classes',), lambda v: v + 1)
change('classes of the head', (T,), ('model.heads.object.num_classes',), lambda v: v - 1)
change('outputs of the segmentation head', PYTHON, 'model.decode_head.out_channels', lambda v: 3 if v is None or is_int(v) else None)


@kind('a task without one of its classes', *ALL)
def _(c):
    for d in dicts(c.get('model')):
        for t in d.get('tasks') or ():
            key = next((k for k in ('class_names',) if isinstance(t, dict) and len(t.get(k) or ()) > 1), None)
            if key:
                t[key] = t[key][:-1]
                if is_int(t.get('num_class')):
                    t['num_class'] -= 1
                return True


@kind('a pasted class written otherwise', *ALL)
def _(c):
    for d in dicts(used(c)):
        groups = d.get('sample_groups')
        if isinstance(groups, dict) and groups:
            name = next(iter(groups))
            groups[name.swapcase()] = groups.pop(name)
            return True


@kind('pasted classes in the files of another set', *PYTHON)
def _(c):
    for d in dicts(used(c)):
        if 'dbinfos' in str(d.get('info_path')) and 'kitti' not in str(d.get('info_path')).lower():
            d['info_path'] = 'data/kitti/kitti_dbinfos_train.pkl'
            return True


@kind('classes in another order in the test', *PYTHON)
def _(c):
    for d in dicts(test(c)):
        for key in ('classes', 'CLASSES'):
            if isinstance(d.get(key), (list, tuple)) and len(d[key]) > 1:
                d[key] = d[key][::-1]
                return True


# --- ranges, voxels, grids ---

def region(*types):
    return lambda v: type(v)(x - 10 if i == 0 else x for i, x in enumerate(v)) if isinstance(v, (list, tuple)) and len(v) == 6 else None


part('points are kept of another range', ALL, ('PointsRangeFilter',), 'point_cloud_range', region(), USED)
part('objects are kept of another range', ALL, ('ObjectRangeFilter',), 'point_cloud_range', region(), USED)
change('voxels of another range', ALL, ('model.pts_voxel_layer.point_cloud_range', 'model.data_preprocessor.voxel_layer.point_cloud_range',
                                        'model.voxel_layer.point_cloud_range', 'model.encoders.lidar.voxelize.point_cloud_range'), region())
change('voxels of twice the size', ALL, ('model.pts_voxel_layer.voxel_size', 'model.data_preprocessor.voxel_layer.voxel_size',
                                         'model.voxel_layer.voxel_size', 'model.encoders.lidar.voxelize.voxel_size'), each(2))
part('a grid of twice the size', ALL, ('SparseEncoder',), 'sparse_shape', each(2))
HEADS3D = ('model.train_cfg.pts.', 'model.pts_bbox_head.train_cfg.', 'model.train_cfg.', 'model.heads.object.train_cfg.')
change('targets on a grid of half the size', ALL, [p + 'grid_size' for p in HEADS3D], each(0.5))
change('targets of another factor', ALL, [p + 'out_size_factor' for p in HEADS3D], times(2))
change('targets of other voxels', ALL, [p + 'voxel_size' for p in HEADS3D], each(2))
change('targets of another range', ALL, [p + 'point_cloud_range' for p in HEADS3D], region())
CODERS = ('CenterPointBBoxCoder', 'NMSFreeCoder', 'TransFusionBBoxCoder')
part('boxes decoded in another range', ALL, CODERS, 'pc_range', lambda v: type(v)([x + 5 for x in v]) if isinstance(v, (list, tuple)) else None)
part('boxes kept of a part of the range', ALL, CODERS, 'post_center_range', each(0.2))
part('more boxes kept than queries', PYTHON, ('NMSFreeCoder',), 'num_classes', lambda v: v - 1)
part('a height of the wrong sign', PYTHON, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), 'ranges',
     with_item(0, lambda r: [-r[3], -r[4], *r[2:]] if len(r) == 6 else r))
part('one rotation of anchors', PYTHON, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), 'rotations', to([]))
change('no points in a voxel', ALL, ('model.pts_voxel_layer.max_num_points', 'model.data_preprocessor.voxel_layer.max_num_points',
                                     'model.voxel_layer.max_num_points', 'model.encoders.lidar.voxelize.max_num_points'), to(0))


# --- points and sweeps ---

part('more numbers used than loaded', ALL, ('LoadPointsFromFile',), 'load_dim', to(3), USED)
part('a number of a point less', ALL, ('LoadPointsFromFile',), 'use_dim', lambda v: v - 1 if is_int(v) else shorter(v), USED)
part('the time of sweeps is not used', ALL, ('LoadPointsFromMultiSweeps',), 'use_dim', lambda v: v - 1 if is_int(v) else shorter(v), USED)


@kind('other sweeps in the test', *PYTHON)
def _(c):
    for d in typed(test(c), 'LoadPointsFromMultiSweeps'):
        if d.get('sweeps_num', 10) == 10:
            d['sweeps_num'] = 1
            return True


@kind('pasted points of fewer numbers', *ALL)
def _(c):
    for d in dicts(used(c)):
        if isinstance(d.get('points_loader'), dict) and 'use_dim' in d['points_loader']:
            d['points_loader']['use_dim'] = 3
            return True


part("points in the camera's axes", PYTHON, ('LoadPointsFromFile',), 'coord_type', to('CAMERA'), USED)


# --- bird's-eye views ---

part('a view of another factor', PYTHON, ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLiftSplatShoot'), 'downsample', times(0.5))
part('a view of another image', PYTHON, ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLiftSplatShoot'), 'input_size', each(2))
part('cells of no size', PYTHON, ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLiftSplatShoot'), 'grid_config',
     lambda v: {**v, 'x': [v['x'][0], v['x'][1], 0]} if isinstance(v, dict) and 'x' in v else None)
part('bounds the wrong way round', PYTHON, ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLiftSplatShoot'), 'grid_config',
     lambda v: {**v, 'depth': [v['depth'][1], v['depth'][0], v['depth'][2]]} if isinstance(v, dict) and 'depth' in v else None)
part('a position of another grid', PYTHON, ('LearnedPositionalEncoding',), 'row_num_embed', times(0.5))
part('one camera less', PYTHON, ('SpatialCrossAttention', 'PerceptionTransformer', 'PETRHead', 'LSSViewTransformer'), 'num_cams', lambda v: v - 1)
change('a view of half the height', PYTHON, 'model.pts_bbox_head.bev_h', times(0.5))
change("the depth's bounds the wrong way round", (T,), 'model.encoders.camera.vtransform.dbound', with_item(0, 70.0))
change('a view of half the cells', (T,), 'model.encoders.camera.vtransform.xbound', with_item(2, lambda v: v * 2))
change('features of another size', (T,), 'model.encoders.camera.vtransform.feature_size', each(2))
change("images of another size than the view's", (T,), 'model.encoders.camera.vtransform.image_size', swapped)
change('widths to fuse in another order', (T,), 'model.fuser.in_channels', swapped)
change("the decoder's input", (T,), 'model.decoder.backbone.in_channels', times(2))
change("the decoder's levels", (T,), 'model.decoder.neck.in_channels', each(2))
change('the input of the head', (T,), ('model.heads.object.in_channels', 'model.heads.map.in_channels'), times(0.5))
change("levels of the camera's neck", (T,), 'model.encoders.camera.neck.in_channels', each(2))
change('resized the wrong way round', (T,), 'augment2d.resize', with_item(0, [0.55, 0.38]))
change('pasted until after the end', (T,), 'augment3d.gt_paste_stop_epoch', to('x'))


# --- widths, levels, depths ---

part('a level of another width', PYTHON, ('FPN', 'CustomFPN', 'CPFPN', 'SECONDFPN', 'ChannelMapper', 'PAFPN'), 'in_channels', with_item(-1, lambda v: v // 2))
change('a backbone of another depth', PYTHON, ('model.backbone.depth', 'model.img_backbone.depth'), to(18, lambda v: v in (50, 101)))
change('a deeper backbone, its weights kept', PYTHON, ('model.backbone.depth', 'model.img_backbone.depth'), to(101, lambda v: v == 50))
part('an attention of half the width', PYTHON, ('MultiheadAttention', 'MultiScaleDeformableAttention', 'MultiScaleDeformableAttention3D'), 'embed_dims', times(0.5))
part('levels of the attention', PYTHON, ('MultiScaleDeformableAttention', 'MSDeformableAttention3D', 'CustomMSDeformableAttention'), 'num_levels', lambda v: v + 1)
part('regions of half the width', PYTHON, ('SingleRoIExtractor',), 'out_channels', times(0.5))
change('boxes of twice the width', PYTHON, ('model.roi_head.bbox_head.in_channels', 'model.bbox_head.in_channels', 'model.pts_bbox_head.in_channels'),
       lambda v: v * 2 if is_int(v) else None)
change('the head of segmentation of half the width', PYTHON, 'model.decode_head.in_channels', times(0.5))
change('a stage that there is not', PYTHON, 'model.decode_head.in_index', lambda v: v + 1 if is_int(v) else None)
change('the auxiliary head at another stage', PYTHON, 'model.auxiliary_head.in_index', lambda v: v - 1 if is_int(v) else None)
part('the classifier of half the width', PYTHON, ('LinearClsHead', 'VisionTransformerClsHead'), 'in_channels', times(0.5))
part('anchors of one level less', PYTHON, ('YOLOAnchorGenerator', 'SSDAnchorGenerator'), 'base_sizes', shorter)
part('anchors of one level less, of ratios', PYTHON, ('SSDAnchorGenerator',), 'ratios', shorter)
part('a query less wide', PYTHON, ('FFN',), 'embed_dims', times(0.5))


# --- losses ---

part('a loss of qualities in a head without them', PYTHON, ('RetinaHead', 'FCOSHead', 'ATSSHead'), 'loss_cls',
     to(dict(type='QualityFocalLoss', use_sigmoid=True, beta=2.0, loss_weight=1.0)))
part('a focal loss in a head of qualities', PYTHON, ('GFLHead',), 'loss_cls', to(dict(type='FocalLoss', use_sigmoid=True, gamma=2.0, alpha=0.25, loss_weight=1.0)))
part('a share of positives above 1', PYTHON, ('FocalLoss',), 'alpha', to(25))
part('a reduction that nobody has', PYTHON, ('L1Loss', 'SmoothL1Loss', 'CrossEntropyLoss', 'GaussianFocalLoss'), 'reduction', to('avg'))
part('beta of no length', PYTHON, ('SmoothL1Loss',), 'beta', to(-1.0))
part('costs of weight 0', PYTHON, ('FocalLossCost', 'BBox3DL1Cost', 'BBoxL1Cost', 'ClassificationCost'), 'weight', to('2.0'))
change("the mask's words of a threshold", PYTHON, 'model.test_cfg.rcnn.mask_thr_binary', to(50))
change('code weights of one number more', PYTHON, ('model.train_cfg.pts.code_weights', 'model.pts_bbox_head.code_weights', 'model.bbox_head.train_cfg.code_weight'),
       lambda v: type(v)([*v, 1.0]))


# --- pictures ---

def norm_of(c):
    yield from typed(train(c), 'Normalize', 'NormalizeMultiviewImage', 'ImageNormalize')
    for p in ('model.data_preprocessor', 'data_preprocessor'):
        if isinstance(at(c, p), dict):
            yield at(c, p)


@kind('means of pictures between 0 and 1', *ALL)
def _(c):
    for d in norm_of(c):
        if 'mean' in d and max(d['mean']) > 50:
            d['mean'] = [0.485, 0.456, 0.406]
            return True


@kind('pictures between 0 and 1, means of both', *PYTHON)
def _(c):
    for d in norm_of(c):
        if 'std' in d and max(d['std']) > 50:
            d['std'] = [0.229, 0.224, 0.225]
            return True


@kind('normalized otherwise in the test', C)
def _(c):
    for d in typed(test(c), 'Normalize', 'NormalizeMultiviewImage'):
        if 'to_rgb' in d:
            d['to_rgb'] = not d['to_rgb']
            return True


@kind('channels swapped in both', C)
def _(c):
    hits = [d for d in typed(used(c), 'Normalize', 'NormalizeMultiviewImage') if 'to_rgb' in d]
    for d in hits:
        d['to_rgb'] = not d['to_rgb']
    return bool(hits)


part('crops of swapped sides', PYTHON, ('RandomCrop',), 'crop_size', swapped, USED)
part('padded to nothing', PYTHON, ('Pad', 'PadMultiViewImage'), 'size_divisor', to(0), USED)
change('padded to a divisor of 1', (E,), 'model.data_preprocessor.pad_size_divisor', to(1, lambda v: v == 32))
part('labels padded with a class', PYTHON, ('Pad',), 'seg_pad_val', to(0, lambda v: v == 255), USED)
change('pads of labels in the preprocessor', (E,), ('model.data_preprocessor.seg_pad_val', 'data_preprocessor.seg_pad_val'), to(0, lambda v: v == 255))
part('a mode that nobody has', (C,), ('Resize',), 'multiscale_mode', to('values'), USED)
part('grey pictures', PYTHON, ('LoadImageFromFile',), 'color_type', to('grayscale'), USED)
part('a backend that nobody has', PYTHON, ('Resize', 'ResizeEdge', 'LoadImageFromFile', 'CenterCrop'), 'backend', to('pil'), USED)
part('a crop larger than the picture', PYTHON, ('CenterCrop',), 'crop_size', lambda v: v * 2 if is_int(v) else None, USED)


@kind('labels are not collected', *ALL)
def _(c):
    for d in typed(train(c), 'Collect', 'Collect3D', 'CustomCollect3D', 'Pack3DDetInputs', 'PETRFormatBundle3D'):
        keys = d.get('keys')
        if isinstance(keys, (list, tuple)):
            new = [k for k in keys if k not in ('gt_labels', 'gt_labels_3d', 'gt_label', 'gt_semantic_seg')]
            if len(new) < len(keys):
                d['keys'] = new
                return True


@kind('masks are collected, not loaded', C)
def _(c):
    for d in typed(train(c), 'Collect'):
        keys = d.get('keys')
        if isinstance(keys, (list, tuple)) and 'gt_bboxes' in keys and 'gt_masks' not in keys:
            d['keys'] = [*keys, 'gt_masks']
            return True


@kind('the factor of the scale is not packed', E)
def _(c):
    for d in typed(test(c), 'PackDetInputs', 'PackSegInputs'):
        if 'scale_factor' in (d.get('meta_keys') or ()):
            d['meta_keys'] = tuple(k for k in d['meta_keys'] if k != 'scale_factor')
            return True


# --- schedules, rates, hooks ---

@kind('a warmup in epochs', E)
def _(c):
    s = at(c, 'param_scheduler.0')
    if isinstance(s, dict) and s.get('by_epoch') is False and (s.get('end') or 0) >= 100 and at(c, 'train_cfg.max_epochs'):
        del s['by_epoch']
        return True


@kind('a polynomial in epochs of a run in iterations', E)
def _(c):
    for s in dicts(c.get('param_scheduler')):
        if s.get('type') in ('PolyLR', 'CosineAnnealingLR') and s.get('by_epoch') is False and at(c, 'train_cfg.max_iters'):
            s['by_epoch'] = True
            return True


@kind('a cosine of ten times the run', E)
def _(c):
    for s in dicts(c.get('param_scheduler')):
        if is_int(s.get('T_max')):
            s['T_max'] *= 10
            return True


@kind('a polynomial in epochs of a run in iterations', C)
def _(c):
    if at(c, 'lr_config.by_epoch') is False and 'Iter' in str(at(c, 'runner.type')):
        del c['lr_config']['by_epoch']
        return True


@kind('rate x 10', *ALL)
def _(c):
    o = at(c, 'optim_wrapper.optimizer') or c.get('optimizer')
    if isinstance(o, dict) and 'Adam' in str(o.get('type')) and is_number(o.get('lr')) and o['lr'] >= 5e-5:
        o['lr'] *= 10
        return True


@kind('never trained', C)
def _(c):
    c['workflow'] = [('val', 1)]
    return True


@kind('an initial rate that starts above', C)
def _(c):
    if at(c, 'lr_config.warmup_iters') is not None:
        c['lr_config']['warmup_iters'] = -1
        return True


change('the best by a name without its prefix', (E,), 'default_hooks.checkpoint.save_best', lambda v: v.split('/')[-1] if '/' in str(v) else None)


@kind('the best of a name that is not measured', E, C)
def _(c):
    hook = at(c, 'default_hooks.checkpoint') if 'default_hooks' in c else c.get('evaluation')
    if isinstance(hook, dict) and 'Coco' in str(at(c, 'val_evaluator.type') or at(c, 'data.train.type')):
        hook['save_best'] = 'coco/bbox_AP' if 'default_hooks' in c else 'AP'
        return True


@kind('the best is the least', E, C)
def _(c):
    hook = at(c, 'default_hooks.checkpoint') if 'default_hooks' in c else c.get('evaluation')
    name = str(at(c, 'val_evaluator.type') or at(c, 'data.train.type'))
    if isinstance(hook, dict) and 'Coco' in name:
        hook.update(save_best='coco/bbox_mAP' if 'default_hooks' in c else 'bbox_mAP', rule='less')
        return True


change('saved never', ALL, ('default_hooks.checkpoint.interval', 'checkpoint_config.interval'), to(10 ** 7))
change('saved by another count', (E,), 'default_hooks.checkpoint.by_epoch', lambda v: not v)
change('evaluated after the end', (T,), 'evaluation.interval', to(1000))
change('batch x 8', (T,), 'data.samples_per_gpu', times(8))
change('clipped by another name', (T,), 'optimizer_config.grad_clip', to({'max_nrm': 35, 'norm_type': 2}))
change('clipped by a number', PYTHON, ('optim_wrapper.clip_grad', 'optimizer_config.grad_clip'), to(35, lambda v: v))
change('an evaluation of another task', (C,), 'evaluation.metric', lambda v: 'mIoU' if v in ('bbox', ['bbox']) else 'bbox' if v == 'mIoU' else None)
change('an evaluation of another task', (E,), 'val_evaluator.type', lambda v: 'IoUMetric' if v == 'CocoMetric' else 'CocoMetric' if v == 'IoUMetric' else None)
change('the first of none', PYTHON, ('val_evaluator.topk', 'evaluation.metric_options.topk'), to((0, 5)))


@kind('a precision that nobody has', E)
def _(c):
    if at(c, 'optim_wrapper.type') in (None, 'OptimWrapper') and isinstance(c.get('optim_wrapper'), dict):
        c['optim_wrapper'].update(type='AmpOptimWrapper', dtype='fp16')
        return True


@kind('a scale of the loss that nobody has', E, C)
def _(c):
    if 'optim_wrapper' in c:
        c['optim_wrapper'].update(type='AmpOptimWrapper', loss_scale='dynamics')
    else:
        c['fp16'] = dict(loss_scale='dynamics')
    return True


@kind('a switch as a text', *PYTHON)
def _(c):
    c['find_unused_parameters'] = 'False'
    return True


@kind('a comma behind a path', *PYTHON)
def _(c):
    c['load_from'] = ('checkpoints/last.pth',)
    return True


@kind('a comma behind the epochs', *PYTHON)
def _(c):
    for p in ('train_cfg', 'runner'):
        if is_int(at(c, p + '.max_epochs')):
            c[p]['max_epochs'] = (c[p]['max_epochs'],)
            return True


# --- by what a config inherits: the text that is put behind ---

@kind('a new backbone over the arguments of the old', *PYTHON)
def _(c):
    return "model = dict(backbone=dict(type='SwinTransformer', embed_dims=96))\n" if at(c, 'model.backbone.type') in ('ResNet', 'ResNetV1c') else None


@kind('regions of a model without', *PYTHON)
def _(c):
    return 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n' if at(c, 'model.bbox_head') and not at(c, 'model.roi_head') else None


@kind('two values of one name', *PYTHON)
def _(c):
    return 'model = dict(backbone=dict(frozen_stages=2))\nmodel = dict(neck=dict(out_channels=256))\n' if at(c, 'model.neck.out_channels') == 256 \
        and at(c, 'model.backbone.depth') else None


@kind('one key twice in braces', E)
def _(c):
    if isinstance(at(c, 'optim_wrapper.optimizer'), dict) and at(c, 'model.backbone'):
        return "optim_wrapper = dict(paramwise_cfg=dict(custom_keys={'backbone': dict(lr_mult=0.1), 'backbone': dict(decay_mult=0.)}))\n"


@kind('a list that replaces another', E)
def _(c):
    return 'param_scheduler = dict(milestones=[3, 5])\n' if isinstance(c.get('param_scheduler'), list) else None
