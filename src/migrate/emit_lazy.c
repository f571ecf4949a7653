/* What files of mmengine's new style have besides: imports of bases and classes. */
#include "migrate/emit_internal.h"

bool emit_merges(const struct emitter *x, str name, const struct value *over)
{
    const struct emission_lazy *lazy = x->e->lazy;
    const struct entry *base = lazy && !x->flat ? dict_find_str(lazy->bases->dict, name) : NULL;
    return base && base->value.kind == VALUE_DICT && !dict_find_str(lazy->whole, name) &&
           (!over || (over->kind == VALUE_DICT && !dict_get(over->dict, "_delete_")));
}

void emit_read_base(const struct emitter *x, struct buf *out)
{
    const struct emission_lazy *lazy = x->e->lazy;
    buf_puts(out, "with read_base():");
    for (size_t i = 0; i < lazy->n_modules; i++) {
        buf_printf(out, "%.*s    from %.*s import *", STR_ARG(x->style.newline),
            STR_ARG(lazy->modules[i]));
    }
}

static bool is_taken(const struct emitter *x, str name)
{
    return dict_find_str(x->e->want->dict, name) || dict_find_str(x->statements, name);
}

str emit_class_name(void *emitter, const struct lazy *l)
{
    struct emitter *x = emitter;
    str name = l->name;
    for (int i = 2;; i++) {
        const struct entry *e = dict_find_str(x->imports, name);
        if (e && str_eq(e->value.lazy->module, l->module) && str_eq(e->value.lazy->name, l->name)) {
            return name;
        }
        if (!e && !is_taken(x, name)) {
            break;
        }
        name = arena_printf(x->a, "%.*s_%d", STR_ARG(l->name), i);
    }
    struct lazy *own = ARENA_NEW(x->a, struct lazy);
    *own = *l;
    dict_set_str(x->a, x->imports, name, (struct value){.kind = VALUE_LAZY, .lazy = own});
    return name;
}

static int by_module(const void *left, const void *right)
{
    const struct entry *a = *(const struct entry *const *)left,
                       *b = *(const struct entry *const *)right;
    int c = str_cmp(a->value.lazy->module, b->value.lazy->module);
    return c ? c : str_cmp(value_str(&a->key), value_str(&b->key));
}

static void put_class(const struct emitter *x, struct buf *out, const struct entry *e)
{
    str name = value_str(&e->key);
    (void)x;
    buf_put(out, e->value.lazy->name);
    if (!str_eq(name, e->value.lazy->name)) {
        buf_printf(out, " as %.*s", STR_ARG(name));
    }
}

static void put_classes(const struct emitter *x, struct buf *out)
{
    uint32_t n = x->imports->n;
    const struct entry **all = ARENA_MANY(x->a, const struct entry *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        all[i] = &x->imports->entries[i];
    }
    if (n > 0) {
        qsort(all, n, sizeof *all, by_module);
    }
    for (uint32_t i = 0; i < n; i++) {
        bool more = i > 0 && str_eq(all[i]->value.lazy->module, all[i - 1]->value.lazy->module);
        if (!more) {
            buf_printf(out, "from %.*s import ", STR_ARG(all[i]->value.lazy->module));
        }
        put_class(x, out, all[i]);
        bool goes_on =
            i + 1 < n && str_eq(all[i]->value.lazy->module, all[i + 1]->value.lazy->module);
        size_t line = out->n;
        while (line > 0 && out->p[line - 1] != '\n') {
            line--;
        }
        bool breaks =
            goes_on && out->n - line + 2 + all[i + 1]->value.lazy->name.n > x->style.width;
        if (breaks) { /* another statement is as good as brackets */
            buf_printf(out, "%.*sfrom %.*s import ", STR_ARG(x->style.newline),
                STR_ARG(all[i]->value.lazy->module));
        } else {
            buf_put(out, goes_on ? STR(", ") : x->style.newline);
        }
    }
}

/* A first line of a script, or of whose work it is, stays first. */
static size_t first_lines(str text)
{
    size_t end = 0;
    while (str_starts(str_slice(text, end, text.n), STR("#!")) ||
           str_starts(str_slice(text, end, text.n), STR("# Copyright"))) {
        size_t line = str_find(text, STR("\n"), end);
        end = line == SIZE_MAX ? text.n : line + 1;
    }
    return end;
}

void emit_imports(const struct emitter *x, struct buf *out, str text)
{
    size_t head = first_lines(text);
    buf_put(out, str_slice(text, 0, head));
    bool bases = !x->flat && x->e->lazy->n_modules > 0;
    if (bases) {
        buf_printf(out, "from mmengine.config import read_base%.*s", STR_ARG(x->style.newline));
    }
    put_classes(x, out);
    if (bases || x->imports->n > 0) {
        buf_put(out, x->style.newline);
    }
    str rest = str_slice(text, head, text.n);
    while (rest.n > 0 && rest.p[0] == '\n') {
        rest = str_slice(rest, 1, rest.n);
    }
    buf_put(out, rest);
}
