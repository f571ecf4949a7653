/* What the Python code of a project says about a class, which nobody runs. */
#include "lint/classes.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

struct project {
    void *ctx;
    char dir[64];
    struct files *files;
    struct classes *classes;
};

static void put(struct project *p, const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", p->dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void folder(struct project *p, const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", p->dir, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static const char MODELS[] = "class Base(Module):\n"
                             "    def __init__(self, width, depth=3):\n"
                             "        self.width = width  # not the height\n"
                             "        \"\"\"nor the weight\"\"\"\n"
                             "\n"
                             "@MODELS.register_module('Other')\n"
                             "class Named(Base):\n"
                             "    def __init__(self, new_width, **kwargs):\n"
                             "        super().__init__(**kwargs)\n"
                             "\n"
                             "def build_thing(size):\n"
                             "    return size\n";

static int set_up(void **state)
{
    void *ctx = mem_context(NULL);
    struct project *p = mem_zero(ctx, sizeof *p);
    *p = (struct project){.ctx = ctx, .dir = "/tmp/classes_XXXXXX"};
    assert_non_null(mkdtemp(p->dir));
    folder(p, "package");
    folder(p, "configs");
    put(p, "package/models.py", MODELS);
    put(p, "package/swallow.py",
        "\"\"\"\nclass Told: what # and \"class Told\" say\n\"\"\"\n"
        "class Takes:\n"
        "    def __init__(self, a=(1, 2), **rest):\n"
        "        pass\n"
        "    def other(self):\n"
        "        return rest\n");
    put(p, "package/far.py",
        "class Far(\n        Middle, Mixin):\n    pass\n"
        "class Middle(package.Named, metaclass=Meta): pass\n");
    put(p, "package/one.py", "class Twice:\n    size = one\n");
    put(p, "package/two.py", "class Twice:\n    size = two\n");
    put(p, "package/registered.py",
        "@A.register_module('InSingle')\nclass A1: pass\n"
        "@A.register_module(\"InDouble\")\nclass A2: pass\n"
        "@A.register_module(name='NamedSingle')\nclass A3: pass\n"
        "A.register_module(name=\"NamedDouble\", module=A3)\n"
        "@A.register_module(name=['ListFirst', \"ListSecond\", variable])\nclass A4: pass\n"
        "@A.register_module(name=('TupleFirst', 'TupleSecond'))\nclass A5: pass\n");
    put(p, "package/texts.py",
        "class Texts(Quoted):\n    \"\"\"'prose'\"\"\"\n    WAYS = ('single', \"double\", r'raw', "
        "'a.b', 'two words')\n"
        "class Quoted(Module):\n    LAST = \"of the base\"\n"
        "class Keeps:\n    def __init__(self, **rest):\n        self.way = 'kept'\n");
    put(p, "package/notes.txt", "class Noted: pass\n");
    put(p, "configs/local.py", "class Local: pass\n");
    p->files = files_new(ctx, &LIMITS_DEFAULT);
    assert_true(files_add_root(p->files, str_of(p->dir)));
    p->classes = classes_new(ctx);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct project *p = *state;
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", p->dir);
    assert_int_equal(system(command), 0);
    talloc_free(p->ctx);
    return 0;
}

static bool have(void **state, const char *name, const char *word, bool each)
{
    struct project *p = *state;
    char config[96];
    snprintf(config, sizeof config, "%s/configs/x.py", p->dir);
    uint64_t bytes;
    return classes_have(
        p->classes, p->files, str_of(config), str_of(name), str_of(word), each, &bytes);
}

static void check(void **state, const char *name, const char *word, bool want)
{
    if (have(state, name, word, false) != want) {
        fail_msg("%s: %s", name, word);
    }
}

static void names(void **state)
{
    check(state, "Base", "", true);
    check(state, "Named", "", true);
    check(state, "Other", "", true);
    check(state, "build_thing", "", true);
    check(state, "InSingle", "", true);
    check(state, "InDouble", "", true);
    check(state, "NamedSingle", "", true);
    check(state, "NamedDouble", "", true);
    check(state, "ListFirst", "", true);
    check(state, "ListSecond", "", true);
    check(state, "TupleFirst", "", true);
    check(state, "TupleSecond", "", true);
    check(state, "istFirst", "", false);
    check(state, "variable", "", false);
    check(state, "InDoubl", "", false);
    check(state, "Bas", "", false);
    check(state, "Module", "", false);
    check(state, "Noted", "", false);
    check(state, "Told", "", false); /* of in a text alone */
    check(state, "Local", "", false);
    check(state, "", "", false);
}

static void words(void **state)
{
    check(state, "Base", "width", true);
    check(state, "Base", "depth", true);
    check(state, "Base", "new_width", true); /* of the same file */
    check(state, "Base", "idth", false);
    check(state, "Base", "height", false);
    check(state, "Base", "weight", false);
    check(state, "Other", "size", true);
    check(state, "build_thing", "sizes", false);
    check(state, "build_thing", "return size", true);
}

static void what_is_inherited(void **state)
{
    check(state, "Far", "width", true);
    check(state, "Far", "height", false);
    check(state, "Takes", "anything", true);
    check(state, "Named", "anything", false);
}

/* In quotes: what the code compares with, and nothing that it could be handed. */
static void texts(void **state)
{
    check(state, "Texts", "'single'", true);
    check(state, "Texts", "'double'", true);
    check(state, "Texts", "'raw'", true);
    check(state, "Texts", "'a.b'", true);
    check(state, "Texts", "'two words'", true);
    check(state, "Texts", "'of the base'", true);
    check(state, "Texts", "'words'", false);
    check(state, "Texts", "'WAYS'", false);
    check(state, "Texts", "'prose'", false);
    check(state, "Keeps", "anything", true);
    check(state, "Keeps", "'anything'", false);
    check(state, "Keeps", "'kept'", true);
}

static void several_versions(void **state)
{
    assert_true(have(state, "Twice", "one", false));
    assert_false(have(state, "Twice", "one", true));
    assert_true(have(state, "Twice", "size", true));
    assert_false(have(state, "Twice", "three", true));
}

static void other_projects(void **state)
{
    struct project *p = *state;
    uint64_t bytes;
    assert_false(classes_have(
        p->classes, p->files, STR("/elsewhere/x.py"), STR("Base"), STR(""), false, &bytes));
    assert_false(classes_have(
        p->classes, NULL, STR("/elsewhere/x.py"), STR("Base"), STR(""), false, &bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(words),
        cmocka_unit_test(what_is_inherited),
        cmocka_unit_test(texts),
        cmocka_unit_test(several_versions),
        cmocka_unit_test(other_projects),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
