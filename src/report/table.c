#include "report/table.h"

#include "base/foreign.h"
#include "base/utf8.h"
#include "report/json.h"

#include <stdlib.h>

struct table table_new(
    struct arena *a, const char *name, const struct table_column *columns, size_t n)
{
    return (struct table){.name = name, .columns = columns, .n_columns = n, .arena = a};
}

struct table_row *table_add(struct table *t)
{
    vec_push(t->arena->owner, &t->rows, (struct table_row){0});
    return &t->rows.items[t->rows.n - 1];
}

str cell_number(struct arena *a, double n)
{
    return arena_printf(a, "%.6g", n);
}

str cell_integer(struct arena *a, uint64_t n)
{
    return arena_printf(a, "%llu", (unsigned long long)n);
}

str cell_bool(bool b)
{
    return b ? STR("true") : STR("false");
}

static void put_json(struct json *j, const struct table_column *c, str cell)
{
    if (cell.n == 0) {
        json_null(j, c->name);
    } else if (c->kind == CELL_TEXT) {
        json_text(j, c->name, cell);
    } else if (c->kind == CELL_BOOL) {
        json_bool(j, c->name, str_is(cell, "true"));
    } else if (c->kind == CELL_BYTES) {
        json_bytes(j, c->name, strtoull(cell.p, NULL, 10));
    } else {
        json_number(j, c->name, strtod(cell.p, NULL));
    }
}

static void as_json(struct buf *out, const struct table *t)
{
    struct json j = json_new(t->arena, out, true);
    json_object(&j, NULL);
    json_array(&j, t->name);
    VEC_EACH (const struct table_row, row, &t->rows) {
        json_object(&j, NULL);
        for (size_t i = 0; i < t->n_columns; i++) {
            put_json(&j, &t->columns[i], row->cells[i]);
        }
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}

static bool holds_any(str cell, const char *bytes)
{
    for (size_t i = 0; i < cell.n; i++) {
        if (str_is_one_of(cell.p[i], bytes)) {
            return true;
        }
    }
    return false;
}

/* Would a spreadsheet run it as the beginning of a cell?  Blanks and quotes before the sign are
 * passed over, and Japanese ones take the wide signs, too. */
static bool is_formula(str text)
{
    static const uint32_t signs[] = {'=', '+', '-', '@', 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20};
    size_t at = 0;
    uint32_t rune = ' ';
    while (at < text.n && (rune == '"' || utf8_is_blank(rune))) {
        rune = utf8_next(text, &at);
    }
    bool found = false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        found |= rune == signs[i];
    }
    return found;
}

/* RFC 4180; a cell that a spreadsheet would take for a formula is none.  Where semicolons part
 * cells, quotes only count at the beginning of a line: there is none before what would be a
 * formula. */
static void csv_cell(struct buf *out, str cell)
{
    bool formula = is_formula(cell), quoted = formula || holds_any(cell, ",;\"");
    buf_puts(out, formula ? "\"'" : quoted ? "\"" : "");
    size_t from = 0;
    for (size_t at = 0; at < cell.n; at++) {
        bool quote = cell.p[at] == '"';
        if (quote || (cell.p[at] == ';' && is_formula(str_slice(cell, at + 1, cell.n)))) {
            foreign_put(out, str_slice(cell, from, at), FOREIGN_LINE);
            buf_puts(out, quote ? "\"\"" : "\\x3b");
            from = at + 1;
        }
    }
    foreign_put(out, str_slice(cell, from, cell.n), FOREIGN_LINE);
    buf_puts(out, quoted ? "\"" : "");
}

static void as_csv(struct buf *out, const struct table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        foreign_printf(out, "%s%s", i ? "," : "", t->columns[i].name);
    }
    buf_puts(out, "\n");
    VEC_EACH (const struct table_row, row, &t->rows) {
        for (size_t i = 0; i < t->n_columns; i++) {
            buf_puts(out, i ? "," : "");
            csv_cell(out, row->cells[i]);
        }
        buf_puts(out, "\n");
    }
}

static void put_padded(struct buf *out, str cell, size_t width)
{
    size_t before = out->n;
    foreign_put(out, cell, FOREIGN_LINE);
    buf_fill(out, ' ', out->n - before < width ? width - (out->n - before) : 0);
    buf_puts(out, "  ");
}

static void end_line(struct buf *out)
{
    while (out->n > 0 && out->p[out->n - 1] == ' ') {
        out->n--;
    }
    buf_puts(out, "\n");
}

static void as_text(struct buf *out, const struct table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i].title) {
            put_padded(out, str_of(t->columns[i].title), t->columns[i].width);
        }
    }
    end_line(out);
    VEC_EACH (const struct table_row, row, &t->rows) {
        for (size_t i = 0; i < t->n_columns; i++) {
            const struct table_column *c = &t->columns[i];
            str cell = row->cells[i];
            if (c->kind == CELL_BYTES && cell.n > 0) {
                cell = arena_printf(t->arena, "%.2f", strtod(cell.p, NULL) / (1 << 30));
            }
            if (c->title) {
                put_padded(out, cell, c->width);
            }
        }
        end_line(out);
    }
}

table_report_fn *table_format(str name)
{
    return str_is(name, "json")   ? as_json
           : str_is(name, "csv")  ? as_csv
           : str_is(name, "text") ? as_text
                                  : NULL;
}
