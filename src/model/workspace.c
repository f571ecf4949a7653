#include "model/workspace.h"

#include "base/sizes.h"

enum {
    VOLTA = 70,
    AMPERE = 80,     /* cuDNN may use TF32, so single precision runs on tensor cores, too */
    VECTOR = 16,     /* bytes that a thread takes at once */
    COUNTERS = 640,  /* bytes, beside partial sums: who is done with which */
    TILE = 128,      /* rows and columns of a weight's gradient that one block computes */
    HALF_TILE = 256, /* rows of it in half precision */
    MOST_SPLITS = 14,
    MOST_POINTWISE_SPLITS = 16,
    MOST_HALF_SPLITS = 13,
    SHARED_PLACES = 1 << 14, /* of the output, with all samples: fewer are not shared in half */
    MANY_SHARED_PLACES = 1 << 16,
    ALIGNED = 4,        /* places of a map, for rows of it to begin where tensor cores want */
    ROWS_IN_HALF = 128, /* of a 1 x 1 weight, and its columns, that are worth copies of the maps */
    ROWS_IN_SINGLE = 512,
    WIDE =
        2048, /* channels of one side of a 1 x 1 in single precision, with as many of the other */
    FEW_CHANNELS = 8, /* of a picture: not worth tensor cores, or padded */
    MOST_SUMS = 12,   /* times the maps that sums of samples may take, in half precision */
    OWN_SUMS = 256,   /* rows or columns of a 1 x 1 weight up to which each sample has a sum */
    NARROW = 64,      /* channels: so few that a product of matrices does not fill a tile */
    MANY_SAMPLES = 16,
    MANY_PLACES = 40000 /* of a map, with all samples */
};

static uint64_t ceil_div(int64_t a, int64_t b)
{
    return (uint64_t)((a + b - 1) / b);
}

static uint64_t bytes_of(const struct shape *s, enum dtype d)
{
    return (uint64_t)shape_elems(s) * dtype_bytes(d);
}

/* Input, output and weight once more: tensor cores want the channels last. */
static uint64_t reordered(const struct conv_shape *c)
{
    return bytes_of(&c->input, c->dtype) + bytes_of(&c->output, c->dtype) +
           bytes_of(&c->weight, c->dtype);
}

/* Copies begin where vectors do, and have whole vectors of channels. */
static int64_t vectors(int64_t channels, enum dtype d)
{
    int64_t each = VECTOR / (int64_t)dtype_bytes(d);
    return channels > 0 ? (channels + each - 1) / each * each : 0;
}

static struct conv_shape padded(const struct conv_shape *c)
{
    struct conv_shape p = *c;
    p.input.size[1] = vectors(c->input.size[1], c->dtype);
    p.output.size[1] = vectors(c->output.size[1], c->dtype);
    p.weight.size[0] = vectors(c->weight.size[0], c->dtype);
    p.weight.size[1] = vectors(c->weight.size[1], c->dtype);
    return p;
}

static uint64_t begun(uint64_t bytes)
{
    return bytes > 0 ? bytes + VECTOR : 0;
}

/* Non-fused Winograd F(4x4, 3x3): the transformed input, output and weight, 36 floats for each 4x4
 * tile and channel. */
static uint64_t winograd(const struct conv_shape *c)
{
    uint64_t n = (uint64_t)c->output.size[0], in = (uint64_t)c->input.size[1],
             out = (uint64_t)c->output.size[1];
    uint64_t tiles =
        count_mul(n, count_mul(ceil_div(c->output.size[2], 4), ceil_div(c->output.size[3], 4)));
    return count_mul(36ull * 4, count_add(count_mul(tiles, in + out), in * out));
}

/* --- up to Turing --- */

/* Explains published peaks on V100 with cudnn.benchmark off (cuDNN 7 and 8): two-dimensional 3x3
 * convolutions with stride 1, dilation 1 and one group run as Winograd in single precision, unless
 * the whole map is a single tile; all others need nothing that shows. */
static uint64_t volta(const struct graph_options *o, const struct conv_shape *c)
{
    if (c->groups != 1) {
        return 0;
    }
    if (c->dtype != DTYPE_F32) {
        return o->gpu.compute >= VOLTA && c->dims == 2 ? reordered(c) : 0;
    }
    bool plain = c->dims == 2 && !c->transposed;
    for (uint32_t i = 0; i < c->dims; i++) {
        plain &= c->kernel[i] == 3 && c->stride[i] == 1 && c->dilation[i] == 1;
    }
    plain = plain && (c->output.size[2] > 4 || c->output.size[3] > 4);
    return plain ? winograd(c) : 0;
}

/* --- from Ampere on --- */

/*
 * Measured on an H100 with cuDNN 9.19 for 1432 convolutions alone: k x k ones take copies of all
 * they touch with the channels last, in the operation's type; 1 x 1 ones are products of matrices
 * as the maps lie, and depthwise ones have kernels of their own.
 */

static bool is_pointwise(const struct conv_shape *c)
{
    bool one = true;
    for (uint32_t i = 0; i < c->dims; i++) {
        one &= c->kernel[i] == 1;
    }
    return one;
}

static bool is_strided(const struct conv_shape *c)
{
    bool strided = false;
    for (uint32_t i = 0; i < c->dims; i++) {
        strided |= c->stride[i] > 1;
    }
    return strided;
}

static bool is_depthwise(const struct conv_shape *c)
{
    return c->groups > 1 && c->groups == c->input.size[1];
}

static int64_t places_of(const struct conv_shape *c)
{
    int64_t channels = c->output.size[1];
    return channels > 0 ? shape_elems(&c->output) / channels : 0;
}

/* How many parts the gradient of a weight is summed in: as many as its tiles leave processors for;
 * in half precision fewer where there is little to sum. */
static uint64_t splits_of(const struct graph_options *o, const struct conv_shape *c, uint64_t tiles)
{
    uint64_t splits = tiles > 0 ? o->gpu.sms / tiles : 0;
    if (c->dtype == DTYPE_F32) {
        uint64_t most = is_pointwise(c) ? MOST_POINTWISE_SPLITS : MOST_SPLITS;
        return splits > most ? most : splits;
    }
    splits = splits > MOST_HALF_SPLITS ? MOST_HALF_SPLITS : splits;
    return places_of(c) < SHARED_PLACES        ? 0
           : places_of(c) < MANY_SHARED_PLACES ? splits / 2
                                               : splits;
}

/* Of each place of a kernel a tile is summed whole, in single precision. */
static int64_t tiled(int64_t channels)
{
    return channels <= TILE / 2 ? TILE / 2 : (int64_t)ceil_div(channels, TILE) * TILE;
}

static int64_t summed_elems(const struct conv_shape *c)
{
    int64_t out = c->weight.size[0], in = c->weight.size[1], elems = shape_elems(&c->weight);
    bool whole = !is_pointwise(c) && c->groups == 1 && out > 0 && in >= FEW_CHANNELS;
    return whole ? elems / out / in * tiled(out) * tiled(in) : elems;
}

/* Where tiles do not come out even, each processor has a part of one for itself. */
static uint64_t partial_sums(const struct graph_options *o, const struct conv_shape *c)
{
    int64_t rows = c->weight.size[0], elems = shape_elems(&c->weight);
    int64_t high = c->dtype == DTYPE_F32 ? TILE : HALF_TILE;
    uint64_t sms = o->gpu.sms;
    uint64_t tiles = ceil_div(rows, high) * ceil_div(rows > 0 ? elems / rows : 0, TILE);
    uint64_t splits = splits_of(o, c, tiles);
    if (splits > 1) {
        return splits * (uint64_t)summed_elems(c) * 4 + COUNTERS;
    }
    tiles = tiles <= sms ? 2 * tiles : tiles;
    bool uneven = c->dtype == DTYPE_F32 && !is_pointwise(c) && tiles > sms && tiles < 2 * sms;
    return uneven ? (uint64_t)elems * 4 / tiles * sms + COUNTERS : 0;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Is a sum for each sample, in single precision, better than maps in order? */
static bool has_own_sums(const struct conv_shape *c, bool aligned, uint64_t maps, uint64_t sums)
{
    int64_t in = c->input.size[1], out = c->output.size[1], least = least_of(in, out);
    if (c->dtype == DTYPE_F32) {
        return sums <= maps || aligned || least < OWN_SUMS;
    }
    bool few = in <= out && least < ROWS_IN_SINGLE && sums <= MOST_SUMS * maps;
    return aligned ? sums <= maps / 5 * 6 : sums <= maps || few;
}

/* A weight of 1 x 1 has a gradient from each sample; where the maps have few channels, or are not
 * aligned or in half precision and less than that, they are put in order instead. */
static uint64_t pointwise_weight(const struct conv_shape *c, bool aligned)
{
    int64_t in = c->input.size[1], out = c->output.size[1];
    int64_t samples = c->input.size[0];
    bool narrow = (in <= NARROW && out <= NARROW) || in <= NARROW / 2 ||
                  (out < NARROW / 4 && in > 0 && shape_elems(&c->input) / in > MANY_PLACES);
    uint64_t maps = begun(bytes_of(&c->input, c->dtype) + bytes_of(&c->output, c->dtype));
    uint64_t sums = count_mul((uint64_t)samples, bytes_of(&c->weight, DTYPE_F32));
    bool ordered = (narrow && c->dtype == DTYPE_F32) || !has_own_sums(c, aligned, maps, sums);
    return ordered ? maps : sums;
}

/* 1 x 1 kernels take the maps as they lie, if these are aligned; of small weights in any case. */
static struct conv_workspace pointwise(const struct graph_options *o, const struct conv_shape *c)
{
    bool single = c->dtype == DTYPE_F32;
    struct conv_shape p = single ? *c : padded(c);
    uint64_t maps = begun(bytes_of(&p.input, c->dtype) + bytes_of(&p.output, c->dtype));
    int64_t in = c->input.size[1], out = c->output.size[1], least = least_of(in, out);
    if (is_strided(c)) {
        uint64_t own = begun(bytes_of(&c->input, c->dtype) + bytes_of(&c->weight, c->dtype));
        bool whole = in % NARROW == 0 || in == NARROW / 2;
        uint64_t forward = !single || in >= ROWS_IN_SINGLE ? maps : own;
        bool few = single ? whole && out <= OWN_SUMS : in <= NARROW || (whole && in < OWN_SUMS);
        forward = few ? 0 : forward;
        return (struct conv_workspace){forward, maps, maps + partial_sums(o, c)};
    }
    int64_t places = 1; /* beyond whole vectors */
    for (uint32_t i = 0; i < c->dims; i++) {
        places = places * (c->input.size[2 + i] % ALIGNED) % ALIGNED;
    }
    bool aligned = places == 0;
    uint64_t copies = aligned || least < (single ? ROWS_IN_SINGLE : ROWS_IN_HALF) ? 0 : maps;
    bool wide = single && least >= ROWS_IN_SINGLE && (in >= WIDE || out >= WIDE);
    bool widens = out >= WIDE && (in > ROWS_IN_SINGLE || places_of(c) >= SHARED_PLACES);
    return (struct conv_workspace){wide && widens ? maps : copies,
        wide     ? maps
        : single ? copies
                 : 0,
        pointwise_weight(c, aligned)};
}

/* Channels of a picture: small kernels run as they are in single precision and forward; else they
 * are padded to four, forward in half precision alone, or to a vector where nothing is skipped. */
static struct conv_workspace picture(const struct conv_shape *c, uint64_t partial)
{
    bool small = c->kernel[0] <= 4, single = c->dtype == DTYPE_F32;
    uint64_t channels = (uint64_t)c->input.size[1];
    uint64_t as_it_is = begun(reordered(c)), one = reordered(c) - bytes_of(&c->output, c->dtype);
    uint64_t four = channels < 4 ? as_it_is - one + one / channels * 4 : as_it_is;
    uint64_t forward = single ? as_it_is : four;
    struct conv_shape whole = padded(c);
    uint64_t weight = !small ? four : is_strided(c) ? as_it_is : begun(reordered(&whole));
    return (struct conv_workspace){.forward = small ? 0 : forward,
        .data = small && single ? 0 : four,
        .weight = small && single ? 0 : weight + partial};
}

/* Kernels of depthwise ones take the maps as they lie, but for small windows on few channels of
 * many samples in half precision. */
static uint64_t depthwise_weight(const struct conv_shape *c)
{
    int64_t channels = c->input.size[1], window = c->kernel[0];
    bool square = c->dims == 2 && window == c->kernel[1];
    bool small = window == 3 || (window == 5 && channels > NARROW / 2);
    bool ordered = c->dtype != DTYPE_F32 && !is_strided(c) && square && small &&
                   channels < OWN_SUMS && c->input.size[0] >= MANY_SAMPLES;
    return ordered ? begun(reordered(c)) : 0;
}

/* From few channels to more, the output is written as it has to lie. */
static struct conv_workspace ampere(const struct graph_options *o, const struct conv_shape *c)
{
    if (is_depthwise(c)) {
        return (struct conv_workspace){.weight = depthwise_weight(c)};
    }
    struct conv_shape whole = padded(c);
    uint64_t copies = begun(reordered(c->groups == 1 ? &whole : c));
    if (c->channels_last) { /* only the weight is put in order */
        uint64_t weight = bytes_of(&c->weight, c->dtype);
        uint64_t own = is_pointwise(c) ? 0 : weight;
        return (struct conv_workspace){own, own, own + partial_sums(o, c)};
    }
    if (is_pointwise(c) && c->groups == 1 && !c->transposed) {
        return pointwise(o, c);
    }
    uint64_t partial = partial_sums(o, c);
    if (c->groups == 1 && !c->transposed && c->dims == 2 && c->input.size[1] > 0 &&
        c->input.size[1] < FEW_CHANNELS) {
        return picture(c, partial);
    }
    int64_t in = c->input.size[1], out = c->output.size[1];
    bool few = in == NARROW || (in == NARROW / 2 && is_strided(c));
    bool as_it_lies = c->dtype == DTYPE_F32 && !c->transposed && few && in < out;
    uint64_t forward = as_it_lies ? copies - bytes_of(&whole.output, c->dtype) : copies;
    return (struct conv_workspace){forward, copies, copies + partial};
}

struct conv_workspace workspace_conv(const struct graph_options *o, const struct conv_shape *c)
{
    if (o->gpu.compute >= AMPERE) {
        return ampere(o, c);
    }
    uint64_t all = volta(o, c);
    return (struct conv_workspace){all, all, all};
}

uint64_t workspace_conv_most(const struct graph_options *o, const struct conv_shape *c)
{
    struct conv_workspace w = workspace_conv(o, c);
    uint64_t most = w.forward > w.data ? w.forward : w.data;
    uint64_t other = o->gpu.compute >= AMPERE ? volta(o, c) : 0;
    most = most > w.weight ? most : w.weight;
    return most > other ? most : other;
}

/* --- sums --- */

enum {
    VECTORIZED_SUMS = 107, /* PyTorch from which a thread sums several results at a time */
    WARP = 32,
    MOST_THREADS = 512, /* of a block */
    FEWEST_VALUES = 16, /* for a thread to be worth while */
    MOST_VALUES = 256
};

static uint64_t power_below(uint64_t n, uint64_t most)
{
    uint64_t p = 1;
    while (2 * p <= n && 2 * p <= most) {
        p *= 2;
    }
    return p;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t parts(uint64_t n, uint64_t size)
{
    return (n + size - 1) / size;
}

/*
 * Where results lie side by side, a block sums some rows of them, and as many blocks share a result
 * as the GPU can hold; their sums meet in a buffer of single precision, which has room for a whole
 * block's width for each result (ATen/native/cuda/Reduce.cuh, setReduceConfig and
 * global_memory_size).  Equal to the buffers that were traced on an H100.
 */
uint64_t workspace_sum(
    const struct graph_options *o, uint64_t rows, uint64_t outputs, uint64_t width)
{
    uint64_t vector = o->torch < VECTORIZED_SUMS ? 1 : width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
    uint64_t threads = MOST_THREADS / vector;
    uint64_t across = power_below(width / vector, threads), down = power_below(rows, threads);
    uint64_t block_width = least(across, WARP);
    uint64_t block_height = least(down, threads / block_width);
    block_width = least(across, threads / block_height);
    bool shared = rows >= block_height * FEWEST_VALUES || rows >= MOST_VALUES;
    uint64_t values = shared ? parts(rows, block_height) : rows;
    uint64_t step = shared ? block_width : block_width * block_height;
    uint64_t grid = parts(outputs / vector, step);
    uint64_t target = (uint64_t)o->gpu.sms * (o->gpu.sm_threads / (block_width * block_height));
    if (!shared || values < MOST_VALUES || grid == 0 || grid > target) {
        return 0;
    }
    uint64_t blocks = least(parts(target, grid), parts(values, FEWEST_VALUES));
    uint64_t needed = parts(values, MOST_VALUES);
    blocks = blocks > needed ? blocks : needed;
    return blocks > 1 ? 4 * outputs * blocks * block_width * vector : 0;
}
