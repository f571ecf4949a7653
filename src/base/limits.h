/* The table of limits (limits.def) and the fuel that counts down towards some of them. */
#ifndef CFGLINT_BASE_LIMITS_H
#define CFGLINT_BASE_LIMITS_H

#include "base/str.h"

struct limits {
#define LIMIT(name, value, what) uint64_t name;
#include "base/limits.def"
#undef LIMIT
};

struct limit_row {
    const char *name, *what;
    uint64_t value;
    size_t offset; /* of the member in struct limits */
};

extern const struct limits LIMITS_DEFAULT;
extern const struct limit_row LIMITS_ROWS[];
extern const size_t LIMITS_COUNT;

/* Sets the limit called `name`; false when there is none. */
bool limits_set(struct limits *l, str name, uint64_t value);

/* What may still be spent: by one evaluation, or by all that are parts of a whole. */
struct fuel {
    uint64_t steps, bytes;
    const char *spent; /* name of the limit that ran out, or NULL */
};

struct fuel fuel_make(const struct limits *l);
/* Takes what a part has spent that was made before. */
bool fuel_take(struct fuel *f, const struct fuel *part);
/* Nothing is left from now on, because of this limit; false. */
bool fuel_end(struct fuel *f, const char *limit);

static inline bool fuel_step(struct fuel *f, uint64_t steps)
{
    if (f->steps < steps) {
        return fuel_end(f, "steps");
    }
    f->steps -= steps;
    return true;
}

static inline bool fuel_bytes(struct fuel *f, uint64_t bytes)
{
    if (f->bytes < bytes) {
        return fuel_end(f, "memory_bytes");
    }
    f->bytes -= bytes;
    return true;
}

#endif
