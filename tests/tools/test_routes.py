#!/usr/bin/env python3
"""Containers that are changed by a roundabout way, evaluated by cfglint and by Python.

    test_routes.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_routes  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(random_routes.program, 300)
