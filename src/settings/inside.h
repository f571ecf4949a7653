/* Private to the settings layer. */
#ifndef CFGLINT_SETTINGS_INSIDE_H
#define CFGLINT_SETTINGS_INSIDE_H

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
    struct value value;
};

struct settings {
    struct library *library;
    struct arena *arena;
    const struct config *config;
    struct settings_options options;
    struct diags *diags;
    struct fuel fuel;  /* one account for all functions of the library that are called for it */
    uint64_t recorded; /* work of all models that were recorded for them */
    const struct declaration *profile;
    const struct dict *fields; /* of the profile */
    struct slot *slots;        /* one for each of its fields */
    struct slot *facts;        /* one for each declared setting that the profile does not have */
    struct list *names;        /* of all declared settings */
    VEC(struct kept) kept;
    struct value dicts, folders; /* kind VALUE_KINDS until asked for */
    int complete;                /* -1: not asked for yet */
    struct required_torch torch; /* of the project; once it has been asked for */
    bool torch_asked;
    const struct changes *changed; /* of settings_with(): made by the config's own file; or NULL */
};

/* What is written cannot be told, or makes no sense. */
void setting_make_unknown(struct settings *s, struct setting *x, const char *reason);
/* Makes a value unknown that is not what fields.star declares. */
void setting_check(struct settings *s, struct setting *x);

/* Is what stands at the path a change of settings_with()? */
bool settings_changes(const struct settings *s, str path);
/* Is it in the config's own file, or on the command line? */
bool settings_is_own_place(const struct settings *s, struct loc at);
/* Do the files of the config read this top-level name in some expression? */
bool settings_is_read(struct settings *s, str name);
/* The same for the config's own file alone. */
bool settings_is_read_here(struct settings *s, str name);
/* Does the library describe a module, data set or transform of that bare name? */
bool settings_knows_type(struct settings *s, str name);
/* Is the type not described, and its name nearly that of one that is?  *near: that one. */
bool settings_near_type(struct settings *s, str name, str *near);
/* The bare name of a type: of "mmdet.RetinaNet", and of a reference to a class. */
bool settings_type_name(const struct value *v, str *out);

#endif
