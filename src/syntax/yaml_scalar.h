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
    YAML_SCALAR_FLOAT,
    /* Those whose value its text has to be asked for, as if it had the tag. */
    YAML_SCALAR_INTEGER_TEXT, /* beyond 64 bits, counted in sixties, or without digits: 0x_ */
    YAML_SCALAR_FLOAT_TEXT,
    YAML_SCALAR_TIMESTAMP,
    YAML_SCALAR_MERGE, /* << */
    YAML_SCALAR_VALUE, /* = */
};

struct yaml_value {
    enum yaml_scalar kind;
    int64_t i;
    double f;
};

struct yaml_value yaml_scalar_resolve(str s);

/* What !!timestamp reads. */
struct yaml_timestamp {
    int year, month, day, hour, minute, second, microsecond;
    int zone; /* minutes east */
    bool has_time, has_zone;
};

/* False when the text has another form; the numbers may still be no date. */
bool yaml_timestamp_parse(str s, struct yaml_timestamp *out);
/* Would PyYAML read this text back, unquoted, as the same string? */
bool yaml_scalar_is_plain_string(str s);

#endif
