/* Training logs of mmcv and mmengine, text or JSON lines: what they say about the run. */
#include "memory/measured.h"
#include "survey/inside.h"

enum {
    PIECE = 1 << 16,
    KEPT = 256 /* bytes from one piece to the next, so that nothing is cut in two */
};

/* What stands there, up to the end of the line, an escape or a comma; empty where the piece ends
 * before. */
static str rest_of_value(str text, size_t from, bool last)
{
    size_t to = from;
    while (to < text.n && to - from < KEPT / 2 && !str_is_one_of(text.p[to], "\n\r\\,\"")) {
        to++;
    }
    return to < text.n || last ? str_trim(str_slice(text, from, to)) : STR("");
}

static str value_after(str text, const char *word, bool last)
{
    size_t at = str_find(text, str_of(word), 0);
    return at == SIZE_MAX ? STR("") : rest_of_value(text, at + strlen(word), last);
}

/* "GPU 0: NAME", "GPU 0,1,2,3: NAME" */
static str first_gpu(str text, bool last)
{
    str word = STR("GPU 0");
    size_t at = str_find(text, word, 0), end = at == SIZE_MAX ? text.n : at + word.n;
    while (end < text.n && (text.p[end] == ',' || (text.p[end] >= '0' && text.p[end] <= '9'))) {
        end++;
    }
    return end < text.n && text.p[end] == ':' ? rest_of_value(text, end + 1, last) : STR("");
}

static void keep(struct survey *s, str *field, str found)
{
    if (field->n == 0 && found.n > 0) {
        *field = arena_str(s->arena, found);
    }
}

static void look(struct survey *s, str text, bool last)
{
    for (size_t at = str_find(text, STR("memory"), 0); at != SIZE_MAX;
         at = str_find(text, STR("memory"), at + 6)) {
        uint64_t n = measured_figure(text, at);
        s->log.memory_mib = n > s->log.memory_mib ? n : s->log.memory_mib;
    }
    keep(s, &s->log.torch, value_after(text, "PyTorch: ", last));
    keep(s, &s->log.cuda, value_after(text, "CUDA Runtime ", last));
    keep(s, &s->log.gpu, first_gpu(text, last));
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
        look(s, text, false);
        kept = text.n < KEPT ? text.n : KEPT;
        memmove(piece, piece + text.n - kept, kept);
        if (s->progress) {
            s->progress(s->progress_data, path, in.at, in.bytes);
        }
    }
    look(s, (str){piece, kept}, true);
    stream_close(&in);
    talloc_free(piece);
    s->bytes += in.bytes;
    s->logs++;
    return n == 0 || survey_refuse(s, path, reason);
}
