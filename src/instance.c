// SPDX-License-Identifier: MIT
// In: a definition, a rig, clips. Out: an instance with all the memory its updates will need.
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "machine.h"
#include "properties.h"

// ---- building --------------------------------------------------------------------------------

static TaStatus refuse_clip(const TaInstance *instance, const TaDefinition *definition,
                            uint32_t index, TaError *error)
{
    const char *wanted = definition->clip_names[index], *path = definition->clip_paths[index];
    const char *names[256] = {0};
    const uint32_t count = instance->clip_count < 256 ? instance->clip_count : 256;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = instance->clips[i]->name;
    }
    const char *closest = ta_closest_name(wanted, names, count);
    if (closest != NULL) {
        return ta_error_set(error, TA_STATUS_UNKNOWN_NAME, path,
                            "the model has no clip \"%.100s\"; did you mean \"%.100s\"?", wanted,
                            closest);
    }
    return ta_error_set(error, TA_STATUS_UNKNOWN_NAME, path,
                        "the model has no clip \"%.100s\"; it has %u clips%s%.200s", wanted,
                        instance->clip_count, count > 0 ? ", the first is " : "",
                        count > 0 ? names[0] : "");
}

static TaStatus measure_roots(const TaInstance *instance, TaMachineMemory *memory, TaError *error)
{
    const TaDefinition *definition = memory->definition;
    memory->roots = TA_ARENA_NEW(&memory->arena, TaRoot, definition->clip_count);
    for (uint32_t i = 0; memory->roots != NULL && i < definition->clip_count; i++) {
        const TaClipSettings *settings = &definition->clip_settings[i];
        if (!memory->arena.failed &&
            !ta_root_build(settings, instance->rig, memory->run.clips[i], &memory->roots[i])) {
            return ta_error_set(error, TA_STATUS_UNKNOWN_NAME, "clips",
                                "the root motion of clip \"%.100s\" names the bone \"%.100s\", "
                                "which the model does not have",
                                definition->clip_names[i], settings->root_bone);
        }
        memory->has_roots = memory->has_roots || memory->roots[i].active;
    }
    return TA_STATUS_OK;
}

static TaStatus bind_clips(const TaInstance *instance, TaMachineMemory *memory, TaError *error)
{
    const TaDefinition *definition = memory->definition;
    const TaClip **clips = TA_ARENA_NEW(&memory->arena, const TaClip *, definition->clip_count);
    uint32_t *indices = TA_ARENA_NEW(&memory->arena, uint32_t, definition->clip_count);
    memory->cursors = TA_ARENA_NEW(&memory->arena, uint32_t *, definition->clip_count);
    for (uint32_t i = 0; i < definition->clip_count && !memory->arena.failed; i++) {
        for (uint32_t c = 0; c < instance->clip_count && clips[i] == NULL; c++) {
            if (strcmp(instance->clips[c]->name, definition->clip_names[i]) == 0) {
                clips[i] = instance->clips[c];
                indices[i] = c;
            }
        }
        if (clips[i] == NULL) {
            return refuse_clip(instance, definition, i, error);
        }
        memory->run.has_clip_marks = memory->run.has_clip_marks || clips[i]->mark_count > 0 ||
                                     definition->clip_settings[i].mark_count > 0;
        memory->cursors[i] = TA_ARENA_NEW(&memory->arena, uint32_t, clips[i]->timeline_count);
    }
    memory->run.clips = clips;
    memory->run.clip_indices = indices;
    memory->run.perform_clips = (const TaClip *const *)instance->clips;
    uint32_t timelines = 1;
    for (uint32_t c = 0; c < instance->clip_count; c++) {
        timelines = instance->clips[c]->timeline_count > timelines
                        ? instance->clips[c]->timeline_count
                        : timelines;
    }
    memory->perform_cursors = TA_ARENA_NEW(&memory->arena, uint32_t, timelines);
    return measure_roots(instance, memory, error);
}

static void reset_motion_weights(TaMachineRun *run, const TaMotion *motion)
{
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        if (motion->kind == TA_MOTION_DIRECT) {
            const float weight = child->weight_property != TA_NONE ? NAN : (float)child->weight;
            run->weights[motion->first_weight + c] = weight;
            run->kept_weights[motion->first_weight + c] = weight;
        }
        reset_motion_weights(run, child->motion);
    }
}

static void reset_weights(TaMachineRun *run)
{
    const TaDefinition *definition = run->definition;
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        const TaLayerDef *layer = &definition->layers[l];
        for (uint32_t s = 0; s < layer->state_count; s++) {
            reset_motion_weights(run, &layer->states[s].motion);
        }
        for (uint32_t s = 0;
             layer->synced != NULL && s < definition->layers[layer->sync].state_count; s++) {
            reset_motion_weights(run, &layer->synced[s]);
        }
    }
}

static bool uses_blend(const TaLayerDef *layer, TaBlend blend)
{
    for (uint32_t t = 0; t < layer->transition_count; t++) {
        if (layer->transitions[t].blend == blend) {
            return true;
        }
    }
    return false;
}

static void allocate_layer(TaArena *arena, const TaRig *rig, const TaDefinition *definition,
                           uint32_t index, TaLayerMemory *memory, TaLayerRun *run)
{
    const TaLayerDef *layer = &definition->layers[index];
    const uint32_t capacity = ta_blend_tree_capacity(definition);
    memory->inputs = TA_ARENA_NEW(arena, TaMixInput, capacity);
    memory->shown = TA_ARENA_NEW(arena, TaMixInput, capacity);
    memory->captured = ta_pose_create(arena, rig->joint_count, rig->scalar_count);
    memory->mask_index = layer->mask;
    const TaLayerDef *clocks = layer->sync != TA_NONE ? &definition->layers[layer->sync] : layer;
    if (uses_blend(clocks, TA_BLEND_INERTIAL)) {
        memory->inertia = ta_inertia_create(arena, rig->joint_count, rig->scalar_count);
    }
    if (uses_blend(clocks, TA_BLEND_DEAD)) {
        memory->dead = ta_dead_blend_create(arena, rig->joint_count, rig->scalar_count);
    }
    if (index > 0) {
        memory->mask = ta_mask_create(arena, rig);
        memory->mask_from = ta_mask_create(arena, rig);
        memory->mask_to = ta_mask_create(arena, rig);
    }
    run->left = TA_ARENA_NEW(arena, TaPlace, layer->state_count);
    run->last_inner = TA_ARENA_NEW(arena, int32_t, layer->state_count);
    run->spent = TA_ARENA_NEW(arena, bool, definition->property_count);
    if (!arena->failed && index > 0) {
        const TaMaskDef *mask = layer->mask != TA_NONE ? &definition->masks[layer->mask] : NULL;
        ta_mask_resolve(mask, rig, &memory->mask);
    }
}

static void allocate_machine(TaArena *arena, const TaRig *rig, TaMachineMemory *memory)
{
    const TaDefinition *definition = memory->definition;
    TaMachineRun *run = &memory->run;
    memory->masks = TA_ARENA_NEW(arena, const float *, definition->layer_count);
    run->values = TA_ARENA_NEW(arena, double, definition->property_count);
    run->smooth = TA_ARENA_NEW(arena, double, definition->property_count);
    run->trigger_ages = TA_ARENA_NEW(arena, double, definition->property_count);
    run->weights = TA_ARENA_NEW(arena, float, definition->weight_count);
    run->kept_weights = TA_ARENA_NEW(arena, float, definition->weight_count);
    run->externals = TA_ARENA_NEW(arena, bool, definition->external_count);
    run->leaves[0] = TA_ARENA_NEW(arena, TaMotionLeaf, definition->most_leaves);
    run->leaves[1] = TA_ARENA_NEW(arena, TaMotionLeaf, definition->most_leaves);
    run->leaves[2] = TA_ARENA_NEW(arena, TaMotionLeaf, definition->most_leaves);
    run->layers = TA_ARENA_NEW(arena, TaLayerRun, definition->layer_count);
    run->layer_states = TA_ARENA_NEW(arena, int32_t, definition->layer_count);
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        memory->perform_masks[i] = ta_mask_create(arena, rig);
    }
    memory->layers = TA_ARENA_NEW(arena, TaLayerMemory, definition->layer_count);
    for (uint32_t l = 0; !arena->failed && l < definition->layer_count; l++) {
        allocate_layer(arena, rig, definition, l, &memory->layers[l], &run->layers[l]);
        memory->masks[l] = memory->layers[l].mask.joints;
    }
}

static TaStatus build_machine(const TaInstance *instance, TaDefinition *definition,
                              TaMachineMemory *memory, TaError *error)
{
    memory->definition = definition;
    memory->run.definition = definition;
    if (bind_clips(instance, memory, error) != TA_STATUS_OK) {
        return error->status;
    }
    allocate_machine(&memory->arena, instance->rig, memory);
    memory->run.record = instance->record ? TA_ARENA_NEW(&memory->arena, TaExplainRing, 1) : NULL;
    if (memory->arena.failed) {
        return ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the machine");
    }
    reset_weights(&memory->run);
    ta_properties_reset(&memory->run);
    ta_machine_reset(&memory->run, instance->seed);
    return TA_STATUS_OK;
}

float *ta_instance_new_model(TaArena *arena, uint32_t joint_count)
{
    float *memory = TA_ARENA_NEW(arena, float, 16 * ((size_t)joint_count + 1));
    for (uint32_t i = 0; memory != NULL && i < 16; i += 5) {
        memory[i] = 1.0f;
    }
    return memory != NULL ? memory + 16 : NULL;
}

static void allocate_poses(TaInstance *instance)
{
    const TaRig *rig = instance->rig;
    TaArena *arena = &instance->arena;
    instance->local = ta_pose_create(arena, rig->joint_count, rig->scalar_count);
    instance->model = ta_instance_new_model(arena, rig->joint_count);
    instance->palettes = TA_ARENA_NEW(arena, float *, rig->skin_count);
    for (uint32_t s = 0; !arena->failed && s < rig->skin_count; s++) {
        instance->palettes[s] = TA_ARENA_NEW(arena, float, 16 * (size_t)rig->skins[s].joint_count);
    }
    if (!arena->failed) {
        ta_pose_copy(&instance->local, &rig->rest);
    }
}

TaInstance *ta_instance_build(const TaInstanceParts *parts, TaError *error)
{
    TaInstance *instance = ta_memory_allocate(sizeof *instance);
    if (instance == NULL) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the instance");
        return NULL;
    }
    instance->rig = parts->rig;
    instance->auto_update = parts->auto_update;
    instance->record = parts->record;
    instance->seed = parts->seed;
    instance->clip_count = parts->clip_count;
    instance->clips = TA_ARENA_NEW(&instance->arena, TaClip *, parts->clip_count);
    for (uint32_t c = 0; instance->clips != NULL && c < parts->clip_count; c++) {
        instance->clips[c] = parts->clips[c];
    }
    allocate_poses(instance);
    TaStatus status = TA_STATUS_OK;
    if (instance->arena.failed) {
        status = ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the instance");
    } else {
        status = build_machine(instance, parts->definition, &instance->machine, error);
    }
    if (status != TA_STATUS_OK) {
        ta_arena_release(&instance->machine.arena);
        ta_arena_release(&instance->arena);
        ta_memory_release(instance);
        return NULL;
    }
    instance->pose_changed = true;
    instance->rig->user_count++;
    instance->machine.definition->user_count++;
    for (uint32_t c = 0; c < instance->clip_count; c++) {
        instance->clips[c]->user_count++;
    }
    return instance;
}

void ta_instance_free(TaInstance *instance)
{
    if (instance == NULL) {
        return;
    }
    for (uint32_t c = 0; c < instance->clip_count; c++) {
        instance->clips[c]->user_count--;
    }
    instance->machine.definition->user_count--;
    instance->rig->user_count--;
    ta_arena_release(&instance->machine.arena);
    ta_arena_release(&instance->arena);
    ta_memory_release(instance);
}

void ta_instance_restart(TaInstance *instance)
{
    TaMachineRun *run = &instance->machine.run;
    reset_weights(run);
    ta_properties_reset(run);
    ta_machine_reset(run, instance->seed);
    if (run->record != NULL) {
        *run->record = (TaExplainRing){0};
    }
    for (uint32_t i = 0; i < run->definition->external_count; i++) {
        run->externals[i] = false;
    }
}

// ---- another definition ----------------------------------------------------------------------

static void carry_properties(const TaMachineRun *from, TaMachineRun *to)
{
    for (uint32_t i = 0; i < to->definition->property_count; i++) {
        for (uint32_t j = 0; j < from->definition->property_count; j++) {
            const TaProperty *a = &to->definition->properties[i];
            const TaProperty *b = &from->definition->properties[j];
            if (a->type == b->type && strcmp(a->name, b->name) == 0) {
                ta_properties_set(to, i, from->values[j]);
                to->smooth[i] = from->smooth[j];
                to->trigger_ages[i] = from->trigger_ages[j];
            }
        }
    }
}

// The index of the same state in the new layer, or TA_NONE; poses stay poses.
static int32_t carried_state(const TaLayerDef *from, const TaLayerDef *to, int32_t state)
{
    if (state < 0) {
        return state;
    }
    const TaStateDef *old = &from->states[state];
    const int32_t parent = carried_state(from, to, old->parent);
    for (uint32_t i = 0; i < to->state_count; i++) {
        if (to->states[i].parent == parent && to->states[i].is_machine == old->is_machine &&
            strcmp(to->states[i].id, old->id) == 0) {
            return (int32_t)i;
        }
    }
    return TA_NONE;
}

static bool same_end(const TaLayerDef *from, const TaLayerDef *to, int32_t old_end, int32_t new_end)
{
    return old_end == TA_NONE ? new_end == TA_NONE
                              : new_end != TA_NONE && carried_state(from, to, old_end) == new_end;
}

// By id, or where there is none by its two ends and its place among those with the same ends.
static int32_t carried_transition(const TaLayerDef *from, const TaLayerDef *to, int32_t transition)
{
    if (transition == TA_NONE) {
        return TA_NONE;
    }
    const TaTransitionDef *old = &from->transitions[transition];
    uint32_t skip = 0;
    for (int32_t i = 0; old->id == NULL && i < transition; i++) {
        skip += from->transitions[i].from == old->from && from->transitions[i].to == old->to;
    }
    for (uint32_t i = 0; i < to->transition_count; i++) {
        const TaTransitionDef *def = &to->transitions[i];
        const bool same = old->id != NULL ? def->id != NULL && strcmp(def->id, old->id) == 0
                                          : same_end(from, to, old->from, def->from) &&
                                                same_end(from, to, old->to, def->to);
        if (same && skip-- == 0) {
            return (int32_t)i;
        }
    }
    return TA_NONE;
}

static void carry_layer(const TaMachineRun *from, TaMachineRun *to, uint32_t index)
{
    const TaLayerDef *old_def = &from->definition->layers[index];
    const TaLayerDef *new_def = &to->definition->layers[index];
    const TaLayerRun *old = &from->layers[index];
    TaLayerRun *layer = &to->layers[index];
    const TaStateRun *current = &old->runs[old->run_count - 1];
    if (new_def->sync != TA_NONE || old->run_count == 0 ||
        carried_state(old_def, new_def, current->state) == TA_NONE) {
        return;  // the current state is gone: the layer starts again
    }
    const TaLayerRun memory = *layer;
    *layer = *old;
    layer->left = memory.left;
    layer->last_inner = memory.last_inner;
    layer->spent = memory.spent;
    layer->run_count = 0;
    for (uint32_t i = 0; i < old->run_count; i++) {
        TaStateRun run = old->runs[i];
        run.state = carried_state(old_def, new_def, run.state);
        run.transition = carried_transition(old_def, new_def, run.transition);
        if (run.state != TA_NONE) {
            run.share = layer->run_count == 0 ? 1.0 : run.share;
            layer->runs[layer->run_count++] = run;
        }
    }
    layer->source.state = carried_state(old_def, new_def, old->source.state);
    layer->source.state = layer->source.state == TA_NONE ? TA_RUN_POSE : layer->source.state;
    layer->source.transition = carried_transition(old_def, new_def, old->source.transition);
    layer->return_count = 0;
    for (uint32_t i = 0; i < old->return_count; i++) {
        TaReturn entry = old->returns[i];
        entry.state = carried_state(old_def, new_def, entry.state);
        if (entry.state != TA_NONE) {
            layer->returns[layer->return_count++] = entry;
        }
    }
    layer->requested.state = carried_state(old_def, new_def, old->requested.state);
    to->layer_states[index] = layer->runs[layer->run_count - 1].state;
}

// Clips that play over the graph go on, each with its mask.
static void carry_performs(const TaInstance *instance, const TaMachineMemory *from,
                           TaMachineMemory *to)
{
    memcpy(to->run.performs, from->run.performs, sizeof to->run.performs);
    to->run.perform_id = from->run.perform_id;
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        ta_mask_copy(&to->perform_masks[i], &from->perform_masks[i], instance->rig);
    }
}

// Decaying and dying sources go on where the new layer has room for them; else they are held.
static void carry_blends(const TaLayerMemory *from, TaLayerMemory *to, TaLayerRun *run)
{
    ta_pose_copy(&to->captured, &from->captured);
    if (from->inertia.joint_count > 0 && to->inertia.joint_count > 0) {
        TaInertiaOffset *offsets = to->inertia.offsets;
        memcpy(offsets, from->inertia.offsets, from->inertia.offset_count * sizeof *offsets);
        to->inertia.offset_count = from->inertia.offset_count;
        to->inertia.seconds = from->inertia.seconds;
    } else {
        run->inertia_length = 0.0;
    }
    if (run->pose_age >= 0.0 && from->dead.joint_count > 0 && to->dead.joint_count > 0) {
        TaDeadDrift *drifts = to->dead.drifts;
        memcpy(drifts, from->dead.drifts, from->dead.drift_count * sizeof *drifts);
        to->dead.drift_count = from->dead.drift_count;
        ta_pose_copy(&to->dead.source, &from->dead.source);
    } else if (run->pose_age >= 0.0) {
        ta_dead_blend_pose(&from->dead, run->pose_age, &to->captured);
        run->pose_age = -1.0;
    }
}

TaStatus ta_instance_adopt(TaInstance *instance, TaDefinition *definition, TaError *error)
{
    TaMachineMemory fresh = {0};
    if (build_machine(instance, definition, &fresh, error) != TA_STATUS_OK) {
        ta_arena_release(&fresh.arena);
        return error->status;
    }
    TaMachineMemory *old = &instance->machine;
    carry_properties(&old->run, &fresh.run);
    for (uint32_t l = 0; l < definition->layer_count && l < old->definition->layer_count; l++) {
        carry_layer(&old->run, &fresh.run, l);
        carry_blends(&old->layers[l], &fresh.layers[l], &fresh.run.layers[l]);
    }
    fresh.run.random = old->run.random;
    carry_performs(instance, old, &fresh);
    old->definition->user_count--;
    definition->user_count++;
    ta_arena_release(&old->arena);
    instance->machine = fresh;
    return TA_STATUS_OK;
}

// ---- hash ------------------------------------------------------------------------------------

static uint64_t hash_number(uint64_t hash, double value)
{
    value = value == 0.0 ? 0.0 : value;  // -0 and 0 are one
    return ta_hash_bytes(hash, &value, sizeof value);
}

static uint64_t hash_run(uint64_t hash, const TaStateRun *run)
{
    const double fields[] = {run->state,  run->transition, run->time,      run->loops,
                             run->phase,  run->seconds,    run->fresh,     run->ended,
                             run->fading, run->share,      run->fade_time, run->fade_length};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        hash = hash_number(hash, fields[i]);
    }
    return hash;
}

uint64_t ta_instance_state_hash(const TaInstance *instance)
{
    const TaMachineRun *run = &instance->machine.run;
    uint64_t hash = TA_HASH_SEED;
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        hash = hash_number(hash, run->values[i]);
        hash = hash_number(hash, run->smooth[i]);
        hash = hash_number(hash, run->values[i] != 0.0 ? run->trigger_ages[i] : 0.0);
    }
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerRun *layer = &run->layers[l];
        for (uint32_t i = 0; i < layer->run_count; i++) {
            hash = hash_run(hash, &layer->runs[i]);
        }
        for (uint32_t i = 0; i < layer->return_count; i++) {
            hash = hash_number(hash, layer->returns[i].state);
            hash = hash_number(hash, layer->returns[i].loops + layer->returns[i].phase);
        }
        hash = hash_number(hash, layer->requested.state);
        hash = hash_number(hash, layer->weight);
        hash = hash_number(hash, layer->inertia_length > 0.0 ? layer->inertia_time : 0.0);
    }
    hash = hash_number(hash, (double)(run->random >> 32));
    return hash_number(hash, (double)(run->random & 0xffffffffu));
}
