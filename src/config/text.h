/* The text style while one file of it is loaded.  Private to the config layer. */
#ifndef CFGLINT_CONFIG_TEXT_H
#define CFGLINT_CONFIG_TEXT_H

#include "config/load.h"

struct text_file {
    struct load *load;
    struct arena *arena;
    struct module *module;
    bool mmengine;
    struct eval eval;
    struct eval_host host;
    VEC(struct value) base_names;      /* strings of _base_ */
    struct value bases;                /* dict: what the bases gave */
    bool writes_bases;                 /* the file's code can see, and change, the bases' objects */
    struct class_object *config_class; /* once it is imported */
};

/* What the code of a config can name, and what its `import` and `with` statements do. */
bool text_import(struct eval *e, struct frame *f, node_id statement);
bool text_may_be_missing(struct eval *e, str module, str name);
bool text_with(struct eval *e, struct frame *f, node_id statement);
/* The names of mmengine's config module that a `_base_` expression can see. */
bool text_base_expression_name(struct eval *e, str name, struct value *out);

/* Does a Python file say the same in the encoding that its first lines declare as in UTF-8?  *name:
 * of the encoding, empty without one. */
bool encoding_is_plain(str text, str *name);

/* The class Config of mmengine or mmcv, as a value that knows `fromfile`. */
struct value config_class(struct text_file *t);
/* The file is loaded: from now on the class loads nothing. */
void config_class_close(struct text_file *t);

#endif
