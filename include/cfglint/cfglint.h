/*
 * libcfglint: all that the command does, in a program of your own.
 *
 *     struct cfglint *c = cfglint_open("my_run.py", (const char *[]){"--gpu=a100", NULL});
 *     struct cfglint_memory m;
 *     if (cfglint_estimate(c, &m) == CFGLINT_CLEAN) {
 *         printf("%.1f GiB\n", (double)m.used.expected / (1 << 30));
 *     } else {
 *         fputs(cfglint_messages(c), stderr);
 *     }
 *     cfglint_close(c);
 *
 * Or a whole command line, with what it prints:
 *
 *     struct cfglint_result r;
 *     cfglint_run(2, (const char *[]){"estimate", "my_run.py"}, &r);
 *     puts(r.out);
 *     cfglint_result_free(&r);
 *
 * The commands and their options are those of `cfglint --help`; docs/json.md describes the JSON.
 * Nothing that a config says is ever executed, and only what a command line of cfglint_run is told
 * to write is written.  What was opened is for one thread at a time; all else shares nothing.
 */
#ifndef CFGLINT_CFGLINT_H
#define CFGLINT_CFGLINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define CFGLINT_PUBLIC __attribute__((visibility("default")))
#else
#define CFGLINT_PUBLIC
#endif

/* How a command, or a call, ended. */
enum cfglint_status {
    CFGLINT_CLEAN = 0,
    CFGLINT_FINDINGS = 1, /* or the target is out of reach, or bytes are lower bounds */
    CFGLINT_USAGE = 2,    /* the command line makes no sense, or an input cannot be read */
    CFGLINT_INTERNAL = 3  /* a mistake of cfglint's own */
};

/* --- typed calls --- */

/*
 * A config, and what is found out of it.  All texts (UTF-8, zero at the end), arrays and structures
 * that calls give belong to it and live until cfglint_close.
 *
 * `options` are those of the command line, one in a text ("--gpu=a100", "--amp"), NULL at the end;
 * NULL for none.  A call leaves aside what its command does not take; one that no command has makes
 * every call end with CFGLINT_USAGE, and so does a config that cannot be read.  Then nothing is
 * given, and cfglint_messages says why.
 */
struct cfglint;

CFGLINT_PUBLIC struct cfglint *cfglint_open(const char *path, const char *const options[]);
CFGLINT_PUBLIC void cfglint_close(struct cfglint *c);
/* What the last call had to say, as the command prints it; "" for nothing. */
CFGLINT_PUBLIC const char *cfglint_messages(const struct cfglint *c);

/* The value at a dotted key of the config as its own loader resolves it, as JSON; "" is the whole
 * config.  What JSON has no word for is a text. */
CFGLINT_PUBLIC enum cfglint_status cfglint_value(
    struct cfglint *c, const char *key, const char **json);

enum cfglint_state {
    CFGLINT_ABSENT = 0, /* not written; `json` is the default of the training script */
    CFGLINT_KNOWN = 1,
    CFGLINT_UNKNOWN = 2 /* written, but what it says cannot be told */
};

/* What `cfglint list settings` names, wherever the config's training script reads it. */
struct cfglint_setting {
    enum cfglint_state state;
    const char *json; /* "null": there is no default, or it is not known */
    const char *key;  /* where it is written, or would be, with dots; "": nowhere */
    const char *file; /* that writes it; "": none does */
    uint32_t line;    /* from 1; 0: none */
};

CFGLINT_PUBLIC enum cfglint_status cfglint_setting(
    struct cfglint *c, const char *name, struct cfglint_setting *out);

/* Bytes of one GPU. */
struct cfglint_interval {
    uint64_t low, expected, high;
};

struct cfglint_memory {
    struct cfglint_interval allocated; /* torch.cuda.max_memory_allocated() of a training step */
    struct cfglint_interval reserved;  /* torch.cuda.max_memory_reserved() */
    struct cfglint_interval used;      /* as nvidia-smi shows it */
    uint64_t gpu_bytes;                /* of the card that is named, or there */
    uint64_t batch;                    /* samples of one GPU */
    double coverage; /* share of the model's types that are described; below 1 all bytes are lower
                        bounds, and the status is CFGLINT_FINDINGS */
    double seconds;  /* of a training step, as expected; 0: nothing is known of the card's speed */
};

CFGLINT_PUBLIC enum cfglint_status cfglint_estimate(struct cfglint *c, struct cfglint_memory *out);

enum cfglint_severity {
    CFGLINT_INFO = 0,
    CFGLINT_WARNING = 1,
    CFGLINT_ERROR = 2
};

struct cfglint_finding {
    const char *code; /* "AMP001" */
    enum cfglint_severity severity;
    const char *file;      /* "": it is about no place */
    uint32_t line, column; /* from 1, columns in code points; 0: no place */
    const char *message;
    const char *help; /* what to do; may be "" */
    const char *key;  /* the setting's, with dots; may be "" */
};

/* What `cfglint check` finds, by file and place.  CFGLINT_FINDINGS: something is as severe as
 * --fail-on says. */
CFGLINT_PUBLIC enum cfglint_status cfglint_check(
    struct cfglint *c, const struct cfglint_finding **out, size_t *n);

struct cfglint_change {
    const char *key;  /* with dots, list items by number */
    const char *json; /* the new value; NULL: it is deleted */
};

/* Settings that use a share of the GPU: --target=70%, 90 % otherwise. */
struct cfglint_plan {
    uint64_t batch, accumulation; /* samples of one GPU; steps for one update */
    const char *precision;        /* "fp32", "fp16", ... */
    int checkpointing;            /* does the backbone compute its activations again? 0 or 1 */
    struct cfglint_interval used; /* as nvidia-smi will show it */
    double speed;                 /* samples in a second, relative to the config as it is */
    const struct cfglint_change *changes;
    size_t n_changes;
    const char *text; /* the file with these changes and no others; nothing is written */
};

/* CFGLINT_FINDINGS: nothing fits, and nothing is given. */
CFGLINT_PUBLIC enum cfglint_status cfglint_plan(struct cfglint *c, struct cfglint_plan *out);

struct cfglint_file {
    const char *path; /* absolute */
    const char *text;
};

/* The config, and before it its bases, as configs of mmengine; nothing is written.
 * CFGLINT_FINDINGS: a part of that is left to a person. */
CFGLINT_PUBLIC enum cfglint_status cfglint_migrate(
    struct cfglint *c, const struct cfglint_file **out, size_t *n);

/* --- whole command lines --- */

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
