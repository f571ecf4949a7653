/* What functions of the library have said, kept for the run. */
#include "library/inside.h"

enum {
    MOST_BYTES = 16 << 20, /* of all that is kept; what comes later is asked anew */
    ANSWER_DEPTH = 16
};

struct kept_answer {
    uint64_t key;
    struct answer answer;
    UT_hash_handle hh;
};

static struct kept_answer *find(const struct library *l, uint64_t key)
{
    struct kept_answer *found = NULL;
    HASH_FIND(hh, l->answers, &key, sizeof key, found);
    return found;
}

const struct answer *library_answer(struct library *l, uint64_t key)
{
    pthread_mutex_lock(&l->lock);
    const struct kept_answer *found = find(l, key);
    pthread_mutex_unlock(&l->lock);
    return found ? &found->answer : NULL;
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

void library_keep(struct library *l, uint64_t key, const struct value *v, uint64_t steps)
{
    pthread_mutex_lock(&l->lock);
    size_t kept = l->answers_in->total_bytes, room = kept < MOST_BYTES ? MOST_BYTES - kept : 0;
    if (fits(v, ANSWER_DEPTH, &room) && !find(l, key)) {
        struct kept_answer *x = ARENA_NEW(l->answers_in, struct kept_answer);
        *x = (struct kept_answer){
            .key = key, .answer = {.value = copy(l->answers_in, v), .steps = steps}};
        value_freeze(&x->answer.value);
        HASH_ADD(hh, l->answers, key, sizeof x->key, x);
    }
    pthread_mutex_unlock(&l->lock);
}

void library_forget_answers(struct library *l)
{
    HASH_CLEAR(hh, l->answers);
}
