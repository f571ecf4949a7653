#!/usr/bin/env python3
"""Every example(...) of modules and of pipelines gives what it says, and every file that declares modules has one."""
import os
import subprocess
import sys

exe = os.path.join(sys.argv[1], 'cfglint')


def lines(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True).stdout.splitlines()


examples = lines('dump', 'examples', 'all')
problems = [line for line in examples if not line.startswith('ok ')]
built = {name for line in examples for name in line.rsplit('|', 1)[-1].split()}
files = {}
for line in lines('list', 'modules'):
    name, path = line.split()
    files.setdefault(path, []).append(name)
for path, names in sorted(files.items()):
    if not built.intersection(names):
        problems.append('rules/%s: no example builds one of its modules (%s)' % (path, ', '.join(names)))
print('\n'.join(problems))
print('%d checks' % (len(examples) + len(files)))
sys.exit(1 if problems or not examples else 0)
