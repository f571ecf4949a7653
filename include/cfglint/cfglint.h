/*
 * libcfglint: all that the command does, in a program of your own.
 *
 *     const char *argv[] = {"estimate", "--format", "json", "my_run.py"};
 *     struct cfglint_result r;
 *     cfglint_run(4, argv, &r);
 *     if (r.status == CFGLINT_CLEAN) {
 *         puts(r.out);
 *     }
 *     cfglint_result_free(&r);
 *
 * The commands and their options are those of `cfglint --help`; docs/json.md describes the JSON.
 * Nothing that a config says is ever executed, and only what a command is told to write is written.
 * Calls share nothing, so threads may make them at the same time.
 */
#ifndef CFGLINT_CFGLINT_H
#define CFGLINT_CFGLINT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define CFGLINT_PUBLIC __attribute__((visibility("default")))
#else
#define CFGLINT_PUBLIC
#endif

/* How a command ended. */
enum cfglint_status {
    CFGLINT_CLEAN = 0,
    CFGLINT_FINDINGS = 1, /* or the target is out of reach */
    CFGLINT_USAGE = 2,    /* the command line makes no sense, or an input cannot be read */
    CFGLINT_INTERNAL = 3  /* a mistake of cfglint's own */
};

/* What a command printed; both texts end in a zero byte that does not count. */
struct cfglint_result {
    enum cfglint_status status;
    char *out; /* what goes to the standard output */
    size_t out_bytes;
    char *err; /* diagnostics, and reports beside a rewritten config */
    size_t err_bytes;
};

/* Runs one command; `argv` is the command line without the program's name. */
CFGLINT_PUBLIC void cfglint_run(int argc, const char *const argv[], struct cfglint_result *result);
CFGLINT_PUBLIC void cfglint_result_free(struct cfglint_result *result);

/* The whole program: `argv` as main() gets it, output to stdout and stderr; the exit status. */
CFGLINT_PUBLIC int cfglint_main(int argc, char **argv);

/* "0.1.0" */
CFGLINT_PUBLIC const char *cfglint_version(void);

#ifdef __cplusplus
}
#endif

#endif
