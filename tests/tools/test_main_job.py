"""The main job on the fixtures: a config is rewritten for a share of a GPU, and the result is what was asked for."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
checks = 0


def run(*args, cwd, status=0):
    p = subprocess.run([exe] + list(args), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                       env=dict(os.environ, NO_COLOR='1'))
    if p.returncode != status:
        sys.exit('cfglint %s: status %d\n%s' % (' '.join(args), p.returncode, p.stdout + p.stderr))
    return p.stdout


def check(good, what):
    global checks
    checks += 1
    if not good:
        sys.exit('not so: ' + what)


def used(config, cwd, *options):
    """The share of the GPU that nvidia-smi will show, in percent."""
    report = json.loads(run('estimate', '--format', 'json', *options, config, cwd=cwd))
    check(report['coverage'] == 1, 'all of %s is described' % config)
    return 100 * report['memory']['nvidia_smi_bytes']['expected'] / (24 << 30)


# What `./dev demo` shows, as README has it run first.
demo = subprocess.run(['sh', 'tests/tools/demo.sh', exe], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
check(demo.returncode == 0 and ' 0 errors, 0 warnings' in demo.stdout, 'the demonstration ends well:\n' + demo.stdout)

with tempfile.TemporaryDirectory() as top:
    # BEVFusion, torchpack: a chain of default.yaml, rewritten in place.
    shutil.copytree('fixtures/configs/bevfusion/configs', os.path.join(top, 'configs'))
    config, gpu = 'configs/nuscenes/det/fusion/convfuser.yaml', ('--gpu', 'rtx3090')
    before = {f: open(os.path.join(d, f)).read() for d, _, files in os.walk(top) for f in files if f != 'convfuser.yaml'}
    run('--target', '70%', '--in-place', *gpu, config, cwd=top)
    after = {f: open(os.path.join(d, f)).read() for d, _, files in os.walk(top) for f in files if f != 'convfuser.yaml'}
    check(before == after, 'no base file was touched')
    share = used(config, top, *gpu)
    batch = json.loads(run('estimate', '--format', 'json', *gpu, config, cwd=top))['regime']['batch']
    more = used(config, top, *gpu, '--batch', str(batch + 1))
    check(share <= 70 and (share >= 65 or more > 70), 'the new config uses nearly 70 %%: %.1f %%' % share)
    again = json.loads(run('--target', '70%', '--format', 'json', *gpu, config, cwd=top))
    check(again['changes'] == [], 'planned again it stays as it is: %s' % again['changes'])
    # What rules take of a config leaves room for its schemes: half of the limit is enough for this one.
    run('--target', '70%', *gpu, '--limit', 'steps=1500000', config, cwd=top)

with tempfile.TemporaryDirectory() as top:
    # Nine keys of the old generation: each is mended, and looked for again, within a quarter of the limit of one look.
    shutil.copytree('fixtures/configs/mmengine/configs', os.path.join(top, 'configs'))
    old = ("_base_ = './retina_r50_8xb2-1x_toy.py'\nfp16 = dict(loss_scale=512.)\ntotal_epochs = 24\ncheckpoint_config = dict(interval=1)\n"
           "evaluation = dict(interval=1)\nlr_config = dict(policy='step', step=[16, 22])\noptimizer = dict(type='SGD', lr=0.02)\n"
           "optimizer_config = dict(grad_clip=None)\nlog_config = dict(interval=50)\nrunner = dict(type='EpochBasedRunner', max_epochs=24)\n")
    with open(os.path.join(top, 'configs/retina/old.py'), 'w') as f:
        f.write(old)
    p = subprocess.run([exe, 'check', '--unsafe-fixes', '--diff', '--limit', 'steps=500000', 'configs/retina/old.py'], cwd=top,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check('9 findings would be mended' in p.stdout and 'more is not mended' not in p.stdout, 'a long config is mended to its end:\n' + p.stdout)

with tempfile.TemporaryDirectory() as top:
    # DiffBEV, mmcv 1.x: a variant that inherits, with what nvidia-smi showed for the original.
    shutil.copytree('fixtures/configs/diffbev/configs', os.path.join(top, 'configs'))
    config, variant = 'configs/baseline/lss_swin_nuscenes.py', 'configs/baseline/high_memory.py'
    run('--target', '70%', '--gpu', 'rtx5090', '--measured', '10.5GB', config, '-o', variant, cwd=top)
    text = open(os.path.join(top, variant)).read()
    check(text.startswith("_base_ = './lss_swin_nuscenes.py'\n"), 'the variant inherits from the original')
    diff = run('show', '--diff', config, variant, cwd=top, status=1)
    changed = dict(re.findall(r'^\+ (\S+) = (\S+)', diff, re.M))
    check(set(changed) == {
        'data.samples_per_gpu', 'optimizer.lr', 'optimizer_config.type', 'optimizer_config.loss_scale',
        'lr_config.min_lr', 'runner.max_iters', 'checkpoint_config.interval', 'evaluation.interval',
    }, 'exactly what goes with the batch changes: %s' % sorted(changed))
    growth = int(changed['data.samples_per_gpu']) / 4
    check(growth > 1, 'the batch grows')
    rate = float(changed['optimizer.lr']) / 2e-4
    check(abs(rate - growth ** 0.5) < 1e-4, "AdamW's learning rate grows with the root of the batch")
    check(abs(int(changed['runner.max_iters']) * growth - 200000) < growth, 'as many samples are seen as before')
    check(changed['optimizer_config.type'] == "'Fp16OptimizerHook'", 'mixed precision is on where mmcv reads it')
    run('check', variant, cwd=top)

# Of the recipe nothing moves.
report = json.loads(run('--target', '70%', '--gpu', 'rtx5090', '--measured', '10.5GB', '--prefer', 'recipe', '--format', 'json',
                        'baseline/lss_swin_nuscenes.py', cwd='fixtures/configs/diffbev/configs'))
check(report['lr_factor'] == 1 and report['schemes'][report['chosen']]['growth'] == 1, 'the recipe is kept')

# Every dialect and family of the fixtures is described whole, and can be rewritten.
for config in (
        'mmengine/configs/retina/retina_r50_8xb2-1x_toy.py',
        'mmengine/configs/faster_rcnn/faster_rcnn_r50_fpn_8xb2-1x_toy.py',
        'mmdet2/configs/retina/retina_r50_1x_toy.py',
        'mmdet2/configs/faster_rcnn/faster_rcnn_r50_fpn_1x_toy.py',
        'mmdet3d1/configs/pointpillars/pointpillars_secfpn_8xb6-160e_kitti-car.py',
        'mmdet3d1/configs/centerpoint/centerpoint_pillar02_8xb4-20e_nuscenes.py',
        'lazy/configs/retina_r50.py'):
    report = json.loads(run('--target', '70%', '--gpu', 'rtx3090', '--format', 'json', config, cwd='fixtures/configs'))
    check(report['coverage'] == 1, 'all of %s is described' % config)
    chosen = report['schemes'][report['chosen']]
    check(chosen['nvidia_smi_bytes']['expected'] <= report['target_bytes'], '%s stays under the target' % config)
    check(report['rewritten'] != open(os.path.join('fixtures/configs', config)).read(), '%s is rewritten' % config)

# Accumulated steps: the rate follows the batch of an update, auto_scale_lr and the lengths follow that of a step.
report = json.loads(run('--target', '70%', '--gpu', 'rtx3090', '--format', 'json', '--prefer', 'memory',
                        'mmdet2/configs/retina/retina_r50_cumulative_90k_toy.py', cwd='fixtures/configs'))
to = {c['path']: c['value'] for c in report['changes']}
batch, steps = to['data.samples_per_gpu'], to['optimizer_config.cumulative_iters']
check(abs(to['optimizer.lr'] - 0.02 * batch * steps / 8) < 1e-6, 'the learning rate follows the batch of an update')
check(to['auto_scale_lr.base_batch_size'] == 16 * batch / 2, 'base_batch_size follows the batch of a step')
check(abs(to['runner.max_iters'] - 90000 * 2 / batch) < 1, 'the run sees as many samples')

print('%d checks' % checks)
