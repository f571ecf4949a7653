/* What is told of a file: what its table says, and what a comparison of both configs finds. */
#include "migrate/inside.h"
#include "text/path.h"

static bool says(const struct migrated *f, const struct note *n)
{
    VEC_EACH (const struct note, x, &f->notes) {
        if (x->fate == n->fate && str_eq(x->path, n->path) && str_eq(x->why, n->why)) {
            return true;
        }
    }
    return false;
}

/* Has one of the bases said it? */
static bool is_said(const struct task *t, const struct note *n)
{
    VEC_EACH (const struct config_file, f, &t->old->files) {
        const struct job *base = f->depth ? order_find(t->m, f->source->absolute) : NULL;
        if (base && says(&base->file, n)) {
            return true;
        }
    }
    return false;
}

static bool is_in(const struct migrated *f, struct loc at)
{
    return at.source && str_eq(at.source->absolute, f->from);
}

/* Where the file itself says something of a value that it inherits a part of. */
static struct loc own_part(const struct migrated *f, const struct value *v, uint32_t depth)
{
    struct loc at = value_loc(v);
    bool is_dict = v->kind == VALUE_DICT;
    uint32_t n = is_dict ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; depth > 0 && !is_in(f, at) && i < n; i++) {
        at = is_dict ? value_loc(&v->dict->entries[i].key) : at;
        const struct value *one = is_dict ? &v->dict->entries[i].value : &v->list->items[i];
        at = is_in(f, at) ? at : own_part(f, one, depth - 1);
    }
    return at;
}

/* The file's own place of what a note is about, or of what that would stand in; or none. */
static struct loc own_place(const struct task *t, const struct note *n)
{
    const struct migrated *f = &t->job->file;
    const struct value *v = value_at(&t->old->root, n->path);
    size_t dot = str_rfind_byte(n->path, '.');
    if (!v && dot != SIZE_MAX) {
        v = value_at(&t->old->root, str_slice(n->path, 0, dot));
    }
    struct loc at = is_in(f, n->at) || !v ? n->at : own_part(f, v, VALUE_DEPTH);
    return (struct loc){f->source, is_in(f, at) ? at.span : (struct span){0, 0}};
}

/* Notes on what this file says itself, and on what can be said only of it with all that it
 * inherits.  What is changed without a place is a reason for what the proof finds. */
void task_keep_notes(struct task *t)
{
    struct migrated *f = &t->job->file;
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool matters = n->fate == FATE_UNKNOWN || (n->fate == FATE_CHANGED && n->at.source);
        if (is_in(f, n->at) || (matters && !is_said(t, n))) {
            struct note copy = {n->path, n->fate, n->to, n->why, own_place(t, n)};
            vec_push(t->a->owner, &f->notes, copy);
        }
    }
}

/* What the tables say about why training is not exactly what it was. */
static str reason_of(const struct task *t, str section)
{
    str why = STR("");
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool about = str_starts(n->path, section) && n->why.n > 0;
        bool known = n->fate == FATE_CHANGED || n->fate == FATE_TRANSLATED;
        if (about && known && why.n == 0) {
            why = n->why;
        } else if (about && known && str_find(why, n->why, 0) == SIZE_MAX) {
            why = arena_printf(t->a, "%.*s; %.*s", STR_ARG(why), STR_ARG(n->why));
        }
    }
    return why;
}

/* Where the old generation says it: a dotted path. */
static str section(const struct task *t, const char *what)
{
    return value_str(dict_get(t->m->sections, what));
}

static void keep_curve(struct task *t, const struct curve_difference *d, str section,
    const char *name, struct migrated_curve *out)
{
    struct migrated *f = &t->job->file;
    out->difference = *d;
    out->why = d->differs ? arena_str(t->job->arena, reason_of(t, section)) : STR("");
    if (d->differs && out->why.n == 0) {
        str why = arena_printf(t->a,
            "the %s differs from iteration %llu to %llu, most at %llu: it was %.6g, and is %.6g",
            name, (unsigned long long)d->first, (unsigned long long)d->last,
            (unsigned long long)d->worst, d->was, d->is);
        struct note n = {section, FATE_UNKNOWN, STR(""), why, {f->source, {0, 0}}};
        vec_push(t->a->owner, &f->notes, n);
        f->proven = false;
    }
}

/* Does a table say what the value of this setting is called now? */
static bool is_renamed(const struct task *t, str setting)
{
    VEC_EACH (const struct note, n, &t->new.notes) {
        str dotted =
            path_extension(n->path); /* ".constructor", ".paramwise_options" of optimizer */
        str key = dotted.n ? str_slice(dotted, 1, dotted.n) : dotted;
        bool about = key.n >= setting.n && str_eq(str_slice(key, 0, setting.n), setting) &&
                     (key.n == setting.n || key.p[setting.n] == '_');
        if (n->fate == FATE_TRANSLATED && about) {
            return true;
        }
    }
    return false;
}

/* A model that differs for a reason that a table knows is a change, not a question. */
static struct note judged(const struct task *t, const struct note *n)
{
    struct note found = {n->path, n->fate, STR(""), n->why, {t->job->file.source, {0, 0}}};
    bool model = str_is(n->path, "memory") || str_is(n->path, "parameters");
    str why = model ? reason_of(t, n->path) : STR("");
    if (n->fate == FATE_UNKNOWN && why.n) {
        found.fate = FATE_CHANGED;
        size_t said = str_starts(n->why, STR(PROOF_DIFFERS)) ? sizeof PROOF_DIFFERS - 1 : 0;
        str what = str_slice(n->why, said, n->why.n);
        found.why = arena_printf(t->a, "%.*s: %.*s", STR_ARG(why), STR_ARG(what));
    }
    return found;
}

/* Where the old config, or the table, has what the new one has at a path. */
static struct note placed(const struct task *t, const struct note *n)
{
    struct migrated *f = &t->job->file;
    struct note found = *n;
    const struct value *v = value_at(&t->new.root, n->path);
    struct loc at = v ? value_loc(v) : (struct loc){0};
    str path = v ? translate_origin(t->a, &t->old->root, v) : STR("");
    bool own = at.source && str_eq(at.source->absolute, f->from);
    found.path = path.n ? path : n->path;
    found.at = (struct loc){f->source, own ? at.span : (struct span){0, 0}};
    return found;
}

static bool is_told(const struct task *t, const struct note *n)
{
    VEC_EACH (const struct note, x, &t->job->file.notes) {
        if (x->fate == n->fate && str_eq(x->path, n->path)) {
            return true;
        }
    }
    return false;
}

/* Is something of its model left to a person: a type that is not there any more? */
static bool has_open_model(const struct task *t)
{
    VEC_EACH (const struct note, n, &t->new.notes) {
        bool model = str_is(n->path, "model") || str_starts(n->path, STR("model."));
        if (model && n->fate == FATE_UNKNOWN) {
            return true;
        }
    }
    return false;
}

/* Nothing is proven of rates that are not followed: the config, or one that it inherits, has a
 * scheduler that is not known, or the run is too long. */
static void tell_rates_unknown(struct task *t)
{
    struct migrated *f = &t->job->file;
    struct note n = {section(t, "lr"), FATE_UNKNOWN, STR(""),
        STR("the learning rates are not known, or the run has more than 5,000,000 iterations: they "
            "were not compared"),
        {f->source, {0, 0}}};
    f->proven = false;
    if (!is_told(t, &n)) {
        vec_push(t->a->owner, &f->notes, n);
    }
}

void task_prove(struct task *t)
{
    struct migrated *f = &t->job->file;
    struct proof found;
    const struct value *profile = declaration_get(t->table, "profile");
    bool open = has_open_model(t), trains = config_at(t->old, section(t, "train"));
    if (!migration_is_whole(t->m, &t->old->root) ||
        !proof_compare(t->m->proofs, t->m->library, t->a, profile ? value_str(profile) : STR(""),
            t->old, t->new_config, (struct proof_asked){trains, !open}, &found)) {
        return;
    }
    f->proven = !open;
    VEC_EACH (const struct note, n, &found.notes.list) {
        if (is_renamed(t, n->path)) {
            continue;
        }
        struct note said = judged(t, n);
        f->proven = f->proven && said.fate != FATE_UNKNOWN;
        vec_push(t->a->owner, &f->notes, said);
    }
    VEC_EACH (const struct note, n, &found.refused.list) {
        struct note said = placed(t, n);
        if (!is_told(t, &said)) {
            f->proven = false;
            vec_push(t->a->owner, &f->notes, said);
        }
    }
    bool follows = config_at(t->old, section(t, "lr")) && trains;
    if (found.lr.too_long || (!found.lr.known && follows)) {
        tell_rates_unknown(t);
    }
    keep_curve(t, &found.lr, section(t, "lr"), "learning rate", &f->lr);
    keep_curve(t, &found.momentum, section(t, "momentum"), "momentum", &f->momentum);
}
