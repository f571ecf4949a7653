/* Room for what is nested as deep as the limits allow. */
#ifndef CFGLINT_BASE_STACK_H
#define CFGLINT_BASE_STACK_H

enum {
    STACK_NEEDED = 8 << 20, /* bytes; what Linux gives where nobody says otherwise */
    /* Of a thread of ours: address space, of which only what is touched costs anything. */
    STACK_BYTES = 64 << 20
};

/* Calls `run`, in a thread of its own where the limit of the process's stack (ulimit -s) is below
 * STACK_NEEDED. */
void stack_run(void (*run)(void *data), void *data);

#endif
