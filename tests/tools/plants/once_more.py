"""A further draw of the hand of `rests`, before looking at what is found: what is edited in configs of key points, actions, text, classes, turned boxes and tracks."""
from plants.kinds import at, become, E, first_of, inner, is_int, is_number, Kinds, lost, PY, steps_in, typed

KINDS = Kinds(copies=True)


def each(*generations):
    return lambda name, where, make: KINDS.add(name, generations, first_of(where, make))


def at_step(name, generations, names, make, part='train'):
    KINDS.add(name, generations, lambda c: any([make(s) for s in typed(steps_in(c, part), *names)]) or None)


@KINDS.kind('targets of another width than they are read by', E)
def other_sigma(c):
    made = next(typed(steps_in(c), 'GenerateTarget'), None)
    coder = made and made.get('encoder')
    if not isinstance(coder, dict) or not is_number(coder.get('sigma')) or at(c, 'model.head.decoder.sigma') != coder['sigma']:
        return None
    made['encoder'] = dict(coder, sigma=coder['sigma'] * 2)
    return True


@KINDS.kind('people are moved at random in the test', E)
def moved(c):
    steps = steps_in(c, 'val')
    i = next((i for i, s in enumerate(steps) if s.get('type') == 'TopdownAffine'), None)
    return None if i is None else steps.insert(i, dict(type='RandomBBoxTransform')) or True


@KINDS.kind('data of whole images for people that are cut out', E)
def bottom_up(c):
    d = inner(c)
    return d.get('data_mode') == 'topdown' and (d.update(data_mode='bottomup') or True) or None


at_step('clips of a validation are drawn at random', PY, ('SampleFrames',), lost('test_mode'), 'val')
at_step('frames one by one for a model of clips', PY, ('FormatShape',), become('input_format', 'NCHW', lambda v: v == 'NCTHW'))


@KINDS.kind('clips that nobody averages', E)
def not_averaged(c):
    many = [s for s in typed(steps_in(c, 'test'), 'SampleFrames') if (s.get('num_clips') or 1) > 1]
    d = at(c, 'model.cls_head')
    return True if many and isinstance(d, dict) and d.get('average_clips') == 'prob' and (d.update(average_clips='mean') or True) else None


each(E)('a dictionary without a start for what begins with one', 'model.decoder', lambda m: m.get('type') != 'ABIFuser' and at(m, 'dictionary.with_start') and (m['dictionary'].update(with_start=False, same_start_end=False) or True))
at_step('words that are narrower than the least', (E,), ('RescaleToHeight',), lambda s: is_int(s.get('max_width')) and is_int(s.get('min_width')) and (s.update(min_width=s['max_width'] * 2) or True))
each(*PY)('smoothed labels of other classes', ('LabelSmoothLoss',), become('num_classes', lambda n: n - 1, is_int))
at_step('random augmentations of a set that nobody has', (E,), ('RandAugment', 'AutoAugment'), become('policies', 'timm_increase', lambda v: isinstance(v, str)))
each(*PY)('boxes that are coded by another angle', 'model.bbox_head.bbox_coder', become('angle_version', lambda v: 'oc' if v != 'oc' else 'le90', lambda v: isinstance(v, str)))
at_step('turned boxes become upright', (E,), ('ConvertBoxType',), lambda s: at(s, 'box_type_mapping.gt_bboxes') == 'rbox' and (s.update(box_type_mapping=dict(gt_bboxes='hbox')) or True))


@KINDS.kind('frames of a video out of their order', E)
def out_of_order(c):
    d = at(c, 'val_dataloader.sampler')
    return isinstance(d, dict) and d.get('type') == 'VideoSampler' and (d.update(type='DefaultSampler', shuffle=False) or True) or None


@KINDS.kind('a tracker of motion without one', *PY)
def no_motion(c):
    m = c['model']
    return str(m.get('type')) in ('DeepSORT', 'SORT', 'ByteTrack', 'OCSORT', 'StrongSORT') and bool(m.pop('motion', None)) or None
