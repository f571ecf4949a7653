#include "lint/review.h"

#include "lint/file_names.h"
#include "lint/layout.h"
#include "lint/recursion.h"
#include "model/model.h"
#include "syntax/python.h"
#include "text/path.h"

#include <string.h>

static const char UNUSED_IMPORT[] = "LIB002", NO_SUCH_NAME[] = "LIB003", NEVER_USED[] = "LIB004",
                  ASKS_ANOTHER[] = "LIB006", NOT_LIBRARY[] = "LIB007";

/* --- reading --- */

enum {
    MOST_DEPTH = 8 /* of folders, as a library has them */
};

static void cannot_read(struct diags *diags, str path, str reason)
{
    diags_add(diags, "IO001", SEVERITY_ERROR, (struct loc){0}, "cannot read '%.*s': %.*s",
        STR_ARG(path), STR_ARG(reason))
        ->fatal = true;
}

/* A file that was added before, by whatever path. */
static struct review_file *added(struct review *v, str real)
{
    v->by_path = v->by_path ? v->by_path : dict_new(v->arena, 16);
    const struct entry *e = dict_find_str(v->by_path, real);
    return e ? &v->files.items[e->value.i] : NULL;
}

static void add(struct review *v, struct files *files, str path, bool is_whole, struct diags *diags)
{
    struct source *source;
    str reason, real = files_real(files, v->arena, path);
    struct review_file *known = added(v, real);
    if (known) {
        known->is_whole |= is_whole;
        return;
    }
    if (files_read(files, v->arena, path, &source, &reason) != FILE_OK) {
        cannot_read(diags, path, reason);
        return;
    }
    const struct tree *t =
        python_parse(v->arena, library_limits(v->library), diags, source, source->bytes, NULL, 0);
    if (t->broken) {
        diags_refuse(diags, "SYN001");
        return;
    }
    dict_set_str(v->arena, v->by_path, real, value_int((int64_t)v->files.n));
    vec_push(v->arena->owner, &v->files, ((struct review_file){source, t, is_whole}));
}

void review_add_file(struct review *v, struct files *files, str path, struct diags *diags)
{
    add(v, files, path, false, diags);
}

static bool walk(
    struct review *v, struct files *files, str dir, uint32_t depth, struct diags *diags)
{
    struct names names = {0};
    bool any = false;
    if (depth == 0 || !files_list(files, v->arena, dir, &names)) {
        return false;
    }
    VEC_EACH (struct name, name, &names.list) {
        str path = path_join(v->arena, dir, name->text);
        bool is_hidden = name->text.p[0] == '.' && !str_is(name->text, ".cfglint");
        if (name->is_dir && !is_hidden) {
            any |= walk(v, files, path, depth - 1, diags);
        } else if (name->is_file && str_ends(name->text, STR(".star"))) {
            add(v, files, path, true, diags);
            any = true;
        }
    }
    return any;
}

bool review_add_folder(struct review *v, struct files *files, str dir, struct diags *diags)
{
    while (dir.n > 1 && dir.p[dir.n - 1] == '/') {
        dir.n--;
    }
    return walk(v, files, dir, MOST_DEPTH, diags);
}

/* --- across files --- */

struct across {
    const struct review *review;
    struct arena *arena;
    struct diags *out;
    VEC(struct file_names *) all; /* those that are reviewed, and then the others of the library */
    struct dict *by_path;         /* number in `all`, by each end of a path: "nn.star", ... */
    struct dict *used;            /* "3:conv": another file uses it */
    struct dict *known;           /* global names that library code is given: True or False */
    struct model_names *given;
};

/* Every end of a path stands for the file, but where an earlier one has it. */
static void note_path(struct across *x, str path, size_t number)
{
    for (size_t from = 0; from < path.n; from++) {
        if (from == 0 || path.p[from - 1] == '/') {
            str end = str_slice(path, from, path.n);
            if (!dict_find_str(x->by_path, end)) {
                dict_set_str(x->arena, x->by_path, end, value_int((int64_t)number));
            }
        }
    }
}

static void add_names(struct across *x, const struct tree *t, str path)
{
    note_path(x, path, x->all.n);
    vec_push(x->arena->owner, &x->all, file_names(x->arena, t, path));
}

static void read_all(struct across *x)
{
    VEC_EACH (struct review_file, f, &x->review->files) {
        add_names(x, f->tree, f->source->absolute);
    }
    str name;
    const struct tree *t;
    for (uint32_t i = 0; (t = library_tree(x->review->library, i, &name)); i++) {
        if (!dict_find_str(x->by_path, name)) {
            add_names(x, t, name);
        }
    }
}

static str key_of(struct across *x, size_t number, str name)
{
    return arena_printf(x->arena, "%zu:%.*s", number, STR_ARG(name));
}

static const struct file_names *file_named(const struct across *x, str module)
{
    const struct entry *file = dict_find_str(x->by_path, module);
    return file ? x->all.items[file->value.i] : NULL;
}

static void use(struct across *x, str module, str name)
{
    const struct entry *file = dict_find_str(x->by_path, module);
    if (file) {
        str key = key_of(x, (size_t)file->value.i, name);
        dict_set_str(x->arena, x->used, key, value_none());
    }
}

static const struct file_import *import_as(const struct file_names *n, str as)
{
    VEC_EACH (struct file_import, i, &n->imports) {
        if (str_eq(i->as, as)) {
            return i;
        }
    }
    return NULL;
}

/* The file whose part an attribute is; NULL when it is of something else. */
static const struct file_import *import_of(
    const struct file_names *n, const struct file_place *attribute)
{
    str of = tree_text(n->tree, tree_child(n->tree, attribute->node, 0));
    const struct file_import *i = import_as(n, of);
    return i && i->name.n == 0 ? i : NULL;
}

static void note_uses(struct across *x, const struct file_names *n)
{
    VEC_EACH (struct file_import, i, &n->imports) {
        use(x, i->module, i->name);
    }
    VEC_EACH (struct file_place, p, &n->attributes) {
        const struct file_import *i = import_of(n, p);
        if (i) {
            use(x, i->module, p->name);
        }
    }
}

/* --- findings --- */

/* A definition is marked where its name stands. */
static struct loc place_of(const struct tree *t, node_id id, str name)
{
    struct loc at = tree_loc(t, id);
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_DEF || n->kind == NODE_CLASS) {
        size_t start = str_find(t->source->bytes, name, at.span.start + strlen("def"));
        at.span = (span){(uint32_t)start, (uint32_t)(start + name.n)};
    }
    return at;
}

static struct diag *find(struct across *x, const char *code, enum severity severity,
    const struct file_names *n, node_id at, const char *what, str name)
{
    return diags_add(
        x->out, code, severity, place_of(n->tree, at, name), "%s '%.*s'", what, STR_ARG(name));
}

static bool is_given(struct across *x, const struct file_names *n, const struct file_place *p)
{
    struct entry *known = dict_find_str(x->known, p->name);
    if (!known) {
        bool is = model_names_has(x->given, n->tree, p->node) || lint_has_function(p->name);
        for (int k = 0; k < LIBRARY_KINDS; k++) {
            is |= str_is(p->name, library_kind_name((enum library_kind)k));
        }
        known = dict_set_str(x->arena, x->known, p->name, value_bool(is));
    }
    return known->value.b;
}

static void find_unknown(struct across *x, const struct file_names *n)
{
    VEC_EACH (struct file_place, p, &n->reads) {
        if (!dict_find_str(n->bound, p->name) && !is_given(x, n, p)) {
            find(x, NO_SUCH_NAME, SEVERITY_ERROR, n, p->node, "nothing is called", p->name);
        }
    }
}

static void find_missing(struct across *x, const struct file_names *n, node_id at,
    const struct file_names *from, str name)
{
    if (!dict_find_str(from->bound, name)) {
        struct diag *d = find(x, NO_SUCH_NAME, SEVERITY_ERROR, n, at, "nothing is called", name);
        str path = from->tree->source->path;
        diag_help(x->out, d, "'%.*s' defines no such name", STR_ARG(path));
    }
}

/* What others import from here is used, too. */
static bool is_used(struct across *x, const struct file_names *n, size_t number, str name)
{
    return dict_find_str(n->read, name) || dict_find_str(x->used, key_of(x, number, name));
}

/* `from modules import nn` asks a folder for a file, as Python allows. */
static void find_file(struct across *x, const struct file_names *n, const struct file_import *i)
{
    struct diag *d =
        find(x, NO_SUCH_NAME, SEVERITY_ERROR, n, i->alias, "there is no library file", i->module);
    str folder = str_slice(i->module, 0, i->module.n - strlen(".star"));
    str file = arena_printf(x->arena, "%.*s/%.*s.star", STR_ARG(folder), STR_ARG(i->name));
    if (i->name.n > 0 && file_named(x, file)) {
        diag_help(x->out, d, "a file is imported as `import folder.file as name`");
    }
}

static void find_imports(struct across *x, const struct file_names *n, size_t number)
{
    VEC_EACH (struct file_import, i, &n->imports) {
        const struct file_names *from = file_named(x, i->module);
        if (!is_used(x, n, number, i->as)) {
            find(x, UNUSED_IMPORT, SEVERITY_WARNING, n, i->alias, "nothing here uses", i->as);
        }
        if (!from) {
            find_file(x, n, i);
        } else if (i->name.n > 0) {
            find_missing(x, n, i->alias, from, i->name);
        }
    }
}

/* `nn.conv` of a file that was imported, and `torch.conv2d`. */
static void find_attributes(struct across *x, const struct file_names *n)
{
    VEC_EACH (struct file_place, p, &n->attributes) {
        node_id of = tree_child(n->tree, p->node, 0);
        const struct file_import *i = import_of(n, p);
        const struct file_names *from = i ? file_named(x, i->module) : NULL;
        bool is_free = tree_node(n->tree, of)->op == NAME_GLOBAL &&
                       !dict_find_str(n->bound, tree_text(n->tree, of));
        if (from) {
            find_missing(x, n, p->node, from, p->name);
        } else if (is_free && model_names_has(x->given, n->tree, of) &&
                   !model_names_has(x->given, n->tree, p->node)) {
            find(x, NO_SUCH_NAME, SEVERITY_ERROR, n, p->node, "nothing is called",
                tree_text(n->tree, p->node));
        }
    }
}

static void find_never_used(struct across *x, const struct file_names *n, size_t number)
{
    VEC_EACH (struct file_place, p, &n->defs) {
        if (!is_used(x, n, number, p->name)) {
            find(x, NEVER_USED, SEVERITY_WARNING, n, p->node, "nothing uses", p->name);
        }
    }
}

/* A function that takes the place of what stands above it under its name. */
static void find_defined_again(struct across *x, const struct file_names *n)
{
    struct dict *above = dict_new(x->arena, 16);
    VEC_EACH (struct file_import, i, &n->imports) {
        dict_set_str(x->arena, above, i->as, value_none());
    }
    EACH_CHILD (n->tree, n->tree->root, id) {
        if (tree_node(n->tree, id)->kind != NODE_DEF) {
            continue;
        }
        str name = tree_name(n->tree, id);
        if (dict_find_str(above, name)) {
            find(x, NEVER_USED, SEVERITY_WARNING, n, id,
                "this is called as something above it is:", name);
        }
        dict_set_str(x->arena, above, name, value_none());
    }
}

static bool is_none(const struct tree *t, node_id id)
{
    return tree_node(t, id)->kind == NODE_NONE;
}

/* What reading a file refuses as well, once a config needs it. */
static void find_other_language(struct across *x, const struct file_names *n)
{
    for (node_id id = 1; id < n->tree->n_nodes; id++) {
        enum node_kind kind = tree_node(n->tree, id)->kind;
        if (kind == NODE_CLASS) {
            str name = tree_name(n->tree, id);
            struct diag *d = find(x, NOT_LIBRARY, SEVERITY_ERROR, n, id,
                "`class` is not part of the library language:", name);
            diag_help(x->out, d,
                "a description is a function that builds and one that runs: `cfglint stub %.*s` "
                "begins both",
                STR_ARG(name));
        } else if (kind == NODE_WHILE) {
            diags_add(x->out, NOT_LIBRARY, SEVERITY_ERROR, tree_loc(n->tree, id),
                "`while` is not part of the library language");
        }
    }
}

static void find_recursion(struct across *x, const struct file_names *n)
{
    struct list *all = recursion_calls(x->arena, n);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct file_call *c = &n->calls.items[all->items[i].i];
        bool direct = str_eq(c->from, c->to);
        str way = direct ? STR("") : arena_printf(x->arena, ", by way of %.*s()", STR_ARG(c->to));
        diags_add(x->out, NOT_LIBRARY, SEVERITY_ERROR, tree_loc(n->tree, c->node),
            "%.*s() calls itself%.*s: recursion is not part of the library language",
            STR_ARG(c->from), STR_ARG(way));
    }
}

/* `x == None` asks x what it takes for None; a tensor or an unknown answers with another one. */
static void find_equal_to_none(struct across *x, const struct file_names *n)
{
    const struct tree *t = n->tree;
    for (node_id id = 1; id < t->n_nodes; id++) {
        node_id left = tree_child(t, id, 0), right = tree_child(t, id, 1);
        uint32_t op = tree_node(t, right)->op;
        if (tree_node(t, id)->kind != NODE_COMPARE || (op != OP_EQ && op != OP_NE)) {
            continue;
        }
        if (is_none(t, left) || is_none(t, tree_child(t, right, 0))) {
            diags_add(x->out, ASKS_ANOTHER, SEVERITY_WARNING, tree_loc(t, id),
                op == OP_EQ ? "`is None`, not `== None`" : "`is not None`, not `!= None`");
        }
    }
}

/* '\u00b2'.isdigit() holds, and int() refuses it: a config's text would stop the rule. */
static void find_is_digit(struct across *x, const struct file_names *n)
{
    for (node_id id = 1; id < n->tree->n_nodes; id++) {
        if (tree_node(n->tree, id)->kind == NODE_ATTRIBUTE &&
            str_is(tree_name(n->tree, id), "isdigit")) {
            diags_add(x->out, ASKS_ANOTHER, SEVERITY_WARNING, tree_loc(n->tree, id),
                "`isdecimal()`, not `isdigit()`: that holds for more than int() takes");
        }
    }
}

void review_find(const struct review *v, struct diags *out)
{
    struct arena *a = v->arena;
    struct across x = {.review = v,
        .arena = a,
        .out = out,
        .by_path = dict_new(a, 16),
        .used = dict_new(a, 16),
        .known = dict_new(a, 16),
        .given = model_names_new(v->library, a)};
    read_all(&x);
    VEC_EACH (struct file_names *, n, &x.all) {
        note_uses(&x, *n);
    }
    for (size_t i = 0; i < v->files.n; i++) {
        find_unknown(&x, x.all.items[i]);
        find_imports(&x, x.all.items[i], i);
        find_attributes(&x, x.all.items[i]);
        find_equal_to_none(&x, x.all.items[i]);
        find_is_digit(&x, x.all.items[i]);
        find_other_language(&x, x.all.items[i]);
        find_defined_again(&x, x.all.items[i]);
        find_recursion(&x, x.all.items[i]);
        layout_find(v->files.items[i].tree, library_limits(v->library), out);
        if (v->files.items[i].is_whole) {
            find_never_used(&x, x.all.items[i], i);
        }
    }
}
