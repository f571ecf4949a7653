/*
 * JSON of any size, read piece by piece, of which some places are asked for.
 *
 * A place is a path from the top: "annotations.[].bbox.[]", where `[]` stands for any item of an
 * array and `*` for any key of an object.  What lies at no place is passed over; memory does not
 * depend on the file.  Several values may follow each other, as in a log of JSON lines.
 */
#ifndef CFGLINT_SURVEY_JSON_WALK_H
#define CFGLINT_SURVEY_JSON_WALK_H

#include "survey/tally.h"
#include "text/files.h"

struct json_place {
    const char *path;
    int id; /* of the caller's */
};

struct json_scalar {
    bool is_text, is_number;
    double number; /* of true and false, 1 and 0; else finite, or it is no number */
    str text;      /* as it is written, escapes and all; its first bytes */
    uint64_t hash; /* of all of it */
};

struct json_visitor {
    void *data;
    void (*open)(void *data, int id);  /* an object or array at a place begins */
    bool (*close)(void *data, int id); /* and ends; false stops with a reason of the caller's */
    void (*scalar)(void *data, int id, const struct json_scalar *v);
    void (*progress)(void *data, uint64_t done, uint64_t total); /* in bytes */
};

/*
 * False with a reason, such as "line 3, byte 120: a ',' or ']' is missing here"; "" when close()
 * said no.
 */
bool json_walk(struct arena *a, const struct limits *limits, struct stream *in,
    const struct json_place *places, size_t n, const struct json_visitor *v, str *reason);

#endif
