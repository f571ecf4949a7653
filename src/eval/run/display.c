/* Lists, tuples, sets and dicts as they are written: [1, *x], {1, *x}, {'k': 1, **x}. */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"

/* The items of a list or a tuple; `*x` unpacked. */
static bool items(struct eval *e, struct frame *f, node_id id, struct list *to, bool *unknown)
{
    EACH_CHILD (f->tree, id, it) {
        struct value v;
        if (node_of(f, it)->kind != NODE_STAR) {
            if (!interp_expression(e, f, it, &v)) {
                return false;
            }
            list_push(e->arena, to, v);
            continue;
        }
        struct list *more;
        if (!interp_unpacked(e, f, it, false, &v) || !ops_items(e, &v, &more)) {
            return false;
        }
        if (!more) {
            *unknown = true;
            list_push(e->arena, to, v);
            continue;
        }
        for (uint32_t i = 0; i < more->n; i++) {
            list_push(e->arena, to, more->items[i]);
        }
    }
    return true;
}

bool interp_display(struct eval *e, struct frame *f, node_id id, bool tuple, struct value *out)
{
    struct list *l = list_new(e->arena, node_of(f, id)->n);
    bool unknown = false;
    if (!items(e, f, id, l, &unknown)) {
        return false;
    }
    *out = unknown ? ops_plain_unknown(e, "something unknown is unpacked into it")
           : tuple ? value_of_tuple(l)
                   : value_of_list(l);
    ops_hold(e, out, l->items, l->n);
    return true;
}

/* Puts the values from number *done on into the set, up to one that is unknown. */
static bool put_waiting(
    struct eval *e, struct dict *d, const struct list *all, uint32_t *done, bool *unknown)
{
    for (; *done < all->n; ++*done) {
        const struct value *v = &all->items[*done];
        uint32_t hash;
        if (!*unknown && !ops_hash(e, v, &hash, unknown)) {
            return false;
        }
        if (!*unknown) {
            dict_set(e->arena, d, v, hash, value_none());
        }
    }
    return true;
}

/* From the first `*x` on each element is put into it before the next one is evaluated; those before
 * it, all at once.  CPython does not wait with more than 30 of them either. */
bool interp_set_display(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    struct list *all = list_new(e->arena, node_of(f, id)->n);
    struct dict *d = dict_new(e->arena, node_of(f, id)->n);
    uint32_t done = 0;
    bool unknown = false, stars = node_of(f, id)->n > 30;
    EACH_CHILD (f->tree, id, it) {
        struct value v;
        bool star = node_of(f, it)->kind == NODE_STAR;
        stars |= star;
        if ((stars && !put_waiting(e, d, all, &done, &unknown)) ||
            !(star ? interp_unpacked(e, f, it, true, &v) : interp_expression(e, f, it, &v)) ||
            (star && !builtins_fill_set(e, d, &v, &unknown))) {
            return false;
        }
        list_push(e->arena, all, v);
        done += star;
    }
    if (!put_waiting(e, d, all, &done, &unknown)) {
        return false;
    }
    *out = unknown ? ops_plain_unknown(e, "it holds something unknown")
                   : (struct value){.kind = VALUE_SET, .dict = d};
    ops_hold(e, out, all->items, all->n);
    return true;
}

/* Copies the entries of a mapping for `**`. */
static bool unpack_mapping(
    struct eval *e, struct frame *f, node_id id, struct dict *to, struct list *all, bool *unknown)
{
    struct value v;
    if (!interp_unpacked(e, f, id, false, &v)) {
        return false;
    }
    if (value_is_unknown(&v) || ops_is_environment(&v)) {
        *unknown = true;
        list_push(e->arena, all, v);
        return ops_use(e, &v);
    }
    if (v.kind == VALUE_LAZY) {
        return ops_lazy_call(e);
    }
    if (v.kind != VALUE_DICT) {
        str type = value_type_name(&v);
        eval_raise_at(
            e, f->tree, id, TYPE_TYPE_ERROR, "'%.*s' object is not a mapping", STR_ARG(type));
        return eval_about(e, &v);
    }
    for (uint32_t i = 0; i < v.dict->n; i++) {
        const struct entry *from = &v.dict->entries[i];
        dict_set(e->arena, to, &from->key, from->hash, from->value);
        if (*unknown) {
            list_push(e->arena, all, from->value);
        }
    }
    return true;
}

/*
 * CPython evaluates the entries of a display up to the next `**x`, or 17 of them, before it puts
 * them into the dict; where there are more than 15, each is put there as it comes.
 */
enum {
    MOST_ENTRIES = 17,
    MOST_AT_ONCE = 15
};

static uint32_t entries_from(struct frame *f, node_id first)
{
    uint32_t n = 0;
    for (node_id it = first; it && n < MOST_ENTRIES && node_of(f, it)->kind != NODE_DOUBLE_STAR;
         it = node_of(f, it)->next) {
        n++;
    }
    return n;
}

/* A key has no hash: that shows once the `left` entries after it are evaluated.  Always false. */
static bool fails_after(struct eval *e, struct frame *f, node_id entry, uint32_t left)
{
    struct exception *raised = e->raised;
    struct value v;
    for (node_id it = node_of(f, entry)->next; left > 0 && raised->type->id != TYPE_LIMIT; left--) {
        e->raised = NULL;
        if (!interp_expression(e, f, child(f, it, 0), &v) ||
            !interp_expression(e, f, child(f, it, 1), &v)) {
            return false;
        }
        it = node_of(f, it)->next;
    }
    e->raised = raised;
    return false;
}

bool interp_dict_display(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    uint32_t n = 0, left = 0; /* entries that are put there together, and those of them to come */
    struct dict *d = dict_new(e->arena, node_of(f, id)->n);
    struct list *all = list_new(e->arena, 0); /* what may be in it, besides the entries */
    bool unknown = false;
    EACH_CHILD (f->tree, id, it) {
        if (node_of(f, it)->kind == NODE_DOUBLE_STAR) {
            if (!unpack_mapping(e, f, it, d, all, &unknown)) {
                return false;
            }
            continue;
        }
        n = left == 0 ? entries_from(f, it) : n;
        left = (left == 0 ? n : left) - 1;
        struct value key, v;
        uint32_t hash;
        if (!interp_expression(e, f, child(f, it, 0), &key) ||
            !interp_expression(e, f, child(f, it, 1), &v)) {
            return false;
        }
        bool key_unknown = false;
        if (!ops_hash(e, &key, &hash, &key_unknown)) {
            return fails_after(e, f, it, n > MOST_AT_ONCE ? 0 : left);
        }
        unknown |= key_unknown;
        if (unknown) {
            list_push(e->arena, all, v);
        }
        if (!key_unknown) {
            key = interp_at(f, it, key);
            struct entry *entry = dict_find(d, &key, hash);
            if (entry) { /* the first key object stays; where it was written is the last place */
                entry->key.tree = key.tree;
                entry->key.node = key.node;
            }
            dict_set(e->arena, d, &key, hash, v);
        }
    }
    *out = value_of_dict(d);
    if (unknown) {
        list_push(e->arena, all, *out);
        *out = ops_plain_unknown(e, "it has a key or an unpacked part that is unknown");
        ops_hold(e, out, all->items, all->n);
    }
    return true;
}
