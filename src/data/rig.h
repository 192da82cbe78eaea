// SPDX-License-Identifier: MIT
// A rig: the joint tree in parent-first order, its rest pose, and its skins. Immutable.
#ifndef TA_DATA_RIG_H
#define TA_DATA_RIG_H

#include "base/arena.h"
#include "base/error.h"
#include "data/pose.h"
#include "three_action/defs.h"

// Bits of TaRowGroup.moves and differs.
enum { TA_ROW_TRANSLATION = 1, TA_ROW_ROTATION = 2, TA_ROW_SCALE = 4, TA_ROW_PATHS = 3 };

// Where the channels of four joints lie in a row, path by path in the order translation, rotation,
// scale; component by component, four joints wide.
typedef struct TaRowGroup {
    uint32_t offset[TA_ROW_PATHS];  // elements from the start of the row, of paths that move
    uint8_t moves;                  // which paths are in the row
    uint8_t differs;                // which paths are not the rest pose in every row
    uint8_t lanes[TA_ROW_PATHS];  // bit l: joint 4 * group + l is driven; padding counts as driven
} TaRowGroup;

typedef struct TaSkin {
    uint32_t joint_count;
    const uint32_t *slots;      // [joint_count] where the joint's model matrix lies
    const float *inverse_bind;  // [joint_count][16]
} TaSkin;

// One row of a palette. All skins' joints stand in one list, by slot, for the pass that makes the
// palettes while it walks the joints.
typedef struct TaPaletteRow {
    float inverse_bind[16];
    uint32_t slot;  // UINT32_MAX = the end of the list
    uint32_t skin;
    uint32_t joint;  // of the skin
} TaPaletteRow;

typedef struct TaRig {
    TaArena arena;
    uint32_t joint_count;
    const uint32_t *slot_of_joint;   // caller's order -> parent-first order
    const uint32_t *joint_of_slot;   // and back
    const int32_t *parent_slots;     // [joint_count] by slot; -1 = root
    const char *const *joint_names;  // [joint_count] caller's order; "" = no name
    TaPose rest;
    TaPose rest_model;               // rotations only: in model space
    const uint32_t *mirror_slots;    // [joint_count] the other side's slot, or its own
    const uint32_t *mirror_scalars;  // [scalar_count]
    uint32_t scalar_count;
    const char *const *scalar_names;  // [scalar_count]; \"\" = no name
    uint32_t skin_count;
    const TaSkin *skins;
    const TaPaletteRow *palette_rows;  // all skins' joints by slot, and an end
    const TaRowGroup *full_groups;     // of a pose: everything is driven, nothing moves. One for
    const TaRowGroup *silent_groups;   // each group of joints or scalars; and nothing is driven
    bool plain_scale;                  // the rest scale of every joint is 1
    uint32_t user_count;               // clips and instances that need it
} TaRig;

// Model-space rotation of a joint's parent, from a pose that holds model-space rotations.
void ta_rig_parent_rotation(const TaRig *rig, const TaPose *model, uint32_t slot, double q[4]);

// Model-space rotations of a local pose, written into the rotations of another.
void ta_rig_model_rotations(const TaRig *rig, const TaPose *local, TaPose *model);

// NULL with the error filled when the definition does not make a rig.
TaRig *ta_rig_build(const TaRigDef *def, TaError *error);
void ta_rig_free(TaRig *rig);

#endif
