#include "migrate/proof.h"

#include "config/compare.h"
#include "eval/text.h"
#include "model/model.h"
#include "settings/settings.h"

/* What both generations say about training, in the terms of rules/settings/fields.star. */
static const char *const COMPARED[] = {"batch", "optimizer", "lr", "momentum", "betas",
    "weight_decay", "paramwise", "grad_clip", "precision", "accumulation", "loop", "max_epochs",
    "max_iters", NULL};

static str shown(struct arena *a, const struct value *v)
{
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    text_repr(a, &b, v, &unknown);
    str text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

static void add(struct arena *a, struct notes *out, str what, str was, str is)
{
    struct note n = {what, FATE_UNKNOWN, STR(""),
        arena_printf(
            a, "training would differ: it was %.*s, and is %.*s", STR_ARG(was), STR_ARG(is)),
        {0}};
    vec_push(a->owner, &out->list, n);
}

static bool has_value(const struct setting *x)
{
    return x->state == SETTING_KNOWN || (x->state == SETTING_ABSENT && x->has_default);
}

static void compare_setting(struct arena *a, struct settings *old, struct settings *new,
    const char *name, struct notes *out)
{
    const struct setting *x = settings_get(old, name), *y = settings_get(new, name);
    bool said = x->state == SETTING_KNOWN || y->state == SETTING_KNOWN, unknown = false;
    if (said && has_value(x) && has_value(y) &&
        !value_equal(&x->value, &y->value, &unknown, NULL) && !unknown) {
        add(a, out, str_of(name), shown(a, &x->value), shown(a, &y->value));
    }
}

/* Is the model the same, but for what prepares its data? */
static bool same_models(struct arena *a, const struct config *old, const struct config *new)
{
    const struct value *x = config_at(old, STR("model")), *y = config_at(new, STR("model"));
    if (!x || !y || y->kind != VALUE_DICT) {
        return true;
    }
    struct value bare = *y;
    bare.dict = dict_copy(a, y->dict);
    struct entry *e = dict_find_str(bare.dict, STR("data_preprocessor"));
    if (e) {
        dict_remove(bare.dict, e);
    }
    return value_same(x, &bare);
}

static void compare_models(struct library *l, struct arena *a, const struct config *old,
    const struct config *new, struct notes *out)
{
    struct model_options o = {.graph = {.scenario = 1, .torch = 113}};
    const struct graph *x = model_try(l, a, old, &o), *y = model_try(l, a, new, &o);
    if (!x || !y || x->unknown_types.n > 0 || y->unknown_types.n > 0) {
        return;
    }
    unsigned long long was = model_parameters(x, false), is = model_parameters(y, false);
    if (was != is) {
        add(a, out, STR("parameters"), arena_printf(a, "%llu", was), arena_printf(a, "%llu", is));
    }
}

bool proof_compare(struct library *l, struct arena *a, str profile, const struct config *old,
    const struct config *new, struct notes *out)
{
    struct diags *ignored = diags_new(a->owner);
    struct settings_options before = {.profile = profile}, after = {.profile = STR("mmengine")};
    struct settings *x = settings_extract(l, a, old, &before, ignored);
    struct settings *y = settings_extract(l, a, new, &after, ignored);
    if (!x || !y || !settings_is_complete(x) || !settings_is_complete(y)) {
        return false;
    }
    for (size_t i = 0; COMPARED[i]; i++) {
        compare_setting(a, x, y, COMPARED[i], out);
    }
    if (!same_models(a, old, new)) {
        compare_models(l, a, old, new, out);
    }
    return true;
}
