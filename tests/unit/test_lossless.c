/*
 * Tokens and the gaps between them are the text, for every Python file below fixtures/, or below
 * the folders that are named.
 */
#include "gaps.h"
#include "text/files.h"
#include "text/path.h"

#include <setjmp.h>
#include <stdio.h>

#include <cmocka.h>

static unsigned count;

static void one_file(struct files *files, str path)
{
    struct arena *a = arena_new(files);
    struct source *source;
    str reason;
    if (files_read(files, a, path, &source, &reason) == FILE_OK) {
        struct tokens t = {0};
        lexer_run(a, files->limits, source->bytes, &t);
        if (!is_lossless(&t, source->bytes)) {
            fail_msg("%.*s", STR_ARG(path));
        }
        count++;
    }
    talloc_free(a);
}

static void walk(struct files *files, struct arena *a, str dir)
{
    struct names names = {0};
    files_list(files, a, dir, &names);
    VEC_EACH (struct name, name, &names.list) {
        str path = path_join(a, dir, name->text);
        if (name->is_dir) {
            walk(files, a, path);
        } else if (name->is_file && str_ends(path, STR(".py"))) {
            one_file(files, path);
        }
    }
}

static void tokens_and_gaps(void **state)
{
    const char *folder = *state;
    void *ctx = mem_context(NULL);
    struct files *files = files_new(ctx, &LIMITS_DEFAULT);
    assert_true(files_add_root(files, str_of(folder)));
    walk(files, arena_new(ctx), str_of(folder));
    assert_true(count > 0);
    talloc_free(ctx);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc || i == 1; i++) {
        char fixtures[] = "fixtures";
        const struct CMUnitTest tests[] = {
            {"tokens_and_gaps", tokens_and_gaps, NULL, NULL, argc > 1 ? argv[i] : fixtures}};
        failed += cmocka_run_group_tests(tests, NULL, NULL);
    }
    if (argc > 1) {
        printf("%u files\n", count);
    }
    return failed;
}
