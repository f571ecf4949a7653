"""The neighbours of an example: configs that differ from it by one small change, as a slip of the hand or a boundary would.

    tests/neighbours.py MOST FILE...     writes those of FILE beside it, as FILE_near_00.py, ...

A digest of what a rule says of those of its examples stands in findings.txt, of what other commands make of those of whole configs in
transcripts/neighbours.txt. It tells that a branch or a bound is another one than before; whether it is right the examples themselves tell.
"""
import ast
import hashlib
import json
import re
import sys

MOST = 24  # of one text; every nth of more
# What may stand in a config besides, and is a reason not to tell something.
BESIDE = ["resume = True\n", "load_from = 'x.pth'\n", "plugin = True\nplugin_dir = 'ours/'\n", "custom_imports = dict(imports=['ours'])\n",
          "custom_hooks = [dict(type='OurHook')]\n", "default_scope = 'mmseg'\n"]


def beside(value, others):
    """Other values of a literal, as they are written: beyond a bound, at that of another one, of another kind."""
    if isinstance(value, bool):
        return [str(not value), 'None']
    if isinstance(value, (int, float)):
        near = [value + 1, value - 1] if isinstance(value, int) else [value * 2, value / 2]
        return [*(repr(x) for x in (*near, 0, -value)), *others, '[%r]' % value, 'None', "'x'"]
    return ['None', '3', "'x'"] if isinstance(value, str) else ['dict()', '2']


def of(text, most=MOST):
    """The texts of the neighbours of a config in Python: another value, an argument or an item less."""
    starts = [0]
    for line in text.split('\n'):
        starts.append(starts[-1] + len(line.encode()) + 1)
    code = text.encode()

    def span(node):
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return []
    if [n for n in nodes if isinstance(n, ast.JoinedStr)]:
        return []  # releases of Python have other places for what is inside
    numbers = sorted({repr(n.value) for n in nodes if isinstance(n, ast.Constant) and type(n.value) in (int, float)})
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and node.value is not Ellipsis:
            mine = repr(node.value)
            found += [(*span(node), other) for other in beside(node.value, [n for n in numbers if n != mine][:3]) if other != mine]
        if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load):
            found += [(*span(node), '[]'), (*span(node), '5')]
        for group in (getattr(node, 'keywords', []), getattr(node, 'elts', [])):
            spans = [span(x) for x in group]
            for i, (first, end) in enumerate(spans):
                found.append((first, spans[i + 1][0] if i + 1 < len(spans) else end, ''))
    step = -(-len(found) // most) if found else 1
    return [(code[:a] + other.encode() + code[b:]).decode() for a, b, other in sorted(found)[::step]]


def of_another_kind(text):
    """The texts of a config in which one value is nothing, or of another kind."""
    starts = [0]
    for line in text.split('\n'):
        starts.append(starts[-1] + len(line.encode()) + 1)
    code, found = text.encode(), []
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return []
    for node in nodes:
        values = [node.value] if isinstance(node, (ast.keyword, ast.Assign)) else node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
        for v in values:
            first, end = (starts[line - 1] + column for line, column in ((v.lineno, v.col_offset), (v.end_lineno, v.end_col_offset)))
            is_number = isinstance(v, ast.Constant) and isinstance(v.value, (int, float))
            found += [code[:first] + other + code[end:] for other in (b'None', b"'x'" if is_number else b'3')]
    return [] if any(isinstance(n, ast.JoinedStr) for n in nodes) else [x.decode() for x in found]


def with_more(text):
    """The texts of a config with one more line, and with what it says of one of training, validation and tests said of another one."""
    swaps = [('val', 'test'), ('test', 'val'), ('train', 'test')]
    said = [re.sub(r'\b%s(?=_dataloader|_evaluator|_cfg|_pipeline|=dict)' % one, other, text) for one, other in swaps]
    return [text + more for more in BESIDE] + [x for x in said if x != text]


def digest(said):
    return hashlib.blake2b(json.dumps(said).encode(), digest_size=4).hexdigest()


if __name__ == '__main__':
    for path in sys.argv[2:]:
        with open(path, encoding='utf-8') as f:
            near = of(f.read(), int(sys.argv[1]))
        for i, text in enumerate(near):
            with open('%s_near_%02d.py' % (path[:-3], i), 'w', encoding='utf-8') as f:
                f.write(text)
