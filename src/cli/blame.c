#include "cli/blame.h"

#include "base/hash.h"

/* How many linted configs inherit a file. */
struct used {
    str path;
    uint32_t n;
    UT_hash_handle hh;
};

struct blame {
    struct arena *arena;
    struct used *files;
};

static int forget(struct blame *b)
{
    HASH_CLEAR(hh, b->files);
    return 0;
}

struct blame *blame_new(void *talloc_ctx)
{
    struct blame *b = mem_zero(talloc_ctx, sizeof *b);
    b->arena = arena_new(b);
    talloc_set_destructor(b, forget);
    return b;
}

static struct used *find(const struct blame *b, str path)
{
    struct used *u = NULL;
    HASH_FIND(hh, b->files, path.p, path.n, u);
    return u;
}

void blame_uses(struct blame *b, const struct config *c)
{
    VEC_EACH (const struct config_file, f, &c->files) {
        struct used *u = f->depth > 0 && f->source ? find(b, f->source->absolute) : NULL;
        if (f->depth > 0 && f->source && !u) {
            u = ARENA_NEW(b->arena, struct used);
            u->path = arena_str(b->arena, f->source->absolute);
            HASH_ADD_KEYPTR(hh, b->files, u->path.p, u->path.n, u);
        }
        if (u) {
            u->n++;
        }
    }
}

/* Where a file names its bases; no source: it does not. */
static struct loc bases_of(const struct tree *t)
{
    if (!t || !t->root || tree_node(t, t->root)->kind != NODE_MODULE) {
        return (struct loc){0};
    }
    EACH_CHILD (t, t->root, it) {
        enum node_kind kind = (enum node_kind)tree_node(t, it)->kind;
        node_id target = kind == NODE_ASSIGN ? tree_child(t, it, 1) : 0;
        bool named = target && tree_node(t, target)->kind == NODE_NAME &&
                     str_is(tree_text(t, target), "_base_");
        if (named || kind == NODE_WITH) {
            return tree_loc(t, named ? target : it);
        }
    }
    return (struct loc){0};
}

/* Is the file the i-th of the config's, or one that it inherits? */
static bool holds(const struct config *c, size_t i, const struct source *file)
{
    uint32_t depth = c->files.items[i].depth;
    for (size_t k = i; k < c->files.n && (k == i || c->files.items[k].depth > depth); k++) {
        const struct source *s = c->files.items[k].source;
        if (s && str_eq(s->absolute, file->absolute)) {
            return true;
        }
    }
    return false;
}

/* The file that names the i-th of the config's as its base. */
static size_t heir_of(const struct config *c, size_t i)
{
    uint32_t depth = c->files.items[i].depth;
    while (i > 0 && c->files.items[i].depth >= depth) {
        i--;
    }
    return i;
}

struct loc blame_meeting(const struct config *c, const struct diag *d)
{
    size_t found = c->files.n;
    for (size_t i = 0; i < c->files.n; i++) {
        bool all = holds(c, i, d->at.source);
        for (uint32_t k = 0; all && k < d->n_related; k++) {
            const struct source *other = d->related[k].at.source;
            all = !other || holds(c, i, other);
        }
        found = all ? i : found; /* the last is the innermost */
    }
    const struct config_file *f = found < c->files.n ? &c->files.items[found] : NULL;
    if (f && f->source && str_eq(f->source->absolute, d->at.source->absolute)) {
        f = &c->files.items[heir_of(c, found)]; /* something is missing beside what it says */
    }
    return f ? bases_of(f->tree) : (struct loc){0};
}

bool blame_brought(const struct blame *b, const struct diag *d)
{
    return !d->configs && d->at.source && find(b, d->at.source->absolute);
}

/* Is it between files, or of what one lacks, and do most others get along with the file that it
 * stands in? */
static bool is_between(const struct blame *b, const struct diag *d)
{
    uint32_t n = 0;
    bool between = d->n_related == 0, placed = true;
    for (const struct diag_config *c = d->configs; c; c = c->next) {
        placed &= c->bases.source != NULL;
        n++;
    }
    for (uint32_t i = 0; i < d->n_related; i++) {
        const struct source *other = d->related[i].at.source;
        between |= other && !str_eq(other->absolute, d->at.source->absolute);
    }
    const struct used *u = n > 0 && between && placed ? find(b, d->at.source->absolute) : NULL;
    return u && u->n / 2 >= n && u->n > n;
}

/* To where what the config `c` inherits comes together. */
static struct diag moved(struct arena *a, const struct diag *d, const struct diag_config *c)
{
    struct diag to = *d;
    uint32_t most = sizeof to.related / sizeof *to.related;
    struct diag_config *one = ARENA_NEW(a, struct diag_config);
    *one = *c;
    one->next = NULL;
    to.at = c->bases;
    to.configs = str_eq(c->bases.source->path, c->path) ? NULL : one;
    to.n_related = d->n_related < most ? d->n_related + 1 : most;
    str what = d->key.n > 0 ? d->key : STR("it");
    to.related[0] = (struct diag_related){
        .at = d->at, .message = arena_printf(a, "inherited: %.*s is set here", STR_ARG(what))};
    for (uint32_t i = 1; i < to.n_related; i++) {
        to.related[i] = d->related[i - 1];
    }
    return to;
}

void blame_move(const struct blame *b, struct diags *found)
{
    size_t n = found->list.n, kept = 0;
    for (size_t i = 0; i < n; i++) {
        const struct diag d = found->list.items[i];
        if (!is_between(b, &d)) {
            found->list.items[kept++] = d;
            continue;
        }
        for (const struct diag_config *c = d.configs; c; c = c->next) {
            struct diag to = moved(found->arena, &d, c);
            vec_push(found->arena->owner, &found->list, to);
        }
    }
    size_t more = found->list.n - n;
    if (more > 0) {
        memmove(found->list.items + kept, found->list.items + n, more * sizeof *found->list.items);
    }
    found->list.n = kept + more;
}
