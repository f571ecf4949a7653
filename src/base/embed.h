/* A file as read-only data of the program: EMBED(name, "path") and `extern const char name[]`; a
 * zero byte ends it. */
#ifndef CFGLINT_BASE_EMBED_H
#define CFGLINT_BASE_EMBED_H

#ifdef __APPLE__
#define EMBED_SECTION      ".const_data\n"
#define EMBED_SYMBOL(name) "_" #name
#define EMBED_HIDDEN(name) ""
#define EMBED_END          ""
#else
#define EMBED_SECTION      ".section .rodata\n"
#define EMBED_SYMBOL(name) #name
#define EMBED_HIDDEN(name) ".hidden " #name "\n"
#define EMBED_END          ".previous\n"
#endif

#define EMBED(name, path)                                                  \
    __asm__(EMBED_SECTION ".global " EMBED_SYMBOL(name) "\n" EMBED_HIDDEN( \
        name) ".balign 16\n" EMBED_SYMBOL(name) ":\n.incbin \"" path "\"\n.byte 0\n" EMBED_END)

#endif
