/* What rules ask of a config and that is not known: they are told that there is nothing. */
#include "settings/inside.h"

#include "text/path.h"

enum {
    MOST_VALUES = 100000 /* containers that are looked at */
};

static bool is_lost(const struct value *v)
{
    return value_is_unknown(v) || value_lost(v);
}

/* True, too, where it has too many parts to look at all. */
static bool holds_unknown(struct settings *s)
{
    uint32_t left = MOST_VALUES;
    str path;
    return value_unknown_part(s->arena, &s->config->root, &left, &path) || left == 0;
}

void settings_unanswered(struct settings *s, str path)
{
    if (!s->unknowns_asked) {
        s->unknowns_asked = true;
        s->has_unknowns = holds_unknown(s);
    }
    path = s->has_unknowns && path.n > 0 ? settings_place(s, path) : STR("");
    for (; path.n > 0; path = dotted_parent(path)) {
        const struct value *v = config_at(s->config, path);
        if (v) {
            s->unanswered += is_lost(v);
            return;
        }
    }
}

uint64_t objects_unanswered(const struct settings *s)
{
    return s->unanswered;
}
