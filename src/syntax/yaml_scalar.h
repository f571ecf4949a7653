/* What a plain YAML 1.1 scalar means, by the rules of PyYAML's resolver. */
#ifndef CFGLINT_SYNTAX_YAML_SCALAR_H
#define CFGLINT_SYNTAX_YAML_SCALAR_H

#include "base/str.h"

enum yaml_scalar {
    YAML_SCALAR_STRING,
    YAML_SCALAR_NULL,
    YAML_SCALAR_TRUE,
    YAML_SCALAR_FALSE,
    YAML_SCALAR_INTEGER,
    YAML_SCALAR_BIG_INTEGER, /* beyond 64 bits: `text` are its digits, in C's notation */
    YAML_SCALAR_FLOAT,
    YAML_SCALAR_TIMESTAMP,
    YAML_SCALAR_MERGE, /* << */
};

struct yaml_value {
    enum yaml_scalar kind;
    int64_t i;
    double f;
    char text[128];
};

struct yaml_value yaml_scalar_resolve(str s);
/* As !!int, !!float and !!bool read it; YAML_SCALAR_STRING when they cannot. */
struct yaml_value yaml_scalar_as(str s, enum yaml_scalar kind);
/* Would PyYAML read this text back, unquoted, as the same string? */
bool yaml_scalar_is_plain_string(str s);

#endif
