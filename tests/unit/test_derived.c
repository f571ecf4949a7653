/* What a config computes itself of the numbers at its top, beside what is planned: to within a
 * hundredth, or one of at least 20, and nothing more than is planned. */
#include "texts.h"

#include "plan/rewrite.h"
#include "settings/settings.h"

#include <string.h>

/* "path=value; path=value" as it is then, or NULL where the names cannot make it.  `planned` is
 * written so; a path alone is deleted. */
static const char *derived(const char *text, const char *planned)
{
    struct config *c = config_of("derived.py", text);
    assert_false(c->failed);
    struct changes *all = changes_new(given.a);
    str rest = str_of(planned), made = STR("");
    while (rest.n > 0) {
        size_t end = str_find(rest, STR("; "), 0);
        str one = str_slice(rest, 0, end == SIZE_MAX ? rest.n : end);
        rest = end == SIZE_MAX ? STR("") : str_slice(rest, end + 2, rest.n);
        size_t is = str_find(one, STR("="), 0);
        struct change x = {.path = str_slice(one, 0, is == SIZE_MAX ? one.n : is)};
        x.deletes = is == SIZE_MAX;
        if (!x.deletes) {
            x.value = *value_of(arena_str(given.a, str_slice(one, is + 1, one.n)).p);
        }
        vec_push(given.ctx, &all->list, x);
    }
    const struct list *read =
        library_words(given.library, STR("settings/keys.star"), "READ", given.diags);
    struct rewrite_options options = {.along = true, .consumed = read};
    bool good = rewrite_derived(given.loader, given.a, c, all->list.items, all->list.n, &options);
    VEC_EACH (const struct change, one, &all->list) {
        made = arena_printf(given.a, "%.*s%s%.*s%s%s", STR_ARG(made), made.n ? "; " : "",
            STR_ARG(one->path), one->deletes ? "" : "=", one->deletes ? "" : shown(&one->value));
    }
    return good ? made.p : NULL;
}

#define RATES     "lr = 0.1\noptimizer = dict(lr=lr, weight_decay=lr * 0.01)\n"
#define STEPS     "n = 2\ndata = dict(n=n)\nlr_config = dict(step=[n * 8, n * 11])\n"
#define WHOLE(of) "n = 4\ndata = dict(n=n, m=" #of " // n)\n"
#define SAME      "" /* as it is planned */

static void near(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay=0.002", SAME},
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay=0.00202",
            "optimizer.lr=0.2; optimizer.weight_decay=0.002"},
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay=0.00199",
            "optimizer.lr=0.2; optimizer.weight_decay=0.002"},
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay=0.00203", NULL},
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay=0.00197", NULL},
        {RATES, "optimizer.lr=0.2", NULL}, /* the other one would move, too */
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay", NULL},
        {RATES, "optimizer.lr=0.2; optimizer.weight_decay='x'", NULL},
        {STEPS, "data.n=4; lr_config.step=[32, 44]", SAME},
        {STEPS, "data.n=4; lr_config.step=[33, 43]", "data.n=4; lr_config.step=[32, 44]"},
        {STEPS, "data.n=4; lr_config.step=[32, 46]", NULL},
        {STEPS, "data.n=4; lr_config.step=[32]", NULL},
        {STEPS, "data.n=4; lr_config.step=[32, 44, 50]", NULL},
        {STEPS, "data.n=4; lr_config.step=[32, 44.0]", NULL},
        {STEPS, "data.n=4; lr_config.step=32", NULL},
        /* 99 // 5 is 19, 101 // 5 is 20 */
        {WHOLE(99), "data.n=5; data.m=20", "data.n=5; data.m=19"},
        {WHOLE(99), "data.n=5; data.m=18", NULL},
        {WHOLE(99), "data.n=5; data.m=21", NULL},
        {WHOLE(101), "data.n=5; data.m=21", "data.n=5; data.m=20"},
        {WHOLE(101), "data.n=5; data.m=19", NULL},
        {WHOLE(101), "data.n=5; data.m=20.0", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *made = derived(rows[i][0], rows[i][1]);
        const char *want = rows[i][2] && !*rows[i][2] ? rows[i][1] : rows[i][2];
        if (!made || !want ? made != want : strcmp(made, want) != 0) {
            fail_msg("%s of\n%s: %s", rows[i][1], rows[i][0], made ? made : "none");
        }
    }
}

/* Where the changed number is computed: a whole number at the top that is scaled as it is. */
static void scaled(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"n = 48\ndata = dict(n=n // 12)\n", "data.n=8", SAME},
        {"n = 48\ndata = dict(n=n // 12)\n", "data.n=9", SAME},
        {"n = 50\ndata = dict(n=n // 12)\n", "data.n=8", SAME},
        {"n = 50\ndata = dict(n=n // 12)\n", "data.n=3", NULL}, /* of 37.5 */
        {"n = 48\ndata = dict(n=n // 12)\n", "data.n=0", NULL},
        {"n = 48\ndata = dict(n=n // 12)\n", "data.n=-4", NULL},
        {"n = 48.0\ndata = dict(n=int(n / 12))\n", "data.n=8", NULL},
        {"k = 3\nn = 48\ndata = dict(n=n // 12)\n", "data.n=8", SAME}, /* the second */
        {"k = n = 48\ndata = dict(n=n // 12)\n", "data.n=8", SAME},
        {"n: int = 48\ndata = dict(n=n // 12)\n", "data.n=8", NULL},
        {"n = 48\ndata = dict(n=n // 12, m=n)\n", "data.n=8", NULL},
        {"n = 48\ndata = dict(n=n // 12, m=n)\n", "data.n=8; data.m=96", SAME},
        {"n = 48\ndata = dict(n=n // 12, m=n)\n", "data.n=8; data.m=97",
            "data.n=8; data.m=97"}, /* what is named is exactly that: 97 // 12 is 8 */
        {"n = 48\ndata = dict(n=n // 12)\n", "data.n", NULL},
        {"n = 999999999\ndata = dict(n=n // 100)\n", "data.n=19999998", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *made = derived(rows[i][0], rows[i][1]);
        const char *want = rows[i][2] && !*rows[i][2] ? rows[i][1] : rows[i][2];
        if (!made || !want ? made != want : strcmp(made, want) != 0) {
            fail_msg("%s of\n%s: %s", rows[i][1], rows[i][0], made ? made : "none");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(near, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scaled, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
