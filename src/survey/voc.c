/* Annotations of VOC: one XML file for each image. */
#include "survey/inside.h"

#include "base/plain.h"

#include <expat.h>
#include <stdlib.h>

enum {
    MOST_XML = 4 << 20, /* bytes of one */
    MOST_DEPTH = 32,
    WORD = 32
};

struct voc {
    XML_Parser parser;
    uint32_t depth;
    char word[WORD + 1]; /* the text of the element at hand */
    size_t word_n;
    uint64_t width, height, objects;
    bool in_size, in_object, difficult, is_deep;
};

static void XMLCALL begin(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct voc *x = data;
    (void)attributes;
    x->depth++;
    x->word_n = 0;
    x->in_size |= x->depth == 2 && strcmp(name, "size") == 0;
    if (x->depth == 2 && strcmp(name, "object") == 0) {
        x->in_object = true;
        x->difficult = false;
    }
    if (x->depth > MOST_DEPTH) {
        x->is_deep = true;
        XML_StopParser(x->parser, XML_FALSE);
    }
}

static void XMLCALL text(void *data, const XML_Char *bytes, int n)
{
    struct voc *x = data;
    for (int i = 0; i < n && x->word_n < WORD; i++) {
        x->word[x->word_n++] = bytes[i];
    }
}

static uint64_t number(struct voc *x)
{
    x->word[x->word_n] = '\0';
    double n = strtod(x->word, NULL); /* some tools write 500.0 */
    return n >= 1 && n <= 1 << 20 ? (uint64_t)n : 0;
}

static void XMLCALL end(void *data, const XML_Char *name)
{
    struct voc *x = data;
    if (x->in_size && x->depth == 3 && strcmp(name, "width") == 0) {
        x->width = number(x);
    } else if (x->in_size && x->depth == 3 && strcmp(name, "height") == 0) {
        x->height = number(x);
    } else if (x->in_object && x->depth == 3 && strcmp(name, "difficult") == 0) {
        x->difficult = number(x) > 0;
    } else if (x->depth == 2) {
        x->objects += x->in_object && !x->difficult;
        x->in_object = x->in_size = false;
    }
    x->depth--;
    x->word_n = 0;
}

static bool parse(struct survey *s, struct voc *x, struct stream *in, str *reason)
{
    static const XML_Memory_Handling_Suite memory = {mem_system, mem_system_resize, free};
    char piece[4096];
    x->parser = XML_ParserCreate_MM(NULL, &memory, NULL);
    XML_SetUserData(x->parser, x);
    XML_SetElementHandler(x->parser, begin, end);
    XML_SetCharacterDataHandler(x->parser, text);
    enum XML_Status status = XML_STATUS_OK;
    for (ptrdiff_t n = 1; n > 0 && status == XML_STATUS_OK;) {
        n = stream_read(in, piece, sizeof piece, reason);
        status = n < 0 ? XML_STATUS_ERROR : XML_Parse(x->parser, piece, (int)n, n == 0);
    }
    if (status != XML_STATUS_OK && reason->n == 0) {
        const char *why =
            x->is_deep ? "it is nested too deeply" : XML_ErrorString(XML_GetErrorCode(x->parser));
        *reason = arena_printf(s->arena, "line %llu: %s",
            (unsigned long long)XML_GetCurrentLineNumber(x->parser), why);
    }
    XML_ParserFree(x->parser);
    return status == XML_STATUS_OK;
}

bool survey_xml(struct survey *s, str path)
{
    struct stream in;
    str reason = STR("");
    struct voc x = {0};
    if (files_open(s->files, s->arena, path, &in, &reason) != FILE_OK) {
        return survey_refuse(s, path, reason);
    }
    struct plain plain = plain_begin();
    if (in.bytes > MOST_XML) {
        reason = STR("it is too large for the annotation of one image");
    }
    bool good = in.bytes <= MOST_XML && parse(s, &x, &in, &reason);
    plain_end(&plain);
    stream_close(&in);
    if (!good) {
        return survey_refuse(s, path, reason);
    }
    s->bytes += in.bytes;
    s->annotations++;
    survey_size(s, x.width, x.height);
    if (x.objects > 0) {
        histogram_add(s->ctx, &s->objects, x.objects);
    }
    return true;
}
