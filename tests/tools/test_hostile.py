#!/usr/bin/env python3
"""Hostile input ends in a diagnostic, within limits, with status 2 and nothing written."""
import ast
import os
import resource
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import effort  # noqa: E402

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SANITIZED, COUNTED = effort.built_with(exe)
CPU_SECONDS = 90 if SANITIZED or COUNTED else 3
# Sanitizers take ten times as long, and look at the same code where limits are reached soon, in every third case.  What is
# said then is another matter, which a build without them is asked.
SOON = [x for limit in ('steps=300000', 'model_steps=150000', 'search_ops=400000') for x in ('--limit', limit)] if SANITIZED else []
MEMORY = 1 << 30
BUILT = """default_scope = 'ours'
model = dict(type='Big', b=1)
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=1)
train_dataloader = dict(batch_size=2, sampler=dict(type='DefaultSampler'), dataset=dict(type='CocoDataset'))
"""
problems, asked, checks = [], 0, 0
# Each scheme of a plan is linted, but not for what would mend the model.
MISFIT = """\
model = dict(
    type='RetinaNet',
    backbone=dict(
        type='HRNet',
        extra=dict(
            stage1=dict(num_modules=1, num_branches=1, block='BOTTLENECK', num_blocks=(4, ), num_channels=(64, )),
            stage2=dict(num_modules=1, num_branches=2, block='BASIC', num_blocks=(4, 4), num_channels=(18, 36)),
            stage3=dict(num_modules=4, num_branches=3, block='BASIC', num_blocks=(4, 4, 4), num_channels=(18, 256, 72)),
            stage4=dict(num_modules=3, num_branches=4, block='BASIC', num_blocks=(4, 4, 4, 4), num_channels=(1000, 36, 72, 144)))),
    neck=dict(type='HRFPN', in_channels=[18, 36, 72, 144], out_channels=256, stride=2, num_outs=5),
    bbox_head=dict(type='RetinaHead', num_classes=80, in_channels=256, anchor_generator=dict(
        type='AnchorGenerator', octave_base_scale=4, scales_per_octave=3, ratios=[0.5, 1.0, 2.0], strides=[8, 16, 32, 64, 128])))
train_dataloader = dict(batch_size=2, num_workers=2, dataset=dict(type='CocoDataset', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='LoadAnnotations', with_bbox=True), dict(type='Resize', scale=(640, 480)), dict(type='PackDetInputs')]))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
default_scope = 'mmdet'
"""
# Each image has its targets, which are copied from those of the one before.
OF_MANY_IMAGES = """\
cells = dict(voxel_size=[0.2, 0.2, 4], point_cloud_range=[0, -40, -3, 80, 40, 1])
model = dict(type='VoxelNet', voxel_layer=dict(max_num_points=32, max_voxels=(16000, 40000), **cells),
             voxel_encoder=dict(type='PillarFeatureNet', in_channels=4, feat_channels=[64], **cells),
             middle_encoder=dict(type='PointPillarsScatter', in_channels=64, output_shape=[400, 400]),
             backbone=dict(type='SECOND', in_channels=64),
             neck=dict(type='SECONDFPN', in_channels=[128, 128, 256], upsample_strides=[1, 2, 4], out_channels=[128, 128, 128]),
             bbox_head=dict(type='ShapeAwareHead', num_classes=9, in_channels=384, assign_per_class=True, tasks=[
                 dict(num_class=3, shared_conv_channels=(64, 64), shared_conv_strides=(1, 1))] * 3, anchor_generator=dict(
                 type='AlignedAnchor3DRangeGeneratorPerCls', ranges=[[0, -40, -1.8, 80, 40, -1.8]] * 9, sizes=[[3.9, 1.6, 1.56]] * 9,
                 rotations=[0, 1.57])),
             train_cfg=dict(assigner=[dict(type='Max3DIoUAssigner')] * 9, allowed_border=0, pos_weight=-1))
data = dict(samples_per_gpu=2, train=dict(type='KittiDataset', pipeline=[dict(type='LoadPointsFromFile', coord_type='LIDAR', load_dim=4, use_dim=4)]))
optimizer = dict(type='AdamW', lr=1e-3)
"""


def limit(stack=None):
    if stack:
        resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
    if not SANITIZED:  # whose shadow memory is terabytes
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(folder, *args, stack=None):
    return effort.run([exe, *args, *SOON], CPU_SECONDS, folder, prepare=lambda: limit(stack))


def snapshot(folder):
    return sorted((d, tuple(sorted(f))) for d, _, f in os.walk(folder))


def case(name, files, code=None, status=2, args=('show', '--format', 'canonical'), file='x.py', setup=None, stack=None):
    """`files` in a folder; the command on `file` gives this status and a diagnostic with this code."""
    global asked, checks
    asked += 1
    if SOON and asked % 3:
        return
    checks += 1
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, 'work')
        os.mkdir(folder)
        os.mkdir(os.path.join(folder, '.git'))
        for path, content in files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as f:
                f.write(content if isinstance(content, bytes) else content.encode())
        if setup:
            setup(folder)
        before = snapshot(top)
        p, too_long = run(folder, *args, file, stack=stack)
        error = p.stderr.decode('utf-8', 'replace')
        if too_long:
            problems.append('%s: takes %.1f s' % (name, too_long))
        elif SOON:
            if p.returncode not in (0, 1, 2) or 'Sanitizer' in error:
                problems.append('%s: status %d\n%s' % (name, p.returncode, error[:1500]))
        elif p.returncode != status or (code and code not in error + p.stdout.decode('utf-8', 'replace')):
            problems.append('%s: status %d\n%s%s' % (name, p.returncode, p.stdout[:300].decode('utf-8', 'replace'), error[:1500]))
        if snapshot(top) != before:
            problems.append('%s: leaves files behind' % name)


def shown(source, most):
    """So many findings of it are shown, and no more."""
    global checks
    checks += 1
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'x.py'), 'w', encoding='utf-8') as f:
            f.write(source)
        p = run(folder, 'check', '--isolated', '--format', 'concise', 'x.py')[0]
    found = p.stdout.count(b'x.py:') - p.stdout.count(b'are left out')
    if found != most and not SOON:
        problems.append('%d findings are shown, not %d' % (found, most))


def instead(file, name, value):
    """A library file of ours with another value of a name, which is bound once."""
    with open(os.path.join(ROOT, 'rules', file + '.star'), encoding='utf-8') as f:
        text = f.read()
    old = next(x.value for x in ast.parse(text).body if isinstance(x, ast.Assign) and x.targets[0].id == name)
    lines = text.split('\n')
    lines[old.lineno - 1:old.end_lineno] = [lines[old.lineno - 1][:old.col_offset] + value]
    return '\n'.join(lines)


def main():
    n = 20000
    shown('x = 1 1\n' * 300, 100)
    shown('x = {%s}' % ''.join('"a%d": 1, "a%d": 2, ' % (i, i) for i in range(1500)), 1000)
    for a, b in ('[]', '()', '{}'):
        case('%d times %s' % (n, a), {'x.py': 'x = ' + a * n + b * n}, 'limit nesting')
        case('%d times %s, never closed' % (n, a), {'x.py': 'x = ' + a * n})
    for name, source, status in (
            ('decorators', '@d\n' * 10 * n + 'class Big(Base):\n    def __init__(self, a):\n        pass\n', 0),
            ('annotated parameters', 'class Big(Base):\n    def __init__(self, %s):\n        pass\n' % ', '.join('a%d: int' % i for i in range(10 * n)), 2),
            ('classes of one name', 'class Base:\n    def __init__(self, a):\n        pass\n' + '@M.register_module()\nclass Big(Base):\n    pass\n' * 3 * n, 0)):
        case('many ' + name, {'setup.py': '', 'ours/big.py': 'import torch\n@M.register_module()\n' + source, 'configs/x.py': BUILT},
             status=status, args=('check', '--select', 'ARG'), file='configs')
    case('a key below hundreds of lists', {'x.py': "model = dict(a=dict(b=1), c=[dict(type='ReLU', n=i) for i in range(200)])\n"
                                                   'for _ in range(300):\n    model = [model]\n'},
         status=0, args=('set', '--diff', 'x.py'), file='model%s.a.b=2' % ('.0' * 300))
    case('nested calls', {'x.py': 'x = ' + 'dict(a=' * n + '1' + ')' * n}, 'limit nesting')
    case('unary signs', {'x.py': 'x = ' + '-' * n + '1'}, 'SYN001')
    case('long sum', {'x.py': 'x = ' + '1+' * n + '1'}, 'limit tree_depth')
    case('nested lambdas', {'x.py': 'x = ' + 'lambda: ' * n + '1'}, 'SYN001')
    case('nested conditions', {'x.py': 'x = ' + '1 if 1 else ' * n + '1'}, 'SYN001')
    case('attributes', {'x.py': 'x = a' + '.b' * n})
    case('deep blocks', {'x.py': ''.join('%sif 1:\n' % (' ' * i) for i in range(300)) + ' ' * 300 + 'x = 1\n'}, 'SYN001')
    case('nested f-strings', {'x.py': 'x = ' + 'f"{' * 300 + '1' + '}"' * 300}, 'SYN001')
    for text in ('[' * n + ']' * n, '{a: ' * n + '}' * n, '- ' * n + 'a', '? ' * n + 'a'):
        case('YAML ' + text[:6], {'configs/x.yaml': 'x: ' + text if text[0] in '[{' else text}, file='configs/x.yaml')
    case('JSON brackets', {'x.json': '{"a": ' + '[' * n + ']' * n + '}'}, file='x.json')

    case('huge list', {'x.py': 'x = [0] * 10**12'}, 'LIM001')
    case('huge text', {'x.py': 'x = "a" * 10**12'}, 'LIM001')
    case('huge range', {'x.py': 'x = list(range(10**12))'}, 'LIM001')
    case('huge number', {'x.py': 'x = 10 ** 10 ** 12'}, status=0)
    case('huge shift', {'x.py': 'x = 1 << 10 ** 12'}, status=0)
    case('many digits', {'x.py': 'x = ' + '9' * 1000000}, None, status=2)
    case('wide format', {'x.py': 'x = "%99999999999d" % 1'}, 'LIM001')
    case('endless loop', {'x.py': 'while True: pass'}, 'LIM001')
    big = 'x = 7 ** 5000\n'
    for work in ('s = pow(x, x, x + 1)', 's = x * x // (x - 1)', 's = str(x)', 's = "%d" % x', 's = [x] == [x - 1]'):
        case('digits: ' + work, {'x.py': big + 'while True: ' + work}, 'LIM001')
    for names in ('globals()', 'locals()', 'vars()'):
        case('names: ' + names, {'x.py': 'for i in range(10**6): %s["v%%d" %% i] = i' % names}, 'LIM001')
    case('a set of millions', {'x.py': 'x = set(range(4000000))'}, 'LIM001')
    case('millions sorted', {'x.py': 'x = sorted(range(4000000))'}, 'LIM001')
    case('millions of keys', {'x.py': 'x = dict.fromkeys(range(4900000))'}, 'LIM001')
    case('millions joined', {'x.py': 'x = ",".join(map(str, range(4000000)))'}, 'LIM001')
    long = 's = "a" * 4000000\nl = [0.1] * 200000\nd = dict.fromkeys(range(100000), 1)\nt = "\u00e9" * 100000\n'
    for work in ('s.find("b")', 's.rfind("b")', 's.count("ab")', 's.replace("b", "c")', 's.split("b")', 's.upper()', 's.title()',
                 's.strip("bcd")', 's.isalpha()', 's.encode().hex()', 's == s + ""', 's < s + ""', 's[5]', 's[::-1]', 't[5:]', 't[::-1]',
                 '"b" in s', 's.translate({})', 'hash(s)', 's.partition("b")', 's.splitlines()', 's.center(4000000)', 'd[s]',
                 '1 in l', 'l == list(l)', 'l + l', 'l[1:]', 'l.count(1)', 'l.index(0.1)', 'sorted(l)', 'repr(l)', 'max(l)', 'sum(l)',
                 'list(l)', 'tuple(l)', 'set(l)', 'l.copy()', 'l.insert(0, l.pop())', 'dict(d)', '{**d}', 'd | d', 'd.update(d)', 'd == dict(d)',
                 'set(d)', 'set(d) & set(d)', 'list(d.items())', 'd.copy()', 'zip(l, l)', 'list(map(str, l))'):
        case('long: ' + work, {'x.py': long + 'while True:\n    try: ' + work + '\n    except KeyError: pass\n'}, 'LIM001')
    case('one text in another', {'x.py': 's = ("a" * 2000000).find("a" * 1000000 + "b")'}, 'LIM001')
    case('characters stripped', {'x.py': 's = ("a" * 4000000).strip("b" * 4000000)'}, 'LIM001')
    case('capital sigmas', {'x.py': 'x = len(("\u03a3" * 300000).lower())'}, status=0)
    case('columns', {'x.py': 'import itertools\nx = list(itertools.zip_longest(*[range(200000)] * 1000))'}, 'LIM001')
    case('a large text many times', {'x.py': 's = "a" * 4000000\nx = [s] * 100000'}, 'LIM001')
    case('a large text many times in a set', {'x.py': 's = "a" * 3000000\nx = [{s}, (s,), {s: 1}, ValueError(s)] * 10000'}, 'LIM001')
    case('parts of parts', {'x.py': 'x = (1,)\nfor i in range(100): x = (x, x)\ny = {1: ValueError(x)}\ndel x'})
    case('many keywords', {'x.py': 'x = dict(' + ', '.join('a%d=1' % i for i in range(150000)) + ')'}, status=0)
    case('endless recursion', {'x.py': 'def f(): return f()\nx = f()'}, 'SYN010')
    for wrapped in 'map(str, x)', '(y for y in x)', 'itertools.chain(x, [1])', 'functools.partial(lambda f: f(), x)':
        text = 'import functools, itertools\nx = [1].__iter__() if %r[0] != "f" else int\nfor i in range(2900): x = %s\ny = list(x) if not callable(x) else x()\ndel x'
        case('small stack: ' + wrapped, {'x.py': text % (wrapped, wrapped)}, status=0 if wrapped[0] == 'm' else 2, stack=1 << 18)
    case('search in a loop', {'x.py': 's = "a" * 4000000\nwhile True:\n    n = "b" in s'}, 'LIM001')
    case('doubling list', {'x.py': 'x = [1]\nfor i in range(100): x = [x, x]'}, 'LIM001')
    case('doubling tuple as a key', {'x.py': 'x = (1,)\nfor i in range(100): x = (x, x)\ny = {x: 1}'}, 'LIM001')
    case('doubling compared', {'x.py': 'x = [1]\ny = [1]\nfor i in range(100):\n    x = [x, x]\n    y = [y, y]\nz = x == y\n'}, 'LIM001')
    case('doubling text', {'x.py': 'x = [1]\nfor i in range(100): x = [x, x]\ny = str(x)\ndel x'}, 'LIM001')
    case('list in itself', {'x.py': 'x = []\nx.append(x)'}, 'RecursionError')
    case('dict in itself', {'x.py': 'x = {}\nx["a"] = x'}, 'RecursionError')
    case('exceptions in exceptions', {'x.py': 'x = ValueError(1)\nfor i in range(100000): x = ValueError(x)\ny = str(x), repr(x)\ndel x'}, None, status=0)

    groups = 'x = ValueError(1)\nfor i in range(100000): x = ExceptionGroup("g", [x])\ntry:\n    raise x\nexcept* ValueError:\n    pass\n'
    case('groups in groups', {'x.py': groups})
    case('endless generator', {'x.py': 'def f():\n    while True: yield 1\nx = sum(f())'}, 'LIM001')
    case('a generator in itself', {'x.py': 'def f(n):\n    yield from f(n)\nx = list(f(1))'}, 'SYN010')
    case('endless iterators', {'x.py': 'import itertools\nx = list(zip(itertools.count(), itertools.cycle("ab")))'}, 'LIM001')
    case('all choices', {'x.py': 'import itertools\nx = list(itertools.permutations(range(30)))'}, 'LIM001')
    case('nested patterns', {'x.py': 'match 1:\n    case ' + '[' * n + ']' * n + ': pass'}, 'limit nesting')
    names = ['a%d' % i for i in range(200000)]
    case('names in a pattern', {'x.py': 'match 1:\n    case [' + ','.join(names) + ']: pass'}, status=0)
    case('names of a class pattern', {'x.py': 'match 1:\n    case int(' + '=_,'.join(names) + '=_): pass'}, status=0)
    case('parameters', {'x.py': 'def f(' + ','.join(names) + '): pass'}, 'SYN001')
    case('global names', {'x.py': 'def f():\n  global ' + ','.join(names) + '\n' + '  b\n' * 200000}, status=0)
    case('alternatives', {'x.py': 'match 5:\n    case ' + ' | '.join(map(str, range(10, 20000))) + ': pass'}, status=0)
    doubts = ''.join('%stry:\n%s import a%d\n' % (' ' * i, ' ' * i, i) for i in range(60)) + ' ' * 60 + 'x = 1\n'
    case('imports in imports', {'x.py': doubts + ''.join('%sexcept ImportError: x = %d\n' % (' ' * i, i) for i in reversed(range(60)))}, None, status=0)

    laughs = 'a: &a [x, x, x, x, x, x, x, x, x]\n' + ''.join(
        '%s: &%s [%s]\n' % (c, c, ', '.join(['*' + chr(ord(c) - 1)] * 9)) for c in 'bcdefghijklmn')
    case('billion laughs', {'configs/x.yaml': laughs}, 'yaml_nodes', file='configs/x.yaml')
    merges = 'a: &a {k: v}\n' + ''.join('%s: &%s {<<: [%s]}\n' % (c, c, ', '.join(['*' + chr(ord(c) - 1)] * 9)) for c in 'bcdefghijklmn')
    case('billion merges', {'configs/x.yaml': merges}, 'yaml_nodes', file='configs/x.yaml')
    case('alias of itself', {'configs/x.yaml': 'a: &a [*a]\n'}, file='configs/x.yaml')
    case('merge of itself', {'configs/x.yaml': 'a: &a {<<: *a}\n'}, file='configs/x.yaml')

    case('not UTF-8', {'x.py': b'x = "\xff\xfe"'}, 'IO001')
    case('NUL byte', {'x.py': b'x = 1\0'}, 'IO001')
    case('surrogate', {'x.py': b'x = "\xed\xa0\x80"'}, 'IO001')
    case('not UTF-8 base', {'x.py': '_base_ = "./b.py"', 'b.py': b'\xff'}, 'INH001')
    case('large file', {'x.py': b'x = 1\n' * (100 << 20 >> 2)}, 'file_bytes')
    case('long line', {'x.py': 'x = [' + '1, ' * 150000 + ']'}, status=0)
    case('many statements', {'x.py': 'x = 1\n' * 50000}, status=0)
    case('only blanks', {'x.py': ' ' * 4000000}, status=0)
    case('only comments', {'x.py': '#' * 4000000}, status=0)
    case('long name', {'x.py': 'a' * 1000000 + ' = 1'}, status=0)

    case('base cycle', {'x.py': '_base_ = "./y.py"', 'y.py': '_base_ = "./x.py"'}, 'INH001')
    case('base of itself', {'x.py': '_base_ = "./x.py"'}, 'INH001')
    chain = {'c%d.py' % i: '_base_ = "./c%d.py"' % (i + 1) for i in range(200)}
    case('long chain', dict(chain, **{'x.py': '_base_ = "./c0.py"', 'c200.py': 'x = 1'}), 'LIM001')
    large = {'b%d.py' % i: 'b%d = "%s"\n' % (i, 'a' * 3000000) for i in range(8)}
    large['x.py'] = '_base_ = [%s]' % ', '.join('"./b%d.py"' % i for i in range(8))
    case('many large bases', large, 'config_bytes')
    case('base outside', {'x.py': '_base_ = "../outside.py"'}, 'INH0', setup=lambda f: open(f + '/../outside.py', 'w').close())
    case('system file', {'x.py': '_base_ = "/etc/passwd"'})
    case('base through a link', {'x.py': '_base_ = "./link.py"'}, '--root',
         setup=lambda f: (open(f + '/../outside.py', 'w').close(), os.symlink('../outside.py', f + '/link.py')))
    case('package that is a link', {'x.py': '_base_ = "mmdet::a/b.py"'}, '--root', args=('show', '--package-path', 'site'),
         setup=lambda f: (os.mkdir(f + '/site'), os.mkdir(f + '/../other'), os.symlink('../../other', f + '/site/mmdet')))
    case('link loop', {'x.py': '_base_ = "./a.py"'},
         setup=lambda f: (os.symlink('b.py', f + '/a.py'), os.symlink('a.py', f + '/b.py')))
    case('folder link loop', {'x.py': '_base_ = "./d/d/d/y.py"', 'y.py': 'x = 1'}, status=0, setup=lambda f: os.symlink('.', f + '/d'))
    case('pipe', {'x.py': '_base_ = "./p.py"'}, 'not a regular file', setup=lambda f: os.mkfifo(f + '/p.py'))
    case('pipe as a folder', {'x.py': '_base_ = "./p/base.py"'}, '', setup=lambda f: os.mkfifo(f + '/p'))
    case('pipe itself', {}, 'not a regular file', setup=lambda f: os.mkfifo(f + '/x.py'))
    case('folder', {'x.py': '_base_ = "./d.py"', 'd.py/y': ''}, 'folder')
    case('device', {'x.py': '_base_ = "./null.py"'}, setup=lambda f: os.symlink('/dev/zero', f + '/null.py'))
    case('long path', {'x.py': '_base_ = "./%s.py"' % ('a/' * 4000)})
    case('NUL in a path', {'x.py': '_base_ = "./a\\0.py"'})

    case('a change in a broken file', {'x.py': 'x = (1'}, args=('set', 'x.py'), file='x=2')
    case('a change without a key', {'x.py': 'x = 1'}, args=('set', '--in-place', 'x.py'), file='a..b=2')
    case('a new file over a pipe', {'x.py': 'x = 1'}, 'not a regular file', args=('set', '-o', 'p.py', 'x.py'), file='x=2',
         setup=lambda f: os.mkfifo(f + '/p.py'))
    case('a new file in no folder', {'x.py': 'x = 1'}, 'IO002', args=('set', '-o', 'd/p.py', 'x.py'), file='x=2')
    # Constructors of the project's classes, which are followed.
    ours = '@PIPELINES.register_module()\nclass Ours:\n    def __init__(self, size, **kwargs):\n        %s\n        assert size > 4\n'
    many = '''model = dict(type='RetinaNet')
optimizer = dict(type='SGD', lr=0.1)
total_epochs = 1
data = dict(samples_per_gpu=2, train=dict(type='CocoDataset', ann_file='a', pipeline=[%s]))
''' % ', '.join("dict(type='Ours', size=%d, b=dict(c=1))" % i for i in range(5, 2000))
    for name, body, code, status in (('do not end', 'while True: size += 1', 'limit steps', 2), ('take memory', 'x = [[0] * 100000 for i in range(9)]', 'limit steps', 2),
                                     ('change what they are given', "kwargs['b'].pop('c')", None, 0), ('fail', 'size = kwargs', 'ARG006', 1)):
        case('constructors that ' + name, {'ours.py': ours % body, 'configs/x.py': many}, code, args=('check', '--select', 'ARG006'), file='configs/x.py', status=status)
    one = "@PIPELINES.register_module()\nclass Ours%d:\n    def __init__(self, size):\n        assert size > 4\n"
    case('constructors of many classes in a large file', {
        'ours.py': ''.join(one % i for i in range(2000)) + '# x\n' * 330000,
        'configs/x.py': many[:many.index('[')] + '[%s]))\n' % ', '.join("dict(type='Ours%d', size=5)" % i for i in range(2000))},
         'limit steps', args=('check', '--select', 'ARG006'), file='configs/x.py')
    # What a description takes is read off its text: functions that hand it on in many ways, each to each.
    for given in ('**kw', 'kw'):
        calls = '    %s(x, %s)\n' % ('%s', given) * 20 + '    return x\n\n'
        texts = ['def %s(x, %s):\n' % (name, given) + calls % (('there', 'back') * 10) for name in ('there', 'back')]
        texts.append('def build(x, depth=1, **kw):\n' + calls % (('there', 'back') * 10) + 'module("OurNet", build=build)\n')
        case('a description that hands %s on and on' % given, {
            '.cfglint/net.star': ''.join(texts), 'configs/x.py': "model = dict(type='FCOS', backbone=dict(type='OurNet', depht=3))\n"
            "optimizer = dict(type='SGD', lr=0.1)\ndata = dict(train=dict(type='CocoDataset'))\n"}, 'ARG001',
             args=('check', '--profile', 'mmdet', '--select', 'ARG001'), file='configs/x.py', status=1)
    # Wrappers that hand it on under the last of many names, in each of many calls.
    held = ''.join('    v%d = make\n' % i for i in range(3990))
    for types, told, status in ((40, 'Ours39 takes no', 1), (4000, 'limit steps', 2)):
        texts = ['def outer(make):\n', held, '    def build_it(**kw):\n', '        v3989(**kw)\n' * 130000, '        return make(**kw)\n    return build_it\n\n',
                 *("module('Ours%d', build=outer(lambda width=1: None))\n" % i for i in range(types))]
        case('descriptions that are wrapped under many names: %d' % types, {
            '.cfglint/net.star': ''.join(texts), 'configs/x.py': "model = dict(type='Ours0', %s)\noptimizer = dict(type='SGD', lr=0.1)\n"
            "data = dict(train=dict(type='CocoDataset'))\n" % ', '.join("p%d=dict(type='Ours%d', widht=3)" % (i, i) for i in range(types))}, told,
             args=('check', '--profile', 'mmdet', '--select', 'ARG001'), file='configs/x.py', status=status)
    # Many parts, each of which takes less than the limit.
    work = 'for i in range(150000): n%d = i\ndel i\n'
    parts = {'b%d.py' % i: work % i for i in range(100)}
    case('many bases that work', dict(parts, **{'x.py': '_base_ = [%s]' % ', '.join('"b%d.py"' % i for i in range(100))}), 'limit steps')
    case('a chain of bases that work', dict({'b%d.py' % i: '_base_ = "b%d.py"\n' % (i + 1) + work % i for i in range(60)},
                                            **{'x.py': '_base_ = "b0.py"', 'b60.py': ''}), 'limit steps')
    case('many modules that work', dict(parts, **{'x.py': 'from mmengine.config import read_base\nwith read_base():\n' +
                                                  ''.join('    from .b%d import *\n' % i for i in range(100))}), 'limit steps')
    two = dict({'b%d.py' % i: 's%d = ["a" * 1000] * 100000\ndel s%d\n' % (i, i) for i in range(300)},
               **{'x.py': '_base_ = [%s]' % ', '.join('"b%d.py"' % i for i in range(300))})
    case('many bases that take memory', two, 'limit')
    case('the same bases of two configs', dict({'b%d.py' % i: work % i for i in range(4)}, **{
        'configs/x.py': '_base_ = [%s]' % ', '.join('"../b%d.py"' % i for i in range(4)), 'configs/y.py': '_base_ = "./x.py"\n' + work % 5}),
         args=('show', '--format', 'canonical'), file='configs', status=0)
    rule = ('def check(cfg, s):\n    x = [i for i in range(190000)]\n\nrule("ZZZ%03d", severity="error", summary="x", why="y", check=check, '
            'fragments=True, good=[], bad=[], fixes="None.", since="0.1.0")\n')
    case('many rules that work', dict({'.cfglint/r%d.star' % i: rule % i for i in range(100)}, **{'configs/x.py': 'a = 1'}), 'limit steps',
         args=('check',), file='configs/x.py')
    files = {'.cfglint/r%d.star' % i: 'x = [i for i in range(190000)]\n' + rule % i for i in range(100)}
    case('many library files that work', dict(files, **{'configs/x.py': 'a = 1'}), 'limit steps', args=('check',), file='configs/x.py')
    # What rules find, as large as what it holds over and over.
    said = ('def circle():\n    x = []\n    x.append(x)\n    return x\n\ndef doubled(x, n):\n    for i in range(n): x = [x, x]\n    return x\n\n'
            'def check(cfg, s):\n    return %s\n\nrule("ZZZ001", severity="error", summary="x", why="y", check=check, fragments=True, good=[], bad=[], '
            'fixes="None.", since="0.1.0")\n')
    # What an unknown value may hold, and what that may hold, by ways that meet again.
    case('an unknown in itself over and over', {'x.py': 'import os\nmodel = dict(a=os.nobody)\nfor _ in os.nobody:\n    model = [model]\n'
         'for _ in range(1 << 32):\n    model = dict(model, backbone=model, neck=[model, model])\n'}, 'limit memory_bytes')
    # What is kept from config to config would lie in the memory of one that is gone.
    many = {'configs/%d.py' % i: 'a = 1\nmodel = dict(type="A")\noptimizer = dict(type="SGD", lr=0.1)' for i in range(40)}
    for name, text in (('default', 'def f(x = []):\n    x.append(1)\n    return len(x)\n'), ('iterator', 'it = iter(range(9))\n\ndef f():\n    return next(it)\n'),
                       ('method', 'add = [].append\n\ndef f():\n    return add(1)\n'), ('attribute', 'def f():\n    f.x = [1]\n    return f.x\n'),
                       ('name around', 'def g():\n    n = [0]\n    def h():\n        nonlocal n\n        n = [n[0] + 1]\n        return n\n    return h\n\nf = g()\n'),
                       ('name deleted around', 'def g():\n    n = 0\n    def h():\n        nonlocal n\n        del n\n    return h\n\nf = g()\n'),
                       ('list around', 'def g():\n    n = []\n    return lambda: n.append(1)\n\nf = g()\n'),
                       ('global', 'def f():\n    global g\n    def g():\n        return 1\n    return g\n'),
                       ('global deleted', 'n = 0\n\ndef f():\n    global n\n    del n\n'), ('exception', 'e = ValueError([])\n\ndef f():\n    e.x = [1]\n'),
                       ('list of an exception', 'e = ValueError([])\n\ndef f():\n    e.args[0].append(1)\n')):
        case('a rule that keeps a ' + name, dict({'.cfglint/x.star': text + '\n' + said % 'finding("a", f"x {f()}")'}, **many), 'LIB001', args=('check', '-j2'),
             file='configs')
    keeps = 'def f(x=[]):\n    x.append([1])\n    return len(x)\n'
    case('a base that keeps a default', dict({'configs/base.py': keeps}, **{'configs/%d.py' % i: 'from mmengine.config import read_base\nwith read_base():\n'
         '    from .base import f\nx = f()\n' for i in range(40)}), None, status=0, args=('show', '-j2', '--format', 'canonical'), file='configs')
    # What the program reads of files that take the place of its own may be of any kind.
    old = 'model = dict(type="FCN", neck=dict(type="N", x=1))\noptimizer = dict(type="SGD", lr=0.1)\nlr_config = dict(policy="step", step=[8])\ntotal_epochs = 12\n'
    for file, name, args, kinds, code in (
            ('migrate/common', 'SECTIONS', ('migrate',), ('None', '[1]'), "'SECTIONS' of"), ('migrate/common', 'MACHINE', ('migrate',), ('1', '[1]', '[""]'), "'MACHINE' of"),
            ('migrate/common', 'DIALECT', ('migrate',), ('1', '"x"'), 'no dialect'), ('settings/keys', 'OLD', ('migrate',), ('None', '[{}]'), 'LIB001'),
            ('devices/generations', 'GENERATIONS', ('estimate', '--gpu-memory', '9GB'), ('None', '[1]', '{"a": 1}'), "'GENERATIONS' of"),
            ('model/registries', 'OLDER', ('estimate',), ('None', '[1]'), "'OLDER' of"), ('rules/constructors', 'TAKE_NOTHING', ('check',), ('1', '[1]'), None)):
        for odd in kinds:
            case('%s = %s' % (name, odd), {'.cfglint/%s.star' % file: instead(file, name, odd), 'x.py': old}, code, status=2 if code else 0, args=args)
    for odd in ('[1]', '[{}]', '1'):
        case('repairs of a profile, ' + odd, {'.cfglint/settings/repairs.star': 'REPAIRS = MMENGINE_REPAIRS = %s\n' % odd, 'x.py': MISFIT}, None,
             status=1, args=('plan', '--fit', '--gpu-memory', '1GB', '--target', '70%', '--force'))
    wide = {'configs/x.py': "model = dict(type='A')\nw = [%s]\n" % ', '.join(["'z'"] * 90000),
            'configs/default.yaml': '\n'.join('%s: {type: A}' % k for k in ('model', 'data', 'optimizer', 'optimizer_config', 'lr_config', 'runner', 'checkpoint_config', 'log_config')),
            'configs/x.yaml': 'w: [%s]\n' % ', '.join(['z'] * 90000)}
    for asked, code in (('cfg.is_read("z%d" % i)', 'limit steps'), ('cfg.is_read_here("z%d" % i)', 'limit steps'), ('cfg.near_type("a%d" % i)', 'limit steps'),
                        ('counted("n.txt", "a")', 'limit steps'), ('cfg.texts()', None), ('cfg.has_heirs', None)):
        for file in ('configs/x.py', 'configs/x.yaml'):
            case('a rule that asks without end: %s of %s' % (asked, file), dict(wide, **{'.cfglint/x.star': said % '[1 for i in range(150000) if %s == 5]' % asked}), code,
                 status=2 if code else 0, args=('check', '--select', 'ZZZ'), file=file)
    for letter in 'ab':
        case('a rule that counts without end', {'.cfglint/x.star': said % '[counted("m.txt", "a") for i in range(50000)]', 'm.txt': letter * 3000000,
             'configs/x.py': 'a = 1'}, 'limit steps', args=('check',), file='configs/x.py')
    # What a rule asks of the project's code, and what becomes of many findings.
    big = 'import torch\n%s\n@M.register_module()\nclass Big(Base):\n    pass\n' % '\n'.join('class C%d(Base):\n    pass' % i for i in range(80000))
    for asked in ('defined("Big", "a%d" % i) for i in range(40000)', 'defined("C%d" % i, "a") for i in range(40000)',
                  'signature("C%d" % i, {"a": 1}) for i in range(40000)'):
        case('a rule that asks ' + asked, {'.cfglint/x.star': said % ('[%s]' % asked), 'ours/big.py': big, 'configs/x.py': 'a = 1'}, 'limit steps',
             args=('check', '--select', 'ZZZ'), file='configs/x.py')
    case('findings that are told elsewhere', {'.cfglint/x.star': (said % '[finding("a", "x")] * 150000').replace('ZZZ001', 'VAL001'),
         'configs/x.py': 'a = 1'}, 'VAL001', status=1, args=('check',), file='configs/x.py')
    case('findings of a scheme', {'.cfglint/x.star': said % '[finding("z.%d" % i, "x") for i in range(40000)]', 'configs/x.py': MISFIT + 'z = [0] * 40000'},
         None, status=1, args=('--target', '70%', '--gpu', 'rtx3090', '--diff'), file='configs/x.py')
    case('findings that are said once', dict({'.cfglint/x.star': (said % '[finding("a", "%s %d" % (cfg.name, i)) for i in range(1000)]').replace('severity', 'once=True, severity')},
         **{'configs/%d.py' % i: 'a = 1\nmodel = dict()' for i in range(100)}), 'configs/7.py', status=1, args=('check', '--select', 'ZZZ'), file='configs')
    bases = {'b%d.py' % i: ''.join('z%d_%d = dict(c=1)\n' % (i, j) for j in range(20)) for i in range(1900)}
    chain = {'c%d.py' % i: '_base_ = "c%d.py"\n' % (i + 1) for i in range(58)}
    chain.update({'f%d.py' % i: 'z%d = 1\n' % i for i in range(1899)}, **{'f1899.py': 'z1899 = [0] * 40000\n', 'c58.py': '_base_ = [%s]\n' % ', '.join(
        '"f%d.py"' % i for i in range(1900))})
    case('findings in the last of many bases', dict(chain, **{'.cfglint/x.star': said % '[finding("z1899.%d" % i, "x") for i in range(40000)]',
         'x.py': '_base_ = "c0.py"\n'}), 'ZZZ001', status=1, args=('check', '--select', 'ZZZ'))
    case('dicts beside many imported files', dict(bases, **{'x.py': 'from mmengine.config import read_base\nwith read_base():\n%s%s' % (
        ''.join('    from .b%d import *\n' % i for i in range(1900)), ''.join('a%d = dict(b=1)\n' % i for i in range(60000)))}), status=0, args=('check',))
    many = 'fix("x", [change("a%%d" %% i, 1) for i in range(%d)], "safe")'
    for found, code in (('circle()', 'holds itself'), ('[finding("a", "x"), circle()]', 'holds itself'), ('doubled(finding("a", "x"), 60)', 'limit steps'),
                        ('finding("a", "x", fix=fix("x", [change("a", circle())], "safe"))', 'holds itself'),
                        ('finding("a", "x", fix=fix("x", [change("a", doubled({}, 60))], "safe"))', 'limit steps'),
                        ('finding("a", "x", fix=fix("x", [change("a", ValueError(doubled(1, 60)))], "safe"))', 'limit steps'),
                        ('finding("a", "x", fix=fix("x", [change("a", {1: doubled(1, 60)}.items())], "safe"))', 'limit steps'),
                        ('[finding("a", "x", related=[("a", "y")] * 20000)] * 20000', 'limit steps'),
                        ('[finding("a", "x", fix=[%s] * 2000)] * 100' % (many % 2000), 'limit steps'),
                        ('finding("a", "x", fix=[%s] * 20)' % (many % 40000), 'limit steps'),
                        ('cfg.once(lambda cfg: circle())', 'holds itself'), ('stops([change("a", doubled({}, 60))])', 'limit steps'),
                        ('cfg.each(lambda l, x: 1, [(1, doubled(1, 60))])', 'limit steps'), ('cfg.each(lambda l, x, y: 1, [(1, 2)], doubled(1, 60))', 'limit steps')):
        case('a rule finds ' + found, {'.cfglint/x.star': said % found, 'configs/x.py': 'a = 1'}, code, args=('check',), file='configs/x.py')
    for n, mended, status in ((512, '1 finding would be mended', 1), (513, '0 findings would be mended', 0)):
        every = 'finding("a", "x", fix=fix("x", [change("a.k%%d" %% i, 1) for i in range(%d)], "safe")) if cfg.get("a.k0") == 0 else None' % n
        case('a rule mends %d keys' % n, {'.cfglint/x.star': said % every, 'configs/x.py': 'a = dict(%s)' % ', '.join('k%d=0' % i for i in range(n))},
             mended, status=status, args=('check', '--fix', '--diff'), file='configs/x.py')
    for name, text, code in (('held', 'x = []\nx.append(x)\n', 'holds itself'), ('declared', 'x = ["A"]\nx.append(x)\nmodule(x)\n', 'holds itself'),
                             ('doubled', 'def f():\n    x = {}\n    for i in range(60): x = {1: x, 2: x}\n    return x\n\nx = f()\n', 'limit steps')):
        case('a library file that is ' + name, {'.cfglint/x.star': text + said % 'None', 'configs/x.py': 'a = 1'}, code, args=('check',), file='configs/x.py')
    case('many large library files', dict({'.cfglint/r%d.star' % i: '#' * 3000000 for i in range(300)}, **{'configs/x.py': 'a = 1'}),
         'limit config_bytes', args=('check',), file='configs/x.py')
    idle = ('def _net(m, x):\n' + '    for i in range(190000):\n        n = i\n' * 2 + '    return m.fc(x.mean([2, 3]))\n\ndef Net():\n    return Module("Net", '
            '_net, fc=nn.Linear(3, 4), loss=lambda m, batch: [m(batch.images).sum()])\n\nmodule("Net", build=Net)\n')
    case('a description that does more than operations', {'.cfglint/n.star': 'import modules.nn as nn\n\n' + idle, 'configs/x.py':
         'model = dict(type="Net")\ntrain_dataloader = dict(batch_size=4, dataset=dict(type="CocoDataset", pipeline=[dict(type="Resize", scale=(64, 64))]))\n'
         'optim_wrapper = dict(type="OptimWrapper", optimizer=dict(type="SGD", lr=0.1))\n'}, 'search_ops', args=('estimate', '--batch', '1..64'), file='configs/x.py')
    case('a batch of many images', {'x.py': OF_MANY_IMAGES}, 'limit ops', args=('estimate', '--batch', '8000'))
    case('a plan for a model whose parts do not fit', {'x.py': MISFIT}, None, status=0,
         args=('--target', '70%', '--gpu', 'rtx3090', '--measured', '9GB', '--diff'))
    fits = MISFIT.replace('256, 72)', '36, 72)').replace('1000, 36', '18, 36')
    for n in (10**9, 2**62):
        case('a rate that is meant for %d samples' % n, {'x.py': fits + 'auto_scale_lr = dict(base_batch_size=%d)\n' % n}, None, status=2 * (n > 10**9),
             args=('--target', '50%', '--gpu', 'rtx3090', '--gpus', '1', '--force', '--measured', '9GB', '--diff'))
    trial = 'def check(cfg, s):\n    for i in range(100000):\n        x = stops([change("model.bbox_head.in_channels", i + 7)])\n    return finding(cfg.item("model"), "x")\n\n'
    rule = 'rule("ZZZ%03d", severity="error", summary="x", why="y", check=check, fragments=True, good=[], bad=[], fixes="None.", since="0.1.0")\n'
    case('a rule that tries without end', {'.cfglint/r.star': trial + rule % 1, 'configs/x.py': fits}, 'ZZZ001', status=1,
         args=('check', '--select', 'ZZZ'), file='configs/x.py')
    mending = ('def check(cfg, s):\n    x = [i for i in range(9000)]\n    v = cfg.item("model.bbox_head.num_classes")\n'
               '    return finding(v, "x", fix = fix("y", [change("model.bbox_head.num_classes", v.value + 1)], "safe"))\n\n')
    case('rules that mend without end', {'.cfglint/r.star': mending + ''.join(rule % i for i in range(60)), 'configs/x.py': fits},
         'more is not mended: it takes more than the limit', status=1, args=('check', '--select', 'ZZZ', '--fix', '--diff'), file='configs/x.py')
    steps = ''.join("dict(type='LoadPointsFromFile', coord_type='e%d'), " % i for i in range(300))
    case('many words that a large project might list', dict({'ours/m%d.py' % i: "x = ['oc', 'e9']\n" * 100000 for i in range(10)}, **{'configs/x.py':
         "model = dict(type='RetinaNet')\noptimizer = dict(type='SGD', lr=0.1)\ntrain_pipeline = [%s]\n"
         "data = dict(samples_per_gpu=2, train=dict(type='KittiDataset', pipeline=train_pipeline))\n" % steps}),
         'limit steps', args=('check', '--select', 'VAL004'), file='configs/x.py')
    case('attributes of attributes without end', {'ours/m.py': 'a = %sz\n' % ('e9.oc.' * 600000), 'configs/x.py':
         "model = dict(type='RetinaNet')\noptimizer = dict(type='SGD', lr=0.1)\n"
         "train_pipeline = [dict(type='LoadPointsFromFile', coord_type='e9')]\n"
         "data = dict(samples_per_gpu=2, train=dict(type='KittiDataset', pipeline=train_pipeline))\n"},
         'VAL004', status=1, args=('check', '--select', 'VAL004'), file='configs/x.py')
    for lead in ('register_module((', 'register_module(['):
        case('names of a class without end: ' + lead, {'ours/m.py': lead + 'a' * 3800000, 'configs/x.py':
             "model = dict(type='OurNet', backbone=dict(type='OurPart'))\noptimizer = dict(type='SGD', lr=0.1)\ntotal_epochs = 3\n"
             "data = dict(samples_per_gpu=2, train=dict(type='OurData'))\n"}, status=0, args=('check',), file='configs/x.py')
    for end in ('', "}'"):
        case('places to be filled in without end ' + end, {'x.py': "x = 1 # " + "'${" * 1200000 + end}, status=0, args=('check',))
    for name, line in (('lines', 'from x'), ('brackets', 'from x import ('), ('words', 'from x import ' + 'Configs ' * 400)):
        case('a script of imports without end: ' + name, {'tools/train.py': ('\n' + line) * (3900000 // (len(line) + 1)), 'configs/x.py': '_base_ = ""\n'},
             'INH', status=1, args=('check',), file='configs/x.py')
    # Work that grows with the square of something that a file may have many of.
    for name, text, status in (
            ('many keys', 'm = {%s}' % ','.join('"k%d": 1' % i for i in range(100000)), 0),
            ('many comments', '# cfglint: ignore[LR001]\n' * 100000 + 'a = 1\n', 0),
            ('many comments of one line', 'a = 1  #%s' % (' cfglint: ignore[LR001]' * 100000), 0),
            ('many codes in a comment', 'a = 1  # cfglint: ignore[%s]' % ','.join('LR%03d' % (i % 999) for i in range(200000)), 0),
            ('off and on', '# cfglint: off\na = 1\n# cfglint: on\n' * 50000, 0),
            ('one dict many times', 'model = dict(a=1)\nb = model\n' * 30000, 0)):
        case(name, {'x.py': text}, status=status, args=('check', '--fail-on', 'error'))
    checked = ('check', '--fail-on', 'error', '--format')
    for form in ('text', 'sarif', 'gitlab', 'checkstyle'):
        for name, text in (('one', ''.join('"a": %d, ' % (i % 9) for i in range(100000))), ('many', ''.join('"a%d": 1, "a%d": 2, ' % (i, i) for i in range(60000)))):
            case('%s twice in a long line, %s' % (name, form), {'x.py': 'x = {%s}' % text}, status=1, args=(*checked, form))
            case('%s twice in YAML, %s' % (name, form), {'configs/x.yaml': 'x: {%s}' % text}, status=1, args=(*checked, form), file='configs/x.yaml')
    case('tokens of a long line', {'x.py': '1 ' * 1000000}, status=2, args=('show',))
    case('tokens of a long line, shown', {'x.py': '1 ' * 1000000}, status=0, args=('dump', 'tokens'))
    case('lines that are no Python', {'x.py': 'x = 1 1\n' * 100000}, 'SYN001')
    case('strings that are never closed', {'x.py': 'x = "\n' * 500000}, 'SYN001')
    case('brackets that are never closed', {'x.py': ''.join('x%d = (1\n' % i for i in range(300000))}, 'SYN001')
    case('many parameters', {'x.py': 'def f(%s): pass' % ', '.join('a%d' % i for i in range(100000))}, 'too many parameters')
    case('many local names', {'x.py': 'def f():\n' + ''.join('    a%d = 1\n' % i for i in range(100000))}, 'too many local names')
    names = ['a%d' % i for i in range(100000)]
    case('many global names', {'x.py': 'def f():\n    global %s\n' % ', '.join(names) + ''.join('    %s = 1\n' % n for n in names)}, status=0)
    case('many imports', {'x.py': ''.join('import a%d\n' % i for i in range(100000))}, status=0)
    for length in (100000, 2**31 - 1, 2**63 - 1):  # epochs, of a thousand iterations each
        long = {'x.py': 'runner = dict(type="EpochBasedRunner", max_epochs=%d)\noptimizer = dict(type="SGD", lr=0.01)\nlr_config = dict(policy="step", step=[8])\n' % length}
        case('rates of %d epochs' % length, long, 'more than 5000000 iterations', args=('show', '--schedule'))
        case('%d epochs migrated' % length, long, 'max_epochs=%d' % length, status=0, args=('migrate', '--diff'))
    case('many file names', {'x.py': '# {{ fileDirname }} {{ fileBasename }}\n' * 100000}, status=0)
    case('many variables of a base', {'x.py': '_base_ = "y.py"\n' + ''.join('x%d = {{_base_.a%d}}\n' % (i, i) for i in range(50000)), 'y.py': ''},
         'different variables of bases')
    case('variables of the environment that do not end', {'x.py': 'x = "{{$A:[^}]*}}"\n# ' + '{{$A:' * 180000 + ' }'}, 'regex_steps')
    case('a default that is a costly pattern', {'x.py': 'x = "{{$A:([^}]*A)*b}}"\n# ' + '{{$A:' * 180000 + ' }'}, 'regex_steps')
    case('many statements migrated', {'x.py': '; '.join('x%d=%d' % (i, i) for i in range(30000))}, status=0, args=('migrate', '--diff', '--limit', 'steps=20000000'))
    case('many variables of the environment', {'x.py': 'a = 1\n' + '\n'.join('# {{$V%d:1}}' % i for i in range(50000))}, 'variables of the environment')
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
