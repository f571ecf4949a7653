#include "cli/verify.h"

#include "cli/output.h"
#include "plan/rewrite.h"
#include "text/path.h"

enum {
    ITERATIONS = 20 /* the largest are not among them, but all buffers are there */
};

bool verify_is_possible(struct run *r)
{
    bool writes = args_has(&r->args, OPTION_OUTPUT) || args_has(&r->args, OPTION_IN_PLACE);
    if (args_has(&r->args, OPTION_VERIFY) && (!writes || args_has(&r->args, OPTION_DIFF))) {
        run_usage(r, "--verify measures a file: name it by -o, or give --in-place");
        return false;
    }
    return true;
}

static str stem_of(str path)
{
    str base = path_basename(path);
    return str_slice(base, 0, base.n - path_extension(base).n);
}

static str filled(struct arena *a, str pattern, str word, str value)
{
    size_t at = str_find(pattern, word, 0);
    return at == SIZE_MAX ? pattern
                          : arena_concat(a, arena_concat(a, str_slice(pattern, 0, at), value),
                                str_slice(pattern, at + word.n, pattern.n));
}

/* How people start a run of so many GPUs. */
static str command_of(struct run *r, const struct settings *s, str config, str folder, int64_t gpus)
{
    str pattern = settings_command(s);
    if (pattern.n == 0) {
        return gpus > 1 ? arena_printf(r->arena, "bash tools/dist_train.sh %.*s %lld",
                              STR_ARG(config), (long long)gpus)
                        : arena_printf(r->arena, "python tools/train.py %.*s", STR_ARG(config));
    }
    str number = arena_printf(r->arena, "%lld", (long long)gpus);
    pattern = filled(r->arena, pattern, STR("{config}"), config);
    pattern = filled(r->arena, pattern, STR("{folder}"), folder);
    return filled(r->arena, pattern, STR("{gpus}"), number);
}

/* The options of this run, for the next one. */
static void put_options(struct buf *b, struct run *r)
{
    static const struct {
        enum option option;
        const char *name;
    } again[] = {{OPTION_GPU, "--gpu"}, {OPTION_GPU_MEMORY, "--gpu-memory"},
        {OPTION_TARGET, "--target"}, {OPTION_GPUS, "--gpus"}, {OPTION_REF_BATCH, "--ref-batch"},
        {OPTION_PREFER, "--prefer"}, {OPTION_KEEP, "--keep"}, {OPTION_MAX_BATCH, "--max-batch"},
        {OPTION_MAX_GROWTH, "--max-growth"}, {OPTION_LR_RULE, "--lr-rule"},
        {OPTION_TORCH, "--torch"}, {OPTION_DIALECT, "--dialect"}, {OPTION_PROFILE, "--profile"}};
    for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
        if (args_has(&r->args, again[i].option)) {
            str value = args_value(&r->args, again[i].option, STR(""));
            foreign_printf(b, " %s %.*s", again[i].name, STR_ARG(value));
        }
    }
    buf_puts(b, args_has(&r->args, OPTION_FIT) ? " --fit" : "");
}

bool verify_write(struct run *r, str planned, const struct plan *p)
{
    str dir = path_dirname(planned), stem = stem_of(planned), why = STR("");
    str probe = arena_printf(r->arena, "%.*s%s%.*s_probe%.*s", STR_ARG(dir), dir.n ? "/" : "",
        STR_ARG(stem), STR_ARG(path_extension(planned)));
    str folder = arena_printf(r->arena, "work_dirs/%.*s_probe", STR_ARG(stem));
    struct config *c = run_resolve(r, planned);
    struct settings *s = c->failed ? NULL : run_settings_of_heir(r, c, r->diags);
    struct changes *changes = changes_new(r->arena);
    if (!s) {
        return false;
    }
    if (!settings_probe(s, ITERATIONS, folder, changes, &why)) {
        run_usage(r, "--verify: there is no short run of it: %.*s", STR_ARG(why));
        return false;
    }
    struct rewrite_options where = {.variant = path_absolute(r->arena, r->files->cwd, probe)};
    struct rewritten w = {0};
    if (!rewrite(
            r->loader, r->arena, c, changes->list.items, changes->list.n, &where, &w, r->diags) ||
        !output_new(r, probe, w.text)) {
        return false;
    }
    struct buf b = buf_make(r);
    str command = command_of(r, s, probe, folder, p->recipe.gpus);
    int64_t n;
    bool ends = setting_int(settings_get(settings_with(s, changes), "max_iters"), &n);
    foreign_printf(&b,
        "to verify, run %d iterations%s, and plan again with what they take:\n  %.*s\n", ITERATIONS,
        ends && n == ITERATIONS ? "" : " (end it when the log has so many lines)",
        STR_ARG(command));
    struct buf options = buf_make(r);
    put_options(&options, r);
    str given = buf_str(&options);
    foreign_printf(&b, "  cfglint plan%.*s --log \"$(ls -t %.*s/%s | head -1)\" --in-place %.*s\n",
        STR_ARG(given), STR_ARG(folder),
        str_is(settings_generation(s), "mmengine") ? "*/*.log" : "*.log", STR_ARG(planned));
    run_note(r, &b);
    return true;
}
