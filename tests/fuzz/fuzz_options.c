/* Whatever an option says, or a file that it names, is understood or refused.  The first byte
 * chooses which one. */
#include "command.h"

static const char CONFIG[] =
    "default_scope = 'mmpretrain'\n"
    "img = [dict(type='LoadImageFromFile'), dict(type='Resize', scale=32), "
    "dict(type='PackInputs')]\n"
    "train_dataloader = dict(batch_size=2, dataset=dict(type='CIFAR10', pipeline=img))\n"
    "train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=12)\n"
    "optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))\n"
    "model = dict(type='ImageClassifier', neck=dict(type='GlobalAveragePooling'),\n"
    "             backbone=dict(type='ResNet', depth=18, base_channels=8, stem_channels=8),\n"
    "             head=dict(type='LinearClsHead', num_classes=10, in_channels=64))\n";

/* A command, and the file or the option that the input is. */
static const struct {
    const char *command, *more, *file, *option;
} commands[] = {
    {"estimate", "--gpu=a100", "x.log", "--log=x.log"},
    {"plan", "--gpu=a100", "x.log", "--log=x.log"},
    {"check", "--gpus=2", "x.yaml", "--config=x.yaml"},
    {"check", "--gpus=2", "x.json", "--baseline=x.json"},
    {"estimate", "--gpu=a100", NULL, "--alloc-conf="},
    {"estimate", "--gpu=a100", NULL, "--cfg-options="},
    {"estimate", "--measured=2GB", NULL, "--gpu="},
    {"complexity", "--depth=0", NULL, "--prune="},
    {"complexity", "--depth=0", NULL, "--set="},
    {"complexity", "--gpu=orin", NULL, "--input="},
    {"check", "--gpus=2", NULL, "--deploy="},
    {"check", "--gpus=2", NULL, "--train="},
    {"check", "--gpu=a100", NULL, "--select="},
    {"plan", "--gpu=a100", NULL, "--target="},
    {"plan", "--target=70%", NULL, "--keep="},
    {"scale", "--diff", NULL, "--gpus="},
    {"show", "--format=json", NULL, "--key="},
    {"set", "--diff", NULL, "--delete="},
    {"set", "--along", NULL, ""},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char option[MOST_INPUT + 32];
    if (n < 1 || n > MOST_INPUT) {
        return 0;
    }
    size_t i = data[0] % (sizeof commands / sizeof *commands);
    const char *before = commands[i].option;
    fuzz_write("y.py", CONFIG, sizeof CONFIG - 1);
    if (commands[i].file) {
        fuzz_write(commands[i].file, data + 1, n - 1);
    }
    snprintf(option, sizeof option, "%s%.*s", before, commands[i].file ? 0 : (int)n - 1,
        (const char *)data + 1);
    fuzz_command((const char *const[]){
        commands[i].command, commands[i].more, option[0] ? option : "x=1", "y.py", NULL});
    return 0;
}
