// SPDX-License-Identifier: MIT
// Small worlds for tests: one rig, clips made of a few keys, a machine from a JSON text.
#ifndef TA_TEST_STAGE_H
#define TA_TEST_STAGE_H

#include "three_action/three_action.h"

enum { STAGE_MOST_CLIPS = 16 };

typedef struct Stage {
    TaWorld *world;
    TaRigId rig;
    TaClipId clips[STAGE_MOST_CLIPS];
    uint32_t clip_count;
    TaDefinitionId definition;
    TaInstanceId instance;
} Stage;

// A world with one joint B whose rest position is (rest_x, rest_y, 0), and one skin on it.
Stage stage_open(float rest_x, float rest_y);
// The same at the origin with two clips of 1 s: ramp, x = 0 to 1, and ten, x = 10.
Stage stage_open_ramps(void);
void stage_close(Stage *stage);

// A clip that moves B's x along the keys (time, x), LINEAR.
void stage_add_x(Stage *stage, const char *name, double duration, const float *times,
                 const float *x, uint32_t count);
// x constant over a duration; x = time from 0 to duration.
void stage_add_const(Stage *stage, const char *name, double duration, float x);
void stage_add_ramp(Stage *stage, const char *name, double duration);
// A clip of one track of any kind.
void stage_add_track(Stage *stage, const char *name, double duration, TaPath path,
                     TaInterpolation interpolation, const float *times, const float *values,
                     uint32_t count);
void stage_add_marks(Stage *stage, const char *name, double duration, const TaMarkDef *marks,
                     uint32_t count);

// Parses the machine and makes the instance; single quotes stand for double ones. On failure the
// instance id is 0 and the status is returned.
TaStatus stage_play(Stage *stage, const char *json);
// The same, and the test fails if the machine is refused.
void stage_must_play(Stage *stage, const char *json);

// A machine of one state that plays a clip: options go into the state, e.g. "'loop':'once'".
TaStatus stage_play_clip(Stage *stage, const char *clip, const char *options);

void stage_update(Stage *stage, double dt, int times);

// Reads back B's local transform: 0..2 translation, 3..6 rotation, 7..9 scale.
float stage_local(const Stage *stage, int component);
float stage_x(const Stage *stage);
// Angle about z in degrees, 0..180, from the rotation.
double stage_angle_z(const Stage *stage);

TaLayerInfo stage_layer(const Stage *stage, uint32_t layer);
TaLayerInfo stage_info(const Stage *stage);  // of the base layer
void stage_set(Stage *stage, uint32_t property, double value);

// How many events of a type the last update brought; mark -1 = any.
int stage_count(const Stage *stage, TaEventType type, int mark);

#endif
