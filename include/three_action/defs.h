// SPDX-License-Identifier: MIT
// Definition structs: what the create functions read. Everything they point at is copied.
#ifndef THREE_ACTION_DEFS_H
#define THREE_ACTION_DEFS_H

#include "base.h"
#include "id.h"

// Limits. Every one has a test; exceeding one answers TA_STATUS_LIMIT (or TOO_LARGE, TOO_DEEP).
enum {
    TA_MAX_JOINTS = 4096,                      // joints a rig
    TA_MAX_SKINS = 256,                        // skins a rig
    TA_MAX_SCALARS = 4096,                     // morph weights and other single numbers a rig
    TA_MAX_OBJECTS = 65535,                    // rigs, clips, definitions or instances a world
    TA_MAX_LAYERS = 16,                        // layers a machine
    TA_MAX_STATES = 4096,                      // states a layer
    TA_MAX_TRANSITIONS = 16384,                // transitions a layer
    TA_MAX_PROPERTIES = 1024,                  // properties a machine
    TA_MAX_MOTION_CHILDREN = 256,              // clips a blend
    TA_MAX_DOCUMENT_BYTES = 16 * 1024 * 1024,  // bytes a machine document
    TA_MAX_DOCUMENT_DEPTH = 64,                // nesting of a machine document
    TA_MAX_EXPRESSION_BYTES = 4096,            // bytes a condition
    TA_MAX_EVENTS_PER_UPDATE = 1024,           // events an instance and update; the rest is counted
};

typedef struct TaWorldDef {
    uint32_t
        event_capacity;  // events all instances may queue in one update; default 16384, range 1..1048576
} TaWorldDef;

// One skin: which joints its palette rows follow.
typedef struct TaSkinDef {
    uint32_t joint_count;
    const uint32_t *joints;     // [joint_count] indices into the rig's joints, any order
    const float *inverse_bind;  // [joint_count][16] column-major; NULL = identity
} TaSkinDef;

// A rig: a tree of joints with their rest pose, the skins on it, and single-number channels.
// Joints may come in any order; an index always means the order given here.
// Space: rest transforms are local, to the parent joint. Roots are relative to the model.
typedef struct TaRigDef {
    uint32_t joint_count;             // 1..TA_MAX_JOINTS
    const char *const *names;         // [joint_count] UTF-8; NULL or NULL entries = no name
    const int32_t *parents;           // [joint_count] parent index, -1 = root
    const float *rest_translation;    // [joint_count][3]; NULL = 0
    const float *rest_rotation;       // [joint_count][4] x y z w; NULL = identity
    const float *rest_scale;          // [joint_count][3]; NULL = 1
    uint32_t skin_count;              // 0..TA_MAX_SKINS
    const TaSkinDef *skins;           // [skin_count]
    uint32_t scalar_count;            // 0..TA_MAX_SCALARS; morph weights, one number each
    const char *const *scalar_names;  // [scalar_count]; NULL = no names
    const float *scalar_rest;         // [scalar_count]; NULL = 0
} TaRigDef;

// What a track drives.
typedef enum TaPath {
    TA_PATH_TRANSLATION = 0,  // 3 floats a key
    TA_PATH_ROTATION = 1,     // 4 floats a key, quaternion x y z w; need not be unit
    TA_PATH_SCALE = 2,        // 3 floats a key
    TA_PATH_SCALAR = 3,       // 1 float a key; target is an index into the rig's scalars
} TaPath;

typedef enum TaInterpolation {
    TA_INTERPOLATION_STEP = 0,
    TA_INTERPOLATION_LINEAR = 1,  // rotations: slerp along the shorter way
    TA_INTERPOLATION_CUBICSPLINE =
        2,  // glTF: in-tangent, value, out-tangent a key; tangents per second
} TaInterpolation;

typedef struct TaTrackDef {
    uint32_t target;  // joint or scalar index
    TaPath path;
    TaInterpolation interpolation;  // default LINEAR
    uint32_t key_count;             // >= 1
    const float *times;             // [key_count] seconds, >= 0, never falling
    const float *values;            // [key_count][1, 3 or 4], CUBICSPLINE three times that
} TaTrackDef;

// A mark on a clip's time.
typedef struct TaMarkDef {
    double time;       // seconds, range 0..duration
    const char *name;  // UTF-8
} TaMarkDef;

typedef struct TaClipDef {
    const char *name;  // UTF-8, not empty
    double duration;   // seconds; negative or NaN = the largest key time; default -1
    uint32_t track_count;
    const TaTrackDef *tracks;  // [track_count]; a channel driven twice takes the last track
    uint32_t mark_count;
    const TaMarkDef *marks;  // [mark_count], any order
    double tolerance;  // how far resampling may move the skin, in sizes of the rig; default 5e-5
    bool packed;       // 16 bits a number: half the memory, within 3e-4 at the skin; default false
} TaClipDef;

// An instance: one character. Its definition, rig and clips must outlive it (else TA_STATUS_IN_USE).
typedef struct TaInstanceDef {
    TaDefinitionId definition;
    TaRigId rig;
    uint32_t clip_count;
    const TaClipId *clips;  // [clip_count] made for this rig; the definition finds them by name
    bool auto_update;       // ta_world_update moves it; default true
    bool record;            // keeps the last 3 s for ta_instance_record (2 KiB); default true
    uint32_t seed;          // of the machine's random numbers; default 1
} TaInstanceDef;

// A clip to be played once over the whole machine, which goes on below it.
typedef struct TaPerformDef {
    uint32_t clip;     // index into the clips the instance was made with
    int32_t mask;      // of the document, -1 = the whole body; default -1
    double fade_in;    // seconds, default 0.15; both fades shrink to fit a short clip
    double fade_out;   // seconds, default 0.15
    int32_t priority;  // a running one of higher priority stays; default 0
} TaPerformDef;

#ifdef __cplusplus
extern "C" {
#endif

// The definitions with every field at its default.
TA_API TaWorldDef ta_default_world_def(void);
TA_API TaRigDef ta_default_rig_def(void);
TA_API TaTrackDef ta_default_track_def(void);
TA_API TaClipDef ta_default_clip_def(void);
TA_API TaInstanceDef ta_default_instance_def(void);
TA_API TaPerformDef ta_default_perform_def(void);

#ifdef __cplusplus
}
#endif

#endif
