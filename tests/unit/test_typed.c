/* The typed calls of the public interface, by a program that knows the header alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfglint/cfglint.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *const TINY = "fixtures/estimate/tiny.py";

static void a_value_is_json(void **state)
{
    struct cfglint *c = cfglint_open(TINY, NULL);
    const char *json, *other;
    (void)state;
    assert_int_equal(cfglint_value(c, "model", &json), CFGLINT_CLEAN);
    assert_string_equal(json, "{\"type\":\"TinyNet\",\"channels\":64}");
    assert_int_equal(
        cfglint_value(c, "train_dataloader.dataset.pipeline.1.scale.0", &other), CFGLINT_CLEAN);
    assert_string_equal(other, "512");
    assert_string_equal(json, "{\"type\":\"TinyNet\",\"channels\":64}"); /* still there */
    assert_int_equal(cfglint_value(c, "model.depth", &other), CFGLINT_USAGE);
    assert_null(other);
    assert_non_null(strstr(cfglint_messages(c), "has no 'model.depth'"));
    cfglint_close(c);
}

static void a_setting_has_its_place(void **state)
{
    struct cfglint *c = cfglint_open(TINY, NULL);
    struct cfglint_setting s;
    (void)state;
    assert_int_equal(cfglint_setting(c, "batch", &s), CFGLINT_CLEAN);
    assert_int_equal(s.state, CFGLINT_KNOWN);
    assert_string_equal(s.json, "4");
    assert_string_equal(s.key, "train_dataloader.batch_size");
    assert_string_equal(s.file, TINY);
    assert_int_equal(s.line, 3);
    assert_int_equal(cfglint_setting(c, "accumulation", &s), CFGLINT_CLEAN);
    assert_int_equal(s.state, CFGLINT_ABSENT);
    assert_string_equal(s.json, "1");
    assert_int_equal(s.line, 0);
    assert_int_equal(cfglint_setting(c, "no_such", &s), CFGLINT_USAGE);
    cfglint_close(c);
}

static void memory_is_in_bytes(void **state)
{
    const char *const options[] = {"--target=50%", "--batch=3", "--gpu=rtx3090", NULL};
    struct cfglint *c = cfglint_open(TINY, options);
    struct cfglint_memory m;
    (void)state;
    assert_int_equal(cfglint_estimate(c, &m), CFGLINT_CLEAN);
    assert_string_equal(cfglint_messages(c), "");
    assert_int_equal(m.batch, 3);
    assert_true(m.coverage == 1);
    assert_true(m.allocated.low > 0 && m.allocated.low <= m.allocated.expected);
    assert_true(m.allocated.expected <= m.allocated.high);
    assert_true(m.allocated.expected <= m.reserved.expected);
    assert_true(m.reserved.expected < m.used.expected);
    assert_true(m.gpu_bytes == UINT64_C(24) << 30);
    assert_true(m.seconds > 0 && m.seconds < 10);
    cfglint_close(c);
}

static void a_plan_has_changes_and_their_text(void **state)
{
    const char *const options[] = {"--gpu=rtx3090", "--target=50%", NULL};
    struct cfglint *c = cfglint_open(TINY, options);
    struct cfglint_plan p;
    (void)state;
    assert_int_equal(cfglint_plan(c, &p), CFGLINT_CLEAN);
    assert_true(p.batch > 0 && p.n_changes > 0);
    assert_true(p.used.expected < UINT64_C(12) << 30);
    assert_non_null(strstr(p.text, "model = dict(type='TinyNet', channels=64)"));
    for (size_t i = 0; i < p.n_changes; i++) {
        assert_non_null(p.changes[i].key);
    }
    cfglint_close(c);
}

static void findings_have_a_place(void **state)
{
    const char *const options[] = {"--select=AMP001", NULL};
    struct cfglint *c = cfglint_open(
        "fixtures/configs/diffbev/configs/baseline/lss_swin_nuscenes_high_memory.py", options);
    const struct cfglint_finding *found;
    size_t n;
    (void)state;
    assert_int_equal(cfglint_check(c, &found, &n), CFGLINT_FINDINGS);
    assert_int_equal(n, 1);
    assert_string_equal(found->code, "AMP001");
    assert_int_equal(found->severity, CFGLINT_ERROR);
    assert_true(found->line > 0 && found->column == 1);
    assert_true(found->message[0] && found->help[0]);
    cfglint_close(c);
}

static void migrated_files_are_texts(void **state)
{
    struct cfglint *c = cfglint_open(TINY, NULL);
    const struct cfglint_file *files;
    size_t n;
    (void)state;
    assert_int_equal(cfglint_migrate(c, &files, &n), CFGLINT_CLEAN); /* it is one already */
    assert_int_equal(n, 1);
    assert_int_equal(files[0].path[0], '/');
    assert_non_null(strstr(files[0].text, "optim_wrapper"));
    cfglint_close(c);
}

static void what_cannot_be_done_has_a_reason(void **state)
{
    const char *const unknown[] = {"--no-such", NULL}, *const writes[] = {"--fix", NULL};
    struct cfglint *all[] = {cfglint_open("fixtures/estimate/none.py", NULL),
        cfglint_open(TINY, unknown), cfglint_open(TINY, writes)};
    static const char *const why[] = {"IO001", "no-such", "write nothing"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct cfglint_finding *found;
        size_t n;
        assert_int_equal(cfglint_check(all[i], &found, &n), CFGLINT_USAGE);
        if (i > 0) {
            assert_int_equal(n, 0);
            assert_non_null(strstr(cfglint_messages(all[i]), why[i]));
        }
        cfglint_close(all[i]);
    }
}

static void *estimate(void *data)
{
    struct cfglint *c = cfglint_open(TINY, NULL);
    cfglint_estimate(c, data);
    cfglint_close(c);
    return NULL;
}

static void threads_have_handles_of_their_own(void **state)
{
    enum {
        THREADS = 4
    };
    pthread_t threads[THREADS];
    struct cfglint_memory m[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, estimate, &m[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_true(m[i].used.expected > 0 && m[i].used.expected == m[0].used.expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_json),
        cmocka_unit_test(a_setting_has_its_place),
        cmocka_unit_test(memory_is_in_bytes),
        cmocka_unit_test(a_plan_has_changes_and_their_text),
        cmocka_unit_test(findings_have_a_place),
        cmocka_unit_test(migrated_files_are_texts),
        cmocka_unit_test(what_cannot_be_done_has_a_reason),
        cmocka_unit_test(threads_have_handles_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
