#!/usr/bin/env python3
"""Are the rates and momenta of schedules drawn at random those that the hooks of mmcv, mmcls and mmdet and mmengine's own schedulers set, at
every iteration?  fixtures/measured/rates.tsv has them."""
import json
import os
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
problems, checks = [], 0
with tempfile.TemporaryDirectory() as folder, open('fixtures/measured/rates.tsv', encoding='utf-8') as f:
    path = os.path.join(folder, 'x.json')
    for line in f:
        config, *curves = line.rstrip('\n').split('\t')
        with open(path, 'w', encoding='utf-8') as out:
            out.write(config)
        p = subprocess.run([exe, 'show', '--schedule', '--every', '--epoch-iterations', '7', '--format', 'json', path], capture_output=True, text=True)
        told = json.loads(p.stdout) if p.returncode == 0 else {}
        for name, curve in zip(('lr', 'momentum'), curves):
            have, want = told.get(name, {}).get('values', []), [float(x) for x in curve.split()]
            far = [i for i, (x, y) in enumerate(zip(have, want)) if abs(x - y) > 1e-6 * max(abs(x), abs(y)) + 1e-12]
            checks += len(want)
            if len(have) != len(want):
                problems.append('%s: %d values of the %s, not %d %s' % (config, len(have), name, len(want), p.stderr[:200]))
            elif far:
                problems.append('%s: the %s at iteration %d is %r, not %r' % (config, name, far[0], have[far[0]], want[far[0]]))
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems or not checks else 0)
