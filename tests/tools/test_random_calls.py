#!/usr/bin/env python3
"""Every function and method with arguments of all kinds, evaluated by cfglint and by Python.

    test_random_calls.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_calls  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(random_calls.program, 500)
