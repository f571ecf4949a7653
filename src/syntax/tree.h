/*
 * The tree of one text: flat arrays of nodes and literals, whatever the syntax was.
 *
 * Nothing changes it once it is made, so one tree may be read by several threads, and a tree can be
 * embedded in the program as constant data.  Node 0 is NOTHING; ids are indexes into `nodes`.
 */
#ifndef CFGLINT_SYNTAX_TREE_H
#define CFGLINT_SYNTAX_TREE_H

#include "base/vec.h"
#include "text/source.h"

typedef uint32_t node_id;

enum node_kind {
#define NODE(kind, children) NODE_##kind,
#include "nodes.def"
#undef NODE
    NODE_KINDS
};

enum operator{
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_FLOORDIV,
    OP_MOD,
    OP_POW,
    OP_MATMUL,
    OP_BITOR,
    OP_BITAND,
    OP_BITXOR,
    OP_LSHIFT,
    OP_RSHIFT,
    OP_NEG,
    OP_POS,
    OP_INVERT,
    OP_NOT,
    OP_LT,
    OP_GT,
    OP_EQ,
    OP_NE,
    OP_LE,
    OP_GE,
    OP_IN,
    OP_NOT_IN,
    OP_IS,
    OP_IS_NOT,
};

/* Where a name lives; set by scope_resolve. */
enum name_scope {
    NAME_GLOBAL, /* data: literal with the name */
    NAME_LOCAL,  /* data: slot of the running function */
    NAME_FREE,   /* data: frames outwards << 16 | slot */
};

enum param_kind {
    PARAM_PLAIN,
    PARAM_POSITIONAL_ONLY,
    PARAM_KEYWORD_ONLY,
    PARAM_ARGS,
    PARAM_KWARGS
};

/* What running it asks for: rules are more of them than a processor keeps at hand. */
struct node {
    uint8_t kind; /* enum node_kind */
    uint8_t op;
    uint16_t n;          /* number of children, capped at 65535 */
    node_id child, next; /* first child, next sibling */
    uint32_t data;
};

/* An immutable string object: what literals hold and what evaluated strings are. */
struct string {
    uint32_t n, hash;
    char bytes[]; /* n bytes and a zero */
};

static inline bool string_equal(const struct string *a, const struct string *b)
{
    return a == b || (a->n == b->n && a->hash == b->hash && memcmp(a->bytes, b->bytes, a->n) == 0);
}

enum literal_kind {
    LITERAL_STRING,
    LITERAL_INTEGER,
    LITERAL_BIG_INTEGER,
    LITERAL_FLOAT
};

struct literal {
    uint32_t kind;   /* enum literal_kind */
    uint32_t offset; /* strings and big integers (their digits): of a struct string in the pool */
    union {
        int64_t i;
        double f;
    };
};

/* What a def, a lambda or a comprehension needs to run: made by scope_resolve. */
struct function {
    node_id node;
    uint32_t name;     /* literal, for def */
    uint32_t slots_at; /* first of its n_slots names in `slot_names` */
    uint16_t n_slots;  /* parameters first */
    uint16_t n_params;
    uint16_t is_generator; /* has a yield */
    uint16_t is_async;
    uint32_t
        is_plain; /* each parameter may be given by place and by name; there is no `*` or `**` */
};

/* A piece of the text that stands for other bytes of the source: see tree_span. */
struct text_map {
    uint32_t text, source; /* where it starts in either */
    uint32_t text_n, source_n;
};

/* Source offset for an offset of the text; inside a filled-in piece, the piece's start or end. */
uint32_t text_map_offset(const struct text_map *maps, uint32_t n, uint32_t at, bool is_end);

struct tree {
    const struct source *source;
    str text; /* what was parsed: the source's bytes, or those after templates were filled in */
    const struct text_map *maps; /* where the two differ, in order */
    uint32_t n_maps;
    const struct node *nodes;
    const span *places; /* bytes of the text, of each node */
    uint32_t n_nodes;
    const struct literal *literals;
    uint32_t n_literals;
    const char *pool; /* struct string objects, each 8-byte aligned */
    uint32_t pool_bytes;
    const struct function *functions;
    uint32_t n_functions;
    const uint32_t *slot_names; /* literals */
    uint32_t n_slot_names;
    node_id root;
    bool broken;           /* some statement did not parse; a diagnostic says where */
    bool lazy_annotations; /* from __future__ import annotations */
    bool annotated;        /* the module has names with annotations */
};

static inline const struct node *tree_node(const struct tree *t, node_id id)
{
    return &t->nodes[id];
}

static inline const struct string *tree_string(const struct tree *t, uint32_t literal)
{
    return (const struct string *)(const void *)(t->pool + t->literals[literal].offset);
}

static inline str string_str(const struct string *s)
{
    return (str){s->bytes, s->n};
}

/* The n-th child, counted from 0; 0 when there are fewer. */
static inline node_id tree_child(const struct tree *t, node_id id, uint32_t n)
{
    node_id it = tree_node(t, id)->child;
    while (it && n-- > 0) {
        it = tree_node(t, it)->next;
    }
    return it;
}
/* Bytes of the source that node `id` stands for. */
span tree_span(const struct tree *t, node_id id);
/* The same for any part of the tree's text; a part of a filled-in template stands for the whole of
 * it. */
span tree_map_span(const struct tree *t, span at);
struct loc tree_loc(const struct tree *t, node_id id);
str tree_text(const struct tree *t, node_id id);
/* The name of a DEF, CLASS, PARAM, KEYWORD, ATTRIBUTE, ALIAS or IMPORT_FROM; the text of a STRING.
 */
str tree_name(const struct tree *t, node_id id);
/* Does a CALL hand keywords on, as `f(**kwargs)`? */
bool tree_call_hands_on(const struct tree *t, node_id call);
/* "+", "not in", ... */
const char *operator_name(enum operator op);

#define EACH_CHILD(tree, id, it) \
    for (node_id it = tree_node((tree), (id))->child; it; it = tree_node((tree), it)->next)

/* A tree under construction. */
struct tree_builder {
    void *ctx;
    struct tree *tree;
    VEC(struct node) nodes;
    VEC(span) places;
    VEC(struct literal) literals;
    VEC(struct function) functions;
    VEC(uint32_t) slot_names;
    VEC(char) pool;
    uint32_t *interned; /* open-addressed table of literals; 0: free */
    uint32_t interned_cap, n_interned;
};

struct tree_builder *tree_builder_new(struct arena *a, const struct source *source, str text);
node_id tree_add(struct tree_builder *b, enum node_kind kind, uint32_t start, uint32_t end);
/* Appends `child` (0: does nothing) to `parent`, after `last` (0: it is the first); returns the new
 * last. */
node_id tree_append(struct tree_builder *b, node_id parent, node_id last, node_id child);
uint32_t tree_add_string(struct tree_builder *b, str s);
uint32_t tree_add_integer(struct tree_builder *b, int64_t i);
uint32_t tree_add_big_integer(struct tree_builder *b, str digits);
uint32_t tree_add_float(struct tree_builder *b, double f);
static inline struct node *tree_edit(struct tree_builder *b, node_id id)
{
    return &b->nodes.items[id];
}
static inline span *tree_edit_place(struct tree_builder *b, node_id id)
{
    return &b->places.items[id];
}
/* Hands the finished arrays to the tree, which lives in the arena of tree_builder_new. */
struct tree *tree_finish(struct tree_builder *b, struct arena *a, node_id root);

#endif
