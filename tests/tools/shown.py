#!/usr/bin/env python3
"""Is a config that was shown the same config?  `estimate`, `complexity` and `check` of what `show` prints.

    shown.py CFGLINT [--beside] FILE...

Each file is written as Python, YAML and JSON (under another name, elsewhere; JSON has no comments, which carry what the name says of
the GPUs and the project of PyTorch, so it is written beside the file, and their number is given with it), and the three commands are asked about both.  Findings about how a file inherits are its
own: only those of the model and the memory have to be the same.  Run it where training is run, in the checkout, for configs that name
others by their path.  A `default.yaml` of torchpack that others lie beside is a part, whose shapes nobody judges; what is shown of
it is a whole.  `--beside`: what is shown is written beside the config.
"""
import json
import os
import subprocess
import sys
import tempfile


def run(exe, words):
    p = subprocess.run([exe] + words + ['--root', '.'], capture_output=True, text=True)
    try:
        return json.loads(p.stdout)
    except ValueError:
        return {'text': p.stdout}


def figures(exe, path, gpus=()):
    estimate = run(exe, ['estimate', '--format', 'json', '--gpu', 'v100', *gpus, path])
    size = run(exe, ['complexity', '--format', 'json', path])
    found = run(exe, ['check', '--select', 'SHP,MEM,SYN010', '--format', 'json', *gpus, path])
    return {'gpus': estimate.get('regime', {}).get('gpus'), 'estimate': estimate.get('memory', {}).get('allocated_bytes'), 'complexity': (size.get('parameters'), size.get('macs')),
            'check': sorted((f['code'], f['message']) for f in found.get('findings', []))}


def compare(exe, path, beside):
    """(what differs, has it a model with figures?)"""
    want, wrong = figures(exe, path), []
    if os.path.basename(path) == 'default.yaml' and len(os.listdir(os.path.dirname(path))) > 1:
        want['check'] = None  # a part, whose shapes nobody judges; what is shown of it is a whole
    for form, other in (('python', 'other.py'), ('yaml', 'other.yaml'), ('json', 'other.json')):
        p = subprocess.run([exe, 'show', '--format', form, path], capture_output=True, text=True)
        if p.returncode:
            continue  # a part that no format has a word for, and a diagnostic says so
        gpus = ['--gpus', str(want['gpus'])] if form == 'json' and want['gpus'] else []
        folder = os.path.dirname(path) if beside or form == 'json' else None
        with tempfile.TemporaryDirectory(dir=folder) as t:
            there = os.path.join(folder or t, os.path.basename(t) + other)
            with open(there, 'w', encoding='utf-8') as f:
                f.write(p.stdout)
            got = figures(exe, there, gpus)
            os.remove(there)
        wrong += ['%s: %s of the %s is %s, and was %s' % (path, k, form, got[k], want[k]) for k in want
                  if got[k] != want[k] and (k != 'check' or want[k] is not None)]
    return wrong, want['estimate'] is not None


def main():
    exe, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    beside = files[:1] == ['--beside']
    found = [compare(exe, os.path.abspath(path), beside) for path in files[beside:]]
    wrong = [w for few, _ in found for w in few]
    print('\n'.join(wrong + ['%d configs, %d of them with an estimate, %d differences' % (len(found), sum(f for _, f in found), len(wrong))]))
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main())
