/*
 * The build tool that turns rules/ into the blob of blob.h:
 *     embed OUT ROOT FILE...
 * A file that does not parse, or a declaration that is there twice, fails the build.
 */
#include "base/buf.h"
#include "base/limits.h"
#include "library/blob.h"
#include "library/library.h"
#include "syntax/python.h"

#include <stdio.h>
#include <stdlib.h>

struct named {
    struct blob_entry row;
    str name;
};

struct embed {
    void *ctx;
    struct buf out;
    VEC(struct blob_file) files;
    VEC(str) file_names;
    VEC(struct named) entries;
    bool failed;
};

static void align(struct embed *e)
{
    buf_fill(&e->out, '\0', (8 - e->out.n % 8) % 8);
}

static struct blob_part put(struct embed *e, const void *items, size_t n, size_t item_bytes)
{
    align(e);
    struct blob_part part = {(uint32_t)e->out.n, (uint32_t)n};
    buf_put(&e->out, (str){items, n * item_bytes});
    return part;
}

static struct blob_part put_text(struct embed *e, str s)
{
    struct blob_part part = put(e, s.p, s.n, 1);
    buf_byte(&e->out, '\0');
    return part;
}

static void add_name(void *data, const struct blob_name *name)
{
    struct embed *e = data;
    struct blob_entry row = {name->kind, (uint32_t)e->files.n, {0, 0}, name->call};
    vec_push(e->ctx, &e->entries, ((struct named){row, name->name}));
}

static str read_file(struct embed *e, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    struct buf b = buf_make(e->ctx);
    char chunk[65536];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        buf_put(&b, (str){chunk, n});
    }
    fclose(f);
    return buf_str(&b);
}

/* --- the order of nodes --- */

static void number(const struct tree *t, node_id id, node_id *numbers, node_id *n)
{
    numbers[id] = ++*n;
    EACH_CHILD (t, id, it) {
        number(t, it, numbers, n);
    }
}

/* As they are run, each before its parts: what is read one after the other then lies so, too. */
static void put_in_order(struct embed *e, struct tree *t)
{
    node_id n = 0, *numbers = mem_zero(e->ctx, t->n_nodes * sizeof *numbers);
    struct node *nodes = mem_zero(e->ctx, t->n_nodes * sizeof *nodes);
    span *places = mem_zero(e->ctx, t->n_nodes * sizeof *places);
    struct function *functions = mem_zero(e->ctx, (t->n_functions + 1) * sizeof *functions);
    number(t, t->root, numbers, &n);
    for (node_id i = 1; i < t->n_nodes; i++) {
        struct node *to = &nodes[numbers[i]];
        if (numbers[i]) {
            *to = t->nodes[i];
            to->child = numbers[to->child];
            to->next = numbers[to->next];
            places[numbers[i]] = t->places[i];
        }
    }
    for (uint32_t i = 0; i < t->n_functions; i++) {
        functions[i] = t->functions[i];
        functions[i].node = numbers[functions[i].node];
    }
    t->nodes = nodes;
    t->places = places;
    t->n_nodes = n + 1;
    t->root = numbers[t->root];
    t->functions = functions;
}

static void add_file(struct embed *e, const char *root, const char *path)
{
    struct arena *a = arena_new(e->ctx);
    struct diags *diags = diags_new(e->ctx);
    const char *name = path + strlen(root) + 1;
    str text = read_file(e, path);
    struct source *s = source_new(a, str_of(path), str_of(path), text, true);
    struct tree *t = python_parse(a, &LIMITS_DEFAULT, diags, s, text, NULL, 0);
    VEC_EACH (struct diag, d, &diags->list) {
        struct line_col at = source_line_col(s, d->at.span.start);
        fprintf(stderr, "%s:%u:%u: %.*s\n", path, at.line, at.column, STR_ARG(d->message));
        e->failed = true;
    }
    put_in_order(e, t);
    struct blob_file f = {.text = put_text(e, text), .root = t->root};
    f.line_starts = put(e, s->line_starts, s->n_lines, sizeof *s->line_starts);
    f.characters = put(e, s->characters, source_blocks(s), sizeof *s->characters);
    f.nodes = put(e, t->nodes, t->n_nodes, sizeof *t->nodes);
    f.places = put(e, t->places, t->n_nodes, sizeof *t->places);
    f.literals = put(e, t->literals, t->n_literals, sizeof *t->literals);
    f.functions = put(e, t->functions, t->n_functions, sizeof *t->functions);
    f.slot_names = put(e, t->slot_names, t->n_slot_names, sizeof *t->slot_names);
    f.pool = put(e, t->pool, t->pool_bytes, 1);
    blob_each_name(t, add_name, e);
    vec_push(e->ctx, &e->files, f);
    vec_push(e->ctx, &e->file_names, str_of(name));
}

static int by_path(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static int by_name(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    if (a->row.kind != b->row.kind) {
        return a->row.kind < b->row.kind ? -1 : 1;
    }
    return str_cmp(a->name, b->name);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: embed OUT ROOT FILE...\n", stderr);
        return 2;
    }
    struct embed e = {.ctx = mem_context(NULL)};
    e.out = buf_make(e.ctx);
    struct blob_header header = {.magic = BLOB_MAGIC};
    buf_put(&e.out, (str){(const char *)&header, sizeof header});
    qsort(argv + 3, (size_t)argc - 3, sizeof *argv, by_path);
    for (int i = 3; i < argc; i++) {
        add_file(&e, argv[2], argv[i]);
    }
    for (size_t i = 0; i < e.files.n; i++) { /* side by side: searching them touches few pages */
        e.files.items[i].name = put_text(&e, e.file_names.items[i]);
    }
    if (e.entries.n > 0) {
        qsort(e.entries.items, e.entries.n, sizeof *e.entries.items, by_name);
    }
    struct blob_entry *rows = mem_zero(e.ctx, (e.entries.n + 1) * sizeof *rows);
    for (size_t i = 0; i < e.entries.n; i++) {
        struct named *x = &e.entries.items[i];
        if (i > 0 && by_name(x - 1, x) == 0) {
            fprintf(stderr, "%s '%.*s' is declared twice\n",
                library_kind_name((enum library_kind)x->row.kind), STR_ARG(x->name));
            e.failed = true;
        }
        rows[i] = x->row;
        rows[i].name = put_text(&e, x->name);
    }
    header.n_files = (uint32_t)e.files.n;
    header.n_entries = (uint32_t)e.entries.n;
    header.files_at = put(&e, e.files.items, e.files.n, sizeof *e.files.items).at;
    header.entries_at = put(&e, rows, e.entries.n, sizeof *rows).at;
    memcpy(e.out.p, &header, sizeof header);
    if (e.failed) {
        return 1;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out || fwrite(e.out.p, 1, e.out.n, out) != e.out.n || fclose(out) != 0) {
        perror(argv[1]);
        return 1;
    }
    talloc_free(e.ctx);
    return 0;
}
