#!/usr/bin/env python3
"""Programs that bind names where it cannot be told whether that runs, evaluated by cfglint and by Python.

    test_bindings.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_bindings  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    sys.unraisablehook = lambda *_: None  # of what is dropped and then raises
    test_differential.main(random_bindings.program, 300)
