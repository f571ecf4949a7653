"""The generated pages of docs are those that `./dev docs` makes now, a link of any page leads to the file that it names, the tools that
tests/README.md names can be run, the page of transforms says what each key of a sample means, that of migrations what each field of a project
is, and that of each folder of rules which words its declarations have."""
import ast
import collections
import filecmp
import glob
import os
import re
import subprocess
import sys
import tempfile

exe = os.path.join(sys.argv[1], 'cfglint')
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(['sh', 'tests/tools/docs.sh', exe, folder], check=True)
    pages = sorted(os.path.relpath(os.path.join(d, f), folder) for d, _, files in os.walk(folder) for f in files)
    have = sorted('rules/' + f for f in os.listdir('docs/rules'))
    if [p for p in pages if p.startswith('rules/')] != have:
        sys.exit('docs/rules has other pages than there are rules: %s' % (set(pages) ^ set(have)))
    _, differ, failed = filecmp.cmpfiles(folder, 'docs', pages, shallow=False)
    if differ or failed:
        sys.exit('run `./dev docs`: %s' % ', '.join(differ + failed))
links, wrong = 0, []
for page in subprocess.run(['git', 'ls-files', '*.md'], stdout=subprocess.PIPE, text=True).stdout.split():
    with open(page, encoding='utf-8') as f:
        found = re.findall(r'\[([^\]\n]*)\]\(([^)\s#:]+)(?:#[^)]*)?\)', f.read())
    for text, to in found:
        links += 1
        same = '/' in text or not re.fullmatch(r'\w+\.\w+', text) or text == os.path.basename(to)
        if not same or not os.path.exists(os.path.join(os.path.dirname(page), to)):
            wrong.append('%s: [%s](%s) leads elsewhere' % (page, text, to))
with open('tests/README.md', encoding='utf-8') as f:
    by_hand = set(re.findall(r'^    (?:\S+=\S+ )*(\S+\.py)', f.read(), re.M))
wrong += ['tests/README.md: %s cannot be run' % path for path in sorted(by_hand) if not os.access(path, os.X_OK)]
with open('rules/transforms/README.md', encoding='utf-8') as f:
    named = {k for row in re.findall(r'^\| (`.*?) \|', f.read(), re.M) for k in re.findall(r'`(\w+)`', row)}
made = {n.slice.value for path in glob.glob('rules/transforms/*.star') for n in ast.walk(ast.parse(open(path, encoding='utf-8').read()))
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and getattr(n.value, 'id', '') == 'sample'
        and isinstance(n.slice, ast.Constant)}
wrong += ['rules/transforms/README.md does not say what sample["%s"] is' % key for key in sorted(made - named)]
wrong += ['no transform makes the sample\'s "%s"' % key for key in sorted(named - made - {'facts', 'apply_steps'})]
with open('rules/migrate/README.md', encoding='utf-8') as f:
    page = f.read().split('\n## What a project has of its own\n')[1].split('\n## ')[0]
fields = {k for row in re.findall(r'^\| (`.*?) \|', page, re.M) for k in re.findall(r'`(\w+)`', row)}
read, own = set(), set()
for n in (n for path in glob.glob('rules/migrate/*.star') for n in ast.walk(ast.parse(open(path, encoding='utf-8').read()))):
    of, key = (n.value, n.slice) if isinstance(n, ast.Subscript) else \
        (n.func.value, n.args[0]) if isinstance(n, ast.Call) and getattr(n.func, 'attr', '') == 'get' else (None, None)
    if getattr(of, 'id', '') == 'project' or getattr(getattr(of, 'slice', None), 'value', '') == 'project':
        read.add(key.value)
    if isinstance(n, ast.Assign) and getattr(n.targets[0], 'id', '').startswith('PROJECT') and isinstance(n.value, ast.Call):
        own.update(k.arg for k in n.value.keywords if k.arg)
wrong += ['the page of migrations does not say what `%s` of a project is' % key for key in sorted((read | own) - fields)]
wrong += ['`%s` of a project is read by nothing, or no table has it' % key for key in sorted((fields | read | own) - (read & own))]
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(folder + '/.cfglint')
    with open(folder + '/.cfglint/ourdet.star', 'w', encoding='utf-8') as f:
        f.write(re.sub('^    ', '', '\n'.join(re.findall(r'^(?:    .*)?$', page, re.M)), flags=re.M))
    with open(folder + '/a.py', 'w', encoding='utf-8') as f:
        f.write("model = dict(neck=dict(type='OurNeck', in_chan=8))\nour_seed = 3\n")
    got = subprocess.run([os.path.abspath(exe), 'migrate', 'a.py'], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    if got != "model = dict(neck=dict(type='OurFPN', in_channels=8))\nrandomness = dict(seed=3)\n":
        wrong.append('the table on the page of migrations makes this: %s' % got)
FOLDERS = dict(device='devices', dataset='datasets', optimizer='optimizers', rule='rules', migration='migrate', translation='migrate', profile='settings',
               setting='settings', transform='transforms', module='modules', example='modules')
words = collections.defaultdict(set)
for path in glob.glob('rules/**/*.star', recursive=True):
    with open(path, encoding='utf-8') as f:
        for call in (s.value for s in ast.parse(f.read()).body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)):
            words[getattr(call.func, 'id', '')].update(k.arg for k in call.keywords if k.arg)
for name, folder in FOLDERS.items():
    text = ''
    for page in {folder, 'transforms' if name == 'example' else folder}:
        with open('rules/%s/README.md' % page, encoding='utf-8') as f:
            text += f.read()
    unsaid = sorted(w for w in words[name] if not re.search(r'\b%s\b' % w, text))
    wrong += ['rules/%s/README.md does not say what `%s` of %s() is' % (folder, word, name) for word in unsaid]
if wrong:
    sys.exit('\n'.join(wrong))
print('%d checks' % (len(pages) + links + len(by_hand) + len(made) + len(fields) + sum(len(words[name]) for name in FOLDERS)))
