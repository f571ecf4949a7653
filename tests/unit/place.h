/* A folder of its own for each test, which goes with it, and who reads there. */
#ifndef CFGLINT_TESTS_PLACE_H
#define CFGLINT_TESTS_PLACE_H

#include "base/arena.h"
#include "base/mem.h"
#include "text/files.h"
#include "text/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct place {
    struct files *files;
    struct arena *a;
    char dir[32];
};

static inline str at(struct place *p, const char *path)
{
    return path_join(p->a, str_of(p->dir), str_of(path));
}

static inline struct place *place_new(void **state)
{
    void *ctx = mem_context(NULL);
    struct place *p = mem_zero(ctx, sizeof *p);
    *p = (struct place){.dir = "/tmp/place_XXXXXX"};
    assert_non_null(mkdtemp(p->dir));
    p->files = files_new(ctx, &LIMITS_DEFAULT);
    p->a = arena_new(ctx);
    *state = p;
    return p;
}

static inline int tear_down(void **state)
{
    struct place *p = *state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", p->dir);
    assert_int_equal(system(command), 0);
    talloc_free(talloc_parent(p));
    return 0;
}

#endif
