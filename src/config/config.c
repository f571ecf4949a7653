#include "config/config.h"

#include "config/load.h"
#include "text/path.h"

static const struct {
    const char *name;
    enum dialect dialect;
} NAMES[] = {
    {"auto", DIALECT_AUTO},
    {"mmengine", DIALECT_MMENGINE},
    {"lazy", DIALECT_LAZY},
    {"mmcv", DIALECT_MMCV},
    {"torchpack", DIALECT_TORCHPACK},
};

const char *dialect_name(enum dialect d)
{
    return NAMES[d].name;
}

bool dialect_find(str name, enum dialect *out)
{
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (str_is(name, NAMES[i].name)) {
            *out = NAMES[i].dialect;
            return true;
        }
    }
    return false;
}

/* --- which dialect --- */

static uint32_t count_keys(const struct dict *d, const char *const *names)
{
    uint32_t n = 0;
    for (; *names; names++) {
        n += dict_get(d, *names) != NULL;
    }
    return n;
}

/* A train_cfg that has nothing of a loop: mmcv's models had theirs at the top. */
static bool has_old_train_cfg(const struct dict *d)
{
    static const char *const loop[] = {"type", "by_epoch", "max_epochs", "max_iters", "val_begin",
        "val_interval", "dynamic_intervals", NULL};
    const struct value *v = dict_get(d, "train_cfg");
    return v && v->kind == VALUE_DICT && v->dict->n > 0 && count_keys(v->dict, loop) == 0;
}

/* How many more sections of mmcv 1.x than of mmengine a resolved config has.  One that has what
 * mmengine's Runner trains with is its own, however much of mmcv's is left in it. */
static int mmcv_marks(const struct dict *d)
{
    static const char *const old[] = {"data", "runner", "optimizer_config", "lr_config",
        "checkpoint_config", "log_config", "evaluation", "workflow", "total_epochs", "total_iters",
        "resume_from", NULL};
    static const char *const new[] = {"train_dataloader", "optim_wrapper", "param_scheduler",
        "default_scope", "default_hooks", "env_cfg", "val_evaluator", "train_pipeline_cfg",
        "visualizer", "log_processor", "log_level_", NULL};
    static const char *const runs[] = {"train_dataloader", "optim_wrapper", "train_cfg", NULL};
    if (count_keys(d, runs) == 3) {
        return -1;
    }
    int marks = (int)count_keys(d, old) - (int)count_keys(d, new);
    return marks == 0 && has_old_train_cfg(d) ? 1 : marks;
}

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
static bool file_has_expression(struct load *l, str path)
{
    if (!files_has_file(loader_files(l->loader), path)) {
        return false;
    }
    const struct parsed *p = load_parsed(l, path, TEXT_VERBATIM);
    return p->status == FILE_OK && has_expression(p->source->bytes);
}

/*
 * torchpack's marks: a default.yaml above, a ${...}, or the run_dir that a training run writes into
 * the config it keeps; and none of the keys of hydra.  A _base_, which it does not read, asks for
 * a default.yaml and a ${...}, anywhere in the chain.
 */
static bool looks_like_torchpack(struct load *l, struct arena *a, str path)
{
    const struct parsed *p = load_parsed(l, path, TEXT_VERBATIM);
    if (p->status != FILE_OK || !p->tree || !p->tree->root || has_key(p->tree, "hydra") ||
        has_key(p->tree, "defaults")) {
        return false;
    }
    str name = arena_concat(a, STR("default"), path_extension(path));
    bool above = str_starts(path_basename(path), STR("default."));
    bool expression = has_expression(p->source->bytes);
    for (str dir = path_dirname(path); dir.n > 1 && !(above && expression);
         dir = path_dirname(dir)) {
        str candidate = path_join(a, dir, name);
        above |= files_has_file(loader_files(l->loader), candidate);
        expression |= file_has_expression(l, candidate);
    }
    return has_key(p->tree, "_base_") ? above && expression
                                      : above || expression || has_key(p->tree, "run_dir");
}

static enum dialect syntactic_dialect(struct load *l, struct arena *a, str path, bool torchpack)
{
    str extension = path_extension(path);
    if (str_is(extension, ".yaml") || str_is(extension, ".yml")) {
        return torchpack && looks_like_torchpack(l, a, path) ? DIALECT_TORCHPACK : DIALECT_MMENGINE;
    }
    if (!str_is(extension, ".py")) {
        return DIALECT_MMENGINE;
    }
    const struct parsed *p = load_parsed(l, path, TEXT_VERBATIM);
    const char *problem;
    node_id where;
    if (p->status == FILE_OK && p->tree && lazy_is_lazy(p->tree, &problem, &where)) {
        return DIALECT_LAZY;
    }
    return DIALECT_MMENGINE;
}

/* --- resolving --- */

static void note_file(struct config *c, const struct parsed *p, uint32_t depth)
{
    if (!p || !p->source) {
        return;
    }
    VEC_EACH (struct config_file, it, &c->files) {
        if (it->source == p->source) {
            return;
        }
    }
    vec_push(c->arena->owner, &c->files, ((struct config_file){p->source, p->tree, depth}));
}

static void note_files(struct config *c, const struct module *m, uint32_t depth)
{
    if (depth > 64) {
        return;
    }
    note_file(c, m->file, depth);
    for (uint32_t i = 0; i < m->n_bases; i++) {
        note_files(c, m->bases[i], depth + 1);
    }
}

static load_fn *loader_of(enum dialect d)
{
    return d == DIALECT_TORCHPACK ? torchpack_load : d == DIALECT_LAZY ? lazy_load : text_load;
}

/* The names that an importing file of the new style does not show. */
static void hide_imported(struct arena *a, struct module *m)
{
    struct dict *d = dict_new(a, m->dict.dict->n);
    for (uint32_t i = 0; i < m->dict.dict->n; i++) {
        const struct entry *x = &m->dict.dict->entries[i];
        bool hidden = false;
        for (uint32_t k = 0; k < m->n_imported && !hidden; k++) {
            hidden = str_eq(string_str(m->imported[k]), value_str(&x->key));
        }
        if (!hidden) {
            dict_set(a, d, &x->key, x->hash, x->value)->past = x->past;
        }
    }
    d->frozen = FROZEN;
    m->dict.dict = d;
}

/* Keys that Config() refuses at the top. */
static void refuse_reserved(struct arena *a, struct module *m, enum dialect dialect)
{
    static const char *const names[] = {"filename", "text", "pretty_text", "env_variables"};
    size_t n = dialect == DIALECT_MMENGINE || dialect == DIALECT_LAZY ? 4 : 3;
    for (size_t i = 0; i < n; i++) {
        const struct entry *x = dict_find_str(m->dict.dict, str_of(names[i]));
        if (x) {
            struct diag *d = load_fail(m, a, "SYN007", value_loc(&x->key),
                "'%s' is a name that the loader keeps for itself", names[i]);
            diag_help(
                m->diags, d, "give it another name; below the top level the name may be used");
        }
    }
}

static struct module *resolve_as(struct load *l, struct arena *a, str path, enum dialect dialect)
{
    struct module *m = ARENA_NEW(a, struct module);
    m->path = path;
    l->dialect = dialect;
    struct load_chain link = {path, NULL};
    l->chain = &link;
    l->depth = 1;
    loader_of(dialect)(l, a, m, (struct loc){0});
    l->chain = NULL;
    l->depth = 0;
    return m;
}

/* Is this config, as far as it can be told, one for mmcv 1.x? */
static bool is_for_mmcv(const struct module *m)
{
    if (m->dict.kind == VALUE_DICT && m->dict.dict && !m->failed) {
        return mmcv_marks(m->dict.dict) > 0;
    }
    for (uint32_t i = 0; i < m->n_bases; i++) {
        if (m->bases[i]->dict.kind == VALUE_DICT && is_for_mmcv(m->bases[i])) {
            return true;
        }
    }
    return false;
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
    SURE_MARKS = 3,
    SURELY_MMCV = 6
};

/* The config as mmcv 1.x has it, when that is what it seems to be for. */
static struct module *resolve_again(
    struct load *l, struct arena *a, struct module *m, enum dialect *dialect)
{
    if (*dialect == DIALECT_MMENGINE && is_for_mmcv(m)) {
        /* Only here do the two loaders differ. */
        bool differs = m->needs_mmengine || m->failed;
        struct module *other = differs ? resolve_as(l, a, m->path, DIALECT_MMCV) : m;
        /* It loads, however old what it says; unless all that it says is. */
        bool mmengine_alone = other->failed && !m->failed && mmcv_marks(m->dict.dict) < SURELY_MMCV;
        *dialect = l->dialect = mmengine_alone ? DIALECT_MMENGINE : DIALECT_MMCV;
        return mmengine_alone ? m : other;
    }
    if (*dialect == DIALECT_MMENGINE && m->failed) {
        /* mmengine evaluates _base_ alone, mmcv runs the whole file first: it may need a variable.
         */
        struct module *other = resolve_as(l, a, m->path, DIALECT_MMCV);
        if (!other->failed && mmcv_marks(other->dict.dict) > 0) {
            *dialect = DIALECT_MMCV;
            return other;
        }
    }
    if (*dialect == DIALECT_LAZY && m->failed && is_lazy_by_import(m)) {
        struct module *other = resolve_as(l, a, m->path, DIALECT_MMCV);
        const struct value *class_ = other->failed ? NULL : dict_get(other->dict.dict, "Config");
        bool runs_mmcv = class_ && class_->kind == VALUE_OBJECT; /* from mmcv import Config */
        if (runs_mmcv || (!other->failed && mmcv_marks(other->dict.dict) >= SURE_MARKS)) {
            *dialect = DIALECT_MMCV;
            return other;
        }
    }
    return m;
}

struct config *config_resolve(struct loader *loader, struct arena *a, str path,
    const struct config_options *options, struct diags *diags)
{
    static const struct config_options defaults;
    struct config *c = ARENA_NEW(a, struct config);
    c->arena = a;
    c->path = arena_str(a, path);
    c->options = options ? options : &defaults;
    c->loader = loader;
    c->store = store_hold(loader, c->options->store, a);
    struct load l = {.loader = loader,
        .store = c->store,
        .arena = a,
        .options = c->options,
        .diags = diags,
        .fuel = fuel_make(loader_limits(loader))};
    str absolute = path_absolute(a, loader_files(loader)->cwd, path);
    bool guessing = c->options->dialect == DIALECT_AUTO;
    c->dialect = c->options->dialect;
    if (guessing) {
        c->dialect = syntactic_dialect(&l, a, absolute, true);
    } else if (c->dialect ==
               DIALECT_MMENGINE) { /* its two styles are told apart by the file alone */
        c->dialect = syntactic_dialect(&l, a, absolute, false);
    }
    struct module *m = resolve_as(&l, a, absolute, c->dialect);
    if (guessing) {
        m = resolve_again(&l, a, m, &c->dialect);
    }
    if (!m->failed) {
        if (c->dialect == DIALECT_LAZY) {
            hide_imported(a, m);
        }
        refuse_reserved(a, m, c->dialect);
    }
    if (!m->failed) {
        options_apply(&l, a, m);
    }
    note_files(c, m, 0);
    if (m->diags) {
        diags_append(diags, m->diags);
    }
    c->failed = m->failed;
    c->root = m->dict;
    if (m->file) {
        c->source = m->file->source;
        c->tree = m->file->tree;
    }
    return c;
}

/* --- paths --- */

static const struct value *step(const struct value *v, str part, const struct entry **entry)
{
    *entry = NULL;
    if (v->kind == VALUE_DICT) {
        *entry = dict_find_str(v->dict, part);
        return *entry ? &(*entry)->value : NULL;
    }
    if (value_is_sequence(v) && part.n > 0 && part.n < 9) {
        uint32_t i = 0;
        for (size_t k = 0; k < part.n; k++) {
            if (part.p[k] < '0' || part.p[k] > '9') {
                return NULL;
            }
            i = i * 10 + (uint32_t)(part.p[k] - '0');
        }
        return i < v->list->n ? &v->list->items[i] : NULL;
    }
    return NULL;
}

static const struct value *walk(const struct value *v, str path, const struct entry **entry)
{
    while (v && path.n > 0) {
        size_t dot = str_find(path, STR("."), 0);
        str part = dot == SIZE_MAX ? path : str_slice(path, 0, dot);
        path = dot == SIZE_MAX ? STR("") : str_slice(path, dot + 1, path.n);
        v = step(v, part, entry);
    }
    return v;
}

const struct value *value_at(const struct value *root, str path)
{
    const struct entry *ignored;
    return walk(root, path, &ignored);
}

const struct entry *entry_at(const struct value *root, str path)
{
    const struct entry *entry = NULL;
    return walk(root, path, &entry) ? entry : NULL;
}

const struct value *config_at(const struct config *c, str path)
{
    return c->failed ? NULL : value_at(&c->root, path);
}
