/* The library's own interface: one command line at a time. */
#include "cfglint/cfglint.h"

#include "base/heap.h"
#include "base/plain.h"
#include "base/stack.h"
#include "cli/run.h"

#include <gmp.h>
#include <signal.h>
#include <stdlib.h>

static command_fn *const RUN[] = {
    [COMMAND_CHECK] = command_check,
    [COMMAND_PLAN] = command_plan,
    [COMMAND_SCALE] = command_scale,
    [COMMAND_SHOW] = command_show,
    [COMMAND_SET] = command_set,
    [COMMAND_MIGRATE] = command_migrate,
    [COMMAND_ESTIMATE] = command_estimate,
    [COMMAND_COMPLEXITY] = command_complexity,
    [COMMAND_STUB] = command_stub,
    [COMMAND_EXPLAIN] = command_explain,
    [COMMAND_LIST] = command_list,
    [COMMAND_DUMP] = command_dump,
    [COMMAND_FACTS] = command_facts,
};

struct run *run_new(void *talloc_ctx, FILE *out, FILE *err)
{
    struct run *r = mem_zero(talloc_ctx, sizeof *r);
    r->arena = arena_new(r);
    r->diags = diags_new(r);
    r->out = out;
    r->err = err;
    r->version = CFGLINT_VERSION;
    return r;
}

/* A command line; `argv[0]` is the program's name. */
struct line {
    int argc;
    char **argv;
    FILE *out, *err;
    enum exit_status status;
};

static void run_line(void *data)
{
    struct line *line = data;
    struct plain plain = plain_begin();
    struct run *r = run_new(NULL, line->out, line->err);
    args_parse(&r->args, r, line->argc, line->argv);
    enum exit_status status = EXIT_CLEAN;
    if (args_has(&r->args, OPTION_HELP)) {
        bool general = line->argc == 2;
        struct buf help = buf_make(r);
        args_help(&help, general ? COMMANDS : r->args.command);
        run_print(r, &help);
    } else if (args_has(&r->args, OPTION_VERSION)) {
        struct buf version = buf_make(r);
        foreign_printf(&version, "cfglint %s\n", CFGLINT_VERSION);
        run_print(r, &version);
    } else {
        status = run_setup(r) ? RUN[r->args.command](r) : EXIT_USAGE;
    }
    status = run_finish(r, status);
    if (fflush(r->out) != 0 || ferror(r->out)) {
        fputs("cfglint: cannot write the output\n", r->err);
        status = EXIT_USAGE;
    }
    talloc_free(r);
    plain_end(&plain);
    line->status = status;
}

static enum exit_status run(int argc, char **argv, FILE *out, FILE *err)
{
    struct line line = {argc, argv, out, err, EXIT_INTERNAL};
    stack_run(run_line, &line);
    return line.status;
}

static void *resize_sized(void *block, size_t old, size_t bytes)
{
    (void)old;
    return mem_system_resize(block, bytes);
}

static void free_sized(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

/* The libraries' own allocations end the program as ours do.  For the command alone: a program that
 * uses the library may have its own use for them. */
static void prepare_libraries(void)
{
    mp_set_memory_functions(mem_system, resize_sized, free_sized);
}

int cfglint_main(int argc, char **argv)
{
    heap_prepare();
    prepare_libraries();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error that writing it reports */
    return (int)run(argc, argv, stdout, stderr);
}

void cfglint_run(int argc, const char *const argv[], struct cfglint_result *result)
{
    *result = (struct cfglint_result){.status = CFGLINT_INTERNAL};
    char **all = mem_zero(NULL, ((size_t)argc + 2) * sizeof *all);
    struct arena *a = arena_new(all);
    all[0] = (char *)arena_str(a, STR("cfglint")).p;
    for (int i = 0; i < argc; i++) {
        all[i + 1] = (char *)arena_str(a, str_of(argv[i])).p;
    }
    FILE *out = open_memstream(&result->out, &result->out_bytes);
    FILE *err = open_memstream(&result->err, &result->err_bytes);
    if (out && err) {
        result->status = (enum cfglint_status)run(argc + 1, all, out, err);
    }
    if (out) {
        fclose(out);
    }
    if (err) {
        fclose(err);
    }
    talloc_free(all);
}

void cfglint_result_free(struct cfglint_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct cfglint_result){0};
}

const char *cfglint_version(void)
{
    return CFGLINT_VERSION;
}
