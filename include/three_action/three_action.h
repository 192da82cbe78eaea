// SPDX-License-Identifier: MIT
// The engine: a world of rigs, clips, machine definitions and running instances.
//
// Calls on one world must not overlap. No call allocates inside an update. Every function that
// answers a TaStatus leaves a sentence in ta_world_error when it is not TA_STATUS_OK.
#ifndef THREE_ACTION_H
#define THREE_ACTION_H

#include "base.h"
#include "crowd.h"
#include "debug.h"
#include "defs.h"
#include "diagnose.h"
#include "events.h"
#include "id.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TaWorld TaWorld;

// ---- world -----------------------------------------------------------------------------------

// Makes a world. Errors: OUT_OF_MEMORY, INVALID_ARGUMENT (no error text: there is no world yet).
TA_API TaStatus ta_world_create(const TaWorldDef *def, TaWorld **out_world);

// Destroys a world and everything in it. NULL is allowed.
TA_API void ta_world_destroy(TaWorld *world);

// Moves every auto-update instance on by dt seconds: clocks, transitions, poses, palettes, events.
// Errors: INVALID_ARGUMENT when dt is negative, NaN or infinite; nothing moves, and it is counted.
TA_API TaStatus ta_world_update(TaWorld *world, double dt);

// The same update, one stage for all instances: call the stages 0..3 in order with the same dt, and
// time them from outside (the engine has no clock). Errors: as ta_world_update.
TA_API TaStatus ta_world_update_stage(TaWorld *world, double dt, TaStage stage);

// The record of the last failed call. Never NULL.
TA_API const TaError *ta_world_error(const TaWorld *world);

// Live counts and bytes. Valid until the world is destroyed.
TA_API const TaStats *ta_world_stats(TaWorld *world);

// The events of the last update, in order of time. Valid until the next update.
TA_API const TaEvent *ta_world_events(const TaWorld *world);
TA_API uint32_t ta_world_event_count(const TaWorld *world);

// ---- rig -------------------------------------------------------------------------------------

// Errors: INVALID_RIG (cycle, parent out of range, no joints, NaN), LIMIT, OUT_OF_MEMORY.
TA_API TaStatus ta_rig_create(TaWorld *world, const TaRigDef *def, TaRigId *out_rig);

// Errors: STALE_ID, IN_USE while clips, instances or crowds use it.
TA_API TaStatus ta_rig_destroy(TaWorld *world, TaRigId rig);

// Where a joint's matrix lies in ta_instance_model: parent-first order. -1 = no such joint or rig.
TA_API int32_t ta_rig_joint_slot(const TaWorld *world, TaRigId rig, uint32_t joint);

// ---- clip ------------------------------------------------------------------------------------

// Errors: INVALID_CLIP (path names the track: tracks[3].times), STALE_ID, OUT_OF_MEMORY.
TA_API TaStatus ta_clip_create(TaWorld *world, TaRigId rig, const TaClipDef *def,
                               TaClipId *out_clip);

// Errors: STALE_ID, IN_USE while instances use it.
TA_API TaStatus ta_clip_destroy(TaWorld *world, TaClipId clip);

// How the clip is stored, and what that costs. Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_clip_info(TaWorld *world, TaClipId clip, TaClipInfo *out_info);

// Seconds; -1 for a stale id.
TA_API double ta_clip_duration(const TaWorld *world, TaClipId clip);

// ---- definition ------------------------------------------------------------------------------

// Parses and checks a machine document (UTF-8 JSON, length bytes, no terminator needed).
// Errors: everything from INVALID_JSON to INVALID_EXPRESSION; ta_world_error has path and sentence.
TA_API TaStatus ta_definition_create(TaWorld *world, const char *json, uint32_t length,
                                     TaDefinitionId *out_definition);

// Errors: STALE_ID, IN_USE while instances use it.
TA_API TaStatus ta_definition_destroy(TaWorld *world, TaDefinitionId definition);

// What a definition says and can hardly mean. rig and clips may be none (0): then the checks that
// need them are left out. Writes at most capacity findings; *out_count: how many there are.
// Errors: STALE_ID, OUT_OF_MEMORY.
TA_API TaStatus ta_definition_lint(TaWorld *world, TaDefinitionId definition, TaRigId rig,
                                   uint32_t clip_count, const TaClipId *clips, TaLint *out,
                                   uint32_t capacity, uint32_t *out_count);

// ---- instance --------------------------------------------------------------------------------

// Errors: STALE_ID, UNKNOWN_NAME (a clip of the document is not among the clips), OUT_OF_MEMORY.
TA_API TaStatus ta_instance_create(TaWorld *world, const TaInstanceDef *def,
                                   TaInstanceId *out_instance);

// Errors: STALE_ID.
TA_API TaStatus ta_instance_destroy(TaWorld *world, TaInstanceId instance);

// Gives a running instance a new definition: properties keep their values by name, states that
// still exist keep their clocks by id. Errors as ta_instance_create; the old one goes on then.
TA_API TaStatus ta_instance_set_definition(TaWorld *world, TaInstanceId instance,
                                           TaDefinitionId definition);

// Whether ta_world_update moves the instance. Errors: STALE_ID.
TA_API TaStatus ta_instance_set_auto_update(TaWorld *world, TaInstanceId instance, bool enabled);

// Moves one instance on by dt seconds. Replaces the world's event queue. Errors: as ta_world_update.
TA_API TaStatus ta_instance_update(TaWorld *world, TaInstanceId instance, double dt);

// Writes a property (index in document order). Takes effect at the next update.
// float and int take the number (int is rounded), bool and trigger take value != 0.
// Errors: STALE_ID, INVALID_ARGUMENT (no such property, or not finite: the old value stays).
TA_API TaStatus ta_instance_set_property(TaWorld *world, TaInstanceId instance, uint32_t property,
                                         double value);

// Reads a property; a trigger reads 1 while armed. NaN for a stale id or unknown index.
TA_API double ta_instance_property(const TaWorld *world, TaInstanceId instance, uint32_t property);

// Says what a condition that lives outside the engine answered (a condition {"function": index}
// in the document). Counts for the tests of the next update only, and not after a hop.
// Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_instance_set_external(TaWorld *world, TaInstanceId instance, uint32_t index,
                                         bool value);

// The weights of a state's direct blend, to be written by the caller before an update.
// Shape: float[children]; negative counts as 0, NaN and infinity keep the last weight. NULL when the state has no direct blend.
// Lifetime: until the instance gets a new definition or is destroyed, or memory grows.
TA_API float *ta_instance_weights(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                  uint32_t state);

// Makes a state current at the start of the next update: a cut (seconds 0) or a linear fade.
// offset: normalised start. The current state restarts. Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_instance_play(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                 uint32_t state, double seconds, double offset);

// Fades the weight of a layer to 0..1 over seconds (0 = at the next update).
// Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_instance_set_layer_weight(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                             double weight, double seconds);

// Gives a layer another mask of the document (index; -1 = everything), faded per bone over seconds.
// The base layer has none. Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_instance_set_layer_mask(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                           int32_t mask, double seconds);

// Plays a clip once over the machine, which goes on below it. *out_perform: an id for the event
// TA_EVENT_PERFORM; 0 when a running one of higher priority stays. Errors: STALE_ID,
// INVALID_ARGUMENT.
TA_API TaStatus ta_instance_perform(TaWorld *world, TaInstanceId instance, const TaPerformDef *def,
                                    uint32_t *out_perform);

// Ends a performed clip early, over its fade_out. Errors: STALE_ID, INVALID_ARGUMENT (over already).
TA_API TaStatus ta_instance_cancel_perform(TaWorld *world, TaInstanceId instance, uint32_t perform);

// The bytes a snapshot of the instance takes; 0 for a stale id.
TA_API uint32_t ta_instance_snapshot_size(TaWorld *world, TaInstanceId instance);

// Writes the whole run-time state: clocks, fades, properties, captured poses, random numbers.
// out_bytes: ta_instance_snapshot_size. The layout is this build's own. Errors: STALE_ID,
// INVALID_ARGUMENT (size).
TA_API TaStatus ta_instance_snapshot(TaWorld *world, TaInstanceId instance, void *out_bytes,
                                     uint32_t size);

// Puts an instance of the same document and model where the snapshot was taken; the same inputs
// then give the same bits. Errors: STALE_ID, INVALID_ARGUMENT (no snapshot, another machine,
// damaged: the instance stays as it is), OUT_OF_MEMORY.
TA_API TaStatus ta_instance_restore(TaWorld *world, TaInstanceId instance, const void *bytes,
                                    uint32_t size);

// Back to the initial states and property values, as just made. Errors: STALE_ID.
TA_API TaStatus ta_instance_reset(TaWorld *world, TaInstanceId instance);

// Where a layer of the machine stands. Errors: STALE_ID, INVALID_ARGUMENT (no such layer).
TA_API TaStatus ta_instance_layer_info(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                       TaLayerInfo *out_info);

// The skinning palette of one skin: joint matrix (model space) x inverse bind.
// Shape: float[skin joints][16] column-major. Lifetime: until the instance is destroyed or memory
// grows. NULL for a stale id or no such skin.
TA_API const float *ta_instance_palette(const TaWorld *world, TaInstanceId instance, uint32_t skin);

// The joints' model-space matrices, parent-first (ta_rig_joint_slot). Shape: float[joints][16].
TA_API const float *ta_instance_model(const TaWorld *world, TaInstanceId instance);

// The rig's single-number channels. Shape: float[scalars].
TA_API const float *ta_instance_scalars(const TaWorld *world, TaInstanceId instance);

// Writes the local pose of a joint: translation x y z, rotation x y z w, scale x y z.
// Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_instance_local(TaWorld *world, TaInstanceId instance, uint32_t joint,
                                  float out_transform[10]);

// How the character itself moved in the last update, in its own frame at the start of it: position
// x y z, rotation x y z w. Nothing without clips that have root motion. Errors: STALE_ID.
TA_API TaStatus ta_instance_root_motion(TaWorld *world, TaInstanceId instance, float out_motion[7]);

// Counts the poses made; equal numbers mean that palette, model and scalars did not change.
TA_API uint32_t ta_instance_pose_version(const TaWorld *world, TaInstanceId instance);

// Why the transitions of a layer do or do not fire: one entry each, in the order in which they are
// tested. state: whose transitions; -1 = the current state's. Writes at most capacity entries and
// returns how many there are; 0 for a stale id or no such layer.
TA_API uint32_t ta_instance_explain(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                    int32_t state, TaExplain *out, uint32_t capacity);

// The comparisons and flags in the conditions of the same transitions (TaExplain.first_term).
TA_API uint32_t ta_instance_explain_terms(TaWorld *world, TaInstanceId instance, uint32_t layer,
                                          int32_t state, TaExplainTerm *out, uint32_t capacity);

// What the machine did in the last 3 s, oldest first: transitions that fired or were cut, triggers
// used or expired. At most capacity entries (then the newest); returns how many there are, at most
// 64; 0 for a stale id and where no record is kept (TaInstanceDef.record). It begins anew with a
// reset, a restored snapshot and another definition.
TA_API uint32_t ta_instance_record(const TaWorld *world, TaInstanceId instance,
                                   TaExplainRecord *out, uint32_t capacity);

// A hash of the machine's whole run-time state (states, clocks, fades, properties, stack).
// Equal machines with equal histories have equal hashes, in every build. 0 for a stale id.
TA_API uint64_t ta_instance_hash(const TaWorld *world, TaInstanceId instance);

#ifdef __cplusplus
}
#endif

#endif
