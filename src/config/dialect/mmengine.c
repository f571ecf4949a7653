/*
 * mmengine's text style: the first `_base_` alone is evaluated, then the file runs and sees as
 * `_base_` what its bases gave.
 */
#include "config/dialect/family.h"

#include "config/variant.h"

/* What nothing else claims. */
static uint32_t detect(struct load *l, struct arena *a, str path)
{
    (void)l, (void)a, (void)path;
    return 1;
}

static bool inherits(str line)
{
    str rest = str_trim(str_slice(line, str_starts(line, STR("_base_")) ? 6 : line.n, line.n));
    return rest.n > 0 && (rest.p[0] == '=' || rest.p[0] == ':') && !str_starts(rest, STR("=="));
}

/* Is this config, as far as it can be told, one for mmcv 1.x? */
static bool is_for_mmcv(struct load *l, const struct module *m)
{
    if (m->dict.kind == VALUE_DICT && m->dict.dict && !m->failed) {
        return mmcv_marks(l, m->dict.dict) > 0;
    }
    for (uint32_t i = 0; i < m->n_bases; i++) {
        if (m->bases[i]->dict.kind == VALUE_DICT && is_for_mmcv(l, m->bases[i])) {
            return true;
        }
    }
    return false;
}

/* The same of a module that mmcv's loader has read, or of one that it could not. */
static bool says_mmcv(struct load *l, const struct module *m)
{
    const struct value *says = m->failed ? &m->own : &m->dict;
    bool yes = says->kind == VALUE_DICT && mmcv_marks(l, says->dict) > 0;
    for (uint32_t i = 0; m->failed && i < m->n_bases && !yes; i++) {
        yes = says_mmcv(l, m->bases[i]);
    }
    return yes;
}

enum {
    SURELY_MMCV = 6
};

static struct module *reconsider(struct load *l, struct arena *a, struct module *m)
{
    if (is_for_mmcv(l, m)) {
        if (!m->needs_mmengine && !m->failed) {
            m->dialect = &dialect_mmcv; /* both loaders make the same of it */
            return m;
        }
        struct module *other = load_as(l, a, m->path, &dialect_mmcv);
        /* It loads, however old what it says; unless all that it says is.  Where it does not, that
         * is told which mmcv would not even look for: a base in a package. */
        bool alone = m->failed ? m->needs_mmengine : mmcv_marks(l, m->dict.dict) < SURELY_MMCV;
        return other->failed && alone ? m : other;
    }
    if (m->failed) {
        /* mmengine evaluates _base_ alone, mmcv runs the whole file first: it may need a variable.
         */
        struct module *other = load_as(l, a, m->path, &dialect_mmcv);
        bool can = !other->failed || !m->needs_mmengine;
        bool further = other->blind && !m->blind;
        return can && (further || says_mmcv(l, other)) ? other : m;
    }
    return m;
}

const struct dialect dialect_mmengine = {
    .name = "mmengine",
    .detect = detect,
    .inherits = inherits,
    .load = text_load,
    .text = TEXT_MMENGINE,
    .reconsider = reconsider,
    .reserved = {"filename", "text", "pretty_text", "env_variables"},
    .bases = BASES_BY_NAME,
    .whole = WHOLE_DELETING,
    .variant = variant_by_base,
};
