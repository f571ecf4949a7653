"""Kinds of mistakes by a hand that had read no rule and no other set, for projects that no count had seen: widths from voxels to heads, grids and ranges, frames and
points of models that look from above, ends of schedules, rates, precision, variables of a base, tests that see something else, loaders, hooks and YAML of BEVFusion."""
from plants.kinds import C, E, Kinds, PY, T, at, become, dicts, each, inner, is_int, is_number, is_numbers, is_step, lost, pipeline_path, shorter, steps_in, typed, used, with_
from plants.kinds import epochs, iters, length, loop, schedulers

COPIES, ABOVE = Kinds(copies=True), Kinds()
ALL = (C, E, T)
on_all, on_both, on_c, on_e, on_t = COPIES.on(*ALL), COPIES.on(*PY), COPIES.on(C), COPIES.on(E), COPIES.on(T)


def name_of(d):
    return str(d.get('type', '')).split('.')[-1] if isinstance(d, dict) else ''


def where(test, make):
    """One mistake in the first dict of the model for which test(d) holds and which `make` takes."""
    return lambda c: next((True for d in dicts(c.get('model')) if test(d) and make(d)), None)


def called(*parts):
    return lambda d: any(p in name_of(d) for p in parts)


def has(*keys):
    return lambda d: all(k in d for k in keys)


def both(*tests):
    return lambda d: all(t(d) for t in tests)


def half(v):
    return v // 2 if is_int(v) and v > 1 else None


def halves(v):
    return type(v)(x // 2 for x in v) if is_numbers(v) and all(is_int(x) and x > 1 for x in v) else None


def doubled_last(v):
    return type(v)([*v[:-1], v[-1] * 2]) if is_numbers(v) else None


def kind(name, generations, test, make):
    COPIES.add(name, generations, where(test, make))


def levels(c, n=2):
    return isinstance(at(c, 'model.neck.in_channels'), (list, tuple)) and len(at(c, 'model.neck.in_channels')) >= n


# --- widths ---

COPIES.add('a shallower ResNet, its neck as it was', PY,
           lambda c: levels(c) and name_of(at(c, 'model.backbone')) == 'ResNet' and become('depth', 18, lambda v: v in (50, 101))(c['model']['backbone']) or None)
kind('a larger Swin alone', ALL, both(called('Swin'), has('embed_dims')), become('embed_dims', 128, lambda v: v == 96))
kind('a narrower FPN alone', PY, both(called('FPN'), has('in_channels', 'num_outs')), become('out_channels', 192, lambda v: v == 256))
COPIES.add('a level less of the backbone', PY,
           lambda c: levels(c, 3) and become('out_indices', shorter, lambda v: len(v) == len(at(c, 'model.neck.in_channels')))(c['model'].get('backbone') or {}) or None)
COPIES.add('a level less of the neck, and heads for all', PY, lambda c: at(c, 'model.bbox_head.anchor_generator.strides') and len(
    at(c, 'model.bbox_head.anchor_generator.strides')) == at(c, 'model.neck.num_outs', 0) > 2 and become('num_outs', lambda v: v - 1)(c['model']['neck']) or None)
kind('a narrower SECONDFPN alone', ALL, both(called('SECONDFPN'), has('out_channels')), become('out_channels', halves))
kind('a wider stage of SECOND alone', ALL, both(lambda d: name_of(d) == 'SECOND', has('out_channels')), become('out_channels', doubled_last))
kind('a narrower sparse encoder alone', ALL, both(called('SparseEncoder'), has('output_channels')), become('output_channels', half))
kind('narrower pillars alone', ALL, both(called('PillarFeatureNet', 'PillarVFE'), has('feat_channels')), become('feat_channels', halves))
kind('a feature less of each voxel', PY, both(called('SimpleVFE'), has('num_features')), become('num_features', lambda v: v - 1))
kind('pillars scattered over half the map', ALL, both(called('PointPillarsScatter'), has('output_shape')), become('output_shape', halves))
kind('sparse voxels of another grid', ALL, both(called('SparseEncoder'), has('sparse_shape')), become('sparse_shape', lambda v: type(v)(x // 2 if x > 100 else x for x in v)))
kind('a head of half the width', ALL, both(called('CenterHead', 'TransFusionHead'), has('in_channels')), become('in_channels', half, is_int))
COPIES.add('a level less looked at by a head', PY, lambda c: become('in_index', shorter, lambda v: isinstance(v, (list, tuple)) and len(v) > 2)(at(c, 'model.decode_head') or {})
           if isinstance(at(c, 'model.decode_head'), dict) and at(c, 'model.decode_head.input_transform') != 'multiple_select' else None)
COPIES.add('an auxiliary head at another level', PY, lambda c: isinstance(at(c, 'model.auxiliary_head'), dict) and 'ResNet' in name_of(at(c, 'model.backbone')) and become('in_index', lambda v: v + 1 if v < 3 else v - 1, is_int)(
    c['model']['auxiliary_head']) or None)
kind('heads of attention that do not divide', ALL, both(called('Attention'), has('embed_dims', 'num_heads')), become('num_heads', 7))
kind('one attention of another width', ALL, both(called('MultiheadAttention', 'DeformableAttention'), has('embed_dims')), become('embed_dims', half))
kind('a classifier for narrower features', PY, both(called('LinearClsHead'), has('in_channels')), become('in_channels', half))
kind('key points read off fewer channels', PY, both(called('HeatmapHead', 'SimpleHead', 'SimccHead', 'RTMCCHead', 'SimCCHead'), has('in_channels')), become('in_channels', half, is_int))
kind('groups that do not divide the channels', ALL, lambda d: name_of(d) == 'GN' and 'num_groups' in d, become('num_groups', 48))
kind('filters for fewer layers than there are', PY, both(has('num_deconv_layers', 'num_deconv_filters')), become('num_deconv_filters', shorter))
kind('strides for one stage less', PY, both(called('ResNet', 'ResNeXt'), has('strides')), become('strides', shorter, lambda v: len(v) > 2))
kind('layers for one stage less', ALL, lambda d: name_of(d) == 'SECOND' and 'layer_nums' in d, become('layer_nums', shorter))

# --- models that look from above ---

kind('a view of other width than its encoder takes', C, both(called('ViewTransformer'), has('out_channels')), become('out_channels', half))
kind('a view for other width than the neck gives', C, both(called('ViewTransformer'), has('in_channels')), become('in_channels', half, is_int))
kind('finer cells of the view alone', C, both(called('ViewTransformer'), lambda d: is_numbers(at(d, 'grid_config.x'))),
     lambda d: become('x', lambda v: type(v)((v[0], v[1], v[2] / 2)))(d['grid_config']))
kind('another stride of the images in the view', C, both(called('ViewTransformer'), has('downsample')), become('downsample', half))
kind('another image size in the view', C, both(called('ViewTransformer'), has('input_size')), become('input_size', lambda v: type(v)(x * 2 for x in v)))
COPIES.add('fewer frames in the model than are loaded', C, lambda c: become('num_adj', lambda v: v + 1, is_int)(c['model']))
kind('half of the rows of a BEV, its embedding as it was', C, both(has('bev_h', 'bev_w'), lambda d: isinstance(d.get('positional_encoding'), dict)), become('bev_h', half))
kind('one level of features for a neck of more', C, both(called('PerceptionTransformer'), has('num_feature_levels')), become('num_feature_levels', lambda v: v + 1 if v < 4 else 1))
kind('a camera less in the attention', C, both(called('SpatialCrossAttention'), has('num_cams')), become('num_cams', lambda v: v - 1))
kind('more proposals kept than there are queries', C, both(called('StreamPETR', 'RepDETR'), has('topk_proposals', 'num_query')), lambda d: become('topk_proposals', d['num_query'] * 4)(d))
kind('weights for fewer codes than boxes have', PY, both(has('code_weights'), called('Head')), become('code_weights', lambda v: v[:-2] if is_numbers(v) and len(v) > 8 else None))
kind('smaller boxes than their weights', PY, both(has('code_size', 'code_weights'), called('Head')), become('code_size', lambda v: v - 2 if v > 7 else None))
kind('points of a line: head and data differ', C, both(has('num_pts_per_vec', 'num_pts_per_gt_vec')), become('num_pts_per_gt_vec', lambda v: v + 10))
kind('another number of steps ahead', C, both(has('fut_ts'), called('Head')), become('fut_ts', lambda v: v * 2))
kind('another range for the boxes that are read', ALL, lambda d: 'BBoxCoder' in name_of(d) or 'FreeCoder' in name_of(d), become('pc_range', each(0.8)))
kind('boxes are dropped that lie in the range', ALL, lambda d: 'Coder' in name_of(d), become('post_center_range', lambda v: type(v)(x / 8 for x in v) if is_numbers(v) else None))
kind('another cell size for the boxes that are read', ALL, lambda d: 'Coder' in name_of(d) and 'out_size_factor' in d, become('voxel_size', each(2)))
kind('another factor for the boxes that are read', ALL, lambda d: 'Coder' in name_of(d), become('out_size_factor', half))
kind('targets drawn at half of the factor', ALL, both(has('out_size_factor', 'grid_size', 'gaussian_overlap')), become('out_size_factor', half))
kind('targets drawn on half of the grid', ALL, both(has('out_size_factor', 'grid_size', 'gaussian_overlap')), become('grid_size', lambda v: type(v)(x // 2 if x > 100 else x for x in v)))
kind('targets for five objects', ALL, both(has('max_objs', 'gaussian_overlap')), become('max_objs', 5))
kind('a class that no task has', PY, both(has('tasks'), lambda d: isinstance(d['tasks'], (list, tuple)) and len(d['tasks']) > 1), become('tasks', shorter))
kind('a task that counts a class more', PY, lambda d: 'num_class' in d and 'class_names' in d, become('num_class', lambda v: v + 1))
kind('velocities that nobody learns', PY, lambda d: isinstance(at(d, 'common_heads.vel'), (list, tuple)), lambda d: lost('vel')(d['common_heads']))
kind('a bank of anchors of another width', C, both(called('InstanceBank'), has('embed_dims')), become('embed_dims', half))
kind('more instances kept than there are', C, both(called('InstanceBank'), has('num_temp_instances', 'num_anchor')), lambda d: become('num_temp_instances', d['num_anchor'] * 2)(d))
kind('a range without heights', ALL, has('point_cloud_range'), become('point_cloud_range', lambda v: type(v)((v[0], v[1], v[3], v[4])) if is_numbers(v) and len(v) == 6 else None))
kind('voxels without a height', ALL, both(has('voxel_size', 'max_num_points')), become('voxel_size', lambda v: v[:2] if is_numbers(v) and len(v) == 3 else None))
kind('the voxelizer has another range', PY, both(has('voxel_size', 'max_num_points', 'point_cloud_range')), become('point_cloud_range', each(0.75)))
kind('the voxelizer has other voxels', PY, both(has('voxel_size', 'max_num_points')), become('voxel_size', each(2)))
kind('anchors for one class less', PY, both(called('Anchor3DRangeGenerator'), has('ranges', 'sizes')), become('ranges', shorter, lambda v: len(v) > 2))
COPIES.add('a class more on the map of the data', C, lambda c: any([become('map_classes', lambda v: [*v, 'stopline'])(d) for d in dicts(c.get('data')) if isinstance(
    d.get('map_classes'), (list, tuple))]) or None)

# --- schedules ---

COPIES.add('half the run, milestones as they were', C, lambda c: epochs(c) > 3 and at(c, 'lr_config.policy') == 'step' and isinstance(at(c, 'lr_config.step'), (list, tuple)) and [
    d.update({k: d[k] // 2}) for d, k in ((c.get('runner') or {}, 'max_epochs'), (c, 'total_epochs')) if is_int(d.get(k))] and True or None)
on_c('a warmup that outlasts the run', 'lr_config', become('warmup_iters', 500000))
on_c('a warmup that begins at ten times the rate', 'lr_config', become('warmup_ratio', 10))
on_c('steps of epochs counted in iterations', 'lr_config', lambda d: d.get('policy') == 'step' and d.get('by_epoch') is None and isinstance(d.get('step'), (list, tuple)) and with_(by_epoch=False)(d))
on_c('a rate that rises at each step', 'lr_config', lambda d: d.get('policy') == 'step' and with_(gamma=10)(d))
on_c('a floor above the rate', 'lr_config', lambda d: 'osine' in str(d.get('policy')) and not d.pop('min_lr_ratio', None) is Ellipsis and with_(min_lr=1.0)(d))
on_c('an iteration runner with epochs', 'runner', lambda d: d.get('type') == 'EpochBasedRunner' and with_(type='IterBasedRunner')(d))
COPIES.add('only the validation of a workflow', C, lambda c: c.update(workflow=[('val', 1)]) or True if c.get('workflow') else None)
on_c('evaluation after the end', 'evaluation', lambda d: 'dynamic_intervals' not in d and become('interval', 10 ** 8)(d))
on_e('evaluation after the end', 'train_cfg', lambda d: 'max_epochs' in d and with_(val_interval=d['max_epochs'] * 2)(d))
on_c('the length of a run in quotes', 'runner', become('max_epochs', str))
on_e('the length of a run in quotes', 'train_cfg', become('max_epochs', str))


def scheduler(name, test, make):
    COPIES.add(name, E, lambda c: next((True for s in schedulers(c) if test(s) and make(s)), None))


scheduler('a warmup from zero', called('LinearLR'), become('start_factor', 0))
scheduler('a cosine of half the period', lambda s: 'CosineAnnealing' in name_of(s) and is_int(s.get('T_max')), become('T_max', half))
scheduler('a poly schedule that ends early', lambda s: 'PolyLR' in name_of(s) and is_int(s.get('end')), become('end', lambda v: v // 4))
scheduler('milestones of epochs counted in iterations', lambda s: 'MultiStepLR' in name_of(s) and s.get('by_epoch') is True and not s.get('convert_to_iter_based'), with_(by_epoch=False))
scheduler('a rate that rises at each milestone', called('MultiStepLR'), with_(gamma=10))
scheduler('a schedule that begins where it ends', lambda s: is_int(s.get('end')), lambda s: with_(begin=s['end'])(s))

# --- rates, optimizers, precision ---


def optimizer(c):
    d = at(c, 'optim_wrapper.optimizer') or (c.get('optimizer') if 'runner' in c or 'lr_config' in c else None)
    return d if isinstance(d, dict) else {}


def of_optimizer(name, make, test=lambda d: True, generations=PY):
    COPIES.add(name, generations, lambda c: test(optimizer(c)) and make(optimizer(c)) or None)


of_optimizer("AdamW with the rate of SGD", with_(lr=0.02), called('AdamW'), ALL)
of_optimizer('SGD with the rate of AdamW', with_(lr=0.00001), lambda d: name_of(d) == 'SGD')
of_optimizer('SGD becomes AdamW, its rate stays', lambda d: d.pop('momentum', None) and with_(type='AdamW')(d), lambda d: name_of(d) == 'SGD' and d.get('lr', 0) >= 0.01)
of_optimizer('no rate at all', with_(lr=0.0), generations=ALL)
of_optimizer('the rate in quotes', become('lr', str, is_number), generations=ALL)
of_optimizer('one beta', become('betas', lambda v: v[0]))
of_optimizer('decay in quotes', become('weight_decay', str, is_number), generations=ALL)
on_c('gradients clipped to nothing', 'optimizer_config.grad_clip', with_(max_norm=0))
on_e('gradients clipped to nothing', 'optim_wrapper.clip_grad', with_(max_norm=0))


def groups(c):
    p = at(c, 'optimizer.paramwise_cfg.custom_keys') or at(c, 'optim_wrapper.paramwise_cfg.custom_keys')
    return p if isinstance(p, dict) else {}


COPIES.add('a group whose name is misspelt', PY, lambda c: next((True for k in list(groups(c)) if 'backbone' in k and (
    groups(c).update({k.replace('backbone', 'backbon_'): groups(c).pop(k)}) or True)), None))
COPIES.add('a factor of rates in the wrong word', PY, lambda c: next((True for d in groups(c).values() if isinstance(d, dict) and 'lr_mult' in d and not d.update(
    lr_mul=d.pop('lr_mult'))), None))
ABOVE.text('a key for half precision that nobody reads', E, 'fp16 = dict(loss_scale=512.)\n', unless='fp16')
ABOVE.text('half precision by a switch', C, 'fp16 = dict(enabled=True)\n', unless='fp16')
ABOVE.text('a kind of number that there is not', E, "optim_wrapper = dict(type='AmpOptimWrapper', dtype='fp16')\n", needs='optim_wrapper.optimizer')
ABOVE.text('a scale on a plain wrapper', E, "optim_wrapper = dict(type='OptimWrapper', loss_scale='dynamic')\n", needs='optim_wrapper.optimizer', unless='optim_wrapper.loss_scale')
ABOVE.text('a scale that there is not', E, "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='static')\n", needs='optim_wrapper.optimizer')
ABOVE.text('amp of another library', C, "amp = dict(enabled=True, dtype='bfloat16')\n", unless='amp')

# --- what overrides hide ---


def name_alone(name, needs, text, generations=PY):
    ABOVE.text(name, generations, text, needs=lambda c: isinstance(c.get(needs), (list, tuple, dict, int, float)) and not isinstance(c.get(needs), bool))


name_alone('a range for nobody', 'point_cloud_range', 'point_cloud_range = [-10, -10, -3, 10, 10, 1]\n')
name_alone('voxels for nobody', 'voxel_size', 'voxel_size = [0.4, 0.4, 8]\n')
name_alone('classes for nobody', 'class_names', "class_names = ['car', 'truck']\n")
name_alone('steps for nobody', 'train_pipeline', "train_pipeline = [dict(type='LoadImageFromFile')]\n")
name_alone('colours for nobody', 'img_norm_cfg', 'img_norm_cfg = dict(mean=[0, 0, 0], std=[255, 255, 255], to_rgb=True)\n')
name_alone('a crop for nobody', 'crop_size', 'crop_size = (320, 320)\n')
name_alone('a rate for nobody', 'lr', 'lr = 3e-5\n')
name_alone('queues for nobody', 'queue_length', 'queue_length = 9\n')
name_alone('a grid for nobody', 'grid_config', 'grid_config = dict(x=[-10, 10, 1], y=[-10, 10, 1], z=[-5, 3, 8], depth=[1, 60, 1])\n')
ABOVE.text('an optimizer of another kind over arguments of SGD', C, "optimizer = dict(type='Adam', lr=1e-4)\n", needs='optimizer.momentum')
ABOVE.text('an optimizer of another kind over arguments of SGD', E, "optim_wrapper = dict(optimizer=dict(type='Adam', lr=1e-4))\n", needs='optim_wrapper.optimizer.momentum')
ABOVE.text('a head without its type', PY, 'model = dict(bbox_head=dict(_delete_=True, num_classes=3, in_channels=256))\n', needs='model.bbox_head.type')
ABOVE.text('a head of points without its type', C, 'model = dict(pts_bbox_head=dict(_delete_=True, num_classes=3, in_channels=256))\n', needs='model.pts_bbox_head.type')
ABOVE.text('a batch within the data set', C, 'data = dict(train=dict(batch_size=4))\n', needs='data.train.type')
ABOVE.text('a batch of the other generation', E, 'train_dataloader = dict(samples_per_gpu=4)\n', needs='train_dataloader.dataset')
ABOVE.text('a rate beside the optimizer', E, 'optim_wrapper = dict(lr=1e-4)\n', needs='optim_wrapper.optimizer')
ABOVE.text('one scheduler over a list', E, 'param_scheduler = dict(milestones=[5])\n', needs=lambda c: isinstance(c.get('param_scheduler'), list))
ABOVE.text('a hook that is no list', PY, "custom_hooks = dict(type='EMAHook')\n")
ABOVE.text('weights under a misspelt name', PY, "load_form = 'work_dirs/one.pth'\n")
ABOVE.text('a transformer over arguments of a ResNet', PY, "model = dict(backbone=dict(type='SwinTransformer', embed_dims=96))\n",
           needs=lambda c: name_of(at(c, 'model.backbone')) == 'ResNet' and 'depth' in c['model']['backbone'])
ABOVE.text('seeds in quotes', E, "randomness = dict(seed='0')\n", unless='randomness')
ABOVE.text('the run of another generation', C, "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=3)\n", unless='train_cfg')
ABOVE.text('a loop without an end', E, "train_cfg = dict(_delete_=True, type='EpochBasedTrainLoop', val_interval=1)\n", needs='train_cfg')
ABOVE.text('the epochs of torchpack in the singular', T, 'max_epoch: 2\n', needs='max_epochs')
ABOVE.text('samples of torchpack in the singular', T, 'data: {sample_per_gpu: 2}\n', needs='data.samples_per_gpu')
ABOVE.text('the optimizer of another dialect', T, 'optim_wrapper: {optimizer: {type: AdamW, lr: 0.0001}}\n')

# --- tests that see something else ---

TEST_NORMALIZE = ('Normalize', 'NormalizeMultiviewImage', 'ImageNormalize', 'DetDataPreprocessor')
COPIES.each_step('a test that divides by one', ALL, TEST_NORMALIZE, become('std', lambda v: type(v)(1.0 for _ in v), lambda v: is_numbers(v) and max(v) > 2), part='test')
COPIES.each_step('a test with channels swapped', C, TEST_NORMALIZE, become('to_rgb', lambda v: not v), part='test')
SWEEPS = ('LoadPointsFromMultiSweeps',)
COPIES.each_step('a test without most sweeps', ALL, SWEEPS, become('sweeps_num', 2, lambda v: is_int(v) and v > 4), part='test')
COPIES.each_step('a test of half the range', ALL, ('PointsRangeFilter',), become('point_cloud_range', each(0.5)), part='test')
COPIES.each_step('a test of fewer features', ALL, ('LoadPointsFromFile',), lambda s: 'sweeps' not in s and become(
    'use_dim', lambda v: [0, 1, 2] if is_int(v) and v > 3 or is_numbers(v) and len(v) > 3 else None)(s), part='test')
COPIES.each_step('a test that is augmented', C, ('ResizeCropFlipImage', 'ResizeCropFlipRotImage'), become('training', True), part='test')
COPIES.each_step('training that is not augmented', C, ('ResizeCropFlipImage', 'ResizeCropFlipRotImage'), become('training', False))
COPIES.each_step('annotations without boxes', PY, ('LoadAnnotations3D',), become('with_bbox_3d', False))
COPIES.each_step('names of fewer classes are kept', PY, ('ObjectNameFilter',), become('classes', shorter))
COPIES.each_step('objects are kept of half the range', PY, ('ObjectRangeFilter',), become('point_cloud_range', each(0.25)))
COPIES.each_step('images left out of what is collected', C, ('Collect3D', 'CustomCollect3D'), become(
    'keys', lambda v: [k for k in v if k not in ('img', 'img_inputs')] if 'img' in v or 'img_inputs' in v else None))
COPIES.each_step('classes of pasted objects under another name', PY, ('ObjectSample',), lambda s: next((True for g in [at(s, 'db_sampler.sample_groups')] if isinstance(g, dict) and g and not g.update(
    {list(g)[0] + 's': g.pop(list(g)[0])})), False))
on_c('a validation that trains', 'data.val', lambda d: 'Dataset' in name_of(d) and become('test_mode', False)(d))
on_c('data of training for validation', 'data', lambda d: isinstance(d.get('val'), dict) and isinstance(at(d, 'train.ann_file'), str) and isinstance(d['val'].get('ann_file'), str) and become(
    'ann_file', d['train']['ann_file'])(d['val']))
on_c('a class less in the test', 'data.test', become('classes', shorter, lambda v: isinstance(v, (list, tuple)) and len(v) > 2))
COPIES.add('a class less in the test', E, lambda c: become('classes', shorter)(at(inner(c, 'test'), 'metainfo') or {}) if isinstance(at(inner(c, 'test'), 'metainfo'), dict) else None)

# --- arguments, types ---

on_both('weights under a misspelt argument', 'model.backbone.init_cfg', lambda d: 'checkpoint' in d and not d.update(checkpont=d.pop('checkpoint')))
on_both('a depth in quotes', 'model.backbone', become('depth', str, is_int))
on_both('levels in quotes', 'model.neck', become('num_outs', str, is_int))
on_both('frozen stages in the singular', 'model.backbone', lambda d: 'frozen_stages' in d and not d.update(frozen_stage=d.pop('frozen_stages')))
COPIES.each_step('a flip of the other generation', E, ('RandomFlip',), lambda s: 'prob' in s and not s.update(flip_ratio=s.pop('prob')))
COPIES.each_step('a flip of the other generation', C, ('RandomFlip',), lambda s: 'flip_ratio' in s and not s.update(flip_prob=s.pop('flip_ratio'))
                 if 'flip_ratio' in s else False)
COPIES.step('the formatter of the other generation', E, lambda steps: next((True for s in steps if is_step(s, 'PackDetInputs', 'Pack3DDetInputs', 'PackSegInputs') and not s.update(
    type='DefaultFormatBundle')), None))
COPIES.step('the formatter of the other generation', C, lambda steps: next((True for s in steps if is_step(s, 'DefaultFormatBundle', 'DefaultFormatBundle3D') and not s.update(
    type='PackDetInputs')), None))
kind('a background that overlaps more than objects', PY, both(has('pos_iou_thr', 'neg_iou_thr'), lambda d: is_number(d['pos_iou_thr'])), lambda d: with_(neg_iou_thr=min(1.0, d['pos_iou_thr'] + 0.2))(d))
kind('scores above one', PY, has('score_thr'), become('score_thr', 5))
kind('a weight of a loss in quotes', ALL, both(has('loss_weight'), called('Loss')), become('loss_weight', str, is_number))
kind('voxels of a test are lost', PY, both(has('max_voxels', 'max_num_points')), become('max_voxels', lambda v: v[:1] if isinstance(v, (list, tuple)) and len(v) == 2 else None))

# --- loaders, hooks, evaluators ---

on_e('training in the order of the file', 'train_dataloader.sampler', become('shuffle', False))
on_e('a batch of nothing', 'train_dataloader', become('batch_size', 0))
on_c('a batch of nothing', 'data', become('samples_per_gpu', 0))
on_t('a batch in quotes', 'data', become('samples_per_gpu', str, is_int))
on_c('data repeated never', 'data.train', become('times', 0))
COPIES.each_typed('data repeated never', E, ('RepeatDataset',), become('times', 0))
on_c('a logger in other capitals', 'log_config', lambda d: next((True for h in d.get('hooks') or [] if is_step(h, 'TextLoggerHook') and with_(type='TextloggerHook')(h)), None))
on_c('a backend that there is not', 'dist_params', become('backend', 'ncll'))
on_e('a way to start that there is not', 'env_cfg.mp_cfg', become('mp_start_method', 'forks'))
on_c('a best checkpoint of nothing that is measured', 'evaluation', lambda d: d.get('metric') in ('bbox', ['bbox']) and with_(save_best='mAP')(d))
COPIES.add('a best checkpoint of nothing that is measured', E, lambda c: with_(save_best='coco/bbox_map')(c['default_hooks']['checkpoint']) if 'CocoMetric' in name_of(
    c.get('val_evaluator')) and isinstance(at(c, 'default_hooks.checkpoint'), dict) else None)
COPIES.add('a measure of another evaluator', E, lambda c: with_(metric='mAP')(c['val_evaluator']) if 'CocoMetric' in name_of(c.get('val_evaluator')) else None)
COPIES.add('annotations of training for the evaluator', E, lambda c: with_(ann_file='data/annotations/instances_train2017.json')(c['val_evaluator']) if isinstance(
    at(c, 'val_evaluator.ann_file'), str) and 'val' in c['val_evaluator']['ann_file'] else None)
ABOVE.text('an average that is no average', C, "custom_hooks = [dict(type='EMAHook', momentum=0.9999)]\n", unless='custom_hooks')
ABOVE.text('a hook that there is not', PY, "custom_hooks = [dict(type='EMA', momentum=0.0001)]\n", unless='custom_hooks')

# --- BEVFusion ---

on_t('voxels of another range', 'model.encoders.lidar.voxelize', become('point_cloud_range', each(0.75)))
on_t('cameras on another grid', 'model.encoders.camera.vtransform', become('xbound', lambda v: [v[0], v[1], v[2] * 2] if is_numbers(v) else None))
on_t('cameras of another feature size', 'model.encoders.camera.vtransform', become('feature_size', halves))
on_t('cameras of another image size', 'model.encoders.camera.vtransform', become('image_size', halves))
on_t('cameras of another width', 'model.encoders.camera.vtransform', become('out_channels', 64))
on_t('a fuser of other widths', 'model.fuser', become('in_channels', lambda v: [v[0] // 2, *v[1:]] if is_numbers(v) else None))
on_t('a fuser that there is not', 'model.fuser', become('type', lambda v: v + 's'))
on_t('points of fewer features', 'model.encoders.lidar.backbone', become('in_channels', lambda v: v - 1))
on_t('a grid of other voxels', 'model.encoders.lidar.backbone', become('sparse_shape', lambda v: [1024, 1024, v[2]] if is_numbers(v) else None))
on_t('a map that is cut from elsewhere', 'model.heads.map.grid_transform', become('input_scope', lambda v: [[v[0][0] / 2, v[0][1] / 2, v[0][2]], v[1]]))
on_t('levels of a neck for other cameras', 'model.encoders.camera.neck', become('in_channels', lambda v: [v[0] * 2, *v[1:]] if is_numbers(v) else None))
on_t('a policy in small letters', 'lr_config', become('policy', lambda v: v.lower() if v != v.lower() else v + 's'))
on_t('a scale of half precision by another word', 'fp16', lambda d: not d.update(loss_scale={'init': 512.0}))
on_t('clipped to nothing', 'optimizer_config.grad_clip', with_(max_norm=0))
