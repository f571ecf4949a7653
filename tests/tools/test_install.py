"""`cmake --install` gives a library, a header and a pkg-config file that another program can be built with."""
import os
import subprocess
import sys
import tempfile

build = os.path.abspath(sys.argv[1])
CALLS = 'check close estimate main messages migrate open plan result_free run setting value version'.split()
PROGRAM = r'''
#include <cfglint/cfglint.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    const char *command[] = {"show", "--format", "canonical", argv[1]};
    struct cfglint_result r;
    cfglint_run(4, command, &r);
    fputs(r.out, stdout);
    int status = (int)r.status;
    cfglint_result_free(&r);
    return argc == 2 ? status : 9;
}
'''


def run(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout.strip()


with tempfile.TemporaryDirectory() as root:
    run('cmake', '--install', build, '--prefix', root)
    found = [d for d, _, files in os.walk(root) if 'cfglint.pc' in files]
    source, program = os.path.join(root, 'program.c'), os.path.join(root, 'program')
    open(source, 'w').write(PROGRAM)
    # the file names the prefix that the build was configured for
    flags = run('pkg-config', '--define-variable=prefix=' + root, '--cflags', '--libs', os.path.join(found[0], 'cfglint.pc'))
    run('cc', '-fsanitize=address,undefined', '-Wall', '-Werror', source, '-o', program, *flags.split())
    library = next(f.split('-L')[1] for f in flags.split() if f.startswith('-L'))
    env = dict(os.environ, LD_LIBRARY_PATH=library)
    got = run(program, 'fixtures/estimate/tiny.py', env=env)
    want = run(os.path.join(root, 'bin/cfglint'), 'show', '--format', 'canonical', 'fixtures/estimate/tiny.py', env=env)
    symbols = run('nm', '-D', '--defined-only', os.path.join(library, 'libcfglint.so')).split('\n')
    names = sorted(s.split()[-1] for s in symbols)

if got != want or 'TinyNet' not in got:
    sys.exit('the installed library resolves a config to %r, the command to %r' % (got, want))
ours = [n for n in names if n.startswith('cfglint')]
others = [n for n in names if not n.startswith(('cfglint', '__', '_init', '_fini', 'mangle_path'))]  # the last is of gcov
if ours != ['cfglint_' + n for n in CALLS] or others:
    sys.exit('the library shows %s, and also %s' % (ours, others[:10]))
print('2 checks')
