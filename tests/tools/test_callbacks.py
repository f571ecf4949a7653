#!/usr/bin/env python3
"""Calls whose functions change what is gone over, evaluated by cfglint and by Python.

    test_callbacks.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_callbacks  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(random_callbacks.program, 500)
