/* A whole resolved config as one file that inherits from nothing. */
#include "config/dialect/dialect.h"
#include "config/write_internal.h"

/* A reference to a class, and the name that its import gives it. */
struct reference {
    const struct lazy *lazy;
    str alias;
};

struct references {
    void *ctx;
    struct arena *a;
    const struct dict *keys; /* names that are taken */
    VEC(struct reference) list;
};

static bool same_reference(const struct lazy *a, const struct lazy *b)
{
    return a == b || (str_eq(a->module, b->module) && str_eq(a->name, b->name) &&
                         a->is_module == b->is_module);
}

static bool is_taken(const struct references *r, str name)
{
    if (STR_IS_ANY(
            name, "dict", "float", "set", "frozenset", "range", "slice", "globals", "read_base")) {
        return true;
    }
    VEC_EACH (const struct reference, it, &r->list) {
        if (str_eq(it->alias, name)) {
            return true;
        }
    }
    return dict_find_str(r->keys, name) != NULL;
}

/* Imported names do not show in the result, so none may be that of a key. */
static str new_alias(struct references *r, str name)
{
    name = dotted_last(name);
    name = write_is_name(name) ? name : STR("imported");
    str alias = name;
    for (int i = 1; is_taken(r, alias); i++) {
        alias = arena_printf(r->a, "%.*s_%d", STR_ARG(name), i);
    }
    return alias;
}

static void collect(struct references *r, const struct value *v, uint32_t depth)
{
    if (depth == 0) {
        return;
    }
    if (v->kind == VALUE_LAZY) {
        VEC_EACH (const struct reference, it, &r->list) {
            if (same_reference(it->lazy, v->lazy)) {
                return;
            }
        }
        str alias = new_alias(r, v->lazy->name);
        vec_push(r->ctx, &r->list, ((struct reference){v->lazy, alias}));
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; i < v->list->n; i++) {
            collect(r, &v->list->items[i], depth - 1);
        }
    } else if (v->kind == VALUE_DICT) {
        for (uint32_t i = 0; i < v->dict->n; i++) {
            collect(r, &v->dict->entries[i].value, depth - 1);
        }
    }
}

static str name_of(void *data, const struct lazy *lazy)
{
    const struct references *r = data;
    VEC_EACH (const struct reference, it, &r->list) {
        if (same_reference(it->lazy, lazy)) {
            return it->alias;
        }
    }
    return STR("");
}

static void write_imports(const struct references *r, struct buf *out, str newline)
{
    VEC_EACH (const struct reference, it, &r->list) {
        const struct lazy *l = it->lazy;
        if (l->is_module) {
            buf_printf(out, "import %.*s as %.*s", STR_ARG(l->module), STR_ARG(it->alias));
        } else {
            buf_printf(out, "from %.*s import %.*s", STR_ARG(l->module), STR_ARG(l->name));
            if (!str_eq(it->alias, l->name)) {
                buf_printf(out, " as %.*s", STR_ARG(it->alias));
            }
        }
        buf_put(out, newline);
    }
    if (r->list.n > 0) {
        buf_put(out, newline);
    }
}

static bool write_entry(struct arena *a, struct buf *out, const struct entry *x,
    const struct write_style *style, str *why)
{
    size_t start = out->n;
    struct write_style here = *style;
    str key = value_str(&x->key);
    if (write_is_name(key)) {
        buf_put(out, key);
    } else {
        buf_puts(out, "globals()[");
        write_string(out, key, style);
        buf_byte(out, ']');
    }
    buf_puts(out, " = ");
    here.column = (uint32_t)(out->n - start);
    if (!write_value(a, out, &x->value, &here, why)) {
        out->n = start;
        return false;
    }
    buf_put(out, style->newline);
    return true;
}

static bool write_python_config(struct arena *a, struct buf *out, const struct config *c,
    const struct write_style *style, str *why)
{
    struct references r = {.ctx = a->owner, .a = a, .keys = c->root.dict};
    collect(&r, &c->root, VALUE_DEPTH);
    struct write_style here = *style;
    here.name_of = name_of;
    here.data = &r;
    here.braces = style->braces || dict_find_str(c->root.dict, STR("dict"));
    write_imports(&r, out, style->newline);
    bool good = true;
    for (uint32_t i = 0; i < c->root.dict->n; i++) {
        str problem;
        if (!write_entry(a, out, &c->root.dict->entries[i], &here, &problem)) {
            *why = good ? problem : *why;
            good = false;
        }
    }
    return good;
}

/* The entries of the root that have a text; *why tells about the first that has none. */
static struct value writable(
    struct arena *a, const struct value *root, const struct write_style *style, str *why)
{
    struct value copy = *root;
    copy.dict = dict_new(a, root->dict->n);
    for (uint32_t i = 0; i < root->dict->n; i++) {
        const struct entry *x = &root->dict->entries[i];
        struct buf b = buf_make(a->owner);
        str problem;
        if (write_value(a, &b, &x->value, style, &problem)) {
            dict_set(a, copy.dict, &x->key, x->hash, x->value);
        } else {
            *why = why->n ? *why : problem;
        }
        buf_free(&b);
    }
    return copy;
}

bool write_config(struct arena *a, struct buf *out, const struct config *c,
    const struct write_style *style, str *why)
{
    *why = STR("");
    if (style->syntax == WRITE_PYTHON) {
        return write_python_config(a, out, c, style, why);
    }
    str ignored;
    struct write_style here = *style;
    here.opens = c->dialect->opens;
    here.closes = c->dialect->closes;
    struct value root = writable(a, &c->root, &here, why);
    write_value(a, out, &root, &here, &ignored);
    buf_put(out, style->newline);
    return why->n == 0;
}
