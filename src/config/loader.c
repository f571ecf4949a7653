#include "config/load.h"
#include "eval/ops.h"

#include "config/dialect/dialect.h"
#include "syntax/data.h"
#include "syntax/python.h"
#include "text/path.h"

#include "base/hash.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Entries of the loader's stores, by path and kind. */
struct parsed_entry {
    struct parsed parsed;
    char *key;
    UT_hash_handle hh;
};

struct module_entry {
    struct module module;
    char *key;
    UT_hash_handle hh;
};

/* Files and bases that configs share.  A config refers to the one store that it was resolved with,
 * so a store goes when it has been followed by another one and the last of its configs has gone. */
struct store {
    atomic_uint users; /* configs, and the loader for its newest one */
    size_t bytes;
    struct parsed_entry *parsed;
    struct module_entry *modules;
};

/* In the memory of a config. */
struct hold {
    struct store *store;
};

struct loader {
    const struct limits *limits;
    struct files *files;
    struct library *library;
    VEC(str) packages;
    struct arena *arena;
    pthread_mutex_t lock; /* also of what the stores hold */
    struct store *newest;
};

enum {
    STORE_BYTES = 32 << 20 /* then the next one is begun */
};

static int store_free(struct store *s)
{
    HASH_CLEAR(hh, s->parsed);
    HASH_CLEAR(hh, s->modules);
    return 0;
}

static struct store *store_new(void)
{
    struct store *s = mem_zero(NULL, sizeof *s);
    atomic_init(&s->users, 1);
    talloc_set_destructor(s, store_free);
    return s;
}

static void store_leave(struct store *s)
{
    if (atomic_fetch_sub(&s->users, 1) == 1) {
        talloc_free(s);
    }
}

static int hold_free(struct hold *h)
{
    store_leave(h->store);
    return 0;
}

struct store *store_hold(struct loader *l, struct store *same, struct arena *a)
{
    struct hold *h = mem_zero(a->owner, sizeof *h);
    pthread_mutex_lock(&l->lock);
    if (!same && l->newest->bytes > STORE_BYTES) {
        store_leave(l->newest);
        l->newest = store_new();
    }
    h->store = same ? same : l->newest;
    atomic_fetch_add(&h->store->users, 1);
    pthread_mutex_unlock(&l->lock);
    talloc_set_destructor(h, hold_free);
    return h->store;
}

/* With the lock held: an entry that is found from now on. */
static void store_keep(struct store *s, void *entry)
{
    s->bytes += talloc_total_size(entry);
    talloc_steal(s, entry);
}

static int loader_free(struct loader *l)
{
    store_leave(l->newest);
    pthread_mutex_destroy(&l->lock);
    return 0;
}

struct loader *loader_new(
    void *talloc_ctx, const struct limits *limits, struct files *files, struct library *library)
{
    struct loader *l = mem_zero(talloc_ctx, sizeof *l);
    l->limits = limits;
    l->files = files;
    l->library = library;
    l->arena = arena_new(l);
    l->newest = store_new();
    pthread_mutex_init(&l->lock, NULL);
    talloc_set_destructor(l, loader_free);
    return l;
}

const struct limits *loader_limits(const struct loader *l)
{
    return l->limits;
}

struct files *loader_files(const struct loader *l)
{
    return l->files;
}

struct library *loader_library(const struct loader *l)
{
    return l->library;
}

void loader_add_packages(struct loader *l, str dir)
{
    if (files_add_root(l->files, dir)) {
        vec_push(l, &l->packages, arena_str(l->arena, dir));
    }
}

bool packages_find(struct loader *l, struct arena *a, str package, str *out)
{
    VEC_EACH (str, dir, &l->packages) {
        str path = path_join(a, *dir, package);
        if (files_has_dir(l->files, path)) {
            *out = path;
            return true;
        }
    }
    return false;
}

str packages_outside(struct loader *l, struct arena *a, str package)
{
    VEC_EACH (str, dir, &l->packages) {
        str to = files_outside(l->files, a, path_join(a, *dir, package));
        if (to.n > 0) {
            return to;
        }
    }
    return STR("");
}

/* --- parsing once --- */

static void parse(struct load *l, struct parsed_entry *entry, struct arena *a, enum text_kind kind)
{
    struct parsed *p = &entry->parsed;
    struct source *source = (struct source *)p->source;
    p->template.text = source->bytes;
    struct environment environment = l->options->environment;
    environment.done = &l->environment;
    if (kind != TEXT_VERBATIM &&
        !template_fill(a, l->loader->limits, source, kind == TEXT_MMENGINE ? &environment : NULL,
            &p->template, &p->reason, &p->reason_at)) {
        p->template_failed = true;
        return;
    }
    struct diags *diags = diags_new(entry);
    str extension = path_extension(p->path);
    const struct template *t = &p->template;
    if (str_is(extension, ".json")) {
        p->tree = json_parse(a, l->loader->limits, diags, source, t->text, t->maps, t->n_maps);
    } else if (path_is_yaml(p->path)) {
        p->tree = yaml_parse(a, l->loader->limits, diags, source, t->text, t->maps, t->n_maps);
    } else {
        p->tree = python_parse(a, l->loader->limits, diags, source, t->text, t->maps, t->n_maps);
    }
    if (diags->list.n > 0) {
        p->diags = diags;
    } else {
        talloc_free(diags);
    }
}

str load_shown(struct arena *a, const struct files *f, str absolute)
{
    if (f->cwd.n > 1 && path_is_under(absolute, f->cwd) && absolute.n > f->cwd.n) {
        return str_slice(absolute, f->cwd.n + 1, absolute.n);
    }
    return arena_str(a, absolute);
}

static struct parsed_entry *read_and_parse(struct load *l, str path, enum text_kind kind)
{
    struct parsed_entry *entry = mem_zero(NULL, sizeof *entry);
    struct arena *a = arena_new(entry);
    struct parsed *p = &entry->parsed;
    struct source *source = NULL;
    p->path = arena_str(a, path);
    const struct config_options *o = l->options;
    if (o->replaced_text.p && str_eq(o->replaced_path, path)) {
        source = source_new(a, path, path, arena_str(a, o->replaced_text), true);
        source->real = files_real(l->loader->files, a, path);
        p->status = FILE_OK;
    } else {
        p->status = files_read(l->loader->files, a, path, &source, &p->reason);
    }
    if (p->status == FILE_OK) {
        source->path = load_shown(a, l->loader->files, p->path);
        source->absolute = p->path;
        p->source = source;
        parse(l, entry, a, kind);
    }
    return entry;
}

static char *store_key(void *ctx, str path, const char *kind)
{
    size_t n = strlen(kind);
    char *key = mem_alloc(ctx, n + path.n + 1);
    memcpy(key, kind, n);
    memcpy(key + n, path.p, path.n);
    key[n + path.n] = '\0';
    return key;
}

/* `own`: what the files before it have set is in its text. */
static const struct parsed *parsed_as(struct load *l, str path, enum text_kind kind, bool own)
{
    struct loader *loader = l->loader;
    bool replaced = l->options->replaced_text.p && str_eq(l->options->replaced_path, path);
    if (replaced || own) { /* not for the store: the file itself says something else */
        struct parsed_entry *entry = read_and_parse(l, path, kind);
        talloc_steal(l->arena->owner, entry);
        return &entry->parsed;
    }
    struct parsed_entry *entry = NULL, *other = NULL;
    static const char *const kinds[] = {"verbatim", "mmengine", "mmcv"};
    char *key = store_key(NULL, path, kinds[kind]);
    pthread_mutex_lock(&loader->lock);
    HASH_FIND_STR(l->store->parsed, key, entry);
    pthread_mutex_unlock(&loader->lock);
    if (!entry) {
        entry = read_and_parse(l, path, kind);
        entry->key = talloc_steal(entry, key);
        pthread_mutex_lock(&loader->lock);
        HASH_FIND_STR(l->store->parsed, key, other);
        if (!other) {
            HASH_ADD_KEYPTR(hh, l->store->parsed, entry->key, strlen(entry->key), entry);
            store_keep(l->store, entry);
        }
        pthread_mutex_unlock(&loader->lock);
        if (other) { /* another thread was faster */
            talloc_free(entry);
            entry = other;
        }
        return &entry->parsed;
    }
    talloc_free(key);
    return &entry->parsed;
}

/* Have files that have run changed what later ones see? */
static bool is_changed(const struct variables *v)
{
    return v->set || v->lost || v->patched;
}

const struct parsed *load_peek(struct load *l, str path)
{
    return parsed_as(l, path, TEXT_VERBATIM, false);
}

bool load_is_full(const struct load *l)
{
    const struct limits *limits = l->loader->limits;
    return l->files >= limits->files || l->bytes > limits->config_bytes;
}

const struct parsed *load_parsed(struct load *l, str path, enum text_kind kind)
{
    const struct parsed *p = load_peek(l, path);
    l->files++;
    bool own = kind == TEXT_MMENGINE && is_changed(&l->environment);
    l->bytes += p->status == FILE_OK ? p->source->bytes.n : 0;
    bool templates = p->status == FILE_OK && str_find(p->source->bytes, STR("{{"), 0) != SIZE_MAX;
    return kind == TEXT_VERBATIM || !templates ? p : parsed_as(l, path, kind, own);
}

bool load_usable(struct load *l, const struct parsed *p, struct loc from, struct diags *diags)
{
    struct diag *d;
    struct loc at = from.source ? from : (struct loc){0};
    if (p->status != FILE_OK) {
        bool ours = p->status == FILE_UNREADABLE || p->status == FILE_TOO_LARGE;
        const char *code = !from.source || ours        ? "IO001"
                           : p->status == FILE_OUTSIDE ? "INH014"
                                                       : "INH001"; /* the loader fails, too */
        str path = load_shown(diags->arena, loader_files(l->loader), p->path);
        if (from.source) {
            d = diags_add(diags, code, SEVERITY_ERROR, at, "cannot read the base '%.*s': %.*s",
                STR_ARG(path), STR_ARG(p->reason));
        } else {
            d = diags_add(
                diags, code, SEVERITY_ERROR, at, "cannot read this file: %.*s", STR_ARG(p->reason));
            d->subject = path;
        }
        d->fatal = true;
        if (p->status == FILE_MISSING) {
            d->help = load_meant(l, diags->arena, p->path, from);
        } else if (p->status == FILE_OUTSIDE) {
            str meant = load_meant(l, diags->arena, p->path, from);
            diag_help(diags, d,
                "only files below the work tree, the package paths and each --root DIR are read; "
                "if you trust it, add --root for its folder%s%.*s",
                meant.n > 0 ? "; " : "", STR_ARG(meant));
        } else if (p->status == FILE_TOO_LARGE) {
            diag_help(diags, d, "--limit file_bytes=N raises the limit");
        }
        return false;
    }
    if (p->template_failed) {
        at = (struct loc){p->source, p->reason_at};
        d = diags_add(diags, "SYN010", SEVERITY_ERROR, at,
            "this template cannot be filled in: %.*s", STR_ARG(p->reason));
        d->fatal = true;
        return false;
    }
    if (p->diags) {
        diags_append(diags, p->diags);
    }
    if (p->tree->broken || p->tree->root == 0) {
        diags_refuse(diags, "SYN001");
        return false;
    }
    return true;
}

str load_environment(struct eval *e, const char *name)
{
    (void)e;
    return str_of(getenv(name));
}

/* --- modules --- */

static struct diag *refusal(
    struct module *m, struct arena *a, const char *code, struct loc at, str message)
{
    if (!m->diags) {
        m->diags = diags_new(a->owner);
    }
    struct diag *d = diags_add(m->diags, code, SEVERITY_ERROR, at, "%.*s", STR_ARG(message));
    d->fatal = true;
    m->failed = true;
    return d;
}

struct diag *load_fail(
    struct module *m, struct arena *a, const char *code, struct loc at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(a, format, args);
    va_end(args);
    return refusal(m, a, code, at, message);
}

bool load_refuse(
    struct module *m, struct arena *a, const char *code, struct loc at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(a, format, args);
    va_end(args);
    refusal(m, a, code, at, message);
    return false;
}

void load_raised(struct module *m, struct arena *a, const struct eval *e)
{
    const struct exception *x = e->raised;
    struct loc at = x->tree && x->node ? tree_loc(x->tree, x->node) : (struct loc){0};
    str text = eval_exception_text(a, x);
    if (!at.source && m->file) {
        at.source = m->file->source;
    }
    if (x->type->id == TYPE_LIMIT) {
        text = eval_exception_message(a, x);
        load_fail(m, a, "LIM001", at, "%.*s", STR_ARG(text));
        return;
    }
    struct diag *d =
        load_fail(m, a, "SYN010", at, "loading this config raises %.*s", STR_ARG(text));
    if (x->type->id == TYPE_NAME_ERROR) {
        diag_help(
            m->diags, d, "define the name above this line, or quote it if it is meant as text");
    }
}

bool load_names(struct module *m, struct arena *a, const struct dict *globals)
{
    if (globals->lost) {
        const struct unknown *u = globals->lost;
        const struct tree *t = u->tree ? u->tree : m->file->tree;
        struct loc at = t ? tree_loc(t, u->tree && u->node ? u->node : t->root) : (struct loc){0};
        m->blind = true;
        return load_refuse(m, a, "SYN010", at,
            "which names this config sets cannot be known without running it: %.*s",
            STR_ARG(globals->lost->reason));
    }
    return true;
}

bool load_fits(struct module *m, struct arena *a, struct eval *e, const struct value *v)
{
    enum extent extent = value_extent(v, e->limits->value_items, e->limits->value_bytes);
    if (extent == EXTENT_FINE) {
        return true;
    }
    if (extent == EXTENT_DEEP) {
        eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
    } else {
        eval_raise(e, TYPE_LIMIT,
            "the config holds more than the limits value_items and value_bytes allow");
    }
    load_raised(m, a, e);
    return false;
}

void load_own_names(struct eval *e, struct dict *globals, const char *const *names)
{
    for (; *names; names++) {
        str name = str_of(*names);
        struct value v = value_none();
        if (STR_IS_ANY(name, "__name__", "__file__", "__package__")) {
            v = value_string(e->arena, str_is(name, "__name__")   ? e->host->module_name
                                       : str_is(name, "__file__") ? e->host->file_name
                                                                  : STR(""));
        } else if (!str_is(name, "__doc__")) {
            struct value all = value_of_dict(globals);
            v = value_unknown(e->arena, NULL, 0, "what imports a module is not run");
            ops_hold(e, &v, &all, 1); /* a builtin that is replaced is another name */
        }
        dict_set_str(e->arena, globals, name, v);
    }
}

void load_enter_environment(const struct load *l, struct eval *e)
{
    const struct variables *v = &l->environment;
    e->environment = *v;
    e->environment.set = v->set ? dict_copy(e->arena, v->set) : NULL;
}

void load_leave_environment(struct load *l, const struct eval *e)
{
    l->environment = e->environment;
}

static bool in_chain(const struct load *l, str path)
{
    for (const struct load_chain *c = l->chain; c; c = c->outer) {
        if (str_eq(c->path, path)) {
            return true;
        }
    }
    return false;
}

/* Runs the module, whose bases are loaded on the way. */
static void run_module(struct load *l, struct arena *a, struct module *m, str spelled,
    struct loc from, struct load_chain *link)
{
    *link = (struct load_chain){m->path, arena_str(a, spelled), l->chain, false};
    l->chain = link;
    l->depth++;
    struct fuel before = l->fuel;
    m->dialect->load(l, a, m, from);
    m->environment = l->environment;
    m->spent =
        (struct fuel){.steps = before.steps - l->fuel.steps, .bytes = before.bytes - l->fuel.bytes};
    l->depth--;
    l->chain = link->outer;
    m->personal |= link->personal;
}

/* The module that others find from now on: this one, or that of a thread that was faster. */
static struct module *share_module(struct load *l, struct module_entry *entry, char *key)
{
    struct module_entry *other = NULL;
    entry->key = talloc_steal(entry, key);
    pthread_mutex_lock(&l->loader->lock);
    HASH_FIND_STR(l->store->modules, key, other);
    if (!other) {
        HASH_ADD_KEYPTR(hh, l->store->modules, entry->key, strlen(entry->key), entry);
        store_keep(l->store, entry);
    }
    pthread_mutex_unlock(&l->loader->lock);
    if (!other) {
        return &entry->module;
    }
    talloc_free(entry); /* both have spent the same */
    l->environment = other->module.environment;
    return &other->module;
}

const struct module *load_module(
    struct load *l, str path, str spelled, const struct dialect *dialect, struct loc from)
{
    struct loader *loader = l->loader;
    struct module_entry *entry = NULL;
    char *key = store_key(NULL, path, dialect->name);
    pthread_mutex_lock(&loader->lock);
    HASH_FIND_STR(l->store->modules, key, entry);
    pthread_mutex_unlock(&loader->lock);
    /* What the files before it set is in no key. */
    bool special = l->options->replaced_text.p || is_changed(&l->environment);
    if (entry && !special) {
        talloc_free(key);
        fuel_take(&l->fuel, &entry->module.spent); /* what follows finds that nothing is left */
        l->environment = entry->module.environment;
        return &entry->module;
    }
    entry = mem_zero(NULL, sizeof *entry);
    struct arena *a = arena_new(entry);
    struct module *m = &entry->module;
    struct load_chain link;
    m->path = arena_str(a, path);
    m->dialect = dialect;
    bool cycle = in_chain(l, path);
    bool deep = l->depth >= loader->limits->base_depth || load_is_full(l);
    if (cycle || deep) {
        load_fail(m, a, cycle ? "INH001" : "LIM001", from,
            cycle ? "this base leads back to itself: '%.*s' is being loaded already"
                  : "too many bases on the way to '%.*s' (limits base_depth, files, config_bytes)",
            STR_ARG(load_shown(a, loader->files, path)));
    } else {
        run_module(l, a, m, spelled, from, &link);
    }
    if (!cycle && !deep && !special && !m->personal && !m->failed) {
        return share_module(l, entry, key);
    }
    talloc_free(key); /* what failed may depend on who asked */
    talloc_steal(l->arena->owner, entry);
    if (l->chain) {
        l->chain->personal = true;
    }
    return m;
}
