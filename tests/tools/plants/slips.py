"""Slips of people who adapt a config: a value of another unit, half of a pair, a word that is nearly right, a key one level too high, of all generations; by a hand that had
read no rule and no other set."""
from plants.kinds import C, E, Kinds, PY, T, at, become, dicts, drop, each, inner, is_int, is_number, is_numbers, is_step, lost, moved_first, moved_last, pipeline_path, shorter
from plants.kinds import epochs, iters, length, loop, plain_wrapper, schedulers, steps_in, times, typed, used, with_

COPIES, ABOVE = Kinds(copies=True), Kinds()
ALL = (C, E, T)
on_all, on_py, on_c, on_e, on_t = COPIES.on(*ALL), COPIES.on(*PY), COPIES.on(C), COPIES.on(E), COPIES.on(T)
above = ABOVE.text


def name_of(d):
    return str(d.get('type', '')).split('.')[-1] if isinstance(d, dict) else ''


def where(test, make, of=lambda c: c.get('model')):
    """One mistake in the first dict of the model for which test(d) holds and which `make` takes."""
    return lambda c: next((True for d in dicts(of(c)) if test(d) and make(d)), None)


def kind(name, generations, parts, make):
    """In the first part of the model whose type holds one of these words."""
    COPIES.add(name, generations, where(lambda d: any(p in name_of(d) for p in parts), make))


def holder(name, generations, keys, make):
    """In the first dict of the model with all of these keys."""
    COPIES.add(name, generations, where(lambda d: all(k in d for k in keys), make))


def steps(name, generations, types, make, part='train'):
    COPIES.each_step(name, generations, types, make, part)


def order(name, generations, change, part='train'):
    def make(s):
        new = change(list(s))
        if not new or new == s:
            return None
        s[:] = new
        return True
    COPIES.step(name, generations, make, part)


def half(v):
    return v // 2 if is_int(v) and v > 1 else None


def text(v):
    return str(v) if is_number(v) else None


def last(by):
    return lambda v: type(v)([*v[:-1], type(v[-1])(v[-1] * by)]) if is_numbers(v) else None


def second(v):
    return type(v)(x if i != 1 else -x for i, x in enumerate(v)) if is_numbers(v) and len(v) > 1 and v[1] else None


def nothing(key):
    """null, as a copy of YAML inherits what it does not say."""
    return lambda d: d.get(key) is not None and not d.update({key: None})


def renamed(old, new):
    return lambda d: old in d and new not in d and not d.update({new: d.pop(old)})


def evaluators(c, part='val'):
    e = c.get(part + '_evaluator')
    return [x for x in (e if isinstance(e, list) else [e]) if isinstance(x, dict)]


def optimizer(c):
    o = at(c, 'optim_wrapper.optimizer') or c.get('optimizer')
    return o if isinstance(o, dict) and 'lr' in o else {}


def on_optimizer(name, generations, make):
    COPIES.add(name, generations, lambda c: make(optimizer(c)) or None)


def on_schedule(name, generations, make, *types):
    COPIES.add(name, generations, lambda c: any(make(s) for s in schedulers(c) if not types or s.get('type') in types) or None)


# --- fusion and its YAML ---

CAM, LID, VT = 'model.encoders.camera', 'model.encoders.lidar', 'model.encoders.camera.vtransform'
section = COPIES.section
section('a narrower neck before the view transform', T, CAM + '.neck', become('out_channels', 128))
section('a wider view transform, the fuser as it was', T, VT, become('out_channels', 128, lambda v: v == 80))
section('a fuser of one sensor for two', T, 'model.fuser', become('in_channels', lambda v: v[1:] if len(v) == 2 else None))
section('a narrower fuser', T, 'model.fuser', become('out_channels', half))
section('a narrower decoder', T, 'model.decoder.backbone', become('out_channels', last(0.5)))
section('necks of other widths than heads', T, 'model.decoder.neck', become('out_channels', each(0.5)))
section('one stage less of the decoder', T, 'model.decoder.backbone', become('layer_strides', shorter))
section('a head that reads half of its map', T, ('model.heads.object', 'model.heads.map'), become('in_channels', half))
section('40 levels of height instead of 41', T, LID + '.backbone', become('sparse_shape', lambda v: [*v[:2], 40] if v[2] == 41 else None))
section('a grid of half the voxels', T, LID + '.backbone', become('sparse_shape', lambda v: [v[0] // 2, v[1] // 2, v[2]]))
section('coarser voxels in the voxelizer alone', T, LID + '.voxelize', become('voxel_size', lambda v: [v[0] * 2, v[1] * 2, v[2]]))
section('a longer range in the voxelizer alone', T, LID + '.voxelize', become('point_cloud_range', lambda v: [0.0, *v[1:]]))
section('five numbers for the range', T, LID + '.voxelize', become('point_cloud_range', shorter))
section('cells of another size in the view transform', T, VT, become('xbound', last(2)))
section('a view transform of a shorter range', T, VT, become('ybound', lambda v: [v[0] / 2, v[1] / 2, v[2]]))
section('no downsampling of the BEV map', T, VT, become('downsample', 1, lambda v: v == 2))
section('a feature size of another stride', T, VT, become('feature_size', lambda v: [x // 2 for x in v]))
section('a picture of another size in the view transform', T, VT, become('image_size', lambda v: [x * 2 for x in v]))
section('width before height in the view transform', T, VT, become('image_size', lambda v: v[::-1]))
section('many levels of height', T, VT, become('zbound', lambda v: [v[0], v[1], 1.0] if v[2] == 20 else None))
section('depths that go backwards', T, VT, become('dbound', lambda v: [v[1], v[0], v[2]]))
section('depth without a step', T, VT, become('dbound', shorter))
section('a first level less of Swin', T, CAM + '.backbone', become('out_indices', lambda v: [0, 1, 2] if list(v) == [1, 2, 3] else None))
section('three stages and four counts of heads', T, CAM + '.backbone', become('depths', shorter))
section('half a window', T, CAM + '.backbone', become('window_size', 3.5))
section('weights without their type', PY, 'model.backbone', lambda d: isinstance(d.get('init_cfg'), dict) and lost('type')(d['init_cfg']))
section('channels of points and of voxels', T, LID + '.backbone', become('in_channels', 4, lambda v: v == 5))
section('bn in the order of an encoder', T, LID + '.backbone', become('order', ['conv', 'bn', 'relu']))
section('a stage less of paddings', T, LID + '.backbone', become('encoder_paddings', shorter))
section('a narrower sparse encoder', T, LID + '.backbone', become('output_channels', half))
section('a head of three classes', T, 'model.heads.object', become('num_classes', 3))
section('a coder of eight numbers', T, 'model.heads.object.bbox_coder', become('code_size', 8, lambda v: v == 10))
section('a coder of another stride', T, 'model.heads.object.bbox_coder', become('out_size_factor', 4, lambda v: v == 8))
section('a coder of other voxels', T, 'model.heads.object.bbox_coder', become('voxel_size', lambda v: [x * 2 for x in v]))
section('a grid for another range', T, 'model.heads.object.train_cfg', become('grid_size', lambda v: [v[0] // 2, v[1] // 2, v[2]]))
section('a grid of tests', T, 'model.heads.object.test_cfg', become('grid_size', lambda v: [v[0] * 2, v[1] * 2, v[2]]))
section('weights of eight codes', T, 'model.heads.object.train_cfg', become('code_weights', lambda v: v[:8] if len(v) == 10 else None))
section('nuscenes in small letters', T, ('model.heads.object.test_cfg', 'model.heads.object.train_cfg'), become('dataset', 'nuscenes', lambda v: v == 'nuScenes'))
section('a head without the speed', T, 'model.heads.object.common_heads', nothing('vel'))
section('another radius in words', T, 'model.heads.object.train_cfg', become('min_radius', 'two'))
section('a map head over another range', T, 'model.heads.map.grid_transform', become('output_scope', lambda v: [[-30, 30, 0.5], [-15, 15, 0.5]]))
section('a map head of another input', T, 'model.heads.map.grid_transform', become('input_scope', lambda v: [[a, b / 2, s] for a, b, s in v]))
section('a map class more', T, 'model.heads.map', become('classes', lambda v: [*v, 'sidewalk']))
section('a loss of maps that nobody knows', T, 'model.heads.map', become('loss', 'bce'))
COPIES.add('an encoder without its sensor', T, lambda c: len(at(c, 'model.encoders') or {}) > 1 and nothing('lidar')(c['model']['encoders']) or None)
COPIES.add('no fuser for two sensors', T, lambda c: sum(isinstance(v, dict) for v in (at(c, 'model.encoders') or {}).values()) > 1 and nothing('fuser')(c['model']) or None)
section('an encoder misspelt', T, 'model.encoders', lambda d: isinstance(d.get('camera'), dict) and renamed('camera', 'cameras')(d))
COPIES.add('data without a camera', T, lambda c: at(c, CAM) and [d.update(modality=dict(d['modality'], use_camera=False)) for d in [inner(c)] if at(d, 'modality.use_camera')] and True or None)
section('mixed precision in a word', T, ('fp16',), become('loss_scale', 'dynamc'))
section('a growth interval misspelt', T, ('fp16.loss_scale',), renamed('growth_interval', 'growth_intervals'))
section('runner without its length', T, ('runner',), nothing('max_epochs'))
section('samples in the wrong section', T, ('data.train',), lambda d: not d.update(samples_per_gpu=4))
section('a wrapper without its data', T, ('data.train',), nothing('dataset'))
section('a cyclic momentum beside cosine', T, ('lr_config',), lambda d: d.get('policy') == 'cyclic' and not d.update(policy='CosineAnnealing', by_epochs=True))
section('a growing warmup ratio', (C, T), ('lr_config',), become('warmup_ratio', 33.3))
section('a policy misspelt', (C, T), ('lr_config',), become('policy', 'CosineAnealing'))
section('clipping at nothing', (C, T), ('optimizer_config.grad_clip',), become('max_norm', 0))
section('a norm misspelt', (C, T), ('optimizer_config.grad_clip',), renamed('norm_type', 'norm'))
steps('pictures as tall as wide were', T, ('ImageAug3D',), become('final_dim', lambda v: v[::-1]))
steps('one factor for a pair', T, ('ImageAug3D',), become('resize_lim', 0.48))
steps('factors in per cent', T, ('ImageAug3D',), become('resize_lim', lambda v: [38, 55]))
steps('a mean of bytes for images of floats', T, ('ImageNormalize',), become('mean', [123.675, 116.28, 103.53]))
steps('rotation in degrees', ALL, ('GlobalRotScaleTrans',), lambda s: any(become(k, lambda v: [-45, 45])(s) for k in ('rot_lim', 'rot_range')))
steps('tests that augment', T, ('ImageAug3D',), become('is_train', True), part='test')
steps('tests that turn the cloud', T, ('GlobalRotScaleTrans',), lambda s: not s.update(is_train=True, rot_lim=[-0.78, 0.78]), part='test')
steps('more dimensions than a file has', ALL, ('LoadPointsFromFile',), become('use_dim', lambda v: 7 if is_int(v) else [*v, 9]))
steps('sweeps of other columns', T, ('LoadPointsFromMultiSweeps',), become('use_dim', 4))
steps('no picture collected', ALL, ('Collect3D', 'Collect', 'Pack3DDetInputs'), become('keys', lambda v: [k for k in v if k != 'img'] if 'points' in v else None))
steps('labels that are not collected', ALL, ('Collect3D', 'Pack3DDetInputs'), become('keys', lambda v: [k for k in v if k != 'gt_labels_3d'] if 'gt_masks_bev' not in v else None))
steps('cameras that nobody passes on', T, ('Collect3D',), become('meta_keys', lambda v: [k for k in v if k != 'lidar2image']))
steps('augmentation that nobody passes on', T, ('Collect3D',), become('meta_keys', lambda v: [k for k in v if k != 'img_aug_matrix']))
steps('classes of a paste that data lack', T, ('ObjectPaste',), lambda s: isinstance(at(s, 'db_sampler.sample_groups'), dict) and not s['db_sampler']['sample_groups'].update(van=2))
steps('names of a filter in capitals', T, ('ObjectNameFilter',), become('classes', lambda v: [x.capitalize() for x in v]))
order('normalized before it is cut', T, moved_first('ImageNormalize'))
order('filtered before it is loaded', T, moved_first('PointsRangeFilter'))
COPIES.lose('masks that nobody loads', T, ('LoadBEVSegmentation',))
COPIES.lose('a bundle that is lost', (C, T), ('DefaultFormatBundle3D', 'DefaultFormatBundle'))
COPIES.lose('pictures that nobody loads', ALL, ('LoadMultiViewImageFromFiles', 'LoadImageFromFile', 'BEVLoadMultiViewImageFromFiles'))
COPIES.lose('annotations that nobody loads', ALL, ('LoadAnnotations3D', 'LoadAnnotations'))
above('a variable that is not there', T, 'model:\n  heads:\n    object:\n      num_classes: ${len(objects)}\n', 'model.heads.object')
above('an index behind the list', T, 'data:\n  train:\n    dataset:\n      use_valid_flag: ${augment2d.resize[2]}\n', 'augment2d.resize')
above('epochs that only a name has', T, 'max_epoch: 24\n')
above('a number with a blank', T, 'optimizer:\n  lr: 2.0 e-4\n', 'optimizer.lr')
above('a rate without a point', T, 'optimizer:\n  lr: 2e-4\n', 'optimizer.lr')
above('an optimizer at another level', T, 'model:\n  optimizer:\n    lr: 5.0e-5\n', 'optimizer.lr')
above('heads one level too high', T, 'heads:\n  object:\n    num_classes: 3\n', 'model.heads.object')
above('batch at the top', T, 'samples_per_gpu: 8\n')
above('a tab for blanks', T, 'data:\n\tsamples_per_gpu: 8\n')
above('no blank behind a colon', T, 'data:\n  samples_per_gpu:8\n')
above('a list that is a text', T, "point_cloud_range: '[-54.0, -54.0, -5.0, 54.0, 54.0, 3.0]'\n", 'point_cloud_range')
above('yes in quotes', T, "cudnn_benchmark: 'no'\n")
above('a range alone', T, 'point_cloud_range: [-72.0, -72.0, -5.0, 72.0, 72.0, 3.0]\n', LID + '.backbone.sparse_shape')
above('voxels alone', T, 'voxel_size: [0.2, 0.2, 0.2]\n', LID + '.backbone.sparse_shape')

# --- models that look from above, and their forks ---

kind('a neck narrower than the view transform reads', C, ('CustomFPN', 'FPN_LSS'), become('out_channels', half))
holder('a finer grid', PY, ('grid_config', 'input_size'), lambda d: isinstance(at(d, 'grid_config.x'), (list, tuple)) and become('x', last(0.5))(d['grid_config']))
holder('grid without a step', PY, ('grid_config', 'input_size'), lambda d: become('depth', shorter)(d['grid_config']))
holder('a picture of another size than data', PY, ('grid_config', 'input_size'), become('input_size', lambda v: type(v)(x * 2 for x in v)))
holder('a view transform of another stride', PY, ('grid_config', 'downsample'), become('downsample', half))
holder('a BEV encoder of another width', C, ('numC_input',), become('numC_input', times(2)))
section('a head of another width than the BEV map', PY, ('model.pts_bbox_head',), become('in_channels', half))
COPIES.add('a class without a task', PY, where(lambda d: isinstance(d.get('tasks'), list) and len(d['tasks']) > 1 and isinstance(d['tasks'][-1], dict), lambda d: bool(d['tasks'].pop())))
COPIES.add('a task that counts more than it names', PY, where(lambda d: isinstance(at(d, 'tasks.0.class_names'), (list, tuple)) and 'num_class' in d['tasks'][0],
                                                              lambda d: not d['tasks'][0].update(num_class=d['tasks'][0]['num_class'] + 1)))
kind('a coder of another factor', PY, ('BBoxCoder', 'NMSFreeCoder'), become('out_size_factor', times(2)))
kind('a coder of another range', PY, ('CenterPointBBoxCoder', 'TransFusionBBoxCoder'), become('pc_range', lambda v: type(v)(x * 2 for x in v)))
kind('boxes without speed', PY, ('CenterPointBBoxCoder',), become('code_size', 7, lambda v: v == 9))
holder('weights of codes, one less', PY, ('code_weights',), become('code_weights', shorter))
kind('half the BEV queries', PY, ('BEVFormerHead', 'MapTRHead', 'VADHead', 'OccHead'), become('bev_h', half))
kind('a position embedding of other rows', PY, ('LearnedPositionalEncoding',), become('row_num_embed', half))
kind('attention of half the width', PY, ('MultiheadAttention', 'DeformableAttention', 'CrossAttention', 'SelfAttention'), become('embed_dims', half))
kind('levels of attention that necks do not give', PY, ('DeformableAttention', 'MSDeformableAttention3D'), become('num_levels', lambda v: v + 2))
kind('heads that do not divide', PY, ('MultiheadAttention', 'DeformableAttention', 'SwinTransformer'), lambda d: any(become(k, 7, is_int)(d) for k in ('num_heads',)))
kind('a position of twice the width', PY, ('SinePositionalEncoding', 'SinePositionalEncoding3D', 'LearnedPositionalEncoding'), become('num_feats', times(2)))
holder('an operation that nobody knows', PY, ('operation_order',), become('operation_order', lambda v: type(v)('crossattn' if x == 'cross_attn' else x for x in v) if 'cross_attn' in v else None))
holder('a norm less than operations', PY, ('operation_order',), become('operation_order', lambda v: type(v)([*v, 'ffnn'])))
kind('an assigner of planes for boxes in space', PY, ('HungarianAssigner3D',), with_(type='HungarianAssigner'))
holder('queries in quotes', PY, ('num_query',), become('num_query', text))
holder('queries in quotes, new', E, ('num_queries',), become('num_queries', text))
holder('positions in five numbers', PY, ('position_range',), become('position_range', shorter))
holder('a frame less than its losses', C, ('num_frame_losses',), become('num_frame_losses', 0))
holder('vectors elsewhere as they were', C, ('num_vec',), become('num_vec', 0))
section('cameras that the list lacks', C, ('data_config',), become('Ncams', lambda v: v - 1))
COPIES.add('fewer cameras in attention', C, where(lambda d: d.get('num_cams') == 6, become('num_cams', 5)))
COPIES.add('a queue of nothing', C, lambda c: become('queue_length', 0)(inner(c)) or None)
section('a stage of the image backbone alone', PY, ('model.img_backbone',), become('out_indices', shorter))
section('frozen beyond the last', ALL, ('model.backbone', 'model.img_backbone'), become('frozen_stages', 5))
section('deformable stages, three', PY, ('model.backbone', 'model.img_backbone'), become('stage_with_dcn', shorter))
steps('a camera matrix that nobody passes on', C, ('Collect3D', 'CustomCollect3D'), become('meta_keys', lambda v: [k for k in v if k != 'lidar2img'] if 'lidar2img' in v else None))
steps('means of floats', C, ('NormalizeMultiviewImage',), become('mean', lambda v: [round(x / 255, 3) for x in v]))
COPIES.lose('views that nobody normalizes', C, ('NormalizeMultiviewImage',))

# --- points ---

section('voxels of two numbers', PY, ('model.voxel_layer', 'model.pts_voxel_layer', 'model.data_preprocessor.voxel_layer'), become('voxel_size', shorter))
section('a range that ends before it begins', PY, ('model.voxel_layer', 'model.pts_voxel_layer', 'model.data_preprocessor.voxel_layer'), become('point_cloud_range', second))
section('one count for pairs of voxels', PY, ('model.voxel_layer', 'model.data_preprocessor.voxel_layer'), become('max_voxels', lambda v: [v[0]] if not is_int(v) else None))
kind('a pillar encoder of other points', PY, ('PillarFeatureNet',), become('in_channels', lambda v: v + 1))
kind('a scatter of another width', PY, ('PointPillarsScatter',), become('in_channels', half))
kind('a scatter of another grid', PY, ('PointPillarsScatter',), become('output_shape', lambda v: type(v)(x // 2 for x in v)))
kind('a shape in x, y, z', PY, ('SparseEncoder', 'SparseUNet'), become('sparse_shape', lambda v: type(v)(v[::-1]) if v[0] < v[-1] else None))
kind('strides that the neck does not undo', PY, ('SECONDFPN',), become('upsample_strides', lambda v: type(v)([*v[:-1], v[-1] * 2]) if len(v) > 1 else None))
kind('layers of one block less', PY, ('SECOND',), become('layer_nums', shorter))
kind('boxes of two classes for three ranges', PY, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), lambda d: len(d.get('ranges') or []) == len(d.get('sizes') or []) > 1 and become('sizes', shorter)(d))
kind('a size of two numbers', PY, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('sizes', lambda v: [list(x[:2]) for x in v]))
kind('rotations in degrees', PY, ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('rotations', lambda v: [0, 90] if len(v) == 2 else None))
COPIES.add('an assigner less than classes', PY, where(lambda d: isinstance(d.get('assigner'), list) and len(d['assigner']) > 1, lambda d: bool(d['assigner'].pop())))
steps('coordinates in small letters', PY, ('LoadPointsFromFile',), become('coord_type', 'lidar'))
COPIES.add('boxes of no sensor', PY, lambda c: become('box_type_3d', 'Radar', lambda v: v == 'LiDAR')(inner(c)) or None)
order('pasted after the range', PY, lambda s: moved_last('ObjectSample')(s) if any(is_step(x, 'ObjectSample') for x in s) else None)
order('shuffled before it is loaded', PY, moved_first('PointShuffle'))
steps('a range of the filter alone', PY, ('PointsRangeFilter',), become('point_cloud_range', lambda v: type(v)(x / 2 for x in v)))
steps('a pasted class without samples', PY, ('ObjectSample',), lambda s: isinstance(at(s, 'db_sampler.sample_groups'), dict) and not s['db_sampler']['sample_groups'].update(Tram=5))
COPIES.add('classes in another order than tests', PY, lambda c: next((become('classes', lambda v: type(v)(v[::-1]) if len(v) > 1 else None)(d) for d in dicts(inner(c, 'test')) if 'classes' in d), None) or None)

# --- boxes, masks, classes of pixels ---

section('classes of one head', PY, ('model.bbox_head', 'model.roi_head.bbox_head'), become('num_classes', 7))
section('masks of other classes than boxes', PY, ('model.roi_head.mask_head',), become('num_classes', 7))
section('pooled smaller than the head reads', PY, ('model.roi_head.bbox_roi_extractor.roi_layer',), become('output_size', 5))
section('masks of another width', PY, ('model.roi_head.mask_head',), become('in_channels', half))
section('a stride less than levels', PY, ('model.rpn_head.anchor_generator', 'model.bbox_head.anchor_generator'), become('strides', shorter))
section('anchors at other strides', PY, ('model.rpn_head.anchor_generator',), become('strides', each(2)))
section('scales as one number', PY, ('model.rpn_head.anchor_generator',), become('scales', 8))
section('a threshold in per cent', PY, ('model.test_cfg.rcnn', 'model.test_cfg'), become('score_thr', 5))
section('an overlap in per cent', PY, ('model.test_cfg.rcnn.nms', 'model.test_cfg.nms'), become('iou_threshold', 50))
section('an overlap under no name', PY, ('model.test_cfg.rcnn.nms', 'model.test_cfg.nms'), renamed('iou_threshold', 'iou_thresh'))
section('positives below negatives', PY, ('model.train_cfg.rcnn.assigner', 'model.train_cfg.assigner'), lambda d: 'pos_iou_thr' in d and not d.update(pos_iou_thr=0.3, neg_iou_thr=0.7))
section('a share above one', PY, ('model.train_cfg.rcnn.sampler', 'model.train_cfg.rpn.sampler'), become('pos_fraction', 25))
section('a count of samples in quotes', PY, ('model.train_cfg.rcnn.sampler', 'model.train_cfg.rpn.sampler'), become('num', text))
section('deviations of three', PY, ('model.bbox_head.bbox_coder', 'model.rpn_head.bbox_coder', 'model.roi_head.bbox_head.bbox_coder'), become('target_stds', shorter))
kind('a loss of the wrong word', PY, ('CrossEntropyLoss', 'FocalLoss'), with_(reduction='avg'))
kind('weights of classes as one number', PY, ('CrossEntropyLoss',), lambda d: not any(d.get(k) for k in ('use_sigmoid', 'use_soft', 'use_mask', 'class_weight')) and not d.update(class_weight=2.0))
kind('a focal loss with softmax', PY, ('FocalLoss',), become('use_sigmoid', False))
section('a neck with a level more', PY, ('model.neck',), lambda d: name_of(d) == 'FPN' and become('in_channels', lambda v: type(v)([*v, 4096]) if not is_int(v) else None)(d))
section('levels that a neck cannot add', PY, ('model.neck',), lambda d: name_of(d) == 'FPN' and become('num_outs', 2)(d))
section('a start level behind the last', PY, ('model.neck',), lambda d: name_of(d) == 'FPN' and not d.update(start_level=5))
section('a depth that nobody built', PY, ('model.backbone',), become('depth', 51))
section('a style in capitals', PY, ('model.backbone',), become('style', 'Pytorch'))
section('a norm in the eval of a word', PY, ('model.backbone',), become('norm_eval', 'False'))
section('a neck that is misspelt', PY, ('model',), lambda d: isinstance(d.get('neck'), dict) and renamed('neck', 'necks')(d))
section('a head for pixels with an index too many', PY, ('model.decode_head',), become('in_index', lambda v: 4 if is_int(v) else [*v, 4]))
section('indices without their widths', PY, ('model.decode_head',), become('in_channels', lambda v: v[:-1] if not is_int(v) else v // 2))
section('input that nobody transforms', PY, ('model.decode_head',), lambda d: isinstance(d.get('in_channels'), (list, tuple)) and lost('input_transform')(d))
section('one class and softmax', PY, ('model.decode_head',), lambda d: not at(d, 'loss_decode.use_sigmoid') and 'out_channels' not in d and become('num_classes', 1)(d))
section('classes of the auxiliary head', PY, ('model.auxiliary_head',), become('num_classes', 5))
section('a drop of ten', PY, ('model.decode_head', 'model.head'), become('dropout_ratio', 10))
section('sliding without a stride', PY, ('model.test_cfg',), lambda d: d.get('mode') == 'slide' and lost('stride')(d))
section('sliding and whole', PY, ('model.test_cfg',), lambda d: d.get('mode') == 'whole' and not d.update(mode='slide'))
section('a mode that nobody has', PY, ('model.test_cfg',), become('mode', 'sliding', lambda v: v in ('slide', 'whole')))
COPIES.add('no size for the batch', E, lambda c: at(c, 'model.decode_head') and bool(lost('size')(at(c, 'model.data_preprocessor') or {})) or None)
section('two orders of colours at once', E, ('model.data_preprocessor', 'data_preprocessor'), lambda d: d.get('bgr_to_rgb') is True and not d.update(rgb_to_bgr=True))
section('a mean of two', E, ('model.data_preprocessor', 'data_preprocessor'), become('mean', lambda v: list(v)[:2] if len(v) == 3 else None))
section('a deviation of nothing', E, ('model.data_preprocessor', 'data_preprocessor'), become('std', lambda v: [0.0, 0.0, 0.0]))
COPIES.add('a batch of another task', E, lambda c: become('type', 'SegDataPreProcessor', lambda v: v == 'DetDataPreprocessor')(at(c, 'model.data_preprocessor') or {}) or None)

# --- pictures of one class, key points, one-stage detectors of mmyolo ---

section('a classifier of another width', PY, ('model.head',), become('in_channels', half))
section('more than there are classes', PY, ('model.head',), lambda d: is_int(d.get('num_classes')) and 'topk' in d and not d.update(num_classes=3))
section('smoothing in per cent', PY, ('model.head.loss',), become('label_smooth_val', 10))
section('an architecture that nobody has', PY, ('model.backbone',), become('arch', lambda v: v + 'y' if isinstance(v, str) else None))
section('a path dropped ten times', PY, ('model.backbone',), become('drop_path_rate', 10))
section('mixing in words', PY, ('model.train_cfg.augments',), become('alpha', 'high'))
COPIES.add('classes of the mixing alone', PY, where(lambda d: name_of(d) in ('BatchMixup', 'BatchCutMix', 'Mixup', 'CutMix') and 'num_classes' in d, become('num_classes', 7)))
steps('a size under an old name', PY, ('RandomResizedCrop',), lambda s: renamed('scale', 'size')(s) if is_int(s.get('scale')) else renamed('size', 'scale')(s))
steps('a crop of tests larger than its picture', PY, ('CenterCrop',), lambda s: any(become(k, 600)(s) for k in ('crop_size',)), part='test')
section('codecs of another input', E, ('model.head.decoder',), become('input_size', lambda v: type(v)(x * 2 for x in v)))
section('a codec of another map', E, ('model.head.decoder',), become('heatmap_size', lambda v: type(v)(x * 2 for x in v)))
section('key points of another animal', PY, ('model.head', 'model.keypoint_head'), lambda d: ('decoder' in d or 'loss_keypoint' in d) and become('out_channels', 21)(d))
section('a codec of no sigma', E, ('model.head.decoder',), become('sigma', 0))
steps('people cut to another size', PY, ('TopdownAffine',), become('input_size', lambda v: type(v)(x // 2 for x in v)))
COPIES.add('a way that is misspelt', E, lambda c: become('data_mode', 'topdwon', lambda v: v == 'topdown')(inner(c)) or None)
section('a wider backbone alone', E, ('model.backbone',), become('widen_factor', times(2)))
section('a neck of half the layers', E, ('model.neck',), become('widen_factor', times(0.5)))
COPIES.add('mosaic until another end', E, lambda c: any(become('switch_epoch', lambda v: length(c) + 10)(h) for h in c.get('custom_hooks') or [] if isinstance(h, dict)) or None)
COPIES.add('a schedule of mmyolo and another run', E, lambda c: become('max_epochs', times(2))(at(c, 'default_hooks.param_scheduler') or {}) or None)
COPIES.add('batches that nobody collates', E, lambda c: at(c, 'train_dataloader.collate_fn.type') and bool(lost('collate_fn')(c['train_dataloader'])) or None)
COPIES.add('classes and distributions', E, where(lambda d: 'featmap_strides' in d and 'num_classes' in d, become('featmap_strides', shorter)))

# --- data and loaders ---

COPIES.add('folders in the old words', E, lambda c: renamed('data_prefix', 'img_prefix')(inner(c)) or None)
COPIES.add('folders in the new words', C, lambda c: renamed('img_prefix', 'data_prefix')(inner(c)) or None)
COPIES.add('classes in the old place', E, lambda c: at(c, 'train_dataloader.dataset') and not inner(c).update(classes=('car', 'bus')) or None)
COPIES.add('classes in a new place', C, lambda c: at(c, 'data.train') and not inner(c).update(metainfo=dict(classes=('car', 'bus'))) or None)
COPIES.add('tests measured with the labels of training', E, lambda c: any(become('ann_file', lambda v: inner(c).get('ann_file') if inner(c).get('ann_file') not in (None, v) else None)(e)
                                                                          for e in evaluators(c)) or None)
COPIES.add('validation with the pipeline of training', PY, lambda c: steps_in(c) and steps_in(c, 'val') and not inner(c, 'val').update(pipeline=[dict(s) for s in steps_in(c)]) or None)
COPIES.add('a pipeline that is lost', PY, lambda c: bool(lost('pipeline')(inner(c, 'test'))) or None)
section('a sampler without its type', E, ('train_dataloader.sampler', 'val_dataloader.sampler'), lost('type'))
section('a sampler that is a text', E, ('train_dataloader',), become('sampler', 'DefaultSampler'))
section('batch in quotes', E, ('train_dataloader',), become('batch_size', text))
section('workers under an old name', E, ('train_dataloader',), renamed('num_workers', 'workers_per_gpu'))
section('a collate that is no part', E, ('train_dataloader',), lambda d: not d.update(collate_fn='pseudo_collate '))
section('drop_last in quotes', E, ('train_dataloader',), lambda d: not d.update(drop_last='no'))
section('data of validation under another name', C, ('data',), renamed('val', 'valid'))
section('workers below nothing', (C, T), ('data',), become('workers_per_gpu', -1))
section('repeats that nobody makes', C, ('data.train',), lambda d: d.get('type') != 'RepeatDataset' and 'dataset' not in d and not d.update(times=3))
steps('a flip above one', PY, ('RandomFlip',), lambda s: any(become(k, 50)(s) for k in ('prob', 'flip_ratio')))
steps('a direction that nobody knows', PY, ('RandomFlip',), with_(direction='horizontally'))
steps('a scale in the old words', E, ('Resize', 'RandomResize'), renamed('scale', 'img_scale'))
steps('a scale in the new words', C, ('Resize',), renamed('img_scale', 'scale'))
steps('a crop of one number', C, ('RandomCrop',), become('crop_size', lambda v: v[0] if not is_int(v) else None))
steps('means of three, deviations of one', C, ('Normalize',), become('std', lambda v: list(v)[:1]))
steps('boxes that are not loaded', PY, ('LoadAnnotations',), become('with_bbox', False))
steps('masks that are not loaded', PY, ('LoadAnnotations',), become('with_mask', False, lambda v: v is True))
order('packed before it is augmented', E, lambda s: [s[-1], *s[:-1]] if 'Pack' in name_of(s[-1]) else None)
order('padded before it is resized', PY, moved_first('Pad'))
order('labels before pictures', PY, lambda s: [*s[2:], s[0], s[1]] if name_of(s[0]) == 'LoadImageFromFile' and 'LoadAnn' in name_of(s[1]) else None)

# --- runs ---

on_optimizer('decay in quotes', ALL, become('weight_decay', text))
on_optimizer('a decay misspelt', ALL, renamed('weight_decay', 'weight_decays'))
on_optimizer('one beta', ALL, lambda o: 'Adam' in str(o.get('type')) and not o.update(betas=0.9))
on_optimizer('three betas', PY, lambda o: 'Adam' in str(o.get('type')) and not o.update(betas=(0.9, 0.99, 0.999)))
on_optimizer('momentum above one', PY, become('momentum', 9.0))
on_optimizer('a rate below nothing', ALL, become('lr', lambda v: -v))
on_optimizer('a hundred times the rate', ALL, become('lr', lambda v: 2.0 if v < 0.2 else None))
on_optimizer('an optimizer in small letters', ALL, become('type', lambda v: v.lower() if isinstance(v, str) else None))
COPIES.add('factors as numbers', PY, where(lambda d: isinstance(d.get('custom_keys'), dict), lambda d: not d.update(custom_keys={k: 0.1 for k in d['custom_keys']}), of=lambda c: [c.get('optim_wrapper'), c.get('optimizer')]))
COPIES.add('a factor misspelt', PY, where(lambda d: 'lr_mult' in d, renamed('lr_mult', 'lr_multi'), of=lambda c: [c.get('optim_wrapper'), c.get('optimizer')]))
COPIES.add('factors of a part that is not there', E, lambda c: plain_wrapper(c) and not at(c, 'optim_wrapper.paramwise_cfg') and at(c, 'model.backbone')
           and not c['optim_wrapper'].update(paramwise_cfg=dict(custom_keys=dict(img_backbone=dict(lr_mult=0.1)))) or None)
section('clipping under an old name', E, ('optim_wrapper',), renamed('clip_grad', 'grad_clip'))
section('a norm below nothing', E, ('optim_wrapper.clip_grad',), become('max_norm', -1))
on_schedule('a warmup from nothing', E, become('start_factor', 0), 'LinearLR')
on_schedule('a warmup from above', E, become('start_factor', 10), 'LinearLR')
on_schedule('iterations of warmup as epochs', E, lambda s: s.get('by_epoch') is False and s.get('end', 0) >= 500 and not s.update(by_epoch=True), 'LinearLR')
on_schedule('milestones in iterations', E, lambda s: s.get('by_epoch') is True and not s.update(by_epoch=False), 'MultiStepLR')
on_schedule('a gamma that grows', E, lambda s: not s.update(gamma=10), 'MultiStepLR')
on_schedule('a scheduler of mmcv', E, lambda s: not s.update(type='StepLrUpdaterHook'), 'MultiStepLR')
on_schedule('an end before its begin', E, lambda s: is_int(s.get('end')) and not s.update(begin=s['end'] + 5))
section('an interval in quotes', E, ('train_cfg',), become('val_interval', text))
section('a validation that begins too late', E, ('train_cfg',), lambda d: any(is_int(d.get(k)) and not d.update(val_begin=d[k] + 5) for k in ('max_epochs', 'max_iters')))
section('epochs for iterations', E, ('train_cfg',), lambda d: 'max_iters' in d and renamed('max_iters', 'max_epochs')(d))
section('the best by an old name', E, ('default_hooks.checkpoint',), lambda d: not d.update(save_best='bbox_mAP'))
section('a hook without its type', E, ('default_hooks.checkpoint', 'default_hooks.logger'), lost('type'))
section('a hook of mmcv', E, ('default_hooks.logger',), with_(type='TextLoggerHook'))
section('a momentum of the old EMA', E, ('custom_hooks.0',), lambda h: name_of(h) == 'EMAHook' and not h.update(momentum=0.9998))
section('a backend misspelt', ALL, ('env_cfg.dist_cfg', 'dist_params'), become('backend', 'ncll'))
section('threads in a word', E, ('env_cfg.mp_cfg',), become('mp_start_method', 'forked'))
section('visual backends as one', E, ('visualizer',), become('vis_backends', lambda v: v[0] if isinstance(v, list) and v else None))
COPIES.add('a scope of an older name', E, lambda c: become('default_scope', lambda v: {'mmpretrain': 'mmcls', 'mmdet': 'mmdet2', 'mmseg': 'mmsegmentation'}.get(v))(c) or None)
COPIES.add('metrics of another task', E, lambda c: any(become('type', {'CocoMetric': 'IoUMetric', 'IoUMetric': 'CocoMetric'}.get)(e) for e in evaluators(c)) or None)
COPIES.add('a metric that nobody measures', E, lambda c: any(become('metric', lambda v: 'mAP')(e) for e in evaluators(c) if name_of(e) == 'CocoMetric') or None)
section('metrics of another data set', C, ('evaluation',), become('metric', lambda v: 'mAPs' if v in ('bbox', 'mIoU', 'mAP', 'accuracy') else None))
section('no interval', (C, T), ('evaluation',), become('interval', 0))
section('the best of a key that is misspelt', C, ('evaluation',), lambda d: not d.update(save_best='bbox_map'))
section('a runner of epochs under another key', C, ('runner',), renamed('max_epochs', 'epochs'))
section('steps behind the end', C, ('lr_config',), become('step', lambda v: [x * 3 for x in v] if not is_int(v) else None))
section('warmup that is a flag', (C, T), ('lr_config',), become('warmup', True))
section('hooks of a log as one', (C, T), ('log_config',), become('hooks', lambda v: v[0]))

# --- what inherits ---

above('another optimizer that keeps the old arguments', E, "optim_wrapper = dict(optimizer=dict(type='AdamW', lr=1e-4))\n", lambda c: at(c, 'optim_wrapper.optimizer.type') == 'SGD')
above('a backbone over another', PY, "model = dict(backbone=dict(type='SwinTransformer', embed_dims=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24]))\n",
      lambda c: at(c, 'model.backbone.type') == 'ResNet')
above('a loader that loses its data', E, "train_dataloader = dict(_delete_=True, batch_size=4, num_workers=4)\n", 'train_dataloader.dataset')
above('a model that loses its parts', PY, "model = dict(_delete_=True, bbox_head=dict(num_classes=3))\n", 'model.bbox_head')
above('data that lose their type', C, "data = dict(train=dict(_delete_=True, ann_file='data/mine/train.json', img_prefix='data/mine/'))\n", 'data.train.ann_file')
above('classes of the model itself', PY, 'model = dict(num_classes=3)\n')
above('a head on the wrong level', PY, 'model = dict(bbox_head=dict(num_classes=3))\n', 'model.roi_head.bbox_head')
above('a dict for three heads', PY, 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n', lambda c: isinstance(at(c, 'model.roi_head.bbox_head'), list))
above('a pipeline that nobody is given', PY, "train_pipeline = [dict(type='LoadImageFromFile'), dict(type='Resize', scale=(640, 640))]\n")
above('a batch at the top', PY, 'batch_size = 4\n', unless='batch_size')
above('a rate at the top', PY, 'lr = 0.001\n', unless='lr')
above('a wrapper with a rate', E, 'optim_wrapper = dict(lr=0.001)\n', plain_wrapper)
above('one milestone over a list', E, 'param_scheduler = dict(milestones=[16, 22])\n', lambda c: isinstance(c.get('param_scheduler'), list))
above('epochs of a loop', E, 'train_cfg = dict(epochs=24)\n')
above('weights as a list', PY, "load_from = ['work_dirs/mine/epoch_12.pth']\n")
above('weights as a flag', PY, 'load_from = True\n')
above('resume as a flag of old', C, 'resume_from = True\n')
above('unused as a word', PY, "find_unused_parameters = 'False'\n")
above('a workflow that is no list', C, "workflow = ('train', 1)\n")
above('a policy in small letters', C, "lr_config = dict(_delete_=True, policy='cosine', min_lr=0)\n")
above('warmup without its length', C, "lr_config = dict(_delete_=True, policy='step', warmup='linear', step=[8, 11])\n")
above('clipping as a number', C, 'optimizer_config = dict(grad_clip=35)\n')
above('a scale in a word', C, "fp16 = dict(loss_scale='dynamics')\n")
above('imports as a flag', PY, "custom_imports = dict(imports='mmdet.mine', allow_failed_import=False)\n")
above('loops of validation alone', E, 'val_cfg = None\n', 'val_dataloader')
above('a base that has no such name', E, "lr = _base_.base_lr_of_mine * 2\n")
above('hooks under another key', E, "default_hook = dict(checkpoint=dict(type='CheckpointHook', interval=5))\n")
above('a hook as a class', E, "custom_hooks = dict(type='EMAHook')\n")
above('a template of nothing', C, "load_from = '{{_base_.weights_of_mine}}'\n")
above('a device in words', PY, "model = dict(backbone=dict(with_cp='yes'))\n", lambda c: at(c, 'model.backbone.with_cp') is not None)
