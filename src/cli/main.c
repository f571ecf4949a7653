#include "cli/run.h"

static command_fn *const RUN[] = {
    [COMMAND_CHECK] = command_check,
    [COMMAND_PLAN] = command_plan,
    [COMMAND_SHOW] = command_show,
    [COMMAND_SET] = command_set,
    [COMMAND_ESTIMATE] = command_estimate,
    [COMMAND_COMPLEXITY] = command_complexity,
    [COMMAND_STUB] = command_stub,
    [COMMAND_EXPLAIN] = command_explain,
    [COMMAND_LIST] = command_list,
    [COMMAND_DUMP] = command_dump,
};

int main(int argc, char **argv)
{
    struct run *r = mem_zero(NULL, sizeof *r);
    r->arena = arena_new(r);
    r->diags = diags_new(r);
    r->out = stdout;
    r->err = stderr;
    r->version = CFGLINT_VERSION;
    args_parse(&r->args, r, argc, argv);
    enum exit_status status = EXIT_CLEAN;
    if (args_has(&r->args, OPTION_HELP)) {
        bool general = argc == 2;
        str help = args_help(r, general ? COMMANDS : r->args.command);
        fwrite(help.p, 1, help.n, r->out);
    } else if (args_has(&r->args, OPTION_VERSION)) {
        fprintf(r->out, "cfglint %s\n", CFGLINT_VERSION);
    } else if (run_setup(r)) {
        status = RUN[r->args.command](r);
    }
    status = run_finish(r, status);
    if (fflush(r->out) != 0 || ferror(r->out)) {
        perror("cfglint: cannot write the output");
        status = EXIT_USAGE;
    }
    talloc_free(r);
    return (int)status;
}
