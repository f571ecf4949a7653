/* Tokens and the gaps between them are the text, byte for byte. */
#include "fuzz.h"

#include "syntax/token.h"

#include "../unit/gaps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    void *ctx = mem_context(NULL);
    struct limits limits = fuzz_limits();
    struct source *s = fuzz_source(arena_new(ctx), data, n);
    if (s) {
        struct tokens t = {0};
        lexer_run(ctx, &limits, s->bytes, &t);
        fuzz_promise(is_lossless(&t, s->bytes));
    }
    talloc_free(ctx);
    return 0;
}
