"""No rule fails on a config whose values are of other kinds than it expects."""
import copy
import json
import os
import subprocess
import sys
import tempfile

import effort

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
EACH = 5 if effort.built_with(exe)[0] else 1  # with sanitizers, every fifth


class Said(str):
    """A value as a config writes it."""
    __repr__ = str.__str__


ODD = [None, 7, -1, 0.5, True, '', 'text', [], [[1], 'a', None], (), {}, {'type': 3}, {'a': {'type': 'X'}}, [{'type': None}, 1], {'type': 'SGD', 1: 2, None: 3},
       {'type': 'OptimWrapper', 'optimizer': 1, 2: 3}, {1: {'type': 'ResNet', 'norm_evall': 1}}]
# What no arithmetic goes on with.
INFINITE, NO_SIZE = Said("float('inf')"), [Said(v) for v in ("float('nan')", '10 ** 400', '1e308', "'\u00b2'")]

PIPELINE = [dict(type='LoadImageFromFile'), dict(type='Resize', img_scale=[(1, 2), (3, 4)], scale=(1, 2)),
            dict(type='RandomCrop', crop_size=(5, 6)), dict(type='Normalize', mean=[0, 0, 0], std=[1., 1., 1.])]
MODEL = dict(
    type='BEVFormer', pretrained='torchvision://a', init_cfg=None,
    data_preprocessor=dict(type='P', size=(4, 4), mean=[0, 0, 0], std=[1, 1, 1],
                           voxel_layer=dict(voxel_size=[.1, .1, .2], point_cloud_range=[0, 0, 0, 1, 1, 1])),
    backbone=dict(type='ResNet', depth=50, frozen_stages=1, with_cp=True, norm_cfg=dict(type='SyncBN'),
                  init_cfg=dict(type='Pretrained', checkpoint='detectron2/resnet50_caffe')),
    bbox_head=dict(type='RetinaHead', num_classes=3), roi_head=dict(bbox_head=[dict(num_classes=3)]),
    decode_head=dict(type='PSPHead', num_classes=3, norm_cfg=dict(type='BN')), auxiliary_head=[dict(num_classes=3)],
    middle_encoder=dict(sparse_shape=[5, 10, 10]), train_cfg=dict(pts=dict(voxel_size=[.1, .1, .2])))
NEW = dict(
    model=MODEL, default_scope='mmdet', load_from=None, resume=True, sync_bn='x', find_unused_parameters=True,
    model_wrapper_cfg=dict(type='W'), strategy=dict(type='FSDPStrategy'), env_cfg=dict(cudnn_benchmark=True),
    randomness=dict(seed=0, deterministic=True),
    train_dataloader=dict(batch_size=1, num_workers=0, persistent_workers=True, sampler=dict(type='InfiniteSampler'),
                          dataset=dict(type='RepeatDataset', times=2, classes=('a', ), dataset=dict(
                              type='CocoDataset', metainfo=dict(classes=('a', 'b')), pipeline=PIPELINE))),
    val_dataloader=dict(dataset=dict(type='CocoDataset', metainfo=dict(classes=('a', )), pipeline=PIPELINE)),
    train_cfg=dict(type='IterBasedTrainLoop', max_iters=10, val_interval=20),
    optim_wrapper=dict(type='AmpOptimWrapper', loss_scale=512, accumulative_counts=3, clip_grad=dict(max_norm=1),
                       optimizer=dict(type='AdamW', lr=.1, weight_decay=.1),
                       paramwise_cfg=dict(custom_keys=dict(a=dict(decay_mult=0.)))),
    param_scheduler=[dict(type='LinearLR', begin=0, end=20, by_epoch=False),
                     dict(type='CosineAnnealingLR', begin=30, end=5, T_max=4, eta_min=1., by_epoch=False),
                     dict(type='MultiStepLR', milestones=[3, 40], by_epoch=True)],
    default_hooks=dict(checkpoint=dict(interval=30, by_epoch=True)), auto_scale_lr=dict(enable=True, base_batch_size=16),
    custom_hooks=[dict(type='PipelineSwitchHook', switch_epoch=9), dict(type='EMAHook')])
OLD = dict(
    model=MODEL, load_from=None, resume_from='a', fp16=dict(loss_scale=512), find_unused_parameters=True, cudnn_benchmark=True,
    deterministic=True, total_epochs=5, total_iters=5,
    data=dict(samples_per_gpu=1, imgs_per_gpu=2, workers_per_gpu=0, persistent_workers=True,
              train=dict(type='CBGSDataset', classes=['a'], dataset=dict(type='X', classes=('a', 'b'), pipeline=PIPELINE)),
              val=dict(type='X', classes='a', pipeline=PIPELINE), test=dict(type='X', classes=('b', ), pipeline=PIPELINE)),
    optimizer=dict(type='AdamW', lr=.1, paramwise_cfg=dict(norm_decay_mult=0., custom_keys=dict(a=dict(decay_mult=0.)))),
    optimizer_config=dict(type='GradientCumulativeFp16OptimizerHook', loss_scale='512', cumulative_iters=3, grad_clip=dict(max_norm=1)),
    lr_config=dict(policy='step', step=(8, 11), warmup='linear', warmup_iters=500, min_lr=0, min_lr_ratio=0, target_ratio=[1]),
    momentum_config=dict(policy='cyclic'), runner=dict(type='IterBasedRunner', max_iters=4, max_epochs=3),
    checkpoint_config=dict(interval=9, by_epoch=True), evaluation=dict(interval=9), log_config=dict(interval=9),
    auto_scale_lr=dict(enable=True), custom_hooks=[dict(type='NumClassCheckHook'), dict(type='GradientCumulativeOptimizerHook')])


def places(value, path=()):
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield path + (key, )
        if isinstance(inner, (dict, list)):
            yield from places(inner, path + (key, ))


def put(config, path, value):
    at = config
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value


n = 0
with tempfile.TemporaryDirectory() as folder:
    for name, config, profiles in (('new', NEW, ['mmengine']), ('old', OLD, ['mmdet', 'bevfusion'])):
        below = os.path.join(folder, name, 'configs')
        os.makedirs(below)
        for i, (path, odd) in enumerate((p, v) for k, p in enumerate(places(config))
                                        for v in (ODD[k % len(ODD)], INFINITE, NO_SIZE[k % len(NO_SIZE)])):
            if i % EACH:
                continue
            changed = copy.deepcopy(config)
            put(changed, path, odd)
            with open(os.path.join(below, 'c%d.py' % i), 'w', encoding='utf-8') as f:
                f.write("_base_ = './base.py'\n")
                f.writelines('%s = %r\n' % item for item in changed.items())
            n += 1
        with open(os.path.join(below, 'base.py'), 'w', encoding='utf-8') as f:
            f.writelines('%s = %r\n' % (k, v) for k, v in config.items() if k in ('optimizer', 'train_cfg'))
        for profile in profiles:
            p = subprocess.run([exe, 'check', '--select', 'ALL', '--profile', profile, '--format', 'json', '--gpus', '1', name + '/configs'],
                               cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            bad = [f for f in json.loads(p.stdout)['findings'] if f['code'] == 'LIB001'] if p.stdout else [p.stderr]
            if bad or p.returncode != 1:
                sys.exit('%s: status %d\n%s%s' % (profile, p.returncode, json.dumps(bad[:5], indent=1), p.stderr))
print('%d checks' % n)
