// SPDX-License-Identifier: MIT
// Stage: the marks, loops and ends that the last move of the clocks passed.
#ifndef TA_EVENTS_H
#define TA_EVENTS_H

#include "data/event_queue.h"
#include "data/machine_run.h"

// Adds the events of the span run->moved that ends run->remaining before the end of the update, in
// order of time. What finds no room is counted by arithmetic.
// child_weight: the blend tree's share of a child of a state's motion.
typedef double (*TaChildWeight)(const TaMachineRun *run, const TaStateDef *state, uint32_t child);
void ta_events_collect(const TaMachineRun *run, TaChildWeight child_weight, TaEventQueue *queue);

#endif
