#include "base/limits.h"

const struct limits LIMITS_DEFAULT = {
#define LIMIT(name, value, what) .name = (value),
#include "base/limits.def"
#undef LIMIT
};

const struct limit_row LIMITS_ROWS[] = {
#define LIMIT(name, value, what) {#name, what, (value), offsetof(struct limits, name)},
#include "base/limits.def"
#undef LIMIT
};

const size_t LIMITS_COUNT = sizeof LIMITS_ROWS / sizeof *LIMITS_ROWS;

bool limits_set(struct limits *l, str name, uint64_t value)
{
    for (size_t i = 0; i < LIMITS_COUNT; i++) {
        if (str_is(name, LIMITS_ROWS[i].name)) {
            memcpy((char *)l + LIMITS_ROWS[i].offset, &value, sizeof value);
            return true;
        }
    }
    return false;
}

struct fuel fuel_make(const struct limits *l)
{
    return (struct fuel){.steps = l->steps, .bytes = l->memory_bytes};
}

bool fuel_take(struct fuel *f, const struct fuel *part)
{
    return fuel_step(f, part->steps) && fuel_bytes(f, part->bytes);
}

bool fuel_end(struct fuel *f, const char *limit)
{
    f->spent = f->spent ? f->spent : limit;
    f->steps = f->bytes = 0;
    return false;
}
