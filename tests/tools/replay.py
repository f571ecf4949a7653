#!/usr/bin/env python3
"""What a GPU's allocator was really asked for, replayed through ours, and compared with what we think it is asked for.

  replay.py BUILD TABLE TRACES ROOT            allocated and reserved bytes of each trace, beside the measured ones
  replay.py BUILD TABLE TRACES ROOT --align    how many events of 1 MiB and more are the same, in order; the largest others
  replay.py BUILD TABLE TRACES ROOT --align ID the whole comparison of one

TABLE is a CSV with `id`, `command` (a cfglint estimate), `allocated_steady` and `reserved_peak`; TRACES holds ID.tsv.gz, a steady step
as test_replay reads it; ROOT is where the commands run
(fixtures/measured, for what is there). A trace has neither weights nor what the first step leaves for good: these come
from `cfglint dump trace`, the states behind the last allocation of the optimizer's step, cuBLAS's workspaces where our own events and
the trace's go together. BUILD is a folder with test_replay (build/asan); it uses build/cfglint. Not a test: it takes data that is not here.
"""
import collections, csv, difflib, gzip, os, re, shlex, subprocess, sys, tempfile

LARGE = 1 << 20
OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../fixtures/measured')
STATED = 'optimizer_wrapper.py'


def rounded(n):
    return (max(n, 1) + 511) // 512 * 512


def events_of(lines):
    for line in lines:
        if line.strip() and not line.startswith('#'):
            action, size, block, *place = (line.rstrip('\n').split('\t') + [''] * 6)[:6]
            yield action, int(size), block, ' '.join(place)


def dumped(exe, root, command):
    words = shlex.split(command.replace('[]', "'[]'"))[1:]
    at = words.index('--format')
    words = ['dump'] + words[1:at] + words[at + 2:]
    root = root if os.path.exists(os.path.join(root, words[-1])) else OWN
    words[-1:] = ['--', 'trace', words[-1]]
    run = subprocess.run([exe] + words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return list(events_of(run.stdout.split('\n')))


def traced(path):
    return [e for e in events_of(gzip.open(path, 'rt')) if e[0] in ('alloc', 'free')]


def large(events):
    return [(i, e) for i, e in enumerate(events) if e[1] >= LARGE and e[0] != 'weight' and not (e[0] == 'state' and e[2] == '0')]


def matching(ours, theirs):
    key = lambda e: ('alloc' if e[0] == 'state' else e[0], rounded(e[1]))
    a, b = [key(e) for _, e in ours], [key(e) for _, e in theirs]
    return difflib.SequenceMatcher(None, a, b, autojunk=False)


def insertions(ours, theirs):
    """Where in the trace our workspaces of cuBLAS are taken: (index, bytes)."""
    a, b = [(i, e) for i, e in enumerate(ours) if e[1] >= 4096 and e[0] in ('alloc', 'free', 'state')], [
        (i, e) for i, e in enumerate(theirs) if e[1] >= 4096]
    a = [x for x in a if not (x[1][0] == 'state' and x[1][2] == '0')]
    to = {}
    for i, k, n in matching(a, b).get_matching_blocks():
        to.update({i + x: k + x for x in range(n)})
    for i, (_, e) in enumerate(a):
        if e[0] == 'state':
            before = max((k for k in to if k < i), default=None)
            yield (b[to[before]][0] + 1 if before is not None else 0), e[1]


def joined(ours, theirs, has_states):
    """The trace with weights before it and states in it."""
    put = collections.defaultdict(list)
    for at, size in insertions(ours, theirs):
        put[at].append(size)
    steps = [i for i, e in enumerate(theirs) if STATED in e[3]] or [i for i, e in enumerate(theirs) if 'Backward' in e[3]]
    if has_states:
        put[(steps[-1] if steps else len(theirs) - 1) + 1] += [e[1] for e in ours if e[0] == 'state' and e[2] == '0']
    for e in ours:
        if e[0] == 'weight':
            yield 'weight\t%d\t0' % e[1]
    for i, e in enumerate(theirs + [None]):
        for size in put[i]:
            yield 'state\t%d\t0' % size
        if e:
            yield '%s\t%d\t%s' % e[:3]


def replay(build, ours, theirs, has_states):
    with tempfile.NamedTemporaryFile('w', suffix='.tsv') as f:
        f.write('\n'.join(joined(ours, theirs, has_states)) + '\n')
        f.flush()
        out = subprocess.run([build + '/test_replay', f.name], stdout=subprocess.PIPE, text=True).stdout
    return [int(x) for x in out.split('\t')[:2]]


def align(ours, theirs, whole):
    a, b = large(ours), large(theirs)
    matcher = matching(a, b)
    others = []
    for tag, i1, i2, k1, k2 in matcher.get_opcodes():
        if tag == 'equal':
            if whole:
                for (_, x), (_, y) in zip(a[i1:i2], b[k1:k2]):
                    print('  = %-5s %12.3f  %-60s | %s' % (x[0], x[1] / LARGE, x[3][:60], y[3]))
            continue
        for side, rows in (('<', a[i1:i2]), ('>', b[k1:k2])):
            for _, e in rows:
                others.append((e[1], side, e))
                if whole:
                    print('%s   %-5s %12.3f  %s' % (side, e[0], e[1] / LARGE, e[3]))
    same = sum(n for _, _, n in matcher.get_matching_blocks())
    print('%5d of ours %5d, traced %5d the same' % (same, len(a), len(b)), end='  ')
    seen = []
    for size, side, e in sorted(others, key=lambda x: -x[0]):
        if e[0] == 'alloc' and len(seen) < 2 and (size, side) not in [s[:2] for s in seen]:
            seen.append((size, side, e))
    return same, '; '.join('%s %.1f MiB %s' % (side, size / LARGE, e[3][-50:]) for size, side, e in seen)


def main():
    build, table, traces, root = sys.argv[1:5]
    only = sys.argv[6] if len(sys.argv) > 6 else None
    build = os.path.abspath(build)
    exe = os.path.join(os.path.dirname(build), 'cfglint')
    equal = near = n = 0
    for r in csv.DictReader(open(table, encoding='utf-8')):
        path = '%s/%s.tsv.gz' % (traces, re.sub(r'[^A-Za-z0-9_.-]', '_', r['id']))
        if not os.path.exists(path) or not r['command'] or (only and r['id'] != only):
            continue
        ours, theirs = dumped(exe, root, r['command']), traced(path)
        if '--align' in sys.argv:
            print('%-72s' % r['id'], align(ours, theirs, only)[1])
            continue
        allocated, reserved = replay(build, ours, theirs, not int(float(r['states_missing'] or 0)))
        wanted, held = int(r['allocated_steady']), int(r['reserved_peak'])
        n += 1
        equal += allocated == wanted
        near += abs(reserved / held - 1) < 0.02
        print('%-72s allocated %+9.3f MiB  reserved %+6.2f %%' % (r['id'], (allocated - wanted) / LARGE, 100 * (reserved / held - 1)), flush=True)
    if n:
        print('%d traces: allocated equal in %d, reserved within 2 %% in %d' % (n, equal, near))


main()
