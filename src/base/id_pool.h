// SPDX-License-Identifier: MIT
// Gives objects ids of 16 bits index and 16 bits generation; an old id finds nothing.
#ifndef TA_BASE_ID_POOL_H
#define TA_BASE_ID_POOL_H

#include "three_action/base.h"

typedef struct TaIdSlot {
    void *object;         // NULL = free
    uint32_t generation;  // 1..65535
    uint32_t next_free;   // index + 1 of the next free slot, 0 = none
} TaIdSlot;

typedef struct TaIdPool {
    TaIdSlot *slots;
    uint32_t capacity;
    uint32_t used;        // slots ever used: iterate 0..used-1 and skip NULL objects
    uint32_t count;       // live objects
    uint32_t first_free;  // index + 1, 0 = none
} TaIdPool;

// 0 when memory ran out or the pool holds its most (65535).
uint32_t ta_id_pool_add(TaIdPool *pool, void *object);
void *ta_id_pool_find(const TaIdPool *pool, uint32_t id);
void ta_id_pool_remove(TaIdPool *pool, uint32_t id);
void ta_id_pool_release(TaIdPool *pool);

#endif
