/* os.environ.  What the variables hold when the program begins depends on who runs it; what the
 * program sets is known. */
#include "eval/builtins.h"
#include "eval/ops.h"

bool ops_is_environment(const struct value *v)
{
    return v->kind == VALUE_MODULE && strcmp(v->module->name, "os.environ") == 0;
}

static bool depends(struct eval *e, struct value *out)
{
    *out = ops_plain_unknown(e, "it depends on an environment variable");
    return true;
}

static bool wants_str(struct eval *e, const struct value *v)
{
    if (v->kind == VALUE_STRING || value_is_unknown(v)) {
        return true;
    }
    str type = value_type_name(v);
    return eval_raise(e, TYPE_TYPE_ERROR, "str expected, not %.*s", STR_ARG(type));
}

enum variable ops_environment_look(struct eval *e, const struct value *name, struct value *out)
{
    const struct entry *x = NULL;
    if (e->environment.set && name->kind == VALUE_STRING) {
        x = dict_find_string(e->environment.set, name->s);
    }
    if (x && !e->environment.lost) {
        *out = x->value;
        return value_is_none(out) ? VARIABLE_ABSENT : VARIABLE_SET;
    }
    bool absent = name->kind == VALUE_STRING && !e->environment.lost && e->host->environment &&
                  e->host->environment(e, name->s->bytes).p == NULL;
    depends(e, out);
    return absent ? VARIABLE_ABSENT : VARIABLE_UNKNOWN;
}

bool ops_environment_set(struct eval *e, const struct value *name, const struct value *v)
{
    if (!wants_str(e, name) || !wants_str(e, v)) {
        return false;
    }
    if (v->kind == VALUE_STRING && memchr(v->s->bytes, 0, v->s->n)) {
        return eval_raise(e, TYPE_VALUE_ERROR, "embedded null byte");
    }
    if (value_is_unknown(name)) {
        e->environment.lost = true;
        return true;
    }
    e->environment.set = e->environment.set ? e->environment.set : dict_new(e->arena, 4);
    dict_set(e->arena, e->environment.set, name, name->s->hash, *v);
    return true;
}

bool ops_environment_get(struct eval *e, const struct value *name, struct value *out)
{
    if (!wants_str(e, name)) {
        return false;
    }
    bool known = e->environment.set && !e->environment.lost && name->kind == VALUE_STRING &&
                 dict_find_string(e->environment.set, name->s);
    enum variable is = ops_environment_look(e, name, out);
    if (is == VARIABLE_ABSENT && known) {
        return eval_raise_key(e, name);
    }
    if (is != VARIABLE_SET) {
        e->unseen++; /* whether it raises is not known */
        *out = ops_plain_unknown(e, "it depends on the machine that runs it");
    }
    return true;
}

bool ops_environment_delete(struct eval *e, const struct value *name)
{
    struct value none = value_none(), ignored;
    if (!ops_environment_get(e, name, &ignored)) {
        return false;
    }
    if (value_is_unknown(name)) {
        e->environment.lost = true;
        return true;
    }
    e->environment.set = e->environment.set ? e->environment.set : dict_new(e->arena, 4);
    dict_set(e->arena, e->environment.set, name, name->s->hash, none);
    return true;
}

/* os.environ.get(name, default) and os.getenv */
BUILTIN(environment_get)
{
    (void)self;
    const struct value *name = arg(args, 0, "key"), *fallback = arg(args, 1, "default");
    if (!name) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "get() missing 1 required positional argument: 'key'");
    }
    if (!wants_str(e, name)) {
        return false;
    }
    if (ops_environment_look(e, name, out) == VARIABLE_ABSENT) {
        *out = fallback ? *fallback : value_none();
    }
    return true;
}

BUILTIN(environment_setdefault)
{
    const struct value *fallback = &args->positional[1];
    struct value v;
    (void)self;
    if (!wants_str(e, &args->positional[0]) || !wants_str(e, fallback)) {
        return false;
    }
    switch (ops_environment_look(e, &args->positional[0], &v)) {
    case VARIABLE_SET: *out = v; return true;
    case VARIABLE_ABSENT:
        *out = *fallback;
        return ops_environment_set(e, &args->positional[0], fallback);
    default: depends(e, out); return ops_environment_set(e, &args->positional[0], out);
    }
}

BUILTIN(environment_pop)
{
    struct value ignored;
    (void)self;
    if (!wants_str(e, &args->positional[0])) {
        return false;
    }
    bool has_default = args->n_positional > 1;
    enum variable is = ops_environment_look(e, &args->positional[0], out);
    if (has_default && is == VARIABLE_ABSENT) {
        *out = args->positional[1];
        return true;
    }
    struct value v = *out;
    if (!has_default && !ops_environment_get(e, &args->positional[0], &ignored)) {
        return false;
    }
    *out = is == VARIABLE_SET ? v : *out;
    return is == VARIABLE_ABSENT || ops_environment_delete(e, &args->positional[0]);
}

BUILTIN(environment_update)
{
    struct dict *d = dict_new(e->arena, 4);
    bool unknown = false;
    (void)self;
    *out = value_none();
    if (!builtins_fill_dict(e, d, args, &unknown)) {
        return false;
    }
    e->environment.lost |= unknown;
    for (uint32_t i = 0; i < d->n; i++) {
        if (!ops_environment_set(e, &d->entries[i].key, &d->entries[i].value)) {
            return false;
        }
    }
    return true;
}

/* clear(), and what else may change it or tell what is in it */
BUILTIN(environment_lose)
{
    (void)self, (void)args;
    e->environment.lost = true;
    return depends(e, out);
}

BUILTIN(environment_show)
{
    (void)self, (void)args;
    return depends(e, out);
}

const struct builtin_def OS_ENVIRON[] = {
    {"get", environment_get, 1, 2, "key default", true, NULL},
    {"setdefault", environment_setdefault, 2, 2, NULL, true, NULL},
    {"pop", environment_pop, 1, 2, NULL, true, NULL},
    {"update", environment_update, 0, 1, "**", true, NULL},
    {"clear", environment_lose, 0, 0, NULL, true, NULL},
    {"popitem", environment_lose, 0, 0, NULL, true, NULL},
    {"__setitem__", environment_lose, 2, 2, NULL, true, NULL},
    {"__delitem__", environment_lose, 1, 1, NULL, true, NULL},
    {"__ior__", environment_lose, 1, 1, NULL, true, NULL},
    {"copy", environment_show, 0, 0, NULL, true, NULL},
    {"items", environment_show, 0, 0, NULL, true, NULL},
    {"keys", environment_show, 0, 0, NULL, true, NULL},
    {"values", environment_show, 0, 0, NULL, true, NULL},
    {0},
};
