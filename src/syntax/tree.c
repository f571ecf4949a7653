#include "syntax/tree.h"

uint32_t text_map_offset(const struct text_map *maps, uint32_t n, uint32_t at, bool is_end)
{
    uint32_t low = 0, high = n; /* how many pieces begin at `at` or before, or before an end */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, start = maps[middle].text;
        if (start < at || (start == at && !is_end)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) {
        return at;
    }
    const struct text_map *m = &maps[low - 1];
    uint32_t text_end = m->text + m->text_n, source_end = m->source + m->source_n;
    if (at < text_end) {
        return is_end ? source_end : m->source;
    }
    return source_end + (at - text_end);
}

span tree_map_span(const struct tree *t, span at)
{
    if (t->n_maps == 0) {
        return at;
    }
    return (span){text_map_offset(t->maps, t->n_maps, at.start, false),
        text_map_offset(t->maps, t->n_maps, at.end, true)};
}

span tree_span(const struct tree *t, node_id id)
{
    return tree_map_span(t, t->places[id]);
}

struct loc tree_loc(const struct tree *t, node_id id)
{
    if (!t) {
        return (struct loc){0};
    }
    return (struct loc){t->source, tree_span(t, id)};
}

str tree_text(const struct tree *t, node_id id)
{
    return str_slice(t->text, t->places[id].start, t->places[id].end);
}

bool tree_call_hands_on(const struct tree *t, node_id call)
{
    EACH_CHILD (t, call, it) {
        if (tree_node(t, it)->kind == NODE_DOUBLE_STAR) {
            return true;
        }
    }
    return false;
}

/* Functions in the body of a class, which is not evaluated, have no row of their own. */
str tree_name(const struct tree *t, node_id id)
{
    uint32_t n = tree_node(t, id)->data;
    bool has_row =
        tree_node(t, id)->kind == NODE_DEF && n < t->n_functions && t->functions[n].node == id;
    return string_str(tree_string(t, has_row ? t->functions[n].name : n));
}

const char *operator_name(enum operator op)
{
    static const char *const names[] = {
        [OP_NONE] = "",
        [OP_ADD] = "+",
        [OP_SUB] = "-",
        [OP_MUL] = "*",
        [OP_DIV] = "/",
        [OP_FLOORDIV] = "//",
        [OP_MOD] = "%",
        [OP_POW] = "**",
        [OP_MATMUL] = "@",
        [OP_BITOR] = "|",
        [OP_BITAND] = "&",
        [OP_BITXOR] = "^",
        [OP_LSHIFT] = "<<",
        [OP_RSHIFT] = ">>",
        [OP_NEG] = "-",
        [OP_POS] = "+",
        [OP_INVERT] = "~",
        [OP_NOT] = "not",
        [OP_LT] = "<",
        [OP_GT] = ">",
        [OP_EQ] = "==",
        [OP_NE] = "!=",
        [OP_LE] = "<=",
        [OP_GE] = ">=",
        [OP_IN] = "in",
        [OP_NOT_IN] = "not in",
        [OP_IS] = "is",
        [OP_IS_NOT] = "is not",
    };
    return names[op];
}

struct tree_builder *tree_builder_new(struct arena *a, const struct source *source, str text)
{
    struct tree_builder *b = mem_zero(a->owner, sizeof *b);
    b->ctx = b;
    b->tree = ARENA_NEW(a, struct tree);
    b->tree->source = source;
    b->tree->text = text;
    vec_reserve(b, &b->nodes, text.n / 4 + 16);
    vec_reserve(b, &b->places, text.n / 4 + 16);
    tree_add(b, NODE_NOTHING, 0, 0);
    tree_add_string(b, STR(""));
    return b;
}

node_id tree_add(struct tree_builder *b, enum node_kind kind, uint32_t start, uint32_t end)
{
    vec_push(b->ctx, &b->nodes, ((struct node){.kind = (uint8_t)kind}));
    vec_push(b->ctx, &b->places, ((span){start, end}));
    return (node_id)(b->nodes.n - 1);
}

node_id tree_append(struct tree_builder *b, node_id parent, node_id last, node_id child)
{
    if (!child) {
        return last;
    }
    if (last) {
        tree_edit(b, last)->next = child;
    } else {
        tree_edit(b, parent)->child = child;
    }
    struct node *p = tree_edit(b, parent);
    p->n = p->n < UINT16_MAX ? (uint16_t)(p->n + 1) : UINT16_MAX;
    return child;
}

static uint32_t add_literal(struct tree_builder *b, struct literal l)
{
    vec_push(b->ctx, &b->literals, l);
    return (uint32_t)(b->literals.n - 1);
}

static uint32_t pool_put(struct tree_builder *b, str s)
{
    size_t bytes = (sizeof(struct string) + s.n + 1 + 7) & ~(size_t)7;
    size_t at = b->pool.n;
    vec_reserve(b->ctx, &b->pool, at + bytes);
    b->pool.n += bytes;
    char *p = b->pool.items + at;
    memset(p, 0, bytes);
    struct string head = {.n = (uint32_t)s.n, .hash = str_hash(s)};
    memcpy(p, &head, sizeof head);
    if (s.n > 0) {
        memcpy(p + sizeof head, s.p, s.n);
    }
    return (uint32_t)at;
}

static str literal_str(const struct tree_builder *b, uint32_t literal)
{
    const char *p = b->pool.items + b->literals.items[literal].offset;
    struct string head;
    memcpy(&head, p, sizeof head);
    return (str){p + sizeof head, head.n};
}

/* The table's place for `s`: holds its literal, or 0. */
static uint32_t *intern_place(struct tree_builder *b, str s)
{
    uint32_t mask = b->interned_cap - 1;
    uint32_t i = str_hash(s) & mask;
    while (b->interned[i] && !str_eq(literal_str(b, b->interned[i]), s)) {
        i = (i + 1) & mask;
    }
    return &b->interned[i];
}

static void intern_grow(struct tree_builder *b)
{
    uint32_t *old = b->interned, old_cap = b->interned_cap;
    b->interned_cap = old_cap ? old_cap * 2 : 256;
    b->interned = mem_zero(b, sizeof *b->interned * b->interned_cap);
    for (uint32_t i = 0; i < old_cap; i++) {
        if (old[i]) {
            *intern_place(b, literal_str(b, old[i])) = old[i];
        }
    }
    mem_free(old, old_cap * sizeof *old);
}

uint32_t tree_add_string(struct tree_builder *b, str s)
{
    if (s.n == 0 && b->literals.n > 0) {
        return 0;
    }
    if (b->n_interned * 2 >= b->interned_cap) {
        intern_grow(b);
    }
    uint32_t *place = intern_place(b, s);
    if (!*place) {
        uint32_t literal =
            add_literal(b, (struct literal){.kind = LITERAL_STRING, .offset = pool_put(b, s)});
        place = intern_place(b, s);
        *place = literal;
        b->n_interned++;
        return literal;
    }
    return *place;
}

uint32_t tree_add_integer(struct tree_builder *b, int64_t i)
{
    return add_literal(b, (struct literal){.kind = LITERAL_INTEGER, .i = i});
}

uint32_t tree_add_big_integer(struct tree_builder *b, str digits)
{
    return add_literal(
        b, (struct literal){.kind = LITERAL_BIG_INTEGER, .offset = pool_put(b, digits)});
}

uint32_t tree_add_float(struct tree_builder *b, double f)
{
    return add_literal(b, (struct literal){.kind = LITERAL_FLOAT, .f = f});
}

static const void *hand_over(struct arena *a, const void *items, size_t bytes)
{
    void *p = arena_alloc(a, bytes);
    if (bytes > 0) {
        memcpy(p, items, bytes);
    }
    return p;
}

struct tree *tree_finish(struct tree_builder *b, struct arena *a, node_id root)
{
    struct tree *t = b->tree;
    t->root = root;
    t->nodes = hand_over(a, b->nodes.items, b->nodes.n * sizeof *b->nodes.items);
    t->places = hand_over(a, b->places.items, b->places.n * sizeof *b->places.items);
    t->n_nodes = (uint32_t)b->nodes.n;
    t->literals = hand_over(a, b->literals.items, b->literals.n * sizeof *b->literals.items);
    t->n_literals = (uint32_t)b->literals.n;
    t->functions = hand_over(a, b->functions.items, b->functions.n * sizeof *b->functions.items);
    t->n_functions = (uint32_t)b->functions.n;
    t->slot_names = hand_over(a, b->slot_names.items, b->slot_names.n * sizeof(uint32_t));
    t->n_slot_names = (uint32_t)b->slot_names.n;
    t->pool = hand_over(a, b->pool.items, b->pool.n);
    t->pool_bytes = (uint32_t)b->pool.n;
    talloc_free(b);
    return t;
}
