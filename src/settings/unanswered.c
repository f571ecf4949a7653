/* What rules ask of a config and that is not known: they are told that there is nothing. */
#include "settings/inside.h"

#include "text/path.h"

enum {
    MOST_VALUES = 100000 /* that are looked at; one of more may hold what is not known */
};

static bool is_lost(const struct value *v)
{
    return value_is_unknown(v) || value_lost(v);
}

static bool holds_unknown(const struct value *v, uint32_t depth, uint32_t *left)
{
    if (is_lost(v) || depth == 0 || *left == 0) {
        return true;
    }
    --*left;
    bool found = false;
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n && !found; i++) {
        found = holds_unknown(&v->list->items[i], depth - 1, left);
    }
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n && !found; i++) {
        found = holds_unknown(&v->dict->entries[i].value, depth - 1, left);
    }
    return found;
}

void settings_unanswered(struct settings *s, str path)
{
    if (!s->unknowns_asked) {
        uint32_t left = MOST_VALUES;
        s->unknowns_asked = true;
        s->has_unknowns = holds_unknown(&s->config->root, VALUE_DEPTH, &left);
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
