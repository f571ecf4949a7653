"""A third draw of the same hand, after the rules that `stranger` led to and before looking at them: folders, views and crops of tests, teachers, rests of debugging, rates by layer, frames."""
from plants.kinds import at, become, C, dicts, E, inner, is_int, Kinds, PY, schedulers, steps_in, T, typed, with_

KINDS = Kinds(copies=True)
kind = KINDS.kind


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)


# --- rests of debugging ---

new('ten batches an epoch', 'train_dataloader', lambda d: d.update(num_batch_per_epoch=10) is None)


@kind('a hundred samples', E)
def hundred(c):
    d = inner(c)
    return 'ann_file' in d and (d.update(indices=100) or True) or None


@kind('a config for weights', *PY)
def weights(c):
    c['load_from'] = 'configs/mine/pretrained.py'
    return True


@kind('a warm-up that cools down', E)
def cooled(c):
    for s in schedulers(c):
        if str(s.get('type')).endswith('LinearLR') and s.get('begin', 0) == 0 and 'start_factor' in s:
            s.update(start_factor=1.0, end_factor=0.001)
            return True
    return None


# --- data ---

@kind('no folder of sweeps', E)
def sweeps(c):
    d = inner(c)
    return isinstance(d.get('data_prefix'), dict) and bool(d['data_prefix'].pop('sweeps', None)) or None


KINDS.each_step('three crops of an image that is smaller', PY, ('ThreeCrop',), lambda s: s.update(crop_size=384) is None, 'test')
KINDS.each_step('two features of joints for one', (E,), ('GenSkeFeat',), lambda s: s.get('feats') == ['j'] and (s.update(feats=['j', 'b']) or True))


@kind('persons half as large as the pooling', E)
def reid(c):
    if not any(d for d in typed(c.get('model'), 'GlobalAveragePooling') if d.get('kernel_size')):
        return None
    return any([s.update(scale=(64, 128)) is None for s in typed(steps_in(c), 'Resize') if s.get('scale')]) or None


# --- parts ---

both('anchors of no velocity for codes that have one', ('Anchor3DHead', 'FreeAnchor3DHead', 'ShapeAwareHead'), lambda d: isinstance(d.get('anchor_generator'), dict) and bool(d['anchor_generator'].pop('custom_values', None)))
new('a shift beside an unbiased codec', 'model.test_cfg', lambda d: d.get('shift_heatmap') is False and (d.update(shift_heatmap=True) or True))
new('keypoints suppressed by a word of nobody', 'val_evaluator', with_(nms_mode='oks'))
both('a reader of a shorter word than its writer', 'model.decoder', lambda d: next((x.update(max_seq_len=x['max_seq_len'] - 6) or True for x in dicts(d) if x is not d and is_int(x.get('max_seq_len'))), False))
both('more frames than the data give', 'model.generator', lambda d: is_int(d.get('num_frames')) and (d.update(num_frames=d['num_frames'] + 2) or True))
both('a middle frame behind the last', 'model.generator', lambda d: is_int(d.get('center_frame_idx')) and (d.update(center_frame_idx=9) or True))
both('a teacher of no weights', 'model', lambda d: bool(d.get('teacher_ckpt')) and (d.update(teacher_ckpt=None) or True))
both('frames of tracks that are not drawn', 'model.track_head', become('num_frames', lambda v: v + 1))
both('a block in three of four stages', 'model.backbone', lambda d: next((p.update(stages=p['stages'][:-1]) or True for p in d.get('plugins') or [] if isinstance(p.get('stages'), (list, tuple))), False))


@kind('rates for another number of layers', *PY)
def layers(c):
    p = at(c, 'optim_wrapper.paramwise_cfg') or at(c, 'optimizer.paramwise_cfg')
    return isinstance(p, dict) and is_int(p.get('num_layers')) and (p.update(num_layers=p['num_layers'] // 2) or True) or None


yaml('a size by a name that nothing has', '', lambda d: 'image_size' in d and [s.update(final_dim='${imag_size}') or True for s in typed(d.get('data'), 'ImageAug3D')] and True)
yaml('an encoder of points, and no points', 'data.train.dataset', lambda d: isinstance(d.get('pipeline'), list) and [d['pipeline'].remove(s) or True for s in list(d['pipeline']) if s.get('type') == 'Voxelize'])
@kind('an evaluation of a part', E)
def part(c):
    d = c.get('val_dataloader')
    return isinstance(d, dict) and (d.update(num_batch_per_epoch=5) or True) or None


@kind('a share of objects above all of them', *PY)
def fraction(c):
    s = at(c, 'model.train_cfg.rcnn.sampler')
    return isinstance(s, dict) and is_int(s.get('num')) and (s.update(neg_pos_ub=0) or True) or None


@kind('an image of one side for windows of the other', *PY)
def windows(c):
    t = at(c, 'model.test_cfg')
    if not isinstance(t, dict) or t.get('mode') != 'slide' or not isinstance(t.get('crop_size'), (list, tuple)):
        return None
    t['stride'] = [t['crop_size'][0] * 2, t['crop_size'][1] * 2]
    return True


new('labels of the teacher above all scores', 'model.semi_train_cfg', become('cls_pseudo_thr', 1.0))
both('text behind the end of the dictionary', 'model.decoder', lambda d: is_int(d.get('num_classes')) and (d.update(num_classes=d['num_classes'] // 2) or True))
