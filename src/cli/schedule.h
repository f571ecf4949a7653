/* Learning rate and momentum of a config over its run. */
#ifndef CFGLINT_CLI_SCHEDULE_H
#define CFGLINT_CLI_SCHEDULE_H

#include "cli/run.h"
#include "report/schedule.h"

/* Both, with so many iterations in an epoch and no more in all than `most`.  False after a
 * diagnostic; a curve that is not known has no schedule. */
bool schedule_of(
    struct run *r, str path, uint32_t epoch_iterations, uint64_t most, struct schedule_report *out);
/* cfglint show --schedule */
enum exit_status show_schedule(struct run *r, str path, bool json);

#endif
