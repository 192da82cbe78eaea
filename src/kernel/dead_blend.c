// SPDX-License-Identifier: MIT
// In: the pose of a cut, its past, and what comes. Out: poses that go on from it and come to rest.
// Before: mixer (the poses). After: mixer (the caller fades to the target).
#include "kernel/dead_blend.h"

#include <math.h>

#include "math/trig.h"

static const double LN_2 = 0.69314718055994531;
// A second: slower is rest (rounding alone gives 1e-5), faster is no speed of a pose.
static const double SLOWEST = 1e-6, FASTEST = 1e30;

TaDeadBlend ta_dead_blend_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count)
{
    TaDeadBlend dead = {0};
    dead.joint_count = joint_count;
    dead.scalar_count = scalar_count;
    dead.source = ta_pose_create(arena, joint_count, scalar_count);
    dead.drifts = TA_ARENA_NEW(arena, TaDeadDrift, ta_channel_count(joint_count, scalar_count));
    return dead;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The mean distance of a joint from its parent.
static double mean_bone(const TaPose *pose, uint32_t joint_count)
{
    double sum = 0.0;
    for (uint32_t j = 0; j < joint_count; j++) {
        const TaSoaTransform *group = &pose->transforms[j / 4];
        double translation[3];
        for (int c = 0; c < 3; c++) {
            translation[c] = (double)group->translation[c][j % 4];
        }
        sum += sqrt(dot(translation, translation));
    }
    return joint_count > 0 ? sum / (double)joint_count : 0.0;
}

static double speed_bound(TaPath path, double bone)
{
    switch (path) {
    case TA_PATH_ROTATION: return TA_DEAD_TURN;
    case TA_PATH_SCALE:
    case TA_PATH_SCALAR: return TA_DEAD_FACTOR;
    default: return TA_DEAD_BONES * bone > TA_DEAD_UNITS ? TA_DEAD_BONES * bone : TA_DEAD_UNITS;
    }
}

// S18's h = clamp(h_avg * (dest - x0) / v0, h_min, h_max) for a vector: the part of the way that
// lies along the speed counts, so the path is straight and axes do not matter.
static double half_life(const double way[3], const double velocity[3])
{
    const double life = TA_DEAD_HALF_LIFE * dot(way, velocity) / dot(velocity, velocity);
    if (!(life > TA_DEAD_SHORTEST)) {  // NaN too
        return TA_DEAD_SHORTEST;
    }
    return life < TA_DEAD_LONGEST ? life : TA_DEAD_LONGEST;
}

// A scale that drifts through 0 would turn the joint inside out.
static void keep_side(const TaPose *source, uint32_t joint, double drift[3])
{
    for (int c = 0; c < 3; c++) {
        const double scale = (double)source->transforms[joint / 4].scale[c][joint % 4];
        const bool through = scale * (scale + drift[c]) < 0.0;
        drift[c] = through ? -scale : drift[c];
    }
}

static void begin_channel(TaDeadBlend *dead, TaChannel channel, double bone,
                          const TaPose *source_before, const TaPose *target)
{
    double velocity[3], way[3], drift[3];
    ta_channel_way(channel, source_before, &dead->source, velocity);
    const double speed = sqrt(dot(velocity, velocity)) / TA_POSE_STEP;
    if (!(speed > SLOWEST && speed < FASTEST)) {
        return;
    }
    const double bound = speed_bound(channel.path, bone);
    const double kept = speed > bound ? bound / speed : 1.0;
    for (int c = 0; c < 3; c++) {
        velocity[c] *= kept / TA_POSE_STEP;
    }
    ta_channel_way(channel, &dead->source, target, way);
    const double life = half_life(way, velocity);
    for (int c = 0; c < 3; c++) {
        drift[c] = velocity[c] * life / LN_2;
    }
    if (channel.path == TA_PATH_SCALE) {
        keep_side(&dead->source, channel.index, drift);
    }
    TaDeadDrift *out = &dead->drifts[dead->drift_count++];
    out->channel = channel;
    out->rate = (float)(1.0 / life);
    for (int c = 0; c < 3; c++) {
        out->drift[c] = (float)drift[c];
    }
}

void ta_dead_blend_begin(TaDeadBlend *dead, const TaPose *source, const TaPose *source_before,
                         const TaPose *target)
{
    const uint32_t count = ta_channel_count(dead->joint_count, dead->scalar_count);
    const double bone = mean_bone(source, dead->joint_count);
    ta_pose_copy(&dead->source, source);
    dead->drift_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        begin_channel(dead, ta_channel_at(dead->joint_count, i), bone, source_before, target);
    }
}

void ta_dead_blend_pose(const TaDeadBlend *dead, double time, TaPose *out)
{
    ta_pose_copy(out, &dead->source);
    if (!(time > 0.0)) {
        return;
    }
    for (uint32_t i = 0; i < dead->drift_count; i++) {
        const TaDeadDrift *drift = &dead->drifts[i];
        const double gone = 1.0 - ta_exp2(-time * (double)drift->rate);
        const double way[3] = {gone * (double)drift->drift[0], gone * (double)drift->drift[1],
                               gone * (double)drift->drift[2]};
        ta_channel_add(drift->channel, way, out);
    }
}
