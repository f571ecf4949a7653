/* Whatever a file of data holds, it is counted or refused.  The first byte says what it claims to
 * be.
 */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const names[] = {
        "x.json", "x.xml", "x.png", "x.jpg", "x.bin", "x.npy", "x.pcd", "x.log", "x.webp"};
    if (n < 1 || n > MOST_INPUT) {
        return 0;
    }
    const char *name = names[data[0] % (sizeof names / sizeof *names)];
    fuzz_write(name, data + 1, n - 1);
    fuzz_json((const char *const[]){"facts", "--format=json", "--load-dim=4", name, NULL}, false);
    fuzz_command((const char *const[]){"facts", "--load-dim=4", name, NULL});
    return 0;
}
