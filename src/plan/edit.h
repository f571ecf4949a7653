/*
 * Ways to write one change into one file.  Private to the plan layer.
 *
 * A `target` is the file as it is now, with its habits: quotes, indentation, line ends.  A
 * candidate is a set of edits of it; whether it does what it should is for the rewriter to find
 * out.
 */
#ifndef CFGLINT_PLAN_EDIT_H
#define CFGLINT_PLAN_EDIT_H

#include "config/write.h"
#include "plan/rewrite.h"
#include "syntax/token.h"

struct target {
    void *ctx;
    struct arena *a;
    const struct config *config; /* resolved with this file as it is */
    const struct tree *tree;     /* of the file */
    const struct source *source;
    enum write_syntax syntax;
    struct tokens tokens;     /* Python: of the source */
    node_id *parents;         /* of each node */
    struct write_style style; /* the habits of the file */
};

struct candidate {
    struct edits edits;
    const char *what; /* "replacing the value at" ...: for messages */
};

struct candidates {
    VEC(struct candidate) list; /* best first */
};

/* Opens a file of a resolved config; false when its text is not that of the tree. */
bool target_open(struct target *t, struct arena *a, const struct config *c, const struct tree *tree,
    const struct source *source);
void target_close(struct target *t);

/* Appends the ways to make the change. */
void edit_candidates(struct target *t, const struct change *c, struct candidates *out);
void edit_python(struct target *t, const struct change *c, struct candidates *out);
void edit_statements(struct target *t, const struct change *c, struct candidates *out);
/* All at once: the literals of top-level names that the values come from, and, if it is not 0, the
 * so manieth of those that edit_computed() may be computed from.  False when there are none. */
bool edit_names(struct target *t, const struct change *changes, size_t n, uint32_t scaled_name,
    struct candidate *out);
/* The first whole number that the file computes, and that is to become another one: the batch, in
 * `total = 48; batch = total // 8`.  NULL: none. */
const struct change *edit_computed(const struct target *t, const struct change *changes, size_t n);
/* Notes the comments of the edited lines, and above them, that may tell a batch or a rate (PLN009).
 */
void edit_comments(struct target *t, const struct edits *edits, struct diags *diags);
/* The last resort: the whole value of the top-level name, in a statement. */
void edit_rebinding(struct target *t, const struct change *c, struct candidates *out);
void edit_data(struct target *t, const struct change *c, struct candidates *out);
/* The change as one of the innermost list around it: replaced as a whole.  False when there is
 * none. */
bool edit_whole_list(struct target *t, const struct change *c, struct change *out);
/* The same for the dict around it; false at the top level. */
bool edit_parent(struct target *t, const struct change *c, struct change *out);
/* The value that a part of the path has after the change. */
bool edit_whole_value(struct target *t, const struct change *c, str path, struct value *out);
/* The same for the dict around it, with `_delete_` so that nothing is inherited. */
bool edit_whole_dict(struct target *t, const struct change *c, struct change *out);

/* --- for the implementations --- */

struct candidate *edit_new(struct target *t, struct candidates *out, const char *what);
void edit_add(struct target *t, struct candidate *c, span at, str text);
/* Text of a value in the file's style, first line at `column`, others at `indent`.  False when it
 * has none. */
bool edit_value(struct target *t, const struct value *v, uint32_t column, uint32_t indent,
    bool one_line, str *out);
/* Nested dicts for a path below a key: `a.b` = v is {'a': {'b': v}}. */
struct value edit_nested(struct target *t, str path, const struct value *v);
/* Column (in bytes) of an offset, and the blanks that its line starts with. */
uint32_t edit_column(const struct target *t, uint32_t offset);
str edit_indent(const struct target *t, uint32_t offset);
uint32_t edit_line_start(const struct target *t, uint32_t offset);
/* Offset of the end of the line, before its newline. */
uint32_t edit_line_end(const struct target *t, uint32_t offset);

/* Python: where a path is written in the file's own top-level assignments. */
struct place {
    node_id statement; /* last top-level assignment to the first name; 0: there is none */
    node_id container; /* innermost literal reached: DICT, LIST, TUPLE or a call of dict() */
    node_id entry;     /* KEYWORD or PAIR of the last key found in it */
    node_id value;     /* of the last key found */
    str rest;          /* keys below `value` that are not written */
    node_id shared;    /* first expression on the way that is no literal, such as a name; 0: none */
    str shared_path;   /* what it is the value of */
};

void place_find(const struct target *t, str path, struct place *out);
bool place_is_dict(const struct target *t, node_id id);
/* The entry of a key in a dict literal, of which the last one wins, as in Python; 0: there is none.
 */
node_id place_entry(const struct target *t, node_id dict, str key);
/* Number of the token that starts, or ends, at a byte; SIZE_MAX when none does. */
size_t place_token_at(const struct target *t, uint32_t start);
size_t place_token_before(const struct target *t, uint32_t end);

#endif
