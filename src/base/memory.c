// SPDX-License-Identifier: MIT
// In: sizes. Out: zeroed, 16-byte aligned blocks from the caller's hooks or the C library.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16 };

static void *library_allocate(size_t bytes, void *user)
{
    (void)user;
    return malloc(bytes);
}

static void library_release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static TaHooks g_hooks = {library_allocate, library_release, NULL};

void ta_set_hooks(const TaHooks *hooks)
{
    if (hooks != NULL && hooks->allocate != NULL && hooks->release != NULL) {
        g_hooks = *hooks;
    } else {
        g_hooks = (TaHooks){library_allocate, library_release, NULL};
    }
}

void *ta_memory_allocate_plain(size_t bytes) { return g_hooks.allocate(bytes, g_hooks.user); }

void ta_memory_release_plain(void *memory)
{
    if (memory != NULL) {
        g_hooks.release(memory, g_hooks.user);
    }
}

void *ta_memory_allocate(size_t bytes)
{
    if (bytes > SIZE_MAX - 2 * ALIGNMENT) {
        return NULL;
    }
    // The block's own address is kept just below the aligned one.
    unsigned char *block = ta_memory_allocate_plain(bytes + 2 * ALIGNMENT);
    if (block == NULL) {
        return NULL;
    }
    unsigned char *aligned = block + 2 * ALIGNMENT - (uintptr_t)block % ALIGNMENT;
    memcpy(aligned - sizeof block, &block, sizeof block);
    memset(aligned, 0, bytes);
    return aligned;
}

void ta_memory_release(void *memory)
{
    if (memory != NULL) {
        unsigned char *block;
        memcpy(&block, (unsigned char *)memory - sizeof block, sizeof block);
        ta_memory_release_plain(block);
    }
}
