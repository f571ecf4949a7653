/* Clouds of points: .bin (float32 of each point in a row), .npy and .pcd. */
#include "survey/inside.h"

#include "base/plain.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_POINTS = 20000000, /* of one cloud */
    MOST_DIMS = 64,         /* numbers of a point */
    MOST_HEADER = 1 << 16,
    PIECE = 1 << 16
};

/* How the numbers of a point lie in a file. */
struct layout {
    uint64_t points, stride; /* bytes of a point */
    uint32_t at[3];          /* of x, y, z */
    uint32_t width;          /* of each: 4 or 8 */
    bool is_text, only_count;
};

static bool wrong(struct survey *s, struct stream *in, str path, const char *why)
{
    stream_close(in);
    return survey_refuse(s, path, str_of(why));
}

/* --- points --- */

static float number_at(const unsigned char *p, uint32_t width)
{
    float f;
    double d;
    if (width == 4) {
        memcpy(&f, p, sizeof f);
        return f;
    }
    memcpy(&d, p, sizeof d);
    return (float)d;
}

static bool in_range(const struct survey_plan *plan, const float p[3])
{
    for (int i = 0; i < 3; i++) {
        if (!isfinite(p[i])) {
            return false;
        }
        if (plan->has_range &&
            ((double)p[i] < plan->range[i] || (double)p[i] >= plan->range[i + 3])) {
            return false;
        }
    }
    return true;
}

/* A point of a cylinder, which has no outside. */
static void to_cylinder(const struct survey_plan *plan, const float p[3], float out[3])
{
    const double at[3] = {
        hypot((double)p[0], (double)p[1]), atan2((double)p[1], (double)p[0]), (double)p[2]};
    for (int i = 0; i < 3; i++) {
        out[i] = (float)fmin(fmax(at[i], plan->range[i]), plan->range[i + 3]);
    }
}

static void add_point(const struct survey *s, const float p[3], struct cloud *out)
{
    float *to = &out->xyz[3 * out->n];
    if (s->plan.cylinder && isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2])) {
        to_cylinder(&s->plan, p, to);
        out->n++;
    } else if (!s->plan.cylinder && in_range(&s->plan, p)) {
        memcpy(to, p, 3 * sizeof *p);
        out->n++;
    }
}

static bool read_binary(
    struct survey *s, struct stream *in, str path, const struct layout *l, struct cloud *out)
{
    str reason;
    uint64_t per = PIECE / l->stride;
    unsigned char piece[PIECE];
    for (uint64_t left = l->points; left > 0;) {
        uint64_t n = left < per ? left : per;
        ptrdiff_t got = stream_read(in, piece, (size_t)(n * l->stride), &reason);
        if (got < 0) {
            stream_close(in);
            return survey_refuse(s, path, reason);
        }
        if ((uint64_t)got < n * l->stride) {
            return wrong(s, in, path, "the file ends before its last point");
        }
        for (uint64_t i = 0; i < n; i++) {
            float p[3];
            for (int k = 0; k < 3; k++) {
                p[k] = number_at(piece + i * l->stride + l->at[k], l->width);
            }
            add_point(s, p, out);
        }
        left -= n;
    }
    return true;
}

static bool read_text(
    struct survey *s, struct stream *in, str path, const struct layout *l, struct cloud *out)
{
    str reason;
    size_t bytes = (size_t)(in->bytes - in->at);
    char *text = mem_alloc(s->ctx, bytes + 1), *at = text;
    ptrdiff_t got = stream_read(in, text, bytes, &reason);
    text[got > 0 ? got : 0] = '\0';
    bool good = got >= 0;
    for (uint64_t i = 0; good && i < l->points; i++) {
        float p[3] = {0};
        uint32_t fields = (uint32_t)(l->stride / 4);
        for (uint32_t k = 0; good && k < fields; k++) {
            char *end;
            double n = strtod(at, &end);
            good = end != at;
            for (int j = 0; j < 3; j++) {
                p[j] = l->at[j] == 4 * k ? (float)n : p[j];
            }
            at = end;
        }
        if (good) {
            add_point(s, p, out);
        }
    }
    talloc_free(text);
    return good || wrong(s, in, path, "the file ends before its last point");
}

static bool read_points(struct survey *s, void *ctx, struct stream *in, str path,
    const struct layout *l, struct cloud *out)
{
    bool fits = l->stride > 0 && l->stride <= PIECE;
    for (int i = 0; i < 3 && !l->is_text; i++) {
        fits &= l->at[i] + l->width <= l->stride;
    }
    if (l->points > MOST_POINTS || !fits) {
        return wrong(s, in, path, "it says to have more points, or wider ones, than a cloud has");
    }
    if (!l->is_text && !l->only_count && l->points > (in->bytes - in->at) / l->stride) {
        return wrong(s, in, path, "it says to have more points than there are bytes");
    }
    *out = (struct cloud){.n = l->points};
    bool good = true;
    if (!l->only_count) {
        out->n = 0;
        out->xyz = mem_alloc(ctx, (size_t)(l->points ? l->points : 1) * 3 * sizeof *out->xyz);
        good = l->is_text ? read_text(s, in, path, l, out) : read_binary(s, in, path, l, out);
    }
    if (good) {
        stream_close(in);
    }
    return good;
}

/* --- headers --- */

/* Up to and without the line end; the line may be longer than what is kept.  False at the end. */
static bool line(struct stream *in, char to[256])
{
    str reason;
    char c = 0;
    size_t n = 0;
    bool any = false;
    while (in->at < MOST_HEADER && stream_read(in, &c, 1, &reason) == 1) {
        any = true;
        if (c == '\n') {
            break;
        }
        if (n < 255 && c != '\r') {
            to[n++] = c;
        }
    }
    to[n] = '\0';
    return any;
}

/* The next word of a line; empty at its end. */
static str word(str *rest)
{
    *rest = str_trim(*rest);
    size_t n = 0;
    while (n < rest->n && rest->p[n] != ' ' && rest->p[n] != '\t') {
        n++;
    }
    str w = str_slice(*rest, 0, n);
    *rest = str_slice(*rest, n, rest->n);
    return w;
}

struct pcd {
    uint32_t n, size[MOST_DIMS], count[MOST_DIMS];
    int xyz[3]; /* which fields; -1: none */
    char type;  /* of x: 'F', or 0 */
    uint64_t points;
};

static uint32_t numbers(str rest, uint32_t to[MOST_DIMS])
{
    uint32_t n = 0;
    for (str w = word(&rest); w.n > 0 && n < MOST_DIMS; w = word(&rest)) {
        unsigned long v = strtoul(w.p, NULL, 10); /* a line ends in a zero */
        to[n++] = v < 1024 ? (uint32_t)v : 0;
    }
    return n;
}

static void names(str rest, struct pcd *h)
{
    static const char *const axes[] = {"x", "y", "z"};
    h->n = 0;
    for (str w = word(&rest); w.n > 0 && h->n < MOST_DIMS; w = word(&rest)) {
        for (int i = 0; i < 3; i++) {
            h->xyz[i] = str_is(w, axes[i]) ? (int)h->n : h->xyz[i];
        }
        h->n++;
    }
}

/* How points lie; false when the header has no x, y and z of floats. */
static bool layout_of(const struct pcd *h, bool is_text, struct layout *out)
{
    uint64_t offset = 0;
    out->is_text = is_text;
    out->points = h->points;
    for (uint32_t i = 0; i < h->n; i++) {
        for (int k = 0; k < 3; k++) {
            if (h->xyz[k] == (int)i) {
                out->at[k] = (uint32_t)offset;
                out->width = h->size[i];
            }
        }
        offset += (is_text ? 4u : h->size[i]) * (uint64_t)h->count[i];
    }
    out->stride = offset;
    bool found = h->xyz[0] >= 0 && h->xyz[1] >= 0 && h->xyz[2] >= 0;
    return found && h->type == 'F' && (is_text || out->width == 4 || out->width == 8);
}

static bool pcd_layout(struct stream *in, struct layout *out)
{
    char text[256];
    struct pcd h = {.xyz = {-1, -1, -1}};
    for (uint32_t i = 0; i < MOST_DIMS; i++) {
        h.size[i] = 4;
        h.count[i] = 1;
    }
    while (line(in, text)) {
        str rest = str_of(text), key = word(&rest);
        if (str_is(key, "FIELDS")) {
            names(rest, &h);
        } else if (str_is(key, "SIZE")) {
            numbers(rest, h.size);
        } else if (str_is(key, "COUNT")) {
            numbers(rest, h.count);
        } else if (str_is(key, "TYPE")) {
            h.type =
                word(&rest).n > 0 ? str_trim(str_slice(str_of(text), 4, strlen(text))).p[0] : 0;
        } else if (str_is(key, "POINTS")) {
            h.points = strtoull(rest.p, NULL, 10);
        } else if (str_is(key, "DATA")) {
            str how = word(&rest);
            out->only_count = str_is(how, "binary_compressed");
            return layout_of(&h, str_is(how, "ascii"), out);
        }
    }
    return false;
}

/* After a key of the header of a .npy: the text of its value. */
static str npy_value(str header, const char *key)
{
    size_t at = str_find(header, str_of(key), 0);
    size_t colon = at == SIZE_MAX ? SIZE_MAX : str_find(header, STR(":"), at);
    return colon == SIZE_MAX ? STR("") : str_trim(str_slice(header, colon + 1, header.n));
}

static bool npy_layout(struct stream *in, struct layout *out)
{
    str reason;
    unsigned char head[12];
    char text[1024];
    if (stream_read(in, head, 8, &reason) != 8 || memcmp(head, "\x93NUMPY", 6) != 0) {
        return false;
    }
    ptrdiff_t wide = head[6] == 1 ? 2 : 4;
    if (stream_read(in, head + 8, (size_t)wide, &reason) != wide) {
        return false;
    }
    size_t n = head[8] | (size_t)head[9] << 8 |
               (wide == 4 ? (size_t)head[10] << 16 | (size_t)head[11] << 24 : 0);
    if (n >= sizeof text || stream_read(in, text, n, &reason) != (ptrdiff_t)n) {
        return false;
    }
    text[n] = '\0';
    str header = {text, n}, type = npy_value(header, "'descr'"),
        shape = npy_value(header, "'shape'");
    bool rows = str_starts(npy_value(header, "'fortran_order'"), STR("False"));
    out->width = str_starts(type, STR("'<f4'")) ? 4 : str_starts(type, STR("'<f8'")) ? 8 : 0;
    if (out->width == 0 || !rows || shape.n < 2 || shape.p[0] != '(') {
        return false;
    }
    char *end;
    out->points = strtoull(shape.p + 1, &end, 10);
    uint64_t dims = *end == ',' ? strtoull(end + 1, NULL, 10) : 0;
    out->stride = dims * out->width;
    out->at[1] = out->width;
    out->at[2] = 2 * out->width;
    return dims >= 3 && dims <= MOST_DIMS;
}

static bool bin_layout(const struct stream *in, uint32_t dims, struct layout *out)
{
    *out = (struct layout){in->bytes / 4 / dims, 4ull * dims, {0, 4, 8}, 4};
    return in->bytes % out->stride == 0;
}

bool cloud_read(struct survey *s, void *ctx, str path, uint32_t dims, struct cloud *out)
{
    struct stream in;
    struct layout l = {0};
    str reason;
    if (files_open(s->files, s->arena, path, &in, &reason) != FILE_OK) {
        return survey_refuse(s, path, reason);
    }
    s->bytes += in.bytes;
    if (str_ends(path, STR(".npy"))) {
        return npy_layout(&in, &l)
                   ? read_points(s, ctx, &in, path, &l, out)
                   : wrong(s, &in, path,
                         "it is no array of float32 or float64 with a row for each point");
    }
    if (str_ends(path, STR(".pcd"))) {
        struct plain plain = plain_begin();
        bool good = pcd_layout(&in, &l)
                        ? read_points(s, ctx, &in, path, &l, out)
                        : wrong(s, &in, path, "it has no header with x, y and z as floats");
        plain_end(&plain);
        return good;
    }
    if (!bin_layout(&in, dims, &l)) {
        return wrong(s, &in, path,
            arena_printf(s->arena,
                "its %llu bytes are no points of %u float32; --load-dim says how many a point has",
                (unsigned long long)in.bytes, dims)
                .p);
    }
    return read_points(s, ctx, &in, path, &l, out);
}

/* --- which clouds --- */

/* float32 of a point, when all files have whole points of one width and of no other. */
static uint32_t dims_of(struct survey *s)
{
    static const uint32_t known[] = {4, 5, 6};
    uint32_t found = 0, fitting = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        bool fits = true;
        for (size_t i = 0; fits && i < s->clouds.n && i < 200; i++) {
            struct stream in;
            str reason, path = s->clouds.items[i * (s->clouds.n > 200 ? s->clouds.n / 200 : 1)];
            if (str_ends(path, STR(".bin")) &&
                files_open(s->files, s->arena, path, &in, &reason) == FILE_OK) {
                fits = in.bytes % (4ull * known[k]) == 0;
                stream_close(&in);
            }
        }
        found = fits ? known[k] : found;
        fitting += fits;
    }
    return fitting == 1 ? found : 0;
}

static bool has_bins(const struct survey *s)
{
    VEC_EACH (str, path, &s->clouds) {
        if (str_ends(*path, STR(".bin"))) {
            return true;
        }
    }
    return false;
}

bool survey_clouds(struct survey *s)
{
    uint64_t n = s->clouds.n, most = s->plan.clouds && s->plan.clouds < n ? s->plan.clouds : n;
    uint32_t dims = s->plan.dims;
    if (dims == 0 && has_bins(s)) {
        dims = dims_of(s);
        if (dims == 0) {
            return survey_refuse(s, s->clouds.items[0],
                STR("it does not tell how many float32 a point has: say so with --load-dim (KITTI "
                    "4, nuScenes 5)"));
        }
    }
    s->plan.dims = dims;
    bool all = true;
    for (uint64_t i = 0; i < most; i++) {
        void *ctx = mem_context(s->ctx);
        struct cloud c;
        str path = s->clouds.items[i * n / most];
        bool good = cloud_read(s, ctx, path, dims, &c);
        if (good) {
            tally_add(&s->points, (double)c.n);
            cells_count(s, ctx, &c);
        }
        talloc_free(ctx);
        all &= good;
        if (s->progress) {
            s->progress(s->progress_data, STR("clouds"), i + 1, most);
        }
    }
    return all;
}
