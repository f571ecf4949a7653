/* Types that the library describes, by their bare names. */
#include "settings/inside.h"

bool settings_knows_type(struct settings *s, str name)
{
    static const enum library_kind kinds[] = {LIBRARY_module, LIBRARY_dataset, LIBRARY_transform};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (dict_find_str(library_bare_names(s->library, kinds[i]), name)) {
            return true;
        }
    }
    return false;
}

bool settings_near_type(struct settings *s, str name, str *near)
{
    const struct dict *types = library_bare_names(s->library, LIBRARY_module);
    size_t cap = name.n < 9 ? 1 : 2, least = cap + 1;
    if (dict_find_str(types, name)) {
        return false;
    }
    for (uint32_t i = 0; i < types->n; i++) {
        str other = value_str(&types->entries[i].key);
        size_t distance = str_eq_any_case(name, other) ? 0 : str_distance(name, other, cap);
        if (distance < least) {
            least = distance;
            *near = other;
        }
    }
    return least <= cap;
}
