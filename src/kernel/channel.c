// SPDX-License-Identifier: MIT
// In: poses and a channel. Out: the way between them in it, or the pose moved along a way.
// In double: what is subtracted here is close together, and seen magnified by 240 as a velocity.
#include "kernel/channel.h"

#include <math.h>

#include "math/trig.h"

enum { PATHS_OF_JOINT = 3 };

uint32_t ta_channel_count(uint32_t joint_count, uint32_t scalar_count)
{
    return PATHS_OF_JOINT * joint_count + scalar_count;
}

TaChannel ta_channel_at(uint32_t joint_count, uint32_t position)
{
    const uint32_t of_joints = PATHS_OF_JOINT * joint_count;
    if (position >= of_joints) {
        return (TaChannel){TA_PATH_SCALAR, position - of_joints};
    }
    return (TaChannel){(TaPath)(position % PATHS_OF_JOINT), position / PATHS_OF_JOINT};
}

// The first of the channel's numbers, and how many there are; each is four floats from the last.
static float *numbers_of(TaChannel channel, const TaPose *pose, int *count)
{
    *count = channel.path == TA_PATH_SCALAR ? 1 : channel.path == TA_PATH_ROTATION ? 4 : 3;
    if (channel.path == TA_PATH_SCALAR) {
        return &pose->scalars[channel.index];
    }
    TaSoaTransform *group = &pose->transforms[channel.index / 4];
    const uint32_t lane = channel.index % 4;
    switch (channel.path) {
    case TA_PATH_ROTATION: return &group->rotation[0][lane];
    case TA_PATH_SCALE: return &group->scale[0][lane];
    default: return &group->translation[0][lane];
    }
}

static void read(TaChannel channel, const TaPose *pose, double out[4])
{
    int count;
    const float *numbers = numbers_of(channel, pose, &count);
    for (int c = 0; c < 4; c++) {
        out[c] = c < count ? (double)numbers[4 * c] : 0.0;
    }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// out = a * b; out may be neither.
static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

// Plain channels: out = to - from. Rotations: out = to * inverse(from), to within a factor.
static void subtract(TaChannel channel, const TaPose *from, const TaPose *to, double out[4])
{
    double a[4], b[4];
    read(channel, from, a);
    read(channel, to, b);
    if (channel.path == TA_PATH_ROTATION) {
        const double inverse[4] = {-a[0], -a[1], -a[2], a[3]};
        multiply(b, inverse, out);
        return;
    }
    for (int c = 0; c < 4; c++) {
        out[c] = b[c] - a[c];
    }
}

void ta_channel_way(TaChannel channel, const TaPose *from, const TaPose *to, double way[3])
{
    double difference[4];
    subtract(channel, from, to, difference);
    double factor = 1.0;
    if (channel.path == TA_PATH_ROTATION) {
        // atan2, not acos: exact close to 0 and to pi, and no matter how long the quaternion is.
        const double sine = sqrt(dot(difference, difference));
        const double half = ta_atan2(sine, fabs(difference[3]));
        factor = sine > 0.0 ? 2.0 * half / sine : 0.0;
        factor = difference[3] < 0.0 ? -factor : factor;
    }
    for (int c = 0; c < 3; c++) {
        way[c] = difference[c] * factor;
    }
}

double ta_channel_along(TaChannel channel, const TaPose *from, const TaPose *to,
                        const double axis[3])
{
    double difference[4];
    subtract(channel, from, to, difference);
    const double along = dot(difference, axis);
    return channel.path == TA_PATH_ROTATION ? 2.0 * ta_atan2(along, difference[3]) : along;
}

// q = turn * q for the turn of a rotation vector, made unit; one without length is left alone.
static void rotate(const double way[3], double q[4])
{
    const double angle = sqrt(dot(way, way));
    const double factor = angle > 1e-12 ? ta_sin(0.5 * angle) / angle : 0.5;
    const double turn[4] = {way[0] * factor, way[1] * factor, way[2] * factor, ta_cos(0.5 * angle)};
    double turned[4];
    multiply(turn, q, turned);
    const double length = sqrt(dot(turned, turned) + turned[3] * turned[3]);
    for (int c = 0; c < 4 && length > 1e-6; c++) {
        q[c] = turned[c] / length;
    }
}

void ta_channel_add(TaChannel channel, const double way[3], TaPose *pose)
{
    int count;
    float *numbers = numbers_of(channel, pose, &count);
    double sum[4];
    read(channel, pose, sum);
    if (channel.path == TA_PATH_ROTATION) {
        rotate(way, sum);
    } else {
        for (int c = 0; c < 3; c++) {
            sum[c] += way[c];
        }
    }
    for (int c = 0; c < count; c++) {
        numbers[4 * c] = (float)sum[c];
    }
}
