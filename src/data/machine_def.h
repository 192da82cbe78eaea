// SPDX-License-Identifier: MIT
// A built machine definition: names resolved to indices, conditions compiled. Immutable, shared by
// any number of instances.
#ifndef TA_DATA_MACHINE_DEF_H
#define TA_DATA_MACHINE_DEF_H

#include "data/expression.h"
#include "three_action/defs.h"

enum {
    TA_NONE = -1,        // no index
    TA_MOST_RUNS = 4,    // instances of states alive at once in a layer; older ones collapse
    TA_MOST_HOPS = 8,    // transitions of a layer at one moment
    TA_MOST_RETURNS = 8  // remembered states of a layer
};

typedef enum TaPropertyType {
    TA_PROPERTY_FLOAT,
    TA_PROPERTY_INT,
    TA_PROPERTY_BOOL,
    TA_PROPERTY_TRIGGER,
} TaPropertyType;

typedef struct TaProperty {
    const char *name;
    TaPropertyType type;
    double value;     // initial
    double min, max;  // -inf, inf when not given
    double lifetime;  // of an armed trigger, seconds; inf = until used, 0 = one update
} TaProperty;

typedef enum TaMotionKind {
    TA_MOTION_EMPTY,   // nothing: the rest pose
    TA_MOTION_CLIP,    // one child of weight 1
    TA_MOTION_DIRECT,  // children weighted one by one
} TaMotionKind;

typedef struct TaMotionChild {
    uint32_t clip;            // index into the definition's clip names
    double weight;            // when no property gives it
    int32_t weight_property;  // or TA_NONE
    double speed;
} TaMotionChild;

typedef struct TaMotion {
    TaMotionKind kind;
    uint32_t child_count;
    const TaMotionChild *children;
    uint32_t first_weight;  // DIRECT: where its weights lie in an instance's weight array
} TaMotion;

typedef enum TaLoop { TA_LOOP_REPEAT, TA_LOOP_ONCE, TA_LOOP_PINGPONG } TaLoop;

// A mark on a state's time.
typedef struct TaStateMark {
    double time;  // seconds, or loops when normalized
    bool normalized;
    uint32_t index;  // in document order
} TaStateMark;

typedef struct TaStateDef {
    const char *id;
    const char *name;
    TaMotion motion;
    double speed;
    int32_t speed_property;  // multiplies speed; or TA_NONE
    TaLoop loop;
    bool clamp;           // once: the last pose is held
    double cycle_offset;  // loops, added to the sampled phase only
    uint32_t mark_count;
    const TaStateMark *marks;
    uint32_t exit_count;
    const uint32_t *exits;  // transitions that leave this state, in list order
} TaStateDef;

typedef enum TaUnit { TA_UNIT_SECONDS, TA_UNIT_SOURCE, TA_UNIT_TARGET } TaUnit;
typedef enum TaExitMode { TA_EXIT_NONE, TA_EXIT_CROSS, TA_EXIT_PAST } TaExitMode;
typedef enum TaOffset {
    TA_OFFSET_FRACTION,  // also start: fraction 0
    TA_OFFSET_SAME_TIME,
    TA_OFFSET_SAME_PHASE,
    TA_OFFSET_RANDOM,
} TaOffset;
typedef enum TaBlend { TA_BLEND_SMOOTH, TA_BLEND_FROZEN, TA_BLEND_CUT } TaBlend;
typedef enum TaInterrupt {
    TA_INTERRUPT_NONE,
    TA_INTERRUPT_SOURCE,
    TA_INTERRUPT_TARGET,
    TA_INTERRUPT_SOURCE_THEN_TARGET,
    TA_INTERRUPT_TARGET_THEN_SOURCE,
} TaInterrupt;
typedef enum TaRemember { TA_REMEMBER_PUSH, TA_REMEMBER_KEEP, TA_REMEMBER_NONE } TaRemember;
typedef enum TaResume { TA_RESUME_RESTART, TA_RESUME_TIME, TA_RESUME_PHASE } TaResume;

typedef struct TaTransitionDef {
    const char *id;
    int32_t from;                   // TA_NONE = any state
    int32_t to;                     // TA_NONE = back to where the any-transition came from
    const TaExpression *condition;  // or NULL
    int32_t external;               // index of a condition outside the engine, or TA_NONE
    TaExitMode exit_mode;
    double exit_time;  // normalised
    double duration;
    TaUnit unit;
    TaOffset offset;
    double offset_fraction;
    TaBlend blend;
    TaInterrupt interrupt;
    bool ordered;            // interruption by the source: only by transitions listed above
    bool interrupts_always;  // any-transitions: also during a closed fade
    bool to_self;
    bool muted;
    bool solo;
    TaRemember remember;
    TaResume resume;
} TaTransitionDef;

typedef struct TaLayerDef {
    const char *name;
    uint32_t initial;
    uint32_t state_count;
    const TaStateDef *states;
    uint32_t transition_count;
    const TaTransitionDef *transitions;  // document order
    uint32_t any_count;
    const uint32_t *any;  // transitions from any state, in list order
} TaLayerDef;

typedef struct TaDefinition {
    TaArena arena;
    uint32_t property_count;
    const TaProperty *properties;
    const char *const *property_names;
    uint32_t clip_count;
    const char *const *clip_names;  // every clip the states play, once each
    const char *const *clip_paths;  // where the document names it first
    uint32_t layer_count;
    const TaLayerDef *layers;
    uint32_t external_count;  // 1 + the largest external index
    uint32_t weight_count;    // floats of direct weights an instance holds
    uint32_t most_children;   // of any motion
    uint32_t user_count;      // instances that need it
} TaDefinition;

// The state with this id, else this name; TA_NONE if there is none.
int32_t ta_layer_find_state(const TaLayerDef *layer, const char *id_or_name);

// Parses, checks and builds. NULL with the error filled; nothing half-built stays.
TaDefinition *ta_definition_build(const char *json, size_t length, TaError *error);
void ta_definition_free(TaDefinition *definition);

#endif
