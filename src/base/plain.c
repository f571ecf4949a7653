#include "base/plain.h"

struct plain plain_begin(void)
{
    struct plain p = {.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    p.before = p.own ? uselocale(p.own) : (locale_t)0;
    return p;
}

void plain_end(struct plain *p)
{
    if (p->own) {
        uselocale(p->before);
        freelocale(p->own);
    }
}
