#include "memory/regime.h"

uint64_t rounded(uint64_t bytes)
{
    return bytes == 0 ? 0 : (bytes + 511) / 512 * 512;
}

const char *category_name(enum category c)
{
    static const char *const names[] = {"weights", "gradients", "optimizer", "ddp_buckets",
        "inputs", "saved_activations", "live_activations", "activation_gradients", "temporaries"};
    return names[c];
}

/* --- reading --- */

/* The dict of the optimizer: where its type stands, without ".type". */
static const struct value *optimizer_dict(struct settings *s)
{
    str path = settings_get(s, "optimizer")->path;
    size_t dot = str_rfind_byte(path, '.');
    const struct value *v =
        dot == SIZE_MAX ? NULL : config_at(settings_config(s), str_slice(path, 0, dot));
    return v && v->kind == VALUE_DICT ? v : NULL;
}

static uint32_t int_of(const struct value *v)
{
    return v && value_is_int(v) && value_as_int(v) > 0 ? (uint32_t)value_as_int(v) : 0;
}

static void read_optimizer(struct regime *r, struct settings *s, struct diags *diags)
{
    const struct setting *type = settings_get(s, "optimizer");
    const struct value *own = optimizer_dict(s);
    r->optimizer = type->state == SETTING_KNOWN ? value_str(&type->value) : STR("SGD");
    const struct declaration *d =
        library_find(settings_library(s), LIBRARY_optimizer, r->optimizer, diags);
    r->optimizer_is_described = d != NULL;
    if (!d) {
        r->state_bytes = 8; /* as Adam, the costliest of the usual ones */
        return;
    }
    const struct value *adds = declaration_get(d, "adds"), *foreach = declaration_get(d, "foreach");
    r->state_bytes = int_of(declaration_get(d, "state_bytes"));
    r->foreach_step = r->torch >= 200 && foreach && value_truth(foreach);
    for (uint32_t i = 0; own && adds && adds->kind == VALUE_DICT && i < adds->dict->n; i++) {
        const struct entry *add = &adds->dict->entries[i];
        const struct entry *given = dict_find(own->dict, &add->key, add->hash);
        if (given && value_truth(&given->value)) {
            r->state_bytes += int_of(&add->value);
        }
    }
}

static void read_gpus(struct regime *r, struct settings *s, const struct regime_options *o)
{
    const struct setting *meant = settings_get(s, "reference_gpus");
    int64_t gpus;
    if (o->gpus) {
        r->gpus = o->gpus;
        r->gpus_from = "--gpus";
    } else if (setting_int(meant, &gpus) && gpus > 0 && gpus < 65536) {
        r->gpus = (uint32_t)gpus;
        r->gpus_from = meant->path.n ? "auto_scale_lr.base_batch_size" : "the file's name";
    } else {
        r->gpus = 1;
        r->gpus_from = "assumed";
    }
}

static void read_precision(struct regime *r, struct settings *s, const struct regime_options *o)
{
    const struct setting *p = settings_get(s, "precision");
    str name = o->precision.n ? o->precision : value_str(&p->value);
    if (str_is(name, "fp16") || str_is(name, "apex") || str_is(name, "half")) {
        r->half = DTYPE_F16;
    } else if (str_is(name, "bf16")) {
        r->half = DTYPE_BF16;
    }
    /* mmcv's Fp16OptimizerHook made the model itself half until 1.3.3 of May 2021, when PyTorch was
       at 1.8; since then it asks for autocast */
    if (r->half == DTYPE_F16 && r->torch < 108) {
        r->half_model = true;
        r->half = DTYPE_F32;
    }
}

struct regime regime_read(struct settings *s, const struct regime_options *o, struct diags *diags)
{
    struct regime r = {.torch = o->torch, .torch_from = "--torch", .accumulation = 1};
    int64_t n;
    if (!r.torch) {
        bool old = !str_eq(settings_generation(s), STR("mmengine"));
        r.torch = old ? 110 : 200;
        r.torch_from = old ? "assumed for mmcv 1.x" : "assumed for mmengine";
    }
    if (setting_int(settings_get(s, "least_torch"), &n) && r.torch < n) {
        r.torch = (uint32_t)n;
        r.torch_from = "the oldest that this project runs on";
    }
    read_gpus(&r, s, o);
    read_precision(&r, s, o);
    read_optimizer(&r, s, diags);
    if (setting_int(settings_get(s, "accumulation"), &n) && n > 0) {
        r.accumulation = (uint32_t)n;
    }
    str strategy = value_str(&settings_get(s, "strategy")->value);
    bool shards = str_find(strategy, STR("FSDP"), 0) != SIZE_MAX ||
                  str_find(strategy, STR("DeepSpeed"), 0) != SIZE_MAX ||
                  str_find(strategy, STR("ColossalAI"), 0) != SIZE_MAX;
    r.sharding = shards ? strategy : STR("");
    r.ema = settings_get(s, "ema")->state == SETTING_KNOWN;
    r.grads_persist = r.torch < 200 || r.accumulation > 1;
    return r;
}

/* --- states --- */

void regime_parameter_bytes(
    const struct regime *r, const struct parameter *p, uint64_t bytes[CATEGORIES])
{
    uint64_t elems = (uint64_t)shape_elems(&p->shape), size = elems * dtype_bytes(p->dtype);
    for (int i = 0; i < CATEGORIES; i++) {
        bytes[i] = 0;
    }
    bytes[CATEGORY_WEIGHTS] = rounded(size);
    if (r->ema) {
        bytes[CATEGORY_OPTIMIZER] = rounded(size);
    }
    if (p->is_buffer || !p->trainable) {
        return;
    }
    if (r->grads_persist) {
        bytes[CATEGORY_GRADIENTS] = rounded(size);
    }
    if (r->gpus > 1) {
        bytes[CATEGORY_BUCKETS] = size; /* a few large buffers: no rounding that shows */
    }
    bytes[CATEGORY_OPTIMIZER] += rounded(elems * r->state_bytes);
    if (r->half_model) { /* single-precision masters of all parameters, and their gradients */
        bytes[CATEGORY_OPTIMIZER] += 2 * rounded(elems * 4);
    }
    /* DistributedDataParallel was built before the model became half: its buckets, and the weights
     * that it holds, are those of the single-precision model.  Published peaks show them. */
    if (r->half_model && r->gpus > 1) {
        bytes[CATEGORY_BUCKETS] += elems * 8 - size;
    }
}

void regime_states(const struct regime *r, const struct graph *g, uint64_t bytes[CATEGORIES])
{
    for (int i = 0; i < CATEGORIES; i++) {
        bytes[i] = 0;
    }
    for (size_t i = 1; i < g->params.n; i++) {
        uint64_t own[CATEGORIES];
        regime_parameter_bytes(r, &g->params.items[i], own);
        for (int k = 0; k < CATEGORIES; k++) {
            bytes[k] += own[k];
        }
    }
}
