"""A step of a pipeline gives the size that its own generation's code gives: pairs are (height, width) in mmcv 1.x's, and
(width, height) on mmengine, but for scales to resize to.  Each row: the steps, the batch's (height, width) as written for
mmcv 1.x, and as written for mmengine; None: that generation does not have it."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
env = None

OLD = """model = dict(%s)
data = dict(samples_per_gpu=1, train=dict(type='CocoDataset', pipeline=[dict(type='LoadImageFromFile'), %s]))
optimizer = dict(type='SGD', lr=0.1)
runner = dict(type='EpochBasedRunner', max_epochs=1)
"""
NEW = """model = dict(%s)
train_dataloader = dict(batch_size=1, dataset=dict(type='CocoDataset', pipeline=[dict(type='LoadImageFromFile'), %s]))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=1)
"""
TINY = "type='TinyNet', channels=4"
FIXED = "dict(type='Resize', %s=(96, 64), keep_ratio=False)"

ROWS = [
    # mmcv.impad(shape=(height, width)); mmcv 2: size=(width, height)
    ("RESIZE, dict(type='Pad', size=(128, 256))", (128, 256), (256, 128)),
    ("RESIZE, dict(type='Pad', size_divisor=40)", (80, 120), (80, 120)),
    ("RESIZE, dict(type='Pad', pad_to_square=True)", (96, 96), (96, 96)),
    # the canvas of four images; the affine transform takes its border off again
    ("dict(type='Mosaic', img_scale=(100, 200)), dict(type='RandomAffine', border=(-50, -100))", (200 - 100, 400 - 200), (400 - 200, 200 - 100)),
    # mmcls 0.x: size, and a scale of the area; mmpretrain: scale as a size, (height, width) as well
    ("dict(type='RandomResizedCrop', size=224, scale=(0.7, 1.0))", (224, 224), None),
    ("dict(type='RandomResizedCrop', size=(192, 224))", (192, 224), None),
    ("dict(type='RandomResizedCrop', scale=(192, 224), crop_ratio_range=(0.7, 1.0))", None, (192, 224)),
    ("dict(type='Resize', size=(48, 80))", (48, 80), None),
    ("dict(type='Resize', size=56)", (56, 56), None),
    ("RESIZE, dict(type='Resize', size=(32, -1))", (32, 48), None),
    ("RESIZE, dict(type='mmdet.RandomCrop', crop_size=(32, 48))", (32, 48), (48, 32)),
    # mmseg's is (height, width) in both
    ("RESIZE, dict(type='mmseg.RandomCrop', crop_size=(32, 48))", (32, 48), (32, 48)),
]
MODELS = [
    # mmdet 2.x's YOLOX draws the size of a batch by itself: the largest multiple of 32, in the shape of input_size
    ("type='YOLOX', input_size=(640, 640), backbone=dict(type='CSPDarknet')", (800, 800)),
    ("type='YOLOX', input_size=(640, 1280), random_size_range=(10, 20), backbone=dict(type='CSPDarknet')", (640, 1280)),
    ("type='YOLOX', random_size_range=(5, 10), size_multiplier=64, backbone=dict(type='CSPDarknet')", (640, 640)),
]


def size_of(folder, text):
    with open(os.path.join(folder, 'it.py'), 'w', encoding='utf-8') as f:
        f.write(text)
    p = subprocess.run([exe, 'dump', 'graph', 'it.py'], cwd=folder, env=env, capture_output=True, text=True)
    found = re.search(r': 1x(?:3|12)x(\d+)x(\d+) ', p.stdout)
    if not found:
        sys.exit('no size in:\n%s\n%s\n%s' % (text, p.stdout[:400], p.stderr))
    return int(found.group(1)), int(found.group(2))


checks = 0
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.git'))
    shutil.copytree('fixtures/estimate/.cfglint', os.path.join(folder, '.cfglint'))
    for steps, old, new in ROWS:
        for template, key, want in ((OLD, 'img_scale', old), (NEW, 'scale', new)):
            if want:
                got = size_of(folder, template % (TINY, steps.replace('RESIZE', FIXED % key)))
                if got != want:
                    sys.exit('%s: %s, not %s' % (template[:4] and steps, got, want))
                checks += 1
    for model, want in MODELS:
        got = size_of(folder, OLD % (model, FIXED % 'img_scale'))
        if got not in (want, (want[0] // 2, want[1] // 2)):  # the first convolution's input may be the image in quarters
            sys.exit('%s: %s, not %s' % (model, got, want))
        checks += 1
print('%d checks' % checks)
