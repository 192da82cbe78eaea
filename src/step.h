// SPDX-License-Identifier: MIT
// One update of one instance: the stages in order.
#ifndef TA_STEP_H
#define TA_STEP_H

#include "data/event_queue.h"
#include "instance.h"

// properties -> machine (and its captures, events) -> blend_tree. dt is finite and >= 0.
void ta_step_machine(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events);

// fused, and with it the rest of the update; else sampler -> mixer, layer by layer.
void ta_step_pose(TaInstance *instance, TaScratch *scratch);

// model, unless the pass has made the palettes already.
void ta_step_model(TaInstance *instance);

// skinning, unless the pass has.
void ta_step_skinning(TaInstance *instance);

// All of them.
void ta_step(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events);

// The pose of the clocks as they stand, without an update: after making or resetting a machine.
void ta_step_show(TaInstance *instance, TaScratch *scratch);

// Makes local pose and model matrices of the pose on show, unless they are there. Call it before
// anything changes that they are made from: masks, weights, the definition.
void ta_step_fetch(TaInstance *instance, TaScratch *scratch);

#endif
