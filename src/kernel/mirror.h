// SPDX-License-Identifier: MIT
// A pose seen in the mirror of the model's y-z plane: left and right change places.
#ifndef TA_KERNEL_MIRROR_H
#define TA_KERNEL_MIRROR_H

#include "data/rig.h"

// Poses of the same rig to work in: model rotations of the pose and of its image.
typedef struct TaMirrorScratch {
    TaPose before, after;
} TaMirrorScratch;

// Writes the mirror image of a pose. Turns are reflected in model space, relative to the rest pose,
// so rigs whose left and right joints have unequal axes work. out may not be the pose.
void ta_mirror_pose(const TaRig *rig, const TaPose *pose, const TaMirrorScratch *scratch,
                    TaPose *out);

#endif
