#include "base/hash.h"
#include "syntax/data.h"
#include "syntax/yaml_marks.h"
#include "syntax/yaml_scalar.h"

struct anchor {
    node_id node;
    UT_hash_handle hh;
    char name[];
};

/* A collection that is open: where its next child goes. */
struct level {
    node_id node, last;
    node_id key;  /* mapping: a key that waits for its value */
    uint32_t tag; /* literal, 0: none */
    bool is_mapping, is_flow;
    struct anchor *anchor; /* NULL: it has none */
};

struct composer {
    void *ctx;
    const struct limits *limits;
    struct diags *diags;
    struct tree_builder *b;
    struct yaml_marks marks;
    VEC(struct level) open;
    struct anchor *anchors; /* by name */
    VEC(uint64_t) sizes;    /* of each node, with aliases followed */
    node_id root;
    uint32_t documents;
    bool failed;
};

static uint32_t byte_of(const struct composer *c, const yaml_mark_t *mark)
{
    return yaml_marks_byte(&c->marks, mark);
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
        fail(c, *tree_edit_place(c->b, child),
            "with its aliases followed, this has too many nodes (limit yaml_nodes)");
    }
}

static span span_of(struct composer *c, node_id id)
{
    return *tree_edit_place(c->b, id);
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

static struct anchor *note_anchor(struct composer *c, const yaml_char_t *name, node_id id, span at)
{
    const char *wanted = (const char *)name;
    struct anchor *old = NULL;
    if (!name) {
        return NULL;
    }
    HASH_FIND_STR(c->anchors, wanted, old);
    if (old) {
        fail(c, at, "the anchor '%s' is there twice", wanted);
        return old;
    }
    struct anchor *new = mem_zero(c->ctx, sizeof *new + strlen(wanted) + 1);
    memcpy(new->name, wanted, strlen(wanted));
    new->node = id;
    HASH_ADD_STR(c->anchors, name, new);
    return new;
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

/* The tag of a scalar whose value the constructors tell; empty: the node tells it itself. */
static str scalar_tag(str tag, enum yaml_scalar kind)
{
    if (tag.n > 0) {
        return str_is(tag, TAG("str")) ? STR("") : tag;
    }
    switch (kind) {
    case YAML_SCALAR_INTEGER_TEXT: return STR(TAG("int"));
    case YAML_SCALAR_FLOAT_TEXT: return STR(TAG("float"));
    case YAML_SCALAR_TIMESTAMP: return STR(TAG("timestamp"));
    case YAML_SCALAR_MERGE: return STR(TAG("merge"));
    case YAML_SCALAR_VALUE: return STR(TAG("value"));
    default: return STR("");
    }
}

static void scalar(struct composer *c, const yaml_event_t *e)
{
    str text = {(const char *)e->data.scalar.value, e->data.scalar.length};
    span at = {byte_of(c, &e->start_mark), byte_of(c, &e->end_mark)};
    str tag = str_of((const char *)e->data.scalar.tag);
    struct yaml_value v = {.kind = YAML_SCALAR_STRING};
    if (str_is(tag, "!") && e->data.scalar.plain_implicit) {
        tag = STR("");
    }
    if (tag.n == 0 && e->data.scalar.plain_implicit) {
        /* Of `! |` that, too; and in Python `$` stands before the end of a last line. */
        bool line = text.n > 1 && text.p[text.n - 1] == '\n';
        v = yaml_scalar_resolve(line ? str_slice(text, 0, text.n - 1) : text);
        if (line && (v.kind == YAML_SCALAR_TRUE || v.kind == YAML_SCALAR_FALSE)) {
            fail(c, at, "a boolean is one word, without the end of a line");
        }
    }
    tag = scalar_tag(tag, v.kind);
    node_id id = scalar_node(c, at, &v, text);
    /* A block scalar is not edited in place: what it stands for is not what is written there. */
    tree_edit(c->b, id)->op = (uint8_t)e->data.scalar.style;
    id = tag.n ? tagged(c, tree_add_string(c->b, tag), id) : id;
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
    l.anchor = note_anchor(c, anchor, id, at);
    vec_push(c->ctx, &c->open, l);
}

static void close_level(struct composer *c, const yaml_event_t *e)
{
    struct level l = c->open.items[--c->open.n];
    span *at = tree_edit_place(c->b, l.node);
    if (l.is_flow) {
        at->end = byte_of(c, &e->end_mark);
    } else if (l.last) { /* libyaml says where the next token is; the last child knows better */
        node_id first = tree_edit(c->b, l.node)->child;
        at->start = l.is_mapping ? span_of(c, first).start : at->start;
        at->end = span_of(c, l.last).end;
    }
    node_id id = l.node;
    if (l.tag) {
        id = tagged(c, l.tag, id);
        if (l.anchor) {
            l.anchor->node = id;
        }
    }
    place(c, id);
}

static void alias(struct composer *c, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    span at = {byte_of(c, &e->start_mark), byte_of(c, &e->end_mark)};
    struct anchor *found = NULL;
    HASH_FIND_STR(c->anchors, name, found);
    if (!found) {
        fail(c, at, "no anchor '&%s' comes before this", name);
        return;
    }
    VEC_EACH (struct level, l, &c->open) {
        if (l->node == found->node) {
            fail(c, at, "'*%s' stands inside what it repeats", name);
        }
    }
    node_id id = add(c, NODE_YAML_ALIAS, at);
    tree_edit(c->b, id)->data = found->node;
    c->sizes.items[id] = c->sizes.items[found->node];
    place(c, id);
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
        mem_exhausted();
    }
    yaml_marks_feed(&c->marks, &parser);
    for (bool done = false; !done && !c->failed;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            if (parser.error == YAML_MEMORY_ERROR) {
                mem_exhausted();
            }
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
        .marks = yaml_marks_make(ctx, text),
        .b = tree_builder_new(a, source, text)};
    c.b->tree->maps = maps;
    c.b->tree->n_maps = n_maps;
    vec_push(ctx, &c.sizes, 0);
    compose(&c);
    if (!c.failed && !c.root) { /* an empty file is null */
        c.root = add(&c, NODE_NONE, (span){0, 0});
    }
    struct tree *t = tree_finish(c.b, a, c.failed ? 0 : c.root);
    t->broken = c.failed;
    HASH_CLEAR(hh, c.anchors);
    talloc_free(ctx);
    return t;
}
