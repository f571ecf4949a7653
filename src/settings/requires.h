/* Which PyTorch the project around a config asks for: its requirements, or its guide of
 * installation. */
#ifndef CFGLINT_SETTINGS_REQUIRES_H
#define CFGLINT_SETTINGS_REQUIRES_H

#include "text/files.h"

/* Releases are 100 * major + minor; 0: nobody says. */
struct required_torch {
    uint32_t exact, least, most;
    bool is_guide;    /* `exact` is what people are told to install, and others may do, too */
    const char *from; /* "docs/install.md"; NULL: nobody says anything */
};

/* Looks in the project that holds the file, as far as the roots go. */
struct required_torch requires_torch(const struct files *f, struct arena *a, str config);
/* What a config itself notes of it, in the comments that it begins with: the line that
 * requires_note writes. */
struct required_torch requires_noted(str config);
/* "torch>=1.6,<=1.9 (docs/install.md)"; empty when nobody says anything. */
str requires_note(struct arena *a, const struct required_torch *r);
/* The same of one text; for tests. */
struct required_torch requires_in(str text);

#endif
