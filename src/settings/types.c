/* Types that the library describes, by their bare names. */
#include "settings/inside.h"

static const struct dict *known_types(struct settings *s)
{
    if (!s->types) {
        struct list *names = library_names(s->library, s->arena, LIBRARY_module);
        s->types = dict_new(s->arena, names->n);
        for (uint32_t i = 0; i < names->n; i++) {
            str name;
            if (settings_type_name(&names->items[i], &name)) {
                dict_set_str(s->arena, s->types, name, value_none());
            }
        }
    }
    return s->types;
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
