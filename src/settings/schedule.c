#include "settings/schedule.h"

#include "settings/schedule_rates.h"

#include <math.h>

/* --- reading --- */

static bool value_number(const struct value *v, double *out)
{
    if (v && v->kind == VALUE_FLOAT) {
        *out = v->f;
        return true;
    }
    if (v && v->kind == VALUE_INT) {
        *out = (double)v->i;
        return true;
    }
    return false;
}

static bool number_at(const struct dict *d, const char *key, double *out)
{
    return value_number(dict_get(d, key), out);
}

static double number_or(const struct dict *d, const char *key, double fallback)
{
    double x;
    return number_at(d, key, &x) ? x : fallback;
}

static bool is_word(const struct dict *d, const char *key, const char *word)
{
    const struct value *v = dict_get(d, key);
    return v && value_is_str(v, word);
}

static const struct list *list_at(const struct dict *d, const char *key)
{
    const struct value *v = dict_get(d, key);
    return v && value_is_sequence(v) ? v->list : NULL;
}

static const char *kind_of(const struct dict *d)
{
    static const char *const known[] = {"constant", "linear", "multistep", "step", "exp", "cosine",
        "poly", "fixed", "inv", "flatcosine", "linearannealing", "warmup", "restart", "cyclic",
        "onecycle", "quadratic", "yolox", "cooldown", "stepfix", "listed"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_word(d, "kind", known[i])) {
            return known[i];
        }
    }
    return NULL;
}

bool schedule_is(const struct schedule_part *p, const char *kind)
{
    return strcmp(p->kind, kind) == 0;
}

/* Cycles of mmcv: a pair of ratios, or the first alone. */
static void read_cycles(const struct dict *d, struct schedule_part *p, enum scheduled what)
{
    const struct list *ratio = list_at(d, "ratio");
    p->times = number_or(d, "times", 1);
    p->up = number_or(d, "ratio", what == SCHEDULED_LR ? 10 : 0.85 / 0.95);
    p->down = dict_get(d, "ratio") ? p->up / 1e5 : what == SCHEDULED_LR ? 1e-4 : 1;
    if (ratio && ratio->n > 0) {
        p->up = schedule_number(ratio, 0);
        p->down = ratio->n > 1 ? schedule_number(ratio, 1) : p->up / 1e5;
    }
    p->rise = number_or(d, "rise", schedule_is(p, "cyclic") ? 0.4 : 0.3);
}

static void read_cycle(const struct dict *d, struct schedule_part *p)
{
    const struct value *three = dict_get(d, "three_phase");
    p->peak = number_or(d, "peak", 0.95); /* of a rate it is always given */
    p->low = number_or(d, "low", 0.85);
    p->total = number_or(d, "total", p->end - p->begin);
    p->divisor = number_or(d, "div_factor", 25);
    p->last_divisor = number_or(d, "final_div_factor", 1e4);
    p->three_phases = three && value_truth(three);
}

static double usual_gamma(const char *kind, enum scheduled what)
{
    if (strcmp(kind, "exp") == 0 || strcmp(kind, "cyclic") == 0) {
        return 1;
    }
    return what == SCHEDULED_MOMENTUM ? 0.5 : 0.1;
}

static void read_part(
    const struct dict *d, const char *kind, enum scheduled what, bool mmcv, struct schedule_part *p)
{
    const struct value *converts = dict_get(d, "convert"), *curve = dict_get(d, "curve");
    bool is_constant = strcmp(kind, "constant") == 0;
    *p = (struct schedule_part){.kind = kind, .by_epoch = is_word(d, "unit", "epoch")};
    p->converts = converts && value_truth(converts);
    p->begin = number_or(d, "begin", 0);
    p->end = number_or(d, "end", INFINITY);
    p->milestones = list_at(d, "milestones");
    p->periods = list_at(d, "periods");
    p->weights = list_at(d, "weights");
    p->step = number_or(d, "step", 0);
    p->gamma = number_or(d, "gamma", usual_gamma(kind, mmcv ? what : SCHEDULED_LR));
    p->floor = number_or(d, "eta_min", 0);
    p->has_floor_ratio = number_at(d, "eta_min_ratio", &p->floor_ratio);
    p->power = number_or(d, "power", 1);
    p->factor = number_or(d, "factor", strcmp(kind, "warmup") == 0 ? 0.1 : 1.0 / 3);
    p->end_factor = is_constant ? p->factor : number_or(d, "end_factor", 1);
    p->period = number_or(d, "T_max", 0);
    p->period = p->period == 0 ? p->end - p->begin : p->period;
    p->start = number_or(d, "start", 0.75);
    bool named = curve && curve->kind == VALUE_STRING && value_str(curve).n > 0;
    p->curve = named ? value_str(curve).p[0] : 'l';
    p->straight = is_word(d, "anneal", "linear");
    p->last_epochs = number_or(d, "last", strcmp(kind, "cooldown") == 0 ? 10 : 0);
    p->last_ratio = number_or(d, "last_ratio", 0.1);
    read_cycles(d, p, what);
    read_cycle(d, p);
}

static bool read_parts(const struct list *l, struct schedule *out, str *why)
{
    bool is_yolox = false;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct dict *d = l->items[i].kind == VALUE_DICT ? l->items[i].dict : NULL;
        if (!d || !is_word(d, "param", out->what == SCHEDULED_LR ? "lr" : "momentum")) {
            continue;
        }
        const char *kind = kind_of(d);
        if (!kind || out->n_parts == SCHEDULE_PARTS) {
            *why = STR("it has a scheduler whose rates are not known from the config");
            return false;
        }
        is_yolox |= strcmp(kind, "yolox") == 0;
        read_part(d, kind, out->what, out->is_mmcv, &out->parts[out->n_parts++]);
    }
    for (uint32_t i = 0; is_yolox && i < out->n_parts; i++) {
        out->parts[i].curve = 'o';
    }
    return true;
}

/* The first of the betas that an optimizer has by itself; 0 where it has none.  False: it is not
 * described. */
static bool own_beta(struct settings *s, double *out)
{
    const struct setting *kind = settings_get(s, "optimizer");
    bool named = kind->state == SETTING_KNOWN && kind->value.kind == VALUE_STRING;
    const struct declaration *d =
        named ? library_find(settings_library(s), LIBRARY_optimizer, value_str(&kind->value),
                    diags_new(settings_config(s)->arena->owner))
              : NULL;
    const struct value *beta = d ? declaration_get(d, "first_beta") : NULL;
    *out = 0;
    return beta ? value_number(beta, out) : d || !named;
}

/* What the optimizer begins with. */
static bool read_base(struct settings *s, struct schedule *out)
{
    const struct setting *x = settings_get(s, out->what == SCHEDULED_LR ? "lr" : "momentum");
    if (x->state == SETTING_KNOWN || out->what == SCHEDULED_LR) {
        return x->state == SETTING_KNOWN && value_number(&x->value, &out->base);
    }
    const struct setting *betas = settings_get(s, "betas");
    bool listed = betas->state == SETTING_KNOWN && value_is_sequence(&betas->value);
    if (listed && betas->value.list->n > 0) {
        out->base = schedule_number(betas->value.list, 0);
    } else if (!own_beta(s, &out->base)) {
        return false;
    }
    return x->state != SETTING_UNKNOWN && betas->state != SETTING_UNKNOWN;
}

bool schedule_read(struct settings *s, enum scheduled what, struct schedule *out, str *why)
{
    const struct setting *parts = settings_get(s, "schedule"), *loop = settings_get(s, "loop");
    int64_t length = 0;
    *out = (struct schedule){.what = what, .is_mmcv = str_is(settings_generation(s), "mmcv")};
    *why = STR("the rate, the schedule or the length of the run is not known");
    if (!read_base(s, out) || loop->state != SETTING_KNOWN || parts->state == SETTING_UNKNOWN) {
        return false;
    }
    out->by_epoch = value_is_str(&loop->value, "epoch");
    if (!setting_int(settings_get(s, out->by_epoch ? "max_epochs" : "max_iters"), &length) ||
        length < 1) {
        return false;
    }
    out->length = (double)length;
    return !value_is_sequence(&parts->value) || read_parts(parts->value.list, out, why);
}

uint64_t schedule_iterations(const struct schedule *x, uint32_t epoch_iterations)
{
    double n = x->length * (x->by_epoch ? epoch_iterations : 1);
    return n < 0x1p63 ? (uint64_t)n : INT64_MAX;
}

/* --- what both generations share --- */

double schedule_number(const struct list *l, uint32_t i)
{
    double x = INFINITY;
    value_number(&l->items[i], &x);
    return x;
}

double schedule_between(const struct schedule_part *p, double from, double to, double share)
{
    return p->straight ? from + (to - from) * share
                       : to + 0.5 * (from - to) * (cos(M_PI * share) + 1);
}

double schedule_floor(const struct schedule_part *p, double base)
{
    return p->has_floor_ratio ? base * p->floor_ratio : p->floor;
}

double schedule_one_cycle(
    const struct schedule_part *p, double first, double peak, double last, double t, double total)
{
    double middle = p->rise * total - 1, second = 2 * p->rise * total - 2;
    if (t <= middle) {
        return schedule_between(p, first, peak, t / middle);
    }
    if (p->three_phases && t <= second) {
        return schedule_between(p, peak, first, (t - middle) / (second - middle));
    }
    double from = p->three_phases ? second : middle;
    return schedule_between(
        p, p->three_phases ? first : peak, last, (t - from) / (total - 1 - from));
}

void schedule_rates(const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    (x->is_mmcv ? schedule_hooked : schedule_chained)(x, epoch_iterations, n, rates);
}
