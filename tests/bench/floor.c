// SPDX-License-Identifier: MIT
// Floor J of the benchmark: only the arithmetic that no engine gets around, 4 joints a vector, on
// keys that are at hand. No clock, no state, no search, no choice: weighted sum of 2 K keys, one
// local matrix, parent x local, x inverse bind, one palette. All in the first-level cache.
// In: floor_setup, then the arrays at floor_memory. Out: floor_run, K and the channels as constants.
#include <stdint.h>
#include <wasm_simd128.h>

enum { JOINTS = 67, GROUPS = 17, MOST = 5, FULL = 10, TURNS = 4 };
#define INLINE static inline __attribute__((always_inline))
typedef v128_t V;

static struct {
    float rows[2 * MOST][GROUPS * FULL * 4];
    int16_t packed[2 * MOST][GROUPS * FULL * 4];
    float range[GROUPS][FULL][2][4];  // of packed translations and scales
    float rest[GROUPS][3][4];
    float share[GROUPS][4];  // of the additive clip
    float weights[2 * MOST];
    float inverse_bind[JOINTS][16];
    int32_t parents[JOINTS + 1];  // + 1; 0 = the model itself
    float model[JOINTS + 1][16];
    float palette[JOINTS][16];
} m __attribute__((aligned(16)));

__attribute__((export_name("floor_memory"))) void *floor_memory(int part)
{
    void *parts[] = {m.rows,    m.packed,       m.range,   m.rest,  m.share,
                     m.weights, m.inverse_bind, m.parents, m.model, m.palette};
    return parts[part];
}

INLINE V splat(const float *p) { return wasm_v128_load32_splat(p); }
INLINE V mul(V a, V b) { return wasm_f32x4_mul(a, b); }
INLINE V add(V a, V b) { return wasm_f32x4_add(a, b); }
INLINE V sub(V a, V b) { return wasm_f32x4_sub(a, b); }
INLINE V madd(V a, V b, V c) { return add(mul(a, b), c); }

INLINE V key(int row, int at, int packed)
{
    if (!packed) {
        return wasm_v128_load(&m.rows[row][4 * at]);
    }
    V four = wasm_i32x4_load16x4(&m.packed[row][4 * at]);
#if __clang_major__ < 16
    __asm__("" : "+r"(four));  // else the two steps become scalar moves
#endif
    return wasm_f32x4_convert_i32x4(four);
}

INLINE V between(int clip, int at, int packed)
{
    return madd(key(2 * clip + 1, at, packed), splat(&m.weights[2 * clip + 1]),
                mul(key(2 * clip, at, packed), splat(&m.weights[2 * clip])));
}

INLINE V dot(const V *a, const V *b)
{
    return add(madd(a[1], b[1], mul(a[0], b[0])), madd(a[3], b[3], mul(a[2], b[2])));
}

// A difference, masked, on top of a rotation.
INLINE void put_on(V *q, const V *difference, V share)
{
    V d[4], one = wasm_f32x4_splat(1.0f);
    for (int c = 0; c < 4; c++) {
        d[c] = mul(difference[c], share);
    }
    d[3] = add(d[3], sub(one, share));
    const V x = q[0], y = q[1], z = q[2], w = q[3];
    q[0] = add(madd(w, d[0], mul(x, d[3])), sub(mul(y, d[2]), mul(z, d[1])));
    q[1] = add(madd(w, d[1], mul(y, d[3])), sub(mul(z, d[0]), mul(x, d[2])));
    q[2] = add(madd(w, d[2], mul(z, d[3])), sub(mul(x, d[1]), mul(y, d[0])));
    q[3] = sub(sub(mul(w, d[3]), mul(x, d[0])), madd(y, d[1], mul(z, d[2])));
}

INLINE void character(const int clips, const int full, const int packed, const int additive)
{
    const int per = full ? FULL : TURNS;
    const V one = wasm_f32x4_splat(1.0f);
    for (int g = 0; g < GROUPS; g++) {
        V q[4], t[3], s[3];
        for (int c = 0; c < 4; c++) {
            q[c] = between(0, g * per + c, packed);
        }
        for (int k = 1; k < clips; k++) {
            V p[4];
            for (int c = 0; c < 4; c++) {
                p[c] = between(k, g * per + c, packed);
            }
            const V side = wasm_v128_and(dot(q, p), wasm_i32x4_splat((int32_t)0x80000000));
            for (int c = 0; c < 4; c++) {
                q[c] = add(q[c], wasm_v128_xor(p[c], side));
            }
        }
        for (int c = 0; c < 3; c++) {
            t[c] = wasm_v128_load(m.rest[g][c]);
            s[c] = one;
            for (int k = 0; k < clips && full; k++) {
                const V a = between(k, g * per + 4 + c, packed);
                const V b = between(k, g * per + 7 + c, packed);
                t[c] = k == 0 ? a : add(t[c], a);
                s[c] = k == 0 ? b : add(s[c], b);
            }
            if (full && packed) {
                t[c] = madd(t[c], wasm_v128_load(m.range[g][4 + c][0]),
                            wasm_v128_load(m.range[g][4 + c][1]));
                s[c] = madd(s[c], wasm_v128_load(m.range[g][7 + c][0]),
                            wasm_v128_load(m.range[g][7 + c][1]));
            }
        }
        if (additive) {
            V d[4];
            const V share = wasm_v128_load(m.share[g]);
            for (int c = 0; c < 4; c++) {
                d[c] = between(clips, g * per + c, packed);
            }
            put_on(q, d, share);
            for (int c = 0; c < 3 && full; c++) {
                t[c] = madd(between(clips, g * per + 4 + c, packed), share, t[c]);
                s[c] = madd(between(clips, g * per + 7 + c, packed), share, s[c]);
            }
        }
        const V f = wasm_f32x4_div(wasm_f32x4_splat(2.0f), dot(q, q));
        const V fx = mul(q[0], f), fy = mul(q[1], f), fz = mul(q[2], f);
        const V xx = mul(q[0], fx), yy = mul(q[1], fy), zz = mul(q[2], fz), xy = mul(q[0], fy);
        const V xz = mul(q[0], fz), yz = mul(q[1], fz), wx = mul(q[3], fx), wy = mul(q[3], fy);
        const V wz = mul(q[3], fz);
        V e[12] = {sub(one, add(yy, zz)), add(xy, wz), sub(xz, wy), sub(xy, wz),
                   sub(one, add(xx, zz)), add(yz, wx), add(xz, wy), sub(yz, wx),
                   sub(one, add(xx, yy)), t[0],        t[1],        t[2]};
        float local[12][4];
        for (int i = 0; i < 12; i++) {
            wasm_v128_store(local[i], full && i < 9 ? mul(e[i], s[i / 3]) : e[i]);
        }
        const int end = g == GROUPS - 1 ? JOINTS - 4 * g : 4;
        for (int l = 0; l < end; l++) {
            const int joint = 4 * g + l;
            const float *parent = m.model[m.parents[joint]], *bind = m.inverse_bind[joint];
            const V p0 = wasm_v128_load(parent), p1 = wasm_v128_load(parent + 4);
            const V p2 = wasm_v128_load(parent + 8), p3 = wasm_v128_load(parent + 12);
            V w[4];
            for (int c = 0; c < 4; c++) {
                const V first = mul(p0, splat(&local[3 * c][l]));
                w[c] = madd(p2, splat(&local[3 * c + 2][l]),
                            madd(p1, splat(&local[3 * c + 1][l]), c == 3 ? add(first, p3) : first));
                wasm_v128_store(m.model[joint + 1] + 4 * c, w[c]);
            }
            for (int c = 0; c < 4; c++) {
                const float *b = bind + 4 * c;
                const V first = mul(w[0], splat(b));
                wasm_v128_store(m.palette[joint] + 4 * c,
                                madd(w[2], splat(b + 2),
                                     madd(w[1], splat(b + 1), c == 3 ? add(first, w[3]) : first)));
            }
        }
    }
}

#define KERNEL(name, clips, full, packed, additive)          \
    __attribute__((noinline)) static void once_##name(void)  \
    {                                                        \
        character(clips, full, packed, additive);            \
    }                                                        \
    __attribute__((export_name(#name))) void name(int count) \
    {                                                        \
        for (int i = 0; i < count; i++) {                    \
            once_##name();                                   \
        }                                                    \
    }

KERNEL(full_A, 1, 1, 0, 0)
KERNEL(full_B, 2, 1, 0, 0)
KERNEL(full_C, 4, 1, 0, 0)
KERNEL(full_D, 4, 1, 0, 1)
KERNEL(mixamo_A, 1, 0, 0, 0)
KERNEL(mixamo_B, 2, 0, 0, 0)
KERNEL(mixamo_C, 4, 0, 0, 0)
KERNEL(mixamo_D, 4, 0, 0, 1)
