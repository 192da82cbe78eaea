// SPDX-License-Identifier: MIT
// Stage fused: the common case in one pass. In: clips that have columns, their times and weights.
// Out: model matrices and the palette of skin 0. It fuses the stages
//
//     sampler -> mixer -> model -> skinning
//
// which stay the readable form of the same arithmetic, serve every other case, and are what the
// tests compare this file with.
//
// Four joints are taken at a time, and nothing of them is written before their matrices are done:
//
// - A clip at a time is two rows of keys and two numbers, (1 - f) w and f w: the interpolation and
//   the weight in one. Rows are even in time, so nothing is searched (data/clip_grid.h).
// - Rotations are summed as they are: the sum's length falls out of the matrix, which divides by
//   |q|^2 once. With several clips each one's lerp is first brought to its weight's length, as the
//   mixer does it by normalising; |q| is so close to 1 between near keys that one Newton step for
//   1 / |q| from 1 is exact to 1e-5: (3 - |q|^2) / 2.
// - What no clip moves is read from the rest pose.
// - Matrices go from the lanes to their columns by load and splat; parents lie before children, so
//   a parent's matrix is there, and the palette's product follows while the matrix is in registers.
#include "fused.h"

#include "kernel/track.h"
#include "math/affine.h"

#define SHORTEST 1e-12f  // |q|^2 below this is no rotation

// A clip, ready to be read: two rows, and what each counts.
typedef struct Voice {
    const TaKeyColumn *columns;
    uint32_t key, next;
    TaV4 w0, w1;
    TaV4 half_inverse;  // 1 / (2 w^2)
} Voice;

static Voice make_voice(const TaFusedClip *clip)
{
    const TaKeySpan span = ta_timeline_find(&clip->clip->timelines[clip->clip->grid_timeline],
                                            clip->time, clip->cursor);
    const float w = clip->weight;
    return (Voice){
        .columns = clip->clip->columns,
        .key = span.key,
        .next = span.key + (span.length > 0.0f),
        .w0 = ta_v4_splat(w * (1.0f - span.alpha)),
        .w1 = ta_v4_splat(w * span.alpha),
        .half_inverse = ta_v4_splat(0.5f / (w * w)),
    };
}

static inline bool drives(const Voice *voices, uint32_t count, uint32_t column)
{
    bool driven = false;
    for (uint32_t v = 0; v < count; v++) {
        driven = driven || voices[v].columns[column].driven;
    }
    return driven;
}

// Translations or scales: the sum of all keys by their weights.
static inline void sum_plain(const Voice *voices, uint32_t count, uint32_t column, TaV4 out[3])
{
    for (uint32_t v = 0; v < count; v++) {
        const TaKeyColumn *keys = &voices[v].columns[column];
        const float *a = keys->keys + (size_t)voices[v].key * keys->stride;
        const float *b = keys->keys + (size_t)voices[v].next * keys->stride;
        for (int c = 0; c < 3; c++) {
            const TaV4 first = ta_v4_mul(ta_v4_load(a + 4 * c), voices[v].w0);
            const TaV4 value = ta_v4_madd(ta_v4_load(b + 4 * c), voices[v].w1, first);
            out[c] = v == 0 ? value : ta_v4_add(out[c], value);
        }
    }
}

static inline TaSoaQuat key_lerp(const Voice *voice, uint32_t column)
{
    const TaKeyColumn *keys = &voice->columns[column];
    const float *a = keys->keys + (size_t)voice->key * keys->stride;
    const float *b = keys->keys + (size_t)voice->next * keys->stride;
    return ta_soa_quat_weighted(ta_soa_quat_load(a), voice->w0, ta_soa_quat_load(b), voice->w1);
}

// As long as its weight, so that each clip counts with no more and no less than that.
static inline TaSoaQuat weigh(TaSoaQuat q, const Voice *voice)
{
    const TaV4 spare = ta_v4_mul(ta_soa_quat_dot(q, q), voice->half_inverse);
    return ta_soa_quat_scale(q, ta_v4_sub(ta_v4_splat(1.5f), spare));
}

static inline TaSoaQuat sum_rotations(const Voice *voices, uint32_t count, uint32_t column)
{
    TaSoaQuat guide = key_lerp(&voices[0], column);
    if (count == 1) {
        return guide;
    }
    guide = weigh(guide, &voices[0]);
    TaSoaQuat sum = guide;
    for (uint32_t v = 1; v < count; v++) {
        const TaSoaQuat q = weigh(key_lerp(&voices[v], column), &voices[v]);
        const TaV4 sign = ta_v4_sign(ta_soa_quat_dot(guide, q));
        sum.x = ta_v4_add(sum.x, ta_v4_xor(q.x, sign));
        sum.y = ta_v4_add(sum.y, ta_v4_xor(q.y, sign));
        sum.z = ta_v4_add(sum.z, ta_v4_xor(q.z, sign));
        sum.w = ta_v4_add(sum.w, ta_v4_xor(q.w, sign));
    }
    return sum;
}

// Four transforms as they are put together.
typedef struct Group {
    TaV4 translation[3];
    TaSoaQuat rotation;  // of any length
    TaV4 scale[3];
    bool scaled;  // else the scale is 1
} Group;

static inline void load_plain(const float *from, TaV4 out[3])
{
    for (int c = 0; c < 3; c++) {
        out[c] = ta_v4_load(from + 4 * c);
    }
}

static inline void blend(const TaRig *rig, const Voice *voices, uint32_t count, uint32_t g,
                         Group *out)
{
    const TaSoaTransform *rest = &rig->rest.transforms[g];
    const uint32_t first = TA_GRID_PATHS * g;
    if (drives(voices, count, first + TA_PATH_TRANSLATION)) {
        sum_plain(voices, count, first + TA_PATH_TRANSLATION, out->translation);
    } else {
        load_plain(&rest->translation[0][0], out->translation);
    }
    out->rotation = drives(voices, count, first + TA_PATH_ROTATION)
                        ? sum_rotations(voices, count, first + TA_PATH_ROTATION)
                        : ta_soa_quat_load(&rest->rotation[0][0]);
    out->scaled = true;
    if (drives(voices, count, first + TA_PATH_SCALE)) {
        sum_plain(voices, count, first + TA_PATH_SCALE, out->scale);
    } else {
        load_plain(&rest->scale[0][0], out->scale);
        out->scaled = rig->rest_scaled[g];
    }
}

// Four local matrices; element e of joint l at out[e][l], columns without the last row. The
// rotation's length divides out: R = 1 - 2 / |q|^2 (...).
static inline void compose(const Group *group, float out[12][4])
{
    const TaV4 one = ta_v4_splat(1.0f), shortest = ta_v4_splat(SHORTEST);
    const TaSoaQuat q = group->rotation;
    const TaV4 length2 = ta_soa_quat_dot(q, q);
    const TaV4 usable = ta_v4_less(shortest, length2);
    const TaV4 two = ta_v4_and(usable, ta_v4_splat(2.0f));  // no rotation: the identity
    const TaV4 s = ta_v4_div(two, ta_v4_select(usable, length2, one));
    const TaV4 x2 = ta_v4_mul(q.x, s), y2 = ta_v4_mul(q.y, s), z2 = ta_v4_mul(q.z, s);
    const TaV4 xx = ta_v4_mul(q.x, x2), yy = ta_v4_mul(q.y, y2), zz = ta_v4_mul(q.z, z2);
    const TaV4 xy = ta_v4_mul(q.x, y2), xz = ta_v4_mul(q.x, z2), yz = ta_v4_mul(q.y, z2);
    const TaV4 wx = ta_v4_mul(q.w, x2), wy = ta_v4_mul(q.w, y2), wz = ta_v4_mul(q.w, z2);
    TaV4 m[9] = {
        ta_v4_sub(one, ta_v4_add(yy, zz)), ta_v4_add(xy, wz), ta_v4_sub(xz, wy), ta_v4_sub(xy, wz),
        ta_v4_sub(one, ta_v4_add(xx, zz)), ta_v4_add(yz, wx), ta_v4_add(xz, wy), ta_v4_sub(yz, wx),
        ta_v4_sub(one, ta_v4_add(xx, yy)),
    };
    if (group->scaled) {
        for (int e = 0; e < 9; e++) {
            m[e] = ta_v4_mul(m[e], group->scale[e / 3]);
        }
    }
    for (int e = 0; e < 9; e++) {
        ta_v4_store(out[e], m[e]);
    }
    for (int c = 0; c < 3; c++) {
        ta_v4_store(out[9 + c], group->translation[c]);
    }
}

static inline TaV4 column(const TaV4 m[4], const float *x, const float *y, const float *z)
{
    TaV4 sum = ta_v4_mul(m[0], ta_v4_load_splat(x));
    sum = ta_v4_madd(m[1], ta_v4_load_splat(y), sum);
    return ta_v4_madd(m[2], ta_v4_load_splat(z), sum);
}

// Model matrix = parent x the local matrix of lane l; and the palette's = model x inverse bind.
static inline void place(const float *parent, float local[12][4], uint32_t l, float *model,
                         const float *inverse_bind, float *palette)
{
    const TaV4 p[4] = {ta_v4_load(parent), ta_v4_load(parent + 4), ta_v4_load(parent + 8),
                       ta_v4_load(parent + 12)};
    TaV4 m[4];
    for (int c = 0; c < 4; c++) {
        m[c] = column(p, &local[3 * c][l], &local[3 * c + 1][l], &local[3 * c + 2][l]);
    }
    m[3] = ta_v4_add(m[3], p[3]);
    for (int c = 0; c < 4; c++) {
        ta_v4_store(model + 4 * c, m[c]);
    }
    if (palette != NULL) {
        TaV4 s[4];
        for (int c = 0; c < 4; c++) {
            const float *b = inverse_bind + 4 * c;
            s[c] = column(m, b, b + 1, b + 2);
        }
        s[3] = ta_v4_add(s[3], m[3]);
        for (int c = 0; c < 4; c++) {
            ta_v4_store(palette + 4 * c, s[c]);
        }
    }
}

static void write_local(const Group *group, TaSoaTransform *out)
{
    const TaV4 one = ta_v4_splat(1.0f);
    ta_soa_quat_store(&out->rotation[0][0], ta_soa_quat_normalize(group->rotation));
    for (int c = 0; c < 3; c++) {
        ta_v4_store(out->translation[c], group->translation[c]);
        ta_v4_store(out->scale[c], group->scaled ? group->scale[c] : one);
    }
}

static inline void run(const TaRig *rig, const Voice *voices, uint32_t count,
                       const TaFusedOutput *out)
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (uint32_t g = 0; g < rig->rest.group_count; g++) {
        Group group;
        float local[12][4];
        blend(rig, voices, count, g, &group);
        compose(&group, local);
        if (out->local != NULL) {
            write_local(&group, &out->local->transforms[g]);
        }
        const uint32_t end = rig->joint_count < 4 * g + 4 ? rig->joint_count : 4 * g + 4;
        for (uint32_t slot = 4 * g; slot < end; slot++) {
            const int32_t parent = rig->parent_slots[slot];
            const int32_t entry = out->palette != NULL ? rig->first_skin[slot] : -1;
            const size_t offset = entry >= 0 ? 16 * (size_t)entry : 0;
            place(parent < 0 ? identity : out->model + 16 * (size_t)parent, local, slot % 4,
                  out->model + 16 * (size_t)slot,
                  entry >= 0 ? rig->skins[0].inverse_bind + offset : NULL,
                  entry >= 0 ? out->palette + offset : NULL);
        }
    }
}

void ta_fused_run(const TaRig *rig, const TaFusedClip *clips, uint32_t count,
                  const TaFusedOutput *out)
{
    Voice voices[TA_FUSED_MOST];
    for (uint32_t v = 0; v < count; v++) {
        voices[v] = make_voice(&clips[v]);
    }
    switch (count) {  // the counts of a single clip, a fade and a walk blend: loops unrolled
    case 1: run(rig, voices, 1, out); break;
    case 2: run(rig, voices, 2, out); break;
    default: run(rig, voices, count, out); break;
    }
}
