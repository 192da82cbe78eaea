// SPDX-License-Identifier: MIT
// In: a clip's pose. Out: its mirror image. For joint j with the other side p:
// turn of p since rest, in the model: D = P_p G_p^-1; reflected: D'; then P'_j = D' G_j, and the
// local rotation is (P'_parent)^-1 P'_j. Moves since rest go the same way.
#include "kernel/mirror.h"

#include "math/quat.h"

// How far the other side's joint moved from its rest place, in the model, reflected.
static void reflected_move(const TaRig *rig, const TaPose *pose, const TaPose *model, uint32_t pair,
                           double move[3])
{
    double parent[4];
    ta_rig_parent_rotation(rig, model, pair, parent);
    for (int c = 0; c < 3; c++) {
        move[c] = (double)pose->transforms[pair / 4].translation[c][pair % 4] -
                  (double)rig->rest.transforms[pair / 4].translation[c][pair % 4];
    }
    ta_quat_rotate(parent, move, move);
    move[0] = -move[0];
}

// The image of a joint's turn, in the model, into `after`; its local form and its move since rest.
static void mirror_joint(const TaRig *rig, const TaPose *pose, const TaPose *before, uint32_t slot,
                         TaPose *after, double turn[4], double move[3])
{
    const uint32_t pair = rig->mirror_slots[slot];
    double rest[4], inverse[4], parent[4];
    ta_pose_read_rotation(&rig->rest_model, pair, rest);
    ta_quat_conjugate(rest, inverse);
    ta_pose_read_rotation(before, pair, turn);
    ta_quat_multiply(turn, inverse, turn);
    turn[1] = -turn[1];  // a turn seen in the y-z plane
    turn[2] = -turn[2];
    ta_pose_read_rotation(&rig->rest_model, slot, rest);
    ta_quat_multiply(turn, rest, turn);
    ta_pose_write_rotation(after, slot, turn);
    ta_rig_parent_rotation(rig, after, slot, parent);
    ta_quat_conjugate(parent, inverse);
    ta_quat_multiply(inverse, turn, turn);
    ta_quat_normalize(turn);
    reflected_move(rig, pose, before, pair, move);
    ta_quat_rotate(inverse, move, move);
}

void ta_mirror_clip(const TaRig *rig, const TaClip *clip, const TaPose *pose,
                    const TaMirrorScratch *scratch, TaPose *out)
{
    TaPose before = scratch->before, after = scratch->after;
    ta_rig_model_rotations(rig, pose, &before);
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        const uint32_t pair = rig->mirror_slots[slot], lane = slot % 4;
        const TaSoaTransform *rest = &rig->rest.transforms[slot / 4];
        const TaSoaTransform *other = &pose->transforms[pair / 4];
        TaSoaTransform *image = &out->transforms[slot / 4];
        double turn[4], move[3];
        mirror_joint(rig, pose, &before, slot, &after, turn, move);
        for (int c = 0; c < 4 && ta_clip_drives(clip, TA_PATH_ROTATION, pair); c++) {
            image->rotation[c][lane] = (float)turn[c];
        }
        for (int c = 0; c < 3 && ta_clip_drives(clip, TA_PATH_TRANSLATION, pair); c++) {
            image->translation[c][lane] = (float)((double)rest->translation[c][lane] + move[c]);
        }
        for (int c = 0; c < 3 && ta_clip_drives(clip, TA_PATH_SCALE, pair); c++) {
            image->scale[c][lane] = other->scale[c][pair % 4];
        }
    }
    for (uint32_t i = 0; i < rig->scalar_count; i++) {
        const uint32_t pair = rig->mirror_scalars[i];
        out->scalars[i] =
            ta_clip_drives(clip, TA_PATH_SCALAR, pair) ? pose->scalars[pair] : out->scalars[i];
    }
}
