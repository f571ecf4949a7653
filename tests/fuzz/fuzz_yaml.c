/* YAML and JSON: nodes lie in the text, and values are made within the limits. */
#include "eval/eval.h"
#include "report/canonical.h"
#include "syntax/data.h"

#include "fuzz.h"

static void take(
    void *ctx, const struct limits *limits, struct arena *a, const struct tree *t, size_t n)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        span at = tree_span(t, id);
        fuzz_promise(at.start <= at.end && at.end <= n);
    }
    if (t->broken || !t->root) {
        return;
    }
    struct eval e;
    struct value v;
    eval_init(&e, a, limits, &PROFILE_CONFIG, NULL);
    if (eval_data(&e, t, t->root, &v) &&
        value_extent(&v, limits->value_items, limits->value_bytes) == EXTENT_FINE) {
        struct buf b = buf_make(ctx);
        canonical_write(a, &b, &v, (struct canonical_style){true, true});
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    void *ctx = mem_context(NULL);
    struct limits limits = fuzz_limits();
    struct arena *a = arena_new(ctx);
    struct source *s = fuzz_source(a, data, n);
    if (s) {
        struct diags *diags = diags_new(ctx);
        take(ctx, &limits, a, yaml_parse(a, &limits, diags, s, s->bytes, NULL, 0), n);
        take(ctx, &limits, a, json_parse(a, &limits, diags, s, s->bytes, NULL, 0), n);
    }
    talloc_free(ctx);
    return 0;
}
