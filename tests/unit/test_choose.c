/* Which scheme is chosen, by what docs/planning.md says: schemes are made by hand, in the order in
 * which they change more, and each number is tried on its two sides. */
#include "texts.h"

#include "plan/choose.h"
#include "plan/probe.h"

#define TARGET 1000000

/* A row of the table; the first is the config as it is. */
static struct scheme row(const char *precision, double growth, double speed, double share)
{
    uint64_t used = (uint64_t)(share * TARGET);
    return (struct scheme){.precision = str_of(precision),
        .repairs = STR(""),
        .findings = STR(""),
        .batch = (int64_t)(16 * growth),
        .accumulation = 1,
        .growth = growth,
        .throughput = speed,
        .used = {used, used, used},
        .fits = true};
}

static struct plan table(enum plan_prefer prefer, const struct scheme *rows, size_t n)
{
    struct plan p = {.prefer = prefer, .target_bytes = TARGET, .chosen = SIZE_MAX};
    for (size_t i = 0; i < n; i++) {
        vec_push(given.ctx, &p.schemes, rows[i]);
    }
    return p;
}

static size_t chosen(enum plan_prefer prefer, const struct scheme *rows, size_t n)
{
    struct plan p = table(prefer, rows, n);
    scheme_choose(&p);
    return p.chosen;
}

#define CHOSEN(prefer, ...)                              \
    chosen(prefer, (const struct scheme[]){__VA_ARGS__}, \
        sizeof(const struct scheme[]){__VA_ARGS__} / sizeof(struct scheme))
#define NONE SIZE_MAX

static struct scheme but(struct scheme s, void (*change)(struct scheme *s))
{
    change(&s);
    return s;
}

static void recomputes(struct scheme *s)
{
    s->checkpointing = true;
}
static void steps(struct scheme *s)
{
    s->batch /= 2, s->accumulation *= 2;
}
static void steps_more(struct scheme *s)
{
    s->accumulation *= 2;
}
static void warns(struct scheme *s)
{
    s->findings = STR("BAT003");
}
static void repairs(struct scheme *s)
{
    s->repair_cost = 1;
}
static void halves(struct scheme *s)
{
    s->precision = STR("fp16");
}
static void fills(struct scheme *s)
{
    s->is_full = true;
}
static void does_not_fit(struct scheme *s)
{
    s->fits = false;
}
static void is_wrong(struct scheme *s)
{
    s->is_wrong = true;
}
static void is_impossible(struct scheme *s)
{
    s->is_impossible = true;
}
static void is_beyond(struct scheme *s)
{
    s->is_beyond = true;
}

/* What a change has to bring: 20 % with another precision or recomputation, 10 % with another
 * update, 5 % where it is only the way to the same update. */
static void gains(void **state)
{
    (void)state;
    const struct scheme now = row("fp32", 1, 1, 0.5);
    for (int faster = 0; faster < 2; faster++) {
        double half = faster ? 1.22 : 1.19, update = faster ? 1.11 : 1.09;
        size_t want = (size_t)faster;
        assert_int_equal(CHOSEN(PREFER_SPEED, now, row("fp16", 1, half, 0.5)), want);
        assert_int_equal(CHOSEN(PREFER_RECIPE, now, row("fp16", 1, half, 0.5)), want);
        assert_int_equal(
            CHOSEN(PREFER_SPEED, now, but(row("fp32", 1, half, 0.5), recomputes)), want);
        assert_int_equal(CHOSEN(PREFER_SPEED, now, row("fp32", 2, update, 0.9)), want);
        assert_int_equal(CHOSEN(PREFER_SPEED, now, row("fp32", 0.5, update, 0.3)), want);
        assert_int_equal(CHOSEN(PREFER_TARGET, now, row("fp32", 2, update, 0.95)), want);
        assert_int_equal(
            CHOSEN(PREFER_SPEED, now, but(row("fp32", 1, faster ? 1.06 : 1.04, 0.5), steps)), want);
    }
    /* leaving what costs is not asked for more than leaving what does not */
    assert_int_equal(CHOSEN(PREFER_SPEED, row("fp16", 1, 1, 0.5), row("fp32", 1, 1.19, 0.5)), 0);
}

/* An update that keeps the recipe is not left for a faster one, but with --prefer speed. */
static void recipe(void **state)
{
    (void)state;
    const struct scheme now = row("fp32", 1, 1, 0.95), twice = row("fp32", 2, 3, 0.96);
    assert_int_equal(CHOSEN(PREFER_RECIPE, now, twice), 0);
    assert_int_equal(CHOSEN(PREFER_TARGET, now, twice), 0);
    assert_int_equal(CHOSEN(PREFER_FIT, now, twice), 0);
    assert_int_equal(CHOSEN(PREFER_SPEED, now, twice), 1);
    /* beside what keeps it, not beside the config as it is, where that cannot be */
    const struct scheme none = but(row("fp32", 1, 1, 0.95), does_not_fit);
    const struct scheme kept = row("fp32", 1, 1.04, 0.9);
    assert_int_equal(CHOSEN(PREFER_SPEED, none, row("fp32", 2, 1.1, 0.9), kept), 2);
    assert_int_equal(CHOSEN(PREFER_SPEED, none, row("fp32", 2, 1.3, 0.9), kept), 1);
    assert_true(chosen(PREFER_MEMORY, NULL, 0) == NONE);
    assert_true(chosen(PREFER_TARGET, NULL, 0) == NONE);
    /* where none keeps it, the nearest: 0.8 is nearer than 2, and 1.2 than 0.8 */
    assert_int_equal(CHOSEN(PREFER_RECIPE, twice, row("fp32", 0.8, 1, 0.4)), 1);
    assert_int_equal(CHOSEN(PREFER_RECIPE, row("fp32", 0.8, 1, 0.4), row("fp32", 1.2, 1, 0.6)), 1);
    assert_int_equal(CHOSEN(PREFER_FIT, row("fp32", 0.8, 1, 0.4), row("fp32", 1.2, 1, 0.6)), 1);
}

/* Near is nine tenths of the target, or all that memory allows; then the update stays. */
static void near_the_target(void **state)
{
    (void)state;
    const struct scheme far = row("fp32", 1, 1, 0.89), near = row("fp32", 1, 1, 0.91);
    const struct scheme fast = row("fp32", 2, 1.5, 0.99), little = row("fp32", 2, 1.5, 0.89);
    assert_int_equal(CHOSEN(PREFER_TARGET, near, fast), 0);
    assert_int_equal(CHOSEN(PREFER_TARGET, far, fast), 1);
    assert_int_equal(CHOSEN(PREFER_TARGET, far, little), 0);
    assert_int_equal(CHOSEN(PREFER_TARGET, far, row("fp32", 2, 1.5, 0.91)), 1);
    assert_int_equal(CHOSEN(PREFER_TARGET, far, but(little, fills)), 1);
    assert_int_equal(CHOSEN(PREFER_TARGET, but(far, fills), fast), 0);
    /* never a smaller update than what keeps the recipe best, unless that is smaller itself */
    assert_int_equal(CHOSEN(PREFER_TARGET, far, row("fp32", 0.5, 2, 0.99)), 0);
    assert_int_equal(
        CHOSEN(PREFER_TARGET, row("fp32", 0.8, 1, 0.5), row("fp32", 0.8, 1.3, 0.95)), 1);
    assert_int_equal(CHOSEN(PREFER_TARGET, row("fp32", 1.5, 1, 0.5), row("fp32", 0.6, 2, 0.95)), 0);
    /* one that is warned of does not keep its place */
    assert_int_equal(CHOSEN(PREFER_TARGET, but(near, warns), row("fp32", 2, 0.5, 0.95)), 1);
    assert_int_equal(CHOSEN(PREFER_TARGET, but(near, warns), but(fast, warns)), 1);
}

/* The most of the target, of a hundredth more at least; what is near it stays. */
static void memory(void **state)
{
    (void)state;
    const struct scheme now = row("fp32", 1, 1, 0.5);
    assert_int_equal(CHOSEN(PREFER_MEMORY, now, row("fp32", 2, 1, 0.7), row("fp32", 3, 1, 0.8)), 2);
    assert_int_equal(CHOSEN(PREFER_MEMORY, now, row("fp32", 3, 1, 0.8), row("fp32", 2, 1, 0.7)), 1);
    assert_int_equal(CHOSEN(PREFER_MEMORY, now, row("fp32", 1, 1, 0.5049)), 0);
    assert_int_equal(CHOSEN(PREFER_MEMORY, now, row("fp32", 1, 1, 0.5051)), 1);
    assert_int_equal(CHOSEN(PREFER_MEMORY, row("fp32", 1, 1, 0.91), row("fp32", 2, 1, 0.99)), 0);
    assert_int_equal(CHOSEN(PREFER_MEMORY, row("fp32", 1, 1, 0.89), row("fp32", 2, 1, 0.99)), 1);
}

/* Without one that fits, and that the config can have and the policy allows, there is none. */
static void allowed(void **state)
{
    (void)state;
    void (*const stops[])(struct scheme *) = {does_not_fit, is_wrong, is_impossible, is_beyond};
    const struct scheme now = row("fp32", 1, 1, 0.95), other = row("fp32", 0.5, 0.4, 0.3);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        for (int prefer = PREFER_TARGET; prefer <= PREFER_FIT; prefer++) {
            enum plan_prefer by = (enum plan_prefer)prefer;
            assert_true(CHOSEN(by, but(now, stops[i])) == NONE);
            assert_int_equal(CHOSEN(by, but(now, stops[i]), other), 1);
            assert_int_equal(CHOSEN(by, now, but(row("fp32", 1, 9, 0.99), stops[i])), 0);
        }
    }
}

/* Where there is a choice, the one that lint does not warn of, however slow. */
static void clean(void **state)
{
    (void)state;
    const struct scheme warned = but(row("fp32", 1, 9, 0.5), warns),
                        quiet = but(row("fp32", 1, 1, 0.5), steps);
    assert_int_equal(CHOSEN(PREFER_RECIPE, warned, quiet), 1);
    assert_int_equal(CHOSEN(PREFER_RECIPE, quiet, warned), 0);
    assert_int_equal(CHOSEN(PREFER_SPEED, warned, row("fp32", 2, 1, 0.5)), 1);
    assert_int_equal(CHOSEN(PREFER_RECIPE, warned, but(quiet, warns)), 0);
}

/* With --fit each change is dearer than all before it together; a tie goes to what comes first. */
static void prices(void **state)
{
    (void)state;
    void (*const by_price[])(struct scheme *) = {halves, recomputes, steps, warns, repairs};
    enum {
        N = sizeof by_price / sizeof *by_price
    };
    const struct scheme now = but(row("fp32", 1, 1, 2), does_not_fit);
    for (size_t i = 0; i < N; i++) {
        const struct scheme dear = but(row("fp32", 1, 9, 0.9), by_price[i]);
        struct scheme cheap = row("fp32", 1, 1, 0.5);
        for (size_t k = 0; k < i; k++) {
            by_price[k](&cheap);
        }
        assert_int_equal(CHOSEN(PREFER_FIT, now, dear, cheap), 2);
        assert_int_equal(CHOSEN(PREFER_FIT, now, cheap, dear), 1);
        assert_int_equal(CHOSEN(PREFER_FIT, now, dear, dear), 1);
    }
}

/* Beside the chosen one: the same batch and steps in another way, and then what that leads to. */
static size_t faster_than(size_t taken, const struct scheme *rows, size_t n)
{
    struct plan p = table(PREFER_TARGET, rows, n);
    p.chosen = taken;
    scheme_choose_faster(&p);
    return p.chosen;
}

static void faster(void **state)
{
    (void)state;
    const struct scheme now = row("fp32", 1, 1, 0.5), taken = row("fp32", 2, 1.2, 0.9);
    const struct scheme half = row("fp16", 2, 1.6, 0.6), stepped = but(half, steps);
    assert_int_equal(faster_than(1, (const struct scheme[]){now, taken, half}, 3), 2);
    assert_int_equal(faster_than(1, (const struct scheme[]){now, taken, stepped}, 3), 1);
    assert_int_equal(
        faster_than(1, (const struct scheme[]){now, taken, row("fp16", 2, 1.44, 0.6)}, 3), 1);
    assert_int_equal(
        faster_than(1, (const struct scheme[]){now, taken, half, row("fp16", 3, 1.8, 0.9)}, 4), 3);
    assert_int_equal(
        faster_than(1, (const struct scheme[]){now, taken, half, row("fp16", 1, 1.8, 0.4)}, 4), 2);
    assert_int_equal(
        faster_than(1, (const struct scheme[]){now, taken, half, row("fp32", 3, 9, 0.9)}, 4), 2);
    /* nor with steps where it has none, recomputed, warned of or hardly faster */
    const struct scheme again = row("fp16", 3, 1.8, 0.9), slow = row("fp16", 3, 1.61, 0.9);
    const struct scheme others[] = {but(again, recomputes), but(again, is_wrong),
        but(again, does_not_fit), but(again, warns), slow};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(
            faster_than(1, (const struct scheme[]){now, taken, half, others[i]}, 4), 2);
    }
    assert_int_equal(
        faster_than(1, (const struct scheme[]){now, taken, but(half, steps_more)}, 3), 1);
}

/* The nearest whole number of steps for the samples that the rate is meant for, at least one. */
static void accumulated_steps(void **state)
{
    static const struct {
        int64_t gpus, meant, batch, most, steps;
    } rows[] = {{1, 16, 16, 8, 1}, {1, 16, 8, 8, 2}, {1, 16, 6, 8, 3}, {1, 16, 7, 8, 2},
        {1, 16, 10, 8, 2}, {1, 16, 11, 8, 1}, {1, 16, 40, 8, 1}, {2, 16, 1, 8, 8}, {2, 16, 1, 7, 7},
        {2, 16, 1, 9, 8}, {4, 64, 3, 8, 5}, {3, 64, 3, 8, 7}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct plan p = {.recipe = {.gpus = rows[i].gpus, .meant = rows[i].meant}};
        struct plan_options o = {0};
        struct search x = {.p = &p, .o = &o, .accumulation = 5, .most_steps = rows[i].most};
        assert_int_equal(accumulation_for(&x, rows[i].batch), rows[i].steps);
        o.keep = KEEP_ACCUMULATION;
        assert_int_equal(accumulation_for(&x, rows[i].batch), 5);
    }
}

/* Of the samples of an update, those of one GPU: the nearest whole number, half of one upwards, at
 * least one. */
static void samples_of_one(void **state)
{
    static const struct {
        int64_t gpus, meant, each;
    } rows[] = {{1, 1, 1}, {1, 16, 16}, {2, 16, 8}, {2, 17, 9}, {4, 17, 4}, {4, 18, 5}, {4, 19, 5},
        {3, 16, 5}, {3, 17, 6}, {8, 3, 1}, {8, 12, 2}, {8, 11, 1}, {7, 24, 3}, {7, 25, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recipe r = {.gpus = rows[i].gpus, .meant = rows[i].meant};
        assert_int_equal(recipe_per_gpu(&r), rows[i].each);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gains, set_up, tear_down),
        cmocka_unit_test_setup_teardown(recipe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(near_the_target, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(allowed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clean, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faster, set_up, tear_down),
        cmocka_unit_test_setup_teardown(accumulated_steps, set_up, tear_down),
        cmocka_unit_test(samples_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
