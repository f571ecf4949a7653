/*
 * Config.fromfile() inside a config: the class Config of mmengine and mmcv 1.x, and what it makes.
 *
 * The file is resolved like a base, never run; the result gives its keys as attributes and items.
 */
#include "config/text.h"

#include "config/dialect/family.h"
#include "eval/builtins.h"
#include "eval/ops.h"
#include "eval/text.h"
#include "text/path.h"

struct class_object {
    struct object object;
    struct text_file *file; /* that imported it; NULL once that is loaded */
    bool mmengine;
};

struct config_object {
    struct object object;
    str filename;
    struct value dict; /* ConfigDicts all the way down */
};

/* --- a loaded config --- */

static bool object_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    const struct config_object *c = (const struct config_object *)o;
    if (str_is(name, "filename")) {
        *out = value_string(e->arena, c->filename);
        return true;
    }
    if (STR_IS_ANY(name, "text", "pretty_text", "dump")) {
        *out = ops_unknown(e, "the text of a loaded config is not evaluated");
        return true;
    }
    return ops_get_attribute(e, &c->dict, name, out);
}

static bool object_item(
    struct eval *e, struct object *o, const struct value *index, struct value *out)
{
    return ops_get_item(e, &((const struct config_object *)o)->dict, index, out);
}

static bool object_iterate(struct eval *e, struct object *o, struct list **out)
{
    return ops_items(e, &((const struct config_object *)o)->dict, out);
}

static const struct value *object_inside(const struct object *o)
{
    return &((const struct config_object *)o)->dict;
}

static str object_describe(struct arena *a, const struct object *o)
{
    const struct config_object *c = (const struct config_object *)o;
    struct buf b = buf_make(a->owner);
    bool unknown = false;
    buf_printf(&b, "Config (path: %.*s): ", STR_ARG(c->filename));
    text_repr(a, &b, &c->dict, &unknown);
    return buf_str(&b);
}

static const struct object_class CONFIG = {.name = "Config",
    .attribute = object_attribute,
    .item = object_item,
    .iterate = object_iterate,
    .inside = object_inside,
    .describe = object_describe};

static bool new_config(struct eval *e, str filename, const struct value *dict, struct value *out)
{
    struct config_object *c = ARENA_NEW(e->arena, struct config_object);
    c->object.class_ = &CONFIG;
    c->filename = filename;
    struct value copy;
    if (!ops_deep_copy(e, dict, false, &copy)) {
        return false;
    }
    c->dict = ops_config_hook(e, &copy);
    *out = value_of_object(&c->object);
    return true;
}

/* --- the class --- */

static bool load(struct eval *e, struct text_file *t, str filename, struct value *out)
{
    struct files *files = loader_files(t->load->loader);
    str path = path_absolute(t->arena, files->cwd, filename);
    const struct dialect *own = t->module->dialect;
    const struct dialect *dialect = t->mmengine ? lazy_or(t->load, path, own) : own;
    const struct frame *f = e->frame;
    struct loc from = f ? tree_loc(f->tree, f->tree->root) : (struct loc){0};
    load_leave_environment(t->load, e);
    const struct module *m = load_module(t->load, path, filename, dialect, from);
    load_enter_environment(t->load, e);
    if (m->failed) {
        str why = m->diags && m->diags->list.n ? m->diags->list.items[0].message : STR("");
        return eval_raise(e, TYPE_RUNTIME_ERROR, "'%.*s' cannot be loaded: %.*s", STR_ARG(filename),
            STR_ARG(why));
    }
    return new_config(e, arena_str(e->arena, filename), &m->dict, out);
}

static bool fromfile(
    struct eval *e, const struct value *self, const struct arguments *args, struct value *out)
{
    const struct value *filename = arg(args, 0, "filename");
    struct text_file *t = ((const struct class_object *)self->object)->file;
    if (!t || !filename || filename->kind != VALUE_STRING) {
        *out = ops_unknown(e, "which file is loaded cannot be known");
        return true;
    }
    return load(e, t, value_str(filename), out);
}

static bool class_attribute(struct eval *e, struct object *o, str name, struct value *out)
{
    static const struct builtin_def def = {"fromfile", fromfile, 0, -1, "**", true, NULL};
    if (!str_is(name, "fromfile")) {
        *out = ops_unknown(e, "this part of the class Config is not evaluated");
        return true;
    }
    struct builtin_value *b = ARENA_NEW(e->arena, struct builtin_value);
    b->def = &def;
    b->self = value_of_object(o);
    *out = value_of_builtin(b);
    return true;
}

static bool class_call(
    struct eval *e, struct object *o, const struct arguments *args, struct value *out)
{
    (void)o;
    const struct value *dict = arg(args, 0, "cfg_dict");
    if (args->n_positional + args->n_keywords != 1 || !dict || dict->kind != VALUE_DICT) {
        *out = ops_unknown(e, "what this Config is made from is not evaluated");
        return true;
    }
    return new_config(e, STR("None"), dict, out);
}

static str class_describe(struct arena *a, const struct object *o)
{
    (void)a;
    return ((const struct class_object *)o)->mmengine
               ? STR("<class 'mmengine.config.config.Config'>")
               : STR("<class 'mmcv.utils.config.Config'>");
}

static const struct object_class CONFIG_CLASS = {
    .name = "type", .attribute = class_attribute, .call = class_call, .describe = class_describe};

struct value config_class(struct text_file *t)
{
    if (!t->config_class) {
        t->config_class = ARENA_NEW(t->arena, struct class_object);
        t->config_class->object.class_ = &CONFIG_CLASS;
        t->config_class->file = t;
        t->config_class->mmengine = t->mmengine;
    }
    return value_of_object(&t->config_class->object);
}

void config_class_close(struct text_file *t)
{
    if (t->config_class) {
        t->config_class->file = NULL;
    }
}
