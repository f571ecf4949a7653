/* Attributes: reading, writing, deleting. */
#include "eval/builtins.h"
#include "eval/ops.h"

static bool no_attribute(struct eval *e, const struct value *object, str name)
{
    str type = value_type_name(object);
    if (object->kind == VALUE_TYPE) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "type object '%s' has no attribute '%.*s'",
            object->type->name, STR_ARG(name));
    }
    return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "'%.*s' object has no attribute '%.*s'",
        STR_ARG(type), STR_ARG(name));
}

/* LazyObject and LazyAttr: an attribute is one more part of the path. */
static struct value lazy_attribute(struct eval *e, const struct lazy *l, str name)
{
    struct lazy *a = ARENA_NEW(e->arena, struct lazy);
    a->module = l->path;
    a->name = name;
    a->path = arena_printf(e->arena, "%.*s.%.*s", STR_ARG(l->path), STR_ARG(name));
    return (struct value){.kind = VALUE_LAZY, .lazy = a};
}

/* Special names that classes, functions and modules have, and their objects have not. */
static bool is_of_classes(str name)
{
    static const char *const names[] = {
        "__name__", "__qualname__", "__module__", "__dict__", "__file__", "__bases__", "__mro__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

static str function_name(const struct function_value *f)
{
    return f->def->name ? string_str(tree_string(f->tree, f->def->name)) : STR("<lambda>");
}

/* What an ExceptionGroup has on top. */
static bool group_attribute(struct eval *e, const struct exception *x, str name, struct value *out)
{
    if (!type_is_subtype(x->type->id, TYPE_BASE_EXCEPTION_GROUP)) {
        return false;
    }
    if (str_is(name, "message")) {
        *out = x->args->items[0];
    } else if (str_is(name, "exceptions")) {
        *out = value_of_tuple(x->args->items[1].list);
    } else {
        *out = ops_unknown(e, "this attribute of an exception is not evaluated");
    }
    return true;
}

bool ops_get_attribute(struct eval *e, const struct value *object, str name, struct value *out)
{
    switch (object->kind) {
    case VALUE_UNKNOWN: *out = *object; return true;
    case VALUE_MODULE: return builtins_module_attribute(e, object->module, name, out);
    case VALUE_LAZY: *out = lazy_attribute(e, object->lazy, name); return true;
    case VALUE_OBJECT:
        if (object->object->class_->attribute) {
            return object->object->class_->attribute(e, object->object, name, out);
        }
        return no_attribute(e, object, name);
    case VALUE_CLASS:
    case VALUE_OPAQUE: *out = ops_unknown(e, "classes are not evaluated"); return true;
    case VALUE_DICT:
        if (builtins_method(e, object, name, out)) {
            return true;
        }
        if (object->dict->flavor != DICT_PLAIN) {
            const struct entry *entry = dict_find_str(object->dict, name);
            if (entry) {
                *out = entry->value;
                return true;
            }
        }
        if (str_starts(name, STR("__")) && !is_of_classes(name)) {
            *out = ops_unknown(e, "special attributes are not evaluated");
            return true;
        }
        return no_attribute(e, object, name);
    case VALUE_EXCEPTION:
        if (str_is(name, "args")) {
            *out = value_of_tuple(list_copy(e->arena, object->exception->args));
            return true;
        }
        if (group_attribute(e, object->exception, name, out)) {
            return true;
        }
        return no_attribute(e, object, name);
    case VALUE_ITERATOR:
        if (object->iterator->generator &&
            (str_is(name, "send") || str_is(name, "throw") || str_is(name, "close"))) {
            *out = ops_unknown(e, "what is sent to a generator is not evaluated");
            return true;
        }
        return no_attribute(e, object, name);
    case VALUE_BUILTIN:
        if (builtins_part(e, object->builtin, name, out)) {
            return true;
        }
        *out = ops_unknown(e, "attributes of functions and types are not evaluated");
        return true;
    case VALUE_FUNCTION:
    case VALUE_TYPE:
        if (builtins_method(e, object, name, out)) {
            return true;
        }
        if (object->kind == VALUE_TYPE &&
            (str_is(name, "__name__") || str_is(name, "__qualname__"))) {
            *out = value_string(e->arena, str_of(object->type->name));
            return true;
        }
        if (object->kind == VALUE_FUNCTION && str_is(name, "__name__")) {
            *out = value_string(e->arena, function_name(object->function));
            return true;
        }
        if (str_starts(name, STR("__"))) {
            *out = ops_unknown(e, "attributes of functions and types are not evaluated");
            return true;
        }
        return no_attribute(e, object, name);
    default:
        if (builtins_method(e, object, name, out)) {
            return true;
        }
        if (str_starts(name, STR("__")) && !is_of_classes(name)) {
            *out = ops_unknown(e, "special attributes are not evaluated");
            return true;
        }
        return no_attribute(e, object, name);
    }
}

bool ops_set_attribute(
    struct eval *e, const struct value *object, const struct string *name, struct value v)
{
    if (value_is_unknown(object) || object->kind == VALUE_CLASS || object->kind == VALUE_FUNCTION ||
        object->kind == VALUE_MODULE || object->kind == VALUE_LAZY) {
        return true;
    }
    struct value method;
    if (object->kind == VALUE_DICT && object->dict->flavor != DICT_PLAIN) {
        if (!ops_mutable(e, object->dict->frozen)) {
            return false;
        }
        if (object->dict->flavor == DICT_CONFIG &&
            builtins_method(e, object, string_str(name), &method)) {
            return eval_raise(
                e, TYPE_ATTRIBUTE_ERROR, "'Dict' object attribute '%s' is read-only", name->bytes);
        }
        if (object->dict->flavor == DICT_CONFIG) {
            v = ops_config_hook(e, &v);
        }
        struct value key = value_of_string(name);
        key.tree = v.tree;
        key.node = v.node;
        return ops_dict_set(e, object->dict, &key, v);
    }
    return no_attribute(e, object, string_str(name));
}

bool ops_delete_attribute(struct eval *e, const struct value *object, const struct string *name)
{
    if (value_is_unknown(object)) {
        return true;
    }
    if (object->kind == VALUE_DICT && object->dict->flavor != DICT_PLAIN) {
        struct value key = value_of_string(name);
        return ops_delete_item(e, object, &key);
    }
    return no_attribute(e, object, string_str(name));
}
