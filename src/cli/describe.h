/* Descriptions of types: what they are, and where they stand. */
#ifndef CFGLINT_CLI_DESCRIBE_H
#define CFGLINT_CLI_DESCRIBE_H

#include "cli/run.h"

/* Prints all descriptions of a type, "FCNHead" or "mmseg.FCNHead"; false when there is none. */
bool describe_type(struct run *r, str type);
/* "backbone", "neck", "head", ...: by the key that holds it, its name, and the folder of
 * rules/modules that describes it; each may be empty. */
str describe_role(struct run *r, str type, str key, str folder);
/* How the description of such a part begins: rules/model/roles.star; NULL: it is not said. */
const struct dict *describe_beginning(struct run *r, str role);

#endif
