// SPDX-License-Identifier: MIT
// One character: the state of its machine, and the memory its poses are written to.
#ifndef TA_INSTANCE_H
#define TA_INSTANCE_H

#include "blend_tree.h"
#include "data/machine_run.h"

// What belongs to the definition; replaced as a whole when the instance gets another one.
typedef struct TaMachineMemory {
    TaArena arena;
    TaDefinition *definition;
    TaMachineRun run;
    uint32_t **cursors;  // [definition->clip_count][clip->timeline_count]
    TaPose *captured;    // [layer_count] pose of a frozen or collapsed source
    TaMixInput *inputs;  // [ta_blend_tree_capacity] of this frame
    TaMixInput *shown;   // of the pose that is in memory now
    uint32_t input_count;
    uint32_t shown_count;
} TaMachineMemory;

typedef struct TaInstance {
    uint32_t id;
    bool auto_update;
    uint32_t seed;
    TaArena arena;
    TaRig *rig;
    uint32_t clip_count;
    TaClip **clips;  // as given at creation
    TaMachineMemory machine;
    TaPose local;
    float *model;      // [joint_count][16] by slot
    float **palettes;  // [skin_count][joints][16]
    uint32_t pose_version;
    bool pose_changed;  // the stages of this update have work to do
} TaInstance;

typedef struct TaInstanceParts {
    TaDefinition *definition;
    TaRig *rig;
    uint32_t clip_count;
    TaClip *const *clips;
    bool auto_update;
    uint32_t seed;
} TaInstanceParts;

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
