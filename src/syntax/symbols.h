/*
 * What Python's compiler refuses of a text that parses: which names may be global or nonlocal,
 * where `return`, `yield`, `await`, `break` and `:=` may stand.  Private to the syntax layer.
 */
#ifndef CFGLINT_SYNTAX_SYMBOLS_H
#define CFGLINT_SYNTAX_SYMBOLS_H

#include "syntax/parser.h"

/* Reports all of it; before scope_resolve(), while names still have their literals. */
void symbols_check(struct parser *p, node_id root);

#endif
