#!/usr/bin/env python3
"""Programs by a grammar that watch when things happen, evaluated by cfglint and by Python.

    test_grammar.py BUILD [COUNT [SEED]]
"""
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import grammar_python  # noqa: E402
import test_differential  # noqa: E402

if __name__ == '__main__':
    warnings.simplefilter('ignore')
    test_differential.main(grammar_python.program, 400)
