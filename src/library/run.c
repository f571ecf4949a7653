/* Running library files: what they may import, and what their calls declare. */
#include "library/inside.h"

#include "eval/ops.h"

/* A file as a value: its globals are attributes. */
struct namespace_object {
    struct object base;
    const struct dict *globals;
};

static bool namespace_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    const struct entry *x = dict_find_str(((struct namespace_object *)o)->globals, name);
    if (!x) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "the file defines no '%.*s'", STR_ARG(name));
    }
    *out = x->value;
    return true;
}

static const struct object_class NAMESPACE = {
    .name = "library file", .attribute = namespace_attribute};

/* "modules.nn" is "modules/nn.star". */
static char *path_of_module(struct library *l, str module)
{
    char *path = (char *)arena_printf(l->arena, "%.*s.star", STR_ARG(module)).p;
    for (size_t i = 0; i < module.n; i++) {
        path[i] = path[i] == '.' ? '/' : path[i];
    }
    return path;
}

/* The file that a dotted module name means, run; NULL after raising. */
static struct file *imported_file(
    struct library *l, struct eval *e, const struct tree *t, node_id id, str module)
{
    const char *path = path_of_module(l, module);
    struct file *f = library_file(l, str_of(path));
    if (!f) {
        eval_raise_at(e, t, id, TYPE_IMPORT_ERROR, "there is no library file '%s'", path);
        return NULL;
    }
    if (!library_run_file(l, f)) {
        l->running->because = f->running ? NULL : f;
        eval_raise_at(e, t, id, TYPE_IMPORT_ERROR, "'%s' %s", path,
            f->running ? "imports this file itself" : "has an error");
        return NULL;
    }
    return f;
}

/* `import modules.nn as nn` */
static bool import_namespace(struct library *l, struct eval *e, struct frame *frame, node_id id)
{
    const struct tree *t = frame->tree;
    EACH_CHILD (t, id, alias) {
        const struct node *a = tree_node(t, alias);
        if (!a->op) {
            return eval_raise_at(e, t, id, TYPE_SYNTAX_ERROR,
                "a library file is imported as `import folder.file as name`");
        }
        struct file *f = imported_file(l, e, t, id, string_str(tree_string(t, a->data)));
        if (!f) {
            return false;
        }
        struct namespace_object *o = ARENA_NEW(l->arena, struct namespace_object);
        o->base.class_ = &NAMESPACE;
        o->globals = f->globals;
        struct value v = value_of_object(&o->base);
        if (!eval_bind(e, frame, a->child, v)) {
            return false;
        }
    }
    return true;
}

/* `from modules import nn` asks a folder for a file, as Python allows. */
static bool names_file(struct library *l, str module, str name)
{
    str file = arena_printf(l->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name));
    return !library_file(l, str_of(path_of_module(l, module))) &&
           library_file(l, str_of(path_of_module(l, file)));
}

/* `from modules.layers import conv` reads modules/layers.star. */
static bool import_file(struct eval *e, struct frame *frame, node_id id)
{
    struct library *l = e->host->data;
    const struct tree *t = frame->tree;
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_IMPORT) {
        return import_namespace(l, e, frame, id);
    }
    if (n->op > 0) {
        return eval_raise_at(e, t, id, TYPE_SYNTAX_ERROR,
            "a library file imports by `from folder.file import name`");
    }
    str module = string_str(tree_string(t, n->data));
    EACH_CHILD (t, id, alias) {
        str name = tree_name(t, alias);
        if (names_file(l, module, name)) {
            return eval_raise_at(e, t, alias, TYPE_IMPORT_ERROR,
                "a library file is imported as `import %.*s.%.*s as %.*s`", STR_ARG(module),
                STR_ARG(name), STR_ARG(name));
        }
    }
    struct file *f = imported_file(l, e, t, id, module);
    if (!f) {
        return false;
    }
    EACH_CHILD (t, id, alias) {
        const struct string *name = tree_string(t, tree_node(t, alias)->data);
        const struct value *v = dict_get(f->globals, name->bytes);
        if (!v) {
            return eval_raise_at(e, t, alias, TYPE_IMPORT_ERROR, "'%.*s' defines no '%s'",
                STR_ARG(f->name), name->bytes);
        }
        if (!eval_bind(e, frame, tree_child(t, alias, 0), *v)) {
            return false;
        }
    }
    return true;
}

/* The function `module`, `rule`, ... as library code sees it. */
struct declare {
    struct object base;
    struct library *library;
    enum library_kind kind;
};

/* Under the name, or each of a list of names, that was noted with the call; false: none was. */
static bool declare_names(
    struct library *l, const struct declaration *made, const struct value *name)
{
    bool known = false;
    if (name->kind == VALUE_STRING) {
        struct declared *x = library_noted(l, l->running, made->kind, value_str(name));
        known = x && x->call == made->node;
        if (known) {
            x->declaration = ARENA_NEW(l->arena, struct declaration);
            *x->declaration = *made;
            x->declaration->name = x->name;
        }
    }
    for (uint32_t i = 0; name->kind == VALUE_LIST && i < name->list->n; i++) {
        known |= declare_names(l, made, &name->list->items[i]);
    }
    return known;
}

/* What a translation says of a type, which people write by hand: each field with its kind. */
static const struct {
    const char *name;
    enum value_kind kind;
    const char *what;
} TRANSLATION[] = {{"to", VALUE_STRING, "a type's name"},
    {"arguments", VALUE_DICT, "a dict of old names and new ones"},
    {"drop", VALUE_LIST, "a list of names"}, {"add", VALUE_DICT, "a dict of arguments"}};

enum {
    N_TRANSLATION = sizeof TRANSLATION / sizeof *TRANSLATION
};

/* False after raising at the field that a translation does not take. */
static bool check_translation(struct eval *e, const struct arguments *args)
{
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        const struct tree *t = k->value.node ? k->value.tree : args->tree;
        node_id at = k->value.node ? k->value.node : args->node;
        size_t known = 0;
        while (known < N_TRANSLATION && !value_is_str(&k->key, TRANSLATION[known].name)) {
            known++;
        }
        if (known == N_TRANSLATION) {
            return eval_raise_at(e, t, at, TYPE_TYPE_ERROR,
                "translation() takes 'to', 'arguments', 'drop' and 'add', and no '%.*s'",
                STR_ARG(value_str(&k->key)));
        }
        if (k->value.kind != TRANSLATION[known].kind) {
            return eval_raise_at(e, t, at, TYPE_TYPE_ERROR, "'%s' of a translation is %s",
                TRANSLATION[known].name, TRANSLATION[known].what);
        }
    }
    return true;
}

static bool declare(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    struct declare *d = (struct declare *)o;
    struct library *l = d->library;
    *out = value_none();
    if (e->host->data != l) { /* it was kept, and a rule or a description calls it */
        return eval_raise(
            e, TYPE_TYPE_ERROR, "%s() stands at the top of a file", library_kind_name(d->kind));
    }
    if (args->n_positional != 1) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "%s() takes a name, and then keywords", library_kind_name(d->kind));
    }
    if (d->kind == LIBRARY_translation && !check_translation(e, args)) {
        return false;
    }
    struct dict *all = dict_new(e->arena, args->n_keywords + 1);
    dict_set_str(e->arena, all, STR("name"), args->positional[0]);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, all, &k->key, k->hash, k->value);
    }
    const struct declaration made = {.kind = d->kind,
        .arguments = all,
        .tree = args->tree,
        .node = args->node,
        .globals = e->frame->globals,
        .file = l->running->name};
    struct value frozen = value_of_dict(all);
    if (l->running->is_user && !ops_charge_parts(e, &frozen, 1)) {
        return false;
    }
    if (!declare_names(l, &made, &args->positional[0])) { /* nobody would find it */
        return eval_raise(e, TYPE_TYPE_ERROR,
            "%s() stands at the top of a file, and begins with its name as a text",
            library_kind_name(d->kind));
    }
    value_freeze_all(&frozen);
    return true;
}

static const struct object_class DECLARE = {.name = "declaration", .call = declare};

static bool host_name(struct eval *e, str name, struct value *out)
{
    struct library *l = e->host->data;
    for (int k = 0; k < LIBRARY_KINDS; k++) {
        if (str_is(name, library_kind_name((enum library_kind)k))) {
            struct declare *d = ARENA_NEW(l->arena, struct declare);
            *d = (struct declare){{&DECLARE}, l, (enum library_kind)k};
            *out = value_of_object(&d->base);
            return true;
        }
    }
    return l->outer && l->outer->name && l->outer->name(e, name, out);
}

/* To each that asks, once, whoever has asked before. */
static void tell(struct library *l, const struct file *f)
{
    if (!l->diags) {
        return;
    }
    VEC_EACH (const void *, it, &l->diags->told) {
        if (*it == f) {
            return;
        }
    }
    vec_push(l->diags, &l->diags->told, f);
    if (f->because) {
        tell(l, f->because);
    }
    if (f->problem.n > 0) {
        diags_add(l->diags, "LIB001", SEVERITY_ERROR, f->problem_at,
            "this library file has an error: %.*s", STR_ARG(f->problem))
            ->fatal = true;
    }
}

static void note_problem(struct library *l, struct file *f, const struct eval *e)
{
    const struct exception *x = e->raised;
    f->failed = true;
    if (f->is_user && l->account->fuel.spent && !l->account->spender) {
        l->account->spender = f;
    }
    f->problem_at = x->tree ? tree_loc(x->tree, x->node) : (struct loc){f->tree->source, {0, 0}};
    f->problem = eval_exception_text(l->arena, x);
}

struct note {
    struct library *library;
    struct file *file;
};

static void note_entry(void *data, const struct blob_name *name)
{
    const struct note *n = data;
    enum library_kind kind = (enum library_kind)name->kind;
    if (!library_noted(n->library, n->file, kind, name->name)) {
        library_note(n->library, n->file, kind, name->name, name->call);
    }
}

/* What the file declares is run when it is asked for. */
static bool runs_later(struct eval *e, const struct tree *t, node_id statement)
{
    const struct library *l = e->host->data;
    uint32_t kind;
    return !l->running->is_user && blob_declares(t, statement, &kind);
}

static struct fuel *fuel_of(struct account *a, const struct limits *limits)
{
    if (!a->has_fuel) {
        a->has_fuel = true;
        a->fuel = fuel_make(limits);
    }
    return &a->fuel;
}

/* Runs all of a file, or one call in it, as if by itself. */
static bool run_in(struct library *l, struct file *f, node_id call, struct dict *globals)
{
    struct file *outer = l->running;
    struct eval e;
    struct value ignored;
    l->host = (struct eval_host){
        .data = l, .name = host_name, .import = import_file, .later = runs_later};
    const struct limits *limits = f->is_user ? l->limits : &LIMITS_DEFAULT; /* ours is known */
    eval_init(&e, l->arena, limits, &PROFILE_LIBRARY, &l->host);
    e.fuel = f->is_user ? fuel_of(l->account, l->limits) : e.fuel;
    f->running = true;
    l->running = f;
    bool good = call ? eval_expression(&e, f->tree, call, globals, &ignored)
                     : eval_module(&e, f->tree, globals);
    const struct value all = value_of_dict(globals);
    good = good && (!f->is_user || ops_charge_parts(&e, &all, 1));
    if (!good) {
        note_problem(l, f, &e);
        tell(l, f);
    }
    l->running = outer;
    f->running = false;
    return good;
}

bool library_run_file(struct library *l, struct file *f)
{
    if (f->is_user && l->account->fuel.spent && !f->globals && !f->failed) {
        f->failed = true;
        f->because = l->account->spender;
    }
    if (f->failed) {
        tell(l, f);
    }
    if (f->globals || f->failed || f->running) {
        return f->globals && !f->running;
    }
    struct dict *globals = dict_new(l->arena, 16);
    bool good = run_in(l, f, 0, globals);
    if (good) {
        struct value all = value_of_dict(globals);
        value_freeze_all(&all);
        f->globals = globals;
    }
    return good;
}

void library_note_file(struct library *l, struct file *f)
{
    struct note note = {l, f};
    blob_each_name(f->tree, note_entry, &note);
}

bool library_run_declaration(struct library *l, const struct declared *x)
{
    return library_run_file(l, x->file) &&
           (x->declaration || (!x->file->failed && run_in(l, x->file, x->call, x->file->globals)));
}
