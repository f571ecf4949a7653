#!/usr/bin/env python3
"""Random YAML and JSON configs, read by cfglint, and by PyYAML and Python's json as the loaders call them.

    test_data_differential.py BUILD [COUNT [SEED]]

What the loader refuses, cfglint refuses; what cfglint says is unknown is counted, and all else is equal, order included. More may be
refused than the loader refuses: each kind of that is in REFUSED, and it is counted.
"""
import io
import json
import os
import re
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_yaml  # noqa: E402
from test_differential import canonical, need_judge, same  # noqa: E402

# mmcv and mmengine read with libyaml and make Python objects, torchpack's safe loader is all Python.
LOADERS = {'mmcv': yaml.CLoader, 'torchpack': yaml.SafeLoader}
BY_BOTH = r"stands inside what it repeats|tag:yaml.org,2002:value"
REFUSED = {
    'mmcv': BY_BOTH,
    'torchpack': BY_BOTH + r"|incompatible YAML document|found unexpected ':'|invalid Unicode character escape|unknown directive name|did not find expected|U\+FEFF|tab character where an indentation",
}


def reference(text, dialect, is_json):
    """The values of a config; None when the loader raises."""
    text = text.replace('\r\n', '\n').replace('\r', '\n')  # as open() reads it
    try:
        found = json.load(io.StringIO(text)) if is_json else yaml.load(io.StringIO(text), Loader=LOADERS[dialect])
        return canonical(found) if type(found) is dict else None
    except Exception:
        return None


def documents(folder, seed, count):
    """Names and texts, as many of JSON as a tenth."""
    for i in range(seed, seed + count):
        is_json = i % 10 == 0
        document = random_yaml.Document(i)
        text = (document.json() if is_json else document.yaml()).replace('${', '$(').replace('{{', '{ {')
        name = '%d.%s' % (i, 'json' if is_json else 'yaml')
        try:
            with open(os.path.join(folder, name), 'w', encoding='utf-8', newline='') as f:
                f.write(text)
        except UnicodeEncodeError:
            continue
        yield name, text


def read(exe, folder, dialect, names):
    """What cfglint makes of each file, and its first message about each that it refuses."""
    p = subprocess.run([exe, 'show', '--format', 'canonical', '--insertion-order', '--dialect', dialect, *names], cwd=folder,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogatepass')
    if p.returncode not in (0, 2):
        sys.exit('cfglint ended with %d\n%s' % (p.returncode, p.stderr[-3000:]))
    got = dict(line.split('\t', 1) for line in p.stdout.split('\n') if '\t' in line)
    said = {}
    for line in p.stderr.split('\n'):
        said.setdefault(line.split(':', 1)[0], line)
    return got, said


def order(o):
    return [list(o), [order(v) for v in o.values()]] if isinstance(o, dict) else list(map(order, o)) if isinstance(o, list) else None


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    failed = checks = good = refused = unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        texts = dict(documents(folder, seed, count))
        open(os.path.join(folder, 'empty.py'), 'w').close()  # of several files each line has its name
        for dialect in LOADERS:
            got, said = read(exe, folder, dialect, ['empty.py', *texts])
            for name, text in texts.items():
                want = reference(text, dialect, name.endswith('.json'))
                have = json.loads(got[name]) if name in got else None
                doubt = [0]
                checks += 1
                good += want is not None
                if have is not None and '"__unknown__"' in got[name]:
                    equal = want is None or same(have, want, doubt)
                    unknown += 1
                elif have is None and want is not None:
                    equal = re.search(REFUSED[dialect], said.get(name, '')) is not None
                    refused += equal
                else:
                    equal = have is want or (want is not None and have is not None and same(have, want, doubt) and order(have) == order(want))
                if not equal:
                    failed += 1
                    print('%s as %s: %a\n  %s\n  not %s' % (name, dialect, text[:400], ascii(got.get(name, said.get(name)))[:300],
                                                              json.dumps(want)[:300]))
    print('%d checks (%d load, %d hold something unknown, %d are refused by us alone)' % (checks, good, unknown, refused))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    need_judge()
    main()
