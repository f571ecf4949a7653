#include "cli/many.h"
#include "cli/scope.h"

#include "base/hash.h"
#include "base/heap.h"
#include "base/parallel.h"
#include "text/path.h"

#include <pthread.h>
#include <stdlib.h>

bool many_is_folder(struct run *r, str path)
{
    run_allow(r, path);
    return files_has_dir(r->files, path);
}

struct other {
    bool (*take)(void *data, str path, bool is_folder);
    void *data;
    bool has_taken;
    VEC(str) empty; /* folders with nothing for either */
};

static bool other_takes(struct other *o, str path, bool is_folder)
{
    bool takes = o->take && o->take(o->data, path, is_folder);
    o->has_taken |= takes;
    return takes;
}

/* Nobody is to think that these were looked at. */
static void tell_passed_over(
    struct run *r, const struct passed_over *p, const char *code, const char *why, const char *help)
{
    if (p->n == 0) {
        return;
    }
    struct diag *d = diags_add(r->diags, code, SEVERITY_WARNING, (struct loc){0},
        "'%.*s' %s, and what lies in it is left out", STR_ARG(p->first), why);
    diag_help(r->diags, d, "%s%s", p->n > 1 ? "so are other folders; " : "", help);
}

/* One among others keeps nobody from reading those. */
static void tell_empty(struct run *r, const struct other *o, bool is_all)
{
    VEC_EACH (str, path, &o->empty) {
        const char *library = o->take ? " and no library file" : "";
        struct diag *d =
            is_all ? run_usage(r, "there is no config%s below '%.*s'", library, STR_ARG(*path))
                   : diags_add(r->diags, "USE001", SEVERITY_WARNING, (struct loc){0},
                         "there is no config%s below '%.*s', and nothing of it was looked at",
                         library, STR_ARG(*path));
        diag_help(r->diags, d,
            "configs are Python files with `_base_`, `read_base()` or keys such as model and "
            "optimizer, and YAML files in a folder called configs; a file that is named itself is "
            "always read");
    }
}

static void take_folder(struct run *r, str path, struct found_configs *to, struct other *other)
{
    size_t before = to->list.n;
    to->too_deep = to->closed = (struct passed_over){0};
    if (!discover_configs(r->files, r->library, r->arena, path, to)) {
        run_usage(r, "cannot list the folder '%.*s'", STR_ARG(path));
    } else if (to->list.n == before && !other_takes(other, path, true)) {
        vec_push(r, &other->empty, path);
    }
    tell_passed_over(r, &to->too_deep, "LIM001", "is nested too deeply", "name the folder itself");
    tell_passed_over(
        r, &to->closed, "IO001", "cannot be listed", "who runs cfglint has to be allowed to");
}

static void take_path(struct run *r, str path, struct found_configs *to, struct other *other)
{
    if (many_is_folder(r, path)) {
        take_folder(r, path, to, other);
    } else if (!str_ends(path, STR(".star")) || !other_takes(other, path, false)) {
        vec_push(r, &to->list, ((struct found_config){.path = path, .is_named = true}));
    }
}

/* A config by its real path. */
struct place {
    str real;
    size_t at; /* in the list */
    UT_hash_handle hh;
};

/* A config that is named twice, by another path, through a link or in a folder, is one. */
static void take_once(struct run *r, struct found_configs *configs)
{
    struct place *places = NULL;
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    size_t kept = 0;
    VEC_EACH (struct found_config, f, &configs->list) {
        str real = files_real(r->files, a, f->path);
        struct place *known;
        HASH_FIND(hh, places, real.p, real.n, known);
        if (known) {
            struct found_config *first = &configs->list.items[known->at];
            first->is_default = first->is_default && f->is_default;
            first->is_named = first->is_named || f->is_named;
            continue;
        }
        known = ARENA_NEW(a, struct place);
        *known = (struct place){.real = real, .at = kept};
        HASH_ADD_KEYPTR(hh, places, known->real.p, known->real.n, known);
        configs->list.items[kept++] = *f;
    }
    configs->list.n = kept;
    HASH_CLEAR(hh, places);
    talloc_free(ctx);
}

void many_find_or(struct run *r, struct found_configs *to,
    bool (*other)(void *data, str path, bool is_folder), void *data)
{
    struct other others = {.take = other, .data = data};
    VEC_EACH (str, path, &r->args.paths) {
        take_path(r, *path, to, &others);
    }
    tell_empty(r, &others, to->list.n == 0 && !others.has_taken);
    if (r->args.paths.n > 1) { /* one folder has each once */
        take_once(r, to);
    }
    str before = STR("");
    VEC_EACH (struct found_config, f, &to->list) { /* in whichever order they are named */
        str dir = path_dirname(f->path);
        if (!str_eq(dir, before)) {
            files_add_root_of(r->files, f->path);
            before = dir;
        }
    }
    VEC_EACH (struct found_config, f, &to->list) {
        scope_prepare(r, f->path);
        f->scope = r->scope;
    }
    if (to->list.n > 0) {
        scope_enter(r, to->list.items[0].scope);
    }
}

void many_find(struct run *r, struct found_configs *to)
{
    many_find_or(r, to, NULL, NULL);
}

struct many {
    struct run *run;
    const struct found_configs *configs;
    uint32_t first; /* of the configs that are done now: those of one scope */
    const struct many_steps *steps;
    void *data;
    pthread_mutex_t lock;
    pthread_cond_t taken;
    struct one **done; /* not yet taken */
    size_t waiting;    /* bytes of them */
    uint32_t next;     /* to take */
};

enum {
    AHEAD = 64,             /* configs that are done before the one to take next, */
    AHEAD_BYTES = 16 << 20, /* and what they may hold before another one is begun */
    TRIM_EVERY = 1000       /* configs */
};

/* What is done waits in memory.  The one to take next never does. */
static bool is_ahead(const struct many *m, uint32_t i)
{
    return i > m->next && (i >= m->next + AHEAD || m->waiting >= AHEAD_BYTES);
}

void many_limit(struct run *r, struct diags *found)
{
    size_t gone = diags_limit(found, r->limits.findings);
    if (gone > 0 && found->list.n > 0) {
        struct loc at = found->list.items[found->list.n - 1].at;
        struct diag *d = diags_add(found, "LIM001", SEVERITY_WARNING, at,
            "%zu more findings of this config are left out", gone);
        diag_help(found, d, "--limit findings=N shows more");
    }
}

void many_keep(struct run *r, struct diags *to, struct diags *from)
{
    size_t before = to->list.n;
    r->excerpts = r->excerpts ? r->excerpts : excerpts_new(r);
    diags_append(to, from);
    for (size_t i = before; i < to->list.n; i++) {
        struct diag *d = &to->list.items[i];
        d->at = excerpt_of(r->excerpts, d->at);
        for (uint32_t k = 0; k < d->n_related; k++) {
            d->related[k].at = excerpt_of(r->excerpts, d->related[k].at);
        }
        for (struct diag_config *c = d->configs; c; c = c->next) {
            c->bases = excerpt_of(r->excerpts, c->bases);
        }
        d->fix = fix_copy(to->arena, d->fix);
    }
}

static void work(void *data, uint32_t i)
{
    struct many *m = data;
    i += m->first;
    pthread_mutex_lock(&m->lock);
    while (is_ahead(m, i)) {
        pthread_cond_wait(&m->taken, &m->lock);
    }
    pthread_mutex_unlock(&m->lock);
    void *ctx = mem_context(NULL);
    struct one *one = mem_zero(ctx, sizeof *one);
    *one = (struct one){.run = m->run,
        .found = &m->configs->list.items[i],
        .ctx = ctx,
        .arena = arena_new(ctx),
        .diags = diags_new(ctx)};
    m->steps->work(m->data, one);
    one->bytes = talloc_total_size(ctx);
    pthread_mutex_lock(&m->lock);
    m->done[i] = one;
    m->waiting += one->bytes;
    while (m->next < m->configs->list.n && m->done[m->next]) {
        struct one *next = m->done[m->next++];
        m->waiting -= next->bytes;
        m->steps->take(m->data, next);
        talloc_free(next->ctx);
        if (m->next % TRIM_EVERY == 0) {
            heap_trim();
        }
    }
    pthread_cond_broadcast(&m->taken);
    pthread_mutex_unlock(&m->lock);
}

uint32_t many_jobs(struct run *r)
{
    str given = args_value(&r->args, OPTION_JOBS, STR(""));
    return given.n > 0 ? (uint32_t)strtoul(arena_str(r->arena, given).p, NULL, 10)
                       : parallel_processors();
}

static uint32_t end_of_scope(const struct found_configs *configs, uint32_t from)
{
    uint32_t to = from;
    while (
        to < configs->list.n && configs->list.items[to].scope == configs->list.items[from].scope) {
        to++;
    }
    return to;
}

void many_each(
    struct run *r, const struct found_configs *configs, const struct many_steps *steps, void *data)
{
    struct many m = {.run = r, .configs = configs, .steps = steps, .data = data};
    uint32_t n = (uint32_t)configs->list.n;
    m.done = mem_zero(r, (n + 1) * sizeof(struct one *));
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.taken, NULL);
    for (uint32_t end; m.first < n; m.first = end) {
        end = end_of_scope(configs, m.first);
        scope_enter(r, configs->list.items[m.first].scope);
        if (steps->enter) {
            steps->enter(data);
        }
        parallel_each(end - m.first, many_jobs(r), work, &m);
    }
    pthread_cond_destroy(&m.taken);
    pthread_mutex_destroy(&m.lock);
}
