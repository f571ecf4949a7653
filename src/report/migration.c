#include "report/migration.h"

#include "report/json.h"
#include "text/path.h"

#include "base/hash.h"
#include <math.h>
#include <stdlib.h>

static const char *const OUTCOMES[] = {
    "migrated", "flattened", "already new", "failed", "part of others"};

enum {
    N_OUTCOMES = sizeof OUTCOMES / sizeof *OUTCOMES
};

static str shown(const struct migration_report *r, str path)
{
    return path_is_under(path, r->cwd) ? path_relative(r->arena, path, r->cwd) : path;
}

size_t migration_open(const struct migration_report *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        VEC_EACH (const struct note, x, &r->files[i]->notes) {
            n += x->fate == FATE_UNKNOWN;
        }
        n += r->files[i]->outcome == MIGRATED_NOT;
    }
    return n;
}

static bool is_told(const struct note *x)
{
    return x->fate == FATE_UNKNOWN || x->fate == FATE_CHANGED;
}

static str where(const struct migration_report *r, const struct migrated *f, const struct note *x)
{
    return arena_printf(r->arena, "%.*s:%u", STR_ARG(f->shown), x->line);
}

enum {
    PLACES = 3 /* of what is said alike, the first one included */
};

/* One reason for keys of one name, said once. */
struct said {
    str key;
    str places[PLACES], last;
    const struct migrated *f;
    const struct note *x;
    size_t n;
    struct said *alike, *end; /* the next with the same words on another value; the last of them */
    bool follows;             /* it is one of those */
    UT_hash_handle hh;
};

static bool names_value(const struct note *x)
{
    return str_starts(x->why, STR("'"));
}

/* Where the figures of a change begin, which are each config's own; behind the last byte without.
 */
static size_t figures_at(const struct note *x)
{
    size_t at = x->fate == FATE_CHANGED ? str_find(x->why, STR(": it was "), 0) : SIZE_MAX;
    return at == SIZE_MAX ? x->why.n : at;
}

/* What is said of the value that a reason names, without it; all of another one. */
static str words_of(const struct note *x)
{
    size_t end = names_value(x) ? str_find(x->why, STR("' "), 1) : SIZE_MAX;
    return end == SIZE_MAX ? x->why : str_slice(x->why, end, x->why.n);
}

/* A reason; of one that names its value, what explains it (": ...") is said the first time alone.
 */
static str explained(
    const struct migration_report *r, const struct note *x, struct said **explanations)
{
    struct said *s = NULL;
    size_t colon = names_value(x) ? str_find(x->why, STR(": "), 0) : SIZE_MAX;
    if (colon == SIZE_MAX) {
        return x->why;
    }
    str rest = str_slice(x->why, colon, x->why.n);
    HASH_FIND(hh, *explanations, rest.p, rest.n, s);
    if (s) {
        return str_slice(x->why, 0, colon);
    }
    s = ARENA_NEW(r->arena, struct said);
    s->key = rest;
    HASH_ADD_KEYPTR(hh, *explanations, s->key.p, s->key.n, s);
    return x->why;
}

static void text_note(struct buf *out, const struct migrated *f, const struct note *x, str why)
{
    bool open = x->fate == FATE_UNKNOWN;
    foreign_printf(out, "%.*s:%u: %s: '%.*s'", STR_ARG(f->shown), x->line,
        open ? "left to you" : fate_name(x->fate), STR_ARG(x->path));
    if (x->to.n > 0) {
        foreign_printf(out, " -> %.*s", STR_ARG(x->to));
    }
    if (why.n > 0) {
        foreign_printf(out, ": %.*s", STR_ARG(why));
    }
    buf_byte(out, '\n');
}

static bool is_known(const struct said *s, str place)
{
    bool known = str_eq(place, s->last);
    for (size_t k = 0; k < s->n && k < PLACES; k++) {
        known |= str_eq(place, s->places[k]);
    }
    return known;
}

/* Reasons in their order; those of an earlier one add their places to it, and the same words on
 * another value stand behind the first. */
struct reasons {
    struct said *all, *words, *explanations;
};

static struct said *add_reason(const struct migration_report *r, struct reasons *reasons, str key,
    const struct migrated *f, const struct note *x)
{
    struct said *s = ARENA_NEW(r->arena, struct said), *first = NULL;
    *s = (struct said){.key = key, .f = f, .x = x};
    HASH_ADD_KEYPTR(hh, reasons->all, s->key.p, s->key.n, s);
    if (!names_value(x)) {
        return s;
    }
    str words = words_of(x);
    HASH_FIND(hh, reasons->words, words.p, words.n, first);
    if (first) { /* of these words: its `end` is the last that has them */
        first->end->alike = s;
        first->end = s;
        s->follows = true;
        return s;
    }
    struct said *head = ARENA_NEW(r->arena, struct said);
    *head = (struct said){.key = words, .end = s};
    HASH_ADD_KEYPTR(hh, reasons->words, head->key.p, head->key.n, head);
    return s;
}

static void find_reasons(const struct migration_report *r, struct reasons *reasons)
{
    for (size_t i = 0; i < r->n; i++) {
        VEC_EACH (const struct note, x, &r->files[i]->notes) {
            struct said *s = NULL;
            if (!is_told(x)) {
                continue;
            }
            str of = names_value(x) ? STR("") : dotted_last(x->path); /* under whatever key */
            size_t figures = figures_at(x);
            str key = arena_printf(r->arena, "%d %.*s %.*s", (int)x->fate, STR_ARG(of),
                STR_ARG(str_slice(x->why, 0, figures)));
            HASH_FIND(hh, reasons->all, key.p, key.n, s);
            s = s ? s : add_reason(r, reasons, key, r->files[i], x);
            str place = arena_printf(r->arena, "%.*s%.*s", STR_ARG(where(r, r->files[i], x)),
                STR_ARG(str_slice(x->why, figures, x->why.n)));
            if (!is_known(s, place)) {
                if (s->n < PLACES) {
                    s->places[s->n] = place;
                }
                s->n++;
            }
            s->last = place;
        }
    }
}

static void text_alike(struct buf *out, const struct said *s)
{
    str why = s->x->why;
    str value = str_slice(why, 0, why.n - words_of(s->x).n + 1);
    foreign_printf(out, "    and %.*s at %.*s", STR_ARG(value), STR_ARG(s->places[0]));
    if (s->n > 1) {
        foreign_printf(out, " and %zu more place%s", s->n - 1, s->n == 2 ? "" : "s");
    }
    buf_byte(out, '\n');
}

static void text_reason(struct buf *out, const struct migration_report *r, const struct said *s,
    struct said **explanations)
{
    text_note(out, s->f, s->x, explained(r, s->x, explanations));
    for (size_t k = 1; k < s->n && k < PLACES; k++) {
        foreign_printf(out, "    and at %.*s\n", STR_ARG(s->places[k]));
    }
    if (s->n > PLACES) {
        bool one = s->n - PLACES == 1;
        foreign_printf(out, "    and at %zu more place%s; --format json names %s\n", s->n - PLACES,
            one ? "" : "s", one ? "it" : "them");
    }
    for (const struct said *other = s->alike; other; other = other->alike) {
        text_alike(out, other);
    }
}

/* A reason with all that has the same words. */
struct block {
    const struct said *first;
    bool open;
    int model; /* 2: of the model as a whole; 1: of its type, among others */
    size_t places, order;
};

static struct block block_of(const struct said *first, size_t order)
{
    struct block b = {first, first->x->fate == FATE_UNKNOWN, 0, 0, order};
    for (const struct said *s = first; s; s = s->alike) {
        int model = str_is(s->x->path, "model.type") ? 2 - names_value(s->x) : 0;
        b.model = model > b.model ? model : b.model;
        b.places += s->n;
    }
    return b;
}

/* What is left to a person comes first; of that what its model is, then what most places have. */
static int by_weight(const void *left, const void *right)
{
    const struct block *a = left, *b = right;
    int c = (int)b->open - (int)a->open;
    c = c ? c : b->model - a->model;
    c = c ? c : (a->places < b->places) - (a->places > b->places);
    return c ? c : (a->order > b->order) - (a->order < b->order);
}

static void text_notes(struct buf *out, const struct migration_report *r)
{
    struct reasons reasons = {0};
    struct said *s = NULL, *next;
    VEC(struct block) blocks = {0};
    find_reasons(r, &reasons);
    HASH_ITER(hh, reasons.all, s, next)
    {
        struct block b = block_of(s, blocks.n);
        if (!s->follows) {
            vec_push(r->arena->owner, &blocks, b);
        }
    }
    if (blocks.n > 0) {
        qsort(blocks.items, blocks.n, sizeof *blocks.items, by_weight);
    }
    VEC_EACH (const struct block, b, &blocks) {
        text_reason(out, r, b->first, &reasons.explanations);
    }
    HASH_CLEAR(hh, reasons.all);
    HASH_CLEAR(hh, reasons.words);
    HASH_CLEAR(hh, reasons.explanations);
}

/* --- rates that are not exactly what they were, with the reason --- */

/* Configs whose values differ for the same reason. */
struct alike {
    str key;
    const struct migrated *most; /* the one that differs most */
    const struct migrated_curve *curve;
    size_t n;
    bool varies; /* not all of them have the same figures */
};

struct alikes {
    VEC(struct alike) list;
};

/* How much the values differ where they do most, as a part of the greater one. */
static double part_of(const struct curve_difference *d)
{
    double greater = fmax(fabs(d->was), fabs(d->is));
    return greater > 0 ? fabs(d->is - d->was) / greater : 0;
}

static bool same_figures(const struct curve_difference *a, const struct curve_difference *b)
{
    return a->first == b->first && a->last == b->last && a->worst == b->worst && a->was == b->was &&
           a->is == b->is;
}

static void count_curve(const struct migration_report *r, struct alikes *all,
    const struct migrated *f, const struct migrated_curve *c, const char *name)
{
    if (!c->difference.differs || c->why.n == 0) {
        return;
    }
    str key = arena_printf(r->arena, "the %s differs", name);
    VEC_EACH (struct alike, x, &all->list) {
        if (str_eq(x->key, key) && str_eq(x->curve->why, c->why)) {
            x->varies |= !same_figures(&x->curve->difference, &c->difference);
            bool more = part_of(&c->difference) > part_of(&x->curve->difference);
            x->most = more ? f : x->most;
            x->curve = more ? c : x->curve;
            x->n++;
            return;
        }
    }
    vec_push(r->arena->owner, &all->list, ((struct alike){key, f, c, 1, false}));
}

static void text_curve(struct buf *out, const struct migration_report *r, const struct alike *x)
{
    const struct curve_difference *d = &x->curve->difference;
    str path = shown(r, x->most->from);
    foreign_printf(out, "%.*s", STR_ARG(path));
    if (x->n > 1) {
        foreign_printf(out, " and %zu more", x->n - 1);
    }
    foreign_printf(out, ": %.*s%s at iteration%s %llu", STR_ARG(x->key),
        x->varies ? ", most in the first:" : "", d->first == d->last ? "" : "s",
        (unsigned long long)d->first);
    if (d->first != d->last) {
        foreign_printf(out, " to %llu, most at %llu", (unsigned long long)d->last,
            (unsigned long long)d->worst);
    }
    foreign_printf(out, " (%.6g, and was %.6g): %.*s\n", d->is, d->was, STR_ARG(x->curve->why));
}

static void text_curves(struct buf *out, const struct migration_report *r)
{
    struct alikes all = {0};
    for (size_t i = 0; i < r->n; i++) {
        count_curve(r, &all, r->files[i], &r->files[i]->lr, "learning rate");
        count_curve(r, &all, r->files[i], &r->files[i]->momentum, "momentum");
    }
    VEC_EACH (const struct alike, x, &all.list) {
        text_curve(out, r, x);
    }
}

void migration_text(struct buf *out, const struct migration_report *r)
{
    size_t count[N_OUTCOMES] = {0};
    for (size_t i = 0; i < r->n; i++) {
        const struct migrated *f = r->files[i];
        count[f->outcome]++;
        if (f->outcome == MIGRATED_FLAT && f->flat_because.n > 0) {
            str path = shown(r, f->from);
            foreign_printf(out, "%.*s: flattened: %.*s\n", STR_ARG(path), STR_ARG(f->flat_because));
        }
    }
    text_notes(out, r);
    text_curves(out, r);
    foreign_printf(out, "%zu file%s:", r->n, r->n == 1 ? "" : "s");
    const char *comma = " ";
    for (int i = 0; i < N_OUTCOMES; i++) {
        if (count[i] > 0) {
            foreign_printf(out, "%s%zu %s", comma, count[i], OUTCOMES[i]);
            comma = ", ";
        }
    }
    size_t open = migration_open(r);
    foreign_printf(out, "; %zu left to you\n", open);
}

static void json_note(struct json *j, const struct note *x)
{
    json_object(j, NULL);
    json_text(j, "key", x->path);
    json_word(j, "fate", fate_name(x->fate));
    if (x->to.n > 0) {
        json_text(j, "to", x->to);
    }
    if (x->why.n > 0) {
        json_text(j, "why", x->why);
    }
    json_integer(j, "line", x->line);
    json_end_object(j);
}

static void json_curve(struct json *j, const char *name, const struct migrated_curve *c)
{
    const struct curve_difference *d = &c->difference;
    if (!d->known) {
        return;
    }
    json_object(j, name);
    json_bool(j, "equal", !d->differs);
    if (d->differs) {
        json_integer(j, "first", (int64_t)d->first);
        json_integer(j, "last", (int64_t)d->last);
        json_integer(j, "most_at", (int64_t)d->worst);
        json_number(j, "was", d->was);
        json_number(j, "is", d->is);
        json_text(j, "why", c->why);
    }
    json_end_object(j);
}

void migration_json(struct buf *out, const struct migration_report *r)
{
    struct json j = json_new(r->arena, out, true);
    json_object(&j, NULL);
    json_array(&j, "files");
    for (size_t i = 0; i < r->n; i++) {
        const struct migrated *f = r->files[i];
        json_object(&j, NULL);
        json_text(&j, "from", shown(r, f->from));
        json_text(&j, "to", shown(r, f->to));
        json_word(&j, "outcome", OUTCOMES[f->outcome]);
        json_bool(&j, "base", f->is_base);
        json_bool(&j, "whole", f->whole);
        json_bool(&j, "proven", f->proven);
        json_curve(&j, "lr", &f->lr);
        json_curve(&j, "momentum", &f->momentum);
        if (f->project.n > 0) {
            json_text(&j, "project", f->project);
        }
        if (f->flat_because.n > 0) {
            json_text(&j, "flattened_because", f->flat_because);
        }
        json_array(&j, "keys");
        VEC_EACH (const struct note, x, &f->notes) {
            json_note(&j, x);
        }
        json_end_array(&j);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_integer(&j, "left_to_you", (int64_t)migration_open(r));
    json_end_object(&j);
    json_end(&j);
}
