#ifndef CFGLINT_LIBRARY_EMBEDDED_H
#define CFGLINT_LIBRARY_EMBEDDED_H

/* A struct blob_header, and what its offsets mean after it. */
extern const char embedded_blob[];

#endif
