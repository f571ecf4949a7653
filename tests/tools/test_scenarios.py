#!/usr/bin/env python3
"""Programs made of scenes, evaluated by cfglint and by Python.

    test_scenarios.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scenario_python  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(scenario_python.program, 300)
