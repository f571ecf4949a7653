/* Python's modules by their files: is there one of a dotted name around a config?  Nothing is
 * imported. */
#ifndef CFGLINT_LINT_MODULES_H
#define CFGLINT_LINT_MODULES_H

#include "text/files.h"

/*
 * Is the module in none of the folders above the config (absolute path), though one of them has its
 * package?  A package that is in none may be installed: then it is not told.  A name with other
 * signs than letters, digits, `_` and dots is never missing.
 */
bool modules_lack(const struct files *f, str config, str module);

#endif
