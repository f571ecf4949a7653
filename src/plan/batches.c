#include "plan/probe.h"

enum {
    MOST_PROBES = 16,
    MOST_DIVISORS = 128
};

int64_t accumulation_for(const struct search *x, int64_t batch)
{
    double step = (double)x->p->recipe.gpus * (double)batch;
    int64_t steps = (int64_t)((double)x->p->recipe.meant / step + 0.5);
    steps = steps > 1 ? steps : 1;
    return x->o->keep & KEEP_ACCUMULATION ? x->accumulation
           : steps < x->most_steps        ? steps
                                          : x->most_steps;
}

/* --- the largest batch that fits --- */

/* A batch of a size that people write: the next one down. */
static int64_t rounded_batch(int64_t n)
{
    int64_t step = n >= 128 ? 16 : n >= 64 ? 8 : n >= 32 ? 4 : n >= 16 ? 2 : 1;
    return n / step * step;
}

/* For an update of so and so many times the samples, where little is lost by it: lengths stay
 * round. */
static int64_t even_batch(const struct search *x, int64_t n)
{
    int64_t whole = recipe_per_gpu(&x->p->recipe);
    int64_t even = whole > 0 ? n / whole * whole : 0;
    return 5 * even >= 4 * n && x->o->prefer != PREFER_MEMORY ? even : n;
}

/* Bytes for one sample more, from two probes; 0 or less: nothing can be told. */
static double slope(int64_t n1, const struct probe *p1, int64_t n2, const struct probe *p2)
{
    double u1 = (double)p1->used.expected, u2 = (double)p2->used.expected;
    return n1 == n2 ? 0 : (u2 - u1) / (double)(n2 - n1);
}

/* Where a straight line meets the target. */
static int64_t meets_target(
    const struct search *x, int64_t batch, const struct probe *p, double per_sample)
{
    double rest = (double)x->p->target_bytes - (double)p->used.expected;
    double n = (double)batch + rest / per_sample;
    return n < 1 ? 1 : n > (double)MOST_SAMPLES ? MOST_SAMPLES : (int64_t)n;
}

/* The largest batch that is left enough work for. */
static int64_t affordable(const struct variant *v)
{
    double work = (double)v->left / RECORDED;
    double batch = v->work_per_sample > 0
                       ? (double)v->seen_batch + (work - v->seen_work) / v->work_per_sample
                       : MOST_SAMPLES;
    return batch < MOST_SAMPLES ? (int64_t)batch : MOST_SAMPLES;
}

int64_t most_to_try(const struct search *x)
{
    const struct recipe *r = &x->p->recipe;
    int64_t most = r->most / r->gpus;
    most = most < 1 ? 1 : most;
    return most < x->most ? most : x->most;
}

/* A search between a batch that fits and one that does not. */
struct bracket {
    int64_t fits, too_many;
    int64_t batch; /* probed last; 0: none was */
    struct probe probe;
    double per_sample; /* bytes; 0: not known */
    bool is_line;      /* between two probes of this search */
};

static void narrow(const struct search *x, struct bracket *b, int64_t n, const struct probe *p)
{
    if (is_under(x, &p->used)) {
        b->fits = n;
    } else {
        b->too_many = n;
    }
    double now = b->batch ? slope(b->batch, &b->probe, n, p) : b->per_sample;
    b->per_sample = now;
    b->is_line = b->batch > 0 && now > 0;
    b->batch = n;
    b->probe = *p;
}

/* Which to probe next, strictly between the two. */
static int64_t next_batch(const struct search *x, const struct bracket *b, int tried)
{
    int64_t n = tried >= MOST_PROBES / 2 ? b->fits + (b->too_many - b->fits) / 2
                : b->per_sample > 0      ? meets_target(x, b->batch, &b->probe, b->per_sample)
                : b->batch == b->fits    ? 2 * b->batch
                                         : b->batch / 2;
    n = rounded_batch(n);
    return n <= b->fits ? b->fits + 1 : n >= b->too_many ? b->too_many - 1 : n;
}

/* What is reserved grows in lumps: a larger batch may take so much less than the straight line has
 * it. */
static const double LEAST_OF_LINE = 0.5;

/* Would the next size that people write be clearly too much? */
static bool ends_here(const struct search *x, const struct bracket *b)
{
    int64_t next = b->fits + 1;
    while (rounded_batch(next) <= b->fits) {
        next++;
    }
    double more = b->per_sample * (double)(next - b->batch);
    return b->is_line && b->batch == b->fits &&
           (double)b->probe.used.expected + LEAST_OF_LINE * more > (double)x->p->target_bytes;
}

/* Memory grows with the batch nearly in a straight line. */
int64_t largest_batch(const struct search *x, struct variant *v, struct probe *at)
{
    int64_t most = most_to_try(x);
    struct bracket b = {
        .too_many = most + 1, .per_sample = bytes_per_sample(x, v, accumulation_for(x, x->batch))};
    int64_t n = x->batch < most ? x->batch : most;
    struct probe p = *at;
    for (int i = 0;
         i < MOST_PROBES && b.too_many - b.fits > 1 && rounded_batch(b.too_many - 1) > b.fits;
         i++) {
        bool has = i == 0 && n == x->batch;
        if (!has && !probe(x, v, n, accumulation_for(x, n), false, &p)) {
            return v->ended ? b.fits : 0;
        }
        narrow(x, &b, n, &p);
        *at = b.fits == n ? p : *at;
        if (ends_here(x, &b)) {
            break;
        }
        n = next_batch(x, &b, i + 1);
        if (n > affordable(v)) {
            v->is_cut = true;
            n = rounded_batch(affordable(v));
            b.too_many = n <= b.fits ? b.fits + 1 : b.too_many;
        }
    }
    int64_t round = rounded_batch(b.fits);
    round = x->unit > 1      ? b.fits / x->unit * x->unit
            : b.fits == most ? round /* as the policy has it */
                             : even_batch(x, round);
    if (round == 0) {
        return 0;
    }
    return round != b.fits && probe(x, v, round, accumulation_for(x, round), true, at) ? round
                                                                                       : b.fits;
}

/* --- the recipe, exactly --- */

/* The batch that makes an update in so many steps; 0: none does. */
static int64_t batch_of_steps(const struct search *x, int64_t steps)
{
    int64_t whole = recipe_per_gpu(&x->p->recipe);
    int64_t batch = whole > 0 && whole % steps == 0 ? whole / steps : 0;
    bool kept = !(x->o->keep & KEEP_BATCH) || batch == x->batch;
    bool same = !(x->o->keep & KEEP_ACCUMULATION) || steps == x->accumulation;
    return kept && same && batch % x->unit == 0 && batch <= x->most ? batch : 0;
}

/* Those batches, the largest first. */
static int divisors(const struct search *x, int64_t batches[MOST_DIVISORS])
{
    int64_t whole = recipe_per_gpu(&x->p->recipe);
    int64_t most = whole < x->most_steps ? whole : x->most_steps;
    int n = 0;
    for (int64_t steps = 1; steps <= most && n < MOST_DIVISORS; steps++) {
        int64_t batch = batch_of_steps(x, steps);
        if (batch > 0) {
            batches[n++] = batch;
        }
    }
    return n;
}

/* The one to probe between two of them: that which memory will hold, if that can be told. */
static int middle_of(const struct search *x, const struct variant *v, const int64_t *batches,
    int low, int high, double per_sample)
{
    if (per_sample <= 0) {
        return low + (high - low) / 2;
    }
    int64_t most = meets_target(x, x->batch, &v->now, per_sample);
    int i = low;
    while (i < high - 1 && batches[i] > most) {
        i++;
    }
    return i;
}

int64_t exact_batch(const struct search *x, struct variant *v, struct probe *at)
{
    int64_t batches[MOST_DIVISORS];
    int low = 0, high = divisors(x, batches); /* the first that fits lies in between */
    int n = high;
    double per_sample = bytes_per_sample(x, v, x->accumulation);
    for (bool first = true; low < high; first = false) {
        int middle =
            first && per_sample <= 0 ? low : middle_of(x, v, batches, low, high, per_sample);
        struct probe p = v->now;
        int64_t batch = batches[middle], steps = recipe_per_gpu(&x->p->recipe) / batch;
        if ((batch != x->batch || steps != x->accumulation) &&
            !probe(x, v, batch, steps, false, &p)) {
            return 0;
        }
        if (is_under(x, &p.used)) {
            *at = p;
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low < n ? batches[low] : 0;
}
