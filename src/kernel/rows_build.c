// SPDX-License-Identifier: MIT
// In: a clip in bundles. Out: the same clip in rows, its error measured. Runs once a clip.
//
// First which grid, then which channels it serves, then the error of the whole at the skin. The
// exact clip in bundles is the yardstick for both.
#include "kernel/rows_build.h"

#include <math.h>
#include <string.h>

#include "kernel/rows.h"
#include "kernel/rows_error.h"
#include "kernel/rows_pack.h"
#include "kernel/track.h"

enum { RESAMPLED_RATE = 30, MOST_ROWS = 16384, MOST_TRIES = 3 };

// How far samples go beyond the grid of the keys, to be tried in this order.
static const uint32_t FACTORS[] = {1, 2, 4};
enum { FACTOR_COUNT = sizeof FACTORS / sizeof FACTORS[0] };

// Where between two rows the error is looked for. A normalised lerp is furthest from the slerp a
// fifth of the way and right in the middle; other curves are furthest somewhere between.
static const double LERP_PLACES[] = {0.21}, ALL_PLACES[] = {0.21, 0.5, 0.79};

typedef struct Build {
    TaClip *clip;
    TaArena scratch;
    TaRowsSource source;
    uint32_t *cursors;
    int32_t timeline;  // whose keys are the grid; -1 = none
    double start, end;
    uint32_t intervals;  // of the grid, at factor 1
    float *errors;       // [channels] largest so far, times its reach, in sizes of the rig
    TaPose exact, lerped;
} Build;

// ---- the grid --------------------------------------------------------------------------------

static bool moves(const TaClip *clip, const TaClipBundle *bundle)
{
    return clip->timelines[bundle->timeline].key_count > 1;
}

// The uniform timeline that most blocks follow, else the extent of all keys at a common rate.
static void choose_grid(Build *build)
{
    const TaClip *clip = build->clip;
    uint32_t most = 0;
    double start = (double)INFINITY, end = 0.0;
    build->timeline = -1;
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        const TaTimeline *timeline = &clip->timelines[bundle->timeline];
        if (!moves(clip, bundle) || bundle->interpolation == TA_INTERPOLATION_STEP) {
            continue;
        }
        start = fmin(start, (double)timeline->times[0]);
        end = fmax(end, (double)timeline->times[timeline->key_count - 1]);
        if (timeline->uniform && bundle->block_count > most) {
            most = bundle->block_count;
            build->timeline = (int32_t)bundle->timeline;
        }
    }
    build->start = end > start ? start : 0.0;
    build->end = end > start ? end : 0.0;
    build->intervals = 0;
    if (build->timeline >= 0) {
        const TaTimeline *timeline = &clip->timelines[build->timeline];
        build->start = (double)timeline->times[0];
        build->end = (double)timeline->times[timeline->key_count - 1];
        build->intervals = timeline->key_count - 1;
    } else if (build->end > build->start) {
        build->intervals = (uint32_t)fmin(
            fmax(ceil((build->end - build->start) * RESAMPLED_RATE - 1e-6), 1.0), MOST_ROWS);
    }
}

static TaPose row_pose(const Build *build, uint32_t row)
{
    return ta_rows_whole_pose(&build->source,
                              build->source.samples + (size_t)row * build->source.width);
}

// Keys that are on the grid already are rows as they are.
static void copy_keys(Build *build, const TaClipBundle *bundle, uint32_t factor)
{
    const uint32_t key_count = build->clip->timelines[bundle->timeline].key_count;
    for (uint32_t k = 0; k < key_count; k++) {
        TaPose pose = row_pose(build, k * factor);
        const float *key = bundle->rows + (size_t)k * bundle->row_stride;
        for (uint32_t b = 0; b < bundle->block_count; b++) {
            const TaClipBlock *block = &bundle->blocks[b];
            float *out = ta_rows_whole_path(&pose, (TaPath)block->path, block->group);
            const uint32_t floats = 4 * ta_path_components((TaPath)block->path);
            for (uint32_t i = 0; i < floats; i++) {
                out[i] = (block->lanes >> (i % 4) & 1) != 0 ? key[i] : out[i];
            }
            key += floats;
        }
    }
}

// Each rotation on the side of the row before.
static void turn_rotations(Build *build)
{
    for (uint32_t row = 1; row < build->source.count; row++) {
        const TaPose before = row_pose(build, row - 1), pose = row_pose(build, row);
        for (uint32_t g = 0; g < pose.group_count; g++) {
            float *q = &pose.transforms[g].rotation[0][0];
            const TaSoaQuat now = ta_soa_quat_load(q);
            const TaV4 side = ta_v4_sign(
                ta_soa_quat_dot(now, ta_soa_quat_load(&before.transforms[g].rotation[0][0])));
            ta_soa_quat_store(q, (TaSoaQuat){ta_v4_xor(now.x, side), ta_v4_xor(now.y, side),
                                             ta_v4_xor(now.z, side), ta_v4_xor(now.w, side)});
        }
    }
}

static bool sample_grid(Build *build, uint32_t factor)
{
    TaRowsSource *source = &build->source;
    source->count = build->intervals * factor + 1;
    source->start = build->start;
    source->rate = build->intervals > 0 ? (source->count - 1) / (build->end - build->start) : 1.0;
    source->samples = TA_ARENA_NEW(&build->scratch, float, (size_t)source->count * source->width);
    if (build->scratch.failed) {
        return false;
    }
    for (uint32_t row = 0; row < source->count; row++) {
        TaPose pose = row_pose(build, row);
        ta_pose_copy(&pose, &build->clip->rig->rest);
        ta_bundles_sample(build->clip, source->start + row / source->rate, build->cursors, &pose);
    }
    for (uint32_t b = 0; b < build->clip->bundle_count; b++) {
        const TaClipBundle *bundle = &build->clip->bundles[b];
        if ((int32_t)bundle->timeline == build->timeline &&
            bundle->interpolation == TA_INTERPOLATION_LINEAR) {
            copy_keys(build, bundle, factor);
        }
    }
    turn_rotations(build);
    return true;
}

// ---- which channels it serves ----------------------------------------------------------------

static void lerp_rows(Build *build, double time)
{
    const TaRowsSource *source = &build->source;
    const TaClipRows rows = {.count = source->count, .start = source->start, .rate = source->rate};
    const TaRowSpan span = ta_rows_find(&rows, time);
    const float *a = source->samples + (size_t)span.row * source->width;
    const float *b = source->samples + (size_t)span.next * source->width;
    float *out = &build->lerped.transforms[0].translation[0][0];
    for (uint32_t i = 0; i < source->width; i++) {
        out[i] = a[i] * (1.0f - span.part) + b[i] * span.part;
    }
}

static void look_at(Build *build, double time)
{
    ta_pose_copy(&build->exact, &build->clip->rig->rest);
    ta_bundles_sample(build->clip, time, build->cursors, &build->exact);
    lerp_rows(build, time);
    ta_rows_channel_errors(&build->source, &build->exact, &build->lerped, build->errors);
}

static void find_errors(Build *build, bool keys_only, uint32_t factor)
{
    const TaRowsSource *source = &build->source;
    const bool lerp_only = keys_only && factor == 1;
    const double *places = lerp_only ? LERP_PLACES : ALL_PLACES;
    const uint32_t place_count = lerp_only ? 1 : 3;
    memset(build->errors, 0, ta_rows_channel_count(source) * sizeof(float));
    for (uint32_t row = 0; row + 1 < source->count; row++) {
        for (uint32_t p = 0; p < place_count; p++) {
            look_at(build, source->start + (row + places[p]) / source->rate);
        }
    }
    for (uint32_t t = 0; t < build->clip->timeline_count && !keys_only; t++) {
        const TaTimeline *timeline = &build->clip->timelines[t];
        for (uint32_t k = 0; k < timeline->key_count && (int32_t)t != build->timeline; k++) {
            look_at(build, (double)timeline->times[k]);
        }
    }
}

// Marks the channels within bounds as served; true when all that can be are.
static bool serve(Build *build, double bound)
{
    const TaClip *clip = build->clip;
    TaRowsSource *source = &build->source;
    bool all = true;
    memset(source->served, 0, ta_rows_channel_count(source));
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        const bool steps = bundle->interpolation == TA_INTERPOLATION_STEP && moves(clip, bundle);
        for (uint32_t i = 0; i < bundle->block_count; i++) {
            const TaClipBlock *block = &bundle->blocks[i];
            for (uint32_t lane = 0; lane < 4; lane++) {
                const uint32_t channel =
                    ta_rows_channel(source, (TaPath)block->path, 4u * block->group + lane);
                if ((block->lanes >> lane & 1) != 0 && !steps) {
                    source->served[channel] = (double)build->errors[channel] <= bound;
                    all = all && source->served[channel];
                }
            }
        }
    }
    return all;
}

static bool all_on_grid(const Build *build)
{
    bool on_grid = true;
    for (uint32_t b = 0; b < build->clip->bundle_count; b++) {
        const TaClipBundle *bundle = &build->clip->bundles[b];
        on_grid = on_grid &&
                  (!moves(build->clip, bundle) || bundle->interpolation == TA_INTERPOLATION_STEP ||
                   ((int32_t)bundle->timeline == build->timeline &&
                    bundle->interpolation == TA_INTERPOLATION_LINEAR));
    }
    return on_grid;
}

// The coarsest grid that serves every channel, else the keys' own for those it does serve.
static bool fit_grid(Build *build, double bound)
{
    const bool keys_only = all_on_grid(build);
    for (uint32_t f = 0; f <= FACTOR_COUNT; f++) {
        const uint32_t factor = FACTORS[f % FACTOR_COUNT];
        if (f < FACTOR_COUNT && build->intervals * factor > MOST_ROWS) {
            continue;
        }
        if (!sample_grid(build, factor)) {
            return false;
        }
        find_errors(build, keys_only, factor);
        if (serve(build, bound) || build->intervals == 0) {
            return true;
        }
    }
    return true;
}

// ---- the whole -------------------------------------------------------------------------------

static double error_of(Build *build, const TaClip *made)
{
    double worst = 0.0;
    const TaClipRows *rows = &made->rows;
    for (uint32_t row = 0; row + 1 < rows->count; row++) {
        const double place = rows->start + (row + (row % 2 == 0 ? 0.21 : 0.6)) / rows->rate;
        ta_pose_copy(&build->exact, &build->clip->rig->rest);
        ta_bundles_sample(build->clip, place, build->cursors, &build->exact);
        ta_pose_copy(&build->lerped, &build->clip->rig->rest);
        ta_rows_sample(rows, ta_rows_find(rows, place), &build->lerped);
        ta_bundles_sample(made, place, build->cursors, &build->lerped);
        worst = fmax(worst, ta_rows_skin_error(&build->source, &build->exact, &build->lerped));
    }
    return worst;
}

static bool prepare(Build *build)
{
    const TaRig *rig = build->clip->rig;
    TaRowsSource *source = &build->source;
    TaArena *scratch = &build->scratch;
    source->width = 40 * rig->rest.group_count + 4 * rig->rest.scalar_group_count;
    float *poses = TA_ARENA_NEW(scratch, float, 2 * (size_t)source->width);
    build->cursors = TA_ARENA_NEW(scratch, uint32_t, build->clip->timeline_count);
    build->errors = TA_ARENA_NEW(scratch, float, ta_rows_channel_count(source));
    source->served = TA_ARENA_NEW(scratch, bool, ta_rows_channel_count(source));
    source->reach = TA_ARENA_NEW(scratch, double, 4 * (size_t)rig->rest.group_count);
    if (scratch->failed) {
        return false;
    }
    build->exact = ta_rows_whole_pose(source, poses);
    build->lerped = ta_rows_whole_pose(source, poses + source->width);
    return ta_rows_measure_rig(source, scratch);
}

bool ta_rows_build(TaClip *clip, double tolerance, bool packed)
{
    Build build = {.clip = clip, .source = {.rig = clip->rig}};
    TaClip made = {0};
    bool done = false, ready = prepare(&build);
    choose_grid(&build);
    double bound = 0.5 * tolerance;
    for (int i = 0; ready && !done && i < MOST_TRIES; i++, bound *= 0.25) {
        bound = i + 1 < MOST_TRIES ? bound : -1.0;  // the last time nothing that moves is served
        ready = fit_grid(&build, bound) && ta_rows_pack(&build.source, clip, false, &made);
        made.rows.error = ready ? error_of(&build, &made) : 0.0;
        done = made.rows.error <= tolerance;
        if (!done || !ready) {
            ta_arena_release(&made.arena);
        }
    }
    if (ready && packed) {
        TaClip small = {0};
        ready = ta_rows_pack(&build.source, clip, true, &small);
        small.rows.error = ready ? error_of(&build, &small) : 0.0;
        const bool kept = small.rows.error <= tolerance + TA_ROWS_PACKED_ERROR;
        ta_arena_release(ready && kept ? &made.arena : &small.arena);
        made = ready && kept ? small : made;
    }
    ta_arena_release(&build.scratch);
    if (!ready) {
        ta_arena_release(&made.arena);
        return false;
    }
    ta_arena_release(&clip->arena);
    *clip = made;
    return true;
}
