// SPDX-License-Identifier: MIT
// Dead blending: the pose of a cut goes on with the speed it had, which dies down. The caller fades
// from it to the live target, along any curve; the source is not evaluated any more.
//
// D. Holden, Dead Blending, 2023; Unreal Engine's node of that name.
#ifndef TA_KERNEL_DEAD_BLEND_H
#define TA_KERNEL_DEAD_BLEND_H

#include "kernel/channel.h"

// Half-life of a speed, in arrival times (the time the speed needs to the point of its line that is
// closest to the target). At ln 2 the pose comes to rest right there: speed towards the target
// lives as long as it is of use, and carries the pose no further than the target was at the cut.
#define TA_DEAD_HALF_LIFE 0.69314718055994531

// Bounds of the half-life in seconds. Speed away from the target lives for the shortest: three
// frames of 60 Hz, so that a stop is seen as one and not as a blow. The longest keeps a slow pose
// with a far target from moving on for longer than blends last.
#define TA_DEAD_SHORTEST 0.05
#define TA_DEAD_LONGEST 1.0

// Bounds of the speeds a second, for what a step key or the seam of a loop gives. At the shortest
// half-life they carry the pose 0.36 units or 3.6 mean bones, 26 degrees, 0.29: a visible move,
// not a broken pose. Hips in a jump reach 4 m/s. Units may be anything, hence the bones: the larger
// of the two bounds counts for a translation.
#define TA_DEAD_UNITS 5.0
#define TA_DEAD_BONES 50.0
#define TA_DEAD_TURN 6.2831853071795865
#define TA_DEAD_FACTOR 4.0  // scales and scalars

// How one channel moves on: drift * (1 - 2^(-time * rate)) after a time.
typedef struct TaDeadDrift {
    TaChannel channel;
    float drift[3];  // to where it comes to rest; a rotation vector for rotations
    float rate;      // 1 / half-life
} TaDeadDrift;

typedef struct TaDeadBlend {
    TaPose source;
    TaDeadDrift *drifts;  // [3 * joint_count + scalar_count], the first drift_count in use
    uint32_t drift_count;
    uint32_t joint_count;
    uint32_t scalar_count;
} TaDeadBlend;

// Memory for one blend. Check arena->failed.
TaDeadBlend ta_dead_blend_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count);

// Takes the pose on screen at a cut, and its speed from the pose TA_POSE_STEP earlier (one too
// young for that: the same pose again). target: what comes, at the cut; it only decides how long
// speeds live.
void ta_dead_blend_begin(TaDeadBlend *dead, const TaPose *source, const TaPose *source_before,
                         const TaPose *target);

// out = the source as it moved on in the time seconds since the cut; at 0 the source itself.
// Scales come to 0 at most, never to the other side of it.
void ta_dead_blend_pose(const TaDeadBlend *dead, double time, TaPose *out);

#endif
