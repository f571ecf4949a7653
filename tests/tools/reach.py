"""Which tests run which lines: of C by block, of the embedded library by statement; and what its conditions were.

A copy of the tree is built with reach.c in it, each test is run once there, and what it set is written down.
"""
import ast
import bisect
import collections
import difflib
import glob
import os
import re
import shutil
import struct
import subprocess

from mutants import for_examples_alone

REACH = 'reach(%s->source->bytes.p + %s->places[%s].start);'
# Where statements of the library are run, and its declarations when they are asked for.
PROBES = [
    ('src/eval/run/statement.c', 'enum flow interp_statement(struct eval *e, struct frame *f, node_id id)\n{\n', ('f->tree', 'f->tree', 'id')),
    ('src/eval/run/eval.c', 'bool eval_expression(\n    struct eval *e, const struct tree *tree, node_id node, struct dict *globals, struct value *out)\n'
     '{\n', ('tree', 'tree', 'node'))]
# Where a config is checked.
CHECKED = ('src/cli/check.c', 'static void check_config(void *data, struct one *one)\n{\n',
           'void reach_config(const char *, size_t); static void check_config(void *data, struct one *one)\n'
           '{ reach_config(one->found->path.p, one->found->path.n);\n')
# Where conditions are evaluated (conditions.h).
CONDITIONS = ('src/eval/run/expression.c', (
    ('bool interp_test(', '#include "conditions.h"\nbool interp_test('),
    ('    if (!interp_expression(e, f, id, &v)) {\n        return false;\n    }\n    *unknown =',
     '    condition_begins(f, id, true);\n    if (!interp_expression(e, f, id, &v)) {\n        return false;\n    }\n'
     '    condition_ends(e, f, id, true);\n    *unknown ='),
    *(('return and_or(e, f, id, %s, out);' % stop, 'condition_begins(f, id, false); good = and_or(e, f, id, %s, out); if (good) '
       'condition_ends(e, f, id, false); return good;' % stop) for stop in ('false', 'true'))))
WAS_TRUE, WAS_FALSE, TRUE_DECIDES, FALSE_DECIDES = 2, 4, 8, 16  # as conditions.h has them


def options(top, blocks=True):
    """What CMake needs for such a build, after `plant` has changed the copy of the tree in `top`; without `blocks` for the library alone."""
    runtime = os.path.join(top, 'build/reach.o')
    subprocess.run(['gcc', '-O2', '-fPIC', '-c', os.path.join(top, 'tests/tools/reach.c'), '-o', runtime], check=True)
    return ['-DCMAKE_C_FLAGS=-O1 -w' + ' -g1 -fsanitize-coverage=trace-pc' * blocks, '-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold -no-pie ' + runtime,
            '-DCMAKE_SHARED_LINKER_FLAGS=' + runtime]


def plant(top):
    for name, probe, where in PROBES:
        path = os.path.join(top, name)
        with open(path, encoding='utf-8') as f:
            text = f.read()
        assert probe in text, 'reach.py has to know where %s runs what' % name
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text.replace(probe, 'void reach(const void *); %s %s\n' % (probe[:-1], REACH % where)))  # lines stay what they are
    for name, changes in (CONDITIONS, (CHECKED[0], (CHECKED[1:],))):
        path = os.path.join(top, name)
        with open(path, encoding='utf-8') as f:
            text = f.read()
        for probe, new in changes:
            assert text.count(probe) == 1, 'reach.py has to know where %s is evaluated or checked' % name
            text = text.replace(probe, new)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'conditions.h'), os.path.dirname(os.path.join(top, CONDITIONS[0])))


def library(blob):
    """Of an embedded library (src/library/blob.h) the texts, (first byte, end, path), and by byte of a node (path, first and last byte of its text)."""
    n, at = struct.unpack_from('4xI4xI', blob)
    texts, parts = [], {}
    for i in range(n):
        name, text, _, _, nodes, places, *_ = struct.iter_unpack('2I', blob[at + 88 * i:at + 88 * (i + 1)])
        path = 'rules/' + blob[name[0]:sum(name)].decode()
        texts.append((text[0], sum(text), path))
        for j, span in enumerate(struct.iter_unpack('2I', blob[places[0]:places[0] + 8 * places[1]])):
            parts[nodes[0] + 16 * j] = (path, *span)
    return sorted(texts), parts


class Program:
    """One program of the build and the places that its addresses stand for."""

    def __init__(self, exe, top, library):
        self.map = exe + '.reach'
        names = subprocess.run(['nm', exe], stdout=subprocess.PIPE, text=True, check=True).stdout
        symbols = {name: int(at, 16) for at, name in re.findall(r'^([0-9a-f]+) \w (embedded_blob|__executable_start|_end)$', names, re.M)}
        self.start, self.size = symbols['__executable_start'], symbols['_end'] - symbols['__executable_start']
        code = subprocess.run(['objdump', '-d', '--no-show-raw-insn', exe], stdout=subprocess.PIPE, text=True, check=True).stdout
        after = re.findall(r'call\s+[0-9a-f]+ <__sanitizer_cov_trace_pc>\n\s*([0-9a-f]+):', code)
        lines = subprocess.run(['addr2line', '-e', exe], input='\n'.join('%x' % (int(a, 16) - 1) for a in after), stdout=subprocess.PIPE,
                               text=True, check=True).stdout.splitlines()
        self.place = {}
        for at, line in zip(after, lines):
            path, number = line.split(' ')[0].rsplit(':', 1)
            if path.startswith(top + '/') and number.isdigit():
                self.place[int(at, 16) - self.start] = (os.path.relpath(path, top), int(number))
        self.blob = symbols.get('embedded_blob', self.start + self.size) - self.start
        self.texts, self.parts = library

    def clear(self):
        with open(self.map, 'wb') as f:
            f.truncate(self.size)

    def reached(self):
        """Places, and what parts of conditions were."""
        found, parts = set(), {}
        for at, bits in self.set_bytes():
            if at in self.place:
                found.add(self.place[at])
            elif at - self.blob in self.parts:
                parts[self.parts[at - self.blob]] = bits
            elif (i := bisect.bisect(self.texts, (at - self.blob, self.size)) - 1) >= 0 and at - self.blob < self.texts[i][1]:
                found.add((self.texts[i][2], at - self.blob - self.texts[i][0]))
        return found, parts

    def set_bytes(self):
        """Of a file that is holes for the most part."""
        with open(self.map, 'rb') as f:
            end = 0
            while True:
                try:
                    start = os.lseek(f.fileno(), end, os.SEEK_DATA)
                except OSError:  # holes alone
                    return
                end = os.lseek(f.fileno(), start, os.SEEK_HOLE)
                yield from ((start + m.start(), m.group()[0]) for m in re.finditer(rb'[^\0]', os.pread(f.fileno(), end - start, start), re.S))


class Reach:
    """For places in files the tests that ran them: a line of C, the byte offset of a statement in a `.star` file."""

    def __init__(self, known=(), rows=(), conditions=(), top=''):
        self.known = collections.defaultdict(list, known)  # lines where blocks begin, by file
        self.top = top  # the tree that was measured
        self.conditions = collections.defaultdict(dict)  # by file and place, 'FIRST:END' in bytes: what a part of a condition was
        for path, parts in dict(conditions).items():
            self.conditions[path].update(parts)
        self.everywhere = set()  # tests that are taken to reach everything
        self.tests = collections.defaultdict(set)
        self.breadth = collections.Counter()  # places that each reaches
        for name, places in dict(rows).items():
            for path, at in places:
                self.tests[path, at].add(name)

    def narrowness(self, name):
        """1 for a test that reaches next to nothing, 0 for one that reaches all."""
        if not self.breadth:
            self.breadth.update(n for names in self.tests.values() for n in names)
        return 1 / (1 + 20 * self.breadth[name] / max(1, len(self.tests)))

    def rows(self):
        """By test, the places that it reached."""
        found = collections.defaultdict(list)
        for place, names in self.tests.items():
            for name in names:
                found[name].append(place)
        return found

    def measure(self, top, build, tests):
        with open(os.path.join(build, 'library.blob'), 'rb') as f:
            files = library(f.read())
        units = [p for p in sorted(glob.glob(build + '/test_*')) if 'unit/' + os.path.basename(p) in dict(tests)]
        programs = [Program(p, top, files) for p in [os.path.join(build, 'cfglint'), *units]]
        for path, line in {place for p in programs for place in p.place.values()}:
            self.known[path].append(line)
        for name, test in tests:
            for p in programs:
                p.clear()
            test()
            for places, parts in [p.reached() for p in programs]:
                for place in places:
                    self.tests[place].add(name)
                for (path, first, end), bits in parts.items():
                    at = '%d:%d' % (first, end)
                    self.conditions[path][at] = self.conditions[path].get(at, 0) | bits

    def of(self, m, text):
        """The tests that can notice a mutant; None where that cannot be told."""
        then = text_below(self.top, m.path)
        if then is None:
            return None
        same = same_lines(then, text)
        if m.path.endswith('.star'):
            return self.of_statement(m, text, then, same)
        line = text.count('\n', 0, m.start) + 1
        if same.get(line) in self.known[m.path]:
            return self.tests[m.path, same[line]]
        # inside of a block: the function's lines, from the `{` to the `}` in the first column; of no function: all of the file
        before = [i for i, row in enumerate(text.split('\n'), 1) if row == '{' and i < line]
        after = [i for i, row in enumerate(text.split('\n'), 1) if row.startswith('}') and i >= line]
        closed = [i for i, row in enumerate(text.split('\n'), 1) if row.startswith('}') and i < line]
        if not m.path.endswith('.c'):
            return None
        is_function = before and after and not (closed and closed[-1] > before[-1])
        known = set(self.known[m.path])
        inside = [was for now, was in same.items() if was in known and (not is_function or before[-1] - 6 <= now <= after[0])]
        return set().union(*(self.tests[m.path, n] for n in inside)) if inside else None

    def of_statement(self, m, text, then, same):
        """Those of the innermost statement whose first line is what it was."""
        at = len(text[:m.start].encode())
        around = [was for first, end, _, was in statements_before(then, text, same) if first <= at < end]
        return self.tests[m.path, around[-1]] if around else None

    def unreached(self, path, text):
        """Lines where statements begin that no test ran."""
        then = text_below(self.top, path)
        found = statements_before(then, text, same_lines(then, text)) if then is not None else ()
        return [line for _, _, line, was in found if not self.tests.get((path, was))]

    def undecided(self, path, text):
        """Parts of conditions whose loss no test can notice: line, text, and what they never were.

        One of `and` has to be false and one of `or` true where the whole would be another one otherwise; what is tested alone has to be both."""
        then = text_below(self.top, path)
        if then is None:
            return
        same, starts, before = same_lines(then, text), line_starts(text), line_starts(then)
        for part, wants in parts_of_conditions(text):
            if part.lineno in same:
                first, end = (starts[line - 1] + column for line, column in (
                    (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)))
                was = before[same[part.lineno] - 1] + first - starts[part.lineno - 1]
                bits = self.conditions[path].get('%d:%d' % (was, was + end - first), 0)
                if wants & ~bits:
                    yield part.lineno, text.encode()[first:end].decode(), NEVER[wants & ~bits if bits else 0]


NEVER = {WAS_TRUE: 'true', WAS_FALSE: 'false', WAS_TRUE | WAS_FALSE: 'evaluated', TRUE_DECIDES: 'decisive and true', FALSE_DECIDES: 'decisive and false', 0: 'evaluated'}


def is_nothing(node):
    """What stands behind `or` for want of a value."""
    return isinstance(node, ast.Constant) and not node.value or isinstance(node, (ast.List, ast.Tuple)) and not node.elts or (
        isinstance(node, ast.Dict) and not node.keys)


def parts_of_conditions(text):
    """Each part of a condition with the bits that tests should give it; what only examples use has none."""
    tree, found, seen = ast.parse(text), {}, set()

    def walk(node, wants):
        seen.add(node)
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                walk(value, FALSE_DECIDES if isinstance(node.op, ast.And) else TRUE_DECIDES)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            walk(node.operand, {FALSE_DECIDES: TRUE_DECIDES, TRUE_DECIDES: FALSE_DECIDES}.get(wants, wants))
        else:
            found[node] = WAS_FALSE if is_nothing(node) else wants
    silent = for_examples_alone(tree)
    nodes = [n for s in tree.body if s not in silent for n in ast.walk(s)]
    for node in nodes:
        for test in [node.test] if isinstance(node, (ast.If, ast.IfExp)) else getattr(node, 'ifs', []):
            walk(test, WAS_TRUE | WAS_FALSE)
    for node in nodes:
        if isinstance(node, ast.BoolOp) and node not in seen:
            walk(node, None)
    return sorted(found.items(), key=lambda x: (x[0].lineno, x[0].col_offset))


def text_below(top, path):
    try:
        with open(os.path.join(top, path), encoding='utf-8') as f:
            return f.read()
    except OSError:
        return None


def same_lines(then, now):
    """By line of a text, where that line stood before."""
    blocks = difflib.SequenceMatcher(None, then.split('\n'), now.split('\n'), autojunk=False).get_matching_blocks()
    return {b.b + i + 1: b.a + i + 1 for b in blocks for i in range(b.size)}


def line_starts(text):
    starts = [0]
    for row in text.encode().split(b'\n'):
        starts.append(starts[-1] + len(row) + 1)
    return starts


def statements(text):
    """First byte, end and line of each, but for `elif`, which is part of its `if`."""
    code, starts = text.encode(), line_starts(text)
    found = [(starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset, n.lineno)
             for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]
    return sorted(s for s in found if code[s[0]:s[0] + 4] != b'elif')


def statements_before(then, now, same):
    """The statements whose first line is what it was: first byte, end, line, and the first byte then."""
    starts, before = line_starts(now), line_starts(then)
    return [(first, end, line, before[same[line] - 1] + first - starts[line - 1]) for first, end, line in statements(now) if line in same]
