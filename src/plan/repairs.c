/* What makes a run fit beside batch, precision and checkpointing: rules/settings/repairs.star. */
#include "plan/choose.h"
#include "plan/probe.h"

/* A row of the table, and how often it is made. */
struct made {
    const struct value *row;
    uint32_t index;
    int64_t times;
};

struct made_list {
    VEC(struct made) list;
};

static str text_of(const struct value *row, const char *key)
{
    const struct value *v = dict_get(row->dict, key);
    return v ? value_str(v) : STR("");
}

/* All but the one at `except`. */
static void copy(
    struct search *x, struct made_list *to, const struct made_list *from, size_t except)
{
    for (size_t i = 0; i < from->list.n; i++) {
        if (i != except) {
            vec_push(x->p, &to->list, from->list.items[i]);
        }
    }
}

/* "FSDP, smaller images x2" */
static str names_of(struct search *x, const struct made_list *made)
{
    str out = STR("");
    VEC_EACH (const struct made, m, &made->list) {
        str name = text_of(m->row, "name");
        str again = m->times > 1 ? arena_printf(x->a, " x%lld", (long long)m->times) : STR("");
        out = arena_printf(
            x->a, "%.*s%s%.*s%.*s", STR_ARG(out), out.n ? ", " : "", STR_ARG(name), STR_ARG(again));
    }
    return out;
}

enum {
    MOST_TIMES = 4 /* fewer than so many of one row */
};

static int64_t cost_of(const struct made_list *made)
{
    int64_t cost = 0;
    VEC_EACH (const struct made, m, &made->list) {
        int64_t one = 1;
        for (uint32_t i = 0; i < m->index; i++) {
            one *= MOST_TIMES;
        }
        cost += one * m->times;
    }
    return cost;
}

/* Schemes with these repairs; false: they cannot be written, for this reason. */
static bool try_these(
    struct search *x, const struct variant *smallest, const struct made_list *made, str *reason)
{
    struct changes *all = changes_new(x->a);
    VEC_EACH (const struct made, m, &made->list) {
        for (int64_t k = 0; k < m->times; k++) {
            if (!settings_repair(smallest->settings, m->row, all, reason)) {
                return false;
            }
        }
    }
    search_repaired(x, smallest, all, names_of(x, made), cost_of(made));
    schemes_make(x->p, x->a, x->s, x->o->lint, x->o->memo);
    return true;
}

/* Bytes of the smallest of the schemes from `first` on that can be written. */
static uint64_t least_used(const struct plan *p, size_t first)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = first; i < p->schemes.n; i++) {
        const struct scheme *s = &p->schemes.items[i];
        bool counts = !s->is_wrong && !s->is_impossible && s->used.expected < least;
        least = counts ? s->used.expected : least;
    }
    return least;
}

/* A repair that saves less is not made. */
static const double WORTH_A_REPAIR = 0.99;

/* False when the last of them cannot be made, lint finds an error in it, or it saves next to
 * nothing. */
static bool one_more(struct search *x, const struct variant *smallest, const struct made_list *made)
{
    str name = text_of(made->list.items[made->list.n - 1].row, "name");
    str reason = STR("it cannot be written here");
    size_t before = x->p->schemes.n;
    double least = (double)least_used(x->p, 0);
    if (!try_these(x, smallest, made, &reason)) {
        plan_note(x->p, x->a, "%.*s was not considered: %.*s", STR_ARG(name), STR_ARG(reason));
        return false;
    }
    if ((double)least_used(x->p, before) > WORTH_A_REPAIR * least) {
        plan_note(x->p, x->a, "%.*s was not considered: it would save nothing", STR_ARG(name));
        x->p->schemes.n = before;
        return false;
    }
    return true;
}

/* Makes one row as often as it may be made and nothing fits. */
static void try_row(struct search *x, const struct variant *smallest, const struct value *row,
    uint32_t index, struct made_list *made)
{
    const struct value *times = dict_get(row->dict, "times");
    int64_t most = !dict_get(row->dict, "make") ? 0 : times ? value_as_int(times) : 1;
    for (int64_t k = 1; k <= most && k < MOST_TIMES && x->p->chosen == SIZE_MAX; k++) {
        if (k == 1) {
            vec_push(x->p, &made->list, ((struct made){row, index, 0}));
        }
        struct made *last = &made->list.items[made->list.n - 1];
        last->times = k;
        if (!one_more(x, smallest, made)) {
            last->times = k - 1;
            made->list.n -= k == 1;
            return;
        }
        scheme_choose(x->p);
    }
}

/* Does it fit without one of them?  The cheaper choice is the later one then. */
static bool fits_without(
    struct search *x, const struct variant *smallest, const struct made_list *fewer)
{
    str reason;
    size_t before = x->p->schemes.n, chosen = x->p->chosen;
    if (try_these(x, smallest, fewer, &reason)) {
        scheme_choose(x->p);
    }
    if (x->p->chosen < before) {
        x->p->schemes.n = before;
    }
    return x->p->chosen != chosen;
}

static void take_back(struct search *x, const struct variant *smallest, struct made_list *made)
{
    for (size_t i = 0; i + 1 < made->list.n;) {
        struct made_list fewer = {0};
        copy(x, &fewer, made, i);
        if (fits_without(x, smallest, &fewer)) {
            *made = fewer;
        } else {
            i++;
        }
    }
}

/* With them, a cheaper precision may do, or no checkpointing. */
static void try_variants(struct search *x, const struct variant *smallest,
    const struct variant *variants, size_t n, const struct made_list *made)
{
    str reason;
    for (size_t i = 0; i < n; i++) {
        if (variants[i].good && &variants[i] != smallest) {
            try_these(x, &variants[i], made, &reason);
        }
    }
    scheme_choose(x->p);
}

void repairs_try(struct search *x, const struct variant *smallest, const struct variant *variants,
    size_t n_variants)
{
    const struct list *rows = settings_repairs(x->s);
    struct made_list made = {0};
    for (uint32_t i = 0; smallest && rows && i < rows->n && x->p->chosen == SIZE_MAX; i++) {
        const struct value *row = &rows->items[i];
        str instead = text_of(row, "instead");
        struct made_list now = {0};
        copy(x, &now, &made, SIZE_MAX);
        size_t n = now.list.n;
        bool replaces =
            n > 0 && instead.n > 0 && str_eq(instead, text_of(now.list.items[n - 1].row, "name"));
        now.list.n -= replaces;
        try_row(x, smallest, row, i, &now);
        if (now.list.n + replaces > n) {
            made = now;
        }
    }
    if (x->p->chosen != SIZE_MAX) {
        take_back(x, smallest, &made);
        try_variants(x, smallest, variants, n_variants, &made);
    }
}
