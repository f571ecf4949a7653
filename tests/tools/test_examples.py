#!/usr/bin/env python3
"""Every example(...) of the module library gives what it says."""
import os
import subprocess
import sys

exe = os.path.join(sys.argv[1], 'cfglint')
lines = subprocess.run([exe, 'dump', 'examples', 'all'], capture_output=True, text=True).stdout.splitlines()
failed = [line for line in lines if not line.startswith('ok ')]
print('\n'.join(failed))
print('%d checks' % len(lines))
sys.exit(1 if failed or not lines else 0)
