/*
 * `try: import X` where nobody can tell whether X is installed.
 *
 * The statement runs once for every outcome: no import fails, only the first, only the second, ...
 * Each run starts from the names as they were before.  An outcome that raises is left out, since
 * then there is no config at all.  A name that all others leave with the same value has it; any
 * other is unknown.
 *
 * Only names are put back between two runs.  A statement that changes what is behind a name (an
 * item, an attribute, a method call) is not run at all: whatever it names is unknown.
 */
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"

struct doubt {
    struct doubt *outer;
    uint32_t seen, fails; /* number of imports met, and which of them fails; UINT32_MAX: none */
};

enum {
    MAX_OUTCOMES = 8
};

static str text_of(struct frame *f, uint32_t literal)
{
    return string_str(tree_string(f->tree, literal));
}

/* Is it unknown whether the import statement succeeds?  *module: which one. */
static bool may_fail(struct eval *e, struct frame *f, node_id import, str *module)
{
    const struct node *n = tree_node(f->tree, import);
    bool from = n->kind == NODE_IMPORT_FROM;
    if (!e->host->may_be_missing || (from && n->op > 0)) {
        return false;
    }
    EACH_CHILD (f->tree, import, it) {
        str name = text_of(f, tree_node(f->tree, it)->data);
        *module = from ? text_of(f, n->data) : name;
        if (e->host->may_be_missing(e, *module, from ? name : STR(""))) {
            return true;
        }
    }
    return false;
}

bool interp_doubts(struct eval *e, struct frame *f, node_id suite)
{
    str module;
    EACH_CHILD (f->tree, suite, it) {
        enum node_kind kind = (enum node_kind)tree_node(f->tree, it)->kind;
        if ((kind == NODE_IMPORT || kind == NODE_IMPORT_FROM) && may_fail(e, f, it, &module)) {
            return true;
        }
    }
    return false;
}

bool interp_import_fails(struct eval *e, struct frame *f, node_id import)
{
    str module;
    if (!e->doubt || !may_fail(e, f, import, &module) || e->doubt->seen++ != e->doubt->fails) {
        return false;
    }
    eval_raise_at(
        e, f->tree, import, TYPE_MODULE_NOT_FOUND_ERROR, "No module named '%.*s'", STR_ARG(module));
    return true;
}

/* The names of one moment: those of the module, and the slots of the running function. */
struct moment {
    struct dict *globals;
    struct value *slots;
    enum flow flow;
};

static struct moment take(struct eval *e, struct frame *f)
{
    uint32_t n = f->def ? f->def->n_slots : 0;
    struct moment m = {.globals = dict_copy(e->arena, f->globals)};
    m.slots = ARENA_MANY(e->arena, struct value, n + 1u);
    for (uint32_t i = 0; i < n; i++) {
        m.slots[i] = f->slots[i];
    }
    return m;
}

static void put(struct eval *e, struct frame *f, const struct moment *m)
{
    struct dict *to = f->globals;
    uint8_t flavor = to->flavor;
    if (!to->frozen) {
        *to = *dict_copy(e->arena, m->globals);
        to->flavor = flavor;
    }
    for (uint32_t i = 0; f->def && i < f->def->n_slots; i++) {
        interp_set_slot(e, f, i, m->slots[i]);
    }
}

/* Equal, and nothing in it unknown; an import's module or class counts as the same. */
static bool agree(struct eval *e, const struct value *a, const struct value *b)
{
    bool unknown = false;
    if (a->kind != b->kind) {
        return false;
    }
    if (a->tree && a->tree == b->tree && a->node == b->node &&
        (a->kind == VALUE_UNKNOWN || a->kind == VALUE_MODULE || a->kind == VALUE_FUNCTION ||
            a->kind == VALUE_CLASS)) {
        return true;
    }
    return value_equal(a, b, &unknown, e->fuel) && !unknown;
}

/* What no loader keeps: whether the name is there matters only to code that uses it. */
static bool is_dropped(const struct value *v)
{
    return v->kind == VALUE_MODULE || v->kind == VALUE_FUNCTION;
}

/* b: NULL: the name may not be there. */
static struct value either(
    struct eval *e, struct value unknown, const struct value *a, const struct value *b)
{
    struct value both[] = {*a, b ? *b : *a};
    struct unknown *u = ARENA_NEW(e->arena, struct unknown);
    *u = *unknown.unknown;
    u->absent |= !b || (value_is_unknown(a) && a->unknown->absent) ||
                 (value_is_unknown(b) && b->unknown->absent);
    unknown.unknown = u;
    ops_hold(e, &unknown, both, 2);
    return unknown;
}

static void merge(struct eval *e, struct frame *f, struct moment *into, const struct moment *other,
    struct value unknown)
{
    for (uint32_t i = 0; i < into->globals->n; i++) {
        struct entry *x = &into->globals->entries[i];
        const struct entry *y = dict_find(other->globals, &x->key, x->hash);
        if (y ? !agree(e, &x->value, &y->value) : !is_dropped(&x->value)) {
            x->value = either(e, unknown, &x->value, y ? &y->value : NULL);
        }
    }
    for (uint32_t i = 0; i < other->globals->n; i++) {
        const struct entry *y = &other->globals->entries[i];
        if (!dict_find(into->globals, &y->key, y->hash)) {
            dict_set(e->arena, into->globals, &y->key, y->hash,
                is_dropped(&y->value) ? y->value : either(e, unknown, &y->value, NULL));
        }
    }
    for (uint32_t i = 0; f->def && i < f->def->n_slots; i++) {
        struct value *x = &into->slots[i];
        const struct value *y = &other->slots[i];
        bool unset = x->kind == VALUE_KINDS && y->kind == VALUE_KINDS;
        if (!unset && !agree(e, x, y)) {
            *x = either(e, unknown, x, y);
        }
    }
}

struct value interp_unknown(struct eval *e, struct frame *f, node_id at, const char *reason)
{
    struct value v = value_unknown(e->arena, f->tree, at, "%s", reason);
    ((struct unknown *)v.unknown)->plain = true; /* as long as it holds nothing that is not */
    return v;
}

enum flow interp_doubtful_try(struct eval *e, struct frame *f, node_id id,
    enum flow (*run)(struct eval *e, struct frame *f, node_id id))
{
    struct value unknown = interp_unknown(
        e, f, id, "it depends on whether a package is installed, and that cannot be known");
    if (interp_changes(e, f, id)) {
        return interp_perhaps(e, f, id, false, unknown);
    }
    struct moment before = take(e, f), result = {0};
    struct exception *raised = NULL;
    struct doubt doubt = {.outer = e->doubt};
    bool any = false, same_flow = true;
    uint32_t imports = 1;
    for (uint32_t k = 0; k < imports + 1 && k < MAX_OUTCOMES; k++) {
        doubt.seen = 0;
        doubt.fails = k == 0 ? UINT32_MAX : k - 1;
        e->doubt = &doubt;
        put(e, f, &before);
        uint32_t depth = e->depth;
        enum flow flow = run(e, f, id);
        e->depth = depth;
        e->doubt = doubt.outer;
        imports = k == 0 ? doubt.seen : imports;
        if (flow == FLOW_RAISE) {
            if (e->raised->type->id == TYPE_LIMIT) {
                return flow;
            }
            raised = raised ? raised : e->raised;
            e->raised = NULL;
            continue;
        }
        struct moment now = take(e, f);
        now.flow = flow;
        same_flow &= flow == FLOW_NEXT;
        if (!any) {
            result = now;
        } else {
            merge(e, f, &result, &now, unknown);
        }
        any = true;
    }
    put(e, f, any ? &result : &before);
    if (!any) {
        e->raised = raised;
        return FLOW_RAISE;
    }
    return same_flow ? FLOW_NEXT : interp_perhaps(e, f, id, false, unknown);
}
