#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/run/interp.h"
#include "eval/run/iterators.h"
#include "eval/run/nodes.h"
#include "eval/text.h"

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
    return eval_raise(e, TYPE_TYPE_ERROR, "%s() missing %u required %s argument%s: %.*s",
        function_name(fn), l->n, named ? "keyword-only" : "positional", l->n == 1 ? "" : "s",
        STR_ARG(names));
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

static bool call_builtin(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    const struct builtin_value *b = callee->builtin;
    struct arguments joined = *args;
    if (b->cache) {
        return tools_cached(e, b->cache, args, out);
    }
    if (b->bound) { /* functools.partial */
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
    const struct builtin_def *def = b->def;
    struct arguments rest = *args;
    struct value self = b->self;
    if (b->unbound) { /* str.upper(x) */
        if (args->n_positional == 0) {
            return eval_raise(e, TYPE_TYPE_ERROR, "unbound method %s.%s() needs an argument",
                b->self.type->name, def->name);
        }
        self = args->positional[0];
        rest.positional++;
        rest.n_positional--;
        if (value_is_unknown(&self)) {
            *out = self;
            return ops_give(e, args->positional, args->n_positional);
        }
        if (!type_is_subtype(type_of(&self), b->self.type->id)) {
            str type = value_type_name(&self);
            return eval_raise(e, TYPE_TYPE_ERROR,
                "descriptor '%s' for '%s' objects doesn't apply to a '%.*s' object", def->name,
                b->self.type->name, STR_ARG(type));
        }
        if (self.kind == VALUE_BOOL && b->self.type->id == TYPE_INT) {
            self = value_int(self.b); /* int.__repr__(True) is '1' */
        }
    }
    args = &rest;
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
    case VALUE_BUILTIN: good = call_builtin(e, callee, args, out); break;
    case VALUE_TYPE: good = call_type(e, callee, args, out); break;
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
        good = eval_raise(e, TYPE_TYPE_ERROR, "'%.*s' object is not callable", STR_ARG(type));
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

/* --- call expressions --- */

/* Arguments under collection. */
struct collected {
    struct list *positional;
    struct dict *keywords;
    bool unknown; /* *x or **x cannot be unpacked */
    bool odd;     /* a keyword is no string, and was left out */
};

static bool add_keyword(
    struct eval *e, struct collected *c, const struct value *key, struct value v)
{
    if (key->kind != VALUE_STRING) {
        c->odd = true;
        return true;
    }
    if (dict_find_string(c->keywords, key->s)) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "got multiple values for keyword argument '%s'", key->s->bytes);
    }
    dict_add(e->arena, c->keywords, key, key->s->hash, v);
    return true;
}

/* Adds what *v or **v stands for. */
static bool unpack(
    struct eval *e, struct frame *f, node_id id, struct collected *c, const struct value *v)
{
    struct list *items;
    bool mapping = node_of(f, id)->kind == NODE_DOUBLE_STAR;
    if (!mapping && !ops_items(e, v, &items)) {
        return false;
    }
    if (mapping ? value_is_unknown(v) || ops_is_environment(v) : !items) {
        c->unknown = true;
        list_push(e->arena, c->positional, *v);
        return true;
    }
    if (mapping && v->kind == VALUE_LAZY) {
        return ops_lazy_call(e);
    }
    if (mapping && v->kind != VALUE_DICT) {
        str type = value_type_name(v);
        return eval_raise_at(e, f->tree, id, TYPE_TYPE_ERROR,
            "argument after ** must be a mapping, not %.*s", STR_ARG(type));
    }
    for (uint32_t i = 0; mapping && i < v->dict->n; i++) {
        const struct value *key = &v->dict->entries[i].key;
        if (e->handling && key->kind == VALUE_STRING && dict_find_string(c->keywords, key->s)) {
            return eval_raise_key(e, key); /* CPython 3.11 tells the two apart by the exception */
        }
        if (!add_keyword(e, c, &v->dict->entries[i].key, v->dict->entries[i].value)) {
            return false;
        }
    }
    for (uint32_t i = 0; !mapping && i < items->n; i++) {
        list_push(e->arena, c->positional, items->items[i]);
    }
    return true;
}

static bool add_argument(struct eval *e, struct frame *f, node_id id, struct collected *c)
{
    const struct node *n = node_of(f, id);
    bool stars = n->kind == NODE_STAR || n->kind == NODE_DOUBLE_STAR;
    struct value v;
    if (!(stars ? interp_unpacked(e, f, id, false, &v)
                : interp_expression(e, f, n->kind == NODE_KEYWORD ? n->child : id, &v))) {
        return false;
    }
    if (stars) {
        return unpack(e, f, id, c, &v);
    }
    if (n->kind == NODE_KEYWORD) {
        struct value key = interp_at(f, id, value_of_string(tree_string(f->tree, n->data)));
        return add_keyword(e, c, &key, v);
    }
    list_push(e->arena, c->positional, v);
    return true;
}

/* Those with a name come last, wherever they stand: f(a=1, *b). */
static bool collect(struct eval *e, struct frame *f, node_id first, bool named, struct collected *c)
{
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        bool has_name = kind == NODE_KEYWORD || kind == NODE_DOUBLE_STAR;
        if (has_name == named && !add_argument(e, f, it, c)) {
            return false;
        }
    }
    return true;
}

/* The `*x` that all positional arguments are, which CPython goes over last; 0: none is. */
static node_id lone_star(struct frame *f, node_id first)
{
    node_id star = 0;
    uint32_t n = 0;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        n += kind != NODE_KEYWORD && kind != NODE_DOUBLE_STAR;
        star = kind == NODE_STAR ? it : star;
    }
    return n == 1 ? star : 0;
}

/* True: there are arguments with names. */
static bool make_room(
    struct eval *e, struct frame *f, node_id first, struct list *positional, struct dict *keywords)
{
    bool named = false;
    for (node_id it = first; it; it = node_of(f, it)->next) {
        enum node_kind kind = (enum node_kind)node_of(f, it)->kind;
        named |= kind == NODE_KEYWORD || kind == NODE_DOUBLE_STAR;
        keywords->cap += kind == NODE_KEYWORD;
        positional->cap += kind != NODE_KEYWORD && kind != NODE_STAR && kind != NODE_DOUBLE_STAR;
    }
    if (positional->cap > 0) {
        positional->items = ARENA_MANY(e->arena, struct value, positional->cap);
    }
    if (keywords->cap > 0) {
        keywords->entries = ARENA_MANY(e->arena, struct entry, keywords->cap);
    }
    return named;
}

/* dict(a=1, ...) is most of a config: it needs no arguments in between. */
static bool is_plain_dict_call(struct frame *f, node_id callee, node_id first)
{
    const struct node *n = node_of(f, callee);
    if (n->kind != NODE_NAME || n->op != NAME_GLOBAL) {
        return false;
    }
    const struct string *name = tree_string(f->tree, n->data);
    if (name->n != 4 || memcmp(name->bytes, "dict", 4) != 0 || dict_find_string(f->globals, name)) {
        return false;
    }
    for (node_id it = first; it; it = node_of(f, it)->next) {
        if (node_of(f, it)->kind != NODE_KEYWORD) {
            return false;
        }
    }
    return true;
}

static bool plain_dict(
    struct eval *e, struct frame *f, node_id id, node_id first, struct value *out)
{
    struct dict *d = dict_new(e->arena, node_of(f, id)->n);
    for (node_id it = first; it; it = node_of(f, it)->next) {
        const struct node *n = node_of(f, it);
        struct value v, key = interp_at(f, it, value_of_string(tree_string(f->tree, n->data)));
        if (!interp_expression(e, f, n->child, &v)) {
            return false;
        }
        dict_set(e->arena, d, &key, key.s->hash, v);
    }
    *out = interp_at(f, id, value_of_dict(d));
    return true;
}

/* f(*unknown): it runs, but with which arguments is not known. */
static bool call_with_unknown(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out)
{
    struct list *all = interp_given(e, callee, args);
    *out = ops_unknown(e, "something unknown is unpacked into the arguments of a call");
    if (callee->kind == VALUE_TYPE) {
        return interp_builtin_done(e, NULL, callee, args, true, 0, true, out);
    }
    bool ours = callee->kind == VALUE_FUNCTION || callee->kind == VALUE_BUILTIN;
    return ours ? ops_doubt(e, all->items, all->n, *out) : ops_give(e, all->items, all->n);
}

bool interp_call(struct eval *e, struct frame *f, node_id id, struct value *out)
{
    node_id callee_node = node_of(f, id)->child, first = node_of(f, callee_node)->next;
    if (is_plain_dict_call(f, callee_node, first)) {
        return plain_dict(e, f, id, first, out);
    }
    struct value callee;
    if (!interp_expression(e, f, callee_node, &callee)) {
        return false;
    }
    struct list positional = {0}; /* what is called keeps the items, if anything */
    struct dict keywords = {0};
    bool named = make_room(e, f, first, &positional, &keywords);
    struct collected c = {.positional = &positional, .keywords = &keywords};
    struct value items;
    node_id lone = lone_star(f, first);
    if (!(lone ? interp_expression(e, f, child(f, lone, 0), &items)
               : collect(e, f, first, false, &c)) ||
        (named && !collect(e, f, first, true, &c)) || (lone && !unpack(e, f, lone, &c, &items))) {
        return false;
    }
    if (c.odd && !builtins_is_format(&callee)) { /* which never looks at them */
        return eval_raise(e, TYPE_TYPE_ERROR, "keywords must be strings");
    }
    struct arguments args = {.positional = c.positional->items,
        .n_positional = c.positional->n,
        .keywords = c.keywords->entries,
        .n_keywords = c.keywords->n,
        .tree = f->tree,
        .node = id};
    return c.unknown ? call_with_unknown(e, &callee, &args, out)
                     : eval_call(e, &callee, &args, out);
}
