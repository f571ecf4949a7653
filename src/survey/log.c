/* Training logs of mmcv and mmengine, text or JSON lines: what they say about the run. */
#include "memory/measured.h"
#include "survey/inside.h"

enum {
    PIECE = 1 << 16,
    KEPT = 256 /* bytes from one piece to the next, so that nothing is cut in two */
};

/* What stands behind a word, up to the end of the line, an escape or a comma. */
static str value_after(str text, const char *word)
{
    size_t at = str_find(text, str_of(word), 0);
    if (at == SIZE_MAX) {
        return STR("");
    }
    size_t from = at + strlen(word), to = from;
    while (to < text.n && to - from < KEPT / 2 && !strchr("\n\r\\,\"", text.p[to])) {
        to++;
    }
    return str_trim(str_slice(text, from, to));
}

static void keep(struct survey *s, str *field, str text, const char *word)
{
    str found = value_after(text, word);
    if (field->n == 0 && found.n > 0) {
        *field = arena_str(s->arena, found);
    }
}

static void look(struct survey *s, str text)
{
    for (size_t at = str_find(text, STR("memory"), 0); at != SIZE_MAX;
         at = str_find(text, STR("memory"), at + 6)) {
        uint64_t n = measured_figure(text, at);
        s->log.memory_mib = n > s->log.memory_mib ? n : s->log.memory_mib;
    }
    keep(s, &s->log.torch, text, "PyTorch: ");
    keep(s, &s->log.cuda, text, "CUDA Runtime ");
    keep(s, &s->log.gpu, text, "GPU 0: ");
}

bool survey_log(struct survey *s, str path)
{
    struct stream in;
    str reason;
    if (files_open(s->files, s->arena, path, &in, &reason) != FILE_OK) {
        return survey_refuse(s, path, reason);
    }
    char *piece = mem_alloc(s->ctx, KEPT + PIECE);
    size_t kept = 0;
    ptrdiff_t n;
    while ((n = stream_read(&in, piece + kept, PIECE, &reason)) > 0) {
        str text = {piece, kept + (size_t)n};
        look(s, text);
        kept = text.n < KEPT ? text.n : KEPT;
        memmove(piece, piece + text.n - kept, kept);
        if (s->progress) {
            s->progress(s->progress_data, path, in.at, in.bytes);
        }
    }
    stream_close(&in);
    talloc_free(piece);
    s->bytes += in.bytes;
    s->logs++;
    return n == 0 || survey_refuse(s, path, reason);
}
