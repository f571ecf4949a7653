/*
 * torchpack, as BEVFusion uses it: every parent folder's default.yaml, outermost first, then the
 * file; mappings merge, all else replaces.  Then each "${...}" that is a whole scalar is evaluated
 * as Python over the merged whole, and its result again.
 */
#include "config/dialect/dialect.h"

#include "config/variant.h"

#include "eval/ops.h"
#include "syntax/data.h"
#include "syntax/python.h"
#include "text/path.h"

struct torchpack {
    struct load *load;
    struct arena *arena;
    struct module *module;
    struct eval eval;
    struct dict *globals;
    uint32_t depth;
};

/* --- merging --- */

static void remember(
    struct torchpack *t, struct entry *old, const struct entry *over, struct value v)
{
    struct past *past = ARENA_NEW(t->arena, struct past);
    past->value = old->value;
    past->next = old->past;
    old->past = past;
    old->key.tree = over->key.tree;
    old->key.node = over->key.node;
    old->value = v;
}

/* Config.update: a mapping goes into a Config below, which replaces whatever else stood there. */
static void update(struct torchpack *t, struct dict *into, const struct dict *from, uint32_t depth)
{
    for (uint32_t i = 0; i < from->n && depth > 0; i++) {
        const struct entry *x = &from->entries[i];
        struct entry *old = dict_find(into, &x->key, x->hash);
        struct value v = x->value;
        if (v.kind == VALUE_DICT) {
            if (old && old->value.kind == VALUE_DICT && old->value.dict->flavor == DICT_TORCHPACK) {
                update(t, old->value.dict, v.dict, depth - 1);
                continue;
            }
            v.dict = dict_new(t->arena, x->value.dict->n);
            v.dict->flavor = DICT_TORCHPACK;
            update(t, v.dict, x->value.dict, depth - 1);
        }
        if (old) {
            remember(t, old, x, v);
        } else {
            dict_set(t->arena, into, &x->key, x->hash, v);
        }
    }
}

static bool read_layer(struct torchpack *t, str path, struct dict *into, struct loc from)
{
    struct module layer = {.path = path};
    if (load_is_full(t->load)) {
        const struct parsed *above = t->module->file;
        return load_refuse(t->module, t->arena, "LIM001",
            above ? tree_loc(above->tree, above->tree->root) : from,
            "too many files before '%.*s' (limits files, config_bytes)",
            STR_ARG(path_basename(path)));
    }
    const struct parsed *p = load_parsed(t->load, path, TEXT_VERBATIM);
    layer.diags = diags_new(t->arena->owner);
    if (!load_usable(t->load, p, from, layer.diags)) {
        if (!t->module->diags) {
            t->module->diags = layer.diags;
        } else {
            diags_append(t->module->diags, layer.diags);
        }
        t->module->failed = true;
        return false;
    }
    t->module->file = p; /* the last one is the config itself */
    span problem;
    if (!str_is(path_extension(path), ".json") && !yaml_suits_python(p->tree->text, &problem)) {
        if (p->tree->text.p[problem.start] == '\xEF') {
            return load_refuse(t->module, t->arena, "SYN010", (struct loc){p->source, problem},
                "what comes of a byte order mark (U+FEFF) that is not the first character depends "
                "on the reader; remove it");
        }
        return load_refuse(t->module, t->arena, "SYN010", (struct loc){p->source, problem},
            "loading this config raises ScannerError: torchpack reads with the part of PyYAML that "
            "is written in Python, and that is stricter here: write blanks instead of tabs, and "
            "blanks behind tags and around '#'");
    }
    struct value v;
    if (!eval_data(&t->eval, p->tree, p->tree->root, &v)) {
        load_raised(t->module, t->arena, &t->eval);
        return false;
    }
    if (v.kind != VALUE_DICT) {
        str type = value_type_name(&v);
        return load_refuse(t->module, t->arena, "SYN010", tree_loc(p->tree, p->tree->root),
            "a config has to be a mapping at the top, and this is of type %.*s", STR_ARG(type));
    }
    update(t, into, v.dict, VALUE_DEPTH);
    return true;
}

/* --- ${...} --- */

static bool is_expression(const struct value *v)
{
    str s = value_str(v);
    return v->kind == VALUE_STRING && str_starts(s, STR("${")) && str_ends(s, STR("}"));
}

/* The expression's own text in the file when it stands there as it is, else a source of its own. */
static const struct tree *parse_expression(
    struct torchpack *t, const struct value *v, struct diags *diags)
{
    str text = value_str(v);
    const struct limits *limits = loader_limits(t->load->loader);
    if (v->tree && v->node && v->tree->source->is_file) {
        span at = tree_span(v->tree, v->node);
        str written = source_text(v->tree->source, at);
        size_t quote = written.n > 1 && (written.p[0] == '\'' || written.p[0] == '"');
        if (written.n == text.n + 2 * quote &&
            str_eq(str_slice(written, quote, written.n - quote), text)) {
            span inner = {at.start + (uint32_t)quote + 2, at.end - (uint32_t)quote - 1};
            return python_parse_expression(t->arena, limits, diags, v->tree->source, inner);
        }
    }
    str inner = arena_str(t->arena, str_slice(text, 2, text.n - 1));
    const struct source *source =
        source_new(t->arena, STR("<expression>"), STR("<expression>"), inner, false);
    return python_parse_expression(t->arena, limits, diags, source, (span){0, (uint32_t)inner.n});
}

static bool evaluate(struct torchpack *t, struct value *v);

static bool evaluate_string(struct torchpack *t, struct value *v)
{
    struct diags *diags = diags_new(t->arena->owner);
    const struct tree *tree = parse_expression(t, v, diags);
    struct loc at = value_loc(v);
    if (tree->broken) {
        struct diag *why = diags->list.n ? &diags->list.items[0] : NULL;
        bool placed = why && why->at.source && why->at.source->is_file;
        return load_refuse(t->module, t->arena, "SYN001", placed ? why->at : at,
            "this expression does not parse: %.*s", why ? (int)why->message.n : 0,
            why ? why->message.p : "");
    }
    if (!dict_find_str(t->globals, STR("__builtins__"))) {
        static const char *const of_eval[] = {"__builtins__", NULL};
        load_own_names(&t->eval, t->globals, of_eval);
    }
    struct value result;
    if (!eval_expression(&t->eval, tree, tree->root, t->globals, &result)) {
        if (!tree->source->is_file) { /* the expression has no place of its own */
            t->eval.raised->tree = v->tree;
            t->eval.raised->node = v->node;
        }
        load_raised(t->module, t->arena, &t->eval);
        return false;
    }
    *v = result;
    return evaluate(t, v);
}

/* An expression may change what it stands in: its items move, and there are more or less of them.
 */
static bool evaluate_list(struct torchpack *t, struct list *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        struct value item = l->items[i];
        if (!evaluate(t, &item)) {
            return false;
        }
        if (i >= l->n) {
            eval_raise(&t->eval, TYPE_INDEX_ERROR, "list assignment index out of range");
            load_raised(t->module, t->arena, &t->eval);
            return false;
        }
        l->items[i] = item;
    }
    return true;
}

static bool evaluate_dict(struct torchpack *t, struct dict *d)
{
    uint32_t n = d->n, removals = d->removals;
    for (uint32_t i = 0; i < n; i++) {
        struct value item = d->entries[i].value;
        if (!evaluate(t, &item)) {
            return false;
        }
        if (d->n != n || d->removals != removals) {
            eval_raise(&t->eval, TYPE_RUNTIME_ERROR, "dictionary changed size during iteration");
            load_raised(t->module, t->arena, &t->eval);
            return false;
        }
        d->entries[i].value = item;
    }
    return true;
}

static bool evaluate(struct torchpack *t, struct value *v)
{
    if (++t->depth > VALUE_DEPTH) {
        return load_refuse(
            t->module, t->arena, "SYN010", value_loc(v), "this ${...} leads back to itself");
    }
    struct value found = value_found(*v); /* unknown where its container has become so */
    bool good = found.kind == VALUE_DICT   ? evaluate_dict(t, found.dict)
                : found.kind == VALUE_LIST ? evaluate_list(t, found.list)
                : is_expression(&found)    ? evaluate_string(t, v)
                                           : true;
    t->depth--;
    if (good && !eval_spend(&t->eval, 1)) {
        load_raised(t->module, t->arena, &t->eval);
        return false;
    }
    return good;
}

static void load(struct load *l, struct arena *a, struct module *m, struct loc from)
{
    struct torchpack t = {.load = l, .arena = a, .module = m};
    struct files *files = loader_files(l->loader);
    eval_init(&t.eval, a, loader_limits(l->loader), &PROFILE_EXPRESSION, NULL);
    t.eval.fuel = &l->fuel;
    struct dict *all = dict_new(a, 16);
    all->flavor = DICT_TORCHPACK;
    str name = arena_concat(a, STR("default"), path_extension(m->path));
    VEC(str) layers = {0};
    vec_push(a->owner, &layers, m->path);
    for (str dir = path_dirname(m->path); dir.n > 0; dir = path_dirname(dir)) {
        str path = path_join(a, dir, name);
        if (files_has_file(files, path)) {
            vec_push(a->owner, &layers, path);
        }
        if (str_eq(path_dirname(dir), dir)) {
            break;
        }
    }
    for (size_t i = layers.n; i-- > 0;) {
        if (!read_layer(&t, layers.items[i], all, i ? (struct loc){0} : from)) {
            m->failed = true;
            return;
        }
    }
    struct value root = value_of_dict(all);
    root.tree = m->file->tree;
    root.node = m->file->tree->root;
    struct value globals;
    if (!ops_deep_copy(&t.eval, &root, false, &globals)) {
        load_raised(m, a, &t.eval);
        return;
    }
    t.globals = globals.dict;
    if (!load_fits(m, a, &t.eval, &root) || !evaluate(&t, &root)) {
        m->failed = true;
        return;
    }
    if (!load_fits(m, a, &t.eval, &root)) {
        return;
    }
    value_freeze(&root);
    m->dict = root;
}

/* --- which files are torchpack's --- */

static bool has_key(const struct tree *t, const char *name)
{
    EACH_CHILD (t, t->root, pair) {
        node_id key = tree_child(t, pair, 0);
        if (key && tree_node(t, key)->kind == NODE_STRING &&
            str_is(string_str(tree_string(t, tree_node(t, key)->data)), name)) {
            return true;
        }
    }
    return false;
}

/* ${...} as torchpack has it; ${env:HOME} and the like are another tool's. */
static bool has_expression(str text)
{
    for (size_t at = 0; (at = str_find(text, STR("${"), at)) != SIZE_MAX;) {
        at += 2;
        size_t end = at;
        while (end < text.n && (text.p[end] == '_' || text.p[end] == '.' ||
                                   (text.p[end] >= 'a' && text.p[end] <= 'z'))) {
            end++;
        }
        if (end < text.n && text.p[end] == ':') {
            return false;
        }
    }
    return str_find(text, STR("${"), 0) != SIZE_MAX;
}

/* Has the file an expression?  One that is not there has none. */
static bool file_has_expression(struct load *l, str path, uint64_t *bytes)
{
    if (!files_has_file(loader_files(l->loader), path)) {
        return false;
    }
    const struct parsed *p = load_peek(l, path);
    *bytes += p->status == FILE_OK ? p->source->bytes.n : 0;
    return p->status == FILE_OK && has_expression(p->source->bytes);
}

/*
 * torchpack's marks: a default.yaml above, a ${...}, or the run_dir that a training run writes into
 * the config it keeps; and none of the keys of hydra.  A _base_, which it does not read, asks for
 * a default.yaml and a ${...}, anywhere in the chain.
 */
static bool looks_like_torchpack(struct load *l, struct arena *a, str path)
{
    const struct parsed *p = load_peek(l, path);
    if (p->status != FILE_OK || !p->tree || !p->tree->root || has_key(p->tree, "hydra") ||
        has_key(p->tree, "defaults")) {
        return false;
    }
    str name = arena_concat(a, STR("default"), path_extension(path));
    bool above = str_starts(path_basename(path), STR("default."));
    bool expression = has_expression(p->source->bytes);
    uint64_t most = loader_limits(l->loader)->config_bytes, looked_at = 0;
    for (str dir = path_dirname(path); dir.n > 1 && !(above && expression) && looked_at <= most;
         dir = path_dirname(dir)) {
        str candidate = path_join(a, dir, name);
        above |= files_has_file(loader_files(l->loader), candidate);
        expression |= file_has_expression(l, candidate, &looked_at);
    }
    return has_key(p->tree, "_base_") ? above && expression
                                      : above || expression || has_key(p->tree, "run_dir");
}

static uint32_t detect(struct load *l, struct arena *a, str path)
{
    return path_is_yaml(path) && looks_like_torchpack(l, a, path) ? 2 : 0;
}

static bool shares(str name)
{
    str extension = path_extension(name);
    return (path_is_yaml(name) || str_is(extension, ".json")) &&
           str_starts(name, STR("default.")) && name.n == 7 + extension.n;
}

/* --- a config beside it --- */

static bool variant(struct arena *a, const struct config *c, str path, str *text, str *why)
{
    (void)a;
    if (!str_eq(path_extension(path), path_extension(c->path))) {
        *why = STR("it has to have the same kind of name");
        return false;
    }
    if (shares(path_basename(path))) {
        *why = STR("everything in its folder would inherit from it, too");
        return false;
    }
    return variant_copy(c, path, text, why);
}

const struct dialect dialect_torchpack = {
    .name = "torchpack",
    .detect = detect,
    .load = load,
    .reserved = {"filename", "text", "pretty_text"},
    .opens = "${",
    .closes = "}",
    .shares = shares,
    .whole = WHOLE_AS_IT_IS,
    .variant = variant,
};
