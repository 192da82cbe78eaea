// SPDX-License-Identifier: MIT
// In: the poses on both sides of a cut. Out: offsets, and poses with what is left of them.
// Before: mixer (poses of the source and the target). After: whatever takes the mixed pose.
#include "kernel/inertia.h"

#include <math.h>

#include "math/trig.h"

// The slope of (1 - s)^5 at 0. Steeper, and the curve would pass below 0 before it ends.
static const double STEEPEST_CURVE = 5.0;

TaInertia ta_inertia_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count)
{
    TaInertia inertia = {0};
    inertia.joint_count = joint_count;
    inertia.scalar_count = scalar_count;
    inertia.offsets =
        TA_ARENA_NEW(arena, TaInertiaOffset, ta_channel_count(joint_count, scalar_count));
    return inertia;
}

// ---- begin -----------------------------------------------------------------------------------

// How fast an offset grows along its own direction. Of two angles a step apart the shorter way
// from one to the other counts: 179 degrees after 181 is 2 degrees back.
static double growth(TaChannel channel, double length, double earlier)
{
    double change = length - earlier;
    if (channel.path == TA_PATH_ROTATION) {
        change -= 2.0 * TA_PI * floor(change / (2.0 * TA_PI) + 0.5);
    }
    return change / TA_POSE_STEP;
}

// The guards of the paper: speed only towards the target, and an end early enough for its curve.
static void set_decay(double length, double speed, double seconds, TaInertiaOffset *out)
{
    double drop = -speed * seconds / length;  // offsets a blend
    drop = drop > 0.0 ? drop : 0.0;           // 0 also for NaN
    drop = drop < TA_INERTIA_STEEPEST ? drop : TA_INERTIA_STEEPEST;
    const bool early = drop > STEEPEST_CURVE;
    out->seconds = (float)(early ? seconds * STEEPEST_CURVE / drop : seconds);
    out->slope = (float)(early ? -STEEPEST_CURVE : -drop);
}

static void begin_channel(TaInertia *inertia, TaChannel channel, const TaPose *source,
                          const TaPose *source_before, const TaPose *target,
                          const TaPose *target_before)
{
    double way[3];
    ta_channel_way(channel, target, source, way);
    const double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(length > TA_INERTIA_LEAST && length < TA_INERTIA_MOST)) {
        return;
    }
    const double axis[3] = {way[0] / length, way[1] / length, way[2] / length};
    const double earlier = ta_channel_along(channel, target_before, source_before, axis);
    TaInertiaOffset *out = &inertia->offsets[inertia->offset_count++];
    out->channel = channel;
    for (int c = 0; c < 3; c++) {
        out->offset[c] = (float)way[c];
    }
    set_decay(length, growth(channel, length, earlier), inertia->seconds, out);
}

void ta_inertia_begin(TaInertia *inertia, const TaPose *source, const TaPose *source_before,
                      const TaPose *target, const TaPose *target_before, double seconds)
{
    const uint32_t count = ta_channel_count(inertia->joint_count, inertia->scalar_count);
    inertia->offset_count = 0;
    inertia->seconds = seconds > 0.0 ? seconds : 0.0;
    for (uint32_t i = 0; i < count && inertia->seconds > 0.0; i++) {
        begin_channel(inertia, ta_channel_at(inertia->joint_count, i), source, source_before,
                      target, target_before);
    }
}

// ---- apply -----------------------------------------------------------------------------------

// What is left of 1 at s (0..1) of its decay: the paper's quintic from value 1, slope v and
// curvature a = max(0, -8 v - 20) to 0, 0, 0, with its threefold zero at s = 1 taken out. So it is
// exact near the end, and the last factor shows why a is that: it is not negative for -5 <= v <= 0.
static double left_of(double s, double slope)
{
    const double bend = slope < -2.5 ? -8.0 * slope - 20.0 : 0.0;
    const double rest = 1.0 - s;
    return rest * rest * rest * (1.0 + s * (3.0 + slope + s * (6.0 + 3.0 * slope + 0.5 * bend)));
}

void ta_inertia_apply(const TaInertia *inertia, double time, TaPose *pose)
{
    const double since = time > 0.0 ? time : 0.0;
    if (since >= inertia->seconds) {
        return;
    }
    for (uint32_t i = 0; i < inertia->offset_count; i++) {
        const TaInertiaOffset *offset = &inertia->offsets[i];
        const double s = since / (double)offset->seconds;
        if (s < 1.0) {
            const double left = left_of(s, (double)offset->slope);
            const double way[3] = {left * (double)offset->offset[0],
                                   left * (double)offset->offset[1],
                                   left * (double)offset->offset[2]};
            ta_channel_add(offset->channel, way, pose);
        }
    }
}
