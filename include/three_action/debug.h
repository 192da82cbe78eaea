// SPDX-License-Identifier: MIT
// What the engine tells of itself: its stages, counts, and where a layer stands.
#ifndef THREE_ACTION_DEBUG_H
#define THREE_ACTION_DEBUG_H

#include "base.h"

// The stages of an update, in order (src/README.md). Each is one pass over all instances when run
// with ta_world_update_stage; ta_world_update runs them instance by instance.
typedef enum TaStage {
    TA_STAGE_MACHINE = 0,   // properties, clocks, transitions, events, blend weights
    TA_STAGE_POSE = 1,      // sampler and mixer: one local pose
    TA_STAGE_MODEL = 2,     // local to model matrices
    TA_STAGE_SKINNING = 3,  // palettes
    TA_STAGE_COUNT = 4,
} TaStage;

typedef struct TaStats {
    uint32_t rig_count;
    uint32_t clip_count;
    uint32_t definition_count;
    uint32_t instance_count;
    uint64_t bytes;            // allocated by the world and everything in it
    uint64_t updates;          // accepted updates
    uint64_t poses_evaluated;  // poses of the last update
    uint64_t events_dropped;   // events over a limit, since the world was made
    uint64_t hops_dropped;     // transitions refused as circles or over the cap, ever
    uint64_t updates_cut;  // updates with more than 4,096 moments at which something could change,
                           // ever: the states of the last one took the rest of dt
    uint64_t refused_dt;   // updates refused for their dt, ever
    uint64_t refused_values;  // property writes refused for NaN, ever
} TaStats;

// How a clip is stored.
typedef struct TaClipInfo {
    uint32_t rows;            // uniform samples; channels in them are read without a search
    uint32_t row_elements;    // numbers a sample
    bool packed;              // 16 bits each
    double rate;              // samples a second
    uint32_t exact_channels;  // that are not in the samples: every key is kept, slerp between them
    double error;    // largest move of the skin by resampling, in sizes of the rig; measured
    uint32_t bytes;  // taken by the clip
} TaClipInfo;

typedef struct TaLayerInfo {
    int32_t state;       // current state: the target from the moment a transition fires
    int32_t from;        // the state faded out of, -1 = none
    int32_t transition;  // the running transition, -1 = none or started by code
    bool in_transition;
    double progress;     // of the running fade, 0..1
    double time;         // seconds since the current state was entered
    double normalized;   // unwrapped: 2.25 = third loop, a quarter in
    double length;       // seconds of one loop of the current state's motion
    float weight;        // of the current state in its layer
    float layer_weight;  // of the layer
} TaLayerInfo;

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__wasm__)
// The hash of these headers; the binding compares it with the one its offsets were made for.
TA_API uint32_t ta_abi_hash(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
