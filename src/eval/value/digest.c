#include "eval/digest.h"

void digest_mix(uint64_t *key, uint64_t x)
{
    *key = (*key ^ x) * UINT64_C(0x9E3779B97F4A7C15);
    *key ^= *key >> 29;
}

void digest_str(uint64_t *key, str s)
{
    uint64_t word = 0;
    digest_mix(key, s.n);
    for (; s.n >= sizeof word; s = str_slice(s, sizeof word, s.n)) {
        memcpy(&word, s.p, sizeof word);
        digest_mix(key, word);
    }
    word = 0;
    for (size_t i = 0; i < s.n; i++) {
        word = word << 8 | (uint8_t)s.p[i];
    }
    digest_mix(key, word);
}

static bool digest_entries(
    uint64_t *key, const struct dict *d, const struct list *skipped, uint32_t depth)
{
    digest_mix(key, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct entry *e = &d->entries[i];
        bool left_out =
            skipped && e->key.kind == VALUE_STRING && list_has_word(skipped, value_str(&e->key));
        if (!left_out && !(digest_value(key, &e->key, skipped, depth) &&
                             digest_value(key, &e->value, skipped, depth))) {
            return false;
        }
    }
    return true;
}

bool digest_value(uint64_t *key, const struct value *v, const struct list *skipped, uint32_t depth)
{
    if (depth == 0) {
        return false;
    }
    digest_mix(key, v->kind);
    switch (v->kind) {
    case VALUE_NONE: return true;
    case VALUE_BOOL: digest_mix(key, v->b); return true;
    case VALUE_INT:
    case VALUE_FLOAT: digest_mix(key, (uint64_t)v->i); return true;
    case VALUE_STRING: digest_str(key, value_str(v)); return true;
    case VALUE_LAZY:
        digest_str(key, v->lazy->module);
        digest_str(key, v->lazy->name);
        return true;
    case VALUE_LIST:
    case VALUE_TUPLE:
        digest_mix(key, v->list->n);
        for (uint32_t i = 0; i < v->list->n; i++) {
            if (!digest_value(key, &v->list->items[i], skipped, depth - 1)) {
                return false;
            }
        }
        return true;
    case VALUE_DICT: return digest_entries(key, v->dict, skipped, depth - 1);
    default: return false;
    }
}
