#include "plan/rewrite.h"

/* Does the interval end at the end of the run? */
static bool divides(struct settings *s, const char *interval)
{
    int64_t all, n;
    return setting_int(settings_get(s, "max_iters"), &all) &&
           setting_int(settings_get(s, interval), &n) && n > 0 && all % n == 0;
}

/* The last evaluation and the last checkpoint stay at the end of the run. */
static bool ends_as_before(struct settings *s, const struct changes *c)
{
    static const char *const intervals[] = {"val_interval", "checkpoint_interval"};
    struct settings *after = settings_with(s, c);
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        if (divides(s, intervals[i]) && !divides(after, intervals[i])) {
            return false;
        }
    }
    return true;
}

struct changes *changes_derived(struct loader *l, struct arena *a, struct settings *s,
    struct changes *planned, const struct rewrite_options *options)
{
    struct changes *c = changes_new(a);
    VEC_EACH (const struct change, one, &planned->list) {
        vec_push(a->owner, &c->list, *one);
    }
    bool good = c->list.n > 0 &&
                rewrite_derived(l, a, settings_config(s), c->list.items, c->list.n, options);
    return good && ends_as_before(s, c) ? c : planned;
}
