// SPDX-License-Identifier: MIT
// Stage: a clip at a time -> a local pose.
#ifndef TA_SAMPLER_H
#define TA_SAMPLER_H

#include "data/clip.h"

// Writes the channels the clip drives into a pose; the others stay as they are, so the pose comes
// in holding what shows where the clip is silent (the layer below; at the bottom the rest pose).
// time: seconds, clamped to the first and last key of each track.
// cursors: [clip->timeline_count] hints kept by the playing instance.
void ta_sampler_run(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose);

// The same for a weighted sum that is normalised in the end: rotations from rows are the plain
// lerps of their two keys, up to 4e-4 short of unit for keys as close as lerping allows.
void ta_sampler_sum(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose);

#endif
