#define _GNU_SOURCE /* sched_getaffinity, sched_getcpu */
#include "base/parallel.h"

#include "base/plain.h"
#include "base/stack.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum {
    MAX_THREADS = 64
};

struct work {
    void (*run)(void *data, uint32_t i);
    void *data;
    uint32_t n;
    atomic_uint next;
};

/*
 * Where threads run: the calling one stays on its processor, and its helpers on others.  A
 * scheduler that puts two of them on one processor, when a helper starts or one wakes the other,
 * mends that only after longer than all of their work may take.
 */
struct places {
    bool known;
#ifdef CPU_COUNT
    cpu_set_t all, own, others;
#endif
};

#ifdef CPU_COUNT
static struct places places_find(void)
{
    struct places p = {0};
    int own = sched_getcpu();
    if (own < 0 || sched_getaffinity(0, sizeof p.all, &p.all) != 0) {
        return p;
    }
    CPU_SET((size_t)own, &p.own);
    p.others = p.all;
    CPU_CLR((size_t)own, &p.others);
    p.known = CPU_COUNT(&p.others) > 0;
    return p;
}

static void places_for_helpers(const struct places *p, pthread_attr_t *attributes)
{
    if (p->known) {
        pthread_attr_setaffinity_np(attributes, sizeof p->others, &p->others);
    }
}

static void places_stay(const struct places *p, bool stay)
{
    if (p->known) {
        sched_setaffinity(0, sizeof p->all, stay ? &p->own : &p->all);
    }
}
#else
static struct places places_find(void)
{
    return (struct places){false};
}

static void places_for_helpers(const struct places *p, pthread_attr_t *attributes)
{
    (void)p;
    (void)attributes;
}

static void places_stay(const struct places *p, bool stay)
{
    (void)p;
    (void)stay;
}
#endif

uint32_t parallel_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
        n = CPU_COUNT(&mine);
    }
#endif
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (uint32_t)n;
}

static void *take_items(void *arg)
{
    struct work *w = arg;
    struct plain plain = plain_begin();
    for (uint32_t i; (i = atomic_fetch_add(&w->next, 1)) < w->n;) {
        w->run(w->data, i);
    }
    plain_end(&plain);
    return NULL;
}

void parallel_each(uint32_t n, uint32_t threads, void (*run)(void *data, uint32_t i), void *data)
{
    struct work w = {.run = run, .data = data, .n = n};
    pthread_t helpers[MAX_THREADS];
    uint32_t started = 0;
    threads = threads > n ? n : threads > MAX_THREADS ? MAX_THREADS : threads;
    pthread_attr_t attributes;
    if (threads <= 1 || pthread_attr_init(&attributes) != 0) {
        take_items(&w);
        return;
    }
    struct places places = places_find();
    places_for_helpers(&places, &attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    /* Where a thread cannot be had, those that run do its work. */
    while (started + 1 < threads &&
           pthread_create(&helpers[started], &attributes, take_items, &w) == 0) {
        started++;
    }
    pthread_attr_destroy(&attributes);
    places_stay(&places, true);
    take_items(&w);
    places_stay(&places, false);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(helpers[i], NULL);
    }
}
