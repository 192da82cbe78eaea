// SPDX-License-Identifier: MIT
// The same machine gives the same bits in every build: gcc, clang, wasm with and without SIMD.
// The golden hashes below are compared by each of them.
#include "base/hash.h"
#include "test.h"
#include "three_action/three_action.h"

enum { JOINTS = 37, KEYS = 12, FRAMES = 600 };

static const uint64_t GOLDEN_STATE = 0x33ec657a719365e8ull;
static const uint64_t GOLDEN_POSE = 0x812c0cf7d8c80d87ull;

static uint32_t g_seed = 7;

static float next_random(void)
{
    g_seed = g_seed * 1664525u + 1013904223u;
    return (float)(g_seed >> 8) / 16777216.0f;
}

static TaClipId make_clip(TaWorld *world, TaRigId rig, const char *name, bool far_keys)
{
    static float times[KEYS], rotations[JOINTS][KEYS * 4], translations[JOINTS][KEYS * 3];
    TaTrackDef tracks[2 * JOINTS];
    for (int k = 0; k < KEYS; k++) {
        times[k] = (float)k * 0.125f;
    }
    for (uint32_t j = 0; j < JOINTS; j++) {
        for (int k = 0; k < KEYS; k++) {
            const float spread = far_keys ? 1.0f : 0.05f;
            float *q = rotations[j] + 4 * k;
            q[0] = (next_random() - 0.5f) * spread;
            q[1] = (next_random() - 0.5f) * spread;
            q[2] = (next_random() - 0.5f) * spread;
            q[3] = 0.7f;
            for (int c = 0; c < 3; c++) {
                translations[j][3 * k + c] = next_random();
            }
        }
        tracks[2 * j] = tracks[2 * j + 1] = ta_default_track_def();
        tracks[2 * j].target = tracks[2 * j + 1].target = j;
        tracks[2 * j].path = TA_PATH_ROTATION;
        tracks[2 * j].values = rotations[j];
        tracks[2 * j + 1].values = translations[j];
        tracks[2 * j].key_count = tracks[2 * j + 1].key_count = KEYS;
        tracks[2 * j].times = tracks[2 * j + 1].times = times;
    }
    TaClipDef def = ta_default_clip_def();
    def.name = name;
    def.tracks = tracks;
    def.track_count = 2 * JOINTS;
    TaClipId clip = {0};
    CHECK_INT(ta_clip_create(world, rig, &def, &clip), TA_STATUS_OK);
    return clip;
}

static void run(uint64_t *state_hash, uint64_t *pose_hash)
{
    static const char json[] =
        "{\"properties\":[{\"name\":\"speed\"},{\"name\":\"hit\",\"type\":\"trigger\"}],"
        "\"layers\":[{\"name\":\"L\",\"initial\":\"idle\",\"states\":["
        "{\"name\":\"idle\",\"motion\":\"idle\"},{\"name\":\"run\",\"motion\":{\"children\":["
        "{\"clip\":\"idle\",\"weight\":1},{\"clip\":\"run\",\"weight\":2}]}},"
        "{\"name\":\"hit\",\"motion\":\"run\",\"loop\":\"once\"}],\"transitions\":["
        "{\"from\":\"idle\",\"to\":\"run\",\"when\":\"speed > 0.5\",\"duration\":0.3,"
        "\"interrupt\":\"target\"},"
        "{\"from\":\"run\",\"to\":\"idle\",\"when\":\"speed < 0.4\",\"duration\":0.21},"
        "{\"from\":\"*\",\"to\":\"hit\",\"when\":\"hit\",\"duration\":0.1,\"blend\":\"frozen\"},"
        "{\"from\":\"hit\",\"to\":\"*\",\"exitTime\":0.9,\"duration\":0.2}]}]}";
    const TaWorldDef world_def = ta_default_world_def();
    TaWorld *world = NULL;
    CHECK_INT(ta_world_create(&world_def, &world), TA_STATUS_OK);
    int32_t parents[JOINTS];
    uint32_t joints[JOINTS];
    for (int j = 0; j < JOINTS; j++) {
        parents[j] = (j - 1) / 2 - (j == 0);
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
    g_seed = 7;
    const TaClipId clips[] = {make_clip(world, rig, "idle", false),
                              make_clip(world, rig, "run", true)};
    TaDefinitionId definition;
    CHECK_INT(ta_definition_create(world, json, sizeof json - 1, &definition), TA_STATUS_OK);
    TaInstanceDef def = ta_default_instance_def();
    def.definition = definition;
    def.rig = rig;
    def.clips = clips;
    def.clip_count = 2;
    TaInstanceId instance;
    CHECK_INT(ta_instance_create(world, &def, &instance), TA_STATUS_OK);
    *state_hash = *pose_hash = TA_HASH_SEED;
    for (int frame = 0; frame < FRAMES; frame++) {
        const double speed = (double)(frame * 37 % 100) / 100.0;
        CHECK_INT(ta_instance_set_property(world, instance, 0, speed), TA_STATUS_OK);
        if (frame % 71 == 13) {
            CHECK_INT(ta_instance_set_property(world, instance, 1, 1), TA_STATUS_OK);
        }
        CHECK_INT(ta_world_update(world, frame % 50 == 0 ? 0.25 : 1.0 / 60.0), TA_STATUS_OK);
        const uint64_t state = ta_instance_hash(world, instance);
        *state_hash = ta_hash_bytes(*state_hash, &state, sizeof state);
        *pose_hash = ta_hash_bytes(*pose_hash, ta_instance_palette(world, instance, 0),
                                   JOINTS * 16 * sizeof(float));
    }
    ta_world_destroy(world);
}

static void test_two_runs_are_equal_bit_by_bit(void)
{
    uint64_t state[2], pose[2];
    run(&state[0], &pose[0]);
    run(&state[1], &pose[1]);
    CHECK(state[0] == state[1] && pose[0] == pose[1]);
}

static void test_every_build_gives_the_golden_bits(void)
{
    uint64_t state, pose;
    run(&state, &pose);
    if (state != GOLDEN_STATE || pose != GOLDEN_POSE) {
        printf("# state 0x%llxull, pose 0x%llxull\n", (unsigned long long)state,
               (unsigned long long)pose);
    }
    CHECK(state == GOLDEN_STATE);
    CHECK(pose == GOLDEN_POSE);
}

int main(void)
{
    RUN(test_two_runs_are_equal_bit_by_bit);
    RUN(test_every_build_gives_the_golden_bits);
    return TEST_END;
}
