/* Types that the library describes, by their bare names. */
#include "settings/inside.h"

static struct dict *bare_names(struct settings *s, const enum library_kind *kinds, size_t n_kinds)
{
    struct dict *all = dict_new(s->arena, 1024);
    for (size_t k = 0; k < n_kinds; k++) {
        struct list *names = library_names(s->library, s->arena, kinds[k]);
        for (uint32_t i = 0; i < names->n; i++) {
            str name;
            if (settings_type_name(&names->items[i], &name)) {
                dict_set_str(s->arena, all, name, value_none());
            }
        }
    }
    return all;
}

static const struct dict *known_types(struct settings *s)
{
    static const enum library_kind kinds[] = {LIBRARY_module};
    if (!s->types) {
        s->types = bare_names(s, kinds, 1);
    }
    return s->types;
}

bool settings_knows_type(struct settings *s, str name)
{
    static const enum library_kind kinds[] = {LIBRARY_module, LIBRARY_dataset, LIBRARY_transform};
    if (!s->all_types) {
        s->all_types = bare_names(s, kinds, sizeof kinds / sizeof *kinds);
    }
    return dict_find_str(s->all_types, name) != NULL;
}

bool settings_near_type(struct settings *s, str name, str *near)
{
    const struct dict *types = known_types(s);
    size_t cap = name.n < 9 ? 1 : 2, least = cap + 1;
    if (dict_find_str(types, name)) {
        return false;
    }
    for (uint32_t i = 0; i < types->n; i++) {
        str other = value_str(&types->entries[i].key);
        size_t distance = str_distance(name, other, cap);
        if (distance < least) {
            least = distance;
            *near = other;
        }
    }
    return least <= cap;
}
