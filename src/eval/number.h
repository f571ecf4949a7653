/* Python's arithmetic: integers of any size (up to the limit integer_bits), floats, and their
 * mixtures. */
#ifndef CFGLINT_EVAL_NUMBER_H
#define CFGLINT_EVAL_NUMBER_H

#include "base/limits.h"
#include "eval/value.h"

enum number_order {
    NUMBER_LESS,
    NUMBER_EQUAL,
    NUMBER_GREATER,
    NUMBER_UNORDERED
};

enum number_status {
    NUMBER_OK,
    NUMBER_ZERO_DIVISION,
    NUMBER_OVERFLOW, /* Python raises OverflowError */
    NUMBER_TOO_BIG,  /* limit integer_bits */
    NUMBER_COMPLEX,  /* Python gives a complex number; we do not */
    NUMBER_NEGATIVE_SHIFT,
    NUMBER_NO, /* these operands do not go together */
};

enum number_order number_compare(const struct value *a, const struct value *b);
/* One of + - * / // % ** | & ^ << >>.  Operands are numbers (bool included). */
enum number_status number_binary(struct arena *a, const struct limits *limits, enum operator op,
    const struct value *left, const struct value *right, struct value *out);
/* base ** exponent % modulus for integers; NUMBER_NO when there is no inverse. */
enum number_status number_power(struct arena *a, const struct value *base,
    const struct value *exponent, const struct value *modulus, struct value *out);
/* One of - + ~ and abs (OP_NONE). */
enum number_status number_unary(
    struct arena *a, enum operator op, const struct value *operand, struct value *out);
/* Digits in base 10, or in C notation when base is 0.  False when they are none. */
bool number_parse_int(struct arena *a, str digits, int base, struct value *out);
/* Python's float(): blanks, underscores, inf and nan.  False when it is none. */
bool number_parse_float(str s, double *out);
/* A float cut to an integer; false for infinities and NaN. */
bool number_truncate(struct arena *a, double f, struct value *out);
bool number_as_double(const struct value *v, double *out);
/* Python's round() with a number of digits; halves go to even, as decimal text decides. */
double number_round(double f, int64_t digits);
enum {
    NUMBER_MOST_DIGITS = 4300, /* Python's sys.get_int_max_str_digits() */
    NUMBER_MOST_READ = 5000    /* digits, of any base, that number_parse_int reads */
};
/* Does Python refuse to make, or to read, a text of so many decimal digits? */
static inline bool number_is_too_long(str digits)
{
    return digits.n > NUMBER_MOST_DIGITS + (size_t)(digits.p[0] == '-');
}
str number_text(struct arena *a, const struct value *v, int base);
/* repr() of a float: the shortest text that reads back as the same number. */
str number_float_text(struct arena *a, double f);
int64_t range_length(const struct range *r);
/* Which item of the range the number is; -1: none. */
int64_t range_find(const struct range *r, int64_t i);

#endif
