// SPDX-License-Identifier: MIT
// Clips played once over the whole graph: in, hold, out.
#ifndef TA_KERNEL_PERFORM_H
#define TA_KERNEL_PERFORM_H

#include "data/machine_run.h"

// Starts one on top of those that still play; they give way over fade_in. Returns its slot, or
// TA_NONE when one of higher priority plays. seconds: length of the clip.
int32_t ta_perform_start(TaMachineRun *run, uint32_t clip, double seconds, double fade_in,
                         double fade_out, int32_t priority);

// Ends one early, over its fade_out. False when it does not play any more.
bool ta_perform_cancel(TaMachineRun *run, uint32_t id);

// Moves all of them on; those that are over keep their result until it is reported.
void ta_perform_move(TaMachineRun *run, double seconds);

#endif
