"""By the hand of `everyday`, after its rules and before looking at what these find: one value that stops a training, or takes its meaning away."""
from plants.kinds import at, become, C, dicts, E, is_int, is_number, is_numbers, Kinds, lost, PY, steps_in, T

KINDS = Kinds(copies=True)


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)


def anywhere(name, generations, key, value, when, top='model'):
    """The first dict of the model, or of another section, with that key."""
    def make(c):
        for d in dicts(c.get(top)):
            if key in d and when(d[key]):
                d[key] = value(d[key]) if callable(value) else value
                return True
        return None
    KINDS.add(name, generations, make)


def in_steps(name, generations, types, key, value, when=lambda v: True):
    def make(c):
        for s in dicts(steps_in(c)):
            if str(s.get('type')).split('.')[-1] in types and key in s and when(s[key]):
                s[key] = value
                return True
        return None
    KINDS.add(name, generations, make)


@KINDS.kind('classes that are not learned', *PY)
def no_loss(c):
    for d in dicts(c['model']):
        for k in ('loss_cls', 'loss_decode', 'loss_heatmap', 'loss_keypoint'):
            if isinstance(d.get(k), dict) and d[k].get('loss_weight', 1.0):
                d[k]['loss_weight'] = 0.0
                return True
    return None


anywhere('deviations of 0', PY, 'target_stds', lambda v: type(v)([0.0] * len(v)), is_numbers)
new('a batch of none', 'train_dataloader', become('batch_size', 0, is_int))
both('a neck of half the width', 'model.neck', become('out_channels', lambda v: v // 2, is_int))
new('clipping as a number', 'optim_wrapper', lambda d: isinstance(d.get('optimizer'), dict) and (d.update(clip_grad=35) or True))
old('clipping as a number', 'optimizer_config', lambda d: d.update(grad_clip=35) or True)


@KINDS.kind('a rate that rises at its milestones', E)
def rises(c):
    for s in c.get('param_scheduler') or ():
        if isinstance(s, dict) and s.get('type') == 'MultiStepLR':
            s['gamma'] = 10
            return True
    return None


old('a rate that rises at its steps', 'lr_config', lambda d: d.get('policy') == 'step' and (d.update(gamma=10) or True))
old('a decay below 0', 'optimizer', become('weight_decay', lambda v: -v, is_number))
new('a decay below 0, in the wrapper', 'optim_wrapper.optimizer', become('weight_decay', lambda v: -v, is_number))
both('anchors without a width', ('AnchorGenerator', 'RotatedAnchorGenerator'), become('ratios', lambda v: [0.0, *list(v)[1:]], is_numbers))
anywhere('overlaps of five', PY, 'iou_threshold', 5, lambda v: is_number(v) and v < 1)
anywhere('scores of fifty', PY, 'score_thr', 50, lambda v: is_number(v) and v < 1)
anywhere('a share of 25', PY, 'pos_fraction', 25, is_number)
anywhere('none are sampled', PY, 'num', 0, lambda v: is_int(v) and v > 1)
anywhere('voxels of no points', PY, 'max_num_points', 0, lambda v: is_int(v) and v > 0)
in_steps('turns in degrees', PY, ('GlobalRotScaleTrans', 'GlobalRotScaleTransImage'), 'rot_range', [-45, 45], lambda v: is_numbers(v) and 0 < max(v) < 2)
in_steps('scales in percent', PY, ('GlobalRotScaleTrans',), 'scale_ratio_range', [95, 105])
in_steps('a flip of fifty', PY, ('RandomFlip3D',), 'flip_ratio_bev_horizontal', 50)


@KINDS.kind('depths that go backwards', *PY)
def depths(c):
    for d in dicts(c['model']):
        for k in ('depth', 'dbound'):
            if is_numbers(d.get(k)) and len(d[k]) == 3 and d[k][1] > 10 * d[k][2]:
                d[k] = [d[k][0], d[k][1], -d[k][2]]
                return True
    return None


both('heads that do not divide', ('MultiheadAttention', 'MSDeformableAttention3D', 'TemporalSelfAttention', 'CustomMSDeformableAttention'), lambda d: d.get('embed_dims') in (256, 128) and (d.update(num_heads=7) or True))
anywhere('no points in a pillar', PY, 'num_points_in_pillar', 0, lambda v: is_int(v) and v > 0)
both('one class of a softmax', 'model.decode_head', lambda d: is_int(d.get('num_classes')) and isinstance(d.get('loss_decode'), dict) and d['loss_decode'].get('type') == 'CrossEntropyLoss' and not d['loss_decode'].get('use_sigmoid')
     and (d.update(num_classes=1) or True))
anywhere('all is dropped', PY, 'dropout_ratio', 1.0, lambda v: is_number(v) and 0 < v < 1)
anywhere('paths are dropped ten times', PY, 'drop_path_rate', 10, lambda v: is_number(v) and 0 < v < 1)
in_steps('heatmaps of no width', C, ('TopDownGenerateTarget', 'BottomUpGenerateTarget'), 'sigma', 0)
new('heatmaps of no width', ('MSRAHeatmap', 'UDPHeatmap'), become('sigma', 0, lambda v: is_number(v) and v > 0))
in_steps('clips of no frames', PY, ('SampleFrames', 'UniformSampleFrames', 'UniformSample'), 'clip_len', 0)
in_steps('frames of one place', PY, ('SampleFrames',), 'frame_interval', 0)
in_steps('lines that are wider than they may be', C, ('ResizeOCR',), 'min_width', 5000)


@KINDS.kind('tracks that match by fifty', *PY)
def matches(c):
    d = at(c, 'model.tracker', {})
    for k in ('match_iou_thr', 'match_score_thr'):
        if is_number(d.get(k)):
            d[k] = 50
            return True
    return None


anywhere('no shots', C, 'num_shots', 0, lambda v: is_int(v) and v > 0, 'data')
anywhere('a contrast at no temperature', PY, 'temperature', 0, is_number)
both('a momentum above 1', 'model', lambda d: str(d.get('type')) in ('MoCo', 'MoCoV3', 'BYOL', 'DenseCL') and is_number(d.get('momentum', d.get('base_momentum'))) and (d.update({('momentum' if 'momentum' in d else 'base_momentum'): 1.5}) or True))


@KINDS.kind('a checkpoint that is a flag', *PY)
def flag(c):
    c['load_from'] = True
    return True


new('a loader without a sampler', 'train_dataloader', lost('sampler'))
both('frozen stages as a list', 'model.backbone', become('frozen_stages', [1, 2], is_int))
both('one level as a number', 'model.backbone', become('out_indices', 3, lambda v: isinstance(v, (list, tuple))))
anywhere('no classes', PY, 'num_classes', 0, lambda v: is_int(v) and v > 0)
yaml('depths of no step', 'model.encoders.camera.vtransform', become('dbound', lambda v: [v[0], v[1], 0], is_numbers))
yaml('voxels of no points, in YAML', 'model.encoders.lidar.voxelize', become('max_num_points', 0, is_int))
