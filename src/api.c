// SPDX-License-Identifier: MIT
// The public functions: ids looked up, arguments checked, errors recorded, the work passed on.
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "layers.h"
#include "math/trig.h"
#include "properties.h"
#include "world.h"

// ---- default definitions ---------------------------------------------------------------------

TaWorldDef ta_default_world_def(void) { return (TaWorldDef){.event_capacity = 16384}; }

TaRigDef ta_default_rig_def(void) { return (TaRigDef){0}; }

TaTrackDef ta_default_track_def(void)
{
    return (TaTrackDef){.interpolation = TA_INTERPOLATION_LINEAR};
}

TaClipDef ta_default_clip_def(void) { return (TaClipDef){.duration = -1.0}; }

TaInstanceDef ta_default_instance_def(void)
{
    return (TaInstanceDef){.auto_update = true, .seed = 1};
}

// ---- errors ----------------------------------------------------------------------------------

static TaStatus stale(TaWorld *world, const char *what)
{
    return ta_error_set(&world->error, TA_STATUS_STALE_ID, what,
                        "the %s id names nothing: it was destroyed, or never was", what);
}

static TaStatus in_use(TaWorld *world, const char *what, uint32_t users, const char *by)
{
    return ta_error_set(&world->error, TA_STATUS_IN_USE, what,
                        "the %s is still used by %u %s; destroy them first", what, users, by);
}

static TaStatus bad_argument(TaWorld *world, const char *path, const char *message)
{
    return ta_error_set(&world->error, TA_STATUS_INVALID_ARGUMENT, path, "%s", message);
}

static TaStatus no_room(TaWorld *world, const char *what)
{
    return ta_error_set(&world->error, TA_STATUS_OUT_OF_MEMORY, what,
                        "no memory, or no id left, for the %s", what);
}

static TaInstance *find_instance(const TaWorld *world, TaInstanceId id)
{
    return ta_id_pool_find(&world->instances, id.value);
}

// ---- world -----------------------------------------------------------------------------------

TaStatus ta_world_create(const TaWorldDef *def, TaWorld **out_world)
{
    if (def == NULL || out_world == NULL || def->event_capacity == 0 ||
        def->event_capacity > 1u << 20) {
        return TA_STATUS_INVALID_ARGUMENT;
    }
    TaWorld *world = ta_memory_allocate(sizeof *world);
    if (world == NULL) {
        return TA_STATUS_OUT_OF_MEMORY;
    }
    world->events.events = ta_memory_allocate(def->event_capacity * sizeof(TaEvent));
    world->events.capacity = def->event_capacity;
    if (world->events.events == NULL) {
        ta_memory_release(world);
        return TA_STATUS_OUT_OF_MEMORY;
    }
    *out_world = world;
    return TA_STATUS_OK;
}

void ta_world_destroy(TaWorld *world)
{
    if (world == NULL) {
        return;
    }
    for (uint32_t i = 0; i < world->instances.used; i++) {
        ta_instance_free(world->instances.slots[i].object);
    }
    for (uint32_t i = 0; i < world->definitions.used; i++) {
        ta_definition_free(world->definitions.slots[i].object);
    }
    for (uint32_t i = 0; i < world->clips.used; i++) {
        ta_clip_free(world->clips.slots[i].object);
    }
    for (uint32_t i = 0; i < world->rigs.used; i++) {
        ta_rig_free(world->rigs.slots[i].object);
    }
    ta_id_pool_release(&world->instances);
    ta_id_pool_release(&world->definitions);
    ta_id_pool_release(&world->clips);
    ta_id_pool_release(&world->rigs);
    ta_arena_release(&world->scratch_arena);
    ta_memory_release(world->events.events);
    ta_memory_release(world);
}

static TaStatus check_dt(TaWorld *world, double dt)
{
    if (isfinite(dt) && dt >= 0.0) {
        return TA_STATUS_OK;
    }
    world->stats.refused_dt++;
    return ta_error_set(&world->error, TA_STATUS_INVALID_ARGUMENT, "dt",
                        "dt is %g; it must be a number of seconds from 0 up", dt);
}

TaStatus ta_world_update(TaWorld *world, double dt)
{
    const TaStatus status = check_dt(world, dt);
    if (status == TA_STATUS_OK) {
        ta_world_begin_update(world);
        ta_world_run(world, dt, TA_STAGE_COUNT);
    }
    return status;
}

TaStatus ta_world_update_stage(TaWorld *world, double dt, TaStage stage)
{
    const TaStatus status = check_dt(world, dt);
    if (status != TA_STATUS_OK) {
        return status;
    }
    if ((uint32_t)stage >= TA_STAGE_COUNT) {
        return bad_argument(world, "stage", "there is no such stage");
    }
    if (stage == TA_STAGE_MACHINE) {
        ta_world_begin_update(world);
    }
    ta_world_run(world, dt, stage);
    return TA_STATUS_OK;
}

const TaError *ta_world_error(const TaWorld *world) { return &world->error; }

static uint64_t pool_bytes(const TaIdPool *pool)
{
    return (uint64_t)pool->capacity * sizeof(TaIdSlot);
}

const TaStats *ta_world_stats(TaWorld *world)
{
    TaStats *stats = &world->stats;
    stats->rig_count = world->rigs.count;
    stats->clip_count = world->clips.count;
    stats->definition_count = world->definitions.count;
    stats->instance_count = world->instances.count;
    stats->events_dropped = world->events.dropped;
    stats->hops_dropped = world->events.hops_dropped;
    stats->bytes = sizeof *world + world->scratch_arena.bytes +
                   world->events.capacity * sizeof(TaEvent) + pool_bytes(&world->rigs) +
                   pool_bytes(&world->clips) + pool_bytes(&world->definitions) +
                   pool_bytes(&world->instances);
    for (uint32_t i = 0; i < world->rigs.used; i++) {
        const TaRig *rig = world->rigs.slots[i].object;
        stats->bytes += rig != NULL ? sizeof *rig + rig->arena.bytes : 0;
    }
    for (uint32_t i = 0; i < world->clips.used; i++) {
        const TaClip *clip = world->clips.slots[i].object;
        stats->bytes += clip != NULL ? sizeof *clip + clip->arena.bytes : 0;
    }
    for (uint32_t i = 0; i < world->definitions.used; i++) {
        const TaDefinition *definition = world->definitions.slots[i].object;
        stats->bytes += definition != NULL ? sizeof *definition + definition->arena.bytes : 0;
    }
    for (uint32_t i = 0; i < world->instances.used; i++) {
        const TaInstance *instance = world->instances.slots[i].object;
        stats->bytes += instance != NULL ? sizeof *instance + instance->arena.bytes +
                                               instance->machine.arena.bytes
                                         : 0;
    }
    return stats;
}

const TaEvent *ta_world_events(const TaWorld *world) { return world->events.events; }

uint32_t ta_world_event_count(const TaWorld *world) { return world->events.count; }

// ---- rig -------------------------------------------------------------------------------------

TaStatus ta_rig_create(TaWorld *world, const TaRigDef *def, TaRigId *out_rig)
{
    if (def == NULL || out_rig == NULL) {
        return bad_argument(world, "def", "the rig definition is missing");
    }
    TaRig *rig = ta_rig_build(def, &world->error);
    if (rig == NULL) {
        return world->error.status;
    }
    const uint32_t id = ta_world_fit_scratch(world, rig) ? ta_id_pool_add(&world->rigs, rig) : 0;
    if (id == 0) {
        ta_rig_free(rig);
        return no_room(world, "rig");
    }
    out_rig->value = id;
    return TA_STATUS_OK;
}

TaStatus ta_rig_destroy(TaWorld *world, TaRigId id)
{
    TaRig *rig = ta_id_pool_find(&world->rigs, id.value);
    if (rig == NULL) {
        return stale(world, "rig");
    }
    if (rig->user_count > 0) {
        return in_use(world, "rig", rig->user_count, "clips or instances");
    }
    ta_id_pool_remove(&world->rigs, id.value);
    ta_rig_free(rig);
    return TA_STATUS_OK;
}

int32_t ta_rig_joint_slot(const TaWorld *world, TaRigId id, uint32_t joint)
{
    const TaRig *rig = ta_id_pool_find(&world->rigs, id.value);
    return rig != NULL && joint < rig->joint_count ? (int32_t)rig->slot_of_joint[joint] : -1;
}

// ---- clip ------------------------------------------------------------------------------------

TaStatus ta_clip_create(TaWorld *world, TaRigId rig_id, const TaClipDef *def, TaClipId *out_clip)
{
    TaRig *rig = ta_id_pool_find(&world->rigs, rig_id.value);
    if (rig == NULL) {
        return stale(world, "rig");
    }
    if (def == NULL || out_clip == NULL) {
        return bad_argument(world, "def", "the clip definition is missing");
    }
    TaClip *clip = ta_clip_build(rig, def, &world->error);
    if (clip == NULL) {
        return world->error.status;
    }
    out_clip->value = ta_id_pool_add(&world->clips, clip);
    if (out_clip->value == 0) {
        rig->user_count--;
        ta_clip_free(clip);
        return no_room(world, "clip");
    }
    return TA_STATUS_OK;
}

TaStatus ta_clip_destroy(TaWorld *world, TaClipId id)
{
    TaClip *clip = ta_id_pool_find(&world->clips, id.value);
    if (clip == NULL) {
        return stale(world, "clip");
    }
    if (clip->user_count > 0) {
        return in_use(world, "clip", clip->user_count, "instances");
    }
    ta_id_pool_remove(&world->clips, id.value);
    clip->rig->user_count--;
    ta_clip_free(clip);
    return TA_STATUS_OK;
}

double ta_clip_duration(const TaWorld *world, TaClipId id)
{
    const TaClip *clip = ta_id_pool_find(&world->clips, id.value);
    return clip != NULL ? clip->duration : -1.0;
}

// ---- definition ------------------------------------------------------------------------------

TaStatus ta_definition_create(TaWorld *world, const char *json, uint32_t length,
                              TaDefinitionId *out_definition)
{
    if (json == NULL || out_definition == NULL) {
        return bad_argument(world, "json", "the document is missing");
    }
    TaDefinition *definition = ta_definition_build(json, length, &world->error);
    if (definition == NULL) {
        return world->error.status;
    }
    out_definition->value = ta_id_pool_add(&world->definitions, definition);
    if (out_definition->value == 0) {
        ta_definition_free(definition);
        return no_room(world, "definition");
    }
    return TA_STATUS_OK;
}

TaStatus ta_definition_destroy(TaWorld *world, TaDefinitionId id)
{
    TaDefinition *definition = ta_id_pool_find(&world->definitions, id.value);
    if (definition == NULL) {
        return stale(world, "definition");
    }
    if (definition->user_count > 0) {
        return in_use(world, "definition", definition->user_count, "instances");
    }
    ta_id_pool_remove(&world->definitions, id.value);
    ta_definition_free(definition);
    return TA_STATUS_OK;
}

// ---- instance --------------------------------------------------------------------------------

// Finds the clips of an instance definition; they must be of its rig.
static TaStatus find_clips(TaWorld *world, const TaInstanceDef *def, const TaRig *rig,
                           TaClip **clips)
{
    char path[32];
    for (uint32_t c = 0; c < def->clip_count; c++) {
        clips[c] = ta_id_pool_find(&world->clips, def->clips[c].value);
        snprintf(path, sizeof path, "clips[%u]", c);
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
        return bad_argument(world, "def", "the instance definition or its clips are missing");
    }
    TaRig *rig = ta_id_pool_find(&world->rigs, def->rig.value);
    TaDefinition *definition = ta_id_pool_find(&world->definitions, def->definition.value);
    if (rig == NULL || definition == NULL) {
        return stale(world, rig == NULL ? "rig" : "definition");
    }
    TaArena scratch = {0};
    TaClip **clips = TA_ARENA_NEW(&scratch, TaClip *, def->clip_count);
    if (clips == NULL) {
        return no_room(world, "instance");
    }
    TaInstance *instance = NULL;
    if (find_clips(world, def, rig, clips) == TA_STATUS_OK) {
        const TaInstanceParts parts = {definition,       rig,      def->clip_count, clips,
                                       def->auto_update, def->seed};
        instance = ta_instance_build(&parts, &world->error);
    }
    ta_arena_release(&scratch);
    if (instance == NULL) {
        return world->error.status;
    }
    instance->id = ta_id_pool_add(&world->instances, instance);
    if (instance->id == 0) {
        ta_instance_free(instance);
        return no_room(world, "instance");
    }
    ta_step_show(instance, &world->scratch);  // nothing shows a bind pose before the first update
    out_instance->value = instance->id;
    return TA_STATUS_OK;
}

TaStatus ta_instance_destroy(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    ta_id_pool_remove(&world->instances, id.value);
    ta_instance_free(instance);
    return TA_STATUS_OK;
}

TaStatus ta_instance_set_definition(TaWorld *world, TaInstanceId id, TaDefinitionId definition_id)
{
    TaInstance *instance = find_instance(world, id);
    TaDefinition *definition = ta_id_pool_find(&world->definitions, definition_id.value);
    if (instance == NULL || definition == NULL) {
        return stale(world, instance == NULL ? "instance" : "definition");
    }
    return ta_instance_adopt(instance, definition, &world->error);
}

TaStatus ta_instance_set_auto_update(TaWorld *world, TaInstanceId id, bool enabled)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    instance->auto_update = enabled;
    return TA_STATUS_OK;
}

TaStatus ta_instance_update(TaWorld *world, TaInstanceId id, double dt)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    const TaStatus status = check_dt(world, dt);
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
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    if (!ta_properties_set(&instance->machine.run, property, value)) {
        world->stats.refused_values += isnan(value) ? 1 : 0;
        return bad_argument(world, "property",
                            isnan(value) ? "the value is NaN; the property keeps its old one"
                                         : "the machine has no property of this index");
    }
    return TA_STATUS_OK;
}

double ta_instance_property(const TaWorld *world, TaInstanceId id, uint32_t property)
{
    const TaInstance *instance = find_instance(world, id);
    if (instance == NULL || property >= instance->machine.definition->property_count) {
        return (double)NAN;
    }
    return instance->machine.run.values[property];
}

TaStatus ta_instance_set_external(TaWorld *world, TaInstanceId id, uint32_t index, bool value)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    if (index >= instance->machine.definition->external_count) {
        return bad_argument(world, "index", "the machine has no condition of this index");
    }
    instance->machine.run.externals[index] = value;
    return TA_STATUS_OK;
}

float *ta_instance_weights(TaWorld *world, TaInstanceId id, uint32_t layer, uint32_t state)
{
    TaInstance *instance = find_instance(world, id);
    const TaDefinition *definition = instance != NULL ? instance->machine.definition : NULL;
    if (definition == NULL || layer >= definition->layer_count ||
        state >= definition->layers[layer].state_count) {
        return NULL;
    }
    const TaMotion *motion = &definition->layers[layer].states[state].motion;
    return motion->kind == TA_MOTION_DIRECT ? instance->machine.run.weights + motion->first_weight
                                            : NULL;
}

TaStatus ta_instance_play(TaWorld *world, TaInstanceId id, uint32_t layer, uint32_t state,
                          double seconds, double offset)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    const TaDefinition *definition = instance->machine.definition;
    if (layer >= definition->layer_count || state >= definition->layers[layer].state_count) {
        return bad_argument(world, "state", "the machine has no such layer or state");
    }
    if (!(isfinite(seconds) && seconds >= 0.0) || !isfinite(offset)) {
        return bad_argument(world, "seconds",
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
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    if (!good_layer(instance, layer) || !(weight >= 0.0 && weight <= 1.0) ||
        !(isfinite(seconds) && seconds >= 0.0)) {
        return bad_argument(world, "weight",
                            "give an existing layer, a weight in 0..1, and 0 or more seconds");
    }
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
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    const TaDefinition *definition = instance->machine.definition;
    if (!good_layer(instance, layer) || layer == 0 || mask < TA_NONE ||
        mask >= (int32_t)definition->mask_count || !(isfinite(seconds) && seconds >= 0.0)) {
        return bad_argument(world, "mask",
                            "give a layer above the base, a mask of the document or -1, and 0 or "
                            "more seconds");
    }
    ta_layers_set_mask(instance, layer, mask, seconds);
    return TA_STATUS_OK;
}

TaStatus ta_instance_reset(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    ta_instance_restart(instance);
    ta_step_show(instance, &world->scratch);
    return TA_STATUS_OK;
}

// ---- reading ---------------------------------------------------------------------------------

TaStatus ta_instance_layer_info(TaWorld *world, TaInstanceId id, uint32_t layer,
                                TaLayerInfo *out_info)
{
    const TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    if (layer >= instance->machine.definition->layer_count || out_info == NULL) {
        return bad_argument(world, "layer", "the machine has no such layer");
    }
    const TaLayerRun *run = &instance->machine.run.layers[layer];
    if (run->run_count == 0) {
        return bad_argument(world, "layer", "a synced layer has no states of its own");
    }
    const TaStateRun *current = &run->runs[run->run_count - 1];
    const bool fading = current->fading;
    *out_info = (TaLayerInfo){
        .state = run->requested.state != TA_NONE ? run->requested.state : current->state,
        .from = fading && run->run_count > 1 && (current - 1)->state >= 0 ? (current - 1)->state
                                                                          : TA_NONE,
        .transition = fading ? current->transition : TA_NONE,
        .in_transition = fading,
        .progress = fading ? current->fade_time / current->fade_length : 1.0,
        .time = current->time,
        .normalized = ta_run_normalized(current),
        .length = current->length,
        .weight = (float)current->share,
        .layer_weight = (float)run->weight,
    };
    return TA_STATUS_OK;
}

const float *ta_instance_palette(const TaWorld *world, TaInstanceId id, uint32_t skin)
{
    const TaInstance *instance = find_instance(world, id);
    return instance != NULL && skin < instance->rig->skin_count ? instance->palettes[skin] : NULL;
}

const float *ta_instance_model(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = find_instance(world, id);
    return instance != NULL ? instance->model : NULL;
}

const float *ta_instance_scalars(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = find_instance(world, id);
    return instance != NULL ? instance->local.scalars : NULL;
}

TaStatus ta_instance_root_motion(TaWorld *world, TaInstanceId id, float out_motion[7])
{
    const TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    const TaRootMove *move = &instance->machine.root_move;
    for (int c = 0; c < 3; c++) {
        out_motion[c] = (float)move->translation[c];
    }
    out_motion[3] = out_motion[5] = 0.0f;
    out_motion[4] = (float)ta_sin(move->yaw / 2.0);
    out_motion[6] = (float)ta_cos(move->yaw / 2.0);
    return TA_STATUS_OK;
}

TaStatus ta_instance_local(TaWorld *world, TaInstanceId id, uint32_t joint, float out_transform[10])
{
    const TaInstance *instance = find_instance(world, id);
    if (instance == NULL) {
        return stale(world, "instance");
    }
    if (joint >= instance->rig->joint_count || out_transform == NULL) {
        return bad_argument(world, "joint", "the rig has no such joint");
    }
    const uint32_t slot = instance->rig->slot_of_joint[joint];
    const TaSoaTransform *group = &instance->local.transforms[slot / 4];
    for (uint32_t c = 0; c < 3; c++) {
        out_transform[c] = group->translation[c][slot % 4];
        out_transform[7 + c] = group->scale[c][slot % 4];
    }
    for (uint32_t c = 0; c < 4; c++) {
        out_transform[3 + c] = group->rotation[c][slot % 4];
    }
    return TA_STATUS_OK;
}

uint32_t ta_instance_pose_version(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = find_instance(world, id);
    return instance != NULL ? instance->pose_version : 0;
}

uint64_t ta_instance_hash(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = find_instance(world, id);
    return instance != NULL ? ta_instance_state_hash(instance) : 0;
}
