// SPDX-License-Identifier: MIT
// The frame. Each stage is one file; this one calls them in order and does nothing else.
#include "step.h"

#include <string.h>

#include "events.h"
#include "machine.h"
#include "mixer.h"
#include "model.h"
#include "properties.h"
#include "sampler.h"
#include "skinning.h"

// A world's scratch is as large as its largest rig; a stage sees a pose of this instance's size.
static TaPose fit(const TaPose *scratch, const TaPose *like)
{
    TaPose pose = *scratch;
    pose.group_count = like->group_count;
    pose.scalar_group_count = like->scalar_group_count;
    return pose;
}

static void sample_input(TaInstance *instance, const TaMixInput *input, uint32_t layer,
                         TaPose *pose)
{
    if (input->captured) {
        ta_pose_copy(pose, &instance->machine.captured[layer]);
        return;
    }
    ta_pose_copy(pose, &instance->rig->rest);
    if (input->clip != NULL) {
        ta_sampler_run(input->clip, input->time, instance->machine.cursors[input->clip_index],
                       pose);
    }
}

static uint32_t find_heaviest(const TaMixInput *inputs, uint32_t count)
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; i++) {
        heaviest = inputs[i].weight > inputs[heaviest].weight ? i : heaviest;
    }
    return heaviest;
}

// Weighted inputs of a layer -> one local pose.
static void blend_inputs(TaInstance *instance, const TaMixInput *inputs, uint32_t count,
                         uint32_t layer, TaScratch *scratch, TaPose *out)
{
    if (count <= 1) {
        const TaMixInput rest = {0};
        sample_input(instance, count == 1 ? inputs : &rest, layer, out);
        return;
    }
    const uint32_t first = find_heaviest(inputs, count);
    TaPose heaviest = fit(&scratch->heaviest, out), other = fit(&scratch->other, out);
    sample_input(instance, &inputs[first], layer, &heaviest);
    ta_mixer_begin(&heaviest, (float)inputs[first].weight, out);
    for (uint32_t i = 0; i < count; i++) {
        if (i != first) {
            sample_input(instance, &inputs[i], layer, &other);
            ta_mixer_add(&heaviest, &other, (float)inputs[i].weight, out);
        }
    }
    ta_mixer_end(out);
}

static void capture_pose(TaInstance *instance, TaScratch *scratch)
{
    TaMachineMemory *machine = &instance->machine;
    const uint32_t layer = machine->run.capture_layer;
    const uint32_t captured = machine->run.layers[layer].waiting.capture;
    const uint32_t count = ta_blend_tree_gather(&machine->run, layer, 0, captured, machine->inputs);
    TaPose pose = fit(&scratch->capture, &instance->local);
    blend_inputs(instance, machine->inputs, count, layer, scratch, &pose);
    ta_pose_copy(&machine->captured[layer], &pose);
}

// Whether this frame's inputs are those of the pose in memory: then nothing has to be done.
static bool same_inputs(const TaMachineMemory *machine)
{
    if (machine->run.captured || machine->input_count != machine->shown_count) {
        return false;
    }
    for (uint32_t i = 0; i < machine->input_count; i++) {
        const TaMixInput *a = &machine->inputs[i], *b = &machine->shown[i];
        if (a->clip != b->clip || a->captured != b->captured || a->time != b->time ||
            a->weight != b->weight) {
            return false;
        }
    }
    return true;
}

void ta_step_machine(TaInstance *instance, double dt, TaScratch *scratch, TaEventQueue *events)
{
    TaMachineMemory *machine = &instance->machine;
    events->instance.value = instance->id;
    events->instance_start = events->count;
    ta_machine_begin(&machine->run, ta_blend_tree_length, dt);
    for (TaAdvance next = TA_ADVANCE_MOVED; next != TA_ADVANCE_DONE;) {
        next = ta_machine_advance(&machine->run, ta_blend_tree_length, events);
        if (next == TA_ADVANCE_CAPTURE) {
            capture_pose(instance, scratch);
        } else if (next == TA_ADVANCE_MOVED) {
            ta_events_collect(&machine->run, ta_blend_tree_weight, events);
        }
    }
    ta_properties_end_update(&machine->run);
    machine->input_count = ta_blend_tree_gather(&machine->run, 0, 0,
                                                machine->run.layers[0].run_count, machine->inputs);
    instance->pose_changed = instance->pose_changed || !same_inputs(machine);
}

void ta_step_pose(TaInstance *instance, TaScratch *scratch)
{
    TaMachineMemory *machine = &instance->machine;
    if (!instance->pose_changed) {
        return;
    }
    blend_inputs(instance, machine->inputs, machine->input_count, 0, scratch, &instance->local);
    memcpy(machine->shown, machine->inputs, machine->input_count * sizeof(TaMixInput));
    machine->shown_count = machine->input_count;
    machine->run.captured = false;
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
