/* Comments that tell what a changed line said before. */
#include "plan/edit.h"

#include <ctype.h>

/* The comment behind the last token of the line, or the line that is one; empty: there is none. */
static span comment_of(const struct target *t, uint32_t number)
{
    str line = source_line(t->source, number);
    uint32_t start = t->source->line_starts[number - 1], end = start + (uint32_t)line.n,
             from = start;
    VEC_EACH (const struct token, it, &t->tokens.list) {
        from = it->end > from && it->start < end ? it->end : from;
    }
    from = from < end ? from : end;
    size_t hash = str_find(str_slice(t->source->bytes, from, end), STR("#"), 0);
    return hash == SIZE_MAX ? (span){0, 0} : (span){from + (uint32_t)hash, end};
}

/* Does it name a number and what a plan moves? */
static bool tells_figures(struct arena *a, str text)
{
    static const char *const words[] = {
        "bs", "batch", "gpu", "lr", "learning rate", "sample", "img", "iter", "epoch", "warmup"};
    bool digit = false;
    char *bytes = ARENA_MANY(a, char, text.n + 1);
    for (size_t i = 0; i < text.n; i++) {
        bytes[i] = (char)tolower((unsigned char)text.p[i]);
        digit |= isdigit((unsigned char)text.p[i]) != 0;
    }
    str lower = {bytes, text.n};
    for (size_t i = 0; digit && i < sizeof words / sizeof *words; i++) {
        if (str_find(lower, str_of(words[i]), 0) != SIZE_MAX) {
            return true;
        }
    }
    return false;
}

/* A line that is nothing but a comment. */
static bool is_comment(const struct target *t, uint32_t number)
{
    str line = str_trim(source_line(t->source, number));
    return line.n > 0 && line.p[0] == '#';
}

static void tell_line(const struct target *t, uint32_t number, struct diags *diags)
{
    span where = comment_of(t, number);
    if (where.end == where.start || !tells_figures(t->a, source_text(t->source, where))) {
        return;
    }
    diags_add(diags, "PLN009", SEVERITY_INFO, (struct loc){t->source, where},
        "this comment may tell what was written before");
}

void edit_comments(struct target *t, const struct edits *edits, struct diags *diags)
{
    uint32_t told = 0;
    VEC_EACH (const struct edit, it, &edits->list) {
        if (it->at.start == it->at.end) { /* nothing is replaced */
            continue;
        }
        uint32_t first = source_line_of(t->source, it->at.start);
        uint32_t last = source_line_of(t->source, it->at.end - 1), from = first;
        while (from > 1 && is_comment(t, from - 1)) {
            from--;
        }
        for (uint32_t i = from > told ? from : told + 1; i <= last; i++) {
            tell_line(t, i, diags);
        }
        told = last;
    }
}
