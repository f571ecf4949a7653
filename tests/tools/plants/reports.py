"""What people report after hours of looking for it: copied from another project, adapted to data of their own, half of a change, an argument on the wrong level."""
from plants.audit import ALL, dicts, PYTHON, swapped, test, train, typed, USED, used, with_item
from plants.kinds import at, C, E, is_dict, is_int, is_number, is_numbers, is_step, Kinds, pipeline_path, shorter, T, times, to
from plants.sections import anywhere, heads, lost, named, renamed, typo

KINDS = Kinds(copies=True)
kind, change, part, add = KINDS.kind, KINDS.value, KINDS.part, KINDS.add
HOLDERS = ('model.bbox_head', 'model.rpn_head', 'model.roi_head.bbox_head', 'model.roi_head.mask_head', 'model.decode_head', 'model.head', 'model.pts_bbox_head', 'model.cls_head',
           'model.keypoint_head', 'model.det_head', 'model.heads.object', 'model.mask_head', 'model.decoder')


def each_typed(name, generations, types, make):
    """make(the first part of these types that it takes)."""
    add(name, generations, lambda c: next((True for d in typed(used(c), *types) if make(d)), None))


def given(name, generations, types, **values):
    """Arguments that a class does not have, or has with other meanings."""
    each_typed(name, generations, types, lambda d: d.update(values) or True)


def section(name, generations, path, make):
    """make(the dict at the first of the paths that is one)."""
    def take(c):
        for p in (path,) if isinstance(path, str) else path:
            d = at(c, p)
            if isinstance(d, dict) and make(d):
                return True
        return None
    add(name, generations, take)


def step(name, generations, make, part='train'):
    """make(the list of steps)."""
    def take(c):
        p = pipeline_path(c, part)
        steps = at(c, p) if p else None
        return make(steps) if isinstance(steps, list) else None
    add(name, generations, take)


def drop(*names):
    def make(steps):
        left = [s for s in steps if not is_step(s, *names)]
        if len(left) == len(steps) or not left:
            return None
        steps[:] = left
        return True
    return make


def swap(a, b):
    """The steps of these names change places."""
    def make(steps):
        i = next((i for i, s in enumerate(steps) if is_step(s, *a)), None)
        j = next((i for i, s in enumerate(steps) if is_step(s, *b)), None)
        if i is None or j is None:
            return None
        steps[i], steps[j] = steps[j], steps[i]
        return True
    return make


def gone(d, key):
    return key in d and (d.pop(key) or True)


def put(d, key, old, new):
    """d[key] is new, where it was something that old() takes."""
    if key not in d or not old(d[key]):
        return None
    d[key] = new(d[key]) if callable(new) else new
    return True


PACKERS = ('PackDetInputs', 'PackSegInputs', 'Pack3DDetInputs', 'PackInputs', 'PackPoseInputs', 'PackActionInputs', 'PackTextDetInputs', 'PackTextRecogInputs', 'PackTrackInputs', 'PackClsInputs')

# --- parts of a model without their type, or of another registry ---

for name, paths in (('backbone', ('model.backbone', 'model.img_backbone')), ('neck', ('model.neck', 'model.img_neck', 'model.pts_neck')), ('head', HOLDERS)):
    section('a %s without a type' % name, PYTHON, paths, lambda d: gone(d, 'type'))
section('a loss without a type', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss', 'loss_bbox', 'loss_heatmap', 'loss_module')], lambda d: gone(d, 'type'))
section('an assigner without a type', PYTHON, ('model.train_cfg.assigner', 'model.train_cfg.rpn.assigner', 'model.train_cfg.pts.assigner', 'model.pts_bbox_head.train_cfg.assigner'), lambda d: gone(d, 'type'))
section('a model without a type', PYTHON, 'model', lambda d: gone(d, 'type'))
section('a coder of boxes without a type', PYTHON, [h + '.' + k for h in HOLDERS for k in ('bbox_coder',)], lambda d: gone(d, 'type'))
section('a generator of anchors as a prior', PYTHON, ('model.bbox_head', 'model.rpn_head'), lambda d: 'anchor_generator' in d and (d.update(prior_generator=d.pop('anchor_generator')) or True))
section('the loss of a segmentor in a detector', PYTHON, ('model.bbox_head', 'model.rpn_head', 'model.roi_head.bbox_head'), lambda d: d.update(loss_decode=dict(type='CrossEntropyLoss')) or True)
section('the loss of boxes in a segmentor', PYTHON, 'model.decode_head', lambda d: d.update(loss_bbox=dict(type='L1Loss', loss_weight=1.0)) or True)
change('a backbone as a text', PYTHON, 'model.backbone', lambda v: v['type'] if isinstance(v, dict) and 'type' in v else None)
change('a neck in a list', PYTHON, 'model.neck', lambda v: [v] if isinstance(v, dict) and v.get('type') in ('FPN', 'mmdet.FPN', 'PAFPN', 'YOLOXPAFPN') else None)
section('a type of mmcls in another project', PYTHON, 'model.backbone', lambda d: put(d, 'type', lambda t: t == 'ResNet', 'mmcls.ResNets'))
section('a head in the backbone', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: d.update(num_outs=5) or True)
section('a backbone with the arguments of another', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: d.get('type') in ('ResNet', 'ResNetV1c', 'ResNeXt', 'mmdet.ResNet') and (d.update(embed_dims=96, num_heads=[3, 6, 12, 24]) or True))
section('a transformer with the arguments of a ResNet', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: 'embed_dims' in d and (d.update(depth=50, style='pytorch') or True))
section('num_layers of a ResNet', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: d.get('type') in ('ResNet', 'ResNetV1c', 'ResNeXt') and 'depth' in d and (d.update(num_layers=d.pop('depth')) or True))
section('depth in quotes', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'depth', is_int, str))
section('out_indices as a number', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'out_indices', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, 3))
section('a level less out of the backbone', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'out_indices', lambda v: isinstance(v, (list, tuple)) and len(v) > 2, lambda v: v[1:]))
section('a factor of the width alone', (E,), 'model.backbone', lambda d: put(d, 'widen_factor', is_number, lambda v: v * 2))
section('a factor of the width in quotes', (E,), ('model.neck', 'model.backbone'), lambda d: put(d, 'widen_factor', is_number, str))
section('the head of the width of another size', (E,), ('model.bbox_head.head_module',), lambda d: put(d, 'widen_factor', is_number, lambda v: v * 2))
section('classes outside of the head module', (E,), 'model.bbox_head', lambda d: 'head_module' in d and (d.update(num_classes=3) or True))
section('classes of the head module alone', (E,), 'model.bbox_head.head_module', lambda d: put(d, 'num_classes', is_int, lambda v: v + 3))
section('classes of the assigner alone', (E,), 'model.train_cfg.assigner', lambda d: put(d, 'num_classes', is_int, lambda v: v + 3))
section('embedding that the heads do not divide', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'embed_dims', lambda v: is_int(v) and v % 2 == 0, lambda v: v + 2))
section('depths of one stage less', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'depths', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: v[:-1]))
section('heads of one stage less', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'num_heads', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: v[:-1]))
section('windows of two numbers', PYTHON, 'model.backbone', lambda d: put(d, 'window_size', is_int, lambda v: (v, v)))
section('an input of one channel', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: d.update(in_channels=1) or True)
section('pretrained beside init_cfg', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: isinstance(d.get('init_cfg'), dict) and d['init_cfg'].get('type') == 'Pretrained' and (d.update(pretrained='torchvision://resnet50') or True))
section('weights by a text', PYTHON, ('model.backbone', 'model.img_backbone'), lambda d: put(d, 'init_cfg', lambda v: isinstance(v, dict) and v.get('checkpoint'), lambda v: v['checkpoint']))
change('an architecture of nobody', PYTHON, ('model.backbone.arch', 'model.img_backbone.arch'), lambda v: {'tiny': 'tinny', 'small': 'smal', 'base': 'basic', 'large': 'larg', 'b': 'bb', 'b0': 'b9'}.get(v))

# --- necks, heads ---

section('a number of outputs as a list', PYTHON, ('model.neck', 'model.img_neck'), lambda d: put(d, 'num_outs', is_int, lambda v: [v]))
section('extra levels by an old flag', PYTHON, ('model.neck', 'model.img_neck'), lambda d: d.get('type') in ('FPN', 'mmdet.FPN') and (d.update(extra_convs_on_inputs=True) or True))
section('a start behind the end', PYTHON, ('model.neck', 'model.img_neck'), lambda d: d.get('type') in ('FPN', 'mmdet.FPN', 'PAFPN') and (d.update(start_level=3, end_level=1) or True))
section('inputs as one number', PYTHON, ('model.neck', 'model.img_neck', 'model.pts_neck'), lambda d: put(d, 'in_channels', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: v[-1]))
section('outputs of a pyramid as a list', PYTHON, ('model.neck', 'model.img_neck'), lambda d: d.get('type') in ('FPN', 'mmdet.FPN', 'PAFPN') and put(d, 'out_channels', is_int, lambda v: [v] * 4))
section('a number of heads of the classes', PYTHON, HOLDERS, lambda d: put(d, 'num_classes', is_int, lambda v: [v]))
section('a number of classes in quotes', PYTHON, HOLDERS, lambda d: put(d, 'num_classes', is_int, str))
section('no classes at all', PYTHON, HOLDERS, lambda d: put(d, 'num_classes', is_int, 0))
section('classes as names', PYTHON, HOLDERS, lambda d: put(d, 'num_classes', is_int, ('car', 'bus')))
section('n_classes', PYTHON, HOLDERS, lambda d: 'num_classes' in d and (d.update(n_classes=d.pop('num_classes')) or True))
section('the width of a head', PYTHON, HOLDERS, lambda d: put(d, 'in_channels', is_int, lambda v: v * 2))
section('the width of a head as a list of one', PYTHON, HOLDERS, lambda d: put(d, 'in_channels', is_int, lambda v: [v]))
section('layers of a head by a float', PYTHON, HOLDERS, lambda d: next((True for k in ('stacked_convs', 'num_convs', 'num_fcs') if put(d, k, is_int, 1.5)), None))
section('strides of one level more', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: put(d, 'strides', lambda v: isinstance(v, (list, tuple)) and len(v) > 2 and is_int(v[-1]), lambda v: list(v) + [v[-1] * 2]))
section('base sizes of one level less', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: put(d, 'base_sizes', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: v[:-1]))
section('scales as one number', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: put(d, 'scales', lambda v: isinstance(v, (list, tuple)), 8))
section('ratios in quotes', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: put(d, 'ratios', lambda v: isinstance(v, (list, tuple)), lambda v: [str(x) for x in v]))
section('both scales and octaves', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: 'octave_base_scale' in d and (d.update(scales=[8]) or True))
section('octaves alone', PYTHON, [h + '.' + k for h in HOLDERS for k in ('anchor_generator', 'prior_generator')], lambda d: gone(d, 'scales_per_octave'))
section('weights of a loss a letter off', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss', 'loss_bbox')], lambda d: 'loss_weight' in d and (d.update(loss_weights=d.pop('loss_weight')) or True))
section('a loss by sigmoid and softmax', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode')], lambda d: d.get('type') in ('CrossEntropyLoss', 'mmdet.CrossEntropyLoss') and (d.update(use_sigmoid=True, use_mask=True) or True))
section('gamma of a cross entropy', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss')], lambda d: d.get('type') in ('CrossEntropyLoss', 'mmdet.CrossEntropyLoss') and (d.update(gamma=2.0, alpha=0.25) or True))
section('a reduction of nobody', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss', 'loss_bbox')], lambda d: d.update(reduction='average') or True)
section('a loss of nobody', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss', 'loss_bbox', 'loss_iou')], lambda d: put(d, 'type', lambda t: isinstance(t, str), lambda t: t.replace('Loss', 'Lose')))
section('weights of classes of another number', PYTHON, ('model.decode_head.loss_decode',), lambda d: d.get('type') == 'CrossEntropyLoss' and (d.update(class_weight=[1.0, 2.0, 3.0]) or True))
section('weights of classes in quotes', PYTHON, ('model.decode_head.loss_decode', 'model.bbox_head.loss_cls'), lambda d: d.get('type') == 'CrossEntropyLoss' and (d.update(class_weight='1.0,2.0') or True))
section('a loss of the library by its name in PyTorch', ALL, [h + '.' + k for h in HOLDERS for k in ('loss_cls', 'loss_decode', 'loss')], lambda d: d.update(type='BCEWithLogitsLoss') or True)
section('levels a head does not get', PYTHON, 'model.decode_head', lambda d: put(d, 'in_index', lambda v: isinstance(v, (list, tuple)), lambda v: [*v[:-1], v[-1] + 1]))
section('a level for a head of several', PYTHON, 'model.decode_head', lambda d: put(d, 'in_index', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, 3))
section('widths of several for a head of one level', PYTHON, ('model.decode_head', 'model.auxiliary_head'), lambda d: is_int(d.get('in_index')) and put(d, 'in_channels', is_int, lambda v: [256, 512, 1024, v]))
section('a transform of inputs of nobody', PYTHON, 'model.decode_head', lambda d: d.update(input_transform='resize_cat') or True)
section('a size of regions that the head does not take', PYTHON, ('model.roi_head.bbox_roi_extractor.roi_layer',), lambda d: put(d, 'output_size', is_int, lambda v: v + 7))
section('an old name of a size of regions', PYTHON, ('model.roi_head.bbox_roi_extractor.roi_layer',), lambda d: 'output_size' in d and (d.update(out_size=d.pop('output_size')) or True))
section('scales of one stage less', PYTHON, 'model.roi_head', lambda d: put(d, 'stage_loss_weights', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: v[:-1]))
section('a cascade of another number of stages', PYTHON, 'model.roi_head', lambda d: put(d, 'num_stages', is_int, lambda v: v + 1))
section('queries in the head', (E,), 'model.bbox_head', lambda d: d.get('type') in ('DETRHead', 'DeformableDETRHead', 'DINOHead', 'ConditionalDETRHead') and (d.update(num_query=300) or True))
section('layers of a decoder as the old section', (E,), ('model.decoder', 'model.encoder'), lambda d: 'layer_cfg' in d and (d.update(transformerlayers=d.pop('layer_cfg')) or True))
section('a width of attention unlike the others', PYTHON, ('model.decoder.layer_cfg.self_attn_cfg', 'model.encoder.layer_cfg.self_attn_cfg'), lambda d: put(d, 'embed_dims', is_int, lambda v: v // 2))
section('groups of nobody in the transformer', PYTHON, ('model.encoder.layer_cfg.ffn_cfg', 'model.decoder.layer_cfg.ffn_cfg'), lambda d: put(d, 'embed_dims', is_int, lambda v: v * 2))

# --- keypoints ---

section('keypoints of another number', PYTHON, ('model.head', 'model.keypoint_head'), lambda d: put(d, 'out_channels', is_int, lambda v: v + 4))
section('joints of another number', PYTHON, ('model.head', 'model.keypoint_head'), lambda d: put(d, 'num_joints', is_int, lambda v: v + 4))
section('num_joints of a head of keypoints', (E,), 'model.head', lambda d: d.get('type') in ('HeatmapHead', 'RTMCCHead', 'SimCCHead', 'RegressionHead') and (d.update(num_joints=17) or True))
section('a codec of another size', (E,), 'model.head.decoder', lambda d: put(d, 'input_size', is_numbers, lambda v: (v[0] * 2, v[1] * 2)))
section('a codec of a size of images the other way round', (E,), 'model.head.decoder', lambda d: put(d, 'input_size', lambda v: is_numbers(v) and len(v) == 2 and v[0] != v[1], lambda v: (v[1], v[0])))
section('a map of another size', (E,), 'model.head.decoder', lambda d: put(d, 'heatmap_size', is_numbers, lambda v: (v[0] // 2, v[1] // 2)))
section('a codec a letter off', (E,), 'model.head.decoder', lambda d: put(d, 'type', lambda t: t in ('MSRAHeatmap', 'SimCCLabel', 'UDPHeatmap', 'RegressionLabel'), lambda t: {'MSRAHeatmap': 'MsraHeatmap', 'SimCCLabel': 'SimCClabel', 'UDPHeatmap': 'UDPHeatMap', 'RegressionLabel': 'RegressionLabels'}[t]))
section('a codec of no sigma', (E,), 'model.head.decoder', lambda d: gone(d, 'sigma'))
part('the input of an affine step of another size', (E,), ('TopdownAffine',), 'input_size', lambda v: (v[0] + 64, v[1] + 64), USED)
each_typed('targets without an encoder', (E,), ('GenerateTarget',), lambda d: gone(d, 'encoder'))
typo('an affine step of the old project', (E,), TopdownAffine='TopDownAffine', GetBBoxCenterScale='TopDownGetBboxCenterScale', PackPoseInputs='PackPoseInput')
step('no boxes for crops', (E,), drop('GetBBoxCenterScale'))
step('no affine step', PYTHON, drop('TopdownAffine', 'TopDownAffine'))
step('no targets', PYTHON, drop('GenerateTarget', 'TopDownGenerateTarget'))
section('weights of a file for PCK', (E,), 'val_evaluator', lambda d: d.get('type') == 'CocoMetric' and at(d, 'ann_file') and (d.update(type='PCKAccuracys') or True))
change('a metric of keypoints that the data set does not have', (C,), 'evaluation.metric', lambda v: 'bbox' if v == 'mAP' or v == ['mAP'] else 'AP50' if v in ('PCK', 'NME', 'PCKh', ['PCK']) else None)
section('the best of another metric of keypoints', (C,), 'evaluation', lambda d: put(d, 'save_best', lambda v: v in ('AP', 'PCK', 'NME', 'PCKh', 'AUC'), 'mAP'))
section('the channels of a data_cfg', (C,), 'data.train.data_cfg', lambda d: put(d, 'num_joints', is_int, lambda v: v + 1))
section('the map of a data_cfg', (C,), 'data.train.data_cfg', lambda d: put(d, 'heatmap_size', is_numbers, lambda v: [v[0] * 2, v[1] * 2]))
section('no size of images in data_cfg', (C,), 'data.train.data_cfg', lambda d: gone(d, 'image_size'))
part('keypoints in the wrong mode', (E,), ('CocoDataset',), 'data_mode', to('top_down'), USED)

# --- video, text, classification, rotated boxes ---

part('frames of another count than segments', PYTHON, ('SampleFrames',), 'num_clips', lambda v: v + 3 if is_int(v) and v > 1 else None, USED)
renamed('an interval of frames under another name', PYTHON, ('SampleFrames',), 'frame_interval', 'interval')
lost('a clip of no length', PYTHON, ('SampleFrames', 'UniformSampleFrames'), 'clip_len')
part('a layout of somewhere else', PYTHON, ('FormatShape',), 'input_format', lambda v: {'NCTHW': 'NCHW', 'NCHW': 'NCTHW', 'NPTCHW': 'NCHW'}.get(v), USED)
part('a layout of nobody', PYTHON, ('FormatShape',), 'input_format', to('NTCHW'), USED)
step('frames that nobody decodes', PYTHON, drop('DecordDecode', 'RawFrameDecode', 'OpenCVDecode', 'PyAVDecode'))
step('frames decoded before they are chosen', PYTHON, swap(('SampleFrames',), ('DecordDecode', 'RawFrameDecode')))
step('a video that is not opened', PYTHON, drop('DecordInit'))
step('no layout of frames', PYTHON, drop('FormatShape'))
section('classes of another number than an accuracy counts', PYTHON, ('model.head', 'model.cls_head'), lambda d: put(d, 'num_classes', lambda v: is_int(v) and v > 5, 3))
section('segments of the head alone', PYTHON, 'model.cls_head', lambda d: put(d, 'num_segments', is_int, lambda v: v * 2))
section('a head of the width of another backbone', PYTHON, ('model.cls_head', 'model.head'), lambda d: put(d, 'in_channels', is_int, lambda v: v // 2))
change('an accuracy of nobody', (E,), 'val_evaluator', lambda v: {**v, 'type': 'Acc'} if isinstance(v, dict) and v.get('type') in ('Accuracy', 'AccMetric') else None)
change('an accuracy in quotes', (E,), 'val_evaluator', lambda v: {**v, 'topk': '1,5'} if isinstance(v, dict) and v.get('type') == 'Accuracy' else None)
change('a metric of accuracy a letter off', PYTHON, ('evaluation.metrics', 'evaluation.metric'), lambda v: ['top_k_acc'] if isinstance(v, (list, tuple)) and 'top_k_accuracy' in v else 'accurracy' if v == 'accuracy' else None)
step('images to a tensor too early', (C,), lambda s: next((s.insert(1, s.pop(i)) or True for i, x in enumerate(s) if is_step(x, 'ImageToTensor', 'DefaultFormatBundle') and i > 2), None))
part('the backend of somewhere else', PYTHON, ('Resize', 'RandomResizedCrop', 'ResizeEdge', 'CenterCrop'), 'backend', to('PIL'), USED)
section('a smoothing above one', PYTHON, ('model.head.loss',), lambda d: put(d, 'label_smooth_val', is_number, 1.1))
section('mixing of a number of no class', PYTHON, 'model.train_cfg', lambda d: bool(d.get('augments')) and (d.update(augments=dict(type='Mixup', alpha=-0.8)) or True))
change('the angle of another version', PYTHON, [h + '.' + k for h in HOLDERS for k in ('angle_version', 'bbox_coder.angle_range', 'bbox_coder.angle_version')], lambda v: {'le90': 'oc', 'oc': 'le90', 'le135': 'le90'}.get(v))
change('an angle of nobody', PYTHON, [h + '.' + k for h in HOLDERS for k in ('angle_version', 'bbox_coder.angle_range', 'bbox_coder.angle_version')], lambda v: 'le180' if isinstance(v, str) else None)
part('a flip without the version of the angle', (C,), ('RRandomFlip',), 'version', to('le45'), USED)
typo('the steps of rotated boxes', PYTHON, RResize='RResized', RRandomFlip='RRandomFlips', ConvertBoxType='ConvertBoxTypes')
each_typed('boxes to convert to nobody', (E,), ('ConvertBoxType',), lambda d: d.update(box_type_mapping=dict(gt_bboxes='rotated_box')) or True)
step('boxes that are not converted', (E,), drop('ConvertBoxType'))
section('a dictionary without its file', PYTHON, ('model.decoder.dictionary',), lambda d: gone(d, 'dict_file'))
section('a dictionary in the wrong place', (E,), 'model', lambda d: isinstance(d.get('decoder'), dict) and 'dictionary' in d['decoder'] and (d.update(dictionary=d['decoder'].pop('dictionary')) or True))
section('a module loss of nobody', (E,), ('model.decoder.module_loss', 'model.det_head.module_loss'), lambda d: put(d, 'type', lambda t: isinstance(t, str), lambda t: t.replace('ModuleLoss', 'ModulesLoss')))
section('a postprocessor of nobody', (E,), ('model.decoder.postprocessor', 'model.det_head.postprocessor'), lambda d: put(d, 'type', lambda t: isinstance(t, str), lambda t: t.replace('Postprocessor', 'PostProcessor')))

# --- points ---

V = ('model.data_preprocessor.voxel_layer', 'model.voxel_layer', 'model.pts_voxel_layer', 'model.encoders.lidar.voxelize')
section('voxels twice as large', ALL, V, lambda d: put(d, 'voxel_size', is_numbers, lambda v: [v[0] * 2, v[1] * 2, *v[2:]]))
section('a smaller range of voxels', ALL, V, lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [v[0] / 2, v[1] / 2, v[2], v[3] / 2, v[4] / 2, v[5]]))
section('a range of four numbers', ALL, V, lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: list(v)[:4]))
section('a range the wrong way round', ALL, V, lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [*v[3:], *v[:3]]))
section('voxels of one number', ALL, V, lambda d: put(d, 'max_voxels', lambda v: isinstance(v, (list, tuple)), lambda v: [str(x) for x in v]))
section('a voxel size without a point', ALL, V, lambda d: put(d, 'voxel_size', is_numbers, lambda v: [75, 75, 200]))
section('points of a voxel under another name', ALL, V, lambda d: 'max_num_points' in d and (d.update(max_points=d.pop('max_num_points')) or True))
section('the shape of a sparse encoder in another order', ALL, ('model.middle_encoder', 'model.pts_middle_encoder', 'model.encoders.lidar.backbone'), lambda d: put(d, 'sparse_shape', lambda v: is_numbers(v) and len(v) == 3 and v[0] != v[2], lambda v: list(reversed(v))))
section('the shape of pillars', PYTHON, ('model.middle_encoder', 'model.pts_middle_encoder'), lambda d: put(d, 'output_shape', is_numbers, lambda v: [v[0], v[1] // 2]))
section('features of another count', PYTHON, ('model.middle_encoder', 'model.pts_middle_encoder'), lambda d: put(d, 'in_channels', is_int, lambda v: v + 1))
section('numbers of points that are not loaded', PYTHON, ('model.voxel_encoder', 'model.pts_voxel_encoder'), lambda d: put(d, 'num_features', is_int, lambda v: v + 1))
section('the range of pillars', PYTHON, ('model.voxel_encoder', 'model.pts_voxel_encoder'), lambda d: put(d, 'point_cloud_range', is_numbers, lambda v: [0, -20, -3, 40, 20, 1]))
section('the voxels of pillars', PYTHON, ('model.voxel_encoder', 'model.pts_voxel_encoder'), lambda d: put(d, 'voxel_size', is_numbers, lambda v: [x * 2 for x in v]))
section('channels of the backbone of points', ALL, ('model.backbone', 'model.pts_backbone', 'model.decoder.backbone'), lambda d: d.get('type') == 'SECOND' and put(d, 'out_channels', is_numbers, lambda v: [v[0], *[x + 32 for x in v[1:]]]))
section('strides of growing of one less', ALL, ('model.neck', 'model.pts_neck', 'model.decoder.neck'), lambda d: d.get('type') == 'SECONDFPN' and put(d, 'upsample_strides', lambda v: len(v) > 1, lambda v: v[:-1]))
section('outputs of growing in another order', ALL, ('model.neck', 'model.pts_neck', 'model.decoder.neck'), lambda d: d.get('type') == 'SECONDFPN' and put(d, 'upsample_strides', lambda v: len(v) > 1, lambda v: list(reversed(v))))
section('anchors of another count of classes', PYTHON, ('model.bbox_head.anchor_generator', 'model.pts_bbox_head.anchor_generator'), lambda d: put(d, 'ranges', lambda v: isinstance(v, list) and len(v) > 1, lambda v: v[:-1]))
section('anchors behind the range', PYTHON, ('model.bbox_head.anchor_generator', 'model.pts_bbox_head.anchor_generator'), lambda d: put(d, 'ranges', lambda v: isinstance(v, list) and v and len(v[0]) == 6, lambda v: [[r[0] * 2, r[1] * 2, r[2], r[3] * 2, r[4] * 2, r[5]] for r in v]))
section('anchors of two sides', PYTHON, ('model.bbox_head.anchor_generator', 'model.pts_bbox_head.anchor_generator'), lambda d: put(d, 'sizes', lambda v: isinstance(v, list) and v and len(v[0]) == 3, lambda v: [s[:2] for s in v]))
section('a task of a class of nobody', PYTHON, ('model.pts_bbox_head', 'model.bbox_head'), lambda d: isinstance(d.get('tasks'), list) and bool(d['tasks']) and (d['tasks'][0].update(class_names=['vehicle']) or True))
section('a task of another count', PYTHON, ('model.pts_bbox_head', 'model.bbox_head'), lambda d: isinstance(d.get('tasks'), list) and bool(d['tasks']) and 'num_class' in d['tasks'][0] and (d['tasks'][0].update(num_class=d['tasks'][0]['num_class'] + 1) or True))
section('branches of another width', PYTHON, ('model.pts_bbox_head.common_heads', 'model.bbox_head.common_heads'), lambda d: put(d, 'dim', lambda v: True, (2, 2)))
section('branches as numbers', PYTHON, ('model.pts_bbox_head.common_heads', 'model.bbox_head.common_heads', 'model.heads.object.common_heads'), lambda d: put(d, 'reg', lambda v: True, 2) or put(d, 'center', lambda v: True, 2))
G = ('model.train_cfg.pts', 'model.train_cfg', 'model.pts_bbox_head.train_cfg', 'model.bbox_head.train_cfg', 'model.heads.object.train_cfg')
section('a grid of another size', ALL, G, lambda d: put(d, 'grid_size', is_numbers, lambda v: [v[0] // 2, v[1] // 2, *v[2:]]))
section('another factor of the output', ALL, G, lambda d: put(d, 'out_size_factor', is_int, lambda v: v * 2))
section('no factor of the output', ALL, G, lambda d: gone(d, 'out_size_factor'))
section('weights of nine of a code of eight', ALL, G, lambda d: put(d, 'code_weights', is_numbers, lambda v: [*v, 1.0]))
section('no overlap of heat maps', PYTHON, G, lambda d: gone(d, 'gaussian_overlap'))
S = ('model.test_cfg.pts', 'model.test_cfg', 'model.pts_bbox_head.test_cfg', 'model.bbox_head.test_cfg', 'model.heads.object.test_cfg')
section('no range behind the test', ALL, S, lambda d: gone(d, 'post_center_limit_range'))
section('a test of another factor', ALL, S, lambda d: put(d, 'out_size_factor', is_int, lambda v: v * 2))
section('a test of another voxel', ALL, S, lambda d: put(d, 'voxel_size', is_numbers, lambda v: [x * 2 for x in v]))
section('a radius for each task', ALL, S, lambda d: put(d, 'min_radius', lambda v: isinstance(v, (list, tuple)) and len(v) > 2, lambda v: v[:2]))
part('numbers loaded that are not there', ALL, ('LoadPointsFromFile',), 'load_dim', lambda v: v - 1 if is_int(v) and v > 4 else None, USED)
part('numbers used in quotes', ALL, ('LoadPointsFromFile', 'LoadPointsFromMultiSweeps'), 'use_dim', lambda v: str(v), USED)
part('points of other dimensions of the sweeps', ALL, ('LoadPointsFromMultiSweeps',), 'use_dim', lambda v: [0, 1, 2] if v != [0, 1, 2] else None, USED)
step('points that nobody loads', ALL, drop('LoadPointsFromFile'))
step('boxes that nobody loads', ALL, drop('LoadAnnotations3D'))
step('filtered before they are loaded', PYTHON, swap(('LoadAnnotations3D',), ('ObjectRangeFilter',)))
step('nothing packed at the end', PYTHON, drop(*PACKERS, 'Collect', 'Collect3D'))
step('packed before the end', PYTHON, lambda s: len(s) > 3 and is_step(s[-1], *PACKERS, 'Collect', 'Collect3D') and (s.insert(1, s.pop()) or True))
each_typed('points not packed', (E,), ('Pack3DDetInputs',), lambda d: put(d, 'keys', lambda v: 'points' in v, lambda v: [k for k in v if k != 'points']))
each_typed('images packed that nobody loads', (E,), ('Pack3DDetInputs',), lambda d: put(d, 'keys', lambda v: 'img' not in v, lambda v: [*v, 'img']))
each_typed('boxes packed under the name of 2D', (E,), ('Pack3DDetInputs',), lambda d: put(d, 'keys', lambda v: 'gt_bboxes_3d' in v, lambda v: ['gt_bboxes' if k == 'gt_bboxes_3d' else k for k in v]))
each_typed('a key not collected', (C, T), ('Collect3D', 'CustomCollect3D'), lambda d: put(d, 'keys', lambda v: 'gt_labels_3d' in v, lambda v: [k for k in v if k != 'gt_labels_3d']))
each_typed('a key nobody makes', ALL, ('Collect3D', 'Collect'), lambda d: put(d, 'keys', lambda v: isinstance(v, (list, tuple)), lambda v: [*v, 'gt_masks_3d']))
lost('pasted without a file', ALL, ('DataBaseSampler', 'UnifiedDataBaseSampler'), 'info_path')
each_typed('pasted without groups', PYTHON, ('ObjectSample',), lambda d: isinstance(d.get('db_sampler'), dict) and gone(d['db_sampler'], 'sample_groups'))
each_typed('pasted at a rate of two', PYTHON, ('ObjectSample',), lambda d: isinstance(d.get('db_sampler'), dict) and put(d['db_sampler'], 'rate', is_number, '1.0'))
each_typed('pasted classes of nobody', PYTHON, ('ObjectSample',), lambda d: isinstance(d.get('db_sampler'), dict) and put(d['db_sampler'], 'classes', lambda v: isinstance(v, (list, tuple)), ['vehicle']))
each_typed('difficulties under another name', PYTHON, ('ObjectSample',), lambda d: isinstance(d.get('db_sampler'), dict) and isinstance(d['db_sampler'].get('prepare'), dict) and (d['db_sampler'].update(prepare=dict(filter_by_min_point=dict(Car=5))) or True))
part('a scale of one number', PYTHON, ('GlobalRotScaleTrans',), 'rot_range', lambda v: v[0] if is_numbers(v) else None, USED)
part('degrees instead of radians', PYTHON, ('GlobalRotScaleTrans',), 'rot_range', to([-45, 45]), USED)
part('names of classes as one text', ALL, ('ObjectNameFilter',), 'classes', lambda v: 'car', USED)
part('a class more than the head knows', ALL, ('ObjectNameFilter',), 'classes', lambda v: [*v, 'tram'], USED)

# --- views ---

section('depths of two numbers', PYTHON, ('model.img_view_transformer.grid_config', 'model.view_transform'), lambda d: put(d, 'depth', is_numbers, lambda v: v[:2]) or put(d, 'dbound', is_numbers, lambda v: v[:2]))
section('a grid of other cells', PYTHON, ('model.img_view_transformer.grid_config',), lambda d: put(d, 'x', is_numbers, lambda v: [v[0], v[1], v[2] * 2]))
section('an image of another size', PYTHON, 'model.img_view_transformer', lambda d: put(d, 'input_size', is_numbers, lambda v: (v[0] * 2, v[1] * 2)))
section('another downsampling', PYTHON, 'model.img_view_transformer', lambda d: put(d, 'downsample', is_int, lambda v: v * 2))
section('channels of the view', PYTHON, 'model.img_view_transformer', lambda d: put(d, 'in_channels', is_int, lambda v: v // 2))
section('queries of another map', PYTHON, 'model.pts_bbox_head', lambda d: put(d, 'bev_h', is_int, lambda v: v // 2))
section('positions of another map', PYTHON, 'model.pts_bbox_head.positional_encoding', lambda d: put(d, 'row_num_embed', is_int, lambda v: v // 2))
section('levels of attention', PYTHON, 'model.pts_bbox_head.transformer', lambda d: put(d, 'num_feature_levels', is_int, lambda v: v + 1) or d.update(num_feature_level=4) or True)
section('cameras of another count', PYTHON, 'model.pts_bbox_head.transformer', lambda d: put(d, 'num_cams', is_int, 5) or put(d, 'embed_dims', is_int, lambda v: v // 2))
section('a coder of no classes', PYTHON, ('model.pts_bbox_head.bbox_coder', 'model.bbox_head.bbox_coder'), lambda d: put(d, 'num_classes', is_int, lambda v: v + 1))
section('a range behind the coder', PYTHON, ('model.pts_bbox_head.bbox_coder', 'model.bbox_head.bbox_coder'), lambda d: put(d, 'pc_range', is_numbers, lambda v: [x / 2 for x in v]))
section('more boxes than queries', PYTHON, 'model.pts_bbox_head.bbox_coder', lambda d: put(d, 'max_num', is_int, 100000))
section('the model uses no camera', (T,), 'model.encoders', lambda d: 'camera' in d and 'lidar' in d and gone(d, 'camera'))
section('the fuser of other widths', (T,), 'model.fuser', lambda d: put(d, 'in_channels', is_numbers, lambda v: list(reversed(v)) if v[0] != v[-1] else None))
section('a fuser of one width', (T,), 'model.fuser', lambda d: put(d, 'in_channels', is_numbers, lambda v: v[:1]))
section('a neck of the decoder of one width', (T,), 'model.decoder.neck', lambda d: put(d, 'in_channels', is_numbers, lambda v: v[:1]))
section('a head of another width', (T,), 'model.heads.object', lambda d: put(d, 'in_channels', is_int, lambda v: v // 2))
section('more queries than the map has', (T,), 'model.heads.object', lambda d: put(d, 'num_proposals', is_int, 0))
section('heads of attention', (T,), 'model.heads.object', lambda d: put(d, 'num_heads', is_int, 7))
section('a data set of another name', (T,), 'data.train.dataset', lambda d: put(d, 'type', lambda t: True, 'NuscenesDataset'))
section('a camera neck of other widths', (T,), 'model.encoders.camera.neck', lambda d: put(d, 'in_channels', is_numbers, lambda v: [v[0] * 2, *v[1:]]))
section('a camera backbone of another level', (T,), 'model.encoders.camera.backbone', lambda d: put(d, 'out_indices', lambda v: isinstance(v, list), lambda v: [i - 1 for i in v]))
section('a grid of the map of other steps', (T,), 'model.heads.map.grid_transform', lambda d: put(d, 'input_scope', lambda v: True, lambda v: [[a, b, s * 2] for a, b, s in v]))
section('no scope of the map', (T,), 'model.heads.map.grid_transform', lambda d: gone(d, 'output_scope'))
section('a key of training a letter off', (T,), 'model.heads.object.train_cfg', lambda d: 'grid_size' in d and (d.update(grid_sizes=d.pop('grid_size')) or True))
section('a data set of training a letter off', (T,), 'model.heads.object.train_cfg', lambda d: put(d, 'dataset', lambda v: True, 'nuscenes'))
section('a weight of costs a letter off', (T,), 'model.heads.object.train_cfg.assigner', lambda d: 'cls_cost' in d and (d.update(class_cost=d.pop('cls_cost')) or True))
section('an augmentation without a pipeline', (T,), 'data.train.dataset', lambda d: gone(d, 'pipeline'))
section('views of a list', (T,), 'model.encoders.camera.vtransform', lambda d: put(d, 'downsample', is_int, 3))
section('points of a sensor that the model does not use', (T,), 'data.train.dataset.modality', lambda d: put(d, 'use_lidar', lambda v: v is True, False))

# --- pictures ---

step('no images', PYTHON, drop('LoadImageFromFile', 'LoadMultiViewImageFromFiles', 'LoadImageFromFileMono3D', 'BEVLoadMultiViewImageFromFiles'))
step('no labels', PYTHON, drop('LoadAnnotations'))
step('annotations before images', (E,), swap(('LoadImageFromFile',), ('LoadAnnotations',)))
step('normalised twice', (C,), lambda s: next((s.insert(i, dict(x)) or True for i, x in enumerate(s) if is_step(x, 'Normalize')), None))
step('normalised in the pipeline, too', (E,), lambda s: len(s) > 2 and (s.insert(-1, dict(type='Normalize', mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True)) or True))
step('collected in the new generation', (E,), lambda s: is_step(s[-1], 'PackDetInputs', 'PackSegInputs') and (s.__setitem__(-1, dict(type='Collect', keys=['img'])) or True))
step('packed in the old generation', (C,), lambda s: is_step(s[-1], 'Collect') and (s.__setitem__(-1, dict(type='PackDetInputs')) or True))
step('formatted in the new generation', (E,), lambda s: s.insert(-1, dict(type='DefaultFormatBundle')) or True)
step('cut before it is loaded', PYTHON, lambda s: next((s.insert(0, s.pop(i)) or True for i, x in enumerate(s) if is_step(x, 'RandomCrop', 'RandomResizedCrop', 'Resize', 'RandomResize')), None))
step('flipped after it was packed', PYTHON, lambda s: next((s.append(s.pop(i)) or True for i, x in enumerate(s) if is_step(x, 'RandomFlip', 'RandomFlip3D')), None))
each_typed('img_scale in the new generation', (E,), ('Resize', 'RandomResize', 'RandomChoiceResize'), lambda d: 'scale' in d and (d.update(img_scale=d.pop('scale')) or True))
each_typed('scale in the old generation', (C,), ('Resize',), lambda d: 'img_scale' in d and (d.update(scale=d.pop('img_scale')) or True))
each_typed('flip_ratio in the new generation', (E,), ('RandomFlip',), lambda d: 'prob' in d and (d.update(flip_ratio=d.pop('prob')) or True))
each_typed('a flip without a share', (E,), ('RandomFlip',), lambda d: gone(d, 'prob') and d.update(direction=['horizontal', 'vertical']) is None)
each_typed('shares of flips above one', PYTHON, ('RandomFlip',), lambda d: d.update(**{'prob' if 'prob' in d else 'flip_ratio': [0.6, 0.6], 'direction': ['horizontal', 'vertical']}) or True)
each_typed('file_client_args in the new generation', (E,), ('LoadImageFromFile',), lambda d: d.update(file_client='disk') or True)
each_typed('a size of an image of one number', PYTHON, ('Resize', 'RandomResize'), lambda d: put(d, 'scale', is_numbers, lambda v: v[0]) or put(d, 'img_scale', is_numbers, lambda v: str(tuple(v))))
each_typed('keep_ratios', PYTHON, ('Resize', 'RandomResize', 'RandomChoiceResize'), lambda d: 'keep_ratio' in d and (d.update(keep_ratios=d.pop('keep_ratio')) or True))
each_typed('a size of padding a letter off', PYTHON, ('Pad',), lambda d: next((d.update({k + 's': d.pop(k)}) or True for k in ('size', 'size_divisor') if k in d), None))
each_typed('padding without a size', PYTHON, ('Pad',), lambda d: next((d.pop(k) and True for k in ('size', 'size_divisor', 'pad_to_square') if k in d), None))
each_typed('padding by a number', (E,), ('Pad',), lambda d: d.update(pad_val=dict(image=114)) or True)
each_typed('meta keys that nobody makes', (E,), PACKERS, lambda d: put(d, 'meta_keys', lambda v: isinstance(v, (list, tuple)), lambda v: [*v, 'img_norm_cfgs']))
each_typed('a sequence of mosaics without several images', (E,), ('MultiImageMixDataset',), lambda d: d.update(type='ConcatDataset') or True)
each_typed('a crop of a text', PYTHON, ('RandomCrop',), lambda d: put(d, 'crop_size', is_numbers, lambda v: str(tuple(v))))
each_typed('a share of brightness as a text', PYTHON, ('PhotoMetricDistortion',), lambda d: d.update(brightness_delta='32') or True)
each_typed('a shuffle of a step', PYTHON, ('RandomFlip', 'Resize', 'RandomResize'), lambda d: d.update(p=0.5) or True)
section('means of 0 to 1', (E,), 'model.data_preprocessor', lambda d: put(d, 'mean', lambda v: is_numbers(v) and v[0] > 1, [0.485, 0.456, 0.406]))
section('to_rgb in the preprocessor', (E,), 'model.data_preprocessor', lambda d: 'bgr_to_rgb' in d and (d.update(to_rgb=d.pop('bgr_to_rgb')) or True))
section('both ways of colours', (E,), 'model.data_preprocessor', lambda d: 'bgr_to_rgb' in d and (d.update(bgr_to_rgb=True, rgb_to_bgr=True) or True))
section('a mean without a deviation', (E,), 'model.data_preprocessor', lambda d: gone(d, 'std'))
section('a preprocessor of another project', (E,), 'model.data_preprocessor', lambda d: put(d, 'type', lambda t: t in ('DetDataPreprocessor', 'SegDataPreProcessor', 'Det3DDataPreprocessor', 'PoseDataPreprocessor', 'ClsDataPreprocessor', 'ActionDataPreprocessor'),
        lambda t: 'SegDataPreprocessor' if t == 'SegDataPreProcessor' else 'DetDataPreProcessor'))
section('no preprocessor of a segmentor', (E,), 'model', lambda d: d.get('type') == 'EncoderDecoder' and isinstance(d.get('data_preprocessor'), dict) and gone(d['data_preprocessor'], 'size'))
section('a divisor in another place', (E,), 'model.data_preprocessor', lambda d: 'pad_size_divisor' in d and (d.update(size_divisor=d.pop('pad_size_divisor')) or True))
section('masks that are not padded', (E,), 'model.data_preprocessor', lambda d: put(d, 'pad_mask', lambda v: v is True, False))

# --- data sets, loaders ---

section('a loader without a batch', (E,), 'train_dataloader', lambda d: gone(d, 'batch_size'))
section('a loader without its data', (E,), 'val_dataloader', lambda d: gone(d, 'dataset'))
section('a data set without a pipeline', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: gone(d, 'pipeline'))
section('a data set without a type', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: gone(d, 'type'))
section('a loader of samples_per_gpu', (E,), 'train_dataloader', lambda d: d.update(samples_per_gpu=d.pop('batch_size')) is None)
section('workers_per_gpu of a loader', (E,), 'train_dataloader', lambda d: d.update(workers_per_gpu=d.pop('num_workers', 2)) is None)
section('a batch in quotes', (E,), 'train_dataloader', lambda d: put(d, 'batch_size', is_int, str))
section('a sampler and shuffle', (E,), 'train_dataloader', lambda d: isinstance(d.get('sampler'), dict) and (d.update(shuffle=True) or True))
section('a sampler of mmcv', (E,), 'train_dataloader', lambda d: d.update(sampler=dict(type='DistributedGroupSampler')) or True)
section('a batch of the sampler', (E,), 'train_dataloader.sampler', lambda d: d.update(batch_size=4) or True)
section('batches by ratio of a letter off', (E,), 'train_dataloader', lambda d: put(d, 'batch_sampler', lambda v: isinstance(v, dict), dict(type='AspectRatioBatchsampler')))
section('img_prefix of the new generation', (E,), 'train_dataloader.dataset', lambda d: 'data_prefix' in d and (d.update(img_prefix=d.pop('data_prefix')) or True))
section('data_prefix of the old generation', (C,), 'data.train', lambda d: 'img_prefix' in d and (d.update(data_prefix=dict(img=d.pop('img_prefix'))) or True))
section('a prefix as a text', (E,), 'train_dataloader.dataset', lambda d: put(d, 'data_prefix', lambda v: isinstance(v, dict) and set(v) & {'img', 'pts', 'img_path'}, 'train2017/'))
section('classes in the new generation', (E,), 'train_dataloader.dataset', lambda d: 'metainfo' not in d and (d.update(classes=('a', 'b')) or True))
section('names as a list in metainfo', (E,), 'train_dataloader.dataset', lambda d: d.update(metainfo=['car', 'bus']) or True)
section('metainfo with CLASSES', (E,), 'train_dataloader.dataset', lambda d: d.update(metainfo=dict(CLASSES=('car', 'bus'))) or True)
section('metainfo with class_names', (E,), 'train_dataloader.dataset', lambda d: d.update(metainfo=dict(class_names=('car', 'bus'))) or True)
section('classes of the test alone', (E,), 'val_dataloader.dataset', lambda d: d.update(metainfo=dict(classes=('car', 'bus', 'tram'))) or True)
section('classes of training alone', (C,), 'data.train', lambda d: d.get('type') in ('CocoDataset', 'NuScenesDataset', 'KittiDataset') and (d.update(classes=('car', 'bus')) or True))
section('a filter of the old generation', (E,), 'train_dataloader.dataset', lambda d: d.update(filter_empty_gt=True) or True)
section('a filter of the new generation', (C,), 'data.train', lambda d: d.update(filter_cfg=dict(filter_empty_gt=True)) or True)
section('a pipeline as a dict', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: put(d, 'pipeline', lambda v: isinstance(v, list) and len(v) > 1, lambda v: v[0]))
section('a file in a dict', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: put(d, 'ann_file', lambda v: isinstance(v, str) and v, lambda v: dict(train=v)))
section('several files of annotations', (E,), 'train_dataloader.dataset', lambda d: d.get('type') in ('CocoDataset', 'NuScenesDataset', 'KittiDataset') and put(d, 'ann_file', lambda v: isinstance(v, str) and v, lambda v: [v, v]))
section('boxes of nobody', PYTHON, ('train_dataloader.dataset', 'data.train', 'data.train.dataset'), lambda d: put(d, 'box_type_3d', lambda v: True, 'lidar'))
section('modalities a letter off', PYTHON, ('train_dataloader.dataset', 'data.train', 'data.train.dataset'), lambda d: put(d, 'modality', lambda v: isinstance(v, dict), lambda v: {k.replace('use_', 'with_'): x for k, x in v.items()}))
section('a wrapper of no data', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: d.get('type') in ('RepeatDataset', 'CBGSDataset', 'ClassBalancedDataset', 'MultiImageMixDataset') and gone(d, 'dataset'))
section('a wrapper of the arguments of the wrapped', PYTHON, ('train_dataloader.dataset', 'data.train'), lambda d: d.get('type') in ('RepeatDataset', 'CBGSDataset', 'ClassBalancedDataset', 'MultiImageMixDataset') and (d.update(ann_file='a.json') or True))
section('data sets to join as one', (E,), 'train_dataloader.dataset', lambda d: d.get('type') == 'ConcatDataset' and put(d, 'datasets', lambda v: isinstance(v, list), lambda v: v[0]))
section('suffixes in the new generation', (E,), 'train_dataloader.dataset', lambda d: d.get('type') in ('ADE20KDataset', 'CityscapesDataset', 'BaseSegDataset') and (d.update(img_dir='images', ann_dir='annotations') or True))
section('the folder of annotations alone', (C,), 'data.train', lambda d: 'ann_dir' in d and (d.update(annot_dir=d.pop('ann_dir')) or True))
section('the test in training mode', PYTHON, ('val_dataloader.dataset', 'data.val'), lambda d: put(d, 'test_mode', lambda v: v is True, False))
section('a share of the data', (E,), 'train_dataloader.dataset', lambda d: d.update(indice=100) or True)

# --- the run ---

section('a rate in quotes', ALL, ('optim_wrapper.optimizer', 'optimizer'), lambda d: put(d, 'lr', is_number, str))
section('no rate', ALL, ('optim_wrapper.optimizer', 'optimizer'), lambda d: gone(d, 'lr'))
section('a rate below none', ALL, ('optim_wrapper.optimizer', 'optimizer'), lambda d: put(d, 'lr', is_number, lambda v: -v))
section('a decay of weights of SGD for a rate', ALL, ('optim_wrapper.optimizer', 'optimizer'), lambda d: put(d, 'weight_decay', is_number, 5))
section('weight_decays', ALL, ('optim_wrapper.optimizer', 'optimizer'), lambda d: 'weight_decay' in d and (d.update(weight_decays=d.pop('weight_decay')) or True))
section('a scale of rates of the backbone', PYTHON, ('optim_wrapper.paramwise_cfg', 'optimizer.paramwise_cfg'), lambda d: put(d, 'custom_keys', lambda v: isinstance(v, dict) and v, lambda v: {'model.' + k: x for k, x in v.items()}))
section('a list of keys', PYTHON, ('optim_wrapper.paramwise_cfg', 'optimizer.paramwise_cfg'), lambda d: put(d, 'custom_keys', lambda v: isinstance(v, dict) and v, lambda v: [dict(name=k, **x) if isinstance(x, dict) else k for k, x in v.items()]))
section('multipliers of norms in the optimizer', PYTHON, ('optim_wrapper.optimizer', 'optimizer'), lambda d: d.update(norm_decay_mult=0.0) or True)
section('clipped in the old way', (E,), 'optim_wrapper', lambda d: 'optimizer' in d and (d.update(grad_clip=dict(max_norm=35)) or True))
section('an end of the schedule under another name', (E,), 'train_cfg', lambda d: 'max_epochs' in d and (d.update(total_epochs=d.pop('max_epochs')) or True))
section('an interval of validation under another name', (E,), 'train_cfg', lambda d: d.update(val_intervals=1) or True)
section('a loop of the iterations of epochs', (E,), 'train_cfg', lambda d: d.get('type') == 'IterBasedTrainLoop' and 'max_iters' in d and (d.update(max_epochs=d.pop('max_iters')) or True))
add('a validation without a loop', (E,), lambda c: isinstance(c.get('val_cfg'), dict) and isinstance(c.get('val_dataloader'), dict) and (c.pop('val_cfg') is not None) or None)
add('a validation without data', (E,), lambda c: c.get('val_cfg') is not None and c.pop('val_dataloader', None) is not None or None)
add('a test loop for validation', (E,), lambda c: c.get('val_cfg') is not None and (c.update(val_cfg=dict(type='ValLoops')) or True))
section('milestones in quotes', (C,), 'lr_config', lambda d: put(d, 'step', lambda v: isinstance(v, (list, tuple)), lambda v: [str(x) for x in v]))
section('milestones under another name', (C,), 'lr_config', lambda d: 'step' in d and (d.update(milestones=d.pop('step')) or True))
section('milestones in the wrong order', (C,), 'lr_config', lambda d: put(d, 'step', lambda v: isinstance(v, (list, tuple)) and len(v) > 1, lambda v: list(reversed(v))))
section('no policy', (C, T), 'lr_config', lambda d: gone(d, 'policy'))
section('steps of another policy', (C,), 'lr_config', lambda d: put(d, 'policy', lambda v: v == 'step', 'CosineAnnealing'))
section('a cosine with steps', (C,), 'lr_config', lambda d: d.get('policy') == 'CosineAnnealing' and (d.update(step=[8, 11]) or True))
section('a warmup without a count', (C, T), 'lr_config', lambda d: d.get('warmup') and gone(d, 'warmup_iters'))
section('a count of warming up in quotes', (C, T), 'lr_config', lambda d: put(d, 'warmup_iters', is_int, str))
section('a type of the policy', (C,), 'lr_config', lambda d: 'policy' in d and (d.update(type=d.pop('policy')) or True))
add('schedulers in a dict', (E,), lambda c: isinstance(c.get('param_scheduler'), list) and len(c['param_scheduler']) > 1 and (c.update(param_scheduler={'0': c['param_scheduler'][0]}) or True))


def scheduler(name, make):
    def take(c):
        rows = c.get('param_scheduler')
        return next((True for s in (rows if isinstance(rows, (list, tuple)) else [rows]) if isinstance(s, dict) and make(s)), None)
    add(name, (E,), take)


scheduler('a cosine without a length', lambda s: s.get('type') == 'CosineAnnealingLR' and gone(s, 'T_max') and (s.pop('end', None) or True))
scheduler('policy of a scheduler', lambda s: 'type' in s and (s.update(policy=s.pop('type')) or True))
scheduler('steps of a scheduler', lambda s: 'milestones' in s and (s.update(step=s.pop('milestones')) or True))
scheduler('milestones in quotes', lambda s: put(s, 'milestones', lambda v: True, lambda v: [str(x) for x in v]))
scheduler('a gamma above one', lambda s: put(s, 'gamma', is_number, 10))
scheduler('a warmup in epochs', lambda s: s.get('type') == 'LinearLR' and put(s, 'by_epoch', lambda v: v is False, True))
scheduler('milestones counted in iterations', lambda s: s.get('type') == 'MultiStepLR' and put(s, 'by_epoch', lambda v: v is True, False))
scheduler('no milestones', lambda s: gone(s, 'milestones'))
scheduler('an end in quotes', lambda s: put(s, 'end', is_int, str))
scheduler('warmup_ratio of a scheduler', lambda s: 'start_factor' in s and (s.update(warmup_ratio=s.pop('start_factor')) or True))
scheduler('a power as a text', lambda s: put(s, 'power', is_number, str))
scheduler('a floor above the rate', lambda s: put(s, 'eta_min', is_number, 1.0))

H = 'default_hooks'
section('the interval of checkpoints in quotes', PYTHON, (H + '.checkpoint', 'checkpoint_config'), lambda d: put(d, 'interval', is_int, str))
section('the best under another name', (E,), H + '.checkpoint', lambda d: d.update(save_best_metric='auto') or True)
section('the best in the wrong direction', (E,), H + '.checkpoint', lambda d: d.update(save_best='auto', rule='max') or True)
section('the best beside its direction', (C,), 'evaluation', lambda d: d.update(save_best='auto', rule='max') or True)
section('a checkpoint hook of nobody', (E,), H + '.checkpoint', lambda d: put(d, 'type', lambda t: True, 'CheckPointHook'))
section('a logger hook of the old generation', (E,), H + '.logger', lambda d: put(d, 'type', lambda t: True, 'TextLoggerHook'))
section('no type of a hook', (E,), H + '.logger', lambda d: gone(d, 'type'))
add('hooks of a list', (E,), lambda c: isinstance(c.get(H), dict) and (c.update({H: list(c[H].values())}) or True))
add('a hook a letter off', PYTHON, lambda c: c.update(custom_hooks=[dict(type='EMAhook', momentum=0.0002)]) or True)
add('a hook of an argument of nobody', PYTHON, lambda c: c.update(custom_hooks=[dict(type='EMAHook', decay=0.999)]) or True)
add('a hook at a place of nobody', PYTHON, lambda c: c.update(custom_hooks=[dict(type='NumClassCheckHook', priority='TOP')]) or True)
add('early stopping without what is watched', (E,), lambda c: c.update(custom_hooks=[dict(type='EarlyStoppingHook', monitors='coco/bbox_mAP')]) or True)
add('hooks of the log in a dict', (C,), lambda c: isinstance(c.get('log_config'), dict) and (c['log_config'].update(hooks=dict(type='TextLoggerHook')) or True))
add('a logger without a type', (C,), lambda c: isinstance(c.get('log_config'), dict) and (c['log_config'].update(hooks=[dict(interval=50)]) or True))
add('a W&B logger a letter off', (C,), lambda c: isinstance(c.get('log_config'), dict) and (c['log_config'].update(hooks=[dict(type='WandBLoggerHook')]) or True))
add('a backend of drawing a letter off', (E,), lambda c: isinstance(c.get('visualizer'), dict) and (c['visualizer'].update(vis_backends=[dict(type='WandBVisBackend')]) or True))
add('backends of drawing as one', (E,), lambda c: isinstance(c.get('visualizer'), dict) and (c['visualizer'].update(vis_backends=['LocalVisBackend']) or True))
add('a visualizer of another project', (E,), lambda c: isinstance(c.get('visualizer'), dict) and (c['visualizer'].update(type='DetLocalVisualiser') or True))
add('a scope of nobody', (E,), lambda c: 'default_scope' in c and (c.update(default_scope='mmdetection') or True))
add('a scope under another name', (E,), lambda c: 'default_scope' in c and (c.update(default_scopes=c.pop('default_scope')) or True))
add('the epochs of the runner in quotes', (C,), lambda c: is_int(at(c, 'runner.max_epochs')) and (c['runner'].update(max_epochs=str(c['runner']['max_epochs'])) or True))
add('no type of the runner', (C,), lambda c: isinstance(c.get('runner'), dict) and gone(c['runner'], 'type'))
add('a runner of mmengine', (C,), lambda c: isinstance(c.get('runner'), dict) and (c['runner'].update(type='EpochBasedTrainLoop') or True))
add('a checkpoint in a dict', PYTHON, lambda c: c.update(load_from=dict(checkpoint='a.pth')) or True)
add('resume_from as a flag', (C,), lambda c: c.update(resume_from=True) or True)
add('resumed from a path', (E,), lambda c: c.update(resume='work_dirs/a/latest.pth') or True)
add('imports of a text', PYTHON, lambda c: c.update(custom_imports=dict(imports='projects.mine.models, projects.mine.data')) or True)
add('rates for another batch', (E,), lambda c: c.update(auto_scale_lr=dict(enabled=True, base_batch_size=16)) or True)
add('rates for a batch in quotes', (E,), lambda c: c.update(auto_scale_lr=dict(enable=True, base_batch_size='16')) or True)
add('a wrapper of models of nobody', (E,), lambda c: c.update(model_wrapper_cfg=dict(type='MMDistributedDataParalel')) or True)
add('a compiled model of nobody', (E,), lambda c: c.update(find_unused_parameter=True) or True)
add('workers that start by nobody', (E,), lambda c: isinstance(c.get('env_cfg'), dict) and (c['env_cfg'].update(cudnn_benchmarks=True) or True))
section('no file of results', (E,), 'val_evaluator', lambda d: d.get('type') in ('CocoMetric', 'NuScenesMetric') and (d.update(format_only=True) or True))
section('an evaluator of another data set', (E,), 'val_evaluator', lambda d: put(d, 'type', lambda t: t in ('CocoMetric', 'IoUMetric', 'NuScenesMetric', 'KittiMetric', 'Accuracy', 'DOTAMetric'), lambda t: {'CocoMetric': 'COCOMetric', 'IoUMetric': 'mIoUMetric', 'NuScenesMetric': 'NuscenesMetric', 'KittiMetric': 'KITTIMetric', 'Accuracy': 'Accurracy', 'DOTAMetric': 'DotaMetric'}[t]))
section('an evaluator without a type', (E,), 'val_evaluator', lambda d: gone(d, 'type'))
section('a metric in the plural', (E,), 'val_evaluator', lambda d: 'metric' in d and (d.update(metrics=d.pop('metric')) or True))
section('IoUs of nobody', (E,), 'val_evaluator', lambda d: put(d, 'iou_metrics', lambda v: True, ['IoU']))
section('an evaluation of nobody', (C,), 'evaluation', lambda d: put(d, 'metric', lambda v: True, 'mean_ap'))
section('an evaluation by iterations of epochs', (C,), 'evaluation', lambda d: put(d, 'interval', is_int, str))
section('a test of segments of a detector', PYTHON, 'model.test_cfg', lambda d: 'rcnn' in d and (d.update(rcnns=d.pop('rcnn')) or True))
section('a test without its first stage', PYTHON, 'model.test_cfg', lambda d: 'rcnn' in d and gone(d, 'rpn'))
section('training without its second stage', PYTHON, 'model.train_cfg', lambda d: 'rpn' in d and gone(d, 'rcnn'))
section('no suppression', PYTHON, ('model.test_cfg.rcnn', 'model.test_cfg'), lambda d: gone(d, 'nms'))
section('a way to suppress without a type', PYTHON, ('model.test_cfg.rcnn.nms', 'model.test_cfg.nms'), lambda d: gone(d, 'type'))
section('a threshold under another name', PYTHON, ('model.test_cfg.rcnn', 'model.test_cfg'), lambda d: 'score_thr' in d and (d.update(score_threshold=d.pop('score_thr')) or True))
section('numbers of samples under another name', PYTHON, ('model.train_cfg.rcnn.sampler', 'model.train_cfg.rpn.sampler'), lambda d: 'pos_fraction' in d and (d.update(pos_ratio=d.pop('pos_fraction')) or True))
section('positives above negatives', PYTHON, ('model.train_cfg.rcnn.assigner', 'model.train_cfg.rpn.assigner', 'model.train_cfg.assigner'), lambda d: 'pos_iou_thr' in d and is_number(d.get('neg_iou_thr')) and (d.update(pos_iou_thr=0.3, neg_iou_thr=0.6) or True))
section('no sampler of the second stage', PYTHON, 'model.train_cfg.rcnn', lambda d: gone(d, 'sampler'))
section('costs as a list', PYTHON, ('model.train_cfg.assigner',), lambda d: 'match_costs' in d and put(d, 'match_costs', lambda v: isinstance(v, list) and v, lambda v: v[0]))
section('costs under the old names', (E,), ('model.train_cfg.assigner',), lambda d: isinstance(d.get('match_costs'), list) and len(d['match_costs']) > 2 and (d.update(cls_cost=d['match_costs'][0], reg_cost=d['match_costs'][1], iou_cost=d['match_costs'][2]) or gone(d, 'match_costs')))
