/*
 * Traces of what an allocator was asked for, replayed: those of fixtures/traces, whose figures
 * stand in their first line, or the files that are named, whose figures are printed.
 *
 * A line is ACTION BYTES BLOCK, with tabs between and more behind: what `cfglint dump trace`
 * prints.
 *
 *   weight  made before the first step
 *   state   made in the first step, for good
 *   once    made in the first step alone
 *   alloc   made in each step
 *   free    of a block of this step, or, below 0, of the one before: that took what was left over
 *           then, of the same size
 */
#include "base/mem.h"
#include "memory/allocator.h"

#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
    STEPS = 5
};

struct event {
    char action; /* its first letter */
    uint64_t bytes;
    int64_t block;
};

struct living {
    struct event event;
    uint32_t id;
};

struct trace {
    VEC(struct event) events;
    uint64_t allocated, reserved; /* in the file's first line; 0: not there */
};

static bool read_trace(void *ctx, const char *path, struct trace *t)
{
    char line[4096], action[16];
    struct event e;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%15s %" SCNu64 " %" SCNd64, action, &e.bytes, &e.block) == 3) {
            e.action = action[0];
            vec_push(ctx, &t->events, e);
        } else if (t->events.n == 0 && t->allocated == 0) {
            sscanf(line, "# allocated %" SCNu64 " reserved %" SCNu64, &t->allocated, &t->reserved);
        }
    }
    return f && fclose(f) == 0;
}

struct player {
    void *ctx;
    struct allocator *allocator;
    VEC(struct living) living;   /* of this step */
    VEC(struct living) left;     /* of the step before */
    uint64_t rest, first, later; /* between the last two steps; most of the first, of later ones */
};

static void give_block(struct player *p, const struct event *e)
{
    for (size_t i = p->living.n; i-- > 0;) {
        if (p->living.items[i].event.block == e->block) {
            allocator_give(p->allocator, p->living.items[i].id);
            p->living.items[i] = p->living.items[--p->living.n];
            return;
        }
    }
    for (size_t i = 0; e->block < 0 && i < p->left.n; i++) {
        if (p->left.items[i].event.bytes == e->bytes && p->left.items[i].id) {
            allocator_give(p->allocator, p->left.items[i].id);
            p->left.items[i].id = 0;
            return;
        }
    }
}

static bool is_freed_later(const struct trace *t, uint64_t bytes, uint32_t *left)
{
    uint32_t n = 0;
    VEC_EACH (struct event, e, &t->events) {
        n += e->action == 'f' && e->block < 0 && e->bytes == bytes;
    }
    return (*left)++ < n;
}

/* What the next step lets go stays until then; all other names end. */
static void end_step(struct player *p, const struct trace *t)
{
    VEC_EACH (struct living, l, &p->left) {
        allocator_give(p->allocator, l->id);
    }
    p->left.n = 0;
    VEC_EACH (struct living, l, &p->living) {
        uint32_t same = 0;
        VEC_EACH (struct living, other, &p->left) {
            same += other->event.bytes == l->event.bytes;
        }
        if (is_freed_later(t, l->event.bytes, &same)) {
            vec_push(p->ctx, &p->left, *l);
        } else {
            allocator_give(p->allocator, l->id);
        }
    }
    p->living.n = 0;
}

static void play(struct player *p, const struct trace *t, int step)
{
    uint64_t *most = step == 0 ? &p->first : &p->later;
    p->rest = allocator_allocated(p->allocator);
    VEC_EACH (struct event, e, &t->events) {
        bool once = step == 0 && (e->action == 's' || e->action == 'o');
        bool takes = e->action == 'a' || once;
        uint32_t id = takes ? allocator_take(p->allocator, e->bytes) : 0;
        if (takes && e->action != 's') {
            vec_push(p->ctx, &p->living, ((struct living){*e, id}));
        } else if (e->action == 'f') {
            give_block(p, e);
        }
        uint64_t now = allocator_allocated(p->allocator);
        *most = now > *most ? now : *most;
    }
    end_step(p, t);
}

static struct player replayed(void *ctx, const struct trace *t)
{
    struct player p = {.ctx = ctx, .allocator = allocator_new(ctx, NULL)};
    VEC_EACH (struct event, e, &t->events) {
        if (e->action == 'w') {
            allocator_take(p.allocator, e->bytes);
        }
    }
    for (int i = 0; i < STEPS; i++) {
        play(&p, t, i);
    }
    return p;
}

static void fixtures(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    DIR *d = opendir("fixtures/traces");
    int n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[512];
        struct trace t = {0};
        snprintf(path, sizeof path, "fixtures/traces/%s", e->d_name);
        if (strstr(e->d_name, ".tsv") && read_trace(ctx, path, &t)) {
            const struct allocator *a = replayed(ctx, &t).allocator;
            assert_int_equal(allocator_peak_allocated(a), t.allocated);
            assert_int_equal(allocator_peak_reserved(a), t.reserved);
            n++;
        }
    }
    closedir(d);
    assert_true(n > 2);
    talloc_free(ctx);
}

/* All that a process asked for. */
static struct allocator *process(void *ctx, const struct allocator_conf *conf, FILE *f)
{
    struct allocator *a = allocator_new(ctx, conf);
    VEC(uint32_t) ids = {0};
    char line[256];
    uint64_t bytes;
    uint32_t number;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%" SCNu64 " %" SCNu32, &bytes, &number) != 2) {
            continue;
        }
        while (ids.n <= number) {
            vec_push(ctx, &ids, 0);
        }
        if (bytes > 0) {
            ids.items[number] = allocator_take(a, bytes);
        } else {
            allocator_give(a, ids.items[number]);
        }
    }
    return a;
}

/* Bytes reserved are those measured; what a block keeps for itself, up to 1 MiB, depends on the
 * addresses that the driver gives. */
static void measured_settings(void **state)
{
    (void)state;
    void *ctx = mem_context(NULL);
    const char *path = "fixtures/traces/pspnet_h100.requests";
    FILE *f = fopen(path, "r");
    char line[256], conf[128];
    uint64_t allocated, reserved;
    int n = 0;
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "conf %127s %" SCNu64 " %" SCNu64, conf, &allocated, &reserved) == 3) {
            struct allocator_conf parsed;
            str problem;
            FILE *requests = fopen(path, "r");
            assert_true(allocator_conf_parse(arena_new(ctx), str_of(conf), &parsed, &problem));
            const struct allocator *a = process(ctx, &parsed, requests);
            fclose(requests);
            assert_int_equal(allocator_peak_reserved(a), reserved);
            assert_true(allocator_peak_allocated(a) + (1 << 20) >= allocated);
            assert_true(allocator_peak_allocated(a) <= allocated + (1 << 20));
            n++;
        }
    }
    fclose(f);
    assert_int_equal(n, 4);
    talloc_free(ctx);
}

static int print_figures(const char *path)
{
    void *ctx = mem_context(NULL);
    struct trace t = {0};
    bool good = read_trace(ctx, path, &t);
    struct player p = replayed(ctx, &t);
    printf("%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", p.later,
        allocator_peak_reserved(p.allocator), p.rest, p.first);
    talloc_free(ctx);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        failed += print_figures(argv[i]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixtures), cmocka_unit_test(measured_settings)};
    return argc > 1 ? failed : cmocka_run_group_tests(tests, NULL, NULL);
}
