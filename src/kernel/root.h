// SPDX-License-Identifier: MIT
// Root motion of one clip: how far its root has gone, and the pose without that.
//
// N(t) takes the root from where it was at time 0 to where it is at t: a translation on the chosen
// axes after a turn about the model's y axis; N(0) is nothing. The pose stays in place as
// N(t)^-1 root(t), and a character that moves by N(t0)^-1 N(t1) shows what the clip shows.
#ifndef TA_KERNEL_ROOT_H
#define TA_KERNEL_ROOT_H

#include "data/clip.h"
#include "data/machine_def.h"
#include "data/mask.h"

// A move on the ground plane and up: a turn about y (radians), then a translation. Model space.
typedef struct TaRootMove {
    double translation[3];
    double yaw;
} TaRootMove;

typedef struct TaRoot {
    bool active;
    bool yaw;
    uint32_t axes;      // bits 0 1 2: x y z
    uint32_t slot;      // of the root joint
    double parent[12];  // the joint's parent at rest, model space: three columns, translation
    double inverse[12];
    double turn[4];   // the parent's rotation alone, x y z w
    double start[3];  // the root at time 0, model space
    double start_turn[4];
    TaRootMove cycle;  // N(duration)
} TaRoot;

// Measures a clip. Inactive when the settings ask for none; false when the bone does not exist.
bool ta_root_build(const TaClipSettings *settings, const TaRig *rig, const TaClip *clip,
                   TaRoot *root);

// N(t) of a clip at seconds into it.
TaRootMove ta_root_at(const TaRoot *root, const TaClip *clip, double time);

// first, then second in the frame that first leads to.
TaRootMove ta_root_then(TaRootMove first, TaRootMove second);

// What a character does while the clip's place (unwrapped loops) goes from before to now.
TaRootMove ta_root_between(const TaRoot *root, const TaClip *clip, TaLoop loop, double before,
                           double now);

// Takes N(time) out of a sampled pose.
void ta_root_strip(const TaRoot *root, const TaClip *clip, double time, TaPose *pose);

#endif
