/*
 * What mmengine's two styles and mmcv 1.x know of each other.  Private to the config layer.
 *
 * A text alone does not tell mmengine's style from mmcv's: what it holds does.
 */
#ifndef CFGLINT_CONFIG_DIALECT_FAMILY_H
#define CFGLINT_CONFIG_DIALECT_FAMILY_H

#include "config/dialect/dialect.h"

extern const struct dialect dialect_mmcv;

/* `_base_` in Python, YAML or JSON, as the module's dialect fills in templates: config/text.c. */
load_fn text_load;

/* How many more sections of mmcv 1.x than of mmengine a resolved config has, by
 * rules/settings/keys.star. */
int mmcv_marks(struct load *l, const struct dict *d);

/* Is it a module of Python's own, or mmengine's for configs? */
bool lazy_is_builtin(str module);
/* Is it `with read_base():`?  *attribute: it is `with x.read_base():`, which the loader does not
 * understand. */
bool lazy_is_read_base(const struct tree *t, node_id with, bool *attribute);
/* mmengine's Config._is_lazy_import, by the order in which it looks.  *problem: it would raise (at
 * *where). */
bool lazy_is_lazy(const struct tree *t, const char **problem, node_id *where);
/* The dialect of a file that mmengine is asked to load. */
const struct dialect *lazy_or(struct load *l, str path, const struct dialect *text);

#endif
