#include "cli/project.h"

#include "cli/data_file.h"
#include "cli/values.h"
#include "eval/text.h"
#include "text/path.h"

#include <fnmatch.h>

enum key_kind {
    KEY_SCALAR,
    KEY_LIST,
    KEY_PATH,
    KEY_MAPPING
};

static const struct {
    enum option option;
    enum key_kind kind;
} KEYS[] = {
    {OPTION_SELECT, KEY_LIST},
    {OPTION_EXTEND_SELECT, KEY_LIST},
    {OPTION_IGNORE, KEY_LIST},
    {OPTION_FAIL_ON, KEY_SCALAR},
    {OPTION_GPU, KEY_SCALAR},
    {OPTION_GPU_MEMORY, KEY_SCALAR},
    {OPTION_GPUS, KEY_SCALAR},
    {OPTION_TARGET, KEY_SCALAR},
    {OPTION_TORCH, KEY_SCALAR},
    {OPTION_LR_RULE, KEY_SCALAR},
    {OPTION_PREFER, KEY_SCALAR},
    {OPTION_MAX_BATCH, KEY_SCALAR},
    {OPTION_MAX_GROWTH, KEY_SCALAR},
    {OPTION_REF_BATCH, KEY_SCALAR},
    {OPTION_PROFILE, KEY_SCALAR},
    {OPTION_DIALECT, KEY_SCALAR},
    {OPTION_ROOT, KEY_PATH},
    {OPTION_PACKAGE_PATH, KEY_PATH},
    {OPTION_LIBRARY, KEY_PATH},
    {OPTION_BASELINE, KEY_PATH},
    {OPTION_DEPLOY, KEY_MAPPING},
    {OPTION_TRAIN, KEY_MAPPING},
};

enum {
    N_KEYS = sizeof KEYS / sizeof *KEYS
};

/* --- reading --- */

/* What the command line would have: a plain scalar is its text, so that 1.10 stays 1.10. */
static bool scalar_text(struct run *r, const struct value *v, str *out)
{
    bool unknown = false, plain = v->kind == VALUE_BOOL || v->kind == VALUE_INT ||
                                  v->kind == VALUE_FLOAT || v->kind == VALUE_BIG_INT;
    if (v->kind == VALUE_STRING) {
        *out = value_str(v);
        return true;
    }
    if (!plain) {
        data_file_wrong(r, v, "a word or a number is expected here");
        return false;
    }
    *out = tree_text(v->tree, v->node);
    if (out->n > 0 && str_is_one_of(out->p[0], "&!")) { /* an anchor or a tag stands before it */
        struct buf b = buf_make(r);
        text_repr(r->arena, &b, v, &unknown);
        *out = buf_str(&b);
    }
    return true;
}

static bool take_value(struct run *r, size_t key, const struct value *v, struct args *first)
{
    str text;
    if (!scalar_text(r, v, &text)) {
        return false;
    }
    if (KEYS[key].kind == KEY_PATH) {
        text = path_absolute(r->arena, r->project.folder, text);
        if (!files_leads_inside(r->files, r->arena, text)) {
            struct diag *d =
                data_file_wrong(r, v, "'%s' names what lies outside the folders that may be read",
                    args_option_name(KEYS[key].option));
            diag_help(r->diags, d, "give it on the command line, which may name any place");
            return false;
        }
    }
    vec_push(r, &first->options, ((struct given){KEYS[key].option, text, value_loc(v)}));
    return true;
}

/* deploy: {gpu: orin, latency: 100ms} is --deploy gpu=orin --deploy latency=100ms. */
static bool take_mapping(struct run *r, size_t key, const struct entry *e, struct args *first)
{
    const char *name = args_option_name(KEYS[key].option);
    if (e->value.kind != VALUE_DICT) {
        data_file_wrong(r, &e->value, "%s is a mapping: {gpu: NAME, memory: SIZE, ...}", name);
        return false;
    }
    for (uint32_t i = 0; i < e->value.dict->n; i++) {
        const struct entry *x = &e->value.dict->entries[i];
        str text;
        if (x->key.kind != VALUE_STRING) {
            data_file_wrong(r, &x->key, "a word is expected here");
            return false;
        }
        if (!scalar_text(r, &x->value, &text)) {
            return false;
        }
        str word = value_str(&x->key);
        text = arena_printf(r->arena, "%.*s=%.*s", STR_ARG(word), STR_ARG(text));
        vec_push(
            r, &first->options, ((struct given){KEYS[key].option, text, value_loc(&x->value)}));
    }
    return true;
}

static bool take_key(struct run *r, size_t key, const struct entry *e, struct args *first)
{
    if (KEYS[key].kind == KEY_MAPPING) {
        return take_mapping(r, key, e, first);
    }
    bool is_list = value_is_sequence(&e->value), is_one = KEYS[key].kind == KEY_SCALAR;
    if (e->value.kind == VALUE_DICT || (is_one && (is_list || value_is_none(&e->value)))) {
        data_file_wrong(
            r, &e->value, "'%s' takes one value here", args_option_name(KEYS[key].option));
        return false;
    }
    for (uint32_t i = 0; is_list && i < e->value.list->n; i++) {
        if (!take_value(r, key, &e->value.list->items[i], first)) {
            return false;
        }
    }
    return is_list || value_is_none(&e->value) || take_value(r, key, &e->value, first);
}

static const char *const PATTERN_KEYS[] = {"per-file-ignores", "exclude"};

static void nearer(str name, const char *other, size_t *least, const char **best)
{
    size_t d = str_distance(name, str_of(other), 2);
    *best = d < *least ? other : *best;
    *least = d < *least ? d : *least;
}

static bool unknown_key(struct run *r, const struct entry *e)
{
    size_t least = 3;
    const char *best = NULL;
    if (e->key.kind != VALUE_STRING) {
        data_file_wrong(r, &e->key, "the name of an option is expected here");
        return false;
    }
    str name = value_str(&e->key);
    for (size_t i = 0; i < N_KEYS; i++) {
        nearer(name, args_option_name(KEYS[i].option), &least, &best);
    }
    for (size_t i = 0; i < 2; i++) {
        nearer(name, PATTERN_KEYS[i], &least, &best);
    }
    struct diag *d =
        data_file_wrong(r, &e->key, "there is no option '%.*s' for this file", STR_ARG(name));
    if (best) {
        diag_help(r->diags, d, "did you mean %s?", best);
    }
    return false;
}

/* A word, or a list of words. */
static bool are_words(struct run *r, const struct value *v)
{
    bool is_list = value_is_sequence(v);
    for (uint32_t i = 0; i < (is_list ? v->list->n : 1); i++) {
        const struct value *one = is_list ? &v->list->items[i] : v;
        if (one->kind != VALUE_STRING) {
            data_file_wrong(r, one, "a text is expected here");
            return false;
        }
    }
    return true;
}

static bool take_ignores(struct run *r, const struct entry *e)
{
    if (e->value.kind != VALUE_DICT) {
        data_file_wrong(r, &e->value, "per-file-ignores is a mapping: PATTERN: [CODE, ...]");
        return false;
    }
    r->project.per_file = e->value.dict;
    for (uint32_t i = 0; i < e->value.dict->n; i++) {
        const struct entry *x = &e->value.dict->entries[i];
        if (!are_words(r, &x->key) || !are_words(r, &x->value)) {
            return false;
        }
    }
    return true;
}

static bool take_exclude(struct run *r, const struct entry *e)
{
    if (!value_is_sequence(&e->value)) {
        data_file_wrong(r, &e->value, "exclude is a list of patterns");
        return false;
    }
    r->project.exclude = e->value.list;
    return are_words(r, &e->value);
}

static bool take_entry(struct run *r, const struct entry *e, struct args *first)
{
    if (value_is_str(&e->key, PATTERN_KEYS[0])) {
        return take_ignores(r, e);
    }
    if (value_is_str(&e->key, PATTERN_KEYS[1])) {
        return take_exclude(r, e);
    }
    for (size_t i = 0; i < N_KEYS; i++) {
        if (value_is_str(&e->key, args_option_name(KEYS[i].option))) {
            return take_key(r, i, e, first);
        }
    }
    return unknown_key(r, e);
}

/* --- finding --- */

/* The one of a folder; empty where there is none. */
static str file_in(struct run *r, str dir)
{
    static const char *const names[] = {".cfglint.yaml", ".cfglint.yml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        str path = path_join(r->arena, dir, str_of(names[i]));
        if (files_has_name(r->files, path)) {
            return path;
        }
    }
    return STR("");
}

/* The nearest one in the folder or above it, below `top`. */
static str nearest(struct run *r, str dir, str top)
{
    for (; files_is_inside(r->files, dir) && !str_eq(dir, top); dir = path_dirname(dir)) {
        str path = file_in(r, dir);
        if (path.n > 0 || path_dirname(dir).n == dir.n) {
            return path;
        }
    }
    return STR("");
}

static str folder_of(struct run *r, str path)
{
    str all = path_absolute(r->arena, r->files->cwd, path);
    run_allow(r, all);
    return files_has_dir(r->files, all) ? all : path_dirname(all);
}

struct folders {
    VEC(str) list;
};

/* Those of the arguments that are paths. */
static struct folders folders_named(struct run *r)
{
    struct folders all = {0};
    enum command c = r->args.command;
    for (size_t i = c == COMMAND_STUB ? 1 : 0; i < r->args.paths.n; i++) {
        if (c != COMMAND_SET || i == 0) {
            vec_push(r, &all.list, folder_of(r, r->args.paths.items[i]));
        }
    }
    return all;
}

/* What holds for some of what is named is not read: nobody is to think that it was. */
static void tell_others(struct run *r, const struct folders *named, str top)
{
    VEC(str) told = {0};
    VEC_EACH (str, dir, &named->list) {
        str other = nearest(r, *dir, top);
        bool known = other.n == 0;
        VEC_EACH (str, it, &told) {
            known |= str_eq(*it, other);
        }
        if (!known) {
            vec_push(r, &told, other);
            struct diag *d = diags_add(r->diags, "USE001", SEVERITY_WARNING, (struct loc){0},
                "'%.*s' is not read: it holds for some of what is named only",
                STR_ARG(run_shown(r, other)));
            diag_help(r->diags, d, "name what it holds for alone, or --config FILE");
        }
    }
}

/* The nearest one above all that is named. */
static str find(struct run *r)
{
    str given = args_value(&r->args, OPTION_CONFIG, STR(""));
    if (given.n > 0) {
        files_add_root_of(r->files, given);
        return path_absolute(r->arena, r->files->cwd, given);
    }
    if (args_has(&r->args, OPTION_ISOLATED)) {
        return STR("");
    }
    struct folders named = folders_named(r);
    str top = named.list.n > 0 ? named.list.items[0] : STR("");
    VEC_EACH (str, dir, &named.list) {
        while (!path_is_under(*dir, top) && path_dirname(top).n < top.n) {
            top = path_dirname(top);
        }
    }
    tell_others(r, &named, top);
    return top.n > 0 ? nearest(r, top, STR("")) : top;
}

static bool reads_files(enum command c)
{
    return c != COMMAND_EXPLAIN && c != COMMAND_LIST && c != COMMAND_DUMP;
}

/* What the command understands of the file's options, and then those of the command line. */
static void put_first(struct run *r, const struct args *first)
{
    struct args all = {0};
    VEC_EACH (struct given, g, &first->options) {
        bool again = g->option == OPTION_SELECT && args_has(&r->args, OPTION_SELECT);
        if (args_fits(&r->args, g->option) && !again) {
            vec_push(r, &all.options, *g);
        }
    }
    VEC_EACH (struct given, g, &r->args.options) {
        vec_push(r, &all.options, *g);
    }
    r->args.options.items = all.options.items;
    r->args.options.n = all.options.n;
    r->args.options.cap = all.options.cap;
}

bool project_setup(struct run *r)
{
    str path = reads_files(r->args.command) ? find(r) : STR("");
    if (path.n == 0) {
        return true;
    }
    struct args own = r->args, first = {.command = own.command};
    r->project.file = path;
    r->project.folder = path_dirname(path);
    if (args_value(&own, OPTION_CONFIG, STR("")).n == 0 && !files_has_file(r->files, path)) {
        struct diag *d =
            run_usage(r, "'%.*s' is not read: it is no file below the folders that may be read",
                STR_ARG(run_shown(r, path)));
        diag_help(r->diags, d, "--config FILE takes one that lies anywhere, --isolated none");
        return false;
    }
    const struct dict *d = data_file_read(r, path);
    for (uint32_t i = 0; d && i < d->n; i++) {
        if (!take_entry(r, &d->entries[i], &first)) {
            return false;
        }
    }
    r->args.options.items = first.options.items;
    r->args.options.n = first.options.n;
    bool good = d && values_check(r);
    r->args = own;
    if (good) {
        put_first(r, &first);
    }
    return good;
}

/* --- patterns --- */

static bool fits_in(struct arena *a, str pattern, str absolute, str folder)
{
    const char *p = arena_str(a, pattern).p;
    str rest = path_relative(a, absolute, folder);
    if (fnmatch(p, rest.p, 0) == 0) {
        return true;
    }
    bool is_name = str_find(pattern, STR("/"), 0) == SIZE_MAX;
    for (; rest.n > 0 && !str_is(rest, "."); rest = path_dirname(rest)) {
        str part = is_name ? path_basename(rest) : rest;
        if (fnmatch(p, arena_str(a, part).p, 0) == 0) {
            return true;
        }
    }
    return false;
}

/* `*` goes across folders; a pattern without a slash is one for the file's name, or for a folder
 * on its way. */
static bool fits(const struct run *r, str pattern, str absolute)
{
    void *ctx = mem_context(NULL);
    bool fit = path_is_under(absolute, r->project.folder) &&
               fits_in(arena_new(ctx), pattern, absolute, r->project.folder);
    talloc_free(ctx);
    return fit;
}

bool project_excludes(const struct run *r, str path)
{
    const struct list *l = r->project.exclude;
    for (uint32_t i = 0; l && i < l->n; i++) {
        if (l->items[i].kind == VALUE_STRING &&
            fits(r, value_str(&l->items[i]), path_absolute(r->arena, r->files->cwd, path))) {
            return true;
        }
    }
    return false;
}

struct words project_codes(struct run *r)
{
    struct words words = {0};
    const struct dict *d = r->project.per_file;
    for (uint32_t i = 0; d && i < d->n; i++) {
        const struct value *v = &d->entries[i].value;
        bool is_list = value_is_sequence(v);
        for (uint32_t k = 0; k < (is_list ? v->list->n : 1); k++) {
            const struct value *one = is_list ? &v->list->items[k] : v;
            vec_push(r, &words.list, ((struct selector){value_str(one), value_loc(one)}));
        }
    }
    return words;
}

static bool has_code(const struct value *codes, str code)
{
    if (codes->kind == VALUE_STRING) {
        return value_is_str(codes, "ALL") || str_starts(code, value_str(codes));
    }
    for (uint32_t i = 0; value_is_sequence(codes) && i < codes->list->n; i++) {
        if (has_code(&codes->list->items[i], code)) {
            return true;
        }
    }
    return false;
}

bool project_ignores(const struct run *r, str absolute, str code)
{
    const struct dict *d = r->project.per_file;
    for (uint32_t i = 0; d && i < d->n; i++) {
        const struct entry *e = &d->entries[i];
        if (e->key.kind == VALUE_STRING && has_code(&e->value, code) &&
            fits(r, value_str(&e->key), absolute)) {
            return true;
        }
    }
    return false;
}
