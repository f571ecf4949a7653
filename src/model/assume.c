/* What the config does not decide: assumed, or measured by `cfglint facts` in the data at hand. */
#include "model/context.h"

#include "eval/number.h"
#include "model/memo.h"

#include <math.h>

static const double MOST = 1e9; /* of anything that is measured */

static const struct value *keyword(const struct arguments *args, const char *name)
{
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        if (value_is_str(&args->keywords[i].key, name)) {
            return &args->keywords[i].value;
        }
    }
    return NULL;
}

/* (low, expected, high), in order and no less than 0. */
static bool is_interval(const struct value *v, double out[3])
{
    if (!value_is_sequence(v) || v->list->n != 3) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (!number_as_double(&v->list->items[i], &out[i]) || !isfinite(out[i]) || out[i] < 0 ||
            out[i] > MOST || (i > 0 && out[i] < out[i - 1])) {
            return false;
        }
    }
    return true;
}

/* The figures that a measurement has for an assumption; NULL: none. */
static const struct value *measured(struct graph *g, str name, double out[3])
{
    const struct entry *x = g->measured ? dict_find_str(g->measured, name) : NULL;
    return x && is_interval(&x->value, out) ? x->value.list->items : NULL;
}

/* assume(name, low, expected, high, text, source, measured=False, how=None, usual=): the figure for
 * the scenario at hand; `usual`: where what is met on average is asked for instead.  Of an unknown
 * figure an unknown. */
bool assume_run(struct eval *e, const struct arguments *args, struct value *out)
{
    struct graph *g = context_of(e)->graph;
    struct call c = {.e = e, .g = g, .name = "assume"};
    double v[3];
    for (uint32_t i = 0; i < args->n_positional && i < MAX_ARGS; i++) {
        c.arg[i] = &args->positional[i];
    }
    for (uint32_t i = 1; i < 4; i++) {
        if (c.arg[i] && value_is_unknown(c.arg[i])) {
            *out = *c.arg[i];
            return true;
        }
    }
    if (!call_double(&c, 1, 0, &v[0]) || !call_double(&c, 2, 0, &v[1]) ||
        !call_double(&c, 3, 0, &v[2])) {
        return false;
    }
    if (args->n_positional < 4) {
        return eval_raise(e, TYPE_TYPE_ERROR, "assume() takes a name, three numbers and a text");
    }
    if (!eval_spend(e, g->assumptions.n / 8)) {
        return false;
    }
    str name = call_str(&c, 0, "");
    const struct value *own = measured(g, name, v), *is = keyword(args, "measured");
    const struct value *how = keyword(args, "how");
    graph_assume(g, &(struct assumption){.name = name,
                        .text = call_str(&c, 4, ""),
                        .source = own ? g->measured_in : call_str(&c, 5, ""),
                        .measured = own || (is && value_truth(is)),
                        .how = how ? *how : value_none(),
                        .low = v[0],
                        .expected = v[1],
                        .high = v[2]});
    g->scenario_used |= v[0] != v[1] || v[1] != v[2];
    memo_asks(g, MEMO_SCENARIO);
    const struct value *usual = keyword(args, "usual");
    if (g->options.usual && usual && !own) {
        *out = *usual;
        return true;
    }
    bool varied = g->options.varied.n > 0 && str_eq(g->options.varied, name);
    *out = (own ? own : &args->positional[1])[varied ? g->options.varied_to : g->options.scenario];
    return true;
}

/* --- measurements --- */

/* Numbers of a list, no more than there is room for; how many there are, 0 when one is no number
 * above 0. */
static uint32_t positive_numbers(const struct value *v, double *out, uint32_t room)
{
    uint32_t n = value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; i < n && i < room; i++) {
        if (!number_as_double(&v->list->items[i], &out[i]) || !isfinite(out[i]) || out[i] <= 0) {
            return 0;
        }
    }
    return n;
}

static bool is_sides(const struct value *v)
{
    double side[2];
    return positive_numbers(v, side, 2) == 2 && side[0] <= side[1] && side[1] <= 1 << 20;
}

/* [((x, y, z), (low, expected, high)), ...] */
static bool is_grids(const struct value *v)
{
    double size[3], counts[3];
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n; i++) {
        const struct value *one = &v->list->items[i];
        if (!value_is_sequence(one) || one->list->n != 2 ||
            positive_numbers(&one->list->items[0], size, 3) != 3 ||
            !is_interval(&one->list->items[1], counts)) {
            return false;
        }
    }
    return value_is_sequence(v) && v->list->n > 0;
}

static bool is_assumptions(const struct value *v)
{
    double figures[3];
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n; i++) {
        const struct entry *x = &v->dict->entries[i];
        if (x->key.kind != VALUE_STRING || !is_interval(&x->value, figures)) {
            return false;
        }
    }
    return v->kind == VALUE_DICT;
}

static bool is_counts(const struct value *v)
{
    double figures[3];
    return is_interval(v, figures);
}

static bool is_count(const struct value *v)
{
    double n;
    return number_as_double(v, &n) && n >= 0 && n <= 1 << 20;
}

static bool is_text(const struct value *v)
{
    return v->kind == VALUE_STRING;
}

static bool is_bool(const struct value *v)
{
    return v->kind == VALUE_BOOL;
}

static const struct field {
    const char *name, *what;
    bool (*good)(const struct value *v);
} FIELDS[] = {
    {"name", "a text", is_text},
    {"source", "a text", is_text},
    {"height", "the least and the largest, in pixels", is_sides},
    {"width", "the least and the largest, in pixels", is_sides},
    {"ratio", "(lowest, typical, highest)", is_counts},
    {"always_wide", "True or False", is_bool},
    {"objects", "(low, expected, high)", is_counts},
    {"partner_objects", "(low, expected, high)", is_counts},
    {"typical_objects", "a number", is_count},
    {"points", "(low, expected, high)", is_counts},
    {"voxels", "a list of (cell size, (low, expected, high))", is_grids},
    {"assumptions", "a dict of (low, expected, high) by name", is_assumptions},
};

static bool is_field(const struct model_context *x, const struct entry *e)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        if (value_is_str(&e->key, FIELDS[i].name)) {
            if (!FIELDS[i].good(&e->value)) {
                diags_add(x->diags, "LIB001", SEVERITY_ERROR, value_loc(&e->value),
                    "a measurement's %s is %s", FIELDS[i].name, FIELDS[i].what)
                    ->fatal = true;
                return false;
            }
            return true;
        }
    }
    diags_add(x->diags, "LIB001", SEVERITY_ERROR, value_loc(&e->value),
        "a measurement has no '%.*s'", STR_ARG(value_str(&e->key)))
        ->fatal = true;
    return false;
}

static bool is_good(const struct model_context *x, const struct declaration *d)
{
    const struct value *name = declaration_get(d, "name");
    bool good = true;
    for (uint32_t i = 0; i < d->arguments->n; i++) {
        const struct entry *e = &d->arguments->entries[i];
        good &= &e->value == name || is_field(x, e); /* the name may be a list of them */
    }
    return good;
}

/* measurement(names): the arguments of the first measurement that is declared for one of them;
 * else None.  Its `assumptions` take the place of what is assumed from now on. */
bool assume_measurement(struct eval *e, const struct arguments *args, struct value *out)
{
    struct model_context *x = context_of(e);
    *out = value_none();
    if (args->n_positional == 1 && value_is_unknown(&args->positional[0])) {
        return true; /* and no measurement is meant for it */
    }
    if (args->n_positional != 1 || !value_is_sequence(&args->positional[0])) {
        return eval_raise(e, TYPE_TYPE_ERROR, "measurement() takes a list of names");
    }
    memo_asks(x->graph, MEMO_SCENARIO); /* another recording has to find it, too */
    const struct list *names = args->positional[0].list;
    if (x->graph->data.n == 0 && names->n > 0) {
        x->graph->data = arena_str(x->graph->arena, value_str(&names->items[0]));
    }
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(x->library, LIBRARY_measured, value_str(&names->items[i]), x->diags);
        if (d && is_good(x, d)) {
            const struct value *source = declaration_get(d, "source");
            const struct value *own = declaration_get(d, "assumptions");
            x->graph->measured = own ? own->dict : NULL;
            x->graph->measured_in = source ? value_str(source) : d->file;
            *out = value_of_dict((struct dict *)d->arguments);
            return true;
        }
    }
    return true;
}
