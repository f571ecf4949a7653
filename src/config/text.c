/*
 * The text style: `_base_ = [...]`, of mmcv 1.x and of mmengine, in Python, YAML or JSON.
 *
 * mmengine evaluates the first top-level `_base_` alone, loads the bases, then runs the file with
 * `_base_` bound to what they gave.  mmcv runs the file first and takes `_base_` from its names.
 */
#include "config/text.h"

#include "config/dialect/family.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "text/path.h"

static const struct parsed *file_of(const struct text_file *t)
{
    return t->module->file;
}

static bool raised(struct text_file *t)
{
    load_raised(t->module, t->arena, &t->eval);
    return false;
}

static struct loc loc_of(const struct text_file *t, node_id id)
{
    return tree_loc(file_of(t)->tree, id);
}

/* --- what the file's code looks like --- */

static bool is_base_assign(const struct tree *tree, node_id id)
{
    const struct node *n = tree_node(tree, id);
    if (n->kind != NODE_ASSIGN) {
        return false;
    }
    node_id target = tree_child(tree, id, 1);
    return tree_node(tree, target)->kind == NODE_NAME && str_is(tree_text(tree, target), "_base_");
}

/* Does the code mention `_base_` other than by assigning it at top level? */
static bool mentions_bases(const struct tree *tree)
{
    for (node_id id = 1; id < tree->n_nodes; id++) {
        const struct node *n = tree_node(tree, id);
        if (n->kind == NODE_NAME && str_is(tree_text(tree, id), "_base_")) {
            bool assigned = false;
            EACH_CHILD (tree, tree->root, it) {
                assigned |= is_base_assign(tree, it) && tree_child(tree, it, 1) == id;
            }
            if (!assigned) {
                return true;
            }
        }
    }
    return false;
}

/* mmengine takes `_base_ = ...` out of the code; a block must not be left empty by that. */
static node_id emptied_block(const struct tree *tree)
{
    for (node_id id = 1; id < tree->n_nodes; id++) {
        if (tree_node(tree, id)->kind != NODE_SUITE) {
            continue;
        }
        bool empty = true;
        EACH_CHILD (tree, id, it) {
            empty &= is_base_assign(tree, it);
        }
        if (empty) {
            return id;
        }
    }
    return 0;
}

/* --- evaluating --- */

static void start(struct text_file *t)
{
    t->host = (struct eval_host){.data = t,
        .import = text_import,
        .may_be_missing = text_may_be_missing,
        .with = t->mmengine ? text_with : NULL,
        .environment = load_environment,
        .folder = loader_files(t->load->loader)->cwd};
    if (t->mmengine) {
        t->host.module_name = STR("builtins");
        t->host.removed = STR("_base_");
    } else { /* mmcv imports a copy of the file under a random name; ours is zeros */
        t->host.module_name = STR("tmp00000000");
        t->host.file_name = STR("/tmp/tmp00000000/tmp00000000.py");
    }
    eval_init(&t->eval, t->arena, loader_limits(t->load->loader), &PROFILE_CONFIG, &t->host);
    t->eval.fuel = &t->load->fuel;
    load_enter_environment(t->load, &t->eval);
}

/* --- the bases --- */

static bool note_bases(struct text_file *t, const struct value *v)
{
    struct list one = {.items = (struct value *)v, .n = 1};
    const struct list *all = v->kind == VALUE_LIST ? v->list : &one;
    for (uint32_t i = 0; i < all->n; i++) {
        const struct value *name = &all->items[i];
        struct loc at = value_loc(name->tree ? name : v);
        if (value_is_unknown(name)) {
            t->module->blind = true;
            return load_refuse(t->module, t->arena, "INH001", at,
                "which base this is cannot be known: %.*s", STR_ARG(name->unknown->reason));
        }
        if (name->kind != VALUE_STRING) {
            str type = value_type_name(name);
            return load_refuse(t->module, t->arena, "INH001", at,
                "a base is named by a string, not by a %.*s%s", STR_ARG(type),
                name->kind == VALUE_TUPLE ? "; several bases go into a list, in square brackets"
                                          : "");
        }
        vec_push(t->arena->owner, &t->base_names, *name);
    }
    return true;
}

/* Adds `_scope_` to the outermost dicts that have a type (mmengine, for bases from a package). */
static struct value with_scope(
    struct text_file *t, const struct value *v, str scope, uint32_t depth)
{
    struct value copy = *v;
    if (depth == 0) {
        return copy;
    }
    if (v->kind == VALUE_DICT) {
        copy.dict = dict_copy(t->arena, v->dict);
        if (dict_get(v->dict, "type")) {
            const struct value *old = dict_get(v->dict, "_scope_");
            if (!old || value_is_none(old)) {
                struct value s = value_string(t->arena, scope);
                s.tree = v->tree;
                s.node = v->node;
                dict_set_str(t->arena, copy.dict, STR("_scope_"), s);
            }
            return copy;
        }
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct value *item = &copy.dict->entries[i].value;
            *item = with_scope(t, item, scope, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        copy.list = list_copy(t->arena, v->list);
        for (uint32_t i = 0; i < copy.list->n; i++) {
            copy.list->items[i] = with_scope(t, &v->list->items[i], scope, depth - 1);
        }
    }
    return copy;
}

static bool is_perhaps_absent(const struct value *v)
{
    return value_is_unknown(v) && v->unknown->absent;
}

static bool add_base(struct text_file *t, const struct module *base, struct loc at, str scope)
{
    struct dict *all = t->bases.dict;
    struct value dict = base->dict;
    if (scope.n) {
        if (dict_get(dict.dict, "type")) {
            return load_refuse(t->module, t->arena, "SYN010", at,
                "loading this config raises AttributeError: 'dict' object has no attribute "
                "'_scope_'");
        }
        dict = with_scope(t, &dict, scope, VALUE_DEPTH);
    }
    for (uint32_t i = 0; i < dict.dict->n; i++) {
        const struct entry *x = &dict.dict->entries[i];
        const struct entry *other = dict_find(all, &x->key, x->hash);
        if (other && is_perhaps_absent(&x->value)) {
            continue; /* if it is there, the loader refuses the config */
        }
        if (other && !is_perhaps_absent(&other->value)) {
            struct diag *d = load_fail(t->module, t->arena, "INH002", at,
                "'%.*s' is set by this base and by another one; the loader refuses that",
                STR_ARG(value_str(&x->key)));
            diag_relate(t->module->diags, d, value_loc(&other->key), "first set here");
            diag_relate(t->module->diags, d, value_loc(&x->key), "and here");
            diag_help(t->module->diags, d,
                "keep one of the two bases, or set the key only in this file, where it may "
                "override");
            return false;
        }
        dict_set(t->arena, all, &x->key, x->hash, x->value)->past = x->past;
    }
    return true;
}

static bool load_bases(struct text_file *t)
{
    struct module *m = t->module;
    str dir = path_dirname(m->path);
    m->bases = ARENA_MANY(t->arena, const struct module *, t->base_names.n + 1);
    t->bases = value_of_dict(dict_new(t->arena, 8));
    load_leave_environment(t->load, &t->eval);
    VEC_EACH (struct value, name, &t->base_names) {
        struct loc at = value_loc(name);
        str path, scope = STR(""), problem, text = value_str(name);
        if (t->mmengine && str_find(text, STR("::"), 0) != SIZE_MAX) {
            m->needs_mmengine = true;
            if (!packages_base(t->load, t->arena, m->path, text, &path, &scope, &problem)) {
                return load_refuse(t->module, t->arena, "INH001", at, "%.*s", STR_ARG(problem));
            }
        } else {
            path = path_join(t->arena, dir, text);
        }
        path = path_normal(t->arena, path);
        const struct module *base = load_module(t->load, path, path, m->dialect, at);
        m->bases[m->n_bases++] = base;
        m->needs_mmengine |= base->needs_mmengine; /* of one that failed, too */
        if (base->failed) {
            if (!m->diags) {
                m->diags = diags_new(t->arena->owner);
            }
            diags_append(m->diags, base->diags);
            m->failed = true;
            m->blind = base->blind;
            return false;
        }
        if (!add_base(t, base, at, scope)) {
            return false;
        }
    }
    load_enter_environment(t->load, &t->eval);
    return true;
}

/* --- {{_base_.x}} --- */

static bool base_value(struct text_file *t, str path, const struct value *at, struct value *out)
{
    *out = t->bases;
    while (path.n > 0) {
        str key = dotted_head(path, &path);
        if (value_is_unknown(out)) {
            return true;
        }
        const struct entry *x = out->kind == VALUE_DICT ? dict_find_str(out->dict, key) : NULL;
        if (!x) {
            return load_refuse(t->module, t->arena, "INH008", value_loc(at),
                "the bases define no '%.*s'", STR_ARG(key));
        }
        *out = x->value;
    }
    return true;
}

static bool substitute(struct text_file *t, struct value *v, uint32_t depth)
{
    const struct template *template = &file_of(t)->template;
    if (depth == 0) {
        return true;
    }
    if (v->kind == VALUE_STRING) {
        for (uint32_t i = 0; i < template->n_variables; i++) {
            if (str_eq(value_str(v), template->variables[i].mark)) {
                struct value found;
                if (!base_value(t, template->variables[i].path, v, &found)) {
                    return false;
                }
                *v = found;
                return true;
            }
        }
    } else if (v->kind == VALUE_DICT) {
        struct dict *d = dict_copy(t->arena, v->dict);
        for (uint32_t i = 0; i < d->n; i++) {
            if (!substitute(t, &d->entries[i].value, depth - 1)) {
                return false;
            }
        }
        v->dict = d;
    } else if (value_is_sequence(v)) {
        struct list *l = list_copy(t->arena, v->list);
        for (uint32_t i = 0; i < l->n; i++) {
            if (!substitute(t, &l->items[i], depth - 1)) {
                return false;
            }
        }
        v->list = l;
    }
    return true;
}

/* --- running the file --- */

static bool is_dropped(const struct value *v)
{
    return v->kind == VALUE_FUNCTION || (v->kind == VALUE_MODULE && !ops_is_environment(v)) ||
           (v->kind == VALUE_BUILTIN && v->builtin->def && v->builtin->def->python &&
               value_is_none(&v->builtin->self));
}

static bool run_python(struct text_file *t, struct value *out)
{
    const struct tree *tree = file_of(t)->tree;
    struct dict *globals = dict_new(t->arena, 16);
    str encoding;
    if (!t->mmengine && !encoding_is_plain(file_of(t)->template.text, &encoding)) {
        return load_refuse(t->module, t->arena, "SYN010", loc_of(t, tree->root),
            "what this text says in the encoding that it declares, %.*s, cannot be known",
            STR_ARG(encoding));
    }
    if (t->mmengine) {
        node_id empty = emptied_block(tree);
        if (empty) {
            return load_refuse(t->module, t->arena, "SYN010", loc_of(t, empty),
                "loading this config raises ValueError: the block is empty once _base_ is taken "
                "out of it");
        }
        struct value bases = t->bases;
        if (t->writes_bases && dict_may_lack(bases.dict)) {
            bases = ops_plain_unknown(&t->eval, "which names the bases set cannot be known");
            ops_hold(&t->eval, &bases, &t->bases, 1);
        }
        dict_set_str(t->arena, globals, STR("_base_"), bases);
    }
    static const char *const of_exec[] = {"__builtins__", NULL}, *const of_import[] = {"__name__",
                                                                     "__doc__", "__package__",
                                                                     "__loader__", "__spec__",
                                                                     "__file__", "__cached__",
                                                                     "__builtins__", NULL};
    load_own_names(&t->eval, globals, t->mmengine ? of_exec : of_import);
    if (!eval_module(&t->eval, tree, globals)) {
        return raised(t);
    }
    if (!load_names(t->module, t->arena, globals) ||
        (t->mmengine && !load_names(t->module, t->arena, t->bases.dict))) {
        return false;
    }
    struct dict *d = dict_new(t->arena, globals->n);
    for (uint32_t i = 0; i < globals->n; i++) {
        const struct entry *x = &globals->entries[i];
        str name = value_str(&x->key);
        bool base = t->mmengine && str_is(name, "_base_");
        if (!base && !str_starts(name, STR("__")) && !is_dropped(&x->value)) {
            dict_set(t->arena, d, &x->key, x->hash, x->value);
        }
    }
    *out = value_of_dict(d);
    out->tree = tree;
    out->node = tree->root;
    if (!load_fits(t->module, t->arena, &t->eval, out)) {
        return false;
    }
    if (t->eval.unseen > 0) {
        value_find_all(out);
    }
    return true;
}

static bool run_data(struct text_file *t, struct value *out)
{
    const struct tree *tree = file_of(t)->tree;
    if (!eval_data(&t->eval, tree, tree->root, out)) {
        return raised(t);
    }
    if (out->kind != VALUE_DICT) {
        str type = value_type_name(out);
        return load_refuse(t->module, t->arena, "SYN010", loc_of(t, tree->root),
            "a config has to be a mapping at the top, and this is of type %.*s", STR_ARG(type));
    }
    out->dict = dict_copy(t->arena, out->dict);
    return true;
}

static void drop(struct dict *d, str key)
{
    struct entry *x = dict_find_str(d, key);
    if (x) {
        dict_remove(d, x);
    }
}

/* mmengine: the value of the first top-level `_base_`, evaluated on its own. */
static bool find_bases_mmengine(struct text_file *t, bool is_python)
{
    const struct tree *tree = file_of(t)->tree;
    struct value v;
    if (!is_python) {
        if (!run_data(t, &v)) {
            return false;
        }
        const struct value *base = dict_get(v.dict, "_base_");
        return !base || note_bases(t, base);
    }
    EACH_CHILD (tree, tree->root, it) {
        if (is_base_assign(tree, it)) {
            struct dict *none = dict_new(t->arena, 0);
            t->host.name = text_base_expression_name;
            bool good = eval_expression(&t->eval, tree, tree_child(tree, it, 0), none, &v);
            t->host.name = NULL;
            return good ? note_bases(t, &v) : raised(t);
        }
    }
    return true;
}

/* Everything that only mmengine does, or does in its own way. */
static bool uses_mmengine(struct text_file *t, bool is_python)
{
    const struct tree *tree = file_of(t)->tree;
    if (file_of(t)->template.uses_environment) {
        return true;
    }
    if (!is_python) {
        return false;
    }
    const char *problem;
    node_id where;
    return mentions_bases(tree) || lazy_is_lazy(tree, &problem, &where);
}

static bool top_keys_are_strings(struct text_file *t, const struct value *v)
{
    for (uint32_t i = 0; i < v->dict->n; i++) {
        const struct value *key = &v->dict->entries[i].key;
        if (key->kind != VALUE_STRING) {
            str type = value_type_name(key);
            return load_refuse(t->module, t->arena, "SYN010", value_loc(key),
                "loading this config raises AttributeError: '%.*s' object has no attribute "
                "'startswith'",
                STR_ARG(type));
        }
    }
    return true;
}

static bool merge_over_bases(struct text_file *t, struct value *own)
{
    struct value merged;
    if (!merge_configs(&t->eval, own, &t->bases, false, &merged)) {
        const struct exception *x = t->eval.raised;
        if (x->type->id == TYPE_TYPE_ERROR && x->tree) {
            str message = eval_exception_message(t->arena, x);
            return load_refuse(t->module, t->arena, "INH006", tree_loc(x->tree, x->node), "%.*s",
                STR_ARG(message));
        }
        return raised(t);
    }
    *own = merged;
    own->tree = file_of(t)->tree;
    own->node = file_of(t)->tree->root;
    return true;
}

static bool load_mmengine(struct text_file *t, bool is_python, struct value *out)
{
    const struct tree *tree = file_of(t)->tree;
    const char *problem = NULL;
    node_id where = 0;
    if (is_python && lazy_is_lazy(tree, &problem, &where) && t->load->depth > 1) {
        return load_refuse(t->module, t->arena, "INH010", loc_of(t, where),
            "this file is in the new style (read_base, or an import of a package), but it is "
            "inherited through "
            "_base_; one chain has to be all of one style");
    }
    if (problem) {
        return load_refuse(t->module, t->arena, "SYN010", loc_of(t, where), "%s", problem);
    }
    if (!find_bases_mmengine(t, is_python) || !load_bases(t)) {
        return false;
    }
    t->writes_bases = is_python && mentions_bases(tree);
    if (t->writes_bases) {
        t->bases = load_thawed(t->arena, &t->bases, VALUE_DEPTH);
    }
    if (!(is_python ? run_python(t, out) : run_data(t, out))) {
        return false;
    }
    drop(out->dict, STR("_deprecation_"));
    if (file_of(t)->template.n_variables > 0 && !substitute(t, out, VALUE_DEPTH)) {
        return false;
    }
    drop(out->dict, STR("_base_"));
    if (!merge_over_bases(t, out) || !top_keys_are_strings(t, out)) {
        return false;
    }
    for (uint32_t i = out->dict->n; i-- > 0;) {
        if (str_starts(value_str(&out->dict->entries[i].key), STR("__"))) {
            dict_remove(out->dict, &out->dict->entries[i]);
        }
    }
    return true;
}

static bool load_mmcv(struct text_file *t, bool is_python, struct value *out)
{
    if (!(is_python ? run_python(t, out) : run_data(t, out))) {
        return false;
    }
    drop(out->dict, STR("_deprecation_"));
    const struct value *base = dict_get(out->dict, "_base_");
    if (!base) {
        return true;
    }
    struct value names = *base;
    drop(out->dict, STR("_base_"));
    if (!note_bases(t, &names) || !load_bases(t)) {
        return false;
    }
    if (file_of(t)->template.n_variables > 0 && !substitute(t, out, VALUE_DEPTH)) {
        return false;
    }
    return merge_over_bases(t, out);
}

void text_load(struct load *l, struct arena *a, struct module *m, struct loc from)
{
    bool mmengine = m->dialect->text == TEXT_MMENGINE;
    struct text_file t = {.load = l, .arena = a, .module = m, .mmengine = mmengine};
    bool is_python = str_is(path_extension(m->path), ".py");
    /* That what is named itself leads elsewhere is said first, as it may be a folder there. */
    bool outside = !from.source && files_outside(loader_files(l->loader), a, m->path).n > 0;
    if (!path_is_config(m->path) && !outside) {
        struct diag *d = load_fail(m, a, from.source ? "INH001" : "IO001", from,
            "a config is a .py, .json, .yaml or .yml file, and '%.*s' is none",
            STR_ARG(path_basename(m->path)));
        d->help = load_meant(l, a, m->path, from);
        return;
    }
    m->file = load_parsed(l, m->path, m->dialect->text);
    struct diags *diags = diags_new(a->owner);
    if (!load_usable(l, m->file, from, diags)) {
        m->diags = diags;
        m->failed = true;
        return;
    }
    if (is_python && m->file->template.n_maps > 0) {
        /* Both loaders parse the file as it is, too, before they fill in the templates. */
        const struct parsed *raw = load_peek(l, m->path);
        if (!load_usable(l, raw, from, diags)) {
            m->diags = diags;
            m->failed = true;
            return;
        }
    }
    talloc_free(diags);
    start(&t);
    struct value dict = {.kind = VALUE_NONE};
    m->needs_mmengine = uses_mmengine(&t, is_python);
    bool good = mmengine ? load_mmengine(&t, is_python, &dict) : load_mmcv(&t, is_python, &dict);
    config_class_close(&t);
    load_leave_environment(l, &t.eval);
    if (!good || !load_settle(m, a, &t.eval, &dict, mmengine)) {
        m->failed = true;
        m->own = dict;
        return;
    }
    m->personal |= !value_freeze(&dict);
    m->dict = dict;
}
