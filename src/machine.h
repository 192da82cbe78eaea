// SPDX-License-Identifier: MIT
// Stage: clocks and transitions of one machine, moment by moment.
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "data/event_queue.h"
#include "data/machine_run.h"

// What the machine wants done before it is asked to go on.
typedef enum TaAdvance {
    TA_ADVANCE_DONE,     // the update is over
    TA_ADVANCE_MOVED,    // clocks moved by run->moved seconds: collect the events of that span
    TA_ADVANCE_CAPTURE,  // layer run->capture_layer: its waiting entry needs a pose of what shows now
} TaAdvance;

// Every layer in its initial state, nothing remembered. seed: of the random numbers.
void ta_machine_reset(TaMachineRun *run, uint32_t seed);

// Begins an update of dt seconds (finite, >= 0).
void ta_machine_begin(TaMachineRun *run, double dt);

// Goes on to the next thing the caller must do. Call until TA_ADVANCE_DONE.
TaAdvance ta_machine_advance(TaMachineRun *run, TaEventQueue *events);

// After an update: finds out for how long only clocks will move.
void ta_machine_look_ahead(TaMachineRun *run);

// An update of dt seconds in which nothing can happen but that clocks move: moves them, to the same
// bit as the way over the moments, and is done. False, and nothing moved, when something can.
bool ta_machine_glide(TaMachineRun *run, double dt);

// The waiting entry of a layer as it will come in: for captures that need to know the target.
TaStateRun ta_machine_waiting_run(TaMachineRun *run, uint32_t layer);

#endif
