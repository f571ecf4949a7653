#include "memory/measured.h"

#include "base/sizes.h"

#include <stdlib.h>

/* --- training logs --- */

uint64_t measured_figure(str text, size_t at)
{
    size_t i = at + 6;
    if (at > 0 && byte_is_word(text.p[at - 1])) {
        return 0;
    }
    i += i < text.n && text.p[i] == '"';
    if (i >= text.n || text.p[i] != ':') {
        return 0;
    }
    for (i++; i < text.n && text.p[i] == ' '; i++) {
    }
    uint64_t n = 0;
    for (; i < text.n && text.p[i] >= '0' && text.p[i] <= '9' && n < 100000000; i++) {
        n = n * 10 + (uint64_t)(text.p[i] - '0');
    }
    return n;
}

/* "20.50 GiB" */
static uint64_t size_at(str text, size_t at)
{
    double n = 0, place = 0;
    for (; at < text.n && ((text.p[at] >= '0' && text.p[at] <= '9') || text.p[at] == '.'); at++) {
        bool dot = text.p[at] == '.';
        n = dot ? n : place > 0 ? n + place * (text.p[at] - '0') : 10 * n + (text.p[at] - '0');
        place = dot ? 0.1 : place / 10;
    }
    str unit = str_slice(text, at, at + 4 < text.n ? at + 4 : text.n);
    double bytes = str_is(unit, " GiB") ? n * 1073741824 : str_is(unit, " MiB") ? n * 1048576 : 0;
    return count_of_double(bytes);
}

/* The size that ends just before. */
static uint64_t size_before(str text, size_t end)
{
    size_t at = end < 4 ? 0 : end - 4;
    while (at > 0 && ((text.p[at - 1] >= '0' && text.p[at - 1] <= '9') || text.p[at - 1] == '.')) {
        at--;
    }
    return size_at(text, at);
}

/* What PyTorch wanted to have allocated when it ran out of memory; 0: it did not. */
static uint64_t out_of_memory(str text)
{
    str wants = STR("out of memory. Tried to allocate "), has = STR(" already allocated"),
        newer = STR(" is allocated by PyTorch");
    size_t at = str_find_last(text, wants);
    if (at == SIZE_MAX) {
        return 0;
    }
    size_t old = str_find(text, has, at), new = str_find(text, newer, at);
    uint64_t allocated = old != SIZE_MAX   ? size_before(text, old)
                         : new != SIZE_MAX ? size_before(text, new)
                                           : 0;
    return allocated ? count_add(allocated, size_at(text, at + wants.n)) : 0;
}

bool measured_from_log(
    struct arena *a, struct files *files, str path, struct measured *out, struct diags *diags)
{
    struct source *source;
    str reason;
    uint64_t most = 0, later = 0;
    bool first = true;
    if (files_read(files, a, path, &source, &reason) != FILE_OK) {
        struct diag *d = diags_add(diags, "IO001", SEVERITY_ERROR, (struct loc){0},
            "cannot read the log %.*s: %.*s", STR_ARG(path), STR_ARG(reason));
        d->fatal = true;
        return false;
    }
    str text = source->bytes;
    for (size_t at = str_find(text, STR("memory"), 0); at != SIZE_MAX;
         at = str_find(text, STR("memory"), at + 6)) {
        uint64_t n = measured_figure(text, at);
        most = n > most ? n : most;
        later = n > later && !first ? n : later;
        first = first && n == 0;
    }
    uint64_t refused = out_of_memory(text);
    if (refused > most << 20) {
        *out = (struct measured){.bytes = refused, .what = MEASURED_ALLOCATED, .from = path};
        return true;
    }
    if (most == 0) {
        struct diag *d = diags_add(diags, "LOG001", SEVERITY_ERROR, (struct loc){source, {0, 0}},
            "the log has no memory figure");
        diag_help(diags, d,
            "mmcv's .log.json, mmengine's scalars.json and the text logs of both print it for "
            "training on a GPU");
        d->fatal = true;
        return false;
    }
    *out = (struct measured){
        .bytes = most << 20, .later = later << 20, .what = MEASURED_ALLOCATED, .from = path};
    return true;
}

void measured_without_search(struct measured *m, struct settings *s)
{
    const struct setting *search = settings_get(s, "cudnn_benchmark");
    bool searches = search->state == SETTING_KNOWN && value_truth(&search->value);
    bool mmengine = str_is(settings_generation(s), "mmengine");
    if (searches && mmengine && m->later > 0) {
        m->bytes = m->later;
    }
}

/* --- beside the prediction --- */

struct interval measured_prediction(const struct measured *m, const struct estimate *e)
{
    return m->what == MEASURED_USED ? e->used : e->allocated;
}

uint64_t measured_as_used(const struct measured *m, const struct estimate *e)
{
    uint64_t cache = e->reserved.expected - e->allocated.expected;
    return m->what == MEASURED_USED ? m->bytes : m->bytes + cache + e->outside.total.expected;
}

static int64_t difference(void *ctx, struct settings *s, const struct estimate_options *o,
    const struct measured *m, const struct estimate *e, str name, enum scenario to,
    struct diags *diags)
{
    struct estimate_options varied = *o;
    varied.expected_only = true;
    varied.like = e->graph;
    varied.varied = name;
    varied.varied_to = (uint8_t)to;
    struct estimate *other = estimate_run(ctx, arena_new(ctx), s, &varied, diags);
    return other ? (int64_t)measured_prediction(m, other).expected -
                       (int64_t)measured_prediction(m, e).expected
                 : 0;
}

static int64_t size_of(const struct effect *x)
{
    int64_t low = x->low_bytes < 0 ? -x->low_bytes : x->low_bytes;
    int64_t high = x->high_bytes < 0 ? -x->high_bytes : x->high_bytes;
    return low > high ? low : high;
}

static int by_size(const void *left, const void *right)
{
    int64_t a = size_of(left), b = size_of(right);
    return a < b ? 1 : a > b ? -1 : 0;
}

void measured_effects(void *talloc_ctx, struct settings *s, const struct estimate_options *o,
    const struct measured *m, const struct estimate *e, struct effects *out, struct diags *diags)
{
    uint64_t left = library_limits(settings_library(s))->search_ops / graph_work(e->graph);
    VEC_EACH (struct assumption, it, &e->graph->assumptions) {
        if (left < 2) {
            break;
        }
        left -= 2;
        void *ctx = mem_context(NULL);
        struct effect x = {.assumption = it};
        x.low_bytes = difference(ctx, s, o, m, e, it->name, SCENARIO_LOW, diags);
        x.high_bytes = difference(ctx, s, o, m, e, it->name, SCENARIO_HIGH, diags);
        if (size_of(&x) > 0) {
            vec_push(talloc_ctx, &out->list, x);
        }
        talloc_free(ctx);
    }
    if (out->list.n > 0) {
        qsort(out->list.items, out->list.n, sizeof *out->list.items, by_size);
    }
}
