#include "report/sweep.h"

static const struct table_column COLUMNS[] = {
    {"file", CELL_TEXT, "file", 48},
    {"gpu", CELL_TEXT, "gpu", 12},
    {"gpu_bytes", CELL_BYTES, NULL, 0},
    {"target", CELL_NUMBER, "target", 6},
    {"status", CELL_TEXT, "status", 8},
    {"code", CELL_TEXT, "code", 6},
    {"gpus", CELL_NUMBER, "gpus", 4},
    {"batch", CELL_NUMBER, "batch", 5},
    {"accumulation", CELL_NUMBER, "accum", 5},
    {"precision", CELL_TEXT, "prec", 4},
    {"checkpointing", CELL_BOOL, "ckpt", 5},
    {"lr", CELL_NUMBER, "lr", 10},
    {"lr_factor", CELL_NUMBER, NULL, 0},
    {"update_growth", CELL_NUMBER, NULL, 0},
    {"expected_bytes", CELL_BYTES, "GiB", 6},
    {"low_bytes", CELL_BYTES, NULL, 0},
    {"high_bytes", CELL_BYTES, NULL, 0},
    {"step_seconds", CELL_NUMBER, NULL, 0},
    {"relative_throughput", CELL_NUMBER, "speed", 5},
    {"findings", CELL_TEXT, NULL, 0},
    {"output", CELL_TEXT, NULL, 0},
    {"message", CELL_TEXT, NULL, 0},
};

struct table sweep_table(struct arena *a)
{
    return table_new(a, "plans", COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
}

static void put_scheme(str *cells, struct arena *a, const struct sweep_row *row)
{
    const struct scheme *x = row->scheme;
    cells[6] = cell_integer(a, (uint64_t)row->gpus);
    cells[7] = cell_integer(a, (uint64_t)x->batch);
    cells[8] = cell_integer(a, (uint64_t)x->accumulation);
    cells[9] = arena_str(a, x->precision);
    cells[10] = cell_bool(x->checkpointing);
    cells[11] = row->lr > 0 ? cell_number(a, row->lr) : STR("");
    cells[12] = cell_number(a, row->lr_factor);
    cells[13] = cell_number(a, x->growth);
    cells[14] = cell_integer(a, x->used.expected);
    cells[15] = cell_integer(a, x->used.low);
    cells[16] = cell_integer(a, x->used.high);
    cells[17] = cell_number(a, x->seconds * (double)x->accumulation);
    cells[18] = arena_printf(a, "%.3g", x->throughput);
    cells[19] = arena_str(a, x->findings);
}

void sweep_add(struct table *t, const struct sweep_row *row)
{
    struct arena *a = t->arena;
    str *cells = table_add(t)->cells;
    cells[0] = arena_str(a, row->file);
    cells[1] = arena_str(a, row->gpu);
    cells[2] = cell_integer(a, row->gpu_bytes);
    cells[3] = cell_number(a, row->target);
    cells[4] = arena_str(a, str_of(row->status));
    cells[5] = arena_str(a, str_of(row->code));
    if (row->scheme) {
        put_scheme(cells, a, row);
    }
    cells[20] = row->is_written ? arena_str(a, row->output) : STR("");
    cells[21] = arena_str(a, row->message);
}
