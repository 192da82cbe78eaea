// SPDX-License-Identifier: MIT
// A local pose: one transform a joint, four joints wide, and the rig's single-number channels.
#ifndef TA_DATA_POSE_H
#define TA_DATA_POSE_H

#include "base/arena.h"
#include "math/soa.h"

// Space: local, to the parent joint. Joints are in the rig's slot order (parent first); lanes past
// the last joint hold the identity.
typedef struct TaPose {
    TaSoaTransform *transforms;  // [group_count]
    float *scalars;              // [4 * scalar_group_count]
    uint32_t group_count;
    uint32_t scalar_group_count;
} TaPose;

// Memory for a pose; transforms are zero, not the identity. Check arena->failed.
TaPose ta_pose_create(TaArena *arena, uint32_t joint_count, uint32_t scalar_count);

// The rotation of one joint, in double.
void ta_pose_read_rotation(const TaPose *pose, uint32_t slot, double q[4]);
void ta_pose_write_rotation(TaPose *pose, uint32_t slot, const double q[4]);

// Poses of the same rig only.
void ta_pose_copy(TaPose *to, const TaPose *from);

#endif
