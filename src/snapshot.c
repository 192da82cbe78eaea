// SPDX-License-Identifier: MIT
// In: an instance. Out: its clocks, fades, properties, captured poses as one block of bytes in this
// build's own layout, guarded by a checksum; and an instance put back.
//
// One function walks the state; whether it measures, writes or reads is a mode. So the three can
// never disagree.
#include "snapshot.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { MAGIC = 0x53414154, VERSION = 2 };  // "TAAS"

typedef enum Mode { MODE_MEASURE, MODE_WRITE, MODE_READ } Mode;

typedef struct Stream {
    Mode mode;
    unsigned char *out;
    const unsigned char *in;
    size_t offset;
} Stream;

static void walk(Stream *stream, void *memory, size_t bytes)
{
    if (bytes > 0 && stream->mode == MODE_WRITE) {
        memcpy(stream->out + stream->offset, memory, bytes);
    } else if (bytes > 0 && stream->mode == MODE_READ) {
        memcpy(memory, stream->in + stream->offset, bytes);
    }
    stream->offset += bytes;
}

#define WALK(stream, field) walk((stream), &(field), sizeof(field))
#define WALK_ARRAY(stream, array, count) walk((stream), (array), (size_t)(count) * sizeof *(array))

static void walk_pose(Stream *stream, TaPose *pose)
{
    WALK_ARRAY(stream, pose->transforms, pose->group_count);
    WALK_ARRAY(stream, pose->scalars, 4 * pose->scalar_group_count);
}

static void walk_mask(Stream *stream, const TaRig *rig, TaMask *mask)
{
    WALK_ARRAY(stream, mask->joints, 4 * rig->rest.group_count);
    WALK_ARRAY(stream, mask->scalars, 4 * rig->rest.scalar_group_count);
}

static uint32_t channels(uint32_t joint_count, uint32_t scalar_count)
{
    return joint_count > 0 ? ta_channel_count(joint_count, scalar_count) : 0;
}

static void walk_layer_run(Stream *stream, const TaDefinition *definition, uint32_t index,
                           TaLayerRun *run)
{
    const TaLayerDef *def = &definition->layers[index];
    WALK(stream, run->run_count);
    WALK_ARRAY(stream, run->runs, TA_MOST_RUNS + 2);
    WALK(stream, run->source);
    WALK(stream, run->weight);
    WALK(stream, run->weight_start);
    WALK(stream, run->weight_target);
    WALK(stream, run->weight_time);
    WALK(stream, run->weight_length);
    WALK(stream, run->inertia_time);
    WALK(stream, run->inertia_length);
    WALK(stream, run->pose_age);
    WALK_ARRAY(stream, run->left, def->state_count);
    WALK_ARRAY(stream, run->last_inner, def->state_count);
    WALK(stream, run->return_count);
    WALK_ARRAY(stream, run->returns, TA_MOST_RETURNS);
    WALK(stream, run->requested);
}

static void walk_layer_memory(Stream *stream, const TaRig *rig, uint32_t index,
                              TaLayerMemory *layer)
{
    walk_pose(stream, &layer->captured);
    WALK(stream, layer->inertia.offset_count);
    WALK(stream, layer->inertia.seconds);
    WALK_ARRAY(stream, layer->inertia.offsets,
               channels(layer->inertia.joint_count, layer->inertia.scalar_count));
    if (layer->dead.joint_count > 0) {
        walk_pose(stream, &layer->dead.source);
    }
    WALK(stream, layer->dead.drift_count);
    WALK_ARRAY(stream, layer->dead.drifts,
               channels(layer->dead.joint_count, layer->dead.scalar_count));
    if (index > 0) {
        walk_mask(stream, rig, &layer->mask);
        walk_mask(stream, rig, &layer->mask_from);
        walk_mask(stream, rig, &layer->mask_to);
        WALK(stream, layer->mask_index);
        WALK(stream, layer->mask_time);
        WALK(stream, layer->mask_length);
    }
}

static void walk_instance(Stream *stream, TaInstance *instance)
{
    TaMachineMemory *machine = &instance->machine;
    TaMachineRun *run = &machine->run;
    const TaDefinition *definition = machine->definition;
    WALK_ARRAY(stream, run->values, definition->property_count);
    WALK_ARRAY(stream, run->smooth, definition->property_count);
    WALK_ARRAY(stream, run->trigger_ages, definition->property_count);
    WALK_ARRAY(stream, run->weights, definition->weight_count);
    WALK_ARRAY(stream, run->kept_weights, definition->weight_count);
    WALK_ARRAY(stream, run->layer_states, definition->layer_count);
    WALK(stream, run->random);
    WALK_ARRAY(stream, run->performs, TA_MOST_PERFORMS);
    WALK(stream, run->perform_id);
    for (int i = 0; i < TA_MOST_PERFORMS; i++) {
        walk_mask(stream, instance->rig, &machine->perform_masks[i]);
    }
    WALK(stream, machine->root_move);
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        walk_layer_run(stream, definition, l, &run->layers[l]);
        walk_layer_memory(stream, instance->rig, l, &machine->layers[l]);
    }
}

typedef struct Header {
    uint32_t magic;
    uint32_t version;
    uint64_t definition;  // fingerprint of its document
    uint32_t joint_count;
    uint32_t scalar_count;
    uint64_t bytes;  // of the whole snapshot
} Header;

static Header make_header(TaInstance *instance)
{
    Stream measure = {.mode = MODE_MEASURE};
    walk_instance(&measure, instance);
    return (Header){
        .magic = MAGIC,
        .version = VERSION,
        .definition = instance->machine.definition->fingerprint,
        .joint_count = instance->rig->joint_count,
        .scalar_count = instance->rig->scalar_count,
        .bytes = sizeof(Header) + measure.offset + sizeof(uint64_t),
    };
}

size_t ta_snapshot_size(TaInstance *instance) { return (size_t)make_header(instance).bytes; }

void ta_snapshot_write(TaInstance *instance, void *bytes)
{
    const Header header = make_header(instance);
    unsigned char *out = bytes;
    memcpy(out, &header, sizeof header);
    Stream stream = {.mode = MODE_WRITE, .out = out + sizeof header};
    walk_instance(&stream, instance);
    const size_t body = sizeof header + stream.offset;
    const uint64_t checksum = ta_hash_bytes(TA_HASH_SEED, out, body);
    memcpy(out + body, &checksum, sizeof checksum);
}

// ---- is what was read a state that can be? ---------------------------------------------------

static bool valid_state(const TaLayerDef *def, int32_t state)
{
    return state >= 0 && (uint32_t)state < def->state_count && !def->states[state].is_machine;
}

static bool valid_run(const TaLayerDef *def, const TaStateRun *run, bool may_be_pose)
{
    const bool state = valid_state(def, run->state) || (may_be_pose && run->state == TA_RUN_POSE);
    const bool transition =
        run->transition == TA_NONE ||
        (run->transition >= 0 && (uint32_t)run->transition < def->transition_count);
    return state && transition && isfinite(run->time) && isfinite(run->loops) &&
           isfinite(run->phase) && isfinite(run->seconds) && run->share >= 0.0 &&
           run->share <= 1.0 && isfinite(run->fade_time) && isfinite(run->fade_length) &&
           (uint32_t)run->curve <= TA_CURVE_BEZIER;
}

static bool valid_channel(const TaRig *rig, TaChannel channel)
{
    return (uint32_t)channel.path <= TA_PATH_SCALAR &&
           channel.index < (channel.path == TA_PATH_SCALAR ? rig->scalar_count : rig->joint_count);
}

static bool valid_memory(const TaRig *rig, const TaDefinition *definition,
                         const TaLayerMemory *layer)
{
    const TaInertia *inertia = &layer->inertia;
    const TaDeadBlend *dead = &layer->dead;
    bool valid = inertia->offset_count <= channels(inertia->joint_count, inertia->scalar_count) &&
                 dead->drift_count <= channels(dead->joint_count, dead->scalar_count) &&
                 layer->mask_index >= TA_NONE &&
                 layer->mask_index < (int32_t)definition->mask_count;
    for (uint32_t i = 0; valid && i < inertia->offset_count; i++) {
        valid = valid_channel(rig, inertia->offsets[i].channel);
    }
    for (uint32_t i = 0; valid && i < dead->drift_count; i++) {
        valid = valid_channel(rig, dead->drifts[i].channel);
    }
    return valid;
}

static bool valid_layer(const TaInstance *instance, uint32_t index)
{
    const TaLayerDef *def = &instance->machine.definition->layers[index];
    const TaLayerRun *run = &instance->machine.run.layers[index];
    if (!valid_memory(instance->rig, instance->machine.definition,
                      &instance->machine.layers[index]) ||
        !(run->weight >= 0.0 && run->weight <= 1.0)) {
        return false;
    }
    if (def->sync != TA_NONE) {
        return run->run_count == 0;
    }
    bool valid = valid_run(def, &run->source, true) && run->run_count >= 1 &&
                 run->run_count <= TA_MOST_RUNS + 2 && run->return_count <= TA_MOST_RETURNS;
    for (uint32_t i = 0; valid && i < run->run_count; i++) {
        valid = valid_run(def, &run->runs[i], i == 0 && run->run_count > 1);
    }
    for (uint32_t i = 0; valid && i < run->return_count; i++) {
        valid = valid_state(def, run->returns[i].state);
    }
    for (uint32_t s = 0; valid && s < def->state_count; s++) {
        const int32_t inner = run->last_inner[s];
        valid = inner == TA_NONE || (inner > (int32_t)s && (uint32_t)inner < def->state_count);
    }
    const TaEntry *requested = &run->requested;
    const bool none = requested->state == TA_NONE;
    return valid &&
           (none || (requested->state >= 0 && (uint32_t)requested->state < def->state_count &&
                     requested->transition == TA_NONE && isfinite(requested->seconds) &&
                     (uint32_t)requested->blend <= TA_BLEND_CUT));
}

static bool valid_perform(const TaInstance *instance, const TaPerform *perform)
{
    return perform->id == 0 ||
           (perform->clip < instance->clip_count && perform->mask < TA_MOST_PERFORMS &&
            isfinite(perform->length) && isfinite(perform->time) && isfinite(perform->before) &&
            isfinite(perform->fade_in) && isfinite(perform->fade_out) &&
            isfinite(perform->out_time) && isfinite(perform->out_length) &&
            isfinite(perform->ended_ago) && perform->weight >= 0.0 && perform->weight <= 1.0 &&
            perform->out_weight >= 0.0 && perform->out_weight <= 1.0 &&
            (uint32_t)perform->result <= TA_PERFORM_CANCELLED);
}

static bool valid_instance(const TaInstance *instance)
{
    for (int i = 0; i < TA_MOST_PERFORMS; i++) {
        if (!valid_perform(instance, &instance->machine.run.performs[i])) {
            return false;
        }
    }
    const TaDefinition *definition = instance->machine.definition;
    for (uint32_t i = 0; i < definition->property_count; i++) {
        if (isnan(instance->machine.run.values[i]) || isnan(instance->machine.run.smooth[i])) {
            return false;
        }
    }
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        if (!valid_layer(instance, l)) {
            return false;
        }
    }
    return true;
}

// ---- reading ---------------------------------------------------------------------------------

// A bool read from bytes may hold any of them; every one but 0 is true.
static void tidy_bool(bool *flag)
{
    unsigned char byte;
    memcpy(&byte, flag, 1);
    *flag = byte != 0;
}

static void tidy_run(TaStateRun *run)
{
    bool *const flags[] = {&run->fresh, &run->ended, &run->just_started, &run->was_ended,
                           &run->fading};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        tidy_bool(flags[i]);
    }
}

// A free slot holds nothing, whatever the bytes say: the mixer looks at weights, not at ids.
static void tidy_perform(TaPerform *perform)
{
    if (perform->id == 0) {
        *perform = (TaPerform){0};
    }
    tidy_bool(&perform->fresh);
    tidy_bool(&perform->started);
    tidy_bool(&perform->reported);
}

static void read_body(TaInstance *instance, const unsigned char *bytes)
{
    Stream stream = {.mode = MODE_READ, .in = bytes + sizeof(Header)};
    walk_instance(&stream, instance);
    for (int i = 0; i < TA_MOST_PERFORMS; i++) {
        tidy_perform(&instance->machine.run.performs[i]);
    }
    for (uint32_t l = 0; l < instance->machine.definition->layer_count; l++) {
        TaLayerRun *run = &instance->machine.run.layers[l];
        run->waiting.state = TA_NONE;
        for (uint32_t i = 0; i < TA_MOST_RUNS + 2; i++) {
            tidy_run(&run->runs[i]);
        }
        tidy_run(&run->source);
    }
}

TaStatus ta_snapshot_read(TaInstance *instance, const void *bytes, size_t size, TaError *error)
{
    const Header wanted = make_header(instance);
    Header header;
    if (size < sizeof header) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "bytes",
                            "these %u bytes are no snapshot", (unsigned)size);
    }
    memcpy(&header, bytes, sizeof header);
    if (header.magic != MAGIC || header.version != VERSION || header.bytes != size) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "bytes",
                            "these %u bytes are no snapshot of this version of the engine",
                            (unsigned)size);
    }
    if (memcmp(&header, &wanted, sizeof header) != 0) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "bytes",
                            "the snapshot is of another machine or another model; restore it into "
                            "an instance of the same document and model");
    }
    uint64_t checksum;
    memcpy(&checksum, (const unsigned char *)bytes + size - sizeof checksum, sizeof checksum);
    if (checksum != ta_hash_bytes(TA_HASH_SEED, bytes, size - sizeof checksum)) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "bytes",
                            "the snapshot is damaged: its checksum does not fit");
    }
    void *kept = ta_memory_allocate(size);
    if (kept == NULL) {
        return ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "bytes", "no memory for the snapshot");
    }
    ta_snapshot_write(instance, kept);
    read_body(instance, bytes);
    TaStatus status = TA_STATUS_OK;
    if (!valid_instance(instance)) {
        read_body(instance, kept);
        status = ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "bytes",
                              "the snapshot holds a state that cannot be; it was changed");
    }
    if (status == TA_STATUS_OK && instance->machine.run.record != NULL) {
        *instance->machine.run.record = (TaExplainRing){0};  // it told of another past
    }
    ta_memory_release(kept);
    return status;
}
