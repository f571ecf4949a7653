#include "migrate/classes.h"

#define CLASSES STR("migrate/classes.star")

struct classes {
    struct library *library;
    struct arena *a;
    struct diags *diags;
    struct dict *modules; /* by the type as it is written; None: a string stays */
    const struct list *foreign;
    str scope;
};

static const struct value *get(const struct value *v, str key)
{
    const struct entry *e = v && v->kind == VALUE_DICT ? dict_find_str(v->dict, key) : NULL;
    return e ? &e->value : NULL;
}

static struct value module_of(const struct classes *c, str type, str name, str scope)
{
    const struct entry *known = dict_find_str(c->modules, type);
    struct value module, args[] = {*library_described(c->library), value_string(c->a, name),
                             value_string(c->a, scope)};
    if (known) {
        return known->value;
    }
    if (!library_ask(c->library, c->a, CLASSES, "module_of", args, 3, &module, c->diags)) {
        module = value_none();
    }
    dict_set_str(c->a, c->modules, type, module);
    return module;
}

static struct value class_of(const struct classes *c, const struct value *type)
{
    str text = value_str(type);
    size_t dot = str_find(text, STR("."), 0);
    str name = dot != SIZE_MAX ? str_slice(text, dot + 1, text.n) : text;
    str scope = dot != SIZE_MAX ? str_slice(text, 0, dot) : c->scope;
    struct value module = module_of(c, text, name, scope);
    if (module.kind != VALUE_STRING) {
        return *type;
    }
    struct lazy *l = ARENA_NEW(c->a, struct lazy);
    l->module = value_str(&module);
    l->name = name;
    return (struct value){.kind = VALUE_LAZY, .lazy = l};
}

/* Are the names below those of another package? */
static bool is_foreign(const struct classes *c, const struct value *v)
{
    const struct value *type = get(v, STR("type"));
    return type && type->kind == VALUE_STRING && list_has_word(c->foreign, value_str(type));
}

static struct value with_classes(const struct classes *c, const struct value *v, uint32_t depth)
{
    struct value copy = *v;
    if (depth == 0 || (v->kind == VALUE_DICT && get(v, STR("_scope_")))) {
        return copy;
    }
    if (v->kind == VALUE_DICT) {
        bool foreign = is_foreign(c, v);
        copy.dict = dict_copy(c->a, v->dict);
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct entry *e = &copy.dict->entries[i];
            str key = value_str(&e->key);
            if (str_is(key, "type") && e->value.kind == VALUE_STRING) {
                e->value = class_of(c, &e->value);
            } else if (!foreign) {
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

struct value classes_of(struct library *library, struct arena *a, const struct value *root,
    str scope, struct diags *diags)
{
    struct classes c = {library, a, diags, dict_new(a, 64),
        library_words(library, STR("migrate/whole.star"), "FOREIGN", diags), scope};
    return with_classes(&c, root, VALUE_DEPTH);
}
