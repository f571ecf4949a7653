/*
 * What the code of a Python file says of its classes, read off its tree: which there are, how they
 * are registered, what their constructors take, and what they inherit from.
 */
#ifndef CFGLINT_LINT_CLASS_TREE_H
#define CFGLINT_LINT_CLASS_TREE_H

#include "base/limits.h"
#include "syntax/tree.h"

struct class_node {
    const struct tree *tree;
    node_id node;
};

struct class_nodes {
    void *ctx;
    VEC(struct class_node) list;
};

enum constructor {
    CONSTRUCTOR_NONE, /* that of what it inherits from */
    CONSTRUCTOR_OWN,
    CONSTRUCTOR_UNCLEAR /* decorated, defined under a condition, or assigned */
};

enum {
    MOST_CLASSES = 16 /* of one name that are told apart */
};

/* Adds the classes of that name at the margin of the file, or under conditions there; of more than
 * MOST_CLASSES one more. */
void class_tree_find(const struct tree *t, str name, struct class_nodes *to);
/* Does the file define a class or function of that name, or register something by it? */
bool class_tree_defines(const struct tree *t, str name);
/* Does the code say the word, or, `quoted`, is it a text of the code's, in quotes of either kind?
 * What is written about the code may name anything. */
bool class_tree_says(const struct tree *t, const struct limits *limits, str word, bool quoted);
/* Where a name comes from: the one that it is imported by, and the package that it is imported from
 * (nothing: the file's own, or another part of the same). */
struct class_origin {
    str name, package;
};

struct class_origin class_tree_origin(const struct tree *t, str name);

/* In which registry is it, by its own name?  Empty: in none. */
str class_registry(struct class_node c);
bool class_is_registered(struct class_node c);
/* Is there nothing but registrations and a plain metaclass to make another class of it? */
bool class_is_plain(struct class_node c);
/* The names of what it inherits from: of `nn.Module` the last one. */
uint32_t class_bases(struct class_node c, str *to, uint32_t most);
/* The name of all that it inherits from; nothing: that is none, several, or no mere name. */
str class_only_base(struct class_node c);
enum constructor class_constructor(struct class_node c, node_id *def);
/* Does its own constructor set the name, or `self.name`, to something that does not depend on what
 * the name was given?  Under a condition: that is another matter, and so is what it only begins
 * with. */
bool class_sets(struct class_node c, str name);
/* Has it **kwargs? */
bool constructor_takes_rest(struct class_node c, node_id def);
/* Does the constructor hand its **kwargs on to that of what the class inherits from, and do nothing
 * else with them? */
bool constructor_hands_on(struct class_node c, node_id def);
/* Does it do nothing at all with them? */
bool constructor_swallows(struct class_node c, node_id def);

/* Where the word that begins at `from` ends. */
size_t word_end(str text, size_t from);

#endif
