"""How long a run may take of a processor, however busy or slow the machine is: judged beside another one whose work is known."""
import os
import resource
import signal
import subprocess
import tempfile

SHARE = 90  # of the work of a config that takes all steps it may, 0.1 s of a processor of 2023: what waits for memory and locks is slowed more than counting is
PATIENCE = 3


def built_with(exe):
    """AddressSanitizer, and counters of lines?"""
    with open(exe, 'rb') as program:
        code = program.read()
    return b'__asan_init' in code, b'gcov' in code


def _start(args, cwd, env, out, err, prepare):
    p = subprocess.Popen(args, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=prepare)
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return p.returncode, usage.ru_utime + usage.ru_stime


def reference(exe):
    """CPU seconds of a config that takes all steps it may, now."""
    with tempfile.TemporaryDirectory() as top:
        with open(os.path.join(top, 'x.py'), 'w', encoding='utf-8') as f:
            f.write('x = 0\nwhile True:\n    x = x + 1\n')
        return _start([exe, 'show', 'x.py'], top, None, subprocess.DEVNULL, subprocess.DEVNULL, None)[1]


def run(args, seconds, cwd, env=None, prepare=None):
    """The run, and CPU seconds where they are too many."""
    def limit():
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE * seconds, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if prepare:
            prepare()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        status, took = _start(args, cwd, env, out, err, limit)
        texts = []
        for f in (out, err):
            f.seek(0)
            texts.append(f.read())
    most = seconds
    for _ in range(3):
        if took > most:
            most = max(most, SHARE * reference(args[0]))
    too_long = took > most or status == -signal.SIGXCPU
    return subprocess.CompletedProcess(args, status, *texts), took if too_long else None
