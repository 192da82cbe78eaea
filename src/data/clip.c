// SPDX-License-Identifier: MIT
// In: tracks as glTF and three.js have them. Out: timelines and bundles of four-joint blocks.
// kernel/rows_build.c puts what it can of them in rows; nothing here runs in a frame.
#include "data/clip.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "data/clip_check.h"

enum { MOST_COMPONENTS = 4 };

// Keys whose rotations are closer than this differ by less than 1e-6 rad when lerped instead of
// slerped: the error of the normalised lerp is below 0.033 (angle/2)^3; here angle = 0.08 rad.
static const float LERP_COSINE = 0.9992f;

// One channel while the clip is built: a track and where it lands.
typedef struct Channel {
    const TaTrackDef *track;
    uint32_t timeline;
    uint32_t group;
    uint32_t lane;
    bool constant;  // all keys equal: one key is enough
    bool taken;     // already in a bundle
} Channel;

typedef struct Builder {
    TaClip *clip;
    TaArena *scratch;  // gone when the clip is built
    const TaClipDef *def;
    Channel *channels;
    uint32_t channel_count;
    TaTimeline *timelines;
    uint64_t *timeline_hashes;
    uint32_t timeline_count;
} Builder;

uint32_t ta_path_components(TaPath path)
{
    return path == TA_PATH_SCALAR ? 1 : path == TA_PATH_ROTATION ? 4 : 3;
}

static bool is_constant(const TaTrackDef *track)
{
    if (track->interpolation == TA_INTERPOLATION_CUBICSPLINE) {
        return false;
    }
    const uint32_t components = ta_path_components(track->path);
    for (uint32_t k = 1; k < track->key_count; k++) {
        if (memcmp(track->values, track->values + k * components, components * sizeof(float)) !=
            0) {
            return false;
        }
    }
    return true;
}

static void measure_rate(TaTimeline *timeline)
{
    const uint32_t last = timeline->key_count - 1;
    const double span = last > 0 ? (double)timeline->times[last] - (double)timeline->times[0] : 0.0;
    // A key time is a float: half a unit in the last place of the latest, and as much again.
    const double rounding = fmax(5e-7, 1.2e-7 * (double)timeline->times[last]);
    timeline->uniform = last > 0 && span > 0.0;
    timeline->rate = timeline->uniform ? last / span : 0.0;
    for (uint32_t k = 1; timeline->uniform && k < last; k++) {
        const double expected = (double)timeline->times[0] + k / timeline->rate;
        timeline->uniform = fabs((double)timeline->times[k] - expected) < rounding;
    }
}

// The index of the timeline with these times; a new one if there is none yet.
static uint32_t intern_timeline(Builder *builder, const float *times, uint32_t count)
{
    const uint64_t hash = ta_hash_bytes(TA_HASH_SEED, times, count * sizeof(float));
    for (uint32_t i = 0; i < builder->timeline_count; i++) {
        const TaTimeline *known = &builder->timelines[i];
        if (builder->timeline_hashes[i] == hash && known->key_count == count &&
            memcmp(known->times, times, count * sizeof(float)) == 0) {
            return i;
        }
    }
    float *copy = TA_ARENA_NEW(&builder->clip->arena, float, count);
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, times, count * sizeof(float));
    TaTimeline *timeline = &builder->timelines[builder->timeline_count];
    *timeline = (TaTimeline){.key_count = count, .times = copy};
    measure_rate(timeline);
    builder->timeline_hashes[builder->timeline_count] = hash;
    return builder->timeline_count++;
}

// Of tracks that drive the same channel the last one counts.
static void drop_overridden(Builder *builder)
{
    uint32_t kept = 0;
    const uint32_t slots = 4 * (builder->clip->rig->rest.group_count +
                                builder->clip->rig->rest.scalar_group_count + 2);
    uint32_t *last = TA_ARENA_NEW(builder->scratch, uint32_t, 4 * (size_t)slots);
    if (last == NULL) {
        return;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < builder->channel_count; i++) {
            const Channel *channel = &builder->channels[i];
            uint32_t *entry =
                &last[channel->track->path * slots + 4 * channel->group + channel->lane];
            if (pass == 0) {
                *entry = i;
            } else if (*entry == i) {
                builder->channels[kept++] = *channel;
            }
        }
    }
    builder->channel_count = kept;
}

static void collect_channels(Builder *builder)
{
    const TaRig *rig = builder->clip->rig;
    for (uint32_t t = 0; t < builder->def->track_count; t++) {
        const TaTrackDef *track = &builder->def->tracks[t];
        const uint32_t slot =
            track->path == TA_PATH_SCALAR ? track->target : rig->slot_of_joint[track->target];
        const bool constant = is_constant(track);
        Channel *channel = &builder->channels[builder->channel_count++];
        *channel = (Channel){.track = track, .group = slot / 4, .lane = slot % 4};
        channel->constant = constant;
    }
    drop_overridden(builder);
    for (uint32_t i = 0; i < builder->channel_count && !builder->clip->arena.failed; i++) {
        Channel *channel = &builder->channels[i];
        channel->timeline = intern_timeline(builder, channel->track->times,
                                            channel->constant ? 1 : channel->track->key_count);
    }
}

static TaInterpolation interpolation_of(const Channel *channel)
{
    return channel->constant ? TA_INTERPOLATION_STEP : channel->track->interpolation;
}

static bool fits_bundle(const Channel *channel, const TaClipBundle *bundle)
{
    return !channel->taken && channel->timeline == bundle->timeline &&
           interpolation_of(channel) == bundle->interpolation;
}

static uint32_t block_floats(const TaClipBlock *block, TaInterpolation interpolation)
{
    const uint32_t values = 4 * ta_path_components((TaPath)block->path);
    return interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 * values : values;
}

// What the lanes nobody drives hold, so that arithmetic on them stays harmless.
static float idle_value(const TaClipBlock *block, uint32_t component)
{
    const bool one =
        (block->path == TA_PATH_ROTATION && component == 3) || block->path == TA_PATH_SCALE;
    return one ? 1.0f : 0.0f;
}

// Keys made unit, and each on the side of the one before it.
static void smooth_rotation_keys(float *row, uint32_t stride, uint32_t lane, uint32_t key_count,
                                 TaClipBlock *block)
{
    float previous[4] = {0, 0, 0, 1};
    for (uint32_t k = 0; k < key_count; k++, row += stride) {
        float q[4];
        double length2 = 0.0, dot = 0.0;
        for (uint32_t c = 0; c < 4; c++) {
            q[c] = row[4 * c + lane];
            length2 += (double)q[c] * (double)q[c];
        }
        const double inverse = length2 > 1e-12 ? 1.0 / sqrt(length2) : 0.0;
        for (uint32_t c = 0; c < 4; c++) {
            q[c] = inverse > 0.0 ? (float)((double)q[c] * inverse) : previous[c];
            dot += (double)q[c] * (double)previous[c];
        }
        const float sign = k > 0 && dot < 0.0 ? -1.0f : 1.0f;
        if (k > 0 && fabs(dot) < (double)LERP_COSINE) {
            block->exact = 1;
        }
        for (uint32_t c = 0; c < 4; c++) {
            previous[c] = sign * q[c];
            row[4 * c + lane] = previous[c];
        }
    }
}

// CUBICSPLINE keys brought to the side of the one before, tangents with them: the same rotations,
// and no way through zero. Values stay as they are otherwise.
static void turn_cubic_keys(float *rows, uint32_t stride, uint32_t lane, uint32_t key_count)
{
    enum {
        PART = 16,
        VALUE = 16
    };  // floats of four quaternions; values lie behind the in-tangents
    for (uint32_t k = 1; k < key_count; k++) {
        const float *before = rows + (size_t)(k - 1) * stride + VALUE + lane;
        float *row = rows + (size_t)k * stride + lane;
        double dot = 0.0;
        for (int c = 0; c < 4; c++) {
            dot += (double)before[4 * c] * (double)row[VALUE + 4 * c];
        }
        for (int i = 0; dot < 0.0 && i < 3 * PART; i += 4) {
            row[i] = -row[i];
        }
    }
}

static void write_channel(float *rows, uint32_t stride, const Channel *channel,
                          const TaClipBundle *bundle, uint32_t key_count, TaClipBlock *block)
{
    const uint32_t components = ta_path_components(channel->track->path);
    const uint32_t parts = bundle->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    const float *values = channel->track->values;
    // A constant CUBICSPLINE never gets here (is_constant), so the first key is the value.
    for (uint32_t k = 0; k < key_count; k++) {
        for (uint32_t p = 0; p < parts; p++) {
            for (uint32_t c = 0; c < components; c++) {
                rows[k * stride + (p * components + c) * 4 + channel->lane] = *values++;
            }
        }
    }
    if (channel->track->path == TA_PATH_ROTATION && parts == 1) {
        smooth_rotation_keys(rows, stride, channel->lane, key_count, block);
    } else if (channel->track->path == TA_PATH_ROTATION) {
        turn_cubic_keys(rows, stride, channel->lane, key_count);
    }
}

static void fill_block(const Builder *builder, TaClipBundle *bundle, TaClipBlock *block,
                       float *rows, Channel *const *members, uint32_t member_count)
{
    const uint32_t key_count = builder->timelines[bundle->timeline].key_count;
    const uint32_t floats = block_floats(block, bundle->interpolation);
    const uint32_t components = ta_path_components((TaPath)block->path);
    for (uint32_t k = 0; k < key_count; k++) {
        for (uint32_t i = 0; i < floats; i++) {
            const uint32_t part = i / (4 * components);
            const bool value = bundle->interpolation != TA_INTERPOLATION_CUBICSPLINE || part == 1;
            rows[k * bundle->row_stride + i] = value ? idle_value(block, i / 4 % components) : 0.0f;
        }
    }
    for (uint32_t i = 0; i < member_count; i++) {
        write_channel(rows, bundle->row_stride, members[i], bundle, key_count, block);
    }
}

// Lanes past the rig's last joint count as driven: a full block is written without a mask.
static uint8_t with_padding(const TaRig *rig, const TaClipBlock *block)
{
    const uint32_t count = block->path == TA_PATH_SCALAR ? rig->scalar_count : rig->joint_count;
    uint8_t lanes = block->lanes;
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (4u * block->group + lane >= count) {
            lanes = (uint8_t)(lanes | 1u << lane);
        }
    }
    return lanes;
}

// Moves every channel that fits the bundle into it.
static void fill_bundle(Builder *builder, TaClipBundle *bundle, Channel **members)
{
    TaArena *arena = &builder->clip->arena;
    uint32_t member_count = 0;
    for (uint32_t i = 0; i < builder->channel_count; i++) {
        if (fits_bundle(&builder->channels[i], bundle)) {
            builder->channels[i].taken = true;
            members[member_count++] = &builder->channels[i];
        }
    }
    TaClipBlock *blocks = TA_ARENA_NEW(arena, TaClipBlock, member_count);
    Channel **sorted = TA_ARENA_NEW(builder->scratch, Channel *, member_count);
    if (arena->failed || builder->scratch->failed) {
        return;
    }
    // Channels are few per bundle and this runs once a clip: blocks are found by a plain search.
    uint32_t sorted_count = 0, stride = 0;
    for (uint32_t i = 0; i < member_count; i++) {
        if (members[i] == NULL) {
            continue;
        }
        TaClipBlock *block = &blocks[bundle->block_count++];
        block->group = (uint16_t)members[i]->group;
        block->path = (uint8_t)members[i]->track->path;
        const uint32_t path = block->path, group = block->group;
        for (uint32_t j = i; j < member_count; j++) {
            if (members[j] != NULL && members[j]->group == group &&
                (uint32_t)members[j]->track->path == path) {
                block->lanes = (uint8_t)(block->lanes | 1u << members[j]->lane);
                sorted[sorted_count++] = members[j];
                members[j] = NULL;
            }
        }
        stride += block_floats(block, bundle->interpolation);
    }
    bundle->row_stride = stride;
    const size_t key_count = builder->timelines[bundle->timeline].key_count;
    float *rows = TA_ARENA_NEW(arena, float, key_count *stride);
    bundle->blocks = blocks;
    bundle->rows = rows;
    if (rows == NULL) {
        return;
    }
    uint32_t offset = 0, next = 0;
    for (uint32_t b = 0; b < bundle->block_count; b++) {
        uint32_t count = 0;
        for (uint32_t lanes = blocks[b].lanes; lanes != 0; lanes &= lanes - 1) {
            count++;
        }
        fill_block(builder, bundle, &blocks[b], rows + offset, sorted + next, count);
        offset += block_floats(&blocks[b], bundle->interpolation);
        next += count;
        blocks[b].lanes = with_padding(builder->clip->rig, &blocks[b]);
    }
}

static void build_bundles(Builder *builder)
{
    TaClip *clip = builder->clip;
    TaClipBundle *bundles = TA_ARENA_NEW(&clip->arena, TaClipBundle, builder->channel_count);
    Channel **members = TA_ARENA_NEW(builder->scratch, Channel *, builder->channel_count);
    const bool ready = !clip->arena.failed && !builder->scratch->failed;
    for (uint32_t i = 0; ready && i < builder->channel_count && !clip->arena.failed; i++) {
        const Channel *channel = &builder->channels[i];
        if (!channel->taken) {
            TaClipBundle *bundle = &bundles[clip->bundle_count++];
            bundle->timeline = channel->timeline;
            bundle->interpolation = interpolation_of(channel);
            fill_bundle(builder, bundle, members);
        }
    }
    clip->bundles = bundles;
    clip->timelines = builder->timelines;
    clip->timeline_count = builder->timeline_count;
}

static void copy_marks(TaClip *clip, const TaClipDef *def)
{
    TaClipMark *marks = TA_ARENA_NEW(&clip->arena, TaClipMark, def->mark_count);
    if (marks == NULL) {
        return;
    }
    for (uint32_t m = 0; m < def->mark_count; m++) {  // insertion keeps equal times in order
        uint32_t place = m;
        const double time = fmin(def->marks[m].time, clip->duration);
        for (; place > 0 && marks[place - 1].time > time; place--) {
            marks[place] = marks[place - 1];
        }
        marks[place] = (TaClipMark){time, m};
    }
    clip->marks = marks;
    clip->mark_count = def->mark_count;
}

static double duration_of(const TaClipDef *def)
{
    double duration = 0.0;
    if (def->duration >= 0.0) {
        return def->duration;
    }
    for (uint32_t t = 0; t < def->track_count; t++) {
        const TaTrackDef *track = &def->tracks[t];
        duration = fmax(duration, (double)track->times[track->key_count - 1]);
    }
    return duration;
}

TaClip *ta_clip_build(TaRig *rig, const TaClipDef *def, TaError *error)
{
    if (ta_clip_check(rig, def, error) != TA_STATUS_OK) {
        return NULL;
    }
    TaClip *clip = ta_memory_allocate(sizeof *clip);
    TaArena scratch = {0};
    if (clip != NULL) {
        clip->rig = rig;
        clip->duration = duration_of(def);
        clip->name = ta_arena_text(&clip->arena, def->name, strlen(def->name));
        Builder builder = {.clip = clip, .scratch = &scratch, .def = def};
        builder.channels = TA_ARENA_NEW(&scratch, Channel, def->track_count);
        builder.timeline_hashes = TA_ARENA_NEW(&scratch, uint64_t, def->track_count);
        builder.timelines = TA_ARENA_NEW(&clip->arena, TaTimeline, def->track_count);
        if (!scratch.failed && !clip->arena.failed) {
            collect_channels(&builder);
        }
        if (!scratch.failed && !clip->arena.failed) {
            build_bundles(&builder);
            copy_marks(clip, def);
        }
    }
    const bool failed = clip == NULL || scratch.failed || clip->arena.failed;
    ta_arena_release(&scratch);
    if (failed) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, def->name, "no memory for the clip");
        ta_clip_free(clip);
        return NULL;
    }
    rig->user_count++;
    return clip;
}

bool ta_clip_drives(const TaClip *clip, TaPath path, uint32_t slot)
{
    const uint32_t group = slot / 4, lane = slot % 4;
    if (clip->rows.count > 0) {
        const uint8_t lanes = path == TA_PATH_SCALAR ? clip->rows.scalar_groups[group].lanes[0]
                                                     : clip->rows.groups[group].lanes[path];
        if ((lanes >> lane & 1) != 0) {
            return true;
        }
    }
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        for (uint32_t i = 0; i < clip->bundles[b].block_count; i++) {
            const TaClipBlock *block = &clip->bundles[b].blocks[i];
            if (block->group == group && block->path == path && (block->lanes >> lane & 1) != 0) {
                return true;
            }
        }
    }
    return false;
}

void ta_clip_free(TaClip *clip)
{
    if (clip != NULL) {
        ta_arena_release(&clip->arena);
        ta_memory_release(clip);
    }
}
