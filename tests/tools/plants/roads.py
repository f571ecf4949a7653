"""By the same hand as `everyday`: boxes that turn, text, tracks, few shots, models that look from above, points, YOLO and fusion."""
from plants.everyday import of_type
from plants.kinds import at, become, C, dicts, drop, E, is_int, is_number, is_numbers, Kinds, lost, PY, steps_in, T, typed, used

KINDS = Kinds(copies=True)


both, new, old, yaml = KINDS.on(*PY), KINDS.on(E), KINDS.on(C), KINDS.on(T)
kind = KINDS.kind


# --- turned boxes, text ---

both('upright anchors for turned boxes', ('RotatedAnchorGenerator', 'FakeRotatedAnchorGenerator'), lambda d: d.update(type=('mmdet.' if 'mmdet' in str(d['type']) else '') + 'AnchorGenerator') or True)
both('a coder of upright boxes', ('DeltaXYWHAOBBoxCoder', 'DeltaXYWHTRBBoxCoder'), lambda d: (d.clear() or d.update(type='DeltaXYWHBBoxCoder') or True))
KINDS.lose('no boxes are turned', E, ('ConvertBoxType',))
old('a resize of upright boxes', ('RResize',), become('type', 'Resize'))


@kind('a distance of Gaussians, deltas not decoded', *PY)
def not_decoded(c):
    for h in dicts(c['model']):
        if h.get('reg_decoded_bbox') is True:
            h['reg_decoded_bbox'] = False
            return True
    return None


@kind('a line of twice the height', E)
def line_height(c):
    if not of_type(c, 'CRNN'):
        return None
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'Resize' and is_numbers(s.get('scale')):
            s['scale'] = (s['scale'][0], s['scale'][1] * 2)
            return True
    return None


@kind('text is not loaded', E)
def no_text(c):
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'LoadOCRAnnotations' and s.get('with_text'):
            s['with_text'] = False
            return True
    return None


@kind('lines are packed as boxes', E)
def packed(c):
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'PackTextRecogInputs':
            s['type'] = 'PackTextDetInputs'
            return True
    return None


@kind('no polygons are loaded', E)
def no_polygons(c):
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'LoadOCRAnnotations' and s.get('with_polygon'):
            s['with_polygon'] = False
            return True
    return None


@kind('the text is not collected', C)
def text_lost(c):
    for s in dicts(used(c)):
        if s.get('type') == 'Collect' and 'text' in (s.get('meta_keys') or ()):
            s['meta_keys'] = [k for k in s['meta_keys'] if k != 'text']
            return True
    return None


# --- tracks ---

UNTRAINED = ('Tracktor', 'DeepSORT', 'ByteTrack', 'OCSORT')  # what they are made of is trained elsewhere


@kind('no reference frames', C)
def no_references(c):
    for d in dicts(at(c, 'data.train')):
        if isinstance(d.get('ref_img_sampler'), dict):
            d['ref_img_sampler'] = None
            return True
    return None


@kind('the numbers of instances are not collected', C)
def no_instances(c):
    if of_type(c, *UNTRAINED):
        return None
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'VideoCollect' and 'gt_match_indices' in (s.get('keys') or ()):
            s['keys'] = [k for k in s['keys'] if k != 'gt_match_indices']
            return True
    return None


KINDS.add('no bundle of frames', C, lambda c: None if of_type(c, *UNTRAINED) else drop(steps_in(c), 'SeqDefaultFormatBundle', 'ReIDFormatBundle') or None)
KINDS.lose('frames are not put together', C, ('ConcatVideoReferences', 'ConcatSameTypeFrames'))


@kind('another size of what is searched', C)
def search_size(c):
    d = at(c, 'model.test_cfg', {})
    if not is_int(d.get('search_size')):
        return None
    d['search_size'] += 33
    return True


@kind('a metric of boxes for tracks', C)
def track_metric(c):
    if at(c, 'data.val.type') != 'MOTChallengeDataset' or not isinstance(c.get('evaluation'), dict):
        return None
    c['evaluation']['metric'] = 'mAP'
    return True


@kind('triplets of single images', C)
def triplets(c):
    d = at(c, 'data.train', {})
    if d.get('type') != 'ReIDDataset' or not d.get('triplet_sampler'):
        return None
    d['triplet_sampler'] = None
    return True


new('tracks are packed as images', ('PackTrackInputs',), lambda d: d.clear() or d.update(type='mmdet.PackDetInputs') or True)
new('frames in a preprocessor of images', ('TrackDataPreprocessor',), lambda d: d.update(type='mmdet.DetDataPreprocessor') or True)


@kind('videos in a sampler of images', E)
def video_sampler(c):
    s = at(c, 'test_dataloader.sampler', {})
    if s.get('type') != 'VideoSampler':
        return None
    s.update(type='DefaultSampler', shuffle=False)
    return True


# --- few shots, without labels ---

@kind('episodes of other ways than they are measured by', C)
def ways(c):
    d = at(c, 'data.val', {})
    if not is_int(d.get('num_ways')) or not isinstance(d.get('meta_test_cfg'), dict):
        return None
    d['meta_test_cfg']['num_ways'] = d['num_ways'] + 5
    return True


@kind('episodes of another number than they are measured by', C)
def episodes(c):
    d = at(c, 'data.val', {})
    if not is_int(d.get('num_episodes')) or not isinstance(d.get('meta_test_cfg'), dict):
        return None
    d['num_episodes'] *= 2
    return True


@kind('a head of all classes for the base ones', C)
def base_classes(c):
    h = at(c, 'model.roi_head.bbox_head', {})
    if not str(at(c, 'data.train.classes')).startswith('BASE_CLASSES') or not is_int(h.get('num_classes')):
        return None
    h['num_classes'] = 20 if h['num_classes'] == 15 else 80
    return True


@kind('another split in the test', C)
def other_split(c):
    d = at(c, 'data.test', {})
    if not str(d.get('classes')).endswith('_SPLIT1'):
        return None
    d['classes'] = d['classes'][:-1] + '2'
    return True


@kind('shots that the method has not', C)
def shots(c):
    for d in dicts(at(c, 'data.train')):
        if d.get('method') and 'SHOT' in str(d.get('setting')):
            d['setting'] = d['setting'].replace('SHOT', 'SHOTS')
            return True
    return None


@kind('frozen parameters that nobody has', C)
def frozen_names(c):
    f = at(c, 'model.frozen_parameters')
    if not isinstance(f, list) or 'backbone' not in f:
        return None
    f[f.index('backbone')] = 'back_bone'
    return True


@kind('a fine-tuning that starts from nothing', C)
def from_nothing(c):
    if not at(c, 'model.frozen_parameters') or not c.get('load_from'):
        return None
    c['load_from'] = None
    return True


both('one view for a contrast of two', ('MultiViewDataset', 'MultiView'), become('num_views', [1], lambda v: v == [2] or v == 2))


@kind('a queue that batches do not divide', *PY)
def queue(c):
    if not of_type(c, 'MoCo'):
        return None
    d = c.get('data') or c.get('train_dataloader')
    d['samples_per_gpu' if c.get('data') else 'batch_size'] = 24
    return True


both('a share of the mask in percent', 'model.backbone', become('mask_ratio', 75, is_number))
both('a projection of another width', 'model.neck', lambda d: str(d.get('type')).startswith(('MoCoV2', 'NonLinear', 'SwAVNeck')) and is_int(d.get('in_channels')) and (d.update(in_channels=d['in_channels'] // 2) or True))


@kind('the target is never updated', C)
def no_update(c):
    if not of_type(c, 'BYOL') or not c.get('custom_hooks'):
        return None
    c['custom_hooks'] = []
    return True


# --- views from above ---

both('cells of one embedding fewer', ('LearnedPositionalEncoding', 'LearnedPositionalEncoding3D', 'CustormLearnedPositionalEncoding'), become('row_num_embed', lambda v: v // 2, lambda v: is_int(v) and v >= 50))
both('cameras of one level', ('MSDeformableAttention3D', 'DA_MSDeformableAttention', 'MSIPM3D'), become('num_levels', lambda v: v + 2, is_int))
both('a range of the encoder that is not the coder\'s', ('BEVFormerEncoder', 'bevformer_encoder'), become('pc_range', lambda v: [v[0] * 2, v[1] * 2, v[2], v[3] * 2, v[4] * 2, v[5]], is_numbers))
both('more boxes than queries', ('NMSFreeCoder', 'MapTRNMSFreeCoder'), lambda d: 'track' not in repr(d) and become('max_num', 100000, is_int)(d))
both('a history that the sampler breaks', 'data.shuffler_sampler', become('type', 'DistributedGroupSampler', lambda v: v.startswith('Infinite')))


@kind('keys that a temporal head needs are not collected', C)
def ego_lost(c):
    for d in dicts(c.get('data')):
        k = d.get('collect_keys')
        if isinstance(k, list) and 'ego_pose' in k:
            d['collect_keys'] = [x for x in k if x not in ('ego_pose', 'ego_pose_inv')]
            return True
    return None


@kind('more proposals than the memory keeps', C)
def proposals(c):
    h = at(c, 'model.pts_bbox_head', {})
    if not is_int(h.get('topk_proposals')) or not is_int(h.get('num_propagated')):
        return None
    h['num_propagated'] = h.get('memory_len', 512) * 4
    return True


@kind('lines of another number of points than the head', C)
def line_points(c):
    hit = False
    for part in ('train', 'val', 'test'):
        d = at(c, 'data.' + part, {})
        for k in ('fixed_ptsnum_per_line', 'map_fixed_ptsnum_per_line'):
            if is_int(d.get(k)):
                d[k] += 10
                hit = True
    return hit or None


@kind('a kind of line more than the head', C)
def line_kinds(c):
    hit = False
    for part in ('train', 'val', 'test'):
        d = at(c, 'data.' + part, {})
        if isinstance(d.get('map_classes'), list):
            d['map_classes'] = [*d['map_classes'], 'centerline']
            hit = True
    return hit or None


@kind('a map of another range than the head', C)
def map_range(c):
    d = at(c, 'data.train', {})
    if not is_numbers(d.get('pc_range')) or 'map_classes' not in d:
        return None
    d['pc_range'] = [x * 2 for x in d['pc_range']]
    return True


both('fewer instances than the coder takes', ('MapTRHead',), become('num_vec', 5, is_int))
both('a queue of frames of one', 'data.train', lambda d: d.get('queue_length', 0) > 2 and (d.update(queue_length=0) or True))


@kind('a grid of twice the cells', C)
def grid(c):
    g = at(c, 'model.img_view_transformer.grid_config', {})
    for k in ('x', 'xbound'):
        if is_numbers(g.get(k)):
            g[k] = [g[k][0], g[k][1], g[k][2] * 2]
            return True
    return None


@kind('images of another size than the view transform', C)
def view_size(c):
    v = at(c, 'model.img_view_transformer', {})
    d = v if is_numbers(v.get('input_size')) else v.get('data_config', {})
    if not is_numbers(d.get('input_size')):
        return None
    d['input_size'] = tuple(x * 2 for x in d['input_size'])
    return True


@kind('a BEV encoder for one frame of two', C)
def frames_bev(c):
    b = at(c, 'model.img_bev_encoder_backbone', {})
    for k in ('numC_input', 'n_input_channels'):
        if is_int(b.get(k)):
            b[k] = b[k] // 2
            return True
    return None


@kind('the depth of points is not collected', C)
def depth_lost(c):
    if not isinstance(at(c, 'model.img_view_transformer'), dict) or 'epth' not in str(at(c, 'model.img_view_transformer.type')) + str(at(c, 'model.type')):
        return None
    return drop(steps_in(c), 'PointToMultiViewDepth') or None


both('another neck than the view transform takes', ('LSSViewTransformer', 'LSSViewTransformerBEVDepth', 'ViewTransformerLiftSplatShoot', 'ViewTransformerLSSBEVDepth', 'LSSViewTransformerBEVStereo'),
     lambda d: next((d.update({k: d[k] // 2}) or True for k in ('in_channels', 'numC_input') if is_int(d.get(k))), False))


@kind('sweeps of fewer frames than the transformer', C)
def sweep_frames(c):
    for s in steps_in(c):
        if isinstance(s, dict) and s.get('type') == 'LoadMultiViewImageFromMultiSweeps' and 'num_frames' in repr(at(c, 'model')):
            s['sweeps_num'] = 3
            return True
    return None


@kind('a voxel class less than the occupancy has', C)
def occupancy(c):
    for h in dicts(c['model']):
        if str(h.get('type')).startswith(('OccHead', 'BEVOCCHead', 'OccupancyHead')):
            for k in ('out_channel', 'num_classes'):
                if is_int(h.get(k)):
                    h[k] -= 2
                    return True
    return None


@kind('the steps that are planned are not those of the data', C)
def planning(c):
    h = at(c, 'model.planning_head', {})
    if not is_int(h.get('planning_steps')):
        return None
    h['planning_steps'] += 4
    return True


@kind('the future of the data is not that of the head', C)
def future(c):
    d = at(c, 'data.train', {})
    for k in ('predict_steps', 'fut_ts'):
        if is_int(d.get(k)) and (k != 'predict_steps' or at(c, 'model.motion_head')):
            d[k] += 4
            return True
    return None


# --- points ---

@kind('points of three dimensions for voxels of more', *PY)
def dims(c):
    hit = False
    for part in ('train', 'val', 'test'):
        for s in dicts(steps_in(c, part)):
            if 'LoadPoints' in str(s.get('type')) and s.get('use_dim') not in (3, [0, 1, 2], None) and s.get('coord_type', 'LIDAR') == 'LIDAR' and is_int(s.get('use_dim')):
                s['use_dim'] = 3
                hit = True
    return hit if hit and ('VFE' in repr(c['model']) or 'FeatureNet' in repr(c['model'])) else None


@kind('an encoder of other dimensions than are loaded', *PY)
def encoder_dims(c):
    for k in ('voxel_encoder', 'pts_voxel_encoder'):
        d = at(c, 'model.' + k, {})
        for a in ('in_channels',):
            if is_int(d.get(a)):
                d[a] += 1
                return True
    return None


@kind('no sweeps in the test', *PY)
def sweeps(c):
    hit = False
    for part in ('val', 'test'):
        for s in dicts(steps_in(c, part)):
            if s.get('type') == 'LoadPointsFromMultiSweeps' and s.get('sweeps_num', 10) > 1:
                s['sweeps_num'] = 1
                hit = True
    return hit if hit and any(s.get('type') == 'LoadPointsFromMultiSweeps' for s in steps_in(c)) else None


both('voxels of another size than the pillars', ('PillarFeatureNet', 'HardVFE', 'DynamicPillarFeatureNet'), become('voxel_size', lambda v: type(v)([v[0] * 2, v[1] * 2, v[2]]), is_numbers))
both('a canvas of another grid', ('PointPillarsScatter',), become('output_shape', lambda v: [x // 2 for x in v], is_numbers))
both('a sparse shape of another grid', ('SparseEncoder', 'SparseUNet'), become('sparse_shape', lambda v: [v[0], v[1] // 2, v[2] // 2], is_numbers))
both('points filtered by twice the range', ('PointsRangeFilter',), become('point_cloud_range', lambda v: [x / 2 for x in v[:2]] + [v[2]] + [x / 2 for x in v[3:5]] + [v[5]], lambda v: is_numbers(v) and len(v) == 6))


@kind('pasted objects of a class that is not trained', *PY)
def pasted(c):
    for s in steps_in(c):
        g = at(s, 'db_sampler.sample_groups') if isinstance(s, dict) else None
        if isinstance(g, dict) and g:
            g['Tram'] = 5
            return True
    return None


both('a task with a class more', 'model.pts_bbox_head', lambda d: isinstance(d.get('tasks'), list) and is_int(d['tasks'][0].get('num_class')) and (d['tasks'][0].update(num_class=3) or True))
both('no velocity in the heads', 'model.pts_bbox_head.common_heads', lost('vel'))
both('a coder of seven values with velocities', ('CenterPointBBoxCoder', 'TransFusionBBoxCoder'), become('code_size', 7, lambda v: v in (9, 10)))
both('another stride of the head than its maps', 'model.pts_bbox_head.bbox_coder', become('out_size_factor', lambda v: v * 2, is_int))
both('fewer points than the first layer takes', ('PointSample', 'IndoorPointSample', 'PointsSample'), become('num_points', 500, is_int))
new('points are not put into voxels', 'model.data_preprocessor', become('voxel', False, lambda v: v is True))
both('boxes of a camera for points', ('KittiDataset', 'NuScenesDataset'), lambda d: d.get('box_type_3d') == 'LiDAR' and (d.update(box_type_3d='Camera') or True))
both('no attributes are loaded', ('LoadAnnotations3D',), become('with_attr_label', False, lambda v: v is True))


@kind('anchors of a class less', *PY)
def anchor_class(c):
    for d in typed(c['model'], 'Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'):
        if isinstance(d.get('sizes'), (list, tuple)) and len(d['sizes']) > 2 and len(d['sizes']) == len(d.get('ranges', ())):
            d['sizes'] = d['sizes'][:-1]
            d['ranges'] = d['ranges'][:-1]
            return True
    return None


@kind('anchors outside of the range', *PY)
def anchor_range(c):
    for d in typed(c['model'], 'Anchor3DRangeGenerator', 'AlignedAnchor3DRangeGenerator'):
        if isinstance(d.get('ranges'), list):
            d['ranges'] = [[x * 2 if i in (0, 1, 3, 4) else x for i, x in enumerate(r)] for r in d['ranges']]
            return True
    return None


# --- YOLO ---

new('a deeper backbone, the neck left', 'model.backbone', lambda d: str(d.get('type')).startswith(('YOLO', 'CSPNeXt')) and is_number(d.get('widen_factor')) and (d.update(widen_factor=d['widen_factor'] * 2) or True))
new('a head of another width than the neck', 'model.bbox_head.head_module', become('widen_factor', lambda v: v * 2, is_number))
new('classes of the assigner are not the head\'s', 'model.train_cfg.assigner', become('num_classes', lambda v: v + 1, is_int))
new('anchors of two levels for three', ('YOLOAnchorGenerator', 'mmdet.YOLOAnchorGenerator'), become('base_sizes', lambda v: v[:2], lambda v: len(v) == 3))

# --- BEVFusion ---

yaml('another image, the map of features left', 'model.encoders.camera.vtransform', lambda d: is_numbers(d.get('image_size')) and (d.update(image_size=[x * 2 for x in d['image_size']]) or True))
yaml('another neck than the view transform takes', 'model.encoders.camera.vtransform', become('in_channels', lambda v: v // 2, is_int))
yaml('a map from above of twice the cells', 'model.encoders.camera.vtransform', become('xbound', lambda v: [v[0], v[1], v[2] * 2], is_numbers))
yaml('a fuser of one sensor', 'model.fuser', become('in_channels', lambda v: [v[0], v[0]], lambda v: is_numbers(v) and v[0] != v[-1]))
yaml('points of another dimension than the backbone', 'model.encoders.lidar.backbone', become('in_channels', lambda v: v - 1, is_int))
yaml('voxels of half the size', 'model.encoders.lidar.voxelize', become('voxel_size', lambda v: [v[0] * 2, v[1] * 2, v[2]], is_numbers))
yaml('a grid of the head that is not that of the voxels', 'model.heads.object.train_cfg', become('grid_size', lambda v: [v[0] // 2, v[1] // 2, v[2]], is_numbers))
yaml('map classes of another number', 'model.heads.map', become('classes', lambda v: v[:-1], lambda v: len(v) > 1))
yaml('a decoder of another width than the fuser', 'model.decoder.backbone', become('in_channels', lambda v: v * 2, is_int))
yaml('levels of the camera neck that the backbone has not', 'model.encoders.camera.neck', become('in_channels', lambda v: v[1:], lambda v: len(v) > 2))
