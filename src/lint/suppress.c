#include "lint/suppress.h"

#include "base/buf.h"
#include "base/hash.h"
#include "text/excerpt.h"

#include <stdlib.h>

enum comment_kind {
    COMMENT_IGNORE,
    COMMENT_IGNORE_FILE,
    COMMENT_OFF,
    COMMENT_ON,
    COMMENT_OTHER,
};

struct word {
    str code;
    bool used;
};

struct comment {
    enum comment_kind kind;
    struct loc at;
    span covers;
    span head; /* first line of what ends at the comment's line; empty: nothing longer does */
    VEC(struct word) words; /* none: everything (off), or nothing (a bare ignore) */
    bool used;              /* off without codes */
    str text;               /* the word after "cfglint:" */
};

/* A file whose comments were read; the same file may be parsed more than once. */
struct commented {
    str path; /* absolute */
    bool own; /* asked to be linted */
    VEC(struct comment) comments;
    size_t closed; /* no comment before this one is an `off` that goes on */
    size_t words;  /* codes in all of them */
    UT_hash_handle hh;
};

/* Each finding is looked for in each of them: what comes after so many comments and codes in one
 * file keeps nothing back. */
enum {
    MOST_COMMENTS = 5000
};

/* The configs go away before what is said about their comments is printed. */
struct suppressions {
    const struct lint *lint;
    struct arena *arena;
    struct excerpts *excerpts;
    struct commented *files; /* by path */
};

static int forget(struct suppressions *s)
{
    HASH_CLEAR(hh, s->files);
    return 0;
}

struct suppressions *suppressions_new(void *talloc_ctx, const struct lint *l)
{
    struct suppressions *s = mem_zero(talloc_ctx, sizeof *s);
    s->lint = l;
    s->arena = arena_new(s);
    s->excerpts = excerpts_new(s);
    talloc_set_destructor(s, forget);
    return s;
}

/* --- what a comment covers --- */

/* Statements, arguments, entries and items: what a comment can stand at. */
static bool holds_units(enum node_kind kind)
{
    return kind == NODE_MODULE || kind == NODE_SUITE || kind == NODE_LIST || kind == NODE_TUPLE ||
           kind == NODE_DICT || kind == NODE_CALL;
}

/* What stands on one line of a file. */
struct on_line {
    uint32_t code;     /* where its first unit starts; UINT32_MAX when none does */
    uint32_t code_end; /* of the longest unit that starts there */
    uint32_t end,
        start; /* of the longest unit that starts on it, or ends on it; or 0, UINT32_MAX */
};

/* A file whose comments are read. */
struct reading {
    const struct source *source;
    struct on_line *lines;
    VEC(span) strings; /* by start */
    span blank;        /* where there was no code, the last time it was looked for */
};

static void note_unit(struct reading *r, span at)
{
    struct on_line *first = &r->lines[source_line_of(r->source, at.start)];
    uint32_t inside = at.end > at.start ? at.end - 1 : at.end; /* an end at a line break */
    struct on_line *last = &r->lines[source_line_of(r->source, inside)];
    if (at.start < first->code || (at.start == first->code && at.end > first->code_end)) {
        first->code = at.start;
        first->code_end = at.end;
    }
    first->end = at.end > first->end ? at.end : first->end;
    last->start = at.start < last->start ? at.start : last->start;
}

static int by_start(const void *a, const void *b)
{
    const span *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void read_tree(struct reading *r, void *ctx, const struct tree *t)
{
    uint32_t n = source_line_of(r->source, (uint32_t)r->source->bytes.n) + 2;
    r->lines = mem_zero(ctx, n * sizeof *r->lines);
    for (uint32_t i = 0; i < n; i++) {
        r->lines[i] = (struct on_line){UINT32_MAX, 0, 0, UINT32_MAX};
    }
    for (node_id id = 1; id < t->n_nodes; id++) {
        enum node_kind kind = (enum node_kind)tree_node(t, id)->kind;
        if (kind == NODE_STRING || kind == NODE_FSTRING || kind == NODE_BYTES) {
            vec_push(ctx, &r->strings, tree_span(t, id));
        }
        if (holds_units(kind)) {
            EACH_CHILD (t, id, it) {
                note_unit(r, tree_span(t, it));
            }
        }
    }
    if (r->strings.n > 0) {
        qsort(r->strings.items, r->strings.n, sizeof(span), by_start);
    }
    for (size_t i = 1; i < r->strings.n; i++) { /* one may stand in another */
        uint32_t before = r->strings.items[i - 1].end, *end = &r->strings.items[i].end;
        *end = *end > before ? *end : before;
    }
}

static bool is_in_string(const struct reading *r, uint32_t offset)
{
    size_t low = 0, high = r->strings.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->strings.items[middle].start <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && offset < r->strings.items[low - 1].end;
}

/* Where the text after `at` goes on, past blanks and comments. */
static uint32_t next_code(str text, uint32_t at)
{
    while (at < text.n) {
        if (text.p[at] == '#') {
            while (at < text.n && text.p[at] != '\n') {
                at++;
            }
        } else if (str_is_one_of(text.p[at], " \t\r\n\f")) {
            at++;
        } else {
            break;
        }
    }
    return at;
}

/* Is there nothing but closing brackets and commas before the comment? */
static bool only_closes(str before)
{
    for (size_t i = 0; i < before.n; i++) {
        if (!str_is_one_of(before.p[i], " \t)]},")) {
            return false;
        }
    }
    return true;
}

static uint32_t find_code(struct reading *r, uint32_t from)
{
    if (from < r->blank.start || from > r->blank.end) {
        r->blank = (span){from, next_code(r->source->bytes, from)};
    }
    return r->blank.end;
}

static span cover(struct reading *r, uint32_t hash)
{
    uint32_t line = source_line_of(r->source, hash);
    uint32_t start = source_line_start(r->source, line);
    uint32_t after = source_line_start(r->source, line + 1);
    const struct on_line *on = &r->lines[line];
    str before = str_slice(r->source->bytes, start, hash);
    if (str_trim(before).n == 0) {
        uint32_t from = find_code(r, after);
        const struct on_line *next = &r->lines[source_line_of(r->source, from)];
        return (span){from, next->code == from && next->code_end > from ? next->code_end : from};
    }
    if (only_closes(before)) {
        return (span){on->start < start ? on->start : start, after};
    }
    return (span){start, on->end > after ? on->end : after};
}

/* A comment behind the last line of a statement also means its first line, where findings about it
 * are placed. */
static span head_of(const struct reading *r, uint32_t hash)
{
    uint32_t line = source_line_of(r->source, hash);
    uint32_t start = source_line_start(r->source, line), from = r->lines[line].start;
    if (from >= start || str_trim(str_slice(r->source->bytes, start, hash)).n == 0) {
        return (span){0, 0};
    }
    uint32_t first = source_line_of(r->source, from);
    return (span){from, source_line_start(r->source, first + 1)};
}

/* --- reading them --- */

static void read_codes(struct suppressions *s, struct comment *c, str list)
{
    while (list.n > 0) {
        const char *comma = memchr(list.p, ',', list.n);
        size_t n = comma ? (size_t)(comma - list.p) : list.n;
        str code = str_trim(str_slice(list, 0, n));
        if (code.n > 0) {
            vec_push(s, &c->words, ((struct word){arena_str(s->arena, code), false}));
        }
        list = str_slice(list, comma ? n + 1 : n, list.n);
    }
}

/* What stands after "cfglint:". */
static void read_words(struct suppressions *s, struct comment *c, str text)
{
    static const struct {
        const char *name;
        enum comment_kind kind;
    } kinds[] = {{"ignore", COMMENT_IGNORE}, {"ignore-file", COMMENT_IGNORE_FILE},
        {"off", COMMENT_OFF}, {"on", COMMENT_ON}};
    text = str_trim(text);
    size_t n = 0;
    while (n < text.n && ((text.p[n] >= 'a' && text.p[n] <= 'z') || text.p[n] == '-')) {
        n++;
    }
    c->text = arena_str(s->arena, str_slice(text, 0, n));
    c->kind = COMMENT_OTHER;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (str_is(c->text, kinds[i].name)) {
            c->kind = kinds[i].kind;
        }
    }
    str rest = str_trim(str_slice(text, n, text.n));
    const char *close = rest.n > 0 && rest.p[0] == '[' ? memchr(rest.p, ']', rest.n) : NULL;
    if (close) {
        read_codes(s, c, str_slice(rest, 1, (size_t)(close - rest.p)));
    }
}

static void read_comment(
    struct suppressions *s, struct commented *f, struct reading *r, uint32_t hash, uint32_t word)
{
    const struct source *source = r->source;
    uint32_t line = source_line_of(source, hash);
    uint32_t end = source_line_start(source, line) + (uint32_t)source_line(source, line).n;
    struct comment c = {.at = excerpt_of(s->excerpts, (struct loc){source, {hash, end}})};
    read_words(s, &c, str_slice(source->bytes, word, end));
    switch (c.kind) {
    case COMMENT_IGNORE:
        c.covers = cover(r, hash);
        c.head = head_of(r, hash);
        break;
    case COMMENT_IGNORE_FILE: c.covers = (span){0, (uint32_t)source->bytes.n + 1}; break;
    case COMMENT_OFF: c.covers = (span){hash, (uint32_t)source->bytes.n + 1}; break;
    case COMMENT_ON:
        for (; f->closed < f->comments.n; f->closed++) {
            struct comment *off = &f->comments.items[f->closed];
            if (off->kind == COMMENT_OFF && off->covers.end > hash) {
                off->covers.end = hash;
            }
        }
        break;
    case COMMENT_OTHER: break;
    }
    vec_push(s, &f->comments, c);
}

static void read_file(struct suppressions *s, struct commented *f, const struct source *source,
    const struct tree *tree)
{
    str text = source->bytes, mark = STR("cfglint:");
    struct reading r = {.source = source};
    void *ctx = mem_context(s);
    read_tree(&r, ctx, tree);
    for (size_t at = 0;
         f->comments.n + f->words < MOST_COMMENTS && (at = str_find(text, mark, at)) != SIZE_MAX;
         at += mark.n) {
        size_t hash = at;
        while (hash > 0 && (text.p[hash - 1] == ' ' || text.p[hash - 1] == '\t')) {
            hash--;
        }
        if (hash == 0 || text.p[hash - 1] != '#' || is_in_string(&r, (uint32_t)hash - 1)) {
            continue;
        }
        read_comment(s, f, &r, (uint32_t)hash - 1, (uint32_t)(at + mark.n));
        f->words += f->comments.items[f->comments.n - 1].words.n;
    }
    talloc_free(ctx);
}

static struct commented *find_file(struct suppressions *s, str path)
{
    struct commented *f = NULL;
    HASH_FIND(hh, s->files, path.p, path.n, f);
    return f;
}

/* NULL when it has no comments for us. */
static struct commented *read_once(
    struct suppressions *s, const struct source *source, const struct tree *tree)
{
    struct commented *f = find_file(s, source->absolute);
    if (!f && str_find(source->bytes, STR("cfglint:"), 0) != SIZE_MAX) {
        f = ARENA_NEW(s->arena, struct commented);
        f->path = arena_str(s->arena, source->absolute);
        HASH_ADD_KEYPTR(hh, s->files, f->path.p, f->path.n, f);
        read_file(s, f, source, tree);
    }
    return f;
}

void suppressions_read(struct suppressions *s, const struct config *c, bool own)
{
    VEC_EACH (struct config_file, file, &c->files) {
        if (!file->tree || !file->source->is_file) {
            continue;
        }
        struct commented *f = read_once(s, file->source, file->tree);
        if (f && own && c->source && str_eq(f->path, c->source->absolute)) {
            f->own = true;
        }
    }
}

void suppressions_read_file(
    struct suppressions *s, const struct source *source, const struct tree *tree)
{
    struct commented *f = read_once(s, source, tree);
    if (f) {
        f->own = true;
    }
}

/* --- using them --- */

static bool is_in(uint32_t at, span in)
{
    return at >= in.start && at < in.end;
}

static bool keeps_back(struct comment *c, const struct diag *d)
{
    if (!is_in(d->at.span.start, c->covers) && !is_in(d->at.span.start, c->head)) {
        return false;
    }
    if (c->kind == COMMENT_OFF && c->words.n == 0) {
        c->used = true;
        return true;
    }
    bool kept = false;
    VEC_EACH (struct word, w, &c->words) {
        if (str_starts(str_of(d->code), w->code)) {
            w->used = kept = true;
        }
    }
    return kept;
}

void suppressions_apply(struct suppressions *s, struct diags *diags)
{
    VEC_EACH (struct diag, d, &diags->list) {
        struct commented *f =
            d->at.source && !d->fatal ? find_file(s, d->at.source->absolute) : NULL;
        for (size_t i = 0; f && i < f->comments.n; i++) {
            d->suppressed |= keeps_back(&f->comments.items[i], d);
        }
    }
}

static void report(struct suppressions *s, struct diags *diags, const char *code,
    const struct comment *c, str message, const char *help)
{
    const struct rule *r = lint_find(s->lint, str_of(code));
    if (r && r->on) {
        struct diag *d = diags_add(diags, code, r->severity, c->at, "%.*s", STR_ARG(message));
        diag_help(diags, d, "%s", help);
    }
}

/* Is the code, or any rule of the family, in force?  *known: is there such a rule at all? */
static bool is_on(struct suppressions *s, str code, bool *known)
{
    bool on = false;
    *known = false;
    VEC_EACH (struct rule, r, &s->lint->rules) {
        if (str_starts(r->code, code)) {
            *known = true;
            on |= r->on;
        }
    }
    return on;
}

/* The first comment that is not heeded any more is as far as they are read. */
static void judge_number(struct suppressions *s, struct diags *diags, const struct commented *f)
{
    if (f->comments.n + f->words >= MOST_COMMENTS) {
        report(s, diags, "SUP001", &f->comments.items[f->comments.n - 1],
            arena_printf(diags->arena,
                "comments for cfglint after this one are not read: a file may have %d with their "
                "codes",
                MOST_COMMENTS),
            "use ignore-file, or `per-file-ignores` in .cfglint.yaml");
    }
}

static void judge(struct suppressions *s, struct diags *diags, const struct comment *c)
{
    struct arena *a = diags->arena;
    if (c->kind == COMMENT_OTHER) {
        report(s, diags, "SUP001", c,
            arena_printf(a, "cfglint has no comment '%.*s'", STR_ARG(c->text)),
            "write ignore[CODE], ignore-file[CODE], off or on after `cfglint:`");
        return;
    }
    if (c->words.n == 0 && (c->kind == COMMENT_IGNORE || c->kind == COMMENT_IGNORE_FILE)) {
        report(s, diags, "SUP001", c, STR("this comment names no rule, so it keeps nothing back"),
            "name the rules: `# cfglint: ignore[LR001] why`");
    }
    VEC_EACH (struct word, w, &c->words) {
        bool known, on = is_on(s, w->code, &known);
        if (!known) {
            report(s, diags, "SUP003", c,
                arena_printf(a, "there is no rule '%.*s'", STR_ARG(w->code)),
                "`cfglint list rules` shows all codes");
        } else if (on && !w->used) {
            report(s, diags, "SUP002", c,
                arena_printf(a, "there is nothing of %.*s here to keep back", STR_ARG(w->code)),
                "remove the code from the comment, or the comment");
        }
    }
    if (c->kind == COMMENT_OFF && c->words.n == 0 && !c->used) {
        report(
            s, diags, "SUP002", c, STR("there is nothing here to keep back"), "remove the comment");
    }
}

void suppressions_finish(struct suppressions *s, struct diags *diags)
{
    for (struct commented *f = s->files; f; f = f->hh.next) { /* in the order of adding */
        for (size_t i = 0; f->own && i < f->comments.n; i++) {
            judge(s, diags, &f->comments.items[i]);
        }
        if (f->own) {
            judge_number(s, diags, f);
        }
    }
}
