/* str() and repr(). */
#include "eval/text.h"

#include "base/utf8.h"
#include "eval/builtins.h"
#include "eval/number.h"
#include "eval/run/generator.h"

#include <math.h>
#include <unictype.h>

static void quote_rune(struct buf *out, uint32_t rune, char quote)
{
    switch (rune) {
    case '\\': buf_puts(out, "\\\\"); return;
    case '\n': buf_puts(out, "\\n"); return;
    case '\r': buf_puts(out, "\\r"); return;
    case '\t': buf_puts(out, "\\t"); return;
    default: break;
    }
    if (rune == (unsigned char)quote) {
        buf_byte(out, '\\');
        buf_byte(out, quote);
    } else if (utf8_is_printable(rune)) {
        buf_rune(out, rune);
    } else if (rune <= 0xFF) {
        buf_printf(out, "\\x%02x", rune);
    } else if (rune <= 0xFFFF) {
        buf_printf(out, "\\u%04x", rune);
    } else {
        buf_printf(out, "\\U%08x", rune);
    }
}

void text_ascii(struct buf *out, str repr)
{
    for (size_t at = 0; at < repr.n;) {
        uint32_t rune = utf8_next(repr, &at);
        if (rune < 0x80) {
            buf_byte(out, (char)rune);
        } else {
            buf_printf(out,
                rune <= 0xFF     ? "\\x%02x"
                : rune <= 0xFFFF ? "\\u%04x"
                                 : "\\U%08x",
                rune);
        }
    }
}

static char quote_for(str s)
{
    return memchr(s.p, '\'', s.n) && !memchr(s.p, '"', s.n) ? '"' : '\'';
}

void text_quote_inside(struct buf *out, str s, char quote)
{
    for (size_t at = 0; at < s.n;) {
        quote_rune(out, utf8_next(s, &at), quote);
    }
}

void text_quote(struct buf *out, str s)
{
    char quote = s.n ? quote_for(s) : '\'';
    buf_byte(out, quote);
    text_quote_inside(out, s, quote);
    buf_byte(out, quote);
}

static void quote_bytes(struct buf *out, str s)
{
    char quote = s.n ? quote_for(s) : '\'';
    buf_byte(out, 'b');
    buf_byte(out, quote);
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c >= 0x7F) {
            buf_printf(out, "\\x%02x", c);
        } else {
            quote_rune(out, c, quote);
        }
    }
    buf_byte(out, quote);
}

/* The containers around a value, for `[...]` in one that holds itself. */
struct around {
    const void *container;
    const struct around *outer;
    uint32_t depth;
};

enum {
    REPR_BYTES = 5000000 /* a longer text is not made */
};

static void repr(struct arena *a, struct buf *out, const struct value *v, bool *unknown,
    const struct around *around);

static bool is_around(const struct around *around, const void *container)
{
    for (; around; around = around->outer) {
        if (around->container == container) {
            return true;
        }
    }
    return false;
}

static void repr_list(struct arena *a, struct buf *out, const struct list *l, const char *brackets,
    bool *unknown, const struct around *outer)
{
    if (is_around(outer, l)) {
        buf_printf(out, "%c...%c", brackets[0], brackets[1]);
        return;
    }
    struct around around = {l, outer, outer ? outer->depth + 1 : 1};
    buf_byte(out, brackets[0]);
    for (uint32_t i = 0; i < l->n; i++) {
        if (i > 0) {
            buf_puts(out, ", ");
        }
        repr(a, out, &l->items[i], unknown, &around);
    }
    if (brackets[0] == '(' && l->n == 1) {
        buf_byte(out, ',');
    }
    buf_byte(out, brackets[1]);
}

static void repr_dict(struct arena *a, struct buf *out, const struct value *v, bool *unknown,
    const struct around *outer)
{
    bool set = v->kind != VALUE_DICT;
    if (is_around(outer, v->dict)) {
        buf_puts(out, "{...}");
        return;
    }
    struct around around = {v->dict, outer, outer ? outer->depth + 1 : 1};
    *unknown |= !set && v->dict->flavor == DICT_ORDERED; /* a text of its own */
    if (set && v->dict->n == 0) {
        buf_puts(out, v->kind == VALUE_SET ? "set()" : "frozenset()");
        return;
    }
    if (set && v->dict->n > 1) {
        *unknown = true; /* the order is that of CPython's hash table */
    }
    buf_puts(out, v->kind == VALUE_FROZENSET ? "frozenset({" : "{");
    for (uint32_t i = 0; i < v->dict->n; i++) {
        if (i > 0) {
            buf_puts(out, ", ");
        }
        repr(a, out, &v->dict->entries[i].key, unknown, &around);
        if (!set) {
            buf_puts(out, ": ");
            repr(a, out, &v->dict->entries[i].value, unknown, &around);
        }
    }
    buf_puts(out, v->kind == VALUE_FROZENSET ? "})" : "}");
}

static void complex_part(struct arena *a, struct buf *out, double f)
{
    str s = number_float_text(a, f);
    buf_put(out, str_ends(s, STR(".0")) ? str_slice(s, 0, s.n - 2) : s);
}

static void repr_complex(struct arena *a, struct buf *out, const struct complex_number *c)
{
    if (c->real == 0 && !signbit(c->real)) {
        complex_part(a, out, c->imag);
        buf_byte(out, 'j');
        return;
    }
    buf_byte(out, '(');
    complex_part(a, out, c->real);
    if (isnan(c->imag) || !signbit(c->imag)) {
        buf_byte(out, '+');
    }
    complex_part(a, out, c->imag);
    buf_puts(out, "j)");
}

static void repr_exception(struct arena *a, struct buf *out, const struct exception *x,
    bool *unknown, const struct around *outer)
{
    struct around around = {x, outer, outer ? outer->depth + 1 : 1};
    struct value args = value_of_tuple(x->args);
    buf_puts(out, x->type->name);
    if (x->args->n == 1) {
        buf_byte(out, '(');
        repr(a, out, &x->args->items[0], unknown, &around);
        buf_byte(out, ')');
    } else {
        repr(a, out, &args, unknown, &around);
    }
}

/* str() of an exception: of its only argument, or of all of them as a tuple. */
static void str_exception(
    struct arena *a, struct buf *out, const struct exception *x, bool *unknown)
{
    for (int i = 0; i < VALUE_DEPTH && x->args->n == 1 && x->type->id != TYPE_KEY_ERROR &&
                    x->args->items[0].kind == VALUE_EXCEPTION;
         i++) {
        x = x->args->items[0].exception;
    }
    struct value all = value_of_tuple(x->args);
    if (x->args->n == 1 && x->args->items[0].kind == VALUE_EXCEPTION) {
        text_repr(a, out, &x->args->items[0], unknown);
    } else if (x->members) {
        uint32_t n = x->members->n;
        text_str(a, out, &x->args->items[0], unknown);
        buf_printf(out, " (%u sub-exception%s)", n, n == 1 ? "" : "s");
    } else if (x->args->n == 1 && x->type->id == TYPE_KEY_ERROR) {
        text_repr(a, out, &x->args->items[0], unknown);
    } else if (x->args->n == 1) {
        text_str(a, out, &x->args->items[0], unknown);
    } else if (x->args->n > 1) {
        text_repr(a, out, &all, unknown);
    }
}

/* What the code of a function or a comprehension is called. */
static const char *code_name(const struct tree *t, const struct function *def)
{
    switch (tree_node(t, def->node)->kind) {
    case NODE_LIST_COMP: return "<listcomp>";
    case NODE_SET_COMP: return "<setcomp>";
    case NODE_DICT_COMP: return "<dictcomp>";
    case NODE_GENERATOR: return "<genexpr>";
    default: return def->name ? tree_string(t, def->name)->bytes : "<lambda>";
    }
}

/* Is the name one of the function's own?  A lambda has none. */
static bool is_local(const struct frame *f, uint32_t name)
{
    bool local = name == 0;
    for (uint32_t i = 0; !local && i < f->def->n_slots; i++) {
        local = f->tree->slot_names[f->def->slots_at + i] == name;
    }
    return local;
}

void text_qualname(struct buf *out, const struct frame *around, uint32_t literal, const char *name)
{
    if (around && around->def && is_local(around, literal)) {
        const struct function *def = around->def;
        enum node_kind kind = (enum node_kind)tree_node(around->tree, def->node)->kind;
        text_qualname(out, around->outer, def->name, code_name(around->tree, def));
        buf_puts(out, kind == NODE_DEF || kind == NODE_LAMBDA ? ".<locals>." : ".");
    }
    buf_puts(out, name);
}

void text_function_name(struct buf *out, const struct function_value *fn)
{
    const struct value *own = fn->own ? dict_get(fn->own, "__qualname__") : NULL;
    if (own && own->kind == VALUE_STRING) { /* functools.wraps sets it, for one */
        buf_put(out, value_str(own));
    } else {
        text_qualname(out, fn->outer, fn->def->name, code_name(fn->tree, fn->def));
    }
}

/* CPython shows the address of what has no text of its own: no loader gives it twice. */
static void repr_function(struct buf *out, const struct function_value *fn, bool *unknown)
{
    *unknown = true;
    buf_puts(out, "<function ");
    text_function_name(out, fn);
    buf_byte(out, '>');
}

/* A method for an operator, which CPython shows in a way of its own. */
static bool is_slot(const char *name)
{
    static const char *const ordinary[] = {"__format__", "__round__", "__trunc__", "__floor__",
        "__ceil__", "__reversed__", "__sizeof__", "__getitem__", "__contains__"};
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++) {
        if (strcmp(name, ordinary[i]) == 0) {
            return false;
        }
    }
    return strncmp(name, "__", 2) == 0;
}

static void repr_builtin(struct buf *out, const struct builtin_value *b, bool *unknown)
{
    if (b->def && b->def->repr) {
        buf_puts(out, b->def->repr);
        return;
    }
    if (b->unbound) {
        buf_printf(out, "<%s '%s' of '%s' objects>",
            is_slot(b->def->name) ? "slot wrapper" : "method", b->def->name, b->self.type->name);
        return;
    }
    *unknown |=
        !b->def || b->def->python || strchr(b->def->name, ' ') || b->self.kind != VALUE_NONE;
    if (b->def && b->def->python) {
        buf_printf(out, "<function %s>", b->def->name);
        return;
    }
    if (!b->def || b->self.kind != VALUE_NONE) {
        str type = value_type_name(&b->self);
        const char *name = b->def ? b->def->name : "partial", *round = is_slot(name) ? "'" : "";
        buf_printf(out, "<%s %s%s%s of %.*s object>", *round ? "method-wrapper" : "built-in method",
            round, name, round, STR_ARG(type));
        return;
    }
    buf_printf(out, "<built-in function %s>", b->def->name);
}

static void repr_view(struct arena *a, struct buf *out, const struct dict_view *view, bool *unknown,
    const struct around *outer)
{
    static const char *const names[] = {"dict_keys([", "dict_values([", "dict_items(["};
    if (is_around(outer, view->dict)) {
        buf_puts(out, "...");
        return;
    }
    struct around around = {view->dict, outer, outer ? outer->depth + 1 : 1};
    buf_puts(out, names[view->of]);
    for (uint32_t i = 0; i < view->dict->n; i++) {
        const struct entry *x = &view->dict->entries[i];
        buf_puts(out, i ? ", " : "");
        buf_puts(out, view->of == VIEW_ITEMS ? "(" : "");
        if (view->of != VIEW_VALUES) {
            repr(a, out, &x->key, unknown, &around);
        }
        buf_puts(out, view->of == VIEW_ITEMS ? ", " : "");
        if (view->of != VIEW_KEYS) {
            repr(a, out, &x->value, unknown, &around);
        }
        buf_puts(out, view->of == VIEW_ITEMS ? ")" : "");
    }
    buf_puts(out, "])");
}

static void repr_iterator(struct arena *a, struct buf *out, const struct iterator *it,
    bool *unknown, const struct around *outer)
{
    bool count = strcmp(it->type, "itertools.count") == 0;
    if (count || strcmp(it->type, "itertools.repeat") == 0) { /* these show what they give */
        struct value one = value_int(1);
        struct around around = {it, outer, outer ? outer->depth + 1 : 1};
        buf_puts(out, count ? "count(" : "repeat(");
        repr(a, out, &it->values[0], unknown, &around);
        if (count ? !value_equal(&it->values[1], &one, NULL, NULL)
                  : !value_is_none(&it->values[1])) {
            buf_puts(out, ", ");
            repr(a, out, &it->values[1], unknown, &around);
        }
        buf_puts(out, ")");
        return;
    }
    *unknown = true; /* it has its address, too */
    buf_printf(out, "<%s object", it->type);
    if (it->generator) {
        const struct frame *f = it->generator->frame;
        buf_byte(out, ' ');
        text_qualname(out, f->outer, f->def->name, it->generator->name);
    }
    buf_byte(out, '>');
}

static void repr_integer(struct arena *a, struct buf *out, const struct value *v, bool *unknown)
{
    str digits = number_text(a, v, 10);
    *unknown |= number_is_too_long(digits); /* Python raises */
    buf_put(out, digits);
}

static void repr_range(struct buf *out, const struct range *r)
{
    buf_printf(out, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
    if (r->step != 1) {
        buf_printf(out, ", %lld", (long long)r->step);
    }
    buf_byte(out, ')');
}

static void repr_slice(struct arena *a, struct buf *out, const struct slice *s, bool *unknown,
    const struct around *around)
{
    buf_puts(out, "slice(");
    repr(a, out, &s->start, unknown, around);
    buf_puts(out, ", ");
    repr(a, out, &s->stop, unknown, around);
    buf_puts(out, ", ");
    repr(a, out, &s->step, unknown, around);
    buf_byte(out, ')');
}

static void repr(struct arena *a, struct buf *out, const struct value *v, bool *unknown,
    const struct around *around)
{
    if ((around && around->depth >= VALUE_DEPTH) || out->n > REPR_BYTES) {
        buf_puts(out, "...");
        *unknown = true;
        return;
    }
    switch (v->kind) {
    case VALUE_NONE: buf_puts(out, "None"); break;
    case VALUE_BOOL: buf_puts(out, v->b ? "True" : "False"); break;
    case VALUE_INT:
    case VALUE_BIG_INT: repr_integer(a, out, v, unknown); break;
    case VALUE_FLOAT: buf_put(out, number_float_text(a, v->f)); break;
    case VALUE_COMPLEX: repr_complex(a, out, v->complex); break;
    case VALUE_STRING: text_quote(out, string_str(v->s)); break;
    case VALUE_BYTES: quote_bytes(out, string_str(v->s)); break;
    case VALUE_LIST: repr_list(a, out, v->list, "[]", unknown, around); break;
    case VALUE_TUPLE: repr_list(a, out, v->list, "()", unknown, around); break;
    case VALUE_DICT:
    case VALUE_SET:
    case VALUE_FROZENSET: repr_dict(a, out, v, unknown, around); break;
    case VALUE_RANGE: repr_range(out, v->range); break;
    case VALUE_SLICE: repr_slice(a, out, v->slice, unknown, around); break;
    case VALUE_ELLIPSIS: buf_puts(out, "Ellipsis"); break;
    case VALUE_VIEW: repr_view(a, out, v->view, unknown, around); break;
    case VALUE_ITERATOR: repr_iterator(a, out, v->iterator, unknown, around); break;
    case VALUE_FUNCTION: repr_function(out, v->function, unknown); break;
    case VALUE_BUILTIN: repr_builtin(out, v->builtin, unknown); break;
    case VALUE_TYPE: buf_printf(out, "<class '%s'>", v->type->name); break;
    case VALUE_CLASS:
        if (v->class_->module.n && !str_is(v->class_->module, "builtins")) {
            buf_printf(
                out, "<class '%.*s.%.*s'>", STR_ARG(v->class_->module), STR_ARG(v->class_->name));
        } else {
            buf_printf(out, "<class '%.*s'>", STR_ARG(v->class_->name));
        }
        break;
    case VALUE_MODULE: buf_printf(out, "<module '%s'>", v->module->name); break;
    case VALUE_LAZY: buf_put(out, v->lazy->name); break;
    case VALUE_EXCEPTION: repr_exception(a, out, v->exception, unknown, around); break;
    case VALUE_OPAQUE: buf_put(out, string_str(v->repr)); break;
    case VALUE_OBJECT:
        if (v->object->class_->describe) {
            buf_put(out, v->object->class_->describe(a, v->object));
        } else {
            buf_printf(out, "<%s>", v->object->class_->name);
        }
        break;
    default:
        buf_puts(out, "<unknown>");
        *unknown = true;
        break;
    }
}

void text_repr(struct arena *a, struct buf *out, const struct value *v, bool *unknown)
{
    repr(a, out, v, unknown, NULL);
}

void text_str(struct arena *a, struct buf *out, const struct value *v, bool *unknown)
{
    if (v->kind == VALUE_STRING) {
        buf_put(out, string_str(v->s));
    } else if (v->kind == VALUE_EXCEPTION) {
        str_exception(a, out, v->exception, unknown);
    } else {
        *unknown |=
            v->kind == VALUE_DICT && v->dict->flavor == DICT_TORCHPACK; /* lines of its own */
        repr(a, out, v, unknown, NULL);
    }
}

bool text_is_space(uint32_t r)
{
    return r == ' ' || (r >= 9 && r <= 13) || (r >= 0x1C && r <= 0x1F) || r == 0x85 || r == 0xA0 ||
           r == 0x1680 || (r >= 0x2000 && r <= 0x200A) || r == 0x2028 || r == 0x2029 ||
           r == 0x202F || r == 0x205F || r == 0x3000;
}

bool eval_text(struct eval *e, struct buf *out, const struct value *v, bool quoted, bool *unknown)
{
    size_t before = out->n;
    (quoted ? text_repr : text_str)(e->arena, out, v, unknown);
    bool copied = !quoted && v->kind == VALUE_STRING;
    return eval_spend(e, (out->n - before) / (copied ? 32 : 2)) && eval_text_grown(e, out->n);
}

str text_ascii_digits(struct eval *e, str s)
{
    if (utf8_is_ascii(s)) {
        return s;
    }
    struct buf b = eval_buf(e);
    for (size_t at = 0, from = 0; at < s.n; from = at) {
        int digit = uc_decimal_value(utf8_next(s, &at));
        if (digit >= 0) {
            buf_byte(&b, (char)('0' + digit));
        } else {
            buf_put(&b, str_slice(s, from, at));
        }
    }
    str out = arena_str(e->arena, buf_str(&b));
    buf_free(&b);
    return out;
}
