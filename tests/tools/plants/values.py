"""One value: out of its range, of the wrong kind, in the wrong order, or in quotes; words that are nearly right."""
from plants.kinds import at, C, E, epochs, is_dict, is_int, is_number, Kinds, length, loop, nest, plain_wrapper

KINDS = Kinds()
add, kind, text = KINDS.add, KINDS.kind, KINDS.text


def part(name, path, arguments, only=''):
    """A part of the model that is there, perhaps of one type."""
    add(name, (E, C), lambda cfg: nest(path, 'dict(%s)' % arguments) if is_dict(path)(cfg) and (not only or at(cfg, path + '.type') in only.split()) else None)


text('a negative rate', E, 'optim_wrapper = dict(optimizer=dict(lr=-0.01))\n', plain_wrapper)
text('a decay in quotes', E, "optim_wrapper = dict(optimizer=dict(weight_decay='1e-4'))\n", plain_wrapper)
text('a negative decay', E, 'optim_wrapper = dict(optimizer=dict(weight_decay=-0.0001))\n', plain_wrapper)
text('a norm in quotes', E, "optim_wrapper = dict(clip_grad=dict(max_norm='35'))\n", plain_wrapper)
text('a negative norm', E, 'optim_wrapper = dict(clip_grad=dict(max_norm=-1))\n', plain_wrapper)
text('accumulation of none', E, 'optim_wrapper = dict(accumulative_counts=0)\n', plain_wrapper)
text('accumulation of one and a half', E, 'optim_wrapper = dict(accumulative_counts=1.5)\n', plain_wrapper)
text('a type of numbers that there is not', E, "optim_wrapper = dict(type='AmpOptimWrapper', dtype='fp16')\n", plain_wrapper)
text('a wrapper with a letter less', E, "optim_wrapper = dict(type='AmpOptimWraper')\n", plain_wrapper)
text('a batch in quotes', E, "train_dataloader = dict(batch_size='8')\n", is_dict('train_dataloader'))
text('a batch with a point', E, 'train_dataloader = dict(batch_size=8.0)\n', is_dict('train_dataloader'))
text('a batch of none', E, 'train_dataloader = dict(batch_size=0)\n', is_dict('train_dataloader'))
text('a negative batch', E, 'train_dataloader = dict(batch_size=-2)\n', is_dict('train_dataloader'))
text('a half of a worker', E, 'train_dataloader = dict(num_workers=0.5)\n', is_dict('train_dataloader'))
text('no epochs', E, 'train_cfg = dict(max_epochs=0)\n', is_dict('train_cfg'))
text('an interval of no evaluation', E, 'train_cfg = dict(val_interval=0)\n', is_dict('train_cfg'))
text('a loop with a letter less', E, "train_cfg = dict(type='EpochBasedTrainLop')\n", is_dict('train_cfg'))
text('a base batch of none', E, 'auto_scale_lr = dict(base_batch_size=0)\n', is_dict('auto_scale_lr'))
text('a base batch in quotes', E, "auto_scale_lr = dict(base_batch_size='16')\n", is_dict('auto_scale_lr'))
text('benchmarks in quotes', E, "env_cfg = dict(cudnn_benchmark='False')\n", is_dict('env_cfg'))
text('a backend with a letter less', E, "env_cfg = dict(dist_cfg=dict(backend='ncl'))\n", is_dict('env_cfg'))
text('checkpoints of no interval', E, 'default_hooks = dict(checkpoint=dict(interval=0))\n', is_dict('default_hooks.checkpoint'))
text('checkpoints in quotes', E, "default_hooks = dict(checkpoint=dict(interval='1'))\n", is_dict('default_hooks.checkpoint'))
text('workers in quotes', C, "data = dict(workers_per_gpu='4')\n", is_dict('data'))
text('samples with a point', C, 'data = dict(samples_per_gpu=2.5)\n', is_dict('data'))
text('no samples', C, 'data = dict(samples_per_gpu=0)\n', is_dict('data'))
text('a negative decay', C, 'optimizer = dict(weight_decay=-0.0001)\n', is_dict('optimizer'))
text('momentum above one', C, "optimizer = dict(type='SGD', momentum=9)\n", is_dict('optimizer'))
text('checkpoints of no interval', C, 'checkpoint_config = dict(interval=0)\n', is_dict('checkpoint_config'))
text('a log in quotes', C, "log_config = dict(interval='50')\n", is_dict('log_config'))
text('an interval of no evaluation', C, 'evaluation = dict(interval=0)\n', is_dict('evaluation'))
text('a backend with a letter less', C, "dist_params = dict(backend='ncl')\n", is_dict('dist_params'))
text('a norm in quotes', C, "optimizer_config = dict(grad_clip=dict(max_norm='35', norm_type=2))\n", is_dict('optimizer_config'))
text('a warmup with letters swapped', C, "lr_config = dict(warmup='linaer')\n", is_dict('lr_config'))
text('a warmup from ten times the rate', C, "lr_config = dict(warmup='linear', warmup_iters=500, warmup_ratio=10)\n", is_dict('lr_config'))
text('a negative warmup', C, "lr_config = dict(warmup='linear', warmup_iters=-500, warmup_ratio=0.1)\n", is_dict('lr_config'))
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
text('a divisor of none', E, 'model = dict(data_preprocessor=dict(pad_size_divisor=0))\n', lambda cfg: is_int(at(cfg, 'model.data_preprocessor.pad_size_divisor')))
text('a metric with a letter more', E, "val_evaluator = dict(metric='bboxx')\n", lambda cfg: at(cfg, 'val_evaluator.type') == 'CocoMetric')
text('a metric with a letter more', C, "evaluation = dict(metric='bboxx')\n", lambda cfg: at(cfg, 'data.val.type') == 'CocoDataset' and isinstance(cfg.get('evaluation'), dict))
text('a score in percent', (E, C), 'model = dict(test_cfg=dict(score_thr=5))\n', lambda cfg: is_number(at(cfg, 'model.test_cfg.score_thr')))
text('a decay in quotes', C, "optimizer = dict(weight_decay='1e-4')\n", is_dict('optimizer'))


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


@kind('a threshold in percent', E, C)
def _(cfg):
    if is_number(at(cfg, 'model.test_cfg.score_thr')) and isinstance(at(cfg, 'model.test_cfg.nms'), dict):
        return 'model = dict(test_cfg=dict(nms=dict(iou_threshold=50)))\n'


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


@kind('epochs in the wrong order', C)
def _(cfg):
    n = epochs(cfg)
    return 'lr_config = dict(step=[%d, %d])\n' % (n - 1, n - 4) if n and n > 6 and at(cfg, 'lr_config.policy') == 'step' else None
