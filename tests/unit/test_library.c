/* The library itself: every one of its files runs, and so what it declares is there. */
#include "base/mem.h"
#include "library/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_all_files_run(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct diags *diags = diags_new(ctx);
    assert_true(library_check(l, diags));
    assert_int_equal(diags->list.n, 0);
    talloc_free(ctx);
}

static void test_a_file_that_does_not_run(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct files *files = files_new(ctx, &limits);
    assert_true(files_add_root(files, STR("fixtures/library")));
    struct library *l = library_new(ctx, &limits, files, NULL);
    struct diags *diags = diags_new(ctx);
    library_add_folder(l, STR("fixtures/library/broken"), diags);
    assert_false(library_check(l, diags));
    assert_int_equal(diags->list.n, 1);
    talloc_free(ctx);
}

static struct dict *takes(struct library *l, str type, struct diags *diags)
{
    uint64_t steps;
    return library_takes(l, type, diags, &steps);
}

static void test_what_a_type_takes_is_found_once(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct diags *diags = diags_new(ctx);
    struct dict *names = takes(l, STR("FPN"), diags);
    assert_non_null(names);
    assert_true(names->frozen);
    assert_non_null(dict_find_str(names, STR("out_channels")));
    assert_null(dict_find_str(names, STR("no_such_argument")));
    uint64_t steps, again;
    library_takes(l, STR("FPN"), diags, &steps);
    assert_ptr_equal(library_takes(l, STR("FPN"), diags, &again), names);
    assert_true(steps > 0 && steps == again);
    assert_null(takes(l, STR("NoSuchModule"), diags));
    talloc_free(ctx);
}

/* Names of parameters, of what gets the rest of the arguments, up to twelve calls down, and keys
 * that are looked up; of each project that has the type. */
static void test_what_is_handed_on_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *type, *takes, *takes_not;
    } types[] = {{"Handed", "a0", ""}, {"Handed", "a12", "a13"}, {"LookedUp", "by_key", "a12"},
        {"LookedUp", "make", ""}, {"LookedUp", "a14", ""}, {"Ignored", "one", "a14"},
        {"NoMore", "one", "a14"}, {"Twice", "one", ""}, {"Twice", "a13", "a0"},
        {"HeldTwice", "near", ""}, {"HeldTwice", "far", "one"}, {"Starred", "one", "no_argument"},
        {"Around", "deep", "kept"}, {"Around", "wide", "make"}};
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct files *files = files_new(ctx, &limits);
    struct library *l = library_new(ctx, &limits, files, NULL);
    struct diags *diags = diags_new(ctx);
    files_add_root(files, STR("fixtures"));
    library_add_folder(l, STR("fixtures/library/handed"), diags);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct dict *names = takes(l, str_of(types[i].type), diags);
        assert_non_null(names);
        assert_non_null(dict_find_str(names, str_of(types[i].takes)));
        assert_null(dict_find_str(names, str_of(types[i].takes_not)));
    }
    assert_null(takes(l, STR("Undescribed"), diags));
    assert_int_equal(diags->list.n, 0);
    talloc_free(ctx);
}

/* Parts of an answer that many lists share count each time: 8 to the power of 12 are more than any
 * fuel. */
static void test_large_answers_cost_fuel(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct files *files = files_new(ctx, &limits);
    struct library *l = library_new(ctx, &limits, files, NULL);
    struct diags *diags = diags_new(ctx);
    struct arena *a = arena_new(ctx);
    struct value out, depth = value_int(2);
    files_add_root(files, STR("fixtures"));
    library_add_folder(l, STR("fixtures/library/handed"), diags);
    assert_true(library_ask(l, a, STR("handed.star"), "nested", &depth, 1, &out, diags));
    assert_int_equal(out.list->n, 8);
    depth = value_int(12);
    assert_false(library_ask(l, a, STR("handed.star"), "nested", &depth, 1, &out, diags));
    talloc_free(ctx);
}

/* What a folder declares is in place of what was asked for before it came. */
static void test_a_folder_that_comes_later(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct files *files = files_new(ctx, &limits);
    struct library *l = library_new(ctx, &limits, files, NULL);
    struct diags *diags = diags_new(ctx);
    files_add_root(files, STR("fixtures"));
    assert_null(dict_find_str(takes(l, STR("FPN"), diags), STR("levels")));
    assert_null(dict_find_str(library_bare_names(l, LIBRARY_module), STR("PyramidOfOurOwn")));
    library_add_folder(l, STR("fixtures/library/later"), diags);
    assert_non_null(dict_find_str(takes(l, STR("FPN"), diags), STR("levels")));
    assert_non_null(dict_find_str(library_bare_names(l, LIBRARY_module), STR("PyramidOfOurOwn")));
    talloc_free(ctx);
}

/* A declaration is run by itself when it is asked for, and once for all of its names. */
/* What is asked of a library file has to be of one shape; what is not is told, and empty. */
static void test_shapes(void **state)
{
    (void)state;
    enum {
        NOT = -1
    };
    static const struct {
        const char *name;
        int words, rows, keys; /* how many there are */
    } all[] = {{"WORDS", 2, NOT, NOT}, {"TUPLE", 3, NOT, NOT}, {"EMPTY", 0, 0, NOT},
        {"BLANK", NOT, NOT, NOT}, {"FIRST", NOT, NOT, NOT}, {"LAST", NOT, NOT, NOT},
        {"TEXT", NOT, NOT, NOT}, {"DICT", NOT, NOT, 1}, {"DICTS", NOT, 2, NOT},
        {"HALF", NOT, NOT, NOT}, {"NUMBER", NOT, NOT, NOT}, {"NOTHING", NOT, NOT, NOT}};
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct files *files = files_new(ctx, &limits);
    struct library *l = library_new(ctx, &limits, files, NULL);
    files_add_root(files, STR("fixtures"));
    library_add_folder(l, STR("fixtures/library/shapes"), diags_new(ctx));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct diags *told = diags_new(ctx);
        str file = STR("folder/shapes.star");
        size_t refused = 0;
        int n = (int)library_words(l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].words == NOT ? 0 : all[i].words);
        assert_int_equal(told->list.n, refused += all[i].words == NOT);
        n = (int)library_rows(l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].rows == NOT ? 0 : all[i].rows);
        assert_int_equal(told->list.n, refused += all[i].rows == NOT);
        n = (int)library_dict(l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].keys == NOT ? 0 : all[i].keys);
        assert_int_equal(told->list.n, refused += all[i].keys == NOT);
        VEC_EACH (const struct diag, d, &told->list) {
            assert_true(d->fatal);
        }
    }
    talloc_free(ctx);
}

static void test_names_of_one_call(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct diags *diags = diags_new(ctx);
    const struct declaration *one = library_find(l, LIBRARY_module, STR("DCN"), diags);
    const struct declaration *other = library_find(l, LIBRARY_module, STR("DCNv1"), diags);
    assert_non_null(one);
    assert_non_null(other);
    assert_true(str_is(one->name, "DCN") && str_is(other->name, "DCNv1"));
    assert_ptr_equal(one->arguments, other->arguments);
    assert_ptr_equal(library_find(l, LIBRARY_module, STR("DCN"), diags), one);
    assert_null(library_find(l, LIBRARY_transform, STR("DCN"), diags));
    assert_int_equal(diags->list.n, 0);
    talloc_free(ctx);
}

/* A long run asks more than it keeps; what was kept first stays. */
static void test_answers_that_are_kept_have_a_limit(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct arena *a = arena_new(ctx);
    struct list *parts = list_new(a, 1000);
    for (int i = 0; i < 1000; i++) {
        list_push(a, parts, value_string(a, STR("a part of what the library said of a config")));
    }
    struct value v = value_of_list(parts);
    size_t before = talloc_total_size(l);
    for (uint64_t key = 1; key <= 2000; key++) {
        library_keep(l, key, &v, &(struct fuel){.steps = 7});
    }
    assert_true(talloc_total_size(l) < before + (20 << 20));
    const struct answer *first = library_answer(l, 1);
    assert_non_null(first);
    assert_int_equal(first->spent.steps, 7);
    assert_int_equal(first->value.list->n, 1000);
    assert_null(library_answer(l, 2000));
    talloc_free(ctx);
}

/* One answer alone is no larger than all may be: the bytes of its parts count together. */
static void test_no_answer_is_larger_than_all(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct arena *a = arena_new(ctx);
    uint32_t most = (16 << 20) / sizeof(struct value);
    struct list *small = list_new(a, 1), *large = list_new(a, 1);
    for (uint32_t i = 0; i < most; i++) {
        list_push(a, i < most / 4 ? small : large, value_int(i));
        list_push(a, large, value_int(i));
    }
    struct value fits = value_of_list(small), too_large = value_of_list(large);
    library_keep(l, 1, &too_large, &(struct fuel){.steps = 1});
    library_keep(l, 2, &fits, &(struct fuel){.steps = 1});
    assert_null(library_answer(l, 1));
    assert_int_equal(library_answer(l, 2)->value.list->n, most / 4);
    talloc_free(ctx);
}

/* What holds more than plain values, at any depth, is asked again. */
/* Keys that begin at one place of the table, or would after it has grown, are told apart. */
static void test_answers_are_found_by_their_keys(void **state)
{
    (void)state;
    enum {
        ANSWERS = 9000
    };
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    assert_null(library_answer(l, 0));
    for (uint64_t i = 0; i < ANSWERS; i++) {
        struct value v = value_int((int64_t)i);
        assert_null(library_answer(l, i % 3 ? i : i << 20));
        library_keep(l, i % 3 ? i : i << 20, &v, &(struct fuel){.steps = i});
    }
    struct value other = value_int(-1);
    library_keep(l, 1, &other, &(struct fuel){.steps = 1}); /* the first one stays */
    for (uint64_t i = 0; i < ANSWERS; i++) {
        const struct answer *x = library_answer(l, i % 3 ? i : i << 20);
        assert_non_null(x);
        assert_int_equal(x->value.i, i);
        assert_int_equal(x->spent.steps, i);
    }
    assert_null(library_answer(l, ANSWERS + 1));
    talloc_free(ctx);
}

static void test_answers_that_are_kept_are_plain(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct arena *a = arena_new(ctx);
    struct list *deep = list_new(a, 1), *self = list_new(a, 1);
    struct value values[] = {
        value_of_dict(dict_new(a, 1)), value_of_list(deep), value_of_list(self)};
    list_push(a, deep, values[0]);
    list_push(a, self, values[2]);
    for (uint64_t i = 0; i < sizeof values / sizeof *values; i++) {
        library_keep(l, i, &values[i], &(struct fuel){.steps = 1});
        assert_null(library_answer(l, i));
    }
    struct value text = value_string(a, STR("x"));
    library_keep(l, 9, &text, &(struct fuel){.steps = 1});
    assert_true(str_is(value_str(&library_answer(l, 9)->value), "x"));
    talloc_free(ctx);
}

static void test_lines_are_those_of_the_text(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    struct arena *a = arena_new(ctx);
    const struct tree *t;
    str name;
    for (uint32_t i = 0; (t = library_tree(l, i, &name)); i++) {
        const struct source *s = t->source, *again = source_new(a, name, name, s->bytes, false);
        assert_int_equal(s->n_lines, again->n_lines);
        assert_memory_equal(
            s->line_starts, again->line_starts, s->n_lines * sizeof *s->line_starts);
        assert_int_equal(source_blocks(s), source_blocks(again));
    }
    talloc_free(ctx);
}

static void test_nodes_lie_as_they_are_run(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    struct limits limits = LIMITS_DEFAULT;
    struct library *l = library_new(ctx, &limits, files_new(ctx, &limits), NULL);
    const struct tree *t;
    str name;
    for (uint32_t i = 0; (t = library_tree(l, i, &name)); i++) {
        for (node_id id = 1; id < t->n_nodes; id++) {
            const struct node *n = tree_node(t, id);
            assert_true(n->child == 0 || n->child == id + 1);
            assert_true(n->next == 0 || n->next > id);
        }
    }
    talloc_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_files_run),
        cmocka_unit_test(test_a_file_that_does_not_run),
        cmocka_unit_test(test_a_folder_that_comes_later),
        cmocka_unit_test(test_answers_that_are_kept_have_a_limit),
        cmocka_unit_test(test_answers_that_are_kept_are_plain),
        cmocka_unit_test(test_answers_are_found_by_their_keys),
        cmocka_unit_test(test_no_answer_is_larger_than_all),
        cmocka_unit_test(test_lines_are_those_of_the_text),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_names_of_one_call),
        cmocka_unit_test(test_nodes_lie_as_they_are_run),
        cmocka_unit_test(test_what_a_type_takes_is_found_once),
        cmocka_unit_test(test_what_is_handed_on_is_taken),
        cmocka_unit_test(test_large_answers_cost_fuel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
