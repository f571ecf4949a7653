/*
 * Settings for a target are found, and the config is rewritten in memory, or a diagnostic says why
 * not.  The first byte chooses target and GPU; the rest is the config.
 */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const targets[] = {"--target=1%", "--target=70%", "--target=100%"};
    static const char *const sizes[] = {
        "--gpu-memory=1GB", "--gpu-memory=24GB", "--gpu-memory=900GB"};
    if (n < 1 || n > MOST_INPUT) {
        return 0;
    }
    const char *words[] = {"plan", targets[data[0] % 3], sizes[data[0] / 3 % 3],
        data[0] & 0x80 ? "--gpus=16" : "--keep=precision", "--force", "x.py", "--diff", NULL};
    fuzz_write("x.py", data + 1, n - 1);
    if (fuzz_sum(data, n) % 2) {
        fuzz_command(words);
    } else {
        words[6] = "--format=json";
        fuzz_json(words, false);
    }
    return 0;
}
