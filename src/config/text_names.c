/* The names that code in the text style sees: imports, and the loader's own. */
#include "config/text.h"

#include "config/dialect/family.h"
#include "eval/builtins.h"
#include "eval/ops.h"

bool text_base_expression_name(struct eval *e, str name, struct value *out)
{
    bool path = str_is(name, "osp");
    if (!path && !STR_IS_ANY(name, "os", "copy", "sys", "platform", "shutil", "tempfile", "types",
                     "uuid", "warnings", "ast", "difflib")) {
        return false;
    }
    *out = builtins_module(e, path ? STR("os.path") : name);
    return true;
}

/* The loader's own classes; false when the name is none of them. */
static bool loader_class(struct text_file *t, str module, str name, struct value *out)
{
    bool mmengine = str_is(module, "mmengine") || str_is(module, "mmengine.config");
    bool mmcv = str_is(module, "mmcv") || str_is(module, "mmcv.utils");
    if (t->mmengine ? !mmengine : !mmcv) {
        return false;
    }
    if (str_is(name, "Config")) {
        *out = config_class(t);
        return true;
    }
    if (!str_is(name, "ConfigDict")) {
        return false;
    }
    str repr = t->mmengine ? STR("<class 'mmengine.config.config.ConfigDict'>")
                           : STR("<class 'mmcv.utils.config.ConfigDict'>");
    *out = (struct value){.kind = VALUE_OPAQUE, .repr = string_new(t->arena, repr)};
    return true;
}

/* A class of PyTorch, of which nothing but the name is known; false when it is none of the table.
 */
static bool torch_class(struct text_file *t, str module, str name, struct value *out)
{
    static const struct {
        const char *package, *name, *module;
    } classes[] = {
#define TORCH_CLASS(package, name, module) {package, name, module},
#include "config/torch_classes.def"
#undef TORCH_CLASS
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (str_is(name, classes[i].name) &&
            (str_is(module, classes[i].package) || str_is(module, classes[i].module))) {
            str repr =
                arena_printf(t->arena, "<class '%s.%s'>", classes[i].module, classes[i].name);
            *out = (struct value){.kind = VALUE_OPAQUE, .repr = string_new(t->arena, repr)};
            return true;
        }
    }
    return false;
}

/* `with read_base():` in text style is an ordinary, empty context. */
bool text_with(struct eval *e, struct frame *f, node_id id)
{
    (void)e;
    bool attribute = false;
    return lazy_is_read_base(f->tree, id, &attribute);
}

/* Nobody knows what is installed where the config is used.  What the loader itself imports is, and
 * so is PyTorch, without which nothing trains; but not every name in a package is in all versions
 * of it. */
bool text_may_be_missing(struct eval *e, str module, str name)
{
    static const char *const needed[] = {"addict", "numpy", "torch", "yaml", "yapf"};
    struct text_file *file = e->host->data;
    struct value ignored;
    if (builtins_is_stdlib(module)) {
        return !builtins_has(e, module, name);
    }
    if (!file->mmengine && str_starts(module, STR("mmengine"))) {
        return false; /* known not to be there */
    }
    if (name.n) {
        return !loader_class(file, module, name, &ignored) && !str_is(name, "read_base");
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (str_is(module, needed[i])) {
            return false;
        }
    }
    return !str_is(module, file->mmengine ? "mmengine" : "mmcv");
}

/* from module import * */
static bool import_all(struct eval *e, struct frame *f, node_id id, str module)
{
    const char *const *names = builtins_public_names(module);
    if (!names) {
        struct value all = value_of_dict(f->globals);
        struct value why = value_unknown(e->arena, f->tree, id,
            "'%.*s' is not imported, and which names it brings in is not known", STR_ARG(module));
        return ops_doubt(e, &all, 1, why);
    }
    for (; *names; names++) {
        struct value v;
        if (!builtins_import_from(e, module, str_of(*names), &v)) {
            return false;
        }
        v.tree = f->tree;
        v.node = id;
        dict_set_str(e->arena, f->globals, str_of(*names), v);
    }
    return true;
}

/* `import` in text style runs for real: the standard library is modelled, all else is unknown. */
bool text_import(struct eval *e, struct frame *f, node_id id)
{
    const struct tree *t = f->tree;
    const struct node *n = tree_node(t, id);
    struct text_file *file = e->host->data;
    bool from = n->kind == NODE_IMPORT_FROM;
    str module = from ? string_str(tree_string(t, n->data)) : STR("");
    EACH_CHILD (t, id, alias) {
        const struct node *a = tree_node(t, alias);
        str name = string_str(tree_string(t, a->data));
        struct value v;
        if (from && n->op > 0) {
            return eval_raise_at(e, t, id, TYPE_IMPORT_ERROR,
                "a relative import has no package to start from in a config of the text style");
        }
        str what = from ? module : name;
        bool known = builtins_is_stdlib(what);
        if (!known && str_starts(what, STR("mmengine")) && !file->mmengine) {
            return eval_raise_at(
                e, t, id, TYPE_MODULE_NOT_FOUND_ERROR, "No module named 'mmengine'");
        }
        if (str_is(name, "*")) {
            if (!import_all(e, f, id, what)) {
                return false;
            }
            continue;
        }
        node_id target = tree_child(t, alias, 0);
        if (!known && !from) { /* a module: what is in it is unknown */
            v = builtins_module(e, a->op ? name : tree_text(t, target));
        } else if (!known &&
                   (loader_class(file, what, name, &v) || torch_class(file, what, name, &v))) {
            /* bound below */
        } else if (!known && str_is(name, "read_base")) {
            continue;
        } else if (!known) {
            v = value_unknown(e->arena, t, id, "'%.*s' is not imported", STR_ARG(what));
        } else if (from) {
            if (!builtins_import_from(e, module, name, &v)) {
                return false;
            }
        } else {
            str bound = a->op ? name : tree_text(t, target); /* `import os.path` binds os */
            v = builtins_module(e, bound);
        }
        if (!v.tree) {
            v.tree = t;
            v.node = id;
        }
        if (!eval_bind(e, f, target, v)) {
            return false;
        }
    }
    return true;
}
