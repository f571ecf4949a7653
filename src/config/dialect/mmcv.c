/*
 * mmcv 1.x: the file runs first, and `_base_` is one of its names.
 */
#include "config/dialect/family.h"

#include "config/variant.h"

static uint32_t count(struct load *l, const struct dict *d, const char *keys)
{
    const struct list *words =
        library_words(loader_library(l->loader), STR("settings/keys.star"), keys, l->diags);
    uint32_t n = 0;
    for (uint32_t i = 0; i < words->n; i++) {
        n += dict_find_str(d, value_str(&words->items[i])) != NULL;
    }
    return n;
}

static bool has_old_train_cfg(struct load *l, const struct dict *d)
{
    const struct value *v = dict_get(d, "train_cfg");
    return v && v->kind == VALUE_DICT && v->dict->n > 0 && count(l, v->dict, "LOOP") == 0;
}

int mmcv_marks(struct load *l, const struct dict *d)
{
    if (count(l, d, "RUNS") == 3) {
        return -1;
    }
    int marks = (int)count(l, d, "OLD") - (int)count(l, d, "NEW");
    return marks == 0 && has_old_train_cfg(l, d) ? 1 : marks;
}

const struct dialect dialect_mmcv = {
    .name = "mmcv",
    .load = text_load,
    .text = TEXT_MMCV,
    .reserved = {"filename", "text", "pretty_text"},
    .whole = WHOLE_DELETING,
    .variant = variant_by_base,
};
