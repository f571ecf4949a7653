#!/usr/bin/env python3
"""Plants small mistakes and tells which of them no test notices.

    tests/tools/mutate.py [--runs N] [--seed S] [--jobs J] [--longest CPU] [--most CPU] [--build FOLDER] [PATH...]
    tests/tools/mutate.py --unreached [--build FOLDER] [PATH...]      statements of the library that no test runs
    tests/tools/mutate.py --undecided [--build FOLDER] [PATH...]      parts of its conditions that could be left out, and no test has a case for it
    tests/tools/mutate.py --decide [--build FOLDER] [PATH...]         adds lines to near.txt that decide such parts of rules (decide.py)

Works on a copy of the tree in FOLDER (build/mutate).  Of each layer (a folder of src or rules below PATH) about as many mutants are
drawn as of any other.  Each is built; one that makes the same object as before is equivalent and does not count.  Of the tests that
reach the changed place one after the other runs, those first that have noticed most in the least time (FOLDER/kills.json keeps it for
later runs), are named like the place, or reach little else, up to the first that fails.  A test that needs more than ten times the CPU time it usually takes has noticed, too.  What tests
reach (reach.py) is measured once, in FOLDER/reach.json: lines that have changed since are taken to be reached by what reaches their function, and a
new test to reach everything; take the file away to have it measured again.  Tests that take more than `--longest` seconds of a processor do not run.
With `--tests WORD` (several times, if need be) only tests whose name holds a WORD are measured, and run.
A mutant that is not noticed within `--most` seconds is open: it counts as missed, and another run tries it again.
The results are in FOLDER/results-SEED.tsv, from which the same command goes on where it was ended; what nobody noticed is printed.
"""
import argparse
import collections
import glob
import hashlib
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import decide
from mutants import mutants
import reach

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
with open(os.path.join(TOP, 'src/LAYERS'), encoding='utf-8') as layers_file:
    PATHS = ['src/' + layer for layer in layers_file.read().replace('<', ' ').split()] + ['rules']
# What judges the tree, the documents or the machinery around the program, or draws at random.
OF_THE_TREE = {'tools/test_' + name for name in (
    'layers', 'dev', 'install', 'pre_commit', 'main_job', 'mutants', 'probes', 'resilience', 'tour', 'temporaries')}
LEAST_CPU = 20  # seconds that any test may take
BUILD_CPU = 120  # and each process of a build


def copy_tree(folder):
    """The files of the work tree, those that differ from what is there."""
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '-z'], cwd=TOP, stdout=subprocess.PIPE, check=True, text=True)
    wanted = [p for p in listed.stdout.split('\0') if p and os.path.lexists(os.path.join(TOP, p))]
    for path in wanted:
        source, copy = os.path.join(TOP, path), os.path.join(folder, path)
        if os.path.islink(source) or not same(source, copy):
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if os.path.lexists(copy):
                os.unlink(copy)
            shutil.copy(source, copy, follow_symlinks=False)
    kept = set(wanted)
    for root, folders, files in os.walk(folder):
        folders[:] = [d for d in folders if d != 'build']
        for name in files:
            if os.path.relpath(os.path.join(root, name), folder) not in kept:
                os.unlink(os.path.join(root, name))


def same(a, b):
    try:
        with open(a, 'rb') as f, open(b, 'rb') as g:
            return f.read() == g.read()
    except OSError:
        return False


class Tree:
    """A copy of the tree with its build and its tests."""

    def __init__(self, folder, traced=False):
        self.top, self.build = os.path.join(folder, 'tree'), os.path.join(folder, 'tree/build')
        os.makedirs(self.build, exist_ok=True)
        copy_tree(self.top)
        if traced:
            reach.plant(self.top)
        options = reach.options(self.top) if traced else ['-DCMAKE_C_FLAGS=-O1 -w', '-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold']
        subprocess.run(['cmake', '-S', self.top, '-B', self.build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=None', '-DCFGLINT_TESTS=ON',
                        *options], check=True, stdout=subprocess.DEVNULL)
        if not self.make('all'):
            sys.exit('%s is not built' % self.top)
        loader = importlib.machinery.SourceFileLoader('run', os.path.join(self.top, 'tests/run'))
        spec = importlib.util.spec_from_loader('run', loader)
        self.run = importlib.util.module_from_spec(spec)
        loader.exec_module(self.run)
        self.run.prepare(self.build)
        os.chdir(self.top)
        kinds = (self.run.unit, self.run.transcripts, self.run.cases, self.run.edge, self.run.rules, self.run.tools)
        self.tests = {name: test for kind in kinds for name, test in kind(self.build) if name not in OF_THE_TREE}
        self.original = self.fingerprint()

    def make(self, target):
        """A build runs some of the program, which a mutant may keep from ending."""
        return subprocess.run(['cmake', '--build', self.build, '--target', target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (BUILD_CPU, BUILD_CPU))).returncode == 0

    def make_for(self, test):
        """What the test runs besides the command; where it cannot be built, the test fails."""
        kind, name = test.split('/', 1)
        if kind == 'unit':
            self.make(name)
        elif name == 'test_ctypes':
            self.make('cfglint_shared')

    def fingerprint(self):
        """What the program is made of."""
        found = {}
        paths = glob.glob(self.build + '/CMakeFiles/**/src/**/*.o', recursive=True) + glob.glob(self.build + '/*.blob')
        for path in paths:
            with open(path, 'rb') as f:
                found[path] = hashlib.sha256(f.read()).digest()
        return found

    def write(self, path, text):
        with open(os.path.join(self.top, path), 'w', encoding='utf-8') as f:
            f.write(text)

    def passes(self, name, most_cpu):
        """Whether a test passes, and the CPU time it took."""
        self.make_for(name)
        before, done = cpu_of_children(), threading.Event()

        def watch():
            while not done.wait(0.5):
                cpu = cpu_of_children() - before + sum(cpu for _, cpu in alive(self.run))
                if cpu > most_cpu:
                    for session, _ in alive(self.run):
                        kill(session)
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            self.tests[name]()
            good = True
        except Exception:  # of whatever kind: what the program printed could not be read, say
            good = False
        done.set()
        watcher.join()
        return good, cpu_of_children() - before


def cpu_of_children():
    times = os.times()
    return times.children_user + times.children_system


def alive(run):
    """The sessions that a test has started and their CPU time."""
    tick = os.sysconf('SC_CLK_TCK')
    found = run.sessions()
    return [(s, sum(int(n) for _, times in found[s][0] for n in times) / tick) for s in list(run.running) if s in found]


def kill(session):
    try:
        os.killpg(session, signal.SIGKILL)
    except ProcessLookupError:
        pass


def layer_of(path):
    return '/'.join(path.split('/')[:2])


def draw(paths, runs, seed, texts):
    """Of each layer mutants in a random order, more than are needed; `texts` gets the sources as they are now."""
    rng, layers = random.Random(seed), collections.defaultdict(list)
    for path in sorted({p for start in paths for p in files_below(start)}):
        texts[path] = read(path)
        layers[layer_of(path)] += mutants(path, texts[path])
    for found in layers.values():
        found.sort()
        rng.shuffle(found)
    each = -(-runs // max(1, len(layers)))
    return [(layer, found[:each * 3], each) for layer, found in sorted(layers.items())]


def files_below(path):
    whole = os.path.join(TOP, path)
    found = [whole] if os.path.isfile(whole) else [
        p for end in ('c', 'h', 'def', 'star') for p in glob.glob(whole + '/**/*.' + end, recursive=True)]
    return [os.path.relpath(p, TOP) for p in found if not p.endswith('examples.star') and '/build/' not in p]


def try_mutant(tree, m, times, kills, tests, most):
    """What became of a mutant, the test that noticed it, how many tests reach it, and the CPU time of all that."""
    before = cpu_of_children()
    with open(os.path.join(tree.top, m.path), encoding='utf-8') as f:
        text = f.read()
    tree.write(m.path, text[:m.start] + m.text + text[m.end:])
    result, by, reached = 'survived', '', []
    try:
        if not tree.make('cfglint'):
            result = 'not built'
        elif tree.fingerprint() == tree.original:
            result = 'equivalent'
        else:
            layer, near = layer_of(m.path), tests.of(m, text)
            reached = [t for t in times if near is None or t in near or t in tests.everywhere]
            known = dict(kills)
            words = [w.rstrip('s') for w in re.split(r'[/._]', m.path) if len(w) > 3]
            reached.sort(key=lambda t: -(known.get((layer, t), 0) + 4 * known.get((m.path, t), 0) + known.get(('', t), 0) / 20 + 0.05
                                         + sum((10 if w[-1].isdigit() else 0.5) * (w in t) for w in words) + tests.narrowness(t)) / (times[t] + 0.05))
            for name in reached:
                if cpu_of_children() - before > most:
                    result = 'open'
                    break
                if not tree.passes(name, LEAST_CPU + 10 * times[name])[0]:
                    result, by = 'noticed', name
                    break
            if by:
                for place in ('', layer, m.path):
                    kills[place, by] = kills.get((place, by), 0) + 1
    finally:
        tree.write(m.path, text)
    return result, by, len(reached), cpu_of_children() - before


def read(path):
    with open(os.path.join(TOP, path), encoding='utf-8') as f:
        return f.read()


def measured(folder, longest, only):
    """The CPU seconds of each test that passes, and what each reaches."""
    path = os.path.join(folder, 'reach.json')
    if not os.path.exists(path):
        tree = Tree(os.path.join(folder, 'reach'), traced=True)
        tests, times = reach.Reach(), {}

        def one(name):
            good, times[name] = tree.passes(name, longest)
            print('# %s %.1f' % (name, times[name]), flush=True)
            if not good:
                times[name] = None
                print('does not pass without a mutant, or takes too long, and is left out: ' + name, flush=True)
        tests.measure(tree.top, tree.build, [(name, lambda name=name: one(name)) for name in sorted(tree.tests) if any(w in name for w in only)])
        with open(path, 'w', encoding='utf-8') as f:
            json.dump({'times': times, 'known': tests.known, 'tests': tests.rows(), 'conditions': tests.conditions}, f)
    with open(path, encoding='utf-8') as f:
        data = json.load(f)
    return data['times'], reach.Reach(data['known'], data['tests'], data.get('conditions', {}), os.path.join(folder, 'reach/tree'))


def worker(folder, tasks, results, times, kills, tests, longest, most, only):
    tree = Tree(folder)
    unmeasured = [name for name in tree.tests if name not in times and any(w in name for w in only)]
    for name in unmeasured:
        good, cpu = tree.passes(name, longest)
        times[name] = cpu if good else None
    times = {name: cpu for name, cpu in times.items() if name in tree.tests and cpu is not None}
    tests.everywhere = set(unmeasured)
    while True:
        m = tasks.get()
        if m is None:
            return
        results.put((m, *try_mutant(tree, m, times, kills, tests, most)))


def row_of(m, text):
    """The kind of a mutant, its place, and its line before and after."""
    line, first = text.count('\n', 0, m.start) + 1, text.rfind('\n', 0, m.start) + 1
    last = text.find('\n', m.end)
    before = ' '.join(text[first:last].split())
    after = ' '.join((text[first:m.start] + m.text + text[m.end:last]).split())
    return m.kind, '%s:%d' % (m.path, line), before, after


def tell_of_library(tests, o):
    """Its statements that no test runs, or the parts of its conditions that no test has decide."""
    count = collections.defaultdict(collections.Counter)
    for path in sorted(p for start in o.paths for p in files_below(start) if p.endswith('.star')):
        text = read(path)
        if o.unreached:
            for line in tests.unreached(path, text):
                print('%s:%d: %s' % (path, line, text.split('\n')[line - 1].strip()))
            continue
        count[layer_of(path)]['parts'] += len(reach.parts_of_conditions(text))
        for line, part, never in tests.undecided(path, text):
            print('%s:%d: never %s: %s' % (path, line, never, ' '.join(part.split())))
            count[layer_of(path)][never] += 1
    for layer, c in sorted(count.items()):
        print('%-18s %s' % (layer, ', '.join('%d %s' % (n, kind) for kind, n in sorted(c.items()))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--runs', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--longest', type=int, default=600)
    parser.add_argument('--most', type=float, default=float('inf'))
    parser.add_argument('--build', default='build/mutate')
    parser.add_argument('--unreached', action='store_true')
    parser.add_argument('--undecided', action='store_true')
    parser.add_argument('--decide', action='store_true')
    parser.add_argument('--tests', action='append', metavar='WORD')
    parser.add_argument('paths', nargs='*', default=PATHS)
    o = parser.parse_args()
    folder = os.path.abspath(o.build)
    os.makedirs(folder, exist_ok=True)
    if o.decide:
        tree = os.path.join(folder, 'decide')
        os.makedirs(tree, exist_ok=True)
        copy_tree(tree)
        decide.decide(tree, o.paths, o.seed)
        return
    times, tests = measured(folder, o.longest, o.tests or [''])
    if o.unreached or o.undecided:
        tell_of_library(tests, o)
        return
    manager = multiprocessing.Manager()
    tasks, results, kills = manager.Queue(), manager.Queue(), manager.dict()
    kept = os.path.join(folder, 'kills.json')
    if os.path.exists(kept):
        with open(kept, encoding='utf-8') as f:
            kills.update({(place, test): n for place, test, n in json.load(f)})
    texts = {}
    layers = draw(o.paths, o.runs, o.seed, texts)
    workers = []
    for i in range(o.jobs):
        p = multiprocessing.Process(target=worker, args=(os.path.join(folder, str(i)), tasks, results, times, kills, tests, o.longest, o.most, o.tests or ['']))
        p.start()
        workers.append(p)
    wanted = {layer: each for layer, found, each in layers}
    left = {layer: list(found) for layer, found, _ in layers}
    count = collections.defaultdict(collections.Counter)
    results_path, done = os.path.join(folder, 'results-%d.tsv' % o.seed), {}
    if os.path.exists(results_path):
        with open(results_path, encoding='utf-8') as f:
            done = {tuple(row[4:]): row[0] for row in (line.rstrip('\n').split('\t') for line in f) if row[0] != 'open'}
    out = open(results_path, 'a', encoding='utf-8')
    under_way = 0

    def count_in(layer, result):
        count[layer][result] += 1
        if result not in ('noticed', 'survived', 'open'):
            wanted[layer] += 1  # another one in its place

    def feed():
        """One more of the layer that has fewest so far."""
        while open_layers := [x for x in left if left[x] and wanted[x] > 0]:
            layer = max(open_layers, key=lambda x: wanted[x])
            wanted[layer] -= 1
            m = left[layer].pop()
            before = done.get(row_of(m, texts[m.path]))
            if not before:
                tasks.put(m)
                return 1
            count_in(layer, before)
        return 0
    for _ in workers:
        under_way += feed()
    while under_way:
        while results.empty() and all(p.is_alive() for p in workers):
            time.sleep(0.2)
        if results.empty():
            sys.exit('a worker has ended')
        m, result, test, reached, seconds = results.get()
        under_way -= 1
        count_in(layer_of(m.path), result)
        row = row_of(m, texts[m.path])
        print('\t'.join((result, test, str(reached), '%.1f' % seconds, *row)), file=out, flush=True)
        if result in ('survived', 'open'):
            print('%s: %s\n    %s\n    %s' % (row[1], row[0], *row[2:]), flush=True)
        with open(kept, 'w', encoding='utf-8') as f:
            json.dump([[*key, n] for key, n in kills.items()], f)
        under_way += feed()
    for p in workers:
        tasks.put(None)
    for p in workers:
        p.join()
    print('%-18s %8s %8s %8s %12s' % ('layer', 'noticed', 'of', '', 'equivalent'))
    total = collections.Counter()
    for layer, c in sorted(count.items()) + [('all', total)]:
        n = c['noticed'] + c['survived'] + c['open']
        print('%-18s %8d %8d %7.0f%% %12d' % (layer, c['noticed'], n, 100 * c['noticed'] / max(1, n), c['equivalent']))
        if layer != 'all':
            total.update(c)


if __name__ == '__main__':
    main()
