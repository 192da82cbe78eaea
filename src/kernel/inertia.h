// SPDX-License-Identifier: MIT
// Inertialisation: at a cut the pose on screen is kept as an offset from the new one, with its
// speed, and the offset dies away on a quintic. Only the new motion is evaluated from then on.
//
// D. Bollo, Inertialization: High-Performance Animation Transitions in Gears of War, GDC 2018.
#ifndef TA_KERNEL_INERTIA_H
#define TA_KERNEL_INERTIA_H

#include "kernel/channel.h"

// Offsets shorter than this (units, radians, factors) are not kept: nobody sees them, and they
// have no direction. Longer ones than the other bound are no poses any more, and close to the end
// of floats.
#define TA_INERTIA_LEAST 1e-6
#define TA_INERTIA_MOST 1e30

// Cap on the starting speed, in offsets a blend: an offset takes at least a quarter of the blend
// (5 / 20) to go. Without it a speed measured over a step key would end the offset within a frame,
// which is the jump that the blend is to hide. So no offset changes by more than
// offset * 20 / seconds * dt in a time dt.
#define TA_INERTIA_STEEPEST 20.0

// What one channel keeps. Left of it after a time: offset * curve(time / seconds, slope).
typedef struct TaInertiaOffset {
    TaChannel channel;
    float offset[3];  // source - target; a rotation vector for rotations
    float slope;      // at the cut, in offsets a decay: -5..0
    float seconds;    // length of the decay; at most the blend's
} TaInertiaOffset;

typedef struct TaInertia {
    TaInertiaOffset *offsets;  // [3 * joint_count + scalar_count], the first offset_count in use
    uint32_t offset_count;
    uint32_t joint_count;
    uint32_t scalar_count;
    double seconds;  // length of the blend; 0 = nothing is kept
} TaInertia;

// Memory for one blend; keeps nothing yet. Check arena->failed.
TaInertia ta_inertia_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count);

// Takes the offset of a cut: what is on screen minus what comes, now and TA_POSE_STEP earlier. For
// a side too young to have been there, pass its pose of now as the earlier one: its speed is 0.
// For a cut during a blend the source is the old target with ta_inertia_apply put on it, at both
// times. A channel that is not finite keeps nothing.
// seconds: length of the blend; 0 or less keeps nothing.
void ta_inertia_begin(TaInertia *inertia, const TaPose *source, const TaPose *source_before,
                      const TaPose *target, const TaPose *target_before, double seconds);

// pose = pose with what is left of the offset time seconds after the cut. At 0 that is the source
// exactly (to rounding); from `seconds` on the pose is not touched.
void ta_inertia_apply(const TaInertia *inertia, double time, TaPose *pose);

#endif
