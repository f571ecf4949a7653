"""A value of another kind, at each of many places: a list, a word, a dict or None for a number, a flag, a text or the name of a class, and a text among numbers."""
from plants.kinds import at, C, E, is_dict, Kinds, nest, plain_wrapper

KINDS = Kinds()
add, text = KINDS.add, KINDS.text

FORMS = (('a list', '[3]'), ('a word', "'abc'"), ('a dict', 'dict(a=1)'))
# What holds the argument, the arguments with a place for the value, and the generation.
NUMBERS = (
    ('optim_wrapper', 'clip_grad=dict(max_norm=%s)', E), ('optim_wrapper', 'accumulative_counts=%s', E),
    ('optim_wrapper', 'paramwise_cfg=dict(norm_decay_mult=%s)', E), ('train_dataloader', 'batch_size=%s', E), ('train_dataloader', 'num_workers=%s', E),
    ('train_dataloader', 'prefetch_factor=%s', E), ('default_hooks.checkpoint', 'interval=%s', E), ('default_hooks.checkpoint', 'max_keep_ckpts=%s', E),
    ('default_hooks.logger', 'interval=%s', E), ('auto_scale_lr', 'base_batch_size=%s', E), ('train_cfg', 'val_interval=%s', E),
    ('train_cfg', 'val_begin=%s', E), ('model.bbox_head', 'num_classes=%s', E), ('model.test_cfg', 'nms_pre=%s', E),
    ('data', 'samples_per_gpu=%s', C), ('data', 'workers_per_gpu=%s', C), ('lr_config', "warmup='linear', warmup_iters=%s, warmup_ratio=0.1", C),
    ('lr_config', "warmup='linear', warmup_iters=500, warmup_ratio=%s", C), ('optimizer', 'lr=%s', C), ('optimizer', 'weight_decay=%s', C),
    ('optimizer_config', 'grad_clip=dict(max_norm=%s, norm_type=2)', C), ('checkpoint_config', 'interval=%s', C), ('evaluation', 'interval=%s', C),
    ('evaluation', 'start=%s', C), ('log_config', 'interval=%s', C), ('model.bbox_head', 'num_classes=%s', C), ('model.test_cfg', 'max_per_img=%s', C))
for path, arguments, generation in NUMBERS:
    for what, value in FORMS:
        holds = plain_wrapper if path == 'optim_wrapper' else is_dict(path)
        add('%s for %s of %s' % (what, arguments.partition('=%s')[0].split('(')[-1].split(' ')[-1], path), (generation,),
            lambda cfg, path=path, arguments=arguments, value=value, holds=holds: nest(path, 'dict(%s)' % (arguments % value)) if holds(cfg) else None)

SCHEDULER = "param_scheduler = [dict(type='LinearLR', start_factor=0.001, by_epoch=False, begin=0, end=500), dict(%s)]\n"
for what, arguments in (
        ('milestones among texts', "type='MultiStepLR', milestones=[8, '11'], gamma=0.1"), ('milestones in quotes', "type='MultiStepLR', milestones=['8', '11'], gamma=0.1"),
        ('a list for gamma', "type='StepLR', step_size=3, gamma=[0.1]"), ('a word for an end', "type='CosineAnnealingLR', begin=0, end='last', T_max=12"),
        ('a list for a power', "type='PolyLR', power=[0.9], begin=0, end=12")):
    text(what, E, SCHEDULER % arguments, is_dict('train_cfg'))
text('steps in quotes', C, "lr_config = dict(_delete_=True, policy='step', step=['8', '11'])\n", is_dict('lr_config'))
text('a step among texts', C, "lr_config = dict(_delete_=True, policy='step', step=[8, '11'])\n", is_dict('lr_config'))
text('a policy in a list', C, "lr_config = dict(policy=['step'])\n", is_dict('lr_config'))
for path in ('model', 'model.backbone', 'model.neck', 'model.bbox_head', 'model.decode_head', 'model.head'):
    for what, value in (('a list', "['ResNet']"), ('a number', '3'), ('a dict', "dict(type='ResNet')")):
        add('%s for the type of %s' % (what, path), (E, C),
            lambda cfg, path=path, value=value: nest(path, 'dict(_delete_=True, type=%s)' % value) if isinstance(at(cfg, path + '.type'), str) else None)
