#include "library/library.h"

#include "library/blob.h"
#include "library/embedded.h"
#include "syntax/python.h"
#include "text/path.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <uthash.h>

/* A library file: embedded or the user's.  It is run when it is first needed. */
struct file {
    str name; /* "modules/resnet.star" */
    const struct tree *tree;
    struct dict *globals; /* NULL until it runs */
    bool running, failed;
    bool is_user;
};

/* What a file declares, known from its tree; `declaration` is set once it has run. */
struct declared {
    enum library_kind kind;
    str name;
    struct file *file;
    struct declaration *declaration;
    node_id call;
    struct declared *older; /* of the same name */
    UT_hash_handle hh;      /* in library.by_name, of the newest one of a name */
};

struct library {
    struct arena *arena;
    const struct limits *limits;
    struct files *files;
    struct eval_host host; /* the caller's, with ours for import */
    const struct eval_host *outer;
    pthread_mutex_t lock;
    struct file *embedded; /* one for each file of the blob */
    VEC(struct file *) user;
    VEC(struct declared *) entries; /* those looked up so far, and all of the user's */
    struct declared *by_name[LIBRARY_KINDS];
    struct diags *diags; /* of the load that runs */
    struct file *running;
};

static const struct blob_header *header(void)
{
    return (const struct blob_header *)(const void *)embedded_blob;
}

static const void *part(struct blob_part p)
{
    return embedded_blob + p.at;
}

static str part_str(struct blob_part p)
{
    return (str){embedded_blob + p.at, p.n};
}

static const struct blob_file *blob_file(uint32_t i)
{
    return (const struct blob_file *)(const void *)(embedded_blob + header()->files_at) + i;
}

static const struct blob_entry *blob_entries(void)
{
    return (const struct blob_entry *)(const void *)(embedded_blob + header()->entries_at);
}

static int library_free(struct library *l)
{
    for (int i = 0; i < LIBRARY_KINDS; i++) {
        HASH_CLEAR(hh, l->by_name[i]);
    }
    pthread_mutex_destroy(&l->lock);
    return 0;
}

struct library *library_new(void *talloc_ctx, const struct limits *limits, struct files *files,
    const struct eval_host *host)
{
    struct library *l = mem_zero(talloc_ctx, sizeof *l);
    l->arena = arena_new(l);
    l->limits = limits;
    l->files = files;
    l->outer = host;
    l->embedded = mem_zero(l, (header()->n_files + 1) * sizeof *l->embedded);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&l->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    talloc_set_destructor(l, library_free);
    return l;
}

/* --- files --- */

/* The tree of an embedded file: its arrays are used where they are. */
static const struct tree *embedded_tree(struct library *l, uint32_t i)
{
    const struct blob_file *f = blob_file(i);
    struct tree *t = ARENA_NEW(l->arena, struct tree);
    str name = arena_printf(l->arena, "rules/%.*s", STR_ARG(part_str(f->name)));
    t->source = source_new(l->arena, name, name, part_str(f->text), false);
    t->text = t->source->bytes;
    t->nodes = part(f->nodes);
    t->n_nodes = f->nodes.n;
    t->literals = part(f->literals);
    t->n_literals = f->literals.n;
    t->functions = part(f->functions);
    t->n_functions = f->functions.n;
    t->slot_names = part(f->slot_names);
    t->n_slot_names = f->slot_names.n;
    t->pool = part(f->pool);
    t->pool_bytes = f->pool.n;
    t->root = f->root;
    return t;
}

static struct file *embedded_file(struct library *l, uint32_t i)
{
    struct file *f = &l->embedded[i];
    if (!f->tree) {
        f->name = part_str(blob_file(i)->name);
        f->tree = embedded_tree(l, i);
    }
    return f;
}

static struct file *find_file(struct library *l, str name)
{
    for (size_t i = l->user.n; i-- > 0;) {
        if (str_eq(l->user.items[i]->name, name)) {
            return l->user.items[i];
        }
    }
    for (uint32_t i = 0; i < header()->n_files; i++) {
        if (str_eq(part_str(blob_file(i)->name), name)) {
            return embedded_file(l, i);
        }
    }
    return NULL;
}

/* --- running a file --- */

static bool run_file(struct library *l, struct file *f);

/* A file as a value: its globals are attributes. */
struct namespace_object {
    struct object base;
    const struct dict *globals;
};

static bool namespace_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    const struct entry *x = dict_find_str(((struct namespace_object *)o)->globals, name);
    if (!x) {
        return eval_raise(e, TYPE_ATTRIBUTE_ERROR, "the file defines no '%.*s'", STR_ARG(name));
    }
    *out = x->value;
    return true;
}

static const struct object_class NAMESPACE = {
    .name = "library file", .attribute = namespace_attribute};

/* The file that a dotted module name means, run; NULL after raising. */
static struct file *imported_file(
    struct library *l, struct eval *e, const struct tree *t, node_id id, str module)
{
    char *path = (char *)arena_printf(l->arena, "%.*s.star", STR_ARG(module)).p;
    for (size_t i = 0; i < module.n; i++) {
        path[i] = path[i] == '.' ? '/' : path[i];
    }
    struct file *f = find_file(l, str_of(path));
    if (!f) {
        eval_raise_at(e, t, id, TYPE_IMPORT_ERROR, "there is no library file '%s'", path);
        return NULL;
    }
    if (!run_file(l, f)) {
        eval_raise_at(e, t, id, TYPE_IMPORT_ERROR, "'%s' %s", path,
            f->running ? "imports this file itself" : "has an error");
        return NULL;
    }
    return f;
}

/* `import modules.nn as nn` */
static bool import_namespace(struct library *l, struct eval *e, struct frame *frame, node_id id)
{
    const struct tree *t = frame->tree;
    EACH_CHILD (t, id, alias) {
        const struct node *a = tree_node(t, alias);
        if (!a->op) {
            return eval_raise_at(e, t, id, TYPE_SYNTAX_ERROR,
                "a library file is imported as `import folder.file as name`");
        }
        struct file *f = imported_file(l, e, t, id, string_str(tree_string(t, a->data)));
        if (!f) {
            return false;
        }
        struct namespace_object *o = ARENA_NEW(l->arena, struct namespace_object);
        o->base.class_ = &NAMESPACE;
        o->globals = f->globals;
        struct value v = value_of_object(&o->base);
        if (!eval_bind(e, frame, a->child, v)) {
            return false;
        }
    }
    return true;
}

/* `from modules.layers import conv` reads modules/layers.star. */
static bool import_file(struct eval *e, struct frame *frame, node_id id)
{
    struct library *l = e->host->data;
    const struct tree *t = frame->tree;
    const struct node *n = tree_node(t, id);
    if (n->kind == NODE_IMPORT) {
        return import_namespace(l, e, frame, id);
    }
    if (n->op > 0) {
        return eval_raise_at(e, t, id, TYPE_SYNTAX_ERROR,
            "a library file imports by `from folder.file import name`");
    }
    struct file *f = imported_file(l, e, t, id, string_str(tree_string(t, n->data)));
    if (!f) {
        return false;
    }
    EACH_CHILD (t, id, alias) {
        const struct string *name = tree_string(t, tree_node(t, alias)->data);
        const struct value *v = dict_get(f->globals, name->bytes);
        if (!v) {
            return eval_raise_at(e, t, alias, TYPE_IMPORT_ERROR, "'%.*s' defines no '%s'",
                STR_ARG(f->name), name->bytes);
        }
        if (!eval_bind(e, frame, tree_child(t, alias, 0), *v)) {
            return false;
        }
    }
    return true;
}

/* The function `module`, `rule`, ... as library code sees it. */
struct declare {
    struct object base;
    struct library *library;
    enum library_kind kind;
};

static bool declare(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    struct declare *d = (struct declare *)o;
    struct library *l = d->library;
    *out = value_none();
    if (args->n_positional != 1) {
        return eval_raise(
            e, TYPE_TYPE_ERROR, "%s() takes a name, and then keywords", library_kind_name(d->kind));
    }
    struct dict *all = dict_new(e->arena, args->n_keywords + 1);
    dict_set_str(e->arena, all, STR("name"), args->positional[0]);
    for (uint32_t i = 0; i < args->n_keywords; i++) {
        const struct entry *k = &args->keywords[i];
        dict_set(e->arena, all, &k->key, k->hash, k->value);
    }
    VEC_EACH (struct declared *, it, &l->entries) {
        struct declared *x = *it;
        if (x->file == l->running && x->call == args->node && x->kind == d->kind) {
            struct declaration *made = ARENA_NEW(l->arena, struct declaration);
            *made = (struct declaration){.kind = d->kind,
                .name = x->name,
                .arguments = all,
                .tree = args->tree,
                .node = args->node,
                .globals = e->frame->globals,
                .file = x->file->name};
            x->declaration = made;
        }
    }
    struct value frozen = value_of_dict(all);
    value_freeze(&frozen);
    return true;
}

static const struct object_class DECLARE = {.name = "declaration", .call = declare};

static bool host_name(struct eval *e, str name, struct value *out)
{
    struct library *l = e->host->data;
    for (int k = 0; k < LIBRARY_KINDS; k++) {
        if (str_is(name, library_kind_name((enum library_kind)k))) {
            struct declare *d = ARENA_NEW(l->arena, struct declare);
            *d = (struct declare){{&DECLARE}, l, (enum library_kind)k};
            *out = value_of_object(&d->base);
            return true;
        }
    }
    return l->outer && l->outer->name && l->outer->name(e, name, out);
}

static void report(struct library *l, const struct tree *t, const struct eval *e)
{
    const struct exception *x = e->raised;
    struct loc at = x->tree ? tree_loc(x->tree, x->node) : (struct loc){t->source, {0, 0}};
    str text = eval_exception_text(l->arena, x);
    if (l->diags) {
        diags_add(l->diags, "LIB001", SEVERITY_ERROR, at, "this library file has an error: %.*s",
            STR_ARG(text))
            ->fatal = true;
    }
}

struct note {
    struct library *library;
    struct file *file;
};

static void note_entry(void *data, const struct blob_name *name)
{
    struct note *n = data;
    struct declared **names = &n->library->by_name[name->kind], *newest = NULL;
    HASH_FIND(hh, *names, name->name.p, name->name.n, newest);
    for (const struct declared *it = newest; it; it = it->older) {
        if (it->file == n->file) {
            return;
        }
    }
    struct declared *x = ARENA_NEW(n->library->arena, struct declared);
    *x = (struct declared){.kind = (enum library_kind)name->kind,
        .name = name->name,
        .file = n->file,
        .call = name->call,
        .older = newest};
    vec_push(n->library, &n->library->entries, x);
    if (newest) {
        HASH_DEL(*names, newest);
    }
    HASH_ADD_KEYPTR(hh, *names, x->name.p, x->name.n, x);
}

static bool run_file(struct library *l, struct file *f)
{
    if (f->globals || f->failed || f->running) {
        return f->globals && !f->running;
    }
    struct file *outer = l->running;
    f->running = true;
    l->running = f;
    struct note note = {l, f};
    blob_each_name(f->tree, note_entry, &note);
    l->host = (struct eval_host){.data = l, .name = host_name, .import = import_file};
    struct eval e;
    eval_init(&e, l->arena, l->limits, &PROFILE_LIBRARY, &l->host);
    struct dict *globals = dict_new(l->arena, 16);
    bool good = eval_module(&e, f->tree, globals);
    if (good) {
        struct value all = value_of_dict(globals);
        value_freeze(&all);
        f->globals = globals;
    } else {
        f->failed = true;
        report(l, f->tree, &e);
    }
    l->running = outer;
    f->running = false;
    return good;
}

/* --- folders of the user --- */

static void add_user_file(struct library *l, str folder, str path, struct diags *diags)
{
    struct source *source;
    str reason;
    if (files_read(l->files, l->arena, path, &source, &reason) != FILE_OK) {
        diags_add(diags, "LIB001", SEVERITY_ERROR, (struct loc){0}, "cannot read '%.*s': %.*s",
            STR_ARG(path), STR_ARG(reason))
            ->fatal = true;
        return;
    }
    struct file *f = ARENA_NEW(l->arena, struct file);
    f->name = str_slice(source->path, folder.n + 1, source->path.n);
    f->is_user = true;
    f->tree = python_parse(l->arena, l->limits, diags, source, source->bytes, NULL, 0);
    f->failed = f->tree->broken;
    vec_push(l, &l->user, f);
    struct note note = {l, f};
    blob_each_name(f->tree, note_entry, &note);
}

static int by_path(const void *left, const void *right)
{
    return str_cmp(*(const str *)left, *(const str *)right);
}

static void scan(struct library *l, str folder, str dir, uint32_t depth, struct diags *diags)
{
    DIR *d = depth < 8 && files_has_dir(l->files, dir) ? opendir(arena_str(l->arena, dir).p) : NULL;
    if (!d) {
        return;
    }
    VEC(str) names = {0};
    for (struct dirent *it; (it = readdir(d)) != NULL;) {
        if (it->d_name[0] != '.') {
            vec_push(l, &names, arena_str(l->arena, path_join(l->arena, dir, str_of(it->d_name))));
        }
    }
    closedir(d);
    if (names.n > 0) {
        qsort(names.items, names.n, sizeof *names.items, by_path);
    }
    VEC_EACH (str, path, &names) {
        if (files_has_dir(l->files, *path)) {
            scan(l, folder, *path, depth + 1, diags);
        } else if (str_ends(*path, STR(".star"))) {
            add_user_file(l, folder, *path, diags);
        }
    }
}

void library_add_folder(struct library *l, str folder, struct diags *diags)
{
    pthread_mutex_lock(&l->lock);
    while (folder.n > 1 && folder.p[folder.n - 1] == '/') {
        folder.n--;
    }
    scan(l, arena_str(l->arena, folder), arena_str(l->arena, folder), 0, diags);
    pthread_mutex_unlock(&l->lock);
}

/* --- finding --- */

static int compare_entry(const struct blob_entry *e, uint32_t kind, str name)
{
    if (e->kind != kind) {
        return e->kind < kind ? -1 : 1;
    }
    return str_cmp(part_str(e->name), name);
}

static const struct blob_entry *blob_find(uint32_t kind, str name)
{
    uint32_t low = 0, high = header()->n_entries;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int c = compare_entry(&blob_entries()[middle], kind, name);
        if (c == 0) {
            return &blob_entries()[middle];
        }
        if (c < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static struct declared *find_entry(struct library *l, enum library_kind kind, str name, bool user)
{
    struct declared *x = NULL;
    HASH_FIND(hh, l->by_name[kind], name.p, name.n, x);
    while (x && x->file->is_user != user) {
        x = x->older;
    }
    return x;
}

static const struct declaration *find(
    struct library *l, enum library_kind kind, str name, struct diags *diags)
{
    struct declared *x = find_entry(l, kind, name, true);
    if (!x) {
        x = find_entry(l, kind, name, false);
    }
    if (!x) {
        const struct blob_entry *b = blob_find((uint32_t)kind, name);
        if (!b) {
            return NULL;
        }
        struct file *f = embedded_file(l, b->file);
        struct note note = {l, f};
        blob_each_name(f->tree, note_entry, &note);
        x = find_entry(l, kind, name, false);
    }
    if (!x->declaration) {
        l->diags = diags;
        run_file(l, x->file);
        l->diags = NULL;
    }
    return x->declaration;
}

const struct declaration *library_find(
    struct library *l, enum library_kind kind, str name, struct diags *diags)
{
    pthread_mutex_lock(&l->lock);
    const struct declaration *d = find(l, kind, name, diags);
    pthread_mutex_unlock(&l->lock);
    return d;
}

static int by_string(const void *left, const void *right)
{
    return str_cmp(value_str(left), value_str(right));
}

struct list *library_names(struct library *l, struct arena *a, enum library_kind kind)
{
    struct dict *seen = dict_new(a, 16);
    pthread_mutex_lock(&l->lock);
    for (uint32_t i = 0; i < header()->n_entries; i++) {
        if (blob_entries()[i].kind == (uint32_t)kind) {
            dict_set_str(a, seen, part_str(blob_entries()[i].name), value_none());
        }
    }
    VEC_EACH (struct declared *, it, &l->entries) {
        if ((*it)->kind == kind) {
            dict_set_str(a, seen, (*it)->name, value_none());
        }
    }
    pthread_mutex_unlock(&l->lock);
    struct list *names = list_new(a, seen->n);
    for (uint32_t i = 0; i < seen->n; i++) {
        list_push(a, names, seen->entries[i].key);
    }
    if (names->n > 0) {
        qsort(names->items, names->n, sizeof *names->items, by_string);
    }
    return names;
}

str library_nearest(struct library *l, struct arena *a, enum library_kind kind, str name)
{
    struct list *names = library_names(l, a, kind);
    size_t cap = name.n < 4 ? 1 : name.n < 10 ? 2 : 3, least = cap + 1;
    str best = STR("");
    for (uint32_t i = 0; i < names->n; i++) {
        str other = value_str(&names->items[i]);
        size_t distance = str_distance(name, other, cap);
        if (distance < least) {
            least = distance;
            best = other;
        }
    }
    return best;
}

bool library_check(struct library *l, struct diags *diags)
{
    bool good = true;
    pthread_mutex_lock(&l->lock);
    l->diags = diags;
    for (uint32_t i = 0; i < header()->n_files; i++) {
        good &= run_file(l, embedded_file(l, i));
    }
    VEC_EACH (struct file *, f, &l->user) {
        good &= run_file(l, *f);
    }
    l->diags = NULL;
    pthread_mutex_unlock(&l->lock);
    return good;
}

const struct value *declaration_get(const struct declaration *d, const char *name)
{
    return dict_get(d->arguments, name);
}

const struct limits *library_limits(const struct library *l)
{
    return l->limits;
}

const struct value *library_global(
    struct library *l, str file, const char *name, struct diags *diags)
{
    pthread_mutex_lock(&l->lock);
    struct file *f = find_file(l, file);
    l->diags = diags;
    const struct value *v = f && run_file(l, f) ? dict_get(f->globals, name) : NULL;
    l->diags = NULL;
    pthread_mutex_unlock(&l->lock);
    return v;
}
