/* The match statement. */
#include "eval/ops.h"
#include "eval/run/interp.h"

enum outcome {
    MATCHES_NOT,
    MATCHES,
    MATCHES_PERHAPS,
    MATCH_RAISED
};

/* Captures of the pattern at hand: names are bound when all of it matches. */
struct capture {
    node_id name;
    struct value value;
};

struct matcher {
    struct eval *e;
    struct frame *f;
    VEC(struct capture) captures;
};

static node_id child(struct matcher *m, node_id id, uint32_t n)
{
    return tree_child(m->f->tree, id, n);
}

static const struct node *node_of(struct matcher *m, node_id id)
{
    return tree_node(m->f->tree, id);
}

static void capture(struct matcher *m, node_id name, struct value v)
{
    vec_push(m->e->arena->owner, &m->captures, ((struct capture){name, v}));
}

static enum outcome match(struct matcher *m, node_id pattern, struct value v);

/* Both have to match; the second is not looked at when the first does not. */
static enum outcome both(enum outcome a, enum outcome b)
{
    return a == MATCH_RAISED || b == MATCH_RAISED ? MATCH_RAISED
           : a == MATCHES_NOT || b == MATCHES_NOT ? MATCHES_NOT
           : a == MATCHES                         ? b
                                                  : a;
}

static enum outcome match_value(struct matcher *m, node_id pattern, const struct value *v)
{
    struct value wanted, equal;
    node_id value = child(m, pattern, 0);
    if (!interp_expression(m->e, m->f, value, &wanted)) {
        return MATCH_RAISED;
    }
    if (value_is_unknown(v)) {
        return MATCHES_PERHAPS;
    }
    enum operator op = node_of(m, pattern)->op ? OP_IS : OP_EQ;
    if (!ops_compare(m->e, op, v, &wanted, &equal)) {
        return MATCH_RAISED;
    }
    return value_is_unknown(&equal) ? MATCHES_PERHAPS : value_truth(&equal) ? MATCHES : MATCHES_NOT;
}

static enum outcome match_sequence(struct matcher *m, node_id pattern, const struct value *v)
{
    if (value_is_unknown(v) || v->kind == VALUE_OPAQUE) {
        return MATCHES_PERHAPS;
    }
    struct list *items;
    if (!value_is_sequence(v) && v->kind != VALUE_RANGE) {
        return MATCHES_NOT;
    }
    if (!ops_items(m->e, v, &items)) {
        return MATCH_RAISED;
    }
    uint32_t fixed = 0, at = 0;
    bool star = false;
    EACH_CHILD (m->f->tree, pattern, it) {
        bool is_star = node_of(m, it)->kind == NODE_PATTERN_STAR;
        star |= is_star;
        fixed += !is_star;
    }
    if (items->n < fixed || (!star && items->n > fixed)) {
        return MATCHES_NOT;
    }
    enum outcome all = MATCHES;
    EACH_CHILD (m->f->tree, pattern, it) {
        if (node_of(m, it)->kind != NODE_PATTERN_STAR) {
            all = both(all, match(m, it, items->items[at++]));
        } else {
            uint32_t n = items->n - fixed;
            if (child(m, it, 0)) {
                capture(
                    m, child(m, it, 0), interp_at(m->f, it, ops_slice_list(m->e, items, at, 1, n)));
            }
            at += n;
        }
        if (all == MATCHES_NOT || all == MATCH_RAISED) {
            return all;
        }
    }
    return all;
}

static enum outcome match_pair(
    struct matcher *m, node_id pair, const struct value *v, struct dict *rest)
{
    struct value key;
    uint32_t hash;
    bool unknown = false;
    if (!interp_expression(m->e, m->f, child(m, pair, 0), &key) ||
        !ops_hash(m->e, &key, &hash, &unknown)) {
        return MATCH_RAISED;
    }
    if (unknown) {
        return MATCHES_PERHAPS;
    }
    struct entry *left = dict_find(rest, &key, hash);
    const struct entry *entry = dict_find(v->dict, &key, hash);
    if (!entry) {
        return MATCHES_NOT;
    }
    if (!left) {
        eval_raise_at(m->e, m->f->tree, pair, TYPE_VALUE_ERROR,
            "this key is there twice in a pattern for a mapping");
        return MATCH_RAISED;
    }
    struct value inner = entry->value;
    dict_remove(rest, left);
    return match(m, child(m, pair, 1), inner);
}

static enum outcome match_mapping(struct matcher *m, node_id pattern, const struct value *v)
{
    if (value_is_unknown(v) || v->kind == VALUE_OPAQUE || ops_is_environment(v)) {
        return MATCHES_PERHAPS;
    }
    if (v->kind != VALUE_DICT) {
        return MATCHES_NOT;
    }
    if (!eval_room(m->e, v->dict->n, sizeof(struct value))) {
        return MATCH_RAISED;
    }
    struct dict *rest = dict_copy(m->e->arena, v->dict);
    rest->flavor = DICT_PLAIN;
    enum outcome all = MATCHES;
    EACH_CHILD (m->f->tree, pattern, it) {
        if (node_of(m, it)->kind == NODE_PATTERN_STAR) {
            capture(m, child(m, it, 0), interp_at(m->f, it, value_of_dict(rest)));
        } else {
            all = both(all, match_pair(m, it, v, rest));
        }
        if (all == MATCHES_NOT || all == MATCH_RAISED) {
            return all;
        }
    }
    return all;
}

/* The types of which a pattern in brackets, int(x), takes the value itself. */
static bool takes_itself(enum type_id type)
{
    switch (type) {
    case TYPE_BOOL:
    case TYPE_BYTES:
    case TYPE_DICT:
    case TYPE_FLOAT:
    case TYPE_FROZENSET:
    case TYPE_INT:
    case TYPE_LIST:
    case TYPE_SET:
    case TYPE_STR:
    case TYPE_TUPLE: return true;
    default: return false;
    }
}

static enum outcome match_attribute(struct matcher *m, node_id keyword, const struct value *v)
{
    struct value got;
    str name = string_str(tree_string(m->f->tree, node_of(m, keyword)->data));
    if (!ops_get_attribute(m->e, v, name, &got)) {
        if (m->e->raised->type->id != TYPE_ATTRIBUTE_ERROR) {
            return MATCH_RAISED;
        }
        m->e->raised = NULL;
        return MATCHES_NOT;
    }
    return match(m, child(m, keyword, 0), got);
}

static enum outcome match_class(struct matcher *m, node_id pattern, const struct value *v)
{
    struct value type;
    node_id class_ = child(m, pattern, 0);
    if (!interp_expression(m->e, m->f, class_, &type)) {
        return MATCH_RAISED;
    }
    if (value_is_unknown(v) || value_is_unknown(&type) || type.kind == VALUE_CLASS ||
        type.kind == VALUE_LAZY || type.kind == VALUE_OPAQUE || type.kind == VALUE_BUILTIN) {
        return MATCHES_PERHAPS;
    }
    if (type.kind != VALUE_TYPE) {
        eval_raise_at(
            m->e, m->f->tree, class_, TYPE_TYPE_ERROR, "called match pattern must be a class");
        return MATCH_RAISED;
    }
    if (!type_is_subtype(type_of(v), type.type->id)) {
        return v->kind == VALUE_OPAQUE ? MATCHES_PERHAPS : MATCHES_NOT;
    }
    enum outcome all = MATCHES;
    uint32_t positional = 0;
    for (node_id it = node_of(m, class_)->next; it; it = node_of(m, it)->next) {
        if (node_of(m, it)->kind == NODE_KEYWORD) {
            all = both(all, match_attribute(m, it, v));
        } else if (++positional > (takes_itself(type.type->id) ? 1u : 0u)) {
            eval_raise_at(m->e, m->f->tree, it, TYPE_TYPE_ERROR,
                "%s() accepts %d positional sub-patterns", type.type->name,
                takes_itself(type.type->id));
            return MATCH_RAISED;
        } else {
            all = both(all, match(m, it, *v));
        }
        if (all == MATCHES_NOT || all == MATCH_RAISED) {
            return all;
        }
    }
    return all;
}

static enum outcome match_or(struct matcher *m, node_id pattern, struct value v)
{
    bool perhaps = false;
    EACH_CHILD (m->f->tree, pattern, it) {
        size_t n = m->captures.n;
        enum outcome one = match(m, it, v);
        if (one == MATCH_RAISED) {
            return one;
        }
        if (one == MATCHES) { /* what an earlier one captures would be other things */
            return perhaps ? MATCHES_PERHAPS : MATCHES;
        }
        perhaps |= one == MATCHES_PERHAPS;
        m->captures.n = n;
    }
    return perhaps ? MATCHES_PERHAPS : MATCHES_NOT;
}

static enum outcome match(struct matcher *m, node_id pattern, struct value v)
{
    if (!interp_enter(m->e)) {
        return MATCH_RAISED;
    }
    enum outcome got = MATCHES;
    v = value_found(v);
    switch (node_of(m, pattern)->kind) {
    case NODE_PATTERN_ANY: break;
    case NODE_PATTERN_VALUE: got = match_value(m, pattern, &v); break;
    case NODE_PATTERN_AS:
        if (child(m, pattern, 1)) {
            got = match(m, child(m, pattern, 1), v);
        }
        capture(m, child(m, pattern, 0), v);
        break;
    case NODE_PATTERN_OR: got = match_or(m, pattern, v); break;
    case NODE_PATTERN_SEQUENCE: got = match_sequence(m, pattern, &v); break;
    case NODE_PATTERN_MAPPING: got = match_mapping(m, pattern, &v); break;
    case NODE_PATTERN_CLASS: got = match_class(m, pattern, &v); break;
    default: got = MATCHES_PERHAPS; break;
    }
    m->e->depth--;
    return got;
}

/* Does the case apply?  Its names are bound before the guard is evaluated. */
static enum outcome try_case(struct matcher *m, node_id id, struct value subject)
{
    m->captures.n = 0;
    enum outcome got = match(m, child(m, id, 0), subject);
    if (got != MATCHES) {
        return got;
    }
    VEC_EACH (const struct capture, c, &m->captures) {
        if (!interp_assign(m->e, m->f, c->name, c->value)) {
            return MATCH_RAISED;
        }
    }
    node_id guard = child(m, id, 1);
    bool truth = true, unknown = false;
    if (node_of(m, guard)->kind != NODE_NOTHING &&
        !interp_test(m->e, m->f, guard, &truth, &unknown)) {
        return MATCH_RAISED;
    }
    return unknown ? MATCHES_PERHAPS : truth ? MATCHES : MATCHES_NOT;
}

/* Whether it is this case, or which of those after it, is not known. */
static enum flow perhaps_case(
    struct eval *e, struct frame *f, node_id id, const struct value *subject)
{
    struct value u = interp_unknown(
        e, f, id, "it depends on a case of which it cannot be told whether it matches");
    ops_hold(e, &u, subject, 1);
    return interp_perhaps(e, f, id, true, u);
}

enum flow interp_match(struct eval *e, struct frame *f, node_id id)
{
    struct matcher m = {.e = e, .f = f};
    struct value subject;
    node_id of = child(&m, id, 0);
    struct place at;
    if (interp_resumes(f, id, &at)) {
        return interp_run_part(e, f, id, at.below);
    }
    if (!interp_expression(e, f, of, &subject)) {
        return FLOW_RAISE;
    }
    uint32_t depth = e->depth;
    enum flow flow = FLOW_NEXT;
    for (node_id it = tree_node(f->tree, of)->next; it; it = tree_node(f->tree, it)->next) {
        enum outcome got = try_case(&m, it, subject);
        if (got == MATCHES_NOT) {
            continue;
        }
        e->depth = got == MATCH_RAISED ? depth : e->depth;
        flow = got == MATCHES        ? interp_run_part(e, f, id, child(&m, it, 2))
               : got == MATCH_RAISED ? FLOW_RAISE
                                     : perhaps_case(e, f, it, &subject);
        break;
    }
    vec_free(&m.captures);
    return flow;
}
