/* Which values a setting may have: its type, and for counts and rates the range, of fields.star. */
#include "settings/inside.h"

#include "base/buf.h"
#include "eval/text.h"
#include "text/path.h"

#include <math.h>

enum {
    WIDEST_VALUE = 60,
    MOST_BESIDE = 200 /* files of a folder that are looked into */
};

void setting_make_unknown(struct settings *s, struct setting *x, const char *reason)
{
    const struct value *at = x->raw;
    x->state = SETTING_UNKNOWN;
    x->has_default = false;
    x->value = value_unknown(s->arena, at ? at->tree : NULL, at ? at->node : 0, "%s", reason);
}

/* None means "nothing" for all types. */
static bool has_type(const struct value *v, str type)
{
    if (value_is_none(v) || type.n == 0 || str_is(type, "any")) {
        return true;
    }
    if (str_is(type, "int")) {
        return v->kind == VALUE_INT || v->kind == VALUE_BIG_INT;
    }
    if (str_is(type, "number")) {
        return v->kind == VALUE_INT || v->kind == VALUE_BIG_INT || v->kind == VALUE_FLOAT;
    }
    if (str_is(type, "bool")) {
        return v->kind == VALUE_BOOL || v->kind == VALUE_INT;
    }
    if (str_is(type, "str")) {
        return v->kind == VALUE_STRING;
    }
    if (str_is(type, "list")) {
        return value_is_sequence(v);
    }
    return str_is(type, "dict") && v->kind == VALUE_DICT;
}

static bool number_at(const struct declaration *d, const char *name, double *out)
{
    const struct value *v = declaration_get(d, name);
    if (!v || (v->kind != VALUE_INT && v->kind != VALUE_FLOAT)) {
        return false;
    }
    *out = v->kind == VALUE_INT ? (double)v->i : v->f;
    return true;
}

/* What is wrong with a number; NULL: nothing is. */
static const char *range_problem(
    struct arena *a, const struct declaration *d, const struct value *v)
{
    double least, most, n = v->kind == VALUE_INT ? (double)v->i : v->f;
    if (v->kind == VALUE_BIG_INT || isnan(n) || isinf(n)) {
        return "it is no number that a run can have";
    }
    if (number_at(d, "least", &least) && n < least) {
        return arena_printf(a, "it has to be %g or more", least).p;
    }
    if (number_at(d, "most", &most) && n > most) {
        return arena_printf(a, "it has to be %g or less", most).p;
    }
    return NULL;
}

static bool is_number(const struct value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_BIG_INT || v->kind == VALUE_FLOAT;
}

/* The same for a value of any kind, and the items of a list. */
static const char *problem(struct arena *a, const struct declaration *d, const struct value *v)
{
    const struct value *exact = declaration_get(d, "exact");
    if (is_number(v)) {
        return range_problem(a, d, v);
    }
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n; i++) {
        const struct value *one = &v->list->items[i];
        const char *found = is_number(one) ? range_problem(a, d, one) : NULL;
        if (found) {
            return found;
        }
    }
    return value_is_none(v) && exact && value_truth(exact) ? "it has to be a number" : NULL;
}

/* 12.0 stands for 12 where scripts only compare it. */
static bool is_whole_float(const struct value *v)
{
    return v->kind == VALUE_FLOAT && !isinf(v->f) && v->f == floor(v->f);
}

/* `'../one.py'`: does the text say the name at the end of something in quotes? */
static bool quotes_name(str text, str name)
{
    for (size_t at = str_find(text, name, 0); at != SIZE_MAX; at = str_find(text, name, at + 1)) {
        str after = str_slice(text, at + name.n, text.n);
        char before = at > 0 ? text.p[at - 1] : ' ';
        if ((before == '\'' || before == '"' || before == '/') &&
            (str_starts(after, STR("'")) || str_starts(after, STR("\"")))) {
            return true;
        }
    }
    return false;
}

/* Does another file of its folder name the config's own as a base? */
static bool is_base_beside(struct settings *s)
{
    const struct source *own = s->config->source;
    const struct files *f = s->options.files;
    struct names beside = {0};
    bool found = false;
    if (!own || !f || !files_list(f, s->arena, path_dirname(own->absolute), &beside)) {
        return false;
    }
    str name = path_basename(own->absolute);
    for (size_t i = 0; i < beside.list.n && i < MOST_BESIDE && !found; i++) {
        str other = beside.list.items[i].text, reason;
        struct source *source;
        if (beside.list.items[i].is_file && !str_eq(other, name) &&
            str_eq(path_extension(other), path_extension(name)) &&
            files_read(f, s->arena, path_join(s->arena, path_dirname(own->absolute), other),
                &source, &reason) == FILE_OK) {
            found = str_find(source->bytes, STR("_base_"), 0) != SIZE_MAX &&
                    quotes_name(source->bytes, name);
        }
    }
    return found;
}

/* None in a base is for others to fill in: it is wrong only where a whole config says it itself. */
static bool is_left_open(struct settings *s, const struct setting *x)
{
    return value_is_none(&x->value) &&
           !(setting_is_own(s, x) && settings_is_complete(s) && !is_base_beside(s));
}

void setting_check(struct settings *s, struct setting *x)
{
    const struct declaration *d = library_find(s->library, LIBRARY_setting, x->name, s->diags);
    const struct value *type = d ? declaration_get(d, "type") : NULL;
    double least;
    if (x->state != SETTING_KNOWN || !type) {
        return;
    }
    bool ranged = number_at(d, "least", &least);
    const struct value *exact = declaration_get(d, "exact");
    const char *reason = NULL;
    if (!has_type(&x->value, value_str(type))) {
        str is = value_type_name(&x->value), want = value_str(type);
        reason =
            arena_printf(s->arena, "it is of type %.*s, and not %.*s", STR_ARG(is), STR_ARG(want))
                .p;
        ranged = ranged && (!is_whole_float(&x->value) || (exact && value_truth(exact)));
    } else if (ranged) {
        reason = problem(s->arena, d, &x->value);
        ranged = !is_left_open(s, x);
    }
    if (reason) {
        x->wrong = ranged;
        setting_make_unknown(s, x, reason);
    }
}

static void report(struct settings *s, const struct setting *x, struct diags *diags)
{
    struct buf text = buf_make(s->arena->owner);
    bool unknown = false;
    if (x->raw) {
        text_repr(s->arena, &text, x->raw, &unknown);
    }
    str reason = x->value.unknown->reason, shown = buf_str(&text);
    bool is_short = x->raw && x->raw->kind != VALUE_DICT && shown.n <= WIDEST_VALUE;
    struct diag *d = diags_add(diags, "VAL001", SEVERITY_ERROR, setting_key_loc(x),
        "%.*s%s%.*s makes no sense: %.*s", STR_ARG(x->path), is_short ? " = " : "",
        is_short ? (int)shown.n : 0, shown.p, STR_ARG(reason));
    d->key = x->path;
    talloc_free(text.p);
}

bool settings_make_sense(struct settings *s, bool all, struct diags *diags)
{
    bool good = true;
    for (uint32_t i = 0; i < s->fields->n; i++) {
        str name = value_str(&s->fields->entries[i].key);
        double least;
        const struct declaration *d =
            all ? library_find(s->library, LIBRARY_setting, name, s->diags) : NULL;
        if (d && number_at(d, "least", &least)) {
            settings_find(s, name);
        }
        if (s->slots[i].read && s->slots[i].setting.wrong) {
            report(s, &s->slots[i].setting, diags);
            good = false;
        }
    }
    return good;
}
