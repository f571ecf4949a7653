/* A program ends within its limits: with values that can be written, or with an exception. */
#include "config/config.h"
#include "eval/eval.h"
#include "report/canonical.h"
#include "syntax/python.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    void *ctx = mem_context(NULL);
    struct limits limits = fuzz_limits();
    struct arena *a = arena_new(ctx);
    struct source *s = fuzz_source(a, data, n);
    struct diags *diags = diags_new(ctx);
    struct tree *t = s ? python_parse(a, &limits, diags, s, s->bytes, NULL, 0) : NULL;
    if (t && !t->broken && t->root) {
        const struct profile *profiles[] = {&PROFILE_CONFIG, &PROFILE_LIBRARY};
        for (int i = 0; i < 2; i++) {
            struct eval e;
            eval_init(&e, a, &limits, profiles[i], NULL);
            struct value all = value_of_dict(dict_new(a, 8));
            bool good = eval_module(&e, t, all.dict);
            fuzz_promise(good == (e.raised == NULL));
            if (good && value_extent(&all, limits.value_items, limits.value_bytes) == EXTENT_FINE) {
                struct buf b = buf_make(ctx);
                canonical_write(a, &b, &all, (struct canonical_style){true, true});
            } else if (!good) {
                eval_exception_text(a, e.raised);
            }
        }
    }
    talloc_free(ctx);
    return 0;
}
