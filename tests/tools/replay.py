#!/usr/bin/env python3
"""What a GPU's allocator was really asked for, replayed through ours, and compared with what we think it is asked for.

  replay.py BUILD TABLE TRACES ROOT [--like ID=ID...]   the allocator: bytes of each trace, beside the measured ones
  replay.py BUILD TABLE TRACES ROOT --own               the sequence: our own step through the same allocator, beside them
  replay.py BUILD TABLE TRACES ROOT --align             how many events of 1 MiB and more are the same, in order; the largest others
  replay.py BUILD TABLE TRACES ROOT --align ID          the whole comparison of one

TABLE is a CSV with `id`, `command` (a cfglint estimate), `allocated_first`, `allocated_steady`, `rest_before` and `reserved_peak`; TRACES
holds ID.tsv.gz, a steady step as test_replay reads it; ROOT is where the commands run (fixtures/measured, for what is there).

A trace has neither weights nor what the first step leaves for good. Weights come from `cfglint dump trace`, in the order of .cuda();
libraries' workspaces lie where our own events and the trace's go together, the optimizer's states where its step makes the
trace's own tensors for the same parameters; what else lies between two steps (`rest_before`) is one block made after the weights.
A row without a command has the weights of another (--like). In mixed precision the first steps may have been skipped, as their
gradients overflowed: which step made the states is the one unknown; the first is taken. BUILD is a folder with test_replay
(build/asan); it uses build/cfglint. Not a test: it takes data that is not here.
"""
import collections, csv, difflib, gzip, os, re, shlex, subprocess, sys, tempfile

LARGE = 1 << 20
OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../fixtures/measured')
STEP = re.compile(r'(optimizer_wrapper|lars|measure)\.py:\d+:step')
SCALARS = 8  # bytes of what a step computes beside its parameters


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
    """Where in the trace our workspaces are taken: (index, bytes)."""
    a, b = [(i, e) for i, e in enumerate(ours) if e[1] >= 4096 and e[0] in ('alloc', 'free', 'state') and 'optimizer step' not in e[3]], [
        (i, e) for i, e in enumerate(theirs) if e[1] >= 4096]
    to = {}
    for i, k, n in matching(a, b).get_matching_blocks():
        to.update({i + x: k + x for x in range(n)})
    for i, (_, e) in enumerate(a):
        if e[0] == 'state':
            before = max((k for k in to if k < i), default=None)
            yield (b[to[before]][0] + 1 if before is not None else 0), e[1]


def states(ours, theirs):
    """Where in the trace the optimizer's first step makes what stays: (index, line)."""
    own = [e for e in ours if 'optimizer step' in e[3]]
    backward = max((i for i, e in enumerate(theirs) if 'Backward' in e[3]), default=len(theirs) - 1)
    step = [i for i, e in enumerate(theirs) if i > backward and e[0] == 'alloc' and STEP.search(e[3])]
    made = [i for i in step if theirs[i][1] > SCALARS]
    skipped = len(step) > 4 and not made  # gradients that overflowed: their check alone is there
    end = (made or [backward])[-1] + 1
    at = made[0] if made else end
    taken = iter(made)
    coming = next(taken, None)
    for k, e in enumerate(own):
        if e[0] == 'alloc' and coming is not None and rounded(theirs[coming][1]) == rounded(e[1]):
            at, coming = coming + 1, next(taken, None)
        elif e[0] == 'alloc' and skipped:
            yield end, 'once\t%d\t9%s' % (e[1], e[2])
        elif e[0] == 'free' and skipped:
            yield end, 'free\t%d\t9%s' % (e[1], e[2])
        elif e[0] == 'state':
            follows = next((x for x in own[k:] if x[0] != 'state'), None)
            before = follows and follows[0] == 'alloc' and coming is not None
            yield (coming if before else at), 'state\t%d\t0' % e[1]


def joined(ours, theirs, has_states, more=0):
    """The trace with weights before it, what is made once in it, and so many bytes more."""
    put = collections.defaultdict(list)
    for at, size in insertions(ours, theirs):
        put[at].append('state\t%d\t0' % size)
    loss = next((i for i, e in enumerate(theirs) if 'Backward' in e[3]), 0)
    put[loss] += ['state\t%d\t0' % e[1] for e in ours if e[0] == 'state' and e[1] <= SCALARS and 'optimizer step' not in e[3]]
    if has_states:
        for at, line in states(ours, theirs):
            put[at].append(line)
    for e in ours:
        if e[0] == 'weight':
            yield 'weight\t%d\t0' % e[1]
    if more:
        yield 'weight\t%d\t0' % more
    for i, e in enumerate(theirs + [None]):
        yield from put[i]
        if e:
            yield '%s\t%d\t%s' % e[:3]


def figures(build, lines):
    """Allocated in later steps, reserved, between two steps, allocated in the first step."""
    with tempfile.NamedTemporaryFile('w', suffix='.tsv') as f:
        f.write('\n'.join(lines) + '\n')
        f.flush()
        out = subprocess.run([build + '/test_replay', f.name], stdout=subprocess.PIPE, text=True).stdout
    return [int(x) for x in out.split('\t')[:4]]


def replay(build, ours, theirs, has_states, rest):
    """The same, with what lies between two steps beside weights, workspaces and states."""
    got = figures(build, joined(ours, theirs, has_states))
    if has_states and got[2] - rest > LARGE:  # has no step made states?
        bare = figures(build, joined(ours, theirs, False))
        has_states = abs(bare[2] - rest) > abs(got[2] - rest)
        got = got if has_states else bare
    return got if rest - got[2] <= LARGE else figures(build, joined(ours, theirs, has_states, rest - got[2]))


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


def measured(table, traces, likes):
    """Rows that have a trace: the row, its trace, the command that gives its weights."""
    rows = list(csv.DictReader(open(table, encoding='utf-8')))
    commands = {r['id']: r['command'] for r in rows}
    for r in rows:
        path = '%s/%s.tsv.gz' % (traces, re.sub(r'[^A-Za-z0-9_.-]', '_', r['id']))
        command = r['command'] or commands.get(likes.get(r['id']))
        if os.path.exists(path) and command:
            yield r, path, command


def main():
    build, table, traces, root = sys.argv[1:5]
    more = sys.argv[5:]
    likes = dict(x.split('=') for x in more if '=' in x)
    only = more[1] if more[:1] == ['--align'] and len(more) > 1 else None
    build = os.path.abspath(build)
    exe = os.path.join(os.path.dirname(build), 'cfglint')
    equal = close = near = n = 0
    for r, path, command in measured(table, traces, likes):
        if only and r['id'] != only:
            continue
        ours, theirs = dumped(exe, root, command), traced(path)
        if '--align' in more:
            print('%-72s' % r['id'], align(ours, theirs, only)[1])
            continue
        wanted, held, rest = int(r['allocated_steady']), int(r['reserved_peak']), int(r['rest_before'])
        if '--own' in more:
            got = figures(build, ['%s\t%d\t%s' % e[:3] for e in ours])
        else:
            got = replay(build, ours, theirs, not int(float(r['states_missing'] or 0)), rest)
        n += 1
        equal += got[0] == wanted
        close += abs(got[0] / wanted - 1) < 0.001
        near += abs(got[1] / held - 1) < 0.02
        print('%-72s first %+10.3f  between %+10.3f  later %+10.3f MiB  reserved %+6.2f %%' % (
            r['id'], (got[3] - int(r['allocated_first'])) / LARGE, (got[2] - rest) / LARGE, (got[0] - wanted) / LARGE,
            100 * (got[1] / held - 1)), flush=True)
    if n:
        print('%d traces: allocated equal in %d, within 0.1 %% in %d; reserved within 2 %% in %d' % (n, equal, close, near))


main()
