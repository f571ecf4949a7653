#include "eval/value/bigint.h"

#include <string.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "limbs are 64 bits");

mpz_srcptr bigint_view(const struct value *v, mpz_t to, mp_limb_t *room)
{
    if (v->kind == VALUE_BIG_INT) {
        return mpz_roinit_n(to, (const mp_limb_t *)v->big->limb, v->big->limbs);
    }
    int64_t i = value_as_int(v);
    *room = i < 0 ? (mp_limb_t)0 - (mp_limb_t)i : (mp_limb_t)i;
    return mpz_roinit_n(to, room, i < 0 ? -1 : i > 0);
}

struct value bigint_value(struct arena *a, const mpz_t z)
{
    size_t n = mpz_size(z);
    if (n == 0) {
        return value_int(0);
    }
    mp_limb_t low = mpz_getlimbn(z, 0);
    bool negative = mpz_sgn(z) < 0;
    if (n == 1 && low <= (mp_limb_t)INT64_MAX) {
        return value_int(negative ? -(int64_t)low : (int64_t)low);
    }
    if (n == 1 && negative && low == (mp_limb_t)1 << 63) {
        return value_int(INT64_MIN);
    }
    struct big_int *big = arena_alloc(a, sizeof *big + n * sizeof(mp_limb_t));
    big->limbs = negative ? -(int32_t)n : (int32_t)n;
    memcpy(big->limb, mpz_limbs_read(z), n * sizeof(mp_limb_t));
    return (struct value){.kind = VALUE_BIG_INT, .big = big};
}
