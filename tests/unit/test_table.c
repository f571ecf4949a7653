/* Cells of tables, as people, spreadsheets and programs get them. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spreadsheets), cmocka_unit_test(people), cmocka_unit_test(programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
