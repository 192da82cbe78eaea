// SPDX-License-Identifier: MIT
// Stage mixer. In: sampled poses and weights. Out: one local pose. Order of inputs does not matter
// beyond rounding. Before: sampler. After: model.
#include "mixer.h"

enum { PLAIN_FLOATS = 12 };  // translation or scale of a group

static void add_plain(const float *from, TaV4 weight, float *out)
{
    for (int i = 0; i < PLAIN_FLOATS; i += 4) {
        ta_v4_store(out + i, ta_v4_madd(ta_v4_load(from + i), weight, ta_v4_load(out + i)));
    }
}

static void scale_plain(const float *from, TaV4 weight, float *out)
{
    for (int i = 0; i < PLAIN_FLOATS; i += 4) {
        ta_v4_store(out + i, ta_v4_mul(ta_v4_load(from + i), weight));
    }
}

void ta_mixer_begin(const TaPose *heaviest, float weight, TaPose *out)
{
    const TaV4 w = ta_v4_splat(weight);
    for (uint32_t g = 0; g < out->group_count; g++) {
        const TaSoaTransform *from = &heaviest->transforms[g];
        TaSoaTransform *to = &out->transforms[g];
        scale_plain(&from->translation[0][0], w, &to->translation[0][0]);
        scale_plain(&from->scale[0][0], w, &to->scale[0][0]);
        const TaSoaQuat q = ta_soa_quat_load(&from->rotation[0][0]);
        ta_soa_quat_store(&to->rotation[0][0], ta_soa_quat_scale(q, w));
    }
    for (uint32_t i = 0; i < 4 * out->scalar_group_count; i += 4) {
        ta_v4_store(out->scalars + i, ta_v4_mul(ta_v4_load(heaviest->scalars + i), w));
    }
}

void ta_mixer_add(const TaPose *heaviest, const TaPose *pose, float weight, TaPose *out)
{
    const TaV4 w = ta_v4_splat(weight);
    for (uint32_t g = 0; g < out->group_count; g++) {
        const TaSoaTransform *from = &pose->transforms[g];
        TaSoaTransform *to = &out->transforms[g];
        add_plain(&from->translation[0][0], w, &to->translation[0][0]);
        add_plain(&from->scale[0][0], w, &to->scale[0][0]);
        const TaSoaQuat q = ta_soa_quat_load(&from->rotation[0][0]);
        const TaSoaQuat guide = ta_soa_quat_load(&heaviest->transforms[g].rotation[0][0]);
        const TaV4 signed_weight = ta_v4_xor(w, ta_v4_sign(ta_soa_quat_dot(q, guide)));
        const TaSoaQuat sum = ta_soa_quat_load(&to->rotation[0][0]);
        ta_soa_quat_store(&to->rotation[0][0],
                          ta_soa_quat_add(sum, ta_soa_quat_scale(q, signed_weight)));
    }
    for (uint32_t i = 0; i < 4 * out->scalar_group_count; i += 4) {
        const TaV4 sum = ta_v4_load(out->scalars + i);
        ta_v4_store(out->scalars + i, ta_v4_madd(ta_v4_load(pose->scalars + i), w, sum));
    }
}

void ta_mixer_end(TaPose *out)
{
    for (uint32_t g = 0; g < out->group_count; g++) {
        float *q = &out->transforms[g].rotation[0][0];
        ta_soa_quat_store(q, ta_soa_quat_normalize(ta_soa_quat_load(q)));
    }
}
