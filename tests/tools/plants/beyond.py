"""Written after the rules that the set `forks` led to, before looking at what they find: sizes, sensors, samples, rates and runs once more."""
from plants.audit import ALL, PYTHON
from plants.forks import BACKBONES, HEADS, NECKS, over, RATE, setdef
from plants.kinds import at, C, dicts, E, is_int, is_number, is_numbers, is_step, Kinds, T, to, typed
from plants.reports import gone, put, swap

KINDS = Kinds(copies=True)
change, part, add, text = KINDS.value, KINDS.part, KINDS.add, KINDS.text
each_typed, section, step = KINDS.each_typed, KINDS.section, KINDS.step
DATA = ('train_dataloader.dataset', 'data.train.dataset', 'data.train')

# shapes
section('a deeper ResNet than its weights', PYTHON, BACKBONES, lambda d: 'resnet50' in str(d.get('init_cfg') or d.get('pretrained')) and put(d, 'depth', lambda v: v == 50, 101))
section('channels of the neck in a list of its own', PYTHON, NECKS, lambda d: put(d, 'out_channels', is_int, lambda v: [v]))
section('the neck begins at a level that is not there', PYTHON, NECKS, lambda d: 'num_outs' in d and setdef(d, start_level=len(d['in_channels']) if isinstance(d.get('in_channels'), (list, tuple)) else 9))
part('strides of the head, one level less', PYTHON, ('AnchorGenerator', 'MlvlPointGenerator'), 'strides', lambda v: v[:-1] if isinstance(v, (list, tuple)) and len(v) > 1 else None)
part('heads that do not share the width', PYTHON, ('TransFusionHead', 'MultiheadAttention', 'MultiScaleDeformableAttention'), 'num_heads', to(5))
part('fewer rows of sine than the width', PYTHON, ('SinePositionalEncoding', 'SinePositionalEncoding3D', 'LearnedPositionalEncoding'), 'num_feats', lambda v: v + 8)
part('feed-forward of nothing', PYTHON, ('DetrTransformerDecoderLayer', 'BEVFormerLayer', 'PETRTransformerDecoderLayer', 'PETRTemporalDecoderLayer'), 'feedforward_channels', to(0))
part('voxels turned round', ALL, ('SECONDFPN',), 'in_channels', lambda v: v[::-1] if len(set(v)) > 1 else None)
part('a coder of half the voxels', ALL, ('CenterPointBBoxCoder', 'TransFusionBBoxCoder'), 'voxel_size', lambda v: [x / 2 for x in v])
part('ten codes of eight', ALL, ('TransFusionBBoxCoder',), 'code_size', lambda v: v - 2)
part('one more class in the coder', PYTHON, ('NMSFreeCoder',), 'max_num', lambda v: str(v))
add('a range of the head alone', PYTHON, lambda c: any(typed(c['model'], 'CenterHead', 'TransFusionHead')) and next((put(d, 'point_cloud_range', is_numbers, lambda v: [x * 2 for x in v]) for d in dicts(at(c, 'model.train_cfg') or {}) if 'point_cloud_range' in d), None))
add('a grid that is no product', PYTHON, lambda c: any(typed(c['model'], 'CenterHead', 'TransFusionHead')) and next((put(d, 'grid_size', is_numbers, lambda v: [v[0] + 8, v[1], v[2]]) for d in dicts(at(c, 'model.train_cfg') or {}) if 'grid_size' in d), None))
over('a head of nine channels more', (T,), 'model.heads.object.in_channels', lambda v: v + 9)
over('a feature size of another stride', (T,), 'model.encoders.camera.vtransform.feature_size', lambda v: [v[0] * 2, v[1] * 2])
over('a neck of one stage less', (T,), 'model.encoders.camera.neck.in_channels', lambda v: v[:-1])
over('a backbone that gives two', (T,), 'model.encoders.camera.backbone.out_indices', lambda v: v[:-1])

# kinds
section('channels that are a word', PYTHON, HEADS, lambda d: put(d, 'in_channels', is_int, 'auto'))
section('classes as a tuple of one', PYTHON, HEADS, lambda d: put(d, 'num_classes', is_int, lambda v: (v,)))
section('a stage count of none', PYTHON, BACKBONES, lambda d: put(d, 'num_stages', is_int, None))
section('weights as a flag', PYTHON, BACKBONES, lambda d: put(d, 'init_cfg', lambda v: isinstance(v, dict), True))
section('steps as a dict', PYTHON, DATA, lambda d: put(d, 'pipeline', lambda v: isinstance(v, list) and v, lambda v: {str(i): x for i, x in enumerate(v)}))
section('a root of none in quotes', PYTHON, DATA, lambda d: put(d, 'data_root', lambda v: isinstance(v, str), lambda v: 5))
section('decay in quotes', PYTHON, RATE, lambda d: put(d, 'weight_decay', is_number, lambda v: 'small'))
change('epochs as a list', PYTHON, ('train_cfg.max_epochs', 'runner.max_epochs'), lambda v: [v])
change('a warmup of half an iteration', (C,), 'lr_config.warmup_iters', lambda v: None)
change('a policy as a dict', (C,), 'lr_config.policy', lambda v: {'type': v})
change('hooks by number', (E,), 'default_hooks.checkpoint', lambda v: 1)
change('a wrapper in a list', (E,), 'optim_wrapper', lambda v: [v])
over('rates in a list', (T,), 'optimizer.lr', lambda v: [v])
over('epochs of a fraction', (T,), 'max_epochs', lambda v: 6.5)
over('voxels of text', (T,), 'voxel_size', lambda v: '0.075, 0.075, 0.2')

# data and samples
each_typed('points of a sensor of nobody', ALL, ('LoadPointsFromFile',), lambda d: put(d, 'coord_type', lambda v: v == 'LIDAR', 'RADAR'))
each_typed('used dimensions by a word', ALL, ('LoadPointsFromFile',), lambda d: put(d, 'use_dim', lambda v: is_int(v) or is_numbers(v), 'xyz'))
each_typed('flipped in two ways by one share', ALL, ('RandomFlip3D',), lambda d: put(d, 'flip_ratio_bev_horizontal', is_number, 1.5))
each_typed('a range of a slip', ALL, ('PointsRangeFilter', 'ObjectRangeFilter'), lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [v[3], v[1], v[2], v[0], v[4], v[5]]))
each_typed('normalized by two', (C,), ('Normalize', 'NormalizeMultiviewImage'), lambda d: put(d, 'std', is_numbers, lambda v: v[:2]))
step('the bundle before the filters', (C,), swap(('DefaultFormatBundle3D', 'DefaultFormatBundle'), ('RandomFlip', 'ObjectNameFilter')))
step('no range of objects, no names', (E,), lambda s: any(is_step(x, 'ObjectRangeFilter') and gone(x, 'point_cloud_range') for x in s))
add('batches of the test in training', (E,), lambda c: put(c, 'train_dataloader', lambda v: True, lambda v: {k: x for k, x in v.items() if k != 'batch_size'}))

# runs
change('saved before it begins', PYTHON, ('checkpoint_config.interval', 'default_hooks.checkpoint.interval'), lambda v: -5)
change('validated from behind the end', (E,), 'train_cfg.val_begin', lambda v: 1000000)
text('a hook of the other generation', (E,), "custom_hooks = [dict(type='ExpMomentumEMAHook', momentum=0.0001)]\n", lambda c: not c.get('custom_hooks'))
text('a hook of averages at no rate', PYTHON, "custom_hooks = [dict(type='EMAHook', momentum=2.0)]\n", lambda c: not c.get('custom_hooks'))
