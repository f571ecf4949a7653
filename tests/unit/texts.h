/* Configs that are written in the test itself, for the tests of several layers. */
#ifndef CFGLINT_TESTS_TEXTS_H
#define CFGLINT_TESTS_TEXTS_H

#include "base/buf.h"
#include "base/mem.h"
#include "config/config.h"
#include "eval/text.h"
#include "text/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct {
    void *ctx;
    struct arena *a;
    struct limits limits;
    struct files *files;
    struct library *library;
    struct loader *loader;
    struct diags *diags;
} given;

static inline int set_up(void **state)
{
    (void)state;
    given.ctx = mem_context(NULL);
    given.a = arena_new(given.ctx);
    given.limits = LIMITS_DEFAULT;
    given.files = files_new(given.ctx, &given.limits);
    given.library = library_new(given.ctx, &given.limits, given.files, NULL);
    given.loader = loader_new(given.ctx, &given.limits, given.files, given.library);
    given.diags = diags_new(given.ctx);
    files_add_root(given.files, STR("fixtures"));
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    talloc_free(given.ctx);
    return 0;
}

/* The config that a text is, of a file that need not be there: PATH below fixtures. */
static inline struct config *config_of(const char *path, const char *text)
{
    struct config_options *o = ARENA_NEW(given.a, struct config_options);
    *o = (struct config_options){0};
    str full = arena_printf(given.a, "fixtures/%s", path);
    o->replaced_path = path_absolute(given.a, given.files->cwd, full);
    o->replaced_text = str_of(text);
    struct config *c = config_resolve(given.loader, given.a, full, o, given.diags);
    assert_non_null(c);
    return c;
}

/* The value of an expression. */
static inline const struct value *value_of(const char *expression)
{
    struct config *c = config_of("text.py", arena_printf(given.a, "x = %s\n", expression).p);
    assert_false(c->failed);
    return config_at(c, STR("x"));
}

/* As Python's repr would show it. */
static inline const char *shown(const struct value *v)
{
    struct buf b = buf_make(given.ctx);
    bool unknown = false;
    text_repr(given.a, &b, v, &unknown);
    return arena_str(given.a, buf_str(&b)).p;
}

#endif
