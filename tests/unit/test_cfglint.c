/* The public interface: commands in a program of one's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfglint/cfglint.h"

#include <pthread.h>
#include <string.h>

static void finds_what_the_command_finds(void **state)
{
    const char *argv[] = {"check", "--format", "json",
        "fixtures/configs/diffbev/configs/baseline/lss_swin_nuscenes_high_memory.py"};
    struct cfglint_result r;
    (void)state;
    cfglint_run(4, argv, &r);
    assert_int_equal(r.status, CFGLINT_FINDINGS);
    assert_non_null(strstr(r.out, "AMP001"));
    assert_int_equal(strlen(r.out), r.out_bytes);
    cfglint_result_free(&r);
    assert_null(r.out);
}

static void says_what_is_wrong_with_a_command(void **state)
{
    const char *argv[] = {"estimate", "fixtures/estimate/none.py"};
    struct cfglint_result r;
    (void)state;
    cfglint_run(2, argv, &r);
    assert_int_equal(r.status, CFGLINT_USAGE);
    assert_int_equal(r.out_bytes, 0);
    assert_non_null(strstr(r.err, "IO001"));
    cfglint_result_free(&r);
}

static void has_a_version(void **state)
{
    const char *argv[] = {"--version"};
    struct cfglint_result r;
    (void)state;
    cfglint_run(1, argv, &r);
    assert_int_equal(r.status, CFGLINT_CLEAN);
    assert_non_null(strstr(r.out, cfglint_version()));
    cfglint_result_free(&r);
}

static void *estimate(void *data)
{
    const char *argv[] = {
        "estimate", "--format", "json", "--gpu", "rtx3090", "fixtures/estimate/tiny.py"};
    cfglint_run(6, argv, data);
    return NULL;
}

static void may_be_called_by_many_threads(void **state)
{
    enum {
        THREADS = 4
    };
    pthread_t threads[THREADS];
    struct cfglint_result results[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, estimate, &results[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(results[i].status, CFGLINT_CLEAN);
        assert_string_equal(results[i].out, results[0].out);
    }
    for (int i = 0; i < THREADS; i++) {
        cfglint_result_free(&results[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_the_command_finds),
        cmocka_unit_test(says_what_is_wrong_with_a_command),
        cmocka_unit_test(has_a_version),
        cmocka_unit_test(may_be_called_by_many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
