#include "lint/argument_kinds.h"

#include <stdio.h>
#include <string.h>

enum default_kind {
    DEFAULT_NONE, /* or one that says nothing */
    DEFAULT_FLAG,
    DEFAULT_NUMBER,
    DEFAULT_DICT,
    DEFAULT_NUMBERS
};

/* A count may be a list of counts after all; a dict, or a text, for a number is wrong. */
static const struct {
    const char *annotations, *words;
    enum default_kind by;
    bool no_dict, no_text;
} KINDS[] = {
    {"|bool|Optional[bool]|", "True or False", DEFAULT_FLAG, .no_dict = true},
    {"|int|float|Optional[int]|Optional[float]|Union[int, float]|", "a number", DEFAULT_NONE,
        .no_text = true},
    {"", "a number", DEFAULT_NUMBER, .no_dict = true, .no_text = true},
    {"|dict|Optional[dict]|ConfigType|OptConfigType|", "a dict", DEFAULT_DICT, .no_text = true},
    {"|Sequence[int]|List[int]|Sequence[float]|List[float]|List[dict]|", "a list", DEFAULT_NUMBERS,
        .no_dict = true, .no_text = true},
};

static bool is_number(const struct node *n)
{
    return n->kind == NODE_INTEGER || n->kind == NODE_FLOAT;
}

static enum default_kind kind_of_default(const struct tree *t, node_id id)
{
    const struct node *n = tree_node(t, id), *first = tree_node(t, n->child);
    switch ((enum node_kind)n->kind) {
    case NODE_TRUE:
    case NODE_FALSE: return DEFAULT_FLAG;
    case NODE_INTEGER:
    case NODE_FLOAT: return DEFAULT_NUMBER;
    case NODE_UNARY: return is_number(first) ? DEFAULT_NUMBER : DEFAULT_NONE;
    case NODE_DICT: return DEFAULT_DICT;
    case NODE_CALL: return str_is(tree_text(t, n->child), "dict") ? DEFAULT_DICT : DEFAULT_NONE;
    case NODE_LIST:
    case NODE_TUPLE: return n->child && is_number(first) ? DEFAULT_NUMBERS : DEFAULT_NONE;
    default: return DEFAULT_NONE;
    }
}

/* Is it one of these words, which stand between strokes? */
static bool is_among(const char *words, str x)
{
    char stroked[40];
    int n = snprintf(stroked, sizeof stroked, "|%.*s|", STR_ARG(x));
    return x.n && n > 0 && (size_t)n < sizeof stroked && strstr(words, stroked);
}

/* What stands behind the colon of a parameter; nothing: there is none.  Annotations have the order
 * of their parameters. */
static str annotation_of(const struct tree *t, node_id param, node_id *next)
{
    uint32_t at = t->places[param].start;
    const struct node *n = tree_node(t, *next);
    while (*next && (n->kind != NODE_ANNOTATION || t->places[*next].start < at)) {
        *next = n->next;
        n = tree_node(t, *next);
    }
    return *next && t->places[*next].start == at ? tree_text(t, n->child) : STR("");
}

int64_t argument_kind(const struct tree *t, node_id param, node_id *next)
{
    str annotation = annotation_of(t, param, next);
    node_id value = tree_child(t, param, 0);
    enum default_kind by = value ? kind_of_default(t, value) : DEFAULT_NONE;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (annotation.n ? is_among(KINDS[i].annotations, annotation)
                         : by != DEFAULT_NONE && by == KINDS[i].by) {
            return (int64_t)i;
        }
    }
    return ARGUMENT_OF_ANY_KIND;
}

bool argument_kind_takes(int64_t kind, const struct value *v)
{
    return kind == ARGUMENT_OF_ANY_KIND || !((v->kind == VALUE_DICT && KINDS[kind].no_dict) ||
                                               (v->kind == VALUE_STRING && KINDS[kind].no_text));
}

bool argument_kind_is_one(int64_t kind)
{
    return kind != ARGUMENT_OF_ANY_KIND &&
           (KINDS[kind].by == DEFAULT_NUMBER || KINDS[kind].by == DEFAULT_FLAG);
}

const char *argument_kind_words(int64_t kind)
{
    return KINDS[kind].words;
}
