/*
 * Growable arrays.  VEC(T) is a struct type with `items`, `n` and `cap`; a zeroed one is empty.
 * Storage is one talloc block below the context given to vec_push.
 */
#ifndef CFGLINT_BASE_VEC_H
#define CFGLINT_BASE_VEC_H

#include "base/mem.h"

#define VEC(T)         \
    struct {           \
        T *items;      \
        size_t n, cap; \
    }

/* Makes room for one more item and returns an lvalue for it (not zeroed). */
#define vec_add(ctx, v)        (*(vec_reserve((ctx), (v), (v)->n + 1), &(v)->items[(v)->n++]))
#define vec_push(ctx, v, item) ((void)(vec_add((ctx), (v)) = (item)))

#define vec_reserve(ctx, v, want)                       \
    ((want) <= (v)->cap ? (void)0                       \
                        : (void)((v)->items = vec_grow( \
                                     (ctx), (v)->items, &(v)->cap, (want), sizeof *(v)->items)))

static inline void *vec_grow(void *ctx, void *items, size_t *cap, size_t want, size_t item_bytes)
{
    size_t next = *cap ? *cap * 2 : 8;
    if (next < want) {
        next = want;
    }
    items = mem_resize(ctx, items, *cap * item_bytes, next * item_bytes);
    *cap = next;
    return items;
}

/* Gives back the storage before its context goes. */
#define vec_free(v) mem_free((v)->items, (v)->cap * sizeof *(v)->items)

#define VEC_EACH(T, it, v) for (T *it = (v)->items; (v)->n > 0 && it < (v)->items + (v)->n; it++)

#endif
