"""Nothing that a file, a path or an argument says reaches an output raw, whatever the command and the format.

First a rule about the sources: only base/foreign writes text that is not ours.  Then a repository in which every
string, key, name of a file, type, comment, message and rule holds what terminals and CI services obey; every command
prints it in every format, and the machine formats are read back.
"""
import csv
import glob
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as ET

import effort
from schemas import READERS, strict

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
SANITIZED = effort.built_with(exe)[0]  # then with a few of the words, and all of them at once where there are many places
checks, problems = 0, []


def check(good, problem):
    global checks
    checks += 1
    if not good:
        problems.append(problem)


# --- the sources ---

# What may hand bytes on as they are, and why.
RAW = {
    ('src/report/canonical.c', 'buf_put'),  # JSON that the file itself has written
    ('src/report/diff.c', 'buf_put'),       # exact bytes, for patch
    ('src/report/timeline.c', 'buf_put'),   # the page around the data
    ('src/cli/project.c', 'buf_put'),       # an option's value, which is not printed
    ('src/cli/set.c', 'buf_put'),           # a key, which is not printed
    ('src/cli/stdin.c', 'buf_put'),         # reads
    ('src/cli/run.c', 'fwrite'),            # the one place that writes to a stream
}
OURS = re.compile(r'"|names\[|parts\[|params\[|commands\[|before\b|brace\b|digits\b|color\b|severity_name|\bw\b')
for path in sorted(glob.glob(os.path.join(TOP, 'src/**/*.c'), recursive=True)):
    name = os.path.relpath(path, TOP)
    if name.startswith('src/library/build/'):
        continue  # a program that is run while the command is built
    layer = name.split('/')[1]
    text = open(path, encoding='utf-8').read()
    for m in re.finditer(r'\b(v?f?printf|fputs|puts|fputc|putc|putchar|fwrite|perror)\s*\(([^;]*);', text):
        literal = m.group(1) == 'fputs' and m.group(2).startswith('"')
        check(literal or (name, m.group(1)) in RAW, '%s prints with %s' % (name, m.group(1)))
    if layer in ('report', 'cli'):
        for m in re.finditer(r'\b(buf_put|buf_printf|buf_rune)\(', text):
            check((name, m.group(1)) in RAW, '%s: %s takes foreign text as it is; foreign_put and foreign_printf do not' % (name, m.group(1)))
        for m in re.finditer(r'\btext_(repr|quote|str)\(([^;]*)\);', text):
            check(not re.search(r'\bout\b', m.group(2)), '%s: text_%s(%s) goes to an output by itself' % (name, m.group(1), m.group(2)))
        for m in re.finditer(r'\bbuf_puts\(\s*[^,]*,\s*([^;]*)\);', text):
            check(OURS.search(m.group(1)) and '.p' not in m.group(1), '%s: buf_puts(%s) is not plainly ours' % (name, m.group(1)))

# --- outputs ---

COLORS = re.compile(rb'\x1b\[(0|1|2|1;3[134]|3[12])m')
COMMANDS = re.compile(r'##(\[|vso\[|teamcity\[)', re.I)
FINDING = re.compile(r'::(notice|warning|error) title=cfglint \([^:,]*\),file=[^:,]*,line=\d+,col=\d+,endLine=\d+,endColumn=\d+::')


def raw(out, github=False):
    """What is wrong with an output: the first thing that somebody would obey, or not see."""
    out = COLORS.sub(b'', out)
    try:
        text = out.decode('utf-8')
    except UnicodeDecodeError as e:
        return str(e)
    for c in text:
        if c not in '\n\t' and unicodedata.category(c) in ('Cc', 'Cf', 'Cs', 'Co', 'Cn', 'Zl', 'Zp'):
            return '%r in %r' % (c, text[max(0, text.index(c) - 40):text.index(c) + 40])
    for line in text.split('\n'):
        if COMMANDS.search(line) or (line.strip().startswith('::') and not (github and FINDING.match(line))):
            return 'the line %r' % line
    return None


HOSTILE = [
    '\x1b[31mred\x1b]0;title\x07', 'a\r::error::cr', '\n::error file=x::line', '::warning::first', '  ::add-mask::blanks', '\u3000\xa0::error::wide',
    '\n##vso[task.complete]', '##[group]x', "##teamcity[message text='x']", '\x85next\x9b31m', '\x7f\b\b', '\u202eevil\u202c\u2066x\u2069',
    'zero\u200bwidth\ufeff\u2060', '\u2028line\u2029', 'nul\0nul', '</script><script>alert(1)</script>', '"\'`$(id)`', '&<>]]>', '%0A::x',
    '[link](https://example.org)', '{0} %s %n', '\U000e0041\ufdd0\uffff', 'section_start:1:x\r\x1b[0K', '\ud800', '=cmd|x', '\u3164\u115f\u034f',
]
# Several at once, where there are many places.
MIXED = [''.join(HOSTILE)] if SANITIZED else [''.join(HOSTILE[i::5]) for i in range(5)] + ['::x', '##vso[y]']
HOSTILE = HOSTILE[::6] if SANITIZED else HOSTILE
HOSTILE_NAMES = [h.replace('\0', '').replace('/', '') for h in HOSTILE if '\ud800' not in h]


def config(h):
    q = repr(h)
    return f'''# {h.translate({i: None for i in range(32)} | {0xD800: None})}
a = {q}
b = {{{q}: [{q}, {q.encode('ascii', 'replace')!r}, (1, {q}), float('nan'), float('inf'), 2 ** 70, {{1: {q}, '1': 2}}]}}
globals()[{q}] = {q}
model = dict(type={q}, backbone=dict(type='ResNet' + {q}, depth=50), **{{{q}: dict(type={q})}})
train_dataloader = dict(batch_size=4, dataset=dict(type={q}, ann_file={q}, pipeline=[dict(type={q})]))
optim_wrapper = dict(type={q}, optimizer=dict(type={q}, lr=0.01), accumulative_counts={q})
fp16 = dict(loss_scale=512.0)
runner = dict(type={q}, max_epochs=1)
lr_config = dict(policy={q})
'''


TINY = '''model = dict(type='TinyNet', channels=64)
train_dataloader = dict(batch_size=4, num_workers=2, dataset=dict(type='CocoDataset', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='Resize', scale=(512, 512), keep_ratio=False), dict(type='PackDetInputs')]))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01, momentum=0.9))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=1)
'''

RULE = '''def check(cfg, s):
    return finding(cfg.item("a"), {q} + str(cfg.get("a")), help = {q}, related = [cfg.item("a")], fix = fix({q}, [change("a", {q})], "unsafe"))

rule({code}, severity = "warning", since = {q}, summary = {q}, why = {q}, check = check, sources = [{q}], fixes = {q},
     good = [], bad = [dict(text = {q}, name = {q}, on = None, at = None, files = {{}}, options = [], fixed = None)])
'''


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8', errors='surrogatepass', newline='') as f:
        f.write(text)


def repository(folder):
    os.mkdir(os.path.join(folder, '.git'))
    for i, h in enumerate(HOSTILE):
        write('%s/configs/c%d.py' % (folder, i), config(h))
        write('%s/raises/r%d.py' % (folder, i), 'raise ValueError(%r)\n' % h)
        write('%s/raises/k%d.py' % (folder, i), 'a = {}[%r]\n' % h)
        write('%s/raises/b%d.py' % (folder, i), '_base_ = %r\n' % h)
        write('%s/raises/n%d.py' % (folder, i), '_base_ = "../configs/c%d.py"\na = {{_base_.%s}}\n' % (i, 'x'))
        write('%s/yaml/configs/y%d.yaml' % (folder, i), '%s: %s\nmodel: {type: %s}\nn: !!float %s\n' % ((json.dumps(h),) * 4))
        write('%s/json/j%d.json' % (folder, i), json.dumps({h: h, 'model': {'type': h}, 'x': 2 ** 70}))
        write('%s/.cfglint/rule%d.star' % (folder, i), RULE.format(q=repr(h), code=repr('OWN%03d' % i)))
    write(folder + '/.cfglint/code.star', RULE.format(q=repr('x'), code=repr('::X,y"<\x1b\n')))
    for i, h in enumerate(HOSTILE_NAMES):
        name = os.fsencode('%s/names/%s/f%s.py' % (folder, h, h))
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, 'w', encoding='utf-8') as f:
            f.write('_base_ = []\na = 1\nfp16 = dict(loss_scale=1.)\nmodel = dict(type="X")\nb = c%d +\n' % (i % 2) if i % 2 else config(h))
    with open(os.fsencode(folder) + b'/names/bad\xff\xc3\xa4\xed\xa0\x80.py', 'w', encoding='utf-8') as f:
        f.write(config('x'))
    shutil.copytree(os.path.join(TOP, 'fixtures/estimate/.cfglint'), folder + '/tiny/.cfglint')
    write(folder + '/tiny/tiny\x1b[31m\n::error::x.py', TINY)


def run(folder, *args, github=False, env=None, exact=False):
    clean = {k: v for k, v in os.environ.items() if k not in ('CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION')}
    p = subprocess.run([exe, *args], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                       env=dict(clean, **(env or {})))
    for stream, out in (('stdout', b'' if exact else p.stdout), ('stderr', p.stderr)):
        wrong = raw(out, github and stream == 'stdout')
        check(not wrong, '%r, %s: %s' % (args, stream, wrong))
    check(p.returncode in (0, 1, 2), '%r: status %d\n%s' % (args, p.returncode, p.stderr[-500:]))
    return p


def parses(args, out, read):
    try:
        return read(out)
    except Exception as e:  # whatever a reader raises
        check(False, '%r: %s: %r' % (args, e, out[:300]))
        return None


def check_command(folder):
    for name in ('text', 'concise', 'json', 'jsonl', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle'):
        args = ('check', '--select', 'ALL', '--format', name, 'configs', 'names', 'raises', 'yaml')
        p = run(folder, *args, *sorted(os.path.relpath(x, folder) for x in glob.glob(folder + '/json/*')), github=name == 'github')
        check(len(p.stdout) > 100, '%r prints %r %r' % (args, p.stdout, p.stderr[:300]))
        if name in READERS:
            parses(args, p.stdout, READERS[name])
    run(folder, 'check', '--select', 'ALL', '--color', 'always', 'configs', 'names', 'raises')
    run(folder, 'check', '--select', 'ALL', '--statistics', 'configs')
    run(folder, 'check', '--select', 'OWN', '--unsafe-fixes', '--diff', 'configs', env={'CI': 'true'})
    run(folder, 'check', '--select', 'ALL', '--write-baseline', 'known.json', 'configs', 'names')
    again = run(folder, 'check', '--select', 'ALL', '--baseline', 'known.json', '--format', 'json', 'configs', 'names')
    left = [f for f in strict(again.stdout)['findings'] if f['severity'] != 'error' and f['code'][:3] != 'SYN']
    check(not left, 'the baseline does not know %r' % left[:2])


def show_command(folder):
    for path in sorted(glob.glob(folder + '/configs/*') + glob.glob(folder + '/yaml/configs/*') + glob.glob(folder + '/json/*')):
        name = os.path.relpath(path, folder)
        if name.endswith(('0.py', '5.py', '7.yaml')):
            run(folder, 'show', '--origins', name)
            run(folder, 'show', '--diff', '--color', 'always', name, 'configs/c1.py')
        for f in ('text', 'python', 'yaml', 'json', 'canonical'):
            p = run(folder, 'show', '--format', f, name, exact=f == 'canonical')
            if p.returncode:
                continue
            if f == 'canonical':  # exact for programs; a log is shown it with escapes, and the same value
                seen = run(folder, 'show', '--format', f, name, env={'CI': 'true'})
                check(json.loads(seen.stdout) == json.loads(p.stdout), '%s: another value in a log' % name)
            if f in ('json', 'canonical'):
                parses((name, f), p.stdout, json.loads)
            if f != 'text' and name.startswith('configs'):
                lossless(folder, name, f, p.stdout)
    for args in (('show', '--format', 'canonical', 'configs', 'names'), ('show', '--key', 'a', 'configs/c3.py'),
                 ('show', '--key', 'a', '--format', 'yaml', 'configs/c3.py'), ('show', '--key', '\x1b\n::error::k', 'configs/c3.py')):
        run(folder, *args, env={'CI': 'true'})


def lossless(folder, name, f, out):
    """A format's own escapes: what was printed reads back as the same value."""
    if f == 'canonical':
        got = json.loads(out)
    else:
        back = folder + '/back.' + {'python': 'py', 'yaml': 'yaml', 'json': 'json'}[f]
        with open(back, 'wb') as file:
            file.write(out)
        p = run(folder, 'show', '--format', 'canonical', os.path.basename(back), exact=True)
        got = json.loads(p.stdout or 'null')
        os.remove(back)
    want = {}
    exec(open('%s/%s' % (folder, name), encoding='utf-8').read(), want)
    check(got is not None and ('a' not in got or got['a'] == want['a']) and ('a' in got or '\ud800' in want['a']),
          '%s as %s: %r' % (name, f, got and got.get('a')))


def other_commands(folder):
    tiny = 'tiny/tiny\x1b[31m\n::error::x.py'
    for path in ['configs/c%d.py' % i for i in range(0, len(HOSTILE), 3)] + [tiny]:
        for f in ('text', 'json'):
            for args in (('estimate', path), ('complexity', path), ('estimate', '--layers', path)):
                p = run(folder, args[0], '--format', f, *args[1:])
                if f == 'json' and p.stdout:
                    parses(args, p.stdout, strict)
        for stage in ('tokens', 'tree', 'config', 'settings', 'graph', 'memory', 'copies', 'examples'):
            run(folder, 'dump', stage, path)
        run(folder, '--target', '70%', '--gpu', 'rtx3090', path, env={'CI': 'true'})
        run(folder, '--target', '70%', '--gpu', 'rtx3090', '--format', 'json', path)
        run(folder, 'stub', 'X.\x1b\n', path)
        run(folder, 'check', '--gpu', 'rtx3090', path)
    run(folder, 'estimate', '--color', 'always', '--batch', '1..3', tiny)
    run(folder, 'estimate', '--measured', '3GB', tiny)
    page = run(folder, 'estimate', '--timeline', 'page\x1b.html', tiny)
    check(page.returncode == 0, 'no page: %r' % page.stderr)
    text = open(folder + '/page\x1b.html', 'rb').read()
    check(not raw(text), 'the page: %s' % raw(text))
    check(text.lower().count(b'<script') == text.lower().count(b'</script') == 1, 'the page has another script')
    write(folder + '/stub.py', 'model = dict(type="Net", a=%r, b=dict(type="B\\n"), **{"c\\nimport os": 1, "class": 2})\n' % HOSTILE[2])
    compile(run(folder, 'stub', 'Net', 'stub.py').stdout, 'stub', 'exec')
    for what in ('rules', 'settings', 'profiles', 'gpus', 'modules', 'transforms', 'datasets', 'optimizers', 'ops', 'limits'):
        for f in ('text', 'markdown', 'json'):
            p = run(folder, 'list', '--library', '.cfglint', '--format', f, what)
            if f == 'json' and what == 'rules':
                parses(('list', what), p.stdout, strict)
    for i in range(len(HOSTILE)):
        for f in ('text', 'markdown', 'json'):
            run(folder, 'explain', '--library', '.cfglint', '--format', f, 'OWN%03d' % i)


OLD = """\
# %s
a = {q}
model = dict(type='TinyNet', channels=64, neck=dict(type={q}), **{{{q}: dict(type={q})}})
data = dict(samples_per_gpu=4, workers_per_gpu=2, train=dict(type={q}, ann_file={q}, pipeline=[
    dict(type='LoadImageFromFile'), dict(type='Resize', img_scale=(64, 64)), dict(type={q}), dict(type='DefaultFormatBundle')]))
optimizer = dict(type='SGD', lr=0.01, paramwise_cfg=dict(custom_keys={{{q}: dict(lr_mult=2)}}))
lr_config = dict(policy='step', step=[8, 11], **{{{q}: {q}}})
custom_hooks = [dict(type={q}, priority={q})]
runner = dict(type='EpochBasedRunner', max_epochs=12)
checkpoint_config = dict(interval=1, out_dir={q})
workflow = [({q}, 1)]
"""
SHEET = re.compile('[ "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*([=@\uff1d\uff0b\uff0d\uff20]|[+-](?![0-9.]))')  # what a spreadsheet would run, at the beginning of a cell


def migrations(folder):
    for i, h in enumerate(HOSTILE):
        shown = ''.join(c for c in h if c >= ' ' and c != '\ud800')
        write('%s/old/configs/m%d.py' % (folder, i), (OLD % shown.replace('{', '').replace('}', '')).format(q=repr(h)))
        write('%s/old/configs/n%d.py' % (folder, i), '_base_ = "./m%d.py"\nb = dict(**{%r: %r})\nruner = %r\n' % (i, h, h, h))
    shutil.copytree(folder + '/tiny/.cfglint', folder + '/old/.cfglint')
    for args in (('migrate', 'old'), ('migrate', '--flatten', 'old'), ('migrate', '--format', 'json', 'old'), ('migrate', '--diff', '--format', 'json', 'old'),
                 ('migrate', '--to', 'lazy', 'old'), ('migrate', '-o', 'new', 'old'), ('migrate', '--diff', 'old'), ('migrate', 'old/configs/m1.py'),
                 ('migrate', '--format', 'json', 'configs'), ('migrate', 'names'), ('migrate', '--profile', HOSTILE[2], 'old')):
        p = run(folder, *args, env={'CI': 'true'})
        if 'json' in args and p.stdout:
            parses(args, p.stdout, strict)
    for i in range(0, len(HOSTILE), 4):
        path = 'old/configs/m%d.py' % i
        for args in (('scale', '--gpus', '16', path), ('scale', '--gpus', '16', '--diff', path), ('show', '--schedule', path), ('set', '--along', '--diff', path, 'a=1'),
                     ('show', '--schedule', '--format', 'json', path), ('dump', 'schedule', path), ('dump', 'trace', path)):
            run(folder, *args, env={'CI': 'true'})


def tables(folder):
    """Rows of many configs, and of one that is changed."""
    old, names = 'old/configs', [os.path.join('tables', h) for h in HOSTILE_NAMES] + ['tables/=1+cmd|x', 'tables/@x;=1', 'tables/+x', 'x;=1']
    formulas = [sign + '1|x.py' for sign in ('=', '@', '+x', '-x', ' =', '\u00a0@', '\u3000 =', '\u2003\u202f=', '"=', '\uff1d', '\uff0b', '\uff0d', '\uff20')]
    formulas += ['y;' + name for name in formulas] + ['y; "' + name for name in formulas]
    write(folder + '/one/.cfglint/x.star', open(os.path.join(TOP, 'fixtures/estimate/.cfglint/tiny.star'), encoding='utf-8').read())
    for name in names:
        write('%s/one/%s.py' % (folder, name), TINY)
    inside, flat = folder + '/one', [n + '.py' for n in names] + formulas
    for name in formulas:
        write('%s/%s' % (inside, name), TINY)
    write(inside + '/raises.py', 'raise ValueError("a;=cmd|x, ; +x;\\"=\\"")\n')  # what is said of it stands at the end of a row
    flat.append('raises.py')
    for f in ('csv', 'json', 'text'):
        for args in (('estimate', '--gpu', 'a100'), ('plan', '--target', '30%,70%', '--gpu', 'a100'), ('estimate', '--inference', '--gpu', 'a100')):
            p = run(inside, *args, '--format', f, '--', *flat)
            check(len(p.stdout) > 100, '%r: %r' % (args, p.stderr[:300]))
            if f == 'json':
                parses(args, p.stdout, strict)
            if f == 'csv':
                rows = list(csv.reader(p.stdout.decode().splitlines()))
                check({len(r) for r in rows} == {len(rows[0])} and len(rows) > len(flat), '%r: rows of %s cells' % (args, {len(r) for r in rows}))
                cells = [c for r in rows for c in r] + [c for line in p.stdout.decode().split('\n') for c in line.split(';')]
                check(not any(map(SHEET.match, cells)), '%r: formulas %r' % (args, list(filter(SHEET.match, cells))[:3]))
                check(any(c.startswith("'=") for c in cells) and '\\x3b' in rows[-1][-1], '%r: nothing to escape' % (args,))
    for h in [m.replace('\0', '').replace('\ud800', '') for m in MIXED]:
        for args in (('complexity', '--prune', h + '=0.5'), ('complexity', '--set', 'model.' + h + '=' + h), ('complexity', '--set', 'model.channels=' + h),
                     ('complexity', '--plan', '--gpu', 'orin', '--deploy', 'latency=' + h), ('check', '--deploy', h), ('check', '--train', 'gpu=' + h),
                     ('estimate', '--alloc-conf', h), ('plan', '--keep', h), ('plan', '--target', '70%', '--gpu', 'a100', '-o', '{' + h + '}'),
                     ('scale', '--gpus', h), ('show', '--epoch-iterations', h), ('facts', '--name', h), ('migrate', '--to', h)):
            run(inside, *args, flat[-1], env={'CI': 'true'})


def data(folder):
    """What annotations, logs and names of files of data say."""
    for i, h in enumerate(HOSTILE):
        whole = {h: h, 'images': [{'id': h, 'width': 640, 'height': 480, 'file_name': h}], 'categories': [{'id': 1, 'name': h}],
                 'annotations': [{'image_id': h, 'category_id': 1, 'bbox': [0, 0, 9, 9], 'iscrowd': 0, 'area': h}]}
        write('%s/data/a%d.json' % (folder, i), json.dumps(whole))
        write('%s/data/b%d.json' % (folder, i), '{"images": [{"width": %s}]}' % json.dumps(h))
        write('%s/data/c%d.json' % (folder, i), json.dumps(whole)[:-9] + h)
        write('%s/data/x%d.xml' % (folder, i), '<annotation><size><width>%s</width></size><object><name>%s</name></object>' % (h, h))
        write('%s/data/l%d.log' % (folder, i), '2026-01-01 00:00:00 - mmengine - INFO - Epoch(train) [1][50/100]  lr: %s  memory: 415  loss: %s\n%s\n' % (h, h, h))
    for h in HOSTILE_NAMES:
        write('%s/data/%s.json' % (folder, h), '{"images": [')
    for path in ['data', *sorted(os.path.relpath(p, folder) for p in glob.glob(folder + '/data/*'))]:
        for f in ('text', 'json'):
            p = run(folder, 'facts', '--format', f, '--', path)
            if f == 'json' and p.stdout:
                parses((path,), p.stdout, strict)
    for i in range(len(HOSTILE)):
        run(folder, 'estimate', '--log', 'data/l%d.log' % i, 'tiny/tiny\x1b[31m\n::error::x.py')
        run(folder, 'facts', '-o', 'made%d/.cfglint/datasets.star' % i, '--name', HOSTILE[i].replace('\0', '').replace('\ud800', '') or 'x', 'data/a0.json')
        made = '%s/made%d/.cfglint/datasets.star' % (folder, i)
        check(not os.path.exists(made) or not raw(open(made, 'rb').read()), '%s is raw' % made)


def arguments(folder):
    for h in [m.replace('\0', '').replace('\ud800', '') for m in MIXED] + [b'\xff\xfe']:
        h = os.fsencode(h)
        for args in ((h,), ('check', h), ('show', h), (b'--' + h,), (b'--x' + h, 'x'), ('show', '--format', h, 'configs/c0.py'), ('explain', h),
                     ('list', h), ('dump', h, h), ('stub', h, 'configs/c0.py'), ('set', 'configs/c0.py', h), ('set', 'configs/c0.py', b'..=' + h),
                     ('check', '--select', h, 'configs'), ('estimate', '--gpu', h, 'configs/c0.py'), ('check', '--limit', h, 'x'),
                     ('--target', h, 'configs/c0.py'), ('estimate', '--log', h, 'configs/c0.py'), ('check', '--config', h, 'x'),
                     ('check', '--library', h, 'x'), ('check', '--root', h, 'x'), ('check', '--color', h, 'configs/c0.py'),
                     ('show', '--cfg-options', h + b'=' + h, 'configs/c0.py'), ('check', '--baseline', h, 'configs/c0.py'),
                     ('set', '-o', h, 'configs/c3.py', 'zz=1', '--diff'), ('show', '--profile', h, 'configs/c0.py'), ('estimate', '--torch', h, 'x.py')):
            run(folder, *args, exact='-o' in args)


def project_file(folder):
    for h in MIXED:
        q = json.dumps(h)
        for text in ('%s: 1\n' % q, 'select: [%s]\n' % q, 'gpu: %s\n' % q, 'baseline: %s\n' % q, 'library: %s\n' % q, 'fail-on: %s\n' % q,
                     'exclude: [%s]\nper-file-ignores: {%s: [%s]}\n' % (q, q, q), 'x: [\n%s' % q, 'torch: {%s: 1}\n' % q, 'profile: %s\n' % q):
            write(folder + '/options/.cfglint.yaml', text)
            write(folder + '/options/x.py', 'a = 1\n')
            run(folder, 'check', 'options/x.py')


def products(folder):
    """The text of a file is exact where it is the result, and shown where somebody looks at it."""
    write(folder + '/product.py', '# \x1b[31m \u202e\na = 1\ns = """\n::error::x\n##vso[y]\n"""\n')
    want = open(folder + '/product.py', 'rb').read().replace(b'a = 1', b'a = 2')
    same = run(folder, 'set', 'product.py', 'a=2', exact=True)
    check(same.stdout == want, 'set to a pipe: %r' % same.stdout)
    diff = run(folder, 'set', '--diff', 'product.py', 'a=2', exact=True)
    check(b' # \x1b[31m' in diff.stdout, 'set --diff to a pipe: %r' % diff.stdout)
    for args in (('set', 'product.py', 'a=2'), ('set', '--diff', 'product.py', 'a=2'), ('set', '--diff', '-o', 'new.py', 'product.py', 'a=2')):
        run(folder, *args, env={'GITHUB_ACTIONS': 'true'})
        with open(folder + '/out', 'wb') as f:
            subprocess.run([exe, *args], cwd=folder, stdout=f, env=dict(os.environ, CI='true'))
        check('-o' in args or b'\x1b' in open(folder + '/out', 'rb').read(), '%r into a file is not exact' % (args,))
        out = on_terminal(folder, *args)
        check(out and not raw(out), '%r on a terminal: %s' % (args, raw(out)))


def on_terminal(folder, *args):
    leader, follower = pty.openpty()
    p = subprocess.Popen([exe, *args], cwd=folder, stdout=follower, stderr=subprocess.DEVNULL)
    os.close(follower)
    out = b''
    while True:
        try:
            block = os.read(leader, 65536)
        except OSError:
            break
        if not block:
            break
        out += block
    p.wait()
    os.close(leader)
    return out.replace(b'\r\n', b'\n')  # the terminal's own


def carets(folder):
    """They point at the same characters, whatever stands before them."""
    for lead in ('', '\x1b[31m', '\u202e\u200b', '\x85\x7f', '\u4e2d\u6587', '::x', '\ufeff' * 60):
        write(folder + '/caret.py', "a = ['%s', {}['k']]\n" % lead)
        out = run(folder, 'show', 'caret.py').stderr.decode()
        shown = [x for x in out.split('\n') if ' | ' in x]
        check(len(shown) == 2, 'no excerpt: %r' % out)
        if len(shown) == 2:
            line, mark = shown
            width = lambda s: sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in s)
            check(width(line[:line.index("{}['k']")]) == mark.index('^'), 'the caret of\n%s\n%s' % (line, mark))


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, 'repository')
    os.mkdir(folder)
    repository(folder)
    check_command(folder)
    show_command(folder)
    other_commands(folder)
    migrations(folder)
    tables(folder)
    data(folder)
    arguments(folder)
    project_file(folder)
    products(folder)
    carets(folder)
print('\n'.join(dict.fromkeys(problems)) if problems else '', end='\n' if problems else '')
print('%d checks' % checks)
sys.exit(1 if problems else 0)
