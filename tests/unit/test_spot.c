/* What tells findings apart in reports and baselines: file, code, setting, message, and which of
 * those that are alike it is. */
#include "report/inside.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    KINDS = 2 * 2 * 2 * 2,
    ALL = 3 * KINDS
};

static const char *const CODES[] = {"ARG001", "ARG002"};

/* Every combination of two files, codes, settings and messages, three times, in no order. */
static struct diags *made(void *ctx)
{
    struct diags *all = diags_new(ctx);
    for (uint32_t i = 0; i < ALL; i++) {
        uint32_t kind = i * 7 % KINDS;
        struct diag *d = diags_add(
            all, CODES[kind & 1], SEVERITY_WARNING, (struct loc){0}, kind & 2 ? "one" : "other");
        d->subject = kind & 4 ? STR("a.py") : STR("b.py");
        d->key = kind & 8 ? STR("model.neck") : STR("model");
    }
    return all;
}

static bool alike(const struct diag *x, const struct diag *y)
{
    return str_eq(x->subject, y->subject) && strcmp(x->code, y->code) == 0 &&
           str_eq(x->key, y->key) && str_eq(x->message, y->message);
}

static void test_nths(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    const struct diags *all = made(ctx);
    const uint32_t *nths = nths_of(arena_new(ctx), all);
    for (uint32_t i = 0; i < ALL; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < i; k++) {
            before += alike(&all->list.items[k], &all->list.items[i]);
        }
        assert_int_equal(nths[i], before);
    }
    talloc_free(ctx);
}

static void test_fingerprints(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    const struct diags *all = made(ctx);
    const uint32_t *nths = nths_of(a, all);
    for (uint32_t i = 0; i < ALL; i++) {
        str mine = fingerprint_of(a, &all->list.items[i], nths[i]);
        assert_int_equal(mine.n, 16);
        for (uint32_t k = 0; k < i; k++) {
            assert_false(str_eq(mine, fingerprint_of(a, &all->list.items[k], nths[k])));
        }
    }
    talloc_free(ctx);
}

/* Each part ends: what one gives to the next makes another finding. */
static void test_parts(void **state)
{
    (void)state;
    static const struct {
        const char *key, *message;
    } rows[] = {{"model", "neck"}, {"mode", "lneck"}, {"modelneck", ""}, {"", "modelneck"}};
    enum {
        N = sizeof rows / sizeof *rows
    };
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    str prints[N];
    for (size_t i = 0; i < N; i++) {
        struct diag *d = diags_add(
            diags_new(ctx), CODES[0], SEVERITY_WARNING, (struct loc){0}, "%s", rows[i].message);
        d->subject = STR("a.py");
        d->key = str_of(rows[i].key);
        prints[i] = fingerprint_of(a, d, 0);
        for (size_t k = 0; k < i; k++) {
            assert_false(str_eq(prints[i], prints[k]));
        }
    }
    talloc_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nths),
        cmocka_unit_test(test_fingerprints),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
