/* cfg.each(): what a function of the library says of each of many things. */
#include "settings/inside.h"

#include "eval/digest.h"
#include "eval/ops.h"

static const struct builtin_def LIBRARY_METHODS[] = {
    {"nearest", names_nearest, 2, 2, NULL},
    {"knows", names_knows, 1, 1, NULL},
    {"near_type", names_near_type, 1, 1, NULL},
    {"takes", names_takes, 1, 1, NULL},
};

static bool library_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    for (size_t i = 0; i < sizeof LIBRARY_METHODS / sizeof *LIBRARY_METHODS; i++) {
        if (str_is(name, LIBRARY_METHODS[i].name)) {
            *out = objects_bound(e, &LIBRARY_METHODS[i], o);
            return true;
        }
    }
    return eval_raise(
        e, TYPE_ATTRIBUTE_ERROR, "the library has no attribute '%.*s'", STR_ARG(name));
}

/* In place of cfg: nothing of the config. */
static const struct object_class LIBRARY = {.name = "library", .attribute = library_attribute};

/* A call under way: function(library, *item[1:], *more). */
struct asking {
    struct settings *settings;
    struct eval eval; /* that knows nothing of the config */
    struct value library;
    const struct value *function;
    struct arguments more;
    uint64_t key; /* of the function and of `more` */
    bool has_key;
};

static void begin(struct asking *a, struct eval *e, struct settings *s, struct arguments args)
{
    *a = (struct asking){
        .settings = s, .library = objects_view(s, &LIBRARY), .function = args.positional};
    eval_init(&a->eval, e->arena, library_limits(s->library), &PROFILE_LIBRARY, NULL);
    a->eval.fuel = e->fuel;
    a->eval.depth = e->depth;
    a->eval.call_depth = e->call_depth;
    a->more.positional = args.positional + 2;
    a->more.n_positional = args.n_positional - 2;
    a->key = (uintptr_t)a->function->function;
    a->has_key = a->function->function->frozen; /* what a rule makes itself goes with the config */
    for (uint32_t i = 0; i < a->more.n_positional; i++) {
        a->has_key &= digest_value(&a->key, &a->more.positional[i], NULL, VALUE_DEPTH);
    }
}

static bool call(struct asking *a, const struct list *item, struct value *out)
{
    struct list *given = list_new(a->eval.arena, item->n + a->more.n_positional);
    list_push(a->eval.arena, given, a->library);
    for (uint32_t i = 1; i < item->n; i++) {
        list_push(a->eval.arena, given, item->items[i]);
    }
    for (uint32_t i = 0; i < a->more.n_positional; i++) {
        list_push(a->eval.arena, given, a->more.positional[i]);
    }
    struct arguments args = {.positional = given->items, .n_positional = given->n};
    return eval_call(&a->eval, a->function, &args, out);
}

static bool mix_dict(struct settings *s, uint64_t *key, const struct value *v)
{
    if (!s->digested) {
        s->digested = ARENA_MANY(s->arena, struct digested, DIGESTED);
    }
    struct digested *x = &s->digested[((uintptr_t)v->dict >> 4) % DIGESTED];
    if (x->dict != v->dict || v->dict->frozen != FROZEN) {
        *x = (struct digested){.dict = v->dict};
        x->good = digest_value(&x->digest, v, NULL, VALUE_DEPTH);
    }
    digest_mix(key, x->digest);
    return x->good;
}

static bool mix(struct settings *s, uint64_t *key, const struct value *v)
{
    return v->kind == VALUE_DICT ? mix_dict(s, key, v) : digest_value(key, v, NULL, VALUE_DEPTH);
}

/* The digest of a dict that no longer changes is made once. */
static bool charge(struct asking *a, const struct value *v)
{
    return (v->kind == VALUE_DICT && v->dict->frozen == FROZEN) ||
           ops_charge_parts(&a->eval, v, PARTS_A_STEP);
}

/* It is charged the same, whether it runs or has run before. */
static bool ask(struct asking *a, const struct list *item, struct value *out)
{
    struct library *l = a->settings->library;
    uint64_t key = a->key;
    bool has_key = a->has_key;
    digest_mix(&key, item->n);
    for (uint32_t i = 1; i < item->n; i++) {
        if (!charge(a, &item->items[i])) {
            return false;
        }
    }
    for (uint32_t i = 1; has_key && i < item->n; i++) {
        has_key = mix(a->settings, &key, &item->items[i]);
    }
    const struct answer *known = has_key ? library_answer(l, key) : NULL;
    if (known) {
        *out = known->value;
        return fuel_take(a->eval.fuel, &known->spent) || eval_is_spent(&a->eval);
    }
    struct fuel *left = a->eval.fuel, before;
    bool good = eval_spend(&a->eval, 0);
    before = *left;
    if (!good || !call(a, item, out) || !eval_spend(&a->eval, 0)) {
        return false;
    }
    if (has_key) {
        struct fuel spent = {before.steps - left->steps, before.bytes - left->bytes, NULL};
        library_keep(l, key, out, &spent);
    }
    return true;
}

bool settings_each(
    struct eval *e, struct settings *s, const struct arguments *args, struct value *out)
{
    const struct value *items = &args->positional[1];
    if (args->positional[0].kind != VALUE_FUNCTION || !value_is_sequence(items)) {
        return objects_refuse(e, items, "each() takes a function and a list of tuples");
    }
    struct asking a;
    struct list *told = list_new(e->arena, 1);
    for (uint32_t i = 2; i < args->n_positional; i++) {
        if (!ops_charge_parts(e, &args->positional[i], PARTS_A_STEP)) {
            return false;
        }
    }
    begin(&a, e, s, *args);
    for (uint32_t i = 0; i < items->list->n; i++) {
        const struct value *item = &items->list->items[i];
        struct value answer;
        if (!value_is_sequence(item)) {
            return objects_refuse(e, item, "each() goes over tuples");
        }
        bool good = ask(&a, item->list, &answer);
        e->arena_mark = a.eval.arena_mark; /* what was charged there is not charged again */
        if (!good) {
            e->raised = a.eval.raised;
            return false;
        }
        if (value_truth(&answer)) {
            struct list *pair = list_new(e->arena, 2);
            list_push(e->arena, pair, *item);
            list_push(e->arena, pair, answer);
            list_push(e->arena, told, value_of_tuple(pair));
        }
    }
    *out = value_of_list(told);
    return true;
}
