/*
 * The evaluator: runs a tree without ever leaving it.  No files, no clock, no processes.
 *
 * One engine, three profiles: `config` for users' files (tolerant: what it cannot know becomes
 * UNKNOWN), `library` for our rules and modules (strict, always ends: no while, no recursion),
 * `expression` for ${...}.
 *
 * Functions return false when the program raised; the exception is then in `e->raised`.
 */
#ifndef CFGLINT_EVAL_EVAL_H
#define CFGLINT_EVAL_EVAL_H

#include "base/buf.h"
#include "base/limits.h"
#include "eval/types.h"
#include "eval/value.h"

struct profile {
    const char *name;
    bool tolerant;     /* names and calls that we do not know are UNKNOWN, not errors */
    bool loops_freely; /* `while` and recursion, under fuel */
    bool rebinds;      /* globals may be assigned twice */
    bool freezes;      /* containers of finished files cannot be changed */
};

extern const struct profile PROFILE_CONFIG, PROFILE_LIBRARY, PROFILE_EXPRESSION;

struct frame {
    struct frame *outer; /* of the function around this one, where it was defined */
    struct frame *caller;
    const struct tree *tree;
    const struct node *nodes;   /* of the tree, at hand */
    const struct function *def; /* NULL at module level */
    struct value *slots;
    struct dict *globals;
    struct value returned;
    struct generator *generator; /* that it belongs to; NULL: it is an ordinary call */
    node_id at;                  /* the statement that runs; 0: none */
    bool frozen;                 /* functions of a finished file keep it: its names stay bound */
};

/* What the evaluator asks the layer that runs it.  Each may be NULL. */
struct eval_host {
    void *data;
    /* A name that is neither local, global nor a builtin.  True when it is known. */
    bool (*name)(struct eval *e, str name, struct value *out);
    /* Is a statement of a module left out, because the host may run it later? */
    bool (*later)(struct eval *e, const struct tree *t, node_id statement);
    /* `import` and `from ... import`: binds names with eval_bind.  False: raised. */
    bool (*import)(struct eval *e, struct frame *f, node_id statement);
    /* Is it unknown whether `import module` (or `from module import name`) succeeds? */
    bool (*may_be_missing)(struct eval *e, str module, str name);
    /* A `with` statement: true when its body is to be run as it stands. */
    bool (*with)(struct eval *e, struct frame *f, node_id statement);
    /* A local name now holds, or no longer holds, objects of a class with is_held (each one told).
     */
    void (*hold)(struct eval *e, struct object *o);
    void (*release)(struct eval *e, struct object *o);
    /* May have the result of a call of a module-level function from an earlier one.  False: it
     * runs, and if `*ticket` is set, `keep` is told what it returned. */
    bool (*recall)(struct eval *e, const struct function_value *fn, const struct arguments *args,
        void **ticket, struct value *out);
    void (*keep)(struct eval *e, void *ticket, const struct value *result);
    /* A value of a dict was asked for by its key. */
    void (*read)(struct eval *e, const struct value *v);
    /* The environment variable; empty when not set. */
    str (*environment)(struct eval *e, const char *name);
    /* Assignments whose first target is this name are left out, as mmengine does with _base_; may
     * be empty. */
    str removed;
    /* __file__ and __name__ of the module that runs; empty: not defined. */
    str file_name, module_name;
    str folder; /* working directory; empty: not known */
};

/* What code has done to that which all files of a config share: the environment, and modules. */
struct variables {
    struct dict *set; /* by name; None: deleted; NULL: none */
    bool lost;        /* it cannot be told which ones were */
    bool patched;     /* something was put into a module: its functions may be others */
};

struct eval {
    struct arena *arena;
    const struct limits *limits;
    const struct profile *profile;
    const struct eval_host *host;
    struct fuel own;     /* what this one may spend */
    struct fuel *fuel;   /* the account it draws on: `own`, or that of a whole with many parts */
    uint64_t arena_mark; /* arena bytes already charged */
    struct frame *frame; /* that runs */
    uint32_t depth;      /* of nested evaluations, against a C stack overflow */
    uint32_t call_depth;
    struct exception *raised;
    struct exception *handling; /* by the `except` around; what a bare `raise` raises again */
    struct dict *names;         /* builtins and functions of the host that have been asked for */
    struct doubt *doubt;        /* imports that may fail: see doubt.c; NULL: none of them does */
    struct variables environment;
    bool loading;           /* library: a file is being loaded, so globals may be bound */
    struct watch *watch;    /* the innermost `try` that runs; or NULL */
    struct list *suspended; /* generators that stand in a `try`: see generator.c; or NULL */
    struct list *outside;   /* functions that code that is not evaluated may call; or NULL */
    uint64_t unseen;        /* how often something unknown has come up so far */
    uint64_t made;          /* unknowns so far */
    uint64_t walks;         /* see reach.c */
};

void eval_init(struct eval *e, struct arena *a, const struct limits *limits,
    const struct profile *profile, const struct eval_host *host);

/* Runs the statements of a module in `globals`. */
bool eval_module(struct eval *e, const struct tree *tree, struct dict *globals);
/* Evaluates one expression tree, or any expression node of a tree, at module level. */
bool eval_expression(
    struct eval *e, const struct tree *tree, node_id node, struct dict *globals, struct value *out);
/* Makes the value of a YAML or JSON tree. */
bool eval_data(struct eval *e, const struct tree *tree, node_id node, struct value *out);
/* Calls a function value. */
bool eval_call(
    struct eval *e, const struct value *callee, const struct arguments *args, struct value *out);
bool eval_call1(struct eval *e, const struct value *callee, struct value arg, struct value *out);
/* Binds the NAME node to a value in the running frame. */
bool eval_bind(struct eval *e, struct frame *f, node_id name, struct value v);

/* Raises; always returns false, so that `return eval_raise(...)` reads well. */
bool eval_raise(struct eval *e, enum type_id type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, at a given place rather than at the running node. */
bool eval_raise_at(struct eval *e, const struct tree *tree, node_id node, enum type_id type,
    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Raises LIMIT: the limit called `name` was reached. */
bool eval_limit(struct eval *e, const char *name);
bool eval_raise_key(struct eval *e, const struct value *key);
/* Notes in the exception what it is about; always returns false, too. */
bool eval_about(struct eval *e, const struct value *v);
/* The same of None; else it is about nothing. */
bool eval_about_none(struct eval *e, const struct value *v);
/* The same of a value whose kind the operation does not take. */
bool eval_about_operand(struct eval *e, const struct value *v);
/* "KeyError: 'x'" */
str eval_exception_text(struct arena *a, const struct exception *x);
/* What str() of the exception gives. */
str eval_exception_message(struct arena *a, const struct exception *x);

/* Raises the LIMIT that ran out. */
bool eval_is_spent(struct eval *e);

/* Tells the host that a value of a dict was asked for by its key. */
static inline void eval_read(struct eval *e, const struct value *v)
{
    if (e->host && e->host->read) {
        e->host->read(e, v);
    }
}

/* Counts steps, and the memory taken meanwhile; false after raising LIMIT. */
static inline bool eval_spend(struct eval *e, uint64_t steps)
{
    uint64_t bytes = e->arena->total_bytes - e->arena_mark;
    e->arena_mark = e->arena->total_bytes;
    return (fuel_step(e->fuel, steps) && fuel_bytes(e->fuel, bytes)) || eval_is_spent(e);
}
/* While these values are known to more than names: the host's objects in them are held, or let go.
 */
void eval_hold(struct eval *e, const struct value *values, uint32_t n, bool hold);
/* Counts a look at `items` items, where nothing can be raised: once it is false, nobody is to look
 * further, and the next eval_spend() raises. */
static inline bool eval_visit(struct eval *e, uint64_t items)
{
    return items == 0 || fuel_step(e->fuel, items / 8 + 1);
}
/*
 * What may be large is asked for before it is made: a container of so many items, each with
 * `item_bytes` of memory, all temporary ones included; or a text.  Also charges for filling it.
 * False after raising LIMIT.
 */
bool eval_room(struct eval *e, uint64_t items, size_t item_bytes);
bool eval_text_room(struct eval *e, uint64_t bytes);
/* The same for a container, or a text, that has just taken one more. */
bool eval_grown(struct eval *e, uint64_t items);
bool eval_text_grown(struct eval *e, uint64_t bytes);
/* A text under construction; its memory is charged. */
struct buf eval_buf(struct eval *e);
/* What it costs to look for one text in another; nothing for other values. */
uint64_t eval_search_work(const struct value *in, const struct value *what);
/* What arithmetic with these integers costs. */
uint64_t eval_digits_work(const struct value *a, const struct value *b);

#endif
