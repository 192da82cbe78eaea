// SPDX-License-Identifier: MIT
// Everything that lives together: ids, scratch, the event queue, the error record.
#ifndef TA_WORLD_H
#define TA_WORLD_H

#include "base/id_pool.h"
#include "crowd.h"
#include "step.h"
#include "three_action/three_action.h"

struct TaWorld {
    TaIdPool rigs;
    TaIdPool clips;
    TaIdPool definitions;
    TaIdPool instances;
    TaIdPool crowds;
    TaEventQueue events;
    TaArena scratch_arena;
    TaScratch scratch;
    uint32_t scratch_joints;  // the largest rig the scratch serves
    uint32_t scratch_scalars;
    TaError error;
    TaStats stats;
};

// Makes room in the scratch poses for a rig. False when memory ran out.
bool ta_world_fit_scratch(TaWorld *world, const TaRig *rig);

// Begins an update of one or all instances: the queue of the last one is gone.
void ta_world_begin_update(TaWorld *world);

// The stages over all auto-update instances; TA_STAGE_COUNT = all stages, instance by instance.
void ta_world_run(TaWorld *world, double dt, TaStage stage);

#endif
