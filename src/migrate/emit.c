/* The statements of the new file. */
#include "migrate/emit_internal.h"

#include "config/compare.h"
#include "text/path.h"

#include <stdlib.h>

static const struct node *at(const struct emitter *x, node_id id)
{
    return tree_node(x->tree, id);
}

/* The top-level name that a statement binds, or changes a part of; and its value where it is
 * `name = value`. */
static str bound_name(const struct emitter *x, node_id statement, node_id *value)
{
    const struct node *n = at(x, statement);
    *value = 0;
    node_id target = 0;
    if (n->kind == NODE_ASSIGN && n->n == 2) {
        target = at(x, n->child)->next;
        *value = at(x, target)->kind == NODE_NAME ? n->child : 0;
    } else if (n->kind == NODE_AUG_ASSIGN) {
        target = n->child;
    } else if (n->kind == NODE_EXPR_STMT && at(x, n->child)->kind == NODE_CALL) {
        target = at(x, n->child)->child; /* data.update(...) */
    } else if (n->kind == NODE_DEL && n->n == 1) {
        target = n->child;
    }
    while (target &&
           (at(x, target)->kind == NODE_SUBSCRIPT || at(x, target)->kind == NODE_ATTRIBUTE)) {
        target = at(x, target)->child;
    }
    return target && at(x, target)->kind == NODE_NAME ? tree_text(x->tree, target) : STR("");
}

/* The last statement that binds a name; 0 when the file has none. */
static node_id statement_of(const struct emitter *x, str name)
{
    const struct entry *e = dict_find_str(x->statements, name);
    return e ? (node_id)e->value.i : 0;
}

static void note_statements(struct emitter *x)
{
    node_id value;
    x->statements = dict_new(x->a, 16);
    EACH_CHILD (x->tree, x->tree->root, it) {
        str name = bound_name(x, it, &value);
        if (value) {
            dict_set_str(x->a, x->statements, name, value_int(it));
        }
    }
}

static const struct value *get(const struct value *v, str key)
{
    const struct entry *e = dict_find_str(v->dict, key);
    return e ? &e->value : NULL;
}

static struct anchor anchor_of(const struct emitter *x, str key)
{
    const struct value *from = x->e->places ? get(x->e->places, key) : NULL;
    for (uint32_t i = 0; from && value_is_sequence(from) && i < from->list->n; i++) {
        str name = value_str(&from->list->items[i]);
        bool before = str_starts(name, STR("<"));
        node_id found = statement_of(x, before ? str_slice(name, 1, name.n) : name);
        if (found) {
            return (struct anchor){found, before};
        }
    }
    return (struct anchor){0, false};
}

static int by_anchor(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->at.statement != b->at.statement) {
        return a->at.statement < b->at.statement ? -1 : 1;
    }
    int c = (int)a->at.before - (int)b->at.before;
    return c ? c : a->entry < b->entry ? -1 : a->entry > b->entry;
}

static void place_keys(struct emitter *x)
{
    const struct dict *over = x->e->over->dict;
    x->placed = ARENA_MANY(x->a, struct placed, over->n + 1);
    for (uint32_t i = 0; i < over->n; i++) {
        str key = value_str(&over->entries[i].key);
        if (!statement_of(x, key)) {
            x->placed[x->n_placed++] = (struct placed){anchor_of(x, key), i};
        }
    }
    qsort(x->placed, x->n_placed, sizeof *x->placed, by_anchor);
}

/* What the file itself says of a name that it inherits a part of is not its value. */
static void bind(struct emitter *x, str name)
{
    const struct value *v = get(x->e->want, name), *said = get(x->e->over, name);
    bool part = v && said && !x->e->lazy && !x->flat && !value_same(said, v);
    struct entry *old = dict_find_str(x->names, name);
    if (old) {
        dict_remove(x->names, old);
    }
    if (v && !part) {
        dict_set_str(x->a, x->names, name, *v);
    }
}

/* `key = value`, for a key that the old file does not have. */
static bool put_new(struct emitter *x, struct buf *out, const struct entry *e)
{
    str key = value_str(&e->key), twin = STR("");
    const struct value *want = get(x->e->want, key);
    bool merges = emit_merges(x, key, &e->value);
    if (!write_is_name(key)) {
        buf_puts(out, "globals()[");
        write_string(out, key, &x->style);
        buf_byte(out, ']');
    } else {
        buf_put(out, key);
    }
    buf_puts(out, merges ? ".merge(" : " = ");
    if (x->keeps && !x->e->lazy && str_starts(key, STR("test_"))) { /* as the projects write it */
        twin = arena_concat(x->a, STR("val_"), str_slice(key, 5, key.n));
        const struct entry *same = dict_find_str(x->names, twin);
        const struct value *over = get(x->e->over, twin);
        bool is_same = same && over && e->value.kind == VALUE_DICT && e->value.dict->n > 0 &&
                       value_same(&same->value, want) && value_same(over, &e->value);
        twin = is_same ? twin : STR("");
    }
    if (twin.n > 0) {
        buf_put(out, twin);
    } else if (e->value.kind == VALUE_NONE) { /* of its own, whatever else is None */
        buf_puts(out, "None");
    } else if (!emit_value(x, out, x->e->lazy && !merges ? want : &e->value)) {
        return false;
    }
    buf_puts(out, merges ? ")" : "");
    bind(x, key);
    return true;
}

/* The new keys that go before a statement, or behind it. */
static bool put_placed(
    struct emitter *x, struct buf *out, node_id statement, bool before, bool *any)
{
    struct placed first = {{statement, before}, 0};
    uint32_t low = 0, high = x->n_placed;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (by_anchor(&x->placed[middle], &first) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (const struct placed *p = &x->placed[low]; p < x->placed + x->n_placed; p++) {
        if (p->at.statement != statement || p->at.before != before) {
            break;
        }
        if (*any && !before) {
            buf_put(out, x->style.newline);
        }
        *any = true;
        if (!put_new(x, out, &x->e->over->dict->entries[p->entry])) {
            return false;
        }
        buf_put(out, before ? x->style.newline : STR(""));
    }
    return true;
}

static bool is_name_of(const struct emitter *x, node_id node, const struct value *want)
{
    const struct entry *e =
        at(x, node)->kind == NODE_NAME ? dict_find_str(x->names, tree_text(x->tree, node)) : NULL;
    return e && value_same(&e->value, want);
}

/* `name = value` or `name.merge(value)`: what is inherited is changed by what is called. */
static bool put_lazy_assignment(
    struct emitter *x, struct buf *out, node_id statement, str name, node_id value, bool *any)
{
    const struct value *want = get(x->e->want, name), *over = get(x->e->over, name);
    const struct value *old = config_at(x->e->old, name);
    span all = tree_span(x->tree, statement), slot = tree_span(x->tree, value);
    bool merges = emit_merges(x, name, over);
    if (want && is_name_of(x, value, want)) { /* one object, whatever either was */
        buf_put(out, tree_text(x->tree, statement));
        bind(x, name);
        return *any = true;
    }
    *any = over || !merges;
    if (!over && merges) { /* it says what its bases say */
        bind(x, name);
        return true;
    }
    buf_put(out, merges ? name : str_slice(x->source->bytes, all.start, slot.start));
    buf_puts(out, merges ? ".merge(" : "");
    over = merges ? over : want;
    x->replaces = merges ? 0 : value;
    bool good = emit_changed(x, out, value, old, want, over) || emit_value(x, out, over);
    x->replaces = 0;
    buf_puts(out, merges ? ")" : "");
    bind(x, name);
    return good;
}

/* `name = value`, with what has changed in the value.  Sets *any when it is still there. */
static bool put_assignment(
    struct emitter *x, struct buf *out, node_id statement, str name, node_id value, bool *any)
{
    const struct value *want = get(x->e->want, name), *over = get(x->e->over, name);
    const struct value *old = config_at(x->e->old, name);
    span all = tree_span(x->tree, statement), slot = tree_span(x->tree, value);
    if (!want || (!over && !(old && emit_stays(x, value, old, want)))) {
        return true;
    }
    if (x->e->lazy) {
        return put_lazy_assignment(x, out, statement, name, value, any);
    }
    *any = true;
    if (!over) {
        buf_put(out, tree_text(x->tree, statement));
        bind(x, name);
        return true;
    }
    buf_put(out, str_slice(x->source->bytes, all.start, slot.start));
    bool good = emit_changed(x, out, value, old, want, over) || emit_value(x, out, over);
    bind(x, name);
    return good;
}

/* What stands before a statement that is gone: comments right above it go with it. */
static str gap_that_stays(str gap)
{
    size_t end = str_find_last(gap, STR("\n\n"));
    str stays = end == SIZE_MAX ? STR("") : str_slice(gap, 0, end + 1);
    return memchr(stays.p, '#', stays.n) ? stays : STR("");
}

static bool is_gone(const struct emitter *x, str name)
{
    str path = path_normal(x->a, path_join(x->a, path_dirname(x->e->old->source->absolute), name));
    for (size_t i = 0; i < x->e->n_gone; i++) {
        if (str_eq(path, x->e->gone[i])) {
            return true;
        }
    }
    return false;
}

/* `_base_ = ...` without the bases that are gone.  Sets *any when one is left. */
static void put_bases(struct emitter *x, struct buf *out, node_id statement, bool *any)
{
    node_id value = at(x, statement)->child;
    bool many = at(x, value)->kind == NODE_LIST;
    struct value left = value_of_list(list_new(x->a, 4));
    for (node_id it = many ? at(x, value)->child : value; it; it = many ? at(x, it)->next : 0) {
        if (at(x, it)->kind != NODE_STRING) {
            continue;
        }
        str name = string_str(tree_string(x->tree, at(x, it)->data));
        if (!is_gone(x, name)) {
            list_push(x->a, left.list, value_string(x->a, name));
        }
    }
    *any = left.list->n > 0;
    if (*any) {
        buf_puts(out, "_base_ = ");
        emit_value(x, out, &left);
    }
}

/* The statement that names the bases: the first for mmengine's loader, the last for mmcv's; 0 when
 * there is none. */
static node_id base_statement(struct emitter *x)
{
    node_id found = 0, value = 0;
    EACH_CHILD (x->tree, x->tree->root, it) {
        bool base = str_is(bound_name(x, it, &value), "_base_") && value;
        found = base && !(found && x->e->lazy) ? it : found;
    }
    return found;
}

/* The rest of the line that a statement ends on: its comment. */
static str rest_of_line(str gap)
{
    size_t end = str_find(gap, STR("\n"), 0);
    return end == SIZE_MAX ? gap : str_slice(gap, 0, end);
}

static bool put_statement(struct emitter *x, struct buf *out, node_id statement, bool *any)
{
    node_id value;
    str name = bound_name(x, statement, &value);
    bool base = str_is(name, "_base_");
    if (value && !base) {
        return put_assignment(x, out, statement, name, value, any);
    }
    if (base && x->e->lazy) {
        *any = statement == base_statement(x) && x->e->lazy->n_modules > 0;
        if (*any) {
            emit_read_base(x, out);
        }
    } else if (base && value && x->e->n_gone > 0) {
        put_bases(x, out, statement, any);
    } else if (base || name.n == 0 || get(x->e->want, name)) {
        *any = true;
        buf_put(out, tree_text(x->tree, statement));
    }
    return true;
}

/* A statement with its comment, and what comes in its place; `before` and `after`: the gaps. */
static bool put_group(struct emitter *x, struct buf *out, node_id statement, str before, str after)
{
    struct buf text = buf_make(x->a->owner);
    bool any = false, ahead = false;
    bool good =
        put_placed(x, &text, statement, true, &ahead) && put_statement(x, &text, statement, &any);
    any |= ahead;
    if (any) {
        buf_put(&text, rest_of_line(after));
    }
    bool stays = any;
    good = good && put_placed(x, &text, statement, false, &any);
    if (any && !stays) {
        buf_put(&text, rest_of_line(after)); /* on what has come in its place */
    }
    before = any ? before : gap_that_stays(before);
    while (out->n == 0 && before.n > 0 && before.p[0] == '\n') {
        before = str_slice(before, 1, before.n);
    }
    buf_put(out, before);
    buf_put(out, buf_str(&text));
    buf_free(&text);
    return good;
}

static str gap_after(const struct emitter *x, node_id statement)
{
    node_id next = at(x, statement)->next;
    uint32_t end = tree_span(x->tree, statement).end;
    return str_slice(x->source->bytes, end,
        next ? tree_span(x->tree, next).start : (uint32_t)x->source->bytes.n);
}

static bool put_file(struct emitter *x, struct buf *out)
{
    node_id first = at(x, x->tree->root)->child;
    str all = x->source->bytes;
    str gap = str_slice(all, 0, first ? tree_span(x->tree, first).start : all.n);
    EACH_CHILD (x->tree, x->tree->root, it) {
        str after = gap_after(x, it);
        if (!put_group(x, out, it, gap, after)) {
            return false;
        }
        gap = str_slice(after, rest_of_line(after).n, after.n);
    }
    buf_put(out, gap);
    struct buf text = buf_make(x->a->owner);
    bool any = false, good = put_placed(x, &text, 0, false, &any);
    if (any) {
        bool ends = out->n == 0 || out->p[out->n - 1] == '\n';
        buf_puts(out, ends ? "" : "\n");
        buf_put(out, buf_str(&text));
        buf_byte(out, '\n');
    }
    buf_free(&text);
    return good;
}

/* Everything anew, below the bases or without them. */
static bool put_anew(struct emitter *x, struct buf *out, bool bases)
{
    const struct dict *all = bases ? x->e->over->dict : x->e->want->dict;
    node_id base = base_statement(x);
    if (bases && base) {
        span here = tree_span(x->tree, base);
        bool any;
        buf_put(out, str_slice(x->source->bytes, 0, here.start));
        if (x->e->lazy) {
            emit_read_base(x, out);
        } else if (x->e->n_gone > 0) {
            put_bases(x, out, base, &any);
        } else {
            buf_put(out, tree_text(x->tree, base));
        }
        buf_byte(out, '\n');
    }
    bool good = true;
    for (uint32_t i = 0; i < all->n && good; i++) {
        good = put_new(x, out, &all->entries[i]);
        buf_byte(out, '\n');
    }
    return good;
}

static void learn(struct emitter *x, const struct value *v, uint32_t depth)
{
    if (v->tree == x->tree && v->node && !x->by_node[v->node]) {
        x->by_node[v->node] = v;
    }
    for (uint32_t i = 0; depth > 0 && v->kind == VALUE_DICT && i < v->dict->n; i++) {
        learn(x, &v->dict->entries[i].value, depth - 1);
    }
    for (uint32_t i = 0; depth > 0 && value_is_sequence(v) && i < v->list->n; i++) {
        learn(x, &v->list->items[i], depth - 1);
    }
}

/* New style: the names that the bases give, and the file leaves as they are. */
static void bind_bases(struct emitter *x)
{
    const struct dict *bases = x->e->lazy->bases->dict;
    for (uint32_t i = 0; i < bases->n && !x->flat; i++) {
        str name = value_str(&bases->entries[i].key);
        if (!get(x->e->over, name)) {
            bind(x, name);
        }
    }
}

bool emit_file(struct arena *a, const struct emission *e, enum keep keep, struct buf *out, str *why)
{
    struct emitter x = {.a = a,
        .e = e,
        .tree = e->old->tree,
        .source = e->old->source,
        .names = dict_new(a, 16),
        .imports = dict_new(a, 16),
        .flat = keep == KEEP_NOTHING,
        .style = write_style_default(WRITE_PYTHON),
        .keeps = keep == KEEP_TEXT};
    x.style.width = 79;
    x.style.hugs = true;
    x.style.newline = source_newline(x.source);
    x.by_node = ARENA_MANY(a, const struct value *, x.tree->n_nodes + 1);
    learn(&x, &e->old->root, VALUE_DEPTH);
    note_statements(&x);
    place_keys(&x);
    struct buf text = buf_make(a->owner);
    struct buf *to = e->lazy ? &text : out;
    if (e->lazy) {
        x.style.name_of = emit_class_name;
        bind_bases(&x);
    }
    bool good = keep == KEEP_TEXT ? put_file(&x, to) : put_anew(&x, to, keep == KEEP_BASES);
    if (good && e->lazy) {
        emit_imports(&x, out, buf_str(&text));
    }
    buf_free(&text);
    *why = x.why;
    return good;
}
