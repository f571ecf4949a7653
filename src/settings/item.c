#include "settings/item.h"

#include "settings/inside.h"

struct item {
    struct object base;
    struct settings *settings;
    struct setting setting;
};

static bool item_attribute(struct eval *e, struct object *o, str name, struct value *out);

static str item_describe(struct arena *a, const struct object *o)
{
    const struct setting *x = &((const struct item *)o)->setting;
    return arena_printf(a, "<item %.*s>", STR_ARG(x->path));
}

static const struct object_class ITEM = {
    .name = "item", .attribute = item_attribute, .describe = item_describe};

struct value item_value(struct eval *e, struct settings *s, const struct setting *x)
{
    struct item *item = ARENA_NEW(e->arena, struct item);
    *item = (struct item){{&ITEM}, s, *x};
    return value_of_object(&item->base);
}

/* What it said before children and the command line replaced it, newest first. */
static struct value old_values(struct eval *e, struct item *item)
{
    struct list *l = list_new(e->arena, 2);
    const struct past *past = item->setting.entry ? item->setting.entry->past : NULL;
    for (; past; past = past->next) {
        struct setting x = {.name = item->setting.name, .path = item->setting.path};
        x.raw = &past->value;
        x.value = past->value;
        x.state = value_is_unknown(&x.value) ? SETTING_UNKNOWN : SETTING_KNOWN;
        list_push(e->arena, l, item_value(e, item->settings, &x));
    }
    return value_of_list(l);
}

static struct value line_of(const struct setting *x)
{
    struct loc at = setting_key_loc(x);
    return at.source ? value_int(source_line_of(at.source, at.span.start)) : value_none();
}

static struct value file_of(struct eval *e, const struct setting *x)
{
    struct loc at = setting_key_loc(x);
    return at.source ? value_string(e->arena, at.source->path) : value_none();
}

static bool item_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    struct item *item = (struct item *)o;
    const struct setting *x = &item->setting;
    bool known = x->state == SETTING_KNOWN || (x->state == SETTING_ABSENT && x->has_default);
    if (str_is(name, "value")) {
        *out = known ? x->value : value_none();
    } else if (str_is(name, "known")) {
        *out = value_bool(known);
    } else if (str_is(name, "unknown")) {
        *out = value_bool(x->state == SETTING_UNKNOWN);
    } else if (str_is(name, "present")) {
        *out = value_bool(x->state != SETTING_ABSENT);
    } else if (str_is(name, "raw")) {
        *out = x->raw ? *x->raw : value_none();
    } else if (str_is(name, "path")) {
        *out = value_string(e->arena, x->path);
    } else if (str_is(name, "name")) {
        *out = value_string(e->arena, x->name);
    } else if (str_is(name, "own")) {
        *out = value_bool(setting_is_own(item->settings, x));
    } else if (str_is(name, "line")) {
        *out = line_of(x);
    } else if (str_is(name, "file")) {
        *out = file_of(e, x);
    } else if (str_is(name, "old")) {
        *out = old_values(e, item);
    } else {
        return eval_raise(
            e, TYPE_ATTRIBUTE_ERROR, "an item has no attribute '%.*s'", STR_ARG(name));
    }
    return true;
}

const struct setting *item_setting(const struct value *v)
{
    bool is_item = v->kind == VALUE_OBJECT && v->object->class_ == &ITEM;
    return is_item ? &((const struct item *)v->object)->setting : NULL;
}
