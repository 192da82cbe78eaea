// SPDX-License-Identifier: MIT
// The marks of a live state and of its clips: where each lies in the loop, and the ranges a state is
// inside of.
#ifndef TA_KERNEL_MARKS_H
#define TA_KERNEL_MARKS_H

#include "data/event_queue.h"
#include "data/machine_run.h"

// One clock with marks on it: a clip of a motion, or the state itself.
typedef struct TaMarkTrack {
    const TaMachineRun *run;
    const TaStateRun *state_run;
    uint32_t layer;
    int32_t clip;              // index, TA_NONE = the state
    const TaClip *marks;       // whose marks; NULL = the state's
    const TaStateMark *rules;  // marks from the document
    uint32_t rule_count;
    double length;  // seconds of one loop, for marks in seconds
    bool fading_out;
    const TaStateDef *state;
    double before, now;  // positions in loops
    double rate;         // loops a second
    double epsilon;      // loops
    double weight;       // of the clip within the state
    bool loop_events;    // the track is the state's own clock
    bool uneven;         // a clip in step by markers: its place does not run straight in time
    uint32_t leaf;       // which of the motion's clips it is
    double state_before, state_now;  // places of the state, offset included
} TaMarkTrack;

// A mark of a track, its place in the loop 0..1.
typedef struct TaPlacedMark {
    double place;
    double end;     // of a range; NaN = a single mark
    int32_t index;  // in the caller's order; a document's marks of a clip follow the clip's own
    double min_weight;
    bool dominant;
    bool while_fading_out;
} TaPlacedMark;

// How many marks a track has; those of the clip file come first, then the document's.
uint32_t ta_marks_own_count(const TaMarkTrack *track);
uint32_t ta_marks_count(const TaMarkTrack *track);

// Mark i as it lies in the loop that begins at leg.
TaPlacedMark ta_marks_at(const TaMarkTrack *track, uint32_t i, double leg);

// The marks of a state itself, and those of one of its clips; where the clip stands is left to the
// caller.
TaMarkTrack ta_marks_of_state(const TaMachineRun *run, uint32_t layer, const TaStateRun *state_run,
                              const TaStateDef *state);
TaMarkTrack ta_marks_of_clip(const TaMarkTrack *state, uint32_t clip);

// What has just become of a live state, for the ranges it is inside of.
typedef enum TaRangeChange {
    TA_RANGES_LEFT,      // it is not the current state any more: its ranges end
    TA_RANGES_GONE,      // it is not alive any more: those that go on while fading out end
    TA_RANGES_RETURNED,  // it is current once more: what ended when it was left begins
} TaRangeChange;

// Adds the begins and ends of a change at this moment (run->remaining before the end of the
// update). weight: of the state in its layer.
void ta_marks_change_ranges(TaMachineRun *run, uint32_t layer, const TaStateRun *state_run,
                            double weight, TaRangeChange change, TaEventQueue *queue);

// The ends of the ranges that a track stands inside of at `before`; queue gets the time and the
// weight of `event`.
void ta_marks_end_ranges(const TaMarkTrack *track, TaEvent event, TaEventQueue *queue);

#endif
