#include "report/dump.h"

#include "base/foreign.h"
#include "config/dialect/dialect.h"

#include "eval/text.h"
#include "report/show.h"

/* --- tokens --- */

static const char *const TOKEN_KIND_NAMES[] = {
#define TOKEN(name, what)        #name,
#define KEYWORD(name, spelling)  #name,
#define OPERATOR(name, spelling) #name,
#include "tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
};

static void quoted(struct buf *out, str s)
{
    struct buf b = buf_make(out->ctx);
    text_quote(&b, s);
    str text = buf_str(&b);
    foreign_printf(out, " %.*s", STR_ARG(text));
    talloc_free(b.p);
}

void dump_tokens(struct buf *out, const struct source *source, const struct tokens *tokens)
{
    VEC_EACH (const struct token, t, &tokens->list) {
        struct line_col at = source_line_col(source, t->start);
        foreign_printf(out, "%u:%u %s", at.line, at.column, TOKEN_KIND_NAMES[t->kind]);
        if (t->end > t->start && t->kind != TOKEN_NEWLINE) {
            quoted(out, source_text(source, (span){t->start, t->end}));
        }
        buf_byte(out, '\n');
    }
    VEC_EACH (const struct lex_error, e, &tokens->errors) {
        struct line_col at = source_line_col(source, e->start);
        foreign_printf(out, "%u:%u error: %s\n", at.line, at.column, e->message);
    }
}

/* --- trees --- */

static const char *const NODE_KIND_NAMES[] = {
#define NODE(kind, children) #kind,
#include "nodes.def"
#undef NODE
};

static void literal(struct buf *out, const struct tree *t, uint32_t number)
{
    const struct literal *l = &t->literals[number];
    switch (l->kind) {
    case LITERAL_INTEGER: foreign_printf(out, " %lld", (long long)l->i); break;
    case LITERAL_FLOAT: foreign_printf(out, " %.17g", l->f); break;
    default: quoted(out, string_str(tree_string(t, number))); break;
    }
}

static void name(struct buf *out, const struct tree *t, node_id id)
{
    buf_byte(out, ' ');
    foreign_put(out, tree_name(t, id), FOREIGN_LINE);
}

/* What a node has besides its children. */
static void details(struct buf *out, const struct tree *t, node_id id)
{
    static const char *const params[] = {"", " positional", " keyword", " *", " **"};
    const struct node *n = tree_node(t, id);
    switch (n->kind) {
    case NODE_NAME:
        buf_byte(out, ' ');
        foreign_put(out, tree_text(t, id), FOREIGN_LINE);
        if (n->op != NAME_GLOBAL) {
            foreign_printf(out, " %s", n->op == NAME_LOCAL ? "local" : "free");
        }
        break;
    case NODE_INTEGER:
    case NODE_FLOAT:
    case NODE_IMAGINARY:
    case NODE_STRING:
    case NODE_BYTES: literal(out, t, n->data); break;
    case NODE_BINARY:
    case NODE_UNARY:
    case NODE_COMPARISON:
    case NODE_AUG_ASSIGN: foreign_printf(out, " %s", operator_name((enum operator)n->op)); break;
    case NODE_KEYWORD:
    case NODE_ATTRIBUTE:
    case NODE_CLASS:
    case NODE_DEF:
    case NODE_ALIAS:
    case NODE_YAML_TAGGED: name(out, t, id); break;
    case NODE_IMPORT_FROM:
        buf_byte(out, ' ');
        buf_fill(out, '.', n->op);
        foreign_put(out, tree_name(t, id), FOREIGN_LINE);
        break;
    case NODE_PARAM:
        name(out, t, id);
        buf_puts(out, params[n->op]);
        break;
    case NODE_FORMAT:
        if (n->op) {
            foreign_printf(out, " !%c", n->op);
        }
        break;
    default: break;
    }
}

static void expression(struct buf *out, const struct tree *t, node_id id, uint32_t depth)
{
    foreign_printf(out, "(%s", NODE_KIND_NAMES[tree_node(t, id)->kind]);
    details(out, t, id);
    if (depth == 0) {
        buf_puts(out, " ...");
    } else {
        EACH_CHILD (t, id, it) {
            buf_byte(out, ' ');
            expression(out, t, it, depth - 1);
        }
    }
    buf_byte(out, ')');
}

void dump_tree(struct buf *out, const struct tree *tree)
{
    if (!tree->root) {
        return;
    }
    if (tree_node(tree, tree->root)->kind != NODE_MODULE) {
        expression(out, tree, tree->root, VALUE_DEPTH);
        buf_byte(out, '\n');
        return;
    }
    EACH_CHILD (tree, tree->root, it) {
        expression(out, tree, it, VALUE_DEPTH);
        buf_byte(out, '\n');
    }
}

/* --- configs --- */

void dump_config(struct arena *a, struct buf *out, const struct config *c)
{
    foreign_printf(out, "dialect: %s\n", c->dialect->name);
    VEC_EACH (const struct config_file, f, &c->files) {
        foreign_printf(out, "file: %*s%.*s\n", (int)f->depth * 2, "", STR_ARG(f->source->path));
    }
    if (!c->failed) {
        show_origins(a, out, STR(""), &c->root);
    }
}
