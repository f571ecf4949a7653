#include "lint/classes.h"

#include "text/path.h"

#include <pthread.h>

enum {
    MOST_DEPTH = 10,
    MOST_BASES = 4, /* classes above each other */
    MOST_FILES = 6000,
    MOST_BYTES = 64 << 20
};

struct project {
    str root;
    VEC(str) texts;
    uint64_t bytes;
};

struct classes {
    pthread_mutex_t lock;
    struct arena *arena;
    VEC(struct project *) projects;
};

static int forget(struct classes *c)
{
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
        if (is_left_out(n->text) || p->texts.n > MOST_FILES || p->bytes > MOST_BYTES) {
            continue;
        }
        if (n->is_dir) {
            read_folder(c, f, p, path, depth - 1);
        } else if (n->is_file && str_ends(n->text, STR(".py")) &&
                   files_read(f, c->arena, path, &s, &reason) == FILE_OK) {
            vec_push(c, &p->texts, s->bytes);
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

static bool is_word_byte(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z');
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

/* The same, after `before`. */
static size_t find_word(str text, const char *before, str word)
{
    size_t lead = strlen(before), at = find_next(text, word, 0);
    while (at != SIZE_MAX && (at < lead || memcmp(text.p + at - lead, before, lead) != 0)) {
        at = find_next(text, word, at + 1);
    }
    return at;
}

/* Does the class at `at` take all other arguments, and hand them on to nobody? */
static bool swallows(str text, size_t at)
{
    size_t end = str_find(text, STR("\nclass "), at);
    size_t init = str_find(text, STR("def __init__("), at);
    if (init >= end || init == SIZE_MAX) {
        return false;
    }
    size_t next = str_find(text, STR("\n    def "), init);
    end = next < end ? next : end;
    size_t more = str_find(text, STR("**"), init);
    size_t name = more < end ? more + 2 : SIZE_MAX, last = name;
    while (last < text.n && is_word_byte(text.p[last])) {
        last++;
    }
    return name != SIZE_MAX && last > name &&
           find_next(text, str_slice(text, name, last), last) >= end;
}

static bool has(const struct project *p, str name, str word, uint32_t depth);

/* Does one of the classes that the class at `at` names as its bases have it? */
static bool bases_have(const struct project *p, str text, size_t at, str word, uint32_t depth)
{
    for (size_t from = at; at < text.n && text.p[at] != ')' && text.p[at] != ':'; at++) {
        from = is_word_byte(text.p[at]) ? from : at + 1;
        bool ends = at + 1 == text.n || !is_word_byte(text.p[at + 1]);
        if (at >= from && ends && has(p, str_slice(text, from, at + 1), word, depth - 1)) {
            return true;
        }
    }
    return false;
}

static bool says_or_inherits(const struct project *p, str text, str name, str word, uint32_t depth)
{
    size_t at = find_word(text, "class ", name);
    if (at == SIZE_MAX && find_word(text, "def ", name) == SIZE_MAX) {
        return false;
    }
    return word.n == 0 || find_word(text, "", word) != SIZE_MAX ||
           (at != SIZE_MAX && swallows(text, at)) ||
           (at != SIZE_MAX && depth > 0 && at + name.n < text.n && text.p[at + name.n] == '(' &&
               bases_have(p, text, at + name.n + 1, word, depth));
}

static bool has(const struct project *p, str name, str word, uint32_t depth)
{
    VEC_EACH (str, text, &p->texts) {
        if (says_or_inherits(p, *text, name, word, depth)) {
            return true;
        }
    }
    return false;
}

bool classes_have(struct classes *c, const struct files *f, str config, str name, str word)
{
    bool found = false;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && name.n > 0 && i < f->roots.n && !found; i++) {
        if (path_is_under(config, f->roots.items[i])) {
            found = has(project_of(c, f, f->roots.items[i]), name, word, MOST_BASES);
        }
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}
