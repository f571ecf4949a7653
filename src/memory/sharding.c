#include "memory/sharding.h"

#include "base/mem.h"

#include <stdlib.h>

/* --- reading --- */

/* At most `most`. */
static uint64_t count_up_to(const struct dict *d, const char *name, uint64_t most)
{
    const struct value *v = dict_get(d, name);
    uint64_t n = v && value_is_int(v) && value_as_int(v) > 0 ? (uint64_t)value_as_int(v) : 0;
    return n < most ? n : most;
}

/* Elements: more than a model can have makes no difference. */
static uint64_t count_of(const struct dict *d, const char *name)
{
    return count_up_to(d, name, UINT64_C(1) << 47);
}

static str text_of(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v ? value_str(v) : STR("");
}

static bool is_set(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v && value_truth(v);
}

static const struct list *list_of(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v && value_is_sequence(v) ? v->list : NULL;
}

static bool has_word(const struct dict *d, const char *name, const char *word)
{
    const struct list *l = list_of(d, name);
    for (uint32_t i = 0; l && i < l->n; i++) {
        if (value_is_str(&l->items[i], word)) {
            return true;
        }
    }
    return false;
}

/* None means that weights stay; so does a unit that is gathered ahead. */
static uint64_t count_or_always(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v && (value_is_none(v) || v->kind == VALUE_STRING) ? SHARD_ALWAYS : count_of(d, name);
}

static uint32_t index_of(str name, const char *const *names, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (str_is(name, names[i])) {
            return i;
        }
    }
    return 0;
}

struct sharding sharding_read(struct settings *s, uint32_t gpus)
{
    static const char *const units[] = {"model", "size", "types", "modules", "chunks"};
    static const char *const reduces[] = {"ddp", "unit", "bucket", "end", "place"};
    static const char *const masters[] = {"", "apart", "alone"};
    struct sharding x = {.ranks = 1, .ddp = true};
    const struct setting *found = settings_get(s, "sharding");
    if (found->state != SETTING_KNOWN || found->value.kind != VALUE_DICT) {
        return x;
    }
    const struct dict *d = found->value.dict;
    uint32_t group = (uint32_t)count_up_to(d, "group", UINT32_MAX);
    x.by = text_of(d, "by");
    x.ranks = group && group < gpus ? group : gpus;
    x.weights = has_word(d, "divides", "weights");
    x.gradients = has_word(d, "divides", "gradients");
    x.states = has_word(d, "divides", "states");
    x.whole = is_set(d, "whole");
    x.dtype = text_of(d, "dtype");
    x.masters = (enum shard_masters)index_of(text_of(d, "masters"), masters, 3);
    x.units = (enum shard_units)index_of(text_of(d, "units"), units, 5);
    x.least = count_of(d, "least");
    x.types = list_of(d, "types");
    x.keeps = count_or_always(d, "keeps");
    x.small = count_of(d, "small");
    x.ahead = count_or_always(d, "ahead");
    x.reduces = (enum shard_reduce)index_of(text_of(d, "reduces"), reduces, 5);
    x.reduce_bytes = (uint32_t)count_up_to(d, "reduce_bytes", 8);
    x.bucket = count_of(d, "bucket");
    x.buffers = (uint32_t)count_up_to(d, "buffers", 64);
    x.always = is_set(d, "always");
    x.ddp = is_set(d, "ddp");
    x.weights_on_host = has_word(d, "offloads", "weights");
    x.states_on_host = has_word(d, "offloads", "states");
    x.notes = list_of(d, "notes");
    if (x.ranks == 1 && x.masters == MASTERS_ALONE) { /* NO_SHARD, as PyTorch itself does then */
        x.weights = x.gradients = x.states = x.weights_on_host = x.states_on_host = false;
    }
    return x;
}

/* --- whole parameters --- */

/* The least of a heap has grown: it sinks to its place. */
static void sink(uint64_t *heap, uint32_t n)
{
    for (uint32_t at = 0, child = 1; child < n; child = 2 * at + 1) {
        child += child + 1 < n && heap[child + 1] < heap[child];
        if (heap[at] <= heap[child]) {
            return;
        }
        uint64_t less = heap[child];
        heap[child] = heap[at];
        heap[at] = less;
        at = child;
    }
}

static int larger_first(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? 1 : a > b ? -1 : 0;
}

uint64_t sharding_unevenness(const struct sharding *s, const struct graph *g)
{
    uint64_t most = 0, all = 0;
    size_t n = 0;
    if (s->reduces != REDUCE_DDP || s->ranks < 2) {
        return 0;
    }
    void *ctx = mem_context(NULL);
    uint64_t *sizes = mem_zero(ctx, g->params.n * sizeof *sizes);
    uint64_t *ranks = mem_zero(ctx, s->ranks * sizeof *ranks);
    for (size_t i = 1; i < g->params.n; i++) {
        const struct parameter *p = &g->params.items[i];
        if (p->trainable && !p->is_buffer) {
            sizes[n++] = (uint64_t)shape_elems(&p->shape);
        }
    }
    qsort(sizes, n, sizeof *sizes, larger_first);
    for (size_t i = 0; i < n; i++) {
        ranks[0] += sizes[i]; /* that with the least */
        all += sharding_part(s, sizes[i]);
        most = ranks[0] > most ? ranks[0] : most;
        sink(ranks, s->ranks);
    }
    talloc_free(ctx);
    return most > all ? most - all : 0;
}
