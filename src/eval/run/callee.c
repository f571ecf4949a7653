/* What a call of a known function does to things, without running it. */
#include "eval/builtins.h"
#include "eval/run/interp.h"

bool callee_reaches_names(const struct value *v)
{
    for (const struct builtin_def *d = NAME_FUNCTIONS; d->name; d++) {
        if (v->kind == VALUE_BUILTIN && v->builtin->def == d) {
            return strcmp(d->name, "dir") != 0;
        }
    }
    return false;
}

/* operator.setitem(), operator.iadd() and their like */
static bool changes_operand(const struct builtin_def *def)
{
    static const char *const names[] = {"setitem", "delitem", "iadd", "iand", "iconcat",
        "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior", "ipow", "irshift", "isub",
        "itruediv", "ixor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(def->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool callee_is_harmless(const struct value *v)
{
    if (v->kind == VALUE_TYPE || (value_is_unknown(v) && v->unknown->only_reads)) {
        return true;
    }
    const struct builtin_def *def = v->kind == VALUE_BUILTIN ? v->builtin->def : NULL;
    return def && !v->builtin->bound && !v->builtin->unbound && !callee_reaches_names(v) &&
           !v->builtin->cache && !changes_operand(def) &&
           (value_is_none(&v->builtin->self) || v->builtin->self.kind == VALUE_TYPE) &&
           strcmp(def->name, "next") != 0 && strcmp(def->name, "setattr") != 0 &&
           strcmp(def->name, "delattr") != 0 && strcmp(def->name, "exit") != 0 &&
           strcmp(def->name, "a builtin") != 0;
}

bool callee_only_looks(struct eval *e, const struct value *v)
{
    if (v->kind == VALUE_FUNCTION) {
        return !v->function->changed && !interp_function_changes(e, v->function);
    }
    const struct builtin_value *b = v->kind == VALUE_BUILTIN ? v->builtin : NULL;
    if (!b || !b->def || b->bound || b->cache) {
        return callee_is_harmless(v);
    }
    enum value_kind self = (enum value_kind)b->self.kind;
    bool text =
        self == VALUE_STRING || (b->unbound && self == VALUE_TYPE && b->self.type->id == TYPE_STR);
    return (text || callee_only_reads(b->def) || callee_is_harmless(v)) && !builtins_calls(b->def);
}

bool callee_only_reads(const struct builtin_def *def)
{
    static const char *const names[] = {"copy", "count", "deepcopy", "get", "index", "items",
        "keys", "to_dict", "values", "union", "intersection", "difference", "symmetric_difference",
        "issubset", "issuperset", "isdisjoint"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(def->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}
