// SPDX-License-Identifier: MIT
// Memory that is filled while an object is built and given back at once with it.
#ifndef TA_BASE_ARENA_H
#define TA_BASE_ARENA_H

#include "three_action/base.h"

typedef struct TaArenaBlock TaArenaBlock;

typedef struct TaArena {
    TaArenaBlock *blocks;
    size_t bytes;  // taken from the hooks
    bool failed;   // an allocation failed: whatever is being built must be thrown away
} TaArena;

// Zeroed, 16-byte aligned. NULL when memory ran out; the arena remembers that it did.
void *ta_arena_allocate(TaArena *arena, size_t count, size_t size);

// A copy of length bytes with a terminator.
char *ta_arena_text(TaArena *arena, const char *text, size_t length);

void ta_arena_release(TaArena *arena);

// count objects of a type.
#define TA_ARENA_NEW(arena, type, count) \
    ((type *)ta_arena_allocate((arena), (size_t)(count), sizeof(type)))

#endif
