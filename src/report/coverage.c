#include "report/coverage.h"

#include "base/foreign.h"

static void unknown_row(struct buf *out, const struct unknown_type *u, const struct graph *g,
    struct library *l, str path)
{
    struct loc at = value_loc(&u->at);
    foreign_printf(out, "  %.*s", STR_ARG(u->type));
    if (at.source) {
        unsigned line = source_line_of(at.source, at.span.start);
        if (str_eq(at.source->path, path)) {
            foreign_printf(out, "  line %u", line);
        } else {
            foreign_printf(out, "  %.*s:%u", STR_ARG(at.source->path), line);
        }
    }
    bool described = u->is_value || !str_starts(u->reason, STR("there is no"));
    str near = described ? STR("") : library_nearest(l, g->arena, LIBRARY_module, u->type);
    if (str_eq(near, u->type)) {
        foreign_printf(out, "  (the library file that describes it has an error)");
    } else if (near.n > 0) {
        foreign_printf(out, "  (did you mean %.*s?)", STR_ARG(near));
    }
    foreign_printf(out, "  %.*s\n", STR_ARG(u->reason));
}

void coverage_text(struct buf *out, const struct graph *g, struct library *library, str path)
{
    foreign_printf(
        out, "Coverage %.0f %%; not described, and not counted:\n", 100 * graph_coverage(g));
    bool stopped = false, missing = false;
    VEC_EACH (struct unknown_type, u, &g->unknown_types) {
        unknown_row(out, u, g, library, path);
        stopped |= u->raised != NULL;
        missing |= u->raised == NULL && !u->is_value;
    }
    buf_puts(out,
        stopped ? "  `cfglint explain TYPE` shows a description that stopped, and what it takes.\n"
                : "");
    buf_puts(out,
        missing ? "  `cfglint stub TYPE` starts a description of one for your .cfglint folder.\n"
                : "");
}

void coverage_json(struct json *j, const struct graph *g)
{
    json_number(j, "coverage", graph_coverage(g));
    json_array(j, "unknown_types");
    VEC_EACH (struct unknown_type, u, &g->unknown_types) {
        json_text(j, NULL, u->type);
    }
    json_end_array(j);
    json_array(j, "not_described");
    VEC_EACH (struct unknown_type, u, &g->unknown_types) {
        struct loc at = value_loc(&u->at);
        json_object(j, NULL);
        json_text(j, "type", u->type);
        json_text(j, "reason", u->reason);
        if (at.source) {
            json_text(j, "path", at.source->path);
            json_integer(j, "line", source_line_of(at.source, at.span.start));
        }
        json_end_object(j);
    }
    json_end_array(j);
}
