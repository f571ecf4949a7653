#!/usr/bin/env python3
"""Names in quotes in rules/: one that stands nowhere else is misspelled, or one of words.txt.

What a rule, a description or a table asks a config for is a text that no compiler reads: `num_clases` is as good as `num_classes`,
and finds nothing.  Most such words stand in several places: another file, an example, a fixture, a case.

    test_words.py BUILD [--write]        writes words.txt: read the diff, it is the new words that nothing else knows
"""
import collections
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(TOP, 'tests/words.txt')
PLACES = ['rules/**/*.star', 'fixtures/**/*.py', 'fixtures/**/*.yaml', 'fixtures/**/*.star', 'tests/cases/**/*.txt', 'src/**/*.[ch]', 'src/**/*.def']
NAME = re.compile(r'''(["'])([A-Za-z_][\w.]*)\1''')


def read(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


def main():
    texts = {p: read(p) for pattern in PLACES for p in glob.glob(os.path.join(TOP, pattern), recursive=True)}
    count = collections.Counter(word for text in texts.values() for word in re.findall(r'\w+', text))
    names = {m[1] for path, text in texts.items() if path.endswith('.star') for m in NAME.findall(text)}
    alone = sorted({word for name in names for word in name.split('.') if count[word] == 1})
    if sys.argv[2:] == ['--write']:
        with open(LIST, 'w', encoding='utf-8') as f:
            f.write('# Names in quotes that stand in one place of rules/ and nowhere else (tests/tools/test_words.py); `./dev transcribe words` writes them.\n')
            f.write('\n'.join(alone) + '\n')
        return 0
    known = {row for row in read(LIST).split('\n') if row and not row.startswith('#')}
    new, gone = sorted(set(alone) - known), sorted(word for word in known if not count[word])
    print(''.join('stands nowhere else: %s\n' % word for word in new) + ''.join('stands nowhere any more: %s\n' % word for word in gone), end='')
    if new or gone:
        print('Where they are spelled as they should be, `./dev transcribe words` writes them down.')
    print('%d checks' % len(names))
    return 1 if new or gone else 0


if __name__ == '__main__':
    sys.exit(main())
