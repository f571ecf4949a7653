#!/usr/bin/env python3
"""Programs written from idioms, evaluated by cfglint and by Python.

    test_idioms.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import idiom_projects  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(idiom_projects.program, 200)
