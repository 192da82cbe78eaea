// SPDX-License-Identifier: MIT
// In: a clip, its root bone, times. Out: moves of the character, poses that stay in place.
#include "kernel/root.h"

#include <math.h>
#include <string.h>

#include "kernel/motion.h"
#include "kernel/rows.h"
#include "kernel/track.h"
#include "math/quat.h"
#include "math/trig.h"

enum { MOST_DOUBLINGS = 64 };

// ---- small double arithmetic -----------------------------------------------------------------

static void turn_y(double yaw, const double v[3], double out[3])
{
    const double c = ta_cos(yaw), s = ta_sin(yaw);
    const double x = c * v[0] + s * v[2], z = c * v[2] - s * v[0];
    out[0] = x;
    out[1] = v[1];
    out[2] = z;
}

static void transform_point(const double m[12], const double v[3], double out[3])
{
    double result[3];
    for (int r = 0; r < 3; r++) {
        result[r] = m[r] * v[0] + m[3 + r] * v[1] + m[6 + r] * v[2] + m[9 + r];
    }
    memcpy(out, result, sizeof result);
}

// out = a * b for affine matrices of three columns and a translation.
static void multiply(const double a[12], const double b[12], double out[12])
{
    double result[12];
    for (int column = 0; column < 4; column++) {
        const double *v = b + 3 * column;
        for (int r = 0; r < 3; r++) {
            result[3 * column + r] =
                a[r] * v[0] + a[3 + r] * v[1] + a[6 + r] * v[2] + (column == 3 ? a[9 + r] : 0.0);
        }
    }
    memcpy(out, result, sizeof result);
}

static bool invert(const double m[12], double out[12])
{
    const double *a = m, *b = m + 3, *c = m + 6;
    const double bc[3] = {b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2],
                          b[0] * c[1] - b[1] * c[0]};
    const double ca[3] = {c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2],
                          c[0] * a[1] - c[1] * a[0]};
    const double ab[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                          a[0] * b[1] - a[1] * b[0]};
    const double determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    if (!(fabs(determinant) > 1e-30)) {
        return false;
    }
    const double *rows[3] = {bc, ca, ab};
    for (int r = 0; r < 3; r++) {
        for (int column = 0; column < 3; column++) {
            out[3 * column + r] = rows[r][column] / determinant;
        }
    }
    for (int r = 0; r < 3; r++) {
        out[9 + r] = -(out[r] * m[9] + out[3 + r] * m[10] + out[6 + r] * m[11]);
    }
    return true;
}

// ---- the root joint --------------------------------------------------------------------------

static void rest_local(const TaRig *rig, uint32_t slot, double t[3], double q[4], double s[3])
{
    const TaSoaTransform *group = &rig->rest.transforms[slot / 4];
    const uint32_t lane = slot % 4;
    for (int c = 0; c < 4; c++) {
        q[c] = (double)group->rotation[c][lane];
    }
    for (int c = 0; c < 3; c++) {
        t[c] = (double)group->translation[c][lane];
        s[c] = (double)group->scale[c][lane];
    }
}

// The parents of a joint at rest: matrix and rotation.
static void measure_parent(TaRoot *root, const TaRig *rig)
{
    const double identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    memcpy(root->parent, identity, sizeof identity);
    root->turn[3] = 1.0;
    for (int32_t slot = rig->parent_slots[root->slot]; slot >= 0; slot = rig->parent_slots[slot]) {
        double t[3], q[4], s[3], local[12], turn[4];
        rest_local(rig, (uint32_t)slot, t, q, s);
        for (int column = 0; column < 3; column++) {
            double axis[3] = {0, 0, 0};
            axis[column] = s[column];
            ta_quat_rotate(q, axis, local + 3 * column);
        }
        memcpy(local + 9, t, sizeof t);
        multiply(local, root->parent, root->parent);
        ta_quat_multiply(q, root->turn, turn);
        memcpy(root->turn, turn, sizeof turn);
    }
}

// The root's own translation and rotation in a clip; rest where the clip is silent.
static void sample_root(const TaRoot *root, const TaClip *clip, double time, double t[3],
                        double q[4])
{
    double s[3];
    rest_local(clip->rig, root->slot, t, q, s);
    if (clip->rows.count > 0) {
        TaSoaTransform group = clip->rig->rest.transforms[root->slot / 4];
        ta_rows_sample_group(&clip->rows, root->slot / 4, ta_rows_find(&clip->rows, time), &group);
        for (uint32_t c = 0; c < 4; c++) {
            q[c] = (double)group.rotation[c][root->slot % 4];
        }
        for (uint32_t c = 0; c < 3; c++) {
            t[c] = (double)group.translation[c][root->slot % 4];
        }
    }
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        const uint32_t parts = bundle->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
        uint32_t offset = 0, cursor = 0;
        for (uint32_t i = 0; i < bundle->block_count; i++) {
            const TaClipBlock *block = &bundle->blocks[i];
            const uint32_t floats = 4 * ta_path_components((TaPath)block->path);
            const bool ours = block->group == root->slot / 4 &&
                              (block->lanes >> (root->slot % 4) & 1) != 0 &&
                              block->path <= TA_PATH_ROTATION;
            if (ours) {
                float sampled[16];
                const TaKeySpan span =
                    ta_timeline_find(&clip->timelines[bundle->timeline], time, &cursor);
                ta_block_sample(block, bundle->interpolation,
                                bundle->rows + (size_t)span.key * bundle->row_stride + offset,
                                bundle->row_stride, span, sampled);
                double *out = block->path == TA_PATH_ROTATION ? q : t;
                for (uint32_t c = 0; c < floats / 4; c++) {
                    out[c] = (double)sampled[4 * c + root->slot % 4];
                }
            }
            offset += floats * parts;
        }
    }
    ta_quat_normalize(q);
}

static void model_root(const TaRoot *root, const TaClip *clip, double time, double place[3],
                       double turn[4])
{
    double t[3], q[4];
    sample_root(root, clip, time, t, q);
    transform_point(root->parent, t, place);
    ta_quat_multiply(root->turn, q, turn);
}

static int32_t find_joint(const TaRig *rig, const char *name)
{
    for (uint32_t j = 0; j < rig->joint_count; j++) {
        if (ta_mask_matches(name, rig->joint_names[j])) {
            return (int32_t)j;
        }
    }
    return TA_NONE;
}

bool ta_root_build(const TaClipSettings *settings, const TaRig *rig, const TaClip *clip,
                   TaRoot *root)
{
    *root = (TaRoot){0};
    if (!settings->has_root) {
        return true;
    }
    const int32_t joint = find_joint(rig, settings->root_bone);
    if (joint == TA_NONE) {
        return false;
    }
    root->slot = rig->slot_of_joint[joint];
    root->axes = settings->root_axes;
    root->yaw = settings->root_yaw;
    measure_parent(root, rig);
    root->active = invert(root->parent, root->inverse);
    model_root(root, clip, 0.0, root->start, root->start_turn);
    root->cycle = ta_root_at(root, clip, clip->duration);
    return true;
}

// ---- moves -----------------------------------------------------------------------------------

TaRootMove ta_root_at(const TaRoot *root, const TaClip *clip, double time)
{
    double place[3], turn[4], start_inverse[4], relative[4], turned[3];
    TaRootMove move = {{0, 0, 0}, 0};
    model_root(root, clip, time, place, turn);
    if (root->yaw) {  // the twist about y of the turn since the start
        ta_quat_conjugate(root->start_turn, start_inverse);
        ta_quat_multiply(turn, start_inverse, relative);
        const double sign = relative[3] < 0.0 ? -1.0 : 1.0;
        move.yaw = 2.0 * ta_atan2(sign * relative[1], sign * relative[3]);
    }
    turn_y(move.yaw, root->start, turned);
    for (int c = 0; c < 3; c++) {
        move.translation[c] = (root->axes >> c & 1) != 0 ? place[c] - turned[c] : 0.0;
    }
    return move;
}

TaRootMove ta_root_then(TaRootMove first, TaRootMove second)
{
    TaRootMove both = {.yaw = first.yaw + second.yaw};
    turn_y(first.yaw, second.translation, both.translation);
    for (int c = 0; c < 3; c++) {
        both.translation[c] += first.translation[c];
    }
    return both;
}

static TaRootMove back(TaRootMove move)
{
    TaRootMove inverse = {.yaw = -move.yaw};
    turn_y(-move.yaw, move.translation, inverse.translation);
    for (int c = 0; c < 3; c++) {
        inverse.translation[c] = -inverse.translation[c];
    }
    return inverse;
}

// The cycle done count times, by doubling.
static TaRootMove repeat(TaRootMove cycle, double count)
{
    TaRootMove result = {{0, 0, 0}, 0};
    for (int i = 0; i < MOST_DOUBLINGS && count >= 1.0; i++) {
        const double half = floor(count / 2.0);
        if (count - 2.0 * half >= 1.0) {
            result = ta_root_then(result, cycle);
        }
        cycle = ta_root_then(cycle, cycle);
        count = half;
    }
    return result;
}

TaRootMove ta_root_between(const TaRoot *root, const TaClip *clip, TaLoop loop, double before,
                           double now)
{
    if (now < before) {
        return back(ta_root_between(root, clip, loop, now, before));
    }
    const double length = clip->duration;
    const TaRootMove from = ta_root_at(root, clip, length * ta_motion_fold(before, loop));
    const TaRootMove to = ta_root_at(root, clip, length * ta_motion_fold(now, loop));
    const double wraps =
        loop == TA_LOOP_REPEAT ? ta_motion_loops(now) - ta_motion_loops(before) : 0.0;
    TaRootMove move = back(from);
    if (wraps >= 1.0) {  // to the end, whole loops, and from the start on
        move = ta_root_then(move, root->cycle);
        move = ta_root_then(move, repeat(root->cycle, wraps - 1.0));
    }
    return ta_root_then(move, to);
}

void ta_root_strip(const TaRoot *root, const TaClip *clip, double time, TaPose *pose)
{
    const TaRootMove move = ta_root_at(root, clip, time);
    TaSoaTransform *group = &pose->transforms[root->slot / 4];
    const uint32_t lane = root->slot % 4;
    double t[3], q[4], place[3], turn[4], inverse[4];
    for (int c = 0; c < 4; c++) {
        q[c] = (double)group->rotation[c][lane];
    }
    for (int c = 0; c < 3; c++) {
        t[c] = (double)group->translation[c][lane];
    }
    transform_point(root->parent, t, place);
    for (int c = 0; c < 3; c++) {
        place[c] -= move.translation[c];
    }
    turn_y(-move.yaw, place, place);
    transform_point(root->inverse, place, t);
    const double unturn[4] = {0, ta_sin(-move.yaw / 2.0), 0, ta_cos(move.yaw / 2.0)};
    ta_quat_multiply(root->turn, q, turn);
    ta_quat_multiply(unturn, turn, turn);
    ta_quat_conjugate(root->turn, inverse);
    ta_quat_multiply(inverse, turn, q);
    ta_quat_normalize(q);
    for (int c = 0; c < 4; c++) {
        group->rotation[c][lane] = (float)q[c];
    }
    for (int c = 0; c < 3; c++) {
        group->translation[c][lane] = (float)t[c];
    }
}
