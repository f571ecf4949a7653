#include "lint/told.h"

/* Of all rules that give way where the code is empty. */
static str told_as(struct arena *a, str code, str key)
{
    return arena_printf(a, "%.*s %.*s", STR_ARG(code), STR_ARG(key));
}

static bool gives_way(const struct rule *r)
{
    return r && r->unless_told;
}

/* What need not be said beside the finding. */
static void note(struct arena *a, struct dict *told, const struct rule *r, const struct diag *d)
{
    const struct value *others = r ? declaration_get(r->declaration, "instead_of") : NULL;
    for (uint32_t k = 0; others && value_is_sequence(others) && k < others->list->n; k++) {
        str code = value_str(&others->list->items[k]);
        dict_set_str(a, told, told_as(a, code, d->key), value_none());
    }
    if (!gives_way(r)) {
        dict_set_str(a, told, told_as(a, STR(""), d->key), value_none());
    }
}

void told_once(const struct lint *l, struct arena *a, struct diags *all, size_t from)
{
    size_t kept = from;
    struct dict *told = dict_new(a, 4);
    for (size_t i = from; i < all->list.n; i++) {
        const struct diag *d = &all->list.items[i];
        note(a, told, lint_find(l, str_of(d->code)), d);
    }
    for (size_t i = from; i < all->list.n; i++) {
        const struct diag *d = &all->list.items[i];
        bool way = gives_way(lint_find(l, str_of(d->code)));
        if (!dict_find_str(told, told_as(a, str_of(d->code), d->key)) &&
            !(way && dict_find_str(told, told_as(a, STR(""), d->key)))) {
            all->list.items[kept++] = *d;
        }
    }
    all->list.n = kept;
}
