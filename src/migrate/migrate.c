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
    struct library *library, const struct limits *limits, const struct migration_options *options)
{
    struct migration *m = mem_zero(talloc_ctx, sizeof *m);
    m->arena = arena_new(m);
    m->old_loader = l;
    m->files = files;
    m->library = library;
    m->options = *options;
    m->excerpts = excerpts_new(m);
    m->proofs = proofs_new(m, library);
    m->own = diags_new(m);
    const struct value *dialect = library_global(
        library, STR("migrate/common.star"), options->lazy ? "NEW_STYLE" : "DIALECT", m->own);
    m->dialect = dialect ? dialect_find(value_str(dialect)) : NULL;
    m->new_files = files_new(m, limits);
    VEC_EACH (str, root, &files->roots) {
        vec_push(m->new_files, &m->new_files->roots, *root);
    }
    m->new_loader = loader_new(m, limits, m->new_files, library);
    pthread_mutex_init(&m->lock, NULL);
    talloc_set_destructor(m, migration_free);
    return m;
}

/* --- which generation --- */

/* `optimizer` may be a name that the new generation's optim_wrapper uses. */
static bool is_part(const struct value *root, str key)
{
    return str_is(key, "optimizer") && dict_get(root->dict, "optim_wrapper");
}

/* The first of the keys that the root has, which tell a generation. */
const struct entry *migration_first_of(
    const struct migration *m, const struct value *root, const char *keys)
{
    const struct list *words = library_words(m->library, STR("settings/keys.star"), keys, m->own);
    for (uint32_t i = 0; i < words->n; i++) {
        str key = value_str(&words->items[i]);
        const struct entry *e = dict_find_str(root->dict, key);
        if (e && !is_part(root, key)) {
            return e;
        }
    }
    return NULL;
}

bool migration_is_whole(const struct value *root)
{
    return dict_get(root->dict, "model") && dict_get(root->dict, "data") &&
           dict_get(root->dict, "optimizer");
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

static bool says(const struct migrated *f, const struct note *n)
{
    VEC_EACH (const struct note, x, &f->notes) {
        if (x->fate == n->fate && str_eq(x->path, n->path) && str_eq(x->why, n->why)) {
            return true;
        }
    }
    return false;
}

/* Has one of the bases said it? */
static bool is_said(const struct task *t, const struct note *n)
{
    VEC_EACH (const struct config_file, f, &t->old->files) {
        const struct job *base = f->depth ? order_find(t->m, f->source->absolute) : NULL;
        if (base && says(&base->file, n)) {
            return true;
        }
    }
    return false;
}

static bool is_in(const struct migrated *f, struct loc at)
{
    return at.source && str_eq(at.source->absolute, f->from);
}

/* Where the file itself says something of a value that it inherits a part of. */
static struct loc own_part(const struct migrated *f, const struct value *v, uint32_t depth)
{
    struct loc at = value_loc(v);
    bool is_dict = v->kind == VALUE_DICT;
    uint32_t n = is_dict ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; depth > 0 && !is_in(f, at) && i < n; i++) {
        at = is_dict ? value_loc(&v->dict->entries[i].key) : at;
        const struct value *one = is_dict ? &v->dict->entries[i].value : &v->list->items[i];
        at = is_in(f, at) ? at : own_part(f, one, depth - 1);
    }
    return at;
}

/* The file's own place of what a note is about, or of what that would stand in; or none. */
static struct loc own_place(const struct task *t, const struct note *n)
{
    const struct migrated *f = &t->job->file;
    const struct value *v = value_at(&t->old->root, n->path);
    size_t dot = str_rfind_byte(n->path, '.');
    if (!v && dot != SIZE_MAX) {
        v = value_at(&t->old->root, str_slice(n->path, 0, dot));
    }
    struct loc at = is_in(f, n->at) || !v ? n->at : own_part(f, v, VALUE_DEPTH);
    return (struct loc){f->source, is_in(f, at) ? at.span : (struct span){0, 0}};
}

/* Notes on what this file says itself, and on what can be said only of it with all that it
 * inherits.  What is changed without a place is a reason for what the proof finds. */
static void keep_notes(struct task *t)
{
    struct migrated *f = &t->job->file;
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool matters = n->fate == FATE_UNKNOWN || (n->fate == FATE_CHANGED && n->at.source);
        if (is_in(f, n->at) || (matters && !is_said(t, n))) {
            struct note copy = {n->path, n->fate, n->to, n->why, own_place(t, n)};
            vec_push(t->a->owner, &f->notes, copy);
        }
    }
}

/* What the tables say about why training is not exactly what it was. */
static str reason_of(const struct task *t, str section)
{
    str why = STR("");
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool about = str_starts(n->path, section) && n->why.n > 0;
        bool known = n->fate == FATE_CHANGED || n->fate == FATE_TRANSLATED;
        if (about && known && why.n == 0) {
            why = n->why;
        } else if (about && known && str_find(why, n->why, 0) == SIZE_MAX) {
            why = arena_printf(t->a, "%.*s; %.*s", STR_ARG(why), STR_ARG(n->why));
        }
    }
    return why;
}

static void keep_curve(struct task *t, const struct curve_difference *d, const char *section,
    const char *name, struct migrated_curve *out)
{
    struct migrated *f = &t->job->file;
    out->difference = *d;
    out->why = d->differs ? arena_str(t->job->arena, reason_of(t, str_of(section))) : STR("");
    if (d->differs && out->why.n == 0) {
        str why = arena_printf(t->a,
            "the %s differs from iteration %llu to %llu, most at %llu: it was %.6g, and is %.6g",
            name, (unsigned long long)d->first, (unsigned long long)d->last,
            (unsigned long long)d->worst, d->was, d->is);
        struct note n = {str_of(section), FATE_UNKNOWN, STR(""), why, {f->source, {0, 0}}};
        vec_push(t->a->owner, &f->notes, n);
        f->proven = false;
    }
}

/* Does a table say what the value of this setting is called now? */
static bool is_renamed(const struct task *t, str setting)
{
    VEC_EACH (const struct note, n, &t->new.notes) {
        str dotted =
            path_extension(n->path); /* ".constructor", ".paramwise_options" of optimizer */
        str key = dotted.n ? str_slice(dotted, 1, dotted.n) : dotted;
        bool about = key.n >= setting.n && str_eq(str_slice(key, 0, setting.n), setting) &&
                     (key.n == setting.n || key.p[setting.n] == '_');
        if (n->fate == FATE_TRANSLATED && about) {
            return true;
        }
    }
    return false;
}

/* A model that differs for a reason that a table knows is a change, not a question. */
static struct note judged(const struct task *t, const struct note *n)
{
    struct note found = {n->path, n->fate, STR(""), n->why, {t->job->file.source, {0, 0}}};
    bool model = str_is(n->path, "memory") || str_is(n->path, "parameters");
    str why = model ? reason_of(t, n->path) : STR("");
    if (n->fate == FATE_UNKNOWN && why.n) {
        found.fate = FATE_CHANGED;
        size_t said = str_starts(n->why, STR(PROOF_DIFFERS)) ? sizeof PROOF_DIFFERS - 1 : 0;
        str what = str_slice(n->why, said, n->why.n);
        found.why = arena_printf(t->a, "%.*s: %.*s", STR_ARG(why), STR_ARG(what));
    }
    return found;
}

/* Where the old config, or the table, has what the new one has at a path. */
static struct note placed(const struct task *t, const struct note *n)
{
    struct migrated *f = &t->job->file;
    struct note found = *n;
    const struct value *v = value_at(&t->new.root, n->path);
    struct loc at = v ? value_loc(v) : (struct loc){0};
    str path = v ? translate_origin(t->a, &t->old->root, v) : STR("");
    bool own = at.source && str_eq(at.source->absolute, f->from);
    found.path = path.n ? path : n->path;
    found.at = (struct loc){f->source, own ? at.span : (struct span){0, 0}};
    return found;
}

static bool is_told(const struct task *t, const struct note *n)
{
    VEC_EACH (const struct note, x, &t->job->file.notes) {
        if (x->fate == n->fate && str_eq(x->path, n->path)) {
            return true;
        }
    }
    return false;
}

/* Is something of its model left to a person: a type that is not there any more? */
static bool has_open_model(const struct task *t)
{
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool model = str_is(n->path, "model") || str_starts(n->path, STR("model."));
        if (model && n->fate == FATE_UNKNOWN) {
            return true;
        }
    }
    return false;
}

/* Nothing is proven of rates that are not followed: the config, or one that it inherits, has a
 * scheduler that is not known, or the run is too long. */
static void tell_rates_unknown(struct task *t)
{
    struct migrated *f = &t->job->file;
    struct note n = {STR("lr_config"), FATE_UNKNOWN, STR(""),
        STR("the learning rates are not known, or the run has more than 5,000,000 iterations: they "
            "were not compared"),
        {f->source, {0, 0}}};
    f->proven = false;
    if (!is_told(t, &n)) {
        vec_push(t->a->owner, &f->notes, n);
    }
}

static void prove(struct task *t)
{
    struct migrated *f = &t->job->file;
    struct proof found;
    const struct value *profile = declaration_get(t->table, "profile");
    bool open = has_open_model(t), trains = config_at(t->old, STR("data.train"));
    if (!migration_is_whole(&t->old->root) ||
        !proof_compare(t->m->proofs, t->m->library, t->a, profile ? value_str(profile) : STR(""),
            t->old, t->new_config, (struct proof_asked){trains, !open}, &found)) {
        return;
    }
    f->proven = !open;
    VEC_EACH (const struct note, n, &found.notes.list) {
        if (is_renamed(t, n->path)) {
            continue;
        }
        struct note said = judged(t, n);
        f->proven = f->proven && said.fate != FATE_UNKNOWN;
        vec_push(t->a->owner, &f->notes, said);
    }
    VEC_EACH (const struct note, n, &found.refused.list) {
        struct note said = placed(t, n);
        if (!is_told(t, &said)) {
            f->proven = false;
            vec_push(t->a->owner, &f->notes, said);
        }
    }
    bool follows = config_at(t->old, STR("lr_config")) && trains;
    if (found.lr.too_long || (!found.lr.known && follows)) {
        tell_rates_unknown(t);
    }
    keep_curve(t, &found.lr, "lr_config", "learning rate", &f->lr);
    keep_curve(t, &found.momentum, "momentum_config", "momentum", &f->momentum);
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

static bool run_task(struct task *t, const struct declaration *leaf)
{
    struct migrated *f = &t->job->file;
    const struct value *root = &t->old->root;
    const struct entry *old = migration_first_of(t->m, root, "OLD");
    const struct entry *new = migration_first_of(t->m, root, "NEW");
    bool among_new = !old && t->m->n_new > 0 && t->m->n_old == 0;
    const struct source *s = t->old->source;
    struct arena *keeps = t->m->options.sources ? t->job->arena : t->a;
    f->shown = arena_str(t->job->arena, s->path);
    f->whole = migration_is_whole(root);
    f->source = source_new(keeps, f->shown, f->from, arena_str(keeps, s->bytes), true);
    if (old && new && !t->m->options.lazy) {
        bool ok = task_refuse(t, value_loc(&new->key),
            "'%.*s' is of the new generation, '%.*s' of the old one; a chain of configs has to be "
            "all of one",
            STR_ARG(value_str(&new->key)), STR_ARG(value_str(&old->key)));
        struct diag *d = &t->diags->list.items[t->diags->list.n - 1];
        diag_relate(t->diags, d, value_loc(&old->key), "set here");
        diag_help(t->diags, d,
            "take the keys of the old generation out of a config that is new (`cfglint check` "
            "names "
            "them), or make its bases the old ones");
        return ok;
    }
    if (t->m->options.lazy && old && migration_is_whole(root)) {
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
        f->outcome = MIGRATED_AS_IS;
        f->text = s->bytes;
        VEC_EACH (const struct config_file, b, &t->old->files) {
            if (b->depth == 1) {
                ask_for(t, b->source->absolute);
            }
        }
        return true;
    }
    bool joined = t->old->dialect->shares && !t->m->options.lazy; /* by folders, from many files */
    if (joined && !migration_is_whole(root)) {
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
    bool certain = true;
    t->table = table_of(t->m, t->a, t->old, leaf, &certain, t->diags);
    if (!t->table) {
        return task_refuse(
            t, (struct loc){0}, "it cannot be told which project it is for; --profile says so");
    }
    f->project = t->table->name;
    if (!translate(t->m->library, t->table, certain, t->a, root, &t->new, t->diags) ||
        (!joined && !take_bases(t)) || !task_write_text(t)) {
        return false;
    }
    keep_notes(t);
    task_tell_machine(t);
    prove(t);
    return true;
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
