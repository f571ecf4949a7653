/* Paths as Python's os.path sees them: pure text, nothing is looked up on disk. */
#ifndef CFGLINT_TEXT_PATH_H
#define CFGLINT_TEXT_PATH_H

#include "base/arena.h"

str path_join(struct arena *a, str dir, str name);
/* Collapses `.`, `..` and doubled slashes, as os.path.normpath does. */
str path_normal(struct arena *a, str path);
/* os.path.abspath with `cwd` as the working directory. */
str path_absolute(struct arena *a, str cwd, str path);
str path_dirname(str path);
str path_basename(str path);
/* The extension with its dot, or an empty string; a leading dot is no extension. */
str path_extension(str path);
/* Files that configs are read from, by their names. */
bool path_is_yaml(str path);
bool path_is_config(str path);
/* `path` seen from `from_dir`; both absolute and normal. */
str path_relative(struct arena *a, str path, str from_dir);
/* Does `path` lie in `dir` or is it `dir`?  Both absolute and normal. */
bool path_is_under(str path, str dir);

#endif
