/* A shortest edit script over lines (Myers 1986), for texts that differ in few of them. */
#include "plan/text_diff.h"

#include <stdlib.h>

struct lines {
    str text;
    VEC(uint32_t) starts; /* one more than there are lines */
};

static void cut(void *ctx, struct lines *l, str text)
{
    l->text = text;
    vec_push(ctx, &l->starts, 0);
    for (size_t at = 0; at < text.n;) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        at = newline ? (size_t)(newline - text.p) + 1 : text.n;
        vec_push(ctx, &l->starts, (uint32_t)at);
    }
}

static str line(const struct lines *l, int i)
{
    return str_slice(l->text, l->starts.items[i], l->starts.items[i + 1]);
}

/* A run of lines [a, a_end) of the old text that become [b, b_end) of the new. */
struct hunk {
    int a, a_end, b, b_end;
};

struct differ {
    void *ctx;
    const struct lines *a, *b;
    VEC(struct hunk) hunks;
};

static bool same_line(const struct differ *d, int x, int y)
{
    return str_eq(line(d->a, x), line(d->b, y));
}

enum {
    MOST_EDITS = 2000
};

/* The furthest points of each round, from which the path is read back. */
static bool trace(struct differ *d, int a, int b, int n, int m, int **rounds, int *n_rounds)
{
    int most = n + m < MOST_EDITS ? n + m : MOST_EDITS;
    int *v = mem_zero(d->ctx, sizeof *v * (size_t)(2 * most + 3));
    int zero = most + 1;
    for (int D = 0; D <= most; D++) {
        rounds[D] = mem_alloc(d->ctx, sizeof *v * (size_t)(2 * most + 3));
        memcpy(rounds[D], v, sizeof *v * (size_t)(2 * most + 3));
        for (int k = -D; k <= D; k += 2) {
            bool down = k == -D || (k != D && v[zero + k - 1] < v[zero + k + 1]);
            int x = down ? v[zero + k + 1] : v[zero + k - 1] + 1, y = x - k;
            while (x < n && y < m && same_line(d, a + x, b + y)) {
                x++;
                y++;
            }
            v[zero + k] = x;
            if (x >= n && y >= m) {
                *n_rounds = D;
                return true;
            }
        }
    }
    return false;
}

static void note(struct differ *d, int a, int a_end, int b, int b_end)
{
    if (d->hunks.n > 0) { /* found from the end: the last one may go on */
        struct hunk *h = &d->hunks.items[d->hunks.n - 1];
        if (h->a == a_end && h->b == b_end) {
            h->a = a;
            h->b = b;
            return;
        }
    }
    vec_push(d->ctx, &d->hunks, ((struct hunk){a, a_end, b, b_end}));
}

static void read_back(struct differ *d, int a, int b, int n, int m, int **rounds, int n_rounds)
{
    int most = n + m < MOST_EDITS ? n + m : MOST_EDITS, zero = most + 1;
    int x = n, y = m;
    for (int D = n_rounds; D > 0; D--) {
        const int *v = rounds[D];
        int k = x - y;
        bool down = k == -D || (k != D && v[zero + k - 1] < v[zero + k + 1]);
        int before = down ? k + 1 : k - 1;
        int px = v[zero + before], py = px - before;
        int sx = down ? px : px + 1, sy = down ? py + 1 : py;
        note(d, a + px, a + sx, b + py, b + sy);
        x = px;
        y = py;
    }
}

static void compare(struct differ *d)
{
    int n = (int)d->a->starts.n - 1, m = (int)d->b->starts.n - 1, head = 0;
    while (head < n && head < m && same_line(d, head, head)) {
        head++;
    }
    while (n > head && m > head && same_line(d, n - 1, m - 1)) {
        n--;
        m--;
    }
    if (n == head && m == head) {
        return;
    }
    int most = n + m - 2 * head, n_rounds = 0;
    int **rounds =
        mem_zero(d->ctx, sizeof *rounds * ((size_t)(most < MOST_EDITS ? most : MOST_EDITS) + 1));
    if (n > head && m > head && trace(d, head, head, n - head, m - head, rounds, &n_rounds)) {
        read_back(d, head, head, n - head, m - head, rounds, n_rounds);
    } else {
        note(d, head, n, head, m);
    }
}

void text_diff_edits(struct arena *a, const struct source *source, str text, struct edits *out)
{
    void *ctx = mem_context(NULL);
    struct lines old = {0}, new = {0};
    cut(ctx, &old, source->bytes);
    cut(ctx, &new, text);
    struct differ d = {.ctx = ctx, .a = &old, .b = &new};
    compare(&d);
    for (size_t i = d.hunks.n; i-- > 0;) {
        const struct hunk *h = &d.hunks.items[i];
        span at = {old.starts.items[h->a], old.starts.items[h->a_end]};
        str put = str_slice(text, new.starts.items[h->b], new.starts.items[h->b_end]);
        vec_push(a->owner, &out->list, ((struct edit){source, at, arena_str(a, put)}));
    }
    talloc_free(ctx);
}
