#include "settings/objects.h"

#include "config/dialect/dialect.h"
#include "settings/inside.h"
#include "settings/item.h"
#include "settings/schedule.h"

#include "eval/builtins.h"
#include "eval/ops.h"
#include "text/path.h"

#include <ctype.h>

struct settings *objects_settings_of(const struct value *self)
{
    return ((struct view *)self->object)->settings;
}

struct value objects_bound(struct eval *e, const struct builtin_def *def, struct object *self)
{
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = def;
    b->self = value_of_object(self);
    return value_of_builtin(b);
}

bool objects_place(struct settings *s, const struct value *v, struct setting *out)
{
    const struct setting *x = item_setting(v);
    if (x || v->kind == VALUE_STRING) {
        *out = x ? *x : settings_at(s, value_str(v));
        return true;
    }
    return false;
}

/* --- cfg --- */

static const struct value *value_named(const struct value *self, str path)
{
    struct settings *s = objects_settings_of(self);
    const struct value *v = config_at(s->config, settings_place(s, path));
    if (!v) {
        settings_unanswered(s, path);
    }
    return v;
}

/* What is unknown of a config is no mistake of the library, which has nothing to say of it then. */
bool objects_refuse(struct eval *e, const struct value *v, const char *why)
{
    bool unknown = v && value_is_unknown(v);
    return eval_raise(e, unknown ? TYPE_LOOKUP_ERROR : TYPE_TYPE_ERROR, "%s", why);
}

bool objects_text(struct eval *e, const struct arguments *args, uint32_t i, str *out)
{
    const struct value *v = i < args->n_positional ? &args->positional[i] : NULL;
    if (!v || v->kind != VALUE_STRING) {
        return objects_refuse(e, v, "text is needed here");
    }
    *out = value_str(v);
    return true;
}

static bool cfg_get(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str path;
    if (!objects_text(e, args, 0, &path)) {
        return false;
    }
    const struct value *v = value_named(self, path);
    const struct value *fallback = arg(args, 1, "default");
    bool unknown = v && value_is_unknown(v);
    objects_settings_of(self)->unanswered += unknown;
    *out = v && !unknown ? *v : fallback ? *fallback : value_none();
    return true;
}

static bool cfg_has(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str path;
    if (!objects_text(e, args, 0, &path)) {
        return false;
    }
    *out = value_bool(value_named(self, path) != NULL);
    return true;
}

static bool cfg_item(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str path;
    if (!objects_text(e, args, 0, &path)) {
        return false;
    }
    struct setting x = settings_at(objects_settings_of(self), path);
    *out = item_value(e, objects_settings_of(self), &x);
    return true;
}

static bool cfg_type(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    const struct value *v = args->n_positional ? &args->positional[0] : NULL;
    if (v && v->kind == VALUE_STRING) {
        v = value_named(self, value_str(v));
    }
    const struct value *type = v && v->kind == VALUE_DICT ? dict_get(v->dict, "type") : NULL;
    bool unknown = (v && value_is_unknown(v)) || (type && value_is_unknown(type));
    objects_settings_of(self)->unanswered += unknown;
    str name;
    *out = type && settings_type_name(type, &name) ? value_string(e->arena, name) : value_none();
    return true;
}

/* The package that a dict's type is imported from ("mmdet"); None where the type is a text. */
static bool cfg_package(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    const struct value *v = args->n_positional ? &args->positional[0] : NULL;
    if (v && v->kind == VALUE_STRING) {
        v = value_named(self, value_str(v));
    }
    const struct value *type = v && v->kind == VALUE_DICT ? dict_get(v->dict, "type") : NULL;
    bool is_imported = type && type->kind == VALUE_LAZY && !type->lazy->is_module;
    *out = is_imported ? value_string(e->arena, dotted_first(type->lazy->module)) : value_none();
    return true;
}

enum {
    TEXT_BYTES_A_STEP = 64 /* that names are looked for in */
};

static bool cfg_is_read(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name;
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    *out = value_bool(settings_is_read(objects_settings_of(self), name));
    return eval_spend(e, settings_read_bytes(objects_settings_of(self)) / TEXT_BYTES_A_STEP);
}

static bool cfg_is_read_here(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name;
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    *out = value_bool(settings_is_read_here(objects_settings_of(self), name));
    return eval_spend(e, settings_read_bytes(objects_settings_of(self)) / TEXT_BYTES_A_STEP);
}

/* Is a top-level key one that the training script reads? */
static bool cfg_reads(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str name = STR("");
    if (!objects_text(e, args, 0, &name)) {
        return false;
    }
    *out = value_bool(settings_reads(objects_settings_of(self), name));
    return true;
}

enum {
    RATE_SAMPLES = 200,
    MOST_ITERATIONS = 4000000, /* that are looked at */
    RATE_STEPS = 60000         /* iterations of a run, where epochs may be of any length */
};

/* The learning rate at so many places of the run, from its begin to its end. */
static bool cfg_rates(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    (void)args;
    str why;
    struct schedule x;
    struct settings *s = objects_settings_of(self);
    *out = value_none();
    if (!schedule_read(s, SCHEDULED_LR, &x, &why) || !(x.length > 0)) {
        return true;
    }
    uint32_t epoch = x.length < RATE_STEPS / 50.0 ? (uint32_t)(RATE_STEPS / x.length) : 50;
    uint64_t n = schedule_iterations(&x, epoch);
    if (n < 2 || n > MOST_ITERATIONS) {
        return true;
    }
    double *rates = ARENA_MANY(e->arena, double, n);
    schedule_rates(&x, epoch, n, rates);
    struct list *l = list_new(e->arena, RATE_SAMPLES);
    for (uint64_t i = 0; i < RATE_SAMPLES; i++) {
        list_push(e->arena, l, value_float(rates[i * (n - 1) / (RATE_SAMPLES - 1)]));
    }
    *out = value_of_list(l);
    return eval_spend(e, n / 100);
}

/* What a function of the library makes of the config, or of what it has at a path, for all that
 * ask: it is called once. */
static bool cfg_once(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    str path = STR("");
    struct settings *s = objects_settings_of(self);
    const struct value *f = &args->positional[0];
    if (f->kind != VALUE_FUNCTION) {
        return eval_raise(e, TYPE_TYPE_ERROR, "once() takes a function");
    }
    if (args->n_positional > 1 && !objects_text(e, args, 1, &path)) {
        return false;
    }
    VEC_EACH (struct kept, k, &s->kept) {
        if (k->function == f->function && str_eq(k->path, path)) {
            *out = k->value;
            s->unanswered += k->unanswered;
            return true;
        }
    }
    uint64_t before = s->unanswered;
    struct value given[] = {*self, args->positional[args->n_positional - 1]};
    struct arguments all = {.positional = given, .n_positional = args->n_positional};
    if (!eval_call(e, f, &all, out) || !ops_charge_parts(e, out, PARTS_A_STEP)) {
        return false;
    }
    value_freeze(out);
    vec_push(s->arena->owner, &s->kept,
        ((struct kept){f->function, arena_str(s->arena, path), *out, s->unanswered - before}));
    return true;
}

static bool cfg_each(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    return settings_each(e, objects_settings_of(self), args, out);
}

static const struct builtin_def CFG_METHODS[] = {
    {"get", cfg_get, 1, 2, "key default"},
    {"has", cfg_has, 1, 1, NULL},
    {"item", cfg_item, 1, 1, NULL},
    {"type", cfg_type, 1, 1, NULL},
    {"package", cfg_package, 1, 1, NULL},
    {"dicts", dicts_all, 0, 1, NULL},
    {"typed", dicts_typed, 0, 0, NULL},
    {"texts", dicts_texts, 0, 0, NULL},
    {"is_read", cfg_is_read, 1, 1, NULL},
    {"is_read_here", cfg_is_read_here, 1, 1, NULL},
    {"reads", cfg_reads, 1, 1, NULL},
    {"nearest", names_nearest, 2, 2, NULL},
    {"knows", names_knows, 1, 1, NULL},
    {"near_type", names_near_type, 1, 1, NULL},
    {"takes", names_takes, 1, 1, NULL},
    {"rates", cfg_rates, 0, 0, NULL},
    {"once", cfg_once, 1, 2, NULL},
    {"each", cfg_each, 2, 8, NULL},
};

/* Names of the folders at the top of the work tree: which packages there are. */
static struct value folders(struct settings *s)
{
    if (s->folders.kind != VALUE_KINDS) {
        return s->folders;
    }
    struct list *l = list_new(s->arena, 8);
    s->folders = value_of_list(l);
    const struct files *f = s->options.files;
    str here = s->config->source ? s->config->source->real : STR("");
    for (size_t i = 0; f && i < f->roots.n; i++) {
        if (here.n == 0 || !path_is_under(here, f->roots.items[i])) {
            continue;
        }
        struct names names = {0};
        files_list(f, s->arena, f->roots.items[i], &names);
        VEC_EACH (struct name, name, &names.list) {
            if (name->is_dir) {
                list_push(s->arena, l, value_string(s->arena, name->text));
            }
        }
    }
    return s->folders;
}

/* Without the extension. */
static str bare_name(str path)
{
    str base = path_basename(path);
    return str_slice(base, 0, base.n - path_extension(base).n);
}

/* Of the config, and then of its bases, the nearest first. */
static struct value file_names(struct settings *s, str own)
{
    uint32_t deepest = 0;
    struct list *l = list_new(s->arena, 4);
    list_push(s->arena, l, value_string(s->arena, bare_name(own)));
    VEC_EACH (const struct config_file, f, &s->config->files) {
        deepest = f->depth > deepest ? f->depth : deepest;
    }
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        VEC_EACH (const struct config_file, f, &s->config->files) {
            if (f->depth == depth) {
                list_push(s->arena, l, value_string(s->arena, bare_name(f->source->path)));
            }
        }
    }
    return value_of_list(l);
}

/* Does it inherit from parts alone, which OpenMMLab's projects keep in folders called _base_? */
static bool is_composed(const struct settings *s)
{
    bool any = false;
    VEC_EACH (const struct config_file, f, &s->config->files) {
        bool part = str_find(f->source->absolute, STR("/_base_/"), 0) != SIZE_MAX;
        if (f->depth == 1 && !part) {
            return false;
        }
        any |= f->depth == 1;
    }
    return any;
}

/* `default_old.yaml` or `default copy.yaml` beside `default.yaml`: kept to be put in its place. */
static bool stands_in_for(str name, str shared)
{
    str stem = str_slice(shared, 0, shared.n - path_extension(shared).n);
    return str_starts(name, stem) && name.n > stem.n && name.p[stem.n] != '.' &&
           !isalpha((unsigned char)name.p[stem.n]);
}

static bool has_heirs(struct settings *s)
{
    const struct source *own = s->config->source;
    bool (*shares)(str name) = s->config->dialect->shares;
    if (!own || !s->options.files || !shares) {
        return false;
    }
    struct names names = {0};
    files_list(s->options.files, s->arena, path_dirname(own->absolute), &names);
    str name = path_basename(own->absolute), shared = {0};
    for (size_t i = 0; i < names.list.n; i++) {
        shared = shares(names.list.items[i].text) ? names.list.items[i].text : shared;
    }
    size_t others = 0;
    for (size_t i = 0; i < names.list.n && shared.n > 0; i++) {
        others += !stands_in_for(names.list.items[i].text, shared);
    }
    return shares(name) ? names.list.n > 1 : stands_in_for(name, shared) && others > 1;
}

bool objects_has_heirs(struct settings *s)
{
    s->heirs = s->heirs < 0 ? has_heirs(s) : s->heirs;
    return s->heirs;
}

/* What stands after a `#` in each line of the config's own file. */
static struct value comments(struct settings *s)
{
    struct list *l = list_new(s->arena, 0);
    str text = s->config->source ? s->config->source->bytes : STR("");
    for (size_t at = 0; (at = str_find(text, STR("#"), at)) != SIZE_MAX;) {
        size_t end = str_find(text, STR("\n"), at);
        end = end == SIZE_MAX ? text.n : end;
        list_push(s->arena, l, value_string(s->arena, str_slice(text, at, end)));
        at = end;
    }
    return value_of_list(l);
}

static bool cfg_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    struct settings *s = ((struct view *)o)->settings;
    for (size_t i = 0; i < sizeof CFG_METHODS / sizeof *CFG_METHODS; i++) {
        if (CFG_METHODS[i].name[0] == name.p[0] && str_is(name, CFG_METHODS[i].name)) {
            *out = objects_bound(e, &CFG_METHODS[i], o);
            return true;
        }
    }
    str path = s->config->source ? s->config->source->path : s->config->path;
    if (str_is(name, "root")) {
        *out = s->config->root;
    } else if (str_is(name, "path")) {
        *out = value_string(e->arena, path);
    } else if (str_is(name, "name")) {
        *out = value_string(e->arena, bare_name(path));
    } else if (str_is(name, "names")) {
        *out = file_names(s, path);
    } else if (str_is(name, "dialect")) {
        *out = value_string(e->arena, str_of(s->config->dialect->name));
    } else if (str_is(name, "profile")) {
        *out = s->profile ? value_string(e->arena, s->profile->name) : value_none();
    } else if (str_is(name, "generation")) {
        *out = value_string(e->arena, settings_generation(s));
    } else if (str_is(name, "read_keys")) {
        const struct value *list = s->own_script ? NULL : declaration_get(s->profile, "reads");
        *out = list ? *list : value_of_list(list_new(s->arena, 1));
        if (s->own_script) {
            list_push(s->arena, out->list, value_string(s->arena, STR("*")));
        }
    } else if (str_is(name, "folders")) {
        *out = folders(s);
    } else if (str_is(name, "has_heirs")) {
        *out = value_bool(objects_has_heirs(s));
    } else if (str_is(name, "is_composed")) {
        *out = value_bool(is_composed(s));
    } else if (str_is(name, "comments")) {
        *out = comments(s);
    } else if (str_is(name, "is_complete")) {
        *out = value_bool(settings_is_complete(s));
    } else {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "cfg has no attribute '%.*s'", STR_ARG(name));
    }
    return true;
}

static const struct object_class CFG = {.name = "cfg", .attribute = cfg_attribute};

/* --- s --- */

static bool settings_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    struct settings *s = ((struct view *)o)->settings;
    const struct setting *x = settings_find(s, name);
    if (!x) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR,
            "there is no setting '%.*s'; `cfglint list settings` shows them", STR_ARG(name));
    }
    *out = item_value(e, s, x);
    return true;
}

static const struct object_class SETTINGS = {.name = "settings", .attribute = settings_attribute};

struct value objects_view(struct settings *s, const struct object_class *class_)
{
    struct view *v = ARENA_NEW(s->arena, struct view);
    *v = (struct view){{class_}, s};
    return value_of_object(&v->base);
}

struct value objects_cfg(struct settings *s)
{
    return objects_view(s, &CFG);
}

struct value objects_settings(struct settings *s)
{
    return objects_view(s, &SETTINGS);
}

static bool exhausted(struct settings *s)
{
    struct diag *d = diags_add(s->diags, "LIM001", SEVERITY_ERROR,
        (struct loc){s->config->source, {0, 0}},
        "what the library asks of this config takes more than the limit %s allows", s->fuel.spent);
    diag_help(s->diags, d, "--limit NAME=N raises a limit; `cfglint list limits` shows them");
    d->fatal = true;
    return false;
}

bool objects_call(struct settings *s, const struct eval_host *host, const struct value *function,
    const struct value *arguments, uint32_t n, struct value *out)
{
    if (s->fuel.spent) {
        return false;
    }
    struct eval e;
    eval_init(&e, s->arena, &LIMITS_DEFAULT, &PROFILE_LIBRARY, host); /* depths are a config's */
    e.fuel = &s->fuel;
    struct arguments args = {.positional = arguments, .n_positional = n};
    if (eval_call(&e, function, &args, out) && /* what a rule finds is copied, too */
        ops_charge_parts(&e, out, host ? 1 : PARTS_A_STEP)) {
        return true;
    }
    if (s->fuel.spent) {
        return exhausted(s);
    }
    const struct exception *x = e.raised;
    if (x->type->id == TYPE_LOOKUP_ERROR) { /* of objects_refuse: Python raises its subclasses */
        return false;
    }
    struct loc at = x->tree ? tree_loc(x->tree, x->node) : value_loc(function);
    str text = eval_exception_text(s->arena, x);
    diags_add(s->diags, "LIB001", SEVERITY_ERROR, at, "this library file has an error: %.*s",
        STR_ARG(text))
        ->fatal = true;
    return false;
}
