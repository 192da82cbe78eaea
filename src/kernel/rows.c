// SPDX-License-Identifier: MIT
// In: the rows of a clip and a time. Out: two rows and a part of the way; the pose there. This is
// the plain form of what fused.c does in registers.
#include "kernel/rows.h"

TaRowSpan ta_rows_find(const TaClipRows *rows, double time)
{
    const double place = (time - rows->start) * rows->rate;
    const uint32_t last = rows->count - 1;
    if (!(place > 0.0) || last == 0) {
        return (TaRowSpan){0, last > 0 ? 1 : 0, 0.0f};
    }
    if (place >= last) {
        return (TaRowSpan){last - 1, last, 1.0f};
    }
    const uint32_t row = (uint32_t)place;
    return (TaRowSpan){row, row + 1, (float)(place - row)};
}

static TaV4 element(const TaClipRows *rows, uint32_t row, size_t offset)
{
    const size_t at = (size_t)row * rows->stride + offset;
    if (rows->values != NULL) {
        return ta_v4_load(rows->values + at);
    }
    return ta_v4_madd(ta_v4_load_int16(rows->packed + at), ta_v4_load(rows->scale + offset),
                      ta_v4_load(rows->bias + offset));
}

// Components of one path: from the rows, or from the constants.
static void sample_path(const TaClipRows *rows, TaRowSpan span, const TaRowGroup *at, uint32_t path,
                        const float *constant, uint32_t components, float *out)
{
    const uint32_t offset = at->offset[path];
    const TaV4 part = ta_v4_splat(span.part);
    const TaV4 rest = ta_v4_sub(ta_v4_splat(1.0f), part);
    const TaV4 mask = ta_v4_lanes(at->lanes[path]);
    for (uint32_t c = 0; c < components; c++) {
        TaV4 value = ta_v4_load(constant + 4 * c);
        if ((at->moves >> path & 1) != 0) {
            value = ta_v4_madd(element(rows, span.next, offset + 4 * c), part,
                               ta_v4_mul(element(rows, span.row, offset + 4 * c), rest));
        }
        ta_v4_store(out + 4 * c, ta_v4_select(mask, value, ta_v4_load(out + 4 * c)));
    }
}

void ta_rows_sample_group(const TaClipRows *rows, uint32_t group, TaRowSpan span,
                          TaSoaTransform *out)
{
    const TaRowGroup *at = &rows->groups[group];
    const TaSoaTransform *constant = &rows->constants[group];
    sample_path(rows, span, at, 0, &constant->translation[0][0], 3, &out->translation[0][0]);
    sample_path(rows, span, at, 1, &constant->rotation[0][0], 4, &out->rotation[0][0]);
    sample_path(rows, span, at, 2, &constant->scale[0][0], 3, &out->scale[0][0]);
}

void ta_rows_sample(const TaClipRows *rows, TaRowSpan span, TaPose *pose)
{
    for (uint32_t g = 0; g < pose->group_count; g++) {
        ta_rows_sample_group(rows, g, span, &pose->transforms[g]);
    }
    for (uint32_t g = 0; g < pose->scalar_group_count; g++) {
        sample_path(rows, span, &rows->scalar_groups[g], 0, rows->scalar_constants + 4 * (size_t)g,
                    1, pose->scalars + 4 * (size_t)g);
    }
}
