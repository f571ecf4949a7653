#include "base/buf.h"
#include "syntax/data.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_DIGITS = 4300 /* of an integer that Python reads */
};

struct json {
    void *ctx;
    const struct limits *limits;
    struct diags *diags;
    struct tree_builder *b;
    str text;
    uint32_t at;
    uint32_t depth;
    bool failed;
};

static node_id fail(struct json *j, uint32_t at, const char *message)
{
    if (!j->failed) {
        j->failed = true;
        uint32_t end = at < j->text.n ? at + 1 : at;
        struct loc loc = {j->b->tree->source, tree_map_span(j->b->tree, (span){at, end})};
        diags_add(j->diags, "SYN001", SEVERITY_ERROR, loc, "%s", message);
    }
    return 0;
}

static char peek(const struct json *j)
{
    return j->at < j->text.n ? j->text.p[j->at] : '\0';
}

static void blanks(struct json *j)
{
    while (j->at < j->text.n && str_is_one_of(j->text.p[j->at], " \t\n\r")) {
        j->at++;
    }
}

static bool word(struct json *j, const char *w)
{
    str rest = str_slice(j->text, j->at, j->text.n);
    if (!str_starts(rest, str_of(w))) {
        return false;
    }
    j->at += (uint32_t)strlen(w);
    return true;
}

static node_id leaf(struct json *j, enum node_kind kind, uint32_t start, uint32_t data)
{
    node_id id = tree_add(j->b, kind, start, j->at);
    tree_edit(j->b, id)->data = data;
    return id;
}

static int hex4(const struct json *j, uint32_t at)
{
    int value = 0;
    for (uint32_t i = 0; i < 4; i++) {
        int d = at + i < j->text.n ? hex_digit(j->text.p[at + i]) : -1;
        if (d < 0) {
            return -1;
        }
        value = value << 4 | d;
    }
    return value;
}

static bool escape(struct json *j, struct buf *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = peek(j);
    const char *hit = c ? strchr(from, c) : NULL;
    if (hit) {
        buf_byte(out, to[hit - from]);
        j->at++;
        return true;
    }
    int high = c == 'u' ? hex4(j, j->at + 1) : -1;
    if (high < 0) {
        fail(j, j->at, "this is no JSON escape");
        return false;
    }
    j->at += 5;
    uint32_t rune = (uint32_t)high;
    if (rune >= 0xD800 && rune < 0xDC00 && j->at + 1 < j->text.n && j->text.p[j->at] == '\\' &&
        j->text.p[j->at + 1] == 'u') {
        int low = hex4(j, j->at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            rune = 0x10000 + ((rune - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
            j->at += 6;
        }
    }
    buf_rune(out, rune);
    return true;
}

static node_id string(struct json *j)
{
    uint32_t start = j->at++;
    struct buf out = buf_make(j->ctx);
    for (;;) {
        if (j->at >= j->text.n) {
            return fail(j, start, "this string is never closed");
        }
        char c = j->text.p[j->at];
        if (c == '"') {
            break;
        }
        if ((unsigned char)c < 0x20) {
            return fail(j, j->at, "a control character in a string has to be escaped");
        }
        j->at++;
        if (c != '\\') {
            buf_byte(&out, c);
        } else if (!escape(j, &out)) {
            return 0;
        }
    }
    j->at++;
    uint32_t literal = tree_add_string(j->b, buf_str(&out));
    buf_free(&out);
    return leaf(j, NODE_STRING, start, literal);
}

static uint32_t skip_digits(const struct json *j, uint32_t at)
{
    while (at < j->text.n && j->text.p[at] >= '0' && j->text.p[at] <= '9') {
        at++;
    }
    return at;
}

static node_id number(struct json *j)
{
    uint32_t start = j->at, at = start + (peek(j) == '-');
    uint32_t whole = skip_digits(j, at);
    if (whole == at) {
        return fail(j, start, "a JSON value is expected here");
    }
    if (j->text.p[at] == '0') {
        whole = at + 1;
    }
    uint32_t end = whole;
    if (end + 1 < j->text.n && j->text.p[end] == '.' && skip_digits(j, end + 1) > end + 1) {
        end = skip_digits(j, end + 1);
    }
    if (end < j->text.n && (j->text.p[end] | 0x20) == 'e') {
        uint32_t digits = end + 1;
        digits += digits < j->text.n && str_is_one_of(j->text.p[digits], "+-") ? 1 : 0;
        if (skip_digits(j, digits) > digits) {
            end = skip_digits(j, digits);
        }
    }
    j->at = end;
    str text = str_slice(j->text, start, end);
    bool is_float = end != whole;
    if (!is_float && text.n > MOST_DIGITS + (text.p[0] == '-')) {
        return fail(j, start, "this number has more than 4300 digits");
    }
    char *z = mem_alloc(j->ctx, text.n + 1);
    memcpy(z, text.p, text.n);
    z[text.n] = '\0';
    uint32_t literal;
    errno = 0;
    long long i = is_float ? 0 : strtoll(z, NULL, 10);
    if (is_float) {
        literal = tree_add_float(j->b, strtod(z, NULL));
    } else if (errno == ERANGE) {
        literal = tree_add_big_integer(j->b, text);
    } else {
        literal = tree_add_integer(j->b, i);
    }
    talloc_free(z);
    return leaf(j, is_float ? NODE_FLOAT : NODE_INTEGER, start, literal);
}

static node_id value(struct json *j);

static node_id pair(struct json *j)
{
    if (peek(j) != '"') {
        return fail(j, j->at, "a key in double quotes is expected here");
    }
    node_id key = string(j);
    blanks(j);
    if (!key || peek(j) != ':') {
        return fail(j, j->at, "a ':' is missing here");
    }
    j->at++;
    blanks(j);
    node_id v = value(j);
    if (!v) {
        return 0;
    }
    node_id id =
        tree_add(j->b, NODE_PAIR, tree_edit_place(j->b, key)->start, tree_edit_place(j->b, v)->end);
    tree_append(j->b, id, tree_append(j->b, id, 0, key), v);
    return id;
}

/* An object or an array, at its bracket. */
static node_id collection(struct json *j, bool object)
{
    node_id id = tree_add(j->b, object ? NODE_DICT : NODE_LIST, j->at, j->at), last = 0;
    tree_edit(j->b, id)->op = 1; /* as YAML's flow style */
    char close = object ? '}' : ']';
    if (++j->depth > j->limits->nesting) {
        return fail(j, j->at, "this is nested too deeply (limit nesting)");
    }
    j->at++;
    blanks(j);
    if (peek(j) != close) {
        for (;;) {
            node_id item = object ? pair(j) : value(j);
            if (!item) {
                return 0;
            }
            last = tree_append(j->b, id, last, item);
            blanks(j);
            if (peek(j) != ',') {
                break;
            }
            j->at++;
            blanks(j);
        }
    }
    if (peek(j) != close) {
        return fail(
            j, j->at, object ? "a ',' or '}' is missing here" : "a ',' or ']' is missing here");
    }
    j->at++;
    j->depth--;
    tree_edit_place(j->b, id)->end = j->at;
    return id;
}

static node_id value(struct json *j)
{
    uint32_t start = j->at;
    switch (peek(j)) {
    case '{': return collection(j, true);
    case '[': return collection(j, false);
    case '"': return string(j);
    default: break;
    }
    if (word(j, "null")) {
        return leaf(j, NODE_NONE, start, 0);
    }
    if (word(j, "true")) {
        return leaf(j, NODE_TRUE, start, 0);
    }
    if (word(j, "false")) {
        return leaf(j, NODE_FALSE, start, 0);
    }
    bool nan = word(j, "NaN"), infinity = !nan && word(j, "Infinity");
    bool minus = !nan && !infinity && word(j, "-Infinity");
    if (nan || infinity || minus) {
        double f = nan ? (double)NAN : minus ? -(double)INFINITY : (double)INFINITY;
        return leaf(j, NODE_FLOAT, start, tree_add_float(j->b, f));
    }
    return number(j);
}

struct tree *json_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps)
{
    void *ctx = mem_context(NULL);
    struct json j = {.ctx = ctx,
        .limits = limits,
        .diags = diags,
        .text = text,
        .b = tree_builder_new(a, source, text)};
    j.b->tree->maps = maps;
    j.b->tree->n_maps = n_maps;
    blanks(&j);
    node_id root = value(&j);
    blanks(&j);
    if (root && j.at < text.n) {
        root = fail(&j, j.at, "nothing may follow the JSON value");
    }
    struct tree *t = tree_finish(j.b, a, root);
    t->broken = root == 0;
    talloc_free(ctx);
    return t;
}
