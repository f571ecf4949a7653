/* Where libyaml's marks, which count characters, stand in the text.  Private to the YAML reader. */
#ifndef CFGLINT_SYNTAX_YAML_MARKS_H
#define CFGLINT_SYNTAX_YAML_MARKS_H

#include "base/str.h"

#include <yaml.h>

struct yaml_marks {
    str text;
    size_t start;    /* of what libyaml is given: behind a byte order mark */
    uint32_t *bytes; /* of each character; NULL for ASCII text, where characters are bytes */
    size_t n;
};

/* Allocates in `ctx`. */
struct yaml_marks yaml_marks_make(void *ctx, str text);
/* Gives a new parser the text. */
void yaml_marks_feed(const struct yaml_marks *m, yaml_parser_t *parser);
uint32_t yaml_marks_byte(const struct yaml_marks *m, const yaml_mark_t *mark);

#endif
