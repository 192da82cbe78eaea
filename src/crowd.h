// SPDX-License-Identifier: MIT
// Members that are drawn together: who is seen, whose pose is due, what the renderer gets.
#ifndef TA_CROWD_H
#define TA_CROWD_H

#include "base/id_pool.h"
#include "bounds.h"
#include "step.h"
#include "three_action/crowd.h"

// One member between two looks.
typedef struct TaCrowdMember {
    uint32_t instance;  // id, 0 = none
    uint32_t made;      // the update its pose is of
    uint32_t due;       // the update that makes the next one
    uint32_t span;      // updates over which the pose before turns into this one
    bool seen;          // at the last look
    TaBox box;          // of both poses
    TaBox last;         // of this pose
} TaCrowdMember;

typedef struct TaCrowd {
    TaArena arena;
    TaRig *rig;
    uint32_t capacity;
    uint32_t count;
    uint32_t joint_count;  // of all skins together
    uint32_t width, height, row_members;
    bool half;
    TaCrowdMember *members;
    TaBox reach;    // of every pose so far: where a member whose pose is not known may be
    float *before;  // [capacity][joint_count][16] the pose before this one
    void *buffers[TA_CROWD_BUFFER_COUNT];
} TaCrowd;

// NULL when memory ran out. The size of the image is the caller's to check.
TaCrowd *ta_crowd_build(const TaCrowdDef *def, TaRig *rig);
void ta_crowd_free(TaCrowd *crowd);

// Of all skins together; a crowd needs one.
uint32_t ta_crowd_skin_joints(const TaRig *rig);

// Members of a row of the image, so that it fits; 0 = it cannot.
uint32_t ta_crowd_row_members(const TaCrowdDef *def, const TaRig *rig);

// update: the number of the world's last update. Returns how many are shown.
uint32_t ta_crowd_run(TaCrowd *crowd, const TaIdPool *instances, uint32_t update,
                      TaScratch *scratch);

// The stages behind the machine, for an instance whose pose waits.
void ta_crowd_finish_pose(TaInstance *instance, TaScratch *scratch);

#endif
