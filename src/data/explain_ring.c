// SPDX-License-Identifier: MIT
// In: what fires, what triggers are used, and how time passes. Out: the last seconds, for explain.
#include "data/explain_ring.h"

TaExplainRecord ta_explain_record_make(TaRecordType type)
{
    return (TaExplainRecord){
        .type = type, .layer = -1, .transition = -1, .from = -1, .to = -1, .property = -1};
}

static uint32_t slot_of(const TaExplainRing *ring, uint32_t index)
{
    return (ring->first + index) % TA_EXPLAIN_RING_CAPACITY;
}

static TaExplainRecord record_at(const TaExplainRing *ring, uint32_t index)
{
    TaExplainRecord record = ring->records[slot_of(ring, index)];
    record.seconds_ago = ring->clock - record.seconds_ago;
    return record;
}

static void drop_oldest(TaExplainRing *ring)
{
    ring->first = slot_of(ring, 1);
    ring->count--;
}

void ta_explain_ring_age(TaExplainRing *ring, double dt)
{
    ring->clock += dt;
    while (ring->count > 0 && record_at(ring, 0).seconds_ago > TA_EXPLAIN_RING_SECONDS) {
        drop_oldest(ring);
    }
}

void ta_explain_ring_push(TaExplainRing *ring, TaExplainRecord record)
{
    if (record.seconds_ago > TA_EXPLAIN_RING_SECONDS) {
        return;  // of the early part of a very long update
    }
    if (ring->count == TA_EXPLAIN_RING_CAPACITY) {
        drop_oldest(ring);
    }
    record.seconds_ago = ring->clock - record.seconds_ago;
    ring->records[slot_of(ring, ring->count++)] = record;
}

uint32_t ta_explain_ring_read(const TaExplainRing *ring, TaExplainRecord *out, uint32_t capacity)
{
    const uint32_t skipped = ring->count > capacity ? ring->count - capacity : 0;
    for (uint32_t i = skipped; i < ring->count; i++) {
        out[i - skipped] = record_at(ring, i);
    }
    return ring->count;
}

bool ta_explain_ring_find_trigger(const TaExplainRing *ring, uint32_t property,
                                  TaExplainRecord *out)
{
    for (uint32_t i = ring->count; i-- > 0;) {
        const TaExplainRecord record = record_at(ring, i);
        const bool of_trigger =
            record.type == TA_RECORD_TRIGGER_SPENT || record.type == TA_RECORD_TRIGGER_EXPIRED;
        if (of_trigger && record.property == (int32_t)property) {
            *out = record;
            return true;
        }
    }
    return false;
}
