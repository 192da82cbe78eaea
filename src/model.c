// SPDX-License-Identifier: MIT
// Stage model. In: the mixed local pose. Out: joint matrices relative to the model.
// Before: mixer. After: skinning. Matrices are translation x rotation x scale, parents first.
#include "model.h"

#include "math/affine.h"

// Composes four local matrices; element e of joint l lies at out[e][l], columns without the last row.
static void compose_group(const TaSoaTransform *t, float out[12][4])
{
    const TaV4 one = ta_v4_splat(1.0f);
    const TaSoaQuat q = ta_soa_quat_load(&t->rotation[0][0]);
    const TaV4 x2 = ta_v4_add(q.x, q.x), y2 = ta_v4_add(q.y, q.y), z2 = ta_v4_add(q.z, q.z);
    const TaV4 xx = ta_v4_mul(q.x, x2), yy = ta_v4_mul(q.y, y2), zz = ta_v4_mul(q.z, z2);
    const TaV4 xy = ta_v4_mul(q.x, y2), xz = ta_v4_mul(q.x, z2), yz = ta_v4_mul(q.y, z2);
    const TaV4 wx = ta_v4_mul(q.w, x2), wy = ta_v4_mul(q.w, y2), wz = ta_v4_mul(q.w, z2);
    const TaV4 sx = ta_v4_load(t->scale[0]), sy = ta_v4_load(t->scale[1]);
    const TaV4 sz = ta_v4_load(t->scale[2]);
    ta_v4_store(out[0], ta_v4_mul(ta_v4_sub(one, ta_v4_add(yy, zz)), sx));
    ta_v4_store(out[1], ta_v4_mul(ta_v4_add(xy, wz), sx));
    ta_v4_store(out[2], ta_v4_mul(ta_v4_sub(xz, wy), sx));
    ta_v4_store(out[3], ta_v4_mul(ta_v4_sub(xy, wz), sy));
    ta_v4_store(out[4], ta_v4_mul(ta_v4_sub(one, ta_v4_add(xx, zz)), sy));
    ta_v4_store(out[5], ta_v4_mul(ta_v4_add(yz, wx), sy));
    ta_v4_store(out[6], ta_v4_mul(ta_v4_add(xz, wy), sz));
    ta_v4_store(out[7], ta_v4_mul(ta_v4_sub(yz, wx), sz));
    ta_v4_store(out[8], ta_v4_mul(ta_v4_sub(one, ta_v4_add(xx, yy)), sz));
    ta_v4_store(out[9], ta_v4_load(t->translation[0]));
    ta_v4_store(out[10], ta_v4_load(t->translation[1]));
    ta_v4_store(out[11], ta_v4_load(t->translation[2]));
}

// out = parent x the local matrix in lane l.
static void attach(const float *parent, float local[12][4], uint32_t l, float *out)
{
    const TaV4 p0 = ta_v4_load(parent), p1 = ta_v4_load(parent + 4), p2 = ta_v4_load(parent + 8);
    const TaV4 p3 = ta_v4_load(parent + 12);
    for (uint32_t column = 0; column < 4; column++) {
        TaV4 sum = ta_v4_mul(p0, ta_v4_load_splat(&local[3 * column][l]));
        sum = ta_v4_madd(p1, ta_v4_load_splat(&local[3 * column + 1][l]), sum);
        sum = ta_v4_madd(p2, ta_v4_load_splat(&local[3 * column + 2][l]), sum);
        ta_v4_store(out + 4 * column, column == 3 ? ta_v4_add(sum, p3) : sum);
    }
}

static void place_root(float local[12][4], uint32_t l, float *out)
{
    for (uint32_t column = 0; column < 4; column++) {
        out[4 * column] = local[3 * column][l];
        out[4 * column + 1] = local[3 * column + 1][l];
        out[4 * column + 2] = local[3 * column + 2][l];
        out[4 * column + 3] = column == 3 ? 1.0f : 0.0f;
    }
}

void ta_model_run(const TaRig *rig, const TaPose *local, float *out)
{
    float composed[12][4];
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        const uint32_t lane = slot % 4;
        if (lane == 0) {
            compose_group(&local->transforms[slot / 4], composed);
        }
        const int32_t parent = rig->parent_slots[slot];
        if (parent < 0) {
            place_root(composed, lane, out + 16 * (size_t)slot);
        } else {
            attach(out + 16 * (size_t)parent, composed, lane, out + 16 * (size_t)slot);
        }
    }
}
