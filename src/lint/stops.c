#include "lint/stops.h"

#include "base/hash.h"
#include "config/dialect/dialect.h"
#include "eval/digest.h"
#include "lint/lacks.h"
#include "lint/seek.h"
#include "model/model.h"

#include <pthread.h>

/* --- models that record whole --- */

struct whole_model {
    uint64_t key;
    uint64_t effort; /* it took to record */
    UT_hash_handle hh;
};

struct whole_models {
    pthread_mutex_t lock;
    struct arena *arena;
    struct whole_model *table;
};

static int forget(struct whole_models *m)
{
    HASH_CLEAR(hh, m->table);
    pthread_mutex_destroy(&m->lock);
    return 0;
}

struct whole_models *whole_models_new(void *talloc_ctx)
{
    struct whole_models *m = mem_zero(talloc_ctx, sizeof *m);
    m->arena = arena_new(m);
    pthread_mutex_init(&m->lock, NULL);
    talloc_set_destructor(m, forget);
    return m;
}

static const struct whole_model *find_whole(struct whole_models *m, uint64_t key)
{
    struct whole_model *found;
    pthread_mutex_lock(&m->lock);
    HASH_FIND(hh, m->table, &key, sizeof key, found);
    pthread_mutex_unlock(&m->lock);
    return found;
}

static void note_whole(struct whole_models *m, uint64_t key, uint64_t effort)
{
    struct whole_model *found;
    pthread_mutex_lock(&m->lock);
    HASH_FIND(hh, m->table, &key, sizeof key, found);
    if (!found) {
        struct whole_model *one = ARENA_NEW(m->arena, struct whole_model);
        *one = (struct whole_model){.key = key, .effort = effort};
        HASH_ADD(hh, m->table, key, sizeof one->key, one);
    }
    pthread_mutex_unlock(&m->lock);
}

/* --- what enters a recording --- */

/* Keys of a config that no description reads: at the top, of loops, and in any part. */
struct left_out {
    const struct list *names, *loops, *of_samples;
};

static struct left_out left_out_of(struct settings *s, struct diags *diags)
{
    static const struct list none;
    struct library *l = settings_library(s);
    bool loops = str_is(settings_generation(s), "mmengine");
    str file = STR("model/entry.star");
    return (struct left_out){
        library_words(l, file, "NOT_RECORDED", diags),
        loops ? library_words(l, file, "LOOPS", diags) : &none,
        library_words(l, file, "OF_SAMPLES", diags),
    };
}

static bool is_left_out(const struct left_out *x, const struct value *key)
{
    return key->kind == VALUE_STRING &&
           (list_has_word(x->names, value_str(key)) || list_has_word(x->loops, value_str(key)));
}

struct stops {
    struct settings *settings;
    struct whole_models *known;
    struct value found; /* without changes; kind VALUE_KINDS until asked for */
    const struct graph *graph;
};

static bool model_key(const struct stops *x, uint64_t *key)
{
    const struct config *c = settings_config(x->settings);
    struct diags *diags = diags_new(c->arena->owner);
    struct left_out left_out = left_out_of(x->settings, diags);
    *key = 0;
    digest_str(key, str_of(c->dialect->name));
    digest_str(key, settings_generation(x->settings));
    for (uint32_t i = 0; i < c->root.dict->n; i++) {
        const struct entry *one = &c->root.dict->entries[i];
        if (!is_left_out(&left_out, &one->key) &&
            !(digest_value(key, &one->key, NULL, 1) &&
                digest_value(key, &one->value, left_out.of_samples, VALUE_DEPTH))) {
            return false;
        }
    }
    return true;
}

/* --- one recording --- */

enum {
    NOTHING = 8 /* recordings that fail count as one that takes all of its steps */
};

static uint64_t effort_of(const struct stops *x, const struct graph *g)
{
    return g ? graph_effort(g)
             : library_limits(settings_library(x->settings))->model_steps / NOTHING;
}

static struct graph *record(struct stops *x, struct settings *s, bool training, bool brief)
{
    struct arena *a = settings_config(s)->arena;
    struct model_options o = {0};
    int64_t batch;
    o.batch = setting_int(settings_get(x->settings, "batch"), &batch) && batch > 0 ? batch : 1;
    o.graph = (struct graph_options){.torch = 200,
        .scenario = SCENARIO_EXPECTED,
        .mmengine = str_is(settings_generation(x->settings), "mmengine"),
        .training = training,
        .gpu = device_facts_like(settings_library(s), 70, diags_new(a->owner)),
        .brief = brief,
        .like = x->graph};
    struct graph *g = model_try(settings_library(s), a, settings_config(s), &o);
    settings_recorded(x->settings, effort_of(x, g));
    return g;
}

static void put(struct arena *a, struct dict *d, const char *name, struct value v)
{
    dict_set_str(a, d, str_of(name), v);
}

/* Is it the dict with this `type`? */
static bool has_type(const struct value *v, const void *sought)
{
    const struct value *type = sought,
                       *t = v->kind == VALUE_DICT ? dict_get(v->dict, "type") : NULL;
    return t && t->tree == type->tree && t->node == type->node;
}

/* Where the model of the config has it; false when it has not. */
static bool path_of(struct arena *a, const struct value *model, const struct value *type, str *out)
{
    return seek_value(a, model, STR("model"), UINT32_MAX, has_type, type, out);
}

/* The part of the config that a module belongs to; false when the config does not name it. */
static bool part_of_module(
    struct arena *a, const struct config *c, const struct graph *g, module_id m, str *out)
{
    const struct value *model = config_at(c, STR("model"));
    for (uint32_t depth = 0; m && model && depth < 64; depth++) {
        const struct graph_module *row = &g->modules.items[m];
        struct value type = {.tree = row->tree, .node = row->node};
        if (row->node && path_of(a, model, &type, out)) {
            return true;
        }
        m = row->parent;
    }
    return false;
}

static struct list *paths_of(struct arena *a, const struct config *c, const struct unknown_type *u)
{
    struct list *paths = list_new(a, 4);
    const struct value *model = config_at(c, STR("model"));
    for (const struct config_part *p = u->part; p && model; p = p->outer) {
        str path;
        if (p->type.node && path_of(a, model, &p->type, &path)) {
            list_push(a, paths, value_string(a, path));
        }
    }
    return paths;
}

static struct value describe(
    struct arena *a, const struct config *c, const struct graph *g, const struct unknown_type *u)
{
    str source = STR("");
    part_of_module(a, c, g, u->mismatch.source, &source);
    struct dict *d = dict_new(a, 8);
    struct list *paths = paths_of(a, c, u);
    put(a, d, "type", value_string(a, u->type));
    put(a, d, "path", paths->n ? paths->items[0] : value_string(a, STR("")));
    put(a, d, "paths", value_of_list(paths));
    put(a, d, "message", value_string(a, eval_exception_message(a, u->raised)));
    put(a, d, "raised", value_string(a, str_of(u->raised->type->name)));
    put(a, d, "have", value_int(u->mismatch.have));
    put(a, d, "want", value_int(u->mismatch.want));
    put(a, d, "of_place", value_bool(u->mismatch.of_place));
    put(a, d, "source", value_string(a, source));
    put(a, d, "lacks",
        value_of_list(lacks_of(a, c, paths->n ? value_str(paths->items) : STR(""), u)));
    put(a, d, "operand", value_bool(u->raised->operand));
    put(a, d, "made", value_int((int64_t)u->ops + u->modules));
    return value_of_dict(d);
}

/* Did something come up that is not known?  Then what stops may stop for that. */
static bool is_unsure(const struct graph *g)
{
    VEC_EACH (const struct unknown_type, u, &g->unknown_types) {
        if (u->is_value) {
            return true;
        }
    }
    return false;
}

static struct value list_of(const struct graph *g, const struct config *c, bool first)
{
    struct list *l = list_new(c->arena, 1);
    bool sure = g && !is_unsure(g);
    for (size_t i = 0; sure && i < g->unknown_types.n && !(first && l->n); i++) {
        if (g->unknown_types.items[i].raised) {
            list_push(c->arena, l, describe(c->arena, c, g, &g->unknown_types.items[i]));
        }
    }
    return value_of_list(l);
}

/* --- for one config --- */

struct stops *stops_new(struct settings *s, struct whole_models *known)
{
    struct stops *x = ARENA_NEW(settings_config(s)->arena, struct stops);
    *x = (struct stops){.settings = s, .known = known, .found.kind = VALUE_KINDS};
    return x;
}

static struct value find(struct stops *x)
{
    uint64_t key;
    const struct config *c = settings_config(x->settings);
    bool has_key = model_key(x, &key);
    const struct whole_model *known = has_key ? find_whole(x->known, key) : NULL;
    if (known) { /* it counts the same as one that is recorded */
        settings_recorded(x->settings, known->effort);
        return value_of_list(list_new(c->arena, 0));
    }
    struct graph *g = record(x, x->settings, true, false);
    struct value found = list_of(g, c, false);
    if (found.list->n > 0) { /* what is tried is like it */
        x->graph = g;
        return found;
    }
    if (has_key) {
        note_whole(x->known, key, effort_of(x, g));
    }
    talloc_free(g);
    return found;
}

struct value stops_find(struct stops *x, const struct changes *changes, bool training)
{
    if (!training || (changes && changes->list.n > 0)) {
        if (settings_spent(x->settings)) {
            return value_none();
        }
        struct settings *s = changes ? settings_with(x->settings, changes) : x->settings;
        struct graph *g = record(x, s, training, true);
        struct value found = g ? list_of(g, settings_config(s), true) : value_none();
        talloc_free(g);
        return found;
    }
    if (x->found.kind == VALUE_KINDS) {
        x->found = find(x);
        value_freeze(&x->found);
    }
    return x->found;
}
