/* Opening what lies beneath a folder, step by step, so that no link put in its way in between
 * leads elsewhere. */
#ifndef CFGLINT_TEXT_BENEATH_H
#define CFGLINT_TEXT_BENEATH_H

#include "base/str.h"

/* Opens for reading; `real` is a real path that is `root` or lies below it.  -1, with errno set. */
int open_beneath(str root, str real, int flags);

#endif
