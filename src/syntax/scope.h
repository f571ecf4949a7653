/*
 * Says of every NAME of a Python tree where it lives: global, a slot of the running function, or a
 * slot of one around it.  Makes tree->functions.  Private to the syntax layer.
 */
#ifndef CFGLINT_SYNTAX_SCOPE_H
#define CFGLINT_SYNTAX_SCOPE_H

#include "syntax/parser.h"

void scope_resolve(struct parser *p, node_id module);

#endif
