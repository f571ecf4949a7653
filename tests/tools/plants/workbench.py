"""Kinds of mistakes, by a hand that had read no rule and no other set: heads and data counted differently, anchors, strides and levels, ranges and grids,
orders of steps, what is packed, tests, schedules, hooks, splits, colours, frozen parts, coders, view transformers, quotes, commas and wrong places."""
from plants.kinds import C, E, Kinds, PY, T, at, become, dicts, inner, is_int, is_number, is_numbers, is_step, lost, steps_in, typed, used, with_

COPIES = Kinds(copies=True)
on_both, on_c, on_e, on_t = COPIES.on(*PY), COPIES.on(C), COPIES.on(E), COPIES.on(T)
on_all = COPIES.on(C, E, T)


def named(d, part):
    return part in str(d.get('type', ''))


def of(test, make):
    """make(d), of a dict for which test(d) holds."""
    return lambda d: make(d) if test(d) else False


def before_in(name, other):
    """The step of the first name is moved in front of the first one of the other names."""
    def make(steps):
        i = next((i for i, s in enumerate(steps) if is_step(s, *name)), None)
        j = next((j for j, s in enumerate(steps) if is_step(s, *other)), None)
        if i is None or j is None or i < j:
            return None
        steps.insert(j, steps.pop(i))
        return True
    return make


def behind_in(name, other):
    def make(steps):
        i = next((i for i, s in enumerate(steps) if is_step(s, *name)), None)
        j = next((j for j, s in reversed(list(enumerate(steps))) if is_step(s, *other)), None)
        if i is None or j is None or i > j:
            return None
        steps.insert(j, steps.pop(i))
        return True
    return make


def with_step(step, at_end=True):
    def make(steps):
        if not steps or any(is_step(s, step['type'], 'MultiScaleFlipAug', 'MultiScaleFlipAug3D', 'TestTimeAug') for s in steps):
            return None
        steps.insert(len(steps) - 1 if at_end else 1, dict(step))
        return True
    return make


def fewer(v):
    return v[:-1] if isinstance(v, (list, tuple)) and len(v) > 1 else None


def other_last(v):
    return type(v)([*v[:-1], v[-1] * 2]) if is_numbers(v) else None


def swapped(v):
    return type(v)((v[1], v[0])) if is_numbers(v) and len(v) == 2 and v[0] != v[1] else None


def without_word(key, *words):
    """One of these words is lost from the list below the key."""
    def make(d):
        v = d.get(key)
        gone = next((w for w in words if isinstance(v, (list, tuple)) and w in v), None)
        if gone is None:
            return False
        d[key] = type(v)(x for x in v if x != gone)
        return True
    return make


def heads(c):
    return [d for d in dicts(c.get('model')) if is_int(d.get('num_classes'))]


# --- classes ---

@COPIES.kind('one stage of a cascade has other classes', *PY)
def _(c):
    stages = at(c, 'model.roi_head.bbox_head')
    return isinstance(stages, (list, tuple)) and len(stages) > 1 and become('num_classes', lambda v: v + 1)(stages[1]) or None


on_both('masks of other classes than boxes', 'model.roi_head.mask_head', become('num_classes', lambda v: v - 1 if v > 2 else None))
on_both('things counted in one of two panoptic heads', 'model.panoptic_head', become('num_things_classes', lambda v: v + 1))
on_both('stuff counted in one of two panoptic heads', 'model.panoptic_fusion_head', become('num_stuff_classes', lambda v: v + 3))


@COPIES.kind('an auxiliary head of other classes', *PY)
def _(c):
    aux = at(c, 'model.auxiliary_head')
    aux = aux[0] if isinstance(aux, (list, tuple)) and aux else aux
    return is_int(at(c, 'model.decode_head.num_classes')) and isinstance(aux, dict) and become('num_classes', lambda v: v + 2)(aux) or None


on_all('a task of CenterHead has a name more than it counts', ('CenterHead',), lambda d: at(d, 'tasks.0.num_class') and (
    at(d, 'tasks.0').update(class_names=[*(at(d, 'tasks.0.class_names') or []), 'van']) or True))
on_all('a task of CenterHead is lost', ('CenterHead',), become('tasks', fewer))
on_all('a name of CenterHead that the data lack', ('CenterHead',), lambda d: bool(at(d, 'tasks.0.class_names')) and at(d, 'tasks.0').update(
    class_names=[*list(at(d, 'tasks.0.class_names'))[:-1], 'vehicle']) is None)


@COPIES.kind('palette of another length than classes', E)
def _(c):
    d = inner(c)
    if not named(d, 'Dataset') or not isinstance(at(c, 'model.decode_head'), dict) or not is_int(at(c, 'model.decode_head.num_classes')):
        return None
    n = at(c, 'model.decode_head.num_classes')
    d['metainfo'] = {'classes': tuple('class%d' % i for i in range(n)), 'palette': [[i, 255 - i, 0] for i in range(n - 1)]}
    return True


@COPIES.kind('CLASSES of a release candidate', E)
def _(c):
    d = inner(c)
    if 'Coco' not in str(d.get('type')) or d.get('metainfo') or not heads(c):
        return None
    for part in ('train', 'val', 'test'):
        inner(c, part)['metainfo'] = {'CLASSES': ('cat', 'dog')}
    for h in heads(c):
        h['num_classes'] = 2
    return True


@COPIES.kind('classes in the training data alone', C)
def _(c):
    d = inner(c)
    if d.get('classes') or 'Coco' not in str(d.get('type')) or not heads(c):
        return None
    d['classes'] = ('cat', 'dog')
    for h in heads(c):
        h['num_classes'] = 2
    return True


@COPIES.kind('top five of three classes', *PY)
def _(c):
    head = at(c, 'model.head')
    if not isinstance(head, dict) or not is_int(head.get('num_classes')) or 5 not in (head.get('topk') or ()):
        return None
    head['num_classes'] = 3
    return True


@COPIES.kind('a preprocessor that counts other classes', E)
def _(c):
    d = c.get('data_preprocessor') if is_int(at(c, 'data_preprocessor.num_classes')) else at(c, 'model.data_preprocessor')
    return is_int(at(c, 'model.head.num_classes')) and at(c, 'model.train_cfg.augments') and isinstance(d, dict) and become('num_classes', lambda v: v // 10)(d) or None


@COPIES.kind('a mixing of other classes', C)
def _(c):
    return any(become('num_classes', lambda v: v // 10)(d) for d in dicts(at(c, 'model.train_cfg')) if is_step(d, 'BatchMixup', 'BatchCutMix', 'Mixup', 'CutMix')) or None


@COPIES.kind('weights for one class less', *PY)
def _(c):
    n = at(c, 'model.decode_head.num_classes')
    loss = at(c, 'model.decode_head.loss_decode')
    if not is_int(n) or not is_step(loss, 'CrossEntropyLoss') or n < 3:
        return None
    loss['class_weight'] = [1.0] * (n - 1)
    return True


@COPIES.kind('one class and softmax', *PY)
def _(c):
    head = at(c, 'model.decode_head')
    loss = at(c, 'model.decode_head.loss_decode')
    if not is_step(loss, 'CrossEntropyLoss') or loss.get('use_sigmoid') or head.get('out_channels') or head.get('type') not in ('FCNHead', 'ASPPHead', 'PSPHead', 'UPerHead',
                                                                                                                       'DepthwiseSeparableASPPHead', 'SegformerHead'):
        return None
    aux = at(c, 'model.auxiliary_head')
    for d in [head, *(aux if isinstance(aux, (list, tuple)) else [aux] if aux else [])]:
        d['num_classes'] = 1
    return True


on_both('a class that is ignored by number 0', 'model.decode_head', of(lambda d: 'ignore_index' not in d and named(d, 'Head'), with_(ignore_index=0)))


@COPIES.kind('zero is taken off labels that begin with it', *PY)
def _(c):
    if 'Cityscapes' not in str(inner(c).get('type')):
        return None
    return any([with_(reduce_zero_label=True)(s) for p in ('train', 'test') for s in typed(steps_in(c, p), 'LoadAnnotations')]) or None


# --- points: ranges, voxels, grids ---

def of_maps(m):
    """Has it a head that asks for its grid of targets?"""
    return any(is_step(d, 'CenterHead', 'TransFusionHead') for d in dicts(m))



COPIES.each_step('boxes filtered in a wider range than the model has', (C, E, T), ('ObjectRangeFilter',), become(
    'point_cloud_range', lambda v: [v[0] * 2 - 10, v[1] * 2 - 10, *v[2:3], v[3] * 2, v[4] * 2, *v[5:]] if is_numbers(v) and len(v) == 6 else None))
COPIES.each_step('points of the test in half the range', (C, E, T), ('PointsRangeFilter',), become(
    'point_cloud_range', lambda v: [v[0], v[1] / 2, v[2], v[3] / 2, v[4] / 2, v[5]] if is_numbers(v) and len(v) == 6 else None), 'test')
on_all('finer voxels on the grid of before', 'model', lambda m: next((True for d in dicts(m) if 'max_num_points' in d and is_numbers(d.get('voxel_size')) and become(
    'voxel_size', lambda v: [v[0] / 2, v[1] / 2, v[2]])(d)), False))
on_all('an encoder with voxels of its own', ('PillarFeatureNet', 'DynamicPillarFeatureNet', 'HardVFE', 'DynamicVFE'), become(
    'voxel_size', lambda v: [v[0] * 2, v[1] * 2, v[2]] if is_numbers(v) else None))
on_all('an encoder with a range of its own', ('PillarFeatureNet', 'DynamicPillarFeatureNet', 'HardVFE', 'DynamicVFE'), become(
    'point_cloud_range', lambda v: [v[0] - 10, *v[1:]] if is_numbers(v) else None))
on_all('pillars scattered over another map', ('PointPillarsScatter',), become('output_shape', lambda v: [v[0] // 2, v[1]] if is_numbers(v) else None))
on_all('a sparse shape in another order', ('SparseEncoder', 'SparseEncoderHD'), become('sparse_shape', lambda v: list(v)[::-1] if is_numbers(v) and v[0] != v[2] else None))
on_all('a sparse shape of other voxels', ('SparseEncoder',), become('sparse_shape', lambda v: [v[0] * 2 if v[0] > 100 else v[0], v[1] * 2, v[2] * 2] if is_numbers(v) else None))
on_all('voxels without a limit for an encoder that wants one', 'model', lambda m: any(
    is_step(d, 'HardSimpleVFE', 'HardVFE', 'PillarFeatureNet') for d in dicts(m)) and next((True for d in dicts(m) if is_int(d.get('max_num_points')) and become(
        'max_num_points', -1)(d)), False))
on_all('a factor of the head in one of two places', 'model', lambda m: of_maps(m) and next((True for d in dicts(m) if is_int(d.get('out_size_factor')) and 'grid_size' in d and become(
    'out_size_factor', lambda v: v // 2)(d)), False))
on_all('a factor of the coder', ('CenterPointBBoxCoder', 'TransFusionBBoxCoder'), become('out_size_factor', lambda v: v * 2 if is_int(v) else None))
on_all('a grid of targets of other voxels', 'model', lambda m: of_maps(m) and next((True for d in dicts(m) if is_numbers(d.get('grid_size')) and 'out_size_factor' in d and 'assigner' not in d and become(
    'grid_size', lambda v: [v[0] // 2, v[1] // 2, v[2]])(d)), False))
on_all('a coder in another range', ('CenterPointBBoxCoder', 'TransFusionBBoxCoder', 'NMSFreeCoder'), become('pc_range', lambda v: [x / 2 for x in v] if is_numbers(v) else None))
on_all('centres in a smaller range than the points', ('CenterPointBBoxCoder', 'NMSFreeCoder'), become(
    'post_center_range', lambda v: [-20.0, -20.0, -10.0, 20.0, 20.0, 10.0] if is_numbers(v) else None))
on_all('a size of anchors is lost', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), of(lambda d: len(d.get('ranges') or ()) > 1, become('sizes', fewer)))
on_all('anchors turned by degrees', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('rotations', lambda v: [0, 90]))
on_all('anchors behind the sensor of data in front of it', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become(
    'ranges', lambda v: [[-100, -100, *r[2:3], 100, 100, *r[5:]] for r in v]))


@COPIES.kind('an assigner is lost', *PY)
def _(c):
    return any([become('assigner', lambda v: list(v[:-1]) if isinstance(v, (list, tuple)) and len(v) > 1 else None)(d) for d in dicts(at(c, 'model.train_cfg'))]) or None


on_all('weights of a code of ten, for eight', 'model', lambda m: next((True for d in dicts(m) if become(
    'code_weights', lambda v: v[:8] if is_numbers(v) and len(v) == 10 else None)(d)), False))
on_all('a coder without velocity', ('TransFusionBBoxCoder', 'DeltaXYZWLHRBBoxCoder'), become('code_size', lambda v: 7 if v in (9, 10) else 9 if v == 7 else None))
on_both('heads without velocity', ('CenterHead', 'TransFusionHead'), lambda d: bool(at(d, 'common_heads.vel')) and lost('vel')(d['common_heads']))


@COPIES.kind('a radius less than tasks', C, E, T)
def _(c):
    for d in dicts(c.get('model')):
        if d.get('nms_type') == 'circle' and become('min_radius', fewer)(d):
            return True
    return None


on_both('dimensions of regression that do not add up', 'model.bbox_head', become('group_reg_dims', fewer))
on_both('a size of the mean boxes is lost', 'model', lambda m: next((True for d in dicts(m) if is_step(d, 'PartialBinBasedBBoxCoder') and become('mean_sizes', fewer)(d)), False))
COPIES.each_step('points of a lidar of four values', (C, E, T), ('LoadPointsFromFile',), become('load_dim', 4, lambda v: v == 5))
COPIES.each_step('three values of a point for a net of more', (C, E, T), ('LoadPointsFromFile',), become('use_dim', 3, lambda v: v in (4, 5, [0, 1, 2, 3], [0, 1, 2, 3, 4])))
COPIES.each_step('turned by degrees', (C, E, T), ('GlobalRotScaleTrans',), become('rot_range', lambda v: [-45, 45] if is_numbers(v) and abs(v[0]) < 4 else None))
COPIES.each_step('scaled by percent', (C, E, T), ('GlobalRotScaleTrans',), become('scale_ratio_range', lambda v: [95, 105] if is_numbers(v) else None))
COPIES.each_step('fewer points than the net samples', PY, ('PointSample', 'IndoorPointSample', 'PointsSample'), become(
    'num_points', lambda v: 512 if is_int(v) and v > 4000 else None))
COPIES.step('sweeps before the points', (C, E, T), before_in(('LoadPointsFromMultiSweeps',), ('LoadPointsFromFile',)))
COPIES.step('objects filtered before boxes are loaded', (C, E, T), before_in(('ObjectRangeFilter', 'ObjectNameFilter'), ('LoadAnnotations3D',)))
COPIES.step('points pasted before boxes are loaded', (C, E, T), before_in(('ObjectSample', 'ObjectPaste'), ('LoadAnnotations3D',)))
COPIES.each_step('names filtered by two classes', (C, E, T), ('ObjectNameFilter',), become('classes', lambda v: v[:2] if len(v) > 3 else None))


def sampler_of(change):
    return lambda s: isinstance(s.get('db_sampler'), dict) and bool(change(s['db_sampler']))


COPIES.each_step('objects pasted of a misspelt class', (C, E, T), ('ObjectSample', 'ObjectPaste'), sampler_of(lambda d: isinstance(d.get('sample_groups'), dict) and 'pedestrian' in str(
    d['sample_groups']).lower() and d.update(sample_groups={k.replace('destrian', 'destrain'): v for k, v in d['sample_groups'].items()}) is None))
COPIES.each_step('pasted objects filtered by a class that is not pasted', (C, E, T), ('ObjectSample', 'ObjectPaste'), sampler_of(lambda d: isinstance(
    at(d, 'prepare.filter_by_min_points'), dict) and at(d, 'prepare.filter_by_min_points').update(Wagon=5) is None))
COPIES.each_step('labels of pasted objects in another order', (C, E, T), ('ObjectSample', 'ObjectPaste'), sampler_of(lambda d: become(
    'classes', lambda v: type(v)(reversed(v)) if isinstance(v, (list, tuple)) and len(v) > 1 else None)(d)))
COPIES.each_step('labels of 3D boxes are not collected', PY, ('Collect3D', 'Pack3DDetInputs'), without_word('keys', 'gt_labels_3d'))
COPIES.each_step('3D boxes are not packed', PY, ('Collect3D', 'Pack3DDetInputs'), without_word('keys', 'gt_bboxes_3d'))
COPIES.add('points are not packed', (C, E, T), lambda c: 'voxel' in str(c['model']) and any([without_word('keys', 'points')(s) for s in typed(steps_in(c), 'Collect3D', 'Pack3DDetInputs')]) or None)
COPIES.each_step('3D boxes are not loaded', (C, E, T), ('LoadAnnotations3D',), become('with_bbox_3d', False))
COPIES.each_step('a formatting step of other classes', (C, T), ('DefaultFormatBundle3D',), become('class_names', fewer))


@COPIES.kind('images are loaded and not asked for', C, T)
def _(c):
    d = inner(c)
    if not any(typed(steps_in(c), 'LoadMultiViewImageFromFiles')) or not isinstance(d.get('modality'), dict):
        return None
    return become('use_camera', False)(d['modality']) or None


@COPIES.kind('boxes of a camera for a lidar', *PY)
def _(c):
    if not any(typed(steps_in(c), 'LoadPointsFromFile')):
        return None
    return any([become('box_type_3d', 'Camera', lambda v: v == 'LiDAR')(inner(c, p)) for p in ('train', 'val', 'test')]) or None


@COPIES.kind('valid classes of points counted otherwise', *PY)
def _(c):
    if not is_int(at(c, 'model.decode_head.num_classes')):
        return None
    return any([become('valid_cat_ids', fewer)(s) for s in typed(steps_in(c), 'PointSegClassMapping')]) or None


# --- from views to a grid ---

on_both('a view transformer of another image', ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'LSSViewTransformerBEVStereo', 'ViewTransformerLiftSplatShoot'), lambda d: become(
    'input_size', lambda v: (v[0] * 2, v[1] * 2) if is_numbers(v) else None)(d))
on_both('a view transformer of another stride', ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'LSSViewTransformerBEVStereo', 'ViewTransformerLiftSplatShoot'), lambda d: become(
    'downsample', lambda v: v // 2)(d))
on_both('a view transformer of other channels', ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'LSSViewTransformerBEVStereo'), become('in_channels', lambda v: v // 2))
on_both('cells of another size below the head', ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'LSSViewTransformerBEVStereo'), lambda d: is_numbers(at(d, 'grid_config.x')) and become(
    'x', lambda v: [v[0], v[1], v[2] / 2])(d['grid_config']))
on_both('a grid of queries in other rows than positions', ('LearnedPositionalEncoding',), of(lambda d: d.get('row_num_embed', 0) > 60, become('row_num_embed', lambda v: v // 2)))
on_both('a BEV of other height in the head', 'model.pts_bbox_head', become('bev_h', lambda v: v // 2 if is_int(v) else None))
on_both('features of other width than the encoder embeds', ('MSDeformableAttention3D', 'SpatialCrossAttention', 'TemporalSelfAttention'), become('embed_dims', lambda v: v // 2))
on_both('levels of attention of another number than maps', ('MSDeformableAttention3D', 'Deformable3DFeatureAggregation', 'Detr3DCrossAtten'), become('num_levels', lambda v: v + 2 if is_int(v) else None))
on_both('heads that do not divide the width', ('MultiheadAttention', 'MultiScaleDeformableAttention'), become('num_heads', lambda v: 7 if is_int(v) else None))
on_t('a map of features of another image', 'model', lambda m: next((True for d in dicts(m) if is_numbers(d.get('feature_size')) and become('feature_size', lambda v: [v[0], v[1] * 2])(d)), False))
on_t('a bound without its step', 'model', lambda m: next((True for d in dicts(m) if become('dbound', fewer)(d)), False))
on_t('a grid of views of another size than that of points', 'model', lambda m: next((True for d in dicts(m) if is_numbers(d.get('xbound')) and become(
    'xbound', lambda v: [v[0], v[1], v[2] * 2])(d)), False))
on_t('one height more than one', 'model', lambda m: next((True for d in dicts(m) if is_numbers(d.get('zbound')) and become('zbound', lambda v: [v[0], v[1], (v[1] - v[0]) / 4])(d)), False))
on_t('a decoder of other channels than the fuser', 'model.decoder.backbone', become('in_channels', lambda v: v // 2))
on_t('a neck of the decoder of other channels', 'model.decoder.neck', become('in_channels', lambda v: [x // 2 for x in v] if is_numbers(v) else None))
on_t('a head of other channels than the decoder', 'model.heads.object', become('in_channels', lambda v: v // 2 if is_int(v) else None))
on_t('other maps in the head than in the data', 'model.heads.map', become('classes', fewer))
COPIES.each_step('one number for a range of resizing', T, ('ImageAug3D',), become('resize_lim', lambda v: v[0] if is_numbers(v) else None))
COPIES.each_step('an image of another size in the test', T, ('ImageAug3D',), become('final_dim', lambda v: [v[0] * 2, v[1] * 2] if is_numbers(v) else None), 'test')
COPIES.each_step('colours of 255 for a mean below 1', T, ('ImageNormalize',), become('mean', lambda v: [123.675, 116.28, 103.53]))
on_t('None as YAML reads it', '', lambda c: bool(c.get('load_from')) and become('load_from', 'None')(c))
on_t('False in quotes', 'model', lambda m: next((True for d in dicts(m) if d.get('with_cp') in (True, False) and become('with_cp', 'False')(d)), False))
on_t('a decay that YAML reads as a text', 'optimizer', become('weight_decay', '1e-2'))
on_t('a share as a fraction', 'lr_config', become('warmup_ratio', '1/3'))
COPIES.add('a list of one dict', T, lambda c: isinstance(c.get('optimizer'), dict) and (c.update(optimizer=[c['optimizer']]) or True) or None)
COPIES.add('clipping stands one level higher', T, lambda c: at(c, 'optimizer_config.grad_clip') and (c.update(grad_clip=c['optimizer_config'].pop('grad_clip')) or True) or None)
COPIES.add('a grid in quotes', T, lambda c: next((True for d in dicts(c['model']) if is_numbers(d.get('grid_size')) and (d.update(grid_size=str(d['grid_size'])) or True)), None))

# --- levels, strides, anchors ---

on_both('a level of the backbone less, below the neck of before', 'model.backbone', of(lambda d: 'ResNe' in str(d.get('type')) or 'Swin' in str(d.get('type')), become(
    'out_indices', lambda v: tuple(v[1:]) if len(v) == 4 else None)))
on_both('anchors on one stride less than maps', 'model.bbox_head', lambda d: isinstance(d.get('anchor_generator'), dict) and become('strides', fewer)(d['anchor_generator']))
on_both('regions from strides one level up', 'model.roi_head', lambda d: isinstance(at(d, 'bbox_roi_extractor'), dict) and become(
    'featmap_strides', lambda v: [x * 2 for x in v] if is_numbers(v) and len(v) == 4 else None)(d['bbox_roi_extractor']))
on_both('ranges of regression for four levels of five', 'model.bbox_head', of(lambda d: len(d.get('strides') or ()) == 5, with_(
    regress_ranges=((-1, 64), (64, 128), (128, 256), (256, 100000000.0)))))
on_both('strides the other way round', ('YOLOAnchorGenerator', 'YOLOV3Head', 'YOLOXHead'), become('strides', lambda v: list(v)[::-1] if isinstance(v, (list, tuple)) and len(v) > 1 else None))
on_both('anchors of one level are lost', ('YOLOAnchorGenerator',), become('base_sizes', fewer))
on_both('a pyramid of a map less than its head has strides', 'model.neck', of(lambda d: is_step(d, 'FPN'), become('num_outs', lambda v: v - 1 if is_int(v) and v > 3 else None)))
on_both('a shallower backbone below the channels of before', 'model.backbone', of(lambda d: is_step(d, 'ResNet', 'ResNetV1c'), become('depth', 18, lambda v: v in (50, 101))))
on_both('five classes of deltas in the coder', ('DeltaXYWHBBoxCoder',), become('target_stds', lambda v: [*v, 0.1] if is_numbers(v) else None))
on_both('deltas of four for a box that turns', ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHAHBBoxCoder', 'DeltaXYWHTRBBoxCoder'), lambda d: become('target_means', fewer)(d) and (become('target_stds', fewer)(d) or True))
on_both('a coder of another definition of angles', ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHTRBBoxCoder'), become('angle_range', lambda v: 'oc' if v != 'oc' else 'le90'))
on_both('an index of maps past the last', 'model.decode_head', become('in_index', lambda v: 4 if v == 3 else None))


@COPIES.kind('an auxiliary head on another map', *PY)
def _(c):
    aux = at(c, 'model.auxiliary_head')
    return is_step(at(c, 'model.backbone'), 'ResNetV1c', 'ResNet') and isinstance(aux, dict) and become('in_index', 1, lambda v: v == 2)(aux) or None


on_both('a classifier of another width', 'model.head', of(lambda d: is_step(d, 'LinearClsHead'), become('in_channels', lambda v: v // 4 if is_int(v) else None)))
on_both('Swin of one size with the heads of another', ('SwinTransformer',), become('embed_dims', 128, lambda v: v == 96))
on_both('a deeper Swin than the weights', ('SwinTransformer',), of(lambda d: 'tiny' in str(d.get('init_cfg')), become('depths', (2, 2, 18, 2))))
on_both("the authors' weights without conversion", ('SwinTransformer',), of(lambda d: d.get('convert_weights') is True and 'SwinTransformer/storage' in str(d.get('init_cfg')), become('convert_weights', False)))
on_e('a wider backbone and the neck of before', 'model.backbone', become('widen_factor', lambda v: v * 2 if is_number(v) else None))
on_e('a narrower head than its neck', 'model.bbox_head.head_module', become('widen_factor', lambda v: v / 2 if is_number(v) else None))
on_e('strides of four levels, anchors of three', 'model.bbox_head.head_module', become('featmap_strides', lambda v: [*v, v[-1] * 2] if is_numbers(v) else None))
on_both('sizes by 16 for a net of 32', ('BatchSyncRandomResize',), become('size_divisor', 16))

# --- losses, targets, tests ---

on_both('a focal loss of softmax', ('FocalLoss',), become('use_sigmoid', False))
on_both('boxes decoded below a loss of deltas', 'model.bbox_head', of(lambda d: is_step(d.get('loss_bbox'), 'L1Loss', 'SmoothL1Loss') and is_step(d.get('bbox_coder'), 'DeltaXYWHBBoxCoder') and not d.get(
    'reg_decoded_bbox'), with_(reg_decoded_bbox=True)))
on_both('a share of positives in percent', 'model', lambda m: next((True for d in dicts(m) if is_step(d, 'RandomSampler') and become('pos_fraction', 25)(d)), False))
on_both('fewer candidates than boxes are kept', 'model', lambda m: next((True for d in dicts(m.get('test_cfg') or {}) if is_int(d.get('nms_pre')) and is_int(d.get('max_per_img')) and become(
    'nms_pre', 10)(d)), False))
on_both('strides between windows that leave gaps', 'model.test_cfg', of(lambda d: d.get('mode') == 'slide', become('stride', lambda v: tuple(x * 3 for x in v) if is_numbers(v) else None)))
on_both('windows of no size', 'model.test_cfg', of(lambda d: d.get('mode') == 'whole', with_(mode='slide')))

# --- key points, boxes that turn ---

on_e('key points of another set of data', 'model.head', of(lambda d: d.get('out_channels') == 17, with_(out_channels=133)))
COPIES.each_step('targets of another size than the head', E, ('GenerateTarget',), lambda s: isinstance(s.get('encoder'), dict) and become(
    'heatmap_size', lambda v: (v[0] * 2, v[1] * 2) if is_numbers(v) else None)(s['encoder']))
COPIES.each_step('a crop with sides swapped', E, ('TopdownAffine',), become('input_size', swapped))
on_e('a decoder of another size than the crop', 'model.head.decoder', become('input_size', lambda v: (v[0] * 2, v[1] * 2) if is_numbers(v) else None))
on_c('key points counted otherwise in data and head', 'model.keypoint_head', become('out_channels', lambda v: v - 1 if is_int(v) and v > 10 else None))
on_c('a heat map of another stride', 'data.train.data_cfg', become('heatmap_size', lambda v: [x * 2 for x in v] if is_numbers(v) else None))
on_c('joints of another number', 'data.train.data_cfg', become('num_joints', lambda v: v + 1 if is_int(v) else None))
COPIES.lose('boxes are not converted to turned ones', E, ('ConvertBoxType',))
COPIES.each_step('flips of another definition of angles', C, ('RRandomFlip',), become('version', lambda v: 'oc' if v != 'oc' else 'le90'))

# --- pipelines ---

LOAD_ANN = ('LoadAnnotations', 'LoadAnnotations3D')
RESIZE = ('Resize', 'RandomResize', 'RandomChoiceResize')
COPIES.step('resized before boxes are loaded', PY, behind_in(LOAD_ANN[:1], RESIZE))
COPIES.step('flipped before boxes are loaded', PY, behind_in(LOAD_ANN[:1], ('RandomFlip',)))
COPIES.step('packed before it is flipped', E, before_in(('PackDetInputs', 'PackSegInputs', 'PackInputs', 'PackClsInputs', 'PackPoseInputs'), ('RandomFlip',)))
COPIES.step('formatted before it is normalised', C, before_in(('DefaultFormatBundle', 'ImageToTensor'), ('Normalize',)))
COPIES.step('colours changed behind the normalisation', C, behind_in(('PhotoMetricDistortion',), ('Normalize',)))
COPIES.step('normalised in the pipeline and in the model', E, with_step(dict(type='Normalize', mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True)))
COPIES.step('flipped in the test', E, with_step(dict(type='RandomFlip', prob=0.5)), 'test')
COPIES.step('colours changed in the test', E, with_step(dict(type='PhotoMetricDistortion'), False), 'test')
COPIES.lose('a test without a loader of images', PY, ('LoadImageFromFile',), 'test')
COPIES.each_step('boxes are not collected', C, ('Collect',), without_word('keys', 'gt_bboxes', 'gt_semantic_seg', 'gt_label'))
COPIES.each_step('a mask that nobody loaded is collected', C, ('Collect',), lambda s: 'gt_bboxes' in (s.get('keys') or ()) and 'gt_masks' not in s['keys'] and s.update(keys=[*s['keys'], 'gt_masks']) is None)
COPIES.each_step('a scale for two sizes', E, ('Resize',), lambda s: is_numbers(s.get('scale')) and s.update(scale=[tuple(s['scale']), (1333, 640)]) is None, 'test')
COPIES.each_step('a range of sizes is lost', E, ('RandomResize',), lost('ratio_range'))
COPIES.each_step('stretched in the test alone', PY, ('Resize',), become('keep_ratio', False, lambda v: v is True), 'test')


@COPIES.kind('a crop of the test larger than what is resized', *PY)
def _(c):
    edge = next((s.get('scale', s.get('size')) for s in typed(steps_in(c, 'test'), 'ResizeEdge', 'Resize')), None)
    edge = edge[0] if isinstance(edge, (list, tuple)) and edge else edge
    return is_int(edge) and any([become('crop_size', edge * 2)(s) for s in typed(steps_in(c, 'test'), 'CenterCrop')]) or None


@COPIES.kind('labels of segmentation resized in the test', E)
def _(c):
    return isinstance(at(c, 'model.decode_head'), dict) and before_in(LOAD_ANN[:1], ('Resize',))(steps_in(c, 'test')) or None


on_e('padded to four times the crop', 'model.data_preprocessor', of(lambda d: named(d, 'SegDataPreProcessor'), become('size', lambda v: tuple(x * 2 for x in v) if is_numbers(v) else None)))

# --- colours and weights ---

CAFFE = {'mean': [103.53, 116.28, 123.675], 'std': [1.0, 1.0, 1.0]}


def norms(c):
    return [d for d in [*dicts(at(c, 'model.data_preprocessor')), *dicts(c.get('data_preprocessor')), *typed(used(c), 'Normalize')] if is_numbers(d.get('mean')) and len(d['mean']) == 3]


@COPIES.kind('channels of the mean the other way round', *PY)
def _(c):
    found = [d for d in norms(c) if d['mean'][0] > 120 and d.get('bgr_to_rgb', d.get('to_rgb'))]
    return any([become('mean', lambda v: list(v)[::-1])(d) for d in found]) or None


@COPIES.kind('colours are not turned', *PY)
def _(c):
    found = [d for d in norms(c) if d['mean'][0] > 120 and d['mean'][2] < 110]
    return any([become('bgr_to_rgb' if 'bgr_to_rgb' in d else 'to_rgb', False, lambda v: v is True)(d) for d in found]) or None


@COPIES.kind('a mean of colours up to 1', *PY)
def _(c):
    return any([with_(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])(d) for d in norms(c) if d['mean'][0] > 50]) or None


@COPIES.kind("caffe's deviation below another mean", *PY)
def _(c):
    return 'torchvision' in str(c['model']) and any([become('std', [1.0, 1.0, 1.0], lambda v: v[0] > 50)(d) for d in norms(c)]) or None


@COPIES.kind("caffe's colours for torchvision's weights", *PY)
def _(c):
    if not at(c, 'model.backbone') or 'torchvision' not in str(c['model']):
        return None
    return any([with_(**CAFFE)(d) and (d.update(**{'bgr_to_rgb' if 'bgr_to_rgb' in d else 'to_rgb': False}) or True) for d in norms(c)]) or None


@COPIES.kind('frozen stages of random weights', *PY)
def _(c):
    b = at(c, 'model.backbone')
    if not is_step(b, 'ResNet', 'ResNeXt') or not b.get('frozen_stages', 0) > 0 or c.get('load_from'):
        return None
    c['model'].pop('pretrained', None)
    b['init_cfg'] = None
    return True


@COPIES.kind('statistics of random weights', *PY)
def _(c):
    b = at(c, 'model.backbone')
    if not is_step(b, 'ResNet', 'ResNeXt') or not b.get('norm_eval') or c.get('load_from'):
        return None
    c['model'].pop('pretrained', None)
    b.update(init_cfg=None, frozen_stages=-1)
    return True


@COPIES.kind('weights of a backbone for the whole model', *PY)
def _(c):
    if not at(c, 'model.backbone') or not (at(c, 'model.bbox_head') or at(c, 'model.roi_head')):
        return None
    c['load_from'] = 'torchvision://resnet50'
    return True


@COPIES.kind('a whole detector for a backbone', *PY)
def _(c):
    b = at(c, 'model.backbone')
    if not is_step(b, 'ResNet') or b.get('depth') != 50 or not (at(c, 'model.bbox_head') or at(c, 'model.roi_head')):
        return None
    c['model'].pop('pretrained', None)
    b['init_cfg'] = {'type': 'Pretrained', 'checkpoint': 'https://download.openmmlab.com/mmdetection/v2.0/faster_rcnn/faster_rcnn_r50_fpn_1x_coco/'
                                                         'faster_rcnn_r50_fpn_1x_coco_20200130-047c8118.pth'}
    return True
