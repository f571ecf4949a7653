#include "lint/signatures.h"

#include "base/hash.h"
#include "eval/digest.h"
#include "lint/argument_kinds.h"
#include "lint/class_tree.h"
#include "lint/construct.h"
#include "text/path.h"

#include <pthread.h>

#define CONSTRUCTORS STR("rules/constructors.star")

enum {
    MOST_PLACES = 8,
    MOST_ABOVE = 6, /* classes above each other */
    MOST_RUNS = 3,
    MOST_TAKEN = 1 << 15 /* that are kept */
};

struct signature {
    str key;                    /* its name, and which project */
    struct dict *takes, *needs; /* takes: by name, of what kind; NULL: it cannot be told */
    bool open;                  /* it takes any others, too */
    struct constructor_code runs[MOST_RUNS]; /* its constructor, and those that it hands on to */
    uint32_t n_runs;
    uint64_t bytes;    /* of text that was gone through for it */
    UT_hash_handle hh; /* by key */
};

/* Arguments that the class has taken before. */
struct taken {
    uint64_t key;   /* of the signature and the arguments */
    uint64_t steps; /* of finding it out */
    UT_hash_handle hh;
};

/* The project that the configs of a folder are of. */
struct folder_project {
    str folder, project;
    UT_hash_handle hh; /* by folder */
};

struct signatures {
    pthread_mutex_t lock;
    struct arena *arena;
    struct library *library;
    struct diags *own; /* what the program's own data say, which is nothing */
    struct classes *classes;
    struct signature *all;
    struct taken *taken;
    struct folder_project *projects;
};

struct reading {
    uint32_t above; /* classes that may still be looked at */
    struct signatures *of;
    struct classes *classes;
    const struct files *files;
    str config, project;
    struct arena *arena;
    struct dict *takes, *needs;
    bool open;      /* one of the classes takes what is not known */
    uint64_t bytes; /* of text that was gone through */
};

static void put(struct arena *a, struct dict *d, str name)
{
    (void)dict_set_str(a, d, name, value_bool(true));
}

/* Classes of one name may differ: then any kind will do. */
static void put_kind(struct arena *a, struct dict *takes, str name, int64_t kind)
{
    const struct entry *before = dict_find_str(takes, name);
    bool differs = before && before->value.i != kind;
    (void)dict_set_str(a, takes, name, value_int(differs ? ARGUMENT_OF_ANY_KIND : kind));
}

/* Does the file take items or keys of something by that name? */
static bool is_taken_apart(const struct tree *t, str name)
{
    for (size_t at = str_find_word(t->text, name, 0); at != SIZE_MAX;
         at = str_find_word(t->text, name, at + 1)) {
        str rest = str_slice(t->text, at + name.n, t->text.n);
        if (str_starts(rest, STR("[")) || str_starts(rest, STR(".get(")) ||
            str_starts(rest, STR(".items(")) || str_starts(rest, STR(", dict)"))) {
            return true;
        }
    }
    return false;
}

/* The parameters behind `self` that can be given by their names. */
static void read_parameters(struct reading *r, const struct tree *t, node_id def)
{
    bool first = true;
    node_id annotations = tree_child(t, def, 0);
    EACH_CHILD (t, tree_child(t, def, 0), it) {
        const struct node *n = tree_node(t, it);
        if (!first && (n->op == PARAM_PLAIN || n->op == PARAM_KEYWORD_ONLY)) {
            str name = tree_name(t, it);
            int64_t kind = argument_kind(t, it, &annotations);
            bool one = argument_kind_is_one(kind) && is_taken_apart(t, name);
            put_kind(r->arena, r->takes, name, one ? ARGUMENT_OF_ANY_KIND : kind);
            if (!n->child) {
                put(r->arena, r->needs, name);
            }
        }
        first = false;
    }
}

/* The names that are given, and those of its parameters. */
static struct dict *with_parameters(
    struct arena *a, const struct dict *names, const struct tree *t, node_id def)
{
    struct dict *all = dict_new(a, 8);
    for (uint32_t i = 0; names && i < names->n; i++) {
        put(a, all, value_str(&names->entries[i].key));
    }
    EACH_CHILD (t, tree_child(t, def, 0), it) {
        put(a, all, tree_name(t, it));
    }
    return all;
}

static bool read_class(struct reading *r, struct class_node c, uint32_t depth);

static void find_imported(
    struct reading *r, const struct class_origin *from, struct class_nodes *to)
{
    struct class_file *files[MOST_PLACES];
    str folder = arena_printf(r->arena, "/%.*s/", STR_ARG(from->package));
    size_t n = classes_files(r->classes, r->files, r->config, from->name, files, MOST_PLACES);
    for (size_t i = 0; i < n; i++) {
        bool meant =
            from->package.n == 0 || str_find(class_file_path(files[i]), folder, 0) != SIZE_MAX;
        const struct tree *t = meant ? classes_tree(r->classes, r->files, files[i]) : NULL;
        if (t) {
            r->bytes += t->text.n;
            class_tree_find(t, from->name, to);
        }
    }
}

/* The one class that a file knows by the name. */
static bool class_known_as(
    struct reading *r, const struct tree *file, str name, struct class_node *to)
{
    struct class_nodes found = {.ctx = r->arena->owner};
    r->bytes += file->text.n;
    class_tree_find(file, name, &found);
    if (found.list.n == 0) {
        struct class_origin from = class_tree_origin(file, name);
        find_imported(r, &from, &found);
    }
    bool one = found.list.n == 1;
    if (one) {
        *to = found.list.items[0];
    }
    vec_free(&found.list);
    return one;
}

/* What a base class takes whose text is seldom at hand. */
static bool read_known(struct reading *r, const struct class_origin *from)
{
    str name = arena_printf(r->arena, "%.*s.%.*s", STR_ARG(from->package), STR_ARG(from->name));
    const struct dict *all = library_dict(r->of->library, CONSTRUCTORS, "BASES", r->of->own);
    const struct entry *e = dict_find_str(all, name);
    const struct list *known = e && value_is_sequence(&e->value) ? e->value.list : NULL;
    for (uint32_t i = 0; known && i < known->n; i++) {
        put_kind(r->arena, r->takes, value_str(&known->items[i]), ARGUMENT_OF_ANY_KIND);
    }
    return known;
}

static bool read_base(struct reading *r, struct class_node c, uint32_t depth)
{
    str name = class_only_base(c);
    struct class_node base;
    const struct signatures *s = r->of;
    if (list_has_word(library_words(s->library, CONSTRUCTORS, "TAKE_NOTHING", s->own), name)) {
        return true;
    }
    if (name.n == 0 || depth == 0) {
        return false;
    }
    if (class_known_as(r, c.tree, name, &base)) {
        return read_class(r, base, depth - 1);
    }
    struct class_origin from = class_tree_origin(c.tree, name);
    return read_known(r, &from);
}

static bool read_class(struct reading *r, struct class_node c, uint32_t depth)
{
    node_id def;
    enum constructor kind = class_constructor(c, &def);
    if (!class_is_plain(c) || kind == CONSTRUCTOR_UNCLEAR) {
        return false;
    }
    if (kind == CONSTRUCTOR_NONE) {
        return read_base(r, c, depth);
    }
    read_parameters(r, c.tree, def);
    if (!constructor_takes_rest(c, def)) {
        return true;
    }
    struct dict *needs = r->needs;
    r->needs = dict_new(r->arena, 4); /* what the call above them gives */
    bool good = constructor_hands_on(c, def) && read_base(r, c, depth);
    r->needs = needs;
    bool asked_for = depth == MOST_ABOVE; /* what it needs itself is known all the same */
    r->open |= asked_for && !good;
    return asked_for || good;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The folder that a file is in below the root; with the root. */
static str top_folder(str root, str path)
{
    size_t end = str_find(path, STR("/"), least(root.n + 1, path.n));
    return str_slice(path, 0, least(end, path.n));
}

/* Of several projects in one tree those that lie beside the config are meant, or else packages,
 * which those in `projects` build upon. */
static bool is_near(str root, str config, str path)
{
    if (!path_is_under(path, root)) {
        return false;
    }
    str here = top_folder(root, config), there = top_folder(root, path);
    str name = path_basename(there);
    bool apart = STR_IS_ANY(name, "projects", "tests", "tools", "demo");
    bool above =
        str_starts(path_basename(here), STR("config")) || str_is(path_basename(here), "projects");
    return str_eq(here, there) || (above && !apart);
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
    HASH_CLEAR(hh, s->taken);
    HASH_CLEAR(hh, s->projects);
    pthread_mutex_destroy(&s->lock);
    return 0;
}

struct signatures *signatures_new(
    void *talloc_ctx, struct library *library, struct classes *classes)
{
    struct signatures *s = mem_zero(talloc_ctx, sizeof *s);
    s->arena = arena_new(s);
    s->library = library;
    s->own = diags_new(s);
    s->classes = classes;
    pthread_mutex_init(&s->lock, NULL);
    talloc_set_destructor(s, forget);
    return s;
}

/* The classes of the name that are registered by it; false: there may be others. */
static bool find_registered(struct reading *r, str name, struct class_nodes *all)
{
    struct class_file *files[MOST_PLACES];
    size_t n = classes_files(r->classes, r->files, r->config, name, files, MOST_PLACES);
    for (size_t i = 0; i < n; i++) {
        if (!is_near(r->project, r->config, class_file_path(files[i]))) {
            continue;
        }
        const struct tree *t = classes_tree(r->classes, r->files, files[i]);
        size_t before = all->list.n;
        if (t) {
            r->bytes += t->text.n;
            class_tree_find(t, name, all);
        }
        if (!t || (all->list.n == before && class_tree_defines(t, name))) {
            return false;
        }
    }
    return n < MOST_PLACES;
}

/* Adds the constructors that a class runs, its own first.  `taken`: what the classes that inherit
 * from it take; NULL: it is asked for itself. */
static void read_runs(
    struct reading *r, struct class_node c, struct dict *taken, struct signature *to)
{
    node_id def = 0;
    struct class_node base;
    enum constructor kind = class_constructor(c, &def);
    if (!class_is_plain(c) || kind == CONSTRUCTOR_UNCLEAR || to->n_runs == MOST_RUNS) {
        return;
    }
    if (kind == CONSTRUCTOR_OWN) {
        struct constructor_code *run = &to->runs[to->n_runs];
        to->n_runs += construct_read(r->arena, r->files->limits, c, def, taken, run);
        run->taken = taken;
        if (!constructor_hands_on(c, def)) {
            return;
        }
        taken = with_parameters(r->arena, taken, c.tree, def);
    }
    str name = class_only_base(c);
    if (r->above-- > 0 && name.n > 0 && class_known_as(r, c.tree, name, &base)) {
        read_runs(r, base, taken, to);
    }
}

/* By `=WORD` whole, or else its end. */
static bool is_usual(str registry, str word)
{
    return str_starts(word, STR("=")) ? str_eq(registry, str_slice(word, 1, word.n))
                                      : str_ends(registry, word);
}

/* In a registry of the project's own, and nothing in it is what others mean by the name? */
static bool is_apart(struct signatures *s, struct class_node c, str name)
{
    const struct list *usual = library_words(s->library, CONSTRUCTORS, "REGISTRIES", s->own);
    const struct dict *names = library_dict(s->library, CONSTRUCTORS, "NAMES", s->own);
    bool apart = library_find(s->library, LIBRARY_module, name, s->own) ||
                 (names && dict_find_str(names, name));
    for (uint32_t i = 0; i < usual->n && apart; i++) {
        apart = !is_usual(class_registry(c), value_str(&usual->items[i]));
    }
    return apart;
}

/* One that nothing registers where it is written may be put into a table somewhere else. */
static bool is_registered(const struct class_nodes *all)
{
    bool any = false;
    VEC_EACH (const struct class_node, c, &all->list) {
        any |= class_is_registered(*c);
    }
    return any;
}

static void read_signature(struct signatures *s, const struct files *f, str config, str project,
    str name, struct signature *to)
{
    struct reading r = {.of = s,
        .classes = s->classes,
        .files = f,
        .config = config,
        .project = project,
        .arena = s->arena};
    struct class_nodes all = {.ctx = s};
    struct dict *needs = NULL;
    r.takes = dict_new(s->arena, 8);
    bool good =
        find_registered(&r, name, &all) && all.list.n <= MOST_CLASSES && is_registered(&all);
    for (size_t i = 0; i < all.list.n && good; i++) {
        bool registered = class_is_registered(all.list.items[i]);
        if (!registered || !is_apart(s, all.list.items[i], name)) {
            r.needs = dict_new(s->arena, 4);
            good = read_class(&r, all.list.items[i], MOST_ABOVE);
            needs = needs ? in_both(s->arena, needs, r.needs) : r.needs;
        }
    }
    if (good && needs) {
        to->takes = r.takes;
        to->needs = needs;
        to->open = r.open;
    }
    if (all.list.n == 1 && class_is_registered(all.list.items[0])) {
        r.above = MOST_ABOVE;
        read_runs(&r, all.list.items[0], NULL, to);
    }
    to->bytes = r.bytes;
    vec_free(&all.list);
}

static str project_of(struct signatures *s, const struct files *f, str config)
{
    str folder = path_dirname(config);
    struct folder_project *x;
    HASH_FIND(hh, s->projects, folder.p, folder.n, x);
    if (!x) {
        x = ARENA_NEW(s->arena, struct folder_project);
        *x = (struct folder_project){.folder = arena_str(s->arena, folder),
            .project = arena_str(s->arena, files_project_of(f, config))};
        HASH_ADD_KEYPTR(hh, s->projects, x->folder.p, x->folder.n, x);
    }
    return x->project;
}

static const struct signature *find(
    struct signatures *s, const struct files *f, str config, str name, struct arena *arena)
{
    str project = project_of(s, f, config), top = top_folder(project, config);
    /* configs below one folder of a project have the same classes */
    str key =
        arena_printf(arena, "%.*s\n%.*s\n%.*s", STR_ARG(name), STR_ARG(project), STR_ARG(top));
    struct signature *x;
    HASH_FIND(hh, s->all, key.p, key.n, x);
    if (!x) {
        x = ARENA_NEW(s->arena, struct signature);
        *x = (struct signature){.key = arena_str(s->arena, key)};
        read_signature(s, f, config, project, name, x);
        HASH_ADD_KEYPTR(hh, s->all, x->key.p, x->key.n, x);
    }
    return x;
}

/* The kind that a value has to be of, and is not; ARGUMENT_OF_ANY_KIND: it may be taken. */
static int64_t missed_kind(const struct signature *x, const struct entry *given)
{
    const struct entry *e =
        given->key.kind == VALUE_STRING ? dict_find_str(x->takes, value_str(&given->key)) : NULL;
    bool taken = !e || argument_kind_takes(e->value.i, &given->value);
    return taken ? ARGUMENT_OF_ANY_KIND : e->value.i;
}

/* (argument, of what kind it has to be) of those that are of another one. */
static struct value missed_kinds(const struct signature *x, const struct dict *d, struct arena *a)
{
    struct list *all = list_new(a, 1);
    for (uint32_t i = 0; i < d->n; i++) {
        int64_t kind = missed_kind(x, &d->entries[i]);
        if (kind != ARGUMENT_OF_ANY_KIND) {
            struct list *two = list_new(a, 2);
            list_push(a, two, d->entries[i].key);
            list_push(a, two, value_string(a, str_of(argument_kind_words(kind))));
            list_push(a, all, value_of_tuple(two));
        }
    }
    return value_of_list(all);
}

static bool fits(const struct signature *x, const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        const struct entry *given = &d->entries[i];
        if (given->key.kind == VALUE_STRING && !value_is_str(&given->key, "type") &&
            (value_is_str(&given->key, "*") ||
                (!x->open && !dict_find_str(x->takes, value_str(&given->key))) ||
                missed_kind(x, given) != ARGUMENT_OF_ANY_KIND)) {
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

/* What a class says of the arguments that it is given. */
struct question {
    struct signatures *of;
    const struct files *files;
    const struct signature *class_;
    const struct dict *given;
    struct arena *arena;
    uint64_t steps; /* of finding it out */
    struct value answer;
};

typedef bool ask_fn(struct question *q); /* false: nothing */

static bool ask_unfit(struct question *q)
{
    const struct signature *x = q->class_;
    if (!x->takes || fits(x, q->given)) {
        return false;
    }
    struct list *all = list_new(q->arena, 3);
    struct value takes = names_of(q->arena, x->takes);
    for (uint32_t i = 0; i < q->given->n && x->open; i++) {
        list_push(q->arena, takes.list, q->given->entries[i].key);
    }
    if (x->open) {
        list_push(q->arena, takes.list, value_string(q->arena, STR("*")));
    }
    list_push(q->arena, all, takes);
    list_push(q->arena, all, names_of(q->arena, x->needs));
    list_push(q->arena, all, missed_kinds(x, q->given, q->arena));
    q->answer = value_of_tuple(all);
    return true;
}

/* NULL: it is not known whether the class takes them.  Most parts of configs are alike. */
static const struct taken *find_taken(const struct signatures *s, uint64_t key)
{
    struct taken *t;
    HASH_FIND(hh, s->taken, &key, sizeof key, t);
    return t;
}

static void note_taken(struct signatures *s, uint64_t key, uint64_t steps)
{
    if (HASH_COUNT(s->taken) >= MOST_TAKEN) {
        return;
    }
    struct taken *t = ARENA_NEW(s->arena, struct taken);
    *t = (struct taken){.key = key, .steps = steps};
    HASH_ADD(hh, s->taken, key, sizeof key, t);
}

static bool ask_refusal(struct question *q)
{
    const struct signature *x = q->class_;
    if (x->n_runs == 0) {
        return false;
    }
    uint64_t key = (uintptr_t)x;
    const struct value whole = value_of_dict((struct dict *)q->given);
    bool plain = digest_value(&key, &whole, NULL, VALUE_DEPTH);
    const struct taken *known = plain ? find_taken(q->of, key) : NULL;
    if (known) {
        q->steps = known->steps;
        return false;
    }
    for (uint32_t i = 0; i < x->n_runs; i++) {
        if (construct_refuses(
                q->arena, q->files->limits, &x->runs[i], q->given, &q->steps, &q->answer)) {
            return true;
        }
    }
    if (plain) {
        note_taken(q->of, key, q->steps);
    }
    return false;
}

static struct value ask(ask_fn *says, struct signatures *s, const struct files *f, str config,
    str name, const struct dict *d, struct arena *arena, uint64_t *bytes)
{
    struct question q = {.of = s, .files = f, .given = d, .arena = arena};
    if (!f) {
        return value_none();
    }
    pthread_mutex_lock(&s->lock);
    q.class_ = find(s, f, config, name, arena);
    bool any = says(&q);
    /* As often as it is asked for, so that no config has it from another. */
    *bytes = q.class_->bytes + q.steps * CLASSES_BYTES_A_STEP;
    pthread_mutex_unlock(&s->lock);
    return any ? q.answer : value_none();
}

struct value signatures_unfit(struct signatures *s, const struct files *f, str config, str name,
    const struct dict *d, struct arena *arena, uint64_t *bytes)
{
    return ask(ask_unfit, s, f, config, name, d, arena, bytes);
}

struct value signatures_refusal(struct signatures *s, const struct files *f, str config, str name,
    const struct dict *d, struct arena *arena, uint64_t *bytes)
{
    return ask(ask_refusal, s, f, config, name, d, arena, bytes);
}
