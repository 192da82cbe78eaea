// SPDX-License-Identifier: MIT
// Reading the uniform rows of a clip: where a time falls, and the pose there.
#ifndef TA_KERNEL_ROWS_H
#define TA_KERNEL_ROWS_H

#include "data/clip.h"

// part of the way from a row to the next one. A clip of one row stays on it.
typedef struct TaRowSpan {
    uint32_t row;
    uint32_t next;
    float part;  // 0..1
} TaRowSpan;

// time: seconds, clamped to the first and the last row.
TaRowSpan ta_rows_find(const TaClipRows *rows, double time);

// Writes the driven channels of one group of joints; the others stay. Rotations are plain lerps.
void ta_rows_sample_group(const TaClipRows *rows, uint32_t group, TaRowSpan span,
                          TaSoaTransform *out);

// Writes the driven channels of the whole rig, single numbers included.
void ta_rows_sample(const TaClipRows *rows, TaRowSpan span, TaPose *pose);

#endif
