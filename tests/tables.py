"""Small configs of the old generation with every type that a table of rules/migrate names, and the arguments that are read of it,
each with values of several kinds: what becomes of them stands as digests in transcripts/tables.txt.

    tests/tables.py FOLDER     writes FOLDER/PROFILE_KIND_NN.py
"""
import ast
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OF = {'pose_others': 'mmpose', 'images': 'mmdet', 'transformers': 'mmdet', 'whole': 'mmdet', 'common': 'mmdet', 'classes': 'mmdet'}
VALUES = [True, 2, 0.5, 'img', (48, 64), ['bbox', 'segm'], {'type': 'Other', 'value': 1}, None, [(48, 64), (64, 80)]]
WAYS = 3
TYPE, ARGUMENT = re.compile(r'[A-Z][A-Za-z]*[a-z]\w*'), re.compile(r'[a-z][a-z0-9_]+')
CONFIG = """model = dict(type='Model', backbone=dict(type='ResNet', depth=18), parts=%s, train_cfg=dict(), test_cfg=dict(nms_pre=10))
pipeline = [
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations'), %sdict(type='Normalize', mean=[1.5, 2, 3], std=[4, 5, 6], to_rgb=True),
    dict(type='DefaultFormatBundle'), dict(type='Collect', keys=['img'])]
data = dict(
    samples_per_gpu=2, workers_per_gpu=2, train=dict(type=%r, data_root='data/', ann_file='data/a.json', pipeline=pipeline),
    val=dict(type=%r, data_root='data/', ann_file='data/b.json', pipeline=pipeline),
    test=dict(type=%r, data_root='data/', ann_file='data/b.json', pipeline=pipeline))
optimizer = dict(type='SGD', lr=0.02, momentum=0.9)
optimizer_config = dict(grad_clip=None)
lr_config = dict(policy='step', step=[8, 11])
runner = dict(type='EpochBasedRunner', max_epochs=12)
evaluation = dict(interval=1, metric=%r)
"""


def words(node, functions, seen=()):
    """Names of arguments below a node: keys and texts, also of the functions that it names."""
    found = []
    for n in ast.walk(node):
        if isinstance(n, ast.keyword) and n.arg and ARGUMENT.fullmatch(n.arg):
            found.append(n.arg)
        elif isinstance(n, ast.Constant) and isinstance(n.value, str) and ARGUMENT.fullmatch(n.value):
            found.append(n.value)
        elif isinstance(n, ast.Name) and n.id in functions and n.id not in seen:
            found += words(functions[n.id], functions, (*seen, n.id))
    return list(dict.fromkeys(found))[:8]


def types_of(path):
    """(table, type, arguments) of all tables of a file."""
    with open(path, encoding='utf-8') as f:
        tree = ast.parse(f.read())
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    for n in tree.body:
        if isinstance(n, ast.Assign):
            for d in ast.walk(n.value):
                pairs = [(k.value, v) for k, v in zip(d.keys, d.values) if isinstance(k, ast.Constant)] if isinstance(d, ast.Dict) else \
                    [(k.arg, k.value) for k in d.keywords] if isinstance(d, ast.Call) else []
                for key, value in pairs:
                    if isinstance(key, str) and TYPE.fullmatch(key):
                        yield n.targets[0].id, key, words(value, functions)


def made(kind, arguments, way):
    return dict({'type': kind}, **{a: VALUES[(i + way * 2) % len(VALUES)] for i, a in enumerate(arguments if way else [])})


def main():
    count = {}

    def write(profile, kind, parts, steps, data, metric):
        n = count[profile, kind] = count.get((profile, kind), -1) + 1
        with open(os.path.join(sys.argv[1], '%s_%s_%02d.py' % (profile, kind, n)), 'w', encoding='utf-8') as f:
            f.write(CONFIG % (parts, ''.join('%r, ' % s for s in steps), data, data, data, metric))
    for path in sorted(glob.glob(os.path.join(TOP, 'rules/migrate/*.star'))):
        name = os.path.basename(path)[:-5]
        profile = OF.get(name, name)
        if not profile.startswith('mm') and profile != 'bevfusion':
            continue
        rows = list(dict.fromkeys((t, k, tuple(a)) for t, k, a in types_of(path)))
        sets = [r for r in rows if r[1].endswith(('Dataset', 'DataSet')) or 'METRICS' in r[0] or 'SETS' in r[0]]
        others = [r for r in rows if r not in sets]
        for way in range(WAYS):
            for i in range(0, len(others), 6):
                some = [made(k, a, way) for _, k, a in others[i:i + 6]]
                write(profile, 'parts', some, [], 'CocoDataset', 'bbox')
            for i in range(0, len(others), 3):
                write(profile, 'steps', [], [made(k, a, way) for _, k, a in others[i:i + 3]], 'CocoDataset', 'bbox')
            for _, kind, arguments in sets:
                write(profile, 'data', [], [], kind, arguments[way % len(arguments)] if arguments else ['bbox', 'mAP', 'mIoU'][way])


if __name__ == '__main__':
    main()
