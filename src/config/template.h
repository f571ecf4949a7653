/*
 * Templates that loaders fill in before they parse: {{fileDirname}} and its kin, {{$NAME:default}},
 * {{_base_.x}}.
 *
 * The result is another text with a map back to the source, so that every place in it has a place
 * in the file.
 */
#ifndef CFGLINT_CONFIG_TEMPLATE_H
#define CFGLINT_CONFIG_TEMPLATE_H

#include "base/limits.h"
#include "base/vec.h"
#include "syntax/tree.h"

/* {{_base_.a.b}} was replaced by the string `mark`, which stands for `path` in the bases. */
struct base_variable {
    str mark, path;
};

struct template
{
    str text;
    const struct text_map *maps;
    uint32_t n_maps;
    const struct base_variable *variables;
    uint32_t n_variables;
    bool uses_environment;
};

/* The variables of the environment that a config may read by {{$NAME:default}}. */
struct environment {
    const str *names;
    uint32_t n;
    const struct variables *done; /* what the files before have done to them */
};

/* `environment` NULL: the loader leaves {{$NAME:default}} alone.  False when the loader would
 * raise: then `*problem` says why and `*at` where (in the source). */
bool template_fill(struct arena *a, const struct limits *limits, const struct source *source,
    const struct environment *environment, struct template *out, str *problem, span *at);

#endif
