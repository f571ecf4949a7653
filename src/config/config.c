#include "config/config.h"

#include "config/dialect/dialect.h"
#include "text/path.h"

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

/* The names that an importing file of the new style does not show. */
static void hide_imported(struct arena *a, struct module *m)
{
    if (!m->imported || m->imported->n == 0) {
        return;
    }
    struct dict *d = dict_new(a, m->dict.dict->n);
    for (uint32_t i = 0; i < m->dict.dict->n; i++) {
        const struct entry *x = &m->dict.dict->entries[i];
        if (!dict_find(m->imported, &x->key, x->hash)) {
            dict_set(a, d, &x->key, x->hash, x->value)->past = x->past;
        }
    }
    d->frozen = FROZEN;
    m->dict.dict = d;
}

/* Keys that Config() refuses at the top. */
static void refuse_reserved(struct arena *a, struct module *m)
{
    for (const char *const *name = m->dialect->reserved; *name; name++) {
        const struct entry *x = dict_find_str(m->dict.dict, str_of(*name));
        if (x) {
            struct diag *d = load_fail(m, a, "SYN007", value_loc(&x->key),
                "'%s' is a name that the loader keeps for itself", *name);
            diag_help(
                m->diags, d, "give it another name; below the top level the name may be used");
        }
    }
}

struct module *load_as(struct load *l, struct arena *a, str path, const struct dialect *dialect)
{
    struct module *m = ARENA_NEW(a, struct module);
    m->path = path;
    m->dialect = dialect;
    struct load_chain link = {path, l->path, NULL, false};
    l->chain = &link;
    l->depth = 1;
    l->environment = (struct variables){0};
    dialect->load(l, a, m, (struct loc){0});
    l->chain = NULL;
    l->depth = 0;
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
        .path = c->path,
        .diags = diags,
        .fuel = fuel_make(loader_limits(loader))};
    str absolute = path_absolute(a, loader_files(loader)->cwd, path);
    const struct dialect *named = c->options->dialect;
    struct module *m = load_as(&l, a, absolute, dialect_detect(&l, a, absolute, named));
    if (!named && m->dialect->reconsider) {
        m = m->dialect->reconsider(&l, a, m);
    }
    c->dialect = m->dialect;
    if (!m->failed) {
        hide_imported(a, m);
        refuse_reserved(a, m);
    }
    if (!m->failed) {
        options_apply(&l, a, m);
    }
    note_files(c, m, 0);
    if (m->diags) {
        diags_append(diags, m->diags);
    }
    c->failed = m->failed;
    c->blind = m->blind;
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
    uint32_t i;
    bool is_item = value_is_sequence(v) && dotted_index(part, &i) && i < v->list->n;
    return is_item ? &v->list->items[i] : NULL;
}

struct value *value_own_item(struct arena *a, struct value *list, str part)
{
    uint32_t i;
    if (!dotted_index(part, &i) || i >= list->list->n) {
        return NULL;
    }
    list->list = list_copy(a, list->list);
    return &list->list->items[i];
}

static const struct value *walk(const struct value *v, str path, const struct entry **entry)
{
    while (v && path.n > 0) {
        str part = dotted_head(path, &path);
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
