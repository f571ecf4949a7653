/* Dicts that keep the order of insertion: an array of entries, and an index over it once it has
 * grown. */
#include "eval/value.h"

enum {
    FEW = 8
};

struct dict *dict_new(struct arena *a, uint32_t room)
{
    struct dict *d = ARENA_NEW(a, struct dict);
    if (room > 0) {
        d->entries = ARENA_MANY(a, struct entry, room);
        d->cap = room;
    }
    return d;
}

static inline bool is_string(const struct entry *e, const struct string *key)
{
    return e->hash == key->hash && e->key.kind == VALUE_STRING &&
           (e->key.s == key || str_eq(string_str(e->key.s), string_str(key)));
}

static bool same_key(const struct entry *e, const struct value *key, uint32_t hash)
{
    if (e->hash != hash) {
        return false;
    }
    if (e->key.kind == VALUE_STRING && key->kind == VALUE_STRING) {
        return e->key.s == key->s || str_eq(string_str(e->key.s), string_str(key->s));
    }
    return value_equal(&e->key, key, NULL, NULL);
}

struct entry *dict_find(const struct dict *d, const struct value *key, uint32_t hash)
{
    if (key->kind == VALUE_STRING) {
        return dict_find_string(d, key->s);
    }
    if (!d->index) {
        for (uint32_t i = 0; i < d->n; i++) {
            if (same_key(&d->entries[i], key, hash)) {
                return &d->entries[i];
            }
        }
        return NULL;
    }
    uint32_t mask = d->index_cap - 1;
    for (uint32_t i = hash & mask; d->index[i]; i = (i + 1) & mask) {
        struct entry *e = &d->entries[d->index[i] - 1];
        if (same_key(e, key, hash)) {
            return e;
        }
    }
    return NULL;
}

struct entry *dict_find_string(const struct dict *d, const struct string *key)
{
    if (!d->index) {
        for (uint32_t i = 0; i < d->n; i++) {
            if (is_string(&d->entries[i], key)) {
                return &d->entries[i];
            }
        }
        return NULL;
    }
    uint32_t mask = d->index_cap - 1;
    for (uint32_t i = key->hash & mask; d->index[i]; i = (i + 1) & mask) {
        struct entry *e = &d->entries[d->index[i] - 1];
        if (is_string(e, key)) {
            return e;
        }
    }
    return NULL;
}

struct entry *dict_find_str(const struct dict *d, str key)
{
    uint32_t hash = str_hash(key);
    if (!d->index) {
        for (uint32_t i = 0; i < d->n; i++) {
            const struct entry *e = &d->entries[i];
            if (e->hash == hash && str_eq(value_str(&e->key), key) && e->key.kind == VALUE_STRING) {
                return &d->entries[i];
            }
        }
        return NULL;
    }
    uint32_t mask = d->index_cap - 1;
    for (uint32_t i = hash & mask; d->index[i]; i = (i + 1) & mask) {
        struct entry *e = &d->entries[d->index[i] - 1];
        if (e->hash == hash && e->key.kind == VALUE_STRING && str_eq(value_str(&e->key), key)) {
            return e;
        }
    }
    return NULL;
}

const struct value *dict_get(const struct dict *d, const char *key)
{
    const struct entry *e = dict_find_str(d, str_of(key));
    return e ? &e->value : NULL;
}

static void index_entry(struct dict *d, uint32_t number)
{
    uint32_t mask = d->index_cap - 1, i = d->entries[number].hash & mask;
    while (d->index[i]) {
        i = (i + 1) & mask;
    }
    d->index[i] = number + 1;
}

static void index_all(struct dict *d)
{
    memset(d->index, 0, d->index_cap * sizeof *d->index);
    for (uint32_t i = 0; i < d->n; i++) {
        index_entry(d, i);
    }
}

static void grow(struct arena *a, struct dict *d)
{
    uint32_t cap = d->cap ? d->cap * 2 : 4;
    struct entry *entries = ARENA_MANY(a, struct entry, cap);
    if (d->n > 0) {
        memcpy(entries, d->entries, d->n * sizeof *entries);
    }
    d->entries = entries;
    d->cap = cap;
}

struct entry *dict_add(
    struct arena *a, struct dict *d, const struct value *key, uint32_t hash, struct value v)
{
    if (d->n == d->cap) {
        grow(a, d);
    }
    struct entry *e = &d->entries[d->n++];
    e->key = *key;
    e->value = v;
    e->past = NULL;
    e->hash = hash;
    if (d->n > FEW || d->index) {
        if (!d->index || d->n * 2 > d->index_cap) {
            uint32_t cap = d->index_cap ? d->index_cap : 16;
            while (cap < d->cap * 2) {
                cap *= 2;
            }
            d->index = ARENA_MANY(a, uint32_t, cap);
            d->index_cap = cap;
            index_all(d);
        } else {
            index_entry(d, d->n - 1);
        }
    }
    return e;
}

struct entry *dict_set(
    struct arena *a, struct dict *d, const struct value *key, uint32_t hash, struct value v)
{
    struct entry *e = dict_find(d, key, hash);
    if (e) {
        e->value = v;
        return e;
    }
    return dict_add(a, d, key, hash, v);
}

struct entry *dict_set_str(struct arena *a, struct dict *d, str key, struct value v)
{
    struct entry *e = dict_find_str(d, key);
    if (e) {
        e->value = v;
        return e;
    }
    struct value k = value_string(a, key);
    return dict_add(a, d, &k, k.s->hash, v);
}

bool dict_may_lack(const struct dict *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        const struct value *v = &d->entries[i].value;
        if (value_is_unknown(v) && v->unknown->absent) {
            return true;
        }
    }
    return false;
}

void dict_remove(struct dict *d, struct entry *e)
{
    uint32_t at = (uint32_t)(e - d->entries);
    memmove(e, e + 1, (d->n - at - 1) * sizeof *e);
    d->n--;
    d->removals++;
    if (d->index) {
        index_all(d);
    }
}

void dict_clear(struct dict *d)
{
    d->n = 0;
    d->removals++;
    if (d->index) {
        index_all(d);
    }
}

struct dict *dict_copy(struct arena *a, const struct dict *d)
{
    struct dict *copy = dict_new(a, d->n);
    copy->flavor = d->flavor;
    copy->lost = d->lost;
    copy->n = d->n;
    if (d->n > 0) {
        memcpy(copy->entries, d->entries, d->n * sizeof *d->entries);
    }
    if (d->index && d->n > FEW) {
        copy->index = ARENA_MANY(a, uint32_t, d->index_cap);
        copy->index_cap = d->index_cap;
        memcpy(copy->index, d->index, d->index_cap * sizeof *d->index);
    }
    return copy;
}
