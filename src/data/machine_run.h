// SPDX-License-Identifier: MIT
// The run-time state of one machine: plain data, no pointers into itself. The definition says what
// may happen; this says where things stand.
#ifndef TA_DATA_MACHINE_RUN_H
#define TA_DATA_MACHINE_RUN_H

#include "data/clip.h"
#include "data/explain_ring.h"
#include "data/machine_def.h"
#include "three_action/events.h"

// Two moments nearer than this are one, seconds.
#define TA_TIME_EPSILON 1e-6

// TaStateRun.state of a captured pose that fades out in place of the states it was blended from.
enum { TA_RUN_POSE = -2 };

// One clip of a motion.
typedef struct TaMotionLeaf {
    uint32_t clip;  // index into the definition's clips
    double place;   // unwrapped normalised time of the clip
    double weight;  // 0..1 within the motion
    bool mirror;    // seen in the mirror
} TaMotionLeaf;

// A state that is alive: playing, or fading out. Its place in the layer's list is its age.
typedef struct TaStateRun {
    int32_t state;            // index, or TA_RUN_POSE
    int32_t transition;       // that brought it in; TA_NONE = the start, or code
    double time;              // seconds since entry
    double loops;             // whole loops of the motion, and
    double phase;             // the rest, -epsilon..1; together the normalised time
    double seconds;           // motion seconds: time scaled by speed, for children without sync
    double length;            // seconds of one loop at speed 1, as of this update
    double speed;             // as of this update; negative = backwards
    double previous;          // loops + phase before the last move
    double previous_seconds;  // seconds before the last move
    double previous_place;    // the same as a place in the clip: never short of a seam
    double phases[TA_MOST_PHASES];           // of trees in step inside blends that are not: loops
    double phase_rates[TA_MOST_PHASES];      // loops a second, as of this update
    double previous_phases[TA_MOST_PHASES];  // before the last move
    bool fresh;                              // has not moved yet: it stands on its start
    bool ended;          // a play-once motion is at its end, or the motion has no length
    double ran;          // seconds of the last move during which the motion ran
    bool just_started;   // the last move was its first
    bool was_ended;      // before the last move
    bool fading;         // share is still growing
    double share;        // of the layer against everything older, 0..1
    double share_start;  // share when the fade began
    double fade_time;    // seconds into the fade
    double fade_length;  // seconds
    TaCurve curve;
    double bezier[4];  // TA_CURVE_BEZIER only
} TaStateRun;

typedef struct TaPlace {
    double loops, phase;
} TaPlace;

// A remembered state on the return stack of a layer.
typedef struct TaReturn {
    int32_t state;
    double loops, phase;
} TaReturn;

// A state waiting to come in: asked for by code, or by a transition that needs a pose captured.
typedef struct TaEntry {
    int32_t state;        // TA_NONE = nothing is waiting
    int32_t transition;   // TA_NONE = code
    double seconds;       // fade; 0 = cut
    double loops, phase;  // where it starts
    TaBlend blend;
    uint32_t capture;  // this many of the oldest runs become one pose first
} TaEntry;

typedef struct TaLayerRun {
    TaStateRun runs[TA_MOST_RUNS + 2];  // oldest first; the last is the current state
    uint32_t run_count;
    double weight;        // of the layer, now
    double weight_start;  // when its own fade began
    double weight_target;
    double weight_time;     // seconds into that fade
    double weight_length;   // seconds; 0 = none runs
    double inertia_time;    // seconds into the decay of an inertial blend
    double inertia_length;  // seconds; 0 = none runs
    bool inertia_ended;     // in this update: the pose without it has still to be made
    double pose_age;        // seconds since a dead blend's pose was captured; -1 = it is held
    TaPlace *left;          // [state_count] where each state was left last, for `resume`
    int32_t *last_inner;    // [state_count] of sub-machines: the state they were left in
    bool *spent;            // [property_count] triggers this layer used at this moment
    TaReturn returns[TA_MOST_RETURNS];
    uint32_t return_count;
    TaEntry requested;  // by code, for the start of the next update
    TaEntry waiting;    // for its capture
    TaStateRun source;  // the state left last, standing as it stood: its exits may interrupt a fade
                        // whose source is a captured pose or nothing
    // The rest counts within one update only.
    int32_t entered[TA_MOST_HOPS];  // states entered at this moment
    uint32_t entered_count;
    uint32_t hop_count;  // in this update; outside conditions count for the first one only
    bool blocked;        // a circle was cut: closed until time passes
} TaLayerRun;

typedef enum TaPerformResult {
    TA_PERFORM_PLAYING = 0,
    TA_PERFORM_FINISHED = TA_PERFORM_END_FINISHED,        // played to its end
    TA_PERFORM_INTERRUPTED = TA_PERFORM_END_INTERRUPTED,  // another took its place
    TA_PERFORM_CANCELLED = TA_PERFORM_END_CANCELLED,      // taken back by code
} TaPerformResult;

// A clip played once over the whole graph.
typedef struct TaPerform {
    uint32_t id;    // 0 = free
    uint32_t clip;  // among those the instance was made with
    uint32_t mask;  // which of the instance's perform masks it uses
    int32_t priority;
    double length;             // seconds
    double time;               // seconds into the clip
    double before;             // before the last move
    double fade_in, fade_out;  // seconds
    double weight;
    TaPerformResult result;
    double out_weight, out_time, out_length;  // its way out after an early end
    double ended_ago;                         // seconds from the end to the end of the last move
    bool fresh;                               // has not moved yet
    bool started;                             // the last move was its first
    bool reported;                            // its result has been delivered
} TaPerform;

// Where an update stands; see machine.h.
typedef enum TaPhase { TA_PHASE_TEST, TA_PHASE_DONE } TaPhase;

typedef struct TaMachineRun {
    const TaDefinition *definition;
    const TaClip *const *clips;          // [definition->clip_count]
    const TaClip *const *perform_clips;  // all clips of the instance
    const uint32_t
        *clip_indices;        // [definition->clip_count] among those the instance was made with
    bool has_clip_marks;      // some clip the states play has marks
    double *values;           // [property_count]; triggers 1 while armed
    double *smooth;           // [property_count] what blend trees see: damped
    double *trigger_ages;     // [property_count] seconds since armed
    float *weights;           // [definition->weight_count] of direct blends; NaN = the property's
    float *kept_weights;      // the last that were numbers
    bool *externals;          // [external_count] what outside conditions answered
    TaMotionLeaf *leaves[3];  // [definition->most_leaves] work space
    TaLayerRun *layers;       // [layer_count]
    int32_t *layer_states;    // [layer_count] current states, for inState
    TaPerform performs[TA_MOST_PERFORMS];  // oldest first
    uint32_t perform_id;                   // of the last one
    uint64_t random;
    TaExplainRing *record;  // the last seconds, for explain; NULL = not kept
    double quiet;           // seconds from now in which only clocks move; 0 = unknown
    bool touched;           // written to since the last update
    bool weights_shared;    // the game has the address of the weights and may write at any time
    // The update in progress.
    TaPhase phase;
    double remaining;  // seconds of dt still to be spent
    double moved;      // seconds of the last move
    uint32_t moment_count;
    uint32_t capture_layer;  // whose oldest runs are to be captured
    bool captured;           // a pose was captured since the last frame pose
} TaMachineRun;

static inline TaStateRun *ta_layer_current(TaLayerRun *layer)
{
    return &layer->runs[layer->run_count - 1];
}

// Whether clips play over the graph, or have just ended.
static inline bool ta_run_performs(const TaMachineRun *run)
{
    bool any = false;
    for (uint32_t i = 0; i < TA_MOST_PERFORMS && run->perform_id != 0; i++) {
        any = any || run->performs[i].id != 0;
    }
    return any;
}

static inline double ta_run_normalized(const TaStateRun *run) { return run->loops + run->phase; }

// Loops a second; 0 for a motion without length.
static inline double ta_run_rate(const TaStateRun *run)
{
    return run->length > 0.0 ? run->speed / run->length : 0.0;
}

// The share of run index in its layer, 0..1; the shares of all runs sum to 1.
static inline double ta_layer_weight(const TaLayerRun *layer, uint32_t index)
{
    double weight = layer->runs[index].share;
    for (uint32_t i = index + 1; i < layer->run_count; i++) {
        weight *= 1.0 - layer->runs[i].share;
    }
    return weight;
}

#endif
