/*
 * The Python code of the projects that configs belong to: is there a class of some name, or one
 * that is registered by it, and does its file say some word?  Files are parsed when they are asked
 * for; nothing is executed.  What is there may be another version of a class than the one that is
 * described.
 */
#ifndef CFGLINT_LINT_CLASSES_H
#define CFGLINT_LINT_CLASSES_H

#include "syntax/tree.h"
#include "text/files.h"

enum {
    CLASSES_BYTES_A_STEP = 1024 /* of text that is searched: what a rule is charged for it */
};

struct classes;

/* Of all projects; read when they are asked for.  Several threads may ask. */
struct classes *classes_new(void *talloc_ctx);
/* In the root that holds the config (absolute path): a class or function of the name, in a file
 * that says the word in its code, or a class that it inherits from, or one that takes any argument
 * and hands it on to nobody; an empty word is said by all.  A word in
 * single quotes is a text of the code's, in quotes of either kind, and no argument.  A word that
 * ends in = is what its constructor sets, whatever it is given.  `each`: of several files that
 * define it each one does.  *bytes: of text that was gone through. */
bool classes_have(struct classes *c, const struct files *f, str config, str name, str word,
    bool each, uint64_t *bytes);

/* In the root that holds the config, is there a file besides it that says all of the words in
 * quotes, as `cfg.word`, or on a command line (words that end in =); or that takes a name from one
 * (`cfg.data[name]`, words that end in [)?  What lists the words that are known, and another one,
 * takes that one, too.  With a lead only in quotes and behind that: `pop(`; with one that ends in a
 * dot as an attribute of anything, too: `in .`.  *bytes: looked at. */
bool classes_list(struct classes *c, const struct files *f, str config, const str *words, size_t n,
    str lead, uint64_t *bytes);

/* How often the word stands in a file of the root that holds the config, by its path from there,
 * from a folder between the two, where a project lies in another one, or as it is shown; 0: never,
 * or there is no such file.  *bytes: read. */
int64_t classes_count(
    struct classes *c, const struct files *f, str config, str file, str word, uint64_t *bytes);

struct class_file;

/* In the root that holds the config, the files that may define a name; how many there are, at most
 * `most`.  They live as long as the classes. */
size_t classes_files(struct classes *c, const struct files *f, str config, str name,
    struct class_file **to, size_t most);
str class_file_path(const struct class_file *f);
/* Parsed once; NULL: not at all, for it would be too much. */
const struct tree *classes_tree(struct classes *c, const struct files *files, struct class_file *f);

#endif
