"""The commands of docs/TOUR.md print what the page says."""
import os
import re
import subprocess
import sys

env = dict(os.environ, NO_COLOR='1', ASAN_OPTIONS='detect_leaks=0',
           PATH=os.path.abspath(sys.argv[1]) + ':' + os.environ['PATH'])
checks = 0
for block in re.findall(r'```console\n(.*?)\n```', open('docs/TOUR.md', encoding='utf-8').read(), re.S):
    for step in re.split(r'^\$ ', block, flags=re.M)[1:]:
        command, _, want = step.partition('\n')
        p = subprocess.run(['sh', '-c', command], cwd='fixtures/estimate', env=env, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
        if p.stdout.rstrip() != want.rstrip():
            sys.exit('$ %s\n--- the page says\n%s\n--- it prints\n%s' % (command, want, p.stdout))
        checks += 1
if checks < 10:
    sys.exit('the tour has only %d commands' % checks)
print('%d checks' % checks)
