"""Every kind of mistake of tests/tools/plants in small configs of our own: what each rule finds in them stands as digests in transcripts/planted.txt.

    tests/planted.py EXE FOLDER            puts each kind into a config below FOLDER that it fits, as a file beside it
    tests/planted.py --digests <FINDINGS   (of `cfglint check --format json`): how often each rule finds something, and a digest
"""
import functools
import importlib
import json
import os
import random
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'tools'))
from plant import Above, Within, configs, drawn  # noqa: E402
from plants import SETS  # noqa: E402
from plants.kinds import Kinds  # noqa: E402

ALIKE = 40  # so many kinds are tried on configs in the same order


def plant(exe, folder):
    paths, n = list(configs(folder)), 0
    sets = [one for name in SETS for one in vars(importlib.import_module('plants.' + name)).values() if isinstance(one, Kinds)]
    for way in (Above, Within):
        way.read = staticmethod(functools.cache(way.read))
        kinds = [kind for one in sets if one.copies == (way is Within) for kind in one]
        for at in range(0, len(kinds), ALIKE):
            random.Random(at).shuffle(paths)
            for _, path, _, text in drawn(exe, kinds[at:at + ALIKE], way, paths, 1):
                n += 1
                name = 'planted%05d%s' % (n, os.path.splitext(path)[1])
                with open(os.path.join(os.path.dirname(path), name), 'w', encoding='utf-8') as f:
                    f.write(text)


def digests(findings):
    """Without the files' names, which are others where a kind is added."""
    by = {}
    for f in findings:
        by.setdefault(f['code'], []).append([f.get('line'), f.get('column'), f['severity'], f['message'], f.get('help')])
    for code, told in sorted(by.items()):
        print('%s %d %08x' % (code, len(told), zlib.crc32(json.dumps(sorted(told, key=json.dumps)).encode())))


if __name__ == '__main__':
    if sys.argv[1] == '--digests':
        digests(json.load(sys.stdin)['findings'])
    else:
        plant(os.path.abspath(sys.argv[1]), sys.argv[2])
