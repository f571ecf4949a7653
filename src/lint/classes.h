/*
 * The Python code of the projects that configs belong to: is there a class of some name, or one
 * that is registered by it, and does its file say some word?  The text is searched; nothing is
 * executed.  What is there may be another version of a class than the one that is described.
 */
#ifndef CFGLINT_LINT_CLASSES_H
#define CFGLINT_LINT_CLASSES_H

#include "text/files.h"

struct classes;

/* Of all projects; read when they are asked for.  Several threads may ask. */
struct classes *classes_new(void *talloc_ctx);
/* In the root that holds the config (absolute path): a class or function of the name, in a file
 * that says the word in its code, or a class that it inherits from, or one that takes any argument
 * and hands it on to nobody; an empty word is said by all. */
bool classes_have(struct classes *c, const struct files *f, str config, str name, str word);

/* A file that defines a name. */
struct class_text {
    str path, text;
    size_t at; /* of the name of the first class that is called so; SIZE_MAX: functions alone are */
};

/* In the root that holds the config, those files; how many there are, at most `most`.  Their texts
 * live as long as the classes. */
size_t classes_texts(struct classes *c, const struct files *f, str config, str name,
    struct class_text *to, size_t most);

#endif
