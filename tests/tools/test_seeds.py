#!/usr/bin/env python3
"""Every seed of the fuzz targets, among them what they found, ends as a config should: resolved or refused."""
import glob
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
failed = n = 0


# What fuzz_options.c chooses from, and the config that it uses.
with open(os.path.join(TOP, 'tests/fuzz/fuzz_options.c'), encoding='utf-8') as f:
    C = f.read()
OPTIONS = [(c, more, None if file == 'NULL' else file[1:-1], option)
           for c, more, file, option in re.findall(r'\{"(\w+)", "([^"]*)", (NULL|"[^"]*"), "([^"]*)"\}', C)]
Y = ''.join(line + '\n' for line in re.findall(r'^ +"(.*)\\n"', C, re.M))


def run(*args):
    global failed, n
    n += 1
    p = subprocess.run([exe, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.returncode not in (0, 1, 2):
        failed += 1
        print('%s: status %d\n%s' % (args, p.returncode, p.stderr.decode('utf-8', 'replace')[:2000]))


with tempfile.TemporaryDirectory() as folder:
    for path in sorted(glob.glob(os.path.join(TOP, 'fixtures/fuzz/*/*'))):
        with open(path, 'rb') as f:
            data = f.read()
        target = os.path.basename(os.path.dirname(path))
        if target == 'facts':  # the first byte says what it claims to be
            kinds = ('json', 'xml', 'png', 'jpg', 'bin', 'npy', 'pcd', 'log', 'webp')
            file = os.path.join(folder, 'x.' + kinds[data[0] % len(kinds)])
            with open(file, 'wb') as f:
                f.write(data[1:])
            run('facts', '--load-dim', '4', file)
            continue
        if target == 'migrate':  # and here the way
            file = os.path.join(folder, 'x.py')
            with open(file, 'wb') as f:
                f.write(data[1:])
            for way in ('--to=mmengine', '--to=lazy', '--flatten', '--format=json'):
                run('migrate', way, file)
            continue
        if target == 'options':  # and here the option, or the file that it names
            command, more, named, option = OPTIONS[data[0] % len(OPTIONS)]
            with open(os.path.join(folder, 'y.py'), 'wb') as f:
                f.write(Y.encode())
            if named:
                with open(os.path.join(folder, named), 'wb') as f:
                    f.write(data[1:])
            option = option.replace('=x.', '=%s/x.' % folder).encode() + (b'' if named else data[1:].split(b'\0')[0])
            run(command, more, option, os.path.join(folder, 'y.py'))
            continue
        text, _, changes = data.partition(b'\n===') if target == 'rewrite' else (data, b'', b'')
        for name in ('x.yaml', 'x.json') if target == 'yaml' or changes.startswith(b'yaml') else ('x.py',):
            file = os.path.join(folder, name)
            with open(file, 'wb') as f:
                f.write(text)
            run('show', '--format', 'canonical', file)
            run('show', '--format', 'canonical', '--dialect', 'mmcv', file)
            run('dump', 'tree', file)
            run('check', file)
            for name in ('junit', 'checkstyle', 'sarif', 'github') if target == 'report' else ():
                run('check', '--format', name, file)
            words = [w for w in changes.decode('utf-8', 'replace').split('\n')[1:] if w]
            if words:
                run('set', file, *[w for w in words if w[0] != '-'], *['--delete=' + w[1:] for w in words if w[0] == '-'])
print('%d checks' % n)
sys.exit(1 if failed else 0)
