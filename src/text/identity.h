/*
 * Which files were read, by device and inode: whatever name a file is called by, a link or another
 * spelling, it is the same one.  Threads may share it.
 */
#ifndef CFGLINT_TEXT_IDENTITY_H
#define CFGLINT_TEXT_IDENTITY_H

#include <stdbool.h>
#include <sys/stat.h>

struct identities;

struct identities *identities_new(void *talloc_ctx);
void identities_add(struct identities *i, const struct stat *st);
bool identities_have(struct identities *i, const struct stat *st);
bool identity_same(const struct stat *a, const struct stat *b);

#endif
