"""Stranger ones by the same hand, after the rules that `strange` led to and before looking at them: hooks that are left out, images smaller than their crop, converters, other libraries' formats."""
from plants.kinds import at, become, C, dicts, E, inner, is_int, is_number, Kinds, length, PY, T, typed, used
from plants.strange import hooks, metrics

KINDS = Kinds(copies=True)
kind = KINDS.kind


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)


def left_out(name, key):
    @kind(name, E)
    def make(c):
        if not isinstance(c.get('default_hooks'), dict):
            return None
        c['default_hooks'][key] = None
        return True


# --- runs ---

left_out('no hook moves the rate', 'param_scheduler')
left_out('no hook tells the sampler its epoch', 'sampler_seed')


@kind('more patience than there are evaluations', E)
def patience(c):
    if not length(c) or not c.get('val_dataloader') or not is_int(at(c, 'train_cfg.val_interval')):
        return None
    best = {'CocoMetric': 'coco/bbox_mAP', 'AccMetric': 'acc/top1', 'Accuracy': 'accuracy/top1', 'IoUMetric': 'mIoU'}
    names = [best[m['type']] for m in metrics(c) if m.get('type') in best]
    c['custom_hooks'] = hooks(c) + [dict(type='EarlyStoppingHook', monitor=names[0], patience=length(c) + 5)] if names else None
    return bool(names) or None


@kind('a checkpoint behind the end, and no last one', E)
def no_checkpoint(c):
    h = at(c, 'default_hooks.checkpoint')
    return isinstance(h, dict) and length(c) and (h.update(interval=2 * length(c), save_last=False) or True) or None


@kind('going on without the state of the optimizer', E)
def no_state(c):
    h = at(c, 'default_hooks.checkpoint')
    if not isinstance(h, dict):
        return None
    h['save_optimizer'] = False
    c['resume'] = True
    return True


new('decay for batches of another size', 'optim_wrapper.optimizer', become('batch_size_per_gpu', lambda v: v * 4))


@kind('an optimizer for a part that there is not', E)
def other_part(c):
    o = c.get('optim_wrapper')
    if not isinstance(o, dict) or 'Multi' not in str(o.get('constructor')) or not isinstance(o.get('generator'), dict):
        return None
    o['generators'] = o.pop('generator')
    return True


# --- images ---

both('resized to less than is cut out', ('ImageAug3D', 'ResizeCropFlipImage', 'ResizeCropFlipRotImage', 'PrepareImageInputs'), lambda s: next((
    d.update({k: (0.2, 0.25)}) or True for d in [s, s.get('data_aug_conf'), s.get('ida_aug_conf')] if isinstance(d, dict) for k in ('resize_lim',)
    if k in d and isinstance(d[k], (list, tuple)) and len(d[k]) == 2 and is_number(d[k][0]) and d[k][0] > 0.3), False))
yaml('resized to less than is cut out, in YAML', 'data', lambda d: [s.update(resize_lim=[0.2, 0.25]) or True for s in typed(d, 'ImageAug3D')] and True)
KINDS.each_step('an edge shorter than the crop', PY, ('ResizeEdge',), lambda s: s.get('scale', 0) > 200 and (s.update(scale=160) or True), 'test')
KINDS.each_step('a share of hundreds', (E,), ('RandomCrop',), lambda s: 'crop_type' not in s and isinstance(s.get('crop_size'), (list, tuple)) and (s.update(crop_type='relative_range') or True))
KINDS.each_step('images of whole numbers for a distortion of others', (C,), ('LoadMultiViewImageFromFiles', 'LoadImageFromFile'), lambda s: s.get('to_float32') is True and (s.update(to_float32=False) or True))
KINDS.each_step('two scales for a step of one', PY, ('RandomScaleImageMultiViewImage',), lambda s: len(s.get('scales', ())) == 1 and (s.update(scales=[0.5, 0.8]) or True))
KINDS.each_step('boxes in another form for Albu', PY, ('Albu',), lambda s: isinstance(s.get('bbox_params'), dict) and (s['bbox_params'].update(format='coco') or True))
KINDS.each_step('boxes that Albu does not move', PY, ('Albu',), lambda s: isinstance(s.get('keymap'), dict) and 'gt_bboxes' in s['keymap'] and bool(s['keymap'].pop('gt_bboxes')))
KINDS.each_step('shares of one way for two', (E,), ('RandomChoice',), lambda s: len(s.get('transforms', ())) == 2 and (s.update(prob=[1.0]) or True))
KINDS.each_step('a side of any length, its ratio not kept', PY, ('Resize',), lambda s: s.get('scale') and isinstance(s['scale'], (list, tuple)) and -1 in s['scale'] and (s.update(keep_ratio=False) or True))

# --- parts ---

both('a window of proposals without a middle', ('TransFusionHead', 'BEVFusionHead'), become('nms_kernel_size', 2))
yaml('a window of proposals without a middle, in YAML', 'model.heads.object', become('nms_kernel_size', 2))
both('a last layer without a middle', ('CenterHead',), lambda d: isinstance(d.get('separate_head'), dict) and (d['separate_head'].update(final_kernel=2) or True))
both('depths that are measured further than found', 'model.decode_head', become('max_depth', lambda v: v * 8.0, is_number))
KINDS.each_step('joints are mapped to none that there is', (E,), ('KeypointConverter',), become('num_keypoints', lambda v: v // 2))
KINDS.each_step('a frame for a model of several', (C,), ('PrepareImageInputs',), lambda s: s.get('sequential') is True and (s.update(sequential=False) or True))


@kind('a description of joints that is not there', *PY)
def from_file(c):
    for s in dicts(used(c)):
        if isinstance(s.get('metainfo'), dict) and isinstance(s['metainfo'].get('from_file'), str):
            s['metainfo']['from_file'] = s['metainfo']['from_file'].replace('.py', '_own.py')
            return True
    return None


@kind('labels of several classes, of which nobody says how many', E)
def multi_class(c):
    d = inner(c)
    if c.get('default_scope') != 'mmaction' or 'num_classes' in d or 'Pose' in str(d.get('type')) or 'AVA' in str(d.get('type')):
        return None
    d['multi_class'] = True
    return True


# --- what was known to be missed ---

@kind('the infos of training and of validation swapped', *PY)
def swapped(c):
    a, b = inner(c), inner(c, 'val')
    x, y = str(a.get('ann_file')), str(b.get('ann_file'))
    if 'train' not in x.rpartition('/')[2] or 'val' not in y.rpartition('/')[2] or not x.endswith('.pkl'):
        return None
    a['ann_file'], b['ann_file'] = b['ann_file'], a['ann_file']
    return True


@kind('masks are measured of boxes alone', *PY)
def segm(c):
    if not str(at(c, 'model.type')).endswith('FastRCNN') or c.get('default_scope') == 'mmaction' or 'ava' in str(at(c, 'data.train.type')).lower() or at(c, 'model.roi_head.mask_head'):
        return None
    for m in metrics(c) + ([c['evaluation']] if isinstance(c.get('evaluation'), dict) else []):
        m['metric'] = ['bbox', 'segm']
    return True


new('a dictionary without its file', 'model.decoder', lambda d: isinstance(d.get('dictionary'), dict) and bool(d['dictionary'].pop('dict_file', None)))
yaml('a warm-up of more than all epochs', 'lr_config', lambda d: 'warmup_iters' in d and (d.update(warmup_iters=500000) or True))
both('no limit of masks', 'model.test_cfg', lambda d: 'mask_thr' in d and 'max_per_img' in d and bool(d.pop('max_per_img')))


@kind('groups that the constructor does not make', E)
def yolo_groups(c):
    o = c.get('optim_wrapper')
    if not isinstance(o, dict) or o.get('constructor') != 'YOLOv5OptimizerConstructor':
        return None
    o['paramwise_cfg'] = dict(custom_keys=dict(backbone=dict(lr_mult=0.1)))
    return True


@kind('a module to import that there is not', *PY)
def imports(c):
    names = at(c, 'custom_imports.imports')
    if not isinstance(names, list) or not isinstance(names[0], str) or '.' not in names[0]:
        return None
    c['custom_imports']['imports'] = [names[0] + 's'] + names[1:]
    return True
