/* Builtin functions that ask about values: isinstance, getattr, repr, ... */
#include "eval/builtins.h"

#include "base/utf8.h"
#include "eval/number.h"
#include "eval/ops.h"
#include "eval/text.h"

#include <math.h>
#include <stdlib.h>

static const struct value *first(const struct arguments *args)
{
    return &args->positional[0];
}

static bool is_instance(const struct value *v, const struct value *type, bool *unknown)
{
    if (type->kind == VALUE_TYPE) {
        *unknown |= v->kind == VALUE_EXCEPTION && v->exception->any &&
                    type_is_subtype(type->type->id, TYPE_EXCEPTION);
        return type_is_subtype(type_of(v), type->type->id);
    }
    if (type->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; i < type->list->n; i++) {
            if (is_instance(v, &type->list->items[i], unknown)) {
                return true;
            }
        }
        return false;
    }
    *unknown = true;
    return false;
}

BUILTIN(fn_isinstance)
{
    (void)self;
    bool unknown = value_is_unknown(first(args));
    bool result = is_instance(first(args), &args->positional[1], &unknown);
    *out =
        unknown ? ops_unknown(e, "it asks for the type of something unknown") : value_bool(result);
    return true;
}

/* Is the class one of these?  False after raising. */
static bool is_subclass(
    struct eval *e, const struct value *v, const struct value *of, bool *result, bool *unknown)
{
    if (of->kind == VALUE_TUPLE) {
        bool good = true;
        for (uint32_t i = 0; i < of->list->n && good && !*result && !*unknown; i++) {
            good = is_subclass(e, v, &of->list->items[i], result, unknown);
        }
        return good;
    }
    if (of->kind == VALUE_TYPE && v->kind < VALUE_FUNCTION) {
        return eval_raise(e, TYPE_TYPE_ERROR, "issubclass() arg 1 must be a class");
    }
    *unknown = of->kind != VALUE_TYPE || v->kind != VALUE_TYPE;
    *result = !*unknown && type_is_subtype(v->type->id, of->type->id);
    return true;
}

BUILTIN(fn_issubclass)
{
    (void)self;
    bool unknown = value_is_unknown(first(args)), result = false;
    if (!is_subclass(e, first(args), &args->positional[1], &result, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it asks about something unknown") : value_bool(result);
    return true;
}

bool builtins_callable(const struct value *v)
{
    return (v->kind >= VALUE_FUNCTION && v->kind <= VALUE_CLASS) || v->kind == VALUE_LAZY ||
           (v->kind == VALUE_OBJECT && v->object->class_->call);
}

BUILTIN(fn_callable)
{
    (void)self, (void)e;
    const struct value *v = first(args);
    *out = value_is_unknown(v) ? *v : value_bool(builtins_callable(v));
    return true;
}

BUILTIN(fn_getattr)
{
    (void)self;
    if (value_is_unknown(&args->positional[1])) {
        *out = args->positional[1];
        return true;
    }
    if (args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    if (ops_get_attribute(e, first(args), value_str(&args->positional[1]), out)) {
        return true;
    }
    if (args->n_positional > 2 && e->raised->type->id == TYPE_ATTRIBUTE_ERROR) {
        e->raised = NULL;
        *out = args->positional[2];
        return true;
    }
    return false;
}

BUILTIN(fn_hasattr)
{
    (void)self;
    struct value v;
    if (value_is_unknown(first(args))) {
        *out = *first(args);
        return true;
    }
    if (args->positional[1].kind != VALUE_STRING && !value_is_unknown(&args->positional[1])) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    if (ops_get_attribute(e, first(args), value_str(&args->positional[1]), &v)) {
        *out = value_is_unknown(&v) ? v : value_bool(true);
        return true;
    }
    if (e->raised->type->id != TYPE_ATTRIBUTE_ERROR) {
        return false;
    }
    e->raised = NULL;
    *out = value_bool(false);
    return true;
}

BUILTIN(fn_setattr)
{
    (void)self;
    *out = value_none();
    if (args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    return ops_set_attribute(e, first(args), args->positional[1].s, args->positional[2]);
}

BUILTIN(fn_delattr)
{
    (void)self;
    *out = value_none();
    if (args->positional[1].kind != VALUE_STRING) {
        return eval_raise(e, TYPE_TYPE_ERROR, "attribute name must be string");
    }
    return ops_delete_attribute(e, first(args), args->positional[1].s);
}

BUILTIN(fn_exit)
{
    (void)self, (void)args, (void)out;
    return eval_raise(e, TYPE_SYSTEM_EXIT, "the config ends the program");
}

BUILTIN(fn_repr)
{
    (void)self;
    struct buf b = eval_buf(e);
    bool unknown = false;
    if (!eval_text(e, &b, first(args), true, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_format)
{
    (void)self;
    struct buf b = eval_buf(e);
    bool unknown = false;
    if (args->n_positional > 1 && !value_is_unknown(&args->positional[1]) &&
        !arg_wants_str(e, &args->positional[1])) {
        return false;
    }
    str spec = args->n_positional > 1 ? value_str(&args->positional[1]) : STR("");
    if (!text_format(e, first(args), spec, &b, &unknown)) {
        return false;
    }
    *out = unknown ? ops_unknown(e, "it shows something unknown")
                   : value_string(e->arena, buf_str(&b));
    return true;
}

BUILTIN(fn_print)
{
    static const char *const names[] = {"sep", "end"};
    (void)self;
    for (int i = 0; i < 2; i++) {
        const struct value *v = arg(args, UINT32_MAX, names[i]);
        if (v && !value_is_none(v) && !value_is_unknown(v) && !arg_wants_str(e, v)) {
            return false;
        }
    }
    if (arg(args, UINT32_MAX, "file") || arg(args, UINT32_MAX, "flush")) {
        e->unseen++; /* whether it can be written to */
    }
    *out = value_none();
    return true;
}

/* --- what files of the library ask all the time, beside Python's own --- */

static bool answer(struct eval *e, const struct value *v, bool yes, struct value *out)
{
    *out = value_is_unknown(v) ? ops_unknown(e, "it asks for the type of something unknown")
                               : value_bool(yes);
    return true;
}

static bool has_type(const struct value *v, enum type_id type)
{
    return type_is_subtype(type_of(v), type);
}

BUILTIN(fn_is_dict)
{
    (void)self;
    return answer(e, first(args), has_type(first(args), TYPE_DICT), out);
}

BUILTIN(fn_is_list)
{
    (void)self;
    const struct value *v = first(args);
    return answer(e, v, has_type(v, TYPE_LIST) || has_type(v, TYPE_TUPLE), out);
}

/* Of a size that can be calculated with: no product of some of these, and no quotient, is beyond
 * what a float holds. */
static bool is_of_a_size(const struct value *v)
{
    static const double MOST = 1e30;
    double d;
    return number_as_double(v, &d) && (d == 0 || (fabs(d) >= 1 / MOST && fabs(d) <= MOST));
}

/* True and False, which Python takes for 1 and 0, are no numbers here. */
static bool is_whole(const struct value *v)
{
    return has_type(v, TYPE_INT) && !has_type(v, TYPE_BOOL) && is_of_a_size(v);
}

BUILTIN(fn_is_int)
{
    (void)self;
    return answer(e, first(args), is_whole(first(args)), out);
}

BUILTIN(fn_is_number)
{
    (void)self;
    const struct value *v = first(args);
    return answer(e, v, is_whole(v) || (has_type(v, TYPE_FLOAT) && is_of_a_size(v)), out);
}

const struct builtin_def LIBRARY_FUNCTIONS[] = {
    {"is_dict", fn_is_dict, 1, 1, NULL, .constant = true},
    {"is_int", fn_is_int, 1, 1, NULL, .constant = true},
    {"is_list", fn_is_list, 1, 1, NULL, .constant = true},
    {"is_number", fn_is_number, 1, 1, NULL, .constant = true},
    {0},
};

const struct builtin_def VALUE_FUNCTIONS[] = {
    {"callable", fn_callable, 1, 1, NULL, .constant = true},
    {"delattr", fn_delattr, 2, 2, NULL, .constant = true},
    {"exit", fn_exit, 0, 1, "code", .constant = true},
    {"format", fn_format, 1, 2, NULL},
    {"getattr", fn_getattr, 2, 3, NULL, .constant = true},
    {"hasattr", fn_hasattr, 2, 2, NULL, .constant = true},
    {"isinstance", fn_isinstance, 2, 2, NULL, .constant = true},
    {"issubclass", fn_issubclass, 2, 2, NULL, .constant = true},
    {"print", fn_print, 0, -1, "* sep end file flush", .constant = true},
    {"quit", fn_exit, 0, 1, "code", .constant = true},
    {"repr", fn_repr, 1, 1, NULL},
    {"setattr", fn_setattr, 3, 3, NULL, .constant = true},
    {0},
};

const struct builtin_def SYS[] = {
    {"exit", fn_exit, 0, 1, NULL, .constant = true},
    {0},
};
