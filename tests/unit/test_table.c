/* Cells of tables, as people, spreadsheets and programs get them. */
#include "report/sweep.h"
#include "report/table.h"

#include "base/buf.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct table_column COLUMNS[] = {{"name", CELL_TEXT, "Name", 6},
    {"n", CELL_NUMBER, "N", 4}, {"bytes", CELL_BYTES, "GiB", 5}, {"is", CELL_BOOL, NULL, 0}};

/* A table of one row, in a format. */
static void check(const char *format, const char *name, const char *n, const char *bytes,
    const char *is, const char *want)
{
    void *ctx = mem_context(NULL);
    struct table t = table_new(arena_new(ctx), "rows", COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    struct table_row *row = table_add(&t);
    const char *cells[] = {name, n, bytes, is};
    for (size_t i = 0; i < 4; i++) {
        row->cells[i] = str_of(cells[i]);
    }
    struct buf out = buf_make(ctx);
    table_format(str_of(format))(&out, &t);
    buf_byte(&out, '\0');
    assert_string_equal(out.p, want);
    talloc_free(ctx);
}

static void check_cell(const char *cell, const char *want)
{
    char line[160];
    snprintf(line, sizeof line, "name,n,bytes,is\n%s,1,2,true\n", want);
    check("csv", cell, "1", "2", "true", line);
}

/* Whatever a name is, it is one cell, and no formula. */
static void spreadsheets(void **state)
{
    (void)state;
    check_cell("plain", "plain");
    check_cell("", "");
    check_cell("two words", "two words");
    check_cell("a,b", "\"a,b\"");
    check_cell("a;b", "\"a;b\"");
    check_cell("a\"b", "\"a\"\"b\"");
    check_cell("=1+1", "\"'=1+1\"");
    check_cell("-1", "\"'-1\"");
    check_cell("+1", "\"'+1\"");
    check_cell("@x", "\"'@x\"");
    check_cell(" \"=x", "\"' \"\"=x\"");
    check_cell("x=1", "x=1");
    check_cell("a;=b", "\"a\\x3b=b\"");
    check_cell("a; -b;c", "\"a\\x3b -b;c\"");
    check_cell("a;\"+b", "\"a\\x3b\"\"+b\"");
}

static void people(void **state)
{
    (void)state;
    check("text", "a", "12", "1610612736", "true", "Name    N     GiB\na       12    1.50\n");
    check("text", "longer", "1234", "", "true", "Name    N     GiB\nlonger  1234\n");
    check("text", "too long", "12345", "0", "", "Name    N     GiB\ntoo long  12345  0.00\n");
}

static void programs(void **state)
{
    (void)state;
    check("json", "a", "1.5", "7", "true",
        "{\n\t\"rows\":\t[{\n\t\t\t\"name\":\t\"a\",\n\t\t\t\"n\":\t1.5,\n\t\t\t\"bytes\":\t7,\n"
        "\t\t\t\"is\":\ttrue\n\t\t}]\n}\n");
    check("json", "", "", "", "false",
        "{\n\t\"rows\":\t[{\n\t\t\t\"name\":\tnull,\n\t\t\t\"n\":\tnull,\n\t\t\t\"bytes\":\tnull,\n"
        "\t\t\t\"is\":\tfalse\n\t\t}]\n}\n");
    assert_null(table_format(STR("xml")));
}

static void check_sweep(const struct sweep_row *row, const char *want)
{
    void *ctx = mem_context(NULL);
    struct table t = sweep_table(arena_new(ctx));
    sweep_add(&t, row);
    struct buf out = buf_make(ctx);
    table_format(STR("csv"))(&out, &t);
    buf_byte(&out, '\0');
    assert_string_equal(strchr(out.p, '\n') + 1, want);
    talloc_free(ctx);
}

/* Each column of a row of plans has what it is called after, or nothing. */
static void plans(void **state)
{
    (void)state;
    struct scheme x = {.batch = 11,
        .accumulation = 3,
        .precision = STR("fp16"),
        .checkpointing = true,
        .growth = 1.5,
        .used = {.low = 41, .expected = 42, .high = 43},
        .seconds = 0.25,
        .throughput = 1.25,
        .findings = STR("LR001 AMP002")};
    struct sweep_row row = {.file = STR("a.py"),
        .gpu = STR("A100"),
        .gpu_bytes = 99,
        .target = 0.7,
        .status = "planned",
        .code = "PLN001",
        .message = STR("said"),
        .output = STR("new.py"),
        .is_written = true,
        .scheme = &x,
        .gpus = 8,
        .lr = 0.02,
        .lr_factor = 2};
    check_sweep(&row,
        "a.py,A100,99,0.7,planned,PLN001,8,11,3,fp16,true,0.02,2,1.5,42,41,43,0.75,1.25,"
        "LR001 AMP002,new.py,said\n");
    row.is_written = false;
    row.lr = 0;
    x.checkpointing = false;
    x.findings = STR("");
    check_sweep(&row,
        "a.py,A100,99,0.7,planned,PLN001,8,11,3,fp16,false,,2,1.5,42,41,43,0.75,1.25,,,said\n");
    row.scheme = NULL;
    check_sweep(&row, "a.py,A100,99,0.7,planned,PLN001,,,,,,,,,,,,,,,,said\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spreadsheets), cmocka_unit_test(people),
        cmocka_unit_test(programs), cmocka_unit_test(plans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
