#!/usr/bin/env python3
"""What a project's .cfglint.yaml says does what the same option of a command line does, and does something."""
import os
import re
import subprocess
import sys
import tempfile

import test_options

exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = dict(test_options.FILES, **{
    'third/mmseg/.mim/configs/a/base.py': 'y = 1\n', 'third/mmseg/.mim/model-index.yml': 'Import: []\n', 'configs/packaged.py': "_base_ = 'mmseg::a/base.py'\n",
    'configs/t/default.yaml': 'a: 1\n', 'configs/t/x.yaml': 'b: ${a}\n',
    'configs/negative.py': "_base_ = './base.py'\noptim_wrapper = dict(optimizer=dict(lr=-1))\n",
    'lib/own.star': 'rule("OWN001", severity = "warning", summary = "x.", why = "x.", check = lambda c, s: finding(s.batch, "said here"),\n'
                    '     good = [], bad = [])\n',
    'known.json': '{"version": 1, "findings": [{"path": "configs/negative.py", "code": "VAL001", "key": "optim_wrapper.optimizer.lr", "count": 1}]}\n',
})
# The key, its value in the file, what the command line says instead, and the command.
SAME = [
    ('select', '[VAL, AMP]', 'VAL,AMP', 'check configs'), ('select', 'VAL001', 'VAL001', 'check configs'),
    ('extend-select', '[ALL]', 'ALL', 'check configs'), ('ignore', '[VAL001, SCH]', 'VAL001,SCH', 'check configs'),
    ('fail-on', 'error', 'error', 'check configs/old.py'), ('gpu', 'rtx3090', 'rtx3090', 'estimate configs/new.py'),
    ('gpu-memory', '1GB', '1GB', 'check configs/new.py'), ('gpu-memory', '40GB', '40GB', 'estimate configs/new.py'),
    ('gpus', '4', '4', 'estimate --gpu-memory 1GB configs/new.py'), ('gpus', '8', '8', 'scale configs/new.py'),
    ('target', '20%', '20%', 'plan --gpu rtx3090 configs/new.py'), ('torch', '1.10', '1.10', 'estimate --gpu-memory 24GB configs/new.py'),
    ('lr-rule', 'sqrt', 'sqrt', 'scale --gpus 16 configs/new.py'), ('prefer', 'memory', 'memory', 'plan --target 60% --gpu rtx3090 configs/new.py'),
    ('max-batch', '3', '3', 'plan --target 60% --gpu rtx3090 configs/new.py'),
    ('max-growth', '1.5', '1.5', 'plan --prefer speed --target 60% --gpu rtx3090 configs/new.py'),
    ('ref-batch', '4', '4', 'check --extend-select ALL --gpus 8 configs/new.py'), ('profile', 'mmengine', 'mmengine', 'check configs/old.py'),
    ('dialect', 'mmengine', 'mmengine', 'show configs/t/x.yaml'), ('package-path', 'third', '../third', 'show configs/packaged.py'),
    ('library', 'lib', '../lib', 'check configs/new.py'), ('baseline', 'known.json', '../known.json', 'check configs/negative.py'),
    ('deploy', '{parameters: 1M, gpu: orin, latency: 1ms}', 'parameters=1M,gpu=orin,latency=1ms', 'check configs/new.py'),
    ('train', '{gpu: a100, memory: 1%, gpus: 8}', 'gpu=a100,memory=1%,gpus=8', 'check configs/new.py'),
]


def does(folder, own, line):
    """What a command prints in another folder, with what stands in .cfglint.yaml, whose paths begin where it lies."""
    path = os.path.join(folder, '.cfglint.yaml')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(own)
    p = subprocess.run([exe, *line], cwd=os.path.join(folder, 'data'), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return p.returncode, p.stdout, re.sub(r'\b([\w-]+) in \.cfglint\.yaml', r'--\1', p.stderr)


def main():
    problems, n = [], 0
    with tempfile.TemporaryDirectory() as folder:
        test_options.write_project(folder, FILES)
        for key, value, word, command in SAME:
            head, *work = command.replace('configs', '../configs').split()
            usual = does(folder, '', [head, *work])
            own = does(folder, '%s: %s\n' % (key, value), [head, *work])
            said = does(folder, '', [head, '--%s' % key, word, *work])
            alone = does(folder, '%s: %s\n' % (key, value), [head, '--isolated', *work])
            if own != said or own == usual or alone != usual:
                problems.append('%s: %s, %s:\n%s' % (key, value, command, 'does nothing' if own == usual else '%s\n--- as an option\n%s' % (own, said)))
            n += 1
    with open(os.path.join(TOP, 'src/cli/project.c'), encoding='utf-8') as f:
        keys = {k.lower().replace('_', '-') for k in re.findall(r'\{OPTION_(\w+), KEY_', f.read())}
    missing = keys - {row[0] for row in SAME} - {'root'}
    problems += ['has no line here: ' + key for key in sorted(missing)]
    print('\n'.join(problems))
    print('%d checks' % n)
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
