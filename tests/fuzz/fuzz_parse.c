/* Every node lies in the text, and its children lie in it. */
#include "syntax/python.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    void *ctx = mem_context(NULL);
    struct limits limits = fuzz_limits();
    struct arena *a = arena_new(ctx);
    struct source *s = fuzz_source(a, data, n);
    if (s) {
        struct diags *diags = diags_new(ctx);
        struct tree *t = python_parse(a, &limits, diags, s, s->bytes, NULL, 0);
        for (node_id id = 1; id < t->n_nodes; id++) {
            span at = tree_span(t, id);
            fuzz_promise(at.start <= at.end && at.end <= n);
        }
        fuzz_promise(!t->broken || diags->list.n > 0);
        VEC_EACH (struct diag, d, &diags->list) {
            fuzz_promise(d->at.span.start <= d->at.span.end && d->at.span.end <= n);
            source_line_col(s, d->at.span.start);
        }
        python_parse_expression(a, &limits, diags, s, (span){0, (uint32_t)n});
    }
    talloc_free(ctx);
    return 0;
}
