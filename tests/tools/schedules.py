#!/usr/bin/env python3
"""Are the rates of `show --schedule` those that mmcv's own hooks and mmengine's own schedulers set, at every iteration?

    PYTHONPATH=SITE schedules.py CFGLINT FILE...

SITE has mmcv 1.x or mmengine; configs of the other generation are left out, and so are policies of a project's own.
PyTorch, on a CPU, is needed, too; without it nothing is done.  An epoch has a few iterations, so that a run is short.
"""
import json
import os
import subprocess
import sys
import types
import warnings

EPOCH = 7
warnings.simplefilter('ignore')
try:
    import torch
except ImportError:
    print('no PyTorch: nothing is compared')
    sys.exit(0)
for name in ('torchvision', 'torchvision.models', 'torchvision.transforms'):  # mmcv 1.x imports it for checkpoints
    sys.modules.setdefault(name, types.ModuleType(name))


def optimizer_of(config):
    config = config or {}
    weights = [torch.nn.Parameter(torch.zeros(1))]
    if 'betas' in config or config.get('type', 'SGD').startswith('Adam'):
        return torch.optim.AdamW(weights, lr=config['lr'], betas=tuple(config.get('betas', (0.9, 0.999))))
    return torch.optim.SGD(weights, lr=config['lr'], momentum=config.get('momentum', 0))


def values(optimizer):
    group = optimizer.param_groups[0]
    return group['lr'], group['betas'][0] if 'betas' in group else group['momentum']


def tuples(config):
    return {k: tuple(v) if isinstance(v, list) and k == 'target_ratio' else v for k, v in config.items()}


def of_mmcv(config):
    from mmcv.runner import hooks
    runner = config.get('runner') or {}
    epochs, iters = runner.get('max_epochs', config.get('total_epochs')), runner.get('max_iters', config.get('total_iters'))
    optimizer, made = optimizer_of(config.get('optimizer')), []
    for key, suffix in (('lr_config', 'LrUpdaterHook'), ('momentum_config', 'MomentumUpdaterHook')):
        section = dict(config.get(key) or {})
        if section:
            policy = section.pop('policy')
            if epochs is None and key == 'lr_config':  # IterBasedRunner.register_training_hooks
                section.setdefault('by_epoch', False)
            policy = policy.title() if policy == policy.lower() else policy
            made.append(hooks.HOOKS.get(policy + suffix)(**tuples(section)))
    state = types.SimpleNamespace(optimizer=optimizer, epoch=0, iter=0, max_epochs=epochs,
                                  max_iters=iters if epochs is None else epochs * EPOCH, data_loader=range(EPOCH))
    for hook in made:
        hook.before_run(state)
    for state.iter in range(state.max_iters):
        state.epoch = state.iter // EPOCH
        for hook in made:
            if state.iter % EPOCH == 0:
                hook.before_train_epoch(state)
            hook.before_train_iter(state)
        yield values(optimizer)


def of_mmengine(config):
    from mmengine.optim import scheduler
    loop, optimizer = config['train_cfg'], optimizer_of(config['optim_wrapper'].get('optimizer'))
    epochs = loop.get('max_epochs')
    iters, steps = loop.get('max_iters') if epochs is None else epochs * EPOCH, []
    given = config.get('param_scheduler') or []
    for one in given if isinstance(given, list) else [given]:
        one = dict(one)
        kind, convert, by_epoch = getattr(scheduler, one.pop('type')), one.pop('convert_to_iter_based', False), one.get('by_epoch', True)
        one.setdefault('end', epochs if by_epoch else iters)
        made = kind.build_iter_from_epoch(optimizer, epoch_length=EPOCH, **one) if convert else kind(optimizer, **one)
        steps.append((made, by_epoch and not convert))
    for i in range(iters):
        yield values(optimizer)
        for made, by_epoch in steps:
            if not by_epoch:
                made.step()
        for made, by_epoch in steps:
            if by_epoch and i % EPOCH == EPOCH - 1:
                made.step()


def has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def ask(exe, words):
    p = subprocess.run([exe, 'show', '--format', 'json'] + words, capture_output=True, text=True)
    return json.loads(p.stdout) if p.returncode == 0 else None


def compare(exe, path, known):
    config = ask(exe, [path])
    new = config is not None and 'optim_wrapper' in config
    if config is None or not known[new] or not (new or 'lr_config' in config and 'optimizer' in config):
        return None
    told = ask(exe, ['--schedule', '--every', '--epoch-iterations', str(EPOCH), path])
    try:
        wanted = list((of_mmengine if new else of_mmcv)(config))
    except (KeyError, AttributeError, TypeError):  # a policy, or a part of it, that is a project's own
        return None
    if told is None or 'values' not in told['lr']:
        return '%s: no rates are told' % path
    for k, name in enumerate(('lr', 'momentum')):
        got = told[name].get('values')
        if got is not None and len(got) != len(wanted):
            return '%s: %d iterations, and it has %d' % (path, len(got), len(wanted))
        for i, (x, y) in enumerate(zip(got or [], wanted)):
            if abs(x - y[k]) > 1e-6 * max(abs(x), abs(y[k])) + 1e-12:
                return '%s: the %s at iteration %d is %r, and %r is told' % (path, name, i, y[k], x)
    return ''


def main():
    exe = os.path.abspath(sys.argv[1])
    known = {False: has('mmcv.runner'), True: has('mmengine.optim')}
    found = [compare(exe, path, known) for path in sys.argv[2:]]
    wrong = [x for x in found if x]
    print('\n'.join(wrong + ['%d schedules, %d differences' % (sum(x is not None for x in found), len(wrong))]))
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
