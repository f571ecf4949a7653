/* Characters by their Unicode names. */
#ifndef CFGLINT_SYNTAX_NAMES_H
#define CFGLINT_SYNTAX_NAMES_H

#include "base/str.h"

#define NO_CHARACTER UINT32_MAX

/* The character called so, or NO_CHARACTER. */
uint32_t character_by_name(str name);

#endif
