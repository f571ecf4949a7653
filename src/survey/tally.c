#include "survey/tally.h"

#include <math.h>

void histogram_add(void *ctx, struct histogram *h, uint64_t value)
{
    value = value < HISTOGRAM_MOST ? value : HISTOGRAM_MOST;
    while (h->count.n <= value) {
        vec_push(ctx, &h->count, 0);
    }
    h->count.items[value]++;
    h->n++;
    h->sum += value;
}

uint64_t histogram_most(const struct histogram *h)
{
    return h->count.n ? h->count.n - 1 : 0;
}

uint64_t histogram_largest(const struct histogram *h, uint64_t nth)
{
    uint64_t seen = 0;
    for (size_t i = h->count.n; i-- > 0;) {
        seen += h->count.items[i];
        if (seen >= nth) {
            return i;
        }
    }
    return 0;
}

uint64_t histogram_quantile(const struct histogram *h, double share)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < h->count.n; i++) {
        seen += h->count.items[i];
        if (seen > 0 && (double)seen >= share * (double)h->n) {
            return i;
        }
    }
    return histogram_most(h);
}

void tally_add(struct tally *t, double value)
{
    t->least = t->n == 0 || value < t->least ? value : t->least;
    t->most = t->n == 0 || value > t->most ? value : t->most;
    t->n++;
    double off = value - t->mean;
    t->mean += off / (double)t->n;
    t->squares += off * (value - t->mean);
}

double tally_deviation(const struct tally *t)
{
    return t->n > 1 ? sqrt(t->squares / (double)(t->n - 1)) : 0;
}

/* --- counts by key --- */

static struct key_count *slot_of(struct key_counts *k, uint64_t key)
{
    size_t at = (size_t)(key ^ key >> 32) & (k->cap - 1);
    while (k->slots[at].key != 0 && k->slots[at].key != key) {
        at = (at + 1) & (k->cap - 1);
    }
    return &k->slots[at];
}

static void grow(void *ctx, struct key_counts *k)
{
    struct key_counts old = *k;
    k->cap = old.cap ? 2 * old.cap : 1024;
    k->slots = mem_zero(ctx, k->cap * sizeof *k->slots);
    for (size_t i = 0; i < old.cap; i++) {
        if (old.slots[i].key != 0) {
            *slot_of(k, old.slots[i].key) = old.slots[i];
        }
    }
    talloc_free(old.slots);
}

bool key_counts_add(void *ctx, struct key_counts *k, uint64_t key, uint64_t most)
{
    if (2 * (k->n + 1) > k->cap) {
        grow(ctx, k);
    }
    key = key ? key : 1;
    struct key_count *slot = slot_of(k, key);
    if (slot->key == 0) {
        if (k->n >= most) {
            return false;
        }
        slot->key = key;
        k->n++;
    }
    slot->count++;
    return true;
}
