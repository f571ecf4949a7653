/* cfglint stub TYPE [FILE]: the beginning of a module description. */
#include "cli/describe.h"

#include "config/write.h"
#include "eval/text.h"

/* The first dict with this type, anywhere below, and the key that holds it, or its list. */
static const struct dict *find_type(const struct value *v, str type, uint32_t depth, str *key)
{
    const struct dict *found = NULL;
    if (depth == 0) {
        return NULL;
    }
    if (v->kind == VALUE_DICT) {
        const struct value *t = dict_get(v->dict, "type");
        if (t &&
            (t->kind == VALUE_LAZY ? str_eq(t->lazy->name, type) : str_eq(value_str(t), type))) {
            return v->dict;
        }
        for (uint32_t i = 0; !found && i < v->dict->n; i++) {
            found = find_type(&v->dict->entries[i].value, type, depth - 1, key);
            bool here = found && key->n == 0;
            *key = here ? value_str(&v->dict->entries[i].key) : *key;
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; !found && i < v->list->n; i++) {
            found = find_type(&v->list->items[i], type, depth - 1, key);
        }
    }
    return found;
}

/* --- arguments --- */

enum {
    LINE = 120,
    SHORT = 60
};

static bool ends_with(str s, const char *end)
{
    str e = str_of(end);
    return s.n >= e.n && str_eq(str_slice(s, s.n - e.n, s.n), e);
}

/* A part that build() makes: a dict with a type, unless it is a norm_cfg and the like, which is
 * handed on. */
static bool is_part(const struct entry *e)
{
    return e->value.kind == VALUE_DICT && dict_get(e->value.dict, "type") &&
           !ends_with(value_str(&e->key), "_cfg");
}

/* A part with tensors: coders and generators of boxes have none. */
static bool has_tensors(const struct entry *e)
{
    str key = value_str(&e->key);
    return is_part(e) && !ends_with(key, "coder") && !ends_with(key, "generator") &&
           !ends_with(key, "preprocessor");
}

/* A part that the forward pass runs, as far as its name tells. */
static bool runs(const struct entry *e)
{
    str key = value_str(&e->key);
    return has_tensors(e) && !str_starts(key, STR("loss")) && !ends_with(key, "encoding");
}

static bool is_argument(const struct entry *e)
{
    str key = value_str(&e->key);
    return !str_is(key, "type") && write_is_name(key);
}

/* Items of a list in brackets, on as many lines as they take. */
struct items {
    struct buf *out;
    size_t column, indent;
    bool any;
};

static void put_item(struct items *l, str item)
{
    bool fits = l->column + item.n + 4 < LINE;
    if (l->any) {
        buf_puts(l->out, ",");
        foreign_printf(l->out, fits ? " " : "\n%*s", (int)l->indent, "");
        l->column = fits ? l->column + 2 : l->indent;
    }
    foreign_printf(l->out, "%.*s", STR_ARG(item));
    l->column += item.n;
    l->any = true;
}

/* The written values as defaults; parts and long ones come with the config. */
static void put_arguments(struct run *r, struct items *items, const struct dict *given)
{
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (!is_argument(e)) {
            continue;
        }
        struct buf value = buf_make(r);
        bool unknown = false;
        text_repr(r->arena, &value, &e->value, &unknown);
        str text = is_part(e) || buf_str(&value).n > SHORT ? STR("None") : buf_str(&value);
        put_item(
            items, arena_printf(r->arena, "%.*s=%.*s", STR_ARG(value_str(&e->key)), STR_ARG(text)));
    }
    put_item(items, STR("**kwargs"));
}

/* --- the description --- */

/* A text of how a part of its role begins. */
static str beginning(const struct dict *role, const char *name)
{
    const struct value *v = role ? dict_get(role, name) : NULL;
    return v ? value_str(v) : STR("");
}

static void put_code(struct buf *out, str code)
{
    buf_puts(out, "def ");
    foreign_put(out, code, FOREIGN_LINES);
    buf_byte(out, '\n');
}

static bool has_steps(const struct dict *given)
{
    bool any = false;
    for (uint32_t i = 0; given && i < given->n; i++) {
        any |= is_argument(&given->entries[i]) && runs(&given->entries[i]);
    }
    return any;
}

static void put_steps(struct buf *out, const struct dict *given, const struct dict *role)
{
    if (!has_steps(given)) {
        put_code(out, beginning(role, "forward"));
        return;
    }
    buf_puts(out, "def _forward(m, x):\n");
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (is_argument(e) && runs(e)) {
            foreign_printf(out, "    x = m.%.*s(x)\n", STR_ARG(value_str(&e->key)));
        }
    }
    buf_puts(out, "    return x\n\n");
}

static void put_module(struct run *r, struct buf *out, str name, const struct dict *given,
    const struct dict *role, bool losses)
{
    str head = arena_printf(r->arena, "    return Module(\"%.*s\", _forward", STR_ARG(name));
    struct items items = {out, head.n, STR("    return Module(").n, true};
    foreign_printf(out, "%.*s", STR_ARG(head));
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        if (is_argument(e) && has_tensors(e)) {
            str key = value_str(&e->key);
            put_item(
                &items, arena_printf(r->arena, "%.*s=build(%.*s)", STR_ARG(key), STR_ARG(key)));
        }
    }
    str conv = has_steps(given) ? STR("") : beginning(role, "conv");
    if (conv.n > 0) {
        put_item(&items, arena_printf(r->arena, "conv=%.*s", STR_ARG(conv)));
    }
    if (losses) {
        put_item(&items, STR("loss=_loss"));
    }
    buf_puts(out, ")\n\n");
}

static void put_description(
    struct run *r, struct buf *out, str type, const struct dict *given, str key)
{
    str name = dotted_last(type), what = describe_role(r, name, key, STR(""));
    bool model = str_is(key, "model");
    const struct dict *role = describe_beginning(r, model ? STR("part") : what);
    bool layered = !has_steps(given) && beginning(role, "conv").n > 0;
    str loss = model ? STR("") : beginning(role, "loss");
    foreign_printf(out,
        "# %.*s, a %.*s: how it is built, and what its forward pass does to tensors.\n"
        "# A file of a .cfglint folder, beside the configs or above them.\n\n",
        STR_ARG(type), STR_ARG(what));
    buf_puts(out, layered ? "import modules.nn as nn\n\n" : "");
    buf_puts(out,
        "# The code of forward(), with the names of the original: a name that holds a tensor keeps "
        "it.\n");
    put_steps(out, given, role);
    if (model) {
        buf_puts(out,
            "# A step of training: batch.images is (N, C, H, W), with moments and views behind N; "
            "batch.points is a list of clouds.\n"
            "def _loss(m, batch):\n    x = batch.images\n    x = x.flatten(0, x.ndim - 4)\n"
            "    return [_forward(m, x)]\n\n");
    }
    if (loss.n > 0) {
        buf_puts(out,
            "# Its losses in a step of training, by the maps and the batch: batch.images, "
            "batch.boxes, ...\n");
        put_code(out, loss);
    }
    buf_puts(out, "# The arguments of __init__; **kwargs takes those that decide no size.\n");
    str define = arena_printf(r->arena, "def %.*s(", STR_ARG(name));
    foreign_printf(out, "%.*s", STR_ARG(define));
    struct items items = {.out = out, .column = define.n, .indent = define.n};
    put_arguments(r, &items, given);
    buf_puts(out, "):\n");
    put_module(r, out, name, given, role, model || loss.n > 0);
    foreign_printf(out,
        "module(\"%.*s\", build=%.*s)\n\n"
        "# A test: `cfglint dump examples %.*s` builds this and counts.\n"
        "example(\"%.*s\", cfg=dict(type=\"%.*s\"),\n        %.*s)\n",
        STR_ARG(type), STR_ARG(name), STR_ARG(name), STR_ARG(name), STR_ARG(type),
        STR_ARG(beginning(role, "test")));
}

enum exit_status command_stub(struct run *r)
{
    const struct dict *given = NULL;
    str key = STR("");
    if (r->args.paths.n < 1 || r->args.paths.n > 2 ||
        !write_is_name(dotted_last(r->args.paths.items[0]))) {
        run_usage(r, "cfglint stub takes the name of a type, and a config that uses it");
        return EXIT_USAGE;
    }
    str type = r->args.paths.items[0];
    if (r->args.paths.n == 2) {
        struct config *c = run_resolve(r, r->args.paths.items[1]);
        if (!c || c->failed) {
            return EXIT_USAGE;
        }
        const struct value *top = dict_get(c->root.dict, "model");
        given = top ? find_type(top, dotted_last(type), 32, &key) : NULL;
        key = given && given == top->dict ? STR("model") : key;
        given = given ? given : find_type(&c->root, dotted_last(type), 32, &key);
        if (!given) {
            run_usage(r, "%.*s has no dict with type='%.*s'", STR_ARG(r->args.paths.items[1]),
                STR_ARG(type));
            return EXIT_USAGE;
        }
    }
    struct buf out = buf_make(r);
    put_description(r, &out, type, given, key);
    run_print(r, &out);
    return EXIT_CLEAN;
}
