/*
 * Arithmetic on sizes and counts that never wraps.
 *
 * A size that does not fit 64 bits, or is divided by zero, is NO_SIZE, and so is all that is
 * computed from it: who uses a size in the end asks once.  A count (bytes, multiply-adds) that does
 * not fit is MOST_COUNT, and stays so.
 */
#ifndef CFGLINT_BASE_SIZES_H
#define CFGLINT_BASE_SIZES_H

#include <stdbool.h>
#include <stdint.h>

#define NO_SIZE    INT64_MIN
#define MOST_COUNT UINT64_MAX

static inline int64_t size_add(int64_t a, int64_t b)
{
    int64_t r;
    return a == NO_SIZE || b == NO_SIZE || __builtin_add_overflow(a, b, &r) ? NO_SIZE : r;
}

static inline int64_t size_sub(int64_t a, int64_t b)
{
    int64_t r;
    return a == NO_SIZE || b == NO_SIZE || __builtin_sub_overflow(a, b, &r) ? NO_SIZE : r;
}

static inline int64_t size_mul(int64_t a, int64_t b)
{
    int64_t r;
    return a == NO_SIZE || b == NO_SIZE || __builtin_mul_overflow(a, b, &r) ? NO_SIZE : r;
}

/* Towards zero, as C divides. */
static inline int64_t size_div(int64_t a, int64_t b)
{
    return a == NO_SIZE || b == NO_SIZE || b == 0 ? NO_SIZE : a / b;
}

/* Towards zero; NO_SIZE for what is no number, or too large. */
static inline int64_t size_of_double(double d)
{
    return d > -9.2e18 && d < 9.2e18 ? (int64_t)d : NO_SIZE;
}

static inline uint64_t count_add(uint64_t a, uint64_t b)
{
    uint64_t r;
    return __builtin_add_overflow(a, b, &r) ? MOST_COUNT : r;
}

static inline uint64_t count_mul(uint64_t a, uint64_t b)
{
    uint64_t r;
    return __builtin_mul_overflow(a, b, &r) ? MOST_COUNT : r;
}

/* MOST_COUNT for what is too large, 0 for what is below 0 or no number. */
static inline uint64_t count_of_double(double d)
{
    return d < 1.8e19 ? (d > 0 ? (uint64_t)d : 0) : d >= 1.8e19 ? MOST_COUNT : 0;
}

#endif
