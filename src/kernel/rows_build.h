// SPDX-License-Identifier: MIT
// Puts the channels of a new clip in uniform rows, as far as its tolerance allows.
#ifndef TA_KERNEL_ROWS_BUILD_H
#define TA_KERNEL_ROWS_BUILD_H

#include "data/clip.h"

// A clip with all channels in bundles becomes one with rows; what rows cannot hold stays in bundles.
// Keys that lie on a uniform grid already are kept as they are. Others are resampled on it, at
// once, twice or four times its rate; a channel stays exact when its error at the skin could be
// half the tolerance, or when it is STEP.
// tolerance: of the whole clip at the skin, in sizes of the rig (the diagonal of its rest pose).
// packed: 16 bits an element, when rows of floats hold the tolerance and packing adds less than
// TA_ROWS_PACKED_ERROR.
// False when memory ran out: the clip is as it was.
bool ta_rows_build(TaClip *clip, double tolerance, bool packed);

#define TA_ROWS_TOLERANCE 5e-5
#define TA_ROWS_PACKED_ERROR 3e-4

#endif
