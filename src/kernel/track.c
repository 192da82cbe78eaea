// SPDX-License-Identifier: MIT
// In: a timeline and a time, a block and two rows. Out: a key span, four interpolated channels; a
// clip's bundles as part of a pose.
// Formulas: glTF 2.0 specification, appendix C (interpolation); tangents are per second.
#include "kernel/track.h"

#include <string.h>

enum { ALL_LANES = 15 };

// The last key k with times[k] <= time, by halving.
static uint32_t search(const TaTimeline *timeline, float time)
{
    uint32_t low = 0, high = timeline->key_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (timeline->times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool holds(const TaTimeline *timeline, uint32_t key, float time)
{
    return timeline->times[key] <= time &&
           (key + 1 == timeline->key_count || time < timeline->times[key + 1]);
}

static uint32_t find_key(const TaTimeline *timeline, float time, uint32_t hint)
{
    const uint32_t count = timeline->key_count;
    if (timeline->uniform) {  // no search: the guess is off by one at most
        const double place = ((double)time - (double)timeline->times[0]) * timeline->rate;
        hint = place <= 0.0 ? 0 : place >= count ? count - 1 : (uint32_t)place;
        if (hint > 0 && time < timeline->times[hint]) {
            hint--;
        }
    }
    if (hint < count && holds(timeline, hint, time)) {
        return hint;
    }
    if (hint + 1 < count && holds(timeline, hint + 1, time)) {
        return hint + 1;
    }
    return search(timeline, time);
}

TaKeySpan ta_timeline_find(const TaTimeline *timeline, double time, uint32_t *cursor)
{
    // Keys are compared in float: a clock meant to be on a key then is on it.
    const float rounded = (float)time;
    if (timeline->key_count == 1 || rounded < timeline->times[0]) {
        return (TaKeySpan){0, 0.0f, 0.0f};
    }
    const uint32_t key = find_key(timeline, rounded, *cursor);
    *cursor = key;
    if (key + 1 == timeline->key_count) {
        return (TaKeySpan){key, 0.0f, 0.0f};
    }
    const double start = (double)timeline->times[key];
    const double length = (double)timeline->times[key + 1] - start;
    double alpha = length > 0.0 ? (time - start) / length : 0.0;
    alpha = alpha < 0.0 ? 0.0 : alpha > 1.0 ? 1.0 : alpha;
    return (TaKeySpan){key, (float)alpha, (float)length};
}

static void sample_linear(const float *a, const float *b, uint32_t components, TaV4 t, float *out)
{
    const TaV4 rest = ta_v4_sub(ta_v4_splat(1.0f), t);
    for (uint32_t c = 0; c < 4 * components; c += 4) {
        ta_v4_store(out + c, ta_v4_madd(ta_v4_load(b + c), t, ta_v4_mul(ta_v4_load(a + c), rest)));
    }
}

// p(t) = (2t^3 - 3t^2 + 1) v0 + d (t^3 - 2t^2 + t) out0 + (-2t^3 + 3t^2) v1 + d (t^3 - t^2) in1
static void sample_cubic(const float *row, const float *next, uint32_t components, TaKeySpan span,
                         float *out)
{
    const float t = span.alpha, t2 = t * t, t3 = t2 * t;
    const TaV4 v0 = ta_v4_splat(2.0f * t3 - 3.0f * t2 + 1.0f);
    const TaV4 out0 = ta_v4_splat(span.length * (t3 - 2.0f * t2 + t));
    const TaV4 v1 = ta_v4_splat(-2.0f * t3 + 3.0f * t2);
    const TaV4 in1 = ta_v4_splat(span.length * (t3 - t2));
    const uint32_t part = 4 * components;  // in-tangents, values, out-tangents
    for (uint32_t c = 0; c < part; c += 4) {
        TaV4 sum = ta_v4_mul(ta_v4_load(row + part + c), v0);
        sum = ta_v4_madd(ta_v4_load(row + 2 * part + c), out0, sum);
        sum = ta_v4_madd(ta_v4_load(next + part + c), v1, sum);
        sum = ta_v4_madd(ta_v4_load(next + c), in1, sum);
        ta_v4_store(out + c, sum);
    }
}

static void normalize(float *quats)
{
    ta_soa_quat_store(quats, ta_soa_quat_normalize(ta_soa_quat_load(quats)));
}

void ta_block_sample(const TaClipBlock *block, TaInterpolation interpolation, const float *row,
                     uint32_t row_stride, TaKeySpan span, float *out)
{
    const uint32_t components = ta_path_components((TaPath)block->path);
    const bool rotation = block->path == TA_PATH_ROTATION;
    const bool on_key = span.length <= 0.0f;
    if (interpolation == TA_INTERPOLATION_CUBICSPLINE) {
        if (on_key) {
            memcpy(out, row + 4 * components, 4 * components * sizeof(float));
        } else {
            sample_cubic(row, row + row_stride, components, span, out);
        }
        if (rotation) {
            normalize(out);
        }
    } else if (interpolation == TA_INTERPOLATION_STEP || on_key) {
        memcpy(out, row, 4 * components * sizeof(float));
    } else if (rotation) {
        const TaSoaQuat a = ta_soa_quat_load(row), b = ta_soa_quat_load(row + row_stride);
        const TaV4 t = ta_v4_splat(span.alpha);
        ta_soa_quat_store(out,
                          block->exact ? ta_soa_quat_slerp(a, b, t) : ta_soa_quat_nlerp(a, b, t));
    } else {
        sample_linear(row, row + row_stride, components, ta_v4_splat(span.alpha), out);
    }
}

static float *destination(TaPose *pose, const TaClipBlock *block)
{
    switch ((TaPath)block->path) {
    case TA_PATH_TRANSLATION: return &pose->transforms[block->group].translation[0][0];
    case TA_PATH_ROTATION: return &pose->transforms[block->group].rotation[0][0];
    case TA_PATH_SCALE: return &pose->transforms[block->group].scale[0][0];
    case TA_PATH_SCALAR: break;
    }
    return &pose->scalars[4 * block->group];
}

static void sample_bundle(const TaClipBundle *bundle, TaKeySpan span, TaPose *pose)
{
    const float *row = bundle->rows + (size_t)span.key * bundle->row_stride;
    const uint32_t parts = bundle->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    for (uint32_t b = 0; b < bundle->block_count; b++) {
        const TaClipBlock *block = &bundle->blocks[b];
        const uint32_t floats = 4 * ta_path_components((TaPath)block->path);
        float *out = destination(pose, block);
        if (block->lanes == ALL_LANES) {
            ta_block_sample(block, bundle->interpolation, row, bundle->row_stride, span, out);
        } else {
            float sampled[16];
            ta_block_sample(block, bundle->interpolation, row, bundle->row_stride, span, sampled);
            const TaV4 mask = ta_v4_lanes(block->lanes);
            for (uint32_t c = 0; c < floats; c += 4) {
                ta_v4_store(out + c,
                            ta_v4_select(mask, ta_v4_load(sampled + c), ta_v4_load(out + c)));
            }
        }
        row += floats * parts;
    }
}

void ta_bundles_sample(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose)
{
    uint32_t known = UINT32_MAX;  // bundles of one timeline often follow each other
    TaKeySpan span = {0};
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        if (bundle->timeline != known) {
            known = bundle->timeline;
            span = ta_timeline_find(&clip->timelines[known], time, &cursors[known]);
        }
        sample_bundle(bundle, span, pose);
    }
}
