/* cfglint stub TYPE [FILE]: the beginning of a module description. */
#include "cli/run.h"

#include "eval/text.h"

#include <ctype.h>

/* The first dict with this type, anywhere below. */
static const struct dict *find_type(const struct value *v, str type, uint32_t depth)
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
            found = find_type(&v->dict->entries[i].value, type, depth - 1);
        }
    } else if (value_is_sequence(v)) {
        for (uint32_t i = 0; !found && i < v->list->n; i++) {
            found = find_type(&v->list->items[i], type, depth - 1);
        }
    }
    return found;
}

/* "mmseg.MyHead" is MyHead in code. */
static str plain_name(str type)
{
    size_t dot = str_rfind_byte(type, '.');
    return dot == SIZE_MAX ? type : str_slice(type, dot + 1, type.n);
}

static bool is_name(str s)
{
    bool good = s.n > 0 && !isdigit((unsigned char)s.p[0]);
    for (size_t i = 0; i < s.n; i++) {
        good &= isalnum((unsigned char)s.p[i]) || s.p[i] == '_';
    }
    return good;
}

/* Arguments as the config gives them, the written values as their defaults. */
static void put_arguments(struct run *r, struct buf *out, const struct dict *given)
{
    for (uint32_t i = 0; given && i < given->n; i++) {
        const struct entry *e = &given->entries[i];
        str key = value_str(&e->key);
        bool unknown = false;
        if (str_is(key, "type") || !is_name(key)) {
            continue;
        }
        buf_printf(out, "%.*s=", STR_ARG(key));
        text_repr(r->arena, out, &e->value, &unknown);
        buf_puts(out, ", ");
    }
    buf_puts(out, "**kwargs");
}

static void put_description(struct run *r, struct buf *out, str type, const struct dict *given)
{
    str name = plain_name(type);
    buf_printf(out,
        "# %.*s: how it is built, and what its forward pass does to tensors.\n\n"
        "import modules.nn as nn\nfrom modules.cnn import ConvModule\n\n"
        "# The code of forward(), with the names of the original: a name that holds a tensor keeps "
        "it.\n"
        "def _forward(m, x):\n    return m.conv(x)\n\n"
        "# The arguments of __init__; **kwargs takes those that decide no size.\n"
        "def %.*s(",
        STR_ARG(type), STR_ARG(name));
    put_arguments(r, out, given);
    buf_printf(out,
        "):\n    return Module(\"%.*s\", _forward, conv=nn.Conv2d(256, 256, 3, padding=1))\n\n"
        "module(\"%.*s\", build=%.*s)\n\n"
        "# A test: `cfglint dump examples %.*s` builds this and counts.\n"
        "example(\"%.*s\", cfg=dict(type=\"%.*s\"), input=[1, 256, 32, 32], "
        "outputs=[[1, 256, 32, 32]])\n",
        STR_ARG(name), STR_ARG(type), STR_ARG(name), STR_ARG(name), STR_ARG(name), STR_ARG(type));
}

enum exit_status command_stub(struct run *r)
{
    const struct dict *given = NULL;
    if (r->args.paths.n < 1 || r->args.paths.n > 2 ||
        !is_name(plain_name(r->args.paths.items[0]))) {
        run_usage(r, "cfglint stub takes the name of a type, and a config that uses it");
        return EXIT_USAGE;
    }
    str type = r->args.paths.items[0];
    if (r->args.paths.n == 2) {
        struct config *c = run_resolve(r, r->args.paths.items[1]);
        if (!c || c->failed) {
            return EXIT_USAGE;
        }
        given = find_type(&c->root, plain_name(type), 32);
        if (!given) {
            run_usage(r, "%.*s has no dict with type='%.*s'", STR_ARG(r->args.paths.items[1]),
                STR_ARG(type));
            return EXIT_USAGE;
        }
    }
    struct buf out = buf_make(r);
    put_description(r, &out, type, given);
    run_print(r, &out);
    return EXIT_CLEAN;
}
