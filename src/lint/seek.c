#include "lint/seek.h"

struct search {
    struct arena *arena;
    seek_question *is_it;
    const void *sought;
    uint32_t left; /* values that may be looked at */
};

static str joined(struct arena *a, str path, str rest)
{
    const char *dot = path.n && rest.n ? "." : "";
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(path), dot, STR_ARG(rest));
}

/* The path from `v` on, which is made on the way back. */
static bool find(struct search *s, const struct value *v, uint32_t depth, str *out)
{
    if (s->is_it(v, s->sought)) {
        *out = STR("");
        return true;
    }
    uint32_t n = v->kind == VALUE_DICT ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; depth > 0 && i < n && s->left > 0; i++) {
        const struct entry *e = v->kind == VALUE_DICT ? &v->dict->entries[i] : NULL;
        s->left--;
        if (find(s, e ? &e->value : &v->list->items[i], depth - 1, out)) {
            str name = e ? value_str(&e->key) : arena_printf(s->arena, "%u", i);
            *out = joined(s->arena, name, *out);
            return true;
        }
    }
    return false;
}

bool seek_value(struct arena *a, const struct value *v, str at, uint32_t most, seek_question *is_it,
    const void *sought, str *out)
{
    struct search s = {a, is_it, sought, most};
    bool found = find(&s, v, VALUE_DEPTH, out);
    *out = found ? joined(a, at, *out) : *out;
    return found;
}
