"""Times of single operations on an H100 (fixtures/measured/times_h100.tsv) beside what the model of time says of them."""
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
# Of all operations with such a name the median ratio of predicted to measured is to lie within this factor.
GROUPS = {'conv': 1.15, 'linear': 1.2, 'matmul': 1.4, 'depthwise': 1.2, 'relu|gelu|sigmoid|silu|add$|mul$': 1.3, 'batch_norm': 1.4, 'layer_norm': 1.4,
          'bilinear': 1.3, 'permute contiguous|roll': 1.4, 'max_pool|avg_pool': 1.5, 'softmax of rows': 1.4, 'softmax over channels': 1.3, 'mul by channel': 1.3, 'topk|sort': 1.7, '': 1.1}
ALL_MEDIAN = 0.35  # of the logarithms, whatever their sign
rows = [line.rstrip('\n').split('\t') for line in open('fixtures/measured/times_h100.tsv', encoding='utf-8') if not line.startswith('#')]
# Convolutions round to TF32 since PyTorch 1.7, products do not since 1.12.
rows = [r for r in rows if not (r[1] == 'fp32' and r[0] == 'conv') and not (r[1] == 'tf32' and r[0].startswith(('linear', 'matmul')))]


def description(number, precision, tensors, expression):
    build, body = ['one=parameter([1])'], []
    for name, kind, shape in re.findall(r'(\w+?)(~|!|\?|0 |#\d+:)([\d,]+)', tensors):
        shape = shape.replace(',', ', ')
        half = precision == 'fp16'
        if kind in '~!':
            build.append('%s=parameter([%s])' % (name, shape))
            body.append('    %s = m.%s%s\n' % (name, name, '.half()' if half else ''))
        else:
            dtype = {'#': 'int64', '?': 'bool', '0': 'float16' if half else 'float32'}[kind[0]]
            body.append('    %s = torch.zeros([%s], dtype="%s")\n' % (name, shape, dtype))
    return ('def _run%d(m):\n%s    return %s\n\nmodule("case%d", build=lambda: Module("case", _run%d, %s))\n'
            'example("case %d.", cfg=dict(type="case%d"), run=lambda m: m(), training=True, torch=211)\n\n' % (
                number, ''.join(body), expression, number, number, ', '.join(build), number, number))


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, '.cfglint'))
    with open(os.path.join(folder, '.cfglint', 'cases.star'), 'w', encoding='utf-8') as f:
        f.writelines(description(i, *r[1:4]) for i, r in enumerate(rows))
    p = subprocess.run([exe, 'dump', 'examples', '--gpu', 'h100', 'case '], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
said, case = {}, None
for line in p.stdout.splitlines():
    found = re.match(r'\w+ \S*: case (\d+)\. ', line)
    parts = line.split('\t')
    if found:
        case = int(found.group(1))
    elif len(parts) > 8 and parts[1] != 'cast':
        said[case, parts[0]] = said.get((case, parts[0]), 0) + float(parts[8])
ratios = [(r[0], math.log(said[i, way] / float(r[column])), way) for i, r in enumerate(rows) for way, column in (('forward', 5), ('backward', 6))
          if float(r[column]) > 1 and (i, way) in said]
if len(ratios) < 1000:
    sys.exit('only %d times were said: %s' % (len(ratios), p.stderr[:300]))
# One way alone.
BACKWARD = {'layer_norm': 1.4, 'softmax over channels': 1.3, 'add row': 2}
bad = []
for names, most, ways in [(*g, ('forward', 'backward')) for g in GROUPS.items()] + [(*g, ('backward',)) for g in BACKWARD.items()]:
    middle = statistics.median(x for name, x, way in ratios if re.match(names, name) and way in ways)
    if abs(middle) > math.log(most):
        bad.append('%s: %.2f times as long in the median' % (names or 'all', math.exp(middle)))
spread = statistics.median(abs(x) for _, x, _ in ratios)
if spread > ALL_MEDIAN:
    bad.append('half of all are more than %.0f %% off' % (100 * (math.exp(spread) - 1)))
if bad:
    sys.exit('\n'.join(bad))
print('%d checks' % len(ratios))
