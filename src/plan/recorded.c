#include "plan/recorded.h"

struct kept_now {
    struct gpu_facts gpu;
    uint32_t torch;
    const struct estimate *estimate;
};

struct kept_probe {
    struct probe_key key;
    struct probe probe;
    bool has_ends;
};

struct plan_memo {
    const struct diags *findings;
    const str *objections;
    VEC(struct kept_now) nows;
    VEC(struct kept_probe) probes;
    VEC(struct scheme) schemes;
};

struct plan_memo *plan_memo_new(void *talloc_ctx)
{
    return mem_zero(talloc_ctx, sizeof(struct plan_memo));
}

static bool same_speed(const struct gpu_speed *a, const struct gpu_speed *b)
{
    return a->single == b->single && a->tf32 == b->tf32 && a->half == b->half &&
           a->bfloat16 == b->bfloat16 && a->bytes == b->bytes && a->l2_bytes == b->l2_bytes &&
           a->nvlink == b->nvlink && a->pcie == b->pcie && a->nvlink_gpus == b->nvlink_gpus &&
           a->host == b->host;
}

static bool same_gpu(const struct gpu_facts *a, const struct gpu_facts *b)
{
    return a->compute == b->compute && a->sms == b->sms && a->sm_threads == b->sm_threads &&
           a->context_mib == b->context_mib && same_speed(&a->speed, &b->speed);
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

static bool same_kind(const struct probe_key *a, const struct probe_key *b)
{
    return a->checkpointing == b->checkpointing && a->accumulates == b->accumulates &&
           str_eq(a->precision, b->precision) && str_eq(a->repairs, b->repairs) &&
           a->torch == b->torch;
}

static struct kept_probe *find(const struct plan_memo *m, const struct probe_key *k)
{
    VEC_EACH (struct kept_probe, it, &m->probes) {
        if (it->key.batch == k->batch && same_kind(&it->key, k) &&
            same_gpu(&it->key.gpu, &k->gpu)) {
            return it;
        }
    }
    return NULL;
}

bool recorded_find(
    const struct plan_memo *m, const struct probe_key *k, struct probe *out, bool *has_ends)
{
    const struct kept_probe *it = find(m, k);
    if (it) {
        *out = it->probe;
        *has_ends = it->has_ends;
    }
    return it != NULL;
}

void recorded_keep(
    struct plan_memo *m, const struct probe_key *k, bool has_ends, const struct probe *p)
{
    struct kept_probe *have = find(m, k), one = {*k, *p, has_ends};
    if (have) {
        have->probe = *p;
        have->has_ends = has_ends;
        return;
    }
    struct arena *a = arena_new(m);
    one.key.precision = arena_str(a, k->precision);
    one.key.repairs = arena_str(a, k->repairs);
    vec_push(m, &m->probes, one);
}

static double slope_on(
    const struct plan_memo *m, const struct probe_key *k, const struct gpu_facts *gpu)
{
    const struct kept_probe *least = NULL, *most = NULL;
    VEC_EACH (const struct kept_probe, it, &m->probes) {
        if (same_kind(&it->key, k) && same_gpu(&it->key.gpu, gpu)) {
            least = !least || it->key.batch < least->key.batch ? it : least;
            most = !most || it->key.batch > most->key.batch ? it : most;
        }
    }
    return !least || least == most
               ? 0
               : ((double)most->probe.used.expected - (double)least->probe.used.expected) /
                     (double)(most->key.batch - least->key.batch);
}

double recorded_slope(const struct plan_memo *m, const struct probe_key *k)
{
    double slope = slope_on(m, k, &k->gpu);
    for (size_t i = 0; slope <= 0 && i < m->nows.n; i++) {
        slope = slope_on(m, k, &m->nows.items[i].gpu);
    }
    return slope;
}

const struct diags *recorded_findings(const struct plan_memo *m)
{
    return m->findings;
}

void recorded_keep_findings(struct plan_memo *m, const struct diags *found)
{
    m->findings = found;
}

const str *recorded_objections(const struct plan_memo *m)
{
    return m->objections;
}

void recorded_keep_objections(struct plan_memo *m, str codes)
{
    str *own = mem_zero(m, sizeof *own);
    *own = arena_str(arena_new(m), codes);
    m->objections = own;
}

const struct scheme *recorded_scheme(const struct plan_memo *m, const struct scheme *like)
{
    VEC_EACH (const struct scheme, it, &m->schemes) {
        if (it->batch == like->batch && it->accumulation == like->accumulation &&
            it->checkpointing == like->checkpointing && str_eq(it->precision, like->precision) &&
            str_eq(it->repairs, like->repairs)) {
            return it;
        }
    }
    return NULL;
}

void recorded_keep_scheme(struct plan_memo *m, const struct scheme *made)
{
    vec_push(m, &m->schemes, *made);
}
