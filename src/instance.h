// SPDX-License-Identifier: MIT
// One character: the state of its machine, and the memory its poses are written to.
#ifndef TA_INSTANCE_H
#define TA_INSTANCE_H

#include "blend_tree.h"
#include "data/machine_run.h"
#include "data/mask.h"
#include "fused.h"
#include "kernel/dead_blend.h"
#include "kernel/inertia.h"
#include "kernel/root.h"

// What one layer needs besides its run-time state.
typedef struct TaLayerMemory {
    TaPose captured;     // of a frozen, collapsed or dead source
    TaInertia inertia;   // of an inertial blend; empty when the layer has none
    TaDeadBlend dead;    // the same for dead blends
    TaMask mask;         // joints NULL = everything
    TaMask mask_from;    // while the mask itself fades: from where
    TaMask mask_to;      // and to where
    int32_t mask_index;  // of the definition's masks; TA_NONE = everything
    double mask_time;    // seconds into that fade
    double mask_length;  // seconds; 0 = none runs
    bool mask_changed;   // since the pose in memory
    TaMixInput *inputs;  // [ta_blend_tree_capacity] of this frame
    TaMixInput *shown;   // of the pose that is in memory now
    uint32_t input_count;
    uint32_t shown_count;
    double shown_weight;  // of the layer, in that pose
} TaLayerMemory;

// What belongs to the definition; replaced as a whole when the instance gets another one.
typedef struct TaMachineMemory {
    TaArena arena;
    TaDefinition *definition;
    TaMachineRun run;
    uint32_t **cursors;     // [definition->clip_count][clip->timeline_count]
    TaLayerMemory *layers;  // [layer_count]
    TaRoot *roots;          // [definition->clip_count]
    bool has_roots;         // some clip moves the character
    const float **masks;    // [layer_count] joints of the layers' masks
    TaMask perform_masks[TA_MOST_PERFORMS];
    uint32_t *perform_cursors;  // of any one clip: hints only
    TaRootMove root_move;       // of the last update
} TaMachineMemory;

typedef struct TaInstance {
    uint32_t id;
    bool pose_on_demand;  // updates run the machine only: its crowd makes the pose
    bool auto_update;
    bool record;
    uint32_t seed;
    TaArena arena;
    TaRig *rig;
    uint32_t clip_count;
    TaClip **clips;  // as given at creation
    TaMachineMemory machine;
    TaPose local;
    float *model;      // [joint_count][16] by slot; the identity lies in front of it
    float **palettes;  // [skin_count][joints][16]
    uint32_t pose_version;
    bool pose_changed;  // the stages of this update have work to do
    bool pose_kept;     // local and model are those of the palettes
    bool keeps_pose;    // somebody reads them: they are written in every update
    bool staged;        // never in one pass: for the test that compares the two
} TaInstance;

// Poses the stages work in; one set serves all instances of a world, one after the other.
enum { TA_FUSED_POSES = 8, TA_SCRATCH_POSES = 11 + TA_FUSED_POSES };
typedef struct TaScratch {
    TaPose poses[TA_SCRATCH_POSES];  // memory for the largest rig
    float *model;                    // matrices that nobody reads later; in front the identity
    TaFusedWork *work;
} TaScratch;

typedef struct TaInstanceParts {
    TaDefinition *definition;
    TaRig *rig;
    uint32_t clip_count;
    TaClip *const *clips;
    bool auto_update;
    bool record;
    uint32_t seed;
} TaInstanceParts;

// Memory for model matrices: the identity in front of the first. Check arena->failed.
float *ta_instance_new_model(TaArena *arena, uint32_t joint_count);

// NULL with the error filled. No pose has been made yet: see ta_step_pose.
TaInstance *ta_instance_build(const TaInstanceParts *parts, TaError *error);
void ta_instance_free(TaInstance *instance);

// The machine anew, from the initial states.
void ta_instance_restart(TaInstance *instance);

// Moves the instance to another definition: properties keep their values by name, states that
// still exist go on by id. On failure everything stays.
TaStatus ta_instance_adopt(TaInstance *instance, TaDefinition *definition, TaError *error);

// Hash of the machine's run-time state.
uint64_t ta_instance_state_hash(const TaInstance *instance);

#endif
