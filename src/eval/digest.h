/* A number that stands for what a value says: equal values have the same, wherever they come from.
 */
#ifndef CFGLINT_EVAL_DIGEST_H
#define CFGLINT_EVAL_DIGEST_H

#include "eval/value.h"

void digest_mix(uint64_t *key, uint64_t x);
void digest_str(uint64_t *key, str s);
/* Mixes a value into the key, without the entries whose key is one of the words of `skipped` (NULL:
 * none).  False when it holds what is not plain, or is nested deeper than `depth`: then nothing can
 * be said of two that look alike. */
bool digest_value(uint64_t *key, const struct value *v, const struct list *skipped, uint32_t depth);

#endif
