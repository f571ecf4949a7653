/*
 * JSON written part by part, indented with tabs or on one line.  What stands in an object has a
 * name, what stands in an array has none (NULL); names are ours, except those of json_value.
 */
#ifndef CFGLINT_REPORT_JSON_H
#define CFGLINT_REPORT_JSON_H

#include "base/foreign.h"
#include "eval/value.h"
#include "memory/context.h"

struct json {
    struct buf *out;
    struct arena *arena;
    bool pretty;
    enum foreign as; /* how texts are written */
    uint32_t depth;
    bool any; /* is there something before, in the object or array that is open? */
};

/* For reports: a text that is none, such as a lone surrogate, holds U+FFFD. */
struct json json_new(struct arena *a, struct buf *out, bool pretty);
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
void json_end_object(struct json *j);
void json_end_array(struct json *j);
/* The line end after everything. */
void json_end(struct json *j);

void json_text(struct json *j, const char *name, str s);
void json_word(struct json *j, const char *name, const char *ours);
void json_number(struct json *j, const char *name, double n);
void json_integer(struct json *j, const char *name, int64_t n);
void json_bytes(struct json *j, const char *name, uint64_t n);
/* {low, expected, high}, in bytes */
void json_interval(struct json *j, const char *name, const struct interval *i);
void json_bool(struct json *j, const char *name, bool b);
void json_null(struct json *j, const char *name);
/* `path`, and `uri` where the path is no UTF-8 and `path` does not name the file. */
void json_path(struct json *j, str path);
/* A value of a config: what JSON has no word for becomes its repr(). */
void json_value(struct json *j, const char *name, const struct value *v);

/* A path as a URI: relative, or with file://. */
str uri_of(struct arena *a, str path);

#endif
