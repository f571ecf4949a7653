"""The generated pages of docs are those that `./dev docs` makes now, a link of any page leads to the file that it names, the page of
transforms says what each key of a sample means, and that of each folder of rules which words its declarations have."""
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
with open('rules/transforms/README.md', encoding='utf-8') as f:
    named = {k for row in re.findall(r'^\| (`.*?) \|', f.read(), re.M) for k in re.findall(r'`(\w+)`', row)}
made = {n.slice.value for path in glob.glob('rules/transforms/*.star') for n in ast.walk(ast.parse(open(path, encoding='utf-8').read()))
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and getattr(n.value, 'id', '') == 'sample'
        and isinstance(n.slice, ast.Constant)}
wrong += ['rules/transforms/README.md does not say what sample["%s"] is' % key for key in sorted(made - named)]
wrong += ['no transform makes the sample\'s "%s"' % key for key in sorted(named - made - {'facts', 'apply_steps'})]
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
print('%d checks' % (len(pages) + links + len(made) + sum(len(words[name]) for name in FOLDERS)))
