#include "settings/schedule.h"

#include <math.h>

/* --- reading --- */

static bool number_at(const struct dict *d, const char *key, double *out)
{
    const struct value *v = dict_get(d, key);
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

static const char *kind_of(const struct dict *d)
{
    static const char *const known[] = {"constant", "linear", "multistep", "step", "exp", "cosine",
        "poly", "fixed", "inv", "flatcosine", "linearannealing", "warmup"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_word(d, "kind", known[i])) {
            return known[i];
        }
    }
    return NULL;
}

static void read_part(const struct dict *d, const char *kind, struct schedule_part *p)
{
    const struct value *list = dict_get(d, "milestones"), *converts = dict_get(d, "convert"),
                       *curve = dict_get(d, "curve");
    bool is_constant = strcmp(kind, "constant") == 0;
    *p = (struct schedule_part){.kind = kind, .by_epoch = is_word(d, "unit", "epoch")};
    p->converts = converts && value_truth(converts);
    p->begin = number_or(d, "begin", 0);
    p->end = number_or(d, "end", INFINITY);
    p->milestones = list && value_is_sequence(list) ? list->list : NULL;
    p->step = number_or(d, "step", 0);
    p->gamma = number_or(d, "gamma", strcmp(kind, "exp") == 0 ? 1 : 0.1);
    p->floor = number_or(d, "eta_min", 0);
    p->has_floor_ratio = number_at(d, "eta_min_ratio", &p->floor_ratio);
    p->power = number_or(d, "power", 1);
    p->factor = number_or(d, "factor", strcmp(kind, "warmup") == 0 ? 0.1 : 1.0 / 3);
    p->end_factor = is_constant ? p->factor : number_or(d, "end_factor", 1);
    p->period = number_or(d, "T_max", p->end - p->begin);
    p->start = number_or(d, "start", 0.75);
    bool named = curve && curve->kind == VALUE_STRING && value_str(curve).n > 0;
    p->curve = named ? value_str(curve).p[0] : 'l';
}

static bool read_parts(const struct list *l, struct schedule *out, str *why)
{
    for (uint32_t i = 0; i < l->n; i++) {
        const struct dict *d = l->items[i].kind == VALUE_DICT ? l->items[i].dict : NULL;
        if (!d || !is_word(d, "param", "lr")) {
            continue;
        }
        const char *kind = kind_of(d);
        if (!kind || out->n_parts == SCHEDULE_PARTS) {
            *why = STR("it has a scheduler whose rates are not known from the config");
            return false;
        }
        read_part(d, kind, &out->parts[out->n_parts++]);
    }
    return true;
}

bool schedule_read(struct settings *s, struct schedule *out, str *why)
{
    const struct setting *rate = settings_get(s, "lr"), *parts = settings_get(s, "schedule");
    const struct setting *loop = settings_get(s, "loop");
    int64_t length = 0;
    *out = (struct schedule){.is_mmcv = str_is(settings_generation(s), "mmcv")};
    *why = STR("the rate, the schedule or the length of the run is not known");
    if (rate->state != SETTING_KNOWN || loop->state != SETTING_KNOWN ||
        parts->state == SETTING_UNKNOWN) {
        return false;
    }
    out->base = rate->value.kind == VALUE_FLOAT ? rate->value.f : (double)rate->value.i;
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
    return (uint64_t)x->length * (x->by_epoch ? epoch_iterations : 1);
}

static bool is(const struct schedule_part *p, const char *kind)
{
    return strcmp(p->kind, kind) == 0;
}

static double milestone(const struct schedule_part *p, uint32_t i)
{
    const struct value *v = &p->milestones->items[i];
    return v->kind == VALUE_FLOAT ? v->f : v->kind == VALUE_INT ? (double)v->i : INFINITY;
}

static double floor_of(const struct schedule_part *p, double base)
{
    return p->has_floor_ratio ? base * p->floor_ratio : p->floor;
}

/* --- mmengine: each step changes the rate that is there --- */

struct chained {
    struct schedule_part part; /* in steps: of iterations where it converts */
    double scale;              /* of milestones: iterations in a step that was one of epochs */
    double global, last;
    bool by_epoch;
};

static double on_milestone(const struct chained *c, double rate)
{
    for (uint32_t i = 0; c->part.milestones && i < c->part.milestones->n; i++) {
        rate *= milestone(&c->part, i) * c->scale == c->last ? c->part.gamma : 1;
    }
    return rate;
}

static double on_cosine(const struct chained *c, double rate, double base)
{
    const struct schedule_part *p = &c->part;
    double least = floor_of(p, base), t = c->last;
    if (t == 0) {
        return rate;
    }
    if (fmod(t - 1 - p->period, 2 * p->period) == 0) {
        return rate + (base - least) * (1 - cos(M_PI / p->period)) / 2;
    }
    return (1 + cos(M_PI * t / p->period)) / (1 + cos(M_PI * (t - 1) / p->period)) *
               (rate - least) +
           least;
}

/* Between two factors; with both the same, back to what was there before the last step. */
static double on_factor(const struct chained *c, double rate)
{
    const struct schedule_part *p = &c->part;
    double n = p->end - p->begin - 1, rise = p->end_factor - p->factor;
    if (c->last == 0) {
        return rate * p->factor;
    }
    if (is(p, "constant")) {
        return c->last == n ? rate / p->factor : rate;
    }
    return rate * (1 + rise / (n * p->factor + (c->last - 1) * rise));
}

static double changed(const struct chained *c, double rate, double base)
{
    const struct schedule_part *p = &c->part;
    if (is(p, "multistep")) {
        return on_milestone(c, rate);
    }
    if (is(p, "cosine")) {
        return on_cosine(c, rate, base);
    }
    if (is(p, "linear") || is(p, "constant")) {
        return on_factor(c, rate);
    }
    if (c->last == 0) {
        return rate;
    }
    if (is(p, "step")) {
        return p->step > 0 && fmod(c->last, p->step) == 0 ? rate * p->gamma : rate;
    }
    if (is(p, "exp")) {
        return rate * p->gamma;
    }
    double n = p->end - p->begin - 1;
    return (rate - p->floor) * pow(1 - 1 / (n - c->last + 1), p->power) + p->floor;
}

static double advance(struct chained *c, double rate, double base)
{
    c->global++;
    if (c->part.begin <= c->global && c->global < c->part.end) {
        c->last++;
        return changed(c, rate, base);
    }
    return rate;
}

static struct chained chained_of(const struct schedule_part *p, uint32_t epoch_iterations)
{
    double scale = p->by_epoch && p->converts ? epoch_iterations : 1;
    struct chained c = {*p, scale, -1, -1, p->by_epoch && !p->converts};
    c.part.begin *= scale;
    c.part.end *= scale;
    c.part.period *= scale;
    c.part.step *= scale;
    return c;
}

static void chained_rates(
    const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    struct chained all[SCHEDULE_PARTS];
    double rate = x->base;
    for (uint32_t k = 0; k < x->n_parts; k++) {
        all[k] = chained_of(&x->parts[k], epoch_iterations);
        rate = advance(&all[k], rate, x->base);
    }
    for (uint64_t i = 0; i < n; i++) {
        rates[i] = rate;
        bool ends_epoch = (i + 1) % epoch_iterations == 0;
        for (int epochs = 0; epochs <= ends_epoch; epochs++) {
            for (uint32_t k = 0; k < x->n_parts; k++) {
                rate = all[k].by_epoch == epochs ? advance(&all[k], rate, x->base) : rate;
            }
        }
    }
}

/* --- mmcv: each iteration's rate from the base rate --- */

static double between(double from, double to, double share)
{
    return to + 0.5 * (from - to) * (cos(M_PI * share) + 1);
}

static double steps_rate(const struct schedule_part *p, double base, double progress)
{
    double n = 0;
    if (is(p, "step")) {
        n = p->step > 0 ? floor(progress / p->step) : 0;
    }
    for (uint32_t i = 0; is(p, "multistep") && p->milestones && i < p->milestones->n; i++) {
        n += progress >= milestone(p, i);
    }
    double rate = base * pow(p->gamma, n);
    return rate < p->floor ? p->floor : rate;
}

static double policy_rate(const struct schedule_part *p, double base, double progress, double most)
{
    double least = floor_of(p, base), share = progress / most;
    if (is(p, "step") || is(p, "multistep")) {
        return steps_rate(p, base, progress);
    }
    if (is(p, "exp")) {
        return base * pow(p->gamma, progress);
    }
    if (is(p, "poly")) {
        return (base - p->floor) * pow(1 - share, p->power) + p->floor;
    }
    if (is(p, "inv")) {
        return base * pow(1 + p->gamma * progress, -p->power);
    }
    if (is(p, "cosine")) {
        return between(base, least, share);
    }
    if (is(p, "linearannealing")) {
        return base + (least - base) * share;
    }
    if (is(p, "flatcosine")) {
        double flat = nearbyint(most * p->start);
        return progress < flat ? base : between(base, least, (progress - flat) / (most - flat));
    }
    return base;
}

static double warmed(const struct schedule_part *w, double rate, double i, double length)
{
    double left = 1 - i / length;
    if (w->curve == 'c') {
        return rate * w->factor;
    }
    return w->curve == 'e' ? rate * pow(w->factor, left) : rate * (1 - left * (1 - w->factor));
}

static void hook_rates(
    const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    const struct schedule_part *policy = NULL, *warmup = NULL;
    for (uint32_t k = 0; k < x->n_parts; k++) {
        bool is_warmup = is(&x->parts[k], "warmup");
        warmup = is_warmup ? &x->parts[k] : warmup;
        policy = is_warmup ? policy : &x->parts[k];
    }
    double steps = warmup ? warmup->end * (warmup->by_epoch ? epoch_iterations : 1) : 0;
    double most = x->length;
    if (policy && policy->by_epoch != x->by_epoch) { /* mmcv takes the runner's other length */
        most *= policy->by_epoch ? 1.0 / epoch_iterations : epoch_iterations;
    }
    for (uint64_t i = 0; i < n; i++) {
        double progress = (double)(policy && policy->by_epoch ? i / epoch_iterations : i);
        rates[i] = policy ? policy_rate(policy, x->base, progress, most) : x->base;
        if (warmup && (double)i < steps) {
            rates[i] = warmed(warmup, rates[i], (double)i, steps);
        }
    }
}

void schedule_rates(const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates)
{
    (x->is_mmcv ? hook_rates : chained_rates)(x, epoch_iterations, n, rates);
}
