/* Sizes of images, from their first bytes: PNG, JPEG, BMP, GIF, WebP. */
#include "survey/inside.h"

enum {
    HEADER = 32,
    MOST_SEGMENTS = 4096 /* of a JPEG, before its size: comments, previews, profiles */
};

struct image {
    struct stream in;
    unsigned char piece[4096];
    size_t at, end;
    str reason;
};

/* The next byte; -1 at the end. */
static int next(struct image *x)
{
    if (x->at == x->end) {
        ptrdiff_t n = stream_read(&x->in, x->piece, sizeof x->piece, &x->reason);
        x->at = 0;
        x->end = n > 0 ? (size_t)n : 0;
    }
    return x->at < x->end ? x->piece[x->at++] : -1;
}

/* A number of so many bytes, the highest first; -1 where the file ends. */
static int64_t big(struct image *x, int bytes)
{
    int64_t n = 0;
    for (int i = 0; i < bytes; i++) {
        int c = next(x);
        if (c < 0) {
            return -1;
        }
        n = n << 8 | c;
    }
    return n;
}

static bool pass(struct image *x, int64_t bytes)
{
    while (bytes > 0 && next(x) >= 0) {
        bytes--;
    }
    return bytes <= 0;
}

/* Behind the first marker: segments, each with its length, up to the one that begins a frame. */
static bool jpeg(struct image *x, int64_t *width, int64_t *height)
{
    for (int i = 0; i < MOST_SEGMENTS; i++) {
        int marker = next(x);
        if (marker != 0xff) {
            return false;
        }
        while (marker == 0xff) {
            marker = next(x);
        }
        bool frame =
            marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
        int64_t bytes = big(x, 2);
        if (marker < 0 || bytes < 2) {
            return false;
        }
        if (frame) {
            bool deep = next(x) > 0;
            *height = big(x, 2);
            *width = big(x, 2);
            return deep;
        }
        if (!pass(x, bytes - 2)) {
            return false;
        }
    }
    return false;
}

static int64_t little(const unsigned char *p, int bytes)
{
    int64_t n = 0;
    while (bytes-- > 0) {
        n = n << 8 | p[bytes];
    }
    return n;
}

static int64_t big_at(const unsigned char *p)
{
    return (int64_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

static bool webp(const unsigned char *p, int64_t *width, int64_t *height)
{
    if (memcmp(p + 12, "VP8X", 4) == 0) {
        *width = 1 + little(p + 24, 3);
        *height = 1 + little(p + 27, 3);
    } else if (memcmp(p + 12, "VP8L", 4) == 0) {
        int64_t bits = little(p + 21, 4);
        *width = 1 + (bits & 0x3fff);
        *height = 1 + (bits >> 14 & 0x3fff);
    } else {
        *width = little(p + 26, 2) & 0x3fff;
        *height = little(p + 28, 2) & 0x3fff;
    }
    return true;
}

/* Of a file that begins with these bytes. */
static bool of_header(const unsigned char p[HEADER], int64_t *width, int64_t *height)
{
    if (memcmp(p, "\x89PNG\r\n\x1a\n", 8) == 0 && memcmp(p + 12, "IHDR", 4) == 0) {
        *width = big_at(p + 16);
        *height = big_at(p + 20);
        return true;
    }
    if (memcmp(p, "GIF8", 4) == 0) {
        *width = little(p + 6, 2);
        *height = little(p + 8, 2);
        return true;
    }
    if (p[0] == 'B' && p[1] == 'M') {
        int32_t h = (int32_t)(uint32_t)little(p + 22, 4);
        *width = little(p + 18, 4);
        *height = h < 0 ? -(int64_t)h : h; /* negative: from the top */
        return true;
    }
    return memcmp(p, "RIFF", 4) == 0 && memcmp(p + 8, "WEBP", 4) == 0 && webp(p, width, height);
}

static bool read_size(struct image *x, int64_t *width, int64_t *height)
{
    unsigned char p[HEADER] = {0};
    int first = next(x), second = next(x);
    if (first == 0xff && second == 0xd8) {
        return jpeg(x, width, height);
    }
    p[0] = (unsigned char)first;
    p[1] = (unsigned char)second;
    for (int i = 2; i < HEADER; i++) {
        int c = next(x);
        if (c < 0) {
            return false;
        }
        p[i] = (unsigned char)c;
    }
    return of_header(p, width, height);
}

bool survey_image(struct survey *s, str path)
{
    enum {
        MOST_SIDE = 1 << 20
    };
    struct image x = {.reason = STR("")};
    int64_t width = 0, height = 0;
    if (files_open(s->files, s->arena, path, &x.in, &x.reason) != FILE_OK) {
        return survey_refuse(s, path, x.reason);
    }
    bool good = read_size(&x, &width, &height);
    stream_close(&x.in);
    good &= width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE;
    if (!good) { /* one broken image does not spoil a folder */
        s->unreadable++;
        return true;
    }
    survey_size(s, (uint64_t)width, (uint64_t)height);
    s->images++;
    return true;
}
