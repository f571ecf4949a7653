/* What functions of the library have said, kept for the run. */
#include "library/inside.h"

enum {
    MOST_ANSWERS = 200000,
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

/* Without the places where it was written: their files may be gone.  False when it is not plain. */
static bool copy(struct arena *a, const struct value *v, uint32_t depth, struct value *out)
{
    *out = *v;
    out->tree = NULL;
    out->node = 0;
    switch (v->kind) {
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT: return true;
    case VALUE_STRING: *out = value_string(a, value_str(v)); return true;
    case VALUE_LIST:
    case VALUE_TUPLE:
        out->list = list_new(a, v->list->n);
        for (uint32_t i = 0; i < v->list->n; i++) {
            struct value item;
            if (depth == 0 || !copy(a, &v->list->items[i], depth - 1, &item)) {
                return false;
            }
            list_push(a, out->list, item);
        }
        return true;
    default: return false;
    }
}

void library_keep(struct library *l, uint64_t key, const struct value *v, uint64_t steps)
{
    pthread_mutex_lock(&l->lock);
    if (HASH_COUNT(l->answers) < MOST_ANSWERS && !find(l, key)) {
        struct kept_answer *x = ARENA_NEW(l->arena, struct kept_answer);
        *x = (struct kept_answer){.key = key, .answer.steps = steps};
        if (copy(l->arena, v, ANSWER_DEPTH, &x->answer.value)) {
            value_freeze(&x->answer.value);
            HASH_ADD(hh, l->answers, key, sizeof x->key, x);
        }
    }
    pthread_mutex_unlock(&l->lock);
}

void library_forget_answers(struct library *l)
{
    HASH_CLEAR(hh, l->answers);
}
