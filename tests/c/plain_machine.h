// SPDX-License-Identifier: MIT
// Small random machines with every kind of transition, and random input for them. The same
// random_seed gives the same machine, in every build.
#ifndef TA_TEST_PLAIN_MACHINE_H
#define TA_TEST_PLAIN_MACHINE_H

#include "stage.h"

enum { RANDOM_PROPERTIES = 5, RANDOM_TEXT = 16384 };

// Also fades, triggers, ways back to any state, starts that depend on the past, and `random`.
typedef enum RandomKind { RANDOM_PLAIN, RANDOM_FULL } RandomKind;

// The machine document, single quotes for double ones: a layer of plain states and a sub-machine,
// and a second layer that looks at the first.
void plain_machine_write(RandomKind kind, char json[RANDOM_TEXT]);

// A world with the clips these machines play.
Stage random_stage_open(void);

// Changes some of the properties.
void random_input(Stage *stage);

#endif
