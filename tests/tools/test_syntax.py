#!/usr/bin/env python3
"""Small sources, right and nearly right: what CPython's compiler refuses cfglint refuses, and nothing else.

    test_syntax.py BUILD [COUNT [SEED]]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_syntax  # noqa: E402

# What 3.12 reads and 3.11 does not, and what 3.14 made different.
NEWER = re.compile(r'\btype\s+\w+\s*(\[|=)|\b(def|class)\s+\w+\s*\[|f[\'"]|\btype\\?\n')
CHANGED = re.compile(r'except|finally|:\s*\(|__debug__|annotations')


def refused(text):
    """What CPython says of the text, or None."""
    try:
        compile(text, 'config.py', 'exec', dont_inherit=True)
        return None
    except (SyntaxError, ValueError, OverflowError) as e:
        return '%s: %s' % (type(e).__name__, e)


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    warnings.simplefilter('ignore')
    texts = {'%d.py' % i: random_syntax.program(i) for i in range(seed, seed + count)}
    texts.update(('each-%d.py' % i, text) for i, text in enumerate(random_syntax.each()))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8', newline='') as f:
                f.write(text)
        p = subprocess.run([exe, 'check', '--isolated', '--select', 'SYN001', '--format', 'jsonl', *texts], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           text=True, errors='surrogatepass')
        if p.returncode not in (0, 1, 2):
            sys.exit('cfglint ended with %d\n%s' % (p.returncode, p.stderr[-2000:]))
    ours = {}
    for line in p.stdout.splitlines():
        x = json.loads(line)
        if x.get('code') == 'SYN001':
            ours.setdefault(os.path.basename(x['path']), x['message'])
    failed = bad = 0
    for name, text in texts.items():
        theirs = refused(text)
        bad += theirs is not None
        no_judge = sys.version_info < (3, 12) and theirs and NEWER.search(text) or sys.version_info >= (3, 14) and CHANGED.search(text)
        if (name in ours) != (theirs is not None) and not no_judge:
            failed += 1
            print('%s: %s\n%s\n' % (name, 'only Python refuses: ' + theirs if theirs else 'only cfglint refuses: ' + ours[name], text))
    print('%d checks (%d do not compile)' % (len(texts), bad))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
