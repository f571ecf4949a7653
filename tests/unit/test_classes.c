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
    char far[200];
    snprintf(far, sizeof far, "cfg.%075d.near cfg.%076d.far\n", 0, 0);
    put(p, "long.py", far);
    put(p, "script.py",
        "keys = ['quoted', \"second\", 'half\"]\nx.pop('popped')\nbare\n"
        "cfg.attribute; config.data.below\ncfg.assigned= 1\nother.others\n"
        "'--cfg-options data.train.ann_file=x' ' plain=1' ' data.equal==1'\n");
    put(p, "two.py", "a = 'quoted'\nb = \"elsewhere\"\n");
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
    uint64_t bytes, again;
    bool found = classes_have(
        p->classes, p->files, str_of(config), str_of(name), str_of(word), each, &bytes);
    assert_int_equal(found, classes_have(p->classes, p->files, str_of(config), str_of(name),
                                str_of(word), each, &again));
    assert_int_equal(bytes, again); /* an answer that is kept costs the same */
    return found;
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

/* Folders below each other, classes above each other, bases of one class, files of one name. */
static void put_bounds(void **state)
{
    struct project *p = *state;
    char dir[64] = "deep", name[96], text[256];
    folder(p, dir);
    for (int i = 2; i <= 10; i++) {
        snprintf(name, sizeof name, "%s/in%d.py", dir, i);
        snprintf(text, sizeof text, "class In%d: pass\n", i);
        put(p, name, text);
        snprintf(dir + strlen(dir), sizeof dir - strlen(dir), "/%d", i);
        folder(p, dir);
    }
    snprintf(name, sizeof name, "%s/in11.py", dir);
    put(p, name, "class In11: pass\n");
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "package/above%d.py", i);
        snprintf(text, sizeof text, "class Above%d(Above%d):\n    word = word%d\n", i, i + 1, i);
        put(p, name, text);
    }
    strcpy(text, "class Wide(");
    for (int i = 0; i < 17; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "B%d, ", i);
        snprintf(name, sizeof name, "package/b%d.py", i);
        put(p, name, i < 15 ? "" : i == 15 ? "class B15: v = sixteen\n" : "class B16: v = more\n");
    }
    strcat(text, "): pass\n");
    put(p, "package/wide.py", text);
    folder(p, "many");
    for (int i = 0; i < 202; i++) {
        snprintf(name, sizeof name, "many/m%03d.py", i);
        snprintf(text, sizeof text, "class Many: v = many%d\n", i);
        put(p, name, text);
    }
    put(p, "package/lines.py",
        "@A.register_module(['OnOne', 'OnOneToo',\n 'OnNext'])\nclass L1: pass\n"
        "@A.register_module(name=('Closed'), force='NoName')\nclass L2: pass\n");
}

static void bounds(void **state)
{
    put_bounds(state); /* nothing is read before it is asked for */
    check(state, "In10", "", true);
    check(state, "In11", "", false);
    check(state, "Above0", "word4", true);
    check(state, "Above0", "word5", false);
    check(state, "Above1", "word5", true);
    check(state, "Wide", "sixteen", true);
    check(state, "Wide", "more", false);
    check(state, "Many", "many199", true);
    check(state, "Many", "many200", false);
    check(state, "OnOne", "", true);
    check(state, "OnOneToo", "", true);
    check(state, "OnNext", "", false);
    check(state, "Closed", "", true);
    check(state, "NoName", "", false);
    char word[600]; /* a question too long to keep */
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    check(state, "Base", word, false);
}

static bool lists(void **state, const char *config, const char *const *words, const char *lead)
{
    struct project *p = *state;
    char path[96];
    str list[3];
    size_t n = 0;
    uint64_t bytes, again;
    snprintf(path, sizeof path, "%s/%s", p->dir, config);
    for (; words[n]; n++) {
        list[n] = str_of(words[n]);
    }
    bool found = classes_list(p->classes, p->files, str_of(path), list, n, str_of(lead), &bytes);
    assert_int_equal(
        found, classes_list(p->classes, p->files, str_of(path), list, n, str_of(lead), &again));
    assert_int_equal(bytes, again);
    return found;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void what_scripts_say(void **state)
{
    assert_true(lists(state, "configs/x.py", WORDS("quoted"), ""));
    assert_true(lists(state, "configs/x.py", WORDS("quoted", "second"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("second", "elsewhere"), ""));
    assert_true(lists(state, "configs/x.py", WORDS("elsewhere"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("half"), "")); /* quotes of two kinds */
    assert_false(lists(state, "configs/x.py", WORDS("bare"), ""));
    assert_true(lists(state, "configs/x.py", WORDS("popped"), "pop("));
    assert_false(lists(state, "configs/x.py", WORDS("quoted"), "pop("));
    assert_true(lists(state, "configs/x.py", WORDS("attribute"), ""));
    assert_true(lists(state, "configs/x.py", WORDS("below"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("attribut"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("assigned"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("others"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("attribute"), "pop("));
    assert_true(lists(state, "configs/x.py", WORDS("data.train.ann_file="), ""));
    assert_false(lists(state, "configs/x.py", WORDS("plain="), ""));
    assert_false(lists(state, "configs/x.py", WORDS("data.equal="), ""));
    assert_true(lists(state, "configs/x.py", WORDS("near"), ""));
    assert_false(lists(state, "configs/x.py", WORDS("far"), ""));
    /* of itself alone, of itself and another file */
    assert_false(lists(state, "script.py", WORDS("second"), ""));
    assert_true(lists(state, "script.py", WORDS("quoted"), ""));
}

static int64_t count(void **state, const char *config, const char *file, const char *word)
{
    struct project *p = *state;
    char path[96];
    uint64_t bytes;
    snprintf(path, sizeof path, "%s/%s", p->dir, config);
    return classes_count(p->classes, p->files, str_of(path), str_of(file), str_of(word), &bytes);
}

static void how_often(void **state)
{
    assert_int_equal(count(state, "configs/x.py", "script.py", "'"), 11);
    assert_int_equal(count(state, "configs/x.py", "script.py", "second"), 1);
    assert_int_equal(count(state, "configs/x.py", "package/notes.txt", "s"), 4);
    assert_int_equal(count(state, "configs/x.py", "package/notes.txt", "ss"), 2);
    assert_int_equal(count(state, "configs/x.py", "nothing.py", "a"), 0);
    assert_int_equal(count(state, "configs/x.py", "script.py", ""), 0);
    assert_int_equal(count(state, "configs/x.py", "../etc/hosts", "l"), 0);
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
        cmocka_unit_test(what_scripts_say),
        cmocka_unit_test(how_often),
        cmocka_unit_test(other_projects),
        cmocka_unit_test_setup_teardown(bounds, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
