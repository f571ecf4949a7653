/* A config is migrated in every way, or a diagnostic says why not.  The first byte chooses the way;
 * the rest is the config. */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const ways[] = {"--to=mmengine", "--to=lazy", "--flatten", "--profile=mmdet",
        "--profile=mmdet3d", "--profile=mmseg"};
    if (n < 1 || n > MOST_INPUT) {
        return 0;
    }
    const char *way = ways[data[0] % (sizeof ways / sizeof *ways)];
    fuzz_write("x.py", data + 1, n - 1);
    fuzz_json((const char *const[]){"migrate", "--format=json", way, "x.py", NULL}, false);
    fuzz_command((const char *const[]){"migrate", "--diff", way, "x.py", NULL});
    fuzz_command((const char *const[]){"show", "--schedule", "x.py", NULL});
    return 0;
}
