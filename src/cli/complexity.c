#include "cli/run.h"
#include "model/model.h"

enum exit_status command_complexity(struct run *r)
{
    str path = run_one_path(r);
    struct config *c = path.n ? run_resolve(r, path) : NULL;
    if (!c || c->failed) {
        return EXIT_USAGE;
    }
    struct model_options o = {.graph = {.torch = 113, .scenario = 1}};
    struct graph *g = model_record(r->library, r->arena, c, &o, r->diags);
    if (!g) {
        return EXIT_USAGE;
    }
    fprintf(r->out, "{\"parameters\": %llu, \"macs\": %llu, \"unknown_types\": [",
        (unsigned long long)model_parameters(g, false), (unsigned long long)model_macs(g));
    for (size_t i = 0; i < g->unknown_types.n; i++) {
        fprintf(r->out, "%s\"%.*s\"", i ? ", " : "", STR_ARG(g->unknown_types.items[i].type));
    }
    fprintf(r->out, "], \"ops\": %zu}\n", g->ops.n);
    return EXIT_CLEAN;
}
