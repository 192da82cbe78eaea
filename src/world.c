// SPDX-License-Identifier: MIT
// In: dt. Out: every instance moved on, in one pass; events in the queue. Nothing is allocated.
#include "world.h"

bool ta_world_fit_scratch(TaWorld *world, const TaRig *rig)
{
    if (rig->joint_count <= world->scratch_joints && rig->scalar_count <= world->scratch_scalars) {
        return true;
    }
    const uint32_t joints =
        rig->joint_count > world->scratch_joints ? rig->joint_count : world->scratch_joints;
    const uint32_t scalars =
        rig->scalar_count > world->scratch_scalars ? rig->scalar_count : world->scratch_scalars;
    TaArena arena = {0};
    TaScratch scratch;
    for (int i = 0; i < TA_SCRATCH_POSES; i++) {
        scratch.poses[i] = ta_pose_create(&arena, joints, scalars);
    }
    scratch.model = ta_instance_new_model(&arena, joints);
    scratch.work = TA_ARENA_NEW(&arena, TaFusedWork, 1);
    if (arena.failed) {
        ta_arena_release(&arena);
        return false;
    }
    ta_arena_release(&world->scratch_arena);
    world->scratch_arena = arena;
    world->scratch = scratch;
    world->scratch_joints = joints;
    world->scratch_scalars = scalars;
    return true;
}

void ta_world_begin_update(TaWorld *world)
{
    world->events.count = 0;
    world->events.instance_start = 0;
    const uint32_t half = world->events.capacity / 2, wanted = 16 * world->instances.count;
    world->events.reserve = wanted < half ? wanted : half;
    world->stats.updates++;
    world->stats.poses_evaluated = 0;
}

static void run_stage(TaWorld *world, TaInstance *instance, double dt, TaStage stage)
{
    if (instance->pose_on_demand) {
        if (stage == TA_STAGE_MACHINE || stage == TA_STAGE_COUNT) {
            ta_step_machine(instance, dt, &world->scratch, &world->events);
        }
        return;
    }
    switch (stage) {
    case TA_STAGE_MACHINE:
        ta_step_machine(instance, dt, &world->scratch, &world->events);
        world->stats.poses_evaluated += instance->pose_changed;
        break;
    case TA_STAGE_POSE: ta_step_pose(instance, &world->scratch); break;
    case TA_STAGE_MODEL: ta_step_model(instance); break;
    case TA_STAGE_SKINNING: ta_step_skinning(instance); break;
    case TA_STAGE_COUNT: {
        const uint32_t before = instance->pose_version;
        ta_step(instance, dt, &world->scratch, &world->events);
        world->stats.poses_evaluated += instance->pose_version != before;
        break;
    }
    }
}

void ta_world_run(TaWorld *world, double dt, TaStage stage)
{
    for (uint32_t i = 0; i < world->instances.used; i++) {
        TaInstance *instance = world->instances.slots[i].object;
        if (instance != NULL && instance->auto_update) {
            run_stage(world, instance, dt, stage);
        }
    }
}
