// SPDX-License-Identifier: MIT
// Sampling kernels: find a key on a timeline, interpolate one block of four channels.
#ifndef TA_KERNEL_TRACK_H
#define TA_KERNEL_TRACK_H

#include "data/clip.h"

// Where a time falls: on the row of key, or alpha of the way to the next row.
typedef struct TaKeySpan {
    uint32_t key;
    float alpha;   // 0..1; 0 when there is no next key
    float length;  // seconds to the next key, 0 when there is none
} TaKeySpan;

// Finds the last key at or before a time (the first key when the time is earlier).
// cursor is a hint from the last call and is updated; any value is allowed.
TaKeySpan ta_timeline_find(const TaTimeline *timeline, double time, uint32_t *cursor);

// Interpolates one block. row holds key span.key; the next row lies row_stride floats further.
// out: components x 4 floats. Rotations come out unit within 1e-6.
void ta_block_sample(const TaClipBlock *block, TaInterpolation interpolation, const float *row,
                     uint32_t row_stride, TaKeySpan span, float *out);

// Writes the channels in a clip's bundles into a pose; the others stay. Exact: slerp where keys are
// far apart. cursors: [clip->timeline_count] hints.
void ta_bundles_sample(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose);

#endif
