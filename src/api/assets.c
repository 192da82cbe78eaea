// SPDX-License-Identifier: MIT
// The public functions of rigs, clips and definitions: making, destroying, telling.
#include <math.h>

#include "api/refuse.h"
#include "kernel/rows_build.h"
#include "lint.h"

// ---- default definitions ---------------------------------------------------------------------

TaWorldDef ta_default_world_def(void) { return (TaWorldDef){.event_capacity = 16384}; }

TaRigDef ta_default_rig_def(void) { return (TaRigDef){0}; }

TaTrackDef ta_default_track_def(void)
{
    return (TaTrackDef){.interpolation = TA_INTERPOLATION_LINEAR};
}

TaClipDef ta_default_clip_def(void)
{
    return (TaClipDef){.duration = -1.0, .tolerance = TA_ROWS_TOLERANCE};
}

TaInstanceDef ta_default_instance_def(void)
{
    return (TaInstanceDef){.auto_update = true, .record = true, .seed = 1};
}

TaPerformDef ta_default_perform_def(void)
{
    return (TaPerformDef){.mask = -1, .fade_in = 0.15, .fade_out = 0.15};
}

// ---- rig -------------------------------------------------------------------------------------

TaStatus ta_rig_create(TaWorld *world, const TaRigDef *def, TaRigId *out_rig)
{
    if (def == NULL || out_rig == NULL) {
        return ta_refuse_argument(world, "def", "the rig definition is missing");
    }
    TaRig *rig = ta_rig_build(def, &world->error);
    if (rig == NULL) {
        return world->error.status;
    }
    const uint32_t id = ta_world_fit_scratch(world, rig) ? ta_id_pool_add(&world->rigs, rig) : 0;
    if (id == 0) {
        ta_rig_free(rig);
        return ta_refuse_no_id(world, &world->rigs, "rig");
    }
    out_rig->value = id;
    return TA_STATUS_OK;
}

TaStatus ta_rig_destroy(TaWorld *world, TaRigId id)
{
    TaRig *rig = ta_id_pool_find(&world->rigs, id.value);
    if (rig == NULL) {
        return ta_refuse_stale(world, "rig");
    }
    if (rig->user_count > 0) {
        return ta_refuse_in_use(world, "rig", rig->user_count, "clips, instances or crowds");
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
        return ta_refuse_stale(world, "rig");
    }
    if (def == NULL || out_clip == NULL) {
        return ta_refuse_argument(world, "def", "the clip definition is missing");
    }
    TaClip *clip = ta_clip_build(rig, def, &world->error);
    if (clip == NULL) {
        return world->error.status;
    }
    const double tolerance =
        def->tolerance >= 0.0 && isfinite(def->tolerance) ? def->tolerance : TA_ROWS_TOLERANCE;
    if (!ta_rows_build(clip, tolerance, def->packed)) {
        rig->user_count--;
        ta_clip_free(clip);
        return ta_refuse_no_room(world, "clip");
    }
    out_clip->value = ta_id_pool_add(&world->clips, clip);
    if (out_clip->value == 0) {
        rig->user_count--;
        ta_clip_free(clip);
        return ta_refuse_no_id(world, &world->clips, "clip");
    }
    return TA_STATUS_OK;
}

TaStatus ta_clip_destroy(TaWorld *world, TaClipId id)
{
    TaClip *clip = ta_id_pool_find(&world->clips, id.value);
    if (clip == NULL) {
        return ta_refuse_stale(world, "clip");
    }
    if (clip->user_count > 0) {
        return ta_refuse_in_use(world, "clip", clip->user_count, "instances");
    }
    ta_id_pool_remove(&world->clips, id.value);
    clip->rig->user_count--;
    ta_clip_free(clip);
    return TA_STATUS_OK;
}

TaStatus ta_clip_info(TaWorld *world, TaClipId id, TaClipInfo *out_info)
{
    const TaClip *clip = ta_id_pool_find(&world->clips, id.value);
    if (clip == NULL) {
        return ta_refuse_stale(world, "clip");
    }
    if (out_info == NULL) {
        return ta_refuse_argument(world, "out_info", "there is nowhere to write to");
    }
    *out_info = (TaClipInfo){.rows = clip->rows.count,
                             .row_elements = clip->rows.stride,
                             .packed = clip->rows.packed != NULL,
                             .rate = clip->rows.rate,
                             .error = clip->rows.error,
                             .bytes = (uint32_t)(sizeof *clip + clip->arena.bytes)};
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        for (uint32_t i = 0; i < clip->bundles[b].block_count; i++) {
            for (uint32_t lanes = clip->bundles[b].blocks[i].lanes; lanes != 0;
                 lanes &= lanes - 1) {
                out_info->exact_channels++;
            }
        }
    }
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
        return ta_refuse_argument(world, "json", "the document is missing");
    }
    TaDefinition *definition = ta_definition_build(json, length, &world->error);
    if (definition == NULL) {
        return world->error.status;
    }
    out_definition->value = ta_id_pool_add(&world->definitions, definition);
    if (out_definition->value == 0) {
        ta_definition_free(definition);
        return ta_refuse_no_id(world, &world->definitions, "definition");
    }
    return TA_STATUS_OK;
}

TaStatus ta_definition_destroy(TaWorld *world, TaDefinitionId id)
{
    TaDefinition *definition = ta_id_pool_find(&world->definitions, id.value);
    if (definition == NULL) {
        return ta_refuse_stale(world, "definition");
    }
    if (definition->user_count > 0) {
        return ta_refuse_in_use(world, "definition", definition->user_count, "instances");
    }
    ta_id_pool_remove(&world->definitions, id.value);
    ta_definition_free(definition);
    return TA_STATUS_OK;
}

TaStatus ta_definition_lint(TaWorld *world, TaDefinitionId definition_id, TaRigId rig_id,
                            uint32_t clip_count, const TaClipId *clip_ids, TaLint *out,
                            uint32_t capacity, uint32_t *out_count)
{
    const TaDefinition *definition = ta_id_pool_find(&world->definitions, definition_id.value);
    const TaRig *rig = ta_id_pool_find(&world->rigs, rig_id.value);
    if (definition == NULL || (rig == NULL && rig_id.value != 0)) {
        return ta_refuse_stale(world, definition == NULL ? "definition" : "rig");
    }
    if (out_count == NULL || (out == NULL && capacity > 0) ||
        (clip_ids == NULL && clip_count > 0)) {
        return ta_refuse_argument(world, "out", "room for the findings, or the clips, are missing");
    }
    TaArena scratch = {0};
    const TaClip **clips = TA_ARENA_NEW(&scratch, const TaClip *, clip_count);
    if (clips == NULL) {
        return ta_refuse_no_room(world, "lint");
    }
    TaLintContext context = {.rig = rig, .clips = clips};
    for (uint32_t c = 0; c < clip_count; c++) {
        const TaClip *clip = ta_id_pool_find(&world->clips, clip_ids[c].value);
        if (clip != NULL) {
            clips[context.clip_count++] = clip;
        }
    }
    *out_count = ta_lint_run(definition, &context, out, capacity);
    ta_arena_release(&scratch);
    return *out_count != TA_LINT_FAILED ? TA_STATUS_OK : ta_refuse_no_room(world, "lint");
}
