/* Integers of any size: values seen as GMP's, and made from them. */
#ifndef CFGLINT_EVAL_BIGINT_H
#define CFGLINT_EVAL_BIGINT_H

#include <gmp.h>

#include "eval/value.h"

/* An integer or bool, to read from.  `room` holds the limb of a small one. */
mpz_srcptr bigint_view(const struct value *v, mpz_t to, mp_limb_t *room);
struct value bigint_value(struct arena *a, const mpz_t z);

#endif
