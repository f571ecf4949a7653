#include "config/template.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "eval/eval.h"
#include "eval/text.h"
#include "text/path.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

struct match {
    size_t start, end;
    str text; /* what comes in its place */
};

struct filler {
    struct arena *a;
    void *ctx;
    const struct limits *limits;
    str text;
    VEC(struct text_map) maps;
    uint64_t steps; /* of regular expressions, that are left; one account for the whole text */
    uint32_t valid; /* PCRE2_NO_UTF_CHECK where the text is known to be UTF-8 */
};

/* --- replacing, and keeping the map to the source --- */

/* Where byte `at` of the current text lies in the source. */
static uint32_t source_of(const struct filler *f, size_t at, bool is_end)
{
    return text_map_offset(f->maps.items, (uint32_t)f->maps.n, (uint32_t)at, is_end);
}

static void replace(struct filler *f, const struct match *matches, size_t n)
{
    if (n == 0) {
        return;
    }
    struct buf b = buf_make(f->a->owner);
    VEC(struct text_map) maps = {0};
    size_t at = 0, old = 0;
    for (size_t i = 0; i <= n; i++) {
        size_t start = i < n ? matches[i].start : f->text.n;
        /* Earlier pieces before this match move along with the text. */
        while (old < f->maps.n && f->maps.items[old].text < start) {
            struct text_map m = f->maps.items[old++];
            if (m.text >= at) {
                m.text = (uint32_t)(b.n + (m.text - at));
                vec_push(f->ctx, &maps, m);
            }
        }
        buf_put(&b, str_slice(f->text, at, start));
        if (i == n) {
            break;
        }
        uint32_t from = source_of(f, matches[i].start, false),
                 to = source_of(f, matches[i].end, true);
        vec_push(f->ctx, &maps,
            ((struct text_map){(uint32_t)b.n, from, (uint32_t)matches[i].text.n, to - from}));
        buf_put(&b, matches[i].text);
        at = matches[i].end;
        while (old < f->maps.n && f->maps.items[old].text < at) {
            old++; /* swallowed by this match */
        }
    }
    f->text = buf_str(&b);
    f->maps.items = maps.items;
    f->maps.n = maps.n;
    f->maps.cap = maps.cap;
}

/* --- small patterns --- */

static bool is_word(uint32_t c)
{
    return utf8_identifier(c, false);
}

static size_t skip_spaces(str s, size_t at)
{
    while (at < s.n) {
        size_t next = at;
        if (!text_is_space(utf8_next(s, &next))) {
            break;
        }
        at = next;
    }
    return at;
}

/* {{ NAME }} at `at`: its end, or 0. */
static size_t match_name(str s, size_t at, str name)
{
    at = skip_spaces(s, at + 2);
    if (!str_starts(str_slice(s, at, s.n), name)) {
        return 0;
    }
    at = skip_spaces(s, at + name.n);
    return str_starts(str_slice(s, at, s.n), STR("}}")) ? at + 2 : 0;
}

static void fill_names(struct filler *f, const struct source *source)
{
    str file = source->absolute, base = path_basename(file), extension = path_extension(file);
    struct {
        str name, value;
    } names[] = {
        {STR("fileDirname"), path_dirname(file)},
        {STR("fileBasename"), base},
        {STR("fileBasenameNoExtension"), str_slice(base, 0, base.n - extension.n)},
        {STR("fileExtname"), extension},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        VEC(struct match) matches = {0};
        for (size_t at = 0; (at = str_find(f->text, STR("{{"), at)) != SIZE_MAX;) {
            size_t end = match_name(f->text, at, names[i].name);
            if (end) {
                vec_push(f->ctx, &matches, ((struct match){at, end, names[i].value}));
            }
            at = end ? end : at + 1;
        }
        replace(f, matches.items, matches.n);
    }
}

/* --- environment variables --- */

struct regex {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    struct filler *filler;
    size_t last; /* position of the last step */
};

static int regex_free(struct regex *r)
{
    pcre2_match_data_free(r->data);
    pcre2_match_context_free(r->context);
    pcre2_code_free(r->code);
    return 0;
}

/* Called before each item of a pattern is tried.  What lies between is counted, too: one item may
 * run over the whole text.  Negative: the search ends. */
static int regex_step(pcre2_callout_block *at, void *data)
{
    struct regex *r = data;
    size_t now = at->current_position, moved = now > r->last ? now - r->last : r->last - now;
    uint64_t steps = 1 + moved / 16;
    r->last = now;
    bool enough = r->filler->steps >= steps;
    r->filler->steps = enough ? r->filler->steps - steps : 0;
    return enough ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

static struct regex *regex_new(struct filler *f, str pattern)
{
    int error;
    PCRE2_SIZE offset;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n,
        PCRE2_UTF | PCRE2_UCP | PCRE2_AUTO_CALLOUT, &error, &offset, NULL);
    if (!code) {
        if (error == PCRE2_ERROR_HEAP_FAILED) {
            mem_exhausted();
        }
        return NULL;
    }
    struct regex *r = mem_zero(f->ctx, sizeof *r);
    r->code = code;
    r->data = pcre2_match_data_create_from_pattern(code, NULL);
    r->context = pcre2_match_context_create(NULL);
    if (!r->data || !r->context) {
        mem_exhausted();
    }
    r->filler = f;
    pcre2_set_callout(r->context, regex_step, r);
    pcre2_set_depth_limit(r->context, 20000);
    pcre2_set_heap_limit(r->context, 64 * 1024);
    talloc_set_destructor(r, regex_free);
    return r;
}

static bool is_limit(int found)
{
    return found == PCRE2_ERROR_MATCHLIMIT || found == PCRE2_ERROR_DEPTHLIMIT ||
           found == PCRE2_ERROR_HEAPLIMIT;
}

/* The next match in the text at or after `at`: group bounds in *groups; false when there is none,
 * or, with no steps left, a limit was reached. */
static bool regex_find(struct regex *r, size_t at, const size_t **groups)
{
    struct filler *f = r->filler;
    r->last = at;
    int found =
        pcre2_match(r->code, (PCRE2_SPTR)f->text.p, f->text.n, at, f->valid, r->data, r->context);
    if (found == PCRE2_ERROR_NOMEMORY) {
        mem_exhausted();
    }
    if (found < 0) {
        f->steps = is_limit(found) ? 0 : f->steps;
        return false;
    }
    *groups = pcre2_get_ovector_pointer(r->data);
    return true;
}

struct environment_use {
    str name, fallback;
    span at;
};

/* What the environment holds is the user's own: a config reads what it was told that it may. */
static bool may_read(const struct environment *e, str name)
{
    for (uint32_t i = 0; i < e->n; i++) {
        if (str_eq(e->names[i], name)) {
            return true;
        }
    }
    return false;
}

/* What a variable holds, or `*value` as it is when none is set.  False, with a problem, where that
 * is not known. */
static bool read_variable(
    struct filler *f, const struct environment *e, str name, str *value, str *problem)
{
    const struct variables *done = e->done;
    const struct entry *x = done->set ? dict_find_str(done->set, name) : NULL;
    if (x ? value_is_unknown(&x->value) : done->lost) {
        *problem = arena_printf(f->a,
            "what the environment variable %.*s is set to here cannot be known", STR_ARG(name));
        return false;
    }
    const char *given = x ? NULL : getenv(name.p);
    if (given && !may_read(e, name)) {
        *problem = arena_printf(f->a,
            "the environment variable %.*s is set, and a config reads it only where the "
            "command line says --env %.*s",
            STR_ARG(name), STR_ARG(name));
        return false;
    }
    if (given || (x && x->value.kind == VALUE_STRING)) {
        *value = given ? str_of(given) : value_str(&x->value);
    }
    return true;
}

enum {
    MOST_VARIABLES = 100,
    MOST_BASE_VARIABLES = 500
};

static bool too_much_work(const struct filler *f, str *problem)
{
    if (f->steps == 0) {
        *problem = STR("searching it for variables of the environment takes more than the limit "
                       "regex_steps allows");
    }
    return f->steps == 0;
}

struct environment_uses {
    VEC(struct environment_use) list;
};

/* {{$NAME:default}}: each once, in order. */
static bool find_environment(
    struct filler *f, struct environment_uses *uses, str *problem, span *at)
{
    struct regex *r =
        regex_new(f, STR("\\{\\{['\"]?\\s*\\$(\\w+)\\s*\\:\\s*(\\S*?)\\s*['\"]?\\}\\}"));
    const size_t *g;
    for (size_t from = 0; r && regex_find(r, from, &g); from = g[1]) {
        struct environment_use use = {str_slice(f->text, g[2], g[3]),
            str_slice(f->text, g[4], g[5]), {source_of(f, g[0], false), source_of(f, g[1], true)}};
        use.name = arena_str(f->a, use.name);
        use.fallback = arena_str(f->a, use.fallback);
        bool seen = false;
        VEC_EACH (struct environment_use, old, &uses->list) {
            seen |= str_eq(old->name, use.name) && str_eq(old->fallback, use.fallback);
        }
        if (!seen) {
            vec_push(f->ctx, &uses->list, use);
        }
        if (uses->list.n > MOST_VARIABLES) { /* the text is searched for each of them */
            *at = use.at;
            *problem = arena_printf(
                f->a, "more than %d variables of the environment are in it", MOST_VARIABLES);
            return false;
        }
    }
    return !too_much_work(f, problem);
}

static bool fill_variable(struct filler *f, const struct environment *environment,
    const struct environment_use *use, str *problem)
{
    /* mmengine builds this pattern from the text as it stands, so a default with special
     * characters is never found. */
    struct regex *r =
        regex_new(f, arena_printf(f->a, "\\{\\{['\"]?\\s*\\$%.*s\\s*\\:\\s*%.*s\\s*['\"]?\\}\\}",
                         STR_ARG(use->name), STR_ARG(use->fallback)));
    str value = use->fallback;
    if (!r) {
        *problem = STR("the default is taken as a regular expression, and it is not a valid one");
        return false;
    }
    if (!read_variable(f, environment, use->name, &value, problem)) {
        return false;
    }
    if (value.n == 0) {
        *problem = arena_printf(f->a,
            "the environment variable %.*s is not set and there is no default", STR_ARG(use->name));
        return false;
    }
    if (memchr(value.p, '\\', value.n)) {
        *problem = STR("the value has a backslash, which the loader takes as an escape");
        return false;
    }
    VEC(struct match) matches = {0};
    const size_t *g;
    for (size_t from = 0; regex_find(r, from, &g); from = g[1]) {
        vec_push(f->ctx, &matches, ((struct match){g[0], g[1], value}));
    }
    replace(f, matches.items, matches.n);
    return !too_much_work(f, problem);
}

static bool fill_environment(struct filler *f, const struct environment *environment,
    struct template *out, str *problem, span *at)
{
    struct environment_uses uses = {0};
    f->steps = f->limits->regex_steps;
    f->valid = utf8_check(f->text) == f->text.n ? PCRE2_NO_UTF_CHECK : 0;
    if (!find_environment(f, &uses, problem, at)) {
        return false;
    }
    VEC_EACH (struct environment_use, use, &uses.list) {
        out->uses_environment = true;
        *at = use->at;
        if (!fill_variable(f, environment, use, problem)) {
            return false;
        }
    }
    return true;
}

/* --- variables of the bases --- */

/* {{ _base_.path }} at `at`: its end and its path, or 0. */
static size_t match_base(str s, size_t at, str *path)
{
    at = skip_spaces(s, at + 2);
    if (!str_starts(str_slice(s, at, s.n), STR("_base_."))) {
        return 0;
    }
    at += strlen("_base_.");
    size_t end = at;
    while (end < s.n) {
        size_t next = end;
        uint32_t c = utf8_next(s, &next);
        if (c != '.' && !is_word(c)) {
            break;
        }
        end = next;
    }
    *path = str_slice(s, at, end);
    if (end == at) {
        return 0;
    }
    end = skip_spaces(s, end);
    return str_starts(str_slice(s, end, s.n), STR("}}")) ? end + 2 : 0;
}

/* The loader's pattern for a variable is its name, in which a dot matches any character. */
static bool name_matches(str pattern, str name)
{
    if (pattern.n != name.n) {
        return false;
    }
    for (size_t i = 0; i < name.n; i++) {
        if (pattern.p[i] != name.p[i] && pattern.p[i] != '.') {
            return false;
        }
    }
    return true;
}

static bool fill_base(struct filler *f, struct template *out, str *problem, span *where)
{
    VEC(struct base_variable) variables = {0};
    str path;
    for (size_t at = 0; (at = str_find(f->text, STR("{{"), at)) != SIZE_MAX;) {
        size_t end = match_base(f->text, at, &path);
        bool known = false;
        for (size_t i = 0; end && i < variables.n; i++) {
            known |= str_eq(variables.items[i].path, path);
        }
        if (end && !known) {
            /* The loader ends the mark in random digits; ours are zeros. */
            struct base_variable v = {
                arena_printf(f->a, "_%.*s_000000", STR_ARG(path)), arena_str(f->a, path)};
            vec_push(f->ctx, &variables, v);
        }
        if (variables.n > MOST_BASE_VARIABLES) { /* each use is compared with all of them */
            *where = (span){source_of(f, at, false), source_of(f, end, true)};
            *problem = arena_printf(
                f->a, "more than %d different variables of bases are in it", MOST_BASE_VARIABLES);
            return false;
        }
        at = end ? end : at + 1;
    }
    VEC(struct match) matches = {0};
    for (size_t at = 0; (at = str_find(f->text, STR("{{"), at)) != SIZE_MAX;) {
        size_t end = match_base(f->text, at, &path);
        for (size_t i = 0; end && i < variables.n; i++) {
            if (name_matches(variables.items[i].path, path)) {
                str text = arena_printf(f->a, "\"%.*s\"", STR_ARG(variables.items[i].mark));
                vec_push(f->ctx, &matches, ((struct match){at, end, text}));
                break;
            }
        }
        at = end ? end : at + 1;
    }
    replace(f, matches.items, matches.n);
    struct base_variable *copy = ARENA_MANY(f->a, struct base_variable, variables.n + 1);
    for (size_t i = 0; i < variables.n; i++) {
        copy[i] = variables.items[i];
    }
    out->variables = copy;
    out->n_variables = (uint32_t)variables.n;
    return true;
}

bool template_fill(struct arena *a, const struct limits *limits, const struct source *source,
    const struct environment *environment, struct template *out, str *problem, span *at)
{
    *out = (struct template){.text = source->bytes};
    if (str_find(source->bytes, STR("{{"), 0) == SIZE_MAX) {
        return true;
    }
    void *ctx = mem_context(a->owner);
    struct filler f = {.a = a, .ctx = ctx, .limits = limits, .text = source->bytes};
    fill_names(&f, source);
    if ((environment && !fill_environment(&f, environment, out, problem, at)) ||
        !fill_base(&f, out, problem, at)) {
        talloc_free(ctx);
        return false;
    }
    out->text = f.text;
    struct text_map *maps = ARENA_MANY(a, struct text_map, f.maps.n + 1);
    for (size_t i = 0; i < f.maps.n; i++) {
        maps[i] = f.maps.items[i];
    }
    out->maps = maps;
    out->n_maps = (uint32_t)f.maps.n;
    talloc_free(ctx);
    return true;
}
