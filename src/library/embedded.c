/* The blob made from rules/ at build time, as read-only data of the program. */
#include "library/embedded.h"

#ifdef __APPLE__
#define SECTION ".const_data"
#define SYMBOL  "_embedded_blob"
#else
#define SECTION ".section .rodata"
#define SYMBOL  "embedded_blob"
#endif

__asm__(SECTION "\n"
                ".global " SYMBOL "\n"
#ifndef __APPLE__
                ".hidden " SYMBOL "\n"
#endif
                ".balign 16\n" SYMBOL ":\n"
                ".incbin \"" CFGLINT_BLOB "\"\n"
                ".byte 0\n"
#ifndef __APPLE__
                ".previous\n"
#endif
);
