#include "cli/dump_examples.h"
#include "cli/scope.h"
#include "cli/training.h"
#include "model/example.h"
#include "report/dump.h"

static bool is_meant(const struct declaration *d, str name, str only)
{
    return d && (str_is(only, "all") || str_find(d->file, only, 0) != SIZE_MAX ||
                    str_find(name, only, 0) != SIZE_MAX);
}

/* The names of those that are meant; empty after a diagnostic. */
static struct list *meant(struct run *r, str only)
{
    scope_prepare_here(r);
    struct list *all = library_names(r->library, r->arena, LIBRARY_example);
    struct list *names = list_new(r->arena, all->n);
    for (uint32_t i = 0; i < all->n; i++) {
        str name = value_str(&all->items[i]);
        if (is_meant(library_find(r->library, LIBRARY_example, name, r->diags), name, only)) {
            list_push(r->arena, names, all->items[i]);
        }
    }
    if (names->n == 0) {
        run_usage(r, "no example has '%.*s' in its name or its file", STR_ARG(only));
    }
    return names;
}

static void put_figures(struct buf *out, const struct example_result *e)
{
    foreign_printf(out, "%llu parameters, %llu macs, %llu saved", (unsigned long long)e->parameters,
        (unsigned long long)e->macs, (unsigned long long)e->saved_bytes);
}

static bool put_example(struct run *r, struct buf *out, str name, const struct gpu *gpu)
{
    const struct declaration *d = library_find(r->library, LIBRARY_example, name, r->diags);
    struct graph_options o = example_options(r->library, d, r->diags);
    o.gpu = gpu ? gpu->facts : o.gpu;
    struct example_result e =
        example_run(r->library, r->arena, name, gpu ? &o : NULL, false, r->diags);
    foreign_printf(
        out, "%s %.*s: %.*s | ", e.problem.n ? "FAILED" : "ok", STR_ARG(e.file), STR_ARG(e.name));
    put_figures(out, &e);
    foreign_printf(out, " | %.*s |", STR_ARG(e.problem));
    VEC_EACH (str, built, &e.built) {
        foreign_printf(out, " %.*s", STR_ARG(*built));
    }
    buf_byte(out, '\n');
    if (gpu && e.graph) {
        dump_kernels(r->arena, out, e.graph, e.graph->options.training);
    }
    return e.problem.n == 0;
}

enum exit_status dump_examples(struct run *r, str only)
{
    struct list *names = meant(r, only);
    bool good = true, timed = args_has(&r->args, OPTION_GPU);
    struct buf b = buf_make(r);
    struct gpu gpu = {0};
    if (names->n == 0 || (timed && !run_gpu(r, &gpu))) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < names->n; i++) {
        good &= put_example(r, &b, value_str(&names->items[i]), timed ? &gpu : NULL);
    }
    run_print(r, &b);
    return good ? EXIT_CLEAN : EXIT_FINDINGS;
}

/* --- digests --- */

/* Other ways than an example's own: mixed precision of today, an old PyTorch, a test; then what is
 * around it, in training in mixed precision and in a test. */
enum {
    OWN_WAYS = 3,
    WAYS = 5
};

static struct graph_options other_way(struct graph_options o, uint32_t way)
{
    static const uint32_t torch[WAYS] = {200, 105, 113, 200, 200};
    static const enum scenario scenarios[WAYS] = {
        SCENARIO_EXPECTED, SCENARIO_HIGH, SCENARIO_LOW, SCENARIO_EXPECTED, SCENARIO_HIGH};
    o.torch = torch[way];
    o.scenario = (uint8_t)scenarios[way];
    o.mmengine = way == 0 || way == 3;
    o.autocast = o.mmengine ? DTYPE_F16 : DTYPE_F32;
    o.training = way < 2 || way == 3;
    return o;
}

static void put_digest(struct buf *out, const struct example_result *e)
{
    if (e->graph) {
        foreign_printf(out, " %08x", (unsigned)(e->digest ^ e->digest >> 32));
    } else {
        buf_puts(out, " -");
    }
}

static void put_kernels_digest(struct buf *out, struct arena *a, const struct example_result *e)
{
    struct buf text = buf_make(a->owner);
    if (e->graph) {
        dump_kernels(a, &text, e->graph, e->graph->options.training);
    }
    foreign_printf(out, " | %08x\n", str_hash(buf_str(&text)));
    buf_free(&text);
}

/* The first of the other ways alone, for what there are thousands of. */
static void put_recording(struct run *r, struct buf *out, str name)
{
    void *ctx = mem_context(NULL);
    struct diags *unheard = diags_new(ctx);
    const struct declaration *d = library_find(r->library, LIBRARY_example, name, unheard);
    struct graph_options o = other_way(example_options(r->library, d, unheard), 0);
    struct example_result e = example_run(r->library, arena_new(ctx), name, &o, false, unheard);
    foreign_printf(out, "%.*s: ", STR_ARG(name));
    put_figures(out, &e);
    put_digest(out, &e);
    foreign_printf(out, " %.*s\n", STR_ARG(e.graph ? STR("") : e.problem));
    talloc_free(ctx);
}

static void put_recordings(struct run *r, struct buf *out, str name, const struct gpu *gpu)
{
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    struct diags *unheard = diags_new(ctx);
    const struct declaration *d = library_find(r->library, LIBRARY_example, name, unheard);
    struct graph_options own = example_options(r->library, d, unheard);
    own.gpu = gpu->facts;
    own.anew = true; /* nothing hangs on what else was recorded */
    struct example_result e = example_run(r->library, a, name, &own, false, unheard);
    foreign_printf(out, "%.*s: %zu operations, ", STR_ARG(name), e.graph ? e.graph->ops.n - 1 : 0);
    put_figures(out, &e);
    buf_puts(out, " |");
    put_digest(out, &e);
    own.anew = false;
    struct example_result copied = example_run(r->library, a, name, &own, false, unheard);
    if (e.graph && copied.graph && copied.digest != e.digest) {
        buf_puts(out, " (not what copies make of it)");
    }
    own.anew = true;
    for (uint32_t way = 0; way < WAYS; way++) {
        struct graph_options o = other_way(own, way);
        struct example_result again =
            example_run(r->library, a, name, &o, way >= OWN_WAYS, unheard);
        put_digest(out, &again);
    }
    put_kernels_digest(out, a, &e);
    talloc_free(ctx);
}

enum exit_status dump_recordings(struct run *r, str only)
{
    struct list *names = meant(r, only);
    struct buf b = buf_make(r);
    struct gpu gpu = {0};
    if (names->n == 0 || !run_gpu(r, &gpu)) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < names->n; i++) {
        str name = value_str(&names->items[i]);
        if (args_has(&r->args, OPTION_AMP)) {
            put_recording(r, &b, name);
        } else {
            put_recordings(r, &b, name, &gpu);
        }
    }
    run_print(r, &b);
    return EXIT_CLEAN;
}
