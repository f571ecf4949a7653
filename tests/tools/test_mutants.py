#!/usr/bin/env python3
"""A few hundred changed configs through every command (mutate_configs.py): no bad end."""
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
p = subprocess.run([sys.executable, os.path.join(TOP, 'tests/tools/mutate_configs.py'), '--runs', '300', '--sanitized', '--seconds', '60',
                    exe, os.path.join(TOP, 'fixtures')], stdout=subprocess.PIPE, text=True)
print(re.sub(r'(\d+) runs, 0 bad ends', r'\1 checks', p.stdout), end='')
sys.exit(p.returncode)
