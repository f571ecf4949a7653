/* What the fuzz targets share.  Each is one program that libFuzzer drives; a broken promise aborts.
 */
#ifndef CFGLINT_TESTS_FUZZ_H
#define CFGLINT_TESTS_FUZZ_H

#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "diag/diag.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Small ones, so that reaching them is part of the test and no input takes long. */
static inline struct limits fuzz_limits(void)
{
    struct limits l = LIMITS_DEFAULT;
    l.steps = 30000;
    l.memory_bytes = 8u << 20;
    l.value_items = 20000;
    l.yaml_nodes = 5000;
    l.integer_bits = 2048;
    return l;
}

/* The input as the files layer hands it on: UTF-8 without NUL bytes; NULL for any other. */
static inline struct source *fuzz_source(struct arena *a, const uint8_t *data, size_t n)
{
    str text = {(const char *)data, n};
    if (n > 1u << 16 || utf8_check(text) < n || (n > 0 && memchr(data, 0, n))) {
        return NULL;
    }
    return source_new(a, STR("/f/configs/x.py"), STR("/f/configs/x.py"), arena_str(a, text), true);
}

static inline void fuzz_promise(bool kept)
{
    if (!kept) {
        abort();
    }
}

#endif
