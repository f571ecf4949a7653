/* What texts of projects say about PyTorch. */
#include "settings/requires.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void says(const char *text, uint32_t exact, uint32_t least, uint32_t most)
{
    struct required_torch r = requires_in(str_of(text));
    if (r.exact != exact || r.least != least || r.most != most) {
        fail_msg("%s: %u, from %u to %u", text, r.exact, r.least, r.most);
    }
}

static void requirements(void **state)
{
    (void)state;
    says("numpy\ntorch==1.9.1+cu111 torchvision==0.10.1\n", 109, 0, 0);
    says("conda create -n x python=3.8 pytorch==1.10.1 torchvision==0.11.2 cudatoolkit=11.3", 110,
        0, 0);
    says("We test with ```python=3.7.11,pytorch=1.11.0,cuda=11.3```.", 111, 0, 0);
    says("torch~=2.1.0", 201, 0, 0);
    says("torch>=1.6", 0, 106, 0);
    says("torch >= 1.6, < 2.0", 0, 106, 113);
    says("torch>=1.7,<=1.13.1 # not later", 0, 107, 113);
    says("torch<1.10", 0, 0, 109);
    says("torch==1.8.0\ntorch==2.0.0", 108, 0, 0);
    says("  - pytorch==2.1.*", 201, 0, 0);
    says("- [PyTorch](https://github.com/pytorch/pytorch) \\>= 1.9, \\<= 1.10.2", 0, 109, 110);
    says("It requires Python 3.7+, CUDA 9.2+, and PyTorch 1.8+.", 0, 108, 0);
}

static void other_words(void **state)
{
    (void)state;
    says("torchvision==0.10\ntorch-scatter==2.0\nlibtorch==1.2\nmy_torch==1.2\n", 0, 0, 0);
    says("torch\npytorch 1.8\nPyTorch 1.8+cu111", 0, 0, 0);
    says("torch==x torch== torch=", 0, 0, 0);
    says("torch==99999999999999999999.1 torch==1.999", 0, 0, 0);
    says("torch!=1.8", 0, 0, 0);
    says("", 0, 0, 0);
}

/* Each sign, what may stand around a name and a number, and the bounds of both parts. */
static void bounds(void **state)
{
    (void)state;
    says("torch=1.9", 109, 0, 0);
    says("torch=\"1.6.0\"", 106, 0, 0);
    says("torch='1.6.0'", 106, 0, 0);
    says("FROM pytorch/pytorch:1.9.0-cuda11.1", 109, 0, 0);
    says("pytorch:v1.9 pytorch: 1.9 pytorch:/1.9 pytorch:;1.9", 0, 0, 0);
    says("torch~1.9 torch!1.9", 0, 0, 0);
    says("\tTORCH\t==\t1.9", 109, 0, 0);
    says("PYTORCH==1.9", 109, 0, 0);
    says("PYTorch==1.9", 109, 0, 0);
    says("Torch==1.9", 109, 0, 0);
    says("orch==1.9", 0, 0, 0);
    says("porch==1.9 xtorch==1.9 Xtorch==1.9 5torch==1.9 -pytorch==1.9 .torch==1.9", 0, 0, 0);
    says("ptorch==1.9", 0, 0, 0);
    says("(torch==1.9)", 109, 0, 0);
    says("torch<1.13,<=1.11", 0, 0, 111);
    says("torch<1.12,<=1.13", 0, 0, 111);
    says("torch>=1.8,>=1.6", 0, 108, 0);
    says("torch>=1.6,>1.8", 0, 108, 0);
    says("torch==1", 0, 0, 0);
    says("torch==0.4", 0, 0, 0);
    says("torch==9.1", 901, 0, 0);
    says("torch==10.1", 0, 0, 0);
    says("torch==1.99", 199, 0, 0);
    says("torch==1.100", 0, 0, 0);
    says("torch<2.0", 0, 0, 113);
    says("torch<=2.0", 0, 0, 200);
    says("torch<2.1", 0, 0, 200);
    says("PyTorch 1.8+, or PyTorch 1.9+", 0, 108, 0);
    says("PyTorch 1.8+.", 0, 108, 0);
    says("PyTorch 9.99+", 0, 999, 0);
    says("PyTorch 1.100+ PyTorch 10.8+ PyTorch 0.4+ PyTorch 1+ PyTorch +", 0, 0, 0);
    says("PyTorch 1.8 +", 0, 0, 0);
    says("[PyTorch](https://pytorch.org)==1.9", 109, 0, 0);
    says("[PyTorch](https://pytorch.org\n)==1.9", 0, 0, 0);
    says("[PyTorch](https://pytorch.org ==1.9", 0, 0, 0);
    says("[PyTorch]==1.9", 0, 0, 0);
}

/* Every byte before a name, behind a name, behind a release and behind a `+`. */
static void every_byte(void **state)
{
    (void)state;
    for (int c = 1; c < 128; c++) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'),
             digit = c >= '0' && c <= '9';
        bool word = letter || digit || strchr("_-.", c);
        char text[40];
        snprintf(text, sizeof text, "%ctorch==1.9", c);
        says(text, word ? 0 : 109, 0, 0);
        snprintf(text, sizeof text, "torch%c==1.9", c);
        says(text, strchr(" \t\\:", c) && c != ':' ? 109 : 0, 0, 0);
        snprintf(text, sizeof text, "torch%c1.9", c); /* ":" of an image's tag */
        says(text, strchr("=:", c) ? 109 : 0, c == '>' ? 109 : 0, c == '<' ? 108 : 0);
        snprintf(text, sizeof text, "torch>=1.8%c<=1.9", c);
        bool on = word || strchr("+* \t\\,", c); /* of a release, a blank or a comma */
        says(text, 0, digit ? 180u + (uint32_t)(c - '0') : 108, on ? 109 : 0);
        snprintf(text, sizeof text, "PyTorch 1.8+%c", c);
        says(text, 0, word && c != '.' ? 0 : 108, 0);
    }
}

/* What the notes of a shown config say is read again. */
static void notes(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct arena *a = arena_new(ctx);
    static const struct {
        struct required_torch r;
        const char *note;
    } rows[] = {
        {{0, 0, 0, false, NULL}, ""},
        {{109, 0, 0, false, "requirements.txt"}, "# for torch==1.9 (requirements.txt)"},
        {{0, 106, 200, true, "README.md"}, "# for torch>=1.6,<=2.0 (README.md)"},
        {{0, 0, 113, true, "Dockerfile"}, "# for torch<=1.13 (Dockerfile)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        str note = requires_note(a, &rows[i].r);
        assert_true(str_is(note, rows[i].note));
        struct required_torch r = requires_noted(arena_printf(a, "# a\n%.*s", STR_ARG(note)));
        assert_int_equal(r.exact, rows[i].r.exact);
        assert_int_equal(r.least, rows[i].r.least);
        assert_int_equal(r.most, rows[i].r.most);
        assert_int_equal(r.is_guide, rows[i].r.is_guide);
        assert_true(r.from == rows[i].r.from || strcmp(r.from, rows[i].r.from) == 0);
    }
    static const char *const none[] = {"", "x = 1\n# for torch==1.9 (requirements.txt)\n",
        "\n# for torch==1.9 (requirements.txt)\n", "# for torch==1.9 requirements.txt\n",
        "#  for torch==1.9 (requirements.txt)\n", "# for torch==1.9 (elsewhere.txt)\n"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_null(requires_noted(str_of(none[i])).from);
    }
    talloc_free(ctx);
}

static void put(const char *dir, const char *name, const char *text)
{
    char path[320];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    char *slash = strchr(path + strlen(dir) + 1, '/');
    if (slash) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Which file of a project counts; the project's folder is at most twelve above. */
static void places(void **state)
{
    (void)state;
    static const char *const rows[][7] = {
        /* files and their texts; "file exact least most" */
        {"README.md", "torch==1.9", "docs/install.md", "torch>=1.6", NULL, NULL,
            "README.md 109 0 0"},
        {"README.md", "torch<2.0", "docs/install.md", "torch>=1.6", NULL, NULL,
            "docs/install.md 0 106 0"},
        {"README.md", "torch==1.9", "requirements.txt", "torch>=1.6", NULL, NULL,
            "requirements.txt 0 106 0"},
        {"README.md", "torch==1.9", "requirements.txt", "torch<1.9", NULL, NULL,
            "requirements.txt 0 0 108"},
        {"README.md", "torch<1.9", "requirements.txt", "numpy", NULL, NULL, "README.md 0 0 108"},
        {"README.md", "no word", "requirements.txt", "numpy", NULL, NULL, "none 0 0 0"},
        {"requirements/build.txt", "torch==1.8", "requirements/runtime.txt", "torch==1.7",
            "setup.py", "torch==1.6", "requirements/runtime.txt 107 0 0"},
        {"README.md", "torch==1.9", "other.md", "torch==1.8", NULL, NULL, "none 0 0 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *ctx = mem_context(NULL);
        struct arena *a = arena_new(ctx);
        char dir[64] = "/tmp/requires_XXXXXX", command[240], said[64];
        assert_non_null(mkdtemp(dir));
        for (size_t k = 0; k < 6 && rows[i][k]; k += 2) {
            put(dir, rows[i][k], rows[i][k + 1]);
        }
        if (i + 1 < sizeof rows / sizeof *rows) { /* the last one is no project */
            put(dir, "setup.py", "");
        }
        snprintf(command, sizeof command, "mkdir -p %s/configs %s/1/2/3/4/5/6/7/8/9/10/11/12/13",
            dir, dir);
        assert_int_equal(system(command), 0);
        struct files *files = files_new(ctx, &LIMITS_DEFAULT);
        assert_true(files_add_root(files, str_of(dir)));
        struct required_torch r = requires_torch(files, a, arena_printf(a, "%s/configs/a.py", dir));
        snprintf(
            said, sizeof said, "%s %u %u %u", r.from ? r.from : "none", r.exact, r.least, r.most);
        assert_string_equal(said, rows[i][6]);
        if (i == 0) {
            str deep = arena_printf(a, "%s/1/2/3/4/5/6/7/8/9/10/11/12/a.py", dir);
            assert_non_null(requires_torch(files, a, deep).from);
            str deeper = arena_printf(a, "%s/1/2/3/4/5/6/7/8/9/10/11/12/13/a.py", dir);
            assert_null(requires_torch(files, a, deeper).from);
        }
        snprintf(command, sizeof command, "rm -r %s", dir);
        assert_int_equal(system(command), 0);
        talloc_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte),
        cmocka_unit_test(bounds),
        cmocka_unit_test(notes),
        cmocka_unit_test(places),
        cmocka_unit_test(requirements),
        cmocka_unit_test(other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
