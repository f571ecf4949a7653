/* Private to schedules: the values of both generations. */
#ifndef CFGLINT_SETTINGS_SCHEDULE_RATES_H
#define CFGLINT_SETTINGS_SCHEDULE_RATES_H

#include "settings/schedule.h"

/* A number of a list; INFINITY when it is none. */
double schedule_number(const struct list *l, uint32_t i);
/* From one value to another along half a cosine, or a line. */
double schedule_between(const struct schedule_part *p, double from, double to, double share);
double schedule_floor(const struct schedule_part *p, double base);
/* Phases of one cycle: up to the peak and down, between ratios of the first value. */
double schedule_one_cycle(
    const struct schedule_part *p, double first, double peak, double last, double t, double total);
void schedule_chained(
    const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates);
void schedule_hooked(
    const struct schedule *x, uint32_t epoch_iterations, uint64_t n, double *rates);

#endif
