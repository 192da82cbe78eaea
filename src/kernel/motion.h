// SPDX-License-Identifier: MIT
// What a state plays, seen through the properties of the moment: how long it is, and which clips
// stand where with which weight.
#ifndef TA_KERNEL_MOTION_H
#define TA_KERNEL_MOTION_H

#include "data/machine_run.h"

// Seconds of one loop at speed 1: the weighted mean of what has weight; 1 for an empty motion.
double ta_motion_length(const TaMachineRun *run, const TaMotion *motion);

// The clock a motion is read at.
typedef struct TaMotionClock {
    double place;          // unwrapped normalised time, for children that share a phase
    double seconds;        // motion seconds, for those that do not
    const double *phases;  // [TA_MOST_PHASES] of trees in step inside blends that are not
} TaMotionClock;

// Writes one leaf for every clip that has weight; the weights sum to 1. Returns how many: 0 for an
// empty motion, or when nobody has weight. leaves: motion->leaf_count.
uint32_t ta_motion_leaves(const TaMachineRun *run, const TaMotion *motion, TaMotionClock clock,
                          TaMotionLeaf *leaves);

// How fast the phases of trees in step inside blends that are not run at a speed, loops a second.
void ta_motion_phase_rates(const TaMachineRun *run, const TaMotion *motion, double speed,
                           double *rates);

// The whole loops of an unwrapped place; one that rounding left short of a seam is on it.
double ta_motion_loops(double place);

// Where in its clip an unwrapped place lies, 0..1.
double ta_motion_fold(double place, TaLoop loop);

// What a state adds to its place when it is sampled: its cycle offset and the property's.
double ta_motion_offset(const TaMachineRun *run, const TaStateDef *state);

// Whether a state is seen in the mirror now.
bool ta_motion_mirrored(const TaMachineRun *run, const TaStateDef *state);

// The clock of a live state, now and before its last move.
TaMotionClock ta_motion_clock(const TaMachineRun *run, const TaStateRun *state_run,
                              const TaStateDef *state);
TaMotionClock ta_motion_clock_before(const TaMachineRun *run, const TaStateRun *state_run,
                                     const TaStateDef *state);

#endif
