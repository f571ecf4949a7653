#include "report/time.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "report/draw.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>

enum {
    BAR = 24,
    DEEPEST = 3,
    MOST_ROWS = 16
};

static const double LEAST_SHARE = 0.05;

/* --- the run --- */

/* Steps of an epoch and of the whole run; 0: it is not known. */
struct steps {
    double epoch, run;
};

static struct steps steps_of(const struct time_report *r)
{
    double whole = (double)r->batch * r->gpus;
    struct steps s = {0};
    s.epoch = r->length.samples > 0 && whole > 0 ? ceil((double)r->length.samples / whole) : 0;
    s.run = r->length.iterations > 0 ? (double)r->length.iterations
                                     : s.epoch * (double)r->length.epochs;
    return s;
}

double time_run_seconds(const struct time_report *r)
{
    return r->time ? steps_of(r).run * r->time->total.expected : 0;
}

static double samples_per_second(const struct time_report *r)
{
    return (double)r->batch * r->gpus / r->time->total.expected;
}

static double share_of_peak(const struct step_time *t)
{
    return draw_share(t->flops / t->total.expected, t->peak);
}

/* --- JSON --- */

static void put_seconds(struct json *j, const char *name, const struct duration *d, double times)
{
    json_object(j, name);
    json_number(j, "low", times * d->low);
    json_number(j, "expected", times * d->expected);
    json_number(j, "high", times * d->high);
    json_end_object(j);
}

static void put_run(struct json *j, const char *name, const struct time_report *r, double steps)
{
    if (steps > 0) {
        put_seconds(j, name, &r->time->total, steps);
    } else {
        json_null(j, name);
    }
}

static void put_bounds(struct json *j, const char *name, const struct step_time *t, double times)
{
    json_object(j, name);
    for (int i = 0; i < BOUNDS; i++) {
        json_number(j, bound_name((enum bound)i), times * t->bounds[i]);
    }
    json_end_object(j);
}

static void put_kinds(struct json *j, const char *name, const struct step_time *t, double times)
{
    json_object(j, name);
    for (int i = 0; i < KERNEL_KINDS; i++) {
        if (t->kinds[i] > 0) {
            json_number(j, kernel_name((enum kernel_kind)i), times * t->kinds[i]);
        }
    }
    json_end_object(j);
    json_integer(j, "kernels", t->kernels);
    json_integer(j, "waits", t->waits);
}

void time_json(struct json *j, const struct time_report *r)
{
    const struct step_time *t = r->time;
    if (!t) {
        json_null(j, "time");
        return;
    }
    struct steps steps = steps_of(r);
    json_object(j, "time");
    json_text(j, "gpu", r->gpu);
    put_seconds(j, "seconds_per_step", &t->total, 1);
    json_number(j, "samples_per_second", samples_per_second(r));
    put_run(j, "epoch_seconds", r, steps.epoch);
    put_run(j, "run_seconds", r, steps.run);
    json_number(j, "share_of_peak", share_of_peak(t));
    json_word(j, "bound", bound_name(step_bound(t)));
    json_object(j, "parts_seconds");
    for (int i = 0; i < STEP_PARTS; i++) {
        json_number(j, step_part_name((enum step_part)i), t->parts[i]);
    }
    json_end_object(j);
    put_bounds(j, "bounds_seconds", t, 1);
    put_kinds(j, "kernels_seconds", t, 1);
    json_end_object(j);
}

void latency_json(struct json *j, const struct step_time *t, str gpu)
{
    json_object(j, "latency_ms");
    json_number(j, "low", 1e3 * t->total.low);
    json_number(j, "expected", 1e3 * t->total.expected);
    json_number(j, "high", 1e3 * t->total.high);
    json_text(j, "gpu", gpu);
    json_word(j, "bound", bound_name(step_bound(t)));
    json_number(j, "share_of_peak", share_of_peak(t));
    put_bounds(j, "bounds", t, 1e3);
    put_kinds(j, "by_kernel", t, 1e3);
    json_end_object(j);
}

/* --- text --- */

/* "93 ms", "1.3 s", "2 h 14 min", "3.1 days" */
static void put_length(struct buf *out, double seconds)
{
    if (seconds < 1) {
        foreign_printf(out, "%.3g ms", 1e3 * seconds);
    } else if (seconds < 120) {
        foreign_printf(out, "%.3g s", seconds);
    } else if (seconds < 7200) {
        foreign_printf(out, "%.3g min", seconds / 60);
    } else if (seconds < 2 * 86400) {
        foreign_printf(out, "%.1f h", seconds / 3600);
    } else {
        foreign_printf(out, "%.1f days", seconds / 86400);
    }
}

static void length_row(struct buf *out, const char *name, const struct duration *d, double times)
{
    if (times > 0) {
        foreign_printf(out, "  %-12s ", name);
        put_length(out, times * d->expected);
        buf_puts(out, " (");
        put_length(out, times * d->low);
        buf_puts(out, " to ");
        put_length(out, times * d->high);
        buf_puts(out, ")\n");
    }
}

void bounds_text(struct buf *out, const struct step_time *t)
{
    const char *before = "";
    for (int i = 0; i < BOUNDS; i++) {
        double share = draw_share(t->bounds[i], t->total.expected);
        if (share >= 0.005) {
            foreign_printf(out, "%s%s %.0f %%", before, bound_name((enum bound)i), 100 * share);
            before = ", ";
        }
    }
}

struct time_rows {
    struct buf *out;
    const struct time_report *r;
    uint32_t rows;
};

static void module_row(struct time_rows *x, module_id m, uint32_t depth)
{
    const struct graph_module *it = &x->r->graph->modules.items[m];
    double share = draw_share(x->r->time->modules[m], x->r->time->total.expected);
    str name = arena_printf(x->r->graph->arena, "%*s%.*s", (int)(2 * depth), "", STR_ARG(it->name));
    name.n = utf8_offset(name, 24);
    foreign_printf(x->out, "  %-24.*s%9.3g ms  ", STR_ARG(name), 1e3 * x->r->time->modules[m]);
    draw_bar(x->out, share, BAR);
    foreign_printf(x->out, " %5.1f %%  %.*s\n", 100 * share, STR_ARG(it->type));
    x->rows++;
}

static module_id next_largest(
    const struct time_rows *x, module_id parent, double below, module_id after)
{
    const struct graph *g = x->r->graph;
    const double *seconds = x->r->time->modules;
    module_id best = 0;
    for (module_id i = 1; i < g->modules.n; i++) {
        bool follows = seconds[i] < below || (seconds[i] == below && i > after);
        if (g->modules.items[i].parent == parent && follows &&
            (!best || seconds[i] > seconds[best])) {
            best = i;
        }
    }
    return best && seconds[best] >= LEAST_SHARE * x->r->time->total.expected ? best : 0;
}

static void module_rows(struct time_rows *x, module_id parent, uint32_t depth)
{
    double below = INFINITY;
    module_id m = 0;
    while (depth < DEEPEST && (m = next_largest(x, parent, below, m)) != 0) {
        bool is_model = x->r->graph->modules.items[m].name.n == 0;
        if (!is_model && x->rows < MOST_ROWS) {
            module_row(x, m, depth);
        }
        module_rows(x, m, is_model ? depth : depth + 1);
        below = x->r->time->modules[m];
    }
}

void time_tree(struct buf *out, const struct time_report *r)
{
    struct time_rows rows = {.out = out, .r = r};
    text_heading(out, r->color, "Who takes the time");
    module_rows(&rows, 0, 0);
}

void time_text(struct buf *out, const struct time_report *r)
{
    const struct step_time *t = r->time;
    if (!t) {
        return;
    }
    struct steps steps = steps_of(r);
    text_heading(out, r->color, "Time");
    length_row(out, "step", &t->total, 1);
    double rate = samples_per_second(r);
    foreign_printf(out, "  %-12s %.*f in a second%s\n", "samples",
        rate<100, rate, r->gpus> 1 ? ", on all GPUs" : "");
    length_row(out, "epoch", &t->total, steps.epoch);
    length_row(out, "run", &t->total, steps.run);
    foreign_printf(
        out, "  %-12s %.0f %% of the GPU's peak; bound by ", "uses", 100 * share_of_peak(t));
    bounds_text(out, t);
    buf_puts(out, "\n  Reading and augmenting the data is not in it: it costs nothing while the "
                  "workers keep up.\n");
    time_tree(out, r);
}
