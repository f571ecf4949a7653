#include "plan/advice.h"

#include <stdlib.h>

struct adviser {
    void *ctx;
    struct arena *a;
    struct settings *s;
    const struct estimate_options *o;
    const struct estimate *now;
    struct advices *out;
    struct diags *diags;
};

/* Less than this is not worth a line. */
static const int64_t LEAST_SAVING = 8 << 20;

static void try_changes(
    struct adviser *x, str what, int64_t batch, str precision, struct changes *changes)
{
    struct settings *s = changes->list.n > 0 ? settings_with(x->s, changes) : x->s;
    struct estimate_options o = *x->o;
    void *ctx = mem_context(NULL);
    o.expected_only = true;
    o.batch = batch;
    if (precision.n > 0) {
        o.regime.precision = precision;
    }
    struct estimate *e = s ? estimate_run(ctx, arena_new(ctx), s, &o, x->diags) : NULL;
    if (e) {
        int64_t saved = (int64_t)x->now->used.expected - (int64_t)e->used.expected;
        if (saved >= LEAST_SAVING) {
            vec_push(x->ctx, &x->out->list,
                ((struct advice){
                    .what = what, .used = e->used, .saved_bytes = saved, .changes = changes}));
        }
    }
    talloc_free(ctx);
}

static void try_batch(struct adviser *x, int64_t batch)
{
    struct changes *c = changes_new(x->a);
    if (settings_change(x->s, "batch", value_int(batch), c, NULL)) {
        try_changes(x,
            arena_printf(
                x->a, "batch %lld instead of %lld", (long long)batch, (long long)x->now->batch),
            batch, STR(""), c);
    }
}

static void try_setting(struct adviser *x, const char *name, struct value v, str what)
{
    struct changes *c = changes_new(x->a);
    if (settings_change(x->s, name, v, c, NULL)) {
        try_changes(x, what, x->now->batch, STR(""), c);
    }
}

/* One more frozen stage of a backbone that can freeze them. */
static void try_freezing(struct adviser *x)
{
    static const char *const paths[] = {"model.backbone.frozen_stages",
        "model.img_backbone.frozen_stages", "model.encoders.camera.backbone.frozen_stages"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct setting at = settings_at(x->s, str_of(paths[i]));
        int64_t n;
        if (at.state == SETTING_KNOWN && setting_int(&at, &n) && n >= -1 && n < 3) {
            struct changes *c = changes_new(x->a);
            changes_put(c, str_of(paths[i]), value_int(n + 1));
            try_changes(x,
                n < 0 ? STR("freeze the stem of the backbone")
                      : arena_printf(x->a, "freeze stage %lld of the backbone", (long long)n + 1),
                x->now->batch, STR(""), c);
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
    struct adviser x = {talloc_ctx, a, s, o, now, out, diags};
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
    try_freezing(&x);
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_saving);
    }
}
