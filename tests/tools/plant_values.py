"""Mistakes for plant.py that stand in one value: numbers out of their range, of the wrong kind, in the wrong order, or in quotes; words that
are nearly right.

    tests/tools/plant_values.py build/cfglint FOLDER... [--seed 1] [--each 4] [--missed] [--flat]
"""
import plant
from plant import at, epochs, is_int, is_number, length, loop, plain_wrapper, schedulers

plant.KINDS = []
kind = plant.kind
E, C = 'mmengine', 'mmcv'


def wrapper(name, text):
    @kind(name, E)
    def _(cfg):
        return 'optim_wrapper = dict(%s)\n' % text if plain_wrapper(cfg) else None


def loader(name, text):
    @kind(name, E)
    def _(cfg):
        return 'train_dataloader = dict(%s)\n' % text if isinstance(cfg.get('train_dataloader'), dict) else None


def section(name, generation, key, text, needs=''):
    @kind(name, generation)
    def _(cfg):
        return '%s = dict(%s)\n' % (key, text) if isinstance(at(cfg, needs or key), dict) else None


def part(name, path, text, only=''):
    """A part of the model that is there, perhaps of one type."""
    @kind(name, E, C)
    def _(cfg):
        d = at(cfg, path)
        if not isinstance(d, dict) or only and at(d, 'type') not in only.split():
            return None
        keys = path.split('.')
        return '%s = %s%s%s\n' % (keys[0], ''.join('dict(%s=' % k for k in keys[1:]), 'dict(%s)' % text, ')' * (len(keys) - 1))


wrapper('a negative rate', 'optimizer=dict(lr=-0.01)')
wrapper('a decay in quotes', "optimizer=dict(weight_decay='1e-4')")
wrapper('a negative decay', 'optimizer=dict(weight_decay=-0.0001)')
wrapper('a norm in quotes', "clip_grad=dict(max_norm='35')")
wrapper('a negative norm', 'clip_grad=dict(max_norm=-1)')
wrapper('accumulation of none', 'accumulative_counts=0')
wrapper('accumulation of one and a half', 'accumulative_counts=1.5')
wrapper('a type of numbers that there is not', "type='AmpOptimWrapper', dtype='fp16'")
wrapper('a wrapper with a letter less', "type='AmpOptimWraper'")
loader('a batch in quotes', "batch_size='8'")
loader('a batch with a point', 'batch_size=8.0')
loader('a batch of none', 'batch_size=0')
loader('a negative batch', 'batch_size=-2')
loader('a half of a worker', 'num_workers=0.5')
section('no epochs', E, 'train_cfg', 'max_epochs=0')
section('an interval of no evaluation', E, 'train_cfg', 'val_interval=0')
section('a loop with a letter less', E, 'train_cfg', "type='EpochBasedTrainLop'")
section('a base batch of none', E, 'auto_scale_lr', 'base_batch_size=0')
section('a base batch in quotes', E, 'auto_scale_lr', "base_batch_size='16'")
section('benchmarks in quotes', E, 'env_cfg', "cudnn_benchmark='False'")
section('a backend with a letter less', E, 'env_cfg', "dist_cfg=dict(backend='ncl')")
section('checkpoints of no interval', E, 'default_hooks', 'checkpoint=dict(interval=0)', 'default_hooks.checkpoint')
section('checkpoints in quotes', E, 'default_hooks', "checkpoint=dict(interval='1')", 'default_hooks.checkpoint')
section('workers in quotes', C, 'data', "workers_per_gpu='4'")
section('samples with a point', C, 'data', 'samples_per_gpu=2.5')
section('no samples', C, 'data', 'samples_per_gpu=0')
section('a negative decay', C, 'optimizer', 'weight_decay=-0.0001')
section('momentum above one', C, 'optimizer', "type='SGD', momentum=9", 'optimizer')
section('checkpoints of no interval', C, 'checkpoint_config', 'interval=0')
section('a log in quotes', C, 'log_config', "interval='50'")
section('an interval of no evaluation', C, 'evaluation', 'interval=0')
section('a backend with a letter less', C, 'dist_params', "backend='ncl'")
section('a norm in quotes', C, 'optimizer_config', "grad_clip=dict(max_norm='35', norm_type=2)")
section('a warmup with letters swapped', C, 'lr_config', "warmup='linaer'")
section('a warmup from ten times the rate', C, 'lr_config', "warmup='linear', warmup_iters=500, warmup_ratio=10")
section('a negative warmup', C, 'lr_config', "warmup='linear', warmup_iters=-500, warmup_ratio=0.1")
part('a norm as a word', 'model.backbone', "norm_cfg='BN'", 'ResNet ResNetV1c ResNetV1d ResNeXt')
part('a norm with a capital', 'model.backbone', "norm_cfg=dict(type='BN2D', requires_grad=True)", 'ResNet ResNetV1c ResNeXt')
part('more frozen stages than there are', 'model.backbone', 'frozen_stages=6', 'ResNet ResNetV1c ResNeXt')
part('a style that there is not', 'model.backbone', "style='pytroch'", 'ResNet ResNetV1c ResNeXt')
part('a depth that there is not', 'model.backbone', 'depth=51', 'ResNet ResNetV1c ResNeXt')
part('out_indices as a number', 'model.backbone', 'out_indices=3', 'ResNet ResNetV1c ResNeXt')
part('a negative number of classes', 'model.bbox_head', 'num_classes=-1')
part('classes in quotes', 'model.bbox_head', "num_classes='80'")
part('a start beyond the levels', 'model.neck', 'start_level=4', 'FPN')
part('channels with a point', 'model.neck', 'out_channels=256.5', 'FPN')
part('no channels', 'model.neck', 'out_channels=0', 'FPN')
part('classes in quotes', 'model.decode_head', "num_classes='19'")
part('a dropout above one', 'model.decode_head', 'dropout_ratio=10')
part('index as a list of one', 'model.decode_head', 'in_index=[3]')
part('a weight in quotes', 'model.decode_head.loss_decode', "loss_weight='1.0'")
part('a weight in quotes', 'model.bbox_head.loss_cls', "loss_weight='1.0'")
part('a negative weight of a loss', 'model.bbox_head.loss_bbox', 'loss_weight=-1.0')


@kind('mean and std swapped', E)
def _(cfg):
    mean, std = at(cfg, 'model.data_preprocessor.mean'), at(cfg, 'model.data_preprocessor.std')
    if isinstance(mean, list) and isinstance(std, list) and mean[0] > 100 and 50 < std[0] < 70:
        return 'model = dict(data_preprocessor=dict(mean=%r, std=%r))\n' % (std, mean)


@kind('one mean for three channels', E)
def _(cfg):
    mean = at(cfg, 'model.data_preprocessor.mean')
    return 'model = dict(data_preprocessor=dict(mean=[123.675, 116.28]))\n' if isinstance(mean, list) and len(mean) == 3 else None


@kind('std of zero', E)
def _(cfg):
    std = at(cfg, 'model.data_preprocessor.std')
    return 'model = dict(data_preprocessor=dict(std=[0.0, 0.0, 0.0]))\n' if isinstance(std, list) and len(std) == 3 else None


@kind('a divisor of none', E)
def _(cfg):
    return 'model = dict(data_preprocessor=dict(pad_size_divisor=0))\n' if is_int(at(cfg, 'model.data_preprocessor.pad_size_divisor')) else None


@kind('a gamma of ten', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 10:
        n = length(cfg)
        return "param_scheduler = [dict(type='MultiStepLR', begin=0, end=%d, by_epoch=True, milestones=[%d, %d], gamma=10)]\n" % (n, n - 4, n - 1)


@kind('one milestone without a list', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 10:
        return "param_scheduler = [dict(type='MultiStepLR', begin=0, end=%d, by_epoch=True, milestones=8, gamma=0.1)]\n" % length(cfg)


@kind('a scheduler with a letter less', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 10:
        return "param_scheduler = [dict(type='CosineAnealingLR', begin=0, end=%d, T_max=%d, by_epoch=True)]\n" % (length(cfg), length(cfg))


@kind('a scheduler that ends before it begins', E)
def _(cfg):
    if loop(cfg) == 'epoch' and length(cfg) > 10:
        n = length(cfg)
        return ("param_scheduler = [dict(type='LinearLR', start_factor=0.1, begin=0, end=2), "
                "dict(type='CosineAnnealingLR', begin=%d, end=2, T_max=%d, by_epoch=True)]\n" % (n, n))


@kind('a scope with a letter more', E)
def _(cfg):
    return "default_scope = '%st'\n" % cfg['default_scope'] if str(cfg.get('default_scope', '')).startswith('mm') else None


@kind('weights as a flag', E, C)
def _(cfg):
    return 'load_from = True\n'


@kind('a metric with a letter more', E)
def _(cfg):
    return "val_evaluator = dict(metric='bboxx')\n" if at(cfg, 'val_evaluator.type') == 'CocoMetric' else None


@kind('a metric with a letter more', C)
def _(cfg):
    return "evaluation = dict(metric='bboxx')\n" if at(cfg, 'data.val.type') == 'CocoDataset' and isinstance(cfg.get('evaluation'), dict) else None


@kind('a threshold in percent', E, C)
def _(cfg):
    if is_number(at(cfg, 'model.test_cfg.score_thr')) and isinstance(at(cfg, 'model.test_cfg.nms'), dict):
        return 'model = dict(test_cfg=dict(nms=dict(iou_threshold=50)))\n'


@kind('a score in percent', E, C)
def _(cfg):
    return 'model = dict(test_cfg=dict(score_thr=5))\n' if is_number(at(cfg, 'model.test_cfg.score_thr')) else None


@kind('images under another name', E)
def _(cfg):
    return "train_dataloader = dict(dataset=dict(data_prefix=dict(_delete_=True, image='train2017/')))\n" \
        if at(cfg, 'train_dataloader.dataset.type') == 'CocoDataset' and at(cfg, 'train_dataloader.dataset.data_prefix') else None


@kind('assigner thresholds crossed', E, C)
def _(cfg):
    if at(cfg, 'model.train_cfg.assigner.type') == 'MaxIoUAssigner':
        return 'model = dict(train_cfg=dict(assigner=dict(pos_iou_thr=0.4, neg_iou_thr=0.5)))\n'


@kind('a sampler of more than all', E, C)
def _(cfg):
    if at(cfg, 'model.train_cfg.rcnn.sampler.type') == 'RandomSampler':
        return 'model = dict(train_cfg=dict(rcnn=dict(sampler=dict(pos_fraction=25))))\n'


@kind('a decay in quotes', C)
def _(cfg):
    return "optimizer = dict(weight_decay='1e-4')\n" if isinstance(cfg.get('optimizer'), dict) else None


@kind('epochs in the wrong order', C)
def _(cfg):
    n = epochs(cfg)
    return 'lr_config = dict(step=[%d, %d])\n' % (n - 1, n - 4) if n and n > 6 and at(cfg, 'lr_config.policy') == 'step' else None


if __name__ == '__main__':
    plant.YAML = {}
    raise SystemExit(plant.main())
