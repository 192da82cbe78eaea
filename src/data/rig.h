// SPDX-License-Identifier: MIT
// A rig: the joint tree in parent-first order, its rest pose, and its skins. Immutable.
#ifndef TA_DATA_RIG_H
#define TA_DATA_RIG_H

#include "base/arena.h"
#include "base/error.h"
#include "data/pose.h"
#include "three_action/defs.h"

typedef struct TaSkin {
    uint32_t joint_count;
    const uint32_t *slots;      // [joint_count] where the joint's model matrix lies
    const float *inverse_bind;  // [joint_count][16]
} TaSkin;

typedef struct TaRig {
    TaArena arena;
    uint32_t joint_count;
    const uint32_t *slot_of_joint;   // caller's order -> parent-first order
    const uint32_t *joint_of_slot;   // and back
    const int32_t *parent_slots;     // [joint_count] by slot; -1 = root
    const char *const *joint_names;  // [joint_count] caller's order; "" = no name
    TaPose rest;
    const bool *rest_scaled;         // [group_count] some joint of the four rests at a scale but 1
    TaPose rest_model;               // rotations only: in model space
    const uint32_t *mirror_slots;    // [joint_count] the other side's slot, or its own
    const uint32_t *mirror_scalars;  // [scalar_count]
    uint32_t scalar_count;
    const char *const *scalar_names;  // [scalar_count]; \"\" = no name
    uint32_t skin_count;
    const TaSkin *skins;
    const int32_t *first_skin;  // [joint_count] by slot: its place in skin 0, -1 = none; NULL = two
                                // places of the skin show one joint, or there is no skin
    uint32_t user_count;        // clips and instances that need it
} TaRig;

// Model-space rotation of a joint's parent, from a pose that holds model-space rotations.
void ta_rig_parent_rotation(const TaRig *rig, const TaPose *model, uint32_t slot, double q[4]);

// Model-space rotations of a local pose, written into the rotations of another.
void ta_rig_model_rotations(const TaRig *rig, const TaPose *local, TaPose *model);

// NULL with the error filled when the definition does not make a rig.
TaRig *ta_rig_build(const TaRigDef *def, TaError *error);
void ta_rig_free(TaRig *rig);

#endif
