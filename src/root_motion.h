// SPDX-License-Identifier: MIT
// Stage: how the character itself moved, summed with the weights of the pose.
#ifndef TA_ROOT_MOTION_H
#define TA_ROOT_MOTION_H

#include "data/machine_run.h"
#include "kernel/root.h"

// Adds what the last move of the clocks did. roots: [definition->clip_count]. masks: for each
// layer the weights of its joints by slot, NULL = all.
void ta_root_motion_collect(const TaMachineRun *run, const TaRoot *roots, const float *const *masks,
                            TaRootMove *total);

#endif
