"""Finds lines of near.txt that decide parts of conditions of the library that no test of a rule has decided (mutate.py --decide).

Of each rule the examples are changed: words for those that stand around such a part, keys beside others, numbers, an argument less, another
profile. What each changed example is the first to decide, a program says that is built with conditions.h; what decides something is
written down with what the rule finds there, to be read: whether it is right, nobody has said.
"""
import ast
import collections
import glob
import io
import itertools
import json
import mmap
import os
import random
import re
import subprocess
import sys
import tempfile
import tokenize

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import examples
from processes import Failure, executable, prepare, run
import reach

EACH = 24, 16  # changed examples that are tried for a part, in each of two rounds: with one change, and with another one beside it
BATCH = 400  # in one process
SHOWN = 3  # examples that are changed for a part
KINDS = ['True', 'False', 'None', '0', '1', '2', '-1', '0.5', "'x'", '[]', 'dict()', "dict(type='X')", '[1, 2]', "['x']", '[dict()]']


class Program:
    """The command, built so that it says what is decided."""

    def __init__(self, top):
        build = os.path.join(top, 'build')
        os.makedirs(build, exist_ok=True)
        reach.plant(top)
        subprocess.run(['cmake', '-S', top, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=None', *reach.options(top, blocks=False)],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['cmake', '--build', build, '--target', 'cfglint'], check=True, stdout=subprocess.DEVNULL)
        prepare(build)
        self.exe = executable(build)
        with open(os.path.join(build, 'library.blob'), 'rb') as f:
            self.parts = reach.library(f.read())[1]
        names = subprocess.run(['nm', self.exe], stdout=subprocess.PIPE, text=True, check=True).stdout
        start, blob, end = (int(re.search(r'^([0-9a-f]+) \w %s$' % name, names, re.M).group(1), 16)
                            for name in ('__executable_start', 'embedded_blob', '_end'))
        self.blob, self.log = blob - start, self.exe + '.decided'
        open(self.log, 'w', encoding='utf-8').close()
        with open(self.exe + '.reach', 'wb+') as f:
            f.truncate(end - start)
            self.bits = mmap.mmap(f.fileno(), end - start)

    def check(self, code, runs, alone=False):
        """Of configs, each in a folder of its own, what the rule finds, and what each was the first to decide: (path, place), bits."""
        os.truncate(self.log, 0)
        os.environ.update({'REACH_ALONE': '1'} if alone else {})
        try:
            found = examples.found_in(self.exe, code, [(at, ['-j', '1', *words], names) for at, words, names in runs])
        finally:
            os.environ.pop('REACH_ALONE', None)
        decided, at = collections.defaultdict(dict), None
        with open(self.log, encoding='utf-8', errors='replace') as f:
            for line in f:
                if line[0] == '>':
                    at = decided[re.search(r'(\d{4,})/[^/]*$|(\d{4,})/', line)[0].split('/')[0]]
                elif at is not None:
                    byte, bits = line.split()
                    part = self.parts.get(int(byte) - self.blob)
                    if part:
                        at[part] = at.get(part, 0) | int(bits)
        return found, decided


class Part:
    """A part of a condition that is not decided, and the words that may."""

    def __init__(self, place, wants, function, near, far):
        self.place, self.wants, self.function, self.near, self.far = place, wants, function, near, far


def constants(tree):
    """What names of a module stand for."""
    return {t.id: s.value for s in tree.body if isinstance(s, ast.Assign) for t in s.targets if isinstance(t, ast.Name)} | {
        s.name: s for s in tree.body if isinstance(s, ast.FunctionDef)}


class Sources:
    def __init__(self, top):
        self.top, self.known = top, {}

    def of(self, path):
        """The text, its tree, and what its names stand for, those of imports too."""
        if path not in self.known:
            with open(os.path.join(self.top, path), encoding='utf-8') as f:
                text = f.read()
            tree = ast.parse(text)
            names = {}
            self.known[path] = text, tree, names
            for s in tree.body:
                if isinstance(s, ast.ImportFrom):
                    of = s.module.replace('.', '/') + '.star'
                    if os.path.exists(os.path.join(self.top, of)):
                        there = self.of(of)[2]
                        names.update({a.asname or a.name: there[a.name] for a in s.names if a.name in there})
            names.update(constants(tree))
        return self.known[path]

    def words(self, nodes, names, depth):
        """What is written in quotes in these nodes, and in what their names stand for; numbers too."""
        found = {}
        for node in nodes:
            for n in ast.walk(node):
                if isinstance(n, ast.Constant) and isinstance(n.value, str) and re.fullmatch(r'[\w./:*-]{1,40}', n.value):
                    found[n.value] = 1
                elif isinstance(n, ast.Constant) and type(n.value) in (int, float):
                    found[n.value] = 1
                elif isinstance(n, ast.Name) and depth and n.id in names:
                    there = self.words([names[n.id]], names, depth - 1)
                    found.update(dict.fromkeys(list(there)[:40], 1))
        return found

    def undecided(self, path, bits_of):
        """The parts of a file that lack something, each with what stands around it."""
        text, tree, names = self.of(path)
        starts, found = reach.line_starts(text), []
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
        for node, wants in reach.parts_of_conditions(text):
            first, end = (starts[line - 1] + column for line, column in (
                (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)))
            around = [f for f in functions if f.lineno <= node.lineno <= f.end_lineno]
            if not around or not wants & ~bits_of(path, first, end):
                continue
            f = around[0]
            mine = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            where = [s for s in ast.walk(f) if isinstance(s, ast.stmt) and not isinstance(s, ast.FunctionDef) and s.lineno <= node.lineno <= s.end_lineno]
            local = [s.value for s in ast.walk(f) if isinstance(s, ast.Assign) and mine & {n.id for t in s.targets for n in ast.walk(t) if isinstance(n, ast.Name)}]
            near = self.words([node, *local], names, 2)
            far = self.words([*where[-1:], f], names, 1)
            span = (path, starts[f.lineno - 1], starts[f.end_lineno])
            found.append(Part((path, first, end), wants, span, list(near), [w for w in far if w not in near]))
        return found


def tokens(text):
    """Words in quotes, keys, numbers and names of a config in Python, as it writes them."""
    quoted, keys, numbers, names = {}, {}, {}, {}
    found = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for a, b in zip(found, found[1:]):
        if a.type == tokenize.STRING and a.string[0] in '\'"' and '\n' not in a.string:
            quoted[a.string] = 1
        elif a.type == tokenize.NUMBER:
            numbers[a.string] = 1
        elif a.string in ('True', 'False', 'None'):
            names[a.string] = 1
        elif a.type == tokenize.NAME and b.string == '=':
            keys[a.string] = 1
    return list(quoted), list(keys), list(numbers), list(names)


def arguments(text):
    """Arguments of calls, as they are written, with the comma beside them; and values of arguments."""
    found = []
    for node in ast.walk(ast.parse(text)):
        for k in getattr(node, 'keywords', []):
            one = ast.get_source_segment(text, k)
            if one and '\n' not in one:
                found.append((one, ast.get_source_segment(text, k.value), k.arg))
    return found


def changes_of(text, part, example, rng):
    """Changes of an example that may decide a part, the likely ones first: several kinds, one of each in turn."""
    if not example['name'].endswith('.py'):
        yield from changes_of_yaml(text, part, rng)
        return
    try:
        quoted, keys, numbers, names = tokens(text)
        args = arguments(text)
    except (SyntaxError, tokenize.TokenError):
        return
    near, far = ([w for w in words if isinstance(w, str)] for words in (part.near, part.far))
    counts = [w for w in part.near + part.far if not isinstance(w, str)]
    parts = [x for w in near for x in reversed(w.split('.')) if x.isidentifier()]
    more = [x for w in far for x in reversed(w.split('.')) if x.isidentifier()]
    plain = [w for w in near if '.' not in w] + rng.sample(far, min(len(far), 8))
    fields = list(dict.fromkeys(parts + rng.sample(more, min(len(more), 6))))
    values = list(dict.fromkeys([repr(w) for w in near if '.' not in w][:8] + ["dict(type=%r)" % w for w in near if w[:1].isupper()][:4]
                                + [repr(c) for c in counts[:4]] + [repr(c + 1) for c in counts[:2]] + KINDS))
    kinds = [
        [(q, repr(w)) for q, w in itertools.product(quoted, plain) if q != repr(w)],
        [('%s=' % k, '%s=' % w) for k, w in itertools.product(keys, fields) if k != w],
        [('%s=%s' % (k, v), '%s=%s, %s=%s' % (w, new, k, v)) for (_, v, k), w, new in itertools.product(args, fields, values) if v and k != w and '\n' not in v],
        [('%s,' % one, '(nothing)') for one, _, _ in args] + [(', %s' % one, '(nothing)') for one, _, _ in args],
        [('%s=%s' % (k, v), '%s=%s' % (k, new)) for (_, v, k), new in itertools.product(args, values) if v and v != new and '\n' not in v],
        [(n, new) for n in numbers for new in number_beside(n, counts)],
        [(n, new) for n in names for new in ('True', 'False', 'None', '1', "'x'") if n != new],
        [('profile', p) for p in PROFILES] if example['on'] else [],
        on_top(text, near + far, values, rng),
        [('base', ''), ('twice', '')]]
    for one in kinds:
        rng.shuffle(one)
    for row in itertools.zip_longest(*kinds):
        for change in row:
            if change:
                yield '%s %s' % change if change[0] == 'profile' else change[0] if not change[1] else '%s => %s' % change


def number_beside(n, counts):
    try:
        v = ast.literal_eval(n)
    except (ValueError, SyntaxError):
        return []
    near = [v + 1, v - 1, -v, 0, v * 2, v / 2, *(c + d for c in counts for d in (0, 1, -1))]
    return [repr(x) for x in dict.fromkeys(near) if x != v] + ['[%s]' % n, 'None', "'x'"]


def on_top(text, words, values, rng):
    """A line more at the top: what a path of the rule names, with some value."""
    first = re.search(r'^(\w+) ?=', text, re.M)
    paths = [w for w in words if re.fullmatch(r'[a-z]\w*(\.[A-Za-z]\w*)*', w)]
    if not first:
        return []
    found = []
    for path in rng.sample(paths, min(len(paths), 10)):
        top, *below = path.split('.')
        if top == first.group(1):
            continue
        for v in values[:10]:
            for name in reversed(below):
                v = 'dict(%s=%s)' % (name, v)
            found.append((first.group(0), '%s = %s\\n%s' % (top, v, first.group(0))))
    return found


def changes_of_yaml(text, part, rng):
    words = list(dict.fromkeys(re.findall(r'(?<![\w.-])[\w.-]+(?![\w.-])', text)))
    new = [w for w in part.near + part.far if isinstance(w, str)]
    new = list(dict.fromkeys([w for w in new if '.' not in w] + [x for w in new for x in w.split('.') if x]))[:20] + [
        'true', 'false', 'null', '0', '1', '2', 'x', '[]', '{}', '[1, 2]']
    found = [(w, n) for w, n in itertools.product(words, new) if w != n]
    rng.shuffle(found)
    yield from ('%s => %s' % x for x in found)


PROFILES = []


def is_written(change):
    return not any(w in change.replace(' => ', '') for w in (' | ', ' => ', ';;')) and not re.search(r'^\s|\s$|\\(?!n)', change)


class Search:
    """Of one rule."""

    def __init__(self, program, sources, rule, known, rng):
        self.program, self.sources, self.rng, self.code = program, sources, rng, rule['code']
        self.examples = {examples.example_id(x): x for x in reversed(rule['bad'] + rule['good'])}
        self.bad = {examples.example_id(x) for x in rule['bad']}
        self.known, self.lines, self.wrong, self.tried, self.seen = known, [], [], 0, set()

    def try_all(self, changes, alone=False):
        """(findings, what it was the first to decide) of each (example, change); None where the rule breaks down."""
        with tempfile.TemporaryDirectory(dir='/dev/shm' if os.path.isdir('/dev/shm') else None) as top:
            runs = []
            for i, (at, change) in enumerate(changes):
                folder = os.path.join(top, '%05d' % i)
                os.makedirs(os.path.join(folder, '.git'))
                words = (examples.write_changed(folder, self.examples[at], change) if change else
                         examples.write_example(folder, self.examples[at])[1])
                runs.append((folder, words[:-1], words[-1:]))
            try:
                found, decided = self.program.check(self.code, runs, alone)
            except Failure as e:
                if len(changes) == 1:
                    self.wrong.append((*changes[0], str(e)))
                    return [None]
                half = len(changes) // 2
                return self.try_all(changes[:half], alone) + self.try_all(changes[half:], alone)
        return [(found.get('%05d' % i, []), decided.get('%05d' % i, {})) for i in range(len(changes))]

    def before(self):
        """What the tests of the rule decide; by example what it evaluates."""
        bits = bytes(self.program.bits)
        by = {}
        for at, one in zip(self.examples, self.try_all([(at, '') for at in self.examples], alone=True)):
            by[at] = one[1] if one else {}
        self.program.bits[:] = bits
        self.try_all([(at, '') for at in self.examples])
        self.try_all([x for x in self.known if x[0] in self.examples])
        with tempfile.TemporaryDirectory() as top:
            runs = []
            for i, (at, example) in enumerate(self.examples.items()):
                folder = os.path.join(top, '%05d' % i)
                os.makedirs(os.path.join(folder, '.git'))
                names, words = examples.write_near(folder, example, at in self.bad)
                runs.append((folder, words, names))
            self.program.check(self.code, runs)
        return by

    def bits_of(self, path, first, end):
        return self.program.bits[self.at[path, first, end]] if (path, first, end) in self.at else 255

    def run(self, paths):
        self.at = {part: self.program.blob + byte for byte, part in self.program.parts.items() if part[0] in paths}
        evaluated = self.before()
        wanted = [p for path in paths for p in self.sources.undecided(path, self.bits_of)]
        first = len(wanted)
        for n_round in range(len(EACH)):
            self.one_round(wanted, evaluated, n_round)
            wanted = [p for p in wanted if p.wants & ~self.bits_of(*p.place)]
        return first, len(wanted)

    def one_round(self, wanted, evaluated, n_round):
        todo, seen = [], self.seen
        for part in wanted:
            path, start, end = part.function
            inside = [(at, '') for at, places in evaluated.items() if any(p[0] == path and start <= p[1] < end for p in places)]
            if n_round:  # one that came to the function, or further in it, by a change
                inside = [(at, change) for at, change, _, decided in self.lines if ';;' not in change and ' => ' in change and any(
                    p[0] == path and start <= p[1] < end for p in decided)]
            exact = [x for x in inside if not x[1] and part.place in evaluated[x[0]]]
            self.rng.shuffle(inside)
            chosen = list(dict.fromkeys(exact[:2] + inside))[:SHOWN] or [(at, '') for at in self.rng.sample(list(self.examples), min(n_round or 1, len(self.examples)))]
            streams = [((at, c), changes_of(self.text_of(at, c), part, self.examples[at], self.rng)) for at, c in chosen if self.text_of(at, c)]
            n = 0
            for row in itertools.zip_longest(*(s for _, s in streams)):
                for ((at, before), _), change in zip(streams, row):
                    if change and n < EACH[n_round] and is_written(change):
                        whole = '%s ;; %s' % (before, change) if before and ' => ' in change else change
                        key = at, self.text_of(at, whole) if ' => ' in whole else whole
                        if key[1] and key not in seen:
                            seen.add(key)
                            todo.append((part, at, whole))
                            n += 1
                if n >= EACH[n_round]:
                    break
        for i in range(0, len(todo), BATCH):
            batch = [(at, change) for part, at, change in todo[i:i + BATCH] if part.wants & ~self.bits_of(*part.place)]
            self.tried += len(batch)
            places = {p.place: p for p in wanted if p.wants & ~self.bits_of(*p.place)}
            for (at, change), one in zip(batch, self.try_all(batch) if batch else ()):
                new = {p: bits for p, bits in (one or ({}, {}))[1].items() if p in places and bits & places[p].wants}
                if new or (one and not n_round and any(p in places for p in one[1])):
                    self.lines.append((at, change, bool(new), one[1]))

    def text_of(self, at, change):
        """Of a changed example; None where it is none that could be read."""
        example = self.examples[at]
        try:
            text = examples.changed(example['text'], change) if ' => ' in change else example['text']
            if example['name'].endswith('.py'):
                ast.parse(text)
            return text if text != example['text'] or not change else None
        except (Failure, SyntaxError, ValueError):
            return None


def decide(top, paths, seed=1):
    """Adds lines to near.txt; `top` is a copy of the tree."""
    program, sources = Program(top), Sources(top)
    rules = json.loads(run([program.exe, 'list', 'rules', '--format', 'json']).stdout)
    PROFILES[:] = re.findall(r'^(\w+)', run([program.exe, 'list', 'profiles']).stdout, re.M)
    near, total = examples.near_lines(), collections.Counter()
    for rule in rules:
        own = [os.path.relpath(p, top) for p in glob.glob(os.path.join(top, 'rules/rules/%s_*.star' % rule['code']))]
        own = [p for p in own if any(p == q or p.startswith(q.rstrip('/') + '/') for q in paths)]
        if not own or not rule['good'] + rule['bad']:
            continue
        search = Search(program, sources, rule, [x[1:] for x in near.get(rule['code'], [])], random.Random('%d %s' % (seed, rule['code'])))
        first, left = search.run(own)
        kept = [(at, change) for at, change, is_new, _ in search.lines if is_new]
        print('%s: %d of %d parts decided by %d lines of %d' % (rule['code'], first - left, first, len(kept), search.tried), flush=True)
        for at, change, problem in search.wrong:
            print('  %s %s: %s' % (at, change, problem))
        total.update(undecided=first, decided=first - left, lines=len(kept))
        with open(examples.NEAR, 'a', encoding='utf-8') as f:
            f.write(''.join('%s %s\n? %s\n' % (rule['code'], at, change) for at, change in kept))
    print(', '.join('%d %s' % (n, word) for word, n in total.items()))
