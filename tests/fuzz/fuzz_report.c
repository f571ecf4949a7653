/* Findings about whatever a config says are printed in all formats, and what is JSON can be read.
 */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const json[] = {"--format=json", "--format=sarif", "--format=gitlab"};
    static const char *const text[] = {"--format=text", "--format=concise", "--format=github",
        "--format=junit", "--format=checkstyle"};
    if (n > MOST_INPUT) {
        return 0;
    }
    fuzz_write("x.py", data, n);
    for (size_t i = 0; i < sizeof json / sizeof *json; i++) {
        fuzz_json((const char *const[]){"check", json[i], "x.py", NULL}, false);
    }
    fuzz_json((const char *const[]){"check", "--format=jsonl", "x.py", NULL}, true);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        fuzz_command((const char *const[]){"check", text[i], "x.py", NULL});
    }
    fuzz_command((const char *const[]){"show", "--origins", "x.py", NULL});
    return 0;
}
