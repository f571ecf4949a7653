/* The state of a function that yields, or of a generator expression.  Private to the eval layer. */
#ifndef CFGLINT_EVAL_GENERATOR_H
#define CFGLINT_EVAL_GENERATOR_H

#include "eval/run/interp.h"

/* The value of a part of the statement at hand, for when it is entered again. */
struct kept {
    node_id node;
    struct value value;
};

struct generator {
    const char *name;
    struct frame *frame;
    struct place *places; /* where it stands: of each statement around, the innermost first */
    uint32_t n, cap;
    bool resumes; /* on its way back to where it stands */
    bool runs, started, finished, unknown;
    uint32_t noted;    /* its place among those that are suspended, from 1; 0: none */
    bool keeps;        /* the statement at hand yields: its parts are kept */
    struct kept *kept; /* of that statement */
    uint32_t n_kept, kept_cap;
    node_id yielded;             /* the `yield` that it stands at */
    struct iterator *from;       /* of `yield from` */
    struct value item, sent;     /* what it gives, and what it was given */
    struct exception *thrown;    /* into it */
    struct exception suspension; /* "raised" from a yield up to its statement */
    node_id expression;          /* a generator expression: its node, */
    struct iterator **sources;   /* and what each of its `for` goes over */
    uint32_t n_sources;
};

/* Does the code below yield, other than in a function of its own? */
bool generator_yields(const struct tree *t, node_id id);
/* Goes on with the value of the `yield`, or an exception that is raised there. */
enum next generator_resume(struct eval *e, struct generator *g, struct value sent,
    struct exception *thrown, struct value *out);
bool generator_close(struct eval *e, struct generator *g);

#endif
