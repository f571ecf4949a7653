/* How often each rule found something (--statistics). */
#include "base/foreign.h"
#include "report/report.h"

#include <stdlib.h>

struct count {
    const struct rule *rule;
    size_t n, fixable;
};

static int by_count(const void *left, const void *right)
{
    const struct count *a = left, *b = right;
    if (a->n != b->n) {
        return a->n < b->n ? 1 : -1;
    }
    return str_cmp(a->rule->code, b->rule->code);
}

static void take(const struct report *r, struct count *counts, const struct diag *d)
{
    const struct rule *rule = d->suppressed ? NULL : lint_find(r->lint, str_of(d->code));
    if (rule) {
        struct count *c = &counts[rule - r->lint->rules.items];
        c->n++;
        c->fixable += d->fix != NULL;
    }
}

void report_statistics(const struct report *r, struct buf *out)
{
    size_t n_rules = r->lint->rules.n;
    struct count *counts = ARENA_MANY(r->arena, struct count, n_rules + 1);
    for (size_t i = 0; i < n_rules; i++) {
        counts[i].rule = &r->lint->rules.items[i];
    }
    VEC_EACH (struct diag, d, &r->found->list) {
        take(r, counts, d);
    }
    qsort(counts, n_rules, sizeof *counts, by_count);
    bool any = false;
    for (size_t i = 0; i < n_rules && counts[i].n > 0; i++) {
        str summary = rule_text(counts[i].rule, "summary");
        foreign_printf(out, "%6zu  %-8.*s %-8s %s %.*s\n", counts[i].n,
            STR_ARG(counts[i].rule->code), severity_name(counts[i].rule->severity),
            counts[i].fixable > 0 ? "[*]" : "   ", STR_ARG(summary));
        any = any || counts[i].fixable > 0;
    }
    buf_puts(out, any ? "([*]: some of these have a fix)\n" : "");
}
