// SPDX-License-Identifier: MIT
// In: numbers or a seed. Out: poses on both sides of a cut, and how far poses are apart.
#include "cut.h"

#include <float.h>

#include "test.h"

static void set_lane(TaPose *pose, int joint, const float t[3], const float q[4], const float s[3])
{
    TaSoaTransform *group = &pose->transforms[joint / 4];
    const int lane = joint % 4;
    for (int c = 0; c < 3; c++) {
        group->translation[c][lane] = t[c];
        group->scale[c][lane] = s[c];
    }
    for (int c = 0; c < 4; c++) {
        group->rotation[c][lane] = q[c];
    }
}

TaPose cut_pose(Cut *cut)
{
    TaPose pose = ta_pose_create(&cut->arena, CUT_JOINTS, CUT_SCALARS);
    const float zero[] = {0, 0, 0}, identity[] = {0, 0, 0, 1}, one[] = {1, 1, 1};
    for (int j = 0; j < 4 * (int)pose.group_count; j++) {
        set_lane(&pose, j, zero, identity, one);
    }
    return pose;
}

Cut cut_open(void)
{
    Cut cut = {0};
    TaPose *poses[] = {&cut.source, &cut.source_before, &cut.target, &cut.target_before, &cut.out};
    for (int i = 0; i < 5; i++) {
        *poses[i] = cut_pose(&cut);
    }
    cut.inertia = ta_inertia_create(&cut.arena, CUT_JOINTS, CUT_SCALARS);
    cut.dead = ta_dead_blend_create(&cut.arena, CUT_JOINTS, CUT_SCALARS);
    return cut;
}

void cut_close(Cut *cut)
{
    CHECK(!cut->arena.failed);
    ta_arena_release(&cut->arena);
}

void cut_inertia_begin(Cut *cut, double seconds)
{
    ta_inertia_begin(&cut->inertia, &cut->source, &cut->source_before, &cut->target,
                     &cut->target_before, seconds);
}

void cut_inertia_at(Cut *cut, double time)
{
    ta_pose_copy(&cut->out, &cut->target);
    ta_inertia_apply(&cut->inertia, time, &cut->out);
}

void cut_dead_begin(Cut *cut)
{
    ta_dead_blend_begin(&cut->dead, &cut->source, &cut->source_before, &cut->target);
}

void cut_dead_at(Cut *cut, double time) { ta_dead_blend_pose(&cut->dead, time, &cut->out); }

// ---- by number -------------------------------------------------------------------------------

float *cut_x(const TaPose *pose, int joint)
{
    return &pose->transforms[joint / 4].translation[0][joint % 4];
}

static float *turn_of(const TaPose *pose, int joint)
{
    return &pose->transforms[joint / 4].rotation[0][joint % 4];  // components 4 apart
}

void cut_set_z(const TaPose *pose, int joint, double degrees)
{
    float *q = turn_of(pose, joint);
    q[0] = q[4] = 0.0f;
    q[8] = (float)sin(degrees * CUT_PI / 360);
    q[12] = (float)cos(degrees * CUT_PI / 360);
}

double cut_z(const TaPose *pose, int joint)
{
    const float *q = turn_of(pose, joint);
    const double degrees = atan2((double)q[8], (double)q[12]) * 360 / CUT_PI;
    return degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
}

void cut_negate(const TaPose *pose, int joint)
{
    float *q = turn_of(pose, joint);
    for (int c = 0; c < 4; c++) {
        q[4 * c] = -q[4 * c];
    }
}

// ---- measuring -------------------------------------------------------------------------------

// Between unit quaternions p apart and s across, the shorter turn is 4 atan(p / s).
static double turn_apart(const float *a, const float *b)
{
    double minus = 0.0, plus = 0.0;
    for (int c = 0; c < 4; c++) {
        const double from = (double)a[4 * c], to = (double)b[4 * c];
        minus += (to - from) * (to - from);
        plus += (to + from) * (to + from);
    }
    return 4 * atan2(sqrt(fmin(minus, plus)), sqrt(fmax(minus, plus)));
}

static double plain_apart(const float *a, const float *b, int count)
{
    double sum = 0.0;
    for (int c = 0; c < count; c++) {
        const double difference = (double)b[4 * c] - (double)a[4 * c];
        sum += difference * difference;
    }
    return sqrt(sum);
}

double cut_apart(TaChannel channel, const TaPose *a, const TaPose *b)
{
    const uint32_t i = channel.index, lane = i % 4;
    const TaSoaTransform *at_a = &a->transforms[i / 4], *at_b = &b->transforms[i / 4];
    switch (channel.path) {
    case TA_PATH_ROTATION: return turn_apart(&at_a->rotation[0][lane], &at_b->rotation[0][lane]);
    case TA_PATH_SCALE: return plain_apart(&at_a->scale[0][lane], &at_b->scale[0][lane], 3);
    case TA_PATH_SCALAR: return plain_apart(&a->scalars[i], &b->scalars[i], 1);
    default: return plain_apart(&at_a->translation[0][lane], &at_b->translation[0][lane], 3);
    }
}

double cut_most_apart(const TaPose *a, const TaPose *b)
{
    double most = 0.0;
    for (uint32_t i = 0; i < CUT_CHANNELS; i++) {
        const double distance = cut_apart(ta_channel_at(CUT_JOINTS, i), a, b);
        most = distance > most || isnan(distance) ? distance : most;
    }
    return most;
}

bool cut_same_bits(const TaPose *a, const TaPose *b)
{
    return memcmp(a->transforms, b->transforms, a->group_count * sizeof(TaSoaTransform)) == 0 &&
           memcmp(a->scalars, b->scalars, 4 * a->scalar_group_count * sizeof(float)) == 0;
}

static void check_lane(const TaSoaTransform *group, int lane, bool rest)
{
    double length = 0.0;
    for (int c = 0; c < 3; c++) {
        CHECK(isfinite((double)group->translation[c][lane]));
        CHECK(isfinite((double)group->scale[c][lane]));
        CHECK(!rest || group->translation[c][lane] == 0.0f);
        CHECK(!rest || group->scale[c][lane] == 1.0f);
    }
    for (int c = 0; c < 4; c++) {
        length += (double)group->rotation[c][lane] * (double)group->rotation[c][lane];
        CHECK(!rest || group->rotation[c][lane] == (c == 3 ? 1.0f : 0.0f));
    }
    CHECK_NEAR(sqrt(length), 1, 1e-5);
}

void cut_check_sound(const TaPose *pose)
{
    for (int j = 0; j < 4 * (int)pose->group_count; j++) {
        check_lane(&pose->transforms[j / 4], j % 4, j >= CUT_JOINTS);
    }
    for (uint32_t i = 0; i < 4 * pose->scalar_group_count; i++) {
        CHECK(isfinite((double)pose->scalars[i]));
        CHECK(i < CUT_SCALARS || pose->scalars[i] == 0.0f);
    }
}

// ---- at random -------------------------------------------------------------------------------

static uint64_t g_state;

void cut_seed(unsigned seed) { g_state = seed; }

double cut_random(void)
{
    g_state = g_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(g_state >> 11) / 4503599627370496.0 - 1.0;
}

// A unit quaternion: a random axis and an angle up to so many radians.
static void random_turn(double most, float q[4])
{
    const double axis[3] = {cut_random(), cut_random(), cut_random()};
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]) + 1e-9;
    const double half = 0.5 * most * cut_random();
    for (int c = 0; c < 3; c++) {
        q[c] = (float)(axis[c] / length * sin(half));
    }
    q[3] = (float)cos(half);
}

void cut_random_pose(TaPose *pose)
{
    for (int j = 0; j < CUT_JOINTS; j++) {
        float t[3], q[4], s[3];
        for (int c = 0; c < 3; c++) {
            t[c] = (float)(2 * cut_random());
            s[c] = (float)(1 + 0.5 * cut_random());
        }
        random_turn(2 * CUT_PI, q);
        set_lane(pose, j, t, q, s);
    }
    for (int i = 0; i < CUT_SCALARS; i++) {
        pose->scalars[i] = (float)(0.5 + 0.5 * cut_random());
    }
}

// out = from a step earlier at random speeds: units, radians and factors a second.
static void random_step(const TaPose *from, double speed, TaPose *out)
{
    ta_pose_copy(out, from);
    for (uint32_t i = 0; i < CUT_CHANNELS; i++) {
        const double way[3] = {speed * TA_POSE_STEP * cut_random(),
                               speed * TA_POSE_STEP * cut_random(),
                               speed * TA_POSE_STEP * cut_random()};
        ta_channel_add(ta_channel_at(CUT_JOINTS, i), way, out);
    }
}

void cut_randomize(Cut *cut, unsigned round)
{
    const double speeds[] = {0, 0.1, 1, 10, 100, 1000};
    cut_random_pose(&cut->source);
    cut_random_pose(&cut->target);
    random_step(&cut->source, speeds[round % 6], &cut->source_before);
    random_step(&cut->target, speeds[round / 6 % 6], &cut->target_before);
}

void cut_extreme(const TaPose *from, unsigned kind, TaPose *out)
{
    const float far[] = {1e6f, -1e20f, FLT_MAX, -FLT_MAX, INFINITY, NAN};
    const float turns[] = {0, 1, -1, 1e-30f, NAN, 0};
    ta_pose_copy(out, from);
    for (unsigned j = 0; j < CUT_JOINTS; j++) {
        float t[3], q[4], s[3];
        for (unsigned c = 0; c < 3; c++) {
            t[c] = far[(kind + c) % 6];
            s[c] = far[(kind + c + j) % 6];
        }
        for (unsigned c = 0; c < 4; c++) {
            q[c] = turns[(kind + j + c) % 6];
        }
        set_lane(out, (int)j, t, q, s);
    }
    for (unsigned i = 0; i < CUT_SCALARS; i++) {
        out->scalars[i] = far[(kind + i) % 6];
    }
}
