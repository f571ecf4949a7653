#include "lint/discover.h"

#include "config/dialect/dialect.h"
#include "text/path.h"

#define KEYS STR("settings/keys.star")

struct finder {
    const struct files *files;
    const struct list *marks; /* top-level names that a config has and a program hardly ever has */
    const struct list *foreign;     /* beginnings of lines that no config of ours has */
    const struct list *of_programs; /* those that programs have, and hardly a config */
    const struct list *builders;    /* what they build, by `build_NAME` of some module */
    const struct list *folders;     /* names of folders of configs */
    struct found_configs *out;
};

struct look {
    uint32_t marks;
    bool inherits;       /* a line with which a dialect inherits */
    bool program;        /* a line that only programs have, an import of all of a module, or of what
                            builds data or a model, a file that is written */
    bool torch, defines; /* both: a module of a package, with a config pasted into it */
    bool foreign;        /* a config of others, or a program for sure */
};

/* Does it open a file to write into it? */
static bool writes_file(str line)
{
    return str_starts(line, STR("with open(")) &&
           (str_find(line, STR(", 'w'"), 0) != SIZE_MAX ||
               str_find(line, STR(", \"w\""), 0) != SIZE_MAX);
}

static bool starts_as(str line, const struct list *beginnings)
{
    for (uint32_t i = 0; i < beginnings->n; i++) {
        if (str_starts(line, value_str(&beginnings->items[i]))) {
            return true;
        }
    }
    return false;
}

/* `from mmdet.datasets import build_dataset` */
static bool imports_builder(const struct finder *f, str line)
{
    str before = STR(" import build_");
    size_t at = str_starts(line, STR("from ")) ? str_find(line, before, 0) : SIZE_MAX;
    return at != SIZE_MAX && starts_as(str_slice(line, at + before.n, line.n), f->builders);
}

/* `OurConfig(...)` behind the sign: what a config of ours imports cannot be called. */
static bool makes_object(str value)
{
    size_t n = 0;
    bool lower = false;
    while (n < value.n && byte_is_word(value.p[n])) {
        lower |= value.p[n] >= 'a' && value.p[n] <= 'z';
        n++;
    }
    bool upper = n > 0 && value.p[0] >= 'A' && value.p[0] <= 'Z';
    return upper && lower && n < value.n && value.p[n] == '(' &&
           !STR_IS_ANY(str_slice(value, 0, n), "Path", "OrderedDict", "ConfigDict", "Dict");
}

/* Does a line that begins with a name set it?  `sign` is '=' or ':'. */
static void look_at_line(const struct finder *f, struct look *l, str line, char sign)
{
    size_t n = 0;
    while (n < line.n && byte_is_word(line.p[n])) {
        n++;
    }
    str name = str_slice(line, 0, n), rest = str_trim(str_slice(line, n, line.n));
    bool sets = rest.n > 0 && rest.p[0] == sign && !(rest.n > 1 && rest.p[1] == '=');
    l->marks += sets && list_has_word(f->marks, name);
    l->inherits |= dialect_inherits(line);
    if (sign == '=') {
        l->program |=
            starts_as(line, f->of_programs) || writes_file(line) || imports_builder(f, line) ||
            (sets && makes_object(str_trim(str_slice(rest, 1, rest.n)))) ||
            (str_starts(line, STR("from ")) && str_ends(str_trim(line), STR(" import *")));
    }
    l->torch |= sign == '=' && str_starts(line, STR("import torch"));
    l->defines |= sign == '=' && str_starts(line, STR("class "));
    l->foreign |= starts_as(str_trim(line), f->foreign) || (l->torch && l->defines);
}

/* What three quotes begin goes on over lines, which say nothing then: 0, or the quote that ends it.
 */
static char quote_behind(str line, char quote)
{
    for (size_t i = 0; i < line.n && (quote || line.p[i] != '#'); i++) {
        char c = line.p[i];
        bool three =
            (c == '"' || c == '\'') && i + 2 < line.n && line.p[i + 1] == c && line.p[i + 2] == c;
        if (three && (!quote || quote == c)) {
            quote = quote ? 0 : c;
            i += 2;
        }
    }
    return quote;
}

static struct look look_at(const struct finder *f, str text, char sign)
{
    struct look l = {0};
    char quote = 0;
    for (size_t at = 0; at < text.n;) {
        const char *end = memchr(text.p + at, '\n', text.n - at);
        size_t stop = end ? (size_t)(end - text.p) : text.n;
        str line = str_slice(text, at, stop);
        if (!quote) {
            look_at_line(f, &l, line, sign);
        }
        quote = sign == '=' ? quote_behind(line, quote) : 0;
        at = stop + 1;
    }
    return l;
}

static bool has_configs(const struct finder *f, str path)
{
    for (str dir = path_dirname(path); dir.n > 1; dir = path_dirname(dir)) {
        if (list_has_word(f->folders, path_basename(dir))) {
            return true;
        }
        if (path_dirname(dir).n == dir.n) {
            break;
        }
    }
    return false;
}

/* Is some folder on the way called configs, as it is written or as it is? */
static bool in_configs(const struct finder *f, struct arena *a, str path)
{
    return has_configs(f, path) || has_configs(f, files_real(f->files, a, path));
}

/* By what it says; its text goes again. */
static bool reads_as_config(const struct finder *f, struct arena *a, str path, bool python)
{
    struct source *source;
    str reason;
    if (files_read(f->files, a, path, &source, &reason) != FILE_OK) {
        return python && in_configs(f, a, path_absolute(a, f->files->cwd, path));
    }
    struct look l = look_at(f, source->bytes, python ? '=' : ':');
    bool here = in_configs(f, a, source->absolute);
    if (!python) {
        return here && !l.foreign && (l.inherits || l.marks > 0);
    }
    return !l.foreign && (l.inherits || (!l.program && l.marks >= (here ? 1 : 3)));
}

static bool is_config(const struct finder *f, str path, str name)
{
    bool python = str_is(path_extension(name), ".py");
    if ((!python && !path_is_yaml(name)) || str_starts(name, STR("__")) ||
        str_starts(name, STR("test_")) || str_is(name, "setup.py") || str_is(name, "conftest.py")) {
        return false;
    }
    void *ctx = mem_context(NULL);
    bool is = reads_as_config(f, arena_new(ctx), path, python);
    talloc_free(ctx);
    return is;
}

static bool is_left_out(str name)
{
    return STR_IS_ANY(name, "work_dirs", "node_modules", "site-packages", "tests") ||
           name.p[0] == '.' || str_starts(name, STR("__"));
}

enum {
    DEPTH = 40 /* of folders */
};

static void pass_over(struct arena *a, struct passed_over *p, str dir)
{
    p->first = p->n++ ? p->first : arena_str(a, dir);
}

static bool walk(const struct finder *f, struct arena *a, str dir, uint32_t depth)
{
    struct names names = {0};
    if (depth == 0) {
        pass_over(a, &f->out->too_deep, dir);
        return true;
    }
    struct arena *own = arena_new(a->owner); /* what is no config is forgotten */
    bool good = files_list(f->files, own, dir, &names);
    VEC_EACH (struct name, name, &names.list) {
        str path = str_is(dir, ".") ? name->text : path_join(own, dir, name->text);
        if (name->is_dir && !is_left_out(name->text)) {
            if (!walk(f, a, path, depth - 1)) {
                pass_over(a, &f->out->closed, path);
            }
        } else if (name->is_file && name->text.p[0] != '.' && is_config(f, path, name->text)) {
            vec_push(a->owner, &f->out->list,
                ((struct found_config){arena_str(a, path), dialect_shares(name->text)}));
        }
    }
    talloc_free(own);
    return good;
}

bool discover_configs(const struct files *files, struct library *library, struct arena *a, str dir,
    struct found_configs *out)
{
    struct diags *diags = diags_new(a->owner);
    const struct finder f = {files, library_words(library, KEYS, "TELLING", diags),
        library_words(library, KEYS, "FOREIGN", diags),
        library_words(library, KEYS, "OF_PROGRAMS", diags),
        library_words(library, KEYS, "OF_BUILDERS", diags),
        library_words(library, KEYS, "FOLDERS", diags), out};
    while (dir.n > 1 && dir.p[dir.n - 1] == '/') {
        dir.n--;
    }
    return walk(&f, a, dir, DEPTH);
}
