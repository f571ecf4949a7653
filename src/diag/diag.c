#include "diag/diag.h"

#include <stdlib.h>

struct diags *diags_new(void *talloc_ctx)
{
    struct diags *d = mem_zero(talloc_ctx, sizeof *d);
    d->arena = arena_new(d);
    return d;
}

struct diag *diags_add(struct diags *d, const char *code, enum severity severity, struct loc at,
    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(d->arena, format, args);
    va_end(args);
    vec_push(d, &d->list,
        ((struct diag){.code = code, .severity = severity, .at = at, .message = message}));
    return &d->list.items[d->list.n - 1];
}

void diag_help(struct diags *d, struct diag *one, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    one->help = arena_vprintf(d->arena, format, args);
    va_end(args);
}

void diag_relate(struct diags *d, struct diag *one, struct loc at, const char *format, ...)
{
    if (one->n_related == sizeof one->related / sizeof *one->related) {
        return;
    }
    va_list args;
    va_start(args, format);
    one->related[one->n_related++] =
        (struct diag_related){at, arena_vprintf(d->arena, format, args)};
    va_end(args);
}

void diags_refuse(struct diags *d, const char *code)
{
    VEC_EACH (struct diag, it, &d->list) {
        it->fatal |= strcmp(it->code, code) == 0;
    }
}

void diag_met_by(struct diags *d, struct diag *one, str path, struct loc bases)
{
    struct diag_config *c = ARENA_NEW(d->arena, struct diag_config);
    *c = (struct diag_config){path, bases, NULL};
    one->configs = c;
}

static struct diag_config *copy_configs(struct arena *a, const struct diag_config *c)
{
    struct diag_config *copy = NULL;
    if (c) {
        copy = ARENA_NEW(a, struct diag_config);
        *copy = (struct diag_config){arena_str(a, c->path), c->bases, copy_configs(a, c->next)};
    }
    return copy;
}

void diags_append(struct diags *d, const struct diags *from)
{
    VEC_EACH (struct diag, it, &from->list) {
        struct diag copy = *it;
        copy.message = arena_str(d->arena, it->message);
        copy.help = arena_str(d->arena, it->help);
        copy.subject = arena_str(d->arena, it->subject);
        copy.key = arena_str(d->arena, it->key);
        copy.configs = copy_configs(d->arena, it->configs);
        for (uint32_t i = 0; i < copy.n_related; i++) {
            copy.related[i].message = arena_str(d->arena, it->related[i].message);
        }
        vec_push(d, &d->list, copy);
    }
}

static str path_of(const struct diag *d)
{
    return d->at.source ? d->at.source->path : d->subject;
}

static int by_number(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int by_place(const void *left, const void *right)
{
    const struct diag *a = left, *b = right;
    int c = str_cmp(path_of(a), path_of(b));
    c = c ? c : by_number(a->at.span.start, b->at.span.start);
    c = c ? c : by_number(a->at.span.end, b->at.span.end);
    c = c ? c : strcmp(a->code, b->code);
    return c ? c : str_cmp(a->message, b->message);
}

bool diag_equal(const struct diag *a, const struct diag *b)
{
    return by_place(a, b) == 0;
}

static int by_place_and_config(const void *left, const void *right)
{
    const struct diag *a = left, *b = right;
    int c = by_place(a, b);
    return c || !a->configs || !b->configs ? c : str_cmp(a->configs->path, b->configs->path);
}

/* The configs of both, each once. */
static struct diag_config *merged(struct arena *a, struct diag_config *one, struct diag_config *two)
{
    if (!one || !two) {
        return one ? one : two;
    }
    int c = str_cmp(one->path, two->path);
    struct diag_config *first = ARENA_NEW(a, struct diag_config);
    first->path = c <= 0 ? one->path : two->path;
    first->bases = c <= 0 ? one->bases : two->bases;
    first->next = merged(a, c <= 0 ? one->next : one, c >= 0 ? two->next : two);
    return first;
}

void diags_order(struct diags *d)
{
    if (d->list.n > 0) {
        qsort(d->list.items, d->list.n, sizeof *d->list.items, by_place_and_config);
    }
}

void diags_sort(struct diags *d)
{
    if (d->list.n == 0) {
        return;
    }
    diags_order(d);
    size_t kept = d->list.n;
    for (size_t i = d->list.n - 1; i-- > 0;) { /* from the end, so that lists grow at their head */
        struct diag *next = &d->list.items[kept - 1], *it = &d->list.items[i];
        if (!diag_equal(it, next)) {
            d->list.items[--kept - 1] = *it;
        } else {
            struct diag_config *all = merged(d->arena, it->configs, next->configs);
            *next = *it;
            next->configs = all;
        }
    }
    kept--;
    memmove(d->list.items, d->list.items + kept, (d->list.n - kept) * sizeof *d->list.items);
    kept = d->list.n - kept;
    d->list.n = kept;
}

static int by_weight(const void *left, const void *right)
{
    const struct diag *a = left, *b = right;
    int c = (int)b->fatal - (int)a->fatal;
    c = c ? c : (int)a->suppressed - (int)b->suppressed;
    c = c ? c : (int)b->severity - (int)a->severity;
    return c ? c : by_place(a, b);
}

size_t diags_limit(struct diags *d, size_t most)
{
    if (d->list.n <= most) {
        return 0;
    }
    qsort(d->list.items, d->list.n, sizeof *d->list.items, by_weight);
    size_t gone = d->list.n - most;
    d->list.n = most;
    return gone;
}

bool diags_has_fatal(const struct diags *d)
{
    VEC_EACH (struct diag, it, &d->list) {
        if (it->fatal) {
            return true;
        }
    }
    return false;
}

const struct diag *diags_worst(const struct diags *d)
{
    const struct diag *worst = NULL;
    VEC_EACH (const struct diag, it, &d->list) {
        if (it->fatal) {
            return it;
        }
        worst = worst || it->severity != SEVERITY_ERROR ? worst : it;
    }
    return worst;
}

size_t diags_count(const struct diags *d, enum severity at_least)
{
    size_t n = 0;
    VEC_EACH (struct diag, it, &d->list) {
        n += it->severity >= at_least && !it->suppressed;
    }
    return n;
}

const char *severity_name(enum severity s)
{
    static const char *const names[] = {"info", "warning", "error"};
    return names[s];
}
