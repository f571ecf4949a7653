"""The page of `estimate --timeline`: whole in itself, and its curve reaches the peak that the estimate names."""
import json
import os
import re
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
config = ['--gpu', 'rtx3090', 'fixtures/estimate/tiny.py']
known = json.loads(subprocess.check_output([exe, 'estimate', '--format', 'json'] + config))
with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, 'page.html')
    subprocess.run([exe, 'estimate', '--timeline', page] + config, check=True, stderr=subprocess.DEVNULL)
    text = open(page, encoding='utf-8').read()
    refused = subprocess.run([exe, 'estimate', '--timeline', os.path.join(folder, 'page.py')] + config,
                             stderr=subprocess.DEVNULL)

data = json.loads(re.search(r'^const data = (.*);$', text, re.M).group(1))
totals = [sum(p[3:]) for p in data['points']]
peak = data['points'][totals.index(max(totals))]
at_peak = known['memory']['at_peak_bytes']
whole = data['modules']


def parts(module):
    yield module
    for part in module['parts']:
        yield from parts(part)


checks = {
    'the highest point is the peak': peak[3:] == [at_peak[c] for c in data['categories']],
    'forward comes before backward': [p[2] for p in data['points']] == sorted((p[2] for p in data['points']),
                                                                            key=['forward', 'backward', 'optimizer step'].index),
    'every figure is that of something alive': all(n >= 0 for p in data['points'] for n in p[3:]),
    'the step takes as long as the estimate says': data['time'] == known['time'],
    'all modules together take the step': abs(whole['seconds'] / known['time']['seconds_per_step']['expected'] - 1) < 1e-9,
    'no module takes less than its parts': all(m['seconds'] * (1 + 1e-9) >= sum(p['seconds'] for p in m['parts'])
                                               for m in parts(whole)),
    'the model takes some of it': any(m['name'] and m['seconds'] > 0 for m in parts(whole)),
    'nothing is loaded from elsewhere': not re.search(r'(src|href)=|https?://|@import|url\(', text),
    'what names the modules cannot end the script': '<' not in re.search(r'^const data = (.*);$', text, re.M).group(1),
    'a page is only ever written to an .html': refused.returncode == 2,
}
failed = [name for name, good in checks.items() if not good]
if failed:
    sys.exit('\n'.join(failed))
print('%d checks' % len(checks))
