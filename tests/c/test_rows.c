// SPDX-License-Identifier: MIT
// Clips in rows against a slow, exact account in double: one clip, a blend, packed rows; which
// channels rows serve and which stay exact.
#include "random.h"
#include "test.h"
#include "three_action/three_action.h"

enum { JOINTS = 67, CLIPS = 3, MOST_KEYS = 46, FRAMES = 90 };

typedef struct Clip {
    uint32_t key_count;
    float times[MOST_KEYS];
    float t[JOINTS][MOST_KEYS][3], q[JOINTS][MOST_KEYS][4], s[JOINTS][MOST_KEYS][3];  // by key
} Clip;

typedef struct Crowd {
    TaWorld *world;
    TaClipId clips[CLIPS];
    TaInstanceId instance;
} Crowd;

static Clip g_clips[CLIPS];
static int32_t g_parents[JOINTS];

static void make_clip(Clip *clip, uint32_t key_count)
{
    clip->key_count = key_count;
    for (uint32_t k = 0; k < key_count; k++) {
        clip->times[k] = (float)k / 30.0f;
    }
    for (uint32_t j = 0; j < JOINTS; j++) {
        const double reach = random_between(0.1, 0.3), shift = random_between(0.0, 6.28);
        const double x = random_between(-1, 1), y = random_between(-1, 1),
                     z = random_between(0.1, 1);
        const double length = sqrt(x * x + y * y + z * z);
        for (uint32_t k = 0; k < key_count; k++) {
            const double phase = 6.283185307179586 * k / (key_count - 1);
            const double half = 0.5 * reach * sin(phase + shift), n = sin(half) / length;
            const double q[4] = {x * n, y * n, z * n, cos(half)};
            for (uint32_t c = 0; c < 4; c++) {
                clip->q[j][k][c] = (float)q[c];
            }
            for (uint32_t c = 0; c < 3; c++) {
                clip->t[j][k][c] = (float)((c == 1 ? 0.1 : 0.0) + 0.005 * sin(phase + shift + c));
                clip->s[j][k][c] = (float)(1.0 + 0.02 * sin(phase + shift + c));
            }
        }
    }
}

static Crowd open_crowd(const char *json, bool packed)
{
    Crowd crowd = {0};
    const TaWorldDef world_def = ta_default_world_def();
    CHECK_INT(ta_world_create(&world_def, &crowd.world), TA_STATUS_OK);
    random_seed(11);
    uint32_t joints[JOINTS];
    float rest[JOINTS * 3];
    for (uint32_t j = 0; j < JOINTS; j++) {
        g_parents[j] = j == 0 ? -1 : (int32_t)(j % 8 == 1 ? 0 : j - 1);
        joints[j] = j;
        rest[3 * j] = rest[3 * j + 2] = 0.0f;
        rest[3 * j + 1] = 0.1f;
    }
    const TaSkinDef skin = {JOINTS, joints, NULL};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = JOINTS;
    rig_def.parents = g_parents;
    rig_def.rest_translation = rest;
    rig_def.skins = &skin;
    rig_def.skin_count = 1;
    TaRigId rig;
    CHECK_INT(ta_rig_create(crowd.world, &rig_def, &rig), TA_STATUS_OK);
    for (uint32_t i = 0; i < CLIPS; i++) {
        static const char *const names[CLIPS] = {"a", "b", "c"};
        TaTrackDef tracks[3 * JOINTS];
        make_clip(&g_clips[i], 31 + 5 * i);
        for (uint32_t j = 0; j < 3 * JOINTS; j++) {
            Clip *clip = &g_clips[i];
            tracks[j] = ta_default_track_def();
            tracks[j].target = j / 3;
            tracks[j].path = (TaPath)(j % 3);
            tracks[j].key_count = clip->key_count;
            tracks[j].times = clip->times;
        }
        for (uint32_t j = 0; j < JOINTS; j++) {
            tracks[3 * j].values = &g_clips[i].t[j][0][0];
            tracks[3 * j + 1].values = &g_clips[i].q[j][0][0];
            tracks[3 * j + 2].values = &g_clips[i].s[j][0][0];
        }
        TaClipDef def = ta_default_clip_def();
        def.name = names[i];
        def.tracks = tracks;
        def.track_count = 3 * JOINTS;
        def.packed = packed;
        CHECK_INT(ta_clip_create(crowd.world, rig, &def, &crowd.clips[i]), TA_STATUS_OK);
    }
    TaDefinitionId definition;
    CHECK_INT(ta_definition_create(crowd.world, json, (uint32_t)strlen(json), &definition),
              TA_STATUS_OK);
    TaInstanceDef def = ta_default_instance_def();
    def.definition = definition;
    def.rig = rig;
    def.clips = crowd.clips;
    def.clip_count = CLIPS;
    CHECK_INT(ta_instance_create(crowd.world, &def, &crowd.instance), TA_STATUS_OK);
    return crowd;
}

// ---- the exact account -----------------------------------------------------------------------

typedef struct Joint {
    double t[3], q[4], s[3];
} Joint;

static Joint sample(const Clip *clip, uint32_t j, double time)
{
    Joint out;
    uint32_t k = 0;
    while (k + 2 < clip->key_count && (double)clip->times[k + 1] <= time) {
        k++;
    }
    const double from = (double)clip->times[k], to = (double)clip->times[k + 1];
    const double part = fmin(fmax((time - from) / (to - from), 0.0), 1.0);
    double dot = 0.0, wa = 1.0 - part, wb = part;
    for (int c = 0; c < 3; c++) {
        out.t[c] = (double)clip->t[j][k][c] * wa + (double)clip->t[j][k + 1][c] * wb;
        out.s[c] = (double)clip->s[j][k][c] * wa + (double)clip->s[j][k + 1][c] * wb;
    }
    for (int c = 0; c < 4; c++) {
        dot += (double)clip->q[j][k][c] * (double)clip->q[j][k + 1][c];
    }
    const double angle = acos(fmin(fabs(dot), 1.0));
    if (angle > 1e-6) {
        wa = sin(wa * angle) / sin(angle);
        wb = sin(part * angle) / sin(angle) * (dot < 0.0 ? -1.0 : 1.0);
    }
    for (int c = 0; c < 4; c++) {
        out.q[c] = (double)clip->q[j][k][c] * wa + (double)clip->q[j][k + 1][c] * wb;
    }
    return out;
}

static void compose(const Joint *joint, double m[12])
{
    double length2 = 0.0;
    for (int c = 0; c < 4; c++) {
        length2 += joint->q[c] * joint->q[c];
    }
    const double f = 2.0 / length2;
    const double x = joint->q[0], y = joint->q[1], z = joint->q[2], w = joint->q[3];
    const double r[9] = {1 - f * (y * y + z * z), f * (x * y + w * z),     f * (x * z - w * y),
                         f * (x * y - w * z),     1 - f * (x * x + z * z), f * (y * z + w * x),
                         f * (x * z + w * y),     f * (y * z - w * x),     1 - f * (x * x + y * y)};
    for (int i = 0; i < 12; i++) {
        m[i] = i < 9 ? r[i] * joint->s[i / 3] : joint->t[i - 9];
    }
}

static double error_of(const Crowd *crowd, const double *times, const double *weights)
{
    static double model[JOINTS][12];
    const float *palette = ta_instance_palette(crowd->world, crowd->instance, 0);
    double worst = 0.0;
    for (uint32_t j = 0; j < JOINTS; j++) {
        Joint sum = {{0}, {0}, {0}};
        Joint first = {{0}, {0}, {0}};
        double local[12];
        for (uint32_t i = 0; i < CLIPS; i++) {
            const Joint one = sample(&g_clips[i], j, times[i]);
            double dot = 0.0;
            first = i == 0 ? one : first;
            for (int c = 0; c < 4; c++) {
                dot += one.q[c] * first.q[c];
            }
            for (int c = 0; c < 4; c++) {
                sum.q[c] += one.q[c] * weights[i] * (dot < 0.0 ? -1.0 : 1.0);
            }
            for (int c = 0; c < 3; c++) {
                sum.t[c] += one.t[c] * weights[i];
                sum.s[c] += one.s[c] * weights[i];
            }
        }
        compose(&sum, local);
        for (int i = 0; i < 12; i++) {
            const double *v = local + i / 3 * 3;
            const double *p = g_parents[j] >= 0 ? model[g_parents[j]] : NULL;
            model[j][i] = p == NULL ? local[i]
                                    : p[i % 3] * v[0] + p[3 + i % 3] * v[1] + p[6 + i % 3] * v[2] +
                                          (i >= 9 ? p[9 + i % 3] : 0.0);
            const double got = (double)palette[16 * j + (uint32_t)(i / 3 * 4 + i % 3)];
            worst = fmax(worst, fabs(got - model[j][i]));
        }
    }
    return worst;
}

static const char ONE[] =
    "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\",\"states\":[{\"name\":\"s\","
    "\"motion\":\"a\"}]}]}";
static const char BLEND[] =
    "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\",\"states\":[{\"name\":\"s\",\"motion\":{"
    "\"kind\":\"direct\",\"sync\":true,\"children\":[{\"clip\":\"a\",\"weight\":0.5},{\"clip\":"
    "\"b\",\"weight\":"
    "0.3},{\"clip\":\"c\",\"weight\":0.2}]}}]}]}";

// The largest error over a second and a half of frames.
static double run(const char *json, bool packed, const double *weights)
{
    Crowd crowd = open_crowd(json, packed);
    double worst = 0.0, length = 0.0, time = 0.0;
    for (uint32_t i = 0; i < CLIPS; i++) {
        length += weights[i] * (double)g_clips[i].times[g_clips[i].key_count - 1];
    }
    for (int frame = 0; frame < FRAMES; frame++) {
        double times[CLIPS];
        CHECK_INT(ta_world_update(crowd.world, 1.0 / 61.0), TA_STATUS_OK);
        time += 1.0 / 61.0;
        for (uint32_t i = 0; i < CLIPS; i++) {
            times[i] =
                fmod(time / length, 1.0) * (double)g_clips[i].times[g_clips[i].key_count - 1];
        }
        worst = fmax(worst, error_of(&crowd, times, weights));
    }
    ta_world_destroy(crowd.world);
    return worst;
}

static void test_rows_stay_within_their_bounds(void)
{
    const double alone[CLIPS] = {1, 0, 0}, mixed[CLIPS] = {0.5, 0.3, 0.2};
    const double one = run(ONE, false, alone), blend = run(BLEND, false, mixed);
    const double small_one = run(ONE, true, alone), small_blend = run(BLEND, true, mixed);
    printf("# floats: %.2g alone, %.2g blended; packed: %.2g alone, %.2g blended\n", one, blend,
           small_one, small_blend);
    CHECK(one <= 1e-4);
    CHECK(blend <= 5e-4);
    CHECK(small_one <= 4e-4);
    CHECK(small_blend <= 4e-4);
}

static void test_packed_clips_take_half_the_memory_and_say_their_error(void)
{
    Crowd plain = open_crowd(ONE, false);
    TaClipInfo info, small;
    CHECK_INT(ta_clip_info(plain.world, plain.clips[2], &info), TA_STATUS_OK);
    ta_world_destroy(plain.world);
    Crowd packed = open_crowd(ONE, true);
    CHECK_INT(ta_clip_info(packed.world, packed.clips[2], &small), TA_STATUS_OK);
    ta_world_destroy(packed.world);
    const uint32_t key_count = g_clips[2].key_count;
    CHECK_INT(info.rows, key_count);  // keys on a grid are kept as they are
    CHECK_INT(info.exact_channels, 0);
    CHECK(!info.packed && small.packed);
    CHECK(info.error <= 5e-5);
    CHECK(small.error > info.error && small.error <= 3e-4);
    const double arrays = JOINTS * (double)key_count * (10 + 3) * 4;  // values, and times of each
    printf("# %u bytes in floats, %u packed, %.0f as arrays\n", info.bytes, small.bytes, arrays);
    CHECK(small.bytes < 0.62 * info.bytes);
    CHECK(small.bytes <= 0.51 * arrays);
}

// STEP, keys far apart and splines too bent for a grid stay as they are; the rest is in rows.
static void test_what_rows_cannot_hold_stays_exact(void)
{
    const TaWorldDef world_def = ta_default_world_def();
    TaWorld *world;
    CHECK_INT(ta_world_create(&world_def, &world), TA_STATUS_OK);
    const int32_t parents[] = {-1, 0, 1};
    const float rest[] = {0, 0, 0, 0, 1, 0, 0, 1, 0};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = 3;
    rig_def.parents = parents;
    rig_def.rest_translation = rest;
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
    const float times[] = {0, 0.5f, 1}, x[] = {0, 0, 0, 1, 0, 0, 0, 0, 0};
    const float turns[] = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 0, 1};
    TaTrackDef tracks[4];
    for (uint32_t i = 0; i < 4; i++) {
        tracks[i] = ta_default_track_def();
        tracks[i].key_count = 3;
        tracks[i].times = times;
        tracks[i].values = x;
        tracks[i].target = i % 3;
    }
    tracks[1].interpolation = TA_INTERPOLATION_STEP;
    tracks[3].path = TA_PATH_ROTATION;  // a quarter turn between keys, half a second apart
    tracks[3].values = turns;
    TaClipDef def = ta_default_clip_def();
    def.name = "c";
    def.tracks = tracks;
    def.track_count = 4;
    TaClipId clip;
    TaClipInfo info;
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_OK);
    CHECK_INT(ta_clip_info(world, clip, &info), TA_STATUS_OK);
    CHECK_INT(info.exact_channels, 2);
    CHECK(info.rows >= 3);
    CHECK(info.error <= 5e-5);
    ta_world_destroy(world);
}

int main(void)
{
    RUN(test_rows_stay_within_their_bounds);
    RUN(test_packed_clips_take_half_the_memory_and_say_their_error);
    RUN(test_what_rows_cannot_hold_stays_exact);
    return TEST_END;
}
