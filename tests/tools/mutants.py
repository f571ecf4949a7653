"""The mutants of a source: small changes that a mistake could make, each a place in the text and what stands there instead.

    mutants(path, text) -> [Mutant]

C is cut into tokens, `.star` files are read as Python.  What says nothing about behaviour is left alone: messages, sources of
facts, examples, and whatever the compiler would not take back (declarations, labels of cases, sizes in `#include`s).
"""
import ast
import collections
import re

Mutant = collections.namedtuple('Mutant', 'path start end text kind')

TOKEN = re.compile(r'''(?P<space>\s+|//[^\n]*|/\*.*?\*/|\\\n)
 | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*(?:\\\n(?:[^\n\\]|\\.)*)*)
 | (?P<string>"(?:[^"\\]|\\.)*")
 | (?P<char>'(?:[^'\\]|\\.)*')
 | (?P<number>0[xX][0-9a-fA-F]+(?:[pP][-+]?\d+|[uUlL]*)|\d+\.?\d*(?:[eE][-+]?\d+)?[uUlLfF]*)
 | (?P<name>[A-Za-z_]\w*)
 | (?P<sign><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)''', re.X | re.S | re.M)

SWAPS = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'), '==': ('!=',), '!=': ('==',), '&&': ('||',),
         '||': ('&&',), '+': ('-',), '-': ('+',), '*': ('/',), '/': ('*',), '%': ('/',), '+=': ('-=',), '-=': ('+=',), '*=': ('/=',),
         '/=': ('*=',), '<<': ('>>',), '>>': ('<<',), '++': ('--',), '--': ('++',), '|': ('&',), '&': ('|',), '|=': ('&=',)}
ARITHMETIC = {'+', '-', '*', '/', '%', '&', '|', '<', '>', '<<', '>>'}
KIND = {**dict.fromkeys(('<', '<=', '>', '>=', '==', '!='), 'comparison'), **dict.fromkeys(('&&', '||', 'and', 'or'), 'logic')}
WORDS = {'true': 'false', 'false': 'true'}
NO_STATEMENT = {'return', 'if', 'for', 'while', 'do', 'switch', 'case', 'default', 'else', 'break', 'continue', 'const', 'static',
                'struct', 'enum', 'union', 'typedef', 'extern', 'unsigned', 'int', 'char', 'void', 'bool', 'double', 'size_t',
                'inline', '_Static_assert', 'va_list', 'va_start', 'va_end', 'goto'}


def number_beside(text):
    """A constant that is off by one; a fraction that is twice as large."""
    m = re.fullmatch(r'(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)', text)
    if m:
        value = int(m[1], 0) if not re.fullmatch(r'0\d+', m[1]) else int(m[1], 8)
        return ['%d%s' % (value + 1, m[2])] + (['%d%s' % (value - 1, m[2])] if value else [])
    m = re.fullmatch(r'([\d.]+(?:[eE][-+]?\d+)?)([fFlL]*)', text)
    return ['(%s * 2)%s' % (m[1], '')] if m and float(m[1]) else ['1.0']


class Tokens:
    """Those of a C source that mean something, with what kind each is."""

    def __init__(self, text):
        self.all = [(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)
                    if m.lastgroup not in ('space', 'directive')]

    def __len__(self):
        return len(self.all)

    def text(self, i):
        return self.all[i][1] if 0 <= i < len(self.all) else ''

    def kind(self, i):
        return self.all[i][0] if 0 <= i < len(self.all) else ''

    def closing(self, i):
        depth = 0
        for j in range(i, len(self.all)):
            depth += (self.text(j) in '([{') - (self.text(j) in ')]}')
            if depth == 0:
                return j
        return None


def is_binary(t, i):
    before = t.text(i - 1)
    operand = t.kind(i - 1) in ('name', 'number', 'char') or before in (')', ']')
    is_type = re.fullmatch(r'\w+_t|char|void|double|bool|str|const|FILE|DIR', before) or t.text(i - 2) in ('struct', 'enum')
    return operand and not is_type and before not in ('return', 'case', 'sizeof')


def bodies(t):
    """Ranges of tokens between outer braces, and whether they are a function."""
    i, found = 0, []
    while i < len(t):
        if t.text(i) == '{':
            end = t.closing(i)
            if end is None:
                break
            found.append((i, end, t.text(i - 1) == ')'))
            i = end
        i += 1
    return found


def is_label(t, i):
    """Whether a `:` ends a label, and is no part of `?:`."""
    while i > 0 and t.text(i) not in (';', '{', '}', '?', 'case', 'default'):
        i -= 1
    return t.text(i) in ('case', 'default')


def is_type_before(t, i):
    """Whether a `}` ends a type, and what follows is its name."""
    depth = 0
    while i > 0:
        depth += (t.text(i) == '}') - (t.text(i) == '{')
        if depth == 0:
            break
        i -= 1
    return {t.text(i - 1), t.text(i - 2)} & {'struct', 'enum', 'union'}


def statement_end(t, i, end):
    """The `;` of the expression statement that begins here, or None."""
    if t.kind(i) != 'name' or t.text(i) in NO_STATEMENT or t.text(i - 1) not in (';', '{', '}', ')', 'else', ':'):
        return None
    if t.text(i - 1) == ':' and not is_label(t, i - 1) or t.text(i - 1) == '}' and is_type_before(t, i - 1):
        return None
    if t.kind(i + 1) == 'name' or t.text(i + 1) in ('*', ':') or t.text(i - 1) == ')' and not condition_ends(t, i - 1):
        return None
    if 'EACH' in t.text(i) or t.text(i + 1) == '(' and t.kind((t.closing(i + 1) or i) + 1) == 'name':  # a loop, or a declaration
        return None
    while i < end and t.text(i) not in ';)}':  # `}`: of an initializer
        if t.text(i) in '([{':
            i = t.closing(i) or end
        i += 1
    return i if t.text(i) == ';' else None


def condition_ends(t, i):
    depth = 0
    while i >= 0:
        depth += (t.text(i) == ')') - (t.text(i) == '(')
        if depth == 0:
            return t.text(i - 1) in ('if', 'for', 'while') or t.text(i - 1).endswith('EACH') or t.text(i - 1).endswith('_each')
        i -= 1
    return False


def of_c(path, text):
    t = Tokens(text)
    found = []

    def put(i, j, new, kind):
        found.append(Mutant(path, t.all[i][2], t.all[j][3], new, kind))
    for first, last, is_function in bodies(t):
        for i in range(first + 1, last):
            kind, word = t.kind(i), t.text(i)
            if kind == 'number' and t.text(i - 1) != 'case':
                for new in number_beside(word):
                    put(i, i, new, 'constant')
            elif kind == 'sign' and word in SWAPS and (word not in ARITHMETIC or is_binary(t, i)):
                for new in SWAPS[word]:
                    put(i, i, new, KIND.get(word, 'arithmetic'))
            elif word in WORDS:
                put(i, i, WORDS[word], 'constant')
            elif word == '!' and kind == 'sign':
                put(i, i, '', 'logic')
            elif word == 'if' and t.text(i + 1) == '(' and t.closing(i + 1):
                j = t.closing(i + 1)
                put(i + 1, j, '(!' + text[t.all[i + 1][2]:t.all[j][3]] + ')', 'branches')
            elif word in ('break', 'continue') and t.text(i + 1) == ';':
                put(i, i + 1, ';', 'dropped')
            if is_function:
                end = statement_end(t, i, last)
                if end is not None:
                    put(i, end, ';', 'dropped')
    return found


def of_table(path, text):
    """The numbers of a `.def` table."""
    t = Tokens(text)
    return [Mutant(path, t.all[i][2], t.all[i][3], new, 'constant') for i in range(len(t)) if t.kind(i) == 'number'
            for new in number_beside(t.text(i))]


SILENT = {'example', 'print'}  # calls whose arguments are no behaviour
SILENT_NAMES = {'source', 'sources', 'text', 'summary', 'why', 'label', 'help', 'good', 'bad', 'reason', 'memory_type'}
WORD = re.compile(r'[A-Za-z_][\w.]*')
PYTHON = {ast.Lt: ('<', '<='), ast.LtE: ('<=', '<'), ast.Gt: ('>', '>='), ast.GtE: ('>=', '>'), ast.Eq: ('==', '!='),
          ast.NotEq: ('!=', '=='), ast.Is: ('is', 'is not'), ast.IsNot: ('is not', 'is'), ast.In: ('in', 'not in'),
          ast.NotIn: ('not in', 'in'), ast.Add: ('+', '-'), ast.Sub: ('-', '+'), ast.Mult: ('*', '//'), ast.FloorDiv: ('//', '*'),
          ast.Div: ('/', '*'), ast.Mod: ('%', '//'), ast.And: ('and', 'or'), ast.Or: ('or', 'and')}


class OfStar(ast.NodeVisitor):
    def __init__(self, path, text):
        self.path, self.text, self.found = path, text, []
        self.lines = [0]
        for line in text.split('\n'):
            self.lines.append(self.lines[-1] + len(line.encode()) + 1)
        self.bytes = text.encode()

    def at(self, line, column):
        return len(self.bytes[:self.lines[line - 1] + column].decode())

    def span(self, node):
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def put(self, start, end, new, kind):
        self.found.append(Mutant(self.path, start, end, new, kind))

    def between(self, left, right, op, kind):
        """Swaps the operator between two expressions, or leaves it where comments or brackets hide it."""
        old, new = PYTHON.get(type(op), (None, None))
        start, end = self.span(left)[1], self.span(right)[0]
        m = old and re.fullmatch(r'[\s)]*(%s)[\s(]*' % re.escape(old).replace(r'\ ', r'\s+'), self.text[start:end])
        if m:
            self.put(start + m.start(1), start + m.end(1), new, kind)

    def visit_Compare(self, node):
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            self.between(left, right, op, 'comparison')
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        for left, right in zip(node.values, node.values[1:]):
            self.between(left, right, node.op, 'logic')
        whole = 'True' if isinstance(node.op, ast.And) else 'False'
        for value in node.values:
            self.put(*self.span(value), whole, 'operand')
        self.generic_visit(node)

    def visit_BinOp(self, node):
        if not any(isinstance(x, (ast.Constant, ast.JoinedStr)) and not isinstance(getattr(x, 'value', ''), (int, float))
                   for x in (node.left, node.right)):
            self.between(node.left, node.right, node.op, 'arithmetic')
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            start = self.span(node)[0]
            self.put(start, start + 3, '', 'logic')
        self.generic_visit(node)

    def visit_Constant(self, node):
        start, end = self.span(node)
        if isinstance(node.value, str) and WORD.fullmatch(node.value):
            self.put(end - 1, end - 1, '_', 'word')
        if isinstance(node.value, bool):
            self.put(start, end, str(not node.value), 'constant')
        elif isinstance(node.value, int):
            self.put(start, end, str(node.value + 1), 'constant')
            if node.value:
                self.put(start, end, str(node.value - 1), 'constant')
        elif isinstance(node.value, float) and node.value:
            self.put(start, end, repr(node.value * 2), 'constant')

    def visit_If(self, node):
        start, end = self.span(node.test)
        self.put(start, end, 'not (%s)' % self.text[start:end], 'branches')
        for always in ('True', 'False'):
            self.put(start, end, always, 'always')
        self.generic_visit(node)

    visit_IfExp = visit_If

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Call) and node.col_offset and not self.is_silent(node.value):
            self.put(*self.span(node), 'pass', 'dropped')
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        self.put(*self.span(node), 'pass', 'dropped')
        self.generic_visit(node)

    def visit_Assign(self, node):
        # `x = f(x)`: a step that may be left out
        if node.col_offset and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and any(
                isinstance(n, ast.Name) and n.id == node.targets[0].id for n in ast.walk(node.value)):
            self.put(*self.span(node), 'pass', 'dropped')
        self.generic_visit(node)

    def visit_List(self, node):
        """Constants in a row, one of them left out."""
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if all(isinstance(x, ast.Constant) for x in node.elts) and len(node.elts) > 1:
            self.drop([self.span(x) for x in node.elts], 1 if isinstance(node, ast.List) else 2)
        self.generic_visit(node)

    visit_Tuple = visit_List

    def visit_Dict(self, node):
        if all(isinstance(k, ast.Constant) for k in node.keys):
            self.drop([(self.span(k)[0], self.span(v)[1]) for k, v in zip(node.keys, node.values)], 1)
        self.generic_visit(node)

    def drop(self, spans, least):
        for i, (start, end) in enumerate(spans):
            if len(spans) > least:
                self.put(start, spans[i + 1][0] if i + 1 < len(spans) else end, '', 'item')

    @staticmethod
    def is_silent(call):
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SILENT

    def visit_Call(self, node):
        if self.is_silent(node):
            return
        if isinstance(node.func, ast.Name) and node.func.id == 'assume':  # name, low, expected, high, text, source
            for a in node.args[1:4]:
                self.visit(a)
            return
        self.generic_visit(node)

    def visit_keyword(self, node):
        if node.arg not in SILENT_NAMES:
            self.generic_visit(node)


def names_in(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def for_examples_alone(tree):
    """Statements that define what only examples use, however indirectly."""
    is_example = {s: isinstance(s, ast.Expr) and OfStar.is_silent(s.value) for s in tree.body}
    names = {s: {s.name} if isinstance(s, ast.FunctionDef) else
             {t.id for t in s.targets if isinstance(t, ast.Name)} if isinstance(s, ast.Assign) else set() for s in tree.body}
    while True:
        used = {True: set(), False: set()}
        for s in tree.body:
            used[is_example[s]] |= names_in(s) - names[s]
        more = [s for s in tree.body if not is_example[s] and names[s] & used[True] and not names[s] & used[False]]
        if not more:
            return {s for s in tree.body if is_example[s]}
        is_example.update(dict.fromkeys(more, True))


def of_star(path, text):
    visitor, tree = OfStar(path, text), ast.parse(text)
    silent = for_examples_alone(tree)
    for statement in tree.body:
        if statement not in silent:
            visitor.visit(statement)
    return visitor.found


def mutants(path, text):
    of = {'c': of_c, 'h': of_c, 'def': of_table, 'star': of_star}[path.rsplit('.', 1)[-1]]
    return sorted(m for m in set(of(path, text)) if text[m.start:m.end] != m.text)
