// SPDX-License-Identifier: MIT
// In: samples of whole poses, which channels they serve. Out: rows of the channels that move, in
// floats or in 16 bits; the rest as constants; the bundles that are left.
#include "kernel/rows_pack.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
static const TaPath JOINT_PATHS[TA_ROW_PATHS] = {TA_PATH_TRANSLATION, TA_PATH_ROTATION,
                                                 TA_PATH_SCALE};
enum { PACKED_MOST = 32767 };

// One path of four joints (or four scalars) in all samples.
typedef struct Column {
    TaPath path;
    uint32_t group;
    uint32_t floats;
    size_t at;  // in a sample
    const float *rest;
    uint8_t lanes;  // served, padding included
    bool moves;
    bool differs;  // from the rest pose
} Column;

static Column column_of(const TaRowsSource *source, TaPath path, uint32_t group)
{
    const TaRig *rig = source->rig;
    const TaPose first = ta_rows_whole_pose(source, source->samples);
    const uint32_t count = path == TA_PATH_SCALAR ? rig->scalar_count : rig->joint_count;
    Column column = {.path = path, .group = group, .floats = 4 * ta_path_components(path)};
    column.at = (size_t)(ta_rows_whole_path(&first, path, group) - source->samples);
    column.rest = ta_rows_whole_path(&rig->rest, path, group);
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint32_t slot = 4 * group + lane;
        const bool served = slot < count && source->served[ta_rows_channel(source, path, slot)];
        column.lanes = (uint8_t)(column.lanes | (served || slot >= count ? 1u << lane : 0u));
        for (uint32_t row = 0; row < source->count && served; row++) {
            const float *value = source->samples + row * (size_t)source->width + column.at;
            for (uint32_t i = lane; i < column.floats; i += 4) {
                column.moves = column.moves || value[i] != source->samples[column.at + i];
                column.differs = column.differs || value[i] != column.rest[i];
            }
        }
    }
    return column;
}

// What an element of a row holds: the sample, or the rest pose in lanes that are not served.
static float value_at(const TaRowsSource *source, const Column *column, uint32_t row, uint32_t i)
{
    return (column->lanes >> (i % 4) & 1) != 0
               ? source->samples[row * (size_t)source->width + column->at + i]
               : column->rest[i];
}

static void write_constant(const TaRowsSource *source, const Column *column, float *out)
{
    for (uint32_t i = 0; i < column->floats; i++) {
        out[i] = value_at(source, column, 0, i);
    }
}

// ---- rows ------------------------------------------------------------------------------------

static void write_floats(const TaRowsSource *source, const Column *column, uint32_t stride,
                         float *rows)
{
    for (uint32_t row = 0; row < source->count; row++) {
        for (uint32_t i = 0; i < column->floats; i++) {
            rows[row * (size_t)stride + i] = value_at(source, column, row, i);
        }
    }
}

// The range of each channel over 65535 steps; rotations over -1..1, without a bias of their own.
static void write_packed(const TaRowsSource *source, const Column *column, uint32_t stride,
                         int16_t *rows, float *scale, float *bias)
{
    for (uint32_t i = 0; i < column->floats; i++) {
        double low = -1.0, high = 1.0;
        for (uint32_t row = 0; row < source->count && column->path != TA_PATH_ROTATION; row++) {
            const double value = (double)value_at(source, column, row, i);
            low = row == 0 ? value : fmin(low, value);
            high = row == 0 ? value : fmax(high, value);
        }
        bias[i] = (float)(0.5 * (low + high));
        scale[i] = (float)(0.5 * (high - low) / PACKED_MOST);
        for (uint32_t row = 0; row < source->count; row++) {
            const double value = (double)value_at(source, column, row, i) - (double)bias[i];
            const double steps = scale[i] > 0.0f ? floor(value / (double)scale[i] + 0.5) : 0.0;
            rows[row * (size_t)stride + i] = (int16_t)fmin(fmax(steps, -PACKED_MOST), PACKED_MOST);
        }
    }
}

typedef struct Layout {
    TaRowGroup *groups, *scalar_groups;
    TaSoaTransform *constants;
    float *scalar_constants;
    uint32_t stride;
    uint8_t differs;
} Layout;

static void place(const Column *column, uint32_t path_index, Layout *layout, TaRowGroup *group)
{
    group->lanes[path_index] = column->lanes;
    group->differs = (uint8_t)(group->differs | (column->differs ? 1u << path_index : 0u));
    group->offset[path_index] = layout->stride;
    if (column->moves) {
        group->moves = (uint8_t)(group->moves | 1u << path_index);
        layout->stride += column->floats;
    }
}

static void lay_out(const TaRowsSource *source, Layout *layout)
{
    const TaPose constants = {layout->constants, layout->scalar_constants, 0, 0};
    for (uint32_t g = 0; g < source->rig->rest.group_count; g++) {
        for (uint32_t p = 0; p < TA_ROW_PATHS; p++) {
            const Column column = column_of(source, JOINT_PATHS[p], g);
            write_constant(source, &column, ta_rows_whole_path(&constants, JOINT_PATHS[p], g));
            place(&column, p, layout, &layout->groups[g]);
        }
        layout->differs = (uint8_t)(layout->differs | layout->groups[g].differs);
    }
    for (uint32_t g = 0; g < source->rig->rest.scalar_group_count; g++) {
        const Column column = column_of(source, TA_PATH_SCALAR, g);
        write_constant(source, &column, layout->scalar_constants + 4 * (size_t)g);
        place(&column, 0, layout, &layout->scalar_groups[g]);
    }
}

typedef struct Target {
    float *values;
    int16_t *packed;
    float *scale, *bias;
    uint32_t stride;
} Target;

static void write_column(const TaRowsSource *source, const Target *target, TaPath path,
                         uint32_t group, bool moves, uint32_t *offset)
{
    if (!moves) {
        return;
    }
    TA_ASSERT(target->packed != NULL || target->values != NULL);
    const Column column = column_of(source, path, group);
    if (target->packed == NULL) {
        write_floats(source, &column, target->stride, target->values + *offset);
    } else {
        write_packed(source, &column, target->stride, target->packed + *offset,
                     target->scale + *offset, target->bias + *offset);
    }
    *offset += column.floats;
}

static bool build_rows(const TaRowsSource *source, bool packed, TaArena *arena, TaClipRows *rows)
{
    const TaPose *rest = &source->rig->rest;
    Layout layout = {
        .groups = TA_ARENA_NEW(arena, TaRowGroup, rest->group_count),
        .scalar_groups = TA_ARENA_NEW(arena, TaRowGroup, rest->scalar_group_count),
        .constants = TA_ARENA_NEW(arena, TaSoaTransform, rest->group_count),
        .scalar_constants = TA_ARENA_NEW(arena, float, 4 * (size_t)rest->scalar_group_count),
    };
    if (arena->failed) {
        return false;
    }
    lay_out(source, &layout);
    const uint32_t count = layout.stride > 0 ? source->count : 1;
    const size_t elements = (size_t)count * layout.stride;
    Target target = {.stride = layout.stride};
    if (packed) {
        target.packed = TA_ARENA_NEW(arena, int16_t, elements);
        target.scale = TA_ARENA_NEW(arena, float, layout.stride);
        target.bias = TA_ARENA_NEW(arena, float, layout.stride);
    } else {
        target.values = TA_ARENA_NEW(arena, float, elements);
    }
    if (arena->failed) {
        return false;
    }
    uint32_t offset = 0;
    for (uint32_t g = 0; g < rest->group_count; g++) {
        for (uint32_t p = 0; p < TA_ROW_PATHS; p++) {
            write_column(source, &target, JOINT_PATHS[p], g, (layout.groups[g].moves >> p & 1) != 0,
                         &offset);
        }
    }
    for (uint32_t g = 0; g < rest->scalar_group_count; g++) {
        write_column(source, &target, TA_PATH_SCALAR, g, layout.scalar_groups[g].moves != 0,
                     &offset);
    }
    *rows = (TaClipRows){.count = count,
                         .stride = layout.stride,
                         .start = source->start,
                         .rate = source->rate,
                         .values = target.values,
                         .packed = target.packed,
                         .scale = target.scale,
                         .bias = target.bias,
                         .differs = layout.differs,
                         .groups = layout.groups,
                         .constants = layout.constants,
                         .scalar_groups = layout.scalar_groups,
                         .scalar_constants = layout.scalar_constants};
    return true;
}

// ---- what is left ----------------------------------------------------------------------------

// Lanes of a block that drive a channel the rows do not serve.
static uint8_t lanes_left(const TaRowsSource *source, const TaClipBlock *block)
{
    const TaRig *rig = source->rig;
    const uint32_t count = block->path == TA_PATH_SCALAR ? rig->scalar_count : rig->joint_count;
    uint8_t lanes = 0;
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint32_t slot = 4u * block->group + lane;
        if (slot < count && (block->lanes >> lane & 1) != 0 &&
            !source->served[ta_rows_channel(source, (TaPath)block->path, slot)]) {
            lanes = (uint8_t)(lanes | 1u << lane);
        }
    }
    return lanes;
}

static void copy_bundle(const TaRowsSource *source, const TaClipBundle *from, uint32_t key_count,
                        TaArena *arena, TaClipBundle *to)
{
    const uint32_t parts = from->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    TaClipBlock *blocks = TA_ARENA_NEW(arena, TaClipBlock, from->block_count);
    float *rows = TA_ARENA_NEW(arena, float, (size_t)key_count * from->row_stride);
    *to = (TaClipBundle){.timeline = from->timeline, .interpolation = from->interpolation};
    if (arena->failed) {
        return;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {  // first the width of a row, then the rows
        uint32_t read = 0, written = 0;
        for (uint32_t b = 0; b < from->block_count; b++) {
            const TaClipBlock *block = &from->blocks[b];
            const uint32_t floats = parts * 4 * ta_path_components((TaPath)block->path);
            const uint8_t lanes = lanes_left(source, block);
            if (lanes != 0 && pass == 0) {
                blocks[to->block_count] = *block;
                blocks[to->block_count++].lanes = lanes;
                to->row_stride += floats;
            }
            for (uint32_t k = 0; k < key_count && lanes != 0 && pass == 1; k++) {
                memcpy(rows + (size_t)k * to->row_stride + written,
                       from->rows + (size_t)k * from->row_stride + read, floats * sizeof(float));
            }
            written += lanes != 0 ? floats : 0;
            read += floats;
        }
    }
    to->blocks = blocks;
    to->rows = rows;
}

static void copy_bundles(const TaRowsSource *source, const TaClip *from, TaClip *to)
{
    TaArena *arena = &to->arena;
    TaClipBundle *bundles = TA_ARENA_NEW(arena, TaClipBundle, from->bundle_count);
    TaTimeline *timelines = TA_ARENA_NEW(arena, TaTimeline, from->timeline_count);
    for (uint32_t b = 0; b < from->bundle_count && !arena->failed; b++) {
        const TaClipBundle *bundle = &from->bundles[b];
        bool left = false;
        for (uint32_t i = 0; i < bundle->block_count; i++) {
            left = left || lanes_left(source, &bundle->blocks[i]) != 0;
        }
        if (!left) {
            continue;
        }
        const TaTimeline *timeline = &from->timelines[bundle->timeline];
        float *times = TA_ARENA_NEW(arena, float, timeline->key_count);
        if (times != NULL) {
            memcpy(times, timeline->times, timeline->key_count * sizeof(float));
            timelines[bundle->timeline] = *timeline;
            timelines[bundle->timeline].times = times;
            copy_bundle(source, bundle, timeline->key_count, arena, &bundles[to->bundle_count++]);
        }
    }
    to->bundles = bundles;
    to->timelines = timelines;
    to->timeline_count = to->bundle_count > 0 ? from->timeline_count : 0;
}

bool ta_rows_pack(const TaRowsSource *source, const TaClip *from, bool packed, TaClip *made)
{
    *made = *from;
    made->arena = (TaArena){0};
    made->bundle_count = 0;
    made->name = ta_arena_text(&made->arena, from->name, strlen(from->name));
    TaClipMark *marks = TA_ARENA_NEW(&made->arena, TaClipMark, from->mark_count);
    if (made->arena.failed || !build_rows(source, packed, &made->arena, &made->rows)) {
        return false;
    }
    if (from->mark_count > 0) {
        memcpy(marks, from->marks, from->mark_count * sizeof *marks);
    }
    made->marks = marks;
    copy_bundles(source, from, made);
    return !made->arena.failed;
}
