/*
 * Which parts of conditions were true, false and decisive, for mutate.py: reach.py includes it in a
 * copy of expression.c.  A condition is what `if`, `while`, a comprehension or a conditional
 * expression tests, or an `and` or `or` whose value is used; its parts are what `and`, `or` and
 * `not` put together.  Each part that was evaluated is judged beside all others, which are
 * evaluated once more for that: is the whole another one if this part alone is the opposite?  The
 * bits of a part are in the byte of its node (reach.c); what has all of them is judged no more.
 */
enum {
    PART_TRUE = 2,
    PART_FALSE = 4,
    TRUE_DECIDES = 8,   /* were it false, the whole would be another */
    FALSE_DECIDES = 16, /* were it true */
    PART_OF_MORE = 32,
    ALL_OF_A_PART = PART_TRUE | PART_FALSE | TRUE_DECIDES | FALSE_DECIDES,
    MOST_PARTS = 64
};

uint8_t *reach_byte(const void *address);
void reach_part(uint8_t *byte, uint8_t bits);
extern _Thread_local int reach_held;

struct part {
    node_id id;
    bool good, reached;
    struct value v;
};

struct parts {
    struct frame *f;
    struct part items[MOST_PARTS];
    uint32_t n;
};

static bool joins(const struct frame *f, node_id id)
{
    const struct node *n = node_of(f, id);
    return n->kind == NODE_AND || n->kind == NODE_OR || (n->kind == NODE_UNARY && n->op == OP_NOT);
}

static void list_parts(struct parts *p, node_id id)
{
    if (!joins(p->f, id)) {
        p->items[p->n < MOST_PARTS ? p->n++ : p->n - 1] = (struct part){.id = id};
        return;
    }
    for (node_id it = child(p->f, id, 0); it; it = node_of(p->f, it)->next) {
        list_parts(p, it);
    }
}

/* Before a condition is evaluated: what it joins is judged with it, not alone. */
static void condition_begins(struct frame *f, node_id id, bool is_test)
{
    uint8_t *bits = reach_byte(node_of(f, id));
    if (!bits || !joins(f, id)) {
        return;
    }
    *bits |= is_test ? PART_OF_MORE : 0;
    for (node_id it = child(f, id, 0); it; it = node_of(f, it)->next) {
        condition_begins(f, it, true);
    }
}

/* The value of a whole in which the part `other` is the opposite; 0: none.  False: it raises. */
static bool whole(struct parts *p, node_id id, node_id other, struct value *out)
{
    const struct node *n = node_of(p->f, id);
    node_id first = child(p->f, id, 0);
    if (!joins(p->f, id)) {
        struct part *part = p->items;
        while (part->id != id) {
            part++;
        }
        part->reached |= other == 0;
        *out = id == other ? value_bool(!value_truth(&part->v)) : part->v;
        return part->good;
    }
    if (!whole(p, first, other, out)) {
        return false;
    }
    if (n->kind == NODE_UNARY) {
        *out = value_bool(!value_truth(out));
        return true;
    }
    return value_truth(out) == (n->kind == NODE_OR) ||
           whole(p, node_of(p->f, first)->next, other, out);
}

/* Evaluates all parts, and leaves no trace but what is kept of answers. */
static bool evaluate_parts(struct eval *e, struct parts *p)
{
    struct eval before = *e;
    struct fuel fuel = *e->fuel;
    uint64_t bytes = e->arena->total_bytes;
    bool known = true;
    reach_held++;
    for (uint32_t i = 0; i < p->n; i++) {
        struct part *part = &p->items[i];
        part->good = interp_expression(e, p->f, part->id, &part->v);
        known = known && !(part->good && value_is_unknown(&part->v));
        struct arena *arena = e->arena;
        *e = before;
        e->arena = arena;
    }
    reach_held--;
    *e->fuel = fuel;
    e->arena_mark += e->arena->total_bytes - bytes;
    return known;
}

static bool is_settled(struct parts *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        if ((*reach_byte(node_of(p->f, p->items[i].id)) & ALL_OF_A_PART) != ALL_OF_A_PART) {
            return false;
        }
    }
    return true;
}

/* After a condition was evaluated.  Of a test the truth counts, of others the value. */
static void condition_ends(struct eval *e, struct frame *f, node_id id, bool is_test)
{
    uint8_t *bits = reach_byte(node_of(f, id));
    struct parts p = {.f = f};
    struct value is, other;
    if (!bits || reach_held || (!is_test && (*bits & PART_OF_MORE))) {
        return;
    }
    list_parts(&p, id);
    if (is_settled(&p) || !evaluate_parts(e, &p)) {
        return;
    }
    bool good = whole(&p, id, 0, &is);
    for (uint32_t i = 0; i < p.n; i++) {
        struct part *part = &p.items[i];
        if (!part->reached || !part->good) {
            continue;
        }
        bool truth = value_truth(&part->v), still = whole(&p, id, part->id, &other),
             unknown = false;
        bool decides =
            still != good || (good && (is_test ? value_truth(&is) != value_truth(&other)
                                               : !value_equal(&is, &other, &unknown, NULL)));
        reach_part(reach_byte(node_of(f, part->id)),
            (truth ? PART_TRUE : PART_FALSE) | (!decides   ? 0
                                                   : truth ? TRUE_DECIDES
                                                           : FALSE_DECIDES));
    }
}
