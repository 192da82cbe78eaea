// SPDX-License-Identifier: MIT
// What a machine did in the last seconds: plain data of fixed size, newest entries win.
#ifndef TA_DATA_EXPLAIN_RING_H
#define TA_DATA_EXPLAIN_RING_H

#include "three_action/diagnose.h"

enum { TA_EXPLAIN_RING_CAPACITY = 64 };

// Older records are forgotten, seconds.
#define TA_EXPLAIN_RING_SECONDS 3.0

// Zero is an empty ring.
typedef struct TaExplainRing {
    double clock;    // end of the update in progress, seconds
    uint32_t first;  // the oldest
    uint32_t count;
    // While stored, seconds_ago is when it happened on the ring's clock.
    TaExplainRecord records[TA_EXPLAIN_RING_CAPACITY];
} TaExplainRing;

// A record with every index unset.
TaExplainRecord ta_explain_record_make(TaRecordType type);

// Begins an update of dt seconds: what is in the ring grows older, what is too old goes.
void ta_explain_ring_age(TaExplainRing *ring, double dt);

// Adds a record. Its seconds_ago counts back from the end of the update in progress, as in events.
// When the ring is full the oldest record goes.
void ta_explain_ring_push(TaExplainRing *ring, TaExplainRecord record);

// Writes the records, oldest first, at most capacity (then the newest ones). Returns how many the
// ring holds.
uint32_t ta_explain_ring_read(const TaExplainRing *ring, TaExplainRecord *out, uint32_t capacity);

// The newest record that a trigger was used or expired. False when there is none.
bool ta_explain_ring_find_trigger(const TaExplainRing *ring, uint32_t property,
                                  TaExplainRecord *out);

#endif
