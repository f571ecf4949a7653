#include "syntax/yaml_marks.h"

#include "base/mem.h"
#include "base/utf8.h"

struct yaml_marks yaml_marks_make(void *ctx, str text)
{
    struct yaml_marks m = {.text = text};
    m.start = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    if (utf8_is_ascii(text)) {
        return m;
    }
    m.n = utf8_count(text) + 2;
    m.bytes = mem_alloc(ctx, m.n * sizeof *m.bytes);
    size_t k = 0, at = m.start;
    while (at < text.n) {
        m.bytes[k++] = (uint32_t)at;
        utf8_next(text, &at);
    }
    while (k < m.n) {
        m.bytes[k++] = (uint32_t)text.n;
    }
    return m;
}

void yaml_marks_feed(const struct yaml_marks *m, yaml_parser_t *parser)
{
    str seen = str_slice(m->text, m->start, m->text.n);
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, (const unsigned char *)seen.p, seen.n);
}

uint32_t yaml_marks_byte(const struct yaml_marks *m, const yaml_mark_t *mark)
{
    if (m->bytes) {
        return m->bytes[mark->index < m->n ? mark->index : m->n - 1];
    }
    return (uint32_t)(mark->index < m->text.n ? mark->index : m->text.n);
}
