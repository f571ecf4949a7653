#!/usr/bin/env python3
"""What is copied instead of recorded: the graphs of all configs of the fixtures are those that recording everything
anew gives.  With folders, those of their configs instead."""
import glob
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
folders = sys.argv[2:] or [os.path.join(TOP, 'fixtures', f) for f in ('complexity', 'configs', 'estimate')]

checks, copied, problems = 0, 0, []
for folder in folders:
    for path in sorted(glob.glob(os.path.join(folder, '**', '*.*'), recursive=True)):
        if not path.endswith(('.py', '.yaml')):
            continue
        run = subprocess.run([exe, 'dump', 'copies', '--root', folder, path], capture_output=True, text=True)
        if run.returncode == 2:
            continue  # no config of a whole training
        checks += len(run.stdout.splitlines())
        copied += sum(int(n) for n in re.findall(r'(\d+) copied', run.stdout))
        if run.returncode != 0:
            problems.append('%s: status %d\n%s%s' % (path, run.returncode, run.stdout, run.stderr))

if copied == 0:
    problems.append('nothing was copied at all')
if problems:
    sys.exit('\n'.join(problems))
print('%d checks' % checks)
