"""--cfg-options says what the training scripts' DictAction and merge_from_dict make of it; the table is what these made."""
import json
import os
import subprocess
import sys
import tempfile

exe = os.path.abspath(os.path.join(sys.argv[1], 'cfglint'))
BASE = "a = 1\nb = [1, dict(x=1, y=[dict(z=1), 3])]\nc = dict(d=dict(e=1), g=(1, 2), l=['x'])\n"


def of(tag, *items):
    return {'__%s__' % tag: items[0] if tag == 'float' else list(items)}


VALUES = [
    ('1', 1), ('+5', 5), ('1_000', 1000), ('1__0', '1__0'), ('_1', '_1'), ('1e3', 1000.0), ('1e1_0', 1e10), ('.5', 0.5), ('5.', 5.0),
    ('1._5', '1._5'), ('0x10', '0x10'), ('0b1', '0b1'), ('010', 10), ('-0', 0), ('-0.0', -0.0), (' inf', of('float', 'inf')),
    ('-Infinity', of('float', '-inf')), ('nan', of('float', 'nan')), ('infinit', 'infinit'), ('1e400', of('float', 'inf')), ('1e', '1e'),
    ('1L', '1L'), ('9' * 25, int('9' * 25)), ('9' * 4301, of('float', 'inf')), ('0' * 600 + '1.5', 1.5), ('\u0661\u0662', 12), ('\u00b2', '\u00b2'),
    ('\u00a05', 5), ('7\n', 7), ('true', True), ('tRuE', True), ('FALSE', False), ('none', 'none'), ('Tru e', True),
    ('', ''), ("''", ''), ('"1"', 1), ("'a b'", 'ab'), ('"', ''), ('a=b', 'a=b'), ('{}', '{}'), ('--', '--'), ('=', '='), ('\u00e9', '\u00e9'),
    ('1,2', [1, 2]), (',', ['']), (',,', ['', '']), ('1,', [1]), (',1', ['', 1]), ('[]', []), ('()', of('tuple')), ('[1]', [1]), ('(1)', of('tuple', 1)),
    ('[a, b]', ['a', 'b']), ('[(1,2),[3]]', [of('tuple', 1, 2), [3]]), ('(1,2),(3,4)', None),
    ('[[1],[2]]', [[1], [2]]), ('["a","b c"]', ['a', 'bc']), ("['1',None]", [1, None]), ('"[1,2]"', [1, 2]), (' "(1,2)', [of('tuple', 1, 2)]),
    ('[', '['), ('(1', '(1'), ('1)', '1)'), ('([)]', '([)]'), ('x(1)', 'x(1)'), ('[1,2', None), ('(1,2]', None), ('1),(2', None),
    ('{"x":[1,2]}', None), ('x(1,2)', None), ('[1,f(2,3)]', None), ('[' * 300 + ']' * 300, None),
]
MERGES = [
    (['a=2'], {'a': 2}), (['new.x.y=1'], {'new': {'x': {'y': 1}}}), (['c.d.f=1'], {'c': {'d': {'e': 1, 'f': 1}, 'g': of('tuple', 1, 2), 'l': ['x']}}),
    (['b.1.x=5'], {'b': [1, {'x': 5, 'y': [{'z': 1}, 3]}]}), (['b.1.y.0.z=5'], {'b': [1, {'x': 1, 'y': [{'z': 5}, 3]}]}),
    (['c.d._delete_=True', 'c.d.k=1'], {'c': {'d': {'k': 1}, 'g': of('tuple', 1, 2), 'l': ['x']}}), (['=5'], {'': 5}), (['a..b=1', 'a._delete_=True'], {'a': {'': {'b': 1}}}),
    (['x.y=1', 'x=5', 'x.y=2'], {'x': 5}), (['x=1', 'x=2'], {'x': 2}),
    (['a'], None), (['a=\udcff'], None), (['b.0=5'], None), (['b.1=5'], None), (['b.x=5'], None), (['b.7.x=5'], None), (['b.0.x=5'], None), (['c.g.0.x=5'], None),
    (['a.x=5'], None), (['x=5', 'x.y=1'], None), (['x=[{}]', 'x.0.y=1'], None),
]


def show(*overrides):
    p = subprocess.run([exe, 'show', '--format', 'canonical', '--dialect', 'mmengine', *('--cfg-options=' + o for o in overrides), 'base.py'],
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='surrogateescape')
    if p.returncode not in (0, 2) or p.returncode and 'error[' not in p.stderr:
        sys.exit('%s: status %d\n%s' % (overrides, p.returncode, p.stderr))
    return json.loads(p.stdout) if p.returncode == 0 else None


bad = []
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open('base.py', 'w', encoding='utf-8') as f:
        f.write(BASE)
    readable = [row for row in VALUES if row[1] is not None] + [('None', None)]
    found = show(*('k%d=%s' % (i, text) for i, (text, _) in enumerate(readable)))
    bad += [(text, found['k%d' % i]) for i, (text, want) in enumerate(readable) if repr(found['k%d' % i]) != repr(want)]
    bad += [text for text, want in VALUES if want is None and show('a=' + text) is not None]
    plain = show()
    for overrides, want in MERGES:
        got = show(*overrides)
        if got != (None if want is None else {**plain, **want}):
            bad.append((overrides, got))
    os.chdir('/')
if bad:
    sys.exit('\n'.join(map(str, bad)))
print('%d checks' % (len(VALUES) + 1 + len(MERGES)))
