/*
 * What library code sees of a config: `cfg`, the resolved config, and `s`, its settings.
 *
 *     cfg.get(path)      the value there; None when there is none, or when it is not known
 *     cfg.has(path)      is the key there?
 *     cfg.item(path)     an item: .path .name .value .known .unknown .present .raw .own .line .file
 *                        .old
 *     cfg.type(path)     the bare name of that dict's `type`: "AmpOptimWrapper"; None: it has none
 *     cfg.package(path)  the package that it is imported from
 *     cfg.dicts()        all dicts as (path, dict), from the top down; cfg.dicts(key): those that
 *                        have the key
 *     cfg.typed()        those that have a type, as (path, dict, bare name, first key, last key)
 *     cfg.texts()        texts in which a value of another kind is written: (path of the dict, key,
 *                        value, "number", "flag", "numbers" or "texts": a list of numbers, some
 *                        or all of them texts)
 *     cfg.is_read(name)  do the config's own expressions read this top-level name?
 *     cfg.is_read_here(name)  do those of its own file, bases left out?  A statement that
 *                        only changes the value (x.update(y), x[0] = y) is none
 *     cfg.reads(name)    does the training script read this top-level key?
 *     cfg.knows(name)    is there a description of a module, data set or transform of that name?
 *     cfg.near_type(name)  the described module whose name `name` nearly is, unless it is one
 *                        itself
 *     cfg.nearest(name, names)  the one of `names` that `name` looks like; None if none does
 *     cfg.takes(name)    a dict of the arguments that the descriptions of that module take; None:
 *                        not known
 *     cfg.rates()        the learning rate at 200 places of the run; None: it is not known
 *     cfg.once(function)  what it makes of cfg; called once for all that ask.  cfg.once(function,
 *                        path): the same of one that is given a path, too
 *     cfg.each(function, items, ...)  a list of (item, answer) for those of the tuples of which
 *                        function(library, *item[1:], ...) answers something that is true: texts,
 *                        numbers and lists of them.  Of equal ones it is asked once in a run;
 *                        `library` has nearest, knows, near_type and takes alone
 *     cfg.read_keys      the top-level keys that it reads
 *     cfg.comments       the comments of its own file, from their `#` on
 *     cfg.names          the file's name without its end, and those of its bases, the nearest first
 *     cfg.root .path .name .dialect .profile .generation .folders .has_heirs .is_complete
 *     cfg.is_composed    does it inherit from parts alone (files in folders called _base_)?
 *     s.batch, ...       the settings of fields.star, as items
 */
#ifndef CFGLINT_SETTINGS_OBJECTS_H
#define CFGLINT_SETTINGS_OBJECTS_H

#include "settings/settings.h"

struct value objects_cfg(struct settings *s);
struct value objects_settings(struct settings *s);
/* The place that a value of library code stands for: an item, or a path as text.  False for
 * anything else. */
bool objects_place(struct settings *s, const struct value *v, struct setting *out);

/* Do other configs of its folder inherit it without a word? */
bool objects_has_heirs(struct settings *s);

/* How often cfg.get(), .has() or .type() had nothing to tell because it is not known. */
uint64_t objects_unanswered(const struct settings *s);

/* Calls a function of a library file with up to 4 values.  False after a diagnostic. */
bool objects_call(struct settings *s, const struct eval_host *host, const struct value *function,
    const struct value *arguments, uint32_t n, struct value *out);

#endif
