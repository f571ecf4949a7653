#include "plan/recipe.h"

#include "base/sizes.h"

#include <math.h>

/* --- reading --- */

static const struct declaration *optimizer_of(struct settings *s)
{
    const struct setting *type = settings_get(s, "optimizer");
    struct diags *quiet = diags_new(settings_config(s)->arena->owner);
    return type->state == SETTING_KNOWN ? library_find(settings_library(s), LIBRARY_optimizer,
                                              value_str(&type->value), quiet)
                                        : NULL;
}

static double number_of(const struct declaration *d, const char *name, double fallback)
{
    const struct value *v = d ? declaration_get(d, name) : NULL;
    return !v                       ? fallback
           : v->kind == VALUE_FLOAT ? v->f
           : value_is_int(v)        ? (double)value_as_int(v)
                                    : fallback;
}

/* Does the learning rate begin low?  Cycles do, too. */
static bool warms_up(struct settings *s)
{
    static const char *const kinds[] = {
        "warmup", "linear", "constant", "quadratic", "onecycle", "cyclic"};
    const struct setting *schedule = settings_get(s, "schedule");
    bool found = schedule->state == SETTING_UNKNOWN;
    for (uint32_t i = 0; value_is_sequence(&schedule->value) && i < schedule->value.list->n; i++) {
        const struct value *row = &schedule->value.list->items[i];
        const struct value *kind = row->kind == VALUE_DICT ? dict_get(row->dict, "kind") : NULL;
        const struct value *begin = row->kind == VALUE_DICT ? dict_get(row->dict, "begin") : NULL;
        for (size_t k = 0; kind && begin && k < sizeof kinds / sizeof *kinds; k++) {
            found |=
                value_is_str(kind, kinds[k]) && value_is_int(begin) && value_as_int(begin) == 0;
        }
    }
    return found;
}

/* The linear rule fails at the start of a run: without a warmup, twice is what people do. */
static const double GROWTH_WITHOUT_WARMUP = 2;
enum {
    UPDATES_AN_EPOCH = 100 /* at least */
};

static void bound(struct recipe *r, struct arena *a, str name, double growth, str from)
{
    double most = growth * (double)r->origin;
    int64_t n = most > (double)INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)(most + 1e-9);
    if (n < r->most) {
        r->most = n < r->meant ? r->meant : n;
        r->most_from = arena_printf(a, "%.*s%.*s", STR_ARG(name), STR_ARG(from));
    }
}

/* Samples of an update before it grew for the first time. */
static int64_t origin_of(struct settings *s, int64_t update)
{
    int64_t n;
    return setting_int(settings_get(s, "named_batch"), &n) && n < update ? n : update;
}

static void read_growth(struct recipe *r, struct arena *a, struct settings *s, double growth)
{
    const struct declaration *d = optimizer_of(s);
    const struct value *from = d ? declaration_get(d, "growth_source") : NULL;
    int64_t samples = 0;
    r->most = INT64_MAX / 2;
    r->origin = origin_of(s, r->meant);
    bool counted = setting_int(settings_get(s, "train_samples"), &samples) && samples > 0;
    if (growth > 0) {
        bound(r, a, STR(""), growth, STR("--max-growth"));
        if (counted) {
            bound(r, a, STR(""), (double)samples / (double)r->origin,
                STR("the data set has no more"));
        }
        return;
    }
    double published = number_of(d, "growth", 1);
    str name = value_str(&settings_get(s, "optimizer")->value);
    bound(r, a,
        from ? arena_printf(a, "%.3g times with %.*s: ", published, STR_ARG(name)) : STR(""),
        published, from ? value_str(from) : STR("no rule is published for this optimizer"));
    if (r->rule == LR_LINEAR && !warms_up(s)) {
        bound(r, a, STR(""), GROWTH_WITHOUT_WARMUP, STR("twice without a warmup"));
    }
    if (counted) {
        bound(r, a, STR(""), (double)samples / UPDATES_AN_EPOCH / (double)r->origin,
            arena_printf(
                a, "%d updates in an epoch of %lld samples", UPDATES_AN_EPOCH, (long long)samples));
    }
}

static enum lr_rule rule_of(struct settings *s, enum lr_rule asked)
{
    const struct declaration *d = optimizer_of(s);
    const struct value *scaling = d ? declaration_get(d, "scaling") : NULL;
    if (asked != LR_BY_OPTIMIZER) {
        return asked;
    }
    return scaling && value_is_str(scaling, "linear") ? LR_LINEAR : LR_SQRT;
}

/* Where the number stands. */
static str source_of(struct settings *s, const struct setting *x)
{
    bool by_option = settings_get(s, "reference_batch")->state == SETTING_KNOWN;
    return x->path.n ? x->path : by_option ? STR("--ref-batch") : STR("the file's name");
}

static void read_meant(struct recipe *r, struct settings *s, bool gpus_given)
{
    const struct setting *meant = settings_get(s, "meant_batch"),
                         *own = settings_get(s, "reference_gpus");
    int64_t n;
    bool asked = settings_get(s, "reference_batch")->state == SETTING_KNOWN;
    r->meant = size_mul(r->gpus, size_mul(r->batch, r->accumulation));
    r->is_given = gpus_given || asked;
    if (!r->is_given) {
        return;
    }
    if (setting_int(own, &n) && own->path.n && own->raw) {
        r->meant = size_mul(n, size_mul(r->batch, r->accumulation));
        r->meant_from = own->path;
    }
    if (setting_int(meant, &n) && n > 0) {
        r->meant = n;
        r->meant_from = source_of(s, meant);
    }
}

void recipe_read(struct recipe *r, struct arena *a, struct settings *s, const struct regime *now,
    int64_t batch, const struct recipe_options *o)
{
    *r = (struct recipe){.gpus = now->gpus,
        .gpus_from = str_of(now->gpus_from),
        .batch = batch,
        .accumulation = now->accumulation,
        .rule = rule_of(s, o->rule)};
    r->gpus_from = o->gpus_from.n ? o->gpus_from : r->gpus_from;
    read_meant(r, s, o->gpus_from.n > 0);
    read_growth(r, a, s, o->growth);
}

/* --- sums --- */

double recipe_update(const struct recipe *r, int64_t batch, int64_t accumulation)
{
    return (double)r->gpus * (double)batch * (double)accumulation;
}

double recipe_growth(const struct recipe *r, int64_t batch, int64_t accumulation)
{
    return recipe_update(r, batch, accumulation) / (double)r->meant;
}

int64_t recipe_per_gpu(const struct recipe *r)
{
    int64_t n = r->meant / r->gpus + (2 * (r->meant % r->gpus) >= r->gpus); /* rounded */
    return n > 1 ? n : 1;
}

/* --- following --- */

static void note(struct followed *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str text = arena_vprintf(f->arena, format, args);
    va_end(args);
    vec_push(f->arena->owner, &f->notes, text);
}

static bool set_integer(
    struct settings *s, const char *name, int64_t n, struct changes *out, struct followed *f)
{
    str reason = STR("");
    if (settings_change(s, name, value_int(n), out, &reason)) {
        return true;
    }
    note(f, "%s cannot be %lld: %.*s", name, (long long)n, STR_ARG(reason));
    return false;
}

static bool scales_itself(struct settings *s)
{
    return value_truth(&settings_get(s, "auto_scale_lr")->value);
}

/* auto_scale_lr multiplies the rates of the optimizer's groups, and no floor of the schedule. */
static void follow_floors(struct settings *s, double factor, struct changes *out)
{
    struct changes *all = changes_new(out->arena);
    str rate = settings_get(s, "lr")->path; /* "optimizer.lr", "optim_wrapper.optimizer.lr" */
    str optimizer = dotted_first(rate);
    settings_scale_lr(s, factor, all, NULL);
    VEC_EACH (const struct change, one, &all->list) {
        if (!str_starts(one->path, optimizer)) {
            changes_put(out, one->path, one->value);
        }
    }
}

/* Multiplies the learning rate.  All of it, or the batch cannot change. */
static bool follow_rate(const struct recipe *r, struct settings *s, double growth,
    struct changes *out, struct followed *f)
{
    str reason = STR("its script reads none");
    double factor = r->rule == LR_SQRT ? sqrt(growth) : growth;
    size_t before = out->list.n;
    f->lr_factor = r->rule == LR_KEEP ? 1 : factor;
    if (f->lr_factor == 1) {
        return true;
    }
    if (scales_itself(s)) {
        note(f,
            "the learning rate is written as before: auto_scale_lr scales it when training starts, "
            "by a base_batch_size that gives %.4g times the rate of now",
            factor);
        follow_floors(s, factor, out);
        return true;
    }
    if (!settings_scale_lr(s, factor, out, &reason) || out->list.n == before) {
        note(f, "the learning rate would have to be %.4g times what it is, and cannot be set: %.*s",
            factor, STR_ARG(reason));
        return false;
    }
    return true;
}

/* auto_scale_lr compares base_batch_size with GPUs x batch, without the accumulated steps. */
static void follow_base(const struct recipe *r, struct settings *s, int64_t batch,
    int64_t accumulation, struct changes *out, struct followed *f)
{
    const struct setting *base = settings_get(s, "base_batch");
    int64_t old = 0;
    bool same = batch == r->batch && accumulation == r->accumulation && f->lr_factor == 1;
    bool has = base->state == SETTING_KNOWN && setting_int(base, &old);
    if (!has || (same && !r->is_given)) {
        return;
    }
    double now = (double)r->gpus * (double)batch;
    double meant = r->is_given ? now : (double)old * (double)batch / (double)r->batch;
    if (scales_itself(s)) {
        meant /= f->lr_factor; /* 1 where the rate is kept: no other factor than before */
    } else if (r->rule == LR_KEEP) {
        meant = (double)r->meant / (double)accumulation;
    }
    int64_t n = size_of_double(round(meant));
    if (n >= 1 && n != old) {
        set_integer(s, "base_batch", n, out, f);
    }
}

static void follow_lengths(const struct recipe *r, struct settings *s, int64_t batch,
    struct changes *out, struct followed *f)
{
    str reason = STR("");
    double then = (double)r->meant / (double)r->accumulation, now = (double)r->gpus * (double)batch;
    size_t before = out->list.n;
    f->iters_factor = 1;
    if (then == now) {
        return;
    }
    if (!settings_scale_iters(s, then / now, out, &reason)) {
        note(f, "lengths in iterations were left alone: %.*s", STR_ARG(reason));
    } else if (out->list.n > before) {
        f->iters_factor = then / now;
    }
}

/* Would a plan that knows only the result grow it again, or scale the rate again?  Where memory
 * ended the growth, and not its bound, it would not. */
static bool is_to_remember(const struct recipe *r, int64_t update)
{
    return r->is_given || update > r->most / 2;
}

/* Writes what the new rate is meant for, and where it came from, so that nobody makes the change
 * twice: where the config then says so by itself, nothing is added. */
static void remember(const struct recipe *r, struct settings *s, int64_t batch,
    int64_t accumulation, struct changes *out)
{
    int64_t update = size_of_double(recipe_update(r, batch, accumulation)), n;
    if (update == r->meant || !is_to_remember(r, update)) {
        return;
    }
    struct settings *after = settings_with(s, out);
    if (!setting_int(settings_get(after, "meant_batch"), &n) || n != update) {
        settings_change(s, "meant_batch", value_int(update), out, NULL);
    }
    if (origin_of(after, update) > r->origin) {
        settings_change(s, "named_batch", value_int(r->origin), out, NULL);
    }
}

static bool follow_gpus(
    const struct recipe *r, struct settings *s, struct changes *out, struct followed *f)
{
    const struct setting *own = settings_get(s, "reference_gpus");
    int64_t n;
    bool written = own->path.n && own->raw && setting_int(own, &n) &&
                   !str_eq(own->path, settings_get(s, "base_batch")->path);
    return !written || n == r->gpus || set_integer(s, "reference_gpus", r->gpus, out, f);
}

/* YOLO's constructor scales the weight decay by GPUs x a batch of its own, and knows nothing of
 * accumulated steps. */
static void follow_decay(const struct recipe *r, struct settings *s, int64_t batch,
    int64_t accumulation, struct changes *out, struct followed *f)
{
    double growth =
        (double)batch * (double)accumulation / ((double)r->batch * (double)r->accumulation);
    int64_t old, n;
    if (growth != 1 && setting_int(settings_get(s, "decay_batch"), &old)) {
        n = size_of_double(round((double)old * growth));
        set_integer(s, "decay_batch", n > 1 ? n : 1, out, f);
    }
}

bool recipe_follow(const struct recipe *r, struct settings *s, int64_t batch, int64_t accumulation,
    struct changes *out, struct followed *f)
{
    double growth = recipe_growth(r, batch, accumulation);
    f->lr_factor = f->iters_factor = 1;
    follow_decay(
        r, s, batch, accumulation, out, f); /* first: a name is the batch's before it is this */
    if (!follow_gpus(r, s, out, f) ||
        (batch != r->batch && !set_integer(s, "batch", batch, out, f)) ||
        (accumulation != r->accumulation &&
            !set_integer(s, "accumulation", accumulation, out, f)) ||
        !follow_rate(r, s, growth, out, f)) {
        return false;
    }
    follow_base(r, s, batch, accumulation, out, f);
    follow_lengths(r, s, batch, out, f);
    remember(r, s, batch, accumulation, out);
    return true;
}
