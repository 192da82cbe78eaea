// SPDX-License-Identifier: MIT
// The live states of a layer, oldest first, and how a new one joins them without a jump.
//
// Each has a share of the layer against everything older; the weight of one is its share times
// what the newer ones leave. Whatever is added, swapped or captured, the weights on screen at that
// moment stay as they are.
#ifndef TA_KERNEL_RUN_LIST_H
#define TA_KERNEL_RUN_LIST_H

#include "data/machine_run.h"

// Adds a state that fades in over seconds; 0 replaces everything.
void ta_run_list_add(TaLayerRun *layer, const TaStateRun *run, double seconds);

// How many of the oldest are older than a run that has all the share; and lets go of them.
uint32_t ta_run_list_covered(const TaLayerRun *layer);
void ta_run_list_drop_covered(TaLayerRun *layer);

// Whether a fade to target goes back to the state that is just being left. Then the two ends change
// places, and the fade goes on from the share on screen over the entry's seconds, along the curve of
// the entry as a run (target).
bool ta_run_list_turns_round(const TaLayerRun *layer, const TaEntry *entry, int32_t target);
void ta_run_list_swap_ends(TaLayerRun *layer, const TaEntry *entry, const TaStateRun *target);

// How many of the oldest runs must become one pose before a fade of seconds begins: all of them
// for a frozen source, the oldest when too many are alive.
uint32_t ta_run_list_to_capture(const TaLayerRun *layer, double seconds, TaBlend blend);

// The captured runs give way to the pose that was made of them.
void ta_run_list_put_pose(TaLayerRun *layer, uint32_t captured);

#endif
