"""Each format of `cfglint check` is what the programs that read it expect."""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

import jsonschema

from schemas import GITLAB, SARIF

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))

CONFIG = '''\
model = dict(type='EncoderDecoder', decode_head=dict(type='FCNHead', num_classes=19))
data = dict(samples_per_gpu=4, train=dict(type='CityscapesDataset'))
optimizer = dict(type='SGD', lr=0.01)
runner = dict(type='IterBasedRunner', max_iters=1, accumulative_counts=2)
fp16 = dict(loss_scale=512.0)  # cfglint: ignore[AMP001] <kept> & "back"
'''

checks = 0


def same(got, want):
    global checks
    checks += 1
    if got != want:
        sys.exit('%r, and not %r' % (got, want))


def report(name, *more):
    p = subprocess.run([exe, 'check', '--profile', 'mmseg', '--format', name, *more], cwd=folder, text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    same(p.stderr, '')
    return p.stdout


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, 'a b.py'), 'w', encoding='utf-8') as f:
        f.write(CONFIG)

    sarif = json.loads(report('sarif', 'a b.py'))
    jsonschema.validate(sarif, SARIF)
    run = sarif['runs'][0]
    results = run['results']
    same([r['ruleId'] for r in results], ['ACC001', 'AMP001'])
    same(['suppressions' in r for r in results], [False, True])
    rules = [r['id'] for r in run['tool']['driver']['rules']]
    same(rules, ['ACC001', 'AMP001'])
    same([rules[r['ruleIndex']] for r in results], ['ACC001', 'AMP001'])
    same(json.loads(report('sarif', '--ignore', 'ALL', 'a b.py'))['runs'][0]['tool']['driver']['rules'], [])
    place = results[0]['locations'][0]['physicalLocation']
    same(place['artifactLocation']['uri'], 'a%20b.py')
    same(place['region'], dict(startLine=4, startColumn=52, endLine=4, endColumn=73))
    before = results[0]['partialFingerprints']
    with open(os.path.join(folder, 'a b.py'), 'w', encoding='utf-8') as f:
        f.write('# moved\n' + CONFIG)
    moved = json.loads(report('sarif', 'a b.py'))['runs'][0]['results'][0]
    same(moved['partialFingerprints'], before)
    same(moved['locations'][0]['physicalLocation']['region']['startLine'], 5)

    gitlab = json.loads(report('gitlab', 'a b.py'))
    jsonschema.validate(gitlab, GITLAB)
    same([(g['check_name'], g['location']['lines']['begin']) for g in gitlab], [('ACC001', 5)])
    same(json.loads(report('gitlab', '--ignore', 'ALL', 'a b.py')), [])

    github = report('github', 'a b.py')
    same(github.startswith('::error title=cfglint (ACC001),file=a b.py,line=5,col=52,endLine=5,endColumn=73::'), True)
    same(github.count('\n'), 1)

    checkstyle = ET.fromstring(report('checkstyle', 'a b.py'))
    same([(f.get('name'), e.get('line'), e.get('source')) for f in checkstyle for e in f],
         [('a b.py', '5', 'cfglint.ACC001')])
    same(len(ET.fromstring(report('checkstyle', '--ignore', 'ALL', 'a b.py'))), 0)

    suite = ET.fromstring(report('junit', 'a b.py'))[0]
    same((suite.get('tests'), suite.get('failures')), ('1', '1'))
    same([c.get('name') for c in suite if c.find('failure') is not None], ['ACC001'])
    suite = ET.fromstring(report('junit', '--ignore', 'ALL', 'a b.py'))[0]
    same((suite.get('tests'), suite.get('failures'), len(suite)), ('1', '0', 1))

    for line in report('jsonl', 'a b.py').splitlines():
        same(json.loads(line)['code'], 'ACC001')
print('%d checks' % checks)
