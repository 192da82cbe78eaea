// SPDX-License-Identifier: MIT
// How far a running machine may move each joint in a frame, from its clips and its fades. The
// derivation is in test_continuity.c.
#ifndef TA_TEST_MOTION_BOUND_H
#define TA_TEST_MOTION_BOUND_H

#include "box.h"
#include "random_machine.h"
#include "world.h"

enum {
    BOUND_CHANNELS = 2 * RANDOM_JOINTS,
    BOUND_LAYERS = RANDOM_MOST_LAYERS + 1,
    BOUND_PROPERTIES = 16
};

#define BOUND_DT (1.0 / 240.0)  // one frame; the span velocities are taken from as well

typedef struct ClipMeasure {
    bool driven[BOUND_CHANNELS];
    Box box[BOUND_CHANNELS];
    double speed[BOUND_CHANNELS];  // a second of the clip
} ClipMeasure;

// What is known of a layer, and carried from frame to frame.
typedef struct Layer {
    ClipMeasure
        clips[2]
             [RANDOM_CLIPS];  // mirrored or not, by the definition's index; additive: differences
    Value neutral[BOUND_CHANNELS];   // rest; additive: no difference
    Box captured[BOUND_CHANNELS];    // where a captured pose lies
    double dying[BOUND_CHANNELS];    // its speed at most
    double carried[BOUND_CHANNELS];  // first slope of an inertial offset
    double offset[BOUND_CHANNELS];   // its length
    Box from[BOUND_CHANNELS];        // where it came from
    double inertia_seconds;
    double before[BOUND_CHANNELS];  // how far the layer could move in the last frame
    TaLayerRun run;                 // as it was then
    double weight_length;           // of fades of its weight and its mask, as they were then
    double mask_length;
} Layer;

// A random machine, one instance of it, and what is known of its layers.
typedef struct Watch {
    RandomMachine machine;
    TaInstance *instance;
    TaInstanceId id;
    TaArena arena;
    TaPose pose, reference;     // work space
    TaPose sampled, mirror[2];  // of a mirrored clip
    Layer layers[BOUND_LAYERS];
    double smooth[BOUND_PROPERTIES];  // the properties as blend trees saw them in the last frame
    Value shown[BOUND_CHANNELS];      // the pose of the last frame
    double sizes[BOUND_CHANNELS];     // how far apart all clips lie
} Watch;

// Channel 2 j is the translation of joint j, 2 j + 1 its rotation.
static inline bool is_rotation(uint32_t channel) { return channel % 2 == 1; }

// Spawns an instance and measures the clips in every layer. The machine is open.
void bound_open(Watch *watch);
void bound_close(Watch *watch);

// After an update of BOUND_DT: how far each channel of the local pose may have moved, and how far
// apart the clips lie in it.
void bound_frame(Watch *watch, double bounds[BOUND_CHANNELS], double sizes[BOUND_CHANNELS]);

#endif
