/* The public interface: commands in a program of one's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfglint/cfglint.h"

#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

/* A locale with a comma in its numbers, made for the test; false where that cannot be done. */
static bool set_comma_locale(void)
{
    char folder[] = "/tmp/cfglint-locale-XXXXXX", command[512];
    if (!mkdtemp(folder)) {
        return false;
    }
    snprintf(command, sizeof command,
        "cd %s && printf 'comment_char %%%%\\nescape_char /\\nLC_NUMERIC\\n"
        "decimal_point \",\"\\nthousands_sep \".\"\\ngrouping 3;3\\nEND LC_NUMERIC\\n' > x && "
        "localedef --force --no-archive -i ./x -f UTF-8 ./xx_XX >/dev/null 2>&1",
        folder);
    bool made = system(command) != -1 && setenv("LOCPATH", folder, 1) == 0 &&
                setlocale(LC_ALL, "xx_XX") != NULL;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 && made;
}

static void numbers_are_those_of_c_in_every_locale(void **state)
{
    const char *argv[] = {"estimate", "--gpu-memory", "10.5GB", "fixtures/estimate/tiny.py"};
    struct cfglint_result here, there;
    char half[8];
    (void)state;
    cfglint_run(4, argv, &here);
    if (!set_comma_locale()) {
        cfglint_result_free(&here);
        skip();
    }
    cfglint_run(4, argv, &there);
    snprintf(half, sizeof half, "%.1f", 0.5);
    setlocale(LC_ALL, "C");
    assert_string_equal(half, "0,5");
    assert_string_equal(there.out, here.out);
    assert_non_null(strstr(here.out, "10.50 GiB"));
    cfglint_result_free(&here);
    cfglint_result_free(&there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_the_command_finds),
        cmocka_unit_test(says_what_is_wrong_with_a_command),
        cmocka_unit_test(has_a_version),
        cmocka_unit_test(may_be_called_by_many_threads),
        cmocka_unit_test(numbers_are_those_of_c_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
