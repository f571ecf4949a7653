#include "lint/signatures.h"

#include "base/hash.h"
#include "text/path.h"

#include <pthread.h>
#include <string.h>

enum {
    MOST_PLACES = 8,
    MOST_ABOVE = 6,    /* classes above each other */
    MOST_BEFORE = 1000 /* bytes of what stands above a class */
};

struct signature {
    str key;                    /* its name, and which project */
    struct dict *takes, *needs; /* takes: by name, of what kind; NULL: it cannot be told */
    UT_hash_handle hh;          /* by key */
};

struct signatures {
    pthread_mutex_t lock;
    struct arena *arena;
    struct classes *classes;
    struct signature *all;
};

struct reading {
    struct classes *classes;
    const struct files *files;
    str config;
    struct arena *arena;
    struct dict *takes, *needs;
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The end of the text in quotes that begins at `at`. */
static size_t past_quotes(str s, size_t at)
{
    char q = s.p[at];
    bool triple = at + 2 < s.n && s.p[at + 1] == q && s.p[at + 2] == q;
    for (at += triple ? 3 : 1; at < s.n; at++) {
        if (s.p[at] == '\\') {
            at++;
        } else if (s.p[at] == q && !triple) {
            return at + 1;
        } else if (triple && at + 2 < s.n && s.p[at] == q && s.p[at + 1] == q && s.p[at + 2] == q) {
            return at + 3;
        }
    }
    return s.n;
}

/* Where the item that begins at `at` ends: at a comma, or at the bracket that closes them all. */
static size_t item_end(str s, size_t at)
{
    size_t depth = 0;
    while (at < s.n) {
        char b = s.p[at];
        if (b == '\'' || b == '"') {
            at = past_quotes(s, at);
            continue;
        }
        if (b == '#') {
            at = least(s.n, str_find(s, STR("\n"), at));
            continue;
        }
        if (depth == 0 && (b == ',' || b == ')')) {
            return at;
        }
        depth += b == '(' || b == '[' || b == '{';
        depth -= b == ')' || b == ']' || b == '}';
        at++;
    }
    return s.n;
}

/* Without the comments before it. */
static str item_text(str s, size_t from, size_t to)
{
    str x = str_trim(str_slice(s, from, to));
    while (x.n && x.p[0] == '#') {
        size_t end = str_find(x, STR("\n"), 0);
        x = end == SIZE_MAX ? str_slice(x, x.n, x.n) : str_trim(str_slice(x, end, x.n));
    }
    return x;
}

static bool is_word(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
}

static str word_of(str x)
{
    size_t n = 0;
    while (n < x.n && is_word(x.p[n])) {
        n++;
    }
    return str_slice(x, 0, n);
}

static void put(struct arena *a, struct dict *d, str name)
{
    (void)dict_set_str(a, d, name, value_bool(true));
}

enum default_kind {
    DEFAULT_NONE, /* or one that says nothing */
    DEFAULT_FLAG,
    DEFAULT_NUMBER,
    DEFAULT_DICT,
    DEFAULT_LIST
};

/* What a parameter is said to be, or what its default is where nothing is said, and what is wrong
 * for it whatever else the author has thought of: a count may be a list of counts after all. */
static const struct {
    const char *annotations, *words;
    enum default_kind by;
    bool no_dict, no_text;
} KINDS[] = {
    {"|bool|Optional[bool]|", "True or False", DEFAULT_FLAG, .no_dict = true},
    {"|int|float|Optional[int]|Optional[float]|Union[int, float]|", "a number", DEFAULT_NONE,
        .no_text = true},
    {"", "a number", DEFAULT_NUMBER, .no_dict = true, .no_text = true},
    {"|dict|Optional[dict]|ConfigType|OptConfigType|", "a dict", DEFAULT_DICT, .no_text = true},
    {"|Sequence[int]|List[int]|Sequence[float]|List[float]|List[dict]|", "a list", DEFAULT_LIST,
        .no_dict = true, .no_text = true},
};

static bool is_digit(str x, size_t at)
{
    return at < x.n && x.p[at] >= '0' && x.p[at] <= '9';
}

static enum default_kind kind_of_default(str x)
{
    if (str_is(x, "True") || str_is(x, "False")) {
        return DEFAULT_FLAG;
    }
    if (str_starts(x, STR("dict(")) || str_starts(x, STR("{"))) {
        return DEFAULT_DICT;
    }
    if (str_starts(x, STR("(")) || str_starts(x, STR("["))) { /* of dicts one does, too */
        return is_digit(x, 1) ? DEFAULT_LIST : DEFAULT_NONE;
    }
    return is_digit(x, 0) ? DEFAULT_NUMBER : DEFAULT_NONE;
}

/* Is it one of these words, which stand between strokes? */
static bool is_among(const char *words, str x)
{
    char stroked[40];
    int n = snprintf(stroked, sizeof stroked, "|%.*s|", STR_ARG(x));
    return x.n && n > 0 && (size_t)n < sizeof stroked && strstr(words, stroked);
}

/* Where the default stands, behind what the type is said to be; x.n: nowhere. */
static size_t default_at(str x)
{
    size_t depth = 0;
    for (size_t i = 0; i < x.n; i++) {
        if (x.p[i] == '\'' || x.p[i] == '"') {
            i = past_quotes(x, i) - 1;
            continue;
        }
        depth += x.p[i] == '(' || x.p[i] == '[';
        depth -= x.p[i] == ')' || x.p[i] == ']';
        if (depth == 0 && x.p[i] == '=') {
            return i;
        }
    }
    return x.n;
}

/* The row of KINDS that says of what kind a parameter is; -1: none does. */
static int64_t kind_of(str x)
{
    size_t equals = default_at(x), colon = str_find(str_slice(x, 0, equals), STR(":"), 0);
    bool said = colon != SIZE_MAX;
    str annotation = said ? str_trim(str_slice(x, colon + 1, equals)) : STR("");
    str value = equals < x.n ? str_trim(str_slice(x, equals + 1, x.n)) : STR("");
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (said ? is_among(KINDS[i].annotations, annotation)
                 : KINDS[i].by != DEFAULT_NONE && kind_of_default(value) == KINDS[i].by) {
            return (int64_t)i;
        }
    }
    return -1;
}

/* Classes of one name may differ: then any kind will do. */
static void put_kind(struct arena *a, struct dict *takes, str name, int64_t kind)
{
    const struct entry *before = dict_find_str(takes, name);
    bool differs = before && before->value.i != kind;
    (void)dict_set_str(a, takes, name, value_int(differs ? -1 : kind));
}

/* The parameters from `at`, behind the bracket that opens them; *more: **kwargs or *args, too. */
static size_t parameters(struct reading *r, str s, size_t at, str *more)
{
    bool first = true;
    *more = STR("");
    while (at < s.n) {
        size_t end = item_end(s, at);
        str x = item_text(s, at, end), name = word_of(x);
        if (str_find(x, STR("lambda"), 0) != SIZE_MAX) { /* whose commas part no parameters */
            return s.n;
        }
        if (x.n > 1 && x.p[0] == '*') {
            size_t stars = x.p[1] == '*' ? 2 : 1;
            *more = word_of(str_slice(x, stars, x.n));
        } else if (name.n && !first) { /* self */
            put_kind(r->arena, r->takes, name, kind_of(x));
            if (default_at(x) == x.n) {
                put(r->arena, r->needs, name);
            }
        }
        first = false;
        if (end == s.n || s.p[end] == ')') {
            return end;
        }
        at = end + 1;
    }
    return s.n;
}

static bool read_class(struct reading *r, str name, const struct class_text *x, uint32_t depth);

/* The class that is called so beside it, or the only one of the project. */
static bool read_base(struct reading *r, str own, str text, str name, uint32_t depth)
{
    struct class_text all[MOST_PLACES];
    size_t n = classes_texts(r->classes, r->files, r->config, name, all, MOST_PLACES), found = n;
    for (size_t i = 0; i < n; i++) {
        found = all[i].text.p == text.p || n == 1 ? i : found;
    }
    return depth > 0 && !str_eq(own, name) && found < n && all[found].at != SIZE_MAX &&
           read_class(r, name, &all[found], depth - 1);
}

/* The one base of the class whose name ends at `at`; nothing: there is none, or several. */
static str only_base(str s, size_t at)
{
    if (at >= s.n || s.p[at] != '(') {
        return STR("");
    }
    size_t end = item_end(s, at + 1);
    str x = item_text(s, at + 1, end);
    bool plain = end < s.n && s.p[end] == ')' && word_of(x).n == x.n;
    return plain ? x : STR("");
}

/* Are all others handed on as they are, and looked at by nobody before? */
static bool hands_on(struct arena *a, str name, str body, str more)
{
    str other = arena_printf(a, "super(%.*s,", STR_ARG(name));
    str stars = arena_printf(a, "**%.*s", STR_ARG(more));
    str dot = arena_printf(a, "%.*s.", STR_ARG(more));
    str item = arena_printf(a, "%.*s[", STR_ARG(more));
    size_t call = least(str_find(body, STR("super()"), 0), str_find(body, other, 0));
    size_t to = call == SIZE_MAX ? SIZE_MAX : str_find(body, stars, call);
    return to != SIZE_MAX && str_find(body, stars, to + 1) == SIZE_MAX &&
           str_find(body, dot, 0) == SIZE_MAX && str_find(body, item, 0) == SIZE_MAX;
}

/* A type that has nothing to build with. */
static bool is_plain(str base)
{
    return str_is(base, "object") || str_is(base, "BaseTransform") || str_is(base, "Hook");
}

/* Where the next thing at the margin begins. */
static size_t class_end(str s, size_t at)
{
    size_t line = str_find(s, STR("\n"), at);
    for (; line != SIZE_MAX; line = str_find(s, STR("\n"), line + 1)) {
        str rest = str_slice(s, line + 1, s.n);
        if (str_starts(rest, STR("class ")) || str_starts(rest, STR("def ")) ||
            str_starts(rest, STR("@"))) {
            return line;
        }
    }
    return s.n;
}

/* A decorator may give arguments other names, or take some away. */
static bool is_decorated(str s, size_t class_at, size_t init)
{
    str before = str_slice(s, class_at, init);
    size_t from = str_find_last(before, STR("\n\n"));
    return str_find(before, STR("\n    @"), from == SIZE_MAX ? 0 : from) != SIZE_MAX;
}

static bool read_class(struct reading *r, str name, const struct class_text *x, uint32_t depth)
{
    str s = x->text, more;
    size_t end = class_end(s, x->at);
    str body = str_slice(s, 0, end), base = only_base(s, x->at + name.n);
    size_t init = str_find(body, STR("\n    def __init__("), x->at);
    if (init == SIZE_MAX) {
        bool none = str_find(body, STR("__init__"), x->at) == SIZE_MAX;
        return none && (is_plain(base) || read_base(r, name, s, base, depth));
    }
    if (is_decorated(body, x->at, init)) {
        return false;
    }
    size_t close = parameters(r, body, init + strlen("\n    def __init__("), &more);
    if (more.n == 0) {
        return close < body.n;
    }
    size_t next = least(body.n, str_find(body, STR("\n    def "), close));
    struct dict *needs = r->needs;
    r->needs = dict_new(r->arena, 4); /* what the call above them gives */
    bool good = hands_on(r->arena, name, str_slice(body, close, next), more) &&
                (is_plain(base) || read_base(r, name, s, base, depth));
    r->needs = needs;
    return good;
}

/* The folder that a file is in below the outermost root; with the root. */
static str top_folder(const struct files *f, str path)
{
    str outermost = path;
    for (size_t i = 0; i < f->roots.n; i++) {
        str root = f->roots.items[i];
        outermost = path_is_under(path, root) && root.n < outermost.n ? root : outermost;
    }
    size_t end = str_find(path, STR("/"), least(outermost.n + 1, path.n));
    return str_slice(path, 0, least(end, path.n));
}

/* Of several projects in one tree those that lie beside the config are meant, or else packages. */
static bool is_near(const struct files *f, str config, str path)
{
    str here = top_folder(f, config), there = top_folder(f, path), name = path_basename(there);
    bool apart = str_is(name, "projects") || str_is(name, "tests") || str_is(name, "tools") ||
                 str_is(name, "demo");
    return str_eq(here, there) || (str_starts(path_basename(here), STR("config")) && !apart);
}

/* Does a line above it register the class, by its own name? */
static bool is_registered(const struct class_text *x)
{
    str before = str_slice(x->text, x->at > MOST_BEFORE ? x->at - MOST_BEFORE : 0, x->at);
    size_t from = str_find_last(before, STR("\n\n"));
    str above = str_slice(before, from == SIZE_MAX ? 0 : from, before.n);
    size_t at = str_find(above, STR("register_module("), 0);
    return at != SIZE_MAX && str_find(above, STR("'"), at) == SIZE_MAX &&
           str_find(above, STR("\""), at) == SIZE_MAX &&
           str_find(above, STR("class "), 0) != SIZE_MAX;
}

static struct value names_of(struct arena *a, const struct dict *d)
{
    struct list *l = list_new(a, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        list_push(a, l, d->entries[i].key);
    }
    return value_of_list(l);
}

static struct dict *in_both(struct arena *a, const struct dict *x, const struct dict *y)
{
    struct dict *both = dict_new(a, 4);
    for (uint32_t i = 0; i < x->n; i++) {
        str name = value_str(&x->entries[i].key);
        if (dict_find_str(y, name)) {
            put(a, both, name);
        }
    }
    return both;
}

static int forget(struct signatures *s)
{
    HASH_CLEAR(hh, s->all);
    pthread_mutex_destroy(&s->lock);
    return 0;
}

struct signatures *signatures_new(void *talloc_ctx, struct classes *classes)
{
    struct signatures *s = mem_zero(talloc_ctx, sizeof *s);
    s->arena = arena_new(s);
    s->classes = classes;
    pthread_mutex_init(&s->lock, NULL);
    talloc_set_destructor(s, forget);
    return s;
}

static void read_signature(
    struct signatures *s, const struct files *f, str config, str name, struct signature *to)
{
    struct class_text all[MOST_PLACES];
    size_t n = classes_texts(s->classes, f, config, name, all, MOST_PLACES), known = 0;
    struct reading r = {.classes = s->classes, .files = f, .config = config, .arena = s->arena};
    struct dict *needs = NULL;
    r.takes = dict_new(s->arena, 8);
    for (size_t i = 0; i < n; i++) {
        if (!is_near(f, config, all[i].path) ||
            (all[i].at != SIZE_MAX && !is_registered(&all[i]))) {
            continue;
        }
        r.needs = dict_new(s->arena, 4);
        if (all[i].at == SIZE_MAX || !read_class(&r, name, &all[i], MOST_ABOVE)) {
            return;
        }
        needs = needs ? in_both(s->arena, needs, r.needs) : r.needs;
        known++;
    }
    if (known > 0 && n < MOST_PLACES) {
        to->takes = r.takes;
        to->needs = needs;
    }
}

/* Configs below one folder, with the same roots around them, have the same classes. */
static str key_of(struct arena *a, const struct files *f, str config, str name)
{
    str top = top_folder(f, config);
    str key = arena_printf(a, "%.*s\n%.*s", STR_ARG(name), STR_ARG(top));
    for (size_t i = 0; i < f->roots.n; i++) {
        str root = f->roots.items[i];
        if (path_is_under(config, root) && root.n > top.n) {
            key = arena_printf(a, "%.*s\n%.*s", STR_ARG(key), STR_ARG(root));
        }
    }
    return key;
}

static const struct signature *find(
    struct signatures *s, const struct files *f, str config, str name, struct arena *arena)
{
    str key = key_of(arena, f, config, name);
    struct signature *x;
    HASH_FIND(hh, s->all, key.p, key.n, x);
    if (!x) {
        x = ARENA_NEW(s->arena, struct signature);
        *x = (struct signature){.key = arena_str(s->arena, key)};
        read_signature(s, f, config, name, x);
        HASH_ADD_KEYPTR(hh, s->all, x->key.p, x->key.n, x);
    }
    return x;
}

/* The row of KINDS that a value is not of; -1: it may be taken. */
static int64_t other_kind(const struct signature *x, const struct entry *given)
{
    const struct entry *e = dict_find_str(x->takes, value_str(&given->key));
    int64_t kind = e ? e->value.i : -1;
    if (kind < 0) {
        return -1;
    }
    bool wrong = (given->value.kind == VALUE_DICT && KINDS[kind].no_dict) ||
                 (given->value.kind == VALUE_STRING && KINDS[kind].no_text);
    return wrong ? kind : -1;
}

/* (argument, of what kind it has to be) of those that are of another one. */
static struct value other_kinds(const struct signature *x, const struct dict *d, struct arena *a)
{
    struct list *all = list_new(a, 1);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct entry *given = &d->entries[i];
        int64_t kind = given->key.kind == VALUE_STRING ? other_kind(x, given) : -1;
        if (kind >= 0) {
            struct list *two = list_new(a, 2);
            list_push(a, two, given->key);
            list_push(a, two, value_string(a, str_of(KINDS[kind].words)));
            list_push(a, all, value_of_tuple(two));
        }
    }
    return value_of_list(all);
}

static bool fits(const struct signature *x, const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        const struct value *key = &d->entries[i].key;
        if (key->kind == VALUE_STRING && !value_is_str(key, "type") &&
            (!dict_find_str(x->takes, value_str(key)) || other_kind(x, &d->entries[i]) >= 0)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < x->needs->n; i++) {
        if (!dict_find_str(d, value_str(&x->needs->entries[i].key))) {
            return false;
        }
    }
    return true;
}

struct value signatures_unfit(struct signatures *s, const struct files *f, str config, str name,
    const struct dict *d, struct arena *arena)
{
    struct value out = value_none();
    if (!f) {
        return out;
    }
    pthread_mutex_lock(&s->lock);
    const struct signature *x = find(s, f, config, name, arena);
    if (x->takes && !fits(x, d)) {
        struct list *all = list_new(arena, 3);
        list_push(arena, all, names_of(arena, x->takes));
        list_push(arena, all, names_of(arena, x->needs));
        list_push(arena, all, other_kinds(x, d, arena));
        out = value_of_tuple(all);
    }
    pthread_mutex_unlock(&s->lock);
    return out;
}
