"""What breaks when a config is adapted to data, sizes, sensors and a model of one's own: one of two places changed, a step too early, a part of the mother project."""
from plants.audit import ALL, PYTHON, test, train
from plants.kinds import at, C, dicts, E, is_int, is_numbers, is_step, Kinds, shorter, T, times, to, typed, used
from plants.reports import drop, gone, put, swap

KINDS = Kinds(copies=True)
change, part, add, text = KINDS.value, KINDS.part, KINDS.add, KINDS.text
each_typed, section, step, anywhere = KINDS.each_typed, KINDS.section, KINDS.step, KINDS.anywhere
BACKBONES = ('model.backbone', 'model.img_backbone', 'model.detector.backbone', 'model.encoders.camera.backbone')
DATA = ('train_dataloader.dataset', 'data.train.dataset', 'data.train')


def everywhere(c, old, new):
    """Each `old` below is `new`; how many there were."""
    n = 0
    for d in dicts(c):
        for k, v in d.items():
            if isinstance(v, (list, tuple)) and list(v) == list(old):
                d[k] = type(v)(new)
                n += 1
    return n


def first(v, key):
    return next((d[key] for d in dicts(v) if d.get(key) is not None), None)


def after(a, b):
    """The steps of these names come behind the first of those."""
    def make(steps):
        i = next((i for i, s in enumerate(steps) if is_step(s, *a)), None)
        j = next((i for i, s in enumerate(steps) if is_step(s, *b)), None)
        return i is not None and j is not None and i < j and (steps.insert(j, steps.pop(i)) or True)
    return make


def renamed(name, generations, types, old, new):
    each_typed(name, generations, types, lambda d: old in d and (d.update({new: d.pop(old)}) or True))


def hooked(name, types, make):
    add(name, PYTHON, lambda c: next((True for d in typed([c.get('custom_hooks'), c.get('default_hooks')], *types) if make(d)), None))


def evaluators(c, make):
    return any([make(d) for d in (c.get('val_evaluator'), c.get('test_evaluator')) if isinstance(d, dict)]) or None


# --- backbones ---

section('three stages, four outputs', PYTHON, BACKBONES, lambda d: d.get('out_indices') and len(d['out_indices']) == 4 and put(d, 'num_stages', lambda v: v == 4, 3))
section('frozen behind the last stage', PYTHON, BACKBONES, lambda d: str(d.get('type')).startswith('Res') and put(d, 'frozen_stages', is_int, 5))
section('strides of three stages', PYTHON, BACKBONES, lambda d: str(d.get('type')).startswith('Res') and (d.update(strides=(1, 2, 2)) or True))
section('half as wide, the same neck', PYTHON, BACKBONES, lambda d: str(d.get('type')).split('.')[-1] == 'ResNet' and 'base_channels' not in d and (d.update(base_channels=32) or True))
add('a deep stem, weights of a plain one', PYTHON, lambda c: next((d.update(type=d['type'] + 'V1d') or True for d in dicts(c['model']) if str(d.get('type')).split('.')[-1] == 'ResNet' and 'torchvision' in str(d.get('init_cfg') or d.get('pretrained'))), None))
add('weights of a deep stem', PYTHON, lambda c: next((d.update(type='ResNet') or True for d in dicts(c['model']) if d.get('type') == 'ResNetV1c' and 'v1c' in str(c['model'].get('pretrained') or d.get('init_cfg'))), None))
section('branches without their widths', PYTHON, BACKBONES, lambda d: isinstance(at(d, 'extra.stage4'), dict) and put(d['extra']['stage4'], 'num_channels', is_numbers, shorter))
section('no fourth stage', PYTHON, BACKBONES, lambda d: isinstance(d.get('extra'), dict) and gone(d['extra'], 'stage4'))
section('blocks of one branch less', PYTHON, BACKBONES, lambda d: isinstance(at(d, 'extra.stage3'), dict) and put(d['extra']['stage3'], 'num_blocks', is_numbers, shorter))
section('twice the embedding, the same head', PYTHON, BACKBONES, lambda d: put(d, 'embed_dims', lambda v: v in (32, 64, 96) and str(d.get('type')).split('.')[-1] in ('MixVisionTransformer', 'SwinTransformer', 'PyramidVisionTransformerV2'), lambda v: 2 * v))
section('a larger architecture, the same neck', PYTHON, BACKBONES, lambda d: put(d, 'arch', lambda v: v in ('tiny', 'small', 'base', 'b0', 'regnetx_3.2gf', 'regnetx_800mf'), lambda v: {'tiny': 'base', 'small': 'large', 'base': 'large', 'b0': 'b5', 'regnetx_3.2gf': 'regnetx_12gf', 'regnetx_800mf': 'regnetx_3.2gf'}[v]))
part('widths of an hourglass', PYTHON, ('HourglassNet', 'mmdet.HourglassNet'), 'stage_channels', shorter)
part('a transformer of seven heads', PYTHON, ('VisionTransformer', 'mmpretrain.VisionTransformer', 'TimeSformer', 'ViT'), 'num_heads', to(7))
part('an early layer of a plain transformer', PYTHON, ('VisionTransformer',), 'out_indices', lambda v: [x + 12 for x in v] if is_numbers(v) else None)

# --- necks ---

part('fewer levels than inputs', PYTHON, ('FPN', 'PAFPN'), 'num_outs', to(2, lambda v: v > 3))
each_typed('extra levels of a word of nobody', PYTHON, ('FPN', 'PAFPN'), lambda d: put(d, 'add_extra_convs', lambda v: isinstance(v, str), 'on_inputs'))
part('refined by a word of nobody', PYTHON, ('BFP',), 'refine_type', lambda v: 'nonlocal' if isinstance(v, str) else None)
part('refined at a level that there is not', PYTHON, ('BFP',), 'refine_level', lambda v: v + 4)
part('three levels for five', PYTHON, ('BFP', 'HRFPN'), 'num_outs', times(2))
part('a deconvolution less', PYTHON, ('CTResNetNeck',), 'num_deconv_filters', shorter)
part('upsampled to other sizes', PYTHON, ('SECONDFPN',), 'upsample_strides', lambda v: [*v[:-1], v[-1] * 2])
part('layers without their strides', PYTHON, ('SECOND',), 'layer_strides', shorter)
part('one level less to map', PYTHON, ('ChannelMapper',), 'in_channels', lambda v: v[1:] if len(v) > 2 else None)

# --- heads, anchors, coders, assigners, losses ---

part('focal loss by softmax', PYTHON, ('FocalLoss', 'mmdet.FocalLoss', 'QualityFocalLoss', 'VarifocalLoss'), 'use_sigmoid', to(False))
section('masks by softmax', PYTHON, ('model.roi_head.mask_head.loss_mask', 'model.detector.roi_head.mask_head.loss_mask'), lambda d: gone(d, 'use_mask'))
section('regression in pixels by L1', PYTHON, ('model.bbox_head', 'model.roi_head.bbox_head'), lambda d: at(d, 'loss_bbox.type') in ('L1Loss', 'SmoothL1Loss', 'mmdet.L1Loss', 'mmdet.SmoothL1Loss') and not d.get('reg_decoded_bbox') and 'bbox_coder' in d and (d.update(reg_decoded_bbox=True) or True))
section('overlaps of what is not decoded', PYTHON, ('model.bbox_head',), lambda d: 'Rotated' in str(d.get('type')) and at(d, 'loss_bbox.type') in ('L1Loss', 'SmoothL1Loss', 'mmdet.L1Loss') and not d.get('reg_decoded_bbox') and (d.update(loss_bbox=dict(type='RotatedIoULoss', loss_weight=1.0)) or True))
part('anchors of the coarse levels for the fine ones', PYTHON, ('YOLOAnchorGenerator', 'mmdet.YOLOAnchorGenerator'), 'base_sizes', lambda v: type(v)(v[::-1]))
anywhere('a level without its weight', PYTHON, 'obj_level_weights', shorter)
section('strides of the module alone', (E,), 'model.bbox_head.head_module', lambda d: put(d, 'featmap_strides', is_numbers, lambda v: [x // 2 for x in v]))
section('strides of the decoder alone', PYTHON, 'model.bbox_head', lambda d: put(d, 'featmap_strides', is_numbers, lambda v: list(v)[::-1]))
part('anchors of another picture', PYTHON, ('SSDAnchorGenerator',), 'input_size', lambda v: 512 if v == 300 else 300)
part('ratios of one level less', PYTHON, ('SSDAnchorGenerator',), 'ratios', shorter)
part('a level less of the single shot', PYTHON, ('SSDHead',), 'in_channels', shorter)
part('a share in per cent', PYTHON, ('RandomSampler', 'mmdet.RandomSampler', 'InstanceBalancedPosSampler'), 'pos_fraction', lambda v: int(v * 100) if v < 1 else None)
each_typed('an assigner without its count', PYTHON, ('ATSSAssigner', 'TaskAlignedAssigner', 'DynamicSoftLabelAssigner', 'BatchTaskAlignedAssigner'), lambda d: d.get('type', '').endswith('ATSSAssigner') and gone(d, 'topk'))
section('masks of no size', PYTHON, 'model.train_cfg.rcnn', lambda d: gone(d, 'mask_size'))
part('grids of one level less', PYTHON, ('SOLOHead', 'SOLOV2Head', 'DecoupledSOLOHead', 'DecoupledSOLOLightHead'), 'num_grids', shorter)
part('fused at a level that there is not', PYTHON, ('FusedSemanticHead',), 'fusion_level', lambda v: v + 5)
change('prototypes of another number', PYTHON, 'model.bbox_head.num_protos', times(2))
each_typed('a positional code of half the width', PYTHON, ('SinePositionalEncoding', 'mmdet.SinePositionalEncoding'), lambda d: put(d, 'num_feats', is_int, lambda v: v // 2))
add('positions of half the width', (E,), lambda c: put(at(c, 'model.positional_encoding', {}), 'num_feats', is_int, lambda v: v // 2))
anywhere('a weight of classes that are gone', PYTHON, 'class_weight', lambda v: v[1:] if isinstance(v, (list, tuple)) and len(v) > 9 else None)
part('deltas of a box that does not turn', PYTHON, ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHTRBBoxCoder', 'MidpointOffsetCoder', 'DeltaXYWHAHBBoxCoder', 'DeltaXYWHTHBBoxCoder'), 'target_stds', shorter)
part('angles of another definition in the coder', (C,), ('DeltaXYWHAOBBoxCoder', 'MidpointOffsetCoder', 'CSLCoder', 'GVFixCoder', 'DeltaXYWHAHBBoxCoder'), 'angle_range', lambda v: 'oc' if v == 'le90' else 'le90')
part('boxes are suppressed as if they were straight', (E,), ('nms_rotated',), 'type', to('nms'))
add('suppression of another project', (C,), lambda c: put(at(c, 'model.test_cfg.rcnn') or at(c, 'model.test_cfg') or {}, 'nms', lambda v: isinstance(v, dict) and 'iou_thr' in v and 'type' not in v, dict(type='nms', iou_threshold=0.1)))
section('a cascade of one more in segments', PYTHON, 'model', lambda d: d.get('type') == 'CascadeEncoderDecoder' and put(d, 'num_stages', is_int, lambda v: v + 1))
section('an auxiliary head one level later', PYTHON, 'model.auxiliary_head', lambda d: put(d, 'in_index', lambda v: v == 2, 3))
part('shallow features of another width', PYTHON, ('DepthwiseSeparableASPPHead',), 'c1_in_channels', lambda v: v // 4 if v else None)
section('a window without its steps', PYTHON, 'model.test_cfg', lambda d: d.get('mode') == 'slide' and gone(d, 'stride'))
section('whole pictures in windows', PYTHON, 'model.test_cfg', lambda d: put(d, 'mode', lambda v: v == 'whole', 'slide'))
section('a few classes, the best of five', (E,), 'model.head', lambda d: d.get('type') in ('LinearClsHead', 'VisionTransformerClsHead') and put(d, 'num_classes', lambda v: v > 5, 3))
add('one-hot labels of other classes', (E,), lambda c: at(c, 'model.train_cfg.augments') and next((d.update(num_classes=10) or True for d in (at(c, 'model.data_preprocessor'), c.get('data_preprocessor')) if isinstance(d, dict) and d.get('num_classes', 10) != 10), None))

# --- pictures: steps and their arguments ---

step('panoptic labels by the plain step', PYTHON, lambda s: next((x.update(type='LoadAnnotations') or True for x in s if is_step(x, 'LoadPanopticAnnotations')), None))
each_typed('one size without a range', (E,), ('RandomResize',), lambda d: is_numbers(d.get('scale')) and gone(d, 'ratio_range'))
each_typed('a range of three sizes', (C,), ('Resize',), lambda d: isinstance(d.get('img_scale'), (list, tuple)) and len(d['img_scale']) > 2 and not is_numbers(d['img_scale']) and (d.update(multiscale_mode='range') or True))
each_typed('a range of many sizes and a ratio', (C,), ('Resize',), lambda d: isinstance(d.get('img_scale'), (list, tuple)) and len(d['img_scale']) > 1 and not is_numbers(d['img_scale']) and 'ratio_range' not in d and (d.update(ratio_range=(0.5, 2.0)) or True))
add('results without their image', (E,), lambda c: next((d.update(meta_keys=('img_path', 'ori_shape', 'img_shape', 'scale_factor')) or True for d in typed(test(c), 'PackDetInputs') if at(c, 'val_evaluator.type', '').endswith('CocoMetric')), None))
add('results without the size of before', (E,), lambda c: next((d.update(meta_keys=tuple(k for k in d['meta_keys'] if k != 'ori_shape')) or True for d in typed(test(c), 'PackDetInputs', 'PackSegInputs') if 'ori_shape' in (d.get('meta_keys') or ())), None))
each_typed('corners taken for widths', PYTHON, ('Albu', 'mmdet.Albu'), lambda d: isinstance(d.get('bbox_params'), dict) and put(d['bbox_params'], 'format', lambda v: v == 'pascal_voc', 'coco'))
each_typed('labels left behind by a library', PYTHON, ('Albu', 'mmdet.Albu'), lambda d: isinstance(d.get('bbox_params'), dict) and put(d['bbox_params'], 'label_fields', lambda v: v, []))
part('a cache of two for a mosaic', (E,), ('CachedMosaic', 'Mosaic', 'mmdet.CachedMosaic'), 'max_cached_images', to(2), ('train_dataloader',))
each_typed('a border of the size of before', PYTHON, ('RandomAffine', 'YOLOv5RandomAffine'), lambda d: put(d, 'border', is_numbers, lambda v: tuple(x // 2 for x in v)))
part('a mosaic of a smaller size than its frame', PYTHON, ('Mosaic', 'mmdet.Mosaic'), 'img_scale', lambda v: tuple(x // 2 for x in v), ('train_dataloader', 'data'))
section('shapes of batches of another size', (E,), ('val_dataloader.dataset.batch_shapes_cfg',), lambda d: put(d, 'img_size', is_int, lambda v: 2 * v))
step('labels are loaded behind the crop', PYTHON, after(('LoadAnnotations',), ('RandomCrop', 'RandomFlip')))
add('only tests swap their channels', (C,), lambda c: next((d.update(channel_order='rgb') or True for s in typed(at(c, 'data.test'), 'MultiScaleFlipAug') for d in typed(at(c, 'data.test'), 'LoadImageFromFile')), None))
add('only tests are grey', PYTHON, lambda c: next((d.update(color_type='grayscale') or True for d in typed(test(c), 'LoadImageFromFile')), None))
step('packed as tensors twice', (E,), lambda s: is_step(s[-1], 'PackDetInputs', 'PackSegInputs', 'PackInputs') and (s.insert(-1, dict(type='ToTensor', keys=['img'])) or True))
step('a step that deletes', PYTHON, lambda s: len(s) > 2 and isinstance(s[1], dict) and (s[1].update(_delete_=True) or True))
add('clouds stacked as they are', (E,), lambda c: c['train_dataloader'].update(collate_fn=dict(type='default_collate')) or True, lambda c: c.get('default_scope') == 'mmdet3d' and any(typed(c['train_dataloader'], 'LoadPointsFromFile')))
add('pictures of all sizes stacked', (E,), lambda c: c['train_dataloader'].update(collate_fn=dict(type='default_collate')) or True,
    lambda c: c.get('default_scope') == 'mmdet' and any(d.get('keep_ratio') for d in typed(c['train_dataloader'], 'Resize', 'RandomChoiceResize')) and not any(typed(c['train_dataloader'], 'Pad', 'RandomCrop', 'Mosaic', 'CachedMosaic', 'Expand')))
add('batches by shapes that nobody knows', (E,), lambda c: c['train_dataloader'].update(batch_sampler=dict(type='AspectRatioBatchSampler')) or True, lambda c: c.get('default_scope') in ('mmseg', 'mmpose', 'mmpretrain', 'mmaction', 'mmocr'))
add('names of classes beside the data', (E,), lambda c: c['train_dataloader'].update(metainfo=dict(classes=('car', 'bus'))) or True)
section('folders of the other kind of data', (E,), DATA, lambda d: put(d, 'data_prefix', lambda v: isinstance(v, dict) and set(v) == {'img_path', 'seg_map_path'}, lambda v: dict(img=v['img_path'], seg=v['seg_map_path'])))
section('the folder of images by another key', (E,), DATA, lambda d: str(d.get('type')).endswith('CocoDataset') and put(d, 'data_prefix', lambda v: isinstance(v, dict) and set(v) == {'img'}, lambda v: dict(img_path=v['img'])))
section('clips in the folder of images', (E,), DATA, lambda d: put(d, 'data_prefix', lambda v: isinstance(v, dict) and set(v) == {'video'}, lambda v: dict(img=v['video'])))
section('texts in the folder of images', (E,), [d + s for d in DATA for s in ('', '.datasets.0')], lambda d: put(d, 'data_prefix', lambda v: isinstance(v, dict) and set(v) == {'img_path'}, lambda v: dict(img=v['img_path'])))
each_typed('branches that nobody asks for', (E,), ('MultiBranch',), lambda d: 'sup' in d and (d.update(supervised=d.pop('sup')) or True))
section('shares of three sources', (E,), 'train_dataloader.sampler', lambda d: put(d, 'source_ratio', is_numbers, lambda v: [*v, 1]))
add('a teacher that stays as it is', (E,), lambda c: c.pop('custom_hooks', None) is not None or None, lambda c: any(typed(c.get('custom_hooks') or [], 'MeanTeacherHook')))

# --- points, boxes in 3D, views ---

add('pillars of two storeys', PYTHON, lambda c: bool(next(typed(c['model'], 'PointPillarsScatter'), None)) and is_numbers(first(c['model'], 'voxel_size')) and everywhere(used(c), first(c['model'], 'voxel_size'), [*first(c['model'], 'voxel_size')[:2], first(c['model'], 'voxel_size')[2] / 2]) > 1 or None)
add('a longer range, the same canvas', PYTHON, lambda c: bool(next(typed(c['model'], 'PointPillarsScatter'), None)) and (lambda r: is_numbers(r) and everywhere(used(c), r, [r[0], r[1], r[2], r[3] + 32, r[4], r[5]]) > 1)(first(c['model'], 'point_cloud_range')) or None)
add('a longer range, the same shape', (T,), lambda c: (lambda r: is_numbers(r) and everywhere(used(c), r, [1.25 * r[0], 1.25 * r[1], r[2], 1.25 * r[3], 1.25 * r[4], r[5]]) > 1)(at(c, 'model.encoders.lidar.voxelize.point_cloud_range')) or None)
part('a layer of voxels less', PYTHON, ('SparseEncoder', 'BEVFusionSparseEncoder', 'SparseEncoderSASSD'), 'sparse_shape', lambda v: [v[0] - 1, *v[1:]] if v[0] % 2 else None)
part('a sparse shape with z first', (T,), ('SparseEncoder',), 'sparse_shape', lambda v: [v[2], v[0], v[1]])
anywhere('a limit of voxels for training alone', ALL, 'max_voxels', lambda v: list(v)[:1] if is_numbers(v) and len(v) == 2 else None)
section('voxels without a limit for pillars of one', (E,), ('model.data_preprocessor',), lambda d: put(d, 'voxel_type', lambda v: v == 'hard', 'dynamic'))
section('dynamic voxels for an encoder of hard ones', (E,), ('model.data_preprocessor',), lambda d: 'voxel_layer' in d and 'voxel_type' not in d and (d.update(voxel_type='dynamic') or True))
part('a code of velocities that nobody predicts', PYTHON, ('DeltaXYZWLHRBBoxCoder',), 'code_size', to(9, lambda v: v == 7))
each_typed('a coder with velocities for boxes without', PYTHON, ('DeltaXYZWLHRBBoxCoder',), lambda d: 'code_size' not in d and (d.update(code_size=9) or True))
anywhere('no branch of velocities', PYTHON, 'common_heads', lambda v: {k: x for k, x in v.items() if k != 'vel'} if 'vel' in v else None)
anywhere('sizes of two numbers', PYTHON, 'common_heads', lambda v: {**v, 'dim': (2, 2)} if 'dim' in v else None)
add('tasks in another order than classes', ALL, lambda c: next((d.update(tasks=[d['tasks'][1], d['tasks'][0], *d['tasks'][2:]]) or True for d in dicts(c['model']) if str(d.get('type')).endswith('CenterHead') and len(d.get('tasks') or ()) > 1), None))
add('pasted classes in another order', ALL, lambda c: next((d.update(classes=list(d['classes'])[::-1]) or True for d in dicts(used(c)) if 'sample_groups' in d and len(d.get('classes') or ()) > 1), None))
add('an assigner less than anchors', PYTHON, lambda c: next((d.update(assigner=d['assigner'][:-1]) or True for d in dicts(at(c, 'model.train_cfg')) if isinstance(d.get('assigner'), list) and len(d['assigner']) > 1), None))
each_typed('no labels of points', PYTHON, ('LoadAnnotations3D',), lambda d: any([gone(d, k) for k in ('with_seg_3d', 'with_mask_3d')]))
each_typed('no depths of boxes', PYTHON, ('LoadAnnotations3D',), lambda d: gone(d, 'with_bbox_depth'))
each_typed('no attributes', PYTHON, ('LoadAnnotations3D',), lambda d: put(d, 'with_attr_label', lambda v: v is True, False))
step('classes of points as they are numbered', PYTHON, drop('PointSegClassMapping'))
step('an image without its camera', PYTHON, lambda s: next((x.update(type='LoadImageFromFile') or True for x in s if is_step(x, 'LoadImageFromFileMono3D')), None))
part('points that are ignored are a class', PYTHON, ('PointNet2Head', 'PAConvHead', 'DGCNNHead'), 'ignore_index', to(255, lambda v: v != 255))
part('samples of other classes', PYTHON, ('IndoorPatchPointSample',), 'num_classes', lambda v: v + 5, ('train_dataloader', 'data'))
part('a grid of another resolution', (E,), ('Asymm3DSpconv',), 'grid_size', lambda v: [v[0] // 2, *v[1:]])
section('cylinders of another grid', (E,), 'model.data_preprocessor.voxel_layer', lambda d: put(d, 'grid_shape', is_numbers, lambda v: [v[0], v[1], v[2] * 2]))
part('a set abstraction of fewer points', PYTHON, ('PointNet2SASSG',), 'num_points', shorter)
anywhere('votes of half the width', PYTHON, 'vote_module_cfg', lambda v: {**v, 'in_channels': v['in_channels'] // 2} if 'in_channels' in v else None)
part('sizes of another number', PYTHON, ('PartialBinBasedBBoxCoder', 'GroupFree3DBBoxCoder'), 'num_sizes', lambda v: v + 2)
section('keypoints of another range', PYTHON, 'model.points_encoder', lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [0, -20, -3, 40, 20, 1]))
section('voxels of another size around keypoints', PYTHON, 'model.points_encoder', lambda d: put(d, 'voxel_size', is_numbers, lambda v: [2 * x for x in v]))
anywhere('frames of the past that are not loaded', PYTHON, 'num_adj', lambda v: v + 3)
anywhere('a head of more frames than are loaded', PYTHON, 'num_frame_losses', lambda v: v + 4)
part('points that pillars do not share', PYTHON, ('MSDeformableAttention3D',), 'num_points', to(6), ('model',))
part('the axes of a room', PYTHON, ('LoadPointsFromFile',), 'coord_type', to('DEPTH', lambda v: v == 'LIDAR'), ('train_dataloader', 'data'))
add('tests without sweeps', ALL, lambda c: any(typed(c['model'], 'HardVFE', 'PillarFeatureNet', 'SparseEncoder', 'BEVFusionSparseEncoder', 'HardSimpleVFE', 'DynamicVFE'))
    and any([drop('LoadPointsFromMultiSweeps')(d['pipeline']) for d in dicts(test(c)) if isinstance(d.get('pipeline'), list)]) or None)
each_typed('objects are filtered by a smaller range', PYTHON, ('ObjectRangeFilter',), lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [x * 2 for x in v]))
step('shuffled and formatted, then cut', PYTHON, after(('PointsRangeFilter',), ('DefaultFormatBundle3D', 'Pack3DDetInputs')))

# --- BEVFusion ---

add('a map of other cells than the labels', (T,), lambda c: next((d.update(xbound=[d['xbound'][0], d['xbound'][1], d['xbound'][2] / 2]) or True for d in typed(at(c, 'data.train'), 'LoadBEVSegmentation')), None))
add('a map that is not collected', (T,), lambda c: next((d.update(keys=[k for k in d['keys'] if k != 'gt_masks_bev']) or True for d in typed(at(c, 'data.train'), 'Collect3D') if at(c, 'model.heads.map')), None))
each_typed('one share of the size', (T,), ('ImageAug3D',), lambda d: put(d, 'resize_lim', is_numbers, lambda v: v[0]))
part('levels of the same stride', (T,), ('SECONDFPN',), 'upsample_strides', lambda v: [1] * len(v))
section('a view of a coarser map', (T,), 'model.encoders.camera.vtransform', lambda d: put(d, 'downsample', is_int, 1))
change('gradients are cut to nothing', (T,), 'optimizer_config.grad_clip.max_norm', to(-35))
change('an interval as a list', (T,), 'log_config.interval', lambda v: [v])
section('a run of the other runner', (T,), 'runner', lambda d: put(d, 'type', lambda v: True, 'IterBasedRunner'))
add('a box of eight numbers', (T,), lambda c: next((d.update(code_size=8) or True for d in dicts(c['model']) if d.get('code_size') == 10), None))

# --- keypoints ---

section('a map of features of another picture', (E,), 'model.head', lambda d: put(d, 'in_featuremap_size', is_numbers, lambda v: tuple(x * 2 for x in v)))
section('a picture of another size for the head', (E,), 'model.head', lambda d: put(d, 'input_size', is_numbers, lambda v: tuple(x * 2 for x in v)))
section('bins of another number', (E,), 'model.head', lambda d: put(d, 'simcc_split_ratio', lambda v: True, lambda v: v + 1))
section('deconvolutions without their kernels', (E,), 'model.head', lambda d: d.get('type') == 'HeatmapHead' and 'deconv_out_channels' not in d and (d.update(deconv_out_channels=(256, 256), deconv_kernel_sizes=(4, 4, 4)) or True))
section('bins for maps', (E,), 'model.head.loss', lambda d: put(d, 'type', lambda v: v == 'KeypointMSELoss', 'KLDiscretLoss'))
section('all people at once', (E,), DATA, lambda d: put(d, 'data_mode', lambda v: v == 'topdown', 'bottomup'))
step('the box moves behind the crop', (E,), after(('RandomBBoxTransform',), ('TopdownAffine',)))
step('targets before the crop', PYTHON, swap(('GenerateTarget', 'TopDownGenerateTarget'), ('TopdownAffine', 'TopDownAffine')))
add('suppression by a word of nobody', (E,), lambda c: evaluators(c, lambda d: d.get('type') == 'CocoMetric' and c.get('default_scope') == 'mmpose' and (d.update(nms_mode='soft_oks') or True)))
add('scores by a word of nobody', (E,), lambda c: evaluators(c, lambda d: d.get('type') == 'CocoMetric' and c.get('default_scope') == 'mmpose' and (d.update(score_mode='bbox_keypoints') or True)))
section('a larger picture, the same maps', (C,), 'data.train.data_cfg', lambda d: put(d, 'image_size', is_numbers, lambda v: [x + 64 for x in v]))
renamed('a share of flips of another step', (C,), ('TopDownRandomFlip', 'BottomUpRandomFlip'), 'flip_prob', 'flip_ratio')
renamed('a turn under another name', (C,), ('TopDownGetRandomScaleRotation',), 'rot_factor', 'rotate_factor')
renamed('a width of targets under another name', (C,), ('TopDownGenerateTarget',), 'sigma', 'sigmas')
each_typed('unbiased in one of two places', (C,), ('TopDownAffine',), lambda d: put(d, 'use_udp', lambda v: v is True, False))
each_typed('channels for tensors', (C,), ('NormalizeTensor',), lambda d: d.update(to_rgb=True) or True)
renamed('a half of the body under another name', (C,), ('TopDownHalfBodyTransform',), 'prob_half_body', 'half_body_prob')
step('tensors before the crop', (C,), after(('ToTensor',), ('TopDownGenerateTarget',)))
step('normalised before they are tensors', (C,), swap(('ToTensor',), ('NormalizeTensor',)))

# --- rotated boxes ---

renamed('scale of a turned image', (C,), ('RResize',), 'img_scale', 'scale')
renamed('a share of turned flips', (C,), ('RRandomFlip',), 'flip_ratio', 'prob')
each_typed('flips by another angle', (C,), ('RRandomFlip',), lambda d: put(d, 'version', lambda v: v in ('le90', 'le135', 'oc'), lambda v: 'oc' if v != 'oc' else 'le90'))
section('data of another angle', (C,), 'data.train', lambda d: put(d, 'version', lambda v: v in ('le90', 'le135', 'oc'), lambda v: 'oc' if v != 'oc' else 'le90'))
step('corners for a model of angles', (E,), drop('ConvertBoxType'))
each_typed('boxes to convert under another name', (E,), ('ConvertBoxType',), lambda d: 'box_type_mapping' in d and (d.update(mapping=d.pop('box_type_mapping')) or True))
each_typed('turned boxes by another word', (E,), ('ConvertBoxType',), lambda d: put(d, 'box_type_mapping', lambda v: True, dict(gt_bboxes='obb')))
each_typed('a turn of one step for another', (C,), ('PolyRandomRotate',), lambda d: 'rotate_ratio' in d and (d.update(prob=d.pop('rotate_ratio')) or True))
add('turned boxes measured as straight ones', (E,), lambda c: evaluators(c, lambda d: d.get('type') == 'DOTAMetric' and (d.update(metric='bbox') or True)))

# --- clips, skeletons ---

part('half of the frames', PYTHON, ('SampleFrames', 'UniformSample'), 'clip_len', lambda v: v // 2 if v > 4 else None, ('train_dataloader', 'data'))
add('frames drawn at random in tests', PYTHON, lambda c: any([gone(d, 'test_mode') for d in typed(test(c), 'SampleFrames', 'UniformSample', 'UniformSampleFrames')]) or None)
step('clips without a reader', PYTHON, drop('DecordInit', 'PyAVInit', 'OpenCVInit'))
section('frames of a data set of clips', PYTHON, DATA, lambda d: put(d, 'type', lambda v: v == 'VideoDataset', 'RawframeDataset'))
step('no layout of frames', PYTHON, drop('FormatShape', 'FormatGCNInput'))
add('the best of k by another word', (E,), lambda c: evaluators(c, lambda d: d.get('type') == 'AccMetric' and (d.update(metric_list=('top_k_acc', 'mean_class_acc')) or True)))
each_typed('joints of nobody', PYTHON, ('GenSkeFeat', 'JointToBone', 'PreNormalize2D'), lambda d: put(d, 'dataset', lambda v: True, 'ntu') or put(d, 'feats', lambda v: True, ['joint']))
anywhere('a skeleton of other joints', PYTHON, 'graph_cfg', lambda v: {**v, 'layout': 'coco'} if v.get('layout') in ('nturgb+d', 'ntu-rgb+d') else None)
section('proportions of people per cent', PYTHON, ('model.cls_head',), lambda d: put(d, 'dropout_ratio', lambda v: v, 50))
section('classes of the clips alone', PYTHON, 'model.cls_head', lambda d: put(d, 'in_channels', is_int, lambda v: v + 256))

# --- texts ---

add('a line of another height', PYTHON, lambda c: str(at(c, 'model.type')).startswith('CRNN') and next((d.update(height=48) or True for d in typed(train(c), 'RescaleToHeight', 'Resize', 'ResizeOCR') if d.get('height') == 32), None))

each_typed('no polygons', (E,), ('LoadOCRAnnotations',), lambda d: gone(d, 'with_polygon'))
each_typed('no texts', (E,), ('LoadOCRAnnotations',), lambda d: gone(d, 'with_text'))
each_typed('words without an end', (E,), ('Dictionary',), lambda d: put(d, 'with_end', lambda v: v is True, False))
each_typed('lines of two keys and one place', PYTHON, ('LineStrParser',), lambda d: put(d, 'keys_idx', is_numbers, lambda v: v[:1]))
renamed('the height of a line under another name', (C,), ('ResizeOCR',), 'height', 'h')
renamed('a width of lines a letter off', (C,), ('ResizeOCR',), 'max_width', 'max_widths')
each_typed('channels of normalised texts', (C,), ('NormalizeOCR',), lambda d: d.update(to_rgb=True) or True)
renamed('shrunk by another name', (C,), ('DBNetTargets', 'TextSnakeTargets', 'PANetTargets'), 'shrink_ratio', 'shrink_ratios')
renamed('a size of crops under another name', (C,), ('EastRandomCrop', 'RandomCropInstances', 'RandomCropPolyInstances'), 'target_size', 'crop_size')
each_typed('formatted without keys', (C,), ('CustomFormatBundle',), lambda d: gone(d, 'keys'))
step('no targets of texts', (C,), drop('DBNetTargets', 'TextSnakeTargets', 'PANetTargets', 'FCENetTargets', 'DRRGTargets'))
step('tensors behind the end', (C,), after(('ToTensorOCR',), ('Collect',)))

# --- tracking ---

section('a backbone beside the detector', PYTHON, 'model', lambda d: isinstance(d.get('detector'), dict) and 'backbone' in d['detector'] and (d.update(backbone=d['detector'].pop('backbone')) or True))
section('a detector without a type', PYTHON, 'model.detector', lambda d: gone(d, 'type'))
section('a neck of the detector of another width', PYTHON, 'model.detector.neck', lambda d: put(d, 'in_channels', is_numbers, lambda v: [x // 2 for x in v]))
section('classes of the detector a letter off', PYTHON, ('model.detector.roi_head.bbox_head', 'model.detector.bbox_head'), lambda d: 'num_classes' in d and (d.update(num_class=d.pop('num_classes')) or True))
section('a detector with the arguments of another', PYTHON, 'model.detector.backbone', lambda d: 'depth' in d and (d.update(num_layers=d.pop('depth')) or True))
section('a deeper detector, the same neck', PYTHON, 'model.detector.backbone', lambda d: put(d, 'depth', lambda v: v in (50, 101), 18))
section('a tracker a letter off', PYTHON, 'model.tracker', lambda d: 'obj_score_thr' in d and (d.update(obj_score_thrs=d.pop('obj_score_thr')) or True))
section('a motion of nobody', PYTHON, 'model.motion', lambda d: put(d, 'type', lambda v: v == 'KalmanFilter', 'KalmanFilters'))
section('people of another width', PYTHON, ('model.reid.head', 'model.head'), lambda d: str(d.get('type')) == 'LinearReIDHead' and put(d, 'in_channels', is_int, lambda v: v // 2))
section('tests beside the detector', PYTHON, 'model', lambda d: isinstance(at(d, 'detector.test_cfg'), dict) and (d.update(test_cfg=d['detector'].pop('test_cfg')) or True))
renamed('shared flips a letter off', (C,), ('SeqRandomFlip', 'SeqResize', 'SeqPhotoMetricDistortion'), 'share_params', 'share_param')
each_typed('frames around it in quotes', PYTHON, ('ImagenetVIDDataset', 'MOTChallengeDataset'), lambda d: isinstance(d.get('ref_img_sampler'), dict) and put(d['ref_img_sampler'], 'num_ref_imgs', is_int, str))
renamed('keys of clips a letter off', (C,), ('VideoCollect',), 'keys', 'key')

# --- schedules, optimizers, precision ---

add('two schedules at once', (E,), lambda c: (lambda n: is_int(n) and n > 9 and (c.update(param_scheduler=[dict(type='CosineAnnealingLR', T_max=n, eta_min=1e-6, begin=0, end=n, by_epoch=True), dict(type='CosineAnnealingLR', T_max=n, eta_min=1e-6, begin=0, end=n, by_epoch=True)]) or True))(at(c, 'train_cfg.max_epochs')))
add('a cycle of no length', (E,), lambda c: at(c, 'train_cfg.max_epochs') and (c.update(param_scheduler=[dict(type='OneCycleLR', eta_max=0.01, by_epoch=True)]) or True))
add('epochs written in iterations', (E,), lambda c: (lambda n: is_int(n) and (c.update(param_scheduler=[dict(type='CosineAnnealingLR', T_max=n * 1000, begin=0, end=n, by_epoch=True)]) or True))(at(c, 'train_cfg.max_epochs')))
section('milestones by iteration', (C,), 'lr_config', lambda d: d.get('policy') == 'step' and 'by_epoch' not in d and (d.update(by_epoch=False) or True))
add('checkpoints by epochs of iterations', (C,), lambda c: 'IterBased' in str(at(c, 'runner.type')) and isinstance(c.get('checkpoint_config'), dict) and (c['checkpoint_config'].update(by_epoch=True) or True))
add('layers of no number', PYTHON, lambda c: next((d['paramwise_cfg'].pop('num_layers') and True for d in (c.get('optim_wrapper'), c.get('optimizer')) if isinstance(d, dict) and 'num_layers' in (d.get('paramwise_cfg') or ()) and 'Decay' in str(d.get('constructor'))), None))
section('a scaler of another framework', (E,), 'optim_wrapper', lambda d: 'optimizer' in d and (d.update(type='AmpOptimWrapper', loss_scale=dict(init_scale=512., window=1000)) or True))
add('half precision by the old hook', (E,), lambda c: c.setdefault('custom_hooks', []).append(dict(type='Fp16OptimizerHook', loss_scale=512.)) or True, lambda c: isinstance(c.get('custom_hooks', []), list))
section('no steps are gathered', (E,), 'optim_wrapper', lambda d: 'optimizer' in d and (d.update(accumulative_counts=0) or True))
section('a part as an optimizer', (E,), 'optim_wrapper', lambda d: put(d, 'optimizer', lambda v: isinstance(v, dict) and 'type' in v, lambda v: [v]))
section('epsilon in the wrapper', (E,), 'optim_wrapper', lambda d: 'optimizer' in d and (d.update(weight_decay=0.01) or True))

# --- hooks, loops, runs ---

hooked('an average of now alone', ('EMAHook', 'ExpMomentumEMAHook'), lambda d: put(d, 'momentum', lambda v: v < 0.5, 0.9998))
hooked('a switch without what is switched to', ('PipelineSwitchHook', 'mmdet.PipelineSwitchHook'), lambda d: gone(d, 'switch_pipeline'))
hooked('parameters for another length', ('YOLOv5ParamSchedulerHook', 'PPYOLOEParamSchedulerHook', 'RTMDetParamSchedulerHook'), lambda d: put(d, 'max_epochs', is_int, lambda v: 2 * v))
add('watched without its prefix', (E,), lambda c: at(c, 'val_evaluator.type') in ('CocoMetric', 'mmdet.CocoMetric') and c.get('default_scope') in ('mmdet', 'mmyolo') and (c.setdefault('custom_hooks', []).append(dict(type='EarlyStoppingHook', monitor='bbox_mAP', patience=5)) or True))
add('the loss is watched', (E,), lambda c: c.get('val_evaluator') and isinstance(c.get('custom_hooks', []), list) and (c.setdefault('custom_hooks', []).append(dict(type='EarlyStoppingHook', monitor='loss', rule='less')) or True))
section('the best by the loss', (E,), 'default_hooks.checkpoint', lambda d: d.update(save_best='loss', rule='less') or True)
add('arguments of a logger a letter off', (E,), lambda c: isinstance(c.get('visualizer'), dict) and (c['visualizer'].update(vis_backends=[dict(type='WandbVisBackend', init_kwarg=dict(project='a'))]) or True))
add('arguments of a logger a letter off', (C,), lambda c: isinstance(at(c, 'log_config.hooks'), list) and (c['log_config']['hooks'].append(dict(type='WandbLoggerHook', init_kwarg=dict(project='a'))) or True))
add('a project of a logger', (C,), lambda c: isinstance(at(c, 'log_config.hooks'), list) and (c['log_config']['hooks'].append(dict(type='WandbLoggerHook', project='a')) or True))
add('the scope of the mother project', (E,), lambda c: c.get('default_scope') in ('mmyolo', 'mmrotate', 'mmocr', 'mmpose', 'mmaction') and (c.update(default_scope='mmdet') or True))
add('unused parameters a letter off', (C,), lambda c: c.update(find_unused_parameter=True) or True)
add('boxes and masks of a model of boxes', PYTHON, lambda c: not at(c, 'model.roi_head.mask_head') and not at(c, 'model.mask_head') and str(at(c, 'model.type')) in ('FasterRCNN', 'RetinaNet', 'FCOS', 'CascadeRCNN', 'ATSS', 'DETR') and any([d.update(metric=['bbox', 'segm']) or True for d in (c.get('val_evaluator'), c.get('evaluation')) if isinstance(d, dict) and d.get('metric') in ('bbox', ['bbox'])]) or None)
add('a test without its evaluator', (E,), lambda c: c.get('test_cfg') is not None and c.pop('test_evaluator', None) is not None or None)
add('boxes of another file', (E,), lambda c: evaluators(c, lambda d: put(d, 'ann_file', lambda v: isinstance(v, str) and 'val' in v, lambda v: v.replace('val', 'train'))))
section('trained in a loop of tests', (E,), 'train_cfg', lambda d: 'max_epochs' in d and (d.update(type='ValLoop') or True))

# --- inheritance; a comma behind a section makes a tuple of it ---

for name, path in (('optim_wrapper', 'optim_wrapper = dict(optimizer=dict(lr=0.01)),\n'), ('train_cfg', 'train_cfg = dict(max_epochs=20),\n'), ('model', 'model = dict(test_cfg=dict()),\n'), ('train_dataloader', 'train_dataloader = dict(batch_size=4),\n')):
    text('a comma behind %s' % name, (E,), path, name)
for name, path in (('optimizer', 'optimizer = dict(lr=0.01),\n'), ('runner', 'runner = dict(max_epochs=20),\n'), ('data', 'data = dict(samples_per_gpu=4),\n')):
    text('a comma behind %s' % name, (C,), path, name)
text('a section said twice', (E,), 'optim_wrapper = dict(clip_grad=dict(max_norm=10))\noptim_wrapper = dict(optimizer=dict(lr=0.001))\n', 'optim_wrapper.optimizer.lr')
text('a section said twice', (C,), 'data = dict(samples_per_gpu=1)\ndata = dict(workers_per_gpu=1)\n', 'data.samples_per_gpu')
text('a variable that no base has', PYTHON, 'work_dir = "./runs/{{_base_.experiment}}"\n')
text('a base as a variable', (E,), 'train_pipeline = _base_.train_pipelines\n')
text('a pipeline in the model', PYTHON, 'model = dict(pipeline=[])\n')
text('a backbone at a detector of two', PYTHON, 'model = dict(roi_head=dict(backbone=dict(depth=101)))\n', lambda c: at(c, 'model.roi_head.bbox_head'))
text('a list by numbers', (E,), "param_scheduler = {'0': dict(end=500)}\n", lambda c: isinstance(c.get('param_scheduler'), list))
text('a step by its number', (C,), 'data = dict(train=dict(pipeline={2: dict(img_scale=(640, 640))}))\n', lambda c: isinstance(at(c, 'data.train.pipeline'), list))
text('a type called', (E,), "optim_wrapper = dict(optimizer=AdamW(lr=0.001))\n", 'optim_wrapper.optimizer')
