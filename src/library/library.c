#include "library/inside.h"

#include "eval/ops.h"
#include "library/embedded.h"
#include "syntax/python.h"
#include "text/path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    library_forget_answers(l);
    pthread_mutex_destroy(&l->lock);
    return 0;
}

struct library *library_new(void *talloc_ctx, const struct limits *limits, struct files *files,
    const struct eval_host *host)
{
    struct library *l = mem_zero(talloc_ctx, sizeof *l);
    l->arena = arena_new(l);
    l->answers_in = arena_new(l);
    l->limits = limits;
    l->files = files;
    l->outer = host;
    l->account = mem_zero(l, sizeof *l->account);
    l->embedded = mem_zero(l, (header()->n_files + 1) * sizeof *l->embedded);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&l->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    talloc_set_destructor(l, library_free);
    return l;
}

struct library *library_beside(void *talloc_ctx, struct library *first)
{
    struct library *l = library_new(talloc_ctx, first->limits, first->files, first->outer);
    talloc_free(l->account);
    l->account = first->account;
    return l;
}

/* --- files --- */

/* Its lines were found when the program was built. */
static struct source *embedded_source(struct library *l, const struct blob_file *f)
{
    struct source *s = ARENA_NEW(l->arena, struct source);
    str name = arena_printf(l->arena, "rules/%.*s", STR_ARG(part_str(f->name)));
    *s = (struct source){.path = name,
        .absolute = name,
        .bytes = part_str(f->text),
        .first_line = 1,
        .line_starts = part(f->line_starts),
        .n_lines = f->line_starts.n,
        .characters = f->characters.n ? part(f->characters) : NULL};
    return s;
}

/* The tree of an embedded file: its arrays are used where they are. */
static const struct tree *embedded_tree(struct library *l, uint32_t i)
{
    const struct blob_file *f = blob_file(i);
    struct tree *t = ARENA_NEW(l->arena, struct tree);
    t->source = embedded_source(l, f);
    t->text = t->source->bytes;
    t->nodes = part(f->nodes);
    t->places = part(f->places);
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

static int compare_file(const void *name, const void *file)
{
    return str_cmp(*(const str *)name, part_str(((const struct blob_file *)file)->name));
}

struct file *library_file(struct library *l, str name)
{
    for (size_t i = l->user.n; i-- > 0;) {
        if (str_eq(l->user.items[i]->name, name)) {
            return l->user.items[i];
        }
    }
    uint32_t n = header()->n_files;
    const struct blob_file *found =
        n == 0 ? NULL : bsearch(&name, blob_file(0), n, sizeof *found, compare_file);
    return found ? embedded_file(l, (uint32_t)(found - blob_file(0))) : NULL;
}

/* --- folders of the user --- */

static void add_user_file(struct library *l, str folder, str path, struct diags *diags)
{
    struct source *source;
    str reason;
    if (l->account->bytes > l->limits->config_bytes) {
        return;
    }
    if (files_read(l->files, l->arena, path, &source, &reason) != FILE_OK) {
        diags_add(diags, "LIB001", SEVERITY_ERROR, (struct loc){0}, "cannot read '%.*s': %.*s",
            STR_ARG(path), STR_ARG(reason))
            ->fatal = true;
        return;
    }
    l->account->bytes += source->bytes.n;
    if (l->account->bytes > l->limits->config_bytes) {
        return;
    }
    struct file *f = ARENA_NEW(l->arena, struct file);
    size_t below = folder.n + !str_ends(folder, STR("/")); /* of `/` itself nothing is left out */
    f->name = str_slice(source->path, below, source->path.n);
    f->is_user = true;
    f->tree = python_parse(l->arena, l->limits, diags, source, source->bytes, NULL, 0);
    f->failed = f->tree->broken;
    if (f->failed) {
        diags_refuse(diags, "SYN001");
    }
    vec_push(l, &l->user, f);
    library_note_file(l, f);
}

enum {
    MOST_DEPTH = 8 /* of folders in a library */
};

/* Of all folders together, as many entries and bytes as a config may have. */
static void scan(struct library *l, str folder, str dir, uint32_t depth, struct diags *diags)
{
    struct names names = {0};
    bool may = depth < MOST_DEPTH && l->account->seen <= l->limits->files;
    if (!may || !files_list(l->files, l->arena, dir, &names)) {
        return;
    }
    l->account->seen += names.list.n;
    VEC_EACH (struct name, name, &names.list) {
        str path = path_join(l->arena, dir, name->text);
        if (name->text.p[0] == '.') {
            continue;
        }
        if (name->is_dir) {
            scan(l, folder, path, depth + 1, diags);
        } else if (str_ends(path, STR(".star"))) {
            add_user_file(l, folder, path, diags);
        }
    }
}

void library_add_folder(struct library *l, str folder, struct diags *diags)
{
    pthread_mutex_lock(&l->lock);
    while (folder.n > 1 && folder.p[folder.n - 1] == '/') {
        folder.n--;
    }
    folder = arena_str(l->arena, folder);
    scan(l, folder, folder, 0, diags);
    bool many = l->account->seen > l->limits->files;
    bool large = l->account->bytes > l->limits->config_bytes;
    if (many || large) {
        struct diag *x = diags_add(diags, "LIM001", SEVERITY_ERROR, (struct loc){0},
            "with the library folder '%.*s' there %s than the limit %s allows", STR_ARG(folder),
            many ? "are more entries" : "is more to read", many ? "files" : "config_bytes");
        x->fatal = true;
    }
    memset(l->bare_names, 0, sizeof l->bare_names);
    l->takes = NULL;
    pthread_mutex_unlock(&l->lock);
}

/* --- finding --- */

struct entry_key {
    uint32_t kind;
    str name;
};

static int compare_entry(const void *key, const void *entry)
{
    const struct entry_key *k = key;
    const struct blob_entry *e = entry;
    if (k->kind != e->kind) {
        return k->kind < e->kind ? -1 : 1;
    }
    return str_cmp(k->name, part_str(e->name));
}

static const struct blob_entry *blob_find(uint32_t kind, str name)
{
    struct entry_key key = {kind, name};
    uint32_t n = header()->n_entries;
    return n == 0 ? NULL : bsearch(&key, blob_entries(), n, sizeof *blob_entries(), compare_entry);
}

struct declared *library_note(
    struct library *l, struct file *f, enum library_kind kind, str name, node_id call)
{
    struct declared *newest = NULL, *x = ARENA_NEW(l->arena, struct declared);
    HASH_FIND(hh, l->by_name[kind], name.p, name.n, newest);
    *x = (struct declared){.kind = kind, .name = name, .file = f, .call = call, .older = newest};
    vec_push(l, &l->entries, x);
    if (newest) {
        HASH_DEL(l->by_name[kind], newest);
    }
    HASH_ADD_KEYPTR(hh, l->by_name[kind], x->name.p, x->name.n, x);
    return x;
}

struct declared *library_noted(struct library *l, struct file *f, enum library_kind kind, str name)
{
    struct declared *x = NULL;
    HASH_FIND(hh, l->by_name[kind], name.p, name.n, x);
    while (x && x->file != f) {
        x = x->older;
    }
    const struct blob_entry *b = x || f->is_user ? NULL : blob_find((uint32_t)kind, name);
    return b && embedded_file(l, b->file) == f
               ? library_note(l, f, kind, part_str(b->name), b->call)
               : x;
}

/* The user's newest, else the embedded one. */
static struct declared *find_entry(struct library *l, enum library_kind kind, str name)
{
    struct declared *x = NULL;
    HASH_FIND(hh, l->by_name[kind], name.p, name.n, x);
    while (x && !x->file->is_user) {
        x = x->older;
    }
    const struct blob_entry *b = x ? NULL : blob_find((uint32_t)kind, name);
    return b ? library_noted(l, embedded_file(l, b->file), kind, name) : x;
}

static const struct declaration *find(
    struct library *l, enum library_kind kind, str name, struct diags *diags)
{
    struct declared *x = find_entry(l, kind, name);
    if (x && !x->declaration) {
        l->diags = diags;
        library_run_declaration(l, x);
        l->diags = NULL;
    }
    return x ? x->declaration : NULL;
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

/* One more value under a name without its project. */
static void note_bare_name(struct library *l, struct dict *to, str full, struct value v)
{
    str bare = dotted_last(full);
    const struct entry *known = dict_find_str(to, bare);
    struct list *all = known ? known->value.list : list_new(l->arena, 1);
    list_push(l->arena, all, v);
    if (!known) {
        dict_set_str(l->arena, to, bare, value_of_list(all));
    }
}

const struct dict *library_bare_names(struct library *l, enum library_kind kind)
{
    pthread_mutex_lock(&l->lock);
    if (!l->bare_names[kind]) {
        const struct list *names = library_names(l, l->arena, kind);
        l->bare_names[kind] = dict_new(l->arena, names->n);
        for (uint32_t i = 0; i < names->n; i++) {
            str name = value_str(&names->items[i]);
            note_bare_name(l, l->bare_names[kind], name, names->items[i]);
        }
    }
    const struct dict *found = l->bare_names[kind];
    pthread_mutex_unlock(&l->lock);
    return found;
}

static bool is_described(uint32_t kind)
{
    return kind == LIBRARY_module || kind == LIBRARY_dataset || kind == LIBRARY_transform ||
           kind == LIBRARY_optimizer;
}

const struct value *library_described(struct library *l)
{
    pthread_mutex_lock(&l->lock);
    if (!l->described.dict) {
        struct dict *files = dict_new(l->arena, header()->n_entries);
        for (uint32_t i = 0; i < header()->n_entries; i++) {
            const struct blob_entry *b = &blob_entries()[i];
            if (is_described(b->kind)) {
                struct value file = value_string(l->arena, part_str(blob_file(b->file)->name));
                note_bare_name(l, files, part_str(b->name), file);
            }
        }
        l->described = value_of_dict(files);
        value_freeze(&l->described);
    }
    pthread_mutex_unlock(&l->lock);
    return &l->described;
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

const struct tree *library_tree(struct library *l, uint32_t i, str *name)
{
    if (i >= header()->n_files) {
        return NULL;
    }
    pthread_mutex_lock(&l->lock);
    const struct file *f = embedded_file(l, i);
    pthread_mutex_unlock(&l->lock);
    *name = f->name;
    return f->tree;
}

bool library_check(struct library *l, struct diags *diags)
{
    bool good = true;
    pthread_mutex_lock(&l->lock);
    l->diags = diags;
    for (uint32_t i = 0; i < header()->n_entries; i++) {
        const struct blob_entry *b = &blob_entries()[i];
        struct file *f = embedded_file(l, b->file);
        good &= library_run_declaration(
            l, library_noted(l, f, (enum library_kind)b->kind, part_str(b->name)));
    }
    for (uint32_t i = 0; i < header()->n_files; i++) {
        good &= library_run_file(l, embedded_file(l, i));
    }
    VEC_EACH (struct file *, f, &l->user) {
        good &= library_run_file(l, *f);
    }
    l->diags = NULL;
    pthread_mutex_unlock(&l->lock);
    return good;
}

bool library_run_own(struct library *l, enum library_kind kind, struct diags *diags)
{
    bool good = true;
    pthread_mutex_lock(&l->lock);
    l->diags = diags;
    for (size_t i = 0; i < l->entries.n; i++) { /* a run may add entries of other files */
        const struct declared *x = l->entries.items[i];
        if (x->kind == kind && x->file->is_user) {
            good &= library_run_file(l, x->file);
        }
    }
    l->diags = NULL;
    pthread_mutex_unlock(&l->lock);
    return good;
}

static bool is_anything(const struct value *v)
{
    return v;
}

static bool is_dict(const struct value *v)
{
    return v->kind == VALUE_DICT;
}

static bool are(const struct value *v, enum value_kind kind)
{
    uint32_t i = 0;
    while (value_is_sequence(v) && i < v->list->n && v->list->items[i].kind == kind) {
        i++;
    }
    return value_is_sequence(v) && i == v->list->n;
}

/* None is empty: nobody would come to the end of looking for it. */
static bool are_words(const struct value *v)
{
    bool good = are(v, VALUE_STRING);
    for (uint32_t i = 0; good && i < v->list->n; i++) {
        good = value_str(&v->list->items[i]).n > 0;
    }
    return good;
}

static bool are_dicts(const struct value *v)
{
    return are(v, VALUE_DICT);
}

const struct value *declaration_get(const struct declaration *d, const char *name)
{
    return dict_get(d->arguments, name);
}

const struct list *declaration_rows(const struct declaration *d, const char *name)
{
    const struct value *v = declaration_get(d, name);
    return v && are_dicts(v) ? v->list : NULL;
}

str declaration_first_name(const struct declaration *d)
{
    const struct value *v = declaration_get(d, "name");
    return v->kind == VALUE_LIST && v->list->n ? value_str(&v->list->items[0]) : value_str(v);
}

const struct limits *library_limits(const struct library *l)
{
    return l->limits;
}

/* Files of the user's come whole in the place of ours. */
static void tell_missing(struct diags *diags, const struct file *f, const char *name)
{
    struct diag *x = diags_add(diags, "LIB001", SEVERITY_ERROR,
        (struct loc){f->tree->source, {0, 0}}, "this library file does not define '%s'", name);
    diag_help(diags, x,
        "it takes the place of the built-in %.*s as a whole; give it another name, or write all "
        "that that defines",
        STR_ARG(f->name));
    x->fatal = true;
}

static const struct value *global(struct library *l, str file, const char *name,
    bool (*fits)(const struct value *), const char *shape, struct diags *diags)
{
    pthread_mutex_lock(&l->lock);
    struct file *f = library_file(l, file);
    l->diags = diags;
    bool runs = f && library_run_file(l, f);
    const struct value *v = runs ? dict_get(f->globals, name) : NULL;
    if (runs && !v) {
        tell_missing(diags, f, name);
    } else if (v && !fits(v)) {
        diags_add(diags, "LIB001", SEVERITY_ERROR, (struct loc){f->tree->source, {0, 0}},
            "'%s' of this library file has to be %s", name, shape)
            ->fatal = true;
        v = NULL;
    }
    l->diags = NULL;
    pthread_mutex_unlock(&l->lock);
    return v;
}

const struct value *library_global(
    struct library *l, str file, const char *name, struct diags *diags)
{
    return global(l, file, name, is_anything, "", diags);
}

const struct dict *library_dict(struct library *l, str file, const char *name, struct diags *diags)
{
    static const struct dict none;
    const struct value *v = global(l, file, name, is_dict, "a dict", diags);
    return v ? v->dict : &none;
}

const struct list *library_words(struct library *l, str file, const char *name, struct diags *diags)
{
    static const struct list none;
    const struct value *v = global(l, file, name, are_words, "a list of texts", diags);
    return v ? v->list : &none;
}

const struct list *library_rows(struct library *l, str file, const char *name, struct diags *diags)
{
    static const struct list none;
    const struct value *v = global(l, file, name, are_dicts, "a list of dicts", diags);
    return v ? v->list : &none;
}

bool library_ask(struct library *l, struct arena *a, str file, const char *function,
    const struct value *args, uint32_t n, struct value *out, struct diags *diags)
{
    struct eval e;
    const struct value *f = library_global(l, file, function, diags);
    struct arguments call = {.positional = args, .n_positional = n};
    eval_init(&e, a, l->limits, &PROFILE_LIBRARY, NULL);
    return f && eval_call(&e, f, &call, out) && ops_charge_parts(&e, out, PARTS_A_STEP);
}
