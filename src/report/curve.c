#include "report/curve.h"

#include "report/draw.h"
#include "report/json.h"

enum {
    BAR = 24 /* columns */
};

static const double GIB = 1 << 30;

static void as_text(struct buf *out, const struct curve *c)
{
    uint64_t most = c->gpu_bytes;
    for (size_t i = 0; i < c->n; i++) {
        most = c->points[i].used.expected > most ? c->points[i].used.expected : most;
    }
    foreign_printf(out, "  batch  allocated   nvidia-smi         of %.*s, %.2f GiB\n",
        STR_ARG(c->gpu), (double)c->gpu_bytes / GIB);
    for (size_t i = 0; i < c->n; i++) {
        const struct curve_point *p = &c->points[i];
        foreign_printf(out, "  %5lld ", (long long)p->batch);
        draw_bytes(out, (double)p->allocated.expected);
        buf_puts(out, "   ");
        draw_bytes(out, (double)p->used.expected);
        buf_puts(out, "  ");
        draw_bar(out, (double)p->used.expected / (double)most, BAR);
        foreign_printf(out, " %5.1f %%%s\n", 100 * (double)p->used.expected / (double)c->gpu_bytes,
            p->used.expected > c->gpu_bytes ? "  does not fit" : "");
    }
}

static void as_json(struct buf *out, const struct curve *c)
{
    struct json j = json_new(c->arena, out, true);
    json_object(&j, NULL);
    json_text(&j, "gpu", c->gpu);
    json_bytes(&j, "gpu_bytes", c->gpu_bytes);
    json_array(&j, "batches");
    for (size_t i = 0; i < c->n; i++) {
        const struct curve_point *p = &c->points[i];
        json_object(&j, NULL);
        json_integer(&j, "batch", p->batch);
        json_interval(&j, "allocated_bytes", &p->allocated);
        json_interval(&j, "nvidia_smi_bytes", &p->used);
        json_number(&j, "step_seconds", p->seconds);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}

static void as_csv(struct buf *out, const struct curve *c)
{
    buf_puts(out, "batch,allocated_low_bytes,allocated_expected_bytes,allocated_high_bytes,"
                  "low_bytes,expected_bytes,high_bytes,step_seconds\n");
    for (size_t i = 0; i < c->n; i++) {
        const struct curve_point *p = &c->points[i];
        const struct interval *both[] = {&p->allocated, &p->used};
        foreign_printf(out, "%lld", (long long)p->batch);
        for (int k = 0; k < 2; k++) {
            foreign_printf(out, ",%llu,%llu,%llu", (unsigned long long)both[k]->low,
                (unsigned long long)both[k]->expected, (unsigned long long)both[k]->high);
        }
        foreign_printf(out, ",%.6g\n", p->seconds);
    }
}

curve_report_fn *curve_format(str name)
{
    return str_is(name, "json")   ? as_json
           : str_is(name, "csv")  ? as_csv
           : str_is(name, "text") ? as_text
                                  : NULL;
}
