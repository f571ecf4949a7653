/* A config's model is recorded, or a diagnostic says why not. */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n <= MOST_INPUT) {
        fuzz_write("x.py", data, n);
        fuzz_json((const char *const[]){"complexity", "--format=json", "x.py", NULL}, false);
        fuzz_command((const char *const[]){"dump", "graph", "x.py", NULL});
    }
    return 0;
}
