/* What functions of the library have said, kept for the run. */
#include "library/inside.h"

enum {
    FIRST_ROOM = 4096,
    MOST_BYTES = 16 << 20, /* of all that is kept; what comes later is asked anew */
    ANSWER_DEPTH = 16
};

struct kept_answer {
    uint64_t key;
    const struct answer *answer; /* NULL: here is none */
};

/* Open-addressed: most questions have been asked, and one place of memory is looked at for each. */
struct answers {
    struct kept_answer *slots;
    uint32_t n, cap;
};

/* Where the key is, or would be. */
static struct kept_answer *slot_of(const struct answers *t, uint64_t key)
{
    uint32_t mask = t->cap - 1, i = (uint32_t)(key ^ key >> 32) & mask;
    while (t->slots[i].answer && t->slots[i].key != key) {
        i = (i + 1) & mask;
    }
    return &t->slots[i];
}

/* Room for one more. */
static void grow(struct library *l)
{
    struct answers *old = l->answers;
    if (old && old->n * 2 < old->cap) {
        return;
    }
    struct answers *t = mem_zero(l, sizeof *t);
    t->cap = old ? old->cap * 2 : FIRST_ROOM;
    t->n = old ? old->n : 0;
    t->slots = mem_zero(t, t->cap * sizeof *t->slots);
    for (uint32_t i = 0; old && i < old->cap; i++) {
        if (old->slots[i].answer) {
            *slot_of(t, old->slots[i].key) = old->slots[i];
        }
    }
    talloc_free(old);
    l->answers = t;
}

const struct answer *library_answer(struct library *l, uint64_t key)
{
    pthread_mutex_lock(&l->lock);
    const struct answer *found = l->answers ? slot_of(l->answers, key)->answer : NULL;
    pthread_mutex_unlock(&l->lock);
    return found;
}

/* Is it plain, and what is kept with it small enough?  Takes its bytes off `room`. */
static bool fits(const struct value *v, uint32_t depth, size_t *room)
{
    bool is_list = value_is_sequence(v), is_text = v->kind == VALUE_STRING;
    bool is_number = value_is_int(v) || v->kind == VALUE_FLOAT;
    size_t bytes = sizeof *v + (is_text ? value_str(v).n : 0);
    bool is_plain = is_list || is_text || is_number || v->kind == VALUE_NONE;
    if (!is_plain || bytes > *room || depth == 0) {
        return false;
    }
    *room -= bytes;
    for (uint32_t i = 0; is_list && i < v->list->n; i++) {
        if (!fits(&v->list->items[i], depth - 1, room)) {
            return false;
        }
    }
    return true;
}

/* Without the places where it was written: their files may be gone. */
static struct value copy(struct arena *a, const struct value *v)
{
    struct value out = *v;
    out.tree = NULL;
    out.node = 0;
    if (v->kind == VALUE_STRING) {
        return value_string(a, value_str(v));
    }
    if (value_is_sequence(v)) {
        out.list = list_new(a, v->list->n);
        for (uint32_t i = 0; i < v->list->n; i++) {
            list_push(a, out.list, copy(a, &v->list->items[i]));
        }
    }
    return out;
}

void library_keep(struct library *l, uint64_t key, const struct value *v, const struct fuel *spent)
{
    pthread_mutex_lock(&l->lock);
    size_t kept = l->answers_in->total_bytes, room = kept < MOST_BYTES ? MOST_BYTES - kept : 0;
    grow(l);
    struct kept_answer *at = slot_of(l->answers, key);
    if (fits(v, ANSWER_DEPTH, &room) && !at->answer) {
        struct answer *x = ARENA_NEW(l->answers_in, struct answer);
        *x = (struct answer){.value = copy(l->answers_in, v), .spent = *spent};
        value_freeze(&x->value);
        *at = (struct kept_answer){key, x};
        l->answers->n++;
    }
    pthread_mutex_unlock(&l->lock);
}

void library_forget_answers(struct library *l)
{
    talloc_free(l->answers);
    l->answers = NULL;
}
