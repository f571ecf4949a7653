#include "survey/json_walk.h"

#include "base/plain.h"

#include <math.h>
#include <stdlib.h>

enum {
    PIECE = 1 << 16, /* bytes that are read at a time */
    WORD = 255,      /* of a text that is looked at */
    NOWHERE = -1,    /* a step that leads to no place */
    NO_ID = -1
};

/* A step of a place's path; places share their beginnings.  Step 0 is the top. */
struct step {
    int parent, id;
    str key;
};

struct level {
    bool is_object;
    int step;
};

struct walk {
    struct stream *in;
    const struct json_visitor *v;
    const struct limits *limits;
    struct arena *arena;
    VEC(struct step) steps;
    VEC(struct level) levels;
    unsigned char *piece;
    size_t at, end;
    uint64_t line;
    char word[WORD + 1];
    size_t word_n; /* bytes in it */
    uint64_t hash;
    const char *wrong; /* NULL: nothing is */
    str why;           /* of the system, or empty */
};

/* --- places --- */

static int find_step(const struct walk *w, int parent, str key)
{
    int any = NOWHERE;
    for (size_t i = 1; parent != NOWHERE && i < w->steps.n; i++) {
        const struct step *s = &w->steps.items[i];
        if (s->parent == parent && str_eq(s->key, key)) {
            return (int)i;
        }
        any = s->parent == parent && str_is(s->key, "*") && !str_is(key, "[]") ? (int)i : any;
    }
    return any;
}

static void add_place(struct walk *w, const struct json_place *p)
{
    int at = 0;
    for (str rest = str_of(p->path); rest.n > 0;) {
        str key = dotted_head(rest, &rest);
        int next = NOWHERE;
        for (size_t i = 1; i < w->steps.n; i++) {
            const struct step *s = &w->steps.items[i];
            next = s->parent == at && str_eq(s->key, key) ? (int)i : next;
        }
        if (next == NOWHERE) {
            next = (int)w->steps.n;
            vec_push(w->arena->owner, &w->steps, ((struct step){at, NO_ID, key}));
        }
        at = next;
    }
    w->steps.items[at].id = p->id;
}

static int id_of(const struct walk *w, int step)
{
    return step == NOWHERE ? NO_ID : w->steps.items[step].id;
}

/* --- bytes --- */

static bool fail(struct walk *w, const char *wrong)
{
    w->wrong = w->wrong ? w->wrong : wrong;
    return false;
}

static bool refill(struct walk *w)
{
    ptrdiff_t n = stream_read(w->in, w->piece, PIECE, &w->why);
    if (n < 0) {
        fail(w, "it cannot be read");
    }
    w->at = 0;
    w->end = n > 0 ? (size_t)n : 0;
    if (n > 0 && w->v->progress) {
        w->v->progress(w->v->data, w->in->at, w->in->bytes);
    }
    return n > 0;
}

/* The next byte; -1 at the end. */
static inline int peek(struct walk *w)
{
    return w->at < w->end || refill(w) ? w->piece[w->at] : -1;
}

static int peek_after_blanks(struct walk *w)
{
    int c = peek(w);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        w->line += c == '\n';
        w->at++;
        c = peek(w);
    }
    return c;
}

/* --- scalars --- */

static void keep(struct walk *w, int c)
{
    w->hash = hash_byte(w->hash, (unsigned char)c);
    if (w->word_n < WORD) {
        w->word[w->word_n++] = (char)c;
    }
}

/* At its quote; its bytes are kept when somebody looks at them. */
static bool string(struct walk *w, bool looked_at)
{
    w->word_n = 0;
    w->hash = HASH_START;
    w->at++;
    for (;;) {
        int c = peek(w);
        if (c < 0x20) {
            return fail(w, c < 0 ? "the file ends in a string"
                                 : "a control character in a string has to be escaped");
        }
        w->at++;
        if (c == '"') {
            return true;
        }
        if (looked_at) {
            keep(w, c);
        }
        if (c == '\\') {
            if (peek(w) < 0x20) {
                return fail(w, "the file ends in a string");
            }
            if (looked_at) {
                keep(w, w->piece[w->at]);
            }
            w->at++;
        }
    }
}

static bool is_bare(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

/* A number, or true, false, null, NaN, Infinity. */
static bool bare(struct walk *w, struct json_scalar *out)
{
    w->word_n = 0;
    w->hash = HASH_START;
    for (int c = peek(w); is_bare(c); c = peek(w)) {
        keep(w, c);
        w->at++;
    }
    w->word[w->word_n] = '\0';
    str word = {w->word, w->word_n};
    bool truth = str_is(word, "true") || str_is(word, "false");
    char *end = w->word;
    out->number = truth ? word.p[0] == 't' : strtod(w->word, &end);
    bool digit = word.n > 0 && (word.p[word.n - 1] == '.' ||
                                   (word.p[word.n - 1] >= '0' && word.p[word.n - 1] <= '9'));
    bool number = digit && (*end == '\0' || word.n == WORD);
    out->is_number = truth || (number && isfinite(out->number));
    return truth || number || STR_IS_ANY(word, "null", "NaN", "Infinity", "-Infinity") ||
           fail(w, peek(w) < 0 && word.n == 0 ? "the file ends where a value is expected"
                                              : "a JSON value is expected here");
}

static bool scalar(struct walk *w, int step)
{
    int id = id_of(w, step);
    struct json_scalar s = {.is_text = peek(w) == '"'};
    if (s.is_text ? !string(w, id != NO_ID) : !bare(w, &s)) {
        return false;
    }
    if (id != NO_ID) {
        s.text = (str){w->word, w->word_n};
        s.hash = w->hash;
        w->v->scalar(w->v->data, id, &s);
    }
    return true;
}

/* --- the walk --- */

static struct level *top(struct walk *w)
{
    return &w->levels.items[w->levels.n - 1];
}

/* Up to the value of the next key. */
static bool key(struct walk *w, int *step)
{
    int parent = top(w)->step;
    if (peek_after_blanks(w) != '"') {
        return fail(w,
            peek(w) < 0 ? "the file ends in an object" : "a key in double quotes is expected here");
    }
    if (!string(w, parent != NOWHERE)) {
        return false;
    }
    *step = find_step(w, parent, (str){w->word, w->word_n});
    if (peek_after_blanks(w) != ':') {
        return fail(w, peek(w) < 0 ? "the file ends in an object" : "a ':' is missing here");
    }
    w->at++;
    return true;
}

/* The next item of what is open: its key is read. */
static bool next_item(struct walk *w, int *step)
{
    if (top(w)->is_object) {
        return key(w, step);
    }
    *step = find_step(w, top(w)->step, STR("[]"));
    return true;
}

static bool end_level(struct walk *w)
{
    int id = id_of(w, top(w)->step);
    w->at++;
    w->levels.n--;
    if (id != NO_ID && !w->v->close(w->v->data, id)) {
        return fail(w, "");
    }
    return true;
}

/* An opening bracket; `*empty` when it is closed at once. */
static bool begin_level(struct walk *w, int step, bool *empty)
{
    struct level l = {peek(w) == '{', step};
    w->at++;
    if (w->levels.n >= w->limits->nesting) {
        return fail(w, "this is nested too deeply (limit nesting)");
    }
    vec_push(w->arena->owner, &w->levels, l);
    if (id_of(w, step) != NO_ID) {
        w->v->open(w->v->data, id_of(w, step));
    }
    *empty = peek_after_blanks(w) == (l.is_object ? '}' : ']');
    return !*empty || end_level(w);
}

/* Behind a value: passes brackets that close, and a comma.  `*more`: another item follows. */
static bool after_value(struct walk *w, bool *more)
{
    *more = false;
    while (w->levels.n > 0 && !*more) {
        bool object = top(w)->is_object;
        int c = peek_after_blanks(w);
        if (c == ',') {
            w->at++;
            *more = true;
        } else if (c != (object ? '}' : ']')) {
            return fail(w, c < 0
                               ? object ? "the file ends in an object" : "the file ends in an array"
                           : object ? "a ',' or '}' is missing here"
                                    : "a ',' or ']' is missing here");
        } else if (!end_level(w)) {
            return false;
        }
    }
    return true;
}

/* One value with all that is in it. */
static bool whole(struct walk *w)
{
    int step = 0;
    for (bool more = true; more;) {
        int c = peek_after_blanks(w);
        bool empty = true;
        if (c == '{' || c == '[') {
            if (!begin_level(w, step, &empty)) {
                return false;
            }
        } else if (!scalar(w, step)) {
            return false;
        }
        if (empty && !after_value(w, &more)) {
            return false;
        }
        if (more && !next_item(w, &step)) {
            return false;
        }
    }
    return true;
}

static str reason_of(const struct walk *w)
{
    unsigned long long byte = w->in->at - (w->end - w->at);
    if (!*w->wrong) {
        return STR("");
    }
    return w->why.n > 0 ? w->why
                        : arena_printf(w->arena, "line %llu, byte %llu: %s",
                              (unsigned long long)w->line, byte, w->wrong);
}

bool json_walk(struct arena *a, const struct limits *limits, struct stream *in,
    const struct json_place *places, size_t n, const struct json_visitor *v, str *reason)
{
    struct walk w = {.in = in, .v = v, .limits = limits, .arena = a, .line = 1};
    w.piece = mem_alloc(a->owner, PIECE);
    vec_push(a->owner, &w.steps, ((struct step){NOWHERE, NO_ID, STR("")}));
    for (size_t i = 0; i < n; i++) {
        add_place(&w, &places[i]);
    }
    struct plain plain = plain_begin();
    bool good = true;
    do {
        good = whole(&w);
    } while (good && peek_after_blanks(&w) >= 0);
    plain_end(&plain);
    good &= !w.wrong;
    if (!good) {
        *reason = reason_of(&w);
    }
    talloc_free(w.piece);
    return good;
}
