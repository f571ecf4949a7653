#include "lint/recursion.h"

/* A function that has calls: a depth-first search goes through them one after another. */
struct caller {
    uint32_t next, end; /* of its calls, those that are left */
    uint32_t by;        /* who called it */
    bool under_way;     /* it has not returned */
};

struct search {
    struct arena *arena;
    const struct file_names *names;
    struct dict *numbers; /* of the callers, by name */
    struct caller *callers;
    uint32_t n;
    struct list *found;
};

/* Its calls follow one another: they are in the order of the text. */
static void add_callers(struct search *x)
{
    const struct file_names *n = x->names;
    for (uint32_t i = 0; i < n->calls.n; i++) {
        str from = n->calls.items[i].from;
        bool same = i > 0 && str_eq(from, n->calls.items[i - 1].from);
        if (!same && !dict_find_str(x->numbers, from)) {
            dict_set_str(x->arena, x->numbers, from, value_int(x->n));
            x->callers[x->n++] = (struct caller){.next = i, .end = i};
        }
        if (x->callers[x->n - 1].end == i) { /* else: a second function of that name */
            x->callers[x->n - 1].end++;
        }
    }
}

static void search_from(struct search *x, uint32_t first)
{
    uint32_t at = first;
    x->callers[at].by = at;
    x->callers[at].under_way = x->callers[at].next < x->callers[at].end;
    while (x->callers[first].under_way) {
        struct caller *c = &x->callers[at];
        if (c->next == c->end) {
            c->under_way = false;
            at = c->by;
            continue;
        }
        uint32_t call = c->next++;
        struct entry *e = dict_find_str(x->numbers, x->names->calls.items[call].to);
        struct caller *called = e ? &x->callers[e->value.i] : NULL;
        if (called && called->under_way) {
            list_push(x->arena, x->found, value_int(call));
        } else if (called && called->next < called->end) {
            called->under_way = true;
            called->by = at;
            at = (uint32_t)e->value.i;
        }
    }
}

struct list *recursion_calls(struct arena *a, const struct file_names *n)
{
    struct search x = {.arena = a,
        .names = n,
        .numbers = dict_new(a, 16),
        .callers = ARENA_MANY(a, struct caller, n->calls.n),
        .found = list_new(a, 1)};
    add_callers(&x);
    for (uint32_t i = 0; i < x.n; i++) {
        search_from(&x, i);
    }
    return x.found;
}
