#include "config/dialect/dialect.h"
#include "migrate/classes.h"
#include "migrate/inside.h"
#include "migrate/modules.h"
#include "text/excerpt.h"
#include "text/path.h"

static int migration_free(struct migration *m)
{
    order_free(m);
    HASH_CLEAR(hh, m->words);
    pthread_mutex_destroy(&m->lock);
    return 0;
}

struct migration *migration_new(void *talloc_ctx, struct loader *l, struct files *files,
    struct library *library, const struct limits *limits, const struct migration_options *options,
    struct diags *diags)
{
    struct migration *m = mem_zero(talloc_ctx, sizeof *m);
    m->arena = arena_new(m);
    m->old_loader = l;
    m->files = files;
    m->library = library;
    m->options = *options;
    m->excerpts = excerpts_new(m);
    m->proofs = proofs_new(m, library);
    str common = STR("migrate/common.star"), keys = STR("settings/keys.star");
    const struct value *dialect =
        library_global(library, common, options->lazy ? "NEW_STYLE" : "DIALECT", diags);
    m->dialect = dialect_find(value_str(dialect));
    m->sections = library_dict(library, common, "SECTIONS", diags);
    m->machine = library_words(library, common, "MACHINE", diags);
    m->old_keys = library_words(library, keys, "OLD", diags);
    m->new_keys = library_words(library, keys, "NEW", diags);
    m->whole_keys = library_words(library, keys, "WHOLE", diags);
    m->new_files = files_new(m, limits);
    VEC_EACH (str, root, &files->roots) {
        vec_push(m->new_files, &m->new_files->roots, *root);
    }
    m->new_loader = loader_new(m, limits, m->new_files, library);
    pthread_mutex_init(&m->lock, NULL);
    talloc_set_destructor(m, migration_free);
    if (dialect && !m->dialect) {
        diags_add(diags, "LIB001", SEVERITY_ERROR, value_loc(dialect), "no dialect is called so")
            ->fatal = true;
    }
    return diags_has_fatal(diags) ? NULL : m;
}

/* --- which generation --- */

const struct entry *migration_first_of(const struct list *keys, const struct value *root)
{
    for (uint32_t i = 0; i < keys->n; i++) {
        const struct entry *e = dict_find_str(root->dict, value_str(&keys->items[i]));
        if (e) {
            return e;
        }
    }
    return NULL;
}

bool migration_is_whole(const struct migration *m, const struct value *root)
{
    const struct list *words = m->whole_keys;
    uint32_t n = 0;
    while (n < words->n && dict_find_str(root->dict, value_str(&words->items[n]))) {
        n++;
    }
    return n == words->n;
}

struct config *migration_resolve_old(
    struct migration *m, struct arena *a, str path, struct diags *diags)
{
    static const struct config_options options;
    return config_resolve(m->old_loader, a, path, &options, diags);
}

static const struct declaration *table_of(struct migration *m, struct arena *a,
    const struct config *c, const struct declaration *leaf, bool *certain, struct diags *diags)
{
    const struct declaration *d = order_table(m, c->source->absolute, leaf, certain);
    return d ? d : translate_find(m->library, a, &c->root, STR(""), certain, diags);
}

/* --- one file --- */

struct config *migration_resolve(struct migration *m, struct arena *a, str to, struct diags *diags)
{
    struct config_options *options = ARENA_NEW(a, struct config_options);
    options->dialect = m->dialect;
    return config_resolve(m->new_loader, a, to, options, diags);
}

/* Has a base nothing but what whole configs no longer ask for? */
static bool is_unneeded(const struct task *t, const struct value *base)
{
    const struct value *names = t->new.unneeded;
    bool all = names && value_is_sequence(names) && base->dict->n > 0;
    for (uint32_t i = 0; all && i < base->dict->n; i++) {
        str key = value_str(&base->dict->entries[i].key);
        bool found = false;
        for (uint32_t k = 0; k < names->list->n; k++) {
            found |= str_eq(value_str(&names->list->items[k]), key);
        }
        all = found && !dict_find_str(t->new.root.dict, key);
    }
    return all;
}

/* A base, which was migrated before. */
static const struct migrated *ask_for(struct task *t, str path)
{
    struct job *base = order_find(t->m, path);
    t->n_before = t->job->n_asked == 0 ? t->diags->list.n : t->n_before;
    t->job->n_asked++;
    return base && base->ran ? &base->file : NULL;
}

/* The direct bases; what they give together goes to t->bases. */
static bool take_bases(struct task *t)
{
    t->bases = value_of_dict(dict_new(t->a, 16));
    VEC_EACH (const struct config_file, f, &t->old->files) {
        if (f->depth != 1) {
            continue;
        }
        const struct migrated *b = ask_for(t, f->source->absolute);
        if (!b || b->outcome == MIGRATED_NOT) {
            return task_refuse(t, (struct loc){0}, "its base '%.*s' could not be migrated",
                STR_ARG(f->source->path));
        }
        str name = path_basename(b->to);
        if (t->m->options.lazy &&
            !modules_is_name(str_slice(name, 0, name.n - path_extension(name).n))) {
            return task_refuse(t, (struct loc){0},
                "its base '%.*s' has no name that can be imported; -o gives it one", STR_ARG(name));
        }
        const struct config *c = migration_resolve(t->m, t->a, b->to, t->diags);
        vec_push(t->a->owner, &t->modules, modules_import(t->a, t->job->file.to, b->to));
        if (!c->failed && is_unneeded(t, &c->root)) {
            vec_push(t->a->owner, &t->gone, f->source->absolute);
            continue;
        }
        for (uint32_t i = 0; !c->failed && i < c->root.dict->n; i++) {
            const struct entry *e = &c->root.dict->entries[i];
            if (dict_find(t->bases.dict, &e->key, e->hash)) {
                t->job->file.flat_because = arena_printf(t->job->arena,
                    "two of its bases would set '%.*s'", STR_ARG(value_str(&e->key)));
                t->bases.dict = NULL;
                return true;
            }
            dict_set(t->a, t->bases.dict, &e->key, e->hash, e->value);
        }
    }
    return true;
}

static bool is_python(str path)
{
    return str_is(path_extension(path), ".py");
}

/* Is it in a style that only the new generation has? */
static bool is_its_own(const struct migration *m, const struct config *c)
{
    return c->dialect->style_of && str_is(str_of(c->dialect->style_of), m->dialect->name);
}

static void add_note(struct task *t, const char *path, enum fate fate, const char *why)
{
    struct migrated *f = &t->job->file;
    vec_push(t->a->owner, &f->notes,
        ((struct note){str_of(path), fate, STR(""), str_of(why), {f->source, {0, 0}}}));
}

/* From mmengine's text style to its new one. */
static bool restyle(struct task *t)
{
    struct migrated *f = &t->job->file;
    const struct value *said = dict_get(t->old->root.dict, "default_scope");
    str scope = said && said->kind == VALUE_STRING ? value_str(said) : t->m->scope;
    t->new.root = classes_of(t->m->library, t->a, &t->old->root, scope, t->diags);
    f->project = arena_str(t->job->arena, scope);
    if (!take_bases(t) || !task_write_text(t)) {
        return false;
    }
    if (!str_eq(path_basename(f->to), path_basename(f->from))) {
        add_note(t, "file name", FATE_CHANGED, "a module's name has letters, digits and '_' alone");
    }
    if (scope.n == 0) {
        add_note(t, "type", FATE_CHANGED,
            "no default_scope says whose the types are: they stay strings");
    }
    size_t open = str_find(f->source->bytes, STR("{{"), 0);
    size_t file = open == SIZE_MAX ? open : str_find(f->source->bytes, STR("file"), open);
    if (file != SIZE_MAX && file < open + 8) {
        add_note(t, "{{ file... }}", FATE_UNKNOWN,
            "the new style has no such variables; the value of now is written");
    }
    task_tell_machine(t);
    f->proven = true;
    return true;
}

static bool refuse_mixed(struct task *t, const struct entry *old, const struct entry *new)
{
    bool ok = task_refuse(t, value_loc(&new->key),
        "'%.*s' is of the new generation, '%.*s' of the old one; a chain of configs has to be "
        "all of one",
        STR_ARG(value_str(&new->key)), STR_ARG(value_str(&old->key)));
    struct diag *d = &t->diags->list.items[t->diags->list.n - 1];
    diag_relate(t->diags, d, value_loc(&old->key), "set here");
    diag_help(t->diags, d,
        "take the keys of the old generation out of a config that is new (`cfglint check` names "
        "them), or make its bases the old ones");
    return ok;
}

/* Its text stays as it is. */
static bool keep_as_is(struct task *t)
{
    struct migrated *f = &t->job->file;
    f->outcome = MIGRATED_AS_IS;
    f->text = t->old->source->bytes;
    VEC_EACH (const struct config_file, b, &t->old->files) {
        if (b->depth == 1) {
            ask_for(t, b->source->absolute);
        }
    }
    return true;
}

/* By the table of its project; `joined`: from many files. */
static bool translate_task(struct task *t, const struct declaration *leaf, bool joined)
{
    struct migrated *f = &t->job->file;
    bool certain = true;
    t->table = table_of(t->m, t->a, t->old, leaf, &certain, t->diags);
    if (!t->table) {
        return task_refuse(
            t, (struct loc){0}, "it cannot be told which project it is for; --profile says so");
    }
    f->project = t->table->name;
    if (!translate(t->m->library, t->table, certain, t->a, &t->old->root, &t->new, t->diags) ||
        (!joined && !take_bases(t)) || !task_write_text(t)) {
        return false;
    }
    task_keep_notes(t);
    task_tell_machine(t);
    task_prove(t);
    return true;
}

static bool run_task(struct task *t, const struct declaration *leaf)
{
    struct migrated *f = &t->job->file;
    const struct value *root = &t->old->root;
    const struct entry *old = migration_first_of(t->m->old_keys, root);
    const struct entry *new = migration_first_of(t->m->new_keys, root);
    bool among_new = !old && t->m->n_new > 0 && t->m->n_old == 0;
    const struct source *s = t->old->source;
    struct arena *keeps = t->m->options.sources ? t->job->arena : t->a;
    f->shown = arena_str(t->job->arena, s->path);
    f->whole = migration_is_whole(t->m, root);
    f->source = source_new(keeps, f->shown, f->from, arena_str(keeps, s->bytes), true);
    if (old && new && !t->m->options.lazy) {
        return refuse_mixed(t, old, new);
    }
    if (t->m->options.lazy && old && f->whole) {
        return task_refuse(t, value_loc(&old->key),
            "'%.*s' is of mmcv 1.x: make configs of mmengine first (`cfglint migrate` without "
            "--to)",
            STR_ARG(value_str(&old->key)));
    }
    bool own = t->old->dialect == t->m->dialect;
    if (t->m->options.lazy && !own && is_python(f->from)) {
        return restyle(t);
    }
    if (t->m->options.lazy ? own : new || among_new || is_its_own(t->m, t->old)) {
        return keep_as_is(t);
    }
    bool joined = t->old->dialect->shares && !t->m->options.lazy; /* by folders, from many files */
    if (joined && !f->whole) {
        f->outcome = MIGRATED_PART;
        return true;
    }
    if (joined) {
        f->flat_because = arena_printf(
            t->job->arena, "what is in several files of %s becomes one", t->old->dialect->name);
    }
    if (!joined && !is_python(f->from)) {
        return task_refuse(t, (struct loc){0}, "only Python configs can be migrated");
    }
    return translate_task(t, leaf, joined);
}

/* What was YAML becomes Python. */
static str as_python(struct arena *a, str path)
{
    str stem = str_slice(path, 0, path.n - path_extension(path).n);
    return is_python(path) ? path : arena_concat(a, stem, STR(".py"));
}

static bool place_new(struct migration *m, struct job *j)
{
    str from = j->file.from;
    if (m->options.folder.n == 0) {
        j->file.to = as_python(j->arena, from);
        return true;
    }
    if (!path_is_under(from, m->options.root)) {
        return false;
    }
    str relative = path_relative(j->arena, from, m->options.root);
    relative = m->options.lazy ? modules_path(j->arena, relative) : as_python(j->arena, relative);
    j->file.to = path_join(j->arena, m->options.folder, relative);
    return true;
}

/* Findings of a task, as copies that need nothing of it.  With the lock held. */
static struct diags *keep_diags(
    struct migration *m, struct job *j, const struct diags *found, size_t from, size_t end)
{
    if (from == end) {
        return NULL;
    }
    struct diags part = {.list = {.items = found->list.items + from, .n = end - from}};
    struct diags *to = diags_new(j->arena->owner);
    diags_append(to, &part);
    VEC_EACH (struct diag, d, &to->list) {
        d->at = excerpt_of(m->excerpts, d->at);
        for (uint32_t k = 0; k < d->n_related; k++) {
            d->related[k].at = excerpt_of(m->excerpts, d->related[k].at);
        }
    }
    return to;
}

static str known_word(struct migration *m, str text)
{
    struct word *w = NULL;
    HASH_FIND(hh, m->words, text.p, text.n, w);
    if (!w) {
        w = ARENA_NEW(m->arena, struct word);
        w->text = arena_str(m->arena, text);
        HASH_ADD_KEYPTR(hh, m->words, w->text.p, w->text.n, w);
    }
    return w->text;
}

/* What is kept of a file when its task goes: of many files, little.  The caller holds the lock. */
static void keep_little(struct migration *m, struct migrated *f)
{
    struct note *kept = arena_alloc(m->arena, (f->notes.n + 1) * sizeof *kept);
    for (size_t i = 0; i < f->notes.n; i++) {
        const struct note *n = &f->notes.items[i];
        kept[i] = (struct note){.path = known_word(m, n->path),
            .fate = n->fate,
            .to = known_word(m, n->to),
            .why = known_word(m, n->why),
            .line = n->at.source ? source_line_of(n->at.source, n->at.span.start) : 0};
    }
    f->text = arena_str(m->arena, f->text);
    f->notes.items = kept;
    f->notes.cap = f->notes.n;
    f->source = m->options.sources ? f->source : NULL;
}

void migration_work(struct migration *m, struct job *j)
{
    void *ctx = mem_context(NULL);
    struct task t = {.m = m, .a = arena_new(ctx), .job = j, .diags = diags_new(ctx)};
    t.whole = dict_new(t.a, 4);
    t.old = migration_resolve_old(m, t.a, j->file.from, t.diags);
    bool good = !t.old->failed;
    if (good && !place_new(m, j)) {
        good = task_refuse(&t, (struct loc){0},
            "it lies outside of '%.*s', so it has no place in '%.*s'", STR_ARG(m->options.root),
            STR_ARG(m->options.folder));
    }
    good = good && run_task(&t, j->leaf);
    if (!good) {
        j->file.outcome = MIGRATED_NOT;
    }
    size_t n = j->n_asked > 0 ? t.n_before : t.diags->list.n;
    pthread_mutex_lock(&m->lock);
    j->before = keep_diags(m, j, t.diags, 0, n);
    j->after = keep_diags(m, j, t.diags, n, t.diags->list.n);
    keep_little(m, &j->file);
    pthread_mutex_unlock(&m->lock);
    j->ran = true;
    talloc_free(ctx);
}
