"""The commands of docs/TOUR.md, and the first of README.md, print what the pages say."""
import os
import re
import subprocess
import sys

env = dict(os.environ, NO_COLOR='1', PATH=os.path.abspath(sys.argv[1]) + ':' + os.environ['PATH'])
checks = 0


def prints(command, folder):
    p = subprocess.run(['sh', '-c', command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return p.stdout


for block in re.findall(r'```console\n(.*?)\n```', open('docs/TOUR.md', encoding='utf-8').read(), re.S):
    for step in re.split(r'^\$ ', block, flags=re.M)[1:]:
        command, _, want = step.partition('\n')
        got = prints(command, 'fixtures/estimate')
        if got.rstrip() != want.rstrip():
            sys.exit('$ %s\n--- the page says\n%s\n--- it prints\n%s' % (command, want, got))
        checks += 1
if checks < 10:
    sys.exit('the tour has only %d commands' % checks)

# `...` on the page stands for lines left out.
command, example = re.search(r'^    \$ (cfglint --target .*)\n((?:    .*\n|\n)+)', open('README.md', encoding='utf-8').read(), re.M).groups()
got = [line.rstrip() for line in prints(command, 'fixtures/configs/bevfusion').split('\n')]
for line in example.rstrip().split('\n'):
    if line.strip() not in ('...', '') and line[4:] not in got:
        sys.exit('README.md: `%s` prints no line %s' % (command, line))
    checks += 1
print('%d checks' % checks)
