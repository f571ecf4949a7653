/* The library itself: every one of its files runs, and so what it declares is there. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* unshare, chroot */
#endif

#include "base/mem.h"
#include "library/library.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* What each test begins with: the library as it is built in, of a process that may read nothing. */
struct bench {
    void *ctx;
    struct limits limits;
    struct files *files;
    struct library *l;
    struct diags *diags;
    struct arena *a;
};

static int set_up(void **state)
{
    void *ctx = mem_context(NULL);
    struct bench *b = mem_zero(ctx, sizeof *b);
    *b = (struct bench){.ctx = ctx, .limits = LIMITS_DEFAULT};
    b->files = files_new(ctx, &b->limits);
    b->l = library_new(ctx, &b->limits, b->files, NULL);
    b->diags = diags_new(ctx);
    b->a = arena_new(ctx);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    return talloc_free(b->ctx);
}

/* Adds a folder of the fixtures' library. */
static void add(struct bench *b, const char *folder)
{
    assert_true(files_add_root(b->files, STR("fixtures")));
    library_add_folder(b->l, arena_printf(b->a, "fixtures/library/%s", folder), b->diags);
}

static void test_all_files_run(void **state)
{
    struct bench *b = *state;
    assert_true(library_check(b->l, b->diags));
    assert_int_equal(b->diags->list.n, 0);
}

static void test_a_file_that_does_not_run(void **state)
{
    struct bench *b = *state;
    add(b, "broken");
    assert_false(library_check(b->l, b->diags));
    assert_int_equal(b->diags->list.n, 1);
}

static struct dict *takes(struct bench *b, const char *type)
{
    uint64_t steps;
    return library_takes(b->l, str_of(type), b->diags, &steps);
}

static void test_what_a_type_takes_is_found_once(void **state)
{
    struct bench *b = *state;
    struct dict *names = takes(b, "FPN");
    assert_non_null(names);
    assert_true(names->frozen);
    assert_non_null(dict_find_str(names, STR("out_channels")));
    assert_null(dict_find_str(names, STR("no_such_argument")));
    uint64_t steps, again;
    library_takes(b->l, STR("FPN"), b->diags, &steps);
    assert_ptr_equal(library_takes(b->l, STR("FPN"), b->diags, &again), names);
    assert_true(steps > 0 && steps == again);
    assert_null(takes(b, "NoSuchModule"));
}

/* Names of parameters, of what gets the rest of the arguments, up to twelve calls down, and keys
 * that are looked up; of each project that has the type. */
static void test_what_is_handed_on_is_taken(void **state)
{
    struct bench *b = *state;
    static const struct {
        const char *type, *takes, *takes_not;
    } types[] = {{"Handed", "a0", ""}, {"Handed", "a12", "a13"}, {"LookedUp", "by_key", "a12"},
        {"LookedUp", "make", ""}, {"LookedUp", "a14", ""}, {"Ignored", "one", "a14"},
        {"NoMore", "one", "a14"}, {"Twice", "one", ""}, {"Twice", "a13", "a0"},
        {"HeldTwice", "near", ""}, {"HeldTwice", "far", "one"}, {"Starred", "one", "no_argument"},
        {"Around", "deep", "kept"}, {"Around", "wide", "make"}};
    add(b, "handed");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct dict *names = takes(b, types[i].type);
        assert_non_null(names);
        assert_non_null(dict_find_str(names, str_of(types[i].takes)));
        assert_null(dict_find_str(names, str_of(types[i].takes_not)));
    }
    assert_null(takes(b, "Undescribed"));
    assert_int_equal(b->diags->list.n, 0);
}

/* Parts of an answer that many lists share count each time: 8 to the power of 12 are more than any
 * fuel. */
static void test_large_answers_cost_fuel(void **state)
{
    struct bench *b = *state;
    struct value out, depth = value_int(2);
    add(b, "handed");
    assert_true(library_ask(b->l, b->a, STR("handed.star"), "nested", &depth, 1, &out, b->diags));
    assert_int_equal(out.list->n, 8);
    depth = value_int(12);
    assert_false(library_ask(b->l, b->a, STR("handed.star"), "nested", &depth, 1, &out, b->diags));
}

/* What a folder declares is in place of what was asked for before it came. */
static void test_a_folder_that_comes_later(void **state)
{
    struct bench *b = *state;
    assert_null(dict_find_str(takes(b, "FPN"), STR("levels")));
    assert_null(dict_find_str(library_bare_names(b->l, LIBRARY_module), STR("PyramidOfOurOwn")));
    add(b, "later");
    assert_non_null(dict_find_str(takes(b, "FPN"), STR("levels")));
    assert_non_null(
        dict_find_str(library_bare_names(b->l, LIBRARY_module), STR("PyramidOfOurOwn")));
}

/* What is asked of a library file has to be of one shape; what is not is told, and empty. */
static void test_shapes(void **state)
{
    struct bench *b = *state;
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
    add(b, "shapes");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct diags *told = diags_new(b->ctx);
        str file = STR("folder/shapes.star");
        size_t refused = 0;
        int n = (int)library_words(b->l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].words == NOT ? 0 : all[i].words);
        assert_int_equal(told->list.n, refused += all[i].words == NOT);
        n = (int)library_rows(b->l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].rows == NOT ? 0 : all[i].rows);
        assert_int_equal(told->list.n, refused += all[i].rows == NOT);
        n = (int)library_dict(b->l, file, all[i].name, told)->n;
        assert_int_equal(n, all[i].keys == NOT ? 0 : all[i].keys);
        assert_int_equal(told->list.n, refused += all[i].keys == NOT);
        VEC_EACH (const struct diag, d, &told->list) {
            assert_true(d->fatal);
        }
    }
}

#ifdef __linux__
/* The words of a file of the library in `folder`, where `top` is all that there is; -1: nobody but
 * root may see it so. */
static int words_below(const char *top, str folder, str file)
{
    pid_t child = fork();
    if (child == 0) {
        bool may = (chroot(top) == 0 || (unshare(CLONE_NEWUSER) == 0 && chroot(top) == 0)) &&
                   chdir("/") == 0;
        void *state;
        if (!may || set_up(&state) != 0) {
            _exit(100);
        }
        struct bench *b = state;
        bool there = files_add_root(b->files, folder);
        library_add_folder(b->l, folder, b->diags);
        size_t n = library_words(b->l, file, "WORDS", b->diags)->n;
        _exit(there && b->diags->list.n == 0 ? (int)n : 101);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status) == 100 ? -1 : WEXITSTATUS(status);
}

/* A file of a library is called what it is below its folder, of `/` as of any other. */
static void test_the_folder_of_all(void **state)
{
    (void)state;
    int n = words_below("fixtures/library/shapes", STR("/"), STR("folder/shapes.star"));
    if (n < 0) {
        skip();
    }
    assert_int_equal(n, 2);
    assert_int_equal(
        words_below("fixtures/library/shapes", STR("/folder/"), STR("shapes.star")), 2);
    assert_int_equal(words_below("fixtures/library", STR("/shapes"), STR("folder/shapes.star")), 2);
}
#endif

/* A declaration is run by itself when it is asked for, and once for all of its names. */
static void test_names_of_one_call(void **state)
{
    struct bench *b = *state;
    const struct declaration *one = library_find(b->l, LIBRARY_module, STR("DCN"), b->diags);
    const struct declaration *other = library_find(b->l, LIBRARY_module, STR("DCNv1"), b->diags);
    assert_non_null(one);
    assert_non_null(other);
    assert_true(str_is(one->name, "DCN") && str_is(other->name, "DCNv1"));
    assert_ptr_equal(one->arguments, other->arguments);
    assert_ptr_equal(library_find(b->l, LIBRARY_module, STR("DCN"), b->diags), one);
    assert_null(library_find(b->l, LIBRARY_transform, STR("DCN"), b->diags));
    assert_int_equal(b->diags->list.n, 0);
}

/* A long run asks more than it keeps; what was kept first stays. */
static void test_answers_that_are_kept_have_a_limit(void **state)
{
    struct bench *b = *state;
    struct list *parts = list_new(b->a, 1000);
    for (int i = 0; i < 1000; i++) {
        list_push(
            b->a, parts, value_string(b->a, STR("a part of what the library said of a config")));
    }
    struct value v = value_of_list(parts);
    size_t before = talloc_total_size(b->l);
    for (uint64_t key = 1; key <= 2000; key++) {
        library_keep(b->l, key, &v, &(struct fuel){.steps = 7});
    }
    assert_true(talloc_total_size(b->l) < before + (20 << 20));
    const struct answer *first = library_answer(b->l, 1);
    assert_non_null(first);
    assert_int_equal(first->spent.steps, 7);
    assert_int_equal(first->value.list->n, 1000);
    assert_null(library_answer(b->l, 2000));
}

/* One answer alone is no larger than all may be: the bytes of its parts count together. */
static void test_no_answer_is_larger_than_all(void **state)
{
    struct bench *b = *state;
    uint32_t most = (16 << 20) / sizeof(struct value);
    struct list *small = list_new(b->a, 1), *large = list_new(b->a, 1);
    for (uint32_t i = 0; i < most; i++) {
        list_push(b->a, i < most / 4 ? small : large, value_int(i));
        list_push(b->a, large, value_int(i));
    }
    struct value fits = value_of_list(small), too_large = value_of_list(large);
    library_keep(b->l, 1, &too_large, &(struct fuel){.steps = 1});
    library_keep(b->l, 2, &fits, &(struct fuel){.steps = 1});
    assert_null(library_answer(b->l, 1));
    assert_int_equal(library_answer(b->l, 2)->value.list->n, most / 4);
}

/* Keys that begin at one place of the table, or would after it has grown, are told apart. */
static void test_answers_are_found_by_their_keys(void **state)
{
    struct bench *b = *state;
    enum {
        ANSWERS = 9000
    };
    assert_null(library_answer(b->l, 0));
    for (uint64_t i = 0; i < ANSWERS; i++) {
        struct value v = value_int((int64_t)i);
        assert_null(library_answer(b->l, i % 3 ? i : i << 20));
        library_keep(b->l, i % 3 ? i : i << 20, &v, &(struct fuel){.steps = i});
    }
    struct value other = value_int(-1);
    library_keep(b->l, 1, &other, &(struct fuel){.steps = 1}); /* the first one stays */
    for (uint64_t i = 0; i < ANSWERS; i++) {
        const struct answer *x = library_answer(b->l, i % 3 ? i : i << 20);
        assert_non_null(x);
        assert_int_equal(x->value.i, i);
        assert_int_equal(x->spent.steps, i);
    }
    assert_null(library_answer(b->l, ANSWERS + 1));
}

/* What holds more than plain values, at any depth, is asked again. */
static void test_answers_that_are_kept_are_plain(void **state)
{
    struct bench *b = *state;
    struct list *deep = list_new(b->a, 1), *self = list_new(b->a, 1);
    struct value values[] = {
        value_of_dict(dict_new(b->a, 1)), value_of_list(deep), value_of_list(self)};
    list_push(b->a, deep, values[0]);
    list_push(b->a, self, values[2]);
    for (uint64_t i = 0; i < sizeof values / sizeof *values; i++) {
        library_keep(b->l, i, &values[i], &(struct fuel){.steps = 1});
        assert_null(library_answer(b->l, i));
    }
    struct value text = value_string(b->a, STR("x"));
    library_keep(b->l, 9, &text, &(struct fuel){.steps = 1});
    assert_true(str_is(value_str(&library_answer(b->l, 9)->value), "x"));
}

static void test_lines_are_those_of_the_text(void **state)
{
    struct bench *b = *state;
    const struct tree *t;
    str name;
    for (uint32_t i = 0; (t = library_tree(b->l, i, &name)); i++) {
        const struct source *s = t->source, *again = source_new(b->a, name, name, s->bytes, false);
        assert_int_equal(s->n_lines, again->n_lines);
        assert_memory_equal(
            s->line_starts, again->line_starts, s->n_lines * sizeof *s->line_starts);
        assert_int_equal(source_blocks(s), source_blocks(again));
    }
}

static void test_nodes_lie_as_they_are_run(void **state)
{
    struct bench *b = *state;
    const struct tree *t;
    str name;
    for (uint32_t i = 0; (t = library_tree(b->l, i, &name)); i++) {
        for (node_id id = 1; id < t->n_nodes; id++) {
            const struct node *n = tree_node(t, id);
            assert_true(n->child == 0 || n->child == id + 1);
            assert_true(n->next == 0 || n->next > id);
        }
    }
}

/* What is described stands under its bare name with all its files, and nothing else does. */
static void test_what_is_described(void **state)
{
    struct bench *b = *state;
    const struct value *described = library_described(b->l);
    static const enum library_kind kinds[] = {
        LIBRARY_module, LIBRARY_dataset, LIBRARY_transform, LIBRARY_optimizer};
    size_t files = 0, names = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct list *all = library_names(b->l, b->a, kinds[k]);
        const struct dict *bare = library_bare_names(b->l, kinds[k]);
        for (uint32_t i = 0; i < all->n; i++) {
            str name = value_str(&all->items[i]), last = dotted_last(name);
            const struct entry *known = dict_find_str(bare, last);
            bool there = false;
            for (uint32_t n = 0; known && n < known->value.list->n; n++) {
                there |= value_is_str(&known->value.list->items[n], arena_str(b->a, name).p);
            }
            assert_true(there && dict_find_str(described->dict, last));
        }
        names += all->n;
    }
    for (uint32_t i = 0; i < described->dict->n; i++) {
        files += described->dict->entries[i].value.list->n;
    }
    assert_int_equal(files, names);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_all_files_run),
        TEST(test_a_file_that_does_not_run),
        TEST(test_a_folder_that_comes_later),
        TEST(test_answers_that_are_kept_have_a_limit),
        TEST(test_answers_that_are_kept_are_plain),
        TEST(test_answers_are_found_by_their_keys),
        TEST(test_no_answer_is_larger_than_all),
        TEST(test_lines_are_those_of_the_text),
        TEST(test_what_is_described),
        TEST(test_shapes),
#ifdef __linux__
        cmocka_unit_test(test_the_folder_of_all),
#endif
        TEST(test_names_of_one_call),
        TEST(test_nodes_lie_as_they_are_run),
        TEST(test_what_a_type_takes_is_found_once),
        TEST(test_what_is_handed_on_is_taken),
        TEST(test_large_answers_cost_fuel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
