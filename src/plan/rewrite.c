/* Tries the ways to write each change, and takes the first that does exactly what was planned. */
#include "plan/rewrite.h"

#include <math.h>

#include "base/buf.h"
#include "config/compare.h"
#include "config/dialect/dialect.h"
#include "plan/edit.h"
#include "plan/text_diff.h"
#include "text/path.h"

struct rewriter {
    struct loader *loader;
    struct arena *a;
    const struct config *before; /* the config as it was */
    const struct change *changes;
    size_t n;
    const struct rewrite_options *options;
    const struct list *consumed; /* by the options, or by some script */
    struct value planned;        /* the root with all changes made */
    str path;                    /* of the file that is written */
    const struct config *now;
    str text;                 /* of the file so far */
    str why;                  /* the first way's problem, for messages */
    struct differences along; /* besides what is planned; those of `now` */
};

/* --- which differences are fine --- */

static bool both_same(const struct value *a, const struct value *b)
{
    return a && b ? value_same(a, b) : !a && !b;
}

/* Is it the same piece of text that makes both values? */
static bool same_origin(const struct value *a, const struct value *b)
{
    return a && b && a->tree && a->tree == b->tree && a->node == b->node && a->node;
}

/* Does one change explain the other, because the same text makes one value of both? */
static bool goes_along(const struct rewriter *r, const struct difference *d, str path)
{
    const struct value *old = config_at(r->before, d->path);
    const struct value *other = config_at(r->before, path);
    if (!both_same(old, other) || !both_same(d->new, value_at(&r->planned, path))) {
        return false;
    }
    return same_origin(old, other) || same_origin(config_at(r->before, dotted_parent(d->path)),
                                          config_at(r->before, dotted_parent(path)));
}

/* Is one path the other, or a part of it? */
static bool overlap(str a, str b)
{
    str shorter = a.n < b.n ? a : b, longer = a.n < b.n ? b : a;
    return str_starts(longer, shorter) && (longer.n == shorter.n || longer.p[shorter.n] == '.');
}

/*
 * A name that only stands for a part of the config may change along with the part: `batch_size = 4`
 * that a dict uses, `train_pipeline = [...]` that a data set uses.  And where such a name is what
 * is to be changed, so may the parts that use it.
 */
static bool is_companion(const struct rewriter *r, const struct difference *d)
{
    str rest, name = dotted_head(d->path, &rest);
    bool consumed = list_has_word(r->consumed, name);
    bool known = r->options->consumed && rest.n == 0; /* a name that nobody reads */
    for (size_t i = 0; i < r->n; i++) {
        if (overlap(d->path, r->changes[i].path)) {
            return false; /* it was planned, and came out otherwise */
        }
    }
    if ((known && !consumed) || str_eq(d->path, r->options->follows)) {
        return true;
    }
    for (size_t i = 0; i < r->n; i++) {
        str planned = dotted_head(r->changes[i].path, &rest);
        if ((!consumed || !list_has_word(r->consumed, planned)) &&
            goes_along(r, d, r->changes[i].path)) {
            return true;
        }
    }
    return false;
}

/* Does `new` differ from `want` in nothing but what was planned anyhow?  Else `along` has the rest.
 */
static bool is_as_planned(struct rewriter *r, const struct value *want, const struct value *new,
    struct differences *along)
{
    config_compare_planned(r->a->owner, r->a, want, new, &r->planned, along);
    VEC_EACH (const struct difference, d, &along->list) {
        if (!r->options->along || !is_companion(r, d)) {
            bool allowed = !r->options->along && is_companion(r, d);
            r->why = arena_printf(r->a, "would also change '%.*s'%s", STR_ARG(d->path),
                allowed ? ", which --along allows" : "");
            return false;
        }
    }
    return true;
}

/* Is there a value that nobody can tell, made by this text?  By any, with NULL. */
static bool has_unknown(const struct value *v, const struct tree *tree, uint32_t depth)
{
    bool found = v->kind == VALUE_UNKNOWN && (!tree || v->tree == tree || v->unknown->tree == tree);
    for (uint32_t i = 0; depth > 0 && !found && v->kind == VALUE_DICT && i < v->dict->n; i++) {
        found = has_unknown(&v->dict->entries[i].value, tree, depth - 1);
    }
    for (uint32_t i = 0; depth > 0 && !found && value_is_sequence(v) && i < v->list->n; i++) {
        found = has_unknown(&v->list->items[i], tree, depth - 1);
    }
    return found;
}

/*
 * Could the new text change what nobody can tell?  A statement behind all others does not.  Bases
 * do not see what inherits from them, unless expressions see the config as it comes out.
 */
static bool is_doubtful(struct rewriter *r, str text, const struct config *new)
{
    bool anywhere = r->options->target.n > 0 || new->dialect->opens;
    if (!has_unknown(&new->root, anywhere ? NULL : new->tree, VALUE_DEPTH) ||
        (str_starts(text, r->text) && (!anywhere || text.n == r->text.n))) {
        return false;
    }
    r->why = STR("could change a value that is not known, too");
    return true;
}

/* --- trying --- */

static const struct config *resolve_with(struct rewriter *r, str text, struct diags *diags)
{
    struct config_options *o = ARENA_NEW(r->a, struct config_options);
    *o = *r->before->options;
    o->replaced_path = r->path;
    o->replaced_text = text;
    o->store = r->before->store;
    str path = r->options->variant.n ? r->path : r->before->path;
    return config_resolve(r->loader, r->a, path, o, diags);
}

/* The config becomes that of `text`, if it is as planned. */
static bool try_text(struct rewriter *r, str text, const struct value *want)
{
    struct differences along = {0};
    struct diags *diags = diags_new(r->a->owner);
    const struct config *c = resolve_with(r, text, diags);
    if (c->failed) {
        str message = diags->list.n ? diags->list.items[0].message : STR("");
        r->why = arena_printf(r->a, "would not load: %.*s", STR_ARG(message));
        return false;
    }
    if (c->dialect != r->before->dialect) {
        r->why = arena_printf(r->a, "would make it a config of %s", c->dialect->name);
        return false;
    }
    if (!is_as_planned(r, want, &c->root, &along) || is_doubtful(r, text, c)) {
        return false;
    }
    r->text = text;
    r->now = c;
    r->along = along;
    return true;
}

static bool is_made(const struct rewriter *r, const struct change *c)
{
    const struct value *v = config_at(r->now, c->path);
    return both_same(v, c->deletes ? NULL : &c->value);
}

/* The file to change, as a part of the config that is resolved now. */
static bool open_file(struct rewriter *r, struct target *t)
{
    if (r->now->source && str_eq(r->now->source->absolute, r->path)) {
        return target_open(t, r->a, r->now, r->now->tree, r->now->source);
    }
    VEC_EACH (const struct config_file, f, &r->now->files) {
        if (str_eq(f->source->absolute, r->path)) {
            return target_open(t, r->a, r->now, f->tree, f->source);
        }
    }
    return false;
}

static bool make_change(
    struct rewriter *r, const struct change *change, const struct value *want, str *why)
{
    struct target t;
    struct candidates candidates = {0};
    if (!open_file(r, &t)) {
        *why = STR("the file cannot be read as a part of this config");
        return false;
    }
    edit_candidates(&t, change, &candidates);
    bool made = false;
    *why = STR("there is no place in this file where it could be written");
    for (size_t i = 0; i < candidates.list.n && !made; i++) {
        const struct candidate *c = &candidates.list.items[i];
        str text;
        if (!edits_apply(r->a, t.source, &c->edits, &text)) {
            continue;
        }
        made = try_text(r, text, want);
        if (!made && i == 0) {
            *why = arena_printf(r->a, "%s %.*s", c->what, STR_ARG(r->why));
        }
    }
    target_close(&t);
    return made;
}

/* --- all changes --- */

static void refuse(struct rewriter *r, struct diags *diags, const struct change *c, str why)
{
    struct diag *d =
        diags_add(diags, "PLN001", SEVERITY_ERROR, (struct loc){0}, "'%.*s' cannot be %s: %.*s",
            STR_ARG(c->path), c->deletes ? "deleted" : "changed", STR_ARG(why));
    d->subject = arena_str(diags->arena, r->before->path);
    d->key = arena_str(diags->arena, c->path);
    d->fatal = true;
}

/* Why the path of a change cannot be followed. */
static str no_way(struct rewriter *r, const struct change *c)
{
    size_t dot = str_find_last(c->path, STR("."));
    const struct value *list =
        dot == SIZE_MAX ? NULL : config_at(r->before, str_slice(c->path, 0, dot));
    return c->deletes && list && value_is_sequence(list) && config_at(r->before, c->path)
               ? STR("an item of a list has no key to take out; set the whole list instead")
               : STR("its path leads through something that has no such part, or whose key of that "
                     "name is "
                     "no string");
}

static bool plan_all(struct rewriter *r, struct diags *diags)
{
    r->planned = r->before->root;
    for (size_t i = 0; i < r->n; i++) {
        const struct change *c = &r->changes[i];
        bool there = config_at(r->before, c->path) != NULL;
        if (!value_put(r->a, &r->planned, c->path, c->deletes ? NULL : &c->value) &&
            !(c->deletes && !there)) {
            refuse(r, diags, c, no_way(r, c));
            return false;
        }
    }
    return true;
}

enum {
    MOST_NAMES = 16 /* that are tried */
};

/* Does the text make exactly this of what it computes?  With NULL, it need not. */
static bool makes(struct rewriter *r, str text, const struct change *exact)
{
    const struct config *made = exact ? resolve_with(r, text, diags_new(r->a->owner)) : NULL;
    return !made || (!made->failed && both_same(&exact->value, config_at(made, exact->path)));
}

/* The numbers at the top of the file that others are computed from: all at once, or none. */
static void try_names(struct rewriter *r)
{
    struct target t;
    struct candidate c;
    str text;
    if (!r->options->along || r->options->variant.n > 0 || !open_file(r, &t)) {
        return;
    }
    bool made = false;
    for (uint32_t i = 0; i <= MOST_NAMES && !made; i++) {
        const struct change *exact = i ? edit_computed(&t, r->changes, r->n) : NULL;
        made = edit_names(&t, r->changes, r->n, i, &c) &&
               edits_apply(r->a, t.source, &c.edits, &text) && makes(r, text, exact) &&
               try_text(r, text, &r->before->root);
    }
    target_close(&t);
}

/* Of two changes one of which is inside of the other the first is made first. */
static bool are_apart(const struct rewriter *r)
{
    for (size_t i = 0; i < r->n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (overlap(r->changes[i].path, r->changes[k].path)) {
                return false;
            }
        }
    }
    return true;
}

/* Does it change what the file says?  The only key of a dict is taken out when another is there:
 * how its brackets stand says how that is written. */
static bool is_there(const struct rewriter *r, const struct change *c)
{
    const struct entry *e = entry_at(&r->before->root, c->path);
    const struct value *around = value_at(&r->before->root, dotted_parent(c->path));
    bool only = c->deletes && around && around->kind == VALUE_DICT && around->dict->n == 1;
    return e && e->key.tree && str_eq(e->key.tree->source->absolute, r->path) && !only;
}

/* In the order in which they are made: what is added is aligned with what it stands beside when all
 * else is as it will be. */
static const struct change **in_order(const struct rewriter *r)
{
    const struct change **all = ARENA_MANY(r->a, const struct change *, r->n);
    bool apart = are_apart(r);
    size_t n = 0;
    for (int later = 0; later < 2; later++) {
        for (size_t i = 0; i < r->n; i++) {
            if (later == (apart && !is_there(r, &r->changes[i]))) {
                all[n++] = &r->changes[i];
            }
        }
    }
    return all;
}

static bool make_all(struct rewriter *r, struct diags *diags)
{
    struct value want = r->before->root;
    const struct change **all = in_order(r);
    try_names(r);
    for (size_t i = 0; i < r->n; i++) {
        const struct change *c = all[i];
        str why = STR("");
        value_put(r->a, &want, c->path, c->deletes ? NULL : &c->value);
        if (!is_made(r, c) && !make_change(r, c, &want, &why)) {
            refuse(r, diags, c, why);
            return false;
        }
    }
    return true;
}

/* --- what the config computes --- */

static bool as_number(const struct value *v, double *out)
{
    *out = v->kind == VALUE_FLOAT ? v->f : value_is_int(v) ? (double)value_as_int(v) : NAN;
    return !isnan(*out);
}

/* Nearly what is planned: a hundredth more or less, or one of at least 20. */
static bool is_near(const struct value *planned, const struct value *derived)
{
    double want, got;
    bool lists = value_is_sequence(planned) && value_is_sequence(derived);
    for (uint32_t i = 0; lists && i < planned->list->n; i++) {
        lists = planned->list->n == derived->list->n &&
                is_near(&planned->list->items[i], &derived->list->items[i]);
    }
    if (lists) {
        return true;
    }
    return planned->kind == derived->kind && as_number(planned, &want) &&
           as_number(derived, &got) &&
           (fabs(want - got) <= 0.01 * fabs(want) ||
               (value_is_int(planned) && fabs(want) >= 20 && fabs(want - got) <= 1));
}

/* Takes over what the text makes of the changed names; false when that is not what is planned.
 * `exact`: what has to be exactly that; may be NULL. */
static bool take_derived(const struct rewriter *r, const struct config *made,
    const struct change *exact, struct change *changes)
{
    if (exact && !both_same(&exact->value, config_at(made, exact->path))) {
        return false;
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct value *old = config_at(r->before, changes[i].path);
        const struct value *derived = config_at(made, changes[i].path);
        bool moved = !both_same(old, derived);
        if (moved && (!derived || changes[i].deletes || !is_near(&changes[i].value, derived))) {
            return false;
        }
        changes[i].value = moved ? *derived : changes[i].value;
    }
    return true;
}

static struct rewriter rewriter_for(struct loader *l, struct arena *a, const struct config *c,
    const struct change *changes, size_t n, const struct rewrite_options *options)
{
    const struct list *read =
        library_words(loader_library(l), STR("settings/keys.star"), "READ", diags_new(a->owner));
    return (struct rewriter){.loader = l,
        .a = a,
        .before = c,
        .changes = changes,
        .n = n,
        .options = options,
        .consumed = options->consumed ? options->consumed : read,
        .path = options->target.n ? options->target : c->source->absolute,
        .now = c};
}

static bool try_derived(
    struct rewriter *r, const struct candidate *names, const struct change *exact, struct target *t)
{
    struct changes *taken = changes_new(r->a);
    str text;
    if (!edits_apply(r->a, t->source, &names->edits, &text)) {
        return false;
    }
    const struct config *made = resolve_with(r, text, diags_new(r->a->owner));
    for (size_t i = 0; i < r->n; i++) {
        vec_push(r->a->owner, &taken->list, r->changes[i]);
    }
    if (made->failed || !take_derived(r, made, exact, taken->list.items)) {
        return false;
    }
    const struct change *planned = r->changes;
    r->changes = taken->list.items;
    bool good = plan_all(r, diags_new(r->a->owner)) && try_text(r, text, &r->before->root);
    r->changes = good ? r->changes : planned;
    return good;
}

bool rewrite_derived(struct loader *l, struct arena *a, const struct config *c,
    struct change *changes, size_t n, const struct rewrite_options *options)
{
    struct rewriter r = rewriter_for(l, a, c, changes, n, options);
    struct target t;
    struct candidate names;
    bool good = false;
    if (options->variant.n > 0 || !open_file(&r, &t)) {
        return false;
    }
    for (uint32_t i = 0; i <= MOST_NAMES && !good; i++) {
        const struct change *exact = i ? edit_computed(&t, changes, n) : NULL;
        good = edit_names(&t, changes, n, i, &names) && try_derived(&r, &names, exact, &t);
    }
    for (size_t i = 0; i < n; i++) {
        changes[i] = r.changes[i];
    }
    target_close(&t);
    return good;
}

/* --- what is worth knowing of the result --- */

static struct diag *note(
    struct rewriter *r, struct diags *diags, const char *code, str path, str what)
{
    struct diag *d = diags_add(
        diags, code, SEVERITY_INFO, (struct loc){0}, "'%.*s' %.*s", STR_ARG(path), STR_ARG(what));
    d->subject = arena_str(diags->arena, r->before->path);
    d->key = arena_str(diags->arena, path);
    return d;
}

static void tell_along(struct rewriter *r, struct diags *diags)
{
    VEC_EACH (const struct difference, d, &r->along.list) {
        note(r, diags, "PLN005", d->path, STR("changes along: the same text makes it"));
    }
}

/* What else the text of a value has made, and stays. */
struct uses {
    const struct value *like;
    str first;
    size_t n;
};

static bool is_touched(const struct rewriter *r, str path)
{
    for (size_t i = 0; i < r->n; i++) {
        if (overlap(path, r->changes[i].path)) {
            return true;
        }
    }
    return !both_same(config_at(r->before, path), config_at(r->now, path));
}

static void find_uses(
    struct rewriter *r, struct uses *u, const struct value *v, str path, uint32_t depth)
{
    if (path.n > 0 && same_origin(v, u->like)) {
        if (!is_touched(r, path) && u->n++ == 0) {
            u->first = path;
        }
        return;
    }
    for (uint32_t i = 0; depth > 0 && v->kind == VALUE_DICT && i < v->dict->n; i++) {
        const struct entry *e = &v->dict->entries[i];
        str name = value_str(&e->key);
        if (name.n > 0 && (path.n > 0 || list_has_word(r->consumed, name))) {
            str dot = path.n ? STR(".") : STR("");
            str below = arena_concat(r->a, arena_concat(r->a, path, dot), name);
            find_uses(r, u, &e->value, below, depth - 1);
        }
    }
    for (uint32_t i = 0; depth > 0 && value_is_sequence(v) && i < v->list->n; i++) {
        str below = arena_printf(r->a, "%.*s.%u", STR_ARG(path), i);
        find_uses(r, u, &v->list->items[i], below, depth - 1);
    }
}

/* Where that surprises: what is asked for is a name that nothing reads, or stands in a base. */
static void tell_left(struct rewriter *r, struct diags *diags)
{
    for (size_t i = 0; i < r->n && !r->options->along; i++) {
        str rest, name = dotted_head(r->changes[i].path, &rest);
        struct uses u = {.like = config_at(r->before, r->changes[i].path)};
        if (u.like && u.like->node &&
            (!list_has_word(r->consumed, name) || r->options->target.n > 0)) {
            find_uses(r, &u, &r->before->root, STR(""), VALUE_DEPTH);
        }
        if (u.n > 0) {
            str more =
                u.n > 1 ? arena_printf(r->a, "and %zu more values stay", u.n - 1) : STR("stays");
            struct diag *d = note(r, diags, "PLN006", u.first,
                arena_printf(r->a, "%.*s as before, though the same text has made %s",
                    STR_ARG(more), u.n > 1 ? "them" : "it"));
            diag_help(diags, d,
                "name it, too, to change both; --along changes a name with what it "
                "stands for");
        }
    }
}

static void finish(struct rewriter *r, struct rewritten *out)
{
    *out = (struct rewritten){.path = r->path, .text = r->text, .config = r->now};
    if (r->options->variant.n == 0) {
        VEC_EACH (const struct config_file, f, &r->before->files) {
            if (str_eq(f->source->absolute, r->path)) {
                out->source = f->source;
            }
        }
    }
    if (out->source) {
        text_diff_edits(r->a, out->source, r->text, &out->edits);
    }
}

/* Comments of the old text that the new one may belie. */
static void tell_comments(struct rewriter *r, const struct rewritten *w, struct diags *diags)
{
    struct target t;
    r->now = r->before;
    if (r->options->along && w->source && open_file(r, &t)) {
        if (t.syntax == WRITE_PYTHON) {
            edit_comments(&t, &w->edits, diags);
        }
        target_close(&t);
    }
}

bool rewrite(struct loader *l, struct arena *a, const struct config *c,
    const struct change *changes, size_t n, const struct rewrite_options *options,
    struct rewritten *out, struct diags *diags)
{
    static const struct rewrite_options defaults;
    if (c->failed || !c->source) {
        return false;
    }
    struct rewriter r = rewriter_for(l, a, c, changes, n, options ? options : &defaults);
    r.text = c->source->bytes;
    if (!plan_all(&r, diags)) {
        return false;
    }
    if (r.options->variant.n) {
        bool can = c->dialect->variant;
        str why = can ? STR("") : STR("its dialect does not say how");
        r.path = r.options->variant;
        if (!can || !c->dialect->variant(a, c, r.path, &r.text, &why) ||
            !try_text(&r, r.text, &c->root)) {
            struct diag *d = diags_add(diags, "PLN002", SEVERITY_ERROR, (struct loc){0},
                "no file at '%.*s' can inherit from this config: %.*s", STR_ARG(r.path),
                STR_ARG(why.n ? why : r.why));
            d->subject = arena_str(diags->arena, c->path);
            d->fatal = true;
            return false;
        }
    } else if (r.options->target.n) {
        VEC_EACH (const struct config_file, f, &c->files) {
            r.text = str_eq(f->source->absolute, r.path) ? f->source->bytes : r.text;
        }
    }
    if (!make_all(&r, diags)) {
        return false;
    }
    tell_along(&r, diags);
    tell_left(&r, diags);
    finish(&r, out);
    tell_comments(&r, out, diags);
    return true;
}
