#!/usr/bin/env python3
"""What rules tell of a config they tell of it in the new style, too, where types are imported classes: test_new_style.py BUILD [all]

Bad examples for mmengine's Runner (a part of them, or `all`) are resolved into one file each, once with names as they are and once with
an import of each.  What is about names that are looked up nobody looks up there.
"""
import json
import os
import re
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import examples
from processes import run

TYPE = re.compile(r"(?<!_cfg=dict\()\btype='([A-Z]\w*)'")  # layers are named by short names, in either style
SCOPE = re.compile(r"^default_scope *= *'?(\w+)'?.*$", re.M)
RUN = re.compile(r'optim_wrapper|param_scheduler|\w+_dataloader|train_cfg')
LOOKED_UP = re.compile(r" has no |no package has the scope|nothing is registered as|there is no .* among|no wrapper is called|have no ")
APART = {'VAL007': "takes no argument 'project'"}  # of mmengine's backend, and this import is not from there
PART = 3


def imported(text):
    """The same, with each class imported from the package that the config is for; None: there is none."""
    names = sorted(set(TYPE.findall(text)))
    scope = SCOPE.search(text)
    text = SCOPE.sub('default_scope = None', TYPE.sub(r'type=\1', text))
    return 'from %s.models import %s\n\n%s' % (scope[1] if scope else 'mmdet', ', '.join(names), text) if names else None


def pairs(exe, top, rules, part):
    """(code, the file with names, the file with imports) of each example."""
    for rule in rules:
        for i, example in enumerate(rule['bad']):
            on = example['on']
            mmengine = not on or on['profile'] == 'mmengine' and on['name'].endswith('.py')
            here = zlib.crc32(('%s %d' % (rule['code'], i)).encode()) % part == 0
            if example['files'] or example['options'] or not mmengine or not example['name'].endswith('.py') or not here:
                continue
            folder = os.path.join(top, '%s_%d' % (rule['code'], i))
            os.makedirs(os.path.join(folder, '.git'))
            examples.write_example(folder, example)
            text = run([exe, 'show', '--format', 'python', example['name']], cwd=folder).stdout
            if RUN.search(text) and imported(text):
                names = [os.path.join(folder, name) for name in ('names.py', 'imports.py')]
                for path, content in zip(names, (text, imported(text))):
                    with open(path, 'w', encoding='utf-8') as f:
                        f.write(content)
                yield rule['code'], *names


def told(exe, files):
    found = {}
    for f in json.loads(run([exe, 'check', '--format', 'json', '--select', 'ALL', *files]).stdout)['findings']:
        for path in [f['path'], *f.get('configs', [])]:
            found.setdefault((path, f['code']), f['message'])
    return found


def main():
    exe = examples.executable(sys.argv[1])
    rules = json.loads(run([exe, 'list', 'rules', '--format', 'json']).stdout)
    checked, silent = 0, []
    with tempfile.TemporaryDirectory() as top:
        all_pairs = list(pairs(exe, top, rules, 1 if sys.argv[2:] == ['all'] else PART))
        found = told(exe, [path for pair in all_pairs for path in pair[1:]])
        for code, names, imports in all_pairs:
            message = found.get((names, code))
            if message and not LOOKED_UP.search(message) and APART.get(code, '\n') not in message:
                checked += 1
                if (imports, code) not in found:
                    silent.append('%s: nothing is told of %s in the new style' % (code, message))
    for line in silent:
        print(line)
    print('%d checks' % checked)
    return 1 if silent or not checked else 0


if __name__ == '__main__':
    sys.exit(main())
