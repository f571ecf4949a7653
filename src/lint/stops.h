/*
 * Where the recording of a config's model stops, as rules ask for it with stops(changes): a list of
 *
 *     dict(type = "FPN", path = "model.neck", paths = ["model.neck", "model"],
 *          message = "conv2d(): the input has 256 channels and the weight wants 64",
 *          raised = "ValueError", have = 256, want = 64, of_place = False,
 *          source = "model.backbone", lacks = [], operand = False,
 *          made = 318)
 *
 * `path`: where the config names the part, "" if it does not; `paths`: with those around it;
 * `have` and `want`: two sizes that should be one, 0 when it is not told; `of_place`:
 * they are heights or widths of maps; `source`: the part whose result has the first; `lacks`: where
 * the config would have to say what it lacks (lint/lacks.h); `operand`: what it says there is of a
 * kind that an operation does not take; `made`: what had been recorded by
 * then. Without changes it lists all of them, with changes the first alone.
 *
 * A model that records whole is recorded once: configs that have the same one share it.
 */
#ifndef CFGLINT_LINT_STOPS_H
#define CFGLINT_LINT_STOPS_H

#include "eval/eval.h"
#include "settings/settings.h"

/* Models that are known to record whole; several threads may ask. */
struct whole_models;

struct whole_models *whole_models_new(void *talloc_ctx);

/* Of one config; everything lives in the arena of its settings. */
struct stops;

struct stops *stops_new(struct settings *s, struct whole_models *known);
/* `changes` NULL: none.  Of a step of training, or of one image that passes forward as in a test.
 * None for changes that make a model which cannot be recorded at all, and once so much was recorded
 * for the config as its share of the limit search_ops allows. */
struct value stops_find(struct stops *x, const struct changes *changes, bool training);

#endif
