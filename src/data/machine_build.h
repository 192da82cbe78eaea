// SPDX-License-Identifier: MIT
// Shared by the three files that build a machine definition: context and helpers.
#ifndef TA_DATA_MACHINE_BUILD_H
#define TA_DATA_MACHINE_BUILD_H

#include "data/machine_def.h"
#include "data/machine_json.h"

typedef struct TaBuild {
    TaDefinition *definition;
    TaArena *arena;  // the definition's
    TaError *error;
    const char **clip_names;  // [clip_capacity]
    const char **clip_paths;
    uint32_t clip_capacity;
    TaStateDef *states;    // of the layer being built, still open for writing
    uint32_t phase_count;  // of the motion being built
    bool failed;
} TaBuild;

// Fills the error and marks the build as failed; always false.
bool ta_build_refuse(TaBuild *build, TaStatus status, const char *path, const char *message, ...)
    TA_PRINTF(4, 5);

// A name that must be there and not empty.
bool ta_build_name(TaBuild *build, const cJSON *object, const TaJsonPath *path, const char **out);

// The index of a property that a field names; TA_NONE where the field is absent.
bool ta_build_property(TaBuild *build, const cJSON *object, const char *field,
                       const TaJsonPath *path, int32_t *out);
bool ta_build_find_property(TaBuild *build, const char *name, const TaJsonPath *path, int32_t *out);

// Refuses a field whose feature is not in this version of the engine.
bool ta_build_unsupported(TaBuild *build, const cJSON *object, const char *field,
                          const TaJsonPath *path);

// A clip by name, once in the definition's list however often it is used.
bool ta_build_use_clip(TaBuild *build, const char *name, const TaJsonPath *path, uint32_t *out);

// A clip, or a blend of motions. json may be NULL: the motion stays empty. first_phase: phases of
// the state's clock that other motions on it use.
bool ta_build_motion(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                     uint32_t first_phase, TaMotion *motion);

// The state a layer (parent TA_NONE) or a sub-machine begins with, from its field "initial".
bool ta_build_entry(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                    const TaLayerDef *layer, int32_t parent, int32_t *out);

// The marks of a state or a clip, from its field "events".
bool ta_build_marks(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                    const TaStateMark **out, uint32_t *out_count);

// What the document says of its clips; the layers must be there.
bool ta_build_clips(TaBuild *build, const cJSON *root, const TaJsonPath *path);

// masks and layers, states and transitions included; properties must be there.
bool ta_build_masks(TaBuild *build, const cJSON *root, const TaJsonPath *path);
bool ta_build_layers(TaBuild *build, const cJSON *root, const TaJsonPath *path);

// states: names, motions, marks. transitions: ends, conditions, options; states must be there.
bool ta_build_states(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaLayerDef *layer);
bool ta_build_transitions(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                          TaLayerDef *layer);

#endif
