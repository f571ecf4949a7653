#include "cli/baseline.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "cli/data_file.h"
#include "cli/output.h"
#include "report/json.h"
#include "text/path.h"

enum {
    VERSION = 1
};

/* Findings of one kind in one file. */
struct known {
    str path, code, key; /* path: from the baseline's folder */
    int64_t count;
    str all; /* the three, which a hash goes by */
    UT_hash_handle hh;
};

struct baseline {
    str folder;
    struct known *list; /* in the order of adding */
};

/* As it is, so that a finding is known by whatever way its file is reached. */
static str folder_of(struct run *r, str path)
{
    str absolute = path_absolute(r->arena, r->files->cwd, path);
    return files_real(r->files, r->arena, path_dirname(absolute));
}

static str path_of(struct run *r, const struct baseline *b, const struct diag *d)
{
    str path = d->at.source ? d->at.source->real : files_real(r->files, r->arena, d->subject);
    path = path_is_under(path, b->folder) ? path_relative(r->arena, path, b->folder) : path;
    return utf8_check(path) == path.n ? path : uri_of(r->arena, path);
}

static struct known *find(struct arena *a, struct baseline *b, str path, str code, str key)
{
    str all = arena_printf(
        a, "%zu %zu %.*s%.*s%.*s", path.n, code.n, STR_ARG(path), STR_ARG(code), STR_ARG(key));
    struct known *k = NULL;
    HASH_FIND(hh, b->list, all.p, all.n, k);
    if (!k) {
        k = ARENA_NEW(a, struct known);
        *k = (struct known){.path = path, .code = code, .key = key, .all = all};
        HASH_ADD_KEYPTR(hh, b->list, k->all.p, k->all.n, k);
    }
    return k;
}

static str text_at(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v ? value_str(v) : STR("");
}

static bool read(struct run *r, str path, struct baseline *out)
{
    const struct dict *d = data_file_read(r, path);
    const struct value *version = d ? dict_get(d, "version") : NULL;
    const struct value *list = d ? dict_get(d, "findings") : NULL;
    if (!d) {
        return run_blame(r, OPTION_BASELINE);
    }
    if (!version || !value_is_int(version) || value_as_int(version) != VERSION || !list ||
        !value_is_sequence(list)) {
        run_usage(
            r, "'%.*s' is no baseline of this version; --write-baseline makes one", STR_ARG(path));
        return run_blame(r, OPTION_BASELINE);
    }
    for (uint32_t i = 0; i < list->list->n; i++) {
        const struct value *v = &list->list->items[i];
        const struct value *count = v->kind == VALUE_DICT ? dict_get(v->dict, "count") : NULL;
        if (!count || count->kind != VALUE_INT || count->i < 0) {
            data_file_wrong(r, v, "a path, a code, a key and a count are expected here");
            return false;
        }
        struct known *k = find(r->arena, out, text_at(v->dict, "path"), text_at(v->dict, "code"),
            text_at(v->dict, "key"));
        k->count += count->i < INT64_MAX - k->count ? count->i : INT64_MAX - k->count;
    }
    return true;
}

bool baseline_apply(struct run *r, str path, struct diags *found)
{
    struct baseline b = {.folder = folder_of(r, path)};
    if (!read(r, path, &b)) {
        return false;
    }
    VEC_EACH (struct diag, d, &found->list) {
        struct known *k = d->suppressed || d->fatal
                              ? NULL
                              : find(r->arena, &b, path_of(r, &b, d), str_of(d->code), d->key);
        if (k && k->count > 0) {
            k->count--;
            d->suppressed = true;
        }
    }
    HASH_CLEAR(hh, b.list);
    return true;
}

static void put_known(struct run *r, struct buf *out, const struct baseline *b)
{
    struct json j = json_new(r->arena, out, true);
    j.as = FOREIGN_JSON; /* a key is found again, whatever it holds */
    json_object(&j, NULL);
    json_integer(&j, "version", VERSION);
    json_array(&j, "findings");
    for (const struct known *k = b->list; k; k = k->hh.next) {
        json_object(&j, NULL);
        json_text(&j, "path", k->path);
        json_text(&j, "code", k->code);
        json_text(&j, "key", k->key);
        json_integer(&j, "count", k->count);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}

bool baseline_write(struct run *r, str path, const struct diags *found)
{
    struct baseline b = {.folder = folder_of(r, path)};
    VEC_EACH (struct diag, d, &found->list) {
        if (!d->suppressed && !d->fatal) {
            find(r->arena, &b, path_of(r, &b, d), str_of(d->code), d->key)->count++;
        }
    }
    struct buf text = buf_make(r);
    put_known(r, &text, &b);
    HASH_CLEAR(hh, b.list);
    files_add_root_of(r->files, path);
    return output_new(r, path, buf_str(&text));
}
