/* The new text of a file: the first that resolves to what it should. */
#include "config/compare.h"
#include "migrate/emit.h"
#include "migrate/inside.h"
#include "migrate/override.h"

bool task_refuse(struct task *t, struct loc at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(t->a, format, args);
    va_end(args);
    struct diag *d = diags_add(t->diags, "MIG001", SEVERITY_ERROR, at, "%.*s", STR_ARG(message));
    const struct source *source = t->old->source;
    d->subject = arena_str(t->diags->arena, source ? source->path : t->old->path);
    return false;
}

/* Names of the bases that nothing asks for any more stay, as no file can take them away. */
static void adopt(struct task *t)
{
    for (uint32_t i = 0; i < t->bases.dict->n; i++) {
        const struct entry *e = &t->bases.dict->entries[i];
        if (!dict_find(t->new.root.dict, &e->key, e->hash)) {
            dict_set(t->a, t->new.root.dict, &e->key, e->hash, e->value);
        }
    }
}

/* New style: what a name shares with another one cannot be merged, and is said anew. */
static void note_whole(struct task *t, const struct differences *d)
{
    VEC_EACH (const struct difference, x, &d->list) {
        str name = dotted_first(x->path);
        const struct entry *victim = t->bases.dict ? dict_find_str(t->bases.dict, name) : NULL;
        dict_set_str(t->a, t->whole, name, value_none());
        for (uint32_t i = 0; victim && i < t->over.dict->n; i++) {
            const struct entry *e = &t->over.dict->entries[i];
            const struct entry *base = dict_find(t->bases.dict, &e->key, e->hash);
            if (base && value_same(&base->value, &victim->value)) {
                dict_set(t->a, t->whole, &e->key, e->hash, value_none());
            }
        }
    }
}

static bool try_text(struct task *t, enum keep keep, str *why)
{
    const struct emission_lazy lazy = {&t->bases, t->modules.items, t->modules.n, t->whole};
    struct emission e = {t->old, &t->new.root, &t->over, t->new.places, t->gone.items, t->gone.n,
        t->m->options.lazy ? &lazy : NULL};
    struct buf b = buf_make(t->a->owner);
    if (!emit_file(t->a, &e, keep, &b, why)) {
        return false;
    }
    struct diags *ignored = diags_new(t->a->owner);
    struct config_options options = {.dialect = t->m->dialect,
        .replaced_path = t->job->file.to,
        .replaced_text = arena_str(t->a, buf_str(&b))};
    const struct config *c =
        config_resolve(t->m->new_loader, t->a, t->job->file.to, &options, ignored);
    if (c->failed) {
        *why = ignored->list.n ? ignored->list.items[0].message : STR("it would not load");
        return false;
    }
    struct differences d = {0};
    config_compare(t->a->owner, t->a, &t->new.root, &c->root, &d);
    if (d.list.n > 0) {
        *why = arena_printf(t->a, "beside its bases, '%.*s' would not be what it has to be",
            STR_ARG(d.list.items[0].path));
        note_whole(t, &d);
        return false;
    }
    t->job->file.text = options.replaced_text;
    t->new_config = c;
    return true;
}

/* What only a run knows, and the key that it is below. */
struct lost {
    const struct value *key, *value; /* NULL: there is none */
};

static struct lost find_unknown(const struct value *v, const struct value *key, uint32_t depth)
{
    struct lost found = {key, v->kind == VALUE_UNKNOWN ? v : NULL};
    uint32_t n = v->kind == VALUE_DICT ? v->dict->n : value_is_sequence(v) ? v->list->n : 0;
    for (uint32_t i = 0; depth > 0 && !found.value && i < n; i++) {
        const struct entry *e = v->kind == VALUE_DICT ? &v->dict->entries[i] : NULL;
        bool no_key = e && e->key.kind == VALUE_UNKNOWN;
        found = no_key ? (struct lost){key, &e->key}
                : e    ? find_unknown(&e->value, &e->key, depth - 1)
                       : find_unknown(&v->list->items[i], key, depth - 1);
    }
    return found;
}

static bool refuse_text(struct task *t, str why)
{
    struct lost lost = find_unknown(&t->old->root, NULL, VALUE_DEPTH);
    if (!lost.value) {
        return task_refuse(
            t, (struct loc){0}, "its new text cannot be written: %.*s", STR_ARG(why));
    }
    const struct unknown *u = lost.value->unknown;
    struct loc origin = u->tree ? tree_loc(u->tree, u->node) : value_loc(lost.value);
    struct loc at = lost.key ? value_loc(lost.key) : origin;
    str name = lost.key && lost.key->kind == VALUE_STRING ? value_str(lost.key) : STR("this");
    task_refuse(t, at.source ? at : origin,
        "'%.*s' is known only when the config is run, so nobody can tell whether its new text says "
        "the same: %.*s",
        STR_ARG(name), STR_ARG(u->reason));
    struct diag *d = &t->diags->list.items[t->diags->list.n - 1];
    if (at.source && origin.source &&
        (at.source != origin.source || at.span.start != origin.span.start)) {
        diag_relate(t->diags, d, origin, "unknown from here on");
    }
    diag_help(t->diags, d,
        "write the value that it has for now, and the expression again when the new config is "
        "there");
    return false;
}

/* The first text that says what it should. */
bool task_write_text(struct task *t)
{
    str why = STR(""), first = STR(""), key;
    bool flat = t->m->options.flatten || !t->bases.dict;
    if (!flat) {
        if (!t->m->options
                 .lazy) { /* a text config can take a name of its base away: del _base_.name */
            adopt(t);
        }
        flat = !override_find(t->a, &t->bases, &t->new.root, &t->over, &key);
        why = flat ? arena_printf(t->a, "'%.*s' of its bases is gone", STR_ARG(key)) : why;
    }
    for (int keep = KEEP_TEXT; !flat && keep <= KEEP_BASES; keep++) {
        uint32_t known;
        do {
            known = t->whole->n;
            if (try_text(t, (enum keep)keep, &why)) {
                return true;
            }
            first = first.n ? first : why;
        } while (t->m->options.lazy && t->whole->n > known);
    }
    t->over = t->new.root;
    if (t->job->file.flat_because.n == 0 && !t->m->options.flatten) {
        t->job->file.flat_because = arena_str(t->job->arena, why);
    }
    t->job->file.outcome = MIGRATED_FLAT;
    return try_text(t, KEEP_NOTHING, &why) || refuse_text(t, why);
}

static size_t times(str text, str word)
{
    size_t n = 0;
    for (size_t i = str_find(text, word, 0); i != SIZE_MAX; i = str_find(text, word, i + word.n)) {
        n++;
    }
    return n;
}

void task_tell_machine(struct task *t)
{
    struct migrated *f = &t->job->file;
    str bytes = f->source->bytes;
    const struct list *words = t->m->machine;
    for (uint32_t i = 0; i < words->n; i++) {
        str word = value_str(&words->items[i]);
        size_t at = str_find(bytes, word, 0);
        if (at == SIZE_MAX || times(bytes, word) <= times(f->text, word)) {
            continue;
        }
        str name = str_ends(word, STR("(")) ? str_slice(word, 0, word.n - 1) : word;
        struct note n = {name, FATE_UNKNOWN, STR(""),
            STR("what it gives may be another thing elsewhere; what it gives now is written"),
            {f->source, {(uint32_t)at, (uint32_t)(at + word.n)}}};
        vec_push(t->a->owner, &f->notes, n);
    }
}
