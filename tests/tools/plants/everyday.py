"""What people break on an ordinary day, over all projects of the family: levels and views, weights that load nowhere, units of schedules, halves of codecs, clips."""
from plants.kinds import at, become, C, dicts, drop, E, inner, is_int, is_numbers, Kinds, loop, lost, PY, steps_in

KINDS = Kinds(copies=True)


both, new, old = KINDS.on(*PY), KINDS.on(E), KINDS.on(C)
kind = KINDS.kind


def of_type(c, *tails):
    return str(at(c, 'model.type', '')).split('.')[-1] in tails


def outer(c, part):
    d = at(c, part + '_dataloader.dataset') or at(c, 'data.' + part)
    return d if isinstance(d, dict) else {}


# --- detectors in images: levels, widths, parts of a cascade ---

both('a pyramid of one level less', ('FPN', 'PAFPN'), become('num_outs', lambda v: v - 1, lambda v: is_int(v) and v > 2))
both('an extractor without its last stride', ('SingleRoIExtractor', 'RotatedSingleRoIExtractor'), become('featmap_strides', lambda v: v[:-2], lambda v: len(v) == 4))
both('an extractor of another width', ('SingleRoIExtractor', 'RotatedSingleRoIExtractor'), become('out_channels', 128, lambda v: v == 256))
both('anchors of four strides for five levels', ('AnchorGenerator', 'RotatedAnchorGenerator'), become('strides', lambda v: v[:4], lambda v: len(v) == 5))
both('a stage less from the backbone', 'model.backbone', become('out_indices', lambda v: type(v)(v[1:]), lambda v: isinstance(v, (list, tuple)) and len(v) > 2))
both('another depth, the neck left', 'model.backbone', lambda d: d.get('type') == 'ResNet' and d.get('depth') in (50, 101) and 'base_channels' not in d and (d.update(depth=18) or True))


@kind('one stage of a cascade keeps the old classes', *PY)
def one_stage(c):
    heads = at(c, 'model.roi_head.bbox_head')
    if not isinstance(heads, list) or len(heads) < 3 or not is_int(heads[1].get('num_classes')):
        return None
    heads[1]['num_classes'] += 1
    return True


@kind('boxes of three classes, masks of the old ones', *PY)
def mask_classes(c):
    b, m = at(c, 'model.roi_head.bbox_head'), at(c, 'model.roi_head.mask_head')
    if not isinstance(m, dict) or not is_int(m.get('num_classes')) or not b:
        return None
    m['num_classes'] = 2 if m['num_classes'] > 3 else 30
    return True


both('no nms in the test of the second stage', 'model.test_cfg.rcnn', lost('nms'))
both('the proposals of the test are lost', 'model.test_cfg', lambda d: isinstance(d.get('rcnn'), dict) and 'rpn' in d and (d.pop('rpn') or True))


@kind('Mosaic in the pipeline of a plain data set', *PY)
def mosaic(c):
    d = outer(c, 'train')
    if c.get('default_scope') == 'mmyolo' or not str(d.get('type')).endswith('CocoDataset') or not isinstance(d.get('pipeline'), list) or drop(list(d['pipeline']), 'Mosaic'):
        return None
    d['pipeline'].insert(2, dict(type='Mosaic', img_scale=(640, 640)))
    return True


# --- weights, frozen parts, norms ---

@kind('ImageNet weights as load_from', *PY)
def imagenet_as_whole(c):
    if not at(c, 'model.backbone') or c.get('load_from') or not (at(c, 'model.bbox_head') or at(c, 'model.roi_head') or at(c, 'model.decode_head')):
        return None
    c['load_from'] = 'torchvision://resnet50'
    return True


@kind('a backbone of none is frozen whole', *PY)
def frozen_random(c):
    b = at(c, 'model.backbone', {})
    if not str(b.get('type')).startswith('ResNet') or c.get('load_from') or not is_int(b.get('frozen_stages')):
        return None
    b.pop('init_cfg', None)
    b.pop('pretrained', None)
    c['model'].pop('pretrained', None)
    c['model'].pop('init_cfg', None)
    b['frozen_stages'] = 4
    return True


@kind('weights of a ResNet-50 for another depth', *PY)
def other_depth(c):
    b = at(c, 'model.backbone', {})
    w = at(b, 'init_cfg.checkpoint') or at(c, 'model.pretrained')
    if b.get('type') != 'ResNet' or w != 'torchvision://resnet50' or b.get('depth') != 50:
        return None
    b['depth'] = 101
    return True


@kind('custom_keys with a name that nobody has', *PY)
def nobody(c):
    o = c.get('optim_wrapper') or c.get('optimizer')
    if not isinstance(o, dict) or o.get('constructor') or not at(c, 'model.backbone') or o.get('paramwise_cfg'):
        return None
    o['paramwise_cfg'] = dict(custom_keys=dict(back_bone=dict(lr_mult=0.1)))
    return True


@kind('custom_keys of a part under the name of another model', *PY)
def other_part(c):
    o = c.get('optim_wrapper') or c.get('optimizer')
    keys = at(o, 'paramwise_cfg.custom_keys') if isinstance(o, dict) else None
    if not isinstance(keys, dict):
        return None
    for a, b in (('img_backbone', 'image_backbone'), ('backbone', 'encoder_backbone'), ('sampling_offsets', 'sample_offsets')):
        if a in keys:
            keys[b] = keys.pop(a)
            return True
    return None


@kind('an average of weights with the momentum of mmcv', E)
def ema(c):
    if any('EMA' in str(h.get('type')) for h in c.get('custom_hooks') or () if isinstance(h, dict)):
        return None
    c['custom_hooks'] = [*(c.get('custom_hooks') or ()), dict(type='EMAHook', momentum=0.9999)]
    return True


# --- schedules ---

@kind('warm-up of 500 that counts epochs', E)
def warm_epochs(c):
    for s in c.get('param_scheduler') or ():
        if isinstance(s, dict) and s.get('type') == 'LinearLR' and s.get('by_epoch') is False and is_int(s.get('end')) and s['end'] > 100:
            s['by_epoch'] = True
            return True
    return None


@kind('warm-up of 500 by epochs', C)
def warm_old(c):
    d = c.get('lr_config')
    if not isinstance(d, dict) or not d.get('warmup') or not is_int(d.get('warmup_iters')) or d['warmup_iters'] < 300:
        return None
    d['warmup_by_epoch'] = True
    return True


@kind('a poly schedule in epochs for a run in iterations', E)
def poly_epochs(c):
    for s in c.get('param_scheduler') or ():
        if isinstance(s, dict) and s.get('type') == 'PolyLR' and s.get('by_epoch') is False:
            s['by_epoch'] = True
            return True
    return None


@kind('a cycle of another number of steps', E)
def cycle(c):
    if not loop(c) or not isinstance(c.get('param_scheduler'), list):
        return None
    c['param_scheduler'] = [dict(type='OneCycleLR', eta_max=0.01, total_steps=100, by_epoch=False)]
    return True


@kind('checkpoints at each iteration', E)
def each_iteration(c):
    h = at(c, 'default_hooks.checkpoint')
    if loop(c) != 'epoch' or not isinstance(h, dict) or h.get('by_epoch') is False or not is_int(h.get('interval')) or h['interval'] > 5:
        return None
    h['by_epoch'] = False
    return True


@kind('checkpoints after the end of the run', C)
def late_checkpoint(c):
    h, n = c.get('checkpoint_config'), at(c, 'runner.max_iters')
    if not isinstance(h, dict) or not is_int(n):
        return None
    h['interval'] = n * 2
    h.pop('by_epoch', None)
    return True


@kind('the best by a metric without its prefix', E)
def no_prefix(c):
    h, e = at(c, 'default_hooks.checkpoint'), c.get('val_evaluator')
    if not isinstance(h, dict) or not isinstance(e, dict) or not str(e.get('type')).endswith('CocoMetric') or not at(c, 'model.backbone'):
        return None
    h['save_best'] = 'AP' if isinstance(h.get('save_best'), str) and 'AP' in h['save_best'] else 'bbox_mAP'
    return True


@kind('the best is the least', E)
def least(c):
    h = at(c, 'default_hooks.checkpoint')
    if not isinstance(h, dict) or not isinstance(h.get('save_best'), str) or h.get('rule') == 'less' or h['save_best'] == 'auto' or 'AP' not in h['save_best']:
        return None
    h['rule'] = 'less'
    return True


@kind('the length of a YOLO schedule is not that of the run', E)
def yolo_length(c):
    h = at(c, 'default_hooks.param_scheduler')
    if not isinstance(h, dict) or not is_int(h.get('max_epochs')):
        return None
    h['max_epochs'] = h['max_epochs'] // 3
    return True


@kind('pipelines switch after the end', E)
def late_switch(c):
    n = at(c, 'train_cfg.max_epochs')
    for h in c.get('custom_hooks') or ():
        if isinstance(h, dict) and 'PipelineSwitch' in str(h.get('type')) and is_int(h.get('switch_epoch')) and is_int(n):
            h['switch_epoch'] = n + 20
            return True
    return None


# --- data: files, keys, normalization ---

@kind('a path with its root twice', E)
def twice(c):
    d = inner(c)
    root, ann = d.get('data_root'), d.get('ann_file')
    if not isinstance(root, str) or not isinstance(ann, str) or not root.startswith('data') or not ann or ann.startswith(root) or '/' not in root:
        return None
    d['ann_file'] = root.rstrip('/') + '/' + ann
    return True


@kind('the metric reads the annotations of the training', E)
def metric_of_training(c):
    e, a = c.get('test_evaluator'), inner(c).get('ann_file')
    if not isinstance(e, dict) or not isinstance(e.get('ann_file'), str) or not isinstance(a, str):
        return None
    e['ann_file'] = (inner(c).get('data_root') or '') + a
    return True


@kind('images under the key of another project', E)
def other_prefix(c):
    d = inner(c).get('data_prefix')
    if not isinstance(d, dict):
        return None
    for a, b in (('img', 'images'), ('img_path', 'img'), ('pts', 'points')):
        if isinstance(d.get(a), str) and b not in d:
            d[b] = d.pop(a)
            return True
    return None


@kind('a filter beside the data set', E)
def filter_outside(c):
    d = inner(c)
    if not isinstance(d.get('filter_cfg'), dict) or d is not outer(c, 'train'):
        return None
    c['train_dataloader']['filter_cfg'] = d.pop('filter_cfg')
    return True


@kind('classes of the training alone', E)
def classes_in_training(c):
    d, v = inner(c), inner(c, 'val')
    if not str(d.get('type')).endswith('CocoDataset') or 'metainfo' in d or not isinstance(at(c, 'model.bbox_head', at(c, 'model.roi_head.bbox_head')), dict) or 'metainfo' in v:
        return None
    for h in dicts(c['model']):
        if h.get('num_classes') == 80:
            h['num_classes'] = 3
    d['metainfo'] = dict(classes=('a', 'b', 'c'))
    return True


KINDS.lose('no Normalize in the training', C, ('Normalize', 'NormalizeMultiviewImage', 'NormalizeTensor', 'SeqNormalize', 'ImageNormalize'))
KINDS.lose('no Normalize in the test', C, ('Normalize', 'NormalizeMultiviewImage', 'NormalizeTensor'), 'test')


@kind('normalized twice', E)
def twice_normal(c):
    p, steps = at(c, 'model.data_preprocessor') or c.get('data_preprocessor'), steps_in(c)
    if not isinstance(p, dict) or not is_numbers(p.get('mean')) or len(p['mean']) != 3 or not steps or not any('LoadAnnotations' in str(s.get('type')) for s in steps if isinstance(s, dict)):
        return None
    if 'points' in repr(steps):
        return None
    steps.insert(len(steps) - 1, dict(type='Normalize', mean=p['mean'], std=p.get('std'), to_rgb=True))
    return True


@kind('a preprocessor without mean and std', E)
def no_mean(c):
    p = at(c, 'model.data_preprocessor')
    if not isinstance(p, dict) or not is_numbers(p.get('mean')) or len(p['mean']) != 3 or p['mean'][0] < 50 or not at(c, 'model.backbone.init_cfg.checkpoint'):
        return None
    p.pop('mean')
    p.pop('std')
    return True


@kind('gray images for a backbone of three channels', *PY)
def gray(c):
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'LoadImageFromFile' and 'color_type' not in s and at(c, 'model.backbone.in_channels', 3) == 3:
            s['color_type'] = 'grayscale'
            return True
    return None


@kind('a backbone of one channel for images of three', *PY)
def one_channel(c):
    b = at(c, 'model.backbone', {})
    if not str(b.get('type')).split('.')[-1] in ('ResNet', 'ResNetV1c', 'SwinTransformer', 'HRNet', 'VisionTransformer', 'MixVisionTransformer') or b.get('in_channels', 3) != 3:
        return None
    b['in_channels'] = 1
    return True


@kind('what the test packs lacks the factor of the scale', E)
def packs_less(c):
    for s in steps_in(c, 'test'):
        if isinstance(s, dict) and str(s.get('type')).endswith('PackDetInputs'):
            s['meta_keys'] = ('img_id', 'img_path', 'ori_shape', 'img_shape')
            return True
    return None


# --- segmentation ---

both('three classes in the head, the auxiliary one left', 'model.decode_head', lambda d: is_int(d.get('num_classes')) and d['num_classes'] > 3 and (d.update(num_classes=d['num_classes'] - 1) or True))
new('another crop, the preprocessor left', ('RandomCrop',), lambda d: 'cat_max_ratio' in d and is_numbers(d.get('crop_size')) and (d.update(crop_size=tuple(x * 2 for x in d['crop_size'])) or True))
both('a head of another level', 'model.decode_head', become('in_index', lambda v: v - 1, lambda v: is_int(v) and v > 1))
both('an auxiliary head of a level that there is not', 'model.auxiliary_head', become('in_index', 7, is_int))
both('slides without a stride', 'model.test_cfg', lambda d: d.get('mode') == 'whole' and (d.update(mode='slide', crop_size=(512, 512)) or True))
both('slides that leave holes', 'model.test_cfg', lambda d: d.get('mode') == 'slide' and is_numbers(d.get('crop_size')) and (d.update(stride=tuple(x * 2 for x in d['crop_size'])) or True))
old('padding is class 0', ('Pad',), become('seg_pad_val', 0, lambda v: v == 255))
both('weights of three classes for many', 'model.decode_head.loss_decode', lambda d: d.get('type') == 'CrossEntropyLoss' and 'class_weight' not in d and (d.update(class_weight=[0.5, 1.0, 1.5]) or True))


# --- classification ---

@kind('top 5 of four classes', *PY)
def top5(c):
    h = at(c, 'model.head', {})
    if h.get('type') != 'LinearClsHead' or not is_int(h.get('num_classes')) or h['num_classes'] < 10 or 'topk' not in repr(h) and 'topk' not in repr(c.get('val_evaluator')):
        return None
    for d in dicts([c['model'], c.get('data_preprocessor')]):
        if is_int(d.get('num_classes')):
            d['num_classes'] = 4
    for d in (inner(c), inner(c, 'val'), inner(c, 'test')):
        if c.get('data'):
            d['classes'] = ['a', 'b', 'c', 'd']
        else:
            d['metainfo'] = dict(classes=['a', 'b', 'c', 'd'])
    return True


both('a mix for another number of classes', ('BatchMixup', 'BatchCutMix', 'Mixup', 'CutMix'), become('num_classes', lambda v: v - 900 if v > 900 else v + 10, is_int))
both('a smooth label of another number of classes', ('LabelSmoothLoss',), become('num_classes', lambda v: v + 1, is_int))


@kind('a preprocessor of other classes than the head', E)
def mixed_classes(c):
    d = c.get('data_preprocessor', {})
    if not is_int(d.get('num_classes')) or not at(c, 'model.train_cfg.augments'):
        return None
    d['num_classes'] += 10
    return True


both('a head on maps', 'model', lambda d: isinstance(d.get('neck'), dict) and d['neck'].get('type') == 'GlobalAveragePooling' and isinstance(d.get('head'), dict) and d['head'].get('type') == 'LinearClsHead' and (d.update(neck=None) or True))


@kind('a split that ImageNet has not', E)
def split(c):
    d = inner(c)
    if str(d.get('type')) != 'ImageNet' or not d.get('split'):
        return None
    d['split'] = 'training'
    return True


@kind('the test is on the training split', E)
def train_split(c):
    d = inner(c, 'test')
    if not d.get('split') or d['split'] == 'train':
        return None
    d['split'] = 'train'
    return True


# --- key points ---

@kind('heatmaps of half the size', C)
def half_maps(c):
    hit = False
    for d in dicts(c.get('data')):
        if is_numbers(d.get('heatmap_size')) and is_numbers(d.get('image_size')):
            d['heatmap_size'] = type(d['heatmap_size'])(x // 2 for x in d['heatmap_size'])
            hit = True
    return hit or None


@kind('a head of other joints than the data', C)
def other_joints(c):
    h = at(c, 'model.keypoint_head', {})
    if not is_int(h.get('out_channels')) or not at(c, 'data.train.data_cfg'):
        return None
    h['out_channels'] -= 1
    return True


@kind('num_joints of other data', C)
def num_joints(c):
    hit = False
    for d in dicts(c.get('data')):
        if is_int(d.get('num_joints')) and 'dataset_channel' in d:
            d['num_joints'] += 2
            hit = True
    return hit or None


KINDS.lose('no targets are made', C, ('TopDownGenerateTarget', 'BottomUpGenerateTarget', 'TopDownGenerateTargetRegression'))


@kind('no tensor is made of the image', C)
def no_tensor(c):
    return drop(steps_in(c), 'ToTensor') if 'Normalize' in repr(steps_in(c)) and 'FormatShape' not in repr(steps_in(c)) else None


@kind('unbiased in the test alone', C)
def udp(c):
    steps = steps_in(c, 'test')
    for s in steps:
        if isinstance(s, dict) and s.get('type') == 'TopDownAffine' and not s.get('use_udp'):
            s['use_udp'] = True
            return True
    return None


@kind('flipped tests without pairs', C)
def no_pairs(c):
    for s in steps_in(c, 'test'):
        if isinstance(s, dict) and s.get('type') == 'Collect' and 'flip_pairs' in (s.get('meta_keys') or ()) and at(c, 'model.test_cfg.flip_test'):
            s['meta_keys'] = [k for k in s['meta_keys'] if k != 'flip_pairs']
            return True
    return None


@kind('PCK of COCO', C)
def pck(c):
    if at(c, 'data.val.type') != 'TopDownCocoDataset' or not isinstance(c.get('evaluation'), dict):
        return None
    c['evaluation'].update(metric='PCK', save_best='PCK')
    return True


@kind('the best by a key of another data set', C)
def save_pck(c):
    if at(c, 'data.val.type') != 'TopDownCocoDataset' or not isinstance(c.get('evaluation'), dict):
        return None
    c['evaluation']['save_best'] = 'PCK'
    return True


new('an affine of another size than the codec', ('TopdownAffine',), become('input_size', lambda v: tuple(x + 64 for x in v), is_numbers))


@kind('targets of another codec than the head', E)
def codec(c):
    for s in steps_in(c):
        e = s.get('encoder') if isinstance(s, dict) else None
        if isinstance(e, dict) and is_numbers(e.get('heatmap_size')):
            e['heatmap_size'] = tuple(x * 2 for x in e['heatmap_size'])
            return True
    return None


new('maps of another size than SimCC takes', ('SimCCHead', 'RTMCCHead'), become('in_featuremap_size', lambda v: tuple(x * 2 for x in v), is_numbers))


@kind('flipped heatmaps of a regression', E)
def flip_mode(c):
    t = at(c, 'model.test_cfg', {})
    if not str(at(c, 'model.head.type')).startswith(('Regression', 'RLE')) or not t.get('flip_test'):
        return None
    t['flip_mode'] = 'heatmap'
    return True


# --- clips ---

both('frames as an image', ('FormatShape',), become('input_format', 'NCHW', lambda v: v == 'NCTHW'))
both('an image as frames', ('FormatShape',), become('input_format', 'NCTHW', lambda v: v == 'NCHW'))


@kind('more clips than the shift counts', *PY)
def shift(c):
    if 'TSM' not in str(at(c, 'model.backbone.type')):
        return None
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') in ('SampleFrames', 'DenseSampleFrames') and s.get('num_clips') in (8, 16):
            s['num_clips'] = 12
            return True
    return None


@kind('the test draws its frames', *PY)
def drawn_frames(c):
    for s in steps_in(c, 'test'):
        if isinstance(s, dict) and s.get('type') == 'SampleFrames' and s.get('test_mode'):
            s.pop('test_mode')
            return True
    return None


KINDS.lose('no reader before the decoder', PY, ('DecordInit', 'PyAVInit', 'OpenCVInit'))


@kind('limbs for a network of joints', *PY)
def limbs(c):
    hit = False
    for part in ('train', 'val', 'test'):
        for s in steps_in(c, part):
            if isinstance(s, dict) and s.get('type') == 'GeneratePoseTarget' and s.get('with_kp', True) and at(c, 'model.backbone.in_channels') == 17:
                s.update(with_kp=True, with_limb=True, skeletons=((0, 1), (1, 2)))
                hit = True
    return hit or None


@kind('flow for a network of colours', *PY)
def flow(c):
    d = inner(c)
    if d.get('type') != 'RawframeDataset' or d.get('modality', 'RGB') != 'RGB':
        return None
    d.update(modality='Flow', filename_tmpl='{}_{:05d}.jpg')
    return True


both('a box head of another width', ('BBoxHeadAVA',), become('in_channels', lambda v: v // 2, is_int))
