/* Operations on values, with Python's meaning.  All return false after raising. */
#ifndef CFGLINT_EVAL_OPS_H
#define CFGLINT_EVAL_OPS_H

#include "eval/eval.h"

bool ops_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
/* The same where one of them is complex. */
bool ops_complex(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
/* The operand that should be of another kind: None, or what is no number. */
const struct value *ops_odd(const struct value *a, const struct value *b);
/* Raises: the operator does not go with these types. */
bool ops_mismatch(
    struct eval *e, enum operator op, const struct value *left, const struct value *right);
/* x op= y: changes a list, set or ConfigDict in place. */
bool ops_augmented(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
/* The same three where one side is unknown. */
bool ops_with_unknown(
    struct eval *e, const struct value *left, const struct value *right, struct value *out);
bool ops_augmented_unknown(
    struct eval *e, const struct value *left, const struct value *right, struct value *out);
bool ops_compare_unknown(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
bool ops_unary(struct eval *e, enum operator op, const struct value *operand, struct value *out);
bool ops_compare(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
/* Orders two values for sorting: *less is a < b.  *unknown when it cannot be told. */
bool ops_less(
    struct eval *e, const struct value *a, const struct value *b, bool *less, bool *unknown);

bool ops_get_item(
    struct eval *e, const struct value *object, const struct value *index, struct value *out);
bool ops_set_item(
    struct eval *e, const struct value *object, const struct value *index, struct value v);
bool ops_delete_item(struct eval *e, const struct value *object, const struct value *index);
bool ops_get_attribute(struct eval *e, const struct value *object, str name, struct value *out);
bool ops_set_attribute(
    struct eval *e, const struct value *object, const struct string *name, struct value v);
bool ops_delete_attribute(struct eval *e, const struct value *object, const struct string *name);

/* All items as a list; NULL in *out means that they are unknown.  A list itself is not copied. */
bool ops_items(struct eval *e, const struct value *v, struct list **out);

/* The next item of an iterator. */
enum next ops_next(struct eval *e, struct iterator *it, struct value *out);
/* An iterator over a value; NULL when its items are unknown.  False after raising. */
bool ops_iterator(struct eval *e, const struct value *v, struct iterator **out);
/* The same where the order does not matter: the items of a set are known then. */
bool ops_in_any_order(struct eval *e, const struct value *v, struct iterator **out);
/* `item in in` */
bool ops_contains(
    struct eval *e, const struct value *item, const struct value *in, bool *result, bool *unknown);
/* |, &, - and ^ of sets. */
bool ops_set_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
/* keys() and items() are like sets; are two of them, or one and a set, compared as sets are? */
bool ops_is_set_view(const struct value *v);
bool ops_are_set_views(const struct value *a, const struct value *b);
/* The operators of sets, and <, <=, > and >=, where one side is such a view. */
bool ops_view_binary(struct eval *e, enum operator op, const struct value *left,
    const struct value *right, struct value *out);
bool ops_view_ordered(struct eval *e, enum operator op, const struct value *a,
    const struct value *b, bool *result, bool *unknown);
/* (key, value) in d.items() */
bool ops_contains_pair(
    struct eval *e, const struct value *item, const struct dict *d, bool *result, bool *unknown);
/* The hash of a dict key; raises for what has none.  *unknown for an unknown key. */
bool ops_hash(struct eval *e, const struct value *key, uint32_t *hash, bool *unknown);
/* Charges for all parts of a value, what is held at several places at each of them, with so many
 * for a step: whoever goes through it comes to an end.  Raises where it holds itself. */
enum {
    PARTS_A_STEP = 64 /* for those who no more than look at them */
};
bool ops_charge_parts(struct eval *e, const struct value *v, uint32_t a_step);
/* copy.deepcopy; without `shares`, an object that is met twice becomes two. */
bool ops_deep_copy(struct eval *e, const struct value *v, bool shares, struct value *out);
/* True when the container may be changed; false after raising. */
bool ops_mutable(struct eval *e, bool frozen);
bool ops_dict_set(struct eval *e, struct dict *d, const struct value *key, struct value v);
struct value ops_unknown(struct eval *e, const char *reason);

/* --- what an unknown operation can reach is unknown (reach.c) --- */

/* Code that is not evaluated is given the values: all that can be reached through them is unknown
 * from now on.  False after raising LIMIT. */
bool ops_give(struct eval *e, const struct value *values, uint32_t n);
/* The same for what statements of ours may have changed; it becomes `unknown`. */
bool ops_doubt(struct eval *e, const struct value *values, uint32_t n, struct value unknown);
/* A container was changed in a way that is not known; `put` (or NULL) may be in it now.  What it
 * held is as it was, and can be reached through the unknown that the container has become. */
bool ops_lose(
    struct eval *e, const struct value *container, const struct value *put, const char *reason);
/* If *out is unknown, it may be, or lead to, any of the values. */
void ops_hold(struct eval *e, struct value *out, const struct value *values, uint32_t n);
/* Is something in it whose operators may be code that is not evaluated? */
bool ops_runs_code(struct eval *e, const struct value *v);
/* Something goes over an unknown: functions and iterators that it holds may run. */
bool ops_use(struct eval *e, const struct value *v);
/* Something compares or combines two values with an unknown in them, whose class may have its own
 * idea of that: then they are given to it. */
bool ops_meet(struct eval *e, const struct value *a, const struct value *b);
/* Unknown, but of a type of Python's own. */
struct value ops_plain_unknown(struct eval *e, const char *reason);
/* os.environ: its entries are unknown but for those that the program sets. */
bool ops_is_environment(const struct value *v);
bool ops_environment_set(struct eval *e, const struct value *name, const struct value *v);
bool ops_environment_get(struct eval *e, const struct value *name, struct value *out);
bool ops_environment_delete(struct eval *e, const struct value *name);
/* What is known of a variable: ABSENT, or its value in *out. */
enum variable {
    VARIABLE_SET,
    VARIABLE_ABSENT,
    VARIABLE_UNKNOWN
} ops_environment_look(struct eval *e, const struct value *name, struct value *out);
struct value ops_slice_list(
    struct eval *e, const struct list *l, int64_t start, int64_t step, int64_t n);
/* Can ranges of these numbers be walked and compared without an overflow? */
bool ops_range_fits(const struct range *r);
/* Start, step and count that a slice selects of `length` items; false after raising. */
bool ops_slice_bounds(struct eval *e, const struct slice *s, int64_t length, int64_t *start,
    int64_t *step, int64_t *count);

/* ConfigDict (mmengine): conversions on the way in, deep update, merge. */
struct value ops_config_hook(struct eval *e, const struct value *v);
/* Sets an item; one that another file has set is remembered, as in a merge of bases. */
bool ops_config_set(struct eval *e, struct dict *d, const struct value *key, struct value v);
bool ops_config_update(struct eval *e, struct dict *d, const struct dict *other);
bool ops_config_merge(struct eval *e, struct dict *d, const struct value *other);
/* d.copy(), and left | right where one of them is a ConfigDict. */
struct value ops_config_copy(struct eval *e, const struct dict *d);
bool ops_config_union(
    struct eval *e, const struct value *left, const struct value *right, struct value *out);

/* Attributes of a lazy import, and copy.copy() of it. */
struct value ops_lazy_attribute(struct eval *e, const struct lazy *l, str name);
bool ops_lazy_set(struct eval *e, struct lazy *l, const struct string *name, struct value v);
bool ops_lazy_delete(struct eval *e, struct lazy *l, const struct string *name);
/* Raises what the call of one raises, which is without a message; so does the look for its keys. */
bool ops_lazy_call(struct eval *e);
struct value ops_lazy_copy(struct eval *e, const struct value *v);

#endif
