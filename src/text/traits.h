/* What a file has besides its bytes: owner, group, permissions, and extended attributes, which hold
 * access control lists. */
#ifndef CFGLINT_TEXT_TRAITS_H
#define CFGLINT_TEXT_TRAITS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives an open file those of another one, whose status is `st`.  False with a phrase for a message
 * when one of them cannot be kept. */
bool traits_copy(int from, const struct stat *st, int to, const char **reason);

#endif
