#!/usr/bin/env python3
"""Every config of the fixtures, written out as Python, YAML and JSON, resolves to the same."""
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
fixtures = os.path.join(here, '../../fixtures/configs')
sys.exit(subprocess.run([sys.executable, os.path.join(here, 'round_trip.py'), exe,
                         *(os.path.join(fixtures, d) for d in sorted(os.listdir(fixtures)))]).returncode)
