#include "migrate/translate.h"

#include "base/hash.h"
#include "eval/ops.h"

static const char *const FATES[] = {"moved", "translated", "dropped", "changed", "unknown"};

const char *fate_name(enum fate f)
{
    return FATES[f];
}

/* --- calling the tables --- */

/* `asked`: where the value of the config stands that a table has asked for last; NULL: nobody
 * follows. */
static void tell_error(const struct exception *x, struct loc table, const struct loc *asked,
    struct arena *a, struct diags *diags)
{
    str text = eval_exception_text(a, x);
    bool ours = !asked || !asked->source;
    struct diag *d = diags_add(diags, "LIB001", SEVERITY_ERROR, ours ? table : *asked,
        ours ? "this library file has an error: %.*s"
             : "the table that translates this stops near here: %.*s",
        STR_ARG(text));
    d->fatal = true;
    if (!ours) {
        diag_relate(diags, d, table, "what the table does");
        diag_help(diags, d,
            "a value of a kind that its class does not take is mended first; of "
            "any other one the table knows too little");
    }
}

static bool call(struct library *l, struct arena *a, struct fuel *fuel,
    const struct eval_host *host, const struct value *function, const struct value *arguments,
    uint32_t n, struct value *out, struct diags *diags, const struct loc *asked)
{
    struct eval e;
    eval_init(&e, a, library_limits(l), &PROFILE_LIBRARY, host);
    e.fuel = fuel;
    struct arguments args = {.positional = arguments, .n_positional = n};
    if (eval_call(&e, function, &args, out) && ops_charge_parts(&e, out, PARTS_A_STEP)) {
        return true;
    }
    const struct exception *x = e.raised;
    tell_error(x, x->tree ? tree_loc(x->tree, x->node) : value_loc(function), asked, a, diags);
    return false;
}

/* A copy that may be changed; values keep where they came from. */
static struct value thawed(struct arena *a, const struct value *v, uint32_t depth)
{
    struct value copy = *v;
    if (depth == 0) {
        return copy;
    }
    if (v->kind == VALUE_DICT) {
        copy.dict = dict_copy(a, v->dict);
        copy.dict->flavor = DICT_PLAIN;
        for (uint32_t i = 0; i < copy.dict->n; i++) {
            struct entry *x = &copy.dict->entries[i];
            x->value = thawed(a, &x->value, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        copy.list = list_copy(a, v->list);
        for (uint32_t i = 0; i < copy.list->n; i++) {
            copy.list->items[i] = thawed(a, &v->list->items[i], depth - 1);
        }
    }
    return copy;
}

/* Translations that a project's own folder declares, by the old name. */
static struct value own_types(struct library *l, struct arena *a, struct diags *diags)
{
    struct list *names = library_names(l, a, LIBRARY_translation);
    struct dict *all = dict_new(a, names->n);
    for (uint32_t i = 0; i < names->n; i++) {
        str name = value_str(&names->items[i]);
        const struct declaration *d = library_find(l, LIBRARY_translation, name, diags);
        if (d) {
            struct dict *copy = dict_copy(a, d->arguments);
            dict_set_str(a, all, name, value_of_dict(copy));
        }
    }
    return value_of_dict(all);
}

/* What the library knows of types: translations, and where it describes them; and whether
 * the project is certain. */
static struct value known_types(
    struct library *l, struct arena *a, bool certain, struct diags *diags)
{
    struct dict *known = dict_new(a, 3);
    dict_set_str(a, known, STR("own"), own_types(l, a, diags));
    dict_set_str(a, known, STR("described"), *library_described(l));
    dict_set_str(a, known, STR("certain"), value_bool(certain));
    return value_of_dict(known);
}

/* Does a table that takes what no other one takes know something of this config? */
static bool knows(struct library *l, struct arena *a, const struct declaration *table,
    const struct value *root, struct diags *diags)
{
    const struct value *function = declaration_get(table, "knows");
    struct value args[] = {*root, known_types(l, a, true, diags)}, told = value_bool(true);
    struct fuel fuel = fuel_make(library_limits(l));
    return !function ||
           (call(l, a, &fuel, NULL, function, args, 2, &told, diags, NULL) && value_truth(&told));
}

const struct declaration *translate_find(struct library *l, struct arena *a,
    const struct value *root, str name, bool *certain, struct diags *diags)
{
    struct list *names = library_names(l, a, LIBRARY_migration);
    const struct declaration *best = NULL; /* by its content, or by the script of its old configs */
    int64_t most = 0;
    struct fuel fuel = fuel_make(library_limits(l));
    *certain = true;
    for (uint32_t i = 0; i < names->n; i++) {
        str one = value_str(&names->items[i]);
        const struct declaration *d = library_find(l, LIBRARY_migration, one, diags);
        const struct value *matches = d ? declaration_get(d, "matches") : NULL;
        struct value score = value_int(0);
        if (d && name.n > 0 && str_eq(name, one)) {
            return d;
        }
        const struct value *profile = d ? declaration_get(d, "profile") : NULL;
        best = !best && name.n > 0 && profile && str_eq(name, value_str(profile)) ? d : best;
        if (name.n == 0 && matches &&
            call(l, a, &fuel, NULL, matches, root, 1, &score, diags, NULL) &&
            value_is_int(&score) && value_as_int(&score) > most) {
            most = value_as_int(&score);
            best = d;
        }
    }
    if (name.n > 0 || !best || knows(l, a, best, root, diags)) {
        return best;
    }
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(l, LIBRARY_migration, value_str(&names->items[i]), diags);
        const struct value *guesses = d ? declaration_get(d, "guesses") : NULL;
        struct value told = value_bool(false);
        if (guesses && call(l, a, &fuel, NULL, guesses, root, 1, &told, diags, NULL) &&
            value_truth(&told)) {
            return d;
        }
    }
    *certain = false;
    return best;
}

/* --- what became of each value --- */

struct origin {
    const struct tree *tree;
    node_id node;
};

struct known {
    struct origin origin;
    str path;
    const struct dict *note; /* of the tables, about the value of this origin */
    UT_hash_handle hh;
};

struct account {
    struct arena *a;
    struct known *known; /* values of the new config */
    struct known *noted_values;
    struct known *read; /* values of the old config that the tables asked for by their keys */
    struct loc asked;   /* where the last of them stands */
    struct translation *out;
    struct dict *noted; /* by path, what the tables have said about it */
};

static str below(struct arena *a, str path, const struct value *key, uint32_t i)
{
    str dot = path.n ? STR(".") : STR("");
    if (key && key->kind == VALUE_STRING) {
        return arena_printf(
            a, "%.*s%.*s%.*s", STR_ARG(path), STR_ARG(dot), STR_ARG(value_str(key)));
    }
    return arena_printf(a, "%.*s%.*s%u", STR_ARG(path), STR_ARG(dot), i);
}

static uint32_t count(const struct value *v)
{
    return v->kind == VALUE_DICT ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
}

static const struct value *item(const struct value *v, uint32_t i, const struct value **key)
{
    *key = v->kind == VALUE_DICT ? &v->dict->entries[i].key : NULL;
    return v->kind == VALUE_DICT ? &v->dict->entries[i].value : &v->list->items[i];
}

static struct known *find_known(struct known *all, const struct value *v)
{
    struct origin o;
    struct known *k = NULL;
    memset(&o, 0, sizeof o);
    o.tree = v->tree;
    o.node = v->node;
    HASH_FIND(hh, all, &o, sizeof o, k);
    return v->node ? k : NULL;
}

static struct known *new_known(struct account *x, const struct value *v)
{
    struct known *k = ARENA_NEW(x->a, struct known);
    k->origin.tree = v->tree;
    k->origin.node = v->node;
    return k;
}

/* A table asks for a value of the old config, or of what it makes. */
static void read_value(struct eval *e, const struct value *v)
{
    struct account *x = e->host->data;
    struct loc at = value_loc(v);
    if (at.source && !str_ends(at.source->path, STR(".star"))) {
        x->asked = at;
    }
    if (v->node && !find_known(x->read, v)) {
        struct known *k = new_known(x, v);
        HASH_ADD(hh, x->read, origin, sizeof k->origin, k);
    }
}

static void learn(struct account *x, const struct value *v, str path, uint32_t depth)
{
    if (v->node && !find_known(x->known, v)) {
        struct known *k = new_known(x, v);
        k->path = path;
        HASH_ADD(hh, x->known, origin, sizeof k->origin, k);
    }
    for (uint32_t i = 0; depth > 0 && i < count(v); i++) {
        const struct value *key, *one = item(v, i, &key);
        learn(x, one, below(x->a, path, key, i), depth - 1);
    }
}

static str origin_below(
    struct arena *a, const struct value *v, const struct value *of, str path, uint32_t depth)
{
    if (v->node == of->node && v->tree == of->tree) {
        return path;
    }
    str found = STR("");
    for (uint32_t i = 0; found.n == 0 && depth > 0 && i < count(v); i++) {
        const struct value *key, *one = item(v, i, &key);
        found = origin_below(a, one, of, below(a, path, key, i), depth - 1);
    }
    return found;
}

str translate_origin(struct arena *a, const struct value *root, const struct value *of)
{
    return of->node ? origin_below(a, root, of, STR(""), VALUE_DEPTH) : STR("");
}

/* What the tables have said about a path, or about what it is in; or NULL. */
static const struct dict *note_on(const struct account *x, str path)
{
    for (;;) {
        const struct entry *said = dict_find_str(x->noted, path);
        size_t dot = str_rfind_byte(path, '.');
        if (said || dot == SIZE_MAX) {
            return said ? said->value.dict : NULL;
        }
        path = str_slice(path, 0, dot);
    }
}

static str text_of(const struct dict *d, const char *key)
{
    const struct value *v = dict_get(d, key);
    return v ? value_str(v) : STR("");
}

static enum fate fate_of(str name)
{
    for (int i = 0; i <= FATE_UNKNOWN; i++) {
        if (str_is(name, FATES[i])) {
            return (enum fate)i;
        }
    }
    return FATE_UNKNOWN;
}

static void add_note(struct account *x, const struct dict *d, str path, struct loc at)
{
    struct note n = {path, fate_of(text_of(d, "fate")), text_of(d, "to"), text_of(d, "why"), at};
    vec_push(x->a->owner, &x->out->notes, n);
}

/* A list of scalars is told about as a whole: that none, or some, of it is elsewhere. */
static bool is_row(const struct value *v)
{
    for (uint32_t i = 0; value_is_sequence(v) && i < v->list->n; i++) {
        if (v->list->items[i].kind >= VALUE_LIST) {
            return false;
        }
    }
    return value_is_sequence(v);
}

static const struct known *find_part(const struct account *x, const struct value *v)
{
    const struct known *k = find_known(x->known, v);
    for (uint32_t i = 0; !k && value_is_sequence(v) && i < v->list->n; i++) {
        k = find_known(x->known, &v->list->items[i]);
    }
    return k;
}

static bool is_noted_part(const struct account *x, const struct value *v)
{
    bool all = value_is_sequence(v) && v->list->n > 0;
    for (uint32_t i = 0; all && i < v->list->n; i++) {
        all = find_known(x->noted_values, &v->list->items[i]) != NULL;
    }
    return all;
}

/* Where a value stands in the old config. */
struct spot {
    str path;
    struct loc at;
    const struct dict *note; /* about it, or a value that it is in; or NULL */
    bool asked;              /* it is in a list that the tables have asked for, or kept */
};

static bool was_read(const struct account *x, const struct value *v, const struct spot *s)
{
    return s->asked || !v->node || find_known(x->read, v);
}

/* Does the note tell what became of this value, too?  Of what is made into something else, what
 * nobody has asked for is not in it. */
static bool covers(
    const struct account *x, const struct dict *note, const struct value *v, const struct spot *s)
{
    const struct value *whole = note ? dict_get(note, "whole") : NULL;
    bool made =
        note && fate_of(text_of(note, "fate")) == FATE_TRANSLATED && !(whole && value_truth(whole));
    return note && (!made || was_read(x, v, s) || find_part(x, v));
}

static void tell(struct account *x, const struct spot *s, enum fate fate, str to, str why)
{
    struct note n = {s->path, fate, to, why, s->at};
    vec_push(x->a->owner, &x->out->notes, n);
}

/* Why a value that nobody has asked for need not be in the new config; empty: that is not known. */
static str unread_reason(const struct dict *note, str path)
{
    const struct value *why = note ? dict_get(note, "unread") : NULL;
    if (!why || why->kind != VALUE_DICT) {
        return why ? value_str(why) : STR("");
    }
    for (;;) {
        size_t dot = str_rfind_byte(path, '.');
        size_t from = dot == SIZE_MAX ? 0 : dot + 1;
        const struct entry *of_key = dict_find_str(why->dict, str_slice(path, from, path.n));
        if (of_key || dot == SIZE_MAX) {
            return of_key ? value_str(&of_key->value) : STR("");
        }
        path = str_slice(path, 0, dot);
    }
}

/* A single value, a row of them, or an empty container. */
static void settle_leaf(
    struct account *x, const struct value *v, const struct value *new_root, const struct spot *s)
{
    const struct dict *said = note_on(x, s->path);
    if (covers(x, s->note, v, s) || covers(x, said, v, s) || is_noted_part(x, v)) {
        return;
    }
    const struct dict *note = s->note ? s->note : said;
    const struct known *k = find_part(x, v);
    const struct value *same = value_at(new_root, s->path);
    str reason = unread_reason(note, s->path);
    if (reason.n > 0) {
        tell(x, s, FATE_DROPPED, STR(""), reason);
    } else if (!same && !k) {
        tell(x, s, FATE_UNKNOWN, STR(""),
            note ? STR("the new generation has no place for it that is known")
                 : STR("no table says what becomes of it"));
    } else if (!same || !k || !str_eq(k->path, s->path)) {
        tell(x, s, FATE_MOVED, same ? s->path : k->path, STR(""));
    }
}

static void settle(struct account *x, const struct value *v, const struct value *new_root,
    struct spot s, uint32_t depth)
{
    struct loc own = value_loc(v);
    s.at = own.source ? own : s.at;
    bool leaf = count(v) == 0 || depth == 0 || is_row(v);
    const struct known *noted = find_known(x->noted_values, v);
    if (noted && (!leaf || covers(x, noted->note, v, &s))) {
        add_note(x, noted->note, s.path, s.at);
    }
    s.note = noted ? noted->note : s.note;
    if (leaf) {
        settle_leaf(x, v, new_root, &s);
        return;
    }
    bool kept = s.note || note_on(x, s.path) || find_part(x, v) || value_at(new_root, s.path);
    if (s.path.n > 0 && !kept && !was_read(x, v, &s)) {
        tell(x, &s, FATE_UNKNOWN, STR(""), STR("no table says what becomes of it"));
        return;
    }
    for (uint32_t i = 0; i < count(v); i++) {
        const struct value *key, *one = item(v, i, &key);
        struct loc key_at = key ? value_loc(key) : (struct loc){0};
        struct spot below_it = {below(x->a, s.path, key, i), key_at.source ? key_at : s.at, s.note,
            value_is_sequence(v) && (was_read(x, v, &s) || find_known(x->known, v))};
        settle(x, one, new_root, below_it, depth - 1);
    }
}

/* Of a path, or of the nearest one above it that is there. */
static struct loc place_of(const struct value *root, str path)
{
    for (;;) {
        const struct entry *e = entry_at(root, path);
        struct loc at = e ? value_loc(&e->key) : (struct loc){0};
        const struct value *v = value_at(root, path);
        size_t dot = str_rfind_byte(path, '.');
        at = at.source || !v ? at : value_loc(v);
        if (at.source || dot == SIZE_MAX) {
            return at;
        }
        path = str_slice(path, 0, dot);
    }
}

/* Of several notes on a path, one that covers all of it counts. */
static void note_path(struct account *x, str path, const struct dict *note)
{
    const struct entry *old = dict_find_str(x->noted, path);
    enum fate f = old ? fate_of(text_of(old->value.dict, "fate")) : FATE_MOVED;
    if (f != FATE_DROPPED && f != FATE_UNKNOWN) {
        dict_set_str(x->a, x->noted, path, value_of_dict((struct dict *)note));
    }
}

static void take_notes(struct account *x, const struct value *root, const struct value *notes)
{
    for (uint32_t i = 0; notes && value_is_sequence(notes) && i < notes->list->n; i++) {
        const struct value *v = &notes->list->items[i];
        const struct value *about = v->kind == VALUE_DICT ? dict_get(v->dict, "value") : NULL;
        if (about && about->node) {
            if (find_known(x->noted_values, about)) {
                continue;
            }
            struct known *k = new_known(x, about);
            k->note = v->dict;
            HASH_ADD(hh, x->noted_values, origin, sizeof k->origin, k);
        } else if (v->kind == VALUE_DICT && text_of(v->dict, "path").n > 0) {
            str path = text_of(v->dict, "path");
            note_path(x, path, v->dict);
            struct loc at = place_of(root, path);
            str other = text_of(v->dict, "at");
            add_note(x, v->dict, path, at.source || other.n == 0 ? at : place_of(root, other));
        }
    }
}

/* What the tables have made of the config, and what became of each of its values. */
static bool account(struct account *x, const struct value *root, const struct value *convert,
    const struct value *result, struct diags *diags)
{
    const struct value *config =
        result->kind == VALUE_DICT ? dict_get(result->dict, "config") : NULL;
    if (!config || config->kind != VALUE_DICT) {
        diags_add(diags, "LIB001", SEVERITY_ERROR, value_loc(convert),
            "convert() of a migration returns dict(config = ..., notes = [...])")
            ->fatal = true;
        return false;
    }
    x->out->root = *config;
    x->out->places = dict_get(result->dict, "places");
    x->out->unneeded = dict_get(result->dict, "unneeded");
    take_notes(x, root, dict_get(result->dict, "notes"));
    learn(x, config, STR(""), VALUE_DEPTH);
    settle(x, root, config, (struct spot){.path = STR("")}, VALUE_DEPTH);
    return true;
}

bool translate(struct library *l, const struct declaration *table, bool certain, struct arena *a,
    const struct value *root, struct translation *out, struct diags *diags)
{
    *out = (struct translation){0};
    struct value args[] = {thawed(a, root, VALUE_DEPTH), known_types(l, a, certain, diags)}, result;
    const struct value *convert = declaration_get(table, "convert");
    struct fuel fuel = fuel_make(library_limits(l));
    struct account x = {.a = a, .out = out, .noted = dict_new(a, 16)};
    struct eval_host host = {.data = &x, .read = read_value};
    bool converted = convert &&
                     call(l, a, &fuel, &host, convert, args, 2, &result, diags, &x.asked) &&
                     account(&x, root, convert, &result, diags);
    HASH_CLEAR(hh, x.known);
    HASH_CLEAR(hh, x.noted_values);
    HASH_CLEAR(hh, x.read);
    return converted;
}
