#include "texts.h"

#include "config/compare.h"
#include "config/write.h"

/* --- the same value --- */

static void same(void **state)
{
    (void)state;
    static const char *const values[] = {"1", "1.0", "True", "'1'", "b'1'", "[1]", "(1,)", "{1: 1}",
        "{'1': 1}", "{1}", "None", "0.0", "-0.0", "[]", "()", "{}", "10 ** 30", "float('nan')",
        "float('inf')", "[[1, 2], {'a': (3,)}]", "[[1, 2], {'a': [3]}]", "range(3)"};
    size_t n = sizeof values / sizeof *values;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            bool equal = value_same(value_of(values[i]), value_of(values[k]));
            assert_int_equal(equal, i == k); /* stricter than ==: no two of them are the same */
        }
    }
    assert_true(value_same(value_of("{'a': 1, 'b': 2}"), value_of("{'b': 2, 'a': 1}")));
    assert_false(value_same(value_of("[1, 2]"), value_of("[2, 1]")));
}

/* --- differences --- */

static const char *paths_of(const struct differences *found)
{
    struct buf b = buf_make(given.ctx);
    VEC_EACH (const struct difference, d, &found->list) {
        buf_printf(&b, "%s%s%.*s", b.n ? " " : "",
            !d->old   ? "+"
            : !d->new ? "-"
                      : "",
            STR_ARG(d->path));
    }
    return arena_str(given.a, buf_str(&b)).p;
}

static void differ(const char *old, const char *new, const char *want)
{
    struct differences found = {0};
    config_compare(given.ctx, given.a, value_of(old), value_of(new), &found);
    assert_string_equal(paths_of(&found), want);
}

static void differences(void **state)
{
    (void)state;
    differ("dict(a=1, b=dict(c=2))", "dict(b=dict(c=2), a=1)", "");
    differ("dict(a=1, b=dict(c=2, d=3))", "dict(a=1, b=dict(c=9, e=3))", "b.c -b.d +b.e");
    differ("dict(a=[1, 2, 3])", "dict(a=[1, 9, 3])", "a.1");
    differ("dict(a=[1, 2, 3])", "dict(a=[1, 2])", "a");
    differ("dict(a=[dict(x=1), dict(x=2)])", "dict(a=[dict(x=1), dict(y=2)])", "-a.1.x +a.1.y");
    differ("dict(a=[1])", "dict(a=(1,))", "a");
    differ("dict(a=1)", "dict(a=1.0)", "a");
    differ("dict(a=None)", "dict()", "-a");
    differ("{1: 2}", "{'1': 2}", "-1 +1");
}

static void differ_from_plan(
    const char *old, const char *new, const char *planned, const char *want)
{
    struct differences found = {0};
    config_compare_planned(
        given.ctx, given.a, value_of(old), value_of(new), value_of(planned), &found);
    assert_string_equal(paths_of(&found), want);
}

static void planned(void **state)
{
    (void)state;
    differ_from_plan("dict(a=1, b=2)", "dict(a=9, b=2)", "dict(a=9, b=2)", "");
    differ_from_plan("dict(a=1, b=2)", "dict(a=9, b=8)", "dict(a=9, b=2)", "b");
    differ_from_plan("dict(a=1, b=2)", "dict(a=9, b=2)", "dict(a=8, b=2)", "a");
    differ_from_plan("dict(a=1)", "dict()", "dict()", "");
    differ_from_plan("dict(a=1)", "dict()", "dict(a=2)", "-a");
    differ_from_plan("dict()", "dict(a=1)", "dict(a=1)", "");
    differ_from_plan("dict()", "dict(a=1)", "dict()", "+a");
}

/* --- one place --- */

static void put(const char *root, const char *path, const char *v, const char *want)
{
    struct value now = *value_of(root);
    const char *before = shown(&now);
    struct value old = now;
    bool done = value_put(given.a, &now, str_of(path), v ? value_of(v) : NULL);
    assert_int_equal(done, want != NULL);
    if (want) {
        assert_string_equal(shown(&now), want);
    }
    assert_string_equal(shown(&old), before); /* what was there stays as it is */
}

static void places(void **state)
{
    (void)state;
    put("dict(a=dict(b=1))", "a.b", "2", "{'a': {'b': 2}}");
    put("dict(a=dict(b=1))", "a.c.d", "2", "{'a': {'b': 1, 'c': {'d': 2}}}");
    put("dict(a=[1, dict(b=2)])", "a.1.b", "3", "{'a': [1, {'b': 3}]}");
    put("dict(a=[1, 2])", "a.0", "[3]", "{'a': [[3], 2]}");
    put("dict(a=(1, 2))", "a.1", "5", "{'a': (1, 5)}");
    put("dict(a=None)", "a.b", "1", "{'a': {'b': 1}}");
    put("dict(a=1, b=2)", "a", NULL, "{'b': 2}");
    put("dict(a=dict(b=1, c=2))", "a.c", NULL, "{'a': {'b': 1}}");
    put("dict(a=[1, 2])", "a.2", "3", NULL);
    put("dict(a=[1, 2])", "a.x", "3", NULL);
    put("dict(a=[1, 2])", "a.0", NULL, NULL);
    put("dict(a=1)", "a.b", "3", NULL);
    put("dict(a=1)", "b", NULL, NULL);
    put("{1: 2}", "1", "3", NULL); /* a key that looks like it */
}

/* --- templates --- */

static void filled(const char *text, const char *want)
{
    const struct source *s =
        source_new(given.a, STR("x.py"), STR("/folder/x.y.py"), str_of(text), true);
    struct template out;
    str problem = STR("");
    span at;
    assert_true(template_fill(given.a, &given.limits, s, NULL, &out, &problem, &at));
    assert_string_equal(arena_str(given.a, out.text).p, want);
    for (uint32_t i = 0; i < out.text.n; i++) { /* every place leads back to one of the source */
        uint32_t from = text_map_offset(out.maps, out.n_maps, i, false);
        uint32_t to = text_map_offset(out.maps, out.n_maps, i + 1, true);
        assert_true(from <= to && to <= strlen(text));
    }
    uint32_t end = text_map_offset(out.maps, out.n_maps, (uint32_t)out.text.n, true);
    assert_int_equal(end, strlen(text));
}

static void templates(void **state)
{
    (void)state;
    filled("a = '{{ fileDirname }}'", "a = '/folder'");
    filled("a = '{{fileBasename}}'; b = '{{ fileBasenameNoExtension}}'", "a = 'x.y.py'; b = 'x.y'");
    filled("'{{fileExtname}}{{fileExtname}}' # \xC3\xA4", "'.py.py' # \xC3\xA4");
    filled("a = '{{ fileDirnames }}'", "a = '{{ fileDirnames }}'");
    filled("a = '{fileDirname}'", "a = '{fileDirname}'");
}

/* --- written, and read again --- */

static void written(void **state)
{
    (void)state;
    static const char *const values[] = {"0.1", "1e-07", "1e+16", "-0.0", "float('inf')",
        "-float('inf')", "2 ** 70", "'it\\'s \"so\"'", "'\\n\\t\\\\ \\x00 \\ud800 \u00e4'", "'yes'",
        "'1_000'", "'0o7'", "'null'", "'~'", "'12:30'", "'2020-01-01'", "'- a'", "'a: b'", "' a '",
        "'#'", "'*a'", "''", "True", "None", "[]", "{}", "[[], {}]", "dict(a=[1, dict(b=None)])",
        "{'a b': 1, 'class': 2, 'x.y': 3}"};
    static const struct {
        const char *file;
        enum write_syntax syntax;
    } forms[] = {{"text.py", WRITE_PYTHON}, {"text.yaml", WRITE_YAML}, {"text.json", WRITE_JSON}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            struct write_style style = write_style_default(forms[k].syntax);
            struct value root = value_of_dict(dict_new(given.a, 1));
            struct buf b = buf_make(given.ctx);
            str why = STR("");
            dict_set_str(given.a, root.dict, STR("x"), *value_of(values[i]));
            buf_puts(&b, k == 0 ? "x = " : "");
            style.one_line = true;
            if (write_value(
                    given.a, &b, k == 0 ? &root.dict->entries[0].value : &root, &style, &why)) {
                buf_byte(&b, '\n');
                struct config *c = config_of(forms[k].file, arena_str(given.a, buf_str(&b)).p);
                assert_false(c->failed);
                assert_string_equal(
                    shown(config_at(c, STR("x"))), shown(&root.dict->entries[0].value));
            } else {
                assert_true(why.n > 0);
                assert_int_not_equal(forms[k].syntax, WRITE_PYTHON); /* which has a text for all */
            }
        }
    }
}

static void names(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "_x1", "print", "\xC3\xA4"};
    static const char *const bad[] = {"", "1a", "a b", "a.b", "class", "None", "True", "a-b"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(write_is_name(str_of(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(write_is_name(str_of(bad[i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(differences, set_up, tear_down),
        cmocka_unit_test_setup_teardown(planned, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(templates, set_up, tear_down),
        cmocka_unit_test_setup_teardown(written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("config", tests, NULL, NULL);
}
