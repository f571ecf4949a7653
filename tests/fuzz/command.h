/* Fuzz targets that run whole commands, in a folder of their own that ends with the process. */
#ifndef CFGLINT_TESTS_FUZZ_COMMAND_H
#define CFGLINT_TESTS_FUZZ_COMMAND_H

#include "cfglint/cfglint.h"
#include "fuzz.h"
#include "syntax/data.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

enum {
    MOST_INPUT = 1 << 14,
    MOST_WORDS = 16
};

/* Small ones, so that reaching them is part of the test and no input takes long. */
#define FUZZ_LIMITS                                                                        \
    "--limit=steps=100000", "--limit=memory_bytes=16777216", "--limit=model_steps=200000", \
        "--limit=model_bytes=33554432", "--limit=ops=20000", "--limit=search_ops=20000"

static char fuzz_folder[] = "/tmp/cfglint-fuzz-XXXXXX";

static void fuzz_leave(void)
{
    static const char *const made[] = {"x.py", "y.py", ".cfglint/x.star", ".cfglint", ".git",
        "x.json", "x.xml", "x.png", "x.jpg", "x.bin", "x.npy", "x.pcd", "x.log", "x.webp",
        "x.yaml"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        remove(made[i]);
    }
    rmdir(fuzz_folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!mkdtemp(fuzz_folder) || chdir(fuzz_folder) != 0 || mkdir(".git", 0700) != 0 ||
        mkdir(".cfglint", 0700) != 0) {
        abort();
    }
    atexit(fuzz_leave);
    return 0;
}

/* Chooses what to do with an input where doing all of it would leave no time for others. */
static inline uint32_t fuzz_sum(const uint8_t *data, size_t n)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < n; i++) {
        sum = (sum ^ data[i]) * 16777619u;
    }
    return sum >> 8;
}

static inline void fuzz_write(const char *name, const void *text, size_t n)
{
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(text, 1, n, f) < n || fclose(f) != 0) {
        abort();
    }
}

/* Runs a command of these words, up to NULL, after the limits.  It ends with a status that means
 * something, and says why when that is 2. */
static inline struct cfglint_result fuzz_run(const char *const *words)
{
    const char *argv[MOST_WORDS + 8] = {words[0], FUZZ_LIMITS};
    struct cfglint_result r;
    int argc = 7;
    for (size_t i = 1; words[i] && i < MOST_WORDS; i++) {
        argv[argc++] = words[i];
    }
    cfglint_run(argc, argv, &r);
    if (r.status > CFGLINT_USAGE || (r.status == CFGLINT_USAGE && r.err_bytes + r.out_bytes == 0)) {
        fprintf(stderr, "status %d\n", (int)r.status);
        abort();
    }
    return r;
}

static inline void fuzz_command(const char *const *words)
{
    struct cfglint_result r = fuzz_run(words);
    cfglint_result_free(&r);
}

static inline bool fuzz_is_json(str text)
{
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    struct diags *diags = diags_new(ctx);
    struct source *s = source_new(a, STR("/x.json"), STR("/x.json"), text, true);
    struct tree *t = json_parse(a, &LIMITS_DEFAULT, diags, s, text, NULL, 0);
    bool good = t && !t->broken && t->root && diags->list.n == 0;
    talloc_free(ctx);
    return good;
}

/* The output is one JSON text, or one in each line. */
static inline void fuzz_json(const char *const *words, bool lines)
{
    struct cfglint_result r = fuzz_run(words);
    str all = {r.out, r.out_bytes};
    for (size_t at = 0; r.status < CFGLINT_USAGE && at < all.n;) {
        size_t end = lines ? str_find(all, STR("\n"), at) : all.n;
        fuzz_promise(fuzz_is_json(str_slice(all, at, end == SIZE_MAX ? all.n : end)));
        at = end == SIZE_MAX ? all.n : end + lines;
    }
    cfglint_result_free(&r);
}

#endif
