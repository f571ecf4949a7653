/* A library file of a project's own is run within its limits, whatever it declares. */
#include "command.h"

static const char CONFIG[] =
    "default_scope = 'mmdet'\n"
    "img = [dict(type='LoadImageFromFile'), dict(type='Resize', scale=(64, 64)), dict(type='X'),\n"
    "       dict(type='PackDetInputs')]\n"
    "train_dataloader = dict(batch_size=2, dataset=dict(type='XData', pipeline=img))\n"
    "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))\n"
    "model = dict(type='X', backbone=dict(type='Own', depth=18), neck=None, width=64)\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n <= MOST_INPUT) {
        fuzz_write("y.py", CONFIG, sizeof CONFIG - 1);
        fuzz_write(".cfglint/x.star", data, n);
        bool checks = fuzz_sum(data, n) % 2;
        fuzz_command(checks ? (const char *const[]){"check", "--gpu-memory=24GB", "y.py", NULL}
                            : (const char *const[]){"estimate", "y.py", NULL});
    }
    return 0;
}
