#include "report/ops.h"
#include "base/foreign.h"

static const struct {
    const char *name, *keeps, *allocates, *source;
} OPS[] = {
#define OP(id, name, keeps, allocates, source) {name, keeps, allocates, source},
#include "model/ops.def"
#undef OP
};

enum {
    N_OPS = sizeof OPS / sizeof *OPS
};

void ops_list(struct buf *out)
{
    for (size_t i = 1; i < N_OPS; i++) { /* 0 is no operation */
        foreign_printf(out, "%-20s %s%s%s  [%s]\n", OPS[i].name, OPS[i].keeps,
            *OPS[i].allocates ? "; allocates " : "", OPS[i].allocates, OPS[i].source);
    }
}

void ops_page(struct buf *out)
{
    buf_puts(out,
        "# Operations\n\n"
        "What `cfglint estimate` knows of each operation of PyTorch: what its autograd node keeps "
        "until backward, and what\nit allocates besides its result.  A storage that two nodes keep "
        "counts once.\n\n"
        "Sources: D: PyTorch's tools/autograd/derivatives.yaml; M: measured with saved-tensor "
        "hooks (fixtures/measured);\nC: the C++ or CUDA source of the operation; P: published or "
        "measured peaks.\n\n"
        "| operation | backward keeps | it also allocates | source |\n|---|---|---|---|\n");
    for (size_t i = 1; i < N_OPS; i++) {
        foreign_printf(out, "| `%s` | %s | %s | %s |\n", OPS[i].name, OPS[i].keeps,
            OPS[i].allocates, OPS[i].source);
    }
}
