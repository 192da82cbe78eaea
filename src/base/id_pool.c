// SPDX-License-Identifier: MIT
// In: objects. Out: ids by value, 0 never given; freed slots are used again with a new generation.
#include "base/id_pool.h"

#include <string.h>

#include "base/memory.h"

enum { MOST_SLOTS = 65535, INDEX_MASK = 0xffff, GENERATION_SHIFT = 16 };

static bool grow(TaIdPool *pool)
{
    uint32_t capacity = pool->capacity == 0 ? 16 : pool->capacity * 2;
    if (capacity > MOST_SLOTS) {
        capacity = MOST_SLOTS;
    }
    if (capacity == pool->capacity) {
        return false;
    }
    TaIdSlot *slots = ta_memory_allocate(capacity * sizeof(TaIdSlot));
    if (slots == NULL) {
        return false;
    }
    if (pool->used > 0) {
        memcpy(slots, pool->slots, pool->used * sizeof(TaIdSlot));
    }
    ta_memory_release(pool->slots);
    pool->slots = slots;
    pool->capacity = capacity;
    return true;
}

uint32_t ta_id_pool_add(TaIdPool *pool, void *object)
{
    uint32_t index;
    if (pool->first_free != 0) {
        index = pool->first_free - 1;
        pool->first_free = pool->slots[index].next_free;
    } else {
        if (pool->used == pool->capacity && !grow(pool)) {
            return 0;
        }
        index = pool->used++;
        pool->slots[index].generation = 1;
    }
    TaIdSlot *slot = &pool->slots[index];
    slot->object = object;
    slot->next_free = 0;
    pool->count++;
    return (slot->generation << GENERATION_SHIFT) | index;
}

void *ta_id_pool_find(const TaIdPool *pool, uint32_t id)
{
    const uint32_t index = id & INDEX_MASK;
    if (index >= pool->used || pool->slots[index].generation != id >> GENERATION_SHIFT) {
        return NULL;
    }
    return pool->slots[index].object;
}

void ta_id_pool_remove(TaIdPool *pool, uint32_t id)
{
    if (ta_id_pool_find(pool, id) == NULL) {
        return;
    }
    const uint32_t index = id & INDEX_MASK;
    TaIdSlot *slot = &pool->slots[index];
    slot->object = NULL;
    slot->generation = slot->generation == INDEX_MASK ? 1 : slot->generation + 1;
    slot->next_free = pool->first_free;
    pool->first_free = index + 1;
    pool->count--;
}

void ta_id_pool_release(TaIdPool *pool)
{
    ta_memory_release(pool->slots);
    *pool = (TaIdPool){0};
}
