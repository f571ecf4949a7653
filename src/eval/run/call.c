#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/nodes.h"

static const char *function_name(const struct function_value *fn)
{
    return fn->def->name ? tree_string(fn->tree, fn->def->name)->bytes : "<lambda>";
}

static bool bind_keyword(struct eval *e, const struct function_value *fn, struct frame *f,
    const struct entry *keyword, struct dict *extra)
{
    uint32_t slot = 0;
    str name = value_str(&keyword->key);
    if (!eval_spend(e, fn->def->n_params / 16)) {
        return false;
    }
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        bool takes = p->op == PARAM_PLAIN || p->op == PARAM_KEYWORD_ONLY;
        const struct string *own = tree_string(fn->tree, p->data);
        if (takes && own->hash == keyword->hash && str_eq(string_str(own), name)) {
            if (f->slots[slot].kind != VALUE_KINDS) {
                return eval_raise(e, TYPE_TYPE_ERROR,
                    "%s() got multiple values for argument '%.*s'", function_name(fn),
                    STR_ARG(name));
            }
            interp_set_slot(e, f, slot, keyword->value);
            return true;
        }
        slot++;
    }
    if (!extra) {
        if (e->profile->tolerant || keyword->key.tree == NULL) {
            return eval_raise(e, TYPE_TYPE_ERROR, "%s() got an unexpected keyword argument '%.*s'",
                function_name(fn), STR_ARG(name));
        }
        return eval_raise_at(e, keyword->key.tree, keyword->key.node, TYPE_TYPE_ERROR,
            "%s() got an unexpected keyword argument '%.*s'", function_name(fn), STR_ARG(name));
    }
    dict_set(e->arena, extra, &keyword->key, keyword->hash, keyword->value);
    return true;
}

/* The parameters without a value: those that take positions, or else those that take names only. */
static bool raise_missing(struct eval *e, const struct function_value *fn, const struct frame *f)
{
    struct list *missing[2] = {list_new(e->arena, 2), list_new(e->arena, 2)};
    uint32_t slot = 0;
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        if (f->slots[slot].kind == VALUE_KINDS && fn->defaults[slot].kind == VALUE_KINDS) {
            list_push(e->arena, missing[p->op == PARAM_KEYWORD_ONLY],
                value_of_string(tree_string(fn->tree, p->data)));
        }
        slot++;
    }
    bool named = missing[0]->n == 0;
    const struct list *l = missing[named];
    struct buf b = buf_make(e->arena->owner);
    for (uint32_t i = 0; i < l->n; i++) {
        const char *between = i == 0 ? "" : i + 1 < l->n ? ", " : l->n == 2 ? " and " : ", and ";
        buf_printf(&b, "%s'%.*s'", between, STR_ARG(value_str(&l->items[i])));
    }
    str names = arena_str(e->arena, buf_str(&b));
    buf_free(&b);
    eval_raise(e, TYPE_TYPE_ERROR, "%s() missing %u required %s argument%s: %.*s",
        function_name(fn), l->n, named ? "keyword-only" : "positional", l->n == 1 ? "" : "s",
        STR_ARG(names));
    e->raised->missing = missing[named];
    e->raised->lacking = fn->def;
    return false;
}

/* The number of positions that are used up.  *extra is for keywords that no parameter takes, and
 * then goes into its slot. */
static uint32_t bind_positions(struct eval *e, const struct function_value *fn, struct frame *f,
    const struct arguments *args, struct dict **extra, uint32_t *extra_slot)
{
    uint32_t used = 0, slot = 0;
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        bool positional = p->op == PARAM_PLAIN || p->op == PARAM_POSITIONAL_ONLY;
        if (positional && used < args->n_positional) {
            interp_set_slot(e, f, slot, args->positional[used++]);
        } else if (p->op == PARAM_ARGS) {
            struct list *rest = list_new(e->arena, args->n_positional - used);
            while (used < args->n_positional) {
                list_push(e->arena, rest, args->positional[used++]);
            }
            interp_set_slot(e, f, slot, value_of_tuple(rest));
        } else if (p->op == PARAM_KWARGS) {
            *extra = dict_new(e->arena, args->n_keywords);
            *extra_slot = slot;
        }
        slot++;
    }
    return used;
}

/* The same where there is neither. */
static uint32_t bind_plain(
    struct eval *e, const struct function_value *fn, struct frame *f, const struct arguments *args)
{
    uint32_t n = args->n_positional < fn->def->n_params ? args->n_positional : fn->def->n_params;
    for (uint32_t i = 0; i < n; i++) {
        interp_set_slot(e, f, i, args->positional[i]);
    }
    return n;
}

static bool bind_arguments(
    struct eval *e, const struct function_value *fn, struct frame *f, const struct arguments *args)
{
    struct dict *extra = NULL;
    uint32_t extra_slot = 0;
    uint32_t used = fn->def->is_plain ? bind_plain(e, fn, f, args)
                                      : bind_positions(e, fn, f, args, &extra, &extra_slot);
    if (used < args->n_positional) {
        return eval_raise(e, TYPE_TYPE_ERROR,
            "%s() takes %u positional arguments but %u were given", function_name(fn), used,
            args->n_positional);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        if (!bind_keyword(e, fn, f, &args->keywords[i], extra)) {
            return false;
        }
    }
    if (extra) {
        interp_set_slot(e, f, extra_slot, value_of_dict(extra));
    }
    for (uint32_t slot = 0; slot < fn->def->n_params; slot++) {
        if (f->slots[slot].kind == VALUE_KINDS) {
            if (fn->defaults[slot].kind == VALUE_KINDS) {
                return raise_missing(e, fn, f);
            }
            interp_set_slot(e, f, slot, fn->defaults[slot]);
        }
    }
    return true;
}

static bool is_running(const struct eval *e, const struct function_value *fn)
{
    for (const struct frame *f = e->frame; f; f = f->caller) {
        if (f->def == fn->def && f->outer == fn->outer) {
            return true;
        }
    }
    return false;
}

static bool call_function(
    struct eval *e, struct function_value *fn, const struct arguments *args, struct value *out)
{
    if (fn->def->is_async) {
        struct value callee = {.kind = VALUE_FUNCTION, .function = fn};
        struct list *all = interp_given(e, &callee, args);
        *out = ops_plain_unknown(e, "coroutines are not run");
        ops_hold(e, out, all->items, all->n);
        return true;
    }
    if (fn->language != e->profile) { /* it keeps what it likes of what it is given */
        return eval_raise(
            e, TYPE_TYPE_ERROR, "%s() of a config is not run here", function_name(fn));
    }
    if (!e->profile->loops_freely && is_running(e, fn)) {
        return eval_raise(e, TYPE_RECURSION_ERROR,
            "%s() calls itself; recursion is not part of the library language", function_name(fn));
    }
    if (e->call_depth >= e->limits->call_depth) {
        return interp_too_deep(e);
    }
    void *ticket = NULL;
    if (!fn->outer && e->host->recall && e->host->recall(e, fn, args, &ticket, out)) {
        return true;
    }
    struct frame *f = interp_frame(e, fn->tree, fn->def, fn->outer, fn->globals);
    bool good = bind_arguments(e, fn, f, args);
    if (good && fn->def->is_generator) {
        *out = interp_generator(e, f);
        return true;
    }
    if (good) {
        e->call_depth++;
        e->frame = f;
        node_id body = tree_child(fn->tree, fn->def->node, 1);
        if (tree_node(fn->tree, fn->def->node)->kind == NODE_LAMBDA) {
            good = interp_expression(e, f, body, out);
        } else {
            f->returned = value_none();
            good = interp_suite(e, f, body) != FLOW_RAISE;
            *out = f->returned;
        }
        e->frame = f->caller;
        e->call_depth--;
    }
    interp_leave_frame(e, f);
    if (good && ticket) {
        e->host->keep(e, ticket, out);
    }
    return good;
}

/* What a builtin is charged for going over a value once. */
static uint64_t work_on(const struct value *v)
{
    switch (v->kind) {
    case VALUE_STRING:
    case VALUE_BYTES: return v->s->n / 32;
    case VALUE_LIST:
    case VALUE_TUPLE: return v->list->n / 16;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: return v->dict->n / 8;
    case VALUE_BIG_INT: return eval_digits_work(v, v);
    default: return 0;
    }
}

/* The same for all that it is given, and for looking for one text in another. */
static bool spend_on(struct eval *e, const struct value *self, const struct arguments *args)
{
    uint64_t work = work_on(self);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        work += work_on(&args->positional[i]);
    }
    if (args->n_positional > 0) {
        work += eval_search_work(self, &args->positional[0]);
    }
    return eval_spend(e, work);
}

static bool is_lost(const struct value *v)
{
    return value_lost(v) != NULL;
}

static const struct value *found_arguments(struct eval *e, const struct arguments *args)
{
    struct value *found = ARENA_MANY(e->arena, struct value, args->n_positional + 1u);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        found[i] = value_found(args->positional[i]);
    }
    return found;
}

/* functools.partial */
static bool call_partial(
    struct eval *e, const struct builtin_value *b, const struct arguments *args, struct value *out)
{
    struct arguments joined = *args;
    struct list *all = list_copy(e->arena, b->bound);
    for (uint32_t i = 0; i < args->n_positional; i++) {
        list_push(e->arena, all, args->positional[i]);
    }
    struct dict *keywords = dict_copy(e->arena, b->bound_keywords);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, keywords, &k->key, k->hash, k->value);
    }
    joined.positional = all->items;
    joined.n_positional = all->n;
    joined.keywords = keywords->entries;
    joined.n_keywords = keywords->n;
    return eval_call(e, &b->self, &joined, out);
}

/* str.upper(x): the first argument is the object. */
static bool take_self(
    struct eval *e, const struct builtin_value *b, struct arguments *args, struct value *self)
{
    const struct type_def *type = b->self.type;
    if (args->n_positional == 0) {
        return eval_raise(e, TYPE_TYPE_ERROR, "unbound method %s.%s() needs an argument",
            type->name, b->def->name);
    }
    *self = args->positional[0];
    if (!value_is_unknown(self) && !type_is_subtype(type_of(self), type->id)) {
        str given = value_type_name(self);
        return eval_raise(e, TYPE_TYPE_ERROR,
            "descriptor '%s' for '%s' objects doesn't apply to a '%.*s' object", b->def->name,
            type->name, STR_ARG(given));
    }
    if (self->kind == VALUE_BOOL && type->id == TYPE_INT) {
        *self = value_int(self->b); /* int.__repr__(True) is '1' */
    }
    args->positional++;
    args->n_positional--;
    return true;
}

/* A function of ours could not do without what was given as None. */
static bool about_argument(struct eval *e, const struct arguments *args)
{
    bool open = e->raised && !e->raised->about && e->raised->type->id == TYPE_TYPE_ERROR;
    for (uint32_t i = 0; open && i < args->n_positional; i++) {
        if (value_is_none(&args->positional[i])) {
            return eval_about(e, &args->positional[i]);
        }
    }
    return open && args->n_positional == 1 ? eval_about_operand(e, args->positional) : false;
}

static bool call_builtin(
    struct eval *e, const struct value *callee, const struct arguments *given, struct value *out)
{
    const struct builtin_value *b = callee->builtin;
    if (b->cache) {
        return tools_cached(e, b->cache, given, out);
    }
    if (b->bound) {
        return call_partial(e, b, given, out);
    }
    const struct builtin_def *def = b->def;
    struct arguments rest = *given;
    const struct arguments *args = &rest;
    struct value self = b->self;
    if (b->unbound && !take_self(e, b, &rest, &self)) {
        return false;
    }
    if (b->unbound && value_is_unknown(&self)) {
        *out = self;
        return ops_give(e, given->positional, given->n_positional);
    }
    if (is_lost(&self)) {
        self = value_found(self);
        return interp_call_unseen(e, &self, args, out);
    }
    if (args->n_keywords > 0 && !def->names && def->python) {
        *out = ops_unknown(e, "what this function's arguments are called is not known here");
        return interp_builtin_done(e, def, &self, args, true, 0, true, out);
    }
    if (!builtins_take(e, def, &rest)) {
        return false;
    }
    bool unknown = false, lost = false;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        lost |= is_lost(&args->positional[i]);
        unknown |= value_is_unknown(&args->positional[i]);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        unknown |= value_is_unknown(&args->keywords[i].value);
    }
    if (lost) {
        rest.positional = found_arguments(e, args);
    }
    if (!def->constant && !spend_on(e, &self, args)) {
        return false;
    }
    uint64_t made = e->made;
    bool good = def->run(e, &self, args, out);
    return e->profile->tolerant
               ? interp_builtin_done(e, def, &self, args, unknown || lost, made, good, out)
               : good;
}

static bool call_type(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    bool unknown = false;
    struct arguments found = *args;
    found.positional = args->n_positional ? found_arguments(e, args) : NULL;
    for (uint32_t i = 0; i < args->n_positional; i++) {
        unknown |= value_is_unknown(&found.positional[i]);
    }
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        unknown |= value_is_unknown(&args->keywords[i].value);
    }
    if (!spend_on(e, callee, args)) {
        return false;
    }
    uint64_t made = e->made;
    bool good = builtins_call_type(e, callee->type, &found, out);
    return e->profile->tolerant
               ? interp_builtin_done(e, NULL, callee, &found, unknown, made, good, out)
               : good;
}

bool eval_call(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    if (!interp_enter(e)) {
        return false;
    }
    bool good;
    switch (callee->kind) {
    case VALUE_FUNCTION:
        good = callee->function->changed ? interp_call_unseen(e, callee, args, out)
                                         : call_function(e, callee->function, args, out);
        break;
    case VALUE_BUILTIN: good = call_builtin(e, callee, args, out) || about_argument(e, args); break;
    case VALUE_TYPE: good = call_type(e, callee, args, out) || about_argument(e, args); break;
    case VALUE_OBJECT:
        if (callee->object->class_->call) {
            good = callee->object->class_->call(e, callee->object, args, out);
            break;
        }
        good = eval_raise(
            e, TYPE_TYPE_ERROR, "'%s' object is not callable", callee->object->class_->name);
        break;
    case VALUE_UNKNOWN:
    case VALUE_CLASS:
    case VALUE_OPAQUE: good = interp_call_unseen(e, callee, args, out); break;
    case VALUE_LAZY: good = ops_lazy_call(e); break;
    default: {
        str type = value_type_name(callee);
        eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not callable", STR_ARG(type));
        good = eval_about_none(e, callee);
        break;
    }
    }
    e->depth--;
    return good;
}

bool eval_call1(struct eval *e, const struct value *callee, struct value a, struct value *out)
{
    struct arguments args = {.positional = &a, .n_positional = 1};
    return eval_call(e, callee, &args, out);
}
