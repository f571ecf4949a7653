#include "memory/timeline.h"

static uint64_t total(const uint64_t bytes[CATEGORIES])
{
    uint64_t sum = 0;
    for (int i = 0; i < CATEGORIES; i++) {
        sum += bytes[i];
    }
    return sum;
}

void timeline_of(void *talloc_ctx, const struct simulation *s, struct timeline *out)
{
    uint64_t now[CATEGORIES];
    memcpy(now, s->states, sizeof now);
    struct timeline_point most = {0};
    VEC_EACH (struct trace_event, t, &s->trace) {
        if (s->blocks[t->block].stays) { /* counted from the start */
            continue;
        }
        bool begins = t->op != most.op || t->phase != most.phase;
        if (begins && t != s->trace.items) {
            vec_push(talloc_ctx, &out->points, most);
        }
        uint64_t bytes = rounded((uint64_t)(t->bytes < 0 ? -t->bytes : t->bytes));
        uint64_t *to = &now[s->blocks[t->block].category];
        *to = t->bytes < 0 ? *to - bytes : *to + bytes;
        if (begins || total(now) > total(most.bytes)) {
            most.op = t->op;
            most.phase = t->phase;
            memcpy(most.bytes, now, sizeof now);
        }
    }
    if (s->trace.n > 0) {
        vec_push(talloc_ctx, &out->points, most);
    }
}
