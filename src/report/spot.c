#include "report/inside.h"

struct spot spot_of(struct loc at, str subject)
{
    struct spot s = {subject.n ? subject : STR("cfglint"), {1, 1}, {1, 1}};
    if (at.source) {
        s.path = at.source->path;
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
    h = hash(h, spot_of(d->at, d->subject).path);
    h = hash(h, str_of(d->code));
    h = hash(h, d->key);
    h = hash(h, d->message) + nth;
    return arena_printf(a, "%016llx", (unsigned long long)h);
}

uint32_t nth_of(const struct diags *all, const struct diag *d)
{
    uint32_t n = 0;
    str path = spot_of(d->at, d->subject).path;
    for (const struct diag *x = d; x-- > all->list.items;) { /* sorted by path */
        if (!str_eq(spot_of(x->at, x->subject).path, path)) {
            break;
        }
        n += strcmp(x->code, d->code) == 0 && str_eq(x->key, d->key) &&
             str_eq(x->message, d->message);
    }
    return n;
}
