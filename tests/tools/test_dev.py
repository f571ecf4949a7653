"""`./dev` installs what is missing and nothing else: nobody who has all is asked for a password."""
import os
import shutil
import subprocess
import sys
import tempfile

checks = 0


def check(good, what):
    global checks
    checks += 1
    if not good:
        sys.exit('not so: ' + what)


def program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as f:
        f.write('#!/bin/sh\n%s\n' % text)
    os.chmod(path, 0o755)


def docs(installed, uid=1000, **programs):
    """`./dev docs` where these packages are installed: status, what it says, what was called in its order."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy('dev', folder)
        os.makedirs(os.path.join(folder, 'tests/tools'))
        with open(os.path.join(folder, 'tests/tools/docs.sh'), 'w', encoding='utf-8') as f:
            f.write('echo made >>calls')
        tools = os.path.join(folder, 'tools')
        os.mkdir(tools)
        programs = {'id': 'echo %d' % uid, 'cmake': 'mkdir -p build', 'dpkg-query': installed, **programs}
        for name, text in programs.items():
            program(tools, name, text)
        for name in ('sh', 'dirname', 'mkdir', 'cat', 'env'):
            os.symlink(shutil.which(name), os.path.join(tools, name))
        p = subprocess.run(['sh', './dev', 'docs'], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           env=dict(os.environ, PATH=tools))
        calls = os.path.join(folder, 'calls')
        called = open(calls, encoding='utf-8').read().split('\n')[:-1] if os.path.exists(calls) else []
    return p.returncode, p.stdout, called


ALL, BUT_BISON = "printf 'ii '", '[ "$4" != bison ] && printf "ii "'
TWO = "printf 'ii ii '"  # two architectures
SUDO, APT = 'echo sudo >>calls; "$@"', 'echo "apt-get $*" >>calls'

for installed in (ALL, TWO):
    status, said, called = docs(installed, **{'apt-get': APT, 'sudo': SUDO})
    check(status == 0 and called == ['made'] and said == '', 'with all there, neither apt-get nor sudo: %s %s' % (said, called))
install = 'apt-get install -y -qq --no-install-recommends bison'
status, said, called = docs(BUT_BISON, **{'apt-get': APT, 'sudo': SUDO})
check(status == 0 and called == ['sudo', 'apt-get update -qq', install, 'made'], 'what is missing is installed: %s %s' % (said, called))
status, said, called = docs(BUT_BISON, uid=0, **{'apt-get': APT, 'sudo': SUDO})
check(status == 0 and called == ['apt-get update -qq', install, 'made'], 'root needs no sudo: %s %s' % (said, called))
advice = 'not installed; as root: apt-get install bison\n'
status, said, called = docs(BUT_BISON, **{'apt-get': APT})
check(status == 1 and said.endswith(advice) and not called, 'without sudo it says what to do: %s %s' % (said, called))
status, said, called = docs(BUT_BISON, **{'apt-get': APT, 'sudo': 'exit 1'})
check(status == 1 and said.endswith(advice) and not called, 'a sudo that refuses: %s %s' % (said, called))
status, said, called = docs(BUT_BISON)
check(status == 0 and called == ['made'], 'where there is no apt-get, CMake judges: %s %s' % (said, called))
print('%d checks' % checks)
