/* Names, in the order in which they came: each is found in the same time, however many there are.
 */
#ifndef CFGLINT_SYNTAX_NAME_SET_H
#define CFGLINT_SYNTAX_NAME_SET_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct name_set {
    VEC(uint32_t) list; /* literals */
    uint32_t *index;    /* places in the list, plus 1; NULL while there are few */
    size_t index_cap;
};

#define NAME_NOWHERE SIZE_MAX

/* The place of a name in the list; NAME_NOWHERE when it is not there. */
size_t name_set_find(const struct name_set *s, uint32_t literal);
static inline bool name_set_has(const struct name_set *s, uint32_t literal)
{
    return name_set_find(s, literal) != NAME_NOWHERE;
}
/* Adds a name that is not there yet. */
void name_set_add(void *ctx, struct name_set *s, uint32_t literal);
void name_set_free(struct name_set *s);

#endif
