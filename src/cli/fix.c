#include "cli/fix.h"

#include "cli/many.h"
#include "cli/output.h"
#include "cli/project.h"
#include "lint/suppress.h"
#include "plan/rewrite.h"
#include "plan/text_diff.h"

enum {
    ROUNDS = 50,
    MOST_LINES = 30,   /* that one fix may add: a part that is written out whole is none */
    MOST_TOGETHER = 64 /* findings that are mended at once */
};

/* A finding whose fix was tried, by what does not move with the text. */
struct tried {
    const char *code;
    str key;
};

struct fixing {
    struct fixer *f;
    void *ctx;
    struct config *config;
    struct settings *settings; /* of the last round; NULL: none yet */
    struct diags *found; /* in the config as it is, each with its own fix; NULL: not looked for */
    VEC(struct tried) tried;
    size_t n_fixed;
};

static const struct fix *best(const struct fixer *f, const struct fix *fix)
{
    for (; fix; fix = fix->next) {
        if (fix->safety == FIX_SAFE || (f->unsafe && fix->safety == FIX_UNSAFE)) {
            return fix;
        }
    }
    return NULL;
}

static bool was_tried(const struct fixing *x, const struct diag *d)
{
    VEC_EACH (struct tried, t, &x->tried) {
        if (strcmp(t->code, d->code) == 0 && str_eq(t->key, d->key)) {
            return true;
        }
    }
    return false;
}

/* All that say the same. */
static void try_no_more(struct fixing *x, const struct diag *one)
{
    VEC_EACH (struct diag, d, &x->found->list) {
        if (diag_equal(d, one)) {
            vec_push(x->ctx, &x->tried, ((struct tried){d->code, d->key}));
        }
    }
}

/* Is it in the file that was asked to be linted?  Bases belong to others as well. */
static bool is_own(const struct config *c, const struct diag *d)
{
    return d->at.source && c->source && str_eq(d->at.source->absolute, c->source->absolute);
}

/* All rounds draw on one account. */
static struct diags *find(struct fixing *x)
{
    struct diags *diags = diags_new(x->ctx);
    struct settings *s = run_settings(x->f->run, x->config, diags);
    if (s && x->settings) {
        settings_go_on(s, x->settings);
    } else if (s) {
        settings_rounds(s);
    }
    if (s) {
        lint_config(x->f->lint, s, diags);
        x->settings = s;
    }
    struct suppressions *comments = suppressions_new(x->ctx, x->f->lint);
    suppressions_read(comments, x->config, false);
    suppressions_apply(comments, diags);
    diags_order(diags);
    return diags;
}

static void not_mended(struct fixing *x, const struct diag *d, str reason)
{
    struct fixer *f = x->f;
    struct line_col at = source_line_col(d->at.source, d->at.span.start);
    f->n_left++;
    foreign_printf(&f->left, "%.*s:%u:%u: %s is not mended: %.*s\n", STR_ARG(d->at.source->path),
        at.line, at.column, d->code, STR_ARG(reason));
}

static size_t lines_of(const struct config *c)
{
    return source_line_of(c->source, (uint32_t)c->source->bytes.n);
}

static bool make(struct fixing *x, const struct changes *c, struct rewritten *w, str *why)
{
    struct diags *notes = diags_new(x->ctx);
    if (!rewrite(x->f->run->loader, x->config->arena, x->config, c->list.items, c->list.n,
            &(struct rewrite_options){.along = true}, w, notes)) {
        *why = notes->list.n ? notes->list.items[0].message : STR("it cannot be written");
        return false;
    }
    if (lines_of(w->config) > lines_of(x->config) + MOST_LINES) {
        *why = STR("a large part of what is inherited would have to be written out here");
        return false;
    }
    many_keep(x->f->run, x->f->run->diags, notes);
    return true;
}

/* The changes for all findings that say the same: where a name stands for two parts, what is wrong
 * in both is mended in the text that makes them.  *n: how many findings; 0: too many. */
static const struct changes *together(struct fixing *x, const struct diag *first, size_t *n)
{
    struct changes *all = changes_new(x->config->arena);
    *n = 0;
    VEC_EACH (struct diag, d, &x->found->list) {
        const struct fix *fix = best(x->f, d->fix);
        if (!fix || !diag_equal(d, first)) {
            continue;
        }
        if (++*n > MOST_TOGETHER) {
            *n = 0;
            break;
        }
        VEC_EACH (const struct change, c, &fix->changes->list) {
            vec_push(x->ctx, &all->list, *c);
        }
    }
    return all;
}

static bool mend(struct fixing *x, const struct diag *d, const struct fix *fix)
{
    struct rewritten w;
    str why = STR("");
    size_t n;
    const struct changes *all = together(x, d, &n);
    if (n < 2 || !make(x, all, &w, &why)) {
        n = 1;
        if (!make(x, fix->changes, &w, &why)) {
            not_mended(x, d, why);
            return false;
        }
    }
    x->config = (struct config *)w.config;
    x->found = NULL;
    x->n_fixed += n;
    return true;
}

/* Makes the first fix that was not tried.  False when there is none left. */
static bool fix_one(struct fixing *x)
{
    x->found = x->found ? x->found : find(x);
    VEC_EACH (struct diag, d, &x->found->list) {
        const struct fix *fix = best(x->f, d->fix);
        if (!fix || !d->at.source || d->suppressed || was_tried(x, d) ||
            project_ignores(x->f->run, d->at.source->absolute, str_of(d->code))) {
            continue;
        }
        bool own = is_own(x->config, d);
        x->f->n_inherited += !own;
        if (own && mend(x, d, fix)) {
            vec_push(x->ctx, &x->tried, ((struct tried){d->code, d->key}));
        } else {
            try_no_more(x, d);
        }
        return true;
    }
    return false;
}

static bool write(struct fixer *f, const struct config *before, const struct config *after)
{
    struct run *r = f->run;
    if (f->show) {
        struct edits edits = {0};
        text_diff_edits(before->arena, before->source, after->source->bytes, &edits);
        diff_write(&f->diff, before->source->path, before->source, &edits, f->style);
        return true;
    }
    return output_replace(r, before->source, after->source->bytes, NULL);
}

struct config *fix_config(struct fixer *f, struct config *c, void *talloc_ctx)
{
    struct fixing x = {.f = f, .ctx = talloc_ctx, .config = c};
    for (int i = 0; i < ROUNDS && fix_one(&x); i++) {
    }
    if (x.settings && settings_spent(x.settings)) {
        f->n_left++;
        foreign_printf(&f->left,
            "%.*s: more is not mended: it takes more than the limit %s allows\n",
            STR_ARG(c->source->path), settings_spent(x.settings));
    }
    if (x.config == c || str_eq(x.config->source->bytes, c->source->bytes)) {
        return c;
    }
    bool written = write(f, c, x.config);
    f->n_fixed += written ? x.n_fixed : 0;
    return f->show || !written ? c : x.config;
}
