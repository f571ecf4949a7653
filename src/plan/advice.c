#include "plan/advice.h"

#include <stdlib.h>

#include "base/parallel.h"

/* A change that may save memory, and the estimate with it. */
struct candidate {
    str what;
    struct changes *changes;
    struct settings *settings;
    struct estimate_options options;
    void *ctx; /* of the estimate */
    struct estimate *estimate;
    bool recorded;
};

struct adviser {
    void *ctx;
    struct arena *a;
    struct settings *s;
    const struct estimate_options *o;
    const struct estimate *now;
    VEC(struct candidate) candidates;
    struct diags *diags;
};

/* Less than this is not worth a line. */
static const int64_t LEAST_SAVING = 8 << 20;

static void try_changes(struct adviser *x, str what, int64_t batch, struct changes *changes)
{
    struct candidate c = {.what = what, .changes = changes, .options = *x->o};
    c.settings = changes->list.n > 0 ? settings_with(x->s, changes) : x->s;
    c.options.expected_only = true;
    c.options.batch = batch;
    c.options.like = x->now->graph;
    c.ctx = mem_context(x->ctx);
    c.estimate = estimate_prepare(c.ctx, arena_new(c.ctx), c.settings, &c.options, x->diags);
    vec_push(x->ctx, &x->candidates, c);
}

/* What is wrong with the model has been said by the estimate of the settings as they are. */
static void record(void *data, uint32_t i)
{
    struct candidate *c = &((struct adviser *)data)->candidates.items[i];
    void *ctx = mem_context(NULL);
    struct estimate_options o = c->options;
    c->recorded = estimate_record(c->estimate, arena_new(ctx), c->settings, &o, diags_new(ctx));
    talloc_free(ctx);
}

static void try_batch(struct adviser *x, int64_t batch)
{
    struct changes *c = changes_new(x->a);
    if (settings_change(x->s, "batch", value_int(batch), c, NULL)) {
        try_changes(x,
            arena_printf(
                x->a, "batch %lld instead of %lld", (long long)batch, (long long)x->now->batch),
            batch, c);
    }
}

static void try_setting(struct adviser *x, const char *name, struct value v, str what)
{
    struct changes *c = changes_new(x->a);
    if (settings_change(x->s, name, v, c, NULL)) {
        try_changes(x, what, x->now->batch, c);
    }
}

/* What the profile makes smaller, and advises. */
static void try_repairs(struct adviser *x)
{
    const struct list *rows = settings_repairs(x->s);
    for (uint32_t i = 0; rows && i < rows->n; i++) {
        const struct value *what = dict_get(rows->items[i].dict, "advice");
        struct changes *c = changes_new(x->a);
        str reason;
        if (what && settings_repair(x->s, &rows->items[i], c, &reason)) {
            try_changes(x, value_str(what), x->now->batch, c);
        }
    }
}

static int by_saving(const void *left, const void *right)
{
    const struct advice *a = left, *b = right;
    return a->saved_bytes < b->saved_bytes ? 1 : a->saved_bytes > b->saved_bytes ? -1 : 0;
}

void advice_find(void *talloc_ctx, struct arena *a, struct settings *s,
    const struct estimate_options *o, const struct estimate *now, struct advices *out,
    struct diags *diags)
{
    void *ctx = mem_context(NULL);
    struct adviser x = {.ctx = ctx, .a = a, .s = s, .o = o, .now = now, .diags = diags};
    if (now->batch > 1) {
        try_batch(&x, now->batch - 1);
    }
    if (now->batch > 3) {
        try_batch(&x, now->batch / 2);
    }
    if (now->regime.half == DTYPE_F32 && !now->regime.half_model) {
        try_setting(&x, "precision", value_string(a, STR("fp16")), STR("mixed precision (fp16)"));
    }
    const struct setting *cp = settings_get(s, "checkpointing");
    if (!(cp->state == SETTING_KNOWN && value_truth(&cp->value))) {
        try_setting(
            &x, "checkpointing", value_bool(true), STR("checkpointing of the backbone (with_cp)"));
    }
    try_repairs(&x);
    uint64_t affordable = library_limits(settings_library(s))->search_ops / graph_work(now->graph);
    x.candidates.n = x.candidates.n < affordable ? x.candidates.n : affordable;
    parallel_each((uint32_t)x.candidates.n,
        o->threads > 1 && now->graph->ops.n <= LARGE_STEP ? o->threads : 1, record, &x);
    VEC_EACH (struct candidate, c, &x.candidates) {
        int64_t saved = (int64_t)now->used.expected - (int64_t)c->estimate->used.expected;
        if (c->recorded && saved >= LEAST_SAVING) {
            vec_push(talloc_ctx, &out->list,
                ((struct advice){.what = c->what,
                    .used = c->estimate->used,
                    .saved_bytes = saved,
                    .changes = c->changes}));
        }
    }
    talloc_free(ctx);
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_saving);
    }
}
