#include "cli/output.h"

#include "report/diff.h"
#include "report/text.h"
#include "text/path.h"

bool output_options(struct run *r, const struct config *c, struct rewrite_options *out)
{
    str variant = args_value(&r->args, OPTION_OUTPUT, STR(""));
    str into = args_value(&r->args, OPTION_INTO, STR(""));
    if (variant.n > 0 && (into.n > 0 || args_has(&r->args, OPTION_IN_PLACE))) {
        run_usage(r, "-o makes a new file; it does not go with --in-place or --into");
        return false;
    }
    if (variant.n > 0) {
        out->variant = path_absolute(r->arena, r->files->cwd, variant);
        if (c->source && str_eq(out->variant, c->source->absolute)) {
            run_usage(r, "-o names the config itself; --in-place replaces it");
            return false;
        }
    }
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

static void print_diff(struct run *r, const struct rewritten *w)
{
    struct buf b = buf_make(r);
    bool color = text_wants_color(r->out, args_value(&r->args, OPTION_COLOR, STR("auto")));
    str path = w->source ? w->source->path : args_value(&r->args, OPTION_OUTPUT, w->path);
    if (w->source) {
        diff_write(&b, path, w->source, &w->edits, color);
    } else {
        diff_write_new(&b, path, w->text, color);
    }
    run_print(r, &b);
}

bool output_rewritten(struct run *r, const struct rewritten *w)
{
    bool writes = !w->source || args_has(&r->args, OPTION_IN_PLACE);
    bool diff = args_has(&r->args, OPTION_DIFF);
    if (diff) {
        print_diff(r, w);
    }
    if (!writes || (diff && !w->source)) { /* --diff only shows what -o would write */
        if (!diff) {
            fwrite(w->text.p, 1, w->text.n, r->out);
        }
        return true;
    }
    bool same = w->source && str_eq(w->source->bytes, w->text);
    str reason;
    bool written =
        same || (w->source ? files_replace_source(r->files, r->arena, w->source, w->text, &reason)
                           : files_replace(r->files, r->arena, w->path, w->text, &reason));
    if (!written) {
        struct diag *d = diags_add(r->diags, "IO002", SEVERITY_ERROR, (struct loc){0},
            "this file cannot be written: %.*s", STR_ARG(reason));
        d->subject = w->source ? w->source->path : args_value(&r->args, OPTION_OUTPUT, w->path);
        d->fatal = true;
        return false;
    }
    return true;
}
