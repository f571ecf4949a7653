#include "cli/schedule.h"

#include "cli/values.h"

enum {
    EPOCH = 1000 /* iterations of an epoch when nobody says how many */
};

static void read_curve(struct run *r, struct settings *s, enum scheduled what, uint64_t most,
    struct schedule_report *report, struct schedule_curve *out)
{
    struct schedule *x = ARENA_NEW(r->arena, struct schedule);
    if (!schedule_read(s, what, x, &out->why)) {
        return;
    }
    uint64_t n = schedule_iterations(x, report->epoch_iterations);
    n = n < most ? n : most;
    double *values = ARENA_MANY(r->arena, double, n);
    schedule_rates(x, report->epoch_iterations, n, values);
    out->schedule = x;
    out->values = values;
    report->iterations = n;
    report->by_epoch = x->by_epoch;
}

bool schedule_of(
    struct run *r, str path, uint32_t epoch_iterations, uint64_t most, struct schedule_report *out)
{
    struct config *c = run_resolve(r, path);
    struct settings *s = c->failed ? NULL : run_settings(r, c, r->diags);
    *out = (struct schedule_report){.arena = r->arena, .epoch_iterations = epoch_iterations};
    if (!s) {
        return false;
    }
    read_curve(r, s, SCHEDULED_LR, most, out, &out->lr);
    read_curve(r, s, SCHEDULED_MOMENTUM, most, out, &out->momentum);
    return true;
}

enum exit_status show_schedule(struct run *r, str path, bool json)
{
    int64_t epoch = 0;
    struct schedule_report report;
    if (!values_count(r, OPTION_EPOCH_ITERATIONS, &epoch)) {
        return EXIT_USAGE;
    }
    epoch = epoch == 0 ? EPOCH : epoch < SCHEDULE_MOST ? epoch : SCHEDULE_MOST;
    if (!schedule_of(r, path, (uint32_t)epoch, SCHEDULE_MOST + 1, &report)) {
        return EXIT_USAGE;
    }
    if (!report.lr.schedule && !report.momentum.schedule) {
        run_usage(r, "no learning rates can be told: %.*s", STR_ARG(report.lr.why));
        return EXIT_USAGE;
    }
    report.every = args_has(&r->args, OPTION_EVERY);
    if (report.iterations > SCHEDULE_MOST) {
        run_usage(r, "the run has more than %d iterations, which are the most", SCHEDULE_MOST);
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    (json ? schedule_json : schedule_text)(&b, &report);
    run_print(r, &b);
    return EXIT_CLEAN;
}
