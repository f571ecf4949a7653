/* How long a step and a run take: a part of the estimate's report. */
#ifndef CFGLINT_REPORT_TIME_H
#define CFGLINT_REPORT_TIME_H

#include "base/buf.h"
#include "report/json.h"
#include "time/step.h"

/* What of a config decides how long the run is; 0: it is not known. */
struct run_length {
    int64_t samples; /* of an epoch */
    int64_t epochs, iterations;
};

struct time_report {
    const struct graph *graph;
    const struct step_time *time; /* NULL: it was not asked for, and nothing is printed */
    struct run_length length;
    int64_t batch; /* of one GPU */
    uint32_t gpus, accumulation;
    str gpu;
    bool lower_bound; /* parts of the model are not described */
    bool color;
};

/* Seconds of the run, as expected; 0: its length, or the speed, is not known. */
double time_run_seconds(const struct time_report *r);
/* Seconds of the step, samples in a second, the run, what bounds it, and who takes the time. */
void time_text(struct buf *out, const struct time_report *r);
/* Its last part: a row for each module that takes much of it. */
void time_tree(struct buf *out, const struct time_report *r);
/* The field `time`: an object, or null. */
void time_json(struct json *j, const struct time_report *r);
/* "latency_ms": milliseconds, and what they are spent on; beside it the time of each module. */
void latency_json(struct json *j, const struct step_time *t, str gpu);
/* The rows of `bounds`: "arithmetic 61 %, bandwidth 30 %, ..." */
void bounds_text(struct buf *out, const struct step_time *t);

#endif
