#include "cli/baseline.h"

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
};

struct baseline {
    str folder;
    VEC(struct known) list;
};

static str path_of(struct run *r, const struct baseline *b, const struct diag *d)
{
    str path =
        d->at.source ? d->at.source->absolute : path_absolute(r->arena, r->files->cwd, d->subject);
    return path_is_under(path, b->folder) ? path_relative(r->arena, path, b->folder) : path;
}

static struct known *find(struct baseline *b, str path, str code, str key)
{
    VEC_EACH (struct known, k, &b->list) {
        if (str_eq(k->path, path) && str_eq(k->code, code) && str_eq(k->key, key)) {
            return k;
        }
    }
    return NULL;
}

static str text_at(const struct dict *d, const char *name)
{
    const struct value *v = dict_get(d, name);
    return v && v->kind == VALUE_STRING ? value_str(v) : STR("");
}

static bool read(struct run *r, str path, struct baseline *out)
{
    files_add_root_of(r->files, path);
    const struct dict *d = data_file_read(r, path);
    const struct value *version = d ? dict_get(d, "version") : NULL;
    const struct value *list = d ? dict_get(d, "findings") : NULL;
    if (!d) {
        return false;
    }
    if (!version || !value_is_int(version) || value_as_int(version) != VERSION || !list ||
        !value_is_sequence(list)) {
        run_usage(
            r, "'%.*s' is no baseline of this version; --write-baseline makes one", STR_ARG(path));
        return false;
    }
    for (uint32_t i = 0; i < list->list->n; i++) {
        const struct value *v = &list->list->items[i];
        const struct value *count = v->kind == VALUE_DICT ? dict_get(v->dict, "count") : NULL;
        if (count && value_is_int(count)) {
            vec_push(r, &out->list,
                ((struct known){text_at(v->dict, "path"), text_at(v->dict, "code"),
                    text_at(v->dict, "key"), value_as_int(count)}));
        }
    }
    return true;
}

bool baseline_apply(struct run *r, str path, struct diags *found)
{
    struct baseline b = {.folder = path_dirname(path_absolute(r->arena, r->files->cwd, path))};
    if (!read(r, path, &b)) {
        return false;
    }
    VEC_EACH (struct diag, d, &found->list) {
        struct known *k =
            d->suppressed || d->fatal ? NULL : find(&b, path_of(r, &b, d), str_of(d->code), d->key);
        if (k && k->count > 0) {
            k->count--;
            d->suppressed = true;
        }
    }
    return true;
}

bool baseline_write(struct run *r, str path, const struct diags *found)
{
    str absolute = path_absolute(r->arena, r->files->cwd, path);
    struct baseline b = {.folder = path_dirname(absolute)};
    VEC_EACH (struct diag, d, &found->list) {
        str file = path_of(r, &b, d);
        struct known *k = find(&b, file, str_of(d->code), d->key);
        if (d->suppressed || d->fatal) {
            continue;
        }
        if (k) {
            k->count++;
        } else {
            vec_push(r, &b.list, ((struct known){file, str_of(d->code), d->key, 1}));
        }
    }
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "version", VERSION);
    cJSON *all = cJSON_AddArrayToObject(o, "findings");
    VEC_EACH (struct known, k, &b.list) {
        cJSON *one = cJSON_CreateObject();
        json_add(r->arena, one, "path", k->path);
        json_add(r->arena, one, "code", k->code);
        json_add(r->arena, one, "key", k->key);
        cJSON_AddNumberToObject(one, "count", (double)k->count);
        cJSON_AddItemToArray(all, one);
    }
    struct buf text = buf_make(r);
    json_print(&text, o, true);
    files_add_root_of(r->files, absolute);
    return output_new(r, path, buf_str(&text));
}
