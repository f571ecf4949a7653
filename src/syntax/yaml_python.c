/* What libyaml reads and PyYAML's scanner in Python does not. */
#include "syntax/data.h"

#include "base/mem.h"
#include "syntax/yaml_marks.h"

/* The first tab or byte order mark before `end` that is not in a comment; SIZE_MAX when there is
 * none. */
static size_t problem_between(str text, size_t at, size_t end)
{
    for (bool comment = false; at < end; at++) {
        comment = text.p[at] == '#' || (comment && text.p[at] != '\n' && text.p[at] != '\r');
        if (!comment && (text.p[at] == '\t' || text.p[at] == '\xEF')) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* What follows `|` or `>` and its indicators: blanks, then perhaps a comment. */
static size_t problem_in_header(str text, size_t at, size_t end)
{
    while (at < end && str_is_one_of(text.p[at], "|>+-0123456789")) {
        at++;
    }
    if (at < end && text.p[at] == '#') {
        return at;
    }
    while (at < end && text.p[at] == ' ') {
        at++;
    }
    return at < end && text.p[at] == '\t' ? at : SIZE_MAX;
}

/* `!handle!rest`, with a blank or the line's end behind it. */
static size_t problem_in_tag(str text, size_t start, size_t end)
{
    str tag = str_slice(text, start + 1, end);
    size_t mark = str_find(tag, STR("!"), 0);
    for (size_t i = 0; mark != SIZE_MAX && i < mark; i++) {
        if (!str_is_one_of(
                tag.p[i], "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_")) {
            return start;
        }
    }
    return end < text.n && str_is_one_of(text.p[end], ",[]{}\t") ? end : SIZE_MAX;
}

/* In brackets a '?' ends a plain scalar. */
static size_t problem_in_plain(str text, size_t at, size_t end, bool flow)
{
    while (at < end && text.p[at] != '\t' && !(flow && text.p[at] == '?')) {
        at++;
    }
    return at < end ? at : SIZE_MAX;
}

static size_t problem_in_token(
    str text, const yaml_token_t *t, size_t start, size_t end, uint32_t flow)
{
    bool is_directive =
        t->type == YAML_VERSION_DIRECTIVE_TOKEN || t->type == YAML_TAG_DIRECTIVE_TOKEN;
    if (t->type == YAML_TAG_TOKEN && end > start) {
        return problem_in_tag(text, start, end);
    }
    if (is_directive && end < text.n && text.p[end] == '#') {
        return end;
    }
    if (t->type != YAML_SCALAR_TOKEN) {
        return problem_in_plain(text, start, end, false);
    }
    switch (t->data.scalar.style) {
    case YAML_PLAIN_SCALAR_STYLE: return problem_in_plain(text, start, end, flow > 0);
    case YAML_LITERAL_SCALAR_STYLE:
    case YAML_FOLDED_SCALAR_STYLE: return problem_in_header(text, start, end);
    default: return SIZE_MAX;
    }
}

static uint32_t flow_after(yaml_token_type_t type, uint32_t flow)
{
    bool opens = type == YAML_FLOW_SEQUENCE_START_TOKEN || type == YAML_FLOW_MAPPING_START_TOKEN;
    bool closes = type == YAML_FLOW_SEQUENCE_END_TOKEN || type == YAML_FLOW_MAPPING_END_TOKEN;
    return flow + opens - closes;
}

bool yaml_suits_python(str text, span *problem)
{
    void *ctx = mem_context(NULL);
    struct yaml_marks marks = yaml_marks_make(ctx, text);
    yaml_parser_t parser;
    size_t before = marks.start, found = SIZE_MAX;
    uint32_t flow = 0;
    if (!yaml_parser_initialize(&parser)) {
        mem_exhausted();
    }
    yaml_marks_feed(&marks, &parser);
    for (bool done = false; !done && found == SIZE_MAX;) {
        yaml_token_t t;
        if (!yaml_parser_scan(&parser, &t)) {
            if (parser.error == YAML_MEMORY_ERROR) {
                mem_exhausted();
            }
            break;
        }
        size_t start = yaml_marks_byte(&marks, &t.start_mark);
        size_t end = yaml_marks_byte(&marks, &t.end_mark);
        found = problem_between(text, before, start);
        if (found == SIZE_MAX) {
            found = problem_in_token(text, &t, start, end, flow);
        }
        flow = flow_after(t.type, flow);
        before = end > before ? end : before;
        done = t.type == YAML_STREAM_END_TOKEN;
        yaml_token_delete(&t);
    }
    yaml_parser_delete(&parser);
    talloc_free(ctx);
    *problem = (span){(uint32_t)found, (uint32_t)found + 1};
    return found == SIZE_MAX;
}
