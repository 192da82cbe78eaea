// SPDX-License-Identifier: MIT
// FNV-1a, 64 bits (Fowler, Noll, Vo). For state hashes and content lookup, not for security.
#ifndef TA_BASE_HASH_H
#define TA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define TA_HASH_SEED 0xcbf29ce484222325ull

static inline uint64_t ta_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3ull;
    }
    return hash;
}

#endif
