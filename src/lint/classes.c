#include "lint/classes.h"

#include "base/hash.h"
#include "text/path.h"

#include <pthread.h>

enum {
    MOST_DEPTH = 10,
    MOST_BASES = 4,     /* classes above each other */
    MOST_LOOKUPS = 200, /* of classes and what they inherit from, for one question */
    MOST_FILES = 6000,
    MOST_NAMES = 1 << 18,
    MOST_BYTES = 64 << 20
};

struct definition {
    str name;
    VEC(struct class_text) places;
    UT_hash_handle hh; /* by name */
};

struct project {
    str root;
    uint32_t files;
    uint64_t bytes;
    str path; /* of the file that is read */
    struct definition *names;
};

struct classes {
    pthread_mutex_t lock;
    struct arena *arena;
    VEC(struct project *) projects;
};

static int forget(struct classes *c)
{
    VEC_EACH (struct project *, p, &c->projects) {
        HASH_CLEAR(hh, (*p)->names);
    }
    pthread_mutex_destroy(&c->lock);
    return 0;
}

struct classes *classes_new(void *talloc_ctx)
{
    struct classes *c = mem_zero(talloc_ctx, sizeof *c);
    c->arena = arena_new(c);
    pthread_mutex_init(&c->lock, NULL);
    talloc_set_destructor(c, forget);
    return c;
}

static bool is_word_byte(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
}

static struct definition *find_name(const struct project *p, str name)
{
    struct definition *d;
    HASH_FIND(hh, p->names, name.p, name.n, d);
    return d;
}

static void add_name(struct classes *c, struct project *p, str text, str name, bool is_class)
{
    struct definition *d = find_name(p, name);
    if (!d && HASH_COUNT(p->names) < MOST_NAMES) {
        d = ARENA_NEW(c->arena, struct definition);
        *d = (struct definition){.name = name};
        HASH_ADD_KEYPTR(hh, p->names, d->name.p, d->name.n, d);
    }
    if (d && (d->places.n == 0 || d->places.items[d->places.n - 1].text.p != text.p)) {
        vec_push(c, &d->places, ((struct class_text){p->path, text, SIZE_MAX}));
    }
    if (d && is_class && d->places.items[d->places.n - 1].at == SIZE_MAX) {
        d->places.items[d->places.n - 1].at = (size_t)(name.p - text.p);
    }
}

static void add_names(struct classes *c, struct project *p, str text, str lead, bool is_class)
{
    size_t at = str_find(text, lead, 0);
    while (at != SIZE_MAX) {
        size_t from = at + lead.n, end = from;
        while (end < text.n && is_word_byte(text.p[end])) {
            end++;
        }
        if (end > from) {
            add_name(c, p, text, str_slice(text, from, end), is_class);
        }
        at = str_find(text, lead, end);
    }
}

static bool is_left_out(str name)
{
    static const char *const names[] = {"configs", "data", "work_dirs", "build", "node_modules"};
    bool out = name.p[0] == '.';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        out |= str_is(name, names[i]);
    }
    return out;
}

static void read_folder(
    struct classes *c, const struct files *f, struct project *p, str dir, uint32_t depth)
{
    struct names names = {0};
    if (depth == 0 || !files_list(f, c->arena, dir, &names)) {
        return;
    }
    VEC_EACH (struct name, n, &names.list) {
        struct source *s;
        str path = path_join(c->arena, dir, n->text), reason;
        if (is_left_out(n->text) || p->files > MOST_FILES || p->bytes > MOST_BYTES) {
            continue;
        }
        if (n->is_dir) {
            read_folder(c, f, p, path, depth - 1);
        } else if (n->is_file && str_ends(n->text, STR(".py")) &&
                   files_read(f, c->arena, path, &s, &reason) == FILE_OK) {
            p->path = path;
            add_names(c, p, s->bytes, STR("class "), true);
            add_names(c, p, s->bytes, STR("def "), false);
            add_names(c, p, s->bytes, STR("register_module('"), false);
            add_names(c, p, s->bytes, STR("register_module(\""), false);
            add_names(c, p, s->bytes, STR("register_module(name='"), false);
            add_names(c, p, s->bytes, STR("register_module(name=\""), false);
            p->files++;
            p->bytes += s->bytes.n;
        }
    }
}

static const struct project *project_of(struct classes *c, const struct files *f, str root)
{
    VEC_EACH (struct project *, it, &c->projects) {
        if (str_eq((*it)->root, root)) {
            return *it;
        }
    }
    struct project *p = ARENA_NEW(c->arena, struct project);
    *p = (struct project){.root = arena_str(c->arena, root)};
    read_folder(c, f, p, p->root, MOST_DEPTH);
    vec_push(c, &c->projects, p);
    return p;
}

/* The word as a whole, from `from` on; SIZE_MAX when it is not there. */
static size_t find_next(str text, str word, size_t from)
{
    size_t at = str_find(text, word, from);
    while (at != SIZE_MAX) {
        size_t end = at + word.n;
        if ((at == 0 || !is_word_byte(text.p[at - 1])) &&
            (end == text.n || !is_word_byte(text.p[end]))) {
            break;
        }
        at = str_find(text, word, at + 1);
    }
    return at;
}

/* Is it in a comment, or in a text in triple quotes, from `from` on, where none begins? */
static bool is_prose(str text, size_t from, size_t at)
{
    size_t quotes = 0, line = at;
    for (size_t i = str_find(text, STR("\"\"\""), from); i < at;
         i = str_find(text, STR("\"\"\""), i + 3)) {
        quotes++;
    }
    while (line > from && text.p[line - 1] != '\n') {
        line--;
    }
    return quotes % 2 > 0 || memchr(text.p + line, '#', at - line);
}

/* Does the code say the word?  What is written about the code may name anything. */
static bool says(str text, str word)
{
    size_t at = find_next(text, word, 0);
    while (at != SIZE_MAX && is_prose(text, 0, at)) {
        at = find_next(text, word, at + 1);
    }
    return at != SIZE_MAX;
}

/* The parenthesis that closes the one at `at`. */
static size_t closing(str text, size_t at)
{
    size_t depth = 0;
    for (; at < text.n; at++) {
        depth += text.p[at] == '(';
        depth -= text.p[at] == ')';
        if (depth == 0) {
            return at;
        }
    }
    return text.n;
}

/* Does the class at `at` take all other arguments, and hand them on to nobody? */
static bool swallows(str text, size_t at)
{
    const str head = STR("def __init__(");
    size_t end = str_find(text, STR("\nclass "), at), init = str_find(text, head, at);
    if (init >= end || init == SIZE_MAX) {
        return false;
    }
    size_t next = str_find(text, STR("\n    def "), init);
    end = next < end ? next : end;
    size_t more = str_find(text, STR("**"), init);
    size_t name = more < closing(text, init + head.n - 1) ? more + 2 : SIZE_MAX, last = name;
    while (last < text.n && is_word_byte(text.p[last])) {
        last++;
    }
    return name != SIZE_MAX && last > name &&
           find_next(text, str_slice(text, name, last), last) >= end;
}

/* A question, and how many names may still be looked up for it. */
struct question {
    const struct project *project;
    str word;
    uint32_t left;
};

static bool has(struct question *q, str name, uint32_t depth);

/* Does one of the classes that the class at `at` names as its bases have it? */
static bool bases_have(struct question *q, str text, size_t at, uint32_t depth)
{
    for (size_t from = at; at < text.n && text.p[at] != ')' && text.p[at] != ':'; at++) {
        from = is_word_byte(text.p[at]) ? from : at + 1;
        bool ends = at + 1 == text.n || !is_word_byte(text.p[at + 1]);
        if (at >= from && ends && has(q, str_slice(text, from, at + 1), depth - 1)) {
            return true;
        }
    }
    return false;
}

static bool says_or_inherits(
    struct question *q, const struct class_text *p, size_t length, uint32_t depth)
{
    size_t at = p->at, end = at + length;
    if (q->word.n == 0 || says(p->text, q->word)) {
        return true;
    }
    return at != SIZE_MAX &&
           (swallows(p->text, at) || (depth > 0 && end < p->text.n && p->text.p[end] == '(' &&
                                         bases_have(q, p->text, end + 1, depth)));
}

static bool has(struct question *q, str name, uint32_t depth)
{
    const struct definition *d = q->left > 0 ? find_name(q->project, name) : NULL;
    bool found = false;
    for (uint32_t i = 0; d && i < d->places.n && q->left > 0 && !found; i++) {
        q->left--;
        found = says_or_inherits(q, &d->places.items[i], name.n, depth);
    }
    return found;
}

bool classes_have(struct classes *c, const struct files *f, str config, str name, str word)
{
    bool found = false;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && name.n > 0 && i < f->roots.n && !found; i++) {
        if (path_is_under(config, f->roots.items[i])) {
            struct question q = {project_of(c, f, f->roots.items[i]), word, MOST_LOOKUPS};
            found = has(&q, name, MOST_BASES);
        }
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

size_t classes_texts(struct classes *c, const struct files *f, str config, str name,
    struct class_text *to, size_t most)
{
    size_t n = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && name.n > 0 && i < f->roots.n; i++) {
        const struct definition *d = path_is_under(config, f->roots.items[i])
                                         ? find_name(project_of(c, f, f->roots.items[i]), name)
                                         : NULL;
        for (uint32_t k = 0; d && k < d->places.n && n < most; k++) {
            to[n++] = d->places.items[k];
        }
    }
    pthread_mutex_unlock(&c->lock);
    return n;
}
