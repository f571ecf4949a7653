/*
 * Findings and failures as data: added in any order, sorted and de-duplicated once, printed by
 * `report` alone.
 */
#ifndef CFGLINT_DIAG_DIAG_H
#define CFGLINT_DIAG_DIAG_H

#include "base/vec.h"
#include "text/source.h"

enum severity {
    SEVERITY_INFO,
    SEVERITY_WARNING,
    SEVERITY_ERROR
};

struct fix; /* settings/settings.h */

struct diag_related {
    struct loc at;
    str message;
};

/* A linted config that meets a finding in a file that it inherits. */
struct diag_config {
    str path;
    struct loc bases; /* where what the finding names is inherited together; no source: nowhere */
    struct diag_config *next; /* by path */
};

struct diag {
    const char *code; /* "SYN001": stable, never used again for something else */
    enum severity severity;
    struct loc at; /* at.source NULL: about the run as a whole */
    str subject;   /* file that it is about when `at` has none, for instance one that cannot be read
                    */
    str message;
    str help; /* what to do; may be empty */
    str key;  /* dotted path of the setting that it is about; may be empty */
    struct diag_related related[4];
    uint32_t n_related;
    struct diag_config *configs; /* NULL: the finding stands in the linted config itself */
    const struct fix *fix;       /* how it can be mended; NULL: not by us */
    bool fatal;                  /* the input could not be used: exit status 2 */
    bool suppressed;
};

struct diags {
    struct arena *arena; /* of the texts */
    VEC(struct diag) list;
    VEC(const void *) told; /* files of the library whose mistakes are in it */
};

struct diags *diags_new(void *talloc_ctx);
/* Adds a finding and returns it, so that the caller can fill in the rest.  Valid until the next
 * one. */
struct diag *diags_add(struct diags *d, const char *code, enum severity severity, struct loc at,
    const char *format, ...) __attribute__((format(printf, 5, 6)));
void diag_help(struct diags *d, struct diag *one, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_relate(struct diags *d, struct diag *one, struct loc at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Notes that the config at `path` meets the finding, which stands in another file. */
void diag_met_by(struct diags *d, struct diag *one, str path, struct loc bases);
/* Findings with this code end the run with status 2. */
void diags_refuse(struct diags *d, const char *code);
/* Takes over copies of all findings of `from`. */
void diags_append(struct diags *d, const struct diags *from);
/* Do they say the same of the same place? */
bool diag_equal(const struct diag *a, const struct diag *b);
/* By path, place, code and text. */
void diags_order(struct diags *d);
/* The same, and equal ones become one, which all their configs meet. */
void diags_sort(struct diags *d);
/* Keeps at most `most`: those that end the run, then the most severe, then by path and place.  How
 * many went. */
size_t diags_limit(struct diags *d, size_t most);
bool diags_has_fatal(const struct diags *d);
/* The first finding that ends the run, else the first error; NULL when there is none. */
const struct diag *diags_worst(const struct diags *d);
size_t diags_count(const struct diags *d, enum severity at_least);
const char *severity_name(enum severity s);

#endif
