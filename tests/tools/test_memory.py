"""Where one allocation fails, a command ends with status 3 and one line, or as if nothing had happened where it can do without;
it writes nothing half, and leaves nothing behind.  And what allocates does so through base/mem.h."""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint_faults'))
CLEAN = {0, 1}  # what the commands below end with when nothing fails

COMMANDS = [
    ['check', 'tiny.py'],
    ['check', '--format', 'sarif', 'tiny.py', 'tiny.yaml'],
    ['estimate', '--format', 'json', 'tiny.py'],
    ['--target', '50%', '--gpu', 'rtx3090', '-o', 'made.py', 'tiny.py'],
    ['set', '-i', 'tiny.py', 'train_dataloader.batch_size=8'],
    ['show', '--format', 'json', 'big.py'],
]
POSITIONS = list(range(1, 16)) + [20, 27, 36, 48, 64, 85, 113, 150, 200, 300, 500, 900, 1600, 3000]


def state(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), 'rb') as f:
                found[os.path.relpath(os.path.join(root, name), folder)] = hashlib.sha256(f.read()).hexdigest()
    return found


def prepare(folder):
    os.mkdir(os.path.join(folder, '.git'))
    shutil.copytree('fixtures/estimate/.cfglint', os.path.join(folder, '.cfglint'))
    shutil.copy('fixtures/estimate/tiny.py', folder)
    with open(os.path.join(folder, 'tiny.yaml'), 'w', encoding='utf-8') as f:
        f.write('model: {type: TinyNet, channels: 4}\nlist: [1, 2.5, a]\n')
    with open(os.path.join(folder, 'big.py'), 'w', encoding='utf-8') as f:
        f.write("_base_ = './base.py'\nx = 3 ** 400\ny = '{{fileBasename}}'\n")
    with open(os.path.join(folder, 'base.py'), 'w', encoding='utf-8') as f:
        f.write('z = [1, 2]\n')


def run(command, at):
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        before = state(folder)
        env = dict(os.environ, NO_COLOR='1', ASAN_OPTIONS='detect_leaks=0:allocator_may_return_null=1')
        if at:
            env['CFGLINT_FAIL_AT'] = str(at)
        p = subprocess.run([exe] + command, cwd=folder, env=env, capture_output=True, text=True, errors='replace')
        return p, before, state(folder)


checks = ended = 0
for command in COMMANDS:
    usual, _, written = run(command, 0)
    if usual.returncode not in CLEAN:
        sys.exit('%s: %d without a failure\n%s' % (command, usual.returncode, usual.stderr))
    for at in POSITIONS:
        p, before, after = run(command, at)
        where = '%s, allocation %d: status %d\n%s' % (' '.join(command), at, p.returncode, p.stderr[-600:])
        if p.returncode == 3:
            ended += 1
            if 'cfglint: out of memory\n' not in p.stderr:
                sys.exit('no message: ' + where)
            left = [n for n in after if n not in before and not os.path.basename(n).startswith('.cfglint-')]
            if left or any(after.get(n) != h for n, h in before.items()):
                sys.exit('half written: %s' % where)
        elif (p.returncode, p.stdout) != (usual.returncode, usual.stdout) or after != written:
            sys.exit('neither done nor ended: ' + where)
        checks += 1
if ended < checks / 4:
    sys.exit('only %d of %d failures were met' % (ended, checks))

# Nothing else asks the system for memory: where it is refused, all end in one way.
for root, _, names in os.walk('src'):
    for name in names:
        path = os.path.join(root, name)
        if not name.endswith(('.c', '.h')) or path.startswith(os.path.join('src', 'base', 'mem')):
            continue
        with open(path, encoding='utf-8') as f:
            text = re.sub(r'/\*.*?\*/', '', f.read(), flags=re.S)
        found = re.search(r'\b(malloc|calloc|realloc|strdup|strndup|asprintf|talloc_(?:size|zero|array|strdup|realloc\w*|new|asprintf))\(', text)
        if found and not (path == os.path.join('src', 'base', 'heap.c') and found.group(1) == 'malloc'):
            sys.exit('%s: %s() instead of base/mem.h' % (path, found.group(1)))
        checks += 1
print('%d checks' % checks)
