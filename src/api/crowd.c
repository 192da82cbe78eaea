// SPDX-License-Identifier: MIT
// The public functions of crowds.
#include "api/refuse.h"

static TaCrowd *find(const TaWorld *world, TaCrowdId id)
{
    return ta_id_pool_find(&world->crowds, id.value);
}

TaStatus ta_crowd_create(TaWorld *world, const TaCrowdDef *def, TaCrowdId *out_crowd)
{
    if (def == NULL || out_crowd == NULL || def->capacity == 0 || def->capacity > 65535) {
        return ta_refuse_argument(world, "count", "a crowd has 1 to 65535 members");
    }
    TaRig *rig = ta_id_pool_find(&world->rigs, def->rig.value);
    if (rig == NULL) {
        return ta_refuse_stale(world, "rig");
    }
    if (ta_crowd_skin_joints(rig) == 0 || def->image_size == 0) {
        return ta_refuse_argument(world, "model", "the rig of a crowd has a skin with joints");
    }
    if (ta_crowd_row_members(def, rig) == 0) {
        return ta_refuse_argument(world, "count",
                                  "the palettes of so many members do not fit into one texture");
    }
    TaCrowd *crowd = ta_crowd_build(def, rig);
    out_crowd->value = crowd != NULL ? ta_id_pool_add(&world->crowds, crowd) : 0;
    if (out_crowd->value == 0) {
        ta_crowd_free(crowd);
        return ta_refuse_no_id(world, &world->crowds, "crowd");
    }
    rig->user_count++;
    return TA_STATUS_OK;
}

static void show_always(TaWorld *world, uint32_t instance_id)
{
    TaInstance *instance = ta_id_pool_find(&world->instances, instance_id);
    if (instance != NULL) {
        instance->pose_on_demand = false;
    }
}

TaStatus ta_crowd_destroy(TaWorld *world, TaCrowdId id)
{
    TaCrowd *crowd = find(world, id);
    if (crowd == NULL) {
        return ta_refuse_stale(world, "crowd");
    }
    for (uint32_t i = 0; i < crowd->capacity; i++) {
        show_always(world, crowd->members[i].instance);
    }
    crowd->rig->user_count--;
    ta_id_pool_remove(&world->crowds, id.value);
    ta_crowd_free(crowd);
    return TA_STATUS_OK;
}

TaStatus ta_crowd_set_member(TaWorld *world, TaCrowdId id, uint32_t index, TaInstanceId instance_id)
{
    TaCrowd *crowd = find(world, id);
    TaInstance *instance = ta_find_instance(world, instance_id);
    if (crowd == NULL || instance == NULL) {
        return ta_refuse_stale(world, crowd == NULL ? "crowd" : "instance");
    }
    if (index >= crowd->capacity || instance->rig != crowd->rig) {
        return ta_refuse_argument(world, "instance",
                                  "no such place in the crowd, or an instance of another rig");
    }
    show_always(world, crowd->members[index].instance);
    crowd->members[index] = (TaCrowdMember){.instance = instance_id.value};
    instance->pose_on_demand = true;
    return TA_STATUS_OK;
}

TaStatus ta_crowd_set_count(TaWorld *world, TaCrowdId id, uint32_t count)
{
    TaCrowd *crowd = find(world, id);
    if (crowd == NULL) {
        return ta_refuse_stale(world, "crowd");
    }
    if (count > crowd->capacity) {
        return ta_refuse_argument(world, "count", "the crowd was made for fewer members");
    }
    crowd->count = count;
    return TA_STATUS_OK;
}

TaStatus ta_crowd_image(TaWorld *world, TaCrowdId id, uint32_t out_size[3])
{
    const TaCrowd *crowd = find(world, id);
    if (crowd == NULL) {
        return ta_refuse_stale(world, "crowd");
    }
    out_size[0] = crowd->width;
    out_size[1] = crowd->height;
    out_size[2] = crowd->row_members;
    return TA_STATUS_OK;
}

void *ta_crowd_buffer(TaWorld *world, TaCrowdId id, TaCrowdBuffer which)
{
    const TaCrowd *crowd = find(world, id);
    return crowd != NULL && (uint32_t)which < TA_CROWD_BUFFER_COUNT ? crowd->buffers[which] : NULL;
}

uint32_t ta_crowd_look(TaWorld *world, TaCrowdId id)
{
    TaCrowd *crowd = find(world, id);
    // From 1 on: 0 says that a member has no pose yet.
    return crowd == NULL ? 0
                         : ta_crowd_run(crowd, &world->instances,
                                        (uint32_t)world->stats.updates + 1, &world->scratch);
}

TaStatus ta_crowd_pose(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    ta_crowd_finish_pose(instance, &world->scratch);
    return TA_STATUS_OK;
}
