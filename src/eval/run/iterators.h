/* Making iterators.  Private to the eval layer. */
#ifndef CFGLINT_EVAL_ITERATORS_H
#define CFGLINT_EVAL_ITERATORS_H

#include "eval/ops.h"

typedef enum next iterator_step(struct eval *e, struct iterator *it, struct value *out);

/* Over a list as it is and will be. */
struct iterator *iterator_of_items(struct eval *e, const char *type, struct list *items);
/* Whose items `step` makes; with room for `n_values` values that it keeps. */
struct iterator *iterator_of(
    struct eval *e, const char *type, iterator_step *step, uint32_t n_values);
/* Makes it take its items from these.  False after raising; *unknown when one of them is. */
bool iterator_takes(
    struct eval *e, struct iterator *it, const struct value *from, uint32_t n, bool *unknown);
/* A source has ended: it is asked no more, but what it has called can still be reached. */
void iterator_ends(struct eval *e, struct iterator *it, uint32_t source);
/* The same for its list; always NEXT_END. */
enum next iterator_ends_list(struct iterator *it);
/* Over a dict, or a set; from its end when reversed. */
struct iterator *iterator_of_view(
    struct eval *e, const struct dict_view *view, bool set, bool reversed);
struct value value_of_view(struct eval *e, struct dict *d, enum view_of of);
struct value view_item(struct eval *e, const struct dict_view *view, uint32_t at);

static inline struct value value_of_iterator(struct iterator *it)
{
    return (struct value){.kind = VALUE_ITERATOR, .iterator = it};
}

#endif
