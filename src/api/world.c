// SPDX-License-Identifier: MIT
// The public functions of a world: making, updating, telling. Arguments are checked here.
#include "api/refuse.h"
#include "base/memory.h"

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
    for (uint32_t i = 0; i < world->crowds.used; i++) {
        ta_crowd_free(world->crowds.slots[i].object);
    }
    ta_id_pool_release(&world->crowds);
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

TaStatus ta_world_update(TaWorld *world, double dt)
{
    const TaStatus status = ta_check_dt(world, dt);
    if (status == TA_STATUS_OK) {
        ta_world_begin_update(world);
        ta_world_run(world, dt, TA_STAGE_COUNT);
    }
    return status;
}

TaStatus ta_world_update_stage(TaWorld *world, double dt, TaStage stage)
{
    const TaStatus status = ta_check_dt(world, dt);
    if (status != TA_STATUS_OK) {
        return status;
    }
    if ((uint32_t)stage >= TA_STAGE_COUNT) {
        return ta_refuse_argument(world, "stage", "there is no such stage");
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
    stats->updates_cut = world->events.updates_cut;
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
    for (uint32_t i = 0; i < world->crowds.used; i++) {
        const TaCrowd *crowd = world->crowds.slots[i].object;
        stats->bytes += crowd != NULL ? sizeof *crowd + crowd->arena.bytes : 0;
    }
    return stats;
}

const TaEvent *ta_world_events(const TaWorld *world) { return world->events.events; }

uint32_t ta_world_event_count(const TaWorld *world) { return world->events.count; }
