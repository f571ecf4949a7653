#include "base/stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

struct call {
    void (*run)(void *data);
    void *data;
};

static void *call(void *data)
{
    const struct call *c = data;
    c->run(c->data);
    return NULL;
}

static bool is_small(void)
{
    struct rlimit l;
    return getrlimit(RLIMIT_STACK, &l) == 0 && l.rlim_cur != RLIM_INFINITY &&
           l.rlim_cur < STACK_NEEDED;
}

void stack_run(void (*run)(void *data), void *data)
{
    struct call c = {run, data};
    pthread_t thread;
    pthread_attr_t attributes;
    bool own = is_small() && pthread_attr_init(&attributes) == 0;
    if (own) {
        pthread_attr_setstacksize(&attributes, STACK_BYTES);
        own = pthread_create(&thread, &attributes, call, &c) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (own) {
        pthread_join(thread, NULL);
    } else {
        run(data);
    }
}
