/*
 * A resolved config as canonical JSON: one line, no blanks, keys in order of their code points.
 *
 * Strings escape only '"', '\' and controls; floats are as Python's repr; what JSON lacks is a dict
 * with one key:
 * {"__tuple__":[...]}, {"__set__":[...]}, {"__bytes__":"hex"}, {"__float__":"inf"},
 * {"__dict__":[[key,value],...]} for keys that are no strings, {"__repr__":...} for anything else,
 * {"__unknown__":reason}.
 */
#ifndef CFGLINT_REPORT_CANONICAL_H
#define CFGLINT_REPORT_CANONICAL_H

#include "base/buf.h"
#include "eval/value.h"

/* `sorted` false keeps the keys in the order in which they were set. */
void canonical_write(struct arena *a, struct buf *out, const struct value *v, bool sorted);
void canonical_string(struct buf *out, str s);

#endif
