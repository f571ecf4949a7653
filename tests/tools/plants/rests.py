"""What this page named as missed, each as a kind: classes of every head of a model, instances of tracks, views, shots, plugins, factors of scale."""
from plants.kinds import at, become, C, E, first_of, inner, is_int, Kinds, PY, steps_in, typed

KINDS = Kinds(copies=True)


def each(*generations):
    return lambda name, where, make: KINDS.add(name, generations, first_of(where, make))


def at_step(name, generations, names, make, part='train'):
    KINDS.add(name, generations, lambda c: any([make(s) for s in typed(steps_in(c, part), *names)]) or None)


def without(key, word):
    def make(d):
        v = d.get(key)
        if not isinstance(v, (list, tuple)) or word not in v:
            return False
        d[key] = type(v)(k for k in v if k != word)
        return True
    return make


# --- tracks ---

def of_tracker(*types):
    return lambda c: str(at(c, 'model.type')).split('.')[-1] in types


def tracked(name, generations, types, names, make):
    KINDS.add(name, generations, lambda c: (of_tracker(*types)(c) and any([make(s) for s in typed(steps_in(c), *names)])) or None)


tracked('pairs of instances are not collected', (C,), ('QDTrack',), ('VideoCollect', 'SeqCollect'), without('keys', 'gt_match_indices'))
tracked('instances are not collected for their heads', (C,), ('MaskTrackRCNN',), ('VideoCollect',), without('keys', 'gt_instance_ids'))
tracked('masks are not collected for their heads', (C,), ('MaskTrackRCNN',), ('VideoCollect',), without('keys', 'gt_masks'))
tracked('tracks are not loaded', (C,), ('QDTrack', 'MaskTrackRCNN'), ('SeqLoadAnnotations',), become('with_track', False))
tracked('instances are not loaded', (E,), ('QDTrack', 'MaskTrackRCNN'), ('LoadTrackAnnotations',), become('with_instance_id', False))
each(*PY)('a tracker whose detector has fewer classes', 'model.detector.roi_head.bbox_head', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)('a tracker whose masks are of fewer classes', 'model.detector.roi_head.mask_head', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(C)('a detector of one class less beside its tracks', 'model.detector.bbox_head', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))


@KINDS.kind('no frame of reference', C)
def no_reference(c):
    d = inner(c)
    return of_tracker('QDTrack', 'MaskTrackRCNN')(c) and d.get('ref_img_sampler') and (d.update(ref_img_sampler=None) or True) or None


# --- classes of each head ---

for words in ('mask_iou_head', 'mask_head.1', 'point_head', 'mask_head'):
    each(*PY)(f'{words} of fewer classes', 'model.roi_head.' + words, become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)('a panoptic head of fewer things', 'model.panoptic_head', become('num_things_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)('a semantic head of fewer things', 'model.semantic_head', become('num_things_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)('masks of SOLO of fewer classes', 'model.mask_head', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)('proposals of fewer classes', 'model.rpn_head', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)("a primitive of fewer classes", 'model.roi_head.primitive_list.1', become('num_classes', lambda n: n - 1, lambda n: is_int(n) and n > 1))
each(*PY)("H3DNet's boxes of fewer classes", 'model.roi_head.bbox_head', lambda d: 'H3D' in str(d.get('type')) and become('num_classes', lambda n: n - 1, is_int)(d))

# --- RenderOCC ---

each(C)('rays in another grid', 'model.nerf_head', become('voxel_size', lambda v: v * 2, lambda v: isinstance(v, float)))
each(C)('rays in another range', 'model.nerf_head', become('point_cloud_range', lambda v: [-51.2, -51.2] + list(v[2:3]) + [51.2, 51.2] + list(v[5:]), lambda v: len(v) == 6))
each(C)('rays of a range that is higher', 'model.nerf_head', become('point_cloud_range', lambda v: list(v[:5]) + [v[5] + 1.6], lambda v: len(v) == 6))

# --- views ---

each(E)('one view for an algorithm of two', ('MultiView',), become('num_views', 1, lambda v: v == 2 or v == [2]))
each(E)('one view of two', ('MultiView',), become('num_views', lambda v: v[:1], lambda v: isinstance(v, list) and len(v) > 1))
each(C)('one view of an old data set', ('MultiViewDataset',), become('num_views', [1], lambda v: sum(v) == 2))
each(C)('a pipeline less than views', ('MultiViewDataset',), become('pipelines', lambda v: v[:-1], lambda v: len(v) > 1))
each(*PY)('views of a crop less', ('SwAV', 'SwAVHead', 'SwAVLoss'), become('num_crops', lambda v: v[:-1] + [v[-1] - 1], lambda v: len(v) == 2))

# --- shots ---

@KINDS.kind('more ways than outputs', C)
def more_ways(c):
    d = at(c, 'data.train')
    return isinstance(d, dict) and d.get('type') == 'EpisodicDataset' and is_int(at(c, 'model.head.num_classes')) and become('num_ways', lambda n: n * 2)(d) or None


each(C)('a head of fewer ways', 'model.head', lambda d: become('num_classes', lambda n: n - 1, lambda n: n == 5)(d))
each(C)('a head of a test for fewer ways', 'data.test.meta_test_cfg.support', lambda d: become('num_classes', lambda n: n - 1, is_int)(d.get('head', {})))
each(C)('a test of more ways than its head', 'data.test', lambda d: at(d, 'meta_test_cfg.support.head.num_classes') == d.get('num_ways') and become('num_ways', lambda n: n + 1)(d))
each(C)('support of more shots than its data', 'model.rpn_head', become('num_support_shots', lambda n: n + 1, is_int))
each(C)('support of more ways than its data', 'model.rpn_head', become('num_support_ways', lambda n: n + 1, is_int))
each(C)('ways of a data set of two', ('QueryAwareDataset', 'NWayKShotDataset'), become('num_support_ways', lambda n: n + 1, is_int))
each(C)('shots of a data set of two', ('QueryAwareDataset',), become('num_support_shots', lambda n: n + 1, is_int))

# --- actions and clips ---

each(C)('no proposals for actions', 'data.train', lambda d: 'AVA' in str(d.get('type')) and bool(d.pop('proposal_file', None)))
each(E)('no proposals for actions', 'train_dataloader.dataset', lambda d: 'AVA' in str(d.get('type')) and bool(d.pop('proposal_file', None)))
at_step('clips of another length than the model', (E,), ('SampleFrames',), become('clip_len', lambda v: v * 2, lambda v: v == 16))

# --- factors ---

each(E)('a generator of another factor', 'model.generator', become('upscale_factor', lambda v: 4 if v == 2 else 2, is_int))
at_step('samples of another factor', (E,), ('SetValues',), lambda d: become('scale', lambda v: 4 if v == 2 else 2, is_int)(d.get('dictionary', {})))

# --- labels ---

each(C)('labels that are padded to a class', ('Pad',), become('seg_pad_val', 0))
each(C)('labels that are padded to none', ('Pad',), become('seg_pad_val', 254, lambda v: v == 255))
each(C)('another label is ignored', 'model.decode_head', lambda d: 'ignore_index' not in d and 'loss_decode' in d and (d.update(ignore_index=0) or True))

# --- plugins ---

each(*PY)('plugins of a stage less', 'model.backbone', lambda d: next((True for p in d.get('plugins') or [] if become('stages', lambda v: v[:-1], lambda v: len(v) > 1)(p)), False))
each(*PY)('plugins of no place', 'model.backbone', lambda d: next((True for p in d.get('plugins') or [] if become('position', 'after_block')(p)), False))
