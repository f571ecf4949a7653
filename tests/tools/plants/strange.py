"""What nobody had thought of: parts of a section that another class asks for, views and clips, teachers, samplers of sources, recipes, text, occupancy; written before the rules."""
from plants.kinds import at, become, C, dicts, drop, E, inner, is_int, is_number, Kinds, length, lost, PY, T, typed, used, with_

KINDS = Kinds(copies=True)
kind = KINDS.kind


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)


def hooks(c):
    return [h for h in c.get('custom_hooks') or [] if isinstance(h, dict)]


def hook(name, type, make, *generations):
    KINDS.add(name, generations or PY, lambda c: next((True for h in hooks(c) if str(h.get('type')).split('.')[-1] == type and make(h)), None))


def without_hook(name, type, *generations):
    def make(c):
        all = hooks(c)
        kept = [h for h in all if str(h.get('type')).split('.')[-1] != type]
        if len(kept) == len(all):
            return None
        c['custom_hooks'] = kept
        return True
    KINDS.add(name, generations or PY, make)


def metrics(c, part='val'):
    v = c.get(part + '_evaluator')
    return [m for m in (v if isinstance(v, (list, tuple)) else [v]) if isinstance(m, dict)]


# --- detectors: what a section lacks that the model's classes read ---

both('no threshold of masks', 'model.test_cfg.rcnn', lost('mask_thr_binary'))
both('no size of masks in training', 'model.train_cfg.rcnn', lost('mask_size'))
both('anchors of no border', 'model.train_cfg.rpn', lost('allowed_border'))
both('positives of no weight', 'model.train_cfg.rcnn', lost('pos_weight'))
both('no dynamic part for a dynamic head', 'model.train_cfg.rcnn', lost('dynamic_rcnn'))
both('a Seesaw loss of other classes', ('SeesawLoss',), become('num_classes', lambda v: v + 1))
both('a maximum of an even window', 'model.test_cfg', become('local_maximum_kernel', 4))
both('three anchors at a place for a head of distributions', ('GFLHead', 'LDHead'), lambda d: isinstance(d.get('anchor_generator'), dict) and (
    d['anchor_generator'].update(ratios=[0.5, 1.0, 2.0]) or True))
both('a fused pyramid of other levels', ('BFP',), become('num_levels', lambda v: v - 1))
both('a level to refine that there is not', ('BFP',), become('refine_level', lambda v: 5))
both('prototypes of another number', ('YOLACTHead',), become('num_protos', lambda v: v + 4))
both('a trident of other branches', ('TridentRoIHead',), become('num_branch', lambda v: v - 1))
both('the IoU of masks of other classes', 'model.roi_head.mask_iou_head', become('num_classes', lambda v: v // 2))
both('points of masks of other classes', 'model.roi_head.point_head', become('num_classes', lambda v: v + 1))
both('dynamic filters of another count', ('CondInstBboxHead',), become('num_params', lambda v: v - 9))
both('ranges of scales of one level less', ('SOLOHead', 'DecoupledSOLOHead', 'SOLOV2Head', 'DecoupledSOLOLightHead'), become('scale_ranges', lambda v: v[:-1]))
both('queries of one level more', ('Mask2FormerHead',), become('num_transformer_feat_level', lambda v: v + 1))
both('things of the fusion are not those of the head', 'model.panoptic_fusion_head', become('num_things_classes', lambda v: v - 1))
both('DINO in one stage', 'model', lambda d: d.get('type') == 'DINO' and (d.update(as_two_stage=False) or True))
both('masks are measured that the test does not make', 'model.test_cfg', become('instance_on', lambda v: False, lambda v: v is True))
both('square anchors at other strides', ('GARPNHead', 'GARetinaHead', 'SABLRetinaHead'), lambda d: isinstance(d.get('square_anchor_generator'), dict) and (
    d['square_anchor_generator'].update(strides=[2 * s for s in d['square_anchor_generator']['strides']]) or True))
both('a teacher of a config that is not there', 'model', become('teacher_config', lambda v: v.replace('.py', '_x.py'), lambda v: isinstance(v, str) and v.endswith('.py')))
new('maps of classes are not padded', 'model.data_preprocessor', become('pad_seg', False, lambda v: v is True))


@kind('maps of classes of no folder', E)
def no_seg(c):
    d = inner(c)
    return at(c, 'model.roi_head.semantic_head') and isinstance(d.get('data_prefix'), dict) and bool(d['data_prefix'].pop('seg', None)) or None


@kind('panoptic results without their folder', E)
def no_seg_prefix(c):
    return any([m.get('type') == 'CocoPanopticMetric' and bool(m.pop('seg_prefix', None)) for p in ('val', 'test') for m in metrics(c, p)]) or None


@kind('a level weighed less in the loss of objects', *PY)
def obj_levels(c):
    h = at(c, 'model.bbox_head')
    return isinstance(h, dict) and isinstance(h.get('obj_level_weights'), list) and (h.update(obj_level_weights=h['obj_level_weights'][:-1]) or True) or None


# --- teachers and students ---

without_hook('a teacher that no hook moves', 'MeanTeacherHook')
both('results of a word for the teacher', 'model.semi_test_cfg', with_(predict_on='teachers'))
new('a branch of no teacher', ('MultiBranch',), lambda d: isinstance(d.get('branch_field'), list) and len(d['branch_field']) == 3 and (d.update(branch_field=d['branch_field'][:2]) or True))
new('sources of a share more than there are', 'train_dataloader.sampler', become('source_ratio', lambda v: list(v) + [1]))
both('a distance of a recorder that there is not', ('SingleTeacherDistill', 'FpnTeacherDistill', 'SelfDistill'), lambda d: next((
    r.update(recorder=str(r['recorder']) + '_s') or True for r in dicts(at(d, 'distiller.loss_forward_mappings')) if isinstance(r.get('recorder'), str)), False))
both('a loss of no mapping', ('SingleTeacherDistill', 'FpnTeacherDistill'), lambda d: isinstance(at(d, 'distiller.distill_losses'), dict) and len(at(d, 'distiller.distill_losses')) == 1 and (
    d['distiller'].update(distill_losses={'loss_other': next(iter(d['distiller']['distill_losses'].values()))}) or True))


@kind('one source for a sampler of sources', E)
def one_source(c):
    d = at(c, 'train_dataloader.dataset')
    if 'MultiSource' not in str(at(c, 'train_dataloader.sampler.type')) or not isinstance(d, dict) or not isinstance(d.get('datasets'), list):
        return None
    c['train_dataloader']['dataset'] = d['datasets'][0]
    return True


# --- segmentation ---

both('a class of nothing that is not the padding', 'model.decode_head', lambda d: 'ignore_index' not in d and not isinstance(d.get('loss_decode'), list) and (d.update(ignore_index=254) or True))
both('hard examples of 70 percent', 'model.decode_head.sampler', become('thresh', 70, lambda v: is_number(v) and v <= 1))
both('points of no number in training', 'model', lambda d: 'PointHead' in str(d.get('decode_head')) and isinstance(d.get('train_cfg'), dict) and 'num_points' in d['train_cfg'] and (d['train_cfg'].clear() or True))
both('stages of kernels of one head less', ('IterativeDecodeHead',), lambda d: isinstance(d.get('kernel_update_head'), list) and bool(d['kernel_update_head'].pop()))


@kind('a suffix without its dot', *PY)
def suffix(c):
    d = inner(c)
    if not str(at(c, 'model.type')).endswith('EncoderDecoder'):
        return None
    d['img_suffix'], d['seg_map_suffix'] = 'jpg', 'png'
    return True


@kind('balanced classes of a segmentation', *PY)
def balanced(c):
    for p in ('train_dataloader.dataset', 'data.train'):
        d = at(c, p)
        if isinstance(d, dict) and str(at(c, 'model.type')).endswith('EncoderDecoder') and 'dataset' not in d:
            above, _, key = p.rpartition('.')
            at(c, above)[key] = dict(type='ClassBalancedDataset', oversample_thr=1e-3, dataset=d)
            return True
    return None


# --- classification and self-supervision ---

new('a mix of another number of shares', 'model.train_cfg', lambda d: isinstance(d.get('augments'), list) and len(d['augments']) == 2 and (d.update(probs=[1.0]) or True))


@kind('the list of training with the folder of validation', E)
def val_folder(c):
    d = inner(c)
    if str(d.get('type')).split('.')[-1] != 'ImageNet' or at(c, 'train_dataloader') is None:
        return None
    d.pop('split', None)
    d.update(ann_file='meta/train.txt', data_prefix='val')
    return True


@kind('the test split for training', E)
def test_split(c):
    d = inner(c)
    return 'ImageNet' in str(d.get('type')) and d.get('split') == 'train' and (d.update(split='test') or True) or None


both('an erased share the wrong way round', ('RandomErasing',), lambda d: is_number(d.get('min_area_ratio')) and is_number(d.get('max_area_ratio')) and (
    d.update(min_area_ratio=d['max_area_ratio'], max_area_ratio=d['min_area_ratio']) or True))
both('patches of another size than the head rebuilds', ('MAEViT', 'MAEHiViT'), lambda d: d.update(patch_size=32) or True)
KINDS.each_step('masks of another image', PY, ('SimMIMMaskGenerator', 'BlockwiseMaskGenerator', 'BEiTMaskGenerator'), become('input_size', lambda v: v * 2 if is_int(v) else type(v)(2 * x for x in v)))
both('crops of another count than the loss', ('SwAVLoss', 'SwAVHead'), lambda d: next((x.update(num_crops=[x['num_crops'][0], x['num_crops'][1] + 2]) or True for x in dicts(d) if isinstance(x.get('num_crops'), list)), False))
both('turns of two classes', 'model.head', lambda d: d.get('num_classes') == 4 and (d.update(num_classes=2) or True))
hook('clusters of another count than the head', 'DeepClusterHook', lambda h: 'extractor' in h and [x.update(k=x['k'] + 10) or True for x in dicts(h) if is_int(x.get('k'))] or (
    is_int(at(h, 'clustering.k')) and h['clustering'].update(k=h['clustering']['k'] + 10) or None))
both('a memory of other clusters', ('ODCMemory',), become('num_classes', lambda v: v // 2))

# --- key points ---

both('flipped back as another kind of output', 'model.test_cfg', become('flip_mode', 'regression', lambda v: v == 'heatmap'))
both('a split of a finer grid in the head', ('SimCCHead', 'RTMCCHead'), become('simcc_split_ratio', lambda v: v + 1.0))
both('maps of another image in the head', ('SimCCHead', 'RTMCCHead'), become('in_featuremap_size', lambda v: type(v)(x * 2 for x in v)))
both('a loss of fewer stages', ('MSPNHead', 'TopdownHeatmapMSMUHead'), lambda d: next((d.update({k: d[k][:-1]}) or True for k in ('loss', 'loss_keypoint') if isinstance(d.get(k), list) and len(d[k]) > 1), False))


@kind('a sequence shorter than the field', *PY)
def seq_len(c):
    for d in (at(c, 'train_dataloader.dataset'), at(c, 'data.train.data_cfg')):
        if isinstance(d, dict) and is_int(d.get('seq_len')) and d['seq_len'] > 9 and any(typed(c.get('model'), 'TCN')):
            for p in ('train', 'val', 'test'):
                for x in (at(c, p + '_dataloader.dataset'), at(c, 'data.%s.data_cfg' % p)):
                    if isinstance(x, dict) and 'seq_len' in x:
                        x['seq_len'] = 9
            return True
    return None


# --- actions ---

both('a slow path of half the ratio', 'model.backbone', lambda d: d.get('type') == 'ResNet3dSlowFast' and d.update(speed_ratio=4 if d.get('speed_ratio', 8) == 8 else 8) is None)
both('frames of another count than the transformer', ('TimeSformer', 'VisionTransformer'), become('num_frames', lambda v: v * 2))
both('a template of another language', ('RawframeDataset', 'AVADataset'), lambda d: d.update(filename_tmpl='img_%05d.jpg') or True)
new('scores by a word of nobody', 'model.cls_head', become('average_clips', 'probs'))

# --- text ---

both('lines of text as a word of nobody', ('DBPostprocessor', 'PANPostprocessor', 'FCEPostprocessor', 'TextSnakePostprocessor', 'DRRGPostprocessor', 'PSEPostprocessor'), with_(text_repr_type='polygon'))
both('contours of another degree', ('FCENetTargets', 'FCEModuleLoss'), become('fourier_degree', lambda v: v - 1))
new('no end in the dictionary of a decoder', 'model.decoder', lambda d: d.get('type') not in ('CRNNDecoder', 'SVTRDecoder') and isinstance(d.get('dictionary'), dict) and d['dictionary'].get('with_end') is True and (d['dictionary'].update(with_end=False) or True))
new('no blank in the dictionary of CTC', 'model.decoder', lambda d: 'CTC' in str(at(d, 'module_loss.type')) and isinstance(d.get('dictionary'), dict) and (d['dictionary'].update(with_padding=False) or True))


@kind('one prefix too few', E)
def prefixes(c):
    e = c.get('val_evaluator')
    return isinstance(e, dict) and isinstance(e.get('dataset_prefixes'), list) and len(e['dataset_prefixes']) > 1 and (e.update(dataset_prefixes=e['dataset_prefixes'][:-1]) or True) or None


@kind('words compared as nobody does', E)
def word_mode(c):
    return next((m.update(mode='ignorecase') or True for m in dicts(c.get('val_evaluator')) if m.get('type') == 'WordMetric'), None)


# --- turned boxes ---

both('overlaps of upright boxes for turned ones', 'model', lambda d: next((x.update(type='BboxOverlaps2D') or True for x in dicts(d) if str(x.get('type')).split('.')[-1] == 'RBboxOverlaps2D'), False))
new('suppressed as upright boxes', 'model.test_cfg', lambda d: next((x.update(type='nms') or True for x in dicts(d) if x.get('type') == 'nms_rotated'), False))


@kind('batches by a ratio that the data do not tell', E)
def ratio(c):
    d = at(c, 'train_dataloader.dataset', {})
    if str(at(c, 'model.type')).endswith('EncoderDecoder') or 'DOTA' in str(d.get('type')):
        c['train_dataloader']['batch_sampler'] = dict(type='AspectRatioBatchSampler')
        return True
    return None


# --- tracks ---

@kind('a challenge that nobody holds', E)
def challenge(c):
    return next((m.update(benchmark='MOT18') or True for m in metrics(c) if str(m.get('type')).startswith('MOTChallengeMetric')), None)


# --- points ---

@kind('a part of the validation where the whole is asked for', *PY)
def part_of(c):
    d = inner(c, 'val')
    if 'NuScenesDataset' != str(d.get('type')).split('.')[-1]:
        return None
    d['load_interval' if 'data' in c else 'indices'] = 5 if 'data' in c else 100
    return True


KINDS.each_step('pasted labels in another order', PY, ('ObjectSample',), lambda s: len(at(s, 'db_sampler.classes', [])) > 1 and (s['db_sampler'].update(classes=s['db_sampler']['classes'][::-1]) or True))


@kind('tasks in another order than the labels', *PY)
def tasks(c):
    h = at(c, 'model.pts_bbox_head') or at(c, 'model.bbox_head')
    if not isinstance(h, dict) or not isinstance(h.get('tasks'), list) or len(h['tasks']) < 3:
        return None
    h['tasks'][0], h['tasks'][1] = h['tasks'][1], h['tasks'][0]
    return True


KINDS.each_step('instances stay in the labels', PY, ('LoadAnnotations3D',), lost('seg_offset'))
KINDS.each_step('points of nothing that the head learns', PY, ('IndoorPatchPointSample',), become('ignore_index', lambda v: v + 1))
both('classes of the parts', 'model.roi_head', lambda d: d.get('type') == 'PartAggregationROIHead' and at(d, 'semantic_head.num_classes', 0) > 1 and (
    d['semantic_head'].update(num_classes=d['semantic_head']['num_classes'] - 1) or True))
both('a polar grid of another size', 'model.data_preprocessor', lambda d: isinstance(at(d, 'voxel_layer.grid_shape'), (list, tuple)) and (d['voxel_layer'].update(grid_shape=[x // 2 for x in d['voxel_layer']['grid_shape']]) or True))
both('a velocity that no code has', ('FCOSMono3DHead', 'PGDHead'), lambda d: d.get('pred_velo', True) is True and d.get('bbox_code_size', 9) == 9 and 'group_reg_dims' in d and (d.update(pred_velo=False) or True))
both('a data set ignores another class', ('SemanticKittiDataset', 'ScanNetSegDataset', 'S3DISSegDataset'), become('ignore_index', lambda v: v - 1))
both('a cycle in percent', 'lr_config', become('step_ratio_up', lambda v: 40, lambda v: v < 1))
yaml('a cycle in percent, in YAML', 'lr_config', lambda d: d.get('policy') == 'cyclic' and (d.update(step_ratio_up=40) or True))
yaml('voxels of one count', 'model.encoders.lidar.voxelize', become('max_voxels', lambda v: v[:1], lambda v: isinstance(v, list)))
yaml('no head', 'model.heads', lambda d: d.update({k: None for k in d}) or True)

# --- from above ---

both('frames beside of another count than the model joins', ('BEVDet4D', 'BEVDepth4D', 'BEVStereo4D', 'BEVDet4DOCC', 'BEVStereo4DOCC'), become('num_adj', lambda v: v + 2))
KINDS.each_step('depths of another range', PY, ('PointToMultiViewDepth',), lambda s: isinstance(at(s, 'grid_config.depth'), list) and (s['grid_config'].update(depth=[2.0, 42.0, s['grid_config']['depth'][2]]) or True))
both('a column of another height', ('BEVOCCHead2D', 'BEVOCCHead2D_V2'), become('Dz', lambda v: v // 2))

# --- runs ---


@kind('one name for all checkpoints', *PY)
def one_name(c):
    h = c.get('checkpoint_config') or at(c, 'default_hooks.checkpoint')
    return isinstance(h, dict) and (h.update(filename_tmpl='epoch.pth') or True) or None


@kind('images stacked as they are', E)
def stacked(c):
    if c.get('default_scope') not in ('mmdet', 'mmseg', 'mmrotate', 'mmdet3d') or not isinstance(c.get('train_dataloader'), dict):
        return None
    c['train_dataloader']['collate_fn'] = dict(type='default_collate')
    return True


@kind('the last of the validation is dropped', E)
def dropped(c):
    d = c.get('val_dataloader')
    return isinstance(d, dict) and is_int(d.get('batch_size')) and d['batch_size'] > 1 and (d.update(drop_last=True) or True) or None




@kind('restarts that end before the run', *PY)
def restarts(c):
    for s in dicts([c.get('param_scheduler'), c.get('lr_config')]):
        if isinstance(s.get('periods'), list):
            s['periods'] = [p // 4 for p in s['periods']]
            return True
    return None


@kind('restarts of one weight less', *PY)
def restart_weights(c):
    return next((s.update(restart_weights=list(s['restart_weights'])[:-1] or [1, 1]) or True for s in dicts([c.get('param_scheduler'), c.get('lr_config')]) if isinstance(s.get('restart_weights'), (list, tuple))), None)


@kind('results measured before they are merged', C)
def pre_eval(c):
    e = c.get('evaluation')
    return isinstance(e, dict) and 'bbox_head' in str(c.get('model'))[:20000] and 'pre_eval' not in e and (e.update(pre_eval=True) or True) or None


hook('a step to skip that the pipeline has not', 'YOLOXModeSwitchHook', lambda h: h.update(skip_type_keys=('Mosaic', 'RandomAfine', 'MixUp')) or True)


@kind('a second pipeline that loads no boxes', E)
def second(c):
    return next((True for h in hooks(c) if isinstance(h.get('switch_pipeline'), list) and drop(h['switch_pipeline'], 'LoadAnnotations')), None)


@kind('a mosaic of another size than its border', *PY)
def mosaic(c):
    for s in dicts(used(c)):
        if s.get('type') == 'Mosaic' and isinstance(s.get('img_scale'), (list, tuple)):
            s['img_scale'] = type(s['img_scale'])(2 * x for x in s['img_scale'])
            return any(True for _ in typed(used(c), 'RandomAffine', 'YOLOv5RandomAffine')) or None
    return None


KINDS.each_step('three scales of a range', (C,), ('Resize',), lambda s: s.get('multiscale_mode') == 'range' and isinstance(s.get('img_scale'), list) and len(s['img_scale']) == 2 and (
    s.update(img_scale=s['img_scale'] + [(1333, 704)]) or True))


@kind('rates for another length than the run', E)
def yolo_epochs(c):
    h = at(c, 'default_hooks.param_scheduler')
    return isinstance(h, dict) and is_int(h.get('max_epochs')) and (h.update(max_epochs=h['max_epochs'] // 2) or True) or None


@kind('a first assigner until after the end', E)
def first_assigner(c):
    t = at(c, 'model.train_cfg')
    return isinstance(t, dict) and is_int(t.get('initial_epoch')) and length(c) and (t.update(initial_epoch=length(c) + 10) or True) or None


@kind('one of two joined data sets of other classes', E)
def joined(c):
    d = at(c, 'train_dataloader.dataset')
    if not isinstance(d, dict) or 'metainfo' not in d or 'dataset' in d:
        return None
    import copy
    other = copy.deepcopy(d)
    if not isinstance(other['metainfo'], dict) or not isinstance(other['metainfo'].get('classes'), (list, tuple)):
        return None
    other['metainfo']['classes'] = list(other['metainfo']['classes'])[:-1] + ['another']
    c['train_dataloader']['dataset'] = dict(type='ConcatDataset', datasets=[d, other])
    return True


@kind('restored images of another factor', E)
def factor(c):
    g = at(c, 'model.generator')
    return isinstance(g, dict) and is_int(g.get('upscale_factor')) and (g.update(upscale_factor=g['upscale_factor'] * 2 if g['upscale_factor'] < 4 else 2) or True) or None


@kind('the tested model of another task', E)
def tta_model(c):
    m = c.get('tta_model')
    if not isinstance(m, dict):
        return None
    m['type'] = 'SegTTAModel' if 'Det' in str(m.get('type')) else 'DetTTAModel'
    return True


@kind('a test of views that packs nothing', E)
def tta_pack(c):
    for s in dicts(c.get('tta_pipeline')):
        for group in s.get('transforms') or []:
            if isinstance(group, list) and len(group) == 1 and 'Pack' in str(group[0]):
                s['transforms'].remove(group)
                return True
    return None
