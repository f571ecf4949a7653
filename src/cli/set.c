/* cfglint set: changes settings of a config where they are written. */
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

/* The parts of a key are not empty. */
static bool is_key(struct run *r, str key)
{
    bool good = key.n > 0 && key.p[0] != '.' && key.p[key.n - 1] != '.' &&
                str_find(key, STR(".."), 0) == SIZE_MAX;
    if (!good) {
        run_usage(
            r, "'%.*s' is no key: names and list indexes with dots between them", STR_ARG(key));
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
        if (!is_key(r, str_slice(text, 0, equal))) {
            return false;
        }
        changes_put(
            out, str_slice(text, 0, equal), read_value(r, str_slice(text, equal + 1, text.n)));
    }
    VEC_EACH (struct given, g, &r->args.options) {
        if (g->option == OPTION_DELETE) {
            if (!is_key(r, g->value)) {
                return false;
            }
            changes_drop(out, g->value);
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
