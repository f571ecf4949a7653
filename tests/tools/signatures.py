#!/usr/bin/env python3
"""Which arguments the classes take that registries know: from sources, which are parsed and not run.

    signatures.py FOLDER... > rules/rules/signatures.star

A folder is a checkout, called PROJECT@RELEASE.

Each checkout is one release of one project; a class takes what it takes in any of them.  What a class hands on by **kwargs is what its
base takes; one whose base is not found, or that uses **kwargs otherwise, takes anything.
"""

import ast
import collections
import os
import sys

SKIP = ("tests", "configs", "docs", "demo", ".dev_scripts", "tools", "resources")
LEAVES = {"Module": (), "BaseModule": ("init_cfg",), "object": (), "BaseModel": ("data_preprocessor", "init_cfg"), "ABC": (),
          "ModuleList": None, "Sequential": None}


class Found:
    def __init__(self, name, bases, names, takes, open_, hands_on, imported):
        self.name, self.bases, self.names, self.takes, self.open, self.hands_on = name, bases, names, takes, open_, hands_on
        self.imported = imported  # it is known only once a config imports it


def bare(node):
    node = node.value if isinstance(node, ast.Subscript) else node
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def registered(node):
    """The names that its decorators give a class or function; none when it is not registered."""
    names = []
    for d in node.decorator_list:
        call = d.func if isinstance(d, ast.Call) else d
        if isinstance(call, ast.Attribute) and call.attr == "register_module":
            given = [k.value for k in d.keywords if k.arg == "name"] if isinstance(d, ast.Call) else []
            given += d.args[:1] if isinstance(d, ast.Call) else []
            texts = [v.value for v in given if isinstance(v, ast.Constant) and isinstance(v.value, str)]
            texts += [e.value for v in given if isinstance(v, (ast.List, ast.Tuple)) for e in v.elts if isinstance(e, ast.Constant)]
            names += texts or [node.name]
    return names


def hands_on(init, name):
    """Does it give **name to the constructor of its base, and to nothing else?"""
    uses = [n for n in ast.walk(init) if isinstance(n, ast.Name) and n.id == name]
    calls = [n for n in ast.walk(init) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "__init__"]
    return len(uses) == 1 and any(k.arg is None and k.value is uses[0] for c in calls for k in c.keywords)


def signature(init, method):
    a = init.args
    names = [x.arg for x in a.posonlyargs + a.args + a.kwonlyargs]
    names = names[1:] if method else names
    kwargs = a.kwarg.arg if a.kwarg else None
    return names, kwargs is not None or a.vararg is not None, kwargs is not None and a.vararg is None and hands_on(init, kwargs)


def classes(folder):
    for at, dirs, files in os.walk(folder):
        imported = "projects" in at[len(folder):].split(os.sep)
        dirs[:] = [d for d in dirs if d not in SKIP]
        for file in files:
            if not file.endswith(".py"):
                continue
            try:
                with open(os.path.join(at, file), encoding="utf-8", errors="replace") as f:
                    tree = ast.parse(f.read())
            except SyntaxError:
                continue
            by_call = collections.defaultdict(list)  # X.register_module('Name', module=Class)
            for n in ast.walk(tree):
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "register_module":
                    for k in n.keywords:
                        if k.arg == "module" and bare(k.value):
                            texts = [v.value for v in n.args[:1] + [k.value for k in n.keywords if k.arg == "name"]
                                     if isinstance(v, ast.Constant) and isinstance(v.value, str)]
                            by_call[bare(k.value)] += texts or [bare(k.value)]
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    init = next((n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
                    takes, open_, on = signature(init, True) if init else ([], True, True)
                    yield Found(node.name, [bare(b) for b in node.bases], registered(node) + by_call[node.name], takes, open_, on, imported)
                elif isinstance(node, ast.FunctionDef) and registered(node):
                    takes, open_, _ = signature(node, False)
                    yield Found(node.name, [], registered(node), takes, open_, False, imported)


def arguments(found, known, everywhere, done, depth=0):
    """What it takes; None: anything."""
    if id(found) not in done:
        done[id(found)] = None  # a base of itself
        done[id(found)] = resolved(found, known, everywhere, done, depth)
    return done[id(found)]


def resolved(found, known, everywhere, done, depth):
    if not found.open:
        return set(found.takes)
    if not found.hands_on or depth > 12:
        return None
    takes = set(found.takes)
    for base in found.bases:
        if base in LEAVES:
            more = LEAVES[base]
        else:
            options = known.get(base) or everywhere.get(base)
            options = [o for o in options or [] if o is not found]
            parts = [arguments(o, known, everywhere, done, depth + 1) for o in options]
            more = None if not parts or None in parts else set().union(*parts)
        if more is None:
            return None
        takes |= set(more)
    return takes


def main():
    checkouts, everywhere = [], collections.defaultdict(list)
    for folder in sys.argv[1:]:
        known = collections.defaultdict(list)
        for found in classes(folder):
            known[found.name].append(found)
            everywhere[found.name].append(found)
        checkouts.append((os.path.basename(os.path.normpath(folder)).split("@")[0], known))
    table, done = collections.defaultdict(set), {}
    shared = collections.defaultdict(bool)
    for project, known in checkouts:
        for found in [f for options in known.values() for f in options if f.names]:
            takes = arguments(found, known, everywhere, done)
            for name in found.names:
                table[name] |= {"*" + project} if takes is None else takes
                shared[name] |= not found.imported
    print("# What the classes that registries know take, in any release: made by tests/tools/signatures.py from the projects' sources.")
    print("# One line is one class; `*mmdet`: anything in that project; `~`: only of projects that a config imports.  By first letters, so that little is searched.\n")
    print("SIGNATURES = {")
    rows = collections.defaultdict(list)
    for name in sorted(table):
        if name.isidentifier():
            rows[name[0]].append(" ".join([name] + ([] if shared[name] else ["~"]) + sorted(table[name])))
    for letter in sorted(rows):
        print(f'    "{letter}": """')
        print("\n".join(rows[letter]))
        print('""",')
    print("}")
    print(TAIL)


TAIL = """
# What the class takes in any release of any project; None: it is not known.
def takes_of(name):
    rows = SIGNATURES.get(name[:1], "")
    at = rows.find("\\n" + name + " ")
    if at < 0:
        return None
    end = rows.find("\\n", at + 1)
    return rows[at + 1:end if end > 0 else len(rows)].split(" ")[1:]

# Is a class of that name known only where a config imports it?
def is_imported(name):
    return "~" in (takes_of(name) or [])"""

if __name__ == "__main__":
    main()
