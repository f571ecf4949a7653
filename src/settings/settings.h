/*
 * Settings: what a config says about training, by name instead of by path.
 *
 * The batch of one GPU, precision, accumulation, schedule, ...: rules/settings/fields.star declares
 * them, and one table for each training script (a `profile`: mmengine, mmdet, mmseg, bevfusion,
 * ...) says where each of them lives, what holds when nothing is written, and what has to be
 * written to change it.  Linting, planning and rewriting all go through these tables, so none of
 * them knows a path.
 *
 * A setting is read from the config when it is first asked for.  Everything lives in the arena.
 */
#ifndef CFGLINT_SETTINGS_SETTINGS_H
#define CFGLINT_SETTINGS_SETTINGS_H

#include "config/config.h"
#include "library/library.h"
#include "settings/requires.h"

/* One change of a resolved config: the value at `path` becomes `value`, or goes away. */
struct change {
    str path; /* dotted, list items by number */
    bool deletes;
    struct value value;
};

enum {
    MOST_CHANGES = 512 /* that go together */
};

struct changes {
    struct arena *arena;
    VEC(struct change) list; /* to be made in this order; no path twice */
};

enum fix_safety {
    FIX_SAFE,   /* it crashed before, or it behaves as before */
    FIX_UNSAFE, /* training is different afterwards */
    FIX_SHOWN,  /* advice; never applied */
};

/* A way to mend a finding: what struct diag's `fix` points to. */
struct fix {
    enum fix_safety safety;
    str title;
    struct changes *changes;
    const struct fix *next; /* another way; NULL: there is none */
};

enum setting_state {
    SETTING_ABSENT,  /* not written; the default holds, if there is one */
    SETTING_KNOWN,   /* written, and `value` is what it says */
    SETTING_UNKNOWN, /* written, but what it says cannot be told, or makes no sense */
};

struct setting {
    str name; /* "batch" */
    enum setting_state state;
    /* KNOWN: in the terms of fields.star ("bf16").  ABSENT: the default, None if there is none.
     * UNKNOWN: an unknown that says why. */
    struct value value;
    bool has_default;        /* ABSENT: `value` is what the training code takes */
    str path;                /* where it is written or would be written; empty: nowhere */
    const struct value *raw; /* what is written there; NULL: nothing is */
    const struct entry
        *entry; /* the entry of that dict, with its key and its past; NULL: no entry */
    bool wrong; /* UNKNOWN, because no script can work with what is written */
};

struct settings;

/* What is known besides the config: the number of GPUs, a memory prediction, ...  Asked for when a
 * rule needs it. */
struct settings_facts {
    void *data;
    /* False when nobody said; `out` lives in the config's arena. */
    bool (*get)(void *data, struct settings *s, str name, struct value *out);
};

struct settings_options {
    str profile;                        /* name of the table; empty: told from the content */
    const struct files *files;          /* to look at the folders of the work tree; may be NULL */
    const struct settings_facts *facts; /* may be NULL */
    bool is_base; /* a new file will inherit from the config: nothing is that file's own yet */
};

/* The table of that name; NULL after a diagnostic that names those that there are. */
const struct declaration *settings_find_profile(
    struct library *library, struct arena *a, str name, struct diags *diags);
/* The settings of a config that resolved.  `diags` takes what is wrong with library files; it must
 * live as long as the settings.  NULL after a diagnostic when there is no such profile. */
struct settings *settings_extract(struct library *library, struct arena *a, const struct config *c,
    const struct settings_options *options, struct diags *diags);

/* The module that the nearest tools/train.py takes `Config` from, when it is none of those whose
 * loaders are followed: how a config (absolute path) is read there is not known.  Else empty. */
str settings_other_loader(const struct files *f, struct arena *a, str config);

/* Name of the table in use: "mmengine", "mmseg", ... */
str settings_profile(const struct settings *s);
/* What its keys look like: "mmengine" or "mmcv". */
str settings_generation(const struct settings *s);
const struct config *settings_config(const struct settings *s);
/* What it may read; NULL: nothing. */
const struct files *settings_files(const struct settings *s);
struct library *settings_library(const struct settings *s);
/* Has it all that its training script needs, or is it only a part for others to inherit? */
bool settings_is_complete(struct settings *s);

/* Does its script read this key of the top level? */
bool settings_reads(const struct settings *s, str name);
/* Those keys (strings); NULL where it is not known which. */
const struct list *settings_read_keys(const struct settings *s);

/* A declared setting; one that the profile's script does not have is ABSENT. */
const struct setting *settings_get(struct settings *s, const char *name);
/* Which PyTorch the project around the config asks for. */
struct required_torch settings_torch(struct settings *s);
/* The same by a view; NULL when no such setting is declared. */
const struct setting *settings_find(struct settings *s, str name);
/* Names of all declared settings, in order. */
struct list *settings_names(struct library *l, struct arena *a);
/* Adds an error (VAL001) for each setting whose value no script can work with: those that were read
 * so far, or all of them.  False when there is one. */
bool settings_make_sense(struct settings *s, bool all, struct diags *diags);
/* Any place of the config as a setting without a name. */
struct setting settings_at(struct settings *s, str path);
/* Where the config has it: what the script hands to the model from the top may be named as if it
 * stood there. */
str settings_place(const struct settings *s, str path);

/* Its value as an integer, default included; false when there is none. */
bool setting_int(const struct setting *x, int64_t *out);
/* Place of the value, and of the key that it was set by; no source when nobody wrote it. */
struct loc setting_value_loc(const struct setting *x);
struct loc setting_key_loc(const struct setting *x);
/* Did the config's own file set it last, and not one of its bases? */
bool setting_is_own(const struct settings *s, const struct setting *x);

/* --- changing --- */

struct changes *changes_new(struct arena *a);
/* Is it data, so that nothing of the code which made it gets into the config? */
bool changes_can_hold(const struct value *v);
/* Adds a change; an earlier one of the same path, or below it, gives way. */
void changes_put(struct changes *c, str path, struct value v);
void changes_drop(struct changes *c, str path);
/* A copy that does not need the config any more. */
const struct fix *fix_copy(struct arena *a, const struct fix *f);

/*
 * Appends what has to change in the config for the setting to have this value.  The changes already
 * in `out` are taken as made: turning on accumulation after mixed precision gives one hook that
 * does both.  False, with `out` as it was, when the script has no way to do it; then *reason (which
 * may be NULL) says why.
 */
bool settings_change(
    struct settings *s, const char *name, struct value v, struct changes *out, str *reason);
/* Appends what multiplies the learning rate, with all that is absolute in the schedule: eta_min,
 * max_lr, ... */
bool settings_scale_lr(struct settings *s, double factor, struct changes *out, str *reason);
/* Appends what multiplies all lengths that are counted in iterations: the run, milestones, warmup,
 * intervals. */
bool settings_scale_iters(struct settings *s, double factor, struct changes *out, str *reason);

/* Paths of what may count batches, or iterations with `lengths`, as text; the profile's function
 * knows how they look.  NULL: it has none. */
const struct list *settings_look_alikes(struct settings *s, bool lengths);

/* What makes a run smaller, in the order in which it is worth trying: dicts with name, price, and
 * for some make, advice, times and instead (rules/settings/repairs.star).  NULL: the profile has
 * none. */
const struct list *settings_repairs(const struct settings *s);
/* What it costs; empty: not known. */
str settings_price(const struct settings *s, str repair);
/* Appends what one of them changes.  False when it cannot be made here; then *reason says why. */
bool settings_repair(
    struct settings *s, const struct value *repair, struct changes *out, str *reason);

/* Appends what makes a run of so many iterations, with a folder of its own, that shows its memory.
 */
bool settings_probe(
    struct settings *s, int64_t iterations, str work_dir, struct changes *out, str *reason);
/* The command that starts a run, with {config}, {gpus} and {folder} in it; empty: OpenMMLab's. */
str settings_command(const struct settings *s);

/* The config will be looked at again after each change: what it takes is for all rounds. */
void settings_rounds(struct settings *s);
/* Draws on what `before` has left of steps and recordings: of the same config before a change. */
void settings_go_on(struct settings *s, const struct settings *before);
/* What the library may do for the config is done: the name of the limit; NULL: not yet. */
const char *settings_spent(const struct settings *s);
/* A model was recorded for a rule: so much of a share of the limit search_ops is gone. */
void settings_recorded(struct settings *s, uint64_t work);

/* The settings as they are after the changes; the config's root is a changed copy. */
struct settings *settings_with(struct settings *s, const struct changes *c);

#endif
