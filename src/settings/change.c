#include "settings/inside.h"

#include "eval/text.h"

struct changes *changes_new(struct arena *a)
{
    struct changes *c = ARENA_NEW(a, struct changes);
    c->arena = a;
    return c;
}

static bool is_data(const struct value *v, uint32_t depth)
{
    bool holds = value_is_sequence(v) || v->kind == VALUE_DICT;
    if (!holds || depth == 0) {
        return !holds && v->kind != VALUE_FUNCTION && v->kind != VALUE_BUILTIN &&
               v->kind != VALUE_ITERATOR && v->kind != VALUE_VIEW && v->kind != VALUE_SLICE &&
               v->kind != VALUE_EXCEPTION && v->kind != VALUE_OBJECT;
    }
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n; i++) {
        if (!is_data(&v->list->items[i], depth - 1)) {
            return false;
        }
    }
    for (uint32_t i = 0; v->kind == VALUE_DICT && i < v->dict->n; i++) {
        if (!is_data(&v->dict->entries[i].value, depth - 1)) {
            return false;
        }
    }
    return true;
}

bool changes_can_hold(const struct value *v)
{
    return is_data(v, VALUE_DEPTH);
}

/* Is `path` the same place as `above`, or one inside it? */
static bool is_at_or_below(str path, str above)
{
    return str_starts(path, above) && (path.n == above.n || path.p[above.n] == '.');
}

bool settings_changes(const struct settings *s, str path)
{
    for (size_t i = 0; s->changed && i < s->changed->list.n; i++) {
        if (is_at_or_below(path, s->changed->list.items[i].path)) {
            return true;
        }
    }
    return false;
}

static void add(struct changes *c, struct change one)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->list.n; i++) {
        if (!is_at_or_below(c->list.items[i].path, one.path)) {
            c->list.items[kept++] = c->list.items[i];
        }
    }
    c->list.n = kept;
    one.path = arena_str(c->arena, one.path);
    vec_push(c->arena->owner, &c->list, one);
}

void changes_put(struct changes *c, str path, struct value v)
{
    add(c, (struct change){.path = path, .value = v});
}

void changes_drop(struct changes *c, str path)
{
    add(c, (struct change){.path = path, .deletes = true});
}

/* --- without the config --- */

static struct value detached(struct arena *a, const struct value *v, uint32_t depth);

static struct list *detached_list(struct arena *a, const struct list *l, uint32_t depth)
{
    struct list *copy = list_new(a, l->n);
    for (uint32_t i = 0; i < l->n; i++) {
        list_push(a, copy, detached(a, &l->items[i], depth));
    }
    return copy;
}

static struct dict *detached_dict(struct arena *a, const struct dict *d, uint32_t depth)
{
    struct dict *copy = dict_new(a, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct entry *x = &d->entries[i];
        struct value key = detached(a, &x->key, depth);
        dict_set(a, copy, &key, x->hash, detached(a, &x->value, depth));
    }
    return copy;
}

/* What is no plain data is kept as the text that shows it. */
static struct value detached(struct arena *a, const struct value *v, uint32_t depth)
{
    struct value copy = *v;
    copy.tree = NULL;
    copy.node = 0;
    if (v->kind <= VALUE_FLOAT && v->kind != VALUE_BIG_INT) {
        return copy;
    }
    if (v->kind == VALUE_STRING || v->kind == VALUE_BYTES) {
        copy.s = string_new(a, string_str(v->s));
    } else if (v->kind == VALUE_UNKNOWN || depth == 0) {
        str reason = v->kind == VALUE_UNKNOWN ? v->unknown->reason : STR("nested too deeply");
        return value_unknown(a, NULL, 0, "%.*s", STR_ARG(reason));
    } else if (value_is_sequence(v)) {
        copy.list = detached_list(a, v->list, depth - 1);
    } else if (v->kind == VALUE_DICT) {
        copy.dict = detached_dict(a, v->dict, depth - 1);
    } else {
        struct buf b = buf_make(a->owner);
        bool unknown = false;
        text_repr(a, &b, v, &unknown);
        copy.kind = VALUE_OPAQUE;
        copy.repr = string_new(a, buf_str(&b));
        buf_free(&b);
    }
    return copy;
}

const struct fix *fix_copy(struct arena *a, const struct fix *f)
{
    if (!f) {
        return NULL;
    }
    struct fix *copy = ARENA_NEW(a, struct fix);
    copy->safety = f->safety;
    copy->title = arena_str(a, f->title);
    copy->changes = changes_new(a);
    VEC_EACH (struct change, one, &f->changes->list) {
        struct change c = {.path = arena_str(a, one->path), .deletes = one->deletes};
        c.value = detached(a, &one->value, VALUE_DEPTH);
        vec_push(a->owner, &copy->changes->list, c);
    }
    copy->next = fix_copy(a, f->next);
    return copy;
}

/* --- the config as it would be --- */

/* What is inherited is not replaced where it stands, but overridden. */
static void keep_past(struct settings *s, struct entry *e, const struct change *one)
{
    if (!settings_changes(s, one->path) && !settings_is_own_place(s, value_loc(&e->key))) {
        struct past *past = ARENA_NEW(s->arena, struct past);
        *past = (struct past){e->value, e->past};
        e->past = past;
    }
}

/* Makes one change in a copy of the containers on the way; the old ones stay as they are. */
static void apply(struct settings *s, struct value *v, str path, const struct change *one)
{
    struct arena *a = s->arena;
    str rest, head = dotted_head(path, &rest);
    struct value *slot = NULL;
    if (value_is_sequence(v)) {
        slot = value_own_item(a, v, head);
        if (!slot || (one->deletes && rest.n == 0)) {
            return;
        }
    } else {
        if (v->kind == VALUE_DICT) {
            v->dict = dict_copy(a, v->dict);
        } else if (one->deletes) {
            return;
        } else {
            *v = value_of_dict(dict_new(a, 2));
        }
        struct entry *e = dict_find_str(v->dict, head);
        if (one->deletes && rest.n == 0) {
            if (e) {
                dict_remove(v->dict, e);
            }
            return;
        }
        if (!e && one->deletes) {
            return;
        }
        if (e && rest.n == 0) {
            keep_past(s, e, one);
        }
        slot = e ? &e->value : &dict_set_str(a, v->dict, head, value_none())->value;
    }
    if (rest.n == 0) {
        *slot = one->value;
    } else {
        apply(s, slot, rest, one);
    }
}

enum {
    VARIANTS = 8, /* of one config, that all of its steps would be enough for */
    AS_MUCH = 2   /* of what has been asked of the config itself may be asked of each */
};

/* A part of what a config may take, or more where it needs more. */
static uint64_t steps_of_variant(const struct settings *s)
{
    uint64_t all = library_limits(s->library)->steps, left = s->fuel.steps;
    uint64_t part = all / VARIANTS, taken = all > left ? all - left : 0;
    uint64_t share = taken > part / AS_MUCH ? taken : part / AS_MUCH;
    return left / AS_MUCH < share ? left : share * AS_MUCH;
}

struct settings *settings_with(struct settings *s, const struct changes *c)
{
    struct arena *a = s->arena;
    struct config *config = ARENA_NEW(a, struct config);
    *config = *s->config;
    VEC_EACH (struct change, one, &c->list) {
        apply(s, &config->root, one->path, one);
    }
    value_freeze(&config->root);
    struct changes *all = changes_new(a); /* those of before, too */
    for (size_t i = 0; s->changed && i < s->changed->list.n; i++) {
        vec_push(a->owner, &all->list, s->changed->list.items[i]);
    }
    VEC_EACH (struct change, one, &c->list) {
        vec_push(a->owner, &all->list, *one);
    }
    struct settings *next = ARENA_NEW(a, struct settings);
    *next = *s;
    next->config = config;
    next->slots = ARENA_MANY(a, struct slot, s->fields->n + 1);
    next->dicts.kind = next->typed.kind = next->texts.kind = VALUE_KINDS;
    next->having = NULL;
    next->unknowns_asked = false;
    memset(&next->kept, 0, sizeof next->kept);
    memset(&next->layers, 0, sizeof next->layers);
    next->layers_asked = false;
    next->complete = -1;
    next->changed = all;
    next->fuel.steps = steps_of_variant(s);
    return next;
}

/* --- what has to be written --- */

static bool refuse(struct settings *s, str *reason, const char *format, str what)
{
    if (reason) {
        *reason = arena_printf(s->arena, format, STR_ARG(what));
    }
    return false;
}

/* Takes over a list of put() and drop() dicts, or a text that says why there is none. */
static bool take_changes(
    struct settings *s, const struct value *list, struct changes *out, str *reason)
{
    if (list->kind == VALUE_STRING) {
        return refuse(s, reason, "%.*s", value_str(list));
    }
    if (!value_is_sequence(list)) {
        return refuse(s, reason, "%.*s", STR("this profile has no way to write it"));
    }
    for (uint32_t i = 0; i < list->list->n; i++) {
        const struct value *one = &list->list->items[i];
        const struct value *path = one->kind == VALUE_DICT ? dict_get(one->dict, "path") : NULL;
        if (!path || path->kind != VALUE_STRING) {
            return refuse(s, reason, "%.*s", STR("its table gives no list of changes"));
        }
        const struct value *v = dict_get(one->dict, "value");
        if (v && value_is_unknown(v)) {
            str where = value_str(path);
            return refuse(s, reason, "what to write at %.*s is not known", where);
        }
        if (v && !changes_can_hold(v)) {
            return refuse(s, reason, "what to write at %.*s is no data", value_str(path));
        }
        if (out->list.n >= MOST_CHANGES) {
            return refuse(s, reason, "%.*s", STR("it takes too many changes"));
        }
        if (v) {
            changes_put(out, value_str(path), *v);
        } else {
            changes_drop(out, value_str(path));
        }
    }
    return true;
}

/* The row of a field, and what its write() or the plain rule gives. */
static bool write_field(
    struct settings *now, str name, struct value v, struct changes *out, str *reason)
{
    const struct entry *e = dict_find_str(now->fields, name);
    if (!e || e->value.kind != VALUE_DICT) {
        return refuse(
            now, reason, "configs of the profile %.*s have no such setting", settings_profile(now));
    }
    const struct value *write = dict_get(e->value.dict, "write");
    if (write && write->kind == VALUE_FUNCTION) {
        struct value args[] = {objects_cfg(now), objects_settings(now), v}, list;
        return objects_call(now, NULL, write, args, 3, &list) &&
               take_changes(now, &list, out, reason);
    }
    const struct setting *x = settings_find(now, name);
    if (x->path.n == 0 || (write && write->kind == VALUE_BOOL && !write->b)) {
        return refuse(now, reason, "%.*s is not written in the config", name);
    }
    changes_put(out, x->path, v);
    return true;
}

/* The changes of `more` that make a difference to the config, on top of those in `out`. */
static void keep(struct settings *s, const struct changes *more, struct changes *out)
{
    VEC_EACH (struct change, one, &more->list) {
        const struct value *old = config_at(s->config, one->path);
        bool unknown = false;
        bool same = one->deletes ? !old : old && value_equal(old, &one->value, &unknown, NULL);
        if (one->deletes) {
            changes_drop(out, one->path);
        } else {
            changes_put(out, one->path, one->value);
        }
        if (same && !unknown) { /* it only takes back an earlier change */
            out->list.n--;
        }
    }
}

bool settings_change(
    struct settings *s, const char *name, struct value v, struct changes *out, str *reason)
{
    struct settings *now = out->list.n ? settings_with(s, out) : s;
    struct changes more = {.arena = out->arena};
    if (!write_field(now, str_of(name), v, &more, reason)) {
        return false;
    }
    struct settings *after = settings_with(now, &more);
    const struct setting *x = settings_get(after, name);
    bool unknown = false, has = x->state != SETTING_UNKNOWN;
    if (!has || !value_equal(&x->value, &v, &unknown, NULL)) {
        return refuse(s, reason, "%.*s would not get this value", str_of(name));
    }
    keep(s, &more, out);
    return true;
}

/* The profile's function called `what`, with the factor. */
static bool scale(
    struct settings *s, const char *what, double factor, struct changes *out, str *reason)
{
    struct settings *now = out->list.n ? settings_with(s, out) : s;
    const struct value *f = declaration_get(s->profile, what);
    struct value args[] = {objects_cfg(now), objects_settings(now), value_float(factor)}, list;
    struct changes more = {.arena = out->arena};
    if (!f) {
        return refuse(s, reason, "the profile %.*s cannot do it", settings_profile(s));
    }
    if (!objects_call(now, NULL, f, args, 3, &list) || !take_changes(now, &list, &more, reason)) {
        return false;
    }
    keep(s, &more, out);
    return true;
}

bool settings_scale_lr(struct settings *s, double factor, struct changes *out, str *reason)
{
    return scale(s, "scale_lr", factor, out, reason);
}

bool settings_scale_iters(struct settings *s, double factor, struct changes *out, str *reason)
{
    return scale(s, "scale_iters", factor, out, reason);
}

const struct list *settings_look_alikes(struct settings *s, bool lengths)
{
    const struct value *f = declaration_get(s->profile, "look_alikes");
    struct value args[] = {objects_cfg(s), objects_settings(s), value_bool(lengths)}, found;
    return f && objects_call(s, NULL, f, args, 3, &found) && value_is_sequence(&found) ? found.list
                                                                                       : NULL;
}

const struct list *settings_repairs(const struct settings *s)
{
    return declaration_rows(s->profile, "repairs");
}

str settings_price(const struct settings *s, str repair)
{
    const struct list *rows = settings_repairs(s);
    for (uint32_t i = 0; rows && i < rows->n; i++) {
        const struct dict *row = rows->items[i].dict;
        if (str_eq(value_str(dict_get(row, "name")), repair)) {
            return value_str(dict_get(row, "price"));
        }
    }
    return STR("");
}

bool settings_repair(
    struct settings *s, const struct value *repair, struct changes *out, str *reason)
{
    struct settings *now = out->list.n ? settings_with(s, out) : s;
    const struct value *make = dict_get(repair->dict, "make");
    struct value args[] = {objects_cfg(now), objects_settings(now)}, list;
    struct changes more = {.arena = out->arena};
    if (!make || !objects_call(now, NULL, make, args, 2, &list) ||
        !take_changes(now, &list, &more, reason) || more.list.n == 0) {
        return false;
    }
    keep(s, &more, out);
    return true;
}

bool settings_probe(
    struct settings *s, int64_t iterations, str work_dir, struct changes *out, str *reason)
{
    const struct value *probe = declaration_get(s->profile, "probe");
    struct value args[] = {objects_cfg(s), objects_settings(s), value_int(iterations),
        value_string(s->arena, work_dir)},
                 list;
    *reason = STR("its script's table has no short run");
    return probe && objects_call(s, NULL, probe, args, 4, &list) &&
           take_changes(s, &list, out, reason);
}

str settings_command(const struct settings *s)
{
    const struct value *train = declaration_get(s->profile, "train");
    return train ? value_str(train) : STR("");
}
