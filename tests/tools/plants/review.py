"""What a reviewer rejects, of all projects: order of steps, folders that are swapped, matchers, widths and counts of two parts, words of a run; then values of tests, levels, cameras and frames."""
from plants.kinds import at, become, C, dicts, drop, E, is_int, is_numbers, Kinds, length, lost, PY, steps_in, T, typed

KINDS = Kinds(copies=True)
kind = KINDS.kind


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)


def where(c, test, top='model'):
    """The first dict below `top` for which test(dict) holds."""
    return next((d for d in dicts(c.get(top)) if test(d)), None)


def moved(name, generations, later, step, part='train'):
    """A step is put behind one that it has to stand before."""
    def make(c):
        steps = steps_in(c, part)
        names = [str(s.get('type')).split('.')[-1] for s in steps if isinstance(s, dict)]
        if step in names and later in names and names.index(step) < names.index(later):
            steps.insert(names.index(later), steps.pop(names.index(step)))
            return True
        return None
    KINDS.add(name, generations, make)


def data_set(c):
    for d in (at(c, 'train_dataloader.dataset'), at(c, 'data.train')):
        while isinstance(d, dict) and isinstance(d.get('dataset'), dict):
            d = d['dataset']
        if isinstance(d, dict):
            return d
    return {}


# --- steps and folders ---

moved('objects are pasted into a scene that is turned', PY, 'GlobalRotScaleTrans', 'ObjectSample')
moved('colours are changed behind Normalize', (C,), 'Normalize', 'PhotoMetricDistortion')
KINDS.each_step('corners are loaded as upright boxes', (E,), ('LoadAnnotations',), lambda s: s.pop('box_type', None) == 'qbox')
KINDS.each_step('masks are collected and not loaded', (C,), ('Collect',), lambda s: 'gt_bboxes' in s.get('keys', ()) and 'gt_masks' not in s['keys'] and (
    s.update(keys=list(s['keys']) + ['gt_masks']) or True))
KINDS.each_step('a test that turns the scene', (C,), ('LoadAnnotationsBEVDepth', 'LoadAnnotations', 'LoadAnnotationsBEVDepth3D'), lambda s: s.get(
    'is_train') is False and 'bda_aug_conf' in s and (s.update(is_train=True) or True), 'test')


@kind('images and maps of classes swapped', *PY)
def swapped(c):
    d = data_set(c)
    p, a, b = (d['data_prefix'], 'img_path', 'seg_map_path') if isinstance(d.get('data_prefix'), dict) else (d, 'img_dir', 'ann_dir')
    if not p.get(a) or not p.get(b):
        return None
    p[a], p[b] = p[b], p[a]
    return True


@kind('no folder of maps', *PY)
def no_maps(c):
    d = data_set(c)
    p, b = (d['data_prefix'], 'seg_map_path') if isinstance(d.get('data_prefix'), dict) else (d, 'ann_dir')
    return bool(p.pop(b)) if p.get(b) else None


@kind('a file of annotations for a list of images', *PY)
def voc(c):
    d = next(typed(data_set(c), 'VOCDataset'), None)
    return d.update(ann_file='annotations/train.json') or True if d else None


@kind('one data set where a list is meant', E)
def one_for_many(c):
    d = at(c, 'train_dataloader.dataset')
    if not isinstance(d, dict) or 'ann_file' not in d:
        return None
    c['train_dataloader']['dataset'] = {'type': 'ConcatDataset', 'datasets': d}
    return True


@kind('the folder of a tracker as that of a detector', E)
def tracker(c):
    d = next((d for d in dicts(at(c, 'train_dataloader.dataset')) if 'img_path' in (d.get('data_prefix') or {}) and str(d.get('type')) in (
        'GOT10kDataset', 'LaSOTDataset', 'TrackingNetDataset', 'ImagenetVIDDataset', 'MOTChallengeDataset')), None)
    return d['data_prefix'].update(img=d['data_prefix'].pop('img_path')) or True if d else None


@kind('points without a lidar', E)
def no_lidar(c):
    d = next((d for d in dicts(at(c, 'train_dataloader.dataset')) if (d.get('modality') or {}).get('use_lidar') if isinstance(d.get('modality'), dict)), None)
    return d['modality'].update(use_lidar=False, use_camera=True) or True if d and any(typed(steps_in(c), 'LoadPointsFromFile')) else None


# --- matchers, widths, counts ---

OVERLAP = {'type': 'MaxIoUAssigner', 'pos_iou_thr': 0.5, 'neg_iou_thr': 0.4, 'min_pos_iou': 0, 'ignore_iof_thr': -1}


@kind('queries matched by overlaps', *PY)
def overlaps(c):
    for p in ('model.train_cfg', 'model.train_cfg.pts'):
        d = at(c, p)
        if isinstance(d, dict) and str(at(d, 'assigner.type', '')).startswith('Hungarian'):
            d['assigner'] = dict(OVERLAP)
            return True
    return None


@kind('a sampler that takes all', *PY)
def all_taken(c):
    d = at(c, 'model.train_cfg.rcnn')
    d = d[0] if isinstance(d, list) else d
    return d['sampler'].update(type='PseudoSampler') or True if at(d or {}, 'sampler.type') == 'RandomSampler' else None


@kind('a feed-forward part of half the width', *PY)
def half(c):
    d = where(c, lambda d: isinstance(d.get('feedforward_channels'), int) and d.get('embed_dims') == 256)
    return d.update(embed_dims=128) or True if d else None


both('no limit of boxes in the test', 'model.test_cfg', lost('max_per_img'))
both('regions cut one level too high', ('SingleRoIExtractor',), become('featmap_strides', [8, 16, 32, 64], lambda v: len(v) == 4))
new('classes of a matcher', 'model.train_cfg.assigner', become('num_classes', lambda v: v + 7, is_int))
both('fewer proposals than are drawn', 'model.train_cfg.rpn_proposal', become('max_per_img', 100, is_int))


@kind('more is carried on than there is', C)
def carried(c):
    d = where(c, lambda d: is_int(d.get('num_temp_instances')) and d['num_temp_instances'] > 0)
    return d.update(num_temp_instances=2000) or True if d else None


@kind('fewer boxes looked at than kept', *PY)
def looked_at(c):
    d = where(c, lambda d: is_int(d.get('post_max_size')) and is_int(d.get('pre_max_size')) and d['pre_max_size'] > d['post_max_size'])
    if d:
        d['pre_max_size'], d['post_max_size'] = d['post_max_size'], d['pre_max_size']
    return bool(d) or None


@kind('five of six cameras', C)
def five(c):
    d = where(c, lambda d: d.get('num_cams') == 6)
    return d.update(num_cams=5) or True if d else None


@kind('levels of a transformer', C)
def levels(c):
    d = where(c, lambda d: is_int(d.get('num_feature_levels')) and d['num_feature_levels'] > 1)
    return d.update(num_feature_levels=d['num_feature_levels'] - 1) or True if d else None


@kind('places told in less than the range', C)
def places(c):
    d = where(c, lambda d: is_numbers(d.get('position_range')))
    return d.update(position_range=[-30.0, -30.0, -10.0, 30.0, 30.0, 10.0]) or True if d else None


# --- words and values of a run ---

new('a rule of nobody', 'default_hooks.checkpoint', lambda d: d.update(save_best='auto', rule='larger') or True)
new('a hook that draws', 'visualizer', become('vis_backends', [{'type': 'TensorboardLoggerHook'}], lambda v: isinstance(v, list)))
new('a project beside the arguments of wandb', 'visualizer', become('vis_backends', [{'type': 'WandbVisBackend', 'project': 'ours', 'name': 'first'}],
                                                                    lambda v: isinstance(v, list)))
new('windows without a width', 'model.test_cfg', lambda d: 'mode' in d and (d.clear() or d.update(mode='slide', crop_size=512, stride=341) or True))


@kind('an interval that changes after the end', E)
def late(c):
    if not length(c) or 'dynamic_intervals' not in c['train_cfg']:
        return None
    c['train_cfg']['dynamic_intervals'] = [(length(c) + 20, 1)]
    return True


@kind('benchmark at the top', E)
def benchmark(c):
    c['cudnn_benchmark'] = True
    c.get('env_cfg', {}).pop('cudnn_benchmark', None)
    return True


@kind('weights from a folder', *PY)
def folder(c):
    c['load_from'] = 'work_dirs/first/'
    return True


@kind('several labels measured of one', E)
def several(c):
    if at(c, 'model.head.type') not in ('LinearClsHead', 'VisionTransformerClsHead'):
        return None
    c['val_evaluator'] = c['test_evaluator'] = {'type': 'MultiLabelMetric'}
    return True


@kind('a second part that packs nothing', E)
def unpacked(c):
    d = next(typed(c.get('custom_hooks'), 'PipelineSwitchHook'), None)
    return drop(d['switch_pipeline'], 'PackDetInputs') or None if d and isinstance(d.get('switch_pipeline'), list) else None


@kind('width before height', T)
def sideways(c):
    changed = False
    for d in typed(c.get('data'), 'ImageAug3D'):
        if is_numbers(d.get('final_dim')) and d['final_dim'][0] < d['final_dim'][1]:
            d['final_dim'], changed = d['final_dim'][::-1], True
    return changed or None
