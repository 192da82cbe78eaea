// SPDX-License-Identifier: MIT
// The events of one update of all instances, in a buffer of fixed size.
#ifndef TA_DATA_EVENT_QUEUE_H
#define TA_DATA_EVENT_QUEUE_H

#include "three_action/defs.h"
#include "three_action/events.h"

typedef struct TaEventQueue {
    TaEvent *events;
    uint32_t capacity;
    uint32_t count;
    uint32_t reserve;         // places at the end that marks leave to what states report
    uint32_t instance_start;  // where the events of the instance being updated begin
    TaInstanceId instance;    // the one being updated
    uint64_t dropped;         // events that found no room, ever
    uint64_t hops_dropped;    // transitions refused as circles or over the cap, ever
    uint64_t updates_cut;     // updates with more moments than are tested, ever
} TaEventQueue;

// An event with every index unset.
static inline TaEvent ta_event_make(TaEventType type)
{
    return (TaEvent){.type = type,
                     .layer = -1,
                     .state = -1,
                     .from = -1,
                     .to = -1,
                     .transition = -1,
                     .clip = -1,
                     .mark = -1,
                     .weight = 1.0f,
                     .direction = 1,
                     .seam = 1};
}

// Of an instance's events so many are kept for state changes, transitions and ends.
enum { TA_RESERVED_EVENTS = 64 };

// How many more events the instance may still add; reserve: places that are left free.
static inline uint32_t ta_event_queue_room_but(const TaEventQueue *queue, uint32_t own_reserve,
                                               uint32_t reserve)
{
    const uint32_t used = queue->count - queue->instance_start + own_reserve;
    const uint32_t own = used < TA_MAX_EVENTS_PER_UPDATE ? TA_MAX_EVENTS_PER_UPDATE - used : 0;
    const uint32_t taken = queue->count + reserve;
    const uint32_t left = taken < queue->capacity ? queue->capacity - taken : 0;
    return own < left ? own : left;
}

// How many more marks and loops the instance may still add.
static inline uint32_t ta_event_queue_room(const TaEventQueue *queue)
{
    return ta_event_queue_room_but(queue, TA_RESERVED_EVENTS, queue->reserve);
}

static inline void ta_event_queue_push(TaEventQueue *queue, TaEvent event)
{
    const bool many = event.type == TA_EVENT_MARK || event.type == TA_EVENT_LOOP;
    if ((many ? ta_event_queue_room(queue) : ta_event_queue_room_but(queue, 0, 0)) == 0) {
        queue->dropped++;
        return;
    }
    event.instance = queue->instance;
    queue->events[queue->count++] = event;
}

#endif
