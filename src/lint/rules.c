/* The table of rules: what the library declares, and which of them are in force. */
#include "lint/lint.h"

#include "lint/classes.h"
#include "lint/signatures.h"
#include "lint/stops.h"

#include <stdlib.h>

static bool flag(const struct declaration *d, const char *name, bool fallback)
{
    const struct value *v = declaration_get(d, name);
    return v ? value_truth(v) : fallback;
}

static bool severity_of(const struct declaration *d, enum severity *out)
{
    const struct value *v = declaration_get(d, "severity");
    for (int i = SEVERITY_INFO; i <= SEVERITY_ERROR; i++) {
        if (v && value_is_str(v, severity_name((enum severity)i))) {
            *out = (enum severity)i;
            return true;
        }
    }
    return false;
}

static void wrong(struct diags *diags, const struct declaration *d, const char *what)
{
    diags_add(diags, "LIB001", SEVERITY_ERROR, tree_loc(d->tree, d->node), "%s", what)->fatal =
        true;
}

static void add_rule(struct lint *l, const struct declaration *d, struct diags *diags)
{
    struct rule r = {.code = d->name, .declaration = d};
    if (!severity_of(d, &r.severity)) {
        wrong(diags, d, "a rule needs severity = \"error\", \"warning\" or \"info\"");
        return;
    }
    bool engine = flag(d, "engine", false);
    const struct value *check = declaration_get(d, "check");
    if (!engine && (!check || check->kind != VALUE_FUNCTION)) {
        wrong(diags, d, "a rule needs check = a function of (cfg, s)");
        return;
    }
    r.check = engine ? NULL : check;
    r.fragments = flag(d, "fragments", false);
    r.whole = flag(d, "whole", false);
    r.is_message = flag(d, "message", false);
    r.once = flag(d, "once", false);
    r.lacking = flag(d, "lacking", false);
    r.unless_told = flag(d, "unless_told", false);
    r.unplanned = flag(d, "unplanned", false);
    r.is_default = flag(d, "default", true);
    vec_push(l, &l->rules, r);
}

/* How well a word of a selection fits a code: 0 not at all, more for a longer word. */
static size_t fits(str word, str code)
{
    if (str_is(word, "ALL")) {
        return 1;
    }
    return word.n > 0 && str_starts(code, word) ? 1 + word.n : 0;
}

static size_t best_fit(const struct words *words, str code)
{
    size_t best = 0;
    VEC_EACH (struct selector, word, &words->list) {
        size_t n = fits(word->text, code);
        best = n > best ? n : best;
    }
    return best;
}

void lint_check_words(const struct lint *l, const struct words *words, struct diags *diags)
{
    VEC_EACH (struct selector, word, &words->list) {
        bool found = false;
        VEC_EACH (struct rule, r, &l->rules) {
            found |= fits(word->text, r->code) > 0;
        }
        if (!found) {
            struct diag *d = diags_add(diags, "USE001", SEVERITY_ERROR, word->at,
                "no rule has a code that begins with '%.*s'", STR_ARG(word->text));
            d->fatal = true;
            diag_help(diags, d, "`cfglint list rules` shows all codes");
        }
    }
}

static void select_rules(struct lint *l, const struct lint_selection *s)
{
    VEC_EACH (struct rule, r, &l->rules) {
        size_t in = best_fit(&s->select, r->code), more = best_fit(&s->extend, r->code);
        size_t out = best_fit(&s->ignore, r->code);
        bool chosen = in > 0 || more > 0 || (s->select.list.n == 0 && r->is_default);
        in = in > more ? in : more;
        r->on = r->is_message || (chosen && (out == 0 || in > out));
    }
}

static struct lint *empty(void *talloc_ctx, struct library *library)
{
    struct lint *l = mem_zero(talloc_ctx, sizeof *l);
    l->library = library;
    l->whole = whole_models_new(l);
    l->classes = classes_new(l);
    l->signatures = signatures_new(l, library, l->classes);
    return l;
}

struct lint *lint_of(void *talloc_ctx, struct library *library, str code, struct diags *diags)
{
    struct lint *l = empty(talloc_ctx, library);
    const struct declaration *d = library_find(library, LIBRARY_rule, code, diags);
    if (d) {
        add_rule(l, d, diags);
    }
    VEC_EACH (struct rule, r, &l->rules) {
        r->on = true;
    }
    return l;
}

struct lint *lint_new(void *talloc_ctx, struct library *library,
    const struct lint_selection *selection, struct diags *diags)
{
    struct lint *l = empty(talloc_ctx, library);
    struct arena *a = arena_new(l);
    struct list *names = library_names(library, a, LIBRARY_rule);
    for (uint32_t i = 0; i < names->n; i++) {
        const struct declaration *d =
            library_find(library, LIBRARY_rule, value_str(&names->items[i]), diags);
        if (d) {
            add_rule(l, d, diags);
        }
    }
    select_rules(l, selection);
    return l;
}

static int by_code(const void *left, const void *right)
{
    const struct rule *a = left, *b = right;
    return str_cmp(a->code, b->code);
}

struct lint *lint_union(void *talloc_ctx, struct lint *const *all, size_t n)
{
    struct lint *l = empty(talloc_ctx, all[0]->library);
    for (size_t i = 0; i < n; i++) {
        VEC(struct rule) more = {0};
        VEC_EACH (struct rule, r, &all[i]->rules) {
            if (!lint_find(l, r->code)) {
                vec_push(l, &more, *r);
            }
        }
        VEC_EACH (struct rule, r, &more) {
            vec_push(l, &l->rules, *r);
        }
        qsort(l->rules.items, l->rules.n, sizeof *l->rules.items, by_code);
        vec_free(&more);
    }
    return l;
}

str rule_text(const struct rule *r, const char *name)
{
    const struct value *v = declaration_get(r->declaration, name);
    return v ? value_str(v) : STR("");
}

const struct rule *lint_find(const struct lint *l, str code)
{
    size_t low = 0, high = l->rules.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int c = str_cmp(l->rules.items[middle].code, code);
        if (c == 0) {
            return &l->rules.items[middle];
        }
        if (c < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

void lint_filter(const struct lint *l, struct diags *diags)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->list.n; i++) {
        const struct diag *d = &diags->list.items[i];
        const struct rule *r = lint_find(l, str_of(d->code));
        if (d->fatal || !r || r->on) {
            diags->list.items[kept++] = *d;
        }
    }
    diags->list.n = kept;
}
