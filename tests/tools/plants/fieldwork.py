"""By another fresh hand, out of threads of users: labels and files, halves of sizes, what loss and coder expect, sensors, clips, key points and tracks, inheritance."""
from plants.kinds import at, become, C, dicts, E, inner, is_int, is_number, is_numbers, is_step, Kinds, L, nest, PY, T, typed, with_

KINDS, ABOVE = Kinds(copies=True), Kinds()
kind = KINDS.kind


both, new, old, yaml = KINDS.on(C, E), KINDS.on(E), KINDS.on(C), KINDS.on(T)


def steps(c, part='train'):
    """The steps of the innermost data set that has some; what stands beside a wrapper is mostly left from a base."""
    d, found = at(c, part + '_dataloader.dataset') or at(c, 'data.' + part), []
    while isinstance(d, dict):
        if isinstance(d.get('pipeline'), list) and d['pipeline']:
            found = d['pipeline']
            if is_step(d, 'MultiImageMixDataset'):
                break
        d = d.get('dataset')
    return found


def in_data(name, generations, make, part='train', when=lambda c: True):
    KINDS.add(name, generations, lambda c: (when(c) and make(inner(c, part))) or None)


def in_steps(name, generations, names, make, part='train', when=lambda c: True):
    def take(c):
        return next((True for s in steps(c, part) if when(c) and isinstance(s, dict) and (not names or is_step(s, *names)) and make(s)), None)
    KINDS.add(name, generations, take)


def without(name, generations, names, part='train', when=lambda c: True):
    def take(c):
        s = steps(c, part)
        left = [x for x in s if not is_step(x, *names)]
        if not when(c) or len(left) == len(s) or not left:
            return None
        s[:] = left
        return True
    KINDS.add(name, generations, take)


def of(*types):
    """Whether the model's type, or its head's, is one of these."""
    return lambda c: any(typed(c['model'], *types))


def scope(*names):
    return lambda c: c.get('default_scope') in names


def data_of(*types):
    return lambda c: is_step(inner(c), *types)


# --- data ---
COCO = ('CocoDataset', 'YOLOv5CocoDataset', 'LVISV1Dataset')


@kind('the evaluator has the file of other data', E)
def _(c):
    v = c.get('val_evaluator')
    return isinstance(v, dict) and isinstance(v.get('ann_file'), str) and c['val_dataloader'] and v.update(ann_file='data/mine/annotations/val.json') or (True if isinstance(v, dict) and v.get('ann_file') == 'data/mine/annotations/val.json' else None)


in_data('a single class that is no tuple', (E,), lambda d: d.update(metainfo=dict(classes='car')) or True, when=data_of(*COCO))
in_data('a single class that is no tuple', (C,), with_(classes='car'), when=lambda c: data_of('CustomDataset', 'VOCDataset', 'CityscapesDataset', 'CocoDataset')(c) and any(typed(c['model'], 'FPN')))
in_data('classes under their capital name', (E,), lambda d: d.update(metainfo=dict(CLASSES=('car', 'person'))) or True, when=data_of(*COCO))
in_data('the prefix of another package, img_path', (E,), lambda d: isinstance(d.get('data_prefix'), dict) and 'img' in d['data_prefix'] and d.update(data_prefix=dict(img_path='train/')) or 'img_path' in d.get('data_prefix', {}), when=data_of(*COCO))
in_data('the prefix of another package, img and seg', (E,), lambda d: isinstance(d.get('data_prefix'), dict) and 'seg_map_path' in d['data_prefix'] and (d.update(data_prefix=dict(img='images/train', seg='labels/train')) or True), when=scope('mmseg'))
in_data('img_dir for img_prefix', (C,), lambda d: 'img_prefix' in d and 'ann_file' in d and (d.update(img_dir=d.pop('img_prefix')) or True), when=data_of(*COCO))
in_data('img_prefix for img_dir', (C,), lambda d: 'img_dir' in d and (d.update(img_prefix=d.pop('img_dir')) or True))
in_data('workers in the data set', PY, with_(workers_per_gpu=4), when=lambda c: inner(c).get('pipeline'))


@kind('validation with the steps of training', *PY)
def _(c):
    v = inner(c, 'val')
    s = [x for x in steps(c) if isinstance(x, dict)]
    if not s or not isinstance(v.get('pipeline'), list) or not any(is_step(x, 'RandomFlip', 'RandomCrop', 'RandomFlip3D', 'PhotoMetricDistortion', 'RandomResizedCrop') for x in s):
        return None
    v['pipeline'] = list(s)
    return True


@kind('repeated, and the steps beside the wrapper', E)
def _(c):
    d = at(c, 'train_dataloader.dataset')
    if 'dataset' in d or 'datasets' in d or not d.get('pipeline'):
        return None
    c['train_dataloader']['dataset'] = dict(type='RepeatDataset', times=3, pipeline=d.pop('pipeline'), dataset=d)
    return True


@kind('balanced without a threshold', C)
def _(c):
    d = at(c, 'data.train')
    if 'dataset' in d or not is_step(d, *COCO):
        return None
    c['data']['train'] = dict(type='ClassBalancedDataset', dataset=d)
    return True


@kind('validated on the file of training', *PY)
def _(c):
    t, v = inner(c), inner(c, 'val')
    return t.get('ann_file') and v.get('ann_file') and t['ann_file'] != v['ann_file'] and isinstance(t['ann_file'], str) and not v.update(ann_file=t['ann_file']) or None


new('no workers that persist', 'train_dataloader', with_(num_workers=0, persistent_workers=True))
new('no shuffling for training', 'train_dataloader.sampler', lambda d: d.get('shuffle') is True and not d.update(shuffle=False))
new('the batch sampler as sampler', 'train_dataloader', lambda d: isinstance(d.get('batch_sampler'), dict) and not d.update(sampler=d.pop('batch_sampler')))
new('the collate function of classification', 'train_dataloader', lambda d: any(typed(d, 'PackDetInputs')) and not d.update(collate_fn=dict(type='default_collate')))
old('batch on top', '', lambda c: isinstance(at(c, 'data.samples_per_gpu'), int) and not c.update(samples_per_gpu=1))

# --- steps ---
without('no image is loaded', PY, ('LoadImageFromFile', 'LoadMultiViewImageFromFiles', 'LoadMultiViewImageFromMultiSweepsFiles'), when=lambda c: any(is_step(s, 'Resize', 'Normalize', 'RandomResize', 'RandomFlip', 'NormalizeMultiviewImage') for s in steps(c)))
without('no bundle', (C,), ('DefaultFormatBundle', 'DefaultFormatBundle3D', 'CustomDefaultFormatBundle3D', 'PETRFormatBundle3D'))
without('rotated boxes are never converted', (E,), ('ConvertBoxType',))
without('no decoding', PY, ('DecordDecode', 'OpenCVDecode', 'RawFrameDecode', 'PyAVDecode'))
without('no box gets its center', PY, ('TopDownGetBboxCenterScale', 'GetBBoxCenterScale'))
without('no target of heat maps', PY, ('GenerateTarget', 'TopDownGenerateTarget'))
without('no view is transformed', PY, ('TopdownAffine', 'TopDownAffine'))
in_steps('img_scale in 1.x', (E,), ('Resize', 'RandomResize'), lambda s: 'scale' in s and not s.update(img_scale=s.pop('scale')))
in_steps('prob in mmdet 2', (C,), ('RandomFlip',), lambda s: 'flip_ratio' in s and not s.update(prob=s.pop('flip_ratio')))
in_steps('masks are not loaded', PY, ('LoadAnnotations',), lambda s: s.get('with_mask') is True and not s.update(with_mask=False), when=of('FCNMaskHead', 'HTCMaskHead', 'CondInstMaskHead', 'Mask2FormerHead'))
in_steps('masks are not collected', (C,), ('Collect',), lambda s: 'gt_masks' in s.get('keys', ()) and not s.update(keys=[k for k in s['keys'] if k != 'gt_masks']))
in_steps('labels are not packed', (E,), ('Pack3DDetInputs',), lambda s: 'gt_labels_3d' in s.get('keys', ()) and not s.update(keys=[k for k in s['keys'] if k != 'gt_labels_3d']))
in_steps('images are not collected', (C,), ('Collect3D', 'CustomCollect3D'), lambda s: 'img' in s.get('keys', ()) and not s.update(keys=[k for k in s['keys'] if k != 'img']))
in_steps('turned by degrees', PY, ('GlobalRotScaleTrans',), lambda s: is_numbers(s.get('rot_range')) and max(s['rot_range']) < 4 and not s.update(rot_range=[-45, 45]))
in_steps('names of another case', PY, ('ObjectNameFilter',), lambda s: isinstance(s.get('classes'), (list, tuple)) and not s.update(classes=[str(x).upper() for x in s['classes']]))
in_steps('points of four numbers', PY, ('LoadPointsFromFile',), lambda s: s.get('load_dim') in (5, 6) and not s.update(load_dim=4, use_dim=4))
in_steps('points with one number less', PY, ('LoadPointsFromFile',), lambda s: is_int(s.get('use_dim')) and s['use_dim'] > 3 and not s.update(use_dim=s['use_dim'] - 1))
in_steps('the packer of detection', (E,), ('PackSegInputs',), become('type', 'PackDetInputs'))
in_steps('a resize that does not know angles', (C,), ('RResize',), become('type', 'Resize'))
in_steps('clips in another order', PY, ('FormatShape',), become('input_format', lambda v: {'NCTHW': 'NCHW', 'NCHW': 'NCTHW'}.get(v)))
in_steps('decoded from frames that are a video', PY, ('DecordDecode',), become('type', 'RawFrameDecode'))
in_steps('half the clips', PY, ('SampleFrames',), lambda s: is_int(s.get('num_clips')) and s['num_clips'] > 1 and not s.update(num_clips=s['num_clips'] // 2), when=of('ResNetTSM', 'MobileNetV2TSM', 'TPNHead', 'TSMHead'))
in_steps('half the clip', PY, ('SampleFrames',), lambda s: is_int(s.get('clip_len')) and s['clip_len'] >= 8 and not s.update(clip_len=s['clip_len'] // 2), when=of('VisionTransformer', 'TimeSformer', 'TimeSformerHead', 'MViT', 'UniFormer'))
in_steps('taller lines', (E,), ('Resize', 'RescaleToHeight'), lambda s: s.get('height') == 32 and not s.update(height=48) or s.get('scale') == (100, 32) and not s.update(scale=(100, 64)), when=of('CRNN', 'CRNNDecoder', 'MiniVGG'))


@kind('mosaic of one image', *PY)
def _(c):
    d = at(c, 'train_dataloader.dataset') or at(c, 'data.train')
    if not is_step(d, 'MultiImageMixDataset') or not any(is_step(s, 'Mosaic') for s in d['pipeline']):
        return None
    one = dict(d['dataset'], pipeline=list(d['dataset'].get('pipeline', [])) + list(d['pipeline']))
    if 'data' in c:
        c['data']['train'] = one
    else:
        c['train_dataloader']['dataset'] = one
    return True


@kind('normalized twice', E)
def _(c):
    s = steps(c)
    p = at(c, 'model.data_preprocessor') or c.get('data_preprocessor') or {}
    i = next((i for i, x in enumerate(s) if str(x.get('type', '')).startswith('Pack')), None)
    if i is None or not p.get('mean') or any(is_step(x, 'Normalize') for x in s) or not any(is_step(x, 'LoadImageFromFile') for x in s):
        return None
    s.insert(i, dict(type='Normalize', mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True))
    return True


@kind('means between 0 and 1', *PY)
def _(c):
    done = False
    for d in [c.get('data_preprocessor'), at(c, 'model.data_preprocessor'), *(s for s in steps(c) if is_step(s, 'Normalize'))]:
        if isinstance(d, dict) and is_numbers(d.get('mean')) and len(d['mean']) == 3 and max(d['mean']) > 90:
            d.update(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])
            done = True
    return done or None


new('both orders of colours', 'model.data_preprocessor', lambda d: d.get('bgr_to_rgb') is True and not d.update(rgb_to_bgr=True))

# --- models ---
BACK = ('ResNet', 'ResNeXt', 'Res2Net', 'ResNetV1c', 'ResNetV1d')
both('a norm by its name in torch', BACK, lambda d: isinstance(d.get('norm_cfg'), dict) and not d.update(norm_cfg=dict(type='BatchNorm')))
both('groups that do not divide', BACK, lambda d: isinstance(d.get('norm_cfg'), dict) and not d.update(norm_cfg=dict(type='GN', num_groups=30, requires_grad=True)))
both('groups of no number', BACK, lambda d: isinstance(d.get('norm_cfg'), dict) and not d.update(norm_cfg=dict(type='GN', requires_grad=True)))
both('a fifth stage is frozen', BACK, lambda d: d.get('num_stages', 4) == 4 and not d.update(frozen_stages=5))
both('three dilations', BACK, lambda d: d.get('num_stages', 4) == 4 and not d.update(dilations=(1, 1, 2)))
both('a smaller ResNet and the old neck', BACK, lambda d: d.get('depth') in (50, 101) and len(d.get('out_indices', ())) > 1 and not d.update(depth=34))
both('heads that do not divide the width', ('SwinTransformer',), lambda d: isinstance(d.get('num_heads'), (list, tuple)) and not d.update(num_heads=[5, 10, 20, 40]))
both('three depths of four', ('SwinTransformer',), become('depths', lambda v: v[:-1] if isinstance(v, (list, tuple)) else None))
both('a larger ConvNeXt', ('ConvNeXt',), become('arch', lambda v: {'tiny': 'large', 'small': 'large', 'base': 'tiny', 'large': 'tiny'}.get(v)))
both('anchors of half the stride', ('RetinaHead', 'RetinaSepBNHead', 'FSAFHead', 'PAAHead', 'ATSSHead', 'GFLHead'), lambda d: isinstance(d.get('anchor_generator'), dict) and is_numbers(d['anchor_generator'].get('strides')) and not d['anchor_generator'].update(strides=[x // 2 for x in d['anchor_generator']['strides']]))
both('regions of twice the stride', ('SingleRoIExtractor',), become('featmap_strides', lambda v: [x * 2 for x in v]))
both('ranges of four levels', ('FCOSHead',), lambda d: len(d.get('strides', ())) == 5 and not d.update(regress_ranges=((-1, 64), (64, 128), (128, 256), (256, 1e8))))
both('two weights of three stages', ('CascadeRoIHead', 'HybridTaskCascadeRoIHead'), become('stage_loss_weights', [1, 0.5], lambda v: len(v) == 3))
both('two samplers of three stages', 'model.train_cfg', lambda d: isinstance(d.get('rcnn'), list) and len(d['rcnn']) == 3 and not d.update(rcnn=d['rcnn'][:2]))
both('classes of the boxes and not of the masks', 'model.roi_head', lambda d: isinstance(d.get('mask_head'), dict) and isinstance(d.get('bbox_head'), dict) and is_int(d['bbox_head'].get('num_classes')) and not d['bbox_head'].update(num_classes=3))
both('stds of three', ('DeltaXYWHBBoxCoder',), become('target_stds', lambda v: v[:3]))
both('stds of four for boxes with angles', ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHTRBBoxCoder', 'DeltaXYWHAHBBoxCoder', 'DeltaXYWHTHBBoxCoder'), lambda d: len(d.get('target_stds', ())) == 5 and not d.update(target_stds=d['target_stds'][:4]))
both('IoU of boxes that are not decoded', ('RetinaHead', 'RPNHead', 'Shared2FCBBoxHead'), lambda d: not d.get('reg_decoded_bbox') and isinstance(d.get('loss_bbox'), dict) and not d.update(loss_bbox=dict(type='GIoULoss', loss_weight=2.0)))
both('sigmoid and masks at once', ('CrossEntropyLoss',), lambda d: d.get('use_mask') and not d.update(use_sigmoid=True))
both('weights of other classes', ('FCNHead', 'PSPHead', 'DepthwiseSeparableASPPHead', 'ASPPHead', 'UPerHead'), lambda d: isinstance(d.get('loss_decode'), dict) and d['loss_decode'].get('type') == 'CrossEntropyLoss' and not d['loss_decode'].update(class_weight=[0.5, 1.0, 2.0]))
both('positive below negative', ('MaxIoUAssigner',), lambda d: is_number(d.get('pos_iou_thr')) and is_number(d.get('neg_iou_thr')) and not d.update(pos_iou_thr=0.3, neg_iou_thr=0.6))
both('a score in percent', 'model.test_cfg', become('score_thr', 30, is_number))
both('a score in percent', 'model.test_cfg.rcnn', become('score_thr', 30, is_number))
both('more boxes than queries', 'model', lambda d: is_step(d, 'DETR', 'ConditionalDETR') and isinstance(d.get('test_cfg'), dict) and d['test_cfg'].get('max_per_img') == 100 and not at(d, 'bbox_head.loss_cls.use_sigmoid') and not d['test_cfg'].update(max_per_img=300))
both('another number of levels in attention', ('MultiScaleDeformableAttention', 'MSDeformableAttention3D'), lambda d: not d.update(num_levels=d.get('num_levels', 4) + 1))
both('sine as wide as the model', ('SinePositionalEncoding',), become('num_feats', lambda v: v * 2))
both('as many heads as do not fit', ('MultiheadAttention', 'MultiScaleDeformableAttention'), lambda d: d.get('num_heads', 8) == 8 and d.get('embed_dims') in (128, 256) and not d.update(num_heads=6))
new('one part of yolo is wider', 'model.backbone', lambda d: is_number(d.get('widen_factor')) and 'deepen_factor' in d and not d.update(widen_factor=d['widen_factor'] * 1.5 if d['widen_factor'] < 1 else 0.5))
both('anchors of two levels', ('YOLOAnchorGenerator',), become('base_sizes', lambda v: v[:2] if len(v) > 2 else None))
both('top five of four', 'model.head', lambda d: is_int(d.get('num_classes')) and d['num_classes'] > 5 and not d.update(num_classes=4, topk=(1, 5)))
both('no pooling before the classifier', 'model', lambda d: is_step(d, 'ImageClassifier') and is_step(d.get('neck'), 'GlobalAveragePooling') and is_step(d.get('backbone'), *BACK) and d.pop('neck'))
both('a transformer of another image', ('BEiT', 'BEiTViT'), lambda d: d.get('img_size') == 224 and not d.update(img_size=384))
both('patches of another image', ('MAEPretrainDecoder',), become('num_patches', 256))
new('classes of the preprocessor', '', lambda c: isinstance(c.get('data_preprocessor'), dict) and is_int(c['data_preprocessor'].get('num_classes')) and c['data_preprocessor']['num_classes'] > 10 and not c['data_preprocessor'].update(num_classes=10))
new('mixed by the name of last year', ('ImageClassifier',), lambda d: isinstance(d.get('train_cfg'), dict) and isinstance(d['train_cfg'].get('augments'), (list, dict)) and not d['train_cfg'].update(augments=[dict(type='BatchMixup', alpha=0.2, num_classes=1000, prob=1.)]))
old('mixed for other classes', 'model.train_cfg', lambda d: isinstance(d.get('augments'), (list, dict)) and next((True for x in dicts(d['augments']) if x.get('num_classes') == 1000 and not x.update(num_classes=100)), None))
both('smoothed for other classes', ('LabelSmoothLoss',), lambda d: not d.update(num_classes=37))

# --- segmentation ---
SEG = ('FCNHead', 'PSPHead', 'ASPPHead', 'DepthwiseSeparableASPPHead', 'UPerHead', 'SegformerHead', 'DAHead')
both('one channel and softmax', 'model.decode_head', lambda d: is_step(d, *SEG) and at(d, 'loss_decode.type') == 'CrossEntropyLoss' and not at(d, 'loss_decode.use_sigmoid') and not d.update(num_classes=2, out_channels=1))
both('one channel of many classes', 'model.decode_head', lambda d: is_step(d, *SEG) and d.get('num_classes', 0) > 2 and not d.update(out_channels=1))
both('hard pixels of one channel', 'model.decode_head', lambda d: is_step(d, *SEG) and at(d, 'loss_decode.type') == 'CrossEntropyLoss' and not d.update(num_classes=2, out_channels=1, threshold=0.3, sampler=dict(type='OHEMPixelSampler', thresh=0.7, min_kept=10000), loss_decode=dict(type='CrossEntropyLoss', use_sigmoid=True, loss_weight=1.0)))
both('a level that is not there, beside', 'model.auxiliary_head', become('in_index', 5, is_int))
both('slides without a window', 'model.test_cfg', lambda d: d.get('mode') in ('whole', 'slide') and 'num_points' not in d and not (d.clear() or d.update(mode='slide')))
both('slides over gaps', 'model.test_cfg', lambda d: d.get('mode') in ('whole', 'slide') and 'num_points' not in d and not d.update(mode='slide', crop_size=(512, 512), stride=(768, 768)))
both('the ignored label is another', 'model.decode_head', lambda d: is_step(d, *SEG) and at(d, 'loss_decode.type') == 'CrossEntropyLoss' and not d.update(ignore_index=-1))
in_steps('zero is taken away by the loader alone', PY, ('LoadAnnotations',), with_(reduce_zero_label=True), when=lambda c: data_of('CityscapesDataset', 'PascalVOCDataset', 'LoveDADataset')(c) and not inner(c).get('reduce_zero_label') and any(typed(c['model'], *SEG)) and is_step(inner(c), 'CityscapesDataset', 'PascalVOCDataset'))

# --- points ---
both('half the voxels', 'model.pts_voxel_layer', become('voxel_size', lambda v: [v[0] / 2, v[1] / 2, v[2]]))
both('half the voxels', 'model.voxel_layer', become('voxel_size', lambda v: [v[0] / 2, v[1] / 2, v[2]]))
both('half the voxels', 'model.data_preprocessor.voxel_layer', become('voxel_size', lambda v: [v[0] / 2, v[1] / 2, v[2]]))
both('anchors beyond the points', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('ranges', lambda v: [[r[0] * 2, r[1] * 2, r[2], r[3] * 2, r[4] * 2, r[5]] for r in v] if len(v[0]) == 6 else None))
both('anchors above the points', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('ranges', lambda v: [[r[0], r[1], r[2] + 20, r[3], r[4], r[5] + 20] for r in v] if len(v[0]) == 6 else None))
both('anchors turned by a quarter', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), become('sizes', lambda v: [[s[1], s[0], s[2]] for s in v] if any(max(s[0], s[1]) > 1.6 * min(s[0], s[1]) for s in v) else None))
both('one more kind of anchors', ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'), lambda d: isinstance(d.get('ranges'), list) and len(d['ranges']) > 1 and len(d['sizes']) == len(d['ranges']) and d['sizes'].append([2.0, 0.8, 1.8]) is None)
both('assigners of two classes', 'model.train_cfg', lambda d: isinstance(d.get('assigner'), list) and len(d['assigner']) == 3 and not d.update(assigner=d['assigner'][:2]))
both('no task for the last class', ('CenterHead',), lambda d: isinstance(d.get('tasks'), list) and len(d['tasks']) > 1 and not d.update(tasks=d['tasks'][:-1]))
both('tasks that count otherwise', ('CenterHead',), lambda d: isinstance(d.get('tasks'), list) and len(d['tasks'][-1].get('class_names', ())) == d['tasks'][-1].get('num_class') and not d['tasks'][-1].update(num_class=d['tasks'][-1]['num_class'] + 1))
both('no head of velocities', ('CenterHead',), lambda d: isinstance(d.get('common_heads'), dict) and d['common_heads'].pop('vel', None) is not None)
both('weights of eight codes', 'model.train_cfg.pts', become('code_weights', lambda v: v[:8] if len(v) == 10 else None))
both('the head shrinks by another factor', ('CenterPointBBoxCoder',), become('out_size_factor', lambda v: v * 2))


def sampler(change):
    def make(s):
        d = s.get('db_sampler')
        return isinstance(d, dict) and change(d)
    return make


in_steps('pasted of a class that nobody has', PY, ('ObjectSample', 'UnifiedObjectSample'), sampler(lambda d: isinstance(d.get('sample_groups'), dict) and not d['sample_groups'].update(Tram=2)))
in_steps('pasted classes in another order', PY, ('ObjectSample', 'UnifiedObjectSample'), sampler(lambda d: isinstance(d.get('classes'), (list, tuple)) and len(d['classes']) > 1 and not d.update(classes=list(d['classes'])[::-1])))
in_steps('pasted points of another size', PY, ('ObjectSample', 'UnifiedObjectSample'), sampler(lambda d: isinstance(d.get('points_loader'), dict) and not d['points_loader'].update(use_dim=[0, 1, 2])))
both('features of one number less', ('PillarFeatureNet', 'HardVFE', 'DynamicVFE', 'DynamicPillarFeatureNet', 'HardSimpleVFE'), lambda d: 'in_channels' in d and not d.update(in_channels=d['in_channels'] - 1) or 'num_features' in d and not d.update(num_features=d['num_features'] - 1))
both('a canvas turned round', ('PointPillarsScatter',), become('output_shape', lambda v: list(v)[::-1] if v[0] != v[1] else None))
KINDS.add('strides that the neck does not know', PY, lambda c: of('CenterHead')(c) and next((True for d in typed(c['model'], 'SECOND') if d['layer_strides'][0] == 2 and not d.update(layer_strides=[1, *d['layer_strides'][1:]])), None))
in_data('boxes of a camera', PY, become('box_type_3d', lambda v: 'Camera' if v == 'LiDAR' else None))
in_data('no camera is used', PY, lambda d: isinstance(d.get('modality'), dict) and d['modality'].get('use_camera') and not d['modality'].update(use_camera=False), when=lambda c: any(is_step(s, 'LoadMultiViewImageFromFiles', 'BEVLoadMultiViewImageFromFiles') for s in steps(c)))
both('groups of regression that do not add up', ('FCOSMono3DHead', 'PGDHead'), become('group_reg_dims', lambda v: tuple(v)[:-1]))
both('codes of six in the mono head', ('FCOSMono3DHead', 'PGDHead'), lambda d: isinstance(d.get('train_cfg'), dict) and is_numbers(d['train_cfg'].get('code_weight')) and not d['train_cfg'].update(code_weight=d['train_cfg']['code_weight'][:6]))

# --- birds' eyes ---
both('rows of another grid', ('LearnedPositionalEncoding',), lambda d: 'row_num_embed' in d and d['row_num_embed'] > 60 and not d.update(row_num_embed=d['row_num_embed'] // 2))
both('three heights of eight points', ('BEVFormerEncoder',), become('num_points_in_pillar', 3))
both('levels that the neck does not give', ('PerceptionTransformer', 'MapTRPerceptionTransformer', 'PerceptionTransformerV2', 'VADPerceptionTransformer', 'TransformerOcc'), lambda d: any(typed(d, 'MSDeformableAttention3D')) and next(typed(d, 'MSDeformableAttention3D')).get('num_levels', 4) > 1 and not d.update(num_feature_levels=1))
both('a larger grid of queries in the head', ('BEVFormerHead', 'MapTRHead', 'VADHead', 'BEVFormerOccHead', 'MapTRv2Head'), lambda d: is_int(d.get('bev_h')) and not d.update(bev_h=d['bev_h'] * 2))
both('another range in the encoder', ('BEVFormerEncoder', 'LSSTransform'), become('pc_range', lambda v: [x * 2 for x in v]))
both('centers within half the range', ('NMSFreeCoder', 'CenterPointBBoxCoder'), become('post_center_range', lambda v: [x / 4 for x in v]))
both('cross attention of another width', ('SpatialCrossAttention',), become('embed_dims', lambda v: v // 2))
both('frames of losses beyond the queue', '', lambda c: next((True for d in typed(c['model'], 'Petr3D', 'RepDetr3D', 'Far3D') if is_int(d.get('num_frame_losses')) and not d.update(num_frame_losses=9)), None))
both('proposals beyond the memory', ('StreamPETRHead', 'FarHead'), lambda d: is_int(d.get('memory_len')) and not d.update(topk_proposals=d['memory_len'] + 100))
both('a depth of other bins in the steps', ('PointToMultiViewDepth', 'PointToMultiViewDepthFusion', 'LoadLidarsSupervise'), lambda d: isinstance(d.get('grid_config'), dict) and is_numbers(d['grid_config'].get('depth')) and not d['grid_config'].update(depth=[1.0, 45.0, 0.5]))
VIEWS = ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'LSSViewTransformerBEVStereo', 'LSSViewTransformer_depthGT', 'ViewTransformerLSS', 'ViewTransformerLiftSplatShoot', 'ViewTransformerLSSBEVDepth')
both('a finer grid of the view alone', VIEWS, lambda d: isinstance(d.get('grid_config'), dict) and next((True for k in ('x', 'xbound') if is_numbers(d['grid_config'].get(k)) and not d['grid_config'].update({k: [*d['grid_config'][k][:2], d['grid_config'][k][2] / 2]})), None))
both('a larger image of the view alone', VIEWS, lambda d: next((True for k in ('input_size',) if is_numbers(d.get(k)) and not d.update({k: (512, 1408)})), None))
both('a view of half the stride', VIEWS, lambda d: d.get('downsample') in (8, 16) and not d.update(downsample=d['downsample'] // 2))
both('more frames of the data alone', '', lambda c: next((True for k in ('train',) for d in dicts(at(c, 'data.train') or at(c, 'train_dataloader') or {}) if is_numbers(d.get('multi_adj_frame_id_cfg')) and not d.update(multi_adj_frame_id_cfg=(1, 4, 1))), None))
both('an encoder of other channels', ('CustomResNet', 'CustomResNet3D', 'ResNetForBEVDet'), lambda d: is_int(d.get('numC_input')) and not d.update(numC_input=d['numC_input'] + 16))
both('a neck of other sums', ('FPN_LSS', 'LSSFPN3D'), lambda d: is_int(d.get('in_channels')) and not d.update(in_channels=d['in_channels'] + 64))
both('frames of another queue in the head', ('SparseBEVHead', 'SparseOccHead', 'SparseBEVTransformer', 'SparseBEVTransformerDecoder'), lambda d: is_int(d.get('num_frames')) and not d.update(num_frames=d['num_frames'] * 2))
both('points of a line that do not match', ('MapTRHead', 'MapTRv2Head'), lambda d: is_int(d.get('num_pts_per_gt_vec')) and not d.update(num_pts_per_gt_vec=d['num_pts_per_gt_vec'] + 5))
both('a code of another length', ('BEVFormerHead', 'PETRHead', 'Detr3DHead', 'StreamPETRHead', 'DETR3DHead'), lambda d: not d.update(code_size=8))
yaml('an image of another size in the view', 'model.encoders.camera.vtransform', become('image_size', [320, 800]))
yaml('a finer grid of the camera alone', 'model.encoders.camera.vtransform', become('xbound', lambda v: [v[0], v[1], v[2] * 2]))
yaml('a decoder of other channels', 'model.decoder.backbone', become('in_channels', lambda v: v * 2))
yaml('a shape of other voxels', 'model.encoders.lidar.backbone', become('sparse_shape', lambda v: [x // 2 for x in v]))
yaml('a rate that YAML reads as text', 'optimizer', become('lr', '2e-4'))
yaml('pasting stops after the end', '', lambda c: is_int(c.get('max_epochs')) and not c.update(gt_paste_stop_epoch=c['max_epochs'] + 10))
yaml('a class less', '', lambda c: [d.update(object_classes=d['object_classes'][:-1]) for d in dicts(at(c, 'data')) if isinstance(d.get('object_classes'), list)] != [])
yaml('a resize turned round', '', lambda c: next((True for s in dicts(at(c, 'data.train')) if is_step(s, 'ImageAug3D') and is_numbers(s.get('resize_lim')) and s['resize_lim'][0] != s['resize_lim'][1] and not s.update(resize_lim=s['resize_lim'][::-1])), None))
yaml('epochs in quotes', 'runner', become('max_epochs', str))
yaml('a neck of other levels', 'model.encoders.camera.neck', become('in_channels', lambda v: v[1:]))

# --- key points, clips, text, tracks, pictures ---
both('more key points than the data', ('HeatmapHead', 'TopdownHeatmapSimpleHead', 'RegressionHead', 'DeepposeRegressionHead', 'RTMCCHead', 'SimCCHead'), lambda d: next((True for k in ('out_channels', 'num_joints') if d.get(k) == 17 and not d.update({k: 21})), None))
both('a heat map turned round', '', lambda c: next((True for d in dicts([steps(c), at(c, 'data.train.data_cfg')]) if is_numbers(d.get('heatmap_size')) and d['heatmap_size'][0] != d['heatmap_size'][-1] and not d.update(heatmap_size=tuple(d['heatmap_size'][::-1]))), None))
new('an image of another size in the affine', '', lambda c: next((True for s in steps(c) if is_step(s, 'TopdownAffine') and is_numbers(s.get('input_size')) and not s.update(input_size=(288, 384) if tuple(s['input_size']) != (288, 384) else (192, 256))), None))
in_data('key points of other data', (E,), lambda d: is_step(d, 'CocoDataset') and 'data_mode' in d and not d.update(metainfo=dict(from_file='configs/_base_/datasets/mpii.py')))
in_data('read from below for a model from above', (E,), become('data_mode', lambda v: 'bottomup' if v == 'topdown' else None))
in_data('no boxes of a detector', (C,), lambda d: isinstance(at(d, 'data_cfg'), dict) and 'use_gt_bbox' in d['data_cfg'] and not d['data_cfg'].update(use_gt_bbox=False, bbox_file=''), part='val')
in_data('joints of other data', (C,), lambda d: isinstance(at(d, 'data_cfg'), dict) and d['data_cfg'].get('num_joints') == 17 and not d['data_cfg'].update(num_joints=16))
both('a wrong sum of two paths', ('SlowFastHead',), become('in_channels', 2048))
both('a skeleton of another camera', ('STGCN', 'AAGCN', 'STGCNPP'), lambda d: isinstance(d.get('graph_cfg'), dict) and not d['graph_cfg'].update(layout='openpose' if d['graph_cfg'].get('layout') != 'openpose' else 'coco'))
both('optical flow in a model of colours', '', lambda c: is_step(inner(c), 'RawframeDataset', 'VideoDataset') and not inner(c).get('modality') and not inner(c).update(modality='Flow'))
old('a metric of figures', 'evaluation', lambda d: d.get('metrics') and not d.update(metrics=['top5_acc']))
both('angles of two versions', ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHTRBBoxCoder', 'MidpointOffsetCoder', 'DeltaXYWHAHBBoxCoder', 'DeltaXYWHTHBBoxCoder'), lambda d: next((True for k in ('angle_range', 'angle_version') if d.get(k) and not d.update({k: 'le135' if d[k] != 'le135' else 'oc'})), None))
both('a pyramid of three levels for text', ('FPNC', 'FPNF', 'FPEM_FFM'), become('in_channels', lambda v: list(v)[:3] if isinstance(v, (list, tuple)) and len(v) == 4 else None))
both('an embedding of another width', ('LinearReIDHead',), become('in_channels', lambda v: v + 256))
in_data('no image to compare with', (C,), lambda d: isinstance(d.get('ref_img_sampler'), dict) and (d.update(ref_img_sampler=None) or True))
both('twice as large, and the data four times', ('MSRResNet', 'RRDBNet', 'EDSRNet', 'SRCNN', 'RDNNet', 'SwinIRNet'), lambda d: next((True for k in ('upscale_factor', 'upscale') if d.get(k) in (2, 3, 4) and not d.update({k: 2 if d[k] != 2 else 4})), None))
new('no optimizer of the discriminator', 'optim_wrapper', lambda d: isinstance(d.get('discriminator'), dict) and d.pop('discriminator'))

# --- runs ---
new('epochs without an end of sampling', '', lambda c: is_step(at(c, 'train_dataloader.sampler'), 'InfiniteSampler') and is_step(c.get('train_cfg'), 'IterBasedTrainLoop') and not c.update(train_cfg=dict(type='EpochBasedTrainLoop', max_epochs=50, val_interval=1)))
new('iterations saved by epoch', '', lambda c: is_step(c.get('train_cfg'), 'IterBasedTrainLoop') and isinstance(at(c, 'default_hooks.checkpoint'), dict) and not c['default_hooks']['checkpoint'].update(by_epoch=True))
new('a loop without a type', 'train_cfg', lambda d: is_int(d.get('max_epochs')) and not (d.clear() or d.update(max_epochs=24, val_interval=1)))
new('a warmup by epochs', '', lambda c: next((True for s in dicts(c.get('param_scheduler')) if s.get('type') == 'LinearLR' and s.get('by_epoch') is False and not s.update(by_epoch=True)), None))
new('a cosine that comes back', '', lambda c: next((True for s in dicts(c.get('param_scheduler')) if s.get('type') == 'CosineAnnealingLR' and is_int(s.get('T_max')) and s['T_max'] > 6 and not s.update(T_max=s['T_max'] // 3)), None))
new('half the epochs and the old steps', 'train_cfg', lambda d: is_int(d.get('max_epochs')) and d['max_epochs'] > 7 and not d.update(max_epochs=d['max_epochs'] // 2))
old('half the epochs and the old steps', '', lambda c: isinstance(at(c, 'lr_config.step'), (list, tuple)) and is_int(at(c, 'runner.max_epochs')) and at(c, 'runner.max_epochs') > 7 and not c['runner'].update(max_epochs=c['runner']['max_epochs'] // 2))
old('both floors of a cosine', 'lr_config', lambda d: d.get('policy') == 'CosineAnnealing' and not d.update(min_lr=1e-6, min_lr_ratio=1e-3))
old('a warmup from nothing', 'lr_config', lambda d: d.get('warmup') and not d.update(warmup_ratio=0))
new('a scale of losses in quotes', 'optim_wrapper', lambda d: d.get('type') in ('OptimWrapper', 'AmpOptimWrapper') and not d.update(type='AmpOptimWrapper', loss_scale='512.0'))
new('clipping inside the optimizer', 'optim_wrapper.optimizer', with_(clip_grad=dict(max_norm=35, norm_type=2)))
old('clipping inside the optimizer', 'optimizer', with_(grad_clip=dict(max_norm=35, norm_type=2)))
new('groups inside the optimizer', 'optim_wrapper.optimizer', with_(paramwise_cfg=dict(norm_decay_mult=0.)))
new('Adam with a momentum', 'optim_wrapper.optimizer', lambda d: 'momentum' in d and not d.update(type='AdamW'))
old('Adam with a momentum', 'optimizer', lambda d: 'momentum' in d and not d.update(type='AdamW'))
new('groups of a module that is elsewhere', 'optim_wrapper', lambda d: isinstance(d.get('optimizer'), dict) and d.get('constructor') is None and not d.update(paramwise_cfg=dict(custom_keys={'img_encoder': dict(lr_mult=0.1)})))
old('groups of a module that is elsewhere', 'optimizer', lambda d: d.get('constructor') is None and not d.update(paramwise_cfg=dict(custom_keys={'img_encoder': dict(lr_mult=0.1)})))
old('mixed precision beside a hook of a type', '', lambda c: isinstance(c.get('optimizer_config'), dict) and 'type' not in c['optimizer_config'] and not c.get('fp16') and not (c['optimizer_config'].update(type='GradientCumulativeOptimizerHook', cumulative_iters=4) or c.update(fp16=dict(loss_scale=512.))))
both('a decay given as momentum', '', lambda c: not c.update(custom_hooks=[h for h in c.get('custom_hooks') or [] if not is_step(h, 'EMAHook', 'ExpMomentumEMAHook', 'MEGVIIEMAHook')] + [dict(type='EMAHook', momentum=0.9998)]))
new('the best without its prefix', 'default_hooks.checkpoint', lambda d: not d.update(save_best='bbox_mAP', rule='greater'))
old('the best by another name', 'evaluation', with_(save_best='map_best'))
old('a metric of another task', 'evaluation', lambda d: isinstance(d.get('metric'), (str, list)) and not d.update(metric='PCK@0.2'))
old('evaluation after the end', '', lambda c: is_int(at(c, 'evaluation.interval')) and (is_int(at(c, 'runner.max_epochs')) and not c['evaluation'].update(interval=c['runner']['max_epochs'] * 2)))
new('a metric that COCO has not', 'val_evaluator', lambda d: is_step(d, 'CocoMetric') and 'ann_file' in d and 'bbox' in str(d.get('metric', 'bbox')) and not d.update(metric='mAP'))
new('validation half gone', '', lambda c: isinstance(c.get('val_dataloader'), dict) and c.get('val_cfg') is not None and not c.update(val_dataloader=None))
new('backends without a type', 'visualizer', with_(vis_backends=['TensorboardVisBackend']))
new('the painter of another task', '', lambda c: c.get('default_scope') in ('mmseg', 'mmdet', 'mmpretrain', 'mmyolo') and not c.update(visualizer=dict(type='SegLocalVisualiser', vis_backends=[dict(type='LocalVisBackend')], name='visualizer')))
new('a hook of another task', 'default_hooks', lambda d: isinstance(d.get('visualization'), dict) and not d.update(visualization=dict(type='PoseVisualizationHook' if d['visualization'].get('type') != 'PoseVisualizationHook' else 'SegVisualizationHook')))
new('last year\'s log', '', lambda c: not c.update(log_config=dict(interval=50, hooks=[dict(type='TextLoggerHook'), dict(type='TensorboardLoggerHook')])))
new('resumed by last year\'s name', '', lambda c: not c.update(resume_from='work_dirs/mine/latest.pth'))
new('resumed from a name', '', lambda c: not c.update(resume='work_dirs/mine/epoch_3.pth'))
new('a checkpoint within the model', 'model', with_(load_from='weights/mine.pth'))
old('never saved', 'checkpoint_config', become('interval', 0, is_int))
old('a workflow of one', '', lambda c: isinstance(c.get('workflow'), list) and not c.update(workflow=('train', 1)))
both('a back end that nobody has', '', lambda c: isinstance(c.get('dist_params'), dict) and not c['dist_params'].update(backend='ncll') or isinstance(at(c, 'env_cfg.dist_cfg'), dict) and not c['env_cfg']['dist_cfg'].update(backend='ncll'))
new('checkpoints kept in quotes', 'default_hooks.checkpoint', with_(max_keep_ckpts='3'))
new('a rate that scales from nothing', '', lambda c: not c.update(auto_scale_lr=dict(enable=True)))
new('stops early by a figure that is not there', '', lambda c: not c.update(custom_hooks=list(c.get('custom_hooks') or []) + [dict(type='EarlyStoppingHook', monitor='mAP_best', patience=5)]))
both('hooks that are no list', '', lambda c: not c.update(custom_hooks=dict(type='EMAHook')))
old('a priority that nobody has', '', lambda c: not c.update(custom_hooks=[dict(type='EMAHook', priority='VERY_HIG')]))
old('both lengths of a run', 'runner', lambda d: is_int(d.get('max_epochs')) and not d.update(max_iters=90000))
old('two lengths that differ', '', lambda c: is_int(at(c, 'runner.max_epochs')) and not c.update(total_epochs=c['runner']['max_epochs'] + 12))
old('old settings beside the model', '', lambda c: isinstance(at(c, 'model.train_cfg'), dict) and at(c, 'model.train_cfg') and not c.update(train_cfg=dict(c['model']['train_cfg'])))
new('steps switched after the end', '', lambda c: next((True for h in dicts(c.get('custom_hooks')) if is_int(h.get('switch_epoch')) and is_int(at(c, 'train_cfg.max_epochs')) and not h.update(switch_epoch=c['train_cfg']['max_epochs'] + 20)), None))
new('a schedule of yolo for other epochs', '', lambda c: is_step(at(c, 'default_hooks.param_scheduler'), 'YOLOv5ParamSchedulerHook') and is_int(at(c, 'train_cfg.max_epochs')) and not c['train_cfg'].update(max_epochs=c['train_cfg']['max_epochs'] // 3))
both('all epochs without mosaic', '', lambda c: next((True for h in dicts(c.get('custom_hooks')) if is_int(h.get('num_last_epochs')) and not h.update(num_last_epochs=400)), None))

# --- above ---
text, setting = ABOVE.text, ABOVE.setting
ABOVE.add('a backbone of another type, merged', PY, lambda c: "model = dict(backbone=dict(type='SwinTransformer', embed_dims=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24]))\n" if at(c, 'model.backbone.depth') else None)
ABOVE.add('deleted for one value', PY, lambda c: nest('optim_wrapper.optimizer' if at(c, 'optim_wrapper.optimizer') else 'optimizer', 'dict(_delete_=True, lr=0.001)'))
ABOVE.add('a backbone deleted for its depth', PY, lambda c: "model = dict(backbone=dict(_delete_=True, depth=18))\n" if at(c, 'model.backbone.depth') else None)
ABOVE.add('steps that nobody takes', PY, lambda c: 'train_pipeline = [dict(type=\'LoadImageFromFile\'), dict(type=\'LoadAnnotations\', with_bbox=True)]\n' if isinstance(c.get('train_pipeline'), list) else None)
ABOVE.add('means that nobody takes', C, lambda c: 'img_norm_cfg = dict(mean=[0.0, 0.0, 0.0], std=[255.0, 255.0, 255.0], to_rgb=True)\n' if isinstance(c.get('img_norm_cfg'), dict) else None)
ABOVE.add('classes that nobody takes', PY, lambda c: 'num_classes = 3\n' if 'num_classes' not in c and any(typed(c['model'], 'RetinaHead', 'Shared2FCBBoxHead', 'FCNHead', 'LinearClsHead', 'YOLOXHead', 'ATSSHead')) else None)
ABOVE.add('a root that nobody takes', PY, lambda c: "data_root = '/data/mine/'\n" if isinstance(c.get('data_root'), str) else None)
ABOVE.add('classes of training alone', C, lambda c: "data = dict(train=dict(classes=('cat', 'dog')))\n" if is_step(at(c, 'data.train'), *COCO) else None)
ABOVE.add('steps of the rate as a dict', E, lambda c: 'param_scheduler = dict(milestones=[5, 8])\n' if isinstance(c.get('param_scheduler'), list) else None)
ABOVE.add('a wrapper that is not there', E, lambda c: "train_dataloader = dict(dataset=dict(dataset=dict(ann_file='mine.json')))\n" if isinstance(at(c, 'train_dataloader.dataset.pipeline'), list) and not at(c, 'train_dataloader.dataset.dataset') else None)
ABOVE.add('a file beside the wrapper', C, lambda c: "data = dict(train=dict(ann_file='mine.pkl'))\n" if isinstance(at(c, 'data.train.dataset'), dict) else None)
ABOVE.add('one class for three heads', PY, lambda c: 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n' if isinstance(at(c, 'model.roi_head.bbox_head'), list) else None)
ABOVE.add('an optimizer on top', E, lambda c: "optimizer = dict(type='AdamW', lr=0.0001)\n")
ABOVE.add('iterations over epochs', C, lambda c: "runner = dict(type='IterBasedRunner', max_iters=90000)\n" if is_int(at(c, 'runner.max_epochs')) else None)
ABOVE.add('a loader that replaces its base', L, lambda c: 'train_dataloader = dict(batch_size=4)\n')
ABOVE.add('steps in front of their base', PY, lambda c: "model = dict(neck=dict(in_channel=256))\n" if isinstance(at(c, 'model.neck'), dict) and at(c, 'model.neck.type') == 'FPN' else None)
