#include "texts.h"

#include "survey/figures.h"
#include "survey/inside.h"
#include "survey/json_walk.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Numbers that are the same each time. */
static uint64_t drawn;

static uint64_t draw(uint64_t below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (drawn >> 33) % below;
}

/* --- counts --- */

static int by_size(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* What a histogram says of numbers, beside the sorted numbers. */
static void histogram_of(const uint64_t *values, size_t n)
{
    struct histogram h = {0};
    uint64_t *sorted = mem_zero(given.ctx, n * sizeof *sorted), sum = 0;
    for (size_t i = 0; i < n; i++) {
        histogram_add(given.ctx, &h, values[i]);
        sorted[i] = values[i];
        sum += values[i];
    }
    qsort(sorted, n, sizeof *sorted, by_size);
    assert_int_equal(h.n, n);
    assert_int_equal(h.sum, sum);
    assert_int_equal(histogram_most(&h), sorted[n - 1]);
    for (size_t i = 1; i <= n; i++) {
        assert_int_equal(histogram_largest(&h, i), sorted[n - i]);
        /* a share of i/n is met exactly by the i-th smallest, and just above it by the next one */
        assert_int_equal(histogram_quantile(&h, (double)i / (double)n), sorted[i - 1]);
        double above = ((double)i + 0.5) / (double)n;
        assert_int_equal(histogram_quantile(&h, above), sorted[i < n ? i : n - 1]);
    }
    assert_int_equal(histogram_largest(&h, n + 1), 0);
    assert_int_equal(histogram_quantile(&h, 0), sorted[0]);
}

static void histograms(void **state)
{
    (void)state;
    static const uint64_t few[] = {7, 3, 3, 0, 12, 3}, one[] = {5}, equal[] = {4, 4, 4, 4};
    uint64_t many[64];
    histogram_of(few, sizeof few / sizeof *few);
    histogram_of(one, 1);
    histogram_of(equal, 4);
    for (size_t i = 0; i < 64; i++) {
        many[i] = draw(20);
    }
    histogram_of(many, 64);
    struct histogram none = {0}, huge = {0};
    assert_int_equal(histogram_quantile(&none, 0.5), 0);
    assert_int_equal(histogram_most(&none), 0);
    histogram_add(given.ctx, &huge, UINT64_MAX);
    assert_int_equal(histogram_most(&huge), HISTOGRAM_MOST);
}

/* Beside the sums that define mean and deviation. */
static void tallies(void **state)
{
    (void)state;
    double values[100], sum = 0, squares = 0;
    struct tally t = {0};
    assert_true(tally_deviation(&t) == 0);
    for (size_t i = 0; i < 100; i++) {
        values[i] = 1e6 + (double)draw(1000) / 7 * (i % 2 ? -1 : 1);
        tally_add(&t, values[i]);
        sum += values[i];
        assert_true(i > 0 || tally_deviation(&t) == 0);
    }
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < 100; i++) {
        squares += (values[i] - sum / 100) * (values[i] - sum / 100);
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    assert_true(fabs(t.mean - sum / 100) < 1e-6);
    assert_true(fabs(tally_deviation(&t) - sqrt(squares / 99)) < 1e-6);
    assert_true(t.n == 100 && t.least == least && t.most == most);
}

static void keys(void **state)
{
    (void)state;
    struct key_counts k = {0};
    uint64_t counted[3000] = {0}, different = 0, found = 0;
    for (int i = 0; i < 20000; i++) {
        uint64_t key = draw(3000);
        different += counted[key]++ == 0;
        assert_true(
            key_counts_add(given.ctx, &k, (key + 2) << 40, UINT64_MAX)); /* whose low bits are 0 */
    }
    assert_int_equal(k.n, different);
    for (size_t i = 0; i < k.cap; i++) {
        if (k.slots[i].key) {
            assert_int_equal(k.slots[i].count, counted[(k.slots[i].key >> 40) - 2]);
            found++;
        }
    }
    assert_int_equal(found, different);
    struct key_counts few = {0};
    assert_true(key_counts_add(given.ctx, &few, 0, 2)); /* the key of a free slot is one, too */
    assert_true(key_counts_add(given.ctx, &few, 5, 2));
    assert_false(key_counts_add(given.ctx, &few, 6, 2));
    assert_true(key_counts_add(given.ctx, &few, 0, 2));
    assert_int_equal(few.n, 2);
}

/* --- JSON, piece by piece --- */

enum {
    IMAGE,
    BOX,
    LABEL
};

struct heard {
    struct buf told;
    int stop; /* at the end of so many images; 0: never */
};

static void open_at(void *data, int id)
{
    struct heard *h = data;
    buf_puts(&h->told, id == IMAGE ? "{" : id == BOX ? "[" : "?");
}

static bool close_at(void *data, int id)
{
    struct heard *h = data;
    buf_puts(&h->told, id == IMAGE ? "}" : id == BOX ? "]" : "?");
    return id != IMAGE || --h->stop != 0;
}

static void scalar_at(void *data, int id, const struct json_scalar *v)
{
    struct heard *h = data;
    if (v->is_number) {
        buf_printf(&h->told, "%d:%g ", id, v->number);
    } else {
        buf_printf(&h->told, "%d:%s%.*s ", id, v->is_text ? "'" : "", STR_ARG(v->text));
    }
}

/* Walks over a text that stands in a file, and tells what was met, or why not. */
static const char *walk_of(str text, int stop)
{
    static const struct json_place places[] = {{"images.[]", IMAGE}, {"images.[].box", BOX},
        {"images.[].box.[]", BOX}, {"images.[].labels.*.id", LABEL}};
    char folder[] = "/tmp/cfglint_survey_XXXXXX";
    assert_non_null(mkdtemp(folder));
    str path = arena_printf(given.a, "%s/x.json", folder);
    FILE *f = fopen(path.p, "wb");
    assert_true(f && fwrite(text.p, 1, text.n, f) == text.n && fclose(f) == 0);
    assert_true(files_add_root(given.files, str_of(folder)));
    struct stream in;
    str reason = STR("");
    assert_int_equal(files_open(given.files, given.a, path, &in, &reason), FILE_OK);
    struct heard h = {.told = buf_make(given.ctx), .stop = stop};
    struct json_visitor v = {&h, open_at, close_at, scalar_at, NULL};
    bool good = json_walk(given.a, &given.limits, &in, places, 4, &v, &reason);
    stream_close(&in);
    unlink(path.p);
    rmdir(folder);
    return good ? arena_str(given.a, buf_str(&h.told)).p
                : arena_printf(given.a, "! %.*s", STR_ARG(reason)).p;
}

static const char *walked(const char *text)
{
    return walk_of(str_of(text), 0);
}

static void places(void **state)
{
    (void)state;
    assert_string_equal(walked("{\"images\": [{\"box\": [1, 2.5]}, {}]}"), "{[1:1 1:2.5 ]}{}");
    assert_string_equal(walked("{\"other\": [{\"box\": [1]}], \"images\": []}"), "");
    assert_string_equal(
        walked("{\"images\": [{\"labels\": {\"a\": {\"id\": 3}, \"b\": {\"id\": true, "
               "\"no\": 4}}}]}"),
        "{2:3 2:1 }");
    assert_string_equal(
        walked("{\"images\": [{\"labels\": {\"a\": {\"id\": \"x\\\"y\"}}}]}"), "{2:'x\\\"y }");
    assert_string_equal(
        walked("{\"images\": [{\"labels\": {\"a\": {\"id\": null}, \"b\": {\"id\": NaN}}}]}"),
        "{2:null 2:NaN }");
    assert_string_equal(walked("{\"images\": [[{\"box\": [1]}], 7, \"box\"]}"), "{}0:7 0:'box ");
    assert_string_equal(
        walked("{\"images\": [{}]}\n{\"images\": [{}]}"), "{}{}"); /* one after the other */
    assert_string_equal(walk_of(STR("{\"images\": [{}, {}, {}]}"), 2), "! ");
}

static void broken(void **state)
{
    (void)state;
    assert_string_equal(walked(""), "! line 1, byte 0: the file ends where a value is expected");
    assert_string_equal(walked("[1, 2"), "! line 1, byte 5: the file ends in an array");
    assert_string_equal(walked("{\"a\": 1"), "! line 1, byte 7: the file ends in an object");
    assert_string_equal(walked("{\"a\" 1}"), "! line 1, byte 5: a ':' is missing here");
    assert_string_equal(walked("[1\n2]"), "! line 2, byte 3: a ',' or ']' is missing here");
    assert_string_equal(walked("{\"a\": 1]"), "! line 1, byte 7: a ',' or '}' is missing here");
    assert_string_equal(
        walked("{a: 1}"), "! line 1, byte 1: a key in double quotes is expected here");
    assert_string_equal(walked("[1,]"), "! line 1, byte 3: a JSON value is expected here");
    assert_string_equal(walked("[nul]"), "! line 1, byte 4: a JSON value is expected here");
    assert_string_equal(walked("\"a"), "! line 1, byte 2: the file ends in a string");
    assert_string_equal(
        walked("\"a\nb\""), "! line 1, byte 2: a control character in a string has to be escaped");
    given.limits.nesting = 3;
    assert_string_equal(walked("[[[1]]]"), "");
    assert_string_equal(
        walked("[[[[1]]]]"), "! line 1, byte 4: this is nested too deeply (limit nesting)");
}

/* What lies across the borders of the pieces that are read at a time is read as anywhere else. */
static void across_pieces(void **state)
{
    (void)state;
    static const char tail[] = "{\"images\": [{\"box\": [-12.5e1, \"a\\\\\"]}]}";
    for (size_t before = 65536 - sizeof tail; before <= 65537; before++) {
        struct buf b = buf_make(given.ctx);
        for (size_t i = 0; i < before; i++) {
            buf_byte(&b, ' ');
        }
        buf_puts(&b, tail);
        assert_string_equal(walk_of(buf_str(&b), 0), "{[1:-125 1:'a\\\\ ]}");
        buf_free(&b);
    }
}

/* Of a run that went on elsewhere the beginning counts. */
static void logs_across_pieces(void **state)
{
    (void)state;
    static const char said[] =
        "PyTorch: 1.13.1\nCUDA Runtime 11.7\nGPU 0,1: Tesla V100\n\"memory\": 12345";
    static const char later[] =
        "\nPyTorch: 2.0.0\nCUDA Runtime 12.1\nGPU 0: A100\n\"memory\": 1234";
    char folder[] = "/tmp/cfglint_survey_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_true(files_add_root(given.files, str_of(folder)));
    str path = arena_printf(given.a, "%s/x.log", folder);
    for (int before = 65536 - (int)sizeof said; before <= 65536; before++) {
        FILE *f = fopen(path.p, "wb");
        assert_true(
            f && fprintf(f, "%*s%s%*s", before, "", said, 70000, later) > before && fclose(f) == 0);
        struct survey *s = survey_new(given.ctx, given.files, given.diags);
        assert_true(survey_path(s, path));
        assert_int_equal(s->log.memory_mib, 12345);
        assert_true(str_is(s->log.torch, "1.13.1"));
        assert_true(str_is(s->log.cuda, "11.7"));
        assert_true(str_is(s->log.gpu, "Tesla V100"));
        talloc_free(s);
    }
    unlink(path.p);
    rmdir(folder);
}

/* Elements of a VOC annotation lie at most 32 deep; what is difficult is no object. */
static const char *voc_of(uint32_t depth, const char *objects)
{
    char folder[] = "/tmp/cfglint_survey_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_true(files_add_root(given.files, str_of(folder)));
    str path = arena_printf(given.a, "%s/x.xml", folder);
    FILE *f = fopen(path.p, "wb");
    assert_non_null(f);
    fprintf(f,
        "<annotation><size><width>500.0</width><height>375</height></size>"
        "<part><width>7</width></part>%s",
        objects);
    for (uint32_t i = 1; i < depth; i++) {
        fputs("<a>", f);
    }
    for (uint32_t i = 1; i < depth; i++) {
        fputs("</a>", f);
    }
    fputs("</annotation>", f);
    fclose(f);
    struct survey *s = survey_new(given.ctx, given.files, given.diags);
    bool good = survey_path(s, path);
    unlink(path.p);
    rmdir(folder);
    return good ? arena_printf(given.a, "%llu objects, %llu high, %llu wide",
                      (unsigned long long)s->objects.sum, (unsigned long long)s->short_most,
                      (unsigned long long)s->long_most)
                      .p
                : "refused";
}

static void voc(void **state)
{
    (void)state;
    static const char object[] = "<object><name>cat</name></object>",
                      hard[] = "<object><difficult>1</difficult></object>",
                      easy[] = "<object><difficult>0</difficult></object>";
    assert_string_equal(voc_of(32, object), "1 objects, 375 high, 500 wide");
    assert_string_equal(voc_of(33, object), "refused");
    str all = arena_printf(given.a, "%s%s%s%s", object, easy, hard, object);
    assert_string_equal(voc_of(1, all.p), "3 objects, 375 high, 500 wide");
    assert_string_equal(voc_of(1, hard), "0 objects, 375 high, 500 wide");
}

/* --- clouds --- */

/* Of a grid without a range: cells of one metre, of which a network is given one; and a convolution
 * of 3 x 3 x 3 over what it is given. */
static struct survey *counted(float *xyz, uint64_t n, uint64_t limit)
{
    struct survey *s = survey_new(given.ctx, given.files, given.diags);
    vec_push(s->ctx, &s->plan.grids, ((struct survey_grid){.size = {1, 1, 1}, .limit = limit}));
    vec_push(s->ctx, &s->plan.grids, ((struct survey_grid){.size = {2, 2, 2}, .limit = limit}));
    vec_push(s->ctx, &s->plan.rows,
        ((struct survey_rows){.out = {3000, 3000, 3000},
            .kernel = {3, 3, 3},
            .stride = {1, 1, 1},
            .padding = {1, 1, 1}}));
    cells_count(s, s->ctx, &(struct cloud){n, xyz});
    return s;
}

static void cells(void **state)
{
    (void)state;
    /* the first and the last lie side by side, and are looked at first */
    float points[] = {0.5f, 0.5f, 0.5f, -900.5f, -7.5f, 0.5f, 0.9f, 0.1f, 0.2f, 0.5f, 0.5f, 1.5f};
    float pair[] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 1.5f};
    struct survey *s = counted(points, 4, 1);
    assert_true(s->plan.grids.items[0].cells.most == 3);
    assert_true(s->plan.grids.items[1].cells.most == 2);
    assert_true(s->plan.rows.items[0].factor.most == 27); /* of one cell all around it */
    s = counted(pair, 2, 2);                              /* of two side by side 18 are the same */
    assert_true(s->plan.rows.items[0].factor.most == 18);
    assert_true(s->plan.grids.items[1].cells.most == 1);
}

/* --- figures --- */

static const struct figure *figure_of(const struct figures *all, const char *name)
{
    VEC_EACH (const struct figure, f, &all->list) {
        if (str_is(f->name, name)) {
            return f;
        }
    }
    return NULL;
}

static void figures(void **state)
{
    (void)state;
    struct survey *s = survey_new(given.ctx, given.files, given.diags);
    struct figures all = {0}, none = {0};
    figures_make(s, STR("here"), &none);
    assert_int_equal(none.list.n, 0);
    for (uint64_t i = 1; i <= 100; i++) { /* images with 1, 2, ... 100 objects */
        histogram_add(s->ctx, &s->objects, i);
        tally_add(&s->points, (double)(i % 2 ? 1000 : 1200));
    }
    static const double rows[] = {1, 1, 1, 3, 1, 3};
    for (int i = 0; i < 2; i++) {
        struct survey_rows r = {.name = i ? STR("few_rows") : STR("rows")};
        for (int k = 4 * i; k < (i ? 6 : 4); k++) {
            tally_add(&r.factor, rows[k]);
        }
        vec_push(s->ctx, &s->plan.rows, r);
    }
    figures_make(s, STR("here"), &all);
    const struct figure *objects = figure_of(&all, "objects"), *points = figure_of(&all, "points");
    const struct figure *partner = figure_of(&all, "partner_objects"),
                        *typical = figure_of(&all, "typical_objects");
    assert_true(objects->v[0] == 93 && objects->v[1] == 100 && objects->v[2] == 100);
    assert_true(partner->v[0] == 50 && partner->v[1] == 96 && partner->v[2] == 99);
    assert_true(typical->n == 1 && typical->v[0] == 51);
    /* two deviations above the mean, but never more than was met */
    assert_true(points->v[0] == 1100 && points->v[1] == 1200 && points->v[2] == 1200);
    /* one deviation to both sides, and never beyond what was met */
    const struct figure *few = figure_of(&all, "few_rows"), *some = figure_of(&all, "rows");
    assert_true(some->v[0] == 1 && some->v[1] == 1.5 && some->v[2] == 2.5);
    assert_true(few->v[0] == 1 && few->v[1] == 2 && few->v[2] == 3);
    assert_null(figure_of(&all, "ratio"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(histograms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tallies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(across_pieces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(logs_across_pieces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(voc, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cells, set_up, tear_down),
        cmocka_unit_test_setup_teardown(figures, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("survey", tests, NULL, NULL);
}
