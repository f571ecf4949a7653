/* What rules ask of names, whatever the config: which are known, and which they look like. */
#include "settings/inside.h"

bool names_nearest(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    (void)self;
    str name;
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    const struct value *names = args->n_positional > 1 ? &args->positional[1] : NULL;
    *out = value_none();
    if (!names || !value_is_sequence(names)) {
        return objects_refuse(e, names, "nearest() takes a name and a list of names");
    }
    size_t cap = name.n < 4 ? 1 : 2, best = cap + 1;
    for (uint32_t i = 0; i < names->list->n; i++) {
        size_t d = str_distance(name, value_str(&names->list->items[i]), cap);
        if (d < best) {
            best = d;
            *out = names->list->items[i];
        }
    }
    return true;
}

bool names_knows(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name;
    if (args->n_positional > 0 && value_is_none(&args->positional[0])) { /* of a dict without one */
        *out = value_bool(false);
        return true;
    }
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    *out = value_bool(settings_knows_type(objects_settings_of(self), name));
    return true;
}

enum {
    STEPS_A_NAME = 50 /* that all described ones are compared with */
};

bool names_near_type(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name, near;
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    *out = settings_near_type(objects_settings_of(self), name, &near) ? value_string(e->arena, near)
                                                                      : value_none();
    return eval_spend(e, STEPS_A_NAME);
}

bool names_takes(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name;
    struct settings *s = objects_settings_of(self);
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    uint64_t steps;
    struct dict *names = library_takes(s->library, name, s->diags, &steps);
    *out = names ? value_of_dict(names) : value_none();
    return eval_spend(e, steps);
}
