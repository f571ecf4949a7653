/* Inside of the evaluator: one function for each kind of work on a tree.  Private to the eval
 * layer. */
#ifndef CFGLINT_EVAL_INTERP_H
#define CFGLINT_EVAL_INTERP_H

#include "eval/eval.h"
#include "eval/ops.h"

struct builtin_def;

/* The body of a `try` that runs: the first of its statements in which something unknown came up. */
struct watch {
    struct watch *outer;
    node_id suite, first;
    uint64_t unseen;
};

enum flow {
    FLOW_NEXT,
    FLOW_BREAK,
    FLOW_CONTINUE,
    FLOW_RETURN,
    FLOW_YIELD, /* the generator has an item; its place is on its stack */
    FLOW_LOST,  /* whether the loop around goes on cannot be told */
    FLOW_RAISE
};

bool interp_expression(struct eval *e, struct frame *f, node_id id, struct value *out);
/* The value of an expression and its truth.  *unknown: it cannot be told. */
bool interp_test(struct eval *e, struct frame *f, node_id id, bool *truth, bool *unknown);
enum flow interp_statement(struct eval *e, struct frame *f, node_id id);
enum flow interp_suite(struct eval *e, struct frame *f, node_id suite);
enum flow interp_match(struct eval *e, struct frame *f, node_id id);
enum flow interp_try(struct eval *e, struct frame *f, node_id id);
enum flow interp_raise(struct eval *e, struct frame *f, node_id id);
enum flow interp_assert(struct eval *e, struct frame *f, node_id id);
/* Generators.  What the call of a function that yields gives. */
struct value interp_generator(struct eval *e, struct frame *f);
/* (element for ... in first ...); `inner` is the frame of its names. */
struct value interp_generator_expression(
    struct eval *e, struct frame *inner, node_id id, struct iterator *first);
enum next interp_generator_next(struct eval *e, struct generator *g, struct value *out);
/* Raises the StopIteration of an iterator that has just ended. */
void interp_stop(struct eval *e, const struct iterator *it);
/* A statement with a place below `id` to go on from: takes it from the stack.  False: it begins
 * anew. */
struct place {
    node_id node, below; /* the statement, and which of its parts runs; 0: its head */
    struct iterator *items;
    struct attempt *attempt; /* of a `try` */
};
bool interp_resumes_at(struct frame *f, node_id id, struct place *out);
static inline bool interp_resumes(struct frame *f, node_id id, struct place *out)
{
    return f->generator && interp_resumes_at(f, id, out);
}
/* Notes the place of a statement that a yield leaves, from the inside out. */
enum flow interp_suspend(struct eval *e, struct frame *f, struct place at);
/* The same in a generator for one that yields in its head; without such a note, nothing is kept. */
bool interp_resumes_head(struct frame *f, node_id id);
/* Does the head of a statement yield? */
bool interp_yields(struct frame *f, node_id id);
/* Are the parts of the statement at hand kept, for when it is entered again?  Gives what was said
 * before. */
bool interp_keeps(struct frame *f, bool keeps);
void interp_forget(struct frame *f);
bool interp_kept(struct frame *f, node_id id, struct value *out);
void interp_keep(struct eval *e, struct frame *f, node_id id, struct value v);
/* An expression in a generator: kept if need be. */
bool interp_part(struct eval *e, struct frame *f, node_id id, struct value *out,
    bool (*evaluate)(struct eval *, struct frame *, node_id, struct value *));
/* An answer that decides how an expression goes on: that of the first time, before a yield in it.
 */
bool interp_settled(struct eval *e, struct frame *f, node_id id, bool answer);
/* What was made of a part of an expression before a yield after it, and to note that. */
bool interp_made(struct frame *f, node_id id, struct value *out);
void interp_make(struct eval *e, struct frame *f, node_id id, struct value v);
/* The operand of `*x` or `**x`: with a yield after it, what it held when it was unpacked.  Do its
 * items go into a set? */
bool interp_unpacked(struct eval *e, struct frame *f, node_id id, bool hashes, struct value *out);
/* `yield`: "raises" the suspension, or has its value after that. */
bool interp_yield(struct eval *e, struct frame *f, node_id id, struct value *out);
bool interp_is_suspension(const struct eval *e, const struct frame *f);
/* A part of a statement that a yield may leave and come back to. */
enum flow interp_run_part(struct eval *e, struct frame *f, node_id id, node_id part);
/* How many generators are suspended in a `try`; and when an expression or a statement ends: those
 * after the first `before` may have been closed.  False after raising LIMIT. */
static inline uint32_t interp_suspended(const struct eval *e)
{
    return e->suspended ? e->suspended->n : 0;
}
bool interp_drop(struct eval *e, uint32_t before);
/* The items of the generator that runs are no longer known. */
void interp_generator_lost(struct frame *f);

/* Does an import right below, in a `try`, perhaps fail? */
bool interp_doubts(struct eval *e, struct frame *f, node_id suite);
/* Runs such a statement once for each import that may fail and once with none failing, and keeps
 * what all of them agree on. */
enum flow interp_doubtful_try(struct eval *e, struct frame *f, node_id id,
    enum flow (*run)(struct eval *e, struct frame *f, node_id id));
/* Raises when the import at hand is the one that is taken to fail. */
bool interp_import_fails(struct eval *e, struct frame *f, node_id import);
/* What is not known because of the node `at`. */
struct value interp_unknown(struct eval *e, struct frame *f, node_id at, const char *reason);
/* A part of a program, from `first` on (and its siblings), that may or may not run, once or often:
 * what it sets or changes becomes `unknown`.  Gives that unknown, which holds what the part names.
 */
struct value interp_maybe(
    struct eval *e, struct frame *f, node_id first, bool rest, struct value unknown);
/* The same for statements: if they may leave the loop or the function, all that comes after is
 * unknown too. */
enum flow interp_perhaps(
    struct eval *e, struct frame *f, node_id first, bool rest, struct value unknown);
/* May the code of a function do more than to look at things? */
bool interp_function_changes(struct eval *e, const struct function_value *fn);
/* May it change anything but names? */
bool interp_changes(struct eval *e, struct frame *f, node_id id);
/* A node whose code has names of its own, as what it can reach. */
struct function_value *interp_code(struct eval *e, struct frame *f, node_id id);

/* Of a value that is called; callee.c. */
/* globals(), exec() and their like lead to all names; what dir() gives is a list of texts. */
bool callee_reaches_names(const struct value *v);
/* Types and functions of Python's own that change nothing themselves. */
bool callee_is_harmless(const struct value *v);
/* Does a call of it give something, and change nothing?  Of code that is not evaluated, which
 * changes all at any rate, the answer may be yes. */
bool callee_only_looks(struct eval *e, const struct value *v);
/* Methods of lists, dicts and sets that leave them as they are. */
bool callee_only_reads(const struct builtin_def *def);

bool interp_assign(struct eval *e, struct frame *f, node_id target, struct value v);
bool interp_delete(struct eval *e, struct frame *f, node_id target);

/* What is called, and then all that it is given. */
struct list *interp_given(struct eval *e, const struct value *callee, const struct arguments *args);
/* Calls what is not evaluated: it has the arguments now. */
bool interp_call_unseen(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out);
/* What comes of a builtin or a type that has run, or raised.  When it was given something
 * `unknown`, whether it raises is not known; and an unknown that it gives, when there were `made`
 * of them before, may be any part of its arguments. */
bool interp_builtin_done(struct eval *e, const struct builtin_def *def, const struct value *self,
    const struct arguments *args, bool unknown, uint64_t made, bool good, struct value *out);
bool interp_call(struct eval *e, struct frame *f, node_id id, struct value *out);
/* The frame of a function that is to run. */
struct frame *interp_frame(struct eval *e, const struct tree *tree, const struct function *def,
    struct frame *outer, struct dict *globals);
bool interp_display(struct eval *e, struct frame *f, node_id id, bool tuple, struct value *out);
bool interp_set_display(struct eval *e, struct frame *f, node_id id, struct value *out);
bool interp_dict_display(struct eval *e, struct frame *f, node_id id, struct value *out);
bool interp_comprehension(struct eval *e, struct frame *f, node_id id, struct value *out);
/* What a def or a lambda makes.  *good becomes false after raising. */
struct value interp_function(struct eval *e, struct frame *f, node_id id, bool *good);
bool interp_string(struct eval *e, struct frame *f, node_id id, struct value *out);

/* Enters an evaluation; false after raising RecursionError or LIMIT.  Leave with e->depth--. */
bool interp_too_deep(struct eval *e);

static inline bool interp_enter(struct eval *e)
{
    if (e->depth >= e->limits->eval_depth) {
        return interp_too_deep(e);
    }
    if (!eval_spend(e, 1)) {
        return false;
    }
    e->depth++;
    return true;
}

/* Tells the host what a name takes and loses. */
void interp_tell(struct eval *e, const struct value *takes, const struct value *loses);

static inline void interp_set_slot(struct eval *e, struct frame *f, uint32_t slot, struct value v)
{
    struct value old = f->slots[slot];
    f->slots[slot] = v;
    if (e->host->hold) {
        interp_tell(e, &v, &old);
    }
}
void interp_leave_frame(struct eval *e, struct frame *f);

static inline void interp_place(const struct frame *f, node_id id, struct value *v)
{
    v->tree = f->tree;
    v->node = id;
}

static inline struct value interp_at(const struct frame *f, node_id id, struct value v)
{
    interp_place(f, id, &v);
    return v;
}

#endif
