// SPDX-License-Identifier: MIT
// In: counts and sizes. Out: zeroed memory in growing blocks, released together.
#include "base/arena.h"

#include <string.h>

#include "base/memory.h"

enum { ALIGNMENT = 16, SMALLEST_BLOCK = 4096 };

struct TaArenaBlock {
    TaArenaBlock *next;
    size_t capacity;
    size_t used;
    size_t padding;  // keeps what follows at a multiple of 16 on 32 and 64 bits
};

static TaArenaBlock *add_block(TaArena *arena, size_t bytes)
{
    const size_t capacity = bytes > SMALLEST_BLOCK ? bytes : SMALLEST_BLOCK;
    TaArenaBlock *block = ta_memory_allocate(sizeof(TaArenaBlock) + capacity);
    if (block != NULL) {
        block->capacity = capacity;
        block->next = arena->blocks;
        arena->blocks = block;
        arena->bytes += sizeof(TaArenaBlock) + capacity;
    }
    return block;
}

void *ta_arena_allocate(TaArena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 2) / size) {
        arena->failed = true;
        return NULL;
    }
    const size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    TaArenaBlock *block = arena->blocks;
    if (block == NULL || block->capacity - block->used < bytes) {
        block = add_block(arena, bytes);
    }
    if (block == NULL) {
        arena->failed = true;
        return NULL;
    }
    unsigned char *memory = (unsigned char *)(block + 1) + block->used;
    block->used += bytes;
    return memory;
}

char *ta_arena_text(TaArena *arena, const char *text, size_t length)
{
    char *copy = ta_arena_allocate(arena, length + 1, 1);
    if (copy != NULL && length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

void ta_arena_release(TaArena *arena)
{
    TaArenaBlock *block = arena->blocks;
    while (block != NULL) {
        TaArenaBlock *next = block->next;
        ta_memory_release(block);
        block = next;
    }
    *arena = (TaArena){0};
}
