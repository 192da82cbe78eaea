// SPDX-License-Identifier: MIT
// The public functions that read instances: where they stand, their matrices, their hash.
#include "api/refuse.h"
#include "explain.h"
#include "math/trig.h"

TaStatus ta_instance_layer_info(TaWorld *world, TaInstanceId id, uint32_t layer,
                                TaLayerInfo *out_info)
{
    const TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (layer >= instance->machine.definition->layer_count || out_info == NULL) {
        return ta_refuse_argument(world, "layer", "the machine has no such layer");
    }
    const TaLayerRun *run = &instance->machine.run.layers[layer];
    if (run->run_count == 0) {  // a synced layer has no states of its own
        *out_info = (TaLayerInfo){.state = TA_NONE,
                                  .from = TA_NONE,
                                  .transition = TA_NONE,
                                  .progress = 1.0,
                                  .layer_weight = (float)run->weight};
        return TA_STATUS_OK;
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
    const TaInstance *instance = ta_find_instance(world, id);
    return instance != NULL && skin < instance->rig->skin_count ? instance->palettes[skin] : NULL;
}

// The first reader has local pose and model matrices made; from then on every update keeps them.
// Of the world only its scratch changes.
static TaInstance *find_kept(const TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_find_instance(world, id);
    if (instance != NULL) {
        ta_step_fetch(instance, (TaScratch *)&world->scratch);
        instance->keeps_pose = true;
    }
    return instance;
}

const float *ta_instance_model(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = find_kept(world, id);
    return instance != NULL ? instance->model : NULL;
}

const float *ta_instance_scalars(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = ta_find_instance(world, id);
    return instance != NULL ? instance->local.scalars : NULL;
}

TaStatus ta_instance_root_motion(TaWorld *world, TaInstanceId id, float out_motion[7])
{
    const TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
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
    const TaInstance *instance = find_kept(world, id);
    if (instance == NULL) {
        return ta_refuse_stale(world, "instance");
    }
    if (joint >= instance->rig->joint_count || out_transform == NULL) {
        return ta_refuse_argument(world, "joint", "the rig has no such joint");
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
    const TaInstance *instance = ta_find_instance(world, id);
    return instance != NULL ? instance->pose_version : 0;
}

uint64_t ta_instance_hash(const TaWorld *world, TaInstanceId id)
{
    const TaInstance *instance = ta_find_instance(world, id);
    return instance != NULL ? ta_instance_state_hash(instance) : 0;
}

uint32_t ta_instance_explain(TaWorld *world, TaInstanceId id, uint32_t layer, int32_t state,
                             TaExplain *out, uint32_t capacity)
{
    const TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL || layer >= instance->machine.definition->layer_count) {
        return 0;
    }
    return ta_explain_run(&instance->machine.run, layer, state, out, capacity);
}

uint32_t ta_instance_record(const TaWorld *world, TaInstanceId id, TaExplainRecord *out,
                            uint32_t capacity)
{
    const TaInstance *instance = ta_find_instance(world, id);
    const TaExplainRing *record = instance != NULL ? instance->machine.run.record : NULL;
    return record != NULL ? ta_explain_ring_read(record, out, capacity) : 0;
}

uint32_t ta_instance_explain_terms(TaWorld *world, TaInstanceId id, uint32_t layer, int32_t state,
                                   TaExplainTerm *out, uint32_t capacity)
{
    const TaInstance *instance = ta_find_instance(world, id);
    if (instance == NULL || layer >= instance->machine.definition->layer_count) {
        return 0;
    }
    return ta_explain_terms(&instance->machine.run, layer, state, out, capacity);
}
