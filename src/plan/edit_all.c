/* All the ways to write a change, best first. */
#include "config/dialect/dialect.h"
#include "plan/edit.h"

/* Lists around a key that are tried as a whole: each is a longer text, and a hostile config nests
 * hundreds. */
enum {
    MOST_LISTS = 8
};

static void in_this_form(struct target *t, const struct change *c, struct candidates *out)
{
    if (t->syntax == WRITE_PYTHON) {
        edit_python(t, c, out);
        edit_statements(t, c, out);
    } else {
        edit_data(t, c, out);
    }
}

void edit_candidates(struct target *t, const struct change *c, struct candidates *out)
{
    struct change wider, inner = *c;
    in_this_form(t, c, out);
    for (int i = 0; i < MOST_LISTS && edit_whole_list(t, &inner, &wider); i++) {
        in_this_form(t, &wider, out);
        inner = wider;
    }
    enum whole_edit whole = t->config->dialect->whole;
    if (whole == WHOLE_DELETING && edit_whole_dict(t, c, &wider)) {
        in_this_form(t, &wider, out);
    }
    if (t->syntax == WRITE_PYTHON) {
        edit_rebinding(t, c, out);
    }
    /* Where a base has a ${...} instead of a mapping, the mapping is written as a whole. */
    for (inner = *c; whole == WHOLE_AS_IT_IS && edit_parent(t, &inner, &wider); inner = wider) {
        in_this_form(t, &wider, out);
    }
}
