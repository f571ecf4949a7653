/* Python: changes inside of what the file says already. */
#include "config/dialect/dialect.h"
#include "plan/edit.h"

static const struct node *at(const struct target *t, node_id id)
{
    return tree_node(t->tree, id);
}

/* --- replacing a value --- */

static bool is_literal(const struct target *t, node_id id)
{
    switch (at(t, id)->kind) {
    case NODE_INTEGER:
    case NODE_FLOAT:
    case NODE_IMAGINARY:
    case NODE_STRING:
    case NODE_BYTES:
    case NODE_TRUE:
    case NODE_FALSE:
    case NODE_NONE:
    case NODE_LIST:
    case NODE_TUPLE:
    case NODE_SET: return true;
    case NODE_UNARY: return is_literal(t, at(t, id)->child);
    default: return place_is_dict(t, id);
    }
}

/* With the brackets around a value in brackets, and not those of a call: `(('a',))` for `('a')`
 * would read as a tuple of tuples. */
static span with_brackets(const struct target *t, span where)
{
    str text = t->source->bytes, before = str_trim(str_slice(text, 0, where.start));
    str after = str_trim(str_slice(text, where.end, text.n));
    if (!str_ends(before, STR("(")) || !str_starts(after, STR(")"))) {
        return where;
    }
    str ahead = str_trim(str_slice(before, 0, before.n - 1));
    static const char openers[] = {'=', ':', ',', '(', '['};
    bool stands_free = ahead.n > 0 && memchr(openers, ahead.p[ahead.n - 1], sizeof openers);
    span whole = {(uint32_t)(before.p + before.n - 1 - text.p), (uint32_t)(after.p + 1 - text.p)};
    return stands_free ? whole : where;
}

static void replace(
    struct target *t, node_id id, const struct value *v, const char *what, struct candidates *out)
{
    if (!id) {
        return;
    }
    span where = tree_span(t->tree, id);
    struct write_style before = t->style;
    str old = source_text(t->source, where), text;
    if (old.n > 1 && old.p[0] == '"' && at(t, id)->kind == NODE_STRING) {
        t->style.quote = '"'; /* the quotes that stand there */
    }
    bool good = edit_value(
        t, v, edit_column(t, where.start), (uint32_t)edit_indent(t, where.start).n, false, &text);
    t->style = before;
    if (good && !str_eq(text, old)) {
        where = v->kind == VALUE_TUPLE ? with_brackets(t, where) : where;
        edit_add(t, edit_new(t, out, what), where, text);
    }
}

/* Where an entry of a dict, or a top-level name, gets its value in this file; 0 when that is not
 * plain. */
static node_id slot_of_key(const struct target *t, node_id key)
{
    node_id parent = t->parents[key];
    switch (at(t, key)->kind) {
    case NODE_KEYWORD: return at(t, key)->child;
    case NODE_PAIR: return tree_child(t->tree, key, 1);
    case NODE_NAME:
    case NODE_SUBSCRIPT:
    case NODE_ATTRIBUTE:
        if (at(t, parent)->kind == NODE_ASSIGN && at(t, parent)->child != key) {
            return at(t, parent)->child;
        }
        if (at(t, parent)->kind == NODE_ANN_ASSIGN && at(t, parent)->child == key) {
            return tree_child(t->tree, parent, 2);
        }
        return 0;
    default: return 0;
    }
}

/* The item of a list literal that makes the list at `path`'s parent. */
static node_id slot_in_list(const struct target *t, str path)
{
    str above = dotted_parent(path);
    const struct value *list = above.n ? config_at(t->config, above) : NULL;
    const struct value *item = config_at(t->config, path);
    if (!list || !item || !value_is_sequence(list) || list->tree != t->tree || !list->node) {
        return 0;
    }
    const struct node *n = at(t, list->node);
    if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE) || n->n != list->list->n) {
        return 0;
    }
    node_id it = n->child;
    for (ptrdiff_t i = item - list->list->items; i > 0 && it; i--) {
        it = at(t, it)->next;
    }
    return it && at(t, it)->kind != NODE_STAR ? it : 0;
}

static void replacements(struct target *t, const struct change *c, struct candidates *out)
{
    const struct value *old = config_at(t->config, c->path);
    if (old && old->tree == t->tree && old->node && old->how == ORIGIN_TEXT &&
        is_literal(t, old->node)) {
        replace(t, old->node, &c->value, "changing the value", out);
    }
    const struct entry *entry = entry_at(&t->config->root, c->path);
    if (entry && entry->key.tree == t->tree && entry->key.node) {
        replace(t, slot_of_key(t, entry->key.node), &c->value, "changing the value", out);
    }
    replace(t, slot_in_list(t, c->path), &c->value, "changing the item", out);
    struct place place;
    place_find(t, c->path, &place);
    if (place.statement && place.rest.n == 0) {
        replace(t, place.value, &c->value, "changing the value", out);
    }
}

/* --- brackets and what stands in them --- */

/* The inside of a dict literal or a call of dict(), by tokens. */
struct bracket {
    uint32_t open_end, close_start;
    uint32_t first_start, last_start, last_end; /* of the entries; 0 when there are none */
    uint32_t comma_end;                         /* after the last entry; 0: no trailing comma */
    uint32_t n;
    bool is_call;
    bool one_per_line;
};

static bool has_newline(const struct target *t, uint32_t from, uint32_t to)
{
    return from < to && memchr(t->source->bytes.p + from, '\n', to - from) != NULL;
}

static bool look_at_bracket(struct target *t, node_id id, struct bracket *b)
{
    *b = (struct bracket){.is_call = at(t, id)->kind == NODE_CALL};
    span where = tree_span(t->tree, id);
    size_t close = place_token_before(t, where.end);
    size_t open = b->is_call ? place_token_before(t, tree_span(t->tree, at(t, id)->child).end)
                             : place_token_at(t, where.start);
    if (close == SIZE_MAX || open == SIZE_MAX || close == 0) {
        return false;
    }
    open += b->is_call;
    b->open_end = t->tokens.list.items[open].end;
    b->close_start = t->tokens.list.items[close].start;
    const struct token *last = &t->tokens.list.items[close - 1];
    b->comma_end = last->kind == TOKEN_COMMA ? last->end : 0;
    node_id first = b->is_call ? at(t, at(t, id)->child)->next : at(t, id)->child;
    bool apart = true;
    uint32_t before = b->open_end;
    for (node_id it = first; it; it = at(t, it)->next) {
        span one = tree_span(t->tree, it);
        if (b->n > 0) {
            apart &= has_newline(t, before, one.start);
        } else {
            b->first_start = one.start;
        }
        before = one.end;
        b->last_start = one.start;
        b->last_end = one.end;
        b->n++;
    }
    bool broken = has_newline(t, b->open_end, b->close_start);
    b->one_per_line = b->n == 1 ? has_newline(t, b->open_end, b->first_start) : apart && broken;
    return true;
}

/* `key=value` or `'key': value`; the value's first line starts where the key ends. */
static bool entry_text(struct target *t, bool is_call, str key, const struct value *v,
    uint32_t indent, bool one_line, str *out)
{
    struct buf b = buf_make(t->a->owner);
    bool named = is_call && write_is_name(key);
    if (is_call && !named) {
        buf_puts(&b, "**{");
    }
    if (named) {
        buf_put(&b, key);
        buf_byte(&b, '=');
    } else {
        write_string(&b, key, &t->style);
        buf_puts(&b, ": ");
    }
    struct write_style before = t->style;
    t->style.braces = !is_call;
    str value;
    bool good = edit_value(t, v, (uint32_t)(indent + b.n), indent, one_line, &value);
    t->style = before;
    if (!good) {
        return false;
    }
    buf_put(&b, value);
    buf_puts(&b, is_call && !named ? "}" : "");
    *out = buf_str(&b);
    return true;
}

/* The blanks in front of an entry that gets a line of its own. */
static str entry_indent(struct target *t, const struct bracket *b)
{
    str indent = edit_indent(t, b->last_start);
    uint32_t column = edit_column(t, b->last_start);
    if (indent.n == column) {
        return indent;
    }
    column = edit_column(t, b->first_start);
    struct buf blanks = buf_make(t->a->owner);
    buf_fill(&blanks, ' ', column);
    return buf_str(&blanks);
}

static void insert_on_own_line(
    struct target *t, const struct bracket *b, str entry, str indent, struct candidate *c)
{
    uint32_t end = b->comma_end ? b->comma_end : b->last_end;
    uint32_t line_end = edit_line_end(t, end);
    str newline = t->style.newline;
    if (line_end >= b->close_start) { /* the bracket closes on the last entry's line */
        edit_add(t, c, (span){end, end},
            arena_printf(t->a, "%s%.*s%.*s%.*s%s", b->comma_end ? "" : ",", STR_ARG(newline),
                STR_ARG(indent), STR_ARG(entry), b->comma_end ? "," : ""));
        return;
    }
    if (!b->comma_end) {
        edit_add(t, c, (span){end, end}, STR(","));
    }
    edit_add(t, c, (span){line_end, line_end}, /* after a comment on that line */
        arena_printf(t->a, "%.*s%.*s%.*s%s", STR_ARG(newline), STR_ARG(indent), STR_ARG(entry),
            b->comma_end ? "," : ""));
}

static void insert_in_line(
    struct target *t, const struct bracket *b, str entry, struct candidate *c)
{
    if (b->n == 0) {
        edit_add(t, c, (span){b->open_end, b->open_end}, entry);
    } else if (b->comma_end) {
        edit_add(
            t, c, (span){b->comma_end, b->comma_end}, arena_printf(t->a, " %.*s,", STR_ARG(entry)));
    } else {
        edit_add(
            t, c, (span){b->last_end, b->last_end}, arena_printf(t->a, ", %.*s", STR_ARG(entry)));
    }
}

/* New entries of a bracket, as its entries stand there. */
struct insertion {
    str text, indent; /* of each, where they have lines of their own */
    bool own_lines;
};

static bool entries_text(struct target *t, const struct bracket *b, const struct dict *entries,
    const struct insertion *to, str *out)
{
    struct buf text = buf_make(t->a->owner);
    for (uint32_t i = 0; i < entries->n; i++) {
        const struct entry *e = &entries->entries[i];
        str one;
        if (i > 0) {
            buf_puts(&text, to->own_lines ? "," : ", ");
            buf_put(&text, to->own_lines ? t->style.newline : STR(""));
            buf_put(&text, to->indent);
        }
        if (e->key.kind != VALUE_STRING || !entry_text(t, b->is_call, value_str(&e->key), &e->value,
                                               (uint32_t)to->indent.n, !to->own_lines, &one)) {
            return false;
        }
        buf_put(&text, one);
    }
    *out = buf_str(&text);
    return true;
}

/* False: they have no text.  In a line they stand where they fit into it, with `more` bytes. */
static bool plan_insertion(struct target *t, const struct bracket *b, const struct dict *entries,
    size_t more, struct insertion *out)
{
    *out = (struct insertion){.own_lines = b->one_per_line};
    uint32_t end = b->n ? b->last_end : b->open_end;
    uint32_t rest = edit_line_end(t, end) - end; /* what comes after on this line moves along */
    if (!out->own_lines) {
        if (!entries_text(t, b, entries, out, &out->text)) {
            return false;
        }
        bool fits = edit_column(t, end) + 2 + out->text.n + more + rest <= t->style.width;
        out->own_lines = !fits && b->n > 0;
    }
    if (out->own_lines) {
        out->indent = entry_indent(t, b);
        return entries_text(t, b, entries, out, &out->text);
    }
    return true;
}

static void add_insertion(
    struct target *t, const struct bracket *b, const struct insertion *new, struct candidate *c)
{
    if (new->own_lines) {
        insert_on_own_line(t, b, new->text, new->indent, c);
    } else {
        insert_in_line(t, b, new->text, c);
    }
}

/* Adds `key` with a value to a dict literal. */
static void insert(
    struct target *t, node_id dict, str key, const struct value *v, struct candidates *out)
{
    struct bracket b;
    struct insertion new;
    struct dict *one = dict_new(t->a, 1);
    dict_set_str(t->a, one, key, *v);
    if (look_at_bracket(t, dict, &b) && plan_insertion(t, &b, one, 0, &new)) {
        add_insertion(t, &b, &new, edit_new(t, out, "adding a key"));
    }
}

/* Is one of the containers on the way to `path` a list? */
static bool leads_through_list(const struct target *t, str from, str path)
{
    for (;;) {
        const struct value *v = from.n ? config_at(t->config, from) : NULL;
        if (v && value_is_sequence(v)) {
            return true;
        }
        if (from.n >= path.n) {
            return false;
        }
        size_t dot = str_find(path, STR("."), from.n + 1);
        from = str_slice(path, 0, dot == SIZE_MAX ? path.n : dot);
        if (from.n == path.n) {
            return false;
        }
    }
}

/* The nearest dict around the setting that this file writes as a literal. */
static void insertions(struct target *t, const struct change *c, struct candidates *out)
{
    str path = c->path;
    for (;;) {
        size_t dot = str_rfind_byte(path, '.');
        if (dot == SIZE_MAX) {
            break;
        }
        path = str_slice(path, 0, dot);
        const struct value *v = config_at(t->config, path);
        if (!v || v->kind != VALUE_DICT || v->tree != t->tree || !v->node ||
            !place_is_dict(t, v->node)) {
            continue;
        }
        str rest, key = dotted_head(str_slice(c->path, dot + 1, c->path.n), &rest);
        struct value nested = edit_nested(t, rest, &c->value);
        if (!leads_through_list(t, str_slice(c->path, 0, dot + 1 + key.n), c->path)) {
            insert(t, v->node, key, &nested, out);
        }
        break;
    }
    struct place place;
    place_find(t, c->path, &place);
    if (place.container && place.rest.n > 0 && place_is_dict(t, place.container)) {
        str rest, key = dotted_head(place.rest, &rest);
        str upto = str_slice(c->path, 0, c->path.n - rest.n - (rest.n > 0));
        struct value nested = edit_nested(t, rest, &c->value);
        if (!leads_through_list(t, upto, c->path)) {
            insert(t, place.container, key, &nested, out);
        }
    }
}

/* --- deleting --- */

static bool is_blank(str s)
{
    return str_trim(s).n == 0;
}

/* Between two tokens there are blanks and comments alone. */
static bool has_comment(const struct target *t, uint32_t from, uint32_t to)
{
    return memchr(t->source->bytes.p + from, '#', to - from) != NULL;
}

/* Takes an entry out of its brackets, with one of its commas and, where it has lines of its own,
 * with them. */
static void remove_entry(struct target *t, node_id entry, struct candidates *out)
{
    span where = tree_span(t->tree, entry);
    size_t first = place_token_at(t, where.start), last = place_token_before(t, where.end);
    if (first == SIZE_MAX || last == SIZE_MAX || first == 0) {
        return;
    }
    const struct token *before = &t->tokens.list.items[first - 1],
                       *after = &t->tokens.list.items[last + 1];
    uint32_t start = where.start, end = after->kind == TOKEN_COMMA ? after->end : where.end;
    uint32_t line = edit_line_start(t, start), line_end = edit_line_end(t, end);
    bool alone = is_blank(str_slice(t->source->bytes, line, start)) &&
                 (is_blank(str_slice(t->source->bytes, end, line_end)) ||
                     t->source->bytes.p[end + strspn(t->source->bytes.p + end, " \t")] == '#');
    struct candidate *c = edit_new(t, out, "removing the key");
    if (alone && line_end < t->source->bytes.n) { /* whole lines */
        uint32_t newline = (uint32_t)(line_end + t->style.newline.n);
        edit_add(t, c, (span){line, newline}, STR(""));
        if (after->kind != TOKEN_COMMA && before->kind == TOKEN_COMMA) {
            return; /* the comma before becomes a trailing one */
        }
        return;
    }
    if (after->kind == TOKEN_COMMA) {
        while (end < t->source->bytes.n && t->source->bytes.p[end] == ' ') {
            end++;
        }
        while (end == line_end && start > line && t->source->bytes.p[start - 1] == ' ') {
            start--;
        }
    } else if (before->kind == TOKEN_COMMA && !has_comment(t, before->end, start)) {
        start = before->start;
    }
    edit_add(t, c, (span){start, end}, STR(""));
}

/* `name = ...`, with the lines that it has to itself. */
static void remove_statement(struct target *t, node_id statement, struct candidates *out)
{
    span where = tree_span(t->tree, statement);
    uint32_t line = edit_line_start(t, where.start), end = edit_line_end(t, where.end);
    str bytes = t->source->bytes, rest = str_trim(str_slice(bytes, where.end, end));
    if (at(t, statement)->kind == NODE_ASSIGN && is_blank(str_slice(bytes, line, where.start)) &&
        (rest.n == 0 || rest.p[0] == '#')) {
        end += end < bytes.n ? (uint32_t)t->style.newline.n : 0;
        edit_add(t, edit_new(t, out, "removing the statement"), (span){line, end}, STR(""));
    }
}

static void removals(struct target *t, const struct change *c, struct candidates *out)
{
    const struct entry *entry = entry_at(&t->config->root, c->path);
    if (entry && entry->key.tree == t->tree && entry->key.node) {
        enum node_kind kind = (enum node_kind)at(t, entry->key.node)->kind;
        if (kind == NODE_KEYWORD || kind == NODE_PAIR) {
            remove_entry(t, entry->key.node, out);
        }
    }
    struct place place;
    place_find(t, c->path, &place);
    enum node_kind kind = (enum node_kind)at(t, place.entry)->kind;
    if (place.rest.n == 0 && (kind == NODE_KEYWORD || kind == NODE_PAIR)) {
        remove_entry(t, place.entry, out);
    }
    if (place.statement && str_find(c->path, STR("."), 0) == SIZE_MAX) {
        remove_statement(t, place.statement, out);
    }
}

/* Those of a dict that a literal does not write. */
static struct dict *unwritten(const struct target *t, node_id literal, const struct dict *all)
{
    struct dict *left = dict_new(t->a, all->n);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct entry *e = &all->entries[i];
        if (!place_entry(t, literal, value_str(&e->key))) {
            dict_add(t->a, left, &e->key, e->hash, e->value);
        }
    }
    return left;
}

/* What is inherited goes with `_delete_`, in front as people write it; what else the dict has from
 * its base is written behind what it says itself. */
static void cut_off(struct target *t, const struct change *c, struct candidates *out)
{
    struct place place;
    struct bracket b;
    struct value whole, yes = value_bool(true);
    struct insertion new;
    str rest, front;
    place_find(t, c->path, &place);
    dotted_head(place.rest, &rest);
    bool inherited = place.rest.n > 0 && rest.n == 0; /* of a dict that stands here */
    if (!inherited || !place.container || !place_is_dict(t, place.container) ||
        !look_at_bracket(t, place.container, &b) || b.n == 0 ||
        !edit_whole_value(t, c, dotted_parent(c->path), &whole)) {
        return;
    }
    const struct dict *left = unwritten(t, place.container, whole.dict);
    if (!entry_text(t, b.is_call, STR("_delete_"), &yes, 0, true, &front) ||
        !plan_insertion(t, &b, left, front.n, &new)) {
        return;
    }
    struct candidate *to = edit_new(t, out, "inheriting nothing");
    str between = new.own_lines ? arena_concat(t->a, t->style.newline, new.indent) : STR(" ");
    edit_add(t, to, (span){b.first_start, b.first_start},
        arena_printf(t->a, "%.*s,%.*s", STR_ARG(front), STR_ARG(between)));
    if (left->n > 0) {
        add_insertion(t, &b, &new, to);
    }
}

/* `pipeline=test_pipeline` gets a list of its own when others use the name, too. */
static void own_copy(struct target *t, const struct change *c, struct candidates *out)
{
    struct place place;
    struct value v;
    place_find(t, c->path, &place);
    if (place.shared && edit_whole_value(t, c, place.shared_path, &v)) {
        replace(t, place.shared, &v, "writing it out", out);
    }
}

void edit_python(struct target *t, const struct change *c, struct candidates *out)
{
    if (c->deletes) {
        removals(t, c, out);
        if (t->config->dialect->whole == WHOLE_DELETING) {
            cut_off(t, c, out);
        }
    } else {
        replacements(t, c, out);
        insertions(t, c, out);
    }
    own_copy(t, c, out);
}
