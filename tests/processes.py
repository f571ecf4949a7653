"""The processes of tests: each has the same surroundings, and is ended when it only waits."""
import glob
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

KEPT = re.compile(r'PATH|HOME|TMPDIR|GCOV_.*')  # what tests see of the environment they are run in
ASAN = 'detect_leaks=%d:abort_on_error=1:handle_sigill=1'  # undefined behaviour traps
CPU_SECONDS = 600  # of each process; a loaded machine makes none of them longer
ASLEEP_SECONDS = 120
looks_for_leaks = {}  # the environment of a process that does; empty where none can
running = {}  # the commands that run now, by their session
spent = threading.local()  # .seconds: CPU time of the processes that this thread ran


class Failure(Exception):
    pass


def is_neutral(folder):
    """Its name needs no quotes, in a config nor for pkg-config, and no repository's options hold in it."""
    above = [folder[:i] for i, c in enumerate(folder + '/') if c == '/']
    return re.fullmatch(r'[\w./+-]+', folder, re.A) and not any(
        os.path.exists(os.path.join(d, name)) for d in above for name in ('.git', '.cfglint', '.cfglint.yaml'))


def executable(build):
    return os.path.join(os.path.abspath(build), 'cfglint')


def finds_leaks(build):
    """Not where a process may not look into another one, as in some containers."""
    env = dict(os.environ, ASAN_OPTIONS='detect_leaks=1')
    return subprocess.run([executable(build), '--version'], env=env, capture_output=True).returncode == 0


def prepare(build):
    """The same surroundings for every test, whoever runs them: environment, permissions of new files, limits."""
    if finds_leaks(build):
        looks_for_leaks['ASAN_OPTIONS'] = ASAN % True
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    if not is_neutral(tempfile.gettempdir()):
        kept['TMPDIR'] = tempfile.tempdir = '/tmp'
    os.environ.clear()
    os.environ.update(kept, LC_ALL='C.UTF-8', NO_COLOR='1', PYTHONDONTWRITEBYTECODE='1',
                      ASAN_OPTIONS=ASAN % False)
    os.umask(0o022)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS if hard < 0 else min(CPU_SECONDS, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=watch, daemon=True).start()


def sessions():
    """For each session its processes with their CPU time, and whether one of them runs or waits for a disk."""
    found = {}
    for path in glob.glob('/proc/[0-9]*/stat'):
        try:
            with open(path, encoding='utf-8', errors='replace') as f:
                fields = f.read().rpartition(')')[2].split()
        except OSError:  # it ended
            continue
        state, session, times = fields[0], int(fields[3]), tuple(fields[11:15])
        processes, awake = found.get(session, ((), False))
        found[session] = processes + ((path, times),), awake or state in 'RD'
    return found


def watch():
    """Ends what waits for something that never comes: all of its processes sleep and use no CPU at all."""
    before, asleep = {}, {}
    while True:
        time.sleep(1)
        now = sessions()
        for session in list(running):
            processes, awake = now.get(session, ((), True))
            still = not awake and before.get(session) == processes
            asleep[session] = asleep.get(session, 0) + 1 if still else 0
            before[session] = processes
            if asleep[session] == ASLEEP_SECONDS:
                print('ended, as it slept for %d s: %s' % (ASLEEP_SECONDS, running.get(session)))
                os.killpg(session, signal.SIGKILL)


class Timed(subprocess.Popen):
    """A process whose CPU time, with that of the processes it waited for, is counted for the thread that ran it."""

    def _try_wait(self, options):
        try:
            pid, status, used = os.wait4(self.pid, options)
        except ChildProcessError:
            return self.pid, 0
        if pid:
            spent.seconds = spent_here() + used.ru_utime + used.ru_stime
        return pid, status


def spent_here():
    return getattr(spent, 'seconds', 0)


def run(cmd, **kw):
    kw['env'] = dict(os.environ, **kw.get('env', {}))
    with Timed(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogateescape',
               start_new_session=True, **kw) as p:
        running[p.pid] = cmd
        out, error = p.communicate()
        del running[p.pid]
    return subprocess.CompletedProcess(cmd, p.returncode, out, error)
