"""By a hand that had read no rule and no set: models of points, cameras and bird's eye views, as somebody who trains them mis-edits an inherited config."""
from plants.kinds import at, become, C, dicts, E, inner, is_int, is_number, is_numbers, is_step, Kinds, lost, Overrides, PY, shorter, steps_in, T, typed, with_

KINDS = Overrides()
COPIES = Kinds(copies=True)

SPARSE = ('SparseEncoder', 'SparseUNet', 'BEVFusionSparseEncoder', 'SparseEncoderSASSD')
PILLARS = ('PillarFeatureNet', 'HardVFE', 'DynamicVFE', 'DynamicPillarFeatureNet', 'HardSimpleVFE', 'DynamicSimpleVFE')
SCATTER = ('PointPillarsScatter',)
SECOND, FPN = ('SECOND',), ('SECONDFPN',)
CENTER = ('CenterHead',)
ANCHOR = ('Anchor3DHead', 'PartA2RPNHead', 'ShapeAwareHead', 'FreeAnchor3DHead')
MONO = ('FCOSMono3DHead', 'PGDHead', 'SMOKEMono3DHead', 'MonoFlexHead')
CODER = ('CenterPointBBoxCoder', 'TransFusionBBoxCoder', 'NMSFreeCoder', 'DeltaXYZWLHRBBoxCoder')
GENERATOR = ('AlignedAnchor3DRangeGenerator', 'Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGeneratorPerCls')
VOTE = ('VoteHead', 'SSD3DHead', 'GroupFree3DHead', 'H3DHead')
POINTS = ('PointNet2SASSG', 'PointNet2SAMSG', 'PointNet2SAMultiScale')


def part(name, types, make, gens=PY):
    """make(the first part of these types that it takes)."""
    KINDS.add(name, gens, lambda c: next((True for d in typed(c['model'], *types) if make(d)), None))


def step(name, types, make, which='train', gens=PY):
    KINDS.add(name, gens, lambda c: next((True for s in typed(steps_in(c, which), *types) if is_3d(c) and make(s)), None))


def steps(name, make, which='train', gens=PY):
    """make(the list of steps)."""
    KINDS.add(name, gens, lambda c: make(steps_in(c, which)) if is_3d(c) else None)


def is_3d(c):
    return any(is_step(s, 'LoadPointsFromFile', 'LoadAnnotations3D', 'LoadMultiViewImageFromFiles', 'BEVLoadMultiViewImageFromFiles', 'LoadImageFromFileMono3D')
               for which in ('train', 'test') for s in dicts(steps_in(c, which)))


def yaml(name, make):
    for kinds in (KINDS, COPIES):
        kinds.add(name, T, make)


def at_yaml(name, path, change, needs=None):
    """change(the value at a path), of torchpack's configs."""
    def make(c):
        old = at(c, path)
        above, _, key = path.rpartition('.')
        d = at(c, above) if above else c
        if old is None or not isinstance(d, dict) or (needs and not needs(c)):
            return None
        new = change(old) if callable(change) else change
        if new is None or new == old:
            return None
        d[key] = new
        return True
    yaml(name, make)


def into(name, path, key, value, needs=None):
    """A key more in a dict."""
    def make(c):
        d = at(c, path) if path else c
        if not isinstance(d, dict) or key in d or (needs and not needs(c)):
            return None
        d[key] = value
        return True
    yaml(name, make)


def yaml_step(name, types, make, which='train'):
    yaml(name, lambda c: next((True for s in typed(c['data'][which], *types) if make(s)), None))


def yaml_steps(name, make, which='train'):
    def take(c):
        d = c['data'][which]
        while 'dataset' in d:
            d = d['dataset']
        return make(d['pipeline'])
    yaml(name, take)


def item(i, change):
    """One number of a list is another."""
    def make(v):
        if not isinstance(v, (list, tuple)) or not v or not is_number(v[i]):
            return None
        new = list(v)
        new[i] = change(new[i]) if callable(change) else change
        return new
    return make


def swapped(i, j):
    def make(v):
        if not is_numbers(v) or v[i] == v[j]:
            return None
        new = list(v)
        new[i], new[j] = new[j], new[i]
        return new
    return make


def scaled(by):
    return lambda v: [type(x)(x * by) if is_number(x) else x for x in v] if isinstance(v, (list, tuple)) and v else type(v)(v * by) if is_number(v) and v else None


def renamed(old, new):
    return lambda d: old in d and (d.update({new: d.pop(old)}) or True)


def dropped(*names):
    def make(all):
        for i, s in enumerate(all):
            if is_step(s, *names):
                return bool(all.pop(i))
            if isinstance(s, dict) and isinstance(s.get('transforms'), list) and make(s['transforms']):
                return True
        return None
    return make


def moved(name, to, after=True):
    """The step `name` stands behind (or before) the step `to`."""
    def make(all):
        i = next((i for i, s in enumerate(all) if is_step(s, name)), None)
        j = next((j for j, s in enumerate(all) if is_step(s, *to)), None)
        if i is None or j is None or (i > j) == after:
            return None
        s = all.pop(i)
        j = next(j for j, t in enumerate(all) if is_step(t, *to))
        all.insert(j + 1 if after else j, s)
        return True
    return make


def below(key, make):
    return lambda d: isinstance(d.get(key), dict) and make(d[key])


def shifted(v):
    return item(3, lambda x: x / 2)(v) if is_numbers(v) and len(v) == 6 else None


# --- points: voxels, encoders, grids ---

def voxel_layers(c):
    for d in dicts(c['model']):
        if 'max_num_points' in d and 'voxel_size' in d:
            yield d


def voxels(name, make, gens=PY):
    KINDS.add(name, gens, lambda c: next((True for d in voxel_layers(c) if make(d)), None))


voxels('voxels of half the size, the grid as before', become('voxel_size', item(0, lambda x: x / 2)))
voxels('voxels twice as large', become('voxel_size', scaled(2)))
voxels('the layer of voxels ends earlier in front', become('point_cloud_range', shifted))
voxels('range with its corners swapped', become('point_cloud_range', lambda v: list(v[3:]) + list(v[:3])))
voxels('range of four numbers', become('point_cloud_range', lambda v: [v[0], v[1], v[3], v[4]]))
voxels('voxel size of two numbers', become('voxel_size', shorter))
voxels('max_voxels as a text', become('max_voxels', '40000'))
voxels('max_num_points of zero', become('max_num_points', 0, lambda v: v > 0))
voxels('maximum of points under another name', renamed('max_num_points', 'max_points'))
part('voxel encoder with one channel less', PILLARS, become('in_channels', lambda v: v - 1))
part('voxel encoder with one channel more', PILLARS, become('in_channels', lambda v: v + 1))
part('voxel encoder twice as wide', ('PillarFeatureNet', 'HardVFE', 'DynamicVFE'), become('feat_channels', scaled(2)))
part('voxel encoder of another voxel size', PILLARS, become('voxel_size', item(0, lambda x: x * 2)))
part('voxel encoder of another range', PILLARS, become('point_cloud_range', shifted))
part('HardSimpleVFE asked for feat_channels', ('HardSimpleVFE',), with_(feat_channels=[64]))
part('middle encoder of half the channels', SCATTER + SPARSE, become('in_channels', lambda v: v // 2))
part('canvas of half the height', SCATTER, become('output_shape', item(0, lambda x: x // 2)))
part('canvas as width and height', SCATTER, become('output_shape', swapped(0, 1)))
part('sparse shape as x, y, z', SPARSE, become('sparse_shape', swapped(0, 2)))
part('sparse shape without the level more', SPARSE, become('sparse_shape', item(0, lambda x: x - 1)))
part('sparse shape of another grid', SPARSE, become('sparse_shape', item(1, lambda x: x // 2)))
part('encoder channels with a stage less', SPARSE, become('encoder_channels', shorter))
part('encoder paddings with a stage less', SPARSE, become('encoder_paddings', shorter))
part('output channels of the sparse encoder', SPARSE, with_(output_channels=64))
part('order with a word of its own', SPARSE, become('order', ['conv', 'bn', 'act']))
part('backbone in channels of another encoder', SECOND, become('in_channels', scaled(2)))
part('backbone a stage less', SECOND, become('out_channels', shorter))
part('layer_nums without the last', SECOND, become('layer_nums', shorter))
part('layer_strides without the last', SECOND, become('layer_strides', shorter))
part('backbone wider, neck as before', SECOND, become('out_channels', scaled(2)))
part('first stride of two levels', SECOND, become('layer_strides', lambda v: [v[0], 1, *v[2:]] if len(v) > 1 and v[1] != 1 else None))
part('neck in channels', FPN, become('in_channels', item(0, lambda x: x * 2)))
part('neck upsample strides of another grid', FPN, become('upsample_strides', item(-1, lambda x: x * 2)))
part('neck out channels half', FPN, become('out_channels', item(0, lambda x: x // 2)))
part('neck one output less', FPN, become('out_channels', shorter))
part('upsample_cfg with a wrong word', FPN, with_(upsample_cfg=dict(type='deconvolution', bias=False)))
part('norm_cfg of 1d in the backbone', SECOND + FPN, with_(norm_cfg=dict(type='BN1d', eps=1e-3, momentum=0.01)))
part('norm_cfg misspelled', SECOND + FPN, with_(norm_cfg=dict(type='BN2D', eps=1e-3, momentum=0.01)))

# --- heads of points ---
part('center head in channels', CENTER, become('in_channels', lambda v: v // 2))
part('a class lost of the tasks', CENTER, become('tasks', lambda v: [*v[:-1], dict(v[-1], num_class=1, class_names=v[-1]['class_names'][:1])] if len(v) > 1 and len(v[-1]['class_names']) > 1 else None))
part('a task lost', CENTER, become('tasks', shorter))
part('num_class of a task one more', CENTER, become('tasks', lambda v: [dict(v[0], num_class=v[0]['num_class'] + 1), *v[1:]]))
part('class of a task misspelled', CENTER, become('tasks', lambda v: [dict(v[0], class_names=['Cars']), *v[1:]] if len(v) > 1 else None))
part('class in two tasks', CENTER, become('tasks', lambda v: [*v[:-1], dict(v[-1], num_class=v[-1]['num_class'] + 1, class_names=[*v[-1]['class_names'], v[0]['class_names'][0]])] if len(v) > 1 else None))
part('tasks with the names of classes in `classes`', CENTER, become('tasks', lambda v: [dict(num_class=t['num_class'], classes=t['class_names']) for t in v] if isinstance(v[0], dict) and 'class_names' in v[0] else None))
part('no velocity in the heads, code of nine', CENTER, below('common_heads', lost('vel')))
part('height lost of the common heads', CENTER, below('common_heads', lost('height')))
part('rotation as one number', CENTER, below('common_heads', become('rot', [1, 2])))
part('common heads as numbers', CENTER, below('common_heads', become('dim', 3)))
part('separate head is lost', CENTER, with_(separate_head=None))
part('final kernel even', CENTER, below('separate_head', become('final_kernel', 2)))
part('loss of classes by softmax', CENTER, with_(loss_cls=dict(type='CrossEntropyLoss', use_sigmoid=False)))
part('share_conv_channels', CENTER, renamed('share_conv_channel', 'share_conv_channels'))
part('coder of another code size', ('CenterPointBBoxCoder',), become('code_size', 7, lambda v: v == 9))
part('coder of another stride', CODER, become('out_size_factor', scaled(2)))
part('coder of another voxel size', CODER, become('voxel_size', scaled(2)))
part('coder of another range', CODER, become('pc_range', item(0, lambda x: x - 10.0)))
part('decoded boxes end before the range', CODER, become('post_center_range', scaled(0.5)))
part('post_center_range with its corners swapped', CODER, become('post_center_range', lambda v: list(v[3:]) + list(v[:3])))
part('score threshold of the coder in percent', CODER, become('score_threshold', 10))
part('max_num as a text', CODER, become('max_num', '500'))


def cfgs(c, which):
    """The dicts of train_cfg or test_cfg, down to that of the points."""
    return [d for d in dicts(at(c, 'model.' + which)) if isinstance(d, dict)]


def cfg_of(name, which, make, gens=PY):
    KINDS.add(name, gens, lambda c: next((True for d in cfgs(c, which) if is_3d(c) and make(d)), None))


cfg_of('grid_size of voxels twice as large', 'train_cfg', become('grid_size', lambda v: [v[0] // 2, v[1] // 2, *v[2:]]))
cfg_of('targets of another stride', 'train_cfg', become('out_size_factor', scaled(2)))
cfg_of('targets of another voxel size', 'train_cfg', become('voxel_size', scaled(0.5)))
cfg_of('code weights of eight numbers', 'train_cfg', become('code_weights', lambda v: v[:8]))
cfg_of('code weight of seven numbers', 'train_cfg', become('code_weight', lambda v: v[:7] if len(v) > 7 else None))
cfg_of('max_objs of ten', 'train_cfg', become('max_objs', 10))
cfg_of('max_objs misspelled', 'train_cfg', renamed('max_objs', 'max_obj'))
cfg_of('gaussian_overlap in percent', 'train_cfg', become('gaussian_overlap', 10))
cfg_of('train_cfg without dense_reg misspelled', 'train_cfg', renamed('dense_reg', 'dense_regs'))
cfg_of('assigner thresholds swapped', 'train_cfg', lambda d: 'pos_iou_thr' in d and is_number(d['neg_iou_thr']) and d['pos_iou_thr'] > d['neg_iou_thr'] and with_(pos_iou_thr=d['neg_iou_thr'], neg_iou_thr=d['pos_iou_thr'])(d))
cfg_of('assigner of another name', 'train_cfg', become('type', 'MaxIoUAssigner3D', lambda v: v in ('MaxIoUAssigner', 'Max3DIoUAssigner')))
cfg_of('calculator of boxes in the plane', 'train_cfg', become('type', 'BboxOverlaps2D', lambda v: v in ('BboxOverlapsNearest3D', 'mmdet3d.BboxOverlapsNearest3D')))
cfg_of('one assigner less than classes', 'train_cfg', become('assigner', shorter))
cfg_of('nms threshold above one', 'test_cfg', become('nms_thr', 5))
cfg_of('nms_type of another word', 'test_cfg', become('nms_type', 'nms'))
cfg_of('min_radius one less', 'test_cfg', become('min_radius', shorter))
cfg_of('more after NMS than before', 'test_cfg', lambda d: is_int(d.get('pre_max_size')) and is_int(d.get('post_max_size')) and with_(post_max_size=d['pre_max_size'] * 2)(d))
cfg_of('nms_pre less than max_num', 'test_cfg', lambda d: is_int(d.get('nms_pre')) and is_int(d.get('max_num')) and become('nms_pre', d['max_num'] // 5)(d))
cfg_of('max_num of a test of zero', 'test_cfg', become('max_num', 0))
cfg_of('score threshold of a test in percent', 'test_cfg', become('score_thr', 30))
cfg_of('score_thr under another name', 'test_cfg', renamed('score_thr', 'score_threshold'))
cfg_of('nms_thr under another name', 'test_cfg', renamed('nms_thr', 'nms_threshold'))
cfg_of('use_rotate_nms as a text', 'test_cfg', become('use_rotate_nms', 'False'))
cfg_of('post_center_limit_range small', 'test_cfg', become('post_center_limit_range', scaled(0.3)))
cfg_of('test stride of another grid', 'test_cfg', become('out_size_factor', scaled(2)))
part('anchor head of one class more', ANCHOR, become('num_classes', lambda v: v + 1))
part('anchor head of one class', ANCHOR, become('num_classes', 1, lambda v: v > 1))
part('anchor head in channels', ANCHOR, become('in_channels', lambda v: v // 2))
part('direction offset in degrees', ANCHOR, with_(dir_offset=45))
part('direction lost of the losses', ANCHOR, lambda d: d.get('use_direction_classifier') and with_(loss_dir=None)(d))
part('classes by softmax in an anchor head', ANCHOR, below('loss_cls', become('use_sigmoid', False)))
part('diff_rad_by_sine', ANCHOR, renamed('diff_rad_by_sin', 'diff_rad_by_sine'))
part('coder without its type', ANCHOR, below('bbox_coder', lost('type')))
part('coder of two dimensions in an anchor head', ANCHOR, with_(bbox_coder=dict(type='DeltaXYWHBBoxCoder')))
part('an anchor size lost', GENERATOR, become('sizes', shorter))
part('a range of anchors lost', GENERATOR, become('ranges', lambda v: v[:-1] if len(v) > 2 else None))
part('anchor of two numbers', GENERATOR, become('sizes', lambda v: [v[0][:2], *v[1:]]))
part('anchors under the ground', GENERATOR, become('ranges', lambda v: [[*r[:2], r[2] - 20, *r[3:5], r[5] - 20] for r in v]))
part('anchors beyond the range', GENERATOR, become('ranges', lambda v: [[x * 2 for x in r[:2]] + [r[2]] + [x * 2 for x in r[3:5]] + [r[5]] for r in v]))
part('rotations in degrees', GENERATOR, become('rotations', [0, 90]))
part('sizes in centimetres', GENERATOR, become('sizes', lambda v: [scaled(100)(s) for s in v]))
part('anchors with velocities for a code of seven', GENERATOR, lambda d: 'custom_values' not in d and with_(custom_values=[0, 0])(d))
part('reshape_out for anchors by class', GENERATOR, become('reshape_out', lambda v: not v))
part('vote head of another count of sizes', VOTE, below('bbox_coder', become('mean_sizes', shorter)))
part('num_sizes of another data set', VOTE, below('bbox_coder', become('num_sizes', 10, lambda v: v != 10)))
part('num_dir_bins of none with rotation', VOTE, below('bbox_coder', become('with_rot', lambda v: not v)))
part('vote head of another data set', VOTE, become('num_classes', lambda v: v - 1))
part('pred layers of another width', VOTE, below('pred_layer_cfg', become('in_channels', lambda v: v * 2)))
part('fp channels that do not meet', POINTS, become('fp_channels', lambda v: [[v[0][0] // 2, *v[0][1:]], *v[1:]]))
part('a radius less than levels', POINTS, lambda d: become('radii', shorter)(d) or become('radius', shorter)(d))
part('num_points of one level more', POINTS, become('num_points', lambda v: [*v, 128]))
part('points of another width', POINTS, become('in_channels', lambda v: v + 3))

# --- cameras ---
part('cameras: group_reg_dims without velocity', MONO, become('group_reg_dims', shorter))
part('cameras: code size of seven', MONO, become('bbox_code_size', 7, lambda v: v != 7))
part('cameras: code weights of another code', MONO, lambda d: become('code_weight', lambda v: list(v)[:-2])(d.get('train_cfg') or d))
part('cameras: attributes predicted, none loaded', MONO, become('num_attrs', 0))
part('cameras: strides of another pyramid', MONO, become('strides', shorter))
part('cameras: regression branch of one level less', MONO, become('reg_branch', shorter))
part('cameras: classes', MONO, become('num_classes', lambda v: v + 2))
step('cameras: attributes are not loaded', ('LoadAnnotations3D',), become('with_attr_label', False, lambda v: v is True))
step('cameras: depth is not loaded', ('LoadAnnotations3D',), become('with_bbox_depth', False, lambda v: v is True))
step('cameras: labels of boxes are not loaded', ('LoadAnnotations3D',), become('with_label_3d', False))
step('cameras: mean of another count', ('Normalize', 'NormalizeMultiviewImage'), become('mean', shorter))
part('cameras: to rgb by half', ('Det3DDataPreprocessor',), lambda d: 'mean' in d and with_(bgr_to_rgb=True, rgb_to_bgr=True)(d))
part('cameras: std of one for means of 0..1', ('Det3DDataPreprocessor',), lambda d: 'mean' in d and with_(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])(d))
part('cameras: pad_size_divisor misspelled', ('Det3DDataPreprocessor',), renamed('pad_size_divisor', 'pad_size_divisior'))
part('cameras: voxel without its layer', ('Det3DDataPreprocessor',), lost('voxel_layer'))
part('cameras: voxel type of another word', ('Det3DDataPreprocessor',), become('voxel_type', 'pillar'))
part('n_voxels of another volume', ('ImVoxelNet',), become('n_voxels', lambda v: [v[0] // 2, *v[1:]]))
part('transformer of one camera less', ('PerceptionTransformer', 'Detr3DTransformer', 'Detr3DCrossAtten', 'SpatialCrossAttention'), with_(num_cams=5))
part('query positions of another width', ('Detr3DHead', 'PETRHead', 'DETR3DHead'), become('embed_dims', 128))

# --- steps and data ---
step('load_dim of KITTI', ('LoadPointsFromFile',), become('load_dim', lambda v: 4 if v > 4 else 5))
step('use_dim beyond load_dim', ('LoadPointsFromFile',), lambda s: with_(use_dim=s.get('load_dim', 6) + 1)(s))
step('points without intensity', ('LoadPointsFromFile',), become('use_dim', lambda v: 3 if v in (4, 5) else list(v)[:3] if isinstance(v, (list, tuple)) and len(v) > 3 else None))
step('coordinates in small letters', ('LoadPointsFromFile',), become('coord_type', lambda v: v.lower()))
step('coordinates of a depth sensor', ('LoadPointsFromFile',), become('coord_type', 'DEPTH'))
steps('sweeps are lost in training', dropped('LoadPointsFromMultiSweeps'))
steps('sweeps are lost in tests', dropped('LoadPointsFromMultiSweeps'), 'test')
step('fewer sweeps in tests', ('LoadPointsFromMultiSweeps',), become('sweeps_num', lambda v: v - 7 if v > 7 else None), 'test')
step('sweeps of other columns', ('LoadPointsFromMultiSweeps',), with_(use_dim=[0, 1, 2, 4]))
step('sweeps under another name', ('LoadPointsFromMultiSweeps',), renamed('sweeps_num', 'num_sweeps'))
steps('annotations are not loaded', dropped('LoadAnnotations3D'))
steps('pasted before annotations', moved('ObjectSample', ('LoadPointsFromFile',), False))
steps('pasted after the range', moved('ObjectSample', ('ObjectRangeFilter',)))
steps('pasted after turning', moved('ObjectSample', ('GlobalRotScaleTrans',)))
steps('range of objects before loading', moved('ObjectRangeFilter', ('LoadAnnotations3D',), False))
steps('shuffled after packing', moved('PointShuffle', ('Pack3DDetInputs', 'Collect3D')))
steps('points are not filtered', dropped('PointsRangeFilter'))
steps('names are not filtered, range twice', lambda all: dropped('ObjectNameFilter')(all))
steps('not packed', dropped('Pack3DDetInputs', 'Collect3D'))
steps('format is lost', dropped('DefaultFormatBundle3D'), gens=C)
steps('tests without packing', dropped('Pack3DDetInputs', 'Collect3D'), 'test')
steps('tests without points', dropped('LoadPointsFromFile'), 'test')
step('range of points differs from the model', ('PointsRangeFilter',), become('point_cloud_range', shifted))
step('range of objects differs', ('ObjectRangeFilter',), become('point_cloud_range', lambda v: scaled(2)(v)))
step('rotation in degrees', ('GlobalRotScaleTrans',), become('rot_range', [-45, 45]))
step('scale as one number', ('GlobalRotScaleTrans',), become('scale_ratio_range', 1.05))
step('scale around zero', ('GlobalRotScaleTrans',), become('scale_ratio_range', [-0.05, 0.05]))
step('translation of two numbers', ('GlobalRotScaleTrans',), with_(translation_std=[0.5, 0.5]))
step('flip in percent', ('RandomFlip3D',), become('flip_ratio_bev_horizontal', 50))
step('flip under another name', ('RandomFlip3D',), renamed('flip_ratio_bev_horizontal', 'flip_ratio_horizontal'))
step('noise of two numbers', ('ObjectNoise',), become('translation_std', shorter))
step('num_try of zero', ('ObjectNoise',), become('num_try', 0))
step('names of other classes', ('ObjectNameFilter',), with_(classes=['Vehicle', 'Person', 'Bike']))
step('packed without boxes', ('Pack3DDetInputs', 'Collect3D'), lambda s: 'gt_bboxes_3d' in s['keys'] and become('keys', lambda v: [k for k in v if k != 'gt_bboxes_3d'])(s))
step('packed without points', ('Pack3DDetInputs', 'Collect3D'), lambda s: become('keys', lambda v: [k for k in v if k != 'points'] if 'points' in v and len(v) > 1 else None)(s))
step('packed under another name', ('Pack3DDetInputs', 'Collect3D'), lambda s: become('keys', lambda v: ['gt_boxes_3d' if k == 'gt_bboxes_3d' else k for k in v])(s))
step('packed images that nobody loads', ('Pack3DDetInputs', 'Collect3D'), lambda s: become('keys', lambda v: [*v, 'img'] if 'img' not in v else None)(s))
step('labels of classes lost in packing', ('Pack3DDetInputs', 'Collect3D'), lambda s: become('keys', lambda v: [k for k in v if k != 'gt_labels_3d'])(s))
step('views of a test: no scale of points', ('MultiScaleFlipAug3D',), renamed('pts_scale_ratio', 'pcd_scale_ratio'), 'test')
step('pasted at rate zero', ('ObjectSample',), below('db_sampler', become('rate', 0.0)))
step('pasted from the infos of val', ('ObjectSample',), below('db_sampler', become('info_path', lambda v: v.replace('train', 'val'))))
step('pasted points of another width', ('ObjectSample',), below('db_sampler', below('points_loader', become('load_dim', lambda v: v - 1))))
step('pasted classes without groups', ('ObjectSample',), below('db_sampler', lost('sample_groups')))
step('pasted groups of another class', ('ObjectSample',), below('db_sampler', below('sample_groups', lambda d: bool(d.pop(next(iter(d)))) and with_(Van=12)(d))))
step('pasted by filter_by_min_point', ('ObjectSample',), below('db_sampler', below('prepare', renamed('filter_by_min_points', 'filter_by_min_point'))))
step('mapping of classes one short', ('PointSegClassMapping',), become('valid_cat_ids', shorter))
step('points of a patch as a text', ('IndoorPatchPointSample',), become('num_points', '4096'))
step('point sample under another name', ('PointSample',), renamed('num_points', 'num_point'))
step('images of another size in tests', ('Resize', 'Resize3D', 'ImageAug3D'), lambda s: become('final_dim', lambda v: [v[0] // 2, v[1]])(s) or become('scale', lambda v: [v[0] // 2, v[1] // 2])(s), 'test')
KINDS.section('box_type_3d of a camera', PY, ('data.train', 'data.train.dataset', 'train_dataloader.dataset', 'train_dataloader.dataset.dataset'), become('box_type_3d', lambda v: 'Camera' if v == 'LiDAR' else 'LiDAR'))
KINDS.section('box_type_3d of no word', PY, ('data.val', 'val_dataloader.dataset'), become('box_type_3d', 'Lidar3D'))


def data_kind(name, make, which='train', gens=PY):
    KINDS.add(name, gens, lambda c: make(inner(c, which)) if is_3d(c) else None)


data_kind('modality without what is loaded', lambda d: d['modality'].get('use_lidar') and with_(use_lidar=False)(d['modality']))
data_kind('modality without cameras', lambda d: d['modality'].get('use_camera') and with_(use_camera=False)(d['modality']))
data_kind('annotations of val in training', become('ann_file', lambda v: v.replace('train', 'val')))
data_kind('annotations of training in tests', become('ann_file', lambda v: v.replace('val', 'train')), 'test')
data_kind('annotations below the root twice', lambda d: become('ann_file', lambda v: d['data_root'] + v if d.get('data_root') else None)(d), gens=E)
data_kind('prefix of points under another key', lambda d: renamed('pts', 'lidar')(d['data_prefix']), gens=E)
data_kind('sweeps lost of the prefixes', lambda d: lost('sweeps')(d['data_prefix']), gens=E)
data_kind('prefix as a text', become('data_prefix', 'training/velodyne'), gens=E)
data_kind('classes in another order', lambda d: become('classes', lambda v: list(reversed(v)))(d if 'classes' in d else d['metainfo']), 'test')
data_kind('a class less in the data', lambda d: become('classes', shorter)(d if 'classes' in d else d['metainfo']))
data_kind('metainfo with CLASSES', lambda d: renamed('classes', 'CLASSES')(d['metainfo']), gens=E)
data_kind('test_mode in training', lambda d: with_(test_mode=True)(d))
data_kind('test_mode lost in tests', become('test_mode', False), 'test')
data_kind('load_interval as a share', become('load_interval', 0.2))
data_kind('filter_empty_gt as a text', lambda d: with_(filter_empty_gt='True')(d))
data_kind('version misspelled', lambda d: with_(data_version='v1.0-trainval')(d))
KINDS.section('CBGS around the tests', E, 'val_dataloader', lambda d: 'NuScenes' in d['dataset']['type'] and with_(dataset=dict(type='CBGSDataset', dataset=d['dataset']))(d))
KINDS.section('evaluator of another data set', E, 'val_evaluator', lambda d: become('type', lambda v: {'KittiMetric': 'NuScenesMetric', 'NuScenesMetric': 'KittiMetric', 'IndoorMetric': 'SegMetric', 'SegMetric': 'IndoorMetric'}.get(v))(d))
KINDS.section('evaluator reads the training', E, 'val_evaluator', lambda d: become('ann_file', lambda v: v.replace('val', 'train') if is_text(v) else None)(d))
KINDS.section('metric of two dimensions', E, 'val_evaluator', lambda d: d['type'] in ('KittiMetric', 'NuScenesMetric') and with_(metric='mAP')(d))
KINDS.section('evaluator without its file', E, 'val_evaluator', lambda d: d['type'] in ('KittiMetric', 'NuScenesMetric', 'WaymoMetric') and lost('ann_file')(d))


def is_text(v):
    return isinstance(v, str)


# --- BEVFusion ---
CAM, LID, OBJ = 'model.encoders.camera', 'model.encoders.lidar', 'model.heads.object'
at_yaml('camera neck of another backbone', CAM + '.neck.in_channels', [512, 1024, 2048])
at_yaml('camera neck of R18', CAM + '.neck.in_channels', [128, 256, 512])
at_yaml('camera neck wider than the view', CAM + '.neck.out_channels', 128)
at_yaml('camera neck one output less', CAM + '.neck.num_outs', 2)
at_yaml('camera backbone of four levels', CAM + '.backbone.out_indices', [0, 1, 2, 3])
at_yaml('camera backbone of other levels', CAM + '.backbone.out_indices', [0, 1, 2])
at_yaml('camera backbone of width 128', CAM + '.backbone.embed_dims', 128)
at_yaml('camera backbone: heads that do not divide', CAM + '.backbone.num_heads', [5, 10, 20, 40])
at_yaml('camera backbone: depths of three', CAM + '.backbone.depths', [2, 2, 6])
at_yaml('camera backbone of no type', CAM + '.backbone.type', lambda v: v + 'V1')
into('camera backbone with an argument of ResNet', CAM + '.backbone', 'frozen_stage', 1)
at_yaml('camera weights not converted', CAM + '.backbone.convert_weights', False)
at_yaml('view of 64 channels', CAM + '.vtransform.out_channels', 64)
at_yaml('view in channels', CAM + '.vtransform.in_channels', 512)
at_yaml('feature size of stride 16', CAM + '.vtransform.feature_size', lambda v: [x // 2 for x in v])
at_yaml('feature size as width, height', CAM + '.vtransform.feature_size', swapped(0, 1))
at_yaml('image size of the view alone', CAM + '.vtransform.image_size', lambda v: [384, 1056])
at_yaml('xbound of a finer grid', CAM + '.vtransform.xbound', item(2, lambda x: x / 2))
at_yaml('ybound that ends earlier', CAM + '.vtransform.ybound', item(1, lambda x: x / 2))
at_yaml('zbound of two cells', CAM + '.vtransform.zbound', item(2, lambda x: x / 2))
at_yaml('dbound with its step as a count', CAM + '.vtransform.dbound', item(2, 118))
at_yaml('dbound from zero to a grid of none', CAM + '.vtransform.dbound', item(0, 70.0))
at_yaml('downsample of four', CAM + '.vtransform.downsample', 4)
at_yaml('view of no type', CAM + '.vtransform.type', lambda v: v.replace('Transform', 'ViewTransform'))
into('downsample in the neck', CAM + '.neck', 'downsample', 2)
at_yaml('lidar of four channels', LID + '.backbone.in_channels', 4)
at_yaml('sparse shape of another voxel size', LID + '.backbone.sparse_shape', lambda v: [1024, 1024, 41] if v[0] != 1024 else [1440, 1440, 41])
at_yaml('sparse shape as z, y, x', LID + '.backbone.sparse_shape', swapped(0, 2))
at_yaml('sparse shape with 40 levels', LID + '.backbone.sparse_shape', item(2, 40))
at_yaml('sparse encoder of 64', LID + '.backbone.output_channels', 64)
at_yaml('voxels of another range', LID + '.voxelize.point_cloud_range', lambda v: scaled(2)(v))
at_yaml('voxels of another size', LID + '.voxelize.voxel_size', lambda v: [x * 2 for x in v])
at_yaml('voxels of four points in a text', LID + '.voxelize.max_voxels', '[90000, 120000]')
at_yaml('encoder channels a stage less', LID + '.backbone.encoder_channels', shorter)
at_yaml('block_type of another word', LID + '.backbone.block_type', 'basic_block')
into('reduce in the voxels', LID + '.voxelize', 'voxelize_reduce', False)
at_yaml('pillars of another width', LID + '.backbone.pts_voxel_encoder.feat_channels', [64, 128])
at_yaml('pillars on another canvas', LID + '.backbone.pts_middle_encoder.output_shape', [400, 400])
at_yaml('fuser of 64 and 256', 'model.fuser.in_channels', lambda v: [v[0] - 16, *v[1:]])
at_yaml('fuser turned round', 'model.fuser.in_channels', swapped(0, 1))
at_yaml('fuser out channels', 'model.fuser.out_channels', lambda v: v // 2)
yaml('fuser lost, two encoders', lambda c: bool(c['model'].get('fuser')) and (c['model'].update(fuser=None) or True))
at_yaml('decoder in channels', 'model.decoder.backbone.in_channels', lambda v: v + 16)
at_yaml('decoder out channels', 'model.decoder.backbone.out_channels', lambda v: [x * 2 for x in v])
at_yaml('decoder blocks of another width', 'model.decoder.backbone.blocks', lambda v: [[v[0][0], v[0][1] * 2, v[0][2]], *v[1:]])
at_yaml('decoder neck in channels', 'model.decoder.neck.in_channels', item(0, lambda x: x * 2))
at_yaml('decoder neck out channels', 'model.decoder.neck.out_channels', lambda v: v * 2 if is_int(v) else [x * 2 for x in v])
at_yaml('decoder neck scale', 'model.decoder.neck.scale_factor', 4)
at_yaml('decoder neck strides', 'model.decoder.neck.upsample_strides', item(-1, lambda x: x * 2))
at_yaml('head in channels', OBJ + '.in_channels', lambda v: v // 2)
at_yaml('head classes', OBJ + '.num_classes', 9)
at_yaml('head stride in training', OBJ + '.train_cfg.out_size_factor', lambda v: v * 2)
at_yaml('head stride in the coder', OBJ + '.bbox_coder.out_size_factor', lambda v: v * 2)
at_yaml('head grid in training', OBJ + '.train_cfg.grid_size', lambda v: [v[0] // 2, v[1] // 2, *v[2:]])
at_yaml('head grid in tests', OBJ + '.test_cfg.grid_size', lambda v: [v[0] // 2, v[1] // 2, *v[2:]])
at_yaml('head range of others', OBJ + '.train_cfg.point_cloud_range', lambda v: [-50.0, -50.0, -5.0, 50.0, 50.0, 3.0] if abs(v[0]) != 50 else None)
at_yaml('head voxel size with z lost', OBJ + '.train_cfg.voxel_size', lambda v: [x * 2 for x in v])
at_yaml('head code weights of eight', OBJ + '.train_cfg.code_weights', lambda v: v[:8])
at_yaml('head code size of eight', OBJ + '.bbox_coder.code_size', 8)
at_yaml('head coder of another type', OBJ + '.bbox_coder.type', lambda v: 'CenterPointBBoxCoder' if 'Trans' in v else 'TransFusionBBoxCoder')
at_yaml('head post_center_range small', OBJ + '.bbox_coder.post_center_range', lambda v: [x / 2 for x in v])
at_yaml('head without velocity', OBJ + '.common_heads', lambda v: {k: x for k, x in v.items() if k != 'vel'})
at_yaml('head with reg and center changed', OBJ + '.common_heads', lambda v: {('offset' if k in ('center', 'reg') else k): x for k, x in v.items()})
at_yaml('head tasks a class less', OBJ + '.tasks', lambda v: [*v[:-1], v[-1][:1]])
at_yaml('head tasks in one list', OBJ + '.tasks', lambda v: [n for t in v for n in t])
at_yaml('head assigner without a cost', OBJ + '.train_cfg.assigner.type', 'HungarianAssigner')
at_yaml('head heads that do not divide', OBJ + '.num_heads', 6)
at_yaml('head proposals as a text', OBJ + '.num_proposals', '200')
at_yaml('head loss of no type', OBJ + '.loss_cls.type', 'FocalLosses')
at_yaml('head loss_heatmap of classes', OBJ + '.loss_heatmap.type', 'FocalLoss')
at_yaml('map head of other channels', 'model.heads.map.in_channels', lambda v: v * 2)
at_yaml('map head: grid of the input', 'model.heads.map.grid_transform.input_scope', lambda v: [[-51.2, 51.2, 0.4], [-51.2, 51.2, 0.4]])
at_yaml('map head: one class less', 'model.heads.map.classes', shorter)
at_yaml('map head: loss of a word', 'model.heads.map.loss', 'dice')
into('a second head without a scale', 'model', 'loss_scale', {'object': 1.0, 'maps': 0.5})
at_yaml('classes of the data a class less', 'data.train.dataset.object_classes', shorter)
at_yaml('classes of the tests in another order', 'data.val.object_classes', lambda v: v[::-1])
at_yaml('map classes of the tests a class less', 'data.val.map_classes', shorter)
at_yaml('ann_file of val in training', 'data.train.dataset.ann_file', lambda v: v.replace('train', 'val'))
at_yaml('ann_file of training in tests', 'data.test.ann_file', lambda v: v.replace('val', 'train'))
at_yaml('modality without cameras, T', 'data.train.dataset.modality', lambda v: dict(v, use_camera=False))
at_yaml('samples as a text', 'data.samples_per_gpu', '4')
into('batch of mmengine', 'data', 'batch_size', 8)
at_yaml('workers of none', 'data.workers_per_gpu', -1)
at_yaml('CBGS without a data set', 'data.train.type', 'CBGSDatasets')
into('training shuffles by a sampler', 'data', 'sampler', {'type': 'DistributedSampler'})
yaml_step('T: load_dim of four', ('LoadPointsFromFile',), become('load_dim', 4))
yaml_step('T: use_dim of four', ('LoadPointsFromFile',), become('use_dim', 4))
yaml_step('T: sweeps of other columns', ('LoadPointsFromMultiSweeps',), become('use_dim', [0, 1, 2, 4]))
yaml_step('T: sweeps fewer in tests', ('LoadPointsFromMultiSweeps',), become('sweeps_num', 2), 'val')
yaml_step('T: images of another size', ('ImageAug3D',), become('final_dim', [384, 1056]))
yaml_step('T: images of another size in tests', ('ImageAug3D',), become('final_dim', [320, 800]), 'val')
yaml_step('T: final_dim as width, height', ('ImageAug3D',), become('final_dim', swapped(0, 1)))
yaml_step('T: is_train in tests', ('ImageAug3D',), become('is_train', True), 'val')
yaml_step('T: no training in training', ('ImageAug3D', 'GlobalRotScaleTrans'), become('is_train', False))
yaml_step('T: resize_lim of images of half', ('ImageAug3D',), become('resize_lim', [1.0, 1.2]))
yaml_step('T: resize as one number', ('ImageAug3D',), become('resize_lim', 0.48))
yaml_step('T: rotation in degrees of points', ('GlobalRotScaleTrans',), become('rot_lim', [-45.0, 45.0]))
yaml_step('T: rotation in tests', ('GlobalRotScaleTrans',), become('rot_lim', [-0.78, 0.78]), 'val')
yaml_step('T: mean in 0..255', ('ImageNormalize',), become('mean', [123.675, 116.28, 103.53]))
yaml_step('T: other mean in tests', ('ImageNormalize',), become('mean', [0.5, 0.5, 0.5]), 'val')
yaml_step('T: range of points', ('PointsRangeFilter',), become('point_cloud_range', lambda v: [x / 2 for x in v]))
yaml_step('T: range of objects of others', ('ObjectRangeFilter',), become('point_cloud_range', lambda v: [x * 2 for x in v]))
yaml_step('T: names of others', ('ObjectNameFilter',), become('classes', ['car', 'pedestrian', 'cyclist']))
yaml_step('T: pasted at no rate', ('ObjectPaste',), below('db_sampler', become('rate', 0.0)))
yaml_step('T: pasted infos of val', ('ObjectPaste',), below('db_sampler', become('info_path', lambda v: v.replace('train', 'val'))))
yaml_step('T: pasted without a group', ('ObjectPaste',), below('db_sampler', below('sample_groups', renamed('truck', 'lorry'))))
yaml_step('T: collected without cameras', ('Collect3D',), become('meta_keys', lambda v: [k for k in v if k != 'lidar2image']))
yaml_step('T: collected without images', ('Collect3D',), become('keys', lambda v: [k for k in v if k != 'img']))
yaml_step('T: collected without boxes', ('Collect3D',), become('keys', lambda v: [k for k in v if k != 'gt_bboxes_3d']))
yaml_step('T: collected radar', ('Collect3D',), become('keys', lambda v: [*v, 'radar'] if 'radar' not in v else None))
yaml_step('T: masks of other cells', ('LoadBEVSegmentation',), become('xbound', [-50.0, 50.0, 0.25]))
yaml_steps('T: depth before collecting', moved('GTDepth', ('Collect3D',), False))
yaml_steps('T: depth is lost', dropped('GTDepth'))
yaml_steps('T: normalised before resizing', moved('ImageNormalize', ('ImageAug3D',), False))
yaml_steps('T: format is lost', dropped('DefaultFormatBundle3D'))
yaml_steps('T: images are not loaded', dropped('LoadMultiViewImageFromFiles'))
yaml_steps('T: names are filtered before annotations', moved('ObjectNameFilter', ('LoadAnnotations3D',), False))
yaml_steps('T: images lost of the tests', dropped('ImageAug3D'), 'val')
yaml_steps('T: not normalised in tests', dropped('ImageNormalize'), 'val')
