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
    str path = dotted_parent(settings_get(s, "optimizer")->path);
    const struct value *v = path.n ? config_at(settings_config(s), path) : NULL;
    return v && v->kind == VALUE_DICT ? v : NULL;
}

enum {
    MOST_ACCUMULATED = 1 << 30,
    MOST_STATE_BYTES = 64 /* of an element, each: Adam's are 8 */
};

static uint32_t state_bytes_of(const struct value *v)
{
    int64_t n = v && value_is_int(v) && value_as_int(v) > 0 ? value_as_int(v) : 0;
    return (uint32_t)(n < MOST_STATE_BYTES ? n : MOST_STATE_BYTES);
}

/* The constructors of mmcv and mmengine make a group of each parameter where rules are given. */
static bool has_own_groups(struct settings *s)
{
    const struct setting *rules = settings_get(s, "paramwise");
    return rules->state == SETTING_KNOWN && rules->value.kind == VALUE_DICT &&
           rules->value.dict->n > 0;
}

/* Is what the copies are for asked for? */
static bool needs_copies(const struct declaration *d, const struct value *own)
{
    const struct value *argument = declaration_get(d, "foreach_for");
    const struct entry *given =
        argument && own ? dict_find_str(own->dict, value_str(argument)) : NULL;
    return !argument || (given && value_truth(&given->value));
}

/* Copies of a group's parameters that its step makes for a moment: PyTorch 2.1 makes fewer. */
static uint8_t foreach_copies(
    const struct regime *r, const struct declaration *d, const struct value *own)
{
    const struct value *now = declaration_get(d, "foreach"),
                       *first = declaration_get(d, "foreach_first");
    const struct value *n = first && r->torch == 200 ? first : now;
    bool known =
        r->torch >= 200 && n && value_is_int(n) && value_as_int(n) > 0 && needs_copies(d, own);
    return known ? (uint8_t)(value_as_int(n) & 7) : 0;
}

static void read_optimizer(struct regime *r, struct settings *s, struct diags *diags)
{
    const struct setting *type = settings_get(s, "optimizer");
    const struct value *own = optimizer_dict(s);
    r->optimizer = type->state == SETTING_KNOWN ? value_str(&type->value) : STR("");
    const struct declaration *d = r->optimizer.n > 0 ? library_find(settings_library(s),
                                                           LIBRARY_optimizer, r->optimizer, diags)
                                                     : NULL;
    r->optimizer_is_described = d != NULL;
    if (!d) {
        r->state_bytes = 8; /* as Adam, the costliest of the usual ones */
        return;
    }
    const struct value *adds = declaration_get(d, "adds");
    r->state_bytes = state_bytes_of(declaration_get(d, "state_bytes"));
    r->own_groups = has_own_groups(s);
    const struct value *last = declaration_get(d, "states_last");
    r->states_last = last && value_truth(last);
    r->foreach_copies = foreach_copies(r, d, own);
    bool has_more = own && adds && adds->kind == VALUE_DICT;
    for (uint32_t i = 0; has_more && r->state_bytes < MOST_STATE_BYTES && i < adds->dict->n; i++) {
        const struct entry *add = &adds->dict->entries[i];
        const struct entry *given = dict_find(own->dict, &add->key, add->hash);
        bool known = !given || !value_is_unknown(&given->value);
        r->optimizer_lacks = known ? r->optimizer_lacks : value_str(&add->key);
        if (given && (!known || value_truth(&given->value))) {
            r->state_bytes += state_bytes_of(&add->value);
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
        r->gpus_from =
            meant->path.n ? arena_str(settings_config(s)->arena, meant->path).p : "the file's name";
    } else {
        r->gpus = 1;
        r->gpus_from = "assumed";
    }
}

static void read_precision(struct regime *r, struct settings *s, const struct regime_options *o)
{
    const struct setting *p = settings_get(s, "precision");
    str name = o->precision.n ? o->precision : value_str(&p->value);
    if (STR_IS_ANY(name, "fp16", "apex", "half")) {
        r->half = DTYPE_F16;
    } else if (str_is(name, "bf16")) {
        r->half = DTYPE_BF16;
    }
    /* mmcv's Fp16OptimizerHook made the model itself half until 1.3.3 of May 2021, when PyTorch was
       at 1.8; since then, and so for projects that are younger, it asks for autocast */
    bool young = settings_get(s, "least_torch")->state == SETTING_KNOWN;
    bool early = r->half == DTYPE_F16 && r->torch < 108 && !young;
    str dtype = r->sharding.dtype;
    if (dtype.n > 0) {
        r->half = str_is(dtype, "bf16") ? DTYPE_BF16 : DTYPE_F16;
    }
    if (r->half != DTYPE_F32 && (early || r->sharding.whole || dtype.n > 0)) {
        r->half_model = true;
        r->model_half = r->half;
        r->half = DTYPE_F32;
    }
}

static void read_sharding(struct regime *r, struct settings *s)
{
    r->sharding = sharding_read(s, r->gpus);
    const struct setting *sharding = settings_get(s, "sharding");
    r->sharding_unknown = sharding->state == SETTING_UNKNOWN;
    r->strategy = value_str(&settings_get(s, "strategy")->value);
    r->strategy = r->strategy.n ? r->strategy : sharding->path;
}

static const char *says(struct settings *s, const char *what, const char *from)
{
    return arena_printf(settings_config(s)->arena, "%s%s", what, from).p;
}

/* Without --torch: what the project asks for, or else what its generation was mostly run with, as
 * far as the project and the card allow. */
static void choose_torch(struct regime *r, struct settings *s, const struct regime_options *o)
{
    struct required_torch x = settings_torch(s);
    r->torch = x.exact ? x.exact : r->mmengine ? 200 : 110;
    r->torch_from = x.exact       ? says(s, "as in ", x.from)
                    : r->mmengine ? "assumed for mmengine"
                                  : "assumed for mmcv 1.x";
    if (r->torch < x.least) {
        r->torch = x.least;
        r->torch_from = says(s, "the oldest that may be, by ", x.from);
    } else if (x.most && r->torch > x.most && !x.exact) {
        r->torch = x.most;
        r->torch_from = says(s, "the newest that may be, by ", x.from);
    }
    if (r->torch < o->card) {
        r->torch = o->card;
        r->torch_from = "the oldest that runs on this GPU";
    }
    r->torch_least = x.is_guide || !x.exact ? x.least : x.exact;
    r->torch_most = x.is_guide || !x.exact ? x.most : x.exact;
}

struct regime regime_read(struct settings *s, const struct regime_options *o, struct diags *diags)
{
    struct regime r = {.torch = o->torch,
        .torch_from = "--torch",
        .accumulation = 1,
        .workspaces = SCENARIO_EXPECTED};
    int64_t n;
    r.mmengine = str_is(settings_generation(s), "mmengine");
    if (!r.torch) {
        choose_torch(&r, s, o);
    }
    if (setting_int(settings_get(s, "least_torch"), &n) && r.torch < n) {
        r.torch = (uint32_t)n;
        r.torch_from = "the oldest that this project runs on";
    }
    read_gpus(&r, s, o);
    read_sharding(&r, s);
    read_precision(&r, s, o);
    read_optimizer(&r, s, diags);
    if (setting_int(settings_get(s, "accumulation"), &n) && n > 0) {
        r.accumulation = (uint32_t)(n < MOST_ACCUMULATED ? n : MOST_ACCUMULATED);
    }
    r.ema = settings_get(s, "ema")->state == SETTING_KNOWN;
    bool by_engine = r.sharding.masters == MASTERS_APART; /* it sets them to None itself */
    r.grads_persist = (r.torch < 200 && !by_engine) || r.accumulation > 1;
    return r;
}

void regime_without_training(struct regime *r)
{
    r->inference = true;
    r->gpus = 1;
    r->sharding = (struct sharding){.by = STR("")};
    r->sharding_unknown = r->ema = r->grads_persist = false;
    r->accumulation = 1;
    if (r->half_model && r->mmengine) { /* which never makes a model half: it casts */
        r->half = r->model_half;
        r->half_model = false;
    }
}

/* --- states --- */

/* Mixed precision of mmcv before autocast. */
static bool has_early_masters(const struct regime *r)
{
    return r->half_model && r->sharding.masters == MASTERS_NONE;
}

static uint64_t weight_bytes(const struct regime *r, const struct parameter *p)
{
    const struct sharding *x = &r->sharding;
    uint64_t elems = (uint64_t)shape_elems(&p->shape), size = dtype_bytes(p->dtype);
    if (!sharding_divides(x, p)) {
        return elems * size;
    }
    return x->weights_on_host ? 0
                              : sharding_part(x, elems) * (x->masters == MASTERS_ALONE ? 4 : size);
}

/* Gradients that are there when a step begins. */
static uint64_t gradient_bytes(const struct regime *r, const struct parameter *p)
{
    const struct sharding *x = &r->sharding;
    uint64_t elems = (uint64_t)shape_elems(&p->shape), size = dtype_bytes(p->dtype);
    if (!x->gradients) {
        return r->grads_persist ? elems * size : 0;
    }
    return (r->grads_persist || x->always) && !x->states_on_host
               ? sharding_part(x, elems) * (x->masters == MASTERS_ALONE ? 4 : size)
               : 0;
}

/* States of four bytes an element are tensors of their own. */
uint32_t regime_optimizer_states(
    const struct regime *r, const struct parameter *p, uint64_t bytes[MOST_STATES])
{
    const struct sharding *x = &r->sharding;
    uint64_t elems = (uint64_t)shape_elems(&p->shape);
    uint64_t own = x->states ? sharding_part(x, elems) : elems;
    uint32_t each = r->state_bytes % 4 ? r->state_bytes : 4, n = 0;
    if (r->inference || x->states_on_host || p->is_buffer || !p->trainable) {
        return 0;
    }
    if (x->masters == MASTERS_APART) {
        bytes[n++] = own * 4;
    }
    for (uint32_t i = 0; i < 2 && has_early_masters(r); i++) { /* of all, and their gradients */
        bytes[n++] = elems * 4;
    }
    for (uint32_t i = 0; p->used && i < r->state_bytes; i += each) {
        bytes[n++] = own * each;
    }
    return n;
}

static uint64_t optimizer_bytes(const struct regime *r, const struct parameter *p)
{
    uint64_t bytes[MOST_STATES], all = 0;
    for (uint32_t n = regime_optimizer_states(r, p, bytes); n-- > 0;) {
        all += rounded(bytes[n]);
    }
    return all;
}

void regime_parameter_bytes(
    const struct regime *r, const struct parameter *p, uint64_t bytes[CATEGORIES])
{
    uint64_t elems = (uint64_t)shape_elems(&p->shape), size = elems * dtype_bytes(p->dtype);
    for (int i = 0; i < CATEGORIES; i++) {
        bytes[i] = 0;
    }
    bytes[CATEGORY_WEIGHTS] = rounded(weight_bytes(r, p));
    if (r->ema) {
        bytes[CATEGORY_OPTIMIZER] = rounded(size);
    }
    if (p->is_buffer || !p->trainable) {
        return;
    }
    bytes[CATEGORY_GRADIENTS] = p->used ? rounded(gradient_bytes(r, p)) : 0;
    bytes[CATEGORY_OPTIMIZER] += optimizer_bytes(r, p);
    if (r->gpus > 1 && r->sharding.ddp) {
        bytes[CATEGORY_BUCKETS] = size; /* a few large buffers: no rounding that shows */
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
    const struct sharding *x = &r->sharding;
    bytes[CATEGORY_OPTIMIZER] += sharding_unevenness(x, g) * r->state_bytes;
    if (x->always) {
        bytes[CATEGORY_BUCKETS] += x->buffers * x->bucket * (r->half_model ? 2 : 4);
    }
}
