#include "cli/output.h"

#include "cli/heirs.h"

#include "report/diff.h"
#include "report/text.h"
#include "text/path.h"
#include "text/save.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_options(struct run *r, const struct config *c, struct rewrite_options *out)
{
    str variant = args_value(&r->args, OPTION_OUTPUT, STR(""));
    bool is_variant = args_has(&r->args, OPTION_OUTPUT);
    str into = args_value(&r->args, OPTION_INTO, STR(""));
    if (is_variant && (into.n > 0 || args_has(&r->args, OPTION_IN_PLACE))) {
        run_usage(r, "-o makes a new file; it does not go with --in-place or --into");
        return false;
    }
    if (is_variant) {
        out->variant = path_absolute(r->arena, r->files->cwd, variant);
        if (c->source && str_eq(out->variant, c->source->absolute)) {
            run_usage(r, "-o names the config itself; --in-place replaces it");
            return false;
        }
    }
    out->along = args_has(&r->args, OPTION_ALONG);
    if (into.n > 0) {
        out->target = path_absolute(r->arena, r->files->cwd, into);
        bool part = false;
        VEC_EACH (const struct config_file, f, &c->files) {
            part |= str_eq(f->source->absolute, out->target);
        }
        if (!part) {
            run_usage(r, "--into: '%.*s' is no part of this config", STR_ARG(into));
            return false;
        }
    }
    return true;
}

/* --- files --- */

static bool save(struct run *r, const struct save *s, str shown)
{
    str reason;
    if (save_file(r->files, r->arena, s, &reason)) {
        return true;
    }
    output_refused(r, shown, reason);
    return false;
}

void output_refused(struct run *r, str path, str reason)
{
    struct diag *d = diags_add(r->diags, "IO002", SEVERITY_ERROR, (struct loc){0},
        "this file cannot be written: %.*s", STR_ARG(reason));
    d->subject = arena_str(r->arena, path);
    d->fatal = true;
}

bool output_new(struct run *r, str path, str text)
{
    struct save s = {.path = path, .text = text, .force = args_has(&r->args, OPTION_FORCE)};
    return save(r, &s, path);
}

bool output_replace(struct run *r, const struct source *was, str text, const struct file_lock *lock)
{
    struct save s = {.path = was->absolute,
        .text = text,
        .was = was,
        .lock = lock,
        .force = args_has(&r->args, OPTION_FORCE)};
    return save(r, &s, was->path);
}

bool output_lock(struct run *r)
{
    str reason, path = args_value(&r->args, OPTION_INTO, r->args.paths.items[0]);
    if (!args_has(&r->args, OPTION_IN_PLACE)) {
        return true;
    }
    r->lock = save_lock(r->files, r, r->arena, path, &reason);
    if (!r->lock) {
        output_refused(r, path, reason);
    }
    return r->lock != NULL;
}

void output_go_on(struct run *r, const struct found_configs *configs)
{
    size_t n = 0;
    VEC_EACH (const struct found_config, f, &configs->list) {
        n += save_go_on(r->files, r->arena, f->path);
    }
    struct buf b = buf_make(r);
    if (n > 0) {
        foreign_printf(&b, "%zu file%s replaced: a run that was killed had begun it\n", n,
            n == 1 ? " is" : "s are");
    }
    run_note(r, &b);
}

/* --- rewritten configs --- */

/* Services that read commands from what a step prints. */
static bool in_ci(void)
{
    static const char *const marks[] = {"CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *value = getenv(marks[i]);
        if (value && *value && strcmp(value, "false") != 0) {
            return true;
        }
    }
    return false;
}

struct diff_style output_style(struct run *r)
{
    struct stat st;
    int fd = fileno(r->out);
    bool pipe = fd >= 0 && fstat(fd, &st) == 0 && !S_ISREG(st.st_mode);
    return (struct diff_style){
        .color = text_wants_color(r->out, args_value(&r->args, OPTION_COLOR, STR("auto"))),
        .exact = !pipe || (!isatty(fd) && !in_ci())};
}

static void print_text(struct run *r, str text)
{
    struct buf b = buf_make(r);
    diff_text(&b, text, output_style(r).exact);
    run_print(r, &b);
}

static void print_diff(struct run *r, const struct rewritten *w)
{
    struct buf b = buf_make(r);
    struct diff_style style = output_style(r);
    str path = w->source ? w->source->path : args_value(&r->args, OPTION_OUTPUT, w->path);
    if (w->source) {
        diff_write(&b, path, w->source, &w->edits, style);
    } else {
        diff_write_new(&b, path, w->text, style);
    }
    run_print(r, &b);
}

bool output_rewritten(struct run *r, const struct rewritten *w)
{
    bool writes = !w->source || args_has(&r->args, OPTION_IN_PLACE);
    bool shown = !writes && isatty(fileno(r->out)) == 1; /* nobody reads a whole file */
    bool diff = args_has(&r->args, OPTION_DIFF) || shown;
    if (diff) {
        print_diff(r, w);
    }
    if (!writes || (diff && !w->source)) { /* --diff only shows what -o would write */
        if (!diff) {
            print_text(r, w->text);
        }
        return true;
    }
    if (w->source && str_eq(w->source->bytes, w->text)) {
        return true;
    }
    if (w->source) {
        heirs_tell(r, w->source);
        return output_replace(r, w->source, w->text, r->lock);
    }
    return output_new(r, args_value(&r->args, OPTION_OUTPUT, w->path), w->text);
}
