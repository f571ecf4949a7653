/* The locale in which numbers are read and written, whatever the program around us has set. */
#ifndef CFGLINT_BASE_PLAIN_H
#define CFGLINT_BASE_PLAIN_H

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

struct plain {
    locale_t own, before;
};

/* From here on this thread uses the C locale; plain_end gives it back its own. */
struct plain plain_begin(void);
void plain_end(struct plain *p);

#endif
