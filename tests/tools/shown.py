#!/usr/bin/env python3
"""Is a config that was shown the same config?  `estimate`, `complexity` and `check` of what `show` prints.

    shown.py CFGLINT FILE...

Each file is written as Python, YAML and JSON into a folder of its own (the first two under another name; JSON has no
comments, which carry what the name says), and the three commands are asked about both.  Findings about how a file
inherits are its own: only those of the model and the memory have to be the same.
"""
import json
import os
import subprocess
import sys
import tempfile


def run(exe, words, cwd):
    p = subprocess.run([exe] + words, cwd=cwd, capture_output=True, text=True)
    try:
        return json.loads(p.stdout)
    except ValueError:
        return {'text': p.stdout}


def figures(exe, folder, name):
    memory = run(exe, ['estimate', '--format', 'json', '--gpu', 'v100', name], folder).get('memory', {})
    size = run(exe, ['complexity', '--format', 'json', name], folder)
    found = run(exe, ['check', '--select', 'SHP,MEM', '--format', 'json', name], folder)
    return {'estimate': memory.get('allocated_bytes'), 'complexity': (size.get('parameters'), size.get('macs')),
            'check': sorted((f['code'], f['message']) for f in found.get('findings', []))}


def compare(exe, path):
    folder, name = os.path.split(path)
    want, stem, wrong = figures(exe, folder, name), os.path.splitext(name)[0], []
    for form, other in (('python', 'other.py'), ('yaml', 'other.yaml'), ('json', stem + '.json')):
        p = subprocess.run([exe, 'show', '--format', form, name], cwd=folder, capture_output=True, text=True)
        if p.returncode:
            continue  # a part that no format has a word for, and a diagnostic says so
        with tempfile.TemporaryDirectory() as t:
            with open(os.path.join(t, other), 'w', encoding='utf-8') as f:
                f.write(p.stdout)
            got = figures(exe, t, other)
        wrong += ['%s: %s of the %s is %s, and was %s' % (path, k, form, got[k], want[k]) for k in want if got[k] != want[k]]
    return wrong


def main():
    exe = os.path.abspath(sys.argv[1])
    wrong = [w for path in sys.argv[2:] for w in compare(exe, os.path.abspath(path))]
    print('\n'.join(wrong + ['%d configs, %d differences' % (len(sys.argv) - 2, len(wrong))]))
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
