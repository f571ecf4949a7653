#include "migrate/proof.h"

#include "config/compare.h"
#include "eval/text.h"
#include "lint/lint.h"
#include "memory/estimate.h"

#include "base/hash.h"
#include <math.h>
#include <pthread.h>

/* What both generations say about training, in the terms of rules/settings/fields.star. */
static const char *const COMPARED[] = {"batch", "optimizer", "lr", "momentum", "betas",
    "weight_decay", "paramwise", "constructor", "grad_clip", "precision", "accumulation", "loop",
    "max_epochs", "max_iters", NULL};

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
        arena_printf(a, PROOF_DIFFERS "it was %.*s, and is %.*s", STR_ARG(was), STR_ARG(is)), {0}};
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

/* --- the schedules --- */

/* Two schedules that were compared, by what they say. */
struct compared {
    str key;
    struct curve_difference difference;
    UT_hash_handle hh;
};

struct proofs {
    struct arena *arena;
    struct compared *all;
    pthread_mutex_t lock;         /* of both */
    const struct lint *arguments; /* ARG001 */
};

static int proofs_free(struct proofs *p)
{
    HASH_CLEAR(hh, p->all);
    pthread_mutex_destroy(&p->lock);
    return 0;
}

struct proofs *proofs_new(void *talloc_ctx, struct library *library)
{
    struct proofs *p = mem_zero(talloc_ctx, sizeof *p);
    p->arena = arena_new(p);
    p->arguments = lint_of(p, library, STR("ARG001"), diags_new(p));
    pthread_mutex_init(&p->lock, NULL);
    talloc_set_destructor(p, proofs_free);
    return p;
}

static void compare_values(
    const double *old, const double *new, uint64_t n, struct curve_difference *out)
{
    double most = 0;
    for (uint64_t i = 0; i < n; i++) {
        double d = fabs(old[i] - new[i]);
        if (d <= 1e-6 * fmax(fabs(old[i]), fabs(new[i])) + 1e-12) {
            continue;
        }
        out->first = out->differs ? out->first : i;
        out->last = i;
        out->differs = true;
        if (d > most) {
            most = d;
            out->worst = i;
            out->was = old[i];
            out->is = new[i];
        }
    }
}

static struct curve_difference follow(const struct schedule *x, const struct schedule *y)
{
    struct curve_difference d = {.known = true};
    uint64_t n = schedule_iterations(x, PROOF_EPOCH), m = schedule_iterations(y, PROOF_EPOCH);
    n = n < m ? n : m;
    if (n > SCHEDULE_MOST) {
        return (struct curve_difference){.too_long = true};
    }
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    double *old = ARENA_MANY(a, double, n), *new = ARENA_MANY(a, double, n);
    schedule_rates(x, PROOF_EPOCH, n, old);
    schedule_rates(y, PROOF_EPOCH, n, new);
    compare_values(old, new, n, &d);
    talloc_free(ctx);
    return d;
}

static str key_of(struct arena *a, struct settings *old, struct settings *new,
    const struct schedule *x, const struct schedule *y)
{
    return arena_printf(a, "%d %a %a %d %a %a %d %.*s %.*s", (int)x->what, x->base, x->length,
        x->by_epoch, y->base, y->length, y->by_epoch,
        STR_ARG(shown(a, &settings_get(old, "schedule")->value)),
        STR_ARG(shown(a, &settings_get(new, "schedule")->value)));
}

static const struct compared *find_compared(const struct proofs *p, str key)
{
    struct compared *c = NULL;
    HASH_FIND(hh, p->all, key.p, key.n, c);
    return c;
}

static struct curve_difference compare_curves(struct proofs *p, struct arena *a,
    struct settings *old, struct settings *new, enum scheduled what)
{
    struct schedule x, y;
    str why;
    if (!schedule_read(old, what, &x, &why) || !schedule_read(new, what, &y, &why)) {
        return (struct curve_difference){0};
    }
    str key = key_of(a, old, new, &x, &y);
    pthread_mutex_lock(&p->lock);
    const struct compared *known = find_compared(p, key);
    pthread_mutex_unlock(&p->lock);
    if (known) {
        return known->difference;
    }
    struct curve_difference found = follow(&x, &y);
    pthread_mutex_lock(&p->lock);
    if (!find_compared(p, key)) {
        struct compared *c = ARENA_NEW(p->arena, struct compared);
        *c = (struct compared){.key = arena_str(p->arena, key), .difference = found};
        HASH_ADD_KEYPTR(hh, p->all, c->key.p, c->key.n, c);
    }
    pthread_mutex_unlock(&p->lock);
    return found;
}

/* --- the model --- */

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

/* Is a step of both given the same? */
static bool same_inputs(struct library *l, struct arena *a, const struct config *old,
    const struct config *new, struct settings *x, struct settings *y)
{
    struct model_options before = {.graph = {.scenario = SCENARIO_EXPECTED, .training = true}},
                         after = before;
    struct value was, is;
    after.graph.mmengine = true;
    setting_int(settings_get(x, "batch"), &before.batch);
    setting_int(settings_get(y, "batch"), &after.batch);
    return model_inputs(l, a, old, &before, &was) && model_inputs(l, a, new, &after, &is) &&
           value_same(&was, &is);
}

/* A few bytes that differ while what backward keeps does not are of what prepares a batch. */
static void compare_bytes(
    struct arena *a, const struct estimate *x, const struct estimate *y, struct notes *out)
{
    double was = (double)x->allocated.expected, is = (double)y->allocated.expected;
    double kept = (double)model_saved_bytes(x->graph), keeps = (double)model_saved_bytes(y->graph);
    if (fabs(is - was) <= 0.005 * was) {
        return;
    }
    add(a, out, STR("memory"), arena_printf(a, "%.0f MiB", was / 1048576),
        arena_printf(a, "%.0f MiB", is / 1048576));
    if (fabs(keeps - kept) <= 0.005 * kept && fabs(is - was) <= 0.05 * was) {
        struct note *n = &out->list.items[out->list.n - 1];
        n->fate = FATE_CHANGED;
        n->why = arena_printf(a,
            "a batch is prepared otherwise, and takes more or less memory: it was %.0f MiB, and is "
            "%.0f MiB",
            was / 1048576, is / 1048576);
    }
}

static void compare_steps(
    struct arena *a, struct settings *old, struct settings *new, struct notes *out)
{
    struct estimate_options o = {
        .expected_only = true, .regime = {.torch = PROOF_TORCH, .gpus = PROOF_GPUS}};
    struct diags *ignored = diags_new(a->owner);
    const struct estimate *x = estimate_run(a->owner, a, old, &o, ignored);
    const struct estimate *y = estimate_run(a->owner, a, new, &o, ignored);
    if (!x || x->coverage < 1) {
        return;
    }
    if (!y || y->coverage < 1) {
        struct note n = {STR("model"), FATE_UNKNOWN, STR(""),
            STR("a step of it cannot be recorded any more: cfglint estimate of the new config says "
                "where it stops"),
            {0}};
        vec_push(a->owner, &out->list, n);
        return;
    }
    unsigned long long was = model_parameters(x->graph, false),
                       is = model_parameters(y->graph, false);
    if (was != is) {
        add(a, out, STR("parameters"), arena_printf(a, "%llu", was), arena_printf(a, "%llu", is));
    }
    compare_bytes(a, x, y, out);
}

/* --- what is built --- */

static void find_refused(
    const struct proofs *p, struct arena *a, struct settings *new, struct notes *out)
{
    struct diags *found = diags_new(a->owner);
    lint_config(p->arguments, new, found);
    VEC_EACH (const struct diag, d, &found->list) {
        vec_push(
            a->owner, &out->list, ((struct note){d->key, FATE_UNKNOWN, STR(""), d->message, {0}}));
    }
}

bool proof_compare(struct proofs *p, struct library *l, struct arena *a, str profile,
    const struct config *old, const struct config *new, struct proof_asked asked, struct proof *out)
{
    struct diags *ignored = diags_new(a->owner);
    struct settings_options before = {.profile = profile}, after = {.profile = STR("mmengine")};
    struct settings *x = settings_extract(l, a, old, &before, ignored);
    struct settings *y = settings_extract(l, a, new, &after, ignored);
    *out = (struct proof){0};
    if (!x || !y || !settings_is_complete(x) || !settings_is_complete(y)) {
        return false;
    }
    find_refused(p, a, y, &out->refused);
    if (!asked.training) {
        return true;
    }
    for (size_t i = 0; COMPARED[i]; i++) {
        compare_setting(a, x, y, COMPARED[i], &out->notes);
    }
    out->lr = compare_curves(p, a, x, y, SCHEDULED_LR);
    out->momentum = compare_curves(p, a, x, y, SCHEDULED_MOMENTUM);
    if (asked.steps && (!same_models(a, old, new) || !same_inputs(l, a, old, new, x, y))) {
        compare_steps(a, x, y, &out->notes);
    }
    return true;
}
