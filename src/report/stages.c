#include "report/stages.h"

#include "report/draw.h"

static const char *const NAMES[STAGES] = {
    "as it is", "an engine in fp16", "quantize: int8", "prune", "shorten"};

enum {
    KEPT = 5 /* per cent that a promise may be missed by */
};

static bool is_kept(double computed, double promised)
{
    return promised <= 0 || computed <= promised * (1 + KEPT / 100.0);
}

/* --- text --- */

static void put_pair(struct buf *out, double computed, double promised, bool bytes)
{
    buf_puts(out, "  ");
    (bytes ? draw_bytes : draw_count)(out, computed);
    if (promised > 0) {
        buf_puts(out, is_kept(computed, promised) ? "  " : " >");
        (bytes ? draw_bytes : draw_count)(out, promised);
    } else {
        buf_fill(out, ' ', bytes ? 12 : 10);
    }
}

static void put_row(struct buf *out, const struct stages *s, int i)
{
    const struct stage_row *x = &s->rows[i], *p = &s->promised[i];
    foreign_printf(out, "  %-18s", NAMES[i]);
    if (!x->told) {
        buf_puts(out, "  cannot be computed\n");
        return;
    }
    put_pair(out, x->parameters, p->parameters, false);
    put_pair(out, x->macs, p->macs, false);
    put_pair(out, x->bytes, p->bytes, true);
    foreign_printf(out, "  %8.3g ms", 1e3 * x->seconds);
    if (p->seconds > 0) {
        foreign_printf(
            out, "%s%8.3g ms", is_kept(x->seconds, p->seconds) ? "  " : " >", 1e3 * p->seconds);
    } else {
        buf_fill(out, ' ', 13);
    }
    draw_bytes(out, x->memory);
    buf_byte(out, '\n');
}

static double percent(double part, double whole)
{
    return 100 * draw_share(part, whole);
}

/* What was promised of quantization that no precision can keep. */
static bool blame_quantize(struct buf *out, const struct stages *s)
{
    const struct stage_row *x = &s->rows[STAGE_QUANTIZE], *p = &s->promised[STAGE_QUANTIZE];
    bool missed = x->told && (!is_kept(x->macs, p->macs) || !is_kept(x->parameters, p->parameters));
    if (missed) {
        foreign_printf(out,
            "  quantize: int8 makes weights smaller and products faster, not fewer: parameters and "
            "multiply-adds stay; %.0f %% of these may run in int8\n",
            100 * s->int8_share);
    }
    return missed;
}

static bool blame_prune(struct buf *out, const struct stages *s)
{
    const struct stage_row *x = &s->rows[STAGE_PRUNE], *p = &s->promised[STAGE_PRUNE];
    const struct stage_row *before = &s->rows[STAGE_AS_IS], *int8 = &s->rows[STAGE_QUANTIZE];
    if (!x->told) {
        buf_puts(out, "  prune: no part of the model can have fewer channels\n");
        return true;
    }
    if (!is_kept(x->parameters, p->parameters)) {
        foreign_printf(out, "  prune: no less than %.0f %% of the parameters can be left\n",
            percent(x->parameters, before->parameters));
    }
    if (!is_kept(x->macs, p->macs)) {
        foreign_printf(out,
            "  prune: %.0f %% of all channels leave %.0f %% of the parameters, but %.0f %% of the "
            "multiply-adds instead of %.0f %%\n",
            100 * s->ratio, percent(x->parameters, before->parameters),
            percent(x->macs, before->macs), percent(p->macs, before->macs));
    }
    if (x->seconds > 0 && x->seconds > 0.7 * int8->seconds) {
        foreign_printf(out,
            "  prune: the latency is %.0f %% of that before: narrow layers use the GPU less, and "
            "what has no channels stays\n",
            percent(x->seconds, int8->seconds));
        return true;
    }
    return !is_kept(x->parameters, p->parameters) || !is_kept(x->macs, p->macs);
}

static bool blame_budget(
    struct buf *out, const char *what, double last, double budget, double unit, const char *name)
{
    bool missed = budget > 0 && last > budget;
    if (missed) {
        foreign_printf(out, "  budget: %s is %.4g %s after all stages, and %.4g %s are wanted\n",
            what, last / unit, name, budget / unit, name);
    }
    return missed;
}

void stages_text(struct buf *out, const struct stages *s)
{
    foreign_printf(out,
        "%.*s on %.*s: each stage on top of those before; behind each figure what is "
        "usually promised, > where it is missed\n\n",
        STR_ARG(s->path), STR_ARG(s->gpu));
    foreign_printf(out, "  %-18s  %-20s%-20s%-24s%-24s%s\n", "stage", "parameters", "multiply-adds",
        "weights", "   latency", "    memory");
    for (int i = 0; i < STAGES; i++) {
        if (i != STAGE_SHORTEN || s->shortened.n > 0) {
            put_row(out, s, i);
        }
    }
    if (s->ratio > 0) {
        foreign_printf(
            out, "\n  prune takes %.0f %% of the channels of each part\n", 100 * s->ratio);
    }
    if (s->shortened.n > 0) {
        foreign_printf(out, "  shorten sets %.*s\n", STR_ARG(s->shortened));
    }
    const struct stage_row *last = &s->rows[STAGES - 1];
    while (last > s->rows && !last->told) {
        last--;
    }
    buf_puts(out, "\nWhat the model cannot keep\n");
    bool any = blame_quantize(out, s);
    any |= blame_prune(out, s);
    any |= blame_budget(out, "the latency", last->seconds, s->latency, 1e-3, "ms");
    any |= blame_budget(out, "memory", last->memory, s->memory, 1048576, "MiB");
    any |= blame_budget(out, "the model", last->parameters, s->parameters, 1e6, "M parameters");
    buf_puts(out, any ? "" : "  nothing of it\n");
    buf_puts(out, "\n  What stages cost in accuracy nothing here can tell.\n");
}

/* --- JSON --- */

static void add_figures(struct json *j, const char *name, const struct stage_row *x)
{
    json_object(j, name);
    json_number(j, "parameters", x->parameters);
    json_number(j, "macs", x->macs);
    json_number(j, "weight_bytes", x->bytes);
    json_number(j, "latency_ms", 1e3 * x->seconds);
    json_number(j, "memory_bytes", x->memory);
    json_end_object(j);
}

void stages_json(struct buf *out, const struct stages *s)
{
    struct json j = json_new(s->arena, out, true);
    json_object(&j, NULL);
    json_text(&j, "gpu", s->gpu);
    json_number(&j, "int8_share", s->int8_share);
    json_number(&j, "prune_ratio", s->ratio);
    json_text(&j, "shortened", s->shortened);
    json_array(&j, "stages");
    for (int i = 0; i < STAGES; i++) {
        json_object(&j, NULL);
        json_word(&j, "stage", NAMES[i]);
        json_bool(&j, "computed_at_all", s->rows[i].told);
        add_figures(&j, "computed", &s->rows[i]);
        add_figures(&j, "promised", &s->promised[i]);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}
