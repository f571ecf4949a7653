/* Making functions, and the frames that run them. */
#include "eval/run/interp.h"
#include "eval/run/nodes.h"

struct value interp_function(struct eval *e, struct frame *f, node_id id, bool *good)
{
    struct function_value *fn = ARENA_NEW(e->arena, struct function_value);
    fn->tree = f->tree;
    fn->def = &f->tree->functions[node_of(f, id)->data];
    fn->language = e->profile;
    fn->outer = f->def ? f : NULL;
    fn->globals = f->globals;
    fn->defaults = ARENA_MANY(e->arena, struct value, fn->def->n_params + 1);
    uint32_t i = 0;
    EACH_CHILD (f->tree, child(f, id, 0), it) {
        fn->defaults[i].kind = VALUE_KINDS;
        if (node_of(f, it)->child &&
            !interp_expression(e, f, node_of(f, it)->child, &fn->defaults[i])) {
            *good = false;
            break;
        }
        i++;
    }
    return interp_at(f, id, (struct value){.kind = VALUE_FUNCTION, .function = fn});
}

struct frame *interp_frame(struct eval *e, const struct tree *tree, const struct function *def,
    struct frame *outer, struct dict *globals)
{
    struct frame *f = ARENA_NEW(e->arena, struct frame);
    f->tree = tree;
    f->nodes = tree->nodes;
    f->def = def;
    f->outer = outer;
    f->globals = globals;
    f->caller = e->frame;
    f->slots = ARENA_MANY(e->arena, struct value, def->n_slots + 1u);
    for (uint32_t i = 0; i < def->n_slots; i++) {
        f->slots[i].kind = VALUE_KINDS;
    }
    return f;
}
