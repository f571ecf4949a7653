"""What cannot be used ends in one clear error and status 2, and nothing is written."""
import os
import re
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
GOOD = open('fixtures/estimate/tiny.py').read()
MODEL = open('fixtures/estimate/.cfglint/tiny.star').read()
PLAN = ['--target', '70%', '--gpu', 'rtx3090']


def write(path, content):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'wb') as f:
        f.write(content if isinstance(content, bytes) else content.encode())


def snapshot():
    names = [os.path.join(d, f) for d, _, files in os.walk('.') for f in files]
    return {n: open(n, 'rb').read() if os.path.isfile(n) and not os.path.islink(n) else None for n in names}


def cases():
    write('good.py', GOOD)
    write('.cfglint/tiny.star', MODEL)
    os.makedirs('empty')
    write('binary.py', b'\x7fELF\x00\x01\xff\xfe' * 100)
    write('nul.py', b'a = 1\x00\n')
    write('latin.py', b'# caf\xe9\nmodel = dict(type="TinyNet")\n')
    write('nested.py', 'model = ' + '[' * 20000 + ']' * 20000 + '\n')
    write('nested.yaml', 'model: ' + '[' * 20000 + ']' * 20000 + '\n')
    write('a.py', "_base_ = 'b.py'\nmodel = dict(a=1)\n")
    write('b.py', "_base_ = 'a.py'\nmodel = dict(a=2)\n")
    write('self.py', "_base_ = './self.py'\nmodel = dict(a=2)\n")
    write('outside.py', "_base_ = '/etc/passwd'\nmodel = dict(a=2)\n")
    write('up.py', "_base_ = '../../../../../../etc/hostname'\nmodel = dict(a=2)\n")
    write('lost.py', "_base_ = 'nowhere.py'\nmodel = dict(a=2)\n")
    write('huge.py', 'model = [0] * 10 ** 12\n')
    write('laughs.yaml', 'a: &a [x, x, x, x, x, x, x, x, x]\n' + ''.join(
        '%s: &%s [%s]\n' % (n, n, ', '.join(['*' + p] * 9)) for p, n in zip('abcdefghij', 'bcdefghijk')) +
          'model: *k\noptimizer: *k\n')
    write('broken.yaml', 'model: {type: [\noptimizer: }\n')
    write('broken.json', '{"model": {"type": }}')
    os.symlink('/etc/passwd', 'link.py')
    os.symlink('/etc', 'folder')
    os.symlink('loop.py', 'loop.py')
    os.mkfifo('pipe.py')
    write('void.py', '')
    write('meta.yml', 'Models:\n- Name: a\n  Config: a.py\n')
    write('script.py', 'import argparse\n\ndef main():\n    print(argparse)\n\nif __name__ == "__main__":\n    main()\n')
    write('untyped.py', "model = dict(backbone=dict(type='ResNet'))\n")
    write('long.py', '#' * (17 << 20))
    for command in (['estimate'], ['complexity'], PLAN):
        for path in ('void.py', 'meta.yml', 'script.py', 'untyped.py', 'long.py', '/dev/null', '/dev/zero', '/dev/stdin'):
            yield command + [path]
    for command in (['show'], ['estimate'], ['complexity'], PLAN):
        for path in ('', 'none.py', 'empty', 'binary.py', 'nul.py', 'latin.py', 'nested.py', 'nested.yaml', 'a.py', 'self.py',
                     'outside.py', 'up.py', 'lost.py', 'laughs.yaml', 'broken.yaml', 'broken.json', 'link.py', 'loop.py',
                     'pipe.py'):
            yield command + [path]
    yield ['check', 'empty']
    yield ['check', 'folder']
    yield ['check', 'link.py']
    yield ['estimate', 'huge.py']
    yield ['--target', '70%', '--gpu', 'rtx9999', 'good.py']
    for target in ('0%', '200%', '-5%', 'much', '', 'nan'):
        yield ['--target', target, '--gpu', 'rtx3090', 'good.py']
    yield PLAN + ['good.py', '-o', 'no/such/folder/out.py']
    yield PLAN + ['good.py', '-o', '/proc/out.py']
    yield PLAN + ['good.py', '-o', '/dev/full']
    yield PLAN + ['good.py', '-o', 'good.py']
    yield PLAN + ['good.py', '-o', 'out.py', '--in-place']
    yield PLAN + ['--in-place', 'good.py', 'a.py']
    yield PLAN
    yield ['estimate', '--batch', '0', 'good.py']
    yield ['estimate', '--batch', '99999999999999999999', 'good.py']
    yield ['estimate', '--torch', 'new', 'good.py']
    yield ['estimate', '--gpus', '-1', 'good.py']
    yield ['estimate', '--no-such-option', 'good.py']
    yield ['dump', 'nothing', 'good.py']
    yield ['explain', 'XYZ999']


checks, bad = 0, []
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for args in cases():
        before = snapshot()
        p = subprocess.run([exe] + args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           env=dict(os.environ, NO_COLOR='1'))
        said = p.stderr if args[0] != 'check' else p.stderr + p.stdout
        errors = re.findall(r'error\[[A-Z]+\d+\]: \S', said)
        checks += 1
        if p.returncode != 2 or len(errors) != 1 or snapshot() != before:
            bad.append('%s: status %d, %d errors%s\n%s' % (
                args, p.returncode, len(errors), '' if snapshot() == before else ', and something was written', said[:600]))
    os.chdir('/')
if bad:
    sys.exit('\n'.join(bad))
print('%d checks' % checks)
