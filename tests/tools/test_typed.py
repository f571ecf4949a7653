#!/usr/bin/env python3
"""Programs of cells, evaluated by cfglint and by Python.

    test_typed.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_differential  # noqa: E402
import typed_python  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(typed_python.program, 300)
