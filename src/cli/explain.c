/* cfglint explain: a rule or a message, from its file in rules/rules, or the description of a type.
 */
#include "cli/describe.h"
#include "cli/values.h"

#include "report/rules.h"

static str nearest(const struct lint *l, str code)
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

enum exit_status command_explain(struct run *r)
{
    if (r->args.paths.n != 1) {
        run_usage(r, "cfglint explain takes one code, such as AMP001, or type, such as FCNHead");
        return EXIT_USAGE;
    }
    struct lint *l = lint_new(r, r->library, &(struct lint_selection){0}, r->diags);
    str code = r->args.paths.items[0], format = values_format(r);
    const struct rule *rule = lint_find(l, code);
    if (!rule && describe_type(r, code)) {
        return EXIT_CLEAN;
    }
    if (!rule) {
        str other = nearest(l, code);
        other = other.n ? other : library_nearest(r->library, r->arena, LIBRARY_module, code);
        struct diag *d = run_usage(r, "there is no rule, message or type '%.*s'", STR_ARG(code));
        if (other.n > 0) {
            diag_help(r->diags, d, "did you mean %.*s?", STR_ARG(other));
        }
        return EXIT_USAGE;
    }
    struct buf b = buf_make(r);
    if (str_is(format, "json")) {
        rules_json(r->arena, &b, l, rule);
    } else {
        rules_explain(r->arena, &b, rule, str_is(format, "markdown"));
    }
    run_print(r, &b);
    return EXIT_CLEAN;
}
