/* From a config part, dict(type='ResNet', depth=50), to a module: finds its description and calls
 * it. */
#include "model/context.h"

#include "eval/ops.h"
#include "text/path.h"

#include <stdlib.h>

/* Keys of a config part that say how it is built or initialized, not what it is. */
static bool is_ignored_key(str key)
{
    return STR_IS_ANY(key, "type", "_scope_", "_delete_", "init_cfg", "pretrained");
}

/* "mmdet.ResNet" is scope and name. */
static void split_scope(str *type, str *scope)
{
    str rest, first = dotted_head(*type, &rest);
    if (first.n < type->n) {
        *scope = first;
        *type = dotted_last(*type);
    }
}

static const struct declaration *find_in(
    struct model_context *x, enum library_kind kind, str project, str type)
{
    struct arena *a = x->graph->arena;
    str name = arena_printf(a, "%.*s.%.*s", STR_ARG(project), STR_ARG(type));
    return library_find(x->library, kind, name, x->diags);
}

const struct declaration *context_find(
    struct model_context *x, enum library_kind kind, str scope, str type)
{
    split_scope(&type, &scope);
    const struct declaration *d = find_in(x, kind, scope, type);
    const struct entry *newer = d ? NULL : dict_find_str(x->older, scope);
    if (newer) {
        d = find_in(x, kind, value_str(&newer->value), type);
    }
    if (!d) {
        d = library_find(x->library, kind, type, x->diags);
    }
    if (!d && !str_eq(scope, x->scope)) { /* of a package that nobody knows: a copy, most often */
        d = find_in(x, kind, x->scope, type);
    }
    for (uint32_t i = 0; !d && i < x->parents->n; i++) {
        d = find_in(x, kind, value_str(&x->parents->items[i]), type);
    }
    return d;
}

/* Does the description take an argument of this name? */
static bool takes(const struct function_value *fn, str name)
{
    EACH_CHILD (fn->tree, tree_child(fn->tree, fn->def->node, 0), it) {
        const struct node *p = tree_node(fn->tree, it);
        if (p->op == PARAM_KWARGS || str_eq(string_str(tree_string(fn->tree, p->data)), name)) {
            return true;
        }
    }
    return false;
}

const struct config_part *context_enter(struct model_context *x, const struct value *type)
{
    struct config_part *p = ARENA_NEW(x->graph->arena, struct config_part);
    *p = (struct config_part){*type, x->part};
    x->part = p;
    return p->outer;
}

/* Notes what is known of it. */
static void stopped(struct model_context *x, struct unknown_type *u, const struct exception *raised,
    const struct list *missing)
{
    if (u) {
        u->raised = raised;
        u->missing = missing;
        u->mismatch = x->graph->mismatch;
        u->part = x->part;
        u->ops = (uint32_t)x->graph->ops.n;
        u->modules = (uint32_t)x->graph->modules.n;
    }
    x->graph->mismatch = (struct mismatch){0};
}

/* " at modules/x.star:12", where that is in a description. */
static const char *stopped_at(struct eval *e)
{
    struct loc at = e->raised->tree && e->raised->node ? tree_loc(e->raised->tree, e->raised->node)
                                                       : (struct loc){0};
    if (!at.source || !str_is(path_extension(at.source->path), ".star")) {
        return "";
    }
    uint32_t line = source_line_of(at.source, at.span.start);
    return arena_printf(e->arena, " at %.*s:%u", STR_ARG(at.source->path), line).p;
}

/* The user's words for arguments that the description has to have, and the config does not. */
static str lacks(struct eval *e, str type, const struct list *missing)
{
    struct buf b = buf_make(e->arena->owner);
    for (uint32_t i = 0; i < missing->n; i++) {
        buf_printf(&b, "%s%.*s",
            i == 0               ? ""
            : i + 1 < missing->n ? ", "
                                 : " and ",
            STR_ARG(value_str(&missing->items[i])));
    }
    str reason = arena_printf(e->arena,
        "the config gives it no %.*s, which the %.*s that is described needs: the project's class "
        "of that name may be another one",
        STR_ARG(buf_str(&b)), STR_ARG(type));
    buf_free(&b);
    return reason;
}

/* Of the arguments that a call has too few of those that are the config's: it is given them, or
 * hands them on.  NULL: there are none. */
static const struct list *not_given(const struct exception *x, const struct function *build)
{
    bool call = x->tree && x->node && tree_node(x->tree, x->node)->kind == NODE_CALL;
    bool own = build && (x->lacking == build || (call && tree_call_hands_on(x->tree, x->node)));
    return own ? x->missing : NULL;
}

static str reason_of(struct eval *e, str type, const struct list *missing)
{
    if (missing) {
        return lacks(e, type, missing);
    }
    bool is_key = e->raised->type->id == TYPE_KEY_ERROR; /* its message is the key alone */
    str why = eval_exception_message(e->arena, e->raised);
    return arena_printf(e->arena, "its description stopped%s: %s%.*s", stopped_at(e),
        is_key ? "there is no " : "", STR_ARG(why));
}

bool build_give_up(struct eval *e, str type, const struct function *build, const struct value *at,
    struct value *out)
{
    struct model_context *x = context_of(e);
    if (e->raised->type->id == TYPE_LIMIT) {
        if (!x->too_much.node && at->node) {
            x->too_much = *at;
            x->too_much_type = type;
        }
        return false;
    }
    if (context_unknowns(x) > 0) {
        context_note_unknown(x);
    }
    const struct list *missing = not_given(e->raised, build);
    str reason = reason_of(e, type, missing);
    stopped(x, graph_unknown_type(x->graph, type, STR(""), *at, reason.p), e->raised, missing);
    if (x->graph->options.brief) {
        return false;
    }
    e->raised = NULL;
    *out =
        value_unknown(e->arena, at->tree, at->node, "'%.*s': %.*s", STR_ARG(type), STR_ARG(reason));
    return true;
}

/* The project whose type it is: that of the class, of the dict, or of what builds it. */
static str scope_of(const struct model_context *x, const struct dict *cfg, const struct value *type)
{
    const struct value *own = dict_get(cfg, "_scope_");
    if (own && own->kind == VALUE_STRING) {
        return value_str(own);
    }
    return type->kind == VALUE_LAZY ? dotted_first(type->lazy->module) : x->scope;
}

/* What the function takes of the caller's defaults and the config's own. */
static struct dict *keywords_of(struct eval *e, const struct function_value *fn,
    const struct dict *cfg, const struct arguments *args)
{
    struct dict *keywords = dict_new(e->arena, cfg->n + args->n_keywords);
    for (uint32_t i = 0; i < args->n_keywords + cfg->n; i++) {
        bool own = i >= args->n_keywords;
        const struct entry *k = own ? &cfg->entries[i - args->n_keywords] : &args->keywords[i];
        str key = value_str(&k->key);
        if (!(own && is_ignored_key(key)) && takes(fn, key)) {
            dict_set(e->arena, keywords, &k->key, k->hash, k->value);
        }
    }
    return keywords;
}

/* Calls what builds it, inside of the part that it is. */
static bool call_build(struct eval *e, const struct value *make, const struct arguments *args,
    str type, const struct value *at, struct value *out, bool *made)
{
    struct model_context *x = context_of(e);
    struct frame *frame = e->frame;
    e->frame = NULL;
    const struct config_part *outer = context_enter(x, at);
    uint64_t before = context_unknowns(x);
    *made = eval_call(e, make, args, out);
    if (*made && before != context_unknowns(x)) {
        context_note_unknown(x);
    }
    e->frame = frame;
    const struct function *build = make->kind == VALUE_FUNCTION ? make->function->def : NULL;
    bool good = *made || build_give_up(e, type, build, at, out);
    x->part = outer;
    return good;
}

bool build_module(
    struct eval *e, const struct value *cfg, const struct arguments *args, struct value *out)
{
    struct model_context *x = context_of(e);
    struct graph *g = x->graph;
    if (value_is_none(cfg) || value_is_unknown(cfg)) {
        *out = *cfg;
        if (value_is_unknown(cfg)) {
            context_note_unknown(x);
        }
        return true;
    }
    const struct value *t = cfg->kind == VALUE_DICT ? dict_get(cfg->dict, "type") : NULL;
    str type = t && t->kind == VALUE_LAZY ? t->lazy->name : t ? value_str(t) : STR("");
    if (type.n == 0) {
        eval_raise(e, TYPE_TYPE_ERROR, "build() takes a dict with a type");
        return eval_about(e, t ? t : cfg);
    }
    str scope = scope_of(x, cfg->dict, t), outer_scope = x->scope;
    split_scope(&type, &scope);
    const struct declaration *d = context_find(x, LIBRARY_module, scope, type);
    const struct value *make = d ? declaration_get(d, "build") : NULL;
    if (!make || make->kind != VALUE_FUNCTION) {
        graph_unknown_type(g, type, STR(""), *t,
            d ? "its description has no function `build`" : "there is no description of it");
        *out = value_unknown(e->arena, t->tree, t->node, "'%.*s' is not described", STR_ARG(type));
        return true;
    }
    const struct dict *keywords = keywords_of(e, make->function, cfg->dict, args);
    struct arguments all = {.keywords = keywords->entries,
        .n_keywords = keywords->n,
        .tree = args->tree,
        .node = args->node};
    if (!str_starts(d->name, arena_printf(e->arena, "%.*s.", STR_ARG(outer_scope)))) {
        x->scope = scope;
    }
    bool made;
    bool good = call_build(e, make, &all, type, t, out, &made);
    x->scope = outer_scope;
    if (!made) {
        return good;
    }
    g->known_types++;
    vec_push(g, &g->built, d->name);
    if (out->kind == VALUE_OBJECT && out->object->class_ == &MODULE_CLASS) {
        struct graph_module *row = &g->modules.items[((struct module_object *)out->object)->id];
        row->tree = t->tree; /* descriptions copy dicts; the type's own place stays */
        row->node = t->node;
    }
    return true;
}
