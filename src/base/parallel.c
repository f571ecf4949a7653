#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum {
    MAX_THREADS = 64,
    STACK_BYTES = 64 << 20 /* address space; what is not touched costs nothing */
};

struct work {
    void (*run)(void *data, uint32_t i);
    void *data;
    uint32_t n;
    atomic_uint next;
};

uint32_t parallel_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (uint32_t)n;
}

static void *take_items(void *arg)
{
    struct work *w = arg;
    for (uint32_t i; (i = atomic_fetch_add(&w->next, 1)) < w->n;) {
        w->run(w->data, i);
    }
    return NULL;
}

void parallel_each(uint32_t n, uint32_t threads, void (*run)(void *data, uint32_t i), void *data)
{
    struct work w = {.run = run, .data = data, .n = n};
    pthread_t helpers[MAX_THREADS];
    uint32_t started = 0;
    threads = threads > n ? n : threads > MAX_THREADS ? MAX_THREADS : threads;
    pthread_attr_t attributes;
    if (threads > 1 && pthread_attr_init(&attributes) == 0) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        /* Where a thread cannot be had, those that run do its work. */
        while (started + 1 < threads &&
               pthread_create(&helpers[started], &attributes, take_items, &w) == 0) {
            started++;
        }
        pthread_attr_destroy(&attributes);
    }
    take_items(&w);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(helpers[i], NULL);
    }
}
