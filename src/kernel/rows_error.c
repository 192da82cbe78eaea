// SPDX-License-Identifier: MIT
// In: two poses of a rig. Out: how far they are apart at the skin.
#include "kernel/rows_error.h"

#include <math.h>
#include <string.h>

// Of the rig's size: how far the skin reaches around a joint. The fewer joints, the larger the piece
// that each one moves.
static double shell_of(const TaRig *rig) { return 1.0 / sqrt((double)rig->joint_count); }

static uint32_t slots_of(const TaRowsSource *source) { return 4 * source->rig->rest.group_count; }

uint32_t ta_rows_channel_count(const TaRowsSource *source)
{
    return 3 * slots_of(source) + 4 * source->rig->rest.scalar_group_count;
}

uint32_t ta_rows_channel(const TaRowsSource *source, TaPath path, uint32_t slot)
{
    return (uint32_t)path * slots_of(source) + slot;
}

TaPose ta_rows_whole_pose(const TaRowsSource *source, float *floats)
{
    const TaPose *rest = &source->rig->rest;
    return (TaPose){(TaSoaTransform *)(void *)floats, floats + 40 * (size_t)rest->group_count,
                    rest->group_count, rest->scalar_group_count};
}

float *ta_rows_whole_path(const TaPose *pose, TaPath path, uint32_t group)
{
    switch (path) {
    case TA_PATH_TRANSLATION: return &pose->transforms[group].translation[0][0];
    case TA_PATH_ROTATION: return &pose->transforms[group].rotation[0][0];
    case TA_PATH_SCALE: return &pose->transforms[group].scale[0][0];
    case TA_PATH_SCALAR: break;
    }
    return pose->scalars + 4 * (size_t)group;
}

// ---- model space -----------------------------------------------------------------------------

// Columns x y z and origin of a joint's model matrix.
typedef struct Frame {
    double m[12];
} Frame;

static void local_frame(const TaPose *pose, uint32_t slot, double m[12])
{
    const TaSoaTransform *t = &pose->transforms[slot / 4];
    const uint32_t lane = slot % 4;
    double q[4], length2 = 0.0;
    for (int c = 0; c < 4; c++) {
        q[c] = (double)t->rotation[c][lane];
        length2 += q[c] * q[c];
    }
    const double f = length2 > 1e-12 ? 2.0 / length2 : 0.0;
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - f * (y * y + z * z), f * (x * y + w * z),     f * (x * z - w * y),
                         f * (x * y - w * z),     1 - f * (x * x + z * z), f * (y * z + w * x),
                         f * (x * z + w * y),     f * (y * z - w * x),     1 - f * (x * x + y * y)};
    for (int i = 0; i < 9; i++) {
        m[i] = r[i] * (double)t->scale[i / 3][lane];
    }
    for (int c = 0; c < 3; c++) {
        m[9 + c] = (double)t->translation[c][lane];
    }
}

static void model_frames(const TaRowsSource *source, const TaPose *pose, Frame *frames)
{
    for (uint32_t slot = 0; slot < source->rig->joint_count; slot++) {
        double local[12];
        local_frame(pose, slot, local);
        const int32_t parent = source->rig->parent_slots[slot];
        double *out = frames[slot].m;
        if (parent < 0) {
            memcpy(out, local, sizeof local);
            continue;
        }
        const double *p = frames[parent].m;
        for (int i = 0; i < 12; i++) {
            const double *v = local + i / 3 * 3;
            out[i] = p[i % 3] * v[0] + p[3 + i % 3] * v[1] + p[6 + i % 3] * v[2] +
                     (i >= 9 ? p[9 + i % 3] : 0.0);
        }
    }
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

bool ta_rows_measure_rig(TaRowsSource *source, TaArena *scratch)
{
    const uint32_t count = source->rig->joint_count;
    source->frames = TA_ARENA_NEW(scratch, Frame, 2 * (size_t)count);
    if (scratch->failed) {
        return false;
    }
    Frame *frames = source->frames;
    double low[3] = {0}, high[3] = {0};
    model_frames(source, &source->rig->rest, frames);
    for (uint32_t slot = 0; slot < count; slot++) {
        for (int c = 0; c < 3; c++) {
            const double at = frames[slot].m[9 + c];
            low[c] = slot == 0 ? at : fmin(low[c], at);
            high[c] = slot == 0 ? at : fmax(high[c], at);
        }
    }
    const double size = distance(low, high);
    source->size = size > 1e-9 ? size : 1.0;
    const double shell = shell_of(source->rig);
    for (uint32_t slot = count; slot-- > 0;) {  // from the tips down to the roots
        source->reach[slot] = fmax(source->reach[slot], shell);
        const int32_t parent = source->rig->parent_slots[slot];
        if (parent >= 0) {
            const double bone = distance(frames[slot].m + 9, frames[parent].m + 9) / source->size;
            source->reach[parent] = fmax(source->reach[parent], bone + source->reach[slot]);
        }
    }
    return true;
}

// ---- errors ----------------------------------------------------------------------------------

static double path_difference(const float *a, const float *b, uint32_t lane)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < 3; c++) {
        const double d = (double)a[4 * c + lane] - (double)b[4 * c + lane];
        sum += d * d;
    }
    return sqrt(sum);
}

// Radians between two rotations that are close, from the chord of the unit quaternions.
static double turn_between(const float *exact, const float *lerped, uint32_t lane)
{
    double dot = 0.0, length2 = 0.0, chord2 = 0.0;
    for (uint32_t c = 0; c < 4; c++) {
        const double b = (double)lerped[4 * c + lane];
        dot += (double)exact[4 * c + lane] * b;
        length2 += b * b;
    }
    const double inverse = (dot < 0.0 ? -1.0 : 1.0) / sqrt(length2 > 0.0 ? length2 : 1.0);
    for (uint32_t c = 0; c < 4; c++) {
        const double d = (double)exact[4 * c + lane] - (double)lerped[4 * c + lane] * inverse;
        chord2 += d * d;
    }
    return 2.0 * sqrt(chord2);
}

static void raise(float *errors, uint32_t channel, double error)
{
    errors[channel] = fmaxf(errors[channel], (float)error);
}

void ta_rows_channel_errors(const TaRowsSource *source, const TaPose *exact, const TaPose *lerped,
                            float *errors)
{
    for (uint32_t slot = 0; slot < source->rig->joint_count; slot++) {
        const TaSoaTransform *a = &exact->transforms[slot / 4], *b = &lerped->transforms[slot / 4];
        const uint32_t lane = slot % 4;
        const double reach = source->reach[slot];
        raise(errors, ta_rows_channel(source, TA_PATH_TRANSLATION, slot),
              path_difference(&a->translation[0][0], &b->translation[0][0], lane) / source->size);
        raise(errors, ta_rows_channel(source, TA_PATH_ROTATION, slot),
              turn_between(&a->rotation[0][0], &b->rotation[0][0], lane) * reach);
        raise(errors, ta_rows_channel(source, TA_PATH_SCALE, slot),
              path_difference(&a->scale[0][0], &b->scale[0][0], lane) * reach);
    }
    for (uint32_t i = 0; i < source->rig->scalar_count; i++) {
        raise(errors, ta_rows_channel(source, TA_PATH_SCALAR, i),
              fabs((double)exact->scalars[i] - (double)lerped->scalars[i]));
    }
}

double ta_rows_skin_error(const TaRowsSource *source, const TaPose *exact, const TaPose *lerped)
{
    const TaRig *rig = source->rig;
    Frame *a = source->frames, *b = a + rig->joint_count;
    const double shell = shell_of(rig);
    double worst = 0.0;
    model_frames(source, exact, a);
    model_frames(source, lerped, b);
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        // Three points on the shell around the joint. Rigs whose matrices scale: in model units.
        for (int axis = 0; axis < 3; axis++) {
            const double *u = a[slot].m + 3 * axis, *v = b[slot].m + 3 * axis;
            const double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
            const double out = length > 0.0 ? shell * source->size / length : 0.0;
            double p[3], q[3];
            for (int c = 0; c < 3; c++) {
                p[c] = a[slot].m[9 + c] + out * u[c];
                q[c] = b[slot].m[9 + c] + out * v[c];
            }
            worst = fmax(worst, distance(p, q));
        }
    }
    return worst / source->size;
}
