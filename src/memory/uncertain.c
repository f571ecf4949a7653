#include "memory/uncertain.h"

/* Before PyTorch 2, of 458 published runs of the model zoos, each with the release of its day: 92
 * of a hundred within low and high. */
static const double SHARE = 0.08, SHARE_OF_MIXED_PRECISION = 0.12;

/* From PyTorch 2 on, of 288 steps on an H100: nine of ten within, allocated, and reserved besides.
 */
static const double SHARE_SINCE_2 = 0.02, SHARE_OF_MIXED_SINCE_2 = 0.05, SHARE_OF_CACHE = 0.03;

enum {
    /* Versions with other rules than those assumed: softmax keeps its input up to 1.10, and
     * gradients are zeroed instead of freed up to 1.13. */
    MMCV_LATEST = 113,
    MMENGINE_OLDEST = 108,
    AMPERE = 80,
    HOPPER = 90, /* measured */
    BLACKWELL = 100
};

struct regime uncertain_regime(struct settings *s, const struct regime *r,
    const struct regime_options *o, uint32_t compute, enum scenario which, struct diags *diags)
{
    struct regime x = *r;
    struct regime_options other = *o;
    other.torch = which == SCENARIO_LOW && r->torch < MMCV_LATEST        ? MMCV_LATEST
                  : which == SCENARIO_HIGH && r->torch > MMENGINE_OLDEST ? MMENGINE_OLDEST
                                                                         : r->torch;
    other.torch = r->torch_most && other.torch > r->torch_most ? r->torch_most : other.torch;
    other.torch = other.torch < r->torch_least ? r->torch_least : other.torch;
    other.torch = other.torch < o->card ? o->card : other.torch;
    bool wider = which == (r->mmengine ? SCENARIO_HIGH : SCENARIO_LOW);
    if (o->torch == 0 && wider && other.torch != r->torch) {
        x = regime_read(s, &other, diags);
    }
    if (compute >= AMPERE && (compute < HOPPER || compute >= BLACKWELL)) {
        x.workspaces = (uint8_t)which;
    }
    return x;
}

void uncertain_list(void *talloc_ctx, struct arena *a, const struct regime *r,
    const struct regime *low, const struct regime *high, struct uncertainties *out)
{
    bool mixed = r->half != DTYPE_F32 || r->half_model;
    bool since_2 = r->torch >= 200;
    out->share = !mixed ? (since_2 ? SHARE_SINCE_2 : SHARE)
                        : (since_2 ? SHARE_OF_MIXED_SINCE_2 : SHARE_OF_MIXED_PRECISION);
    out->cache_share = SHARE_OF_CACHE;
    if (low->torch != r->torch || high->torch != r->torch) {
        vec_push(talloc_ctx, &out->list,
            ((struct uncertainty){"torch", "the version of PyTorch, which --torch tells",
                arena_printf(a, "%u.%u", low->torch / 100, low->torch % 100),
                arena_printf(a, "%u.%u", high->torch / 100, high->torch % 100)}));
    }
    if (low->workspaces != high->workspaces) {
        vec_push(talloc_ctx, &out->list,
            ((struct uncertainty){"workspaces",
                "what cuDNN takes while it runs a convolution: known for Volta and Hopper",
                STR("none"), STR("copies")}));
    }
    vec_push(talloc_ctx, &out->list,
        ((struct uncertainty){"cache", "how the allocator's cache is cut up, of what is reserved",
            arena_printf(a, "-%.0f %%", 100 * out->cache_share),
            arena_printf(a, "+%.0f %%", 100 * out->cache_share)}));
    vec_push(talloc_ctx, &out->list,
        ((struct uncertainty){"model",
            mixed ? "what the model leaves out, measured on runs in mixed precision"
                  : "what the model leaves out, measured on runs in single precision",
            arena_printf(a, "-%.0f %%", 100 * out->share),
            arena_printf(a, "+%.0f %%", 100 * out->share)}));
}
