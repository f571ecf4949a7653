/* complexity --prune PATH=RATIO --set KEY=VALUE: the model as it would be, beside the one that is.
 */
#ifndef CFGLINT_CLI_WHATIF_H
#define CFGLINT_CLI_WHATIF_H

#include "cli/run.h"
#include "model/model.h"
#include "model/prune.h"

struct whatif {
    bool asked;
    VEC(struct prune) prunes;
    VEC(str) changes; /* "key=value" */
};

/* False after a diagnostic. */
bool whatif_read(struct run *r, struct whatif *out);
/* The config with the changes, resolved anew; NULL after a diagnostic: of values that cannot be
 * set, or of widths that do not fit their neighbours. */
struct config *whatif_config(struct run *r, const struct whatif *w, str path);
/* A diagnostic where a key is new and changes nothing, neither of the model nor of its test. */
bool whatif_reads(struct run *r, const struct whatif *w, const struct config *before,
    const struct model_options *o);
/* Which channels go; a diagnostic where none can. */
bool whatif_prune(
    struct run *r, const struct whatif *w, const struct graph *g, struct pruning *out);

/* A diagnostic where a part's description stops that did not before: its widths do not meet. */
bool whatif_fits(
    struct run *r, const struct whatif *w, const struct graph *before, const struct graph *after);
/* The narrower model; a diagnostic where widths do not meet any more. */
bool whatif_apply(struct run *r, const struct pruning *p, struct graph *g);

#endif
