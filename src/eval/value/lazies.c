/*
 * LazyObject and LazyAttr of mmengine: names of packages that a config of the new style imports.
 *
 * Any attribute is one more part of the path, but for what the two classes have themselves.  Each
 * access makes a new object, which is equal to no other.
 */
#include "eval/ops.h"

static bool is_one_of(str name, const char *const *names)
{
    for (; *names; names++) {
        if (str_is(name, *names)) {
            return true;
        }
    }
    return false;
}

/* What is found in the object, or in its class, before __getattr__ is asked. */
static bool is_own(const struct lazy *l, str name)
{
    static const char *const both[] = {"_module", "build", "location", "module", "__call__",
        "__class__", "__deepcopy__", "__delattr__", "__dict__", "__dir__", "__doc__", "__eq__",
        "__format__", "__ge__", "__getattr__", "__getattribute__", "__getstate__", "__gt__",
        "__hash__", "__init__", "__init_subclass__", "__le__", "__lt__", "__module__", "__ne__",
        "__new__", "__reduce__", "__reduce_ex__", "__repr__", "__setattr__", "__setstate__",
        "__sizeof__", "__str__", "__subclasshook__", "__weakref__", NULL};
    static const char *const of_attributes[] = {"name", "source", NULL};
    static const char *const of_objects[] = {"_imported", NULL};
    return is_one_of(name, both) || is_one_of(name, l->is_attribute ? of_attributes : of_objects);
}

struct value ops_lazy_attribute(struct eval *e, const struct lazy *l, str name)
{
    const struct entry *set = l->attributes ? dict_find_str(l->attributes, name) : NULL;
    if (set) {
        return set->value;
    }
    if (is_own(l, name)) {
        return str_is(name, "module") ? value_string(e->arena, l->module)
               : str_is(name, "name") ? value_string(e->arena, l->name)
               : str_is(name, "_module") && !l->is_module
                   ? value_string(e->arena, l->module)
                   : ops_unknown(e, "this part of a lazy import is not evaluated");
    }
    struct lazy *a = ARENA_NEW(e->arena, struct lazy);
    a->module = l->path;
    a->name = arena_str(e->arena, name);
    a->is_attribute = true;
    a->path = arena_printf(e->arena, "%.*s.%.*s", STR_ARG(l->path), STR_ARG(name));
    return (struct value){.kind = VALUE_LAZY, .lazy = a};
}

/* What it stands for may be another thing now. */
static void lose(struct eval *e, struct lazy *l)
{
    struct value u = ops_unknown(e, "what a lazy import consists of was changed");
    l->lost = u.unknown;
}

static bool is_changeable(struct eval *e, const struct lazy *l)
{
    return !l->frozen || eval_raise(e, TYPE_LIMIT,
                             "what comes of an attribute that is set of a lazy import of a base "
                             "cannot be known without running it");
}

bool ops_lazy_set(struct eval *e, struct lazy *l, const struct string *name, struct value v)
{
    if (!is_changeable(e, l)) {
        return false;
    }
    if (is_own(l, string_str(name))) {
        lose(e, l);
        return true;
    }
    l->attributes = l->attributes ? l->attributes : dict_new(e->arena, 2);
    dict_set_str(e->arena, l->attributes, string_str(name), v);
    return true;
}

bool ops_lazy_delete(struct eval *e, struct lazy *l, const struct string *name)
{
    if (!is_changeable(e, l)) {
        return false;
    }
    struct entry *x = l->attributes ? dict_find_string(l->attributes, name) : NULL;
    if (x) {
        dict_remove(l->attributes, x);
    } else if (is_own(l, string_str(name))) {
        lose(e, l);
    }
    return x || is_own(l, string_str(name)) ||
           eval_raise(e, TYPE_ATTRIBUTE_ERROR, "'%s' object has no attribute '%s'",
               l->is_attribute ? "LazyAttr" : "LazyObject", name->bytes);
}

bool ops_lazy_call(struct eval *e)
{
    return eval_raise(e, TYPE_RUNTIME_ERROR, "%s", "");
}

struct value ops_lazy_copy(struct eval *e, const struct value *v)
{
    struct value copy = *v;
    copy.lazy = ARENA_NEW(e->arena, struct lazy);
    *copy.lazy = *v->lazy;
    copy.lazy->attributes = NULL;
    copy.lazy->frozen = CHANGEABLE;
    return copy;
}
