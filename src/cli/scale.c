/* cfglint scale --gpus 4 FILE: the same recipe on another number of GPUs. */
#include "cli/output.h"
#include "cli/values.h"
#include "report/plan.h"

/* What moves; NULL after a diagnostic. */
static struct changes *moved(
    struct run *r, struct settings *s, struct recipe *recipe, struct followed *f)
{
    int64_t gpus, batch;
    struct recipe_options o = {.gpus_from = run_source(r, OPTION_GPUS)};
    if (!values_count(r, OPTION_GPUS, &gpus) || !values_lr_rule(r, &o.rule) ||
        !settings_make_sense(s, true, r->diags)) {
        return NULL;
    }
    if (!setting_int(settings_get(s, "batch"), &batch)) {
        run_usage(
            r, "no key that %.*s reads gives the samples of one GPU", STR_ARG(settings_profile(s)));
        return NULL;
    }
    struct regime_options regime = {.gpus = (uint32_t)gpus};
    struct regime now = regime_read(s, &regime, r->diags);
    struct changes *c = changes_new(r->arena);
    recipe_read(recipe, r->arena, s, &now, batch, &o);
    f->arena = r->arena;
    if (recipe_follow(recipe, s, batch, now.accumulation, c, f)) {
        return c;
    }
    str why = f->notes.n ? f->notes.items[f->notes.n - 1] : STR("");
    run_usage(r, "it cannot be scaled: %.*s", STR_ARG(why));
    return NULL;
}

enum exit_status command_scale(struct run *r)
{
    str path = run_one_path(r);
    struct rewrite_options where = {0};
    struct recipe recipe;
    struct followed followed = {0};
    struct rewritten w = {0};
    if (path.n > 0 && !args_has(&r->args, OPTION_GPUS)) {
        run_usage(r, "cfglint scale needs --gpus: how many GPUs the run has");
        return EXIT_USAGE;
    }
    struct config *c = path.n && output_lock(r) ? run_resolve(r, path) : NULL;
    if (!c || c->failed || !output_options(r, c, &where)) {
        return EXIT_USAGE;
    }
    where.along = true;
    struct settings *s =
        where.variant.n ? run_settings_of_heir(r, c, r->diags) : run_settings(r, c, r->diags);
    where.consumed = s ? settings_read_keys(s) : NULL;
    where.follows = s ? settings_get(s, "workers")->path : STR("");
    struct changes *changes = s ? moved(r, s, &recipe, &followed) : NULL;
    changes = changes ? changes_derived(r->loader, r->arena, s, changes, &where) : NULL;
    if (!changes || !rewrite(r->loader, r->arena, c, changes->list.items, changes->list.n, &where,
                        &w, r->diags)) {
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    recipe_text(&b, &recipe, &followed, changes);
    run_note(r, &b);
    return output_rewritten(r, &w) ? EXIT_CLEAN : EXIT_USAGE;
}
