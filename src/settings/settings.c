#include "settings/settings.h"

#include "config/dialect/dialect.h"
#include "settings/inside.h"

#include "base/buf.h"

/* --- the profile --- */

static bool reads_dialect(const struct declaration *d, const struct dialect *dialect)
{
    const struct value *list = declaration_get(d, "dialects");
    for (uint32_t i = 0; list && value_is_sequence(list) && i < list->list->n; i++) {
        if (value_is_str(&list->list->items[i], dialect->name)) {
            return true;
        }
    }
    return false;
}

/* How much a config looks like one for this script: a number, 0 for not at all. */
static int64_t score(struct settings *s, const struct declaration *d)
{
    const struct value *matches = declaration_get(d, "matches");
    struct value cfg = objects_cfg(s), out;
    if (!matches || !objects_call(s, NULL, matches, &cfg, 1, &out)) {
        return 0;
    }
    return value_is_int(&out) ? value_as_int(&out) : 0;
}

static const struct declaration *choose(struct settings *s)
{
    struct list *names = library_names(s->library, s->arena, LIBRARY_profile);
    const struct declaration *best = NULL;
    int64_t most = 0;
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(s->library, LIBRARY_profile, value_str(&names->items[i]), s->diags);
        if (!d || !reads_dialect(d, s->config->dialect)) {
            continue;
        }
        int64_t n = score(s, d);
        if (n > most) {
            most = n;
            best = d;
        }
    }
    return best;
}

const struct declaration *settings_find_profile(
    struct library *library, struct arena *a, str name, struct diags *diags)
{
    const struct declaration *d = library_find(library, LIBRARY_profile, name, diags);
    if (!d && !diags_has_fatal(diags)) {
        struct list *names = library_names(library, a, LIBRARY_profile);
        struct buf b = buf_make(a->owner);
        for (uint32_t i = 0; i < names->n; i++) {
            str one = value_str(&names->items[i]);
            buf_printf(&b, "%s%.*s", i ? ", " : "", STR_ARG(one));
        }
        str all = buf_str(&b);
        diags_add(diags, "USE001", SEVERITY_ERROR, (struct loc){0},
            "there is no profile '%.*s'; there are: %.*s", STR_ARG(name), STR_ARG(all))
            ->fatal = true;
    }
    return d;
}

enum {
    RECORDED = 4,    /* of what a search may record, so much is for rules: one part of so many */
    ROUNDS_WORK = 8, /* of mending: what a config may take, so many times */
    ROUNDS_BYTES = 4
};

static uint64_t times(uint64_t x, uint64_t n)
{
    return x > UINT64_MAX / n ? UINT64_MAX : x * n;
}

void settings_rounds(struct settings *s)
{
    s->fuel.steps = times(s->fuel.steps, ROUNDS_WORK);
    s->fuel.bytes = times(s->fuel.bytes, ROUNDS_BYTES);
    s->to_record = times(s->to_record, ROUNDS_WORK);
}

void settings_go_on(struct settings *s, const struct settings *before)
{
    s->fuel = before->fuel;
    s->to_record = before->to_record;
}

void settings_recorded(struct settings *s, uint64_t work)
{
    s->to_record -= work < s->to_record ? work : s->to_record;
}

const char *settings_spent(const struct settings *s)
{
    return s->fuel.spent ? s->fuel.spent : s->to_record == 0 ? "search_ops" : NULL;
}

struct settings *settings_extract(struct library *library, struct arena *a, const struct config *c,
    const struct settings_options *options, struct diags *diags)
{
    struct settings *s = ARENA_NEW(a, struct settings);
    s->library = library;
    s->arena = a;
    s->config = c;
    s->options = options ? *options : (struct settings_options){0};
    s->diags = diags;
    s->fuel = fuel_make(library_limits(library));
    s->to_record = library_limits(library)->search_ops / RECORDED;
    s->complete = s->heirs = -1;
    s->dicts.kind = s->typed.kind = s->texts.kind = s->folders.kind = VALUE_KINDS;
    s->names = settings_names(library, a);
    s->facts = ARENA_MANY(a, struct slot, s->names->n + 1);
    s->profile = s->options.profile.n ? settings_find_profile(library, a, s->options.profile, diags)
                                      : choose(s);
    if (!s->profile) {
        if (!diags_has_fatal(diags)) {
            diags_add(diags, "LIB001", SEVERITY_ERROR, (struct loc){0},
                "the library has no profile for configs of the dialect %s", c->dialect->name)
                ->fatal = true;
        }
        return NULL;
    }
    s->own_script = settings_own_script(s);
    const struct value *fields = declaration_get(s->profile, "fields");
    const struct value *handed = declaration_get(s->profile, "handed");
    s->handed =
        c->root.kind == VALUE_DICT && handed && value_is_sequence(handed) ? handed->list : NULL;
    s->fields = fields && fields->kind == VALUE_DICT ? fields->dict : dict_new(a, 0);
    s->slots = ARENA_MANY(a, struct slot, s->fields->n + 1);
    return s;
}

str settings_profile(const struct settings *s)
{
    return s->profile->name;
}

str settings_generation(const struct settings *s)
{
    const struct value *v = declaration_get(s->profile, "generation");
    return v ? value_str(v) : STR("");
}

const struct files *settings_files(const struct settings *s)
{
    return s->options.files;
}

const struct config *settings_config(const struct settings *s)
{
    return s->config;
}

struct library *settings_library(const struct settings *s)
{
    return s->library;
}

bool settings_is_complete(struct settings *s)
{
    if (s->complete < 0) {
        const struct value *needs = declaration_get(s->profile, "needs");
        struct value cfg = objects_cfg(s), out;
        s->complete = needs && objects_call(s, NULL, needs, &cfg, 1, &out) && value_truth(&out);
    }
    return s->complete > 0;
}

/* --- reading --- */

static const struct value *part(const struct dict *row, const char *name)
{
    const struct value *v = dict_get(row, name);
    return v && !value_is_none(v) ? v : NULL;
}

/* Does the script hand the top-level key to the model, which has none of its own? */
static bool is_handed(const struct settings *s, str key)
{
    const struct dict *top = s->config->root.dict;
    const struct value *model = dict_get(top, "model");
    const struct entry *x = dict_find_str(top, key);
    return model && model->kind == VALUE_DICT && !dict_find_str(model->dict, key) && x &&
           x->value.kind == VALUE_DICT;
}

str settings_place(const struct settings *s, str path)
{
    if (!s->handed || !str_starts(path, STR("model."))) {
        return path;
    }
    str top = str_slice(path, STR("model.").n, path.n);
    str key = dotted_first(top);
    return list_has_word(s->handed, key) && is_handed(s, key) ? top : path;
}

struct setting settings_at(struct settings *s, str path)
{
    path = settings_place(s, path);
    struct setting x = {.path = path, .value = value_none()};
    x.raw = value_at(&s->config->root, path);
    if (path.n == 0 || !x.raw) {
        x.raw = NULL;
        return x;
    }
    x.entry = entry_at(&s->config->root, path);
    x.value = *x.raw;
    x.state = value_is_unknown(x.raw) ? SETTING_UNKNOWN : SETTING_KNOWN;
    return x;
}

/* May the place be in something unknown? */
static bool is_hidden(const struct settings *s, str path)
{
    for (size_t n = 0; n < path.n; n++) {
        const struct value *v =
            path.p[n] == '.' ? value_at(&s->config->root, str_slice(path, 0, n)) : NULL;
        if (v && value_is_unknown(v)) {
            return true;
        }
    }
    return false;
}

/* May one of a row's places be so?  Then what holds otherwise may not hold. */
static bool has_hidden(const struct settings *s, const struct dict *row)
{
    const struct value *at = part(row, "at");
    for (uint32_t i = 0; at && value_is_sequence(at) && i < at->list->n; i++) {
        if (is_hidden(s, value_str(&at->list->items[i]))) {
            return true;
        }
    }
    return false;
}

/* The first of the places in a row at which something is written, or may be, or else the last of
 * them. */
static struct setting place_of(struct settings *s, const struct dict *row)
{
    const struct value *at = part(row, "at");
    struct setting x = {.value = value_none()};
    for (uint32_t i = 0; at && value_is_sequence(at) && i < at->list->n; i++) {
        str path = value_str(&at->list->items[i]);
        x = settings_at(s, path);
        if (x.state != SETTING_ABSENT || is_hidden(s, path)) {
            break;
        }
    }
    return x;
}

/* What a row's read() gives: None, or a dict with `value` and `at`. */
static void take_found(struct settings *s, struct setting *x, const struct value *found)
{
    if (value_is_none(found)) {
        x->state = SETTING_ABSENT;
        x->value = value_none();
        x->raw = NULL;
        x->entry = NULL;
        return;
    }
    const struct value *at = found->kind == VALUE_DICT ? dict_get(found->dict, "at") : NULL;
    const struct value *v = found->kind == VALUE_DICT ? dict_get(found->dict, "value") : NULL;
    if (at && at->kind == VALUE_STRING) {
        str name = x->name;
        *x = settings_at(s, value_str(at));
        x->name = name;
    }
    if (!v || value_is_unknown(v) || value_is_unknown(found)) {
        setting_make_unknown(s, x,
            v && value_is_unknown(v) ? arena_str(s->arena, v->unknown->reason).p
                                     : "it cannot be told from the config");
        return;
    }
    x->state = SETTING_KNOWN;
    x->value = *v;
}

static void take_default(struct settings *s, struct setting *x, const struct dict *row)
{
    const struct value *fallback = dict_get(row, "default");
    if (!fallback) {
        return;
    }
    x->value = *fallback;
    if (fallback->kind == VALUE_FUNCTION) {
        struct value args[] = {objects_cfg(s), objects_settings(s)};
        if (!objects_call(s, NULL, fallback, args, 2, &x->value) || value_is_unknown(&x->value)) {
            x->value = value_none();
            return;
        }
    }
    x->value.how = ORIGIN_DEFAULT;
    x->value.tree = NULL;
    x->value.node = 0;
    x->has_default = true;
}

static void read_row(struct settings *s, struct setting *x, const struct dict *row)
{
    str name = x->name;
    *x = place_of(s, row);
    x->name = name;
    uint64_t before = s->unanswered;
    const struct value *read = part(row, "read");
    if (read) {
        struct value args[] = {objects_cfg(s), objects_settings(s)}, found;
        if (objects_call(s, NULL, read, args, 2, &found)) {
            take_found(s, x, &found);
        } else {
            setting_make_unknown(s, x, "its table has an error");
        }
    }
    setting_check(s, x);
    bool hidden = s->unanswered > before || has_hidden(s, row);
    if (x->state == SETTING_ABSENT && hidden) {
        setting_make_unknown(s, x, "it cannot be told from the config");
    } else if (x->state == SETTING_ABSENT) {
        take_default(s, x, row);
    }
}

static const struct setting *read_field(struct settings *s, const struct entry *e)
{
    struct slot *slot = &s->slots[e - s->fields->entries];
    slot->setting.name = value_str(&e->key);
    if (slot->reading) {
        setting_make_unknown(s, &slot->setting, "it depends on itself");
    } else if (!slot->read) {
        slot->reading = true;
        struct setting x = {.name = slot->setting.name, .value = value_none()};
        uint64_t unanswered = s->unanswered; /* a setting says itself whether it is known */
        if (e->value.kind == VALUE_DICT) {
            read_row(s, &x, e->value.dict);
        }
        s->unanswered = unanswered;
        slot->setting = x;
        slot->read = true;
        slot->reading = false;
    }
    return &slot->setting;
}

/* A setting that the script does not have: perhaps the user knows it. */
static const struct setting *read_fact(struct settings *s, uint32_t i)
{
    struct slot *slot = &s->facts[i];
    if (!slot->read) {
        slot->read = true;
        slot->setting =
            (struct setting){.name = value_str(&s->names->items[i]), .value = value_none()};
        const struct settings_facts *f = s->options.facts;
        uint64_t unanswered = s->unanswered;
        if (f && f->get(f->data, s, slot->setting.name, &slot->setting.value)) {
            slot->setting.state = SETTING_KNOWN;
        }
        s->unanswered = unanswered;
    }
    return &slot->setting;
}

const struct setting *settings_find(struct settings *s, str name)
{
    const struct entry *e = dict_find_str(s->fields, name);
    if (e) {
        return read_field(s, e);
    }
    for (uint32_t i = 0; i < s->names->n; i++) {
        if (str_eq(value_str(&s->names->items[i]), name)) {
            return read_fact(s, i);
        }
    }
    return NULL;
}

const struct setting *settings_get(struct settings *s, const char *name)
{
    static const struct setting nothing;
    const struct setting *x = settings_find(s, str_of(name));
    return x ? x : &nothing;
}

struct list *settings_names(struct library *l, struct arena *a)
{
    return library_names(l, a, LIBRARY_setting);
}

/* --- one setting --- */

static bool has_value(const struct setting *x)
{
    return x->state == SETTING_KNOWN || (x->state == SETTING_ABSENT && x->has_default);
}

bool setting_int(const struct setting *x, int64_t *out)
{
    if (!has_value(x) || !value_is_int(&x->value)) {
        return false;
    }
    *out = value_as_int(&x->value);
    return true;
}

struct loc setting_value_loc(const struct setting *x)
{
    struct loc at = x->raw ? value_loc(x->raw) : (struct loc){0};
    return at.source ? at : setting_key_loc(x);
}

struct loc setting_key_loc(const struct setting *x)
{
    if (x->entry) {
        struct loc at = value_loc(&x->entry->key);
        if (at.source) {
            return at;
        }
    }
    return x->raw ? value_loc(x->raw) : (struct loc){0};
}

bool setting_is_own(const struct settings *s, const struct setting *x)
{
    return settings_changes(s, x->path) || settings_is_own_place(s, setting_key_loc(x));
}

bool settings_is_own_place(const struct settings *s, struct loc at)
{
    if (!at.source || (s->options.is_base && at.source->is_file)) {
        return false;
    }
    /* What the command line sets is the user's own as well. */
    return !at.source->is_file ||
           (s->config->source && str_eq(at.source->absolute, s->config->source->absolute));
}

bool settings_type_name(const struct value *v, str *out)
{
    str name;
    if (v->kind == VALUE_STRING) {
        name = value_str(v);
    } else if (v->kind == VALUE_LAZY && !v->lazy->is_module) {
        name = v->lazy->name;
    } else {
        return false;
    }
    *out = dotted_last(name);
    return out->n > 0;
}

struct required_torch settings_torch(struct settings *s)
{
    const struct source *own = s->config->source;
    if (!s->torch_asked && own && s->options.files) {
        s->torch = requires_noted(own->bytes);
        s->torch = s->torch.from ? s->torch : requires_torch(s->options.files, s->arena, own->real);
    }
    s->torch_asked = true;
    return s->torch;
}
