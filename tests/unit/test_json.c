#include "base/buf.h"
#include "base/mem.h"
#include "report/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena *a;

static const char *written(const struct value *v)
{
    struct buf out = buf_make(a->owner);
    struct json j = json_new(a, &out, false);
    json_object(&j, NULL);
    json_value(&j, "v", v);
    json_end_object(&j);
    return arena_str(a, buf_str(&out)).p;
}

static void values(void **state)
{
    (void)state;
    struct value v = value_float(512);
    assert_string_equal(written(&v), "{\"v\":512.0}");
    v = value_float((double)INFINITY);
    assert_string_equal(written(&v), "{\"v\":\"inf\"}");
    v = value_int(INT64_MAX);
    assert_string_equal(written(&v), "{\"v\":9223372036854775807}");
    v = value_none();
    assert_string_equal(written(&v), "{\"v\":null}");
    v = value_unknown(a, NULL, 0, "why");
    assert_string_equal(written(&v), "{\"v\":null}");
    v = value_string(a, STR("a\"b\n\xED\xA0\x80"));
    assert_string_equal(written(&v), "{\"v\":\"a\\\"b\\n\xEF\xBF\xBD\"}");
}

static void keys_that_are_no_text(void **state)
{
    (void)state;
    struct dict *d = dict_new(a, 2);
    struct value one = value_int(1), list = value_of_list(list_new(a, 1)), v;
    uint32_t hash;
    struct fuel fuel = fuel_make(&LIMITS_DEFAULT);
    list_push(a, list.list, value_bool(false));
    dict_set_str(a, d, STR("k"), list);
    v = value_of_dict(d);
    assert_string_equal(written(&v), "{\"v\":{\"k\":[false]}}");
    assert_true(value_hash(&one, &hash, &fuel));
    dict_set(a, d, &one, hash, one);
    assert_string_equal(written(&v), "{\"v\":\"{'k': [False], 1: 1}\"}");
}

static void parts(void **state)
{
    (void)state;
    struct buf out = buf_make(a->owner);
    struct json j = json_new(a, &out, true);
    json_object(&j, NULL);
    json_text(&j, "t", STR("x"));
    json_array(&j, "l");
    json_integer(&j, NULL, -3);
    json_number(&j, NULL, 0.5);
    json_number(&j, NULL, (double)NAN);
    json_bool(&j, NULL, true);
    json_end_array(&j);
    json_array(&j, "none");
    json_end_array(&j);
    json_bytes(&j, "b", UINT64_MAX);
    json_null(&j, "z");
    json_end_object(&j);
    json_end(&j);
    assert_string_equal(buf_str(&out).p,
        "{\n\t\"t\":\t\"x\",\n\t\"l\":\t[-3, 0.5, null, true],\n\t\"none\":\t[],\n"
        "\t\"b\":\t18446744073709551615,\n\t\"z\":\tnull\n}\n");
}

/* Each key of an object has its line, and none is left empty. */
static void objects_in_objects(void **state)
{
    (void)state;
    for (int pretty = 0; pretty < 2; pretty++) {
        struct buf out = buf_make(a->owner);
        struct json j = json_new(a, &out, pretty > 0);
        json_object(&j, NULL);
        json_object(&j, "a");
        json_end_object(&j);
        json_array(&j, "b");
        json_object(&j, NULL);
        json_integer(&j, "c", 1);
        json_end_object(&j);
        json_object(&j, NULL);
        json_end_object(&j);
        json_end_array(&j);
        json_end_object(&j);
        assert_string_equal(arena_str(a, buf_str(&out)).p,
            pretty ? "{\n\t\"a\":\t{\n\t},\n\t\"b\":\t[{\n\t\t\t\"c\":\t1\n\t\t}, {\n\t\t}]\n}"
                   : "{\"a\":{},\"b\":[{\"c\":1},{}]}");
    }
}

static void paths(void **state)
{
    (void)state;
    assert_string_equal(arena_str(a, uri_of(a, STR("/a b/c%.py"))).p, "file:///a%20b/c%25.py");
    assert_string_equal(arena_str(a, uri_of(a, STR("a/b.py"))).p, "a/b.py");
    struct buf out = buf_make(a->owner);
    struct json j = json_new(a, &out, false);
    json_object(&j, NULL);
    json_path(&j, STR("a\xFF.py"));
    json_end_object(&j);
    assert_string_equal(buf_str(&out).p, "{\"path\":\"a\xEF\xBF\xBD.py\",\"uri\":\"a%FF.py\"}");
}

int main(void)
{
    a = arena_new(NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(values),
        cmocka_unit_test(keys_that_are_no_text), cmocka_unit_test(parts), cmocka_unit_test(paths),
        cmocka_unit_test(objects_in_objects)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talloc_free(a);
    return failed;
}
