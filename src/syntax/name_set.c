#include "syntax/name_set.h"

#include "base/mem.h"

enum {
    FEW = 16 /* names that are looked through one by one */
};

static size_t start_of(const struct name_set *s, uint32_t literal)
{
    uint32_t hash = literal * UINT32_C(2654435761);
    return hash & (s->index_cap - 1);
}

static void put(struct name_set *s, size_t place)
{
    size_t at = start_of(s, s->list.items[place]);
    while (s->index[at]) {
        at = (at + 1) & (s->index_cap - 1);
    }
    s->index[at] = (uint32_t)place + 1;
}

size_t name_set_find(const struct name_set *s, uint32_t literal)
{
    for (size_t i = 0; !s->index && i < s->list.n; i++) {
        if (s->list.items[i] == literal) {
            return i;
        }
    }
    size_t at = s->index ? start_of(s, literal) : 0;
    while (s->index && s->index[at]) {
        if (s->list.items[s->index[at] - 1] == literal) {
            return s->index[at] - 1;
        }
        at = (at + 1) & (s->index_cap - 1);
    }
    return NAME_NOWHERE;
}

void name_set_add(void *ctx, struct name_set *s, uint32_t literal)
{
    vec_push(ctx, &s->list, literal);
    if (s->list.n <= FEW) {
        return;
    }
    if (s->list.n * 2 > s->index_cap) {
        talloc_free(s->index);
        s->index_cap = s->index_cap ? s->index_cap * 2 : (size_t)4 * FEW;
        s->index = mem_zero(ctx, s->index_cap * sizeof *s->index);
        for (size_t i = 0; i + 1 < s->list.n; i++) {
            put(s, i);
        }
    }
    put(s, s->list.n - 1);
}

void name_set_free(struct name_set *s)
{
    vec_free(&s->list);
    talloc_free(s->index);
}
