/*
 * A resolved config as canonical JSON: one line, no blanks, keys in order of their code points.
 *
 * Strings escape only '"', '\' and controls, unless what a terminal or a log obeys, or people do
 * not see, is to be escaped, too; floats are as Python's repr; what JSON lacks is a dict with one
 * key:
 * {"__tuple__":[...]}, {"__set__":[...]}, {"__bytes__":"hex"}, {"__float__":"inf"},
 * {"__dict__":[[key,value],...]} for keys that are no strings, {"__repr__":...} for anything else,
 * {"__unknown__":reason}.
 */
#ifndef CFGLINT_REPORT_CANONICAL_H
#define CFGLINT_REPORT_CANONICAL_H

#include "base/buf.h"
#include "eval/value.h"

struct canonical_style {
    bool sorted; /* false keeps the keys in the order in which they were set */
    bool exact;  /* only what has to be is escaped: for programs */
};

void canonical_write(
    struct arena *a, struct buf *out, const struct value *v, struct canonical_style style);

#endif
