#include "plan/choose.h"
#include "plan/recorded.h"

#include "base/buf.h"

#include <math.h>

void plan_note(struct plan *p, struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str text = arena_vprintf(a, format, args);
    va_end(args);
    VEC_EACH (str, have, &p->notes) {
        if (str_eq(*have, text)) {
            return;
        }
    }
    vec_push(p, &p->notes, text);
}

/* --- as changes --- */

bool scheme_mode(struct plan *p, struct arena *a, struct settings *s, str precision,
    bool checkpointing, struct changes *out)
{
    str reason = STR("");
    str now = value_str(&settings_get(s, "precision")->value);
    const struct setting *has = settings_get(s, "checkpointing");
    bool is_on = has->state == SETTING_KNOWN && value_truth(&has->value);
    if (!str_eq(now.n ? now : STR("fp32"), precision) &&
        !settings_change(s, "precision", value_string(a, precision), out, &reason)) {
        plan_note(p, a, "%.*s was not considered: %.*s", STR_ARG(precision), STR_ARG(reason));
        return false;
    }
    if (checkpointing && !is_on &&
        !settings_change(s, "checkpointing", value_bool(true), out, &reason)) {
        plan_note(p, a, "checkpointing was not considered: %.*s", STR_ARG(reason));
        return false;
    }
    return true;
}

void scheme_repair(const struct changes *from, struct changes *out)
{
    for (size_t i = 0; from && i < from->list.n; i++) {
        const struct change *one = &from->list.items[i];
        if (one->deletes) {
            changes_drop(out, one->path);
        } else {
            changes_put(out, one->path, one->value);
        }
    }
}

/* --- linted --- */

static str kind_of(struct arena *a, const struct diag *d)
{
    return arena_printf(a, "%s %.*s", d->code, STR_ARG(d->key));
}

static struct dict *kinds_of(struct arena *a, const struct diags *known)
{
    struct dict *kinds = dict_new(a, (uint32_t)known->list.n);
    VEC_EACH (const struct diag, d, &known->list) {
        dict_set_str(a, kinds, kind_of(a, d), value_none());
    }
    return kinds;
}

/* What lint has against the scheme, and not against the config as it is. */
static void look(struct scheme *x, struct arena *a, struct settings *s, const struct lint *lint,
    const struct diags *known)
{
    struct diags *found = diags_new(a->owner);
    struct buf codes = buf_make(a->owner);
    struct arena *own = arena_new(NULL);
    const struct dict *kinds = kinds_of(own, known);
    lint_config(lint, settings_with(s, x->changes), found);
    VEC_EACH (const struct diag, d, &found->list) {
        bool is_new = d->severity > SEVERITY_INFO && !dict_find_str(kinds, kind_of(own, d));
        const struct rule *rule = lint_find(lint, str_of(d->code));
        x->is_wrong |= is_new && (d->severity == SEVERITY_ERROR || (rule && rule->unplanned));
        if (is_new && str_find(buf_str(&codes), str_of(d->code), 0) == SIZE_MAX) {
            buf_puts(&codes, codes.n ? ", " : "");
            buf_puts(&codes, d->code);
        }
    }
    x->findings = buf_str(&codes);
    talloc_free(own);
}

static const struct diags *findings_of(
    struct arena *a, struct settings *s, const struct lint *lint, struct plan_memo *memo)
{
    const struct diags *have = memo ? recorded_findings(memo) : NULL;
    if (have) {
        return have;
    }
    struct diags *found = diags_new(a->owner);
    lint_config(lint, s, found);
    if (memo) {
        recorded_keep_findings(memo, found);
    }
    return found;
}

str scheme_objections(struct arena *a, struct settings *s, const struct changes *accumulates,
    const struct lint *lint, struct plan_memo *memo)
{
    const str *have = memo ? recorded_objections(memo) : NULL;
    if (have) {
        return *have;
    }
    if (!lint) {
        return STR("");
    }
    struct scheme x = {.changes = changes_new(a)};
    scheme_repair(accumulates, x.changes);
    look(&x, a, s, lint, findings_of(a, s, lint, memo));
    str codes = x.is_wrong ? x.findings : STR("");
    if (memo) {
        recorded_keep_objections(memo, codes);
    }
    return codes;
}

static void make(struct scheme *x, struct plan *p, struct arena *a, struct settings *s,
    const struct lint *lint, const struct diags *known)
{
    x->changes = changes_new(a);
    x->followed.arena = a;
    bool mode = scheme_mode(p, a, s, x->precision, x->checkpointing, x->changes);
    scheme_repair(x->repaired, x->changes);
    x->is_impossible =
        !mode || !recipe_follow(&p->recipe, s, x->batch, x->accumulation, x->changes, &x->followed);
    if (lint && !x->is_impossible && x->changes->list.n > 0) {
        look(x, a, s, lint, known);
    }
}

static void take_made(struct scheme *x, const struct scheme *made)
{
    x->changes = made->changes;
    x->followed = made->followed;
    x->findings = made->findings;
    x->is_wrong = made->is_wrong;
    x->is_impossible = made->is_impossible;
}

void schemes_make(struct plan *p, struct arena *a, struct settings *s, const struct lint *lint,
    struct plan_memo *memo)
{
    const struct diags *known = NULL;
    VEC_EACH (struct scheme, x, &p->schemes) {
        if (x->changes) {
            continue;
        }
        const struct scheme *made = memo ? recorded_scheme(memo, x) : NULL;
        if (made) {
            take_made(x, made);
            continue;
        }
        if (lint && !known) {
            known = findings_of(a, s, lint, memo);
        }
        make(x, p, a, s, lint, known);
        if (memo) {
            recorded_keep_scheme(memo, x);
        }
    }
}

/* --- the choice --- */

/* A gain of a few per cent is not worth another precision, or another recipe. */
static const double WORTH = 1.05;

/* Of measured pairs of schemes of which the second has another precision or recomputes, and should
 * be 5 to 20 % faster, it was slower in 7 of 17; from there on, in 3 of 73.  With another batch,
 * which should be 5 to 10 % faster, it was slower in 2 of 4; from there on, in 1 of 111. */
static const double WORTH_OF_MODE = 1.15, WORTH_OF_UPDATE = 1.05;

/* Near enough to the target. */
static const double NEAR = 0.9;

static bool may_be(const struct scheme *x)
{
    return x->fits && !x->is_wrong && !x->is_impossible && !x->is_beyond;
}

static double distance(const struct scheme *x)
{
    return fabs(log(x->growth));
}

/* The speed, less what another precision, checkpointing or another update has to bring. */
static double worth(const struct plan *p, const struct scheme *x)
{
    const struct scheme *now = p->schemes.items;
    double least = str_eq(x->precision, now->precision) ? 1 : WORTH_OF_MODE;
    least *= x->checkpointing == now->checkpointing ? 1 : WORTH_OF_MODE;
    least *= distance(x) <= distance(now) + 1e-9 ? 1 : WORTH_OF_UPDATE;
    return x->throughput / least;
}

/* Where there is a choice, one that lint warns of is not taken. */
static bool is_better(const struct plan *p, size_t i, size_t best)
{
    const struct scheme *x = &p->schemes.items[i];
    if (best == SIZE_MAX) {
        return true;
    }
    const struct scheme *y = &p->schemes.items[best];
    bool clean = x->findings.n == 0, was_clean = y->findings.n == 0;
    return clean == was_clean ? worth(p, x) > worth(p, y) * WORTH : clean;
}

/* The best of those that are no farther from the recipe than `near`. */
static size_t fastest(const struct plan *p, double near)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i];
        if (may_be(x) && distance(x) <= near && is_better(p, i, best)) {
            best = i;
        }
    }
    return best;
}

static bool is_near(const struct plan *p, const struct scheme *x)
{
    return x->is_full || (double)x->used.expected >= NEAR * (double)p->target_bytes;
}

/* The config as it is, where that comes near the target: planning again changes nothing. */
static size_t fullest(const struct plan *p)
{
    size_t best = SIZE_MAX;
    if (p->schemes.n > 0 && may_be(p->schemes.items) && is_near(p, p->schemes.items)) {
        return 0;
    }
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i];
        if (may_be(x) &&
            (best == SIZE_MAX ||
                (double)x->used.expected > (double)p->schemes.items[best].used.expected * 1.01)) {
            best = i;
        }
    }
    return best;
}

/* The nearest to the recipe: exactly it, where there is such a one. */
static size_t nearest(const struct plan *p)
{
    double near = INFINITY;
    VEC_EACH (const struct scheme, x, &p->schemes) {
        near = may_be(x) && distance(x) < near ? distance(x) : near;
    }
    return fastest(p, near + 1e-9);
}

/* `other` instead of the recipe, if it is worth leaving it. */
static size_t worth_leaving(const struct plan *p, size_t kept, size_t other)
{
    return other != SIZE_MAX && is_better(p, other, kept) ? other : kept;
}

/* The recipe, where it comes near the target.  Else the fastest that does: one that the policy
 * stops before would only be the first of many steps, each away from the recipe, and planning again
 * would take the next. */
static size_t near_target(const struct plan *p)
{
    size_t kept = nearest(p), best = SIZE_MAX;
    double least = kept == SIZE_MAX ? 0 : fmin(1, p->schemes.items[kept].growth); /* it may grow */
    bool keeps = kept != SIZE_MAX && is_near(p, &p->schemes.items[kept]) &&
                 p->schemes.items[kept].findings.n == 0;
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i];
        if (may_be(x) && is_near(p, x) && x->growth >= least && is_better(p, i, best)) {
            best = i;
        }
    }
    return keeps ? kept : worth_leaving(p, kept, best);
}

/* What changes the result of training more costs more; a dear change is never taken where several
 * cheap ones do.  Steps that only make up for GPUs cost nothing.  What lint warns of costs more
 * than precision, checkpointing and steps together. */
static int64_t cost(const struct plan *p, const struct scheme *x)
{
    const struct scheme *now = p->schemes.items;
    return !str_eq(x->precision, now->precision) + 2 * (x->checkpointing != now->checkpointing) +
           4 * (x->batch != now->batch) + 8 * (x->findings.n > 0) + 16 * x->repair_cost;
}

/* The cheapest of those nearest to the recipe. */
static size_t cheapest(const struct plan *p)
{
    double near = INFINITY;
    size_t best = SIZE_MAX;
    VEC_EACH (const struct scheme, x, &p->schemes) {
        near = may_be(x) && distance(x) < near ? distance(x) : near;
    }
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i];
        if (may_be(x) && distance(x) <= near + 1e-9 &&
            (best == SIZE_MAX || cost(p, x) < cost(p, &p->schemes.items[best]))) {
            best = i;
        }
    }
    return best;
}

/* `label`: the name, and how often: "smaller images x2". */
static void add_price(struct plan *p, struct arena *a, const struct settings *s, str label)
{
    size_t times = str_find(label, STR(" x"), 0);
    str price = settings_price(s, times == SIZE_MAX ? label : str_slice(label, 0, times));
    vec_push(p, &p->prices, arena_printf(a, "%.*s: %.*s", STR_ARG(label), STR_ARG(price)));
}

void scheme_price(struct plan *p, struct arena *a, const struct settings *s)
{
    if (p->chosen == SIZE_MAX || p->prefer != PREFER_FIT) {
        return;
    }
    const struct scheme *x = &p->schemes.items[p->chosen], *now = p->schemes.items;
    if (!str_eq(x->precision, now->precision)) {
        add_price(p, a, s, x->precision);
    }
    if (x->checkpointing != now->checkpointing) {
        add_price(p, a, s, STR("checkpointing"));
    }
    if (x->accumulation != now->accumulation && x->batch != now->batch) {
        add_price(p, a, s, STR("accumulation"));
    }
    for (str rest = x->repairs; rest.n > 0;) {
        size_t comma = str_find(rest, STR(", "), 0);
        str name = comma == SIZE_MAX ? rest : str_slice(rest, 0, comma);
        rest = comma == SIZE_MAX ? STR("") : str_slice(rest, comma + 2, rest.n);
        add_price(p, a, s, name);
    }
}

/* --- what was left alone --- */

static bool is_changed(const struct changes *c, str path)
{
    VEC_EACH (const struct change, one, &c->list) {
        if (str_starts(path, one->path) && (path.n == one->path.n || path.p[one->path.n] == '.')) {
            return true;
        }
    }
    return false;
}

void scheme_name_left(struct plan *p, struct arena *a, struct settings *s)
{
    const struct scheme *x = p->chosen == SIZE_MAX ? NULL : &p->schemes.items[p->chosen];
    bool moves = x && (x->batch != p->recipe.batch || p->iters_factor != 1);
    const struct list *all = moves ? settings_look_alikes(s, p->iters_factor != 1) : NULL;
    struct buf left = buf_make(a->owner);
    for (uint32_t i = 0; all && i < all->n; i++) {
        str path = value_str(&all->items[i]);
        if (!is_changed(p->changes, path)) {
            buf_puts(&left, left.n ? ", " : "");
            buf_put(&left, path);
        }
    }
    if (left.n > 0) {
        str paths = buf_str(&left);
        plan_note(
            p, a, "may count iterations or batches, and was left alone: %.*s", STR_ARG(paths));
    }
}

static void take_choice(struct plan *p)
{
    if (p->chosen == SIZE_MAX) {
        return;
    }
    const struct scheme *x = &p->schemes.items[p->chosen];
    p->changes = x->changes;
    p->lr_factor = x->followed.lr_factor;
    p->iters_factor = x->followed.iters_factor;
    VEC_EACH (const str, note, &x->followed.notes) {
        plan_note(p, p->changes->arena, "%.*s", STR_ARG(*note));
    }
}

void scheme_choose(struct plan *p)
{
    size_t kept = nearest(p);
    p->chosen = p->prefer == PREFER_TARGET   ? near_target(p)
                : p->prefer == PREFER_MEMORY ? fullest(p)
                : p->prefer == PREFER_SPEED  ? worth_leaving(p, kept, fastest(p, INFINITY))
                : p->prefer == PREFER_FIT    ? cheapest(p)
                                             : kept;
    take_choice(p);
}

/* Planning again would begin at `from`: what it would take then is taken now. */
static size_t last_step(const struct plan *p, size_t from)
{
    size_t best = from;
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i], *now = &p->schemes.items[best];
        bool same_mode =
            str_eq(x->precision, now->precision) && x->checkpointing == now->checkpointing;
        if (may_be(x) && same_mode && x->growth > now->growth && is_better(p, i, best)) {
            best = i;
        }
    }
    return best;
}

void scheme_choose_faster(struct plan *p)
{
    size_t best = p->chosen;
    for (size_t i = 0; i < p->schemes.n; i++) {
        const struct scheme *x = &p->schemes.items[i], *now = &p->schemes.items[best];
        if (may_be(x) && x->batch == now->batch && x->accumulation == now->accumulation &&
            is_better(p, i, best)) {
            best = i;
        }
    }
    p->chosen = best == p->chosen ? best : last_step(p, best);
    take_choice(p);
}
