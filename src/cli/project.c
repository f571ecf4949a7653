#include "cli/project.h"

#include "cli/data_file.h"
#include "eval/text.h"
#include "text/path.h"

#include <fnmatch.h>

enum key_kind {
    KEY_SCALAR,
    KEY_LIST,
    KEY_PATH
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
    {OPTION_REF_BATCH, KEY_SCALAR},
    {OPTION_PROFILE, KEY_SCALAR},
    {OPTION_DIALECT, KEY_SCALAR},
    {OPTION_LIBRARY, KEY_PATH},
    {OPTION_BASELINE, KEY_PATH},
};

enum {
    N_KEYS = sizeof KEYS / sizeof *KEYS
};

/* --- reading --- */

static str scalar_text(struct run *r, const struct value *v)
{
    struct buf b = buf_make(r);
    bool unknown = false;
    if (v->kind == VALUE_STRING) {
        return value_str(v);
    }
    text_repr(r->arena, &b, v, &unknown);
    return buf_str(&b);
}

/* A list as the command line has it: with commas. */
static str list_text(struct run *r, const struct value *v)
{
    struct buf b = buf_make(r);
    for (uint32_t i = 0; i < v->list->n; i++) {
        str one = scalar_text(r, &v->list->items[i]);
        buf_puts(&b, i ? "," : "");
        buf_put(&b, one);
    }
    return buf_str(&b);
}

static bool take_key(struct run *r, size_t key, const struct entry *e, struct args *first)
{
    enum option option = KEYS[key].option;
    bool is_list = value_is_sequence(&e->value);
    if (e->value.kind == VALUE_DICT || (is_list && KEYS[key].kind == KEY_SCALAR)) {
        data_file_wrong(r, &e->value, "'%s' takes one value here", args_option_name(option));
        return false;
    }
    if (value_is_none(&e->value) || !args_fits(&r->args, option) ||
        (option == OPTION_SELECT && args_has(&r->args, option))) {
        return true;
    }
    for (uint32_t i = 0; i < (is_list ? e->value.list->n : 1); i++) {
        const struct value *one = is_list ? &e->value.list->items[i] : &e->value;
        str text =
            is_list && KEYS[key].kind == KEY_LIST ? list_text(r, &e->value) : scalar_text(r, one);
        if (KEYS[key].kind == KEY_PATH) {
            text = path_absolute(r->arena, r->project.folder, text);
        }
        vec_push(r, &first->options, ((struct given){option, text}));
        if (KEYS[key].kind == KEY_LIST) {
            break;
        }
    }
    return true;
}

static bool unknown_key(struct run *r, const struct entry *e)
{
    str name = value_str(&e->key), best = STR("");
    size_t least = 3;
    for (size_t i = 0; i < N_KEYS; i++) {
        str other = str_of(args_option_name(KEYS[i].option));
        size_t d = str_distance(name, other, 2);
        if (d < least) {
            least = d;
            best = other;
        }
    }
    struct diag *d = data_file_wrong(r, &e->key, "there is no option '%.*s'", STR_ARG(name));
    if (best.n > 0) {
        diag_help(r->diags, d, "did you mean %.*s?", STR_ARG(best));
    }
    return false;
}

static bool take_patterns(struct run *r, const struct entry *e, bool *taken)
{
    *taken = true;
    if (value_is_str(&e->key, "per-file-ignores")) {
        if (e->value.kind != VALUE_DICT) {
            data_file_wrong(r, &e->value, "per-file-ignores is a mapping: PATTERN: [CODE, ...]");
            return false;
        }
        r->project.per_file = e->value.dict;
    } else if (value_is_str(&e->key, "exclude")) {
        if (!value_is_sequence(&e->value)) {
            data_file_wrong(r, &e->value, "exclude is a list of patterns");
            return false;
        }
        r->project.exclude = e->value.list;
    } else {
        *taken = false;
    }
    return true;
}

static bool take_entry(struct run *r, const struct entry *e, struct args *first)
{
    bool taken;
    if (!take_patterns(r, e, &taken)) {
        return false;
    }
    for (size_t i = 0; i < N_KEYS && !taken; i++) {
        if (value_is_str(&e->key, args_option_name(KEYS[i].option))) {
            return take_key(r, i, e, first);
        }
    }
    return taken || unknown_key(r, e);
}

/* --- finding --- */

static str find(struct run *r)
{
    static const char *const names[] = {".cfglint.yaml", ".cfglint.yml"};
    str given = args_value(&r->args, OPTION_CONFIG, STR(""));
    if (given.n > 0) {
        files_add_root_of(r->files, given);
        return path_absolute(r->arena, r->files->cwd, given);
    }
    if (args_has(&r->args, OPTION_ISOLATED) || r->args.paths.n == 0) {
        return STR("");
    }
    str dir = path_absolute(r->arena, r->files->cwd, r->args.paths.items[0]);
    files_add_root_of(r->files, path_join(r->arena, dir, STR("x")));
    if (!files_has_dir(r->files, dir)) {
        files_add_root_of(r->files, dir);
        dir = path_dirname(dir);
    }
    for (; files_is_inside(r->files, dir); dir = path_dirname(dir)) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            str path = path_join(r->arena, dir, str_of(names[i]));
            if (files_has_file(r->files, path)) {
                return path;
            }
        }
        if (path_dirname(dir).n == dir.n) {
            break;
        }
    }
    return STR("");
}

static bool reads_files(enum command c)
{
    return c != COMMAND_EXPLAIN && c != COMMAND_LIST && c != COMMAND_DUMP;
}

bool project_setup(struct run *r)
{
    str path = reads_files(r->args.command) ? find(r) : STR("");
    if (path.n == 0) {
        return true;
    }
    struct args first = {.command = r->args.command};
    r->project.file = path;
    r->project.folder = path_dirname(path);
    const struct dict *d = data_file_read(r, path);
    for (uint32_t i = 0; d && i < d->n; i++) {
        if (!take_entry(r, &d->entries[i], &first)) {
            return false;
        }
    }
    VEC_EACH (struct given, g, &r->args.options) {
        vec_push(r, &first.options, *g);
    }
    r->args.options.items = first.options.items;
    r->args.options.n = first.options.n;
    r->args.options.cap = first.options.cap;
    return d != NULL;
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
