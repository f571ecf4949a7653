"""What an engineer of perception gets wrong in an edit: a level too many, anchors and grids that leave each other, half of a pipeline, hooks and evaluators of another task."""
from plants.audit import ALL, PYTHON, test
from plants.kinds import at, C, E, each, is_dict, is_int, is_number, is_numbers, is_step, Kinds, shorter, T, times, to, typed
from plants.reports import drop, gone, put

KINDS = Kinds(copies=True)
change, part, add = KINDS.value, KINDS.part, KINDS.add
each_typed, section, step, anywhere = KINDS.each_typed, KINDS.section, KINDS.step, KINDS.anywhere
MODEL_ANCHORS = ('AnchorGenerator', 'mmdet.AnchorGenerator', 'MlvlPointGenerator')
ANCHORS_3D = ('Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator')


def backwards(v):
    return type(v)(v[::-1]) if is_numbers(v) and list(v) != list(v)[::-1] else None


def optimizer(c):
    return c['optim_wrapper'] if is_dict('optim_wrapper')(c) else c.get('optimizer')


def hook(name, generations, **values):
    add(name, generations, lambda c: c.setdefault('custom_hooks', []).append(values) or True)


def scheduler(name, types, make):
    add(name, (E,), lambda c: next((True for s in c.get('param_scheduler') or () if is_step(s, *types) and make(s)), None))


def renamed_in(*paths, old, new):
    def make(c):
        for p in paths:
            d = at(c, p)
            if isinstance(d, dict) and old in d:
                d[new] = d.pop(old)
                return True
        return None
    return make


def both(c, key, value):
    return [d.update({key: value}) for d in (c.get('val_evaluator'), c.get('test_evaluator')) if isinstance(d, dict)] and True


# --- levels, anchors, regions ---

part('strides from coarse to fine', PYTHON, MODEL_ANCHORS, 'strides', backwards)
part('anchors a level too coarse', PYTHON, MODEL_ANCHORS[:2], 'strides', each(2))
change('regions cut a level too coarse', PYTHON, ('model.roi_head.bbox_roi_extractor.featmap_strides', 'model.roi_head.bbox_roi_extractor.0.featmap_strides'), lambda v: each(2)(v) if len(v) > 2 else None)
change('regions of 14 for a head of 7', PYTHON, 'model.roi_head.bbox_roi_extractor.roi_layer.output_size', to(14, lambda v: v == 7))
each_typed('scales beside octaves', PYTHON, MODEL_ANCHORS[:2], lambda d: 'octave_base_scale' in d and (d.update(scales=[8]) or True))
part('one ratio', PYTHON, MODEL_ANCHORS[:2], 'ratios', to(1.0))
change('stages that weigh nothing', PYTHON, 'model.roi_head.stage_loss_weights', shorter)
add('a cascade trained by one stage', PYTHON, lambda c: c['model']['train_cfg'].update(rcnn=c['model']['train_cfg']['rcnn'][0]) or True, lambda c: isinstance(at(c, 'model.train_cfg.rcnn'), list))
part('ranges of regression for fewer levels', PYTHON, ('FCOSHead', 'FCOSMono3DHead', 'PGDHead', 'VFNetHead'), 'regress_ranges', shorter)
add('the threshold of points for images', PYTHON, renamed_in('model.test_cfg.rcnn.nms', 'model.test_cfg.nms', old='iou_threshold', new='nms_thr'))
add('the number of boxes of points', PYTHON, renamed_in('model.test_cfg.rcnn', 'model.test_cfg', old='max_per_img', new='max_num'))
add('the test inside of the head', PYTHON, lambda c: c['model']['bbox_head'].update(test_cfg=c['model'].pop('test_cfg')) or True, lambda c: is_dict('model.bbox_head')(c) and is_dict('model.test_cfg')(c))
change('the background is a class', PYTHON, 'model.roi_head.bbox_head.num_classes', lambda v: v + 1)
change('things of the head, not of the fusion', PYTHON, 'model.panoptic_head.num_things_classes', to(5))
anywhere('attention over a level more', PYTHON, 'num_levels', lambda v: v + 1 if is_int(v) and v > 1 else None)
section('a weight of a loss under another name', PYTHON, ('model.bbox_head.loss_cls', 'model.roi_head.bbox_head.loss_cls'), lambda d: 'loss_weight' in d and (d.update(weight=d.pop('loss_weight')) or True))
section('channels swapped twice', (E,), ('model.data_preprocessor', 'data_preprocessor'), lambda d: d.get('bgr_to_rgb') is True and (d.update(rgb_to_bgr=True) or True))
step('a mosaic of one image', (E,), lambda s: s.insert(2, dict(type='Mosaic', img_scale=(640, 640))) or True)

# --- backbones ---

section('deformable in three of four stages', PYTHON, 'model.backbone', lambda d: put(d, 'stage_with_dcn', lambda v: len(v) == 4, (False, True, True)))
section('deformable in none', PYTHON, 'model.backbone', lambda d: d.get('type') in ('ResNet', 'ResNeXt', 'mmdet.ResNet') and 'dcn' not in d and (d.update(dcn=dict(type='DCNv2', deform_groups=1)) or True))
section('groups of no number', PYTHON, 'model.neck', lambda d: d.get('type') in ('FPN', 'mmdet.FPN') and (d.update(norm_cfg=dict(type='GN', requires_grad=True)) or True))
section('the norm of a transformer', PYTHON, 'model.backbone', lambda d: d.get('type') in ('ResNet', 'ResNetV1c', 'ResNeXt') and (d.update(norm_cfg=dict(type='LN', requires_grad=True)) or True))
change('weights of a deeper one', PYTHON, 'model.backbone.init_cfg.checkpoint', to('torchvision://resnet101', lambda v: v == 'torchvision://resnet50'))
change('another style, the same weights', PYTHON, 'model.backbone.style', to('caffe', lambda v: v == 'pytorch'))
change('depths of three stages', PYTHON, 'model.backbone.depths', shorter)
change('stages from 1', PYTHON, 'model.backbone.out_indices', lambda v: type(v)(x + 1 for x in v) if tuple(v) == (0, 1, 2, 3) else None)
change('anchors of two levels', (E,), 'model.bbox_head.prior_generator.base_sizes', shorter)

# --- segmentation, classification ---

change('inputs from 1', PYTHON, 'model.decode_head.in_index', lambda v: [x + 1 for x in v] if isinstance(v, (list, tuple)) and len(v) == 4 else None)
section('weights of twelve classes', PYTHON, 'model.decode_head.loss_decode', lambda d: d.get('type') == 'CrossEntropyLoss' and (d.update(class_weight=[1.0] * 12) or True))
section('a name that is no loss', PYTHON, 'model.decode_head.loss_decode', lambda d: d.update(loss_name='ce') or True)
section('one output of many classes', PYTHON, 'model.decode_head', lambda d: d.get('num_classes', 0) > 2 and (d.update(out_channels=1) or True))
section('windows with gaps between them', PYTHON, 'model.test_cfg', lambda d: d.get('mode') == 'slide' and (d.update(stride=tuple(2 * x for x in d['crop_size'])) or True))
section('padding to less than the crop', (E,), 'model.data_preprocessor', lambda d: put(d, 'size', is_numbers, (320, 320)))
section('padding is a class', (E,), 'model.data_preprocessor', lambda d: put(d, 'seg_pad_val', lambda v: v == 255, 0))
step('nothing to compare maps with', (E,), lambda s: any(is_step(x, 'PackSegInputs') for x in s) and drop('LoadAnnotations')(s), part='val')
change('an augmented test of boxes', (E,), 'tta_model.type', to('DetTTAModel', lambda v: v == 'SegTTAModel'))
change('smoothed over other classes', (E,), 'model.head.loss.num_classes', to(10, lambda v: v != 10))
each_typed('batches mixed as before', (E,), ('Mixup',), lambda d: d.update(type='BatchMixup', num_classes=1000, prob=0.5) or True)
each_typed('the shorter edge', (E,), ('ResizeEdge',), lambda d: put(d, 'edge', lambda v: v == 'short', 'shorter'))
each_typed('cut out of a smaller image', (E,), ('CenterCrop',), lambda d: put(d, 'crop_size', lambda v: v == 224, 448))
each_typed('interpolated as PyTorch does', (E,), ('RandomResizedCrop',), lambda d: put(d, 'interpolation', lambda v: True, 'cubic'))
each_typed('policies of nobody', (E,), ('RandAugment',), lambda d: put(d, 'policies', lambda v: isinstance(v, str), 'timm_increase'))
section('views of another number of pipelines', (C,), 'data.train', lambda d: isinstance(d.get('pipelines'), list) and len(d['pipelines']) > 1 and d['pipelines'].pop() and True)

# --- keypoints, rotated boxes, clips, text ---

change('14 of 17 keypoints', PYTHON, ('model.head.out_channels', 'model.keypoint_head.out_channels'), to(14, lambda v: v == 17))
change('heatmaps of two', (E,), 'model.test_cfg.flip_mode', to('heatmaps', lambda v: v == 'heatmap'))
change('a channel behind the last', (C,), 'data.val.data_cfg.inference_channel', lambda v: [x + 1 for x in v] if v == list(range(17)) else None)
change('square heatmaps', (C,), 'data.train.data_cfg.heatmap_size', lambda v: [96, 96] if is_numbers(v) and v[0] != v[1] else None)
each_typed('drawn by another codec', (E,), ('GenerateTarget',), lambda d: isinstance(d.get('encoder'), dict) and d['encoder'].get('type') == 'MSRAHeatmap' and (d['encoder'].update(type='UDPHeatmap') or True))
anywhere('another way to count angles', PYTHON, 'angle_version', lambda v: 'oc' if v in ('le90', 'le135') else None)
change('an average of probs', PYTHON, ('model.cls_head.average_clips', 'model.test_cfg.average_clips'), to('probs', lambda v: v == 'prob'))
each_typed('clips for a model of frames', PYTHON, ('FormatShape',), lambda d: put(d, 'input_format', lambda v: v == 'NCHW', 'NCTHW'))
change('segments of the backbone alone', PYTHON, 'model.backbone.num_segments', times(2))
change('a dictionary of nobody', (C,), 'model.label_convertor.dict_type', to('DICT100'))

# --- points, grids ---

part('pillars of another size', PYTHON, ('PillarFeatureNet', 'HardVFE', 'DynamicVFE'), 'voxel_size', lambda v: [v[0] * 2, v[1] * 2, v[2]])
part('the scatter with x first', PYTHON, ('PointPillarsScatter',), 'output_shape', backwards)
part('a sparse shape with x first', PYTHON, ('SparseEncoder', 'BEVFusionSparseEncoder', 'SparseUNet'), 'sparse_shape', backwards)
part('anchors farther than points', PYTHON, ANCHORS_3D, 'ranges', lambda v: [[r[0], r[1], r[2], r[3] + 60, r[4], r[5]] for r in v])
part('anchors with y first', PYTHON, ANCHORS_3D, 'ranges', lambda v: [[r[1], r[0], r[2], r[4], r[3], r[5]] for r in v] if v[0][0] != v[0][1] else None)
part('boxes with their width first', (E,), ANCHORS_3D, 'sizes', lambda v: [[s[1], s[0], s[2]] for s in v])
part('anchors turned by degrees', PYTHON, ANCHORS_3D, 'rotations', to([0, 90]))
anywhere('a direction in degrees', PYTHON, 'dir_offset', lambda v: -45 if is_number(v) else None)
anywhere('branches of fewer numbers', PYTHON, 'group_reg_dims', shorter)
anywhere('mean sizes of fewer', PYTHON, 'mean_sizes', shorter)
anywhere('a region of boxes that is smaller', PYTHON, 'post_center_range', lambda v: [-20.0, -20.0, -10.0, 20.0, 20.0, 10.0])
anywhere('a coder of other voxels', PYTHON, 'voxel_size', lambda v: [2 * x for x in v], lambda d: is_step(d, 'CenterPointBBoxCoder', 'TransFusionBBoxCoder'))
anywhere('a coder of another stride', PYTHON, 'out_size_factor', times(2), lambda d: is_step(d, 'CenterPointBBoxCoder', 'TransFusionBBoxCoder'))
anywhere('eight weights for ten numbers', PYTHON, 'code_weights', lambda v: v[:8] if len(v) == 10 else None)
anywhere('a class in no task', PYTHON, 'tasks', shorter)
each_typed('turned by degrees', PYTHON, ('GlobalRotScaleTrans',), lambda d: put(d, 'rot_range', is_numbers, [-45, 45]))
each_typed('scaled by per cent', ALL, ('GlobalRotScaleTrans', 'BEVFusionGlobalRotScaleTrans'), lambda d: any(put(d, k, is_numbers, [90, 110]) for k in ('scale_ratio_range', 'resize_lim')))
each_typed('filtered by fewer classes', PYTHON, ('ObjectNameFilter',), lambda d: put(d, 'classes', lambda v: len(v) > 1, lambda v: v[:1]))
each_typed('pasted of an unknown class', PYTHON, ('ObjectSample',), lambda d: isinstance(at(d, 'db_sampler.sample_groups'), dict) and (d['db_sampler']['sample_groups'].update(Lorry=4) or True))
section('voxels that are not made', (E,), 'model.data_preprocessor', lambda d: put(d, 'voxel', lambda v: v is True, False))
section('a preprocessor of images', (E,), 'model.data_preprocessor', lambda d: put(d, 'type', lambda v: v == 'Det3DDataPreprocessor', 'DetDataPreprocessor'))
add('nuScenes measured as KITTI', (E,), lambda c: both(c, 'type', 'KittiMetric'), lambda c: at(c, 'val_evaluator.type') == 'NuScenesMetric')
section('no head is left', (T,), 'model.heads', lambda d: d.update({k: None for k in d}) or True)
part('cells that do not fill the range', (T,), ('LSSTransform', 'DepthLSSTransform', 'AwareBEVDepth'), 'xbound', lambda v: [v[0], v[1], 0.35])
part('depths from far to near', (T,), ('LSSTransform', 'DepthLSSTransform', 'AwareBEVDepth'), 'dbound', lambda v: [v[1], v[0], v[2]])
section('a neck of another transformer', (T,), 'model.encoders.camera.neck', lambda d: put(d, 'in_channels', lambda v: v == [192, 384, 768], [96, 192, 384]))

# --- pipelines and data ---

each_typed('a direction too many', PYTHON, ('RandomFlip',), lambda d: ('prob' in d or 'flip_ratio' in d) and (d.update({'prob' if 'prob' in d else 'flip_ratio': [0.3, 0.3], 'direction': ['horizontal', 'vertical', 'diagonal']}) or True))
each_typed('grey images', PYTHON, ('LoadImageFromFile',), lambda d: d.update(color_type='grayscale') or True)
each_typed('integers to distort', (C,), ('LoadImageFromFile',), lambda d: gone(d, 'to_float32'))
each_typed('a test of no size', (C,), ('MultiScaleFlipAug',), lambda d: put(d, 'img_scale', is_numbers, None))
add('a test of small images', PYTHON, lambda c: [d.update({k: tuple(x // 5 for x in d[k])}) for d in typed(test(c), 'Resize', 'MultiScaleFlipAug') for k in ('scale', 'img_scale') if is_numbers(d.get(k)) and len(d[k]) == 2 and min(d[k]) > 9] and True)
change('a validation without an end', (E,), 'val_dataloader.sampler.type', to('InfiniteSampler'))
section('the last batch is left out', (E,), 'val_dataloader', lambda d: d.get('batch_size', 1) > 1 and (d.update(drop_last=True) or True))
section('training for testing', (E,), 'val_dataloader.dataset', lambda d: put(d, 'test_mode', lambda v: v is True, False))
change('a list of files', (E,), 'train_dataloader.dataset.ann_file', lambda v: [v, 'more.json'] if isinstance(v, str) else None)

# --- evaluators, optimizers, schedules, hooks ---

add('boxes measured as maps', (E,), lambda c: both(c, 'type', 'mmseg.IoUMetric'), lambda c: at(c, 'val_evaluator.type') == 'CocoMetric' and c.get('default_scope') == 'mmdet')
add('maps measured as boxes', (E,), lambda c: both(c, 'type', 'CocoMetric'), lambda c: at(c, 'val_evaluator.type') == 'IoUMetric')
change('a loop of tests', (E,), 'val_cfg', lambda v: dict(type='TestLoop') if isinstance(v, dict) else None)
add('a factor of no part', PYTHON, lambda c: optimizer(c).update(paramwise_cfg=dict(custom_keys={'img_backbone': dict(lr_mult=0.1)})) or True, lambda c: optimizer(c) and 'backbone' in c['model'])
add('a factor as a number', PYTHON, lambda c: optimizer(c).update(paramwise_cfg=dict(custom_keys={'backbone': 0.1})) or True, optimizer)
section('clipped by a number', (E,), 'optim_wrapper', lambda d: d.update(clip_grad=35) or True)
section('a shortcut of a dtype', (E,), 'optim_wrapper', lambda d: d.update(type='AmpOptimWrapper', dtype='fp16') or True)
scheduler('momentum above 1', ('CosineAnnealingMomentum',), lambda s: s.update(eta_min=1.05) or True)
scheduler('steps of nothing', ('MultiStepLR',), lambda s: s.update(gamma=1) or True)
scheduler('half a cosine', ('CosineAnnealingLR',), lambda s: is_int(s.get('T_max')) and s['T_max'] > 4 and (s.update(T_max=s['T_max'] // 2) or True))
change('a cycle the other way round', (C,), 'lr_config.target_ratio', backwards)
hook('a priority of nobody', PYTHON, type='EMAHook', priority='HIGHER')
hook('decay for momentum', (E,), type='EMAHook', momentum=0.9998)
hook('a second hook for checkpoints', (E,), type='CheckpointHook', interval=1)
hook('a hook of mmengine', (C,), type='PipelineSwitchHook', switch_epoch=10, switch_pipeline=[])
add('a hook instead of hooks', PYTHON, lambda c: c.update(custom_hooks=dict(type='EMAHook')) or True)
section('names for hooks', (C,), 'log_config', lambda d: d.update(hooks=['TextLoggerHook', 'TensorboardLoggerHook']) or True)
section('a letter more in a hook', (E,), 'default_hooks', lambda d: d.update(checkpoints=dict(type='CheckpointHook', interval=5)) or True)
add('checkpoints after the end', (E,), lambda c: c['default_hooks']['checkpoint'].update(save_begin=c['train_cfg']['max_epochs'] + 10) or True, lambda c: is_dict('default_hooks.checkpoint')(c) and at(c, 'train_cfg.max_epochs'))

# --- runs, files ---

add('weights of a backbone for a model', PYTHON, lambda c: c.update(load_from='torchvision://resnet50') or True, lambda c: 'backbone' in c['model'] and 'head' not in c['model'])
add('a wrapper of nobody', (E,), lambda c: c.update(model_wrapper_cfg=dict(type='MMFSDP')) or True)
add('a module that is nowhere', PYTHON, lambda c: c.update(custom_imports=dict(imports=['configs.no_such_module'], allow_failed_imports=False)) or True)
add('modules in one text', PYTHON, lambda c: c.update(custom_imports=dict(imports='ours.heads, ours.data')) or True)
add('a backend a letter off', (E,), lambda c: c['env_cfg']['dist_cfg'].update(backend='ncll') or True, 'env_cfg.dist_cfg')
add('parts of a list without a type', PYTHON, lambda c: c['model'].update(neck=[dict(num_outs=4)]) or True, 'model.neck.type')
