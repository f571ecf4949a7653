/*
 * Linting: runs the rules of rules/rules on a config and makes diagnostics of what they
 * find.
 *
 * A rule speaks of settings, not of paths, so one rule serves every training script.  Its file also
 * holds what it is for and examples, which are its tests.  A rule with engine=True has no code of
 * its own: what it describes is reported by the stages before.
 */
#ifndef CFGLINT_LINT_LINT_H
#define CFGLINT_LINT_LINT_H

#include "diag/diag.h"
#include "settings/settings.h"

struct rule {
    str code;
    enum severity severity;
    const struct declaration *declaration;
    const struct value *check; /* NULL: reported by another stage */
    bool fragments;            /* also for parts that others inherit */
    bool whole;                /* about the config as a whole: never placed in a base */
    bool once;                 /* in a run: the first config that meets it names the others */
    bool lacking;              /* of what is missing: not of a base whose heirs all bring it */
    bool unless_told;          /* not where another rule finds something at the same key */
    bool unplanned;            /* a plan makes nothing that it finds, however severe */
    bool is_message;           /* about the run, not about a config: always in force */
    bool is_default;           /* in force when nothing is selected */
    bool on;
};

/* The rules of a run.  Nothing changes it once it is made, so threads may share it. */
struct lint {
    struct library *library;
    VEC(struct rule) rules;        /* by code */
    struct whole_models *whole;    /* stops.h; it has a lock of its own */
    struct classes *classes;       /* classes.h; the same */
    struct signatures *signatures; /* signatures.h; the same */
    bool tries_nothing; /* what would mend a model that stops is not looked for: stops.h */
};

struct selector {
    str text;
    struct loc at; /* no source: on the command line */
};

struct words {
    VEC(struct selector) list;
};

/* Which rules are in force.  Words are codes ("LR001"), families ("LR"), or ALL. */
struct lint_selection {
    struct words select; /* empty: the rules that are on by default */
    struct words extend; /* besides */
    struct words ignore; /* but not these; the longer word wins over the shorter one */
};

/* Loads the rules.  Library files with errors are fatal diagnostics. */
struct lint *lint_new(void *talloc_ctx, struct library *library,
    const struct lint_selection *selection, struct diags *diags);
/* One rule alone, in force, for a stage that asks what it finds; none where the library has none.
 */
struct lint *lint_of(void *talloc_ctx, struct library *library, str code, struct diags *diags);
/* Fatal diagnostics about words that stand for no rule. */
void lint_check_words(const struct lint *l, const struct words *words, struct diags *diags);
/* A table of the rules of all of them, for reports: no config is linted by it. */
struct lint *lint_union(void *talloc_ctx, struct lint *const *all, size_t n);
/* A text of the rule's file: "summary", "why", "fixes"; empty when it has none. */
str rule_text(const struct rule *r, const char *name);
/* NULL when there is no such rule. */
const struct rule *lint_find(const struct lint *l, str code);

/* Runs the rules in force on one config.  Findings go to `out`; their texts and fixes live in the
 * arenas of `s` and `out`. */
void lint_config(const struct lint *l, struct settings *s, struct diags *out);
/* Is it a function that rules are given, such as finding()? */
bool lint_has_function(str name);
/* Drops diagnostics of other stages whose rule is not in force, except what is fatal. */
void lint_filter(const struct lint *l, struct diags *diags);

#endif
