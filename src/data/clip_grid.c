// SPDX-License-Identifier: MIT
// In: a clip's bundles. Out: a column for each group and path, and what lerping the keys costs.
// Runs once a clip.
#include "data/clip_grid.h"

#include <math.h>
#include <string.h>

#include "math/quat.h"
#include "math/trig.h"

static float *rest_of(const TaRig *rig, uint32_t group, TaPath path)
{
    TaSoaTransform *rest = &rig->rest.transforms[group];
    return path == TA_PATH_TRANSLATION ? &rest->translation[0][0]
           : path == TA_PATH_ROTATION  ? &rest->rotation[0][0]
                                       : &rest->scale[0][0];
}

// The one timeline that moving channels share, or the first when nothing moves; TA_NO_GRID when
// they do not share one.
enum { TA_NO_GRID = -1 };
static int32_t shared_timeline(const TaClip *clip)
{
    int32_t shared = clip->bundle_count > 0 ? (int32_t)clip->bundles[0].timeline : TA_NO_GRID;
    bool moves = false;
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        const TaTimeline *timeline = &clip->timelines[bundle->timeline];
        if (timeline->key_count == 1 && bundle->interpolation != TA_INTERPOLATION_CUBICSPLINE) {
            continue;
        }
        if (moves || !timeline->uniform || bundle->interpolation != TA_INTERPOLATION_LINEAR) {
            return TA_NO_GRID;
        }
        moves = true;
        shared = (int32_t)bundle->timeline;
    }
    return shared;
}

// Fills the columns. False when a group's joints are driven by more than one bundle, or the clip
// drives something besides joints.
static bool fill_columns(const TaClip *clip, TaKeyColumn *columns)
{
    const TaRig *rig = clip->rig;
    for (uint32_t g = 0; g < rig->rest.group_count; g++) {
        for (uint32_t path = 0; path < TA_GRID_PATHS; path++) {
            columns[TA_GRID_PATHS * g + path].keys = rest_of(rig, g, (TaPath)path);
        }
    }
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        const float *keys = bundle->rows;
        for (uint32_t i = 0; i < bundle->block_count; i++) {
            const TaClipBlock *block = &bundle->blocks[i];
            if (block->path == TA_PATH_SCALAR) {
                return false;
            }
            TaKeyColumn *column = &columns[TA_GRID_PATHS * block->group + block->path];
            if (column->driven) {
                return false;
            }
            column->keys = keys;
            column->stride =
                clip->timelines[bundle->timeline].key_count > 1 ? bundle->row_stride : 0;
            column->driven = true;
            keys += 4 * ta_path_components((TaPath)block->path);
        }
    }
    return true;
}

// ---- what a straight line between keys costs -------------------------------------------------

// A joint's model-space transform: columns of the rotation and scale, then the translation.
typedef struct Frame {
    double axes[3][3];
    double origin[3];
} Frame;

typedef enum Way { WAY_LERP, WAY_SLERP } Way;

static double component(const TaKeyColumn *column, uint32_t key, uint32_t c, uint32_t lane)
{
    return (double)column->keys[(size_t)key * column->stride + 4 * c + lane];
}

// Part of the way from one key to the next; Shoemake 1985 for the arc.
static void rotation_between(const TaKeyColumn *column, uint32_t key, uint32_t lane, double part,
                             Way way, double q[4])
{
    double a[4], b[4], dot = 0.0;
    for (uint32_t c = 0; c < 4; c++) {
        a[c] = component(column, key, c, lane);
        b[c] = component(column, key + 1, c, lane);
        dot += a[c] * b[c];
    }
    double wa = 1.0 - part, wb = part;
    const double angle = ta_acos(fmin(fabs(dot), 1.0));
    if (way == WAY_SLERP && angle > 1e-6) {
        wa = ta_sin(wa * angle) / ta_sin(angle);
        wb = ta_sin(wb * angle) / ta_sin(angle);
    }
    for (uint32_t c = 0; c < 4; c++) {
        q[c] = wa * a[c] + (dot < 0.0 ? -wb : wb) * b[c];
    }
    ta_quat_normalize(q);
}

static void attach(const Frame *parent, const Frame *local, Frame *out)
{
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out->axes[c][r] = parent->axes[0][r] * local->axes[c][0] +
                              parent->axes[1][r] * local->axes[c][1] +
                              parent->axes[2][r] * local->axes[c][2];
        }
        out->origin[r] = parent->axes[0][r] * local->origin[0] +
                         parent->axes[1][r] * local->origin[1] +
                         parent->axes[2][r] * local->origin[2] + parent->origin[r];
    }
}

static void local_frame(const TaKeyColumn *columns, uint32_t key, uint32_t lane, double part,
                        Way way, Frame *out)
{
    const double mix[2] = {1.0 - part, part};
    double q[4], scale[3];
    rotation_between(&columns[TA_PATH_ROTATION], key, lane, part, way, q);
    for (uint32_t c = 0; c < 3; c++) {
        const TaKeyColumn *place = &columns[TA_PATH_TRANSLATION], *size = &columns[TA_PATH_SCALE];
        out->origin[c] =
            mix[0] * component(place, key, c, lane) + mix[1] * component(place, key + 1, c, lane);
        scale[c] =
            mix[0] * component(size, key, c, lane) + mix[1] * component(size, key + 1, c, lane);
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double axes[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            out->axes[c][r] = axes[c][r] * scale[c];
        }
    }
}

static void place_all(const TaClip *clip, uint32_t key, double part, Way way, Frame *out)
{
    const TaRig *rig = clip->rig;
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        Frame local;
        local_frame(&clip->columns[TA_GRID_PATHS * (slot / 4)], key, slot % 4, part, way, &local);
        if (rig->parent_slots[slot] >= 0) {
            attach(&out[rig->parent_slots[slot]], &local, &out[slot]);
        } else {
            out[slot] = local;
        }
    }
}

// Diagonal of the box around the joints.
static double size_of(const Frame *frames, uint32_t count)
{
    double size2 = 0.0;
    for (int c = 0; c < 3; c++) {
        double low = frames[0].origin[c], high = low;
        for (uint32_t j = 1; j < count; j++) {
            low = fmin(low, frames[j].origin[c]);
            high = fmax(high, frames[j].origin[c]);
        }
        size2 += (high - low) * (high - low);
    }
    return sqrt(size2);
}

// How far points of the skin lie apart: at the joint, and at its reach.
static double distance(const Frame *a, const Frame *b, double joint_reach)
{
    double most = 0.0;
    for (int c = -1; c < 3; c++) {
        double d2 = 0.0;
        for (int r = 0; r < 3; r++) {
            const double reach = c < 0 ? 0.0 : joint_reach * (a->axes[c][r] - b->axes[c][r]);
            const double d = a->origin[r] - b->origin[r] + reach;
            d2 += d * d;
        }
        most = fmax(most, sqrt(d2));
    }
    return most;
}

// Whether lerped keys stay within the tolerance. The two ways part most at 0.21 and 0.79 of the way
// (0.5 -+ sqrt(3) / 6, the extremes of t (1 - t) (1 - 2 t)).
static bool lerp_serves(const TaClip *clip, TaArena *scratch)
{
    static const double parts[] = {0.2113248654, 0.7886751346};
    const uint32_t joints = clip->rig->joint_count;
    const uint32_t keys = clip->timelines[clip->grid_timeline].key_count;
    Frame *straight = TA_ARENA_NEW(scratch, Frame, joints);
    Frame *arc = TA_ARENA_NEW(scratch, Frame, joints);
    bool serves = !scratch->failed;
    for (uint32_t k = 0; serves && k + 1 < keys; k++) {
        for (int p = 0; serves && p < 2; p++) {
            place_all(clip, k, parts[p], WAY_LERP, straight);
            place_all(clip, k, parts[p], WAY_SLERP, arc);
            // The fewer joints, the larger the piece of skin that each one moves.
            const double size = size_of(arc, joints), reach = size / sqrt((double)joints);
            serves = size > 0.0;  // of a single joint nothing is known of what hangs on it
            for (uint32_t j = 0; serves && j < joints; j++) {
                serves = distance(&straight[j], &arc[j], reach) <= TA_GRID_TOLERANCE * size;
            }
        }
    }
    return serves;
}

static bool has_exact_blocks(const TaClip *clip)
{
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        for (uint32_t i = 0; i < clip->bundles[b].block_count; i++) {
            if (clip->bundles[b].blocks[i].exact) {
                return true;
            }
        }
    }
    return false;
}

void ta_clip_find_columns(TaClip *clip, TaArena *scratch)
{
    const int32_t timeline = shared_timeline(clip);
    if (timeline == TA_NO_GRID) {
        return;
    }
    const uint32_t count = TA_GRID_PATHS * clip->rig->rest.group_count;
    TaKeyColumn *columns = TA_ARENA_NEW(&clip->arena, TaKeyColumn, count);
    if (columns == NULL || !fill_columns(clip, columns)) {
        return;
    }
    clip->columns = columns;
    clip->grid_timeline = (uint32_t)timeline;
    if (has_exact_blocks(clip) && !lerp_serves(clip, scratch)) {
        clip->columns = NULL;
        return;
    }
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        for (uint32_t i = 0; i < clip->bundles[b].block_count; i++) {
            clip->bundles[b].blocks[i].exact = 0;
        }
    }
}
