#!/usr/bin/env python3
"""Plans of real configs, judged: read back by their own loader, planned again, linted, and counted in samples.

    plans.py CFGLINT FOLDER [STEP [OFFSET]] [--in-place] -- OPTIONS...

Every STEPth config below FOLDER is planned with OPTIONS (`--gpu rtx3090 --target 70%`, `--fit`, ...), into a new file that inherits, or in
place in a copy.  For each, what is wrong is printed:

    DIFF     the Config of mmengine or mmcv (what this Python can import; else cfglint itself) sees another change than was announced
    VALUE    an announced value is not there
    AGAIN    planned again with the same options, something is to do
    LINT     `check` finds an error or a warning that it did not find before
    SAMPLES  a run in iterations sees more than 1 % more or fewer samples
    LAST     the last evaluation or checkpoint is lost
    WARMUP   a warmup is shorter in samples
    RATE     an update grows further than the policy has it, and no note says so
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
import warnings

from edits import plain as as_loaded


def loader():
    """(function that reads a config, options of cfglint for it)"""
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
        self.counts, self.rows = collections.Counter(), []

    def run(self, *args):
        return subprocess.run([self.exe, *args, *self.dialect], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def wrong(self, kind, path, *what):
        self.counts[kind] += 1
        self.rows.append('%s\t%s\t%s' % (kind, path, ' '.join(map(str, what))[:400]))

    def settings(self, path):
        """Numbers and words by the names of settings."""
        out = self.run('dump', 'settings', path).stdout
        return {m[1]: m[2].strip("'") for m in re.finditer(r'^(\w+) +(.*?)(?:  .*)?$', out, re.M)}

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
            known = self.lint(new if in_place else path)
            p = self.plan(new, '-i') if in_place else self.plan(path, '-o', new)
            if p.returncode:
                codes = ','.join(sorted(set(re.findall(r'error\[(\w+)\]', p.stderr))))
                self.counts['refused ' + codes] += 1
                if p.returncode > 2 or 'PLN001' in codes:
                    self.wrong('REFUSED', path, p.returncode, p.stderr)
                return
            self.counts['plans'] += 1
            plan = json.loads(p.stdout)
            self.changes(path, plan, old, self.load(new), re.findall(r"PLN005\]: '([^']*)'", p.stderr))
            again = self.plan(new, '--diff').stdout
            if not again.strip() or json.loads(again[:again.rindex('}') + 1])['changes']:
                self.wrong('AGAIN', path, plan['changes'], again[-300:])
            fresh = self.lint(new) - known
            if fresh:
                self.wrong('LINT', path, dict(fresh))
            self.recipe(path, plan, old, self.load(new), self.settings(path), self.settings(new))
        except Exception as e:
            self.wrong('FAILED', path, repr(e))
        finally:
            if os.path.exists(new):
                os.unlink(new)

    def changes(self, path, plan, old, new, along):
        said = [c['path'] for c in plan['changes']] + along
        more = [d for d in differences(old, new) if not any((d + '.').startswith(s + '.') or (s + '.').startswith(d + '.') for s in said)]
        if more:
            self.wrong('DIFF', path, more, said)
        for c in plan['changes']:
            got = at(new, c['path'])
            if 'value' in c and json.loads(json.dumps(got, default=repr)) != c['value']:
                self.wrong('VALUE', path, c, got)

    def recipe(self, path, plan, old, new, before, after):
        r, scheme = plan['recipe'], plan['schemes'][plan['chosen']]
        step, meant = r['gpus'] * scheme['batch'], r['meant_samples'] / int(before.get('accumulation') or 1)
        update = step * scheme['accumulation']
        self.counts['update changes'] += update != r['meant_samples']
        if self.keeps and update != r['meant_samples'] and r['meant_samples'] % r['gpus'] == 0:
            self.wrong('UPDATE', path, r, scheme['batch'], scheme['accumulation'])
        if update > max(r['most_samples'], r['meant_samples'], r['gpus']) and not scheme['current']:
            self.wrong('RATE', path, r, update)
        for a, b in zip(warmups(old), warmups(new)):
            if b * step < a * meant * 0.9999:
                self.wrong('WARMUP', path, a, b, meant, step)
        if before.get('loop') == 'iter' and before.get('max_iters', '').isdigit():
            self.counts['runs in iterations'] += 1
            self.length(path, meant, step, before, after)

    def length(self, path, meant, step, before, after):
        a, b = int(before['max_iters']), int(after['max_iters'])
        if abs(b * step / (a * meant) - 1) > 0.01:
            self.wrong('SAMPLES', path, a, b, meant, step)
        for name in ('val_interval', 'checkpoint_interval'):
            counted = name == 'val_interval' or before.get('checkpoint_unit') == 'iter'
            if counted and before.get(name, '').isdigit() and a % int(before[name]) == 0 and b % int(after[name]):
                self.wrong('LAST', path, name, a, before[name], b, after[name])


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


def main():
    logging.disable(logging.CRITICAL)
    warnings.simplefilter('ignore')
    split = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    args, options = sys.argv[1:split], sys.argv[split + 1:]
    in_place = '--in-place' in args
    exe, folder, *numbers = [a for a in args if a != '--in-place']
    step, offset = ([int(n) for n in numbers] + [1, 0][len(numbers):])
    judge = Judge(os.path.abspath(exe), options)
    os.chdir(folder)
    out = judge.run('show', '--format', 'canonical', '.').stdout
    files = [line.split('\t', 1)[0] for line in out.splitlines()]
    for path in files[offset::step]:
        judge.judge(path, in_place)
    print('\n'.join(judge.rows))
    print(os.path.basename(folder), json.dumps(judge.counts, sort_keys=True))
    sys.exit(1 if judge.rows else 0)


if __name__ == '__main__':
    main()
