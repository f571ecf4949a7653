#include "base/sizes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void overflow_is_no_size(void **state)
{
    (void)state;
    assert_int_equal(size_add(2, 3), 5);
    assert_true(size_add(INT64_MAX, 1) == NO_SIZE);
    assert_true(size_sub(INT64_MIN + 1, 2) == NO_SIZE);
    assert_true(size_mul(INT64_C(1) << 40, INT64_C(1) << 40) == NO_SIZE);
    assert_int_equal(size_mul(-3, 4), -12);
    assert_true(size_div(7, 0) == NO_SIZE);
    assert_int_equal(size_div(-7, 2), -3);
}

static void no_size_stays_so(void **state)
{
    (void)state;
    const int64_t none = size_mul(INT64_MAX, 2);
    assert_true(size_add(none, 1) == NO_SIZE && size_add(1, none) == NO_SIZE);
    assert_true(size_sub(none, none) == NO_SIZE);
    assert_true(size_mul(none, 0) == NO_SIZE && size_mul(0, none) == NO_SIZE);
    assert_true(size_div(none, -1) == NO_SIZE && size_div(1, none) == NO_SIZE);
}

static void doubles_that_fit(void **state)
{
    (void)state;
    assert_int_equal(size_of_double(-2.9), -2);
    assert_true(size_of_double(1e19) == NO_SIZE && size_of_double(-1e300) == NO_SIZE);
    assert_true(size_of_double(NAN) == NO_SIZE && size_of_double(INFINITY) == NO_SIZE);
    assert_true(size_of_double(9e18) == INT64_C(9000000000000000000));
    assert_true(size_of_double(-9e18) == INT64_C(-9000000000000000000));
    assert_true(count_of_double(1.75e19) == UINT64_C(17500000000000000000));
    assert_true(count_of_double(-1) == 0 && count_of_double(NAN) == 0);
    assert_true(count_of_double(7.5) == 7 && count_of_double(1e30) == MOST_COUNT);
}

static void counts_stay_at_the_most(void **state)
{
    (void)state;
    assert_true(count_add(MOST_COUNT, 1) == MOST_COUNT);
    assert_true(count_mul(UINT64_C(1) << 40, UINT64_C(1) << 40) == MOST_COUNT);
    assert_true(count_mul(MOST_COUNT, 0) == 0 && count_add(2, 3) == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_is_no_size),
        cmocka_unit_test(no_size_stays_so),
        cmocka_unit_test(doubles_that_fit),
        cmocka_unit_test(counts_stay_at_the_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
