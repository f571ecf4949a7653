/* Findings about whatever a config says are printed in a format that its text chooses, and what is
 * JSON can be read. */
#include "command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const formats[] = {"--format=json", "--format=sarif", "--format=gitlab",
        "--format=jsonl", "--format=text", "--format=concise", "--format=github", "--format=junit",
        "--format=checkstyle"};
    if (n > MOST_INPUT) {
        return 0;
    }
    fuzz_write("x.py", data, n);
    uint32_t pick = fuzz_sum(data, n) % (sizeof formats / sizeof *formats);
    const char *const words[] = {"check", formats[pick], "x.py", NULL};
    if (pick < 4) {
        fuzz_json(words, pick == 3);
    } else {
        fuzz_command(words);
    }
    fuzz_command((const char *const[]){"show", "--origins", "x.py", NULL});
    return 0;
}
