"""By a fresh hand, before reading any set or rule: what two parts count alike, self-supervision, clips, words and skeletons, a test that stays where it was, groups, sections and folders that are lost."""
from plants.audit import PYTHON, train
from plants.kinds import at, C, E, is_number, is_step, Kinds, T, times, to, typed
from plants.reports import gone, put

KINDS = Kinds(copies=True)
change, part, add = KINDS.value, KINDS.part, KINDS.add
each_typed, section, step = KINDS.each_typed, KINDS.section, KINDS.step
PAIRS = ('MoCo', 'SimCLR', 'BYOL', 'SimSiam', 'BarlowTwins', 'DenseCL', 'MoCoV3')
DECODE = ('model.decode_head', 'model.decode_head.0', 'model.decode_head.1')
OPTIMIZER, WRAPPER = ('optim_wrapper.optimizer', 'optimizer'), ('optim_wrapper', 'optimizer')
DATA = ('train_dataloader.dataset.dataset', 'train_dataloader.dataset', 'data.train.dataset', 'data.train')


def named(path, *types):
    return lambda c: str(at(c, path + '.type', '')).split('.')[-1] in types


def also(d, **values):
    """These values, where one of them is new."""
    return any(d.get(k) != v for k, v in values.items()) and (d.update(values) or True)


def lose(*names):
    return lambda steps: any([steps.remove(s) or True for s in [s for s in steps if is_step(s, *names)]])


def plain(w):
    return 'constructor' not in w and 'paramwise_cfg' not in w


# --- what two parts count alike ---

section('labels smoothed over other classes', PYTHON, 'model.head', lambda h: 'num_classes' in h and also(h, loss=dict(type='LabelSmoothLoss', label_smooth_val=0.1, num_classes=h['num_classes'] + 10)))
change('a queue that no batch divides', PYTHON, 'model.queue_len', lambda v: v - 5535)
each_typed('one view for a contrast of two', PYTHON, ('MultiView',), lambda s: put(s, 'num_views', lambda v: v == 2, 1))
change('one view of a data set', (C,), 'data.train.num_views', lambda v: [1] if v == [2] else None, named('model', *PAIRS))
add('no views at all', (E,), lambda c: next((steps.__setitem__(slice(i, i + 1), s['transforms'][0]) or True for steps in [at(c, 'train_dataloader.dataset.pipeline')] for i, s in enumerate(steps) if is_step(s, 'MultiView')), None), named('model', *PAIRS))
change('crops of SwAV that differ from its views', PYTHON, ('model.head.num_crops', 'model.head.loss.num_crops'), to([2, 4], lambda v: v == [2, 6]))
part('levels of the attention to cameras', (C,), ('MSDeformableAttention3D',), 'num_levels', to(2, lambda v: v == 4))
add('fewer points than centers', PYTHON, lambda c: any([put(s, 'num_points', is_number, 512) for s in typed(train(c), 'PointSample', 'IndoorPointSample')]), named('model.backbone', 'PointNet2SASSG', 'PointNet2SAMSG'))
section('weights of three classes', PYTHON, DECODE, lambda d: at(d, 'loss_decode.type') == 'CrossEntropyLoss' and d.get('num_classes') != 3 and also(d['loss_decode'], class_weight=[1.0, 2.0, 0.5]))
section('a code of twelve with ten weights', (C,), 'model.pts_bbox_head', lambda h: str(h.get('type')).startswith(('BEVFormer', 'PETR')) and h.get('code_size', 10) == 10 and also(h, code_size=12))
part('boxes of eight weights in a head of ten', PYTHON, ('TransFusionHead',), 'train_cfg', lambda v: dict(v, code_weights=v['code_weights'][:8]) if len(v.get('code_weights', [])) == 10 else None)
change('a class that CIFAR has not', PYTHON, 'model.head.num_classes', to(1000, lambda v: v in (10, 100)), lambda c: 'CIFAR' in str(at(c, 'train_dataloader.dataset.type', at(c, 'data.train.type'))))
part('no layers are kept', (C,), ('DetectionTransformerDecoder', 'MapTRDecoder'), 'return_intermediate', to(False, lambda v: v is True))
change('frames for clips', (E,), 'model.data_preprocessor.format_shape', to('NCHW', lambda v: v == 'NCTHW'))
section('lines of another head', PYTHON, ('model.det_head', 'model.bbox_head'), lambda h: at(h, 'postprocessor.type') == 'DBPostprocessor' and also(h, postprocessor=dict(type='PANPostprocessor', text_repr_type='quad')))

# --- numbers and words ---

add('one class by softmax', PYTHON, lambda c: any([also(d, num_classes=1) for p in ('model.decode_head', 'model.auxiliary_head') for d in [at(c, p)] if isinstance(d, dict)]), lambda c: at(c, 'model.decode_head.loss_decode.type') == 'CrossEntropyLoss' and not at(c, 'model.decode_head.loss_decode.use_sigmoid') and at(c, 'model.decode_head.out_channels') is None)
step('padding that is a class', (C,), lambda steps: next((put(s, 'seg_pad_val', is_number, 0) for s in steps if is_step(s, 'Pad')), None))
step('means from 0 to 1', (C,), lambda steps: next((also(s, mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]) for s in steps if is_step(s, 'Normalize') and 'to_rgb' in s), None))
part('a share of masks in percent', PYTHON, ('MAEViT',), 'mask_ratio', times(100))
change('an average of the other convention', (E,), 'model.base_momentum', lambda v: round(1 - v, 6), named('model', 'BYOL', 'MoCoV3'))
change('an average of the other convention', (C,), 'model.base_momentum', lambda v: round(1 - v, 6), named('model', 'BYOL'))
section('a threshold in percent', (E,), ('val_evaluator', 'val_evaluator.0'), lambda d: 'PCK' in str(d.get('type')) and also(d, thr=20))
section('hard pixels in percent', PYTHON, DECODE, lambda d: also(d, sampler=dict(type='OHEMPixelSampler', thresh=70, min_kept=100000)))
section('three betas', PYTHON, OPTIMIZER, lambda d: d.get('type') in ('Adam', 'AdamW') and also(d, betas=(0.9, 0.999, 0.9)))
section('layers that learn faster below', PYTHON, ('optim_wrapper.paramwise_cfg', 'optimizer.paramwise_cfg'), lambda d: put(d, 'layer_decay_rate', is_number, 7) or put(d, 'decay_rate', is_number, 7))
section('a mix by its name', (E,), 'model', lambda m: m.get('type') == 'ImageClassifier' and also(m, train_cfg=dict(augments=['Mixup'])))
section('results for what is measured', (E,), 'val_evaluator', lambda d: d.get('type') == 'IoUMetric' and also(d, iou_metrics=['IoU']))
section('results of keypoints for what is measured', (C,), 'evaluation', lambda d: d.get('metric') == 'mAP' and also(d, metric='AP'))
add('metrics for metric', (C,), lambda c: also(c['evaluation'], metrics=c['evaluation'].pop('metric')), lambda c: at(c, 'evaluation.metric') and str(at(c, 'data.val.type')).split('.')[-1] in ('CocoDataset', 'VOCDataset', 'ImageNet'))
add('no nms of proposals', PYTHON, lambda c: bool(gone(c['model']['test_cfg']['rpn'], 'nms')), named('model.rpn_head', 'RPNHead'))

# --- steps, and what is measured ---

step('clips that nobody decodes', PYTHON, lose('DecordDecode', 'RawFrameDecode', 'PyAVDecode', 'OpenCVDecode'))
add('no boxes for what measures them', (E,), lambda c: any([lose('LoadAnnotations')(steps) for p in ('val_dataloader.dataset.pipeline', 'test_dataloader.dataset.pipeline') for steps in [at(c, p)] if isinstance(steps, list)]), named('val_evaluator', 'VOCMetric', 'DOTAMetric'))
add('words measured as lines', (E,), lambda c: also(c, val_evaluator=dict(type='HmeanIOUMetric'), test_evaluator=dict(type='HmeanIOUMetric')), lambda c: 'PackTextRecogInputs' in str(at(c, 'train_dataloader.dataset')))
section('lidar for pts', (E,), DATA, lambda d: isinstance(d.get('data_prefix'), dict) and 'pts' in d['data_prefix'] and 'LoadPointsFromFile' in str(d.get('pipeline')) and also(d['data_prefix'], lidar=d['data_prefix'].pop('pts')))
section('annotations of the root before', PYTHON, DATA, lambda d: isinstance(d.get('data_root'), str) and str(d.get('ann_file')).startswith(d['data_root']) and also(d, data_root='data/mine/'))
section('loaders\' flags for the data set', (E,), 'train_dataloader.dataset', lambda d: 'pipeline' in d and also(d, pin_memory=True))

# --- groups, sections, hooks ---

section('groups of the wrapper', PYTHON, WRAPPER, lambda w: plain(w) and also(w, paramwise_cfg=dict(custom_keys={'module.backbone': dict(lr_mult=0.1)})))
section('a factor by another name', PYTHON, WRAPPER, lambda w: plain(w) and also(w, paramwise_cfg=dict(custom_keys={'backbone': dict(lr_ratio=0.1)})))
add('a section that is lost', (C,), lambda c: c.pop('optimizer_config', None) is not None)
add('a folder of classes that is left out', (C,), lambda c: also(c, plugin=False), lambda c: c.get('plugin') and c.get('plugin_dir'))
add('a checkpoint without its ending', PYTHON, lambda c: also(c, load_from='work_dirs/mine/epoch_12'))
add('pasting until after the end', (T,), lambda c: also(c, gt_paste_stop_epoch=c['max_epochs'] + 10), lambda c: is_number(c.get('max_epochs')) and any('stop_epoch' in d for d in typed(c.get('data'), 'ObjectPaste')))

# --- files that inherit ---

ABOVE = Kinds()
ABOVE.text('another detector over the inherited one', PYTHON, "model = dict(type='RetinaNet')\n", named('model', 'FasterRCNN'))
ABOVE.add('the test stays where it was', (E,), lambda c: "train_dataloader = dict(dataset=dict(data_root='data/mine/', ann_file='mine_train.json'))\nval_dataloader = dict(dataset=dict(data_root='data/mine/', ann_file='mine_val.json'))\nval_evaluator = dict(ann_file='data/mine/mine_val.json')\n", lambda c: all(isinstance(at(c, p + '.dataset.ann_file'), str) for p in ('train_dataloader', 'val_dataloader', 'test_dataloader')) and named('val_evaluator', 'CocoMetric')(c) and at(c, 'val_dataloader.dataset.ann_file') == at(c, 'test_dataloader.dataset.ann_file'))
ABOVE.text('the rate of AdamW for SGD', (E,), "optim_wrapper = dict(optimizer=dict(_delete_=True, type='SGD', lr=0.0001, momentum=0.9))\n", lambda c: named('optim_wrapper.optimizer', 'AdamW')(c) and at(c, 'optim_wrapper.optimizer.lr') == 0.0001)
