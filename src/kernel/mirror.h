// SPDX-License-Identifier: MIT
// A pose seen in the mirror of the model's y-z plane: left and right change places.
#ifndef TA_KERNEL_MIRROR_H
#define TA_KERNEL_MIRROR_H

#include "data/clip.h"

// Poses of the same rig to work in: model rotations of the pose and of its image.
typedef struct TaMirrorScratch {
    TaPose before, after;
} TaMirrorScratch;

// Writes the channels that a clip drives, seen in the mirror, into out; what it does not drive stays:
// the layer below is not turned round with it. pose: the clip's at a time, over the rest pose.
// Turns are reflected in model space, relative to the rest pose, so rigs whose left and right joints
// have unequal axes work.
void ta_mirror_clip(const TaRig *rig, const TaClip *clip, const TaPose *pose,
                    const TaMirrorScratch *scratch, TaPose *out);

#endif
