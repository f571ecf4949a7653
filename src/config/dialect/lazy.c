/*
 * mmengine's new style: `with read_base(): from .base import *`, and imports that become
 * references.
 *
 * All base imports are bound before any code runs; assignment replaces, .update() and .merge()
 * change the bases' objects; names that were imported do not show in the result.
 */
#include "config/dialect/family.h"

#include "config/variant.h"

#include "eval/builtins.h"
#include "eval/ops.h"
#include "text/path.h"

static const struct node *node_of(const struct tree *t, node_id id)
{
    return tree_node(t, id);
}

/* --- loading --- */

struct lazy_file {
    struct load *load;
    struct arena *arena;
    struct module *module;
    const struct tree *tree;
    struct eval eval;
    struct eval_host host;
    struct dict *globals;
    node_id with;          /* the `with read_base()` that was opened up, or 0 */
    VEC(str) base_names;   /* ".base" of each import in it, as `module` calls it */
    struct dict *imported; /* its keys are the names */
};

static void hide(struct lazy_file *f, const struct string *name)
{
    dict_set_str(f->arena, f->imported, string_str(name), value_none());
}

/* What an import binds; inside of a function that is a slot, which still has its text. */
static const struct string *bound_name(struct lazy_file *f, node_id target)
{
    return string_new(f->arena, tree_text(f->tree, target));
}

/* "..a.b" for `from ..a.b import c` */
static str module_text(struct lazy_file *f, node_id id)
{
    const struct node *n = node_of(f->tree, id);
    return arena_printf(f->arena, "%.*s%s", n->op,
        "................................................"
        ".........................................................................................."
        "......",
        tree_string(f->tree, n->data)->bytes);
}

/* `spelled`: as the loader spells it, which is the base's `__file__`. */
static bool base_path(struct lazy_file *f, node_id import, str *out, str *spelled)
{
    const struct node *n = node_of(f->tree, import);
    str name = string_str(tree_string(f->tree, n->data));
    char *file = (char *)arena_str(f->arena, name).p;
    for (size_t i = 0; i < name.n; i++) {
        file[i] = file[i] == '.' ? '/' : file[i];
    }
    str path;
    if (n->op > 0) {
        path = path_dirname(f->host.file_name);
        for (uint32_t up = 1; up < n->op; up++) {
            path = path_join(f->arena, path, STR(".."));
        }
        path = path_join(f->arena, path, arena_printf(f->arena, "%s.py", file));
    } else {
        size_t dot = str_find(name, STR("."), 0);
        if (dot == SIZE_MAX) {
            return load_refuse(f->module, f->arena, "INH001", tree_loc(f->tree, import),
                "a base is a module inside a package, and '%.*s' is a package itself",
                STR_ARG(name));
        }
        str folder, package = str_slice(name, 0, dot);
        if (!packages_find(f->load->loader, f->arena, package, &folder) &&
            !packages_own(f->load->loader, f->arena, f->module->path, package, &folder)) {
            return load_refuse(f->module, f->arena, "INH001", tree_loc(f->tree, import),
                "the package '%.*s' is not installed in any package path; name its folder with "
                "--package-path, or activate the environment that has it",
                (int)dot, name.p);
        }
        path = path_join(f->arena, folder, arena_printf(f->arena, "%s.py", file + dot + 1));
    }
    *spelled = path;
    *out = path_absolute(f->arena, f->host.folder, path);
    return true;
}

static bool load_bases(struct lazy_file *f)
{
    const struct tree *t = f->tree;
    struct module *m = f->module;
    EACH_CHILD (t, t->root, it) {
        const struct node *n = node_of(t, it);
        bool attribute = false;
        if (n->kind == NODE_ASSIGN && node_of(t, tree_child(t, it, 1))->kind == NODE_NAME &&
            str_is(tree_text(t, tree_child(t, it, 1)), "_base_")) {
            return load_refuse(f->module, f->arena, "INH010", tree_loc(f->tree, it),
                "`_base_` cannot be used in a file of the new style; one chain has to be all of "
                "one style");
        }
        if (n->kind != NODE_WITH) {
            continue;
        }
        if (!lazy_is_read_base(t, it, &attribute) || tree_child(t, it, 2)) {
            return load_refuse(f->module, f->arena, "SYN010", tree_loc(f->tree, it),
                "only `with read_base():` may stand in a config");
        }
        f->with = it;
        break;
    }
    if (!f->with) {
        return true;
    }
    node_id suite = tree_child(t, f->with, 0);
    m->bases = ARENA_MANY(f->arena, const struct module *, node_of(t, suite)->n + 1u);
    EACH_CHILD (t, suite, it) {
        if (node_of(t, it)->kind != NODE_IMPORT_FROM) {
            return load_refuse(f->module, f->arena, "SYN010", tree_loc(f->tree, it),
                "only `from ... import ...` may stand under read_base()");
        }
        if (tree_string(t, node_of(t, it)->data)->n == 0) {
            return load_refuse(f->module, f->arena, "SYN010", tree_loc(f->tree, it),
                "`from . import name` may not stand under read_base(); write `from .name import "
                "*`");
        }
    }
    EACH_CHILD (t, suite, it) {
        str path, spelled;
        if (!base_path(f, it, &path, &spelled)) {
            return false;
        }
        const struct module *base =
            load_module(f->load, path, spelled, m->dialect, tree_loc(t, it));
        if (base->failed) {
            if (!m->diags) {
                m->diags = diags_new(f->arena->owner);
            }
            diags_append(m->diags, base->diags);
            m->blind = base->blind;
            return false;
        }
        for (uint32_t i = 0; base->imported && i < base->imported->n; i++) {
            hide(f, base->imported->entries[i].key.s);
        }
        vec_push(f->arena->owner, &f->base_names, module_text(f, it));
        m->bases[m->n_bases++] = base;
    }
    return true;
}

/* A base's values as one import statement sees them.  All imports of one module share its objects.
 */
static const struct dict *base_values(struct lazy_file *f, struct value *store, str module)
{
    for (size_t i = f->base_names.n; i-- > 0;) {
        if (str_eq(f->base_names.items[i], module)) {
            if (store[i].kind != VALUE_DICT) {
                store[i] = load_thawed(f->arena, &f->module->bases[i]->dict, VALUE_DEPTH);
            }
            return store[i].dict;
        }
    }
    return NULL;
}

static bool bind_base_import(struct lazy_file *f, node_id import, const struct dict *values)
{
    const struct tree *t = f->tree;
    EACH_CHILD (t, import, alias) {
        const struct string *name = tree_string(t, node_of(t, alias)->data);
        if (str_is(string_str(name), "*")) {
            for (uint32_t i = 0; i < values->n; i++) {
                const struct entry *x = &values->entries[i];
                dict_set(f->arena, f->globals, &x->key, x->hash, x->value);
            }
            return true;
        }
        const struct entry *x = dict_find_string(values, name);
        if (!x) {
            return load_refuse(f->module, f->arena, "INH008", tree_loc(f->tree, alias),
                "the base defines no '%s'", name->bytes);
        }
        node_id target = tree_child(t, alias, 0);
        struct value key = value_of_string(bound_name(f, target));
        key.tree = t;
        key.node = alias;
        dict_set(f->arena, f->globals, &key, key.s->hash, x->value);
    }
    return true;
}

/* ImportTransformer: every base import of the file is bound before it runs, and imported names are
 * noted. */
static bool transform_import(struct lazy_file *f, node_id id, struct value *store)
{
    const struct tree *t = f->tree;
    const struct node *n = node_of(t, id);
    if (n->kind == NODE_IMPORT) {
        if (n->n != 1) {
            return load_refuse(f->module, f->arena, "SYN010", tree_loc(f->tree, id),
                "one `import` may name only one module in a config of the new style");
        }
        const struct node *alias = node_of(t, n->child);
        str module = string_str(tree_string(t, alias->data));
        node_id target = alias->child;
        if (alias->op || !lazy_is_builtin(module)) { /* `import os` alone does show */
            hide(f, bound_name(f, target));
        }
        return true;
    }
    str module = module_text(f, id);
    bool builtin = lazy_is_builtin(module);
    const struct dict *values = builtin ? NULL : base_values(f, store, module);
    if (values) {
        return bind_base_import(f, id, values);
    }
    EACH_CHILD (t, id, alias) {
        const struct string *name = tree_string(t, node_of(t, alias)->data);
        if (str_is(string_str(name), "*")) {
            return load_refuse(f->module, f->arena, "SYN010", tree_loc(f->tree, alias),
                "`from ... import *` may only stand under `with read_base():`");
        }
        hide(f, bound_name(f, tree_child(t, alias, 0)));
    }
    return true;
}

static bool bind_imports(struct lazy_file *f)
{
    const struct tree *t = f->tree;
    struct value *store = ARENA_MANY(f->arena, struct value, f->base_names.n + 1);
    node_id *order = ARENA_MANY(f->arena, node_id, t->n_nodes);
    uint32_t n = 0;
    for (node_id id = 1; id < t->n_nodes;
         id++) { /* nodes of statements are numbered in order of the text */
        uint8_t kind = node_of(t, id)->kind;
        if (kind == NODE_IMPORT || kind == NODE_IMPORT_FROM) {
            order[n++] = id;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!transform_import(f, order[i], store)) {
            return false;
        }
    }
    return true;
}

static struct value lazy_value(struct arena *a, str module, str name, bool is_module, str path)
{
    struct lazy *l = ARENA_NEW(a, struct lazy);
    l->module = module;
    l->name = name;
    l->is_module = is_module;
    l->path = path;
    return (struct value){.kind = VALUE_LAZY, .lazy = l};
}

/* What an import statement binds when it runs. */
static bool import_statement(struct eval *e, struct frame *frame, node_id id)
{
    struct lazy_file *f = e->host->data;
    const struct tree *t = frame->tree;
    const struct node *n = node_of(t, id);
    str module = n->kind == NODE_IMPORT_FROM ? module_text(f, id) : STR("");
    for (size_t i = 0; i < f->base_names.n && n->kind == NODE_IMPORT_FROM; i++) {
        if (str_eq(f->base_names.items[i], module)) {
            return true; /* bound already */
        }
    }
    EACH_CHILD (t, id, alias) {
        const struct node *a = node_of(t, alias);
        str name = string_str(tree_string(t, a->data));
        struct value v;
        node_id target = a->child;
        if (n->kind == NODE_IMPORT_FROM && lazy_is_builtin(module)) {
            if (str_starts(module, STR("mmengine"))) {
                v = value_unknown(e->arena, t, id, "mmengine itself is not run");
            } else if (!builtins_import_from(e, module, name, &v)) {
                return false;
            }
        } else if (n->kind == NODE_IMPORT_FROM) {
            v = lazy_value(e->arena, module, name, false,
                arena_printf(e->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name)));
        } else if (lazy_is_builtin(name)) {
            v = builtins_module(e, a->op ? name : tree_text(t, target));
        } else if (a->op) { /* import a.b as c */
            v = lazy_value(e->arena, name, name, true, name);
        } else { /* import a.b binds a */
            str top = tree_text(t, target);
            v = lazy_value(e->arena, top, top, true, top);
        }
        if (!v.tree) {
            v.tree = t;
            v.node = id;
        }
        if (!eval_bind(e, frame, target, v)) {
            return false;
        }
    }
    return true;
}

/* `import a.b` lines are moved to the top of the file by the loader, the last one first. */
static bool run_plain_imports(struct lazy_file *f)
{
    const struct tree *t = f->tree;
    struct frame frame = {.tree = t, .nodes = t->nodes, .globals = f->globals};
    EACH_CHILD (t, t->root, it) {
        const struct node *n = node_of(t, it);
        if (n->kind == NODE_IMPORT && !node_of(t, n->child)->op &&
            !lazy_is_builtin(string_str(tree_string(t, node_of(t, n->child)->data))) &&
            !import_statement(&f->eval, &frame, it)) {
            return false;
        }
    }
    return true;
}

static bool with_statement(struct eval *e, struct frame *frame, node_id id)
{
    (void)e;
    bool attribute = false;
    return lazy_is_read_base(frame->tree, id, &attribute);
}

static bool run(struct lazy_file *f)
{
    static const char *const of_exec[] = {"__builtins__", NULL};
    load_own_names(&f->eval, f->globals, of_exec);
    return run_plain_imports(f) && eval_module(&f->eval, f->tree, f->globals);
}

static bool is_same_object(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->tree == b->tree && a->node == b->node && a->i == b->i;
}

/* Where the file has bound an imported name to something else, its entry knows what it was. */
static void note_past(struct lazy_file *f, const struct dict *before, struct entry *now)
{
    const struct entry *was = dict_find(before, &now->key, now->hash);
    if (was && !is_same_object(&was->value, &now->value)) {
        struct past *past = ARENA_NEW(f->arena, struct past);
        *past = (struct past){was->value, was->past};
        now->past = past;
    }
}

static void lazy_load(struct load *l, struct arena *a, struct module *m, struct loc from)
{
    struct lazy_file f = {.load = l, .arena = a, .module = m};
    m->file = load_parsed(l, m->path, TEXT_VERBATIM);
    struct diags *diags = diags_new(a->owner);
    if (!load_usable(l, m->file, from, diags)) {
        m->diags = diags;
        m->failed = true;
        return;
    }
    talloc_free(diags);
    f.tree = m->file->tree;
    f.globals = dict_new(a, 16);
    f.imported = dict_new(a, 16);
    f.host = (struct eval_host){.data = &f,
        .import = import_statement,
        .with = with_statement,
        .environment = load_environment,
        .folder = loader_files(l->loader)->cwd,
        .module_name = STR("builtins"),
        .file_name = l->chain->spelled};
    m->personal = str_find(m->file->source->bytes, STR("__file__"), 0) != SIZE_MAX;
    eval_init(&f.eval, a, loader_limits(l->loader), &PROFILE_CONFIG, &f.host);
    f.eval.fuel = &l->fuel;
    static const char *const own[] = {"LazyObject", "__file__", NULL};
    load_own_names(&f.eval, f.globals, own);
    if (!load_bases(&f) || !bind_imports(&f)) {
        m->failed = true;
        return;
    }
    const struct dict *imported = dict_copy(a, f.globals);
    load_enter_environment(l, &f.eval);
    bool good = run(&f);
    load_leave_environment(l, &f.eval);
    if (!good) {
        load_raised(m, a, &f.eval);
        return;
    }
    if (!load_names(m, a, f.globals)) {
        return;
    }
    struct dict *d = dict_new(a, f.globals->n);
    for (uint32_t i = 0; i < f.globals->n; i++) {
        const struct entry *x = &f.globals->entries[i];
        str name = value_str(&x->key);
        if (!str_starts(name, STR("__")) && !str_is(name, "LazyObject")) {
            note_past(&f, imported, dict_set(a, d, &x->key, x->hash, x->value));
        }
    }
    m->dict = value_of_dict(d);
    m->dict.tree = f.tree;
    m->dict.node = f.tree->root;
    m->imported = f.imported;
    if (load_fits(m, a, &f.eval, &m->dict) && load_settle(m, a, &f.eval, &m->dict, false)) {
        m->personal |= !value_freeze(&m->dict);
    }
}

/* --- which files are of this style --- */

static bool is_new_style(struct load *l, str path)
{
    const char *problem;
    node_id where;
    if (!str_is(path_extension(path), ".py")) {
        return false;
    }
    const struct parsed *p = load_peek(l, path);
    return p->status == FILE_OK && p->tree && lazy_is_lazy(p->tree, &problem, &where);
}

static uint32_t detect(struct load *l, struct arena *a, str path)
{
    (void)a;
    return is_new_style(l, path) ? 2 : 0;
}

static bool inherits(str line)
{
    return str_starts(line, STR("with")) && str_find(line, STR("read_base"), 4) != SIZE_MAX;
}

/* Does a file that counts as new style owe it to an import alone, with no read_base()? */
static bool is_lazy_by_import(const struct module *m)
{
    const struct tree *t = m->file ? m->file->tree : NULL;
    bool attribute;
    if (!t || t->broken || !t->root) {
        return false;
    }
    EACH_CHILD (t, t->root, it) {
        if (tree_node(t, it)->kind == NODE_WITH && lazy_is_read_base(t, it, &attribute)) {
            return false;
        }
    }
    return true;
}

enum {
    SURE_MARKS = 2,
    WHOLE_MARKS = 4,
    MOST_BELOW = 16 /* dicts and lists in each other */
};

/* `from mmcv import ...`, or from a module of it. */
static bool is_of_mmcv(const struct tree *t, node_id import)
{
    str module = string_str(tree_string(t, tree_node(t, import)->data));
    return str_is(module, "mmcv") || str_starts(module, STR("mmcv."));
}

/* By what the file itself binds at its top, or imports: how much of it is mmcv 1.x's? */
static int marks_of_names(struct load *l, struct arena *a, const struct tree *t)
{
    struct dict *names = dict_new(a, 16);
    EACH_CHILD (t, t->root, it) {
        enum node_kind kind = tree_node(t, it)->kind;
        node_id target = kind == NODE_ASSIGN ? tree_child(t, it, 1) : 0;
        if (target && tree_node(t, target)->kind == NODE_NAME) {
            dict_set_str(a, names, tree_text(t, target), value_none());
        }
        for (uint32_t i = 0; kind == NODE_IMPORT_FROM && i < tree_node(t, it)->n; i++) {
            const struct node *name = tree_node(t, tree_child(t, it, i));
            str word = string_str(tree_string(t, name->data));
            if (str_is(word, "Config") && is_of_mmcv(t, it)) {
                return SURE_MARKS;
            }
            dict_set_str(a, names, word, value_none());
        }
    }
    return mmcv_marks(l, names);
}

/* Is it, or something in it, made of what the file imports? */
static bool holds_import(const struct value *v, uint32_t depth)
{
    const struct dict *d = v->kind == VALUE_DICT ? v->dict : NULL;
    const struct list *items = value_is_sequence(v) ? v->list : NULL;
    bool found = v->kind == VALUE_LAZY;
    for (uint32_t i = 0; d && depth > 0 && i < d->n && !found; i++) {
        found = holds_import(&d->entries[i].value, depth - 1);
    }
    for (uint32_t i = 0; items && depth > 0 && i < items->n && !found; i++) {
        found = holds_import(&items->items[i], depth - 1);
    }
    return found;
}

/* One that mmengine would load and find nothing in: an import that no value is made of is the only
 * thing that is new in it. */
static bool is_loaded_in_vain(struct load *l, const struct module *m)
{
    const struct dict *d = m->failed || m->dict.kind != VALUE_DICT ? NULL : m->dict.dict;
    bool vain = d && mmcv_marks(l, d) >= WHOLE_MARKS;
    for (uint32_t i = 0; vain && i < d->n; i++) {
        const struct value *v = &d->entries[i].value;
        vain = v->kind == VALUE_LAZY || !holds_import(v, MOST_BELOW); /* the import itself is one */
    }
    return vain;
}

static struct module *reconsider(struct load *l, struct arena *a, struct module *m)
{
    if (!is_lazy_by_import(m) || (!m->failed && !is_loaded_in_vain(l, m))) {
        return m;
    }
    struct module *other = load_as(l, a, m->path, &dialect_mmcv);
    const struct value *class_ = other->failed ? NULL : dict_get(other->dict.dict, "Config");
    bool runs_mmcv = class_ && class_->kind == VALUE_OBJECT; /* from mmcv import Config */
    if (!m->failed) {
        return other->failed ? m : other;
    }
    /* What mmengine's cannot load and mmcv's can is mmcv's, if it says nothing of mmengine's. */
    bool marked = other->failed ? marks_of_names(l, a, m->file->tree) >= SURE_MARKS
                                : mmcv_marks(l, other->dict.dict) > 0;
    return runs_mmcv || marked ? other : m;
}

const struct dialect dialect_lazy = {
    .name = "lazy",
    .style_of = "mmengine",
    .detect = detect,
    .inherits = inherits,
    .load = lazy_load,
    .reconsider = reconsider,
    .reserved = {"filename", "text", "pretty_text", "env_variables"},
    .bases = BASES_BOUND,
    .variant = variant_by_import,
};

const struct dialect *lazy_or(struct load *l, str path, const struct dialect *text)
{
    return is_new_style(l, path) ? &dialect_lazy : text;
}
