/* Parts of drawings made of text: bars, sizes. */
#ifndef CFGLINT_REPORT_DRAW_H
#define CFGLINT_REPORT_DRAW_H

#include "base/buf.h"

/* The share of `part` in `whole`; 0 of nothing. */
double draw_share(double part, double whole);
/* A bar of `share` (0 to 1) of `width` columns, filled up with blanks. */
void draw_bar(struct buf *out, double share, unsigned width);
/* Bytes for people: "512 B", "3.4 MiB", "11.75 GiB"; right-aligned in ten columns. */
void draw_bytes(struct buf *out, double bytes);
/* 25557032: " 25.56 M"; right-aligned in eight columns. */
void draw_count(struct buf *out, double n);

#endif
