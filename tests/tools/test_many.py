#!/usr/bin/env python3
"""Commands on many configs: what they find does not hang on the number of jobs, their memory does not grow with the number
of configs, and nothing of a config is used after its end (which AddressSanitizer sees)."""
import os
import resource
import subprocess
import sys
import tempfile

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
problems, checks = [], 0
ENV = dict(os.environ, ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':quarantine_size_mb=1')
FIXABLE = """\
model = dict(type='RetinaNet')
train_dataloader = dict(batch_size=2, num_workers=2, dataset=dict(type='CocoDataset'))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
default_scope = 'mmdet'
optimizer_config = dict(grad_clip=None)
data = dict(samples_per_gpu=4)
"""
MIGRATED = """\
model = dict(type='RetinaNet')
data = dict(samples_per_gpu=2, train=dict(type='CocoDataset'))
optimizer = dict(type='SGD', lr=0.02)
runner = dict(type='EpochBasedRunner', max_epochs=12)
"""


def check(name, good, *what):
    global checks
    checks += 1
    if not good:
        problems.append('%s: %s' % (name, ' '.join(map(str, what))[:2000]))


def run(folder, *args):
    """Status, output, errors and the most memory (KiB) of one run."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = subprocess.Popen([exe, *args], cwd=folder, stdout=out, stderr=err, env=ENV)
        _, status, usage = os.wait4(pid.pid, 0)
        pid.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return pid.returncode, out.read().decode(), err.read().decode(), usage.ru_maxrss


def tree(folder, n, text):
    os.makedirs(os.path.join(folder, '.git'))
    os.makedirs(os.path.join(folder, 'configs/_base_'))
    with open(os.path.join(folder, 'configs/_base_/base.py'), 'w') as f:
        f.write("log_level = 'INFO'\nwork_dir = 'x'\n")
    for i in range(n):
        with open(os.path.join(folder, 'configs/c%05d.py' % i), 'w') as f:
            f.write("_base_ = './_base_/base.py'\n" + text)


def fixes(top):
    """Jobs, fixes and formats: the same files and the same words."""
    results = {}
    for jobs in '1', '3':
        for option in '--unsafe-fixes', '--diff', '--exit-zero':
            for form in 'text', 'json':
                folder = os.path.join(top, 'j%s%s%s' % (jobs, option, form))
                tree(folder, 8, FIXABLE)
                with open(os.path.join(folder, 'configs/c00005.py'), 'a') as f:
                    f.write('x = (\n')
                status, out, err, _ = run(folder, 'check', '-j' + jobs, option, '--format', form, 'configs')
                texts = [open(os.path.join(folder, 'configs', x)).read() for x in sorted(os.listdir(folder + '/configs')) if x != '_base_']
                found = status, out, err, texts
                check('%s %s -j%s' % (option, form, jobs), found == results.setdefault((option, form), found), found[:3])
                check('%s %s -j%s' % (option, form, jobs), status in (0, 1, 2), status, err)
    check('--unsafe-fixes changes files', results['--unsafe-fixes', 'text'][3] != results['--exit-zero', 'text'][3])


OLD = """\
model = dict(type='RetinaNet', neck=dict(type='MyNeck%d'))
data = dict(samples_per_gpu=%d, train=dict(type='CocoDataset', ann_file='a.json', img_prefix='a/', pipeline=[]))
optimizer = dict(type='SGD', lr=0.01)
lr_config = dict(policy='step', warmup='linear', warmup_iters=%d, step=[8, 11])
"""


def migrations(top):
    """Files that inherit in several steps, and one that cannot be migrated: the same whatever the number of jobs."""
    results = {}
    for jobs in '1', '5':
        for form in 'text', 'json':
            folder = os.path.join(top, 'g%s%s' % (jobs, form))
            tree(folder, 0, '')
            for i in range(12):
                base = './_base_/base.py' if i % 4 == 0 else './c%02d.py' % (i - 1)
                with open(os.path.join(folder, 'configs/c%02d.py' % i), 'w') as f:
                    f.write("_base_ = '%s'\n" % base)
                    f.write((OLD % (i, i + 1, 100 * i + 1) if i % 4 == 0 else 'total_epochs = %d\n' % i))
            with open(os.path.join(folder, 'configs/c09.py'), 'a') as f:
                f.write('x = (\n')
            status, out, err, _ = run(folder, 'migrate', '-j' + jobs, '--format', form, '-o', 'new', 'configs')
            written = sorted(os.path.join(at, x) for at, _, names in os.walk(os.path.join(folder, 'new')) for x in names)
            texts = [open(x).read() for x in written]
            found = status, out, err, texts
            check('migrate %s -j%s' % (form, jobs), found == results.setdefault(form, found), found[:3])
            check('migrate %s -j%s' % (form, jobs), status == 2 and len(texts) == 10, status, len(texts))


def memory(top):
    """A config of 100 KB takes some 1 MB while it is looked at; what is kept of many is far less."""
    text = FIXABLE + 'long = [\n' + "    dict(name='a', value=[1, 2, 3]),\n" * 2000 + ']\n'
    peaks = []
    for n in 50, 200:
        folder = os.path.join(top, 'm%d' % n)
        tree(folder, n, text)
        peaks.append(run(folder, 'check', '-j2', 'configs')[3])
    check('memory', peaks[1] < peaks[0] + 40 * 1024, 'it grows with the number of configs: %s KiB' % peaks)


MISMATCHED = """\
default_scope = 'mmdet'
model = dict(
    type='RetinaNet',
    data_preprocessor=dict(type='DetDataPreprocessor'),
    backbone=dict(type='ResNet', depth=50, num_stages=4, out_indices=(0, 1, 2, 3)),
    neck=dict(type='FPN', in_channels=[64, 128, 256, 512], out_channels=256, num_outs=5),
    bbox_head=dict(type='RetinaHead', num_classes=80, stacked_convs=2000, in_channels=256))
train_pipeline = [dict(type='LoadImageFromFile'), dict(type='Resize', scale=(1333, 800)), dict(type='PackDetInputs')]
train_dataloader = dict(batch_size=2, num_workers=2, dataset=dict(type='CocoDataset', pipeline=train_pipeline))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
"""


def tries(top):
    """A rule that records a large model again and again keeps none of what it has tried, and its share of the search is all it takes."""
    folder = os.path.join(top, 't')
    tree(folder, 0, '')
    with open(os.path.join(folder, 'configs/x.py'), 'w') as f:
        f.write(MISMATCHED)
    peaks = []
    for most in 160000, 1200000:
        status, out, err, peak = run(folder, 'check', '--select', 'SHP001', '--limit', 'search_ops=%d' % most, 'configs/x.py')
        check('tries', status == 1 and 'SHP001' in out, status, out, err)
        peaks.append(peak)
    check('tries', peaks[1] < peaks[0] + 100 * 1024, 'recordings are kept: %s KiB' % peaks)


def plans(top):
    """Of a model that is too large, no target keeps what was recorded of it."""
    folder = os.path.join(top, 'p')
    tree(folder, 0, '')
    with open(os.path.join(folder, 'configs/x.py'), 'w') as f:
        f.write(MISMATCHED.replace('[64, 128, 256, 512]', '[256, 512, 1024, 2048]').replace('2000', '20000'))
    peaks = []
    for targets in '50%', '20%,30%,40%,50%,60%,70%,80%,90%':
        status, out, err, peak = run(folder, 'plan', '--gpu', 'a100', '--target', targets, '--limit', 'model_bytes=30000000', 'configs/x.py')
        check('plans', status != 0 and 'MOD001' in out + err, status, out, err)
        peaks.append(peak)
    check('plans', peaks[1] < peaks[0] + 3 * 30000, 'recordings are kept: %s KiB' % peaks)


def bases(top):
    """A base that is loaded after code that may have changed the environment is its config's alone, and so are the files over it."""
    folder = os.path.join(top, 'b')
    tree(folder, 0, '')
    for name, text in ('_base_/base.py', "model = dict(type='A', b=dict(c=2))\n"), ('_base_/over.py', "from package import y\n_base_ = 'base.py'\nz = dict(**y['a'])\n"):
        with open(os.path.join(folder, 'configs', name), 'w') as f:
            f.write(text)
    for i in range(4):
        with open(os.path.join(folder, 'configs/c%d.py' % i), 'w') as f:
            f.write("_base_ = '_base_/over.py'\nmodel = dict(b=dict(d=%d))\nlr_config = dict(policy='step')\n" % i)
    status, out, err, _ = run(folder, 'check', '-j1', 'configs')
    check('bases', status in (0, 1) and not err, status, err)


def sources(top):
    """What is asked of large files of a project is the same whichever config comes first."""
    folder = os.path.join(top, 's')
    tree(folder, 0, '')
    for name in 'ABC':
        with open(os.path.join(folder, name + '.py'), 'w') as f:
            f.write(('# ' + 'x' * 98 + '\n') * 30000)
            f.write('@NECKS.register_module()\nclass Neck%s:\n    def __init__(self, width):\n        # height\n        pass\n' % name)
        with open(os.path.join(folder, 'configs/%s.py' % name), 'w') as f:
            f.write("model = dict(type='RetinaNet', neck=dict(type='Neck%s', height=4))\n" % name)
            f.write(FIXABLE.split('\n', 1)[1].replace('optimizer_config', '# ').replace('data = ', '# '))
    found = [sorted(run(folder, 'check', '-j1', '--format', 'concise', '--select', 'ARG001', *('configs/%s.py' % x for x in order))[1].splitlines())
             for order in ('ABC', 'CBA')]
    check('sources', found[0] == found[1] and len(found[0]) == 3, found)


def waiting(top):
    """While one config takes long, others are not all done and kept until it is its turn to be reported."""
    folder = os.path.join(top, 'w')
    tree(folder, 40, 'a = [0] * 100000\nb = [1] * 100000\n' + FIXABLE)
    with open(os.path.join(folder, 'configs/a.py'), 'w') as f:
        f.write('model = dict(type="X")\noptimizer = dict(type="SGD")\nfor i in range(30000000):\n    x = i\n')
    peaks = [run(folder, 'check', '-j%d' % jobs, '--limit', 'steps=30000000', 'configs')[3] for jobs in (1, 2)]
    check('waiting', peaks[1] < peaks[0] + 60 * 1024, 'what is done waits without a limit: %s KiB' % peaks)


def texts(top):
    """What is migrated is kept once, as the new text.  One job: of several, what is done ahead of a slow one waits."""
    text = MIGRATED + '# what was tried before, and why it did not work\n' * 4000
    peaks = []
    for n in 40, 160:
        folder = os.path.join(top, 'n%d' % n)
        tree(folder, n, text)
        peaks.append(run(folder, 'migrate', '-j1', 'configs')[3])
    most = 2.3 * 120 * len(text) / 1024
    check('texts', peaks[1] < peaks[0] + most, 'more than the new texts is kept: %s KiB' % peaks)
    peaks = []
    for n in 200, 1000:
        folder = os.path.join(top, 'o%d' % n)
        tree(folder, n, MIGRATED)
        peaks.append(run(folder, 'migrate', '-j1', '--to', 'mmengine', '-o', 'new', 'configs')[3])
    check('little texts', peaks[1] < peaks[0] + 800 * 32, 'a file keeps more than 32 KiB: %s KiB' % peaks)


def main():
    with tempfile.TemporaryDirectory() as top:
        fixes(top)
        migrations(top)
        memory(top)
        bases(top)
        sources(top)
        waiting(top)
        tries(top)
        plans(top)
        texts(top)
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
