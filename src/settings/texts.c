/* Texts in which a value of another kind is written. */
#include "settings/inside.h"

#include <stdlib.h>
#include <string.h>

/* 0100 is the name of something. */
static bool is_number(str s)
{
    char z[40], *end;
    s = str_trim(s);
    if (s.n == 0 || s.n >= sizeof z) {
        return false;
    }
    memcpy(z, s.p, s.n);
    z[s.n] = '\0';
    const char *digits = z + (z[0] == '+' || z[0] == '-');
    bool padded = digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    bool named = z[strspn(z, "0123456789.+-eE")] || (digits[0] | 0x20) == 'e';
    (void)strtod(z, &end);
    return !padded && !named && end > z && !*end;
}

static bool are_numbers(str s)
{
    while (s.n > 1 && (s.p[0] == '[' || s.p[0] == '(')) {
        s = str_slice(s, 1, s.n);
    }
    while (s.n > 1 && (s.p[s.n - 1] == ']' || s.p[s.n - 1] == ')')) {
        s = str_slice(s, 0, s.n - 1);
    }
    for (size_t comma; (comma = str_find(s, STR(","), 0)) != SIZE_MAX;) {
        if (!is_number(str_slice(s, 0, comma))) {
            return false;
        }
        s = str_slice(s, comma + 1, s.n);
    }
    return is_number(s);
}

enum {
    NESTED = 4 /* lists in lists of numbers */
};

/* The items of lists, and of lists in them. */
struct leaves {
    uint32_t numbers, texts, others;
    bool nested;
};

static void count_leaves(const struct value *list, uint32_t depth, struct leaves *to)
{
    for (uint32_t i = 0; i < list->list->n; i++) {
        const struct value *x = &list->list->items[i];
        if (value_is_sequence(x) && depth > 0) {
            to->nested = true;
            count_leaves(x, depth - 1, to);
        } else if (x->kind == VALUE_STRING && is_number(value_str(x))) {
            to->texts++;
        } else if (x->kind == VALUE_INT || x->kind == VALUE_FLOAT) {
            to->numbers++;
        } else {
            to->others += x->kind != VALUE_NONE;
        }
    }
}

/* Of lists in lists that have no number at all it is not clear what is meant. */
static bool has_texts_for_numbers(const struct value *list)
{
    struct leaves n = {0};
    count_leaves(list, NESTED, &n);
    return n.texts > 0 && n.others == 0 && (n.numbers > 0 || !n.nested);
}

static const char *meant(const struct value *v)
{
    if (v->kind == VALUE_STRING) {
        str s = value_str(v);
        bool flag = str_is_any_case(s, "true") || str_is_any_case(s, "false");
        return flag ? "flag" : is_number(s) ? "number" : are_numbers(s) ? "numbers" : NULL;
    }
    return value_is_sequence(v) && has_texts_for_numbers(v) ? "texts" : NULL;
}

struct value texts_of(struct arena *a, const struct list *dicts)
{
    struct list *found = list_new(a, 0);
    for (uint32_t i = 0; i < dicts->n; i++) {
        const struct value *pair = dicts->items[i].list->items;
        for (uint32_t k = 0; k < pair[1].dict->n; k++) {
            const struct entry *x = &pair[1].dict->entries[k];
            const char *what = x->key.kind == VALUE_STRING ? meant(&x->value) : NULL;
            if (what) {
                struct list *one = list_new(a, 4);
                list_push(a, one, pair[0]);
                list_push(a, one, x->key);
                list_push(a, one, x->value);
                list_push(a, one, value_string(a, str_of(what)));
                list_push(a, found, value_of_tuple(one));
            }
        }
    }
    return value_of_list(found);
}
