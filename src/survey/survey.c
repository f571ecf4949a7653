#include "survey/inside.h"

#include "text/path.h"

enum {
    MOST_DEPTH = 8,   /* of folders in a data set */
    MOST_REFUSED = 20 /* files that are told about */
};

struct survey *survey_new(void *ctx, struct files *files, struct diags *diags)
{
    struct survey *s = mem_zero(ctx, sizeof *s);
    s->ctx = s;
    s->arena = arena_new(s);
    s->files = files;
    s->diags = diags;
    return s;
}

bool survey_refuse(struct survey *s, str path, str reason)
{
    if (s->refused++ >= MOST_REFUSED) {
        return false;
    }
    struct diag *d = diags_add(s->diags, "IO003", SEVERITY_ERROR, (struct loc){0},
        "this file of data cannot be used: %.*s", STR_ARG(reason));
    d->subject = arena_str(s->diags->arena, path);
    d->fatal = true;
    return false;
}

void survey_size(struct survey *s, uint64_t width, uint64_t height)
{
    uint64_t low = width < height ? width : height, high = width < height ? height : width;
    if (low == 0) {
        return;
    }
    bool first = s->ratio.n == 0;
    s->short_least = first || low < s->short_least ? low : s->short_least;
    s->long_least = first || high < s->long_least ? high : s->long_least;
    s->short_most = low > s->short_most ? low : s->short_most;
    s->long_most = high > s->long_most ? high : s->long_most;
    s->upright += height > width;
    histogram_add(s->ctx, &s->ratio, (100 * high + low / 2) / low);
}

/* --- kinds of files --- */

static bool ends_in(str path, const char *const *ends)
{
    str extension = path_extension(path);
    for (; *ends; ends++) {
        if (str_is_any_case(extension, *ends)) {
            return true;
        }
    }
    return false;
}

static bool is_log(str path)
{
    return str_ends(path, STR(".log")) || str_ends(path, STR(".log.json")) ||
           str_is(path_basename(path), "scalars.json");
}

static bool pickled(struct survey *s, str path)
{
    survey_refuse(s, path, STR("it is a pickle, which is a program: nothing that it says is run"));
    if (s->refused > MOST_REFUSED) {
        return false;
    }
    struct diag *d = &s->diags->list.items[s->diags->list.n - 1];
    diag_help(s->diags, d,
        "where it was made, and where you trust it: python -c \"import json, pickle, sys; "
        "json.dump(pickle.load(open(sys.argv[1], 'rb')), open(sys.argv[2], 'w'), "
        "default=lambda x: x.tolist() if hasattr(x, 'tolist') else str(x))\" infos.pkl infos.json");
    return false;
}

/* `named`: the user named it, and nothing is passed over in silence. */
static bool one_file(struct survey *s, str path, bool named)
{
    static const char *const images[] = {".jpg", ".jpeg", ".png", ".bmp", ".gif", ".webp", NULL};
    static const char *const clouds[] = {".bin", ".npy", ".pcd", NULL};
    static const char *const pickles[] = {".pkl", ".pickle", ".pth", ".pt", ".npz", NULL};
    static const char *const json[] = {".json", NULL}, *const xml[] = {".xml", NULL};
    if (is_log(path)) {
        return survey_log(s, path);
    }
    if (ends_in(path, json)) {
        return survey_json(s, path);
    }
    if (ends_in(path, xml)) {
        return survey_xml(s, path);
    }
    if (ends_in(path, images)) {
        return survey_image(s, path);
    }
    if (ends_in(path, clouds)) {
        vec_push(s->ctx, &s->clouds, arena_str(s->arena, path));
        return true;
    }
    bool pickle = ends_in(path, pickles);
    s->pickles += pickle;
    if (named && !files_has_file(s->files, path)) {
        return survey_refuse(s, path, STR("there is no such file and no such folder"));
    }
    return !named || (pickle ? pickled(s, path)
                             : survey_refuse(s, path,
                                   STR("it is no kind of file that is known; `cfglint facts "
                                       "--help` names them")));
}

/* --- folders --- */

static bool folder(struct survey *s, str dir, uint32_t depth);

static bool entry(struct survey *s, str dir, const struct name *name, uint32_t depth)
{
    str path = path_join(s->arena, dir, name->text);
    if (name->text.p[0] == '.') {
        return true;
    }
    if (name->is_dir) {
        return depth >= MOST_DEPTH || folder(s, path, depth + 1);
    }
    if (!name->is_file && !files_has_file(s->files, path)) { /* a link out, to a folder, a pipe */
        s->links++;
        return true;
    }
    return one_file(s, path, false);
}

static bool folder(struct survey *s, str dir, uint32_t depth)
{
    struct names names = {0};
    if (!files_list(s->files, s->arena, dir, &names)) {
        return survey_refuse(s, dir, STR("the folder cannot be listed"));
    }
    s->planned += names.list.n;
    if (s->planned > s->files->limits->data_records) {
        return survey_refuse(
            s, dir, STR("there are more files than the limit data_records allows"));
    }
    bool good = true;
    for (size_t i = 0; i < names.list.n; i++) {
        good &= entry(s, dir, &names.list.items[i], depth);
        if (s->progress) {
            s->progress(s->progress_data, dir, i + 1, names.list.n);
        }
    }
    vec_free(&names.list);
    return good;
}

bool survey_path(struct survey *s, str path)
{
    return files_has_dir(s->files, path) ? folder(s, path, 0) : one_file(s, path, true);
}

bool survey_end(struct survey *s)
{
    for (size_t i = 0; i < s->keyed.cap; i++) {
        if (s->keyed.slots[i].count > 0) {
            histogram_add(s->ctx, &s->objects, s->keyed.slots[i].count);
        }
    }
    talloc_free(s->keyed.slots);
    s->keyed = (struct key_counts){0};
    bool good = survey_clouds(s);
    if (s->refused > MOST_REFUSED) {
        diags_add(s->diags, "IO003", SEVERITY_ERROR, (struct loc){0},
            "%llu more files of data cannot be used",
            (unsigned long long)(s->refused - MOST_REFUSED))
            ->fatal = true;
    }
    return good;
}
