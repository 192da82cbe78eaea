// SPDX-License-Identifier: MIT
// The public functions of instances: making, moving, writing. Ids are looked up, arguments checked.
#include <math.h>

#include "api/refuse.h"
#include "base/format.h"
#include "kernel/perform.h"
#include "layers.h"
#include "properties.h"
#include "snapshot.h"

// Finds the clips of an instance definition; they must be of its rig.
static TaStatus find_clips(TaWorld *world, const TaInstanceDef *def, const TaRig *rig,
                           TaClip **clips)
{
    char path[32];
    for (uint32_t c = 0; c < def->clip_count; c++) {
        clips[c] = ta_id_pool_find(&world->clips, def->clips[c].value);
        ta_format(path, sizeof path, "clips[%u]", c);
        if (clips[c] == NULL) {
            return ta_error_set(&world->error, TA_STATUS_STALE_ID, path,
                                "clip %u was destroyed, or never was", c);
        }
        if (clips[c]->rig != rig) {
            return ta_error_set(&world->error, TA_STATUS_INVALID_ARGUMENT, path,
                                "clip \"%.100s\" was made for another rig", clips[c]->name);
        }
    }
    return TA_STATUS_OK;
}

TaStatus ta_instance_create(TaWorld *world, const TaInstanceDef *def, TaInstanceId *out_instance)
{
    if (def == NULL || out_instance == NULL || (def->clip_count > 0 && def->clips == NULL)) {
        return ta_refuse_argument(world, "def", "the instance definition or its clips are missing");
    }
    TaRig *rig = ta_id_pool_find(&world->rigs, def->rig.value);
    TaDefinition *definition = ta_id_pool_find(&world->definitions, def->definition.value);
    if (rig == NULL || definition == NULL) {
        return ta_refuse_stale(world, rig == NULL ? "rig" : "definition");
    }
    TaArena scratch = {0};
    TaClip **clips = TA_ARENA_NEW(&scratch, TaClip *, def->clip_count);
    if (clips == NULL) {
        return ta_refuse_no_room(world, "instance");
    }
    TaInstance *instance = NULL;
    if (find_clips(world, def, rig, clips) == TA_STATUS_OK) {
        const TaInstanceParts parts = {
            .definition = definition,
            .rig = rig,
            .clip_count = def->clip_count,
            .clips = clips,
            .auto_update = def->auto_update,
            .record = def->record,
            .seed = def->seed,
        };
        instance = ta_instance_build(&parts, &world->error);
    }
    ta_arena_release(&scratch);
    if (instance == NULL) {
        return world->error.status;
    }
    instance->id = ta_id_pool_add(&world->instances, instance);
    if (instance->id == 0) {
        ta_instance_free(instance);
        return ta_refuse_no_id(world, &world->instances, "instance");
    }
    ta_step_show(instance, &world->scratch);  // nothing shows a bind pose before the first update
    out_instance->value = instance->id;
    return TA_STATUS_OK;
}

TaStatus ta_instance_destroy(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    ta_id_pool_remove(&world->instances, id.value);
    ta_instance_free(instance);
    return TA_STATUS_OK;
}

TaStatus ta_instance_set_definition(TaWorld *world, TaInstanceId id, TaDefinitionId definition_id)
{
    TaInstance *instance = ta_find_instance(world, id);
    TaDefinition *definition = ta_id_pool_find(&world->definitions, definition_id.value);
    if (instance == NULL || definition == NULL) {
        return ta_refuse_stale(world, instance == NULL ? "instance" : "definition");
    }
    ta_step_fetch(instance, &world->scratch);
    return ta_instance_adopt(instance, definition, &world->error);
}

// An instance that is about to be written to: its next update looks at everything again.
static TaInstance *find_to_change(const TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance != NULL) {
        instance->machine.run.touched = true;
    }
    return instance;
}

TaStatus ta_instance_set_auto_update(TaWorld *world, TaInstanceId id, bool enabled)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    instance->auto_update = enabled;
    return TA_STATUS_OK;
}

TaStatus ta_instance_update(TaWorld *world, TaInstanceId id, double dt)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    const TaStatus status = ta_check_dt(world, dt);
    if (status == TA_STATUS_OK) {
        const uint32_t before = instance->pose_version;
        ta_world_begin_update(world);
        ta_step(instance, dt, &world->scratch, &world->events);
        world->stats.poses_evaluated = instance->pose_version != before;
    }
    return status;
}

TaStatus ta_instance_set_property(TaWorld *world, TaInstanceId id, uint32_t property, double value)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (!ta_properties_set(&instance->machine.run, property, value)) {
        world->stats.refused_values += isfinite(value) ? 0 : 1;
        return ta_refuse_argument(
            world, "property",
            !isfinite(value) ? "the value is not a finite number; the property keeps its old one"
                             : "the machine has no property of this index");
    }
    return TA_STATUS_OK;
}

double ta_instance_property(const TaWorld *world, TaInstanceId id, uint32_t property)
{
    const TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL || property >= instance->machine.definition->property_count) {
        return (double)NAN;
    }
    return instance->machine.run.values[property];
}

TaStatus ta_instance_set_external(TaWorld *world, TaInstanceId id, uint32_t index, bool value)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (index >= instance->machine.definition->external_count) {
        return ta_refuse_argument(world, "index", "the machine has no condition of this index");
    }
    TaMachineRun *run = &instance->machine.run;
    run->touched = run->touched || run->externals[index] != value;
    run->externals[index] = value;
    return TA_STATUS_OK;
}

float *ta_instance_weights(TaWorld *world, TaInstanceId id, uint32_t layer, uint32_t state)
{
    TaInstance *instance = ta_find_instance(world, id);
    const TaDefinition *definition = instance != NULL ? instance->machine.definition : NULL;
    if (definition == NULL || layer >= definition->layer_count ||
        state >= definition->layers[layer].state_count) {
        return NULL;
    }
    const TaMotion *motion = &definition->layers[layer].states[state].motion;
    instance->machine.run.weights_shared = instance->machine.run.touched = true;
    return motion->kind == TA_MOTION_DIRECT ? instance->machine.run.weights + motion->first_weight
                                            : NULL;
}

TaStatus ta_instance_play(TaWorld *world, TaInstanceId id, uint32_t layer, uint32_t state,
                          double seconds, double offset)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    const TaDefinition *definition = instance->machine.definition;
    if (layer >= definition->layer_count || state >= definition->layers[layer].state_count) {
        return ta_refuse_argument(world, "state", "the machine has no such layer or state");
    }
    if (!(isfinite(seconds) && seconds >= 0.0) || !isfinite(offset)) {
        return ta_refuse_argument(world, "seconds",
                                  "the fade must be 0 or more seconds, the offset finite");
    }
    const double loops = floor(offset);
    instance->machine.run.layers[layer].requested = (TaEntry){.state = (int32_t)state,
                                                              .transition = TA_NONE,
                                                              .seconds = seconds,
                                                              .loops = loops,
                                                              .phase = offset - loops};
    return TA_STATUS_OK;
}

static bool good_layer(const TaInstance *instance, uint32_t layer)
{
    return layer < instance->machine.definition->layer_count;
}

TaStatus ta_instance_set_layer_weight(TaWorld *world, TaInstanceId id, uint32_t layer,
                                      double weight, double seconds)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (!good_layer(instance, layer) || !(weight >= 0.0 && weight <= 1.0) ||
        !(isfinite(seconds) && seconds >= 0.0)) {
        return ta_refuse_argument(
            world, "weight", "give an existing layer, a weight in 0..1, and 0 or more seconds");
    }
    ta_step_fetch(instance, &world->scratch);
    TaLayerRun *run = &instance->machine.run.layers[layer];
    run->weight_start = run->weight;
    run->weight_target = weight;
    run->weight_time = 0.0;
    run->weight_length = seconds;
    run->weight = seconds > 0.0 ? run->weight : weight;
    return TA_STATUS_OK;
}

TaStatus ta_instance_set_layer_mask(TaWorld *world, TaInstanceId id, uint32_t layer, int32_t mask,
                                    double seconds)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    const TaDefinition *definition = instance->machine.definition;
    if (!good_layer(instance, layer) || layer == 0 || mask < TA_NONE ||
        mask >= (int32_t)definition->mask_count || !(isfinite(seconds) && seconds >= 0.0)) {
        return ta_refuse_argument(
            world, "mask",
            "give a layer above the base, a mask of the document or -1, and 0 or "
            "more seconds");
    }
    ta_step_fetch(instance, &world->scratch);
    ta_layers_set_mask(instance, layer, mask, seconds);
    return TA_STATUS_OK;
}

TaStatus ta_instance_perform(TaWorld *world, TaInstanceId id, const TaPerformDef *def,
                             uint32_t *out_perform)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (def == NULL || out_perform == NULL || def->clip >= instance->clip_count) {
        return ta_refuse_argument(world, "clip", "the instance has no clip of this index");
    }
    if (def->mask < TA_NONE || def->mask >= (int32_t)instance->machine.definition->mask_count) {
        return ta_refuse_argument(world, "mask", "the document has no mask of this index");
    }
    if (!(isfinite(def->fade_in) && def->fade_in >= 0.0) ||
        !(isfinite(def->fade_out) && def->fade_out >= 0.0)) {
        return ta_refuse_argument(world, "fade_in", "fades are 0 or more seconds");
    }
    ta_step_fetch(instance, &world->scratch);
    *out_perform = ta_layers_perform(instance, def);
    return TA_STATUS_OK;
}

TaStatus ta_instance_cancel_perform(TaWorld *world, TaInstanceId id, uint32_t perform)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    return ta_perform_cancel(&instance->machine.run, perform)
               ? TA_STATUS_OK
               : ta_refuse_argument(world, "perform", "it does not play any more");
}

uint32_t ta_instance_snapshot_size(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_find_instance(world, id);
    return instance != NULL ? (uint32_t)ta_snapshot_size(instance) : 0;
}

TaStatus ta_instance_snapshot(TaWorld *world, TaInstanceId id, void *out_bytes, uint32_t size)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (out_bytes == NULL || size != ta_snapshot_size(instance)) {
        return ta_refuse_argument(world, "size", "give the room ta_instance_snapshot_size says");
    }
    ta_snapshot_write(instance, out_bytes);
    return TA_STATUS_OK;
}

TaStatus ta_instance_restore(TaWorld *world, TaInstanceId id, const void *bytes, uint32_t size)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (bytes == NULL) {
        return ta_refuse_argument(world, "bytes", "the snapshot is missing");
    }
    const TaStatus status = ta_snapshot_read(instance, bytes, size, &world->error);
    if (status == TA_STATUS_OK) {
        ta_step_show(instance, &world->scratch);
    }
    return status;
}

TaStatus ta_instance_reset(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = find_to_change(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    ta_instance_restart(instance);
    ta_step_show(instance, &world->scratch);
    return TA_STATUS_OK;
}
