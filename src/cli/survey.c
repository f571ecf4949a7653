/* cfglint facts PATH...: counts in the user's data what estimates assume. */
#include "report/survey.h"

#include "cli/output.h"
#include "cli/training.h"
#include "cli/values.h"
#include "text/path.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    CLOUDS = 1000,
    NAME_PARTS = 3 /* of a path, that name its data */
};

/* --- what the estimate of a config assumes --- */

static bool three(const struct value *v, double out[3])
{
    bool good = value_is_sequence(v) && v->list->n == 3;
    for (uint32_t i = 0; good && i < 3; i++) {
        const struct value *n = &v->list->items[i];
        out[i] = n->kind == VALUE_FLOAT ? n->f : value_is_int(n) ? (double)value_as_int(n) : 0;
        good = out[i] > 0 && out[i] < 1e6;
    }
    return good;
}

static bool three_sizes(const struct value *v, int64_t least, int64_t most, int64_t out[3])
{
    bool good = value_is_sequence(v) && v->list->n == 3;
    for (uint32_t i = 0; good && i < 3; i++) {
        const struct value *n = &v->list->items[i];
        out[i] = value_is_int(n) ? value_as_int(n) : -1;
        good = out[i] >= least && out[i] <= most;
    }
    return good;
}

static void take_range(struct survey_plan *p, const struct value *v)
{
    bool good = value_is_sequence(v) && v->list->n == 6 && !p->has_range;
    for (uint32_t i = 0; good && i < 6; i++) {
        const struct value *n = &v->list->items[i];
        good = value_is_int(n) || n->kind == VALUE_FLOAT;
        p->range[i] = n->kind == VALUE_FLOAT ? n->f : good ? (double)value_as_int(n) : 0;
    }
    p->has_range |= good;
}

/* ("cells" or "cylinder", size, range, limit) */
static void plan_grid(struct survey *s, const struct value *how)
{
    struct survey_grid g = {.limit = value_is_int(&how[3]) ? (uint64_t)value_as_int(&how[3]) : 0};
    if (three(&how[1], g.size) && g.limit > 0) {
        vec_push(s, &s->plan.grids, g);
        take_range(&s->plan, &how[2]);
        s->plan.cylinder |= value_is_str(&how[0], "cylinder") && s->plan.has_range;
    }
}

/* ("rows", grid before, grid after, kernel, stride, padding); without grids, of any size */
static void plan_rows(struct survey *s, str name, const struct value *how)
{
    const int64_t most = 1 << 20;
    struct survey_rows r = {.name = name, .in = {most, most, most}, .out = {most, most, most}};
    bool grids = value_is_none(&how[1]) ||
                 (three_sizes(&how[1], 1, most, r.in) && three_sizes(&how[2], 1, most, r.out));
    const struct survey_rows *last =
        s->plan.rows.n ? &s->plan.rows.items[s->plan.rows.n - 1] : NULL;
    bool follows = !last || memcmp(last->out, r.in, sizeof r.in) == 0;
    if (grids && follows && three_sizes(&how[3], 1, 31, r.kernel) &&
        three_sizes(&how[4], 1, 31, r.stride) && three_sizes(&how[5], 0, 31, r.padding)) {
        vec_push(s, &s->plan.rows, r);
    }
}

static void plan_one(struct survey *s, const struct assumption *a)
{
    const struct list *l = value_is_sequence(&a->how) ? a->how.list : NULL;
    if (!l || l->n < 2) {
        return;
    }
    if ((value_is_str(&l->items[0], "cells") || value_is_str(&l->items[0], "cylinder")) &&
        l->n == 4) {
        plan_grid(s, l->items);
    } else if (value_is_str(&l->items[0], "rows") && l->n == 6) {
        plan_rows(s, a->name, l->items);
    } else if (value_is_str(&l->items[0], "points") && value_is_int(&l->items[1])) {
        int64_t n = value_as_int(&l->items[1]);
        s->plan.dims = s->plan.dims ? s->plan.dims : n >= 3 && n <= 64 ? (uint32_t)n : 0;
    }
}

/* The model of --for, recorded; NULL after a diagnostic. */
static const struct graph *record(struct run *r, str path)
{
    struct gpu gpu;
    struct estimate_options o;
    int64_t first;
    struct config *c = run_resolve(r, path);
    if (!c || c->failed || !run_gpu(r, &gpu) || !training_options(r, &gpu, &o, &first)) {
        return NULL;
    }
    struct settings *s = run_settings(r, c, r->diags);
    o.expected_only = true;
    struct estimate *e = s ? estimate_run(r, r->arena, s, &o, r->diags) : NULL;
    return e ? e->graph : NULL;
}

/* --- options --- */

static bool read_number(
    struct run *r, enum option o, long long least, long long most, uint64_t *out)
{
    str text = args_value(&r->args, o, STR(""));
    if (!args_has(&r->args, o)) {
        return true;
    }
    char *end;
    const char *z = arena_str(r->arena, text).p;
    long long n = strtoll(z, &end, 10);
    if (end == z || *end || n < least || n > most) {
        run_usage(
            r, "--%s: '%.*s' is no number up to %lld", args_option_name(o), STR_ARG(text), most);
        return false;
    }
    *out = (uint64_t)n;
    return true;
}

/* The last folders and the name of a file of annotations; of others, the folder below `data`. */
static str name_of_path(struct run *r, str path)
{
    path = path_absolute(r->arena, r->files->cwd, path);
    str data = STR("/data/");
    size_t at = str_find_last(path, data);
    bool annotations = str_is(path_extension(path), ".json");
    if (at != SIZE_MAX && !annotations) {
        str rest = str_slice(path, at + data.n, path.n);
        size_t slash = str_find(rest, STR("/"), 0);
        return str_slice(rest, 0, slash == SIZE_MAX ? rest.n : slash);
    }
    size_t from = path.n;
    for (int i = 0; i < (annotations ? NAME_PARTS : 1) && from > 0; i++) {
        size_t slash = str_rfind_byte(str_slice(path, 0, from), '/');
        from = slash == SIZE_MAX ? 0 : slash;
    }
    return str_slice(path, from + (path.n > from && path.p[from] == '/'), path.n);
}

static str lowered(struct arena *a, str s)
{
    char *p = arena_alloc(a, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        p[i] = (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] - 'A' + 'a' : s.p[i]);
    }
    return (str){p, s.n};
}

/* A class keeps its letters; paths are compared without their case. */
static str name_of_data(struct run *r, const struct graph *g)
{
    str given = args_value(&r->args, OPTION_NAME, STR(""));
    if (given.n > 0) {
        bool path = str_rfind_byte(given, '/') != SIZE_MAX;
        return path ? lowered(r->arena, given) : given;
    }
    return g && g->data.n > 0 ? g->data
                              : lowered(r->arena, name_of_path(r, r->args.paths.items[0]));
}

/* --- progress --- */

struct progress {
    struct run *run;
    double started, shown; /* seconds */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One line that is written over, four times a second, of what takes longer than half of one. */
static void show_progress(void *data, str what, uint64_t done, uint64_t total)
{
    enum {
        WIDTH = 30
    };
    struct progress *p = data;
    double t = now();
    if (t - p->started < 0.5 || t - p->shown < 0.25 || total == 0) {
        return;
    }
    p->shown = t;
    struct buf b = buf_make(NULL);
    size_t full = (size_t)((double)WIDTH * (double)done / (double)total);
    buf_puts(&b, "\r\x1b[K[");
    buf_fill(&b, '#', full);
    buf_fill(&b, ' ', WIDTH - full);
    str name = path_basename(what);
    foreign_printf(&b, "] %3.0f %%  %.*s", 100 * (double)done / (double)total, STR_ARG(name));
    run_note(p->run, &b);
    fflush(p->run->err);
    buf_free(&b);
}

static void end_progress(const struct progress *p)
{
    if (p->shown > 0) {
        fputs("\r\x1b[K", p->run->err);
        fflush(p->run->err);
    }
}

/* --- the command --- */

static bool count(struct run *r, struct survey *s)
{
    struct progress p = {.run = r, .started = now()};
    bool good = true;
    if (isatty(fileno(r->err))) {
        s->progress = show_progress;
        s->progress_data = &p;
    }
    VEC_EACH (str, path, &r->args.paths) {
        if (!files_add_root(r->files, *path)) {
            files_add_root_of(r->files, *path);
        }
        good &= survey_path(s, *path);
    }
    good &= survey_end(s);
    end_progress(&p);
    return good;
}

static str named(struct run *r)
{
    str all = STR("");
    VEC_EACH (str, path, &r->args.paths) {
        all = arena_concat(r->arena, all, all.n ? STR(", ") : STR(""));
        all = arena_concat(r->arena, all, *path);
    }
    return all;
}

static bool write_star(struct run *r, const struct survey_report *report)
{
    struct buf text = buf_make(r);
    str path = args_value(&r->args, OPTION_OUTPUT, STR(""));
    if (!str_ends(path, STR(".star"))) {
        run_usage(r, "-o: estimates read files called .star in a folder .cfglint above the config: "
                     "-o .cfglint/datasets.star");
        return false;
    }
    if (report->figures->list.n == 0) {
        run_usage(r, "-o: there is nothing to write: no image, object or cloud was found");
        return false;
    }
    survey_star(&text, report);
    struct source *old; /* that --for has read is replaced as what it was then */
    str reason;
    bool replaces = args_has(&r->args, OPTION_FORCE) && files_is_regular(r->files, path) &&
                    files_read(r->files, r->arena, path, &old, &reason) == FILE_OK;
    return replaces ? output_replace(r, old, buf_str(&text), NULL)
                    : output_new(r, path, buf_str(&text));
}

/* Where files cannot be used, what the others hold is shown as far as it is known apart, and
 * nothing is written. */
static enum exit_status report_counts(
    struct run *r, const struct survey *s, const struct graph *g, str config, bool whole)
{
    struct figures figures = {0};
    figures_make(s, named(r), &figures);
    struct survey_report report = {.arena = r->arena,
        .survey = s,
        .figures = &figures,
        .name = name_of_data(r, g),
        .config = config,
        .graph = g};
    struct buf out = buf_make(r);
    if (!whole && (s->spoiled || figures.list.n == 0)) {
        return EXIT_USAGE;
    }
    (values_as(r, "json") ? survey_json_report : survey_text)(&out, &report);
    if (whole && args_has(&r->args, OPTION_OUTPUT) && !write_star(r, &report)) {
        return EXIT_USAGE;
    }
    run_print(r, &out);
    return whole ? EXIT_CLEAN : EXIT_USAGE;
}

enum exit_status command_facts(struct run *r)
{
    str config = args_value(&r->args, OPTION_FOR, STR(""));
    uint64_t dims = 0;
    struct survey *s = survey_new(r, r->files, r->diags);
    s->plan.clouds = CLOUDS;
    if (r->args.paths.n == 0) {
        run_usage(r, "facts: name annotations, a folder of images or of clouds, or a log");
        return EXIT_USAGE;
    }
    if (!read_number(r, OPTION_LOAD_DIM, 3, 64, &dims) ||
        !read_number(r, OPTION_CLOUDS, 0, 100000000, &s->plan.clouds)) {
        return EXIT_USAGE;
    }
    s->plan.dims = (uint32_t)dims;
    const struct graph *g = config.n > 0 ? record(r, config) : NULL;
    if (config.n > 0 && !g) {
        return EXIT_USAGE;
    }
    for (size_t i = 0; g && i < g->assumptions.n; i++) {
        plan_one(s, &g->assumptions.items[i]);
    }
    bool whole = count(r, s);
    return report_counts(r, s, g, config, whole);
}
