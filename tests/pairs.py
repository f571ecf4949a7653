"""Configs of both generations in which each two ways to say two of their settings meet, and what commands make of them.

    tests/pairs.py FOLDER     writes FOLDER/old_NN.py and FOLDER/new_NN.py, and prints a digest of what each command line says of each of them

The digests stand in transcripts/pairs.txt. They tell that a schedule, a plan or a migration is another one than before; whether it is right
is what cases and unit tests say.
"""
import itertools
import os
import random
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

TRIES = 24  # of which the one with most new pairs is taken
LINES = dict(old=['show --schedule', 'scale --gpus 3 --diff', 'check --select ALL --gpus 2 --gpu t4 --format jsonl', 'migrate --diff'],
             new=['show --schedule', 'scale --gpus 3 --diff', 'check --select ALL --gpus 2 --gpu t4 --format jsonl'])
IN_TURN = ['estimate --gpu t4 --gpus 2 --format json', 'plan --gpu t4 --gpus 2 --target 60% --format json', 'plan --gpu a100 --gpus 8 --target 90% --prefer speed --diff']

# --- of mmcv ---

DETECTOR = """model = dict(
    type='RetinaNet', backbone=dict(type='ResNet', depth=18, frozen_stages=%s, norm_cfg=dict(type='BN'), norm_eval=%s),
    neck=dict(type='FPN', in_channels=[64, 128, 256, 512], out_channels=32, start_level=1, add_extra_convs='on_input', num_outs=5),
    bbox_head=dict(type='RetinaHead', num_classes=80, in_channels=32, stacked_convs=1, feat_channels=32,
                   anchor_generator=dict(type='AnchorGenerator', octave_base_scale=4, scales_per_octave=3, ratios=[1.0], strides=[8, 16, 32, 64, 128]),
                   bbox_coder=dict(type='DeltaXYWHBBoxCoder')),
    train_cfg=dict(assigner=dict(type='MaxIoUAssigner', pos_iou_thr=0.5, neg_iou_thr=0.4, min_pos_iou=0, ignore_iof_thr=-1), allowed_border=-1,
                   pos_weight=-1, debug=False),
    test_cfg=dict(nms_pre=1000, min_bbox_size=0, score_thr=0.05, nms=dict(type='nms', iou_threshold=0.5), max_per_img=100))
"""
SEGMENTOR = """model = dict(
    type='EncoderDecoder', backbone=dict(type='ResNetV1c', depth=18, norm_cfg=dict(type='SyncBN', requires_grad=True), out_indices=(0, 1, 2, 3)),
    decode_head=dict(type='FCNHead', in_channels=512, in_index=3, channels=32, num_convs=1, concat_input=False, num_classes=19,
                     norm_cfg=dict(type='SyncBN', requires_grad=True)), train_cfg=dict(), test_cfg=dict(mode='whole'))
"""
CLASSIFIER = """model = dict(
    type='ImageClassifier', backbone=dict(type='ResNet', depth=18, num_stages=4, out_indices=(3, )), neck=dict(type='GlobalAveragePooling'),
    head=dict(type='LinearClsHead', num_classes=1000, in_channels=512, loss=dict(type='CrossEntropyLoss', loss_weight=1.0)))
"""
OLD_STEPS = """pipeline = [
    dict(type='LoadImageFromFile'), %s, %s,
    dict(type='RandomFlip', %s=0.5), dict(type='Normalize', mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True),
    dict(type='Pad', size_divisor=32), dict(type='DefaultFormatBundle'), dict(type='Collect', keys=[%s])]
"""
DETECTING = OLD_STEPS % ("dict(type='LoadAnnotations', with_bbox=True)", '%s', 'flip_ratio', "'img', 'gt_bboxes', 'gt_labels'")
SEGMENTING = OLD_STEPS % ("dict(type='LoadAnnotations')", "dict(type='Resize', img_scale=(512, 256)), dict(type='RandomCrop', crop_size=(128, 128))",
                          'prob', "'img', 'gt_semantic_seg'")
CLASSIFYING = """pipeline = [
    dict(type='LoadImageFromFile'), dict(type='RandomResizedCrop', size=64), dict(type='Normalize', mean=[1.0, 2, 3], std=[4.0, 5, 6], to_rgb=True),
    dict(type='ImageToTensor', keys=['img']), dict(type='ToTensor', keys=['gt_label']), dict(type='Collect', keys=['img', 'gt_label'])]
"""
COCO = "dict(type='CocoDataset', ann_file='a.json', img_prefix='img/', pipeline=pipeline)"
OLD = {
    'model': [
        DETECTOR % (1, True) + DETECTING % "dict(type='Resize', img_scale=(256, 192), keep_ratio=True)",
        DETECTOR % (-1, False) + DETECTING % "dict(type='Resize', img_scale=[(256, 128), (256, 192)], multiscale_mode='range', keep_ratio=False)",
        SEGMENTOR + SEGMENTING, CLASSIFIER + CLASSIFYING],
    'batch': ['samples_per_gpu=2, workers_per_gpu=2', 'samples_per_gpu=5, workers_per_gpu=0', 'imgs_per_gpu=4, workers_per_gpu=4',
              'samples_per_gpu=2, train_dataloader=dict(samples_per_gpu=3, persistent_workers=True)'],
    'wrapped': ['%s', "dict(type='RepeatDataset', times=3, dataset=%s)", "dict(type='ClassBalancedDataset', oversample_thr=1e-3, dataset=%s)", '[%s]'],
    'optimizer': ["dict(type='SGD', lr=0.02, momentum=0.9, weight_decay=1e-4)", "dict(type='AdamW', lr=1e-4, betas=(0.9, 0.999), weight_decay=0.05)",
                  "dict(type='SGD', lr=0.01, momentum=0.9, nesterov=True, paramwise_cfg=dict(bias_lr_mult=2.0, bias_decay_mult=0.0))",
                  "dict(type='AdamW', lr=2e-4, paramwise_cfg=dict(custom_keys={'backbone': dict(lr_mult=0.1), 'norm': dict(decay_mult=0.0)}))",
                  "dict(type='RMSprop', lr=5e-3, alpha=0.9, eps=1e-3)", "dict(type='Adam', lr=3e-4)"],
    'stepping': ['optimizer_config = dict(grad_clip=None)', 'optimizer_config = dict(grad_clip=dict(max_norm=35, norm_type=2))', 'optimizer_config = dict()',
                 "optimizer_config = dict(type='GradientCumulativeOptimizerHook', cumulative_iters=4)",
                 "optimizer_config = dict(type='Fp16OptimizerHook', loss_scale='dynamic', grad_clip=dict(max_norm=10))",
                 "optimizer_config = dict(type='GradientCumulativeFp16OptimizerHook', cumulative_iters=2, loss_scale=512.)"],
    'rate': ["dict(policy='step', warmup='linear', warmup_iters=500, warmup_ratio=0.001, step=[8, 11])",
             "dict(policy='CosineAnnealing', warmup='linear', warmup_iters=100, warmup_ratio=0.1, min_lr_ratio=1e-3)",
             "dict(policy='poly', power=0.9, min_lr=1e-4, by_epoch=False)", "dict(policy='OneCycle', max_lr=0.05, pct_start=0.4, div_factor=10)",
             "dict(policy='cyclic', target_ratio=(10, 1e-4), cyclic_times=1, step_ratio_up=0.4)", "dict(policy='exp', gamma=0.95, min_lr=1e-6)",
             "dict(policy='step', step=[6], gamma=0.2, warmup='exp', warmup_iters=2, warmup_ratio=0.01, warmup_by_epoch=True)",
             "dict(policy='inv', gamma=0.1, power=0.75)", "dict(policy='fixed', warmup='constant', warmup_iters=50, warmup_ratio=0.3)",
             "dict(policy='step', step=2, by_epoch=False)", "dict(policy='CosineAnnealing', min_lr=0.0, by_epoch=False)",
             "dict(policy='CosineRestart', periods=[4, 8], restart_weights=[1, 0.5], min_lr_ratio=0.01)"],
    'momentum': ['', "momentum_config = dict(policy='cyclic', target_ratio=(0.85, 1), cyclic_times=1, step_ratio_up=0.4)",
                 "momentum_config = dict(policy='OneCycle')"],
    'length': ["runner = dict(type='EpochBasedRunner', max_epochs=12)", "runner = dict(type='IterBasedRunner', max_iters=4000)", 'total_epochs = 9',
               "runner = dict(type='EpochBasedRunner', max_epochs=12)\ntotal_epochs = 10"],
    'workflow': ["workflow = [('train', 1)]", "workflow = [('train', 1), ('val', 1)]"],
    'evaluation': ["evaluation = dict(interval=1, metric='bbox')", 'evaluation = dict(interval=500)', "evaluation = dict(interval=2, start=10, save_best='auto')",
                   "evaluation = dict(interval=3, dynamic_intervals=[(8, 1)])", '', "evaluation = dict(interval=200, by_epoch=False, metric='mIoU', pre_eval=True)"],
    'checkpoints': ['checkpoint_config = dict(interval=1)', 'checkpoint_config = dict(interval=5, max_keep_ckpts=3)',
                    'checkpoint_config = dict(by_epoch=False, interval=400)', 'checkpoint_config = None'],
    'precision': ['', 'fp16 = dict(loss_scale=512.)', "fp16 = dict(loss_scale='dynamic')", 'fp16 = dict(loss_scale=dict(init_scale=1024))'],
    'hooks': ['', "custom_hooks = [dict(type='NumClassCheckHook')]", "custom_hooks = [dict(type='EMAHook', momentum=1e-4, priority=49)]",
              "custom_hooks = [dict(type='YOLOXModeSwitchHook', num_last_epochs=3), dict(type='SyncNormHook', num_last_epochs=3, interval=2)]"],
    'scaling': ['', 'auto_scale_lr = dict(enable=True, base_batch_size=16)', 'auto_scale_lr = dict(enable=False, base_batch_size=32)', 'gpu_ids = range(4)'],
    'begin': ['', "load_from = 'x.pth'", "resume_from = 'latest.pth'", 'auto_resume = True', 'find_unused_parameters = True', 'cudnn_benchmark = True'],
    'logging': ["log_config = dict(interval=50, hooks=[dict(type='TextLoggerHook')])", '',
                "log_config = dict(interval=10, hooks=[dict(type='TextLoggerHook', by_epoch=False), dict(type='TensorboardLoggerHook')])"],
    'name': ['', '_8xb2', '_4x4_12e', '_b16x1'],
}


def old(x):
    data = "dict(type='CityscapesDataset', data_root='d/', pipeline=pipeline)" if x['model'].startswith(SEGMENTOR) else (
        "dict(type='ImageNet', data_prefix='d/', pipeline=pipeline)" if x['model'].startswith(CLASSIFIER) else COCO)
    batch = x['batch'] if data == COCO else x['batch'].replace('imgs_per_gpu', 'samples_per_gpu')  # mmdet's own word
    return x['model'] + 'data = dict(\n    %s,\n    train=%s,\n    val=%s, test=%s)\noptimizer = %s\n%s\nlr_config = %s\n' % (
        batch, x['wrapped'] % data, data, data, x['optimizer'], x['stepping'], x['rate']) + '\n'.join(
        x[k] for k in ('momentum', 'length', 'workflow', 'evaluation', 'checkpoints', 'precision', 'hooks', 'scaling', 'begin', 'logging')) + '\n'


# --- of mmengine ---

NEW_STEPS = """pipeline = [
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True), %s,
    dict(type='RandomFlip', prob=0.5), dict(type='PackDetInputs')]
"""
PREPARED = "data_preprocessor=dict(type='DetDataPreprocessor', mean=[1.0, 2, 3], std=[4.0, 5, 6], bgr_to_rgb=True, pad_size_divisor=32), backbone="
NEW = {
    'model': [(DETECTOR % (1, True)).replace('backbone=', PREPARED, 1) + NEW_STEPS % "dict(type='Resize', scale=(256, 192), keep_ratio=True)",
              (DETECTOR % (-1, False)).replace('backbone=', PREPARED, 1)
              + NEW_STEPS % "dict(type='RandomChoiceResize', scales=[(256, 128), (256, 192)], keep_ratio=True)"],
    'scope': ["default_scope = 'mmdet'", "default_scope = 'mmdet'\nrunner_type = 'FlexibleRunner'\nstrategy = dict(type='DeepSpeedStrategy', zero_optimization=dict(stage=2))",
              "default_scope = 'mmdet'\nmodel_wrapper_cfg = dict(type='MMDistributedDataParallel', static_graph=True)"],
    'batch': ['batch_size=2, num_workers=2, persistent_workers=True', 'batch_size=5, num_workers=0', 'batch_size=3, num_workers=4, drop_last=True'],
    'sampler': ["sampler=dict(type='DefaultSampler', shuffle=True)", "sampler=dict(type='InfiniteSampler', shuffle=True)",
                "sampler=dict(type='DefaultSampler', shuffle=True), batch_sampler=dict(type='AspectRatioBatchSampler')"],
    'wrapped': ['%s', "dict(type='RepeatDataset', times=3, dataset=%s)", "dict(type='ConcatDataset', datasets=[%s])"],
    'optimizer': ["dict(type='SGD', lr=0.02, momentum=0.9, weight_decay=1e-4)", "dict(type='AdamW', lr=1e-4, weight_decay=0.05)",
                  "dict(type='Lion', lr=1e-5)", "dict(type='Adam', lr=1e-3, amsgrad=True)"],
    'wrapper': ["type='OptimWrapper'", "type='AmpOptimWrapper', loss_scale='dynamic'", "type='AmpOptimWrapper', dtype='bfloat16'",
                "type='OptimWrapper', accumulative_counts=4", "type='AmpOptimWrapper', loss_scale=512., accumulative_counts=2", "type='ApexOptimWrapper', opt_level='O1'"],
    'clipped': ['', ', clip_grad=dict(max_norm=35, norm_type=2)', ', clip_grad=dict(type="value", clip_value=0.2)',
                ", paramwise_cfg=dict(custom_keys={'backbone': dict(lr_mult=0.1)})", ', paramwise_cfg=dict(norm_decay_mult=0.0, bias_lr_mult=2.0)'],
    'rate': ["[dict(type='LinearLR', start_factor=0.001, by_epoch=False, begin=0, end=500), dict(type='MultiStepLR', begin=0, end=12, milestones=[8, 11], gamma=0.1)]",
             "[dict(type='CosineAnnealingLR', T_max=12, eta_min=1e-5, by_epoch=True, convert_to_iter_based=True)]", "dict(type='PolyLR', power=0.9, eta_min=1e-4, end=4000, by_epoch=False)",
             "[dict(type='QuadraticWarmupLR', by_epoch=True, begin=0, end=5, convert_to_iter_based=True), dict(type='CosineAnnealingLR', begin=5, T_max=7, end=12, eta_min_ratio=0.05)]",
             "dict(type='OneCycleLR', eta_max=0.05, total_steps=4000, by_epoch=False)", "[dict(type='ExponentialLR', gamma=0.9), dict(type='ConstantLR', factor=0.5, end=3)]",
             "dict(type='StepLR', step_size=4, gamma=0.5)", "[dict(type='CosineRestartLR', periods=[4, 8], restart_weights=[1, 0.5], eta_min=0)]", 'None',
             "[dict(type='LinearLR', start_factor=0.1, end=2, by_epoch=True), dict(type='LinearMomentum', start_factor=0.5, end=4)]"],
    'length': ["dict(type='EpochBasedTrainLoop', max_epochs=12, val_interval=1)", "dict(type='IterBasedTrainLoop', max_iters=4000, val_interval=500)",
               'dict(by_epoch=True, max_epochs=12, val_begin=6)', 'dict(by_epoch=True, max_epochs=9, dynamic_intervals=[(7, 1)], val_interval=3)'],
    'default_hooks': ["dict(checkpoint=dict(type='CheckpointHook', interval=1))", "dict(checkpoint=dict(type='CheckpointHook', interval=400, by_epoch=False, save_best='auto'))",
                      "dict(logger=dict(type='LoggerHook', interval=10), checkpoint=dict(type='CheckpointHook', interval=2, max_keep_ckpts=3))"],
    'hooks': ['', "custom_hooks = [dict(type='EMAHook', ema_type='ExpMomentumEMA', momentum=2e-4)]", "custom_hooks = [dict(type='EarlyStoppingHook', monitor='coco/bbox_mAP')]",
              "custom_hooks = [dict(type='PipelineSwitchHook', switch_epoch=10, switch_pipeline=pipeline)]"],
    'scaling': ['', 'auto_scale_lr = dict(enable=True, base_batch_size=16)', 'auto_scale_lr = dict(enable=False, base_batch_size=32)'],
    'begin': ['', "load_from = 'x.pth'", "resume = True", 'compile = True', "env_cfg = dict(cudnn_benchmark=True)", "find_unused_parameters = True",
              "activation_checkpointing = ['backbone.layer1', 'backbone.layer2']", 'randomness = dict(seed=3, deterministic=True)', 'efficient_conv_bn_eval = True'],
    'name': ['', '_8xb2', '_4xb4-12e'],
}


def new(x):
    data = "dict(type='CocoDataset', data_root='d/', ann_file='a.json', data_prefix=dict(img='img/'), pipeline=pipeline)"
    test = "dict(batch_size=1, num_workers=2, sampler=dict(type='DefaultSampler', shuffle=False), dataset=%s)" % data
    return x['model'] + '%s\ntrain_dataloader = dict(\n    %s,\n    %s, dataset=%s)\nval_dataloader = %s\ntest_dataloader = val_dataloader\n' % (
        x['scope'], x['batch'], x['sampler'], x['wrapped'] % data, test) + """val_evaluator = dict(type='CocoMetric', ann_file='a.json', metric='bbox')
test_evaluator = val_evaluator
train_cfg = %s
val_cfg = dict(type='ValLoop')
test_cfg = dict(type='TestLoop')
optim_wrapper = dict(%s, optimizer=%s%s)
param_scheduler = %s
default_hooks = %s
%s
%s
%s
""" % tuple(x[k] for k in ('length', 'wrapper', 'optimizer', 'clipped', 'rate', 'default_hooks', 'hooks', 'scaling', 'begin'))


# --- all pairs ---

def pairs_of(x):
    return set(itertools.combinations(sorted(x.items()), 2))


def covering(ways, seed):
    """Choices of one way for each setting, until each two ways have met."""
    drawn, left = random.Random(seed), set()
    for a, b in itertools.combinations(sorted(ways), 2):
        left |= {((a, i), (b, j)) for i in ways[a] for j in ways[b]}
    while left:
        (a, i), (b, j) = min(left)
        tries = [{k: drawn.choice(v) for k, v in sorted(ways.items())} for _ in range(TRIES)]
        best = max((dict(x, **{a: i, b: j}) for x in tries), key=lambda x: len(pairs_of(x) & left))
        left -= pairs_of(best)
        yield best


def said(folder, name, lines):
    digests = []
    for line in lines:
        p = subprocess.run(['cfglint', *line.split(), name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        digests.append('%d %08x' % (p.returncode, zlib.crc32(p.stdout)))
    return '%s: %s' % (name, ', '.join(digests))


def main():
    folder, work = sys.argv[1], []
    for kind, ways, make in (('old', OLD, old), ('new', NEW, new)):
        for i, x in enumerate(covering(ways, 7)):
            name = '%s_%02d%s.py' % (kind, i, x['name'])
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                f.write(make(x))
            work.append((name, LINES[kind] + [IN_TURN[i % len(IN_TURN)]]))
    with ThreadPoolExecutor(2) as pool:
        print('\n'.join(pool.map(lambda w: said(folder, *w), work)))


if __name__ == '__main__':
    main()
