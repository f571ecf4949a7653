/* Descriptions of types: what they are, and where they stand. */
#ifndef CFGLINT_CLI_DESCRIBE_H
#define CFGLINT_CLI_DESCRIBE_H

#include "cli/run.h"
#include "report/json.h"

/* What is being printed about a name: text, or where `json` is not NULL the items of an array. */
struct page {
    struct buf *out;
    struct json *json;
    uint32_t n; /* parts so far */
};

/* Adds all descriptions of a type, "FCNHead" or "mmseg.FCNHead". */
void describe_type(struct run *r, struct page *page, str type);
/* Adds a described type without its text: what it is, where it stands, which arguments it takes. */
void describe_call(struct run *r, struct json *j, str name);
/* Adds what is declared of a data set, a GPU ("RTX 3090"), a transform, an optimizer, a setting,
 * ...
 */
void describe_declared(struct run *r, struct page *page, str name);
/* A text as it is, of anything else the repr; on one line. */
void describe_value(struct run *r, struct buf *out, const struct value *v);
/* The described or declared name that is most like it; empty: none is. */
str describe_nearest(struct run *r, str name);
/* "backbone", "neck", "head", ...: by the key that holds it, its name, and the folder of
 * rules/modules that describes it; each may be empty. */
str describe_role(struct run *r, str type, str key, str folder);
/* How the description of such a part begins: rules/model/roles.star; NULL: it is not said. */
const struct dict *describe_beginning(struct run *r, str role);

#endif
