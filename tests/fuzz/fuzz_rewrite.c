/*
 * A rewritten config resolves to what was planned, and the same change again is no change.
 *
 * The input is a config, a line `===`, and changes: `KEY=TEXT` sets a string or a number, `-KEY`
 * deletes.  A line `===yaml` makes the config a YAML file.
 */
#include "plan/rewrite.h"

#include "config/compare.h"

#include "fuzz.h"

static struct value value_of(struct arena *a, str text)
{
    char *end;
    long long n = strtoll(arena_str(a, text).p, &end, 10);
    return text.n > 0 && *end == '\0' ? value_int(n) : value_string(a, text);
}

/* Parts of a path are not empty: the command line refuses others. */
static bool is_path(str key)
{
    return key.n > 0 && key.p[0] != '.' && key.p[key.n - 1] != '.' &&
           str_find(key, STR(".."), 0) == SIZE_MAX;
}

static struct changes *read_changes(struct arena *a, str text)
{
    struct changes *c = changes_new(a);
    for (size_t at = 0; at < text.n && c->list.n < 4;) {
        size_t end = str_find(text, STR("\n"), at);
        end = end == SIZE_MAX ? text.n : end;
        str line = str_slice(text, at, end);
        size_t equal = str_find(line, STR("="), 0);
        if (line.n > 1 && line.p[0] == '-') {
            if (is_path(str_slice(line, 1, line.n))) {
                changes_drop(c, str_slice(line, 1, line.n));
            }
        } else if (equal != SIZE_MAX && is_path(str_slice(line, 0, equal))) {
            changes_put(
                c, str_slice(line, 0, equal), value_of(a, str_slice(line, equal + 1, line.n)));
        }
        at = end + 1;
    }
    return c;
}

static void run(void *ctx, str text, str path, str plan)
{
    struct limits limits = fuzz_limits();
    struct arena *a = arena_new(ctx);
    struct diags *diags = diags_new(ctx);
    struct files *files = files_new(ctx, &limits);
    struct loader *l = loader_new(ctx, &limits, files, library_new(ctx, &limits, files, NULL));
    struct config_options options = {.replaced_path = path, .replaced_text = text};
    struct config *c = config_resolve(l, a, path, &options, diags);
    struct changes *changes = read_changes(a, plan);
    struct rewrite_options how = {0};
    struct rewritten w;
    if (c->failed || changes->list.n == 0 ||
        !rewrite(l, a, c, changes->list.items, changes->list.n, &how, &w, diags)) {
        return;
    }
    struct config_options again = {.replaced_path = path, .replaced_text = w.text};
    struct config *d = config_resolve(l, a, path, &again, diags);
    fuzz_promise(!d->failed);
    const struct change *last = &changes->list.items[changes->list.n - 1];
    const struct value *v = config_at(d, last->path);
    fuzz_promise(last->deletes ? v == NULL : v && value_same(v, &last->value));
    struct rewritten same;
    if (changes->list.n == 1 &&
        rewrite(l, a, d, changes->list.items, changes->list.n, &how, &same, diags)) {
        fuzz_promise(str_eq(same.text, w.text));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    void *ctx = mem_context(NULL);
    struct source *s = n < 4000 ? fuzz_source(arena_new(ctx), data, n) : NULL;
    size_t cut = s ? str_find(s->bytes, STR("\n==="), 0) : SIZE_MAX;
    size_t line = cut != SIZE_MAX ? str_find(s->bytes, STR("\n"), cut + 1) : SIZE_MAX;
    if (line != SIZE_MAX) {
        bool yaml = str_is(str_slice(s->bytes, cut + 1, line), "===yaml");
        run(ctx, str_slice(s->bytes, 0, cut + 1),
            yaml ? STR("/f/configs/x.yaml") : STR("/f/configs/x.py"),
            str_slice(s->bytes, line + 1, s->bytes.n));
    }
    talloc_free(ctx);
    return 0;
}
