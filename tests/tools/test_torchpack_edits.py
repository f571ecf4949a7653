"""Edits of torchpack configs of every style: exactly the intended change, or a refusal.

    test_torchpack_edits.py BUILD
"""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import effort  # noqa: E402
import torchpack_edits  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STYLES = {
    'block': 'a: 1\nb:\n  c: x\n  d:\n    - 1\n    - type: A\n      n: [1, 2]\n    -\n      type: B\n  e: 1.5\n',
    'flow': 'a: {b: 1, c: [1, 2, {d: e}], f: {}}\ng: []\nh: {i: {j: {k: true}}}\n',
    'flow_lines': 'a: {\n  b: 1,   # one\n  c: [\n    1,\n    2,\n  ],\n}\nd: [[1, 2],\n    [3, 4]]\n',
    'comments': '# top\na: 1 # one\n\n# before b\nb: # after b\n  # inside\n  c: 2   # two\n\n  d: "x # y"   # three\n# end\n',
    'crlf': 'a: 1\r\nb:\r\n  c: x\r\n  d:\r\n  - 1\r\n  - 2\r\n# end\r\n',
    'no_end': 'a: 1\nb:\n  c: 2',
    'odd_indents': 'a:\n       b: 1\n       c:\n         d: 2\ne:\n- 1\n-    f: 1\n     g: 2\n-   - 3\n    - 4\n',
    'tabs': '# a\tb\na: "x\ty" # \t c\nb:\n  c: \'\t\'\n  d: [1, 2] # \t\n',
    'anchors': 'base: &base\n  a: 1\n  b: [1, 2]\nuse:\n  own: *base\nother: 3\n',
    'merged': 'base: &base {a: 1, b: 2}\nuse:\n  <<: *base\n  c: 3\n',
    'quotes': '"a": \'it\'\'s\'\n\'b c\': "x\\ty"\nd: "two\n  lines"\ne: plain of\n  two lines\n',
    'literals': 'a: |\n  one\n  two\nb: >-\n  one\n  two\nc: 1\nd:\n  e: |+\n    x\n\nf: 2\n',
    'scalars': 'a: ~\nb:\nc: yes\nd: 0x1f\ne: 1e-4\nf: 010\ng: 1_000\nh: .inf\ni: 2001-01-01x\nj: "1"\nk: !!str 5\n',
    'documents': '---\na: 1\nb: {c: 2}\n...\n',
    'references': 'x: 3\ny: {z: [1, 2]}\na: ${x}\nb: ${y.z}\nc: {d: "${y.z[1]}", e: "${x * 2}"}\n',
    'unicode': 'a: "größe"\nbäh: 1\nb: [日本, ü]\n',
    'empty_maps': 'a:\n  b: {}\n  c: []\n  d: {e: {}}\n',
    'one_line': '{a: 1, b: {c: [1, 2]}}\n',
}


def main():
    exe = os.path.join(os.path.abspath(sys.argv[1]), 'cfglint')
    sanitized = effort.built_with(exe)[0]
    most = 3 if sanitized else 12  # edits of a file
    n, failed, counts = 0, 0, {}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(TOP, 'fixtures/configs/bevfusion/configs'), os.path.join(folder, 'configs'))
        below = os.path.join(folder, 'styles')
        os.makedirs(below)
        with open(os.path.join(below, 'default.yaml'), 'w', encoding='utf-8') as f:
            f.write('inherited: {p: 1, q: [1, 2]}\na_default: 5\n')
        for name, text in STYLES.items():
            with open(os.path.join(below, name + '.yaml'), 'w', encoding='utf-8', newline='') as f:
                f.write(text)
        os.chdir(folder)
        for d, _, names in sorted(os.walk('.')):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(d, name))
                old = torchpack_edits.load(path)
                styles = path.startswith('styles')
                edits = list(torchpack_edits.all_edits(old)) if styles else list(torchpack_edits.some_edits(old, torchpack_edits.random.Random(path)))
                if styles and '--all' not in sys.argv:
                    edits = torchpack_edits.random.Random(path).sample(edits, min(most, len(edits)))
                for edit in edits:
                    how, why = torchpack_edits.try_edit(exe, path, old, edit)
                    n += 1
                    counts[how] = counts.get(how, 0) + 1
                    if how == 'wrong':
                        failed += 1
                        print('%s: %s %s: %s' % (path, edit[0], '.'.join(map(str, edit[1])), why))
                    elif how == 'refused' and '--refused' in sys.argv:
                        print('%s: %s %s: %s' % (path, edit[0], '.'.join(map(str, edit[1])), why))
    if counts.get('refused', 0) * 3 > n and not sanitized:  # of a few the share tells nothing
        failed += 1
        print('%d of %d edits are refused' % (counts['refused'], n))
    print('%d checks' % n)
    if '--refused' in sys.argv:
        print(counts)
    sys.exit(1 if failed else 0)


main()
