// SPDX-License-Identifier: MIT
// Stage: palette -> the box around what it moves; and whether a box can be seen.
#ifndef TA_BOUNDS_H
#define TA_BOUNDS_H

#include "three_action/base.h"

typedef struct TaBox {
    float min[3];
    float max[3];
} TaBox;

extern const TaBox TA_BOX_EMPTY;

// Grows the box by the boxes that joints move: bones [joint_count][6] middle and half lengths
// before the palette (a negative half length = the joint moves nothing).
void ta_bounds_grow(TaBox *box, const float *bones, const float *palette, uint32_t joint_count);

void ta_bounds_join(TaBox *box, const TaBox *other);

// Whether the box, margin wider on every side, may reach into the clip volume of a matrix
// (column-major, box space to clip space). Never false for what is inside.
bool ta_bounds_seen(const TaBox *box, float margin, const float *clip);

#endif
