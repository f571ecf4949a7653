#include "text/edit.h"

#include "base/buf.h"

/* Insertion sort: stable, and lists of edits are short. */
static void sort_edits(const struct edit **list, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct edit *e = list[i];
        size_t j = i;
        while (j > 0 && list[j - 1]->at.start > e->at.start) {
            list[j] = list[j - 1];
            j--;
        }
        list[j] = e;
    }
}

bool edits_apply(struct arena *a, const struct source *source, const struct edits *edits, str *out)
{
    const struct edit **mine = ARENA_MANY(a, const struct edit *, edits->list.n + 1);
    size_t n = 0;
    VEC_EACH (struct edit, e, &edits->list) {
        if (e->source == source) {
            mine[n++] = e;
        }
    }
    sort_edits(mine, n);
    struct buf b = buf_make(a->owner);
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++) {
        if (mine[i]->at.start < at || mine[i]->at.end > source->bytes.n) {
            return false;
        }
        buf_put(&b, str_slice(source->bytes, at, mine[i]->at.start));
        buf_put(&b, mine[i]->text);
        at = mine[i]->at.end;
    }
    buf_put(&b, str_slice(source->bytes, at, source->bytes.n));
    *out = buf_str(&b);
    return true;
}
