/* Private to the settings layer. */
#ifndef CFGLINT_SETTINGS_INSIDE_H
#define CFGLINT_SETTINGS_INSIDE_H

#include "eval/builtins.h"
#include "settings/objects.h"
#include "settings/requires.h"
#include "settings/settings.h"

/* A setting that was read already, or is being read. */
struct slot {
    struct setting setting;
    bool read, reading;
};

/* What cfg.once() has been told. */
struct kept {
    const struct function_value *function;
    str path; /* that it was asked about; or nothing */
    struct value value;
    uint64_t unanswered; /* questions that led to it */
};

/* What a dict of the config says, as a number; it was asked for before. */
struct digested {
    const struct dict *dict;
    uint64_t digest;
    bool good; /* it holds nothing but plain values */
};

enum {
    DIGESTED = 512 /* the last ones */
};

struct settings {
    struct library *library;
    struct arena *arena;
    const struct config *config;
    struct settings_options options;
    struct diags *diags;
    struct fuel fuel;   /* one account for all functions of the library that are called for it */
    uint64_t to_record; /* work that is left for the models that rules try */
    const struct declaration *profile;
    const struct dict *fields; /* of the profile */
    const struct list *handed; /* top-level keys that the model is given; NULL: none */
    struct slot *slots;        /* one for each of its fields */
    struct slot *facts;        /* one for each declared setting that the profile does not have */
    struct list *names;        /* of all declared settings */
    VEC(struct kept) kept;
    struct digested *digested;                 /* DIGESTED of them; NULL: none yet */
    struct value dicts, typed, texts, folders; /* kind VALUE_KINDS until asked for */
    VEC(const struct source *) layers;         /* of a torchpack config, once it was asked for */
    bool layers_asked;
    int heirs;                   /* -1: not asked for yet */
    struct dict *having;         /* of the dicts: key -> those that have it; NULL until then */
    int complete;                /* -1: not asked for yet */
    bool own_script;             /* what it reads is not known, whatever the profile says */
    struct required_torch torch; /* of the project; once it has been asked for */
    bool torch_asked;
    uint64_t unanswered;               /* questions about what is not known */
    bool has_unknowns, unknowns_asked; /* the first once the second */
    const struct changes *changed; /* of settings_with(): made by the config's own file; or NULL */
};

/* `cfg`, `s`, and what functions that cfg.each() asks are given in place of them. */
struct view {
    struct object base;
    struct settings *settings;
};

struct value objects_view(struct settings *s, const struct object_class *class_);
struct settings *objects_settings_of(const struct value *self);
struct value objects_bound(struct eval *e, const struct builtin_def *def, struct object *self);
bool objects_refuse(struct eval *e, const struct value *v, const char *why);
/* The argument, which has to be text.  False: raised. */
bool objects_text(struct eval *e, const struct arguments *args, uint32_t i, str *out);
/* cfg.dicts(), cfg.typed() and cfg.texts() */
bool dicts_all(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
bool dicts_typed(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
bool dicts_texts(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
/* cfg.each() */
bool settings_each(
    struct eval *e, struct settings *s, const struct arguments *args, struct value *out);
/* Of such dicts, as (path, dict): the texts, and lists with texts, in which a value of another kind
 * is written, as (path, key, value, "number", "flag", "numbers" or "texts"). */
struct value texts_of(struct arena *a, const struct list *dicts);
/* Methods that know the library alone. */
bool names_nearest(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
bool names_knows(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
bool names_near_type(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);
bool names_takes(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out);

/* Nothing was told of a path: counts it where that is because it is not known. */
void settings_unanswered(struct settings *s, str path);
/* What is written cannot be told, or makes no sense. */
void setting_make_unknown(struct settings *s, struct setting *x, const char *reason);
/* Makes a value unknown that is not what fields.star declares. */
void setting_check(struct settings *s, struct setting *x);

/* Does the nearest tools/train.py call the training function of a package that lies beside it, and
 * is none of those that the profiles are for? */
bool settings_own_script(const struct settings *s);
/* Is what stands at the path a change of settings_with()? */
bool settings_changes(const struct settings *s, str path);
/* Is it in the config's own file, or on the command line? */
bool settings_is_own_place(const struct settings *s, struct loc at);
/* Bytes of the texts that the next two look into. */
uint64_t settings_read_bytes(struct settings *s);
/* Do the files of the config read this top-level name in some expression? */
bool settings_is_read(struct settings *s, str name);
/* The same for the config's own file alone; what only changes the value does not count. */
bool settings_is_read_here(struct settings *s, str name);
/* Does the library describe a module, data set or transform of that bare name? */
bool settings_knows_type(struct settings *s, str name);
/* Is the type not described, and its name nearly that of one that is?  *near: that one. */
bool settings_near_type(struct settings *s, str name, str *near);
/* The bare name of a type: of "mmdet.RetinaNet", and of a reference to a class. */
bool settings_type_name(const struct value *v, str *out);

#endif
