// SPDX-License-Identifier: MIT
// Rigs and palettes: case C19, C20, bad rigs and clips, and the wide code against a plain twin in
// double precision.
#include <stdlib.h>

#include "test.h"
#include "three_action/three_action.h"

static TaWorld *open_world(void)
{
    const TaWorldDef def = ta_default_world_def();
    TaWorld *world = NULL;
    CHECK_INT(ta_world_create(&def, &world), TA_STATUS_OK);
    return world;
}

static TaInstanceId play(TaWorld *world, TaRigId rig, const TaClipId *clips, uint32_t count,
                         const char *json)
{
    TaDefinitionId definition;
    TaInstanceId instance = {0};
    CHECK_INT(ta_definition_create(world, json, (uint32_t)strlen(json), &definition), TA_STATUS_OK);
    TaInstanceDef def = ta_default_instance_def();
    def.definition = definition;
    def.rig = rig;
    def.clips = clips;
    def.clip_count = count;
    CHECK_INT(ta_instance_create(world, &def, &instance), TA_STATUS_OK);
    return instance;
}

static const char EMPTY_MACHINE[] =
    "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\",\"states\":[{\"name\":\"s\"}]}]}";
static const char PLAY_ONCE[] =
    "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\","
    "\"states\":[{\"name\":\"s\",\"motion\":\"c\",\"loop\":\"once\"}]}]}";

static void check_origin(const float *palette, uint32_t joint, double x, double y, double z)
{
    CHECK_NEAR(palette[16 * joint + 12], x, 1e-5);
    CHECK_NEAR(palette[16 * joint + 13], y, 1e-5);
    CHECK_NEAR(palette[16 * joint + 14], z, 1e-5);
}

static void test_joints_in_any_order_and_several_roots(void)
{
    // tip, mid, root, prop: children first.
    TaWorld *world = open_world();
    const int32_t parents[] = {1, 2, -1, -1};
    const float translation[] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 5, 0, 0};
    const float half = 0.70710678f;
    const float rotation[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1};
    const uint32_t joints[] = {0, 1, 2, 3};
    const TaSkinDef skin = {4, joints, NULL};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = 4;
    rig_def.parents = parents;
    rig_def.rest_translation = translation;
    rig_def.rest_rotation = rotation;
    rig_def.skins = &skin;
    rig_def.skin_count = 1;
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
    const TaInstanceId instance = play(world, rig, NULL, 0, EMPTY_MACHINE);
    const float *palette = ta_instance_palette(world, instance, 0);
    check_origin(palette, 0, -2, 1, 0);
    check_origin(palette, 1, -1, 1, 0);
    check_origin(palette, 2, 0, 1, 0);
    check_origin(palette, 3, 5, 0, 0);
    const float *model = ta_instance_model(world, instance);
    const int32_t slot = ta_rig_joint_slot(world, rig, 0);
    CHECK(slot > ta_rig_joint_slot(world, rig, 1));
    CHECK_NEAR(model[16 * slot + 12], -2, 1e-5);
    ta_world_destroy(world);
}

static void test_armature_scale_acts_once(void)
{
    TaWorld *world = open_world();
    const int32_t parents[] = {-1, 0};
    const float translation[] = {0, 0, 0, 0, 100, 0}, scale[] = {0.01f, 0.01f, 0.01f, 1, 1, 1};
    const uint32_t joints[] = {1};
    const float inverse[] = {100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, -100, 0, 1};
    const TaSkinDef skin = {1, joints, inverse};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = 2;
    rig_def.parents = parents;
    rig_def.rest_translation = translation;
    rig_def.rest_scale = scale;
    rig_def.skins = &skin;
    rig_def.skin_count = 1;
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
    const float times[] = {0, 1}, values[] = {0, 100, 0, 0, 110, 0};
    TaTrackDef track = ta_default_track_def();
    track.target = 1;
    track.key_count = 2;
    track.times = times;
    track.values = values;
    TaClipDef clip_def = ta_default_clip_def();
    clip_def.name = "c";
    clip_def.tracks = &track;
    clip_def.track_count = 1;
    TaClipId clip;
    CHECK_INT(ta_clip_create(world, rig, &clip_def, &clip), TA_STATUS_OK);
    const TaInstanceId instance = play(world, rig, &clip, 1, PLAY_ONCE);
    CHECK_INT(ta_world_update(world, 0.5), TA_STATUS_OK);
    const float *m = ta_instance_palette(world, instance, 0);
    CHECK_NEAR(m[0] * 0.1f + m[4] * 1 + m[12], 0.1, 1e-5);
    CHECK_NEAR(m[1] * 0.1f + m[5] * 1 + m[13], 1.05, 1e-5);
    const float *hips = ta_instance_model(world, instance) + 16 * ta_rig_joint_slot(world, rig, 1);
    CHECK_NEAR(hips[13], 1.05, 1e-5);
    CHECK_NEAR(hips[0], 0.01, 1e-7);
    ta_world_destroy(world);
}

static void refuse_rig(const TaRigDef *def, TaStatus status, const char *sentence)
{
    TaWorld *world = open_world();
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, def, &rig), status);
    CHECK_TEXT(ta_world_error(world)->message, sentence);
    ta_world_destroy(world);
}

static void test_bad_rigs_are_refused_with_a_sentence(void)
{
    const int32_t cycle[] = {1, 0}, outside[] = {-1, 9};
    const char *names[] = {"a", "b"};
    const float nan[] = {0, (float)NAN, 0, 0, 0, 0};
    TaRigDef def = ta_default_rig_def();
    refuse_rig(&def, TA_STATUS_INVALID_RIG, "at least one joint");
    def.joint_count = 2;
    def.names = names;
    def.parents = cycle;
    refuse_rig(&def, TA_STATUS_INVALID_RIG, "\"a\" is its own ancestor");
    def.parents = outside;
    refuse_rig(&def, TA_STATUS_INVALID_RIG, "has parent 9");
    const int32_t fine[] = {-1, 0};
    def.parents = fine;
    def.rest_translation = nan;
    refuse_rig(&def, TA_STATUS_INVALID_RIG, "NaN");
    def.rest_translation = NULL;
    const uint32_t joints[] = {2};
    const TaSkinDef skin = {1, joints, NULL};
    def.skins = &skin;
    def.skin_count = 1;
    refuse_rig(&def, TA_STATUS_INVALID_RIG, "the rig has 2 joints");
    def.joint_count = TA_MAX_JOINTS + 1;
    refuse_rig(&def, TA_STATUS_LIMIT, "at most");
}

static void test_bad_clips_are_refused_with_the_track(void)
{
    TaWorld *world = open_world();
    const int32_t parents[] = {-1};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = 1;
    rig_def.parents = parents;
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
    const float good[] = {0, 1}, falling[] = {1, 0}, values[] = {0, 0, 0, 1, 0, 0};
    const float bad[] = {0, 0, (float)NAN, 1, 0, 0};
    TaTrackDef track = ta_default_track_def();
    track.key_count = 2;
    track.times = good;
    track.values = values;
    TaClipDef def = ta_default_clip_def();
    def.name = "c";
    def.tracks = &track;
    def.track_count = 1;
    TaClipId clip;
    track.times = falling;
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_INVALID_CLIP);
    CHECK_TEXT(ta_world_error(world)->path, "tracks[0].times[1]");
    track.times = good;
    track.values = bad;
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_INVALID_CLIP);
    CHECK_TEXT(ta_world_error(world)->path, "tracks[0].values[2]");
    track.values = values;
    track.target = 1;
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_INVALID_CLIP);
    track.target = 0;
    def.name = "";
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_INVALID_CLIP);
    CHECK_INT(ta_world_stats(world)->clip_count, 0);
    ta_world_destroy(world);
}

// ---- the plain twin --------------------------------------------------------------------------

enum { JOINTS = 67, MOST_KEYS = 9 };

static uint32_t g_random = 12345;

static double random_unit(void)
{
    g_random = g_random * 1664525u + 1013904223u;
    return (double)(g_random >> 8) / 16777216.0;
}

static double random_signed(double size) { return (random_unit() * 2.0 - 1.0) * size; }

typedef struct PlainTrack {
    TaTrackDef def;
    float times[MOST_KEYS];
    float values[MOST_KEYS * 12];
} PlainTrack;

// The same rotations with every cubic key on the side of the one before it, as the engine takes them.
static void to_one_side(PlainTrack *track)
{
    for (uint32_t k = 1; k < track->def.key_count; k++) {
        float *key = track->values + (size_t)k * 12;
        float dot = 0.0f;
        for (int c = 0; c < 4; c++) {
            dot += key[4 + c] * key[4 + c - 12];
        }
        for (int c = 0; dot < 0.0f && c < 12; c++) {
            key[c] = -key[c];
        }
    }
}

static void random_track(PlainTrack *track, uint32_t joint, TaPath path, bool shared_times)
{
    const uint32_t parts_of[] = {1, 1, 3};
    track->def.target = joint;
    track->def.path = path;
    track->def.interpolation = (TaInterpolation)(random_unit() * 3.0);
    track->def.key_count = shared_times ? 5 : 1 + (uint32_t)(random_unit() * MOST_KEYS) % MOST_KEYS;
    double time = shared_times ? 0.0 : random_unit() * 0.3;
    const uint32_t components = path == TA_PATH_ROTATION ? 4 : 3;
    const uint32_t parts = parts_of[track->def.interpolation];
    for (uint32_t k = 0; k < track->def.key_count; k++) {
        track->times[k] = (float)time;
        time += shared_times ? 0.25 : 0.05 + random_unit() * 0.3;
        for (uint32_t p = 0; p < parts; p++) {
            float *v = track->values + (k * parts + p) * components;
            for (uint32_t c = 0; c < components; c++) {
                v[c] =
                    (float)(path == TA_PATH_SCALE ? 1.0 + random_signed(0.1) : random_signed(1.0));
            }
            if (parts == 3 && p != 1) {  // tangents
                for (uint32_t c = 0; c < components; c++) {
                    v[c] = (float)random_signed(0.2);
                }
            }
            double length = 0.0;
            for (uint32_t c = 0; path == TA_PATH_ROTATION && c < 4; c++) {
                length += (double)v[c] * (double)v[c];
            }
            for (uint32_t c = 0; path == TA_PATH_ROTATION && (parts == 1 || p == 1) && c < 4; c++) {
                v[c] = (float)((double)v[c] / sqrt(length));
            }
        }
    }
    if (path == TA_PATH_ROTATION && parts == 3) {
        to_one_side(track);
    }
    track->def.times = track->times;
    track->def.values = track->values;
}

// One channel as the glTF specification says it, in double precision.
static void plain_sample(const PlainTrack *track, double time, double *out)
{
    const TaTrackDef *def = &track->def;
    const uint32_t components = def->path == TA_PATH_ROTATION ? 4 : 3;
    const uint32_t parts = def->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    const float *v = track->values + (parts == 3 ? components : 0);
    const uint32_t stride = components * parts;
    uint32_t k = 0;
    while (k + 1 < def->key_count && (double)track->times[k + 1] <= time) {
        k++;
    }
    const bool hold = k + 1 == def->key_count || time < (double)track->times[0] ||
                      def->interpolation == TA_INTERPOLATION_STEP;
    const double span = hold ? 1.0 : (double)track->times[k + 1] - (double)track->times[k];
    const double t = hold ? 0.0 : (time - (double)track->times[k]) / span;
    const float *a = v + k * stride, *b = hold ? a : a + stride;
    double dot = 0.0, wa = 1.0 - t, wb = t;
    for (uint32_t c = 0; c < components; c++) {
        dot += (double)a[c] * (double)b[c];
    }
    if (def->path == TA_PATH_ROTATION && parts == 1 && !hold) {
        const double angle = acos(fmin(fabs(dot), 1.0));
        if (angle > 1e-6) {
            wa = sin((1.0 - t) * angle) / sin(angle);
            wb = sin(t * angle) / sin(angle);
        }
        wb = dot < 0.0 ? -wb : wb;
    }
    double length = 0.0;
    for (uint32_t c = 0; c < components; c++) {
        out[c] = wa * (double)a[c] + wb * (double)b[c];
        if (parts == 3 && !hold) {
            const double t2 = t * t, t3 = t2 * t;
            out[c] = (2 * t3 - 3 * t2 + 1) * (double)a[c] +
                     span * (t3 - 2 * t2 + t) * (double)a[c + components] +
                     (3 * t2 - 2 * t3) * (double)b[c] +
                     span * (t3 - t2) * (double)b[(int)c - (int)components];
        }
        length += out[c] * out[c];
    }
    for (uint32_t c = 0; def->path == TA_PATH_ROTATION && c < 4; c++) {
        out[c] /= sqrt(length);
    }
}

static void plain_multiply(const double *a, const double *b, double *out)
{
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 4; r++) {
            out[4 * c + r] = a[r] * b[4 * c] + a[4 + r] * b[4 * c + 1] + a[8 + r] * b[4 * c + 2] +
                             a[12 + r] * b[4 * c + 3];
        }
    }
}

static void plain_compose(const double *t, const double *q, const double *s, double *m)
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
                         2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
                         2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < 3; i++) {
            m[4 * c + i] = r[3 * c + i] * s[c];
        }
        m[4 * c + 3] = 0;
        m[12 + c] = t[c];
    }
    m[15] = 1;
}

static void test_the_wide_sampler_equals_a_plain_one(void)
{
    for (int round = 0; round < 20; round++) {
        TaWorld *world = open_world();
        int32_t parents[JOINTS];
        uint32_t joints[JOINTS];
        for (int j = 0; j < JOINTS; j++) {
            parents[j] = j == 0 ? -1 : (int32_t)(random_unit() * j);
            joints[j] = (uint32_t)j;
        }
        const TaSkinDef skin = {JOINTS, joints, NULL};
        TaRigDef rig_def = ta_default_rig_def();
        rig_def.joint_count = JOINTS;
        rig_def.parents = parents;
        rig_def.skins = &skin;
        rig_def.skin_count = 1;
        TaRigId rig;
        CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
        static PlainTrack plain[JOINTS * 3];
        TaTrackDef defs[JOINTS * 3];
        uint32_t count = 0;
        for (uint32_t i = 0; i < JOINTS * 3; i++) {
            if (random_unit() < 0.8) {
                random_track(&plain[count], i / 3, (TaPath)(i % 3), round % 2 == 0);
                defs[count] = plain[count].def;
                count++;
            }
        }
        TaClipDef clip_def = ta_default_clip_def();
        clip_def.name = "c";
        clip_def.tracks = defs;
        clip_def.track_count = count;
        clip_def.duration = 2.0;
        TaClipId clip;
        CHECK_INT(ta_clip_create(world, rig, &clip_def, &clip), TA_STATUS_OK);
        const TaInstanceId instance = play(world, rig, &clip, 1, PLAY_ONCE);
        double worst = 0.0, time = 0.0;
        for (int step = 0; step < 24; step++) {
            CHECK_INT(ta_world_update(world, 0.0873), TA_STATUS_OK);
            time = fmin(time + 0.0873, 2.0);
            double matrices[JOINTS][16];
            uint32_t next = 0;
            for (uint32_t j = 0; j < JOINTS; j++) {
                double trs[3][4] = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}, local[16];
                for (; next < count && plain[next].def.target == j; next++) {
                    plain_sample(&plain[next], time, trs[plain[next].def.path]);
                }
                plain_compose(trs[0], trs[1], trs[2], local);
                if (parents[j] < 0) {
                    memcpy(matrices[j], local, sizeof local);
                } else {
                    plain_multiply(matrices[parents[j]], local, matrices[j]);
                }
            }
            const float *palette = ta_instance_palette(world, instance, 0);
            for (uint32_t i = 0; i < JOINTS * 16; i++) {
                worst = fmax(worst, fabs((double)palette[i] - matrices[i / 16][i % 16]));
            }
        }
        CHECK(worst < 2e-5);  // float against double over up to 67 products
        ta_world_destroy(world);
    }
}

int main(void)
{
    RUN(test_joints_in_any_order_and_several_roots);
    RUN(test_armature_scale_acts_once);
    RUN(test_bad_rigs_are_refused_with_a_sentence);
    RUN(test_bad_clips_are_refused_with_the_track);
    RUN(test_the_wide_sampler_equals_a_plain_one);
    return TEST_END;
}
