// SPDX-License-Identifier: MIT
// What every fuzz target plays with: one world, one rig, clips with the names that the golden
// documents use, and a look at a pose that stops the program when something cannot be.
#ifndef TA_FUZZ_HERO_H
#define TA_FUZZ_HERO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "three_action/three_action.h"

enum { HERO_JOINTS = 3, HERO_CLIPS = 5 };

typedef struct Hero {
    TaWorld *world;
    TaRigId rig;
    TaClipId clips[HERO_CLIPS];
    TaDefinitionId definition;
    TaInstanceId instance;
} Hero;

// Stops the program, which is how a fuzzer learns of a finding. For what must hold.
void hero_require(bool holds, const char *what);

// A world with a rig (Hips, Spine, Head; one skin, one scalar) and clips, without an instance.
Hero hero_open(void);
// Parses a document and makes an instance; 0 bytes are allowed. A refused document answers its
// status and leaves the ids 0. Requires that the error record fits the status.
TaStatus hero_play(Hero *hero, const char *json, size_t length);
// A machine of layers, masks, blends, events, triggers and root motion; plays it or stops.
void hero_play_rich(Hero *hero);
// Updates, and requires that palette, scalars and layer infos are numbers.
void hero_step(Hero *hero, double dt);
void hero_close(Hero *hero);

#endif
