#!/usr/bin/env python3
"""Rules about the source tree: layers, no mutable globals, no row of a table without a use."""
import ast
import glob
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.abspath(sys.argv[1])
checks, problems = 0, []


def check(good, problem):
    global checks
    checks += 1
    if not good:
        problems.append(problem)


def read(path):
    with open(os.path.join(TOP, path), encoding='utf-8') as f:
        return f.read()


# A file includes only what stands to its left in src/LAYERS, and what its own layer has.
layers = re.split(r'[\s<]+', read('src/LAYERS').strip())
for path in sorted(glob.glob('src/*/**/*.[ch]', root_dir=TOP, recursive=True)):
    layer = path.split('/')[1]
    check(layer in layers, '%s: no layer of src/LAYERS' % path)
    for other in re.findall(r'^#include "(\w+)/', read(path), re.M):
        if other in layers:
            check(layers.index(other) <= layers.index(layer), '%s includes the layer %s, which stands to its right' % (path, other))
    inner = re.findall(r'^#include "(eval/\w+/\w+\.\w+)"', read(path), re.M)
    check(layer == 'eval' or not inner, '%s includes %s, which eval keeps to itself' % (path, inner))

# The same of the folders of rules, and of those of descriptions; those of one layer do not know each other.
for top in ('rules', 'rules/modules'):
    tiers = [tier.split() for tier in read(top + '/LAYERS').split('<')]
    tier_of = {folder: i for i, tier in enumerate(tiers) for folder in tier}
    drawn = ' '.join(read(top + '/README.md').split())
    check(' < '.join(' '.join(t) for t in tiers) in drawn, '%s/README.md does not draw its LAYERS' % top)
    for path in sorted(glob.glob(top + '/**/*.star', root_dir=TOP, recursive=True)):
        folder = os.path.relpath(path, top).rpartition('/')[0].split('/')[0]
        check(not folder or folder in tier_of, '%s: no folder of %s/LAYERS' % (path, top))
        for name in re.findall(r'^(?:from|import) ([\w.]+)(?= import| as|$)', read(path), re.M):
            inside = os.path.relpath('rules/' + name.replace('.', '/') + '.star', top)
            other = inside.split('/')[0]
            known = inside.startswith('../') or other == folder or '/' not in inside  # a file beside the folders
            check(known or tier_of.get(other, 99) < tier_of.get(folder, 0), '%s imports %s, which does not stand to its left' % (path, name))

# Arguments as rules/README.md says; LIB005 wants one way in a file.
for path in sorted(glob.glob('rules/**/*.star', root_dir=TOP, recursive=True)):
    text = read(path)
    calls = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call)]
    first = [text.split('\n')[k.lineno - 1].encode()[k.col_offset:].decode() for n in calls for k in n.keywords if k.arg][:1]
    tight = re.match(r'\w+=', first[0]) if first else None
    check(not first or bool(tight) == path.startswith('rules/modules/'), '%s: arguments are written as in another folder' % path)

# A file does one thing.  The grammar is one by its nature.
for end in ('src/**/*.[ch]', 'src/**/*.def', 'include/**/*.h', 'rules/**/*.star', 'tests/unit/*.[ch]'):
    for path in sorted(glob.glob(end, root_dir=TOP, recursive=True)):
        check(read(path).count('\n') <= 600, '%s has more than 600 lines: split it by what it does' % path)

# ctest runs what tests/run does.
kinds = re.search(r'for kind in \(([\w, ]+)\) for t in kind\(build\)', read('tests/run')).group(1).split(', ')
check('foreach(kind %s)' % ' '.join(kinds) in read('CMakeLists.txt'), 'CMakeLists.txt does not run the kinds of tests/run: %s' % kinds)

# No test ends by the clock: on a loaded machine nothing is late.
for path in sorted(glob.glob('tests/**/*.py', root_dir=TOP, recursive=True)) + ['tests/run']:
    check(not re.search(r'\btimeout\s*=|\balarm\(|\bITIMER_REAL\b', read(path)), '%s: has a limit of time; tests/run limits the CPU time' % path)

# No data that a thread could change: nothing in .data, .bss or COMMON.
objects = sorted(glob.glob(os.path.join(build, 'CMakeFiles/cfglint_*.dir/src/**/*.o'), recursive=True))
check(len(objects) > 50, 'no objects found in %s' % build)
for path in objects:
    text = subprocess.run(['nm', '--format=sysv', path], stdout=subprocess.PIPE, text=True).stdout
    for line in text.splitlines():
        column = [c.strip() for c in line.split('|')]
        if len(column) == 7 and column[3] == 'OBJECT' or 'COMMON' in line.upper().split('|')[-1:]:
            section = column[6]
            sanitizer = column[0].startswith(('__asan', '.L', '__odr', '.Lubsan', 'Lubsan', '__sanitizer', '__ubsan', '__gcov'))
            mutable = section.startswith(('.data', '.bss', 'COM')) and not section.startswith('.data.rel.ro')
            check(sanitizer or not mutable, '%s: %s can be changed (%s)' % (os.path.basename(path), column[0], section))

# Each row of a table is named in the tests or in the documents, or the program lists it itself.
exe = os.path.join(build, 'cfglint')
listed = ''.join(subprocess.run([exe, 'list', what], stdout=subprocess.PIPE, text=True).stdout
                 for what in ('limits', 'ops', 'settings', 'rules', 'modules'))
for options in ('--help', 'check --help', 'plan --help', 'show --help', 'estimate --help', 'complexity --help', 'set --help'):
    listed += subprocess.run([exe, *options.split()], stdout=subprocess.PIPE, text=True).stdout
used = ''.join(read(p) for p in glob.glob('tests/**/*', root_dir=TOP, recursive=True) if p.endswith(('.txt', '.py', '.c', '.md')))
used += ''.join(read(p) for p in glob.glob('fixtures/oracle/edge/**/*.py', root_dir=TOP, recursive=True))
used += ''.join(read(p) for p in glob.glob('rules/**/*.star', root_dir=TOP, recursive=True)) + read('README.md') + listed
for table, pattern in (('src/base/limits.def', r'^LIMIT\((\w+)'), ('src/cli/commands.def', r'^COMMAND\(\w+, "([\w-]+)"'),
                       ('src/cli/options.def', r'^OPTION\(\w+, "([\w-]+)"'), ('src/model/ops.def', r'^OP\(\w+, "([\w.-]+)"'),
                       ('src/report/formats.def', r'^\w+\("?(\w+)"?')):
    rows = re.findall(pattern, read(table), re.M)
    check(len(rows) > 0, '%s: no rows found' % table)
    for row in rows:
        check(row in used, '%s: the row %s has no test and no entry in a document' % (table, row))

print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
