/* In which order files are migrated: all that there are are looked at, so that parts which say
 * little are known for what they are; then each is done after its bases, side by side with those of
 * its level; and told about as if it had been done one by one. */
#include "base/parallel.h"
#include "config/dialect/dialect.h"
#include "migrate/inside.h"
#include "text/path.h"

struct job *order_find(const struct migration *m, str path)
{
    struct job *found = NULL;
    HASH_FIND(hh, m->jobs, path.p, path.n, found);
    return found;
}

static struct looked *find_looked(const struct migration *m, str path)
{
    struct looked *found = NULL;
    HASH_FIND(hh, m->looked, path.p, path.n, found);
    return found;
}

void order_free(struct migration *m)
{
    struct job *j, *next_job;
    HASH_ITER(hh, m->jobs, j, next_job)
    {
        HASH_DEL(m->jobs, j);
        talloc_free(talloc_parent(j));
    }
    struct looked *x, *next;
    HASH_ITER(hh, m->looked, x, next)
    {
        HASH_DEL(m->looked, x);
        talloc_free(talloc_parent(x));
    }
}

/* --- looking --- */

enum {
    FIRST_BYTES = 256
};

/* Of thousands of files each keeps one, with a few names in it. */
static struct arena *little_arena(void *ctx)
{
    struct arena *a = arena_new(ctx);
    a->chunk_bytes = FIRST_BYTES;
    return a;
}

struct batch {
    struct migration *m;
    VEC(struct looked *) list;
};

/* In any thread. */
static void look(void *data, uint32_t i)
{
    struct batch *b = data;
    struct migration *m = b->m;
    struct looked *x = b->list.items[i];
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    struct config *c = migration_resolve_old(m, a, x->path, diags_new(ctx));
    const struct value *scope = c->failed ? NULL : dict_get(c->root.dict, "default_scope");
    if (scope && scope->kind == VALUE_STRING) {
        x->scope = arena_str(x->arena, value_str(scope));
    }
    x->whole = !m->options.lazy && !c->failed && migration_is_whole(m, &c->root);
    if (x->whole) {
        x->table =
            translate_find(m->library, a, &c->root, m->options.project, &x->certain, x->found);
    }
    x->old = !m->options.lazy && !c->failed && migration_first_of(m->old_keys, &c->root);
    x->new = !m->options.lazy && !c->failed &&migration_first_of(m->new_keys, &c->root);
    bool joined = !c->failed && c->dialect->shares && !m->options.lazy;
    VEC_EACH (const struct config_file, f, &c->files) {
        if (f->depth == 1 && !c->failed && !joined) {
            vec_push(x->arena->owner, &x->bases, arena_str(x->arena, f->source->absolute));
        }
    }
    talloc_free(ctx);
}

static void add_look(struct batch *b, str path, bool named)
{
    if (find_looked(b->m, path)) {
        return;
    }
    void *ctx = mem_context(NULL);
    struct looked *x = mem_zero(ctx, sizeof *x);
    x->arena = little_arena(ctx);
    x->path = arena_str(x->arena, path);
    x->named = named;
    x->found = diags_new(ctx);
    HASH_ADD_KEYPTR(hh, b->m->looked, x->path.p, x->path.n, x);
    vec_push(b->m, &b->list, x);
}

/* A table that whole configs have is the one of parts that do not tell theirs. */
static void vote(struct migration *m, const struct declaration *d)
{
    VEC_EACH (struct vote, v, &m->votes) {
        if (v->table == d) {
            v->n++;
            return;
        }
    }
    vec_push(m, &m->votes, ((struct vote){d, 1}));
}

static void learn_from(struct migration *m, const struct looked *x, struct diags *diags)
{
    diags_append(diags, x->found);
    if (m->options.lazy && m->scope.n == 0) {
        m->scope = x->scope;
    }
    if (x->table && x->certain) {
        vote(m, x->table);
    }
}

/* The named files, then their bases, then theirs. */
static void look_at_all(
    struct migration *m, const str *paths, size_t n, uint32_t threads, struct diags *diags)
{
    struct batch now = {.m = m};
    for (size_t i = 0; i < n; i++) {
        add_look(&now, paths[i], true);
    }
    while (now.list.n > 0) {
        parallel_each((uint32_t)now.list.n, threads, look, &now);
        struct batch next = {.m = m};
        VEC_EACH (struct looked *, x, &now.list) {
            m->n_old += (*x)->old;
            m->n_new += (*x)->new;
            if ((*x)->named) {
                learn_from(m, *x, diags);
            }
            VEC_EACH (str, base, &(*x)->bases) {
                add_look(&next, *base, false);
            }
        }
        now = next;
    }
}

const struct declaration *order_table(
    const struct migration *m, str path, const struct declaration *leaf, bool *certain)
{
    const struct looked *x = find_looked(m, path);
    bool own = x && x->whole && x->certain;
    const struct declaration *d = m->told ? m->told : own ? x->table : leaf;
    uint32_t most = 0;
    VEC_EACH (const struct vote, v, &m->votes) {
        if (!d || (most > 0 && v->n > most)) {
            d = v->table;
            most = v->n;
        }
    }
    *certain = d != NULL;
    return d ? d : x && x->whole ? x->table : NULL;
}

/* --- doing --- */

static struct job *plan(struct migration *m, str path, const struct declaration *leaf)
{
    struct job *j = order_find(m, path);
    if (j) {
        return j;
    }
    void *ctx = mem_context(NULL);
    j = mem_zero(ctx, sizeof *j);
    j->arena = little_arena(ctx);
    j->file.from = arena_str(j->arena, path);
    j->file.is_base = true;
    j->leaf = leaf;
    HASH_ADD_KEYPTR(hh, m->jobs, j->file.from.p, j->file.from.n, j);
    const struct looked *x = find_looked(m, path);
    bool certain;
    const struct declaration *table = order_table(m, path, leaf, &certain);
    for (size_t i = 0; x && i < x->bases.n; i++) {
        struct job *base = plan(m, x->bases.items[i], table);
        vec_push(ctx, &j->bases, base);
        j->level = base->level >= j->level ? base->level + 1 : j->level;
    }
    return j;
}

/* Whole configs first, each of which says what its bases are, named or not. */
static void plan_all(struct migration *m, const str *paths, size_t n)
{
    for (int whole = 1; whole >= 0; whole--) {
        for (size_t i = 0; i < n; i++) {
            if (!whole || find_looked(m, paths[i])->whole) {
                plan(m, paths[i], NULL);
            }
        }
    }
}

struct level {
    struct migration *m;
    VEC(struct job *) jobs;
};

static void work(void *data, uint32_t i)
{
    struct level *l = data;
    migration_work(l->m, l->jobs.items[i]);
}

static void do_all(struct migration *m, uint32_t threads)
{
    bool any = true;
    for (uint32_t level = 0; any; level++) {
        struct level l = {.m = m};
        any = false;
        for (struct job *j = m->jobs; j; j = j->hh.next) {
            any |= j->level >= level;
            if (j->level == level) {
                vec_push(m, &l.jobs, j);
            }
        }
        parallel_each((uint32_t)l.jobs.n, threads, work, &l);
        VEC_EACH (struct job *, j, &l.jobs) {
            const struct migrated *f = &(*j)->file;
            if (f->outcome != MIGRATED_NOT && f->outcome != MIGRATED_PART) {
                files_overlay(m->new_files, f->to, f->text);
            }
        }
    }
}

/* As if it had been done one by one, bases first. */
static void take(struct migration *m, struct job *j, struct diags *diags)
{
    if (j->taken) {
        return;
    }
    j->taken = true;
    if (j->before) {
        diags_append(diags, j->before);
    }
    for (size_t i = 0; i < j->n_asked && i < j->bases.n; i++) {
        take(m, j->bases.items[i], diags);
    }
    if (j->after) {
        diags_append(diags, j->after);
    }
    vec_push(m, &m->done, &j->file);
}

struct missing {
    str message; /* of the first finding that says so */
    size_t at;   /* of that finding */
    size_t more;
    UT_hash_handle hh;
};

/* A base that is not there is told once, with the first of the configs that inherit it. */
static void tell_missing_once(struct arena *a, struct diags *diags)
{
    struct missing *all = NULL, *x = NULL, *next = NULL;
    struct diag *items = diags->list.items;
    size_t kept = 0;
    for (size_t i = 0; i < diags->list.n; i++) {
        x = NULL;
        bool base = strcmp(items[i].code, "INH001") == 0;
        if (base) {
            HASH_FIND(hh, all, items[i].message.p, items[i].message.n, x);
        }
        if (x) {
            x->more++;
            continue;
        }
        items[kept] = items[i];
        if (base) {
            x = ARENA_NEW(a, struct missing);
            *x = (struct missing){.message = items[kept].message, .at = kept};
            HASH_ADD_KEYPTR(hh, all, x->message.p, x->message.n, x);
        }
        kept++;
    }
    diags->list.n = kept;
    HASH_ITER(hh, all, x, next)
    {
        if (x->more > 0) {
            diag_help(diags, &items[x->at], "%zu more %s it", x->more,
                x->more == 1 ? "config inherits" : "configs inherit");
        }
        HASH_DEL(all, x);
    }
}

void migration_run(
    struct migration *m, const str *paths, size_t n, uint32_t threads, struct diags *diags)
{
    str *all = ARENA_MANY(m->arena, str, n);
    for (size_t i = 0; i < n; i++) {
        all[i] = path_normal(m->arena, path_absolute(m->arena, m->files->cwd, paths[i]));
    }
    if (m->options.project.n > 0) {
        bool certain;
        m->told = translate_find(m->library, m->arena, NULL, m->options.project, &certain, diags);
    }
    look_at_all(m, all, n, threads, diags);
    plan_all(m, all, n);
    do_all(m, threads);
    for (size_t i = 0; i < n; i++) {
        struct job *j = order_find(m, all[i]);
        take(m, j, diags);
        j->file.is_base = false;
    }
    tell_missing_once(m->arena, diags);
}

struct migrated *const *migration_files(const struct migration *m, size_t *n)
{
    *n = m->done.n;
    return m->done.items;
}
