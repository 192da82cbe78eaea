// SPDX-License-Identifier: MIT
// Stage skinning. In: model matrices. Out: the palette of one skin, as the renderer reads it.
// Before: model. After: the caller (the binding's bone texture is a view of this memory).
#include "skinning.h"

#include "math/affine.h"

void ta_skinning_run(const TaSkin *skin, const float *model, float *palette)
{
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        ta_affine_multiply(model + 16 * (size_t)skin->slots[j], skin->inverse_bind + 16 * (size_t)j,
                           palette + 16 * (size_t)j);
    }
}
