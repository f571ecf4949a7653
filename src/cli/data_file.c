#include "cli/data_file.h"

#include "eval/eval.h"
#include "syntax/data.h"
#include "text/path.h"

struct diag *data_file_wrong(struct run *r, const struct value *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(r->arena, format, args);
    va_end(args);
    struct diag *d =
        diags_add(r->diags, "USE001", SEVERITY_ERROR, value_loc(at), "%.*s", STR_ARG(message));
    d->fatal = true;
    return d;
}

static struct tree *parse(struct run *r, struct source *s)
{
    bool json = str_is(path_extension(s->path), ".json");
    return (json ? json_parse : yaml_parse)(r->arena, &r->limits, r->diags, s, s->bytes, NULL, 0);
}

/* Is a key twice in one mapping? */
static bool repeats(struct run *r, const struct tree *t, node_id mapping)
{
    struct dict *keys = dict_new(r->arena, 0);
    EACH_CHILD (t, mapping, pair) {
        node_id key = tree_child(t, pair, 0);
        struct value v = {.kind = VALUE_STRING, .tree = t, .node = pair};
        if (tree_node(t, key)->kind != NODE_STRING) {
            continue;
        }
        v.s = tree_string(t, tree_node(t, key)->data);
        struct entry *old = dict_find_string(keys, v.s);
        if (old) {
            str name = string_str(v.s);
            struct diag *d = data_file_wrong(r, &v, "'%.*s' is said twice", STR_ARG(name));
            diag_relate(r->diags, d, value_loc(&old->key), "it is said here, too");
            return true;
        }
        dict_set(r->arena, keys, &v, v.s->hash, v);
    }
    return false;
}

static bool says_twice(struct run *r, const struct tree *t)
{
    for (node_id id = 1; id < t->n_nodes; id++) {
        if (tree_node(t, id)->kind == NODE_DICT && repeats(r, t, id)) {
            return true;
        }
    }
    return false;
}

const struct dict *data_file_read(struct run *r, str path)
{
    struct source *source;
    str reason, cwd = r->files->cwd; /* messages show the path as seen from here */
    if (path_is_under(path, cwd)) {
        path = path_relative(r->arena, path, cwd);
    }
    if (files_read(r->files, r->arena, path, &source, &reason) != FILE_OK) {
        struct diag *d = diags_add(r->diags, "IO001", SEVERITY_ERROR, (struct loc){0},
            "cannot read this file: %.*s", STR_ARG(reason));
        d->subject = arena_str(r->arena, path);
        d->fatal = true;
        return NULL;
    }
    struct tree *t = parse(r, source);
    struct eval e;
    struct value v = value_none();
    eval_init(&e, r->arena, &r->limits, &PROFILE_LIBRARY, NULL);
    if (t->broken) {
        diags_refuse(r->diags, "SYN001");
        return NULL;
    }
    if (t->root && !eval_data(&e, t, t->root, &v)) {
        str why = eval_exception_message(r->arena, e.raised);
        const struct value at = {.tree = t, .node = e.raised->node};
        data_file_wrong(r, &at, "%.*s", STR_ARG(why));
        return NULL;
    }
    if (says_twice(r, t)) {
        return NULL;
    }
    if (value_is_none(&v)) { /* an empty file */
        return dict_new(r->arena, 0);
    }
    if (v.kind != VALUE_DICT) {
        data_file_wrong(r, &v, "this file has to be a mapping at its top");
        return NULL;
    }
    return v.dict;
}
