/* What the writers of the three syntaxes share.  Private to the config layer. */
#ifndef CFGLINT_CONFIG_WRITE_INTERNAL_H
#define CFGLINT_CONFIG_WRITE_INTERNAL_H

#include "config/write.h"

struct writer {
    struct arena *a;
    struct write_style style;
    str *why; /* the first thing that has no text */
    uint32_t depth;
    bool breaks; /* one line was asked for, and a part has several */
};

/* Notes why a value cannot be written; always false. */
bool write_refuse(struct writer *w, const struct value *v, const char *what);
/* Is there something in the string that a loader would fill in as a template? */
bool write_has_template(str s);

bool write_yaml(struct writer *w, struct buf *out, const struct value *v);
void write_yaml_string(struct buf *out, str s, const struct write_style *style);
bool write_json(struct writer *w, struct buf *out, const struct value *v);
void write_json_string(struct buf *out, str s);

#endif
