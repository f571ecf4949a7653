"""What the system refuses, and what others do meanwhile: one clear error, no half-written file, no crash."""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reachable  # noqa: E402

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
checks, problems = 0, []


def humble():
    """What a command begins with so that permissions count; all that root is denied is its right to ignore them."""
    if os.geteuid() != 0:
        return []
    return ['setpriv', '--inh-caps=-all', '--bounding-set=-dac_override,-dac_read_search']


def run(args, before=(), **kw):
    return subprocess.run([*before, exe, *args], stdout=kw.pop('stdout', subprocess.PIPE), stderr=subprocess.PIPE, **kw)


def case(name, good, p=None):
    global checks
    checks += 1
    error = p.stderr.decode('utf-8', 'replace') if p else ''
    if not good or 'Sanitizer' in error or 'runtime error' in error:
        problems.append('%s: status %s\n%s' % (name, p and p.returncode, error[:1500]))


def says(p, code, status=2):
    return p.returncode == status and code in p.stderr.decode('utf-8', 'replace')


def write(path, text):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def output():
    """A reader that goes away, a full disk, no output at all."""
    write('big.py', 'x = [%s]\n' % ', '.join('"%d"' % i for i in range(60000)))
    for args in (['show', 'big.py'], ['show', '--format', 'canonical', 'big.py'], ['set', 'big.py', 'y=1']):
        for handler in (signal.SIG_DFL, signal.SIG_IGN):
            p = subprocess.Popen([exe, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 preexec_fn=lambda: signal.signal(signal.SIGPIPE, handler), restore_signals=False)
            p.stdout.read(10)
            p.stdout.close()
            p.stderr_text = p.stderr.read()
            p.wait()
            case('the reader of %s goes away' % args, p.returncode in (-signal.SIGPIPE, 2) and b'Sanitizer' not in p.stderr_text)
        with open('/dev/full', 'wb') as full:
            case('%s to a full disk' % args, says(run(args, stdout=full), 'cannot write the output'))
    p = run(['check', '-o', '/dev/full', 'big.py'])
    case('a report to a device', p.returncode == 2, p)
    p = subprocess.run('"%s" show big.py >&-' % exe, shell=True, stderr=subprocess.PIPE)
    case('no output', p.returncode == 2, p)


def permissions():
    write('plain/a.py', 'x = 1\n')
    write('plain/base.py', 'y = 1\n')
    write('plain/child.py', '_base_ = "./base.py"\n')
    write('secret/a.py', 'x = 1\n')
    for path, mode in (('plain/a.py', 0o444), ('plain/base.py', 0), ('plain', 0o555), ('secret', 0)):
        os.chmod(path, mode)
    p = run(['set', '--in-place', 'plain/a.py', 'x=2'], humble())
    case('a file that may not be written', says(p, 'IO002') and open('plain/a.py').read() == 'x = 1\n', p)
    p = run(['set', '-o', 'plain/new.py', 'plain/a.py', 'x=2'], humble())
    case('a folder that may not be written', says(p, 'IO002') and not os.path.exists('plain/new.py'), p)
    case('nothing is left behind', sorted(os.listdir('plain')) == ['a.py', 'base.py', 'child.py'])
    p = run(['show', 'plain/child.py'], humble())
    case('a base that may not be read', says(p, 'IO001') or says(p, 'INH'), p)
    p = run(['show', 'plain/base.py'], humble())
    case('a file that may not be read', says(p, 'IO001'), p)
    p = run(['check', '.'], humble())
    case('a folder that may not be listed', p.returncode in (1, 2) and b'IO0' in p.stdout + p.stderr, p)
    for path in ('plain', 'secret'):
        os.chmod(path, 0o755)


def signals():
    """Stopped and continued many times while it reads and writes."""
    p = subprocess.Popen([exe, 'show', '--format', 'canonical', 'big.py'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(20):
        p.send_signal(signal.SIGSTOP)
        p.send_signal(signal.SIGCONT)
        time.sleep(0.002)
    out, _ = p.communicate()
    case('stopped and continued', p.returncode == 0 and out == run(['show', '--format', 'canonical', 'big.py']).stdout)


def many_files():
    for i in range(3000):
        write('many/c%d.py' % i, '_base_ = "./c0.py"\nx = %d\n' % i if i else 'b = 1\n')
    p = run(['show', '--format', 'canonical', '--jobs', '2', 'many'])
    case('a folder of 3000 files', p.returncode == 0 and p.stdout.count(b'\n') == 2999, p)  # the base is no config of its own


def changed_while_read():
    """Files that come, go and change while a folder is read: each is read as a whole or refused."""
    for i in range(200):
        write('busy/c%d.py' % i, 'x = 1\n')
    p = subprocess.Popen([exe, 'show', '--format', 'canonical', '--jobs', '2', 'busy'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for i in range(200):
        path = 'busy/c%d.py' % i
        if i % 3 == 0:
            os.unlink(path)
        elif i % 3 == 1:
            write(path + '.new', 'x = 2\n')
            os.rename(path + '.new', path)
    out, error = p.communicate()
    lines = [line.split(b'\t', 1)[1] for line in out.splitlines() if b'\t' in line]
    case('files that change meanwhile', p.returncode in (0, 2) and set(lines) <= {b'{"x":1}', b'{"x":2}'} and b'Sanitizer' not in error)


def main():
    global exe
    place, exe = reachable.place(exe)
    with place as folder:
        os.chdir(folder)
        for part in (output, permissions, signals, many_files, changed_while_read):
            part()
        os.chdir('/')
    print('\n'.join(problems))
    print('%d checks' % checks)
    sys.exit(1 if problems else 0)


main()
