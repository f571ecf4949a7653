"""Every promise of docs/SECURITY.md names tests that there are, and that the runner runs; what has to be absent is absent."""
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
text = open(os.path.join(TOP, 'docs/SECURITY.md'), encoding='utf-8').read()
promises = re.findall(r'^\* (.*?)(?=\n\* |\n\n|\Z)', text, re.M | re.S)
problems, checks = [], 0
for promise in promises:
    tests = re.findall(r'tests/(?:tools|unit)/test_\w+\.(?:py|c)\b', promise)
    if not tests and 'no network' not in promise:
        problems.append('no test: %s' % promise.split('\n')[0])
    for test in tests:
        checks += 1
        if not os.path.exists(os.path.join(TOP, test)):
            problems.append('%s is not there' % test)
if checks < 15:
    problems.append('only %d tests are named' % checks)
# What has to be absent for the promises that nothing is sent, and that of the environment only what is named is read.
BY_VARIABLE = {'src/config/template.c', 'src/config/loader.c', 'src/cli/output.c', 'src/cli/scope.c'}  # --env, the services' marks, environments
sources = [os.path.join(d, f) for d, _, files in os.walk(os.path.join(TOP, 'src')) for f in files if f.endswith(('.c', '.h'))]
for path in sources:
    code, name = re.sub(r'/\*.*?\*/', '', open(path, encoding='utf-8').read(), flags=re.S), os.path.relpath(path, TOP)
    found = re.search(r'\b(socket|connect|getaddrinfo|popen|system|fork|vfork|posix_spawnp?|exec[lv][pe]*)\s*\(', code)
    checks += 1
    if found:
        problems.append('%s calls %s' % (name, found.group(1)))
    for variable in re.findall(r'\bgetenv\(\s*(?:"(\w+)")?', code):
        checks += 1
        if '`%s`' % variable not in text and not (variable == '' and name in BY_VARIABLE):
            problems.append('%s reads %s' % (name, variable or 'any variable'))
print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
