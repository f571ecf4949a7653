/* Tries the ways to write each change, and takes the first that does exactly what was planned. */
#include "plan/rewrite.h"

#include "base/buf.h"
#include "config/compare.h"
#include "plan/edit.h"
#include "plan/text_diff.h"
#include "plan/variant.h"
#include "text/path.h"

struct rewriter {
    struct loader *loader;
    struct arena *a;
    const struct config *before; /* the config as it was */
    const struct change *changes;
    size_t n;
    const struct rewrite_options *options;
    struct value planned; /* the root with all changes made */
    str path;             /* of the file that is written */
    const struct config *now;
    str text; /* of the file so far */
    str why;  /* the first way's problem, for messages */
};

/* --- which differences are fine --- */

static const char *const CONSUMED[] = {"model", "data", "train_dataloader", "val_dataloader",
    "test_dataloader", "train_cfg", "val_cfg", "test_cfg", "optim_wrapper", "optimizer",
    "optimizer_config", "paramwise_cfg", "lr_config", "momentum_config", "param_scheduler",
    "runner", "total_epochs", "total_iters", "checkpoint_config", "log_config", "evaluation",
    "workflow", "fp16", "default_hooks", "custom_hooks", "env_cfg", "visualizer", "log_processor",
    "log_level", "load_from", "resume_from", "resume", "launcher", "work_dir", "default_scope",
    "randomness", "seed", "deterministic", "find_unused_parameters", "cudnn_benchmark",
    "dist_params", "sync_bn", "auto_scale_lr", "custom_imports", "val_evaluator", "test_evaluator",
    "strategy", "model_wrapper_cfg", "plugin", "plugin_dir", "compile", "cfg", NULL};

static bool is_consumed(const struct rewriter *r, str name)
{
    const struct list *list = r->options->consumed;
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (str_eq(value_str(&list->items[i]), name)) {
            return true;
        }
    }
    for (size_t i = 0; !list && CONSUMED[i]; i++) {
        if (str_is(name, CONSUMED[i])) {
            return true;
        }
    }
    return false;
}

static bool both_same(const struct value *a, const struct value *b)
{
    return a && b ? value_same(a, b) : !a && !b;
}

/* Is it the same piece of text that makes both values? */
static bool same_origin(const struct value *a, const struct value *b)
{
    return a && b && a->tree && a->tree == b->tree && a->node == b->node && a->node;
}

static str parent_of(str path)
{
    size_t dot = str_rfind_byte(path, '.');
    return dot == SIZE_MAX ? STR("") : str_slice(path, 0, dot);
}

/* Does one change explain the other, because both values are made by the same text? */
static bool goes_along(const struct rewriter *r, const struct difference *d, str path)
{
    const struct value *old = config_at(r->before, d->path);
    if (!both_same(d->new, value_at(&r->planned, path))) {
        return false;
    }
    return same_origin(old, config_at(r->before, path)) ||
           same_origin(
               config_at(r->before, parent_of(d->path)), config_at(r->before, parent_of(path)));
}

/* Is one path the other, or a part of it? */
static bool overlap(str a, str b)
{
    str shorter = a.n < b.n ? a : b, longer = a.n < b.n ? b : a;
    return str_starts(longer, shorter) && (longer.n == shorter.n || longer.p[shorter.n] == '.');
}

/*
 * A name that only stands for a part of the config changes along with the part: `batch_size = 4`
 * that a dict uses, `train_pipeline = [...]` that a data set uses.  And where such a name is what
 * is to be changed, so do the parts that use it.
 */
static bool is_companion(const struct rewriter *r, const struct difference *d)
{
    str rest, name = edit_head(d->path, &rest);
    bool consumed = is_consumed(r, name);
    for (size_t i = 0; i < r->n; i++) {
        if (overlap(d->path, r->changes[i].path)) {
            return false; /* it was planned, and came out otherwise */
        }
    }
    for (size_t i = 0; i < r->n; i++) {
        str planned = edit_head(r->changes[i].path, &rest);
        if ((!consumed || !is_consumed(r, planned)) && goes_along(r, d, r->changes[i].path)) {
            return true;
        }
    }
    return false;
}

/* Does `new` differ from `want` in nothing but what was planned anyhow? */
static bool is_as_planned(struct rewriter *r, const struct value *want, const struct value *new)
{
    struct differences found = {0};
    config_compare(r->a->owner, r->a, want, new, &found);
    VEC_EACH (const struct difference, d, &found.list) {
        const struct value *planned = value_at(&r->planned, d->path);
        if (!both_same(d->new, planned) && !is_companion(r, d)) {
            r->why = arena_printf(r->a, "would also change '%.*s'", STR_ARG(d->path));
            return false;
        }
    }
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

static bool try_text(
    struct rewriter *r, str text, const struct value *want, const struct config **out)
{
    struct diags *diags = diags_new(r->a->owner);
    const struct config *c = resolve_with(r, text, diags);
    if (c->failed) {
        str message = diags->list.n ? diags->list.items[0].message : STR("");
        r->why = arena_printf(r->a, "would not load: %.*s", STR_ARG(message));
        return false;
    }
    if (c->dialect != r->before->dialect) {
        r->why = arena_printf(r->a, "would make it a config of %s", dialect_name(c->dialect));
        return false;
    }
    *out = c;
    return is_as_planned(r, want, &c->root);
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
        const struct config *config = NULL;
        str text;
        if (!edits_apply(r->a, t.source, &c->edits, &text)) {
            continue;
        }
        made = try_text(r, text, want, &config);
        if (made) {
            r->text = text;
            r->now = config;
        } else if (i == 0) {
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
               : STR("its path leads through something that has no such part");
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

static bool make_all(struct rewriter *r, struct diags *diags)
{
    struct value want = r->before->root;
    for (size_t i = 0; i < r->n; i++) {
        const struct change *c = &r->changes[i];
        str why;
        value_put(r->a, &want, c->path, c->deletes ? NULL : &c->value);
        if (!is_made(r, c) && !make_change(r, c, &want, &why)) {
            refuse(r, diags, c, why);
            return false;
        }
    }
    return true;
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

bool rewrite(struct loader *l, struct arena *a, const struct config *c,
    const struct change *changes, size_t n, const struct rewrite_options *options,
    struct rewritten *out, struct diags *diags)
{
    static const struct rewrite_options defaults;
    struct rewriter r = {.loader = l,
        .a = a,
        .before = c,
        .changes = changes,
        .n = n,
        .options = options ? options : &defaults,
        .now = c};
    if (c->failed || !c->source) {
        return false;
    }
    r.path = r.options->target.n ? r.options->target : c->source->absolute;
    r.text = c->source->bytes;
    if (!plan_all(&r, diags)) {
        return false;
    }
    if (r.options->variant.n) {
        str why;
        r.path = r.options->variant;
        if (!variant_start(a, c, r.path, &r.text, &why) ||
            !try_text(&r, r.text, &c->root, &r.now)) {
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
    finish(&r, out);
    return true;
}
