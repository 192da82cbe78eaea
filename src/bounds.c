// SPDX-License-Identifier: MIT
// Stage bounds. In: a palette, a box a joint. Out: one box that no moved vertex leaves.
// Before: skinning. After: crowd.
//
// A skinned vertex is a weighted mean of its joints' images of it, so it lies in the box around the
// images of the joints' boxes; the image of a box has the half lengths |M| h.
#include "bounds.h"

#include <math.h>

const TaBox TA_BOX_EMPTY = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

void ta_bounds_grow(TaBox *box, const float *bones, const float *palette, uint32_t joint_count)
{
    for (uint32_t j = 0; j < joint_count; j++) {
        const float *b = bones + 6 * (size_t)j, *m = palette + 16 * (size_t)j;
        if (b[3] < 0.0f) {
            continue;
        }
        for (int c = 0; c < 3; c++) {
            const float middle = m[c] * b[0] + m[4 + c] * b[1] + m[8 + c] * b[2] + m[12 + c];
            const float half = fabsf(m[c]) * b[3] + fabsf(m[4 + c]) * b[4] + fabsf(m[8 + c]) * b[5];
            box->min[c] = middle - half < box->min[c] ? middle - half : box->min[c];
            box->max[c] = middle + half > box->max[c] ? middle + half : box->max[c];
        }
    }
}

void ta_bounds_join(TaBox *box, const TaBox *other)
{
    for (int c = 0; c < 3; c++) {
        box->min[c] = other->min[c] < box->min[c] ? other->min[c] : box->min[c];
        box->max[c] = other->max[c] > box->max[c] ? other->max[c] : box->max[c];
    }
}

bool ta_bounds_seen(const TaBox *box, float margin, const float *clip)
{
    float middle[3], half[3];
    for (int c = 0; c < 3; c++) {
        middle[c] = 0.5f * (box->min[c] + box->max[c]);
        half[c] = 0.5f * (box->max[c] - box->min[c]) + margin;
    }
    for (int plane = 0; plane < 6; plane++) {  // w + x >= 0, w - x >= 0, ... (Gribb and Hartmann)
        const int row = plane / 2;
        const float sign = plane % 2 == 0 ? 1.0f : -1.0f;
        float reach = clip[15] + sign * clip[12 + row];
        for (int c = 0; c < 3; c++) {
            const float n = clip[4 * c + 3] + sign * clip[4 * c + row];
            reach += n * middle[c] + fabsf(n) * half[c];
        }
        if (reach < 0.0f) {
            return false;
        }
    }
    return true;
}
