/*
 * What a data set holds, counted: the numbers that estimates assume.
 *
 * Annotations (JSON of COCO, LVIS, Objects365, mmdet, mmdet3d, nuScenes; XML of VOC), images,
 * clouds and logs are read piece by piece, so that memory does not depend on their size, but on the
 * number of images whose objects are counted (limit data_records).  Nothing is ever unpickled.
 */
#ifndef CFGLINT_SURVEY_SURVEY_H
#define CFGLINT_SURVEY_SURVEY_H

#include "diag/diag.h"
#include "survey/tally.h"
#include "text/files.h"

/* What to count in clouds: the grid of a config's model. */
struct survey_rows {       /* rows after a strided sparse convolution */
    str name;              /* of the assumption */
    int64_t in[3], out[3]; /* cells of the grids: z, y, x; of a cylinder as its range */
    int64_t kernel[3], stride[3], padding[3];
    struct tally factor; /* rows after it for each one before */
};

struct survey_grid {
    double size[3];     /* of a cell in metres: x, y, z */
    uint64_t limit;     /* cells that a network is given at the most */
    struct tally cells; /* with points, in one cloud */
};

struct survey_plan {
    bool has_range;
    /* metres: lowest x, y, z, highest; points outside do not count.  Of a cylinder: distance from
     * its axis, angle (radians), z; those outside lie in the outermost cells. */
    double range[6];
    bool cylinder;
    uint32_t dims;   /* float32 of a point in a .bin; 0: told by the sizes of the files */
    uint64_t clouds; /* as many are read, evenly spread; 0: all */
    VEC(struct survey_grid) grids;
    VEC(struct survey_rows) rows; /* in the order of the model, of the first grid */
};

struct survey {
    void *ctx;
    struct arena *arena;
    struct files *files;
    struct diags *diags;
    struct survey_plan plan;

    /* Images: sides in pixels, and the longer by the shorter one in hundredths. */
    struct histogram ratio;
    uint64_t short_least, short_most, long_least, long_most, upright;
    /* Objects of each image or sample, of those that have any. */
    struct histogram objects;
    struct key_counts keyed; /* of images and samples that are named by a key; see survey_end */
    struct tally points;     /* of a cloud, within the range */
    VEC(str) clouds;         /* files */
    struct survey_log {
        uint64_t memory_mib; /* the largest; 0: none */
        str torch, cuda, gpu;
    } log;
    /* What was read, and what not. */
    uint64_t annotations, images, logs, bytes;
    uint64_t links, pickles, unreadable;
    uint64_t refused; /* files that a diagnostic is about, or would be were there not so many */
    bool spoiled;     /* counts of a file that then turned out to be wrong are among them */
    uint64_t planned; /* files of the folder at hand */

    void *progress_data;
    /* `done` of `total` files, clouds, or bytes of one file. */
    void (*progress)(void *data, str what, uint64_t done, uint64_t total);
};

struct survey *survey_new(void *talloc_ctx, struct files *files, struct diags *diags);
/* Counts what a file or a folder holds.  False after diagnostics: of each file that cannot be used,
 * while the others are counted. */
bool survey_path(struct survey *s, str path);
/* Reads the clouds that were found, and adds up what was counted by key.  False after diagnostics.
 */
bool survey_end(struct survey *s);

#endif
