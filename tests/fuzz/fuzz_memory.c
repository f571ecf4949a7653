/*
 * The memory of a config is estimated, or a diagnostic says why not.
 *
 * The first two bytes choose batch, precision, PyTorch and GPUs; the rest is the config.
 */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const batches[] = {
        "--batch=1", "--batch=2", "--batch=1..3", "--batch=4096", "--batch=1000000"};
    static const char *const versions[] = {"--torch=1.3", "--torch=1.10", "--torch=2.1"};
    static const char *const gpus[] = {"--gpus=1", "--gpus=8", "--gpus=1000000"};
    if (n < 2 || n > MOST_INPUT) {
        return 0;
    }
    uint32_t pick = data[0] | (uint32_t)data[1] << 8;
    const char *words[] = {"estimate", "--format=json", gpus[pick / 15 % 3], versions[pick / 5 % 3],
        "x.py", batches[pick % 5], pick & 0x8000 ? "--amp" : NULL, NULL};
    fuzz_write("x.py", data + 2, n - 2);
    if (pick % 5 == 2) { /* a range is text */
        words[1] = "--format=text";
        fuzz_command(words);
    } else {
        fuzz_json(words, false);
    }
    words[1] = "--layers";
    words[5] = "--measured=2GB";
    fuzz_command(words);
    return 0;
}
