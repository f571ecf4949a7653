#include "migrate/classes.h"

struct classes {
    struct arena *a;
    const struct value *all, *parents; /* dicts: scope -> class -> module; scope -> scope */
    str scope;
};

static const struct value *get(const struct value *v, str key)
{
    const struct entry *e = v && v->kind == VALUE_DICT ? dict_find_str(v->dict, key) : NULL;
    return e ? &e->value : NULL;
}

/* The module of a class as registries find it: its own package's, the parent's, the shared ones. */
static const struct value *module_of(const struct classes *c, str name, str scope)
{
    const struct value *parent = get(c->parents, scope);
    const str scopes[] = {
        scope, parent ? value_str(parent) : STR(""), STR("mmengine"), STR("mmcv")};
    const struct value *found = NULL;
    for (size_t i = 0; scope.n > 0 && !found && i < sizeof scopes / sizeof *scopes; i++) {
        found = get(get(c->all, scopes[i]), name);
    }
    return found;
}

static struct value class_of(const struct classes *c, const struct value *type)
{
    str text = value_str(type);
    size_t dot = str_find(text, STR("."), 0);
    str name = dot != SIZE_MAX ? str_slice(text, dot + 1, text.n) : text;
    str scope = dot != SIZE_MAX ? str_slice(text, 0, dot) : c->scope;
    const struct value *module = get(c->all, scope) ? module_of(c, name, scope) : NULL;
    if (!module) {
        return *type;
    }
    struct lazy *l = ARENA_NEW(c->a, struct lazy);
    l->module = value_str(module);
    l->name = name;
    return (struct value){.kind = VALUE_LAZY, .lazy = l};
}

/* Names below are of another package: albumentations, or of a scope that its strings need. */
static bool is_foreign(const struct value *v, str key)
{
    const struct value *type = get(v, STR("type"));
    str name = type && type->kind == VALUE_STRING ? value_str(type) : STR("");
    return str_is(key, "transforms") && str_starts(name, STR("Albu"));
}

static struct value with_classes(const struct classes *c, const struct value *v, uint32_t depth)
{
    struct value copy = *v;
    if (depth == 0 || (v->kind == VALUE_DICT && get(v, STR("_scope_")))) {
        return copy;
    }
    if (v->kind == VALUE_DICT) {
        copy.dict = dict_copy(c->a, v->dict);
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct entry *e = &copy.dict->entries[i];
            str key = e->key.kind == VALUE_STRING ? value_str(&e->key) : STR("");
            if (str_is(key, "type") && e->value.kind == VALUE_STRING) {
                e->value = class_of(c, &e->value);
            } else if (!is_foreign(v, key)) {
                e->value = with_classes(c, &e->value, depth - 1);
            }
        }
    } else if (value_is_sequence(v)) {
        copy.list = list_copy(c->a, v->list);
        for (uint32_t i = 0; i < copy.list->n; i++) {
            copy.list->items[i] = with_classes(c, &v->list->items[i], depth - 1);
        }
    }
    return copy;
}

struct value classes_of(
    struct library *l, struct arena *a, const struct value *root, str scope, struct diags *diags)
{
    struct classes c = {.a = a, .scope = scope};
    c.all = library_global(l, STR("migrate/classes.star"), "CLASSES", diags);
    c.parents = library_global(l, STR("migrate/classes.star"), "PARENTS", diags);
    return c.all ? with_classes(&c, root, VALUE_DEPTH) : *root;
}
