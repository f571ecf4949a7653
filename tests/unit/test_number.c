/* Each expectation is what Python 3.11 gives. */
#include "base/mem.h"
#include "eval/number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena *a;

static struct value big(const char *digits)
{
    struct value v;
    assert_true(number_parse_int(a, str_of(digits), 10, &v));
    return v;
}

static void gives(enum operator op, struct value x, struct value y, const char *want)
{
    struct value out;
    assert_int_equal(number_binary(a, &LIMITS_DEFAULT, op, &x, &y, &out), NUMBER_OK);
    str text = out.kind == VALUE_FLOAT ? number_float_text(a, out.f) : number_text(a, &out, 10);
    assert_string_equal(arena_str(a, text).p, want);
}

static void fails(enum operator op, struct value x, struct value y, enum number_status want)
{
    struct value out;
    assert_int_equal(number_binary(a, &LIMITS_DEFAULT, op, &x, &y, &out), want);
}

static void shifts(void **state)
{
    (void)state;
    gives(OP_RSHIFT, value_int(-1), value_int(70), "-1");
    gives(OP_RSHIFT, value_int(-5), value_int(1), "-3");
    gives(OP_RSHIFT, value_int(5), value_int(64), "0");
    gives(OP_RSHIFT, big("-36893488147419103233"), value_int(65), "-2");
    gives(OP_LSHIFT, value_int(1), value_int(63), "9223372036854775808");
    gives(OP_LSHIFT, value_int(-1), value_int(63), "-9223372036854775808");
    gives(OP_LSHIFT, value_int(0), big("99999999999999999999"), "0");
    fails(OP_LSHIFT, value_int(1), value_int(-1), NUMBER_NEGATIVE_SHIFT);
    fails(OP_RSHIFT, value_int(1), value_int(-1), NUMBER_NEGATIVE_SHIFT);
    fails(OP_LSHIFT, value_int(1), value_int(INT64_MAX), NUMBER_TOO_BIG);
}

static void quotients_round_down(void **state)
{
    (void)state;
    gives(OP_FLOORDIV, value_int(-7), value_int(2), "-4");
    gives(OP_MOD, value_int(-7), value_int(2), "1");
    gives(OP_MOD, value_int(7), value_int(-2), "-1");
    gives(OP_FLOORDIV, value_int(INT64_MIN), value_int(-1), "9223372036854775808");
    gives(OP_FLOORDIV, big("-18446744073709551617"), value_int(2), "-9223372036854775809");
    gives(OP_MOD, value_float(-7.5), value_int(2), "0.5");
    gives(OP_FLOORDIV, value_float(-7.5), value_int(2), "-4.0");
    gives(OP_DIV, value_int(1), value_int(3), "0.3333333333333333");
    gives(OP_DIV, big("100000000000000000000000"), big("10000000000000000000000"), "10.0");
    fails(OP_MOD, value_int(1), value_int(0), NUMBER_ZERO_DIVISION);
    fails(OP_FLOORDIV, value_float(1), value_float(0), NUMBER_ZERO_DIVISION);
}

static void powers(void **state)
{
    (void)state;
    gives(OP_POW, value_int(2), value_int(-1), "0.5");
    gives(OP_POW, value_int(-2), value_int(63), "-9223372036854775808");
    gives(OP_POW, value_int(0), value_int(0), "1");
    gives(OP_POW, value_int(1), big("99999999999999999999"), "1");
    fails(OP_POW, value_int(0), value_int(-1), NUMBER_ZERO_DIVISION);
    fails(OP_POW, value_float(-2), value_float(0.5), NUMBER_COMPLEX);
    fails(OP_POW, value_int(3), big("99999999999999999999"), NUMBER_TOO_BIG);
    fails(OP_POW, value_float(1e300), value_int(2), NUMBER_OVERFLOW);
}

static enum number_order order(struct value x, struct value y)
{
    return number_compare(&x, &y);
}

static void integers_and_floats_compare_exactly(void **state)
{
    (void)state;
    assert_int_equal(order(value_int(INT64_C(9007199254740993)), value_float(9007199254740992.0)),
        NUMBER_GREATER);
    assert_int_equal(
        order(value_int(INT64_C(9007199254740992)), value_float(9007199254740992.0)), NUMBER_EQUAL);
    assert_int_equal(order(value_int(INT64_MAX), value_float(0x1p63)), NUMBER_LESS);
    assert_int_equal(order(big("9223372036854775808"), value_float(0x1p63)), NUMBER_EQUAL);
    assert_int_equal(order(value_int(1), value_float((double)NAN)), NUMBER_UNORDERED);
    assert_int_equal(order(value_int(-1), value_float(-(double)INFINITY)), NUMBER_GREATER);
    assert_int_equal(order(value_bool(true), value_float(1)), NUMBER_EQUAL);
    assert_int_equal(order(big("99999999999999999999"), value_float(1e300)), NUMBER_LESS);
}

/* An integer becomes the nearest float, and of two that are as near the even one. */
static void integers_become_the_nearest_float(void **state)
{
    (void)state;
    struct value ties[] = {value_int(INT64_C(9007199254740993)),
        value_int(INT64_C(9007199254740995)), big("36893488147419107329"),
        big("36893488147419107328")};
    double want[] = {9007199254740992.0, 9007199254740996.0, 0x1.0000000000001p65, 0x1p65};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        double f;
        assert_true(number_as_double(&ties[i], &f));
        assert_true(f == want[i]);
    }
}

static void rounding(void **state)
{
    (void)state;
    assert_true(number_round(2.675, 2) == 2.67);
    assert_true(
        number_round(0.5, 0) == 0 && number_round(1.5, 0) == 2 && number_round(-0.5, 0) == 0);
    assert_true(number_round(1234.5, -2) == 1200 && number_round(1250, -2) == 1200);
    struct value v;
    assert_true(number_truncate(a, -2.9, &v) && v.i == -2);
    assert_false(number_truncate(a, (double)NAN, &v));
}

static void places_in_ranges(void **state)
{
    (void)state;
    struct range up = {1, 10, 3}, down = {10, 1, -3}, none = {3, 1, 1};
    assert_int_equal(range_length(&up), 3);
    assert_int_equal(range_length(&down), 3);
    assert_int_equal(range_length(&none), 0);
    assert_int_equal(range_find(&up, 7), 2);
    assert_int_equal(range_find(&up, 10), -1);
    assert_int_equal(range_find(&up, 8), -1);
    assert_int_equal(range_find(&down, 4), 2);
    assert_int_equal(range_find(&down, 1), -1);
}

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifts),
        cmocka_unit_test(quotients_round_down),
        cmocka_unit_test(powers),
        cmocka_unit_test(integers_and_floats_compare_exactly),
        cmocka_unit_test(integers_become_the_nearest_float),
        cmocka_unit_test(rounding),
        cmocka_unit_test(places_in_ranges),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
