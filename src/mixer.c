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

// ---- layers ----------------------------------------------------------------------------------

static TaV4 share_of(const TaLayerShare *share, const float *mask, uint32_t group)
{
    const TaV4 weight = ta_v4_splat(share->weight);
    return mask != NULL ? ta_v4_mul(weight, ta_v4_load(mask + 4 * (size_t)group)) : weight;
}

// to = to * (1 - w) + from * w
static void lerp_plain(const float *from, TaV4 w, float *to, int floats)
{
    const TaV4 rest = ta_v4_sub(ta_v4_splat(1.0f), w);
    for (int i = 0; i < floats; i += 4) {
        const TaV4 kept = ta_v4_mul(ta_v4_load(to + i), rest);
        ta_v4_store(to + i, ta_v4_madd(ta_v4_load(from + i), w, kept));
    }
}

void ta_mixer_override(const TaPose *pose, const TaLayerShare *share, TaPose *below)
{
    for (uint32_t g = 0; g < below->group_count; g++) {
        const TaSoaTransform *from = &pose->transforms[g];
        TaSoaTransform *to = &below->transforms[g];
        const TaV4 w = share_of(share, share->joints, g);
        lerp_plain(&from->translation[0][0], w, &to->translation[0][0], PLAIN_FLOATS);
        lerp_plain(&from->scale[0][0], w, &to->scale[0][0], PLAIN_FLOATS);
        const TaSoaQuat a = ta_soa_quat_load(&to->rotation[0][0]);
        const TaSoaQuat b = ta_soa_quat_load(&from->rotation[0][0]);
        ta_soa_quat_store(&to->rotation[0][0], ta_soa_quat_nlerp(a, b, w));
    }
    for (uint32_t g = 0; g < below->scalar_group_count; g++) {
        lerp_plain(pose->scalars + 4 * g, share_of(share, share->scalars, g),
                   below->scalars + 4 * g, 4);
    }
}

static void subtract_plain(const float *reference, float *out, int floats)
{
    for (int i = 0; i < floats; i += 4) {
        ta_v4_store(out + i, ta_v4_sub(ta_v4_load(out + i), ta_v4_load(reference + i)));
    }
}

void ta_mixer_difference(const TaPose *reference, TaPose *pose)
{
    const TaV4 zero = ta_v4_splat(0.0f), one = ta_v4_splat(1.0f);
    for (uint32_t g = 0; g < pose->group_count; g++) {
        const TaSoaTransform *from = &reference->transforms[g];
        TaSoaTransform *to = &pose->transforms[g];
        subtract_plain(&from->translation[0][0], &to->translation[0][0], PLAIN_FLOATS);
        for (int c = 0; c < 3; c++) {  // a reference without extent gives no difference
            const TaV4 scale = ta_v4_load(from->scale[c]);
            const TaV4 flat = ta_v4_less(ta_v4_mul(scale, scale), ta_v4_splat(1e-12f));
            const TaV4 ratio = ta_v4_div(ta_v4_load(to->scale[c]), ta_v4_select(flat, one, scale));
            ta_v4_store(to->scale[c], ta_v4_select(flat, one, ratio));
        }
        TaSoaQuat r = ta_soa_quat_load(&from->rotation[0][0]);
        r = (TaSoaQuat){ta_v4_sub(zero, r.x), ta_v4_sub(zero, r.y), ta_v4_sub(zero, r.z), r.w};
        const TaSoaQuat q = ta_soa_quat_multiply(r, ta_soa_quat_load(&to->rotation[0][0]));
        const TaV4 sign = ta_v4_sign(q.w);  // on the side of the identity
        ta_soa_quat_store(&to->rotation[0][0],
                          (TaSoaQuat){ta_v4_xor(q.x, sign), ta_v4_xor(q.y, sign),
                                      ta_v4_xor(q.z, sign), ta_v4_xor(q.w, sign)});
    }
    subtract_plain(reference->scalars, pose->scalars, (int)(4 * pose->scalar_group_count));
}

void ta_mixer_additive(const TaPose *difference, const TaLayerShare *share, TaPose *below)
{
    const TaV4 zero = ta_v4_splat(0.0f), one = ta_v4_splat(1.0f);
    const TaSoaQuat identity = {zero, zero, zero, one};
    for (uint32_t g = 0; g < below->group_count; g++) {
        const TaSoaTransform *from = &difference->transforms[g];
        TaSoaTransform *to = &below->transforms[g];
        const TaV4 w = share_of(share, share->joints, g);
        add_plain(&from->translation[0][0], w, &to->translation[0][0]);
        for (int c = 0; c < 3; c++) {
            const TaV4 grown = ta_v4_madd(ta_v4_sub(ta_v4_load(from->scale[c]), one), w, one);
            ta_v4_store(to->scale[c], ta_v4_mul(ta_v4_load(to->scale[c]), grown));
        }
        const TaSoaQuat turn =
            ta_soa_quat_nlerp(identity, ta_soa_quat_load(&from->rotation[0][0]), w);
        const TaSoaQuat base = ta_soa_quat_load(&to->rotation[0][0]);
        ta_soa_quat_store(&to->rotation[0][0],
                          ta_soa_quat_normalize(ta_soa_quat_multiply(base, turn)));
    }
    for (uint32_t g = 0; g < below->scalar_group_count; g++) {
        const TaV4 w = share_of(share, share->scalars, g);
        const TaV4 base = ta_v4_load(below->scalars + 4 * g);
        ta_v4_store(below->scalars + 4 * g,
                    ta_v4_madd(ta_v4_load(difference->scalars + 4 * g), w, base));
    }
}
