/* The text of a literal with some of its parts changed, taken out or added. */
#include "migrate/emit_internal.h"

#include "config/compare.h"

/* A part of the new text: an old entry or item, or a new one. */
struct part {
    node_id node; /* 0: it is new */
    node_id slot; /* of its value */
    str key;      /* of a dict's */
    const struct value *old, *want, *over;
};

struct parts {
    VEC(struct part) list;
};

static const struct node *at(const struct emitter *x, node_id id)
{
    return tree_node(x->tree, id);
}

static str between(const struct emitter *x, uint32_t from, uint32_t to)
{
    return to > from ? str_slice(x->source->bytes, from, to) : STR("");
}

/* The first entry or item of a literal. */
static node_id first_of(const struct emitter *x, node_id node)
{
    node_id child = at(x, node)->child;
    return at(x, node)->kind == NODE_CALL && child ? at(x, child)->next : child;
}

/* The gap after a part belongs to it up to the end of its line; the rest to the one that follows.
 */
static str trail(str gap)
{
    size_t end = str_find(gap, STR("\n"), 0);
    size_t comma = str_find(gap, STR(","), 0);
    end = end != SIZE_MAX ? end : comma != SIZE_MAX ? comma + 1 : 0;
    return str_slice(gap, 0, end);
}

static str lead(str gap)
{
    return str_slice(gap, trail(gap).n, gap.n);
}

/* What stands around the parts of a literal. */
struct frame_of {
    uint32_t open, close; /* where its first part, and the rest after its last, begin */
    str indent;           /* before a part on a line of its own; " " when there is none */
    bool lines;
    str comma; /* behind the last part */
};

static str gap_after(const struct emitter *x, node_id part, const struct frame_of *f)
{
    node_id next = at(x, part)->next;
    uint32_t end = tree_span(x->tree, part).end;
    return between(x, end, next ? tree_span(x->tree, next).start : f->close);
}

static str gap_before(const struct emitter *x, node_id node, node_id part, const struct frame_of *f)
{
    node_id before = 0;
    for (node_id it = first_of(x, node); it && it != part; it = at(x, it)->next) {
        before = it;
    }
    return before ? lead(gap_after(x, before, f))
                  : between(x, f->open, tree_span(x->tree, part).start);
}

static str last_line(str s)
{
    size_t end = str_rfind_byte(s, '\n');
    return end == SIZE_MAX ? s : str_slice(s, end, s.n);
}

static bool look(const struct emitter *x, node_id node, struct frame_of *f)
{
    node_id first = first_of(x, node);
    span all = tree_span(x->tree, node);
    str text = x->source->bytes;
    if (!first || all.end <= all.start + 1) {
        return false;
    }
    node_id callee = at(x, node)->kind == NODE_CALL ? at(x, node)->child : 0;
    uint32_t open = callee ? tree_span(x->tree, callee).end : all.start;
    while (callee && open < all.end && text.p[open] != '(') {
        open++;
    }
    *f = (struct frame_of){.open = open + 1, .close = all.end - 1, .indent = STR(" ")};
    for (node_id it = first; it; it = at(x, it)->next) {
        str before = gap_before(x, node, it, f), after = gap_after(x, it, f);
        if (at(x, it)->next && str_find(trail(after), STR(","), 0) == SIZE_MAX) {
            return false;
        }
        if (!f->lines && memchr(before.p, '\n', before.n)) {
            f->lines = true;
            f->indent = last_line(before);
        }
        bool ends = !at(x, it)->next && str_find(after, STR(","), 0) != SIZE_MAX;
        f->comma = ends && f->lines ? STR(",") : STR("");
    }
    return true;
}

static bool put_part(struct emitter *x, struct buf *out, const struct part *p, bool call)
{
    if (p->node) {
        span all = tree_span(x->tree, p->node), slot = tree_span(x->tree, p->slot);
        buf_put(out, between(x, all.start, slot.start));
        return emit_changed(x, out, p->slot, p->old, p->want, p->over) ||
               emit_value(x, out, p->over);
    }
    if (p->key.n > 0 && call) {
        buf_put(out, p->key);
        buf_byte(out, '=');
    } else if (p->key.n > 0) {
        write_string(out, p->key, &x->style);
        buf_puts(out, ": ");
    }
    return emit_value(x, out, p->over);
}

/* What stands behind a part that is the last one now. */
static str without_comma(struct emitter *x, str after)
{
    size_t comma = str_find(after, STR(","), 0);
    return arena_concat(x->a, str_slice(after, 0, comma), str_slice(after, comma + 1, after.n));
}

/* Writes the parts into the brackets of a literal. */
static bool put_parts(struct emitter *x, struct buf *out, node_id node, const struct parts *parts,
    const struct frame_of *f)
{
    span all = tree_span(x->tree, node);
    bool call = at(x, node)->kind == NODE_CALL;
    str tail = STR("");
    buf_put(out, between(x, all.start, f->open));
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct part *p = &parts->list.items[i];
        bool last = i + 1 == parts->list.n;
        str before = p->node ? gap_before(x, node, p->node, f) : f->lines ? f->indent : STR(" ");
        bool inside = !memchr(before.p, '\n', before.n);
        buf_put(out, !inside ? before : i == 0 ? STR("") : STR(" "));
        if (!put_part(x, out, p, call)) {
            return false;
        }
        str after = p->node ? trail(gap_after(x, p->node, f)) : last ? f->comma : STR(",");
        bool comma = str_find(after, STR(","), 0) != SIZE_MAX;
        if (!comma && !last) {
            buf_byte(out, ',');
        }
        bool single = at(x, node)->kind == NODE_TUPLE && parts->list.n == 1;
        buf_put(out, last && f->comma.n == 0 && comma && !single ? without_comma(x, after) : after);
    }
    node_id end = first_of(x, node);
    while (at(x, end)->next) {
        end = at(x, end)->next;
    }
    str rest = gap_after(x, end, f);
    tail = lead(rest);
    buf_put(out, memchr(tail.p, '\n', tail.n) ? tail : STR(""));
    buf_put(out, between(x, f->close, all.end));
    return true;
}

static str key_of(const struct emitter *x, node_id entry)
{
    const struct node *n = at(x, entry);
    if (n->kind == NODE_KEYWORD) {
        return string_str(tree_string(x->tree, n->data));
    }
    bool text = n->kind == NODE_PAIR && at(x, n->child)->kind == NODE_STRING;
    return text ? string_str(tree_string(x->tree, at(x, n->child)->data)) : STR("");
}

static const struct value *get(const struct value *v, str key)
{
    const struct entry *e = v->kind == VALUE_DICT ? dict_find_str(v->dict, key) : NULL;
    return e ? &e->value : NULL;
}

static size_t find_part(const struct parts *parts, str key)
{
    for (size_t i = 0; i < parts->list.n; i++) {
        if (str_eq(parts->list.items[i].key, key)) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void insert_part(struct emitter *x, struct parts *parts, size_t where, struct part p)
{
    vec_push(x->a->owner, &parts->list, p);
    for (size_t i = parts->list.n - 1; i > where; i--) {
        parts->list.items[i] = parts->list.items[i - 1];
    }
    parts->list.items[where] = p;
}

/* The entries of a dict literal that stay.  False when one is no plain key. */
static bool old_entries(struct emitter *x, struct parts *parts, node_id node,
    const struct value *old, const struct value *want, const struct value *over)
{
    for (node_id it = first_of(x, node); it; it = at(x, it)->next) {
        str key = key_of(x, it);
        if (key.n == 0) {
            return false;
        }
        const struct value *was = get(old, key), *is = get(want, key), *says = get(over, key);
        node_id slot = at(x, it)->kind == NODE_PAIR ? tree_child(x->tree, it, 1) : at(x, it)->child;
        bool same = was && is && emit_stays(x, slot, was, is);
        if (says || same) {
            struct part p = {it, slot, key, was, is ? is : says, says ? says : is};
            vec_push(x->a->owner, &parts->list, p);
        }
    }
    return true;
}

static void new_entries(struct emitter *x, struct parts *parts, const struct value *over)
{
    size_t where = 0;
    for (uint32_t i = 0; i < over->dict->n; i++) {
        const struct entry *e = &over->dict->entries[i];
        size_t found = find_part(parts, value_str(&e->key));
        if (found == SIZE_MAX) {
            struct part p = {0, 0, value_str(&e->key), NULL, &e->value, &e->value};
            insert_part(x, parts, where, p);
            where++;
        } else {
            where = found + 1;
        }
    }
}

/* A dict that takes the place of an inherited one says all. */
static const struct value *deleting(
    struct emitter *x, node_id node, const struct value *want, const struct value *over)
{
    if (get(over, STR("_delete_")) || want->kind != VALUE_DICT || node == x->replaces) {
        return over;
    }
    for (node_id it = first_of(x, node); it; it = at(x, it)->next) {
        if (str_is(key_of(x, it), "_delete_")) {
            struct value *all = ARENA_NEW(x->a, struct value);
            *all = *want;
            all->dict = dict_copy(x->a, want->dict);
            dict_set_str(x->a, all->dict, STR("_delete_"), value_bool(true));
            return all;
        }
    }
    return over;
}

/* Does what was put since `start` go on in its line, and end before the margin? */
static bool fits(const struct emitter *x, const struct buf *out, size_t start)
{
    size_t line = start;
    while (line > 0 && out->p[line - 1] != '\n') {
        line--;
    }
    return !memchr(out->p + start, '\n', out->n - start) && out->n - line <= x->style.width;
}

/* A few lines without a comment. */
static bool is_small(const struct emitter *x, node_id node)
{
    str text = tree_text(x->tree, node);
    return text.n < 2ull * x->style.width && !memchr(text.p, '#', text.n);
}

static size_t count_of(const struct emitter *x, node_id node)
{
    size_t n = 0;
    for (node_id it = first_of(x, node); it; it = at(x, it)->next) {
        n++;
    }
    return n;
}

static bool changed_dict(struct emitter *x, struct buf *out, node_id node, const struct value *old,
    const struct value *want, const struct value *over)
{
    struct parts parts = {0};
    struct frame_of f;
    size_t start = out->n;
    over = deleting(x, node, want, over);
    if (!look(x, node, &f) || !old_entries(x, &parts, node, old, want, over)) {
        return false;
    }
    size_t kept = parts.list.n;
    new_entries(x, &parts, over);
    if (is_small(x, node) && parts.list.n < count_of(x, node)) {
        return false; /* what is left may fit into one line */
    }
    bool good = kept > 0 && put_parts(x, out, node, &parts, &f);
    if (good && !f.lines && parts.list.n > kept && !fits(x, out, start)) {
        good = false; /* one line was enough, and is no more */
    }
    if (!good) {
        out->n = start;
    }
    return good;
}

/* The items of a list literal by what they came from. */
static bool changed_list(struct emitter *x, struct buf *out, node_id node, const struct value *want)
{
    struct parts parts = {0};
    struct frame_of f;
    size_t start = out->n, kept = 0;
    if (!look(x, node, &f)) {
        return false;
    }
    for (uint32_t i = 0; i < want->list->n; i++) {
        const struct value *v = &want->list->items[i];
        struct part p = {0, 0, STR(""), NULL, v, v};
        for (node_id it = first_of(x, node); it; it = at(x, it)->next) {
            if (v->tree == x->tree && v->node == it && x->by_node[it]) {
                p.node = p.slot = it;
                p.old = x->by_node[it];
            }
        }
        kept += p.node != 0;
        vec_push(x->a->owner, &parts.list, p);
    }
    bool good = kept > 0 && put_parts(x, out, node, &parts, &f);
    if (!good) {
        out->n = start;
    }
    return good;
}

bool emit_changed(struct emitter *x, struct buf *out, node_id node, const struct value *old,
    const struct value *want, const struct value *over)
{
    const struct node *n = at(x, node);
    if (!x->keeps || !old) {
        return false;
    }
    if (emit_stays(x, node, old, want)) {
        buf_put(out, tree_text(x->tree, node));
        return true;
    }
    if (n->kind == NODE_NAME) {
        const struct entry *e = dict_find_str(x->names, tree_text(x->tree, node));
        if (e && value_same(&e->value, want) && value_same(want, over)) {
            buf_put(out, tree_text(x->tree, node));
            return true;
        }
        return false;
    }
    if (emit_is_dict(x->tree, node) && old->kind == VALUE_DICT && over->kind == VALUE_DICT) {
        return changed_dict(x, out, node, old, want, over);
    }
    if ((n->kind == NODE_LIST || (n->kind == NODE_TUPLE && n->op)) && value_is_sequence(over) &&
        old->kind == over->kind) {
        return changed_list(x, out, node, over);
    }
    return false;
}
