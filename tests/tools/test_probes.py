#!/usr/bin/env python3
"""What finds mistakes that no test notices (mutate.py) still fits the sources: its probes compile where reach.py puts them."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import reach

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.abspath(sys.argv[1])
with open(os.path.join(build, 'CMakeCache.txt'), encoding='utf-8') as f:
    compiler = re.search(r'^CMAKE_C_COMPILER:\w+=(.*)$', f.read(), re.M).group(1)
paths = sorted({path for path, _, _ in reach.PROBES} | {reach.CONDITIONS[0], reach.CHECKED[0]})
failed = 0
with tempfile.TemporaryDirectory() as folder:
    for path in paths:
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        shutil.copy(os.path.join(TOP, path), os.path.join(folder, path))
    reach.plant(folder)
    for path in paths:
        p = subprocess.run([compiler, '-std=c11', '-D_XOPEN_SOURCE=700', '-fsyntax-only', *['-I' + d for d in (
            os.path.join(TOP, 'src'), os.path.join(TOP, 'include'), os.path.join(TOP, 'grammar'), build)],
            os.path.join(folder, path)], stderr=subprocess.PIPE, text=True)
        if p.returncode:
            failed += 1
            print(p.stderr)
print('%d checks' % len(paths))
sys.exit(1 if failed else 0)
