#!/usr/bin/env python3
"""What the tests ran of the sources: lines by folder, and the functions that nothing called.

    coverage.py BUILD COUNTED [FILE...]

BUILD was made with CFGLINT_COVERAGE; COUNTED is a folder that was empty before the tests ran with it as GCOV_PREFIX, so that nothing
else is counted: neither what the build runs itself nor an earlier build.  What tests/coverage.txt excuses, with its reason, is left
out.  Of a FILE the lines that were not run are printed.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WANTED = 95  # percent of the lines
BATCH = 40
WORST = 12  # files that are listed
HARMLESS = ':cannot open data file, assuming not executed', ':no functions found'


def beside_counters(build, counted):
    """What gcov is given: the compiler's notes of each object, in the place where its counters are."""
    for note in sorted(glob.glob(os.path.join(build, 'CMakeFiles/**/*.gcno'), recursive=True)):
        link = counted + note
        os.makedirs(os.path.dirname(link), exist_ok=True)
        if not os.path.lexists(link):
            os.symlink(note, link)
        yield link


def reports(build, counted):
    """What gcov says of each object, as often as an object has a source or header."""
    notes = list(beside_counters(build, counted))
    lost = os.path.join(counted, 'errors')  # GCOV_ERROR_FILE: counters that a process could not add
    if os.path.exists(lost):
        with open(lost, encoding='utf-8', errors='replace') as f:
            ours = [line for line in f if build in line]  # a test may build a source of its own twice
        if ours:
            sys.exit('counters were lost:\n' + ''.join(ours))
    for i in range(0, len(notes), BATCH):
        p = subprocess.run(['gcov', '--json-format', '--stdout', *notes[i:i + BATCH]], cwd=build, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, check=True)
        doubts = [line for line in p.stderr.splitlines() if not line.endswith(HARMLESS)]
        if doubts:
            sys.exit('the counters are not those of this build:\n' + '\n'.join(doubts))
        for line in p.stdout.splitlines():
            yield from json.loads(line)['files']


def excused():
    """{path: {function or None for all of it}}"""
    found = collections.defaultdict(set)
    with open(os.path.join(TOP, 'tests/coverage.txt'), encoding='utf-8') as f:
        for line in f:
            m = re.fullmatch(r'(src/\S+?)(?::(\w+))?\s+(\S.*)\n', line)
            if m:
                found[m[1]].add(m[2])
            elif line.strip() and line[0] != '#':
                sys.exit('tests/coverage.txt: no reason, or no source: ' + line)
    return found


def measure(build, counted):
    """{path: {line: times}}, {path: {(first line, last line, name): times}}"""
    lines, functions = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for file in reports(build, counted):
        path = os.path.relpath(os.path.join(build, file['file']), TOP)
        if not path.startswith('src' + os.sep):
            continue  # the parser that bison makes, and headers of the system
        for line in file['lines']:
            lines[path][line['line_number']] += line['count']
        for f in file['functions']:
            functions[path][f['start_line'], f['end_line'], f['name']] += f['execution_count']
    return lines, functions


def leave_out(lines, functions):
    """Takes away what is excused; returns excuses that are none, as what they name is run or is not there."""
    idle = []
    for path, names in excused().items():
        for name in names:
            gone = [f for f in functions[path] if name in (None, f[2])]
            if not gone or all(functions[path][f] for f in gone):
                idle.append('%s:%s' % (path, name or '*'))
            for first, last, function in gone:
                del functions[path][first, last, function]
                for n in range(first, last + 1):
                    lines[path].pop(n, None)
    return idle


def main():
    lines, functions = measure(os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2]))
    idle = leave_out(lines, functions)
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    never = []
    for path in sorted(lines):
        row = folders[os.path.dirname(path)]
        row[0] += len(lines[path])
        row[1] += sum(n > 0 for n in lines[path].values())
        row[2] += len(functions[path])
        never += ['%s:%d: %s' % (path, f[0], f[2]) for f in sorted(functions[path]) if not functions[path][f]]
        row[3] += sum(not n for n in functions[path].values())
    for path in sys.argv[3:]:
        with open(os.path.join(TOP, path), encoding='utf-8') as f:
            for i, text in enumerate(f, 1):
                if i in lines[path] and not lines[path][i]:
                    print('%s:%d: %s' % (path, i, text.rstrip()))
    print('%-14s %7s %8s %7s   %9s %12s' % ('folder', 'lines', 'not run', '', 'functions', 'never called'))
    total = [sum(column) for column in zip(*folders.values())]
    for folder, (n, run, n_functions, uncalled) in [*sorted(item for item in folders.items() if item[1][0]), ('all', total)]:
        print('%-14s %7d %8d %6.1f%%   %9d %12d' % (folder, n, n - run, 100 * run / n, n_functions, uncalled))
    worst = sorted(((sum(not n for n in counts.values()), path) for path, counts in lines.items()), reverse=True)[:WORST]
    print(''.join('%4d lines not run: %s\n' % row for row in worst if row[0]), end='')
    print(''.join('never called: %s\n' % f for f in never)
          + ''.join('tests/coverage.txt excuses what needs no excuse: %s\n' % e for e in idle), end='')
    sys.exit(1 if never or idle or 100 * total[1] < WANTED * total[0] else 0)


if __name__ == '__main__':
    main()
