// SPDX-License-Identifier: MIT
// The frame. Each stage is one file; this one calls them in order and does nothing else.
#include "step.h"

#include "events.h"
#include "layers.h"
#include "machine.h"
#include "model.h"
#include "properties.h"
#include "root_motion.h"
#include "skinning.h"

// What the clocks passed in their last move.
static void collect_move(TaInstance *instance, TaEventQueue *events)
{
    TaMachineRun *run = &instance->machine.run;
    ta_layers_fade_masks(instance, run->moved);
    ta_events_collect(run, events);
    if (instance->machine.has_roots) {
        ta_root_motion_collect(run, instance->machine.roots, instance->machine.masks,
                               &instance->machine.root_move);
    }
}

static void run_moments(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events)
{
    TaMachineRun *run = &instance->machine.run;
    ta_properties_begin_update(run, dt);
    ta_machine_begin(run, dt);
    for (TaAdvance next = TA_ADVANCE_MOVED; next != TA_ADVANCE_DONE;) {
        next = ta_machine_advance(run, events);
        if (next == TA_ADVANCE_CAPTURE) {
            ta_layers_capture(instance, run->capture_layer, scratch);
        } else if (next == TA_ADVANCE_MOVED) {
            collect_move(instance, events);
        }
    }
    ta_properties_end_update(run);
    ta_machine_look_ahead(run);
}

void ta_step_machine(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events)
{
    events->instance.value = instance->id;
    events->instance_start = events->count;
    instance->machine.root_move = (TaRootMove){{0, 0, 0}, 0};
    if (ta_machine_glide(&instance->machine.run, dt)) {  // nothing can happen within dt
        collect_move(instance, events);
    } else {
        run_moments(instance, dt, scratch, events);
    }
    instance->pose_changed = ta_layers_gather(instance) || instance->pose_changed;
}

// All stages behind the machine in one pass, where it can make this pose. kept: local pose and model
// matrices stay with the instance.
static bool run_fused(TaInstance *instance, TaScratch *scratch, bool kept)
{
    TaFusedWork *work = scratch->work;
    if (instance->staged || !ta_layers_list(instance, scratch, work)) {
        return false;
    }
    work->model = kept ? instance->model : scratch->model;
    work->wants_local = kept;
    ta_fused_run(work);
    instance->pose_kept = kept;
    return true;
}

void ta_step_pose(TaInstance *instance, TaScratch *scratch)
{
    if (!instance->pose_changed) {
        return;
    }
    if (run_fused(instance, scratch, instance->keeps_pose)) {
        instance->pose_version++;
        instance->pose_changed = false;
    } else {
        ta_layers_blend(instance, scratch);
        instance->pose_kept = true;
    }
    ta_layers_shown(instance);
}

void ta_step_model(TaInstance *instance)
{
    if (instance->pose_changed) {
        ta_model_run(instance->rig, &instance->local, instance->model);
    }
}

void ta_step_skinning(TaInstance *instance)
{
    if (!instance->pose_changed) {
        return;
    }
    for (uint32_t s = 0; s < instance->rig->skin_count; s++) {
        ta_skinning_run(&instance->rig->skins[s], instance->model, instance->palettes[s]);
    }
    instance->pose_version++;
    instance->pose_changed = false;
}

void ta_step(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events)
{
    ta_step_machine(instance, dt, scratch, events);
    ta_step_pose(instance, scratch);
    ta_step_model(instance);
    ta_step_skinning(instance);
}

void ta_step_show(TaInstance *instance, TaScratch *scratch)
{
    ta_layers_gather(instance);
    instance->pose_changed = true;
    ta_step_pose(instance, scratch);
    ta_step_model(instance);
    ta_step_skinning(instance);
}

void ta_step_fetch(TaInstance *instance, TaScratch *scratch)
{
    if (!instance->pose_kept) {
        run_fused(instance, scratch, true);
    }
}
