"""A fourth draw of the same hand, after the rules that `strangest` led to: parts of tests, prefixes of weights, cameras, regions, thresholds."""
from plants.kinds import at, become, C, drop, E, first_of, inner, is_int, Kinds, PY, steps_in, typed
from plants.strange import metrics

KINDS = Kinds(copies=True)


def each(*generations):
    return lambda name, where, make: KINDS.add(name, generations, first_of(where, make))


def at_step(name, generations, names, make, part='train'):
    KINDS.add(name, generations, lambda c: any([make(s) for s in typed(steps_in(c, part), *names)]) or None)


@KINDS.kind('one of several heads of other classes', *PY)
def one_head(c):
    for p in ('model.roi_head.0.bbox_head', 'model.bbox_head.0'):
        d = at(c, p)
        if isinstance(d, dict) and is_int(d.get('num_classes')):
            d['num_classes'] += 5
            return True
    return None


at_step('frames further apart in the test', PY, ('SampleFrames',), become('frame_interval', lambda v: v * 4, lambda v: v > 1), 'test')


@KINDS.kind('a test whose labels nobody has', E)
def test_dev(c):
    d = inner(c, 'val')
    if 'Coco' not in str(d.get('type')) or not isinstance(d.get('ann_file'), str):
        return None
    d['ann_file'] = 'annotations/image_info_test-dev2017.json'
    for m in metrics(c):
        if 'ann_file' in m:
            m['ann_file'] = 'data/coco/annotations/image_info_test-dev2017.json'
    return True


@KINDS.kind('infos of a test for the validation', *PY)
def infos_test(c):
    d = inner(c, 'val')
    v = d.get('ann_file')
    if not isinstance(v, str) or not v.endswith('_infos_val.pkl'):
        return None
    d['ann_file'] = v.replace('_val.pkl', '_test.pkl')
    for m in metrics(c):
        if isinstance(m.get('ann_file'), str):
            m['ann_file'] = m['ann_file'].replace('_val.pkl', '_test.pkl')
    return True


each(*PY)('weights of a whole classifier, without their prefix', 'model.backbone', lambda d: 'openmmlab' in str(at(d, 'init_cfg.checkpoint')) and at(d, 'init_cfg.prefix') == 'backbone.' and bool(d['init_cfg'].pop('prefix')))
each(C)('labels of another domain above all scores', 'uda', become('pseudo_threshold', 96.8))
each(C)('mixed by a word of nobody', 'uda', lambda d: 'mix' in d and (d.update(mix='cutmix') or True))


@KINDS.kind('a camera without its folder', E)
def camera(c):
    p = inner(c).get('data_prefix')
    return isinstance(p, dict) and bool(p.pop('CAM_BACK', None)) or None


@KINDS.kind('regions are not loaded', *PY)
def proposals(c):
    return str(at(c, 'model.type')).endswith('FastRCNN') and drop(steps_in(c), 'LoadProposals') or None


@KINDS.kind('no file of regions', *PY)
def proposal_file(c):
    return bool(inner(c).pop('proposal_file', None)) or None
