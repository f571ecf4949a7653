"""Programs that change a container by a roundabout way.

A cell makes a container, gives it to something that carries it (a class, a closure, an iterator, an exception, a record of the standard
library, ...), gets at it again by one of the carrier's routes, and changes it there; or an object changes it when an operator, a
builtin or a statement calls one of its special methods.  Where that stands (a loop, a handler, a class body, a lambda, a thread, ...)
and whether it runs under a condition that only Python can tell is drawn, too.  What the container is before and afterwards is shown.
"""
import random
import re

C = re.compile(r"\bC\b")
CONTAINERS = {
    'list': ['[1, 2]', '[3, 1, 2]', '[]', '[[1], [2]]', 'list("ab")', '[0] * 3'],
    'dict': ['{"a": 1}', '{"a": 1, "b": [2]}', '{}', 'dict(a=1, x=2)', '{1: "p", "a": None}'],
    'set': ['{1, 2}', 'set()', '{"a"}', 'set("ab")'],
}
CHANGES = {  # of what stands for R: expressions, and then statements
    'list': (['R.append(9)', 'R.extend([8, 7])', 'R.insert(0, 5)', 'R.clear()', 'R.__setitem__(slice(0, 1), [6])', 'R.reverse()', 'R.__iadd__([4])', 'list.append(R, 3)', 'operator.iadd(R, [2])', 'operator.setitem(R, slice(0, 0), [1])'],
             ['R[:1] = [7]', 'R[len(R):] = [8]', 'del R[:1]', 'R[:] = []', 'for _ in range(2): R.append(_)']),
    'dict': (['R.update(z=1)', 'R.update({"a": 5})', 'R.pop("a", None)', 'R.clear()', 'R.setdefault("q", [])', 'R.__setitem__("w", 3)', 'R.__ior__({"v": 4})', 'dict.update(R, u=1)', 'operator.setitem(R, "t", 0)'],
             ['R["z"] = 1', 'R["a"] = R.get("a")', 'for _ in list(R): del R[_]', 'R["n"] = len(R)']),
    'set': (['R.add(9)', 'R.discard(1)', 'R.clear()', 'R.update([5, 6])', 'R.__ior__({4})', 'set.add(R, 3)', 'R.intersection_update([1])', 'R.symmetric_difference_update({1})'],
            ['for _ in (7, 8): R.add(_)']),
}
ROUTES = [  # what makes the carrier of C, and ways from it to C
    ('class K:\n    held = C', ['K.held', 'K().held', 'vars(K)["held"]', 'K.__dict__["held"]', 'getattr(K, "he" + "ld")', 'type("L", (K,), {}).held', 'K.__mro__[0].held', 'object.__getattribute__(K(), "held")']),
    ('class K:\n    def __init__(self, x):\n        self.x = x\nk = K(C)', ['k.x', 'k.__dict__["x"]', 'vars(k)["x"]', 'getattr(k, "x")', 'copy.copy(k).x', 'k.__class__(k.x).x', 'operator.attrgetter("x")(k)', '(lambda *, x: x)(**vars(k))']),
    ('class K:\n    __slots__ = ("x",)\n    def __init__(self, x):\n        self.x = x\nk = K(C)', ['k.x', 'K.x.__get__(k)', 'type(k).x.__get__(k, K)']),
    ('class K:\n    @property\n    def x(self):\n        return C\nk = K()', ['k.x', 'K.x.fget(k)', 'K.x.__get__(k)']),
    ('class K:\n    @classmethod\n    def x(cls, y=C):\n        return y\n    @staticmethod\n    def s(y=C):\n        return y', ['K.x()', 'K().x()', 'K.s()', 'K.s.__defaults__[0]', 'K.x.__func__(K)', 'K.__dict__["s"].__func__()']),
    ('class D:\n    def __get__(self, o, t=None):\n        return C\nclass K:\n    x = D()', ['K.x', 'K().x', 'getattr(K(), "x")']),
    ('class D:\n    def __set_name__(self, owner, name):\n        owner.held = C\nclass K:\n    x = D()', ['K.held', 'K().held']),
    ('class K:\n    def __init_subclass__(cls, x=None):\n        cls.x = x\nclass L(K, x=C):\n    pass', ['L.x', 'L().x', 'K.__subclasses__()[0].x']),
    ('class M(type):\n    held = C\n    def __getitem__(cls, i):\n        return cls.held\nclass K(metaclass=M):\n    pass', ['K.held', 'K[0]', 'type(K).held', 'M.held']),
    ('class M(type):\n    @classmethod\n    def __prepare__(m, *a):\n        return {"held": C}\nclass K(metaclass=M):\n    pass', ['K.held']),
    ('class K:\n    def __class_getitem__(cls, i):\n        return C\n    def __getattr__(self, name):\n        return C\n    def __getitem__(self, i):\n        return C\n    def __call__(self):\n        return C', ['K[0]', 'K().x', 'K()[1]', 'K()()', 'getattr(K(), "y", 0)']),
    ('class K(dict):\n    def __missing__(self, key):\n        return C', ['K()["q"]', 'K(x=C)["x"]']),
    ('class K:\n    def __iter__(self):\n        yield C\n    def __enter__(self):\n        return C\n    def __exit__(self, *a):\n        return True', ['next(iter(K()))', '[*K()][0]', 'list(K())[0]', '(lambda a: a)(*K())', 'K().__enter__()']),
    ('class K:\n    def __new__(cls, x):\n        return x', ['K(C)']),
    ('def mk(x):\n    def get():\n        return x\n    return get\nk = mk(C)', ['k()', 'k.__closure__[0].cell_contents', 'mk(C)()', 'mk(C).__closure__[0].cell_contents']),
    ('def k(x=C, *, y=C) -> C:\n    return x', ['k()', 'k.__defaults__[0]', 'k.__kwdefaults__["y"]', 'k.__annotations__["return"]', 'inspect.signature(k).parameters["x"].default']),
    ('def k():\n    pass\nk.x = C', ['k.x', 'k.__dict__["x"]', 'vars(k)["x"]', 'getattr(k, "x")']),
    ('k = lambda *a, **b: (a, b)', ['k(C)[0][0]', 'k(x=C)[1]["x"]', 'k(*[C])[0][-1]', 'k(**{"x": C})[1]["x"]']),
    ('k = functools.partial(lambda x, y=0: x, C)', ['k()', 'k.args[0]', 'functools.partial(k, y=C).keywords["y"]', 'k.__reduce__()[2][1][0]']),
    ('k = namedtuple("NT", "x y")(C, 1)', ['k.x', 'k[0]', 'k._asdict()["x"]', 'k._replace(y=2).x', '(*k,)[0]', 'type(k)._make(k).x', 'dict(zip(k._fields, k))["x"]']),
    ('@dataclasses.dataclass\nclass K:\n    x: object\n    y: list = dataclasses.field(default_factory=lambda: C)\nk = K(C)', ['k.x', 'k.y', 'dataclasses.replace(k, y=0).x', 'K(C).__dict__["x"]', 'dataclasses.fields(k)[1].default_factory()', 'getattr(k, dataclasses.fields(k)[0].name)']),
    ('class K(enum.Enum):\n    A = (C,)\n    B = 1', ['K.A.value[0]', 'K["A"].value[0]', 'list(K)[0].value[0]', 'K.A._value_[0]', 'K.__members__["A"].value[0]']),
    ('class K(typing.NamedTuple):\n    x: list\n    y: int = 0\nk = K(C)', ['k.x', 'k[0]', 'K(x=C).x']),
    ('k = types.SimpleNamespace(x=C)', ['k.x', 'vars(k)["x"]', 'k.__dict__["x"]']),
    ('k = types.MappingProxyType({"x": C})', ['k["x"]', 'k.get("x")', 'dict(k)["x"]', '[*k.values()][0]', 'k.copy()["x"]']),
    ('k = ChainMap({"x": C}, {})', ['k["x"]', 'k.maps[0]["x"]', 'k.new_child()["x"]', 'k.get("x")']),
    ('k = defaultdict(lambda: C)', ['k["q"]', 'k.default_factory()', 'k.__missing__("w")']),
    ('k = OrderedDict(x=C)', ['k["x"]', 'list(k.values())[0]', 'k.popitem()[1]', 'k.copy()["x"]', 'next(reversed(k.items()))[1]', 'k.get("x")']),
    ('k = deque([C])', ['k[0]', 'next(iter(k))', 'k.pop()', 'k.copy()[0]', 'list(k)[-1]']),
    ('k = UserDict(x=C)', ['k["x"]', 'k.data["x"]']),
    ('def k(x=C):\n    yield x\n    yield [x]', ['next(k())', '[*k()][1][0]', 'list(k())[0]', 'max(k(), key=id) and C', 'next(k()).__class__ and C', 'k().gi_frame.f_locals["x"]']),
    ('@contextlib.contextmanager\ndef k():\n    yield C', ['k().__enter__()', 'contextlib.ExitStack().enter_context(k())', 'contextlib.nullcontext(C).__enter__()', 'contextlib.closing(C).thing']),
    ('try:\n    raise ValueError(C) from KeyError(C)\nexcept ValueError as e:\n    k = e', ['k.args[0]', 'k.__cause__.args[0]', 'k.__reduce__()[1][0]', 'k.__context__.args[0]', 'ValueError(C).args[0]', 'k.with_traceback(None).args[0]', '(*k.args,)[0]', 'KeyError(k).args[0].args[0]']),
    ('k = [C]', ['k[0]', '(*k,)[0]', '[*k][-1]', 'next(iter(k))', 'k.copy()[0]', 'copy.copy(k)[0]', '(k + [1])[0]', '(k * 2)[1]', 'sorted(k, key=id)[0]', 'max(k, key=id)', 'k.pop()', 'tuple(k)[0]', 'list(reversed(k))[0]', 'operator.itemgetter(0)(k)',
               'operator.getitem(k, 0)', '[x for x in k][0]', 'next(x for x in k)', 'functools.reduce(lambda a, b: a, k)', 'k[:][0]', 'k[slice(None)][0]', 'next(map(lambda x: x, k))', 'next(filter(None, [k]))[0]', 'next(zip(k))[0]', 'dict(enumerate(k))[0]',
               'next(itertools.chain(k))', 'next(itertools.cycle(k))', 'next(itertools.repeat(k))[0]', 'itertools.tee(k)[1].__next__()', 'next(itertools.islice(k, 1))', 'next(itertools.groupby(k, id))[1].__next__()', 'next(itertools.accumulate(k))',
               'next(itertools.product(k))[0]', 'next(itertools.permutations(k))[0]', 'next(itertools.starmap(lambda x: x, [k]))', 'next(itertools.zip_longest(k))[0]', 'iter(k).__reduce__()[1][0][0]', 'min(k, default=0, key=id)', 'slice(k).stop[0]', 'k.__iter__().__next__()']),
    ('k = {"x": C}', ['k["x"]', 'k.get("x")', '[*k.values()][0]', 'next(iter(k.items()))[1]', 'dict(k)["x"]', '{**k}["x"]', 'k.copy()["x"]', 'k.setdefault("x")', 'k.pop("x")', 'k.popitem()[1]', '(k | {})["x"]', 'dict.fromkeys("x", C)["x"]', '"{x}".format(**k) and C',
                      'k.items().mapping["x"]', '{q: w for q, w in k.items()}["x"]', 'k.__getitem__("x")', 'list(zip(*k.items()))[1][0]', 'operator.itemgetter("x")(k)', 'copy.copy(k)["x"]', 'max(k.values(), key=id)']),
    ('k = 0', ['C', '(C)', '(k or C)', '(C if not k else k)', '(lambda: C)()', '(q := C)', '[C][0]', 'C.copy.__self__', 'C.__class__ and C', '[q := C][0]', '(lambda q=C: q)()', 'id(C) and C', '(k, C)[1]', '[C, k][not k and 0]', 'locals().get("nope", C)', 'getattr(C, "nope", C)', 'C.__iter__ and C', 'iter(C).__reduce__()[1][0]', 'reversed(C).__reduce__()[1][0]', 'next(zip([C]))[0]']),
    ('@functools.lru_cache(None)\ndef k():\n    return C', ['k()', 'k.__wrapped__()', '(k(), k())[1]']),
    ('class K:\n    @functools.cached_property\n    def x(self):\n        return C\nk = K()', ['k.x', '(k.x, k.x)[1]']),
    ('@functools.singledispatch\ndef k(x):\n    return x\n@k.register\ndef _(x: str):\n    return C', ['k(C)', 'k("s")', 'k.dispatch(str)("")', 'k.registry[str]("")']),
    ('def w(f):\n    @functools.wraps(f)\n    def inner(*a):\n        return f(*a)\n    return inner\n@w\ndef k():\n    return C', ['k()', 'k.__wrapped__()', 'k.__closure__[0].cell_contents()']),
    ('match {"x": C, "y": 1}:\n    case {"x": k, **rest}:\n        pass', ['k']),
    ('class K:\n    __match_args__ = ("x",)\n    def __init__(self, x):\n        self.x = x\nmatch K(C):\n    case K(k):\n        pass', ['k']),
    ('match (C, 1):\n    case [k, int(_)] | k, _:\n        pass', ['k']),
    ('match [0, C]:\n    case [_, *k]:\n        pass', ['k[0]', 'k.pop()']),
    ('k, *rest = C, 1, 2', ['k']),
    ('[k, [*rest]] = C, (C,)', ['k', 'rest[0]']),
    ('for k in [C]:\n    pass', ['k']),
    ('with contextlib.nullcontext(C) as k:\n    pass', ['k']),
    ('k = weakref.WeakValueDictionary()\nclass K:\n    held = C\no = K()\nk["x"] = o', ['k["x"].held']),
    ('k = json.loads("[1]")', ['[C, k][0]', 'dict(a=C, b=k)["a"]']),
]
HOOKS = [  # a special method, and what calls it
    ('__add__(self, o)', ['K() + 1', 'sum([1], K())', 'functools.reduce(operator.add, [K(), 1])', 'operator.add(K(), 1)']), ('__radd__(self, o)', ['1 + K()', 'sum([K()])', '[] + K()', '"" + K()']),
    ('__eq__(self, o)', ['K() == 1', 'K() in [1, 2]', '[K()].index(1)', '[1, K()].count(3)', '[K()] == [1]', '(1, K()) == (1, 2)', '{"a": K()} == {"a": 1}', '[1].__contains__(K())', '{0: K()}.items() == {0: 1}.items()', 'operator.countOf([K()], 1)']),
    ('__lt__(self, o)', ['K() < 1', 'sorted([K(), K()])', 'max([1, K()])', '[K(), K()].sort()', 'min(K(), K())', '(K(),) < (K(),)']),
    ('__bool__(self)', ['bool(K())', 'K() and 1', 'not K()', '1 if K() else 0', 'any([K()])', 'all([K(), 1])', 'list(filter(None, [K()]))', '[x for x in [1] if K()]', 'assert_(K())', 'next(itertools.compress([1, 2], [K(), 1]))', 'min([1], key=lambda x: not K())']),
    ('__len__(self)', ['len(K())', 'bool(K())', 'operator.length_hint(K())', 'list(filter(None, [K()]))']),
    ('__contains__(self, o)', ['1 in K()', '1 not in K()', 'operator.contains(K(), 1)']),
    ('__str__(self)', ['str(K())', 'f"{K()}"', '"%s" % K()', '"{}".format(K())', 'print(K(), end="", file=io.StringIO())', 'format(K())', '"%s %s" % (1, K())', 'str([1]) + str(K())']),
    ('__repr__(self)', ['repr(K())', 'f"{K()!r}"', 'str([K()])', '"%r" % [K()]', 'ascii(K())', 'f"{[K()]}"', 'repr({1: K()})', '"{!r}".format(K())', 'str(ValueError(K()))', '"%(a)s" % {"a": [K()]}']),
    ('__format__(self, s)', ['f"{K()}"', 'format(K(), "")', '"{:5}".format(K())', 'f"{K():>3}"', '"{a}".format(a=K())', '"{a}".format_map({"a": K()})']),
    ('__hash__(self)', ['hash(K())', '{K(): 1}', '{K()}', '{}.get(K())', 'K() in {1: 2}', 'set([K()])', 'dict.fromkeys([K()])', '{1}.add(K())', '{}.setdefault(K(), 1)', '{1: 1}.pop(K(), 0)', 'frozenset([K()])', '{*[K()]}', '{x: 1 for x in [K()]}']),
    ('__iter__(self)', ['[*K()]', 'list(K())', 'max(K(), default=0)', '(lambda *a: a)(*K())', 'dict(K())', '[1].extend(K())', '",".join(K())', 'set(K())', '{1}.update(K())', 'zip(K())', 'map(str, K())', 'enumerate(K())', '1 in K()', 'sum(K())', '[x for x in K()]', 'sorted(K())', 'tuple(K())', 'dict.fromkeys(K())', 'itertools.chain(K())', 'bytes(K())', '{1}.union(K())', '[0].__iadd__(K())', '(x for x in K())']),
    ('__getitem__(self, i)', ['K()[0]', 'list(K())', '[*K()]', 'operator.getitem(K(), 0)', '{**K()}', 'iter(K()) and next(iter(K()), 0)', 'K()[1:2]']),
    ('__index__(self)', ['[1, 2][K()]', 'range(K())', '"ab" * K()', 'hex(K())', '[1, 2][K():]', '"abc"[:K()]', 'operator.index(K())', 'int(K())', 'chr(K())', 'round(1.5, K())', 'list(range(5))[::K() or 1]', '[0] * K()', 'bytes(K())', '"%d" % K()']),
    ('__call__(self, *a)', ['K()()', 'list(map(K(), [1]))', 'sorted([2, 1], key=K())', 'max([1, 2], key=K())', 'functools.reduce(K(), [1, 2])', 'functools.partial(K())()', 'next(iter(K(), 1), 0)', 'list(filter(K(), [1]))', 're.sub("a", K(), "b")', 'min([3], key=K())', 'defaultdict(K())[1]', 'list(itertools.starmap(K(), [(1, 2)]))', '[2, 1].sort(key=K())', 'property(K()).fget(1)']),
    ('__getattr__(self, n)', ['K().x', 'getattr(K(), "x", 0)', 'hasattr(K(), "x")', 'operator.attrgetter("x")(K())', 'copy.copy(K()) and 0']), ('__setattr__(self, n, v)', ['setattr(K(), "x", 1)']), ('__delattr__(self, n)', ['delattr(K(), "x")']),
    ('__setitem__(self, i, v)', ['operator.setitem(K(), 0, 1)', 'K().__setitem__(0, 1)']), ('__neg__(self)', ['-K()', 'operator.neg(K())']), ('__abs__(self)', ['abs(K())']), ('__float__(self)', ['float(K())', 'math.sqrt(K())', '"%f" % K()', 'math.floor(K())']),
    ('__int__(self)', ['int(K())', '"%d" % K()']), ('__round__(self, n=0)', ['round(K())']), ('__enter__(self)', ['contextlib.ExitStack().enter_context(K())']), ('__del__(self)', ['K()', '[K()].clear()', '[K()].pop()', '(lambda x: 0)(K())', 'K() and 0', '{1: K()}.clear()', '[K() for _ in [1]] and 1']),
    ('__instancecheck__(self, o)', ['isinstance(1, K())']), ('__missing__(self, k)', ['K()']), ('__rmul__(self, o)', ['2 * K()', '[1] * K()', '"a" * K()']), ('__ror__(self, o)', ['{} | K()', '{1} | K()', '{1: 2}.keys() | K()', '1 | K()']),
    ('__mod__(self, o)', ['K() % 2']), ('__rmod__(self, o)', ['1 % K()']), ('__divmod__(self, o)', ['divmod(K(), 2)']), ('__pow__(self, o)', ['pow(K(), 2)', 'K() ** 2']), ('__matmul__(self, o)', ['K() @ 1']), ('__invert__(self)', ['~K()']), ('__dir__(self)', ['dir(K())']),
    ('__fspath__(self)', ['os.path.join("a", K())', 'os.fspath(K())', 'os.path.basename(K())']), ('__reversed__(self)', ['reversed(K())']), ('__next__(self)', ['next(K())', 'next(K(), 1)']), ('__copy__(self)', ['copy.copy(K())']), ('__deepcopy__(self, m)', ['copy.deepcopy(K())', 'copy.deepcopy([K()])']),
    ('__bytes__(self)', ['bytes(K())']), ('__complex__(self)', ['complex(K())']), ('__set__(self, o, v)', ['K()']), ('__length_hint__(self)', ['operator.length_hint(K())']), ('__ge__(self, o)', ['K() >= 1', '1 <= K()']), ('__contains__(self, x)', ['[x for x in [1] if x in K()]']),
    ('keys(self)', ['{**K()}', 'dict(K())', '{}.update(K())', '(lambda **k: k)(**K())']), ('__sub__(self, o)', ['K() - 1']), ('__rsub__(self, o)', ['{1} - K()', '1 - K()', '{1: 1}.keys() - K()']), ('__and__(self, o)', ['K() & 1']), ('__rand__(self, o)', ['{1} & K()', 'True & K()', '{2: 1}.keys() & K()']),
]
GIVES = ['0', '1', 'None', '"s"', '[]', 'iter([])', 'True', 'NotImplemented', 'self', '2.5']
TRUE = ['True', 'os.getpid() > 0', 'len(os.listdir("/")) > 0', 'time.time() > 5', '1', 'sys.argv is not None', 'random.random() < 2']
EXPRESSIONS = ['X', '(lambda: X)()', '[X for _ in [1]]', '[0, X]', "f'''{X}'''", 'X if T else 0', 'T and X', 'not T or X', '{1: X}', '(lambda v=X: v)()', 'list(map(lambda _: X, [1]))', 'sorted([1], key=lambda _: [X] and 1)', 'next(iter([X]))', '(w := X)',
               'any(X for _ in [1])', 're.sub("a", lambda m: str(X), "a")', 'max([1], key=lambda _: [X] and 1)', 'functools.reduce(lambda a, b: X, [1, 2])', 'print(X, file=io.StringIO())', '[X][0]', 'str(X)', 'len([X])', '[*map(lambda _: X, "a")]', '(lambda *a: a)(*[X])']
STATEMENTS = [
    'S', 'if T:\n    S', 'for _i in range(1):\n    S', 'while True:\n    S\n    break', 'try:\n    S\nfinally:\n    pass', 'try:\n    S\nexcept Exception:\n    pass', 'try:\n    1 // 0\nexcept ZeroDivisionError:\n    S', 'try:\n    pass\nexcept KeyError:\n    pass\nelse:\n    S',
    'try:\n    pass\nfinally:\n    S', 'def f():\n    S\nf()', 'def f():\n    def g():\n        S\n    return g\nf()()', 'class B:\n    S', 'with contextlib.suppress(Exception):\n    S', 'match 1:\n    case _ if T:\n        S', 'def f():\n    S\n    yield\nlist(f())', 'def deco(fn):\n    S\n    return fn\n@deco\ndef h():\n    pass',
    'def f():\n    S\nthreading.Thread(target=f).run()', '@contextlib.contextmanager\ndef ctx():\n    yield\n    S\nwith ctx():\n    pass', 'def f():\n    try:\n        return 1\n    finally:\n        S\nf()', 'for _i in [1]:\n    pass\nelse:\n    S',
    'if not T:\n    pass\nelse:\n    S', 'class B:\n    def m(self):\n        S\nB().m()', 'class B:\n    def __init__(self):\n        S\nB()', 'def f():\n    S\n[f][0]()', 'def f():\n    S\n{"a": f}["a"]()', 'def f():\n    S\nfunctools.partial(f)()', 'def f(*a):\n    S\nsorted([2, 1], key=f and (lambda x: f() or x))',
    'def f(*a):\n    S\nlist(map(f, [1]))', 'def f(*a):\n    S\n    return 1\nmax([1, 2], key=f)', 'class B(contextlib.ContextDecorator):\n    def __enter__(self):\n        S\n    def __exit__(self, *a):\n        pass\nwith B():\n    pass', 'async def f():\n    S\nc0 = f()\ntry:\n    c0.send(None)\nexcept StopIteration:\n    pass',
    'def f():\n    S\n    yield 1\n    yield 2\nfor _i in f():\n    break', 'def f():\n    x = yield\n    S\ng = f()\nnext(g)\nnext(g, 0)', 'def f():\n    yield\n    S\ndef h():\n    yield from f()\nlist(h())', 'class B:\n    def __del__(self):\n        S\nb = B()\nb = None', 'if T:\n    if T:\n        S',
]
UNSEEN = re.compile(r'class|async|inspect|copy\.|\b(types|ChainMap|deque|UserDict|contextlib|namedtuple|json|weakref|wraps|singledispatch|threading|re|io|id)\b')  # what cfglint does not evaluate
IMPORTS = ['contextlib', 'copy', 'dataclasses', 'enum', 'functools', 'inspect', 'io', 'itertools', 'json', 'math', 'operator', 'os', 'random', 're', 'sys', 'threading', 'time', 'types', 'typing', 'weakref']


def indented(text, by):
    return ['    ' * by + line for line in text.split('\n')]


def seen(rows):
    return [row for row in rows if not UNSEEN.search(row)]


class Program:
    """Of two in three, all but some conditions is evaluated by cfglint, too."""

    def __init__(self, seed):
        self.r = random.Random('routes %d' % seed)
        self.plain = seed % 3 > 0
        self.expressions, self.statements, self.true = EXPRESSIONS, STATEMENTS, TRUE
        self.routes = [(make, route) for make, routes in ROUTES for route in routes]
        if self.plain:
            self.expressions, self.statements, self.true = seen(EXPRESSIONS), seen(STATEMENTS), ['True', 'not c0', '1', TRUE[1]]
            self.routes = [(make, route) for make, route in self.routes if len(seen([make, route])) == 2]

    def expression(self, x):
        r = self.r
        for _ in range(r.choice([0, 0, 0, 1, 1, 2])):
            x = r.choice(self.expressions).replace('X', x).replace('T', r.choice(self.true))
        return x

    def statement(self, s):
        r = self.r
        for _ in range(r.choice([0, 1, 1, 1, 2])):
            form = r.choice(self.statements)
            lines = []
            for line in form.split('\n'):
                if line.strip() == 'S':
                    lines += [line[:-1] + one for one in s.split('\n')]
                else:
                    lines.append(line.replace('T:', r.choice(self.true) + ':'))
            s = '\n'.join(lines)
        return s

    def cell(self, n):
        r = self.r
        kind = r.choice(list(CONTAINERS))
        expressions, statements = CHANGES[kind]
        lines = ['c = %s' % r.choice(CONTAINERS[kind]), 'seen = [len(c)]']
        if self.plain or r.random() < .55:
            make, route = r.choice(self.routes)
            lines += C.sub('c', make).split('\n')
            route = C.sub('c', route)
            if r.random() < .4:
                lines.append('got = %s' % route)
                route = 'got'
            change = r.choice(statements) if r.random() < .3 else self.expression(r.choice(expressions))
            lines += self.statement(change.replace('R', route)).split('\n')
        else:
            method, calls = r.choice(HOOKS)
            inner = self.expression(r.choice(expressions).replace('R', 'c'))
            lines += ['class K:', '    def %s:' % method, '        %s' % inner, '        return %s' % r.choice(GIVES)]
            if method.startswith('keys') or r.random() < .1:
                lines += ['    def __getitem__(self, k):', '        return 1'] if '__getitem__' not in method else []
            call = self.expression(r.choice(calls).replace('assert_', 'bool'))
            lines += self.statement('try:\n    %s\nexcept Exception:\n    seen.append("raised")' % call).split('\n')
        lines += ['seen.append(len(c))'] if r.random() < .5 else ['seen.append(bool(c))'] if r.random() < .5 else ['seen.append(copy.deepcopy(c))']
        shown = ['r%d = [c, seen]' % n]
        if r.random() < .6:
            lines = ['def cell%d():' % n] + ['    ' + line for line in lines] + ['    return [c, seen]']
            shown = ['r%d = cell%d()' % (n, n), 'del cell%d' % n]
        if self.plain:  # under a `try`, all that is unknown may have raised
            return lines + shown
        return ['try:'] + ['    ' + line for line in lines + shown] + ['except Exception as error:', '    r%d = type(error).__name__' % n]


NAMES = 'B D K L M NT b c c0 ctx deco e f g got h k mk o q rest seen t w'.split()


def program(seed):
    p = Program(seed)
    none = '%s = 0' % ' = '.join(NAMES)
    lines = ['import ' + m for m in IMPORTS] + ['from collections import ChainMap, OrderedDict, UserDict, defaultdict, deque, namedtuple']
    for n in range(1 + p.plain):  # what is unknown after one cell hides what comes of the next
        lines += [none] + p.cell(n)
    return '\n'.join(lines + [none, 'del ' + ', '.join(NAMES)]) + '\n'


if __name__ == '__main__':
    import sys
    print(program(int(sys.argv[1])), end='')
