#!/usr/bin/env python3
"""The typed calls from Python: structures as the header has them, and the figures of the command."""
import ctypes as C
import json
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = os.path.abspath(sys.argv[1])
exe, library = os.path.join(build, 'cfglint'), os.path.join(build, 'libcfglint.so')
if 'CFGLINT_INSIDE' not in os.environ:  # a library with sanitizers wants theirs to be there first
    linked = subprocess.run(['ldd', library], stdout=subprocess.PIPE, text=True).stdout.split()
    first = ' '.join(p for p in linked if p.startswith('/') and any(s in p for s in ('libasan', 'libubsan', 'libtsan')))
    env = dict(os.environ, CFGLINT_INSIDE='1', LD_PRELOAD=first, ASAN_OPTIONS='detect_leaks=0')
    sys.exit(subprocess.run([sys.executable, *sys.argv], env=env).returncode)
os.environ.pop('LD_PRELOAD', None)
os.chdir(TOP)
lib = C.CDLL(library)
text, u64, u32 = C.c_char_p, C.c_uint64, C.c_uint32


def structure(*fields):
    return type('Structure', (C.Structure,), {'_fields_': list(fields)})


Interval = structure(('low', u64), ('expected', u64), ('high', u64))
Memory = structure(('allocated', Interval), ('reserved', Interval), ('used', Interval), ('gpu_bytes', u64), ('batch', u64),
                   ('coverage', C.c_double), ('seconds', C.c_double))
Finding = structure(('code', text), ('severity', C.c_int), ('file', text), ('line', u32), ('column', u32),
                    ('message', text), ('help', text), ('key', text))
Change = structure(('key', text), ('json', text))
Plan = structure(('batch', u64), ('accumulation', u64), ('precision', text), ('checkpointing', C.c_int), ('used', Interval),
                 ('speed', C.c_double), ('changes', C.POINTER(Change)), ('n_changes', C.c_size_t), ('text', text))
lib.cfglint_open.restype = C.c_void_p
lib.cfglint_messages.restype = text
lib.cfglint_open.argtypes = [text, C.POINTER(text)]
for name in ('close', 'messages', 'estimate', 'check', 'plan', 'value'):
    getattr(lib, 'cfglint_' + name).argtypes = [C.c_void_p] + {
        'estimate': [C.POINTER(Memory)], 'plan': [C.POINTER(Plan)], 'value': [text, C.POINTER(text)],
        'check': [C.POINTER(C.POINTER(Finding)), C.POINTER(C.c_size_t)]}.get(name, [])
problems, checks = [], 0


def same(got, want, what):
    global checks
    checks += 1
    if got != want:
        problems.append('%s: %r, and not %r' % (what, got, want))


def command(*args):
    return json.loads(subprocess.run([exe, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def opened(path, *options):
    return lib.cfglint_open(path.encode(), (text * (len(options) + 1))(*[o.encode() for o in options], None))


def triple(i):
    return {'low': i.low, 'expected': i.expected, 'high': i.high}


path = 'fixtures/estimate/tiny.py'
c = opened(path, '--gpu=rtx3090', '--target=50%')
m, p, value = Memory(), Plan(), text()
same(lib.cfglint_estimate(c, m), 0, 'status')
want = command('estimate', '--format', 'json', '--gpu', 'rtx3090', path)
for name, field in (('allocated', 'allocated'), ('reserved', 'reserved'), ('nvidia_smi', 'used')):
    same(triple(getattr(m, field)), want['memory'][name + '_bytes'], name)
same((m.batch, m.coverage), (4, want['coverage']), 'batch and coverage')
same(lib.cfglint_value(c, b'', C.byref(value)), 0, 'status')
same(json.loads(value.value), command('show', '--format', 'json', path), 'the whole config')
same(lib.cfglint_plan(c, p), 0, 'status')
want = command('plan', '--format', 'json', '--gpu', 'rtx3090', '--target', '50%', path)
same([(p.changes[i].key.decode(), json.loads(p.changes[i].json)) for i in range(p.n_changes)],
     [(x['path'], x['value']) for x in want['changes']], 'changes')
lib.cfglint_close(c)

path = 'fixtures/configs/diffbev/configs/baseline/lss_swin_nuscenes_high_memory.py'
c = opened(path)
found, n = C.POINTER(Finding)(), C.c_size_t()
same(lib.cfglint_check(c, C.byref(found), C.byref(n)), 1, 'status')
want = command('check', '--format', 'json', path)
same([(found[i].code.decode(), found[i].line, found[i].message.decode()) for i in range(n.value)],
     [(x['code'], x['line'], x['message']) for x in want['findings']], 'findings')
same(lib.cfglint_messages(c), b'', 'messages')
lib.cfglint_close(c)

print('\n'.join(problems))
print('%d checks' % checks)
sys.exit(1 if problems else 0)
