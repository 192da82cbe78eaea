// SPDX-License-Identifier: MIT
// A built machine definition: names resolved to indices, conditions compiled. Immutable, shared by
// any number of instances.
#ifndef TA_DATA_MACHINE_DEF_H
#define TA_DATA_MACHINE_DEF_H

#include "data/blend_space.h"
#include "data/expression.h"
#include "three_action/defs.h"

enum {
    TA_NONE = -1,           // no index
    TA_EXIT = -3,           // TaTransitionDef.to: out of the sub-machine
    TA_MOST_RUNS = 4,       // instances of states alive at once in a layer; older ones collapse
    TA_MOST_HOPS = 8,       // transitions of a layer at one moment
    TA_MOST_PERFORMS = 4,   // clips played over the graph at once, fading ones included
    TA_MOST_RETURNS = 8,    // remembered states of a layer
    TA_MOST_NESTING = 8,    // blend trees in blend trees, sub-machines in sub-machines
    TA_MOST_PHASES = 4,     // trees in step inside blends that are not, in one state's motion
    TA_MOST_LEAVES = 1024,  // clips in one state's motion
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
    double damping;   // seconds in which blend trees see half of a change; 0 = at once
    double lifetime;  // of an armed trigger, seconds; inf = until used, 0 = one update
} TaProperty;

typedef enum TaMotionKind {
    TA_MOTION_EMPTY,  // nothing: the rest pose, or the layer below
    TA_MOTION_CLIP,
    TA_MOTION_DIRECT,  // children weighted one by one
    TA_MOTION_SPACE,   // children placed on a line or in a plane, weighted by one or two properties
} TaMotionKind;

typedef struct TaMotion TaMotion;

typedef struct TaMotionChild {
    const TaMotion *motion;
    bool mirror;              // seen in the mirror
    double weight;            // DIRECT: when no property gives it
    int32_t weight_property;  // or TA_NONE
    double speed;
    double cycle_offset;  // loops
} TaMotionChild;

struct TaMotion {
    TaMotionKind kind;
    uint32_t clip;  // CLIP: index into the definition's clip names
    uint32_t child_count;
    const TaMotionChild *children;
    const TaBlendSpace *space;
    int32_t axes[2];  // SPACE: properties that give the point; the second may be TA_NONE
    bool sync;        // children share one phase
    int32_t
        own_phase;  // in step inside a blend that is not: which of the state's phases; or TA_NONE
    uint32_t phase_end;     // of a state's or synced layer's motion: the phases in use end here
    uint32_t first_weight;  // DIRECT: where its weights lie in an instance's weight array
    uint32_t leaf_count;    // clips at or below this node
};

typedef enum TaLoop { TA_LOOP_REPEAT, TA_LOOP_ONCE, TA_LOOP_PINGPONG } TaLoop;

// A mark on a state's time.
typedef struct TaStateMark {
    double time;  // seconds, or loops when normalized
    double end;   // of a range event, in the same unit; NaN = a single mark
    bool normalized;
    bool dominant;  // only while its state is the heaviest of the layer
    bool while_fading_out;
    double min_weight;  // of the state in its layer
    uint32_t index;     // in document order
} TaStateMark;

// A named point of a clip's cycle (left foot down): clips in sync meet at equal names.
typedef struct TaSyncMarker {
    const char *name;
    double time;  // seconds
} TaSyncMarker;

typedef struct TaStateDef {
    const char *id;
    const char *name;
    int32_t parent;   // sub-machine that holds it, or TA_NONE
    bool is_machine;  // holds states; never current itself
    bool history;     // a sub-machine entered where it was left
    int32_t entry;    // sub-machine: the state it starts with
    TaMotion motion;
    double speed;
    int32_t speed_property;  // multiplies speed; or TA_NONE
    int32_t time_property;   // gives the normalised time, no clock runs; or TA_NONE
    TaLoop loop;
    bool clamp;               // once: the last pose is held
    bool mirror;              // the whole motion seen in the mirror
    int32_t mirror_property;  // turns that round while true; or TA_NONE
    bool write_defaults;      // channels the motion does not drive: rest, not the layer below
    double cycle_offset;      // loops, added to the sampled phase only
    int32_t cycle_property;   // added to it; or TA_NONE
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
    TA_OFFSET_RESUME,  // where it was left last
} TaOffset;
typedef enum TaBlend {
    TA_BLEND_SMOOTH,    // both clocks run
    TA_BLEND_FROZEN,    // the source is held
    TA_BLEND_INERTIAL,  // the source's offset and velocity decay onto the target
    TA_BLEND_DEAD,      // the source is extrapolated and faded out
    TA_BLEND_CUT,
} TaBlend;
// Fades are curves of their time, 0..1 -> 0..1.
typedef enum TaCurve {
    TA_CURVE_LINEAR,
    TA_CURVE_SMOOTH,
    TA_CURVE_IN,
    TA_CURVE_OUT,
    TA_CURVE_BEZIER
} TaCurve;
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
    int32_t to;                     // TA_NONE = back to where the any-transition came from; TA_EXIT
    int32_t scope;                  // the sub-machine that owns it, or TA_NONE
    const TaExpression *condition;  // or NULL
    int32_t external;               // index of a condition outside the engine, or TA_NONE
    TaExitMode exit_mode;
    double exit_time;  // normalised
    double duration;
    TaUnit unit;
    TaOffset offset;
    double offset_fraction;
    TaBlend blend;
    TaCurve curve;
    double bezier[4];  // x1 y1 x2 y2, as CSS has them
    TaInterrupt interrupt;
    bool ordered;            // interruption by the source: only by transitions listed above
    bool interrupts_always;  // any-transitions: also during a closed fade
    bool to_self;
    bool muted;
    bool solo;
    TaRemember remember;
    TaResume resume;
} TaTransitionDef;

typedef enum TaLayerMode { TA_LAYER_OVERRIDE, TA_LAYER_ADDITIVE } TaLayerMode;
typedef enum TaReference {
    TA_REFERENCE_FIRST_FRAME,
    TA_REFERENCE_REST,
    TA_REFERENCE_CLIP
} TaReference;

// One line of a mask: joints (and morph targets) whose names match, and what is below them.
typedef struct TaMaskEntry {
    const char *pattern;  // a name; * and ? stand for any text and any character
    bool children;        // also everything below
    uint32_t fall_off;    // the weight grows from 0 over this many joints down the chain
    double weight;        // 0..1
} TaMaskEntry;

typedef struct TaMaskDef {
    const char *name;
    uint32_t entry_count;
    const TaMaskEntry *entries;  // later ones win
} TaMaskDef;

typedef struct TaLayerDef {
    const char *name;
    TaLayerMode mode;
    double weight;
    int32_t mask;           // or TA_NONE = everything
    TaReference reference;  // additive: what a clip's pose is the difference from
    uint32_t reference_clip;
    double reference_time;   // seconds
    int32_t sync;            // the layer whose states and clocks it borrows, or TA_NONE
    const TaMotion *synced;  // [states of that layer] the motions it plays instead
    uint32_t initial;
    uint32_t state_count;
    const TaStateDef *states;
    uint32_t transition_count;
    const TaTransitionDef *transitions;  // document order
    uint32_t any_count;
    const uint32_t *any;  // transitions from any state, in list order
} TaLayerDef;

// What a document says of a clip itself.
typedef struct TaClipSettings {
    bool has_root;  // the motion of a bone moves the character
    const char *root_bone;
    uint32_t root_axes;  // bits 0 1 2: x y z
    bool root_yaw;
    uint32_t mark_count;
    const TaStateMark *marks;  // in seconds; after those the clip was made with
    uint32_t marker_count;
    const TaSyncMarker *markers;  // in order of time
} TaClipSettings;

typedef struct TaDefinition {
    TaArena arena;
    uint64_t fingerprint;  // hash of the document's text
    uint32_t property_count;
    const TaProperty *properties;
    const char *const *property_names;
    uint32_t clip_count;
    const char *const *clip_names;        // every clip the states play, once each
    const char *const *clip_paths;        // where the document names it first
    const TaClipSettings *clip_settings;  // [clip_count]
    bool has_markers;                     // some clip has sync markers
    bool polled;                          // some condition can change between its moments: every
                                          // update tests them all
    uint32_t mask_count;
    const TaMaskDef *masks;
    uint32_t layer_count;
    const TaLayerDef *layers;
    uint32_t external_count;  // 1 + the largest external index
    uint32_t weight_count;    // floats of direct weights an instance holds
    uint32_t most_leaves;     // clips of any motion
    uint32_t user_count;      // instances that need it
} TaDefinition;

// The state with this id; else with this name, nearest to the scope (a sub-machine or TA_NONE) and
// outwards; else at this path of names ("sub/state"). TA_NONE if there is none.
int32_t ta_layer_find_state(const TaLayerDef *layer, int32_t scope, const char *id_or_name);

// Whether a state is another one, or inside it. Neither need exist.
bool ta_layer_is_within(const TaLayerDef *layer, int32_t state, int32_t machine);

// Parses, checks and builds. NULL with the error filled; nothing half-built stays.
TaDefinition *ta_definition_build(const char *json, size_t length, TaError *error);
void ta_definition_free(TaDefinition *definition);

#endif
