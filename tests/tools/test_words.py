#!/usr/bin/env python3
"""Names in quotes in rules/: one that stands nowhere else, and is another word with a letter more or less, is misspelled, or one of words.txt.

What a rule, a description or a table asks a config for is a text that no compiler reads: `num_clases` is as good as `num_classes`,
and finds nothing.  Most such words stand in several places: another file, an example, a fixture, a case.

    test_words.py BUILD [--write]        writes words.txt: read the diff, whether each new word is meant to be like another one
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


def without_a_letter(word):
    return {word[:i] + word[i + 1:] for i in range(len(word))}


def main():
    texts = {p: read(p) for pattern in PLACES for p in glob.glob(os.path.join(TOP, pattern), recursive=True)}
    count = collections.Counter(word for text in texts.values() for word in re.findall(r'\w+', text))
    names = {m[1] for path, text in texts.items() if path.endswith('.star') for m in NAME.findall(text)}
    alone = {word for name in names for word in name.split('.') if count[word] == 1 and re.fullmatch(r'[^\W\d]{4,}', word)}
    longer = collections.defaultdict(set)  # by what is left of a word without a letter, but for a plural's
    for word in [w for w in count if not re.search(r'\d', w)]:
        for left in without_a_letter(word) - {word[:-1] if word.endswith('s') else ''}:
            longer[left].add(word)
    near = {word: sorted(longer[word] | {w for w in without_a_letter(word) if w in count and w + 's' != word}) for word in alone}
    found = sorted(word for word in alone if near[word])
    if sys.argv[2:] == ['--write']:
        with open(LIST, 'w', encoding='utf-8') as f:
            f.write('# Names in quotes that stand in one place, and are another word with a letter more or less (tests/tools/test_words.py); `./dev transcribe words`\n')
            f.write('\n'.join(found) + '\n')
        return 0
    new = [word for word in found if word not in read(LIST).split('\n')]
    for word in new:
        print('stands nowhere else: %s; misspelled for %s?' % (word, ', '.join(near[word][:5])))
    if new:
        print('Where it is spelled as it should be, `./dev transcribe words` writes it down.')
    print('%d checks' % len(names))
    return 1 if new else 0


if __name__ == '__main__':
    sys.exit(main())
