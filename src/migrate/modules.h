/* Files as modules that others can import: mmengine's new style inherits by `from .a.b import *`.
 */
#ifndef CFGLINT_MIGRATE_MODULES_H
#define CFGLINT_MIGRATE_MODULES_H

#include "base/arena.h"

/* "faster-rcnn/x_1.5x.py" -> "faster_rcnn/x_1_5x.py": letters, digits and '_', no digit first, no
 * keyword. */
str modules_path(struct arena *a, str relative);
/* Could each part of the path be imported? */
bool modules_is_name(str path);
/* "..a.b": what the file at `from` imports to get what the one at `to` gives; both absolute. */
str modules_import(struct arena *a, str from, str to);

#endif
