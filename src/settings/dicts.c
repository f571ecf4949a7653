/* The dicts of a config, by their paths: cfg.dicts(), cfg.typed() and cfg.texts(). */
#include "settings/inside.h"

#include "eval/ops.h"

/* All dicts at or below a value, as (path, dict). */
static void collect(
    struct settings *s, const struct value *v, str path, struct list *to, uint32_t depth)
{
    if (depth == 0 || to->n > 100000) {
        return;
    }
    const char *dot = path.n ? "." : "";
    if (v->kind == VALUE_DICT) {
        struct list *pair = list_new(s->arena, 2);
        list_push(s->arena, pair, value_string(s->arena, path));
        list_push(s->arena, pair, *v);
        list_push(s->arena, to, value_of_tuple(pair));
        for (uint32_t i = 0; i < v->dict->n; i++) {
            const struct entry *x = &v->dict->entries[i];
            bool holds = x->value.kind == VALUE_DICT || value_is_sequence(&x->value);
            if (holds && x->key.kind == VALUE_STRING) {
                str key = value_str(&x->key);
                str below = arena_printf(s->arena, "%.*s%s%.*s", STR_ARG(path), dot, STR_ARG(key));
                collect(s, &x->value, below, to, depth - 1);
            }
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            const struct value *x = &v->list->items[i];
            if (x->kind == VALUE_DICT || value_is_sequence(x)) {
                str below = arena_printf(s->arena, "%.*s%s%u", STR_ARG(path), dot, i);
                collect(s, x, below, to, depth - 1);
            }
        }
    }
}

/* Those of the dicts that have a key: key -> list of pairs. */
static struct dict *by_key(struct settings *s)
{
    const struct list *all = s->dicts.list;
    struct dict *keys = dict_new(s->arena, all->n);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dict *d = all->items[i].list->items[1].dict;
        for (uint32_t k = 0; k < d->n; k++) {
            const struct entry *x = &d->entries[k];
            if (x->key.kind != VALUE_STRING) {
                continue;
            }
            struct entry *known = dict_find_string(keys, x->key.s);
            struct list *some = known ? known->value.list : list_new(s->arena, 2);
            list_push(s->arena, some, all->items[i]);
            if (!known) {
                dict_add(s->arena, keys, &x->key, x->hash, value_of_list(some));
            }
        }
    }
    struct value v = value_of_dict(keys);
    value_freeze(&v);
    return keys;
}

/* False after raising: one dict may stand in very many places. */
static bool index_keys(struct eval *e, struct settings *s)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < s->dicts.list->n; i++) {
        entries += s->dicts.list->items[i].list->items[1].dict->n;
    }
    if (!eval_room(e, entries, sizeof(struct value))) {
        return false;
    }
    s->having = by_key(s);
    return true;
}

static bool having(struct eval *e, struct settings *s, const struct string *key, struct value *out)
{
    if (!s->having && !index_keys(e, s)) {
        return false;
    }
    const struct entry *x = dict_find_string(s->having, key);
    *out = x ? x->value : value_of_list(list_new(s->arena, 0));
    return true;
}

bool dicts_all(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str key;
    struct settings *s = objects_settings_of(self);
    if (s->dicts.kind == VALUE_KINDS) {
        struct list *l = list_new(s->arena, 64);
        collect(s, &s->config->root, STR(""), l, VALUE_DEPTH);
        s->dicts = value_of_list(l);
        value_freeze(&s->dicts);
    }
    *out = s->dicts;
    if (args->n_positional > 0 &&
        (!objects_text(e, args, 0, &key) || !having(e, s, args->positional[0].s, out))) {
        return false;
    }
    return eval_spend(e, s->dicts.list->n / 8 + 1);
}

/* Those that have a type, as (path, dict, bare name, first key, last key). */
static struct value typed(struct settings *s)
{
    struct list *all = s->dicts.list, *some = list_new(s->arena, 64);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct value *pair = all->items[i].list->items;
        const struct value *type = dict_get(pair[1].dict, "type");
        str path = value_str(&pair[0]), name = STR("");
        if (type) {
            struct list *part = list_new(s->arena, 5);
            size_t first = str_find(path, STR("."), 0), last = path.n;
            while (last > 0 && path.p[last - 1] != '.') {
                last--;
            }
            bool named = settings_type_name(type, &name);
            list_push(s->arena, part, pair[0]);
            list_push(s->arena, part, pair[1]);
            list_push(s->arena, part, named ? value_string(s->arena, name) : value_none());
            list_push(s->arena, part,
                value_string(s->arena, str_slice(path, 0, first == SIZE_MAX ? path.n : first)));
            list_push(s->arena, part, value_string(s->arena, str_slice(path, last, path.n)));
            list_push(s->arena, some, value_of_tuple(part));
        }
    }
    return value_of_list(some);
}

bool dicts_typed(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    struct settings *s = objects_settings_of(self);
    if (!dicts_all(e, self, args, out)) {
        return false;
    }
    if (s->typed.kind == VALUE_KINDS) {
        s->typed = typed(s);
        value_freeze(&s->typed);
    }
    *out = s->typed;
    return true;
}

bool dicts_texts(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    if (!dicts_all(e, self, args, out)) {
        return false;
    }
    struct settings *s = objects_settings_of(self);
    if (s->texts.kind == VALUE_KINDS) {
        s->texts = texts_of(s->arena, out->list);
        value_freeze(&s->texts);
    }
    *out = s->texts;
    return true;
}
