#include "base/utf8.h"
#include "syntax/data.h"
#include "syntax/yaml_scalar.h"

#include <yaml.h>

struct anchor {
    str name;
    node_id node;
};

/* A collection that is open: where its next child goes. */
struct level {
    node_id node, last;
    node_id key;  /* mapping: a key that waits for its value */
    uint32_t tag; /* literal, 0: none */
    bool is_mapping, is_flow;
    uint32_t anchor; /* index + 1 in `anchors` */
};

struct composer {
    void *ctx;
    const struct limits *limits;
    struct diags *diags;
    struct tree_builder *b;
    str text;
    uint32_t *bytes_of_chars; /* NULL for ASCII text, where characters are bytes */
    VEC(struct level) open;
    VEC(struct anchor) anchors;
    VEC(uint64_t) sizes; /* of each node, with aliases followed */
    node_id root;
    uint32_t documents;
    bool failed;
};

static uint32_t byte_of(const struct composer *c, const yaml_mark_t *mark)
{
    if (!c->bytes_of_chars) {
        return mark->index < c->text.n ? (uint32_t)mark->index : (uint32_t)c->text.n;
    }
    return c->bytes_of_chars[mark->index];
}

/* libyaml's marks count characters; this finds the byte of each. */
static void map_chars(struct composer *c)
{
    bool bom = str_starts(c->text, STR("\xEF\xBB\xBF"));
    if (utf8_is_ascii(c->text)) {
        return;
    }
    size_t n = utf8_count(c->text) + 2;
    c->bytes_of_chars = mem_alloc(c->ctx, n * sizeof(uint32_t));
    size_t k = 0, at = bom ? 3 : 0; /* libyaml does not count a byte order mark */
    while (at < c->text.n) {
        c->bytes_of_chars[k++] = (uint32_t)at;
        utf8_next(c->text, &at);
    }
    while (k < n) {
        c->bytes_of_chars[k++] = (uint32_t)c->text.n;
    }
}

static void fail(struct composer *c, span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail(struct composer *c, span at, const char *format, ...)
{
    if (c->failed) {
        return;
    }
    c->failed = true;
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(c->diags->arena, format, args);
    va_end(args);
    struct loc loc = {c->b->tree->source, tree_map_span(c->b->tree, at)};
    diags_add(c->diags, "SYN001", SEVERITY_ERROR, loc, "%.*s", STR_ARG(message));
}

static node_id add(struct composer *c, enum node_kind kind, span at)
{
    node_id id = tree_add(c->b, kind, at.start, at.end);
    while (c->sizes.n <= id) {
        vec_push(c->ctx, &c->sizes, 1);
    }
    return id;
}

static void grow(struct composer *c, node_id parent, node_id child)
{
    c->sizes.items[parent] += c->sizes.items[child];
    if (c->sizes.items[parent] > c->limits->yaml_nodes) {
        struct node *n = tree_edit(c->b, child);
        fail(c, (span){n->start, n->end},
            "with its aliases followed, this has too many nodes (limit yaml_nodes)");
    }
}

static span span_of(struct composer *c, node_id id)
{
    return (span){tree_edit(c->b, id)->start, tree_edit(c->b, id)->end};
}

/* Hangs a finished value where it belongs. */
static void place(struct composer *c, node_id id)
{
    if (c->open.n == 0) {
        c->root = id;
        return;
    }
    struct level *top = &c->open.items[c->open.n - 1];
    if (!top->is_mapping) {
        top->last = tree_append(c->b, top->node, top->last, id);
        grow(c, top->node, id);
    } else if (!top->key) {
        top->key = id;
    } else {
        span key = span_of(c, top->key), value = span_of(c, id);
        node_id pair =
            add(c, NODE_PAIR, (span){key.start, value.end > key.end ? value.end : key.end});
        tree_append(c->b, pair, tree_append(c->b, pair, 0, top->key), id);
        grow(c, pair, top->key);
        grow(c, pair, id);
        top->last = tree_append(c->b, top->node, top->last, pair);
        grow(c, top->node, pair);
        top->key = 0;
    }
}

static void note_anchor(struct composer *c, const yaml_char_t *name, node_id id, span at)
{
    if (!name) {
        return;
    }
    str wanted = str_of((const char *)name);
    VEC_EACH (struct anchor, it, &c->anchors) {
        if (str_eq(it->name, wanted)) {
            fail(c, at, "the anchor '%s' is there twice", (const char *)name);
            return;
        }
    }
    char *copy = mem_alloc(c->ctx, wanted.n + 1);
    memcpy(copy, wanted.p, wanted.n);
    vec_push(c->ctx, &c->anchors, ((struct anchor){{copy, wanted.n}, id}));
}

static node_id tagged(struct composer *c, uint32_t tag, node_id value)
{
    node_id id = add(c, NODE_YAML_TAGGED, span_of(c, value));
    tree_edit(c->b, id)->data = tag;
    tree_append(c->b, id, 0, value);
    grow(c, id, value);
    return id;
}

static node_id scalar_node(struct composer *c, span at, const struct yaml_value *v, str text)
{
    enum node_kind kind = NODE_STRING;
    uint32_t data = 0;
    switch (v->kind) {
    case YAML_SCALAR_NULL: kind = NODE_NONE; break;
    case YAML_SCALAR_TRUE: kind = NODE_TRUE; break;
    case YAML_SCALAR_FALSE: kind = NODE_FALSE; break;
    case YAML_SCALAR_INTEGER:
        kind = NODE_INTEGER;
        data = tree_add_integer(c->b, v->i);
        break;
    case YAML_SCALAR_BIG_INTEGER:
        kind = NODE_INTEGER;
        data = tree_add_big_integer(c->b, str_of(v->text));
        break;
    case YAML_SCALAR_FLOAT:
        kind = NODE_FLOAT;
        data = tree_add_float(c->b, v->f);
        break;
    default: data = tree_add_string(c->b, text); break;
    }
    node_id id = add(c, kind, at);
    tree_edit(c->b, id)->data = data;
    return id;
}

#define TAG(name) "tag:yaml.org,2002:" name

static void scalar(struct composer *c, const yaml_event_t *e)
{
    str text = {(const char *)e->data.scalar.value, e->data.scalar.length};
    span at = {byte_of(c, &e->start_mark), byte_of(c, &e->end_mark)};
    str tag = str_of((const char *)e->data.scalar.tag);
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    uint32_t other_tag = 0;
    if (tag.n == 0) {
        if (e->data.scalar.plain_implicit) {
            v = yaml_scalar_resolve(text);
        }
        if (v.kind == YAML_SCALAR_TIMESTAMP) {
            other_tag = tree_add_string(c->b, STR(TAG("timestamp")));
        } else if (v.kind == YAML_SCALAR_MERGE) {
            other_tag = tree_add_string(c->b, STR(TAG("merge")));
        }
    } else if (str_is(tag, TAG("int"))) {
        v = yaml_scalar_as(text, YAML_SCALAR_INTEGER);
    } else if (str_is(tag, TAG("float"))) {
        v = yaml_scalar_as(text, YAML_SCALAR_FLOAT);
    } else if (str_is(tag, TAG("bool"))) {
        v = yaml_scalar_as(text, YAML_SCALAR_TRUE);
    } else if (str_is(tag, TAG("null"))) {
        v.kind = YAML_SCALAR_NULL;
    } else if (!str_is(tag, TAG("str")) && !str_is(tag, "!")) {
        other_tag = tree_add_string(c->b, tag);
    }
    if (v.kind == YAML_SCALAR_STRING &&
        (str_is(tag, TAG("int")) || str_is(tag, TAG("float")) || str_is(tag, TAG("bool")))) {
        fail(c, at, "this is not what its tag says");
    }
    node_id id = scalar_node(c, at, &v, text);
    /* A block scalar is not edited in place: what it stands for is not what is written there. */
    tree_edit(c->b, id)->op = (uint8_t)e->data.scalar.style;
    id = other_tag ? tagged(c, other_tag, id) : id;
    note_anchor(c, e->data.scalar.anchor, id, at);
    place(c, id);
}

static void open_level(struct composer *c, const yaml_event_t *e, bool is_mapping)
{
    span at = {byte_of(c, &e->start_mark), byte_of(c, &e->end_mark)};
    if (c->open.n >= c->limits->nesting) {
        fail(c, at, "this is nested too deeply (limit nesting)");
        return;
    }
    const yaml_char_t *tag = is_mapping ? e->data.mapping_start.tag : e->data.sequence_start.tag;
    const yaml_char_t *anchor =
        is_mapping ? e->data.mapping_start.anchor : e->data.sequence_start.anchor;
    bool flow = is_mapping ? e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                           : e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    node_id id = add(c, is_mapping ? NODE_DICT : NODE_LIST, at);
    tree_edit(c->b, id)->op = flow;
    struct level l = {.node = id, .is_mapping = is_mapping, .is_flow = flow};
    if (tag && !str_is(str_of((const char *)tag), is_mapping ? TAG("map") : TAG("seq")) &&
        strcmp((const char *)tag, "!") != 0) {
        l.tag = tree_add_string(c->b, str_of((const char *)tag));
    }
    note_anchor(c, anchor, id, at);
    l.anchor = anchor ? (uint32_t)c->anchors.n : 0;
    vec_push(c->ctx, &c->open, l);
}

static void close_level(struct composer *c, const yaml_event_t *e)
{
    struct level l = c->open.items[--c->open.n];
    struct node *n = tree_edit(c->b, l.node);
    if (l.is_flow) {
        n->end = byte_of(c, &e->end_mark);
    } else if (l.last) { /* libyaml says where the next token is; the last child knows better */
        n->start = l.is_mapping ? tree_edit(c->b, n->child)->start : n->start;
        n->end = tree_edit(c->b, l.last)->end;
    }
    node_id id = l.node;
    if (l.tag) {
        id = tagged(c, l.tag, id);
        if (l.anchor && l.anchor <= c->anchors.n) {
            c->anchors.items[l.anchor - 1].node = id;
        }
    }
    place(c, id);
}

static void alias(struct composer *c, const yaml_event_t *e)
{
    str name = str_of((const char *)e->data.alias.anchor);
    span at = {byte_of(c, &e->start_mark), byte_of(c, &e->end_mark)};
    VEC_EACH (struct anchor, it, &c->anchors) {
        if (str_eq(it->name, name)) {
            node_id id = add(c, NODE_YAML_ALIAS, at);
            tree_edit(c->b, id)->data = it->node;
            for (size_t i = 0; i < c->open.n; i++) {
                if (c->open.items[i].node == it->node) {
                    fail(c, at, "'*%.*s' stands inside what it repeats", STR_ARG(name));
                }
            }
            c->sizes.items[id] = c->sizes.items[it->node];
            place(c, id);
            return;
        }
    }
    fail(c, at, "no anchor '&%.*s' comes before this", STR_ARG(name));
}

static void handle(struct composer *c, const yaml_event_t *e)
{
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (++c->documents > 1) {
            uint32_t at = byte_of(c, &e->start_mark);
            fail(c, (span){at, at}, "a config is one YAML document; here a second one starts");
        }
        break;
    case YAML_SCALAR_EVENT: scalar(c, e); break;
    case YAML_SEQUENCE_START_EVENT: open_level(c, e, false); break;
    case YAML_MAPPING_START_EVENT: open_level(c, e, true); break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: close_level(c, e); break;
    case YAML_ALIAS_EVENT: alias(c, e); break;
    default: break;
    }
}

static void compose(struct composer *c)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        abort();
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)c->text.p, c->text.n);
    for (bool done = false; !done && !c->failed;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            uint32_t at = byte_of(c, &parser.problem_mark);
            fail(c, (span){at, at}, "%s",
                parser.problem ? parser.problem : "this is not valid YAML");
            break;
        }
        handle(c, &event);
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
}

struct tree *yaml_parse(struct arena *a, const struct limits *limits, struct diags *diags,
    const struct source *source, str text, const struct text_map *maps, uint32_t n_maps)
{
    void *ctx = mem_context(NULL);
    struct composer c = {.ctx = ctx,
        .limits = limits,
        .diags = diags,
        .text = text,
        .b = tree_builder_new(a, source, text)};
    c.b->tree->maps = maps;
    c.b->tree->n_maps = n_maps;
    map_chars(&c);
    vec_push(ctx, &c.sizes, 0);
    compose(&c);
    if (!c.failed && !c.root) { /* an empty file is null */
        c.root = add(&c, NODE_NONE, (span){0, 0});
    }
    struct tree *t = tree_finish(c.b, a, c.failed ? 0 : c.root);
    t->broken = c.failed;
    talloc_free(ctx);
    return t;
}
