// SPDX-License-Identifier: MIT
// In: counts. Out: pose memory in an arena, and copies of poses.
#include "data/pose.h"

#include <string.h>

TaPose ta_pose_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count)
{
    TaPose pose = {0};
    pose.group_count = (joint_count + 3) / 4;
    pose.scalar_group_count = (scalar_count + 3) / 4;
    pose.transforms = TA_ARENA_NEW(arena, TaSoaTransform, pose.group_count);
    pose.scalars = TA_ARENA_NEW(arena, float, 4 * (size_t)pose.scalar_group_count);
    return pose;
}

void ta_pose_copy(TaPose *to, const TaPose *from)
{
    memcpy(to->transforms, from->transforms, from->group_count * sizeof(TaSoaTransform));
    if (from->scalar_group_count > 0) {
        memcpy(to->scalars, from->scalars, 4 * from->scalar_group_count * sizeof(float));
    }
}

void ta_pose_read_rotation(const TaPose *pose, uint32_t slot, double q[4])
{
    for (int c = 0; c < 4; c++) {
        q[c] = (double)pose->transforms[slot / 4].rotation[c][slot % 4];
    }
}

void ta_pose_write_rotation(TaPose *pose, uint32_t slot, const double q[4])
{
    for (int c = 0; c < 4; c++) {
        pose->transforms[slot / 4].rotation[c][slot % 4] = (float)q[c];
    }
}
