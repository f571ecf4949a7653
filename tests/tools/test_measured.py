"""What backward keeps, of each operation: to the byte what PyTorch keeps (fixtures/measured)."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, 'fixtures/measured')
exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
HERE = 'fixtures/measured'


def table(name):
    lines = open(os.path.join(HERE, name), encoding='utf-8').read().splitlines()
    return [line.split('\t') for line in lines if line and not line.startswith('#')]


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
                       text=True, env=dict(os.environ, ASAN_OPTIONS='detect_leaks=0'))
have = {int(n): (int(saved), problem) for n, saved, problem in
        re.findall(r'case (\d+)\. \| .*?, (\d+) saved \| (.*?) \|', p.stdout)}
bad = []
for i, case in enumerate(cases):
    name, want = case[0], int(measured[case[0]])
    saved, problem = have.get(i, (-1, 'it did not run: ' + p.stderr[:300]))
    allowed = int(differs[name][1]) if name in differs else want
    if problem or saved != allowed:
        bad.append('%s: %s saves %d bytes, PyTorch %d %s' % (name, case[2], saved, want, problem))
if bad:
    sys.exit('\n'.join(bad))
print('%d checks' % len(cases))
