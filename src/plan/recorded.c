#include "plan/recorded.h"

struct kept_now {
    struct gpu_facts gpu;
    uint32_t torch;
    const struct estimate *estimate;
};

struct kept_probe {
    struct probe_key key;
    struct probe probe;
    bool expected_only;
};

struct plan_memo {
    VEC(struct kept_now) nows;
    VEC(struct kept_probe) probes;
};

struct plan_memo *plan_memo_new(void *talloc_ctx)
{
    return mem_zero(talloc_ctx, sizeof(struct plan_memo));
}

static bool same_gpu(const struct gpu_facts *a, const struct gpu_facts *b)
{
    return a->compute == b->compute && a->sms == b->sms && a->sm_threads == b->sm_threads &&
           a->context_mib == b->context_mib;
}

const struct estimate *recorded_now(const struct plan_memo *m, const struct estimate_options *o)
{
    VEC_EACH (const struct kept_now, it, &m->nows) {
        if (same_gpu(&it->gpu, &o->gpu) && it->torch == o->regime.card) {
            return it->estimate;
        }
    }
    return NULL;
}

void recorded_keep_now(
    struct plan_memo *m, const struct estimate_options *o, const struct estimate *now)
{
    vec_push(m, &m->nows, ((struct kept_now){o->gpu, o->regime.card, now}));
}

static bool same_key(const struct probe_key *a, const struct probe_key *b)
{
    return a->batch == b->batch && a->checkpointing == b->checkpointing &&
           a->accumulates == b->accumulates && str_eq(a->precision, b->precision) &&
           a->torch == b->torch && same_gpu(&a->gpu, &b->gpu);
}

bool recorded_find(
    const struct plan_memo *m, const struct probe_key *k, bool expected_only, struct probe *out)
{
    VEC_EACH (const struct kept_probe, it, &m->probes) {
        if (same_key(&it->key, k) && (expected_only || !it->expected_only)) {
            *out = it->probe;
            return true;
        }
    }
    return false;
}

void recorded_keep(
    struct plan_memo *m, const struct probe_key *k, bool expected_only, const struct probe *p)
{
    struct kept_probe one = {*k, *p, expected_only};
    one.key.precision = arena_str(arena_new(m), k->precision);
    vec_push(m, &m->probes, one);
}
