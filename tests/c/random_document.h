// SPDX-License-Identifier: MIT
// The document of a random machine: properties, clips, masks, layers, as JSON text.
#ifndef TA_TEST_RANDOM_DOCUMENT_H
#define TA_TEST_RANDOM_DOCUMENT_H

#include "random.h"
#include "random_machine.h"

enum { RANDOM_RATE_PROPERTY = 9 };  // the float that scales the speed of some states

static inline bool chance(double part) { return random_between(0.0, 1.0) < part; }

// Fills in the machine's json, layer_count and state_counts. The options are set, the random
// numbers go on from where they are.
void random_document_write(RandomMachine *machine);

#endif
