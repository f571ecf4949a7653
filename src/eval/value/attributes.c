/* Attributes: reading, writing, deleting. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/text.h"

static bool no_attribute(struct eval *e, const struct value *object, str name)
{
    str type = value_type_name(object);
    if (object->kind == VALUE_TYPE) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "type object '%s' has no attribute '%.*s'",
            object->type->name, STR_ARG(name));
    }
    eval_raise(e, TYPE_ATTRIBUTE_ERROR, "'%.*s' object has no attribute '%.*s'", STR_ARG(type),
        STR_ARG(name));
    bool of_dicts = STR_IS_ANY(name, "get", "items", "keys", "pop", "setdefault", "values");
    return of_dicts ? eval_about(e, object) : eval_about_none(e, object);
}

/* Special names that classes, functions and modules have, and their objects have not. */
static bool is_of_classes(str name)
{
    return STR_IS_ANY(name, "__name__", "__qualname__", "__module__", "__dict__", "__file__",
        "__bases__", "__mro__");
}

/* What a ConfigDict has for the loader's own use. */
static bool is_private(str name)
{
    return STR_IS_ANY(name, "_hook", "_to_lazy_dict", "__dict__", "__module__");
}

static str function_name(const struct function_value *f)
{
    return f->def->name ? string_str(tree_string(f->tree, f->def->name)) : STR("<lambda>");
}

/* What an ExceptionGroup has on top. */
static bool group_attribute(const struct exception *x, str name, struct value *out)
{
    bool message = str_is(name, "message");
    if (!x->members || (!message && !str_is(name, "exceptions"))) {
        return false;
    }
    *out = message ? x->args->items[0] : value_of_tuple(x->members);
    return true;
}

/* The attributes of all other exceptions: known where they are an argument. */
static bool exception_attribute(
    struct eval *e, const struct exception *x, str name, struct value *out)
{
    bool stop = x->type->id == TYPE_STOP_ITERATION && str_is(name, "value");
    bool end = x->type->id == TYPE_SYSTEM_EXIT && str_is(name, "code");
    if (stop || end) {
        *out = x->args->n == 0         ? value_none()
               : end && x->args->n > 1 ? value_of_tuple(list_copy(e->arena, x->args))
                                       : x->args->items[0];
        return true;
    }
    bool known =
        str_starts(name, STR("__")) ||
        STR_IS_ANY(name, "add_note", "characters_written", "code", "derive", "encoding", "end",
            "end_lineno", "end_offset", "errno", "filename", "filename2", "lineno", "msg", "name",
            "obj", "object", "offset", "path", "print_file_and_line", "reason", "split", "start",
            "strerror", "subgroup", "text", "value", "with_traceback");
    if (known) {
        *out = ops_unknown(e, "this attribute of an exception is not evaluated");
    }
    if (str_is(name, "__traceback__") && e->frame) { /* by its frames */
        struct value globals = value_of_dict(e->frame->globals);
        ops_hold(e, out, &globals, 1);
    }
    return known;
}

/* Can code set it, and does that change what the interpreter does with the exception? */
static bool is_special_of_exception(struct eval *e, const struct exception *x, str name)
{
    struct value ignored;
    uint64_t made = e->made;
    bool special = str_is(name, "args") || group_attribute(x, name, &ignored) ||
                   exception_attribute(e, x, name, &ignored);
    e->made = made;
    return special;
}

/* Special names that a function has in another place than its __dict__. */
static bool is_own_of_function(str name)
{
    return STR_IS_ANY(name, "__annotations__", "__builtins__", "__class__", "__closure__",
        "__code__", "__defaults__", "__doc__", "__globals__", "__kwdefaults__", "__module__",
        "__name__", "__qualname__");
}

static bool is_code_of_function(str name)
{
    return STR_IS_ANY(name, "__code__", "__defaults__", "__kwdefaults__", "__class__");
}

static bool is_function(const struct builtin_value *b)
{
    return b->def && !b->def->repr && !b->bound && !b->cache &&
           strcmp(b->def->name, "a builtin") != 0;
}

static bool attribute_set(const struct dict *attributes, str name, struct value *out)
{
    const struct entry *x = attributes ? dict_find_str(attributes, name) : NULL;
    if (attributes && attributes->lost) {
        *out = (struct value){.kind = VALUE_UNKNOWN, .unknown = attributes->lost};
    } else if (x) {
        *out = x->value;
    }
    return x || (attributes && attributes->lost);
}

/* What was set of it, and all that was. */
static bool function_attribute(
    struct eval *e, struct function_value *f, str name, struct value *out)
{
    if (str_is(name, "__dict__")) {
        struct dict *all = f->attributes ? f->attributes : dict_new(e->arena, 2);
        f->attributes = f->frozen ? f->attributes : all;
        *out = value_of_dict(all);
        return true;
    }
    return attribute_set(is_own_of_function(name) ? f->own : f->attributes, name, out);
}

static bool not_evaluated(struct eval *e, const char *what, struct value *out)
{
    *out = ops_unknown(e, what);
    return true;
}

static bool attribute_of_dict(
    struct eval *e, const struct value *object, str name, struct value *out)
{
    const struct dict *d = object->dict;
    if (builtins_method(e, object, name, out)) {
        return true;
    }
    if (d->flavor == DICT_CONFIG && is_private(name)) {
        return not_evaluated(e, "what is ConfigDict's own is not evaluated", out);
    }
    if (d->flavor == DICT_CONFIG && str_is(name, "scope")) {
        return not_evaluated(
            e, "where a base's dict has this attribute, too, it is not its key", out);
    }
    const struct entry *entry = dict_has_attributes(d) ? dict_find_str(d, name) : NULL;
    if (entry) {
        *out = entry->value;
        return true;
    }
    bool special = str_starts(name, STR("__")) && !is_of_classes(name);
    if (d->flavor == DICT_ORDERED || d->flavor == DICT_ADDICT ||
        (special && builtins_has_special(object, name))) {
        return not_evaluated(e, "this attribute of a dict is not evaluated", out);
    }
    return no_attribute(e, object, name);
}

static bool attribute_of_exception(
    struct eval *e, const struct value *object, str name, struct value *out)
{
    const struct exception *x = object->exception;
    if (str_is(name, "args")) {
        *out = value_found(value_of_tuple(list_copy(e->arena, x->args)));
        return true;
    }
    return attribute_set(x->attributes, name, out) || group_attribute(x, name, out) ||
           exception_attribute(e, x, name, out) || no_attribute(e, object, name);
}

static bool attribute_of_builtin(
    struct eval *e, const struct value *object, str name, struct value *out)
{
    if (builtins_part(e, object->builtin, name, out)) {
        return true;
    }
    if (is_function(object->builtin) && !str_starts(name, STR("__"))) {
        return no_attribute(e, object, name);
    }
    return not_evaluated(e, "attributes of functions and types are not evaluated", out);
}

static bool attribute_of_function(
    struct eval *e, const struct value *object, str name, struct value *out)
{
    if (function_attribute(e, object->function, name, out) ||
        builtins_method(e, object, name, out)) {
        return true;
    }
    if (str_is(name, "__name__")) {
        *out = value_string(e->arena, function_name(object->function));
        return true;
    }
    if (str_is(name, "__qualname__")) {
        struct buf b = buf_make(e->arena->owner);
        text_function_name(&b, object->function);
        *out = value_string(e->arena, buf_str(&b));
        return true;
    }
    return str_starts(name, STR("__"))
               ? not_evaluated(e, "attributes of functions and types are not evaluated", out)
               : no_attribute(e, object, name);
}

static bool attribute_of_type(
    struct eval *e, const struct value *object, str name, struct value *out)
{
    if (builtins_method(e, object, name, out)) {
        return true;
    }
    if (str_is(name, "__name__") || str_is(name, "__qualname__")) {
        *out = value_string(e->arena, str_of(object->type->name));
        return true;
    }
    bool perhaps =
        str_starts(name, STR("__")) ? builtins_has_special(object, name) : e->profile->tolerant;
    return perhaps ? not_evaluated(e, "attributes of functions and types are not evaluated", out)
                   : no_attribute(e, object, name);
}

static bool attribute(struct eval *e, const struct value *object, str name, struct value *out)
{
    switch (object->kind) {
    case VALUE_UNKNOWN: *out = *object; return true;
    case VALUE_MODULE: return builtins_module_attribute(e, object->module, name, out);
    case VALUE_LAZY: *out = ops_lazy_attribute(e, object->lazy, name); return true;
    case VALUE_OBJECT:
        return object->object->class_->attribute
                   ? object->object->class_->attribute(e, object->object, name, out)
                   : no_attribute(e, object, name);
    case VALUE_CLASS:
    case VALUE_OPAQUE: return not_evaluated(e, "classes are not evaluated", out);
    case VALUE_DICT: return attribute_of_dict(e, object, name, out);
    case VALUE_EXCEPTION: return attribute_of_exception(e, object, name, out);
    case VALUE_BUILTIN: return attribute_of_builtin(e, object, name, out);
    case VALUE_FUNCTION: return attribute_of_function(e, object, name, out);
    case VALUE_TYPE: return attribute_of_type(e, object, name, out);
    default: break;
    }
    if (builtins_method(e, object, name, out)) {
        return true;
    }
    if (str_starts(name, STR("__")) && builtins_has_special(object, name)) {
        return not_evaluated(e, "special attributes are not evaluated", out);
    }
    if ((object->kind == VALUE_VIEW && str_is(name, "mapping")) ||
        (object->kind == VALUE_SLICE && str_is(name, "indices"))) {
        return not_evaluated(e, "this attribute is not evaluated", out);
    }
    return no_attribute(e, object, name);
}

/* What is not evaluated of a value may lead to all that is in it. */
bool ops_get_attribute(struct eval *e, const struct value *object, str name, struct value *out)
{
    if (object->kind == VALUE_FUNCTION && str_is(name, "__globals__")) {
        *out = value_of_dict(object->function->globals);
        return true;
    }
    if (!attribute(e, object, name, out)) {
        return false;
    }
    if (object->kind != VALUE_MODULE) {
        ops_hold(e, out, object, 1);
    }
    return true;
}

/* object.__dict__ = v */
static bool set_attributes(struct eval *e, struct dict **attributes, const struct value *v)
{
    struct value found = value_found(*v);
    if (found.kind == VALUE_DICT) {
        *attributes = v->dict;
        return true;
    }
    *attributes = dict_new(e->arena, 1);
    if (!value_is_unknown(&found)) {
        str type = value_type_name(v);
        return eval_raise(e, TYPE_TYPE_ERROR, "__dict__ must be set to a dictionary, not a '%.*s'",
            STR_ARG(type));
    }
    struct value all = value_of_dict(*attributes);
    return ops_lose(e, &all, &found, "its attributes are not known");
}

/* What an attribute does that a function or an exception has by itself is not evaluated. */
static struct value set_special(struct eval *e, const struct value *object)
{
    bool function = object->kind == VALUE_FUNCTION;
    struct value v =
        ops_unknown(e, function ? "what such an attribute of a function does is not evaluated"
                                : "what such an attribute of an exception does is not evaluated");
    e->unseen++;
    if (function) {
        object->function->changed = true;
        return v;
    }
    struct list *args = list_new(e->arena, 1);
    list_push(e->arena, args, v);
    args->lost = v.unknown;
    object->exception->args = args;
    return v;
}

static bool set_of_function(struct eval *e, const struct value *object, str name, struct value v)
{
    bool function = object->kind == VALUE_FUNCTION;
    if (!ops_mutable(e, function ? object->function->frozen : object->exception->frozen)) {
        return false;
    }
    if (function ? is_code_of_function(name)
                 : is_special_of_exception(e, object->exception, name)) {
        v = set_special(e, object);
    }
    struct dict **to = function ? &object->function->attributes : &object->exception->attributes;
    if (str_is(name, "__dict__")) {
        return set_attributes(e, to, &v);
    }
    if (function && is_own_of_function(name)) {
        to = &object->function->own;
    }
    *to = *to ? *to : dict_new(e->arena, 2);
    dict_set_str(e->arena, *to, name, v);
    return true;
}

static bool set_of_config(
    struct eval *e, const struct value *object, const struct string *name, struct value v)
{
    struct value method;
    if (!ops_mutable(e, object->dict->frozen)) {
        return false;
    }
    if (dict_is_config(object->dict) && builtins_method(e, object, string_str(name), &method)) {
        return eval_raise(
            e, TYPE_ATTRIBUTE_ERROR, "'Dict' object attribute '%s' is read-only", name->bytes);
    }
    bool config = object->dict->flavor == DICT_CONFIG;
    v = config ? ops_config_hook(e, &v) : v;
    struct value key = value_of_string(name);
    key.tree = v.tree;
    key.node = v.node;
    return config ? ops_config_set(e, object->dict, &key, v)
                  : ops_dict_set(e, object->dict, &key, v);
}

bool ops_set_attribute(
    struct eval *e, const struct value *object, const struct string *name, struct value v)
{
    if (object->kind == VALUE_LAZY) {
        return ops_lazy_set(e, object->lazy, name, v);
    }
    if (value_is_unknown(object) || object->kind == VALUE_CLASS || object->kind == VALUE_MODULE) {
        struct value given[] = {*object, v};
        bool unknown = value_is_unknown(object), module = object->kind == VALUE_MODULE;
        if (module && strcmp(object->module->name, "builtins") == 0 && e->frame) {
            given[0] = value_of_dict(e->frame->globals); /* any name may be another one now */
        }
        e->environment.patched |= module;
        return unknown || module ? ops_give(e, given, 2) : ops_give(e, &v, 1);
    }
    if (object->kind == VALUE_OBJECT && object->object->class_->set_attribute) {
        return object->object->class_->set_attribute(e, object->object, name, v);
    }
    if (object->kind == VALUE_FUNCTION || object->kind == VALUE_EXCEPTION) {
        return set_of_function(e, object, string_str(name), v);
    }
    if (object->kind == VALUE_BUILTIN && !is_function(object->builtin)) {
        return ops_give(e, &v, 1); /* such as one of functools.partial: it is not read again */
    }
    if (object->kind == VALUE_DICT && object->dict->flavor == DICT_ORDERED) {
        return ops_give(e, &v, 1);
    }
    if (object->kind == VALUE_DICT && dict_has_attributes(object->dict)) {
        return set_of_config(e, object, name, v);
    }
    if (object->kind == VALUE_TYPE) {
        return eval_raise(e, TYPE_TYPE_ERROR, "cannot set '%s' attribute of immutable type '%s'",
            name->bytes, object->type->name);
    }
    return no_attribute(e, object, string_str(name));
}

bool ops_delete_attribute(struct eval *e, const struct value *object, const struct string *name)
{
    if (value_is_unknown(object)) {
        return ops_give(e, object, 1);
    }
    if (object->kind == VALUE_LAZY) {
        return ops_lazy_delete(e, object->lazy, name);
    }
    if (object->kind == VALUE_DICT && dict_has_attributes(object->dict)) {
        struct value key = value_of_string(name);
        return ops_delete_item(e, object, &key);
    }
    bool function = object->kind == VALUE_FUNCTION;
    bool host = object->kind == VALUE_OBJECT && object->object->class_->set_attribute;
    if (host || (function && is_own_of_function(string_str(name)))) {
        return ops_set_attribute(e, object, name, ops_unknown(e, "it was deleted"));
    }
    struct dict *attributes = function                          ? object->function->attributes
                              : object->kind == VALUE_EXCEPTION ? object->exception->attributes
                                                                : NULL;
    struct entry *x = attributes ? dict_find_str(attributes, string_str(name)) : NULL;
    if (attributes && !ops_mutable(e, attributes->frozen)) {
        return false;
    }
    if (x && !attributes->lost) {
        dict_remove(attributes, x);
    }
    if (attributes && (x || attributes->lost)) {
        return true;
    }
    return no_attribute(e, object, string_str(name));
}
