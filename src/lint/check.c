/*
 * Running rules.  Besides the builtins of the language, a check sees:
 *
 *     finding(at, message, help=, mark=, related=, fix=, severity=)
 *         at       an item or a path, or a list of them, the most telling one first.  The finding
 *                  is placed at the first that the config's own file sets, and names the others as
 *                  related places
 *         mark     "key" or "value": what is underlined; the key when left out
 *         related  more places, as (item or path, text)
 *         severity "info" or "warning" where the rule is less sure than it usually is
 *     change(setting, value)   remove(path, idle=)
 *                  parts of a fix; a path may stand for a setting
 *         idle     what it says is said elsewhere, or means nothing
 *     scale_lr(factor)   scale_iters(factor)
 *                  the same, for all that goes together
 *     fix(title, changes, safety)
 *         safety   "safe", "unsafe" or "shown".  One that does nothing but take away what the
 *                  linted file itself says is never safe.  A finding may have a list of fixes
 *     stops(changes, forward=)
 *                  where the recording of the model stops, with those changes: stops.h
 *     defined, listed, counted, signature, refusal, lacks_module
 *                  what the project's own code says: classes.h, signatures.h, modules.h
 */
#include "lint/lint.h"

#include "config/dialect/dialect.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "lint/classes.h"
#include "lint/modules.h"
#include "lint/repeats.h"
#include "lint/signatures.h"
#include "lint/stops.h"
#include "lint/told.h"
#include "settings/objects.h"

/* One rule at work on one config, which the functions that it is given belong to: whoever else
 * they are handed to, it is this that they ask. */
struct check {
    struct object base;
    const struct rule *rule;
    struct settings *settings;
    struct arena *arena; /* of the settings: fixes live there */
    struct stops *stops;
    bool tries_nothing;
    struct classes *classes;
    struct signatures *signatures;
    struct diags *out;
};

static const struct object_class RULE = {.name = "rule"};

/* --- what library code calls: each gives a dict that says what it was --- */

static bool pack(struct eval *e, const struct arguments *args, const char *kind,
    const char *const *names, struct value *out)
{
    struct dict *d = dict_new(e->arena, 8);
    dict_set_str(e->arena, d, STR("kind"), value_string(e->arena, str_of(kind)));
    uint32_t i = 0;
    for (; names[i]; i++) {
        const struct value *v = arg(args, i, names[i]);
        if (v) {
            dict_set_str(e->arena, d, str_of(names[i]), *v);
        }
    }
    for (uint32_t k = 0; k < args->n_keywords; k++) {
        str key = value_str(&args->keywords[k].key);
        if (!dict_find_str(d, key) || str_is(key, "kind")) {
            return eval_raise(
                e, TYPE_TYPE_ERROR, "%s() takes no argument '%.*s'", kind, STR_ARG(key));
        }
    }
    *out = value_of_dict(d);
    return true;
}

#define FUNCTION(name) \
    static bool name(  \
        struct eval *e, const struct value *self, const struct arguments *args, struct value *out)

FUNCTION(fn_finding)
{
    static const char *const names[] = {
        "at", "message", "help", "mark", "related", "fix", "severity", NULL};
    (void)self;
    const struct value *message = arg(args, 1, "message");
    if (!arg(args, 0, "at") || !message) {
        return eval_raise(e, TYPE_TYPE_ERROR, "finding() needs a place and a message");
    }
    return pack(e, args, "finding", names, out);
}

FUNCTION(fn_change)
{
    static const char *const names[] = {"at", "value", NULL};
    (void)self;
    return pack(e, args, "change", names, out);
}

FUNCTION(fn_remove)
{
    static const char *const names[] = {"at", "idle", NULL};
    (void)self;
    return pack(e, args, "remove", names, out);
}

FUNCTION(fn_scale_lr)
{
    static const char *const names[] = {"factor", NULL};
    (void)self;
    return pack(e, args, "scale_lr", names, out);
}

FUNCTION(fn_scale_iters)
{
    static const char *const names[] = {"factor", NULL};
    (void)self;
    return pack(e, args, "scale_iters", names, out);
}

FUNCTION(fn_fix)
{
    static const char *const names[] = {"title", "changes", "safety", NULL};
    (void)self;
    return pack(e, args, "fix", names, out);
}

static struct check *check_of(const struct value *self)
{
    return (struct check *)self->object;
}

/* --- fixes --- */

static bool is_kind(const struct value *v, const char *kind)
{
    const struct value *is = v->kind == VALUE_DICT ? dict_get(v->dict, "kind") : NULL;
    return is && value_is_str(is, kind);
}

static bool scale(struct check *c, const struct value *v, struct changes *to)
{
    const struct value *factor = dict_get(v->dict, "factor");
    double by = factor->kind == VALUE_FLOAT ? factor->f
                : factor->kind == VALUE_INT ? (double)factor->i
                                            : 0;
    if (!(by > 0)) {
        return false;
    }
    return is_kind(v, "scale_lr") ? settings_scale_lr(c->settings, by, to, NULL)
                                  : settings_scale_iters(c->settings, by, to, NULL);
}

static bool one_change(struct check *c, const struct value *v, struct changes *to)
{
    if (is_kind(v, "scale_lr") || is_kind(v, "scale_iters")) {
        return scale(c, v, to);
    }
    const struct value *at = v->kind == VALUE_DICT ? dict_get(v->dict, "at") : NULL;
    struct setting x;
    if (!at || !objects_place(c->settings, at, &x)) {
        return false;
    }
    if (is_kind(v, "remove")) {
        changes_drop(to, x.path);
        return true;
    }
    const struct value *value = dict_get(v->dict, "value");
    if (!value || !changes_can_hold(value)) {
        return false;
    }
    if (x.name.n > 0) {
        return settings_change(c->settings, arena_str(c->arena, x.name).p, *value, to, NULL);
    }
    changes_put(to, x.path, *value);
    return true;
}

static bool all_changes(struct check *c, const struct value *list, struct changes *to)
{
    for (uint32_t i = 0; list && value_is_sequence(list) && i < list->list->n; i++) {
        if (!one_change(c, &list->list->items[i], to) || to->list.n > MOST_CHANGES) {
            return false;
        }
    }
    return true;
}

/* Those of changes that cannot be made are None. */
FUNCTION(fn_stops)
{
    struct check *c = check_of(self);
    struct changes *changes = changes_new(c->arena);
    const struct value *asked = arg(args, 0, "changes");
    if (asked && !ops_charge_parts(e, asked, 1)) {
        return false;
    }
    bool good = all_changes(c, asked, changes) && !(c->tries_nothing && changes->list.n > 0);
    const struct value *forward = arg(args, 1, "forward");
    *out = good ? stops_find(c->stops, changes, !forward || !value_truth(forward)) : value_none();
    return true;
}

enum {
    STEPS_A_MODULE = 2000, /* that is looked for in each folder above */
    STEPS_A_FILE = 300     /* that may not be there */
};

FUNCTION(fn_defined)
{
    struct check *c = check_of(self);
    const struct source *own = settings_config(c->settings)->source;
    const struct value *name = arg(args, 0, "name"), *word = arg(args, 1, "word");
    bool asked = own && name && name->kind == VALUE_STRING;
    uint64_t bytes = 0;
    const struct value *each = arg(args, 2, "each");
    str says = word ? value_str(word) : STR("");
    *out = value_bool(asked && classes_have(c->classes, settings_files(c->settings), own->real,
                                   value_str(name), says, each && value_truth(each), &bytes));
    return eval_spend(e, bytes / CLASSES_BYTES_A_STEP);
}

FUNCTION(fn_listed)
{
    struct check *c = check_of(self);
    const struct source *own = settings_config(c->settings)->source;
    const struct value *list = arg(args, 0, "words");
    bool asked = own && list && value_is_sequence(list) && list->list->n > 0;
    uint32_t n = asked ? list->list->n : 0;
    str *words = ARENA_MANY(e->arena, str, n);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = value_str(&list->list->items[i]);
    }
    uint64_t bytes = 0;
    const struct files *files = settings_files(c->settings);
    const struct value *lead = arg(args, 1, "lead");
    str before = lead ? value_str(lead) : STR("");
    *out =
        value_bool(asked && classes_list(c->classes, files, own->real, words, n, before, &bytes));
    return eval_spend(e, bytes / CLASSES_BYTES_A_STEP);
}

FUNCTION(fn_counted)
{
    struct check *c = check_of(self);
    const struct source *own = settings_config(c->settings)->source;
    const struct value *file = arg(args, 0, "file"), *word = arg(args, 1, "word");
    uint64_t bytes = 0;
    int64_t n = own && file && file->kind == VALUE_STRING && word
                    ? classes_count(c->classes, settings_files(c->settings), own->real,
                          value_str(file), value_str(word), &bytes)
                    : 0;
    *out = n ? value_int(n) : value_none();
    return eval_spend(e, STEPS_A_FILE + (uint64_t)n + bytes / CLASSES_BYTES_A_STEP);
}

static bool ask(struct eval *e, const struct value *self, const struct arguments *args,
    signatures_question *question, struct value *out)
{
    struct check *c = check_of(self);
    const struct source *own = settings_config(c->settings)->source;
    const struct value *name = arg(args, 0, "name"), *d = arg(args, 1, "d");
    bool asked = own && name && name->kind == VALUE_STRING && d && d->kind == VALUE_DICT;
    uint64_t bytes = 0;
    *out = asked ? question(c->signatures, settings_files(c->settings), own->real, value_str(name),
                       d->dict, e->arena, &bytes)
                 : value_none();
    return eval_spend(e, bytes / CLASSES_BYTES_A_STEP);
}

FUNCTION(fn_signature)
{
    return ask(e, self, args, signatures_unfit, out);
}

FUNCTION(fn_refusal)
{
    return ask(e, self, args, signatures_refusal, out);
}

FUNCTION(fn_lacks_module)
{
    struct check *c = check_of(self);
    const struct source *own = settings_config(c->settings)->source;
    const struct value *name = arg(args, 0, "name");
    *out = value_bool(own && name && name->kind == VALUE_STRING &&
                      modules_lack(settings_files(c->settings), own->real, value_str(name)));
    return eval_spend(e, STEPS_A_MODULE);
}

static const struct builtin_def FUNCTIONS[] = {
    {"finding", fn_finding, 0, 7, "**"},
    {"change", fn_change, 2, 2, NULL},
    {"remove", fn_remove, 1, 2, "**"},
    {"scale_lr", fn_scale_lr, 1, 1, NULL},
    {"scale_iters", fn_scale_iters, 1, 1, NULL},
    {"fix", fn_fix, 2, 3, "**"},
    {"stops", fn_stops, 0, 2, "**"},
    {"defined", fn_defined, 1, 3, NULL},
    {"listed", fn_listed, 1, 2, NULL},
    {"counted", fn_counted, 2, 2, NULL},
    {"signature", fn_signature, 2, 2, NULL},
    {"refusal", fn_refusal, 2, 2, NULL},
    {"lacks_module", fn_lacks_module, 1, 1, NULL},
};

static const struct builtin_def *function_named(str name)
{
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        if (str_is(name, FUNCTIONS[i].name)) {
            return &FUNCTIONS[i];
        }
    }
    return NULL;
}

bool lint_has_function(str name)
{
    return function_named(name);
}

static bool host_name(struct eval *e, str name, struct value *out)
{
    const struct builtin_def *def = function_named(name);
    if (def) {
        struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
        b->def = def;
        b->self = value_of_object(e->host->data);
        *out = value_of_builtin(b);
    }
    return def;
}

/* Does it do no more than take something away that the linted file itself says? */
static bool only_drops(struct check *c, const struct value *list)
{
    bool drops = false;
    for (uint32_t i = 0; i < list->list->n; i++) {
        const struct value *v = &list->list->items[i];
        const struct value *at = v->kind == VALUE_DICT ? dict_get(v->dict, "at") : NULL;
        const struct value *value = at ? dict_get(v->dict, "value") : NULL;
        const struct value *idle = at ? dict_get(v->dict, "idle") : NULL;
        struct setting x;
        if (!at || (value && value->kind != VALUE_NONE)) {
            return false;
        }
        drops |= !(idle && value_truth(idle)) && objects_place(c->settings, at, &x) &&
                 setting_is_own(c->settings, &x);
    }
    return drops;
}

/* NULL when the changes cannot be made in this config. */
static struct fix *make_fix(struct check *c, const struct value *v)
{
    const struct value *list = dict_get(v->dict, "changes"), *title = dict_get(v->dict, "title");
    const struct value *safety = dict_get(v->dict, "safety");
    struct fix *f = ARENA_NEW(c->arena, struct fix);
    f->title = title ? value_str(title) : STR("");
    f->safety = safety && value_is_str(safety, "safe")    ? FIX_SAFE
                : safety && value_is_str(safety, "shown") ? FIX_SHOWN
                                                          : FIX_UNSAFE;
    f->changes = changes_new(c->arena);
    if (!all_changes(c, list, f->changes) || f->changes->list.n == 0) {
        return NULL;
    }
    if (f->safety == FIX_SAFE && only_drops(c, list)) {
        f->safety = FIX_UNSAFE;
    }
    return f;
}

/* One fix, or a list of them with the best one first. */
static const struct fix *make_fixes(struct check *c, const struct value *v)
{
    if (!v || !value_is_sequence(v)) {
        return v && is_kind(v, "fix") ? make_fix(c, v) : NULL;
    }
    struct fix *first = NULL, *last = NULL;
    for (uint32_t i = 0; i < v->list->n; i++) {
        struct fix *f = is_kind(&v->list->items[i], "fix") ? make_fix(c, &v->list->items[i]) : NULL;
        if (f && last) {
            last->next = f;
        }
        first = first ? first : f;
        last = f ? f : last;
    }
    return first;
}

/* --- placing --- */

enum {
    PLACES = 8
};

static uint32_t places(struct check *c, const struct value *at, struct setting out[PLACES])
{
    uint32_t n = 0;
    if (!value_is_sequence(at)) {
        return objects_place(c->settings, at, &out[0]);
    }
    for (uint32_t i = 0; i < at->list->n && n < PLACES; i++) {
        n += objects_place(c->settings, &at->list->items[i], &out[n]);
    }
    return n;
}

/* A class has its place where it is imported, which says nothing of this use. */
static struct loc loc_of(const struct setting *x, bool value)
{
    bool imported = x->raw && x->raw->kind == VALUE_LAZY;
    return value && !imported ? setting_value_loc(x) : setting_key_loc(x);
}

/* How far above the config a file stands. */
static uint32_t depth_of(const struct config *c, const struct source *s)
{
    uint32_t least = UINT32_MAX;
    VEC_EACH (const struct config_file, f, &c->files) {
        bool same = f->source == s || (f->source && str_eq(f->source->absolute, s->absolute));
        least = same && f->depth < least ? f->depth : least;
    }
    return least;
}

/* The first place in the config's own file; or else the first in the file that is nearest to it,
 * except for a rule about the config as a whole. */
static uint32_t primary(struct check *c, const struct setting *x, uint32_t n)
{
    uint32_t fallback = n, least = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        const struct source *s = setting_key_loc(&x[i]).source;
        if (s && setting_is_own(c->settings, &x[i])) {
            return i;
        }
        uint32_t depth = s && !c->rule->whole ? depth_of(settings_config(c->settings), s) : 0;
        if (s && !c->rule->whole && (fallback == n || depth < least)) {
            fallback = i;
            least = depth;
        }
    }
    return fallback;
}

static bool same_place(struct loc a, struct loc b)
{
    return a.source == b.source && a.span.start == b.span.start;
}

static void relate_places(
    struct check *c, struct diag *d, const struct setting *x, uint32_t n, uint32_t first)
{
    for (uint32_t i = 0; i < n; i++) {
        struct loc at = setting_key_loc(&x[i]);
        if (i != first && at.source && !same_place(at, d->at)) {
            bool inherited = !setting_is_own(c->settings, &x[i]);
            diag_relate(c->out, d, at, "%s%.*s is set here", inherited ? "inherited: " : "",
                STR_ARG(x[i].path));
        }
    }
}

static void relate_more(struct check *c, struct diag *d, const struct value *list)
{
    for (uint32_t i = 0; list && value_is_sequence(list) && i < list->list->n; i++) {
        const struct value *pair = &list->list->items[i];
        struct setting x;
        if (value_is_sequence(pair) && pair->list->n == 2 &&
            objects_place(c->settings, &pair->list->items[0], &x)) {
            struct loc at = setting_value_loc(&x);
            str text = value_str(&pair->list->items[1]);
            if (at.source) {
                diag_relate(c->out, d, at, "%.*s", STR_ARG(text));
            }
        }
    }
}

/* A finding may be milder than its rule. */
static enum severity level_of(enum severity level, const struct value *asked)
{
    for (unsigned i = 0; asked && i < (unsigned)level; i++) {
        if (value_is_str(asked, severity_name((enum severity)i))) {
            return (enum severity)i;
        }
    }
    return level;
}

static void take_finding(struct check *c, const struct dict *f)
{
    struct setting x[PLACES];
    uint32_t n = places(c, dict_get(f, "at"), x), first = primary(c, x, n);
    const struct value *mark = dict_get(f, "mark"), *help = dict_get(f, "help");
    const struct config *config = settings_config(c->settings);
    struct loc at = {config->source, {0, 0}};
    if (first < n) {
        at = loc_of(&x[first], mark && value_is_str(mark, "value"));
    }
    str message = value_str(dict_get(f, "message"));
    enum severity level = level_of(c->rule->severity, dict_get(f, "severity"));
    struct diag *d =
        diags_add(c->out, c->rule->declaration->name.p, level, at, "%.*s", STR_ARG(message));
    d->key = arena_str(c->out->arena, first < n ? x[first].path : n ? x[0].path : STR(""));
    if (help && help->kind == VALUE_STRING && value_str(help).n > 0) {
        str text = value_str(help);
        diag_help(c->out, d, "%.*s", STR_ARG(text));
    }
    relate_places(c, d, x, n, first);
    relate_more(c, d, dict_get(f, "related"));
    d->fix = make_fixes(c, dict_get(f, "fix"));
}

/* --- running --- */

static void take_result(struct check *c, const struct value *v)
{
    if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            take_result(c, &v->list->items[i]);
        }
    } else if (v->kind == VALUE_DICT) {
        const struct value *message = dict_get(v->dict, "message");
        if (is_kind(v, "finding") &&
            message->kind == VALUE_STRING) { /* else: of something unknown */
            take_finding(c, v->dict);
        }
    }
}

/* `profiles` and `generations` of a rule: for which training scripts it is. */
static bool is_for(const struct rule *r, const char *list_name, str name)
{
    const struct value *list = declaration_get(r->declaration, list_name);
    return !list || !value_is_sequence(list) || list_has_word(list->list, name);
}

/* `runs`: it is no part of a config alone. */
static bool applies(const struct rule *r, struct settings *s, bool runs)
{
    return r->on && r->check && (r->fragments || runs) &&
           is_for(r, "profiles", settings_profile(s)) &&
           is_for(r, "generations", settings_generation(s)) &&
           is_for(r, "dialects", str_of(settings_config(s)->dialect->name));
}

void lint_config(const struct lint *l, struct settings *s, struct diags *out)
{
    size_t before = out->list.n;
    struct arena *a = settings_config(s)->arena;
    struct value args[] = {objects_cfg(s), objects_settings(s)};
    struct stops *stops = stops_new(s, l->whole);
    const struct rule *rebound = lint_find(l, STR("INH009"));
    repeats_find(s, rebound ? declaration_get(rebound->declaration, "defaults") : NULL, out);
    settings_make_sense(s, true, out);
    bool runs = settings_is_complete(s) && !objects_has_heirs(s);
    VEC_EACH (struct rule, r, &l->rules) {
        struct value result;
        if (!applies(r, s, runs)) {
            continue;
        }
        struct check *c = ARENA_NEW(a, struct check);
        *c = (struct check){
            {&RULE}, r, s, a, stops, l->tries_nothing, l->classes, l->signatures, out};
        struct eval_host host = {.data = c, .name = host_name};
        uint64_t unanswered = objects_unanswered(s);
        bool good = objects_call(s, &host, r->check, args, 2, &result);
        if (good && unanswered == objects_unanswered(s)) { /* else it may rest on unknowns */
            take_result(c, &result);
        }
    }
    told_once(l, a, out, before);
}
