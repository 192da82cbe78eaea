// SPDX-License-Identifier: MIT
// How far properties that a blend tree reads move its weights: what a source may move by that.
#ifndef TA_TEST_MOTION_CHANGE_H
#define TA_TEST_MOTION_CHANGE_H

#include "data/machine_run.h"

// Half the sum of |dw| over all clips of a motion (and over nothing, when nobody has weight), at
// most, when the properties go from those of one run to those of another: 0..1.
double motion_weight_change(const TaMachineRun *before, const TaMachineRun *now,
                            const TaMotion *motion);

// Whether nobody in it, or in a part of it, has weight: rest or the layer below shows.
bool motion_is_silent(const TaMachineRun *run, const TaMotion *motion);

#endif
