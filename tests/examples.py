"""The examples of rules: what is told of them, of changed ones, and what their fixes make of them (tests/run)."""
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import neighbours
from processes import Failure, executable, run

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def example_text(example):
    """That of its own file, which inherits what it is on."""
    inherits = example['on'] and not example['on']['name'].endswith('.yaml')
    return "_base_ = './%s'\n%s" % (example['on']['name'], example['text']) if inherits else example['text']


def write_example(folder, example):
    """Writes the files of an example; returns what to lint and the words for the command line."""
    on, text, words = example['on'], example_text(example), list(example['options'])
    files = dict(example['files'])
    if on:
        files[on['name']] = on['text']
        words += ['--profile', on['profile']]
    files[example['name']] = text
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(content)
    return text, words + [example['name']]


def place_of(f):
    return f.get('path'), f.get('line'), f.get('column')


def check_example(exe, code, example, bad, found, told, others):
    """What is found of an example: all of it, and what the rule itself says where it has to.  Can a fix of its be made?"""
    text = example_text(example)
    mine = [f for f in found if f['code'] == code]
    places = [place_of(f) for f in mine]
    others += [(f['code'], *place_of(f), f['severity'], f['message'], bad and place_of(f) in places) for f in found if f['code'] != code]
    if [f for f in found if f['code'] == 'LIB001']:
        raise Failure('%s: a rule breaks down:\n%s\n%s' % (code, text, json.dumps(found, indent=1)))
    if not bad:
        if mine:
            raise Failure('%s: found in a good example:\n%s\n%s' % (code, text, json.dumps(mine, indent=1)))
        return False
    if not mine:
        raise Failure('%s: not found in a bad example:\n%s\n%s' % (code, text, json.dumps(found, indent=1)))
    if example['at']:
        at = text.index(example['at'])
        want = (text.count('\n', 0, at) + 1, at - (text.rfind('\n', 0, at) + 1) + 1)
        got = [(f.get('line'), f.get('column')) for f in mine if f.get('path') == example['name']]
        if want not in got:
            raise Failure('%s: found at %s, not at %s (%r):\n%s' % (code, got, want, example['at'], text))
    if example['fixed'] is not None:
        check_fix(exe, code, example)
    told.append(told_of(mine))
    return any(x['safety'] != 'shown' for f in mine if f.get('path') == example['name'] for x in f['fixes'])


def found_in_examples(exe, code, examples, select='--extend-select'):
    """All that is found in each, in a folder of its own.  Those with the same options are checked by one process."""
    found, alike = [[] for _ in examples], {}
    with tempfile.TemporaryDirectory() as top:
        for i, example in enumerate(examples):
            folder = '%03d' % i
            os.makedirs(os.path.join(top, folder, '.git'))
            words = write_example(os.path.join(top, folder), example)[1]
            alike.setdefault(tuple(words[:-1]), []).append(os.path.join(folder, words[-1]))
        for options, names in alike.items():
            p = run([exe, 'check', '--format', 'json', select, code, *options, '--', *names], cwd=top)
            if not p.stdout:
                raise Failure('%s: %s\n%s' % (code, p.stderr, names))
            for f in json.loads(re.sub(re.escape(top) + r'/\d+', '.', p.stdout))['findings']:
                folder = (f.get('path') or names[0]).partition('/')[0]
                found[int(folder)].append(json.loads(re.sub(r'(?<![\w./])%s/' % folder, '', json.dumps(f))))
    return found


def check_examples(exe, rule, told, others):
    """All examples of a rule.  The first fix that can be made takes its finding away."""
    code, mended = rule['code'], False
    examples = [(bad, x) for bad in (False, True) for x in rule['bad' if bad else 'good']]
    all_found = found_in_examples(exe, code, [x for _, x in examples])
    # Another rule may say it instead: then what this one says alone.
    silent = [i for i, (bad, _) in enumerate(examples) if bad and not [f for f in all_found[i] if f['code'] == code]]
    for i, alone in zip(silent, found_in_examples(exe, code, [examples[i][1] for i in silent], '--select')):
        all_found[i] += alone
    for (bad, example), found in zip(examples, all_found):
        if check_example(exe, code, example, bad, found, told, others) and not mended:
            check_gone(exe, code, example)
            mended = True
    return len(examples)


def write_near(folder, example, bad):
    """The neighbours of an example, and where a bad one has more in it, beside it: their names, in the folder."""
    text, words = write_example(folder, example)
    names, at, on = [], os.path.dirname(example['name']), example['on']
    before = text[:len(text) - len(example['text'])]

    def write(name, content):
        with open(os.path.join(folder, at, name), 'w', encoding='utf-8') as f:
            f.write(content)

    def add(kind, content):
        names.append(os.path.join(at, '%s%02d.py' % (kind, len(names))))
        write(os.path.basename(names[-1]), content)
    if example['name'].endswith('.py'):
        for near in neighbours.of(example['text']):
            add('near', before + near)
        for i, near in enumerate(neighbours.of(on['text']) if on else []):
            write('base%02d.py' % i, near)
            add('near', "_base_ = './base%02d.py'\n%s" % (i, example['text']))
        for more in neighbours.with_more(example['text']) if bad else []:
            add('more', before + more)
    return names, words[:-1]


def found_in(exe, code, runs):
    """What a rule finds in configs, each of a folder of its own: by folder. Those with the same options are checked by one process."""
    found = {}
    for options in sorted({tuple(words) for _, words, _ in runs}):
        names = [os.path.join(os.path.basename(at), name) for at, words, names in runs if tuple(words) == options for name in names]
        if not names:
            continue
        p = run([exe, 'check', '--format', 'json', '--select', code, *options, '--', *names], cwd=os.path.dirname(runs[0][0]))
        if not p.stdout:
            raise Failure('%s: %s' % (code, p.stderr))
        for f in json.loads(re.sub(re.escape(os.path.dirname(runs[0][0])) + r'/\d+', '.', p.stdout))['findings']:
            if f['code'] == 'LIB001':
                raise Failure('%s breaks down: %s' % (code, f['message']))
            if f['code'] == code:
                found.setdefault(f.get('path', '').split('/')[0], []).append(f)
    return found


def check_kinds(exe, rule):
    """No rule breaks down where a value of its examples is of another kind."""
    with tempfile.TemporaryDirectory() as top:
        runs = []
        for i, example in enumerate(rule['good'] + rule['bad']):
            folder = os.path.join(top, '%03d' % i)
            os.makedirs(os.path.join(folder, '.git'))
            text, words = write_example(folder, example)
            at, before, names = os.path.dirname(example['name']), text[:len(text) - len(example['text'])], []
            for other in neighbours.of_another_kind(example['text']) if example['name'].endswith('.py') else []:
                names.append(os.path.join(at, 'kind%03d.py' % len(names)))
                with open(os.path.join(folder, names[-1]), 'w', encoding='utf-8') as f:
                    f.write(before + other)
            runs.append((folder, words[:-1], names))
        found_in(exe, rule['code'], runs)


def told_of_others(others):
    """What other rules say of the examples, and which of them tell of a place of which the rule itself tells: one mistake, or two?"""
    codes, doubles = sorted({f[0] for f in others}), sorted({f[0] for f in others if f[-1]})
    told = '  others: %d of %s, %s\n' % (len(others), ' '.join(codes), neighbours.digest([f[:-1] for f in others])) if others else ''
    return told + ('  at one place with: %s\n' % ' '.join(doubles) if doubles else '')


def told_of_neighbours(exe, rule):
    """Of all examples of a rule: a line of what is found in their neighbours, and one where bad ones have more in them."""
    with tempfile.TemporaryDirectory() as top:
        runs = []
        for i, (bad, example) in enumerate([(bad, x) for bad in (False, True) for x in rule['bad' if bad else 'good']]):
            folder = os.path.join(top, '%03d' % i)
            os.makedirs(os.path.join(folder, '.git'))
            names, words = write_near(folder, example, bad)
            runs.append((folder, words, names))
        found = found_in(exe, rule['code'], runs)
    text = ''
    for kind in ('neighbours', 'with more'):
        n, told = 0, []
        for folder, _, names in runs:
            mine = [name for name in names if ('more' in name) == (kind != 'neighbours')]
            n += len(mine)
            if mine or kind == 'neighbours':
                told.append(['%s:%s:%s %s\n%s' % (x['path'][len('000/'):], x.get('line'), x.get('column'), x['severity'], told_of([x]))
                             for x in found.get(os.path.basename(folder), []) if ('more' in x['path']) == (kind != 'neighbours')])
        text += '  %s: %d findings in %d, %s\n' % (kind, sum(len(x) for x in told), n, neighbours.digest(told)) if n else ''
    return text


# How many findings a rule has in its examples with a few words changed, and how many fixes (tests/README.md).
NEAR = os.path.join(TOP, 'tests/near.txt')


def example_id(example):
    return neighbours.digest([example['name'], example['text'], example['on'] and example['on']['profile'], example['options']])


def near_lines():
    """By code, (how many findings and fixes, example, change)."""
    lines, at = {}, ''
    with open(NEAR, encoding='utf-8') as f:
        for line in f.read().split('\n'):
            head = re.fullmatch(r'(\w+) ([0-9a-f]{8})', line)
            if head:
                code, at = head.groups()
            elif line and not line.startswith('#'):
                n, words = line.split(' ', 1)
                first, _, new = words.rpartition(' => ')
                for one in new.split(' | ') if first else [words]:
                    lines.setdefault(code, []).append((n, at, '%s => %s' % (first, one) if first else one))
    return lines


def changed(text, change):
    """Every `OLD => NEW` of a change, wherever OLD stands as a word."""
    for one in change.split(' ;; '):
        old, new = (x.replace('\\n', '\n').replace('(nothing)', '') for x in one.split(' => '))
        said = re.sub(r'%s%s%s' % (r'(?<!\w)' if re.match(r'\w', old) else '', re.escape(old), r'(?!\w)' if re.search(r'\w$', old) else ''),
                      lambda m: new, text)
        if said == text:
            raise Failure('%s changes nothing in\n%s' % (change, text))
        text = said
    return text


def write_changed(folder, example, change):
    """Options, and the config to check: a changed example, one of another profile, or one that inherits an example."""
    if change.startswith('profile '):
        return write_example(folder, dict(example, on=example['on'] and dict(example['on'], profile=change[8:])))[1]
    if ' => ' in change:
        return write_example(folder, dict(example, text=changed(example['text'], change)))[1]
    words = write_example(folder, example)[1]
    name = os.path.join(os.path.dirname(example['name']), 'heir.py')
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
        f.write("_base_ = './%s'\n%s" % (os.path.basename(example['name']), example['text'] if change == 'twice' else ''))
    return words[:-1] + [name]


def counted_near(exe, rule, lines):
    """How many findings each changed example has; `2/1`: two, and a fix that can be made."""
    examples, runs = {example_id(x): x for x in rule['good'] + rule['bad']}, []
    with tempfile.TemporaryDirectory() as top:
        for i, (_, at, change) in enumerate(lines):
            folder = os.path.join(top, '%04d' % i)
            os.makedirs(os.path.join(folder, '.git'))
            words = write_changed(folder, examples[at], change)
            runs.append((folder, words[:-1], words[-1:]))
        found = found_in(exe, rule['code'], runs) if runs else {}
    told = [found.get('%04d' % i, []) for i in range(len(lines))]
    fixes = [sum(x['safety'] != 'shown' for f in mine for x in f['fixes']) for mine in told]
    return ['%d/%d' % (len(mine), n) if n else '%d' % len(mine) for mine, n in zip(told, fixes)]


def check_near(exe, rule, lines):
    """As many findings in changed examples as near.txt says; how many changes."""
    gone = {at for _, at, _ in lines} - {example_id(x) for x in rule['good'] + rule['bad']}
    if gone:
        raise Failure('%s: near.txt changes examples that are not there (`./dev transcribe near` takes them away): %s' % (
            rule['code'], ' '.join(sorted(gone))))
    wrong = ['%s and not %s in %s, %s' % (n, line[0], *line[1:]) for line, n in zip(lines, counted_near(exe, rule, lines)) if n != line[0]]
    if wrong:
        raise Failure('%s: findings in changed examples (near.txt):\n%s' % (rule['code'], '\n'.join(wrong)))
    return len(lines)


def write_counts(build):
    """near.txt with the counts of now, without what changes examples that are gone."""
    exe, near, text = executable(build), near_lines(), ''
    with open(NEAR, encoding='utf-8') as f:
        text = ''.join(re.findall(r'^#.*\n', f.read(), re.M))
    for rule in json.loads(run([exe, 'list', 'rules', '--format', 'json']).stdout):
        ids, by = [example_id(x) for x in rule['good'] + rule['bad']], {}
        lines = [x for x in dict.fromkeys((at, change) for _, at, change in near.get(rule['code'], [])) if x[0] in ids]
        for (at, change), n in zip(lines, counted_near(exe, rule, [('', *x) for x in lines])):
            first, _, new = change.rpartition(' => ')
            by.setdefault(at, {}).setdefault((n, first or change), []).append(new)
        for at in sorted(by, key=ids.index):
            text += '%s %s\n' % (rule['code'], at)
            text += ''.join('%s %s\n' % (n, first if first == new[0] else first + ' => ' + ' | '.join(new)) for (n, first), new in by[at].items())
    with open(NEAR, 'w', encoding='utf-8') as f:
        f.write(text)


def told_of(found):
    """All that findings say, but where."""
    texts = [f['message'] for f in found]
    for f in found:
        texts += ['help: ' + f['help']] if f.get('help') else []
        texts += ['related: ' + x['message'] for x in f.get('related', [])]
        texts += ['%s fix: %s: %s' % (x['safety'], x['title'], json.dumps(x['changes'])) for x in f['fixes']]
    return ''.join('  %s\n' % ' '.join(t.split()) for t in texts)


TOLD = os.path.join(TOP, 'tests/findings.txt')


def told_before():
    """By code, what the rules' bad examples are told, as it was written down."""
    with open(TOLD, encoding='utf-8') as f:
        return dict(re.findall(r'^(\w+)\n((?:  .*\n)*)', f.read(), re.M))


def write_told(build):
    exe, text = executable(build), ''
    for rule in json.loads(run([exe, 'list', 'rules', '--format', 'json']).stdout):
        told, others = [], []
        check_examples(exe, rule, told, others)
        told += [told_of_neighbours(exe, rule), told_of_others(others)]
        text += '%s\n%s' % (rule['code'], ''.join(told)) if ''.join(told) else ''
    with open(TOLD, 'w', encoding='utf-8') as f:
        f.write(text)


def check_gone(exe, code, example):
    """A fix takes its finding away, so that making all fixes again changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, '.git'))
        text, words = write_example(folder, example)
        p = run([exe, 'check', '--unsafe-fixes', '--select', code, '--format', 'json'] + words, cwd=folder)
        left = [f for f in json.loads(p.stdout)['findings'] if f['code'] == code and f.get('path') == example['name']]
    if left:
        raise Failure('%s: still there after its fix:\n%s\n%s' % (code, text, json.dumps(left, indent=1)))


def check_fix(exe, code, example):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, '.git'))
        text, words = write_example(folder, example)
        run([exe, 'check', '--unsafe-fixes', '--select', code] + words, cwd=folder)
        with open(os.path.join(folder, example['name']), encoding='utf-8') as f:
            got = f.read()
    want = text[:len(text) - len(example['text'])] + example['fixed']
    if got != want:
        raise Failure('%s: fixed to\n%s\n--- and not to\n%s' % (code, got, want))


def rules(build, plain, build_for):
    """One test of each rule: its examples by the build for its code, and what holds digests by the plain build."""
    plainly, before, near = executable(plain or build), told_before(), near_lines()
    for rule in json.loads(run([plainly, 'list', 'rules', '--format', 'json']).stdout):
        def one(rule=rule):
            told, others = [], []
            n = check_examples(executable(build_for(rule['code'])), rule, told, others)
            told += [told_of_neighbours(plainly, rule), told_of_others(others)]
            if ''.join(told) != before.get(rule['code'], ''):
                raise Failure('%s: its bad examples are told\n%sand were told\n%s(`./dev transcribe findings` writes it down)' % (
                    rule['code'], ''.join(told), before.get(rule['code'], '')))
            check_kinds(plainly, rule)
            return n + check_near(plainly, rule, near.get(rule['code'], []))
        yield 'rules/' + rule['code'], one
