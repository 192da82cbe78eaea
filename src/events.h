// SPDX-License-Identifier: MIT
// Stage: the marks, loops and ends that the last move of the clocks passed.
#ifndef TA_EVENTS_H
#define TA_EVENTS_H

#include "data/event_queue.h"
#include "data/machine_run.h"

// Adds the events of the span run->moved that ends run->remaining before the end of the update, in
// order of time. What finds no room is counted by arithmetic.
void ta_events_collect(TaMachineRun *run, TaEventQueue *queue);

#endif
