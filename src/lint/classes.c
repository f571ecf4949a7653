#include "lint/classes.h"

#include "base/buf.h"
#include "base/hash.h"
#include "lint/class_tree.h"
#include "syntax/python.h"
#include "text/path.h"

#include <pthread.h>

enum {
    MOST_DEPTH = 10,
    MOST_ABOVE = 4,     /* classes above each other */
    MOST_BASES = 16,    /* of one class */
    MOST_LOOKUPS = 200, /* of classes and what they inherit from, for one question */
    MOST_FILES = 6000,
    MOST_NAMES = 1 << 18,
    MOST_BYTES = 64 << 20,
    MOST_PARSED = 16 << 20, /* of the first files of a project */
    MOST_ANSWERS = 8192,    /* that are kept of a project */
    MOST_KEY = 400,         /* bytes of a question whose answer is kept */
    LEXED = 16,             /* times as much work as a search */
    MOST_LETTERS = 80       /* of what stands before an attribute */
};

/* A file of a project. */
struct class_file {
    str path;
    const struct source *source;
    bool may_parse;          /* it is not parsed so far */
    const struct tree *tree; /* NULL: not parsed so far, or never */
};

struct definition {
    str name;
    VEC(struct class_file *) files;
    UT_hash_handle hh; /* by name */
};

/* What a question about the project has been told: configs of a folder ask the same. */
struct answer {
    str key;   /* of the question */
    bool yes;  /* it has the class; or more than one file says the words */
    str first; /* file that says the words */
    uint64_t bytes;
    UT_hash_handle hh; /* by key */
};

struct project {
    str root;
    uint64_t bytes;
    VEC(struct class_file *) all; /* the last one is being read */
    struct definition *names;
    struct answer *answers;
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
        HASH_CLEAR(hh, (*p)->answers);
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

static struct definition *find_name(const struct project *p, str name)
{
    struct definition *d;
    HASH_FIND(hh, p->names, name.p, name.n, d);
    return d;
}

static struct class_file *last_of(const struct project *p)
{
    return p->all.items[p->all.n - 1];
}

static void add_name(struct classes *c, struct project *p, str name)
{
    struct definition *d = find_name(p, name);
    if (!d && HASH_COUNT(p->names) < MOST_NAMES) {
        d = ARENA_NEW(c->arena, struct definition);
        *d = (struct definition){.name = name};
        HASH_ADD_KEYPTR(hh, p->names, d->name.p, d->name.n, d);
    }
    if (d && (d->files.n == 0 || d->files.items[d->files.n - 1] != last_of(p))) {
        vec_push(c, &d->files, last_of(p));
    }
}

/* The words behind `lead`.  The text is searched, since a project has more files than a run asks
 * for; what is asked for is parsed. */
static void add_names(struct classes *c, struct project *p, str lead)
{
    str text = last_of(p)->source->bytes;
    size_t at = str_find(text, lead, 0);
    while (at != SIZE_MAX) {
        size_t from = at + lead.n, end = word_end(text, from);
        if (end > from) {
            add_name(c, p, str_slice(text, from, end));
        }
        at = str_find(text, lead, end);
    }
}

/* Several names that one class is registered by, in a list or a tuple.  Gives where they end. */
static size_t add_aliases(struct classes *c, struct project *p, size_t at)
{
    str text = last_of(p)->source->bytes;
    bool inside = false;
    for (; at < text.n && !strchr("])=\n", text.p[at]); at++) {
        bool quote = text.p[at] == '\'' || text.p[at] == '"';
        size_t end = inside ? word_end(text, at) : at;
        if (end > at) {
            add_name(c, p, str_slice(text, at, end));
            at = end;
        }
        inside = quote && !inside;
    }
    return at;
}

/* The names in quotes by which classes are registered, alone or as the argument `name`. */
static void add_registered(struct classes *c, struct project *p)
{
    str text = last_of(p)->source->bytes, lead = STR("register_module(");
    size_t at = str_find(text, lead, 0);
    while (at != SIZE_MAX) {
        at += lead.n;
        at += str_starts(str_slice(text, at, text.n), STR("name=")) ? strlen("name=") : 0;
        char begins = at < text.n ? text.p[at] : '\0';
        if (begins == '\'' || begins == '"') {
            size_t end = word_end(text, at + 1);
            if (end > at + 1) {
                add_name(c, p, str_slice(text, at + 1, end));
            }
            at = end;
        } else if (begins == '(' || begins == '[') {
            at = add_aliases(c, p, at + 1);
        }
        at = str_find(text, lead, at);
    }
}

static void add_file(struct classes *c, struct project *p, str path, const struct source *source)
{
    struct class_file *f = ARENA_NEW(c->arena, struct class_file);
    p->bytes += source->bytes.n;
    *f = (struct class_file){path, source, .may_parse = p->bytes <= MOST_PARSED};
    vec_push(c, &p->all, f);
    add_names(c, p, STR("class "));
    add_names(c, p, STR("def "));
    add_registered(c, p);
}

static bool is_left_out(str name)
{
    return name.p[0] == '.' ||
           STR_IS_ANY(name, "configs", "data", "work_dirs", "build", "node_modules");
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
        if (is_left_out(n->text) || p->all.n > MOST_FILES || p->bytes > MOST_BYTES) {
            continue;
        }
        if (n->is_dir) {
            read_folder(c, f, p, path, depth - 1);
        } else if (n->is_file && str_ends(n->text, STR(".py")) &&
                   files_read(f, c->arena, path, &s, &reason) == FILE_OK) {
            add_file(c, p, path, s);
        }
    }
}

static struct project *project_of(struct classes *c, const struct files *f, str root)
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

/* NULL: it is too much.  Which files that is does not depend on what was asked before. */
static const struct tree *tree_of(
    struct classes *c, const struct files *files, struct class_file *f)
{
    str text = f->source->bytes;
    if (f->may_parse) {
        f->may_parse = false;
        struct diags *nobody = diags_new(c); /* is told what is wrong with it */
        f->tree = python_parse(c->arena, files->limits, nobody, f->source, text, NULL, 0);
        talloc_free(nobody);
    }
    return f->tree;
}

/* A question, and how many names may still be looked up for it. */
struct question {
    struct classes *classes;
    const struct files *files;
    const struct project *project;
    str word;
    bool quoted; /* a text of the code's is asked for, and not what it takes */
    bool sets;   /* whether it sets the word itself is asked */
    uint32_t left;
    uint64_t *bytes; /* of text that was gone through for it */
};

static bool has(struct question *q, str name, uint32_t depth);

/* Does the class take any argument, or one of those that it names as its bases have the word? */
static bool class_has(struct question *q, struct class_node class, uint32_t depth)
{
    str bases[MOST_BASES];
    node_id def;
    if (q->sets && class_sets(class, q->word)) {
        return true;
    }
    if (!q->sets && !q->quoted && class_constructor(class, &def) != CONSTRUCTOR_NONE &&
        constructor_swallows(class, def)) {
        return true;
    }
    uint32_t n = depth > 0 ? class_bases(class, bases, MOST_BASES) : 0;
    *q->bytes += n * class.tree->text.n;
    for (uint32_t i = 0; i < n; i++) {
        if (has(q, class_tree_origin(class.tree, bases[i]).name, depth - 1)) {
            return true;
        }
    }
    return false;
}

static bool file_has(struct question *q, struct class_file *f, str name, uint32_t depth)
{
    bool perhaps = q->word.n == 0 || str_find_word(f->source->bytes, q->word, 0) != SIZE_MAX;
    const struct tree *t = tree_of(q->classes, q->files, f);
    *q->bytes += f->source->bytes.n;
    if (!t) {
        return perhaps && !q->sets;
    }
    if (!class_tree_defines(t, name)) {
        return false;
    }
    *q->bytes += perhaps && q->word.n > 0 ? LEXED * t->text.n : 0;
    if (perhaps && !q->sets &&
        (q->word.n == 0 || class_tree_says(t, q->files->limits, q->word, q->quoted))) {
        return true;
    }
    struct class_nodes found = {.ctx = q->classes};
    class_tree_find(t, name, &found);
    bool yes = false;
    for (size_t i = 0; i < found.list.n && !yes; i++) {
        yes = class_has(q, found.list.items[i], depth);
    }
    vec_free(&found.list);
    return yes;
}

static bool has(struct question *q, str name, uint32_t depth)
{
    const struct definition *d = q->left > 0 ? find_name(q->project, name) : NULL;
    bool found = false;
    for (uint32_t i = 0; d && i < d->files.n && q->left > 0 && !found; i++) {
        q->left--;
        found = file_has(q, d->files.items[i], name, depth);
    }
    return found;
}

/* Does any file that defines it not? */
static bool one_lacks(struct question *q, str name)
{
    const struct definition *d = find_name(q->project, name);
    for (uint32_t i = 0; d && i < d->files.n; i++) {
        struct class_file *f = d->files.items[i];
        const struct tree *t = tree_of(q->classes, q->files, f);
        if (t && class_tree_defines(t, name) && !file_has(q, f, name, MOST_ABOVE)) {
            return true;
        }
    }
    return false;
}

/* Of a question: its kind, and its words, each with a line end before it. */
static str key_of(struct buf *key, const char *kind, const str *words, size_t n)
{
    buf_puts(key, kind);
    for (size_t i = 0; i < n; i++) {
        buf_byte(key, '\n');
        buf_put(key, words[i]);
    }
    return buf_str(key);
}

static const struct answer *answer_to(const struct project *p, str key)
{
    struct answer *found;
    HASH_FIND(hh, p->answers, key.p, key.n, found);
    return found;
}

static void keep(struct classes *c, struct project *p, str key, struct answer x)
{
    if (HASH_COUNT(p->answers) < MOST_ANSWERS && key.n <= MOST_KEY) {
        struct answer *kept = ARENA_NEW(c->arena, struct answer);
        *kept = x;
        kept->key = arena_str(c->arena, key);
        HASH_ADD_KEYPTR(hh, p->answers, kept->key.p, kept->key.n, kept);
    }
}

static struct answer look(struct classes *c, const struct files *f, const struct project *p,
    str name, str word, bool each)
{
    struct answer x = {0};
    bool quoted = word.n > 2 && str_starts(word, STR("'")) && str_ends(word, STR("'"));
    bool sets = !quoted && word.n > 1 && str_ends(word, STR("="));
    word = str_slice(word, quoted, word.n - (quoted || sets));
    struct question q = {c, f, p, word, quoted, sets, MOST_LOOKUPS, &x.bytes};
    x.yes = has(&q, name, MOST_ABOVE) && !(each && one_lacks(&q, name));
    return x;
}

static struct answer look_once(
    struct classes *c, const struct files *f, struct project *p, str name, str word, bool each)
{
    struct buf b = buf_make(c);
    str key = key_of(&b, each ? "each has" : "has", (str[]){name, word}, 2);
    const struct answer *known = answer_to(p, key);
    struct answer x = known ? *known : look(c, f, p, name, word, each);
    if (!known) {
        keep(c, p, key, x);
    }
    buf_free(&b);
    return x;
}

bool classes_have(struct classes *c, const struct files *f, str config, str name, str word,
    bool each, uint64_t *bytes)
{
    bool found = false;
    *bytes = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && name.n > 0 && i < f->roots.n && !found; i++) {
        if (path_is_under(config, f->roots.items[i])) {
            struct project *p = project_of(c, f, f->roots.items[i]);
            struct answer x = look_once(c, f, p, name, word, each);
            found = x.yes;
            *bytes += x.bytes;
        }
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

/* `cfg.data.` before it: the names of a few sections. */
static bool is_of_config(str text, size_t at)
{
    size_t from = at, least = at > MOST_LETTERS ? at - MOST_LETTERS : 0;
    while (from > least && (text.p[from - 1] == '.' || word_end(text, from - 1) > from - 1)) {
        from--;
    }
    str name = str_slice(text, from, at);
    return str_starts(name, STR("cfg.")) || str_starts(name, STR("config."));
}

/* `--cfg-options data.train.ann_file=`: the word ends in what sets it. */
static bool is_option(str text, str word, size_t at)
{
    size_t end = at + word.n;
    char before = at > 0 ? text.p[at - 1] : '\n', after = end < text.n ? text.p[end] : '\n';
    return str_ends(word, STR("=")) && !str_ends(word, STR(" =")) && after != '=' &&
           (before == ' ' || before == '\'' || before == '"') &&
           str_find(word, STR("."), 0) < word.n;
}

/* `for x in self.cfg.it`: names, and the lead before them. */
static bool is_attribute(str text, str word, size_t at, str lead)
{
    size_t from = at, end = at + word.n;
    while (from > 0 && (text.p[from - 1] == '.' || byte_is_word(text.p[from - 1]))) {
        from--;
    }
    return from < at && word_end(text, end) == end && str_ends(str_slice(text, 0, from), lead);
}

/* `cfg.data[name]`: the word ends in what takes a key, and that is a name. */
static bool takes_name(str text, str word, size_t end)
{
    return str_ends(word, STR("[")) && word_end(text, end) > end &&
           !strchr("0123456789", text.p[end]);
}

/* In quotes of either kind, or, without a lead, as an attribute of a config, where a command line
 * sets it, or where it takes a name.  Behind a lead that ends in a dot: as an attribute of
 * anything. */
static bool says_key(str text, str word, str lead)
{
    bool dotted = str_ends(lead, STR("."));
    for (size_t at = str_find(text, word, 0); at != SIZE_MAX; at = str_find(text, word, at + 1)) {
        size_t end = at + word.n;
        char before = at > 0 ? text.p[at - 1] : ' ', after = end < text.n ? text.p[end] : ' ';
        if (dotted && is_attribute(text, word, at, str_slice(lead, 0, lead.n - 1))) {
            return true;
        }
        bool led = at > lead.n && str_ends(str_slice(text, 0, at - 1), lead);
        if (((before == '\'' || before == '"') && after == before && (led || !lead.n)) ||
            (!lead.n && before == '.' && after != '=' && word_end(text, end) == end &&
                is_of_config(text, at)) ||
            (!lead.n && (is_option(text, word, at) || takes_name(text, word, end)))) {
            return true;
        }
    }
    return false;
}

static bool says_all(str text, const str *words, size_t n, str lead)
{
    for (size_t i = 0; i < n; i++) {
        if (!says_key(text, words[i], lead)) {
            return false;
        }
    }
    return true;
}

static struct answer search(const struct project *p, const str *words, size_t n, str lead)
{
    struct answer x = {0};
    for (size_t k = 0; k < p->all.n && !x.yes; k++) {
        const struct class_file *f = p->all.items[k];
        bool says = says_all(f->source->bytes, words, n, lead);
        x.yes = says && x.first.n > 0;
        x.first = says && x.first.n == 0 ? f->path : x.first;
        x.bytes += f->source->bytes.n;
    }
    return x;
}

static struct answer search_once(
    struct classes *c, struct project *p, const str *words, size_t n, str lead)
{
    struct buf b = buf_make(c);
    buf_put(&b, lead);
    str key = key_of(&b, " says", words, n);
    const struct answer *known = answer_to(p, key);
    struct answer x = known ? *known : search(p, words, n, lead);
    if (!known) {
        keep(c, p, key, x);
    }
    buf_free(&b);
    return x;
}

bool classes_list(struct classes *c, const struct files *f, str config, const str *words, size_t n,
    str lead, uint64_t *bytes)
{
    bool found = false;
    *bytes = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && i < f->roots.n && !found; i++) {
        if (path_is_under(config, f->roots.items[i])) {
            struct project *p = project_of(c, f, f->roots.items[i]);
            struct answer x = search_once(c, p, words, n, lead);
            found = x.yes || (x.first.n > 0 && !str_eq(x.first, config));
            *bytes += x.bytes;
        }
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

static size_t occurrences(str text, str word)
{
    size_t n = 0;
    for (size_t at = 0; (at = str_find(text, word, at)) != SIZE_MAX; at++) {
        n++;
    }
    return n;
}

/* 0, too, of a file that is not there, or outside of the root. */
static int64_t count_in(
    const struct files *f, struct arena *a, str root, str path, str word, uint64_t *bytes)
{
    struct source *s;
    str reason;
    if (!path_is_under(path, root) || files_read(f, a, path, &s, &reason) != FILE_OK) {
        return 0;
    }
    *bytes += s->bytes.n;
    return (int64_t)occurrences(s->bytes, word);
}

int64_t classes_count(
    struct classes *c, const struct files *f, str config, str file, str word, uint64_t *bytes)
{
    int64_t n = 0;
    struct arena *a = arena_new(NULL);
    pthread_mutex_lock(&c->lock);
    *bytes = 0;
    for (size_t i = 0; f && word.n > 0 && i < f->roots.n && n == 0; i++) {
        str root = f->roots.items[i], folder = config;
        if (!path_is_under(config, root)) {
            continue;
        }
        n = count_in(f, a, root, path_absolute(a, f->cwd, file), word, bytes);
        while (n == 0 && folder.n > root.n) {
            folder = path_dirname(folder);
            n = count_in(f, a, root, path_join(a, folder, file), word, bytes);
        }
    }
    pthread_mutex_unlock(&c->lock);
    talloc_free(a);
    return n;
}

size_t classes_files(struct classes *c, const struct files *f, str config, str name,
    struct class_file **to, size_t most)
{
    size_t n = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; f && name.n > 0 && i < f->roots.n; i++) {
        const struct definition *d = path_is_under(config, f->roots.items[i])
                                         ? find_name(project_of(c, f, f->roots.items[i]), name)
                                         : NULL;
        for (uint32_t k = 0; d && k < d->files.n && n < most; k++) {
            to[n++] = d->files.items[k];
        }
    }
    pthread_mutex_unlock(&c->lock);
    return n;
}

str class_file_path(const struct class_file *f)
{
    return f->path;
}

const struct tree *classes_tree(struct classes *c, const struct files *files, struct class_file *f)
{
    pthread_mutex_lock(&c->lock);
    const struct tree *t = tree_of(c, files, f);
    pthread_mutex_unlock(&c->lock);
    return t;
}
