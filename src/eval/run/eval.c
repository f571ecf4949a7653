#include "eval/eval.h"

#include "eval/builtins.h"
#include "eval/run/interp.h"
#include "eval/text.h"

const struct profile PROFILE_CONFIG = {
    .name = "config", .tolerant = true, .loops_freely = true, .rebinds = true};
const struct profile PROFILE_LIBRARY = {.name = "library", .freezes = true};
const struct profile PROFILE_EXPRESSION = {
    .name = "expression", .tolerant = true, .loops_freely = true, .rebinds = true};

void eval_init(struct eval *e, struct arena *a, const struct limits *limits,
    const struct profile *profile, const struct eval_host *host)
{
    static const struct eval_host nobody;
    *e = (struct eval){.arena = a,
        .limits = limits,
        .profile = profile,
        .host = host ? host : &nobody,
        .own = fuel_make(limits),
        .arena_mark = a->total_bytes};
    e->fuel = &e->own;
}

/* --- raising --- */

static struct exception *raise(
    struct eval *e, const struct tree *tree, node_id node, enum type_id type, struct value argument)
{
    struct exception *x = ARENA_NEW(e->arena, struct exception);
    x->type = &TYPES[type];
    x->args = list_new(e->arena, 1);
    list_push(e->arena, x->args, argument);
    x->tree = tree;
    x->node = node;
    e->raised = x;
    return x;
}

/* The words are ours: those of CPython differ from release to release, and a program that catches
 * the exception does not get to see either. */
static bool raise_in_words(
    struct eval *e, const struct tree *tree, node_id node, enum type_id type, str words)
{
    struct value hidden =
        ops_plain_unknown(e, "the words of an exception depend on Python's release");
    struct exception *x = raise(e, tree, node, type, hidden);
    x->args->lost = hidden.unknown;
    x->words = words;
    return false;
}

/* The place of an error that names none is filled in by the evaluation that it passes through. */
bool eval_raise(struct eval *e, enum type_id type, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(e->arena, format, args);
    va_end(args);
    return raise_in_words(e, NULL, 0, type, message);
}

bool eval_raise_at(struct eval *e, const struct tree *tree, node_id node, enum type_id type,
    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(e->arena, format, args);
    va_end(args);
    return raise_in_words(e, tree, node, type, message);
}

bool eval_raise_key(struct eval *e, const struct value *key)
{
    raise(e, NULL, 0, TYPE_KEY_ERROR, *key);
    return false;
}

bool eval_about(struct eval *e, const struct value *v)
{
    struct value *kept = ARENA_NEW(e->arena, struct value);
    *kept = *v;
    e->raised->about = kept;
    return false;
}

bool eval_about_none(struct eval *e, const struct value *v)
{
    return value_is_none(v) ? eval_about(e, v) : false;
}

bool eval_about_operand(struct eval *e, const struct value *v)
{
    e->raised->operand = !value_is_none(v);
    return eval_about(e, v);
}

bool eval_limit(struct eval *e, const char *name)
{
    return eval_raise(e, TYPE_LIMIT, "this takes more than the limit %s allows", name);
}

str eval_exception_message(struct arena *a, const struct exception *x)
{
    struct buf b = buf_make(a->owner);
    struct value v = {.kind = VALUE_EXCEPTION, .exception = (struct exception *)x};
    bool unknown = false;
    for (int i = 0; i < VALUE_DEPTH && !x->words.p && x->args->n == 1 &&
                    x->args->items[0].kind == VALUE_EXCEPTION;
         i++) {
        x = x->args->items[0].exception;
    }
    if (!x->words.p) {
        text_str(a, &b, &v, &unknown);
    }
    return x->words.p ? x->words : buf_str(&b);
}

str eval_exception_text(struct arena *a, const struct exception *x)
{
    str message = eval_exception_message(a, x);
    return message.n ? arena_printf(a, "%s: %.*s", x->type->name, STR_ARG(message))
                     : str_of(x->type->name);
}

/* --- fuel --- */

bool eval_is_spent(struct eval *e)
{
    return eval_limit(e, e->fuel->spent);
}

enum {
    ITEMS_A_STEP = 8,
    TEXT_A_STEP = 32,
    SEARCHED_A_STEP = 2048, /* bytes compared, at worst all of one text at each byte of the other */
    LIMBS_A_STEP = 32       /* products of two limbs */
};

/* Is there memory for that much more?  What is made of it is charged when it is there. */
static bool has_memory(struct eval *e, uint64_t bytes)
{
    uint64_t new = e->arena->total_bytes - e->arena_mark;
    if (e->fuel->bytes >= new && e->fuel->bytes - new >= bytes) {
        return true;
    }
    fuel_end(e->fuel, "memory_bytes");
    return eval_is_spent(e);
}

bool eval_room(struct eval *e, uint64_t items, size_t item_bytes)
{
    if (items > e->limits->value_items) {
        return eval_limit(e, "value_items");
    }
    return has_memory(e, items * item_bytes) && eval_spend(e, items / ITEMS_A_STEP + 1);
}

bool eval_text_room(struct eval *e, uint64_t bytes)
{
    if (bytes > e->limits->text_bytes) {
        return eval_limit(e, "text_bytes");
    }
    return has_memory(e, 4 * bytes) && eval_spend(e, bytes / TEXT_A_STEP + 1);
}

bool eval_grown(struct eval *e, uint64_t items)
{
    return items > e->limits->value_items ? eval_limit(e, "value_items") : eval_spend(e, 1);
}

bool eval_text_grown(struct eval *e, uint64_t bytes)
{
    return bytes > e->limits->text_bytes ? eval_limit(e, "text_bytes") : eval_spend(e, 1);
}

struct buf eval_buf(struct eval *e)
{
    fuel_bytes(e->fuel, 256); /* its first block; that there is none left shows at the next step */
    return buf_make(e->arena->owner);
}

uint64_t eval_search_work(const struct value *in, const struct value *what)
{
    bool texts = (in->kind == VALUE_STRING || in->kind == VALUE_BYTES) && what->kind == in->kind;
    return texts ? in->s->n / TEXT_A_STEP + (uint64_t)in->s->n * what->s->n / SEARCHED_A_STEP : 0;
}

static uint64_t limbs(const struct value *v)
{
    int64_t n = v->kind == VALUE_BIG_INT ? v->big->limbs : 1;
    return (uint64_t)(n < 0 ? -n : n);
}

uint64_t eval_digits_work(const struct value *a, const struct value *b)
{
    return limbs(a) * limbs(b) / LIMBS_A_STEP;
}

bool interp_too_deep(struct eval *e)
{
    e->unseen++; /* CPython's own limit is another one */
    return eval_raise(e, TYPE_RECURSION_ERROR, "maximum recursion depth exceeded");
}

/* --- frames --- */

/* Tells the host of all held objects in a value that a name takes or loses.  Config values hold
 * none. */
static void each_held(struct eval *e, const struct value *v,
    void (*tell)(struct eval *, struct object *), uint32_t depth)
{
    switch (v->kind) {
    case VALUE_OBJECT:
        if (v->object->class_->is_held) {
            tell(e, v->object);
        }
        break;
    case VALUE_LIST:
    case VALUE_TUPLE:
        if (v->list->frozen != FROZEN && depth > 0 && eval_visit(e, v->list->n)) {
            for (uint32_t i = 0; i < v->list->n; i++) {
                each_held(e, &v->list->items[i], tell, depth - 1);
            }
        }
        break;
    case VALUE_DICT:
        if (v->dict->frozen != FROZEN && depth > 0 && eval_visit(e, v->dict->n)) {
            for (uint32_t i = 0; i < v->dict->n; i++) {
                each_held(e, &v->dict->entries[i].value, tell, depth - 1);
            }
        }
        break;
    default: break;
    }
}

static bool may_hold(const struct value *v)
{
    return v->kind == VALUE_OBJECT || v->kind == VALUE_LIST || v->kind == VALUE_TUPLE ||
           v->kind == VALUE_DICT;
}

void interp_tell(struct eval *e, const struct value *takes, const struct value *loses)
{
    if (may_hold(takes)) {
        each_held(e, takes, e->host->hold, 8);
    }
    if (may_hold(loses)) {
        each_held(e, loses, e->host->release, 8);
    }
}

void eval_hold(struct eval *e, const struct value *values, uint32_t n, bool hold)
{
    for (uint32_t i = 0; e->host->hold && i < n; i++) {
        each_held(e, &values[i], hold ? e->host->hold : e->host->release, 8);
    }
}

void interp_leave_frame(struct eval *e, struct frame *f)
{
    if (!e->host->hold || !f->def) {
        return;
    }
    for (uint32_t i = 0; i < f->def->n_slots; i++) {
        if (may_hold(&f->slots[i])) {
            each_held(e, &f->slots[i], e->host->release, 8);
        }
    }
}

bool eval_bind(struct eval *e, struct frame *f, node_id name, struct value v)
{
    return interp_assign(e, f, name, v);
}

/* Names that the code of a module sets before its first statement. */
static void set_up(struct eval *e, const struct tree *tree, struct dict *globals)
{
    node_id first = tree_child(tree, tree->root, 0);
    node_id text =
        first && tree_node(tree, first)->kind == NODE_EXPR_STMT ? tree_child(tree, first, 0) : 0;
    if (tree->annotated && !dict_get(globals, "__annotations__")) {
        dict_set_str(
            e->arena, globals, STR("__annotations__"), value_of_dict(dict_new(e->arena, 4)));
    }
    if (text && tree_node(tree, text)->kind == NODE_STRING) {
        struct value doc = value_of_string(tree_string(tree, tree_node(tree, text)->data));
        dict_set_str(e->arena, globals, STR("__doc__"), doc);
    }
}

bool eval_module(struct eval *e, const struct tree *tree, struct dict *globals)
{
    struct frame f = {.tree = tree, .nodes = tree->nodes, .globals = globals, .caller = e->frame};
    e->frame = &f;
    if (e->profile->tolerant) {
        set_up(e, tree, globals);
    }
    enum flow flow = FLOW_NEXT;
    EACH_CHILD (tree, tree->root, it) {
        bool later = e->host->later && e->host->later(e, tree, it);
        flow = later ? FLOW_NEXT : interp_statement(e, &f, it);
        if (flow != FLOW_NEXT) {
            break;
        }
    }
    e->frame = f.caller;
    return flow != FLOW_RAISE;
}

bool eval_expression(
    struct eval *e, const struct tree *tree, node_id node, struct dict *globals, struct value *out)
{
    struct frame f = {.tree = tree, .nodes = tree->nodes, .globals = globals, .caller = e->frame};
    e->frame = &f;
    bool good = interp_expression(e, &f, node, out);
    e->frame = f.caller;
    return good;
}
