#include "config/dialect/dialect.h"

/* dialects.def is made by the build: a row for each file of this folder but this one. */
#define DIALECT(name) extern const struct dialect dialect_##name;
#include "dialects.def"
#undef DIALECT

const struct dialect *const DIALECTS[] = {
#define DIALECT(name) &dialect_##name,
#include "dialects.def"
#undef DIALECT
    NULL};

#define EACH_DIALECT(d) for (const struct dialect *const *d = DIALECTS; *d; d++)

const struct dialect *dialect_find(str name)
{
    EACH_DIALECT(d)
    {
        if (str_is(name, (*d)->name)) {
            return *d;
        }
    }
    return NULL;
}

str dialect_names(struct arena *a)
{
    str all = STR("");
    EACH_DIALECT(d)
    {
        if (!(*d)->style_of) {
            all = arena_printf(a, "%.*s%s%s", STR_ARG(all), all.n ? ", " : "", (*d)->name);
        }
    }
    return all;
}

static bool is_asked_for(const struct dialect *d, const struct dialect *named)
{
    return !named || d == named || (d->style_of && strcmp(d->style_of, named->name) == 0);
}

const struct dialect *dialect_detect(
    struct load *l, struct arena *a, str path, const struct dialect *named)
{
    const struct dialect *best = named;
    uint32_t most = 0;
    EACH_DIALECT(d)
    {
        uint32_t sure = is_asked_for(*d, named) && (*d)->detect ? (*d)->detect(l, a, path) : 0;
        if (sure > most) {
            most = sure;
            best = *d;
        }
    }
    return best;
}

bool dialect_shares(str name)
{
    EACH_DIALECT(d)
    {
        if ((*d)->shares && (*d)->shares(name)) {
            return true;
        }
    }
    return false;
}

bool dialect_inherits(str line)
{
    EACH_DIALECT(d)
    {
        if ((*d)->inherits && (*d)->inherits(line)) {
            return true;
        }
    }
    return false;
}
