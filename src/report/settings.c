#include "report/settings.h"

#include "base/foreign.h"
#include "config/dialect/dialect.h"

#include "eval/text.h"

enum {
    WIDEST_VALUE = 100
};

/* repr() of the value on one line, cut when it is long. */
static str value_text(struct arena *a, const struct value *v)
{
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    text_repr(a, &b, v, &unknown);
    if (b.n > WIDEST_VALUE) {
        b.n = WIDEST_VALUE - 3;
        buf_puts(&b, "...");
    }
    return buf_str(&b);
}

static void place(struct arena *a, struct buf *out, const struct setting *x)
{
    struct loc at = setting_key_loc(x);
    if (at.source) {
        struct line_col lc = source_line_col(at.source, at.span.start);
        foreign_printf(
            out, "  (%.*s, %.*s:%u)", STR_ARG(x->path), STR_ARG(at.source->path), lc.line);
    } else if (x->path.n > 0) {
        foreign_printf(out, "  (%.*s)", STR_ARG(x->path));
    }
    (void)a;
}

void report_settings(struct arena *a, struct buf *out, struct settings *s)
{
    str profile = settings_profile(s);
    const struct config *c = settings_config(s);
    foreign_printf(out, "profile: %.*s, dialect: %s%s\n", STR_ARG(profile), c->dialect->name,
        settings_is_complete(s) ? "" : ", not a whole config");
    struct list *names = settings_names(settings_library(s), a);
    for (uint32_t i = 0; i < names->n; i++) {
        const struct setting *x = settings_find(s, value_str(&names->items[i]));
        if (x->state == SETTING_ABSENT && !x->has_default) {
            continue;
        }
        foreign_printf(out, "%-24.*s ", STR_ARG(x->name));
        if (x->state == SETTING_UNKNOWN) {
            foreign_printf(out, "unknown: %.*s", STR_ARG(x->value.unknown->reason));
        } else {
            str text = value_text(a, &x->value);
            foreign_printf(
                out, "%.*s%s", STR_ARG(text), x->state == SETTING_ABSENT ? "  default" : "");
        }
        place(a, out, x);
        buf_byte(out, '\n');
    }
}
