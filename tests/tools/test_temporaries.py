#!/usr/bin/env python3
"""What operations and assigners allocate while they run, for each element, against figures that are not ours.

Sorting: the buffers of aten/src/ATen/native/cuda/Sort.cpp and SortStable.cu and of CUB, counted by hand.  Assigners: the
largest sum of allocations that PyTorch's profiler reports while the projects' own code runs on a CPU, in floats for each
pair of a prior and an object.
"""
import json
import os
import subprocess
import sys
import tempfile

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
failed = n = 0

LIBRARY = '''
from modules.yolo.heads import _v7_assign

def _sorts(m, batch):
    values, indices = no_grad(torch.sort, input(m.shape), m.dim)
    return [m.fc(input([1, 1])).sum()]

def _assigns(m, batch):
    n, g, classes = m.shape
    pred = struct(bboxes=input([n, 4]), scores=input([n, classes]), approxs=None)
    result = no_grad(m.assigner, input([n, m.width]), g, True, pred)
    return [m.fc(input([1, 1])).sum()]

def _assigns_batch(m, batch):
    b, n, g, classes = m.shape
    result = no_grad(m.assigner, input([b, n, 4]), input([b, n, classes]), input([n, 4]), input([b, g, 4]), input([b, g, 1]))
    return [m.fc(input([1, 1])).sum()]

def _assigns_places(m, batch):
    no_grad(_v7_assign, struct(num_classes=80), [input([1, 3, s, s, 85]) for s in (80, 40, 20)], m.shape[0], 5)
    return [m.fc(input([1, 1])).sum()]

STEPS = dict(sort=_sorts, assign=_assigns, batch=_assigns_batch, places=_assigns_places)

def Fc():
    return Module("Fc", lambda m, x: torch.mm(x, m.weight), weight=parameter([1, 1]))

def Probe(step, shape, dim=0, assigner=None, width=4):
    return Module("Probe", None, loss=STEPS[step], shape=shape, dim=dim, width=width, assigner=build(assigner), fc=Fc())

module("Probe", build=Probe)
'''


def peak(folder, torch, **model):
    scope = model.pop('scope', 'mmdet')
    path = os.path.join(folder, 'x.json')
    with open(path, 'w', encoding='utf-8') as f:
        json.dump({'default_scope': scope, 'model': dict(type='Probe', **model),
                   'train_dataloader': {'batch_size': 1, 'dataset': {'type': 'CocoDataset', 'pipeline': []}},
                   'optim_wrapper': {'type': 'OptimWrapper', 'optimizer': {'type': 'SGD', 'lr': 0.1}},
                   'train_cfg': {'by_epoch': True, 'max_epochs': 1}}, f)
    p = subprocess.run([exe, 'estimate', '--format', 'json', '--torch', torch, '--library', folder, path], stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE)
    d = json.loads(p.stdout)
    assert d['coverage'] == 1, (d, p.stderr)
    return d['memory']['allocated_bytes']['expected']


def check(what, got, want, tolerance=0.0):
    global failed, n
    n += 1
    if abs(got - want) > tolerance * want + 1e-9:
        failed += 1
        print('%s: %.3f, not %.3f' % (what, got, want))


# the shape, the sorted dimension, PyTorch's version, bytes for each element: 4 of the input, 12 of the result, and buffers
SORTS = (([64, 4096, 8], 1, '1.13', 16),                     # in place
         ([64, 4096, 8], 1, '1.12', 16 + 16 + 20),           # input, values and indices with the dimension last; pairs
         ([64, 8192, 8], 1, '1.13', 16 + 16 + 20),
         ([8, 8192, 8], 1, '2.0', 16 + 16 + 32),             # few rows: indices and rows twice, keys, pairs
         ([512, 8192], -1, '1.13', 16 + 20),
         ([1 << 22], 0, '1.13', 16 + 20),
         ([1 << 22], 0, '1.9', 16 + 12),                     # Thrust's pairs
         ([64, 8192, 8], 1, '1.9', 16 + 24))

# the assigner, as the real code measured it: floats for each prior and object, of which `share` take part
ASSIGNERS = ((dict(type='MaxIoUAssigner', pos_iou_thr=0.5, neg_iou_thr=0.4), 'mmdet', 4, 1, 9.0),
             (dict(type='TaskAlignedAssigner', topk=13), 'mmdet', 4, 1, 9.0),
             (dict(type='ATSSAssigner', topk=9), 'mmdet', 4, 1, 9.0),
             (dict(type='SimOTAAssigner'), 'mmdet', 4, 0.73, 243.4),
             (dict(type='DynamicSoftLabelAssigner'), 'mmdet', 4, 0.73, 745.0),
             (dict(type='ATSSObbAssigner', topk=9, angle_version='oc'), 'mmrotate', 5, 1, 5.02),
             (dict(type='ATSSKldAssigner', topk=9), 'mmrotate', 18, 1, 15.03))

with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, 'probe.star'), 'w', encoding='utf-8') as f:
        f.write(LIBRARY)
    for shape, dim, torch, want in SORTS:
        half = [shape[0] // 2] + shape[1:]
        elements = 1
        for size in half:
            elements *= size
        more = peak(folder, torch, step='sort', shape=shape, dim=dim) - peak(folder, torch, step='sort', shape=half, dim=dim)
        check('sort of %s along %d in PyTorch %s' % (shape, dim, torch), more / elements, want, 0.001)
    for cfg, scope, width, share, want in ASSIGNERS:
        priors = 21824
        low, high = [peak(folder, '1.13', step='assign', shape=[priors, g, 80], assigner=cfg, width=width, scope=scope)
                     for g in (60, 120)]
        check(cfg['type'], (high - low) / 60 / 4 / priors / share, want, 0.02)
    cfg = dict(type='BatchTaskAlignedAssigner', num_classes=80, use_ciou=True)
    low, high = [peak(folder, '1.13', step='batch', shape=[4, 8400, g, 80], assigner=cfg, scope='mmyolo') for g in (60, 120)]
    check(cfg['type'], (high - low) / 60 / 4 / 4 / 8400, 32.01, 0.02)
    low, high = [peak(folder, '1.13', step='places', shape=[g], scope='mmyolo') for g in (40, 80)]
    check('BatchYOLOv7Assigner', (high - low) / (80 * 80 - 40 * 40) / 15 / 80 / 4, 8.05, 0.02)  # fifteen places for each object
print('%d checks' % n)
sys.exit(1 if failed else 0)
