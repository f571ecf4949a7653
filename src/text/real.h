/*
 * Real paths: symbolic links followed, as realpath(3) gives them.
 *
 * What a folder's real path is gets looked up once, so that the files of a corpus cost one system
 * call each.  Threads may share it.
 */
#ifndef CFGLINT_TEXT_REAL_H
#define CFGLINT_TEXT_REAL_H

#include "base/str.h"

#include <limits.h>
#include <sys/stat.h>

struct real_paths;

struct real_paths *real_paths_new(void *talloc_ctx);
/* False, with errno set, when there is nothing of that name. */
bool real_path(struct real_paths *r, str path, char to[PATH_MAX], struct stat *st);

#endif
