// SPDX-License-Identifier: MIT
// One channel of a pose, and the way from one pose to another in it, always a vector.
#ifndef TA_KERNEL_CHANNEL_H
#define TA_KERNEL_CHANNEL_H

#include "data/pose.h"
#include "three_action/defs.h"

// Velocities are (pose(t) - pose(t - TA_POSE_STEP)) / TA_POSE_STEP, never taken from frames.
#define TA_POSE_STEP (1.0 / 240.0)

// A joint's translation, rotation or scale, or one scalar.
typedef struct TaChannel {
    TaPath path;
    uint32_t index;  // the joint's slot, or the scalar
} TaChannel;

// All channels of a rig in a row: three a joint, then the scalars.
uint32_t ta_channel_count(uint32_t joint_count, uint32_t scalar_count);
TaChannel ta_channel_at(uint32_t joint_count, uint32_t position);

// The way from one pose to another. Translation and scale: to - from. Scalar: the same, in way[0].
// Rotation: the rotation vector (axis x angle, angle 0..pi) of the shorter turn that, put on the
// left of from, gives to. Quaternions need not be unit.
void ta_channel_way(TaChannel channel, const TaPose *from, const TaPose *to, double way[3]);

// How far it is from one pose to another along a unit axis. Rotation: the part of the turn that is
// about the axis, -2 pi..2 pi.
double ta_channel_along(TaChannel channel, const TaPose *from, const TaPose *to,
                        const double axis[3]);

// pose = pose with a way put on top. Rotations come out unit.
void ta_channel_add(TaChannel channel, const double way[3], TaPose *pose);

#endif
