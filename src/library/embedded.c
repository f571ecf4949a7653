/* The blob made from rules/ at build time, as read-only data of the program. */
#include "library/embedded.h"

#include "base/embed.h"

EMBED(embedded_blob, CFGLINT_BLOB);
