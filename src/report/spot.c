#include "report/inside.h"

#include <stdlib.h>

str spot_path(struct loc at, str subject)
{
    return at.source ? at.source->path : subject.n ? subject : STR("cfglint");
}

struct spot spot_of(struct loc at, str subject)
{
    struct spot s = {spot_path(at, subject), {1, 1}, {1, 1}};
    if (at.source) {
        s.from = source_line_col(at.source, at.span.start);
        s.to = source_line_col(at.source, at.span.end);
    }
    return s;
}

static uint64_t hash(uint64_t h, str s)
{
    for (size_t i = 0; i <= s.n; i++) { /* FNV-1a; a zero byte ends each part */
        h = (h ^ (i < s.n ? (unsigned char)s.p[i] : 0)) * UINT64_C(0x100000001b3);
    }
    return h;
}

str fingerprint_of(struct arena *a, const struct diag *d, uint32_t nth)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    h = hash(h, spot_path(d->at, d->subject));
    h = hash(h, str_of(d->code));
    h = hash(h, d->key);
    h = hash(h, d->message) + nth;
    return arena_printf(a, "%016llx", (unsigned long long)h);
}

static int compare_alike(const struct diag *x, const struct diag *y)
{
    int c = str_cmp(spot_path(x->at, x->subject), spot_path(y->at, y->subject));
    c = c ? c : strcmp(x->code, y->code);
    c = c ? c : str_cmp(x->key, y->key);
    return c ? c : str_cmp(x->message, y->message);
}

static int compare_places(const void *a, const void *b)
{
    const struct diag *x = *(const struct diag *const *)a, *y = *(const struct diag *const *)b;
    int c = compare_alike(x, y);
    return c ? c : x < y ? -1 : x > y;
}

const uint32_t *nths_of(struct arena *a, const struct diags *all)
{
    size_t n = all->list.n;
    const struct diag **sorted = ARENA_MANY(a, const struct diag *, n + 1);
    uint32_t *nths = ARENA_MANY(a, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = &all->list.items[i];
    }
    qsort(sorted, n, sizeof *sorted, compare_places);
    for (size_t i = 1; i < n; i++) {
        bool alike = compare_alike(sorted[i - 1], sorted[i]) == 0;
        nths[sorted[i] - all->list.items] = alike ? nths[sorted[i - 1] - all->list.items] + 1 : 0;
    }
    return nths;
}
