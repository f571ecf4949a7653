#include "report/survey.h"

#include "base/foreign.h"
#include "base/plain.h"
#include "report/json.h"

/* Is it about several clouds that are joined?  ("points", numbers of a point, clouds) */
static bool is_joined(const struct assumption *a)
{
    const struct list *l = value_is_sequence(&a->how) ? a->how.list : NULL;
    return l && l->n == 3 && value_is_str(&l->items[0], "points") && l->items[2].i > 1;
}

/* The assumption of an estimate that a figure takes the place of; NULL: none of that name. */
static const struct assumption *assumed(const struct survey_report *r, const struct figure *f)
{
    for (size_t i = 0; r->graph && i < r->graph->assumptions.n; i++) {
        const struct assumption *a = &r->graph->assumptions.items[i];
        if (str_eq(a->name, f->name) && !a->measured && !is_joined(a)) {
            return a;
        }
    }
    return NULL;
}

static void numbers(struct buf *out, const struct figure *f)
{
    double low = f->v[0], high = f->n == 3 ? f->v[2] : f->v[1];
    if (f->n == 1) {
        foreign_printf(out, "%10s %10.6g %10s", "", low, "");
    } else if (f->n == 2) {
        foreign_printf(out, "%10.6g %10s %10.6g", low, "", high);
    } else {
        foreign_printf(out, "%10.6g %10.6g %10.6g", low, f->v[1], high);
    }
}

static void figure_rows(struct buf *out, const struct survey_report *r)
{
    VEC_EACH (const struct figure, f, &r->figures->list) {
        const struct assumption *a = assumed(r, f);
        foreign_printf(out, "  %-18.*s ", STR_ARG(f->name));
        numbers(out, f);
        foreign_printf(out, "  %.*s", STR_ARG(f->what));
        if (f->size) {
            foreign_printf(out, " (%g x %g x %g m)", f->size[0], f->size[1], f->size[2]);
        }
        if (a) {
            foreign_printf(out, "; assumed: %.6g, %.6g, %.6g", a->low, a->expected, a->high);
        }
        buf_byte(out, '\n');
    }
}

static void count(struct buf *out, uint64_t n, const char *what)
{
    if (n > 0) {
        foreign_printf(out, "  %llu %s\n", (unsigned long long)n, what);
    }
}

static void log_rows(struct buf *out, const struct survey_log *l)
{
    if (l->torch.n > 0) {
        foreign_printf(
            out, "  PyTorch %.*s: --torch, or `torch` in .cfglint.yaml\n", STR_ARG(l->torch));
    }
    if (l->gpu.n > 0) {
        foreign_printf(out, "  GPU %.*s: --gpu, or `gpu` in .cfglint.yaml\n", STR_ARG(l->gpu));
    }
    if (l->memory_mib > 0) {
        foreign_printf(out, "  %llu MiB allocated at the most: `cfglint estimate --log` compares\n",
            (unsigned long long)l->memory_mib);
    }
}

void survey_text(struct buf *out, const struct survey_report *r)
{
    const struct survey *s = r->survey;
    foreign_printf(out, "%.*s\n", STR_ARG(r->figures->source));
    if (r->figures->list.n > 0) {
        foreign_printf(out, "\n  %-18s %10s %10s %10s\n", "", "low", "expected", "high");
        figure_rows(out, r);
    }
    log_rows(out, &s->log);
    count(out, s->unreadable, "files are no images that can be read, and do not count");
    count(out, s->links,
        "links to folders, to what is no file or out of the folder are not followed (--root DIR "
        "allows one)");
    count(out, s->pickles,
        "pickles and archives are not read: they are programs; `cfglint facts FILE.pkl` says what "
        "to do");
    if (r->name.n > 0 && r->figures->list.n > 0) {
        foreign_printf(out, "\nfor configs whose data is %.*s\n", STR_ARG(r->name));
    }
}

void survey_json_report(struct buf *out, const struct survey_report *r)
{
    static const char *const parts[] = {"low", "expected", "high"};
    const struct survey *s = r->survey;
    struct json j = json_new(r->arena, out, true);
    json_object(&j, NULL);
    json_text(&j, "name", r->name);
    json_text(&j, "source", r->figures->source);
    json_array(&j, "figures");
    VEC_EACH (const struct figure, f, &r->figures->list) {
        const struct assumption *a = assumed(r, f);
        json_object(&j, NULL);
        json_text(&j, "name", f->name);
        json_text(&j, "text", f->what);
        if (f->n == 1) {
            json_number(&j, "value", f->v[0]);
        }
        for (uint32_t i = 0; f->n > 1 && i < f->n; i++) {
            json_number(&j, f->n == 2 ? parts[2ull * i] : parts[i], f->v[i]);
        }
        if (f->size) {
            json_array(&j, "cell");
            for (int i = 0; i < 3; i++) {
                json_number(&j, NULL, f->size[i]);
            }
            json_end_array(&j);
        }
        if (a) {
            json_object(&j, "assumed");
            json_number(&j, "low", a->low);
            json_number(&j, "expected", a->expected);
            json_number(&j, "high", a->high);
            json_end_object(&j);
        }
        json_end_object(&j);
    }
    json_end_array(&j);
    json_object(&j, "read");
    json_bytes(&j, "annotations", s->annotations);
    json_bytes(&j, "images", s->images);
    json_bytes(&j, "clouds", s->points.n);
    json_bytes(&j, "logs", s->logs);
    json_bytes(&j, "bytes", s->bytes);
    json_bytes(&j, "unreadable", s->unreadable);
    json_bytes(&j, "links", s->links);
    json_bytes(&j, "pickles", s->pickles);
    json_end_object(&j);
    json_object(&j, "log");
    json_text(&j, "torch", s->log.torch);
    json_text(&j, "cuda", s->log.cuda);
    json_text(&j, "gpu", s->log.gpu);
    json_bytes(&j, "memory_mib", s->log.memory_mib);
    json_end_object(&j);
    json_end_object(&j);
    json_end(&j);
}

/* --- for estimates --- */

static void literal(struct buf *out, str s)
{
    buf_byte(out, '"');
    foreign_put(out, s, FOREIGN_YAML); /* the escapes of YAML's "" are Python's, too */
    buf_byte(out, '"');
}

static void tuple(struct buf *out, const struct figure *f)
{
    if (f->n == 1) {
        foreign_printf(out, "%.9g", f->v[0]);
        return;
    }
    buf_byte(out, '(');
    for (uint32_t i = 0; i < f->n; i++) {
        foreign_printf(out, "%s%.9g", i ? ", " : "", f->v[i]);
    }
    buf_byte(out, ')');
}

static bool has_kind(const struct survey_report *r, enum figure_kind kind)
{
    VEC_EACH (const struct figure, f, &r->figures->list) {
        if (f->kind == kind) {
            return true;
        }
    }
    return false;
}

static void grids(struct buf *out, const struct survey_report *r)
{
    const char *before = "";
    buf_puts(out, ",\n         voxels=[");
    VEC_EACH (const struct figure, f, &r->figures->list) {
        if (f->kind == FIGURE_VOXELS) {
            foreign_printf(
                out, "%s((%.9g, %.9g, %.9g), ", before, f->size[0], f->size[1], f->size[2]);
            tuple(out, f);
            buf_byte(out, ')');
            before = ", ";
        }
    }
    buf_byte(out, ']');
}

static void assumptions(struct buf *out, const struct survey_report *r)
{
    const char *before = "";
    buf_puts(out, ",\n         assumptions={");
    VEC_EACH (const struct figure, f, &r->figures->list) {
        if (f->kind == FIGURE_ASSUMPTION) {
            buf_puts(out, before);
            literal(out, f->name);
            buf_puts(out, ": ");
            tuple(out, f);
            before = ", ";
        }
    }
    buf_byte(out, '}');
}

void survey_star(struct buf *out, const struct survey_report *r)
{
    struct plain plain = plain_begin();
    buf_puts(out, "# Counted by `cfglint facts`; estimates take it in the place of what they "
                  "assume.\n\nmeasured(");
    literal(out, r->name);
    buf_puts(out, ",\n         source=");
    literal(out, r->figures->source);
    VEC_EACH (const struct figure, f, &r->figures->list) {
        if (f->kind == FIGURE_FIELD) {
            foreign_printf(out, ",\n         %.*s=", STR_ARG(f->name));
            tuple(out, f);
        }
    }
    if (r->survey->ratio.n > 0) {
        foreign_printf(out, ",\n         always_wide=%s", r->survey->upright ? "False" : "True");
    }
    if (has_kind(r, FIGURE_VOXELS)) {
        grids(out, r);
    }
    if (has_kind(r, FIGURE_ASSUMPTION)) {
        assumptions(out, r);
    }
    buf_puts(out, ")\n");
    plain_end(&plain);
}
