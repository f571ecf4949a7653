/* What each stage makes of a file, for people who work on them. */
#ifndef CFGLINT_REPORT_DUMP_H
#define CFGLINT_REPORT_DUMP_H

#include "base/buf.h"
#include "config/config.h"
#include "memory/estimate.h"
#include "syntax/token.h"

/* One token a line: place, kind, text. */
void dump_tokens(struct buf *out, const struct source *source, const struct tokens *tokens);
/* One S-expression for each top-level statement. */
void dump_tree(struct buf *out, const struct tree *tree);
/* The dialect, the files in the order in which they were read, and the values with their origins.
 */
void dump_config(struct arena *a, struct buf *out, const struct config *c);

/* The operations of one training step, in order. */
void dump_graph(struct arena *a, struct buf *out, const struct graph *g);
/* What the GPU runs for them, forward and in backward, and how long: for comparison with a
 * profiler. */
void dump_kernels(struct arena *a, struct buf *out, const struct graph *g, bool training);
/* The allocations and releases of that step, in order. */
void dump_memory(struct arena *a, struct buf *out, const struct estimate *e);
/* What the allocator is asked for in one step, a request or release a line, with tabs between:
 * action, bytes, block, module, phase, operation.  Before it "weight" lines, after it "state" lines
 * (what the first step of the optimizer makes): one for each parameter, in the model's order. */
void dump_trace(struct arena *a, struct buf *out, const struct estimate *e);

#endif
