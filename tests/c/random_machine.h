// SPDX-License-Identifier: MIT
// Random machines: a rig, clips, a machine document and a script of inputs, the same for the same
// seed. What a property leaves out is switched off by its options.
#ifndef TA_TEST_RANDOM_MACHINE_H
#define TA_TEST_RANDOM_MACHINE_H

#include "three_action/three_action.h"

enum {
    RANDOM_JOINTS = 4,
    RANDOM_SCALARS = 2,
    RANDOM_CLIPS = 6,
    RANDOM_KEYS = 5,
    RANDOM_MARKS = 3,
    RANDOM_INPUTS = 512,
    RANDOM_MOST_LAYERS = 4,
};

typedef struct RandomOptions {
    bool fades;  // else every transition is a cut
    bool jumps;  // cut, duration 0, clamp: false, STEP, loops whose ends differ, zero-length clips
    bool trees;  // else every state plays one clip or nothing
    bool turns;  // inputs move the properties that trees, times and cycle offsets read
    bool damping;   // those properties are damped
    bool root;      // root motion on the clips of the base layer
    bool layers;    // more than one, their weights and masks fade
    bool even;      // keys LINEAR and evenly spaced, as uniform rows have them
    double widest;  // radians a joint turns away from rest at most
} RandomOptions;

// The keys of one channel; no keys = the clip does not drive it.
typedef struct RandomTrack {
    TaInterpolation interpolation;
    uint32_t key_count;
    float times[RANDOM_KEYS];
    float values[RANDOM_KEYS * 12];
} RandomTrack;

typedef struct RandomClip {
    char name[8];
    double duration;
    RandomTrack rotations[RANDOM_JOINTS];
    RandomTrack translations[RANDOM_JOINTS];
    RandomTrack scales[RANDOM_JOINTS];
    RandomTrack scalars[RANDOM_SCALARS];
    uint32_t mark_count;
    TaMarkDef marks[RANDOM_MARKS];
} RandomClip;

typedef enum RandomInputKind {
    RANDOM_PROPERTY,      // value into the property
    RANDOM_PLAY,          // the state of the layer, faded over seconds from the offset value
    RANDOM_LAYER_WEIGHT,  // value into the layer, over seconds
    RANDOM_LAYER_MASK,    // the mask index (-1 = none) into the layer, over seconds
} RandomInputKind;

typedef struct RandomInput {
    double time;
    RandomInputKind kind;
    uint32_t layer;
    int32_t index;
    double value;
    double seconds;
} RandomInput;

typedef struct RandomMachine {
    RandomOptions options;
    uint64_t seed;
    TaWorld *world;
    TaRigId rig;
    float rest_translations[RANDOM_JOINTS * 3];
    float rest_rotations[RANDOM_JOINTS * 4];
    RandomClip clips[RANDOM_CLIPS];
    TaClipId clip_ids[RANDOM_CLIPS];
    char *json;
    TaDefinitionId definition;
    uint32_t layer_count;                       // with states of their own; a synced one may follow
    uint32_t state_counts[RANDOM_MOST_LAYERS];  // flattened, as the document's indices go
    uint32_t input_count;
    RandomInput inputs[RANDOM_INPUTS];  // in order of time; several may share one
} RandomMachine;

// Makes world, rig, clips, definition and inputs over so many seconds. Inputs come every 0.25 to
// 0.7 s. False when the engine refuses something; it is printed.
bool random_machine_open(RandomMachine *machine, uint64_t seed, const RandomOptions *options,
                         double seconds);
void random_machine_close(RandomMachine *machine);

// An instance of it that the world does not move by itself.
TaInstanceId random_machine_spawn(RandomMachine *machine);
void random_machine_apply(const RandomMachine *machine, TaInstanceId instance,
                          const RandomInput *input);

// Document and seed, for a failure.
void random_machine_print(const RandomMachine *machine);

#endif
