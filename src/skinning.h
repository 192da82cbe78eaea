// SPDX-License-Identifier: MIT
// Stage: model matrices -> skinning palette.
#ifndef TA_SKINNING_H
#define TA_SKINNING_H

#include "data/rig.h"

// palette: [skin->joint_count][16] column-major = joint's model matrix x its inverse bind matrix.
void ta_skinning_run(const TaSkin *skin, const float *model, float *palette);

#endif
