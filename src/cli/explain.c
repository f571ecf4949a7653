/* cfglint explain: a rule or a message, what the library says of a name, a class that packages
 * register, an exit status. */
#include "cli/describe.h"
#include "cli/scope.h"
#include "cli/values.h"
#include "eval/eval.h"

#include "report/rules.h"

#define CLASSES STR("rules/explained.star")

static str nearest_rule(const struct lint *l, str code)
{
    str best = STR("");
    size_t least = 3;
    VEC_EACH (struct rule, r, &l->rules) {
        size_t d = str_distance(code, r->code, 2);
        if (d < least) {
            least = d;
            best = r->code;
        }
    }
    return best;
}

/* --- classes of which constructors are known --- */

/* What a function of CLASSES gives for a name, or without one. */
static struct value ask(struct run *r, const char *function, const str *name)
{
    struct value out, arg = name ? value_string(r->arena, *name) : (struct value){0};
    bool known =
        library_ask(r->library, r->arena, CLASSES, function, &arg, name ? 1 : 0, &out, r->diags);
    return known ? out : (struct value){0};
}

static void put_words(struct buf *out, const char *label, const struct value *words)
{
    if (words && words->kind == VALUE_LIST && words->list->n > 0) {
        foreign_printf(out, "  %-18s", label);
        for (uint32_t i = 0; i < words->list->n; i++) {
            str word = value_str(&words->list->items[i]);
            foreign_printf(out, " %.*s", STR_ARG(word));
        }
        buf_byte(out, '\n');
    }
}

/* Where something is described, what it takes besides, if that is known. */
static void put_class(struct run *r, struct page *page, str name)
{
    struct value found = ask(r, "class_of", &name);
    if (found.kind != VALUE_DICT || (page->n > 0 && !dict_get(found.dict, "others"))) {
        return;
    }
    if (page->json) {
        json_value(page->json, NULL, &found);
    } else {
        const struct value *others = dict_get(found.dict, "others");
        str role = value_str(dict_get(found.dict, "role"));
        buf_puts(page->out, page->n ? "\n" : "");
        foreign_printf(page->out, "%.*s: %.*s\n\n", STR_ARG(name), STR_ARG(role));
        put_words(page->out, "in", dict_get(found.dict, "modules"));
        put_words(page->out, "takes", dict_get(found.dict, "takes"));
        put_words(page->out, "needs", dict_get(found.dict, "required"));
        buf_puts(page->out, !others               ? "  Which arguments it takes is not known.\n"
                            : value_truth(others) ? "  There are, or may be, other arguments.\n"
                                                  : "  It takes no others.\n");
        str source = value_str(dict_get(found.dict, "source"));
        foreign_printf(page->out, "  Source: %.*s\n", STR_ARG(source));
    }
    page->n++;
}

static str nearest_class(struct run *r, str name)
{
    struct value names = ask(r, "class_names", NULL);
    str best = STR("");
    size_t least = name.n < 10 ? 3 : 4;
    for (uint32_t i = 0; names.kind == VALUE_LIST && i < names.list->n; i++) {
        str other = value_str(&names.list->items[i]);
        size_t d = str_distance(name, other, least - 1);
        if (d < least) {
            least = d;
            best = other;
        }
    }
    return best;
}

/* --- exit statuses --- */

static void put_status(struct page *page, str name)
{
    for (int i = 0; i < EXIT_STATUSES; i++) {
        if (name.n != 1 || name.p[0] != '0' + i) {
            continue;
        }
        if (page->json) {
            json_object(page->json, NULL);
            json_text(page->json, "name", name);
            json_word(page->json, "role", "exit status");
            json_word(page->json, "summary", STATUS_ROWS[i].word);
            json_word(page->json, "text", STATUS_ROWS[i].text);
            json_end_object(page->json);
        } else {
            foreign_printf(page->out, "%d: exit status, %s\n\n  %s\n", i, STATUS_ROWS[i].word,
                STATUS_ROWS[i].text);
        }
        page->n++;
    }
}

/* --- */

static enum exit_status explain_rule(struct run *r, const struct lint *l, const struct rule *rule)
{
    struct buf b = buf_make(r);
    if (values_as(r, "json")) {
        rules_json(r->arena, &b, l, rule);
    } else {
        rules_explain(r->arena, &b, rule, values_as(r, "markdown"));
    }
    run_print(r, &b);
    return EXIT_CLEAN;
}

static bool explain_name(struct run *r, str name)
{
    struct buf b = buf_make(r);
    struct json j = json_new(r->arena, &b, true);
    struct page page = {&b, values_as(r, "json") ? &j : NULL, 0};
    if (page.json) {
        json_array(&j, NULL);
    }
    describe_type(r, &page, name);
    describe_declared(r, &page, name);
    put_class(r, &page, name);
    put_status(&page, name);
    if (page.json) {
        json_end_array(&j);
        json_end(&j);
    }
    if (page.n > 0) {
        run_print(r, &b);
    }
    return page.n > 0;
}

enum exit_status command_explain(struct run *r)
{
    if (r->args.paths.n != 1) {
        run_usage(r, "cfglint explain takes one name, such as AMP001, FCNHead, CocoDataset, "
                     "rtx3090, CheckpointHook or 2");
        return EXIT_USAGE;
    }
    scope_prepare_here(r);
    struct lint *l = lint_new(r, r->library, &(struct lint_selection){0}, r->diags);
    str name = r->args.paths.items[0];
    const struct rule *rule = lint_find(l, name);
    if (rule) {
        return explain_rule(r, l, rule);
    }
    if (explain_name(r, name)) {
        return EXIT_CLEAN;
    }
    str other = nearest_rule(l, name);
    other = other.n ? other : describe_nearest(r, name);
    other = other.n ? other : nearest_class(r, name);
    struct diag *d = run_usage(r, "nothing is known of '%.*s'", STR_ARG(name));
    if (other.n > 0) {
        diag_help(r->diags, d, "did you mean %.*s?", STR_ARG(other));
    } else {
        diag_help(r->diags, d,
            "`cfglint list` shows what there is: rules, modules, datasets, gpus, transforms, ...");
    }
    return EXIT_USAGE;
}
