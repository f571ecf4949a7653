"""By a hand that had not read the sets beside this one: what is changed in one of several places when data, backbone, size or script become others."""
import json

from plants.kinds import at, C, dicts, E, epochs, is_int, is_numbers, is_step, iters, Kinds, L, length, loop, nest, pipeline_path, put, schedulers, T, typed, USED, used, written

OVER = Kinds()
COPY = Kinds(copies=True)
PY = (C, E)
BACKBONES = ('model.backbone', 'model.img_backbone', 'model.detector.backbone', 'model.generator')
HEADS = ('model.bbox_head', 'model.pts_bbox_head', 'model.head', 'model.cls_head', 'model.decode_head', 'model.keypoint_head', 'model.roi_head.bbox_head')
RESNETS = ('ResNet', 'ResNetV1c', 'ResNetV1d')
DATA = {C: ('data.train', 'data.val', 'data.test'), E: ('train_dataloader.dataset', 'val_dataloader.dataset', 'test_dataloader.dataset')}


def name_of(v):
    return str(at(v, 'type', '') if isinstance(v, dict) else v).split('.')[-1]


def first(cfg, paths):
    return next(((p, at(cfg, p)) for p in paths if at(cfg, p) is not None), (None, None))


def over(name, generations, needs=None):
    """A function of the config that gives the lines, as somebody writes them behind `_base_`."""
    def take(make):
        OVER.add(name, generations, make, needs)
        return make
    return take


def line(name, generations, text, needs=None, unless=None):
    OVER.text(name, generations, text, needs, unless)


def set_at(name, generations, paths, new, holds=lambda v: True):
    """The first of the paths whose value holds gets another: new, or new(what is there)."""
    def make(cfg):
        for p in (paths,) if isinstance(paths, str) else paths:
            v = at(cfg, p)
            if v is not None and holds(v):
                value = new(v) if callable(new) else new
                return None if value is None or value == v else put(cfg, p, value)
        return None
    OVER.add(name, generations, make)


def copied(name, generations, make):
    COPY.add(name, generations, make)


def merged(path, **keys):
    return nest(path, 'dict(%s)' % ', '.join('%s=%r' % k for k in keys.items()))


def resnet(cfg, depths=(50, 101)):
    p, b = first(cfg, BACKBONES)
    return p if isinstance(b, dict) and name_of(b) in RESNETS and b.get('depth') in depths else None


def innermost(cfg, path):
    while isinstance(at(cfg, path + '.dataset'), dict):
        path += '.dataset'
    return path


# --- other data ---

def of_coco(cfg, g):
    return all(name_of(at(cfg, p)) == 'CocoDataset' for p in DATA[g])


for g, words in ((C, dict(classes=('fish', 'crab', 'star'))), (E, dict(metainfo=dict(classes=('fish', 'crab', 'star'))))):
    line('classes of its own in training alone, heads as before', (g,), merged(DATA[g][0], **words), lambda c, g=g: of_coco(c, g))
    line('classes of its own in all data, heads as before', (g,), ''.join(merged(p, **words) for p in DATA[g][:1 if g == E else 3]) + (merged(DATA[E][1], **words) + merged(DATA[E][2], **words) if g == E else ''),
         lambda c, g=g: of_coco(c, g) and at(c, 'model.bbox_head.num_classes') == 80)
    line('heads of three classes, data of COCO', (g,), merged('model.bbox_head', num_classes=3), lambda c, g=g: of_coco(c, g) and at(c, 'model.bbox_head.num_classes') == 80)
line('names of classes by the old key of metainfo', (E,), ''.join(merged(p, metainfo=dict(CLASSES=('fish', 'crab', 'star'))) for p in DATA[E]) + merged('model.bbox_head', num_classes=3), lambda c: of_coco(c, E) and at(c, 'model.bbox_head.num_classes') == 80)
line('one class that is a text', (E,), ''.join(merged(p, metainfo=dict(classes='fish')) for p in DATA[E]) + merged('model.bbox_head', num_classes=1), lambda c: of_coco(c, E) and at(c, 'model.bbox_head.num_classes') == 80)
line('classes at the top that no data are given', PY, "classes = ('fish', 'crab', 'star')\n", lambda c: 'classes' not in c and at(c, 'model.bbox_head') is not None)
line('metainfo at the top that no data are given', (E,), "metainfo = dict(classes=('fish', 'crab'))\n", lambda c: 'metainfo' not in c and at(c, 'model.bbox_head') is not None)
line('a root of data in the variable alone', PY, "data_root = 'data/mine/'\n", lambda c: isinstance(c.get('data_root'), str))
line('a kind of data in the variable alone', PY, "dataset_type = 'VOCDataset'\n", lambda c: isinstance(c.get('dataset_type'), str) and c['dataset_type'] != 'VOCDataset')
set_at('annotations of its own, measured by those of before', (E,), 'val_dataloader.dataset.ann_file', 'annotations/mine_val.json', lambda v: isinstance(v, str) and v.endswith('val2017.json'))


@over('another number of classes, the auxiliary head forgotten', PY, 'model.auxiliary_head')
def _(cfg):
    n, m = at(cfg, 'model.decode_head.num_classes'), at(cfg, 'model.auxiliary_head.num_classes')
    return merged('model.decode_head', num_classes=n + 4) if is_int(n) and n == m else None


@over('three classes, and the five best are counted', (E,), 'model.head.num_classes')
def _(cfg):
    k = at(cfg, 'val_evaluator.topk')
    return merged('model.head', num_classes=3) if isinstance(k, (list, tuple)) and max(k) == 5 and at(cfg, 'model.head.num_classes') == 1000 and not at(cfg, 'data_preprocessor.num_classes') else None


line('a classifier of ten, labels of a thousand in the preprocessor', (E,), merged('model.head', num_classes=10), lambda c: at(c, 'model.head.num_classes') == 1000 and at(c, 'data_preprocessor.num_classes') == 1000)
line('a classifier of ten, mixed labels of a thousand', (C,), merged('model.head', num_classes=10), lambda c: at(c, 'model.head.num_classes') == 1000 and at(c, 'model.train_cfg.augments') is not None)
set_at('key points of a hand for data of people', PY, ('model.keypoint_head.out_channels', 'model.head.out_channels'), 21, lambda v: v in (17, 133))
set_at('channels of its own key points, the head as before', (C,), 'data_cfg.num_joints', 21, lambda v: v == 17)


@over('turned boxes of another number of classes', PY)
def _(cfg):
    p, n = first(cfg, ('model.bbox_head.num_classes', 'model.roi_head.bbox_head.num_classes'))
    return nest(p, '4') if n == 15 else None


@over('classes of two in the variable, heads of ten', PY)
def _(cfg):
    return "class_names = ['car', 'pedestrian']\n" if isinstance(cfg.get('class_names'), (list, tuple)) and len(cfg['class_names']) > 2 else None


@over('a head of one task more than there are classes', PY)
def _(cfg):
    p, tasks = first(cfg, ('model.pts_bbox_head.tasks', 'model.bbox_head.tasks'))
    if not isinstance(tasks, list) or not all(isinstance(t, dict) and t.get('class_names') for t in tasks):
        return None
    key = 'num_classes' if 'num_classes' in tasks[0] else 'num_class'
    return nest(p, written(tasks + [{key: 1, 'class_names': ['tractor']}]))


@over('anchors of three sizes for one class', PY)
def _(cfg):
    h = at(cfg, 'model.bbox_head')
    return merged('model.bbox_head', num_classes=1) if isinstance(h, dict) and h.get('num_classes') == 3 and 'Anchor3D' in name_of(h) else None


@over('two data sets, and the type alone', PY)
def _(cfg):
    p = 'data.train' if 'data' in cfg else 'train_dataloader.dataset'
    d = at(cfg, p)
    return merged(p, type='ConcatDataset', datasets=['%s' % 1]).replace("['1']", '[dict(type=%r), dict(type=%r)]' % (d['type'], d['type'])) if isinstance(d, dict) and isinstance(d.get('type'), str) and 'dataset' not in d and 'datasets' not in d else None


@over('repeated data without a deletion', PY)
def _(cfg):
    p = 'data.train' if 'data' in cfg else 'train_dataloader.dataset'
    d = at(cfg, p)
    return merged(p, type='RepeatDataset', times=3, dataset={}).replace('{}', 'dict(type=%r, ann_file=%r)' % (d['type'], d.get('ann_file', ''))) if isinstance(d, dict) and isinstance(d.get('type'), str) and d.get('pipeline') and not ({'dataset', 'datasets'} & set(d)) else None


@over('its own files for the wrapper of the data', PY)
def _(cfg):
    p = 'data.train' if 'data' in cfg else 'train_dataloader.dataset'
    d = at(cfg, p)
    return merged(p, ann_file='annotations/mine.json') if isinstance(d, dict) and isinstance(d.get('dataset'), dict) and 'ann_file' not in d else None


# --- another backbone ---

@over('a ResNet-18 by its depth', PY)
def _(cfg):
    p = resnet(cfg)
    return merged(p, depth=18) if p and (at(cfg, 'model.neck.in_channels') or at(cfg, 'model.img_neck.in_channels') or at(cfg, 'model.decode_head.in_channels') or at(cfg, 'model.head.in_channels')) else None


@over('a ResNet-101 from the weights of 50 layers', PY)
def _(cfg):
    p = resnet(cfg, (50,))
    return merged(p, depth=101) if p and 'resnet50' in str(at(cfg, p + '.init_cfg', '')) + str(at(cfg, 'model.pretrained', '')) else None


@over('another backbone, and nothing was deleted', PY)
def _(cfg):
    p = resnet(cfg)
    return merged(p, type='SwinTransformer', embed_dims=96, depths=[2, 2, 6, 2], num_heads=[3, 6, 12, 24], window_size=7) if p else None


@over('another backbone under the old neck', PY)
def _(cfg):
    p = resnet(cfg)
    return merged(p, _delete_=True, type='MobileNetV2', out_indices=(1, 2, 4, 6)) if p and is_numbers(at(cfg, p.replace('backbone', 'neck') + '.in_channels')) else None


@over('a Swin that is wider, its heads as before', PY)
def _(cfg):
    p, b = first(cfg, BACKBONES)
    return merged(p, embed_dims=b['embed_dims'] + 32) if isinstance(b, dict) and name_of(b).startswith('SwinTransformer') and is_int(b.get('embed_dims')) else None


@over('a larger transformer, its classifier as before', PY, 'model.head.in_channels')
def _(cfg):
    b = at(cfg, 'model.backbone', {})
    return merged('model.backbone', arch={'b': 'l', 'base': 'large', 'small': 'base', 'tiny': 'large', 's': 'b'}[b['arch']]) if isinstance(b.get('arch'), str) and b['arch'] in ('b', 'base', 'small', 'tiny', 's') else None


@over('a network of clips with 18 layers, its head as before', PY, 'model.cls_head.in_channels')
def _(cfg):
    b = at(cfg, 'model.backbone', {})
    return merged('model.backbone', depth=18) if b.get('depth') in (50, 101) and at(cfg, 'model.cls_head.in_channels') == 2048 and 'SlowFast' not in name_of(b) else None


@over('a wider HRNet, its head as before', PY)
def _(cfg):
    s = at(cfg, 'model.backbone.extra.stage4')
    return nest('model.backbone.extra.stage4.num_channels', repr(tuple(x * 3 // 2 for x in s['num_channels']))) if isinstance(s, dict) and is_numbers(s.get('num_channels')) else None


OVER.add('a wider backbone by its factor alone', (E,), lambda c: merged('model.backbone', widen_factor=1.25) if isinstance(at(c, 'model.backbone.widen_factor'), (int, float)) and at(c, 'model.neck.widen_factor', at(c, 'model.neck.in_channels')) else None)
set_at('widths of the neck by one level less', PY, ('model.neck.in_channels', 'model.img_neck.in_channels'), lambda v: v[:-1], lambda v: is_numbers(v) and len(v) > 2)
set_at('a depth in quotes', PY, ('model.backbone.depth', 'model.img_backbone.depth'), str, is_int)
set_at('one index for a tuple of them', PY, ('model.backbone.out_indices', 'model.img_backbone.out_indices'), 3, lambda v: is_numbers(v) and len(v) > 1)
set_at('an index behind the last map', PY, ('model.decode_head.in_index', 'model.auxiliary_head.in_index'), 4, lambda v: is_int(v) and v in (2, 3))
set_at('normalisation under another spelling', PY, ('model.backbone.norm_cfg.type', 'model.decode_head.norm_cfg.type', 'model.neck.norm_cfg.type'), lambda v: {'BN': 'BatchNorm', 'SyncBN': 'SyncBn', 'LN': 'LayerNorm', 'GN': 'GroupNorm', 'BN2d': 'BN2D'}.get(v), lambda v: isinstance(v, str))
set_at('a pyramid that starts behind its levels', PY, ('model.neck.start_level', 'model.img_neck.start_level'), 4, is_int)


@over('no weights, and the first stages frozen', PY)
def _(cfg):
    p = resnet(cfg)
    if not p or cfg.get('load_from') or at(cfg, p + '.frozen_stages', -1) < 1:
        return None
    if at(cfg, 'model.pretrained'):
        return 'model = dict(pretrained=None)\n'
    return nest(p + '.init_cfg', 'None') if at(cfg, p + '.init_cfg.type') == 'Pretrained' else None


@over('weights of a whole model of another depth', PY)
def _(cfg):
    u = 'https://download.openmmlab.com/mmdetection/v2.0/faster_rcnn/faster_rcnn_r101_fpn_1x_coco/faster_rcnn_r101_fpn_1x_coco_20200130-f513f705.pth'
    return "load_from = '%s'\n" % u if name_of(at(cfg, 'model')) == 'FasterRCNN' and resnet(cfg, (50,)) else None


@over('a smaller rate for a backbone that is frozen whole', PY)
def _(cfg):
    p = resnet(cfg)
    o = 'optim_wrapper' if 'optim_wrapper' in cfg else 'optimizer'
    return merged(p, frozen_stages=4) + merged(o, paramwise_cfg=dict(custom_keys=dict(backbone=dict(lr_mult=0.1)))) if p == 'model.backbone' and isinstance(at(cfg, o), dict) and not at(cfg, o + '.paramwise_cfg') and at(cfg, p + '.init_cfg', at(cfg, 'model.pretrained')) else None


# --- heads and losses of somewhere else ---

line('a head of one stage in a detector of two', PY, "model = dict(bbox_head=dict(type='RetinaHead', num_classes=80, in_channels=256))\n", 'model.roi_head', 'model.bbox_head')
line('heads of regions in a detector of one stage', PY, "model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n", lambda c: name_of(c['model']) in ('RetinaNet', 'ATSS', 'FCOS', 'GFL', 'YOLOV3', 'YOLOX', 'SingleStageDetector', 'RotatedRetinaNet', 'RTMDet', 'YOLODetector'))
line('one head over the list of a cascade', PY, 'model = dict(roi_head=dict(bbox_head=dict(num_classes=3)))\n', lambda c: isinstance(at(c, 'model.roi_head.bbox_head'), list))
line('a section of the model one level too high', PY, 'model = dict(backbone=dict(frozen_stages=2))\n', lambda c: at(c, 'model.backbone') is None and (at(c, 'model.architecture.backbone') or at(c, 'model.detector.backbone')) is not None)
line('the schedule of one scheduler as a dict', (E,), 'param_scheduler = dict(end=24)\n', lambda c: isinstance(c.get('param_scheduler'), list))


@over('cross entropy over what a focal loss was given', PY)
def _(cfg):
    p, v = first(cfg, [h + '.loss_cls' for h in HEADS])
    return merged(p, type='CrossEntropyLoss', use_sigmoid=True) if isinstance(v, dict) and name_of(v) == 'FocalLoss' and 'gamma' in v else None


@over('another evaluator over the old one', (E,))
def _(cfg):
    return "val_evaluator = dict(type='VOCMetric', metric='mAP')\n" if name_of(at(cfg, 'val_evaluator')) == 'CocoMetric' and 'ann_file' in cfg['val_evaluator'] and name_of(at(cfg, 'train_dataloader.dataset')) == 'CocoDataset' else None


@over('a plan of cosines over one of steps', (C,))
def _(cfg):
    return "lr_config = dict(policy='CosineAnnealing', min_lr=0)\n" if at(cfg, 'lr_config.policy') == 'step' else None


@over('another optimizer over SGD, its momentum left', (L,))
def _(cfg):
    return "optim_wrapper.optimizer.type = 'AdamW'\n" if at(cfg, 'optim_wrapper.optimizer.momentum') is not None else None


set_at('an optimizer in other letters', PY, ('optimizer.type', 'optim_wrapper.optimizer.type'), lambda v: v[0] + v[1:].swapcase(), lambda v: v in ('SGD', 'Adam', 'AdamW'))
set_at('one number for two momenta', PY, ('optimizer.betas', 'optim_wrapper.optimizer.betas'), 0.9, is_numbers)
set_at('a rate as a word of an exponent', PY, ('optimizer.lr', 'optim_wrapper.optimizer.lr'), lambda v: '%g' % v, lambda v: isinstance(v, float))


# --- length, schedule ---

def multistep(cfg):
    return next((s for s in schedulers(cfg) if name_of(s) == 'MultiStepLR'), None)


@over('a longer run, and steps behind the end of their own scheduler', (E,))
def _(cfg):
    s = multistep(cfg)
    if loop(cfg) != 'epoch' or length(cfg) != 12 or not s:
        return None
    return 'train_cfg = dict(max_epochs=36)\nparam_scheduler = [dict(type=%r, start_factor=0.001, by_epoch=False, begin=0, end=500), dict(type=%r, begin=0, end=12, by_epoch=True, milestones=[28, 34], gamma=0.1)]\n' % ('LinearLR', 'MultiStepLR')


@over('twice the epochs, steps as before', (C,))
def _(cfg):
    n = epochs(cfg)
    return 'runner = dict(max_epochs=%d)\n' % (2 * n) if n and at(cfg, 'runner.max_epochs') and at(cfg, 'lr_config.policy') == 'step' and is_numbers(at(cfg, 'lr_config.step')) else None


line('one cycle that is shorter than the run', (C,), "lr_config = dict(_delete_=True, policy='OneCycle', max_lr=0.01, total_steps=1000)\n", lambda c: iters(c) > 1000 and isinstance(c.get('lr_config'), dict))
line('a cycle that is counted in epochs', (C,), "lr_config = dict(_delete_=True, policy='cyclic', target_ratio=(10, 1e-4), cyclic_times=1, step_ratio_up=0.4, by_epoch=True)\n", lambda c: isinstance(c.get('lr_config'), dict) and epochs(c))
line('steps of epochs that are counted in iterations', (C,), 'lr_config = dict(by_epoch=False)\n', lambda c: epochs(c) and at(c, 'lr_config.policy') == 'step' and at(c, 'lr_config.by_epoch') is None)
line('a polynomial of iterations that is counted in epochs', (C,), 'lr_config = dict(by_epoch=True)\n', lambda c: iters(c) and at(c, 'lr_config.by_epoch') is False)
line('a warmup of 500 epochs', (E,), "param_scheduler = [dict(type='LinearLR', start_factor=0.001, by_epoch=True, begin=0, end=500)]\n", lambda c: loop(c) == 'epoch' and 0 < length(c) < 300)
line('a cosine whose half period is an epoch of another run', (E,), "param_scheduler = [dict(type='CosineAnnealingLR', T_max=12, begin=0, end=12, by_epoch=True)]\n", lambda c: loop(c) == 'epoch' and length(c) > 24)
line('an exponential decay that ends early', (E,), "param_scheduler = [dict(type='ExponentialLR', gamma=0.9, begin=0, end=5, by_epoch=True)]\n", lambda c: loop(c) == 'epoch' and length(c) > 10)
line('a poly over the wrong unit', (E,), "param_scheduler = [dict(type='PolyLR', eta_min=1e-4, power=0.9, begin=0, end=%d, by_epoch=False)]\n" % 12, lambda c: loop(c) == 'epoch' and length(c) == 12)
line('one cycle without how many steps', (E,), "param_scheduler = [dict(type='OneCycleLR', eta_max=0.01, by_epoch=True)]\n", lambda c: loop(c) == 'epoch' and length(c) > 0)
line('checkpoints at each iteration', (E,), 'default_hooks = dict(checkpoint=dict(interval=1, by_epoch=False))\n', lambda c: loop(c) == 'iter' and (at(c, 'default_hooks.checkpoint.interval') or 0) > 100)
line('checkpoints by epochs of a run of iterations', (E,), 'default_hooks = dict(checkpoint=dict(interval=4000, by_epoch=True))\n', lambda c: loop(c) == 'iter' and at(c, 'default_hooks.checkpoint'))
line('evaluation each 16000 epochs', (C,), 'evaluation = dict(interval=16000)\n', lambda c: epochs(c) and isinstance(c.get('evaluation'), dict))
line('iterations for epochs, the rest as before', (C,), "runner = dict(_delete_=True, type='IterBasedRunner', max_iters=40000)\n", lambda c: at(c, 'runner.max_epochs') and at(c, 'lr_config.policy') == 'step')
line('epochs for iterations, the rest as before', (C,), "runner = dict(_delete_=True, type='EpochBasedRunner', max_epochs=50)\n", lambda c: at(c, 'runner.max_iters') and at(c, 'lr_config.by_epoch') is False)
line('iterations in a loop of epochs', (L,), 'train_cfg.max_iters = 90000\n', lambda c: loop(c) == 'epoch')
line('a longer run, steps as before', (L,), 'train_cfg.max_epochs = 60\n', lambda c: loop(c) == 'epoch' and length(c) < 40 and multistep(c))


@over('a switch of the pipeline behind the run', (E,))
def _(cfg):
    hooks = cfg.get('custom_hooks')
    i = next((i for i, h in enumerate(hooks or ()) if isinstance(h, dict) and 'PipelineSwitch' in name_of(h)), None)
    return put(cfg, 'custom_hooks.%d.switch_epoch' % i, length(cfg) + 20) if i is not None and length(cfg) else None


@over('the last epochs without mosaic are more than there are', PY)
def _(cfg):
    i = next((i for i, h in enumerate(cfg.get('custom_hooks') or ()) if isinstance(h, dict) and is_int(h.get('num_last_epochs'))), None)
    n = length(cfg) or epochs(cfg)
    return put(cfg, 'custom_hooks.%d.num_last_epochs' % i, n + 10) if i is not None and n else None


@over('the averaging begins behind the run', (E,))
def _(cfg):
    n = length(cfg)
    return 'custom_hooks = [dict(type=%r, momentum=0.0002, begin_epoch=%d)]\n' % ('EMAHook', n + 1) if loop(cfg) == 'epoch' and n and not cfg.get('custom_hooks') else None


# --- memory and time ---

line('checkpointing and parameters without a gradient', PY, 'model = dict(backbone=dict(with_cp=True))\nfind_unused_parameters = True\n', lambda c: resnet(c) == 'model.backbone' and not c.get('find_unused_parameters') and not c.get('model_wrapper_cfg') and not at(c, 'model.backbone.with_cp'))
line('checkpointing of modules that are not there', (E,), "activation_checkpointing = ['model.backbone']\n", lambda c: resnet(c) == 'model.backbone')
line('a scale of the loss in quotes', (E,), "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='512')\n", lambda c: name_of(at(c, 'optim_wrapper')) in ('OptimWrapper', ''))
line('mixed precision as a flag of the wrapper', (E,), 'optim_wrapper = dict(amp=True)\n', 'optim_wrapper.optimizer')
line('mixed precision as a flag at the top', (E,), 'amp = True\n', 'optim_wrapper.optimizer', 'amp')
line('half precision as a flag of the optimizer', PY, 'optimizer = dict(fp16=True)\n', lambda c: isinstance(c.get('optimizer'), dict) and 'data' in c)
line('accumulation in the data', (C,), 'data = dict(accumulate=4)\n', 'data.samples_per_gpu')
line('a batch eight times as large, the rate as before', (L,), 'train_dataloader.batch_size *= 8\n', lambda c: is_int(at(c, 'train_dataloader.batch_size')) and at(c, 'auto_scale_lr.base_batch_size') and not at(c, 'auto_scale_lr.enable'))
line('checkpointing that this backbone does not know', PY, 'model = dict(backbone=dict(use_checkpoint=True))\n', lambda c: resnet(c) == 'model.backbone')
set_at('workers in quotes', PY, ('data.workers_per_gpu', 'train_dataloader.num_workers'), str, is_int)


# --- a piece of the other generation, or of another project ---

def steps(name, generations, change, part='train'):
    OVER.steps_of(name, generations, change, part)


def changed(names, make):
    def take(all):
        for s in all:
            if is_step(s, *names):
                return all if make(s) else None
        return None
    return take


def replaced(names, new):
    return lambda all: [new if is_step(s, *names) else s for s in all]


steps('sizes by the key of before', (E,), changed(('Resize',), lambda s: 'scale' in s and (s.update(img_scale=s.pop('scale')) or True)))
steps('flips by the key of before', (E,), changed(('RandomFlip',), lambda s: 'prob' in s and (s.update(flip_ratio=s.pop('prob')) or True)))
steps('sizes by the key of later', (C,), changed(('Resize',), lambda s: 'img_scale' in s and (s.update(scale=s.pop('img_scale')) or True)))
steps('flips by the key of later', (C,), changed(('RandomFlip',), lambda s: 'flip_ratio' in s and (s.update(prob=s.pop('flip_ratio')) or True)))
steps('packed as before', (E,), lambda all: all[:-1] + [dict(type='DefaultFormatBundle'), dict(type='Collect', keys=['img', 'gt_bboxes', 'gt_labels'])] if name_of(all[-1]) in ('PackDetInputs', 'PackSegInputs') else None)
steps('packed as later', (C,), lambda all: all[:-2] + [dict(type='PackDetInputs')] if name_of(all[-1]) == 'Collect' and name_of(all[-2]) == 'DefaultFormatBundle' else None)
steps('normalised by a step, and by the preprocessor', (E,), lambda all: all[:-1] + [dict(type='Normalize', mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True), all[-1]] if name_of(all[-1]) == 'PackDetInputs' else None)
steps('no step that pads', (C,), lambda all: [s for s in all if not is_step(s, 'Pad')] if name_of(all[-1]) == 'Collect' else None)
steps('a list of steps that loses its packing', (E,), lambda all: all[:-1] if name_of(all[-1]).startswith('Pack') else None)
steps('a step in other letters', PY, lambda all: [dict(s, type=s['type'].replace('Image', 'Img')) if is_step(s, 'LoadImageFromFile') else s for s in all])
steps('boxes asked for that are not loaded', PY, changed(('LoadAnnotations',), lambda s: s.get('with_bbox') is True and (s.update(with_bbox=False) or True)))
line('weights by the key of before', (E,), "model = dict(pretrained='torchvision://resnet50')\n", lambda c: name_of(c['model']) in ('FasterRCNN', 'RetinaNet', 'CascadeRCNN', 'MaskRCNN', 'ATSS', 'FCOS', 'RotatedRetinaNet', 'YOLODetector'))
line('what trains at the top', (E,), "train_cfg = dict(assigner=dict(type='MaxIoUAssigner', pos_iou_thr=0.5))\n", 'model.bbox_head')
line('a preprocessor of later', (C,), "model = dict(data_preprocessor=dict(type='DetDataPreprocessor', mean=[0., 0., 0.], std=[1., 1., 1.]))\n", lambda c: at(c, 'model.bbox_head') or at(c, 'model.roi_head'))
line('hooks of later', (C,), 'default_hooks = dict(checkpoint=dict(interval=2))\n', 'model.backbone')
line('the scope of a backbone left out', (E,), "model = dict(backbone=dict(_delete_=True, type='VisionTransformer', arch='base', img_size=224))\n", lambda c: name_of(c['model']) in ('FasterRCNN', 'RetinaNet', 'ATSS', 'FCOS'))


# --- sizes ---

def variable(name, key, make, generations=PY):
    """A variable of the base, which the base has used already."""
    OVER.add(name, generations, lambda c: '%s = %s\n' % (key, written(make(c[key]))) if key in c and make(c[key]) is not None else None)


variable('a size of crops in the variable alone', 'crop_size', lambda v: tuple(x // 2 for x in v) if is_numbers(v) else None)
variable('a size of images in the variable alone', 'img_scale', lambda v: tuple(x // 2 for x in v) if is_numbers(v) else None)
variable('a number of classes in the variable alone', 'num_classes', lambda v: v + 3 if is_int(v) else None)
variable('a range in the variable alone', 'point_cloud_range', lambda v: [x / 2 for x in v] if is_numbers(v) else None)
variable('voxels in the variable alone', 'voxel_size', lambda v: [x * 2 for x in v] if is_numbers(v) else None)
variable('augmentation of images in the variable alone', 'ida_aug_conf', lambda v: dict(final_dim=(512, 1408)) if isinstance(v, dict) and 'final_dim' in v else None)
variable('sizes of data in the variable alone', 'data_config', lambda v: dict(input_size=(512, 1408)) if isinstance(v, dict) and 'input_size' in v else None)
variable('a grid in the variable alone', 'bev_h_', lambda v: v // 2 if is_int(v) else None)
variable('a codec in the variable alone', 'codec', lambda v: dict(input_size=(384, 512)) if isinstance(v, dict) and 'input_size' in v else None)
variable('mean and deviation in the variable alone', 'img_norm_cfg', lambda v: dict(mean=[0., 0., 0.]) if isinstance(v, dict) and 'mean' in v else None)
variable('an epoch\'s number in the variable alone', 'max_epochs', lambda v: v * 2 if is_int(v) else None)
variable('a batch in the variable alone', 'train_batch_size_per_gpu', lambda v: v * 2 if is_int(v) else None)
variable('a number of images for a GPU in the variable alone', 'batch_size', lambda v: v * 2 if is_int(v) else None)
variable('a rate in the variable alone', 'base_lr', lambda v: v / 2 if isinstance(v, float) else None)
set_at('a coder of key points of another input', (E,), ('model.head.decoder.input_size',), lambda v: tuple(x * 2 for x in v), is_numbers)
set_at('heatmaps of another size in the coder of the model', (E,), ('model.head.decoder.heatmap_size',), lambda v: tuple(x * 2 for x in v), is_numbers)
set_at('images of another size in the data of training alone', (C,), ('data.train.data_cfg.image_size',), lambda v: [x * 2 for x in v], is_numbers)
set_at('halved voxels in the model alone', PY, ('model.pts_voxel_layer.voxel_size', 'model.voxel_layer.voxel_size', 'model.data_preprocessor.voxel_layer.voxel_size'), lambda v: [v[0] / 2, v[1] / 2, *v[2:]], is_numbers)
set_at('a nearer range of voxels in the model alone', PY, ('model.pts_voxel_layer.point_cloud_range', 'model.voxel_layer.point_cloud_range', 'model.data_preprocessor.voxel_layer.point_cloud_range'), lambda v: [x / 2 for x in v], is_numbers)
steps('points of another range in training alone', PY, changed(('PointsRangeFilter',), lambda s: is_numbers(s.get('point_cloud_range')) and (s.update(point_cloud_range=[x / 2 for x in s['point_cloud_range'][:2]] + list(s['point_cloud_range'][2:3]) + [x / 2 for x in s['point_cloud_range'][3:5]] + list(s['point_cloud_range'][5:])) or True)))
steps('points of three numbers for what takes more', PY, changed(('LoadPointsFromFile',), lambda s: s.get('use_dim') in (4, 5) and (s.update(use_dim=3) or True)))
steps('files of four numbers for a use of five', PY, changed(('LoadPointsFromFile',), lambda s: s.get('load_dim') == 5 and s.get('use_dim') in (5, [0, 1, 2, 3, 4]) and (s.update(load_dim=4) or True)))
steps('fewer sweeps in training alone', PY, changed(('LoadPointsFromMultiSweeps',), lambda s: (s.get('sweeps_num') or 0) > 2 and (s.update(sweeps_num=2) or True)))
steps('grey images for a model of colours', PY, changed(('LoadImageFromFile',), lambda s: not s.get('color_type') and (s.update(color_type='grayscale') or True)))
set_at('features of one number more in a voxel', PY, ('model.pts_voxel_encoder.num_features', 'model.voxel_encoder.num_features', 'model.voxel_encoder.in_channels', 'model.pts_voxel_encoder.in_channels'), lambda v: v + 1, is_int)
set_at('a canvas of other pillars', PY, ('model.pts_middle_encoder.output_shape', 'model.middle_encoder.output_shape'), lambda v: [x * 2 for x in v], is_numbers)
set_at('a sparse grid of other voxels', PY, ('model.pts_middle_encoder.sparse_shape', 'model.middle_encoder.sparse_shape'), lambda v: [v[0], v[1] * 2, v[2] * 2], is_numbers)
set_at('a coder of another stride', PY, ('model.pts_bbox_head.bbox_coder.out_size_factor', 'model.bbox_head.bbox_coder.out_size_factor'), lambda v: v * 2, is_int)
set_at('a blind grid of rows in the transformer', PY, ('model.pts_bbox_head.positional_encoding.row_num_embed',), lambda v: v // 2, is_int)
set_at('a width that its heads do not divide', PY, ('model.bbox_head.transformer.encoder.transformerlayers.attn_cfgs.embed_dims', 'model.encoder.layer_cfg.self_attn_cfg.embed_dims', 'model.decoder.layer_cfg.self_attn_cfg.embed_dims'), 250, lambda v: v == 256)
set_at('queries in quotes', PY, ('model.pts_bbox_head.num_query', 'model.bbox_head.num_query', 'model.num_queries', 'model.pts_bbox_head.num_queries'), str, is_int)
set_at('strides of one level less', PY, ('model.bbox_head.anchor_generator.strides', 'model.rpn_head.anchor_generator.strides', 'model.bbox_head.strides', 'model.bbox_head.prior_generator.strides'), lambda v: v[:-1], lambda v: isinstance(v, list) and len(v) > 2)
set_at('scales of a region extractor for another pyramid', PY, ('model.roi_head.bbox_roi_extractor.featmap_strides',), lambda v: v + [64, 128], lambda v: is_numbers(v) and len(v) == 4)


@over('a classifier of text for shorter words than the coder', (E,))
def _(cfg):
    return merged('model.decoder', max_seq_len=0) if is_int(at(cfg, 'model.decoder.max_seq_len')) else None


@over('a dictionary that is a path', (E,))
def _(cfg):
    d = at(cfg, 'model.decoder.dictionary')
    return "model = dict(decoder=dict(dictionary=%r))\n" % d['dict_file'] if isinstance(d, dict) and isinstance(d.get('dict_file'), str) else None


@over('a restorer of another factor than its data', PY)
def _(cfg):
    p, v = first(cfg, ('model.generator.upscale_factor', 'model.generator.upscale', 'model.generator.scale'))
    return nest(p, '2') if v == 4 else None


set_at('grey images into a restorer of colours', PY, ('model.generator.in_channels', 'model.generator.img_channels'), 1, lambda v: v == 3)
set_at('a restorer\'s loss that nobody has', PY, ('model.pixel_loss.type',), lambda v: v[:-4] + 'loss', lambda v: isinstance(v, str) and v.endswith('Loss'))
set_at('a loss of a person in quotes', PY, ('model.keypoint_head.loss_keypoint.use_target_weight', 'model.head.loss.use_target_weight'), 'True', lambda v: v is True)
set_at('a share that is dropped of two', PY, ('model.cls_head.dropout_ratio', 'model.head.dropout_ratio', 'model.decode_head.dropout_ratio'), 2, lambda v: isinstance(v, float))
OVER.add('a head that does not know this argument', PY, lambda c: merged(first(c, HEADS)[0], num_class=3) if isinstance(first(c, HEADS)[1], dict) else None)


# --- scripts that read something else ---

line('evaluation under the usual name', (C,), 'evaluation = dict(interval=2)\n', 'eval_config')
line('a batch under the usual name', (C,), 'data = dict(samples_per_gpu=2)\n', lambda c: is_int(c.get('batch_size')) and 'eval_config' in c)
line('a length under the usual name', (C,), "runner = dict(type='EpochBasedRunner', max_epochs=12)\n", lambda c: 'eval_config' in c and 'runner' not in c)
line('a teacher of another depth by the old name', (E,), "algorithm = dict(teacher=dict(depth=50))\n", lambda c: at(c, 'model.teacher'))


# --- new style ---

line('a ResNet-18 by its depth', (L,), 'model.backbone.depth = 18\n', lambda c: at(c, 'model.backbone.depth') in (50, 101) and at(c, 'model.neck.in_channels'))
line('heads of three classes', (L,), 'model.bbox_head.num_classes = 3\n', lambda c: at(c, 'model.bbox_head.num_classes') == 80)
line('steps behind the end', (L,), 'param_scheduler[1].milestones = [24, 33]\n', lambda c: loop(c) == 'epoch' and length(c) == 12 and isinstance(c.get('param_scheduler'), list) and len(c['param_scheduler']) > 1 and 'milestones' in c['param_scheduler'][1])
line('a rate in quotes of an exponent', (L,), "optim_wrapper.optimizer.lr = '1e-4'\n", 'optim_wrapper.optimizer.lr')
line('a width of the neck', (L,), 'model.neck.out_channels = 128\n', lambda c: at(c, 'model.neck.out_channels') == 256)
line('no loader of training', (L,), 'train_dataloader = None\n', 'train_dataloader.dataset')
line('an evaluator without data', (L,), 'val_dataloader = None\n', 'val_dataloader.dataset')
line('evaluation of before', (L,), "evaluation = dict(interval=1, metric='bbox')\n", 'train_dataloader.dataset')
line('a ten times longer warmup than the run', (L,), 'param_scheduler[0].end = 10000000\n', lambda c: isinstance(c.get('param_scheduler'), list) and at(c, 'param_scheduler.0.by_epoch') is False)


# --- torchpack ---

def yaml(name, data, needs=None):
    """A file of this beside the default.yaml."""
    def make(cfg):
        what = data(cfg) if callable(data) else data
        return what if what is None or isinstance(what, str) else json.dumps(what, indent=2) + '\n'
    OVER.add(name, (T,), make, needs)


def tree(path, value):
    for key in reversed(path.split('.')):
        value = {key: value}
    return value


def of_yaml(name, path, new, holds=lambda v: True):
    def data(cfg):
        v = at(cfg, path)
        if v is None or not holds(v):
            return None
        value = new(v) if callable(new) else new
        return None if value is None or value == v else tree(path, value)
    yaml(name, data)


yaml('a rate as YAML does not read it', 'optimizer:\n  lr: 2e-4\n', 'optimizer.lr')
yaml('half precision as a flag', {'fp16': True}, 'optimizer.lr')
yaml('a learning rate of another script', {'optim_wrapper': {'optimizer': {'lr': 0.0001}}}, 'optimizer.lr')
yaml('a run under the new name', {'train_cfg': {'max_epochs': 6}}, 'optimizer.lr')
of_yaml('a lidar encoder half as wide', 'model.encoders.lidar.backbone.output_channels', lambda v: v // 2, is_int)
of_yaml('a fuser of other maps', 'model.fuser.in_channels', lambda v: v[::-1] if v[0] != v[-1] else v + [64], is_numbers)
of_yaml('a decoder of another fuser', 'model.decoder.backbone.in_channels', lambda v: v // 2, is_int)
of_yaml('a neck of other stages', 'model.decoder.neck.in_channels', lambda v: [x * 2 for x in v], is_numbers)
of_yaml('a head of another neck', 'model.heads.object.in_channels', lambda v: v // 2, is_int)
of_yaml('maps of a camera of another backbone', 'model.encoders.camera.neck.in_channels', lambda v: [x // 2 for x in v], is_numbers)
of_yaml('a size of images for the view alone', 'model.encoders.camera.vtransform.image_size', [512, 1408], lambda v: v != [512, 1408])
of_yaml('a coarser grid of the view', 'model.encoders.camera.vtransform.xbound', lambda v: [v[0], v[1], v[2] * 2], is_numbers)
of_yaml('a grid of the view that is not reduced', 'model.encoders.camera.vtransform.downsample', 1, lambda v: v == 2)
of_yaml('a sparse grid of other voxels', 'model.encoders.lidar.backbone.sparse_shape', lambda v: [v[0] // 2, v[1] // 2, v[2]], is_numbers)
of_yaml('boxes of three classes', 'model.heads.object.num_classes', 3, is_int)
of_yaml('a ResNet over a Swin', 'model.encoders.camera.backbone.type', 'ResNet', lambda v: v == 'SwinTransformer')
of_yaml('one number for a voxel', 'voxel_size', 0.1, is_numbers)
of_yaml('a range in quotes', 'point_cloud_range', lambda v: str(v), is_numbers)
of_yaml('an optimizer in other letters', 'optimizer.type', 'Adamw', lambda v: v == 'AdamW')
of_yaml('twice the batch four times, the rate as before', 'data.samples_per_gpu', lambda v: v * 8, is_int)


# --- in copies: one of several places ---

def in_first(names, key, new, tops=USED):
    def make(c):
        for d in typed([c[k] for k in tops if k in c], *names):
            v = d.get(key)
            value = new(v) if v is not None else None
            if value is not None and value != v:
                d[key] = value
                return True
        return None
    return make


copied('a convolution of another padding mode', PY, in_first(('ConvModule', 'FPN', 'PAFPN', 'ChannelMapper'), 'upsample_cfg', lambda v: dict(mode='bilinearr')))
copied('activation under another spelling', PY, lambda c: next((d.update(type={'ReLU': 'Relu', 'SiLU': 'Silu', 'GELU': 'Gelu', 'LeakyReLU': 'LeakyRelu', 'Swish': 'Switch'}[name_of(d)]) or True for d in dicts(used(c)) if name_of(d) in ('ReLU', 'SiLU', 'GELU', 'LeakyReLU', 'Swish')), None))
copied('a hook under another spelling', PY, lambda c: next((d.update(type=d['type'][:-4] + 'hook') or True for d in dicts([c.get('custom_hooks'), c.get('default_hooks'), c.get('log_config')]) if name_of(d).endswith('Hook') and isinstance(d['type'], str)), None))
copied('a loss of a weight in quotes', PY, lambda c: next((d.update(loss_weight=str(d['loss_weight'])) or True for d in dicts(c['model']) if name_of(d).endswith('Loss') and isinstance(d.get('loss_weight'), float)), None))
copied('sampled regions of a share above one', PY, in_first(('RandomSampler',), 'pos_fraction', lambda v: 25 if v < 1 else None))
copied('assigners of thresholds the wrong way round', PY, lambda c: next((d.update(pos_iou_thr=d['neg_iou_thr'] - 0.1) or True for d in typed(c['model'], 'MaxIoUAssigner') if isinstance(d.get('neg_iou_thr'), float)), None))
copied('coders of five numbers for four', PY, lambda c: next((d.update(target_stds=list(d['target_stds']) + [0.1]) or True for d in typed(c['model'], 'DeltaXYWHBBoxCoder') if is_numbers(d.get('target_stds'))), None))


def in_test(name, type, change):
    """change(the first step of the test of this type that it takes)."""
    def make(c):
        p = pipeline_path(c, 'test')
        return next((True for d in typed(at(c, p) if p else [], type) if change(d)), None)
    copied(name, PY, make)


in_test('clips of a test of another interval', 'SampleFrames', lambda d: is_int(d.get('frame_interval')) and d.get('clip_len', 1) > 1 and (d.update(frame_interval=d['frame_interval'] * 4) or True))
in_test('images of a test in the other order of colours', 'Normalize', lambda d: d.get('to_rgb') is True and (d.update(to_rgb=False) or True))
in_test('sweeps of a test that are others', 'LoadPointsFromMultiSweeps', lambda d: is_int(d.get('sweeps_num')) and (d.update(sweeps_num=d['sweeps_num'] + 3) or True))
copied('a list of schedulers in which one has no type', (E,), lambda c: next((s.pop('type') and True for s in schedulers(c) if 'type' in s), None))
copied('milestones as a text', PY, lambda c: next((d.update({k: '8,11'}) or True for d in dicts([c.get('lr_config'), c.get('param_scheduler')]) for k in ('step', 'milestones') if is_numbers(d.get(k))), None))
copied('anchors of a point as a number', PY, lambda c: next((d.update(ratios=1.0) or True for d in typed(c['model'], 'AnchorGenerator', 'FakeRotatedAnchorGenerator', 'RotatedAnchorGenerator') if is_numbers(d.get('ratios'))), None))
copied('loader without a sampler of its kind', (E,), lambda c: isinstance(at(c, 'train_dataloader.sampler'), dict) and (c['train_dataloader'].update(sampler=dict(type='DefaultSample', shuffle=True)) or True) or None)
copied('validation without a loop', (E,), lambda c: bool(c.get('val_dataloader') and c.pop('val_cfg', None)) or None)
copied('evaluation without data', (E,), lambda c: bool(c.get('val_evaluator') and c.pop('val_dataloader', None)) or None)
copied('training without a rate', PY, lambda c: isinstance(at(c, 'optim_wrapper.optimizer', c.get('optimizer')), dict) and at(c, 'optim_wrapper.optimizer', c.get('optimizer')).get('type') == 'SGD' and bool(at(c, 'optim_wrapper.optimizer', c.get('optimizer')).pop('lr', None)) or None)
copied('a loader without a batch', (E,), lambda c: is_int(at(c, 'train_dataloader.batch_size')) and (c['train_dataloader'].update(samples_per_gpu=c['train_dataloader'].pop('batch_size')) or True) or None)
