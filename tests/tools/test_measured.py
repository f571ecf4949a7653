"""Memory to the byte: what backward keeps of each operation and of whole models, as measured with PyTorch on a CPU, and
layer tables and allocations that others have published (fixtures/measured)."""
import json
import os
import re
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
HERE = 'fixtures/measured'


def table(name):
    lines = open(os.path.join(HERE, name), encoding='utf-8').read().splitlines()
    return [line.split('\t') for line in lines if line and not line.startswith('#')]


def check(what, have, want):
    cases.append((what,))
    if have != want:
        bad.append('%s: %s, not %s' % (what, have, want))


def tensors_of(text):
    found = re.findall(r'(\w+?)(~|!|\?|0 |#\d+:)([\d,]+)', text)
    return [(name, kind[0], shape.replace(',', ', ')) for name, kind, shape in found]


def description(number, tensors, expression):
    """A module that runs the expression once, and an example that calls it."""
    build, run = [], []
    for name, kind, shape in tensors:
        if kind in '~!':
            build.append('%s=parameter([%s])' % (name, shape))
            run.append('    %s = m.%s%s\n' % (name, name, '.clone()' if kind == '~' else ''))
        else:
            dtype = {'#': 'int64', '?': 'bool', '0': 'float32'}[kind]
            run.append('    %s = torch.zeros([%s], dtype="%s")\n' % (name, shape, dtype))
    return ('def _run%d(m):\n%s    return %s\n\n'
            'module("case%d", build=lambda: Module("case", _run%d, %s))\n'
            'example("case %d.", cfg=dict(type="case%d"), run=lambda m: m(), training=True, torch=113)\n\n' % (
                number, ''.join(run), expression, number, number, ', '.join(build), number, number))


cases, measured = table('saved.tsv'), dict(table('saved_torch113.tsv'))
differs = {row[0]: row for row in table('differences.tsv')}
if [c[0] for c in cases] != list(measured):
    sys.exit('saved_torch113.tsv was not made from saved.tsv: run measure.py saved')
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'cases.star'), 'w', encoding='utf-8') as f:
        for i, case in enumerate(cases):
            f.write(description(i, tensors_of(case[1]), case[2]))
    p = subprocess.run([exe, 'dump', 'examples', 'case '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
have = {int(n): (int(saved), problem) for n, saved, problem in
        re.findall(r'case (\d+)\. \| .*?, (\d+) saved \| (.*?) \|', p.stdout)}
bad = []
for i, case in enumerate(cases):
    name, want = case[0], int(measured[case[0]])
    saved, problem = have.get(i, (-1, 'it did not run: ' + p.stderr[:300]))
    allowed = int(differs[name][1]) if name in differs else want
    if problem or saved != allowed:
        bad.append('%s: %s saves %d bytes, PyTorch %d %s' % (name, case[2], saved, want, problem))

# --- small networks drawn at random ---


def run_of(words, i):
    """The lines that run layer i with these words before it."""
    call = 'checkpoint(f, x)' if 'checkpointed' in words else 'f(x)'
    call = 'no_grad(lambda x: %s, x)' % call if 'no_grad' in words else call
    again = ['    y = ' + call.replace('x)', 'y)').replace('lambda x: f(y), y', 'lambda x: f(x), y')] if 'twice' in words else []
    join = 'x + y' if 'residual' in words else 'torch.cat([x, y], 1)' if 'joined' in words else 'y'
    return ['    f = m.net.layers[%d]' % i, '    y = ' + call, *again, '    x = ' + join, '    y = None']


def network(number, row):
    kind, shape = row[0][0], '[%s]' % row[0][1:].replace(',', ', ')
    layers = [layer.partition('(') for layer in row[1].split(' | ')]
    words = [first.split()[:-1] for first, _, _ in layers]
    ours = ['nn.%s(%s' % (re.sub('(Batch|Instance)Norm2d', r'\1Norm', first.split()[-1]), rest) for first, _, rest in layers]
    marks = ['    %s(net.layers[%d])' % (call, i) for word, call in (('frozen', 'freeze'), ('eval', 'eval_mode'))
             for i, w in enumerate(words) if word in w]
    lines = ['def _net%d():' % number, '    net = nn.Sequential(%s)' % ', '.join(ours), *marks,
             '    return Module("net", _run%d, net=net%s)' % (number, ', x=parameter(%s)' % shape if kind == '~' else ''), '',
             'def _run%d(m):' % number, '    x = m.x.clone()' if kind == '~' else '    x = torch.zeros(%s)' % shape,
             *[line for i, w in enumerate(words) for line in run_of(w, i)], '    return x', '',
             'module("net%d", build=_net%d)' % (number, number),
             'example("net %d.", cfg=dict(type="net%d"), run=lambda m: m(), training=True, torch=113, parameters=%s,'
             % (number, number, row[2] if kind == '0' else ' + '.join([row[2], row[0][1:].replace(',', '*')])), '        saved=%s, outputs=[[%s]])' % (row[4], row[5]), '']
    return '\n'.join(lines) + '\n'


networks = table('layers_torch113.tsv')
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'networks.star'), 'w', encoding='utf-8') as f:
        f.writelines(['import modules.nn as nn\n\n', *(network(i, row) for i, row in enumerate(networks))])
    p = subprocess.run([exe, 'dump', 'examples', 'net '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
    results = re.findall(r'^(ok|FAILED) .*?net (\d+)\. \| (.*?)$', p.stdout, re.M)
    bad += ['%s: %s' % (' '.join(networks[int(n)]), what) for good, n, what in results if good != 'ok']
    cases += networks
    if len(results) != len(networks):
        bad.append('%d of %d networks ran: %s' % (len(results), len(networks), p.stderr[:300]))

# --- losses of heads, of the projects' own code: how many samples are positive is assumed here, and drawn there ---

heads, measured_heads = table('heads.tsv'), {row[0]: row[1:] for row in table('heads_torch113.tsv')}
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'heads.star'), 'w', encoding='utf-8') as f:
        for i, (project, name, shapes, _, cfg) in enumerate(heads):
            side = 256 if project == 'mmdet' else 128
            f.write('def _run%d(head):\n    images = struct(kind="images", size=2, height=%d, width=%d, objects=[3, 5], share=1.0)\n'
                    '    return head.loss([input(s) for s in %s], images)\n\n' % (
                        i, side, side, [[int(n) for n in s.split(',')] for s in shapes.split()])
                    + 'example("head %d.", cfg=%s, run=_run%d, training=True, torch=113, scope="%s")\n' % (i, cfg, i, project))
    p = subprocess.run([exe, 'dump', 'examples', 'head '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
kept_here = {int(n): (int(parameters), int(saved)) for n, parameters, saved in
        re.findall(r'head (\d+)\. \| (\d+) parameters, .*?, (\d+) saved', p.stdout)}
for i, (_, name, _, stated, _) in enumerate(heads):
    parameters, kept = map(int, measured_heads[name])
    check(name, kept_here.get(i), (parameters, int(stated)))
    check(name + ', beside its own code', abs(int(stated) / kept - 1) < 0.07, True)

# --- backbones and necks, of the projects' own code; a CPU keeps some numbers as tensors of eight bytes ---

NUMBERS = 256
parts, measured_parts = table('parts.tsv'), {int(row[0]): [int(n) for n in row[1:]] for row in table('parts_torch113.tsv')}
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'parts.star'), 'w', encoding='utf-8') as f:
        f.write('def _list(x):\n    return x if isinstance(x, (list, tuple)) else [x]\n\n')
        for i, (project, shapes, cfg) in enumerate(parts):
            maps = ['input([%s])' % s for s in shapes.replace('list:', '').split()]
            given = '[%s]' % ', '.join(maps) if len(maps) > 1 or shapes.startswith('list:') else maps[0]
            f.write('def _run%d(m):\n    return [t * t for o in _list(m(%s)) for t in _list(o)]\n\n' % (i, given)
                    + 'example("part %d.", cfg=%s, run=_run%d, training=True, torch=113, scope="%s")\n\n' % (i, cfg, i, project))
    p = subprocess.run([exe, 'dump', 'examples', 'part '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
have = {int(n): (int(parameters), int(saved)) for n, parameters, saved in
        re.findall(r'part (\d+)\. \| (\d+) parameters, .*?, (\d+) saved', p.stdout)}
for i, (project, _, cfg) in enumerate(parts):
    parameters, kept = have.get(i, (-1, -1))
    numbers = measured_parts[i][1] - kept
    check('%s %s' % (project, cfg), (parameters, kept + numbers if 0 <= numbers < NUMBERS else kept), tuple(measured_parts[i]))

# --- losses, of the projects' own code, of predictions that have a gradient ---

losses, measured_losses = table('losses.tsv'), [int(kept) for _, kept in table('losses_torch113.tsv')]
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'losses.star'), 'w', encoding='utf-8') as f:
        for i, (project, tensors, call, cfg) in enumerate(losses):
            f.write(description(i, tensors_of(tensors), call.replace('m(', 'm.loss(', 1)).replace('"case"', '"loss"').replace('case', 'loss')
                    .replace('_run%d, ' % i, '_run%d, loss=build(%s), ' % (i, cfg)).replace('torch=113', 'torch=113, scope="%s"' % project))
    p = subprocess.run([exe, 'dump', 'examples', 'loss '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       text=True)
have = {int(n): (int(saved), problem) for n, saved, problem in
        re.findall(r'loss (\d+)\. \| .*?, (\d+) saved \| (.*?) \|', p.stdout)}
for i, (project, _, call, cfg) in enumerate(losses):
    (kept, problem), want = have.get(i, (-1, 'it did not run')), measured_losses[i]
    near = abs(kept - want) < 64  # numbers that are tensors of their own: the least divisor, weights of classes
    check('%s %s %s' % (project, call, cfg), (want if near else kept, problem), (want, ''))
cases += losses

# --- whole models ---


def run(*args):
    return subprocess.run([exe] + list(args), cwd=HERE, stdout=subprocess.PIPE, text=True, check=True,
                          env=dict(os.environ, NO_COLOR='1')).stdout


MIB = 1 << 20
models = {name: (int(parameters), int(saved)) for name, parameters, saved in
          re.findall(r'torchvision (\w+) \| (\d+) parameters, \d+ macs, (\d+) saved', run('dump', 'examples', 'torchvision '))}
for name, parameters, saved in table('models_torch113.tsv'):
    check(name, models.get(name), (int(parameters), int(saved)))


# --- what optimizers keep ---

with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'one.star'), 'w', encoding='utf-8') as f:
        f.write('def _loss(m, batch):\n    return [(m.w * 2.0).sum()]\n\n'
                'module("One", build=lambda: Module("One", _loss, loss=_loss, w=parameter([1024, 1024])))\n')
    for name, arguments, want in table('optimizers_torch113.tsv'):
        with open(os.path.join(folder, 'x.json'), 'w', encoding='utf-8') as f:
            json.dump({'model': {'type': 'One'}, 'train_dataloader': {'batch_size': 1}, 'train_cfg': {'by_epoch': True, 'max_epochs': 1},
                       'optim_wrapper': {'optimizer': {'type': name, 'lr': 0.1, **json.loads(arguments)}}}, f)
        estimate = json.loads(run('estimate', '--format', 'json', '--torch', '1.13', '--profile', 'mmengine', os.path.join(folder, 'x.json')))
        kept = estimate['memory']['at_peak_bytes'].get('optimizer', 0)
        check('%s %s' % (name, arguments), kept / MIB, float(want))

# --- published layer tables: an image of 1024 x 1024 is a row of 12 MiB in them ---


def layers(config):
    rows = json.loads(run('estimate', '--layers', '--format', 'json', config))
    return sum(r['parameters'] for r in rows), sum(r['output_bytes'] for r in rows), rows


IMAGE, LOSS = 12 * MIB, 4
parameters, outputs, rows = layers('vgg16_1024.py')
check('VGG16 parameters', parameters, 2183080744)
check('VGG16 feature maps', round((outputs + IMAGE - LOSS) / MIB, 3), 1216.035)
check('VGG16 first layer', (rows[0]['parameters'], rows[0]['output_bytes']), (1792, 256 * MIB))
check('VGG16 fc1', rows[19]['parameters'], 2147487744)
check('VGG16 without the top', sum(r['parameters'] for r in rows[:18]), 14714688)
parameters, outputs, rows = layers('densenet201_1024.py')
check('DenseNet201 parameters', parameters, 20242984)
check('DenseNet201 features', round((outputs + IMAGE - LOSS) / MIB, 3), 6159.153)
final_relu = [r for r in rows if r['type'] == 'ReLU'][-1]['output_bytes']
check('DenseNet201 features without the last ReLU', round((outputs + IMAGE - LOSS - final_relu) / MIB, 2), 6151.65)
parameters, outputs, rows = layers('sequential.py')
check('Sequential', (parameters, (outputs - LOSS) / 1e6), (112576, 336.0896))

# --- a table of BEVFusion's tensors, in MiB ---

_, outputs, rows = layers('bevfusion_tensors.py')
sizes = [round(r['output_bytes'] / MIB, 1) for r in rows[:-1]]
check('BEVFusion tensors', sizes, [506.2, 126.6, 506.2, 1139.1, 3037.5, 1.8, 44.0, 22.0, 11.0, 5.5])
check('BEVFusion forward', round((outputs - LOSS) / MIB, 1), 5399.9)

# --- allocations measured with PyTorch 2 on a GPU: forward, and what stays after backward, in MiB ---

WORKSPACE = 8.125  # of cuBLAS, for the thread of forward and again for that of backward


def allocations(config):
    lines = [line.split() for line in run('dump', 'memory', config).splitlines()[1:]]
    start = max(i for i, line in enumerate(lines) if line[1] == 'none' and line[0] == 'forward')
    end = next(i for i, line in enumerate(lines) if '+512' in line and line[1] == 'reduce')
    last = max(i for i, line in enumerate(lines) if line[0] == 'backward')
    at = [int(line[-1]) for line in lines]
    return (at[end - 1] - at[start]) / MIB, (at[last] - at[start]) / MIB


forward, after = allocations('mlp.py')
check('MLP forward', (forward + WORKSPACE, forward), (28.125, 20.0))
check('MLP forward and backward', after + WORKSPACE, 20.125)
# torch.utils.checkpoint: the inputs of the three parts behind the first, 4 MiB each, the result, and what gelu of the first keeps
check('checkpointed parts, forward', allocations('checkpointed.py')[0], 20.0)
check('MultiheadAttention forward', allocations('attention.py')[0], 48.03125)
check('TransformerEncoderLayer forward', allocations('encoder_layer.py')[0], 104.15625)

if bad:
    sys.exit('\n'.join(bad))
print('%d checks' % len(cases))
