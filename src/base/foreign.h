/*
 * Foreign text: whatever files, names of files, arguments and exceptions say.
 *
 * A terminal obeys escape sequences, the log of a CI service obeys lines that begin with `::` or
 * hold `##vso[`, and people trust what they cannot see.  So foreign text reaches an output through
 * these functions alone: what is not plain is written with the escapes of the format.
 */
#ifndef CFGLINT_BASE_FOREIGN_H
#define CFGLINT_BASE_FOREIGN_H

#include "base/buf.h"

enum foreign {
    FOREIGN_LINE,            /* for people, on one line: \n, \x1b, \u202e; not to be read back */
    FOREIGN_LINES,           /* for people, where line ends and tabs may stay */
    FOREIGN_JSON,            /* inside "": any text, surrogates too */
    FOREIGN_JSON_ASCII,      /* the same, all in ASCII */
    FOREIGN_JSON_TEXT,       /* FOREIGN_JSON for strict readers: U+FFFD for what is no text */
    FOREIGN_YAML,            /* inside "" */
    FOREIGN_XML,             /* inside "" and between tags: U+FFFD for what XML cannot hold */
    FOREIGN_GITHUB,          /* the message of a workflow command */
    FOREIGN_GITHUB_PROPERTY, /* a property of one */
    FOREIGN_URI,             /* the path of a URI */
};

void foreign_put(struct buf *out, str s, enum foreign as);
/*
 * printf for people: `format` is ours, and every %s is foreign text that is written as
 * FOREIGN_LINE.  Widths count columns; the precision of a text counts its bytes.
 */
void foreign_printf(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ours, when foreign text may stand before it on the line. */
void foreign_ours(struct buf *out, const char *text);
/* Would the byte `c`, written next, make a command for a CI service of what `out` ends in? */
bool foreign_ends_command(const struct buf *out, char c);

#endif
