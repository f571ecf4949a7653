/* Annotations in JSON: images with their sizes, and objects, whatever file they lie in. */
#include "survey/inside.h"
#include "survey/json_walk.h"

enum place {
    RECORD,  /* an image, an object with the key of its image, or a sample with all its objects */
    OBJECT,  /* one of a record, with all of it or by its name alone */
    KEY,     /* of the image that an object belongs to, one of the same file */
    TOKEN,   /* the same, in whatever file */
    HAS_BOX, /* a record of nuScenes is an object */
    WIDTH,
    HEIGHT,
    SIDE,  /* x, y, width, height of a record's box */
    CROWD, /* not 0: the record, or the object in it, is none to be found */
    BOX_AREA,
    POINTS, /* of an object in a cloud */
    LABEL,  /* -1: of none of the classes, KITTI's DontCare among them */
};

static const struct json_place PLACES[] = {
    /* COCO, LVIS, Objects365; panoptic: segments */
    {"images.[]", RECORD},
    {"images.[].width", WIDTH},
    {"images.[].height", HEIGHT},
    {"annotations.[]", RECORD},
    {"annotations.[].image_id", KEY},
    {"annotations.[].bbox.[]", SIDE},
    {"annotations.[].iscrowd", CROWD},
    {"annotations.[].ignore", CROWD},
    {"annotations.[].area", BOX_AREA},
    {"annotations.[].segments_info.[]", OBJECT},
    {"annotations.[].segments_info.[].iscrowd", CROWD},
    /* mmengine: data_list, with the images of several cameras by name */
    {"data_list.[]", RECORD},
    {"data_list.[].width", WIDTH},
    {"data_list.[].height", HEIGHT},
    {"data_list.[].images.*.width", WIDTH},
    {"data_list.[].images.*.height", HEIGHT},
    {"data_list.[].instances.[]", OBJECT},
    {"data_list.[].instances.[].ignore_flag", CROWD},
    {"data_list.[].instances.[].num_lidar_pts", POINTS},
    {"data_list.[].instances.[].bbox_label_3d", LABEL},
    /* mmdet's list of images; mmdet3d's of samples */
    {"[]", RECORD},
    {"[].width", WIDTH},
    {"[].height", HEIGHT},
    {"[].ann.bboxes.[]", OBJECT},
    {"[].annos.name.[]", OBJECT},
    {"[].gt_boxes.[]", OBJECT},
    {"infos.[]", RECORD},
    {"infos.[].annos.name.[]", OBJECT},
    {"infos.[].gt_boxes.[]", OBJECT},
    /* tables of nuScenes: sample_data and sample_annotation */
    {"[].sample_token", TOKEN},
    {"[].instance_token", HAS_BOX},
    {"[].num_lidar_pts", POINTS},
};

struct reader {
    struct survey *survey;
    str path;
    uint64_t width, height, key, objects;
    uint32_t sides;
    bool in_record, in_object, has_key, is_object, holds_objects, is_none, object_is_none;
    bool any; /* of what is looked for */
    bool full;
};

static void begin(void *data, int id)
{
    struct reader *r = data;
    if (id == RECORD) {
        *r =
            (struct reader){.survey = r->survey, .path = r->path, .in_record = true, .any = r->any};
    } else if (id == OBJECT) {
        r->in_object = r->holds_objects = true;
        r->object_is_none = false;
    }
}

static bool add_objects(struct reader *r)
{
    struct survey *s = r->survey;
    bool segments = r->has_key && r->holds_objects;
    uint64_t n = segments || !r->has_key ? r->objects : r->is_object && !r->is_none ? 1 : 0;
    if (!r->has_key || segments) {
        if (n > 0) {
            histogram_add(s->ctx, &s->objects, n);
        }
        return s->objects.n < s->files->limits->data_records;
    }
    return n == 0 || key_counts_add(s->ctx, &s->keyed, r->key, s->files->limits->data_records);
}

static bool end(void *data, int id)
{
    struct reader *r = data;
    if (id == OBJECT) {
        r->objects += !r->object_is_none;
        r->in_object = false;
    }
    if (id != RECORD) {
        return true;
    }
    survey_size(r->survey, r->width, r->height);
    r->in_record = false;
    r->any |= r->width > 0 || r->is_object || r->holds_objects;
    r->full = !add_objects(r);
    return !r->full;
}

/* A side of an image in pixels; 0: none that could be one. */
static uint64_t pixels(double n)
{
    return n >= 1 && n <= 1 << 20 ? (uint64_t)n : 0;
}

static void take(void *data, int id, const struct json_scalar *v)
{
    struct reader *r = data;
    bool *none = r->in_object ? &r->object_is_none : &r->is_none;
    switch ((enum place)id) {
    case RECORD: return;
    case OBJECT: /* the name of one */
        r->holds_objects = true;
        r->objects += !str_is(v->text, "DontCare");
        return;
    case KEY:
    case TOKEN:
        r->has_key = true;
        r->key = id == KEY ? v->hash ^ (uint64_t)str_hash(r->path) << 32 : v->hash;
        return;
    case HAS_BOX: r->is_object = true; return;
    case WIDTH: r->width = v->is_number ? pixels(v->number) : 0; return;
    case HEIGHT: r->height = v->is_number ? pixels(v->number) : 0; return;
    case SIDE: /* those that are no pixel wide are left out by mmdet */
        r->is_object = true;
        *none |= r->sides++ >= 2 && v->is_number && v->number < 1;
        return;
    case BOX_AREA:
    case POINTS: *none |= v->is_number && v->number <= 0; return;
    case CROWD: *none |= v->is_number && v->number > 0; return;
    case LABEL: *none |= v->is_number && v->number < 0; return;
    }
}

static void progress(void *data, uint64_t done, uint64_t total)
{
    struct reader *r = data;
    if (r->survey->progress) {
        r->survey->progress(r->survey->progress_data, r->path, done, total);
    }
}

bool survey_json(struct survey *s, str path)
{
    struct stream in;
    str reason;
    struct reader r = {.survey = s, .path = path};
    if (files_open(s->files, s->arena, path, &in, &reason) != FILE_OK) {
        return survey_refuse(s, path, reason);
    }
    struct json_visitor v = {&r, begin, end, take, progress};
    bool good = json_walk(
        s->arena, s->files->limits, &in, PLACES, sizeof PLACES / sizeof *PLACES, &v, &reason);
    stream_close(&in);
    if (r.full) {
        reason = STR("it has more images than the limit data_records allows");
    }
    if (!good) {
        s->spoiled = true;
        return survey_refuse(s, path, reason);
    }
    s->bytes += in.bytes;
    s->annotations += r.any;
    return true;
}
