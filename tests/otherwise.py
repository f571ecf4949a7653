"""Examples of the library with one argument otherwise: left out, or with another value of its kind, each of a type once.

    tests/otherwise.py FOLDER <SIGNATURES    (of `cfglint list modules --format json`): a library beside the built-in one
    tests/otherwise.py --digests <RECORDINGS (of `cfglint dump recordings instead --amp`): how many of each type, and a digest

The latter stands in transcripts/otherwise.txt.
"""
import ast
import builtins
import copy
import glob
import json
import os
import sys
import zlib

RULES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'rules')
GONE = object()
FIGURES = ('parameters', 'macs', 'saved', 'outputs', 'source')


class Nothing:
    """What only a recording has: tables of examples call none of it."""

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self


class Examples:
    """The examples of each file, which are its plain statements: run as Python."""

    def __init__(self):
        self.names, self.found = {}, {}

    def read(self, path):
        if path in self.names:
            return self.names[path]
        names = self.names[path] = {'__builtins__': builtins, 'module': Nothing(), 'transform': Nothing(), 'MMENGINE': True, 'TRAINING': True}
        with open(os.path.join(RULES, path), encoding='utf-8') as f:
            tree = ast.parse(f.read())
        for statement in tree.body:
            names['example'] = lambda name, statement=statement, **given: self.found.setdefault(path, []).append((name, given, statement.value))
            if isinstance(statement, ast.ImportFrom):
                other = self.read(statement.module.replace('.', '/') + '.star')
                names.update((a.asname or a.name, other.get(a.name, Nothing())) for a in statement.names)
            elif isinstance(statement, ast.Import):
                names.update((a.asname or a.name, Nothing()) for a in statement.names)
            else:
                exec(compile(ast.Module([statement], []), path, 'exec'), names)  # noqa: S102 (our own)
        return names

    def text_of(self, path, call, key, value):
        try:
            ast.literal_eval(repr(value))
            return repr(value)
        except (SyntaxError, ValueError):
            written = [ast.unparse(k.value) for k in call.keywords if k.arg == key]
            return written[0] if written else [name for name, v in self.names[path].items() if v is value][0]


def arguments_of(signatures):
    """By type: its arguments, each with what holds where nothing is said, or ... where it has to be said."""
    found = {}
    for described in signatures:
        args = ast.parse('def f%s: pass' % described['signature'][described['signature'].index('('):]).body[0].args
        defaults = [None] * (len(args.args) - len(args.defaults)) + args.defaults
        found.setdefault(described['name'].split('.')[-1], {}).update(
            (arg.arg, value.value if isinstance(value, ast.Constant) else ... if value is None else None)
            for arg, value in zip(args.args, defaults))
    return found


def other(value):
    """Another value of the same kind, if there is a plain one."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) and abs(value) < 8 else 2 * value if isinstance(value, int) else GONE


def otherwise(value, arguments, path=(), kind=''):
    """What is changed, where, and to what: each argument that an example writes is left out, and those with a plain value have another."""
    if isinstance(value, dict):
        own = str(value.get('type', kind)).split('.')[-1]
        known = arguments.get(own, {}) if 'type' in value else {}
        for name in [*value, *(n for n in known if n not in value)]:
            said, least = value.get(name, known.get(name)), known.get(name) is ... or name == 'type'
            more = '.'.join(str(p) for p in path[-1:] if 'type' not in value)
            if name in value and not least:
                yield '%s.%s less' % (own, more + '.' * bool(more) + str(name)), path, name, GONE
            if other(said) is not GONE:
                yield '%s.%s' % (own, more + '.' * bool(more) + str(name)), path, name, other(said)
        kind = own
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ():
        yield from otherwise(inner, arguments, (*path, key), kind)


def changed(cfg, path, name, value):
    if not path:
        return {k: v for k, v in {**cfg, name: value}.items() if v is not GONE}
    whole = list(cfg) if isinstance(cfg, tuple) else copy.copy(cfg)
    whole[path[0]] = changed(cfg[path[0]], path[1:], name, value)
    return whole


def digests(lines):
    of = {}
    for line in lines:
        of.setdefault(line.split(' ')[1].split('.')[0].rstrip(':'), []).append(line)
    for kind, told in sorted(of.items()):
        print('%s %d %08x' % (kind, len(told), zlib.crc32(''.join(sorted(told)).encode())))


def write(folder, arguments):
    examples, seen = Examples(), set()
    for path in sorted(os.path.relpath(p, RULES) for p in glob.glob(RULES + '/**/*.star', recursive=True)
                       if os.path.relpath(p, RULES).split('/')[0] in ('modules', 'transforms')):
        examples.read(path)
    more = {}
    for inside in (False, True):  # where it is the example's own argument, if there is such an example
        for path, found in sorted(examples.found.items()):
            for title, given, call in found:
                for part in ('cfg', 'pipeline'):
                    for what, at, name, value in otherwise(given.get(part), arguments):
                        if bool(at) == inside and what not in seen:
                            seen.add(what)
                            words = {**given, part: changed(given[part], at, name, value)}
                            more.setdefault(path, []).append('example(%r, %s)\n' % ('instead %s: %s' % (what, title), ', '.join(
                                '%s=%s' % (k, examples.text_of(path, call, k, v)) for k, v in words.items() if k not in FIGURES)))
    for path, texts in more.items():
        used = {n.id for n in ast.walk(ast.parse(''.join(texts))) if isinstance(n, ast.Name)} & set(examples.names[path]) - {'example'}
        with open(os.path.join(folder, path.replace('/', '_')), 'w', encoding='utf-8') as out:
            if used:
                out.write('from %s import %s\n' % (path[:-len('.star')].replace('/', '.'), ', '.join(sorted(used))))
            out.write(''.join(texts))


if __name__ == '__main__':
    if sys.argv[1] == '--digests':
        digests(sys.stdin)
    else:
        write(sys.argv[1], arguments_of(json.load(sys.stdin)))
