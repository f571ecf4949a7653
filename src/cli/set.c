/* cfglint set: changes settings of a config where they are written. */
#include "base/utf8.h"
#include "cli/output.h"
#include "eval/eval.h"
#include "syntax/python.h"

/* A Python literal; what is none is text. */
static struct value read_value(struct run *r, str text)
{
    struct diags *ignored = diags_new(r);
    str copy = arena_str(r->arena, str_trim(text));
    struct source *source = source_new(r->arena, STR("<argument>"), STR("<argument>"), copy, false);
    struct tree *t =
        python_parse_expression(r->arena, &r->limits, ignored, source, (span){0, (uint32_t)copy.n});
    struct eval e;
    struct value v;
    eval_init(&e, r->arena, &r->limits, &PROFILE_LIBRARY, NULL);
    bool good = !t->broken && eval_expression(&e, t, t->root, dict_new(r->arena, 0), &v) &&
                (v.kind <= VALUE_DICT || value_is_set(&v));
    if (!good) {
        v = value_string(r->arena, text);
    }
    v.tree = NULL;
    return v;
}

/* `[12]` at a place of a key: where it ends; 0 when it is something else. */
static size_t index_end(str key, size_t at)
{
    size_t end = at + 1;
    while (end < key.n && key.p[end] >= '0' && key.p[end] <= '9') {
        end++;
    }
    bool last = end + 1 == key.n || (end + 1 < key.n && str_is_one_of(key.p[end + 1], ".["));
    return at > 0 && end > at + 1 && end < key.n && key.p[end] == ']' && last ? end : 0;
}

/* A key with dots alone: `heads[1].w` is `heads.1.w`.  The parts are not empty. */
static bool read_key(struct run *r, str key, str *out)
{
    struct buf b = buf_make(r);
    bool good = utf8_check(key) == key.n;
    for (size_t i = 0; good && i < key.n; i++) {
        size_t end = key.p[i] == '[' ? index_end(key, i) : 0;
        good = end || !str_is_one_of(key.p[i], "[]");
        if (end) {
            buf_byte(&b, '.');
            buf_put(&b, str_slice(key, i + 1, end));
            i = end;
        } else {
            buf_byte(&b, key.p[i]);
        }
    }
    *out = buf_str(&b);
    good = good && out->n > 0 && out->p[0] != '.' && out->p[out->n - 1] != '.' &&
           str_find(*out, STR(".."), 0) == SIZE_MAX;
    if (!good) {
        run_usage(r,
            "'%.*s' is no key: names with dots between them, and the items of lists as heads.0 or "
            "heads[0]",
            STR_ARG(key));
    }
    return good;
}

static bool read_changes(struct run *r, struct changes *out)
{
    for (size_t i = 1; i < r->args.paths.n; i++) {
        str text = r->args.paths.items[i];
        size_t equal = str_find(text, STR("="), 0);
        if (equal == SIZE_MAX || equal == 0) {
            run_usage(r, "'%.*s' is no KEY=VALUE", STR_ARG(text));
            return false;
        }
        str key, value = str_slice(text, equal + 1, text.n);
        if (!read_key(r, str_slice(text, 0, equal), &key)) {
            return false;
        }
        if (utf8_check(value) < value.n) {
            run_usage(r, "'%.*s': the value is not UTF-8", STR_ARG(text));
            return false;
        }
        changes_put(out, key, read_value(r, value));
    }
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_DELETE) {
            str key;
            if (!read_key(r, g->value, &key)) {
                return false;
            }
            changes_drop(out, key);
        }
    }
    if (out->list.n == 0) {
        run_usage(r, "cfglint set takes a file and what to change in it: KEY=VALUE, --delete KEY");
        return false;
    }
    return true;
}

enum exit_status command_set(struct run *r)
{
    struct changes *changes = changes_new(r->arena);
    if (r->args.paths.n == 0) {
        run_usage(r, "cfglint set takes a file and what to change in it");
        return EXIT_USAGE;
    }
    if (args_has(&r->args, OPTION_CFG_OPTIONS)) {
        run_usage(r, "--cfg-options overrides a config while it is read; `set` takes KEY=VALUE");
        return EXIT_USAGE;
    }
    if (!read_changes(r, changes)) {
        return EXIT_USAGE;
    }
    if (!output_lock(r)) {
        return EXIT_USAGE;
    }
    struct config *c = run_resolve(r, r->args.paths.items[0]);
    struct rewrite_options options = {0};
    struct rewritten w;
    if (c->failed || !output_options(r, c, &options) ||
        !rewrite(
            r->loader, r->arena, c, changes->list.items, changes->list.n, &options, &w, r->diags)) {
        return EXIT_USAGE;
    }
    return output_rewritten(r, &w) ? EXIT_CLEAN : EXIT_USAGE;
}
