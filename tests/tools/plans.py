#!/usr/bin/env python3
"""Plans of real configs, judged: read back by their own loader, planned again, linted, and counted in samples.

    plans.py CFGLINT FOLDER [STEP [OFFSET]] [--in-place] [--store FILE [--seconds N]] -- OPTIONS...
    plans.py --table FILE...

Every STEPth config below FOLDER is planned with OPTIONS (`--gpu rtx3090 --target 70%`, `--fit`, ...), into a new file that inherits, or in
place in a copy.  `--store` adds what is found of each to FILE, leaves out what stands there already, and so goes on where it has ended; `--seconds`
ends it, with exit status 3 where something is left; `--table` counts what such files hold.  For each config, what is wrong is printed:

    DIFF     the Config of mmengine or mmcv (what this Python can import; else cfglint itself) sees another change than was announced
    VALUE    an announced value is not there
    AGAIN    planned again with the same options, something is to do
    LINT     `check` finds an error or a warning that it did not find before
    ESTIMATE predicted anew, the result does not take what was announced
    SAID     the table has other findings for it
    SAMPLES  a run in iterations sees more than 1 % more or fewer samples
    LAST     the last evaluation or checkpoint is lost
    WARMUP   a warmup is shorter in samples
    RATE     an update grows further than the policy has it, and no note says so
    LR       a learning rate does not follow the samples of an update, linearly or by the square root
    UPDATE   with --fit, or --prefer recipe: an update takes another number of samples although one that divides it fits

The new files lie beside the old ones while they are judged; use a copy of the folder.
"""
import collections
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import time
import warnings

from edits import plain as as_loaded


def loader():
    """(function that reads a config, options of cfglint for it)"""
    try:
        import torchpack  # BEVFusion's
        from torchpack_edits import load
        return load, ['--dialect', 'torchpack']
    except ImportError:
        pass
    try:
        from mmengine.config import Config
        return lambda path: as_loaded(Config.fromfile(path, import_custom_modules=False).to_dict()), []
    except ImportError:
        pass
    try:
        from mmcv import Config
        return lambda path: as_loaded(Config.fromfile(path, import_custom_modules=False)._cfg_dict), ['--dialect', 'mmcv']
    except ImportError:
        return None, []


class Judge:
    def __init__(self, exe, options):
        self.exe, self.options = exe, options
        self.load, self.dialect = loader()
        self.load = self.load or (lambda path: json.loads(self.run('show', '--format', 'json', path).stdout))
        self.known = [x for i, x in enumerate(options) if x in ('--gpus', '--ref-batch') or i and options[i - 1] in ('--gpus', '--ref-batch')]
        self.keeps = '--fit' in options or 'recipe' in options
        self.counts, self.rows, self.why = collections.Counter(), [], ''

    def run(self, *args):
        return subprocess.run([self.exe, *args, *self.dialect], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def wrong(self, kind, path, *what):
        self.counts[kind] += 1
        self.rows.append('%s\t%s\t%s' % (kind, path, ' '.join(map(str, what))[:400]))

    def lint(self, path):
        p = self.run('check', '--format', 'json', '--ignore', 'MEM', *self.known, path)
        return collections.Counter(d['code'] for d in json.loads(p.stdout)['findings'] if d['severity'] != 'info')

    def plan(self, path, *where):
        return self.run('plan', *self.options, '--format', 'json', *where, path)

    def judge(self, path, in_place):
        new = os.path.join(os.path.dirname(path), 'zz_plan_%d%s' % (os.getpid(), os.path.splitext(path)[1]))
        try:
            old = self.load(path)
        except Exception:
            return
        try:
            if in_place:
                shutil.copyfile(path, new)
                old = self.load(new)
            known = self.lint(new) if in_place else None  # its name says less
            p = self.plan(new, '-i') if in_place else self.plan(path, '-o', new)
            if p.returncode:
                codes = ','.join(sorted(set(re.findall(r'error\[(\w+)\]', p.stderr))))
                self.counts['refused ' + codes] += 1
                self.why = re.sub(r'\s+', ' ', p.stderr[p.stderr.index('error['):])[:300] if codes else ''
                if p.returncode > 2 or 'PLN001' in codes:
                    self.wrong('REFUSED', path, p.returncode, p.stderr)
                return
            self.counts['plans'] += 1
            plan = json.loads(p.stdout)
            resolved = self.load(new)
            self.changes(path, plan, old, resolved, re.findall(r"PLN005\]: '([^']*)'", p.stderr))
            again = self.plan(new, '--diff').stdout
            if not again.strip() or json.loads(again[:again.rindex('}') + 1])['changes']:
                self.wrong('AGAIN', path, plan['changes'], again[-300:])
            if '--fit' in self.options:
                self.estimate(path, plan, new)
            fresh = self.lint(new) - (self.lint(path) if known is None else known)
            if fresh:
                self.wrong('LINT', path, dict(fresh))
            said = {c for c in plan['schemes'][plan['chosen']]['findings'].split(', ') if c and not c.startswith('MEM')}
            if said != set(fresh):
                self.wrong('SAID', path, said, dict(fresh))
            self.recipe(path, plan, old, resolved)
        except Exception as e:
            self.wrong('FAILED', path, repr(e))
        finally:
            if os.path.exists(new):
                os.unlink(new)

    def estimate(self, path, plan, new):
        """Predicted anew, it takes what was announced."""
        options = [x for i, x in enumerate(self.options) if {x, *self.options[max(0, i - 1):i]} & {'--gpu', '--gpu-memory', '--gpus', '--torch'}]
        p = self.run('estimate', '--format', 'json', *options, new)
        got = json.loads(p.stdout)['memory']['nvidia_smi_bytes']['expected']
        said = plan['schemes'][plan['chosen']]['nvidia_smi_bytes']['expected']
        if abs(got / said - 1) > 0.005:
            self.wrong('ESTIMATE', path, plan['chosen'], said, got)

    def changes(self, path, plan, old, new, along):
        said = [c['path'] for c in plan['changes']] + along
        more = [d for d in differences(old, new) if not any((d + '.').startswith(s + '.') or (s + '.').startswith(d + '.') for s in said)]
        if more:
            self.wrong('DIFF', path, more, said)
        for c in plan['changes']:
            got = at(new, c['path']) if 'value' in c else None
            if 'value' in c and json.loads(json.dumps(got, default=repr)) != c['value']:
                self.wrong('VALUE', path, c, got)

    def recipe(self, path, plan, old, new):
        r, scheme = plan['recipe'], plan['schemes'][plan['chosen']]
        step, meant = r['gpus'] * scheme['batch'], r['meant_samples'] / plan['schemes'][0]['accumulation']
        update = step * scheme['accumulation']
        self.counts['did not fit'] += not plan['schemes'][0]['fits']
        if scheme['repairs']:
            self.counts['with ' + re.sub(r' x\d', '', scheme['repairs'])] += 1
        self.counts['update changes'] += update != r['meant_samples']
        stuck = any(n.startswith('accumulation was not considered') for n in plan['notes'])
        if self.keeps and not stuck and update != r['meant_samples'] and r['meant_samples'] % r['gpus'] == 0:
            self.wrong('UPDATE', path, r, scheme['batch'], scheme['accumulation'])
        if update > max(r['most_samples'], r['meant_samples'], r['gpus']) and not scheme['current']:
            self.wrong('RATE', path, r, update)
        for a, b in zip(warmups(old), warmups(new)):
            if b * step < a * meant * 0.9999:
                self.wrong('WARMUP', path, a, b, meant, step)
        for group, (a, b) in enumerate(zip(rates(old, r['gpus'] * plan['schemes'][0]['batch']), rates(new, step))):
            growth = update / r['meant_samples']
            factor = min((growth, growth ** 0.5), key=lambda f: abs(f / plan['lr_factor'] - 1))
            base = (new.get('auto_scale_lr') or {}).get('base_batch_size') or 1000  # a whole number
            if abs(b / a / plan['lr_factor'] - 1) > 1e-3 + 0.5 / base or abs(factor / plan['lr_factor'] - 1) > 1e-3:
                self.wrong('LR', path, group, a, b, plan['lr_factor'], factor)
        a, b = lengths(old), lengths(new)
        if a:
            self.counts['runs in iterations'] += 1
            self.length(path, meant, step, a, b)

    def length(self, path, meant, step, before, after):
        a, b = before.pop('run'), after['run']
        if abs(b * step / (a * meant) - 1) > 0.01:
            self.wrong('SAMPLES', path, a, b, meant, step)
        for name, every in before.items():
            if a % every == 0 and b % after[name]:
                self.wrong('LAST', path, name, a, every, b, after[name])


def at(v, path):
    for k in path.split('.'):
        v = v[int(k)] if isinstance(v, (list, tuple)) else v[k]
    return v


def differences(a, b, path=''):
    """Paths at which two configs differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        for k in {**a, **b}:
            p = path + '.' + str(k) if path else str(k)
            if k not in a or k not in b:
                yield p
            else:
                yield from differences(a[k], b[k], p)
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, '%s.%d' % (path, i))
    elif type(a) is not type(b) or a != b and repr(a) != repr(b):
        yield path


def warmups(cfg):
    """Their lengths in iterations."""
    lr, all_of_them = cfg.get('lr_config') or {}, cfg.get('param_scheduler')
    found = [lr['warmup_iters']] if lr.get('warmup_iters') and not lr.get('warmup_by_epoch') else []
    for x in all_of_them if isinstance(all_of_them, (list, tuple)) else []:
        first = isinstance(x, dict) and x.get('by_epoch') is False and not x.get('begin')
        if first and str(x.get('type')).endswith(('LinearLR', 'ConstantLR')) and isinstance(x.get('end'), int):
            found.append(x['end'])
    return found


def numbers(d, *paths):
    """Those of the paths that hold one, above 0."""
    found = {}
    for path in paths:
        try:
            v = at(d, path)
        except (KeyError, TypeError, IndexError, ValueError):
            continue
        if type(v) in (int, float) and v > 0:
            found[path] = v
    return found


def lengths(cfg):
    """Of a run in iterations: its own, and what is between two evaluations or checkpoints; else {}."""
    if cfg.get('train_dataloader') is not None:
        loop = cfg.get('train_cfg') or {}
        counted = loop.get('by_epoch') is False or str(loop.get('type')).endswith('IterBasedTrainLoop')
        found = numbers(cfg, 'train_cfg.max_iters', 'train_cfg.val_interval') if counted else {}
        saved = 'default_hooks.checkpoint'
    else:
        runner = cfg.get('runner') or {}
        counted = str(runner.get('type', 'IterBased' if cfg.get('total_iters') else '')).startswith('IterBased')
        found = numbers(cfg, 'runner.max_iters', 'total_iters', 'evaluation.interval') if counted else {}
        saved = 'checkpoint_config'
    by_epoch = next(iter(numbers(cfg, saved + '.interval')), None) and at(cfg, saved).get('by_epoch', True)
    found.update(numbers(cfg, saved + '.interval') if by_epoch is False and found else {})
    total = [found.pop(k) for k in ('train_cfg.max_iters', 'runner.max_iters', 'total_iters') if k in found]
    return {**found, 'run': total[0]} if total else {}


def rates(cfg, step):
    """Learning rates of the optimizers, or of one for each part, as they are when `step` samples make an iteration."""
    auto = cfg.get('auto_scale_lr') or {}
    factor = step / auto['base_batch_size'] if auto.get('enable') else 1
    name = 'optim_wrapper' if isinstance(cfg.get('optim_wrapper'), dict) else 'optimizer'
    d = cfg.get(name) if isinstance(cfg.get(name), dict) else {}
    places = [name] + [p for k in d for p in ('%s.%s' % (name, k), '%s.%s.optimizer' % (name, k)) if isinstance(d[k], dict)]
    return [v * factor for v in numbers(cfg, *[p + '.lr' for p in places]).values()]


def stored(path):
    """Lines of a store by their config; of one that is there twice the last counts."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as f:
        return {row['config']: row for row in map(json.loads, f)}


def table(paths):
    rows = [row for p in paths for row in stored(p).values()]
    print(''.join('%s\n' % text for row in rows for text in row['rows']), end='')
    return summed(rows)


def summed(rows):
    counts = collections.Counter()
    for row in rows:
        counts.update(row['counts'])
    print(json.dumps(counts, sort_keys=True))
    return 1 if any(row['rows'] for row in rows) else 0


def option(args, name):
    """Takes it and its value out."""
    if name not in args:
        return None
    i = args.index(name)
    value = args[i + 1]
    del args[i:i + 2]
    return value


def judge_all(judge, name, files, in_place, store, end):
    """What is known of them in the end; None when the time was over before."""
    known = stored(store) if store else {}
    for path in files:
        key = '%s/%s' % (name, path)
        if key in known:
            continue
        if end and time.monotonic() > end:
            return None
        judge.counts, judge.rows, judge.why = collections.Counter(), [], ''
        judge.judge(path, in_place)
        known[key] = dict(config=key, counts=judge.counts, rows=judge.rows, why=judge.why)
        print(''.join(row + '\n' for row in judge.rows), end='', flush=True)
        if store:
            with open(store, 'a', encoding='utf-8') as f:
                f.write(json.dumps(known[key]) + '\n')
    return known


def main():
    logging.disable(logging.CRITICAL)
    warnings.simplefilter('ignore')
    if sys.argv[1:2] == ['--table']:
        sys.exit(table(sys.argv[2:]))
    split = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    args, options = sys.argv[1:split], sys.argv[split + 1:]
    store, seconds = option(args, '--store'), option(args, '--seconds')
    in_place = '--in-place' in args
    exe, folder, *numbers = [a for a in args if a != '--in-place']
    step, offset = ([int(n) for n in numbers] + [1, 0][len(numbers):])
    judge = Judge(os.path.abspath(exe), options)
    store = store and os.path.abspath(store)
    os.chdir(folder)
    out = judge.run('show', '--format', 'canonical', '.').stdout
    files = sorted(line.split('\t', 1)[0] for line in out.splitlines())[offset::step]
    end = seconds and time.monotonic() + float(seconds)
    found = judge_all(judge, os.path.basename(os.getcwd()), files, in_place, store, end)
    sys.exit(3 if found is None else summed(found.values()))


if __name__ == '__main__':
    main()
