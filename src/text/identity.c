#include "text/identity.h"

#include "base/arena.h"
#include "base/hash.h"

#include <pthread.h>

struct key {
    uint64_t device, inode;
};

struct identity {
    struct key key;
    UT_hash_handle hh;
};

struct identities {
    pthread_mutex_t lock;
    struct arena *arena;
    struct identity *all;
};

static int forget(struct identities *i)
{
    HASH_CLEAR(hh, i->all);
    pthread_mutex_destroy(&i->lock);
    return 0;
}

struct identities *identities_new(void *talloc_ctx)
{
    struct identities *i = mem_zero(talloc_ctx, sizeof *i);
    i->arena = arena_new(i);
    pthread_mutex_init(&i->lock, NULL);
    talloc_set_destructor(i, forget);
    return i;
}

static struct key key_of(const struct stat *st)
{
    return (struct key){(uint64_t)st->st_dev, (uint64_t)st->st_ino};
}

void identities_add(struct identities *i, const struct stat *st)
{
    struct key key = key_of(st);
    struct identity *it = NULL;
    pthread_mutex_lock(&i->lock);
    HASH_FIND(hh, i->all, &key, sizeof key, it);
    if (!it) {
        it = ARENA_NEW(i->arena, struct identity);
        it->key = key;
        HASH_ADD(hh, i->all, key, sizeof it->key, it);
    }
    pthread_mutex_unlock(&i->lock);
}

bool identities_have(struct identities *i, const struct stat *st)
{
    struct key key = key_of(st);
    struct identity *it = NULL;
    pthread_mutex_lock(&i->lock);
    HASH_FIND(hh, i->all, &key, sizeof key, it);
    pthread_mutex_unlock(&i->lock);
    return it != NULL;
}

bool identity_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}
