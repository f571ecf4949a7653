/*
 * Values as text that reads back as the same value: Python, YAML or JSON.
 *
 * Used to print whole configs and to write the new value of a setting into a file.
 */
#ifndef CFGLINT_CONFIG_WRITE_H
#define CFGLINT_CONFIG_WRITE_H

#include "base/buf.h"
#include "config/config.h"

enum write_syntax {
    WRITE_PYTHON,
    WRITE_YAML,
    WRITE_JSON
};

enum write_own {
    WRITE_AS_USUAL,
    WRITE_OWN_TEXT,
    WRITE_BREAKS_LINE /* the text has several lines, and one was asked for */
};

struct write_style {
    enum write_syntax syntax;
    char quote;      /* ' or ", where the text allows it */
    bool braces;     /* Python: {'a': 1} rather than dict(a=1) */
    bool one_line;   /* never breaks a value into lines; YAML: flow style */
    bool for_people; /* Python: what has no text is shown as <...> */
    bool hugs; /* Python: a closing bracket stands behind the last part; plain items fill lines */
    const char *opens, *closes; /* YAML: what stands between is Python that the loader evaluates;
                                   NULL: it evaluates none */
    uint32_t indent;            /* blanks before the lines that follow the first */
    uint32_t column;            /* where the value starts on its first line */
    uint32_t step;              /* blanks for one level */
    uint32_t width;
    str newline;
    /* Python, new style: the name that the file calls this reference; empty when it has none. */
    str (*name_of)(void *data, const struct lazy *lazy);
    /* Python: a text that the caller has for this value, on one line or for this place in the
     * file; WRITE_AS_USUAL when it has none.  NULL: it never has. */
    enum write_own (*own_text)(
        void *data, const struct value *v, const struct write_style *style, str *out);
    void *data;
};

struct write_style write_style_default(enum write_syntax syntax);
/*
 * Appends the value as an expression.  False when a part of it has no such text (something unknown,
 * a function, a class); then *why says which.
 */
bool write_value(struct arena *a, struct buf *out, const struct value *v,
    const struct write_style *style, str *why);
/* A string literal, or a plain scalar where YAML needs no quotes. */
void write_string(struct buf *out, str s, const struct write_style *style);
/* May the word stand as a keyword of a call, and as a name? */
bool write_is_name(str s);
/*
 * Appends a whole config that inherits from nothing and resolves to the same value.  False when
 * something in it has no text; its top-level key is left out, and *why says which was the first.
 */
bool write_config(struct arena *a, struct buf *out, const struct config *c,
    const struct write_style *style, str *why);

#endif
