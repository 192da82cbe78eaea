// SPDX-License-Identifier: MIT
// Stage fused. In: for each layer the rows its clips stand between, with weights. Out: palettes,
// model matrices, on request the local pose. After: the caller.
//
// It does what the stages sampler, mixer, model and skinning do one after the other (layers.c and
// step.c are the readable form, and the tests' oracle), for four joints at a time and without
// storing a pose in between:
//
//   keys x weights of all clips       sampler, mixer: two loads and two multiply-adds a number
//   -> one local pose of four joints  mixer: layers put on top, masks, differences
//   -> four local matrices            model: rotation matrices need no unit quaternion, 2 / |q|^2
//                                            takes the place of the square root
//   -> x parent, -> x inverse bind    model, skinning: joint by joint, parents first
//
// What makes it fast: a clip costs one row lookup a frame and no search; weights are folded into
// those of the two rows; channels that no clip moves are not even loaded; everything between the
// keys and the palette stays in registers. What is not here runs in stages: inertial blends,
// performed clips. Mirrored clips, clips with root motion or exact channels, captured poses come
// in as poses that the sampler made.
#include "fused.h"

#include <stddef.h>

#include "kernel/rows.h"

// Four joints on their way from keys to a matrix.
typedef struct Group {
    TaV4 translation[3];
    TaSoaQuat rotation;
    TaV4 scale[3];
} Group;

// Inlined, the pass is fastest. The build for hosts without SIMD, which every package carries and few
// pages run, has each function once: its wasm is an eighth smaller and poses take half as long again.
#ifdef TA_SIMD_SCALAR
#define INLINE static
#else
#define INLINE static inline __attribute__((always_inline))
#endif

TaFusedSource ta_fused_clip(const TaClipRows *rows, double time, float weight)
{
    const TaRowSpan span = ta_rows_find(rows, time);
    const size_t size = rows->packed != NULL ? sizeof(int16_t) : sizeof(float);
    const char *base =
        rows->packed != NULL ? (const char *)rows->packed : (const char *)rows->values;
    return (TaFusedSource){
        .groups = rows->groups,
        .constants = rows->constants,
        .scalar_groups = rows->scalar_groups,
        .scalar_constants = rows->scalar_constants,
        .row = base + span.row * rows->stride * size,
        .next = base + span.next * rows->stride * size,
        .scale = rows->scale,
        .bias = rows->bias,
        .row_weight = weight * (1.0f - span.part),
        .next_weight = weight * span.part,
        .weight = weight,
        .differs = rows->differs,
    };
}

TaFusedSource ta_fused_pose(const TaRig *rig, const TaPose *pose, float weight)
{
    return (TaFusedSource){.groups = rig->full_groups,
                           .constants = pose->transforms,
                           .scalar_groups = rig->full_groups,
                           .scalar_constants = pose->scalars,
                           .weight = weight,
                           .differs = 7};
}

TaFusedSource ta_fused_silence(const TaRig *rig, float weight, bool over_below)
{
    TaFusedSource source = ta_fused_pose(rig, &rig->rest, weight);
    source.groups = source.scalar_groups = rig->silent_groups;
    source.over_below = over_below;
    return source;
}

// ---- keys ------------------------------------------------------------------------------------

enum { TRANSLATION, ROTATION, SCALE };
static const int COMPONENTS[TA_ROW_PATHS] = {3, 4, 3};

INLINE const float *constant_of(const TaSoaTransform *transform, int path)
{
    return path == TRANSLATION ? &transform->translation[0][0]
           : path == ROTATION  ? &transform->rotation[0][0]
                               : &transform->scale[0][0];
}

static const uint32_t ALL_DIFFER = TA_ROW_TRANSLATION | TA_ROW_ROTATION | TA_ROW_SCALE;

// What the sources of a layer are known to be, to the compiler too.
typedef enum Format { ANY, FLOATS } Format;

// The components of one path of a source, times its weight.
INLINE void weighted_path(const TaFusedSource *source, const TaRowGroup *at, int path,
                          const float *constant, int count, Format format, TaV4 *out)
{
    if ((at->moves >> path & 1) == 0) {
        const TaV4 w = ta_v4_load_splat(&source->weight);
        for (int c = 0; c < count; c++) {
            out[c] = ta_v4_mul(ta_v4_load(constant + 4 * c), w);
        }
        return;
    }
    // Pointers to the first component: the others are at constant distances, which loads take in.
    const TaV4 w0 = ta_v4_load_splat(&source->row_weight);
    const TaV4 w1 = ta_v4_load_splat(&source->next_weight);
    if (format == FLOATS || source->scale == NULL) {
        const float *row = (const float *)source->row + at->offset[path];
        const float *next = (const float *)source->next + at->offset[path];
        for (int c = 0; c < count; c++) {
            out[c] =
                ta_v4_madd(ta_v4_load(next + 4 * c), w1, ta_v4_mul(ta_v4_load(row + 4 * c), w0));
        }
        return;
    }
    const int16_t *row = (const int16_t *)source->row + at->offset[path];
    const int16_t *next = (const int16_t *)source->next + at->offset[path];
    const float *scale = source->scale + at->offset[path];
    const float *bias = source->bias + at->offset[path];
    for (int c = 0; c < count; c++) {
        const TaV4 sum = ta_v4_madd(ta_v4_load_int16(next + 4 * c), w1,
                                    ta_v4_mul(ta_v4_load_int16(row + 4 * c), w0));
        out[c] = ta_v4_mul(sum, ta_v4_load(scale + 4 * c));
        if (path != ROTATION) {  // rotations have no bias
            out[c] =
                ta_v4_madd(ta_v4_load(bias + 4 * c), ta_v4_load_splat(&source->weight), out[c]);
        }
    }
}

// Lanes that the source does not drive show what lies below instead.
INLINE void let_through(const TaFusedSource *source, uint32_t lanes, const TaV4 *below, int count,
                        TaV4 *out)
{
    if (source->over_below && lanes != 15) {
        const TaV4 mask = ta_v4_lanes(lanes), w = ta_v4_load_splat(&source->weight);
        for (int c = 0; c < count; c++) {
            out[c] = ta_v4_select(mask, out[c], ta_v4_mul(below[c], w));
        }
    }
}

// One path of one source for a group, times its weight. below: NULL at the bottom.
INLINE void source_path(const TaFusedSource *source, uint32_t g, int path, const TaV4 *below,
                        Format format, TaV4 *out)
{
    const TaRowGroup *at = &source->groups[g];
    weighted_path(source, at, path, constant_of(&source->constants[g], path), COMPONENTS[path],
                  format, out);
    if (below != NULL) {
        let_through(source, at->lanes[path], below, COMPONENTS[path], out);
    }
}

INLINE void sum_plain(const TaFusedSource *sources, uint32_t count, uint32_t g, int path,
                      const TaV4 *below, Format format, TaV4 *sum)
{
    source_path(&sources[0], g, path, below, format, sum);
    for (uint32_t i = 1; i < count; i++) {
        TaV4 part[3];
        source_path(&sources[i], g, path, below, format, part);
        for (int c = 0; c < 3; c++) {
            sum[c] = ta_v4_add(sum[c], part[c]);
        }
    }
}

// p on the side of the guide, added to q.
INLINE TaSoaQuat add_turned(TaSoaQuat q, TaSoaQuat p, TaSoaQuat guide)
{
    const TaV4 side = ta_v4_sign(ta_soa_quat_dot(p, guide));
    return (TaSoaQuat){ta_v4_add(q.x, ta_v4_xor(p.x, side)), ta_v4_add(q.y, ta_v4_xor(p.y, side)),
                       ta_v4_add(q.z, ta_v4_xor(p.z, side)), ta_v4_add(q.w, ta_v4_xor(p.w, side))};
}

INLINE TaSoaQuat source_rotation(const TaFusedSource *source, uint32_t g, const TaV4 *below,
                                 Format format)
{
    TaV4 q[4];
    source_path(source, g, ROTATION, below, format, q);
    return (TaSoaQuat){q[0], q[1], q[2], q[3]};
}

// Each source on the side of the first. Not unit yet.
INLINE TaSoaQuat sum_rotations(const TaFusedSource *sources, uint32_t count, uint32_t g,
                               const TaV4 *below, Format format)
{
    const TaSoaQuat guide = source_rotation(&sources[0], g, below, format);
    TaSoaQuat sum = guide;
    for (uint32_t i = 1; i < count; i++) {
        sum = add_turned(sum, source_rotation(&sources[i], g, below, format), guide);
    }
    return sum;
}

// A layer above the base.
static void sum_sources(const TaFusedLayer *layer, uint32_t g, const Group *below, Group *sum)
{
    const TaSoaQuat q = below->rotation;
    const TaV4 turned[4] = {q.x, q.y, q.z, q.w};
    const TaFusedSource *sources = layer->sources;
    const uint32_t count = layer->source_count;
    sum_plain(sources, count, g, TRANSLATION, below->translation, ANY, sum->translation);
    sum->rotation = sum_rotations(sources, count, g, turned, ANY);
    sum_plain(sources, count, g, SCALE, below->scale, ANY, sum->scale);
}

// The base layer. What no source moves away from rest is not even summed.
INLINE void sum_base(const TaFusedSource *sources, uint32_t count, const TaSoaTransform *rest,
                     uint32_t g, Format format, Group *sum)
{
    uint32_t differs = 0;
    for (uint32_t i = 0; i < count && differs != ALL_DIFFER; i++) {
        differs |= sources[i].groups[g].differs;
    }
    if ((differs & TA_ROW_TRANSLATION) != 0) {
        sum_plain(sources, count, g, TRANSLATION, NULL, format, sum->translation);
    } else {
        for (int c = 0; c < 3; c++) {
            sum->translation[c] = ta_v4_load(rest[g].translation[c]);
        }
    }
    sum->rotation = sum_rotations(sources, count, g, NULL, format);
    if ((differs & TA_ROW_SCALE) != 0) {
        sum_plain(sources, count, g, SCALE, NULL, format, sum->scale);
    } else {
        for (int c = 0; c < 3; c++) {
            sum->scale[c] = ta_v4_load(rest[g].scale[c]);
        }
    }
}

// Not inlined: the sum goes through memory, and the code is there once.
static __attribute__((noinline)) void sum_floats(const TaFusedSource *sources, uint32_t count,
                                                 const TaSoaTransform *rest, uint32_t g, Group *sum)
{
    if (count == 1) {  // most characters, most of the time
        sum_base(sources, 1, rest, g, FLOATS, sum);
    } else {
        sum_base(sources, count, rest, g, FLOATS, sum);
    }
}

static __attribute__((noinline)) void sum_any(const TaFusedSource *sources, uint32_t count,
                                              const TaSoaTransform *rest, uint32_t g, Group *sum)
{
    sum_base(sources, count, rest, g, ANY, sum);
}

// ---- layers ----------------------------------------------------------------------------------

// A source minus its reference, as mixer.c has it, times the source's weight.
INLINE void weighted_difference(const TaFusedSource *source, const TaFusedSource *reference,
                                uint32_t g, Format format, Group *out)
{
    const TaV4 zero = ta_v4_splat(0.0f), one = ta_v4_splat(1.0f);
    const TaV4 w = ta_v4_load_splat(&source->weight);
    Group from;
    source_path(reference, g, TRANSLATION, NULL, format, from.translation);
    source_path(source, g, TRANSLATION, NULL, format, out->translation);
    source_path(reference, g, SCALE, NULL, format, from.scale);
    source_path(source, g, SCALE, NULL, format, out->scale);
    from.rotation = source_rotation(reference, g, NULL, format);
    out->rotation = source_rotation(source, g, NULL, format);
    for (int c = 0; c < 3; c++) {
        out->translation[c] = ta_v4_sub(out->translation[c], ta_v4_mul(from.translation[c], w));
        const TaV4 scale = from.scale[c];
        const TaV4 flat = ta_v4_less(ta_v4_mul(scale, scale), ta_v4_splat(1e-12f));
        const TaV4 ratio = ta_v4_div(out->scale[c], ta_v4_select(flat, one, scale));
        out->scale[c] = ta_v4_select(flat, w, ratio);
    }
    // The difference is made unit later, so the reference need not be here.
    TaSoaQuat r = from.rotation;
    r = (TaSoaQuat){ta_v4_sub(zero, r.x), ta_v4_sub(zero, r.y), ta_v4_sub(zero, r.z), r.w};
    const TaSoaQuat q = ta_soa_quat_multiply(r, out->rotation);
    const TaV4 side = ta_v4_sign(q.w);  // of the identity
    out->rotation = (TaSoaQuat){ta_v4_xor(q.x, side), ta_v4_xor(q.y, side), ta_v4_xor(q.z, side),
                                ta_v4_xor(q.w, side)};
}

INLINE void sum_differences(const TaFusedLayer *layer, uint32_t g, Format format, Group *sum)
{
    TaSoaQuat guide = {0};
    for (uint32_t i = 0; i < layer->source_count; i++) {
        Group part;
        weighted_difference(&layer->sources[i], &layer->references[i], g, format, &part);
        if (i == 0) {
            *sum = part;
            guide = part.rotation;
            continue;
        }
        sum->rotation = add_turned(sum->rotation, part.rotation, guide);
        for (int c = 0; c < 3; c++) {
            sum->translation[c] = ta_v4_add(sum->translation[c], part.translation[c]);
            sum->scale[c] = ta_v4_add(sum->scale[c], part.scale[c]);
        }
    }
}

// below + (above - below) x w, rotations the shorter way.
INLINE void put_over(const Group *above, TaV4 w, Group *below)
{
    const TaV4 rest = ta_v4_sub(ta_v4_splat(1.0f), w);
    for (int c = 0; c < 3; c++) {
        below->translation[c] =
            ta_v4_madd(above->translation[c], w, ta_v4_mul(below->translation[c], rest));
        below->scale[c] = ta_v4_madd(above->scale[c], w, ta_v4_mul(below->scale[c], rest));
    }
    below->rotation = ta_soa_quat_nlerp(below->rotation, ta_soa_quat_normalize(above->rotation), w);
}

// Rotations of `below` need not be unit here: a product keeps its length, and nothing adds to it.
INLINE void put_difference(const Group *difference, TaV4 w, Group *below)
{
    const TaV4 zero = ta_v4_splat(0.0f), one = ta_v4_splat(1.0f);
    const TaSoaQuat identity = {zero, zero, zero, one};
    for (int c = 0; c < 3; c++) {
        below->translation[c] = ta_v4_madd(difference->translation[c], w, below->translation[c]);
        const TaV4 grown = ta_v4_madd(ta_v4_sub(difference->scale[c], one), w, one);
        below->scale[c] = ta_v4_mul(below->scale[c], grown);
    }
    // On the side of the identity already, and no longer than it: a lerp without a last square root.
    const TaSoaQuat turn = ta_soa_quat_weighted(identity, ta_v4_sub(one, w),
                                                ta_soa_quat_normalize(difference->rotation), w);
    below->rotation = ta_soa_quat_multiply(below->rotation, turn);
}

static bool shows(const float *mask, uint32_t g)
{
    const float *m = mask + 4 * (size_t)g;
    return m[0] != 0.0f || m[1] != 0.0f || m[2] != 0.0f || m[3] != 0.0f;
}

static __attribute__((noinline)) void put_layers(const TaFusedWork *work, uint32_t g, Group *group)
{
    bool unit = false;
    for (uint32_t l = 1; l < work->layer_count; l++) {
        const TaFusedLayer *layer = &work->layers[l];
        if (layer->joints != NULL && !shows(layer->joints, g)) {
            continue;
        }
        TaV4 w = ta_v4_splat(layer->weight);
        if (layer->joints != NULL) {
            w = ta_v4_mul(w, ta_v4_load(layer->joints + 4 * (size_t)g));
        }
        Group above;
        if (layer->additive) {
            if (layer->references != NULL) {
                sum_differences(layer, g, ANY, &above);
            } else {
                const Group lower = *group;
                sum_sources(layer, g, &lower, &above);
            }
            put_difference(&above, w, group);
        } else {
            if (!unit) {
                group->rotation = ta_soa_quat_normalize(group->rotation);
            }
            const Group lower = *group;  // a copy to look at, lest the group itself lives in memory
            sum_sources(layer, g, &lower, &above);
            put_over(&above, w, group);
        }
        unit = !layer->additive;
    }
}

// ---- matrices --------------------------------------------------------------------------------

// Element e of joint l at out[e][l], columns without the last row. Rotations of any length; one too
// short to have a direction is the identity.
INLINE void compose(const Group *group, bool scaled, float out[12][4])
{
    const TaSoaQuat q = group->rotation;
    const TaV4 one = ta_v4_splat(1.0f), length2 = ta_soa_quat_dot(q, q);
    const TaV4 usable = ta_v4_less(ta_v4_splat(1e-12f), length2);
    const TaV4 f =
        ta_v4_and(usable, ta_v4_div(ta_v4_splat(2.0f), ta_v4_select(usable, length2, one)));
    const TaV4 fx = ta_v4_mul(q.x, f), fy = ta_v4_mul(q.y, f), fz = ta_v4_mul(q.z, f);
    const TaV4 xx = ta_v4_mul(q.x, fx), yy = ta_v4_mul(q.y, fy), zz = ta_v4_mul(q.z, fz);
    const TaV4 xy = ta_v4_mul(q.x, fy), xz = ta_v4_mul(q.x, fz), yz = ta_v4_mul(q.y, fz);
    const TaV4 wx = ta_v4_mul(q.w, fx), wy = ta_v4_mul(q.w, fy), wz = ta_v4_mul(q.w, fz);
    const TaV4 m[9] = {
        ta_v4_sub(one, ta_v4_add(yy, zz)), ta_v4_add(xy, wz), ta_v4_sub(xz, wy), ta_v4_sub(xy, wz),
        ta_v4_sub(one, ta_v4_add(xx, zz)), ta_v4_add(yz, wx), ta_v4_add(xz, wy), ta_v4_sub(yz, wx),
        ta_v4_sub(one, ta_v4_add(xx, yy))};
    for (int e = 0; e < 9; e++) {
        ta_v4_store(out[e], scaled ? ta_v4_mul(m[e], group->scale[e / 3]) : m[e]);
    }
    for (int c = 0; c < 3; c++) {
        ta_v4_store(out[9 + c], group->translation[c]);
    }
}

typedef struct Matrix {
    TaV4 column[4];
} Matrix;

INLINE Matrix attach(const float *parent, float local[12][4], uint32_t l)
{
    const TaV4 p0 = ta_v4_load(parent), p1 = ta_v4_load(parent + 4), p2 = ta_v4_load(parent + 8);
    Matrix out;
    for (int c = 0; c < 4; c++) {
        TaV4 sum = ta_v4_mul(p0, ta_v4_load_splat(&local[3 * c][l]));
        sum = ta_v4_madd(p1, ta_v4_load_splat(&local[3 * c + 1][l]), sum);
        out.column[c] = ta_v4_madd(p2, ta_v4_load_splat(&local[3 * c + 2][l]), sum);
    }
    out.column[3] = ta_v4_add(out.column[3], ta_v4_load(parent + 12));
    return out;
}

INLINE void write_palette_row(const Matrix *m, const float *inverse_bind, float *out)
{
    for (int c = 0; c < 4; c++) {
        const float *b = inverse_bind + 4 * c;
        TaV4 sum = ta_v4_mul(m->column[0], ta_v4_load_splat(b));
        sum = ta_v4_madd(m->column[1], ta_v4_load_splat(b + 1), sum);
        sum = ta_v4_madd(m->column[2], ta_v4_load_splat(b + 2), sum);
        ta_v4_store(out + 4 * c, c == 3 ? ta_v4_add(sum, m->column[3]) : sum);
    }
}

// Where matrices come from and go to, by value: stores through one pointer would make the compiler
// fetch the others again.
typedef struct Matrices {
    const int32_t *parents;
    uint32_t joint_count;
    float *model;
    float *const *palettes;
    float *palette;           // the first of them: most rigs have one
    const TaPaletteRow *row;  // the next to be written
} Matrices;

// One joint: its model matrix, and the palette rows that follow it.
INLINE void write_joint(Matrices *to, uint32_t slot, float local[12][4], uint32_t lane)
{
    // A root's parent is -1: the identity lies in front of the first matrix.
    const Matrix m = attach(to->model + 16 * (ptrdiff_t)to->parents[slot], local, lane);
    float *out = to->model + 16 * (size_t)slot;
    for (int c = 0; c < 4; c++) {
        ta_v4_store(out + 4 * c, m.column[c]);
    }
    for (; to->row->slot == slot; to->row++) {
        float *palette = to->row->skin == 0 ? to->palette : to->palettes[to->row->skin];
        write_palette_row(&m, to->row->inverse_bind, palette + 16 * (size_t)to->row->joint);
    }
}

// Four joints; unrolled, so that where their numbers lie in `local` is known to the compiler.
INLINE void write_joints(Matrices *to, uint32_t g, float local[12][4])
{
    const uint32_t first = 4 * g, left = to->joint_count - first;
    write_joint(to, first, local, 0);
    if (left > 1) {
        write_joint(to, first + 1, local, 1);
    }
    if (left > 2) {
        write_joint(to, first + 2, local, 2);
    }
    if (left > 3) {
        write_joint(to, first + 3, local, 3);
    }
}

INLINE void write_local(const Group *group, TaSoaTransform *out)
{
    ta_soa_quat_store(&out->rotation[0][0], ta_soa_quat_normalize(group->rotation));
    for (int c = 0; c < 3; c++) {
        ta_v4_store(out->translation[c], group->translation[c]);
        ta_v4_store(out->scale[c], group->scale[c]);
    }
}

// ---- scalars ---------------------------------------------------------------------------------

static TaV4 sum_scalars(const TaFusedSource *sources, uint32_t count, uint32_t g, const TaV4 *below)
{
    TaV4 sum = ta_v4_splat(0.0f), part;
    for (uint32_t i = 0; i < count; i++) {
        const TaRowGroup *at = &sources[i].scalar_groups[g];
        weighted_path(&sources[i], at, 0, sources[i].scalar_constants + 4 * (size_t)g, 1, ANY,
                      &part);
        if (below != NULL) {
            let_through(&sources[i], at->lanes[0], below, 1, &part);
        }
        sum = ta_v4_add(sum, part);
    }
    return sum;
}

static void write_scalars(const TaFusedWork *work)
{
    for (uint32_t g = 0; g < work->rig->rest.scalar_group_count; g++) {
        TaV4 value = sum_scalars(work->layers[0].sources, work->layers[0].source_count, g, NULL);
        for (uint32_t l = 1; l < work->layer_count; l++) {
            const TaFusedLayer *layer = &work->layers[l];
            TaV4 w = ta_v4_splat(layer->weight);
            if (layer->scalars != NULL) {
                w = ta_v4_mul(w, ta_v4_load(layer->scalars + 4 * (size_t)g));
            }
            TaV4 above = sum_scalars(layer->sources, layer->source_count, g,
                                     layer->additive ? NULL : &value);
            if (layer->additive && layer->references != NULL) {
                for (uint32_t i = 0; i < layer->source_count; i++) {
                    const TaV4 from = sum_scalars(&layer->references[i], 1, g, NULL);
                    above = ta_v4_sub(above,
                                      ta_v4_mul(from, ta_v4_load_splat(&layer->sources[i].weight)));
                }
            }
            const TaV4 kept =
                layer->additive ? value : ta_v4_mul(value, ta_v4_sub(ta_v4_splat(1.0f), w));
            value = ta_v4_madd(above, w, kept);
        }
        ta_v4_store(work->local->scalars + 4 * (size_t)g, value);
    }
}

// ---- the pass --------------------------------------------------------------------------------

// Whether any source scales a joint; if none does, scales are not looked at.
static bool any_scale(const TaFusedWork *work)
{
    bool scaled = !work->rig->plain_scale;
    for (uint32_t l = 0; l < work->layer_count; l++) {
        for (uint32_t i = 0; i < work->layers[l].source_count; i++) {
            scaled = scaled || (work->layers[l].sources[i].differs & TA_ROW_SCALE) != 0;
        }
    }
    return scaled;
}

static bool all_floats(const TaFusedLayer *layer)
{
    bool floats = true;
    for (uint32_t i = 0; i < layer->source_count; i++) {
        floats = floats && layer->sources[i].scale == NULL;
    }
    return floats;
}

void ta_fused_run(const TaFusedWork *work)
{
    const TaFusedLayer *base = &work->layers[0];
    const TaSoaTransform *rest = work->rig->rest.transforms;
    const uint32_t group_count = work->rig->rest.group_count;
    const bool floats = all_floats(base), layered = work->layer_count > 1;
    const bool scaled = any_scale(work);
    TaSoaTransform *kept = work->wants_local ? work->local->transforms : NULL;
    Matrices to = {
        work->rig->parent_slots, work->rig->joint_count, work->model, work->palettes, NULL,
        work->rig->palette_rows};
    to.palette = work->rig->skin_count > 0 ? work->palettes[0] : NULL;
    for (uint32_t g = 0; g < group_count; g++) {
        float local[12][4];
        Group group;
        if (floats) {
            sum_floats(base->sources, base->source_count, rest, g, &group);
        } else {
            sum_any(base->sources, base->source_count, rest, g, &group);
        }
        if (layered) {
            put_layers(work, g, &group);
        }
        if (kept != NULL) {
            write_local(&group, &kept[g]);
        }
        compose(&group, scaled, local);
        write_joints(&to, g, local);
    }
    write_scalars(work);
}
