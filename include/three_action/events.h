// SPDX-License-Identifier: MIT
// What happened inside an update: a queue the caller reads when the call has returned.
#ifndef THREE_ACTION_EVENTS_H
#define THREE_ACTION_EVENTS_H

#include "base.h"
#include "id.h"

typedef enum TaEventType {
    TA_EVENT_MARK = 0,          // a mark of a clip or a state was passed
    TA_EVENT_FINISHED = 1,      // a play-once motion came to its end
    TA_EVENT_LOOP = 2,          // a repeating motion began again
    TA_EVENT_STATECHANGE = 3,   // a layer has a new current state
    TA_EVENT_TRANSITION = 4,    // a transition fired
    TA_EVENT_HOPS_REFUSED = 5,  // a circle of transitions without time was cut
    TA_EVENT_RANGE_BEGIN = 6,   // a mark with an end: its range was entered
    TA_EVENT_RANGE_END = 7,     // and left; comes also when the state is left inside it
    TA_EVENT_PERFORM = 8,       // a performed clip ended: mark = its id, from = TaPerformEnd
} TaEventType;

// TaEvent.from of TA_EVENT_PERFORM: how it ended.
typedef enum TaPerformEnd {
    TA_PERFORM_END_FINISHED = 1,
    TA_PERFORM_END_INTERRUPTED = 2,
    TA_PERFORM_END_CANCELLED = 3,
} TaPerformEnd;

// One event. Indices are -1 where they do not apply.
// Lifetime: the queue is valid until the next update of any kind.
typedef struct TaEvent {
    double seconds_ago;  // how long before the end of the update it happened, seconds
    TaInstanceId instance;
    TaEventType type;
    int32_t layer;       // layer index
    int32_t state;       // state index in the layer, document order
    int32_t from;        // state left (statechange, transition)
    int32_t to;          // state entered (statechange, transition)
    int32_t transition;  // transition index in the layer, document order
    int32_t clip;        // index into the clips the instance was made with
    int32_t mark;        // index into the clip's marks (clip >= 0) or the state's (clip < 0)
    float weight;        // of the state's motion in its layer at that moment, 0..1
    int32_t direction;   // 1 forward, -1 backward
    int32_t seam;        // order at one moment: 0 ends a loop, 1 neither, 2 begins one
} TaEvent;

#endif
